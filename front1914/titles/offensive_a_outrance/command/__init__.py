"""The computer's commanders: what they aim at, foresee and answer."""

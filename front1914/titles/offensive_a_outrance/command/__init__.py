"""The computer's commanders, and what a staff does for a player."""

"""The local server: library, boards, storage and computer opponents, everything on the player's own machine."""

"""The local server: library, windows, storage and computer opponents, everything on the player's own machine."""

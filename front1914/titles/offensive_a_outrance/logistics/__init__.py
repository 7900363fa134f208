"""15, 23.1, 24.3: lines of communication, Depots and Trains, Ammo, Army Bases."""

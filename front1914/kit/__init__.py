"""Mechanisms that hex-and-area wargames share. Import its modules: the package itself holds nothing."""

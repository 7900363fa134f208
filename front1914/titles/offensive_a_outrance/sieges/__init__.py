"""12, 13, 20: Fortresses and camps, siege guns, bombardment."""

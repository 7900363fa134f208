"""22 to 25: what is particular to one nation."""

"""5, 6, 16, 17: who belongs to whom and how fresh he is; who comes, changes and goes."""

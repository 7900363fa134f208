"""7.7, 7.9, 18: who rides by rail and ship, and whose trains run where."""

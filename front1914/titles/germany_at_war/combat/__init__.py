"""7.5: Battles, one after the other: declaration, retreat, Showdown, Final Result, losses."""

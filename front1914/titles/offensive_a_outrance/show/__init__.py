"""What a player sees: views, overlays, marks on the map, sentences of the log."""

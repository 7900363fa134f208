"""Drawing the ground of a map from the layers of geo/: relief, woods, contours, slopes, water. Needs numpy."""

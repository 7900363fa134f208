"""Real ground to hex maps: the four placed grids, the layers of `geo/`, and what each hex and hexside gets from them.

Modules: `grid` (hex ids and longitude/latitude), `layers` (files of `geo/`), `cells` (rasters summed per hex),
`courses` (rivers on hexsides, railways from hex to hex), `checks` (is a map whole?), `picture` (SVG and PNG).
Scripts in `tools/` import it as `geo`; it needs only the standard library, and Pillow for PNG pictures.
"""

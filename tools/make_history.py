"""Lays history over the maps of the titles, for the reports of studies: front1914/lab/data/ground/TITLE.json.

    python tools/make_history.py             all titles
    python tools/make_history.py --check     compare with what is there and complain

Each file holds, in units of the title's sheet, the places through which the line of contact of 1914 ran
(geo/fronts_1914.csv), the coast, the frontiers and the neutral countries. Run it again when a layer of geo/ or a
sheet changed.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

from geo.grid import GEO, Point
from geo.layers import features, places
from make_ground import GRIDS, TITLES, under, without_insets

import front1914
from front1914.lab.history import WHOLE
from front1914.server.art.lines import thin

DATA = Path(__file__).resolve().parents[1] / "front1914" / "lab" / "data"
NEUTRAL = {"Netherlands", "Switzerland", "Italy"}
BEYOND = 0.6  #: units of the sheet that are drawn round its places
LOWEST, EASTERNMOST, BEYOND_DEGREES = 46.801, 10.499, 3.0  #: where the layers of geo/ end
FINE = 400  #: the width of a map, in units of which a line may be off by one


def main(check: bool) -> int:
    fronts = (GEO / "fronts_1914.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(fronts.splitlines()))
    towns = sorted({name for row in rows for name in f"{row['line']};{row['enclaves']}".split(";") if name})
    found = {DATA / "fronts_1914.csv": "# source: history\n" + fronts}
    for name in WHOLE:
        found[DATA / "ground" / f"{name}.json"] = json.dumps(ground(name, towns), separators=(",", ":")) + "\n"
    stale = [file for file, text in found.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
    for file in stale:
        print(f"{file.name}: {'out of date' if check else 'written'}")
        if not check:
            file.write_text(found[file], encoding="utf-8")
    return int(check and bool(stale))


def ground(name: str, towns: list[str]) -> dict[str, Any]:
    """The ground of a title's sheet."""
    sheet = without_insets(front1914.title(name).sheet())
    laid, (dx, dy) = under(sheet, GRIDS.get(name, ""), TITLES / name / "data")

    def spot(lon: float, lat: float) -> Point:
        # The layers are cut off there, the land is not: a sheet that lies askew would show a false sea.
        lat = lat - BEYOND_DEGREES if lat <= LOWEST else lat
        lon = lon + BEYOND_DEGREES if lon >= EASTERNMOST else lon
        x, y = laid.to_plane(lon, lat)
        return x + dx, y + dy

    xs, ys = [[place[key] for place in sheet["places"].values()] for key in ("x", "y")]
    frame = (min(xs) - BEYOND, min(ys) - BEYOND, max(xs) + BEYOND, max(ys) + BEYOND)
    step = (frame[2] - frame[0]) / FINE
    known = places()
    return {
        "source": "geography",
        "frame": [round(side, 2) for side in frame],
        "unit_km": sheet["unit_km"],
        "places": {town: _round(spot(known[town].lon, known[town].lat)) for town in towns},
        "land": _drawn([ring for f in features("land") for p in f.polygons for ring in p], spot, frame, step),
        "neutral": _drawn(
            [r for f in features("countries_1914") if f.name in NEUTRAL for p in f.polygons for r in p],
            spot,
            frame,
            step,
        ),
        "borders": _drawn([line for f in features("borders_1914") for line in f.lines], spot, frame, step),
    }


def _drawn(found: list[list[Point]], spot: Any, frame: tuple[float, ...], step: float) -> list[list[list[float]]]:
    """Lines in units of the sheet, without what lies wholly outside and what is too small to be seen."""
    out = []
    for line in found:
        laid = thin([spot(*point) for point in line], step)
        xs, ys = [x for x, _ in laid], [y for _, y in laid]
        seen = min(xs) < frame[2] and max(xs) > frame[0] and min(ys) < frame[3] and max(ys) > frame[1]
        if seen and max(max(xs) - min(xs), max(ys) - min(ys)) > 6 * step:
            out.append([_round(point) for point in laid])
    return out


def _round(point: Point) -> list[float]:
    return [round(point[0], 2), round(point[1], 2)]


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))

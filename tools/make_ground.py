"""Draw the ground of a title's map from geography into its data/art/ground.json.gz.

    python tools/make_ground.py schlieffens_war

The file is committed, packed, and under 300 kB; front1914.server.art lays the title's own rivers, rails and names over
it. Needs numpy. Run it again when the sheet or a layer of geo/ changed.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from geo.grid import Grid, Point, grid
from geo.layers import features
from geo.plain import Plain
from ground.fields import Box, Field, Fields, blur, distance, fill, within
from ground.relief import hachures, picture

import front1914
from front1914.server.art import lines
from front1914.server.art.base import STEEP
from front1914.server.art.shapes import Shapes

TITLES = Path(__file__).resolve().parents[1] / "front1914" / "titles"
GRIDS = {"schlieffens_war": "SW", "fixed_1914": "FX", "der_weltkrieg": "DW", "offensive_a_outrance": "OAO"}
#: maps of areas say in their recipe where they lie; how much of the hachures each terrain gets
AREA_SLOPES = {"red": 1.0, "yellow": 0.4}
MARGIN = 70.0
WAVES = (3.6, 8.0, 13.2, 19.2, 26.0, 33.6, 42.0, 51.5)
MOST = 300_000  #: bytes of a packed ground
VAST = 3000  #: hexes from which a step of eight is finer than the rasters still


def main(name: str) -> int:
    sheet = without_insets(front1914.title(name).sheet())
    packed = pack(ground(sheet, GRIDS.get(name, ""), TITLES / name / "data"))
    folder = TITLES / name / "data" / "art"
    folder.mkdir(exist_ok=True)
    (folder / "ground.json.gz").write_bytes(packed)
    print(f"{name}: {len(packed):,} bytes")
    return 0 if len(packed) <= MOST else 1


def without_insets(sheet: dict[str, Any]) -> dict[str, Any]:
    """The places that lie on the ground of the map; insets show other ground."""
    places = {name: place for name, place in sheet["places"].items() if not place.get("inset")}
    return sheet | {"places": places}


def pack(found: dict[str, Any]) -> bytes:
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return gzip.compress(text.encode(), 9, mtime=0)


def ground(sheet: dict[str, Any], key: str, data: Path) -> dict[str, Any]:
    """Everything that is drawn under the game's own lines."""
    shapes = Shapes(sheet)
    g, origin = under(sheet, key, data)
    drawn = tables(data / "map" / "drawing", g, origin)
    frame = around(shapes, drawn.get("words", []))
    wide = len(shapes.centre) >= 1000
    fine = 8.0 if len(shapes.centre) >= VAST else 5.0 if wide else 3.0
    f = Fields(g, origin, frame, step=fine if shapes.hex else 4.0)
    found: dict[str, Any] = {
        "frame": [round(side, 1) for side in frame],
        "relief": {"png": picture(f), "box": [frame[0], frame[1], f.nx * f.step, f.ny * f.step]},
        "woods": woods(f),
        "contour": contour(f),
        "hachure": strokes(f, shapes, wide),
        "stream": streams(f, sheet),
        "outer": outer(f, shapes),
        "neutral": neutral(f, shapes),
        **water(f),
        **drawn,
    }
    return {name: value for name, value in found.items() if value}


def under(sheet: dict[str, Any], key: str, data: Path) -> tuple[Grid | Plain, Point]:
    """The ground under a sheet of hexes by its grid, under one of areas by its recipe; and where its origin lies."""
    if sheet["kind"] == "area":
        where = tomllib.loads((data / "map" / "recipe.toml").read_text("utf-8"))["sheet"]
        return Plain(where["unit_km"], where["west"], where["north"], where["true_at"]), (0.0, 0.0)
    g = grid(key)
    one = next(iter(sheet["places"]))
    u, v = g.plane(one)
    return g, (sheet["places"][one]["x"] - u, sheet["places"][one]["y"] - v)


def around(shapes: Shapes, words: list[dict[str, Any]]) -> Box:
    """A margin round the hexes, wide enough for the lettering that runs out of them."""
    left, top, right, bottom = shapes.box
    xs = [word[key] * 100 for word in words for key in ("x1", "x2") if word["kind"] in ("sea", "country")]
    ys = [word[key] * 100 for word in words for key in ("y1", "y2") if word["kind"] in ("sea", "country")]
    return (
        min([left - MARGIN, *(x - 40 for x in xs)]),
        min([top - MARGIN, *(y - 40 for y in ys)]),
        max([right + MARGIN, *(x + 40 for x in xs)]),
        max([bottom + MARGIN, *(y + 40 for y in ys)]),
    )


def woods(f: Fields) -> str:
    share = blur(np.where(f.land(), f.forest, 0), 1.5)
    share[0], share[-1], share[:, 0], share[:, -1] = 0, 0, 0, 0
    found = [lines.thin(line, 0.9) for line in f.contours(share, 42) if lines.length(line) > 40]
    return lines.paths(found, shut=True, digits=0)


def contour(f: Fields) -> str:
    height = blur(f.height, 1.6)
    found = [line for level in (100, 200, 300, 400, 600, 800, 1000) for line in f.contours(height, level)]
    return lines.paths([lines.thin(line, 0.7) for line in found if lines.length(line) > 60], digits=0)


def strokes(f: Fields, shapes: Shapes, wide: bool) -> str:
    """Hachures; fewer of them on a map of many hexes, which is seen from further off."""
    if not shapes.hex:
        return hachures(f, slopes(f, shapes), 46, 7.6)
    interval, every = (70, 11.0) if wide else (42, 6.6)
    return hachures(f, mask(f, shapes, STEEP), interval, every)


def mask(f: Fields, shapes: Shapes, terrain: set[str], soft: float = 9.0) -> Field:
    """1 inside the hexes of the terrain, fading outside."""
    found = np.zeros((f.ny, f.nx))
    for name, place in shapes.places.items():
        if place.get("terrain") in terrain:
            x, y = shapes.centre[name]
            j, i = np.nonzero(abs(f.xs - x) < 62)[0], np.nonzero(abs(f.ys - y) < 62)[0]
            dx, dy = np.meshgrid(f.xs[j] - x, f.ys[i] - y)
            sides = [(a[0] + b[0], a[1] + b[1]) for a, b in zip(shapes.corner[:3], shapes.corner[1:4], strict=True)]
            far = np.max([abs(dx * nx + dy * ny) / 100 for nx, ny in sides], axis=0)
            found[np.ix_(i, j)] = np.maximum(found[np.ix_(i, j)], far <= 50)
    return blur(found, soft / f.step)


def slopes(f: Fields, shapes: Shapes, soft: float = 9.0) -> Field:
    """How much of the hachures each place of a map of areas gets, fading at the borders."""
    found = np.zeros((f.ny, f.nx))
    for name, place in shapes.places.items():
        if (share := AREA_SLOPES.get(place.get("terrain", ""), 0.0)) > 0:
            found[fill(shapes.outline[name], f.nx, f.ny, f.step, f.frame[0], f.frame[1])] = share
    return blur(found, soft / f.step)


def water(f: Fields) -> dict[str, Any]:
    """The sea, its shore and eight lines that follow it."""
    x0, y0, x1, y1 = f.frame
    if f.land().all():
        return {}
    box = f"M{x0 - 80:g} {y0 - 80:g}H{x1 + 80:g}V{y1 + 80:g}H{x0 - 80:g}z"
    shores = [lines.thin([*ring, ring[0]], 0.45)[:-1] for ring in f.shores]
    coast = [
        lines.thin(piece, 0.45)
        for shore in features("coastline")
        for line in shore.lines
        for piece in within(f.line(line), f.frame, 20)
    ]
    step = f.step / 2
    away = distance(f.land(2), int(max(WAVES) / step) + 2) * step
    waves = []
    for k, offset in enumerate(WAVES):
        found = f.contours(blur(away, 0.8 + k * 0.55), offset, step)
        waves.append(lines.paths([lines.thin(p, 0.5 + 0.05 * k) for p in found if lines.length(p) > 30 + 6 * k]))
    return {"sea": box + lines.paths(shores, shut=True), "coast": lines.paths(coast), "waves": waves}


def streams(f: Fields, sheet: dict[str, Any]) -> str:
    """Rivers without an effect in the game, as hairlines; one between areas may be a border for a part of its way."""
    named = {link.get("name", "") for link in sheet.get("links", ())} if sheet["kind"] == "hex" else set()
    found = []
    for river in features("rivers"):
        if river.properties["rank"] > 1 and not any(word and word in river.name for word in named):
            for line in river.lines:
                for piece in within(f.line(line), f.frame, 10):
                    played = lines.resample(lines.cut_corners(piece, 1), 7)
                    found.append(lines.thin(lines.wobble(played, 1.3, 15, river.name), 0.8))
    return lines.paths(found, digits=0)


def outer(f: Fields, shapes: Shapes) -> list[list[tuple[int, int]]]:
    """Great rivers beyond the hexes of the game."""
    found: list[lines.Line] = []
    for river in features("rivers") if shapes.hex else ():
        if river.properties["rank"] <= 2:
            for line in river.lines:
                for piece in within(f.line(line), f.frame, 30):
                    found += [lines.thin(p, 0.8) for p in _outside(piece, shapes) if lines.length(p) > 60]
    return [[(round(x), round(y)) for x, y in line] for line in found]


def _outside(line: lines.Line, shapes: Shapes) -> Iterator[lines.Line]:
    piece: lines.Line = []
    for x, y in line:
        near = any(math.dist((x, y), centre) < 55 for centre in shapes.centre.values())
        if near:
            if len(piece) > 2:
                yield piece
            piece = []
        else:
            piece.append((x, y))
    if len(piece) > 2:
        yield piece


def neutral(f: Fields, shapes: Shapes) -> str:
    """Land of countries that have no hex in the game."""
    at_war = {"France", "Germany", "Belgium", "Luxembourg", "Great Britain", "Alsace-Lorraine"}
    found = []
    for country in features("countries_1914"):
        if country.name not in at_war and not country.properties.get("part_of"):
            for polygon in country.polygons:
                for ring in polygon:
                    placed = f.line(ring)
                    if any(f.frame[0] < x < f.frame[2] and f.frame[1] < y < f.frame[3] for x, y in placed):
                        found.append(lines.thin([*placed, placed[0]], 1.0))
    return lines.paths(found, shut=True, digits=0)


def tables(folder: Path, g: Grid | Plain, origin: Point) -> dict[str, Any]:
    """Towns, lettering and courses of rivers, where the title keeps them for drawing, moved to the sheet's origin."""
    found: dict[str, Any] = {}
    towns = rows(folder / "towns.csv") if (folder / "towns.csv").exists() else []
    places = [(r, g.to_plane(float(r["lon"]), float(r["lat"]))) for r in towns]
    dx = origin[0] - (median(float(r["x"]) - u for r, (u, _) in places) if places else 0.0)
    dy = origin[1] - (median(float(r["y"]) - v for r, (_, v) in places) if places else 0.0)
    found["towns"] = [
        {
            "name": r["label"],
            "at": r["hex"],
            "x": round(float(r["x"]) + dx, 3),
            "y": round(float(r["y"]) + dy, 3),
            "rank": int(r["rank"]),
        }
        for r in towns
    ]
    if (folder / "names.csv").exists():
        moves = {"x1": dx, "y1": dy, "x2": dx, "y2": dy, "size": 0.0, "bend": 0.0}
        found["words"] = [
            {"kind": r["kind"], "text": r["text"]}
            | {key: round(float(r[key] or 0) + by, 3) for key, by in moves.items()}
            for r in rows(folder / "names.csv")
        ]
    if (folder / "rivers.csv").exists():
        courses: dict[str, list[list[str]]] = {}
        for r in rows(folder / "rivers.csv"):
            if "a" in r:  # rivers that run through hexes are told by the sheet's own lines
                courses.setdefault(r["river"], []).append([r["a"], r["b"]])
        found["courses"] = courses
    return found


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))

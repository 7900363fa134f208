"""The rasters measured once for the fine grid of 1914 Offensive a outrance, and kept as files.

Nearly five thousand hexes and their hexsides take half a minute to measure; a correction of the map need not wait
for that. `geo/measured/OAO_hexes.csv` and `OAO_sides.csv` hold what the rasters, the countries and the regions say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import geo.cells as cells
from geo.cells import Ground
from geo.files import read_rows, table
from geo.grid import GEO, Grid, Hexside
from geo.layers import country_at, features, raster

MEASURED = GEO / "measured"
NAMES = {"Luxembourg": "luxemburg"}
LEAST = 10  #: per cent of a hex from which a region is noted
WHOLE = 16  #: cells of about 25 that a hex must have: the rasters end at 46.8 degrees north


class SideGround(NamedTuple):
    """What lies along a hexside: the two sixths that face it."""

    land: int
    height: int
    relief: int
    forest: int


@dataclass(frozen=True)
class Measured:
    """What was measured: ground and country of each hex, per cent of it in each named region, ground of hexsides."""

    hexes: dict[str, Ground]
    country: dict[str, str]  #: of the largest share of its land; empty at sea
    regions: dict[str, dict[str, int]]
    sides: dict[Hexside, SideGround]


def measure(g: Grid, columns: Sequence[int], rows: Sequence[int]) -> Measured:
    """Measure every hex of the frame."""
    g.to_plane = cache(g.to_plane)  # type: ignore[method-assign]  # every cell is asked twice
    frame = [g.layout.format(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)]
    found = {name: mine for name, mine in cells.cells_by_hex(g, frame).items() if len(mine) >= WHOLE}
    country, regions = {}, {}
    for name, mine in found.items():
        shares: Counter[str] = cells.countries(mine, 1)
        shares.pop("", None)
        best = max(sorted(shares), key=lambda key: shares[key]) if shares else ""
        middle = country_at(*g.centre(name))
        country[name] = NAMES.get(middle or best, (middle or best).lower()) if best else ""
        each = {region.name: cells.share(mine, [region]) for region in features("regions")}
        regions[name] = {key: share for key, share in each.items() if share >= LEAST}
    faces = cells.cells_by_side(g, found)
    sides = {}
    for side, mine in faces.items():
        ground = cells.ground(mine, raster())
        if all(name in found for name in side):
            sides[side] = SideGround(ground.land, ground.height, ground.relief, ground.forest)
    return Measured({n: cells.ground(mine, raster()) for n, mine in found.items()}, country, regions, sides)


def written(m: Measured) -> dict[str, str]:
    """The two files."""
    hexes = []
    for name, g in sorted(m.hexes.items()):
        regions = "; ".join(f"{region}: {share}" for region, share in sorted(m.regions[name].items()))
        hexes.append([name, g.land, g.height, g.relief, g.forest, g.urban, m.country[name], regions])
    return {
        "OAO_hexes.csv": table(("hex", "land", "height", "relief", "forest", "urban", "country", "regions"), hexes),
        "OAO_sides.csv": table(("a", "b", *SideGround._fields), ([*side, *m.sides[side]] for side in sorted(m.sides))),
    }


def read_measured() -> Measured:
    """What an earlier measurement wrote."""
    hexes, sides = read_rows(MEASURED / "OAO_hexes.csv"), read_rows(MEASURED / "OAO_sides.csv")
    numbers = ("land", "height", "relief", "forest", "urban")
    return Measured(
        {row["hex"]: Ground(*(int(row[key]) for key in numbers)) for row in hexes},
        {row["hex"]: row["country"] for row in hexes},
        {row["hex"]: _regions(row["regions"]) for row in hexes},
        {(row["a"], row["b"]): SideGround(*(int(row[key]) for key in SideGround._fields)) for row in sides},
    )


def _regions(text: str) -> dict[str, int]:
    pairs = (part.rpartition(":") for part in text.split(";") if part)
    return {name.strip(): int(share) for name, _, share in pairs}

"""The rasters summed per hex and per hexside: land, height, relief, forest, built-up ground, countries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from geo.grid import Grid, Hexside, hexside
from geo.layers import Feature, Raster, box, country_at, inside, raster


@dataclass(frozen=True)
class Ground:
    """What the rasters say of a piece of ground. Shares are per cent; relief is the height between its lowest and
    its highest twentieth."""

    land: int
    height: int
    relief: int
    forest: int
    urban: int


def ground(cells: Iterable[int], ras: Raster) -> Ground:
    """Sum up some cells of the raster; height, forest and built-up ground only where there is land."""
    every = list(cells)
    land = [c for c in every if ras.layer["land"][c]]
    if not land:
        return Ground(0, 0, 0, 0, 0)
    heights = sorted(ras.layer["elevation"][c] for c in land)
    last = len(heights) - 1
    return Ground(
        round(100 * len(land) / len(every)),
        round(sum(heights) / len(heights)),
        heights[int(0.95 * last)] - heights[int(0.05 * last)],
        round(sum(ras.layer["forest"][c] for c in land) / len(land)),
        round(sum(ras.layer["urban"][c] for c in land) / len(land)),
    )


def cells_by_hex(g: Grid, hexes: Iterable[str]) -> dict[str, list[int]]:
    """The raster cells whose middle lies in each hex."""
    ras = raster()
    out: dict[str, list[int]] = {name: [] for name in hexes}
    for cell in range(ras.rows * ras.columns):
        name = g.hex_at(*ras.place(cell))
        if name in out:
            out[name].append(cell)
    return {name: cells for name, cells in out.items() if cells}


def cells_by_side(g: Grid, cells: dict[str, list[int]]) -> dict[Hexside, list[int]]:
    """The cells of the two sixths that face each hexside."""
    ras = raster()
    out: dict[Hexside, list[int]] = {}
    for name, mine in cells.items():
        u0, v0 = g.plane(name)
        ways = [(*g.plane(n), n) for n in g.neighbours(name)]
        for cell in mine:
            u, v = g.to_plane(*ras.place(cell))
            _, other = max(((nu - u0) * (u - u0) + (nv - v0) * (v - v0), n) for nu, nv, n in ways)
            out.setdefault(hexside(name, other), []).append(cell)
    return out


def countries(cells: Iterable[int], every: int = 3) -> Counter[str]:
    """How many of the cells lie in each country of 1914; every third is asked."""
    ras = raster()
    return Counter(country_at(*ras.place(cell)) for cell in list(cells)[::every])


def share(cells: Iterable[int], regions: Iterable[Feature], every: int = 2) -> int:
    """Per cent of the cells that lie in any of the regions."""
    ras = raster()
    asked = [ras.place(cell) for cell in list(cells)[::every]]
    west, east = min(p[0] for p in asked), max(p[0] for p in asked)
    south, north = min(p[1] for p in asked), max(p[1] for p in asked)
    near = []
    for polygon in (polygon for region in regions for polygon in region.polygons):
        left, right, low, high = box(polygon)
        if left <= east and right >= west and low <= north and high >= south:
            near.append(polygon)
    found = sum(any(inside(*place, polygon) for polygon in near) for place in asked)
    return round(100 * found / len(asked))

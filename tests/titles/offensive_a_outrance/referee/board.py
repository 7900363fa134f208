"""The map, read from the data files alone: hexes, hexsides, distances (3.5, 3.6; the map's README).

Hexes have flat tops, even columns lie half a hex further south. An id is column, dot, row.
"""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[4] / "front1914" / "titles" / "offensive_a_outrance" / "data"

Hex = str


def table(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file of the title's data."""
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def toml(name: str) -> dict[str, Any]:
    """A TOML file of the title's data."""
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


CHARTS = toml("charts.toml")
HEXES = {row["id"]: row for row in table("map/hexes.csv")}
SIDES = {frozenset((row["a"], row["b"])): row for row in table("map/hexsides.csv")}
RAIL = {frozenset((row["a"], row["b"])): row["track"] for row in table("map/rail.csv")}
ELEVATION = ("lowland", "upland", "highland", "foothills", "mountain", "steep_mountain")
MOUNTAINOUS = ("foothills", "mountain", "steep_mountain")


def column_row(at: Hex) -> tuple[int, int]:
    column, row = at.split(".")
    return int(column), int(row)


@cache
def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The hexes of the map around a hex."""
    x, y = column_row(at)
    low = y if x % 2 == 0 else y - 1
    around = [(x, y - 1), (x, y + 1), (x - 1, low), (x - 1, low + 1), (x + 1, low), (x + 1, low + 1)]
    return tuple(h for h in (f"{a:02}.{b:02}" for a, b in around) if h in HEXES)


@cache
def distance(a: Hex, b: Hex) -> int:
    """How many hexes it is from one to the other."""
    (x, y), (u, v) = column_row(a), column_row(b)
    # The rows of even columns lie half a hex further south: cube coordinates of an offset grid.
    r, s = y - (x + 1) // 2, v - (u + 1) // 2
    dx, dr = u - x, s - r
    return max(abs(dx), abs(dr), abs(dx + dr))


def side(a: Hex, b: Hex) -> dict[str, str]:
    """What lies along a hexside; nothing for a plain Clear one."""
    return SIDES.get(frozenset((a, b)), {})


@cache
def land(at: Hex) -> bool:
    """A unit may stand there: no sea, no neutral ground (B23)."""
    row = HEXES[at]
    return row["terrain"] != "sea" and row["country"] not in ("netherlands", "switzerland")


@cache
def window(scenario: str) -> frozenset[Hex]:
    """The hexes of a scenario that can be entered."""
    area = toml(f"scenarios/{scenario}.toml").get("area")
    if area is None:
        return frozenset(h for h in HEXES if land(h))
    (c1, c2), (r1, r2) = area["columns"], area["rows"]
    return frozenset(h for h in HEXES if land(h) and c1 <= column_row(h)[0] <= c2 and r1 <= column_row(h)[1] <= r2)


def river(a: Hex, b: Hex) -> str:
    """The river along a hexside; the Seine in Paris is ignored (3.5.5), the mouth of the Marne with it (B186)."""
    if HEXES[a]["camp"] == HEXES[b]["camp"] == "Paris":
        return ""
    return side(a, b).get("river", "")


def spanned(a: Hex, b: Hex) -> bool:
    """Whether a Roadway Bridge crosses the river (3.5.4)."""
    water = river(a, b)
    if water == "grand":
        return bool(side(a, b)["bridge"]) or frozenset((a, b)) in RAIL
    return water in ("major", "great")


def elevation(at: Hex) -> int:
    """3.6: six levels. Moor lies where the ground around it lies: it has no level of its own."""
    terrain = HEXES[at]["terrain"]
    return ELEVATION.index(terrain) if terrain in ELEVATION else 0


def camp(at: Hex) -> str:
    return HEXES[at]["camp"]

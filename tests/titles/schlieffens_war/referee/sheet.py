"""The map sheet and the counters (2.0, 3.2, 10.4): read from the data files, with the geometry of the grid.

A hex is its printed number: row, then file; files count westward, and even rows stand half a hex further west.
"""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from pathlib import Path

import front1914

DATA = Path(front1914.__file__).parent / "titles" / "schlieffens_war" / "data"

#: the six ways out of a hex, clockwise; opposite ways are three apart (11.15)
EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST = range(6)


def _rows(name: str) -> list[dict[str, str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@dataclass(frozen=True)
class Hex:
    country: str
    terrain: str
    city: bool
    scores: bool
    fortress: bool
    port: bool
    paris: bool
    perimeter: bool
    edges: frozenset[str]


@dataclass(frozen=True)
class Counter:
    nation: str
    army: str
    kind: str
    factors: tuple[int, ...]
    parentheses: bool
    allowances: tuple[int, ...]
    printed: str
    turn: str

    @property
    def corps(self) -> bool:
        return self.kind in ("infantry", "cavalry")

    @property
    def side(self) -> str:
        return "german" if self.nation == "german" else "entente"


HEXES = {
    row["id"]: Hex(
        row["country"],
        row["terrain"],
        row["city"] == "yes",
        row["vp"] == "yes",
        row["fortress"] == "yes",
        row["port"] == "yes",
        row["paris"] == "yes",
        row["perimeter"] == "yes",
        frozenset(row["edges"].split()),
    )
    for row in _rows("map/hexes.csv")
}
COUNTERS = {
    row["id"]: Counter(
        row["nation"],
        row["army"],
        row["kind"],
        tuple(map(int, row["factors"].split())),
        row["parentheses"] == "yes",
        tuple(map(int, row["ma"].split())),
        row["hex"],
        row["turn"],
    )
    for row in _rows("units.csv")
}
CHARTS = tomllib.loads((DATA / "charts.toml").read_text(encoding="utf-8"))
SCENARIOS = {
    name: tomllib.loads((DATA / "scenarios" / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("campaign", "introduction")
}
RIVERS = {frozenset((row["a"], row["b"])) for row in _rows("map/hexsides.csv") if row["kind"] == "river"}
SEA = {frozenset((row["a"], row["b"])) for row in _rows("map/hexsides.csv") if row["kind"] == "sea"}
RAIL = {frozenset((row["a"], row["b"])) for row in _rows("map/rail.csv")}
ON_RAIL = {h for link in RAIL for h in link}


def neighbour(h: str, way: int) -> str | None:
    """The hex that lies there, if there is one."""
    row, file = int(h[:2]), int(h[2:])
    west, east = (1, 0) if row % 2 == 0 else (0, -1)
    down, aside = {
        EAST: (0, -1),
        WEST: (0, 1),
        SOUTHEAST: (1, east),
        SOUTHWEST: (1, west),
        NORTHEAST: (-1, east),
        NORTHWEST: (-1, west),
    }[way]
    there = f"{row + down:02}{file + aside:02}"
    return there if there in HEXES else None


#: the hexes beside each, open sea between them or not
BESIDE = {h: [n for way in range(6) if (n := neighbour(h, way)) is not None] for h in HEXES}
#: those that can be reached: nobody and nothing crosses the open sea (R103)
PASSABLE = {h: [n for n in near if frozenset((h, n)) not in SEA] for h, near in BESIDE.items()}

#: the hexes to which a railway leads from each
LINKED = {h: [n for n in PASSABLE[h] if frozenset((h, n)) in RAIL] for h in HEXES}


def way(a: str, b: str) -> int:
    """In which direction a neighbour lies."""
    return next(w for w in range(6) if neighbour(a, w) == b)


def distance(a: str, b: str) -> int:
    """In hexes, over a grid without gaps."""

    def axial(h: str) -> tuple[int, int]:
        row, file = int(h[:2]), int(h[2:])
        return file - (row + row % 2) // 2, row

    (qa, ra), (qb, rb) = axial(a), axial(b)
    dq, dr = qa - qb, ra - rb
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def _near_belgium() -> frozenset[str]:
    """10.8: Belgium, and what lies within two hexes of it in France or Luxembourg."""
    belgium = [h for h, hexagon in HEXES.items() if hexagon.country == "belgium"]
    return frozenset(
        h
        for h, hexagon in HEXES.items()
        if hexagon.country == "belgium"
        or (hexagon.country in ("france", "luxembourg") and min(distance(h, b) for b in belgium) <= 2)
    )


BELGIAN_AREA = _near_belgium()

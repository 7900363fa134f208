"""The data files of the title as a player would read them, with no help from the program's own loader."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import front1914

DATA = Path(front1914.__file__).parent / "titles" / "schlieffens_war" / "data"

Pair = tuple[str, str]


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """The lines of a CSV file."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def hexes() -> dict[str, dict[str, str]]:
    """The hexes by id."""
    return {row["id"]: row for row in rows("map/hexes.csv")}


def marked(mark: str) -> set[str]:
    """The hexes that carry a mark."""
    return {name for name, row in hexes().items() if row[mark]}


def at(name: str) -> str:
    """The hex of a named place."""
    return next(row["id"] for row in rows("map/hexes.csv") if row["name"] == name)


def neighbours(name: str) -> list[str]:
    """The six ids around a hex: east, south-east, south-west, west, north-west, north-east; some may not exist."""
    row, file = int(name[:2]), int(name[2:])
    k = 0 if row % 2 == 0 else -1
    around = [(row, file - 1), (row + 1, file + k), (row + 1, file + k + 1)]
    around += [(row, file + 1), (row - 1, file + k + 1), (row - 1, file + k)]
    return [f"{r:02d}{f:02d}" for r, f in around]


def beside(name: str) -> list[str]:
    """The neighbours that exist and can be reached over land."""
    return [n for n in neighbours(name) if n in hexes() and tuple(sorted((n, name))) not in pairs("sea")]


@cache
def pairs(kind: str) -> set[Pair]:
    """The hexsides of a kind."""
    return {(row["a"], row["b"]) for row in rows("map/hexsides.csv") if row["kind"] == kind}


@cache
def rail() -> dict[str, set[str]]:
    """The hexes that rail links to each hex."""
    net: dict[str, set[str]] = {}
    for row in rows("map/rail.csv"):
        net.setdefault(row["a"], set()).add(row["b"])
        net.setdefault(row["b"], set()).add(row["a"])
    return net


def distance(one: str, other: str) -> int:
    """Hexes from one to the other."""

    def axial(name: str) -> tuple[int, int]:
        row, file = int(name[:2]), int(name[2:])
        return file - (row + row % 2) // 2, row

    (q1, r1), (q2, r2) = axial(one), axial(other)
    dq, dr = q1 - q2, r1 - r2
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def flood(start: str, links: dict[str, set[str]]) -> set[str]:
    """Everything the links join to a hex."""
    found, edge = {start}, [start]
    while edge:
        for name in links.get(edge.pop(), ()):
            if name not in found:
                found.add(name)
                edge.append(name)
    return found


UNITS = {row["id"]: row for row in rows("units.csv")}
CORPS = {name for name, row in UNITS.items() if row["kind"] in ("infantry", "cavalry")}
HOME = {"german": "germany", "french": "france", "belgian": "belgium"}


def figures(unit: str, column: str) -> list[int]:
    """The numbers of a unit: one for each side of the counter, and of the counters that follow it."""
    return [int(figure) for figure in UNITS[unit][column].split()]

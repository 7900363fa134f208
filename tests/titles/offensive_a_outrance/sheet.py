"""The data files of the title as a player would read them, with no help from the program's own loader."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import front1914

DATA = Path(front1914.__file__).parent / "titles" / "offensive_a_outrance" / "data"


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """The lines of a CSV file."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def toml(name: str) -> dict[str, Any]:
    """A TOML file."""
    with (DATA / name).open("rb") as file:
        return tomllib.load(file)


@cache
def hexes() -> dict[str, dict[str, str]]:
    """The hexes by id."""
    return {row["id"]: row for row in rows("map/hexes.csv")}


@cache
def sides() -> dict[frozenset[str], dict[str, str]]:
    """The hexsides that are not plain Clear, by their two hexes."""
    return {frozenset((row["a"], row["b"])): row for row in rows("map/hexsides.csv")}


def side(text: str, field: str) -> str:
    """A datum of a hexside such as 52.49-52.50."""
    found = sides().get(frozenset(text.split("-")))
    return found[field] if found else ""


@cache
def rails() -> dict[frozenset[str], dict[str, str]]:
    """The rail links by their two hexes."""
    return {frozenset((row["a"], row["b"])): row for row in rows("map/rail.csv")}


def marked(field: str, value: str = "") -> set[str]:
    """The hexes that carry a mark."""
    return {name for name, row in hexes().items() if row[field] and (not value or row[field] == value)}


def around(name: str) -> list[str]:
    """The six ids around a hex: even columns lie half a hex further south (A1)."""
    column, row = (int(part) for part in name.split("."))
    k = 0 if column % 2 == 0 else -1
    ways = ((0, -1), (1, k), (1, k + 1), (0, 1), (-1, k + 1), (-1, k))
    return [f"{column + c:02d}.{row + r:02d}" for c, r in ways]


def distance(one: str, other: str) -> int:
    """Hexes from one to the other."""
    (c1, r1), (c2, r2) = ((int(part) for part in name.split(".")) for name in (one, other))
    z1, z2 = r1 - -(-c1 // 2), r2 - -(-c2 // 2)
    return max(abs(c1 - c2), abs(z1 - z2), abs(c1 + z1 - c2 - z2))


def flood(start: str, links: Iterable[frozenset[str]]) -> set[str]:
    """All hexes that the links join to one of them."""
    beside: dict[str, set[str]] = {}
    for a, b in links:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    found, edge = {start}, [start]
    while edge:
        for name in beside.get(edge.pop(), ()):
            if name not in found:
                found.add(name)
                edge.append(name)
    return found


@cache
def units() -> dict[str, dict[str, str]]:
    """Combat and Artillery units by id."""
    return {row["id"]: row for row in rows("units.csv")}


def values(unit: str, fields: str) -> list[int]:
    """Some of the figures of a unit."""
    return [int(units()[unit][field]) for field in fields.split()]

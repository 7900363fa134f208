"""The data files of the title as a player would read them, with no help from the program's own loader."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import front1914

DATA = Path(front1914.__file__).parent / "titles" / "der_weltkrieg" / "data"


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
def west() -> frozenset[str]:
    """The hexes of the Western Front."""
    return frozenset(name for name, row in hexes().items() if row["sheet"] == "5-3")


@cache
def sides() -> dict[frozenset[str], dict[str, str]]:
    """The hexsides by their two hexes."""
    return {frozenset((row["a"], row["b"])): row for row in rows("map/hexsides.csv")}


def side(text: str) -> dict[str, str]:
    """The hexside 2107/2007."""
    return sides()[frozenset(text.split("/"))]


@cache
def units() -> dict[str, dict[str, str]]:
    """The counters by id."""
    return {row["id"]: row for row in rows("units.csv")}


def around(name: str) -> set[str]:
    """The ids beside a hex, on the map or not: even columns stand half a hex further south."""
    c, r = int(name[:2]), int(name[2:])
    k = (0, 1) if c % 2 == 0 else (-1, 0)
    cells = [(c, r - 1), (c, r + 1), *((c + d, r + e) for d in (-1, 1) for e in k)]
    return {f"{a:02d}{b:02d}" for a, b in cells}


def distance(one: str, other: str) -> int:
    """Hexes from one to the other."""
    (c1, r1), (c2, r2) = ((int(name[:2]), int(name[2:])) for name in (one, other))
    dq, dp = c2 - c1, (r2 - -(-c2 // 2)) - (r1 - -(-c1 // 2))
    return max(abs(dq), abs(dp), abs(dq + dp))


def at(name: str) -> str:
    """The hex of a named place."""
    return next(row["id"] for row in rows("map/hexes.csv") if row["name"] == name)


def flood(start: str, links: set[frozenset[str]]) -> set[str]:
    """All hexes that the links join to one of them."""
    beside: dict[str, set[str]] = {}
    for a, b in links:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    found, rim = {start}, [start]
    while rim:
        for name in beside.get(rim.pop(), set()) - found:
            found.add(name)
            rim.append(name)
    return found

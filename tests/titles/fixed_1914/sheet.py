"""The data files of the title as a player would read them, with no help from the program's own loader."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import front1914

DATA = Path(front1914.__file__).parent / "titles" / "fixed_1914" / "data"
WAYS = ("n", "ne", "se", "s", "sw", "nw")


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
def countries(name: str) -> frozenset[str]:
    """The countries that have a share in a hex."""
    return frozenset(hexes()[name]["countries"].split())


def inside(country: str) -> set[str]:
    """The open hexes with a share of a country."""
    return {name for name, row in hexes().items() if country in countries(name) and not row["closed"]}


def marked(mark: str, value: str = "") -> set[str]:
    """The hexes that carry a mark."""
    return {name for name, row in hexes().items() if row[mark] and (not value or row[mark] == value)}


def at(name: str) -> str:
    """The hex of a named place."""
    return next(row["id"] for row in rows("map/hexes.csv") if row["name"] == name)


def spot(name: str) -> tuple[int, int]:
    """Column and number of an id: A to Z, then AA, BB."""
    letters = name.rstrip("0123456789")
    return ord(letters[0]) - 64 + 26 * (len(letters) - 1), int(name[len(letters) :])


def word(column: int, number: int) -> str:
    """The id of a column and a number."""
    return chr(65 + (column - 1) % 26) * ((column - 1) // 26 + 1) + str(number)


def around(name: str) -> list[str]:
    """The six ids around a hex, clockwise from north; some may not exist."""
    q, r = spot(name)
    return [
        word(*n) if n[0] > 0 else ""
        for n in ((q, r - 1), (q + 1, r), (q + 1, r + 1), (q, r + 1), (q - 1, r), (q - 1, r - 1))
    ]


def distance(one: str, other: str) -> int:
    """Hexes from one to the other."""
    (q1, r1), (q2, r2) = spot(one), spot(other)
    dq, dr = q2 - q1, r2 - r1
    return max(abs(dq), abs(dr), abs(dq - dr))


@cache
def rivers() -> dict[str, dict[str, str]]:
    """The river hexes by id."""
    return {row["id"]: row for row in rows("map/rivers.csv")}


def side(one: str, other: str) -> str:
    """What the hexside of a river hex towards another hex is: a bank or an arm."""
    return rivers()[one][WAYS[around(one).index(other)]]


@cache
def rail() -> dict[str, set[str]]:
    """The hexes that rail links to each hex."""
    net: dict[str, set[str]] = {}
    for row in rows("map/rail.csv"):
        net.setdefault(row["a"], set()).add(row["b"])
        net.setdefault(row["b"], set()).add(row["a"])
    return net


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
TYPES = {row["id"]: row for row in rows("types.csv")}


def kind(unit: str) -> dict[str, str]:
    """The type of a unit."""
    return TYPES[UNITS[unit]["type"]]


def steps(type_: str) -> list[str]:
    """The printed steps of a type, from the strongest down."""
    return [step.strip() for step in TYPES[type_]["steps"].split(">")]

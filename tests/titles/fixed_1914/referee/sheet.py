"""Map, counters and charts (MB, UC), read from the data files: what is printed, and nothing that is worked out."""

from __future__ import annotations

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import front1914

DATA = Path(front1914.__file__).parent / "titles" / "fixed_1914" / "data"
#: MB-13, H1: in the order of the columns of rivers.csv
WAYS = {"n": (0, -1), "ne": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 0), "nw": (-1, -1)}
BANKS = {"left": "l", "right": "r", "middle": "m"}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


@dataclass(frozen=True)
class Hex:
    id: str
    name: str
    country: str
    countries: frozenset[str]
    terrain: str
    closed: bool
    city: str  #: "", city or major
    port: bool
    economic: bool
    source: str  #: whom it feeds (SU-4 to SU-6)
    internal: int
    apart: bool

    @property
    def rough(self) -> bool:
        return self.terrain == "rough"

    @property
    def broken(self) -> bool:
        """Rough or forest (MB-5)."""
        return self.terrain in ("rough", "forest")

    @property
    def prize(self) -> bool:
        """MB-11, MB-12: what can be controlled; forts count for VC-3e."""
        return bool(self.city or self.economic or self.internal)


@dataclass(frozen=True)
class Side:
    """A hexside."""

    countries: frozenset[str]
    upper: str
    external: int
    owner: str


@dataclass(frozen=True)
class Type:
    id: str
    nation: str
    kind: str
    grade: str
    size: str
    eighths: int
    steps: tuple[tuple[int, int, int], ...]  #: all faces: those of the way down, then those only replacements lead to
    down: int  #: how many lie on the way down
    restore: tuple[int, ...]  #: faces on the way up, in order
    cost: int
    section: str
    reduced: str
    calibre: int

    @property
    def infantry(self) -> bool:
        return self.kind in ("infantry", "landwehr")

    @property
    def cavalry(self) -> bool:
        return self.kind == "cavalry"


def _faces(text: str) -> list[tuple[int, int, int]]:
    found = []
    for part in filter(None, (piece.strip() for piece in text.split(">"))):
        a, d, m = re.fullmatch(r"\(?(\d+)\)?-(\d+)-(\d+)", part).groups()  # type: ignore[union-attr]
        found.append((int(a), int(d), int(m)))
    return found


def _type(row: dict[str, str]) -> Type:
    down, up = _faces(row["steps"]), _faces(row["restore"])
    faces = down + [face for face in up if face not in down]
    return Type(
        row["id"],
        row["nation"],
        row["kind"],
        row["grade"],
        row["size"],
        int(row["eighths"]),
        tuple(faces),
        len(down),
        tuple(faces.index(face) for face in up),
        int(row["cost"] or 0),
        row["section"],
        row["reduced"],
        int(row["calibre"] or 0),
    )


def _hex(row: dict[str, str]) -> Hex:
    source = row["supply"] or ("german" if row["edges"] and row["country"] == "germany" and not row["closed"] else "")
    return Hex(
        row["id"],
        row["name"],
        row["country"],
        frozenset(row["countries"].split()),
        row["terrain"],
        bool(row["closed"]),
        row["city"],
        bool(row["port"]),
        bool(row["economic"]),
        source,
        int(row["forts"] or 0),
        bool(row["apart"]),
    )


HEXES = {row["id"]: _hex(row) for row in rows("map/hexes.csv")}
PLACES = {each.name: each.id for each in HEXES.values() if each.name}
SIDES = {
    frozenset((row["a"], row["b"])): Side(
        frozenset(row["countries"].split()), row["slope"], int(row["forts"] or 0), row["owner"]
    )
    for row in rows("map/hexsides.csv")
}
PLAIN_SIDE = Side(frozenset(), "", 0, "")
RIVERS = {row["id"]: tuple(row[way] for way in WAYS) for row in rows("map/rivers.csv")}
RAILS = [(row["a"], row["b"], tuple(row["lines"].split("; "))) for row in rows("map/rail.csv")]
TYPES = {row["id"]: _type(row) for row in rows("types.csv")}
UNIT_ROWS = {row["id"]: row for row in rows("units.csv")}
UNITS = {id: TYPES[row["type"]] for id, row in UNIT_ROWS.items()}
GROUPS = {id: row["group"] for id, row in UNIT_ROWS.items()}
CHARTS: dict[str, Any] = tomllib.loads((DATA / "charts.toml").read_text(encoding="utf-8"))
SCENARIOS: dict[str, Any] = {
    name: tomllib.loads((DATA / "scenarios" / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("campaign", "introduction")
}


def point(id: str) -> tuple[int, int]:
    """H1: A to Z are columns 1 to 26, AA to ZZ 27 to 52."""
    letters, number = re.fullmatch(r"([A-Z]+)(\d+)", id).groups()  # type: ignore[union-attr]
    return ord(letters[0]) - 64 + 26 * (len(letters) - 1), int(number)


_AT = {point(id): id for id in HEXES}


@cache
def beside(id: str) -> tuple[str, ...]:
    """The six neighbours, as far as the map reaches."""
    return tuple(other for way in WAYS if (other := toward(id, way)))


@cache
def toward(id: str, way: str) -> str:
    q, r = point(id)
    return _AT.get((q + WAYS[way][0], r + WAYS[way][1]), "")


@cache
def way_to(a: str, b: str) -> int:
    """The number of the hexside of `a` that faces `b`."""
    return next(i for i, way in enumerate(WAYS) if toward(a, way) == b)


def distance(a: str, b: str) -> int:
    (q1, r1), (q2, r2) = point(a), point(b)
    return max(abs(q2 - q1), abs(r2 - r1), abs((q2 - q1) - (r2 - r1)))


@cache
def side(a: str, b: str) -> Side:
    return SIDES.get(frozenset((a, b)), PLAIN_SIDE)


@cache
def entered_countries(a: str, b: str) -> frozenset[str]:
    """H2: the countries that a step from one hex to the other goes into."""
    here, there = HEXES[a].countries, HEXES[b].countries
    if len(there) == 1:
        return there
    line = side(a, b).countries
    return frozenset(c for c in here & there if len(here) > 1 and line == {c})

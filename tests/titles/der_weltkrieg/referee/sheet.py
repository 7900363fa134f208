"""Map, counters and charts (3), read from the data files: what is printed, and nothing that is worked out."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import front1914

DATA = Path(front1914.__file__).parent / "titles" / "der_weltkrieg" / "data"
CENTRAL = ("german", "austro_hungarian", "bulgarian", "ottoman", "polish")
#: by country of a hex, the nation whose war decides whether it is neutral (10-6)
NATION = {
    "germany": "german",
    "france": "french",
    "belgium": "belgian",
    "britain": "british",
    "netherlands": "dutch",
    "switzerland": "swiss",
    "luxembourg": "luxembourg",
    "austria": "austro_hungarian",
    "austria_hungary": "austro_hungarian",
    "serbia": "serbian",
    "romania": "romanian",
    "bulgaria": "bulgarian",
    "russia": "russian",
    "italy": "italian",
    "montenegro": "montenegrin",
    "ottoman": "ottoman",
    "greece": "greek",
    "poland": "polish",
}
ZONED = ("infantry", "mountain", "marine", "assault", "mountain_assault", "cavalry")  #: 10-2
INFANTRY = tuple(kind for kind in ZONED if kind != "cavalry")
GUNS = ("artillery", "siege")
CLOSED = ("ocean", "lake", "alpine")  #: nobody goes there, and no zone of control


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


@dataclass(frozen=True)
class Hex:
    id: str
    sheet: str
    country: str
    city: str
    port: bool
    edge: str
    food: bool


@dataclass(frozen=True)
class Side:
    terrain: str
    shore: str
    water: str
    track: str


@dataclass(frozen=True)
class Counter:
    id: str
    nation: str
    kind: str
    size: str
    front: int
    back: int
    move: int
    back_move: int
    full: int
    flags: frozenset[str]

    @property
    def side(self) -> str:
        return "central" if self.nation in CENTRAL else "entente"

    @property
    def fights(self) -> bool:
        return self.kind in ZONED or self.kind in GUNS

    @property
    def ground(self) -> bool:
        """3, 9-9, DW-R126: a Ground Combat Unit; engineers are."""
        return self.fights or self.kind == "engineer"

    @property
    def light(self) -> bool:
        """30-1: cavalry that needs no Supply Points."""
        most = 2 if self.nation in ("german", "british") else 1
        return self.kind == "cavalry" and self.full <= most


def _counter(row: dict[str, str]) -> Counter:
    numbers = (int(row[key] or 0) for key in ("front", "back", "move"))
    front, back, move = numbers
    return Counter(
        row["id"],
        row["nation"],
        row["kind"],
        row["size"],
        front,
        back,
        move,
        int(row["back_move"] or move),
        int(row["full"] or 0),
        frozenset(row["flags"].split()),
    )


HEXES = {
    row["id"]: Hex(
        row["id"], row["sheet"], row["country"], row["city"], bool(row["port"]), row["edge"], bool(row["food"])
    )
    for row in rows("map/hexes.csv")
}
SIDES = {
    frozenset((row["a"], row["b"])): Side(row["terrain"], row["shore"], row["water"], row["track"])
    for row in rows("map/hexsides.csv")
}
COUNTERS = {row["id"]: _counter(row) for row in rows("units.csv")}
CHARTS: dict[str, Any] = tomllib.loads((DATA / "charts.toml").read_text(encoding="utf-8"))
TEC = CHARTS["tec"]
RIVERS = CHARTS["rivers"]
SCENARIOS: dict[str, Any] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted((DATA / "scenarios").glob("*.toml"))
}


@cache
def ring(h: str) -> tuple[str, ...]:
    """The six places around a hex clockwise from the north; even columns stand half a hex further south."""
    column, row = int(h[:2]), int(h[2:])
    low = 1 if column % 2 == 0 else 0
    places = [(0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1)]
    return tuple(f"{column + dc:02}{row + dr:02}" for dc, dr in places)


@cache
def beside(h: str) -> tuple[str, ...]:
    return tuple(n for n in ring(h) if frozenset((h, n)) in SIDES and n in HEXES)


def side(a: str, b: str) -> Side:
    return SIDES[frozenset((a, b))]


@cache
def area(scenario: str) -> frozenset[str]:
    """The hexes of a scenario: those of its rectangle, if it has one."""
    bounds = SCENARIOS[scenario].get("area")
    if not bounds:
        return frozenset(HEXES)
    (c1, r1), (c2, r2) = ((int(h[:2]), int(h[2:])) for h in bounds)
    return frozenset(h for h in HEXES if c1 <= int(h[:2]) <= c2 and r1 <= int(h[2:]) <= r2)


def losses(year: int, points: int, die: int) -> int:
    """13-13, 13-19, 13-26: the chart."""
    chart = CHARTS["crt"]["late" if year >= 1917 else "early"]["rows"][str(die)]
    fifties, rest = divmod(points, 50)
    return int(fifties * chart[49] + (chart[rest - 1] if rest else 0))

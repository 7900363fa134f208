"""MB: the map: countries and borders, terrain, cities, forts, rivers with their banks, railways.

Hexes are small integers; sets of hexes are bitsets. A border runs through hexes, so a hex can belong to several
countries (H2). A river runs through hexes too: it leaves each of them with two or more banks (H5, ways.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from front1914.engine.words import Words
from front1914.kit.bits import from_members, members
from front1914.kit.data import DataFolder, Split
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import LETTERED
from front1914.kit.rail import RailRow, Rails
from front1914.kit.spelling import spelled

COUNTRIES = ("germany", "france", "belgium", "holland", "luxembourg", "switzerland")
NEUTRALS = ("belgium", "holland", "luxembourg")  #: at the start
COUNTRY_BIT = {country: 1 << i for i, country in enumerate(COUNTRIES)}  #: a set of countries is a bitset too
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")  #: the six hexsides, as rivers.csv and the board count them
Country = Literal["germany", "france", "belgium", "holland", "luxembourg", "switzerland"]

# ---- what the data files hold


@dataclass(frozen=True)
class HexRow:
    """A hex: data/map/hexes.csv."""

    id: str
    terrain: Literal["clear", "rough", "forest", "sea"]
    name: str = ""
    country: Literal["", "germany", "france", "belgium", "holland", "luxembourg", "switzerland"] = ""
    countries: tuple[Country, ...] = ()
    closed: Literal["", "edge", "sea", "island", "switzerland"] = ""
    city: Literal["", "city", "major"] = ""
    port: bool = False
    economic: bool = False
    objective: bool = False
    supply: Literal["", "german", "allied", "belgian"] = ""
    forts: int = 0
    calibre: int = 0
    ridge: str = ""
    edges: Literal["", "east"] = ""
    apart: bool = False


@dataclass(frozen=True)
class SideRow:
    """A hexside: data/map/hexsides.csv."""

    a: str
    b: str
    countries: tuple[Country, ...] = ()
    slope: str = ""
    forts: int = 0
    owner: str = ""
    name: str = ""


@dataclass(frozen=True)
class RiverRow:
    """What each hexside of a river hex is: data/map/rivers.csv. A bank, or an arm of the river between two."""

    id: str
    rivers: str
    n: str
    ne: str
    se: str
    s: str
    sw: str
    nw: str


@dataclass(frozen=True)
class LineRow:
    """Two hexes that railways link: data/map/rail.csv."""

    a: str
    b: str
    lines: Annotated[tuple[str, ...], Split(";")] = ()


_folder = DataFolder.of(__package__)
#: MB-9: map/hexes.csv [X5 W5 closed]
#: MB-13: map/hexes.csv [N18 Y10 DD23 BB20 name]
HEX_ROWS = _folder.csv("map/hexes.csv", HexRow)
SIDE_ROWS = _folder.csv("map/hexsides.csv", SideRow, key=("a", "b"))
RIVER_ROWS = _folder.csv("map/rivers.csv", RiverRow)
RAIL_ROWS = _folder.csv("map/rail.csv", LineRow, key=("a", "b"))

# ---- hexes (MB-9)

_NAMES = {row.id: spelled(row.name) for row in HEX_ROWS if row.name}
BOARD = HexBoard(LETTERED, [row.id for row in HEX_ROWS], _NAMES)  #: MB-1, MB-13
HEXES = BOARD.words
SIZE = BOARD.size
RING = BOARD.ring
ROW = tuple(HEX_ROWS.by_id.get(word) for word in HEXES.ids)  #: by hex, None where there is none


def _where(test: Callable[[HexRow], object]) -> int:
    return BOARD.bits(row.id for row in HEX_ROWS if test(row))


OPEN = _where(lambda row: not row.closed)  #: MV-7, MB-9: where units may be
ROUGH, FOREST = _where(lambda row: row.terrain == "rough"), _where(lambda row: row.terrain == "forest")
CITY, PORT = _where(lambda row: row.city), _where(lambda row: row.port)
ECONOMIC, OBJECTIVE = _where(lambda row: row.economic), _where(lambda row: row.objective)  #: MB-12; VC-1, VC-2
INTERNAL = tuple(row.forts if row else 0 for row in ROW)  #: FT-1, SU-8.2: internal fort symbols by hex
FORT = _where(lambda row: row.forts)
CALIBRE = {HEXES.number(row.id): row.calibre for row in HEX_ROWS if row.calibre}  #: PP-12: guns owed by hex
PLACE = {row.name: HEXES.number(row.id) for row in HEX_ROWS if row.name}  #: the hex of a named place
#: VC-5, H12: hexes of which it matters who was there last
KEY = tuple(members(CITY | ECONOMIC | FORT))

# ---- countries (MB-8, H2)

IN = {c: BOARD.bits(row.id for row in HEX_ROWS if c in row.countries) for c in COUNTRIES}  #: with a share of it
INTERIOR = {c: BOARD.bits(row.id for row in HEX_ROWS if row.countries == (c,)) for c in COUNTRIES}
#: by the country of most of a hex, or of its town
HOME_HEXES = {c: BOARD.bits(row.id for row in HEX_ROWS if row.country == c) for c in COUNTRIES}
MAJOR = {c: HOME_HEXES[c] & _where(lambda row: row.city == "major") for c in COUNTRIES}  #: MB-11, MB-11.1
CITIES = {c: HOME_HEXES[c] & CITY for c in COUNTRIES}
EAST_EDGE = _where(lambda row: row.edges == "east")  #: SU-4b
#: SU-4a, SU-5a, SU-5b, SU-5c, SU-6a, SU-6b: where lines of supply end
SOURCES = {
    "german": MAJOR["germany"] | EAST_EDGE,
    "french": _where(lambda row: row.supply == "allied"),
    "belgian": _where(lambda row: row.supply == "belgian"),
}
#: by hex: the side to whose home country it belongs; Luxembourg takes no side
HOME_SIDE = tuple(
    "german"
    if row and row.country == "germany"
    else "allied"
    if row and row.country in ("france", "belgium", "holland")
    else ""
    for row in ROW
)
_line = {frozenset((HEXES.number(row.a), HEXES.number(row.b))): row for row in SIDE_ROWS}


def _violated(a: int, b: int) -> int:
    """H2, MB-8.2, BN-3.2: the countries that a step violates, whoever takes it: their interior is entered, or a
    hexside between two border hexes is crossed that lies in that country alone."""
    here, there = ROW[a], ROW[b]
    assert here is not None
    assert there is not None
    if len(there.countries) == 1:
        return COUNTRY_BIT[there.countries[0]]
    row = _line.get(frozenset((a, b)))
    if row is not None and len(row.countries) == 1:
        only = row.countries[0]
        if only in here.countries and only in there.countries and len(here.countries) > 1:
            return COUNTRY_BIT[only]
    return 0


#: by step (6 * hex + direction): the countries that it violates
VIOLATES = tuple(_violated(i // 6, n) if n >= 0 else 0 for i, n in enumerate(BOARD.steps))
_neutral = sum(COUNTRY_BIT[country] for country in NEUTRALS)
#: by pair of neighbours: the neutrals among them, where there are any
TRESPASS = {(i // 6, n): VIOLATES[i] & _neutral for i, n in enumerate(BOARD.steps) if VIOLATES[i] & _neutral}

# ---- forts on hexsides, slopes (FT-1, FT-6, TC-1d)

#: FT-1.2, FT-4: by pair of neighbours, in both orders: external fort symbols and the country that built them
EXTERNAL = {
    pair: (row.forts, row.owner)
    for row in SIDE_ROWS
    if row.forts
    for a, b in [(HEXES.number(row.a), HEXES.number(row.b))]
    for pair in ((a, b), (b, a))
}
#: (from, ridge hex): an attack that way goes up a ridge (H6)
UPHILL = frozenset(
    (HEXES.number(row.b if row.slope == row.a else row.a), HEXES.number(row.slope)) for row in SIDE_ROWS if row.slope
)

# ---- rivers (MB-4, H5)

BANKS = Words("bank", ["left", "right", "middle", "fourth", "fifth", "sixth", "seventh"])  #: looking downstream
_LETTERS = "lrmnpqs"  # as rivers.csv writes them; `o`, the one bank of a river that rises here, is the first too
ARM = -1


def _bank(letter: str) -> int:
    return 0 if letter == "o" else _LETTERS.index(letter)


_rivers = {HEXES.number(row.id): tuple(getattr(row, d) for d in DIRECTIONS) for row in RIVER_ROWS}
RIVER = from_members(_rivers)
#: by hexside (6 * hex + direction): the bank on which it lies, ARM where the river passes through it
SIDE_BANK = tuple(
    (ARM if "|" in _rivers[i // 6][i % 6] else _bank(_rivers[i // 6][i % 6])) if i // 6 in _rivers else 0
    for i in range(6 * SIZE)
)
#: by hexside that the river passes through: the banks at its anticlockwise and at its clockwise end
ARMS: dict[int, tuple[int, int]] = {}
for _h, _sides in _rivers.items():
    for _d, _text in enumerate(_sides):
        if "|" in _text:
            _left, _right = _text.split("|")
            ARMS[6 * _h + _d] = (_bank(_left), _bank(_right))
#: by hex: its banks; one where there is no river
BANKS_OF = tuple(
    tuple(sorted({_bank(x) for text in _rivers[h] for x in text.split("|")})) if h in _rivers else (0,)
    for h in range(SIZE)
)
RIVER_NAME = {HEXES.number(row.id): row.rivers for row in RIVER_ROWS}

# ---- railways (MB-7, RM-3, H7)


def _links(rows: Iterable[LineRow]) -> list[RailRow]:
    return [RailRow(HEXES.number(row.a), HEXES.number(row.b), "double", row.lines) for row in rows]


#: RM-3.2, RM-3.3: each line of a hex has its own place; the Rhine has one on either bank
RAILS = Rails(SIZE, _links(RAIL_ROWS), by_line=True, apart=_where(lambda row: row.apart))
ON_RAIL = RAILS.hexes
RAIL_NODE = tuple(members(RAILS.exists))  #: rail nodes in the order of their small numbers
RAIL_NUMBER = {node: i for i, node in enumerate(RAIL_NODE)}


def _rail_word(node: int) -> str:
    h, layer = node % SIZE, node // SIZE
    return f"{HEXES[h]}" if not layer else f"{HEXES[h]}/{layer + 1}"


RAIL_NODES = Words("rail", [_rail_word(node) for node in RAIL_NODE])  #: the second line of a hex is written N18/2

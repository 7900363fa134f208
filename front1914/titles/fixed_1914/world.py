"""UC, PP: the units, the boxes beside the map, and what they are.

What a unit is stands in tuples indexed by unit. Field units and blanks of a side are numbered together, fortification
artillery after all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from front1914.engine.words import Words
from front1914.kit.board import SlotWords
from front1914.kit.data import DataFolder
from front1914.kit.spelling import spelled
from front1914.kit.steps import Chain, factors
from front1914.titles.fixed_1914.board import HEXES, SIZE

SIDES = ("german", "allied")
FOE = {"german": "allied", "allied": "german"}
NATIONS = ("german", "french", "british", "belgian", "dutch")  #: UC-8
SIDE_OF_NATION = {nation: "german" if nation == "german" else "allied" for nation in NATIONS}
#: the country in which a unit is at home; the British are guests of France (RM-2b, SU-9)
COUNTRY_OF_NATION = {
    "german": "germany",
    "french": "france",
    "british": "france",
    "belgian": "belgium",
    "dutch": "holland",
}
Kind = Literal["infantry", "landwehr", "cavalry", "artillery", "railroad", "engineer", "blank", "fort"]


@dataclass(frozen=True)
class TypeRow:
    """A type of unit: data/types.csv."""

    id: str
    name: str
    nation: Literal["german", "french", "british", "belgian", "dutch"]
    kind: Kind
    size: Literal["corps", "division", "brigade", "regiment", "battalion", "none"]
    eighths: int
    steps: str
    restore: str = ""
    cost: int = 0
    section: Literal["", "A", "R", "I", "C"] = ""
    reduced: Literal["", "A", "R", "I", "C"] = ""
    calibre: int = 0
    note: str = ""
    grade: Literal["", "A", "R"] = ""


@dataclass(frozen=True)
class UnitRow:
    """A unit: data/units.csv."""

    id: str
    name: str
    type: str
    group: str
    short: str = ""
    hex: str = ""
    turn: int = 0
    note: str = ""


# ---- which lines hold which force of the rulebook's lists

#: PP-3a: units.csv [g-A type]
#: PP-3b: units.csv [g-R type]
#: PP-3c: units.csv [g-LW4 type]
#: PP-3d: units.csv [g-LW2 type]
#: PP-3e: units.csv [g-LW1 type]
#: PP-3f: units.csv [g-C type]
#: PP-3g: units.csv [g-210 type]
#: PP-3h: units.csv [g-305 type]
#: PP-3i: units.csv [g-420 type]
#: PP-3j: units.csv [g-420RR type]
#: PP-3k: units.csv [g-FR type]
#: PP-3l: units.csv [g-ID type]
#: PP-3m: units.csv [g-IT type]
#: PP-3n: units.csv [g-EB type]
#: PP-4a, PP-4b: units.csv [north_army type]
#: PP-6: units.csv [g-420RR g-IT group]
#: PP-7a: units.csv [f-A type]
#: PP-7b: units.csv [f-R type]
#: PP-7c: units.csv [f-D type]
#: PP-7d: units.csv [f-B type]
#: PP-7e: units.csv [f-L type]
#: PP-7f: units.csv [f-AL type]
#: PP-7g: units.csv [f-C type]
#: PP-8a: units.csv [f-T hex]
#: PP-8b: units.csv [f-TB3 hex]
#: PP-8c: units.csv [f-TB2 hex]
#: PP-10a, PP-10b: units.csv [north_african type]
#: PP-11a: units.csv [b-A type]
#: PP-11b: units.csv [b-D type]
#: PP-11c: units.csv [b-C type]
#: PP-11d: units.csv [b-CB type]
#: PP-11e: units.csv [b-B type]
#: PP-12.1: units.csv [be-K hex]
#: PP-12.2: units.csv [be-C hex]
#: PP-12.3: units.csv [be-D be-B hex]
#: PP-12.4: units.csv [dutch type]
#: PP-12.9: units.csv [fort hex]
#: PP-12.10: units.csv [fort-st-mihiel fort-rupt hex]
#: CE-1.1: types.csv [eighths]
#: CE-1.2: types.csv [g-210 g-305 eighths]
#: UC-9.2: types.csv [calibre]
#: UC-7: types.csv [size]
#: UC-8: types.csv [nation]
#: RP-13.2: types.csv [g-A steps restore]
_folder = DataFolder.of(__package__)
TYPE_ROWS = _folder.csv("types.csv", TypeRow)
_type = TYPE_ROWS.by_id
UNIT_ROWS = sorted(
    _folder.csv("units.csv", UnitRow),
    key=lambda row: (_type[row.type].kind == "fort", SIDES.index(SIDE_OF_NATION[_type[row.type].nation])),
)
TYPE = tuple(_type[row.type] for row in UNIT_ROWS)

# ---- the units (UC): how many of each kind there are is in units.csv (PP-3, PP-4 for the Germans)

UNITS = Words("unit", [row.id for row in UNIT_ROWS], {row.id: spelled(row.name) for row in UNIT_ROWS})
GROUP = tuple(row.group for row in UNIT_ROWS)  #: initial, optional, reinforcements, ...
NATION = tuple(row.nation for row in TYPE)
SIDE = tuple(SIDE_OF_NATION[nation] for nation in NATION)
KIND = tuple(row.kind for row in TYPE)  #: UC-5
IS_INFANTRY = tuple(kind in ("infantry", "landwehr") for kind in KIND)  #: UC-5
IS_LANDWEHR = tuple(kind == "landwehr" for kind in KIND)
IS_CAVALRY = tuple(kind == "cavalry" for kind in KIND)
IS_FIGHTING = tuple(a or b for a, b in zip(IS_INFANTRY, IS_CAVALRY, strict=True))  #: VC-5: occupies and controls
IS_ARTILLERY = tuple(kind in ("artillery", "railroad") for kind in KIND)  #: field artillery (AR-1, ST-1b)
IS_ENGINEER = tuple(kind == "engineer" for kind in KIND)
IS_RAILROAD = tuple(kind == "railroad" for kind in KIND)
RAIL_BOUND = tuple(kind in ("railroad", "engineer") for kind in KIND)  #: RM-5, RM-6
IS_BLANK = tuple(kind == "blank" for kind in KIND)
IS_GUN = tuple(kind == "fort" for kind in KIND)  #: fortification artillery (FA-1)
IS_TERRITORIAL = tuple(row.type in ("f-T", "f-TB3", "f-TB2") for row in UNIT_ROWS)  #: PP-8
IS_ITALIAN = tuple(row.type == "g-IT" for row in UNIT_ROWS)
CLASS = tuple(row.grade for row in TYPE)  #: "A", "R" or neither
COUNTED = tuple(bool(row.grade) for row in TYPE)  #: "A" and "R" corps: allocation, forced march, points (B-5, B-35)
EIGHTHS = tuple(row.eighths for row in TYPE)  #: eighths of a corps (CE-1)
IS_CORPS = tuple(row.size == "corps" for row in TYPE)
CHAIN = tuple(Chain(row.steps, row.restore, factors) for row in TYPE)  #: UL-5, RP-13
ATTACK = tuple(tuple(value[0] for value in chain.values) for chain in CHAIN)  #: UC-2: by step
#: UC-3, FA-1.5: by step; fortification artillery has none, its factor raises fort symbols
DEFENCE = tuple(tuple(0 if IS_GUN[u] else value[1] for value in chain.values) for u, chain in enumerate(CHAIN))
GUN_FACTOR = tuple(chain.values[0][1] if IS_GUN[u] else 0 for u, chain in enumerate(CHAIN))
MOVE = tuple(chain.values[0][2] for chain in CHAIN)  #: UC-4: the same at every step
CALIBRES = tuple(row.calibre for row in TYPE)  #: UC-9
STRENGTH = tuple(ATTACK[u][0] if IS_LANDWEHR[u] else 0 for u in UNITS.numbers)  #: of Landwehr (UL-8)

_guns = IS_GUN.index(True)
FIELD = slice(0, _guns)  #: everybody but fortification artillery
OWN = {side: tuple(u for u in UNITS.numbers if SIDE[u] == side) for side in SIDES}
_germans = sum(not IS_GUN[u] for u in OWN["german"])
SPAN = {"german": slice(0, _germans), "allied": slice(_germans, _guns)}  #: field units and blanks of a side
OF_NATION = {nation: tuple(u for u in UNITS.numbers if NATION[u] == nation) for nation in NATIONS}
#: units by the nation as which they trace supply: British ones as French (SU-9)
OF_GROUP = {
    "german": OF_NATION["german"],
    "french": (*OF_NATION["french"], *OF_NATION["british"]),
    "belgian": OF_NATION["belgian"],
}
BLANKS = tuple(u for u in UNITS.numbers if IS_BLANK[u])
LANDWEHR = tuple(u for u in UNITS.numbers if IS_LANDWEHR[u])
SET_UP = tuple(HEXES.number(row.hex) if row.hex else -1 for row in UNIT_ROWS)  #: where the text puts it, or -1
ARRIVAL = tuple(row.turn for row in UNIT_ROWS)  #: the turn of arrival, 0 for none
GUNS = {SET_UP[u]: u for u in UNITS.numbers if IS_GUN[u]}  #: fortification artillery by its hex
GUNS_OF = {side: tuple(u for u in OWN[side] if IS_GUN[u]) for side in SIDES}

# ---- places: the hexes, then the boxes beside the map

BOXES = ("absent", "pool", "track", "russia", "staging", "eliminated", "removed")
ABSENT, POOL, TRACK, RUSSIA, STAGING, ELIMINATED, REMOVED = range(SIZE, SIZE + len(BOXES))
#: not in the game; to be set up; on the Turn Record; sent to Russia; off the map; lost; BEF units sent home (BA-2)
PLACES = SlotWords("place", [*map(str, HEXES.ids), *BOXES], {str(HEXES[h]): HEXES.name(h) for h in HEXES.numbers})
BIT = tuple(1 << h if h < SIZE else 0 for h in range(SIZE + len(BOXES)))  #: the bit of a place, none for a box

"""3: the units and the places where they can be. What a unit is stands in tuples indexed by unit.

Units of a side are numbered together, the Central Powers first. Nations: nations.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from front1914.engine.words import Words
from front1914.kit.board import SlotWords
from front1914.kit.data import DataFolder, Rows, Split
from front1914.kit.spelling import spelled
from front1914.titles.der_weltkrieg.board import HEXES, NATION_OF_COUNTRY, SIZE
from front1914.titles.der_weltkrieg.nations import BRITISH, GERMAN, NATIONS, SIDE_OF, SIDES

Kind = Literal[
    "infantry",
    "mountain",
    "marine",
    "assault",
    "mountain_assault",
    "cavalry",
    "artillery",
    "siege",
    "engineer",
    "replacement",
    "headquarters",
    "corps_headquarters",
    "fortress",
    "flotilla",
    "supply",
    "corps",
]
SizeWord = Literal["army", "corps", "division", "brigade", "regiment", "battalion", "company", "none"]


@dataclass(frozen=True)
class UnitRow:
    """A counter as it is printed: data/units.csv.

    front and back are printed strengths (back 0: none), move and back_move allowances (back_move 0: as on the front),
    full and colour the Full Strength Symbol. `strong` is the strength on the strengthened side of cavalry (31). Flags:
    rail_bound ("RR"), defence_only ("(1)"), yellow (50-4.1), cossack, armenian, kuban, frontier, georgian, border,
    jager, alpine_corps (33-5), component (a regiment or brigade of the counter pool: 27).
    """

    id: str
    name: str
    nation: str
    kind: Kind
    size: SizeWord
    front: int = 0
    back: int = 0
    move: int = 0
    back_move: int = 0
    full: int = 0
    colour: str = ""
    contingent: str = ""
    short: str = ""
    army: str = ""
    hex: str = ""
    strong: int = 0
    flags: Annotated[tuple[str, ...], Split(" ")] = ()
    source: str = ""
    note: str = ""


FLAG_WORDS = frozenset(
    {"rail_bound", "defence_only", "component", "yellow", "alpine_corps", "jager"}
    | {"cossack", "armenian", "kuban", "frontier", "georgian", "border"}
)


def _checked(rows: Rows[UnitRow]) -> Rows[UnitRow]:
    """The units, if their words and figures fit the rules and their hexes the map."""
    for number, row in enumerate(rows):
        if row.nation not in NATION_OF_COUNTRY:
            raise rows.error(number, f"no nation {row.nation!r}", "nation")
        if row.hex and HEXES.find(row.hex) is None:
            raise rows.error(number, f"no hex {row.hex!r}", "hex")
        if row.back and row.back >= row.front:
            raise rows.error(number, "the back is weaker than the front", "back")
        for flag in row.flags:
            if flag not in FLAG_WORDS:
                raise rows.error(number, f"no flag {flag!r}; known are {', '.join(sorted(FLAG_WORDS))}", "flags")
    return rows


_folder = DataFolder.of(__package__)
#: 3.4: units.csv [nation]
#: 3.6: units.csv [size]
#: 3.13: units.csv [name]
#: 50-5.1: units.csv [cossack armenian flags]
UNIT_ROWS = sorted(
    _checked(_folder.csv("units.csv", UnitRow, fixed=("nation", "kind"))),
    key=lambda row: SIDES.index(SIDE_OF[NATION_OF_COUNTRY[row.nation]]),
)
UNITS = Words("unit", [row.id for row in UNIT_ROWS], {row.id: spelled(row.name) for row in UNIT_ROWS})
COUNT = len(UNITS)

NATION = tuple(NATION_OF_COUNTRY[row.nation] for row in UNIT_ROWS)
SIDE = tuple(SIDE_OF[nation] for nation in NATION)
KIND = tuple(row.kind for row in UNIT_ROWS)
FLAGS = tuple(frozenset(row.flags) for row in UNIT_ROWS)
FRONT = tuple(row.front for row in UNIT_ROWS)  #: printed strength
BACK = tuple(row.back for row in UNIT_ROWS)  #: strength of the reverse, 0 without one
MOVE = tuple((row.move, row.back_move or row.move) for row in UNIT_ROWS)  #: 3.9, 6-1: allowance of front and back
FULL = tuple(row.full for row in UNIT_ROWS)  #: 3.7
COLOUR = tuple(row.colour for row in UNIT_ROWS)  #: 3.8
CONTINGENT = tuple(row.contingent for row in UNIT_ROWS)
UNIT_SIZE = tuple(row.size for row in UNIT_ROWS)
STRONG = tuple(row.strong for row in UNIT_ROWS)  #: 31-3: strength of the strengthened counter, 0 without one

INFANTRY_KINDS = ("infantry", "mountain", "marine", "assault", "mountain_assault")
IS_INFANTRY = tuple(kind in INFANTRY_KINDS for kind in KIND)  #: 10-2, 13-23
IS_MOUNTAIN = tuple(kind in ("mountain", "mountain_assault") for kind in KIND)  #: by its counter; see 41-5, 43-5 ...
IS_ASSAULT = tuple(kind in ("assault", "mountain_assault") for kind in KIND)  #: 33-1
IS_CAVALRY = tuple(kind == "cavalry" for kind in KIND)
IS_ARTILLERY = tuple(kind in ("artillery", "siege") for kind in KIND)  #: 29-1
IS_SIEGE = tuple(kind == "siege" for kind in KIND)
IS_ENGINEER = tuple(kind == "engineer" for kind in KIND)
IS_RPL = tuple(kind == "replacement" for kind in KIND)
IS_HQ = tuple(kind in ("headquarters", "corps_headquarters") for kind in KIND)
IS_CORPS_HQ = tuple(kind == "corps_headquarters" for kind in KIND)
IS_FORTRESS = tuple(kind == "fortress" for kind in KIND)
IS_FLOTILLA = tuple(kind == "flotilla" for kind in KIND)
IS_SUPPLY = tuple(kind == "supply" for kind in KIND)  #: Supply Point Markers
IS_CORPS = tuple(kind == "corps" for kind in KIND)  #: markers of flexible corps (28-2)
EXERTS = tuple(a or b for a, b in zip(IS_INFANTRY, IS_CAVALRY, strict=True))  #: 10-2: has a zone of control
#: 3.5: Ground Combat Units (24-1: not RPL)
IS_GROUND = tuple(EXERTS[u] or IS_ARTILLERY[u] or IS_ENGINEER[u] for u in UNITS.numbers)
RAIL_BOUND = tuple("rail_bound" in flags for flags in FLAGS)  #: 6-12
IS_DIVISION = tuple(size in ("division", "corps", "army") for size in UNIT_SIZE)
IS_COMPONENT = tuple("component" in flags for flags in FLAGS)  #: 27-1
#: 13-23, 30-1: cavalry of a full strength of 1 (2 British and German) is light; the rest fights as infantry does
IS_LIGHT = tuple(IS_CAVALRY[u] and FULL[u] <= (2 if NATION[u] in (GERMAN, BRITISH) else 1) for u in UNITS.numbers)

OWN = {side: tuple(u for u in UNITS.numbers if SIDE[u] == side) for side in SIDES}
SPAN = {"central": slice(0, len(OWN["central"])), "entente": slice(len(OWN["central"]), COUNT)}
OF_NATION = tuple(tuple(u for u in UNITS.numbers if NATION[u] == nation) for nation in NATIONS.numbers)
HEADQUARTERS = {side: tuple(u for u in OWN[side] if IS_HQ[u]) for side in SIDES}
FORTRESSES = {side: tuple(u for u in OWN[side] if IS_FORTRESS[u]) for side in SIDES}
HOME = tuple(HEXES.number(row.hex) if row.hex else -1 for row in UNIT_ROWS)  #: 3.10: the hex printed on a fortress

# ---- places: the hexes, then the boxes beside the map

BOXES = ("absent", "schedule", "eliminated", "lost", "withdrawn", "broken")
#: not in the game, or a counter of the pool; to arrive (25); the destroyed pile (23-5); surrendered or interned for
#: good (20-6, 14-19); taken away (25-8); divisions broken down (27-1)
ABSENT, SCHEDULE, ELIMINATED, LOST, WITHDRAWN, BROKEN = range(SIZE, SIZE + len(BOXES))
PLACES = SlotWords("place", [*map(str, HEXES.ids), *BOXES], {str(HEXES[h]): HEXES.name(h) for h in HEXES.numbers})
BIT = tuple(1 << h if h < SIZE else 0 for h in range(SIZE + len(BOXES)))  #: the bit of a place, none for a box

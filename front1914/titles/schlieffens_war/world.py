"""2.0: the static facts, loaded once and shared by every game: the map, the units, the boxes beside the map.

Hexes and units are small integers; sets of hexes are bitsets. What a unit is stands in tuples indexed by unit, what a
hex is in tuples indexed by hex or in bitsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from front1914.engine.words import Words
from front1914.kit.bits import from_members
from front1914.kit.board import SlotWords
from front1914.kit.data import DataFolder, Rows, Within
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import RANKS_WESTWARD
from front1914.kit.spelling import spelled
from front1914.titles.schlieffens_war.charts import TEC

SIDES = ("german", "entente")
FOE = {"german": "entente", "entente": "german"}
NATIONS = ("german", "french", "british", "belgian")
#: 1.3: two players, four nations
SIDE_OF_NATION = {"german": "german", "french": "entente", "british": "entente", "belgian": "entente"}
LAST_TURN = 10
NOWHERE = -1  #: no hex is printed

# ---- what the data files hold


@dataclass(frozen=True)
class HexRow:
    """A hex: data/map/hexes.csv."""

    id: str
    country: Literal["belgium", "france", "germany", "luxembourg"]
    terrain: Literal["clear", "forest", "rough", "marsh", "city"]
    name: str = ""
    city: bool = False
    vp: bool = False
    fortress: bool = False
    port: bool = False
    paris: bool = False
    perimeter: bool = False
    edges: tuple[Literal["east", "south", "west"], ...] = ()


@dataclass(frozen=True)
class SideRow:
    """A hexside with an effect: data/map/hexsides.csv."""

    a: str
    b: str
    kind: Literal["river", "sea"]
    name: str = ""


@dataclass(frozen=True)
class RailRow:
    """Two hexes that a railway links: data/map/rail.csv."""

    a: str
    b: str
    lines: str = ""


@dataclass(frozen=True)
class UnitRow:
    """A unit: data/units.csv. Factors and allowances run from the strongest face of the counters to the weakest."""

    id: str
    name: str
    short: str
    nation: Literal["german", "french", "british", "belgian"]
    kind: Literal["infantry", "cavalry", "hq", "fort", "depot"]
    factors: Annotated[tuple[int, ...], Within(0, 99)]
    ma: Annotated[tuple[int, ...], Within(0, 99)]
    army: str = ""
    parentheses: bool = False
    hex: str = ""
    turn: Annotated[int, Within(0, LAST_TURN)] = 0
    note: str = ""


MOST_FACES = 4  #: successive faces of a counter


def _checked(rows: Rows[UnitRow]) -> Rows[UnitRow]:
    """The units, if their figures fit the rules and their hexes the map."""
    for number, row in enumerate(rows):
        if row.hex and row.hex not in HEX_ROWS.by_id:
            raise rows.error(number, f"no hex {row.hex!r}", "hex")
        if not 1 <= len(row.factors) <= MOST_FACES:
            raise rows.error(number, f"a counter has 1 to {MOST_FACES} faces", "factors")
        if row.kind in ("infantry", "cavalry", "fort") and sorted(row.factors, reverse=True) != list(row.factors):
            raise rows.error(number, "the strongest face stands first", "factors")
        if not row.ma:
            raise rows.error(number, "no movement allowance", "ma")
    return rows


_folder = DataFolder.of(__package__)
#: 2.1: map/hexes.csv [1108 1713 id]
#: 2.1.h: map/hexes.csv [0812 name city]
#: 2.1.d: map/hexes.csv [0804 name]
#: 4.6.d: map/hexes.csv [fortress]
HEX_ROWS = _folder.csv("map/hexes.csv", HexRow, fixed=("name", "country"))
#: 2.1.b: map/hexsides.csv [rulebook kind]
SIDE_ROWS = _folder.csv("map/hexsides.csv", SideRow, key=("a", "b"))
RAIL_ROWS = _folder.csv("map/rail.csv", RailRow, key=("a", "b"))
#: 1.2.b, 2.5: units.csv [kind]
#: 2.2.a: units.csv [fort-maubeuge short]
#: 2.4: units.csv [nation]
#: 9.1, 5.2.a, 5.2.b: units.csv [turn]
#: 2.4.a: units.csv [short]
#: the German units first, so that the units of a side are numbered together
UNIT_ROWS = sorted(
    _checked(_folder.csv("units.csv", UnitRow, fixed=("nation", "army", "kind"))),
    key=lambda row: SIDES.index(SIDE_OF_NATION[row.nation]),
)

# ---- the map

BOARD = HexBoard(
    RANKS_WESTWARD, [row.id for row in HEX_ROWS], {row.id: spelled(row.name) for row in HEX_ROWS if row.name}
)
HEXES = BOARD.words
SIZE = BOARD.size
RING = BOARD.ring  #: by hex: the neighbours into which its units project their zone of control (7.0)
_by_hex = [HEX_ROWS.by_id.get(word) for word in HEXES.ids]


def _where(test: Callable[[HexRow], object]) -> int:
    return BOARD.bits(row.id for row in HEX_ROWS if test(row))


GERMANY, FRANCE = _where(lambda row: row.country == "germany"), _where(lambda row: row.country == "france")
BELGIUM, LUXEMBOURG = _where(lambda row: row.country == "belgium"), _where(lambda row: row.country == "luxembourg")
HOME = {"german": GERMANY, "french": FRANCE, "british": 0, "belgian": BELGIUM}  #: by nation
CITY = _where(lambda row: row.city)
SCORING = _where(lambda row: row.vp)  #: 4.7.a: map/hexes.csv [vp]
GERMAN_CITY = CITY & GERMANY
FORTRESS = _where(lambda row: row.fortress)  #: heavy fortress symbols (11.14)
PORT, PARIS = _where(lambda row: row.port), _where(lambda row: row.paris)
PERIMETER = _where(lambda row: row.perimeter)  #: 4.1
EAST, SOUTH, WEST = (BOARD.bits(row.id for row in HEX_ROWS if edge in row.edges) for edge in ("east", "south", "west"))
TERRAIN = tuple(row.terrain if row else "" for row in _by_hex)
PLACE = {row.name: HEXES.number(row.id) for row in HEX_ROWS if row.name}  #: the hex of a named place
BEF_FORTRESS = 1 << PLACE["Liege"] | 1 << PLACE["Maubeuge"]  #: 8.4
BEF_PORTS = BOARD.bits(str(HEXES[PLACE[name]]) for name in ("Dunkirk", "Calais", "Boulogne"))  #: 9.2


def _linked(rows: Iterable[SideRow | RailRow]) -> tuple[int, ...]:
    found = [0] * SIZE
    for row in rows:
        a, b = HEXES.number(row.a), HEXES.number(row.b)
        found[a] |= 1 << b
        found[b] |= 1 << a
    return tuple(found)


RIVER = _linked(row for row in SIDE_ROWS if row.kind == "river")  #: by hex: the neighbours across a river
RAIL = _linked(RAIL_ROWS)  #: by hex: the neighbours along a rail line
ON_RAIL = from_members(h for h in HEXES.numbers if RAIL[h])
_sea = _linked(row for row in SIDE_ROWS if row.kind == "sea")
NEXT = tuple(ring & ~sea for ring, sea in zip(RING, _sea, strict=True))  #: by hex: neighbours that can be crossed to
_shores = tuple((1 << h, NEXT[h]) for h in HEXES.numbers if _sea[h])


def beside(bits: int) -> int:
    """Every hex to which one can cross from a member: as BOARD.spread, which zones of control use, but not by sea."""
    found = BOARD.spread(bits)
    for hex_, near in _shores:
        if not near & bits:
            found &= ~hex_
    return found


#: 10.8: where the Belgian army may go
BELGIAN_AREA = BELGIUM | (FRANCE | LUXEMBOURG) & from_members(h for h in HEXES.numbers if BOARD.within(h, 2) & BELGIUM)

# ---- the units (2.2 to 2.8): units.csv

UNITS = Words("unit", [row.id for row in UNIT_ROWS], {row.id: spelled(row.name) for row in UNIT_ROWS})
NATION = tuple(row.nation for row in UNIT_ROWS)
SIDE = tuple(SIDE_OF_NATION[nation] for nation in NATION)
ARMY = tuple(row.army for row in UNIT_ROWS)
KIND = tuple(row.kind for row in UNIT_ROWS)  #: 2.5: five types
IS_CORPS = tuple(kind in ("infantry", "cavalry") for kind in KIND)
IS_HQ = tuple(kind == "hq" for kind in KIND)
IS_FORT = tuple(kind == "fort" for kind in KIND)
IS_DEPOT = tuple(kind == "depot" for kind in KIND)
IS_COMBAT = tuple(corps or fort for corps, fort in zip(IS_CORPS, IS_FORT, strict=True))  #: lies above the others (R24)
PARENTHESES = tuple(row.parentheses for row in UNIT_ROWS)  #: 2.3
SET_UP = tuple(HEXES.number(row.hex) if row.hex else NOWHERE for row in UNIT_ROWS)  #: the printed hex (2.3.a)
ARRIVAL = tuple(row.turn for row in UNIT_ROWS)  #: the printed turn, 0 for those on the map (2.3.a)

_factors = [row.factors for row in UNIT_ROWS]
FULL = tuple(len(f) if IS_COMBAT[u] else 1 for u, f in enumerate(_factors))  #: steps at full strength (2.7.e, R89)
#: the factor by steps left; of an HQ or a depot by (out of supply, in supply) (2.3, 2.3.c)
FACTOR = tuple((0, *reversed(f)) if IS_COMBAT[u] else tuple(reversed(f)) for u, f in enumerate(_factors))
MA = tuple(row.ma[0] for row in UNIT_ROWS)  #: printed on the front (2.3, 2.3.c)
MA_OUT = tuple(row.ma[-1] for row in UNIT_ROWS)  #: printed on the back, of HQs and depots

_germans = SIDE.count("german")
SPAN = {
    "german": slice(0, _germans),
    "entente": slice(_germans, len(UNITS)),
}  #: the units of a side are numbered together
OWN = {side: tuple(UNITS.numbers[SPAN[side]]) for side in SIDES}
COMBAT = {side: tuple(u for u in OWN[side] if IS_COMBAT[u]) for side in SIDES}
MOBILE = {side: tuple(u for u in OWN[side] if not IS_FORT[u]) for side in SIDES}
FORTS = {side: tuple(u for u in OWN[side] if IS_FORT[u]) for side in SIDES}
CORPS = {side: tuple(u for u in OWN[side] if IS_CORPS[u]) for side in SIDES}
HQS = {nation: tuple(u for u in UNITS.numbers if IS_HQ[u] and NATION[u] == nation) for nation in NATIONS}
OF_NATION = {nation: tuple(u for u in UNITS.numbers if NATION[u] == nation) for nation in NATIONS}
#: by army HQ (German): its depot
DEPOT = {hq: next(u for u in UNITS.numbers if IS_DEPOT[u] and ARMY[u] == ARMY[hq]) for hq in HQS["german"]}

# ---- places: the hexes, then the boxes beside the map

BOXES = ("absent", "pool", "track", "display", "removed")
ABSENT, POOL, TRACK, DISPLAY, REMOVED = range(SIZE, SIZE + len(BOXES))
#: not in this game; to be set up; on the Turn Track; among the Eliminated Units; gone for good
PLACES = SlotWords("place", [*map(str, HEXES.ids), *BOXES], {str(HEXES[h]): HEXES.name(h) for h in HEXES.numbers})
BIT = tuple(1 << h if h < SIZE else 0 for h in range(SIZE + len(BOXES)))  #: the bit of a place, none for a box

# ---- the terrain effects chart (10.4, 10.5)


def _cost(a: int, b: int) -> int:
    """10.4, 10.5: what a unit pays to go from a hex to its neighbour; rivers do not count at a city."""
    river = RIVER[a] >> b & 1 and not (CITY >> a & 1 or CITY >> b & 1)  # 10.5.a
    return TEC[TERRAIN[b]].move + (TEC["river"].move if river else 0)  # 2.1.e: railways do not count


#: by hex: (neighbour, movement points) in the order of the directions
EXITS = tuple(tuple((n, _cost(h, n)) for n in BOARD.neighbours[h] if NEXT[h] >> n & 1) for h in range(SIZE))

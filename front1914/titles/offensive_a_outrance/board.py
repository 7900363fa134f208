"""3.5, 3.6: the map: countries, elevations, woods, hexsides, rivers in four sizes, railways, camps, regions.

Hexes are small integers, hexsides the numbers of the board's links; sets of either are bitsets. Sea hexes and a rim of
neutral ground are on the map, but nobody enters them (B23).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from front1914.kit.bits import from_members, members
from front1914.kit.data import DataFolder, Split
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import DOTTED
from front1914.kit.rail import RailRow, Rails
from front1914.kit.spelling import spelled

AT_WAR = ("france", "belgium", "germany", "luxemburg")
NEUTRAL = ("netherlands", "switzerland")
COUNTRIES = (*AT_WAR, *NEUTRAL)
TERRAINS = ("lowland", "upland", "highland", "moor", "foothills", "mountain", "steep_mountain", "sea")
CLEAR_TERRAIN = ("lowland", "upland", "highland")  #: 3.5.3.a, 3.5.3: they differ in elevation only
MOUNTAINOUS = ("foothills", "mountain", "steep_mountain")  #: 3.5.3.d, 3.5.3
LEVEL_OF = {"lowland": 1, "upland": 2, "highland": 3, "moor": 1, "foothills": 4, "mountain": 5, "steep_mountain": 6}
RIVERS = ("", "minor", "major", "great", "grand")  #: by size, 0 for none
NONE, MINOR, MAJOR, GREAT, GRAND = range(5)
Terrain = Literal["lowland", "upland", "highland", "moor", "foothills", "mountain", "steep_mountain", "sea"]
SideTerrain = Literal["clear", "forest", "deep_forest", "moor", "foothills", "mountain", "steep_mountain"]
SIDE_TERRAINS = ("clear", "forest", "deep_forest", "moor", "foothills", "mountain", "steep_mountain")

# ---- what the data files hold


@dataclass(frozen=True)
class HexRow:
    """A hex: data/map/hexes.csv."""

    id: str
    terrain: Terrain
    name: str = ""
    country: Literal["", "france", "belgium", "germany", "luxemburg", "netherlands", "switzerland"] = ""
    wooded: bool = False
    city: bool = False
    port: bool = False
    coast: bool = False
    camp: str = ""
    part: Literal["", "ring", "inside"] = ""
    district: str = ""
    edge: Literal["", "france", "belgium", "germany", "luxemburg"] = ""
    network: Literal["", "east", "west"] = ""
    schelde: bool = False
    dender: bool = False


@dataclass(frozen=True)
class SideRow:
    """A hexside: data/map/hexsides.csv. Those without a line are Clear."""

    a: str
    b: str
    terrain: SideTerrain = "clear"
    river: Literal["", "minor", "major", "great", "grand"] = ""
    sea: bool = False
    ridge: bool = False
    escarpment: str = ""
    transition: bool = False
    bridge: bool = False
    inundation: bool = False
    name: str = ""


@dataclass(frozen=True)
class LineRow:
    """Two hexes that a railway links: data/map/rail.csv."""

    a: str
    b: str
    track: Literal["double", "single", "narrow"]
    lines: Annotated[tuple[str, ...], Split(";")] = ()


@dataclass(frozen=True)
class StructureRow:
    """A railway bridge or tunnel that can be demolished: data/map/structures.csv. `rebuilt` 0 is the X.

    `fell` is the turn in which it fell in history, 0 if it did not: later scenarios begin with that.
    """

    id: str
    name: str
    a: str
    b: str
    kind: Literal["bridge", "tunnel"]
    colour: Literal["orange", "red", "pontoise", "yellow"]
    rebuilt: int = 0
    fell: int = 0
    note: str = ""


_folder = DataFolder.of(__package__)
HEX_ROWS = _folder.csv("map/hexes.csv", HexRow)
SIDE_ROWS = _folder.csv("map/hexsides.csv", SideRow, key=("a", "b"))
RAIL_ROWS = _folder.csv("map/rail.csv", LineRow, key=("a", "b"))
STRUCTURE_ROWS = _folder.csv("map/structures.csv", StructureRow)

# ---- hexes

BOARD = HexBoard(DOTTED, [row.id for row in HEX_ROWS], {row.id: spelled(row.name) for row in HEX_ROWS if row.name})
HEXES = BOARD.words
SIZE = BOARD.size
RING = BOARD.ring
ROW = tuple(HEX_ROWS.by_id.get(word) for word in HEXES.ids)  #: by hex, None where there is none


def _where(test: Callable[[HexRow], object]) -> int:
    return BOARD.bits(row.id for row in HEX_ROWS if test(row))


IN = {country: BOARD.bits(row.id for row in HEX_ROWS if row.country == country) for country in COUNTRIES}
LAND = _where(lambda row: row.country)
OPEN = _where(lambda row: row.country in AT_WAR)  #: B23: where units may be
SEA = _where(lambda row: row.terrain == "sea")
TERRAIN: tuple[str, ...] = tuple(row.terrain if row else "sea" for row in ROW)
LEVEL = tuple(LEVEL_OF.get(terrain, 0) for terrain in TERRAIN)  #: 3.6: 1 Lowland to 6 Steep Mountains, 0 at sea
WOODED = _where(lambda row: row.wooded)  #: 3.5.3.e, 3.5.3.b
MOUNTAIN_HEXES = _where(lambda row: row.terrain in MOUNTAINOUS)
STEEP = _where(lambda row: row.terrain == "steep_mountain")  #: 3.1.2a
CITY, PORT = _where(lambda row: row.city), _where(lambda row: row.port)
COAST = _where(lambda row: row.coast)  #: 21.2, 27.6: Coastal hexes
#: 1.1.o: friendly map edges
EDGE = {
    side: BOARD.bits(row.id for row in HEX_ROWS if row.edge == country)
    for side, country in (("allied", "france"), ("german", "germany"))
}
PLACE: dict[str, tuple[int, ...]] = {}  #: the hexes of a named place
for _row in HEX_ROWS:
    if _row.name:
        PLACE[_row.name] = (*PLACE.get(_row.name, ()), HEXES.number(_row.id))
NEAR = {country: BOARD.spread(IN[country]) & OPEN for country in NEUTRAL}  #: 3.4.2, 27.5: hexes on a neutral border

# ---- camps, districts, regions (12.0, 22.2.2, 18.3, 26.5.2, 18.6.4)

CAMPS = tuple(sorted({row.camp for row in HEX_ROWS if row.camp}))
CAMP = {
    camp: BOARD.bits(row.id for row in HEX_ROWS if row.camp == camp) for camp in CAMPS
}  #: 1.1.n, 12.0.a: every hex of a Fortified Camp
CAMP_RING = {camp: CAMP[camp] & _where(lambda row: row.part == "ring") for camp in CAMPS}
CAMP_OF: dict[int, str] = {h: camp for camp in CAMPS for h in members(CAMP[camp])}
PRINTED_IP = from_members(h for camp in CAMPS for h in members(CAMP_RING[camp]))  #: Level 2 Improved Positions
DISTRICT = {
    name: BOARD.bits(row.id for row in HEX_ROWS if row.district == name)
    for name in sorted({r.district for r in HEX_ROWS if r.district})
}
NETWORK = {
    area: BOARD.bits(row.id for row in HEX_ROWS if row.network == area) for area in ("east", "west")
}  #: 18.3: Réseau du Nord
BEYOND_SCHELDE = _where(lambda row: row.schelde)
BEYOND_DENDER = _where(lambda row: row.dender)

# ---- hexsides, by link number

LINKS = len(BOARD.links)
_side = {BOARD.link[HEXES.number(row.a), HEXES.number(row.b)]: row for row in SIDE_ROWS}


def _sides(test: Callable[[SideRow], object]) -> int:
    return from_members(link for link, row in _side.items() if test(row))


_wet = from_members(link for link, (a, b) in enumerate(BOARD.links) if SEA >> a & 1 or SEA >> b & 1)
#: 7.1.3.a: of several terrains the cheapest, as the map file has it
SIDE_TERRAIN: tuple[str, ...] = tuple(_side[n].terrain if n in _side else "clear" for n in range(LINKS))
FORESTED = from_members(n for n, kind in enumerate(SIDE_TERRAIN) if kind in ("forest", "deep_forest"))  #: 3.5.3.c


def _river(link: int) -> int:
    """The size of the river along a hexside; the Seine in Paris is ignored (3.5.5.e), 3.5.5.b."""
    a, b = BOARD.links[link]
    if link not in _side or CAMP_OF.get(a) == CAMP_OF.get(b) == "Paris":
        return NONE
    return RIVERS.index(_side[link].river)


RIVER = tuple(map(_river, range(LINKS)))  #: NONE to GRAND
RIVER_NAME = {n: row.name for n, row in _side.items() if row.name}
SEA_SIDES = _wet | _sides(lambda row: row.sea)  #: nothing crosses
RIDGES = _sides(lambda row: row.ridge)  #: Mountain Ridges
TRANSITIONS = _sides(lambda row: row.transition)  #: 3.6.1
INUNDATIONS = _sides(lambda row: row.inundation)  #: 3.5.5.c, 21.3: the hexsides of the IJzer, dry until then
ESCARPMENT = {n: HEXES.number(row.escarpment) for n, row in _side.items() if row.escarpment}  #: the hex on top
IGES = (HEXES.number("46.36"), HEXES.number("46.37"))  #: 3.5.5.f: an attack this way ignores the river
PONTOON = BOARD.link[HEXES.number("51.16"), HEXES.number("52.16")]  #: 3.5.5.a, 24.6

# ---- railways (18.1)

RAILS = Rails(SIZE, [RailRow(HEXES.number(r.a), HEXES.number(r.b), r.track, r.lines) for r in RAIL_ROWS])
ON_RAIL = RAILS.hexes
RAIL_OF_SIDE = {BOARD.link[link.a, link.b]: number for number, link in enumerate(RAILS.links)}  #: hexside -> rail link
DOUBLE = from_members(n for link in RAILS.links if link.track == "double" for n in (link.a, link.b))
#: 3.5.4: hexsides with a Roadway Bridge: every Major and Great River, Grand ones at a symbol or a railway
BRIDGES = from_members(
    n
    for n in range(LINKS)
    if RIVER[n] in (MAJOR, GREAT) or (RIVER[n] == GRAND and (_side[n].bridge or n in RAIL_OF_SIDE))
)
#: 3.5.5.d: map/structures.csv [pontoise a b]
STRUCTURES = tuple(STRUCTURE_ROWS)  #: 18.4, 18.5
STRUCTURE_SIDE = tuple(BOARD.link[HEXES.number(row.a), HEXES.number(row.b)] for row in STRUCTURES)

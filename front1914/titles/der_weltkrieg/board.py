"""3: the map. Terrain lies on hexsides, together with rivers and railways; towns, ports and markers lie in hexes.

Hexes are small integers, sets of hexes bitsets; hexsides are the links of the board. Hexsides that no row of
data/map/hexsides.csv names are clear and dry. Beside the sheet of the Western Front (5-3) stand small pieces of other
sheets, where rules are tried that the West of 1914 never touches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from front1914.kit.bits import from_members
from front1914.kit.data import DataFolder, Rows
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS
from front1914.kit.spelling import spelled
from front1914.titles.der_weltkrieg.nations import NATION, NATIONS
from front1914.titles.der_weltkrieg.sheets import SHEETS

#: the nation of a country, as data files write it
NATION_OF_COUNTRY = {
    nation.country.lower().replace(" ", "_").replace("-", "_"): number for number, nation in enumerate(NATION)
}
NATION_OF_COUNTRY |= {str(NATIONS[number]): number for number in NATIONS.numbers}

TERRAINS = (
    "clear",
    "broken",
    "hilly",
    "woods",
    "swamp",
    "rough",
    "wooded_rough",
    "mountain",
    "alpine",
    "suburban",
    "urban",
    "desert",
    "flood_plain",
    "ocean",
    "lake",
)
(
    CLEAR,
    BROKEN,
    HILLY,
    WOODS,
    SWAMP,
    ROUGH,
    WOODED_ROUGH,
    MOUNTAIN,
    ALPINE,
    SUBURBAN,
    URBAN,
    DESERT,
    FLOOD_PLAIN,
    OCEAN,
    LAKE,
) = range(len(TERRAINS))
WATERS = ("", "river", "major", "danube")
DRY, RIVER, MAJOR, DANUBE = range(len(WATERS))
TRACKS = ("", "single", "double")
NO_TRACK, SINGLE, DOUBLE = range(len(TRACKS))
Terrain = Literal[
    "clear",
    "broken",
    "hilly",
    "woods",
    "swamp",
    "rough",
    "wooded_rough",
    "mountain",
    "alpine",
    "suburban",
    "urban",
    "desert",
    "flood_plain",
    "ocean",
    "lake",
]


@dataclass(frozen=True)
class HexRow:
    """A hex: data/map/hexes.csv. Hexes of the sea are not listed; `network`: whose railway it is."""

    id: str
    country: str
    sheet: str
    name: str = ""
    city: Literal["", "city", "personnel"] = ""
    capital: bool = False
    food: bool = False
    industry: bool = False
    resource: bool = False
    port: bool = False
    network: str = ""
    edge: Literal["", "central", "entente"] = ""
    source: str = ""


@dataclass(frozen=True)
class SideRow:
    """A hexside: data/map/hexsides.csv. `shore` is the terrain drawn beside an ocean or a lake (DW-R27)."""

    a: str
    b: str
    terrain: Terrain = "clear"
    shore: str = ""
    water: Literal["", "river", "major", "danube"] = ""
    track: Literal["", "single", "double"] = ""
    name: str = ""
    lines: str = ""
    source: str = ""


def _checked_hexes(rows: Rows[HexRow]) -> Rows[HexRow]:
    """The hexes, if their countries and sheets are known."""
    for number, row in enumerate(rows):
        for field, word in (("country", row.country), ("network", row.network)):
            if word and word not in NATION_OF_COUNTRY:
                raise rows.error(number, f"no country {word!r}", field)
        if SHEETS.find(row.sheet) is None:
            raise rows.error(number, f"no sheet {row.sheet!r}", "sheet")
    return rows


def _checked_sides(rows: Rows[SideRow]) -> Rows[SideRow]:
    """The hexsides, if they lie between two hexes of the map and bar the way only where water does."""
    for number, row in enumerate(rows):
        if row.a not in HEX_ROWS.by_id or row.b not in HEX_ROWS.by_id:
            raise rows.error(number, "not two hexes of the map", "a")
        if row.b not in (COLUMNS.format(spot) for spot in COLUMNS.beside(row.a)):
            raise rows.error(number, f"{row.a} and {row.b} are not neighbours", "b")
        if row.shore and (row.shore not in TERRAINS or row.terrain not in ("ocean", "lake")):
            raise rows.error(number, "a shore is the ground beside an ocean or a lake", "shore")
    return rows


_folder = DataFolder.of(__package__)
HEX_ROWS = _checked_hexes(_folder.csv("map/hexes.csv", HexRow, fixed=("sheet",)))
SIDE_ROWS = _checked_sides(_folder.csv("map/hexsides.csv", SideRow, key=("a", "b")))

BOARD = HexBoard(COLUMNS, [row.id for row in HEX_ROWS], {row.id: spelled(row.name) for row in HEX_ROWS if row.name})
HEXES = BOARD.words
SIZE = BOARD.size
RING = BOARD.ring
SIDES = BOARD.link_words  #: hexsides, written as 2107/2108
ROW = tuple(HEX_ROWS.by_id.get(word) for word in HEXES.ids)  #: by hex, None where there is none


def _where(test: Callable[[HexRow], object]) -> int:
    return BOARD.bits(row.id for row in HEX_ROWS if test(row))


SHEET = tuple(SHEETS.number(row.sheet) if row else -1 for row in ROW)  #: by hex: the sheet of the series
COUNTRY = tuple(NATION_OF_COUNTRY[row.country] if row else -1 for row in ROW)  #: by hex: the nation, -1 for none
IN = tuple(from_members(h for h in range(SIZE) if COUNTRY[h] == n) for n in NATIONS.numbers)  #: by nation
CITY = _where(lambda row: row.city)  #: city centers of both types
PERSONNEL = _where(lambda row: row.city == "personnel")
CAPITAL = _where(lambda row: row.capital)
FOOD = _where(lambda row: row.food)
INDUSTRY = _where(lambda row: row.industry)
PORT = _where(lambda row: row.port)
EDGE = {side: BOARD.bits(row.id for row in HEX_ROWS if row.edge == side) for side in ("central", "entente")}  #: 20-1


_given = {BOARD.link[HEXES.number(row.a), HEXES.number(row.b)]: row for row in SIDE_ROWS}
_rows = [_given.get(link) for link in range(len(BOARD.links))]
TERRAIN = tuple(TERRAINS.index(row.terrain) if row else CLEAR for row in _rows)  #: 3.2: by hexside
WATER = tuple(WATERS.index(row.water) if row else DRY for row in _rows)  #: by hexside
SHORE = tuple(TERRAINS.index(row.shore) if row and row.shore else -1 for row in _rows)  #: by hexside, -1 for none
#: 9-14: an urban hexside holds a double track of its own
TRACK = tuple(
    DOUBLE if TERRAIN[link] == URBAN else TRACKS.index(row.track) if row else NO_TRACK for link, row in enumerate(_rows)
)
SEA = frozenset(link for link, terrain in enumerate(TERRAIN) if terrain in (OCEAN, LAKE))  #: TEC.1, TEC.15
#: nobody moves, attacks, supplies or exerts a zone of control across (TEC, 10-6, DW-R15)
CLOSED = SEA | frozenset(link for link, terrain in enumerate(TERRAIN) if terrain == ALPINE)
URBAN_SIDES = tuple(link for link, terrain in enumerate(TERRAIN) if terrain == URBAN)
RAIL_SIDES = tuple(link for link, track in enumerate(TRACK) if track)
ON_RAIL = from_members(h for link in RAIL_SIDES for h in BOARD.links[link])
#: by hex: the neighbours that a railway links it with, and those across hexsides that are not closed
RAIL = tuple(tuple(b for b in BOARD.neighbours[h] if TRACK[BOARD.link[h, b]]) for h in range(SIZE))
OPEN_RING = tuple(from_members(b for b in BOARD.neighbours[h] if BOARD.link[h, b] not in CLOSED) for h in range(SIZE))
NETWORK = tuple(
    (NATION_OF_COUNTRY[row.network] if row.network else COUNTRY[h]) if row and ON_RAIL >> h & 1 else -1
    for h, row in enumerate(ROW)
)  #: 9-2: the rail network to which a hex belongs at the start, -1 without a railway
_EXTENT = {
    sheet: tuple((min(pair), max(pair)) for pair in zip(*(COLUMNS.numbers(row.id) for row in rows), strict=True))
    for sheet in SHEETS.numbers
    if (rows := [row for row in HEX_ROWS if SHEETS.number(row.sheet) == sheet])
}


def _land_sides(h: int) -> int:
    """11-9: hexsides with land beyond them. What lies beyond the edge of a sheet is land; a gap inside it is sea."""
    row, found = ROW[h], 0
    if row is None:
        return 0
    (west, east), (north, south) = _EXTENT[SHEET[h]]
    for spot in COLUMNS.beside(row.id):
        b = BOARD.at(spot)
        if b is not None:
            found += BOARD.link[h, b] not in SEA
        else:
            column, line = spot[0], (spot[1] - COLUMNS.half[spot[0] % 2]) // 2
            found += not (west <= column <= east and north <= line <= south)
    return found


LAND_SIDES = tuple(map(_land_sides, range(SIZE)))

"""2.0, 4.0: the static facts, loaded once and shared by every game: the Areas, the blocks, the icons, the numbers.

Areas, blocks, Fortresses and icons are small integers; sets of Areas are bitsets. What a block is stands in tuples
indexed by block, what an Area is in tuples indexed by Area or in bitsets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from front1914.engine.words import Words
from front1914.kit.areas import AreaBoard
from front1914.kit.bits import members
from front1914.kit.data import DataFolder
from front1914.kit.spelling import spelled

SIDES = ("german", "entente")
FOE = {"german": "entente", "entente": "german"}
POWERS = ("german", "french", "british", "belgian")  #: the Entente in the order of 2.11.1
SIDE_OF = {"german": "german", "french": "entente", "british": "entente", "belgian": "entente"}  #: 1.5.a, 1.5.d
COUNTRY_OF = {"german": "germany", "french": "france", "british": "britain", "belgian": "belgium"}
MONTHS = ("August", "September", "October", "November")
LAST_TURN = len(MONTHS)

# ---- what the data files hold


@dataclass(frozen=True)
class AreaRow:
    """An Area: data/areas.csv (2.2). Fortresses are joined by "+"; `garrisons`: the discs of each at the start."""

    id: str
    name: str
    country: Literal["britain", "france", "belgium", "germany", "luxembourg"]
    colour: Literal["green", "yellow", "red", "sea"]
    bonus: int
    lat: float
    lon: float
    city: Literal["", "major", "capital"] = ""
    fortresses: str = ""
    garrisons: tuple[int, ...] = ()
    victory: bool = False


@dataclass(frozen=True)
class LinkRow:
    """Two Areas that border on one another: data/links.csv. `sea` is a way for Sea Transport only (2.5)."""

    a: str
    b: str
    river: Literal["none", "minor", "major", "sea"]


@dataclass(frozen=True)
class BlockRow:
    """0.a to 0.d: a block: data/blocks.csv. `steps` runs from full to minimum strength, `dots`: a letter for each."""

    id: str
    name: str
    short: str
    power: Literal["german", "french", "british", "belgian"]
    army: str
    kind: Literal["leader", "infantry", "cavalry"]
    steps: tuple[int, ...]
    dots: str
    move: int
    arrives: Literal["setup", "pool", "2", "3", "4"]


@dataclass(frozen=True)
class IconRow:
    """Icons of one Army and type in an Area: data/icons.csv (5.0, 6.0)."""

    area: str
    power: Literal["german", "french", "british", "belgian"]
    army: str
    kind: Literal["leader", "infantry", "cavalry"]
    count: int


@dataclass(frozen=True)
class ArmyRow:
    """An Army and its colour: data/tables.toml."""

    power: Literal["german", "french", "british", "belgian"]
    id: str
    name: str
    colour: str


@dataclass(frozen=True)
class Terrain:
    """2.1, 2.3, 2.4: what a colour means."""

    cost: int
    stack: int


@dataclass(frozen=True)
class Band:
    """7.5.1.11: up to this difference the winner loses this part of the loser's hits."""

    up_to: int
    share: int


_folder = DataFolder.of(__package__)
#: 0.a: blocks.csv [german army]
#: 0.b: blocks.csv [french army]
#: 7.3.1.3.b: blocks.csv [leader steps]
#: 0.c: blocks.csv [belgian army power]
#: 0.d: blocks.csv [british army power]
#: 1.1.a: blocks.csv [power]
#: 2.0.a: areas.csv [id]
#: 2.1: areas.csv [GB colour]
#: 2.2.b: areas.csv [GB bonus]
#: 2.2.c: areas.csv [1 27 93 colour bonus]
#: 2.4.i: areas.csv [17 fortresses garrisons]
#: 2.4.j: areas.csv [17 colour]
AREA_ROWS = _folder.csv("areas.csv", AreaRow)
LINK_ROWS = _folder.csv("links.csv", LinkRow, key=("a", "b"))
BLOCK_ROWS = _folder.csv("blocks.csv", BlockRow)
#: 4.2.2.a: icons.csv [paris area]
#: 2.5.a: icons.csv [GB count]
ICON_ROWS = _folder.csv("icons.csv", IconRow, key=("area", "power", "army", "kind"))
_tables = _folder.toml("tables.toml")


def _numbers(name: str) -> dict[str, int]:
    section = _tables.section(name)
    return {key: section.take(key, int) for key in section.data}


# ---- the numbers of the rules

SV = _numbers("strategic_value")  #: 1.6, by Side
DISCS = _numbers("discs")  #: 4.1, by Power
FORTRESS_MOST, FORTRESS_FIRE = _numbers("fortress")["most"], _numbers("fortress")["firepower"]
TERRAIN = {colour: _tables.section("terrain").section(colour).record(Terrain) for colour in _tables.data["terrain"]}
RIVER_COST = _numbers("river")["major_cost"]
DIVISOR = (1, _numbers("river")["minor_divisor"], _numbers("river")["major_divisor"])  #: by river
BOOST, CONTACT = _numbers("movement")["boost"], _numbers("movement")["contact"]
ACTIVATION, IMPETUS = _numbers("movement")["activation"], _numbers("movement")["impetus"]
RANGE = _numbers("range")  #: 7.3.1.5, by Power
ABSORB = _numbers("absorb")  #: 7.5.1.13, by letter of a step
BANDS = tuple(section.record(Band) for section in _tables.sections("band"))
ARMIES = {f"{row.power} {row.id}": row for row in (s.record(ArmyRow) for s in _tables.sections("army"))}

# ---- the map

NONE, MINOR, MAJOR = range(3)  #: rivers
RIVER_NAMES = ("none", "minor", "major")
_land = [row for row in LINK_ROWS if row.river != "sea"]  #: 2.6.2.a, 2.6.2.b: nothing leads into Holland
BOARD = AreaBoard(
    [row.id for row in AREA_ROWS], [(row.a, row.b) for row in _land], {r.id: spelled(r.name) for r in AREA_ROWS}
)
AREAS = BOARD.words
SIZE = BOARD.size
RING = BOARD.ring
ALL = BOARD.exists
_river = {(AREAS.number(row.a), AREAS.number(row.b)): RIVER_NAMES.index(row.river) for row in _land}
RIVER: Mapping[tuple[int, int], int] = {**_river, **{(b, a): river for (a, b), river in _river.items()}}


def _where(test: Callable[[AreaRow], object]) -> int:
    return BOARD.bits(row.id for row in AREA_ROWS if test(row))


GB = AREAS.number("GB")
LANDINGS = tuple(AREAS.number(row.b) for row in LINK_ROWS if row.river == "sea")  #: 2.5: Le Havre and Calais
COUNTRY: tuple[str, ...] = tuple(row.country for row in AREA_ROWS)
COLOUR: tuple[str, ...] = tuple(row.colour for row in AREA_ROWS)
BONUS = tuple(row.bonus for row in AREA_ROWS)
STACK = tuple(TERRAIN[row.colour].stack for row in AREA_ROWS)
#: 2.0.b: what their circles say
GREEN, RED = _where(lambda row: row.colour == "green"), _where(lambda row: row.colour == "red")
VICTORY = _where(lambda row: row.victory)  #: 2.7, 2.7.a: areas.csv [victory]
HOME = {power: _where(lambda row, c=country: row.country == c) for power, country in COUNTRY_OF.items()}  # type: ignore[misc]
GERMANY = HOME["german"]
PLACE = {row.name: AREAS.number(row.id) for row in AREA_ROWS}  #: the Area of a name
LUXEMBOURG, PARIS = PLACE["Luxembourg"], PLACE["Paris"]
#: 2.6.1.a, 2.6.1.b, 2.6.1.c, 2.6.1.d, 2.6.2.c, 5.0.a: by Area, the Side that controls it at first: 0 German, 1 Entente
FIRST = tuple(int(row.country not in ("germany", "luxembourg")) for row in AREA_ROWS)
#: 2.9.a, 2.9.c, 2.11.d: by Power, the Area that is its Capital and keeps its Valour
CAPITAL = {
    power: next(h for h, row in enumerate(AREA_ROWS) if row.city == "capital" and row.country == COUNTRY_OF[power])
    for power in POWERS
}

# ---- Fortresses and the discs in them (2.10, 4.1)

_forts = [
    (name, h, discs)
    for h, row in enumerate(AREA_ROWS)
    for name, discs in zip(filter(None, row.fortresses.split("+")), row.garrisons, strict=True)
]
FORTS = Words(
    "fortress", [name for name, _, _ in _forts], {name: spelled(name) for name, _, _ in _forts}
)  #: 2.10.a: areas.csv [fortresses]
FORT_AREA = tuple(h for _, h, _ in _forts)
FORT_START = tuple(discs for _, _, discs in _forts)  #: 2.10.b, 2.10.c, 2.10.d: areas.csv [garrisons]
FORTS_IN = {h: tuple(f for f in FORTS.numbers if FORT_AREA[f] == h) for h in FORT_AREA}  #: by Area
BUILDERS = ("german", "french", "belgian")  #: the Powers that have discs
DISC_WORDS = Words(
    "disc",
    [f"{fort}/{power}" for fort in FORTS for power in BUILDERS],
    {f"{fort}/{power}": f"{spelled(str(fort))}/{power}" for fort in FORTS for power in BUILDERS},
)
#: 2.9.b: Major Cities (Capitals included) and Fortresses in an Area: where a conqueror gains Valour (2.8 to 2.11)
PRIZES = tuple(bool(row.city) + len(FORTS_IN.get(h, ())) for h, row in enumerate(AREA_ROWS))
_prized = _where(lambda row: row.city or row.fortresses)
BASES = {power: _prized & HOME[power] for power in POWERS}  #: 7.0.1: where a line of communication may end
BASES["british"] = sum(1 << h for h in LANDINGS)
OWNER = tuple(next((p for p in POWERS if COUNTRY_OF[p] == country), "") for country in COUNTRY)  #: whose home it is

# ---- the blocks (4.0)

BLOCKS = Words(
    "block", [r.id for r in BLOCK_ROWS], {r.id: f"{r.name} ({ARMIES[f'{r.power} {r.army}'].name})" for r in BLOCK_ROWS}
)
COUNT = len(BLOCKS)
POWER: tuple[str, ...] = tuple(row.power for row in BLOCK_ROWS)
SIDE = tuple(SIDE_OF[row.power] for row in BLOCK_ROWS)
ARMY = tuple(f"{row.power} {row.army}" for row in BLOCK_ROWS)  #: 4.0.c: blocks.csv [army]
KIND: tuple[str, ...] = tuple(row.kind for row in BLOCK_ROWS)  #: 4.0.a: blocks.csv [kind]
IS_LEADER = tuple(kind == "leader" for kind in KIND)  #: 7.3.1.e
IS_INFANTRY = tuple(kind == "infantry" for kind in KIND)
IS_CAVALRY = tuple(kind == "cavalry" for kind in KIND)
MOVE = tuple(row.move for row in BLOCK_ROWS)  #: 4.0.b, 7.3.1.a: blocks.csv [move]
STRENGTH = tuple(row.steps for row in BLOCK_ROWS)  #: 4.0.b: blocks.csv [steps]: by block: by face, the full one first
FACES = tuple(len(row.steps) for row in BLOCK_ROWS)
DOTS = tuple(row.dots for row in BLOCK_ROWS)  #: 4.0.b, 7.3.1.b: blocks.csv [dots]
NEED = tuple(tuple(ABSORB[dot] for dot in row.dots) for row in BLOCK_ROWS)  #: by block, by face: hits for a damage
#: by block, by face: hits that eliminate it from there (7.5.1.11)
TOUGHNESS = tuple(tuple(sum(need[face:]) for face in range(len(need))) for need in NEED)
STARS = tuple(tuple(n if dot == "S" else 0 for n, dot in zip(r.steps, r.dots, strict=True)) for r in BLOCK_ROWS)
#: 7.5.1.7: by block, by face: one for a British Infantry that still has a blue step
MAD_MINUTE = tuple(
    tuple(int(row.kind == "infantry" and row.power == "british" and "U" in row.dots[face:]) for face in range(len(r)))
    for row, r in zip(BLOCK_ROWS, STRENGTH, strict=True)
)
ARRIVES = tuple(row.arrives for row in BLOCK_ROWS)
GREEN_NUMBER = tuple(int(word) if word.isdigit() else 0 for word in ARRIVES)  #: 4.2, 0 without one
FOCH = next(u for u in BLOCKS.numbers if ARMY[u] == "french foch")
STATIC = next(u for u in BLOCKS.numbers if ARMY[u] == "french paris")  #: 4.2.2
MOUNTAIN = next(u for u in BLOCKS.numbers if BLOCK_ROWS[u].name.startswith("44th"))  #: 4.2.2
IS_RESERVE = tuple(army == "french reserve" for army in ARMY)  #: 4.2.1

_germans = POWER.count("german")
SPAN = {"german": slice(0, _germans), "entente": slice(_germans, COUNT)}
OWN = {side: tuple(BLOCKS.numbers[SPAN[side]]) for side in SIDES}
LEADERS = {side: tuple(u for u in OWN[side] if IS_LEADER[u]) for side in SIDES}
OF_POWER = {power: tuple(u for u in BLOCKS.numbers if POWER[u] == power) for power in POWERS}
#: 1.5: whose blocks a seat moves
OF_SEAT = {
    **OWN,
    "french": OF_POWER["french"],
    "british": (*OF_POWER["british"], *OF_POWER["belgian"]),
}
IN_SEAT = {seat: frozenset(blocks) for seat, blocks in OF_SEAT.items()}
SEAT_SIDE = {"german": "german", "entente": "entente", "french": "entente", "british": "entente"}

# ---- places: the Areas, then the boxes

BOXES = ("absent", "waiting", "pool", "hand", "dead")
ABSENT, WAITING, POOL, HAND, DEAD = range(SIZE, SIZE + len(BOXES))
#: not in this game; with a Green Number to come (6.1); in the Pool; drawn and not yet placed; in the Dead Pile
PLACES = Words("place", [*map(str, AREAS.ids), *BOXES], {str(AREAS[h]): AREAS.name(h) for h in AREAS.numbers})
BIT = tuple(1 << h if h < SIZE else 0 for h in range(SIZE + len(BOXES)))
TOKENS = Words("block", [f"?{n}" for n in range(COUNT + 1)], {f"?{n}": f"?{n}" for n in range(COUNT + 1)})

# ---- icons (5.0): one number for each


@dataclass(frozen=True)
class Icon:
    """One place for one unit of an Army and type."""

    area: int
    army: str
    kind: str


ICONS = tuple(
    Icon(AREAS.number(row.area), f"{row.power} {row.army}", row.kind)
    for side in ("entente", "german")  # 5.0.b: the Entente first
    for row in ICON_ROWS
    if SIDE_OF[row.power] == side
    for _ in range(row.count)
)
ICONS_OF = {
    u: tuple(i for i, icon in enumerate(ICONS) if icon.army == ARMY[u] and icon.kind == KIND[u]) for u in BLOCKS.numbers
}

# ---- movement costs (2.3, 7.4)


def _cost(a: int, b: int, mountain: bool, bridged: bool) -> int:
    """What it costs to go from an Area to its neighbour, contact apart."""
    base = TERRAIN["green"].cost if mountain and COLOUR[b] == "red" else TERRAIN[COLOUR[b]].cost
    return base + (RIVER_COST if RIVER[a, b] == MAJOR and not bridged else 0)


#: four tables, by 2 * bridged (7.2.3) + mountain troops (4.2.2): (Area, neighbour) to movement points
COSTS = tuple(
    {(a, b): _cost(a, b, mountain, bridged) for a, b in RIVER}
    for bridged in (False, True)
    for mountain in (False, True)
)
#: by table, by Area: (movement points, bitset of the neighbours that cost so many)
STEPS_OUT = tuple(
    tuple(
        tuple(
            (cost, ring)
            for cost in range(1, 1 + max(costs.values()))
            if (ring := sum(1 << n for n in BOARD.neighbours[h] if costs[h, n] == cost))
        )
        for h in AREAS.numbers
    )
    for costs in COSTS
)


@lru_cache(4096)
def beside(bits: int) -> int:
    """The neighbours of a set of Areas over land."""
    found = 0
    for h in members(bits):
        found |= RING[h]
    return found


@lru_cache(4096)
def within(start: int, open_: int) -> int:
    """All that hangs together with a set of Areas through open ones; the start must be open itself."""
    found, edge = start, start
    while edge:
        edge = beside(edge) & open_ & ~found
        found |= edge
    return found

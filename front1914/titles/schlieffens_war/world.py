"""2.0: the static facts, loaded once and shared by every game: the map, the units, the charts.

Hexes and units are small integers; sets of hexes are bitsets. What a unit is stands in tuples indexed by unit, what a
hex is in tuples indexed by hex or in bitsets.
"""

from __future__ import annotations

import csv
from importlib import resources

from front1914.engine.words import Words
from front1914.kit.bits import from_members
from front1914.kit.board import SlotWords
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import RANKS_WESTWARD

SIDES = ("german", "entente")
FOE = {"german": "entente", "entente": "german"}
NATIONS = ("german", "french", "british", "belgian")
SIDE_OF_NATION = {"german": "german", "french": "entente", "british": "entente", "belgian": "entente"}
LAST_TURN = 10
NOWHERE = -1  #: no hex is printed


def _rows(name: str) -> list[dict[str, str]]:
    text = (resources.files(__package__) / "data" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


# ---- the map (2.1)

_hexes = _rows("map/hexes.csv")
BOARD = HexBoard(RANKS_WESTWARD, [r["id"] for r in _hexes], {r["id"]: r["name"] for r in _hexes if r["name"]})
HEXES = BOARD.words
SIZE = BOARD.size
RING = BOARD.ring


def _where(column: str, value: str = "yes") -> int:
    return BOARD.bits(r["id"] for r in _hexes if value in r[column].split())


GERMANY, FRANCE = _where("country", "germany"), _where("country", "france")
BELGIUM, LUXEMBOURG = _where("country", "belgium"), _where("country", "luxembourg")
HOME = {"german": GERMANY, "french": FRANCE, "british": 0, "belgian": BELGIUM}  #: by nation
FIRST_HELD = {"german": GERMANY, "entente": BOARD.exists & ~GERMANY}  #: 3.3: who controls what at the start
CITY = _where("city")
SCORING = _where("vp")  #: 4.7: the 25 cities that score
GERMAN_CITY = CITY & GERMANY
FORTRESS = _where("fortress")  #: heavy fortress symbols (11.14)
PORT, PARIS, PERIMETER = _where("port"), _where("paris"), _where("perimeter")
EAST, SOUTH, WEST = _where("edges", "east"), _where("edges", "south"), _where("edges", "west")
COUNTRY = tuple({r["id"]: r["country"] for r in _hexes}.get(str(word), "") for word in HEXES.ids)
TERRAIN = tuple({r["id"]: r["terrain"] for r in _hexes}.get(str(word), "") for word in HEXES.ids)
PLACE = {r["name"]: HEXES.number(r["id"]) for r in _hexes if r["name"]}  #: hex of a named place
BEF_FORTRESS = 1 << PLACE["Liege"] | 1 << PLACE["Maubeuge"]  #: 8.4


def _linked(pairs: list[tuple[str, str]]) -> tuple[int, ...]:
    found = [0] * SIZE
    for a, b in ((HEXES.number(a), HEXES.number(b)) for a, b in pairs):
        found[a] |= 1 << b
        found[b] |= 1 << a
    return tuple(found)


RIVER = _linked([(r["a"], r["b"]) for r in _rows("map/hexsides.csv") if r["kind"] == "river"])  #: by hex: across it
RAIL = _linked([(r["a"], r["b"]) for r in _rows("map/rail.csv")])  #: by hex: neighbours along a rail line
ON_RAIL = from_members(h for h in HEXES.numbers if RAIL[h])
#: 10.8: where the Belgian army may go
BELGIAN_AREA = BELGIUM | from_members(
    h for h in HEXES.numbers if (FRANCE | LUXEMBOURG) >> h & 1 and BOARD.within(h, 2) & BELGIUM
)

# ---- the units (2.2 to 2.9)

_units = sorted(_rows("units.csv"), key=lambda r: SIDES.index(SIDE_OF_NATION[r["nation"]]))  # side by side
UNITS = Words("unit", [r["id"] for r in _units], {r["id"]: r["name"] for r in _units})
NATION = tuple(r["nation"] for r in _units)
SIDE = tuple(SIDE_OF_NATION[nation] for nation in NATION)
ARMY = tuple(r["army"] for r in _units)
KIND = tuple(r["kind"] for r in _units)  #: infantry, cavalry, hq, fort or depot (2.5)
IS_CORPS = tuple(kind in ("infantry", "cavalry") for kind in KIND)
IS_HQ = tuple(kind == "hq" for kind in KIND)
IS_FORT = tuple(kind == "fort" for kind in KIND)
IS_DEPOT = tuple(kind == "depot" for kind in KIND)
IS_COMBAT = tuple(corps or fort for corps, fort in zip(IS_CORPS, IS_FORT, strict=True))  #: lies above the others (R24)
PARENTHESES = tuple(r["parentheses"] == "yes" for r in _units)  #: 2.3
SET_UP = tuple(HEXES.number(r["hex"]) if r["hex"] else NOWHERE for r in _units)  #: the printed hex
ARRIVAL = tuple(int(r["turn"] or 0) for r in _units)  #: the printed turn, 0 for those on the map

_factors = [tuple(int(f) for f in r["factors"].split()) for r in _units]
_allowances = [tuple(int(f) for f in r["ma"].split()) for r in _units]
FULL = tuple(len(f) if IS_COMBAT[u] else 1 for u, f in enumerate(_factors))  #: steps at full strength (2.7, R89)
#: the factor by steps left; of an HQ or a depot by (out of supply, in supply)
FACTOR = tuple((0, *reversed(f)) if IS_COMBAT[u] else tuple(reversed(f)) for u, f in enumerate(_factors))
MA = tuple(a[0] for a in _allowances)  #: printed on the front
MA_OUT = tuple(a[-1] for a in _allowances)  #: printed on the back, of HQs and depots

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

TERRAIN_COST = {"clear": 1, "forest": 2, "rough": 2, "marsh": 2, "city": 1}


def _cost(a: int, b: int) -> int:
    """10.4, 10.5: what a unit pays to go from a hex to its neighbour; rivers do not count at a city."""
    river = RIVER[a] >> b & 1 and not (CITY >> a & 1 or CITY >> b & 1)
    return TERRAIN_COST[TERRAIN[b]] + (1 if river else 0)


#: by hex: (neighbour, movement points) in the order of the directions
EXITS = tuple(tuple((n, _cost(h, n)) for n in BOARD.neighbours[h]) for h in range(SIZE))

FORCED_MARCH_LOSS = frozenset({1})  #: 10.6, the Attrition Table: dice that cost a step

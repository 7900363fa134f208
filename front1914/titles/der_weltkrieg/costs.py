"""6-6, 6-7, 22-6, 32: what a step costs: one table for ordinary units, one for mountain units, in whole points.

Zones of control are not in the tables (zones.py of the kit adds them). Trenches and devastation are: the tables of a
state are those of the map, patched where a marker lies.
"""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.kit.costs import NOT_BETWEEN_ZONES, CostTable
from front1914.kit.units import where
from front1914.titles.der_weltkrieg.board import (
    BOARD,
    CLOSED,
    DANUBE,
    DOUBLE,
    MAJOR,
    MOUNTAIN,
    SINGLE,
    SWAMP,
    TERRAIN,
    TERRAINS,
    TRACK,
    WATER,
    WATERS,
    WOODED_ROUGH,
)
from front1914.titles.der_weltkrieg.charts import MARKERS, RIVERS, ROADS, TEC
from front1914.titles.der_weltkrieg.state import DEVASTATION, HINDENBURG, REBUILDING, TRENCH, DWState

(MARKER_COST,) = {marker.move for marker in MARKERS.values()}  #: 22-6, 22-13: the same for all of them
_UNMARKED = (MOUNTAIN, SWAMP)  #: 22-2: hexsides in which no trench or devastation can be


def normal(link: int) -> int | None:
    """H-1: terrain and river of a hexside, before a railway helps; None where nobody passes."""
    if link in CLOSED:
        return None
    water = WATER[link]
    return TEC[TERRAINS[TERRAIN[link]]].move + (RIVERS[WATERS[water]].move if water else 0)


def crossing(link: int, mountain: bool = False) -> int | None:
    """6-6, 6-7, DW-R02, 32-1, 32-2: the points to cross a hexside; None where nobody passes."""
    cost = normal(link)
    if cost is None:
        return None
    first = cost
    if mountain and TERRAIN[link] in (WOODED_ROUGH, MOUNTAIN):
        cost -= 1
    single = ROADS.single_mountain if mountain else ROADS.single
    if (TRACK[link] == DOUBLE and first >= ROADS.double) or (TRACK[link] == SINGLE and first >= single):
        cost -= ROADS.saves
    return cost


def _table(mountain: bool) -> CostTable:
    return CostTable.build(
        BOARD,
        lambda a, b, link: crossing(link, mountain),
        lambda a, b, link: NOT_BETWEEN_ZONES if WATER[link] in (MAJOR, DANUBE) else 0,  # TEC.16.1
    )


_TABLES = (_table(False), _table(True))


@kept("work")
def works(s: DWState) -> int:
    """The hexes with a trench, devastation or Hindenburg Line marker."""
    return where(s.work, TRENCH, DEVASTATION, HINDENBURG, REBUILDING) if any(s.work) else 0


def table(s: DWState, mountain: bool = False) -> CostTable:
    """The cost of every step now."""
    marked = works(s)
    return _marked(mountain, marked) if marked else _TABLES[mountain]


@lru_cache(maxsize=256)
def _marked(mountain: bool, marked: int) -> CostTable:
    """22-2, 22-6, 22-13, 22-15: markers make the steps into their hexes dearer."""
    changes: dict[tuple[int, int], int | None] = {}
    for b in members(marked):
        for a in BOARD.neighbours[b]:
            link = BOARD.link[a, b]
            cost = crossing(link, mountain)
            if cost is not None and TERRAIN[link] not in _UNMARKED:  # 22-2.1
                changes[a, b] = cost + MARKER_COST
    return _TABLES[mountain].patched(changes)


@lru_cache(maxsize=256)
def without(table: CostTable, steps: frozenset[tuple[int, int]]) -> CostTable:
    """A table without some steps."""
    return table.patched(dict.fromkeys(steps))


def supply_costs(s: DWState, side: str) -> CostTable:
    """19-8, 22-15, DW-R30: along Supply Lines everybody walks as ordinary infantry does, trenches count."""
    return table(s)

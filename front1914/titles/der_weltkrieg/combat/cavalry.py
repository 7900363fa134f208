"""30-4: cavalry far from railways, ports and Headquarters goes hungry from November to June."""

from __future__ import annotations

from front1914.engine.kept import kept
from front1914.kit.reach import Reach
from front1914.kit.reach import field as reach_field
from front1914.titles.der_weltkrieg.board import BOARD, PORT, SIZE
from front1914.titles.der_weltkrieg.costs import supply_costs
from front1914.titles.der_weltkrieg.danube import supply_costs_on
from front1914.titles.der_weltkrieg.nations import BRITISH, FOE, GERMAN
from front1914.titles.der_weltkrieg.state import HOLDER, LINES, DWState
from front1914.titles.der_weltkrieg.supply import passable
from front1914.titles.der_weltkrieg.world import BIT, HEADQUARTERS, IS_CAVALRY, NATION, SIDE

HUNGRY_MONTHS = frozenset({11, 12, 1, 2, 3, 4, 5, 6})
FODDER_LINE = 8  #: Movement Points that cost nothing yet
HUNGRY_MOVE, HUNGRY_MOVE_BETTER = 4, 5  #: 30-4.1: the latter for German and British cavalry
NO_LINE = 99  #: points lost where no line leads to any source


def sources(s: DWState, side: str) -> int:
    """30-4: friendly active railways, ports and Headquarters."""
    found = s.rails(side)
    for h in range(SIZE):
        if PORT >> h & 1 and s.holder[h] == HOLDER[side]:
            found |= 1 << h
    for hq in HEADQUARTERS[side]:
        found |= BIT[s.at[hq]]
    return found & passable(s, side)


@kept(*LINES)
def fodder(s: DWState, side: str) -> Reach:
    """The way, in points, from every hex to the nearest source; over the Danube as 36-7 lets Supply Lines pass."""
    through = passable(s, side)
    blocked = s.ground(FOE[side]).every | s.neutral
    costs = supply_costs_on(s, side, supply_costs(s, side))
    return reach_field(costs.backward, sources(s, side), blocked=blocked, stop_in=BOARD.exists & ~through)


def starved(s: DWState, u: int) -> int:
    """30-4: Strength Points that a cavalry unit lacks for want of fodder."""
    if not IS_CAVALRY[u] or s.month not in HUNGRY_MONTHS or s.at[u] >= SIZE:
        return 0
    spent = fodder(s, SIDE[u]).spent(s.at[u])
    return NO_LINE if spent is None else max(0, spent - FODDER_LINE)


def hungry_allowance(s: DWState, u: int, allowance: int) -> int:
    """30-4.1: the Movement Allowance of cavalry, which hunger makes smaller."""
    if not starved(s, u):
        return allowance
    return min(allowance, HUNGRY_MOVE_BETTER if NATION[u] in (GERMAN, BRITISH) else HUNGRY_MOVE)


def perished(s: DWState) -> list[int]:
    """30-4.2: cavalry of which nothing is left: the horses have died."""
    return [u for u, place in enumerate(s.at) if place < SIZE and IS_CAVALRY[u] and starved(s, u) >= s.strength[u] > 0]

"""7.7.1, 7.7.3, 7.7.5: what a ride costs a unit, and what becomes of a ride that is interrupted."""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.charts import RAIL_COST
from front1914.titles.offensive_a_outrance.state import BY_FOOT, ENTRAINING, INTERRUPTED, NO_TASK, OAOState
from front1914.titles.offensive_a_outrance.world import (
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_HQ,
    IS_INFANTRY,
    IS_TRAIN,
    KINDS,
    TRACK,
    UNITS,
)

AWAY = 3  #: 7.7.5: GTs until an interrupted unit returns


def _large(u: int) -> bool:
    """7.7.1.a: Infantry Divisions, Cavalry Corps, Corps Trains."""
    size = KINDS[u].size
    return IS_TRAIN[u] or (IS_INFANTRY[u] and size == "division") or (IS_CAVALRY[u] and size == "corps")


def _boarding(u: int) -> int:
    """7.7.3.3.b: MPs to entrain, and to detrain."""
    size = KINDS[u].size
    if _large(u) or IS_HQ[u]:
        return RAIL_COST.entrain_large
    if (IS_INFANTRY[u] and size == "brigade") or (IS_CAVALRY[u] and size == "division") or IS_ARTILLERY[u]:
        return RAIL_COST.entrain_middle
    return RAIL_COST.entrain_small


RAIL_POINTS = tuple(RAIL_COST.large if _large(u) else RAIL_COST.small for u in UNITS.numbers)  #: by unit, in halves
BOARDING = tuple(_boarding(u) for u in UNITS.numbers)  #: by unit: MPs to entrain or detrain


def interrupt(s: OAOState, u: int) -> None:
    """7.7.5, 7.7.5.d: off the map for three GTs; army and corps stay as they are on the displays."""
    s.tell("interrupted", unit=u, hex=s.at[u], reveals=True)
    s.remove(u, TRACK)
    s.trip[u], s.due[u] = INTERRUPTED, s.turn + AWAY


def disturb(s: OAOState, u: int, armed: bool) -> None:
    """7.7.5, 7.8.3, B24, 7.7.5.a: an enemy came beside a unit on the rails: a Combat unit interrupts it, any other
    delays it."""
    if armed:
        interrupt(s, u)
    elif s.done[u] or s.rail[u] == ENTRAINING:
        s.done[u] = 0
        if s.rail[u] == ENTRAINING:
            s.task[u], s.rail[u], s.goal[u] = NO_TASK, BY_FOOT, -1
        s.tell("task_lost", unit=u, reveals=True)

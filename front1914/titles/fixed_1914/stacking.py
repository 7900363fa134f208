"""ST, CE, H14: how much a hex holds. What is too much is in crowding.py, the order of a stack in order.py."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.engine.errors import Reason
from front1914.kit.stacking import Stacking as Rule
from front1914.titles.fixed_1914.charts import STACKING
from front1914.titles.fixed_1914.neutrality import frozen
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import EIGHTHS, IS_ARTILLERY, UNITS

CORPS = 8  #: eighths (CE-1)
RULE = Rule("units", "artillery", "eighths")
LIMIT = RULE.limit(units=STACKING.units, artillery=STACKING.artillery, eighths=STACKING.eighths)
#: why there is too much: the first that holds
REASON = {
    "units": Reason("ST-1", "a hex holds three units"),
    "artillery": Reason("ST-1b", "a hex holds one artillery unit"),
    "eighths": Reason("ST-1a", "a hex holds two corps or their equivalent"),
}
#: CE-3: by unit, whatever step it is at
LOAD = tuple(RULE.load(units=1, artillery=IS_ARTILLERY[u], eighths=EIGHTHS[u]) for u in UNITS.numbers)
#: CE-3: the same where only corps count by their size
CORPS_LOAD = tuple(
    RULE.load(units=1, artillery=IS_ARTILLERY[u], eighths=EIGHTHS[u] if EIGHTHS[u] == CORPS else 0)
    for u in UNITS.numbers
)


def _loads(s: FXState) -> tuple[int, ...]:
    return LOAD if s.options["stacking_counts_small_units"] else CORPS_LOAD


def excess(s: FXState, units: Iterable[int]) -> Reason | None:
    """H14: why these units, fortification artillery apart, may not stand together at the end of a phase."""
    stack = tuple(units)
    if len(stack) < 2:
        return None
    loads = _loads(s)
    load = sum([loads[u] for u in stack])
    return None if RULE.fits(load, LIMIT) else REASON[next(iter(RULE.excess(load, LIMIT)))]


def fits(s: FXState, h: int, u: int) -> bool:
    """Whether the unit may be added to the units of the hex."""
    stack = s.stack(h)
    return not stack or excess(s, [*(other for other in stack if other != u), u]) is None


def overfull(s: FXState, side: str) -> list[int]:
    """The hexes in which the side has too many; frozen units stand where the set-up put them (B-14)."""
    loads = _loads(s)
    return [
        h
        for h, stack in s.crowds(side).items()
        if len(stack) > 1
        and not RULE.fits(sum([loads[u] for u in stack]), LIMIT)
        and not all(frozen(s, u) for u in stack)
    ]

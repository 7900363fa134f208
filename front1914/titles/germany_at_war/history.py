"""What the armies of 1914 made for, month by month: for a commander who plays it as it was (data/plans.toml)."""

from __future__ import annotations

from front1914.play.history import Axes
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.values import distances
from front1914.titles.germany_at_war.world import AREAS, ARMIES, ARMY, IS_LEADER, OWN, SIZE

DRAWN = 0.25  #: an Area nearer to the axis of its army, in points of strength


AXES = Axes(__package__, AREAS, ARMIES)


def kept_to(s: GWState, side: str) -> float:
    """How far the units of a Side are where their armies went, in points of strength."""
    far, total = distances(), 0.0
    for u in OWN[side]:
        axis = AXES.ways.get((ARMY[u], s.turn)) if s.at[u] < SIZE and not IS_LEADER[u] else None
        if axis is not None:
            total -= DRAWN * min(far[s.at[u]][h] for h in axis)
    return total

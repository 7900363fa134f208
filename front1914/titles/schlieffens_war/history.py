"""What the armies of 1914 made for, turn by turn (data/plans.toml)."""

from __future__ import annotations

from front1914.play.history import Axes
from front1914.titles.schlieffens_war.world import ARMY, BOARD, HEXES, NATION, UNITS

ARMY_OF = tuple(f"{NATION[u]} {ARMY[u]}".strip() for u in UNITS.numbers)
AXES = Axes(__package__, HEXES, frozenset(ARMY_OF), BOARD)


def follows(u: int, node: int, turn: int) -> float:
    """How far going there is what the unit's army did in 1914."""
    return AXES.follows(ARMY_OF[u], node, turn)

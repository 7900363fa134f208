"""What the armies of 1914 made for, turn by turn (data/plans.toml): the counters have no armies, only nations."""

from __future__ import annotations

from front1914.play.history import Axes
from front1914.titles.fixed_1914.board import BOARD, HEXES
from front1914.titles.fixed_1914.world import NATION

AXES = Axes(__package__, HEXES, frozenset(NATION), BOARD)


def follows(u: int, node: int, turn: int) -> float:
    """How far going there is what the unit's nation did in 1914."""
    return AXES.follows(NATION[u], node, turn)

"""What the armies of 1914 made for, turn by turn (data/plans.toml)."""

from __future__ import annotations

from front1914.play.history import Axes
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES

NAMES = tuple(str(ARMIES[army]) for army in ARMIES.numbers)
AXES = Axes(__package__.rpartition(".")[0], HEXES, frozenset(NAMES), BOARD)


def follows(s: OAOState, u: int, node: int) -> float:
    """How far going there is what the unit's army did in 1914."""
    army = s.army[u]
    return AXES.follows(NAMES[army], node, s.turn) if 0 <= army < len(NAMES) else 1.0


def astray(s: OAOState, u: int, node: int) -> int:
    """How many hexes a place is from where the unit's army fell back to in 1914."""
    army = s.army[u]
    return AXES.astray(NAMES[army], node, s.turn) if 0 <= army < len(NAMES) else 0

"""What the armies of 1914 made for, turn by turn (data/plans.toml)."""

from __future__ import annotations

from front1914.play.history import Axes
from front1914.titles.der_weltkrieg.board import BOARD, HEXES
from front1914.titles.der_weltkrieg.goals import number
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import NATION, UNIT_ROWS, UNITS

ARMY_OF = tuple(f"{NATIONS[NATION[u]]} {UNIT_ROWS[u].army}".strip() for u in UNITS.numbers)
AXES = Axes(__package__, HEXES, frozenset(ARMY_OF), BOARD)
FIRST = number(1914, 8, 1)  #: turns of the plans are counted from the first of August 1914


def follows(s: DWState, u: int, node: int) -> float:
    """How far going there is what the unit's army did in 1914."""
    return AXES.follows(ARMY_OF[u], node, number(s.year, s.month, s.turn) - FIRST + 1)

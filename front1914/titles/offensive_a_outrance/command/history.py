"""What the armies of 1914 made for, and where they stood, turn by turn (data/plans.toml)."""

from __future__ import annotations

from front1914.play.history import Axes
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, ARMY_SIDE, CORPS, NATION, NO_CORPS

NAMES = tuple(str(ARMIES[army]) for army in ARMIES.numbers)
CORPS_NAMES = tuple(str(CORPS[corps]) for corps in CORPS.numbers)
AXES = Axes(__package__.rpartition(".")[0], HEXES, frozenset((*NAMES, *CORPS_NAMES)), BOARD)


def follows(s: OAOState, u: int, node: int) -> float:
    """How far going there is what the unit's army did in 1914."""
    army = s.army[u]
    return AXES.follows(NAMES[army], node, s.turn) if 0 <= army < len(NAMES) else 1.0


def astray(s: OAOState, u: int, node: int) -> int:
    """How many hexes a place is from where the unit's corps, or its army, stood in 1914 when the turn was over.

    The Landwehr of the German armies followed behind them, nobody knows where.
    """
    corps, army = s.corps[u], s.army[u]
    if corps == NO_CORPS and NATION[u] == "german":
        return 0
    if corps != NO_CORPS and (CORPS_NAMES[corps], s.turn) in AXES.lines:
        return AXES.astray(CORPS_NAMES[corps], node, s.turn)
    return AXES.astray(NAMES[army], node, s.turn) if 0 <= army < len(NAMES) else 0


def fell_back(s: OAOState, army: int) -> bool:
    """Whether an army of the Allies was on a line of the great retreat in this turn of 1914."""
    return ARMY_SIDE[army] == "allied" and (NAMES[army], s.turn) in AXES.lines

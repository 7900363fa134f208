"""5.0: the turn: German player turn, Entente player turn, End of Turn Phase.

Every phase ends with the stacking check of 6.5.
"""

from __future__ import annotations

from array import array

from front1914.engine.state import Frame
from front1914.play import sequence
from front1914.play.sequence import apart, phase
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.victory import end_of_turn
from front1914.titles.schlieffens_war.world import UNITS

TABLE = sequence.Sequence(
    ("german", "entente"),
    apart("setup", "Set-up", "3.0"),
    phase("regroup", "Regroup & Reinforcement", "5.2", ("regroup", 1), since=2),  # 5.1.a
    phase("movement", "Movement", "5.3", "move", "rest"),
    phase("combat", "Combat", "5.4", ("combat", 0), "reorder"),
    phase("administrative", "Administrative", "5.5", "administer"),
    apart("end", "End of Turn", "5.6"),
    closing=(("stacking", ()),),  # 6.1
)
PHASE_NAMES = TABLE.names
#: questions that are asked while the work of a phase goes on, and how far it has got then
ASKED: dict[str, Frame] = {
    "rally": ("regroup", 1),
    "recover": ("regroup", 2),
    "return": ("regroup", 3),
    "probe": ("combat", 0),
    "attack": ("combat", 1),
}
_ZEROS = array("b", bytes(len(UNITS)))


def begin_phase(s: SWState, phase: str) -> None:
    """A new phase: what was remembered of units for the last one is forgotten."""
    s.phase, s.last_battle = phase, 0
    s.morale_was = s.morale[:]
    s.spent, s.marched, s.turned = _ZEROS[:], _ZEROS[:], _ZEROS[:]
    s.probed, s.attacked, s.defended = _ZEROS[:], _ZEROS[:], _ZEROS[:]
    s.tell("phase", phase=phase, side=s.active, turn=s.turn, reveals=True)  # 5.0: nobody goes back to a finished phase


def flow_at(s: SWState, step: str, side: str) -> list[Frame] | None:
    """The whole flow when the side begins a step; None if a bare position cannot tell."""
    if step in ASKED:
        work = ASKED[step]
        s.active, s.phase = side, work[0]
        return [*TABLE.flow(side, work[0], s.turn)[:-1], work, (step,)]
    return TABLE.flow_at(s, step, side)


class Turn(sequence.Turn):
    """5.0: one turn after the other."""

    rule, table = "5.0", TABLE


class PlayerTurn(sequence.PlayerTurn):
    """5.0, 5.1: the side becomes active; its phases follow."""

    rule, table = "5.1", TABLE


class Phase(sequence.PhaseBegins):
    """5.1: a phase begins."""

    rule, table = "5.1", TABLE

    def begin(self, s: SWState, id: str) -> None:
        begin_phase(s, id)


class EndOfTurn(sequence.EndOfTurn):
    """5.6: victory is tested, else the turn marker advances."""

    rule, table = "5.6", TABLE

    def close(self, s: SWState) -> None:
        s.phase = "end"
        end_of_turn(s)


STEPS = (Turn(), PlayerTurn(), Phase(), EndOfTurn())

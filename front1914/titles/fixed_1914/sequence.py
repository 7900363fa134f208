"""SP, DP-3, MV-3: the turn: German player turn, Allied player turn (each moves, then fights), the end of the turn."""

from __future__ import annotations

from array import array

from front1914.engine.flow import Step
from front1914.play import sequence
from front1914.play.sequence import apart, phase
from front1914.titles.fixed_1914.board import RAIL_NODES, RING, SIZE
from front1914.titles.fixed_1914.neutrality import note_occupation
from front1914.titles.fixed_1914.state import BEGAN, NOT_FOUGHT, FXState
from front1914.titles.fixed_1914.victory import end_of_turn
from front1914.titles.fixed_1914.world import FOE, OWN, UNITS

#: DP-3, MV-3: each side moves, then fights; SP-1 to SP-3 are the German's, SP-4, SP-5 and SP-6 the Allied ones
TABLE = sequence.Sequence(
    ("german", "allied"),
    apart("setup", "Set-up", "DP-2"),
    phase("reinforcement", "Reinforcement and Replacement", "SP-1", "replacements", "expedition", ("arrivals", 0, 0)),
    phase("movement", "Movement", "SP-2", "move", "stacking"),
    phase("combat", "Combat", "SP-3", "combat", "stacking"),
    phase("supply", "Supply", "SU-1", "supply"),
    apart("end", "End of the turn", "SP-7"),
    closing=(("phase_end",),),
)
PHASE_NAMES = TABLE.names
_ZEROS = array("b", bytes(len(UNITS)))
_UNUSED = array("b", bytes(len(RAIL_NODES)))
_NOBODY = array("h", [NOT_FOUGHT] * len(UNITS))


def begin_phase(s: FXState, phase: str) -> None:
    """A new phase: what was remembered of units for the last one is forgotten."""
    s.phase, s.last_battle = phase, 0
    s.spent, s.moved, s.turned = _ZEROS[:], _ZEROS[:], _ZEROS[:]
    s.attacked, s.defended, s.against = _ZEROS[:], _ZEROS[:], _NOBODY[:]
    s.near = _ZEROS[:]
    note_neighbours(s)
    s.tell("phase", phase=phase, side=s.active, turn=s.turn, reveals=True)  # nobody goes back to a finished phase


def note_neighbours(s: FXState) -> None:
    """RM-1, RP-9: who begins the phase beside an enemy."""
    live = s.ground(FOE[s.active]).live
    for u in OWN[s.active]:
        if s.at[u] < SIZE and RING[s.at[u]] & live:
            s.near[u] |= BEGAN


class Turn(sequence.Turn):
    """SP-7: one turn after the other; at the start of the last one its being the last is told (GT-2)."""

    rule, table = "SP-0", TABLE

    def begin(self, s: FXState) -> None:
        super().begin(s)
        if s.turn == s.last_turn:
            s.tell("last_turn", turn=s.turn, reveals=True)


class PlayerTurn(sequence.PlayerTurn):
    """SP-1, SP-4: the side becomes active; its phases follow."""

    rule, table = "SP-1", TABLE

    def begin(self, s: FXState) -> None:
        s.used, s.replaced = _UNUSED[:], _ZEROS[:]
        s.trains = array("b", bytes(len(s.trains)))


class Phase(sequence.PhaseBegins):
    """SP: a phase begins."""

    rule, table = "SP-1", TABLE

    def begin(self, s: FXState, id: str) -> None:
        begin_phase(s, id)


class PhaseEnd(Step):
    """B-20: at the end of a German phase, who stands in the four Belgian places is noted."""

    name, rule = "phase_end", "BN-2"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        if s.active == "german":
            note_occupation(s)


class EndOfTurn(sequence.EndOfTurn):
    """SP-7: victory is tested, else the turn marker advances."""

    rule, table = "SP-7", TABLE

    def close(self, s: FXState) -> None:
        s.phase = "end"
        end_of_turn(s)


STEPS = (Turn(), PlayerTurn(), Phase(), PhaseEnd(), EndOfTurn())

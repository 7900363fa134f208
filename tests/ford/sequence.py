"""1: the turn: blue marches and fights, then red; at the end the town decides."""

from __future__ import annotations

from array import array

from front1914.play import sequence
from front1914.play.sequence import apart, phase
from tests.ford.state import FordState
from tests.ford.world import OWN, TOWN, UNITS

#: the sequence of play as the rulebook lists it; the last words of a line are the steps that are its work
TABLE = sequence.Sequence(
    ("blue", "red"),
    apart("setup", "Setup", "2.1"),
    phase("march", "March", "3.0", "move"),
    phase("fight", "Fight", "4.1", "fight"),
)


class Turn(sequence.Turn):
    """1.1: one turn after the other."""

    rule, table = "1.1", TABLE

    def begin(self, s: FordState) -> None:
        """Nothing: each player turn is told."""


class PlayerTurn(sequence.PlayerTurn):
    """1.1: a side begins its part of the turn; nobody has marched or fought."""

    rule, table = "1.1", TABLE

    def begin(self, s: FordState) -> None:
        s.moved, s.fought = array("b", bytes(len(UNITS))), array("b", bytes(len(UNITS)))
        s.tell("turn", turn=s.turn, side=s.active)


class Phase(sequence.PhaseBegins):
    """1.1: a phase begins."""

    rule, table = "1.1", TABLE

    def begin(self, s: FordState, id: str) -> None:
        s.phase = id


class EndOfTurn(sequence.EndOfTurn):
    """1.2: after the last turn the town decides."""

    rule, table = "1.2", TABLE

    def close(self, s: FordState) -> None:
        if s.turn < s.rules.last_turn:
            return
        if s.occupied("red") >> TOWN & 1:
            s.finish("red", "town held", "Red holds the town.", "1.2", sum(s.steps[u] for u in OWN["red"]))
        else:
            s.finish("blue", "town open", "Red does not hold the town.", "1.2", sum(s.steps[u] for u in OWN["blue"]))


STEPS = (Turn(), PlayerTurn(), Phase(), EndOfTurn())

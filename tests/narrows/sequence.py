"""1: four turns, North first; the village decides."""

from __future__ import annotations

from array import array

from front1914.play import sequence
from front1914.play.sequence import apart, phase
from tests.narrows.state import NarrowsState
from tests.narrows.world import LAST_TURN, SIDES, UNITS, VILLAGE

TABLE = sequence.Sequence(SIDES, apart("setup", "Set-up", "2.1"), phase("march", "March", "3.1", "move"))


class Turn(sequence.Turn):
    """1.1: one turn after the other."""

    rule, table = "1.1", TABLE


class PlayerTurn(sequence.PlayerTurn):
    """1.1: a side begins its part of the turn."""

    rule, table = "1.1", TABLE


class Phase(sequence.PhaseBegins):
    """3.1: nobody has marched."""

    rule, table = "1.1", TABLE

    def begin(self, s: NarrowsState, id: str) -> None:
        s.phase = id
        s.marched = array("b", bytes(len(UNITS)))
        s.tell("phase", side=s.active, turn=s.turn)


class EndOfTurn(sequence.EndOfTurn):
    """1.2: after the last turn the village decides."""

    rule, table = "1.2", TABLE

    def close(self, s: NarrowsState) -> None:
        if s.turn < LAST_TURN[s.scenario]:
            return
        holders = [side for side in SIDES if s.units_in(VILLAGE, side)]
        if holders:
            s.finish(holders[0], "village", f"{holders[0].capitalize()} holds the village.", "1.2")
        else:
            s.finish(None, "draw", "Nobody holds the village.", "1.2")


STEPS = (Turn(), PlayerTurn(), Phase(), EndOfTurn())

"""Throws: two dice read together, two dice read apart, one die."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Arg, Chance
from front1914.engine.words import Numbers, Words
from front1914.titles.offensive_a_outrance.state import OAOState

SUMS = Numbers("dice", 2, 12)
PAIRS = Words("pair of dice", [f"{white}-{black}" for white in range(1, 7) for black in range(1, 7)])
_EVERY_SUM, _EVERY_PAIR = tuple(SUMS.numbers), tuple(PAIRS.numbers)


class Sum(Chance):
    """2d6 added up (6.2.1)."""

    def legal_dice(self, s: OAOState) -> Sequence[int]:
        return _EVERY_SUM

    def refuse_dice(self, s: OAOState, total: int) -> Reason | None:
        return None if 2 <= total <= 12 else Reason(self.rule, "two dice show 2 to 12")

    def weights(self, s: OAOState, args: Sequence[Arg]) -> Sequence[int]:
        return [6 - abs(7 - total) for total in args if total is not None]

    def do_dice(self, s: OAOState, total: int) -> None:
        raise NotImplementedError


class Pair(Chance):
    """2d6 read apart, the white die first (9.9.1)."""

    def legal_pair(self, s: OAOState) -> Sequence[int]:
        return _EVERY_PAIR

    def refuse_pair(self, s: OAOState, number: int) -> Reason | None:
        return None if 0 <= number < 36 else Reason(self.rule, "each die shows 1 to 6")

    def do_pair(self, s: OAOState, number: int) -> None:
        raise NotImplementedError


def faces(number: int) -> tuple[int, int]:
    """The white and the black die of a pair."""
    return number // 6 + 1, number % 6 + 1

"""1.5: a question that goes to each player of a Side in turn; with three players the French one is asked first."""

from __future__ import annotations

from typing import ClassVar

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.world import IN_SEAT, SEAT_SIDE


class Shared(Step):
    """The frame holds, first, the seats still to be asked. Limits are shared by all of them (ruling B31).

    The French player may let his partner go first, and the partner may hand back before he is done, so that units of
    both move in any order (ruling B31). `leave` is called when the last one is done.
    """

    hands_back: ClassVar[bool] = True  #: whether the partner may hand back

    def side(self, s: GWState) -> str:
        seat: str = s.flow[-1][1][0]
        return seat

    def mine(self, s: GWState, u: int) -> bool:
        """Whether the block is one of the seat that is asked."""
        return u in IN_SEAT[s.flow[-1][1][0]]

    def not_mine(self, s: GWState, u: int) -> Reason | None:
        return None if self.mine(s, u) else Reason("1.5", "not your unit")

    def refuse_partner(self, s: GWState, _: None) -> Reason | None:
        seats = s.flow[-1][1]
        if len(seats) == 1:
            return Reason("1.5", "nobody else is to be asked")
        first = seats == s.seats(SEAT_SIDE[seats[0]])
        return None if first or self.hands_back else Reason("1.5", "your ally let you go first")

    def do_partner(self, s: GWState, _: None) -> None:
        name, seats, *rest = s.flow.pop()
        s.flow.append((name, tuple(reversed(seats)), *rest))

    def pass_on(self, s: GWState) -> None:
        """1.5.c: the seat is done: the next one is asked, or the question is over."""
        name, seats, *rest = s.flow.pop()
        if seats[1:]:
            s.flow.append((name, seats[1:], *rest))
        else:
            self.leave(s)

    def leave(self, s: GWState) -> None:
        """All seats are done; the frame is gone."""

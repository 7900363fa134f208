"""7.3, 7.7: Leaders ride and are revealed; at the end of the Impulse they are worn and concealed again."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.kit.sentences import left as still
from front1914.titles.germany_at_war.control import march
from front1914.titles.germany_at_war.paths import Reach, hint, passable, reach
from front1914.titles.germany_at_war.seats import Shared
from front1914.titles.germany_at_war.state import ACTIVATED, CONCEALED, GWState
from front1914.titles.germany_at_war.world import (
    ACTIVATION,
    AREAS,
    BIT,
    BLOCKS,
    FACES,
    FOE,
    IS_LEADER,
    LEADERS,
    OF_SEAT,
    SIDE,
    SIZE,
    STACK,
    SV,
)


def stations(s: GWState, u: int, left: int) -> tuple[Reach, int]:
    """7.3.1.2: where a Leader can ride with so many points, and the bitset of the Areas where he can be revealed.

    He never enters an Area with enemies (ruling B44), and cannot be revealed where he stands among them or where the
    limit is exceeded.
    """
    found = reach(s, u, left, engage=0)
    places = found.bits & ~s.full(SIDE[u])
    return found, places | BIT[s.at[u]] if refuse_reveal(s, u) is None else places


def refuse_reveal(s: GWState, u: int) -> Reason | None:
    """7.3.1.2: why a Leader cannot be revealed where he is."""
    if s.present(FOE[SIDE[u]]) & BIT[s.at[u]]:  # 7.3.1.2.b
        return Reason("7.3.1.2", "a Leader is not revealed among enemies")
    if s.stacked(s.at[u], SIDE[u]) > STACK[s.at[u]]:  # 7.3.1.2.d
        return Reason("7.3.1.2", "he cannot overstack where he is revealed")
    return None


def refuse_leader(s: GWState, u: int) -> Reason | None:
    """7.3: why a Leader of the Phasing Side cannot be activated."""
    if not IS_LEADER[u]:
        return Reason("7.3", "only Leaders are activated")
    if s.at[u] >= SIZE:
        return Reason("7.3", "he is not on the map")
    if s.shown[u] == ACTIVATED:
        return Reason("7.3", "he is activated already")
    if s.isolated[u]:  # 7.3.a
        return Reason("7.3", "he is Isolated")
    if refuse_reveal(s, u) is None or stations(s, u, ACTIVATION)[1]:
        return None
    return Reason("7.3.1.2", "there is nowhere to reveal him")


def candidates(s: GWState, seat: str) -> list[int]:
    """The Leaders of a seat (or Side) that can be activated."""
    return [u for u in OF_SEAT[seat] if IS_LEADER[u] and refuse_leader(s, u) is None]


class Activate(Shared):
    """7.3: choose a Leader; at least one, at most the Strategic Value."""

    name, rule, frame = "activate", "7.3", ("",)

    def prompt(self, s: GWState) -> str:
        if self.refuse_done(s, None) is not None:
            return f"Choose the first Leader to activate, of up to {SV[s.active]}."
        return f"Choose a Leader to activate ({s.leaders} of {SV[s.active]} so far), or go on."

    def legal_unit(self, s: GWState) -> list[int]:
        return candidates(s, s.flow[-1][1][0]) if s.leaders < SV[s.active] else []

    def refuse_unit(self, s: GWState, u: int) -> Reason | None:
        if (reason := self.not_mine(s, u) or refuse_leader(s, u)) is not None:
            return reason
        if s.leaders >= SV[s.active]:  # 7.2.a, 1.6.c
            return Reason("7.2", f"no more than {SV[s.active]} Leaders may be activated")
        return None

    def do_unit(self, s: GWState, u: int) -> None:
        s.flow.append(("ride", u, ACTIVATION))  # 7.3.1.2.a

    def refuse_done(self, s: GWState, _: None) -> Reason | None:
        if s.leaders:
            return None
        later = s.flow[-1][1][1:]
        return None if later and candidates(s, later[0]) else Reason("7.2", "at least one Leader must be activated")

    def do_done(self, s: GWState, _: None) -> None:
        self.pass_on(s)


class Ride(Step):
    """7.3.1.2: he moves, and then is revealed. The frame holds the Leader and the points that he has left."""

    name, rule, frame = "ride", "7.3.1.2", ("unit", "")

    def side(self, s: GWState) -> str:
        seat: str = s.flow[-2][1][0]
        return seat

    def prompt(self, s: GWState) -> str:
        _, u, left = s.flow[-1]
        return f"Where does {BLOCKS.name(u)} ride? {still(left, 'movement point')}; reveal him when he is there."

    def ways(self, s: GWState) -> tuple[Reach, int]:
        """Where he can go, and the Areas among them from which he can still come to be revealed."""
        _, u, left = s.flow[-1]
        found, places = stations(s, u, left)
        return found, (places | passable(s, u, found, 0, 0)) & ~BIT[s.at[u]]

    def legal_to(self, s: GWState) -> list[int]:
        return members(self.ways(s)[1])

    def why_to(self, s: GWState, h: int) -> Reason:
        _, u, left = s.flow[-1]
        if h == s.at[u]:
            return Reason("7.3.1.2", "he is there")
        if s.present(FOE[SIDE[u]]) & BIT[h]:
            return Reason("7.3.1.2", "a Leader is not revealed among enemies")
        if self.ways(s)[0].bits & BIT[h]:
            return Reason("2.4", "there is no room for him")
        return Reason("7.3.1.2", f"he cannot ride there with {left} movement points")

    def do_to(self, s: GWState, h: int) -> None:
        u = s.flow[-1][1]
        found = self.ways(s)[0]
        path = found.path(h)
        s.acted[u] = 1
        march(s, u, path)
        if s.result is not None:
            return
        left = found.left(h)
        s.flow[-1] = ("ride", u, left)
        if not left:
            self.do_reveal(s, None)

    def refuse_reveal(self, s: GWState, _: None) -> Reason | None:
        return refuse_reveal(s, s.flow[-1][1])

    def do_reveal(self, s: GWState, _: None) -> None:
        u = s.flow.pop()[1]
        s.acted[u] = 1
        s.leaders += 1
        s.show(u, ACTIVATED)
        s.tell("activated", unit=u, area=s.at[u], reveals=True)

    def hints(self, s: GWState) -> dict[str, dict[str, Any]]:
        found, fit = self.ways(s)
        return {f"to {AREAS[h]}": hint(found, h) for h in members(fit)}


class Deactivate(Step):
    """7.7: every activated Leader loses a step and is concealed; at Heart Level he is eliminated."""

    name, rule = "deactivate", "7.7"

    def run(self, s: GWState) -> None:
        """7.7, 7.3.1.3.a: one after the other; the loss of one may end the game."""
        s.flow.pop()
        for u in LEADERS[s.active]:
            if s.shown[u] != ACTIVATED:
                continue
            if s.face[u] + 1 < FACES[u]:  # 7.3.1.3.a, 7.7.a, 7.7.b
                s.face[u] += 1
                s.last[u] = s.face[u]
                s.tell("deactivated", unit=u, area=s.at[u])
                s.shown[u] = CONCEALED
            else:
                s.eliminate(u)
                if s.result is not None:
                    return


STEPS = (Activate(), Ride(), Deactivate())

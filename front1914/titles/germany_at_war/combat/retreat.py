"""7.5.1.1, 7.5.1.2: before the Showdown the Defender may fall back.

He is asked whenever the enemy cannot know that he has no choice: when no Cavalry attacks and a concealed block stands
in the Area, and when he holds the Initiative Disc.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.germany_at_war.seats import Shared
from front1914.titles.germany_at_war.state import HELD, ON_BATTLE, GWState
from front1914.titles.germany_at_war.world import (
    AREAS,
    BIT,
    BLOCKS,
    FOE,
    GB,
    IN_SEAT,
    IS_INFANTRY,
    RING,
    STACK,
    STATIC,
)


def shelters(s: GWState, side: str, h: int) -> tuple[int, ...]:
    """7.5.1.2.c: adjacent friendly uncontested Areas that hold a friendly block or Garrison (ruling B53)."""
    return tuple(members(RING[h] & s.friendly(side) & s.present(side) & ~BIT[GB]))


def may_call(s: GWState) -> bool:
    """7.5.1.2, 7.2.3, ruling B25: whether the Defender holds a Disc that he may spend on a General Retreat."""
    return s.holder == FOE[s.active] and s.disc == HELD


def asked(s: GWState, seat: str) -> bool:
    """Whether a seat of the Defender must be asked; it rests on what everybody knows."""
    defender = FOE[s.active]
    units = s.units_in(s.battle, defender)
    if may_call(s) and units and seat == s.chief(defender):
        return True
    own = [u for u in units if u in IN_SEAT[seat]]
    if may_call(s) and own:
        return True
    return s.cavalry == 0 and any(not s.shown[u] or not IS_INFANTRY[u] for u in own)


class Defence(Step):
    """7.5.1: the Defender's step; nobody is left after the Pioneers, or he is asked, or not."""

    name, rule = "defence", "7.5.1.2"

    def run(self, s: GWState) -> None:
        s.flow.pop()
        defender = FOE[s.active]
        seats = tuple(seat for seat in s.seats(defender) if asked(s, seat))
        if seats:
            s.flow.append(("retreat", seats, shelters(s, defender, s.battle)))


class Retreat(Shared):
    """7.5.1.1, 7.5.1.2: choose units that fall back. The frame holds the seats and where units may go."""

    name, rule, frame = "retreat", "7.5.1.2", ("", "area")
    hands_back = False  # nothing depends on the order, and a General Retreat asks both again

    def prompt(self, s: GWState) -> str:
        if s.general:
            return "General Retreat: choose a unit that falls back, or finish."
        if s.cavalry == 0:
            return f"{AREAS.name(s.battle)} is attacked without Cavalry: your Cavalry and Leaders may fall back."
        return f"{AREAS.name(s.battle)} is attacked: call a General Retreat?"

    def refuse_general(self, s: GWState, _: None) -> Reason | None:
        if self.side(s) != s.chief(FOE[s.active]):
            return Reason("1.5", "the French player decides on the Initiative Disc")
        if s.general:
            return Reason("7.5.1.2", "it has been called")
        if s.surprise:  # 7.2.3.d
            return Reason("7.2.3", "the German Army holds the surprise: the Disc cannot be played in this Impulse")
        if not may_call(s):  # 7.5.1.2.a
            return Reason("7.5.1.2", "you do not hold the Initiative Disc")
        side = FOE[s.active]
        units = [u for u in s.units_in(s.battle, side) if u != STATIC]
        return None if units and self.places(s) else Reason("7.5.1.2", "no unit can fall back")  # 3.3.d

    def do_general(self, s: GWState, _: None) -> None:
        """7.5.1.2: the Disc is spent whatever follows (ruling B52); an ally who was done is asked again (B76)."""
        s.general, s.disc = 1, ON_BATTLE  # 7.5.1.2.b
        side = FOE[s.active]
        s.tell("general_retreat", side=side, area=s.battle)
        name, seats, places = s.flow.pop()
        units = s.units_in(s.battle, side)
        again = tuple(seat for seat in s.seats(side) if seat not in seats and any(u in IN_SEAT[seat] for u in units))
        s.flow.append((name, (*seats, *again), places))

    def places(self, s: GWState) -> list[int]:
        side = FOE[s.active]
        return [h for h in s.flow[-1][2] if s.stacked(h, side) < STACK[h]]  # 7.5.1.2.d

    def legal_unit(self, s: GWState) -> list[int]:
        if not self.places(s):
            return []
        return [u for u in s.units_in(s.battle, FOE[s.active]) if self.mine(s, u) and self.free(s, u) is None]

    def free(self, s: GWState, u: int) -> Reason | None:
        """7.5.1.1, 7.5.1.2, 4.2.2: why a unit may not fall back."""
        if u == STATIC:
            return Reason("4.2.2", "the Paris Static Infantry does not retreat")
        if s.general:
            return None
        if s.cavalry:  # 7.5.1.1.b
            return Reason("7.5.1.1", "the Attacker has Cavalry: only a General Retreat would help")
        return Reason("7.5.1.1", "only Cavalry and Leaders fall back before foot") if IS_INFANTRY[u] else None

    def refuse_unit(self, s: GWState, u: int) -> Reason | None:
        if (reason := self.not_mine(s, u)) is not None:
            return reason
        if s.at[u] != s.battle:
            return Reason("7.5.1.2", "it is not in the Battle")
        if (reason := self.free(s, u)) is not None:
            return reason
        if self.places(s):
            return None
        return Reason("7.5.1.2", "no adjacent friendly Area with a friendly unit has room")

    def do_unit(self, s: GWState, u: int) -> None:
        s.flow.append(("fall_back", u))

    def do_done(self, s: GWState, _: None) -> None:
        self.pass_on(s)  # 7.5.1.2.f: whoever is left stays


class FallBack(Step):
    """7.5.1.2: where the unit goes."""

    name, rule, frame = "fall_back", "7.5.1.2", ("unit",)

    def side(self, s: GWState) -> str:
        seat: str = s.flow[-2][1][0]
        return seat

    def prompt(self, s: GWState) -> str:
        return f"Where does {BLOCKS.name(s.flow[-1][1])} fall back?"

    def legal_to(self, s: GWState) -> list[int]:
        side = FOE[s.active]
        return [h for h in s.flow[-2][2] if s.stacked(h, side) < STACK[h]]  # 7.5.1.2.e: each unit for itself

    def why_to(self, s: GWState, h: int) -> Reason:
        if not RING[s.battle] & BIT[h]:
            return Reason("7.5.1.2", "a retreat goes into an adjacent Area")
        if h in s.flow[-2][2]:
            return Reason("7.5.1.2", "there is no room for it")
        return Reason("7.5.1.2", "the Area must be friendly, uncontested, and hold a friendly unit already")

    def do_to(self, s: GWState, h: int) -> None:
        u = s.flow.pop()[1]
        s.conceal(u)
        s.at[u] = h
        s.mention("fell_back", u, area=h, path=(s.battle, h))


STEPS = (Defence(), Retreat(), FallBack())

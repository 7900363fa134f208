"""12.2 to 12.5: what becomes of Fortress units: lost steps, fallen camps, advances, repairs, surrender.

Bombardment (13.1) calls

    lose_steps(s, unit, steps)      a Fortress loses steps; without any it leaves the map, and its camp may fall
    offer_advance(s, hex)           afterwards: one Combat unit may advance into the hex of a destroyed one (12.3.4)

Push what comes afterwards first: both push frames.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, CAMP_OF, HEXES, RING, SIZE
from front1914.titles.offensive_a_outrance.camps import CAMP_SIDE, PARIS, camp_of, friends, garrisoned, invested
from front1914.titles.offensive_a_outrance.combat.parties import barred
from front1914.titles.offensive_a_outrance.entry import enter, settle
from front1914.titles.offensive_a_outrance.state import BY_FOOT, OAOState
from front1914.titles.offensive_a_outrance.world import ELIMINATED, FOE, IS_LOC, MOST_SR, SIDE, STEPS_OF

BARE = 1  #: `face` of a Fortress without exterior garrison (12.1)


# ---- steps (13.1.3, 12.3.3)


def steps_left(s: OAOState, u: int) -> int:
    """2.7.6: the steps that a Fortress still has."""
    return STEPS_OF[u] - s.sr[u] if s.at[u] < SIZE else 0


def lose_steps(s: OAOState, u: int, steps: int) -> bool:
    """13.1.3, 12.2: bombardment destroys steps of a Fortress, more than it has are ignored; True if none is left."""
    left = steps_left(s, u)
    lost = min(steps, left)
    if not lost:
        return False
    s.tell("steps_lost", unit=u, count=lost, left=left - lost)
    if lost < left:
        s.sr[u] += lost
        s.changed()
        return False
    destroy(s, u)
    return True


def destroy(s: OAOState, u: int, box: int = ELIMINATED) -> None:
    """B109: a Fortress leaves the map; an eliminated one may be repaired (12.4), one that surrenders never is."""
    h, camp = s.at[u], camp_of(u)
    shut = camp is not None and invested(s, camp)
    s.tell("destroyed", unit=u, hex=h, reveals=True)
    s.remove(u, box)
    s.sr[u], s.face[u] = MOST_SR[u], BARE
    settle(s)
    if camp is not None and shut and camp != PARIS and not garrisoned(s, camp):
        surrender_camp(s, camp)


def surrender_camp(s: OAOState, camp: str) -> None:
    """12.3.3, B114: every unit within an Invested camp surrenders with its last Fortress step; never in Paris."""
    for u in friends(s, camp):
        s.tell("surrenders", unit=u, hex=s.at[u], reveals=True)
        s.remove(u)


# ---- advance after bombardment (12.3.4, 13.1.2)


def offer_advance(s: OAOState, h: int) -> None:
    """12.3.4: one adjacent Combat unit of the active side may take the hex of a Fortress that was destroyed there."""
    camp = CAMP_OF.get(h)
    if camp is None or CAMP_SIDE[camp] == s.active or not invested(s, camp):
        return
    if any(refuse_storm(s, h, u) is None for n in BOARD.neighbours[h] for u in s.own(n, s.active)):
        s.flow.append(("storm", h))
        settle(s)  # guns that the Fortress protected are lost before anybody moves (8.8.1)


def refuse_storm(s: OAOState, h: int, u: int) -> Reason | None:
    """12.3.4: why a unit cannot advance after the bombardment."""
    if SIDE[u] != s.active or s.at[u] >= SIZE or not s.is_combat(u):
        return Reason("12.3.4", "only a Combat unit of the bombarding side advances")
    if not any(RING[h] >> n & 1 and not barred(s, n, h) for n in s.hexes(u)):
        return Reason("12.3.4", "it does not stand beside the hex")
    if s.rail[u] != BY_FOOT or not s.is_active(u):
        return Reason("12.3.4", "it cannot move")
    if IS_LOC[u] and s.ground(FOE[s.active]).zone >> h & 1:
        return Reason("8.7.2", "a LOC unit does not advance into an enemy zone alone")
    return None


class Storm(Step):
    """12.3.4: which unit advances into the hex, if any."""

    name, rule, frame = "storm", "12.3.4", ("hex",)

    def prompt(self, s: OAOState) -> str:
        return f"The Fortress is destroyed: which unit advances into {HEXES.name(s.flow[-1][1])}?"

    def legal_unit(self, s: OAOState) -> list[int]:
        h = s.flow[-1][1]
        near = dict.fromkeys(u for n in BOARD.neighbours[h] for u in s.own(n, s.active))
        return [u for u in near if refuse_storm(s, h, u) is None]

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        return refuse_storm(s, s.flow[-1][1], u)

    def do_unit(self, s: OAOState, u: int) -> None:
        h = s.flow.pop()[1]
        s.flow.append(("seize", u, h))
        make_room(s, h)

    def do_done(self, s: OAOState, _: None) -> None:
        s.flow.pop()


def quarters(s: OAOState, h: int) -> list[int]:
    """12.3.4: the hexes of the camp beside one of its hexes in which no enemy stands."""
    return members(RING[h] & CAMP[CAMP_OF[h]] & ~s.ground(s.active).units)


def make_room(s: OAOState, h: int) -> None:
    """12.3.4, B140: the defending units in a hex go to another hex of the camp; where there is none they surrender."""
    units, hexes = tuple(s.own(h, FOE[s.active])), quarters(s, h)
    if units and len(hexes) > 1:
        s.flow.append(("make_room", h))
    elif units and hexes:
        displace(s, units, hexes[0])
    elif units:
        for u in units:
            s.tell("surrenders", unit=u, hex=h, reveals=True)
            s.remove(u)
        settle(s)


def displace(s: OAOState, units: tuple[int, ...], h: int) -> None:
    """12.3.4: units are taken up and put down again."""
    s.tell("retreated", units=units, hex=h)
    enter(s, units, h)


class MakeRoom(Step):
    """12.3.4: where in the camp the units go that stood in the hex."""

    name, rule, frame = "make_room", "12.3.4", ("hex",)

    def side(self, s: OAOState) -> str:
        return FOE[s.active]

    def prompt(self, s: OAOState) -> str:
        return f"The enemy takes {HEXES.name(s.flow[-1][1])}: where in the camp do your units there go?"

    def legal_to(self, s: OAOState) -> list[int]:
        return quarters(s, s.flow[-1][1])

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        if h in quarters(s, s.flow[-1][1]):
            return None
        return Reason("12.3.4", "not a hex of the camp beside it without enemies")

    def do_to(self, s: OAOState, h: int) -> None:
        start = s.flow.pop()[1]
        displace(s, tuple(s.own(start, FOE[s.active])), h)


class Seize(Step):
    """12.3.4: the unit enters the hex."""

    name, rule, frame = "seize", "12.3.4", ("unit", "hex")

    def run(self, s: OAOState) -> None:
        _, u, h = s.flow.pop()
        if s.at[u] < SIZE and not s.ground(FOE[s.active]).wall >> h & 1:
            s.tell("advanced", units=(u,), hex=h)
            enter(s, (u,), h)


STEPS = (Storm(), MakeRoom(), Seize())

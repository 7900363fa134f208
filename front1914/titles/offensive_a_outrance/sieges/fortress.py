"""12.2 to 12.5: what becomes of Fortress units: lost steps, fallen camps, advances, repairs, surrender.

Bombardment (13.1) calls

    lose_steps(s, unit, steps)      a Fortress loses steps; without any it leaves the map, and its camp may fall
    offer_advance(s, hex)           afterwards: one Combat unit may advance into the hex of a destroyed one (12.3.4)

Push what comes afterwards first: both push frames.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.kit.bits import members
from front1914.kit.spelling import spelled
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, CAMP_OF, HEXES, RING, SIZE
from front1914.titles.offensive_a_outrance.combat.parties import barred
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter, settle
from front1914.titles.offensive_a_outrance.manoeuvre.ways import garrison_range
from front1914.titles.offensive_a_outrance.sieges.camps import (
    CAMP_SIDE,
    CAMPS_OF,
    FORTRESSES,
    PARIS,
    camp_of,
    friends,
    garrisoned,
    invested,
)
from front1914.titles.offensive_a_outrance.state import BY_FOOT, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ELIMINATED,
    FOE,
    IS_FORTRESS,
    IS_GARRISON,
    IS_LOC,
    MOST_SR,
    SET_UP,
    SIDE,
    SIDES,
    STEPS_OF,
    UNITS,
    WITHDRAWN,
)

FIRST, MOST_SECOND = 6, 3  #: 12.5: the dice on which a Fortress surrenders
ALL = tuple(u for u in UNITS.numbers if IS_FORTRESS[u])
OUTSIDE = tuple(u for u in ALL if camp_of(u) is None)
BARE = 1  #: `face` of a Fortress without exterior garrison (12.1)


# ---- steps (13.1.3, 12.3.3)


def steps_left(s: OAOState, u: int) -> int:
    """2.7.6: the steps that a Fortress still has."""
    return STEPS_OF[u] - s.sr[u] if s.at[u] < SIZE else 0


def lose_steps(s: OAOState, u: int, steps: int) -> bool:
    """12.1.1.h, 13.0, 13.1.3: bombardment destroys steps of a Fortress, not more than it has; True if all."""
    left = steps_left(s, u)
    lost = min(steps, left)
    if not lost:
        return False
    s.tell("steps_lost", unit=u, count=lost, left=left - lost)
    if lost < left:  # 13.1.3.b
        s.sr[u] += lost
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
    """12.3.4, 13.1.2.4: one adjacent Combat unit of the active side may take the hex of a Fortress that was destroyed
    there."""
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
    if not all(RING[h] >> n & 1 for n in s.hexes(u)):  # 11.2.1
        return Reason("11.2.1", "a half of it would go two hexes")
    if s.rail[u] != BY_FOOT or not s.is_active(u):
        return Reason("12.3.4", "it cannot move")
    if IS_GARRISON[u] and not garrison_range(s, u) >> h & 1:
        return Reason("8.6.1", "a garrison does not leave its place")
    if IS_LOC[u] and s.ground(FOE[s.active]).zone >> h & 1:
        return Reason("8.7.2", "a LOC unit does not advance into an enemy zone alone")
    return None


class Storm(Step):
    """12.3.4: which unit advances into the hex, if any."""

    name, rule, frame, ends = "storm", "12.3.4", ("hex",), ("done",)

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


def quarters(s: OAOState, h: int) -> list[int]:
    """12.3.4: the hexes of the camp beside one of its hexes in which no enemy stands."""
    return members(RING[h] & CAMP[CAMP_OF[h]] & ~s.ground(s.active).units)


def make_room(s: OAOState, h: int) -> None:
    """12.3.4, B140, 12.3.4.a: the defending units in a hex go to another hex of the camp; where there is none they
    surrender."""
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
    else_to = Reason("12.3.4", "not a hex of the camp beside it without enemies")

    def side(self, s: OAOState) -> str:
        return FOE[s.active]

    def prompt(self, s: OAOState) -> str:
        return f"The enemy takes {HEXES.name(s.flow[-1][1])}: where in the camp do your units there go?"

    def legal_to(self, s: OAOState) -> list[int]:
        return quarters(s, s.flow[-1][1])

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
            s.pa[u] = s.target[u] = -1  # 9.2: it has left the hex from which it was to attack
            enter(s, (u,), h)


# ---- repairs (12.4, 4.2.1a)


class GarrisonsReturn(Step):
    """12.4 (1), B102: exterior garrisons come out again: beside a friend, or where no enemy is near. Of both sides."""

    name, rule = "garrisons_return", "12.4"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for u in [u for u in ALL if s.at[u] < SIZE and s.face[u] == BARE and safe(s, u)]:
            s.flip(u, 0)
            s.tell("garrison_back", unit=u)
            settle(s)  # 12.1.2: its zone is there at once, for enemy guns, Trains and Demoralized Formations beside it


def safe(s: OAOState, u: int) -> bool:
    """12.4 (1), 12.4.1, 4.2.1a.a: whether the garrison of a Fortress may return."""
    h, side = s.at[u], SIDE[u]
    return len(s.own(h, side)) > 1 or not (RING[h] | 1 << h) & s.ground(FOE[side]).units


def refuse_repair(s: OAOState, u: int) -> Reason | None:
    """12.4 (2), (3), B109, B141: why a step of a Fortress cannot be repaired."""
    side, h, camp = SIDE[u], SET_UP[u], camp_of(u)
    if s.at[u] >= SIZE and s.at[u] != ELIMINATED:
        return Reason("12.5", "it is out of the game")
    if s.at[u] < SIZE and not s.sr[u]:
        return Reason("12.4", "it has all its steps")
    if s.ground(FOE[side]).units >> h & 1:
        return Reason("12.4", "the enemy stands there")  # 12.4.2, 12.4.3
    if s.held(FOE[side]) >> h & 1:
        return Reason("12.4", "it lies behind the enemy's front")  # 12.4.3
    if camp is not None:
        return Reason("12.3.1", "its camp is Invested") if invested(s, camp) else None  # 12.4.2
    if STEPS_OF[u] > 1 or s.at[u] < SIZE:
        return Reason("12.4", "outside a camp only an eliminated Fortress of one step is repaired")  # 12.4.3
    if s.ground(FOE[side]).zone >> h & 1 and not s.own(h, side):
        return Reason("12.4", "it lies in an enemy zone")  # 12.4.3
    return None


def repairs(s: OAOState, side: str, camp: str | None) -> list[int]:
    """12.4: the Fortresses of a camp, or those of a side outside every camp, that may be repaired."""
    units = [u for u in OUTSIDE if SIDE[u] == side] if camp is None else FORTRESSES[camp]
    return [u for u in units if damaged(s, u) and refuse_repair(s, u) is None]


def damaged(s: OAOState, u: int) -> bool:
    """12.4: whether a Fortress lacks steps."""
    return bool(s.sr[u]) if s.at[u] < SIZE else s.at[u] == ELIMINATED


def repair(s: OAOState, u: int) -> None:
    """12.4, B109, 12.4.2: one step; a Fortress that had none left returns without its garrison."""
    if s.at[u] < SIZE:
        s.sr[u] -= 1
    else:
        s.put(u, SET_UP[u])
        s.sr[u], s.face[u] = MOST_SR[u], BARE
        settle(s)
    s.tell("fortress_repaired", unit=u, hex=SET_UP[u])


class Repairs(Step):
    """12.4 (2), (3): one step in each camp that is not Invested, one Fortress outside; the owner says which."""

    name, rule = "fortress_repairs", "12.4"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if not any(damaged(s, u) for u in ALL):
            return
        for side in (FOE[s.phasing], s.phasing):
            for number, camp in enumerate((None, *CAMPS_OF[side])):
                found = repairs(s, side, camp)
                if len(found) > 1:
                    s.flow.append(("mend", side, number))
                elif found:
                    repair(s, found[0])


class Mend(Step):
    """12.4 (2), (3): which of several Fortresses is repaired. The frame: the side, and the number of its camp, 0 for
    those outside."""

    name, rule, frame = "mend", "12.4", ("", "")

    def side(self, s: OAOState) -> str:
        return str(s.flow[-1][1])

    def prompt(self, s: OAOState) -> str:
        camp = self.camp(s)
        return (
            f"{spelled(camp)}: which Fortress is repaired by a step?" if camp else "Which Fortress is built up again?"
        )

    def camp(self, s: OAOState) -> str | None:
        _, side, number = s.flow[-1]
        return (None, *CAMPS_OF[side])[number]

    def legal_unit(self, s: OAOState) -> list[int]:
        return repairs(s, s.flow[-1][1], self.camp(s))

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        if u not in ALL or SIDE[u] != s.flow[-1][1] or camp_of(u) != self.camp(s):
            return Reason("12.4", "not a Fortress of that camp")
        return refuse_repair(s, u)

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow.pop()
        repair(s, u)


# ---- surrender (12.5, 4.2.9)


def tempted(s: OAOState) -> list[int]:
    """12.5: Fortresses without garrison, with enemy infantry in the hex and no friendly Combat unit beside it."""
    found = []
    for side in SIDES:
        mine, foe = s.ground(side), s.ground(FOE[side])
        for h in members(mine.shells & foe.combat):
            if not RING[h] & mine.combat and any(s.is_infantry(v) for v in s.own(h, FOE[side])):
                found += [u for u in s.own(h, side) if u in ALL]
    return found


class Surrenders(Step):
    """12.5, 4.2.9.b: a die for every Fortress that may surrender."""

    name, rule = "surrenders", "12.5"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        s.flow += [("surrender_roll", u, 0) for u in reversed(tempted(s))]


class SurrenderRoll(Die):
    """12.5: a 6, then 1 to 3 on a second die. The frame: the Fortress, 1 for the second die."""

    name, rule, frame = "surrender_roll", "12.5", ("unit", "")

    def prompt(self, s: OAOState) -> str:
        _, u, second = s.flow[-1]
        name = UNITS.name(u)
        return f"{name} surrenders on 1 to {MOST_SECOND}." if second else f"{name} wavers on a {FIRST}."

    def do_die(self, s: OAOState, face: int) -> None:
        _, u, second = s.flow.pop()
        s.tell("surrender_roll", unit=u, die=face, second=second)
        if not second and face == FIRST:
            s.flow.append(("surrender_roll", u, 1))
        elif second and face <= MOST_SECOND:
            destroy(s, u, WITHDRAWN)


STEPS = (
    Storm(),
    MakeRoom(),
    Seize(),
    GarrisonsReturn(),
    Repairs(),
    Mend(),
    Surrenders(),
    SurrenderRoll(),
)

"""B28, H10: all that follows at once when a unit enters a hex: bridges, printed positions, rails, tasks, reactions,
and what cannot stay where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from front1914.engine.flow import Step
from front1914.engine.kept import kept, looking
from front1914.kit.bits import from_members, members
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, CAMP_OF, IN, PONTOON, PRINTED_IP, RING
from front1914.titles.offensive_a_outrance.crossings import BRIDGES_OF
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import top
from front1914.titles.offensive_a_outrance.railways.trains import disturb
from front1914.titles.offensive_a_outrance.railways.triggers import ALARMS, PONTOON_WAYS, cross, wake
from front1914.titles.offensive_a_outrance.sieges.camps import CAMP_SIDE
from front1914.titles.offensive_a_outrance.state import (
    BY_FOOT,
    CONTROL,
    DIG,
    NO_PLACES,
    QUIET,
    RECOVER,
    STOOD,
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import (
    BIT,
    FOE,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_LOC,
    NATION,
    SIDE,
)

MOVEMENT = ("movement", "counter_movement")


class Watch(NamedTuple):
    """Something that cannot stay as it is: how to find one, and what is done about it."""

    find: Callable[[OAOState], int | None]
    act: Callable[[OAOState, int], None]


#: in the order of B28; modules that know such things add theirs
WATCH: list[Watch] = []


def enter(s: OAOState, units: tuple[int, ...], h: int, second: int = -1, passed: int = -1) -> None:
    """Units of one side come into a hex, or two. Pushes what the other side may do about it.

    `passed`: the hex from which they come, where that is one that they only passed (`pass_by`).
    """
    side, before = SIDE[units[0]], s.hexes(units[0]) if passed < 0 else (passed,)
    with looking(s):
        triggered = _triggered(s, side, before, (h, second) if second >= 0 else (h,))
        near = _watched(s, side, (*before, h, second))
        seen = [top(s, place, FOE[side]) for place in near]
    if before and (before[0], h) in PONTOON_WAYS and s.phase in MOVEMENT:
        cross(s)
    for u in units:
        if s.task[u] == RECOVER or (s.task[u] == DIG and s.digs_in(u) not in (h, second)):
            drop_task(s, u)  # 7.5, 14.3: who is driven off, or goes, has not stayed where he worked
    s.step(units, h, second)
    if near:
        sighted = {top(s, place, FOE[side]) for place in near}.difference(seen)
        if sighted:  # 3.1.5: with enemies beside it another unit may lie on top of a stack
            s.tell("sighted", units=tuple(sorted(sighted)), reveals=True)
    armed = any(s.is_combat(u) for u in units)
    for place in (h, second):
        if place >= 0 and place not in before:
            _arrive(s, side, place, armed)
    for u in units:
        if IS_LOC[u] and NATION[u] == "belgian" and not IN["belgium"] >> h & 1:  # 8.7.1.f, 8.7.1
            s.tell("eliminated", unit=u, hex=h, reveals=True)
            s.remove(u)
    settle(s)
    if triggered:
        goal = h if second < 0 or h not in before else second
        s.flow.append(("react", tuple(triggered), units, _left(before, (h, second)), goal))


def _left(before: tuple[int, ...], after: tuple[int, ...]) -> int | tuple[int, ...]:
    """8.2.2: the hex that somebody has just left, both if he stood in two and left both; -1 for whoever arrives."""
    gone = tuple(h for h in before if h not in after)
    return gone if len(gone) > 1 else next(iter(gone or before), -1)


def _watched(s: OAOState, side: str, hexes: tuple[int, ...]) -> list[int]:
    """3.1.5: enemy stacks beside some hexes, whose top units the side sees; nobody looks in a copy for searching."""
    if s.news is None or not s.options.get("intelligence", True):
        return []
    near = 0
    for h in hexes:
        near |= RING[h] if h >= 0 else 0
    return members(near & s.ground(FOE[side]).units)


def unnoticed(s: OAOState, side: str) -> int:
    """Bitset of the hexes where a side's units come and go without anything but what `pass_by` does.

    All that `enter` and the watches look for has an enemy at most two hexes away, or a destination or a place next to
    which something wakes.
    """
    found = _quiet(side, s.ground(FOE[side]).units)
    return found if s.goal == NO_PLACES else found & ~_expected(s)


@kept("goal")
def _expected(s: OAOState) -> int:
    """Bitset of the destinations of units on rails or at sea, and of the hexes beside them."""
    found = 0
    for h in set(s.goal):
        found |= RING[h] | BIT[h] if h >= 0 else 0
    return found


@lru_cache(maxsize=64)
def _quiet(side: str, foes: int) -> int:
    """The hexes that are far enough from a side's enemies, and from places where something wakes."""
    near = foes | BOARD.spread(foes)
    return BOARD.exists & ~(near | BOARD.spread(near) | _WAKING[side])


#: 18.4.1, 23.1.1, 24.6, 27.7: by side
_WAKING = {
    side: from_members(h for h, alarm in enumerate(alarms) if alarm)
    | from_members(BOARD.links[PONTOON])
    | CAMP["Paris"]
    for side, alarms in ALARMS.items()
}


def pass_by(s: OAOState, side: str, h: int) -> None:
    """7.1.4a, 18.1.3: units go through a hex that is `unnoticed`: bridges, printed positions, rails."""
    held, foe = s.held(side), FOE[side]
    for number, beyond in BRIDGES_OF[h]:
        if not s.blown[number] and not (held >> h & 1 and held >> beyond & 1):
            s.blown[number] = 1
            s.tell("blown", bridge=number)
    if PRINTED_IP >> h & 1 and CAMP_SIDE[CAMP_OF[h]] == foe and not s.ruined[h]:
        s.ruined[h] = 1
        s.tell("ruined", hex=h)
    if s.operational[h] & CONTROL[foe]:  # 18.1.3
        s.operational[h] &= ~CONTROL[foe]


def _arrive(s: OAOState, side: str, h: int, armed: bool) -> None:
    """B28 (1), (2): bridges, printed positions, rails; rides, tasks and sleep of enemies next to the hex."""
    pass_by(s, side, h)
    foe = FOE[side]
    wake(s, side, h)
    near = RING[h] & s.ground(foe).units
    for place in members(near):
        for u in s.own(place, foe):
            if s.rail[u] != BY_FOOT:
                disturb(s, u, armed)
            elif s.task[u] == RECOVER:  # 7.8.3.a, 7.8.3
                drop_task(s, u)
            if IS_CAVALRY[u]:  # 1.1
                s.rouse(u)


def drop_task(s: OAOState, u: int) -> None:
    """7.8.3: what was done for a task is lost."""
    s.drop_work(u)
    s.tell("task_lost", unit=u, reveals=True)


# ---- reactions (8.2.1)


def _triggered(s: OAOState, side: str, before: tuple[int, ...], after: tuple[int, ...]) -> list[int]:
    """8.2, H7, 8.2.3.c: the enemy Cavalry that may react to a step of the active side in a movement phase."""
    if side != s.active or s.phase not in MOVEMENT:
        return []
    foe, here = s.ground(FOE[side]), s.ground(side).units
    near = 0
    for h in (*before, *after):
        near |= RING[h]
    if not near & foe.cavalry:
        return []
    found = []
    reach = 0
    for h in after:
        if h not in before:
            reach |= RING[h]
    for place in members(near & foe.cavalry):
        for u in s.own(place, FOE[side]):
            if u in found or not IS_CAVALRY[u] or s.rail[u] != BY_FOOT or s.did[u] & QUIET:
                continue
            if _trigger(s, u, before, reach, here, foe.units):
                found.append(u)
    return found


def _trigger(s: OAOState, u: int, before: tuple[int, ...], reach: int, enemies: int, friends: int) -> bool:
    """8.2.1, 8.2.1.a, 8.2.1.b: Trigger 1: enemies come beside it who had nobody there. Trigger 2: they go on from
    beside it."""
    around, mine = 0, 0
    for h in s.hexes(u):
        around |= RING[h]
        mine |= 1 << h
    if not around & enemies:
        return bool(reach & mine)
    return any(around >> h & 1 for h in before) and bool(reach & friends)


# ---- what cannot stay (B28 (3) to (6))


def settle(s: OAOState) -> None:
    """Looks, as soon as the flow comes to it, for what cannot stay where it is."""
    if not s.flow or s.flow[-1] != SETTLE:
        s.flow.append(SETTLE)


SETTLE = ("settle",)


class Settle(Step):
    """H10: deals with one after the other until everything may stay."""

    name, rule = "settle", "15.6.2"

    def run(self, s: OAOState) -> None:
        found = unsettled(s)
        if found is None:
            s.flow.pop()
        else:
            found[0].act(s, found[1])


def unsettled(s: OAOState) -> tuple[Watch, int] | None:
    """The first thing that cannot stay as it is."""
    with looking(s):
        for watch in WATCH:
            u = watch.find(s)
            if u is not None:
                return watch, u
    return None


@kept(*STOOD)
def exposed(s: OAOState) -> tuple[tuple[str, int], ...]:
    """8.8.1, 15.6.2: by side, the hexes where guns, Trains or Depots that nobody protects stand in an enemy zone."""
    allied, german = s.ground("allied"), s.ground("german")
    found = ("allied", allied.bare & german.zone), ("german", german.bare & allied.zone)
    return tuple([pair for pair in found if pair[1]]) if found[0][1] or found[1][1] else ()


def lone_gun(s: OAOState) -> int | None:
    """8.8.1: Artillery in an enemy zone without a Combat unit or a garrisoned Fortress."""
    for side, bits in exposed(s):
        for h in members(bits & s.ground(side).guns):
            return next(u for u in s.own(h, side) if IS_ARTILLERY[u] and not s.rides(u))
    return None


def lose_gun(s: OAOState, u: int) -> None:
    """8.8.1: it is eliminated at once."""
    s.tell("eliminated", unit=u, hex=s.at[u], reveals=True)
    s.remove(u)


WATCH.append(Watch(lone_gun, lose_gun))
STEPS = (Settle(),)

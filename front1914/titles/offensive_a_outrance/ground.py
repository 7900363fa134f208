"""3.1, 3.3: where a side is, as bitsets: what the rules of zones, movement and supply ask all the time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from front1914.kit.bits import members
from front1914.kit.units import changed
from front1914.titles.offensive_a_outrance.board import BOARD, SIZE
from front1914.titles.offensive_a_outrance.crossings import ZONE
from front1914.titles.offensive_a_outrance.world import (
    BIT,
    IS_CAVALRY,
    IS_COMBAT,
    IS_DEPOT,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_LINE,
    IS_TRAIN,
    SIDE,
    SPAN,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.offensive_a_outrance.state import OAOState

ON_FOOT = 1  #: 7.7.4.c, 3.3, 7.7.4: the `rail` up to which a unit exerts its zone: on foot, or still entraining


class Ground(NamedTuple):
    """Bitsets of the hexes where a side has something; its units on the map."""

    units: int  #: any unit
    wall: int  #: hexes that its enemies may not enter: any unit but a lone Fortress without garrison (3.1)
    combat: int  #: Combat units
    guard: int  #: Combat units and garrisoned Fortresses: what protects Trains, Depots and guns (8.8.1, 15.6.2)
    host: int  #: Formations and Fortresses (7.1.6a)
    shells: int  #: Fortresses without garrison (12.1.3)
    cavalry: int  #: Cavalry (8.2)
    trains: int  #: Corps Trains (15.6.2a)
    depots: int  #: Depots (15.6.2b)
    guns: int  #: Artillery of every type (8.8.1)
    forts: int  #: Forts that are held (8.5)
    exerting: int  #: units of one hex that exert a zone
    infantry: int  #: of these, infantry Formations
    twice: int  #: hexes of Two-Hex Units (19.1.2)
    zone: int  #: its zones of control (3.3)
    line: int  #: zones of its infantry Formations (8.4)
    beside: int  #: the hexes beside its units
    bare: int  #: guns, Trains and Depots that nobody protects
    here: tuple[int, ...]  #: the units themselves
    doubled: tuple[int, ...]  #: of these, Two-Hex Units (19.0)


#: bits: in which of the first sets of `Ground` a unit counts
_UNITS, _WALL, _COMBAT, _GUARD, _HOST, _SHELLS, _CAVALRY, _TRAINS, _DEPOTS, _GUNS, _FORTS, _EXERTS, _INFANTRY = (
    1 << i for i in range(13)
)
_TWICE = 1 << 13
_SETS: Final = 14


def _what(u: int, turned: bool) -> int:
    """What a unit counts as, with its front or its back side up (12.1.2); supply units and guns have no zone (15.6.a,
    8.8.1.b)."""
    if IS_FORTRESS[u]:
        return _UNITS | _HOST | (_SHELLS if turned else _WALL | _GUARD | _EXERTS)
    found = _UNITS | _WALL
    if IS_COMBAT[u] or (IS_FORT[u] and turned):
        found |= _COMBAT | _GUARD | _EXERTS
        found |= _CAVALRY if IS_CAVALRY[u] else 0
        found |= _HOST if IS_FORMATION[u] else 0
        return found | (_INFANTRY if IS_LINE[u] else 0)
    if IS_TRAIN[u] or IS_DEPOT[u]:
        return found | (_TRAINS if IS_TRAIN[u] else _DEPOTS)
    return found | (_FORTS if IS_FORT[u] else _GUNS)


_WHAT, _TURNED = (tuple(_what(u, turned) for u in UNITS.numbers) for turned in (False, True))
_EITHER = tuple(one | other | _TWICE for one, other in zip(_WHAT, _TURNED, strict=True))


@cache
def _sets(what: int) -> tuple[int, ...]:
    return tuple(i for i in range(_SETS) if what >> i & 1)


# ---- a survey


_MANY = 40  #: units that changed; where there are more, all is looked at


def survey(s: OAOState, side: str) -> Ground:
    """Where a side is."""
    here = _here(s, side)
    return _look(s, side, {h for u in here for h in s.hexes(u)}, set(here), here, _EMPTY, s.stacks())


def resurvey(s: OAOState, old: Ground, was: tuple[bytearray, ...], side: str) -> Ground:
    """The same, from what was found for other columns: only what the units that changed can have changed."""
    span = SPAN[side]
    units = {u for u in _altered(s, was) if span.start <= u < span.stop}
    if not units:
        return old
    if len(units) > _MANY:
        return survey(s, side)
    at, stood = s.at, memoryview(was[0]).cast("h")
    same = all((at[u] < SIZE) == (stood[u] < SIZE) for u in units)
    here = old.here if same else _here(s, side)
    return _look(s, side, _places(s, units, was), units, here, old, s.stacks())


def walked(s: OAOState, old: Ground, units: tuple[int, ...], hexes: set[int], stacks: dict[int, list[int]]) -> Ground:
    """The same, once units of the side have gone from some of these hexes to the others, all of them on the map."""
    return _look(s, SIDE[units[0]], hexes, set(units), old.here, old, stacks)


def _altered(s: OAOState, was: tuple[bytearray, ...]) -> set[int]:
    """The units that are not as some columns say."""
    found: set[int] = set()
    for before, column in zip(was, (s.at, s.second, s.face, s.rail), strict=True):
        if before != column:
            found.update(changed(before, column))
    return found


def _places(s: OAOState, units: Iterable[int], was: tuple[bytearray, ...]) -> set[int]:
    """The hexes in which units are, and were."""
    found: set[int] = set()
    for column in (s.at, s.second, memoryview(was[0]).cast("h"), memoryview(was[1]).cast("h")):
        found.update([column[u] for u in units])
    return {h for h in found if 0 <= h < SIZE}


# ---- stacks


def repile(s: OAOState, old: dict[int, list[int]], was: tuple[bytearray, ...]) -> dict[int, list[int]]:
    """The stacks, from those of other columns."""
    if was[0] == s.at and was[1] == s.second:
        return old
    units = _altered(s, was)
    return pile(s) if len(units) > _MANY else restacked(s, old, units, _places(s, units, was))


def restacked(
    s: OAOState, old: dict[int, list[int]], units: Collection[int], hexes: Iterable[int]
) -> dict[int, list[int]]:
    """The stacks, when units have come to or left some hexes."""
    at, second, stacks = s.at, s.second, old.copy()
    for h in hexes:
        now = [u for u in stacks.pop(h, ()) if u not in units]
        now += [u for u in units if at[u] == h or second[u] == h]
        if len(now) > 1:
            now.sort()
            if doubled := [u for u in now if at[u] != h]:
                now = [u for u in now if at[u] == h] + doubled
        if now:
            stacks[h] = now
    return stacks


def pile(s: OAOState) -> dict[int, list[int]]:
    """1.2.l: units by hex, who stands in it with his first hex before others."""
    found: dict[int, list[int]] = {}
    for u, place in enumerate(s.at):
        if place < SIZE:
            if place in found:
                found[place].append(u)
            else:
                found[place] = [u]
    for u, place in enumerate(s.second):
        if place >= 0:
            found.setdefault(place, []).append(u)
    return found


def _here(s: OAOState, side: str) -> tuple[int, ...]:
    span = SPAN[side]
    return tuple([u for u, place in enumerate(s.at[span], span.start) if place < SIZE])


def _look(
    s: OAOState,
    side: str,
    hexes: set[int],
    units: set[int],
    here: tuple[int, ...],
    old: Ground,
    stacks: dict[int, list[int]],
) -> Ground:
    """The ground as it was, but for some units that changed, and the hexes where they are or were."""
    what = looked = 0
    for u in units:
        what |= _EITHER[u]
    there = []
    for h in hexes:
        looked |= BIT[h]
        there.append((BIT[h], _standing(s, [u for u in stacks.get(h, ()) if SIDE[u] == side])))
    sets = list(old[:_SETS])
    for i in _sets(what):  # nothing else can have changed
        fresh = 0
        for bit, mine in there:
            if mine >> i & 1:
                fresh |= bit
        gone = sets[i] & looked
        if gone != fresh:
            sets[i] = sets[i] ^ gone | fresh
    return _finish(s, side, hexes, units, sets, here, old, stacks)


def _standing(s: OAOState, units: Iterable[int]) -> int:
    """What the units of one hex count as together."""
    what = 0
    for u in units:
        mine = _TURNED[u] if s.face[u] else _WHAT[u]
        if s.second[u] >= 0:
            what |= mine & _MUTE | _TWICE
        else:
            what |= mine if s.rail[u] <= ON_FOOT else mine & _RIDING  # 7.7.4.c
    return what


def _finish(
    s: OAOState,
    side: str,
    looked: Iterable[int],
    changed: set[int],
    sets: list[int],
    here: tuple[int, ...],
    old: Ground,
    stacks: dict[int, list[int]],
) -> Ground:
    """What follows from the first sets, where some hexes and units have changed."""
    straddling = {u for u in changed if s.second[u] >= 0}
    doubled, zone, line = old.doubled, old.zone, old.line
    if straddling or not changed.isdisjoint(doubled):
        doubled = tuple(sorted(straddling.union(doubled) - (changed - straddling)))
    if doubled is not old.doubled or sets[-3] != old.exerting or sets[-2] != old.infantry:
        zone, line = _zones(s, side, looked, sets, old, stacks)
    beside = old.beside if sets[0] == old.units else BOARD.spread(sets[0])
    _, _, _, guard, _, _, _, trains, depots, guns, *_ = sets
    soft = guns | trains | depots
    return Ground._make((*sets, zone, line, beside, soft ^ (soft & guard), here, doubled))


_EMPTY = Ground._make((*[0] * (_SETS + 4), (), ()))
_RIDING = ~(_EXERTS | _INFANTRY | _TRAINS | _GUNS)  #: of a unit in Rail Mode: zones do not affect it (7.7.3.4)
_MUTE = ~(_EXERTS | _INFANTRY)  #: of a Two-Hex Unit, whose zone is one of two hexes


def _zones(
    s: OAOState, side: str, there: Iterable[int], sets: list[int], old: Ground, stacks: dict[int, list[int]]
) -> tuple[int, int]:
    """3.3: the zones of a side and those of its infantry, when some hexes have changed."""
    touched = 0
    for h in there:
        touched |= ZONE[h]
    near = BOARD.spread(touched)
    exerting, infantry, twice = sets[-3] & near, sets[-2] & near, sets[-1] & near
    around = ranks = 0
    for h in members(infantry):
        ranks |= ZONE[h]
    for h in members(exerting ^ (exerting & infantry)):
        around |= ZONE[h]
    zone, line = old.zone ^ (old.zone & touched) | around | ranks, old.line ^ (old.line & touched) | ranks
    for u in {u for h in members(twice) for u in stacks[h] if s.second[u] >= 0 and SIDE[u] == side}:
        what = _TURNED[u] if s.face[u] else _WHAT[u]
        if what & _EXERTS and s.rail[u] <= ON_FOOT:  # 7.7.4.c, 3.3.b
            place, other = s.at[u], s.second[u]
            reach = (ZONE[place] | ZONE[other]) & ~(BIT[place] | BIT[other])  # 3.3.a: the eight hexes around both
            zone |= reach
            line |= reach if what & _INFANTRY else 0
    return zone, line

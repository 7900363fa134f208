"""3.1, 3.3: where a side is, as bitsets: what the rules of zones, movement and supply ask all the time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from front1914.kit.bits import from_members, members
from front1914.kit.units import changed_in, units_in
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

ON_FOOT = 1  #: 3.3, 7.7.4: the `rail` up to which a unit exerts its zone: on foot, or still entraining


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
    zone: int  #: its zones of control (3.3)
    line: int  #: zones of its infantry Formations (8.4)
    twice: int  #: hexes of Two-Hex Units (19.1.2)
    beside: int  #: the hexes beside its units
    bare: int  #: guns, Trains and Depots that nobody protects
    here: tuple[int, ...]  #: the units themselves
    doubled: tuple[int, ...]  #: of these, Two-Hex Units (19.0)


#: bits: in which of the first sets of `Ground` a unit counts
_UNITS, _WALL, _COMBAT, _GUARD, _HOST, _SHELLS, _CAVALRY, _TRAINS, _DEPOTS, _GUNS, _FORTS, _EXERTS, _INFANTRY = (
    1 << i for i in range(13)
)
_SETS: Final = 13


def _what(u: int, turned: bool) -> int:
    """What a unit counts as, with its front or its back side up."""
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


@cache
def _sets(what: int) -> tuple[int, ...]:
    return tuple(i for i in range(_SETS) if what >> i & 1)


# ---- a survey


class Standing(NamedTuple):
    """All that a survey rests on: the columns of the side's units, as bytes."""

    at: bytes
    second: bytes
    face: bytes
    rail: bytes

    @classmethod
    def of(cls, s: OAOState, side: str) -> Standing:
        """As the side stands now."""
        wide, span = _WIDE[side], SPAN[side]
        return cls(s.at.tobytes()[wide], s.second.tobytes()[wide], s.face.tobytes()[span], s.rail.tobytes()[span])


_WIDE = {side: slice(2 * span.start, 2 * span.stop) for side, span in SPAN.items()}
_SIZES = (2, 2, 1, 1)  #: bytes of a unit, in the columns of a Standing
_MANY = 40  #: units that changed; where there are more, all is looked at


def survey(s: OAOState, side: str, now: Standing, last: tuple[Standing, Ground] | None = None) -> Ground:
    """Where a side is. Of an earlier survey only what the units that changed can have changed is looked at anew."""
    if last is None or (changed := differing(last[0], now)) is None:
        return _survey_all(s, side)
    before, old = last
    first = SPAN[side].start
    came, went = ([memoryview(places).cast("h") for places in (one.at, one.second)] for one in (now, before))
    hexes = {place for i in changed for column in (*came, *went) if 0 <= (place := column[i]) < SIZE}
    there = {h: [first + i for places in (now.at, now.second) for i in units_in(places, h)] for h in hexes}
    same = all((came[0][i] < SIZE) == (went[0][i] < SIZE) for i in changed)
    return _look(s, there, {first + i for i in changed}, old.here if same else _here(s, side), old)


def _survey_all(s: OAOState, side: str) -> Ground:
    here = _here(s, side)
    there: dict[int, list[int]] = {}
    for u in here:
        for h in s.hexes(u):
            there.setdefault(h, []).append(u)
    return _look(s, there, set(here), here, _EMPTY)


def _here(s: OAOState, side: str) -> tuple[int, ...]:
    span = SPAN[side]
    return tuple([u for u, place in enumerate(s.at[span], span.start) if place < SIZE])


def differing(last: tuple[bytes, ...], now: tuple[bytes, ...]) -> set[int] | None:
    """The units that differ in the columns of a Standing, or in the first of them; None if they are many."""
    found: set[int] = set()
    for one, two, size in zip(last, now, _SIZES, strict=False):
        for i in changed_in(one, two, size) if one != two else ():
            found.add(i)
            if len(found) > _MANY:
                return None
    return found


def moved(s: OAOState, side: str, old: Ground, units: Iterable[int], hexes: Iterable[int]) -> Ground:
    """The ground once units of a side have gone from some of these hexes to the others, all of them on the map."""
    what = looked = 0
    for u in units:
        what |= _TURNED[u] if s.face[u] else _WHAT[u]
    there = []
    for h in hexes:
        looked |= BIT[h]
        there.append((BIT[h], _standing(s, [u for u in s.stack(h) if SIDE[u] == side])))
    sets = list(old[:_SETS])
    for i in _sets(what):  # nothing else can have changed
        fresh = 0
        for bit, mine in there:
            if mine >> i & 1:
                fresh |= bit
        gone = sets[i] & looked
        if gone != fresh:
            sets[i] = sets[i] ^ gone | fresh
    return _finish(s, hexes, set(units), sets, old.here, old)


def _look(s: OAOState, there: dict[int, list[int]], changed: set[int], here: tuple[int, ...], old: Ground) -> Ground:
    """The ground as it was, but for the hexes where units changed: there stands now what is said."""
    kinds: dict[int, list[int]] = {}
    for h, units in there.items():
        kinds.setdefault(_standing(s, units), []).append(h)
    fresh = [0] * _SETS
    for what, hexes in kinds.items():
        bits = from_members(hexes)
        for i in _sets(what):
            fresh[i] |= bits
    looked = from_members(there)
    sets = []
    for bits, new in zip(old[:_SETS], fresh, strict=True):
        gone = bits & looked
        sets.append(bits if gone == new else bits ^ gone | new)
    return _finish(s, there, changed, sets, here, old)


def _standing(s: OAOState, units: Iterable[int]) -> int:
    """What the units of one hex count as together."""
    what = 0
    for u in units:
        mine = _TURNED[u] if s.face[u] else _WHAT[u]
        what |= mine if s.second[u] < 0 and s.rail[u] <= ON_FOOT else mine & _MUTE
    return what


def _finish(
    s: OAOState, looked: Iterable[int], changed: set[int], sets: list[int], here: tuple[int, ...], old: Ground
) -> Ground:
    """What follows from the first sets, where some hexes and units have changed."""
    straddling = {u for u in changed if s.second[u] >= 0}
    doubled, twice = old.doubled, old.twice
    if straddling or not changed.isdisjoint(doubled):
        doubled = tuple(sorted(straddling.union(doubled) - (changed - straddling)))
        twice = from_members(h for u in doubled for h in s.hexes(u))
    zone, line = old.zone, old.line
    if doubled is not old.doubled or sets[-2] != old.exerting or sets[-1] != old.infantry:
        zone, line = _zones(s, looked, sets, doubled, twice, old)
    beside = old.beside if sets[0] == old.units else BOARD.spread(sets[0])
    _, _, _, guard, _, _, _, trains, depots, guns, *_ = sets
    soft = guns | trains | depots
    return Ground._make((*sets, zone, line, twice, beside, soft ^ (soft & guard), here, doubled))


_EMPTY = Ground._make((*[0] * (_SETS + 5), (), ()))
_MUTE = ~(_EXERTS | _INFANTRY)  #: of a unit that exerts no zone, and of a Two-Hex Unit, whose zone is one of two hexes


def _zones(
    s: OAOState, there: Iterable[int], sets: list[int], doubled: tuple[int, ...], twice: int, old: Ground
) -> tuple[int, int]:
    """3.3: the zones of a side and those of its infantry, when some hexes have changed."""
    touched = 0
    for h in there:
        touched |= ZONE[h]
    near = BOARD.spread(touched)
    exerting, infantry = sets[-2] & near, sets[-1] & near
    around = ranks = 0
    for h in members(infantry):
        ranks |= ZONE[h]
    for h in members(exerting ^ (exerting & infantry)):
        around |= ZONE[h]
    zone, line = old.zone ^ (old.zone & touched) | around | ranks, old.line ^ (old.line & touched) | ranks
    for u in doubled if twice & near else ():
        bits = BIT[place := s.at[u]] | BIT[other := s.second[u]]
        what = _TURNED[u] if s.face[u] else _WHAT[u]
        if bits & near and what & _EXERTS and s.rail[u] <= ON_FOOT:
            reach = (ZONE[place] | ZONE[other]) & ~bits  # 3.3: the eight hexes around both
            zone |= reach
            line |= reach if what & _INFANTRY else 0
    return zone, line

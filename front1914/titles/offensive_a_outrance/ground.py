"""3.1, 3.3: where a side is, as bitsets: what the rules of zones, movement and supply ask all the time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from front1914.kit.bits import from_members
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
    SPAN,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.offensive_a_outrance.state import OAOState

ON_FOOT = 1  #: 3.3, 7.7.4: the `rail` up to which a unit exerts its zone: on foot, or still entraining


class Ground(NamedTuple):
    """Bitsets of the hexes where a side has something; its units on the map."""

    here: tuple[int, ...]  #: the units themselves
    units: int  #: any unit
    wall: int  #: hexes that its enemies may not enter: any unit but a lone Fortress without garrison (3.1)
    combat: int  #: Combat units
    guard: int  #: Combat units and garrisoned Fortresses: what protects Trains, Depots and guns (8.8.1, 15.6.2)
    host: int  #: Formations and Fortresses (7.1.6a)
    zone: int  #: its zones of control (3.3)
    line: int  #: zones of its infantry Formations (8.4)
    twice: int  #: hexes of Two-Hex Units (19.1.2)
    shells: int  #: Fortresses without garrison (12.1.3)
    cavalry: int  #: Cavalry (8.2)
    trains: int  #: Corps Trains (15.6.2a)
    depots: int  #: Depots (15.6.2b)
    guns: int  #: Artillery of every type (8.8.1)
    forts: int  #: Forts that are held (8.5)
    beside: int  #: the hexes beside its units


def survey(s: OAOState, side: str) -> Ground:
    """Where a side is."""
    span, face, rail = SPAN[side], s.face, s.rail
    here = tuple(u for u, place in enumerate(s.at[span], span.start) if place < SIZE)
    kinds: dict[int, set[int]] = {}  # hexes by what stands there, seen as bits: a stack is looked at once
    doubled: dict[int, int] = {}
    twice = 0
    for u in here:
        place = s.at[u]
        what = _WHAT[u]
        if face[u]:
            what = _TURNED.get(u, what)
        if rail[u] > ON_FOOT:
            what &= ~(EXERTS | LINES)
        if s.second[u] >= 0:
            doubled[u] = what
            continue
        if what in kinds:
            kinds[what].add(place)
        else:
            kinds[what] = {place}
    found = [0] * _PARTS
    zone = line = 0
    for what, places in kinds.items():
        bits = from_members(places)
        for i in _PARTS_OF[what]:
            found[i] |= bits
        if what & EXERTS:
            reach = 0
            for place in places:
                reach |= ZONE[place]
            zone |= reach
            if what & LINES:
                line |= reach
    for u, what in doubled.items():
        place, other = s.hexes(u)
        bits = BIT[place] | BIT[other]
        twice |= bits
        for i in _PARTS_OF[what]:
            found[i] |= bits
        if what & EXERTS:
            reach = (ZONE[place] | ZONE[other]) & ~bits  # 3.3: the eight hexes around both
            zone |= reach
            if what & LINES:
                line |= reach
    units, wall, combat, guard, host, shells, cavalry, trains, depots, guns, forts = found
    rest = (shells, cavalry, trains, depots, guns, forts, BOARD.spread(units))
    return Ground(here, units, wall, combat, guard, host, zone, line, twice, *rest)


#: bits: in which sets of `Ground` a unit counts; whether it exerts a zone, and whether that is an infantry Formation's
_IN_UNITS, _IN_WALL, _IN_COMBAT, _IN_GUARD, _IN_HOST, _IN_SHELLS = (1 << i for i in range(6))
_IN_CAVALRY, _IN_TRAINS, _IN_DEPOTS, _IN_GUNS, _IN_FORTS = (1 << i for i in range(6, 11))
_PARTS = 11
EXERTS, LINES = 1 << 11, 1 << 12


def _what(u: int, turned: bool) -> int:
    """What a unit counts as, with its front or its back side up."""
    if IS_FORTRESS[u]:
        return _IN_UNITS | _IN_HOST | (_IN_SHELLS if turned else _IN_WALL | _IN_GUARD | EXERTS)
    found = _IN_UNITS | _IN_WALL
    if IS_COMBAT[u] or (IS_FORT[u] and turned):
        found |= _IN_COMBAT | _IN_GUARD | EXERTS
        found |= _IN_CAVALRY if IS_CAVALRY[u] else 0
        found |= _IN_HOST if IS_FORMATION[u] else 0
        return found | (LINES if IS_LINE[u] else 0)
    if IS_TRAIN[u] or IS_DEPOT[u]:
        return found | (_IN_TRAINS if IS_TRAIN[u] else _IN_DEPOTS)
    return found | (_IN_FORTS if IS_FORT[u] else _IN_GUNS)


_WHAT = tuple(_what(u, False) for u in UNITS.numbers)
_TURNED = {u: _what(u, True) for u in UNITS.numbers}
_PARTS_OF = {
    what & mask: tuple(i for i in range(_PARTS) if what >> i & 1)
    for what in {*_WHAT, *_TURNED.values()}
    for mask in (-1, ~(EXERTS | LINES))
}

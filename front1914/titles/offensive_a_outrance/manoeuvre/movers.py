"""7.0, 7.1.2: the units of a side that can be picked to move."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from front1914.engine.kept import kept
from front1914.titles.offensive_a_outrance.organisation.forces import Force
from front1914.titles.offensive_a_outrance.state import DROPPED, MOVED, STOOD, OAOState
from front1914.titles.offensive_a_outrance.world import IS_FORT, IS_HQ, IS_SIEGE, MOBILE, OWN, SIDES

BOUND = MOVED | DROPPED  #: in `did` of whoever has ended his move
GUNS_OF = {side: tuple(u for u in OWN[side] if IS_SIEGE[u] or IS_HQ[u]) for side in SIDES}  #: 13.2, 13.3


class _Movers(NamedTuple):
    """The movers of a side."""

    here: tuple[int, ...]  #: all who are on the map
    able: tuple[int, ...]  #: those who could move if they had not
    free: tuple[int, ...]  #: of these, those who have not ended their move


def movers(s: OAOState, side: str) -> tuple[int, ...]:
    """The units of a side that can be picked, in ascending order: the same ones until somebody has moved."""
    return _movers(s, side).free


def _renewed(s: OAOState, old: _Movers, was: tuple[bytearray, ...], side: str) -> _Movers:
    """The same, from those of another moment: where units only went from hex to hex, the same ones could move."""
    here = s.ground(side).here
    _, _, face, rail, did, inactive, army, army_active = was
    same = face == s.face and rail == s.rail and inactive == s.inactive and army == s.army
    if not same or army_active != s.army_active or (here is not old.here and here != old.here):
        return _found(s, here, _able(s, side))
    return old if did == s.did else _found(s, here, old.able)


#: what it rests on who can move
_MOVING = (*STOOD, "did", "inactive", "army", "army_active")


@kept(*_MOVING, renew=_renewed)
def _movers(s: OAOState, side: str) -> _Movers:
    return _found(s, s.ground(side).here, _able(s, side))


def _found(s: OAOState, here: tuple[int, ...], able: tuple[int, ...]) -> _Movers:
    did = s.did
    return _Movers(here, able, tuple([u for u in able if not did[u] & BOUND]))


def others(s: OAOState, side: str, force: Force) -> tuple[int, ...]:
    """The same without those of a Force; they are few, and quicker found than all the others are looked at."""
    found = movers(s, side)
    for u in force:
        i = bisect_left(found, u)
        if found[i : i + 1] == (u,):
            found = found[:i] + found[i + 1 :]
    return found


def _able(s: OAOState, side: str) -> tuple[int, ...]:
    rail, face = s.rail, s.face
    fixed = {u for u in GUNS_OF[side] if face[u]}
    awake = not any(s.inactive) and not any(s.army_active)
    return tuple(
        u
        for u in s.ground(side).here
        if not rail[u] and (MOBILE[u] or (IS_FORT[u] and face[u])) and u not in fixed and (awake or s.is_active(u))
    )

"""7.0, 7.1.2: the units of a side that can be picked to move."""

from __future__ import annotations

from typing import NamedTuple, cast

from front1914.titles.offensive_a_outrance.organisation.forces import Force
from front1914.titles.offensive_a_outrance.state import DROPPED, MOVED, OAOState
from front1914.titles.offensive_a_outrance.world import IS_FORT, IS_HQ, IS_SIEGE, MOBILE, OWN, SIDES

BOUND = MOVED | DROPPED  #: in `did` of whoever has ended his move
GUNS_OF = {side: tuple(u for u in OWN[side] if IS_SIEGE[u] or IS_HQ[u]) for side in SIDES}  #: 13.2, 13.3


class _Known(NamedTuple):
    """The movers of a side as they were last found, with copies of all the columns that they rest on."""

    here: tuple[int, ...]
    rests: tuple[bytearray, ...]
    able: tuple[int, ...]  #: those who could move if they had not
    did: bytearray
    free: tuple[int, ...]


def movers(s: OAOState, side: str) -> tuple[int, ...]:
    """The units of a side that can be picked, in ascending order: the same ones until somebody has moved."""
    here, known = s.ground(side).here, _KNOWN.get(side)
    # bytearrays are compared with columns as they lie in memory: quicker than any key could be made
    rests = s.rail, s.face, s.inactive, s.army, s.army_active
    if known is None or known.here is not here or known.rests != cast(object, rests):
        able = _able(s, side)
        known = _Known(here, tuple(map(bytearray, rests)), able, bytearray(), able)
    if known.did != s.did:
        did = s.did
        free = tuple([u for u in known.able if not did[u] & BOUND])
        known = _KNOWN[side] = _Known(here, known.rests, known.able, bytearray(did), free)
    return known.free


def others(s: OAOState, side: str, force: Force) -> list[int]:
    """The same without those of a Force; they are few, and quicker found than all the others are looked at."""
    found = list(movers(s, side))
    for u in force:
        if u in found:
            found.remove(u)
    return found


_KNOWN: dict[str, _Known] = {}


def _able(s: OAOState, side: str) -> tuple[int, ...]:
    rail, face = s.rail, s.face
    fixed = {u for u in GUNS_OF[side] if face[u]}
    awake = not any(s.inactive) and not any(s.army_active)
    return tuple(
        u
        for u in s.ground(side).here
        if not rail[u] and (MOBILE[u] or (IS_FORT[u] and face[u])) and u not in fixed and (awake or s.is_active(u))
    )

"""12.0, 12.3, 22.2: Fortified Camps: whose they are, which of them are Invested."""

from __future__ import annotations

from functools import reduce
from operator import or_

from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, CAMPS, OPEN, RIDGES, SEA_SIDES, SIZE
from front1914.titles.offensive_a_outrance.crossings import ZONE
from front1914.titles.offensive_a_outrance.state import STOOD, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    FORTRESS_ROWS,
    IS_FORTRESS,
    KINDS,
    SIDE_OF_NATION,
    SIDES,
    UNITS,
)

PARIS = "Paris"
CAMP_SIDE = {row.place: SIDE_OF_NATION[row.nation] for row in FORTRESS_ROWS if row.place in CAMP}  #: who built a camp
CAMPS_OF = {side: tuple(camp for camp in CAMPS if CAMP_SIDE[camp] == side) for side in SIDES}  #: 12.0.a
#: the Fortress units of each camp
FORTRESSES = {camp: tuple(u for u in UNITS.numbers if IS_FORTRESS[u] and KINDS[u].home == camp) for camp in CAMPS}
CAMP_OF_FORTRESS = {u: camp for camp, units in FORTRESSES.items() for u in units}


def _around(camp: str) -> int:
    """B63: the hexes beside a camp that can be entered from it."""
    shut, found = SEA_SIDES | RIDGES, 0
    for a in members(CAMP[camp]):
        for b in BOARD.neighbours[a]:
            if OPEN >> b & 1 and not CAMP[camp] >> b & 1 and not shut >> BOARD.link[a, b] & 1:
                found |= 1 << b
    return found


AROUND = {camp: _around(camp) for camp in CAMPS}
_BESIDE_CAMPS = {side: reduce(or_, [AROUND[camp] for camp in camps], 0) for side, camps in CAMPS_OF.items()}


def invested(s: OAOState, camp: str) -> bool:
    """12.3, B63: all around it are enemies, or zones of enemies beside it with nobody of its own side.

    An enemy who stands in the camp itself stands beside the rest of it.
    """
    side = CAMP_SIDE[camp]
    mine, foe = s.ground(side), s.ground(FOE[side])
    free = AROUND[camp] & s.rules.area & ~foe.units
    if free & (mine.units | ~foe.zone):
        return False
    for h in members((AROUND[camp] | CAMP[camp]) & foe.guard):
        for u in s.own(h, FOE[side]):
            if s.watches(u):
                for place in s.hexes(u):
                    free &= ~ZONE[place]
    return not free


def besieged(s: OAOState, side: str) -> int:
    """12.3: bitset of the hexes of all Invested camps of a side."""
    return _besieged(s, side) if _BESIDE_CAMPS[side] & s.ground(FOE[side]).units else 0


@kept(*STOOD, "scenario")
def _besieged(s: OAOState, side: str) -> int:
    foes = s.ground(FOE[side]).units
    return sum(CAMP[camp] for camp in CAMPS_OF[side] if AROUND[camp] & foes and invested(s, camp))


def garrisoned(s: OAOState, camp: str) -> bool:
    """Whether a Fortress unit of the camp is still on the map."""
    return any(s.at[u] < SIZE for u in FORTRESSES[camp])


def camp_of(u: int) -> str | None:
    """12.0.a: the Fortified Camp of which a Fortress unit is part, if it is of one."""
    return CAMP_OF_FORTRESS.get(u)


def friends(s: OAOState, camp: str) -> list[int]:
    """The units of its own side within a camp, Fortresses left out."""
    side = CAMP_SIDE[camp]
    found = {u for h in members(CAMP[camp] & s.ground(side).units) for u in s.own(h, side)}
    return sorted(u for u in found if not IS_FORTRESS[u])

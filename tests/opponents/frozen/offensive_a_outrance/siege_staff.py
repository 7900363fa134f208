"""Where the staff sends its siege artillery: to the nearest Fortress that is watched (13).

Guns that are Assets of a Formation go with it; those that lie alone, and the HQs of siege trains, follow the army to
the Fortresses at which it stands.
"""

from __future__ import annotations

from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, march
from front1914.titles.offensive_a_outrance.sieges.bombardment import FORTRESSES_OF
from front1914.titles.offensive_a_outrance.sieges.siege import HQS, SIEGE_OF
from front1914.titles.offensive_a_outrance.state import BY_FOOT, OAOState
from front1914.titles.offensive_a_outrance.world import FOE, IS_FORMATION, SIDE


def watched(s: OAOState, side: str) -> int:
    """The hexes of enemy Fortresses with a garrison beside which Formations of the side stand."""
    own = 0
    for h, stack in s.stacks().items():
        if any(SIDE[u] == side and IS_FORMATION[u] for u in stack):
            own |= 1 << h
    near = BOARD.spread(own) | own
    found = 0
    for u in FORTRESSES_OF[FOE[side]]:
        if s.at[u] < SIZE and not s.face[u] and near >> s.at[u] & 1:
            found |= 1 << s.at[u]
    return found


def convoys(s: OAOState, side: str) -> list[int]:
    """Siege guns and HQs of the side that lie alone and can march."""
    return [
        u
        for u in (*SIEGE_OF[side], *HQS)
        if SIDE[u] == side
        and s.at[u] < SIZE
        and not s.face[u]
        and s.rail[u] == BY_FOOT
        and s.is_active(u)
        and not any(IS_FORMATION[v] for v in s.own(s.at[u], side))
    ]


def posts(s: OAOState, side: str) -> dict[int, int]:
    """Where each of the convoys goes: beside the nearest watched Fortress, where a Formation guards it."""
    forts = watched(s, side)
    if not forts:
        return {}
    found: dict[int, int] = {}
    guarded = [h for h in members(BOARD.spread(forts)) if any(IS_FORMATION[u] for u in s.own(h, side))]
    for u in convoys(s, side):
        here = s.at[u]
        if not guarded or any(here == h for h in guarded):
            continue
        goal = min(guarded, key=lambda h: (BOARD.distance(here, h), h))
        costs = {h: cost for h, cost in march(s, (u,)).costs.items() if cost <= allowance(s)}
        zone = s.ground(FOE[side]).zone
        ways = [h for h in costs if h == goal or not zone >> h & 1]
        best = min(ways, key=lambda h: (BOARD.distance(h, goal), costs[h], h), default=here)
        if BOARD.distance(best, goal) < BOARD.distance(here, goal):
            found[u] = best
    return found

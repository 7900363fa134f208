"""Where the staff wants somebody to stand: on the southern line, whose gaps cost points (27.5), and along the front.

An army that is nowhere in particular is beaten in detail: what the enemy can walk through draws the nearest reserve.
"""

from __future__ import annotations

from heapq import heappop, heappush

from front1914.kit.bits import from_members, members
from front1914.kit.sight import Goal
from front1914.titles.offensive_a_outrance.board import BOARD, OPEN, SIZE
from front1914.titles.offensive_a_outrance.charts import SUPPLY
from front1914.titles.offensive_a_outrance.combat.strength import ground
from front1914.titles.offensive_a_outrance.command.larder import pantry
from front1914.titles.offensive_a_outrance.command.strategy import attacks
from front1914.titles.offensive_a_outrance.logistics.supply import ends, network, reached, safe
from front1914.titles.offensive_a_outrance.manoeuvre.front import DRY
from front1914.titles.offensive_a_outrance.railways.engineering import operational
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.victory import counts, occupied, shielded, southern_line
from front1914.titles.offensive_a_outrance.world import ARMIES_OF, FOE, IS_LINE, IS_LOC, NO_ARMY

GAP, POST = 1.2, 1.0  #: what it is worth to stand in a gap of the southern line, and at an open place of the front
MISSING = 10  #: hexes of line that are held already, which are as good as one that must still be occupied
BRANCH, HEX_OF_LINE, LINE_WORTH = 4, 0.15, 4.0  #: hexes of railway behind a place that matter, each one, at the most
FED = SUPPLY.rail_range  #: hexes from a railway at which a front is worth holding
NEAR_BY = 3  #: hexes from an enemy Formation at which a front can be walked through in a turn


def lines(s: OAOState, side: str, turns: int) -> list[Goal]:
    """Where somebody should stand, whatever else is worth something."""
    found: dict[int, Goal] = {}
    for goal in (*open_front(s, side, turns), *(southern(s, side, turns) if counts(s, "27.5") else ())):
        found[goal.node] = goal
    for goal in railways(s, side, turns):
        if goal.node not in found or found[goal.node].worth < goal.worth:
            found[goal.node] = goal
    return list(found.values())


def southern(s: OAOState, side: str, turns: int) -> list[Goal]:
    """27.5: the hexes of the front from Switzerland to its end: who stands there stays, gaps draw others."""
    front, start, end = southern_line(s, side)
    manned = occupied(s, side)
    kept = front & (manned | shielded(s, side))
    return [
        Goal(h, GAP, bool(manned >> h & 1), turns, "27.5", post=True)
        for h in _way(start, front, kept, end)
        if manned >> h & 1 or not kept >> h & 1
    ]


def _way(start: int, own: int, kept: int, end: int) -> list[int]:
    """The way over own hexes that needs the fewest more, and of those the shortest over the best ground."""
    best: dict[int, float] = {}
    came: dict[int, int] = {}
    heap: list[tuple[float, int]] = []

    def offer(h: int, before: float, behind: int) -> None:
        cost = before + (1.0 if kept >> h & 1 else MISSING - 0.2 * ground(h))
        if cost < best.get(h, cost + 1):
            best[h], came[h] = cost, behind
            heappush(heap, (cost, h))

    for h in members(start):
        offer(h, 0.0, -1)
    while heap:
        cost, h = heappop(heap)
        if cost > best[h]:
            continue
        if end >> h & 1:
            found = [h]
            while came[found[-1]] >= 0:
                found.append(came[found[-1]])
            return found
        for n in members(DRY.ring[h] & own):
            offer(n, cost, h)
    return []


def open_front(s: OAOState, side: str, turns: int) -> list[Goal]:
    """3.4: hexes of our side of the front through which enemy infantry could walk, since nobody is near."""
    mine, foe = s.held(side), s.held(FOE[side])
    threat = _formations(s, FOE[side])
    for _ in range(NEAR_BY):
        threat |= BOARD.spread(threat)
    covered = _formations(s, side)
    covered |= BOARD.spread(covered)
    bare = mine & BOARD.spread(foe) & threat & ~covered & OPEN & s.rules.area & ~s.ground(FOE[side]).units
    bare &= pantry(s, side).near(network(s, side), NEAR_BY if attacks(s, side) else FED)  # not in pockets
    found = []
    for h in sorted(members(bare), key=lambda h: (-ground(h), h)):
        if bare >> h & 1:
            bare &= ~(BOARD.ring[h] | 1 << h)
            found.append(Goal(h, POST, False, turns, "3.4", post=True))
    return found


def railways(s: OAOState, side: str, turns: int) -> list[Goal]:
    """15.0.a, 18.1: rail hexes in enemy zones over which much else is reached: a unit there keeps them open."""
    running, lines = operational(s, side), network(s, side)
    foe, mine = s.ground(FOE[side]), s.ground(side)
    found = []
    for h in members(running & foe.zone & ~foe.units & (mine.units | BOARD.spread(lines) & ~lines)):
        here = mine.units >> h & 1
        if here:
            lost = lines & ~reached(s, side, _ends(s, side), lines & ~(1 << h))
        else:
            joined = reached(s, side, 1 << h, safe(s, side) | 1 << h)
            lost = joined & ~lines if joined & lines else 0
        if (far := lost.bit_count()) > BRANCH:
            manned = any(s.is_combat(u) for u in s.own(h, side))
            found.append(Goal(h, min(LINE_WORTH, HEX_OF_LINE * far), bool(here and manned), turns, "15.0", post=True))
    for h in members(running & foe.units & BOARD.spread(lines)):
        found.append(Goal(h, LINE_WORTH / 2, False, turns, "15.0"))
    return found


def _ends(s: OAOState, side: str) -> int:
    """Where the railways of a side begin."""
    found = 0
    for army in {NO_ARMY, *(a for a in ARMIES_OF[side] if s.base[a] >= 0)}:
        found |= ends(s, side, army)
    return found


def _formations(s: OAOState, side: str) -> int:
    """The hexes of the infantry Formations of a side."""
    return from_members({s.at[u] for u in s.ground(side).here if IS_LINE[u] and not IS_LOC[u] and s.at[u] < SIZE})

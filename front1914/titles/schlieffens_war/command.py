"""6.7: who is in command."""

from __future__ import annotations

from functools import cache

from front1914.engine.kept import at_hand, kept
from front1914.titles.schlieffens_war.rails import german_rail
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.supply import passable
from front1914.titles.schlieffens_war.world import (
    BIT,
    FOE,
    GERMAN_CITY,
    HQS,
    NATION,
    SIDE,
    SIDE_OF_NATION,
    SIZE,
    beside,
)


def radius(s: SWState, hq: int) -> int:
    """6.7, 6.7.d: the command radius of an HQ: the factor on the side that is up (R23)."""
    return s.factor(hq)


@kept("at", "supply")
def commanded(s: SWState, nation: str) -> int:
    """6.7.a, 6.7.b, 6.7.e: bitset of the hexes in which units of a nation are in command.

    A path of at most the radius leads from such a hex to an HQ of that nation, over any terrain; it enters no hex with
    an enemy, and passes an enemy zone of control only where a friend stands (7.5, R20). German units are in command in
    a German city with a free line to the east edge, too.
    """
    found = within_radius(s, nation)
    return found | GERMAN_CITY & german_rail(s) if nation == "german" else found


_at_hand = at_hand(commanded)


def within_radius(s: SWState, nation: str) -> int:
    """6.7.a, 6.7.e: hexes within the radius of an HQ of the nation; the HQ's own hex is one of them (R91)."""
    side = SIDE_OF_NATION[nation]
    open_, through = ~s.occupied(FOE[side]), passable(s, side)
    starts: dict[int, int] = {}
    for hq in HQS[nation]:
        if s.at[hq] < SIZE:
            starts[radius(s, hq)] = starts.get(radius(s, hq), 0) | BIT[s.at[hq]]
    found = front = 0
    for left in range(max(starts, default=0), 0, -1):
        front |= starts.get(left, 0)
        step = beside(front) & open_
        found |= front | step
        front = step & through
    return found


def in_command(s: SWState, u: int) -> bool:
    """6.7, 6.7.b: whether a unit on the map is in command; army designations do not matter after set-up."""
    nation, h = NATION[u], s.at[u]
    if _at_hand(s, nation) is None:  # the whole answer is not there yet, and mostly it is not needed
        near = nation == "german" and GERMAN_CITY >> h & 1
        enemy = s.zone(FOE[SIDE[u]]) | s.occupied(FOE[SIDE[u]])
        for hq in HQS[nation]:  # 6.7.a, 6.7.c, 6.7.d
            if s.at[hq] < SIZE and (disc := _disc(s.at[hq], radius(s, hq))) >> h & 1:
                if not disc & enemy:
                    return True
                near = True
        if not near:
            return False
    return commanded(s, nation) >> h & 1 == 1


@cache
def _disc(h: int, far: int) -> int:
    """6.7.e: the hexes that a radius would reach if no enemy were there; neutral land and the sea have none."""
    found = 1 << h
    for _ in range(far):
        found |= beside(found)
    return found

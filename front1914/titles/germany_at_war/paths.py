"""7.4: where a block can go: movement points, rivers, contact with the enemy."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from front1914.kit.bits import members
from front1914.titles.germany_at_war.state import FOUGHT, NEW, OLD, GWState
from front1914.titles.germany_at_war.world import (
    AREAS,
    BIT,
    BOARD,
    CONTACT,
    COSTS,
    FOE,
    MOUNTAIN,
    RIVER,
    SIDE,
    STEPS_OUT,
)


class Reach:
    """Areas that a block can get to, by the points left there: `levels[p]` is the bitset of those with p left.

    The start is not among them. Ways are found backwards when somebody asks.
    """

    __slots__ = ("bits", "enemy", "levels", "start", "table")

    def __init__(self, start: int, levels: list[int], enemy: int, table: int) -> None:
        self.start = start
        self.levels = levels
        self.enemy = enemy
        self.table = table
        self.bits = 0
        for bits in levels:
            self.bits |= bits

    def left(self, h: int) -> int:
        """The points left in an Area that can be reached."""
        bit = BIT[h]
        for points, bits in enumerate(self.levels):
            if bits & bit:
                return points
        raise ValueError("not in reach")

    def path(self, h: int) -> list[int]:
        """A cheapest way from the start to an Area; among the enemy one that crosses no river last, if there is one
        (7.5.1.4: it would halve the attack)."""
        found = [h]
        while h != self.start:
            before = self._before(h)
            h = min(before, key=lambda n, h=h: RIVER[n, h]) if self.enemy & BIT[h] else before[0]  # type: ignore[misc]
            found.append(h)
        return found[::-1]

    def _before(self, h: int) -> list[int]:
        """The Areas from which the last step of a cheapest way leads to an Area."""
        levels, enemy, costs, found = self.levels, self.enemy, COSTS[self.table], []
        left, most = self.left(h) + (CONTACT if enemy & BIT[h] else 0), len(levels) - 1
        for n in BOARD.neighbours[h]:
            before = left + costs[n, h]
            if n == self.start:
                if before + (CONTACT if enemy & BIT[n] else 0) == most:
                    found.append(n)
            elif before <= most and levels[before] & BIT[n] & ~enemy:
                found.append(n)
        return found


def new_engagements(s: GWState) -> int:
    """7.5: Areas newly contested in this Impulse."""
    return sum(s.front.count(flags) for flags in (NEW, NEW | OLD, NEW | FOUGHT, NEW | OLD | FOUGHT))


def engageable(s: GWState, side: str, limit: int) -> int:
    """7.5, h.6: bitset of the enemy-occupied Areas that a block may enter: engaged already, or within the limit."""
    enemy = s.present(FOE[side])
    if not limit or not enemy:
        return 0
    if new_engagements(s) < limit:  # 7.5.f
        return enemy
    own, found = s.present(side), 0
    for h, flags in enumerate(s.front):
        if flags & NEW or (flags & OLD and own & BIT[h]):
            found |= BIT[h]
    return enemy & found


def is_new(s: GWState, h: int, side: str) -> bool:
    """7.5: whether entering an enemy-occupied Area newly contests it."""
    flags = s.front[h]
    return not flags & NEW and not (flags & OLD and s.present(side) & BIT[h])


def reach(s: GWState, u: int, points: int, engage: int, bridged: int = 0, start: int | None = None) -> Reach:
    """7.4: where a block can get with so many points, wave by wave.

    `engage` is the bitset of enemy Areas that it may enter, and where it stops (7.4.3); `bridged` waives the cost of
    Major Rivers: in the Surprise only, not by Pontoons (7.2.3, 7.2.1.d).
    """
    side = SIDE[u]
    enemy = s.present(FOE[side])
    origin = s.at[u] if start is None else start
    friendly = s.friendly(side) if enemy & BIT[origin] else 0  # 7.4.3.b, 7.3.1.2.f, 7.3.1.2.g
    table = 2 * bridged + (u == MOUNTAIN)  # 4.2.2.b
    return _spread(origin, points, table, enemy, engage, s.rules.area & ~enemy, friendly)


@lru_cache(4096)  # the same is asked for the list of answers, for the answer, and for other units of the Area
def _spread(origin: int, points: int, table: int, enemy: int, engage: int, free: int, friendly: int) -> Reach:
    """The waves themselves; `friendly` is where a unit that disengages may go first (7.4.3)."""
    steps = STEPS_OUT[table]
    levels = [0] * (points + 1)
    seen = BIT[origin]
    if enemy & seen:
        for cost, ring in steps[origin]:
            if points >= cost + CONTACT:  # 7.4.f
                levels[points - cost - CONTACT] |= ring & friendly
    else:
        _step(levels, steps[origin], points, free, engage)
    for left in range(points, -1, -1):
        here = levels[left] = levels[left] & ~seen
        seen |= here
        if left:
            for h in members(here & free):
                _step(levels, steps[h], left, free, engage)
    return Reach(origin, levels, enemy, table)


def _step(levels: list[int], steps: tuple[tuple[int, int], ...], left: int, free: int, engage: int) -> None:
    """One Area further in every direction: into free ones, or among the enemy for more."""
    for cost, ring in steps:
        if left >= cost:  # 7.4.h
            levels[left - cost] |= ring & free
            if left >= cost + CONTACT and ring & engage:  # 7.4.f
                levels[left - cost - CONTACT] |= ring & engage


def passable(s: GWState, u: int, found: Reach, engage: int, bridged: int) -> int:
    """7.4: bitset of the full Areas that a block can reach and leave again, to stop somewhere beyond."""
    full = s.full(SIDE[u])
    room = s.rules.area & ~found.enemy & ~full
    steps, bits = STEPS_OUT[found.table], 0
    for left in range(1, len(found.levels)):
        for h in members(found.levels[left] & full & ~found.enemy):
            near = any(cost <= left and ring & room for cost, ring in steps[h])  # cheap, and mostly true
            if near or reach(s, u, left, engage, bridged, h).bits & ~full:
                bits |= BIT[h]
    return bits


def hint(found: Reach, h: int) -> dict[str, Any]:
    """docs/presentation.md: the points left and the way."""
    return {"left": found.left(h), "path": [AREAS[n] for n in found.path(h)]}

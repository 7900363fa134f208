"""7.4: where a block can go: movement points, rivers, contact with the enemy."""

from __future__ import annotations

from typing import Any, NamedTuple

from front1914.titles.germany_at_war.state import FOUGHT, NEW, OLD, GWState
from front1914.titles.germany_at_war.world import AREAS, BIT, CONTACT, EXITS, FOE, MOUNTAIN, SIDE


class Reach(NamedTuple):
    """Areas that a block can enter, with the points left there and the Area before on the cheapest way."""

    start: int
    left: dict[int, int]
    before: dict[int, int]
    bits: int

    def path(self, h: int) -> list[int]:
        """The way from the start to an Area."""
        found = [h]
        while found[-1] != self.start:
            found.append(self.before[found[-1]])
        return found[::-1]


def new_engagements(s: GWState) -> int:
    """7.5: Areas newly contested in this Impulse."""
    return sum(s.front.count(flags) for flags in (NEW, NEW | OLD, NEW | FOUGHT, NEW | OLD | FOUGHT))


def engageable(s: GWState, side: str, limit: int) -> int:
    """7.5, h.6: bitset of the enemy-occupied Areas that a block may enter: engaged already, or within the limit."""
    enemy = s.present(FOE[side])
    if not limit or not enemy:
        return 0
    if new_engagements(s) < limit:
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
    """7.4: the cheapest ways of a block with so many points.

    `engage` is the bitset of enemy Areas that it may enter; `bridged` waives the cost of Major Rivers (7.2.3).
    """
    side = SIDE[u]
    enemy = s.present(FOE[side])
    origin = s.at[u] if start is None else start
    exits = EXITS[bridged][u == MOUNTAIN]
    left, before, bits = {origin: points}, {}, BIT[origin]
    frontier = [origin]
    if enemy & BIT[origin]:  # 7.4.3: a unit that disengages enters a friendly uncontested Area first
        frontier = []
        free = s.friendly(side)
        for n, cost in exits[origin]:
            rest = points - cost - CONTACT
            if rest >= 0 and free & BIT[n]:
                left[n], before[n] = rest, origin
                bits |= BIT[n]
                frontier.append(n)
    shut = ~s.rules.area | enemy & ~engage
    while frontier:
        following = []
        for h in frontier:
            have = left[h]
            if not have or enemy & BIT[h]:
                continue  # 7.4.3: it engages and stops
            for n, cost in exits[h]:
                bit = BIT[n]
                if shut & bit:
                    continue
                rest = have - cost - (CONTACT if enemy & bit else 0)
                if rest > left.get(n, -1):
                    left[n], before[n] = rest, h
                    bits |= bit
                    following.append(n)
        frontier = following
    return Reach(origin, left, before, bits)


def hint(found: Reach, h: int) -> dict[str, Any]:
    """docs/presentation.md: the points left and the way."""
    return {"left": found.left[h], "path": [AREAS[n] for n in found.path(h)]}

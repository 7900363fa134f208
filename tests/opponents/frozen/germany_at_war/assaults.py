"""Battles that could be fought, reckoned beforehand by the sums of 7.5.1: there are no dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from front1914.titles.germany_at_war.combat.firepower import divided, dominant, valour_power
from front1914.titles.germany_at_war.combat.losses import capacity, winner_hits
from front1914.titles.germany_at_war.control import most_numerous
from front1914.titles.germany_at_war.state import OLD, GWState
from front1914.titles.germany_at_war.world import (
    BIT,
    BONUS,
    FACES,
    FOE,
    FORTRESS_FIRE,
    GREEN,
    IS_CAVALRY,
    IS_INFANTRY,
    KIND,
    MAD_MINUTE,
    MOUNTAIN,
    NEED,
    NONE,
    POWERS,
    RED,
    STACK,
    STRENGTH,
    TOUGHNESS,
)
from tests.opponents.frozen.germany_at_war.values import LOST, POINT, place

STUCK = 2.0  #: what it costs to stay among enemies that were not driven out
Entry = tuple[int, int]  #: a unit, and the river that it crosses to engage


@dataclass(frozen=True)
class Assault:
    """A Battle: who goes in, what the difference would be, and what that is worth."""

    area: int
    entries: tuple[Entry, ...]
    result: int = 0
    value: float = 0.0
    clears: bool = False

    @property
    def units(self) -> frozenset[int]:
        return frozenset(u for u, _ in self.entries)


def inside(s: GWState, side: str, h: int) -> list[int]:
    """Own units that would attack from within."""
    return [u for u in s.units_in(h, side) if not s.isolated[u]]


def offence(s: GWState, side: str, h: int, entries: Sequence[Entry], stars: int, eased: int = 0) -> int:
    """7.5.1.4 to 7.5.1.6: the Offensive Firepower; `eased` is 1 with Pontoons or the Surprise Bonus."""
    defending = s.units_in(h, FOE[side])
    charge = bool(GREEN & BIT[h]) and not any(IS_CAVALRY[u] for u in defending) and not dominant(s, FOE[side], h)
    groups: dict[tuple[str, int], int] = {}
    units = inside(s, side, h)
    for u, crossed in (*((u, NONE) for u in units), *entries):
        river = max(crossed - eased, NONE)
        value = STRENGTH[u][s.face[u]]
        value *= 2 if u == MOUNTAIN and RED & BIT[h] else 1
        value *= 2 if charge and IS_CAVALRY[u] and river == NONE else 1
        key = KIND[u], river
        groups[key] = groups.get(key, 0) + value
    power = most_numerous([*units, *(u for u, _ in entries)])
    valour = s.valour[POWERS.index(power)] if power is not None else 0
    return sum(divided(total, river) for (_, river), total in groups.items()) + stars + valour


def defence(s: GWState, side: str, h: int) -> int:
    """7.5.1.6, 7.5.1.7: the Defensive Firepower of a Side."""
    units = s.units_in(h, side)
    total = sum(STRENGTH[u][s.face[u]] * (2 if u == MOUNTAIN and RED & BIT[h] else 1) for u in units)
    if not dominant(s, FOE[side], h):
        total += BONUS[h] * sum(IS_INFANTRY[u] for u in units)
    total += sum(MAD_MINUTE[u][s.face[u]] for u in units) + FORTRESS_FIRE * s.discs_in(h, side)
    power = valour_power(s, side, h)
    return total + (s.valour[POWERS.index(power)] if power is not None else 0)


def damage(s: GWState, units: Sequence[int], hits: int, side: str) -> float:
    """7.5.1.13: what so many hits cost a Side, the strongest first and each to whom absorbs most."""
    face = {u: s.face[u] for u in units}
    taken = dict.fromkeys(units, 0)
    cost = 0.0
    while hits > 0 and face:
        most = max(STRENGTH[u][f] for u, f in face.items())
        equal = [u for u, f in face.items() if STRENGTH[u][f] == most]
        u = min(equal, key=lambda u: (taken[u] - NEED[u][face[u]], -face[u], u))
        taken[u] += 1
        hits -= 1
        if taken[u] >= NEED[u][face[u]]:
            taken[u] = 0
            if face[u] + 1 < FACES[u]:
                cost += POINT[side] * (STRENGTH[u][face[u]] - STRENGTH[u][face[u] + 1])
                face[u] += 1
            else:
                cost += LOST[side] + POINT[side] * STRENGTH[u][face[u]]
                del face[u]
    return cost + 0.8 * max(hits, 0)


def reckon(s: GWState, side: str, h: int, entries: Sequence[Entry], stars: int, eased: int = 0) -> Assault:
    """What an attack would bring."""
    foe = FOE[side]
    own = [*inside(s, side, h), *(u for u, _ in entries)]
    theirs = s.units_in(h, foe)
    result = offence(s, side, h, entries, stars, eased) - defence(s, foe, h)
    strong, weak = (side, foe) if result > 0 else (foe, side)
    room = {foe: capacity(s, foe, h), side: sum(TOUGHNESS[u][s.face[u]] for u in own) + s.discs_in(h, side)}
    incurred = min(abs(result), room[weak])
    hits = {weak: incurred, strong: min(winner_hits(abs(result), incurred), room[strong]) if result else 0}
    value = damage(s, theirs, hits[foe], foe) - damage(s, own, hits[side], side)
    clears = hits[foe] >= room[foe] and hits[side] < room[side]
    if clears and not s.held(side) & BIT[h]:
        value += place(s, side, h)
    elif not clears and entries:
        value -= STUCK
    return Assault(h, tuple(entries), result, value, clears)


def best(
    s: GWState, side: str, h: int, able: Sequence[Entry], stars: int, eased: int = 0, taken: int = 0
) -> Assault | None:
    """The growing set of attackers that promises most, as far as there is room."""
    room = STACK[h] - s.stacked(h, side) - taken
    order = sorted(able, key=lambda e: (max(e[1] - eased, 0), -STRENGTH[e[0]][s.face[e[0]]], e[0]))[: max(room, 0)]
    found: Assault | None = None
    start = 0 if s.front[h] & OLD and inside(s, side, h) else 1
    for size in range(start, len(order) + 1):
        assault = reckon(s, side, h, order[:size], stars, eased)
        if found is None or assault.value - 0.3 * size > found.value - 0.3 * len(found.entries):
            found = assault
    return found

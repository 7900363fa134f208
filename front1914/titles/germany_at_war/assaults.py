"""Battles that could be fought, reckoned beforehand by the sums of 7.5.1: there are no dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from front1914.titles.germany_at_war.combat.firepower import divided, dominant, valour_power
from front1914.titles.germany_at_war.combat.losses import capacity, winner_hits
from front1914.titles.germany_at_war.control import most_numerous
from front1914.titles.germany_at_war.state import OLD, GWState
from front1914.titles.germany_at_war.values import LOST, POINT, place
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


class Field(NamedTuple):
    """What does not depend on who goes in: reckoned once for an Area."""

    area: int
    inside: list[int]  #: own units that would attack from within
    theirs: list[int]
    charge: bool  #: 7.5.1.8: whether Cavalry would charge
    defence: int
    room: int  #: hits that would eliminate everything of the enemy
    discs: int  #: own Garrisons
    prize: float  #: what it is worth to take the Area


def field_of(s: GWState, side: str, h: int) -> Field:
    """The Area as an attacker finds it."""
    foe = FOE[side]
    theirs = s.units_in(h, foe)
    charge = bool(GREEN & BIT[h]) and not any(IS_CAVALRY[u] for u in theirs) and not dominant(s, foe, h)
    room, prize = capacity(s, foe, h), 0.0 if s.held(side) & BIT[h] else place(s, side, h)
    return Field(h, inside(s, side, h), theirs, charge, defence(s, foe, h), room, s.discs_in(h, side), prize)


def offence(s: GWState, side: str, h: int, entries: Sequence[Entry], stars: int, eased: int = 0) -> int:
    """7.5.1.4 to 7.5.1.6: the Offensive Firepower; `eased` is 1 with Pontoons or the Surprise Bonus."""
    return _offence(s, field_of(s, side, h), entries, stars, eased)


def _offence(s: GWState, field: Field, entries: Sequence[Entry], stars: int, eased: int) -> int:
    groups: dict[tuple[str, int], int] = {}
    mountain, face = bool(RED & BIT[field.area]), s.face
    units = field.inside
    for u, crossed in (*((u, NONE) for u in units), *entries):
        river = max(crossed - eased, NONE)
        value = STRENGTH[u][face[u]]
        if (u == MOUNTAIN and mountain) or (field.charge and IS_CAVALRY[u] and river == NONE):
            value *= 2
        key = KIND[u], river
        groups[key] = groups.get(key, 0) + value
    power = _power((*units, *(u for u, _ in entries)))
    valour = s.valour[POWERS.index(power)] if power is not None else 0
    return sum(divided(total, river) for (_, river), total in groups.items()) + stars + valour


@lru_cache(maxsize=4096)
def _power(units: tuple[int, ...]) -> str | None:
    return most_numerous(units)


def defence(s: GWState, side: str, h: int) -> int:
    """7.5.1.6, 7.5.1.7: the Defensive Firepower of a Side."""
    units = s.units_in(h, side)
    total = sum(STRENGTH[u][s.face[u]] * (2 if u == MOUNTAIN and RED & BIT[h] else 1) for u in units)
    if not dominant(s, FOE[side], h):
        total += BONUS[h] * sum(IS_INFANTRY[u] for u in units)
    total += sum(MAD_MINUTE[u][s.face[u]] for u in units) + FORTRESS_FIRE * s.discs_in(h, side)
    power = valour_power(s, side, h)
    return total + (s.valour[POWERS.index(power)] if power is not None else 0)


def damage(s: GWState, units: Iterable[int], hits: int, side: str) -> float:
    """7.5.1.13: what so many hits cost a Side, the strongest first and each to whom absorbs most."""
    face = s.face
    return _damage(tuple([(u, face[u]) for u in units]), hits, side)


@lru_cache(maxsize=1 << 16)
def _damage(units: tuple[tuple[int, int], ...], hits: int, side: str) -> float:
    face = dict(units)
    taken = dict.fromkeys(face, 0)
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


def reckon(
    s: GWState,
    side: str,
    h: int,
    entries: Sequence[Entry],
    stars: int,
    eased: int = 0,
    field: Field | None = None,
) -> Assault:
    """What an attack would bring."""
    foe = FOE[side]
    field = field_of(s, side, h) if field is None else field
    own = [*field.inside, *(u for u, _ in entries)]
    result = _offence(s, field, entries, stars, eased) - field.defence
    won = result > 0
    room = sum([TOUGHNESS[u][s.face[u]] for u in own]) + field.discs
    incurred = min(abs(result), field.room if won else room)
    returned = min(winner_hits(abs(result), incurred), room if won else field.room) if result else 0
    his, mine = (incurred, returned) if won else (returned, incurred)
    value = damage(s, field.theirs, his, foe) - damage(s, own, mine, side)
    clears = his >= field.room and mine < room
    if clears:
        value += field.prize
    elif entries:
        value -= STUCK
    return Assault(h, tuple(entries), result, value, clears)


def best(
    s: GWState, side: str, h: int, able: Sequence[Entry], stars: int, eased: int = 0, field: Field | None = None
) -> Assault | None:
    """The growing set of attackers that promises most, as far as there is room."""
    field = field_of(s, side, h) if field is None else field
    room = STACK[h] - s.stacked(h, side)
    order = sorted(able, key=lambda e: (max(e[1] - eased, 0), -STRENGTH[e[0]][s.face[e[0]]], e[0]))[: max(room, 0)]
    found: Assault | None = None
    start = 0 if s.front[h] & OLD and field.inside else 1
    for size in range(start, len(order) + 1):
        assault = reckon(s, side, h, order[:size], stars, eased, field)
        if found is None or assault.value - 0.3 * size > found.value - 0.3 * len(found.entries):
            found = assault
    return found

"""9.3, 9.4, 10.1.1, 19.1.6: strengths and Artillery Values in combat.

Strengths are counted in quarters of a point: Two-Hex Units and those without Ammo fight at half, exactly (B36).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    ESCARPMENT,
    IGES,
    MOUNTAIN_HEXES,
    RING,
    RIVER,
    RIVERS,
    SIDE_TERRAIN,
    TERRAIN,
    WOODED,
)
from front1914.titles.offensive_a_outrance.charts import (
    ESCARPMENT_EFFECT,
    HEX_DEFENCE,
    RIVER_EFFECT,
    SIDE_EFFECT,
    WOODED_DEFENCE,
)
from front1914.titles.offensive_a_outrance.combat.parties import fronts, parties
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import IS_FORT, IS_FORTRESS, SIDE

QUARTERS = 4  #: of a point
MOUNTAIN_GUNS = 2  #: 10.1.1a: Artillery Value of a Force in Mountainous Terrain
FORT_SIZE, FORTRESS_SIZE = 4, 8  #: 1.1.k, 12.2.1.d: eighths of a division-equivalent on the Artillery Table


def river(a: int, b: int) -> int:
    """The river across which an attack goes; none out of the bend of Iges (3.5.5.f)."""
    return 0 if (a, b) == IGES else RIVER[BOARD.link[a, b]]


def hexside(a: int, b: int) -> int:
    """3.2.1.b, 3.5.2, 9.3.2, 3.5.4.a: points by which the hexside changes the Attack Strength of a Force."""
    link = BOARD.link[a, b]
    found = SIDE_EFFECT[SIDE_TERRAIN[link]].attack
    if size := river(a, b):
        found += RIVER_EFFECT[RIVERS[size]].attack
    if ESCARPMENT.get(link) == b:
        found += ESCARPMENT_EFFECT.attack
    return found


def ground(h: int) -> int:
    """3.5.1, 9.3.1: points that the terrain of a hex gives to the stack that defends there; one bonus only."""
    return max(HEX_DEFENCE[TERRAIN[h]], WOODED_DEFENCE if WOODED >> h & 1 else 0)


def _share(s: OAOState, u: int, hexes: int, points: int, dry: Sequence[int]) -> int:
    """Quarters of a unit's points: half for each of the two hexes of a Two-Hex Unit, half without Ammo (B36)."""
    found = points * QUARTERS
    if s.second[u] >= 0:
        found = found * hexes // 2
    return found // 2 if u in dry else found


def attack_of(s: OAOState, force: Sequence[int], target: int, dry: Sequence[int] = ()) -> int:
    """9.3.2: the Attack Strength of a Force, in quarters; never below zero (B36)."""
    places = [fronts(s, u, target) for u in force]
    points = sum(_share(s, u, len(p), s.attack(u), dry) for u, p in zip(force, places, strict=True))
    worst = min((hexside(h, target) for p in places for h in p), default=0)
    return max(0, points + worst * QUARTERS)


def attack_total(s: OAOState, attackers: Sequence[int], target: int, dry: Sequence[int] = ()) -> int:
    """9.1.1.d: the Attack Strength of all Forces, in quarters."""
    if not attackers:
        return 0
    return sum(attack_of(s, force, target, dry) for force in parties(s, attackers, SIDE[attackers[0]]))


def by_hexsides(s: OAOState, attackers: Sequence[int], target: int) -> int:
    """9.3.2: quarters that the hexsides take from, or add to, what the attackers bring by themselves."""
    alone = sum(_share(s, u, len(fronts(s, u, target)), s.attack(u), ()) for u in attackers)
    return attack_total(s, attackers, target) - alone


def defence_total(s: OAOState, defenders: Sequence[int], target: int, dry: Sequence[int] = ()) -> int:
    """9.2.4, 9.3.1: the Defence Strength of a stack with its terrain, in quarters."""
    points = sum(_share(s, u, 1, s.defence(u), dry) for u in defenders)
    return points + ground(target) * QUARTERS


def size_of(s: OAOState, units: Sequence[int], target: int | None = None) -> int:
    """19.1.3: eighths of a division-equivalent; a Fort counts four, a Fortress eight (10.1.2).

    With a target: of a Two-Hex Unit only the halves beside it.
    """
    found = 0
    for u in units:
        if IS_FORTRESS[u]:  # 10.1.2.a
            found += FORTRESS_SIZE
        elif IS_FORT[u] and not s.face[u]:  # 8.5.1.b, 10.1.2.a
            found += FORT_SIZE
        elif target is not None and s.second[u] >= 0:
            found += s.whole(u) * len(fronts(s, u, target)) // 2
        else:
            found += s.size(u)
    return found


# ---- guns (10.1.1)


def guns_of(
    s: OAOState, force: Sequence[int], target: int, dry: Sequence[int] = (), attacking: bool = False
) -> Fraction:
    """10.1.1a: the Artillery Value of a Force or a Fortress in a combat for the target, with all its modifiers."""
    value = Fraction(0)
    for u in force:
        share = Fraction(s.guns(u))
        if s.second[u] >= 0:
            share *= Fraction(len(fronts(s, u, target)) if attacking else 1, 2)
        value += share / 2 if u in dry else share
    if MOUNTAIN_HEXES >> target & 1:
        value = min(value, Fraction(MOUNTAIN_GUNS))  # 10.1.1a.b
    if attacking and any(ESCARPMENT.get(BOARD.link[h, target]) == target for u in force for h in fronts(s, u, target)):
        value /= 2  # 10.1.1a.a, after all other modifiers
    return value


def guns_total(values: Sequence[Fraction]) -> int:
    """10.1.1a, 10.1.1a.c: a side's total, rounded up."""
    return ceil(sum(values, Fraction(0)))


def beside(h: int, target: int) -> bool:
    """Whether two hexes are neighbours."""
    return bool(RING[target] >> h & 1)

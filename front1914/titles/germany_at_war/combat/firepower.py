"""7.5.1.3 to 7.5.1.10: what each Side brings to bear, and the Final Result."""

from __future__ import annotations

from typing import NamedTuple

from front1914.titles.germany_at_war.control import most_numerous
from front1914.titles.germany_at_war.state import ACTIVATED, NEW, GWState
from front1914.titles.germany_at_war.world import (
    AREAS,
    BIT,
    BLOCKS,
    BONUS,
    BUILDERS,
    DIVISOR,
    FOE,
    FORTRESS_FIRE,
    FORTS_IN,
    GREEN,
    IS_CAVALRY,
    IS_INFANTRY,
    KIND,
    LEADERS,
    MAD_MINUTE,
    MOUNTAIN,
    NONE,
    POWER,
    POWERS,
    RED,
    RING,
    SIDE_OF,
    SIZE,
    STARS,
    STRENGTH,
)

NAMES = {"leader": "Leaders", "infantry": "Infantry", "cavalry": "Cavalry"}
ACROSS = ("", ", halved across a Minor River", ", a quarter across a Major River")


class Part(NamedTuple):
    """Something that adds to a Firepower."""

    amount: int
    rule: str
    text: str


def dominant(s: GWState, side: str, h: int) -> bool:
    """7.5.1.9.a: the Side controls a Fortress in the Area and has a Garrison in it."""
    return bool(s.held(side) & BIT[h]) and h in FORTS_IN and s.discs_in(h, side) > 0


def valour_power(s: GWState, side: str, h: int) -> str | None:
    """2.11.1.c, rulings B15 and B16: the Power whose Valour counts: most blocks, or most Garrisons without any."""
    power = most_numerous(s.units_in(h, side))
    if power is not None:
        return power
    discs = {p: sum(s.discs_of(p)[f] for f in FORTS_IN.get(h, ())) for p in BUILDERS if SIDE_OF[p] == side}
    best = max(discs, key=lambda p: discs[p])
    return best if discs[best] else None


def effective_river(s: GWState, u: int) -> int:
    """7.5.1.4, 7.2.1, 7.2.3: the river that counts against a unit: only in a new engagement, less with Pontoons."""
    if not s.front[s.battle] & NEW:  # 7.5.1.4.a
        return NONE
    mitigated = s.surprise or s.edge == "pontoon"  # 7.2.3.c, 7.2.1.c
    return max(s.river[u] - 1, NONE) if mitigated else s.river[u]  # 7.2.1.a, 7.2.1.b


def divided(total: int, river: int) -> int:
    """7.5.1.4.b, 7.5.1.4.c, 7.5.1.4.e: halved or quartered, rounded down, but never less than 1.

    >>> [divided(14, 1), divided(14, 2), divided(5, 1), divided(1, 1), divided(3, 2), divided(3, 0)]
    [7, 3, 2, 1, 1, 3]
    """
    return max(total // DIVISOR[river], 1) if total else 0


def charges(s: GWState, u: int, defending: list[int]) -> bool:
    """7.5.1.8: whether a Cavalry charges, ruling B57."""
    return (
        IS_CAVALRY[u]
        and bool(GREEN & BIT[s.battle])  # 7.5.1.8.a
        and not any(IS_CAVALRY[v] for v in defending)  # 7.5.1.8.d
        and not dominant(s, FOE[s.active], s.battle)  # 7.5.1.8.b, 7.5.1.9.b
        and effective_river(s, u) == NONE  # 7.5.1.8.c
    )


def attack_strength(s: GWState, u: int, defending: list[int]) -> int:
    """4.2.2, 7.3.1.7, 7.5.1.8, ruling B58: the strength of an attacker, with every doubling."""
    value = STRENGTH[u][s.face[u]]
    if u == MOUNTAIN and RED & BIT[s.battle]:  # 4.2.2.c
        value *= 2
    if s.edge == "foch" and POWER[u] == "french":  # 7.3.1.7.a
        value *= 2
    return value * 2 if charges(s, u, defending) else value


def support(s: GWState, side: str, h: int) -> list[tuple[int, int]]:
    """7.3.1.1, 7.3.1.4.a, 7.3.1.3.c, 1.5.f: activated Leaders in adjacent Areas, each with his stars."""
    ring = RING[h]
    return [
        (u, STARS[u][s.face[u]])
        for u in LEADERS[side]
        if s.shown[u] == ACTIVATED and s.at[u] < SIZE and ring & BIT[s.at[u]]
    ]


def offence(s: GWState, attacking: list[int], defending: list[int]) -> list[Part]:
    """7.5.1.4, 7.5.1.6.a: the parts of the Offensive Firepower; classes are summed, then a river divides them."""
    groups: dict[tuple[str, int], int] = {}
    for u in attacking:
        key = KIND[u], effective_river(s, u)
        groups[key] = groups.get(key, 0) + attack_strength(s, u, defending)  # 7.5.1.4.d, 7.3.1.4.b
    parts = []
    for (kind, river), total in groups.items():
        parts.append(
            Part(divided(total, river), "7.5.1.4" if river else "7.5.1.5", f"{NAMES[kind]} {total}{ACROSS[river]}")
        )
    for u, stars in support(s, s.active, s.battle):
        if stars:
            parts.append(Part(stars, "7.3.1.1", f"{BLOCKS.name(u)} in {AREAS.name(s.at[u])}"))
    return parts + _valour(s, s.active)


def defence(s: GWState, defending: list[int]) -> list[Part]:
    """7.5.1.6.b, 7.5.1.7, 2.2.a, 4.2.2: the parts of the Defensive Firepower."""
    h, side = s.battle, FOE[s.active]
    parts = []
    total = sum(STRENGTH[u][s.face[u]] * (2 if u == MOUNTAIN and RED & BIT[h] else 1) for u in defending)
    if total:
        parts.append(Part(total, "7.5.1.5", "Units"))
    infantry = sum(IS_INFANTRY[u] for u in defending)
    if infantry and BONUS[h] and not dominant(s, s.active, h):  # 4.1.e, 7.5.1.6.c, 7.5.1.6.d
        parts.append(Part(infantry * BONUS[h], "7.5.1.6", f"Terrain Bonus {BONUS[h]} for each Infantry"))
    if minute := sum(MAD_MINUTE[u][s.face[u]] for u in defending):  # 7.5.1.7.a, 7.5.1.7.b
        parts.append(Part(minute, "7.5.1.7", "Mad Minute"))
    if discs := s.discs_in(h, side):  # 4.1.d
        parts.append(Part(discs * FORTRESS_FIRE, "4.1", f"{discs} Garrison{'s' if discs > 1 else ''}"))
    return parts + _valour(s, side)


def _valour(s: GWState, side: str) -> list[Part]:
    power = valour_power(s, side, s.battle)
    points = s.valour[POWERS.index(power)] if power is not None else 0  # 2.11.1.a
    return [Part(points, "2.11", f"{str(power).capitalize()} Valour")] if points else []  # 2.11.g

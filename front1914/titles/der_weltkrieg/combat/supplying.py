"""13-7, 19-2 to 19-12, 20-11, 26-6, 27-3: who pays for whom in a Combat, and what each unit then brings to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.titles.der_weltkrieg import supply
from front1914.titles.der_weltkrieg.combat.arithmetic import half, quarter
from front1914.titles.der_weltkrieg.combat.battle import NEEDS_NONE, UNSUPPLIED
from front1914.titles.der_weltkrieg.combat.cavalry import starved
from front1914.titles.der_weltkrieg.combat.forces import HQ_STRENGTH
from front1914.titles.der_weltkrieg.combat.pockets import region, surrounded
from front1914.titles.der_weltkrieg.state import STEADY, DWState
from front1914.titles.der_weltkrieg.world import (
    FULL,
    IS_ARTILLERY,
    IS_COMPONENT,
    IS_FLOTILLA,
    IS_HQ,
    IS_SIEGE,
    KIND,
    NATION,
    SIDE,
    UNITS,
)

Payers = Mapping[int, int]  #: by unit: a Headquarters, UNSUPPLIED or NEEDS_NONE


class Use(NamedTuple):
    """For what supply is spent."""

    attack: bool
    field: bool = False  #: 29-15: siege guns serve as field guns of half their strength


ATTACK, DEFENCE = Use(True), Use(False)


def bills(s: DWState, paid: Payers, use: Use) -> dict[int, int]:
    """19-2, 29-6, 29-15, DW-R28: what each Headquarters has to spend, on strengths before any other change."""
    sums: dict[int, list[int]] = {}
    for u, hq in paid.items():
        if hq >= 0:
            sums.setdefault(hq, [0, 0])[IS_ARTILLERY[u]] += raw(s, u, use)
    return {hq: supply.price(points, guns, use.attack) for hq, (points, guns) in sums.items()}


def raw(s: DWState, u: int, use: Use) -> int:
    """Its Strength Points, of siege guns in the field the half (29-15)."""
    return s.strength[u] // 2 if use.field and IS_SIEGE[u] else s.strength[u]


def needs_none(s: DWState, u: int, attack: bool) -> bool:
    """21-3, 30-1, 36-6, 43-1: who never needs a Headquarters; a Headquarters itself is one (18-15)."""
    return IS_HQ[u] or IS_FLOTILLA[u] or supply.free(s, u, attack)


def pocket_payer(s: DWState, u: int) -> list[int] | None:
    """20-11: the Headquarters that a surrounded defender must turn to; None where the rule does not bind."""
    h, side = s.at[u], SIDE[u]
    if not surrounded(s, side, h):
        return None
    inside = region(s, side, h)
    near = [hq for hq in supply.payers(s, u, False) if inside >> s.at[hq] & 1 and s.supply[hq]]
    return near[:1] if near else None


def payers(s: DWState, u: int, attack: bool) -> list[int]:
    """The Headquarters that may pay for a unit, nearest first."""
    if not attack and (bound := pocket_payer(s, u)) is not None:
        return bound
    return supply.payers(s, u, attack)


def refuse_payer(s: DWState, paid: Payers, u: int, hq: int, use: Use) -> Reason | None:
    """Why a Headquarters may not pay for a unit beside those for whom others pay already."""
    if needs_none(s, u, use.attack):
        return Reason("30-1", f"{UNITS.name(u)} needs no Supply Points")
    if (reason := supply.refuse_payer(s, hq, u, use.attack)) is not None:
        return reason
    if hq not in payers(s, u, use.attack):
        return Reason("20-11", "surrounded units turn to the nearest Headquarters of their pocket")
    return supply.refuse_bill(s, bills(s, {**paid, u: hq}, use), use.attack)


def refuse_unsupplied(s: DWState, u: int, use: Use) -> Reason | None:
    """19-11, 26-6: why a unit may not fight without supply."""
    if IS_ARTILLERY[u] and use.attack:
        return Reason("19-11", "artillery attacks only when it is supplied")
    if use.attack and s.morale[NATION[u]] > STEADY:
        return Reason("26-6", "a shaken country makes no attacks without supply")
    return None


def refuse_hoarding(s: DWState, paid: Payers) -> Reason | None:
    """20-11, DW-R90: why surrounded defenders may not counterattack so: one of them could still be supplied.

    Who comes first is their owner's choice; that as many as possible are supplied is not.
    """
    for u, hq in paid.items():
        bound = pocket_payer(s, u) if hq == UNSUPPLIED and not needs_none(s, u, False) else None
        if bound and supply.refuse_bill(s, bills(s, {**paid, u: bound[0]}, DEFENCE), False) is None:
            return Reason("20-11", f"{UNITS.name(u)} must use the Supply Points of its pocket")
    return None


def best_payer(s: DWState, paid: Payers, u: int, use: Use) -> int:
    """D22, D26: what is taken if the owner says nothing: the nearest Headquarters that can pay and is worth it."""
    if needs_none(s, u, use.attack):
        return NEEDS_NONE
    for hq in payers(s, u, use.attack):
        bound = not use.attack and pocket_payer(s, u) is not None
        worth = IS_ARTILLERY[u] or supply.supplied_strength(s, hq, u, use.attack) > half(s.strength[u])
        # whoever is among the payers is refused for what it holds only
        if (worth or bound) and supply.refuse_bill(s, bills(s, {**paid, u: hq}, use), use.attack) is None:
            return hq
    return UNSUPPLIED


def assign(s: DWState, units: Iterable[int], use: Use) -> dict[int, int]:
    """Everybody's payer if nobody chooses; the strongest first, so that scarce points go where they count most."""
    found: dict[int, int] = {}
    for u in sorted(units, key=lambda u: (-s.strength[u], u)):
        found[u] = best_payer(s, found, u, use)
    return found


def open_choice(s: DWState, paid: Payers, u: int, use: Use) -> bool:
    """Whether there is anything to choose for a unit."""
    if needs_none(s, u, use.attack):
        return False
    free = [hq for hq in payers(s, u, use.attack) if hq != paid.get(u) and refuse_payer(s, paid, u, hq, use) is None]
    without = paid.get(u) != UNSUPPLIED and refuse_unsupplied(s, u, use) is None
    return bool(free) or without


# ---- what a unit is worth


def groups(s: DWState, units: Sequence[int]) -> list[list[int]]:
    """27-3, DW-R78, DW-R102: components of a nation in a hex that make up a division are one unit; the rest is one."""
    found = [[u] for u in units if not IS_COMPONENT[u]]
    pools: dict[tuple[object, ...], list[int]] = {}
    for u in units:
        if IS_COMPONENT[u]:
            pools.setdefault((s.at[u], NATION[u], KIND[u], FULL[u]), []).append(u)
    for pool in pools.values():
        found += divide(pool, [s.strength[u] for u in pool], FULL[pool[0]])
    return found


def divide(pool: Sequence[int], strengths: Sequence[int], full: int) -> list[list[int]]:
    """27-3: as many full divisions as possible, the largest units first.

    >>> divide([1, 2, 3, 4, 5], [2, 2, 2, 2, 2], 8)
    [[1, 2, 3, 4], [5]]
    """
    left = sorted(zip(pool, strengths, strict=True), key=lambda item: -item[1])
    found: list[list[int]] = []
    while left:
        group: list[int] = []
        total = 0
        for item in list(left):
            if total + item[1] <= full or not group:
                group.append(item[0])
                total += item[1]
                left.remove(item)
        found.append(group)
    return found


def present_strength(s: DWState, u: int) -> int:
    """12-13: its points now, for cavalry less what lack of fodder costs (30-4)."""
    return HQ_STRENGTH if IS_HQ[u] else max(0, s.strength[u] - starved(s, u))


def worth(s: DWState, group: Sequence[int], payer: int, use: Use, ringed: bool) -> int:
    """H-4, 13-2, 19-1: what a unit, or components that count as one, bring before terrain and multipliers."""
    points = sum(raw(s, u, use) if IS_SIEGE[u] else present_strength(s, u) for u in group)
    if payer == NEEDS_NONE:
        return points
    if payer == UNSUPPLIED:
        if IS_ARTILLERY[group[0]]:
            return 0
        return quarter(points) if use.attack and ringed else half(points)
    return max(0, points - supply.shortfall(s, payer, group[0], use.attack))

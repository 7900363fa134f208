"""13-23, 24-1, 29, 31-4, 33: what a unit is in combat, and who fights for a hex."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.titles.der_weltkrieg.combat import casualties
from front1914.titles.der_weltkrieg.combat.casualties import Body
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    BACK,
    FLAGS,
    FRONT,
    FULL,
    IS_ARTILLERY,
    IS_ASSAULT,
    IS_CAVALRY,
    IS_DIVISION,
    IS_FORTRESS,
    IS_HQ,
    IS_INFANTRY,
    IS_LIGHT,
    SIDE,
)

PURE = ("jager", "alpine_corps")  #: 33-5: all their points are assault points
HQ_STRENGTH = 1  #: 18-15


def light(s: DWState, u: int) -> bool:
    """13-23, 30-1, 31-4: cavalry that is not reckoned as infantry."""
    return IS_LIGHT[u] and not s.strengthened[u]


def as_infantry(s: DWState, u: int) -> bool:
    """13-23.1, 31-4: infantry of all types, and heavy cavalry."""
    return IS_INFANTRY[u] or (IS_CAVALRY[u] and not light(s, u))


def assault_points(s: DWState, u: int) -> int:
    """33-9: only what is above the regular strength; all of AlpK and Jgr units.

    A unit of that kind that has come down to its regular strength is a regular unit (33-4).
    """
    if not IS_ASSAULT[u]:
        return 0
    return s.strength[u] if FLAGS[u].intersection(PURE) else max(0, s.strength[u] - FULL[u])  # 33-9.1, 33-4.1


def full_assault(s: DWState, u: int) -> bool:
    """33-3, 33-8: an Assault unit at full strength."""
    return IS_ASSAULT[u] and s.strength[u] >= FRONT[u]


def fights(s: DWState, u: int) -> bool:
    """Whether a unit has a strength that holds a hex: RPL, engineers and markers have none (24-1)."""
    if IS_HQ[u]:
        return True
    return s.strength[u] > 0 and (IS_INFANTRY[u] or IS_CAVALRY[u] or IS_ARTILLERY[u] or IS_FORTRESS[u])


def kind_of(s: DWState, u: int) -> int:
    """13-23: as which kind it loses points."""
    if IS_FORTRESS[u]:
        return casualties.FORTRESS
    if IS_HQ[u]:
        return casualties.HEADQUARTERS
    if IS_ARTILLERY[u]:
        return casualties.ARTILLERY
    return casualties.INFANTRY if as_infantry(s, u) else casualties.CAVALRY


def bodies(s: DWState, units: Iterable[int]) -> list[Body]:
    """The units as the order of losses sees them."""
    return [
        Body(u, kind_of(s, u), HQ_STRENGTH if IS_HQ[u] else s.strength[u], min(BACK[u], FRONT[u]), assault_points(s, u))
        for u in units
    ]


# ---- who stands in a hex


def garrison(s: DWState, side: str, h: int) -> list[int]:
    """12-11, 14-15, 14-15.3, 24-1, DW-R112: those who fight for a hex: not who retreated to others there in this phase.

    When nobody of those others is left to hold it, whoever retreated to them holds it.
    """
    found = [u for u in s.stack(h) if SIDE[u] == side and fights(s, u)]
    fresh = [u for u in found if not s.retreated[u]]
    return fresh if any(holds(u) for u in fresh) else found


def mobile(u: int) -> bool:
    """Infantry and cavalry: who can hold ground and give it up."""
    return IS_INFANTRY[u] or IS_CAVALRY[u]


def holds(u: int) -> bool:
    """Who holds a hex by his own strength: infantry, cavalry, fortresses; guns and staffs do not (18-15, 29-13.1)."""
    return mobile(u) or IS_FORTRESS[u]


def is_held(s: DWState, side: str, h: int) -> bool:
    """14-15, DW-R112: whether friends are in a hex who fight for it."""
    return any(SIDE[u] == side and holds(u) and s.strength[u] for u in s.stack(h))


def helpless(s: DWState, side: str, h: int) -> bool:
    """6-11, 24-1, 29-13.1: whether nobody there has a strength of his own: guns, engineers, RPL, markers."""
    return not any(SIDE[u] == side and fights(s, u) and not IS_ARTILLERY[u] for u in s.stack(h))


def infantry_points(s: DWState, units: Iterable[int]) -> int:
    """22-19, 29-11: strength points of infantry."""
    return sum(s.strength[u] for u in units if as_infantry(s, u))


def hold_points(s: DWState, units: Iterable[int]) -> int:
    """14-4, 14-17, 29-14, DW-R42, DW-R116: the sum that decides about a retreat; a Headquarters counts only when it is
    alone, or with nobody but guns, which have no strength of their own then (29-13)."""
    units = list(units)
    if any(holds(u) for u in units):
        return sum(s.strength[u] for u in units if mobile(u))
    return HQ_STRENGTH * sum(IS_HQ[u] for u in units)


def leading_nation(s: DWState, units: Iterable[int], nation_of: tuple[int, ...]) -> int | None:
    """33-3.2, DW-R56: the nation with most points; None if two are equal or nobody is there."""
    sums: dict[int, int] = {}
    for u in units:
        if mobile(u):
            sums[nation_of[u]] = sums.get(nation_of[u], 0) + s.strength[u]
    if not sums:
        return None
    most = max(sums.values())
    first = [nation for nation, points in sums.items() if points == most]
    return first[0] if len(first) == 1 else None


def divisions(units: Iterable[int]) -> int:
    """22-17: defending divisions; two brigades or regiments are one, a rest counts as one more."""
    halves = sum(2 if IS_DIVISION[u] else 1 for u in units if mobile(u))
    return -(-halves // 2)

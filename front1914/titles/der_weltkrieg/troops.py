"""31-4, 32, 41-5, 43-5, 45-2, 46-3, 48-2: what a unit counts as because of its nation, or as strengthened cavalry."""

from __future__ import annotations

from front1914.titles.der_weltkrieg.board import SIZE
from front1914.titles.der_weltkrieg.nations import NATION as NATION_ROWS
from front1914.titles.der_weltkrieg.nations import (
    OTTOMAN,
    RUSSIAN,
    RUSSIAN_MOUNTAINEERS,
)
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.weather import winter_at
from front1914.titles.der_weltkrieg.world import (
    FLAGS,
    IS_INFANTRY,
    IS_MOUNTAIN,
    NATION,
    UNITS,
)


def _mountaineer(u: int) -> bool:
    """32, 41-5, 43-5, 45-2, 48-2: by its counter, or by its nation in any weather."""
    if IS_MOUNTAIN[u]:
        return True
    if not IS_INFANTRY[u] or NATION[u] == OTTOMAN:
        return False
    if NATION[u] == RUSSIAN:
        return bool(FLAGS[u] & RUSSIAN_MOUNTAINEERS)
    return NATION_ROWS[NATION[u]].mountain


_ALWAYS = tuple(_mountaineer(u) for u in UNITS.numbers)
_IN_SUMMER = tuple(IS_INFANTRY[u] and NATION[u] == OTTOMAN for u in UNITS.numbers)  #: 46-3


def is_foot(s: DWState, u: int) -> bool:
    """31-4: infantry of all types, and strengthened cavalry: they dig, cut railways and ride as infantry does."""
    return IS_INFANTRY[u] or s.strengthened[u] == 1


def is_mountain(s: DWState, u: int) -> bool:
    """32: whether a unit moves as Mountain units do now."""
    return _ALWAYS[u] or (_IN_SUMMER[u] and not (s.at[u] < SIZE and winter_at(s, s.at[u])))

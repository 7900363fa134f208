"""32, 41-5, 43-5, 45-2, 46-3, 48-2, 40-8: what a unit counts as because of its nation."""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.errors import Reason
from front1914.titles.der_weltkrieg.board import SHEET, SIZE
from front1914.titles.der_weltkrieg.nations import (
    AUSTRIAN,
    GERMAN,
    OTTOMAN,
    RUSSIAN,
    RUSSIAN_MOUNTAINEERS,
    WEST_FRONT_DIVISIONS,
)
from front1914.titles.der_weltkrieg.nations import NATION as NATION_ROWS
from front1914.titles.der_weltkrieg.sheets import WEST
from front1914.titles.der_weltkrieg.state import COLLAPSED, DWState
from front1914.titles.der_weltkrieg.weather import winter_at
from front1914.titles.der_weltkrieg.world import (
    EXERTS,
    FLAGS,
    IS_DIVISION,
    IS_INFANTRY,
    IS_MOUNTAIN,
    IS_SIEGE,
    KIND,
    NATION,
    OF_NATION,
    UNITS,
)


def _mountaineer(u: int) -> bool:
    """By its counter, or by its nation in any weather."""
    if IS_MOUNTAIN[u]:
        return True
    if not IS_INFANTRY[u] or NATION[u] == OTTOMAN:
        return False
    if NATION[u] == RUSSIAN:
        return bool(FLAGS[u] & RUSSIAN_MOUNTAINEERS)
    return NATION_ROWS[NATION[u]].mountain


_ALWAYS = tuple(_mountaineer(u) for u in UNITS.numbers)
_IN_SUMMER = tuple(IS_INFANTRY[u] and NATION[u] == OTTOMAN for u in UNITS.numbers)  #: 46-3


def is_mountain(s: DWState, u: int) -> bool:
    """32: whether a unit moves as Mountain units do now."""
    return _ALWAYS[u] or (_IN_SUMMER[u] and not (s.at[u] < SIZE and winter_at(s, s.at[u])))


# ---- 40-8: Austria-Hungary on the Western Front


def _guests(s: DWState) -> int:
    """Austro-Hungarian half divisions on the Western Front, siege guns aside."""
    here = [u for u in OF_NATION[AUSTRIAN] if s.at[u] < SIZE and SHEET[s.at[u]] == WEST]
    return sum((2 if IS_DIVISION[u] else 1) for u in here if EXERTS[u] or KIND[u] == "artillery")


def refuse_west(s: DWState, u: int, h: int) -> Reason | None:
    """40-8: siege artillery always may come, others after Germany's Economic Collapse, four divisions at most."""
    if NATION[u] != AUSTRIAN or SHEET[h] != WEST or IS_SIEGE[u] or (s.at[u] < SIZE and SHEET[s.at[u]] == WEST):
        return None
    if s.morale[GERMAN] < COLLAPSED:
        return Reason("40-8", "only Austro-Hungarian siege artillery fights on the Western Front")
    more = (2 if IS_DIVISION[u] else 1) if EXERTS[u] or KIND[u] == "artillery" else 0
    if _guests(s) + more > 2 * WEST_FRONT_DIVISIONS:
        return Reason("40-8", f"at most {WEST_FRONT_DIVISIONS} Austro-Hungarian divisions fight on the Western Front")
    return None


def western_faults(s: DWState) -> Iterator[str]:
    """40-8: Austro-Hungarians who may not be where they are."""
    guests = _guests(s)
    if guests and (s.morale[GERMAN] < COLLAPSED or guests > 2 * WEST_FRONT_DIVISIONS):
        yield "Austro-Hungarian units other than siege artillery are on the Western Front (40-8)"

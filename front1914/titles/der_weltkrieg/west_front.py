"""40-8: Austria-Hungary on the Western Front."""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.errors import Reason
from front1914.titles.der_weltkrieg.board import SHEET, SIZE
from front1914.titles.der_weltkrieg.nations import (
    AUSTRIAN,
    GERMAN,
    WEST_FRONT_DIVISIONS,
)
from front1914.titles.der_weltkrieg.sheets import WEST
from front1914.titles.der_weltkrieg.state import COLLAPSED, DWState
from front1914.titles.der_weltkrieg.world import (
    EXERTS,
    IS_DIVISION,
    IS_SIEGE,
    KIND,
    NATION,
    OF_NATION,
)


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

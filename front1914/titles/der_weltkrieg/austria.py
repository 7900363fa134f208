"""40-2, 40-8: Austria-Hungary: marches in column, and the Western Front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from front1914.engine.errors import Reason
from front1914.kit.bits import from_members, members
from front1914.titles.der_weltkrieg.board import BOARD, SHEET, SIZE
from front1914.titles.der_weltkrieg.nations import (
    AUSTRIAN,
    FOE,
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
    SIDE,
)

SAME_THEATRE = 20  #: 40-2: enemies on other sheets count up to so many hexes away


# ---- 40-2: columns


def towards_enemy(s: DWState, units: Sequence[int]) -> int:
    """40-2, DW-R14: the hexes in which Austro-Hungarians may not end a march in column: nearer to an enemy than at
    its start."""
    wary = [u for u in units if NATION[u] == AUSTRIAN]
    if not wary:
        return 0
    start = s.began[wary[0]] if s.began[wary[0]] >= 0 else s.at[wary[0]]
    enemies = [h for h in members(s.ground(FOE[SIDE[wary[0]]]).units) if _matters(start, h)]
    if not enemies:
        return 0
    near = from_members(enemies)
    for _ in range(min(BOARD.distance(start, h) for h in enemies) - 1):
        near |= BOARD.spread(near)
    return near


def _matters(start: int, enemy: int) -> bool:
    return SHEET[start] == SHEET[enemy] or BOARD.distance(start, enemy) <= SAME_THEATRE


def refuse_column(s: DWState, units: Sequence[int], h: int) -> Reason | None:
    """40-2: why a stack may not march in column to a hex."""
    if towards_enemy(s, units) >> h & 1:
        return Reason("40-2", "Austro-Hungarian units do not march in column towards the enemy")
    return None


# ---- 40-8: the Western Front


def _guests(s: DWState) -> int:
    """Austro-Hungarian half divisions on the Western Front, siege guns aside."""
    here = [u for u in OF_NATION[AUSTRIAN] if s.at[u] < SIZE and SHEET[s.at[u]] == WEST]
    return sum((2 if IS_DIVISION[u] else 1) for u in here if EXERTS[u] or KIND[u] == "artillery")


def refuse_west(s: DWState, u: int, h: int) -> Reason | None:
    """40-8: siege artillery always may come, others after Germany's Economic Collapse, four divisions at most."""
    if NATION[u] != AUSTRIAN or SHEET[h] != WEST or IS_SIEGE[u] or (s.at[u] < SIZE and SHEET[s.at[u]] == WEST):
        return None
    if s.morale[GERMAN] < COLLAPSED:  # 40-8.1
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

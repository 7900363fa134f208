"""34: winter, by month and sheet of the map.

A turn belongs to winter as a whole, so the month decides: winter begins with the first turn of December and ends with
the last one of its last month.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from front1914.titles.der_weltkrieg.board import HEXES, SHEET
from front1914.titles.der_weltkrieg.sheets import ITALY, MESOPOTAMIA, PALESTINE

if TYPE_CHECKING:
    from front1914.titles.der_weltkrieg.state import DWState

WINTER = frozenset({12, 1, 2})  #: 34-1
ITALIAN_WINTER = WINTER | {3, 4}  #: 34-5
_ROW = tuple(int(str(HEXES[h])[2:]) if h in HEXES.numbers else 0 for h in range(len(SHEET)))  #: by hex
GALILEE = 24  #: 34-6: the rows from here on lie south of the Sea of Galilee
OPEN_GROUND = frozenset({"clear", "broken", "woods", "rough"})  #: 34-5: where Italian snow hinders an attack


def winter(sheet: int, month: int, row: int = 1) -> bool:
    """34-1, 34-5, 34-6: whether there is winter in a row of a sheet.

    >>> from front1914.titles.der_weltkrieg.sheets import WEST
    >>> [winter(WEST, month) for month in (11, 12, 2, 3)], winter(ITALY, 4), winter(MESOPOTAMIA, 1)
    ([False, True, True, False], True, False)
    """
    if sheet == MESOPOTAMIA or (sheet == PALESTINE and row >= GALILEE):
        return False
    return month in (ITALIAN_WINTER if sheet == ITALY else WINTER)


def winter_at(s: DWState, h: int) -> bool:
    """Whether there is winter in a hex now."""
    return winter(SHEET[h], s.month, _ROW[h])


def snowed_in(sheet: int, month: int, terrain: str, total: int) -> int:
    """34-5.1, DW-R81: the points that an attack into such ground loses on the Italian sheet in winter.

    >>> from front1914.titles.der_weltkrieg.sheets import WEST
    >>> snowed_in(ITALY, 3, "woods", 21), snowed_in(ITALY, 3, "mountain", 21), snowed_in(WEST, 1, "woods", 21)
    (6, 0, 0)
    """
    return -(-total // 4) if sheet == ITALY and winter(sheet, month) and terrain in OPEN_GROUND else 0

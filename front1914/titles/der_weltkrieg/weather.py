"""34: winter, by month and sheet of the map.

Sheets are numbered as in the series; 5-3 is the Western Front. A turn belongs to winter as a whole, so the month
decides: winter begins with the first turn of December and ends with the last one of its last month.
"""

from __future__ import annotations

from front1914.engine.words import Words

#: the sheets of the series that the rules know, and the front to which each belongs (22-20, 46-4)
FRONT_OF_SHEET = {
    "5-3": "west",
    "4-5": "east",
    "4-5N": "east",
    "5-5": "east",
    "5-5S": "east",
    "6-5": "serbia",
    "6-6": "romania",
    "6-4": "italy",
    "6-8": "caucasus",
    "7-6": "aegean",
    "7-9": "mesopotamia",
    "8-8": "palestine",
}
SHEETS = Words("sheet", FRONT_OF_SHEET)
FRONT = tuple(FRONT_OF_SHEET.values())
WEST, ITALY, MESOPOTAMIA, PALESTINE = (SHEETS.number(word) for word in ("5-3", "6-4", "7-9", "8-8"))

WINTER = frozenset({12, 1, 2})  #: 34-1
ITALIAN_WINTER = WINTER | {3, 4}  #: 34-5
GALILEE = 24  #: 34-6: the rows from here on lie south of the Sea of Galilee
OPEN_GROUND = frozenset({"clear", "broken", "woods", "rough"})  #: 34-5: where Italian snow hinders an attack


def winter(sheet: int, month: int, row: int = 1) -> bool:
    """34-1, 34-5, 34-6: whether there is winter in a row of a sheet.

    >>> [winter(WEST, month) for month in (11, 12, 2, 3)], winter(ITALY, 4), winter(MESOPOTAMIA, 1)
    ([False, True, True, False], True, False)
    """
    if sheet == MESOPOTAMIA or (sheet == PALESTINE and row >= GALILEE):
        return False
    return month in (ITALIAN_WINTER if sheet == ITALY else WINTER)


def snowed_in(sheet: int, month: int, terrain: str, total: int) -> int:
    """34-5, DW-R81: the points that an attack into such ground loses on the Italian sheet in winter.

    >>> snowed_in(ITALY, 3, "woods", 21), snowed_in(ITALY, 3, "mountain", 21), snowed_in(WEST, 1, "woods", 21)
    (6, 0, 0)
    """
    return -(-total // 4) if sheet == ITALY and winter(sheet, month) and terrain in OPEN_GROUND else 0

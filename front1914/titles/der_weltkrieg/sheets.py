"""The sheets of the series, and the front to which each belongs. 5-3 is the Western Front."""

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

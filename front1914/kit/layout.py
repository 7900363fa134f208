"""How a printed hex grid is numbered and drawn: the ids, who is next to whom, where a hex lies on the sheet.

A hex id holds two numbers. The first names a *line* of hexes that touch side to side, the second counts
*along* that line. On a sheet of flat-topped hexes the lines are columns, on a sheet of pointed ones they are
ranks. Neighbouring lines are half a hex out of step: either every second line is pushed (`half`), or each
line is pushed half a hex further than the one before (`slope`, the oblique numbering).

Inside, a hex is a spot (line, place) with its place counted in half hexes. Then the neighbours are the same
everywhere: (0, +-2) and (+-1, +-1). The plane has one hex, side to opposite side, as its unit; u grows to
the east, v to the south.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, floor, sqrt

from front1914.engine.errors import BadInput

Point = tuple[float, float]
Spot = tuple[int, int]  #: (line, place in half hexes)

ROOT = sqrt(3) / 2  #: from one line to the next
_COMPASS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_NAMES = {0: "N", 30: "NE", 60: "NE", 90: "E", 120: "SE", 150: "SE"}
_NAMES |= {180: "S", 210: "SW", 240: "SW", 270: "W", 300: "NW", 330: "NW"}
_TURNS: tuple[Spot, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


@dataclass(frozen=True)
class Layout:
    """One way of numbering hexes.

    >>> COLUMNS.spot("2206"), COLUMNS.point("2206")[1], COLUMNS.compass
    ((22, 13), 6.5, ('N', 'NE', 'SE', 'S', 'SW', 'NW'))
    >>> [COLUMNS.format(spot) for spot in COLUMNS.beside("2107")]
    ['2106', '2206', '2207', '2108', '2007', '2006']
    """

    lines: str = "E"  #: where the first number grows to: E, W (lines are columns), S or N (lines are ranks)
    along: str = "S"  #: where the second number grows to
    half: tuple[int, int] = (1, 0)  #: half hexes by which even and odd lines are pushed along
    slope: int = 0  #: half hexes by which each line is pushed further than the one before
    separator: str = ""  #: between the two numbers of an id
    letters: bool = False  #: lines are lettered A..Z, AA, BB, ... and places are not padded with a zero

    def __post_init__(self) -> None:
        across = {"E": "NS", "W": "NS", "N": "EW", "S": "EW"}.get(self.lines)
        if across is None or self.along not in tuple(across):
            raise ValueError(f"lines to {self.lines!r} and places to {self.along!r} make no grid")
        if (self.half[0] - self.half[1] + self.slope) % 2 == 0:
            raise ValueError("neighbouring lines must be half a hex out of step")

    @property
    def flat(self) -> bool:
        """Whether hexes have a flat top (else a pointed one)."""
        return self.lines in "EW"

    # ---- ids

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        if self.letters:
            return re.compile(r"(?P<a>(?P<letter>[A-Z])(?P=letter)*)(?P<b>[1-9]\d?)", re.ASCII)
        return re.compile(rf"(?P<a>\d\d){re.escape(self.separator)}(?P<b>\d\d)", re.ASCII)

    @property
    def form(self) -> str:
        """An id of this layout, as an example."""
        return "DD23" if self.letters else f"08{self.separator}12"

    def numbers(self, word: str) -> tuple[int, int]:
        """The two numbers of an id; BadInput if it has not the form of this layout.

        >>> LETTERED.numbers("DD23"), DOTTED.numbers("52.16")
        ((30, 23), (52, 16))
        """
        found = self._pattern.fullmatch(word)
        if not found:
            raise BadInput(f"hex {word!r}", f"no hex id; one looks like {self.form}")
        first = found["a"]
        line = ord(first[0]) - 64 + 26 * (len(first) - 1) if self.letters else int(first)
        return line, int(found["b"])

    def word(self, a: int, b: int) -> str:
        """The id of two numbers."""
        if not (0 <= b <= 99 and (a >= 1 and b >= 1 if self.letters else 0 <= a <= 99)):
            raise BadInput(f"hex {a}, {b}", f"outside what an id such as {self.form} can say")
        if self.letters:
            return f"{chr(65 + (a - 1) % 26) * ((a - 1) // 26 + 1)}{b}"
        return f"{a:02d}{self.separator}{b:02d}"

    def spot(self, word: str) -> Spot:
        """The line and the place in half hexes of an id."""
        a, b = self.numbers(word)
        return a, 2 * b + self.half[a % 2] + self.slope * a

    def format(self, spot: Spot) -> str:
        """The id of a line and a place."""
        a, place = spot
        return self.word(a, (place - self.half[a % 2] - self.slope * a) // 2)

    # ---- neighbours

    @cached_property
    def turns(self) -> tuple[Spot, ...]:
        """The six steps to the neighbours, clockwise on the sheet from the first at or after north."""
        return tuple(sorted(_TURNS, key=self._angle))

    @cached_property
    def compass(self) -> tuple[str, ...]:
        """The names of the six directions."""
        return tuple(_NAMES[self._angle(turn)] for turn in self.turns)

    def _angle(self, turn: Spot) -> int:
        u, v = self.plane(*turn)
        return round(degrees(atan2(u, -v))) % 360

    def beside(self, word: str) -> list[Spot]:
        """The six spots round a hex, whether or not there is a hex, in the order of the directions."""
        line, place = self.spot(word)
        return [(line + a, place + b) for a, b in self.turns]

    # ---- the plane

    def plane(self, line: float, place: float) -> Point:
        """Where a line and a place lie on the sheet."""
        (lu, lv), (au, av) = _COMPASS[self.lines], _COMPASS[self.along]
        return line * ROOT * lu + place / 2 * au, line * ROOT * lv + place / 2 * av

    def point(self, word: str) -> Point:
        """Where the centre of a hex lies on the sheet."""
        return self.plane(*self.spot(word))

    def nearest(self, u: float, v: float) -> Spot:
        """The hex in which a point of the plane lies.

        >>> COLUMNS.format(COLUMNS.nearest(*COLUMNS.point("2206")))
        '2206'
        """
        (lu, lv), (au, av) = _COMPASS[self.lines], _COMPASS[self.along]
        across, place = (u * lu + v * lv) / ROOT, (u * au + v * av) * 2
        best, found = float("inf"), (0, 0)
        for line in (floor(across), floor(across) + 1):
            push = self.half[line % 2] + self.slope * line
            at = 2 * round((place - push) / 2) + push
            away = 3 * (across - line) ** 2 + (place - at) ** 2
            if away < best:
                best, found = away, (line, at)
        return found


COLUMNS = Layout()  #: 2107: column, row; flat tops, even columns half a hex down (Der Weltkrieg; plain demo maps)
DOTTED = Layout(separator=".")  #: 52.16: the same with a dot (Offensive a outrance)
RANKS_WESTWARD = Layout("S", "W", half=(0, -1))  #: 0812: rank, file counted WESTWARD; odd ranks half a hex
#: further east (Schlieffen's War). Read as column and row it would mirror the map.
LETTERED = Layout(half=(0, 0), slope=-1, letters=True)  #: DD23: lettered columns, oblique numbers (1914 - Fixed)

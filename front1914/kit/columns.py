"""The heads of result tables: which column a ratio, a sum of points or a name belongs to.

A column is a number: 0 is the first printed one. Odds go on beyond the printed columns at both ends (-1, -2, ...
and n, n + 1, ...), so that shifts can lead out of the table and back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, TypeAlias

Rounding: TypeAlias = Literal["defender", "attacker", "nearest"]

NO_ATTACK = -1000  #: the column of an attack without strength: no shift brings it back
NO_DEFENCE = 1000  #: the column of an attack on nothing


class Odds:
    """Ratios of attack to defence, from 1:n to n:1.

    `rounding` is in favour of the defender (the last column that the ratio reaches), of the attacker (the first that
    reaches the ratio) or to the nearest, a ratio half-way between two columns counting as the better. Above the
    last column each further one is better by `beyond`.

    >>> odds = Odds(["1:2", "1:1", "2:1", "3:1"])
    >>> [odds.label(odds.column(a, d)) for a, d in [(27, 9), (26, 9), (4, 5), (3, 7), (31, 6)]]
    ['3:1', '2:1', '1:2', '1:3', '5:1']
    >>> near = Odds(["1:1", "3:2", "2:1", "4:1", "6:1"], "nearest", beyond=2)
    >>> [near.label(near.column(a, d)) for a, d in [(14, 8), (13, 8), (14, 2), (2, 3)]]
    ['2:1', '3:2', '8:1', '1:2']
    """

    def __init__(self, labels: Iterable[str], rounding: Rounding = "defender", beyond: int = 1) -> None:
        self.labels = tuple(labels)
        self.rounding = rounding
        self.beyond = beyond
        self.ratios = tuple(_ratio(label) for label in self.labels)
        if any(a >= b for a, b in zip(self.ratios, self.ratios[1:], strict=False)):
            raise ValueError("the odds do not rise from column to column")
        if self.ratios[0].numerator != 1 or self.ratios[-1].denominator != 1:
            raise ValueError("the odds must run from 1 to something to something to 1")
        self._least = self.ratios[0].denominator
        self._most = self.ratios[-1].numerator
        edges = [self._edge(i) for i in range(1, len(self.ratios))]
        self._edges = tuple((edge.numerator, edge.denominator) for edge in edges)

    def _edge(self, column: int) -> Fraction:
        """The ratio at which `column` begins."""
        below, above = self.ratio(column - 1), self.ratio(column)
        return {"defender": above, "attacker": below, "nearest": (below + above) / 2}[self.rounding]

    def ratio(self, column: int) -> Fraction:
        """The ratio a column stands for, printed or not."""
        if column < 0:
            return Fraction(1, self._least - column)
        over = column - len(self.ratios) + 1
        return self.ratios[column] if over <= 0 else Fraction(self._most + over * self.beyond)

    def label(self, column: int) -> str:
        """What stands above the column."""
        if 0 <= column < len(self.labels):
            return self.labels[column]
        ratio = self.ratio(column)
        return f"{ratio.numerator}:{ratio.denominator}"

    def column(self, attack: int, defence: int) -> int:
        """The column of a ratio; see NO_ATTACK and NO_DEFENCE for sums of zero."""
        if attack <= 0:
            return NO_ATTACK
        if defence <= 0:
            return NO_DEFENCE
        if attack * self._least < defence:
            return self._below(attack, defence)
        if attack > self._most * defence:
            return self._above(attack, defence)
        strict = self.rounding == "attacker"
        column = 0
        for numerator, denominator in self._edges:
            left, right = attack * denominator, numerator * defence
            if left < right or (strict and left == right):
                break
            column += 1
        return column

    def _below(self, attack: int, defence: int) -> int:
        up = defence // attack  # 1:up is the ratio or better than it
        down = -(-defence // attack)
        if self.rounding == "attacker":
            return self._least - up
        if self.rounding == "nearest" and 2 * up * (up + 1) * attack >= (2 * up + 1) * defence:
            return self._least - up
        return self._least - down

    def _above(self, attack: int, defence: int) -> int:
        over = attack - self._most * defence
        step = self.beyond * defence
        further = {"defender": over // step, "attacker": -(-over // step), "nearest": (2 * over + step) // (2 * step)}
        return len(self.ratios) - 1 + further[self.rounding]


def _ratio(label: str) -> Fraction:
    left, colon, right = label.partition(":")
    if not (colon and left.isdecimal() and right.isdecimal() and int(left) and int(right)):
        raise ValueError(f"{label!r} is not odds such as 3:1")
    return Fraction(int(left), int(right))


class Brackets:
    """Points or differences: each column begins at its own value, the last has no end; -1 is below the first.

    >>> guns = Brackets([4, 5, 6])
    >>> [guns.column(n) for n in (3, 4, 6, 9)], guns.labels
    ([-1, 0, 2, 2], ('4', '5', '6+'))
    >>> Brackets([-5, -2, 0, 1, 4]).labels
    ('-5 to -3', '-2 to -1', '0', '1 to 3', '4+')
    """

    def __init__(self, lows: Iterable[int]) -> None:
        self.lows = tuple(lows)
        if any(a >= b for a, b in zip(self.lows, self.lows[1:], strict=False)):
            raise ValueError("the columns do not rise")
        ends = zip(self.lows, self.lows[1:], strict=False)
        self.labels = (*(f"{a}" if b == a + 1 else f"{a} to {b - 1}" for a, b in ends), f"{self.lows[-1]}+")

    def column(self, value: int) -> int:
        return bisect_right(self.lows, value) - 1

    def label(self, column: int) -> str:
        return self.labels[column] if column >= 0 else f"below {self.lows[0]}"


class Names:
    """Columns for kinds of things: unit types, calibre against class.

    >>> Names(["infantry", "cavalry"]).column("cavalry")
    1
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.labels = tuple(names)
        self._columns = {name: column for column, name in enumerate(self.labels)}
        if len(self._columns) != len(self.labels):
            raise ValueError("the same column twice")

    def column(self, name: str) -> int:
        return self._columns[name]

    def label(self, column: int) -> str:
        return self.labels[column]


Head: TypeAlias = Odds | Brackets | Names

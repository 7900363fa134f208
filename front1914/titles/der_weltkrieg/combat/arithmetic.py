"""13, 14-3, 16-8, 19-11, 20-2: the sums of combat, in whole numbers and without a state."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from front1914.kit.tables import Shift, net

CAP = 4  #: 13-25: the most that a die is adjusted, either way
LOWEST, HIGHEST = -1, 8  #: 13-12, 13-16: the rows of the table
STAND, RETREATING, GUNS, FORT, ENTRAINED = 3, 2, 2, 3, 1  #: 13-15, 14-13, 29-5, 21-3, 7-11: multipliers
COLUMN_DEFENCE = 2  #: 16-8: and so many times more against a Column Attack


def adjustment(modifiers: Iterable[Shift]) -> int:
    """13-11, 13-25: the modifiers are added up, then cut to four either way (DW-R26).

    >>> [adjustment([Shift(n, "", "")]) for n in (-6, -4, -3, 4, 5, 7)]
    [-4, -4, -3, 4, 4, 4]
    """
    return net(modifiers, CAP)


def row(die: int, adjust: int) -> int:
    """13-12, 13-16: the row of an adjusted die.

    >>> [row(die, 0) for die in (-3, -2, -1, 0, 8, 9, 10)]
    [-1, -1, -1, 0, 8, 8, 8]
    """
    return max(LOWEST, min(HIGHEST, die + adjust))


def after_retreat(losses: int) -> int:
    """14-3: one third less, to the nearest whole.

    >>> [after_retreat(n) for n in range(1, 11)]
    [1, 1, 2, 3, 3, 4, 5, 5, 6, 7]
    """
    return (2 * losses + 1) // 3


def half(strength: int) -> int:
    """19-11: what a unit without supply may always use.

    >>> [half(n) for n in (1, 2, 5, 8)]
    [0, 1, 2, 4]
    """
    return strength // 2


def quarter(strength: int) -> int:
    """20-2: what a surrounded unit without supply brings to a break-out, to the nearest whole, halves up (DW-R23).

    >>> [quarter(n) for n in (3, 4, 5, 7, 8)]
    [1, 1, 1, 2, 2]
    """
    return (strength + 2) // 4


def total(points: int, factors: Iterable[Fraction]) -> int:
    """13-8, 16-8, DW-R23, DW-R24: all factors act on the sum, which is rounded down once.

    >>> total(19, [Fraction(1, 2), Fraction(1, 2)]), total(20, [])
    (4, 20)
    """
    found = Fraction(points)
    for factor in factors:
        found *= factor
    return int(found)

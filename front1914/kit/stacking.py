"""How much may stand in one place: several limits at once, counted in one addition.

Each category of a game (corps and HQs; units, eighths of a corps and guns; halves of divisions and guns) has a field
of its own inside one integer, so that the load of a stack is the sum of the loads of its units, and a stack is
checked against all its limits by one subtraction.
"""

from __future__ import annotations

from typing import TypeAlias

Load: TypeAlias = int  #: what a unit or a stack counts, category by category; add and subtract freely

_BITS = 16
_MOST = (1 << (_BITS - 1)) - 1


class Stacking:
    """The categories of a game.

    >>> rule = Stacking("corps", "hq")
    >>> corps, hq, limit = rule.load(corps=1), rule.load(hq=1), rule.limit(corps=3, hq=1)
    >>> rule.fits(3 * corps + hq, limit), rule.fits(2 * corps + 2 * hq, limit)
    (True, False)
    >>> rule.excess(5 * corps + 2 * hq, limit), rule.relieves(hq, 5 * corps, limit)
    ({'corps': 2, 'hq': 1}, False)
    """

    def __init__(self, *categories: str) -> None:
        self.categories = categories
        self._shift = {name: i * _BITS for i, name in enumerate(categories)}
        self._guard = sum(1 << (shift + _BITS - 1) for shift in self._shift.values())

    def load(self, **counts: int) -> Load:
        """What one unit counts; a category not named counts nothing."""
        for name, count in counts.items():
            if not 0 <= count <= _MOST:
                raise ValueError(f"{name} {count}: not from 0 to {_MOST}")
        return sum(count << self._shift[name] for name, count in counts.items())

    def limit(self, **most: int) -> Load:
        """The most that a place holds; a category not named is not limited."""
        return self.load(**{name: most.get(name, _MOST) for name in {**self._shift, **most}})

    def fits(self, load: Load, limit: Load) -> bool:
        """Whether a load is within every limit."""
        return (limit + self._guard - load) & self._guard == self._guard

    def count(self, load: Load, category: str) -> int:
        """What a load counts in one category."""
        return load >> self._shift[category] & _MOST

    def excess(self, load: Load, limit: Load) -> dict[str, int]:
        """By how much a load is over, for each category that is."""
        over = {name: self.count(load, name) - self.count(limit, name) for name in self.categories}
        return {name: much for name, much in over.items() if much > 0}

    def relieves(self, unit: Load, load: Load, limit: Load) -> bool:
        """Whether taking a unit away from an overfull stack lessens what is over."""
        return any(self.count(unit, name) for name in self.excess(load, limit))

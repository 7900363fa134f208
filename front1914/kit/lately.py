"""Values that rest on columns of a state, kept for the moments that were asked about last."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Lately(Generic[T]):
    """The last few values, found again by comparing columns as pieces of memory.

    That costs a tenth of making a key of their bytes. `facts` is what else a value rests on; the columns that change
    most often are best named first.

    >>> sums: Lately[int] = Lately(most=2)
    >>> column = array("h", [1, 2])
    >>> sums.find("all", (column,)), sums.keep("all", (column,), 3), sums.find("all", (column,))
    (None, 3, 3)
    >>> column[0] = 5
    >>> sums.find("all", (column,)) is None
    True
    """

    __slots__ = ("_kept", "most")

    def __init__(self, most: int = 8) -> None:
        self.most = most  #: how many values are kept
        self._kept: list[tuple[Hashable, tuple[object, ...], T]] = []

    def find(self, facts: Hashable, columns: tuple[array[int], ...]) -> T | None:
        """The value that was kept for equal facts and columns."""
        for known, kept, value in self._kept:
            if kept == columns and known == facts:  # a bytearray is equal to a column of the same bytes
                return value
        return None

    def keep(self, facts: Hashable, columns: tuple[array[int], ...], value: T) -> T:
        """Keeps a value, the oldest gives way; returns it."""
        self._kept.insert(0, (facts, tuple(map(bytearray, columns)), value))
        del self._kept[self.most :]
        return value

"""Units as columns: who is where, what a side holds, what its zones cover.

Units are numbered in the order of their list. `location[unit]` is a node of the board, or any number outside
0 to size - 1 for boxes and the like. Everything here is computed anew from the columns, in microseconds.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from front1914.kit.bits import from_members, members
from front1914.kit.board import Board

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def column(rows: Iterable[T], value: Callable[[T], int], typecode: str = "h") -> array[int]:
    """One number of each row.

    >>> column(["II", "IV", "III"], len)
    array('h', [2, 2, 3])
    """
    return array(typecode, map(value, rows))


def groups(rows: Iterable[T], key: Callable[[T], K]) -> dict[K, int]:
    """The units of each side, nation or kind, as bitsets of their numbers.

    >>> groups(["german", "french", "german"], str.upper)
    {'GERMAN': 5, 'FRENCH': 2}
    """
    found: dict[K, list[int]] = {}
    for number, row in enumerate(rows):
        found.setdefault(key(row), []).append(number)
    return {name: from_members(numbers) for name, numbers in found.items()}


def ranges(rows: Iterable[T], key: Callable[[T], K]) -> dict[K, range]:
    """The same for lists that are sorted by side: each has one unbroken range of numbers.

    >>> ranges(["german", "german", "french"], str)
    {'german': range(0, 2), 'french': range(2, 3)}
    """
    found = {}
    for name, bits in groups(rows, key).items():
        numbers = members(bits)
        found[name] = range(numbers[0], numbers[-1] + 1)
        if len(numbers) != len(found[name]):
            raise ValueError(f"the rows of {name} do not stand together")
    return found


def units_at(location: array[int], node: int) -> list[int]:
    """The units in one place, in ascending order.

    >>> units_at(array("h", [4, 7, 4, -1]), 4)
    [0, 2]
    """
    return units_in(location.tobytes(), node, location.itemsize)


def units_in(data: bytes, node: int, size: int = 2) -> list[int]:
    """The same of a column as bytes, which are searched many times quicker than numbers; `size` bytes to a unit.

    >>> units_in(array("h", [4, 7, 4, -1]).tobytes(), 4)
    [0, 2]
    """
    word = as_bytes(node, size)
    i = data.find(word)
    if i < 0:
        return []
    found = []
    while i >= 0:
        if i % size:  # the end of one number and the beginning of the next
            i = data.find(word, i + 1)
        else:
            found.append(i // size)
            i = data.find(word, i + size)
    return found


@lru_cache(maxsize=16384)
def as_bytes(node: int, size: int = 2) -> bytes:
    """How a place stands in a column."""
    return node.to_bytes(size, sys.byteorder, signed=True)


def changed(before: bytes | bytearray, now: array[int]) -> list[int]:
    """The units for which a column is no longer what a copy of its bytes says, in ascending order.

    >>> changed(bytearray(array("h", [4, 7, 4, -1])), array("h", [4, 8, 4, 0]))
    [1, 3]
    """
    return list(changed_in(before, now.tobytes(), now.itemsize))


def nonzero(column: array[int]) -> list[int]:
    """The numbers at which a column is not 0, in ascending order: cheap where it is nearly empty.

    >>> nonzero(array("b", [0, 3, 0, 0, -1]))
    [1, 4]
    """
    return list(changed_in(b"", column.tobytes(), column.itemsize))


def changed_in(before: bytes | bytearray, now: bytes, size: int = 2) -> Iterator[int]:
    """The same of two columns as bytes, one unit after the other; `size` bytes to a unit."""
    bits = 8 * size
    differ = int.from_bytes(before, "little") ^ int.from_bytes(now, "little")
    while differ:
        unit = ((differ & -differ).bit_length() - 1) // bits
        yield unit
        differ = differ >> (unit + 1) * bits << (unit + 1) * bits


def stacks(location: Sequence[int], size: int, units: Iterable[int] | None = None) -> dict[int, list[int]]:
    """The units in each place that holds any: all units, or some.

    >>> stacks(array("h", [4, 7, 4, -1]), 10)
    {4: [0, 2], 7: [1]}
    """
    found: dict[int, list[int]] = {}
    for unit, node in enumerate(location) if units is None else ((unit, location[unit]) for unit in units):
        if 0 <= node < size:
            if node in found:
                found[node].append(unit)
            else:
                found[node] = [unit]
    return found


def held(location: Sequence[int], size: int, units: range | Iterable[int] | None = None) -> int:
    """The places where any of the units is: all, a range of them (fastest), or some.

    >>> bin(held(array("h", [4, 7, 4, -1, 99]), 10)), bin(held(array("h", [4, 7, 4]), 10, range(1, 2)))
    ('0b10010000', '0b10000000')
    """
    if units is None:
        nodes: Iterable[int] = location
    elif isinstance(units, range) and units.step == 1:
        nodes = location[units.start : units.stop]
    else:
        nodes = (location[unit] for unit in units)
    marks = bytearray(size)
    for node in nodes:
        if 0 <= node < size:
            marks[node] = 1
    return _bits(marks, bytes((1,)))


def _bits(marks: bytes | bytearray, wanted: bytes) -> int:
    """The places of the bytes that are wanted."""
    table = bytearray(b"0" * 256)
    for value in wanted:
        table[value] = 49
    return int(marks.translate(table)[::-1] or b"0", 2)


def standing_in(location: Sequence[int], size: int, nodes: int, units: Iterable[int] | None = None) -> list[int]:
    """The units that are in a set of places.

    >>> standing_in(array("h", [4, 7, 4, -1]), 10, nodes=1 << 4)
    [0, 2]
    """
    pairs = enumerate(location) if units is None else ((unit, location[unit]) for unit in units)
    return [unit for unit, node in pairs if 0 <= node < size and nodes >> node & 1]


def where(column: array[int], *values: int) -> int:
    """The places of a column that hold one of some values, as a bitset: whose a hex is, what is operative.

    >>> bin(where(array("b", [1, 0, 2, 1, -1]), 1, -1))
    '0b11001'
    """
    if column.itemsize == 1:
        return _bits(column.tobytes(), bytes(value & 255 for value in values))
    if column.itemsize != 2:
        raise TypeError("a column of bytes or of short integers is wanted")
    data = column.tobytes()
    low, high = (data[::2], data[1::2]) if sys.byteorder == "little" else (data[1::2], data[::2])
    pages: dict[int, list[int]] = {}
    for value in values:
        pages.setdefault(value >> 8 & 255, []).append(value & 255)
    found = 0
    for page, lows in pages.items():
        found |= _bits(high, bytes((page,))) & _bits(low, bytes(lows))
    return found


def rings(board: Board, barred: Iterable[int] = ()) -> tuple[int, ...]:
    """What a unit in each node reaches next to it, except across some links: zones that stop at a sea or a ridge."""
    found = list(board.ring)
    for link in barred:
        a, b = board.links[link]
        found[a] &= ~(1 << b)
        found[b] &= ~(1 << a)
    return tuple(found)


def zone(rings: Sequence[int], nodes: int) -> int:
    """The zone of units in these nodes, from what each reaches. Without barred links `board.spread` is faster."""
    found = 0
    for node in members(nodes):
        found |= rings[node]
    return found

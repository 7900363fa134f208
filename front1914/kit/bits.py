"""Sets of nodes as Python integers: bit n is set when node n belongs to the set.

Union, intersection and difference are `|`, `&` and `& ~`; membership is `bits >> n & 1`. Here is the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

_FEW = 10  # up to so many members, taking the lowest bit off again and again is fastest
_BYTES = tuple(tuple(i for i in range(8) if byte >> i & 1) for byte in range(256))


def members(bits: int) -> list[int]:
    """The members in ascending order.

    >>> members(0b100101)
    [0, 2, 5]
    """
    if not bits:
        return []
    count = bits.bit_count()
    if count <= _FEW:
        return _members_of_few(bits)
    base = (bits & -bits).bit_length() - 1
    bits >>= base
    width = bits.bit_length()
    if count * 6 < width:
        return _members_of_sparse(bits, base)
    data = bits.to_bytes((width + 7) // 8, "little")
    return [at + i for at, byte in zip(range(base, base + width, 8), data, strict=True) if byte for i in _BYTES[byte]]


def _members_of_few(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def _members_of_sparse(bits: int, base: int) -> list[int]:
    """Finds members by the distances between the digits 1 of the number written in binary, from its end."""
    found = []
    at = base - 1
    gaps = bin(bits)[:1:-1].split("1")
    gaps.pop()
    for gap in gaps:
        at += len(gap) + 1
        found.append(at)
    return found


def from_members(numbers: Iterable[int]) -> int:
    """The set of these numbers.

    >>> bin(from_members([5, 0, 2, 5]))
    '0b100101'
    """
    found = list(numbers)
    if len(found) <= _FEW:
        bits = 0
        for number in found:
            bits |= 1 << number
        return bits
    if min(found) < 0:
        raise ValueError("a member below zero")
    data = bytearray((max(found) >> 3) + 1)
    for number in found:
        data[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(data, "little")


def count(bits: int) -> int:
    """How many members there are."""
    return bits.bit_count()


def lowest(bits: int) -> int | None:
    """The smallest member, or None of an empty set.

    >>> lowest(0b1100), lowest(0)
    (2, None)
    """
    return (bits & -bits).bit_length() - 1 if bits else None


def has(bits: int, number: int) -> bool:
    """Whether the set holds the number."""
    return bits >> number & 1 == 1


def to_bytes(bits: int, size: int) -> bytes:
    """The set as packed bytes for kernels and files: bit n is bit n % 8 of byte n // 8; `size` nodes.

    >>> to_bytes(0b1_0000_0101, 12)
    b'\\x05\\x01'
    """
    return bits.to_bytes((size + 7) >> 3, "little")


def from_bytes(data: bytes | bytearray | memoryview) -> int:
    """The set back from packed bytes."""
    return int.from_bytes(data, "little")


def places(data: bytes, value: int) -> int:
    """The set of the places where a column of bytes holds a value.

    >>> members(places(bytes([7, 3, 7]), 7))
    [0, 2]
    """
    return int(data.translate(_digits(value & 255))[::-1] or b"0", 2)


@cache
def _digits(value: int) -> bytes:
    return bytes(49 if byte == value else 48 for byte in range(256))


def flags(bits: int, size: int) -> bytes:
    """One byte a node, 1 for members and 0 for others: the fastest look-up in a Python loop.

    >>> flags(0b101, 4)
    b'\\x01\\x00\\x01\\x00'
    """
    if bits >> size:
        raise ValueError(f"a member beyond {size - 1}")
    return f"{bits:0{size}b}".encode().translate(_ASCII)[::-1] if size else b""


_ASCII = bytes.maketrans(b"01", b"\x00\x01")

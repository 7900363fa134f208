"""Bitsets against Python's own sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.kit import bits

SETS = st.one_of(
    st.sets(st.integers(0, 200)),
    st.sets(st.integers(0, 6000), max_size=400),
    st.sets(st.integers(4000, 4300)),  # a cluster far from zero, as the reach of a unit is
    st.builds(lambda a, n: set(range(a, a + n)), st.integers(0, 3000), st.integers(0, 900)),
)


@given(SETS)
def test_members_come_back_in_order(numbers: set[int]) -> None:
    found = bits.from_members(numbers)
    assert bits.members(found) == sorted(numbers)
    assert bits.count(found) == len(numbers)
    assert bits.lowest(found) == (min(numbers) if numbers else None)


@given(SETS)
def test_packed_bytes_and_flags(numbers: set[int]) -> None:
    size = max(numbers, default=0) + 3
    found = bits.from_members(numbers)
    packed = bits.to_bytes(found, size)
    assert bits.from_bytes(packed) == found
    assert [packed[n >> 3] >> (n & 7) & 1 for n in range(size)] == [n in numbers for n in range(size)]
    assert list(bits.flags(found, size)) == [n in numbers for n in range(size)]


def test_has() -> None:
    assert bits.has(0b100, 2)
    assert not bits.has(0b100, 1)


@pytest.mark.parametrize("bad", [[-1], [-1, *range(20)]])
def test_no_member_below_zero(bad: list[int]) -> None:
    with pytest.raises(ValueError):
        bits.from_members(bad)


def test_a_set_larger_than_its_board_is_refused() -> None:
    with pytest.raises(ValueError, match="beyond 3"):
        bits.flags(0b10000, 4)
    with pytest.raises(OverflowError):
        bits.to_bytes(1 << 9, 8)

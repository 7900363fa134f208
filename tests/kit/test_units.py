"""Columns of units: places, stacks, what is held, zones."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.kit.areas import AreaBoard
from front1914.kit.bits import from_members, members
from front1914.kit.units import column, groups, held, ranges, rings, stacks, standing_in, units_at, where, zone


@dataclass(frozen=True)
class Unit:
    side: str
    kind: str
    factor: int


UNITS = [Unit("german", "corps", 4), Unit("german", "hq", 3), Unit("french", "corps", 3), Unit("french", "fort", 2)]


def test_columns_and_groups_of_a_list() -> None:
    assert column(UNITS, lambda unit: unit.factor) == array("h", [4, 3, 3, 2])
    assert column(UNITS, lambda unit: unit.factor, "b").itemsize == 1
    assert groups(UNITS, lambda unit: unit.kind) == {"corps": 0b101, "hq": 0b10, "fort": 0b1000}
    assert ranges(UNITS, lambda unit: unit.side) == {"german": range(2), "french": range(2, 4)}
    with pytest.raises(ValueError, match="the rows of corps do not stand together"):
        ranges(UNITS, lambda unit: unit.kind)


SIZE = 12
PLACES = st.lists(st.integers(-2, SIZE + 3), max_size=40).map(lambda places: array("h", places))


@given(PLACES)
def test_everything_agrees_about_who_is_where(location: array[int]) -> None:
    every = stacks(location, SIZE)
    on_map = [unit for unit, node in enumerate(location) if 0 <= node < SIZE]
    assert sorted(unit for units in every.values() for unit in units) == on_map
    for node in range(SIZE):
        assert units_at(location, node) == every.get(node, [])
    assert held(location, SIZE) == from_members(every)
    assert standing_in(location, SIZE, (1 << SIZE) - 1) == on_map


@given(PLACES, st.data())
def test_some_units_only(location: array[int], data: st.DataObject) -> None:
    numbers = range(len(location))
    first, last = (data.draw(st.integers(0, len(location))) for _ in range(2))
    part = range(min(first, last), max(first, last))
    odd = [unit for unit in numbers if unit % 2]
    expected = {node for unit in part if 0 <= (node := location[unit]) < SIZE}
    assert held(location, SIZE, part) == from_members(expected)
    assert held(location, SIZE, list(part)) == from_members(expected)
    assert set(stacks(location, SIZE, part)) == expected
    assert held(location, SIZE, range(1, len(location), 2)) == held(location, SIZE, odd)
    nodes = data.draw(st.integers(0, 2**SIZE - 1))
    found = standing_in(location, SIZE, nodes, odd)
    assert found == [unit for unit in odd if 0 <= location[unit] < SIZE and nodes >> location[unit] & 1]


@given(st.lists(st.integers(-128, 127), max_size=50), st.lists(st.integers(-128, 127), max_size=3))
def test_where_a_column_holds_a_value(numbers: list[int], values: list[int]) -> None:
    expected = from_members(i for i, number in enumerate(numbers) if number in values)
    assert where(array("b", numbers), *values) == expected
    assert where(array("h", numbers), *values) == expected


@given(st.lists(st.integers(-600, 600), max_size=50), st.lists(st.integers(-600, 600), max_size=3))
def test_where_a_wide_column_holds_a_value(numbers: list[int], values: list[int]) -> None:
    wanted = [*values, *numbers[:2]]
    assert where(array("h", numbers), *wanted) == from_members(i for i, n in enumerate(numbers) if n in wanted)


def test_where_knows_its_columns() -> None:
    assert where(array("b"), 1) == where(array("h"), 1) == 0
    with pytest.raises(TypeError, match="column of bytes"):
        where(array("l", [1]), 1)


def test_zones_stop_at_barred_links() -> None:
    """Der Weltkrieg 10-6: no zone across sea and alpine hexsides."""
    board = AreaBoard("abcd", [("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")])
    alps = board.find_link("b/c")
    assert alps is not None
    open_, closed = rings(board), rings(board, [alps])
    assert zone(open_, board.bits("b")) == board.spread(board.bits("b")) == board.bits("ac")
    assert zone(closed, board.bits("b")) == board.bits("a")
    assert zone(closed, board.bits("cd")) == board.bits("acd")
    assert members(zone(closed, 0)) == []

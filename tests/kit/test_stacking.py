"""Stacking limits as the five games have them."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.kit.stacking import Stacking, loads


def test_three_corps_and_one_headquarters() -> None:
    """Schlieffen's War 6.2 and 6.4: a fort counts as a corps, markers count nothing."""
    rule = Stacking("corps", "hq")
    corps, fort, hq, marker = rule.load(corps=1), rule.load(corps=1), rule.load(hq=1), rule.load()
    limit = rule.limit(corps=3, hq=1)
    assert rule.fits(corps * 2 + fort + hq + marker * 9, limit)
    assert not rule.fits(corps * 3 + fort, limit)
    assert not rule.fits(corps + hq * 2, limit)
    assert rule.room(corps * 2, limit) == {"corps": 1, "hq": 1}


def test_units_corps_equivalents_and_guns() -> None:
    """1914 - Fixed ST-1 with CE-1: three units, two corps in eighths, one artillery unit."""
    rule = Stacking("units", "eighths", "guns")
    corps, division = rule.load(units=1, eighths=8), rule.load(units=1, eighths=4)
    gun = rule.load(units=1, eighths=2, guns=1)
    limit = rule.limit(units=3, eighths=16, guns=1)
    assert rule.fits(corps + division + gun, limit)
    assert rule.excess(corps * 2 + gun, limit) == {"eighths": 2}
    assert rule.excess(division + gun * 2, limit) == {"guns": 1}
    assert rule.excess(division * 4, limit) == {"units": 1}


def test_limits_that_differ_from_hex_to_hex() -> None:
    """Der Weltkrieg 11-1, 11-4, 11-9: six divisions and three guns, four and two with two land hexsides."""
    rule = Stacking("halves", "guns")
    division, brigade, gun = rule.load(halves=2), rule.load(halves=1), rule.load(guns=1)
    limits = [rule.limit(halves=12, guns=3), rule.limit(halves=8, guns=2)]
    here = array("h", [0] * 5 + [1] * 5 + [2])
    weights = [*[division] * 5, *[division] * 4, brigade, gun]
    found = loads(here, weights, 2)
    assert found == {0: division * 5, 1: division * 4 + brigade}, "the last gun is in a box"
    assert rule.overfull(found, limits) == [1]
    assert rule.overfull(found, limits[0]) == []
    assert rule.overfull({0: division * 7, 5: gun * 4, 7: 0}, limits[0]) == [0, 5]
    assert rule.relieves(brigade, found[1], limits[1])
    assert not rule.relieves(gun, found[1], limits[1])


def test_each_side_has_its_own_count() -> None:
    """Germany at War 2.4: the limit is per side; garrisons have a limit of their own."""
    rule = Stacking("blocks", "garrisons")
    block = rule.load(blocks=1)
    location, german = [4, 4, 4, 4, 4, 9], [0, 1, 2]
    assert loads(location, [block] * 6, 5, german)[4] == block * 3
    assert rule.fits(loads(location, [block] * 6, 5)[4] - block, rule.limit(blocks=4, garrisons=5))


def test_a_category_without_a_limit() -> None:
    """Offensive a outrance 3.1.2: quarters of divisions, assets and guns in combat; only quarters when stacking."""
    rule = Stacking("quarters", "assets", "guns")
    asset = rule.load(quarters=1, assets=1)
    assert rule.fits(asset * 3, rule.limit(quarters=14))
    assert rule.room(asset * 3, rule.limit(quarters=14)) == {"quarters": 11}
    assert not rule.fits(asset * 3, rule.limit(quarters=9, assets=2, guns=1))


def test_nonsense_is_refused() -> None:
    rule = Stacking("corps")
    with pytest.raises(ValueError, match="corps -1"):
        rule.load(corps=-1)
    with pytest.raises(ValueError, match="corps 40000"):
        rule.limit(corps=40000)
    with pytest.raises(KeyError):
        rule.limit(corp=1)


COUNTS = st.tuples(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))


@given(st.lists(COUNTS, max_size=20), COUNTS)
def test_one_subtraction_is_all_comparisons(units: list[tuple[int, int, int]], most: tuple[int, int, int]) -> None:
    rule = Stacking("a", "b", "c")
    total = sum(rule.load(a=a, b=b, c=c) for a, b, c in units)
    sums = [sum(unit[i] for unit in units) for i in range(3)]
    limit = rule.limit(a=most[0], b=most[1], c=most[2])
    assert rule.fits(total, limit) == all(s <= m for s, m in zip(sums, most, strict=True))
    assert rule.excess(total, limit) == {n: s - m for n, s, m in zip("abc", sums, most, strict=True) if s > m}

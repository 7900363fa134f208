"""Stacking limits as the five games have them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.kit.stacking import Stacking


def test_three_corps_and_one_headquarters() -> None:
    """Schlieffen's War 6.2 and 6.4: a fort counts as a corps, markers count nothing."""
    rule = Stacking("corps", "hq")
    corps, fort, hq, marker = rule.load(corps=1), rule.load(corps=1), rule.load(hq=1), rule.load()
    limit = rule.limit(corps=3, hq=1)
    assert rule.fits(corps * 2 + fort + hq + marker * 9, limit)
    assert not rule.fits(corps * 3 + fort, limit)
    assert not rule.fits(corps + hq * 2, limit)


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


def test_who_leaves_must_make_room() -> None:
    """Der Weltkrieg 11-1, 11-3, 11-4: six divisions and three guns; only what there is too much of is given up."""
    rule = Stacking("halves", "guns")
    division, brigade, gun = rule.load(halves=2), rule.load(halves=1), rule.load(guns=1)
    limit, load = rule.limit(halves=12, guns=3), division * 6 + brigade + gun
    assert rule.excess(load, limit) == {"halves": 1}
    assert rule.relieves(brigade, load, limit)
    assert not rule.relieves(gun, load, limit)


def test_a_category_without_a_limit() -> None:
    """Offensive a outrance 3.1.2: quarters of divisions, assets and guns in combat; only quarters when stacking."""
    rule = Stacking("quarters", "assets", "guns")
    asset = rule.load(quarters=1, assets=1)
    assert rule.fits(asset * 3, rule.limit(quarters=14))
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

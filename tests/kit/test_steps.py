"""Step chains as the five games have them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.kit.steps import GONE, Chain, Strength, change, factors


def test_full_reduced_and_back() -> None:
    """Schlieffen's War 2.7, 9.5: a corps has two steps and may recover."""
    corps: Chain[int] = Chain("4 > 2", restore="2 > 4", parse=int)
    assert corps.values == (4, 2)
    assert corps.loss == (1, GONE)
    assert corps.gain == (GONE, 0)
    assert corps.left == (2, 1)


def test_a_fort_of_two_counters_is_one_chain() -> None:
    """Schlieffen's War 2.7: Verdun goes from 4 to 3 on one counter and to 2 on the next; nothing rebuilds it."""
    verdun: Chain[int] = Chain("4 > 3 > 2 > 1", parse=int)
    assert [verdun.after(0, n) for n in range(6)] == [0, 1, 2, 3, GONE, GONE]
    assert verdun.gain == (GONE,) * 4


def test_a_rebuilt_corps_never_sees_its_first_strength_again() -> None:
    """1914 - Fixed UL-6, UL-7, RP-13: 7-12-3 falls to 4-9-3, is rebuilt to 5-10-3, and that falls to 4-9-3."""
    corps = Chain("7-12-3 > 4-9-3 > 2-7-3", restore="2-7-3 > 4-9-3 > 5-10-3", parse=factors)
    half, second = corps.step("4-9-3"), corps.step("5-10-3")
    assert corps.loss[0] == half
    assert corps.gain[half] == second
    assert corps.gain[second] == GONE
    assert corps.loss[second] == half
    assert corps.left[second] == corps.left[0] == 3
    assert corps.gain[0] == GONE


def test_a_chain_without_values_has_its_labels() -> None:
    assert Chain("4S > 3S > 2S > H").values == ("4S", "3S", "2S", "H")


@pytest.mark.parametrize(
    ("text", "restore", "reason"),
    [
        ("4 > > 2", "", "is not a chain"),
        ("4 > 4", "", "the same step twice"),
        ("4 > 2", "2 > 4 > 2", "the same step twice"),
        ("4 > 2", "3 > 4", "3 cannot be rebuilt"),
    ],
)
def test_chains_that_are_none(text: str, restore: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Chain(text, restore)


def test_steps_that_are_no_numbers() -> None:
    with pytest.raises(ValueError, match="'4-x' is not a row of numbers"):
        Chain("4-x", parse=factors)


@given(st.integers(1, 9), st.data())
def test_a_step_can_never_be_lost_for_ever_and_never_for_nothing(length: int, data: st.DataObject) -> None:
    """Whatever the way up, losses end, and a step gained is worth one more loss unless it is the one above the top."""
    down = [str(n) for n in range(length)]
    start = data.draw(st.integers(0, length - 1))
    up = [*reversed(down[: start + 1]), "new"] if data.draw(st.booleans()) else list(reversed(down[: start + 1]))
    chain = Chain(" > ".join(down), " > ".join(up))
    for step in range(len(chain.labels)):
        assert chain.after(step, chain.left[step]) == GONE
        assert chain.after(step, chain.left[step] - 1) != GONE
        if chain.gain[step] != GONE:
            assert chain.left[chain.gain[step]] == chain.left[step] + 1


def test_points_of_strength() -> None:
    """Der Weltkrieg 13-22 and Figure 13: front, back, and markers for the rest."""
    division, brigade, fortress = Strength(8, 6), Strength(2, 1), Strength(36)
    assert [(s, division.shows_back(s), division.marker(s)) for s in (8, 7, 6, 5)] == [
        (8, False, 0), (7, False, 1), (6, True, 0), (5, True, 1),
    ]  # fmt: skip
    assert brigade.shows_back(1)
    assert not fortress.shows_back(12)
    assert not division.shows_back(0)
    assert fortress.marker(12) == 24


def test_landwehr_is_changed_like_money() -> None:
    """1914 - Fixed CE-2, UL-8: a 4-4-2 that loses a point becomes a 2-2-2 and a 1-1-2."""
    assert change(3, (4, 2, 1)) == {2: 1, 1: 1}
    assert change(0, (4, 2, 1)) == {}
    with pytest.raises(ValueError, match="divide"):
        change(6, (4, 3))


@given(st.integers(0, 20), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
def test_change_is_found_whenever_there_is_any(strength: int, fours: int, twos: int, ones: int) -> None:
    found = change(strength, (4, 2, 1), {4: fours, 2: twos, 1: ones})
    possible = any(
        4 * a + 2 * b + c == strength for a, b, c in product(range(fours + 1), range(twos + 1), range(ones + 1))
    )
    assert (found is not None) == possible
    if found is not None:
        assert sum(size * count for size, count in found.items()) == strength
        assert all(count <= {4: fours, 2: twos, 1: ones}[size] for size, count in found.items())

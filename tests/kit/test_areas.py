"""Area maps."""

from __future__ import annotations

import pytest

from front1914.engine.errors import BadInput
from front1914.kit.areas import AreaBoard

AREAS = AreaBoard(
    ["GB", "1", "2", "17", "49", "52"],
    [("49", "52"), ("17", "49"), ("1", "2"), ("17", "2")],
    names={"1": "Le Havre", "17": "Lille and Maubeuge"},
)


def number(word: str) -> int:
    return AREAS.words.number(word)


def test_borders_hold_both_ways() -> None:
    for a, others in enumerate(AREAS.neighbours):
        assert all(a in AREAS.neighbours[b] for b in others)
    assert AREAS.link[number("49"), number("52")] == AREAS.link[number("52"), number("49")]
    assert len(AREAS.links) == 4


def test_neighbours_in_a_fixed_order_whatever_the_file_said() -> None:
    again = AreaBoard(["GB", "1", "2", "17", "49", "52"], [("2", "17"), ("2", "1"), ("52", "49"), ("49", "17")])
    assert again.neighbours == AREAS.neighbours
    assert again.links == AREAS.links


def test_steps_are_the_neighbours_in_a_regular_table() -> None:
    assert AREAS.degree == 2
    for a, others in enumerate(AREAS.neighbours):
        row = AREAS.steps[a * AREAS.degree : (a + 1) * AREAS.degree]
        assert tuple(n for n in row if n >= 0) == others


def test_an_island_has_no_neighbours_but_exists() -> None:
    assert AREAS.neighbours[number("GB")] == ()
    assert AREAS.exists >> number("GB") & 1
    assert AREAS.words.name(number("17")) == "Lille and Maubeuge"


def test_spread_is_the_union_of_the_neighbours() -> None:
    assert AREAS.ids(AREAS.spread(AREAS.bits(["1", "49"]))) == ["2", "17", "52"]
    assert AREAS.spread(0) == 0


@pytest.mark.parametrize(
    ("links", "reason"),
    [
        ([("1", "3")], "there is no area 3"),
        ([("9", "1")], "there is no area 9"),
        ([("1", "1")], "on itself"),
        ([("1", "2"), ("2", "1")], "twice"),
    ],
)
def test_bad_links_are_named(links: list[tuple[str, str]], reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as error:
        AreaBoard(["1", "2"], links)
    assert "/".join(links[-1]) in str(error.value)

"""Retreats as the five games order them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from front1914.kit.areas import AreaBoard
from front1914.kit.bits import from_members
from front1914.kit.costs import CostTable
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS
from front1914.kit.reach import field
from front1914.kit.retreat import Path, Retreat, first_complete

MAP = HexBoard.rectangle(COLUMNS, 20, 20)


def n(hex: str) -> int:
    return MAP.words.number(hex)


def ids(nodes: tuple[int, ...]) -> list[str]:
    return [str(MAP.words[node]) for node in nodes]


@pytest.mark.parametrize(
    ("unit", "hq", "expected"),
    [("1609", "1408", {"1510"}), ("1611", "1411", {"1511", "1512"}), ("1713", "1411", {"1613"})],
)
def test_seven_classes(unit: str, hq: str, expected: set[str]) -> None:
    """Der Weltkrieg 14-8 and Figure 10: a free hex as near comes before a nearer one in a zone held by friends."""
    german = MAP.bits(["1608", "1709", "1710", "1712", "1812"])
    french = MAP.bits(["1509", "1609", "1611", "1713"]) & ~(1 << n(unit))
    zone = MAP.spread(german)
    open_ = MAP.exists & ~german & (~zone | french)
    length = field(
        CostTable.uniform(MAP), 1 << n(hq), blocked=MAP.exists & ~(open_ | zone & ~german), stop_in=zone & ~french
    )
    start = length.spent(n(unit))
    assert start is not None

    def order(path: Path, node: int) -> int:
        far = length.spent(node)
        gain = 2 if far is None or far > start else 1 if far == start else 0
        in_zone, friends = zone >> node & 1, french >> node & 1
        return ([1, 2, 5], [3, 4, 6])[in_zone][gain] if not in_zone or friends else 7

    rule = Retreat(MAP.neighbours, MAP.exists & ~german, steps=[order])
    assert set(ids(rule.next((n(unit),), 1))) == expected


def test_towards_the_nearest_source_hex_by_hex() -> None:
    """Schlieffen's War 11.21: among the legal hexes those nearest to the source; ties are the owner's."""
    far = field(CostTable.uniform(MAP), 1 << n("0918"))

    def options(*closed: str) -> set[str]:
        rule = Retreat(MAP.neighbours, MAP.exists & ~MAP.bits(closed), steps=[lambda path, node: far.spent(node)])
        return set(ids(rule.next((n("0910"),), 1)))

    assert options() == {"0911"}
    assert options("0911") == {"0810", "1010"}
    assert options("0911", "0810", "1010") == {"0809", "0909", "1009"}


ROAD = AreaBoard("abcdefgh", [("a", "b"), ("a", "c"), ("c", "d"), ("d", "e"), ("b", "f"), ("a", "g"), ("g", "h")])
A, B, C, D, E, F, G, H = range(8)


def test_never_into_a_dead_end_that_can_be_avoided() -> None:
    """b is the best first step, but from there only two can be gone."""
    prefer_b = Retreat(ROAD.neighbours, ROAD.exists, steps=[lambda path, node: node])
    assert prefer_b.next((A,), 1) == (B,)
    assert prefer_b.next((A,), 2) == (B,)
    assert prefer_b.next((A,), 3) == (C,)
    assert prefer_b.paths((A,), 3) == [(A, C, D, E)]
    assert not prefer_b.reaches((A,), 4)
    assert prefer_b.paths((A,), 4) == [(A, C, D, E)], "as far as there is a way"


def test_no_way_at_all() -> None:
    rule = Retreat(ROAD.neighbours, 0)
    assert rule.next((A,), 2) == ()
    assert rule.paths((A,), 2) == [(A,)]
    assert not rule.reaches((A,), 1)
    assert rule.reaches((A,), 0)


def test_priorities_between_whole_ways() -> None:
    """Offensive a outrance 11.1.1: as far as possible, then inside the army's area, then towards supply."""
    area = from_members([A, G, H, B])
    outside = Retreat(ROAD.neighbours, ROAD.exists, ways=[lambda path: sum(not area >> node & 1 for node in path)])
    assert outside.paths((A,), 2) == [(A, G, H)]
    assert sorted(Retreat(ROAD.neighbours, ROAD.exists).paths((A,), 2)) == [(A, B, F), (A, C, D), (A, G, H)]
    then_supply = Retreat(ROAD.neighbours, ROAD.exists, ways=[lambda path: path[-1] == H, lambda path: -path[-1]])
    assert then_supply.paths((A,), 2) == [(A, B, F)]


def test_a_condition_on_the_path_so_far() -> None:
    """Offensive a outrance H4: each step must lead farther from the hex of the combat."""
    far = {A: 0, B: 1, C: 1, D: 1, E: 2, F: 2, G: 1, H: 0}
    rule = Retreat(ROAD.neighbours, ROAD.exists, lambda path, node: far[node] > far[path[-1]])
    assert rule.paths((A,), 2) == [(A, B, F)]


def test_through_a_full_hex_only_if_there_is_no_other_way() -> None:
    """1914 - Fixed CB-18."""
    full = 1 << C | 1 << B

    def rules(closed: int) -> list[tuple[Retreat, int]]:
        room = ROAD.exists & ~full & ~closed
        return [(Retreat(ROAD.neighbours, room), 1), (Retreat(ROAD.neighbours, (full & ~closed, room)), 2)]

    assert first_complete(rules(0), (A,)) == 0
    shut = rules(1 << G)
    assert first_complete(shut, (A,)) == 1
    assert sorted(shut[1][0].paths((A,), 2)) == [(A, B, F), (A, C, D)]
    assert first_complete(rules(full | 1 << G), (A,)) is None


def test_the_last_mask_counts_for_all_further_steps() -> None:
    rule = Retreat(ROAD.neighbours, (1 << C, 1 << D | 1 << E))
    assert rule.paths((A,), 3) == [(A, C, D, E)]


@given(st.integers(0, 2**36 - 1), st.integers(0, 35), st.integers(1, 4), st.data())
def test_step_by_step_leads_along_the_best_ways(mask: int, start: int, length: int, data: st.DataObject) -> None:
    """Whoever follows `next` ends on one of `paths`, and every one of `paths` can be followed."""
    board = HexBoard.rectangle(COLUMNS, 6, 6)
    rule = Retreat(
        board.neighbours, mask & board.exists, steps=[lambda path, node: node % 3], ways=[lambda path: path[-1] % 2]
    )
    start = sorted(board.words.numbers)[start]
    promised = rule.paths((start,), length)
    walked: Path = (start,)
    for left in range(length, 0, -1):
        options = rule.next(walked, left)
        assert set(options) == {
            path[len(walked)] for path in promised if path[: len(walked)] == walked and path != walked
        }
        if not options:
            break
        walked = (*walked, data.draw(st.sampled_from(options)))
    assert walked in promised

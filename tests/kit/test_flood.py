"""Floods, waves, lines, components, borders and cut nodes against networkx and plain sets."""

from __future__ import annotations

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from front1914.kit.areas import AreaBoard
from front1914.kit.bits import from_members, members
from front1914.kit.board import Board
from front1914.kit.flood import Gates, border, components, cut_nodes, flood, rim, trace, waves
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS, DOTTED, LETTERED, RANKS_WESTWARD

BOARDS: list[Board] = [
    HexBoard.rectangle(COLUMNS, 8, 7),
    HexBoard.rectangle(RANKS_WESTWARD, 7, 6),
    HexBoard.rectangle(LETTERED, 6, 7),
    HexBoard(DOTTED, [f"{c:02d}.{r:02d}" for c in range(1, 9) for r in range(1, 9) if (c * r) % 5]),
    AreaBoard(
        "ABCDEFGHIJ",
        [(a, b) for a, b in ["AB", "AC", "BC", "BD", "CE", "DE", "DF", "EF", "FG", "GH", "HI", "FI", "IA"]],
    ),
]


def numbers(board: Board) -> st.SearchStrategy[int]:
    return st.sets(st.sampled_from(list(board.words.numbers))).map(from_members)


def bits(board: Board, text: str) -> int:
    return board.bits(text.split())


def slow_steps(
    board: Board, links: frozenset[int], seeds: int, passable: int, into: int, last: frozenset[int]
) -> dict[int, int]:
    """Steps to every node, by a queue over (node, line has ended)."""
    found = dict.fromkeys(members(seeds), 0)
    ended: dict[int, int] = {}
    queue = list(found)
    for a in queue:
        if not seeds >> a & 1 and (into >> a & 1 or not passable >> a & 1):
            continue
        for b in board.neighbours[a]:
            if not (passable | into) >> b & 1:
                continue
            if board.link[a, b] in links and b not in found:
                found[b] = found[a] + 1
                queue.append(b)
            if board.link[a, b] in last:
                ended.setdefault(b, found[a] + 1)
    return {b: min(found.get(b, 999), ended.get(b, 999)) for b in found | ended}


@settings(deadline=None)
@given(st.sampled_from(BOARDS), st.data())
def test_floods_lines_and_waves(board: Board, data: st.DataObject) -> None:
    seeds, passable, into = (data.draw(numbers(board)) for _ in range(3))
    passable |= data.draw(numbers(board))
    links = frozenset(data.draw(st.sets(st.integers(0, len(board.links) - 1))))
    limit = data.draw(st.none() | st.integers(0, 6))
    closed = data.draw(st.booleans())
    gates = Gates.without(board, links) if closed else Gates.only(board, links)
    last = Gates.only(board, links) if closed else None
    steps = slow_steps(board, frozenset(members(gates.open)), seeds, passable, into, links if closed else frozenset())
    near = {b for b, n in steps.items() if limit is None or n <= limit}
    assert flood(gates, seeds, passable, into=into, limit=limit, last=last) == from_members(near)

    steps = slow_steps(board, frozenset(range(len(board.links))), seeds, passable, into, frozenset())
    far = max(steps.values(), default=-1)
    expected = [from_members(b for b, n in steps.items() if n == k) for k in range(far + 1)]
    assert list(waves(board, seeds, passable, into=into)) == expected
    assert list(waves(board, seeds, passable, into=into, limit=2)) == expected[:3]
    assert flood(board, seeds, passable, into=into) == from_members(steps)
    for goal in board.words.numbers:
        line = trace(board, seeds, goal, passable, into=into, limit=limit)
        if goal not in steps or (limit is not None and steps[goal] > limit):
            assert line is None
        else:
            assert line is not None
            assert len(line) == steps[goal] + 1
            assert seeds >> line[0] & 1
            assert line[-1] == goal
            assert all(b in board.neighbours[a] for a, b in itertools.pairwise(line))
            assert all(passable >> a & 1 and not into >> a & 1 for a in line[1:-1])


@settings(deadline=None)
@given(st.sampled_from(BOARDS), st.data())
def test_components_and_cut_nodes_against_networkx(board: Board, data: st.DataObject) -> None:
    nodes = data.draw(numbers(board)) | data.draw(numbers(board))
    links = data.draw(st.sets(st.integers(0, len(board.links) - 1)))
    for ground, open_links in ((board, range(len(board.links))), (Gates.only(board, links), links)):
        graph = nx.Graph()
        graph.add_nodes_from(members(nodes))
        pairs = [board.links[link] for link in open_links]
        graph.add_edges_from((a, b) for a, b in pairs if nodes >> a & nodes >> b & 1)
        parts = sorted(sorted(part) for part in nx.connected_components(graph))
        assert [members(part) for part in components(ground, nodes)] == parts
        assert members(cut_nodes(ground, nodes)) == sorted(nx.articulation_points(graph))


@given(st.sampled_from(BOARDS), st.data())
def test_border_and_rim(board: Board, data: st.DataObject) -> None:
    region = data.draw(numbers(board))
    inside = set(members(region))
    edge = {a for a in inside if set(board.neighbours[a]) - inside}
    assert members(border(board, region)) == sorted(edge)
    assert members(rim(board, region)) == sorted({b for a in inside for b in board.neighbours[a]} - inside)


@given(st.sampled_from(BOARDS), st.data())
def test_closing_more_gates(board: Board, data: st.DataObject) -> None:
    one, two = (data.draw(st.sets(st.integers(0, len(board.links) - 1))) for _ in range(2))
    nodes = data.draw(numbers(board))
    once, twice = Gates.without(board, one | two), Gates.without(board, one).closing(two)
    assert (twice.open, twice.ring, twice.spread(nodes)) == (once.open, once.ring, once.spread(nodes))


@pytest.mark.parametrize("board", BOARDS)
def test_all_gates_open_or_shut(board: Board) -> None:
    for node in board.words.numbers:
        assert Gates.without(board, []).spread(1 << node) == board.ring[node]
        assert Gates.only(board, []).spread(1 << node) == 0
        assert Gates.without(board, []).ring[node] == board.ring[node]


# ---- what the rulebooks need


def test_supply_leads_into_a_zone_of_control_but_not_through() -> None:
    """Schlieffen's War 7.2: own units keep the way open."""
    board = HexBoard.rectangle(COLUMNS, 1, 5)
    zone, depot = bits(board, "0103"), bits(board, "0101")
    free = board.exists & ~zone
    assert board.ids(flood(board, depot, free, into=zone)) == ["0101", "0102", "0103"]
    own = bits(board, "0103")
    assert flood(board, depot, free | own, into=zone & ~own) == board.exists


def test_a_line_ends_behind_an_unbridged_grand_river() -> None:
    """Offensive a outrance 15.3."""
    board = HexBoard.rectangle(COLUMNS, 1, 5)
    river = board.find_link("0103/0102")
    assert river is not None
    banks, crossing = Gates.without(board, [river]), Gates.only(board, [river])
    source = bits(board, "0101")
    assert board.ids(flood(banks, source, board.exists)) == ["0101", "0102"]
    assert board.ids(flood(banks, source, board.exists, last=crossing)) == ["0101", "0102", "0103"]
    assert board.ids(flood(banks, source, board.exists, last=crossing, limit=1)) == ["0101", "0102"]
    assert board.ids(flood(banks, source, bits(board, "0102"), last=crossing)) == ["0101", "0102"]


def test_rail_network_as_gates() -> None:
    board = HexBoard.rectangle(COLUMNS, 4, 4)
    rail = [link for text in ("0101/0201", "0201/0302", "0302/0402") if (link := board.find_link(text)) is not None]
    network = Gates.only(board, rail)
    assert board.ids(flood(network, bits(board, "0101"), board.exists)) == ["0101", "0201", "0302", "0402"]
    assert board.ids(cut_nodes(network, bits(board, "0101 0201 0302 0402"))) == ["0201", "0302"]
    cut = board.exists & ~bits(board, "0302")
    assert board.ids(flood(network, bits(board, "0101"), cut)) == ["0101", "0201"]


def test_no_seeds_no_flood() -> None:
    board = BOARDS[0]
    assert flood(board, 0, board.exists) == 0
    assert list(waves(board, 0, board.exists)) == []
    assert trace(board, 0, next(iter(board.words.numbers)), board.exists) is None
    assert components(board, 0) == []

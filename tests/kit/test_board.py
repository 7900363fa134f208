"""What all boards share: words with gaps, links with printed ids, neighbours of whole sets."""

from __future__ import annotations

import pytest

from front1914.kit.areas import AreaBoard
from front1914.kit.board import Board, SlotWords
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS, DOTTED, LETTERED, RANKS_WESTWARD

BOARDS = [
    HexBoard.rectangle(COLUMNS, 7, 5),
    HexBoard.rectangle(DOTTED, 4, 9),
    HexBoard.rectangle(RANKS_WESTWARD, 6, 6),
    HexBoard.rectangle(LETTERED, 6, 6),
    HexBoard(COLUMNS, ["0203", "0301", "0304", "0401", "0705", "0706", "0806"]),
    AreaBoard("ABCDE", ["AB", "BC", "CA", "CD"]),  # type: ignore[list-item]
]


@pytest.mark.parametrize("board", BOARDS)
def test_the_parts_agree(board: Board) -> None:
    assert board.exists == sum(1 << n for n in board.words.numbers)
    assert board.size == len(board.words) == len(board.neighbours) == len(board.ring)
    for a in range(board.size):
        others = board.neighbours[a]
        assert len(set(others)) == len(others)
        assert board.ring[a] == sum(1 << b for b in others)
        assert board.ring[a] & ~board.exists == 0
        assert all(a in board.neighbours[b] for b in others)
        assert [n for n in board.steps[a * board.degree : (a + 1) * board.degree] if n >= 0] == list(others)
        assert board.links_of(a) == tuple(board.link[a, b] for b in others)


@pytest.mark.parametrize("board", BOARDS)
def test_links_have_printed_ids_and_are_found_in_either_order(board: Board) -> None:
    assert list(board.links) == sorted(board.links)
    assert 2 * len(board.links) == sum(map(len, board.neighbours)) == len(board.link)
    for number, (a, b) in enumerate(board.links):
        assert a < b
        assert board.link[a, b] == board.link[b, a] == number
        first, second = board.words[a], board.words[b]
        assert board.link_words[number] == f"{first}/{second}"
        assert board.find_link(f"{first}/{second}") == board.find_link(f"{second}/{first}") == number
    for bad in ("", "/", "nowhere", "0101", f"{board.words[board.links[0][0]]}/", "0101/9999"):
        assert board.find_link(bad) is None


@pytest.mark.parametrize("board", BOARDS)
def test_spread_of_every_pair_of_nodes(board: Board) -> None:
    for a in board.words.numbers:
        for b in board.words.numbers:
            assert board.spread(1 << a | 1 << b) == board.ring[a] | board.ring[b]


def test_ids_and_bits() -> None:
    board = BOARDS[0]
    assert board.ids(board.bits(["0303", "0101"])) == ["0101", "0303"]
    with pytest.raises(KeyError, match="9999"):
        board.bits(["9999"])


def test_empty_slots_cannot_be_found() -> None:
    words = SlotWords("hex", ["", "0101", "", "0102", ""])
    assert [words.find(word) for word in ("", "0101", "0102", "0103")] == [None, 1, 3, None]
    assert "" not in words
    assert list(words.numbers) == [1, 3]
    assert words.name(0) == ""
    assert words.name(3) == "0102"
    assert words.actions("to")[3].arg == "0102"
    with pytest.raises(ValueError, match="twice"):
        SlotWords("hex", ["0101", "0101"])

"""Counts of decision sequences. tests/analysis/perft holds small positions of every title with the counts that the
rules gave when they were written down: whoever changes one of them changes the rules, and says so."""

from pathlib import Path

import pytest

import front1914
from front1914.analysis.perft import divide, perft
from tests.ford.positions import ford

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_counts_are_those_of_the_file(file):
    text = file.read_text()
    counts = [int(word) for word in text.splitlines()[0].removeprefix("; counts:").split()]
    assert perft(front1914.from_position(front1914.read_position(text), dice="manual"), len(counts)) == counts


def test_every_title_has_three_positions():
    titles = [file.stem.rpartition("-")[0] for file in FILES]
    assert all(titles.count(info.id) == 3 for info in front1914.titles() if info.id not in ("ford", "moody"))


def test_the_same_by_going_there_and_back():
    """Another way to count: one game, acting and taking back through positions, without copies."""
    game = ford("move", b1="0301", b2="0202", r1="0305", r2="0508")

    def count(position, depth):
        here = front1914.from_position(position, dice="manual")
        if here.decision is None or not depth:
            return 1 if not depth else 0
        found = 0
        for action in here.decision.actions:
            on = front1914.from_position(position, dice="manual")
            on.act(action)
            found += count(on.position(), depth - 1)
        return found

    position = game.position()
    start = front1914.from_position(position, dice="manual")
    assert perft(start, 3) == [count(position, depth) for depth in (1, 2, 3)]
    assert sum(n for _, n in divide(start, 3)) == perft(start, 3)[-1]
    assert dict(divide(start, 1)) == {str(action): 1 for action in start.decision.actions}


def test_a_game_that_is_over_goes_on_in_no_way():
    game = ford("move", b1="0301", r1="0305")
    game.resign("blue")
    assert perft(game, 3) == [0, 0, 0]
    assert list(divide(game, 2)) == []

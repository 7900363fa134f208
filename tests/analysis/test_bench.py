"""The benchmark tells the truth about targets, and measures what it says."""

from __future__ import annotations

import os
import sys
from types import SimpleNamespace

import pytest

import front1914
from front1914.analysis import bench
from front1914.analysis.bench import Line, measure_start, measure_title, micro, random_play
from front1914.analysis.bench_state import UNITS, Campaign, campaign, measure_state
from front1914.analysis.yardstick import PLIES, plies


@pytest.mark.parametrize(
    ("line", "met"),
    [
        (Line("a", 5, "us", 5), True),
        (Line("a", 5.1, "us", 5), False),
        (Line("a", 5, "/s", 5, more=True), True),
        (Line("a", 4.9, "/s", 5, more=True), False),
        (Line("a", 5, "us"), None),
    ],
)
def test_a_target_is_met_from_the_right_side(line: Line, met: bool | None) -> None:
    assert line.met is met
    assert line.plain()["met"] is met


def test_figures_are_printed_with_as_many_digits_as_matter() -> None:
    line = Line("a", 0, "/s", 20_000, more=True)
    assert [line.shown(value) for value in (12_345.6, 12.34, 1.234)] == ["12,346 /s", "12.3 /s", "1.23 /s"]
    assert line.aim == "≥ 20,000 /s"
    assert Line("a", 0, "us").aim == ""


def test_a_title_is_measured_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)  # as where it is not installed
    lines = {line.name.removeprefix("The Ford: "): line for line in measure_title("ford", 0.02)}
    assert list(lines) == [
        "random play, decisions",
        "whole random games",
        "the legal list, mean",
        "the legal list, 95 of 100",
        "act and undo",
        "view of a side",
        "replay of a log, actions",
        "any moment of the longest game",
    ]
    assert all(line.value > 0 for line in lines.values())
    assert lines["random play, decisions"].target == 20_000
    assert lines["the legal list, mean"].value < 10_000


class Board:
    """A game of chess that ends after three moves."""

    def __init__(self) -> None:
        self.made = 0

    @property
    def legal_moves(self) -> list[str]:
        return ["e2e4", "d2d4"] if self.made < 3 else []

    def push(self, move: str) -> None:
        self.made += 1


def test_the_yardstick_scales_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", SimpleNamespace(Board=Board))
    assert (plies(0.01) or 0) > 100
    monkeypatch.setattr(bench, "plies", lambda seconds: PLIES / 2)
    plain, scaled, *_ = measure_title("ford", 0.02)
    assert scaled.value == pytest.approx(2 * plain.value)
    assert scaled.target == plain.target
    monkeypatch.setitem(sys.modules, "chess", None)
    assert plies(0.01) is None


def test_random_play_is_whole_and_repeatable() -> None:
    _, _, longest = random_play("ford", 0.01, seed=2)
    assert longest.result is not None


def test_a_title_that_cannot_be_played_yet_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unready(*args: object, **options: object) -> None:
        raise NotImplementedError("no map")

    monkeypatch.setattr(front1914, "new", unready)
    assert [line.note for line in measure_title("ford", 0.01)] == ["cannot be played yet: no map"]


def test_the_demo_game_is_put_on_the_shelf_of_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.setenv("FRONT1914_TITLES", "")
    assert "ford" not in [info.id for info in front1914.titles()]
    assert bench.shelve_demo()
    assert os.environ["FRONT1914_TITLES"] == "tests.ford"
    assert "ford" in [info.id for info in front1914.titles()]
    assert bench.shelve_demo()
    assert os.environ["FRONT1914_TITLES"] == "tests.ford"


def test_the_invented_state_goes_round() -> None:
    state = campaign()
    assert len(state.location) == UNITS
    assert Campaign.unpack(state.pack()).digest() == state.digest() == campaign().digest()
    assert state.copy().digest() == state.digest()


def test_a_state_of_600_units_is_small_and_copied_quickly() -> None:
    lines = {line.name.removeprefix("state of 600 units: "): line for line in measure_state(0.05)}
    assert lines["on disk, without log"].met
    assert lines["copy"].value < 50  # ten times the target: a busy machine must not fail the suite
    assert lines["encode"].value > 0
    assert lines["decode"].value > 0


def test_the_start_is_measured() -> None:
    (line,) = measure_start(0.01)
    assert line.unit == "ms"
    assert 5 < line.value < 60_000


def test_micro_is_the_time_of_one_call() -> None:
    calls: list[int] = []
    assert micro(lambda: calls.append(1), 0.0, batch=10) < 1_000
    assert len(calls) == 11

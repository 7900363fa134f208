"""Whole games: played, checked, saved and replayed. `make soak` plays many, and the campaigns."""

from __future__ import annotations

from pathlib import Path

import pytest
import soak as tool
from soak import Soaked, line, soak

from front1914 import Game


@pytest.mark.parametrize(
    ("title", "scenario", "level"),
    [
        ("ford", "skirmish", "staff"),
        ("offensive_a_outrance", "introduction", "random"),
        ("offensive_a_outrance", "introduction", "staff"),
    ],
)
def test_a_game_goes_to_its_end_and_replays(title: str, scenario: str, level: str, tmp_path: Path) -> None:
    played = soak(title, scenario, level, "7", tmp_path)
    assert played.decisions > 10
    assert played.ending
    assert played.size > 100
    assert line(played).startswith(f"| {scenario} | {level} | 7 |")


def test_what_goes_wrong_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "faults", lambda self: ["a unit stands on its head"])
    with pytest.raises(Soaked, match="stands on its head"):
        soak("ford", "skirmish", "random", "3", tmp_path)
    assert (tmp_path / "ford-skirmish-random-3.front1914").exists()


def test_a_replay_that_differs_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool.front1914, "load", lambda path: tool.front1914.new("ford", "skirmish", seed=1))
    with pytest.raises(Soaked, match="the replay differs"):
        soak("ford", "skirmish", "random", "3", tmp_path)

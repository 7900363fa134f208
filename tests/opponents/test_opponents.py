"""The opponents that commanders are measured against play whole games from seats, and the ladder counts them."""

from __future__ import annotations

import pytest

import front1914
from front1914.analysis.ladder import rung
from front1914.commanders import play
from front1914.commanders.base import ELSEWHERE, levels
from tests.opponents import COMMANDERS
from tests.opponents.frozen.judgements import FROZEN, judgement_of


@pytest.fixture(autouse=True)
def _opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ELSEWHERE, "tests.opponents")


def test_they_stand_beside_the_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(COMMANDERS) <= set(levels())
    monkeypatch.delenv(ELSEWHERE)
    assert not set(COMMANDERS) & set(levels())


@pytest.mark.parametrize("name", COMMANDERS)
@pytest.mark.parametrize("title", ["ford", "schlieffens_war"])
def test_each_plays_a_whole_game(name: str, title: str) -> None:
    scenario = front1914.title(title).info.scenarios[-1].id
    game = front1914.new(title, scenario, seed=3)
    play(game, {side: front1914.commander(name, title, 3) for side in game.sides})
    assert game.result is not None


@pytest.mark.parametrize("title", FROZEN)
def test_what_the_frozen_staff_values_is_its_own(title: str) -> None:
    assert judgement_of(title) is not front1914.judgement(title)


def test_a_rung_counts_draws_as_halves_and_both_sides() -> None:
    found = rung("ford", "frozen", "random", 6, scenario="skirmish", seed="rung")
    assert found.both.games == 6
    assert found.both.points == sum(points.points for points in found.sides.values())
    assert {side: points.games for side, points in found.sides.items()} == {"blue": 3, "red": 3}
    assert found.both.low < found.both.share <= found.both.high

"""How the scenarios end, and when the enemy's capital ends a game at once."""

from __future__ import annotations

import random
from typing import Any

import pytest

import front1914
from front1914.engine.terms import END
from front1914.titles.der_weltkrieg import goals, victory
from tests.titles.der_weltkrieg.positions import bare


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(
    ("fortress", "inside", "early", "winner", "level"),
    [
        (True, False, 0, "entente", "decisive victory"),
        (False, False, 0, "entente", "marginal victory"),
        (False, True, 0, "entente", "marginal victory"),
        (False, False, 1, "central", "marginal victory"),
        (False, True, 1, "central", "decisive victory"),
    ],
)
def test_the_end_of_the_assault_on_liege(fortress, inside, early, winner, level):
    units: dict[str, Any] = {"g-18": "2107" if inside else "2206", "be-1": "1906"}
    if fortress:
        units["be-F-Liege"] = "2107"
    s = bare(units, scenario="liege", neutral=(), turn=6, points=early)
    victory.after_turn(s)
    assert s.result is not None
    assert (s.result.winner, s.result.level) == (winner, level)
    assert s.result.score == victory.standing(s) == {"d": 2, "m": 1}[level[0]] * (1 if winner == "central" else -1)
    found = goals.terms(s).verdict(goals.measure(s), goals.last_turn("liege"), END)
    assert found is not None
    assert (found.winner, found.level) == (winner, level)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("turn", "early"), [(4, 1), (5, 1), (6, 0)])
def test_the_fortress_has_fallen_early_by_the_fifth_turn(turn, early):
    s = bare({"g-18": "2206"}, scenario="liege", neutral=(), turn=turn)
    victory.after_turn(s)
    assert s.points == early


@pytest.mark.rule("26-1")
@pytest.mark.parametrize(
    ("french", "german", "winner", "level"),
    [
        (300, 0, "central", "decisive victory"),
        (299, 0, "central", "marginal victory"),
        (150, 50, "central", "marginal victory"),
        (99, 0, None, "draw"),
        (0, 99, None, "draw"),
        (0, 100, "entente", "marginal victory"),
        (10, 310, "entente", "decisive victory"),
    ],
)
def test_the_margin_decides_the_schlieffen_plan(french, german, winner, level):
    nations = {"french": {"demoralization": french}, "german": {"demoralization": german}}
    s = bare({"g-3": "2306"}, month=11, turn=4, nations=nations)
    victory.after_turn(s)
    assert s.result is not None
    assert (s.result.winner, s.result.level, s.result.score) == (winner, level, french - german)


@pytest.mark.rule("26-1")
def test_before_the_last_turn_nothing_is_decided():
    s = bare({"g-3": "2306"}, month=11, turn=3, nations={"french": {"demoralization": 900}})
    victory.after_turn(s)
    assert s.result is None


@pytest.mark.rule("4.1")
def test_paris_ends_the_game_at_the_end_of_an_entente_phase():
    units = {"g-3": "0717", "g-4": "0816", "g-5": "0817", "f-1": "0520"}
    for place in ("g-3", "g-4", "g-5"):
        rest = {word: h for word, h in units.items() if word != place}
        s = bare(rest, side="entente")
        victory.after_phase(s)
        assert s.result is None
    s = bare(units, side="central")
    victory.after_phase(s)
    assert s.result is None
    s = bare(units, side="entente")
    victory.after_phase(s)
    assert s.result is not None
    assert (s.result.winner, s.result.level) == ("central", "decisive victory")


@pytest.mark.rule("26-1")
def test_british_losses_count_with_the_french():
    s = bare({"b-3": "1412"}, nations={"british": {"demoralization": 7}, "belgian": {"demoralization": 50}})
    assert victory.margin(s) == 7
    assert victory.standing(s) == 7


def test_random_games_of_the_introduction_end():
    results = set()
    for seed in range(3):
        game, rng = front1914.new("der_weltkrieg", "liege", seed=seed), random.Random(seed)
        while game.decision is not None:
            game.act(rng.choice(game.decision.actions))
        assert game.result is not None
        results.add(game.result.level)
        assert (game.state.month, game.state.turn) == (8, 6)
    assert results <= {"marginal victory", "decisive victory"}

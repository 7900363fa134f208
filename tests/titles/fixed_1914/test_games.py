"""Whole games to their end: at random, and between commanders; the same seeds give the same games."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play

TITLE = "fixed_1914"


def at_random(scenario: str, seed: int, **options: object) -> Game:
    """Any verb as likely as any other, so that attacks are committed and phases end."""
    game, rng = front1914.new(TITLE, scenario, options, seed=seed), random.Random(seed)  # type: ignore[arg-type]
    while (decision := game.decision) is not None:
        assert decision.actions, f"dead end at {decision.step}"
        verb = rng.choice(sorted({action.verb for action in decision.actions}))
        game.act(rng.choice([action for action in decision.actions if action.verb == verb]))
    assert game.faults() == []
    return game


@pytest.mark.parametrize("seed", range(6))
def test_introductions_at_random_come_to_an_end(seed):
    game = at_random("introduction", seed)
    assert game.result is not None
    assert game.state.turn == 4


@pytest.mark.parametrize(("seed", "setup"), [(0, "free"), (1, "historical")])
def test_campaigns_at_random_come_to_an_end(seed, setup):
    game = at_random("campaign", seed, setup=setup)
    assert game.result is not None
    assert game.state.turn <= game.state.last_turn


def test_commanders_play_the_introduction_to_its_end_and_the_same_again():
    logs = []
    for _ in range(2):
        game = front1914.new(TITLE, "introduction", seed=4)
        play(game, {"german": make("staff", TITLE, 1), "allied": make("recruit", TITLE, 2)})
        assert game.result is not None
        logs.append(game.log)
    assert logs[0] == logs[1]


def test_the_introduction_lasts_as_long_as_the_library_says():
    info = front1914.title(TITLE).info
    turns = {scenario.id: scenario.turns for scenario in info.scenarios}
    assert turns["introduction"] == front1914.new(TITLE, "introduction", seed=1).state.last_turn == 4

"""Victory terms as data, held against the rules' own verdict: in games played at random until they end."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914.analysis.fuzz import check_verdict
from front1914.engine.terms import END, NOW

#: scenarios that random play brings to an end in seconds, with seeds
SHORT = [
    ("schlieffens_war", "introduction", (1, 2, 3)),
    ("schlieffens_war", "campaign", (1, 2)),
    ("germany_at_war", "introduction", (1, 2, 3)),
    ("germany_at_war", "campaign", (1, 2)),
    ("fixed_1914", "introduction", (1, 2)),
    ("der_weltkrieg", "liege", (1, 2)),
    ("offensive_a_outrance", "introduction", (1,)),
]


@pytest.mark.parametrize(("title", "scenario", "seed"), [(t, s, n) for t, s, seeds in SHORT for n in seeds])
def test_the_terms_agree_with_the_rules_in_random_games(title: str, scenario: str, seed: int) -> None:
    game, rng = front1914.new(title, scenario, seed=seed), random.Random(seed)
    while game.decision is not None:
        game.act(rng.choice(game.decision.actions))
        if game.result is None and rng.random() < 0.02:
            values = game.title.measure(game.state)
            assert game.title.terms(game.state).verdict(values, game.title.turn(game.state), NOW) is None
    check_verdict(game)


EVERY = [(info.id, scenario.id) for info in front1914.titles() if info.id != "ford" for scenario in info.scenarios]


@pytest.mark.parametrize(("title", "scenario"), EVERY)
def test_terms_are_whole(title: str, scenario: str) -> None:
    """Every meter that an outcome or a prize names is measured, every place exists, and some outcome always holds."""
    game = front1914.new(title, scenario, seed=1)
    terms, values = game.title.terms(game.state), game.title.measure(game.state)
    named = {need.meter for outcome in terms.outcomes for need in outcome.needs} | {p.meter for p in terms.prizes}
    assert terms.meters
    assert named <= {meter.id for meter in terms.meters} <= set(values)
    assert terms.verdict(values, terms.last_turn, END) is not None
    assert {outcome.winner for outcome in terms.outcomes} >= set(game.title.info.sides)
    places = game.title.nouns["area" if "area" in game.title.nouns else "hex"]
    assert all(place in places for prize in terms.prizes for place in prize.places)
    for side in (*game.sides, "observer"):
        standing = game.standing(side)
        assert set(standing.values) >= {meter.id for meter in game.terms(side).meters}
        assert len(standing.objectives) == len(game.terms(side).prizes)


@pytest.mark.parametrize(("title", "scenario"), EVERY)
def test_every_outcome_can_be_told_to_a_player(title: str, scenario: str) -> None:
    game = front1914.new(title, scenario, seed=1)
    for outcome in game.title.terms(game.state).outcomes:
        assert outcome.text
        assert outcome.rule


@pytest.mark.parametrize(("title", "scenario"), EVERY)
def test_every_side_has_a_goal_card(title: str, scenario: str) -> None:
    """Who, what wins, how the enemy wins, three hints: at most 200 words, with all figures filled in."""
    options = [{}, {"seats": 3}] if title == "germany_at_war" else [{}]
    for chosen in options:
        game = front1914.new(title, scenario, options=chosen, seed=1)
        for side in game.sides:
            card = game.briefing(side)
            words = " ".join([card["who"], card["win"], card["more"], *card["also"], *card["lose"], *card["hints"]])
            assert card["lose"]
            assert len(card["hints"]) == 3
            assert "{" not in words
            assert len(words.split()) <= 200, f"{side}: {len(words.split())} words"
            assert " 1 cities" not in words

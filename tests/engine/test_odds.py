"""Exact odds: they agree with the table, with simulation, and draw no die."""

from collections import Counter
from fractions import Fraction

import pytest

import front1914
from front1914 import Action, SeededDice, TooManyBranches
from front1914.engine.odds import odds
from tests.ford.positions import after, ford


def attack():
    return after(ford("fight", dice="seeded", b1="0301", r1="0302"), "to 0302", "unit b1")


def test_the_chance_of_every_outcome():
    game = attack()
    assert game.odds(Action("commit")).by() == {
        "cost": Fraction(1, 3),
        "fight": Fraction(1, 3),
        "stand": Fraction(1, 3),
    }


def test_equal_situations_are_merged_and_the_sum_is_one():
    branches = attack().odds(Action("commit"))
    assert len(branches) == 3
    assert sum(branch.probability for branch in branches) == 1


def test_asking_changes_nothing_and_draws_nothing():
    game = attack()
    before, thrown = game.digest(), game.thrown
    game.odds(Action("commit"))
    assert (game.digest(), game.thrown, game.undoable) == (before, thrown, 2)


def test_a_policy_carries_the_walk_through_decisions():
    """Red always stands, everybody takes the first loss that is offered: the unit that is left decides."""

    def policy(game):
        return game.decision.actions[0] if game.decision.step in ("cost", "stand") else None

    game = ford("fight", b1="0301", r1={"at": "0302", "steps": 1})
    after(game, "to 0302", "unit b1")
    won = game.odds(Action("commit"), policy=policy).by(lambda g: str(g.result and g.result.winner))
    assert won["blue"] == Fraction(1, 2)  # the ratio is 2:1, so 4, 5 and 6 strike


def test_odds_agree_with_many_throws():
    exact = attack().odds(Action("commit")).by()
    seen = Counter()
    for seed in range(1500):
        game = attack()
        game.dice = SeededDice(seed)
        game.act("commit")
        seen[game.decision.step] += 1
    for step, chance in exact.items():
        assert abs(seen[step] / 1500 - chance) < 0.05


def test_draws_without_an_end_are_given_up():
    game = front1914.new("ford", dice="manual")
    assert sum(b.probability for b in game.odds()) == 1
    with pytest.raises(TooManyBranches):
        odds(game, most=10)


def test_weighted_draws():
    game = front1914.new("ford", dice="manual")
    branches = game.odds()
    assert len(branches) == 15 * 15  # any two of six on each side, whatever the order
    assert {b.probability for b in branches} == {Fraction(1, 225)}

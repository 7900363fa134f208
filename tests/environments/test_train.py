"""The small commander that learns: front1914/environments/train.py."""

import random
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from click.testing import CliRunner

from front1914.environments import against
from front1914.environments.train import Policy, drawn, imitate, improve, lesson, main, measure, play, train


@pytest.fixture
def env():
    return against("ford", "blue", "random", scenario="skirmish", most=60)


def test_only_legal_actions_have_a_chance(env):
    policy, rng = Policy(env.encoding), random.Random(1)
    policy.weights[:] = np.random.default_rng(1).normal(size=len(policy.weights))
    seen, _ = env.reset(seed=1)
    for _ in range(20):
        legal = seen["action_mask"].nonzero()[0]
        asked = policy.ask(seen["observation"], legal)
        chances = policy.chances(asked)
        assert {env.encoding.actions[n] for n in asked.legal} == set(env.game.decision.actions)
        assert list(env.encoding.steps)[asked.step] == env.game.decision.step
        assert chances.sum() == pytest.approx(1)
        seen, _, over, _, _ = env.step(rng.choice(legal))
        if over:
            break


def test_what_is_learned_becomes_likelier_and_the_rest_less_likely(env):
    policy = Policy(env.encoding)
    seen, _ = env.reset(seed=2)
    asked = policy.ask(seen["observation"], seen["action_mask"].nonzero()[0])
    before = policy.chances(asked)
    policy.learn(asked, before, 0, 0.5)
    after = policy.chances(asked)
    assert after[0] > before[0]
    assert after[1:].sum() < before[1:].sum()
    policy.learn(asked, after, 0, -2.0)
    assert policy.chances(asked)[0] < before[0]


def test_it_decides_as_its_teacher_does(env):
    policy = Policy(env.encoding)
    rows = lesson(env, policy, "recruit", 1)
    assert rows
    at_random = np.mean([1 / len(asked.legal) for asked, _ in rows])
    assert imitate(env, policy, "recruit", 4, 1) > 2 * at_random


def test_it_learns_from_its_own_games():
    """A policy that begins at random wins more of its later games than of its first."""
    env = against("ford", "red", "random", scenario="skirmish", most=60)
    played = improve(env, Policy(env.encoding), 100, 1, rate=1.0)
    first, last = (sum(one.won for one in part) for part in (played[:30], played[-30:]))
    assert last > first + 5


def test_who_goes_round_in_circles_has_lost():
    """With all weights equal the likeliest action is always the first: red of the Ford stays where it is."""
    env = against("ford", "red", "random", scenario="skirmish", most=10)
    played = play(env, Policy(env.encoding), 1_000_000)
    assert (played.won, played.worth) == (0.0, -2.0)


def test_the_same_seed_gives_the_same_curve_and_weights_can_be_kept(env, tmp_path):
    curves = []
    for _ in range(2):
        policy = Policy(env.encoding)
        curves.append([point[:3] for point in train(env, policy, 1, 6, 3, measured=4, every=3, teacher="random")])
    assert curves[0] == curves[1]
    assert [point[:2] for point in curves[0]] == [(0, 0), (1, 0), (1, 3), (1, 6)]
    policy.save(tmp_path / "blue.npz")
    other = Policy(env.encoding)
    other.load(tmp_path / "blue.npz")
    assert play(env, policy, 9).worth == play(env, other, 9).worth
    assert measure(env, policy, 5) == measure(env, other, 5)
    assert np.array_equal(policy.weights, other.weights)


def test_the_command_trains_both_sides_and_draws_the_curve(tmp_path):
    few = ["--lessons", "1", "--games", "2", "--measured", "2"]
    place = ["--title", "ford", "--scenario", "skirmish", "--against", "random", "--teacher", "random"]
    done = CliRunner().invoke(main, [*place, *few, "--folder", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "blue" in done.output
    assert "together" in done.output
    assert {file.name for file in tmp_path.iterdir()} == {"blue.npz", "red.npz", "curve.svg"}
    assert ET.fromstring((tmp_path / "curve.svg").read_text(encoding="utf-8")).tag.endswith("svg")
    assert "<svg" in drawn({}, "random")


def test_what_cannot_be_trained_is_refused_in_words():
    cases = (
        (["--title", "none"], "none"),
        (["--title", "ford", "--scenario", "skirmish", "--side", "green"], "no side 'green'"),
    )
    for wrong, told in cases:
        done = CliRunner().invoke(main, wrong)
        assert done.exit_code == 1
        assert told in done.output
        assert "Traceback" not in done.output

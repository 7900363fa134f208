"""Several games stepped together are the same games as one by one."""

import random

import numpy as np
import pytest

import front1914
from front1914 import BadInput, IllegalAction
from front1914.environments import aec, several
from front1914.environments.encoding import encoding
from tests.environments.test_environments import TITLES, short


@pytest.mark.parametrize("title", TITLES)
def test_each_is_the_game_that_it_is_alone(title):
    scenario, rng = short(title), random.Random(7)
    envs, alone = several(title, 3, scenario=scenario), [aec(title, scenario=scenario) for _ in range(3)]
    seen, masks = envs.reset(seed=5)
    for n, env in enumerate(alone):
        env.reset(seed=5 + n)
    for _ in range(40):
        chosen = []
        for n, env in enumerate(alone):
            one = env.last()[0]
            assert envs.deciding[n] == env.agent_selection
            assert np.array_equal(seen[n], one["observation"])
            assert np.array_equal(masks[n], one["action_mask"])
            chosen.append(rng.choice(np.flatnonzero(masks[n])))
        seen, masks, _, over, _ = envs.step(chosen)
        for n, env in enumerate(alone):
            env.step(chosen[n])
        if over.any():
            break


def test_the_next_game_begins_where_one_ends():
    envs, rng = several("ford", 2, scenario="skirmish"), random.Random(4)
    _, masks = envs.reset(seed=1)
    ended = []
    for _ in range(400):
        games = list(envs.games)
        _, masks, rewards, over, cut = envs.step([rng.choice(np.flatnonzero(mask)) for mask in masks])
        assert not cut.any()
        for n in np.flatnonzero(over):
            winner = games[n].result.winner
            wanted = [0.0 if winner is None else 1.0 if side == winner else -1.0 for side in envs.sides]
            assert rewards[n].tolist() == wanted
            assert envs.games[n] is not games[n]
            assert not [entry for entry in envs.games[n].log if entry.side in envs.sides]
            ended.append(wanted)
        assert not rewards[~over].any()
    fresh = front1914.new("ford", scenario="skirmish", seed=3)
    assert len(ended) > 2
    assert len({str(wanted) for wanted in ended}) > 1, "not always the same one wins"
    assert encoding("ford").observe(fresh, fresh.decision.side).shape == envs.observations[0].shape


def test_the_same_seed_gives_the_same_games():
    def played(seed):
        envs, rng, told = several("ford", 3, scenario="skirmish"), random.Random(1), []
        _, masks = envs.reset(seed)
        for _ in range(200):
            seen, masks, *_ = envs.step([rng.choice(np.flatnonzero(mask)) for mask in masks])
            told.append(seen.sum())
        return told

    assert played(3) == played(3) != played(4)


def test_a_game_is_broken_off_after_so_many_decisions():
    envs = several("ford", 2, most=3)
    _, masks = envs.reset(seed=2)
    for n in range(1, 7):
        _, masks, rewards, over, cut = envs.step(masks.argmax(axis=1))
        assert cut.tolist() == [n % 3 == 0] * 2
        assert not over.any()
        assert not rewards.any()


def test_commanders_play_the_other_sides():
    envs, rng = several("ford", 2, scenario="skirmish", commanders={"red": "random"}), random.Random(3)
    _, masks = envs.reset(seed=9)
    ended = 0
    for _ in range(120):
        assert envs.deciding == ["blue", "blue"]
        _, masks, _, over, _ = envs.step([rng.choice(np.flatnonzero(mask)) for mask in masks])
        ended += int(over.sum())
    assert ended


def test_what_is_not_legal_is_refused_and_nothing_is_taken():
    envs = several("ford", 2)
    _, masks = envs.reset(seed=1)
    before = [len(game.log) for game in envs.games]
    legal, illegal = int(masks[0].argmax()), int(np.flatnonzero(masks[1] == 0)[0])
    with pytest.raises(IllegalAction):
        envs.step([legal, illegal])
    with pytest.raises(BadInput, match="1 for 2 games"):
        envs.step([legal])
    with pytest.raises(BadInput, match="no action"):
        envs.step([legal, masks.shape[1]])
    with pytest.raises(BadInput, match="no action -1"):
        envs.step([legal, -1])
    assert [len(game.log) for game in envs.games] == before
    with pytest.raises(BadInput, match="reset begins"):
        several("ford").step([0] * 4)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"number": 0}, "at least one game"),
        ({"commanders": {"green": "recruit"}}, "no side 'green'"),
        ({"commanders": {"blue": "recruit", "red": "recruit"}}, "whoever steps"),
    ],
)
def test_bad_settings_are_refused_in_words(settings, reason):
    with pytest.raises(BadInput, match=reason):
        several("ford", **settings)

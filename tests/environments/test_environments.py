"""The games as PettingZoo and Gymnasium know them: docs/environments.md."""

import hashlib
import random
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import front1914
from front1914 import Action, BadInput
from front1914.environments import aec, against, vector
from front1914.environments.encoding import Lookout, encoding

TITLES = [info.id for info in front1914.titles()]
SCENARIOS = [(info.id, scenario.id) for info in front1914.titles() for scenario in info.scenarios]
#: what their checkers remark on in every environment with an action mask
REMARKS = ("Observation", "We recommend agents", "A Box observation space")


@pytest.fixture(autouse=True)
def _remarks():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        yield


def short(title: str) -> str:
    """The quickest scenario of a title."""
    names = [scenario.id for scenario in front1914.title(title).info.scenarios]
    return next(name for name in ("skirmish", "introduction", "liege", *names) if name in names)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_pettingzoo_finds_nothing_wrong(title, scenario):
    api_test(aec(title, scenario=scenario, most=150), num_cycles=40)


@pytest.mark.parametrize("title", TITLES)
def test_the_same_seed_gives_the_same_game(title):
    seed_test(lambda: aec(title, scenario=short(title), most=60), num_cycles=30)


def test_it_shows_itself():
    render_test(lambda render_mode=None: aec("ford", render_mode=render_mode))
    env = aec("ford", render_mode="ansi")
    env.reset(seed=1)
    assert "decides" in env.render()


@pytest.mark.parametrize("title", TITLES)
def test_gymnasium_finds_nothing_wrong(title):
    side = front1914.title(title).info.sides[0]
    env = against(title, side, "random", scenario=short(title), most=40, render_mode="ansi")
    check_env(env, skip_render_check=True)


def test_several_at_once():
    envs = vector("ford", "blue", "random", number=3, scenario="skirmish")
    seen, _ = envs.reset(seed=5)
    for _ in range(30):
        chosen = seen["action_mask"].argmax(axis=1)  # of a game that is over any action begins the next
        seen, *_ = envs.step(chosen)
    assert seen["observation"].shape == (3, encoding("ford").size)
    envs.close()


@pytest.mark.parametrize("title", TITLES)
def test_the_mask_is_the_list_of_legal_actions(title):
    env = aec(title, scenario=short(title))
    env.reset(seed=3)
    rng = random.Random(3)
    for _ in range(80):
        seen, _, over, cut, _ = env.last()
        if over or cut:
            break
        offered = {env.encoding.actions[n] for n in np.flatnonzero(seen["action_mask"])}
        assert offered == set(env.game.decision.actions)
        env.step(rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_every_action_of_a_game_has_its_own_index(title, scenario):
    game, code, rng = front1914.new(title, scenario=scenario, seed=2), encoding(title), random.Random(2)
    assert len(set(code.actions)) == len(code.actions)
    for _ in range(150):
        if game.decision is None:
            break
        assert all(code.actions[code.index[action]] == action for action in game.decision.actions)
        game.act(rng.choice(game.decision.actions))


@pytest.mark.parametrize("title", TITLES)
def test_nothing_hidden_is_observed(title):
    """A twin differs only in what the side may not know: the side observes the same."""
    game, code, rng = front1914.new(title, scenario=short(title), seed=11), encoding(title), random.Random(11)
    compared = 0
    for n in range(240):
        if game.decision is None:
            break
        if n % 6 == 0:
            for side in game.sides:
                twin = front1914.from_position(front1914.imagine(game.view(side), n), dice="manual")
                seen, other = code.observe(game, side), code.observe(twin, side)
                differing = [name for name, part in code.parts.items() if not np.array_equal(seen[part], other[part])]
                assert not differing, (n, side, game.decision.step)
                compared += 1
        game.act(rng.choice(game.decision.actions))
    assert compared >= 10


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_what_is_remembered_is_what_is_there(title, scenario):
    """A lookout alters only what changed since it last looked, which is not at every decision."""
    game, code, rng = front1914.new(title, scenario=scenario, seed=9), encoding(title), random.Random(9)
    lookouts = {side: Lookout(code, side) for side in game.sides}
    for n in range(120):
        if game.decision is None:
            break
        for side in game.sides if rng.random() < 0.7 else ():
            seen = lookouts[side].observe(game)
            if n % 4 == 0:
                assert np.array_equal(seen, code.observe(game, side)), (side, game.decision.step)
        game.act(rng.choice(game.decision.actions))


def known_of(title):
    """Whom a side can identify, as the title's view has it; for the titles that hide those under others."""
    from front1914.titles.offensive_a_outrance.show import view as outrance
    from front1914.titles.schlieffens_war import view as schlieffen

    if title == "offensive_a_outrance":
        return lambda game, side: outrance.known(game.state, side)
    return lambda game, side: schlieffen.known_to(
        game.title, game.state, side, schlieffen.flow_for(game.title, game.state, side)
    )


@pytest.mark.parametrize(
    ("title", "scenario"), [one for one in SCENARIOS if one[0] in ("schlieffens_war", "offensive_a_outrance")]
)
def test_whom_a_lens_hides_the_view_does_not_name(title, scenario):
    """It is followed from decision to decision; the view finds it anew each time."""
    game, lens, rng = front1914.new(title, scenario=scenario, seed=5), encoding(title).lens, random.Random(5)
    known, hidden = known_of(title), 0
    for _ in range(300):
        if game.decision is None:
            break
        for side in game.sides:
            enemies = [u for u, at in enumerate(game.state.at) if lens.side[u] != side and 0 <= at < lens.nodes]
            unknown = set(enemies) - set(known(game, side))
            assert lens.hidden(game.title, game.state, side) == unknown, (side, game.decision.step)
            hidden += len(unknown)
        game.act(rng.choice(game.decision.actions))
    assert hidden


@pytest.mark.parametrize("title", TITLES)
def test_a_lookout_goes_on_with_another_game(title):
    """Of another scenario, or an earlier moment: it observes what somebody observes who comes to it fresh."""
    code, rng = encoding(title), random.Random(4)
    side = code.title.info.sides[0]
    games = [front1914.new(title, scenario=one.id, seed=n) for n, one in enumerate(code.title.info.scenarios[:3])]
    lookout = Lookout(code, games[0].sides[0] if side not in games[0].sides else side)
    for _ in range(12):
        game = rng.choice(games)
        for _ in range(rng.randrange(8)):
            if game.decision is not None:
                game.act(rng.choice(game.decision.actions))
        if lookout.seat in game.sides:
            assert np.array_equal(lookout.observe(game), code.observe(game, lookout.seat))


@pytest.mark.parametrize("title", TITLES)
def test_strengths_can_be_added_and_taken_away_without_rounding(title):
    assert all(float(2 * number).is_integer() for row in encoding(title).lens.strength for number in row)


def test_what_is_observed_is_what_stands_there():
    """Two of ours in one hex, one of them worn; an enemy who was seen, one who was not."""
    from tests.ford.positions import ford

    game = ford("move", b1="0301", b2={"at": "0301", "steps": 1}, r1={"at": "0305", "known": 1}, r2="0508")
    code = encoding("ford")
    seen = code.observe(game, "blue")

    def at(plane, place):
        return seen[code.parts[plane]][code.title.nouns["hex"].number(place)]

    full = game.state.steps[0]
    assert at("own_counters", "0301") == 2
    assert at("own_strength", "0301") == 2 * (full + 1)
    assert (at("enemy_counters", "0305"), at("closed_counters", "0305")) == (1, 0)
    assert (at("enemy_counters", "0508"), at("closed_counters", "0508")) == (0, 1)
    assert at("enemy_strength", "0508") == 0
    facts = seen[code.parts["facts"]]
    assert facts[1] == 1
    assert facts[2:].sum() == 1
    assert facts[2 + code.steps["move"]] == 1
    game.act("unit", "b1")
    seen = code.observe(game, "blue")
    assert at("asked", "0301") == 1
    assert code.observe(game, "red")[code.parts["asked"]].sum() == 0


def test_who_wins_is_rewarded_at_the_end():
    env = aec("ford", scenario="skirmish")
    env.reset(seed=4)
    rng, last = random.Random(4), {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        last[agent] = reward
        env.step(None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"])))
    winner = env.game.result.winner
    assert last == {side: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in ("blue", "red")}


def test_who_takes_what_is_not_legal_loses():
    env = against("ford", "blue", "random")
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, cut, info = env.step(illegal)
    assert (reward, over, cut) == (-1.0, True, False)
    assert info["illegal"] == str(env.encoding.actions[illegal])
    with pytest.raises(BadInput, match="the game is over"):
        env.step(0)


def test_bad_settings_are_refused_in_words(monkeypatch):
    with pytest.raises(BadInput, match="no side 'green'"):
        against("ford", "green")
    monkeypatch.setattr(type(front1914.title("ford")), "lens", None)
    encoding.cache_clear()
    with pytest.raises(BadInput, match="ford has no lens"):
        encoding("ford")


#: digests of the lists of actions: whoever changes one breaks what others have trained, and says so in the changelog
LISTS = {
    "schlieffens_war": "4587f254fcd4",
    "germany_at_war": "0ba6be0c658a",
    "fixed_1914": "6d87222951f0",
    "der_weltkrieg": "7c5721cd5175",
    "offensive_a_outrance": "3352c54aac58",
}


@pytest.mark.parametrize("title", [title for title in TITLES if title in LISTS])
def test_the_indices_are_fixed(title):
    text = "\n".join(map(str, encoding(title).actions))
    assert hashlib.blake2b(text.encode(), digest_size=6).hexdigest() == LISTS[title]
    assert all(isinstance(action, Action) for action in encoding(title).actions)

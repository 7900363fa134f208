"""The games as OpenSpiel knows them; it is an extra (make lab)."""

import random

import pytest

import front1914
from front1914.environments.encoding import encoding
from tests.lab.conftest import needs


@pytest.fixture
def spiel():
    needs("pyspiel")
    import pyspiel

    from front1914.environments.spiel import register

    register()
    return pyspiel


@pytest.mark.parametrize(
    ("title", "scenario"),
    [("ford", "skirmish"), ("schlieffens_war", "introduction"), ("germany_at_war", "introduction")],
)
def test_openspiel_finds_nothing_wrong(spiel, title, scenario):
    """Its own test: random games with copies, texts that are read again, chances that add up, zero sums."""
    game = spiel.load_game(f"front1914_{title}", {"scenario": scenario})
    spiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_every_title_is_registered(spiel):
    assert {f"front1914_{info.id}" for info in front1914.titles()} <= set(spiel.registered_names())


def test_chance_is_what_the_engine_says(spiel):
    state, rng, seen = (
        spiel.load_game("front1914_ford", {"scenario": "skirmish"}).new_initial_state(),
        random.Random(1),
        0,
    )
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.table.game.decision.outcomes
            assert [chance for _, chance in state.chance_outcomes()] == [float(one.probability) for one in outcomes]
            assert [state.action_to_string(n) for n, _ in state.chance_outcomes()] == [
                str(one.action) for one in outcomes
            ]
            seen += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert seen
    assert sum(state.returns()) == 0


def test_a_player_remembers_what_it_did_and_nothing_that_it_was_not_told(spiel):
    """Who is called on to march: its own side remembers it, the other does not learn of it (6.6)."""
    from front1914.environments.spiel import SpielObserver, _Table

    kind = spiel.IIGObservationType(perfect_recall=True)
    table = _Table(front1914.new("schlieffens_war", "introduction", dice="manual"))
    assert table.game.decision.step == "move"
    units = [action for action in table.game.decision.actions if action.verb == "unit"][:2]
    own, enemy = table.game.sides
    told = []
    for action in units:
        table = _Table(front1914.new("schlieffens_war", "introduction", dice="manual"))
        table.act(action)
        state = type("State", (), {"table": table})
        observer = SpielObserver(encoding("schlieffens_war"), (own, enemy), kind)
        told.append([observer.string_from(state, n) for n in range(2)])
        assert table.memory[own]
        assert not table.memory[enemy]
    assert told[0][0] != told[1][0]
    assert told[0][1] == told[1][1]

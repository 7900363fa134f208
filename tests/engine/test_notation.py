"""Positions as text: exact, short, and clear about what is wrong."""

import random

import pytest

import front1914
from front1914 import BadPosition

TITLES = [(info.id, scenario.id) for info in front1914.titles() for scenario in info.scenarios]


@pytest.mark.parametrize(("title", "scenario"), TITLES)
def test_what_is_written_is_read_again_at_any_moment(title, scenario):
    game = front1914.new(title, scenario=scenario, seed=7)
    rng = random.Random(f"{title}:{scenario}")
    for n in range(160):
        if game.decision is None:
            break
        if n % 8 == 0:
            position = game.position()
            text = front1914.write_position(position)
            assert front1914.read_position(text) == position, text
            assert front1914.from_position(front1914.read_position(text), dice="manual").position() == position
        game.act(rng.choice(game.decision.actions))


def test_a_finished_game_and_the_first_position_too():
    game = front1914.new("ford", scenario="skirmish", seed=1)
    rng = random.Random(1)
    assert front1914.read_position(front1914.write_position(game.position())) == game.position()
    while game.decision is not None:
        game.act(rng.choice(game.decision.actions))
    assert game.position()["result"]
    assert front1914.read_position(front1914.write_position(game.position())) == game.position()


def test_it_reads_like_a_situation():
    text = """
    ; the last bridge
    ford skirmish
    turn=3 phase=move
    step=move side=blue
    units 0301: b1 b2(steps=1)   ; together
    units 0508: r2
    """
    position = front1914.read_position(text)
    assert position["turn"] == 3
    assert position["units"] == {"b1": {"at": "0301"}, "b2": {"at": "0301", "steps": 1}, "r2": {"at": "0508"}}
    game = front1914.from_position(position, seed=1)
    assert game.decision.side == "blue"
    again = front1914.write_position(game.position())
    assert "units 0301: b1 b2(steps=1)" in again


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "position: there is nothing in it"),
        ("; nothing", "position: there is nothing in it"),
        ("chess", "chess"),
        ("ford", "line 1: a word expected, not the end of the line"),
        ("ford skirmish\nturn 3", "line 2: begins with 'turn'"),
        ("ford skirmish\nspeed=3", "line 2: no entry 'speed'; there is turn"),
        ("ford skirmish\nturn=", "line 2: a word expected, not the end of the line"),
        ("ford skirmish\nunits 0301 b1", "line 2: ':' expected, not 'b1'"),
        ("ford skirmish\nunits 0301: b1(steps)", "line 2: '=' expected, not ')'"),
        ("ford skirmish\nunits 0301: b1(speed=1)", "line 2: no entry 'speed'; there is at"),
        ("ford skirmish\nunits 0301: b1(steps=1", "line 2: a word expected, not the end of the line"),
        ("ford skirmish\nunits 0301: b1 @", "line 2: cannot be read from '@' on"),
        ('ford skirmish\nunits "0301: b1', "line 2: cannot be read"),
        ("ford skirmish\nflow march [b1", "line 2: a word expected, not the end of the line"),
    ],
)
def test_what_cannot_be_read_is_named(text, says):
    with pytest.raises(front1914.FrontError) as bad:
        front1914.read_position(text)
    assert says in str(bad.value)


def test_what_can_be_read_and_not_played_is_refused_by_the_game():
    position = front1914.read_position("ford skirmish\nturn=3 phase=move\nstep=move side=blue\nunits 9999: b1")
    with pytest.raises(BadPosition, match=r"units\.b1\.at"):
        front1914.from_position(position)

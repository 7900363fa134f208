"""Positions: written by people, read with precise errors, the same after a round trip."""

import json
import random

import pytest

import front1914
from front1914 import BadPosition, UnknownTitle
from tests.ford.positions import after, ford

PLAIN = {"title": "ford", "step": "move", "side": "blue", "units": {"b1": {"at": "0301"}, "r1": {"at": "0506"}}}


def changed(**changes):
    position = json.loads(json.dumps(PLAIN))
    for path, value in changes.items():
        *way, last = path.split("__")
        place = position
        for key in way:
            place = place.setdefault(key, {})
        place[last] = value
    return position


def test_a_position_leaves_out_what_has_its_default():
    game = front1914.from_position(PLAIN)
    assert game.position() == PLAIN | {"scenario": "campaign", "phase": "march"}


@pytest.mark.parametrize("seed", range(6))
def test_round_trip_at_every_moment(seed):
    rng, game = random.Random(seed), front1914.new("ford", seed=seed, options={"open": bool(seed % 2)})
    while decision := game.decision:
        position = json.loads(json.dumps(game.position()))
        twin = front1914.from_position(position)
        assert twin.digest() == game.digest()
        assert twin.position() == position
        game.act(rng.choice(decision.actions))
    assert front1914.from_position(game.position()).result == game.result


def test_the_moment_inside_an_attack_is_kept():
    game = after(ford("fight", b1="0301", r1="0302"), "to 0302", "unit b1")
    assert game.position()["flow"][-2:] == [["fight"], ["assault", "0302", ["b1"]]]


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"units__b1__at": "9999"}, "units.b1.at", "no hex '9999'"),
        ({"units__b1__at": 7}, "units.b1.at", "no hex 7"),
        ({"units__b9__at": "0301"}, "units.b9", "no unit 'b9'"),
        ({"units__b1__steps": 3}, "units.b1.steps", "whole number from 0 to 2, not 3"),
        ({"units__b1__steps": True}, "units.b1.steps", "whole number"),
        ({"units__b1__steps": "2"}, "units.b1.steps", "whole number"),
        ({"units__b1__morale": 1}, "units.b1.morale", "no such entry; there is at, steps"),
        ({"units__b1": "0301"}, "units.b1", "must be a table with at"),
        ({"units": []}, "units", "must be a table"),
        ({"weather": "rain"}, "weather", "no such entry"),
        ({"turn": 7}, "turn", "whole number from 1 to 6"),
        ({"active": 3}, "active", "must be str"),
        ({"mined": "0301"}, "position", "a mine outside the fords"),
        ({"step": "dance"}, "step", "no step 'dance'"),
        ({"side": "green"}, "side", "no side 'green'"),
        ({"step": "assault"}, "step", "give the flow"),
        ({"flow": []}, "flow", "must be a list of frames"),
        ({"flow": [["dance"]]}, r"flow\[0\]", "begins with a step"),
        ({"flow": [["march", "b9"]]}, r"flow\[0\]\[1\]", "no unit 'b9'"),
        ({"flow": [["march", {}]]}, r"flow\[0\]\[1\]", "no unit"),
        ({"result": "red"}, "result", "no side|must be"),
        ({"result": ["green", "x", "y"]}, "result", "no side 'green'"),
        ({"scenario": "moon"}, "scenario", "no scenario 'moon'"),
        ({"options": {"x": 1}}, "options.x", "no such option"),
        ({"options": 3}, "options", "must be a table"),
        ({"units__r1__at": "0301"}, "position", "both sides stand in one hex"),
        ({"units__b1__steps": 0}, "position", "without a step"),
    ],
)
def test_a_bad_position_names_the_place(changes, place, words):
    with pytest.raises(BadPosition, match=f"^{place}: .*({words})"):
        front1914.from_position(changed(**changes))


def test_no_title():
    with pytest.raises(BadPosition, match="title: missing"):
        front1914.from_position({})
    with pytest.raises(BadPosition, match="must be a table"):
        front1914.from_position([])
    with pytest.raises(UnknownTitle):
        front1914.from_position({"title": ["ford"]})

"""A seat is data: it leads nowhere."""

import gc
import json
import pickle

import pytest

import front1914
from front1914 import BadInput, Game, IllegalAction
from front1914.engine.seat import hand_over
from front1914.engine.state import State
from tests.ford.positions import ford


def reachable(thing):
    seen, todo = {}, [thing]
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, type):
            continue
        seen[id(item)] = item
        todo += [other for other in gc.get_referents(item) if not isinstance(other, type)]
    return list(seen.values())


def test_no_way_leads_from_a_seat_to_the_game():
    seat = front1914.new("ford", seed=1).seat("red")
    things = reachable(seat.__dict__)
    assert len(things) > 50
    assert not any(isinstance(thing, Game | State | front1914.Title) for thing in things)


def test_a_seat_can_be_sent_to_another_process():
    seat = front1914.new("ford", seed=1).seat("red")
    assert pickle.loads(pickle.dumps(seat)) == seat
    assert json.loads(json.dumps(seat.view)) == seat.view


def test_an_answer_is_handed_over():
    game = ford(b1="0301", r1="0506")
    seat = game.seat("blue")
    with pytest.raises(BadInput, match="has not answered"):
        hand_over(game, seat)
    with pytest.raises(IllegalAction, match="not among the offered"):
        seat.act("unit", "r1")
    seat.act("unit", "b1")
    hand_over(game, seat)
    assert game.decision.step == "march"


def test_who_does_not_decide_has_no_decision():
    seat = ford(b1="0301", r1="0506").seat("red")
    assert seat.decision is None
    with pytest.raises(IllegalAction, match="not your decision"):
        seat.act("done")
    with pytest.raises(BadInput):
        ford(b1="0301", r1="0506").seat("chance")

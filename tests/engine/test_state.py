"""States copy, pack and compare."""

from array import array

import pytest

from front1914.engine.state import Column, Result, State


class Big(State):
    turn: int
    name: str
    at: Column
    steps: Column
    queue: list[tuple[int, ...]]
    stock: dict[str, int]


class Bigger(Big):
    more: Column


def big(**changes):
    values = {
        "turn": 3,
        "name": "x",
        "at": array("h", range(600)),
        "steps": array("b", [2] * 600),
        "queue": [(1, 2)],
        "stock": {"a": 1},
        "flow": [("turn",), ("combat", 5, (1, 2), None, "red")],
    }
    return Big(**values | changes)


def test_copies_share_nothing_that_changes():
    one = big()
    two = one.copy()
    two.at[0], two.turn = 99, 4
    two.queue.append((3,))
    two.stock["b"] = 2
    two.flow.pop()
    assert (one.at[0], one.turn, one.queue, one.stock, len(one.flow)) == (0, 3, [(1, 2)], {"a": 1}, 2)


def test_what_is_kept_does_not_change_and_can_be_returned_to():
    one = big()
    kept, before = one.keep(), one.digest()
    one.at[0], one.turn = 99, 4
    one.queue.append((3,))
    one.stock["b"] = 2
    one.flow.pop()
    changed = one.digest()
    later = one.keep(kept)
    one.news = []
    one.back(kept)
    assert (one.digest(), one.news) == (before, None)
    one.at[1], one.steps[1] = 98, 1
    one.flow.clear()
    one.back(later)
    assert one.digest() == changed
    one.back(kept)
    assert one.digest() == before


def test_columns_that_did_not_change_are_kept_once():
    one = big()
    first = one.keep()
    one.at[5] = 0
    second = one.keep(first)
    at, steps = Big.fields.index("at"), Big.fields.index("steps")
    assert second[steps] is first[steps]
    assert second[at] != first[at]
    column = one.steps
    one.back(first)
    assert one.steps is column  # nor is it copied on the way back


def test_pack_and_unpack():
    one = big(result=Result("red", "town", "because", "1.2", 5))
    two = Big.unpack(one.pack())
    assert all(getattr(one, name) == getattr(two, name) for name in Big.fields)
    assert isinstance(two.result, Result)
    assert two.flow[1] == ("combat", 5, (1, 2), None, "red")
    assert one.digest() == two.digest()
    assert len(one.pack()) < 12_000


@pytest.mark.parametrize("change", [{"turn": 4}, {"name": "y"}, {"queue": []}, {"flow": []}, {"stock": {"a": 2}}])
def test_the_digest_sees_every_field(change):
    assert big(**change).digest() != big().digest()


def test_the_digest_is_the_same_on_every_machine():
    assert big().digest() == "aff32140cfc4f002"


def test_fields_are_inherited_and_checked():
    assert Bigger.fields == (*Big.fields, "more")
    with pytest.raises(TypeError, match="Big has no field colour"):
        Big(colour=3)


def test_nobody_listens_to_a_copy():
    one = big()
    one.news = []
    one.tell("something", unit=1)
    two = one.copy()
    two.tell("something", unit=1)
    assert (len(one.news), two.news) == (1, None)

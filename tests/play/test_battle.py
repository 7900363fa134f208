"""The record of a battle in the flow, and its course."""

from __future__ import annotations

from typing import Any, NamedTuple

from front1914.engine.state import State
from front1914.play.battle import Course, Records


class Battle(NamedTuple):
    step: str
    target: int
    stage: int = 0
    seen: tuple[str, ...] = ()


class Field(State):
    """A state with nothing of its own."""


RECORDS = Records(Battle)


def first(s: Any, b: Battle) -> None:
    RECORDS.note(s, seen=(*b.seen, "first"))


def ask(s: Any, b: Battle) -> None:
    s.flow.append(("question",))


def leap(s: Any, b: Battle) -> None:
    RECORDS.note(s, stage=4)


def never(s: Any, b: Battle) -> None:
    raise AssertionError


class Fight(Course):
    rule, records, stages = "1", RECORDS, (first, ask, leap, never)
    over = 0

    def close(self, s: Any) -> None:
        type(self).over += 1

    def broken_off(self, s: Any, record: Any) -> bool:
        return bool(record.target == 99)


def test_stages_follow_one_another_and_may_be_skipped() -> None:
    s, fight = Field(flow=[("turn",), Battle("battle", 7)]), Fight()
    fight.run(s)
    assert RECORDS.read(s) == Battle("battle", 7, 1, ("first",))
    fight.run(s)
    assert s.flow[-1] == ("question",)
    assert RECORDS.index(s) == 1
    s.flow.pop()
    fight.run(s)
    assert RECORDS.read(s).stage == 4
    fight.run(s)
    assert s.flow == [("turn",)]
    assert fight.over == 1


def test_a_battle_may_be_broken_off() -> None:
    s = Field(flow=[("turn",), Battle("battle", 99)])
    Fight().run(s)
    assert not RECORDS.lies(s)


def test_a_record_is_read_from_a_save_as_well() -> None:
    """A state that was packed holds bare tuples."""
    s = Field.unpack(Field(flow=[("turn",), Battle("battle", 7, 2)]).pack())
    assert RECORDS.read(s).stage == 2


def test_a_battle_inside_another_hides_it() -> None:
    s = Field(flow=[("turn",), Battle("battle", 1), Battle("battle", 2), ("question",)])
    RECORDS.note(s, stage=3)
    assert RECORDS.read(s) == Battle("battle", 2, 3)
    assert RECORDS.index(s, RECORDS.index(s)) == 1

"""A verb needs one validator: the others are derived from it."""

from __future__ import annotations

from typing import Any

import pytest

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.state import State
from front1914.engine.words import Words


class Vocabulary:
    """As much of a title as a step looks at when it is bound."""

    nouns = {"unit": Words("unit", "abcd")}
    verbs = {"unit": "unit", "done": None, "stay": None}


class Base(Step):
    name, rule = "base", "1"

    def do_unit(self, s: Any, u: int) -> None:
        s.flow.pop()


def bound(kind: type[Step]) -> Step:
    step = kind()
    step.bind(Vocabulary())  # type: ignore[arg-type]
    return step


class Why(Base):
    def legal_unit(self, s: Any) -> list[int]:
        return [1, 2]

    def why_unit(self, s: Any, u: int) -> Reason:
        return Reason("1.1", f"not {u}")


class Else(Base):
    else_unit = Reason("1.2", "not that one")

    def legal_unit(self, s: Any) -> list[int]:
        return [1, 2]


class Scope(Base):
    def scope_unit(self, s: Any) -> range:
        return range(1, 4)

    def refuse_unit(self, s: Any, u: int) -> Reason | None:
        return None if u % 2 else Reason("1.3", "even")


class Every(Base):
    def refuse_unit(self, s: Any, u: int) -> Reason | None:
        return None if u % 2 else Reason("1.3", "even")


@pytest.mark.parametrize(
    ("kind", "legal", "refused"),
    [
        (Why, [1, 2], Reason("1.1", "not 0")),
        (Else, [1, 2], Reason("1.2", "not that one")),
        (Scope, [1, 3], Reason("1.3", "even")),
        (Every, [1, 3], Reason("1.3", "even")),
    ],
)
def test_the_list_and_the_reasons_follow_from_one_of_them(kind: type[Step], legal: list[int], refused: Reason) -> None:
    step = bound(kind)
    assert step.legal_of["unit"](None) == legal
    assert step.refuse_of["unit"](None, 0) == refused
    assert step.refuse_of["unit"](None, 1) is None
    assert [u for u in range(6) if step.allows_of["unit"](None, u)] == legal + [5] * (kind is Every)


def test_verbs_that_only_end_the_question_come_last() -> None:
    class Ending(Else):
        ends = ("done", "stay")

        def refuse_stay(self, s: Any, _: None) -> Reason | None:
            return Reason("1.4", "it must go")

    step, s = bound(Ending), State(flow=[("turn",), ("base",)])
    assert step.verbs == ("unit", "done", "stay")
    assert list(step.legal_of["done"](s)) == [None]
    assert list(step.legal_of["stay"](s)) == []
    step.do_of["done"](s, None)
    assert s.flow == [("turn",)]


@pytest.mark.parametrize("missing", [{"refuse_unit": Scope.refuse_unit}, {"else_unit": Else.else_unit}])
def test_two_validators_that_could_contradict_each_other_are_refused(missing: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="needs one of"):
        bound(type("Both", (Why,), missing))


def test_a_reason_without_a_list_is_refused() -> None:
    with pytest.raises(TypeError, match="with legal_unit"):
        bound(type("Alone", (Base,), {"else_unit": Else.else_unit}))


def test_a_verb_with_neither_is_refused() -> None:
    with pytest.raises(TypeError, match="neither legal_unit nor refuse_unit"):
        bound(Base)

"""Questions put as long as there is something to answer, units placed one by one, and who advances."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.state import Frame, State
from front1914.engine.words import Words
from front1914.play.advance import Advance
from front1914.play.asking import AsLongAs
from front1914.play.placing import Placing

UNITS = Words("unit", ["a", "b", "c"])


class Field(State):
    at: list[int]

    def stacks(self) -> dict[int, list[int]]:
        return {h: [u for u, other in enumerate(self.at) if other == h] for h in self.at if h >= 0}


class Attacks(AsLongAs):
    name, rule = "attacks", "1"

    def question(self, s: Any) -> Frame | None:
        return ("attack", s.at[0]) if s.at[0] else None


def test_a_question_comes_again_until_there_is_nothing_left() -> None:
    s = Field(at=[2], flow=[("turn",), ("attacks",)])
    for left in (2, 1):
        Attacks().run(s)
        assert s.flow.pop() == ("attack", left)
        s.at[0] -= 1
    Attacks().run(s)
    assert s.flow == [("turn",)]


class Place(Placing):
    name, rule, units = "place", "2", UNITS

    def waiting(self, s: Any) -> int | None:
        return next((u for u, h in enumerate(s.at) if h < 0), None)

    def field(self, s: Any, u: int) -> int:
        return 0b0110

    def reason(self, s: Any, u: int, node: int) -> Reason:
        return Reason("2.1", "not at home")

    def crowded(self, s: Any, u: int, node: int) -> Reason | None:
        return Reason("2.2", "two stand there") if len(s.stacks().get(node, ())) == 2 else None

    def put(self, s: Any, u: int, node: int) -> None:
        s.at[u] = node
        s.flow.append(("bank", u))


def test_units_are_placed_one_after_the_other() -> None:
    s, place = Field(at=[-1, 2, 2], flow=[("turn",), ("place",)]), Place()
    assert place.prompt(s) == "Where does a stand?"
    assert place.legal_to(s) == [1]
    assert [place.refuse_to(s, h) for h in (0, 1, 2)] == [
        Reason("2.1", "not at home"),
        None,
        Reason("2.2", "two stand there"),
    ]
    place.do_to(s, 1)
    assert s.flow == [("turn",), ("bank", 0)]  # what placing asks stays, the question itself is over


class Onward(Advance):
    rule = "3"

    def place(self, s: Any) -> str:
        return "the hill"

    def candidates(self, s: Any) -> list[int]:
        return [0, 1]

    def objection(self, s: Any, u: int) -> Reason | None:
        return Reason("3", "it is there") if s.at[u] == 9 else None

    def go(self, s: Any, u: int) -> None:
        s.at[u] = 9
        s.flow.append(("seen", u))


def test_attackers_advance_until_nobody_else_may() -> None:
    s, onward = Field(at=[1, 2, 3], flow=[("battle",), ("advance",)]), Onward()
    assert onward.prompt(s) == "Who advances into the hill?"
    onward.do_unit(s, 0)
    assert s.flow == [("battle",), ("advance",), ("seen", 0)]
    s.flow.pop()
    assert onward.possible(s)
    onward.do_unit(s, 1)
    assert s.flow == [("battle",), ("seen", 1)]
    assert not onward.possible(s)


def test_an_advance_may_be_left_at_any_time() -> None:
    s = Field(at=[1, 2, 3], flow=[("battle",), ("advance",)])
    Onward().do_done(s, None)  # type: ignore[attr-defined]
    assert s.flow == [("battle",)]

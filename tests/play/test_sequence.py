"""The sequence of play as a table, and the steps that follow it."""

from __future__ import annotations

from typing import Any

import pytest

from front1914.engine.state import State
from front1914.play import sequence
from front1914.play.sequence import Sequence, apart, phase

TABLE = Sequence(
    ("blue", "red"),
    apart("setup", "Set-up", "2.0", "place"),
    phase("rally", "Rally", "3.0", "rally", since=2),
    phase("march", "March", "3.1", "move", "tidy"),
    phase("shots", "Shots", "3.2", ("shoot", 0), "tidy", other=True),
    closing=(("look",),),
    ending=(("rest",),),
)


class Tiny(State):
    turn: int
    active: str
    phase: str


class Turn(sequence.Turn):
    rule, table = "1", TABLE


class PlayerTurn(sequence.PlayerTurn):
    rule, table = "1", TABLE


class Phase(sequence.PhaseBegins):
    rule, table = "1", TABLE

    def begin(self, s: Any, id: str) -> None:
        s.phase = id


class EndOfTurn(sequence.EndOfTurn):
    rule, table = "1", TABLE

    def close(self, s: Any) -> None:
        if s.turn == 3:
            s.finish(None, "draw", "It is late.")


def tiny(turn: int = 2, phase: str = "") -> Tiny:
    return Tiny(turn=turn, active="blue", phase=phase, flow=[("turn",)])


def test_a_turn_runs_through_the_table() -> None:
    """Automatic steps taken off as they are done: what is left shows the order in which everything comes."""
    steps = {step.name: step for step in (Turn(), PlayerTurn(), Phase(), EndOfTurn())}
    s, seen = tiny(turn=1), []
    while s.result is None:
        name = s.flow[-1][0]
        if name in steps:
            steps[name].run(s)
        else:
            seen.append((s.turn, s.active, s.phase, s.flow.pop()))
    march = [("march", ("move",)), ("march", ("tidy",)), ("march", ("look",))]
    shots = [("shots", ("shoot", 0)), ("shots", ("tidy",)), ("shots", ("look",)), ("shots", ("rest",))]
    rally = [("rally", ("rally",)), ("rally", ("look",))]
    assert [(turn, side, *rest) for turn, side, *rest in seen] == [
        (turn, side, *line)
        for turn in (1, 2, 3)
        for side in ("blue", "red")
        for line in [*(rally if turn > 1 else []), *march, *shots]
    ]


def test_the_flow_of_a_moment_is_what_is_left_then() -> None:
    s = tiny()
    assert TABLE.flow_at(s, "move", "blue") == [
        *[("turn",), ("end_of_turn",), ("player_turn", "red"), ("rest",), ("phase", "shots")],
        *[("look",), ("tidy",), ("move",)],
    ]
    assert (s.active, s.phase) == ("blue", "march")


def test_a_step_of_several_phases_belongs_to_the_present_one() -> None:
    s = tiny(phase="shots")
    assert TABLE.flow_at(s, "tidy", "red") == [
        *[("turn",), ("end_of_turn",), ("player_turn", "red"), ("rest",), ("look",), ("tidy",)]
    ]  # red acts in a phase of blue
    assert (s.active, s.phase) == ("red", "shots")
    assert TABLE.phase_of("tidy") == TABLE.of["march"]


def test_what_stands_apart_belongs_to_nobody() -> None:
    assert TABLE.flow_at(tiny(), "place", "blue") == [("turn",), ("end_of_turn",), ("look",), ("place",)]
    assert [line.id for line in TABLE.order] == ["rally", "march", "shots"]
    assert list(TABLE.names.values()) == ["Set-up", "Rally", "March", "Shots"]


def test_an_unknown_step_has_no_moment() -> None:
    assert TABLE.flow_at(tiny(), "nothing", "blue") is None


@pytest.mark.parametrize(("turn", "phases"), [(1, ["shots", "march"]), (2, ["shots", "march", "rally"])])
def test_a_phase_may_come_later_than_the_first_turn(turn: int, phases: list[str]) -> None:
    assert TABLE.phases(turn=turn) == [("rest",), *(("phase", id) for id in phases)]

"""A plan lasts as long as its game: a new commander goes on with what was written down with the orders."""

from __future__ import annotations

import json
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.commanders import staff as executor
from front1914.commanders.base import resume
from front1914.commanders.general import General
from front1914.commanders.plan import HOLD, LEAD, STEADY, STORM, Plan, posture
from front1914.commanders.staff import Staff
from tests.ford.positions import ford

TITLE = "schlieffens_war"


def written(game: Game, side: str) -> list[dict[str, Any]]:
    """The reasons of a side as they come back from a file, the last first."""
    found = [why.plain() for _, given in reversed(game.reasons(side, side)) for why in reversed(given)]
    return json.loads(json.dumps(found))


def in_the_midst_of_a_march() -> tuple[Game, Staff]:
    """The German of the introduction has marched off, and has not come to the end of his orders."""
    game = front1914.new(TITLE, "introduction", seed=3)
    staffs = {side: make("staff", TITLE, 3) for side in game.sides}
    while not any(why.kind == "plan" for why in staffs["german"].reasons):
        play(game, staffs, most=1)
    play(game, staffs, most=3)
    found = staffs["german"]
    assert isinstance(found, Staff)
    assert game.state.phase == "movement"
    return game, found


def test_a_new_staff_has_the_plan_and_the_tasks_of_the_one_before():
    game, before = in_the_midst_of_a_march()
    after = make("staff", TITLE, 99)
    resume(after, written(game, "german"))
    assert isinstance(after, Staff)
    assert after.memory() == before.memory()
    assert before.memory()["tasks"]


def test_the_plan_is_not_chosen_again_in_the_phase_for_which_it_was_chosen(monkeypatch):
    game, _ = in_the_midst_of_a_march()
    asked = []
    monkeypatch.setattr(executor, "posture", lambda *_: asked.append(1) or HOLD)
    after, stranger = make("staff", TITLE, 99), make("staff", TITLE, 99)
    resume(after, written(game, "german"))
    while game.decision.step != "move":
        play(game, dict.fromkeys(game.sides, after), most=1)
    after.decide(game.seat("german"))
    assert after.plan is STORM
    assert not asked
    stranger.decide(game.seat("german"))
    assert stranger.plan is HOLD
    assert asked


def test_a_plan_is_the_same_when_it_has_been_written_and_read():
    for plan in (STEADY, LEAD, Plan("effort 1012", "the main effort is 1012", effort=7, take=1.5)):
        assert Plan.read(json.loads(json.dumps(plan.plain()))) == plan


def test_who_was_ahead_keeps_to_it_until_he_clearly_is_no_more(monkeypatch):
    game = front1914.new(TITLE, "introduction", seed=1)
    seat = game.seat("entente")  # which wins as things stand
    for chance, before, then in (
        (0.75, STEADY, LEAD),
        (0.65, LEAD, LEAD),
        (0.65, STEADY, STEADY),
        (0.55, LEAD, STEADY),
    ):
        monkeypatch.setattr("front1914.commanders.plan.outlook", lambda *_, chance=chance: chance)
        assert posture(seat, before) is then
        assert posture(game.seat("german"), before) is not LEAD  # who has taken nothing yet


def test_a_general_goes_on_too_and_draws_other_worlds_than_before():
    game = ford("move", b1="0301", b2="0302", b3="0202", r1="0505", r2="0508")
    before, after = make("general", "ford", 1, 500), make("general", "ford", 1, 500)
    play(game, {"blue": before}, most=1)
    resume(after, written(game, "blue"))
    assert isinstance(before, General)
    assert isinstance(after, General)
    assert after.memory() == before.memory()
    assert after.memory()["chosen"] == 1


def test_a_general_by_the_clock_stops_and_says_so():
    game = ford("move", b1="0301", b2="0302", b3="0202", r1="0505", r2="0508")
    told: list[int] = []
    general = make("general", "ford", 1, seconds=1e-6)
    assert isinstance(general, General)
    general.progress = lambda done, of: told.append(done)
    general.decide(game.seat("blue"))
    assert general.late
    assert general.spent < 600
    assert told == [100]
    assert general.plan is STEADY  # nothing was compared: it plays as the staff does
    assert any("as far as 1e-06 s went" in why.text for why in general.reasons)


def test_an_impulse_is_told_as_a_plan_and_goes_on_with_its_own_luck():
    game = front1914.new("germany_at_war", "introduction", seed=1)
    staffs = {side: make("recruit", "germany_at_war", 1) for side in game.sides}
    while not (found := [why for side in game.sides for why in written(game, side) if why["kind"] == "plan"]):
        play(game, staffs, most=1)
    assert found[0]["kept"]["asked"] >= 1


@pytest.mark.parametrize("level", ["random", "chooser"])
def test_a_commander_without_a_plan_takes_none_up(level):
    resume(make(level, TITLE, 1), [{"kind": "plan", "kept": {"plan": STEADY.plain(), "tasks": {}, "phase": []}}])

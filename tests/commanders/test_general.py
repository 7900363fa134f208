"""The general: plans that truly differ, played to the end of the game, and what is surely better is chosen."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import islice

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.commanders.general import ENOUGH, General, Once, Trials, worth
from front1914.commanders.plan import HOLD, LEAD, STEADY, Plan
from front1914.commanders.staff import Staff
from front1914.commanders.survey import Survey
from front1914.commanders.variants import vary

TITLE = "schlieffens_war"
#: 17 August: the German holds seven cities and needs eight; the Entente still has a turn
UNITS = {
    "g-1-HQ": {"at": "1108"},
    "g-1-D": {"at": "1208"},
    "g-1-II": {"at": "0914", "steps": 1, "supply": "out"},
    "g-1-III": {"at": "1213", "morale": "elan", "supply": "out"},
    "g-1-IV": {"at": "1314", "supply": "fortress"},
    "g-1-IX": {"at": "1012", "steps": 1, "morale": "elan", "supply": "out"},
    "g-1-2C": {"at": "1116", "supply": "out"},
    "g-2-HQ": {"at": "1209"},
    "g-2-D": {"at": "1208"},
    "g-2-GD": {"at": "1214", "supply": "out"},
    "g-2-VII": {"at": "1314", "morale": "elan", "supply": "fortress"},
    "g-2-X": {"at": "1214", "steps": 1, "morale": "elan", "supply": "out"},
    "g-2-VIIR": {"at": "1209", "morale": "elan"},
    "g-2-XR": {"at": "1212", "steps": 1, "morale": "fatigued", "supply": "out"},
    "b-I": {"at": "0918", "morale": "elan"},
    "b-II": {"at": "0918"},
    "b-C": {"at": "0918"},
    "b-HQ": {"at": "0918"},
    "fort-antwerp": {"at": "0812"},
}
HELD = (
    "0913 0914 1009 1011 1012 1109 1110 1111 1112 1113 1114 1115 1116 "
    "1208 1209 1210 1211 1212 1213 1214 1309 1310 1311 1312 1313 1314"
)


def general(budget: int | None = 1500, seconds: float | None = None) -> General:
    found = make("general", TITLE, 1, budget, seconds=seconds)
    assert isinstance(found, General)
    return found


def marching(seed: int = 1) -> Game:
    """The introduction when the German begins to march."""
    game = front1914.new(TITLE, "introduction", seed=seed)
    while game.decision.step != "move":
        game.act(make("staff", TITLE, 1).decide(game.seat(game.decision.side)))
    return game


def last_turn(dice: int = 0) -> Game:
    """The German marches for the last time."""
    start = {
        "title": TITLE,
        "scenario": "introduction",
        "turn": 4,
        "active": "german",
        "step": "move",
        "side": "german",
    }
    start |= {"units": UNITS, "control": dict.fromkeys(HELD.split(), "german"), "coup": 1}
    return front1914.from_position(start, seed=f"road-{dice}")


def test_it_spends_its_budget_most_of_it_on_the_best_and_the_same_again():
    first, again = general(), general()
    for each in (first, again):
        each.decide(last_turn().seat("german"))
    assert first.spent <= 1500 + 1
    assert len(first.values) > 2
    assert first.plan.name in first.values
    assert all(0 <= value <= 1 for value in first.values.values())
    assert min(first.tried.values()) < max(first.tried.values())
    assert (again.values, again.tried, again.spent, again.plan) == (first.values, first.tried, first.spent, first.plan)


def test_a_game_too_long_for_the_budget_is_played_as_the_staff_plays():
    logs = []
    for german in (general(40), make("staff", TITLE, 1)):
        game = front1914.new(TITLE, "introduction", seed=3)
        play(game, {"german": german, "entente": make("staff", TITLE, 2)})
        logs.append(game.log)
        assert not getattr(german, "values", {})
    assert logs[0] == logs[1]


def test_where_a_title_says_so_nothing_is_played_out():
    chooses = general()
    chooses.judgement = replace(chooses.judgement, played_out=False)
    chooses.decide(last_turn().seat("german"))
    assert chooses.plan is STEADY
    assert not chooses.spent


def offensive(scenario: str) -> Game:
    """The first march of a scenario of Offensive à outrance."""
    game = front1914.new("offensive_a_outrance", scenario=scenario, seed=1)
    staffs = {side: make("staff", "offensive_a_outrance", 1) for side in game.sides}
    while game.decision is not None and game.decision.step != "move":
        play(game, staffs, most=1)
    return game


def test_a_plan_is_played_for_as_long_as_the_title_says_and_the_prospects_tell_its_worth():
    game = offensive("introduction")
    chooses, seen = General("offensive_a_outrance", 1), list[Game]()

    def stops(twin: Game, taken: int, ends: bool) -> bool:
        seen[:] = [twin]
        return False

    world = front1914.imagined(game.view("allied"), 1)
    tried = chooses.attempt(world, "allied", STEADY, "key", None, stops)
    twin = seen[0]
    assert (twin.state.turn, twin.state.phase, twin.decision and twin.decision.side) == (2, "movement", "allied")
    assert tried.value == front1914.chance(twin, "allied", imagined=True)


def test_without_prospects_nothing_is_compared():
    game = offensive("lorraine")
    chooses = make("general", "offensive_a_outrance", 1, 8000)
    assert isinstance(chooses, General)
    assert game.decision is not None
    chooses.decide(game.seat(game.decision.side))
    assert not chooses.spent


def test_a_game_that_was_too_long_is_tried_again_when_it_could_be_short_enough():
    chooses = general(60)
    chooses.decide(marching().seat("german"))
    assert chooses.wakes == 3  # three decisions of four turns were played: the last two may be short enough
    assert chooses.spent == 60 // ENOUGH + 1


def test_by_the_clock_it_stops_within_its_seconds():
    chooses = general(None, seconds=0.3)
    chooses.decide(marching().seat("german"))
    assert chooses.spent < 3000
    assert chooses.late or not chooses.values


def test_plans_that_are_compared_differ_in_what_they_do():
    chooses = general()
    trials = Trials(chooses, last_turn().seat("german"), STEADY)
    trials.run()
    ends = []

    def stops(game: Game, taken: int, over: bool) -> bool:
        if over:
            ends.append(game.state.pack())
        return over

    for number in trials.values:
        chooses.attempt(trials._worlds[0], "german", trials.plans[number], f"{chooses.seed}:0:0", None, stops)
    assert len(ends) == len(trials.values) >= 4
    assert len(set(ends)) == len(ends)


def test_a_variant_changes_something_and_can_be_written_down():
    game = marching()
    judgement = front1914.judgement(TITLE)
    survey = Survey(judgement.sight(game.view("german")), judgement)
    drawn = [vary(LEAD, survey, random.Random(n), n) for n in range(30)]
    assert all(plan.plain() | {"name": "", "text": ""} != LEAD.plain() | {"name": "", "text": ""} for plan in drawn)
    assert all(plan.text for plan in drawn)
    assert drawn == [vary(LEAD, survey, random.Random(n), n) for n in range(30)]
    for plan in drawn:
        assert Plan.read(json.loads(json.dumps(plan.plain()))) == plan
        assert all(node in survey.reach(survey.pieces[unit]) for unit, node in plan.posts.items())
    assert any(plan.posts for plan in drawn)
    assert any(plan.weights for plan in drawn)


def test_a_plan_that_sends_a_piece_somewhere_is_obeyed():
    game = marching()
    judgement = front1914.judgement(TITLE)
    survey = Survey(judgement.sight(game.view("german")), judgement)
    unit = "g-1-2C"
    for node in islice(sorted(survey.reach(survey.pieces[unit])), 3):
        twin, staff = game.copy(history=False), Once(TITLE, 1)
        staff.obey(Plan("there", "one goes there", posts={unit: node}))
        while twin.decision.step in ("move", "march"):
            play(twin, {"german": staff}, most=1)
        row = twin.view("german")["position"]["units"][unit]
        assert row["at"] == str(survey.sight.board.words[node])


def test_what_is_tried_keeps_to_its_plan_for_one_turn():
    """After that it goes by the rule, as the staff does that will carry it on."""
    game = marching()
    staffs: dict[str, Staff] = {"german": Once(TITLE, 1), "entente": Staff(TITLE, 1)}
    staffs["german"].obey(HOLD)
    kept = {1: set[str](), 2: set[str]()}
    while game.decision is not None and game.state.turn < 3:
        side, turn, step = game.decision.side, game.state.turn, game.decision.step
        play(game, staffs, most=1)
        if side == "german" and step in ("march", "attack"):
            kept[turn].add(staffs["german"].plan.name)
    assert kept[1] == {"hold"}
    assert kept[2] <= {"storm", "steady", "lead"}
    assert kept[2]


def test_a_finished_game_is_worth_its_result_and_how_near_another_was():
    game = marching()
    play(game, {side: Staff(TITLE, 1) for side in game.sides})
    values = {side: worth(game, side) for side in game.sides}
    assert sum(values.values()) == pytest.approx(1)
    assert values[game.result.winner] > 0.5


def test_a_plan_must_be_surely_better_than_the_usual_one():
    trials = Trials(general(), marching().seat("german"), STEADY)
    trials.plans += [HOLD, LEAD]
    trials.values = {0: [0.5] * 8, 1: [0.6], 2: [0.3, 0.7] * 4}
    assert trials.best() == 0  # one lucky world tells nothing, nor does what is as good on the average
    trials.values[1] = [0.7] * 8
    assert trials.best() == 1
    assert 0 < trials.gain(1) < 0.2  # and it is trusted less than it seems


def wins(chooses: Staff, dice: int) -> float:
    """How the German ends who decides so in the last turn, the Entente going by the rule of the staff."""
    game = last_turn(dice)
    play(game, {"german": chooses, "entente": Staff(TITLE, dice)})
    return float(game.result.winner == "german")


def test_the_last_turn_is_won_by_what_the_staff_does_not_do():
    """The staff keeps its five cities and loses; who looks at how it ends goes for the sixth."""
    assert sum(wins(Staff(TITLE, n), n) for n in range(6)) == 0
    chosen = general(2000)
    won = wins(chosen, 0)
    for n in range(1, 6):
        follows = Once(TITLE, n)
        follows.obey(chosen.plan)
        won += wins(follows, n)
    assert won >= 3

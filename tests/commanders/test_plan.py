"""Plans: who is ahead keeps what he has, plans weigh goals and temper, and the general compares them by playing."""

from __future__ import annotations

import pytest

import front1914
from front1914.commanders import make
from front1914.commanders.general import TURN, General, Obedient
from front1914.commanders.levels import STAFF
from front1914.commanders.plan import EFFORT, HOLD, LEAD, STEADY, Plan, outlook, plans, posture
from front1914.kit.sight import Goal
from tests.ford.positions import ford

TITLE = "schlieffens_war"


def test_who_is_far_ahead_by_the_terms_keeps_what_he_has_and_the_other_must_take():
    game = front1914.new(TITLE, "introduction", seed=1)
    assert outlook(game, "entente") + outlook(game, "german") == pytest.approx(1)
    assert posture(game.seat("entente")) is LEAD
    assert posture(game.seat("german")) is STEADY


def test_a_plan_changes_only_what_it_names():
    assert STEADY.tempered(STAFF) == STAFF
    assert HOLD.tempered(STAFF).mark > STAFF.mark
    assert HOLD.tempered(STAFF).pull == STAFF.pull


def test_the_main_effort_weighs_the_goals_around_its_objective():
    game = front1914.new(TITLE, "introduction", seed=1)
    judgement = front1914.judgement(TITLE)
    plain, bent = (judgement.sight(game.view("german")) for _ in range(2))
    goal = next(goal for goal in plain.goals if not goal.mine)
    Plan("effort", "", effort=goal.node).weigh(bent)
    before, after = ({g.node: g.worth for g in sight.goals} for sight in (plain, bent))
    assert after[goal.node] == pytest.approx(EFFORT * before[goal.node])
    assert any(after[node] == before[node] for node in before)


def test_efforts_lie_apart():
    game = front1914.new(TITLE, "introduction", seed=1)
    sight = front1914.judgement(TITLE).sight(game.view("german"))
    sight.goals += [Goal(goal.node, 9.0, False) for goal in sight.goals[:1]]
    efforts = [plan.effort for plan in plans(sight, 20) if plan.effort is not None]
    assert len(efforts) == len(set(efforts))


def test_the_general_tells_what_its_plans_came_to_and_obeys_the_best():
    game = ford("move", b1="0301", b2="0302", b3="0202", r1="0505", r2="0508")
    general = make("general", "ford", 1, 2000)
    assert isinstance(general, General)
    general.decide(game.seat("blue"))
    assert len(general.values) > 2
    assert general.plan.name in general.values


def test_the_general_spends_its_budget_most_of_it_on_the_best():
    game = ford("move", b1="0301", b2="0302", b3="0202", r1="0505", r2="0508")
    general = make("general", "ford", 1, 2000)
    assert isinstance(general, General)
    general.decide(game.seat("blue"))
    assert general.spent <= 2000 + TURN
    assert general.tried[general.plan.name] == max(general.tried.values())
    assert min(general.tried.values()) < max(general.tried.values())
    again = make("general", "ford", 1, 2000)
    assert isinstance(again, General)
    again.decide(game.seat("blue"))
    assert (again.values, again.tried, again.spent) == (general.values, general.tried, general.spent)


def test_a_turn_too_long_for_the_budget_is_played_as_the_staff_plays():
    game = ford("move", b1="0301", b2="0302", b3="0202", r1="0505", r2="0508")
    general = make("general", "ford", 1, 1)
    assert isinstance(general, General)
    general.decide(game.seat("blue"))
    assert general.plan is STEADY


def test_what_is_tried_keeps_to_its_plan():
    """The staff of a trial does not go back to the rule when its side marches."""
    game = front1914.new(TITLE, "introduction", seed=1)
    staff = Obedient(TITLE, 1)
    staff.obey(HOLD)
    while game.decision.step != "move":
        game.act(make("staff", TITLE, 1).decide(game.seat(game.decision.side)))
    staff.decide(game.seat(game.decision.side))
    assert staff.plan is HOLD


def test_a_trial_that_is_cut_off_compares_nothing(monkeypatch):
    """Positions in the midst of a turn cannot be held against one another: then the staff's plan is kept."""
    monkeypatch.setattr("front1914.commanders.general.TURN", 2)
    game = ford("move", b1="0301", b2="0302", b3="0202", r1="0505", r2="0508")
    general = make("general", "ford", 1, seconds=5)
    assert isinstance(general, General)
    general.decide(game.seat("blue"))
    assert general.plan is STEADY
    assert not general.values

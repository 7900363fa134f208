"""Plans: who is ahead keeps what he has; plans weigh goals and temper."""

from __future__ import annotations

import pytest

import front1914
from front1914.commanders import levels
from front1914.commanders.levels import STAFF
from front1914.commanders.march import Planner
from front1914.commanders.plan import EFFORT, HOLD, LEAD, STEADY, STORM, Plan, outlook, plans, posture
from front1914.kit.sight import Goal

TITLE = "schlieffens_war"


def test_who_is_far_ahead_by_the_terms_keeps_what_he_has_and_the_other_must_take():
    game = front1914.new(TITLE, "introduction", seed=1)
    assert outlook(game, "entente") + outlook(game, "german") == pytest.approx(1)
    assert posture(game.seat("entente")) is LEAD
    assert posture(game.seat("german")) is STORM


def test_who_has_time_does_not_storm():
    game = front1914.new(TITLE, "campaign", seed=1)
    assert posture(game.seat("german")) is STEADY


def test_a_character_stays_itself_under_every_plan():
    for plan in (LEAD, STORM):
        bold, plain, cautious = (plan.tempered(temper) for temper in (levels.BOLD, STAFF, levels.CAUTIOUS))
        assert bold.mark < plain.mark < cautious.mark
        assert bold.danger < plain.danger < cautious.danger


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


@pytest.mark.parametrize(("level", "closes_up"), [("recruit", True), ("staff", False)])
def test_who_does_not_reckon_with_hunger_closes_up_to_his_supply(
    level: str, closes_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A recruit pays no price for hunger; he is brought back into supply as before it had one."""
    called: list[Planner] = []
    monkeypatch.setattr(Planner, "close_up", lambda planner: called.append(planner))
    seat = front1914.new(TITLE, "introduction", seed="5").seat("german")
    front1914.commander(level, TITLE, seed=1).decide(seat)
    assert bool(called) is closes_up

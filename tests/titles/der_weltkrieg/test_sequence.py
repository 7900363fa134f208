"""4, 5: the set-up, the month, the turn and its phases."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import Game
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS
from front1914.titles.der_weltkrieg.sequence import advance
from front1914.titles.der_weltkrieg.world import FRONT, UNITS
from tests.titles.der_weltkrieg.positions import asked, bare, happened, mark, refused, situation, strength, where

rule = pytest.mark.rule


def play(game: Game, until: int) -> None:
    """Everybody finishes everything as soon as he may, until so many phases have begun."""
    rng = random.Random(1)
    while game.decision is not None and len(happened(game, "phase")) < until:
        actions = game.decision.actions
        ends = [a for a in actions if a.verb in ("done", "stay", "stop")] or actions
        action = rng.choice(ends)
        game.act(action.verb, action.arg) if action.arg is not None else game.act(action.verb)


@rule("2.1")
def test_there_are_two_sides_and_each_leads_all_its_nations() -> None:
    game = situation({"be-1": "1706", "f-1": "1409", "g-3": "2306"}, side="entente", turn=2)
    assert {"be-1", "f-1"} <= {a.arg for a in game.decision.actions if a.verb == "unit"}  # type: ignore[union-attr]
    assert refused(game, "unit", "g-3") == "6-3"
    assert game.title.info.sides == ("central", "entente")


@rule("4.1")
def test_units_stand_where_the_scenario_puts_them() -> None:
    game = front1914.new("der_weltkrieg", "liege")
    for placed in SCENARIOS["liege"].placed:
        if placed.turn is None:
            word = str(UNITS[placed.unit])
            assert where(game, word) == game.title.nouns["hex"][placed.at]
            assert strength(game, word) == (placed.strength or FRONT[placed.unit])
    assert where(game, "be-F-Liege") == "2107"
    assert strength(game, "be-F-Liege") == 36


@rule("5.4", "5.5", "5.6", "5.7", "5.8", "5.10")
def test_the_eight_phases_of_a_turn() -> None:
    game = front1914.new("der_weltkrieg", "liege")
    play(game, 9)
    phases = [(event["side"], event["phase"]) for event in happened(game, "phase")]
    four = ["reinforcement", "movement", "combat", "recombination"]
    assert phases[:8] == [*(("central", phase) for phase in four), *(("entente", phase) for phase in four)]
    assert (game.state.year, game.state.month, game.state.turn) == (1914, 8, 3)


@rule("5.9", "5.1")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1914, 8, 7), (1914, 9, 0)),
        ((1914, 8, 3), (1914, 8, 4)),
        ((1914, 12, 7), (1915, 1, 0)),
        ((1914, 9, 0), (1914, 9, 1)),
    ],
)
def test_the_turn_marker_advances(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    s = bare({"g-3": "2306"})
    s.year, s.month, s.turn = before
    advance(s)
    assert (s.year, s.month, s.turn) == after


@rule("5.1", "5.2", "5.3")
def test_a_month_begins_with_its_special_turn() -> None:
    game = situation(
        {"g-3": "2306", "f-1": "1409"},
        month=9,
        turn=0,
        flow=[["turn"]],
        hexes={"2306": {"work": "construction", "builder": "central"}},
    )
    assert happened(game, "phase")[0]["phase"] == "special"
    assert game.state.work[game.title.nouns["hex"].number("2306")] == 2  # completed before new works begin
    play(game, 3)
    phases = [event["phase"] for event in happened(game, "phase")]
    assert phases[:3] == ["special", "reinforcement", "movement"]
    assert game.state.turn == 1


@rule("6-8")
def test_points_are_not_kept_for_the_next_phase() -> None:
    game = situation({"g-3": "2306", "f-1": "1409"})
    game.act("unit", "g-3")
    game.act("to", "2307")
    assert mark(game, "g-3", "spent") > 0
    game.act("stop")
    game.act("done")
    assert mark(game, "g-3", "spent") == 0
    assert asked(game)[0] == "entente"

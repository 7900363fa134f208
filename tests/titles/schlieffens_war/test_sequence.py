"""5.0: the sequence of play."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.titles.schlieffens_war.charts import dates
from tests.titles.schlieffens_war.positions import situation

rule = pytest.mark.rule


def phases(game: Game) -> list[tuple[int, str, str]]:
    """The phases that have begun: turn, side, phase."""
    return [(e.data["turn"], e.data["side"], e.data["phase"]) for e in game.events if e.kind == "phase"]


def pass_until(game: Game, turn: int) -> None:
    """Everybody does as little as possible until a turn begins."""
    while game.decision is not None and game.state.turn < turn:
        verbs = [action.verb for action in game.decision.actions]
        game.act("done") if "done" in verbs else game.act(game.decision.actions[0])


QUIET = {"g-1-II": "1006", "f-5-I": "2316"}
WORK = ("movement", "combat", "administrative")


@rule("1.3")
def test_there_are_two_sides() -> None:
    assert front1914.title("schlieffens_war").info.sides == ("german", "entente")


@rule("5.0", "5.1.a")
def test_turn_1_has_no_regroup_phase() -> None:
    """SW-EX-056."""
    game = situation(QUIET, turn=1, flow=[["turn"]])
    pass_until(game, 2)
    turn_1 = [(side, phase) for turn, side, phase in phases(game) if turn == 1]
    assert turn_1 == [(side, phase) for side in ("german", "entente") for phase in WORK]


@rule("5.1", "5.0", "5.2")
def test_the_order_of_phases() -> None:
    """SW-EX-057."""
    game = situation(QUIET, turn=2, flow=[["turn"]])
    pass_until(game, 3)
    turn_2 = [(side, phase) for turn, side, phase in phases(game) if turn == 2]
    assert turn_2 == [(side, phase) for side in ("german", "entente") for phase in ("regroup", *WORK)]


@rule("5.0.a")
def test_the_phasing_side_moves_and_the_other_does_not() -> None:
    game = situation(QUIET, turn=1, flow=[["turn"]])
    assert game.decision is not None
    assert game.decision.side == "german"
    reason = game.why_not("unit", "f-5-I")
    assert reason is not None
    assert reason.rule == "5.0"
    game.act("done")
    assert game.decision is not None
    assert game.decision.side == "entente"
    assert game.why_not("unit", "f-5-I") is None


@rule("5.0.b")
def test_nobody_goes_back_to_a_finished_phase() -> None:
    game = situation({"g-1-II": "2316", "g-1-III": "2316", "f-5-I": "2317"}, turn=1, flow=[["turn"]])
    game.act("unit", "g-1-III")
    game.act("stay")
    assert game.undoable == 2
    game.act("done")
    assert game.decision is not None
    assert (game.decision.side, game.state.phase) == ("german", "combat")
    assert game.undoable == 0
    with pytest.raises(front1914.NoUndo):
        game.undo()


@rule("5.0.b")
def test_a_finished_move_is_not_resumed() -> None:
    game = situation({"g-1-II": "2316", "g-1-III": "2316"})
    game.act("unit", "g-1-II")
    game.act("to", "2317")
    game.act("stop")
    reason = game.why_not("unit", "g-1-II")
    assert reason is not None
    assert reason.rule == "10.0"


@rule("1.2.a")
@pytest.mark.parametrize(
    ("turn", "days"),
    [
        (1, "2-5 Aug"),
        (2, "6-9 Aug"),
        (3, "10-13 Aug"),
        (4, "14-17 Aug"),
        (5, "18-21 Aug"),
        (6, "22-25 Aug"),
        (7, "26-29 Aug"),
        (8, "30 Aug-2 Sep"),
        (9, "3-6 Sep"),
        (10, "7-10 Sep"),
    ],
)
def test_the_dates_of_the_turns(turn: int, days: str) -> None:
    """SW-EX-051 to 053."""
    assert dates(turn) == days
    assert situation(QUIET, turn=turn).view("german")["date"] == days


@rule("5.6.c")
def test_ten_turns_and_no_more() -> None:
    game = situation(QUIET, turn=9, flow=[["turn"]])
    pass_until(game, 11)
    assert game.state.turn == 10
    assert game.result is not None
    assert game.result.level == "points"


def test_what_the_last_phase_remembered_is_forgotten() -> None:
    game = situation({"g-1-II": "2316", "f-5-I": "2610"}, turn=1, flow=[["turn"]])
    game.act("unit", "g-1-II")
    game.act("to", "2317")
    game.act("stop")
    game.act("done")
    assert game.state.phase == "movement"
    assert not any(game.state.spent)
    assert not any(game.state.marched)


# ---- taking back (5.0, 11.6)


@rule("11.6.a", "5.0.b")
def test_a_resolved_attack_is_not_taken_back_alone() -> None:
    """Here neither a die falls nor a hidden unit is shown: 8:1 is decided without a die (11.9)."""
    units = dict.fromkeys(("g-1-II", "g-1-III"), "2215") | {"f-1-1GRD": ("2316", 1, "out"), "f-5-I": "2318"}
    game = situation({**units, "g-7-ERS": "2610", "f-1-VII": "2611"}, step="attack")
    game.act("to", "2316")
    for unit in ("g-1-II", "g-1-III"):
        game.act("unit", unit)
    assert game.undoable == 3
    game.act("commit")
    assert not any(event.data.get("die") for event in game.events if event.kind == "result")
    assert [event.kind for event in game.events if event.kind == "result"]
    assert game.undoable == 0


@rule("5.0.b")
@pytest.mark.parametrize(("takebacks", "left"), [("phase", 3), ("operation", 0)])
def test_how_far_a_player_goes_back_is_agreed_before_the_game(takebacks: str, left: int) -> None:
    units = {"g-1-II": "2316", "g-1-III": "2316", "f-5-I": "2120"}
    game = situation(units, options={"takebacks": takebacks})
    game.act("unit", "g-1-II")
    game.act("to", "2315")
    assert game.undoable == 2  # the move is not finished
    game.act("stop")
    assert game.undoable == left


@rule("5.0.b")
def test_a_finished_regrouping_stands_where_it_was_agreed_so() -> None:
    units = {"g-1-II": ("1005", "fatigued"), "g-1-III": ("1005", "fatigued"), "g-1-HQ": "1005", "f-5-I": "2316"}
    game = situation(units, step="rally", options={"takebacks": "operation"})
    game.act("unit", "g-1-II")
    assert game.undoable == 0


@rule("1.3")
def test_the_entente_player_commands_three_nations() -> None:
    units = {"g-1-II": "1006", "f-5-I": "2316", "b-I": "2318", "be-1": "1112"}
    game = situation(units, side="entente", turn=5)
    assert game.decision is not None
    assert game.decision.side == "entente"
    assert {"f-5-I", "b-I", "be-1"} <= {action.arg for action in game.decision.actions}
    assert "g-1-II" not in {action.arg for action in game.decision.actions}

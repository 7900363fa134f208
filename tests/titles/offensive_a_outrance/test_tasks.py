"""7.5, 7.8: tasks: recovery of effectiveness, what is carried over, what is lost."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import TASK_COST
from front1914.titles.offensive_a_outrance.state import DIG, NO_TASK, RECOVER
from tests.titles.offensive_a_outrance.positions import Placed, asked, mark, refused, situation, verbs

rule = pytest.mark.rule
C, N, S = "07.59", "07.58", "07.60"
FLOW = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "attack"], ["move"], ["begin_movement"]]


def picked(units: dict[str, Placed], unit: str, side: str = "allied", **more: Any) -> Game:
    """The unit is about to march."""
    game = situation(units, side=side, **more)
    game.act("unit", unit)
    return game


def begun(units: dict[str, Placed], phase: str = "movement", **more: Any) -> Game:
    """A movement phase of the Allies has just begun."""
    phasing = "allied" if phase == "movement" else "german"
    return situation(units, flow=FLOW, phase=phase, phasing=phasing, active="allied", **more)


@rule("7.5", "1.1.aa", "7.8.1")
def test_nine_points_recover_a_level() -> None:
    """OAO-7.5-01."""
    assert TASK_COST == {RECOVER: 9, DIG: 13}
    game = picked({"f-13/21": (C, "ce -2"), "g-3/2": "07.55"}, "f-13/21")
    game.act("recover")
    assert (mark(game, "f-13/21", "ce"), mark(game, "f-13/21", "spent")) == (1, 9)
    assert asked(game) == ("allied", "move")
    assert refused(game, "unit", "f-13/21") == "7.1.2"


@rule("7.5.b", "7.8")
def test_what_is_left_is_carried_over() -> None:
    game = picked({"f-13/21": (C, "ce -2"), "g-3/2": "07.55"}, "f-13/21", phase="counter_movement")
    game.act("recover")
    assert (mark(game, "f-13/21", "ce"), mark(game, "f-13/21", "task"), mark(game, "f-13/21", "done")) == (
        2,
        RECOVER,
        5,
    )


@rule("7.8.2")
def test_a_task_must_be_completed_first() -> None:
    """Five MPs were spent on a position; the first eight of the next phase complete it, one is left."""
    game = begun({"f-13/21": (C, "task dig", "done 5"), "g-3/2": "07.57"})
    assert game.state.ip[HEXES.number(C)] == 2
    assert (mark(game, "f-13/21", "spent"), mark(game, "f-13/21", "task")) == (8, NO_TASK)
    game.act("unit", "f-13/21")
    game.act("to", S)


@rule("7.8.2")
def test_it_is_not_given_up() -> None:
    game = begun({"f-13/21": (C, "ce -1", "task recover", "done 2"), "g-3/2": "07.55"}, phase="counter_movement")
    assert (mark(game, "f-13/21", "done"), mark(game, "f-13/21", "task")) == (7, RECOVER)
    assert refused(game, "unit", "f-13/21") == "7.1.2"


@rule("7.8.1.a")
def test_one_task_at_a_time() -> None:
    units: dict[str, Placed] = {"f-13/21": (C, "ce -1", "task dig", "done 2"), "g-3/2": "07.55"}
    game = picked(units, "f-13/21", pools={"allied_ip": 2})
    assert refused(game, "recover") == "7.8.1"


@rule("7.5", "5.5.2")
def test_only_formations_recover() -> None:
    game = picked({"f-Ch-13": C, "g-3/2": "07.55"}, "f-Ch-13")
    assert refused(game, "recover") == "7.5"
    game = picked({"f-13/21": C, "g-3/2": "07.55"}, "f-13/21")
    assert refused(game, "recover") == "7.5"  # nothing to recover


@rule("7.5.a")
def test_no_forced_points_for_it() -> None:
    game = picked({"f-13/21": (C, "ce -1", "spent 9"), "g-3/2": "07.55"}, "f-13/21")
    assert refused(game, "recover") == "7.8.1"


# ---- how near the enemy may be


@rule("7.5.1.a")
@pytest.mark.parametrize(("enemy", "allowed"), [("07.56", True), ("07.57", False), ("07.58", False)])
def test_three_hexes_from_the_enemy(enemy: str, allowed: bool) -> None:
    """OAO-7.5.1-01."""
    game = picked({"f-13/21": (C, "ce -1"), "g-3/2": enemy}, "f-13/21")
    assert (game.why_not("recover") is None) == allowed


@rule("7.5.1.a", "7.5.1.c")
@pytest.mark.parametrize(("dug", "allowed"), [(1, True), (0, False)])
def test_behind_a_screen_in_positions_two_will_do(dug: int, allowed: bool) -> None:
    units: dict[str, Placed] = {"f-13/21": (C, "ce -1"), "f-43/21": N, "g-3/2": "07.57"}
    game = picked(units, "f-13/21", hexes={N: {"ip": dug}})
    assert (game.why_not("recover") is None) == allowed


@rule("7.5.1.a", "7.5.1.b", "7.5.1.d")
@pytest.mark.parametrize(
    ("turn", "unit", "at", "enemy", "dug", "allowed"),
    [
        pytest.param(10, "f-72r", "47.45", "48.45", 0, True, id="OAO-7.5.1-02 level 2"),
        pytest.param(18, "f-13/21", C, N, 1, False, id="OAO-7.5.1-02 level 1 too early"),
        pytest.param(19, "f-13/21", C, N, 1, True, id="OAO-7.5.1-02 level 1"),
        pytest.param(19, "f-13/21", C, N, 0, False, id="no position"),
    ],
)
def test_beside_the_enemy_in_a_position(turn: int, unit: str, at: str, enemy: str, dug: int, allowed: bool) -> None:
    game = picked({unit: (at, "ce -1"), "g-3/2": enemy}, unit, turn=turn, hexes={at: {"ip": dug}})
    assert (game.why_not("recover") is None) == allowed


@rule("7.5.1a")
def test_beside_the_enemy_it_is_done_at_once_or_not_at_all() -> None:
    units: dict[str, Placed] = {"f-13/21": (C, "ce -1"), "g-3/2": N}
    game = picked(units, "f-13/21", turn=20, hexes={C: {"ip": 1}}, phase="counter_movement")
    assert refused(game, "recover") == "7.5.1a"


@rule("7.5.1a.a")
def test_a_position_of_this_phase_does_not_help() -> None:
    game = picked({"f-13/21": (C, "ce -1"), "g-3/2": N}, "f-13/21", turn=20, hexes={C: {"ip": 2}})
    assert refused(game, "recover") == "7.5.1"


@rule("7.5.2", "6.4.d")
@pytest.mark.parametrize(("enemy", "allowed"), [("07.54", True), ("07.55", False)])
def test_the_demoralised_need_five(enemy: str, allowed: bool) -> None:
    """OAO-6.4-02: five hexes, not four."""
    game = picked({"f-13/21": (C, "ce D1"), "g-3/2": enemy}, "f-13/21")
    assert (game.why_not("recover") is None) == allowed
    if not allowed:
        assert refused(game, "recover") == "7.5.2"


@rule("7.5.2.a")
@pytest.mark.parametrize(
    ("unit", "at", "enemy", "allowed"),
    [
        pytest.param("f-13/21", "17.37", "19.37", True, id="OAO-7.5.2-01 Paris"),
        pytest.param("be-5", "17.37", "19.37", False, id="a Belgian in Paris"),
        pytest.param("be-5", "52.17", "54.17", True, id="Antwerpen"),
        pytest.param("f-13/21", "17.37", "18.37", False, id="beside him"),
    ],
)
def test_in_paris_and_antwerpen_two_will_do(unit: str, at: str, enemy: str, allowed: bool) -> None:
    """OAO-6.4-03, B9: 6.4 says three hexes, 7.5.2 two: two are enough."""
    game = picked({unit: (at, "ce D1"), "g-3/2": enemy}, unit)
    assert (game.why_not("recover") is None) == allowed


# ---- what is lost (7.8.3)


@rule("7.8.3.a")
def test_an_enemy_who_comes_near_ends_a_recovery() -> None:
    units: dict[str, Placed] = {"f-13/21": (C, "ce -1", "task recover", "done 5"), "g-3/2": "07.56"}
    game = picked(units, "g-3/2", side="german")
    game.act("to", "07.57")
    assert mark(game, "f-13/21", "done") == 5
    game.act("to", N)
    assert (mark(game, "f-13/21", "task"), mark(game, "f-13/21", "done")) == (NO_TASK, 0)


@rule("7.8.3.a")
def test_but_not_the_building_of_a_position() -> None:
    game = picked({"f-13/21": (C, "task dig", "done 5"), "g-3/2": "07.57"}, "g-3/2", side="german")
    game.act("to", N)
    assert (mark(game, "f-13/21", "task"), mark(game, "f-13/21", "done")) == (DIG, 5)


@rule("7.1.2.d", "7.5")
def test_a_force_that_works_stays() -> None:
    game = picked({"f-13/21": (C, "ce -1"), "f-Ch-13": C, "g-3/2": "07.55"}, "f-13/21")
    game.act("recover")
    game.act("unit", "f-Ch-13")
    assert "to" in verbs(game)  # the Asset has spent nothing

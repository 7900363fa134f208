"""The order of battle and the calendar of every title: true to the rules, and open only where the rules are."""

from __future__ import annotations

import random
from typing import Any

import pytest

import front1914
from front1914 import Due, Game
from front1914.analysis.twins import imagined_twin

SCENARIOS = [(info.id, scenario.id) for info in front1914.titles() for scenario in info.scenarios if info.id != "ford"]
PLACES = ("field", "coming", "lost", "left")


def heads(game: Game, side: str, kind: str | None = None) -> list[tuple[int, str]]:
    return [(due.turn, due.head) for due in game.calendar(side) if kind in (None, due.kind)]


def find(game: Game, side: str, head: str) -> Due:
    return next(due for due in game.calendar(side) if due.head == head)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_every_scenario_has_a_calendar_with_an_end_and_an_order_of_battle(title: str, scenario: str) -> None:
    game = front1914.new(title, scenario, seed=1)
    sheet = game.title.printed()
    for side in (*game.sides, front1914.OBSERVER):
        orders = game.orders(side)
        assert any(entry["kind"] == "end" for entry in orders["entries"])
        assert all(entry["head"] for entry in orders["entries"])
        assert all(orders["dates"].values())
        for entry in orders["entries"]:
            assert set(entry["units"]) <= sheet["pieces"].keys()
            assert entry["nation"] in ("", *sheet["nations"])
        for troop in game.muster(side):
            assert troop.where in PLACES
            assert (troop.at is not None) == (troop.where == "field")
            assert troop.unit in sheet["pieces"]
            assert troop.nation in sheet["nations"]


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_whoever_is_not_shown_is_not_in_the_order_of_battle(title: str, scenario: str) -> None:
    game = played(title, scenario, 60)
    for side in game.sides:
        shown = {piece["id"] for piece in game.screen(side).get("pieces", ()) if piece.get("at")}
        known = {troop.unit for troop in game.muster(side) if troop.where == "field"}
        assert known <= shown


def played(title: str, scenario: str, decisions: int) -> Game:
    game, rng = front1914.new(title, scenario, seed=4), random.Random(4)
    for _ in range(decisions):
        if game.decision is not None:
            game.act(rng.choice(game.decision.actions))
    return game


@pytest.mark.parametrize("title", [info.id for info in front1914.titles() if info.id != "ford"])
def test_twins_have_the_same_orders(title: str) -> None:
    scenario = next(s.id for s in front1914.title(title).info.scenarios if s.first)
    for decisions in (5, 40, 90):
        game = played(title, scenario, decisions)
        for side in game.sides:
            twin = imagined_twin(game, game.view(side), random.Random(decisions))
            assert twin.orders(side) == game.orders(side)


# -- Schlieffen's War ---------------------------------------------------------------------------------------------


def schlieffen() -> Game:
    return front1914.new("schlieffens_war", "campaign", {"setup": "historical"}, seed=1)


@pytest.mark.rule("9.2")
@pytest.mark.rule("9.3")
def test_the_british_land_on_turn_3_and_the_sixth_army_comes_on_turn_7() -> None:
    game = schlieffen()
    assert heads(game, "german", "arrive") == [(3, "The British land"), (7, "The French 6th Army")]
    assert (4, "The British may act") in heads(game, "german")


@pytest.mark.rule("9.4")
def test_corps_leave_for_the_east_on_turn_7() -> None:
    assert heads(schlieffen(), "entente", "leave") == [(7, "Corps for the East")]


@pytest.mark.rule("6.6")
def test_of_an_enemy_stack_only_the_top_is_in_the_order_of_battle() -> None:
    game = schlieffen()
    mine = [troop for troop in game.muster("german") if troop.side == "german" and troop.where == "field"]
    his = [troop for troop in game.muster("entente") if troop.side == "german" and troop.where == "field"]
    assert len(his) < len(mine)


# -- Germany at War -----------------------------------------------------------------------------------------------


@pytest.mark.rule("6.1")
@pytest.mark.rule("7.10")
def test_blocks_with_a_green_number_join_the_pool_in_their_month() -> None:
    game = front1914.new("germany_at_war", "campaign", seed=1)
    due = [entry for entry in game.calendar("german") if entry.head == "Joins the Pool" and entry.side == "german"]
    assert [(entry.turn, len(entry.units)) for entry in due] == [(2, 1), (3, 6), (4, 1)]
    assert {entry.turn for entry in game.calendar("entente") if entry.head == "Reinforcements"} == {2, 3, 4}


@pytest.mark.rule("1.3")
def test_concealed_blocks_are_in_nobody_elses_order_of_battle() -> None:
    game = played("germany_at_war", "introduction", 60)
    sees = {troop.unit for troop in game.muster("german") if troop.side == "entente" and troop.where == "field"}
    face_up = {piece["id"] for piece in game.screen("german")["pieces"] if not piece.get("hidden")}
    assert sees <= face_up


# -- 1914 - Fixed -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GT-2")
def test_only_the_german_reads_when_the_game_ends() -> None:
    game: Any = front1914.new("fixed_1914", "campaign", {"setup": "historical"}, seed=1)
    while game.state.phase == "setup":
        game.act(game.decision.actions[0])
    german, allied = (next(due for due in game.calendar(side) if due.kind == "end") for side in ("german", "allied"))
    assert (german.turn, german.sure) == (game.state.last_turn, True)
    assert (allied.sure, allied.head) == (False, "The end is near")


@pytest.mark.rule("BA-1")
def test_the_bef_is_not_sure_before_a_neutral_is_invaded() -> None:
    game = front1914.new("fixed_1914", "campaign", seed=1)
    assert not find(game, "german", "The BEF lands").sure


@pytest.mark.rule("PP-4")
@pytest.mark.rule("PP-10")
def test_the_turn_record_of_fixed() -> None:
    game = front1914.new("fixed_1914", "campaign", seed=1)
    assert find(game, "allied", "North Africans").turn == 4
    assert find(game, "allied", "North Army").turn == 7


# -- Der Weltkrieg ------------------------------------------------------------------------------------------------


@pytest.mark.rule("25-1")
def test_what_is_on_the_schedule_stands_in_the_calendar() -> None:
    game = front1914.new("der_weltkrieg", "frontiers", seed=1)
    waiting = {troop.unit for troop in game.muster("central") if troop.where == "coming"}
    dated = {unit for due in game.calendar("central") if due.kind == "arrive" for unit in due.units}
    assert waiting
    assert waiting <= dated


# -- Offensive a outrance -----------------------------------------------------------------------------------------


@pytest.mark.rule("25.2")
@pytest.mark.rule("16.1")
def test_the_schedule_of_the_campaign() -> None:
    game = front1914.new("offensive_a_outrance", "campaign", seed=1)
    assert (6, "Corps for the East") in heads(game, "allied", "leave")
    assert (6, "French Sixth Army") in heads(game, "german", "arrive")
    assert find(game, "german", "The last turn").turn == 30


@pytest.mark.rule("3.1.6")
def test_nobody_reads_the_strength_of_an_enemy() -> None:
    game = front1914.new("offensive_a_outrance", "lorraine", seed=1)
    for troop in game.muster("allied"):
        if troop.side == "german" and troop.where == "field":
            assert troop.strength is None

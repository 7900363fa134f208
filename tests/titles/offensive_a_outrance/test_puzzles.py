"""Positions that a staff must master: the question is put by the situation, the answer is any play that achieves it."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.commanders import make, play
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, OPEN
from front1914.titles.offensive_a_outrance.command import judgement
from front1914.titles.offensive_a_outrance.world import IS_LINE, SIDE, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, happened, mark, situation, where

TITLE = "offensive_a_outrance"
SUBURB, EAST, CENTRE = "55.70", "56.69", "56.70"  # the three hexes of Mülhausen
MUELHAUSEN = (SUBURB, EAST, CENTRE)
EDGE = ("60.66", "60.67", "60.68", "60.69", "60.70")  # where help arrives
DEPOTS: dict[str, Placed] = {"f-dALSACE": "51.69", "g-dSEVENTH": "60.69"}


def play_while(game: Game, *phases: str, level: str = "staff", seed: int = 1) -> Game:
    """Lets commanders play as long as one of these phases of this Player Turn goes on."""
    commanders = {side: make(level, TITLE, seed) for side in game.sides}
    moment = game.state.turn, game.state.phasing
    while game.decision is not None and (game.state.turn, game.state.phasing) == moment and game.state.phase in phases:
        play(game, commanders, most=1)
    return game


def introduction(units: dict[str, Placed], **more: object) -> Game:
    """Around Mülhausen."""
    return situation(DEPOTS | units, scenario="introduction", **more)  # type: ignore[arg-type]


def held(game: Game, side: str) -> set[str]:
    """The hexes of Mülhausen in which infantry Formations of a side stand."""
    return {
        word for word in MUELHAUSEN if any(SIDE[u] == side and IS_LINE[u] for u in game.state.stack(HEXES.number(word)))
    }


def attacked(game: Game) -> list[str]:
    return [str(told["hex"]) for told in happened(game, "battle")]


def attackers(game: Game, target: str) -> int:
    return sum(len(told["units"]) for told in happened(game, "battle") if told["hex"] == target)


def test_open_ground_that_decides_the_game_is_taken_now():
    units: dict[str, Placed] = {"f-14/7": "54.70", "f-41/7": "54.69", "f-66r": "55.71", "g-55-Lw": "59.70"}
    game = play_while(introduction(units, turn=3), "movement")
    assert held(game, "allied") == set(MUELHAUSEN)


def test_it_is_taken_back():
    units: dict[str, Placed] = {"g-28/14": "57.71", "g-55-Lw": "58.69", "f-14/7": SUBURB}
    game = play_while(introduction(units, side="german", turn=3, held={"allied": MUELHAUSEN}), "movement")
    assert held(game, "german") == {EAST, CENTRE}


@pytest.mark.parametrize("target", MUELHAUSEN)
def test_a_weak_garrison_is_attacked_by_enough_and_driven_out(target):
    beside = [str(HEXES[n]) for n in BOARD.neighbours[HEXES.number(target)]]
    places = sorted(word for word in beside if word not in MUELHAUSEN)[:2]
    units: dict[str, Placed] = {"f-14/7": places[0], "f-41/7": places[1], "g-Bodungen": target}
    game = play_while(introduction(units, turn=3, seed=2), "movement", "counter_movement", "attack")
    assert attacked(game) == [target]
    assert attackers(game, target) >= 2
    assert target in held(game, "allied")


@pytest.mark.parametrize(("target", "near", "far"), [(SUBURB, "54.69", "53.70"), (EAST, "55.69", "53.69")])
def test_who_stands_beside_the_enemy_holds_him_until_the_others_have_come(target, near, far):
    """7.3.3: they have no points left for markers of their own, but one marker is enough to hold one Force."""
    units: dict[str, Placed] = {"f-41/7": near, "f-66r": "52.70", "f-14/7": far, "g-Bodungen": target}
    game = play_while(introduction(units, turn=2, held={"allied": ("55.70",)} if target == EAST else None), "movement")
    assert mark(game, "f-41/7", "pa") == HEXES.number(target)
    late = [unit for unit in ("f-66r", "f-14/7") if mark(game, unit, "pa") < 0]
    assert any(BOARD.distance(HEXES.number(where(game, unit)), HEXES.number(target)) == 1 for unit in late)
    play_while(game, "counter_movement")
    assert where(game, "g-Bodungen") == target


def test_a_hopeless_attack_is_refused():
    units: dict[str, Placed] = {"f-63r": ("54.70", "sr 2"), "g-28/14": SUBURB, "g-29/14": SUBURB}
    game = play_while(introduction(units, step="attack", phase="attack"), "attack")
    assert attacked(game) == []


def test_a_garrison_does_not_leave_for_bait():
    units: dict[str, Placed] = {"g-Bodungen": SUBURB, "f-8-c": ("56.71", "sr 1"), "f-14/7": "53.70", "f-66r": "53.69"}
    game = play_while(introduction(units, side="german"), "movement", "attack")
    assert SUBURB in held(game, "german")


def test_who_comes_to_help_is_the_strongest():
    units: dict[str, Placed] = {"g-Bodungen": SUBURB, "f-14/7": "53.70"}
    waiting: dict[str, Placed] = {"g-28/14": ("track", "due 2"), "g-29/14": ("track", "due 2")}
    flow = [["turn"], ["end_of_turn"], ["phase", "movement"], ["choose_arrival"]]
    game = introduction(units | waiting, phase="preliminary", flow=flow, active="german", phasing="german")
    play(game, {"german": make("staff", TITLE, 1)}, most=2)
    far = {entry: min(BOARD.distance(HEXES.number(entry), HEXES.number(h)) for h in MUELHAUSEN) for entry in EDGE}
    assert far[where(game, "g-29/14")] == min(far.values())


def test_a_retreat_goes_clear_of_the_enemy():
    units: dict[str, Placed] = {"g-Bodungen": SUBURB, "f-14/7": "54.70", "f-41/7": "56.71"}
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["retreat", ["g-Bodungen"], 2, SUBURB, 0]]
    game = introduction(units, phase="attack", flow=flow, active="allied", phasing="allied")
    play(game, {"german": make("staff", TITLE, 1)}, most=1)
    assert not game.state.ground("allied").zone >> HEXES.number(where(game, "g-Bodungen")) & 1


def test_a_reduction_falls_on_whom_it_costs_least():
    units: dict[str, Placed] = {"f-14/7": "54.70", "f-63r": ("54.70", "sr 1"), "g-Bodungen": SUBURB}
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["loss", ["f-14/7", "f-63r"], 1]]
    game = introduction(units, phase="attack", flow=flow, active="allied", phasing="allied")
    play(game, {"allied": make("staff", TITLE, 1)}, most=1)
    assert (mark(game, "f-14/7", "sr"), mark(game, "f-63r", "sr")) == (0, 2)


@pytest.mark.parametrize(("target", "intense"), [(SUBURB, True), ("57.72", False)])
def test_full_intensity_is_kept_for_ground_that_counts(target, intense):
    beside = [str(HEXES[n]) for n in BOARD.neighbours[HEXES.number(target)]]
    units: dict[str, Placed] = {"f-66r": beside[5], "g-Bodungen": target, "f-14/7": "53.70"}
    game = introduction(units, step="attack", phase="attack", turn=3)
    game.act("to", target)
    game.act("unit", "f-66r")
    game.act("done")
    game.act("done")
    play_while(game, "attack")
    told = [event["intense"] for event in happened(game, "intensity") if event["side"] == "allied"]
    assert told == [intense]


def test_trains_close_up_behind_their_corps():
    units: dict[str, Placed] = {"f-14/7": "54.69", "f-41/7": "54.69", "f-t7": "50.66", "g-55-Lw": "59.70"}
    game = play_while(introduction(units), "movement")
    train, corps = HEXES.number(where(game, "f-t7")), HEXES.number(where(game, "f-14/7"))
    assert BOARD.distance(train, corps) <= 5


def test_the_tired_recover_when_nobody_is_near():
    units: dict[str, Placed] = {"f-14/7": (SUBURB, "ce -2"), "f-41/7": EAST, "f-66r": CENTRE, "g-dSEVENTH": "60.69"}
    game = play_while(introduction(units, held={"allied": MUELHAUSEN}), "movement")
    assert mark(game, "f-14/7", "ce") < 2 or game.state.task[UNITS.number("f-14/7")]


def test_what_is_hidden_changes_no_decision():
    """Two positions that look alike to the Allies: the brigades under the top one differ."""
    plays = []
    for other in ("g-55-Lw", "g-110-Lw"):
        units: dict[str, Placed] = {"f-14/7": "54.70", "f-41/7": "54.69", "g-29/14": SUBURB, other: SUBURB}
        absent = {"g-55-Lw", "g-110-Lw"} - {other}
        game = introduction(units | dict.fromkeys(absent, "60.66"))
        seats, commander = [], make("staff", TITLE, 3)
        while game.state.phase == "movement":
            play(game, {"allied": commander, "german": make("staff", TITLE, 3)}, most=1)
            seats.append([why.text for why in commander.reasons])
        plays.append(seats)
    assert plays[0] == plays[1]


def test_every_decision_has_a_reason():
    game = front1914.new(TITLE, scenario="introduction", seed=5)
    commanders = {side: make("staff", TITLE, 5) for side in game.sides}
    while game.decision is not None and game.state.turn == 1:
        commander = commanders[game.decision.side]
        play(game, commanders, most=1)
        assert commander.reasons
        assert commander.reasons[0].text


def test_goals_are_ours_when_our_line_stands_in_them():
    game = introduction({"f-14/7": SUBURB, "g-Bodungen": EAST, "f-8-c": CENTRE})
    mine = {str(HEXES[goal.node]): goal.mine for goal in judgement.goals(game.state, "allied", 1)}
    assert mine == {SUBURB: True, EAST: False, CENTRE: False}


# -- what is held, and by whom (27.2: the French need all three hexes)


@pytest.mark.parametrize("redoubt", [EAST, CENTRE])
def test_one_hex_is_held_by_all_who_can_come_not_each_by_one(redoubt):
    units: dict[str, Placed] = {"g-28/14": redoubt, "g-55-Lw": "57.70", "g-110-Lw": "57.70"}
    units |= {"f-14/7": "54.70", "f-41/7": "54.69", "f-66r": SUBURB}
    game = play_while(introduction(units, side="german", turn=3, held={"allied": (SUBURB,)}), "movement")
    there = HEXES.number(redoubt)
    assert sum(SIDE[u] == "german" and IS_LINE[u] for u in game.state.stack(there)) == 3
    assert held(game, "german") == {redoubt}


@pytest.mark.parametrize("redoubt", [EAST, CENTRE])
def test_the_garrison_that_wins_the_game_does_not_attack_for_more(redoubt):
    other = CENTRE if redoubt == EAST else EAST
    units: dict[str, Placed] = {"g-28/14": redoubt, "g-55-Lw": redoubt, "f-63r": (other, "sr 1"), "f-14/7": "54.70"}
    game = introduction(units, side="german", turn=3, held={"allied": (SUBURB, other)})
    play_while(game, "movement", "attack")
    assert attacked(game) == []
    assert redoubt in held(game, "german")


def test_three_hexes_that_all_count_are_held_alike():
    units: dict[str, Placed] = {"f-14/7": SUBURB, "f-41/7": SUBURB, "f-66r": SUBURB, "f-63r": "54.71"}
    units |= {"g-28/14": "58.70", "g-55-Lw": "58.69"}
    game = play_while(introduction(units, turn=3, held={"allied": MUELHAUSEN}), "movement")
    assert held(game, "allied") == set(MUELHAUSEN)


def test_who_was_driven_out_of_his_post_may_attack_again():
    units: dict[str, Placed] = {"g-28/14": "57.70", "g-29/14": "57.71", "f-63r": (CENTRE, "sr 2"), "f-14/7": "53.70"}
    game = introduction(units, side="german", turn=3, step="attack", phase="attack", held={"allied": MUELHAUSEN})
    play_while(game, "attack")
    assert attacked(game) == [CENTRE]


# -- what a garrison would lose


NANCY = "51.54"
FRENCH: dict[str, Placed] = {"f-11/20": "50.57", "f-39/20": "50.57", "f-29/15": "51.58", "f-30/15": "51.58"}
BAVARIANS: dict[str, Placed] = {"g-3B/2B": "55.55", "g-4B/2B": "55.55", "g-5B/3B": "54.51", "g-6B/3B": "54.51"}


@pytest.mark.parametrize(
    ("side", "army", "enemies"),
    [
        (
            "allied",
            {"f-70r": NANCY, "f-dSECOND": "49.56"} | FRENCH,
            {"g-1B/1B": "55.52", "g-2B/1B": "55.52", "g-3B/2B": "54.51", "g-4B/2B": "54.51", "g-5B/3B": "56.54"}
            | {"g-6B/3B": "56.54", "g-31/21": "55.53", "g-42/21": "55.53", "g-dSIXTH": "58.52"},
        ),
        (
            "german",
            {"g-1B/1B": NANCY, "g-dSIXTH": "58.52"} | BAVARIANS,
            {"f-70r": "48.55", "f-68r": "48.55", "f-11/20": "48.56", "f-39/20": "48.56", "f-29/15": "49.57"}
            | {"f-30/15": "49.57", "f-31/16": "48.54", "f-32/16": "48.54", "f-dSECOND": "46.56"},
        ),
    ],
)
def test_the_army_stands_around_a_dear_town_before_which_the_enemy_masses(side, army, enemies):
    """27.8: Nancy decides Lorraine, and falls with its garrison if the field army stands elsewhere."""
    around = [str(HEXES[n]) for n in BOARD.neighbours[HEXES.number(NANCY)]]
    plans = {"f-FIRST": {"plan": "abandoned"}, "f-SECOND": {"plan": "abandoned"}, "g-SIXTH": {"plan": "achieved"}}
    ours = [str(HEXES[h]) for h in members(OPEN) if BOARD.distance(h, HEXES.number(NANCY)) <= 3]
    game = situation(army | enemies, scenario="lorraine", turn=3, side=side, armies=plans, held={side: ours})
    play_while(game, "movement")
    divisions = [unit for unit in army if "/" in unit]
    assert all(where(game, unit) in (NANCY, *around) for unit in divisions)

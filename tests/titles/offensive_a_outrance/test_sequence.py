"""4: the sequence of play; set-up, arrivals and the end of the two scenarios."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import Action, Game
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.sequence import TABLE
from front1914.titles.offensive_a_outrance.state import POOLS
from front1914.titles.offensive_a_outrance.victory import final_points
from front1914.titles.offensive_a_outrance.world import ARMIES, SIDES, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, happened, mark, refused, situation, where

rule = pytest.mark.rule
QUIET = ("accept", "done", "stay", "stop", "go", "stand", "rest", "calm")


def quiet(game: Game) -> Action:
    """The answer that does least."""
    assert game.decision is not None
    for verb in QUIET:
        for action in game.decision.actions:
            if action.verb == verb:
                return action
    return game.decision.actions[0]


def played(scenario: str, turns: int | None = None, seed: int = 1) -> Game:
    """A game in which nobody does anything."""
    game = front1914.new("offensive_a_outrance", scenario, seed=seed)
    while game.decision is not None and (turns is None or game.state.turn <= turns):
        game.act(quiet(game))
    return game


def phases(game: Game) -> list[tuple[int, str, str]]:
    return [(e["turn"], e["phase"], e["side"]) for e in happened(game, "phase")]


@rule("4.0", "4.1", "4.2", "1.1.e")
def test_the_phases_in_order() -> None:
    """OAO-4.1-01: the Allied Player Turn first; the other side acts in the counter phases."""
    told = phases(played("introduction"))
    assert [phase for _, phase, _ in told[:9]] == [phase.id for phase in TABLE.order]
    assert [phase.name for phase in TABLE.order] == [
        "Preliminary Phase",
        "Attachment Phase",
        "Supply Phase",
        "RR Engineering Phase",
        "Movement Phase",
        "Counter Movement Phase",
        "Attack Phase",
        "Counter Attack Phase",
        "Finishing Phase",
    ]
    assert SIDES == ("allied", "german")
    for i, (turn, phase, side) in enumerate(told):
        phasing = SIDES[i // 9 % 2]
        assert turn == i // 18 + 1
        assert side == (phasing if not TABLE.of[phase].other else "german" if phasing == "allied" else "allied")
    assert len(told) == 3 * 18


@rule("4.0", "4.3", "4.3.2", "4.3.2.b", "7.7.1", "14.3.4")
@pytest.mark.usefixtures("window")
def test_an_inter_phase_after_the_third_turn() -> None:
    """The first line of the chart: three Rail Points for the French, none for the German, two positions each."""
    game = played("lorraine", turns=3)
    assert [e["number"] for e in happened(game, "inter_phase")] == [1]
    assert game.state.turn == 4
    pools = {str(POOLS[i]): value for i, value in enumerate(game.state.pools)}
    assert (pools["allied_rp"], pools["german_rp"], pools["allied_ip"], pools["german_ip"]) == (6, 0, 2, 2)


@rule("4.2.1a.d")
def test_activation() -> None:
    """Armies and units of both sides that are due wake in the first Preliminary Phase of their turn."""
    flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "movement"], ["activate"]]
    units: dict[str, Placed] = {"f-13/21": "07.59", "g-3/2": ("64.28", "inactive 3"), "g-4/2": ("64.28", "inactive 4")}
    armies = {"f-FIRST": {"active": 3}, "g-FIRST": {"active": 4}}
    game = situation(units, flow=flow, turn=3, phase="preliminary", active="allied", armies=armies)
    assert game.state.army_active[ARMIES.number("f-FIRST")] == 0
    assert game.state.army_active[ARMIES.number("g-FIRST")] == 4
    assert (mark(game, "g-3/2", "inactive"), mark(game, "g-4/2", "inactive")) == (0, 4)


@rule("4.2.5")
def test_the_movement_phase_offers_everything() -> None:
    game = situation({"f-13/21": ("07.59", "ce -1"), "g-3/2": "07.56"}, pools={"allied_ip": 2})
    game.act("unit", "f-13/21")
    assert game.decision is not None
    assert {a.verb for a in game.decision.actions} >= {"to", "prepare", "recover", "dig", "straddle", "stop"}
    game = situation({"f-13/21": "07.59", "g-3/2": "07.58"})
    game.act("unit", "f-13/21")
    assert args(game, "repulse") == ["07.58"]


@rule("4.2.6")
def test_the_counter_movement_phase_does_not_prepare() -> None:
    game = situation({"f-13/21": "07.59", "g-3/2": "07.57"}, phase="counter_movement")
    game.act("unit", "f-13/21")
    assert refused(game, "prepare", "07.58") == "7.3"
    assert game.state.phasing == "german"


@rule("4.2.7", "4.2.8")
def test_both_sides_attack_in_turn() -> None:
    units: dict[str, Placed] = {"f-13/21": "07.59", "g-3/2": "07.58"}
    for phase, side in (("attack", "allied"), ("counter_attack", "allied")):
        game = situation(units, step="attack", phase=phase, side=side)
        assert asked(game) == ("allied", "attack")
        assert game.state.phasing == ("allied" if phase == "attack" else "german")
        assert args(game, "to") == ["07.58"]


# ---- the scenarios (A14)


@rule("4.2.1.b", "4.2.1.a")
def test_the_german_brings_in_a_division() -> None:
    """On turn 1 of the introduction, one of two."""
    game = front1914.new("offensive_a_outrance", "introduction", seed=1)
    while game.decision is not None and asked(game)[1] != "choose_arrival":
        game.act(quiet(game))
    assert (game.state.turn, asked(game)[0]) == (1, "german")
    assert args(game, "unit") == ["g-28/14", "g-29/14"]
    game.act("unit", "g-29/14")
    game.act("to", "60.68")
    assert (where(game, "g-29/14"), where(game, "g-28/14")) == ("60.68", "absent")
    assert mark(game, "g-29/14", "army") == ARMIES.number("g-SEVENTH")


def test_where_nobody_waits_to_come_nobody_is_asked() -> None:
    """In a position made by hand both divisions may be elsewhere: the turn goes on."""
    game = front1914.new("offensive_a_outrance", "introduction", seed=1)
    position = game.position()
    for word in ("g-28/14", "g-29/14"):
        position["units"].pop(word, None)
    game = front1914.from_position(position, seed=1)
    steps = set()
    while game.decision is not None and game.state.turn == 1:
        steps.add(asked(game)[1])
        game.act(quiet(game))
    assert "choose_arrival" not in steps


def test_set_up_can_be_adjusted() -> None:
    game = front1914.new("offensive_a_outrance", "introduction", seed=1)
    assert asked(game) == ("allied", "adjust")
    game.act("unit", "f-66r")
    assert "52.70" in args(game, "to")
    assert refused(game, "to", "48.70") == "28.0"
    game.act("to", "52.69")
    assert where(game, "f-66r") == "52.69"
    game.act("done")
    assert asked(game) == ("german", "adjust")


@pytest.mark.parametrize(("lost", "winner"), [((), "allied"), (("56.70",), "german")])
def test_who_wins_the_introduction(lost: tuple[str, ...], winner: str) -> None:
    """27.2: the French win by all of Mülhausen."""
    units: dict[str, Placed] = {"f-13/21": "50.62", "g-3/2": "60.68"}
    south = [f"{column}.{row}" for column in range(50, 57) for row in range(66, 73)]
    everything = {"allied": [word for word in south if HEXES.find(word) is not None], "german": list(lost)}
    game = situation(units, scenario="introduction", held=everything, flow=[["turn"], ["end_of_turn"]], turn=3)
    assert game.result is not None
    assert game.result.winner == winner


@pytest.mark.parametrize(
    ("german", "points"),
    [((), -18), (("51.54",), 12), (("51.54", "59.60"), 18), (("59.60", "53.56", "55.59"), -12)],
)
def test_the_points_of_lorraine(german: tuple[str, ...], points: int) -> None:
    """27.8: Nancy 15, the Donon 3; the cities of 27.3 were counted when the German wanted it."""
    units: dict[str, Placed] = {"f-13/21": "07.59", "g-3/2": "64.28"}
    held = {"allied": ["51.54", "59.60", "53.56", "55.59", "55.62"], "german": list(german)}
    s = situation(units, held=held).state
    assert sum(value for _, value in final_points(s)) == points


@pytest.mark.parametrize("scenario", ["introduction", "lorraine"])
@pytest.mark.usefixtures("window")
def test_random_games_come_to_an_end(scenario: str) -> None:
    """A game of random decisions of which many are the last of their phase."""
    rng = random.Random(scenario)
    game = front1914.new("offensive_a_outrance", scenario, seed=7)
    for _ in range(6000):
        decision = game.decision
        if decision is None:
            break
        done = [a for a in decision.actions if a.verb == "done"]
        game.act(done[0] if done and rng.random() < 0.3 else rng.choice(decision.actions))
    assert game.result is not None
    assert not game.faults()


def test_everybody_stands_on_the_map() -> None:
    game = front1914.new("offensive_a_outrance", "introduction", seed=1)
    assert where(game, "g-Bodungen") == "55.70"
    assert game.state.control[HEXES.number("55.70")] == 2
    assert game.state.army[UNITS.number("f-14/7")] == ARMIES.number("f-ALSACE")


@pytest.mark.usefixtures("window")
def test_a_quiet_turn_asks_little() -> None:
    """All as proposed: one question before the movement of each Player Turn, none where nobody can attack."""
    game = front1914.new("offensive_a_outrance", "lorraine", seed=1)
    asked_of: list[str] = []
    while game.state.turn == 1:
        asked_of.append(asked(game)[1])
        game.act(quiet(game))
    assert asked_of.count("move") == 4
    assert len(asked_of) <= 2 + 2 + 4 + 4  # set-up, one a Player Turn, moves, attacks where enemies stand side by side


def test_who_arranges_things_himself_is_asked_one_by_one() -> None:
    game = front1914.new("offensive_a_outrance", "introduction", seed=1)
    game.act("done")
    game.act("done")
    steps = []
    while asked(game)[1] != "move":
        steps.append(asked(game)[1])
        game.act("done")
    assert steps == ["organise", "relocate", "second_depot"]


def test_what_leaves_no_choice_is_not_asked() -> None:
    """No corps to go to, no place for a Secondary Depot: the phases pass without a question."""
    empty = {"done", "accept"}
    before = None
    for seed in range(4):
        game, rng = front1914.new("offensive_a_outrance", "introduction", seed=seed), random.Random(seed)
        while (decision := game.decision) is not None:
            verbs = {action.verb for action in decision.actions}
            if decision.step == "second_depot" or (decision.step == "organise" and before != "subordinate"):
                assert verbs - empty, f"seed {seed}: {decision.step}"
            before = decision.step
            game.act(rng.choice(decision.actions))


def at_phase(phase: str, units: dict[str, Placed], **more: object) -> Game:
    """The phase of the Allied Player Turn is about to begin."""
    flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "movement"], ["phase", phase]]
    return situation(units, flow=flow, phase="preliminary", active="allied", **more)  # type: ignore[arg-type]


@rule("4.2.3.a")
def test_the_supply_phase_begins_afresh() -> None:
    """Extended supply units of the Phasing Player return to Normal, and what they provided is forgotten."""
    units: dict[str, Placed] = {"f-t21": ("07.59", "face", "ammo 3"), "g-t2": ("64.28", "face", "ammo 2")}
    game = at_phase("supply", units)
    assert (mark(game, "f-t21", "face"), mark(game, "f-t21", "ammo")) == (0, 0)
    assert (mark(game, "g-t2", "face"), mark(game, "g-t2", "ammo")) == (1, 2)


@rule("4.2.3.b")
def test_supply_is_determined_in_the_supply_phase() -> None:
    """Who has no source is Isolated and loses three levels; the enemy is not looked at."""
    game = at_phase("supply", {"f-13/21": "07.59", "g-3/2": "30.40"})
    while asked(game)[1] != "move":
        game.act(quiet(game))
    assert (mark(game, "f-13/21", "ce"), mark(game, "g-3/2", "ce")) == (3, 0)


@rule("4.2.2", "4.2.2.a", "4.2.2.b")
@pytest.mark.usefixtures("window")
def test_the_attachment_phase_draws_areas_and_relocates_depots() -> None:
    game = front1914.new("offensive_a_outrance", "lorraine", seed=1)
    steps: list[tuple[str, str]] = []
    while asked(game)[1] != "move":
        steps.append((game.state.phase, asked(game)[1]))
        game.act("done")
    assert [step for phase, step in steps if phase == "attachment"] == ["areas", "organise", "relocate"]
    drawn = {army for army in game.state.allied_area if army >= 0}
    assert drawn == {ARMIES.number("f-FIRST"), ARMIES.number("f-SECOND")}

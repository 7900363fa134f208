"""3.0, 7.0, 7.1, 7.8: turns, Impulses, Actions and the Initiative Disc."""

import pytest

import front1914
from tests.titles.germany_at_war.positions import (
    activate,
    args,
    at,
    halt,
    happened,
    march,
    mark,
    play,
    refused,
    situation,
    step,
    tactical,
    verbs,
)

rule = pytest.mark.rule
QUIET = {"G1-L1": "11", "G1-I1": "11", "F5-L1": "46", "F5-I1": "46"}


def passes(game, count=1):
    for _ in range(count):
        play(game, "pass", "done")
    return game


@rule("3.0.a", "7.0.d")
def test_three_kinds_of_action():
    assert verbs(situation(QUIET)) == {"tactical", "strategic", "pass"}
    assert verbs(situation(QUIET | {"G1-I2": "pool"})) == {"tactical", "strategic", "call", "pass"}


@rule("3.0.b", "3.2", "7.0.a")
def test_the_sides_alternate():
    game = situation(QUIET)
    for side in ("german", "entente", "german", "entente"):
        assert step(game) == (side, "action")
        assert game.state.active == side
        play(game, "strategic" if game.state.holder == side else "tactical")
        if step(game)[1] == "activate":
            activate(game, {"german": "G1-L1", "entente": "F5-L1"}[side])
            play(game, "done")
        play(game, "done")


@rule("3.0.c", "3.0.d", "7.8.e", "7.0.b", "7.10.a")
def test_two_passes_end_the_turn():
    """The second of them by the other Side; then the Final Phase, and a new turn with its Reinforcement Phase."""
    game = passes(situation(QUIET, turn=1))
    assert game.state.turn == 1
    passes(game)
    assert game.state.turn == 2
    assert happened(game, "final_phase")
    assert step(game)[1] == "deploy"


@rule("3.0.c")
def test_passes_must_be_consecutive():
    game = passes(situation(QUIET))
    play(game, "tactical")
    activate(game, "F5-L1")
    play(game, "done", "done")
    passes(game)
    assert game.state.turn == 2


@rule("7.0.b", "7.10.a")
def test_the_first_turn_has_no_reinforcement_phase():
    game = front1914.new("germany_at_war", seed=4)
    assert not happened(game, "reinforcements")
    assert step(game) == ("german", "action")


@rule("3.1.a", "3.3.a", "7.10.b")
@pytest.mark.parametrize(("holder", "first"), [("german", "entente"), ("entente", "german")])
def test_the_disc_reinforces_second_and_plays_first(holder, first):
    game = passes(situation(QUIET, turn=1, holder=holder), 2)
    seen = []
    while game.decision.step != "action":
        if game.decision.side not in seen:
            seen.append(game.decision.side)
        play(game, "done")
    assert seen == [first, holder]
    assert step(game) == (holder, "action")


@rule("1.2.a", "3.0.e", "1.7.d")
def test_the_game_ends_after_turn_four():
    game = passes(situation(QUIET, turn=4), 2)
    assert (game.result.winner, game.result.level, game.result.score) == ("entente", "marginal", 4)


@rule("7.0.c", "7.0.d")
def test_segments_of_a_tactical_action():
    game = situation(QUIET | {"BA-I1": "9"}, holder="entente")
    seen = []
    for action in ("tactical", "unit G1-L1", "reveal", "done", "unit G1-I1", "to 9", "done", "to 9", "done"):
        seen.append(step(game)[1])
        play(game, action)
    assert seen == ["action", "activate", "ride", "activate", "orders", "march", "orders", "battle", "retreat"]
    assert [e.kind for e in game.events if e.kind in ("move", "result", "deactivated")] == [
        "move",
        "result",
        "deactivated",
    ]
    assert mark(game, "G1-L1", "face") == 1  # the Deactivation Segment comes last


@rule("7.0.d", "7.1.f")
def test_a_strategic_action_activates_nobody():
    game = play(situation(QUIET | {"BA-I1": "9"}), "strategic")
    assert step(game) == ("german", "orders")
    march(game, "G1-L1", "9")
    play(game, "done", "to 9", "done")
    assert not happened(game, "activated")
    assert not happened(game, "deactivated")
    assert step(game) == ("entente", "action")


@rule("7.1.a", "3.3.b", "7.1.m")
def test_the_disc_pays_for_a_strategic_action():
    game = play(situation(QUIET, holder="german"), "strategic")
    assert game.state.holder == "german"  # ruling B25: it passes after the whole Action
    play(game, "done")
    assert game.state.holder == "entente"
    play(game, "strategic", "done")
    assert game.state.holder == "german"
    game = situation(QUIET, holder="entente")
    assert refused(game, "strategic") == "7.1"
    assert refused(game, "call", 1) == "7.1"


@rule("7.1.b", "1.6.d", "7.4.c")
@pytest.mark.parametrize(("side", "limit"), [("german", 7), ("entente", 5)])
def test_units_of_a_strategic_action(side, limit):
    """GAW-X043."""
    own = {"german": [f"G1-I{n}" for n in range(1, 9)], "entente": [f"F5-I{n}" for n in range(1, 7)]}[side]
    spots = {"german": ("11", "23", "12"), "entente": ("46", "45", "50")}[side]
    blocks = {unit: spots[n // 4] for n, unit in enumerate(own)}
    game = play(situation(blocks, side=side, holder=side), "strategic")
    goal = {"german": ("22", "25"), "entente": ("31", "49")}[side]
    for n, unit in enumerate(own[:limit]):
        assert step(game) == (side, "orders")
        march(game, unit, goal[n // 4])
    assert step(game)[1] != "orders"
    assert game.state.holder != side


@rule("7.1.b", "7.1.d", "7.1.e", "7.1.f", "7.1.m", "2.5.e", "2.5.f", "7.3.2.c", "7.5.1.17.b")
def test_the_example_of_a_strategic_action():
    """GAW-X041, GAW-X042: sea, building, disengaging over the Marne, a Leader into the fight, and one Battle."""
    blocks = {
        "EX-I1": "GB",
        "EX-C1": "GB",
        "BA-I1": "7",
        "F5-I1": "49",
        "F5-I2": "49",
        "F5-L1": "17",
        "G1-I1": ("49", 3),
        "F5-I3": "52",
    }
    game = situation(blocks, side="entente", holder="entente", forts={"Antwerp": {"belgian": 1}})
    play(game, "strategic", "unit EX-I1", "to 5", "unit EX-C1", "to 1", "unit BA-I1", "build Antwerp", "build Antwerp")
    assert step(game)[1] == "orders"
    play(game, "unit F5-I1", "to 52")
    assert (at(game, "F5-I1"), mark(game, "BA-I1", "face")) == ("52", 2)
    play(game, "unit F5-L1", "to 49")
    assert step(game) == ("entente", "battle")
    assert args(game, "to") == ["49"]
    assert happened(game, "engaged") == []
    play(game, "to 49")
    assert happened(game, "battle")[-1]["area"] == "49"
    while step(game)[1] in ("retreat", "hit"):
        play(game, "done" if step(game)[1] == "retreat" else "spread")
    assert step(game) == ("german", "action")
    assert game.state.holder == "german"


@rule("7.1.d", "7.1.e")
def test_one_new_engagement_and_one_battle_in_a_strategic_action():
    blocks = {"G1-I1": "23", "G1-I2": "23", "G1-I3": "21", "BA-I1": "34", "BA-I2": "24", "BA-I3": "21"}
    game = play(situation(blocks), "strategic")
    march(game, "G1-I1", "34")
    play(game, "unit G1-I2")
    assert game.why_not("to", "21") is None  # fighting there already: no new engagement
    assert refused(game, "to", "24") == "7.5"
    play(game, "to 34", "done", "to 34", "done")
    while step(game)[1] == "hit":
        play(game, "spread")
    assert len(happened(game, "battle")) == 1  # the old fight for 21 cannot be resolved as well
    assert step(game) == ("entente", "action")


@rule("7.1.c", "7.4.a")
def test_isolated_units_are_not_used():
    blocks = QUIET | {"G1-I2": "30"}
    game = play(situation(blocks), "strategic")
    assert refused(game, "unit", "G1-I2") == "7.0.1"
    game = situation(blocks)
    play(game, "pass")
    assert refused(game, "unit", "G1-I2") == "7.0.1"


@rule("7.8.a", "7.4.b")
def test_a_pass_moves_one_unit_without_a_boost():
    """GAW-X097."""
    game = play(situation(QUIET), "pass", "unit G1-I1")
    assert "3 movement points" in game.decision.prompt
    play(game, "to 22")
    halt(game)
    assert step(game) == ("entente", "action")
    assert at(game, "G1-I1") == "22"


@rule("7.8.b", "7.8.p", "7.8.q")
def test_a_pass_does_not_engage_but_may_disengage():
    blocks = QUIET | {"BA-I1": "9", "G1-I2": "21", "BA-I2": "21"}
    game = play(situation(blocks), "pass", "unit G1-I1")
    assert refused(game, "to", "9") == "7.8"
    game = play(situation(blocks), "pass", "unit G1-I2", "to 11")
    assert at(game, "G1-I2") == "11"
    assert step(game)[1] != "battle"
    assert "battle" not in [e.kind for e in game.events]


@rule("7.8.b", "7.5.1.17.a")
def test_a_pass_may_take_an_empty_area():
    """Ruling B30."""
    game = play(situation(QUIET | {"BA-I1": "18"}), "pass", "unit G1-L1", "to 9")
    halt(game)
    assert game.position()["valour"] == {"german": 1}


@rule("7.8.c", "7.8.d", "4.1.l")
def test_other_uses_of_a_pass():
    game = situation({"BA-I1": "7", "EX-I1": "GB", "EX-L1": "GB"}, side="entente", forts={"Antwerp": {"belgian": 1}})
    play(game, "pass", "unit BA-I1", "build Antwerp", "build Antwerp")
    assert step(game)[0] == "german"
    assert game.position()["fortresses"]["Antwerp"] == {"belgian": 3}
    game = play(situation({"EX-I1": "GB", "EX-L1": "GB"}, side="entente"), "pass", "unit EX-I1", "to 5")
    assert at(game, "EX-I1") == "5"
    assert step(game)[0] == "german"
    for blocks, control in (({"G1-I1": "1", "F5-I1": "1"}, {}), ({}, {"1": "german"})):  # contested; the enemy's
        game = situation({"EX-I1": "GB", "EX-L1": "GB", **blocks}, side="entente", control=control)
        play(game, "pass", "unit EX-I1")
        assert args(game, "to") == ["5"]
        assert refused(game, "to", "1") == "2.5"


@rule("7.2.a", "1.6.c", "7.3.1.d")
@pytest.mark.parametrize(("side", "limit"), [("german", 7), ("entente", 5)])
def test_leaders_of_a_tactical_action(side, limit):
    """GAW-X045."""
    own = {
        "german": {
            f"G{n}-L1": area for n, area in zip(range(1, 8), ("11", "23", "38", "57", "59", "71", "83"), strict=True)
        },
        "entente": {
            "F1-L1": "87",
            "F2-L1": "68",
            "F3-L1": "54",
            "F4-L1": "67",
            "F5-L1": "46",
            "BA-L1": "18",
        },
    }[side]
    game = play(situation(own, side=side), "tactical")
    assert refused(game, "done") == "7.2"
    for leader in list(own)[:limit]:
        activate(game, leader)
    if len(own) > limit:
        assert refused(game, "unit", list(own)[-1]) == "7.2"
    assert game.why_not("done") is None


@rule("7.2.a")
def test_a_tactical_action_needs_a_leader():
    assert refused(situation({"G1-I1": "11"}), "tactical") == "7.2"


@rule("7.1.h", "7.1.l", "1.6.e", "6.0.a")
def test_calling_reinforcements():
    blocks = {"G1-L1": "11", "G1-I1": "11", "G2-I1": "pool", "G2-I2": "pool", "G2-I3": "pool"}
    game = situation(blocks)
    assert args(game, "call") == [1, 2, 3]
    assert refused(game, "call", 4) == "7.1"
    play(game, "call 2")
    assert step(game) == ("german", "deploy")
    assert len(args(game, "unit")) == 2
    for _ in range(2):
        play(game, f"unit {args(game, 'unit')[0]}", "to 23")
    play(game, "done")
    assert step(game) == ("entente", "action")
    assert game.state.holder == "entente"
    assert not happened(game, "move")
    assert happened(game, "activated") == []
    blocks |= {f"G1-I{n}": "pool" for n in range(2, 8)}
    assert args(situation(blocks), "call") == list(range(1, 8))  # the Strategic Value, with nine in the Pool


@rule("1.5.c")
def test_the_entente_powers_play_one_action():
    game = situation({"F5-L1": "46", "BA-L1": "18", "EX-L1": "5", "F5-I1": "46"}, side="french", options={"seats": 3})
    play(game, "tactical")
    assert step(game) == ("french", "activate")
    play(game, "unit F5-L1", "reveal", "done")
    assert step(game) == ("british", "activate")
    play(game, "unit BA-L1", "reveal", "done")
    assert step(game) == ("french", "orders")
    play(game, "partner")
    assert step(game) == ("british", "orders")
    play(game, "done")
    assert step(game) == ("french", "orders")
    assert refused(game, "unit", "BA-L1") == "1.5"
    play(game, "done")
    assert step(game)[0] == "german"


@rule("1.6.b", "1.5.b")
def test_the_limits_are_shared_by_two_entente_players():
    """Ruling B31."""
    blocks = {"F5-I1": "46", "BA-I1": "18"}
    game = play(situation(blocks, side="french", options={"seats": 3}), "pass")
    march(game, "F5-I1", "45")
    assert step(game)[0] == "german"
    game = play(situation(blocks, side="french", options={"seats": 3}), "pass", "done")
    assert step(game) == ("british", "orders")


def test_a_unit_that_is_called_on_and_left_alone_is_not_used():
    """Ruling B69: and it can be called on again when another unit has acted."""
    game = play(situation(QUIET | {"G1-I2": "11"}), "pass", "unit G1-I1", "stop")
    assert step(game) == ("german", "orders")
    assert refused(game, "unit", "G1-I1") == "7.4"
    many = play(situation(QUIET | {"G1-I2": "11"}, holder="german"), "strategic", "unit G1-I1", "stop")
    assert refused(many, "unit", "G1-I1") == "7.4"
    march(many, "G1-I2", "22")
    assert many.why_not("unit", "G1-I1") is None
    march(game, "G1-I2", "22")
    assert step(game)[0] == "entente"


def test_the_helpers_work():
    game = tactical(situation(QUIET), "G1-L1")
    assert step(game) == ("german", "orders")

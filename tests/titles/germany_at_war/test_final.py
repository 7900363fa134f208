"""7.9, 1.7, 8.2, 8.4: the Final Phase, victory, and the optional rules of Paris and Plan XVII."""

import pytest

from tests.titles.germany_at_war.positions import (
    at,
    discs,
    happened,
    holder_of,
    in_supply,
    march,
    mark,
    play,
    refused,
    resolve,
    situation,
    step,
    valour,
)

rule = pytest.mark.rule
SIEGE = {"BA-I1": ("9", "isolated"), "BA-I2": ("9", 1, "isolated"), "G1-I1": "9", "G1-L1": "11", "F5-L1": "46"}


def ended(blocks, **more):
    return situation(blocks, step="final_phase", side="german", **more)


@rule("7.9.b", "7.9.c")
def test_attrition():
    """GAW-X098: every unit a step, every Fortress a Garrison."""
    game = ended(SIEGE, forts={"Liege": {"belgian": 2, "cut": 1}})
    assert (mark(game, "BA-I1", "face"), mark(game, "BA-I2", "face")) == (1, 2)
    assert discs(game, "Liege") == {"belgian": 1}
    assert mark(game, "G1-I1", "face") == 0


@rule("7.9.b", "7.9.c")
@pytest.mark.parametrize("saved", ["no enemy", "not isolated"])
def test_no_attrition(saved):
    """GAW-X099: both conditions are needed."""
    blocks = dict(SIEGE)
    if saved == "no enemy":
        del blocks["G1-I1"]
        forts = {"Liege": {"belgian": 2, "cut": 1}}
    else:
        blocks |= {"BA-I1": "9", "BA-I2": ("9", 1)}
        forts = {"Liege": {"belgian": 2}}
    game = ended(blocks, forts=forts)
    assert (mark(game, "BA-I1", "face"), mark(game, "BA-I2", "face")) == (0, 1)
    assert discs(game, "Liege") == {"belgian": 2}


@rule("7.9.b", "7.9.c")
def test_attrition_kills_and_hands_over():
    """Rulings B41 and B42: the last step is lost whatever its dots; Area 17 loses a disc in each Fortress."""
    blocks = {"BA-I4": ("9", 2, "isolated"), "G1-I1": "9", "G1-L1": "11", "F5-L1": "46"}
    game = ended(blocks)
    assert at(game, "BA-I4") == "dead"
    assert holder_of(game, "9") == "german"
    assert valour(game) == {"german": 1}
    double = {"G1-I1": "17", "F5-L1": "46", "G1-L1": "11"}
    forts = {"Lille": {"french": 2, "cut": 1}, "Maubeuge": {"french": 1, "cut": 1}}
    game = ended(double, forts=forts)
    assert (discs(game, "Lille"), discs(game, "Maubeuge")) == ({"french": 1}, {})


@rule("7.9.c")
def test_the_owner_names_the_disc_that_is_lost():
    forts = {"Liege": {"belgian": 1, "french": 1, "cut": 1}}
    game = ended({"G1-I1": "9", "G1-L1": "11", "F5-L1": "46"}, forts=forts)
    assert step(game) == ("entente", "ruin")
    assert refused(game, "disc", "Namur/belgian") == "7.9"
    play(game, "disc Liege/french")
    assert discs(game, "Liege") == {"belgian": 1}


@rule("7.9.a", "3.1.a")
@pytest.mark.parametrize(("first", "order"), [("german", ["BA-I1", "G2-I1"]), ("entente", ["G2-I1", "BA-I1"])])
@pytest.mark.parametrize("holder", ["german", "entente"])
def test_the_side_without_the_initiative_first(first, holder, order):
    """Ruling B72: the Initiative is with who held the Disc when the turn began, whoever holds it now."""
    blocks = {"BA-I1": ("9", "isolated"), "G1-I1": "9", "G2-I1": ("30", "isolated"), "F5-I1": "30"}
    flow = [["turn"], ["end_of_turn"], ["final_phase", first]]
    game = situation(blocks, flow=flow, holder=holder)
    assert [data["unit"] for data in happened(game, "reduced") if "unit" in data] == order


@rule("7.9.a", "3.1.a")
def test_the_disc_that_changes_hands_takes_no_initiative_with_it():
    """The German begins the turn with the Disc and spends it: in the Final Phase the Entente still comes first."""
    blocks = {"G1-I1": "9", "G1-L1": "11", "F5-L1": "46", "BA-I1": "18"}
    game = situation(blocks, step="turn", turn=1, holder="german")
    play(game, "strategic", "done")
    assert game.state.holder == "entente"
    assert ("final_phase", "german") in game.state.flow


@rule("7.9.a")
@pytest.mark.parametrize(("initiative", "dies", "lives"), [("german", "BA-I4", "G1-I7"), ("entente", "G1-I7", "BA-I4")])
def test_who_has_not_the_initiative_wastes_away_first(initiative, dies, lives):
    """Both are Isolated at their last step: who dies first leaves the other without an enemy, whoever has the Disc."""
    blocks = {"BA-I4": ("9", 2, "isolated"), "G1-I7": ("9", 2, "isolated"), "G1-L1": "11", "F5-L1": "46"}
    for holder in ("german", "entente"):
        flow = [["turn"], ["end_of_turn"], ["final_phase", initiative]]
        game = situation(blocks, flow=flow, side=initiative, holder=holder)
        assert (at(game, dies), at(game, lives)) == ("dead", "9")


@rule("7.9.a", "7.9.c", "7.0.1.a")
def test_a_fortress_is_marked_at_the_check_of_its_side():
    """Ruling B40."""
    blocks = {"G1-I1": "9", "G1-L1": "11", "F5-L1": "46", "BA-I1": "18"}
    ring = {"8": "german", "20": "german", "10": "german", "21": "german"}
    game = situation(blocks, side="entente", forts={"Liege": {"belgian": 2}}, control=ring)
    play(game, "pass", "done", "pass", "done")
    assert discs(game, "Liege") == {"belgian": 1}
    open_ = situation(blocks, side="entente", forts={"Liege": {"belgian": 2}})
    play(open_, "pass", "done", "pass", "done")
    assert discs(open_, "Liege") == {"belgian": 2}


# Victory (1.7)


@rule("1.7.a", "2.11.f", "1.5.a", "1.7.e")
def test_ten_valour_points_of_a_side():
    """GAW-X009, ruling B13: of all its Powers together, at once."""
    blocks = {"F5-C1": "21", "F5-I1": "46", "G1-L1": "63"}
    game = situation(blocks, side="entente", valour={"french": 4, "belgian": 3, "british": 2})
    in_supply(game)
    play(game, "pass", "unit F5-C1", "to 11")
    assert (game.result.winner, game.result.level, game.result.rule) == ("entente", "decisive", "1.7")
    nine = situation(blocks, side="entente", valour={"french": 3, "belgian": 3, "british": 2})
    in_supply(nine)
    play(nine, "pass", "unit F5-C1", "to 11")
    assert nine.result is None


@rule("1.7.c")
def test_all_victory_areas():
    """GAW-X009."""
    lost = dict.fromkeys(("5", "51", "55"), "german")
    game = situation({"G6-C1": "82", "F5-I1": "46"}, control=lost)
    in_supply(game)
    play(game, "pass", "unit G6-C1", "to 87")
    assert (game.result.winner, game.result.level) == ("german", "decisive")
    assert "Victory Area" in game.result.reason


def test_what_was_never_lost_ends_nothing():
    """In the introduction every goal is the Entente's at the start: it wins by holding on, not at the first shot."""
    blocks = {"G1-C1": "11", "F5-L1": "46"}
    game = play(situation(blocks, scenario="introduction", turn=1), "pass", "unit G1-C1", "to 21")
    assert game.result is None


@rule("1.7.d", "3.0.e")
@pytest.mark.parametrize(("taken", "winner", "score"), [((), "entente", 4), (("5",), "german", 4)])
def test_a_marginal_victory(taken, winner, score):
    """GAW-X010: after the fourth turn the Side with most of the seven."""
    game = ended({"G1-L1": "11", "F5-L1": "46"}, turn=4, control=dict.fromkeys(taken, "german"))
    assert (game.result.winner, game.result.level, game.result.score) == (winner, "marginal", score)


@rule("1.7.b", "1.7.p", "7.5.1.15.b")
@pytest.mark.parametrize(
    ("german", "entente", "winner"), [(9, 0, "entente"), (8, 0, None), (0, 19, "german"), (0, 18, None)]
)
def test_losses_that_end_the_game(german, entente, winner):
    """GAW-X085: the tenth German, the twentieth Entente unit; here the last one dies of attrition."""
    germans = [f"G{n}-I{k}" for n in (4, 5, 6) for k in range(1, 6)]
    french = [f"F{n}-I{k}" for n in (1, 2, 3) for k in range(1, 5)] + [f"FR-I{k}" for k in range(1, 8)]
    blocks = dict.fromkeys(germans[:german] + french[:entente], "dead") | {"G1-L1": "11", "F5-L1": "46"}
    blocks |= {"G1-I7": ("9", 2, "isolated"), "BA-I1": "9"} if german else {"BA-I1": ("9", 2, "isolated"), "G1-I7": "9"}
    game = ended(blocks)
    assert (game.result.winner if game.result else None) == winner


@rule("1.7.e")
def test_the_condition_met_first_decides():
    dead = {f"G4-I{n}": "dead" for n in range(1, 10)}
    blocks = {"G1-L1": ("11", 3), "G1-C1": "11", "F5-L1": "46"} | dead
    game = situation(blocks, valour={"german": 9})
    play(game, "tactical", "unit G1-L1", "reveal", "done")
    play(game, "unit G1-C1", "to 9")
    assert game.result.winner == "german"  # before the Leader dies as the tenth


# Optional rules


@rule("8.2")
@pytest.mark.parametrize(
    ("option", "control", "before", "after"),
    [(True, {}, 3, 2), (True, {}, 0, 0), (False, {}, 3, 3), (True, {"51": "german"}, 3, 3)],
)
def test_a_month_without_paris(option, control, before, after):
    """GAW-X094."""
    blocks = {"G1-L1": "11", "F5-L1": "46"}
    game = ended(blocks, options={"paris": option}, control=control, valour={"german": before})
    assert valour(game).get("german", 0) == after


@rule("8.4.a", "8.4.b")
@pytest.mark.parametrize(
    ("units", "target", "option", "points"),
    [
        (("F5-I1",), "23", True, 1),
        (("F5-I1",), "23", False, 0),
        (("F5-I1", "BA-I1"), "23", True, 0),
        (("F5-I1",), "37", True, 0),  # Luxembourg is not in Germany
    ],
)
def test_plan_xvii(units, target, option, points):
    blocks = dict.fromkeys(units, "34") | {"G1-I1": target, "F5-I2": "46", "BA-I2": "18"}
    game = situation(blocks, side="entente", holder="entente", options={"plan17": option}, control={"34": "entente"})
    in_supply(game)
    play(game, "strategic")
    for unit in units:
        march(game, unit, target)
    play(game, "done", f"to {target}")
    assert valour(game) == {}  # only at the end of the Battle
    resolve(game)
    assert valour(game).get("french", 0) == points


@rule("8.4.b")
def test_plan_xvii_pays_even_the_dead():
    blocks = {"F5-I6": ("34", 2), "G1-I1": "23", "G1-I2": "23", "F5-I2": "46"}
    game = situation(blocks, side="entente", holder="entente", options={"plan17": True})
    in_supply(game)
    play(game, "strategic", "unit F5-I6", "to 23", "done", "to 23")
    resolve(game)
    assert at(game, "F5-I6") == "dead"
    assert valour(game) == {"french": 1}


def test_plan_xvii_needs_a_new_engagement():
    blocks = {"F5-I1": "23", "F5-L1": "34", "G1-I1": "23", "F5-I2": "46"}
    game = situation(blocks, side="entente", options={"plan17": True}, holder="entente", control={"34": "entente"})
    in_supply(game)
    play(game, "strategic", "done")
    resolve(game, "to 23")
    assert valour(game) == {}

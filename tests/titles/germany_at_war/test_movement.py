"""7.4, 4.2.2, 8.3: movement."""

import pytest

from front1914.titles.germany_at_war.paths import reach
from front1914.titles.germany_at_war.world import AREAS, BIT, BLOCKS
from tests.titles.germany_at_war.positions import (
    args,
    at,
    happened,
    march,
    mark,
    play,
    refused,
    situation,
    step,
    tactical,
    valour,
    verbs,
)

rule = pytest.mark.rule


def left(game, area):
    return game.hints()[f"to {area}"]["left"]


@rule("2.3.a", "2.3.b", "2.3.c", "7.4.e")
def test_the_cost_of_colours():
    """GAW-X013."""
    game = play(situation({"G1-C1": "13"}), "strategic", "unit G1-C1")
    assert left(game, "14") == 4  # yellow
    game = play(situation({"G1-C1": "23"}), "strategic", "unit G1-C1")
    assert (left(game, "11"), left(game, "24")) == (4, 3)  # green, red


@rule("7.4.1.a", "7.4.1.b", "7.4.1.d", "7.3.2.a", "7.4.2.a")
def test_allowances():
    """GAW-X056."""
    blocks = {"G1-L1": "11", "G1-I1": "11", "G1-C1": "11"}

    def points(game, unit):
        return int(play(game.copy(), f"unit {unit}").decision.prompt.split("? ")[1][0])

    game = play(situation(blocks), "strategic")
    assert [points(game, unit) for unit in ("G1-I1", "G1-C1", "G1-L1")] == [3, 5, 5]
    game = tactical(situation(blocks), "G1-L1")
    assert [points(game, unit) for unit in ("G1-I1", "G1-C1")] == [4, 6]


@rule("4.2.2.e", "7.4.1.c")
def test_the_paris_static_infantry_does_not_move():
    blocks = {"FP-I1": "51", "FF-L1": "51", "F5-I1": "51"}
    game = play(situation(blocks, side="entente", options={"rail": True}), "pass")
    assert refused(game, "unit", "FP-I1") == "4.2.2"
    game = tactical(situation(blocks, side="entente"), "FF-L1")
    assert refused(game, "unit", "FP-I1") == "4.2.2"


@rule("4.2.2.b")
def test_the_44th_division_in_the_mountains():
    """GAW-X030."""
    game = situation({"F1-I6": "87", "F1-I1": "69"}, side="entente", holder="entente")
    play(game, "strategic", "unit F1-I6")
    assert left(game, "82") == 2
    play(game, "stop", "unit F1-I1")
    assert left(game, "82") == 1


@rule("7.4.f", "7.4.3.a")
def test_engaging_costs_and_stops():
    game = play(situation({"G1-I1": "23", "BA-I1": "34"}), "strategic", "unit G1-I1")
    assert left(game, "34") == 1  # one for the Area, one for contact
    assert game.hints()["to 34"]["stop"]
    assert refused(game, "to", "36") == "7.4"  # near only through the enemy
    assert left(play(situation({"G1-I1": "23"}), "strategic", "unit G1-I1"), "36") == 1
    play(game, "to 34")
    assert step(game)[1] == "orders"


@rule("7.4.f", "7.4.3.b", "7.4.3.c", "7.4.h", "7.4.g")
def test_disengaging():
    """GAW-X042 and ruling B46: first into a friendly uncontested Area, then on, even to engage again."""
    blocks = {"G1-C1": "11", "BA-I1": "11", "BA-I2": "23", "BA-I3": "9", "G2-I1": "26"}
    game = play(situation(blocks), "strategic", "unit G1-C1")
    assert refused(game, "to", "9") == "7.4.3"
    assert refused(game, "to", "21") == "7.4.3"
    assert left(game, "22") == 3
    assert left(game, "23") == 1  # by Düren: two to get out, two to engage
    play(game, "to 23")
    assert at(game, "G1-C1") == "23"
    foot = {"F5-I1": "49", "G1-I1": "49", "F5-I2": "52"}
    game = play(situation(foot, side="entente"), "pass", "unit F5-I1")
    assert left(game, "52") == 0  # Area, contact and the Marne


@rule("7.4.h")
def test_a_step_that_cannot_be_paid_is_forbidden():
    game = play(situation({"G1-I1": "9", "BA-I1": "10"}, control={"10": "entente"}), "strategic", "unit G1-I1")
    assert left(game, "10") == 0  # Area, contact, Meuse
    game = play(situation({"G1-I1": "9", "BA-I1": "21"}, control={"21": "entente"}), "strategic", "unit G1-I1")
    assert refused(game, "to", "21") == "7.4"  # red, contact, Meuse: four


@rule("7.4.h", "7.4.f")
def test_a_unit_that_cannot_pay_does_not_get_out():
    blocks = {"G1-I1": "9", "BA-I1": "9", "G1-I2": "10"}
    game = play(situation(blocks, control={"21": "german"}), "strategic", "unit G1-I1")
    assert left(game, "10") == 0  # the Area, contact and the Meuse
    assert refused(game, "to", "21") == "7.4"  # red besides: four points


@rule("7.4.4.b", "7.4.4.a")
def test_rivers():
    game = play(situation({"G1-C1": "11"}), "strategic", "unit G1-C1")
    assert left(game, "12") == 4  # a Minor River
    assert left(game, "9") == 3  # the Meuse


@rule("7.4.i")
def test_overstacking_on_the_way():
    blocks = {"G1-C1": "23", "G2-I1": "24", "G2-I2": "24"}
    game = play(situation(blocks), "strategic", "unit G1-C1", "to 24")
    assert refused(game, "stop") == "2.4"
    play(game, "to 38")
    assert at(game, "G1-C1") == "38"


@rule("7.5.f", "7.5.e", "7.3.1.d")
def test_new_engagements_of_a_tactical_action():
    blocks = {"G1-L1": "23", "G1-I1": "23", "G1-I2": "23", "G1-I3": "23", "BA-I1": "34", "BA-I2": "21", "G2-L1": "22"}
    game = tactical(situation(blocks), "G1-L1")
    march(game, "G1-I1", "34")
    play(game, "unit G1-I2")
    assert refused(game, "to", "21") == "7.5"
    assert game.why_not("to", "34") is None
    game = tactical(situation(blocks), "G1-L1", "G2-L1")
    march(game, "G1-I1", "34")
    march(game, "G1-I2", "21")
    assert [data["area"] for data in happened(game, "engaged")] == ["34", "21"]


@rule("7.5.f")
def test_reinforcing_an_old_fight_is_no_new_engagement():
    blocks = {"G1-L1": "23", "G1-I1": "23", "G1-I2": "34", "G1-I3": "23", "BA-I1": "34", "BA-I2": "21"}
    game = tactical(situation(blocks), "G1-L1")
    march(game, "G1-I1", "34")
    march(game, "G1-I3", "21")
    assert [data["area"] for data in happened(game, "engaged")] == ["21"]


@rule("7.3.2.a", "7.4.b")
def test_no_unit_moves_twice():
    game = play(situation({"G1-I1": "11"}), "strategic")
    march(game, "G1-I1", "22")
    assert refused(game, "unit", "G1-I1") == "7.4"


def test_conquering_on_the_way_may_end_the_game():
    game = play(situation({"G1-C1": "11"}, valour={"german": 9}), "strategic", "unit G1-C1", "to 9")
    assert (game.result.winner, game.result.level) == ("german", "decisive")
    assert game.position()["result"][0] == "german"
    assert [event.data["path"] for event in game.events if event.kind == "move"] == [["11", "9"]]


@rule("2.6.c", "1.7.a")
def test_a_march_that_ends_the_game_half_way_is_told_as_far_as_it_came():
    game = play(situation({"G1-C1": "12"}, valour={"german": 9}), "strategic", "unit G1-C1", "to 19")
    assert game.result.winner == "german"
    told = [event.data for event in game.events if event.kind == "move"]
    assert [(move["path"][0], move["area"]) for move in told] == [("12", game.position()["blocks"]["G1-C1"]["at"])]
    assert told[0]["area"] != "19"


# Rail (8.3)


@rule("8.3.a", "8.3.d", "7.3.2.b")
def test_rail_movement():
    blocks = {"G1-I1": "11", "G1-I2": "21", "BA-I1": "21", "BA-I2": "57"}
    game = play(situation(blocks, options={"rail": True}), "pass", "unit G1-I1")
    assert {"93", "77", "83"} <= set(args(game, "rail"))
    for area, rule_ in (("9", "8.3"), ("57", "8.3"), ("21", "8.3")):
        assert refused(game, "rail", area) == rule_  # enemy controlled or contested
    play(game, "rail 83")
    assert at(game, "G1-I1") == "83"
    assert step(game)[0] == "entente"
    game = play(situation(blocks, options={"rail": True}), "pass", "unit G1-I2")
    assert refused(game, "rail", "83") == "8.3"  # it does not disengage


@rule("8.3.a")
def test_rail_goes_only_through_friendly_land():
    lonely = {str(n): "entente" for n in (12, 21, 22, 23)}
    game = situation({"G1-I1": "11"}, options={"rail": True}, control=lonely)
    play(game, "pass", "unit G1-I1")
    assert refused(game, "rail", "26") == "8.3"


@rule("8.3.b", "7.3.2.b")
def test_rail_is_not_for_tactical_actions_nor_without_the_option():
    blocks = {"G1-L1": "11", "G1-I1": "11"}
    game = play(tactical(situation(blocks, options={"rail": True}), "G1-L1"), "unit G1-I1")
    assert refused(game, "rail", "26") == "8.3"
    game = play(situation(blocks), "pass", "unit G1-I1")
    assert "rail" not in verbs(game)
    assert refused(game, "rail", "26") == "8.3"


@rule("8.3.c", "8.3.b")
def test_rail_and_other_moves_share_the_limit():
    """GAW-X092, GAW-X093."""
    own = {f"G1-I{n}": "11" for n in range(1, 5)} | {f"G2-I{n}": "23" for n in range(1, 5)}
    game = play(situation(own, options={"rail": True}), "strategic")
    for n in (1, 2, 3):
        play(game, f"unit G1-I{n}", "rail 73")
    for n in (1, 2, 3, 4):
        assert step(game) == ("german", "orders")
        play(game, f"unit G2-I{n}")
        assert "3 movement points" in game.decision.prompt
        play(game, "to 25", "stop")
    assert step(game)[0] == "entente"
    own = {"EX-I1": "GB", "EX-I2": "GB", "F5-I1": "46", "F5-I2": "46", "BA-I1": "18", "BA-I2": "18"}
    game = play(situation(own, side="entente", holder="entente", options={"rail": True}), "strategic")
    play(game, "unit EX-I1", "to 5", "unit EX-I2", "to 1", "unit F5-I1", "rail 90")
    march(game, "F5-I2", "45")
    march(game, "BA-I1", "8")
    assert step(game)[0] == "german"
    assert mark(game, "BA-I2", "acted") == 0
    assert valour(game) == {}


@rule("7.5.1.4.b", "7.4.e")
@pytest.mark.parametrize(("start", "target", "dry"), [("8", "16", "18"), ("10", "36", "35"), ("4", "6", "15")])
def test_a_march_of_two_areas_engages_over_dry_land_where_it_costs_no_more(start, target, dry):
    """Two ways at one price, one of them over a Minor River at the end: the attack is not halved for nothing."""
    state = situation({"G1-I1": start, "F5-I1": target}).state
    found = reach(state, BLOCKS.number("G1-I1"), 4, BIT[AREAS.number(target)])
    assert [AREAS[n] for n in found.path(AREAS.number(target))] == [start, dry, target]


@rule("7.8.b")
def test_the_reach_that_is_shown_is_the_reach_that_is_offered():
    """With the boost of a Tactical Action and without it; who rides is revealed; nobody engages in a Pass."""
    blocks = {"G1-L1": "11", "G1-I1": "11", "G2-I1": "22", "BA-I1": "9"}
    tactical = play(situation(blocks), "tactical")
    assert set(tactical.overlay("german", "reach", "G1-L1")["places"]) == set(
        args(play(tactical.copy(), "unit G1-L1"), "to")
    )
    play(tactical, "unit G1-L1", "reveal", "done")
    for game in (tactical, play(situation(blocks), "pass"), play(situation(blocks), "strategic")):
        shown = set(game.overlay("german", "reach", "G1-I1")["places"])
        assert shown == set(args(play(game.copy(), "unit G1-I1"), "to"))
        assert ("9" in shown) == ("a Pass" not in game.overlay("german", "reach", "G1-I1")["text"])
    later = play(situation(blocks), "pass", "done")
    assert later.overlay("german", "reach", "G1-I1") == tactical.overlay("german", "reach", "G1-I1")


@rule("1.5.d")
def test_allies_are_friends():
    """A French corps joins the Belgians in Ypres: nothing is engaged or taken, and the two stand together."""
    game = play(situation({"F5-I1": "17", "BA-I1": "18", "G1-L1": "11"}, side="entente"), "pass", "unit F5-I1", "to 18")
    assert (at(game, "F5-I1"), at(game, "BA-I1")) == ("18", "18")
    assert not happened(game, "engaged")
    assert not happened(game, "control")

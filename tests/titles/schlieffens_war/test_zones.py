"""7.0: zones of control, and what they do to movement."""

from __future__ import annotations

import pytest

from front1914.titles.schlieffens_war.world import BOARD
from tests.titles.schlieffens_war.arena import CENTRE, NE, RING, SE, SW, W
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, situation

rule = pytest.mark.rule


def zone(units: dict[str, Placed], side: str) -> set[str]:
    """The hexes in the zone of control of a side."""
    return {str(word) for word in BOARD.ids(situation(units).state.zone(side))}


@rule("7.0")
@pytest.mark.parametrize("unit", ["f-5-I", "f-5-1C", "b-I", "be-1"])
def test_a_corps_controls_the_six_hexes_around_it(unit: str) -> None:
    assert zone({unit: CENTRE}, "entente") == set(RING)


@rule("7.0")
def test_several_corps_control_no_more_than_one() -> None:
    assert zone({"f-5-I": CENTRE, "f-5-II": CENTRE}, "entente") == set(RING)


@rule("7.0.a")
def test_hqs_depots_and_forts_control_nothing() -> None:
    assert zone({"f-5-HQ": CENTRE}, "entente") == set()
    assert zone({"fort-verdun": "1910"}, "entente") == set()
    assert zone({"g-1-D": CENTRE, "g-1-HQ": "2416"}, "german") == set()


@rule("7.0.e")
def test_a_corps_with_a_fort_controls_nothing() -> None:
    assert zone({"f-3-IV": "1910", "fort-verdun": "1910"}, "entente") == set()


@rule("7.0.e")
@pytest.mark.parametrize(("unit", "place"), [("f-5-I", "2018"), ("f-3-IV", "1910"), ("g-1-II", "1109")])
def test_a_corps_in_a_heavy_fortress_controls_nothing(unit: str, place: str) -> None:
    """SW-EX-165: also without a fort counter, and whoever built it (R27, R38)."""
    assert zone({unit: place}, "german" if unit[0] == "g" else "entente") == set()


@rule("7.0.b")
def test_zones_cross_rivers_and_any_terrain() -> None:
    """1413 is forest, the Oise runs between it and 1513; 1412 is rough."""
    assert {"1413", "1412", "1514"} <= zone({"g-1-II": "1513"}, "german")


@rule("7.0.b")
def test_zones_cross_the_sea() -> None:
    """R103."""
    assert "1321" in zone({"g-1-II": "1220"}, "german")


@rule("7.0.c")
def test_supply_and_command_do_not_matter() -> None:
    assert zone({"f-5-I": (CENTRE, "out", "fatigued", 1)}, "entente") == set(RING)


@rule("7.0.d")
def test_zones_of_both_sides_meet_in_a_hex() -> None:
    units: dict[str, Placed] = {"f-5-I": CENTRE, "g-1-II": "2415"}
    assert "2416" in zone(units, "entente")
    assert "2416" in zone(units, "german")


@rule("10.8.a")
def test_belgian_zones_reach_beyond_where_belgians_may_go() -> None:
    """The Belgian corps in 1415 may not enter 1416."""
    assert "1416" in zone({"be-1": "1415"}, "entente")


# ---- 7.1: movement


@rule("7.1")
def test_a_unit_stops_in_the_first_zone_it_enters() -> None:
    game = situation({"g-1-2C": "2115", "f-5-I": CENTRE})
    game.act("unit", "g-1-2C")
    game.act("to", NE)
    assert mark(game, "g-1-2C", "spent") < 6
    assert game.decision is not None
    assert game.decision.step == "move"
    assert refused(game, "unit", "g-1-2C") == "10.0"


@rule("7.1")
def test_the_far_side_of_a_zone_is_out_of_reach() -> None:
    """Over open ground 2417 is three points from 2216; past the enemy in 2316 there is no way but round him."""
    free = situation({"g-1-2C": "2115"})
    free.act("unit", "g-1-2C")
    assert "2416" in args(free, "to")
    game = situation({"g-1-2C": "2115", "f-5-I": "2315"})
    game.act("unit", "g-1-2C")
    assert "2515" not in args(game, "to")
    assert refused(game, "to", "2415") == "7.1"


@rule("7.1.a")
def test_a_unit_that_starts_in_a_zone_leaves_it_by_a_free_hex() -> None:
    """SW-EX-071: then it may enter another, and stops there."""
    game = situation({"g-1-II": W, "f-5-I": CENTRE})
    game.act("unit", "g-1-II")
    assert args(game, "to")
    game.act("to", "2417")
    assert game.decision is not None
    assert game.decision.step == "march"
    game.act("to", SW)
    assert game.decision is not None
    assert game.decision.step == "move"


@rule("7.1", "7.1.a", "3.3.a")
def test_the_way_round_is_taken_when_the_straight_one_leads_from_zone_to_zone() -> None:
    """From 1111 the river makes the straight step to 1011 as dear as the way by 1112, which is free of the Belgians."""
    game = situation({"g-2-VII": "1111", "be-1": "1010"})
    game.act("unit", "g-2-VII")
    game.act("to", "1011")
    assert next(e.data["path"] for e in game.events if e.kind == "march") == ["1111", "1112", "1011"]
    assert set(game.position()["control"]) >= {"1112", "1011"}


@rule("7.1.b")
def test_never_from_zone_to_zone() -> None:
    """SW-EX-070: one hex away, but only by a way round."""
    game = situation({"g-1-II": W, "f-5-I": CENTRE})
    game.act("unit", "g-1-II")
    assert game.hints()[f"to {SW}"]["path"] == [W, "2417", SW]
    weak = situation({"g-1-II": (W, "fatigued", "out"), "f-5-I": CENTRE})  # one movement point
    weak.act("unit", "g-1-II")
    assert "2417" in args(weak, "to")
    assert refused(weak, "to", SW) == "7.1"


@rule("7.1.b")
def test_zones_of_different_units_are_the_same() -> None:
    """From the zone of one corps not into that of another."""
    game = situation({"g-1-II": ("2318", "fatigued", "out"), "f-5-I": CENTRE, "f-5-II": "2319"})
    game.act("unit", "g-1-II")
    assert refused(game, "to", W) == "7.1"


@rule("7.1.c", "7.5")
def test_friends_do_not_open_a_zone_to_movement() -> None:
    game = situation({"g-1-II": "2117", "g-1-III": "2217", "f-5-I": "2317"})
    game.act("unit", "g-1-II")
    game.act("to", "2217")
    assert game.decision is not None
    assert game.decision.step == "move"


@rule("7.1")
def test_a_surrounded_unit_cannot_move() -> None:
    game = situation({"g-1-II": CENTRE, "f-5-I": NE, "f-5-II": SE, "f-5-III": W})
    assert args(game, "unit") == []
    assert refused(game, "unit", "g-1-II") == "10.7"


@rule("2.1.a")
def test_a_city_with_the_symbol_is_a_city_and_a_heavy_fortress() -> None:
    """Liege: no zone of control from the fortress, no river cost at the city; Brussels is only a city."""
    assert zone({"g-1-II": "1109"}, "german") == set()
    assert zone({"g-1-II": "1012"}, "german") != set()
    game = situation({"g-1-II": "1209"})
    game.act("unit", "g-1-II")
    game.act("to", "1109")
    assert mark(game, "g-1-II", "spent") == 1

"""10.0: movement, fatigue, forced marches, depots, Belgians; 9.6 as far as movement goes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from front1914 import Game
from front1914.kit.costs import CostTable
from front1914.kit.reach import reach as kit_reach
from front1914.kit.zones import STOP_AND_NEVER_BETWEEN
from front1914.titles.schlieffens_war.movement import allowance, half
from front1914.titles.schlieffens_war.paths import ON_FOOT, reach
from front1914.titles.schlieffens_war.world import BOARD, CITY, EXITS, HEXES, RING, TERRAIN, UNITS
from tests.titles.schlieffens_war.arena import CENTRE
from tests.titles.schlieffens_war.positions import Placed, args, mark, refused, situation, where

rule = pytest.mark.rule
MORALE = ("fatigued", "normal", "elan")
SUPPLIED: dict[str, Placed] = {"g-1-HQ": "2315", "f-5-HQ": "2314"}
FAR: dict[str, Placed] = {"g-7-ERS": "2610", "f-1-1GRD": "2612"}  # so that both sides have somebody


def pick(unit: str, placed: Placed, side: str = "german", dice: list[int] | None = None, **units: Placed) -> Game:
    """A situation in which a unit has been picked to move."""
    more = {word.replace("_", "-"): place for word, place in units.items()}
    game = situation({unit: placed, **FAR, **more}, side=side, dice=dice)
    game.act("unit", unit)
    return game


def cost(unit: str, a: str, b: str) -> int:
    """Movement points from a hex to its neighbour."""
    game = pick(unit, a, side="german" if unit[0] == "g" else "entente")
    game.act("to", b)
    return mark(game, unit, "spent")


def morale(game: Game, unit: str) -> str:
    return MORALE[mark(game, unit, "morale")]


def finish(game: Game) -> None:
    """The picked unit stops and the phase ends."""
    if game.decision is not None and game.decision.step == "march":
        game.act("stop")
    game.act("done")


# ---- 10.0, 10.1: procedure


@rule("10.0", "10.1.b")
def test_a_unit_moves_from_hex_to_adjacent_hex() -> None:
    game = pick("g-1-II", CENTRE)
    game.act("to", "2319")
    (path,) = [event.data["path"] for event in game.events if event.kind == "march"]
    assert path[0] == CENTRE
    assert path[-1] == "2319"
    numbers = [HEXES.number(word) for word in path]
    assert all(RING[a] >> b & 1 for a, b in pairwise(numbers))


@rule("10.0.a", "5.3")
def test_none_some_or_all_units_may_move() -> None:
    game = situation({"g-1-II": CENTRE, "g-1-III": CENTRE, "g-1-HQ": CENTRE, "g-1-D": CENTRE, **FAR})
    assert set(args(game, "unit")) == {"g-1-II", "g-1-III", "g-1-HQ", "g-1-D", "g-7-ERS"}
    assert game.why_not("done") is None


@rule("10.0.b", "2.9", "10.1.a")
def test_no_unit_spends_more_than_its_allowance() -> None:
    """Alone a corps has four points; its neighbour who stays lends it none."""
    game = pick("g-1-II", CENTRE, g_1_III=CENTRE)
    assert "2320" in args(game, "to")
    assert refused(game, "to", "2321") in ("6.7", "10.7")
    for place in ("2317", "2318", "2319", "2320"):
        game.act("to", place)
    assert game.decision is not None
    assert game.decision.step == "move"


@rule("10.1")
def test_a_unit_goes_step_by_step_and_stops_when_it_likes() -> None:
    game = pick("g-1-II", CENTRE)
    game.act("to", "2317")
    assert refused(game, "stay") == "10.2"
    game.act("stop")
    assert where(game, "g-1-II") == "2317"
    assert refused(game, "unit", "g-1-II") == "10.0"


@rule("10.0")
def test_units_that_start_together_move_together() -> None:
    """With the points of the slowest; a depot goes by rail, alone."""
    game = situation({"g-1-2C": CENTRE, "g-1-II": CENTRE, "g-1-D": CENTRE, "g-1-III": "2317", **FAR})
    game.act("unit", "g-1-2C")
    assert args(game, "join") == ["g-1-II"]
    assert refused(game, "join", "g-1-D") == "10.7"
    assert refused(game, "join", "g-1-III") == "10.1"
    assert "2321" in args(game, "to")
    game.act("join", "g-1-II")
    assert "2321" not in args(game, "to")
    game.act("to", "2319")
    assert where(game, "g-1-2C") == where(game, "g-1-II") == "2319"
    assert (mark(game, "g-1-2C", "spent"), mark(game, "g-1-II", "spent")) == (3, 3)
    assert args(game, "join") == []


@rule("10.0")
def test_a_far_hex_is_reached_by_a_cheapest_path() -> None:
    game = pick("g-1-2C", "1513")
    hints = game.hints()
    for place in args(game, "to"):
        path = [HEXES.number(word) for word in hints[f"to {place}"]["path"]]
        spent = sum(dict(EXITS[a])[b] for a, b in pairwise(path))
        assert spent == 6 - hints[f"to {place}"]["left"]


def test_reach_agrees_with_the_search_of_the_kit() -> None:
    costs = CostTable.build(BOARD, lambda a, b, link: dict(EXITS[a]).get(b))
    for word in ("1109", "1413", "1513", "2014", "1910", "1220", "2316"):
        start = HEXES.number(word)
        zone, enemy = RING[BOARD.neighbours[start][0]], 1 << BOARD.neighbours[start][-1]
        for points in (1, 2, 3, 4, 6, 8):
            mine = reach(ON_FOOT, start, points, zone, enemy)
            other = kit_reach(costs, start, points, STOP_AND_NEVER_BETWEEN, zone=zone, blocked=enemy)
            assert {h: mine.spent(h) for h in HEXES.numbers if mine.bits >> h & 1} == {
                h: spent for h, spent in other.costs.items() if h != start
            }


@rule("10.3")
@pytest.mark.parametrize("unit", ["f-5-I", "f-5-HQ", "fort-verdun"])
def test_no_hex_with_an_enemy_of_any_kind_is_entered(unit: str) -> None:
    """R63."""
    place = "1910" if unit == "fort-verdun" else "2317"
    game = pick("g-1-II", "1909" if unit == "fort-verdun" else CENTRE, **{unit: place})
    assert refused(game, "to", place) == "10.3"


@rule("2.5.a")
def test_forts_do_not_move() -> None:
    game = situation({"fort-metz": "1908", "g-1-II": "1908"})
    assert args(game, "unit") == ["g-1-II"]
    assert refused(game, "unit", "fort-metz") == "2.5"


@rule("3.2")
def test_neutral_countries_cannot_be_entered() -> None:
    """North of Aachen lies Dutch territory: past the fort of Liege six points do not lead into Belgium."""
    game = pick("g-1-2C", "1007", **{"fort-liege": "1109"})
    assert "1209" in args(game, "to")
    assert "1009" not in args(game, "to")
    assert game.title.nouns["hex"].find("1008") is None


@rule("3.2.a")
def test_belgium_and_luxembourg_are_open_from_turn_1() -> None:
    game = situation({"g-1-II": "1108", "g-4-VI": "1606", **FAR}, turn=1)
    game.act("unit", "g-1-II")
    assert "1109" in args(game, "to")
    game.act("stay")
    game.act("unit", "g-4-VI")
    assert "1607" in args(game, "to")
    assert "1605" in args(game, "to")  # it is bound to no country, as the Belgian Army is


# ---- 10.4, 10.5: terrain


@rule("10.4", "10.1")
@pytest.mark.parametrize(
    ("a", "b", "terrain", "points"),
    [
        ("2316", "2317", "clear", 1),
        ("2316", "2415", "forest", 2),
        ("1513", "1412", "rough", 2),
        ("2013", "2014", "marsh", 2),
        ("1514", "1614", "city", 1),
    ],
)
def test_the_cost_of_terrain(a: str, b: str, terrain: str, points: int) -> None:
    assert TERRAIN[HEXES.number(b)] == terrain
    assert cost("g-1-II", a, b) == points


@rule("10.4.a")
def test_a_hex_with_rails_and_a_river_on_its_side_is_clear() -> None:
    """SW-EX-111: 1414 has the Oise on two sides and a railway."""
    assert TERRAIN[HEXES.number("1414")] == "clear"
    assert cost("g-1-II", "1415", "1414") == 1


@rule("10.4.b", "10.5")
def test_across_a_river_into_a_forest() -> None:
    """The example of 10.5: three points."""
    assert cost("g-1-II", "1513", "1413") == 3


@rule("10.5")
def test_a_river_costs_one_point_more() -> None:
    assert cost("g-1-II", "1413", "1513") == 2
    assert cost("g-1-II", "1111", "1010") == 2


@rule("10.5.a")
def test_a_city_makes_the_river_free_both_ways() -> None:
    """SW-EX-109, 110: 1314 is Maubeuge; out of it into the forest of 1413 is two."""
    assert CITY >> HEXES.number("1314") & 1
    assert cost("g-1-II", "1313", "1314") == 1
    assert cost("g-1-II", "1314", "1413") == 2


@rule("2.1.g")
def test_a_unit_is_in_one_hex_at_any_time() -> None:
    """On its way too: it is nowhere that it has left, and one corps more stands where it goes."""
    game = pick("g-1-II", "2316", **{"g-1-III": "2316", "g-1-IV": "2317"})
    game.act("to", "2317")
    stacks = {h: [UNITS[u] for u in units] for h, units in game.state.stacks().items()}
    assert stacks[HEXES.number("2316")] == ["g-1-III"]
    assert stacks[HEXES.number("2317")] == ["g-1-IV", "g-1-II"]  # R108: under those who were there
    game.act("to", "2318")
    stacks = {h: [UNITS[u] for u in units] for h, units in game.state.stacks().items()}
    assert stacks[HEXES.number("2317")] == ["g-1-IV"]
    assert stacks[HEXES.number("2318")] == ["g-1-II"]
    assert game.position()["units"]["g-1-II"]["at"] == "2318"


@rule("2.1.e")
def test_railways_do_not_speed_up_marches() -> None:
    assert cost("g-1-II", "2316", "2415") == 2  # a railway runs through the forest


@rule("10.7")
def test_no_hex_is_entered_without_the_points_for_it() -> None:
    """There is no minimum move: a corps with two points does not cross the Oise into the forest."""
    game = pick("g-1-II", ("1513", "fatigued"))
    assert "1412" in args(game, "to")
    assert "1413" not in args(game, "to")
    weak = pick("g-1-II", ("1412", "fatigued", "out"))
    assert set(args(weak, "to")) == {"1312", "1513", "1313"}


# ---- 2.9, 8.7, 8.9, 9.6: the allowance


@rule("8.7.a", "8.9.a", "9.6.a", "2.9", "9.6.j")
@pytest.mark.parametrize(
    ("unit", "marks", "points"),
    [
        ("g-1-II", (), 4),
        ("g-1-2C", (), 6),
        ("g-5-LW", (), 3),
        ("g-1-II", ("out",), 2),
        ("g-1-2C", ("out",), 3),
        ("g-5-LW", ("out",), 2),
        ("g-1-II", ("fortress",), 2),
        ("g-1-II", ("fatigued",), 2),
        ("g-1-2C", ("fatigued",), 3),
        ("g-1-II", ("fatigued", "out"), 1),
        ("g-1-II", ("elan",), 4),
        ("g-1-HQ", (), 4),
        ("g-1-HQ", ("out",), 2),
        ("g-1-D", (), 2),
        ("g-1-D", ("out",), 1),
    ],
)
def test_the_allowance_in_force(unit: str, marks: tuple[str, ...], points: int) -> None:
    """SW-EX-090, 094, 102: halves are rounded up, two causes halve twice (R43, R44)."""
    state = situation({unit: (CENTRE, *marks)}).state
    assert allowance(state, UNITS.number(unit)) == points


def test_halves_are_rounded_up() -> None:
    """SW-EX-090."""
    assert [half(points) for points in (4, 5, 6, 1)] == [2, 3, 3, 1]


@rule("8.0.c")
def test_units_may_move_to_where_they_will_be_out_of_supply() -> None:
    game = pick("g-1-II", "2118")
    assert "2317" in args(game, "to")


# ---- 10.2: fatigue and rest


@rule("10.2", "5.3.b")
@pytest.mark.parametrize(
    ("unit", "spent", "tires"),
    [
        ("f-5-I", 1, False),
        ("f-5-I", 2, False),
        ("f-5-I", 3, True),
        ("f-5-I", 4, True),
        ("f-5-1C", 3, False),
        ("f-5-1C", 4, True),
        ("f-5-1C", 5, True),
    ],
)
def test_more_than_half_the_allowance_tires(unit: str, spent: int, tires: bool) -> None:
    """SW-EX-104, 106."""
    game = pick(unit, CENTRE, side="entente")
    game.act("to", str(2316 + spent))
    finish(game)
    assert morale(game, unit) == ("fatigued" if tires else "normal")


@rule("10.2")
def test_an_odd_allowance_is_halved_upwards() -> None:
    """SW-EX-105 with three points: two do not tire, three do."""
    for spent, after in ((2, "normal"), (3, "fatigued")):
        game = pick("g-5-LW", CENTRE)
        game.act("to", str(2316 + spent))
        finish(game)
        assert morale(game, "g-5-LW") == after


@rule("10.2")
def test_half_of_the_allowance_in_force() -> None:
    """R56: out of supply a corps has two points, and the second one tires."""
    game = pick("g-1-II", (CENTRE, "elan", "out"))
    game.act("to", "2318")
    finish(game)
    assert morale(game, "g-1-II") == "normal"


@rule("10.2", "9.6.h", "9.6.f")
@pytest.mark.parametrize(("before", "after"), [("elan", "normal"), ("normal", "fatigued"), ("fatigued", "fatigued")])
def test_a_long_move_costs_one_level(before: str, after: str) -> None:
    """More than one level is never lost; a second fatigue is ignored."""
    game = pick("f-5-I", (CENTRE, before), side="entente")
    game.act("to", "2318" if before == "fatigued" else "2320")
    finish(game)
    assert morale(game, "f-5-I") == after


@rule("10.2.b", "5.3.a", "9.6.g")
@pytest.mark.parametrize(("before", "after"), [("fatigued", "normal"), ("normal", "elan"), ("elan", "elan")])
@pytest.mark.parametrize("touch", [False, True], ids=["passed over", "picked and left"])
def test_who_does_not_move_rests(before: str, after: str, touch: bool) -> None:
    """SW-EX-107; whatever its supply and its command (R54)."""
    game = situation({"f-5-I": (CENTRE, before, "out"), **FAR}, side="entente")
    if touch:
        game.act("unit", "f-5-I")
        game.act("stay")
    game.act("done")
    assert morale(game, "f-5-I") == after


@rule("10.2.b")
def test_a_short_move_is_no_rest() -> None:
    game = pick("f-5-I", (CENTRE, "fatigued"), side="entente")
    game.act("to", "2317")
    finish(game)
    assert morale(game, "f-5-I") == "fatigued"


@rule("10.2.b")
def test_only_the_active_side_rests() -> None:
    game = situation({"g-1-II": (CENTRE, "fatigued"), **FAR}, side="entente")
    game.act("done")
    assert morale(game, "g-1-II") == "fatigued"


@rule("9.6")
def test_only_corps_have_morale() -> None:
    game = situation({"g-1-HQ": CENTRE, "g-1-D": CENTRE, **FAR})
    game.act("done")
    assert (morale(game, "g-1-HQ"), morale(game, "g-1-D")) == ("normal", "normal")


@rule("10.2.a", "3.1.h")
@pytest.mark.parametrize("marks", [("elan",), ()])
def test_german_marches_do_not_tire_on_turn_1(marks: tuple[str, ...]) -> None:
    game = situation({"g-1-II": (CENTRE, *marks), **FAR}, turn=1)
    game.act("unit", "g-1-II")
    game.act("to", "2320")
    game.act("done")
    assert morale(game, "g-1-II") == (marks[0] if marks else "normal")


@rule("10.2.a")
def test_french_marches_do() -> None:
    game = situation({"f-5-I": CENTRE, **FAR}, side="entente", turn=1)
    game.act("unit", "f-5-I")
    game.act("to", "2320")
    game.act("done")
    assert morale(game, "f-5-I") == "fatigued"


@rule("9.2.b", "10.0.a")
def test_the_bef_does_not_move_before_turn_4() -> None:
    """SW-EX-095, 096; it rests meanwhile (R55)."""
    game = situation({"b-I": CENTRE, "f-5-I": CENTRE[:2] + "18"}, side="entente", turn=3)
    assert args(game, "unit") == ["f-5-I"]
    assert refused(game, "unit", "b-I") == "9.2"
    game.act("done")
    assert morale(game, "b-I") == "elan"
    assert "b-I" in args(situation({"b-I": CENTRE}, side="entente", turn=4), "unit")


@rule("9.6.i", "9.6.g")
def test_one_level_in_a_phase_and_no_more() -> None:
    """SW-EX-103: two reasons to rise in one phase lead from fatigued to normal only."""
    state, u = situation({"g-1-II": (CENTRE, "fatigued")}).state, UNITS.number("g-1-II")
    state.raise_morale(u)
    state.raise_morale(u)
    assert MORALE[state.morale[u]] == "normal"
    state.lower_morale(u)
    state.lower_morale(u)
    assert MORALE[state.morale[u]] == "fatigued"


# ---- 10.6: forced march


@rule("10.6")
def test_a_forced_march_adds_two_points() -> None:
    """SW-EX-112: six in all."""
    game = pick("g-1-II", CENTRE, dice=[6], g_1_HQ="2315")
    assert "2321" in args(game, "to")
    assert game.hints()["to 2321"]["mark"] == "forced march"
    assert game.hints()["to 2320"]["mark"] == "tires"
    assert "mark" not in game.hints()["to 2318"]
    for place in ("2317", "2318", "2319", "2320", "2321"):
        game.act("to", place)
    assert mark(game, "g-1-II", "spent") == 5
    assert game.decision is not None
    assert game.decision.step == "march"


@rule("10.6.a")
def test_corps_and_hqs_force_march_depots_do_not() -> None:
    game = situation({"g-1-HQ": "1208", "g-1-D": "1208", **FAR})
    game.act("unit", "g-1-HQ")
    assert game.hints()["to 1111"]["left"] == 3  # of six
    game.act("stay")
    game.act("unit", "g-1-D")
    assert "1110" in args(game, "to")
    assert refused(game, "to", "1111") == "10.7"  # the third hex of the railway


@rule("10.6.b", "6.7.g")
def test_not_without_command() -> None:
    game = pick("g-1-II", CENTRE)
    assert refused(game, "to", "2321") == "6.7"


@rule("10.6.g", "8.7.b")
@pytest.mark.parametrize("supply", ["out", "fortress"])
def test_not_without_regular_supply(supply: str) -> None:
    game = pick("g-1-II", (CENTRE, supply), g_1_HQ="2315")
    assert "2318" in args(game, "to")
    assert refused(game, "to", "2319") == "10.6"


@rule("10.6.c", "9.6.d")
def test_not_when_fatigued() -> None:
    game = pick("g-1-II", (CENTRE, "fatigued"), g_1_HQ="2315")
    assert refused(game, "to", "2319") == "9.6"


@rule("10.6.d")
def test_not_out_of_an_enemy_zone() -> None:
    """SW-EX-113: friends in the hex do not help."""
    game = pick("g-1-II", "2117", g_1_HQ="2117", g_1_III="2117", f_5_I="2016")
    assert "2318" in args(game, "to")
    assert refused(game, "to", "2418") == "10.6"
    free = pick("g-1-II", "2117", g_1_HQ="2117", g_1_III="2117")
    assert "2418" in args(free, "to")


@rule("10.6.e", "5.3.c")
@pytest.mark.parametrize(("die", "steps"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_a_forced_march_costs_a_level_and_perhaps_a_step(die: int, steps: int) -> None:
    """SW-EX-114; one level in all (R57)."""
    game = pick("f-5-I", CENTRE, side="entente", dice=[die], f_5_HQ="2315")
    game.act("to", "2321")
    game.act("stop")
    assert mark(game, "f-5-I", "steps") == steps
    game.act("done")
    assert morale(game, "f-5-I") == "fatigued"


@rule("10.6.e")
def test_every_unit_of_a_group_is_diced_for() -> None:
    game = situation({"f-5-I": CENTRE, "f-5-II": CENTRE, "f-5-HQ": CENTRE, **FAR}, side="entente", dice=[1, 6, 1])
    game.act("unit", "f-5-I")
    game.act("join", "f-5-II")
    game.act("join", "f-5-HQ")
    game.act("to", "2321")
    game.act("stop")
    assert (mark(game, "f-5-I", "steps"), mark(game, "f-5-II", "steps")) == (1, 2)
    assert where(game, "f-5-HQ") == "display"  # R59


@rule("10.6.e")
def test_within_the_allowance_nobody_is_diced_for() -> None:
    game = pick("f-5-I", CENTRE, side="entente", dice=[], f_5_HQ="2315")
    game.act("to", "2320")
    game.act("stop")
    assert mark(game, "f-5-I", "steps") == 2


@rule("10.6.f")
def test_german_forced_marches_on_turn_1_cost_nothing() -> None:
    game = situation({"g-1-II": (CENTRE, "elan"), "g-1-HQ": "2315", **FAR}, turn=1, dice=[])
    game.act("unit", "g-1-II")
    game.act("to", "2321")
    game.act("stop")
    game.act("done")
    assert (mark(game, "g-1-II", "steps"), morale(game, "g-1-II")) == (2, "elan")


@rule("10.6.e")
def test_a_reduced_corps_may_perish() -> None:
    game = pick("f-5-I", (CENTRE, 1), side="entente", dice=[1], f_5_HQ="2315")
    game.act("to", "2321")
    game.act("stop")
    assert where(game, "f-5-I") == "display"


# ---- 10.7: depots


@rule("10.7.a", "10.7.b")
def test_depots_move_along_rails_for_one_point_a_hex() -> None:
    """SW-EX-116: Aachen to Liege and on; rivers and rough ground do not matter, but there are two points only."""
    game = pick("g-1-D", "1208")  # rough, the Meuse between it and Liege
    game.act("to", "1109")
    assert mark(game, "g-1-D", "spent") == 1
    game.act("to", "1110")
    assert mark(game, "g-1-D", "spent") == 2
    assert game.decision is not None
    assert game.decision.step == "move"


@rule("10.7.a")
def test_a_depot_leaves_no_rail_line() -> None:
    game = pick("g-1-D", "1110")
    assert set(args(game, "to")) >= {"1109", "1111"}
    assert refused(game, "to", "1009") == "10.7"  # no railway there
    off = situation({"g-1-D": "1010", **FAR})
    assert refused(off, "unit", "g-1-D") == "10.7"


@rule("7.1", "10.7.a")
def test_zones_stop_depots_too() -> None:
    """R61."""
    game = pick("g-1-D", "1109", f_5_I="1210")
    game.act("to", "1110")
    assert game.decision is not None
    assert game.decision.step == "move"


# ---- 10.8: the Belgians


@rule("10.8")
def test_belgians_stay_within_two_hexes_of_belgium() -> None:
    """SW-EX-117: 1415 is two hexes from Belgium, 1416 three."""
    game = pick("be-1", "1414", side="entente")
    assert "1415" in args(game, "to")
    assert refused(game, "to", "1416") == "10.8"
    assert refused(game, "to", "1515") == "10.8"


@rule("10.8")
def test_belgians_do_not_enter_germany() -> None:
    game = pick("be-1", "1209", side="entente")
    assert refused(game, "to", "1108") == "10.8"
    luxembourg = pick("be-1", "1409", side="entente")
    assert "1509" in args(luxembourg, "to")


@rule("10.8")
def test_others_go_where_they_like() -> None:
    game = pick("f-5-I", "1415", side="entente")
    assert "1416" in args(game, "to")


# ---- the sea


@rule("8.2")
def test_nobody_crosses_the_mouth_of_the_somme() -> None:
    """R103."""
    game = pick("f-5-I", ("1220", "fatigued"), side="entente")
    assert "1320" in args(game, "to")
    assert game.why_not("to", "1321") is not None  # one hex away, but the way round costs three

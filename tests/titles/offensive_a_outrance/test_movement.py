"""7.1, 7.2: marches: what hexsides, bridges and zones cost; Forces; Forced Marches."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, LEVEL, ON_RAIL, RAIL_ROWS
from front1914.titles.offensive_a_outrance.charts import FORCED_MARCH
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_WORDS
from front1914.titles.offensive_a_outrance.manoeuvre.ways import ground_cost, march, points, price, side_cost
from front1914.titles.offensive_a_outrance.sequence import begin_phase
from front1914.titles.offensive_a_outrance.state import POOLS, TASKS
from front1914.titles.offensive_a_outrance.world import UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    refused,
    situation,
    verbs,
    where,
)

rule = pytest.mark.rule
# an open plain far from everything: from 07.57 to 07.61 all hexsides are clear, two hexes deep
C, N, S, NE, SE, SW, NW = "07.59", "07.58", "07.60", "08.58", "08.59", "06.59", "06.58"
FAR: dict[str, Placed] = {"g-3/2": "64.28", "f-15/8": "20.60"}
BERLIN = {"german": "all"}


def picked(units: dict[str, Placed], unit: str, side: str = "allied", **more: Any) -> Game:
    """The unit is about to march."""
    game = situation(units, side=side, **more)
    game.act("unit", unit)
    return game


def cost(game: Game, *hexes: str) -> int:
    """What it costs the moving Force to go hex by hex to the last of some hexes."""
    u = game.state.flow[-1][1][0]
    before = game.state.spent[u]
    for word in hexes:
        game.act("to", word)
    return int(game.state.spent[u] - before)


def step(game: Game, a: str, b: str) -> int | None:
    """What one step costs the moving Force."""
    return price(game.state, game.state.flow[-1][1], HEXES.number(a), HEXES.number(b))


def blown(game: Game) -> set[str]:
    """The bridges that are down."""
    return {str(BRIDGE_WORDS[i]) for i, down in enumerate(game.state.blown) if down}


# ---- allowances


@rule("7.1.1", "1.1.w", "2.2", "7.0.a", "1.1.v")
@pytest.mark.parametrize(("phase", "hexes", "forced"), [("movement", 4, 6), ("counter_movement", 2, 4)])
def test_the_allowance_is_nine_or_five(phase: str, hexes: int, forced: int) -> None:
    """OAO-1.1-03, OAO-7.2.1-01: a clear hexside costs two; a Forced March gives three more."""
    game = picked({"f-13/21": "07.59"}, "f-13/21", phase=phase)
    u = UNITS.number("f-13/21")
    found = march(game.state, (u,))
    start = HEXES.number(C)
    far = max(
        BOARD.distance(start, h) for h in found if found.spent(h) <= {"movement": 9, "counter_movement": 5}[phase]
    )
    assert far == hexes
    assert {found.spent(n) for n in BOARD.neighbours[start]} == {2}  # for each hexside, by its terrain
    assert max(BOARD.distance(start, h) for h in found) == forced


@rule("7.1.1.a")
def test_unspent_points_are_lost() -> None:
    """Two of nine were spent: the next phase brings its five and the Forced March, neither the seven left nor less."""
    s = situation({"f-13/21": (C, "spent 2"), **FAR}, side="allied").state
    begin_phase(s, "counter_movement")
    assert points(s, (UNITS.number("f-13/21"),)) == 5 + 3


@rule("7.0")
@pytest.mark.parametrize(("unit", "at"), [("f-fort-Montmedy", "49.41"), ("f-fx-Longwy", "53.42")])
def test_forts_and_fortresses_never_move(unit: str, at: str) -> None:
    game = situation({unit: at, "f-13/21": C})
    assert refused(game, "unit", unit) == "7.0"


@rule("7.0")
@pytest.mark.parametrize("unit", ["f-13/21", "f-6-c", "g-OHL", "f-t21"])
def test_others_do(unit: str) -> None:
    side = "german" if unit[0] == "g" else "allied"
    game = picked({unit: C}, unit, side=side, held=BERLIN if side == "german" else None)
    assert N in args(game, "to")


@rule("1.1.p", "1.1.r")
def test_the_inactive_do_not_move() -> None:
    game = situation({"f-13/21": C, "f-6-c": (N, "inactive 3")}, armies={"f-FIRST": {"active": 3}})
    assert refused(game, "unit", "f-13/21") == "1.1"
    game = situation({"f-13/21": C, "f-6-c": (N, "inactive 3")})
    assert refused(game, "unit", "f-6-c") == "1.1"
    assert game.why_not("unit", "f-13/21") is None


# ---- terrain (7.1.3)


@rule("7.1", "7.1.3")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        pytest.param("58.56", "57.56", 3, id="OAO-7.1-01"),
        pytest.param("53.50", "52.50", 2, id="clear"),
        pytest.param("45.33", "46.33", 4, id="deep forest"),
        pytest.param("54.63", "55.63", 3, id="foothills"),
        pytest.param("53.66", "53.67", 4, id="mountain"),
        pytest.param("48.74", "49.74", 6, id="steep mountain"),
        pytest.param("30.42", "31.43", 3, id="moor"),
    ],
)
def test_the_hexside_is_paid(a: str, b: str, points: int) -> None:
    assert ground_cost(HEXES.number(a), HEXES.number(b)) == points
    assert ground_cost(HEXES.number(b), HEXES.number(a)) == points


@rule("7.1.3.b")
def test_rivers_add_to_the_ground() -> None:
    """A Minor River costs one more; so does a bridge."""
    game = situation({"f-13/21": "44.46"})
    s = game.state
    assert side_cost(s, HEXES.number("44.46"), HEXES.number("44.47")) == 3
    assert side_cost(s, HEXES.number("52.50"), HEXES.number("51.51")) == 3
    assert side_cost(s, HEXES.number("44.15"), HEXES.number("44.16")) == 3


@rule("3.6.a")
def test_elevation_costs_nothing() -> None:
    up = [(a, b) for a, b in BOARD.links if LEVEL[a] == 1 and LEVEL[b] == 2 and ground_cost(a, b) == 2]
    assert up
    assert all(ground_cost(b, a) == 2 for a, b in up)


@rule("7.1.2.a")
def test_nobody_spends_more_than_he_has() -> None:
    game = picked({"f-13/21": C}, "f-13/21")
    assert refused(game, "to", "07.66") == "7.1.2"
    cost(game, "07.58", "07.57", "07.56", "07.55", "07.54")
    assert "07.53" not in args(game, "to")  # three MPs
    cost(game, "08.53")
    assert asked(game) == ("allied", "move")  # twelve are spent: it stops by itself
    assert mark(game, "f-13/21", "spent") == 12


# ---- bridges (7.1.4)

RETREAT: dict[str, Placed] = {"f-13/21": "52.50", "f-43/21": "52.51", "g-3/2": "53.50", "g-4/2": "53.52"}


@rule("7.1.4", "3.5.4")
def test_over_an_intact_bridge_out_of_a_zone() -> None:
    """OAO-7.1.4b-02: four for two clear hexes, one to leave the zone, one for the bridge."""
    game = picked(RETREAT, "f-13/21")
    assert cost(game, "51.51") == 4
    assert cost(game, "50.51") == 2
    assert blown(game) == set()


@rule("7.1.4")
def test_the_neighbour_crosses_too() -> None:
    """OAO-7.1.4b-03: two for the clear hex, one to leave the zone, one for the bridge."""
    game = picked(RETREAT, "f-43/21")
    assert cost(game, "51.52") == 4


@rule("7.1.4a")
def test_bridges_are_blown_before_the_pursuer() -> None:
    """OAO-7.1.4b-04 to 06: in the Counter Movement Phase the German pursues by a Forced March of three."""
    game = picked(
        {"f-13/21": "50.51", "f-43/21": "51.52", "g-3/2": "53.50"},
        "g-3/2",
        side="german",
        phase="counter_movement",
        bridges={"52.49/52.50": 1},
        held={"german": ["53.50", "53.51", "52.49", "53.49"]},
        dice=[7],
    )
    game.act("to", "52.50")
    assert mark(game, "g-3/2", "spent") == 2
    assert blown(game) == {"52.49/52.50", "51.50/52.50", "51.51/52.50"}
    game.act("to", "51.51")
    assert mark(game, "g-3/2", "spent") == 8
    assert blown(game) == {"52.49/52.50", "51.50/52.50", "51.51/52.50", "51.51/52.51"}
    assert happened(game, "march_check")[0]["dice"] == 7


@rule("7.1.4a")
def test_a_far_goal_reckons_with_bridges_that_will_be_blown() -> None:
    game = picked(
        {"f-13/21": "50.51", "f-43/21": "51.52", "g-3/2": "53.50"},
        "g-3/2",
        side="german",
        phase="counter_movement",
        held={"german": ["53.50", "53.51", "52.49", "53.49"]},
    )
    assert march(game.state, (UNITS.number("g-3/2"),)).spent(HEXES.number("51.51")) == 8


@rule("7.1.4a")
def test_a_bridge_between_two_friendly_hexes_stands() -> None:
    game = picked({"f-13/21": "50.51", **FAR}, "f-13/21", held={"allied": ["52.49"]})
    cost(game, "51.51", "52.50")
    assert blown(game) == set()


@rule("7.1.4a.a")
def test_a_damaged_bridge_does_not_serve() -> None:
    game = picked({"f-13/21": "52.50", **FAR}, "f-13/21", bridges={"51.51/52.50": 1})
    assert cost(game, "51.51") == 4  # two for the river


@rule("7.1.4b", "4.2.1.c")
@pytest.mark.parametrize(("held", "repaired"), [((), False), (("52.49",), True)])
def test_repair_needs_both_hexes(held: tuple[str, ...], repaired: bool) -> None:
    """OAO-7.1.4b-01, OAO-7.1.4b-07."""
    hexes = ["52.50", *held]
    everything = {"german": "all", "allied": hexes}
    units: dict[str, Placed] = {"f-13/21": "20.60", "g-3/2": "64.28"}
    flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "movement"], ["repair_bridges"]]
    game = situation(
        units, held=everything, bridges={"52.49/52.50": 1}, flow=flow, phase="preliminary", active="allied"
    )
    assert asked(game)[1] == "move"
    assert ("52.49/52.50" not in blown(game)) == repaired


@rule("7.1.5")
def test_an_unbridged_grand_river_is_crossed_only_by_who_began_there() -> None:
    game = picked({"f-13/21": "05.21", **FAR}, "f-13/21")
    assert cost(game, "05.22") == 6
    game = picked({"f-13/21": "05.20", **FAR}, "f-13/21")
    game.act("to", "05.21")
    assert "05.22" not in args(game, "to")


@rule("7.1.5")
def test_who_began_at_a_grand_river_may_come_back_over_it() -> None:
    """It began the phase beside the hexside: from either bank it may be crossed."""
    game = picked({"f-13/21": ("05.22", "origin 05.21"), **FAR}, "f-13/21")
    assert cost(game, "05.21") == 6
    game = picked({"f-13/21": ("05.22", "origin 05.23"), **FAR}, "f-13/21")
    assert "05.21" not in args(game, "to")


# ---- zones (7.1.6)


@rule("7.1.6")
def test_entering_and_leaving_a_zone() -> None:
    """OAO-7.1.6-01."""
    game = picked({"f-13/21": "07.61", "g-3/2": "07.58"}, "f-13/21")
    assert cost(game, "07.60") == 2
    assert cost(game, "07.59") == 4
    game = picked({"f-13/21": "07.59", "g-3/2": "07.58"}, "f-13/21")
    assert cost(game, "07.60") == 3


@rule("7.1.6a")
def test_from_zone_to_zone() -> None:
    """OAO-7.1.6a-01."""
    game = picked({"f-13/21": "44.18", "g-3/2": "44.17"}, "f-13/21")
    assert step(game, "44.18", "43.18") == 8
    assert cost(game, "43.18") == 7  # round the zone: three to leave it, four to come back


@rule("7.1.6a")
@pytest.mark.parametrize(
    ("friend", "points"),
    [
        pytest.param("f-43/21", 6, id="OAO-7.1.6a-02"),
        pytest.param("f-Ch-13", 8, id="an Asset is no Formation"),
    ],
)
def test_from_zone_to_zone_to_friends(friend: str, points: int) -> None:
    game = picked({"f-13/21": "44.18", friend: "43.18", "g-3/2": "44.17"}, "f-13/21")
    assert step(game, "44.18", "43.18") == points


@rule("7.1.6.a")
def test_friends_do_not_negate_a_zone() -> None:
    game = picked({"f-13/21": "07.60", "f-43/21": "07.59", "g-3/2": "07.58"}, "f-13/21")
    assert cost(game, "07.59") == 4


@rule("3.3.1", "7.1.6")
def test_no_zone_across_a_ridge() -> None:
    """The ridge 52.66/52.67 keeps the zone of 52.66 out of 52.67, not out of 51.67."""
    s = situation({"g-3/2": "52.66", "f-13/21": "20.60"}).state
    zone = s.ground("german").zone
    assert not zone >> HEXES.number("52.67") & 1
    assert zone >> HEXES.number("51.67") & 1


@rule("7.1.2.e", "3.1")
def test_nobody_enters_where_enemies_are() -> None:
    game = picked({"f-13/21": C, "g-3/2": N}, "f-13/21")
    assert refused(game, "to", N) == "7.1.2"
    game = picked({"f-13/21": "54.42", "g-3/2": "64.28", "g-fx-Mutzig": "62.60"}, "f-13/21")
    assert game.why_not("to", "53.43") is None


@rule("3.1", "7.1.2.e", "8.7.1.d")
def test_an_empty_fortress_can_be_entered() -> None:
    """12.1.3: two MPs more."""
    game = picked({"g-3/2": "53.41", "f-fx-Longwy": ("53.42", "face"), "f-13/21": "20.60"}, "g-3/2", side="german")
    plain = ground_cost(HEXES.number("53.41"), HEXES.number("53.42"))
    assert cost(game, "53.42") == side_cost(game.state, HEXES.number("53.41"), HEXES.number("53.42")) + 2
    assert plain is not None
    game = picked({"g-3/2": "53.41", "f-fx-Longwy": "53.42", "f-13/21": "20.60"}, "g-3/2", side="german")
    assert refused(game, "to", "53.42") == "7.1.2"


@rule("3.1.a")
def test_friends_are_passed_freely() -> None:
    crowd: dict[str, Placed] = {"f-43/21": N, "f-25/13": N, "f-26/13": N, "f-16/8": N}
    game = picked({"f-13/21": C, **crowd, **FAR}, "f-13/21")
    assert cost(game, N, "07.57") == 4


# ---- Forces (7.1.2, 3.2)

FORCE: dict[str, Placed] = {"f-13/21": C, "f-Ch-13": C, "f-Ch-43": C, "f-Ch-27": C}


@rule("3.2", "1.1.l", "3.2.1.a", "7.1.2.c", "1.1.c")
def test_a_formation_takes_two_assets_along() -> None:
    game = picked(FORCE, "f-13/21")
    assert [UNITS[u] for u in game.state.flow[-1][1]] == ["f-13/21", "f-Ch-13", "f-Ch-27"]
    assert refused(game, "join", "f-Ch-43") == "3.2"
    game.act("drop", "f-Ch-13")
    game.act("join", "f-Ch-43")
    game.act("to", N)
    game.act("stop")
    assert [where(game, u) for u in FORCE] == [N, C, N, N]


@rule("3.2", "7.1.2.c")
def test_two_formations_never_move_together() -> None:
    game = picked({"f-13/21": C, "f-43/21": C}, "f-13/21")
    assert refused(game, "join", "f-43/21") == "3.2"


@rule("7.1.2.b")
def test_who_is_dropped_off_moves_no_further() -> None:
    game = picked(FORCE, "f-13/21")
    game.act("to", N)
    game.act("drop", "f-Ch-13")
    game.act("to", "07.57")
    game.act("stop")
    assert (where(game, "f-Ch-13"), where(game, "f-13/21")) == (N, "07.57")
    assert refused(game, "unit", "f-Ch-13") == "7.1.2"


@rule("7.1.2.h")
def test_who_is_picked_up_has_spent_as_much() -> None:
    game = picked({"f-13/21": C, "f-Ch-13": "07.57"}, "f-13/21")
    game.act("to", "07.57")
    game.act("join", "f-Ch-13")
    assert mark(game, "f-Ch-13", "spent") == 4


@rule("7.1.2.d")
def test_one_force_after_the_other() -> None:
    game = picked({"f-13/21": C, "f-43/21": S}, "f-13/21")
    game.act("to", N)
    game.act("unit", "f-43/21")
    assert [UNITS[u] for u in game.state.flow[-1][1]] == ["f-43/21"]
    assert refused(game, "unit", "f-13/21") == "7.1.2"


@rule("5.5.1")
def test_an_asset_may_go_alone() -> None:
    game = picked(FORCE, "f-Ch-13")
    game.act("to", N)
    game.act("stop")
    assert (where(game, "f-Ch-13"), where(game, "f-13/21")) == (N, C)


# ---- Forced Marches (7.2)


@rule("7.2", "7.2.1", "8.1.b", "8.8.1.a")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("f-13/21", 12), ("f-6-c", 16), ("g-OHL", 9), ("f-t21", 9), ("g-Jaeger-1", 16), ("f-Ch-13", 12)],
)
def test_who_marches_beyond_his_allowance(unit: str, points: int) -> None:
    """OAO-7.2.1-01, OAO-7.2.1-02."""
    side = "german" if unit[0] == "g" else "allied"
    game = picked({unit: C}, unit, side=side, held=BERLIN if side == "german" else None)
    found = march(game.state, (UNITS.number(unit),))
    assert max(found.costs.values()) == points


@rule("7.2.2a")
def test_cavalry_with_infantry_marches_like_infantry() -> None:
    """OAO-7.2.2a-01."""
    game = picked({"f-6-c": C, "f-Ch-13": C}, "f-6-c")
    assert max(march(game.state, game.state.flow[-1][1]).costs.values()) == 12
    game.act("drop", "f-Ch-13")
    assert max(march(game.state, game.state.flow[-1][1]).costs.values()) == 16


@rule("7.2.a", "7.2.3")
def test_a_forced_march_is_checked_at_its_end() -> None:
    """OAO-7.2.3-01: eleven points: +2. CEL 11, so that 10 fails by one."""
    plain: dict[str, Placed] = {"f-13/21": C, "g-3/2": "07.55"}
    game = picked(plain, "f-13/21", dice=[10])
    cost(game, "07.58", "07.57", "07.56")
    assert mark(game, "f-13/21", "spent") == 8
    assert happened(game, "march_check") == []
    game = picked({"f-13/21": (C, "spent 1")}, "f-13/21", dice=[10])
    cost(game, "07.58", "07.57", "07.56", "07.55", "07.54")
    game.act("stop")
    assert mark(game, "f-13/21", "spent") == 11
    assert mark(game, "f-13/21", "ce") == 1


@rule("7.2.3")
def test_a_check_that_is_passed() -> None:
    game = picked({"f-13/21": (C, "spent 1")}, "f-13/21", dice=[9])
    cost(game, "07.58", "07.57", "07.56", "07.55", "07.54")
    game.act("stop")
    assert mark(game, "f-13/21", "ce") == 0


@rule("7.2.3a", "7.2.3a.a")
@pytest.mark.parametrize(
    ("failed", "infantry", "cavalry"),
    [
        (1, (1, 0, 0), (0, 0, 0)),
        (3, (1, 0, 1), (1, 0, 0)),
        (5, (2, 0, 1), (1, 0, 0)),
        (7, (2, 1, 1), (2, 0, 0)),
        (9, (3, 1, 1), (2, 1, 0)),
    ],
)
def test_the_table(failed: int, infantry: tuple[int, ...], cavalry: tuple[int, ...]) -> None:
    for name, want in (("infantry", infantry), ("cavalry", cavalry)):
        found = FORCED_MARCH.read(FORCED_MARCH.at(name), failed)
        assert (found.levels, int(found.reduced), int(found.unprepared)) == want


@rule("7.2.3a.a")
def test_a_bad_failure_reduces_and_unsettles() -> None:
    """A Formation at -3 with a CEL of 8 throws 12 with +3: it fails by seven."""
    game = picked({"f-13/21": (C, "ce -3"), "g-3/2": "64.28"}, "f-13/21", dice=[12])
    cost(game, "07.58", "07.57", "07.56", "07.55")
    game.act("prepare", "07.54")
    assert mark(game, "f-13/21", "spent") == 12
    assert (mark(game, "f-13/21", "ce"), mark(game, "f-13/21", "sr"), mark(game, "f-13/21", "pa")) == (5, 1, -1)


@rule("7.2.3a.c", "6.1.3")
def test_a_level_that_cannot_be_lost_is_a_reduction() -> None:
    game = picked({"f-13/21": (C, "ce D2")}, "f-13/21", dice=[9])
    cost(game, "07.58", "07.57", "07.56", "07.55", "07.54")
    game.act("stop")
    assert (mark(game, "f-13/21", "ce"), mark(game, "f-13/21", "sr")) == (6, 1)


@rule("7.2.3a.b", "5.5.2")
def test_assets_alone_may_march_to_their_end() -> None:
    game = picked({"f-Ch-13": (C, "sr 1")}, "f-Ch-13", dice=[9])
    cost(game, "07.58", "07.57", "07.56", "07.55", "07.54")
    game.act("stop")
    assert where(game, "f-Ch-13") == "eliminated"


@rule("7.2.2", "7.2.2.a")
def test_a_task_and_a_forced_march() -> None:
    """OAO-7.2.2-01: eight MPs complete the task, one is left: one hex with one MP of Forced March."""
    flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "attack"], ["move"], ["begin_movement"]]
    units: dict[str, Placed] = {"f-13/21": (C, "ce -1", "task recover", "done 1"), "g-3/2": "64.28"}
    game = situation(units, flow=flow, active="allied", phasing="allied", dice=[12])
    assert (mark(game, "f-13/21", "task"), mark(game, "f-13/21", "ce"), mark(game, "f-13/21", "spent")) == (0, 0, 8)
    game.act("unit", "f-13/21")
    assert cost(game, N) == 2
    game.act("stop")
    assert happened(game, "march_check")[-1]["passed"] == 0
    units = {"f-13/21": (C, "ce -1", "task recover", "done 0"), "g-3/2": "64.28"}
    game = situation(units, flow=flow, active="allied", phasing="allied", dice=[12])
    assert refused(game, "unit", "f-13/21") == "7.1.2"
    assert TASKS[mark(game, "f-13/21", "task")] == "none"


@rule("7.2.2")
def test_forced_points_pay_no_task() -> None:
    game = picked({"f-13/21": (C, "ce -1"), "g-3/2": "64.28"}, "f-13/21")
    cost(game, "07.58", "07.57", "07.56", "07.55")
    assert mark(game, "f-13/21", "spent") == 8
    assert "recover" in verbs(game)
    cost(game, "07.54")
    assert refused(game, "recover") == "7.8.1"


# ---- Depots (15.6.3)


@rule("15.6.3", "15.6.3.a", "2.6.3")
@pytest.mark.parametrize(("phase", "most"), [("movement", 9), ("counter_movement", 5)])
def test_a_depot_moves_along_the_railway(phase: str, most: int) -> None:
    """One MP a hex of whatever track, no Forced March, no Rail Points."""
    tracks = {str(HEXES[h]): {"operational": 1} for h in HEXES.numbers if ON_RAIL >> h & 1}
    game = picked({"f-dFIRST": "50.61", "g-3/2": "64.28"}, "f-dFIRST", hexes=tracks, phase=phase)
    assert all(ON_RAIL >> HEXES.number(word) & 1 for word in args(game, "to"))
    found = march(game.state, game.state.flow[-1][1])
    assert max(found.costs.values()) == most
    game.act("to", args(game, "to")[0])
    assert game.state.pools[POOLS.number("allied_rp")] == 0
    game = picked({"f-dFIRST": "50.61", "g-3/2": "64.28"}, "f-dFIRST", phase=phase)
    assert refused(game, "to", "50.60") == "15.6.3"


@rule("18.1", "15.6.3")
@pytest.mark.parametrize("track", ["double", "single", "narrow"])
def test_a_depot_moves_on_every_kind_of_track(track: str) -> None:
    """Where only that kind of track runs there it goes to the next hex for one MP."""
    tracks = {str(HEXES[h]): {"operational": 1} for h in HEXES.numbers if ON_RAIL >> h & 1}
    row = next(row for row in RAIL_ROWS if row.track == track)
    game = picked({"f-dSECOND": row.a, "g-3/2": "64.28"}, "f-dSECOND", hexes=tracks, held={"allied": "all"})
    assert march(game.state, game.state.flow[-1][1]).costs[HEXES.number(row.b)] == 1

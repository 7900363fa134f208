"""7.7: rail transport: Rail Points, destinations, entraining, the ride, detraining, interruptions; 18.6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.logistics.supply import supplied
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import load
from front1914.titles.offensive_a_outrance.manoeuvre.ways import most_forced
from front1914.titles.offensive_a_outrance.railways.bottlenecks import room
from front1914.titles.offensive_a_outrance.railways.rail import too_near
from front1914.titles.offensive_a_outrance.railways.trains import BOARDING, RAIL_POINTS
from front1914.titles.offensive_a_outrance.railways.transport import route
from front1914.titles.offensive_a_outrance.state import (
    BY_FOOT,
    DETRAIN,
    DETRAINING,
    ENTRAIN,
    ENTRAINED,
    ENTRAINING,
    INTERRUPTED,
    NO_TASK,
    POOLS,
)
from front1914.titles.offensive_a_outrance.world import UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, happened, mark, refused, situation, where
from tests.titles.offensive_a_outrance.rails import on_rail, running
from tests.titles.offensive_a_outrance.sheet import around as around_
from tests.titles.offensive_a_outrance.sheet import distance, hexes, rails, rows, toml

rule = pytest.mark.rule
LUXEMBURG, BRUSSEL, ARLON, NAMUR, LIEGE = "57.43", "49.21", "54.40", "51.28", "59.29"
EAST = ("belgium", "germany", "luxemburg")
FAR = {"f-13/21": "07.59"}  #: an enemy who disturbs nobody
HQ = next(row["id"] for row in rows("units.csv") if row["type"] == "siege_train")


def number(unit: str) -> int:
    return int(UNITS.number(unit))


def at_station(units: Mapping[str, Placed], unit: str, side: str = "german", *, points: int = 4, **more: Any) -> Game:
    """The unit is about to march; trains of its side run everywhere unless the test says otherwise."""
    more.setdefault("hexes", running(german="all") if side == "german" else running(allied="all"))
    pools = {f"{side}_rp": points, **more.pop("pools", {})}
    game = situation(units, side=side, scenario="campaign", pools=pools, **more)
    game.act("unit", unit)
    return game


def entrained(units: Mapping[str, Placed], unit: str, to: str, side: str = "german", **more: Any) -> Game:
    """The unit has begun its ride."""
    game = at_station(units, unit, side, **more)
    game.act("entrain")
    game.act("to", to)
    return game


def begun(units: Mapping[str, Placed], side: str = "german", phase: str = "movement", **more: Any) -> Game:
    """A movement phase of the side has just begun."""
    other = "allied" if side == "german" else "german"
    phasing = side if phase == "movement" else other
    more.setdefault("hexes", running(german="all") if side == "german" else running(allied="all"))
    flow = [["turn"], ["end_of_turn"], ["phase", "attack"], ["move"], ["transports"], ["ships"], ["begin_movement"]]
    return situation(units, flow=flow, phase=phase, phasing=phasing, active=side, scenario="campaign", **more)


def points(game: Game, pool: str) -> int:
    return int(game.state.pools[POOLS.number(pool)])


def ride_state(game: Game, unit: str) -> tuple[int, int, int]:
    """Rail Mode, MPs expended in this phase, MPs of the task."""
    return mark(game, unit, "rail"), mark(game, unit, "spent"), mark(game, unit, "done")


# ---- Rail Points (7.7.1)


@rule("7.7.1.a", "7.7.3.3.b")
@pytest.mark.parametrize(
    ("unit", "halves", "boarding"),
    [
        ("f-13/21", 2, 9),
        ("f-1-CC", 2, 9),
        ("f-t21", 2, 9),
        ("g-37-Lw", 1, 5),
        ("f-6-c", 1, 5),
        ("f-Ch-13", 1, 3),
        ("b-5-c", 1, 3),
        ("b-Samson", 1, 3),
        (HQ, 1, 9),
        ("ah-30.5cm-1", 1, 5),
        ("b-Naval-Artillery", 1, 5),
    ],
)
def test_what_a_ride_costs(unit: str, halves: int, boarding: int) -> None:
    """OAO-7.7.1-01, OAO-7.7.3.3-01: in halves of a Rail Point, and MPs to entrain or detrain."""
    assert (RAIL_POINTS[number(unit)], BOARDING[number(unit)]) == (halves, boarding)


@rule("7.7.1", "7.7.3.1", "7.7.1.a")
def test_points_are_deducted_when_the_unit_is_designated() -> None:
    game = at_station({"g-37-Lw": LUXEMBURG, **FAR}, "g-37-Lw", points=3)
    game.act("entrain")
    assert points(game, "german_rp") == 3  # nothing is decided yet
    game.act("to", BRUSSEL)
    assert points(game, "german_rp") == 2


@rule("7.7.1", "7.7.3.1")
def test_without_points_nobody_entrains() -> None:
    """A division costs a whole Rail Point; half a one is not rounded."""
    assert refused(at_station({"g-37-Lw": LUXEMBURG, **FAR}, "g-37-Lw", points=0), "entrain") == "7.7.1"
    assert refused(at_station({"g-3/2": LUXEMBURG, **FAR}, "g-3/2", points=1), "entrain") == "7.7.1"
    assert at_station({"g-3/2": LUXEMBURG, **FAR}, "g-3/2", points=2).why_not("entrain") is None


@rule("7.7.1")
def test_an_interphase_brings_new_points_and_takes_the_old_ones() -> None:
    chart = toml("charts.toml")["interphase"]["3"]
    flow = [["turn"], ["end_inter_phase"], ["allotments"]]
    pools = {"allied_rp": 17, "german_rp": 3, "belgian_rp": 1}
    game = situation(FAR, flow=flow, phase="inter", turn=9, scenario="campaign", pools=pools)
    assert points(game, "allied_rp") == chart["allied_rail"] == 14
    assert points(game, "german_rp") == chart["german_rail"] == 7
    assert points(game, "belgian_rp") == 1


@rule("24.5", "7.7.1")
def test_the_belgian_point_comes_with_the_second_interphase() -> None:
    for turn, expected in ((3, 0), (6, 1)):
        game = situation(FAR, flow=[["turn"], ["end_inter_phase"], ["allotments"]], turn=turn, scenario="campaign")
        assert points(game, "belgian_rp") == expected


@rule("24.5")
def test_the_belgian_point_entrains_one_belgian_unit_of_any_size() -> None:
    game = at_station({"be-5": "44.15", "g-3/2": "64.28"}, "be-5", "allied", points=0, pools={"belgian_rp": 1})
    assert refused(game, "entrain") == "7.7.1"
    game.act("special")
    game.act("to", "37.10")
    assert (points(game, "belgian_rp"), mark(game, "be-5", "rail")) == (0, ENTRAINED)
    game = at_station({"be-5": "44.15", "g-3/2": "64.28"}, "be-5", "allied", points=0)
    assert refused(game, "special") == "7.7.1"
    game = at_station({"f-38": "36.26", "g-3/2": "64.28"}, "f-38", "allied", points=0, pools={"belgian_rp": 1})
    assert refused(game, "special") == "7.7.1"


# ---- tracks (7.7.2)


@rule("7.7")
def test_depots_have_their_own_rule() -> None:
    game = at_station({"g-dFIRST": LUXEMBURG, **FAR}, "g-dFIRST")
    assert refused(game, "entrain") == "7.7"


@rule("7.7.2", "7.7.3.3.e")
def test_only_double_track() -> None:
    """A station on a single track serves nobody, neither at the start nor as destination."""
    single = {n for pair, row in rails().items() if row["track"] != "double" for n in pair}
    double = {n for pair, row in rails().items() if row["track"] == "double" for n in pair}
    game = at_station({"g-37-Lw": LUXEMBURG, **FAR}, "g-37-Lw")
    game.act("entrain")
    assert set(args(game, "to")) <= double
    assert len(args(game, "to")) > 300
    only = sorted(single - double)
    assert all(refused(game, "to", name) == "7.7.2" for name in only)
    game = at_station({"g-37-Lw": "39.18", **FAR}, "g-37-Lw")
    assert "39.18" not in double
    assert refused(game, "entrain") == "7.7.3.3"


@rule("7.7.2.a")
def test_the_allies_may_use_the_line_by_eu() -> None:
    units: dict[str, Placed] = {"f-Ch-13": "16.24", "g-3/2": "64.28"}
    game = at_station(units, "f-Ch-13", "allied", hexes=running(allied=_purple() | _line("Amiens") | _line("Le Havre")))
    game.act("entrain")
    assert {"16.18", "20.18"} <= set(args(game, "to"))
    game = at_station({"g-37-Lw": "16.24", **FAR}, "g-37-Lw")
    game.act("entrain")
    assert refused(game, "to", "16.18") == "7.7.2"


def _line(name: str) -> set[str]:
    """The hexes of a named line."""
    return {n for row in rows("map/rail.csv") if name in row["lines"] for n in (row["a"], row["b"])}


def _purple() -> set[str]:
    return _line("Abancourt - Eu - Abbeville")


@rule("7.7.2.b", "7.7.3", "7.7.3.5.c", "7.7.3.5.b", "7.7.4.a", "18.6.2", "7.7.3.4.a")
def test_the_landwehr_brigade_goes_to_brussel() -> None:
    """OAO-7.7.3-01, OAO-7.7.2-01, OAO-7.7.3.3-02: the comprehensive example of 7.7.5: five MPs to entrain, 28 hexes for
    three, one left to detrain; half a point through Arlon and through Namur."""
    units: dict[str, Placed] = {"g-37-Lw": LUXEMBURG, **FAR}
    line = _line_by_namur()
    game = at_station(units, "g-37-Lw", turn=19, hexes=running(german=line))
    game.act("entrain")
    before = {name: room(game.state, "german", HEXES.number(name)) for name in (ARLON, NAMUR, LIEGE)}
    assert before == {ARLON: 7, NAMUR: 7, LIEGE: 7}
    game.act("to", BRUSSEL)
    assert where(game, "g-37-Lw") == BRUSSEL
    assert points(game, "german_rp") == 3
    assert ride_state(game, "g-37-Lw") == (DETRAINING, 9, 1)
    after = {name: room(game.state, "german", HEXES.number(name)) for name in (ARLON, NAMUR, LIEGE)}
    assert after == {ARLON: 6, NAMUR: 6, LIEGE: 7}
    assert refused(game, "unit", "g-37-Lw") == "7.1.2"  # no Forced March, nothing else


def _line_by_namur() -> set[str]:
    """The railways of the example, and those that join them to the German edge, but none by Liège."""
    east = {n for n in on_rail() if hexes()[n]["country"] in ("germany", "luxemburg")}
    return east | {n for row in rows("map/rail.csv") for n in (row["a"], row["b"]) if _belongs(row)}


def _belongs(row: dict[str, str]) -> bool:
    named = any(word in row["lines"] for word in ("Arlon - Namur", "Brussel"))
    return row["track"] == "double" and named and "Liege" not in row["lines"]


# ---- destinations (7.7.3 (2))


@rule("7.7.3.2", "7.7.3.2.a")
@pytest.mark.parametrize(
    ("enemy", "to", "allowed"),
    [
        pytest.param("19.36", "16.36", True, id="OAO-7.7.3.2-02"),
        pytest.param("19.36", "17.38", False, id="OAO-7.7.3.2-03"),
        pytest.param("19.38", "16.38", True, id="OAO-7.7.3.2-04"),
    ],
)
def test_six_hexes_from_the_enemy(enemy: str, to: str, allowed: bool) -> None:
    game = situation({"g-3/2": enemy, "f-13/21": "07.59"}, scenario="campaign")
    assert bool(too_near(game.state, "allied") >> HEXES.number(to) & 1) != allowed


@rule("7.7.3.2")
def test_outside_camps_every_hex_counts_once() -> None:
    """OAO-7.7.3.2-01."""
    game = at_station({"g-37-Lw": LUXEMBURG, "f-13/21": "54.36"}, "g-37-Lw")
    game.act("entrain")
    offered = set(args(game, "to"))
    camps = {row["id"] for row in rows("map/hexes.csv") if row["camp"]}
    plain = [n for n in on_rail() - camps if distance(n, "54.36") <= 8]
    assert {distance(n, "54.36") for n in plain if n in offered} >= {6, 7}
    near = [n for n in plain if distance(n, "54.36") < 6]
    assert near
    assert not offered & set(near)
    assert refused(game, "to", "52.35") == "7.7.3.2"


@rule("7.7.3.4", "7.7.3.2")
def test_the_line_must_lead_there() -> None:
    cut = running(german="all", without=["54.40", "55.41"])
    game = at_station({"g-37-Lw": LUXEMBURG, **FAR}, "g-37-Lw", hexes=cut)
    game.act("entrain")
    assert "54.40" not in args(game, "to")
    assert refused(game, "to", "54.40") == "7.7.3.4"


# ---- entraining (7.7.3 (3))


@rule("7.7.3.3")
@pytest.mark.parametrize(("away", "allowed"), [(3, False), (4, True)])
def test_four_hexes_from_the_enemy(away: int, allowed: bool) -> None:
    """OAO-7.7.3.2-01."""
    enemy = next(n for n in sorted(on_rail()) if distance(n, LUXEMBURG) == away and n < "57")
    game = at_station({"g-37-Lw": LUXEMBURG, "f-13/21": enemy}, "g-37-Lw")
    assert (game.why_not("entrain") is None) == allowed
    if not allowed:
        assert refused(game, "entrain") == "7.7.3.3"


@rule("7.7.3.3.e")
def test_the_line_must_be_friendly() -> None:
    game = at_station({"g-37-Lw": LUXEMBURG, **FAR}, "g-37-Lw", hexes=running(allied="all"))
    assert refused(game, "entrain") == "7.7.3.3"


@rule("7.7.3.3.a")
def test_one_unit_in_a_hex_in_a_phase() -> None:
    units: dict[str, Placed] = {"g-37-Lw": LUXEMBURG, "g-38-Lw": LUXEMBURG, **FAR}
    game = entrained(units, "g-37-Lw", BRUSSEL)
    game.act("unit", "g-38-Lw")
    assert refused(game, "entrain") == "7.7.3.3"


@rule("7.7.3.3.a", "7.7.3.5")
def test_one_unit_detrains_in_a_hex_in_a_phase() -> None:
    goal = f"goal {BRUSSEL}"
    units: dict[str, Placed] = {
        "g-37-Lw": (BRUSSEL, "rail entrained", goal),
        "g-38-Lw": (BRUSSEL, "rail detraining", "task detrain", "done 1", goal),
        **FAR,
    }
    game = begun(units)
    assert ride_state(game, "g-38-Lw") == (BY_FOOT, 4, 0)
    assert ride_state(game, "g-37-Lw") == (ENTRAINED, 0, 0)


@rule("7.7.3.3.c")
def test_no_forced_points_to_entrain() -> None:
    game = at_station({"g-37-Lw": (LUXEMBURG, "spent 9"), **FAR}, "g-37-Lw")
    assert refused(game, "entrain") == "7.7.3.3"
    assert most_forced(game.state, (number("g-37-Lw"),)) == 3


@rule("7.7.3.3.d", "7.7.3.3")
def test_what_is_missing_is_carried_over() -> None:
    """OAO-7.7.3.3-03: a regiment has two MPs left; one more in the next phase completes it."""
    units: dict[str, Placed] = {"f-Ch-13": ("16.36", "spent 7"), "g-3/2": "64.28"}
    game = entrained(units, "f-Ch-13", "20.31", "allied")
    assert ride_state(game, "f-Ch-13") == (ENTRAINING, 9, 2)
    assert mark(game, "f-Ch-13", "task") == ENTRAIN
    goal = "goal 20.31"
    game = begun({"f-Ch-13": ("16.36", "rail entraining", "task entrain", "done 2", goal), "g-3/2": "64.28"}, "allied")
    assert where(game, "f-Ch-13") == "20.31"
    assert ride_state(game, "f-Ch-13") == (BY_FOOT, 5, 0)  # 1 to entrain, 1 for the ride, 3 to detrain


@rule("7.7.3", "7.7.3.a")
def test_once_begun_it_is_completed() -> None:
    """A division entrains in one phase; it may do nothing else."""
    game = entrained({"g-3/2": LUXEMBURG, **FAR}, "g-3/2", BRUSSEL)
    assert ride_state(game, "g-3/2") == (ENTRAINED, 9, 0)
    assert asked(game) == ("german", "move")
    assert refused(game, "unit", "g-3/2") == "7.1.2"
    game = begun({"g-3/2": (LUXEMBURG, "rail entraining", "task entrain", "done 4", f"goal {BRUSSEL}"), **FAR})
    assert refused(game, "unit", "g-3/2") in ("7.1.2", "7.7.3")
    assert where(game, "g-3/2") == BRUSSEL


@rule("7.7.3")
def test_its_assets_stay_behind() -> None:
    game = entrained({"f-13/21": "16.36", "f-Ch-13": "16.36", "g-3/2": "64.28"}, "f-13/21", "20.31", "allied")
    assert mark(game, "f-Ch-13", "rail") == BY_FOOT
    game.act("unit", "f-Ch-13")
    assert refused(game, "entrain") == "7.7.3.3"  # one unit in the hex


# ---- the ride (7.7.3 (4))


@rule("7.7.2.b", "7.7.3.4.a")
@pytest.mark.parametrize(("spent", "far"), [(8, 10), (7, 20)])
def test_ten_hexes_for_one_point(spent: int, far: int) -> None:
    units: dict[str, Placed] = {"g-37-Lw": (LUXEMBURG, "rail entrained", f"goal {BRUSSEL}", f"spent {spent}"), **FAR}
    game = begun(units, hexes=running(german=_line_by_namur()))
    way = (LUXEMBURG, *(str(HEXES[h]) for h in _way(LUXEMBURG)))
    assert where(game, "g-37-Lw") == way[far]
    assert ride_state(game, "g-37-Lw") == (ENTRAINED, 9, 0)


def _way(start: str) -> tuple[int, ...]:
    units: dict[str, Placed] = {"g-37-Lw": (start, "rail entrained", f"goal {BRUSSEL}"), **FAR}
    game = situation(units, side="german", scenario="campaign", hexes=running(german=_line_by_namur()))
    found = route(game.state, number("g-37-Lw"))
    assert len(found) == 28
    return found


@rule("7.7.3.4", "7.7.3.4.c")
def test_enemy_zones_do_not_hold_trains() -> None:
    """An enemy division stands beside the line between start and destination."""
    units: dict[str, Placed] = {"g-37-Lw": (LUXEMBURG, "rail entrained", f"goal {BRUSSEL}"), "f-13/21": "51.34"}
    line = running(german=_line_by_namur())
    beside = [name for name in line if distance(name, "51.34") == 1]
    assert beside
    game = begun(units, hexes=line)
    assert where(game, "g-37-Lw") == BRUSSEL


@rule("7.7.3.4.b")
def test_the_shortest_way_unless_the_enemy_is_beside_it() -> None:
    units: dict[str, Placed] = {"g-37-Lw": (LUXEMBURG, "rail entrained", f"goal {BRUSSEL}")}
    everywhere = running(german="all")
    free = situation({**units, **FAR}, side="german", scenario="campaign", hexes=everywhere)
    direct = route(free.state, number("g-37-Lw"))
    assert len(direct) <= 28
    middle = str(HEXES[direct[len(direct) // 2]])
    enemy = next(n for n in around_(middle) if n not in everywhere)
    held = situation({**units, "f-13/21": enemy}, side="german", scenario="campaign", hexes=everywhere)
    around = route(held.state, number("g-37-Lw"))
    assert around != direct
    assert len(direct) < len(around) < 2 * len(direct)
    assert not any(distance(str(HEXES[h]), enemy) == 1 for h in around)


# ---- detraining (7.7.3 (5))


@rule("7.7.3.5", "7.7.3.5.b", "7.7.3.5.a")
def test_the_rest_is_expended_in_the_next_phase() -> None:
    """The brigade of the example: four MPs are missing; with the fifth of its Counter Movement it may march."""
    goal = f"goal {BRUSSEL}"
    units: dict[str, Placed] = {"g-37-Lw": (BRUSSEL, "rail detraining", "task detrain", "done 1", goal), **FAR}
    game = begun(units, phase="counter_movement")
    assert ride_state(game, "g-37-Lw") == (BY_FOOT, 4, 0)
    assert (mark(game, "g-37-Lw", "task"), mark(game, "g-37-Lw", "goal")) == (NO_TASK, -1)
    game.act("unit", "g-37-Lw")
    division: dict[str, Placed] = {"g-3/2": (BRUSSEL, "rail entrained", goal), **FAR}
    game = begun(division, phase="counter_movement")
    assert ride_state(game, "g-3/2") == (DETRAINING, 5, 5)  # not three more by a Forced March
    assert mark(game, "g-3/2", "task") == DETRAIN


# ---- Rail Mode (7.7.4)


@rule("7.7.4.a", "7.7.4.b", "7.7.4.c", "7.7.4.d", "3.1.4")
def test_a_unit_in_rail_mode() -> None:
    """OAO-3.1.4-01: no Forced March, Full Supply, no zone of control, no place in the stack."""
    units: dict[str, Placed] = {"g-3/2": (BRUSSEL, "rail entrained", "goal 44.15"), "f-13/21": "07.59"}
    game = situation(units, side="german", scenario="campaign", hexes=running(german="all"))
    s, u = game.state, number("g-3/2")
    assert refused(game, "unit", "g-3/2") == "7.7.3"
    assert supplied(s, (u,))
    assert s.ground("german").zone == 0
    assert load(s, [u]) == 0
    foot = situation({"g-3/2": BRUSSEL, **FAR}, side="german", scenario="campaign", turn=2)
    assert not supplied(foot.state, (u,))
    assert (foot.state.ground("german").zone != 0, load(foot.state, [u])) == (True, 8)


# ---- interruptions (7.7.5)

RIDER: dict[str, Placed] = {"g-37-Lw": ("54.40", "rail entrained", f"goal {BRUSSEL}")}


@rule("7.7.5", "7.7.5.a", "7.7.5.d", "7.8.3.a")
@pytest.mark.parametrize(
    "marks",
    [
        ("rail entrained",),
        ("rail entraining", "task entrain", "done 4"),
        ("rail detraining", "task detrain", "done 4"),
    ],
)
def test_an_enemy_combat_unit_beside_it_interrupts(marks: tuple[str, ...]) -> None:
    """OAO-7.7.5-01, B24: on GT 5; it returns on GT 8 and stays with its army."""
    units: dict[str, Placed] = {"g-37-Lw": ("54.40", *marks, f"goal {BRUSSEL}", "army g-FOURTH"), "f-13/21": "54.43"}
    game = situation(units, side="allied", turn=5, scenario="campaign", hexes=running(german="all"))
    game.act("unit", "f-13/21")
    game.act("to", "54.42")
    assert where(game, "g-37-Lw") == "54.40"
    game.act("to", "54.41")
    assert where(game, "g-37-Lw") == "track"
    assert (mark(game, "g-37-Lw", "due"), mark(game, "g-37-Lw", "trip")) == (8, INTERRUPTED)
    assert game.position()["units"]["g-37-Lw"]["army"] == "g-FOURTH"
    assert ride_state(game, "g-37-Lw")[::2] == (BY_FOOT, 0)
    assert happened(game, "interrupted")


@rule("7.7.5.a", "7.8.3.a")
def test_other_units_only_delay_it() -> None:
    units: dict[str, Placed] = {
        "g-37-Lw": ("54.40", "rail detraining", "task detrain", "done 4", "goal 54.40"),
        "f-t21": "54.43",
        "f-13/21": "54.43",
    }
    game = situation(units, side="allied", turn=5, scenario="campaign", hexes=running(german="all"))
    game.act("unit", "f-t21")
    while "54.41" not in args(game, "to"):
        game.act("to", "54.42")
    game.act("to", "54.41")
    assert where(game, "g-37-Lw") == "54.40"
    assert ride_state(game, "g-37-Lw")[::2] == (DETRAINING, 0)


@rule("7.7.5.b")
@pytest.mark.parametrize("near", ["48.21", "47.21"])
def test_a_lost_destination_interrupts(near: str) -> None:
    """Occupied, or in an enemy zone."""
    start = {"48.21": "47.21", "47.21": "46.21"}[near]
    goal = "goal 48.21" if near == "48.21" else "goal 48.20"
    units: dict[str, Placed] = {"g-37-Lw": ("54.40", "rail entrained", goal), "f-13/21": start}
    game = situation(units, side="allied", turn=5, scenario="campaign", hexes=running(german="all"))
    game.act("unit", "f-13/21")
    game.act("to", near)
    assert where(game, "g-37-Lw") == "track"


@rule("7.7.5.c")
def test_cut_lines_interrupt_when_the_phase_begins() -> None:
    line = _line_by_namur()
    game = begun({**RIDER, **FAR}, hexes=running(german=line, without=[NAMUR, "50.27", "51.27"]))
    assert where(game, "g-37-Lw") == "track"
    game = begun({**RIDER, **FAR}, hexes=running(german=line))
    assert where(game, "g-37-Lw") == BRUSSEL


@rule("7.7.5")
def test_it_returns_on_a_railway_away_from_the_enemy() -> None:
    units: dict[str, Placed] = {"g-37-Lw": ("track", "due 8", "trip interrupted"), "f-13/21": "54.43"}
    flow = [["turn"], ["end_of_turn"], ["phase", "attachment"], ["returns"]]
    more: dict[str, Any] = {"phasing": "german", "active": "german", "phase": "preliminary", "scenario": "campaign"}
    early = situation(units, flow=flow, turn=7, hexes=running(german="all"), **more)
    assert where(early, "g-37-Lw") == "track"
    game = situation(units, flow=flow, turn=8, hexes=running(german=EAST), **more)
    assert asked(game) == ("german", "return")
    offered = set(args(game, "to"))
    assert {n for n in running(german=EAST) if distance(n, "54.43") >= 4} >= offered >= {BRUSSEL, "64.28"}
    assert refused(game, "to", "54.40") == "7.7.5"
    game.act("to", BRUSSEL)
    assert (mark(game, "g-37-Lw", "due"), mark(game, "g-37-Lw", "trip")) == (0, 0)


@rule("7.7.5")
def test_an_interrupted_reinforcement_returns_where_its_owner_likes() -> None:
    """It is on the track again, but it does not arrive a second time in its hex of entry."""
    units: dict[str, Placed] = {"g-37-Lw": ("track", "due 8", "trip interrupted"), **FAR}
    flow = [["turn"], ["end_of_turn"], ["phase", "attachment"], ["arrivals"]]
    more: dict[str, Any] = {"phasing": "german", "active": "german", "phase": "preliminary", "scenario": "campaign"}
    game = situation(units, flow=flow, turn=9, hexes=running(german="all"), **more)
    assert where(game, "g-37-Lw") == "track"


# ---- bottlenecks (18.6)


@rule("18.6.2", "18.6.2.a")
def test_a_bottleneck_without_room_is_shut() -> None:
    """B79: a division needs a whole point; half a one is left."""
    units: dict[str, Placed] = {"g-3/2": LUXEMBURG, "g-37-Lw": LUXEMBURG, **FAR}
    line = running(german=_line_by_namur())
    game = at_station(units, "g-3/2", hexes=line, bottlenecks={ARLON: 6})
    game.act("entrain")
    assert refused(game, "to", BRUSSEL) == "18.6.2"
    game.act("back")
    game.act("unit", "g-37-Lw")
    game.act("entrain")
    game.act("to", BRUSSEL)
    assert room(game.state, "german", HEXES.number(ARLON)) == 0


@rule("18.6.2.a")
def test_whoever_is_on_the_way_waits_before_it() -> None:
    """B170: another unit took the last of the capacity; the ride is not interrupted."""
    units: dict[str, Placed] = {"g-3/2": (LUXEMBURG, "rail entrained", f"goal {BRUSSEL}"), **FAR}
    game = begun(units, hexes=running(german=_line_by_namur()), bottlenecks={ARLON: 7})
    way = [LUXEMBURG, *(str(HEXES[h]) for h in _way(LUXEMBURG))]
    assert where(game, "g-3/2") == way[way.index(ARLON) - 1]
    assert mark(game, "g-3/2", "rail") == ENTRAINED


@rule("18.6.2", "18.6.2.a")
def test_who_begins_in_a_bottleneck_does_not_use_it() -> None:
    """B79; Depots are never held up, and each side is held by its own bottlenecks only."""
    game = entrained({"g-37-Lw": ARLON, **FAR}, "g-37-Lw", BRUSSEL, hexes=running(german=_line_by_namur()))
    assert room(game.state, "german", HEXES.number(ARLON)) == 7
    assert room(game.state, "allied", HEXES.number(ARLON)) is None
    units: dict[str, Placed] = {"g-dFOURTH": "53.40", **FAR}
    game = at_station(units, "g-dFOURTH", bottlenecks={ARLON: 7})
    assert ARLON in args(game, "to")


@rule("18.6.4.b", "18.6.4.a", "18.6.4.c")
def test_sortie_points_lead_to_the_line_from_brussel_to_liege() -> None:
    """OAO-18.6.4-01, B80: two rides of any size, and Liège does not count."""
    units: dict[str, Placed] = {"g-3/2": "64.28", "f-13/21": "07.59"}
    full = {LIEGE: 7}
    game = at_station(units, "g-3/2", points=0, pools={"sortie_rp": 2}, bottlenecks=full)
    game.act("special")
    offered = set(args(game, "to"))
    assert {BRUSSEL, "58.28"} <= offered
    assert offered <= _line("Liege - Landen - Leuven - Brussels")
    assert refused(game, "to", "37.10") == "18.6.4"
    game.act("to", BRUSSEL)
    assert points(game, "sortie_rp") == 1
    ride: dict[str, Placed] = {"g-3/2": ("64.28", "rail entrained", f"goal {BRUSSEL}", "trip sortie"), **FAR}
    game = begun(ride, bottlenecks=full)
    assert where(game, "g-3/2") == BRUSSEL
    assert game.position()["bottlenecks"] == full


@rule("18.6.4.b", "18.6.2.a", "18.6.4.c")
def test_sortie_trains_are_held_up_elsewhere() -> None:
    """Only Liège does not count: before Arlon, which is full, they wait; where there is room they use it."""
    ride: dict[str, Placed] = {"g-37-Lw": (LUXEMBURG, "rail entrained", f"goal {BRUSSEL}", "trip sortie"), **FAR}
    rails = running(german=_line_by_namur())
    game = begun(ride, bottlenecks={ARLON: 7}, hexes=rails)
    assert where(game, "g-37-Lw") not in (ARLON, BRUSSEL)
    game = begun(ride, bottlenecks={ARLON: 6}, hexes=rails)
    assert game.position()["bottlenecks"][ARLON] == 7


# ---- what other rules say, and what is seen


@rule("26.2.1")
def test_a_plan_binds_who_rides() -> None:
    """The German Fourth Army aims at the Meuse; back to Trier it may not go."""
    units: dict[str, Placed] = {"g-11/6": (LUXEMBURG, "army g-FOURTH"), **FAR}
    armies = {"g-FOURTH": {"plan": "active"}}
    game = at_station(units, "g-11/6", armies=armies)
    game.act("entrain")
    assert refused(game, "to", "70.46") == "26.2.1"
    free = at_station(units, "g-11/6")
    free.act("entrain")
    assert free.why_not("to", "70.46") is None


@rule("8.6.1")
def test_garrisons_stay_near_their_fortress() -> None:
    game = at_station({"g-Metz-1": "54.48", **FAR}, "g-Metz-1")
    game.act("entrain")
    assert refused(game, "to", BRUSSEL) == "8.6.1"
    assert all(distance(name, "54.48") < 10 for name in args(game, "to"))


@rule("18.4.2")
def test_no_train_passes_where_a_bridge_is_down() -> None:
    """The bridge of Chauny (29.31-30.31): eleven hexes from Creil; without it the way leads around."""
    units: dict[str, Placed] = {"f-Ch-13": "20.31", "g-3/2": "64.28"}
    far = []
    for state in ("standing", "down"):
        game = at_station(units, "f-Ch-13", "allied", structures={"chauny": {"state": state}})
        game.act("entrain")
        far.append(int(game.hints()["to 30.31"]["mark"].split()[0]))
        assert game.hints()["to 29.31"]["mark"] == "10 hexes"
    assert far[0] == 11 < far[1]


def test_points_and_destinations_are_seen() -> None:
    """7.7.1: Resources lie open, and so do Rail Mode and Destination markers."""
    units: dict[str, Placed] = {"g-37-Lw": (LUXEMBURG, "rail entraining", "task entrain", "done 4", f"goal {BRUSSEL}")}
    pools = {"german_rp": 7, "sortie_rp": 2}
    game = situation({**units, **FAR}, side="german", scenario="campaign", pools=pools, bottlenecks={ARLON: 3})
    for side in ("german", "allied"):
        view = game.view(side)
        tracks = {track["id"]: track["value"] for track in view["tracks"]}
        assert (tracks["german_rp"], tracks["allied_rp"], tracks["sortie_rp"]) == (3.5, 0, 2)
        assert tracks[f"narrow {ARLON}"] == 2
        assert {"at": BRUSSEL, "kind": "destination", "text": "destination by rail"} in view["markers"]
        piece = next(p for p in view["pieces"] if p["id"] == "g-37-Lw")
        assert {"entrain 4", f"by rail to {BRUSSEL}"} <= set(piece["marks"])


@rule("7.7.5")
def test_an_interruption_near_the_end_can_be_written_down() -> None:
    """It returns after the last turn of the game: never."""
    units: dict[str, Placed] = {**RIDER, "f-13/21": "54.42"}
    game = situation(units, side="allied", turn=30, scenario="campaign", hexes=running(german="all"))
    game.act("unit", "f-13/21")
    game.act("to", "54.41")
    assert game.position()["units"]["g-37-Lw"]["due"] == 33
    front1914.from_position(game.position())


@pytest.mark.parametrize("marks", [("rail entraining",), ("task detrain",), ("rail detraining", "goal 54.40")])
def test_markers_that_do_not_agree_are_refused(marks: tuple[str, ...]) -> None:
    with pytest.raises(front1914.BadPosition, match=r"7\.7\.3"):
        situation({"g-37-Lw": ("54.40", *marks), **FAR}, scenario="campaign")

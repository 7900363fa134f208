"""8.5 to 8.8: Forts, garrisons, LOC units, artillery."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, SIZE
from front1914.titles.offensive_a_outrance.combat.advance import refuse_advance
from front1914.titles.offensive_a_outrance.combat.battle import Battle
from front1914.titles.offensive_a_outrance.manoeuvre import marches
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.manoeuvre.forts import ABANDONMENT
from front1914.titles.offensive_a_outrance.manoeuvre.ways import garrison_range, home
from front1914.titles.offensive_a_outrance.world import IS_LOC_CAVALRY, UNITS
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
C, N, S = "07.59", "07.58", "07.60"
FORT, MONTMEDY = "f-fort-Montmedy", "49.41"


def picked(units: dict[str, Placed], unit: str, side: str = "german", **more: Any) -> Game:
    """The unit is about to march."""
    game = situation(units, side=side, **more)
    game.act("unit", unit)
    return game


# ---- Forts (8.5)


@rule("8.5.3", "2.4.5", "8.5.3.b")
@pytest.mark.parametrize(("die", "holds"), [(1, True), (2, False), (6, False)])
def test_a_fort_left_alone_may_be_given_up(die: int, holds: bool) -> None:
    """OAO-8.5.3-01: Montmedy, Abandonment Number 1: only when the cavalry has left is the die thrown."""
    assert ABANDONMENT[UNITS.number(FORT)] == 1
    units: dict[str, Placed] = {FORT: MONTMEDY, "f-9-c": MONTMEDY, "f-dTHIRD": "47.45", "g-3/2": "51.41"}
    game = picked(units, "g-3/2", dice=[die])
    game.act("to", "50.40")
    assert asked(game) == ("allied", "react")
    assert happened(game, "fort") == []
    game.act("to", "48.41")
    assert happened(game, "fort")[0]["holds"] == int(holds)
    if holds:
        assert (where(game, FORT), mark(game, FORT, "face")) == (MONTMEDY, 0)
        assert asked(game) == ("german", "march")
        return
    assert asked(game) == ("allied", "retreat")
    game.act("to", args(game, "to")[0])
    assert mark(game, FORT, "face") == 1
    assert BOARD.distance(HEXES.number(where(game, FORT)), HEXES.number(MONTMEDY)) == 3


@rule("8.5.3")
def test_it_rolls_only_once() -> None:
    """B31."""
    game = picked({FORT: MONTMEDY, "g-3/2": "51.41", "g-4/2": "51.42", "f-13/21": C}, "g-3/2", dice=[1])
    game.act("to", "50.40")
    game.act("unit", "g-4/2")
    game.act("to", "50.41")
    assert len(happened(game, "fort")) == 1


@rule("8.5.3")
def test_not_while_a_combat_unit_is_with_it() -> None:
    game = picked({FORT: MONTMEDY, "f-13/21": MONTMEDY, "g-3/2": "51.41"}, "g-3/2", dice=[])
    game.act("to", "50.40")
    assert asked(game) == ("german", "march")


@rule("8.5.3.a", "8.5", "2.4")
def test_an_abandoned_fort_is_an_infantry_asset() -> None:
    game = situation({FORT: (MONTMEDY, "face", "rolled"), "g-3/2": C}, side="allied")
    s, u = game.state, UNITS.number(FORT)
    assert (s.attack(u), s.defence(u), s.is_combat(u)) == (1, 2, True)
    assert s.ground("allied").zone >> HEXES.number("49.42") & 1
    game.act("unit", FORT)
    assert "to" in verbs(game)


@rule("8.5.1", "3.3.b")
def test_a_fort_neither_moves_nor_attacks_nor_controls() -> None:
    game = situation({FORT: MONTMEDY, "f-13/21": C, "g-3/2": "60.28"}, side="allied")
    s, u = game.state, UNITS.number(FORT)
    assert refused(game, "unit", FORT) == "7.0"
    assert (s.attack(u), s.defence(u), s.is_combat(u)) == (0, 3, False)
    assert not s.ground("allied").zone >> HEXES.number("49.42") & 1


@rule("8.5.4")
@pytest.mark.parametrize(("enemy", "allowed"), [("53.41", True), ("54.41", False)])
def test_it_may_be_given_up_when_an_enemy_is_near(enemy: str, allowed: bool) -> None:
    """OAO-8.5.4-01: four hexes."""
    game = situation({FORT: MONTMEDY, "g-3/2": enemy}, side="allied")
    if not allowed:
        assert refused(game, "abandon", FORT) == "8.5.4"
        return
    game.act("abandon", FORT)
    assert mark(game, FORT, "face") == 1
    game.act("unit", FORT)
    assert "48.41" in args(game, "to")


# ---- garrisons (8.6)


@rule("8.6", "2.3.5", "2.5.4")
def test_a_garrison_has_a_home() -> None:
    u = UNITS.number("f-Belfort")
    assert home(u) == BOARD.bits(["50.68", "50.69", "51.68", "51.69"])


@rule("8.6.2")
@pytest.mark.parametrize(("enemy", "far"), [("54.68", 4), ("53.68", 2)])
def test_its_range(enemy: str, far: int) -> None:
    """OAO-8.6.2-01: hexagon 2: four hexes while no enemy is within two of its home, then two."""
    game = picked({"f-Belfort": "50.68", "g-3/2": enemy}, "f-Belfort", side="allied")
    u = UNITS.number("f-Belfort")
    base = home(u)
    reach = garrison_range(game.state, u)
    distance = max(
        min(BOARD.distance(h, b) for b in HEXES.numbers if base >> b & 1) for h in HEXES.numbers if reach >> h & 1
    )
    assert distance == far
    assert all(reach >> HEXES.number(h) & 1 for h in args(game, "to"))


@rule("8.6.1", "8.6.1.a")
def test_inside_its_camp_it_moves_freely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a hexagon it does not leave."""
    from dataclasses import replace

    from front1914.titles.offensive_a_outrance.manoeuvre import ways

    u = UNITS.number("f-Belfort")
    kinds = tuple(replace(kind, range=0) if i == u else kind for i, kind in enumerate(ways.KINDS))
    monkeypatch.setattr(ways, "KINDS", kinds)
    game = picked({"f-Belfort": "50.68", "g-3/2": "60.60"}, "f-Belfort", side="allied")
    assert set(args(game, "to")) == {"50.69", "51.68", "51.69"}
    assert refused(game, "to", "49.69") == "8.6.2"


@rule("8.6.2.a", "2.3.5")
def test_it_comes_back_when_an_enemy_is_near() -> None:
    game = picked({"f-Belfort": "50.64", "g-3/2": "53.68"}, "f-Belfort", side="allied")
    assert refused(game, "to", "50.63") == "8.6.2"
    camp = [HEXES.number(h) for h in ("50.68", "50.69", "51.68", "51.69")]
    far = [min(BOARD.distance(HEXES.number(h), c) for c in camp) for h in ("50.64", *args(game, "to"))]
    assert len(far) > 1
    assert max(far[1:]) < far[0]


@rule("8.6.4")
def test_it_is_free_when_its_home_is_lost() -> None:
    lost = {"german": ["50.68", "50.69", "51.68", "51.69"]}
    game = picked({"f-Belfort": C, "g-3/2": "60.60"}, "f-Belfort", side="allied", held=lost)
    assert "07.56" in args(game, "to")


# ---- LOC units (8.7)


@rule("8.7.1")
def test_they_keep_out_of_zones() -> None:
    units: dict[str, Placed] = {"be-Gd-Civique-1": "48.20", "be-dBELGIAN": "48.21", "be-5": "49.20", "g-3/2": "50.19"}
    game = picked(units, "be-Gd-Civique-1", side="allied")
    assert refused(game, "to", "49.20") == "8.7.1"  # a friend does not help


@rule("8.7.1.a")
def test_they_stay_near_a_depot() -> None:
    """OAO-8.7.1-01: six hexes."""
    units: dict[str, Placed] = {"be-Gd-Civique-1": "45.20", "be-dBELGIAN": "48.21", "g-3/2": "64.28"}
    game = picked(units, "be-Gd-Civique-1", side="allied")
    depot = HEXES.number("48.21")
    assert max(BOARD.distance(depot, HEXES.number(h)) for h in args(game, "to")) == 6
    assert refused(game, "to", "41.20") == "8.7.1"


@rule("8.7.1.b")
def test_who_is_too_far_comes_nearer() -> None:
    units: dict[str, Placed] = {"be-Gd-Civique-1": "38.14", "be-dBELGIAN": "48.21", "g-3/2": "64.28"}
    game = picked(units, "be-Gd-Civique-1", side="allied")
    depot = HEXES.number("48.21")
    far = BOARD.distance(depot, HEXES.number("38.14"))
    assert args(game, "to")
    assert all(BOARD.distance(depot, HEXES.number(h)) < far for h in args(game, "to"))


@rule("8.7.1.c", "8.7.3.c")
def test_samson_goes_where_he_likes() -> None:
    game = picked({"b-Samson": "31.11", "g-3/2": "64.28"}, "b-Samson", side="allied")
    assert len(args(game, "to")) > 20
    assert IS_LOC_CAVALRY[UNITS.number("b-Samson")]


@rule("8.7.1.e", "8.7.1.f")
def test_belgian_ones_do_not_leave_belgium() -> None:
    units: dict[str, Placed] = {"be-Gd-Civique-1": "33.12", "be-dBELGIAN": "34.13", "g-3/2": "64.28"}
    game = picked(units, "be-Gd-Civique-1", side="allied")
    assert refused(game, "to", "32.12") == "8.7.1"
    s = game.state
    enter(s, (UNITS.number("be-Gd-Civique-1"),), HEXES.number("32.12"))  # it is driven out
    assert where(game, "be-Gd-Civique-1") == "eliminated"


@rule("8.7.3")
def test_lone_loc_cavalry_must_react() -> None:
    units: dict[str, Placed] = {"be-LOC-c": "44.15", "be-dBELGIAN": "44.14", "g-3/2": "46.14"}
    game = picked(units, "g-3/2", held={"german": "all"})
    game.act("to", "45.15")
    assert asked(game) == ("allied", "react")
    assert refused(game, "stay") == "8.7.3"
    game.act("to", args(game, "to")[0])
    units["be-5"] = "44.15"
    game = picked(units, "g-3/2", held={"german": "all"})
    game.act("to", "45.15")
    assert game.why_not("stay") is None  # it is not alone


@rule("8.7.3")
def test_lone_loc_cavalry_that_cannot_is_lost() -> None:
    ring = {"g-4/2": "44.13", "g-5/3": "42.15", "g-6/3": "45.17"}  # their zones cover every way out
    units: dict[str, Placed] = {"be-LOC-c": "44.15", **ring, "g-3/2": "46.14"}
    game = picked(units, "g-3/2", held={"german": "all"}, turn=12)
    game.act("to", "45.15")
    assert asked(game) == ("allied", "react")
    assert args(game, "to") == []
    game.act("stay")
    assert where(game, "be-LOC-c") == "eliminated"


@rule("8.7.3", "8.3")
def test_lone_loc_cavalry_must_retire() -> None:
    flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["retirement"]]
    units: dict[str, Placed] = {"be-LOC-c": "44.15", "g-3/2": "45.15"}
    game = situation(units, flow=flow, phase="finishing", active="allied")
    assert refused(game, "done") == "8.7.3"


@rule("8.7.3.a")
def test_loc_cavalry_does_not_survive_a_failed_forced_march() -> None:
    game = picked({"b-Samson": (C, "spent 9"), "g-3/2": "64.28"}, "b-Samson", side="allied", dice=[12])
    game.act("to", N)
    game.act("stop")
    assert where(game, "b-Samson") == "eliminated"


@rule("8.7.3.a", "7.2.3a")
def test_it_is_lost_though_it_has_a_reduced_side() -> None:
    """Other cavalry that fails by one is reduced."""
    s = situation({"be-LOC-c": "49.21", "f-6-c": C, "g-3/2": "64.28"}).state
    for word in ("be-LOC-c", "f-6-c"):
        marches.fail(s, (UNITS.number(word),), 1)
    assert [s.at[UNITS.number(word)] < SIZE for word in ("be-LOC-c", "f-6-c")] == [False, True]


@rule("8.7.3.b", "8.8.1.e", "19.1.1.d")
@pytest.mark.parametrize("unit", ["b-Samson", "g-OHL", "g-21cm-6th-Army", "g-Siege-Train-2"])
def test_who_never_stands_in_two_hexes(unit: str) -> None:
    side = "allied" if unit[0] == "b" else "german"
    game = picked({unit: C}, unit, side=side, held={side: "all"})
    assert refused(game, "straddle", "07.59/07.60") == "19.1.1"


# ---- artillery (8.8)


@rule("8.8.1.b", "3.3.b", "8.8", "1.1.b", "1.2.b")
def test_artillery_has_no_zone_and_no_size() -> None:
    game = situation({"g-OHL": C, "f-13/21": "20.60"}, side="german")
    s, u = game.state, UNITS.number("g-OHL")
    assert (s.ground("german").zone, s.size(u)) == (0, 0)


@rule("8.8.1.c")
def test_artillery_alone_in_a_zone_is_lost() -> None:
    game = picked({"g-OHL": C, "g-3/2": C, "f-13/21": N}, "g-3/2")
    game.act("drop", "g-OHL") if "g-OHL" in [UNITS[u] for u in game.state.flow[-1][1]] else None
    game.act("to", S)
    assert where(game, "g-OHL") == "eliminated"
    game = picked({"g-OHL": C, "g-3/2": C, "g-4/2": C, "f-13/21": N}, "g-4/2")
    game.act("to", S)
    assert where(game, "g-OHL") in (C, S)


@rule("8.8.1.c")
def test_artillery_does_not_walk_into_a_zone_alone() -> None:
    game = picked({"g-OHL": S, "g-3/2": "08.60", "f-13/21": N}, "g-OHL")
    assert refused(game, "to", C) == "8.8.1"


@rule("8.8.1.a")
def test_artillery_keeps_a_force_from_a_forced_march() -> None:
    """B33."""
    game = picked(
        {"g-OHL": (C, "spent 8"), "g-3/2": (C, "spent 8"), "f-13/21": "20.60"}, "g-3/2", held={"german": "all"}
    )
    assert len(game.state.flow[-1][1]) == 2
    assert args(game, "to") == []
    game.act("drop", "g-OHL")
    assert N in args(game, "to")


@rule("8.7.2")
@pytest.mark.parametrize(
    ("others", "allowed"),
    [({}, True), ({"g-4/2": "44.17"}, False), ({"g-4/2": "44.17", "be-5": "44.16"}, True)],
)
def test_loc_units_do_not_advance_into_a_zone_alone(others: dict[str, Placed], allowed: bool) -> None:
    game = situation({"be-Gd-Civique-1": "44.15", "g-3/2": "64.28", **others}, step="attack", phase="attack")
    unit, target = UNITS.number("be-Gd-Civique-1"), HEXES.number("44.16")
    game.state.flow.append(Battle("battle", target, (unit,)))
    reason = refuse_advance(game.state, unit)
    assert (reason is None) == allowed
    assert allowed or (reason is not None and reason.rule == "8.7.2")

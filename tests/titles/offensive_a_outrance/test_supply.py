"""15: lines of communication, supply lines, the Supply Phase, supply units."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.kit.bits import members
from front1914.kit.flood import Gates, flood
from front1914.titles.offensive_a_outrance.board import BOARD, DOUBLE, GRAND, HEXES, IN, ON_RAIL, RIVER
from front1914.titles.offensive_a_outrance.logistics.provisions import state_of
from front1914.titles.offensive_a_outrance.logistics.supply import (
    by_fortress,
    by_rail,
    has_line,
    isolated,
    network,
    rings,
    routes,
    self_supplied,
    sources,
    supplied,
    train_source,
)
from front1914.titles.offensive_a_outrance.world import ARMIES, UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    mark,
    refused,
    situation,
    verbs,
    where,
)

#: after the RR Engineering Phase, in which railways would be opened
LATER: dict[str, Any] = {"step": "move", "phase": "movement"}
RAILS: dict[str, dict[str, Any]] = {str(HEXES[n]): {"operational": 3} for n in members(ON_RAIL)}


def h(word: str) -> int:
    return HEXES.number(word)


def u(word: str) -> int:
    return UNITS.number(word)


def field(placed: dict[str, Placed], *, rails: bool = True, **more: Any) -> Game:
    more.setdefault("step", "provisions")
    more.setdefault("phase", "supply")
    ground = {**(RAILS if rails else {}), **more.pop("hexes", {})}
    return situation(placed, hexes=ground, **more)


def nearest(word: str, distance: int, *, rail: bool = False) -> str:
    """A hex at some distance from another, on a railway or off all of them."""
    found = [
        n for n in members(BOARD.exists) if BOARD.distance(h(word), n) == distance and bool(ON_RAIL >> n & 1) == rail
    ]
    return str(HEXES[found[0]])


# ---- lines of communication (15.0)


@pytest.mark.rule("15.0.a", "15.1.1")
def test_a_depot_needs_a_line_to_a_friendly_edge() -> None:
    s = field({"f-dSECOND": "52.54"}).state
    assert has_line(s, u("f-dSECOND"))
    s = field({"f-dSECOND": "52.54"}, rails=False, **LATER).state  # no train runs
    assert not has_line(s, u("f-dSECOND"))


@pytest.mark.rule("15.0.a")
def test_enemy_zones_cut_a_line_unless_a_friend_stands_there() -> None:
    s = field({"f-dSECOND": "52.54"}).state
    line = network(s, "allied")
    beside = BOARD.neighbours[h("52.54")]
    rails = [n for n in beside if line >> n & 1]
    enemies: dict[str, Placed] = {"f-dSECOND": "52.54", "f-11/20": "52.54"}
    walls = dict(zip(("g-31/21", "g-42/21", "g-3B/2B", "g-4B/2B", "g-5B/3B", "g-6B/3B"), rails, strict=False))
    cut = field({**enemies, **{unit: str(HEXES[n]) for unit, n in walls.items()}}).state
    assert not has_line(cut, u("f-dSECOND"))
    assert has_line(field(enemies).state, u("f-dSECOND"))


@pytest.mark.rule("15.0.b")
def test_a_single_track_serves_one_army() -> None:
    s = field({"f-dSECOND": "52.54", "f-dFIRST": "50.61"}).state
    taken = routes(s, "allied").taken
    for army, hexes in taken.items():
        assert not hexes & DOUBLE
        for other, more in taken.items():
            assert other == army or not hexes & more
    assert routes(s, "allied").depots == {u("f-dSECOND"), u("f-dFIRST")}


# ---- sources (15.1, 15.2)


@pytest.mark.rule("15.1", "15.1.1", "15.2.1", "5.3.1.a")
def test_a_depot_supplies_its_own_army() -> None:
    s = field({"f-dSECOND": "52.54", "f-11/20": "54.53", "f-15/8": "54.53"}).state
    assert [source.chain for source in sources(s, u("f-11/20"))] == [(u("f-dSECOND"),)]
    assert sources(s, u("f-15/8")) == []


@pytest.mark.rule("15.1.2", "15.2.2", "5.3.2.a", "5.3.3.a")
def test_a_train_supplies_its_corps_cavalry_and_lone_assets() -> None:
    placed: dict[str, Placed] = {"f-dSECOND": "51.54", "f-t20": "53.55"}
    units: dict[str, Placed] = {
        "f-11/20": "56.54",
        "f-29/15": "56.55",
        "f-59r": "57.54",
        "f-2-c": "57.55",
        "f-Ch-29": "55.55",
    }
    s = field({**placed, **units}).state
    chain = (u("f-t20"), u("f-dSECOND"))
    by_train = {word: chain in [source.chain for source in sources(s, u(word))] for word in units}
    assert by_train == {"f-11/20": True, "f-29/15": False, "f-59r": False, "f-2-c": True, "f-Ch-29": True}


@pytest.mark.rule("15.1.2", "15.4.2")
def test_a_train_without_line_or_depot_is_no_source() -> None:
    off = "53.55"
    assert not ON_RAIL >> h(off) & 1
    s = field({"f-t20": off, "f-11/20": "54.54"}).state
    assert train_source(s, u("f-t20")) is None
    assert state_of(s, u("f-t20")) == "out"
    assert sources(s, u("f-11/20")) == []


@pytest.mark.rule("15.1.3")
def test_a_railway_supplies_within_five_hexes() -> None:
    s = field({"f-11/20": "54.53"}).state
    assert by_rail(s, u("f-11/20"))
    assert supplied(s, (u("f-11/20"),))
    s = field({"f-11/20": "54.53"}, rails=False, **LATER).state
    assert not by_rail(s, u("f-11/20"))


@pytest.mark.rule("15.1.4", "15.1.4.b", "15.1")
def test_a_camp_supplies_those_inside() -> None:
    s = field({"g-31/21": "54.49", "g-fx-Metz-4": ("54.49", "face")}, rails=False, **LATER).state
    assert self_supplied(s, u("g-31/21"))
    s = field({"g-31/21": "54.49"}, rails=False, **LATER).state
    assert not self_supplied(s, u("g-31/21"))


@pytest.mark.rule("15.1.4.a")
def test_a_fortress_supplies_its_garrison_within_five_hexes() -> None:
    s = field({"g-Metz-1": nearest("54.50", 5), "g-31/21": "55.52", "g-fx-Metz-5": "54.50"}, rails=False, **LATER).state
    assert by_fortress(s, u("g-Metz-1"))
    assert not by_fortress(s, u("g-31/21"))


# ---- supply lines (15.3, 15.5)


@pytest.mark.rule("15.3")
def test_each_hex_counts_against_the_range() -> None:
    far = field({"f-dSECOND": "52.54", "f-11/20": "58.54"}).state
    assert BOARD.distance(h("52.54"), h("58.54")) == 6
    assert sources(far, u("f-11/20"))
    further = field({"f-dSECOND": "52.54", "f-11/20": "59.54"}).state
    assert not sources(further, u("f-11/20"))
    assert sources(further, u("f-11/20"), {u("f-dSECOND"): 1})


@pytest.mark.rule("15.3.1", "3.3.2")
def test_zones_of_the_own_hex_do_not_help_others_do() -> None:
    enemies: dict[str, Placed] = {
        "g-31/21": "57.53",
        "g-42/21": "58.55",
        "f-11/20": "59.54",
        "g-3B/2B": "59.52",
        "g-4B/2B": "60.54",
    }
    alone = field(enemies).state
    helped = field({**enemies, "f-39/20": "57.55"}).state

    def reach(s: Any, own: bool) -> int:
        bits = 0
        for ring in rings(s, (h("59.54"),), "allied", 9, own):
            bits |= ring
        return bits

    assert reach(alone, False).bit_count() < reach(alone, True).bit_count()
    assert reach(alone, False).bit_count() < reach(helped, False).bit_count()


@pytest.mark.rule("15.3.1", "15.3.1.a")
def test_no_line_through_enemy_units_not_even_fortresses() -> None:
    s = field({"f-11/20": "52.48", "g-fx-Metz-1": ("53.48", "face")}).state
    found = list(rings(s, (h("52.48"),), "allied", 3))
    assert not any(ring >> h("53.48") & 1 for ring in found)
    inside = field({"f-11/20": "53.48", "g-fx-Metz-1": ("53.48", "face")}).state
    assert len(list(rings(inside, (h("53.48"),), "allied", 3))) == 4  # into it, though


@pytest.mark.rule("15.3.2")
def test_a_line_ends_behind_a_ridge() -> None:
    s = field({"f-11/20": "53.66"}, rails=False, **LATER).state
    found = list(rings(s, (h("53.66"),), "allied", 1))
    assert found[1] >> h("53.65") & 1  # the last step of the line may cross it
    s = field({"f-11/20": "53.67"}, rails=False, **LATER).state
    near = list(rings(s, (h("53.67"),), "allied", 2))
    assert near[1] >> h("53.66") & 1
    assert not near[2] >> h("53.65") & 1 or BOARD.distance(h("53.67"), h("53.65")) != 2


@pytest.mark.rule("15.5", "15.5.a", "15.4.3")
def test_isolation_is_no_way_of_fifteen_hexes() -> None:
    free = field({"f-11/20": "59.54"}).state
    assert not isolated(free, u("f-11/20"))
    nowhere = field({"f-11/20": "59.54"}, rails=False, **LATER).state
    assert isolated(nowhere, u("f-11/20"))
    assert state_of(nowhere, u("f-11/20")) == "isolated"


@pytest.mark.rule("15.5", "15.3.2")
@pytest.mark.parametrize(("enemy", "alone"), [(False, False), (True, True)])
def test_rivers_and_ridges_do_not_isolate(enemy: bool, alone: bool) -> None:
    """The railways lie beyond the Rhine, whose bridges are blown: no supply line goes on behind it (15.3.2), but what
    stops the way of 15.5 are enemies and their zones alone (B193)."""
    rails = {str(HEXES[n]): {"operational": 2} for n in members(east_of_the_rhine() & ON_RAIL)}
    french = ("f-11/20", "f-39/20", "f-29/15", "f-30/15", "f-14/7", "f-41/7")
    around = [str(HEXES[n]) for n in members(BOARD.within(h("57.69"), 2)) if corner(n, h("57.69"))]
    placed: dict[str, Placed] = {"g-5B/3B": "57.69", **(dict(zip(french, around, strict=True)) if enemy else {})}
    s = field(placed, rails=False, hexes=rails, scenario="campaign", **LATER).state
    for number in range(len(s.blown)):
        s.blown[number] = 1
    assert not by_rail(s, u("g-5B/3B"))
    assert isolated(s, u("g-5B/3B")) is alone


def corner(n: int, middle: int) -> bool:
    """Whether a hex is one of the six two hexes away in a straight line."""
    return BOARD.distance(n, middle) == 2 and (BOARD.ring[n] & BOARD.ring[middle]).bit_count() == 1


def east_of_the_rhine() -> int:
    """Germany beyond the Rhine, as far as no Grand River has to be crossed."""
    dry = Gates.without(BOARD, [n for n, kind in enumerate(RIVER) if kind == GRAND])
    return flood(dry, 1 << h("59.70"), IN["germany"])


# ---- the Supply Phase (15.4)


@pytest.mark.rule("15.0", "15.4", "15.4.4", "15.4.5")
def test_the_hungry_lose_a_level_and_the_isolated_three() -> None:
    """OAO-15.4-01."""
    game = field({"f-11/20": "59.54", "f-39/20": "54.53"}, rails=False)
    assert mark(game, "f-11/20", "ce") == 3
    game = field({"f-11/20": "54.53"})
    assert mark(game, "f-11/20", "ce") == 0
    far = {word: cells for word, cells in RAILS.items() if BOARD.distance(h(word), h("60.55")) > 5}
    hungry = field({"f-11/20": "60.55", "f-dSECOND": "50.54"}, rails=False, hexes=far, held={"allied": "all"})
    assert mark(hungry, "f-11/20", "ce") == 1  # a way leads to it, but no source reaches so far


@pytest.mark.rule("15.4.1", "15.6.1.b", "15.6.2b")
def test_a_depot_without_a_line_is_displaced() -> None:
    some = {word: cells for word, cells in RAILS.items() if word != "57.51"}
    game = field({"f-dSECOND": "57.51"}, step="check_depots", rails=False, hexes=some)
    assert asked(game) == ("allied", "displace")
    haven = args(game, "to")[0]
    assert refused(game, "to", "59.60") in ("15.6.2", "")
    game.act("to", haven)
    assert where(game, "f-dSECOND") == haven
    assert mark(game, "f-dSECOND", "face") == 1


@pytest.mark.rule("15.6.1", "15.6.1.a")
def test_supply_units_extend_where_it_helps_and_return_to_normal() -> None:
    rails = {word: cells for word, cells in RAILS.items() if BOARD.distance(h(word), h("59.54")) > 5}
    game = field({"f-11/20": "59.54", "f-dSECOND": "52.54"}, rails=False, hexes=rails)
    assert asked(game) == ("allied", "provide")
    assert args(game, "unit") == ["f-dSECOND"]
    game.act("unit", "f-dSECOND")
    assert mark(game, "f-dSECOND", "face") == 1
    assert mark(game, "f-11/20", "ce") == 0
    again = field({"f-dSECOND": ("52.54", "face", "ammo 3")}, step="begin_supply")
    assert (mark(again, "f-dSECOND", "face"), mark(again, "f-dSECOND", "ammo")) == (0, 0)


@pytest.mark.rule("15.7", "15.7.a", "15.7.b", "15.7.1", "15.7.d")
def test_the_secondary_depot() -> None:
    """OAO-15.7-01: within nine hexes of a Formation."""
    placed: dict[str, Placed] = {"f-dSECOND": "52.54", "f-11/20": "54.53"}
    game = field(placed, step="second_depot")
    game.act("army", "f-SECOND")
    spot = args(game, "to")[0]
    assert max(BOARD.distance(h(word), h("54.53")) for word in args(game, "to")) == 9
    beyond = next(word for word in RAILS if BOARD.distance(h(word), h("54.53")) == 10 and IN["france"] >> h(word) & 1)
    assert refused(game, "to", beyond) == "15.7"
    game.act("to", spot)
    assert where(game, "a-d2") == spot
    assert set(game.state.depots(game.state.army[u("f-dSECOND")])) == {u("f-dSECOND"), u("a-d2")}
    assert refused(game, "army", "f-SECOND") == "15.7"
    game.act("remove")
    assert verbs(game) == {"take", "stay"}
    game.act("take")
    assert where(game, "f-dSECOND") == spot
    assert "army" in verbs(game)  # it may come back at once


# ---- supply units in enemy zones (15.6.2)


@pytest.mark.rule("15.6.2", "15.6.2a", "15.6.2a.b", "15.6.1.b")
def test_a_train_gives_way_to_the_enemy_at_once() -> None:
    placed: dict[str, Placed] = {"f-t20": "54.53", "f-dSECOND": "51.54", "g-31/21": "57.51"}
    game = field(placed, phase="movement", step="move", side="german")
    game.act("unit", "g-31/21")
    game.act("to", "56.52")
    game.act("to", "55.53")
    assert asked(game) == ("allied", "retreat")
    game.act("to", args(game, "to")[0])
    assert BOARD.distance(h(where(game, "f-t20")), h("54.53")) == 3
    assert mark(game, "f-t20", "face") == 1
    guarded = field({**placed, "f-11/20": "54.53"}, phase="movement", step="move", side="german")
    guarded.act("unit", "g-31/21")
    guarded.act("to", "56.52")
    assert where(guarded, "f-t20") == "54.53"


@pytest.mark.rule("15.6.2b", "15.6.2")
def test_a_depot_is_displaced_by_the_enemy() -> None:
    placed: dict[str, Placed] = {"f-dSECOND": "54.53", "g-31/21": "57.51"}
    game = field(placed, phase="movement", step="move", side="german")
    game.act("unit", "g-31/21")
    game.act("to", "56.52")
    game.act("to", "55.53")
    assert asked(game) == ("allied", "displace")


# ---- relocation and shortage (15.6.4, 15.8)


@pytest.mark.rule("15.6.4", "15.6.4.a", "4.2.2.a")
def test_a_depot_is_relocated_in_two_turns() -> None:
    """OAO-15.6.4-01: begun on GT 9, it returns on GT 11."""
    placed: dict[str, Placed] = {"f-dSECOND": "52.54", "f-dFIRST": "50.61"}
    game = field(placed, phase="attachment", step="relocate", turn=9, scenario="campaign")
    game.act("unit", "f-dSECOND")
    goal = args(game, "to")[3]
    game.act("to", goal)
    assert where(game, "f-dSECOND") == "track"
    assert mark(game, "f-dSECOND", "due") == 11
    away: dict[str, Placed] = {"f-dSECOND": ("track", f"goal {goal}", "due 11"), "f-dFIRST": "50.61"}
    waits = field(away, phase="attachment", step="relocate", turn=10, scenario="campaign")
    assert args(waits, "unit") == []
    assert refused(waits, "unit", "f-dFIRST") == "15.6.4"
    assert (
        where(field(away, phase="preliminary", step="return_depots", turn=10, scenario="campaign"), "f-dSECOND")
        == "track"
    )
    back = field(away, phase="preliminary", step="return_depots", turn=11, scenario="campaign")
    assert where(back, "f-dSECOND") == goal


@pytest.mark.rule("15.8.1")
def test_markers_come_with_the_fourth_inter_phase() -> None:
    from front1914.titles.offensive_a_outrance.logistics.depots import MARKERS, gather

    s = field({}).state
    for number in range(1, 10):
        gather(s, number)
    assert [s.pools[pool] for pool in MARKERS.values()] == [6, 6]


@pytest.mark.rule("15.8.2.b", "15.8.2.c")
def test_on_whose_depot_no_marker_is_placed() -> None:
    """Alsace and the Belgians; Armee-Gruppe Belgien."""
    allied: dict[str, Placed] = {"f-dSECOND": "52.54", "f-dALSACE": "51.55", "be-dBELGIAN": "48.21"}
    german: dict[str, Placed] = {"g-dSIXTH": "58.51", "g-dBELGIEN": "58.28"}
    for side, bears, spared in (
        ("allied", "f-SECOND", ("f-ALSACE", "be-BELGIAN")),
        ("german", "g-SIXTH", ("g-BELGIEN",)),
    ):
        game = field({**allied, **german}, step="shortages", side=side, pools={f"{side}_shortage": 1})
        assert args(game, "army") == [bears]
        assert [refused(game, "army", army) for army in spared] == ["15.8.2"] * len(spared)


@pytest.mark.rule("15.8.2", "15.8.2.a", "15.8.2.b")
def test_all_markers_are_placed_one_to_a_depot() -> None:
    placed: dict[str, Placed] = {
        "f-dSECOND": "52.54",
        "f-dFIRST": ("track", "goal 50.61", "due 9"),
        "f-dALSACE": "51.55",
    }
    game = field(
        placed, step="shortages", pools={"allied_shortage": 2}, armies={"f-SECOND": {"shortage": 8, "used": 5}}
    )
    assert asked(game) == ("allied", "shortage")
    assert set(args(game, "army")) == {"f-FIRST", "f-SECOND"}  # the old marker is gone
    assert refused(game, "army", "f-ALSACE") == "15.8.2"
    game.act("army", "f-SECOND")
    assert args(game, "army") == ["f-FIRST"]
    game.act("army", "f-FIRST")
    armies = game.position()["armies"]
    assert [armies[word]["shortage"] for word in ("f-FIRST", "f-SECOND")] == [8, 8]


# ---- loose ends


@pytest.mark.rule("3.3.2.a", "15.5")
def test_his_own_zone_helps_an_isolated_unit_though_not_a_hungry_one() -> None:
    """All six hexes around it lie in enemy zones, none is occupied: nothing is brought to it, yet it is not cut off."""
    ring = [str(HEXES[n]) for n in BOARD.neighbours[h("57.54")]]
    foes = dict(zip(("g-31/21", "g-42/21", "g-3B/2B"), ("58.52", "58.55", "55.54"), strict=True))
    s = field({"f-11/20": "57.54", **foes}).state
    assert all(s.ground("german").zone >> h(word) & 1 for word in ring)
    assert not s.ground("german").units & s.ground("allied").zone
    assert not sources(s, u("f-11/20"))
    assert not by_rail(s, u("f-11/20"))
    assert not isolated(s, u("f-11/20"))
    shut = field({"f-11/20": "57.54", **dict(zip(SIX, ring, strict=True))}).state
    assert isolated(shut, u("f-11/20"))  # units are not zones


SIX = ("g-31/21", "g-42/21", "g-3B/2B", "g-4B/2B", "g-5B/3B", "g-6B/3B")


@pytest.mark.rule("4.2.3.c", "15.8.1")
def test_shortage_markers_are_placed_from_turn_13_on_after_supply_is_settled() -> None:
    """The fourth Inter-Phase, after turn 12, brings the first marker; the third brings none."""
    units: dict[str, Placed] = {"f-dSECOND": "52.54", "f-11/20": "53.54", "g-31/21": "62.54", "g-dSIXTH": "63.54"}
    for turn, markers in ((9, 0), (12, 1)):
        flow = [["turn"], ["end_of_turn"]]
        game = situation(
            units, flow=flow, turn=turn, phase="finishing", scenario="campaign", phasing="german", hexes=RAILS
        )
        steps = []
        while game.state.turn == turn or (game.state.phasing, game.state.phase) != ("allied", "movement"):
            steps.append((game.state.phase, asked(game)[1]))
            assert game.decision is not None
            actions = game.decision.actions
            game.act(next((action for action in actions if action.verb == "done"), actions[0]))
            assert len(steps) < 200
        assert game.position().get("pools", {}).get("allied_shortage", 0) == markers
        assert bool(game.state.shortage[ARMIES.number("f-SECOND")]) == bool(markers)
        assert {phase for phase, step in steps if step == "shortage"} <= {"supply"}

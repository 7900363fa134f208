"""5.1.4, 16.0, 16.1, 16.5, 17, 25.1: armies that come and go, and who may belong to them."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, IN, ON_RAIL, SIZE
from front1914.titles.offensive_a_outrance.command.replies import answer
from front1914.titles.offensive_a_outrance.logistics.tether import placing, staying
from front1914.titles.offensive_a_outrance.manoeuvre.ways import area
from front1914.titles.offensive_a_outrance.organisation.areas import remembered
from front1914.titles.offensive_a_outrance.organisation.armies import awaited, host, make_ninth, waits
from front1914.titles.offensive_a_outrance.organisation.attachment import attach
from front1914.titles.offensive_a_outrance.organisation.membership import admits
from front1914.titles.offensive_a_outrance.schedule import ARMY_TURN, DETACHMENT, NINTH
from front1914.titles.offensive_a_outrance.world import ARMIES, DEPOT_OF, UNITS
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

rule = pytest.mark.rule
BOTH: dict[str, Placed] = {"f-13/21": "50.60", "f-t21": "48.60", "f-dFIRST": "48.62", "g-31/21": "60.54"}
TWO: dict[str, Placed] = {**BOTH, "f-11/20": "48.52", "f-39/20": "48.53", "f-t20": "46.52", "f-dSECOND": "44.54"}
RAILS = {str(HEXES[h]): {"operational": 1} for h in members(ON_RAIL & IN["france"])} | {
    str(HEXES[h]): {"operational": 2} for h in members(ON_RAIL & (IN["germany"] | IN["luxemburg"]))
}


def u(word: str) -> int:
    return UNITS.number(word)


def a(word: str) -> int:
    return ARMIES.number(word)


def h(word: str) -> int:
    return HEXES.number(word)


def preliminary(units: dict[str, Placed], turn: int, side: str = "allied", **more: Any) -> Game:
    return situation(
        units, phase="preliminary", step="scheduled", side=side, turn=turn, scenario="campaign", hexes=RAILS, **more
    )


def phase(units: dict[str, Placed], turn: int, **more: Any) -> Game:
    return situation(units, phase="attachment", step="attachment", turn=turn, scenario="campaign", hexes=RAILS, **more)


SIXTH: dict[str, Placed] = {**BOTH, "f-dSIXTH": ("track", "due 6", "army")}


# ---- arrival (17.1)


@rule("17.1", "16.0", "16.1")
def test_a_new_army_is_placed_on_a_friendly_railway() -> None:
    game = preliminary(SIXTH, 6)
    assert asked(game) == ("allied", "army_arrival")
    assert refused(game, "to", "50.60" if not ON_RAIL >> h("50.60") & 1 else "03.03") == "17.1"
    assert refused(game, "to", "65.62") == "17.1"  # a German railway
    game.act("to", "24.31")
    assert where(game, "f-dSIXTH") == "24.31"
    assert mark(game, "f-dSIXTH", "army") == a("f-SIXTH")


@rule("17.1.a")
def test_an_army_may_come_a_turn_later_but_no_more() -> None:
    """OAO-17.1-01."""
    game = preliminary(SIXTH, 6)
    game.act("stay")
    assert where(game, "f-dSIXTH") == "track"
    assert mark(game, "f-dSIXTH", "due") == 7
    later = preliminary({**BOTH, "f-dSIXTH": ("track", "due 7", "army")}, 7)
    assert asked(later) == ("allied", "army_arrival")
    assert "stay" not in verbs(later)
    assert refused(later, "stay") == "17.1"


@rule("16.0", "17.1")
def test_nobody_comes_before_his_turn_and_all_scenarios_know_who_is_there() -> None:
    early = preliminary(SIXTH, 5)
    assert asked(early)[1] != "army_arrival"
    assert not awaited(early.state, "allied")
    new = front1914.new("offensive_a_outrance", "campaign").state
    assert {str(ARMIES[n]) for n in ARMIES.numbers if waits(new, n)} == {
        *("f-DET", "f-SIXTH", "f-TENTH", "f-EIGHTH"),
        *("g-BELGIEN", "g-STRASSB", "g-METZ"),
    }
    race = front1914.new("offensive_a_outrance", "race").state
    assert {str(ARMIES[n]) for n in ARMIES.numbers if waits(race, n)} == {"f-TENTH", "f-EIGHTH"}
    last = front1914.new("offensive_a_outrance", "last_battles").state
    assert not [n for n in ARMIES.numbers if waits(last, n)]
    assert last.at[DEPOT_OF[a("f-EIGHTH")]] < SIZE
    assert {str(ARMIES[n]): turn for n, turn in ARMY_TURN.items()}["g-METZ"] == 16


@rule("17.1.1.b", "17.1.1.c")
def test_strassburg_and_metz_are_placed_near_their_city() -> None:
    """OAO-17.1.1-01: within five hexes of 65.62 (a misprint in the text, B1) and of 54.49."""
    units: dict[str, Placed] = {"f-31/16": "40.60", "g-31/21": "60.54"}
    for army, city, turn in (("STRASSB", "65.62", 15), ("METZ", "54.49", 16)):
        game = preliminary({**units, f"g-d{army}": ("track", f"due {turn}", "army")}, turn, "german")
        assert asked(game) == ("german", "army_arrival")
        places = args(game, "to")
        assert places
        assert all(BOARD.distance(h(place), h(city)) <= 5 for place in places)
        far = next(n for n in members(ON_RAIL & IN["germany"]) if BOARD.distance(n, h(city)) == 6)
        assert refused(game, "to", str(HEXES[far])) == "17.1.1"
        depot = u(f"g-d{army}")
        assert placing(game.state, depot) >> far & 1 == 0
        assert staying(game.state, depot) >> far & 1 == 1  # B135


@rule("22.5.a")
def test_the_depot_of_alsace_keeps_near_its_cities() -> None:
    """OAO-22.5-01: six hexes from Besançon (40.70, B1), Belfort 50.68 or Mülhausen 55.70."""
    line = {str(HEXES[n]): {"operational": 1} for n in members(ON_RAIL & IN["france"])}
    game = situation({"f-dALSACE": "46.67", "f-14/7": "50.68", "g-31/21": "62.50"}, scenario="campaign", hexes=line)
    depot = u("f-dALSACE")
    assert ON_RAIL >> h("46.67") & 1
    game.act("unit", "f-dALSACE")
    goals = args(game, "to")
    near = ("40.70", "50.68", "55.70")
    assert goals
    assert all(min(BOARD.distance(h(goal), h(city)) for city in near) <= 6 for goal in goals)
    far = next(
        n for n in members(ON_RAIL & IN["france"]) if not staying(game.state, depot) >> n & 1 and n != h("46.67")
    )
    assert refused(game, "to", str(HEXES[far])) == "22.5"


# ---- the Army Detachment (17.2)

DET: dict[str, Placed] = {**TWO, "f-dDET": ("track", "due 2", "army")}


@rule("17.2", "17.2.1")
def test_the_detachment_is_activated_in_the_attachment_phase() -> None:
    game = phase(DET, 3)
    assert asked(game) == ("allied", "areas")
    assert args(game, "raise") == ["f-DET"]
    assert refused(game, "raise", "f-NINTH") == "17.2"
    game.act("raise", "f-DET")
    assert refused(game, "to", "65.62") == "17.1"
    game.act("to", "36.43")
    assert (where(game, "f-dDET"), mark(game, "f-dDET", "army")) == ("36.43", DETACHMENT)
    assert "raise" not in verbs(game)


@rule("17.2.1", "5.1.2")
def test_it_has_an_area_as_soon_as_it_has_units() -> None:
    """B133: its display is used at once."""
    game = phase({**DET, "f-dDET": "47.56", "f-30/15": "49.55", "f-t15": "47.56"}, 3)
    assert "f-DET" in args(game, "endow")
    assert refused(game, "endow", "f-FIRST") == "5.1.2"
    game.act("endow", "f-DET")
    assert refused(game, "corps", "g-c21") == "5.1.2"
    assert refused(game, "unit", "f-30/15") == "5.2.2"
    game.act("corps", "f-c15")
    game.act("back")
    game.act("done")
    assert mark(game, "f-30/15", "army") == DETACHMENT
    assert game.state.allied_area[h("49.55")] == DETACHMENT


@rule("17.2.2")
def test_without_formations_it_may_be_deactivated_for_a_turn() -> None:
    game = phase({**TWO, "f-dDET": "36.43"}, 4)
    game.act("dissolve", "f-DET")
    assert (where(game, "f-dDET"), mark(game, "f-dDET", "due")) == ("track", 5)
    assert refused(game, "raise", "f-DET") == "17.2.2"
    again = phase({**TWO, "f-dDET": ("track", "due 5", "army")}, 5)
    assert args(again, "raise") == ["f-DET"]
    busy = phase({**TWO, "f-dDET": "36.43", "f-30/15": ("49.55", "army f-DET", "corps")}, 4)
    assert refused(busy, "dissolve", "f-DET") == "17.2.2"
    assert refused(busy, "dissolve", "f-FIRST") == "17.2.2"


@rule("17.2.3")
def test_on_gt_10_it_becomes_the_ninth_army() -> None:
    """OAO-17.2.3-01."""
    units: dict[str, Placed] = {**TWO, "f-dDET": "36.43", "f-30/15": ("49.55", "army f-DET", "corps")}
    game = preliminary(units, 10)
    assert (where(game, "f-dNINTH"), where(game, "f-dDET")) == ("36.43", "absent")
    assert mark(game, "f-30/15", "army") == NINTH
    assert mark(game, "f-dNINTH", "army") == NINTH
    before = preliminary(units, 9)
    assert where(before, "f-dDET") == "36.43"


@rule("17.2.3", "5.1.1.b")
def test_the_ninth_army_keeps_the_boundary_with_its_bends() -> None:
    units: dict[str, Placed] = {**TWO, "f-dDET": "36.43", "f-30/15": ("49.55", "army f-DET", "corps")}
    line: dict[str, Any] = {
        "line_next": "f-SECOND",
        "line_way": 3,
        "line_at": 40,
        "bend_at": "47.55",
        "bend_turn": 4,
        "rank": 2,
    }
    line |= {"second_bend_at": "45.55", "second_bend_turn": -2}
    s = situation(units, scenario="campaign", turn=10, armies={"f-DET": line}).state
    before = remembered(s, a("f-DET"))
    assert len(before.bends) == 2
    make_ninth(s)
    assert remembered(s, NINTH) == before
    assert (s.line_next[NINTH], s.rank[NINTH]) == (a("f-SECOND"), 2)


@rule("17.2.3")
def test_or_the_ninth_army_is_placed_like_a_new_one() -> None:
    game = preliminary({**TWO, "f-dDET": ("track", "due 2", "army")}, 10)
    assert asked(game) == ("allied", "army_arrival")
    assert refused(game, "stay") == "17.1"
    game.act("to", "36.43")
    assert (where(game, "f-dNINTH"), where(game, "f-dDET")) == ("36.43", "absent")
    later = phase({**TWO, "f-dDET": "absent"}, 11)
    assert "raise" not in verbs(later)


# ---- withdrawals, arrivals (16)


@rule("16.1", "16.5")
def test_units_enter_in_the_preliminary_phase_of_their_turn() -> None:
    units: dict[str, Placed] = {**BOTH, "f-38": ("track", "due 2")}
    flow = {"phase": "preliminary", "step": "arrivals", "scenario": "campaign", "hexes": RAILS}
    game = situation(units, turn=2, **flow)
    assert where(game, "f-38") == "43.30"
    early = situation(units, turn=1, **flow)
    assert where(early, "f-38") == "track"
    other = situation(units, turn=2, side="german", **flow)
    assert where(other, "f-38") == "track"


@rule("17.1")
def test_units_of_an_army_that_ends_go_to_the_nearest() -> None:
    game = phase({**TWO, "f-30/15": ("44.55", "army f-DET", "corps")}, 4)
    assert host(game.state, u("f-30/15"), DETACHMENT) == a("f-SECOND")


# ---- HKK (25.1)


@pytest.mark.parametrize(
    ("cited", "units", "armies"),
    [
        ("25.1.a", ("g-Gd-c", "g-5-c", "g-Jaeger-1"), {"g-THIRD", "g-FOURTH"}),
        ("25.1.b", ("g-2-c", "g-4-c", "g-9-c", "g-Jaeger-2"), {"g-FIRST", "g-SECOND", "g-BELGIEN"}),
        ("25.1.c", ("g-B-c", "g-7-c", "g-8-c"), {"g-SIXTH"}),
        ("25.1.d", ("g-3-c", "g-6-c", "g-4-CC"), {"g-FOURTH", "g-FIFTH"}),
    ],
)
@rule("25.1.a", "25.1.b", "25.1.c", "25.1.d")
def test_cavalry_corps_commanders_before_gt_10(cited: str, units: tuple[str, ...], armies: set[str]) -> None:
    german = {f"g-{name}" for name in ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "BELGIEN")}
    game = situation({"g-31/21": "60.54", "f-31/16": "40.60"}, turn=9, scenario="campaign")
    free = situation({"g-31/21": "60.54", "f-31/16": "40.60"}, turn=10, scenario="campaign")
    for unit in units:
        assert {army for army in german if admits(game.state, a(army), u(unit))} == armies, cited
        assert {army for army in german if admits(free.state, a(army), u(unit))} == german


@rule("25.1.a", "25.1.c")
def test_in_a_foreign_area_they_keep_their_army() -> None:
    """B87."""
    units: dict[str, Placed] = {"g-31/21": "60.54", "g-8-c": "62.30", "g-3/2": "62.30", "g-t21": "61.54"}
    for turn, army in ((9, "g-SIXTH"), (10, "g-FIRST")):
        game = situation({**units, "f-31/16": "40.60"}, turn=turn, scenario="campaign")
        game.state.german_area[h("62.30")] = a("g-FIRST")
        attach(game.state, "german")
        assert mark(game, "g-8-c", "army") == a(army)


# ---- areas that overlap (5.1.4)

FLANDERS: dict[str, Placed] = {
    "f-77": ("30.20", "army f-TENTH"),
    "f-dTENTH": "24.17",
    "b-7/4": "34.15",
    "b-t4": "32.14",
    "b-dBEF": "28.13",
    "be-1": "35.11",
    "be-dBELGIAN": "31.11",
    "f-80t": ("35.13", "army f-EIGHTH"),
    "f-dEIGHTH": "28.12",
    "g-3/2": "38.16",
    "g-43r/22R": "38.12",
}


def flanders(turn: int = 22) -> Game:
    game = phase(FLANDERS, turn)
    assert asked(game) == ("allied", "areas")
    return game


@rule("5.1.4")
def test_from_gt_22_the_bef_and_the_belgians_share_french_areas() -> None:
    assert "overlap" not in verbs(flanders(21))
    assert refused(flanders(21), "overlap", "b-BEF") == "5.1.4"
    game = flanders()
    assert set(args(game, "overlap")) == {"b-BEF", "be-BELGIAN"}
    assert refused(game, "overlap", "f-TENTH") == "5.1.4"
    game.act("overlap", "b-BEF")
    before = area(game.state, "allied", a("b-BEF"))
    assert refused(game, "army", "be-BELGIAN") == "5.1.4"
    shared = args(game, "army")[0]
    theirs = area(game.state, "allied", a(shared))
    game.act("army", shared)
    assert area(game.state, "allied", a("b-BEF")) == before | theirs
    assert area(game.state, "allied", a(shared)) == theirs
    game.act("back")
    game.act("overlap", "be-BELGIAN")
    assert refused(game, "army", shared) == "5.1.4"  # never each other


@rule("5.1.4")
def test_each_overlaps_two_french_armies_at_most() -> None:
    units = {**FLANDERS, "f-13/21": ("24.30", "army f-SIXTH", "corps"), "f-dSIXTH": "20.31"}
    game = phase(units, 23)
    s = game.state
    for n in range(SIZE):
        s.second_area[n] = a("b-BEF") if s.allied_area[n] in (a("f-TENTH"), a("f-EIGHTH")) else -1
    game.act("overlap", "b-BEF")
    assert refused(game, "army", "f-SIXTH") == "5.1.4"
    assert {"f-TENTH", "f-EIGHTH"} <= set(args(game, "army"))  # to leave them again


@rule("5.1.4.a")
def test_units_that_share_an_area_remain_bound_by_their_own() -> None:
    """A British division goes beside the enemy where the BEF shares the area, a French one not in the BEF's."""
    layers = {word: dict(cells) for word, cells in RAILS.items()}
    for n in range(SIZE):
        word = str(HEXES[n])
        if BOARD.exists >> n & 1:
            column = int(word.split(".")[0])
            owner = "b-BEF" if column <= 33 else "f-TENTH"
            layers[word] = {**layers.get(word, {}), "allied_area": owner}
    units: dict[str, Placed] = {
        "b-7/4": "34.20",
        "f-77": ("32.20", "army f-TENTH"),
        "g-3/2": "36.20",
        "g-4/2": "31.22",
    }
    french, mixed = HEXES.number("35.20"), dict(layers)
    alone = situation(units, scenario="campaign", turn=22, hexes=layers, held={"allied": "all"})
    assert BOARD.ring[french] >> h("36.20") & 1
    alone.act("unit", "b-7/4")
    assert refused(alone, "to", "35.20") == "5.3.1"
    for word, cells in layers.items():
        if cells.get("allied_area") == "f-TENTH":
            mixed[word] = {**cells, "second_area": "b-BEF"}
    shared = situation(units, scenario="campaign", turn=22, hexes=mixed, held={"allied": "all"})
    shared.act("unit", "b-7/4")
    assert "35.20" in args(shared, "to")
    shared.act("unit", "f-77")
    beside = next(
        word for word in ("31.21", "32.21", "31.20") if BOARD.ring[h(word)] >> h("31.22") & 1 and word != "32.20"
    )
    assert refused(shared, "to", beside) == "5.3.1"


# ---- what a staff does about it


def test_a_staff_places_and_endows_a_new_army() -> None:
    """It finds a place for the Depot and hands over what is nearest to it."""
    arrival = preliminary(SIXTH, 6)
    assert arrival.decision is not None
    chosen = answer(arrival.state, "allied", "army_arrival", arrival.decision.actions, {})
    assert chosen is not None
    assert chosen[0].verb == "to"
    game = phase({**DET, "f-dDET": "47.56", "f-30/15": "49.55", "f-t15": "47.56"}, 3)
    game.act("endow", "f-DET")
    for expected in (("corps", "f-c15"), ("corps", "f-c20"), ("back", None)):
        assert game.decision is not None
        found = answer(game.state, "allied", "endow", game.decision.actions, {})
        assert found is not None
        assert (found[0].verb, found[0].arg) == expected
        game.act(found[0])

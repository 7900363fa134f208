"""3, 17-5: what is shown, and to whom."""

from __future__ import annotations

import json

import pytest

import front1914
from front1914.titles.der_weltkrieg.board import HEX_ROWS, SIDE_ROWS
from front1914.titles.der_weltkrieg.world import (
    CONTINGENT,
    FLAGS,
    FULL,
    IS_FORTRESS,
    IS_GROUND,
    IS_HQ,
    IS_RPL,
    NATION,
    SIDE,
    UNIT_ROWS,
    UNIT_SIZE,
    UNITS,
)
from tests.titles.der_weltkrieg.positions import args, situation, unit

rule = pytest.mark.rule
SHEET = situation({"g-3": "2306"}).title.sheet()


@rule("3.1")
def test_a_hex_is_twenty_kilometres() -> None:
    assert SHEET["unit_km"] == 20
    a, b = SHEET["places"]["2107"], SHEET["places"]["2108"]
    assert (a["x"], round(b["y"] - a["y"], 4)) == (b["x"], 1)


@rule("3.2")
def test_terrain_is_drawn_on_hexsides() -> None:
    kinds = {(link["a"], link["b"]): link["kind"] for link in SHEET["links"] if "river" not in link["kind"]}
    drawn = {(row.a, row.b): row.terrain for row in SIDE_ROWS if row.terrain != "clear" and row.a in SHEET["places"]}
    assert kinds == {pair: kind for pair, kind in drawn.items() if pair[1] in SHEET["places"]}
    assert {place["terrain"] for place in SHEET["places"].values()} == {"clear"}


@rule("3.3", "17-4", "17-5")
def test_each_side_sees_its_own_supply_track() -> None:
    game = situation({"g-1A": ("2306", "supply 41"), "f-1A": ("1409", "supply 17")})
    for side, own, other in (("central", "g-1A", "f-1A"), ("entente", "f-1A", "g-1A")):
        view = game.view(side)
        tracks = {track["id"]: track["value"] for track in view["tracks"]}
        assert tracks[f"supply-{own}"] == game.state.supply[unit(own)]
        assert f"supply-{other}" not in tracks
        assert "supply" not in view["position"]["units"][other]
        assert view["position"]["units"][own]["supply"] == game.state.supply[unit(own)]


@rule("3.4", "3.5", "3.6", "3.9", "3.13")
def test_every_counter_has_its_nation_class_size_and_values() -> None:
    for u, row in enumerate(UNIT_ROWS):
        piece = SHEET["pieces"][row.id]
        assert piece["nation"] in SHEET["nations"]
        assert piece["name"]
        assert piece["faces"]
        assert IS_GROUND[u] + IS_FORTRESS[u] + IS_HQ[u] <= 1
    assert SHEET["pieces"]["g-3"]["faces"][0]["text"] == "8-5"
    assert SHEET["pieces"]["g-3"]["faces"][2]["text"] == "6-5"
    assert {"division", "brigade", "regiment", "army", "corps"} <= set(UNIT_SIZE)
    assert SHEET["pieces"]["g-3"]["size"] == "xx"
    assert SHEET["pieces"]["g-3"]["name"] == "3rd Division"


@rule("3.7")
def test_full_strength_symbols() -> None:
    assert FULL[unit("g-3")] == FULL[unit("g-11R")] == FULL[unit("g-34B")] == 8
    assert all(FULL[u] for u in UNITS.numbers if IS_RPL[u])


@rule("3.11", "9-10", "7-11", "13-22")
def test_markers_are_shown() -> None:
    hexes = {"2306": {"work": "trench", "builder": "central"}, "2307": {"work": "construction", "builder": "central"}}
    hexes |= {"2405": {"work": "devastation"}}
    game = situation({"g-3": ("2306", 5), "g-4": ("2308", "entrained"), "g-S1": ("2306", "supply 7")}, hexes=hexes)
    view = game.view("entente")
    markers = {(marker["at"], marker["kind"]) for marker in view["markers"]}
    assert {("2306", "trench"), ("2307", "construction"), ("2405", "devastation")} <= markers
    assert any(kind == "railhead" for _, kind in markers)
    pieces = {piece["id"]: piece for piece in view["pieces"]}
    assert SHEET["pieces"]["g-3"]["faces"][pieces["g-3"]["face"]]["text"] == "5-5"
    assert "reduced" in pieces["g-3"]["marks"]
    assert "entrained" in pieces["g-4"]["marks"]
    assert pieces["g-S1"]["badge"] == "7"  # 18-7: open to everybody


@rule("5.10")
def test_month_turn_and_phase_are_recorded() -> None:
    view = situation({"g-3": "2306"}, month=9, turn=2).view("central")
    assert (view["date"], view["phase"], view["active"]) == ("5 to 8 Sep 1914", "Movement", "central")
    assert (view["turn"], view["turns"]) == (9, 25)


@rule("50-4.1", "50-5.1")
def test_contingents_that_the_rules_need() -> None:
    yellow = [u for u in UNITS.numbers if "yellow" in FLAGS[u]]
    assert yellow
    assert {SIDE[u] for u in yellow} == {"central"}
    assert any("cossack" in FLAGS[u] for u in UNITS.numbers)
    assert any("armenian" in FLAGS[u] for u in UNITS.numbers)
    assert len(CONTINGENT) == len(NATION)


def test_small_sheets_are_drawn_where_a_scenario_is_played() -> None:
    """The West, and beside it as an inset the sheet of the Danube."""
    drawn = {row.id for row in HEX_ROWS if row.sheet in ("5-3", "6-5")}
    assert set(SHEET["places"]) == drawn
    inset = {name for name, place in SHEET["places"].items() if place.get("inset")}
    assert inset == {row.id for row in HEX_ROWS if row.sheet == "6-5"}
    east = max(SHEET["places"][name]["x"] for name in drawn - inset)
    assert all(SHEET["places"][name]["x"] > east + 1 for name in inset)


def test_views_are_json_and_overlays_answer() -> None:
    game = front1914.new("der_weltkrieg", "liege")
    for side in ("central", "entente"):
        json.dumps(game.view(side))
    for name, subject in (
        ("reach", "g-34B"),
        ("rail", "g-1A"),
        ("zones", "entente"),
        ("railways", "central"),
        ("supply", "g-34B"),
        ("attackers", "2107"),
    ):
        found = game.overlay("central", name, subject)
        assert found["text"]
        assert found["places"] or name == "rail"
    reach = game.overlay("central", "reach", "g-34B")["places"]
    game.act("unit", "g-34B")
    assert set(reach) == set(args(game, "to"))


def test_a_headquarters_load_is_not_betrayed_by_its_train() -> None:
    game = situation({"g-1A": ("2306", "supply 42"), "f-1": "1409"})
    game.act("unit", "g-1A")
    game.act("rail")
    game.act("to", "2406")
    assert game.state.hauled[NATION[unit("g-1A")]] == 5
    assert "hauled" not in json.dumps(game.view("entente")["position"]["nations"].get("german", {}))
    assert "hauled" in game.view("central")["position"]["nations"]["german"]

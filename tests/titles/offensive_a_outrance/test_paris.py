"""22.2: Paris: its army, its area and districts, its Depot, its display."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import CAMP, CAMP_RING, DISTRICT, HEXES, OPEN
from front1914.titles.offensive_a_outrance.combat.ammo import magazine
from front1914.titles.offensive_a_outrance.logistics.supply import isolated, supplied
from front1914.titles.offensive_a_outrance.manoeuvre.ways import area, garrison_range
from front1914.titles.offensive_a_outrance.nations.paris import AREA, PARIS, placeable
from front1914.titles.offensive_a_outrance.organisation.areas import armies_in_line, draw
from front1914.titles.offensive_a_outrance.organisation.attachment import attach
from front1914.titles.offensive_a_outrance.world import ARMIES, KINDS, OWN, UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, mark, refused, situation
from tests.titles.offensive_a_outrance.test_fortress import MAUBEUGE, SIEGE

SIXTH = ARMIES.number("f-SIXTH")
ALL_SIXTH = {str(HEXES[n]): {"allied_area": "f-SIXTH"} for n in members(OPEN)}


def u(word: str) -> int:
    return UNITS.number(word)


def h(word: str) -> int:
    return HEXES.number(word)


def campaign(placed: dict[str, Placed], **more: Any) -> Game:
    return situation(placed, scenario="campaign", turn=6, **more)


def organise(placed: dict[str, Placed], **more: Any) -> Game:
    flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "supply"], ["organise"]]
    return campaign(placed, flow=flow, phase="attachment", phasing="allied", active="allied", **more)


# ---- the army and its area (22.2, 22.2.1)


@pytest.mark.rule("22.2", "22.2.1")
def test_the_garrison_area_is_the_camp_within_its_printed_positions() -> None:
    assert CAMP["Paris"] == AREA
    assert CAMP_RING["Paris"] & ~AREA == 0
    assert AREA >> h("16.36") & 1
    assert not AREA >> h("19.37") & 1


@pytest.mark.rule("22.2")
def test_the_area_of_the_garrison_overlaps_that_of_another_army() -> None:
    placed: dict[str, Placed] = {"f-61r": "16.36", "f-1/1": ("20.33", "army f-SIXTH"), "f-13/21": "54.60"}
    s = campaign(placed).state
    assert PARIS not in armies_in_line(s, "allied")
    draw(s, "allied")
    assert s.allied_area[h("16.36")] == SIXTH  # no area ends at Paris
    assert area(s, "allied", PARIS) == AREA
    assert area(s, "allied", SIXTH) & AREA == AREA
    attach(s, "allied")
    assert s.army[u("f-61r")] == PARIS  # and yet its garrison is its own


@pytest.mark.rule("22.2", "22.2.1")
def test_units_of_the_garrison_meet_the_enemy_only_in_its_area() -> None:
    game = campaign({"f-61r": "17.36", "g-3/2": "19.36"}, held={"allied": "all"}, hexes=ALL_SIXTH)
    game.act("unit", "f-61r")
    assert "18.36" in args(game, "to")
    assert refused(game, "to", "19.37") == "5.3.1"
    field = campaign({"f-61r": ("17.36", "army f-SIXTH"), "g-3/2": "19.36"}, held={"allied": "all"}, hexes=ALL_SIXTH)
    field.act("unit", "f-61r")
    assert "19.37" in args(field, "to")


# ---- districts (22.2.2)


@pytest.mark.rule("22.2.2")
def test_six_districts_share_the_area() -> None:
    assert set(DISTRICT) == {"Central", "Nord", "NE", "Est", "Sud", "Ouest"}
    assert sum(DISTRICT.values()) == AREA  # none of them overlap
    named = {KINDS[v].home for v in OWN["allied"] if KINDS[v].home.startswith("Paris ") and KINDS[v].role == "asset"}
    assert named == {f"Paris {name}" for name in DISTRICT}


@pytest.mark.rule("22.2.2")
def test_the_garrison_of_a_district_stays_in_it() -> None:
    s = campaign({"f-Paris-Est": "18.37", "f-Paris-1": "17.37"}, held={"allied": "all"}).state
    assert garrison_range(s, u("f-Paris-Est")) == DISTRICT["Est"]
    assert garrison_range(s, u("f-Paris-1")) == AREA
    game = campaign({"f-Paris-Est": "18.37", "f-Paris-1": "17.37"}, held={"allied": "all"})
    game.act("unit", "f-Paris-Est")
    assert {h(word) for word in args(game, "to")} <= set(members(DISTRICT["Est"]))
    assert refused(game, "to", "17.36") == "8.6.2"
    game.act("stop")
    game.act("unit", "f-Paris-1")
    assert "16.36" in args(game, "to")
    assert refused(game, "to", "19.37") == "8.6.2"


# ---- the Depot (22.2.3)


@pytest.mark.rule("22.2.3")
def test_the_printed_depot_supplies_the_french_in_the_area_for_ever() -> None:
    """B120: French units only; B144: the symbol is no unit."""
    ring: dict[str, Placed] = dict(
        zip(
            ("g-3/2", "g-13/7", "g-14/7", "g-19/10", "g-20/10", "g-17/9", "g-18/9"),
            ("13.35", "13.38", "16.33", "16.39", "19.35", "19.38", "17.40"),
            strict=True,
        )
    )
    inside: dict[str, Placed] = {"f-1/1": "18.36", "f-61r": "16.36", "b-1/1": "16.35", "f-2/1": "22.34"}
    s = campaign({**ring, **inside}).state
    assert supplied(s, (u("f-1/1"),))
    assert supplied(s, (u("f-61r"),))
    assert not supplied(s, (u("b-1/1"),))
    assert not supplied(s, (u("f-2/1"),))
    assert magazine(s, (u("f-61r"),))
    assert not isolated(s, u("f-61r"))
    assert not any(KINDS[v].type == "depot" and "PARIS" in str(UNITS[v]) for v in OWN["allied"])


# ---- the display (22.2.4)


@pytest.mark.rule("22.2.4")
def test_le_havre_is_far_behind_the_front() -> None:
    """The 87th Territorial Division: its marker may lie on the Paris display."""
    placed: dict[str, Placed] = {
        "f-87t": ("01.21", "army f-SIXTH"),
        "f-1/1": ("20.33", "army f-SIXTH", "corps"),
        "g-3/2": "22.33",
        "b-1/1": "01.21",
    }
    game = organise(placed, hexes=ALL_SIXTH)
    assert asked(game) == ("allied", "organise")
    game.act("unit", "f-87t")
    game.act("paris")
    assert mark(game, "f-87t", "army") == PARIS
    s = game.state
    attach(s, "allied")
    assert s.army[u("f-87t")] == PARIS  # it stays there
    assert not placeable(s, u("f-1/1"))
    assert s.army[u("f-1/1")] == SIXTH


@pytest.mark.rule("22.2.4")
def test_who_stands_at_the_front_cannot_use_the_display() -> None:
    placed: dict[str, Placed] = {"f-69r": ("20.33", "army f-SIXTH"), "f-61r": "16.36", "g-3/2": "22.33"}
    game = organise(placed, hexes=ALL_SIXTH)
    assert "f-61r" in args(game, "unit")
    game.act("unit", "f-61r")
    assert refused(game, "paris") == "22.2.4"  # it is there already
    game.act("release")
    assert mark(game, "f-61r", "army") == SIXTH
    game.act("unit", "f-61r")
    game.act("paris")
    assert mark(game, "f-61r", "army") == PARIS
    assert refused(game, "unit", "f-69r") == "5.2"  # no corps to choose, and not far enough behind the front


@pytest.mark.rule("22.2.4")
def test_formations_in_an_invested_camp_may_use_it() -> None:
    shut_in = MAUBEUGE | SIEGE | {"f-69r": ("41.26", "army f-FIFTH")}
    s = campaign(shut_in).state
    assert placeable(s, u("f-69r"))
    opened = {unit: place for unit, place in shut_in.items() if unit != "g-3/2"}
    assert not placeable(campaign(opened).state, u("f-69r"))


@pytest.mark.rule("22.2.4")
def test_who_marches_to_the_front_leaves_the_garrison() -> None:
    s = campaign({"f-61r": "20.33", "g-3/2": "22.33", "f-62r": "18.36"}, hexes=ALL_SIXTH).state
    attach(s, "allied")
    assert s.army[u("f-61r")] == SIXTH
    assert s.army[u("f-62r")] == PARIS

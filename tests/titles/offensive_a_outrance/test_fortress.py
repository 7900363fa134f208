"""12: Fortress units: garrisons, camps that are Invested, bombarded, stormed, repaired, surrendered."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance import fortress
from front1914.titles.offensive_a_outrance.board import CAMP, HEXES
from front1914.titles.offensive_a_outrance.camps import AROUND, CAMPS_OF, FORTRESSES, besieged, invested
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import TYPE, UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    mark,
    on_map,
    refused,
    situation,
    where,
)

MAUBEUGE: dict[str, Placed] = {
    "f-fx-Maubeuge-1": "40.26",
    "f-fx-Maubeuge-2": "41.26",
    "f-fx-Maubeuge-3": "41.27",
    "f-fx-Maubeuge-4": "42.26",
}
#: four divisions whose zones reach every hex beside the camp
SIEGE: dict[str, Placed] = {"g-3/2": "39.26", "g-13/7": "41.28", "g-14/7": "42.25", "g-19/10": "42.27"}
FLOW = [["turn"], ["end_of_turn"], ["phase", "finishing"]]


def u(word: str) -> int:
    return UNITS.number(word)


def h(word: str) -> int:
    return HEXES.number(word)


def state(placed: dict[str, Placed], **more: Any) -> OAOState:
    more.setdefault("side", "german")
    found: OAOState = situation(placed, step="attack", phase="attack", **more).state
    return found


def moment(placed: dict[str, Placed], *frames: list[Any], side: str = "german", **more: Any) -> Game:
    """A moment of an attack phase with some frames to come, the last one first."""
    more.setdefault("phase", "attack")
    return situation(placed, flow=[*FLOW, *frames], phasing=side, active=side, **more)


# ---- Invested (12.3)


@pytest.mark.rule("12.3")
def test_a_camp_is_invested_when_enemies_or_their_zones_are_all_around_it() -> None:
    """INVESTED FORTIFIED CAMP EXAMPLE: Maubeuge."""
    assert invested(state(MAUBEUGE | SIEGE), "Maubeuge")
    assert besieged(state(MAUBEUGE | SIEGE), "allied") == CAMP["Maubeuge"]
    for gone in SIEGE:
        fewer = {unit: place for unit, place in SIEGE.items() if unit != gone}
        assert not invested(state(MAUBEUGE | fewer), "Maubeuge"), gone


@pytest.mark.rule("12.3")
def test_a_friend_beside_the_camp_keeps_it_open_where_only_zones_are() -> None:
    s = state(MAUBEUGE | SIEGE | {"f-1/1": "43.26"})
    assert s.ground("german").zone >> h("43.26") & 1
    assert not invested(s, "Maubeuge")


@pytest.mark.rule("12.3")
def test_only_zones_of_enemies_beside_the_camp_count() -> None:
    far: dict[str, Placed] = {"g-3/2": "39.26", "g-13/7": "41.28", "g-14/7": "42.25", "g-19/10": "44.26"}
    far |= {"g-20/10": "43.28", "g-17/9": "42.28", "g-18/9": "44.25"}
    s = state(MAUBEUGE | far)
    assert not AROUND["Maubeuge"] & ~(s.ground("german").zone | s.ground("german").units)
    assert not invested(s, "Maubeuge")  # 43.26 and 42.27 lie in zones of units that are two hexes away


@pytest.mark.rule("12.3")
def test_the_sea_and_the_netherlands_need_not_be_watched() -> None:
    """B63: north of Antwerpen lies the Scheldt and the Dutch border."""
    assert "50.14" not in {HEXES[n] for n in members(AROUND["Antwerpen"])}
    siege = dict(
        zip(
            ("g-3/2", "g-13/7", "g-14/7", "g-19/10", "g-20/10"),
            ("49.16", "49.19", "52.19", "54.15", "54.17"),
            strict=True,
        )
    )
    assert invested(state({"be-fx-Antwerpen-1": "50.15"} | siege), "Antwerpen")


@pytest.mark.rule("12.0", "12.0.a", "12.0.b")
def test_the_fortified_camps_of_both_sides() -> None:
    """OAO-12.0-01."""
    assert CAMPS_OF["allied"] == ("Antwerpen", "Belfort", "Epinal", "Maubeuge", "Namur", "Paris", "Toul", "Verdun")
    assert CAMPS_OF["german"] == ("Diedenhofen", "Metz", "Straßburg")
    ones = {camp for camp, units in FORTRESSES.items() if {TYPE[f] for f in units} == {"fortress1"}}
    assert ones == {"Paris", "Antwerpen"}
    assert all({TYPE[f] for f in units} == {"fortress2"} for camp, units in FORTRESSES.items() if camp not in ones)


# ---- steps, and the fall of a camp (12.2, 12.3.3, 13.1.3)


@pytest.mark.rule("12.1.1.h")
def test_bombardment_takes_steps_and_the_last_one_takes_the_fortress() -> None:
    s = state(MAUBEUGE | SIEGE)
    one = u("f-fx-Maubeuge-1")
    assert not fortress.lose_steps(s, one, 1)
    assert (s.sr[one], fortress.steps_left(s, one), s.defence(one)) == (1, 1, 9)  # losses do not weaken it
    assert fortress.lose_steps(s, one, 3)  # excess is ignored
    assert fortress.steps_left(s, one) == 0
    assert s.own(h("40.26"), "allied") == []
    assert fortress.steps_left(s, u("f-fx-Maubeuge-2")) == 2


@pytest.mark.rule("12.3.3")
def test_a_camp_surrenders_with_its_last_step() -> None:
    inside: dict[str, Placed] = {"f-1/1": "41.26", "f-dFIRST": "41.27"}
    s = state({"f-fx-Maubeuge-1": ("40.26", "sr 1"), "f-fx-Maubeuge-2": "41.26"} | SIEGE | inside)
    fortress.lose_steps(s, u("f-fx-Maubeuge-1"), 1)
    assert s.at[u("f-1/1")] == h("41.26")  # a Fortress is left
    fortress.lose_steps(s, u("f-fx-Maubeuge-2"), 2)
    assert s.own(h("41.26"), "allied") == []
    assert s.own(h("41.27"), "allied") == []


@pytest.mark.rule("12.3.3")
def test_who_is_not_invested_does_not_surrender_nor_does_paris() -> None:
    open_siege = {unit: place for unit, place in SIEGE.items() if unit != "g-3/2"}
    s = state({"f-fx-Maubeuge-1": "40.26", "f-1/1": "41.26"} | open_siege)
    fortress.lose_steps(s, u("f-fx-Maubeuge-1"), 2)
    assert s.at[u("f-1/1")] == h("41.26")
    ring = ("13.35", "13.38", "16.33", "16.39", "19.35", "19.38", "17.40")
    divisions = ("g-3/2", "g-13/7", "g-14/7", "g-19/10", "g-20/10", "g-17/9", "g-18/9")
    s = state({"f-fx-Paris-1": "17.35", "f-61r": "16.36"} | dict(zip(divisions, ring, strict=True)))
    assert invested(s, "Paris")
    fortress.lose_steps(s, u("f-fx-Paris-1"), 2)
    assert s.at[u("f-61r")] == h("16.36")


# ---- advance after bombardment (12.3.4)


def bombarded(placed: dict[str, Placed], target: str) -> Game:
    """The Fortress in the target hex has just been destroyed: the moment when an advance is offered."""
    return moment(placed, ["storm", target])


@pytest.mark.rule("12.3.4")
def test_one_unit_takes_the_hex_and_drives_the_garrison_into_the_camp() -> None:
    rest = {unit: place for unit, place in MAUBEUGE.items() if place != "41.26"}
    guard: dict[str, Placed] = {"f-1/1": "41.26", "g-20/10": "40.25"}
    game = bombarded(rest | SIEGE | guard, "41.26")
    assert asked(game) == ("german", "storm")
    assert set(args(game, "unit")) == {"g-14/7", "g-20/10"}
    assert refused(game, "unit", "g-3/2") == "12.3.4"
    game.act("unit", "g-20/10")
    assert asked(game) == ("allied", "make_room")
    assert set(args(game, "to")) == {"40.26", "41.27", "42.26"}
    assert refused(game, "to", "41.25") == "12.3.4"
    game.act("to", "41.27")
    assert (where(game, "g-20/10"), where(game, "f-1/1"), where(game, "g-14/7")) == ("41.26", "41.27", "42.25")
    assert asked(game)[1] != "storm"  # one unit


@pytest.mark.rule("12.3.4")
def test_an_advance_is_voluntary_and_offered_only_into_an_invested_camp() -> None:
    rest = {unit: place for unit, place in MAUBEUGE.items() if place != "41.26"}
    game = bombarded(rest | SIEGE, "41.26")
    game.act("done")
    assert "g-14/7" in on_map(game)
    assert where(game, "g-14/7") == "42.25"
    s = state(rest | SIEGE)
    fortress.offer_advance(s, h("41.26"))
    assert ("storm", h("41.26")) in s.flow
    s = state(rest | {unit: place for unit, place in SIEGE.items() if unit != "g-3/2"})
    fortress.offer_advance(s, h("41.26"))
    assert ("storm", h("41.26")) not in s.flow


@pytest.mark.rule("12.3.4")
def test_units_that_find_no_other_hex_of_the_camp_are_lost() -> None:
    """B140."""
    inside: dict[str, Placed] = {"g-20/10": "41.26", "g-17/9": "41.27", "f-1/1": "42.26", "f-fx-Maubeuge-1": "40.26"}
    game = bombarded(SIEGE | inside, "42.26")
    game.act("unit", "g-14/7")
    assert where(game, "f-1/1") == "eliminated"
    assert where(game, "g-14/7") == "42.26"
    assert mark(game, "f-fx-Maubeuge-1", "face") == 0

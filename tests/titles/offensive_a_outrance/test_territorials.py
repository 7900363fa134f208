"""22.1, 22.3: no Forced March on GT 1; the Territorial Group."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import HEXES, IN, ON_RAIL
from front1914.titles.offensive_a_outrance.logistics.supply import sources, supplied
from front1914.titles.offensive_a_outrance.manoeuvre.ways import most_forced
from front1914.titles.offensive_a_outrance.nations.territorials import holds
from front1914.titles.offensive_a_outrance.organisation.areas import divide, draw, lines_of
from front1914.titles.offensive_a_outrance.organisation.attachment import attach
from front1914.titles.offensive_a_outrance.organisation.effectiveness import base
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.world import ARMIES, CORPS, IS_TERRITORIAL, NO_CORPS, PARENT_OF, UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    mark,
    refused,
    situation,
    where,
)

rule = pytest.mark.rule
#: a chain from the Channel at 31.11 to a French division at 34.18
LINE: dict[str, Placed] = {
    "f-81t/GDT": "31.12",
    "f-88t/GDT": "32.14",
    "f-82t/GDT": "33.17",
    "f-1/1": ("34.18", "army f-FIFTH"),
    "g-3/2": "60.27",
}


def u(word: str) -> int:
    return UNITS.number(word)


def h(word: str) -> int:
    return HEXES.number(word)


def field(units: dict[str, Placed], **more: Any) -> Game:
    return situation(units, scenario="campaign", **more)


# ---- GT 1 (22.1)


@rule("22.1")
def test_no_forced_march_of_the_french_in_their_movement_phase_of_gt_1() -> None:
    units: dict[str, Placed] = {"f-1/1": "40.30", "be-1": "50.20", "g-3/2": "60.27"}
    first = field(units, turn=1)
    assert (most_forced(first.state, (u("f-1/1"),)), most_forced(first.state, (u("be-1"),))) == (0, 3)
    first.act("unit", "f-1/1")
    short = set(args(first, "to"))
    second = field(units, turn=2)
    second.act("unit", "f-1/1")
    assert short < set(args(second, "to"))
    counter = field(units, turn=1, phase="counter_movement")
    assert most_forced(counter.state, (u("f-1/1"),)) == 3


# ---- attachment (22.3.1)


@rule("22.3", "22.3.1")
def test_the_group_belongs_to_no_army_and_no_area_holds_it() -> None:
    game = front1914.new("offensive_a_outrance", "campaign")
    s = game.state
    draw(s, "allied")
    attach(s, "allied")
    mine = [n for n in UNITS.numbers if str(UNITS[n]).endswith("/GDT") or str(UNITS[n]).startswith("f-det")]
    assert len(mine) == 8
    for n in mine:
        assert s.army[n] == GROUP
        assert s.allied_area[s.at[n]] == GROUP  # the Group's own ground: no army's
    armies, lines = lines_of(s, "allied")
    found = divide(s, "allied", armies, lines)
    assert not any(bits >> s.at[n] & 1 for army, bits in found.items() if army != GROUP for n in mine)


@rule("22.3.1")
def test_nobody_joins_it_and_its_units_enter_no_army_area() -> None:
    east = [str(HEXES[n]) for n in members(IN["france"] | IN["belgium"]) if str(HEXES[n]) >= "33"]
    ground = {word: {"allied_area": "f-FIFTH"} for word in east}
    game = field({**LINE, "f-2/1": "31.13"}, turn=7, hexes=ground)
    game.state.allied_area[h("31.13")] = GROUP
    attach(game.state, "allied")
    assert mark(game, "f-2/1", "army") == ARMIES.number("f-FIFTH")
    game.act("unit", "f-88t/GDT")
    assert "32.13" in args(game, "to")
    assert refused(game, "to", "33.14") == "22.3.1"
    later = field({**LINE, "f-2/1": "31.13"}, turn=18, hexes=ground)
    later.act("unit", "f-88t/GDT")
    assert "33.14" in args(later, "to")


# ---- the mission (22.3.2)


@rule("22.3.2")
def test_the_line_holds_at_the_start() -> None:
    """H12: as the set-up has it."""
    assert holds(front1914.new("offensive_a_outrance", "campaign").state)


@rule("22.3.2")
def test_nobody_breaks_the_line_before_gt_6() -> None:
    game = field(LINE, turn=5)
    assert holds(game.state)
    game.act("unit", "f-88t/GDT")
    reachable = set(args(game, "to"))
    assert "33.14" in reachable
    assert refused(game, "to", "30.15") == "22.3.2"
    free = field(LINE, turn=6)
    free.act("unit", "f-88t/GDT")
    assert "30.15" in args(free, "to")
    assert "30.15" not in reachable


@rule("22.3.2")
def test_nor_does_a_detachment_that_rides_with_the_cavalry_of_an_army() -> None:
    placed: dict[str, Placed] = {unit: at for unit, at in LINE.items() if unit != "f-88t/GDT"}
    placed |= {"f-3-c": ("32.14", "army f-FIFTH"), "f-det-88t": "32.14"}
    for turn, offered in ((5, False), (6, True)):
        game = field(placed, turn=turn)
        assert holds(game.state)
        game.act("unit", "f-3-c")
        assert game.state.flow[-1][1] == (u("f-3-c"), u("f-det-88t"))
        assert ("30.15" in args(game, "to")) is offered
        assert offered or refused(game, "to", "30.15") == "22.3.2"


@rule("22.3.2")
def test_a_gap_must_be_closed_if_it_can_be() -> None:
    """B83."""
    broken = {**LINE, "f-88t/GDT": "30.14"}
    game = field(broken, turn=3)
    assert not holds(game.state)
    game.act("done")
    assert asked(game) == ("allied", "move")  # somebody has gone to close it
    assert holds(game.state)
    game.act("done")
    assert game.state.phase != "movement"
    hopeless = field({**broken, "f-88t/GDT": "20.30", "f-81t/GDT": "20.31"}, turn=3)
    hopeless.act("done")
    assert where(hopeless, "f-88t/GDT") == "20.30"
    late = field(broken, turn=6)
    late.act("done")
    assert where(late, "f-88t/GDT") == "30.14"


# ---- detachments (22.3.3)


@rule("22.3.3")
def test_a_detachment_returns_to_its_division() -> None:
    """B20: the special marker takes two from the full side."""
    game = field({**LINE, "f-81t/GDT": ("31.12", "face"), "f-det-81t": "31.12", "f-det-88t": "33.17"}, turn=7)
    s = game.state
    assert (s.attack(u("f-81t/GDT")), s.defence(u("f-81t/GDT"))) == (3, 6)
    assert args(game, "integrate") == ["f-det-81t"]
    assert refused(game, "integrate", "f-det-88t") == "22.3.3"
    assert refused(game, "integrate", "f-1/1") == "22.3.3"
    game.act("integrate", "f-det-81t")
    assert where(game, "f-det-81t") == "absent"
    assert (s.attack(u("f-81t/GDT")), s.defence(u("f-81t/GDT"))) == (5, 8)
    assert "f-81t/GDT" not in args(game, "unit")


@rule("22.3.3", "22.3")
def test_at_the_start_they_are_away_and_from_gt_18_for_good() -> None:
    s = front1914.new("offensive_a_outrance", "marne").state
    assert all(s.face[parent] for parent in PARENT_OF.values())
    game = field({**LINE, "f-81t/GDT": ("31.12", "face"), "f-det-81t": "31.12"}, turn=18)
    assert refused(game, "integrate", "f-det-81t") == "22.3"
    race = front1914.new("offensive_a_outrance", "race").state
    assert not any(race.face[n] for n in UNITS.numbers if IS_TERRITORIAL[n])


# ---- GT 18 (22.3.4) and Ammo

RAILS = {str(HEXES[n]): {"operational": 1} for n in members(ON_RAIL & IN["france"])}


@rule("22.3.4", "22.3", "16.2")
def test_on_gt_18_the_group_ends() -> None:
    """OAO-22.3.4-01: the divisions are exchanged, their markers show 10; corps and Train leave."""
    units: dict[str, Placed] = {
        **LINE,
        "f-81t/GDT": ("31.12", "sr 1", "ce -1"),
        "f-det-88t": "33.17",
        "f-tGDT": "22.23",
        "f-dFIFTH": "32.28",
    }
    before = situation(units, phase="preliminary", step="scheduled", turn=17, scenario="campaign", hexes=RAILS)
    assert where(before, "f-81t/GDT") == "31.12"
    assert base(before.state, u("f-81t/GDT")) == 8
    game = situation(units, phase="preliminary", step="scheduled", turn=18, scenario="campaign", hexes=RAILS)
    assert (where(game, "f-81t"), where(game, "f-81t/GDT"), where(game, "f-tGDT")) == ("31.12", "absent", "absent")
    assert (mark(game, "f-81t", "sr"), mark(game, "f-81t", "ce")) == (1, 1)
    assert {base(game.state, u(f"f-{n}t")) for n in (81, 82, 88)} == {10}
    assert where(game, "f-84t") == "absent"  # its predecessor was not there
    fifth = ARMIES.number("f-FIFTH")
    assert {mark(game, word, "army") for word in ("f-81t", "f-82t", "f-88t", "f-det-88t")} == {fifth}
    assert {mark(game, word, "corps") for word in ("f-81t", "f-82t", "f-88t")} == {NO_CORPS}


@rule("22.3.4")
def test_a_later_scenario_begins_with_what_became_of_it() -> None:
    s = front1914.new("offensive_a_outrance", "last_battles").state
    assert base(s, u("f-81t")) == 10
    assert s.corps[u("f-81t")] == NO_CORPS


@rule("22.3.4.a")
def test_without_its_train_the_group_has_no_ammo() -> None:
    """Supply comes by rail; a Depot of an army does not serve it. On GT 11 its Train arrives."""
    units = {**LINE, "f-dFIFTH": "32.17", "f-81t/GDT": "31.16"}
    game = field(units, turn=9, hexes=RAILS)
    force = (u("f-81t/GDT"),)
    assert supplied(game.state, force)
    assert not sources(game.state, force[0])
    train = field({**units, "f-tGDT": ("30.17", "army f-GDT")}, turn=11, hexes=RAILS)
    assert [source.chain[0] for source in sources(train.state, force[0])] == [u("f-tGDT")]
    new = front1914.new("offensive_a_outrance", "campaign").state
    assert (new.due[u("f-tGDT")], new.corps[u("f-tGDT")]) == (11, CORPS.number("f-cGDT"))

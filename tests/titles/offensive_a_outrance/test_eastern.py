"""16.5, 25.2, 25.4: what leaves for the Eastern Front; Army Group Belgien."""

from __future__ import annotations

from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import HEXES, IN, ON_RAIL
from front1914.titles.offensive_a_outrance.command.replies import answer
from front1914.titles.offensive_a_outrance.logistics.tether import placing, staying
from front1914.titles.offensive_a_outrance.nations.eastern import FIRST_LINE, owed
from front1914.titles.offensive_a_outrance.state import EVENTS
from front1914.titles.offensive_a_outrance.world import ARMIES, CORPS, NO_CORPS, UNITS
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
ELEVENTH: dict[str, Placed] = {"g-22/11": "62.34", "g-38/11": "62.35", "g-t11": "63.34"}
GUARD: dict[str, Placed] = {"g-1Gd-r/GD-R": "62.32", "g-3Gd/GD-R": "62.33", "g-tGDR": "63.33"}
SECOND: dict[str, Placed] = {"g-3/2": "62.28", "g-4/2": "62.29", "g-t2": "63.29"}
RESERVE: dict[str, Placed] = {"g-5r/3R": "64.28", "g-6r/3R": "64.28", "g-t3R": "64.28"}
BAVARIAN: dict[str, Placed] = {"g-1B/1B": "63.56", "g-2B/1B": "63.55", "g-t1B": "64.55"}
HORSE: dict[str, Placed] = {"g-8-c": "62.50", "g-2-c": "62.31", "g-B-c": "62.52"}
ALL = {**ELEVENTH, **GUARD, **SECOND, **RESERVE, **BAVARIAN, **HORSE, "f-31/16": "30.60"}


def u(word: str) -> int:
    return UNITS.number(word)


def sixth(units: dict[str, Placed], turn: int = 6, **more: Any) -> Game:
    return situation(
        units, phase="preliminary", step="scheduled", side="german", turn=turn, scenario="campaign", **more
    )


# ---- the Eastern Front (25.2)


@rule("25.2", "16.5")
def test_two_corps_four_divisions_and_a_cavalry_division_leave_on_gt_6() -> None:
    """OAO-25.2-01."""
    game = sixth(ALL)
    assert asked(game) == ("german", "eastern")
    game.act("corps", "g-c11")
    assert refused(game, "corps", "g-c11") == "25.2"
    game.act("corps", "g-cGDR")
    assert asked(game) == ("german", "eastern_cavalry")
    assert refused(game, "unit", "g-3/2") == "25.2"
    game.act("unit", "g-8-c")
    gone = {word for word in ALL if where(game, word) == "withdrawn"}
    assert gone == {*ELEVENTH, *GUARD, "g-8-c"}
    assert owed(game.state) == (0, 0, 0)
    assert not [n for n in UNITS.numbers if str(UNITS[n]) in gone and game.state.at[n] < 1]


@rule("25.2")
def test_neither_before_nor_in_scenarios_that_begin_later() -> None:
    assert asked(sixth(ALL, turn=5))[1] != "eastern"
    race = situation(ALL, phase="preliminary", step="scheduled", side="german", turn=17, scenario="race")
    assert asked(race)[1] != "eastern"


@rule("25.2.a")
def test_corps_of_the_first_line() -> None:
    names = {str(CORPS[n]) for n in FIRST_LINE}
    assert {"g-cGD", "g-cGDR", "g-c11", "g-c2", "g-c21"} <= names
    assert not names & {"g-c3R", "g-c1B", "g-c12R", "g-c1BR", "f-c11", "b-c1"}
    game = sixth(ALL)
    assert set(args(game, "corps")) == {"g-c11", "g-cGDR", "g-c2"}
    assert refused(game, "corps", "g-c3R") == "25.2"


@rule("25.2.1")
def test_no_bavarians_and_no_demoralized_formations() -> None:
    units = {**ALL, "g-22/11": ("62.34", "ce D1"), "g-8-c": ("62.50", "ce D2")}
    game = sixth({**units, "g-6-c": "62.44"})
    assert "g-c11" not in args(game, "corps")  # with it three divisions would leave, not four
    game.act("corps", "g-c2")
    game.act("corps", "g-cGDR")
    assert set(args(game, "unit")) == {"g-2-c", "g-6-c"}
    assert refused(game, "unit", "g-8-c") == "25.2.1"
    assert refused(game, "unit", "g-B-c") == "25.2.1"


@rule("25.2.1", "25.2")
def test_of_more_than_four_divisions_the_owner_chooses() -> None:
    units = {**ALL, "g-1B/1B": ("63.56", "corps g-c11"), "g-33r": ("62.36", "corps g-c11")}
    game = sixth(units)
    game.act("corps", "g-c11")
    game.act("corps", "g-c2")
    assert asked(game) == ("german", "eastern_divisions")
    assert set(args(game, "unit")) == {"g-22/11", "g-38/11", "g-33r", "g-3/2", "g-4/2"}
    assert refused(game, "unit", "g-1B/1B") == "25.2.1"
    assert refused(game, "unit", "g-5r/3R") == "25.2"
    for word in ("g-22/11", "g-33r", "g-3/2", "g-4/2"):
        game.act("unit", word)
    assert where(game, "g-38/11") == "62.35"
    assert mark(game, "g-38/11", "corps") == NO_CORPS  # its corps has gone
    assert where(game, "g-t11") == "withdrawn"


@rule("25.2.2")
def test_the_option_spares_the_sixth_and_seventh_armies() -> None:
    twenty: dict[str, Placed] = {"g-31/21": "62.54", "g-42/21": "62.55", "g-t21": "63.54"}
    plain = sixth({**ALL, **twenty})
    assert "g-c21" in args(plain, "corps")
    assert plain.state.options["eastern"] is False
    spared = sixth({**ALL, **twenty}, options={"eastern": True})
    assert set(args(spared, "corps")) == {"g-c11", "g-cGDR", "g-c2"}
    assert front1914.new("offensive_a_outrance", "campaign", options={"eastern": True}).state.options["eastern"]


@rule("25.2")
def test_what_cannot_leave_leaves_later() -> None:
    """B97."""
    game = sixth({**ELEVENTH, **RESERVE, "f-31/16": "30.60"})
    game.act("corps", "g-c11")
    assert owed(game.state) == (1, 2, 1)
    gone: dict[str, Placed] = dict.fromkeys(ELEVENTH, "withdrawn")
    later = sixth({**gone, **SECOND, "g-8-c": "62.50", "f-31/16": "30.60"}, turn=8)
    assert args(later, "corps") == ["g-c2"]
    later.act("corps", "g-c2")
    assert owed(later.state) == (0, 0, 0)
    assert where(later, "g-8-c") == "withdrawn"


# ---- Army Group Belgien (25.4)

LINE = ("49.21", "50.21", "51.22", "52.22", "53.23", "54.23", "54.24", "55.25", "55.26", "56.26", "57.27", "58.27")
OCCUPIED = [str(HEXES[n]) for n in members(IN["belgium"])]
RAILS = {str(HEXES[n]): {"operational": 2, "control": "german"} for n in members(ON_RAIL & ~IN["france"])}
FALLEN = {"antwerpen": 21}


@rule("25.4")
def test_its_depot_is_placed_and_stays_between_brussel_and_liege() -> None:
    units: dict[str, Placed] = {"g-dBELGIEN": ("track", "due 4", "army"), "g-3/2": "55.26", "f-31/16": "30.60"}
    game = sixth(units, turn=4, hexes=RAILS)
    assert asked(game) == ("german", "army_arrival")
    assert set(args(game, "to")) == {*LINE, "58.28"}
    assert refused(game, "to", "64.28") == "25.4"
    game.act("to", "54.24")
    moving = situation(
        {"g-dBELGIEN": "54.24", "g-3/2": "55.26", "f-31/16": "30.60"},
        side="german",
        turn=5,
        scenario="campaign",
        hexes=RAILS,
    )
    moving.act("unit", "g-dBELGIEN")
    assert set(args(moving, "to")) <= {*LINE, "58.28"}
    assert refused(moving, "to", "59.28" if ON_RAIL >> HEXES.number("59.28") & 1 else "59.29") == "25.4"
    depot = u("g-dBELGIEN")
    free = situation({**units}, side="german", turn=23, scenario="campaign", events=FALLEN)
    assert placing(moving.state, depot) != -1
    assert (placing(free.state, depot), staying(free.state, depot)) == (-1, -1)


GROUP: dict[str, Placed] = {
    "g-BELGIEN-Marine": ("45.16", "sr 1", "ce -1"),
    "g-BELGIEN-26-Lw": "46.17",
    "g-Brussel-2": "48.20",
    "g-37-Lw": "47.17",
    "g-38-Lw": "47.18",
    "g-dBELGIEN": "50.21",
    "g-dFIRST": "49.21",
    "g-3/2": "40.20",
    "f-31/16": "30.60",
}


def after(turn: int, units: dict[str, Placed] | None = None, **more: Any) -> Game:
    return sixth(units or GROUP, turn=turn, held={"german": OCCUPIED}, events=FALLEN, **more)


@rule("25.4.1", "25.4.1.a", "25.4.1.b", "25.4.1.c", "16.2")
def test_three_turns_after_the_surrender() -> None:
    assert where(after(23), "g-BELGIEN-26-Lw") == "46.17"
    game = after(24)
    assert (where(game, "g-BELGIEN-Marine"), where(game, "g-Marine")) == ("absent", "45.16")
    assert (mark(game, "g-Marine", "sr"), mark(game, "g-Marine", "ce")) == (1, 1)
    assert (where(game, "g-Brussel-2"), where(game, "g-2-r-Ez")) == ("absent", "48.20")
    assert where(game, "g-BELGIEN-26-Lw") == "absent"
    assert asked(game) == ("german", "landwehr")
    assert set(args(game, "unit")) == {"g-37-Lw", "g-38-Lw"}
    assert refused(game, "unit", "g-3/2") == "25.4.1"
    game.act("unit", "g-38-Lw")
    assert where(game, "g-38-Lw") == "absent"
    assert asked(game) == ("german", "place_ohl")
    assert set(args(game, "to")) == {"49.21", "50.21"}  # B131
    assert refused(game, "to", "45.16") == "25.4.1"
    game.act("to", "49.21")
    assert (where(game, "g-OHL"), mark(game, "g-OHL", "army")) == ("49.21", ARMIES.number("g-FIRST"))


@rule("25.4.1")
def test_nothing_happens_while_antwerpen_holds_or_before() -> None:
    holds = sixth(GROUP, turn=24, held={"german": OCCUPIED})
    assert where(holds, "g-BELGIEN-26-Lw") == "46.17"
    assert asked(holds)[1] != "landwehr"
    other = after(25)
    assert where(other, "g-OHL") == "absent"


@rule("25.4.1.c", "27.6")
def test_the_marine_division_comes_when_its_counterpart_does() -> None:
    """Antwerpen fell on GT 5; the Marines arrive on GT 10, long after the third turn from then."""
    early = {"antwerpen": 5}
    game = sixth({**GROUP, "g-BELGIEN-Marine": "45.16"}, turn=10, held={"german": OCCUPIED}, events=early)
    assert (where(game, "g-BELGIEN-Marine"), where(game, "g-Marine")) == ("absent", "45.16")
    assert where(game, "g-BELGIEN-26-Lw") == "46.17"  # that was done three turns after the surrender


@rule("16.2.2", "25.4.1.c")
def test_a_lost_garrison_of_brussel_is_missed() -> None:
    game = after(24, {**GROUP, "g-Brussel-2": "eliminated", "g-BELGIEN-Marine": "eliminated"})
    assert (where(game, "g-2-r-Ez"), mark(game, "g-2-r-Ez", "sr")) == ("48.20", 1)
    assert where(game, "g-Marine") == "absent"


@rule("25.4.2")
def test_on_gt_25_display_and_depot_end() -> None:
    """OAO-25.4.2-01."""
    game = sixth(GROUP, turn=25, held={"german": OCCUPIED})
    assert where(game, "g-dBELGIEN") == "absent"
    first = ARMIES.number("g-FIRST")
    assert {mark(game, word, "army") for word in ("g-37-Lw", "g-38-Lw", "g-BELGIEN-26-Lw")} == {first}  # B134
    assert where(sixth(GROUP, turn=24, held={"german": OCCUPIED}), "g-dBELGIEN") == "50.21"


@rule("25.4.1", "25.4.2")
def test_the_last_battles_begin_when_antwerpen_has_fallen() -> None:
    s = front1914.new("offensive_a_outrance", "last_battles").state
    assert s.events[EVENTS.number("antwerpen")] == 22


def test_a_staff_sends_whom_history_sent() -> None:
    game = sixth(ALL)
    gone = []
    for step in ("eastern", "eastern", "eastern_cavalry"):
        assert game.decision is not None
        assert game.decision.step == step
        found = answer(game.state, "german", step, game.decision.actions, {})
        assert found is not None
        gone.append(found[0].arg)
        game.act(found[0])
    assert set(gone) == {"g-c11", "g-cGDR", "g-8-c"}
    later = after(24)
    assert later.decision is not None
    brigade = answer(later.state, "german", "landwehr", later.decision.actions, {})
    assert brigade is not None
    assert brigade[0].arg in ("g-37-Lw", "g-38-Lw")

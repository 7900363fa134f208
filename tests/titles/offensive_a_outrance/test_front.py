"""3.4: front lines, adjoining fronts, the open flank, control."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from front1914.titles.offensive_a_outrance.board import BOARD, COAST, HEXES, IN
from front1914.titles.offensive_a_outrance.manoeuvre.front import (
    ANCHOR,
    APART,
    adjoining,
    concentration,
    front,
    fronts,
    nodes,
    refresh_control,
)
from front1914.titles.offensive_a_outrance.state import CONTROLLERS, OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES
from tests.titles.offensive_a_outrance.positions import Placed, situation

rule = pytest.mark.rule
FRENCH = ("f-15/8", "f-16/8", "f-25/13", "f-26/13", "f-27/14", "f-28/14", "f-13/21", "f-43/21")
# Germans of one army that exist whatever the order of battle holds
FIRST = ("g-3/2", "g-4/2", "g-5/3", "g-6/3", "g-5r/3R", "g-6r/3R", "g-7/4", "g-8/4")


def state(french: Iterable[str], german: Iterable[str], **more: Any) -> OAOState:
    """Divisions of the French First and the German First Army in these hexes."""
    units: dict[str, Placed] = dict(zip(FRENCH, french, strict=False)) | dict(zip(FIRST, german, strict=False))
    more.setdefault("held", None)
    found: OAOState = situation({**units, **more.pop("units", {})}, **more).state
    return found


def controller(s: OAOState, word: str) -> str:
    return str(CONTROLLERS[s.control[HEXES.number(word)]])


def bits(*words: str) -> int:
    return BOARD.bits(words)


RIVER = ("49.45", "50.47", "51.49", "52.50", "52.51", "52.53", "53.55")
BEHIND = {"german": ["52.48", "52.49", "51.47", "51.48", "53.49"]}


@rule("3.4.1", "3.4.1.a")
def test_the_line_joins_formations_up_to_three_hexes_apart() -> None:
    s = state(("07.57", "07.60", "12.60"), ("64.28",))
    found = front(s, "allied")
    army = ARMIES.number("f-FIRST")
    assert found.armies[army] == bits("07.57", "07.60")
    assert found.links == bits("07.58", "07.59")
    s = state(("07.57", "07.61"), ("64.28",))
    assert front(s, "allied").links == 0


@rule("3.4.1")
def test_adjacent_formations_need_no_link() -> None:
    s = state(("07.57", "07.58"), ("64.28",))
    assert front(s, "allied").links == 0


@rule("3.4.1")
def test_who_makes_a_line() -> None:
    """Infantry Formations only: no cavalry, Assets or LOC units."""
    units: dict[str, Placed] = {"f-6-c": "07.57", "f-Ch-13": "07.58", "be-Gd-Civique-1": "48.20", "f-13/21": "20.60"}
    s = situation({**units, "g-3/2": "64.28"}).state
    assert nodes(s, "allied") == {ARMIES.number("f-FIRST"): {HEXES.number("20.60"): 8}}


@rule("3.4.1.d", "3.4.a")
def test_a_detached_unit_changes_nothing() -> None:
    """A German division alone, four hexes from its army."""
    s = state(("40.60",), ("52.48", "52.49", "48.52"), held={"german": ["52.48", "52.49", "52.47", "53.49"]})
    before = controller(s, "48.52")
    refresh_control(s)
    assert before == controller(s, "48.52") == "allied"
    army = ARMIES.number("g-FIRST")
    found = concentration(nodes(s, "german")[army], [s.at[u] for u in s.depots(army)])
    assert found == bits("52.48", "52.49")


@rule("3.4", "7.1.4b")
def test_behind_the_line_on_the_river() -> None:
    """OAO-7.1.4b-01: the French on the river: 52.49 is German, the hexes behind the line are French."""
    s = state(RIVER, ("53.46", "53.48", "53.50", "54.52", "54.54"), held=BEHIND)
    refresh_control(s)
    assert controller(s, "52.49") == "german"
    for word in ("51.50", "51.51", "51.52", "52.50", "52.51"):
        assert controller(s, word) == "allied"


@rule("3.4", "3.4.a", "7.1.4b")
def test_the_pursuer_takes_what_his_line_passes() -> None:
    """OAO-7.1.4b-07: the French have gone to 50.51 and 51.52, the Germans to 51.51: four bridges are theirs."""
    french = ("48.46", "49.48", "49.50", "50.51", "51.52", "52.54", "53.55")
    s = state(french, ("52.47", "52.49", "51.51", "53.52", "54.54"), held=BEHIND)
    refresh_control(s)
    for word in ("52.49", "51.50", "52.50", "51.51", "52.51"):
        assert controller(s, word) == "german", word
    assert controller(s, "51.52") == "allied"


@rule("3.4", "3.4.1")
@pytest.mark.parametrize("last", ["allied", "german"])
def test_what_lies_before_no_line_keeps_its_controller(last: str) -> None:
    """OAO-3.4.1-01: with French in 52.50 and 51.52 the line takes 51.51; 52.51 stays whose it was."""
    s = state(("51.48", "52.50", "51.52", "51.54"), ("54.49", "54.51", "54.53"), held={last: ["52.51"]})
    assert front(s, "allied").links & bits("51.51", "52.51") == bits("51.51")
    refresh_control(s)
    assert controller(s, "52.51") == last


@rule("3.4.1.b")
def test_a_link_passes_behind_enemies_only_through_own_zones() -> None:
    """Between 07.57 and 07.60 the hexes are in zones of the line; an enemy who stands there breaks it."""
    s = state(("07.57", "07.60"), ("07.58", "07.59"), held={"german": ["07.58", "07.59"]})
    assert front(s, "allied").links & bits("07.58", "07.59") == 0


@rule("3.4.1.c")
def test_a_line_ends_at_its_last_unit() -> None:
    s = state(("07.57", "07.58", "07.59"), ("64.28",))
    found = front(s, "allied")
    mine = found.armies[ARMIES.number("f-FIRST")]
    assert (mine, found.links & ~mine, found.tails) == (bits("07.57", "07.58", "07.59"), 0, 0)


@rule("3.4", "3.4.1.c")
def test_an_enemy_town_behind_the_line_is_taken_but_not_his_camp() -> None:
    """H1.5: Longwy with its garrison keeps its hex, the ground around it does not."""
    ring = ("52.41", "52.43", "54.43", "54.41", "53.44", "53.40")
    s = state(("20.60",), ring, units={"f-fx-Longwy": "53.42"}, held={"german": ["54.41", "54.43", "55.42", "55.43"]})
    refresh_control(s)
    assert controller(s, "53.42") == "allied"
    assert controller(s, "53.41") == controller(s, "53.43") == "german"


# ---- adjoining front, open flank (3.4.2)


@rule("3.4.2")
@pytest.mark.parametrize(("other", "together"), [("10.58", True), ("11.58", False)])
def test_two_armies_adjoin_at_three_hexes(other: str, together: bool) -> None:
    """OAO-3.4.2-03."""
    assert APART == 3
    s = situation({"f-13/21": "07.59", "f-11/20": other, "g-3/2": "64.28"}).state
    every = {a: BOARD.bits(str(HEXES[h]) for h in hexes) for a, hexes in nodes(s, "allied").items()}
    assert (len(adjoining(every, every)) == 1) == together


@rule("3.4.2.b")
def test_belgians_alone_are_no_front() -> None:
    s = situation({"be-5": "52.17", "f-13/21": "07.59", "g-3/2": "64.28"}).state
    every = {a: BOARD.bits(str(HEXES[h]) for h in hexes) for a, hexes in nodes(s, "allied").items()}
    assert adjoining(every, every) == [frozenset({ARMIES.number("f-FIRST")})]
    s = situation({"be-5": "10.58", "f-13/21": "07.59", "g-3/2": "64.28"}).state
    every = {a: BOARD.bits(str(HEXES[h]) for h in hexes) for a, hexes in nodes(s, "allied").items()}
    assert adjoining(every, every) == [frozenset({ARMIES.number("f-FIRST"), ARMIES.number("be-BELGIAN")})]


@rule("3.4.2.c", "3.4.2.a")
def test_the_german_open_flank() -> None:
    """OAO-3.4.2-01: from Brussels 48.20 to the northernmost Formation in France; what lies south of it is German."""
    assert HEXES[ANCHOR["german"]] == "48.20"
    line = ("34.24", "34.26", "34.28", "35.30", "36.32", "38.34")
    s = state(("20.60",), line, held={"german": [str(HEXES[h]) for h in HEXES.numbers if str(HEXES[h]) > "40"]})
    found = fronts(s)["german"].flank
    assert found >> HEXES.number("34.24") & 1
    assert found >> HEXES.number("48.20") & 1
    assert found == BOARD.bits(str(HEXES[h]) for h in BOARD.line(HEXES.number("48.20"), HEXES.number("34.24")))


@rule("3.4.2.a")
def test_no_open_flank_when_the_line_reaches_the_sea() -> None:
    coast = next(str(HEXES[h]) for h in HEXES.numbers if BOARD.ring[h] and _coastal(h))
    s = state(("20.60",), (coast,))
    assert fronts(s)["german"].flank == 0


def _coastal(h: int) -> bool:
    return bool(COAST >> h & 1 and IN["france"] >> h & 1)


@rule("3.4.2.d")
def test_the_allied_open_flank() -> None:
    """OAO-3.4.2-02: from Rouen 09.25."""
    assert HEXES[ANCHOR["allied"]] == "09.25"
    s = state(("24.30", "25.31", "26.33"), ("64.28",))
    found = fronts(s)["allied"].flank
    assert found == BOARD.bits(str(HEXES[h]) for h in BOARD.line(HEXES.number("09.25"), HEXES.number("24.30")))


@rule("3.4.2.e")
@pytest.mark.parametrize(("turn", "counts"), [(17, False), (18, True)])
def test_the_territorials_are_no_army(turn: int, counts: bool) -> None:
    s = situation({"f-81t/GDT": "07.59", "g-3/2": "64.28"}, turn=turn).state
    assert (ARMIES.number("f-GDT") in nodes(s, "allied")) == counts

"""The scenarios of 1918: morale, winter, the later table, assault units, Greeks and Americans are in play."""

from __future__ import annotations

import pytest

import front1914
from front1914 import Game
from front1914.titles.der_weltkrieg import rail, supply, troops
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.charts import EARLY, LATE, losses
from front1914.titles.der_weltkrieg.combat.forces import assault_points
from front1914.titles.der_weltkrieg.combat.pockets import condemned
from front1914.titles.der_weltkrieg.combat.trenches import front
from front1914.titles.der_weltkrieg.morale import add
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.position import faults
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS, date
from front1914.titles.der_weltkrieg.stacking import HALVES, overfull
from front1914.titles.der_weltkrieg.state import COLLAPSED, MORALES, SHAKEN, SURRENDERED
from front1914.titles.der_weltkrieg.terms import TERMS
from front1914.titles.der_weltkrieg.weather import winter_at
from front1914.titles.der_weltkrieg.world import HEADQUARTERS, IS_ASSAULT, NATION, SIDE, UNITS
from tests.titles.der_weltkrieg.positions import asked, unit

rule = pytest.mark.rule
LATER = ("michael", "nish")


def idly(game: Game, year: int, month: int, turn: int) -> Game:
    """Nobody does anything until that turn."""
    for _ in range(4000):
        s, decision = game.state, game.decision
        if decision is None or (s.year, s.month, s.turn) >= (year, month, turn):
            return game
        action = next((a for a in decision.actions if a.verb in ("done", "commit", "all")), decision.actions[-1])
        game.act(action)
    raise AssertionError("the turn does not come")


@rule("4.1", "11-1", "19-15", "20-1")
@pytest.mark.parametrize("scenario", LATER)
def test_the_set_up_is_sound(scenario: str) -> None:
    s = front1914.new("der_weltkrieg", scenario).state
    assert list(faults(s)) == []
    for side in HEADQUARTERS:
        assert overfull(s, side) == []
        assert condemned(s, side) == []
        assert all(supply.communicates(s, hq) for hq in HEADQUARTERS[side] if s.on_map(hq))
        assert front(s, side) & s.rules.area


@rule("4.1", "25-2")
@pytest.mark.parametrize("scenario", LATER)
def test_everybody_arrives(scenario: str) -> None:
    """Nobody waits for want of room or railways if nobody fights."""
    rules = SCENARIOS[scenario]
    game = idly(front1914.new("der_weltkrieg", scenario), *rules.last)
    late = [str(UNITS[row.unit]) for row in rules.placed if row.turn and row.turn < rules.last]
    waiting = [word for word in late if game.position()["units"][word]["at"] == "schedule"]
    assert waiting == []


@rule("34-1", "13-26", "22-20")
def test_michael_begins_in_winter_and_with_the_later_table() -> None:
    game = front1914.new("der_weltkrieg", "michael")
    s = game.state
    assert winter_at(s, HEXES.number("1011"))
    assert any(losses(points, 3, s.year) > losses(points, 3, 1916) for points in range(1, 51))
    assert EARLY != LATE
    assert not winter_at(idly(game, 1918, 3, 1).state, HEXES.number("1011"))


@rule("22-5", "22-9")
def test_the_unfinished_lines_of_the_fifth_army_are_dug_in_march() -> None:
    game = front1914.new("der_weltkrieg", "michael")
    works = lambda: [game.position()["hexes"][h]["work"] for h in ("1012", "1113", "1010", "1112")]  # noqa: E731
    assert works() == ["construction", "construction", "trench", "hindenburg"]
    idly(game, 1918, 3, 1)
    assert works() == ["trench", "trench", "trench", "hindenburg"]


@rule("33-1", "33-9")
def test_assault_divisions_come_in_march() -> None:
    game = idly(front1914.new("der_weltkrieg", "michael"), 1918, 3, 4)
    there = [u for u in UNITS.numbers if IS_ASSAULT[u] and game.state.on_map(u)]
    assert len(there) == 8
    assert {assault_points(game.state, u) for u in there} == {4}


@rule("49-1", "25-8")
def test_americans_are_twice_as_large() -> None:
    game = front1914.new("der_weltkrieg", "michael")
    s, u = game.state, unit("us-26")
    assert s.on_map(u)
    assert HALVES[u] == 4
    assert rail.load(s, u) == 2
    left = idly(game, 1918, 3, 7)
    assert left.position()["units"]["us-26"]["at"] == "withdrawn"


@rule("48-1", "8-1")
def test_the_line_from_salonica_carries_two_greek_divisions() -> None:
    s = front1914.new("der_weltkrieg", "nish").state
    greek = NATIONS.number("greek")
    assert s.capacity[greek] == 2
    assert {str(HEXES[h]) for h in HEXES.numbers if s.network[h] == greek} == {"4308", "4408", "4508"}


@rule("48-2", "32-1")
def test_greeks_are_mountain_troops() -> None:
    s = front1914.new("der_weltkrieg", "nish").state
    greeks = [unit(word) for word in ("gr-Ser", "gr-Ar", "gr-Cr", "gr-2")]
    assert all(NATION[u] == NATIONS.number("greek") and SIDE[u] == "entente" for u in greeks)
    assert all(troops.is_mountain(s, u) for u in greeks)


@rule("26-5", "26-6", "26-7")
@pytest.mark.parametrize("scenario", LATER)
def test_every_nation_that_counts_can_break(scenario: str) -> None:
    s = front1914.new("der_weltkrieg", scenario).state
    told = TERMS[scenario]
    for nation, (first, second, third) in told.thresholds.items():
        assert nation in told.tracked
        for level, points in ((SHAKEN, first), (COLLAPSED, second), (SURRENDERED, third)):
            add(s, nation, points - s.demoralization[nation])
            assert MORALES[s.morale[nation]] == MORALES[level]
        assert not any(s.on_map(u) for u in UNITS.numbers if NATION[u] == nation)


@rule("5.1")
def test_they_last_as_long_as_the_shelf_says() -> None:
    for info in front1914.title("der_weltkrieg").info.scenarios:
        rules = SCENARIOS[info.id]
        (year, month, turn), (last_year, last_month, last_turn) = rules.first, rules.last
        months = (last_year - year) * 12 + last_month - month
        assert info.turns == months * 7 + last_turn - turn + 1
    assert date("1918-02-6") == SCENARIOS["michael"].first
    assert asked(front1914.new("der_weltkrieg", "nish"))[0] == "central"

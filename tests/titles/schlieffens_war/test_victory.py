"""4.0: how the game is won."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Result
from front1914.kit.bits import members
from front1914.titles.schlieffens_war.world import HEXES, SCORING
from tests.titles.schlieffens_war.positions import situation

rule = pytest.mark.rule
CITIES = [str(HEXES[h]) for h in members(SCORING)]
END: list[list[Any]] = [["turn"], ["end_of_turn"]]


def ended(turn: int, *, cities: int = 0, control: dict[str, str] | None = None, **more: Any) -> Result | None:
    """The result after the End of Turn Phase, with so many of the 25 cities in German hands."""
    held = dict.fromkeys(CITIES[:cities], "german") | (control or {})
    return situation({"g-1-II": ("1006", "out")}, turn=turn, control=held, flow=END, **more).result


@rule("4.7", "4.7.b", "4.7.c", "4.6", "5.6.d")
@pytest.mark.parametrize(
    ("cities", "winner"),
    [(0, "entente"), (10, "entente"), (11, None), (12, None), (13, "german"), (25, "german")],
)
def test_points_at_the_end_of_turn_10(cities: int, winner: str | None) -> None:
    result = ended(10, cities=cities, paris=True, plan17=7)
    assert result is not None
    assert (result.winner, result.score) == (winner, cities)
    assert result.level == ("draw" if winner is None else "points")


@rule("4.6")
def test_points_decide_only_at_the_end() -> None:
    assert ended(9, cities=25, paris=True, plan17=7) is None


@rule("4.1")
@pytest.mark.parametrize("cities", [13, 25])
def test_without_paris_endangered_the_german_does_not_win(cities: int) -> None:
    """Points enough for him, too many for the Entente: a draw (R02)."""
    result = ended(10, cities=cities, plan17=7)
    assert result is not None
    assert (result.winner, result.level, result.rule, result.score) == (None, "draw", "4.1", cities)


@rule("4.1", "4.7")
def test_without_paris_endangered_few_points_still_lose() -> None:
    result = ended(10, cities=10, plan17=7)
    assert result is not None
    assert (result.winner, result.rule) == ("entente", "4.7")


@rule("4.1.a")
@pytest.mark.parametrize(("unit", "start"), [("g-1-II", "1615"), ("g-1-HQ", "1615"), ("g-1-2C", "1615")])
def test_paris_is_endangered_the_instant_a_german_enters_the_perimeter(unit: str, start: str) -> None:
    game = situation({unit: start}, turn=6)
    game.act("unit", unit)
    game.act("to", "1616")
    assert game.state.paris is False
    events = game.act("to", "1617")
    assert game.state.paris is True
    assert "paris" in [e.kind for e in events]


@rule("4.1.a")
def test_passing_through_the_perimeter_is_enough() -> None:
    game = situation({"g-1-2C": "1616"}, turn=6)
    game.act("unit", "g-1-2C")
    for place in ("1717", "1616"):
        game.act("to", place)
    assert game.state.paris is True


@rule("4.1.a")
def test_the_entente_does_not_endanger_paris() -> None:
    game = situation({"f-5-I": "1616"}, side="entente", turn=6)
    game.act("unit", "f-5-I")
    game.act("to", "1717")
    assert game.state.paris is False


@rule("4.1.b")
def test_paris_once_endangered_stays_so() -> None:
    game = situation({"g-1-2C": "1717"}, turn=6)
    game.act("unit", "g-1-2C")
    game.act("to", "1616")
    assert game.state.paris is True
    assert ended(10, cities=13, paris=True, plan17=7) == Result(
        "german", "points", "The German Army holds 13 cities.", "4.7", 13
    )


@rule("4.2", "4.2.a", "5.6")
@pytest.mark.parametrize("place", ["2018", "1919"])
def test_one_paris_hex_in_german_hands_ends_the_game(place: str) -> None:
    """Supply does not matter: nobody stands there at all."""
    result = ended(9, control={place: "german"}, plan17=7)
    assert result is not None
    assert (result.winner, result.level, result.rule) == ("german", "sudden death", "4.2")


@rule("4.2", "5.6")
def test_no_sudden_death_at_the_end_of_turn_10() -> None:
    """R03: only points count then."""
    result = ended(10, control={"2018": "german"}, paris=True, plan17=7)
    assert result is not None
    assert (result.winner, result.level) == ("entente", "points")


@rule("4.3", "4.3.a")
@pytest.mark.parametrize("place", ["1908", "0804", "2504"])
def test_one_german_city_in_entente_hands_ends_the_game(place: str) -> None:
    result = ended(5, control={place: "entente"})
    assert result is not None
    assert (result.winner, result.level, result.rule) == ("entente", "sudden death", "4.3")


@rule("4.3")
def test_a_german_hex_without_a_city_does_not() -> None:
    assert ended(5, control={"1907": "entente"}) is None


@rule("4.3.b")
def test_sudden_death_comes_before_plan_xvii() -> None:
    result = ended(7, control={"1908": "entente"}, plan17=3)
    assert result is not None
    assert result.winner == "entente"


def test_both_sudden_deaths_at_once_are_a_draw() -> None:
    """R04."""
    result = ended(5, control={"1908": "entente", "2018": "german"})
    assert result is not None
    assert (result.winner, result.level) == (None, "draw")


@rule("4.4", "5.6.b")
@pytest.mark.parametrize("paris", [False, True])
@pytest.mark.parametrize(("attacks", "over"), [(0, True), (6, True), (7, False), (9, False)])
def test_seven_plan_xvii_attacks_by_the_end_of_turn_7(attacks: int, over: bool, paris: bool) -> None:
    """R01: whether or not Paris was endangered."""
    result = ended(7, plan17=attacks, paris=paris)
    assert (result is not None) == over
    if result is not None:
        assert (result.winner, result.level, result.rule) == ("german", "plan xvii", "4.4")


@rule("4.4.c")
@pytest.mark.parametrize("turn", [1, 2, 5, 8, 9])
def test_plan_xvii_is_counted_up_on_turn_7_only(turn: int) -> None:
    assert ended(turn, plan17=0) is None


@rule("5.6.c", "5.6")
def test_the_turn_marker_advances_when_nobody_has_won() -> None:
    game = situation({"g-1-II": "1006"}, turn=4, flow=END)
    assert game.result is None
    assert game.state.turn == 5
    assert game.state.active == "german"

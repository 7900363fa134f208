"""What a side wants, from the victory terms alone."""

from __future__ import annotations

import pytest

import front1914
from front1914.commanders import play
from front1914.engine.terms import NOW, TURN, Meter, Need, Objective, Outcome, Prize, Terms
from front1914.play.purpose import GAME, Purpose

CITY = Prize(("a",), "cities", "A", {"red": 1, "blue": -1}, rule="1")
CAPITAL = Prize(("c",), "capital", "C", {"red": 1, "blue": -1}, rule="2")
TERMS = Terms(
    (
        Meter("cities", "Cities", "red", of=9),
        Meter("capital", "Capital", "red", of=3),
        Meter("near", "Near", "red", of=1),
    ),
    (
        Outcome("red", "capital", (Need("capital", least=1),), TURN, last_turn=7),
        Outcome("blue", "points", (Need("cities", most=3),)),
        Outcome(None, "draw", (Need("cities", most=4),)),
        Outcome(None, "draw", (Need("near", most=0),)),
        Outcome("red", "points", ()),
    ),
    (CITY, CAPITAL),
    last_turn=8,
)


def red(cities: int, turn: int = 8, moves: tuple[int, int] | None = None, near: int = 1) -> Purpose:
    return Purpose(TERMS, {"cities": cities, "capital": 0, "near": near}, turn, "red", "blue", moves)


@pytest.mark.parametrize(("cities", "worth"), [(3, 0.0), (4, 0.5), (5, 1.0), (9, 1.0)])
def test_when_nobody_moves_any_more_the_chance_is_the_result(cities: int, worth: float) -> None:
    assert red(cities, moves=(0, 0)).chance() == worth
    blue = Purpose(TERMS, {"cities": cities, "capital": 0, "near": 1}, 8, "blue", "red", (0, 0))
    assert blue.chance() == 1 - worth


def test_on_the_last_move_only_what_decides_has_a_price() -> None:
    assert red(5, moves=(0, 0)).price(CITY, "blue") == 0.5
    assert red(8, moves=(0, 0)).price(CITY, "blue") == 0.0
    assert red(4, moves=(0, 0)).price(CITY, "red") == 0.5
    assert red(2, moves=(0, 0)).price(CITY, "red") == 0.0


def test_who_has_the_last_move_keeps_what_he_gains_by_it() -> None:
    """Five cities are enough if nobody comes after; with the enemy still to move they are not safe."""
    assert red(5, moves=(0, 1)).chance() < red(5, moves=(0, 0)).chance()
    assert red(6, moves=(0, 1)).chance() > red(5, moves=(0, 1)).chance()
    assert red(4, moves=(1, 0)).chance() > red(4, moves=(0, 0)).chance()


def test_the_chance_grows_with_what_one_holds_and_is_open_in_the_beginning() -> None:
    chances = [red(cities, 1).chance() for cities in range(10)]
    assert chances == sorted(chances)
    assert 0.2 < red(4, 1).chance() < 0.8


def test_without_what_must_happen_once_cities_do_not_win() -> None:
    assert red(7, moves=(0, 0), near=0).chance() == 0.5
    assert red(7, 1, near=0).chance() > red(7, 7, near=0).chance()


def test_a_place_that_ends_the_game_is_fatal_as_long_as_it_does() -> None:
    assert red(2, 5).fatal(CAPITAL, "red")
    assert red(2, 5).price(CAPITAL, "red") == pytest.approx(1 - red(2, 5).chance())
    assert not red(2, 8).fatal(CAPITAL, "red")
    assert not red(2, 5).fatal(CITY, "red")


def test_a_deadline_that_can_still_be_kept_decides_nothing() -> None:
    owed = Outcome("blue", "duty", (Need("cities", most=3),), TURN, 4, 4)
    late = TERMS._replace(outcomes=(owed, *TERMS.outcomes))
    assert Purpose(late, {"cities": 2, "capital": 0, "near": 0}, 4, "red", "blue").chance() > 0


def test_a_count_that_ends_the_game_weighs_more_the_nearer_it_comes() -> None:
    valour = Prize(("v",), "valour", "V", {"red": 1})
    won = Outcome("red", "valour", (Need("valour", least=10),), NOW)
    terms = Terms((Meter("valour", "Valour", "red", of=10),), (won, Outcome("blue", "end", ())), (valour,), 8)
    prices = [Purpose(terms, {"valour": n}, 4, "red", "blue").price(valour, "red") for n in (1, 6, 9)]
    assert prices[0] < prices[1] < prices[2]


def test_aims_are_places_with_all_that_is_bound_up_with_them() -> None:
    twice = [Objective(CITY, "blue", False, True), Objective(CITY._replace(rule="3"), "blue", False, True)]
    once = red(4).aims(twice[:1])
    both = red(4).aims(twice)
    assert [aim.place for aim in both] == ["a"]
    assert both[0].worth == pytest.approx(2 * once[0].worth)
    assert not once[0].mine
    assert 0 < once[0].worth <= GAME


@pytest.mark.parametrize("title", ["schlieffens_war", "germany_at_war", "fixed_1914", "der_weltkrieg"])
def test_at_the_end_of_a_game_the_chance_is_its_result(title: str) -> None:
    scenario = "liege" if title == "der_weltkrieg" else "introduction"
    game = front1914.new(title, scenario, seed=8)
    play(game, {side: front1914.commander("recruit", title, 8) for side in game.sides})
    assert game.result is not None
    standing, sides = game.standing(), game.sides
    for side, other in (sides, sides[::-1]):
        wants = Purpose(game.terms(), standing.values, standing.turn, side, other, (0, 0))
        winner = game.result.winner
        assert wants.chance() == (0.5 if winner is None else float(winner == side))

"""What a good commander does not do, counted."""

from __future__ import annotations

import front1914
from front1914.analysis.follies import FIGURES, Tally, follies
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.world import UNITS


def test_the_figures_of_a_few_games_are_the_same_for_the_same_seed() -> None:
    levels = {"german": "staff", "entente": "recruit"}
    one, two = (follies("schlieffens_war", levels, 2, scenario="introduction", seed="f") for _ in range(2))
    assert {side: tally.figures() for side, tally in one.items()} == {s: tally.figures() for s, tally in two.items()}
    for tally in one.values():
        assert set(tally.figures()) == set(FIGURES)
        assert tally.games == 2
        assert tally.turns >= 6
    assert one["german"].counts["attacks"] > 0


def test_a_game_of_impulses_has_figures_too() -> None:
    found = follies("germany_at_war", {"german": "random", "entente": "random"}, 1, scenario="introduction")
    assert sum(tally.turns for tally in found.values()) > 1


def test_figures_are_by_player_turn_and_what_happens_once_by_game() -> None:
    tally = Tally(turns=8, games=2)
    tally.counts.update({"alone": 4, "last": 30})
    assert tally.figures()["alone"] == 0.5
    assert tally.figures()["last"] == 15


def test_titles_say_how_they_attack_and_whose_turn_it_is() -> None:
    """In Offensive an attack is made with `done`, and a player turn has phases of the other side in it."""
    levels = {"allied": "staff", "german": "staff"}
    found = follies("offensive_a_outrance", levels, 1, scenario="introduction", seed="f1")
    assert {side: tally.turns for side, tally in found.items()} == {"allied": 3, "german": 2}  # the last has no after
    assert sum(tally.counts["attacks"] for tally in found.values()) > 0


def test_titles_say_who_is_hungry() -> None:
    """15.4: in Offensive supply is no word of a row of the view: it is worked out."""
    hungry = front1914.judgement("offensive_a_outrance").hungry
    game = front1914.new("offensive_a_outrance", "introduction", seed=1)
    assert not hungry(game.view("german"))
    s = game.state.copy()
    s.at[UNITS.number("g-Bodungen")] = HEXES.number("50.69")  # alone in France
    assert "g-Bodungen" in hungry({"side": "german", "state": s})

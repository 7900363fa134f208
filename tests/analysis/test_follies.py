"""What a good commander does not do, counted."""

from __future__ import annotations

from front1914.analysis.follies import FIGURES, Tally, follies


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

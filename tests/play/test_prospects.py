"""Prospects: from the side's own view alone, with figures that played games have given."""

from __future__ import annotations

import random
import sys
from math import exp
from pathlib import Path
from typing import Any

import pytest

import front1914
from front1914.analysis.twins import imagined_twin
from front1914.play.prospects import MOST, Facts, Fit, chance, facts, prospects, share

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
FITTED = [
    (info.id, scenario, side)
    for info in front1914.titles()
    if info.id != "ford"
    for scenario, side in sorted(front1914.title(info.id).fits)
]


def test_a_title_that_was_never_fitted_tells_nothing() -> None:
    game = front1914.new("offensive_a_outrance", "campaign", seed=1)
    assert prospects(game, "german") is None
    assert chance(game, "german") is None


def test_more_is_better_and_an_even_game_is_a_half() -> None:
    fit = Fit(0.0, 0.8, 1.5, 100, "2026-11-17")
    assert share(fit, Facts(0.0, 0.0)) == 0.5
    assert share(fit, Facts(1.0, 0.0)) > 0.5 > share(fit, Facts(-1.0, 0.0))
    assert share(fit, Facts(0.0, 1.0)) > share(fit, Facts(0.0, 0.5)) > 0.5


def test_the_lead_counts_more_when_the_game_is_nearly_over() -> None:
    game: Any = front1914.new("schlieffens_war", "introduction", {"setup": "historical"}, seed=1)
    known = facts(game, "entente")
    assert known is not None
    assert known.lead == pytest.approx(1 / 4)  # ahead as things stand, in the first turn of four
    game.state.turn = 4
    later = facts(game, "entente")
    assert later is not None
    assert later.lead == 1.0


def test_in_games_of_impulses_a_turn_passes_too() -> None:
    game: Any = front1914.new("germany_at_war", "introduction", seed=1)
    known = facts(game, "german")
    assert known is not None
    assert (known.over, known.lead) == (0.0, 0.0)  # the first Impulse of the only turn
    game.state.impulse = 4
    later = facts(game, "german")
    assert later is not None
    assert (later.over, later.lead) == (0.5, -0.5)  # as things stand the Entente wins


def test_when_the_game_is_over_it_is_certain_and_no_prospect() -> None:
    game = front1914.new("schlieffens_war", "introduction", seed=1)
    game.resign("german")
    assert (chance(game, "german"), chance(game, "entente")) == (0.0, 1.0)
    assert prospects(game, "german") is None


@pytest.mark.parametrize(("title", "scenario", "side"), FITTED)
def test_prospects_are_whole_percents_and_the_same_in_a_twin(title: str, scenario: str, side: str) -> None:
    game, rng = front1914.new(title, scenario, seed=5), random.Random(5)
    for _ in range(30):
        if game.decision is not None:
            game.act(rng.choice(game.decision.actions))
    found = prospects(game, side)
    assert found is not None
    assert 100 - MOST <= found["win"] <= MOST
    assert found["games"] >= 20
    twin = imagined_twin(game, game.view(side), rng)
    assert prospects(twin, side) == found


@pytest.mark.parametrize(("title", "scenario", "side"), FITTED)
def test_a_better_judgement_never_lowers_the_prospects(title: str, scenario: str, side: str) -> None:
    fit = front1914.title(title).fits[scenario, side]
    assert fit.value >= 0
    assert fit.lead >= 0


def test_the_tool_finds_the_curve_that_made_the_games() -> None:
    from fit_prospects import Moment, curve, trial  # type: ignore[import-not-found]

    rng, games = random.Random(1), []
    for _ in range(1500):
        value, lead, over = rng.gauss(0, 1.5), rng.choice([-1.0, 0.0, 1.0]), rng.random()
        won = float(rng.random() < 1 / (1 + exp(-(0.4 + 0.9 * value + 1.2 * lead - 0.8 * over))))
        games.append([Moment(Facts(value, lead, over), won, 1.0)])
    assert curve(games) == pytest.approx((0.4, 0.9, 1.2, -0.8), abs=0.3)
    found = trial(games)
    assert found.loss < found.plain_loss - 0.1
    assert found.brier < found.plain_brier - 0.03
    assert all(row.told == pytest.approx(row.came, abs=0.08) for row in found.bins)


def test_the_page_of_the_tables_names_every_curve() -> None:
    page = (ROOT / "docs" / "prospects.md").read_text("utf-8") if FITTED else ""
    for title, scenario, side in FITTED:
        assert f"## {front1914.title(title).info.name}, {scenario}, {side}" in page


def test_a_curve_that_knows_nothing_is_not_told() -> None:
    from fit_prospects import Moment, useless

    rng = random.Random(2)
    even = [[Moment(Facts(rng.gauss(0, 1), 0.0), float(n % 2), 1.0)] for n in range(60)]
    assert "knows no more" in useless(even)
    lost = [[Moment(Facts(0.0, 0.0), float(n == 0), 1.0)] for n in range(60)]
    assert "won by one side" in useless(lost)
    plain = [[Moment(Facts(2.0 if n % 2 else -2.0, 0.0), float(n % 2), 1.0)] for n in range(60)]
    assert useless(plain) == ""

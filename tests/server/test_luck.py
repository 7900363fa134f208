"""Luck, against sums that can be done by hand."""

from __future__ import annotations

from typing import Any

import pytest

from front1914.server.luck import EXACT, report


def throw(outcome: int | str, by: str | None = "blue", at: int = 1, **more: Any) -> dict[str, Any]:
    die = {"n": 0, "at": at, "step": "clash", "verb": "die", "faces": [1, 2, 3, 4, 5, 6], "weights": None}
    return {**die, "outcome": outcome, "by": by, **more}


def test_one_die_that_shows_six_is_higher_than_eleven_twelfths() -> None:
    found = report([throw(6)], ["blue", "red"], None)["sides"]
    assert found["blue"] == {"throws": 1, "faces": {"6": 1}, "mean": 6.0, "expected": 3.5, "percentile": 91.7}
    assert found["red"]["throws"] == 0
    assert found["red"]["percentile"] is None


def test_seven_with_two_dice_is_the_middle() -> None:
    found = report([throw(1), throw(6)], ["blue"], None)["sides"]["blue"]
    assert (found["mean"], found["percentile"]) == (3.5, 50.0)


def test_weights_count() -> None:
    loaded = throw(6, weights=["1/10", "1/10", "1/10", "1/10", "1/10", "1/2"])
    found = report([loaded], ["blue"], None)["sides"]["blue"]
    assert (found["expected"], found["percentile"]) == (4.5, 75.0)


def test_many_dice_agree_with_the_exact_sum() -> None:
    few = [throw(1 + n % 6 if n % 4 else 6) for n in range(EXACT)]
    exact = report(few, ["blue"], None)["sides"]["blue"]["percentile"]
    many = report([*few, throw(3), throw(4)], ["blue"], None)["sides"]["blue"]["percentile"]
    assert many == pytest.approx(exact, abs=1.5)


def test_draws_of_counters_and_forced_throws_are_no_dice() -> None:
    draw = throw("r1", faces=["r1", "r2"], verb="draw")
    sure = throw(3, faces=[3])
    assert report([draw, sure], ["blue"], None)["sides"]["blue"]["throws"] == 0


def test_while_the_game_goes_on_only_what_was_told_counts() -> None:
    values = {"blue": [0.0] * 6, "red": [0.0] * 6}
    found = report([throw(6, at=3, values=values), throw(1, at=5, values=values)], ["blue", "red"], {5})
    assert found["sides"]["blue"]["faces"] == {"1": 1}
    assert (found["open"], found["value"]) == (False, None)
    assert [each["at"] for each in found["throws"]] == [5]


def test_value_is_what_a_throw_was_worth_beyond_the_average() -> None:
    values = {"blue": [0.0, 0.0, 0.0, 0.0, 0.0, 6.0], "red": [0.0, 0.0, 0.0, 0.0, 0.0, -6.0]}
    found = report([throw(6, values=values)], ["blue", "red"], None)["value"]
    assert (found["blue"]["luck"], found["red"]["luck"]) == (5.0, -5.0)
    assert found["blue"]["percentile"] > 95
    assert found["red"]["percentile"] < 5

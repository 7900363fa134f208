"""The referee agrees with the title: short games here, long ones by `python -m tests.referee offensive_a_outrance`."""

from __future__ import annotations

import pytest

from tests.referee import play_and_compare

TITLE = "offensive_a_outrance"


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize(
    ("scenario", "seed", "players", "decisions"),
    [
        ("introduction", "suite-1", "random", None),
        ("introduction", "suite-2", "random", None),
        ("introduction", "suite-3", "staff", 250),
        ("lorraine", "suite-4", "random", 500),
        ("race", "suite-5", "random", 150),
        ("campaign", "suite-6", "random", 150),
    ],
)
def test_the_referee_agrees(scenario: str, seed: str, players: str, decisions: int | None) -> None:
    found = play_and_compare(TITLE, scenario, seed, players, decisions, rarer=1 if scenario == "introduction" else 2)
    assert found.disagreements == []
    assert sum(found.calls.values()) > 50

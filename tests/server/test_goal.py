"""What wins and who is winning, over the server: the goal card, the score in the view, its course by turn."""

from __future__ import annotations

import pytest

from tests.server.house import House

pytestmark = pytest.mark.asyncio


async def _quiet_turns(house: House, game: str, turns: int) -> None:
    """Both sides finish every phase at once until so many turns are over."""
    while True:
        for side in ("german", "entente"):
            found = await house.get(f"/api/games/{game}/view?side={side}")
            if found["view"]["turn"] > turns:
                return
            decision = found["decision"]
            if decision is not None:
                await house.play(game, f"{side} done")


async def test_the_goal_card_of_each_side(house: House) -> None:
    game = await house.begin(title="schlieffens_war", scenario="introduction", options={"setup": "historical"})
    german = await house.get(f"/api/games/{game}/goal?side=german")
    entente = await house.get(f"/api/games/{game}/goal?side=entente")
    assert german["win"] == "Hold 8 of the 14 cities when turn 4 ends."
    assert len(entente["hints"]) == 3
    assert (german["turns"], german["minutes"]) == (4, 25)
    watched = await house.get(f"/api/games/{game}/goal?side=observer")
    assert watched["win"] == ""


async def test_the_view_carries_the_score_and_the_course_tells_it_by_turn(house: House) -> None:
    game = await house.begin(title="schlieffens_war", scenario="introduction", options={"setup": "historical"})
    score = (await house.get(f"/api/games/{game}/view?side=german"))["view"]["score"]
    assert [meter["id"] for meter in score["meters"]] == ["vp", "in_germany"]
    assert score["verdict"]["winner"] == "entente"
    assert {place["id"] for place in score["places"]} >= {"1109", "1108"}
    await _quiet_turns(house, game, 2)
    turns = (await house.get(f"/api/games/{game}/course?side=german"))["turns"]
    assert turns == [{"turn": 1, "value": 0}, {"turn": 2, "value": 0}, {"turn": 3, "value": 0}]

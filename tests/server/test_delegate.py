"""A human player hands an army over for a phase: the computer decides for it, then the player goes on."""

from __future__ import annotations

import pytest

from tests.server.house import House

pytestmark = pytest.mark.asyncio

TITLE = "offensive_a_outrance"


async def _moving(house: House) -> str:
    """The introduction, both sides human, when the Allies first move."""
    game = await house.begin(title=TITLE, scenario="introduction", seats={})
    for _ in range(30):
        for side in ("allied", "german"):
            decision = (await house.get(f"/api/games/{game}/decision?side={side}"))["decision"]
            if decision is None:
                continue
            if decision["step"] == "move":
                assert decision["delegable"] is True
                return game
            assert "delegable" not in decision
            verb = next(verb for verb in ("accept", "all", "done") if verb in decision["actions"])
            await house.play(game, f"{side} {verb}")
    raise AssertionError("nobody moves")


async def test_an_army_is_handed_over_and_comes_back(house: House) -> None:
    game = await _moving(house)
    found = (await house.get(f"/api/games/{game}/groups?side=allied"))["groups"]
    assert [group["id"] for group in found] == ["all", "f-ALSACE"]
    assert (await house.get(f"/api/games/{game}/groups?side=german"))["groups"] == []
    line = await house.look(game, "allied")
    before = (await house.get(f"/api/games/{game}"))["game"]["seq"]
    await house.post(f"/api/games/{game}/delegate", side="allied", group="f-ALSACE")
    await line.until(lambda m: m["type"] == "change" and m["by"] == "allied")
    await line.until(lambda m: m["type"] == "computer" and m["computer"]["state"] == "idle")
    assert (await house.get(f"/api/games/{game}"))["game"]["seq"] > before + 2
    await house.play(game, "allied done")


async def test_what_cannot_be_handed_over_is_refused(house: House) -> None:
    game = await _moving(house)
    path = f"/api/games/{game}/delegate"
    assert (await house.call("POST", path, {"side": "german", "group": "g-SEVENTH"})).status == 409
    assert (await house.call("POST", path, {"side": "allied", "group": "g-SEVENTH"})).status == 422
    assert (await house.call("POST", path, {"side": "allied", "group": "f-ALSACE", "order": "charge"})).status == 400

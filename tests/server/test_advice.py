"""What the staff would do, and what is left undone, over the API."""

from __future__ import annotations

import pytest

from tests.server.house import House

pytestmark = pytest.mark.asyncio


async def _march(house: House) -> str:
    return await house.begin(title="schlieffens_war", scenario="introduction", seats={}, seed=7)


async def test_a_suggestion_is_a_chain_of_offered_answers_with_reasons(house: House) -> None:
    game = await _march(house)
    found = await house.get(f"/api/games/{game}/advice?side=german")
    assert found["reasons"]
    for verb, *arg in found["actions"]:
        await house.play(game, " ".join(["german", str(verb), *map(str, arg)]))


async def test_only_the_side_that_decides_is_advised(house: House) -> None:
    game = await _march(house)
    assert (await house.call("GET", f"/api/games/{game}/advice?side=entente")).status == 409
    seats = {"entente": {"kind": "computer", "level": "recruit"}}
    other = await house.begin(title="schlieffens_war", scenario="introduction", seed=7, seats=seats)
    assert (await house.call("GET", f"/api/games/{other}/advice?side=entente")).status == 403


async def test_what_is_left_undone_are_the_units_that_are_offered(house: House) -> None:
    game = await _march(house)
    decision = (await house.get(f"/api/games/{game}/decision?side=german"))["decision"]
    assert decision["undone"] == {"units": decision["actions"]["unit"], "attacks": [], "danger": []}
    await house.play(game, f"german unit {decision['actions']['unit'][0]}")
    decision = (await house.get(f"/api/games/{game}/decision?side=german"))["decision"]
    assert "undone" not in decision, "no phase can be ended here"


@pytest.mark.parametrize(("title", "scenario"), [("schlieffens_war", "introduction"), ("fixed_1914", "introduction")])
async def test_armies_and_sectors_can_be_handed_over_in_every_title(house: House, title: str, scenario: str) -> None:
    game = await house.begin(title=title, scenario=scenario, seats={}, seed=7)
    groups = (await house.get(f"/api/games/{game}/groups?side=german"))["groups"]
    assert groups[0]["id"] == "all"
    everybody = set(groups[0]["units"])
    sectors = [set(g["units"]) for g in groups if g["id"].startswith("sector:")]
    assert set().union(*sectors) == everybody
    assert sum(map(len, sectors)) == len(everybody)

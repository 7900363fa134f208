"""Looking at what is hidden and taking it back: noted in a game of one person, by consent in a game of several."""

from __future__ import annotations

from pathlib import Path

import pytest

import front1914
from tests.server.house import House, open_house

pytestmark = pytest.mark.asyncio

ALONE = {"red": {"kind": "computer", "level": "random"}}


async def looks(house: House, game: str) -> list[tuple[str, str | None]]:
    return [(look["kind"], look["side"]) for look in (await house.get(f"/api/games/{game}"))["game"]["looks"]]


async def stopped(house: House, **ask: object) -> str:
    """A game whose computer does not move."""
    game = await house.begin(seats=ALONE, **ask)
    await house.post(f"/api/games/{game}/computer", do="stop")
    return game


async def test_a_game_that_was_over_goes_on_with_new_dice(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        game = await house.begin(seed="hush")
        await house.play(game, "red pass", "blue unit b3", "blue to 0503", "blue done", "blue done")
        await house.post(f"/api/games/{game}/resign", side="red")
        shown = await house.get(f"/api/games/{game}/dice")
        assert shown["seed"] == "hush", "now everybody knows what will fall"
        await house.post(f"/api/games/{game}/rewind", to=9, consent=["blue", "red"])
        seed = house.library.tables[game].row.seed
        after = await house.get(f"/api/games/{game}/dice")
        assert seed != "hush"
        assert (after["seed"], after["commitment"]) == (None, front1914.commitment(str(seed)))
        assert after["since"] == 4, "four throws of the old dice stay"
        assert await looks(house, game) == [], "told when it is over, not before"
    async with open_house(tmp_path) as house:  # and so it is kept
        assert (await house.library.table(game)).row.seed == seed
        await house.play(game, "red done")
        await house.post(f"/api/games/{game}/resign", side="red")
        assert await looks(house, game) == [("reopened", None)]
        dice = await house.get(f"/api/games/{game}/dice")
        assert dice["seed"] == seed


async def test_going_back_in_a_game_that_is_not_over_keeps_the_dice(house: House) -> None:
    game = await house.begin(seed="hush")
    await house.play(game, "red pass")
    await house.post(f"/api/games/{game}/rewind", to=4, consent=["blue", "red"])
    assert house.library.tables[game].row.seed == "hush"


async def test_a_seat_taken_from_the_computer_is_noted(house: House) -> None:
    game = await stopped(house)
    put = f"/api/games/{game}/seats"
    assert (await house.call("PUT", put, {"seats": {"red": {"kind": "human"}}})).status == 200
    assert (await house.call("PUT", put, {"seats": ALONE})).status == 200
    await house.post(f"/api/games/{game}/resign", side="blue")
    assert await looks(house, game) == [("taken", "red")]


async def test_a_download_is_noted(house: House) -> None:
    game = await stopped(house)
    assert (await house.call("GET", f"/api/games/{game}/save?share=1")).status == 200
    await house.post(f"/api/games/{game}/resign", side="blue")
    assert (await house.call("GET", f"/api/games/{game}/save")).status == 200
    assert await looks(house, game) == [("downloaded", None)], "after the end nothing is hidden any more"


async def test_two_people_must_agree_to_a_download(house: House) -> None:
    game = await house.begin()
    for query in ("", "?share=1", "?consent=blue", "?consent=blue,observer"):
        answer = await house.call("GET", f"/api/games/{game}/save{query}")
        assert (answer.status, answer.error["place"]) == (409, "consent")
    assert (await house.call("GET", f"/api/games/{game}/save?consent=blue,red")).status == 200


async def test_two_people_must_agree_that_one_takes_a_third_seat(house: House) -> None:
    seats = {"british": {"kind": "computer", "level": "random"}}
    ask = {"title": "germany_at_war", "scenario": "introduction", "options": {"seats": 3}}
    game = (await house.post("/api/games", **ask, seats=seats))["game"]["id"]
    await house.post(f"/api/games/{game}/computer", do="stop")
    put, taken = f"/api/games/{game}/seats", {"british": {"kind": "human"}}
    answer = await house.call("PUT", put, {"seats": taken, "consent": ["german"]})
    assert (answer.status, answer.error["place"]) == (409, "consent")
    assert (await house.call("PUT", put, {"seats": taken, "consent": ["german", "french"]})).status == 200

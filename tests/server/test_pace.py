"""Clocks: time runs for who decides, and what was agreed happens when it is up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from front1914.server.club.pace import DAY, Timekeeper
from tests.server.house import House, open_house
from tests.server.test_club import PUBLIC, Visitor, signed_in
from tests.server.test_notices import hand_over

pytestmark = pytest.mark.asyncio

LIVE = {"kind": "live", "base": 600, "increment": 30, "lapse": "loss"}
DAYS = {"kind": "days", "days": 2, "lapse": "staff"}


class Time:
    """A clock on the wall that the tests set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, public=PUBLIC) as house:
        keeper(house).now = Time()
        yield house


def keeper(house: House) -> Timekeeper:
    found: Timekeeper = house.app.state.keeper
    return found


async def pass_time(house: House, game: str, seconds: float) -> None:
    wall = keeper(house).now
    assert isinstance(wall, Time)
    wall.now += seconds
    await keeper(house).look(game)


async def begun(club: House, pace: dict[str, Any], sit: bool = True) -> tuple[Visitor, Visitor, str]:
    anna, bert = await signed_in(club, "Anna"), await signed_in(club, "Bert")
    asked = {"title": "ford", "seats": {}, "mine": ["blue"], "pace": pace}
    game = (await anna.post("games", **asked))["game"]["id"]
    token = (await anna.post(f"games/{game}/invitations", side="red"))["token"]
    if sit:
        await bert.post("invitations/accept", token=token)
    return anna, bert, game


async def clock(visitor: Visitor, game: str) -> Any:
    return (await visitor.get(f"games/{game}"))["game"]["clock"]


async def settled(club: House) -> None:
    """The clock has heard of the last change."""
    await asyncio.gather(*keeper(club)._work)


async def test_it_begins_when_everybody_sits(club: House) -> None:
    anna, _, game = await begun(club, LIVE, sit=False)
    await pass_time(club, game, 100)
    assert await clock(anna, game) is None
    token = (await anna.post(f"games/{game}/invitations", side="red"))["token"]
    await (await signed_in(club, "Carl")).post("invitations/accept", token=token)
    assert (await clock(anna, game)) == {"left": {"blue": 600, "red": 600}, "running": "red", "paused": False}


async def test_time_runs_for_who_decides_and_each_move_adds_to_it(club: House) -> None:
    anna, bert, game = await begun(club, LIVE)
    await pass_time(club, game, 100)
    await hand_over(bert, game, "red")
    await settled(club)
    found = await clock(anna, game)
    assert (found["left"], found["running"]) == ({"blue": 600, "red": 530}, "blue")


async def test_who_has_no_time_left_has_lost_if_that_was_agreed(club: House) -> None:
    anna, _, game = await begun(club, LIVE)
    await pass_time(club, game, 601)
    shown = (await anna.get(f"games/{game}"))["game"]
    assert (shown["result"]["winner"], shown["result"]["level"]) == ("blue", "resignation")


async def test_his_staff_plays_on_if_that_was_agreed_and_he_can_come_back(club: House) -> None:
    anna, bert, game = await begun(club, DAYS)
    await pass_time(club, game, 2 * DAY + 1)
    shown = (await anna.get(f"games/{game}"))["game"]
    assert shown["seats"]["red"]["kind"] == "computer"
    assert shown["result"] is None
    await bert.post(f"games/{game}/computer", do="stop")
    back = {"seats": {"red": {"kind": "human"}}, "consent": ["blue", "red"]}
    assert (await bert.call("PUT", f"games/{game}/seats", back)).status == 200


async def test_by_correspondence_each_move_has_its_own_days(club: House) -> None:
    anna, bert, game = await begun(club, DAYS)
    await pass_time(club, game, 1.5 * DAY)
    await hand_over(bert, game, "red")
    await settled(club)
    await pass_time(club, game, 1.5 * DAY)
    await hand_over(anna, game, "blue")
    await settled(club)
    assert (await clock(anna, game))["left"]["red"] == 2 * DAY


async def test_a_pause_needs_both_and_stops_the_clock(club: House) -> None:
    anna, bert, game = await begun(club, LIVE)
    asked = (await anna.post(f"games/{game}/proposals", kind="pause"))["proposal"]["id"]
    await bert.post(f"games/{game}/proposals/{asked}", yes=True)
    await pass_time(club, game, 10_000)
    assert (await clock(anna, game)) == {"left": {"blue": 600, "red": 600}, "running": None, "paused": True}
    asked = (await bert.post(f"games/{game}/proposals", kind="resume"))["proposal"]["id"]
    await anna.post(f"games/{game}/proposals/{asked}", yes=True)
    assert (await clock(anna, game))["running"] == "red"


async def test_while_the_server_is_down_a_live_clock_stands(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as club:
        keeper(club).now = wall = Time()
        anna, _, game = await begun(club, LIVE)
        cookie = anna.cookie
    async with open_house(tmp_path, public=PUBLIC) as club:
        keeper(club).now = wall
        wall.now += 5_000
        await keeper(club).resume()
        anna = Visitor(club)
        anna.cookie = cookie
        assert (await clock(anna, game))["left"]["red"] == 600


async def test_a_timer_ends_a_game_that_nobody_looks_at(club: House) -> None:
    anna, _, game = await begun(club, LIVE)
    keeper(club)._stop(game)
    wall = keeper(club).now
    assert isinstance(wall, Time)
    wall.now += 700
    keeper(club)._start(game, 0.01)
    for _ in range(100):
        if (await anna.get(f"games/{game}"))["game"]["result"]:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the timer never rang")


# -- holidays ----------------------------------------------------------------------------------------------------

OFF = {"kind": "days", "days": 2, "holidays": 3, "lapse": "loss"}


async def left(visitor: Visitor, game: str, side: str) -> float:
    found = await clock(visitor, game)
    assert found is not None
    return float(found["left"][side]) / DAY


async def test_the_clock_stands_while_who_decides_is_on_holiday(club: House) -> None:
    _, bert, game = await begun(club, OFF)
    await pass_time(club, game, DAY)
    assert await left(bert, game, "red") == 1
    assert (await bert.call("PUT", "me/holiday", {"days": 2})).status == 200
    assert (await bert.get("me"))["holiday"] is not None
    await pass_time(club, game, 1.5 * DAY)
    found = await clock(bert, game)
    assert found is not None
    assert (found["left"]["red"] / DAY, found["off"]["red"], found["holiday"] is not None) == (1, 1.5, True)
    await pass_time(club, game, DAY)  # half a day of it is holiday
    assert await left(bert, game, "red") == 0.5
    assert ((await clock(bert, game)) or {})["off"] == {"blue": 3, "red": 1}
    await pass_time(club, game, 0.4 * DAY)
    assert (await bert.get(f"games/{game}"))["game"]["result"] is None
    await pass_time(club, game, 0.2 * DAY)
    await asyncio.sleep(0.05)
    assert (await bert.get(f"games/{game}"))["game"]["result"] is not None


async def test_no_more_days_than_were_agreed_on(club: House) -> None:
    _, bert, game = await begun(club, OFF)
    await bert.call("PUT", "me/holiday", {"days": 30})
    await pass_time(club, game, 3 * DAY)
    assert await left(bert, game, "red") == 2
    await pass_time(club, game, DAY)
    assert await left(bert, game, "red") == 1
    assert ((await clock(bert, game)) or {})["off"]["red"] == 0


async def test_who_comes_back_early_keeps_what_he_did_not_use(club: House) -> None:
    _, bert, game = await begun(club, OFF)
    await bert.call("PUT", "me/holiday", {"days": 3})
    await pass_time(club, game, DAY)
    assert (await bert.call("PUT", "me/holiday", {"days": 0})).json == {"holiday": None}
    await pass_time(club, game, DAY)
    assert (await left(bert, game, "red"), ((await clock(bert, game)) or {})["off"]["red"]) == (1, 2)


async def test_the_holiday_of_the_other_stops_nobody(club: House) -> None:
    anna, bert, game = await begun(club, OFF)
    await anna.call("PUT", "me/holiday", {"days": 3})
    await pass_time(club, game, DAY)
    assert await left(bert, game, "red") == 1


async def test_without_days_agreed_on_there_is_no_holiday(club: House) -> None:
    _, bert, game = await begun(club, DAYS)
    await bert.call("PUT", "me/holiday", {"days": 3})
    await pass_time(club, game, DAY)
    assert await left(bert, game, "red") == 1
    assert (await Visitor(club).call("PUT", "me/holiday", {"days": 3})).status == 401

"""The games in memory: those in use stay, those that were deleted do not come back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from front1914.server import library, present
from front1914.server.storage import StorageFailed
from tests.server.house import House

pytestmark = pytest.mark.asyncio

COMPUTER = {"red": {"kind": "computer", "level": "random"}}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for three games."""
    for module in (library, present):
        monkeypatch.setattr(module, "MOST_TABLES", 3, raising=False)


async def crowd(house: House, count: int = 3) -> None:
    """As many games as there is room for, each with somebody who looks on."""
    for _ in range(count):
        line = await house.look(await house.begin(), "observer")
        await line.next()


@pytest.mark.usefixtures("few")
async def test_a_game_beyond_those_in_use_is_played_like_any_other(house: House) -> None:
    await crowd(house)
    game = await house.begin()
    await house.play(game, "red pass")
    for method, path, body in (
        ("POST", "computer", {"do": "stop"}),
        ("POST", "rewind", {"to": 4, "consent": ["blue", "red"]}),
        ("PUT", "seats", {"seats": {"red": {"kind": "human"}}}),
    ):
        answer = await house.call(method, f"/api/games/{game}/{path}", body)
        assert answer.status == 200, (path, answer.body)


@pytest.mark.usefixtures("few")
async def test_a_board_beyond_those_in_use_hears_what_happens(house: House) -> None:
    await crowd(house)
    game = await house.begin()
    lines = [await house.look(game, side) for side in ("blue", "red")]
    for line in lines:
        await line.next()
    await house.play(game, "red pass")
    for line in lines:
        assert (await line.next())["type"] == "change"
    assert game in house.library.tables


@pytest.mark.usefixtures("few")
async def test_many_who_open_games_at_once_all_find_the_same_one(house: House) -> None:
    games = [await house.begin() for _ in range(8)]
    for _ in range(3):
        lines = await asyncio.gather(*(house.look(game, "blue") for game in games for _ in (1, 2)))
        first = await asyncio.gather(*(line.next() for line in lines))
        assert [message["type"] for message in first] == ["table"] * 16
        assert all(len(house.library.tables[game].windows) == 2 for game in games), "one table for each game"
        await asyncio.gather(*(line.close() for line in lines))
    assert len(house.library.tables) <= 3, "and nobody uses them any more"


@pytest.mark.usefixtures("few")
async def test_a_game_that_the_computer_plays_is_not_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRONT1914_TITLES", "tests.ford,tests.server.moody")
    monkeypatch.setenv("FORD_MOOD", "slow")
    game = await house.begin(title="moody", seats={"red": {"kind": "computer", "level": "chooser"}})
    table = house.library.tables[game]
    for _ in range(6):
        await house.begin()
    assert house.library.tables.get(game) is table
    assert len(house.library.tables) <= 4


async def test_a_deleted_game_never_comes_back(house: House) -> None:
    for _ in range(12):
        game = await house.begin(seats=COMPUTER)
        line = await house.look(game, "blue")
        await line.next()
        answers = await asyncio.gather(*(_ask(house, game, n) for n in range(12)), _delete(house, game))
        assert answers[-1] == 204
        assert set(answers) <= {200, 204, 404, 409}, answers
        assert (await house.call("GET", f"/api/games/{game}")).status == 404
        assert (await house.call("GET", f"/api/games/{game}/view?side=blue")).status == 404
        assert game not in house.library.tables
    assert (await house.get("/api/games"))["games"] == []


async def _delete(house: House, game: str) -> int:
    await asyncio.sleep(0)
    return (await house.call("DELETE", f"/api/games/{game}")).status


async def _ask(house: House, game: str, n: int) -> int:
    """Requests of all kinds, each a little later than the one before."""
    for _ in range(n):
        await asyncio.sleep(0)
    seats = {"seats": {"red": {"kind": "computer", "level": "random"}}}
    calls: tuple[tuple[str, str, Any], ...] = (
        ("GET", "/view?side=blue", None),
        ("PUT", "/seats", seats),
        ("POST", "/computer", {"do": "stop"}),
        ("PATCH", "", {"name": "Anew"}),
        ("POST", "/rewind", {"to": 4, "consent": ["blue"]}),
        ("GET", "/timeline", None),
    )
    method, path, body = calls[n % len(calls)]
    return (await house.call(method, f"/api/games/{game}{path}", body)).status


async def test_a_request_between_finds_the_game_gone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the storage deletes, nobody can open the game anew."""
    game = await house.begin()
    storage, slowly = house.library.storage, asyncio.Event()
    real = storage.delete

    async def delete(name: str) -> None:
        await slowly.wait()
        await real(name)

    monkeypatch.setattr(storage, "delete", delete)
    deleting = asyncio.ensure_future(house.call("DELETE", f"/api/games/{game}"))
    await asyncio.sleep(0.05)
    asking = asyncio.ensure_future(house.call("GET", f"/api/games/{game}/view?side=blue"))
    await asyncio.sleep(0.05)
    slowly.set()
    assert (await deleting).status == 204
    assert (await asking).status == 404
    assert game not in house.library.tables


async def test_a_game_that_could_not_be_deleted_is_still_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await house.begin()
    line = await house.look(game, "red")
    await line.next()

    async def delete(name: str) -> None:
        raise StorageFailed("the disk is gone")

    monkeypatch.setattr(house.library.storage, "delete", delete)
    assert (await house.call("DELETE", f"/api/games/{game}")).status == 503
    await house.play(game, "red pass")
    assert (await line.next())["type"] == "change"


async def test_renaming_what_is_gone_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await house.begin()
    row = await house.library.row(game)
    assert (await house.call("DELETE", f"/api/games/{game}")).status == 204

    async def remembered(name: str) -> Any:
        return row

    monkeypatch.setattr(house.library, "row", remembered)
    assert (await house.call("PATCH", f"/api/games/{game}", {"name": "Anew"})).status == 404

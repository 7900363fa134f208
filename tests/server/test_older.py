"""Games that were begun under older rules: opened whole, or as far as they go the same way, and never lost."""

from __future__ import annotations

import random

import pytest

from front1914.server.table import Table
from tests.ford.title import Ford
from tests.server.house import House
from tests.server.test_record import spoil, wander

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots come often, so that short games have many."""
    monkeypatch.setattr("front1914.server.record.SNAPSHOT_EVERY", 5)


async def played(house: House) -> tuple[str, Table]:
    """A game of some length."""
    game = await house.begin()
    table = await house.library.table(game)
    await wander(table, random.Random(3), 40)
    assert table.record.length > 20
    assert len(table.record.snapshots) > 2
    return game, table


async def later(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is started anew, and has version 2 of the rules."""
    house.library.tables.clear()
    monkeypatch.setattr(Ford, "rules_version", 2)


async def test_a_game_that_goes_the_same_way_is_simply_opened(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = await played(house)
    before = table.game.digest(), table.record.length
    await later(house, monkeypatch)
    fresh = await house.library.table(game)
    assert (fresh.game.digest(), fresh.record.length) == before
    await wander(fresh, random.Random(1), 10)  # it goes on, with snapshots of the present rules
    length = fresh.record.length
    house.library.tables.clear()
    assert (await house.library.table(game)).record.length == length


async def test_an_action_that_is_no_longer_legal_is_named_and_what_is_before_can_be_opened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, table = await played(house)
    entries, seats, seed = table.record.entries[:], table.row.seats, table.row.seed
    looks = table.looked("taken", "red")["looks"]
    await house.library.storage.update(game, summary=table.row.summary | {"looks": looks, "takebacks": 2})
    late = table.record.length - 3
    where = "game = ? and length = ? and kind in ('new', 'act')"
    await spoil(house.library.storage, f"update log set verb = 'to', arg = '9999' where {where}", game, late)
    await later(house, monkeypatch)
    answer = await house.call("GET", f"/api/games/{game}/view?side=blue")
    assert (answer.status, answer.error["good"]) == (409, late - 1)
    words = (
        "it was begun under version 1 of the rules; this program has 2, under which the game goes another way at action"
    )
    assert words in answer.error["reason"]

    made = (await house.call("POST", f"/api/games/{game}/salvage", {})).json["game"]
    assert made["id"] != game
    assert made["rules"] == 2
    part = await house.library.table(made["id"])
    assert late - 3 <= part.record.length <= late - 1
    assert part.record.entries == entries[: part.record.length]
    assert part.row.seats == seats
    thrown = sum(entry.side == "chance" for entry in part.record.entries)
    assert (part.row.seed != seed, part.row.summary["thrown"]) == (True, thrown), "a second part would tell what falls"
    assert (part.row.summary["looks"], part.row.summary["takebacks"]) == (looks, 2), "what was seen is not forgotten"
    await wander(part, random.Random(1), 5)
    assert {shown["id"] for shown in (await house.get("/api/games"))["games"]} == {game, made["id"]}


async def test_a_situation_that_differs_is_found_by_the_snapshots_of_before(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, table = await played(house)
    (one, _), (two, _) = table.record.snapshots[:2]
    await spoil(house.library.storage, "update snapshot set digest = '0' where game = ? and length >= ?", game, two)
    await later(house, monkeypatch)
    answer = await house.call("GET", f"/api/games/{game}/view?side=blue")
    assert answer.error["good"] == one
    assert f"between its actions {one} and {two}" in answer.error["reason"]


async def test_a_game_that_opens_needs_no_salvage(house: House) -> None:
    game, _ = await played(house)
    assert (await house.call("POST", f"/api/games/{game}/salvage", {})).json["game"]["id"] == game
    assert (await house.call("POST", "/api/games/nothing/salvage", {})).status == 404

"""However a game went back and forth, any moment is found again, from the storage alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import front1914
from front1914 import Game
from front1914.server.sqlite import TABLES
from front1914.server.table import Table
from tests.server.house import House, open_house

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots come often, so that short games have many."""
    monkeypatch.setattr("front1914.server.record.SNAPSHOT_EVERY", 5)


async def wander(table: Table, rng: random.Random, steps: int) -> None:
    """Plays at random, and goes back at random."""
    for _ in range(steps):
        decision = table.game.decision
        if decision is None:
            await table.rewind(rng.randrange(5, table.record.length), ["blue", "red"])
        elif table.game.undoable and rng.random() < 0.15:
            await table.undo(decision.side, rng.randint(1, table.game.undoable))
        elif rng.random() < 0.02:
            await table.rewind(rng.randrange(5, table.record.length + 1), ["blue", "red"])
        else:
            await table.act(decision.side, rng.choice(decision.actions))


def again(table: Table) -> Game:
    """The same log played from the start by the engine alone."""
    game = front1914.new("ford", seed=7)
    for entry in table.record.entries:
        if entry.side != "chance":
            game.act(entry.action)
    return game


@pytest.mark.parametrize("seed", range(4))
async def test_a_game_read_from_the_storage_is_the_game_in_memory(house: House, seed: int) -> None:
    rng = random.Random(seed)
    game = await house.begin()
    for _ in range(6):
        table = await house.library.table(game)
        await wander(table, rng, 25)
        whole = again(table)
        assert [str(e) for e in whole.log] == [str(e) for e in table.record.entries], "the dice do not change"
        assert table.game.digest() == whole.digest()
        assert table.game.undoable <= whole.undoable  # after a rewind less may be taken back
        assert [e.plain() for e in whole.events] == table.record.events(None)
        before = (table.game.digest(), table.game.thrown, table.record.changes, table.marks(), table.game.undoable)
        house.library.tables.clear()
        fresh = await house.library.table(game)
        assert fresh is not table
        after = (fresh.game.digest(), fresh.game.thrown, fresh.record.changes, fresh.marks(), fresh.game.undoable)
        assert after == before
        assert fresh.game.log == table.game.log


async def test_every_moment_is_the_engines_moment(house: House) -> None:
    game = await house.begin()
    table = await house.library.table(game)
    await wander(table, random.Random(5), 120)
    assert len(table.record.snapshots) >= 3
    whole = again(table)
    moments = list(range(table.record.length + 1))
    random.Random(1).shuffle(moments)
    for n in moments:
        assert (await table.record.moment(n)).screen("red") == whole.at(n).screen("red")


async def spoil(storage: Any, statement: str, *values: Any) -> None:
    """Changes the tables behind the server's back, with seals that fit."""

    def change(db: Any) -> None:
        db.execute(statement, values)
        for (game,) in db.execute("select id from game").fetchall():
            TABLES.reseal(db, game)

    await storage.write(change)


async def test_a_damaged_or_foreign_snapshot_is_passed_over(house: House) -> None:
    game = await house.begin()
    table = await house.library.table(game)
    await wander(table, random.Random(5), 60)
    digest = table.game.digest()
    storage = house.library.storage
    kept = [await storage.snapshot(game, n) for n, _ in table.record.snapshots]
    assert len(kept) >= 3
    assert kept[0] is not None
    for n, (length, _) in enumerate(table.record.snapshots):
        state = (b"nonsense", kept[0].state, b"")[n % 3]  # kept[0] is sound in itself, but of another moment
        await spoil(storage, "update snapshot set state = ? where game = ? and length = ?", state, game, length)
    house.library.tables.clear()
    fresh = await house.library.table(game)
    assert fresh.game.digest() == digest


async def test_a_log_that_the_rules_no_longer_allow_is_told(house: House) -> None:
    game = await house.begin()
    await house.play(game, "red pass")
    storage = house.library.storage
    await spoil(storage, "update log set arg = '9999', verb = 'to' where game = ? and seq = 1", game)
    await spoil(storage, "delete from snapshot")
    house.library.tables.clear()
    answer = await house.call("GET", f"/api/games/{game}/view?side=blue")
    assert answer.status == 409
    assert "another way at action 5" in answer.error["reason"]


async def test_what_another_process_wrote_is_noticed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as first, open_house(tmp_path) as second:
        game = await first.begin()
        await second.library.table(game)
        await first.play(game, "red pass")
        refused = await second.call("POST", f"/api/games/{game}/act", {"side": "red", "verb": "to", "arg": "0204"})
        assert (refused.status, refused.error["place"]) == (409, "game")
        assert (await second.get(f"/api/games/{game}/view?side=blue"))["length"] == 5
        await second.play(game, "blue unit b1")


async def test_games_that_nobody_looks_at_are_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("front1914.server.present.MOST_TABLES", 3)
    games = [await house.begin() for _ in range(3)]
    line = await house.look(games[0], "blue")
    await line.next()
    games += [await house.begin() for _ in range(4)]
    assert len(house.library.tables) <= 4
    assert games[0] in house.library.tables
    assert (await house.get(f"/api/games/{games[1]}/view?side=blue"))["length"] == 4

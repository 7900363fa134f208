"""What is acknowledged is on the disk; what is refused leaves no trace."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from front1914.server.sqlite import FILE, MIGRATIONS, SqliteStorage, connect, migrate
from front1914.server.storage import Change, Conflict, GameRow, LogRow, Snapshot, StorageFailed

pytestmark = pytest.mark.asyncio


def game(name: str = "g") -> GameRow:
    return GameRow(name, "A game", "ford", 1, "campaign", {"open": True}, None, "7", {}, None, 1.0, 1.0, {})


def change(seq: int, length: int | None = None, kind: str = "act", snapshot: Snapshot | None = None) -> Change:
    row = LogRow(seq, 0, kind, seq if length is None else length, "blue", "unit", "b1")
    return Change([row], {"seq": seq}, float(seq), snapshot)


async def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    await storage.create(game(), change(0, kind="new"))
    rows = [LogRow(1, 0, "act", 1, "blue", "die", 4), LogRow(1, 1, "act", 2, "chance", "done", None)]
    await storage.append("g", Change(rows, {"seq": 1, "deciding": "red"}, 5.0))
    await storage.close()
    again = SqliteStorage(tmp_path)
    found = await again.game("g")
    assert found is not None
    assert (found.summary, found.updated, found.seed, found.options) == (
        {"seq": 1, "deciding": "red"},
        5.0,
        "7",
        {"open": True},
    )
    assert [(row.seq, row.part, row.arg) for row in await again.log("g")] == [(0, 0, "b1"), (1, 0, 4), (1, 1, None)]
    await again.close()


async def test_the_same_change_twice_is_a_conflict_and_writes_nothing(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    await storage.create(game(), change(0, kind="new"))
    await storage.append("g", change(1))
    with pytest.raises(Conflict):
        await storage.append("g", Change(change(1).rows, {"seq": 99}, 99.0))
    found = await storage.game("g")
    assert found is not None
    assert found.summary == {"seq": 1}
    with pytest.raises(Conflict):
        await storage.append("nobody", change(1))
    await storage.close()


async def test_one_bad_change_does_not_harm_those_written_with_it(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    await storage.create(game("a"), change(0, kind="new"))
    await storage.create(game("b"), change(0, kind="new"))
    jobs = [storage.append("a", change(n)) for n in (1, 2, 2, 3)] + [storage.append("b", change(1))]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(each) for each in done] == [type(None), type(None), Conflict, type(None), type(None)]
    assert [row.seq for row in await storage.log("a")] == [0, 1, 2, 3]
    await storage.close()


async def test_deleting_a_game_deletes_its_log_and_snapshots(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    await storage.create(game(), change(0, kind="new"), [Snapshot(0, 1, "d", b"s")])
    await storage.delete("g")
    assert await storage.game("g") is None
    assert await storage.log("g") == []
    assert await storage.snapshots("g", 1) == []
    await storage.close()


async def test_going_back_drops_the_snapshots_beyond(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    await storage.create(game(), change(0, kind="new"))
    await storage.append("g", change(1, 10, snapshot=Snapshot(10, 1, "ten", b"10")))
    await storage.append("g", change(2, 20, snapshot=Snapshot(20, 1, "twenty", b"20")))
    assert await storage.snapshots("g", 1) == [(10, "ten"), (20, "twenty")]
    assert await storage.snapshots("g", 2) == []
    await storage.append("g", change(3, 15, "undo"))
    assert await storage.snapshots("g", 1) == [(10, "ten")]
    assert await storage.snapshot("g", 10) == Snapshot(10, 1, "ten", b"10")
    await storage.close()


async def test_a_write_that_fails_is_told_and_later_ones_go_on(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    await storage.create(game(), change(0, kind="new"))
    storage._writing.execute("pragma max_page_count = 1")  # the disk is full
    with pytest.raises(StorageFailed, match="full"):
        await storage.create(game("x" * 5000), change(0, kind="new"))
    storage._writing.execute("pragma max_page_count = 100000")
    await storage.append("g", change(1))
    assert len(await storage.games()) == 1
    await storage.close()


async def test_every_commit_is_synced_in_a_write_ahead_log(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    assert storage._writing.execute("pragma synchronous").fetchone() == (2,)
    assert storage._writing.execute("pragma journal_mode").fetchone() == ("wal",)
    await storage.close()


async def test_migrations_run_once_each_in_their_order(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_one.sql").write_text("create table a (x);")
    db = connect(tmp_path / "db")
    assert migrate(db, folder) == 1
    (folder / "0002_two.sql").write_text("alter table a add column y; insert into a values (1, 2);")
    assert migrate(db, folder) == 2
    assert migrate(db, folder) == 2
    assert db.execute("select * from a").fetchall() == [(1, 2)]
    (folder / "0003_bad.sql").write_text("create table b (x); nonsense;")
    with pytest.raises(sqlite3.Error):
        migrate(db, folder)
    assert db.execute("pragma user_version").fetchone() == (2,)
    assert not db.execute("select 1 from sqlite_master where name = 'b'").fetchall()
    db.close()


async def test_games_of_a_newer_program_are_left_alone(tmp_path: Path) -> None:
    db = connect(tmp_path / FILE)
    db.execute(f"pragma user_version = {len(list(MIGRATIONS.glob('*.sql'))) + 1}")
    db.close()
    with pytest.raises(StorageFailed, match="newer version"):
        SqliteStorage(tmp_path)


async def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is not a database, but long enough to be looked at " * 20)
    with pytest.raises(StorageFailed):
        SqliteStorage(tmp_path)

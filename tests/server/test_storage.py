"""What is acknowledged is on the disk; what is refused leaves no trace."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import psycopg
import pytest

from front1914.server import postgres
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Hosted, Person
from front1914.server.sql import SqlStorage, migrations
from front1914.server.sqlite import FILE, TABLES, SqliteStorage, connect, migrate, newest
from front1914.server.storage import Change, Conflict, GameRow, LogRow, Snapshot, StorageFailed
from tests.server.conftest import OpenStore
from tests.server.postgres import Cluster, cluster_or_skip

pytestmark = pytest.mark.asyncio


def game(name: str = "g") -> GameRow:
    return GameRow(name, "A game", "ford", 1, "campaign", {"open": True}, None, "7", {}, None, 1.0, 1.0, {})


def change(seq: int, length: int | None = None, kind: str = "act", snapshot: Snapshot | None = None) -> Change:
    row = LogRow(seq, 0, kind, seq if length is None else length, "blue", "unit", "b1")
    return Change([row], {"seq": seq}, float(seq), snapshot)


async def test_what_was_written_is_read_again(store: OpenStore) -> None:
    storage = store()
    await storage.create(game(), change(0, kind="new"))
    rows = [LogRow(1, 0, "act", 1, "blue", "die", 4), LogRow(1, 1, "act", 2, "chance", "done", None)]
    await storage.append("g", Change(rows, {"seq": 1, "deciding": "red"}, 5.0))
    await storage.close()
    again = store()
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


async def test_new_dice_alone_leave_the_log_sound(store: OpenStore) -> None:
    storage = store()
    await storage.create(game(), change(0, kind="new"))
    await storage.append("g", change(1))
    await storage.append("g", Change((), {"seq": 1, "thrown": 0}, 2.0, seed="8"))
    await storage.append("g", change(2))
    found = await storage.game("g")
    assert found is not None
    assert found.seed == "8"
    assert [row.seq for row in await storage.log("g")] == [0, 1, 2], "sealed anew, with the dice in the seal"
    await storage.close()


async def test_the_same_change_twice_is_a_conflict_and_writes_nothing(store: OpenStore) -> None:
    storage = store()
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


async def test_one_bad_change_does_not_harm_those_written_with_it(store: OpenStore) -> None:
    storage = store()
    await storage.create(game("a"), change(0, kind="new"))
    await storage.create(game("b"), change(0, kind="new"))
    jobs = [storage.append("a", change(n)) for n in (1, 2, 2, 3)] + [storage.append("b", change(1))]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(each) for each in done] == [type(None), type(None), Conflict, type(None), type(None)]
    assert [row.seq for row in await storage.log("a")] == [0, 1, 2, 3]
    await storage.close()


async def test_deleting_a_game_deletes_its_log_and_snapshots(store: OpenStore) -> None:
    storage = store()
    await storage.create(game(), change(0, kind="new"), [Snapshot(0, 1, "d", b"s")])
    await storage.delete("g")
    assert await storage.game("g") is None
    assert await storage.log("g") == []
    assert await storage.snapshots("g", 1) == []
    await storage.close()


async def test_going_back_drops_the_snapshots_beyond(store: OpenStore) -> None:
    storage = store()
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
    db.execute(f"pragma user_version = {newest() + 1}")
    db.close()
    with pytest.raises(StorageFailed, match="newer version"):
        SqliteStorage(tmp_path)


async def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is not a database, but long enough to be looked at " * 20)
    with pytest.raises(StorageFailed):
        SqliteStorage(tmp_path)


# -- migrations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [number for number, _ in migrations("sqlite")])
async def test_sqlite_games_of_every_earlier_version_are_brought_up_to_date(tmp_path: Path, before: int) -> None:
    db = connect(tmp_path / FILE)
    for number, file in migrations("sqlite"):
        if number <= before:
            db.executescript(file.read_text())
    db.execute(f"pragma user_version = {before}")
    values = ("g", "A game", "ford", 1, "campaign", "{}", None, '"7"', "{}", None, 1.0, 1.0, '{"seq":0}')
    db.execute(f"insert into game values ({', '.join('?' * len(values))})", values)
    if before == 1:
        db.execute("insert into log values ('g', 0, 0, 'new', 0, null, null, null, 0, '[]', '[]', '[]')")
    else:
        TABLES.append(db, "g", Change([LogRow(0, 0, "new", 0)], {"seq": 0}, 1.0))
    db.close()
    await goes_on(SqliteStorage(tmp_path))


@pytest.mark.parametrize("before", [number for number, _ in migrations("postgresql")])
async def test_postgresql_games_of_every_earlier_version_are_brought_up_to_date(cluster: Cluster, before: int) -> None:
    url = cluster.database()
    with psycopg.connect(url, autocommit=True) as db:
        assert postgres.migrate(db, to=before) == before
        row = game()
        postgres.TABLES.create(postgres.Line(db), row, Change([LogRow(0, 0, "new", 0)], {"seq": 0}, 1.0), ())
    await goes_on(postgres.PostgresStorage(url))


async def goes_on(storage: SqlStorage) -> None:
    """What was kept is there, and the tables of today take more."""
    assert [row.seq for row in await storage.log("g")] == [0]
    await storage.append("g", change(1))
    club = SqlClub(storage)
    await club.add_person(Person("p", "Ann", 1.0))
    await club.host(Hosted("g", "p", True, pace={"kind": "days", "days": 3, "lapse": "staff"}))
    assert await club.sit("g", "blue", "p", 1.0)
    await club.say("g", "p", "Ann", 1.0, 1, "Good evening")
    assert [sitter.name for sitter in await club.sitters("g")] == ["Ann"]
    await storage.close()


async def test_both_stores_have_the_same_tables_and_columns(tmp_path: Path, cluster: Cluster) -> None:
    """So that one statement serves both, and a copy of one can be brought into the other."""
    light, grand = SqliteStorage(tmp_path), postgres.PostgresStorage(cluster.database())
    names = [name for (name,) in await light.all("select name from sqlite_master where type = 'table'")]
    kept = {name: {row[1] for row in await light.all(f"pragma table_info({name})")} for name in names}
    query = "select table_name, column_name from information_schema.columns where table_schema = 'public'"
    found: dict[str, set[str]] = {}
    for name, column in await grand.all(query):
        found.setdefault(name, set()).add(column)
    for own in ("migration", "process", "lease"):  # what only several processes need
        del found[own]
    assert found == kept
    await light.close()
    await grand.close()


async def test_commits_in_postgresql_are_synchronous_whatever_its_default_is(cluster: Cluster) -> None:
    url = cluster.database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("alter role postgres set synchronous_commit = off")
    try:
        storage = postgres.PostgresStorage(url)
        assert await storage.one("show synchronous_commit") == ("on",)
        assert await storage.write(lambda db: db.execute("show synchronous_commit").fetchone()) == ("on",)
        await storage.close()
    finally:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("alter role postgres reset synchronous_commit")


async def test_a_postgresql_that_does_not_sync_is_refused() -> None:
    cluster = cluster_or_skip("fsync = off")
    try:
        with pytest.raises(StorageFailed, match="fsync = off"):
            postgres.PostgresStorage(cluster.url())
    finally:
        cluster.close()


async def test_a_postgresql_out_of_reach_is_told() -> None:
    with pytest.raises(StorageFailed, match="PostgreSQL") as no:
        postgres.PostgresStorage("postgresql://somebody:secret@127.0.0.1:1/games")
    assert "secret" not in str(no.value)


async def test_a_text_with_a_zero_character_finds_nothing(store: OpenStore) -> None:
    storage = store()
    assert await storage.game("a\0b") is None
    await storage.close()

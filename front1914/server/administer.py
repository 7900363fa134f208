"""What the keeper of a club does from the command line: look, close, export, delete. The club may run meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from front1914.server import lookback
from front1914.server.library import Library
from front1914.server.sql import Connection, SqlStorage
from front1914.server.storage import StorageFailed
from front1914.server.workers import Workers

SECRET = {"cookie", "key", "token", "password", "secret", "p256dh", "auth"}  #: columns that are never handed out


def open_store(folder: Path, database: str | None) -> SqlStorage:
    """The store of a club, as `serve` would open it."""
    if database is not None:
        from front1914.server.postgres import PostgresStorage

        return PostgresStorage(database)
    from front1914.server.sqlite import FILE, SqliteStorage

    if not (folder / FILE).is_file():
        raise StorageFailed(f"{folder / FILE}: there are no games")
    return SqliteStorage(folder)


async def columns(storage: SqlStorage) -> dict[str, list[str]]:
    """The tables and their columns."""
    if hasattr(storage, "url"):
        query = (
            "select table_name, column_name from information_schema.columns where table_schema = 'public' "
            "order by table_name, ordinal_position"
        )
        found: dict[str, list[str]] = {}
        for name, column in await storage.all(query):
            found.setdefault(name, []).append(column)
        return found
    names = [name for (name,) in await storage.all("select name from sqlite_master where type = 'table' order by name")]
    return {name: [row[1] for row in await storage.all(f"pragma table_info({name})")] for name in names}


async def people(storage: SqlStorage) -> list[dict[str, Any]]:
    """Everybody, with the number of his devices and games, and when he was seen last."""
    query = (
        "select person.id, person.name, person.created, "
        "(select count(*) from device where device.person = person.id), "
        "(select count(distinct game) from seat where seat.person = person.id), "
        "(select max(seen) from device where device.person = person.id) from person order by person.created"
    )
    keys = ("id", "name", "created", "devices", "games", "seen")
    return [dict(zip(keys, row, strict=True)) for row in await storage.all(query)]


async def games(storage: SqlStorage) -> list[dict[str, Any]]:
    """Every game, last touched first, with those who sit at it."""
    found = []
    for row in await storage.games():
        query = "select side, name from seat join person on person.id = seat.person where game = ? order by side"
        found.append(
            {
                "id": row.id,
                "name": row.name,
                "title": row.title,
                "players": dict(await storage.all(query, row.id)),
                "length": row.summary.get("length"),
                "over": row.summary.get("result") is not None,
                "updated": row.updated,
            }
        )
    return found


async def save(storage: SqlStorage, game: str) -> str:
    """A game as a file, with everybody's secrets and the seed."""
    library = Library(storage, Workers(1))
    table = await library.table(game)
    return await lookback.save(table, False, table.humans)


async def close(storage: SqlStorage, game: str) -> bool:
    """Deletes a game for everybody; a server that has it open notices. False if there is none."""

    def job(db: Connection) -> bool:
        found = bool(db.execute("delete from game where id = ?", (game,)).rowcount)
        if hasattr(storage, "url"):
            news = json.dumps({"kind": "closed", "game": game})
            db.execute("select pg_notify('front1914', ?)", (news,))
        return found

    return await storage.write(job)


async def export(storage: SqlStorage, person: str) -> dict[str, Any]:
    """All that is kept of a person, without what would sign in as him."""
    if await storage.one("select 1 from person where id = ?", person) is None:
        raise StorageFailed(f"there is no person {person[:64]!r}")
    found: dict[str, Any] = {}
    for name, listed in (await columns(storage)).items():
        shown = [column for column in listed if column not in SECRET]
        keys = ["id"] if name == "person" else [column for column in ("person", "owner") if column in listed]
        for key in keys:
            rows = await storage.all(f"select {', '.join(shown)} from {name} where {key} = ?", person)
            if rows:
                found[name] = [dict(zip(shown, row, strict=True)) for row in rows]
    return found


async def delete_person(storage: SqlStorage, person: str) -> bool:
    """Deletes all that is kept of a person. His games stay for those who play them; his seats are free."""

    def job(db: Connection) -> bool:
        if db.execute("select 1 from person where id = ?", (person,)).fetchone() is None:
            return False
        db.execute("update talk set name = 'somebody' where person = ?", (person,))
        alone = (
            "delete from game where id in (select game from hosted where owner = ?) and id not in "
            "(select game from seat where person <> ?)"
        )
        db.execute(alone, (person, person))
        db.execute("delete from person where id = ?", (person,))
        return True

    return await storage.write(job)

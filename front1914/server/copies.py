"""Copies of a club in PostgreSQL: one file of SQLite, the same as the copy of a SQLite store.

So a copy of either store can be brought back into either, which is also the way from one to the other.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from front1914.server import postgres, sqlite
from front1914.server.postgres import said, settings
from front1914.server.sql import migrations
from front1914.server.storage import StorageFailed

OWN = ("process", "lease", "migration")  #: tables that belong to the running of PostgreSQL, not to the games
TOGETHER = 500  #: rows copied at a time


def tables(copy: sqlite3.Connection) -> dict[str, list[str]]:
    """The tables of the club with their columns, those first that others refer to."""
    names = [name for (name,) in copy.execute("select name from sqlite_master where type = 'table' order by rowid")]
    wanted = {name: {row[2] for row in copy.execute(f"pragma foreign_key_list({name})")} - {name} for name in names}
    found: dict[str, list[str]] = {}
    while wanted:
        free = next(name for name, needs in wanted.items() if not needs & wanted.keys())
        found[free] = [row[1] for row in copy.execute(f"pragma table_info({free})")]
        del wanted[free]
    return found


def backup(url: str, target: Path) -> int:
    """Copies all of a club into one file, as it is at one moment, also while it is played; returns its games."""
    if target.exists():
        raise StorageFailed(f"{target}: there is a file of that name already")
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with psycopg.connect(**settings(url)) as source, closing(sqlite3.connect(part, isolation_level=None)) as copy:
            sqlite.migrate(copy)
            with source.transaction():
                source.execute("set transaction isolation level repeatable read read only")
                _check_version(source)
                copy.execute("begin")
                for name, columns in tables(copy).items():
                    marks = ", ".join("?" * len(columns))
                    with source.cursor(name=f"copy_{name}") as rows:  # on the server: not all at once in memory
                        rows.itersize = TOGETHER
                        rows.execute(f"select {', '.join(columns)} from {name}")
                        kept = _with_args(name, columns, rows, postgres.TABLES.read_arg)
                        copy.executemany(f"insert into {name} values ({marks})", kept)
                copy.execute("commit")
            sqlite.check_ours(copy)
            (count,) = copy.execute("select count(*) from game").fetchone()
        part.replace(target)
    except (psycopg.Error, sqlite3.Error) as bad:
        raise StorageFailed(f"PostgreSQL: {said(bad)}") from bad
    finally:
        part.unlink(missing_ok=True)
    return int(count)


def restore(url: str, source: Path) -> tuple[int, str | None]:
    """Puts what is in a copy in the place of what is in the database; returns the games, and where the old ones are.

    Those of before are set aside as a schema of the database. No process may serve it meanwhile.
    """
    if not source.is_file():
        raise StorageFailed(f"{source}: there is no such file")
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as kept,
            closing(sqlite3.connect(":memory:", isolation_level=None)) as copy,
        ):
            sqlite.newer_than_us(kept)
            sqlite.check_ours(kept)
            kept.backup(copy)
            sqlite.migrate(copy)
            with psycopg.connect(**settings(url)) as target:
                return _put(copy, target)
    except (psycopg.Error, sqlite3.Error) as bad:
        raise StorageFailed(f"PostgreSQL: {said(bad)}") from bad


def _put(copy: sqlite3.Connection, target: psycopg.Connection[Any]) -> tuple[int, str | None]:
    aside = None
    with target.transaction():
        if target.execute("select to_regclass('public.game')").fetchone() != (None,):
            _check_quiet(target)
            aside = time.strftime("before_restore_%Y%m%d_%H%M%S")
            target.execute(f"alter schema public rename to {aside}")
            target.execute("create schema public")
        postgres.migrate(target)
        for name, columns in tables(copy).items():
            marks = ", ".join(["%s"] * len(columns))
            rows = copy.execute(f"select {', '.join(columns)} from {name}")
            kept = _with_args(name, columns, rows, postgres.TABLES.keep_arg)
            with target.cursor() as cursor:
                cursor.executemany(f"insert into {name} ({', '.join(columns)}) values ({marks})", kept)
    found = target.execute("select count(*) from game").fetchone()
    return int(found[0]) if found else 0, aside


def _with_args(name: str, columns: list[str], rows: Iterable[Any], turn: Callable[[Any], Any]) -> Iterable[list[Any]]:
    """The rows of a table as the other store keeps them: only arguments of actions are kept in another way."""
    at = columns.index("arg") if name == "log" else None
    for row in rows:
        values = list(row)
        if at is not None:
            values[at] = turn(values[at])
        yield values


def _check_version(source: psycopg.Connection[Any]) -> None:
    found = source.execute("select max(number) from migration").fetchone()
    newest = migrations(postgres.STORE)[-1][0]
    if found is None or found[0] != newest:
        raise StorageFailed(f"its tables are those of another version ({found and found[0]}, not {newest})")


def _check_quiet(target: psycopg.Connection[Any]) -> None:
    """Refuses as long as some process serves the club: a beat that grows within two seconds."""
    query = "select id, beat from process"
    before = dict(target.execute(query).fetchall())
    if before:
        time.sleep(2)
        if any(before.get(name) != beat for name, beat in target.execute(query).fetchall()):
            raise StorageFailed("the club is being served: end it first")

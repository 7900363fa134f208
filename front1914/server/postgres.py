"""Games in PostgreSQL: the same tables as in SQLite, for a club with several server processes.

Commits are synchronous whatever the server's default is; a PostgreSQL that does not sync to its disk is refused.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from front1914.server.sql import MIGRATIONS, Connection, Cursor, Job, SqlStorage, Tables, migrations
from front1914.server.storage import Conflict, Fenced, StorageFailed

STORE = "postgresql"  #: its folder of migrations
READERS = 3  #: queries at a time
PATIENCE = 8.0  #: seconds that a request waits for a connection, as when PostgreSQL starts anew
MIGRATING = 19140801  #: the advisory lock under which tables are changed

T = TypeVar("T")
log = logging.getLogger(__name__)


class PostgresTables(Tables):
    """The tables in PostgreSQL, whose columns have one type each: arguments of actions are kept as JSON."""

    def keep_arg(self, arg: str | int | None) -> Any:
        return None if arg is None else msgspec.json.encode(arg).decode()

    def read_arg(self, kept: Any) -> str | int | None:
        return None if kept is None else msgspec.json.decode(kept, type=str | int)


TABLES = PostgresTables()


class LeasedTables(PostgresTables):
    """The tables for a process among others: it writes only to games whose lease is its own (fellows.py).

    The row of the lease is locked until the commit, so nobody can take the game over in between: either the change is
    there before the other reads the log, or it is refused.
    """

    def __init__(self, holder: Callable[[], str | None]) -> None:
        self.holder = holder

    def begin(self, db: Connection, game: str) -> None:
        holder = self.holder()
        if holder is not None:
            db.execute("insert into lease (game, process) values (?, ?)", (game, holder))

    def check(self, db: Connection, game: str) -> None:
        holder = self.holder()
        if holder is None:
            return
        found = db.execute("select process from lease where game = ? for share", (game,)).fetchone()
        if found is None or found[0] != holder:
            raise Fenced("it is played in another process now")


@functools.lru_cache(4096)
def _spelt(query: str) -> str:
    """A statement with the placeholders of psycopg."""
    return query.replace("%", "%%").replace("?", "%s")


def _sent(values: Iterable[Any]) -> list[Any]:
    """Values as PostgreSQL takes them: in its texts there is no zero character, and so nothing is found by it."""
    return [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]


class Line:
    """A connection that is spoken to like one of sqlite3."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Cursor:
        found: Cursor = self.connection.execute(_spelt(query), _sent(values))
        return found

    def executemany(self, query: str, rows: Iterable[Sequence[Any]], /) -> None:
        cursor = self.connection.cursor()
        for row in rows:
            cursor.execute(_spelt(query), _sent(row))


def migrate(connection: psycopg.Connection[Any], folder: Path = MIGRATIONS, to: int | None = None) -> int:
    """Brings the tables up to date, each numbered file once and whole; returns the number reached.

    Of several processes that start together one does it, and the others wait.
    """
    known = migrations(STORE, folder)
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", (MIGRATING,))
        connection.execute("create table if not exists migration (number integer primary key, name text not null)")
        reached = _reached(connection)
        if reached > known[-1][0]:
            words = f"tables {reached}, not {known[-1][0]}"
            raise StorageFailed(f"the games were kept by a newer version of the program ({words})")
        for number, file in known:
            if reached < number <= (to or number):
                connection.execute(file.read_text(encoding="utf-8"))
                connection.execute("insert into migration values (%s, %s)", (number, file.stem))
        return _reached(connection)


def _reached(connection: psycopg.Connection[Any]) -> int:
    found = connection.execute("select coalesce(max(number), 0) from migration").fetchone()
    assert found is not None
    return int(found[0])


def check_server(connection: psycopg.Connection[Any]) -> None:
    """Refuses a server that acknowledges what it may lose."""
    for setting in ("fsync", "full_page_writes"):
        (value,) = connection.execute(f"show {setting}").fetchone() or ("",)
        if value != "on":
            raise StorageFailed(f"PostgreSQL runs with {setting} = {value}: it would lose acknowledged moves")


def settings(url: str) -> dict[str, Any]:
    """How every connection is opened."""
    return {
        "conninfo": url,
        "autocommit": True,
        "application_name": "front1914",
        "options": "-c synchronous_commit=on -c idle_in_transaction_session_timeout=60000",
        "connect_timeout": 5,
    }


def said(bad: Exception) -> str:
    """What went wrong, in one line and without the password that an address may hold."""
    return " ".join(str(bad).split())[:300] or type(bad).__name__


class PostgresStorage(SqlStorage):
    """The store of a club in PostgreSQL. `url` is as psql takes it: postgresql://user@host/name."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.holder: str | None = None  #: the name of this process among its fellows
        self.tables = LeasedTables(lambda: self.holder)
        try:
            with psycopg.connect(**settings(url)) as connection:
                check_server(connection)
                migrate(connection)
        except psycopg.Error as bad:
            raise StorageFailed(f"PostgreSQL: {said(bad)}") from bad
        kwargs = settings(url)
        self.pool = ConnectionPool(
            kwargs.pop("conninfo"),
            kwargs=kwargs,
            min_size=1,
            max_size=READERS + 1,
            timeout=PATIENCE,
            reconnect_timeout=3,  # then whoever asks next tries anew: a longer one would wait longer between tries
            open=True,
            name="front1914",
        )
        self._readers = ThreadPoolExecutor(READERS, "storage-read")
        super().__init__()

    async def read(self, job: Callable[[Any], T], steady: bool = False) -> T:
        def run() -> T:
            def look(connection: psycopg.Connection[Any]) -> T:
                if not steady:
                    return job(Line(connection))
                with connection.transaction():
                    connection.execute("set transaction isolation level repeatable read read only")
                    return job(Line(connection))

            return self._on_a_line(look)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def _on_a_line(self, work: Callable[[psycopg.Connection[Any]], T]) -> T:
        """Does something over a connection of the pool; once more if the one that it got was broken before it began."""
        for again in (True, False):
            try:
                with self.pool.connection() as connection:
                    return work(connection)
            except (psycopg.OperationalError, PoolTimeout) as bad:
                if not again or isinstance(bad, PoolTimeout):
                    raise StorageFailed(f"PostgreSQL: {said(bad)}") from bad
                self.pool.check()
            except psycopg.Error as bad:
                raise StorageFailed(f"PostgreSQL: {said(bad)}") from bad
        raise AssertionError("unreachable")

    def together(self, jobs: Sequence[Job]) -> list[Any]:
        for again in (True, False):
            committing = False
            try:
                with self.pool.connection() as connection:
                    answers = self._run(connection, jobs)
                    committing = True  # from here on it cannot be known whether it was done, if the line breaks
                    connection.execute("commit")
                    return answers
            except PoolTimeout as bad:
                return [StorageFailed(f"PostgreSQL: {said(bad)}")] * len(jobs)
            except psycopg.Error as bad:
                if not again or committing or not isinstance(bad, psycopg.OperationalError):
                    return [StorageFailed(f"PostgreSQL: {said(bad)}")] * len(jobs)
                self.pool.check()  # PostgreSQL was started anew: nothing of it was done, and other lines are good
        raise AssertionError("unreachable")

    def _run(self, connection: psycopg.Connection[Any], jobs: Sequence[Job]) -> list[Any]:
        """Does the jobs, up to the commit."""
        connection.execute("begin")
        try:
            return [job(Line(connection)) for job in jobs]
        except _BAD:  # rare: run the jobs one by one, so that the failing one harms no other
            connection.execute("rollback")
            connection.execute("begin")
            return [_carefully(connection, job) for job in jobs]

    async def close(self) -> None:
        if self._closed:
            return
        await super().close()
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self.pool.close)


_BAD = (Conflict, psycopg.IntegrityError)


def _carefully(connection: psycopg.Connection[Any], job: Job) -> Any:
    """The answer of a job, or why it could not be done; then what it had begun is undone."""
    try:
        with connection.transaction():
            return job(Line(connection))
    except _BAD as bad:
        return bad if isinstance(bad, Conflict) else Conflict(said(bad))

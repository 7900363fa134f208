"""Games in one SQLite file: write-ahead log, synced at every commit, and commits shared by all who wait."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from front1914.server.sql import MIGRATIONS, SEALED, Job, SqlStorage, Tables, migrations
from front1914.server.storage import Change, Conflict, Damaged, GameRow, NotOurs, StorageFailed

FILE = "games.sqlite3"
STORE = "sqlite"  #: its folder of migrations

T = TypeVar("T")


class SqliteTables(Tables):
    """The tables in a SQLite file, which keeps numbers and texts in one column as they were given."""

    def broken(self, bad: Exception) -> bool:
        if isinstance(bad, sqlite3.OperationalError):
            return "decode" in str(bad)
        return isinstance(bad, sqlite3.DatabaseError) or super().broken(bad)


TABLES = SqliteTables()


def connect(file: Path) -> sqlite3.Connection:
    """A connection on which nothing is acknowledged before it is on the disk."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
    try:
        for setting in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
            connection.execute(f"pragma {setting}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> int:
    """Brings the tables up to date, each numbered file once and whole; returns the number reached."""
    newer_than_us(connection, folder)
    (reached,) = connection.execute("pragma user_version").fetchone()
    for number, file in migrations(STORE, folder):
        if number > reached:
            script = file.read_text(encoding="utf-8")
            try:
                connection.executescript(f"begin immediate;\n{script}")
                if folder == MIGRATIONS and number == SEALED:
                    for (game,) in connection.execute("select id from game").fetchall():
                        TABLES.reseal(connection, game)
                connection.execute(f"pragma user_version = {number}")
                connection.execute("commit")
            except sqlite3.Error:
                connection.rollback()
                raise
    return newest(folder)


def check_ours(connection: sqlite3.Connection) -> None:
    """NotOurs if the file is damaged as a whole, or holds something else than games."""
    try:
        (reached,) = connection.execute("pragma user_version").fetchone()
        found = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
        (said,) = connection.execute("pragma quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        raise  # locked, or out of reach: that says nothing of what is in it
    except sqlite3.DatabaseError as bad:
        raise NotOurs(str(bad)) from bad
    if said != "ok":
        raise NotOurs(f"it is damaged ({' '.join(said.split())[:200]})")
    if (found and not reached) or (reached and not {"game", "log", "snapshot"} <= found):
        raise NotOurs("it holds something else than games of Front 1914")


def _open(file: Path, check: bool = True) -> sqlite3.Connection:
    """A connection with its tables up to date; what was there before is copied first."""
    connection = None
    try:
        if check and file.exists():
            with closing(sqlite3.connect(file, isolation_level=None, timeout=10)) as looking:  # changes nothing in it
                newer_than_us(looking)
                check_ours(looking)
                copy_before_migration(looking, file)
        connection = connect(file)
        migrate(connection)
    except (sqlite3.Error, StorageFailed) as bad:
        if connection is not None:
            connection.close()
        if isinstance(bad, NotOurs) or (
            isinstance(bad, sqlite3.DatabaseError) and not isinstance(bad, sqlite3.OperationalError)
        ):
            raise NotOurs(f"{file}: {bad}") from bad
        raise StorageFailed(f"{file}: {bad}") from bad
    return connection


def newest(folder: Path = MIGRATIONS) -> int:
    """The number of the last migration."""
    return migrations(STORE, folder)[-1][0]


def newer_than_us(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> None:
    (reached,) = connection.execute("pragma user_version").fetchone()
    if reached > newest(folder):
        last = newest(folder)
        raise StorageFailed(f"the games were kept by a newer version of the program (tables {reached}, not {last})")


def copy_before_migration(connection: sqlite3.Connection, file: Path) -> None:
    """Before tables are changed, everything is copied beside them: `games.sqlite3.before-2`."""
    (reached,) = connection.execute("pragma user_version").fetchone()
    copy = file.with_name(f"{file.name}.before-{newest()}")
    if 0 < reached < newest() and not copy.exists():
        part = copy.with_name(f"{copy.name}.part")
        part.unlink(missing_ok=True)
        target = sqlite3.connect(part)
        try:
            connection.backup(target)
        finally:
            target.close()
        part.replace(copy)


class SqliteStorage(SqlStorage):
    """The store of a local server, and of a club with one process."""

    tables = TABLES

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / FILE
        self._writing = _open(self.file)
        self._reading = _open(self.file, check=False)
        self._reader = ThreadPoolExecutor(1, "storage-read")
        super().__init__()

    async def read(self, job: Callable[[Any], T], steady: bool = False) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, job, self._reading)
        except sqlite3.Error as bad:
            raise StorageFailed(str(bad)) from bad

    def together(self, jobs: Sequence[Job]) -> list[Any]:
        db = self._writing
        try:
            try:
                return _transact(db, jobs, _plainly)
            except _BAD:  # rare: run the jobs one by one, so that the failing one harms no other
                return _transact(db, jobs, _carefully)
        except sqlite3.Error as bad:
            return [StorageFailed(str(bad))] * len(jobs)

    async def close(self) -> None:
        if self._closed:
            return
        await super().close()
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        self._writing.close()


_BAD = (Conflict, sqlite3.IntegrityError)


def _transact(db: sqlite3.Connection, jobs: Sequence[Job], do: Callable[[sqlite3.Connection, Job], Any]) -> list[Any]:
    db.execute("begin immediate")
    try:
        answers = [do(db, job) for job in jobs]
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
    return answers


def _plainly(db: sqlite3.Connection, job: Job) -> Any:
    return job(db)


def _carefully(db: sqlite3.Connection, job: Job) -> Any:
    """The answer of a job, or why it could not be done; then what it had begun is undone."""
    db.execute("savepoint job")
    try:
        answer = job(db)
    except _BAD as bad:
        db.execute("rollback to job")
        answer = bad if isinstance(bad, Conflict) else Conflict(str(bad))
    db.execute("release job")
    return answer


def copy_game(source: sqlite3.Connection, into: sqlite3.Connection, row: GameRow) -> str:
    """Takes a game over from a damaged file as far as it is sound; says whether it is `whole`, a `part` or `lost`."""
    if "damage" in row.summary:
        return "lost"
    try:
        rows, whole = TABLES.log(source, row.id), True
    except Damaged as bad:
        rows, whole = bad.rows, False
    except sqlite3.Error:
        return "lost"
    if not rows:
        return "lost"
    if not whole:
        row.name = f"{row.name} (saved up to action {rows[-1].length})"[:120]
        row.summary = row.summary | {"seq": rows[-1].seq, "length": rows[-1].length, "deciding": None, "result": None}
    into.execute("begin immediate")
    try:
        TABLES.create(into, row, Change(rows, row.summary, row.updated), ())
    except (sqlite3.Error, Conflict):
        into.execute("rollback")
        return "lost"
    into.execute("commit")
    return "whole" if whole else "part"

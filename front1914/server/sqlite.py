"""Games in one SQLite file: write-ahead log, synced at every commit, and commits shared by all who wait.

One thread writes. What arrives while it syncs is written together in the next transaction, so many games share the
cost of one sync; each writer waits until its own rows are on the disk.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import msgspec

from front1914.server.storage import BACK, Change, Conflict, GameRow, LogRow, Snapshot, StorageFailed

FILE = "games.sqlite3"
MIGRATIONS = Path(__file__).parent / "migrations"
MOST_TOGETHER = 2_000  #: changes in one transaction

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]


class _Order(NamedTuple):
    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


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
    (reached,) = connection.execute("pragma user_version").fetchone()
    files = sorted(file for file in folder.iterdir() if re.fullmatch(r"\d{4}_\w+\.sql", file.name))
    newest = int(files[-1].name[:4])
    if reached > newest:
        raise StorageFailed(f"the games were kept by a newer version of the program (tables {reached}, not {newest})")
    for file in files:
        number = int(file.name[:4])
        if number > reached:
            script = file.read_text(encoding="utf-8")
            try:
                connection.executescript(f"begin immediate;\n{script}\npragma user_version = {number};\ncommit;")
            except sqlite3.Error:
                connection.rollback()
                raise
    return newest


def _open(file: Path) -> sqlite3.Connection:
    """A connection with its tables up to date."""
    connection = None
    try:
        connection = connect(file)
        migrate(connection)
    except (sqlite3.Error, StorageFailed) as bad:
        if connection is not None:
            connection.close()
        raise StorageFailed(f"{file}: {bad}") from bad
    return connection


class SqliteStorage:
    """The Storage of a local server."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / FILE
        self._writing = _open(self.file)
        self._reading = _open(self.file)
        self._reader = ThreadPoolExecutor(1, "storage-read")
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="storage-write", daemon=True)
        self._writer.start()
        self._closed = False

    # -- the two threads ---------------------------------------------------------------------------------------

    async def _write(self, job: Job) -> Any:
        if self._closed:
            raise StorageFailed("the storage is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._orders.put(_Order(job, loop, future))
        # The request may be cancelled; what it ordered is still written, and its rows are then found in the log.
        return await asyncio.shield(future)

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, job, self._reading)
        except sqlite3.Error as bad:
            raise StorageFailed(str(bad)) from bad

    def _write_all(self) -> None:
        while (order := self._orders.get()) is not None:
            orders = [order]
            while len(orders) < MOST_TOGETHER and not self._orders.empty():
                following = self._orders.get()
                if following is None:
                    self._orders.put(None)
                    break
                orders.append(following)
            _answer(orders, self._together([each.job for each in orders]))

    def _together(self, jobs: Sequence[Job]) -> list[Any]:
        """Runs the jobs in one transaction; one that fails leaves no trace and does not harm the others."""
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
        self._closed = True
        self._orders.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        self._writing.close()

    # -- writing -----------------------------------------------------------------------------------------------

    async def create(self, game: GameRow, change: Change, snapshots: Sequence[Snapshot] = ()) -> None:
        await self._write(lambda db: _create(db, game, change, snapshots))

    async def append(self, game: str, change: Change) -> None:
        await self._write(lambda db: _append(db, game, change))

    async def update(self, game: str, *, name: str | None = None, seats: dict[str, Any] | None = None) -> None:
        given = {"name": name, "seats": None if seats is None else _text(seats)}
        fields = {key: value for key, value in given.items() if value is not None}
        assert fields
        setting = ", ".join(f"{key} = ?" for key in fields)
        values = (*fields.values(), game)
        await self._write(lambda db: _there(db.execute(f"update game set {setting} where id = ?", values)))

    async def delete(self, game: str) -> None:
        await self._write(lambda db: db.execute("delete from game where id = ?", (game,)) and None)

    # -- reading -----------------------------------------------------------------------------------------------

    async def games(self) -> list[GameRow]:
        query = f"select {_GAME} from game order by updated desc, id"
        return await self._read(lambda db: [_game(row) for row in db.execute(query)])

    async def game(self, game: str) -> GameRow | None:
        query = f"select {_GAME} from game where id = ?"
        row = await self._read(lambda db: db.execute(query, (game,)).fetchone())
        return None if row is None else _game(row)

    async def log(self, game: str) -> list[LogRow]:
        query = f"select {_LOG} from log where game = ? order by seq, part"
        rows = await self._read(lambda db: db.execute(query, (game,)).fetchall())
        return [LogRow(*row) for row in rows]

    async def snapshots(self, game: str, rules: int) -> list[tuple[int, str]]:
        query = "select length, digest from snapshot where game = ? and rules = ? order by length"
        return await self._read(lambda db: db.execute(query, (game, rules)).fetchall())

    async def snapshot(self, game: str, length: int) -> Snapshot | None:
        query = "select length, rules, digest, state from snapshot where game = ? and length = ?"
        row = await self._read(lambda db: db.execute(query, (game, length)).fetchone())
        return None if row is None else Snapshot(*row)


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


_GAME = ", ".join(GameRow.__struct_fields__)
_LOG = ", ".join(LogRow._fields)
_JSON = ("options", "start", "seed", "seats", "branch", "summary")
_ADD = f"insert into log (game, {_LOG}) values ({', '.join('?' * (1 + len(LogRow._fields)))})"
_KEEP = "insert or replace into snapshot (game, length, rules, digest, state) values (?, ?, ?, ?, ?)"


def _text(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _game(row: Iterable[Any]) -> GameRow:
    values = dict(zip(GameRow.__struct_fields__, row, strict=True))
    for key in _JSON:
        if values[key] is not None:
            values[key] = msgspec.json.decode(values[key])
    return GameRow(**values)


def _create(db: sqlite3.Connection, game: GameRow, change: Change, snapshots: Sequence[Snapshot]) -> None:
    values = [(_text(value) if key in _JSON else value) for key, value in msgspec.structs.asdict(game).items()]
    db.execute(f"insert into game ({_GAME}) values ({', '.join('?' * len(values))})", values)
    db.executemany(_KEEP, [(game.id, *snapshot) for snapshot in snapshots])
    _append(db, game.id, change)


def _append(db: sqlite3.Connection, game: str, change: Change) -> None:
    found = db.execute(
        "update game set summary = ?, updated = ? where id = ?", (_text(change.summary), change.updated, game)
    )
    _there(found)
    db.executemany(_ADD, [(game, *row) for row in change.rows])
    for row in change.rows:
        if row.kind in BACK:
            db.execute("delete from snapshot where game = ? and length > ?", (game, row.length))
    if change.snapshot is not None:
        db.execute(_KEEP, (game, *change.snapshot))


def _there(found: sqlite3.Cursor) -> None:
    if not found.rowcount:
        raise Conflict("the game is gone")


def _answer(orders: Sequence[_Order], answers: Sequence[Any]) -> None:
    """Tells everybody, with one call for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for order, answer in zip(orders, answers, strict=True):
        by_loop.setdefault(order.loop, []).append((order.future, answer))
    for loop, told in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_tell, told)


def _tell(told: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in told:
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

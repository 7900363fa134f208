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
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import msgspec

from front1914.server.storage import (
    BACK,
    Change,
    Conflict,
    Damaged,
    GameRow,
    LogRow,
    NotOurs,
    Snapshot,
    StorageFailed,
)

FILE = "games.sqlite3"
MIGRATIONS = Path(__file__).parent / "migrations"
SEALED = 2  #: the migration from which on every row has a seal
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
    last = int(files[-1].name[:4])
    if reached > last:
        raise StorageFailed(f"the games were kept by a newer version of the program (tables {reached}, not {last})")
    for file in files:
        number = int(file.name[:4])
        if number > reached:
            script = file.read_text(encoding="utf-8")
            try:
                connection.executescript(f"begin immediate;\n{script}")
                if folder == MIGRATIONS and number == SEALED:
                    for (game,) in connection.execute("select id from game").fetchall():
                        reseal(connection, game)
                connection.execute(f"pragma user_version = {number}")
                connection.execute("commit")
            except sqlite3.Error:
                connection.rollback()
                raise
    return last


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
    return max(int(file.name[:4]) for file in folder.iterdir() if re.fullmatch(r"\d{4}_\w+\.sql", file.name))


def newer_than_us(connection: sqlite3.Connection) -> None:
    (reached,) = connection.execute("pragma user_version").fetchone()
    if reached > newest():
        raise StorageFailed(f"the games were kept by a newer version of the program (tables {reached}, not {newest()})")


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


class SqliteStorage:
    """The Storage of a local server."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / FILE
        self._writing = _open(self.file)
        self._reading = _open(self.file, check=False)
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

    async def update(
        self,
        game: str,
        *,
        name: str | None = None,
        seats: dict[str, Any] | None = None,
        summary: dict[str, Any] | None = None,
    ) -> None:
        given = {"name": name, "seats": _text(seats), "summary": _text(summary)}
        fields = {key: value for key, value in given.items() if value is not None}
        assert fields
        setting = ", ".join(f"{key} = ?" for key in fields)
        values = (*fields.values(), game)
        await self._write(lambda db: _there(db.execute(f"update game set {setting} where id = ?", values)))

    async def delete(self, game: str) -> None:
        await self._write(lambda db: db.execute("delete from game where id = ?", (game,)) and None)

    # -- reading -----------------------------------------------------------------------------------------------

    async def games(self) -> list[GameRow]:
        return await self._read(read_games)

    async def game(self, game: str) -> GameRow | None:
        query = f"select {_GAME} from game where id = ?"
        return await self._read(lambda db: _read_game(db, query, game))

    async def log(self, game: str) -> list[LogRow]:
        return await self._read(lambda db: read_log(db, game))

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
_ADD = f"insert into log (game, {_LOG}, seal) values ({', '.join('?' * (2 + len(LogRow._fields)))})"
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
    db.executemany(_ADD, _sealed(db, game, change.rows))
    for row in change.rows:
        if row.kind in BACK:
            db.execute("delete from snapshot where game = ? and length > ?", (game, row.length))
    if change.seed is not None:
        db.execute("update game set seed = ? where id = ?", (_text(change.seed), game))
        reseal(db, game)
    if change.snapshot is not None:
        db.execute(_KEEP, (game, *change.snapshot))


# -- seals -----------------------------------------------------------------------------------------------------


def seal(before: str, row: Sequence[Any]) -> str:
    """The running digest after a row."""
    return blake2b(before.encode() + msgspec.json.encode(list(row)), digest_size=8).hexdigest()


def _root(db: sqlite3.Connection, game: str) -> str:
    """What the first row is sealed with: all that a replay begins from, so that it cannot change unnoticed either."""
    found = db.execute("select title, scenario, options, start, seed from game where id = ?", (game,)).fetchone()
    return seal(game, found or ())


def _sealed(db: sqlite3.Connection, game: str, rows: Sequence[LogRow]) -> list[tuple[Any, ...]]:
    query = "select seal from log where game = ? order by seq desc, part desc limit 1"
    last = db.execute(query, (game,)).fetchone()
    before, made = _root(db, game) if last is None else last[0], []
    for row in rows:
        before = seal(before, row)
        made.append((game, *row, before))
    return made


def reseal(db: sqlite3.Connection, game: str) -> None:
    """Seals a log anew: one that was kept before there were seals, or whose dice are changed."""
    before = _root(db, game)
    for row in db.execute(f"select {_LOG} from log where game = ? order by seq, part", (game,)).fetchall():
        before = seal(before, row)
        db.execute("update log set seal = ? where game = ? and seq = ? and part = ?", (before, game, row[0], row[1]))


def read_log(db: sqlite3.Connection, game: str) -> list[LogRow]:
    """The log; Damaged at the first row whose seal does not fit, or if rows are missing at the end."""
    rows: list[LogRow] = []
    try:
        before = _root(db, game)
        for *found, sealed in db.execute(f"select {_LOG}, seal from log where game = ? order by seq, part", (game,)):
            before = seal(before, found)
            if before != sealed:
                raise Damaged(f"{_where(rows)} is not as it was written", rows)
            rows.append(LogRow(*found))
        told = db.execute("select summary from game where id = ?", (game,)).fetchone()
        last = msgspec.json.decode(told[0]).get("seq") if told is not None else None
    except (sqlite3.DatabaseError, msgspec.MsgspecError, TypeError, UnicodeError) as bad:
        if isinstance(bad, sqlite3.OperationalError) and "decode" not in str(bad):
            raise
        raise Damaged(f"{_where(rows)} cannot be read ({bad})", rows) from bad
    if rows and isinstance(last, int) and rows[-1].seq < last:
        raise Damaged(f"the changes {rows[-1].seq + 1} to {last} are missing", rows)
    return rows


def _where(rows: Sequence[LogRow]) -> str:
    return f"what follows action {rows[-1].length}" if rows else "its beginning"


def read_games(db: sqlite3.Connection) -> list[GameRow]:
    """All games; those whose own row is damaged are there to be seen and deleted."""
    ids = [game for (game,) in db.execute("select id from game order by updated desc, id")]
    query = f"select {_GAME} from game where id = ?"
    return [row for game in ids if (row := _read_game(db, query, game)) is not None]


def _read_game(db: sqlite3.Connection, query: str, game: str) -> GameRow | None:
    try:
        row = db.execute(query, (game,)).fetchone()
        return None if row is None else msgspec.convert(msgspec.structs.asdict(_game(row)), GameRow)
    except (sqlite3.OperationalError, msgspec.MsgspecError, TypeError, UnicodeError) as bad:
        if isinstance(bad, sqlite3.OperationalError) and "decode" not in str(bad):
            raise
        damage = {"damage": f"what is kept of it cannot be read ({bad})"}
        return GameRow(game, "A damaged game", "", 0, "", {}, None, None, {}, None, 0.0, 0.0, damage)


def copy_game(source: sqlite3.Connection, into: sqlite3.Connection, row: GameRow) -> str:
    """Takes a game over from a damaged file as far as it is sound; says whether it is `whole`, a `part` or `lost`."""
    if "damage" in row.summary:
        return "lost"
    try:
        rows, whole = read_log(source, row.id), True
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
        _create(into, row, Change(rows, row.summary, row.updated), ())
    except (sqlite3.Error, Conflict):
        into.execute("rollback")
        return "lost"
    into.execute("commit")
    return "whole" if whole else "part"


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

"""Games in tables: what SQLite and PostgreSQL have in common, which is nearly everything (sqlite.py, postgres.py).

A statement is written once, with `?` for each value, in the words that both understand (docs/operations.md, "Tables").
Work is a job: a function of a connection, run in a transaction with whatever else waits to be written.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar, get_type_hints

import msgspec

from front1914.server.storage import BACK, Change, Conflict, Damaged, GameRow, LogRow, Snapshot, StorageFailed, Told

MIGRATIONS = Path(__file__).parent / "migrations"
SEALED = 2  #: the migration from which on every row has a seal
MOST_TOGETHER = 2_000  #: changes in one transaction
UNREADABLE = (msgspec.MsgspecError, TypeError, UnicodeError)  #: what damaged rows lead to

T = TypeVar("T")


class Cursor(Protocol):
    """What a statement found, or did."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection of sqlite3, or one to PostgreSQL that behaves like it."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Cursor: ...

    def executemany(self, query: str, rows: Iterable[Sequence[Any]], /) -> Any: ...


Job = Callable[[Any], Any]


class Order(NamedTuple):
    """A job that somebody waits for."""

    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


def migrations(store: str, folder: Path = MIGRATIONS) -> list[tuple[int, Path]]:
    """The numbered files of a store in their order: those for both stores, and those of its own folder."""
    files = [*folder.glob("*.sql"), *(folder / store).glob("*.sql")]
    found = sorted((int(file.name[:4]), file) for file in files if re.fullmatch(r"\d{4}_\w+\.sql", file.name))
    assert len({number for number, _ in found}) == len(found), "two migrations have the same number"
    return found


class Tables:
    """The tables as one store keeps them: jobs for a connection to it."""

    def keep_arg(self, arg: str | int | None) -> Any:
        """An argument of an action as it is kept."""
        return arg

    def read_arg(self, kept: Any) -> str | int | None:
        return kept  # type: ignore[no-any-return]

    def broken(self, bad: Exception) -> bool:
        """Does the error say that rows cannot be read, and not that the store is out of reach?"""
        return isinstance(bad, UNREADABLE)

    def begin(self, db: Connection, game: str) -> None:
        """Called when a game is created."""

    def check(self, db: Connection, game: str) -> None:
        """Called before a game is changed; Conflict if that is not for this process to do."""

    # -- writing -----------------------------------------------------------------------------------------------

    def create(self, db: Connection, game: GameRow, change: Change, snapshots: Sequence[Snapshot]) -> None:
        values = [(text(value) if key in _JSON else value) for key, value in msgspec.structs.asdict(game).items()]
        db.execute(f"insert into game ({_GAME}) values ({', '.join('?' * len(values))})", values)
        self.begin(db, game.id)
        if snapshots:
            db.executemany(_KEEP, [(game.id, *snapshot) for snapshot in snapshots])
        self.append(db, game.id, change)

    def append(self, db: Connection, game: str, change: Change) -> None:
        self.check(db, game)
        _there(
            db.execute(
                "update game set summary = ?, updated = ? where id = ?", (text(change.summary), change.updated, game)
            )
        )
        db.executemany(_ADD, self._sealed(db, game, change.rows))
        for row in change.rows:
            if row.kind in BACK:
                db.execute("delete from snapshot where game = ? and length > ?", (game, row.length))
        if change.seed is not None:
            db.execute("update game set seed = ? where id = ?", (text(change.seed), game))
            self.reseal(db, game)
        if change.snapshot is not None:
            db.execute(_KEEP, (game, *change.snapshot))

    # -- seals -------------------------------------------------------------------------------------------------

    def _sealed(self, db: Connection, game: str, rows: Sequence[LogRow]) -> list[tuple[Any, ...]]:
        query = "select seal from log where game = ? order by seq desc, part desc limit 1"
        last = db.execute(query, (game,)).fetchone()
        before, made = _root(db, game) if last is None else last[0], []
        for row in rows:
            before = seal(before, row)
            made.append((game, *row._replace(arg=self.keep_arg(row.arg)), before))
        return made

    def reseal(self, db: Connection, game: str) -> None:
        """Seals a log anew: one that was kept before there were seals, or whose dice are changed."""
        before = _root(db, game)
        for found in db.execute(f"select {_LOG} from log where game = ? order by seq, part", (game,)).fetchall():
            row = self._row(found)
            before = seal(before, row)
            key = (before, game, row.seq, row.part)
            db.execute("update log set seal = ? where game = ? and seq = ? and part = ?", key)

    def _row(self, found: Sequence[Any]) -> LogRow:
        row = LogRow(*found)
        return row._replace(arg=self.read_arg(row.arg))

    # -- reading -----------------------------------------------------------------------------------------------

    def log(self, db: Connection, game: str) -> list[LogRow]:
        """The log; Damaged at the first row whose seal does not fit, or if rows are missing at the end."""
        rows: list[LogRow] = []
        try:
            before = _root(db, game)
            for *kept, sealed in db.execute(f"select {_LOG}, seal from log where game = ? order by seq, part", (game,)):
                row = self._row(kept)
                before = seal(before, row)
                if before != sealed:
                    raise Damaged(f"{_where(rows)} is not as it was written", rows)
                rows.append(row)
            told = db.execute("select summary from game where id = ?", (game,)).fetchone()
            last = None if told is None else msgspec.json.decode(told[0], type=Told).get("seq")
        except Exception as bad:
            if not self.broken(bad):
                raise
            raise Damaged(f"{_where(rows)} cannot be read ({bad})", rows) from bad
        if rows and last is not None and rows[-1].seq < last:
            raise Damaged(f"the changes {rows[-1].seq + 1} to {last} are missing", rows)
        return rows

    def games(self, db: Connection) -> list[GameRow]:
        """All games; those whose own row is damaged are there to be seen and deleted."""
        ids = [game for (game,) in db.execute("select id from game order by updated desc, id").fetchall()]
        return [row for game in ids if (row := self.game(db, game)) is not None]

    def game(self, db: Connection, game: str) -> GameRow | None:
        try:
            row = db.execute(f"select {_GAME} from game where id = ?", (game,)).fetchone()
            return None if row is None else _game(row)
        except Exception as bad:
            if not self.broken(bad):
                raise
            return self._remains(db, game, {"damage": f"what is kept of it cannot be read ({bad})"})

    def _remains(self, db: Connection, game: str, damage: dict[str, Any]) -> GameRow:
        """What can still be read of a damaged row, column by column; the rest is as if nobody had written it."""
        found = GameRow(game, "A damaged game", "", 0, "", {}, None, None, {}, None, 0.0, 0.0, damage)
        for key in GameRow.__struct_fields__[1:-1]:
            try:
                row = db.execute(f"select {key} from game where id = ?", (game,)).fetchone()
                setattr(found, key, _read(key, row[0]))
            except Exception as bad:
                if not self.broken(bad):
                    raise
        return found


class SqlStorage:
    """Games in a store, which says how to read and how to run jobs together in one transaction.

    Every method that writes returns when what it wrote will survive a loss of power.

    One thread writes. What arrives while it syncs is written together in the next transaction, so many games share the
    cost of one sync; each writer waits until its own rows are on the disk.
    """

    tables: Tables

    def __init__(self) -> None:
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="storage-write", daemon=True)
        self._closed = False
        self.observe: Callable[[float], None] = lambda seconds: None  #: told how long each change took to be durable
        self._writer.start()

    # -- what a store must say ---------------------------------------------------------------------------------

    def together(self, jobs: Sequence[Job]) -> list[Any]:
        """Runs the jobs in one transaction; one that fails leaves no trace and does not harm the others.

        The answer of each, or the exception that it ended with.
        """
        raise NotImplementedError

    async def read(self, job: Callable[[Any], T], steady: bool = False) -> T:
        """What the job finds; if `steady`, all its queries see the tables at one moment."""
        raise NotImplementedError

    # -- jobs --------------------------------------------------------------------------------------------------

    async def write(self, job: Callable[[Any], T]) -> T:
        """What the job answers, when all that it wrote is on the disk."""
        if self._closed:
            raise StorageFailed("the storage is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._orders.put(Order(job, loop, future))
        began = time.perf_counter()
        # The request may be cancelled; what it ordered is still written, and its rows are then found in the log.
        found = await asyncio.shield(future)
        self.observe(time.perf_counter() - began)
        return found

    async def do(self, query: str, *values: Any) -> int:
        """One statement that writes; how many rows it changed."""
        return await self.write(lambda db: int(db.execute(query, values).rowcount))

    async def one(self, query: str, *values: Any) -> Any:
        """The first row that a query finds, or None."""
        return await self.read(lambda db: db.execute(query, values).fetchone())

    async def all(self, query: str, *values: Any) -> list[Any]:
        """Every row that a query finds."""
        return await self.read(lambda db: db.execute(query, values).fetchall())

    def _write_all(self) -> None:
        while (order := self._orders.get()) is not None:
            orders = [order]
            while len(orders) < MOST_TOGETHER and not self._orders.empty():
                following = self._orders.get()
                if following is None:
                    self._orders.put(None)
                    break
                orders.append(following)
            _answer(orders, self.together([each.job for each in orders]))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._orders.put(None)
            await asyncio.to_thread(self._writer.join)

    # -- writing -----------------------------------------------------------------------------------------------

    async def create(self, game: GameRow, change: Change, snapshots: Sequence[Snapshot] = ()) -> None:
        await self.write(lambda db: self.tables.create(db, game, change, snapshots))

    async def append(self, game: str, change: Change) -> None:
        """Adds to the log. Conflict, and nothing is written, if the game is gone or has such rows already."""
        await self.write(lambda db: self.tables.append(db, game, change))

    async def update(
        self,
        game: str,
        *,
        name: str | None = None,
        seats: dict[str, Any] | None = None,
        summary: dict[str, Any] | None = None,
    ) -> None:
        """Name, seats or summary; Conflict if the game is gone."""
        given = {"name": name, "seats": text(seats), "summary": text(summary)}
        fields = {key: value for key, value in given.items() if value is not None}
        assert fields
        setting = ", ".join(f"{key} = ?" for key in fields)
        values = (*fields.values(), game)

        def job(db: Connection) -> None:
            self.tables.check(db, game)
            _there(db.execute(f"update game set {setting} where id = ?", values))

        await self.write(job)

    async def delete(self, game: str) -> None:
        def job(db: Connection) -> None:
            self.tables.check(db, game)
            db.execute("delete from game where id = ?", (game,))

        await self.write(job)

    # -- reading -----------------------------------------------------------------------------------------------

    async def games(self) -> list[GameRow]:
        """All games, last touched first. One that cannot be read is there with `damage` in its summary."""
        return await self.read(self.tables.games)

    async def game(self, game: str) -> GameRow | None:
        return await self.read(lambda db: self.tables.game(db, game))

    async def log(self, game: str) -> list[LogRow]:
        """The whole log in its order; Damaged if a row is not as it was written."""
        return await self.read(lambda db: self.tables.log(db, game), steady=True)

    async def snapshots(self, game: str, rules: int) -> list[tuple[int, str]]:
        """Length and digest of each snapshot made under these rules, shortest first."""
        query = "select length, digest from snapshot where game = ? and rules = ? order by length"
        return [tuple(row) for row in await self.all(query, game, rules)]

    async def snapshot(self, game: str, length: int) -> Snapshot | None:
        query = "select length, rules, digest, state from snapshot where game = ? and length = ?"
        row = await self.one(query, game, length)
        return None if row is None else Snapshot(*row)


_GAME = ", ".join(GameRow.__struct_fields__)
_LOG = ", ".join(LogRow._fields)
_KINDS = get_type_hints(GameRow, include_extras=True)
_JSON = ("options", "start", "seed", "seats", "branch", "summary")
_ADD = f"insert into log (game, {_LOG}, seal) values ({', '.join('?' * (2 + len(LogRow._fields)))})"
_KEEP = (
    "insert into snapshot (game, length, rules, digest, state) values (?, ?, ?, ?, ?) on conflict (game, length) "
    "do update set rules = excluded.rules, digest = excluded.digest, state = excluded.state"
)


def text(value: Any) -> str | None:
    """As it is kept: JSON, or nothing."""
    return None if value is None else msgspec.json.encode(value).decode()


def _game(row: Iterable[Any]) -> GameRow:
    found = GameRow(*(_read(key, kept) for key, kept in zip(GameRow.__struct_fields__, row, strict=True)))
    msgspec.convert(found.summary, Told)
    return found


def _read(key: str, kept: Any) -> Any:
    """A column of a game as it was given; what cannot be is one of UNREADABLE."""
    value = msgspec.json.decode(kept) if key in _JSON and kept is not None else kept
    return msgspec.convert(value, _KINDS[key])


def seal(before: str, row: Sequence[Any]) -> str:
    """The running digest after a row."""
    return blake2b(before.encode() + msgspec.json.encode(list(row)), digest_size=8).hexdigest()


def _root(db: Connection, game: str) -> str:
    """What the first row is sealed with: all that a replay begins from, so that it cannot change unnoticed either."""
    found = db.execute("select title, scenario, options, start, seed from game where id = ?", (game,)).fetchone()
    return seal(game, found or ())


def _where(rows: Sequence[LogRow]) -> str:
    return f"what follows action {rows[-1].length}" if rows else "its beginning"


def _there(found: Cursor) -> None:
    if not found.rowcount:
        raise Conflict("the game is gone")


def _answer(orders: Sequence[Order], answers: Sequence[Any]) -> None:
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

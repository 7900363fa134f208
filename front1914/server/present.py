"""The games in memory: opened when somebody asks, kept as long as somebody uses them, let go when memory is short."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from front1914 import FrontError
from front1914.server import older
from front1914.server.opponents import Opponent
from front1914.server.record import CannotOpen, Record
from front1914.server.refusals import Refused
from front1914.server.seats import unreadable
from front1914.server.shelf import Shelf
from front1914.server.sql import SqlStorage
from front1914.server.storage import Damaged, GameRow
from front1914.server.table import Table
from front1914.server.workers import Workers

MOST_TABLES = 64  #: unused games kept in memory, besides those in use


log = logging.getLogger(__name__)


def no_game(game: str) -> Refused:
    return Refused(404, "game", f"no game {game[:64]!r}")


class Present:
    """Tables by game, each with its computer opponent."""

    def __init__(self, storage: SqlStorage, workers: Workers, shelf: Shelf) -> None:
        self.storage = storage
        self.workers = workers
        self.shelf = shelf
        self.tables: dict[str, Table] = {}
        self.opponents: dict[str, Opponent] = {}
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._users: Counter[str] = Counter()
        self.damage: dict[str, Damaged] = {}  #: games whose rows are not as they were written
        self.watchers: tuple[Callable[[Table], None], ...] = ()  #: called after every change of a game
        self._ending: set[asyncio.Task[None]] = set()
        self._leaving: set[str] = set()  #: being deleted: nobody may open them any more

    # -- using -------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def using(self, game: str) -> Iterator[None]:
        """A context in which the game stays in memory once it is there, so that there is never a second copy of it."""
        self._users[game] += 1
        try:
            yield
        finally:
            self._users[game] -= 1
            if not self._users[game]:
                del self._users[game]
                self._tidy()

    async def row(self, game: str) -> GameRow:
        """A game as it is kept; Refused if there is none."""
        if game in self._leaving:
            raise no_game(game)
        if game in self.tables:
            return self.tables[game].row
        row = await self.storage.game(game) if len(game) <= 64 else None
        if row is None or game in self._leaving:
            raise no_game(game)
        return row

    async def table(self, game: str) -> Table:
        """The game in memory, read from the storage if need be. Callers that go on using it enter `using`."""
        with self.using(game):
            table = self.tables.get(game)
            if table is None:
                table = await self._opened(game)
            if table.doubtful:
                async with table.lock:
                    if table.doubtful:
                        await table.reload()
        if table.closed or game in self._leaving:
            raise no_game(game)
        table.used = time.monotonic()
        return table

    def opponent(self, game: str) -> Opponent:
        """The computer at a table that is in use."""
        found = self.opponents.get(game)
        if found is None:
            raise no_game(game)
        return found

    # -- opening and letting go --------------------------------------------------------------------------------

    async def _opened(self, game: str) -> Table:
        task = self._opening.get(game)
        if task is None:
            if game in self._leaving:
                raise no_game(game)
            task = self._opening[game] = asyncio.ensure_future(self._open(game))
            task.add_done_callback(lambda _: self._opening.pop(game, None))
        return await asyncio.shield(task)

    async def _open(self, game: str) -> Table:
        row = await self.row(game)
        try:
            if "damage" in row.summary:
                raise await self.sound(row, row.summary["damage"])
            title = await self.shelf.title(row.title)
            record = await Record.read(self.storage, row, title)
            if lost := unreadable(title.sides(row.options), row.seats):
                raise await self.sound(row, f"it is not kept who plays {', '.join(lost)}")
            if older.foreign(record) and (found := await older.reach(self.storage, record)).why:
                raise Refused(409, "game", older.reason(record, found), good=found.good)
            table = Table(self.storage, row, record, await record.revive())
            await table.begin_marks()
        except Damaged as bad:
            self.damage[game] = bad
            more: dict[str, Any] = {"good": bad.good} if bad.rows else {}
            raise Refused(409, "game", f"it is damaged: {bad}", **more) from bad
        except (CannotOpen, FrontError) as bad:
            raise Refused(409, "game", f"it cannot be opened: {bad}") from bad
        return self.seat(table)

    async def sound(self, row: GameRow, why: str) -> Damaged:
        """What is sound of a game of which something else is damaged than its log, or more than that."""
        try:
            return Damaged(why, await self.storage.log(row.id))
        except Damaged as bad:
            return Damaged(why, bad.rows)

    async def check_all(self) -> None:
        """Reads every log once, so that the library shows which games are damaged before somebody opens them."""
        for row in await self.storage.games():
            try:
                await self.storage.log(row.id)
                if "damage" in row.summary:
                    raise await self.sound(row, row.summary["damage"])
            except Damaged as bad:
                self.damage[row.id] = bad
                log.warning("the game %s is damaged: %s", row.id, bad)

    def seat(self, table: Table) -> Table:
        """Takes a game into memory, with the computer beside it."""
        opponent = Opponent(table, self.workers)
        table.changed = opponent.wake
        table.watchers = self.watchers
        table.lost = lambda: self.let_go(table.row.id)
        self.tables[table.row.id] = table
        self.opponents[table.row.id] = opponent
        opponent.wake()
        self._tidy()
        return table

    def _tidy(self) -> None:
        """Lets go of games that nobody uses, looks at or lets the computer play, longest unused first."""
        if len(self.tables) <= MOST_TABLES:
            return
        idle = [table for table in self.tables.values() if not self._used(table)]
        idle.sort(key=lambda table: table.used)
        for table in idle[: len(self.tables) - MOST_TABLES]:
            del self.tables[table.row.id], self.opponents[table.row.id]

    def let_go(self, game: str | None) -> None:
        """Another process plays the game now (None: any game): nothing of it stays in memory; windows come again."""
        for gone in list(self.tables) if game is None else [game] if game in self.tables else []:
            table, opponent = self.tables.pop(gone), self.opponents.pop(gone)
            table.doubtful = True
            for window in table.windows:
                window.send(None)
            task = asyncio.ensure_future(opponent.stop())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    def _used(self, table: Table) -> bool:
        game = table.row.id
        return bool(game in self._users or table.windows or table.lock.locked() or self.opponents[game].busy)

    async def remove(self, game: str) -> None:
        """Deletes a game for good. From now on nobody can open it; if it cannot be deleted, nothing has happened."""
        await self.row(game)
        self._leaving.add(game)
        try:
            if game in self._opening:  # an opening that has begun must not bring the game back after it was deleted
                await asyncio.gather(self._opening[game], return_exceptions=True)
            table = self.tables.get(game)
            if table is None:
                await self.storage.delete(game)
            else:
                async with table.lock:
                    await self.storage.delete(game)
                    table.close()
                self.tables.pop(game, None)
                await self.opponents.pop(game).stop()
            self.damage.pop(game, None)
            await self.workers.release(game)
        finally:
            self._leaving.discard(game)

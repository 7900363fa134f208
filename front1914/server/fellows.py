"""Several server processes over one PostgreSQL: a game is played in one of them at a time.

Each process has a row whose beat grows as long as it lives. A lease says which process plays a game; whatever is
written to a game is written only if the lease is still one's own, in the same transaction (postgres.py), so a process
that was taken for dead can never write again. Who is dead has its row deleted, and its games are free. That is

- at once, who was killed: his line to PostgreSQL is broken, so that the lock in his name has fallen, and nobody
  listens at his address. Whoever is refused there looks (`bury`), and everybody looks at each beat;
- after DEAD seconds, who hangs: his beat stands still, as seen by somebody who looks on all the while. No clock of one
  machine is compared with that of another.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg

from front1914.server.postgres import Line, PostgresStorage, said, settings
from front1914.server.sql import Connection

BEAT = 0.5  #: seconds between two beats
DEAD = 3.0  #: seconds after which a beat that stands still is that of a dead process
KNOCK = 0.5  #: seconds in which somebody opens the door, or his machine says that nobody does
HANGS = 15.0  #: seconds after which a process that answers nobody any more stops its beat
FRESH = 2.0  #: seconds for which it is believed that another process plays a game
CHANNEL = "front1914"

log = logging.getLogger(__name__)


class Fellows:
    """This process among the others: whom a game belongs to, and news for all of them.

    `lost` is called with a game that another process has taken over (None: all of them), `heard` with news about a
    game: its kind and its id; both in the event loop.
    """

    def __init__(self, storage: PostgresStorage, address: str) -> None:
        self.storage = storage
        self.address = address  #: where the others reach this process
        self.me = secrets.token_hex(8)
        self.lost: Callable[[str | None], None] = lambda game: None
        self.heard: Callable[[str, str], None] = lambda kind, game: None
        self._mine: set[str] = set()
        self._theirs: dict[str, tuple[str, float]] = {}  #: address of who plays a game, and until when it is believed
        self._gone: dict[str, set[asyncio.Future[None]]] = {}  #: who waits for the end of the process at an address
        self._named = ""  #: the name whose lock the line to PostgreSQL holds
        self._seen: dict[str, tuple[int, float]] = {}  #: the last beat of each fellow, and when it was first seen
        self._awake = time.monotonic()  #: when the event loop last moved
        self._end = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._live, name="fellows", daemon=True)

    async def join(self) -> None:
        """From now on the others know of this process."""
        await self._enter()
        self._thread.start()

    async def _enter(self) -> None:
        self.storage.holder = self.me
        await self.storage.do("insert into process (id, address, beat) values (?, ?, 1)", self.me, self.address)

    async def leave(self) -> None:
        """The process ends: its games are free at once."""
        self._end.set()
        await asyncio.to_thread(self._thread.join, 5)
        me = self.me

        def job(db: Connection) -> None:
            db.execute("delete from lease where process = ?", (me,))
            db.execute("delete from process where id = ?", (me,))
            db.execute("select pg_notify(?, ?)", (CHANNEL, _left(self.address)))

        await self.storage.write(job)

    # -- leases ------------------------------------------------------------------------------------------------

    async def owner(self, game: str) -> str | None:
        """The address of the process that plays the game; None if it is this one, which takes a free game."""
        if game in self._mine or len(game) > 64:
            return None
        address, until = self._theirs.get(game, ("", 0.0))
        if time.monotonic() < until:
            return address
        me = self.me
        found, taken = await self.storage.write(lambda db: claim(db, game, me))
        if taken:
            self.lost(game)  # what may be in memory of it is old
        if found is None and me == self.me:
            self._mine.add(game)
        elif found is not None:
            if len(self._theirs) > 20_000:
                self._theirs.clear()
            self._theirs[game] = found, time.monotonic() + FRESH
        return found

    def ours(self, game: str) -> bool:
        """Is the game known to be played here?"""
        return game in self._mine

    def begun(self, game: str) -> None:
        """A game was created here: its lease was written with it."""
        self._mine.add(game)

    def doubt(self, game: str) -> bool:
        """The game is not where it was believed to be: the database is asked again. False if that was known."""
        return self._theirs.pop(game, None) is not None

    async def bury(self, address: str) -> bool:
        """Is the process at an address that gave no answer dead? Then its games are free from now on."""
        if await asyncio.to_thread(_listens, address):
            return False
        if not await self.storage.write(lambda db: bury(db, address)):
            return False
        self._left(address)  # what all others hear soon
        return True

    def drop(self, game: str) -> None:
        """The game is played elsewhere now, or gone."""
        self._mine.discard(game)
        self._theirs.pop(game, None)

    def gone(self, address: str) -> asyncio.Future[None]:
        """Done when the process at the address has ended, or is taken for dead. Whoever waits no more cancels it."""
        waiting = self._gone.setdefault(address, set())
        found: asyncio.Future[None] = self._loop.create_future()
        waiting.add(found)
        found.add_done_callback(waiting.discard)
        return found

    async def tell(self, kind: str, game: str) -> None:
        """News of a game for all processes, this one included."""
        news = json.dumps({"kind": kind, "game": game})
        await self.storage.write(lambda db: db.execute("select pg_notify(?, ?)", (CHANNEL, news)) and None)

    async def orphans(self, query: str) -> list[str]:
        """Of the games that a query finds, those that nobody plays; they are this process's from now on.

        A few at a time, so that several processes share them.
        """
        free = (
            f"select game from ({query}) as wanted where not exists (select 1 from lease join process "
            "on process.id = lease.process where lease.game = wanted.game) limit 40"
        )
        return [game for (game,) in await self.storage.all(free) if await self.owner(game) is None]

    # -- the beat and the news, in a thread of their own -------------------------------------------------------

    def _live(self) -> None:
        """Beats and listens until the process ends; PostgreSQL may come and go meanwhile."""
        while not self._end.is_set():
            try:
                with contextlib.closing(psycopg.connect(**settings(self.storage.url))) as line:
                    line.execute(f"listen {CHANNEL}")
                    self._named = ""
                    self._in_loop(self._forget_theirs)  # news may have been missed
                    while not self._end.is_set():
                        self._beat(line)
                        for notice in line.notifies(timeout=BEAT):
                            self._in_loop(self._hear, notice.payload)
                            if self._end.is_set():
                                break
            except psycopg.Error as bad:
                log.warning("PostgreSQL is out of reach: %s", said(bad))
                self._seen.clear()  # who looks away cannot say that others stand still
                self._end.wait(BEAT)

    def _beat(self, line: psycopg.Connection[Any]) -> None:
        self._in_loop(self._tick)
        if time.monotonic() - self._awake > HANGS:
            return
        if self._named != self.me:
            self._named = self.me
            line.execute("select pg_advisory_unlock_all()")
            Line(line).execute(f"select pg_advisory_lock({_key('?')})", (self._named,))
        done = line.execute("update process set beat = beat + 1 where id = %s", (self.me,))
        if not done.rowcount:
            log.warning("the other processes took this one for dead; it begins anew")
            self._in_loop(self._begin_anew)
            self._end.wait(BEAT)
        self._look_at_others(Line(line))

    def _look_at_others(self, db: Connection) -> None:
        query = f"select id, beat, address, {FALLEN} from process where id <> ?"
        now, rows = time.monotonic(), db.execute(query, (self.me,)).fetchall()
        for fellow, beat, address, fallen in rows:
            known = self._seen.get(fellow)
            if known is None or known[0] != beat:
                self._seen[fellow] = beat, now
            elif now - known[1] > DEAD:
                log.warning("the process %s hangs", fellow)
                if db.execute("delete from process where id = ? and beat = ?", (fellow, beat)).rowcount:
                    db.execute("select pg_notify(?, ?)", (CHANNEL, _left(address)))
            if fallen and not _listens(address) and bury(db, address):
                log.warning("the process %s is dead", fellow)
        for gone in self._seen.keys() - {fellow for fellow, *_ in rows}:
            del self._seen[gone]

    def _in_loop(self, call: Callable[..., None], *values: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(call, *values)

    def _tick(self) -> None:
        self._awake = time.monotonic()

    def _forget_theirs(self) -> None:
        self._theirs.clear()

    def _begin_anew(self) -> None:
        """Under a new name: whatever was ours may be played elsewhere by now."""
        self._mine.clear()
        self.me = secrets.token_hex(8)
        self.lost(None)
        self._anew = asyncio.ensure_future(self._enter())

    def _hear(self, payload: str) -> None:
        news = json.loads(payload)
        if news["kind"] == "left":
            self._left(news["address"])
        elif news["kind"] == "taken":
            self._theirs.pop(news["game"], None)
            if news["process"] != self.me and news["game"] in self._mine:
                self._mine.discard(news["game"])
                self.lost(news["game"])
        else:
            self.heard(news["kind"], news["game"])

    def _left(self, address: str) -> None:
        self._theirs.clear()
        for waiting in list(self._gone.pop(address, ())):
            if not waiting.done():
                waiting.set_result(None)


def _left(address: str) -> str:
    return json.dumps({"kind": "left", "address": address})


def _key(name: str) -> str:
    """The number under which a process holds a lock, from its name: sixteen hexadecimal digits."""
    return f"('x' || {name})::bit(64)::bigint"


FALLEN = f"pg_try_advisory_xact_lock_shared({_key('id')})"  #: nobody holds the lock in the name of a row


def _listens(address: str) -> bool:
    """Not if the connection is refused: a process listens from before it has a row until it ends."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), KNOCK).close()
    except ConnectionRefusedError:
        return False
    except OSError:
        pass  # it hangs, or this process has no connection left: that proves nothing
    return True


def bury(db: Connection, address: str) -> bool:
    """Deletes the row of a process at whose address nobody listens, if its line to PostgreSQL is broken too.

    Who ends in order listens no more, but has his line until he has written everything. True if there is no such row
    any more, whoever deleted it.
    """
    if db.execute(f"delete from process where address = ? and {FALLEN}", (address,)).rowcount:
        db.execute("select pg_notify(?, ?)", (CHANNEL, _left(address)))
    return db.execute("select 1 from process where address = ?", (address,)).fetchone() is None


def claim(db: Connection, game: str, me: str) -> tuple[str | None, bool]:
    """Takes the lease of a game that no living process has; else the address of the one that has it.

    The second says whether it was taken just now.
    """
    query = (
        "select lease.process, process.address from lease left join process on process.id = lease.process "
        "where lease.game = ? for update of lease"
    )
    found = db.execute(query, (game,)).fetchone()
    if found is None:
        there = "insert into lease (game, process) select id, ? from game where id = ? on conflict do nothing"
        if db.execute(there, (me, game)).rowcount:
            return None, True
        found = db.execute(query, (game,)).fetchone()
    if found is None or found[0] == me:  # ours, or there is no such game: whoever is asked says so
        return None, False
    if found[1] is not None:
        return str(found[1]), False
    db.execute("update lease set process = ? where game = ?", (me, game))
    db.execute("select pg_notify(?, ?)", (CHANNEL, json.dumps({"kind": "taken", "game": game, "process": me})))
    return None, True

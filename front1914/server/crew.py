"""One process of a club: what it does for its games among its fellows, and the parent that starts several of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette

from front1914.server.club.pace import Timekeeper
from front1914.server.club.seats import Seats
from front1914.server.library import SIGNED_OUT, Library
from front1914.server.refusals import Refused
from front1914.server.storage import StorageFailed

if TYPE_CHECKING:
    from front1914.server.postgres import PostgresStorage

ADOPT_EVERY = 1.5  #: seconds between two looks for games whose clock or notice nobody sees to
TIMED = "select game from hosted where clock is not null or lent is not null or noticed like '%\"told\":false%'"
START_AGAIN = 1.0  #: seconds before a process that died is replaced
MOST_FAILED = 20  #: starts in a row after which it is given up
READY = 60.0  #: seconds that a new process may take to open

log = logging.getLogger(__name__)


def hear_news(library: Library, seats: Seats, keeper: Timekeeper) -> None:
    """What the process that plays a game does when somebody has sat down at it, or has handed his seat on."""

    async def heard(kind: str, game: str) -> None:
        what, _, side = kind.partition(" ")
        if kind == SIGNED_OUT:
            library.shut(device=game)
            return
        if what == "dice":  # somebody new sits there: nobody may know them from before
            with suppress(Refused):
                await (await library.table(game)).renew_dice()
            return
        table = library.tables.get(game)
        if what == "closed":  # the keeper of the club has deleted it
            if table is not None:
                table.close()
                library.present.let_go(game)
            return
        if what == "handed" and table is not None:  # who sat there looks through these eyes no more
            for window in table.windows:
                window.access.lose(side)
            table.dismiss()
        await keeper.look(game)
        if table is not None:
            shown = await seats.described(library.show_row(table.row), None)
            table.tell({"type": "players", "players": shown["players"], "free": shown["free"]})

    library.news.heard = heard


@asynccontextmanager
async def among_fellows(app: Starlette, storage: PostgresStorage, address: str) -> AsyncIterator[None]:
    """As long as this lasts the process is one of several over the same database."""
    import httpx

    from front1914.server.fellows import Fellows
    from front1914.server.forward import LONGEST

    library: Library = app.state.library
    fellows = app.state.fellows = Fellows(storage, address)
    tasks: set[asyncio.Task[None]] = set()

    def hear(kind: str, game: str) -> None:
        if kind == SIGNED_OUT or fellows.ours(game):
            task = asyncio.ensure_future(library.news.heard(kind, game))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def spread(kind: str, game: str) -> None:
        await fellows.owner(game)  # a free game is taken, so that somebody hears it
        await fellows.tell(kind, game)

    fellows.lost, fellows.heard, library.news.spread = library.present.let_go, hear, spread
    library.news.everywhere = fellows.tell
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=50, keepalive_expiry=4)
    async with httpx.AsyncClient(timeout=httpx.Timeout(LONGEST, connect=2), limits=limits, trust_env=False) as client:
        app.state.client = client
        await fellows.join()
        adopting = asyncio.ensure_future(_adopt(app))
        try:
            yield
        finally:
            adopting.cancel()
            await asyncio.gather(adopting, *tasks, return_exceptions=True)
            library.present.let_go(None)
            with contextlib.suppress(StorageFailed):
                await fellows.leave()


async def _adopt(app: Starlette) -> None:
    """Sees to it that somebody keeps the clock, and tells the move, of every game that has one."""
    while True:
        try:
            for game in await app.state.fellows.orphans(TIMED):
                hosted = await app.state.keeper.storage.hosted(game)
                if hosted is not None:
                    await app.state.keeper.adopt(hosted)
                    app.state.herald.adopt(hosted)
                    await app.state.lending.look(game)
        except (StorageFailed, Refused) as bad:
            log.warning("games without a process: %s", bad)
        await asyncio.sleep(ADOPT_EVERY)


class Crew:
    """The parent of several processes on one port: replaces those that die, and renews them one by one on SIGHUP."""

    def __init__(self, command: Sequence[str], listening: socket.socket, count: int) -> None:
        self.command = [*command, "--listen-fd", str(listening.fileno())]
        self.listening = listening
        self.count = count
        self.children: list[subprocess.Popen[str]] = []
        self.figures = tempfile.TemporaryDirectory(prefix="front1914-figures-")
        self.ending = False
        self.renewing = False

    def run(self, told: str) -> int:
        """Until it is told to end; then every process ends in order. `told` is said when all are open."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_: setattr(self, "ending", True))
        signal.signal(signal.SIGHUP, lambda *_: setattr(self, "renewing", True))
        self.children = [found for _ in range(self.count) if (found := self._start()) is not None]
        if len(self.children) < self.count:
            self._end(self.children)
            return 1
        print(told, flush=True)
        failed = 0
        while not self.ending:
            time.sleep(0.2)
            if self.renewing:
                self.renewing = False
                self._renew()
            for child in [child for child in self.children if child.poll() is not None]:
                self._forget(child.pid)
                log.error("a process ended with %s; another one is started", child.returncode)
                self.children.remove(child)
            if len(self.children) < self.count:
                time.sleep(START_AGAIN)
                found = self._start()
                failed = 0 if found is not None else failed + 1
                self.children += [] if found is None else [found]
            if failed >= MOST_FAILED:
                log.error("no process can be started any more")
                self._end(self.children)
                return 1
        self._end(self.children)
        self.figures.cleanup()
        return 0

    def _forget(self, pid: int) -> None:
        """What a process that has ended had open is not counted any more."""
        for file in Path(self.figures.name).glob(f"gauge_live*_{pid}.db"):
            file.unlink(missing_ok=True)

    def _start(self) -> subprocess.Popen[str] | None:
        """A new process, once it says that it is open; None if it is not in time."""
        fd = self.listening.fileno()
        environ = os.environ | {"PROMETHEUS_MULTIPROC_DIR": self.figures.name}  # so that one answers for all
        child = subprocess.Popen(self.command, pass_fds=[fd], stdout=subprocess.PIPE, text=True, env=environ)
        assert child.stdout is not None
        ready, _, _ = select.select([child.stdout], [], [], READY)
        if ready and child.stdout.readline():
            return child
        child.kill()
        child.wait()
        return None

    def _renew(self) -> None:
        """Each process is replaced by a new one, which is open before the old one ends."""
        for old in list(self.children):
            found = self._start()
            if found is None:
                log.error("the new process did not open; the old ones go on")
                return
            self.children.append(found)
            self.children.remove(old)
            self._end([old])
            self._forget(old.pid)

    def _end(self, children: Sequence[subprocess.Popen[str]]) -> None:
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                child.send_signal(signal.SIGTERM)
        for child in children:
            try:
                child.wait(30)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def again() -> list[str]:
    """The command line by which this program was started, for a process of the crew."""
    words = [word for word in sys.argv[1:] if word != "--json"]
    for n, word in enumerate(words):
        if word == "--processes":
            del words[n : n + 2]
            break
        if word.startswith("--processes="):
            del words[n]
            break
    return [sys.executable, "-m", "front1914", *words]


def inherited(fd: int) -> socket.socket:
    """The socket that the parent listens on."""
    os.set_inheritable(fd, False)
    return socket.socket(fileno=fd)

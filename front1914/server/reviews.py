"""Reviews of finished games: worked out in another process, told how far, kept for the next time."""

from __future__ import annotations

import asyncio
import hashlib
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import front1914
from front1914.server.refusals import Refused
from front1914.server.table import Table
from front1914.server.workers import BUSY, JobFailed, Workers

SECONDS, MORE_SECONDS, MOST_SECONDS = 120.0, 0.05, 3_600.0  #: at least, for each action, at most
FORM = 1  #: of what is kept; another form is worked out anew


class Work(NamedTuple):
    """A review on its way."""

    task: asyncio.Task[bytes]
    done: list[int]  #: how much, of how much


class Reviews:
    """The reviews of all games; finished ones lie in a folder, by game and log."""

    def __init__(self, workers: Workers, folder: Path | None) -> None:
        self.workers = workers
        self.folder = None if folder is None else folder / "reviews"
        self._work: dict[str, Work] = {}
        self._ready: dict[str, bytes] = {}

    def ask(self, table: Table) -> tuple[bytes | None, list[int]]:
        """The review as JSON if it is there, else how far the work on it has come. The first question begins it."""
        if table.game.result is None:
            raise Refused(403, "game", "the review is open when the game is over")
        key = self._key(table)
        kept = self._ready.get(key) or self._read(key)
        if kept is not None:
            self._ready = {key: kept}  # one is looked at at a time
            return kept, [1, 1]
        work = self._work.get(key)
        if work is None:
            done = [0, 1]
            work = self._work[key] = Work(asyncio.ensure_future(self._make(table, key, done)), done)
        if work.task.done():
            del self._work[key]
            return work.task.result(), [1, 1]
        return None, work.done

    async def _make(self, table: Table, key: str, done: list[int]) -> bytes:
        row, entries = table.row, table.record.entries
        limit = min(MOST_SECONDS, SECONDS + MORE_SECONDS * len(entries))

        def told(part: int, of: int) -> None:
            done[:] = [part, of]

        arguments = (row.title, row.scenario, row.options, row.start, entries)
        try:
            found = await self.workers.ask("review", *arguments, limit=limit, told=told)
        except JobFailed as bad:
            raise Refused(503 if bad.kind == BUSY else 409, "game", f"the review could not be written: {bad}") from bad
        body = msgspec.json.encode(found)
        self._keep(key, body)
        return body

    def _key(self, table: Table) -> str:
        """The game, and what its review rests on: the log, the rules, the calibration, this form."""
        title = table.game.title
        rests = (
            table.record.length,
            table.record.seq,
            title.rules_version,
            title.own,
            sorted(title.fits.items()),
            FORM,
        )
        mark = hashlib.sha256(repr((rests, front1914.__version__)).encode()).hexdigest()[:12]
        return f"{table.row.id}-{mark}"

    def _read(self, key: str) -> bytes | None:
        if self.folder is None:
            return None
        try:
            return zlib.decompress((self.folder / key).read_bytes())
        except (OSError, zlib.error):
            return None

    def _keep(self, key: str, body: bytes) -> None:
        """A review that cannot be kept is worked out again next time."""
        self._ready = {key: body}
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.forget(key.partition("-")[0])
            scratch = self.folder / f"{key}.new"
            scratch.write_bytes(zlib.compress(body))
            scratch.replace(self.folder / key)
        except OSError:
            return

    def forget(self, game: str) -> None:
        """The game was deleted, or has a newer review."""
        for file in [] if self.folder is None else list(self.folder.glob(f"{game}-*")):
            file.unlink(missing_ok=True)

    async def close(self) -> None:
        """The server ends: nobody waits any more."""
        for work in self._work.values():
            work.task.cancel()
        await asyncio.gather(*(work.task for work in self._work.values()), return_exceptions=True)


def plain(done: list[int]) -> dict[str, Any]:
    """How far it has come, as it is sent."""
    return {"done": done[0], "of": done[1]}

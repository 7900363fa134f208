"""A seat in the hands of the staff for some days: its player is away, and the game goes on without him.

When the days are over the seat is his again, at the next decision; he may take it back before.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from front1914.server.club.pace import DAY
from front1914.server.club.sql import SqlClub
from front1914.server.library import Library
from front1914.server.refusals import Refused
from front1914.server.seats import usual_level

LONGEST = 3_600.0  #: seconds that a timer waits at a time: clocks of machines are set meanwhile

log = logging.getLogger(__name__)


class Lending:
    """Gives seats to the staff, and back."""

    def __init__(self, storage: SqlClub, library: Library, now: Callable[[], float] = time.time) -> None:
        self.storage = storage
        self.library = library
        self.now = now
        self._timers: dict[str, asyncio.Task[None]] = {}

    async def lend(self, game: str, side: str, days: int) -> None:
        """The staff plays the side for so many days; with none it goes back at once."""
        row = await self.library.row(game)
        if row.summary.get("result"):
            raise Refused(409, "game", "the game is over")
        lent = await self._lent(game)
        if days:
            await self._put(game, lent | {side: self.now() + days * DAY})
            await self.library.reseat(game, {side: {"kind": "computer", "level": usual_level()}}, own=True)
        else:
            await self._back(game, side, lent)

    async def resume(self) -> None:
        """After a start."""
        for hosted in await self.storage.lent():
            await self.look(hosted.game)

    async def look(self, game: str) -> None:
        """Gives back what was lent for long enough, and sees to it that somebody looks in time at what is left."""
        try:
            for side, until in (await self._lent(game)).items():
                if until <= self.now():
                    await self._back(game, side, await self._lent(game))
        except Refused:  # the game is gone
            return
        except Exception:
            log.exception("the lent seats of the game %s", game)
        self._start(game, await self._lent(game))

    async def _back(self, game: str, side: str, lent: dict[str, float]) -> None:
        await self._put(game, {other: until for other, until in lent.items() if other != side})
        await self.library.reseat(game, {side: {"kind": "human"}}, own=True)

    async def _lent(self, game: str) -> dict[str, float]:
        hosted = await self.storage.hosted(game)
        return dict((hosted and hosted.lent) or {})

    async def _put(self, game: str, lent: dict[str, float]) -> None:
        await self.storage.update_hosted(game, lent=lent)
        self._start(game, lent)

    def _start(self, game: str, lent: dict[str, float]) -> None:
        timer = self._timers.pop(game, None)
        if timer is not None and timer is not asyncio.current_task():
            timer.cancel()
        if not lent or self.library.workers.closing:
            return

        async def wait() -> None:
            await asyncio.sleep(min(max(0.0, min(lent.values()) - self.now()), LONGEST) + 0.01)
            await self.look(game)

        self._timers[game] = asyncio.ensure_future(wait())

    async def close(self) -> None:
        for task in self._timers.values():
            task.cancel()
        await asyncio.gather(*self._timers.values(), return_exceptions=True)

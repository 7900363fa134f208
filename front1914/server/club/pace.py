"""Clocks: a live game has a base and an increment for each move, a game by correspondence so many days for each.

The pace is agreed before the game, with what happens when somebody's time is up: his staff plays on, or he has lost.
Time runs for the side that decides, from the moment when everybody has sat down; it stands while the computer decides
and while the players have agreed on a pause. By correspondence it stands too while who decides is on holiday, as long
as he has days left of those that were agreed on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from front1914 import CHANCE
from front1914.server import wire
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Hosted, Person
from front1914.server.library import Library
from front1914.server.refusals import Refused
from front1914.server.seats import usual_level
from front1914.server.table import Table

DAY = 86_400.0
LONGEST = 3_600.0  #: seconds that a timer waits at a time: clocks of machines are set meanwhile

log = logging.getLogger(__name__)


def first(pace: dict[str, Any]) -> float:
    """The seconds that a side begins with."""
    return float(pace["base"]) if pace["kind"] == "live" else pace["days"] * DAY


def turned(pace: dict[str, Any], clock: dict[str, Any], side: str | None, now: float) -> dict[str, Any]:
    """The clock when the decision is with `side` (None: with nobody whose time runs)."""
    left, was, off = dict(clock["left"]), clock["side"], dict(clock.get("off") or {})
    if was is not None and not clock["paused"]:
        rest = rested(clock, now)
        left[was] -= now - clock["since"] - rest
        if was in off:
            off[was] -= rest
    if was != side:
        if was is not None and pace["kind"] == "live":
            left[was] += pace["increment"]
        if side is not None and pace["kind"] == "days":
            left[side] = first(pace)
    return clock | {"left": left, "side": side, "since": now, "off": off, "stands": None}


def rested(clock: dict[str, Any], now: float) -> float:
    """Seconds of holiday since the clock was looked at last."""
    stands = clock.get("stands")
    return 0.0 if stands is None else max(0.0, min(now, stands) - clock["since"])


def holiday(clock: dict[str, Any], person: Person | None, now: float) -> float | None:
    """Until when the clock stands because who decides is on holiday; None if he is not, or has no days left."""
    left = (clock.get("off") or {}).get(clock["side"], 0.0)
    if person is None or person.away_until is None or person.away_until <= now or left <= 0 or clock["paused"]:
        return None
    return float(min(person.away_until, now + left))


class Timekeeper:
    """Keeps the clocks of a club."""

    def __init__(self, storage: SqlClub, library: Library, now: Callable[[], float] = time.time) -> None:
        self.storage = storage
        self.library = library
        self.now = now
        self._timers: dict[str, asyncio.Task[None]] = {}
        self._timeless: set[str] = set()  #: games without a pace, which never get one
        self._locks: dict[str, asyncio.Lock] = {}
        self._work: set[asyncio.Task[None]] = set()

    def watch(self, table: Table) -> None:
        """After every change of a game."""
        if not self.library.workers.closing and table.row.id not in self._timeless:
            task = asyncio.ensure_future(self.look(table.row.id))
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    async def resume(self) -> None:
        """After a start. What passed while the server was down is counted where days are, not in a live game."""
        for hosted in await self.storage.paced():
            await self.adopt(hosted)

    async def adopt(self, hosted: Hosted) -> None:
        """The clock of a game that this process begins to play."""
        if hosted.clock is not None and (hosted.pace or {}).get("kind") == "live":
            await self.storage.update_hosted(hosted.game, clock=hosted.clock | {"since": self.now()})
        await self.look(hosted.game)

    async def look(self, game: str) -> None:
        """Brings the clock of a game up to date, and sees to it that somebody looks when the time is up."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            try:
                await self._look(game)
            except Refused:  # the game is gone
                self._stop(game)
            except Exception:
                log.exception("the clock of the game %s", game)

    async def _look(self, game: str) -> None:
        hosted = await self.storage.hosted(game)
        if hosted is None or hosted.pace is None:
            if hosted is not None:
                self._timeless.add(game)
            return None
        row, now = await self.library.row(game), self.now()
        humans = [side for side, seat in row.seats.items() if seat["kind"] == "human"]
        held = {sitter.side: sitter.person for sitter in await self.storage.sitters(game)}
        deciding = row.summary.get("deciding")
        side = deciding if deciding in humans and deciding != CHANCE else None
        clock = hosted.clock
        if clock is None:
            if any(human not in held for human in humans):
                return None  # it begins when everybody sits
            left = {each: first(hosted.pace) for each in row.seats}
            off = dict.fromkeys(row.seats, hosted.pace["holidays"] * DAY) if hosted.pace.get("holidays") else {}
            clock = {"side": side, "since": now, "left": left, "paused": False, "off": off}
        clock = turned(hosted.pace, clock, None if row.summary.get("result") else side, now)
        if clock["side"] is not None and clock["off"]:
            clock["stands"] = holiday(clock, await self.storage.person_by_id(held.get(clock["side"], "")), now)
        await self._put(hosted, clock)
        if side is not None and clock["side"] == side and not clock["paused"]:
            if clock["left"][side] <= 0:
                return await self._lapse(game, side, hosted.pace)
            self._start(game, clock["left"][side] + max(0.0, (clock["stands"] or now) - now))
        return None

    async def _put(self, hosted: Hosted, clock: dict[str, Any]) -> None:
        await self.storage.update_hosted(hosted.game, clock=clock)
        self._stop(hosted.game)
        table = self.library.tables.get(hosted.game)
        if table is not None:
            table.tell({"type": "clock", "clock": shown(clock, self.now())})

    async def _lapse(self, game: str, side: str, pace: dict[str, Any]) -> None:
        """The time of a side is up, and what was agreed for it happens."""
        if pace["lapse"] == "loss":
            await (await self.library.table(game)).resign(side)
        else:
            await self.library.reseat(game, {side: {"kind": "computer", "level": usual_level()}})

    async def holidays(self, person: Person) -> None:
        """Somebody goes on holiday, or comes back: the clocks of all his games are looked at."""
        for game in await self.storage.games_of(person.id):
            await self.library.news.spread("seats", game)

    async def pause(self, game: str, paused: bool) -> None:
        """Stops the clock by agreement, or lets it go on."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            hosted = await self.storage.hosted(game)
            if hosted is None or hosted.pace is None or hosted.clock is None:
                raise Refused(409, "clock", "no clock runs in this game")
            clock = turned(hosted.pace, hosted.clock, hosted.clock["side"], self.now())
            await self._put(hosted, clock | {"paused": paused})
        await self.look(game)

    def _start(self, game: str, seconds: float) -> None:
        async def wait() -> None:
            await asyncio.sleep(min(seconds, LONGEST) + 0.01)
            self._timers.pop(game, None)
            await self.look(game)

        self._timers[game] = asyncio.ensure_future(wait())

    def _stop(self, game: str) -> None:
        timer = self._timers.pop(game, None)
        if timer is not None:
            timer.cancel()

    async def close(self) -> None:
        for task in (*self._timers.values(), *self._work):
            task.cancel()
        await asyncio.gather(*self._timers.values(), *self._work, return_exceptions=True)


def shown(clock: dict[str, Any] | None, now: float) -> dict[str, Any] | None:
    """A clock for people: the seconds that each has left now, and whose run."""
    if clock is None:
        return None
    left, running = dict(clock["left"]), clock["side"] if not clock["paused"] else None
    stands, off = clock.get("stands"), clock.get("off") or {}
    if running is not None:
        left[running] -= now - clock["since"] - rested(clock, now)
    found = {
        "left": {side: max(0, round(value)) for side, value in left.items()},
        "running": running,
        "paused": clock["paused"],
    }
    if not off:
        return found
    until = stands if running is not None and stands is not None and stands > now else None
    days = {side: max(0, round(value / DAY, 1)) for side, value in off.items()}
    return found | {"holiday": None if until is None else wire.moment(until), "off": days}

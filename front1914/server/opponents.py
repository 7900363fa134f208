"""The computer at a table: thinks in another process, from its seat alone, one decision after the other."""

from __future__ import annotations

import asyncio
import logging

from front1914 import Action
from front1914.server.refusals import Refused
from front1914.server.storage import StorageFailed
from front1914.server.table import Table, view_of
from front1914.server.workers import JobFailed, Workers

log = logging.getLogger(__name__)


class Opponent:
    """Plays the computer's sides of one game whenever it is their turn."""

    def __init__(self, table: Table, workers: Workers) -> None:
        self.table = table
        self.workers = workers
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Begins to think if there is something to decide and nothing speaks against it."""
        if self._task is None and self._wanted() is not None:
            self._task = asyncio.ensure_future(self._play())

    def _wanted(self) -> str | None:
        """The side that the computer must decide for now."""
        table = self.table
        if table.closed or table.doubtful or table.computer["state"] in ("stopped", "trouble"):
            return None
        decision = table.game.decision
        if decision is None or table.row.seats.get(decision.side, {}).get("kind") != "computer":
            return None
        watched = table.humans or table.boards  # a game between computers is played for those who look on
        return decision.side if watched else None

    async def _play(self) -> None:
        try:
            while (side := self._wanted()) is not None:
                self.table.set_computer("thinking", side)
                await self._decide(side)
        except JobFailed as bad:
            self._trouble(side, f"The computer could not decide: {bad}.")
        except Refused as no:
            self._trouble(side, f"The computer chose what is not allowed: {no.error['reason']}.")
        except StorageFailed as bad:
            self._trouble(side, f"The game could not be written ({bad}).")
        except Exception:
            log.exception("the computer at %s", self.table.row.id)
            self._trouble(side, "The computer could not go on because of an error in the program.")
        finally:
            self._task = None
            if self.table.computer["state"] == "thinking":
                self.table.set_computer("idle")

    def _trouble(self, side: str | None, reason: str) -> None:
        self.table.set_computer("trouble", side, f"{reason} Try again, choose another level, or play {side} yourself.")

    async def _decide(self, side: str) -> None:
        table = self.table
        async with table.lock:
            seq, decision = table.record.seq, table.game.decision
            if self._wanted() != side:
                return
            view, plain = view_of(table.game, side, decided=True), decision
        level, title = table.row.seats[side]["level"], table.row.title
        action, reasons = await self.workers.ask(
            "decide", table.row.id, level, title, side, view, plain, key=table.row.id
        )
        if table.record.seq != seq or self._wanted() != side:
            return  # taken back or given to somebody else meanwhile: the question is another now
        try:
            await table.act(side, Action(*action), seq, reasons)
        except Refused as no:
            if no.error["place"] != "seq":  # somebody was quicker: look again
                raise

    async def stop(self) -> None:
        """Stops thinking at once."""
        task = self._task
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

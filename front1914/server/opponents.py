"""The computer at a table: thinks in another process, from its seat alone, one decision after the other."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from random import SystemRandom
from typing import Any, NamedTuple

from front1914 import CHANCE, Action
from front1914.commanders.base import PROGRAM, CommanderFailed, levels
from front1914.server.refusals import Refused
from front1914.server.storage import StorageFailed
from front1914.server.table import Table
from front1914.server.wire import view_of
from front1914.server.workers import LATE, MEMORY, JobFailed, Workers

MOST_THINKING = 90.0  #: seconds of a decision, waiting for a free process included
MOST_SIMPLER = 10.0  #: seconds for each simpler commander that answers in its place

#: why a simpler commander decides, by what went wrong
FELL_SHORT = {LATE: "took too long", MEMORY: "needed too much memory", CommanderFailed.__name__: "gave no answer"}

log = logging.getLogger(__name__)


def _simpler(level: str) -> list[str]:
    """The next simpler commander, and the one that needs no thought."""
    known = levels()
    below = [one for one in (known[: known.index(level)] if level in known else known) if not one.startswith(PROGRAM)]
    return list(dict.fromkeys([*below[-1:], *below[:1]]))


class Thought(NamedTuple):
    """A question that a worker has been asked."""

    seq: int  #: the change after which it stands
    side: str
    answer: asyncio.Task[Any]


class Opponent:
    """Plays the computer's sides of one game whenever it is their turn."""

    def __init__(self, table: Table, workers: Workers) -> None:
        self.table = table
        self.workers = workers
        self._task: asyncio.Task[None] | None = None
        self._ahead: Thought | None = None

    @property
    def busy(self) -> bool:
        """Is it thinking, or about to?"""
        return self._task is not None

    def wake(self) -> None:
        """Begins to think if the computer must decide, and is neither stopped nor thinking already."""
        if self._task is None and self._wanted() is not None:
            self._task = asyncio.ensure_future(self._play())

    def _wanted(self) -> str | None:
        """The side that the computer must decide for now."""
        if (
            self.workers.closing
            or self.table.doubtful
            or self.table.closed
            or self.table.computer["state"] in ("stopped", "trouble")
        ):
            return None
        return self._turn()

    def _turn(self) -> str | None:
        table = self.table
        decision = table.game.decision
        if decision is None:
            return None
        drawn = decision.secret and not any(side in table.humans for side in decision.secret)
        computer = table.row.seats.get(decision.side, {}).get("kind") == "computer"
        if not (drawn or computer or decision.side in table.delegated):
            return None
        watched = table.humans or table.windows  # a game between computers is played for those who look on
        return decision.side if watched else None

    async def _play(self) -> None:
        side: str | None = None
        try:
            while (side := self._wanted()) is not None:
                decision = self.table.game.decision
                self.table.set_computer("thinking", side if decision is None else decision.asked)
                await self._decide(side)
        except JobFailed as bad:
            log.error("the computer at %s: %s", self.table.row.id, bad)
            self._trouble(side, f"The computer could not decide: {bad.kind}.")
        except Refused as no:
            log.error("the computer at %s: %s", self.table.row.id, no)
            self._trouble(side, "The computer chose what the rules do not allow.")
        except StorageFailed as bad:
            self._trouble(side, f"The game could not be written ({bad}).")
        except Exception:
            log.exception("the computer at %s", self.table.row.id)
            self._trouble(side, "The computer could not go on because of an error in the program.")
        finally:
            self._task = None
            if self._ahead is not None:
                self._ahead.answer.cancel()
                self._ahead = None
            if self.table.computer["state"] == "thinking":
                self.table.set_computer("idle")

    def _trouble(self, side: str | None, reason: str) -> None:
        """Everybody is told, so the reason holds nothing of what the computer's side knows; the log has all of it.

        A player whose staff fails commands again.
        """
        if side is not None and self.table.delegated.pop(side, None) is not None:
            self.table.set_computer("idle")
            return
        self.table.set_computer("trouble", side, f"{reason} Try again, choose another level, or play {side} yourself.")

    async def _decide(self, side: str) -> None:
        table, thought = self.table, self._ahead
        if side == CHANCE:
            await self._draw()
            return
        if thought is None or (thought.seq, thought.side) != (table.record.seq, side):
            async with table.lock:
                if self._wanted() != side:
                    return
                thought = self._ask(side, table.record.seq)
        self._ahead = thought  # cancelling us cancels it too
        action, reasons = await thought.answer
        self._ahead = None
        if table.record.seq != thought.seq or self._wanted() != side:
            return  # taken back or given to somebody else meanwhile: the question is another now
        if action is None:  # the staff has done what it was told: its player goes on
            table.delegated.pop(side, None)
            return
        try:
            await table.act(side, Action(*action), thought.seq, reasons, self._think_ahead)
        except Refused as no:
            if no.error["place"] != "seq":  # the game has changed meanwhile: look again
                raise

    async def _draw(self) -> None:
        """What the computer's side draws in secret: where people type the dice in, none of them may choose that."""
        table, decision = self.table, self.table.game.decision
        if decision is None or self._wanted() != CHANCE:
            return
        shares = [float(outcome.probability) for outcome in decision.outcomes]
        (drawn,) = SystemRandom().choices(decision.outcomes, shares)
        try:
            await table.act(CHANCE, drawn.action, table.record.seq, ())
        except Refused as no:
            if no.error["place"] != "seq":
                raise

    def _ask(self, side: str, seq: int) -> Thought:
        table = self.table
        title, view = table.row.title, view_of(table.game, side)
        question: tuple[Any, ...]
        if side in table.delegated:
            job, question = "follow_order", (table.row.id, title, side, *table.delegated[side], view)
        else:
            seat, plan = table.row.seats[side], table.record.plan(side)
            job, question = "decide", (table.row.id, seat["level"], title, side, view, seat.get("seconds"), plan)
        decision = table.game.decision
        if job == "decide":
            answer = self._answer(side, question, decision)
        else:
            answer = self.workers.ask(job, *question, decision, key=table.row.id, limit=MOST_THINKING)
        return Thought(seq, side, asyncio.ensure_future(answer))

    async def _answer(self, side: str, question: tuple[Any, ...], decision: Any) -> Any:
        """What the commander decides; when it takes too long or too much memory, what a simpler one does."""
        game, level, *rest = question
        try:
            told = partial(self._thinks, side)
            return await self.workers.ask("decide", *question, decision, key=game, limit=MOST_THINKING, told=told)
        except JobFailed as bad:
            if bad.kind not in FELL_SHORT:
                raise
            log.warning("the computer at %s: %s", game, bad)
            why = FELL_SHORT[bad.kind]
        for simpler in _simpler(level):
            words = f"The {level} {why}: the {simpler} decides."
            log.warning("the computer at %s: %s", game, words)
            self.table.set_computer("thinking", side, words)
            try:
                action, reasons = await self.workers.ask("decide", game, simpler, *rest, decision, limit=MOST_SIMPLER)
            except JobFailed as bad:
                if bad.kind not in FELL_SHORT:
                    raise
                continue
            return action, [{"kind": "late", "text": words}, *reasons]
        raise JobFailed(f"{level} and all simpler ones took too long", kind=LATE)

    def _thinks(self, side: str, done: int, of: int) -> None:
        """A general says how far it has come."""
        self.table.set_computer("thinking", side, f"The general compares plans: {done / of:.0%}.")

    def _think_ahead(self) -> None:
        """While a decision goes to the disk and to the windows, the next one can be thought about."""
        side = self._turn()
        if side is not None and side != CHANCE and self._task is not None:
            self._ahead = self._ask(side, self.table.record.seq + 1)

    async def stop(self) -> None:
        """Stops thinking at once."""
        tasks = [task for task in (self._task, self._ahead and self._ahead.answer) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

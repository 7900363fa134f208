"""The log of a game as it stands after all that was taken back, and any moment of it.

A moment is rebuilt from the nearest snapshot before it and the actions in between, which takes little time even in the
longest game.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

import front1914
from front1914 import OBSERVER, Action, Entry, Event, FrontError, Game, SeededDice, Title
from front1914.server.sql import SqlStorage
from front1914.server.storage import FORWARD, GameRow, LogRow, Snapshot
from front1914.server.wire import text

SPOKEN = ("resign", "agree")  #: verbs that end a game by a word of the players, which no step asks for
SNAPSHOT_EVERY = 48  #: actions between two snapshots at most
SNAPSHOT_COST = 0.012  #: seconds of work that may lie between two snapshots
SNAPSHOT_LEAST = 4  #: actions between two snapshots at least, however slow they are
NEAR = 6  #: moments kept ready, for somebody who scrubs through the game
KEPT = '"kept":'  #: marks reasons that hold a plan
SLICE = 0.008  #: seconds of such work after which other tasks get their turn

_read_told = msgspec.json.Decoder(list[tuple[tuple[str, ...] | None, msgspec.Raw]]).decode
LoadSnapshot = Callable[[int], Awaitable[Snapshot | None]]


class CannotOpen(Exception):
    """The game is kept, but this program cannot play it; the text says why."""


class Note(NamedTuple):
    """One change: what it was, who made it, how far it went back, and how long the log was after it."""

    kind: str
    by: str | None
    cut: int
    length: int


class Breath:
    """In the midst of long work other tasks get their turn now and then."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    async def take(self) -> None:
        if time.perf_counter() - self._began > SLICE:
            await asyncio.sleep(0)
            self._began = time.perf_counter()


class Record:
    """Entries, events, marks and snapshots of one game."""

    def __init__(self, row: GameRow, title: Title, load: LoadSnapshot) -> None:
        self.row = row
        self.title = title
        self.entries: list[Entry] = []
        self.changes: list[Note] = []  #: by their seq
        self.snapshots: list[tuple[int, str]] = []  #: length and digest
        self.marks: list[dict[str, Any]] = []  #: marks of the timeline that are on the disk
        self._told = ["[]"]  #: events of each moment, as JSON: [[who may know | null, event], ...]
        self._reasons = ["[]"]
        self._undoable = [0]
        self._load = load
        self._near: OrderedDict[int, Game] = OrderedDict()

    @classmethod
    async def read(cls, storage: SqlStorage, row: GameRow, title: Title) -> Record:
        """The record of a game as the storage has it."""
        record = cls(row, title, lambda length: storage.snapshot(row.id, length))
        record.take(await storage.log(row.id))
        record.snapshots = await storage.snapshots(row.id, title.rules_version)
        return record

    @property
    def length(self) -> int:
        return len(self.entries)

    @property
    def seq(self) -> int:
        """The number of the last change."""
        return len(self.changes) - 1

    # -- the log -----------------------------------------------------------------------------------------------

    def take(self, rows: Iterable[LogRow], snapshot: Snapshot | None = None) -> None:
        """Adds rows that are in the storage."""
        for row in rows:
            before = self.length
            if row.marks != "[]":
                self.marks += msgspec.json.decode(row.marks)
            if row.kind not in FORWARD:
                self._cut(row.length)
            elif row.verb is None:
                self._told[0] = row.events
            else:
                assert row.side is not None
                self.entries.append(Entry(row.side, Action(row.verb, row.arg)))
                self._told.append(row.events)
                self._reasons.append(row.reasons)
                self._undoable.append(row.undoable)
            if row.part == 0:
                self.changes.append(Note(row.kind, row.side, min(before, self.length), self.length))
            else:
                self.changes[-1] = self.changes[-1]._replace(length=self.length)
        if snapshot is not None:
            self.snapshots.append((snapshot.length, snapshot.digest))

    def _cut(self, length: int) -> None:
        del self.entries[length:]
        for column in (self._told, self._reasons, self._undoable):
            del column[length + 1 :]
        self.marks = [mark for mark in self.marks if mark["at"] <= length]
        self.snapshots = [kept for kept in self.snapshots if kept[0] <= length]
        self._near = OrderedDict((n, game) for n, game in self._near.items() if n <= length)

    def events(self, side: str | None, since: int = -1, to: int | None = None) -> list[dict[str, Any]]:
        """What the side may know of the moments after `since` up to `to`; None stands for who may know everything."""
        return [msgspec.json.decode(event) for event in self.told(side, since, to)]

    def told(self, side: str | None, since: int = -1, to: int | None = None) -> list[msgspec.Raw]:
        """The same as the JSON that it was kept as, to be sent on."""
        found = []
        for told in self._told[since + 1 : None if to is None else to + 1]:
            if told != "[]":
                found += [event for seen, event in _read_told(told) if _may(seen, side)]
        return found

    def public(self, n: int) -> str | None:
        """The first sentence that everybody heard of one moment."""
        return next((event["text"] for seen, event in msgspec.json.decode(self._told[n]) if seen is None), None)

    def last_told(self, side: str, most: int) -> list[msgspec.Raw]:
        """The last things that the side may know."""
        found: list[list[msgspec.Raw]] = []
        n, count = self.length, 0
        while n >= 0 and count < most:
            found.append(self.told(side, n - 1, n))
            count += len(found[-1])
            n -= 1
        return [event for events in reversed(found) for event in events][-most:]

    def reasons(self, side: str) -> list[dict[str, Any]]:
        """What the computer gave as reasons for the side's decisions."""
        return [
            {"at": at, "side": side, "reasons": msgspec.json.decode(given)}
            for at, given in enumerate(self._reasons)
            if given != "[]" and self.entries[at - 1].side == side
        ]

    def plan(self, side: str) -> dict[str, Any] | None:
        """The last plan of the computer that was written down for the side: what a new commander goes on with."""
        for at in range(self.length, 0, -1):
            if KEPT in self._reasons[at] and self.entries[at - 1].side == side:
                return next((why for why in msgspec.json.decode(self._reasons[at]) if why.get("kept")), None)
        return None

    def rows_until(self, length: int, marks: Iterable[dict[str, Any]]) -> list[LogRow]:
        """The log up to a moment as the beginning of another game."""
        kept = [mark for mark in marks if mark["at"] <= length]
        first = LogRow(0, 0, "new", 0, events=self._told[0], marks=text(kept))
        columns = zip(self.entries[:length], self._told[1:], self._reasons[1:], strict=False)
        return [first] + [
            LogRow(0, n, "new", n, entry.side, *entry.action, events=told, reasons=given)
            for n, (entry, told, given) in enumerate(columns, 1)
        ]

    # -- moments -----------------------------------------------------------------------------------------------

    async def moment(self, n: int) -> Game:
        """The game after `n` actions: to look at, without dice and history."""
        near = self._near.get(n)
        if near is None:
            near = await self._approach(n)
            self._near[n] = near
            while len(self._near) > NEAR:
                self._near.popitem(last=False)
        self._near.move_to_end(n)
        return near

    async def _approach(self, n: int) -> Game:
        close = max((m for m in self._near if m <= n), default=-1)
        base = self._base(n)
        if close >= base:
            game = self._near[close].copy(history=False)
        else:
            game, close = await self.from_base(n)
            game = game.copy(history=False)
        await self.walk(game, close, n)
        return game

    async def moments(self, start: int, stop: int) -> AsyncIterator[tuple[int, Game]]:
        """Each moment in turn. The game is the same object, moved on."""
        game = (await self.moment(start)).copy(history=False)
        yield start, game
        for n in range(start, stop):
            await self.walk(game, n, n + 1)
            yield n + 1, game

    async def revive(self) -> Game:
        """The game as it stands now, with its dice and with all that may be taken back."""
        game, reached = await self.from_base(self.length - self._undoable[-1])
        game.follow(self.entries[:reached], [kept for kept in self.snapshots if kept[0] <= reached])
        await self.walk(game, reached, self.length)
        if self.row.seed is not None:
            game.dice = SeededDice(self.row.seed)
        return game

    async def walk(self, game: Game, start: int, stop: int) -> None:
        """Replays a part of the log, and yields to other tasks now and then."""
        breath = Breath()
        for n in range(start, stop):
            try:
                game.retake(self.entries[n])
            except FrontError as bad:
                raise CannotOpen(f"the game goes another way at action {n + 1}: {bad}") from bad
            await breath.take()

    def _base(self, n: int) -> int:
        index = bisect_right(self.snapshots, (n, "~"))
        return self.snapshots[index - 1][0] if index else 0

    async def from_base(self, n: int) -> tuple[Game, int]:
        """The game at the last sound snapshot up to `n`, or at its start, and how many actions that is."""
        for length, digest in reversed(self.snapshots[: bisect_right(self.snapshots, (n, "~"))]):
            kept = await self._load(length)
            state = None if kept is None else unpack(self.title, kept.state)
            if state is not None and state.digest() == digest:
                return Game(self.title, state, None, self.row.start), length
        row = self.row
        return begin(row.title, row.scenario, row.options, row.start), 0


def _may(seen: Sequence[str] | None, side: str | None) -> bool:
    """As Event.seen has it."""
    return seen is None or (OBSERVER not in seen if side is None else side in seen)


def begin(title: str, scenario: str, options: dict[str, Any], start: dict[str, Any] | None) -> Game:
    """The game before its first action, with every throw still to come."""
    if start is not None:
        return front1914.from_position(start, dice="manual")
    return front1914.new(title, scenario, options, dice="manual")


def pack(game: Game) -> Snapshot:
    """The state as it is kept."""
    return Snapshot(len(game.log), game.title.rules_version, game.digest(), zlib.compress(game.state.pack(), 1))


def due(actions: int, seconds: float) -> bool:
    """Is it time for a snapshot, so many actions after the last one, which took so long?"""
    return actions >= SNAPSHOT_EVERY or (actions >= SNAPSHOT_LEAST and seconds > SNAPSHOT_COST)


def unpack(title: Title, kept: bytes) -> Any:
    """The state in a snapshot; None if this program's states have another shape."""
    try:
        return title.state.unpack(zlib.decompress(kept))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, zlib.error, msgspec.MsgspecError):
        return None


def rows_of(
    game: Game,
    since: int,
    events: Sequence[Event],
    seq: int,
    kind: str,
    reasons: Sequence[Any] = (),
) -> list[LogRow]:
    """The rows for what the game has in its log after `since` actions; a new game begins with a row of no action."""
    by_moment: dict[int, list[Event]] = {}
    for event in events:
        by_moment.setdefault(event.at, []).append(event)
    rows = [LogRow(seq, 0, kind, 0, events=_told(by_moment.get(0, ())))] if kind == "new" else []
    for n, entry in enumerate(game.log[since:], since + 1):
        told = _told(by_moment.get(n, ()))
        rows.append(LogRow(seq, len(rows), kind, n, entry.side, *entry.action, events=told))
    rows[-1] = rows[-1]._replace(undoable=game.undoable)
    if reasons:
        rows[0] = rows[0]._replace(reasons=text(list(reasons)))
    return rows


def _told(events: Iterable[Event]) -> str:
    return text([[event.seen_by, event.plain()] for event in events])

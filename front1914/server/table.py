"""A game in play: its log on the disk, its state in memory, and everybody who looks at it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from front1914 import (
    CHANCE,
    OBSERVER,
    Action,
    Decision,
    Event,
    FrontError,
    Game,
    NoUndo,
    Scene,
    Screen,
    SeededDice,
    fresh_seed,
)
from front1914.commanders.delegate import delegable, groups, orders_of, refuse_delegation, refuse_order
from front1914.server import undone, wire
from front1914.server.access import EVERYTHING, Access
from front1914.server.delta import diff
from front1914.server.marks import of_change, walk
from front1914.server.record import SPOKEN, Breath, Note, Record, due, pack, rows_of
from front1914.server.refusals import Refused, refusal
from front1914.server.sql import SqlStorage
from front1914.server.storage import BACK, Change, Conflict, Fenced, GameRow, LogRow
from front1914.server.windows import Window

MOST_MISSED = 100  #: changes that are told one by one after a reconnection
MOST_LOOKS = 100  #: of the times that somebody saw what is hidden
LAST_EVENTS = 200  #: events that the first message holds

T = TypeVar("T")
log = logging.getLogger(__name__)


class Table:
    """One game. Whatever changes it holds the lock until the change is durable and told to everybody."""

    def __init__(self, storage: SqlStorage, row: GameRow, record: Record, game: Game) -> None:
        self.storage = storage
        self.row = row
        self.record = record
        self.game = game
        self.lock = asyncio.Lock()
        self.windows: set[Window] = set()
        self.used = time.monotonic()
        self.closed = False
        self.doubtful = False  #: memory and disk may differ, after something went wrong
        self.computer: dict[str, Any] = {"state": "idle", "side": None, "reason": None}
        self.changed: Callable[[], None] = lambda: None  #: called after every change: wakes the computer
        self.lost: Callable[[], None] = lambda: None  #: called when another process plays the game now
        self.watchers: tuple[Callable[[Table], None], ...] = ()  #: called after every action and taking back
        self.throws: tuple[int, bool, list[dict[str, Any]]] | None = None  #: seq, with values?, throws
        self.delegated: dict[str, tuple[str, str]] = {}  #: what a human side handed over for this phase, and the order
        self._spent = 0.0  #: seconds that the actions since the last snapshot took
        self._scene = game.scene  #: turn, phase and place after the last change
        self._unwritten: list[dict[str, Any]] = []  #: marks that go to the disk with the next change
        self._views: dict[str, Screen] = {}  #: what each side that is looked through saw last

    # -- who may do what ---------------------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        return self.game.sides

    @property
    def humans(self) -> list[str]:
        return [side for side in self.sides if self.row.seats[side]["kind"] == "human"]

    def check_eyes(self, side: str) -> None:
        """Refuses the view of a side that the computer plays, as long as the game goes on."""
        if side == OBSERVER:
            return
        if side not in self.sides:
            known = ", ".join((*self.sides, OBSERVER))
            raise Refused(400, "side", f"no side {side!r}; there is {known}")
        if side not in self.humans and self.game.result is None:
            raise Refused(403, "side", f"{side} is played by the computer: its view opens when the game is over")

    def _check_hand(self, side: str) -> None:
        """Refuses an action in the name of somebody else."""
        if side != CHANCE or self.game.dice is not None:
            if side not in self.sides:
                raise Refused(400, "side", f"no side {side!r}; there is {', '.join(self.sides)}")
            if side not in self.humans:
                raise Refused(403, "side", f"{side} is played by the computer")

    def _check_turn(self, side: str) -> None:
        decision = self.game.decision
        if decision is None:
            raise Refused(409, "action", "the game is over")
        if decision.side != side:
            raise Refused(409, "side", "it is not your decision")

    def _check_answer(self, side: str) -> None:
        """As `_check_turn`, for people: they type in throws too, in their own name what is drawn in secret."""
        decision = self.game.decision
        if decision is None:
            raise Refused(409, "action", "the game is over")
        if not decision.put_to(side) or (side == CHANCE and decision.secret):
            raise Refused(409, "side", "it is not your decision")

    def _check_seq(self, seq: int | None) -> None:
        if seq is not None and seq != self.record.seq:
            raise Refused(409, "seq", f"the game has moved on: it is at {self.record.seq}, not {seq}")

    def groups(self, side: str) -> list[dict[str, Any]]:
        """What the side may hand over to its staff now."""
        decision = self._question(side)
        if decision is None or not delegable(self.row.title, decision):
            return []
        found = groups(self.game.seat(side))
        orders = list(orders_of(self.row.title))
        return [
            {"id": name, "name": group.name, "units": sorted(group.units), "orders": orders}
            for name, group in found.items()
        ]

    def delegate(self, side: str, group: str, order: str) -> None:
        """Hands a part of the side over to its staff for this phase."""
        self._check_hand(side)
        self._check_turn(side)
        try:
            refuse_order(self.row.title, order)
            refuse_delegation(self.game.seat(side), group)
        except FrontError as no:
            raise refusal(no) from no
        self.delegated[side] = group, order

    # -- looking -----------------------------------------------------------------------------------------------

    def view(self, side: str) -> Screen:
        """What the side is shown. It is kept for the sides whose windows are told of every change."""
        kept = self._views.get(side)
        return self.game.screen(side) if kept is None else kept

    def knowledge(self, side: str) -> Screen:
        """All that the side may know, for a program that plays for it."""
        view = self.game.view(side)
        del view["decision"]  # it travels beside the view, with its hints
        return cast(Screen, view)

    def decision(self, side: str) -> dict[str, Any] | None:
        """The side's decision with its hints; None if it has none."""
        decision = self._question(side)
        if decision is None:
            return None
        try:
            hints = self.game.hints()
        except Exception:
            log.exception("hints of %s at step %s", self.row.title, decision.step)
            hints = {}  # the game can be played without them
        verbs = self.game.step.verbs if self.game.step else ()
        packed = wire.decision(decision, hints, delegable(self.row.title, decision), verbs)
        left = undone.of(self.game, side, decision, self.view(side)) if decision.side == side else None
        return packed if packed is None or left is None else packed | {"undone": left}

    def _question(self, side: str) -> Decision | None:
        decision = self.game.decision
        if decision is None:
            return None
        return decision if decision.side == side or (side in self.humans and decision.put_to(side)) else None

    def undoable(self, side: str) -> int:
        """How many decisions the side may take back."""
        decision = self.game.decision
        return self.game.undoable if decision is not None and decision.side == side else 0

    def situation(self, side: str, view: Screen) -> dict[str, Any]:
        """All that a window shows, without the events."""
        return {
            "seq": self.record.seq,
            "length": self.record.length,
            "view": view,
            "decision": self.decision(side),
            "undoable": self.undoable(side),
            "computer": self.computer,
        }

    # -- windows ------------------------------------------------------------------------------------------------

    async def join(self, side: str, since: int | None, shown: dict[str, Any], access: Access = EVERYTHING) -> Window:
        """A new window: first all that it needs, then every change. `shown` is the game as the library shows it."""
        async with self.lock:
            self.check_eyes(side)
            access.check_eyes(side, self.game.result is not None)
            window = Window(side, access)
            view = self.view(side)
            missed = await self._missed(side, since, view) if since is not None else None
            if missed is None:
                missed = [self._whole(side, since, shown, view)]
            for message in missed:
                window.send(message)
            self._views[side] = view
            self.windows.add(window)
        self.used = time.monotonic()
        self.changed()
        return window

    def leave(self, window: Window) -> None:
        self.windows.discard(window)
        self.used = time.monotonic()
        if not any(other.side == window.side for other in self.windows):
            self._views.pop(window.side, None)

    def dismiss(self) -> None:
        """Closes the windows that may no longer see through the side they show."""
        for window in self.windows:
            try:
                self.check_eyes(window.side)
                window.access.check_eyes(window.side, self.game.result is not None)
            except Refused:
                window.send(None)

    def _whole(self, side: str, since: int | None, shown: dict[str, Any], view: Screen) -> bytes:
        cut, events = -1, self.record.last_told(side, LAST_EVENTS)
        if since is not None and 0 <= since <= self.record.seq:
            known, *later = self.record.changes[since:]
            cut = min([known.length, *(note.cut for note in later)])
            events = self.record.told(side, cut)
        found = {
            "type": "table",
            "game": shown,
            "side": side,
            **self.situation(side, view),
            "events": events,
            "cut": cut,
        }
        return wire.encode(found)

    async def _missed(self, side: str, since: int, view: Screen) -> list[bytes] | None:
        """The changes after `since`, as if the window had been there; None if that cannot be told."""
        notes = self.record.changes[since + 1 :] if since >= 0 else []
        if since > self.record.seq or since < 0 or len(notes) > MOST_MISSED:
            return None
        if any(note.cut < before.length for before, note in zip(self.record.changes[since:], notes, strict=False)):
            return None
        messages: list[bytes] = []
        if not notes:
            return [wire.encode({"type": "computer", "computer": self.computer})]
        old, breath = (await self.record.moment(self.record.changes[since].length)).screen(side), Breath()
        for seq, note in enumerate(notes, since + 1):
            last = seq == self.record.seq
            new = view if last else (await self.record.moment(note.length)).screen(side)
            messages.append(self._told(side, seq, note, diff(old, new), last))
            old = new
            await breath.take()
        return [*messages, wire.encode({"type": "computer", "computer": self.computer})]

    def _told(self, side: str, seq: int, note: Note, patch: dict[str, Any], last: bool = True) -> bytes:
        return wire.encode(
            {
                "type": "change",
                "prev": seq - 1,
                "seq": seq,
                "length": note.length,
                "cut": note.cut,
                "kind": note.kind,
                "by": note.by,
                "patch": patch,
                "decision": self.decision(side) if last else None,
                "undoable": self.undoable(side) if last else 0,
                "events": self.record.told(side, note.cut, note.length),
            }
        )

    def _broadcast(self) -> None:
        seq, note = self.record.seq, self.record.changes[-1]
        for side in {window.side for window in self.windows}:
            old, new = self._views[side], self.game.screen(side)
            self._views[side] = new
            message = self._told(side, seq, note, diff(old, new))
            for window in self.windows:
                if window.side == side:
                    window.send(message)

    def tell(self, message: dict[str, Any], to: Callable[[Access], bool] = lambda access: True) -> None:
        """The same message to every window, or to those whose access is as it should be: nothing secret is in it."""
        told = wire.encode(message)
        for window in self.windows:
            if to(window.access):
                window.send(told)

    def set_computer(self, state: str, side: str | None = None, reason: str | None = None) -> None:
        now = {"state": state, "side": side, "reason": reason}
        if now != self.computer:
            self.computer = now
            self.tell({"type": "computer", "computer": now})

    def close(self) -> None:
        """The game is gone."""
        self.closed = True
        self.tell({"type": "deleted"})
        for window in self.windows:
            window.send(None)

    # -- changing ----------------------------------------------------------------------------------------------

    async def act(
        self,
        side: str,
        action: Action,
        seq: int | None = None,
        reasons: Sequence[Any] | None = None,
        applied: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        """A decision of a side; `reasons` are given for one that the computer took.

        `applied` is called when the game has moved on, before it is durable.
        """

        def change() -> tuple[str, Sequence[Event], Sequence[Any]]:
            if reasons is None:
                self._check_hand(side)
                self._check_answer(side)
            else:
                self._check_turn(side)
            return "act", self.game.act(action), reasons or ()

        return await self._change(seq, change, applied)

    @property
    def lesson(self) -> Any:
        """The lesson that is taught here, if it is one."""
        name = next((seat["lesson"] for seat in self.row.seats.values() if seat["kind"] == "lesson"), None)
        return next((lesson for lesson in self.game.title.lessons() if lesson.id == name), None)

    async def go_on(self, step: int) -> dict[str, Any]:
        """The coach of a lesson takes the decisions that lead to a step; those that were taken are not taken twice."""
        lesson = self.lesson
        if lesson is None or not 0 <= step < len(lesson.steps):
            raise Refused(409, "step", "no lesson is taught here that has such a step")
        found: dict[str, Any] = {"seq": self.record.seq, "length": self.record.length}
        played = sum(entry.side != CHANCE for entry in self.game.log)
        for side, action in lesson.quiet(step, played):
            decision = self.game.decision
            if decision is None or decision.side != side:
                break
            named = next((a for a in decision.actions if str(a) == str(action)), None)
            if named is None:
                break
            found = await self.act(side, named, reasons=())
        return found

    async def resign(self, side: str) -> dict[str, Any]:
        """The side gives up."""
        return await self._spoken("resign", side, lambda: self.game.resign(side))

    async def agree(self, side: str, seq: int | None = None) -> dict[str, Any]:
        """A draw, which the side has offered and all others have agreed to."""
        return await self._spoken("agree", side, lambda: self.game.agree(side), seq)

    async def _spoken(self, kind: str, side: str, end: Callable[[], None], seq: int | None = None) -> dict[str, Any]:
        """The game ends by a word of the players."""

        def change() -> tuple[str, Sequence[Event], Sequence[Any]]:
            self._check_hand(side)
            told = len(self.game.events)
            end()
            return kind, self.game.events[told:], ()

        return await self._change(seq, change)

    async def undo(self, side: str, count: int | None, seq: int | None = None) -> dict[str, Any]:
        """Takes back decisions of the side that decides now; all that may be, if no count is given."""

        async def change() -> LogRow:
            self._check_hand(side)
            self._check_turn(side)
            self.game.undo(self.game.undoable if count is None else count)
            length = len(self.game.log)
            return LogRow(self.record.seq + 1, 0, "undo", length, side, undoable=self.game.undoable)

        return await self._back(seq, change)

    async def rewind(
        self, length: int, consent: Sequence[str], seq: int | None = None, new_dice: bool = False
    ) -> dict[str, Any]:
        """Goes back whatever fell since, if every human side agrees."""

        async def change() -> LogRow:
            missing = [side for side in self.humans if side not in consent]
            if missing:
                raise Refused(409, "consent", f"{', '.join(missing)} must agree")
            if not 0 <= length <= self.record.length:
                raise Refused(409, "to", f"the log has {self.record.length} actions, not {length}")
            kept = length
            # In the middle of a throw nobody decides: back to the decision that led to it.
            while self.row.seed is not None and kept > 0 and _throws(await self.record.moment(kept)):
                kept -= 1
            if _throws(await self.record.moment(kept)) and self.row.seed is not None:
                raise Refused(409, "to", "nobody had decided anything yet")
            return LogRow(self.record.seq + 1, 0, "rewind", kept)

        return await self._back(seq, change, new_dice)

    # -- looking where one should not --------------------------------------------------------------------------

    def check_consent(self, consent: Sequence[str], what: str) -> None:
        """Refuses what would show one of several people what the others hide, unless all of them agree."""
        missing = [side for side in self.humans if side not in consent]
        if len(self.humans) > 1 and missing:
            raise Refused(409, "consent", f"{what}: {', '.join(missing)} must agree")

    def looked(self, kind: str, side: str | None = None) -> dict[str, Any]:
        """The summary with a word that somebody saw what is hidden; it is told when the game is over.

        `kind`: `reopened` after its end, a seat `taken` from the computer, or `downloaded` with its secrets.
        """
        told = [*self.row.summary.get("looks", ()), {"kind": kind, "side": side, "at": self.record.length}]
        return self.row.summary | {"looks": told[-MOST_LOOKS:]}

    async def _change(
        self,
        seq: int | None,
        change: Callable[[], tuple[str, Sequence[Event], Sequence[Any]]],
        applied: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        """Something that adds to the log."""

        async def run() -> dict[str, Any]:
            async with self.lock:
                await self._check_open(seq)
                since, scenes = len(self.game.log), list[Scene]()
                began = time.thread_time()
                self.game.on_moment = lambda: scenes.append(self.game.scene)
                try:
                    kind, events, reasons = change()
                except FrontError as no:
                    raise refusal(no) from no
                finally:
                    self.game.on_moment = None
                self._spent += time.thread_time() - began
                with self._doubt():
                    if applied is not None:
                        applied()
                    rows = rows_of(self.game, since, events, self.record.seq + 1, kind, reasons)
                    if kind in SPOKEN:
                        scenes.append(self.game.scene)
                    self._unwritten += of_change(self.game, since, scenes, events, self._scene)
                    self._scene = scenes[-1]
                    await self._write(rows, self.game)
                return self._finish()

        return await _whole(run())

    def marks(self) -> list[dict[str, Any]]:
        """The marks of the timeline."""
        return self.record.marks + self._unwritten

    async def _back(
        self, seq: int | None, change: Callable[[], Awaitable[LogRow]], new_dice: bool = False
    ) -> dict[str, Any]:
        """Something that cuts the log."""

        async def run() -> dict[str, Any]:
            async with self.lock:
                await self._check_open(seq)
                try:
                    row = await change()
                except NoUndo as no:
                    reason = f"{no}: a die fell, a secret was shown, or the decision passed on"
                    raise Refused(409, "undo", reason) from no
                with self._doubt():
                    rewound = row.kind == "rewind"
                    then = await self.record.moment(row.length) if rewound else self.game
                    self._scene = then.scene
                    reopened = rewound and self.game.result is not None
                    if reopened:  # everybody may have seen everything
                        self.row.summary = self.looked("reopened")
                    seed = self._new_seed(row.length) if new_dice or reopened else None
                    await self._write([row], then, seed)
                    if seed is not None:
                        self.row.seed = seed
                    if rewound:
                        self.game = await self.record.revive()
                self.dismiss()  # the game may have been over, and its secrets open
                return self._finish()

        return await _whole(run())

    async def renew_dice(self) -> None:
        """Other dice from here on: somebody sits down, and who played alone until now may know what would fall."""
        async with self.lock:
            await self._check_open(None)
            seed = self._new_seed(self.record.length) if self.game.result is None else None
            if seed is None:
                return
            with self._doubt():
                try:
                    await self.storage.append(self.row.id, Change((), self.row.summary, self.row.updated, None, seed))
                except Conflict as bad:
                    raise Refused(409, "game", f"the game was changed by somebody else ({bad})") from bad
                self.row.seed, self.game.dice = seed, SeededDice(seed)

    def _new_seed(self, length: int) -> str | None:
        """Other dice from here on; those that fell before are kept, and counted."""
        if self.row.seed is None:
            return None
        thrown = sum(entry.side == CHANCE for entry in self.record.entries[:length])
        self.row.summary = self.row.summary | {"thrown": thrown}
        return fresh_seed()

    async def _check_open(self, seq: int | None) -> None:
        if self.doubtful:
            await self.reload()
        if self.closed:
            raise Refused(404, "game", "the game has been deleted")
        self._check_seq(seq)

    async def _write(self, rows: list[LogRow], game: Game, seed: str | None = None) -> None:
        """Makes the rows durable; only then are they part of the record."""
        length, back = rows[-1].length, rows[-1].kind in BACK
        rows[0] = rows[0]._replace(marks=wire.text(self._unwritten))
        summary = self.row.summary | wire.summary_of(game, self._scene.turn, length, rows[-1].seq)
        summary["marked"] = rows[-1].seq
        summary["takebacks"] = summary.get("takebacks", 0) + (rows[-1].kind == "rewind")
        last = max((kept for kept, _ in self.record.snapshots), default=0)
        snapshot = pack(game) if due(length - last, self._spent) and not back else None
        now = time.time()
        try:
            await self.storage.append(self.row.id, Change(rows, summary, now, snapshot, seed))
        except Fenced as bad:
            self.lost()
            raise Refused(503, "game", f"{bad}; try again") from bad
        except Conflict as bad:
            raise Refused(409, "game", f"the game was changed by somebody else ({bad}); look again") from bad
        self.row.summary, self.row.updated = summary, now
        self.record.take(rows, snapshot)
        self._unwritten = []
        if snapshot is not None:
            self._spent = 0.0

    def _finish(self) -> dict[str, Any]:
        self.used = time.monotonic()
        self._broadcast()
        self.changed()
        for watch in self.watchers:
            watch(self)
        return {"seq": self.record.seq, "length": self.record.length}

    @contextmanager
    def _doubt(self) -> Iterator[None]:
        """If something fails in here, memory and disk may differ: the game is then read again before anything else."""
        self.doubtful = True
        yield
        self.doubtful = False

    async def reload(self) -> None:
        """Back to what is on the disk: something could not be written, or somebody else wrote."""
        row = await self.storage.game(self.row.id)
        if row is None:
            self.close()
            return
        self.row.summary, self.row.updated = row.summary, row.updated
        self.record = await Record.read(self.storage, self.row, self.game.title)
        self.game = await self.record.revive()
        await self.begin_marks()
        self._views = {side: self.game.screen(side) for side in self._views}
        self.doubtful = False
        for window in self.windows:
            window.send(None)  # it comes back and resumes from what it has

    async def begin_marks(self) -> None:
        """Finds the marks of the last change if they were not written with it, as older versions left them."""
        last = self.record.changes[-1]
        self._scene, self._unwritten = self.game.scene, []
        if self.record.seq > 0 and last.kind not in BACK and self.row.summary.get("marked") != self.record.seq:
            twin = (await self.record.moment(last.cut)).copy(history=False)
            twin.dice = None
            entries = self.record.entries[last.cut :]
            self._unwritten, _ = walk(twin, last.cut, entries, self.record.public, twin.scene)


def _throws(game: Game) -> bool:
    decision = game.decision
    return decision is not None and decision.side == CHANCE


async def _whole(work: Coroutine[Any, Any, T]) -> T:
    """Finishes a change that has begun, even if the request for it is cancelled."""
    return await asyncio.shield(asyncio.ensure_future(work))

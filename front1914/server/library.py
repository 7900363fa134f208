"""All games of a server: begun, opened, branched off, uploaded, deleted."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec

import front1914
from front1914 import FrontError, Game, SeededDice, Title, TitleInfo
from front1914.server import older, wire
from front1914.server.jobs import MOST_SECONDS, MOST_UPLOAD_SECONDS, UPLOAD_SECONDS
from front1914.server.marks import walk
from front1914.server.present import Present, no_game
from front1914.server.record import SNAPSHOT_EVERY, CannotOpen, Record, begin, pack, rows_of
from front1914.server.refusals import Refused, refusal
from front1914.server.reviews import Reviews
from front1914.server.seats import check_seats, default_seats, unreadable
from front1914.server.shelf import Shelf
from front1914.server.sql import SqlStorage
from front1914.server.storage import Change, Conflict, Damaged, GameRow, LogRow, Snapshot
from front1914.server.table import Table
from front1914.server.wire import summary_of, view_of
from front1914.server.workers import BUSY, JobFailed, Workers

Told = Callable[[str, str], Awaitable[None]]

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  #: letters of game ids: none that looks like another
MOST_NAME = 120
MOST_ADVICE = 60.0  #: seconds that the staff may think about a suggestion


SIGNED_OUT = "signed out"  #: news of a device, not of a game


class News:
    """Changes around a game that are not made at its table, such as somebody who sits down: its kind and its game.

    `spread` brings them to the process that plays the game, `everywhere` to all processes; with one process that is
    this one. `heard` takes them in.
    """

    def __init__(self) -> None:
        self.heard: Told = _nothing
        self.spread: Told = lambda kind, game: self.heard(kind, game)
        self.everywhere: Told = lambda kind, what: self.heard(kind, what)


async def _nothing(kind: str, game: str) -> None:
    return None


class Library:
    """The games in a storage, and those of them that are in memory."""

    def __init__(self, storage: SqlStorage, workers: Workers, folder: Path | None = None) -> None:
        self.storage = storage
        self.workers = workers
        self.shelf = Shelf(workers, folder)
        self.uploads: dict[str, tuple[int, int]] = {}  #: by ticket: how much is read, and of how much
        self._uploading = asyncio.Lock()
        self.present = Present(storage, workers, self.shelf)
        self.reviews = Reviews(workers, folder)
        self.news = News()

    # -- what the library shows --------------------------------------------------------------------------------

    async def shown(self) -> list[dict[str, Any]]:
        """All games, last touched first."""
        infos = {info.id: info for info in front1914.titles()}
        rows = await self.storage.games()
        return [
            self.show(self.tables[row.id].row if row.id in self.tables else row, infos.get(row.title)) for row in rows
        ]

    def show(self, row: GameRow, info: TitleInfo | None) -> dict[str, Any]:
        """A game for the library: nothing in it is secret."""
        names = {} if info is None else {scenario.id: scenario.name for scenario in info.scenarios}
        over = row.summary.get("result") is not None
        return {
            "id": row.id,
            "name": row.name,
            "title": row.title,
            "title_name": row.title if info is None else info.name,
            "scenario": row.scenario,
            "scenario_name": names.get(row.scenario, row.scenario),
            "options": row.options,
            "rules": row.rules,
            "seats": row.seats,
            "created": wire.moment(row.created),
            "updated": wire.moment(row.updated),
            **{key: row.summary.get(key) for key in ("length", "seq", "turn", "deciding", "result")},
            "branch": row.branch,
            "takebacks": row.summary.get("takebacks", 0),
            "looks": row.summary.get("looks", []) if over else [],
            "dice": "manual" if row.seed is None else "seeded",
            "commitment": None if row.seed is None else front1914.commitment(row.seed),
            **self.shelf.papers(row.title),
            "over": over,
            "playable": info is not None,
            **self._trouble(row, info),
        }

    def _trouble(self, row: GameRow, info: TitleInfo | None) -> dict[str, Any]:
        """Why a game cannot be opened, and how many of its actions can."""
        bad = self.present.damage.get(row.id)
        if bad is None and "damage" in row.summary:
            bad = Damaged(row.summary["damage"])
        if info is None and bad is None:
            return {"trouble": f"there is no title {row.title!r}", "good": None}
        if bad is None or row.id in self.tables:
            return {"trouble": None, "good": None}
        return {"trouble": f"it is damaged: {bad}", "good": bad.good if bad.rows and info is not None else None}

    def show_row(self, row: GameRow) -> dict[str, Any]:
        """A game for the library."""
        return self.show(row, next((info for info in front1914.titles() if info.id == row.title), None))

    async def show_one(self, row: GameRow) -> dict[str, Any]:
        """A game for a window: with the address of its sheet, if there is such a title."""
        if any(info.id == row.title for info in front1914.titles()):
            await self.shelf.sheet(row.title)
        return self.show_row(row)

    # -- opening -----------------------------------------------------------------------------------------------

    @property
    def tables(self) -> dict[str, Table]:
        """The games in memory."""
        return self.present.tables

    def shut(self, device: str) -> None:
        """Closes the windows of a device that was signed out; if it comes again, it is a stranger's."""
        for table in self.tables.values():
            for window in [window for window in table.windows if window.access.device == device]:
                window.send(None)

    async def row(self, game: str) -> GameRow:
        """A game as it is kept; Refused if there is none."""
        return await self.present.row(game)

    async def table(self, game: str) -> Table:
        """The game in memory; read from the storage if it is not yet."""
        return await self.present.table(game)

    def using(self, game: str) -> AbstractContextManager[None]:
        """As long as this lasts the game stays in memory."""
        return self.present.using(game)

    # -- beginning ---------------------------------------------------------------------------------------------

    async def begin(
        self,
        title: str,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Mapping[str, dict[str, Any]] | None = None,
        seed: int | str | None = None,
        name: str | None = None,
        dice: str = "seeded",
    ) -> Table:
        """A new game."""
        await self.shelf.title(title)
        try:
            game = front1914.new(title, scenario, options, seed=seed, dice=dice)
        except FrontError as no:
            raise refusal(no) from no
        chosen = check_seats(game.sides, seats if seats is not None else default_seats(game.sides))
        return await self._begin(game, chosen, name, None)

    async def begin_from(
        self, title: str, position: dict[str, Any], seats: Mapping[str, dict[str, Any]] | None, name: str | None
    ) -> Table:
        """A new game from a position that somebody has laid out."""
        try:
            game = front1914.from_position(position | {"title": title})
        except FrontError as no:
            raise refusal(no) from no
        if game.decision is None:
            raise Refused(422, "position", "the game is over here: nobody has anything to decide")
        chosen = check_seats(game.sides, seats if seats is not None else default_seats(game.sides))
        return await self._begin(game, chosen, name, None)

    async def imagined(self, table: Table, side: str) -> dict[str, Any]:
        """A position that agrees with what the side knows now: whoever lays it out again learns nothing."""
        async with table.lock:
            return _imagined(await table.record.moment(table.record.length), side, True).position()

    async def begin_lesson(self, title: str, lesson: str) -> Table:
        """A lesson: a game in which the coach sits at all other sides."""
        found = await self.shelf.title(title)
        chosen = next((one for one in found.lessons() if one.id == lesson), None)
        if chosen is None:
            raise Refused(404, "lesson", f"{title} has no lesson {lesson[:100]!r}")
        game = front1914.new(title, chosen.scenario, chosen.options, seed=chosen.seed)
        seats = {
            side: {"kind": "human"} if side == chosen.side else {"kind": "lesson", "lesson": chosen.id}
            for side in game.sides
        }
        return await self._begin(game, seats, f"Lesson {chosen.order}: {chosen.name}", None)

    async def _begin(
        self, game: Game, seats: dict[str, dict[str, Any]], name: str | None, branch: dict[str, Any] | None
    ) -> Table:
        """Keeps a game that has just begun."""
        seed = game.dice.seed if isinstance(game.dice, SeededDice) else None
        row = new_row(game, seats, seed, name, branch)
        rows = rows_of(game, 0, game.events, 0, "new")
        record = self._record(row, game.title)
        record.take(rows)
        # What was thrown before the first decision is played again, for the marks on the way.
        twin = begin(row.title, row.scenario, row.options, row.start).copy(history=False) if game.log else game
        record.marks, _ = walk(twin, 0, game.log, record.public, None)
        rows[0] = rows[0]._replace(marks=wire.text(record.marks))
        row.summary |= summary_of(game, game.scene.turn, len(game.log), 0)
        snapshots = [pack(game)] if len(game.log) >= SNAPSHOT_EVERY else []
        await self.storage.create(row, Change(rows, row.summary, row.created), snapshots)
        record.snapshots = [(snapshot.length, snapshot.digest) for snapshot in snapshots]
        table = Table(self.storage, row, record, game)
        await table.begin_marks()
        return self.present.seat(table)

    def _record(self, row: GameRow, title: Title) -> Record:
        return Record(row, title, lambda length: self.storage.snapshot(row.id, length))

    # -- branches ----------------------------------------------------------------------------------------------

    async def branch(
        self, game: str, at: int, side: str, seats: Mapping[str, dict[str, Any]] | None, name: str | None
    ) -> Table:
        """A what-if from a moment of a game. It has dice of its own, so that it tells nothing of throws to come.

        While a game with secrets goes on, what the side may not know is imagined.
        """
        table = await self.table(game)
        table.check_eyes(side)
        if not 0 <= at <= table.record.length:
            raise Refused(404, "at", f"the log has {table.record.length} actions, not {at}")
        chosen = check_seats(table.sides, seats or {})
        name = name or f"What if: {table.row.name}"[:MOST_NAME]
        async with table.lock:
            then = await table.record.moment(at)
            mark = {"game": game, "at": at, "imagined": False}
            if table.game.title.hidden and table.game.result is None:
                return await self._begin(
                    _imagined(then, side, table.row.seed is None), chosen, name, mark | {"imagined": True}
                )
            while then.decision is not None and then.decision.side == front1914.CHANCE and at > 0:
                at -= 1
                then = await table.record.moment(at)
            kept = [await self.storage.snapshot(game, n) for n, _ in table.record.snapshots if n <= at]
            rows = table.record.rows_until(at, table.marks())
            if table.game.result is None:  # what the computer means to do is not told before the end, there or here
                rows = [row._replace(reasons="[]") for row in rows]
        thrown = sum(row.side == front1914.CHANCE for row in rows)
        seed = None if table.row.seed is None else front1914.fresh_seed()
        row = new_row(then, chosen, seed, name, mark)
        row.summary |= summary_of(then, then.scene.turn, at, 0) | {"thrown": thrown}
        return await self._keep(row, rows, [snapshot for snapshot in kept if snapshot is not None])

    async def _keep(self, row: GameRow, rows: list[LogRow], snapshots: list[Snapshot]) -> Table:
        """Keeps a game with a log that was played elsewhere."""
        await self.storage.create(row, Change(rows, row.summary, row.created), snapshots)
        return await self.table(row.id)

    # -- uploads -----------------------------------------------------------------------------------------------

    async def upload(self, content: str, name: str | None, salvage: bool, ticket: str | None = None) -> Table:
        """A game from a saved file, checked line by line in another process.

        One is read at a time. What it may cost grows with its length and ends with MOST_UPLOAD_SECONDS; under its
        ticket anybody can ask how far it has come.
        """
        limit = min(MOST_SECONDS + UPLOAD_SECONDS * content.count("\n"), MOST_UPLOAD_SECONDS)

        def told(done: int, of: int) -> None:
            if ticket is not None:
                self.uploads[ticket] = (done, of)

        told(0, 0)
        try:
            async with asyncio.timeout(limit):
                async with self._uploading:
                    found = await self.workers.ask("read_save", content, salvage, limit=limit, told=told)
        except TimeoutError as late:
            raise Refused(503, "file", "others are being read; try again later") from late
        except JobFailed as bad:
            raise Refused(503 if bad.kind == BUSY else 422, "file", f"it cannot be read: {bad}") from bad
        finally:
            self.uploads.pop(ticket or "", None)
        damage = found["damage"]
        if "rows" not in found:
            more = {} if damage["good"] is None else {"good": damage["good"]}
            raise Refused(422, damage["place"], damage["reason"], **more)
        title = await self.shelf.title(found["title"])
        kept = {key: found[key] for key in ("scenario", "options", "start", "seed")}
        rows = [LogRow(*row) for row in found["rows"]]
        snapshots = [Snapshot(*snapshot) for snapshot in found["snapshots"]]
        row = GameRow(
            id=new_id(),
            name=name or name_of(title.info, found["scenario"]),
            title=title.info.id,
            rules=title.rules_version,
            **kept,
            seats=check_seats(title.sides(found["options"]), {}),
            branch=None,
            created=(now := time.time()),
            updated=now,
            summary={"takebacks": 0, **found["summary"]},
        )
        return await self._keep(row, rows, snapshots)

    async def salvage(self, game: str) -> Table:
        """The part of a game of older rules that the present ones allow, as a game of its own; the old one is kept.

        Of a game whose rows are damaged, the part before the damage.
        """
        row = await self.row(game)
        title = await self.shelf.title(row.title)
        try:
            if "damage" in row.summary:
                raise await self.present.sound(row, row.summary["damage"])
            record = await Record.read(self.storage, row, title)
            if unreadable(title.sides(row.options), row.seats):
                raise await self.present.sound(row, "its seats")
        except Damaged as bad:
            return await self._sound_part(row, title, bad)
        try:
            found = await older.reach(self.storage, record)
            if not found.why:
                return await self.table(game)
            good = await older.decided(record, found.good)
            then = await record.moment(good)
        except (CannotOpen, FrontError) as bad:
            raise Refused(409, "game", f"it cannot be opened: {bad}") from bad
        return await self._part(row, record, then, good)

    async def _sound_part(self, row: GameRow, title: Title, bad: Damaged) -> Table:
        """The game up to the last moment before the damage; snapshots are not trusted either."""
        if not bad.rows:
            raise Refused(409, "game", f"nothing of it is sound: {bad}") from bad
        record = self._record(row, title)
        record.take(bad.rows)
        try:
            good = await older.decided(record, record.length)
            then = await record.moment(good)
        except (CannotOpen, FrontError) as no:
            raise Refused(409, "game", f"it cannot be opened: {no}") from no
        return await self._part(row, record, then, good)

    async def _part(self, row: GameRow, record: Record, then: Game, good: int) -> Table:
        """A game of its own that is another one up to a moment. Whose seat is lost is played by a human.

        Its dice are its own too, or who makes two of them knows in the second what falls. What was seen is still noted.
        """
        lost = unreadable(then.sides, row.seats)
        seats = {side: {"kind": "human"} if side in lost else row.seats[side] for side in then.sides}
        seed = None if row.seed is None else front1914.fresh_seed()
        made = new_row(then, seats, seed, row.name, row.branch)
        made.summary |= {key: row.summary[key] for key in ("looks", "takebacks") if key in row.summary}
        thrown = sum(entry.side == front1914.CHANCE for entry in record.entries[:good])
        made.summary |= summary_of(then, then.scene.turn, good, 0) | {"thrown": 0 if seed is None else thrown}
        return await self._keep(made, record.rows_until(good, record.marks), [])

    # -- changing ----------------------------------------------------------------------------------------------

    async def rename(self, game: str, name: str) -> GameRow:
        row = await self.row(game)
        await self._update(game, name=name)
        row.name = name
        await self._tell(row)
        return row

    async def reseat(
        self, game: str, seats: Mapping[str, dict[str, Any]], consent: Sequence[str] = (), own: bool = False
    ) -> GameRow:
        """Gives sides to people or to the computer. Who takes a seat from the computer sees what it hides: noted.

        `own`: the sides are those of whoever asks, who lent them to the computer and has seen what they see before.
        """
        table = await self.table(game)
        if own:
            await self.present.opponent(game).stop()
        async with table.lock:
            checked = check_seats(table.sides, seats, partial=True)
            taken = [side for side, seat in checked.items() if seat["kind"] == "human" and side not in table.humans]
            for side in taken if table.game.result is None and not own else ():
                if table.computer["state"] not in ("stopped", "trouble"):
                    reason = f"{side} is played by the computer: stop it first"
                    raise Refused(409, f"seats.{side}", reason)
                table.check_consent(consent, f"{side} would be seen by one of you")
            for side in taken if table.game.result is None and not own else ():
                table.row.summary = table.looked("taken", side)
            await self._update(game, seats=table.row.seats | checked, summary=table.row.summary)
            table.row.seats = table.row.seats | checked
            table.set_computer("idle")
            table.dismiss()
        await self._tell(table.row)
        self.present.opponent(game).wake()
        return table.row

    async def _update(self, game: str, **fields: Any) -> None:
        try:
            await self.storage.update(game, **fields)
        except Conflict as gone:
            raise no_game(game) from gone

    async def _tell(self, row: GameRow) -> None:
        table = self.tables.get(row.id)
        if table is not None:
            table.tell({"type": "game", "game": await self.show_one(row)})

    async def advice(self, table: Table, side: str) -> dict[str, Any]:
        """What the staff would do for a side of people that must decide now."""
        async with table.lock:
            decision = table.game.decision
            if decision is None or decision.side != side or side not in table.humans:
                raise Refused(409, "side", "it is not your decision")
            view, seq = view_of(table.game, side), table.record.seq
        seed = f"{table.row.id}:{seq}"
        question = (table.row.title, side, view, decision, seed)
        try:  # a commander's thought, which stands in nobody else's way
            found = await self.workers.ask("advice", *question, key=table.row.id, limit=MOST_ADVICE)
        except JobFailed as bad:
            raise Refused(503, "advice", f"the staff could not decide: {bad.kind}") from bad
        return {"seq": seq, **found}

    async def delegate(self, game: str, side: str, group: str, order: str) -> dict[str, Any]:
        """Hands a part of a side over to its staff for this phase."""
        table = await self.table(game)
        async with table.lock:
            table.delegate(side, group, order)
        self.present.opponent(game).wake()
        return table.computer

    async def computer(self, game: str, do: str) -> dict[str, Any]:
        """Stops the computer, or lets it go on. What was handed over to it goes back to its player."""
        table = await self.table(game)
        opponent = self.present.opponent(game)
        if do == "stop":
            decision = table.game.decision
            taken_back = decision is not None and table.delegated.pop(decision.side, None) is not None
            table.set_computer("idle" if taken_back or decision is None else "stopped", decision and decision.side)
            await opponent.stop()
        else:
            table.set_computer("idle")
            opponent.wake()
        return table.computer

    async def rewind(
        self, game: str, to: int, consent: Sequence[str], seq: int | None, new_dice: bool = False
    ) -> dict[str, Any]:
        """Goes back by consent; commanders drop the plans that they made after that moment."""
        table = await self.table(game)
        found = await table.rewind(to, consent, seq, new_dice)
        opponent = self.present.opponent(game)
        await opponent.stop()
        await self.workers.release(game)
        opponent.wake()
        return found

    async def delete(self, game: str) -> None:
        """Deletes a game for good; the computer stops thinking about it."""
        await self.present.remove(game)
        self.reviews.forget(game)

    async def close(self) -> None:
        """The server ends. A window that leaves now wakes no commander any more."""
        self.workers.closing = True
        for opponent in self.present.opponents.values():
            await opponent.stop()
        for table in self.tables.values():
            for window in table.windows:
                window.send(None)
        await self.reviews.close()
        await self.workers.close()
        await self.storage.close()


def _imagined(then: Game, side: str, manual: bool) -> Game:
    """A game that agrees with what the side knows."""
    view = view_of(then, side)
    try:
        position = front1914.imagine(view, secrets.token_hex(8))
        return front1914.from_position(position, dice="manual" if manual else "seeded")
    except (FrontError, NotImplementedError) as bad:
        raise Refused(409, "at", "a branch from here can be made when the game is over") from bad


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def name_of(info: TitleInfo, scenario: str) -> str:
    """What a game is called until somebody names it."""
    names = {known.id: known.name for known in info.scenarios}
    return f"{info.name}: {names.get(scenario, scenario)}"


def new_row(
    game: Game,
    seats: dict[str, dict[str, Any]],
    seed: int | str | None,
    name: str | None,
    branch: dict[str, Any] | None,
) -> GameRow:
    """A game as it is kept."""
    now = time.time()
    return GameRow(
        id=new_id(),
        name=name or name_of(game.title.info, game.state.scenario),
        title=game.title.info.id,
        rules=game.title.rules_version,
        scenario=game.state.scenario,
        options=dict(game.state.options),
        start=None if game.start is None else msgspec.json.decode(wire.encode(game.start)),
        seed=seed,
        seats=seats,
        branch=branch,
        created=now,
        updated=now,
        summary={"takebacks": 0, "thrown": 0},
    )

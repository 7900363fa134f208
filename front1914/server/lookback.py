"""Looking back at a game: moments, timeline, luck, dice, reasons."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

import front1914
from front1914.server import wire
from front1914.server.delta import diff
from front1914.server.jobs import MOST_SECONDS
from front1914.server.luck import report
from front1914.server.record import Breath
from front1914.server.refusals import Refused
from front1914.server.table import Table
from front1914.server.wire import view_of
from front1914.server.workers import BUSY, JobFailed, Workers

MOST_EVENTS = 2_000  #: in one answer
MOST_MOMENTS = 200  #: in one answer
ALGORITHM = "hmac-sha256/1"  #: the generator behind the dice; the engine's dice module says how to check it


def check_moment(table: Table, n: int, place: str = "n") -> None:
    if not 0 <= n <= table.record.length:
        raise Refused(404, place, f"the log has {table.record.length} actions: no moment {n}")


def until(table: Table, delay: int) -> int:
    """The last moment that is so many whole turns past; -1 if there is none, or the title has no turns."""
    turn = table.game.scene.turn
    if turn is None:
        return -1
    later = [mark["at"] for mark in table.marks() if mark["kind"] == "turn" and mark["turn"] > turn - delay]
    return min(later, default=0) - 1


def events(table: Table, side: str, since: int, to: int | None) -> dict[str, Any]:
    """What the side may know of the moments after `since`."""
    record, last = table.record, table.record.length if to is None else min(to, table.record.length)
    found: list[msgspec.Raw] = []
    n = max(since, -1)
    while n < last and len(found) < MOST_EVENTS:
        step = min(last, n + 256)
        more = record.told(side, n, step)
        if found and len(found) + len(more) > MOST_EVENTS:
            break
        found += more
        n = step
    return {"events": found, "length": record.length, "more": n < last, "next": n}


async def moment(table: Table, side: str, n: int) -> dict[str, Any]:
    """The game as the side saw it after `n` actions."""
    async with table.lock:
        check_moment(table, n)
        then = await table.record.moment(n)
        view = then.screen(side)
        decision = then.decision if then.decision is not None and then.decision.side == side else None
        told = table.record.told(side, n - 1, n)
        length = table.record.length
    return {"n": n, "length": length, "view": view, "decision": wire.decision(decision), "events": told}


async def moments(table: Table, side: str, start: int, stop: int) -> dict[str, Any]:
    """The view at `start`, and patches to each moment after it."""
    async with table.lock:
        check_moment(table, start, "from")
        last = min(stop, table.record.length, start + MOST_MOMENTS)
        found: dict[str, Any] = {"n": start, "length": table.record.length, "steps": []}
        old: Mapping[str, Any] = {}
        breath = Breath()
        async for n, then in table.record.moments(start, max(start, last)):
            new, told = then.screen(side), table.record.told(side, n - 1, n)
            if n == start:
                found |= {"view": new, "events": told}
            else:
                found["steps"].append({"n": n, "patch": diff(old, new), "events": told})
            old = new
            await breath.take()
        found["more"] = last < min(stop, table.record.length)
    return found


async def course(table: Table, side: str) -> dict[str, Any]:
    """The score at the beginning of each turn, as the side may know it."""
    async with table.lock:
        found, breath = [], Breath()
        for mark in table.marks():
            if mark["kind"] == "turn" and mark["turn"] is not None:
                await breath.take()
                then = await table.record.moment(mark["at"])
                meters = then.terms(side).meters
                if meters:
                    standing = then.standing(side)
                    found.append({"turn": standing.turn, "value": standing.values[meters[0].id]})
    return {"turns": found}


async def orders(table: Table, side: str) -> dict[str, Any]:
    """The calendar and the order of battle, and the strength of the nations by turn, as the side knew them then."""
    async with table.lock:
        rows: list[front1914.StrengthRow] = []
        before: list[front1914.Troop] = []
        moments = [mark["at"] for mark in table.marks() if mark["kind"] == "turn" and mark["turn"] is not None]
        breath = Breath()
        for at in moments:
            await breath.take()
            then = await table.record.moment(at)
            troops = then.muster(side)
            rows += _strengths(then.title.turn(then.state), before, troops)
            before = troops
        now = table.game.muster(side)
        if moments and table.record.length > moments[-1]:
            rows += _strengths(table.game.title.turn(table.game.state) + 1, before, now)
        return {**table.game.orders(side), "course": rows}


def _strengths(
    turn: int, before: Sequence[front1914.Troop], troops: Sequence[front1914.Troop]
) -> list[front1914.StrengthRow]:
    strength, lost = front1914.strengths(troops), front1914.losses(before, troops)
    sides = {troop.nation: troop.side for troop in (*before, *troops)}
    units = Counter(troop.nation for troop in troops if troop.at is not None)
    return [
        {
            "turn": turn,
            "side": side,
            "nation": nation,
            "strength": strength.get(nation, 0),
            "units": units[nation],
            "lost": lost.get((side, nation), 0),
        }
        for nation, side in sorted(sides.items())
    ]


async def luck(table: Table, side: str, workers: Workers) -> dict[str, Any]:
    """Expected against thrown. While the game goes on, only of throws that the side was told."""
    over = table.game.result is not None
    throws = await _throws(table, workers, values=over)
    told = None if over else {t["at"] for t in throws if _told(table, side, t)}
    return report(throws, table.sides, told)


def _told(table: Table, side: str, throw: dict[str, Any]) -> bool:
    """Was the outcome told to the side? An event says so under the name of the verb."""
    told = table.record.events(side, throw["at"] - 1, throw["at"])
    return any(event["data"].get(throw["verb"]) == throw["outcome"] for event in told)


async def dice(table: Table, workers: Workers) -> dict[str, Any]:
    """The commitment; when the game is over also the seed and every throw, for whoever wants to check them."""
    row, over = table.row, table.game.result is not None
    seeded = row.seed is not None
    found: dict[str, Any] = {
        "algorithm": ALGORITHM if seeded else "manual",
        "commitment": None if row.seed is None else front1914.commitment(row.seed),
        "since": row.summary.get("thrown", 0),
        "seed": None,
        "throws": None,
    }
    if over:
        throws = await _throws(table, workers, values=True)
        keys = ("n", "at", "step", "verb", "faces", "weights", "outcome")
        found |= {"seed": row.seed, "throws": [{key: throw[key] for key in keys} for throw in throws]}
    return found


async def _throws(table: Table, workers: Workers, values: bool) -> list[dict[str, Any]]:
    """All throws of the game, worked out in another process that does not get the seed."""
    kept = table.throws
    if kept is not None and kept[:2] == (table.record.seq, values):
        return kept[2]
    seq = table.record.seq
    row = table.row
    try:
        found: list[dict[str, Any]] = await workers.ask(
            "throws", row.title, row.scenario, row.options, row.start, table.record.entries, values, limit=MOST_SECONDS
        )
    except JobFailed as bad:
        raise Refused(503 if bad.kind == BUSY else 409, "game", f"the throws could not be worked out: {bad}") from bad
    table.throws = (seq, values, found)
    return found


async def odds(table: Table, side: str, actions: list[list[Any]], workers: Workers) -> dict[str, Any]:
    """Where the answers, and then chance, lead."""
    async with table.lock:
        decision = table.game.decision
        if decision is None or decision.side != side:
            raise Refused(409, "side", "it is not your decision")
        view = view_of(table.game, side)
        hidden = table.game.title.hidden
        position = None if hidden else msgspec.json.decode(wire.encode(table.game.position()))
    arguments = (view, {}, actions) if hidden else (None, position, actions)
    try:
        found: dict[str, Any] = await workers.ask("odds", *arguments, limit=10.0)
    except JobFailed as bad:
        raise Refused(503 if bad.kind == BUSY else 409, "actions", str(bad)) from bad
    return found | {"battle": view.get("battle")}


def reasons(table: Table, side: str) -> dict[str, Any]:
    """Why the computer decided so; open when the game is over."""
    if table.game.result is None:
        raise Refused(403, "side", "the reasons are open when the game is over")
    return {"reasons": table.record.reasons(side)}


async def save(table: Table, share: bool, consent: Sequence[str] = ()) -> str:
    """The game as the text of a saved game. While it goes on, that is to see what is hidden: it is noted.

    In a game of several people all of them must agree.
    """
    async with table.lock:
        seeded = table.row.seed is not None and not share
        if table.game.result is None and (table.game.title.hidden or seeded):
            table.check_consent(consent, "the saved game holds the secrets of every side")
            summary = table.looked("downloaded")
            await table.storage.update(table.row.id, summary=summary)
            table.row.summary = summary
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game"
            table.game.save(path, share=share)
            return path.read_text(encoding="utf-8")

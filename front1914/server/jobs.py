"""What is worked out in other processes: computer opponents, odds, throws, uploads. Everything is plain data.

A commander gets a seat and nothing else: here there is no game, no state and no seed.
"""

from __future__ import annotations

import gzip
import tempfile
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any

import front1914
from front1914 import CHANCE, Action, BadSave, Decision, Entry, Game, Seat
from front1914.commanders import Commander, Delegate
from front1914.commanders.advice import advise
from front1914.commanders.base import resume
from front1914.commanders.delegate import Impulse, staff_of
from front1914.commanders.general import General
from front1914.server import sandtable
from front1914.server.marks import marks, of_change
from front1914.server.progress import report
from front1914.server.record import SPOKEN, begin, due, pack, rows_of
from front1914.server.storage import LogRow, Snapshot
from front1914.server.wire import encode, summary_of, text

_commanders: dict[str, tuple[tuple[Any, ...], Commander]] = {}
_delegates: dict[str, tuple[tuple[Any, ...], Delegate | Impulse]] = {}

UPLOAD_SECONDS = 0.02  #: seconds that each action of an upload may take, beyond those below
MOST_UPLOAD_SECONDS = 3_600.0  #: seconds that an upload may take in all
MOST_SECONDS = 60.0  #: seconds that a job may take, unless it is a commander's
SAMPLES = 8  #: imagined positions for the odds of an attack against something hidden


def draw(title: str, folder: str | None) -> tuple[str, bytes]:
    """The drawn map of a title: its version, and itself as packed JSON."""
    from front1914.server.art.kept import drawing

    return drawing(front1914.title(title), None if folder is None else Path(folder))


def handbook(title: str) -> tuple[str, bytes]:
    """The handbook of a title with its pictures and examples worked out: its version, and itself as packed JSON."""
    plain = encode(front1914.handbook(title).plain())
    return blake2b(plain, digest_size=8).hexdigest(), gzip.compress(plain, 6, mtime=0)


def forget(game: str) -> None:
    """Drops the commanders of a game that was deleted or rewound."""
    for kept in (_commanders, _delegates):
        for key in [key for key in kept if key.startswith(f"{game}:")]:
            del kept[key]


def decide(
    game: str,
    level: str,
    title: str,
    side: str,
    view: dict[str, Any],
    seconds: float | None,
    plan: dict[str, Any] | None,
    decision: Sequence[Any],
) -> tuple[Action, list[Any]]:
    """A commander's answer, with its reasons. `plan` is what was written down of the last one: a new commander, after
    the server has ended or the game was taken back, goes on with it."""
    key, settings = f"{game}:{side}", (level, title, seconds)
    known = _commanders.get(key)
    if known is None or known[0] != settings:
        limit = seconds or front1914.judgement(title).seconds
        known = _commanders[key] = (settings, front1914.commander(level, title, seed=key, seconds=limit))
        if plan is not None:
            resume(known[1], [plan])
        if isinstance(known[1], General):
            known[1].progress = report
    commander = known[1]
    asked, step, prompt, rule, actions, *_ = decision
    question = Decision(asked, step, prompt, rule, tuple(Action(*action) for action in actions))
    action = commander.decide(Seat(title, side, view, question))
    return action, [why.plain() for why in commander.reasons]


def follow_order(
    game: str, title: str, side: str, group: str, order: str, view: dict[str, Any], decision: Sequence[Any]
) -> tuple[Action | None, list[Any]]:
    """What the staff does with a part that its player has handed over; no action when it gives the command back."""
    key = f"{game}:{side}:delegate"
    settings = (group, order, view.get("turn"), view.get("active"), view.get("phase"))
    known = _delegates.get(key)
    if known is None or known[0] != settings:
        known = _delegates[key] = (settings, staff_of(title, group, order, seed=key))
    asked, step, prompt, rule, actions, *_ = decision
    question = Decision(asked, step, prompt, rule, tuple(Action(*action) for action in actions))
    action = known[1].answer(Seat(title, side, view, question))
    if action is None:
        del _delegates[key]
    return action, [why.plain() for why in known[1].reasons]


def advice(title: str, side: str, view: dict[str, Any], decision: Sequence[Any], seed: str) -> dict[str, Any]:
    """What the staff would do, and why."""
    asked, step, prompt, rule, actions, *_ = decision
    question = Decision(asked, step, prompt, rule, tuple(Action(*action) for action in actions))
    return advise(Seat(title, side, view, question), seed).plain()


def odds(view: dict[str, Any] | None, game: dict[str, Any], actions: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Where the actions and then chance lead. With a view, over positions imagined from it; else exactly."""
    answers = [Action(*action) for action in actions]
    if view is None:
        starts = [front1914.from_position(game, dice="manual")]
    else:
        positions = (front1914.imagine(view, f"odds:{n}") for n in range(SAMPLES))
        starts = [front1914.from_position(position, dice="manual") for position in positions]
    total: dict[str, Fraction] = {}
    for start in starts:
        for word, probability in start.odds(*answers).by().items():
            total[word] = total.get(word, Fraction(0)) + probability / len(starts)
    listed = sorted(total.items(), key=lambda item: (-item[1], item[0]))
    found = [{"outcome": word, "probability": str(p), "share": round(float(p), 6)} for word, p in listed]
    return {"odds": found, "assumed": view is not None, "samples": len(starts)}


def throws(
    title: str,
    scenario: str,
    options: dict[str, Any],
    start: dict[str, Any] | None,
    entries: Sequence[Sequence[Any]],
    values: bool,
) -> list[dict[str, Any]]:
    """Every throw of a game: what could fall, what fell, after whose decision, and what it was worth to each side."""
    game = begin(title, scenario, options, start).copy(history=False)
    evaluate = front1914.judgement(title).evaluate if values else None
    found: list[dict[str, Any]] = []
    last: str | None = None
    for at, (side, action) in enumerate(entries, 1):
        entry = Entry(side, Action(*action))
        if side == CHANCE:
            found.append(_throw(game, entry, at, len(found), last, evaluate))
        else:
            last = side
        game.retake(entry, trusted=True)
    return found


def review(
    title: str,
    scenario: str,
    options: dict[str, Any],
    start: dict[str, Any] | None,
    entries: Sequence[Sequence[Any]],
) -> dict[str, Any]:
    """The review of a finished game."""
    game = begin(title, scenario, options, start)
    for side, action in entries:
        game.retake(Entry(side, Action(*action)), trusted=True)
    return dict(front1914.review(game, report))


def _throw(
    game: Game, entry: Entry, at: int, n: int, last: str | None, evaluate: Callable[..., float] | None
) -> dict[str, Any]:
    decision = game.decision
    assert decision is not None
    weights = [o.probability for o in decision.outcomes]
    faces = [o.action.arg for o in decision.outcomes]
    equal = len(set(weights)) == 1
    found: dict[str, Any] = {
        "n": n,
        "at": at,
        "step": decision.step,
        "verb": entry.action.verb,
        "faces": faces,
        "weights": None if equal else [str(weight) for weight in weights],
        "outcome": entry.action.arg,
        "by": last,
    }
    if evaluate is not None and len(faces) > 1:
        ends = [_after(game, o.action) for o in decision.outcomes]
        values = {side: [float(evaluate(end.view(side), side)) for end in ends] for side in game.sides}
        found["values"] = values
    return found


def _after(game: Game, action: Action) -> Game:
    twin = game.copy(history=False)
    twin.act(action)
    return twin


def read_save(content: str, salvage: bool) -> dict[str, Any]:
    """A saved game as rows for the storage. What is wrong with it is told by place and reason."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upload"
        path.write_text(content, encoding="utf-8", newline="")
        try:
            of = 2 * content.count("\n")  # it is read twice: to check it, and to write it down
            game, damage = front1914.load(path, lambda done: report(done, of)), None
            committed = "seed" in front1914.header(path)
        except BadSave as bad:
            good: Game | None = bad.good
            sound = None if good is None else len(good.log)
            damage = {"place": _line(bad.place), "reason": bad.reason, "good": sound}
            if good is None:
                return {"damage": damage}
            game, committed = good, "seed" in front1914.header(path)
        except front1914.BadInput as bad:
            return {"damage": {"place": bad.place, "reason": bad.reason, "good": None}}
    if damage is not None and not salvage:
        return {"damage": damage}
    rows, snapshots, thrown = _written(game)
    rows[-1] = rows[-1]._replace(undoable=game.undoable)
    summary = summary_of(game, game.scene.turn, len(game.log), 0)
    dice = game.dice
    return {
        "damage": damage,
        "title": game.title.info.id,
        "scenario": game.state.scenario,
        "options": dict(game.state.options),
        "start": None if game.start is None else dict(game.start),
        "seed": dice.seed if isinstance(dice, front1914.SeededDice) else None,
        "rows": rows,
        "snapshots": snapshots,
        "summary": summary | {"thrown": 0 if committed else thrown},
    }


def _line(place: str) -> str:
    """The line in the file, without the name of our temporary copy."""
    number = place.rpartition(":")[2]
    return f"line {number}" if number.isdigit() else "file"


def _written(game: Game) -> tuple[list[LogRow], list[Snapshot], int]:
    """All rows of a game that was played elsewhere, the marks and snapshots on the way, and the throws it had."""
    start = None if game.start is None else dict(game.start)
    twin = begin(game.title.info.id, game.state.scenario, game.state.options, start)
    rows = rows_of(twin, 0, twin.events, 0, "new")
    before, snapshots = twin.scene, []
    found = marks(twin.title, 0, None, None, None, before)
    last, spent = 0, 0.0
    for n, entry in enumerate(game.log, 1):
        report(len(game.log) + n, 2 * len(game.log))
        told, began = len(twin.events), time.thread_time()
        twin.retake(entry, trusted=True)
        spent += time.thread_time() - began
        after, events = twin.scene, twin.events[told:]
        found += of_change(twin, n - 1, [after], events, before)
        kind = entry.action.verb if entry.action.verb in SPOKEN else "act"
        (row,) = rows_of(twin, n - 1, events, 0, kind)
        rows.append(row._replace(part=n))
        before = after
        if due(n - last, spent):
            snapshots.append(pack(twin))
            last, spent = n, 0.0
    rows[0] = rows[0]._replace(marks=text(found))
    return rows, snapshots, twin.thrown


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        *(draw, handbook, forget, decide, follow_order, advice, odds, throws, review, read_save),
        *(sandtable.opening, sandtable.lay, sandtable.attack),
    )
}

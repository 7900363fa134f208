"""Marks of the timeline: where turns, phases, battles and throws begin, from what everybody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from front1914 import CHANCE, Entry, Event, Game, Scene, Title


def marks(
    title: Title, at: int, side: str | None, told: str | None, before: Scene | None, now: Scene
) -> list[dict[str, Any]]:
    """The marks that stand at the moment `at`: the scene changed, or chance threw something that everybody saw.

    `side` took the action that led there, and `told` is the first sentence that everybody heard of it.
    """
    where = {"turn": now.turn, "phase": now.phase, "active": now.active}
    found = []
    if now.turn is not None and (before is None or before.turn != now.turn):
        date = f", {now.date}" if now.date else ""
        found.append({"at": at, "kind": "turn", "text": f"Turn {now.turn}{date}", **where})
    if before is None or (before.phase, before.active) != (now.phase, now.active):
        words = [str(word) for word in (now.active, now.phase) if word]
        if words:
            found.append({"at": at, "kind": "phase", "text": ": ".join(words), **where})
    if now.place is not None and (before is None or before.place != now.place):
        found.append({"at": at, "kind": "battle", "text": f"Battle: {_name(title, now.place)}", **where})
    if side == CHANCE and told is not None:
        found.append({"at": at, "kind": "throw", "text": told, **where})
    return found


def of_change(
    game: Game, since: int, scenes: Sequence[Scene], events: Sequence[Event], before: Scene
) -> list[dict[str, Any]]:
    """The marks of the actions after the first `since`, from the scene and the events that each of them led to."""
    told: dict[int, str] = {}
    for event in events:
        if event.seen_by is None and event.at not in told and game.log[event.at - 1].side == CHANCE:
            told[event.at] = event.text
    found = []
    for n, (entry, now) in enumerate(zip(game.log[since:], scenes, strict=True), since + 1):
        found += marks(game.title, n, entry.side, told.get(n), before, now)
        before = now
    return found


def walk(
    twin: Game,
    since: int,
    entries: Iterable[Entry],
    told: Callable[[int], str | None],
    before: Scene | None,
) -> tuple[list[dict[str, Any]], Scene]:
    """The marks of some actions, and the scene after them.

    The twin stands before the first of them, after `since` actions, and has no dice; it is moved on. Without a scene
    before, the marks of the moment at which it stands are among them.
    """
    now, found = before, []
    if now is None:
        now = twin.scene
        found += marks(twin.title, since, None, None, None, now)
    for n, entry in enumerate(entries, since + 1):
        twin.retake(entry, trusted=True)
        now, before = twin.scene, now
        found += marks(twin.title, n, entry.side, told(n), before, now)
    return found, now


def _name(title: Title, place: str) -> str:
    for words in title.nouns.values():
        number = words.find(place)
        if number is not None:
            return words.name(number)
    return str(place)

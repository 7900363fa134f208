"""Marks of the timeline: where turns, phases, battles and throws begin, from what everybody knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from front1914 import CHANCE, OBSERVER, Event, Game


class Scene(NamedTuple):
    """What the timeline looks at in a view."""

    turn: Any
    phase: Any
    active: Any
    date: Any
    target: Any


def scene(game: Game) -> Scene:
    """The scene as everybody sees it."""
    view = game.title.describe(game.state, OBSERVER)
    battle = view.get("battle")
    target = battle.get("target") if isinstance(battle, dict) else None
    return Scene(view.get("turn"), view.get("phase"), view.get("active"), view.get("date"), target)


def marks(game: Game, at: int, before: Scene | None, after: Scene) -> list[dict[str, Any]]:
    """The marks that stand at the moment `at`, because the scene changed."""
    where = {"turn": after.turn, "phase": after.phase, "active": after.active}
    found = []
    if after.turn is not None and (before is None or before.turn != after.turn):
        date = f", {after.date}" if after.date else ""
        found.append({"at": at, "kind": "turn", "text": f"Turn {after.turn}{date}", **where})
    if before is None or (before.phase, before.active) != (after.phase, after.active):
        words = [str(word) for word in (after.active, after.phase) if word]
        if words:
            found.append({"at": at, "kind": "phase", "text": ": ".join(words), **where})
    if after.target is not None and (before is None or before.target != after.target):
        found.append({"at": at, "kind": "battle", "text": f"Battle: {_name(game, after.target)}", **where})
    return found


def throws(at: int, side: str, events: Sequence[Event], now: Scene) -> list[dict[str, Any]]:
    """A mark for a throw of chance that everybody saw."""
    if side != CHANCE:
        return []
    told = next((event.text for event in events if event.seen_by is None), None)
    where = {"turn": now.turn, "phase": now.phase, "active": now.active}
    return [] if told is None else [{"at": at, "kind": "throw", "text": told, **where}]


def _name(game: Game, place: Any) -> str:
    for words in game.title.nouns.values():
        number = words.find(place)
        if number is not None:
            return words.name(number)
    return str(place)

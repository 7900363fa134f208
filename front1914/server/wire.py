"""How decisions and other things travel (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from front1914 import Decision, Game

encode = msgspec.json.Encoder().encode


def text(value: Any) -> str:
    """As JSON text."""
    return encode(value).decode()


def moment(stamp: float) -> str:
    """A point in time, to the second.

    >>> moment(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def decision(
    found: Decision | None,
    hints: dict[str, dict[str, Any]] | None = None,
    delegable: bool = False,
    verbs: Sequence[str] = (),
) -> dict[str, Any] | None:
    """The decision by verbs, with its hints, and whether a part of the side may be handed over here.

    `verbs` are all that the step knows, also those for which nothing is offered now.
    """
    if found is None:
        return None
    actions: dict[str, list[str | int] | None] = {}
    for verb, arg in found.actions:
        if arg is None:
            actions[verb] = None
        else:
            listed = actions.setdefault(verb, [])
            assert listed is not None
            listed.append(arg)
    packed = {"side": found.side, "step": found.step, "prompt": found.prompt, "rule": found.rule, "actions": actions}
    if found.outcomes:
        packed["outcomes"] = {str(o.action.arg): str(o.probability) for o in found.outcomes}
    if verbs:
        packed["verbs"] = list(verbs)
    packed["hints"] = pack_hints(hints or {})
    return packed | {"delegable": True} if delegable else packed


def view_of(game: Game, side: str) -> dict[str, Any]:
    """All that a side may know, with its decision, as it travels to whoever thinks for it."""
    plain: dict[str, Any] = msgspec.json.decode(encode(game.view(side)))
    return plain


def summary_of(game: Game, turn: Any, length: int, seq: int) -> dict[str, Any]:
    """What the library shows of the state, from what everybody sees."""
    decision = game.decision
    return {
        "length": length,
        "seq": seq,
        "turn": turn,
        "deciding": None if decision is None else decision.asked,
        "result": None if game.result is None else game.result._asdict(),
    }


def pack_hints(hints: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Paths that only lengthen the path of another hint are written as `via` that one.

    >>> pack_hints({"to b": {"path": ["a", "b"]}, "to c": {"left": 1, "path": ["a", "b", "c"]}})
    {'to b': {'path': ['a', 'b']}, 'to c': {'left': 1, 'via': 'b'}}
    """
    packed = {}
    for key, hint in hints.items():
        verb, _, place = key.partition(" ")
        path = hint.get("path")
        if isinstance(path, list | tuple) and len(path) > 2 and path[-1] == place:
            before = hints.get(f"{verb} {path[-2]}", {}).get("path")
            if isinstance(before, list | tuple) and list(before) == list(path[:-1]):
                hint = {name: value for name, value in hint.items() if name != "path"} | {"via": path[-2]}
        packed[key] = hint
    return packed

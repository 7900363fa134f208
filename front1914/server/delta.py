"""Patches of views: only what changed travels (docs/protocol.md, "Patches")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that makes `new` out of `old`; empty if they are equal.

    >>> diff({"turn": 1, "pieces": [{"id": "a", "at": "0101"}]}, {"turn": 1, "pieces": [{"id": "a", "at": "0102"}]})
    {'~': {'pieces': {'~': {'a': {'=': {'at': '0102'}}}}}}
    """
    gone = [key for key in old if key not in new]
    fresh, inside = {}, {}
    for key, value in new.items():
        if key not in old:
            fresh[key] = value
        elif not same(old[key], value):
            inner = _inner(old[key], value)
            if inner is None:
                fresh[key] = value
            elif inner:
                inside[key] = inner
    return _patch(fresh, inside, gone)


def _patch(fresh: Any, inside: dict[str, Any], gone: list[str]) -> dict[str, Any]:
    return {sign: part for sign, part in (("=", fresh), ("~", inside), ("-", gone)) if part}


def same(old: Any, new: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true are three things. Comparing and encoding both run in C."""
    return old is new or (bool(old == new) and bool(_encode(old) == _encode(new)))


def _inner(old: Any, new: Any) -> dict[str, Any] | None:
    """The patch inside a value; None if it is replaced whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        return diff(old, new)
    if isinstance(old, list) and isinstance(new, list):
        before, after = _keyed(old), _keyed(new)
        if before is not None and after is not None:
            return _diff_list(before, after)
    return None


def _keyed(items: list[Any]) -> dict[str, Any] | None:
    """The items by their ids; None if not all are objects with an id of their own."""
    found = {item["id"]: item for item in items if isinstance(item, dict) and isinstance(item.get("id"), str)}
    return found if items and len(found) == len(items) else None


def _diff_list(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    gone = [key for key in old if key not in new]
    fresh = [item for key, item in new.items() if key not in old]
    changed = ((key, diff(old[key], item)) for key, item in new.items() if key in old and not same(old[key], item))
    inside = {key: inner for key, inner in changed if inner}
    patch = _patch(fresh, inside, gone)
    order = [key for key in old if key in new] + [item["id"] for item in fresh]
    if order != list(new):
        patch["#"] = list(new)
    return patch


def apply(old: Any, patch: dict[str, Any]) -> Any:
    """What a client does with a patch; here for the tests and for programs in Python."""
    if isinstance(old, list):
        items = {item["id"]: item for item in old}
        for key in patch.get("-", ()):
            del items[key]
        for key, inner in patch.get("~", {}).items():
            items[key] = apply(items[key], inner)
        for item in patch.get("=", ()):
            items[item["id"]] = item
        return [items[key] for key in patch["#"]] if "#" in patch else list(items.values())
    made = {**old, **patch.get("=", {})}
    for key in patch.get("-", ()):
        del made[key]
    for key, inner in patch.get("~", {}).items():
        made[key] = apply(old[key], inner)
    return made

"""How things are spoilt: texts, and plain data."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

DEEP: Any = json.loads("[" * 300 + "]" * 300)
#: values that programs stumble over
NASTY: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    7,
    255,
    32_767,
    32_768,
    -32_769,
    2**31,
    2**53,
    2**63,
    2**64,
    10**30,
    10**400,
    -(10**400),
    0.5,
    -0.0,
    1e308,
    "",
    " ",
    "0",
    "-1",
    "²",
    "٣",
    "-",
    "--5",
    "9" * 5000,
    "\x00",
    "\x1b[2J",
    "\u202e",
    "\ud800",
    "é",
    "🂡",
    "null",
    "constructor",
    "__proto__",
    "../../etc/passwd",
    "<script>",
    "\"'><b>",
    "x" * 300,
    "chance",
    "observer",
    "german",
    "resign",
    [],
    {},
    [[]],
    [None],
    {"": ""},
    {"a": {"b": []}},
    ["chance", "die", 6],
    DEEP,
)


def plain(rng: random.Random, value: Any) -> Any:
    """Plain data with one part of it spoilt: replaced, dropped, doubled, or swapped with another."""
    holders = list(_holders(value))
    if not holders or rng.random() < 0.02:
        return _nasty(rng)
    holder, key = rng.choice(holders)
    way = rng.randrange(5)
    if way == 0 and isinstance(holder, dict):
        holder[rng.choice(("", "x", "constructor", "flow", "side", "step", "\ud800", key))] = _nasty(rng)
    elif way == 1:
        del holder[key]
    elif way == 2 and isinstance(holder, list):
        holder.insert(key, holder[key])
    elif way == 3:
        other, place = rng.choice(holders)
        holder[key] = _copied(other[place]) if _there(other, place) else None
    else:
        holder[key] = _near(rng, holder[key]) if rng.random() < 0.5 else _nasty(rng)
    return value


def _there(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _nasty(rng: random.Random) -> Any:
    """A copy: what is spoilt later must not spoil the list, or come to contain itself."""
    return _copied(rng.choice(NASTY))


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _near(rng: random.Random, value: Any) -> Any:
    """Something of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-100, -2, -1, 1, 2, 100, 10_000))
    if isinstance(value, str) and value:
        where = rng.randrange(len(value))
        return value[:where] + rng.choice(("", "0", "9", "a", " ", "\t")) + value[where + 1 :]
    return _nasty(rng)


def _holders(value: Any, depth: int = 0) -> list[tuple[Any, Any]]:
    if depth > 8:
        return []
    if isinstance(value, dict):
        keys: list[Any] = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    else:
        return []
    return [(value, key) for key in keys] + [pair for key in keys for pair in _holders(value[key], depth + 1)]


def text(rng: random.Random, value: str) -> str:
    """A text with some of its letters, words or lines spoilt."""
    ways: tuple[Callable[[random.Random, str], str], ...] = (_letter, _letter, _cut, _line, _line, _word)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        value = rng.choice(ways)(rng, value)
    return value


def _letter(rng: random.Random, value: str) -> str:
    if not value:
        return "x"
    where = rng.randrange(len(value))
    return value[:where] + rng.choice(("", "\x00", "\n", "\t", "9", "-", '"', "{", "²", "\r", "a")) + value[where + 1 :]


def _cut(rng: random.Random, value: str) -> str:
    where = rng.randrange(len(value) + 1)
    return value[:where] if rng.random() < 0.7 else value[where:]


def _line(rng: random.Random, value: str) -> str:
    lines = value.split("\n")
    here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(3)
    if way == 0:
        lines.insert(here, lines[there])
    elif way == 1:
        del lines[here]
    else:
        lines[here], lines[there] = lines[there], lines[here]
    return "\n".join(lines)


def _word(rng: random.Random, value: str) -> str:
    words = value.split(" ")
    nasty = [one for one in NASTY if isinstance(one, str | int)]
    words[rng.randrange(len(words))] = spelled(rng.choice(nasty)) if rng.random() < 0.6 else rng.choice(words)
    return " ".join(words)


def spelled(value: Any) -> str:
    """A value as somebody would type it."""
    return value if isinstance(value, str) else json.dumps(value)

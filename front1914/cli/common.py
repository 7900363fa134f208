"""What the commands share: output for people and for programs, files, actions, and errors that name the file."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

import front1914
from front1914 import Action, BadInput, BadSave, FrontError, Game

if TYPE_CHECKING:
    from rich.console import Console

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(dir_okay=False, path_type=Path)


def json_option(command: F) -> F:
    """--json"""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(command)


def at_option(command: F) -> F:
    """--at N"""
    text = "Look at the moment after N actions of the log instead of now."
    return click.option("--at", "at", type=click.IntRange(min=0), metavar="N", help=text)(command)


def console(stderr: bool = False) -> Console:
    """Where rich output goes. Text from games is never taken for markup."""
    from rich.console import Console

    made = Console(stderr=stderr, markup=False, highlight=False, soft_wrap=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = 110
    return made


def emit(value: Any) -> None:
    """JSON on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def pretty(value: Any, width: int = 100, indent: int = 0) -> str:
    """JSON for people: whatever fits on a line stands on one.

    >>> print(pretty({"turn": 3, "units": {"b1": {"at": "0301"}, "b2": {"at": "0401"}}}, width=40))
    {
      "turn": 3,
      "units": {
        "b1": {"at": "0301"},
        "b2": {"at": "0401"}
      }
    }
    """
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= width or not isinstance(value, Mapping | list | tuple) or not value:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, Mapping):
        rows = [f"{inner}{json.dumps(str(k))}: {pretty(v, width, indent + 2)}" for k, v in value.items()]
    else:
        rows = [inner + pretty(item, width, indent + 2) for item in value]
    left, right = "{}" if isinstance(value, Mapping) else "[]"
    return f"{left}\n" + ",\n".join(rows) + f"\n{' ' * indent}{right}"


@contextmanager
def about(file: Path | str) -> Iterator[None]:
    """Puts the name of the file before the message of any FrontError raised inside."""
    try:
        yield
    except FrontError as bad:
        if str(bad).startswith(str(file)):
            raise
        raise FrontError(f"{file}: {bad}") from bad


def load(file: Path, at: int | None = None) -> Game:
    """The game in a file, now or after some actions of its log."""
    with about(file):
        try:
            game = front1914.load(file)
        except BadSave as bad:
            if bad.good is None:
                raise
            hint = f"`front1914 replay {file} --recover NEW` keeps the {len(bad.good.log)} actions before it"
            raise FrontError(f"{bad} ({hint})") from None
        return game if at is None else game.at(at)


def load_to_play(file: Path) -> Game:
    """The game in a file that is to be written again."""
    header = front1914.header(file)
    if "commitment" in header and "seed" not in header:
        reason = "shared without its seed, to look at; who keeps the game goes on with it"
        raise BadInput(str(file), reason)
    return load(file)


def read_position(file: Path) -> Any:
    """The position in a file, `-` for the standard input: JSON, or the text that `position --text` writes."""
    name, text = _read(file)
    if not text.strip():
        raise BadInput(name, "there is nothing in it")
    return front1914.read_position(text) if re.match(r"\s*[\w;]", text) else _json(name, text)


def read_json(file: Path) -> Any:
    """The JSON in a file, `-` for the standard input; BadInput names line and column of a mistake."""
    return _json(*_read(file))


def _read(file: Path) -> tuple[str, str]:
    """What a file is called, and the text in it."""
    name = "standard input" if str(file) == "-" else str(file)
    try:
        return name, sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(name, "not a text file") from None


def _json(name: str, text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=lambda pairs: _table(name, pairs))
    except json.JSONDecodeError as bad:
        raise BadInput(f"{name}:{bad.lineno}:{bad.colno}", f"not JSON: {bad.msg}") from None
    except RecursionError:
        raise BadInput(name, "nested too deeply") from None
    except ValueError as bad:  # a number of thousands of digits
        raise BadInput(name, f"not JSON that can be read: {bad}") from None


def _table(name: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadInput(name, f"the entry {key!r} stands there twice")
        found[key] = value
    return found


def seed_of(text: str | None) -> int | str | None:
    """A seed as it was typed: a number if it looks like one."""
    number = text is not None and re.fullmatch(r"0|[1-9][0-9]{0,50}", text)
    return int(text) if text is not None and number else text


def parse_actions(game: Game, words: Sequence[str]) -> list[Action]:
    """`unit b1 to 0303 done` or `unit:b1 to:0303 done`: as many actions as the words make.

    A verb that takes an argument takes the next word, so that ids may be anything.
    """
    title, found, rest = game.title, [], list(words)
    while rest:
        verb, colon, word = rest.pop(0).partition(":")
        if verb not in title.verbs:
            raise BadInput("action", f"no verb {verb!r}; there is {', '.join(title.verbs)}")
        noun = title.verbs[verb]
        if noun is None:
            found.append(Action(verb, word if colon else None))
            continue
        if not colon:
            if not rest:
                raise BadInput("action", f"{verb} needs a {title.nouns[noun].kind}")
            word = rest.pop(0)
        number = int(word) if re.fullmatch(r"-?[0-9]{1,18}", word) else None
        found.append(Action(verb, number if number in title.nouns[noun] else word))
    return found


def name_of(game: Game, action: Action) -> str:
    """The argument of an action for people: its id, and its name if that says more."""
    noun = game.title.verbs.get(action.verb)
    if noun is None or action.arg is None:
        return ""
    words = game.title.nouns[noun]
    number = words.find(action.arg)
    name = "" if number is None else words.name(number)
    return str(action.arg) if name in ("", str(action.arg)) else f"{action.arg} ({name})"


def check_side(game: Game, side: str) -> str:
    """The side, if the game has it."""
    sides = (*game.sides, front1914.OBSERVER)
    if side not in sides:
        raise click.BadParameter(f"no side {side!r}; there is {', '.join(sides)}", param_hint="SIDE")
    return side

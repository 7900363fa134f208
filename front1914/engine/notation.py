"""Positions as text that people read and write, as FEN is for chess: a line for each group of like things.

    schlieffens_war introduction fog=false          the title, the scenario, options that are not the usual ones
    turn=3 phase=combat                             what is true of the whole game
    step=move side=german                           the moment; in the middle of something `flow` tells it in full
    units 1208: g-1-III(morale=elan) g-2-X          where units stand, with what is true of each
    control german: 1208 1209                       who holds what

A word that is not written has its default. What follows `;` on a line is a remark. Words with other signs than letters,
digits and `-._/+'` stand in double quotes. The text holds exactly what the position holds (`Game.position`), so it is
read by every version that reads the position.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from front1914.engine.errors import BadPosition
from front1914.engine.position import Cell, Form, Table
from front1914.engine.title import Title
from front1914.engine.words import Words

PLAIN = re.compile(r"[\w\-./+'*]+")
QUOTED = r'"(?:[^"\\]|\\.)*"'
WORD = rf"(?:{QUOTED}|[\w\-./+'*]+)"
TOKEN = re.compile(rf"\s*({QUOTED}|[\w\-./+'*]+|[()=,:\[\]>])")
NUMBER = re.compile(r"-?\d{1,9}")
NOTHING = "none"
REMARK = re.compile(rf"^((?:{QUOTED}|[^\";])*);.*$")


# ---- writing


def write(title: Title, position: Mapping[str, Any]) -> str:
    """The text of a position."""
    form: Form = title.form
    head = [title.info.id, str(position.get("scenario", title.info.scenarios[0].id))]
    head += [f"{key}={_word(value)}" for key, value in position.get("options", {}).items()]
    lines = [" ".join(head)]
    lines += _joined(f"{key}={_word(position[key])}" for key in form.scalars if key in position)
    lines += _joined(f"{key}={_word(position[key])}" for key in ("step", "side") if key in position)
    if "flow" in position:
        lines.append("flow " + " > ".join(" ".join(map(_datum, frame)) for frame in position["flow"]))
    if position.get("result") is not None:
        lines.append("result " + " ".join(map(_datum, position["result"])))
    for key, table in form.tables.items():
        lines += [f"{key} {line}" for line in _rows(table, position.get(key, {}))]
    return "\n".join(lines) + "\n"


def _joined(parts: Iterator[str]) -> list[str]:
    line = " ".join(parts)
    return [line] if line else []


def _rows(table: Table, rows: Mapping[str, Any]) -> Iterator[str]:
    """Rows with the same place, or of the same kind, share a line."""
    groups: dict[str, list[str]] = {}
    for name, row in rows.items():
        if not isinstance(row, Mapping):
            groups.setdefault(_word(row), []).append(_word(name))
        elif "at" in table.cells:
            rest = _cells({key: value for key, value in row.items() if key != "at"})
            place = _word(row["at"]) if "at" in row else "*"
            groups.setdefault(place, []).append(_word(name) + (f"({rest})" if rest else ""))
        else:
            groups.setdefault(f"({_cells(row)})", []).append(_word(name))
    for head, members in groups.items():
        yield f"{head}: {' '.join(members)}"


def _cells(row: Mapping[str, Any]) -> str:
    return ",".join(f"{key}={_word(value)}" for key, value in row.items())


def _word(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return text if PLAIN.fullmatch(text) and text != NOTHING else json.dumps(text, ensure_ascii=False)


def _datum(value: Any) -> str:
    return f"[{' '.join(map(_datum, value))}]" if isinstance(value, list | tuple) else _word(value)


# ---- reading


class Line:
    """The signs and words of one line, taken one after the other."""

    def __init__(self, number: int, text: str) -> None:
        self.place = f"line {number}"
        self.left: list[str] = []
        at, text = 0, text.strip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                raise BadPosition(self.place, f"cannot be read from {text[at : at + 20].strip()!r} on")
            self.left.append(found[1])
            at = found.end()
        self.left.reverse()

    def peek(self) -> str:
        return self.left[-1] if self.left else ""

    def take(self, sign: str = "") -> str:
        """The next word, or the sign that must come now."""
        if not self.left or (sign and self.left[-1] != sign) or (not sign and self.left[-1] in "()=,:[]>"):
            seen = repr(self.left[-1]) if self.left else "the end of the line"
            raise BadPosition(self.place, f"{repr(sign) if sign else 'a word'} expected, not {seen}")
        return self.left.pop()


def read(text: str, find: Callable[[str], Title]) -> dict[str, Any]:
    """The position that a text describes; BadPosition names the line. Whether it can be played the game says."""
    lines = [Line(n, bare) for n, row in enumerate(text.splitlines(), 1) if (bare := REMARK.sub(r"\1", row)).strip()]
    if not lines:
        raise BadPosition("position", "there is nothing in it")
    title = find(_plain(lines[0].take()))
    found: dict[str, Any] = {"title": title.info.id, "scenario": _plain(lines[0].take())}
    if lines[0].left:
        found["options"] = {key: _option(word) for key, word in _pairs(lines[0])}
    for line in lines[1:]:
        _read_line(title, line, found)
    return found


def _read_line(title: Title, line: Line, found: dict[str, Any]) -> None:
    form: Form = title.form
    key = line.take()
    if key in form.tables:
        found.setdefault(key, {}).update(_read_rows(form.tables[key], line))
    elif key == "flow":
        found["flow"] = _read_flow(title, line)
    elif key == "result":
        found["result"] = [_value(None, word) for word in _words(line)]
    elif line.peek() == "=":
        line.left.append(key)
        for name, word in _pairs(line):
            if name not in form.scalars and name not in ("step", "side"):
                known = ", ".join([*form.scalars, "step", "side"])
                raise BadPosition(line.place, f"no entry {name!r}; there is {known}")
            found[name] = _cell(form.scalars[name], word) if name in form.scalars else _plain(word)
    else:
        known = ", ".join(["flow", "result", *form.tables])
        raise BadPosition(line.place, f"begins with {key!r}; there is {known}, or entries such as turn=3")


def _read_rows(table: Table, line: Line) -> dict[str, Any]:
    head: Any = {}
    if line.peek() == "(":
        head = _in_brackets(table, line)
    elif "at" not in table.cells:
        word = line.take()
        head = _value(None, word) if table.single is None else _cell(table.single, word)
    elif (place := line.take()) != "*":
        head = {"at": _cell(table.cells["at"], place)}
    line.take(":")
    found: dict[str, Any] = {}
    while line.left:
        name = _plain(line.take())
        found[name] = head | _in_brackets(table, line) if line.peek() == "(" else head
    return found


def _in_brackets(table: Table, line: Line) -> dict[str, Any]:
    line.take("(")
    found: dict[str, Any] = {}
    while line.peek() != ")":
        key = line.take()
        if key not in table.cells:
            raise BadPosition(line.place, f"no entry {key!r}; there is {', '.join(filter(None, table.cells))}")
        line.take("=")
        found[key] = _cell(table.cells[key], line.take())
        if line.peek() == ",":
            line.take(",")
    line.take(")")
    return found


def _read_flow(title: Title, line: Line) -> list[list[Any]]:
    frames: list[list[Any]] = [[]]
    while line.left:
        if line.peek() == ">":
            line.take(">")
            frames.append([])
            continue
        frame = frames[-1]
        if not frame:
            frame.append(_plain(line.take()))
            continue
        step = title.step.get(frame[0])
        names: Sequence[str] = step.frame if step is not None else ()
        noun = names[len(frame) - 1] if len(frame) - 1 < len(names) else ""
        frame.append(_read_datum(title.nouns.get(noun) if noun else None, line))
    return frames


def _read_datum(words: Words | None, line: Line) -> Any:
    if line.peek() != "[":
        return _value(words, line.take())
    line.take("[")
    found = []
    while line.peek() != "]":
        found.append(_read_datum(words, line))
    line.take("]")
    return found


def _words(line: Line) -> Iterator[str]:
    while line.left:
        yield line.take()


def _pairs(line: Line) -> Iterator[tuple[str, str]]:
    while line.left:
        key = line.take()
        line.take("=")
        yield key, line.take()


def _plain(word: str) -> str:
    return str(json.loads(word)) if word.startswith('"') else word


def _option(word: str) -> Any:
    return {"true": True, "false": False}.get(word, _value(None, word))


def _cell(cell: Cell, word: str) -> Any:
    """A value as the cell has it: an id of its words, a number, a truth or a text."""
    if cell.words is None and isinstance(cell.default, bool):
        return {"true": True, "false": False}.get(word, _plain(word))
    if cell.words is None and isinstance(cell.default, str):
        return _plain(word)
    return _value(cell.words, word)


def _value(words: Words | None, word: str) -> Any:
    """An id if there is such a one, else a number if it looks like one, else a text."""
    if word.startswith('"'):
        return _plain(word)
    if word == NOTHING:
        return None
    if words is not None and words.find(word) is not None:
        return word
    return int(word) if NUMBER.fullmatch(word) else word

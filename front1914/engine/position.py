"""Positions: a whole situation as a small dictionary that people write and read.

A title describes once how its columns are called, and gets reading, writing, defaults and precise errors for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from front1914.engine.errors import BadPosition
from front1914.engine.state import Frame, Result
from front1914.engine.words import Words

if TYPE_CHECKING:
    from front1914.engine.title import Title

OFF = -1  #: in a column of places: nowhere


class Knowledge(TypedDict):
    """What a side may know beyond what it is shown: enough to imagine the rest."""

    position: dict[str, Any]  #: in the words of the title's form, without what the side may not know
    secrets: NotRequired[dict[str, Any]]  #: what is known of the rest, which an imagined position must agree with


@dataclass(frozen=True)
class Cell:
    """One column of the state, or one scalar: its default, and the words for its values (None: bare numbers).

    With words, `OFF` (-1) stands for none and is written as null.
    """

    field: str
    default: Any = 0
    words: Words | None = None
    low: int = 0
    high: int = 32_767

    def write(self, value: Any) -> Any:
        return value if self.words is None or value == OFF else self.words[value]

    def read(self, place: tuple[str, ...], value: Any) -> Any:
        """The number behind what was written; the parts of the place are put together for the error alone."""
        if self.words is None:
            if type(value) is int and type(self.default) is int and self.low <= value <= self.high:
                return value
            return self._bare(".".join(map(str, place)), value)
        if value is None and self.default == OFF:
            return OFF
        number = self.words.find(value)
        if number is None:
            raise BadPosition(".".join(map(str, place)), f"no {self.words.kind} {value!r}")
        return number

    def _bare(self, place: str, value: Any) -> Any:
        """What stands for itself."""
        if isinstance(self.default, bool | str) or self.default is None:
            if self.default is not None and type(value) is not type(self.default):
                raise BadPosition(place, f"must be {type(self.default).__name__}, not {value!r}")
            return value
        if type(value) is not int or not self.low <= value <= self.high:
            raise BadPosition(place, f"must be a whole number from {self.low} to {self.high}, not {value!r}")
        return value


@dataclass(frozen=True)
class Table:
    """A section of a position: rows by id; each row a table of cells, or, with a single `value`, that value."""

    words: Words
    cells: Mapping[str, Cell]

    @property
    def single(self) -> Cell | None:
        return self.cells.get("") if len(self.cells) == 1 else None

    def write(self, state: Any) -> dict[str, Any]:
        single = self.single
        rows: dict[int, dict[str, Any]] = {}
        if single is not None:
            column = getattr(state, single.field)
            return {
                str(self.words[i]): single.write(column[i])
                for i in self.words.numbers
                if column[i] != single.default and self.words[i] != ""
            }
        for key, cell in self.cells.items():
            column, default = getattr(state, cell.field), cell.default
            if column.count(default) != len(column):  # most columns are nearly all default
                for i in self.words.numbers:
                    if column[i] != default:
                        rows.setdefault(i, {})[key] = cell.write(column[i])
        return {str(self.words[i]): rows[i] for i in sorted(rows)}

    def read(self, place: str, state: Any, rows: Any) -> None:
        if not isinstance(rows, Mapping):
            raise BadPosition(place, "must be a table")
        find, single = self.words.find, self.single
        columns = {key: (cell.read, getattr(state, cell.field)) for key, cell in self.cells.items()}
        for word, row in rows.items():
            number = find(word)
            if number is None:
                raise BadPosition(f"{place}.{word}", f"no {self.words.kind} {word!r}")
            if single is not None:
                getattr(state, single.field)[number] = single.read((place, word), row)
                continue
            if not isinstance(row, Mapping):
                raise BadPosition(f"{place}.{word}", f"must be a table with {', '.join(self.cells)}")
            for key, value in row.items():
                if key not in columns:
                    raise BadPosition(f"{place}.{word}.{key}", f"no such entry; there is {', '.join(self.cells)}")
                read, column = columns[key]
                column[number] = read((place, word, key), value)

    def reread(self, place: str, state: Any, was: Mapping[str, Any], rows: Mapping[str, Any]) -> None:
        """The same on a state onto which other rows were written: only what differs is read."""
        if was == rows:
            return
        for word, row in was.items():
            if rows.get(word) != row:
                number = self.words.number(word)
                for cell in self.cells.values():
                    getattr(state, cell.field)[number] = cell.default
        self.read(place, state, {word: row for word, row in rows.items() if was.get(word) != row})


@dataclass(frozen=True)
class Form:
    """How the positions of a title are written: scalars, tables, and the moment in the flow of play."""

    scalars: Mapping[str, Cell]
    tables: Mapping[str, Table]

    HEAD = ("title", "scenario", "options", "step", "side", "flow", "result")

    def write(self, title: Title, s: Any) -> dict[str, Any]:
        """The position of a state; leaves out what has its default value."""
        found: dict[str, Any] = {"title": title.info.id, "scenario": s.scenario}
        defaults = {option.id: option.default for option in title.info.options}
        changed = {key: value for key, value in s.options.items() if value != defaults.get(key)}
        if changed:
            found["options"] = changed
        found |= {
            key: cell.write(getattr(s, cell.field))
            for key, cell in self.scalars.items()
            if getattr(s, cell.field) != cell.default
        }
        found |= self._write_moment(title, s)
        for key, table in self.tables.items():
            rows = table.write(s)
            if rows:
                found[key] = rows
        return found

    def _write_moment(self, title: Title, s: Any) -> dict[str, Any]:
        if s.result is not None:
            return {"result": list(s.result)}
        if s.flow:
            name = s.flow[-1][0]
            side = title.step[name].side(s) if title.step[name].verbs else getattr(s, "active", "")
            if title.flow_at(s, name, side) == s.flow:
                return {"step": name, "side": side}
        return {"flow": self.write_flow(title, s.flow)}

    def write_flow(self, title: Title, flow: Sequence[Frame]) -> list[list[Any]]:
        """The stack of steps with printed ids."""
        return [_write_frame(title, frame) for frame in flow]

    def read(self, title: Title, s: Any, position: Mapping[str, Any]) -> None:
        """Writes a position onto a blank state."""
        for key, value in position.items():
            if key in self.scalars:
                cell = self.scalars[key]
                setattr(s, cell.field, cell.read((key,), value))
            elif key in self.tables:
                self.tables[key].read(key, s, value)
            elif key not in self.HEAD:
                known = ", ".join([*self.HEAD, *self.scalars, *self.tables])
                raise BadPosition(key, f"no such entry; there is {known}")
        self._read_moment(title, s, position)

    def reread(self, title: Title, s: Any, was: Mapping[str, Any], position: Mapping[str, Any]) -> None:
        """Writes a position onto a state that was read from another one, which is quick if little has changed."""
        for key, table in self.tables.items():
            table.reread(key, s, was.get(key, {}), position.get(key, {}))
        for key, cell in self.scalars.items():
            setattr(s, cell.field, cell.read((key,), position[key]) if key in position else cell.default)
        s.result = None
        self._read_moment(title, s, position)

    def _read_moment(self, title: Title, s: Any, position: Mapping[str, Any]) -> None:
        if position.get("result") is not None:
            s.result = _read_result(title, position["result"])
            s.flow = []
        elif "flow" in position:
            s.flow = _read_flow(title, position["flow"])
        else:
            step, side = position.get("step"), position.get("side")
            if not isinstance(step, str) or step not in title.step:
                raise BadPosition("step", f"no step {step!r}; there is {', '.join(title.step)}")
            sides = title.sides(s.options)
            if side not in sides:
                raise BadPosition("side", f"no side {side!r}; there is {', '.join(sides)}")
            flow = title.flow_at(s, step, side)
            if flow is None:
                raise BadPosition("step", f"{side} cannot be at the step {step} in a bare position: give the flow")
            s.flow = flow


def _write_frame(title: Title, frame: Frame) -> list[Any]:
    step = title.step[frame[0]]
    names = step.frame + ("",) * (len(frame) - 1 - len(step.frame))
    return [frame[0], *(_write_datum(title, n, d) for n, d in zip(names, frame[1:], strict=False))]


def _write_datum(title: Title, noun: str, datum: Any) -> Any:
    if isinstance(datum, tuple):
        return [_write_datum(title, noun, item) for item in datum]
    return title.nouns[noun][datum] if noun and type(datum) is int and datum >= 0 else datum


def _read_flow(title: Title, flow: Any) -> list[Frame]:
    if not isinstance(flow, list) or not flow:
        raise BadPosition("flow", "must be a list of frames")
    return [_read_frame(title, f"flow[{i}]", frame) for i, frame in enumerate(flow)]


def _read_frame(title: Title, place: str, frame: Any) -> Frame:
    if not isinstance(frame, list) or not frame or not isinstance(frame[0], str) or frame[0] not in title.step:
        raise BadPosition(place, f"must be a list that begins with a step, not {frame!r}")
    step = title.step[frame[0]]
    if len(frame) - 1 < len(step.frame):
        raise BadPosition(place, f"{frame[0]} takes {len(step.frame)} data, not {len(frame) - 1}")
    names = step.frame + ("",) * (len(frame) - 1 - len(step.frame))
    data = (
        _read_datum(title, f"{place}[{k + 1}]", n, d) for k, (n, d) in enumerate(zip(names, frame[1:], strict=False))
    )
    return (frame[0], *data)


def _read_datum(title: Title, place: str, noun: str, datum: Any) -> Any:
    if isinstance(datum, list):
        return tuple(_read_datum(title, place, noun, item) for item in datum)
    if not noun or datum is None or (type(datum) is int and datum < 0):
        if not isinstance(datum, str | int | None):
            raise BadPosition(place, f"cannot be {datum!r}")
        return datum
    number = title.nouns[noun].find(datum)
    if number is None:
        raise BadPosition(place, f"no {noun} {datum!r}")
    return number


def _read_result(title: Title, value: Any) -> Result:
    try:
        result = Result(*value)
    except TypeError:
        raise BadPosition("result", "must be [winner, level, reason, rule, score]") from None
    if result.winner is not None and result.winner not in title.info.sides:
        raise BadPosition("result", f"no side {result.winner!r}")
    words, score = (result.level, result.reason, result.rule), result.score
    if not all(isinstance(word, str) for word in words) or not (score is None or type(score) is int):
        raise BadPosition("result", "must be [winner, level, reason, rule, score]")
    return result

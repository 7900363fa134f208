"""Typed rows: a frozen dataclass says what a line of data must hold, and readers hold it to that."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import date
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from front1914.engine.words import Words

MOST = 10**12  #: beyond all numbers of a game
Reader: TypeAlias = Callable[[Any], Any]  #: from what the file holds to what the program wants; ValueError if wrong
Vocabularies: TypeAlias = Mapping[str, Words]


@dataclass(frozen=True)
class Ref:
    """`Annotated[int, Ref("hex")]`: a printed id of that vocabulary, read as its number."""

    kind: str


@dataclass(frozen=True)
class Split:
    """`Annotated[tuple[str, ...], Split(";")]`: what separates the items of a list in a CSV cell (else a space)."""

    by: str


@dataclass(frozen=True)
class Within:
    """`Annotated[int, Within(1, 6)]`: the least and the greatest value."""

    low: int | None = None
    high: int | None = None


class Field(NamedTuple):
    """One column: its name, how to read it, its value when the column is absent and when the cell is empty.

    MISSING stands for "not allowed".
    """

    name: str
    read: Reader
    default: Any
    blank: Any


def fields_of(row: type, words: Vocabularies, *, text: bool) -> tuple[Field, ...]:
    """The columns a row class declares. `text` is for CSV, where every value arrives as a string.

    What may be None is None when absent; an empty cell is an empty list.
    """
    hints = get_type_hints(row, include_extras=True)
    made = []
    for field in fields(row):
        hint = hints[field.name]
        default = field.default
        if default is MISSING and type(None) in get_args(_bare(hint)):
            default = None
        blank = () if default is MISSING and get_origin(_bare(hint)) is tuple else default
        made.append(Field(field.name, _reader(hint, words, text, ()), default, blank))
    return tuple(made)


def reader_of(kind: type) -> Reader:
    """The reader of one TOML value."""
    return _reader(kind, {}, False, ())


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _reader(hint: Any, words: Vocabularies, text: bool, marks: tuple[Any, ...]) -> Reader:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _reader(args[0], words, text, marks + args[1:])
    if origin in (Union, types.UnionType):
        inner = [arg for arg in args if arg is not type(None)]
        if len(inner) == 1:
            return _reader(inner[0], words, text, marks)
    if origin is tuple:
        return _list_reader(args, words, text, marks)
    if origin is dict and not text:
        return _dict_reader(_reader(args[1], words, text, marks))
    if origin is Literal:
        return _choice_reader({str(arg): arg for arg in args})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _choice_reader({str(member.value): member for member in hint})
    ref = next((mark for mark in marks if isinstance(mark, Ref)), None)
    if ref is not None:
        return _ref_reader(words[ref.kind])
    if hint in _TEXT:
        return _within(_TEXT[hint] if text else _NATIVE[hint], marks)
    raise TypeError(f"no reader for a column of type {hint}")


def _ref_reader(words: Words) -> Reader:
    def read(value: Any) -> int:
        number = words.find(value)
        if number is None and isinstance(value, str) and value.isdecimal():
            number = words.find(int(value))
        if number is None:
            raise ValueError(f"no {words.kind} {value!r}")
        return number

    return read


def _choice_reader(options: Mapping[str, Any]) -> Reader:
    def read(value: Any) -> Any:
        if isinstance(value, bool) or str(value) not in options:
            raise ValueError(f"{value!r} is not one of {', '.join(options)}")
        return options[str(value)]

    return read


def _list_reader(args: tuple[Any, ...], words: Vocabularies, text: bool, marks: tuple[Any, ...]) -> Reader:
    by = next((mark.by for mark in marks if isinstance(mark, Split)), " ")
    many = len(args) == 2 and args[1] is Ellipsis
    readers = [_reader(arg, words, text, marks) for arg in args if arg is not Ellipsis]

    def read(value: Any) -> tuple[Any, ...]:
        if text:
            items: Iterable[Any] = [item for part in value.split(by) if (item := part.strip())]
        elif isinstance(value, list):
            items = value
        else:
            raise ValueError(f"{value!r} is not a list")
        items = tuple(items)
        if many:
            return tuple(readers[0](item) for item in items)
        if len(items) != len(readers):
            raise ValueError(f"{len(items)} items instead of {len(readers)}")
        return tuple(reader(item) for reader, item in zip(readers, items, strict=True))

    return read


def _dict_reader(inner: Reader) -> Reader:
    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is not a table")
        return {key: inner(item) for key, item in value.items()}

    return read


def _within(read: Reader, marks: tuple[Any, ...]) -> Reader:
    bounds = [mark for mark in marks if isinstance(mark, Within)]
    if not bounds:
        return read
    low, high = bounds[0].low, bounds[0].high

    def checked(value: Any) -> Any:
        number = read(value)
        if low is not None and number < low:
            raise ValueError(f"{value} is less than {low}")
        if high is not None and number > high:
            raise ValueError(f"{value} is more than {high}")
        return number

    return checked


def _modest(value: Any) -> Any:
    """Numbers of a game are small; a huge one would fill the memory, or keep the program busy for hours."""
    if isinstance(value, int):
        huge = abs(value) > MOST
    elif isinstance(value, Decimal):
        huge = not value.is_finite() or (bool(value) and not -20 < value.adjusted() < 12)
    else:
        huge = re.search(r"[0-9]{25}|[eE][+-]?[0-9]{3}", value) is not None
    if huge:
        raise ValueError("that is beyond all numbers of a game")
    return value


def _whole(value: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]+", value):
        raise ValueError(f"{value!r} is not a whole number")
    return int(_modest(value))


def _fraction(value: str) -> Fraction:
    try:
        return Fraction(_modest(value))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{value!r} is not a number") from None


def _float(value: str) -> float:
    return float(_fraction(value))


def _flag(value: str) -> bool:
    flags = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if value.lower() not in flags:
        raise ValueError(f"{value!r} is neither yes nor no")
    return flags[value.lower()]


def _day(value: str) -> date:
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ValueError(f"{value!r} is not a date such as 1914-08-02") from None


def _native(kinds: tuple[type, ...], what: str, make: Reader) -> Reader:
    """TOML values have types already: a quoted number is not a number."""

    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise ValueError(f"{value!r} is not {what}")
        return make(value)

    return read


def _exact(value: Any) -> Fraction:
    return _fraction(value) if isinstance(value, str) else Fraction(value)


_TEXT: dict[Any, Reader] = {
    str: str,
    int: _whole,
    bool: _flag,
    float: _float,
    Fraction: _fraction,
    date: _day,
}
_NATIVE: dict[Any, Reader] = {
    str: _native((str,), "a text", str),
    int: _native((int,), "a whole number", lambda number: int(_modest(number))),
    bool: _native((bool,), "true or false", bool),
    float: _native((int, Decimal), "a number", lambda number: float(_modest(number))),
    Fraction: _native((int, Decimal, str), "a number", lambda number: _exact(_modest(number))),
    date: _native((date,), "a date such as 1914-08-02", lambda day: day),
}

"""Kept values: what follows from a state, worked out once for as long as what it rests on stays the same.

A kept value is a function of a state, with the fields declared that it reads:

>>> from array import array
>>> from front1914.engine.state import Column, State
>>> class Tiny(State):
...     at: Column
...     turn: int
...     @kept("at")
...     def last(self, far: int = 0) -> int:
...         print("looks")
...         return max(self.at) + far
>>> s = Tiny(at=array("h", [3, 4]), turn=1)
>>> s.last(), s.last()
looks
(4, 4)
>>> s.turn = 2; s.last()  # nothing that it rests on has changed
4
>>> s.at[0] = 9; s.last()
looks
9
>>> s.at[0] = 3; s.copy().last()  # known from before: values are found by content, whichever state asks
4

Nobody empties anything. A value is found again by comparing the declared fields with what they held when it was worked
out, as pieces of memory; so it is right after any write, in the middle of a step too, and in copies, after undo and
after unpacking. While the game only looks (lists of answers, refusals, views) nothing is written, and a value that was
compared once in a look is handed out without comparing.

What is handed out belongs to everybody: nobody may change it. docs/kept.md says more.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
Situation = list[Any]  #: see Base
Kept = tuple[Any, ...]  #: what all fields of a state held, as State.keep gives it

MOST: Final = 4096  #: values of one situation; where more are asked for, all are forgotten
SITUATIONS: Final = 3  #: how many are remembered of each declaration
FIRST: Final = 2  #: where in a situation the declared fields begin
_NEVER: Final = object()
_NOTHING: Final = object()


class looking:  # noqa: N801
    """While it lasts the state is only looked at: values are then compared once, not each time."""

    __slots__ = ("before", "s")

    def __init__(self, s: Any) -> None:
        self.s = s

    def __enter__(self) -> None:
        self.before = self.s.look
        self.s.look = self.before or object()

    def __exit__(self, *bad: object) -> None:
        self.s.look = self.before


class Distrusted(Exception):
    """A kept value is not what it would be if it were worked out now."""


@dataclass(frozen=True, eq=False)
class Part:
    """A declaration that a value rests on a part of a column only: `span[argument]` says which slice."""

    field: str
    span: Mapping[Any, slice]
    argument: str  #: the parameter of the function that chooses the slice


def kept(
    *rests: str | Part | Callable[..., Any], most: int = MOST, renew: Callable[..., Any] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declares what a function of a state rests on: fields, parts of columns, or other kept functions with theirs.

    The function takes the state first, then arguments that can be hashed. It must not change the state, and what it
    returns follows from the declared fields and the arguments alone. `renew(state, old, was, *arguments)`, if given,
    makes the value from an older one: `was` is what the declared fields held then, columns as bytearrays. It must give
    what the function itself would, and must not change the old value.
    """

    def keeping(function: Callable[P, R]) -> Callable[P, R]:
        return cast("Callable[P, R]", Keeper(function, rests, most, renew).ask)

    return keeping


def at_hand(value: Callable[P, R]) -> Callable[P, R | None]:
    """What asks for a kept value without working it out: None as long as it is not known.

    For whoever has a cheaper way to what he needs of it; both ways must lead to the same.
    """
    return cast("Callable[P, R | None]", value.keeper.glance)  # type: ignore[attr-defined]


class Base:
    """What some kept values rest on: a declaration, and the situations that were asked about last.

    A situation is a list: the look in which it was compared last; the values that are known for it, by the number and
    the arguments of each (without the one that chooses the parts); then what the declared fields held. Of a part of a
    column it holds that part, and the whole as it was when it was compared last.
    """

    def __init__(self, rests: tuple[str | Part, ...]) -> None:
        self.rests = rests
        self.fields = frozenset(item if isinstance(item, str) else item.field for item in rests)
        self.arguments = {item.argument for item in rests if isinstance(item, Part)}
        if len(self.arguments) > 1:
            raise TypeError(f"parts are chosen by one argument, not by {_list(self.arguments)}")
        self.latest: dict[Any, list[Situation]] = {}  #: by the argument that chooses the parts
        self.scope: dict[str, Any] = {"never": _NEVER, "note": _note}
        self.scope |= {f"span{i}": item.span for i, item in enumerate(rests) if isinstance(item, Part)}
        self._fresh: dict[type, Callable[[Any, Any, Situation], Situation]] = {}
        exec(f"def same(there, s, part): return {self.compared('s', 'part')}", self.scope)
        self.same: Callable[[Situation, Any, Any], bool] = self.scope["same"]

    def compared(self, s: str, part: str) -> str:
        """The expression that holds a situation against the declared fields of a state.

        Of a part, the whole column is compared first: that needs no copy, and mostly nothing of it has changed.
        """
        tests, i = [], FIRST
        for n, item in enumerate(self.rests):
            if isinstance(item, Part):
                column = f"{s}.{item.field}"
                again = f"there[{i}] == {column}[span{n}[{part}]] and note(there, {i + 1}, {column})"
                tests.append(f"(there[{i + 1}] == {column} or ({again}))")
                i += 1
            else:
                tests.append(f"there[{i}] == {s}.{item}")
            i += 1
        return " and ".join(tests)

    def fresh(self, s: Any, part: Any, last: Situation | None = None) -> Situation:
        """The situation as it is now, such that a later write does not change it; what did not change is shared."""
        made = self._fresh.get(type(s))
        if made is None:
            kinds = type(s)._kinds
            if missing := self.fields.difference(kinds):
                raise TypeError(f"a {type(s).__name__} has no field {_list(missing)}")
            how = {
                "column": "last[{1}] if last[{1}] == {0} else bytearray({0})",
                "list": "{0}[:]",
                "dict": "{0}.copy()",
                "shared": "{0}",
            }
            slots: list[str] = []
            for n, item in enumerate(self.rests):
                if isinstance(item, Part):
                    slots += [f"bytearray(s.{item.field}[span{n}[part]])", f"bytearray(s.{item.field})"]
                else:
                    slots.append(how[kinds[item]].format(f"s.{item}", FIRST + len(slots)))
            exec(f"def fresh(s, part, last): return [never, {{}}, {', '.join(slots)}]", self.scope)
            made = self._fresh[type(s)] = self.scope["fresh"]
        return made(s, part, last or [None] * (FIRST + 2 * len(self.rests)))

    def turn_to(self, s: Any, part: Any) -> Situation:
        """The situation of a state, which is not the latest: an older one that is back, or a new one."""
        known = self.latest.get(part)
        if known is None:
            there = self.fresh(s, part)
            self.latest[part] = [there]
        else:
            for there in known[1:]:
                if self.same(there, s, part):
                    self.latest[part] = [there, *[other for other in known if other is not there]]
                    break
            else:
                there = self.fresh(s, part, known[0])
                self.latest[part] = [there, *known[: SITUATIONS - 1]]
        there[0] = s.look or _NEVER
        return there

    def was(self, there: Situation) -> tuple[Any, ...]:
        """What the declared fields held."""
        found, i = [], FIRST
        for item in self.rests:
            found.append(there[i])
            i += 2 if isinstance(item, Part) else 1
        return tuple(found)


class Keeper:
    """One kept value."""

    def __init__(
        self,
        function: Callable[..., Any],
        rests: tuple[str | Part | Callable[..., Any], ...],
        most: int,
        renew: Callable[..., Any] | None,
    ) -> None:
        self.function, self.most, self.renew, self.number = function, most, renew, len(ALL)
        self.name = f"{function.__module__.removeprefix('front1914.titles.')}.{function.__qualname__}"
        found: dict[str | Part, None] = {}
        for item in rests:
            found |= dict.fromkeys(_declared(item))
        if not found:
            raise TypeError(f"{self.name} rests on nothing: functools.cache keeps such a value")
        self.base = BASES.setdefault(tuple(found), Base(tuple(found)))
        self.doubts: dict[Any, list[_Doubt]] = {}
        self._parameters = list(inspect.signature(self.function).parameters.values())
        names = [parameter.name for parameter in self._parameters]
        if not self.base.arguments.issubset(names):
            raise TypeError(f"{self.name} has no argument {_list(self.base.arguments)}")
        self._part = next((names.index(argument) - 1 for argument in self.base.arguments), None)
        self.glance, self.ask = self._write()
        ALL.append(self)

    def _write(self) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """The way to a value that is known is short: it is written out for the arguments and fields of each."""
        scope = {**self.base.scope, "latest": self.base.latest, "turn_to": self.base.turn_to, "nothing": _NOTHING}
        scope |= {"make": self._make, "doubt": _DOUBT, "doubted": self._doubted}
        head = []
        for parameter in self._parameters:
            default = f"default_{parameter.name}"
            if parameter.default is not parameter.empty:
                scope[default] = parameter.default
            head.append(f"{parameter.name}={default}" if default in scope else parameter.name)
        s, *arguments = names = [parameter.name for parameter in self._parameters]
        part = next(iter(self.base.arguments), "None")
        others = [argument for argument in arguments if argument != part]  # situations of parts are kept apart already
        key = f"({self.number}, {', '.join(others)})" if others else f"{self.number}"
        whole = f"({self.number}, {', '.join(arguments)})" if arguments else f"{self.number}"
        same = self.base.compared(s, part)
        lines = [
            f"def ask({', '.join(head)}):",
            f"    try: there = latest[{part}][0]",
            "    except KeyError:",
            f"        if doubt.on: return doubted({whole}, {', '.join(names)})",
            f"        there = turn_to({s}, {part})",
            "    else:",
            f"        if there[0] is not {s}.look:",
            f"            if {same}: there[0] = {s}.look or never",
            f"            else: there = turn_to({s}, {part})",
            f"    found = there[1].get({key}, nothing)",
            f"    return found if found is not nothing else make(there, {key}, {', '.join(names)})",
            f"def glance({', '.join(head)}):",
            f"    known = latest.get({part})",
            "    if known is None: return None",
            "    there = known[0]",
            f"    if there[0] is not {s}.look:",
            f"        if not ({same}): return None",
            f"        there[0] = {s}.look or never",
            f"    return there[1].get({key})",
        ]
        exec("\n".join(lines), scope)
        ask = scope["ask"]
        for attribute in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
            setattr(ask, attribute, getattr(self.function, attribute))
        ask.__wrapped__, ask.keeper = self.function, self
        return scope["glance"], ask

    def part(self, args: tuple[Any, ...]) -> Any:
        """The argument that chooses the parts of columns, None without parts."""
        return None if self._part is None else args[self._part]

    def _make(self, there: Situation, key: Any, s: Any, *args: Hashable) -> Any:
        """The value is not known for this situation: it is made."""
        look = s.look
        if look is None:
            look = there[0] = s.look = object()  # who works out a value only looks
            try:
                value = self._made(key, s, args)
            finally:
                s.look = None
        else:
            value = self._made(key, s, args)
        values = there[1]
        if len(values) >= self.most:
            values.clear()
        values[key] = value
        return value

    def _made(self, key: Any, s: Any, args: tuple[Hashable, ...]) -> Any:
        if self.renew is not None:
            for other in self.base.latest[self.part(args)]:
                if key in other[1]:
                    return self.renew(s, other[1][key], self.base.was(other), *args)
        return self.function(s, *args)

    def forget(self) -> None:
        """Lets go of all that is remembered of this value, and of others with the same declaration."""
        self.base.latest.clear()
        self.doubts.clear()

    # -- distrust ----------------------------------------------------------------------------------------------

    def _doubted(self, key: Any, s: Any, *args: Hashable) -> Any:
        """The value as it is kept, held against the value worked out anew."""
        if _DOUBT.anew is not None:
            return self._anew(key, s, args)
        known, part = self.doubts.setdefault(key, []), self.part(args)
        whole = s.keep(known[0].whole if known else None)
        found = next((doubt for doubt in known if self.base.same(doubt.there, s, part)), None)
        if found is not None and found.whole == whole:
            self._hold(key, found, found.again, found.whole)
            return found.value
        value, reads = self._watched(s, args)
        if s.keep(whole) != whole:
            raise Distrusted(f"{self._called(key)} changes the state")
        if missing := reads - self.base.fields:
            raise Distrusted(f"{self._called(key)} reads {_list(missing)}, which it does not declare")
        if found is None:
            made = value
            if self.renew is not None and known:
                made = self.renew(s, known[0].value, self.base.was(known[0].there), *args)
            found = _Doubt(self.base.fresh(s, part), made, value, whole, s.fields)
            value = deepcopy(value) if isinstance(value, list | dict | set) else value
        self._hold(key, found, value, whole)
        found.whole, found.again = whole, value
        self.doubts[key] = [found, *(doubt for doubt in known if doubt is not found)][:SITUATIONS]
        if len(self.doubts) > self.most:
            self.doubts.clear()
        return found.value

    def _hold(self, key: Any, found: _Doubt, value: Any, whole: Kept) -> None:
        if alike(found.value, value):
            return
        changed = [name for name, one, two in zip(found.names, found.whole, whole, strict=False) if one != two]
        undeclared = [name for name in changed if name not in self.base.fields]
        why = f"{_list(undeclared)} changed since and is not declared" if undeclared else "nothing undeclared changed"
        raise Distrusted(
            f"{self._called(key)} is kept as {found.value!r:.200} and would be {value!r:.200}: {why}; "
            f"it declares {_list(self.base.fields)}"
        )

    def _called(self, key: Any) -> str:
        return f"{self.name}({', '.join(map(str, key[1:])) if isinstance(key, tuple) else ''})"

    def _watched(self, s: Any, args: tuple[Hashable, ...]) -> tuple[Any, set[str]]:
        """The value worked out anew, with all that it asks for, and the fields that were read for it."""
        own = type(s)
        reads: set[str] = set()
        _DOUBT.anew, _DOUBT.state, _DOUBT.reads = {}, s, [reads]
        s.__class__ = _watching(own)
        try:
            return self.function(s, *args), reads
        finally:
            s.__class__ = own
            _DOUBT.anew = _DOUBT.state = None

    def _anew(self, key: Any, s: Any, args: tuple[Hashable, ...]) -> Any:
        """Asked for while another value is worked out anew: once is enough, as nothing is written meanwhile."""
        if s is not _DOUBT.state:  # a copy, on which something may be tried
            return self.function(s, *args)
        assert _DOUBT.anew is not None
        found = _DOUBT.anew.get((self, key))
        if found is None:
            reads: set[str] = set()
            _DOUBT.reads.append(reads)
            value = self.function(s, *args)
            _DOUBT.reads.pop()
            found = _DOUBT.anew[self, key] = value, reads
        _DOUBT.reads[-1] |= found[1]
        return found[0]


class _Doubt:
    """A value as it is remembered while everything is doubted, with the whole state for which it was right."""

    __slots__ = ("again", "names", "there", "value", "whole")

    def __init__(self, there: Situation, value: Any, again: Any, whole: Kept, names: tuple[str, ...]) -> None:
        self.there, self.value, self.again, self.whole, self.names = there, value, again, whole, names


class _Doubting:
    """Whether everything is doubted, and what is being worked out anew."""

    def __init__(self) -> None:
        self.on = os.environ.get("FRONT1914_DISTRUST", "0") not in ("", "0")
        self.anew: dict[Any, tuple[Any, set[str]]] | None = None
        self.state: Any = None
        self.reads: list[set[str]] = []


_DOUBT: Final = _Doubting()
BASES: Final[dict[tuple[str | Part, ...], Base]] = {}  #: by declaration
ALL: Final[list[Keeper]] = []  #: every kept value of the titles that are loaded


@contextmanager
def distrust() -> Iterator[None]:
    """While it lasts, every kept value is worked out again when it is used; `Distrusted` where that differs.

    So is every value that reads a field which it does not declare. The environment variable FRONT1914_DISTRUST=1
    turns it on from the start.
    """
    before = _DOUBT.on
    _switch(True)
    try:
        yield
    finally:
        _switch(before)


def forget() -> None:
    """Lets go of all that is remembered; only memory and time change by it."""
    for keeper in ALL:
        keeper.forget()


def _switch(on: bool) -> None:
    _DOUBT.on = on
    forget()  # the short way finds nothing while everything is doubted


_WATCHING: dict[type, type] = {}


def _watching(own: type) -> type:
    """A class like the state's own that notes which fields are read."""
    if own not in _WATCHING:
        fields = frozenset(own.fields)  # type: ignore[attr-defined]

        def look_up(self: Any, name: str) -> Any:
            if name in fields:
                _DOUBT.reads[-1].add(name)
            return object.__getattribute__(self, name)

        def copy(self: Any) -> Any:
            self.__class__ = own
            try:
                return self.copy()
            finally:
                self.__class__ = _WATCHING[own]

        _WATCHING[own] = type(own.__name__, (own,), {"__getattribute__": look_up, "copy": copy})
    return _WATCHING[own]


def alike(one: Any, two: Any) -> bool:
    """Whether two values are equal, part by part where their class does not say what equal means."""
    if one is two:
        return True
    if type(one) is not type(two):
        return bool(one == two)
    if isinstance(one, tuple | list):
        return len(one) == len(two) and all(map(alike, one, two))
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(alike(value, two[key]) for key, value in one.items())
    if any("__eq__" in vars(kind) for kind in type(one).__mro__[:-1]):
        return bool(one == two)
    slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
    names = {*slots, *getattr(one, "__dict__", ())}
    return bool(names) and all(alike(getattr(one, n, _NOTHING), getattr(two, n, _NOTHING)) for n in names)


def _declared(item: str | Part | Callable[..., Any]) -> tuple[str | Part, ...]:
    if isinstance(item, str | Part):
        return (item,)
    keeper: Keeper | None = getattr(item, "keeper", None)
    if keeper is None:
        raise TypeError(f"{item!r} is not kept, so it declares nothing")
    return keeper.base.rests


def _note(there: Situation, i: int, column: Any) -> bool:
    """The part that counts is the same, though the column is not: the next comparison is short again."""
    there[i] = bytearray(column)
    return True


def _list(names: Any) -> str:
    return ", ".join(sorted(names))

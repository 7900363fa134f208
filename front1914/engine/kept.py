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
compared once in a look is handed out without comparing. Each game has a memory of its own, which its copies for
searching share, so games of one title that are played in turns do not push out what the others know.

What is handed out belongs to everybody: nobody may change it. docs/kept.md says more.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import wraps
from itertools import count
from typing import Any, Final, ParamSpec, TypeVar, cast
from weakref import ref

P = ParamSpec("P")
R = TypeVar("R")
Situation = list[Any]  #: see Base
Kept = tuple[Any, ...]  #: what all fields of a state held, as State.keep gives it

MOST: Final = 4096  #: values of one situation; where more are asked for, all are forgotten
SITUATIONS: Final = 3  #: how many a game remembers of each declaration; Base is written for three
GAMES: Final = 128  #: games of a process whose values are remembered while they are played in turns
FIRST: Final = 2  #: where in a situation the declared fields begin
_NEVER: Final = object()
_NOTHING: Final = object()


class Memory:
    """What is kept for one game: a state has it from the start, and its copies share it.

    While no other game comes in between, Base holds the situations of the game that asks.
    """

    __slots__ = ("__weakref__", "aside", "last", "me")

    def __init__(self) -> None:
        self.me = ref(self)  #: what others hold of it: values go with their game
        self.aside: dict[int, tuple[Situation, ...]] = {}  #: by row of a Base: its situations, while others ask
        #: by value and arguments: what the declared fields held and what was made last, of what is renewed
        self.last: dict[Any, tuple[Kept, Any]] = {}

    def asks(self) -> None:
        """The game asks after another one did; the game that has not asked for the longest time is forgotten."""
        if RECENT.pop(self.me, _NEVER) is _NEVER and len(RECENT) >= GAMES:
            for me in [me for me in RECENT if me() is None]:
                del RECENT[me]
            if len(RECENT) >= GAMES:
                oldest = next(iter(RECENT))
                del RECENT[oldest]
                if (memory := oldest()) is not None:
                    memory.clear()
        RECENT[self.me] = None

    def clear(self) -> None:
        """Forgets all."""
        self.aside.clear()
        self.last.clear()


RECENT: Final[dict[ref[Memory], None]] = {}  #: the games that asked, the latest last
_LATEST: Final[list[Any]] = [None]  #: the last of them
_ROWS: Final = count()  #: numbers for the rows of a Base


class looking:  # noqa: N801
    """While it lasts the state is only looked at: values are then compared once, not each time.

    A look is a dictionary: what is kept for that look alone.
    """

    __slots__ = ("before", "s")

    def __init__(self, s: Any) -> None:
        self.s = s

    def __enter__(self) -> None:
        self.before = before = self.s.look
        if before is None:
            self.s.look = {}

    def __exit__(self, *bad: object) -> None:
        self.s.look = self.before


class still_looking(looking):  # noqa: N801
    """The same at the beginning of `do_...`, before anything is written: what was seen when the answer was listed or
    judged still holds."""

    __slots__ = ()

    def __enter__(self) -> None:
        self.before = before = self.s.look
        if before is None:
            looked = self.s.looked
            self.s.look = {} if looked is None else looked


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


def in_look(function: Callable[P, R]) -> Callable[P, R]:
    """Keeps a value for the look in which it is asked for; outside a look it is worked out.

    Nothing is written in a look, so it need not say what it rests on. For what rests on much, and is asked for again
    and again in one look but hardly ever after it.
    """
    names = list(inspect.signature(function).parameters)
    scope: dict[str, Any] = {"function": function, "doubt": _DOUBT, "doubted": _seen_again, "nothing": _NOTHING}
    scope["mark"] = object()
    given = ", ".join(names)
    lines = [
        f"def ask({given}):",
        f"    look = {names[0]}.look",
        "    if look is None:",
        f"        {names[0]}.look = {{}}",
        f"        try: return function({given})",
        f"        finally: {names[0]}.look = None",
        f"    key = ({', '.join(['mark', *names[1:]])},)",
        "    value = look.get(key, nothing)",
        f"    if value is nothing: value = look[key] = function({given})",
        f"    elif doubt.on: doubted(function, value, {given})",
        "    return value",
    ]
    exec("\n".join(lines), scope)
    return cast("Callable[P, R]", wraps(function)(scope["ask"]))


def at_hand(value: Callable[P, R]) -> Callable[P, R | None]:
    """What asks for a kept value without working it out: None as long as it is not known.

    For whoever has a cheaper way to what he needs of it; both ways must lead to the same.
    """
    return cast("Callable[P, R | None]", value.keeper.glance)  # type: ignore[attr-defined]


def lays(value: Callable[P, R]) -> Callable[..., None]:
    """What lays down a kept value for the state as it is: `lay(result, state, *arguments)`.

    For whoever changes the state and knows a cheaper way from the old value to the new one than `renew` could find.
    """
    return cast("Callable[..., None]", value.keeper.lay)  # type: ignore[attr-defined]


class Base:
    """What some kept values rest on: a declaration, and the situations that were asked about last.

    A situation is a list: the look in which it was compared last; the values of several arguments that are known for
    it, by the number of the value and its arguments; what the declared fields held (of a part of a column that part,
    and the whole as it was when it was compared last); then a place for each value of no argument, and a dictionary
    for each of one. The argument that chooses the parts does not count: there are situations for each.

    They are those of the game that asked last. When another one asks, they are laid aside in its memory.
    """

    def __init__(self, rests: tuple[str | Part, ...]) -> None:
        self.rests = rests
        self.fields = frozenset(item if isinstance(item, str) else item.field for item in rests)
        self.arguments = {item.argument for item in rests if isinstance(item, Part)}
        if len(self.arguments) > 1:
            raise TypeError(f"parts are chosen by one argument, not by {_list(self.arguments)}")
        self.slots: list[int] = []  #: where in a situation that is which the declared fields held
        self.size = FIRST
        for item in rests:
            self.slots.append(self.size)
            self.size += 2 if isinstance(item, Part) else 1
        self.own: list[bool] = []  #: the places that values have to themselves: whether it is a dictionary
        #: by the argument that chooses the parts: a row of so many situations, the latest first, whose game it is, and
        #: the number of the row; without parts there is one
        self.latest: dict[Any, list[Any]] = {}
        self.top = self.begin(None)
        self.scope: dict[str, Any] = {"never": _NEVER, "nothing": _NOTHING, "note": _note}
        self.scope |= {"latest": self.latest, "top": self.top}
        self.scope |= {f"span{i}": item.span for i, item in enumerate(rests) if isinstance(item, Part)}
        self._fresh: dict[type, Callable[[Any, Any, Situation], Situation]] = {}
        code = f"""
def same(there, s, part): return {self.compared("there", "s", "part")}
def turn_to(s, part, known):
    one, two, three, game, row = known
    there = None
    if game is not s.memory.me:
        one, two, three, game, row = change(known, s.memory)
        if {self.compared("one", "s", "part")}: there = one
    if there is not None: pass
    elif {self.compared("two", "s", "part")}: there = two; known[:] = two, one, three, game, row
    elif {self.compared("three", "s", "part")}: there = three; known[:] = three, one, two, game, row
    else: there = fresh(type(s))(s, part, one); known[:] = there, one, two, game, row
    there[0] = never if s.look is None else s.look
    return there
"""
        found: dict[str, Any] = {}
        exec(code, self.scope | {"fresh": self.fresh, "change": _change}, found)
        self.same: Callable[[Situation, Any, Any], bool] = found["same"]
        #: the situation of a state, which is not the latest of these: an older one that is back, or a new one
        self.turn_to: Callable[[Any, Any, list[Any]], Situation] = found["turn_to"]

    def begin(self, part: Any) -> list[Any]:
        """Situations that are like no other: nothing is remembered."""
        nothing = [_NOTHING] * (self.size - FIRST)
        places = [[{} if keyed else _NOTHING for keyed in self.own] for _ in range(SITUATIONS)]
        known = self.latest[part] = [*([_NEVER, {}, *nothing, *own] for own in places), _nobody, next(_ROWS)]
        return known

    def place(self, keyed: bool) -> int:
        """A place in every situation for one value, or for the dictionary of one."""
        self.own.append(keyed)
        self._fresh.clear()
        self.forget()
        return self.size + len(self.own) - 1

    def forget(self) -> None:
        """Lets go of all that is remembered; what was laid aside belongs to rows that are gone."""
        self.latest.clear()
        self.top[:] = self.begin(None)
        self.latest[None] = self.top

    def compared(self, there: str, s: str, part: str) -> str:
        """The expression that holds a situation against the declared fields of a state.

        Of a part, the whole column is compared first: that needs no copy, and mostly nothing of it has changed.
        """
        tests = []
        for n, (i, item) in enumerate(zip(self.slots, self.rests, strict=True)):
            if isinstance(item, Part):
                column = f"{s}.{item.field}"
                again = f"{there}[{i}] == {column}[span{n}[{part}]] and note({there}, {i + 1}, {column})"
                tests.append(f"({there}[{i + 1}] == {column} or ({again}))")
            else:
                tests.append(f"{there}[{i}] == {s}.{item}")
        return " and ".join(tests)

    def fresh(self, kind: type) -> Callable[[Any, Any, Situation], Situation]:
        """Makes the situation as it is now, such that a later write does not change it; what did not change is shared
        with the last one."""
        made = self._fresh.get(kind)
        if made is None:
            kinds = kind._kinds  # type: ignore[attr-defined]
            if missing := self.fields.difference(kinds):
                raise TypeError(f"a {kind.__name__} has no field {_list(missing)}")
            how = {
                "column": "last[{1}] if last[{1}] == {0} else bytearray({0})",
                "list": "{0}[:]",
                "dict": "{0}.copy()",
                "shared": "{0}",
            }
            held: list[str] = []
            for n, (i, item) in enumerate(zip(self.slots, self.rests, strict=True)):
                if isinstance(item, Part):
                    held += [f"bytearray(s.{item.field}[span{n}[part]])", f"bytearray(s.{item.field})"]
                else:
                    held.append(how[kinds[item]].format(f"s.{item}", i))
            found: dict[str, Any] = {}
            held += ["{}" if keyed else "nothing" for keyed in self.own]
            exec(f"def fresh(s, part, last): return [never, {{}}, {', '.join(held)}]", self.scope, found)
            made = self._fresh[kind] = found["fresh"]
        assert made is not None
        return made

    def situation(self, s: Any, part: Any) -> Situation:
        """The situation of a state, made anew."""
        return self.fresh(type(s))(s, part, [_NOTHING] * self.size)

    def was(self, there: str) -> str:
        """The expression for what the declared fields held."""
        return f"({', '.join(f'{there}[{i}]' for i in self.slots)},)"


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
        self.base = BASES.get(tuple(found)) or BASES.setdefault(tuple(found), Base(tuple(found)))
        self.last: dict[Any, tuple[Kept, Any]] = {}  #: as in Memory, by the game that made one last
        self.doubts: dict[Any, list[_Doubt]] = {}
        self._parameters = list(inspect.signature(self.function).parameters.values())
        names = [parameter.name for parameter in self._parameters]
        if not self.base.arguments.issubset(names):
            raise TypeError(f"{self.name} has no argument {_list(self.base.arguments)}")
        self._part = next((names.index(argument) - 1 for argument in self.base.arguments), None)
        self.ask, self.glance, self.lay = self._write()
        ALL.append(self)

    def _write(self) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., None]]:
        """The way to a value that is known is short: it is written out for the arguments and fields of each."""
        scope = {**self.base.scope, "turn_to": self.base.turn_to, "begin": self.base.begin}
        scope |= {"function": self.function, "renew": self.renew, "any_game": self.last}
        scope |= {"doubt": _DOUBT, "doubted": self._doubted, "checked": self._checked}
        head = []
        for parameter in self._parameters:
            default = f"default_{parameter.name}"
            if parameter.default is not parameter.empty:
                scope[default] = parameter.default
            head.append(f"{parameter.name}={default}" if default in scope else parameter.name)
        s, *arguments = names = [parameter.name for parameter in self._parameters]
        part = next(iter(self.base.arguments), "None")
        others = [argument for argument in arguments if argument != part]  # situations of parts are kept apart already
        kept = f"there[{self.base.place(bool(others))}]" if len(others) < 2 else "there[1]"
        key = others[0] if len(others) == 1 else f"({self.number}, {', '.join(others)})"
        get = f"{kept}.get({key}, nothing)" if others else kept
        put = [f"{kept} = value"]
        if others:
            put = [f"values = {kept}", f"if len(values) >= {self.most}: values.clear()", f"values[{key}] = value"]
        whole = f"({self.number}, {', '.join(arguments)})" if arguments else f"{self.number}"
        known = "top" if part == "None" else "known"
        find = [f"    try: known = latest[{part}]", f"    except KeyError: known = begin({part})"]
        made = f"function({', '.join(names)})"
        make = [f"value = {made}"]
        renewed = []
        if self.renew is not None:  # from the value that was made last, however many situations have passed since
            make = [
                f"found = {s}.memory.last.get({whole}) or any_game.get({whole})",
                f"if found is None: value = {made}",
                f"else: value = renew({', '.join([s, 'found[1]', 'found[0]', *arguments])})",
            ]
            renewed = [
                f"last = {s}.memory.last",
                f"if len(last) >= {self.most}: last.clear()",
                f"if len(any_game) >= {self.most}: any_game.clear()",
                f"last[{whole}] = any_game[{whole}] = {self.base.was('there')}, value",
            ]
        lines = [
            f"def ask({', '.join(head)}):",
            *(find if part != "None" else []),
            f"    there, look = {known}[0], {s}.look",
            "    if there[0] is not look:",
            f"        if {self.base.compared('there', s, part)}: there[0] = never if look is None else look",
            f"        elif doubt.on: return doubted({whole}, {', '.join(names)})",
            f"        else: there = turn_to({s}, {part}, {known})",
            f"    value = {get}",
            "    if value is not nothing: return value",
            "    if look is None:",
            f"        there[0] = {s}.look = {{}}",  # who works out a value only looks
            "        try:",
            *(f"            {line}" for line in make),
            f"        finally: {s}.look = None",
            "    else:",
            *(f"        {line}" for line in make),
            *(f"    {line}" for line in put + renewed),
            "    return value",
            f"def glance({', '.join(head)}):",
            *(find if part != "None" else []),
            f"    there, look = {known}[0], {s}.look",
            "    if there[0] is not look:",
            f"        if {self.base.compared('there', s, part)}: there[0] = never if look is None else look",
            f"        elif doubt.on or {known}[{SITUATIONS}] is {s}.memory.me: return None",
            f"        else: there = turn_to({s}, {part}, {known})",
            f"    value = {get}",
            "    return None if value is nothing else value",
            f"def lay(value, {', '.join(head)}):",
            *(find if part != "None" else []),
            f"    if doubt.on: return checked(value, {whole}, {', '.join(names)})",
            f"    there = {known}[0]",
            f"    if not ({self.base.compared('there', s, part)}): there = turn_to({s}, {part}, {known})",
            *(f"    {line}" for line in put + renewed),
        ]
        exec("\n".join(lines), scope)
        ask = scope["ask"]
        for attribute in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
            setattr(ask, attribute, getattr(self.function, attribute))
        ask.__wrapped__, ask.keeper = self.function, self
        return ask, scope["glance"], scope["lay"]

    def part(self, args: tuple[Any, ...]) -> Any:
        """The argument that chooses the parts of columns, None without parts."""
        return None if self._part is None else args[self._part]

    def forget(self) -> None:
        """Lets go of all that is remembered of this value, and of others with the same declaration."""
        self.base.forget()
        self.last.clear()
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
                was = tuple(known[0].there[i] for i in self.base.slots)
                made = self.renew(s, known[0].value, was, *args)
            found = _Doubt(self.base.situation(s, part), made, value, whole, s.fields)
            value = deepcopy(value) if isinstance(value, list | dict | set) else value
        self._hold(key, found, value, whole)
        found.whole, found.again = whole, value
        self.doubts[key] = [found, *(doubt for doubt in known if doubt is not found)][:SITUATIONS]
        if len(self.doubts) > self.most:
            self.doubts.clear()
        return found.value

    def _checked(self, value: Any, key: Any, s: Any, *args: Hashable) -> None:
        """Somebody lays down a value: it must be what the work gives."""
        if _DOUBT.anew is None and not alike(value, found := self._watched(s, args)[0]):
            raise Distrusted(f"{self._called(key)} is laid down as {value!r:.200} and would be {found!r:.200}")

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
        look, s.look = s.look, {}  # nor is anything known from the look that goes on
        s.__class__ = _watching(own)
        try:
            return self.function(s, *args), reads
        finally:
            s.__class__ = own
            s.look = look
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
    for game in list(RECENT):
        if (memory := game()) is not None:
            memory.clear()


def _switch(on: bool) -> None:
    _DOUBT.on = on
    forget()  # the short way finds nothing while everything is doubted


def _seen_again(function: Callable[..., Any], value: Any, s: Any, *args: Hashable) -> None:
    """Held against the work once more: whoever writes while one looks is found so."""
    look, s.look = s.look, {}
    try:
        again = function(s, *args)
    finally:
        s.look = look
    if not alike(value, again):
        name = f"{function.__module__.removeprefix('front1914.titles.')}.{function.__qualname__}"
        raise Distrusted(
            f"{name} was {value!r:.200} in this look and would be {again!r:.200}: somebody wrote meanwhile"
        )


_WATCHING: dict[type, type] = {}


def _watching(own: type) -> type:
    """A class like the state's own that notes which fields are read."""
    if own not in _WATCHING:

        def copy(self: Any) -> Any:
            self.__class__ = own
            try:
                return self.copy()
            finally:
                self.__class__ = _WATCHING[own]

        noted = {name: _noted(name, getattr(own, name)) for name in own.fields}  # type: ignore[attr-defined]
        _WATCHING[own] = type(own.__name__, (own,), {**noted, "copy": copy})
    return _WATCHING[own]


def _noted(name: str, slot: Any) -> property:
    """A field that tells when it is read."""
    value = slot.__get__

    def read(self: Any) -> Any:
        _DOUBT.reads[-1].add(name)
        return value(self)

    return property(read, slot.__set__)


def alike(one: Any, two: Any) -> bool:
    """Whether two values are equal, part by part where their class does not say what equal means."""
    if one is two or one == two:
        return True
    if type(one) is not type(two):
        return False
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


def _nobody() -> None:
    """Whose row it is as long as no game has asked."""


def _change(known: list[Any], memory: Memory) -> list[Any]:
    """Lays the situations of the game that asked last aside for it, and takes up those of the game that asks now.

    A game that never asked begins with what is there: it may be imagined from the other one, or branch off from it.
    """
    one, two, three, game, row = known
    before = game()
    if before is not None:
        before.aside[row] = one, two, three
    if memory.me is not _LATEST[0]:
        _LATEST[0] = memory.me
        memory.asks()
    one, two, three = memory.aside.get(row) or (one, two, three)
    known[:] = one, two, three, memory.me, row
    return known


def _note(there: Situation, i: int, column: Any) -> bool:
    """The part that counts is the same, though the column is not: the next comparison is short again."""
    there[i] = bytearray(column)
    return True


def _list(names: Any) -> str:
    return ", ".join(sorted(names))

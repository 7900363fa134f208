"""What a game remembers: plain data that copies in microseconds."""

from __future__ import annotations

import inspect
import sys
from array import array, typecodes
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from front1914.engine.kept import Memory

Column: TypeAlias = "array[int]"  #: one small integer for each unit, hex or hexside
Frame: TypeAlias = tuple[Any, ...]  #: a step on the flow stack: its name, then its data
Kept: TypeAlias = tuple[Any, ...]  #: what the fields of a state held at a moment; nobody writes on it


class Result(NamedTuple):
    """How a game ended."""

    winner: str | None  #: a side, or None for a draw
    level: str  #: the kind of victory, in the rulebook's words
    reason: str  #: one sentence
    rule: str = ""
    score: int | None = None


class News(NamedTuple):
    """Something that happened, as a step tells it; the game turns it into an Event."""

    kind: str
    data: dict[str, Any]
    seen_by: tuple[str, ...] | None
    reveals: bool


#: not an event: from here on nothing that came before can be taken back (`State.seal`)
SEAL = News("", {}, (), reveals=True)


class _Slots(type):
    """Gives each field of a state a slot of its own: with so many fields that is quicker than a dictionary."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Slots:
        own = body.get("__annotations__", {})
        body["__slots__"] = tuple(field for field, hint in own.items() if "ClassVar" not in str(hint))
        return super().__new__(mcs, name, bases, body)


class State(metaclass=_Slots):
    """The base of every title's state.

    A subclass declares its fields by annotation. `Column`, `list[...]` and `dict[...]` fields are copied (one level:
    what they hold must be immutable); everything else is immutable and shared. `flow` is the stack of steps still to
    be done, the current one last.

    >>> class Tiny(State):
    ...     turn: int
    ...     at: Column
    >>> s = Tiny(turn=1, at=array("h", [3, 4]))
    >>> t = s.copy(); t.at[0] = 9; t.turn = 2
    >>> s.at[0], s.turn, Tiny.unpack(t.pack()).at[0], t.digest() == s.digest()
    (3, 1, 9, False)
    """

    flow: list[Frame]
    scenario: str
    options: Any  #: a mapping that nobody changes after the start
    result: Result | None

    fields: ClassVar[tuple[str, ...]] = ("flow", "scenario", "options", "result")
    _kinds: ClassVar[dict[str, str]] = {}
    _copy: ClassVar[Callable[[Any], Any]]
    _keep: ClassVar[Callable[[Any, Kept], Kept]]
    _back: ClassVar[Callable[[Any, Kept], None]]
    _plain: ClassVar[Callable[[Any], list[Any]]]
    _nothing: ClassVar[Kept]

    # Not part of the state: who listens, what is kept for this game, the look that is going on, and the one before an
    # answer (engine.kept).
    news: list[News] | None
    memory: Memory
    look: dict[Any, Any] | None
    looked: dict[Any, Any] | None

    def __init__(self, **values: Any) -> None:
        self.flow = []
        self.scenario = ""
        self.options = {}
        self.result = None
        self.news = self.look = self.looked = None
        self.memory = Memory()
        for name, value in values.items():
            if name not in self.fields:
                raise TypeError(f"{type(self).__name__} has no field {name}")
            setattr(self, name, value)

    def __init_subclass__(cls) -> None:
        hints: dict[str, str] = {"flow": "list", "scenario": "", "options": "", "result": ""}
        for klass in reversed(cls.__mro__[: -len(State.__mro__)]):
            own = inspect.get_annotations(klass)
            hints |= {name: str(hint) for name, hint in own.items() if "ClassVar" not in str(hint)}
        cls.fields = tuple(hints)
        cls._kinds = {name: _kind(hint) for name, hint in hints.items()}
        cls._copy = _make_copy(cls)
        cls._keep, cls._back, cls._plain = _make_keep(cls), _make_back(cls), _make_plain(cls)
        cls._nothing = (None,) * len(cls.fields)

    def copy(self: Any) -> Any:
        """An independent twin without listeners, of the same game: what is kept is known to both."""
        return self._copy()

    def keep(self: Any, last: Kept | None = None) -> Kept:
        """What the fields hold now; a column that did not change since `last` is kept once for both."""
        return self._keep(last or self._nothing)  # type: ignore[no-any-return]

    def back(self, kept: Kept) -> None:
        """Restores what was kept, without listeners. Columns that are equal are left as they are."""
        self._back(kept)

    def tell(
        self,
        kind: str,
        *,
        only: str | Sequence[str] | None = None,
        reveals: bool = False,
        **data: Any,
    ) -> None:
        """Something happened. `only` names the sides that may know; `reveals` says that it shows a secret.

        Data are numbers and tuples of numbers; the title's nouns say what they stand for.
        """
        if self.news is not None:
            seen_by = None if only is None else (only,) if isinstance(only, str) else tuple(only)
            self.news.append(_tuple(News, (kind, data, seen_by, reveals)))

    def seal(self) -> None:
        """What was decided so far stands: nobody takes it back alone, although no die fell and no secret was shown."""
        if self.news is not None:
            self.news.append(SEAL)

    def finish(self, winner: str | None, level: str, reason: str, rule: str = "", score: int | None = None) -> None:
        """The game is over."""
        self.result = Result(winner, level, reason, rule, score)
        self.flow.clear()

    def pack(self) -> bytes:
        """All fields as bytes, the same on every machine."""
        return _codec().encode(self._plain())

    @classmethod
    def unpack(cls, data: bytes) -> Any:
        values = _codec().decode(data)
        state = cls.__new__(cls)
        state.news = state.look = state.looked = None
        state.memory = Memory()
        for name, value in zip(cls.fields, values, strict=True):
            setattr(state, name, _restore(cls._kinds[name], value))
        if state.result is not None:
            state.result = Result(*state.result)
        return state

    def digest(self) -> str:
        """Sixteen hexadecimal digits that two equal states share."""
        return blake2b(self.pack(), digest_size=8).hexdigest()


class _Codec(NamedTuple):
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]


@cache
def _codec() -> _Codec:
    """Loaded when a state is first written, so that the command line starts without it."""
    from msgspec import msgpack

    return _Codec(msgpack.Encoder(order="deterministic").encode, msgpack.decode)


def _kind(hint: str) -> str:
    head = hint.split("[")[0].strip()
    return {"Column": "column", "array": "column", "list": "list", "dict": "dict"}.get(head, "shared")


def _make_copy(cls: type[State]) -> Callable[[Any], Any]:
    """The copy of a state is the hottest call of a search, so it is written out field by field."""
    how = {"column": "self.{0}[:]", "list": "self.{0}[:]", "dict": "self.{0}.copy()", "shared": "self.{0}"}
    lines = [f"twin.{name} = {how[cls._kinds[name]].format(name)}" for name in cls.fields]
    rest = ["twin.news = twin.look = twin.looked = None", "twin.memory = self.memory"]
    body = ["twin = new(cls)", *lines, *rest, "return twin"]
    return _made(cls, ["def made(self):", *(f"    {line}" for line in body)])


def _make_keep(cls: type[State]) -> Callable[[Any, Kept], Kept]:
    """Written out as well: before each action of a game the state is kept, to be returned to.

    Columns are kept as bytearrays: those are compared with columns without a copy, as one piece of memory.
    """
    how = {
        "column": "{1} if {1} == self.{0} else bytearray(self.{0})",
        "list": "self.{0}[:]",
        "dict": "self.{0}.copy()",
        "shared": "self.{0}",
    }
    lines = [f"    {how[cls._kinds[name]].format(name, f'last[{i}]')}," for i, name in enumerate(cls.fields)]
    made: Callable[[Any, Kept], Kept] = _made(cls, ["def made(self, last):", "    return (", *lines, "    )"])
    return made


def _make_back(cls: type[State]) -> Callable[[Any, Kept], None]:
    how = {
        "column": "if {1} != self.{0}: self.{0} = array(self.{0}.typecode, {1})",
        "list": "self.{0} = {1}[:]",
        "dict": "self.{0} = {1}.copy()",
        "shared": "self.{0} = {1}",
    }
    lines = [how[cls._kinds[name]].format(name, f"kept[{i}]") for i, name in enumerate(cls.fields)]
    body = [*lines, "self.news = self.look = self.looked = None"]
    made: Callable[[Any, Kept], None] = _made(cls, ["def made(self, kept):", *(f"    {line}" for line in body)])
    return made


def _make_plain(cls: type[State]) -> Callable[[Any], list[Any]]:
    """What is encoded: columns as their typecode and their bytes, low byte first."""
    how = {"column": "column(self.{0})" if sys.byteorder == "big" else "code[self.{0}.typecode] + self.{0}.tobytes()"}
    values = ", ".join(how.get(cls._kinds[name], "self.{0}").format(name) for name in cls.fields)
    made: Callable[[Any], list[Any]] = _made(cls, ["def made(self):", f"    return [{values}]"])
    return made


def _made(cls: type[State], lines: Sequence[str]) -> Callable[..., Any]:
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls, "array": array, "column": _turned, "code": _CODES}
    exec("\n".join(lines), scope)
    made: Callable[..., Any] = scope["made"]
    return made


def _turned(column: Column) -> bytes:
    """A column of a machine with the high byte first."""
    column = column[:]
    column.byteswap()
    return column.typecode.encode() + column.tobytes()


_CODES = {code: code.encode() for code in typecodes}
_tuple: Final = tuple.__new__  #: makes a NamedTuple from its fields in a third of the time of a call


def _restore(kind: str, value: Any) -> Any:
    if kind == "column":
        column = array(value[:1].decode())
        column.frombytes(value[1:])
        if sys.byteorder == "big":
            column.byteswap()
        return column
    if kind == "list":
        return [_freeze(item) for item in value]
    if kind == "dict":
        return {_freeze(key): _freeze(item) for key, item in value.items()}
    return _freeze(value) if isinstance(value, list) else value


def _freeze(value: Any) -> Any:
    return tuple(_freeze(item) for item in value) if isinstance(value, list) else value

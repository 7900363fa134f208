"""Where data come from: every row and table names its source and its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, overload

from front1914.engine.errors import BadData
from front1914.engine.words import Words

SOURCES = ("rulebook", "history", "geography", "reconstructed")
PLAYER = "player"  #: the source of what stands in a player's own folder and names none

R = TypeVar("R")


class Origin(NamedTuple):
    """Where a row comes from: its provenance and its place."""

    source: str
    file: str
    line: int | None


class Override(NamedTuple):
    """One thing that a player's own folder changes."""

    file: str
    line: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class Rows(Sequence[R], Generic[R]):
    """The rows of one list, in file order, each with its origin."""

    def __init__(self, name: str, rows: Iterable[R], origins: Iterable[Origin], keys: Iterable[Any]) -> None:
        self.name = name
        self.rows = tuple(rows)
        self.origins = tuple(origins)
        self.by_id: dict[Any, R] = dict(zip(keys, self.rows, strict=True))

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, number: int) -> R: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[R]: ...
    def __getitem__(self, number: int | slice) -> R | Sequence[R]:
        return self.rows[number]

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows)

    def error(self, number: int, reason: str, field: str = "") -> BadData:
        """The error to raise when row `number` contradicts something outside its own line."""
        origin = self.origins[number]
        return BadData(origin.file, reason, origin.line, field)

    def words(self, kind: str, names: str | None = None) -> Words:
        """The vocabulary of the rows' ids; `names` is the column that a person reads."""
        ids = [".".join(map(str, key)) if isinstance(key, tuple) else key for key in self.by_id]
        called = {} if names is None else {str(i): getattr(r, names) for i, r in zip(ids, self.rows, strict=True)}
        return Words(kind, ids, called)

    def sources(self) -> dict[str, int]:
        """How many rows come from where."""
        return dict(Counter(origin.source for origin in self.origins))


def check_source(file: str, source: Any, line: int | None, player: bool) -> str:
    if source in SOURCES or (player and source == PLAYER):
        return str(source)
    reason = f"{source!r} is not one of {', '.join(SOURCES)}" if source else "nothing says where this comes from"
    raise BadData(file, reason, line, "source")

"""Where data come from: every row and table names its source and its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, overload

from front1914.engine.errors import BadData
from front1914.engine.words import Words

SOURCES = ("rulebook", "history", "geography", "reconstructed")
PLAYER = "player"  #: the source of what stands in a player's own folder and names none

R = TypeVar("R")


class Origin(NamedTuple):
    """Where a row comes from: its provenance and its place.

    `fields` holds the sources of single fields; `source` is then the least certain of them.
    """

    source: str
    file: str
    line: int | None
    fields: Mapping[str, str] = {}
    elsewhere: Mapping[str, tuple[str, int | None]] = {}  #: file and line of the fields that a player's own data give

    def of(self, field: str) -> str:
        """The source of one field."""
        return self.fields.get(field, self.source)


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
        file, line = origin.elsewhere.get(field, (origin.file, origin.line))
        return BadData(file, reason, line, field)

    def words(self, kind: str, names: str | None = None) -> Words:
        """The vocabulary of the rows' ids; `names` is the column that a person reads."""
        ids = [".".join(map(str, key)) if isinstance(key, tuple) else key for key in self.by_id]
        called = {} if names is None else {str(i): getattr(r, names) for i, r in zip(ids, self.rows, strict=True)}
        return Words(kind, ids, called)

    def sources(self) -> dict[str, int]:
        """How many rows name which source, for themselves or for a field."""
        named = [{origin.source, *origin.fields.values()} for origin in self.origins]
        return dict(Counter(source for sources in named for source in sources))


def read_source(file: str, text: Any, line: int | None, *, player: bool) -> tuple[str, dict[str, str]]:
    """The source that a text states, and those of single fields: `history`, or `name=history at=reconstructed`.

    >>> read_source("units.csv", "name=history at=reconstructed", 2, player=False)
    ('reconstructed', {'name': 'history', 'at': 'reconstructed'})
    """
    known = (*SOURCES, PLAYER) if player else SOURCES
    if not text:
        raise BadData(file, "nothing says where this comes from", line, "source")
    pairs = [part.partition("=") for part in str(text).split()]
    fields = {field: source for field, equals, source in pairs if equals}
    for source in fields.values() if len(fields) == len(pairs) else [text]:
        if source not in known:
            raise BadData(file, f"{source!r} is not one of {', '.join(SOURCES)}", line, "source")
    return max(fields.values(), key=known.index) if fields else str(text), fields

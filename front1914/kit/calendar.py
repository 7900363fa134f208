"""Turn tracks with their dates, and what is due on which turn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Generic, NamedTuple, Protocol, TypeVar

from front1914.kit.provenance import Rows
from front1914.kit.rows import Split

# Not from the locale: a log must read the same on every machine.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Turn(NamedTuple):
    """A turn: its number, counted from 1, its printed name, its days, and what is special about it."""

    number: int
    id: str
    first: date
    last: date
    marks: tuple[str, ...] = ()

    @property
    def dates(self) -> str:
        """The days as a player reads them.

        >>> Turn(8, "8", date(1914, 8, 30), date(1914, 9, 2)).dates
        '30 Aug to 2 Sep 1914'
        >>> Turn(1, "1", date(1914, 8, 2), date(1914, 8, 5)).dates
        '2 to 5 Aug 1914'
        """
        first, last = self.first, self.last
        end = f"{last.day} {_MONTHS[last.month - 1]} {last.year}"
        if first == last:
            return end
        month = "" if (first.year, first.month) == (last.year, last.month) else f" {_MONTHS[first.month - 1]}"
        return f"{first.day}{month} to {end}"


@dataclass(frozen=True)
class TurnRow:
    """A line of a turn track in CSV or TOML; `marks` are words separated by spaces."""

    id: str
    first: date
    last: date
    marks: Annotated[tuple[str, ...], Split(" ")] = ()


class Track:
    """The turns of a game, from turn 1 on.

    >>> track = Track.regular(date(1914, 8, 2), days=4, turns=10)
    >>> track[7].dates, track.on(date(1914, 9, 10)), track.on(date(1914, 9, 11)), track.opens_month(9)
    ('26 to 29 Aug 1914', 10, None, True)
    """

    def __init__(self, turns: Iterable[Turn]) -> None:
        self.turns = tuple(turns)
        self._numbers = {turn.id: turn.number for turn in self.turns}
        self._firsts = [turn.first for turn in self.turns]

    @classmethod
    def regular(cls, first: date, days: int, turns: int) -> Track:
        """Turns of equal length, named by their numbers."""
        starts = [first + timedelta(days=days * i) for i in range(turns)]
        return cls(Turn(i, str(i), start, start + timedelta(days=days - 1)) for i, start in enumerate(starts, 1))

    @classmethod
    def read(cls, rows: Rows[TurnRow]) -> Track:
        """A track from data; its days must follow one another."""
        for i, row in enumerate(rows):
            if row.last < row.first:
                raise rows.error(i, f"the turn ends on {row.last}, before it begins", "last")
            if i and row.first <= rows[i - 1].last:
                raise rows.error(i, f"the turn before lasts until {rows[i - 1].last}", "first")
        return cls(Turn(i, row.id, row.first, row.last, row.marks) for i, row in enumerate(rows, 1))

    def __len__(self) -> int:
        return len(self.turns)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    def __getitem__(self, number: int) -> Turn:
        if not 1 <= number <= len(self.turns):
            raise IndexError(f"there is no turn {number}")
        return self.turns[number - 1]

    def number(self, id: str) -> int | None:
        """The number of a turn by its printed name."""
        return self._numbers.get(id)

    def on(self, day: date) -> int | None:
        """The turn in which a day falls."""
        at = bisect_right(self._firsts, day)
        return at if at and day <= self.turns[at - 1].last else None

    def opens_month(self, number: int) -> bool:
        """Whether a turn is the first of a month that is not the first month of the track."""
        if number <= 1:
            return False
        now, before = self[number].first, self[number - 1].first
        return (now.year, now.month) != (before.year, before.month)

    def marked(self, mark: str) -> tuple[int, ...]:
        """The turns that carry a mark."""
        return tuple(turn.number for turn in self.turns if mark in turn.marks)


class Dated(Protocol):
    """A row that belongs to a turn, named as it is printed."""

    @property
    def turn(self) -> str: ...


D = TypeVar("D", bound=Dated)


class Schedule(Generic[D]):
    """What is due when: reinforcements, withdrawals, events. The rows are the title's own; each names its turn."""

    def __init__(self, rows: Rows[D], track: Track) -> None:
        self.rows: Sequence[D] = rows
        self._due: dict[int, tuple[D, ...]] = {}
        for i, row in enumerate(rows):
            number = track.number(row.turn)
            if number is None:
                raise rows.error(i, f"there is no turn {row.turn!r}", "turn")
            self._due[number] = (*self._due.get(number, ()), row)

    def due(self, turn: int) -> tuple[D, ...]:
        """What is due on a turn, in file order."""
        return self._due.get(turn, ())

    def until(self, turn: int) -> tuple[D, ...]:
        """What has been due up to and on a turn, in order of turns."""
        return tuple(row for number in sorted(self._due) if number <= turn for row in self._due[number])

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns on which something is due."""
        return tuple(sorted(self._due))

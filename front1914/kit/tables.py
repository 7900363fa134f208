"""Result tables: odds, points or names across, one die or two down, with shifts and modifiers that explain themselves.

In TOML:

    [crt]
    rule = "11.17"
    source = "reconstructed"
    odds = ["1:2", "1:1", "2:1"]    # or points = [1, 2, 3], or names = ["infantry", "cavalry"]
    round = "defender"              # odds only: defender, attacker or nearest
    beyond = 1                      # odds only: the step between columns above the last
    below = { always = "2/0" }      # left of the first column: always a result, "clamp" or "refuse"
    above = "clamp"                 # right of the last column
    shifts = "free"                 # may lead out of the table and back; "clamp" holds each to the printed columns
    cap = 4                         # the modifiers of the die never count for more than this
    die = 6
    stated = [["2:1", 1, "1/1"]]    # cells that the rulebook gives

    [crt.rows]                      # the adjusted die; "3..5" stands for three rows; beyond the ends: the last row
    1 = ["2/0", "2/0", "1/1"]

With two dice read apart, `[crt.rows.4]` holds the rows for a 4 on the second die, which nothing modifies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from front1914.kit.columns import Brackets, Head, Names, Odds, Rounding
from front1914.kit.rows import Within
from front1914.kit.sections import Section

T = TypeVar("T", bound=Hashable)


class Shift(NamedTuple):
    """One reason to shift a column or to modify a die; an amount of zero says why nothing changes."""

    amount: int
    rule: str
    text: str


def net(shifts: Iterable[Shift], cap: int | None = None) -> int:
    """The sum of shifts or modifiers, never beyond the cap in either direction.

    >>> net([Shift(-2, "22-1", "trench"), Shift(-3, "13-6", "rough"), Shift(0, "13-5", "no river")], cap=4)
    -4
    """
    total = sum(shift.amount for shift in shifts)
    return total if cap is None else max(-cap, min(cap, total))


class Always(NamedTuple):
    """Beyond this end of the table the result needs no die."""

    result: Any


Edge: TypeAlias = Literal["clamp", "refuse"] | Always


class Reading(NamedTuple):
    """How a column and a modifier came about, for the player who wants to know."""

    first: str
    shifts: tuple[Shift, ...]
    column: int
    last: str
    modifiers: tuple[Shift, ...]
    modifier: int


class ResultTable(Generic[T]):
    """A table of results. `cells[column]` holds the rows one after another, second dice within a row.

    >>> crt = ResultTable("crt", Odds(["1:1", "2:1"]), range(1, 4), [["AE", "-", "-"], ["-", "-", "DE"]], faces=3)
    >>> crt.read(crt.at_odds(7, 3), 2, modifier=1)
    'DE'
    >>> crt.odds(0)
    {'AE': Fraction(1, 3), '-': Fraction(2, 3)}
    """

    def __init__(
        self,
        name: str,
        head: Head,
        rows: range,
        cells: Sequence[Sequence[T]],
        *,
        rule: str = "",
        second: range | None = None,
        below: Edge = "clamp",
        above: Edge = "clamp",
        shifts: Literal["free", "clamp"] = "free",
        cap: int | None = None,
        faces: int = 6,
    ) -> None:
        self.name = name
        self.rule = rule
        self.head = head
        self.rows = rows
        self.second = second
        self.cells = tuple(tuple(column) for column in cells)
        self.below = below
        self.above = above
        self.shifts = shifts
        self.cap = cap
        self.faces = faces
        self._odds: dict[tuple[int, int], dict[T, Fraction]] = {}
        height = len(rows) * (len(second) if second else 1)
        if len(self.cells) != len(head.labels) or any(len(column) != height for column in self.cells):
            raise ValueError(f"{name}: the cells do not fill the table")

    def at_odds(self, attack: int, defence: int) -> int:
        """The column of a ratio in a table of odds."""
        if not isinstance(self.head, Odds):
            raise TypeError(f"{self.name} is not a table of odds")
        return self.head.column(attack, defence)

    def at(self, value: int | str) -> int:
        """The column of a number of points, or of a name."""
        if isinstance(self.head, Brackets) and isinstance(value, int):
            return self.head.column(value)
        if isinstance(self.head, Names) and isinstance(value, str):
            return self.head.column(value)
        raise TypeError(f"{self.name} has no columns such as {value!r}")

    def shifted(self, column: int, shifts: Iterable[Shift]) -> int:
        """The column after all shifts."""
        last = len(self.cells) - 1
        if self.shifts == "free":
            return column + net(shifts)
        return max(0, min(last, max(0, min(last, column)) + net(shifts)))

    def reading(self, column: int, shifts: Iterable[Shift] = (), modifiers: Iterable[Shift] = ()) -> Reading:
        """Shift the column and sum the modifiers, and keep the account of it."""
        shifts, modifiers = tuple(shifts), tuple(modifiers)
        final = self.shifted(column, shifts)
        label = self.head.label
        return Reading(label(column), shifts, final, label(final), modifiers, net(modifiers, self.cap))

    def edge(self, column: int) -> Edge | None:
        """What rules a column beyond the printed ones; None for a printed one."""
        return self.below if column < 0 else self.above if column >= len(self.cells) else None

    def refused(self, column: int) -> bool:
        """Whether no attack is allowed in this column."""
        return self.edge(column) == "refuse"

    def automatic(self, column: int) -> T | None:
        """The result that such a column gives without a die, if it does."""
        edge = self.edge(column)
        result: T | None = edge.result if isinstance(edge, Always) else None
        return result

    def read(self, column: int, die: int, modifier: int = 0, second: int | None = None) -> T:
        """The result. A column beyond the table, and a modified die, count as the rules of the table say."""
        edge = self.edge(column)
        if edge is not None:
            if isinstance(edge, Always):
                result: T = edge.result
                return result
            if edge == "refuse":
                raise ValueError(f"{self.name}: {self.head.label(column)} is not allowed")
            column = 0 if column < 0 else len(self.cells) - 1
        rows = self.rows
        row = max(rows.start, min(rows.stop - 1, die + modifier)) - rows.start
        if self.second is None:
            return self.cells[column][row]
        if second is None or second not in self.second:
            raise ValueError(f"{self.name}: the second die is {second}")
        return self.cells[column][row * len(self.second) + second - self.second.start]

    def repeated(self: ResultTable[int], points: int, die: int, modifier: int = 0) -> int:
        """The sum for points beyond the last column: that column for each full measure of it, then the rest.

        >>> table = ResultTable("crt", Brackets([1, 2, 3]), range(1, 3), [[0, 1], [1, 1], [1, 2]], faces=2)
        >>> table.repeated(8, 2)
        5
        """
        if not isinstance(self.head, Brackets):
            raise TypeError(f"{self.name} is not a table of points")
        full, rest = divmod(points, self.head.lows[-1])
        total = full * self.read(len(self.cells) - 1, die, modifier)
        if rest >= self.head.lows[0]:
            total += self.read(self.head.column(rest), die, modifier)
        return total

    def odds(self, column: int, modifier: int = 0, second: Mapping[int, Fraction] | None = None) -> dict[T, Fraction]:
        """The exact chance of each result. `second` gives the chances of a second die that is not a fair one."""
        key = (column, modifier)
        if second is None and key in self._odds:
            return self._odds[key]
        found: dict[T, Fraction] = {}
        for die in range(1, self.faces + 1):
            for other, chance in self._second(second):
                result = self.read(column, die, modifier, other)
                found[result] = found.get(result, Fraction(0)) + chance / self.faces
        if second is None:
            self._odds[key] = found
        return found

    def _second(self, stated: Mapping[int, Fraction] | None) -> Iterable[tuple[int | None, Fraction]]:
        if self.second is None:
            return [(None, Fraction(1))]
        return stated.items() if stated else [(die, Fraction(1, len(self.second))) for die in self.second]


def mean(odds: Mapping[T, Fraction], measure: Callable[[T], int]) -> Fraction:
    """The expected measure of a result.

    >>> mean({"1/2": Fraction(1, 4), "0/3": Fraction(3, 4)}, lambda cell: int(cell[-1]))
    Fraction(11, 4)
    """
    return sum((chance * measure(result) for result, chance in odds.items()), Fraction(0))


def unsteady(table: ResultTable[T], measure: Callable[[T], int], columns: int = 0, rows: int = 0) -> list[str]:
    """Where a measure of the results fails to rise (1) or to fall (-1) along the columns and down the rows.

    Automatic results at the ends count as columns; the second die is held fixed.
    """
    grid = [list(map(measure, column)) for column in table.cells]
    labels = list(table.head.labels)
    if isinstance(table.below, Always):
        grid.insert(0, [measure(table.below.result)] * len(grid[0]))
        labels.insert(0, "below")
    if isinstance(table.above, Always):
        grid.append([measure(table.above.result)] * len(grid[0]))
        labels.append("above")
    width = len(table.second) if table.second else 1
    found = []
    for c, column in enumerate(grid):
        for r, value in enumerate(column):
            row = table.rows[r // width]
            if columns and c and (value - grid[c - 1][r]) * columns < 0:
                found.append(f"{labels[c - 1]} to {labels[c]} at {row}: {grid[c - 1][r]} to {value}")
            if rows and r >= width and (value - column[r - width]) * rows < 0:
                found.append(f"{row - 1} to {row} in {labels[c]}: {column[r - width]} to {value}")
    return found


@dataclass(frozen=True)
class _Form:
    """The plain keys of a table in TOML."""

    rule: str = ""
    odds: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    round: Rounding = "defender"
    beyond: Annotated[int, Within(1)] = 1
    shifts: Literal["free", "clamp"] = "free"
    cap: Annotated[int | None, Within(0)] = None
    die: Annotated[int, Within(2)] = 6


def read_table(section: Section, parse: Callable[[Any], T]) -> ResultTable[T]:
    """A table from TOML; `parse` turns a cell into a result, or raises ValueError."""
    form = section.record(_Form, beside=("below", "above", "rows", "stated"))
    section.origin  # noqa: B018  (a table must say where it comes from)
    head = _head(section, form)
    rows, second, grid = _grid(section.section("rows"), len(head.labels), parse)
    table = ResultTable(
        section.name,
        head,
        rows,
        list(zip(*grid, strict=True)),
        rule=form.rule,
        second=second,
        below=_edge(section, "below", parse),
        above=_edge(section, "above", parse),
        shifts=form.shifts,
        cap=form.cap,
        faces=form.die,
    )
    _check_stated(section, table, parse)
    return table


def _head(section: Section, form: _Form) -> Head:
    kinds = [key for key in ("odds", "points", "names") if key in section]
    if len(kinds) != 1:
        raise section.error("a table needs exactly one of odds, points and names")
    try:
        if form.odds:
            return Odds(form.odds, form.round, form.beyond)
        return Brackets(form.points) if form.points else Names(form.names)
    except (ValueError, IndexError) as error:
        raise section.error(str(error), kinds[0]) from None


def _grid(section: Section, width: int, parse: Callable[[Any], T]) -> tuple[range, range | None, list[list[T]]]:
    """The rows from top to bottom, second dice within a row."""
    if not any(isinstance(row, dict) for row in section.data.values()):
        dice, lines = _lines(section, width, parse)
        return dice, None, lines
    parts: dict[int, tuple[range, list[list[T]]]] = {}
    for key in section.data:
        parts |= dict.fromkeys(_dice(section, key), _lines(section.section(key), width, parse))
    second = _range(section, parts)
    dice = parts[second[0]][0]
    if any(part[0] != dice for part in parts.values()):
        raise section.error("not the same rows for every second die")
    return dice, second, [parts[other][1][row] for row in range(len(dice)) for other in second]


def _lines(section: Section, width: int, parse: Callable[[Any], T]) -> tuple[range, list[list[T]]]:
    found: dict[int, list[T]] = {}
    for key, row in section.data.items():
        if not isinstance(row, list) or len(row) != width:
            raise section.error(f"is not a list of {width} results", key)
        cells = [_cell(section, parse, cell, key, i) for i, cell in enumerate(row)]
        for die in _dice(section, key):
            if die in found:
                raise section.error(f"the row {die} stands there twice", key)
            found[die] = cells
    dice = _range(section, found)
    return dice, [found[die] for die in dice]


def _dice(section: Section, key: str) -> range:
    form = re.fullmatch(r"(-?[0-9]+)(?:\.\.(-?[0-9]+))?", key)
    if form is None:
        raise section.error("is not a die such as 3 or 3..5", key)
    return range(int(form[1]), int(form[2] or form[1]) + 1)


def _range(section: Section, dice: Iterable[int]) -> range:
    found = sorted(dice)
    if not found or found != list(range(found[0], found[-1] + 1)):
        raise section.error(f"the dice {found} leave a gap")
    return range(found[0], found[-1] + 1)


def _cell(section: Section, parse: Callable[[Any], T], cell: Any, *keys: str | int) -> T:
    try:
        return parse(cell)
    except (ValueError, TypeError) as error:
        raise section.error(f"{cell!r} is not a result: {error}", *keys) from None


def _edge(section: Section, key: str, parse: Callable[[Any], T]) -> Edge:
    value = section.data.get(key, "clamp")
    if isinstance(value, dict) and set(value) == {"always"}:
        return Always(_cell(section, parse, value["always"], key))
    if value == "clamp":
        return "clamp"
    if value == "refuse":
        return "refuse"
    raise section.error("is neither clamp, refuse nor { always = a result }", key)


def _check_stated(section: Section, table: ResultTable[T], parse: Callable[[Any], T]) -> None:
    """The cells that the rulebook gives must stand in the table."""
    stated = section.data.get("stated", [])
    length = 3 if table.second is None else 4
    for i, item in enumerate(stated if isinstance(stated, list) else [stated]):
        if not isinstance(item, list) or len(item) != length or not all(type(die) is int for die in item[1:-1]):
            raise section.error("a stated cell is a column, its dice and a result", "stated", i)
        column = _printed(table.head, item[0])
        if column is None or item[1] not in table.rows or (table.second and item[2] not in table.second):
            raise section.error("the table has no such cell", "stated", i)
        found = table.read(column, item[1], second=item[2] if table.second else None)
        if found != _cell(section, parse, item[-1], "stated", i):
            raise section.error(f"the table has {found} where the rulebook has {item[-1]}", "stated", i)


def _printed(head: Head, column: Any) -> int | None:
    """The number of a printed column, from its label or the points it holds."""
    if isinstance(head, Brackets):
        return head.column(column) if type(column) is int and column >= head.lows[0] else None
    return head.labels.index(column) if column in head.labels else None

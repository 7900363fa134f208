"""The charts of the game, from data/charts.toml: result tables (reconstructed), terrain effects, demoralization ..."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from typing import Any

from front1914.kit.data import DataFolder
from front1914.kit.tables import read_table


@dataclass(frozen=True)
class Terrain:
    """A line of the Terrain Effects Chart. `move` is the cost to cross or to enter, 0 where it is prohibited.

    Cities, Centers and ports cost nothing and change no Combat: TEC.18 to TEC.20.
    """

    id: str
    rule: str
    name: str
    move: int = 0
    attack: int = 0
    counterattack: int = 0
    halved: bool = False


@dataclass(frozen=True)
class Roads:
    """TEC.21, TEC.22, 32-2: what a railway in the hexside saves, from which cost on."""

    rule: str
    saves: int
    double: int
    single: int
    single_mountain: int


@dataclass(frozen=True)
class Demoralization:
    """26-3: Demoralization Points."""

    rule: str
    infantry: int
    fortress: int
    infantry_surrendered: int
    horse_or_gun: int
    engineer: int
    horse_or_gun_surrendered: int
    headquarters: int
    city: int
    urban_hexside: int
    capital_factor: int


@dataclass(frozen=True)
class Sufficient:
    """22-20: artillery points needed against a solid defence in a year, by front."""

    id: str
    rule: str
    west: int
    italy: int
    other: int


@dataclass(frozen=True)
class Siege:
    """21-10: turns that a fortress of at most so many points holds out."""

    rule: str
    points: tuple[int, ...]
    turns: tuple[int, ...]


@dataclass(frozen=True)
class Limits:
    """11-1, 11-4, 17-4, 18-6, 18-18."""

    rule: str
    divisions: int
    guns: int
    stock: int
    corps_stock: int
    transfer: int


@dataclass(frozen=True)
class Days:
    """5.1: the days on which the turns of a month begin; `short` for months of thirty days and fewer."""

    rule: str
    first_days: tuple[int, ...]
    first_days_short: tuple[int, ...]


def number(cell: Any) -> int:
    """A cell that is a number of strength points."""
    if type(cell) is not int or cell < 0:
        raise ValueError(f"{cell!r} is not a number of strength points")
    return cell


CHARTS = DataFolder.of(__package__).toml("charts.toml")
EARLY = read_table(CHARTS.section("crt").section("early"), number)  #: 1914 to 1916
LATE = read_table(CHARTS.section("crt").section("late"), number)  #: 13-26: from January 1917
TEC = CHARTS.rows("tec", Terrain).by_id  #: by terrain of the hexside
RIVERS = CHARTS.rows("rivers", Terrain).by_id  #: river, major, danube
MARKERS = CHARTS.rows("markers", Terrain).by_id  #: trench, devastation, hindenburg
ROADS = CHARTS.section("roads").record(Roads)
DEMORALIZATION = CHARTS.section("demoralization").record(Demoralization)
SUFFICIENT = {int(row.id): row for row in CHARTS.rows("sufficient", Sufficient)}  #: 22-20, by year
SIEGE = CHARTS.section("siege").record(Siege)
LIMITS = CHARTS.section("limits").record(Limits)
DAYS = CHARTS.section("calendar").record(Days)

MAJOR_WAR = (1917, 1)  #: 13-26: year and month from which the bloodier table is used
_FIFTY = 50


def losses(points: int, row: int, year: int) -> int:
    """13-1, 13-8, 13-13, 13-19, 13-26: strength points to be eliminated, by the adjusted points and the adjusted die.

    >>> losses(20, 1, 1914), losses(24, 7, 1914), losses(135, 3, 1914) == 2 * losses(50, 3, 1914) + losses(35, 3, 1914)
    (2, 6, True)
    """
    table = LATE if year >= MAJOR_WAR[0] else EARLY
    fifties, rest = divmod(points, _FIFTY)
    found = fifties * table.read(_FIFTY - 1, row) if fifties else 0
    return found + (table.read(rest - 1, row) if rest else 0)


def holds_out(points: int) -> int:
    """21-10: the turns that a surrounded fortress holds out before it is prone to surrender.

    >>> holds_out(12), holds_out(13), holds_out(36)
    (7, 14, 28)
    """
    return next(turns for most, turns in zip(SIEGE.points, SIEGE.turns, strict=True) if points <= most)


def sufficient(year: int, front: str) -> int:
    """22-20: the artillery points needed against a solid defence.

    >>> sufficient(1914, "west"), sufficient(1916, "west"), sufficient(1917, "italy"), sufficient(1918, "east")
    (0, 6, 4, 2)
    """
    row = SUFFICIENT[min(year, max(SUFFICIENT))]
    return {"west": row.west, "italy": row.italy}.get(front, row.other)


def dates(year: int, month: int, turn: int) -> str:
    """The days of a turn.

    >>> dates(1914, 8, 2), dates(1914, 9, 7), dates(1914, 9, 0)
    ('5 to 8 Aug 1914', '26 to 30 Sep 1914', 'September 1914')
    """
    if turn == 0:
        return f"{calendar.month_name[month]} {year}"
    last = calendar.monthrange(year, month)[1]
    starts = (*(DAYS.first_days if last > 30 else DAYS.first_days_short), last + 1)
    return f"{starts[turn - 1]} to {starts[turn] - 1} {calendar.month_abbr[month]} {year}"

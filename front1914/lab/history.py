"""What is known of 1914, for a report: losses by nation, the line of contact every fourth day, the size of the armies.

The files stand in `lab/data`, each with its source. Facts and figures only; `sure` is no where a figure is an estimate.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple

from front1914.lab.ground import Point

#: scenarios that show the whole front of 1914, so that its line and its losses can be held against history
WHOLE = {
    "schlieffens_war": ("campaign",),
    "germany_at_war": ("campaign",),
    "fixed_1914": ("campaign",),
    "der_weltkrieg": ("schlieffen_plan", "frontiers"),
    "offensive_a_outrance": ("marne", "race", "campaign"),
}
NEAR = 2  #: days that a line of history may be older or younger than a turn
EVERY_KM = 10.0  #: along the line of history, between two points from which the distance is measured
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Loss(NamedTuple):
    """What a nation had lost since the war began."""

    day: date
    men: int
    sure: bool
    origin: str


class Line(NamedTuple):
    """The line of contact on a day, as points of a title's map."""

    day: date
    points: tuple[Point, ...]
    sure: bool


def _text(name: str) -> str:
    return (resources.files("front1914.lab") / "data" / name).read_text(encoding="utf-8")


def _rows(name: str) -> Iterator[dict[str, str]]:
    yield from csv.DictReader(line for line in _text(name).splitlines() if not line.startswith("#"))


def last_day(text: str | None, year: int = 1914) -> date | None:
    """The last day that a turn's date names.

    >>> str(last_day("2-5 Aug")), str(last_day("30 Aug to 2 Sep 1914")), str(last_day("August 1914"))
    ('1914-08-05', '1914-09-02', '1914-08-31')
    >>> last_day("turn 3")
    """
    if not text:
        return None
    years = re.findall(r"\b(1[89]\d\d)\b", text)
    year = int(years[-1]) if years else year
    months = [m for m in re.findall(r"[A-Za-z]{3,}", text) if m[:3].lower() in MONTHS]
    if not months:
        return None
    month = MONTHS.index(months[-1][:3].lower()) + 1
    days = [int(n) for n in re.findall(r"\b(\d{1,2})\b", text)]
    if days and 1 <= days[-1] <= 31:
        return date(year, month, min(days[-1], 28 if month == 2 else 31))
    return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


@cache
def losses() -> dict[str, tuple[Loss, ...]]:
    """By nation, what it had lost from the beginning of August on, by the returns and estimates that add up."""
    found: dict[str, list[Loss]] = {}
    total: dict[str, tuple[int, bool]] = {}
    for row in sorted(_rows("losses_1914.csv"), key=lambda row: row["to"]):
        nation, day, men, sure = row["nation"], date.fromisoformat(row["to"]), int(row["total"]), row["sure"] == "yes"
        if row["use"] == "adds":
            before, all_sure = total.get(nation, (0, True))
            total[nation] = men, sure = before + men, all_sure and sure
        if row["use"]:
            found.setdefault(nation, []).append(Loss(day, men, sure, row["origin"]))
    return {nation: tuple(sorted(rows)) for nation, rows in found.items()}


@cache
def men() -> dict[str, int]:
    """By nation, the men of its divisions in the West: 1,000 to a battalion, 150 to a squadron."""
    return {
        row["nation"]: 1000 * int(row["battalions"]) + 150 * int(row["squadrons"]) for row in _rows("armies_1914.csv")
    }


@cache
def ground(title: str) -> dict[str, Any] | None:
    """Frame, coast, frontiers and places of history in the units of a title's map; None if it has none."""
    file = resources.files("front1914.lab") / "data" / "ground" / f"{title}.json"
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def lines(title: str) -> tuple[Line, ...]:
    """The lines of contact, laid over a title's map."""
    laid = ground(title)
    if laid is None:
        return ()
    found = []
    for row in _rows("fronts_1914.csv"):
        points = tuple(tuple(laid["places"][place]) for place in row["line"].split(";"))
        found.append(Line(date.fromisoformat(row["date"]), points, row["sure"] == "yes"))
    return tuple(found)


def line_near(title: str, day: date | None) -> Line | None:
    """The line of history of a day, or of one so near that nobody would see the difference."""
    if day is None:
        return None
    best = min(lines(title), key=lambda line: abs((line.day - day).days), default=None)
    return best if best is not None and abs((best.day - day).days) <= NEAR else None


def whole(title: str, scenario: str) -> bool:
    """Whether a scenario shows the whole front of 1914."""
    return scenario in WHOLE.get(title, ())


class Distances:
    """Kilometres from the line of history to that of a game: from each of its points to the nearest, as the mean.

    `points` are all through which any front runs: they are put in order once, and each game then looks for its own.
    """

    def __init__(self, title: str, line: Line, points: set[Point]) -> None:
        laid = ground(title)
        assert laid is not None
        x0, y0, x1, y1 = laid["frame"]
        km = float(laid["unit_km"])
        self._rows: list[list[tuple[float, Point]]] = [
            sorted((math.dist(point, other) * km, other) for other in points)
            for point in _along(line.points, EVERY_KM / km)
            if x0 <= point[0] <= x1 and y0 <= point[1] <= y1
        ]

    def mean(self, front: Iterable[Point]) -> float | None:
        """How far the front of one game is; None if it has none."""
        own = set(front)
        if not own or not self._rows:
            return None
        return sum(next(km for km, point in row if point in own) for row in self._rows) / len(self._rows)


def _along(points: tuple[Point, ...], step: float) -> Iterator[Point]:
    """Points on a line, so far from one another."""
    for (x1, y1), (x2, y2) in pairwise(points):
        count = max(1, round(math.dist((x1, y1), (x2, y2)) / step))
        for n in range(count):
            yield x1 + (x2 - x1) * n / count, y1 + (y2 - y1) * n / count
    yield points[-1]

"""Two studies side by side: what differs, by how much, and whether it could be chance.

Games of the same number have the same dice: where both studies have them they are compared pair by pair, which tells
smaller differences from chance. The many differences that are looked at share one chance in twenty of a wrong word
(Holm).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from front1914 import BadInput
from front1914.analysis.simulate import wilson
from front1914.lab import charts
from front1914.lab.figures import CellFigures
from front1914.lab.findings import MARNE
from front1914.lab.reckoning import difference, holm, paired
from front1914.lab.store import studies_folder

if TYPE_CHECKING:
    from front1914.lab.study import Study

PAIRS = 0.9  #: share of the games of both that must have a partner, for pairs to be compared


class Arm(NamedTuple):
    """One of two: a cell of a study."""

    words: str
    games: int
    figures: CellFigures


class Row(NamedTuple):
    """A measure in both."""

    name: str
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    sure: bool
    error_a: float  #: half of the 95 % interval
    error_b: float


@dataclass(frozen=True, repr=False)
class Comparison:
    """Two arms and their differences."""

    a: Arm
    b: Arm
    basis: str  #: how they were compared, in a sentence
    rows: list[Row]

    def __repr__(self) -> str:
        return f"<{self.a.words} beside {self.b.words}>"

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        arms = {name: {"words": arm.words, "games": arm.games} for name, arm in (("a", self.a), ("b", self.b))}
        return arms | {"basis": self.basis, "rows": [row._asdict() for row in self.rows]}

    def _repr_html_(self) -> str:
        return body(self, charts.alone)  # a notebook has no style of ours


def open_arm(spoken: str, folder: Path | None = None) -> Arm:
    """A study by its name or folder; `name:1` is its second cell."""
    from front1914.lab.study import open_study

    name, colon, cell = spoken.rpartition(":")
    if not colon or not cell.isdigit():
        name, cell = spoken, "0"
    found = open_study(name if Path(name).is_dir() else (folder or studies_folder()) / name)
    if int(cell) >= len(found.cells):
        raise BadInput(spoken, f"the study has {len(found.cells)} cells, from 0 on")
    return arm_of(found, int(cell))


def arm_of(study: Study, cell: int = 0) -> Arm:
    """A cell of a study, to be compared."""
    figures = CellFigures(study, study.cells[cell])
    told = study.cells[cell].words(study.cells, figures.name_of)
    words = study.name if len(study.cells) == 1 else f"{study.name}: {told}"
    if not figures.count:
        raise BadInput(study.name, "no game of it has been played")
    return Arm(words, figures.count, figures)


def compare(a: Arm | Study, b: Arm | Study) -> Comparison:
    """Holds two studies, or cells of them, against each other."""
    one, two = (arm if isinstance(arm, Arm) else arm_of(arm) for arm in (a, b))
    if one.figures.cell.title != two.figures.cell.title:
        titles = f"{one.figures.cell.title} and {two.figures.cell.title}"
        raise BadInput("compare", f"two titles have no measures in common: {titles}")
    left, right = measures(one.figures), measures(two.figures)
    seeds = [dict(arm.figures.games.select("number", "seed").iter_rows()) for arm in (one, two)]
    common = sorted(number for number, seed in seeds[0].items() if seeds[1].get(number) == seed)
    pairs = len(common) >= PAIRS * max(one.games, two.games) and len(common) > 1
    rows = []
    for name in left:
        if name in right:
            rows.append(_row(name, left[name], right[name], common if pairs else None))
    sure = holm([row.p for row in rows])
    rows = [row._replace(sure=known) for row, known in zip(rows, sure, strict=True)]
    basis = (
        f"{len(common)} pairs of games with the same dice." if pairs else "Different dice, so games were not paired."
    )
    return Comparison(
        one, two, f"{basis} Intervals of 95 %; sure by Holm's correction over {len(rows)} measures.", rows
    )


def measures(figures: CellFigures) -> dict[str, dict[int, float]]:
    """What is compared: by name, a figure for each game, by its number."""
    games = figures.games
    numbers = dict(games.select("game", "number").iter_rows())
    first = figures.name_of(figures.first)
    found: dict[str, dict[int, float]] = {
        f"{first} victories, %": {
            n: 100.0 * (w == figures.first) for n, w in games.select("number", "winner").iter_rows()
        },
        "draws, %": {n: 100.0 * (w is None) for n, w in games.select("number", "winner").iter_rows()},
    }
    name, _, _ = figures.score()
    columns = {f"{name} at the end": "score"} if name else {}
    for words, column in (columns | {"last turn": "turn", "decisions": "decisions"}).items():
        rows = games.select("number", column).drop_nulls().iter_rows()
        found[words] = {number: float(value) for number, value in rows}
    pl = figures.pl
    fought = figures.table("battles").filter(pl.col("made")).group_by("game").len().iter_rows()
    found["battles"] = dict.fromkeys(numbers.values(), 0.0) | {numbers[game]: float(n) for game, n in fought}
    for nation, table in sorted(figures.table("losses").partition_by("nation", as_dict=True).items()):
        lost = table.group_by("game").agg(pl.col("lost").sum()).iter_rows()
        label = figures.sheet["nations"].get(nation[0], {"name": nation[0]})["name"]
        found[f"{label} strength lost"] = {numbers[game]: float(n) for game, n in lost}
    if apart := figures.apart_by_number(MARNE):
        found["front from history about 7 September, km"] = apart
    return {words: values for words, values in found.items() if values}


def _row(name: str, a: Mapping[int, float], b: Mapping[int, float], common: list[int] | None) -> Row:
    if common is not None and (both := [n for n in common if n in a and n in b]) and len(both) > 1:
        gap = paired([b[n] - a[n] for n in both])
    else:
        gap = difference(list(b.values()), list(a.values()))
    errors = [_error(name, list(values.values())) for values in (a, b)]
    return Row(name, fmean(a.values()), fmean(b.values()), gap.mean, gap.low, gap.high, gap.p, False, *errors)


def _error(name: str, values: list[float]) -> float:
    if name.endswith("%"):
        share = wilson(sum(values) / 100, len(values))
        return 50 * (share.high - share.low)
    gap = paired(values)
    return (gap.high - gap.low) / 2


# -- the page -----------------------------------------------------------------------------------------------------


def page(found: Comparison) -> str:
    """One file of HTML, without network."""
    from front1914.lab.report import document

    return document(f"{found.a.words} and {found.b.words}", body(found))


def body(found: Comparison, dressed: Callable[[str], str] = str) -> str:
    """The table of differences, and the score over time in both; `dressed` makes ready each picture."""
    heads = ("", "A", "B", "B less A", "95 %", "p", "● A, □ B")
    rows = "".join(_html_row(row, dressed) for row in found.rows)
    head = "".join(f"<th scope='col'>{name}</th>" for name in heads)
    scores = []
    for letter, arm in (("A", found.a), ("B", found.b)):
        name, bands, marks = arm.figures.score()
        picture = charts.score(name, bands, marks, arm.games)
        if picture:
            scores.append(
                f"<figure><h3>{letter}: {escape(arm.words)}</h3>{dressed(picture)}"
                f"<figcaption>{escape(name)}</figcaption></figure>"
            )
    ends = [
        f"<figure><h3>{letter}: who wins</h3>"
        f"{dressed(charts.endings(arm.figures.endings(), arm.figures.german, arm.games))}</figure>"
        for letter, arm in (("A", found.a), ("B", found.b))
    ]
    return (
        f"<header><div><h1>Two studies side by side</h1><p class='sub'><b>A</b> {escape(found.a.words)}, "
        f"{found.a.games} games. "
        f"<b>B</b> {escape(found.b.words)}, {found.b.games} games. {escape(found.basis)} Pale rows could be "
        f"chance.</p></div></header>"
        f"<section><div class='scroll'><table class='compare'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
        f"</table></div></section>"
        f"<div class='two'>{''.join(ends)}</div><div class='two'>{''.join(scores)}</div>"
    )


def _html_row(row: Row, dressed: Callable[[str], str]) -> str:
    p = "" if row.p is None else "p &lt; 0.001" if row.p < 0.001 else f"p = {row.p:.3f}"
    interval = "" if row.low is None else f"{row.low:+.1f} to {row.high:+.1f}"
    cells = (escape(row.name), f"{row.a:.1f}", f"{row.b:.1f}", f"{row.difference:+.1f}", interval, p)
    made = "".join(f"<td>{cell}</td>" for cell in cells)
    made += f'<td><div style="width:260px">{dressed(_whiskers(row))}</div></td>'
    return f"<tr{'' if row.sure else ' class=pale'}>{made}</tr>"


def _whiskers(row: Row) -> str:
    """Both with their intervals, on a scale of their own; a share lies between 0 and 100."""
    least, most = (0.0, 100.0) if row.name.endswith("%") else (-math.inf, math.inf)
    ends = [(max(least, v - e), min(most, v + e)) for v, e in ((row.a, row.error_a), (row.b, row.error_b))]
    low, high = min(start for start, _ in ends), max(end for _, end in ends)
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return 10 + 240 * (value - low) / span

    parts = [
        charts.line(x(ends[0][0]), 7, x(ends[0][1]), 7, "wa"),
        f'<circle cx="{x(row.a):.1f}" cy="7" r="5" class="da"/>',
        charts.line(x(ends[1][0]), 21, x(ends[1][1]), 21, "wb"),
        f'<rect x="{x(row.b) - 5:.1f}" y="16" width="10" height="10" class="sq"/>',
    ]
    return charts.svg(260, 28, f"A {row.a:.1f}, B {row.b:.1f}", *parts)

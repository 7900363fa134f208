"""One commander against another: pairs of games with equal dice and the sides swapped, a draw counted as half a win."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import log10
from typing import Any, NamedTuple

import front1914
from front1914.analysis.simulate import Played, simulate, wilson

ROUNDS = 200  #: of the fit of ratings


class Points(NamedTuple):
    """What a commander has won of some games, and the interval in which its chance lies 95 times of 100."""

    games: int
    points: float  #: a draw is half a point
    share: float
    low: float
    high: float


class Rung(NamedTuple):
    """How a commander did against another in a scenario."""

    title: str
    scenario: str
    better: str
    worse: str
    both: Points
    sides: dict[str, Points]  #: by side that the first commander had
    seconds: float  #: a game

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        sides = {side: points._asdict() for side, points in self.sides.items()}
        return {**self._asdict(), "both": self.both._asdict(), "sides": sides}


def points_of(results: Iterable[float]) -> Points:
    """Wilson's interval of a sum of wins and halves.

    >>> points_of([1, 1, 0.5, 0])[:3]
    (4, 2.5, 0.625)
    """
    won = list(results)
    share = wilson(sum(won), len(won))
    return Points(len(won), sum(won), share.share, share.low, share.high)


def rung(
    title: str, better: str, worse: str, games: int, *, scenario: str | None = None, seed: str = "1914", jobs: int = 1
) -> Rung:
    """Plays pairs of games; `games` counts both of a pair."""
    sides = front1914.title(title).info.sides
    levels = dict(zip(sides, (better, worse), strict=True))
    study = simulate(title, games + games % 2, levels, scenario=scenario, seed=seed, jobs=jobs, pairs=True)
    by_side = {side: [game for game in study.games if game.swapped == bool(n)] for n, side in enumerate(sides)}
    won = {side: [_result(game, side) for game in found] for side, found in by_side.items()}
    return Rung(
        title,
        study.scenario,
        better,
        worse,
        points_of(result for found in won.values() for result in found),
        {side: points_of(found) for side, found in won.items()},
        sum(game.seconds for game in study.games) / len(study.games),
    )


def ratings(rungs: Sequence[Rung]) -> dict[str, float]:
    """Ratings like those of chess players, the mean at 0: 200 points more win three games of four.

    Fitted to all pairs at once (Bradley and Terry). Half a win for and against each, so that nobody is beyond measure.

    >>> won = points_of([1, 1, 1, 0])
    >>> found = ratings([Rung("t", "s", "staff", "recruit", won, {}, 0.0)])
    >>> found["staff"] > 0 > found["recruit"]
    True
    """
    names = sorted({name for rung in rungs for name in (rung.better, rung.worse)})
    won = dict.fromkeys(names, 0.0)
    for rung in rungs:
        won[rung.better] += rung.both.points + 0.5
        won[rung.worse] += rung.both.games - rung.both.points + 0.5
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        met = dict.fromkeys(names, 0.0)
        for rung in rungs:
            share = (rung.both.games + 1) / (strength[rung.better] + strength[rung.worse])
            met[rung.better] += share
            met[rung.worse] += share
        strength = {name: won[name] / met[name] for name in names}
    points = {name: 400 * log10(strength[name]) for name in names}
    mean = sum(points.values()) / len(points)
    return {name: points[name] - mean for name in sorted(names, key=lambda name: -points[name])}


def everybody(
    title: str, levels: Sequence[str], games: int, *, scenario: str | None = None, seed: str = "1914", jobs: int = 1
) -> list[Rung]:
    """Everybody against everybody, the later of the list as the better."""
    return [
        rung(title, better, worse, games, scenario=scenario, seed=seed, jobs=jobs)
        for number, better in enumerate(levels)
        for worse in levels[:number]
    ]


def picture(found: Mapping[str, float], heading: str) -> str:
    """Ratings as a drawing (SVG), the best on top."""
    low, high = min(found.values()), max(found.values())
    scale, lines = 320 / max(high - low, 1), []
    for row, (name, points) in enumerate(found.items()):
        y = 46 + 26 * row
        lines.append(f'<text x="96" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        lines.append(f'<rect x="104" y="{y}" width="{8 + scale * (points - low):.0f}" height="18" fill="#5b6f82"/>')
        lines.append(f'<text x="{118 + scale * (points - low):.0f}" y="{y + 13}">{points:+.0f}</text>')
    height = 60 + 26 * len(found)
    head = f'<text x="8" y="24" font-weight="bold">{escape(heading)}</text>'
    frame = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 {height}" font-family="sans-serif" font-size="13">'
    )
    ground = f'<rect width="500" height="{height}" fill="#fff"/>'
    return "\n".join([frame, ground, head, *lines, "</svg>"]) + "\n"


def _result(game: Played, side: str) -> float:
    return 0.5 if game.winner is None else float(game.winner == side)

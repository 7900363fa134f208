"""Works out how a title's judgement turns into chances, from played games: `python tools/fit_prospects.py GAMES...`.

GAMES are saved games, or folders of them (`front1914 simulate TITLE --german staff --entente staff --save FOLDER`), of
players of equal strength. For every scenario with enough of them a logistic curve is fitted for each side and written
to the title's data/prospects.toml; docs/prospects.md gets the reliability tables. Curves of other scenarios stay.

Every game counts once, however many moments are taken from it. The reliability is that of games that a curve has not
seen: it is fitted five times, each time without a fifth of the games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from math import exp, log
from pathlib import Path
from typing import NamedTuple

import front1914
from front1914.play.prospects import FILE, Facts, Fit, facts, read_fits

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "prospects.md"
LEAST = 20  #: games of a scenario from which on a curve is told
ONE_SIDED = 0.1  #: share of wins below which the games say more of the players than of the scenario
GAIN = 0.02  #: log loss that a curve must save against the share of wins alone
FOLDS = 5
RIDGE = 0.3  #: holds the slopes back where games are few
STEPS = 60  #: of Newton's method
BINS = (0.2, 0.4, 0.6, 0.8, 1.01)
HEAD = """# How the title's judgement turns into chances, from played games (tools/fit_prospects.py; docs/prospects.md).
source = "reconstructed"
"""


class Moment(NamedTuple):
    """What a side knew at the beginning of a player turn, and what became of it."""

    known: Facts
    won: float  #: 1, 0, or a half for a draw
    weight: float  #: one by the moments of its game


Played = dict[tuple[str, str, str], list[list[Moment]]]  #: by title, scenario and side: games


def moments(game: front1914.Game) -> Iterator[tuple[str, Facts]]:
    """By side: the facts whenever another side's turn begins."""
    now = game.at(0).copy(history=False)
    now.dice = None
    last: tuple[int | None, str | None] | None = None
    for entry in game.log:
        scene = now.scene
        if now.result is None and (scene.turn, scene.active) != last and scene.phase != "Set-up":
            last = scene.turn, scene.active
            for side in game.sides:
                if (known := facts(now, side)) is not None:
                    yield side, known
        now.retake(entry, trusted=True)


def read(files: Iterable[Path]) -> Played:
    """The games of all files; those that were not finished, or given up, tell nothing."""
    found: Played = {}
    for file in files:
        try:
            game = front1914.load(file)
        except front1914.BadSave as bad:  # of older rules
            print(f"\n{file.name} is left out: {bad}", file=sys.stderr)
            continue
        result = game.result
        if result is None or result.level == "resignation":
            continue
        rows = list(moments(game))
        for side in game.sides:
            mine = [known for who, known in rows if who == side]
            won = 0.5 if result.winner is None else float(result.winner == side)
            key = game.title.info.id, game.state.scenario, side
            found.setdefault(key, []).append([Moment(known, won, 1 / len(mine)) for known in mine])
        print(".", end="", flush=True, file=sys.stderr)
    return found


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


def curve(games: Sequence[Sequence[Moment]]) -> tuple[float, float, float]:
    """The curve; a slope that few games turn the wrong way is left out: more is never worse."""
    used = [1.0, 1.0]
    while True:
        even, value, lead = _newton(games, used)
        if value >= 0 and lead >= 0:
            return even, value * used[0], lead * used[1]
        used[0 if value < lead else 1] = 0.0


def _newton(games: Sequence[Sequence[Moment]], used: Sequence[float]) -> tuple[float, float, float]:
    """Newton's method on the likelihood, with a ridge on the slopes."""
    theta = [0.0, 0.0, 0.0]
    rows = [(m, (1.0, used[0] * m.known.value, used[1] * m.known.lead)) for game in games for m in game]
    for _ in range(STEPS):
        slope = [0.0, -RIDGE * theta[1], -RIDGE * theta[2]]
        bend = [[1e-3, 0.0, 0.0], [0.0, RIDGE, 0.0], [0.0, 0.0, RIDGE]]
        for m, x in rows:
            p = sigmoid(sum(t * v for t, v in zip(theta, x, strict=True)))
            for i in range(3):
                slope[i] += m.weight * (m.won - p) * x[i]
                for j in range(3):
                    bend[i][j] += m.weight * p * (1 - p) * x[i] * x[j]
        step = solve(bend, slope)
        theta = [t + max(-2.0, min(2.0, s)) for t, s in zip(theta, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return theta[0], theta[1], theta[2]


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss, for three unknowns."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(3):
        pivot = max(range(i, 3), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(3):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [rows[i][3] / rows[i][i] for i in range(3)]


class Bin(NamedTuple):
    """A row of a reliability table."""

    low: float
    high: float
    moments: int
    told: float
    came: float


def reliability(games: Sequence[Sequence[Moment]]) -> tuple[list[Bin], float, float]:
    """The table of games that a curve has not seen, the mean log loss, and that of always telling the share of wins."""
    told: list[tuple[float, Moment]] = []
    for fold in range(FOLDS):
        even, value, lead = curve([game for n, game in enumerate(games) if n % FOLDS != fold])
        for game in games[fold::FOLDS]:
            told += [(sigmoid(even + value * m.known.value + lead * m.known.lead), m) for m in game]
    share = sum(m.won * m.weight for _, m in told) / sum(m.weight for _, m in told)
    rows, low = [], 0.0
    for high in BINS:
        inside = [(p, m) for p, m in told if low <= p < high]
        weight = sum(m.weight for _, m in inside)
        if weight:
            mean = sum(p * m.weight for p, m in inside) / weight
            came = sum(m.won * m.weight for _, m in inside) / weight
            rows.append(Bin(low, min(high, 1.0), len(inside), mean, came))
        low = high
    return rows, loss([(p, m) for p, m in told]), loss([(share, m) for _, m in told])


def loss(told: Sequence[tuple[float, Moment]]) -> float:
    total = 0.0
    for p, m in told:
        safe = min(1 - 1e-6, max(1e-6, p))
        total -= m.weight * (m.won * log(safe) + (1 - m.won) * log(1 - safe))
    return total / sum(m.weight for _, m in told)


def written(fits: dict[tuple[str, str], Fit]) -> str:
    """The data file of a title."""
    parts = [HEAD]
    for (scenario, side), fit in sorted(fits.items()):
        figures = "\n".join(f"{name} = {getattr(fit, name):.4f}" for name in ("even", "value", "lead"))
        names = f'scenario = "{scenario}"\nside = "{side}"'
        parts.append(f'[[fit]]\n{names}\n{figures}\ngames = {fit.games}\ndated = "{fit.dated}"\n')
    return "\n".join(parts)


def page(tables: Sequence[str], players: str) -> str:
    """The page of the reliability tables."""
    head = """# Prospects, and how far they can be trusted

The bar of the prospects and the graph of a review turn three things that a side knows into a chance: the judgement
of the title (the same that the computer commander uses), who would win if the game ended now, and how much of the
game is over. The curve is a logistic one for each scenario and side, fitted by `tools/fit_prospects.py` on games
that players of equal strength (the staff against itself, chance against itself) have played; its figures, their
date and the number of games stand in the title's `data/prospects.toml`. A scenario of which fewer than {least}
games were played has no prospects: the client then shows none, and a review tells judgement in steps of average
infantry instead.

The tables tell what happened in games that the curve had not seen (five parts, each told by the other four). "told"
is the mean of what was told, "came" the share of wins that came, draws as a half; a good curve has both alike. "log
loss" is smaller where more was known; beside it stands that of somebody who always tells the share of wins of the
scenario.
"""
    return "\n".join([head.format(least=LEAST), *([f"{players}\n"] if players else []), *tables])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="+", type=Path, help="saved games, or folders of them")
    parser.add_argument("--players", default="", metavar="TEXT", help="who played them, as sentences for the page")
    asked = parser.parse_args()
    given: list[Path] = asked.games
    files = sorted(f for path in given for f in (path.rglob("*.f14") if path.is_dir() else [path]))
    played, tables = read(files), []
    today = datetime.now(UTC).date().isoformat()
    for title in sorted({key[0] for key in played}):
        package = type(front1914.title(title)).__module__.rpartition(".")[0]
        fits = dict(read_fits(package))
        for (name, scenario, side), games in sorted(played.items()):
            if name != title or len(games) < LEAST:
                continue
            why = useless(games)
            tables.append(table(title, scenario, side, games, why))
            if why:
                fits.pop((scenario, side), None)
            else:
                fits[scenario, side] = Fit(*curve(games), len(games), today)
        file = ROOT / "front1914" / "titles" / title / "data" / FILE
        if fits:
            file.write_text(written(fits), encoding="utf-8")
        else:
            file.unlink(missing_ok=True)
    PAGE.write_text(page(tables, asked.players), encoding="utf-8")


def useless(games: Sequence[Sequence[Moment]]) -> str:
    """Why a curve would tell a player nothing, or something wrong; empty if it is of use."""
    share = sum(m.won * m.weight for game in games for m in game) / len(games)
    if not ONE_SIDED <= share <= 1 - ONE_SIDED:
        return "not told to players: nearly all of these games were won by one side, which says more of who played them"
    _, mine, plain = reliability(games)
    if mine > plain - GAIN:
        return "not told to players: the curve knows no more than the share of wins"
    return ""


def table(title: str, scenario: str, side: str, games: Sequence[Sequence[Moment]], why: str) -> str:
    rows, mine, plain = reliability(games)
    lines = [
        f"## {front1914.title(title).info.name}, {scenario}, {side}{' (' + why + ')' if why else ''}\n",
        f"{len(games)} games, {sum(map(len, games))} moments; log loss {mine:.3f} (share of wins alone {plain:.3f}).\n",
        "| told between | moments | told | came |",
        "|---|---|---|---|",
        *(f"| {row.low:.0%} and {row.high:.0%} | {row.moments} | {row.told:.0%} | {row.came:.0%} |" for row in rows),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()

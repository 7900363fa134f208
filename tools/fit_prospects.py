"""Works out how a title's judgement turns into chances, from played games: `python tools/fit_prospects.py GAMES...`.

GAMES are saved games, or folders of them (`front1914 simulate TITLE --german staff --entente staff --save FOLDER`). The
name of a game's folder says who played ("staff against recruit"): the tables tell how well the curve does for each. For
every scenario with enough games a logistic curve is fitted for each side and written to the title's
data/prospects.toml; docs/prospects.md gets the tables. Curves and tables of other scenarios stay.

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
    players: str = ""  #: who played


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
            found.setdefault(key, []).append([Moment(known, won, 1 / len(mine), file.parent.name) for known in mine])
        print(".", end="", flush=True, file=sys.stderr)
    return found


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


Curve = tuple[float, float, float, float]  #: even, value, lead, over


def curve(games: Sequence[Sequence[Moment]]) -> Curve:
    """The curve; a slope that few games turn the wrong way is left out: more is never worse."""
    used = [1.0, 1.0, 1.0, 1.0]
    if len({m.known.over for game in games for m in game}) == 1:
        used[3] = 0.0
    while True:
        theta = _newton(games, used)
        if theta[1] >= 0 and theta[2] >= 0:
            even, value, lead, over = (part * on for part, on in zip(theta, used, strict=True))
            return even, value, lead, over
        used[1 if theta[1] < theta[2] else 2] = 0.0


def told(found: Curve, known: Facts) -> float:
    """What a curve tells of a moment."""
    return sigmoid(sum(part * x for part, x in zip(found, (1.0, *known), strict=True)))


def _newton(games: Sequence[Sequence[Moment]], used: Sequence[float]) -> list[float]:
    """Newton's method on the likelihood, with a ridge on the slopes."""
    size = len(used)
    theta = [0.0] * size
    rows = [(m, [on * x for on, x in zip(used, (1.0, *m.known), strict=True)]) for game in games for m in game]
    for _ in range(STEPS):
        slope = [0.0, *(-RIDGE * part for part in theta[1:])]
        bend = [[(RIDGE if i else 1e-3) * (i == j) for j in range(size)] for i in range(size)]
        for m, x in rows:
            p = sigmoid(sum(part * v for part, v in zip(theta, x, strict=True)))
            for i in range(size):
                slope[i] += m.weight * (m.won - p) * x[i]
                for j in range(size):
                    bend[i][j] += m.weight * p * (1 - p) * x[i] * x[j]
        step = solve(bend, slope)
        theta = [part + max(-2.0, min(2.0, s)) for part, s in zip(theta, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return theta


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss, for as many unknowns as there are."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


class Bin(NamedTuple):
    """A row of a reliability table."""

    low: float
    high: float
    moments: int
    told: float
    came: float


Forecast = tuple[float, Moment]  #: what was told of a moment, and what came


class Trial(NamedTuple):
    """How a curve did with games that it had not seen, and how somebody would who always tells the share of wins."""

    bins: list[Bin]
    loss: float
    plain_loss: float
    brier: float
    plain_brier: float
    players: dict[str, list[Forecast]]


def trial(games: Sequence[Sequence[Moment]]) -> Trial:
    """Five times without a fifth of the games."""
    every: list[Forecast] = []
    for fold in range(FOLDS):
        found = curve([game for n, game in enumerate(games) if n % FOLDS != fold])
        every += [(told(found, m.known), m) for game in games[fold::FOLDS] for m in game]
    share = sum(m.won * m.weight for _, m in every) / sum(m.weight for _, m in every)
    plain = [(share, m) for _, m in every]
    rows, low = [], 0.0
    for high in BINS:
        inside = [(p, m) for p, m in every if low <= p < high]
        if inside:
            rows.append(Bin(low, min(high, 1.0), len(inside), mean(inside), came(inside)))
        low = high
    names = sorted({m.players for _, m in every})
    players = {name: [(p, m) for p, m in every if m.players == name] for name in names}
    return Trial(rows, loss(every), loss(plain), brier(every), brier(plain), players)


def mean(forecasts: Sequence[Forecast]) -> float:
    return sum(p * m.weight for p, m in forecasts) / sum(m.weight for _, m in forecasts)


def came(forecasts: Sequence[Forecast]) -> float:
    return sum(m.won * m.weight for _, m in forecasts) / sum(m.weight for _, m in forecasts)


def brier(forecasts: Sequence[Forecast]) -> float:
    """The mean square of what was told wrongly."""
    return sum(m.weight * (p - m.won) ** 2 for p, m in forecasts) / sum(m.weight for _, m in forecasts)


def loss(forecasts: Sequence[Forecast]) -> float:
    """The mean log loss."""
    total = 0.0
    for p, m in forecasts:
        safe = min(1 - 1e-6, max(1e-6, p))
        total -= m.weight * (m.won * log(safe) + (1 - m.won) * log(1 - safe))
    return total / sum(m.weight for _, m in forecasts)


def written(fits: dict[tuple[str, str], Fit]) -> str:
    """The data file of a title."""
    parts = [HEAD]
    for (scenario, side), fit in sorted(fits.items()):
        figures = "\n".join(f"{name} = {getattr(fit, name):.4f}" for name in ("even", "value", "lead", "over"))
        names = f'scenario = "{scenario}"\nside = "{side}"'
        parts.append(f'[[fit]]\n{names}\n{figures}\ngames = {fit.games}\ndated = "{fit.dated}"\n')
    return "\n".join(parts)


def page(tables: dict[str, str]) -> str:
    """The page: what it says before its tables stays, and so do tables of which no games were given."""
    head, *kept = PAGE.read_text("utf-8").split("\n## ")
    old = {text.split("\n", 1)[0].split(" (")[0]: text.rstrip() for text in kept}
    every = {**old, **tables}
    return "\n\n## ".join([head.rstrip(), *(every[name] for name in sorted(every))]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="+", type=Path, help="saved games, or folders of them")
    asked = parser.parse_args()
    given: list[Path] = asked.games
    files = sorted(f for path in given for f in (path.rglob("*.f14") if path.is_dir() else [path]))
    played = read(files)
    tables: dict[str, str] = {}
    today = datetime.now(UTC).date().isoformat()
    for title in sorted({key[0] for key in played}):
        package = type(front1914.title(title)).__module__.rpartition(".")[0]
        fits = dict(read_fits(package))
        for (which, scenario, side), games in sorted(played.items()):
            if which != title or len(games) < LEAST:
                continue
            why = useless(games)
            name = f"{front1914.title(title).info.name}, {scenario}, {side}"
            tables[name] = table(name, games, why)
            if why:
                fits.pop((scenario, side), None)
            else:
                even, value, lead, over = curve(games)
                fits[scenario, side] = Fit(even, value, lead, len(games), today, over)
        file = ROOT / "front1914" / "titles" / title / "data" / FILE
        if fits:
            file.write_text(written(fits), encoding="utf-8")
        else:
            file.unlink(missing_ok=True)
    PAGE.write_text(page(tables), encoding="utf-8")


def useless(games: Sequence[Sequence[Moment]]) -> str:
    """Why a curve would tell a player nothing, or something wrong; empty if it is of use."""
    share = sum(m.won * m.weight for game in games for m in game) / len(games)
    if not ONE_SIDED <= share <= 1 - ONE_SIDED:
        return "not told to players: nearly all of these games were won by one side, which says more of who played them"
    found = trial(games)
    if found.loss > found.plain_loss - GAIN:
        return "not told to players: the curve knows no more than the share of wins"
    return ""


def table(name: str, games: Sequence[Sequence[Moment]], why: str) -> str:
    """The section of a scenario and side, without the sign of its heading."""
    found = trial(games)
    lines = [
        f"{name}{' (' + why + ')' if why else ''}\n",
        f"{len(games)} games, {sum(map(len, games))} moments; log loss {found.loss:.3f} (share of wins alone "
        f"{found.plain_loss:.3f}), Brier score {found.brier:.3f} ({found.plain_brier:.3f}).\n",
        "| told between | moments | told | came |",
        "|---|---|---|---|",
        *(
            f"| {row.low:.0%} and {row.high:.0%} | {row.moments} | {row.told:.0%} | {row.came:.0%} |"
            for row in found.bins
        ),
        "",
        "| who played | games | told | came | Brier |",
        "|---|---|---|---|---|",
        *(
            f"| {who} | {sum(m.weight for _, m in f):.0f} | {mean(f):.0%} | {came(f):.0%} | {brier(f):.3f} |"
            for who, f in found.players.items()
        ),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()

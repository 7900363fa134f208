"""Works out what positions of Germany at War come to: `python tools/fit_chances.py GAMES --seed SEED`.

Quick staffs play the scenario against each other, some of them on a whim, so that much is seen that a staff would not
do. A logistic curve is fitted to what every Impulse began with and who won, and written to data/chances.toml. Every
game counts once. The staffs play by the curve that is there: look at what they do with a new one before it is kept
(docs/commanders.md tells of curves that made them hoard). Games can be kept in a file (`--seen`) and count on.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log
from pathlib import Path

from fit_prospects import sigmoid, solve

import front1914
from front1914.commanders.drafts import Drafter
from front1914.commanders.levels import STAFF
from front1914.titles.germany_at_war.chances import FACTS, facts

TITLE, SCENARIO = "germany_at_war", "introduction"
FILE = Path(__file__).resolve().parents[1] / "front1914" / "titles" / TITLE / "data" / "chances.toml"
WHIMS = (0.0, 0.2, 0.5)  #: how much luck enters the choices of a staff
CARES = (0.6, 1.0, 1.5)
RIDGE = 2.0  #: holds a weight back, by the spread of its fact
PRIOR = {"areas": 0.25}  #: what is taken for granted: an Area more is better, whatever else it brings
SURE = 20.0  #: and how much stronger that is held
FOLDS = 8
HEAD = f"""# What came of positions, from played games: chances of the German Army (tools/fit_chances.py).
source = "reconstructed"

[{SCENARIO}]
"""

Row = list[float]
Games = list[tuple[float, list[Row]]]  #: whether the German Army won, and what each Impulse began with


def play(seed: str) -> tuple[float, list[Row]]:
    """One game of two quick staffs."""
    rng = random.Random(seed)
    game = front1914.new(TITLE, SCENARIO, seed=seed).copy(history=False)
    staffs = {}
    for side in game.sides:
        temper = replace(STAFF, noise=rng.choice(WHIMS), danger=rng.choice(CARES))
        staffs[side] = Drafter(TITLE, seed, 1, temper, worlds=1, replied=rng.choice((2, 4)))
    rows: list[Row] = []
    begun = None
    while (decision := game.decision) is not None:
        if begun != game.state.impulse:
            begun = game.state.impulse
            found = facts(game.state)
            rows.append([float(found[name]) for name in FACTS])
        game.act(staffs[decision.side].decide(game.seat(decision.side)))
    assert game.result is not None
    return float(game.result.winner == "german"), rows


def fit(games: Games) -> Row:
    """Newton's method on the likelihood; `even`, then a weight for each fact."""
    rows = [(row, won, 1 / len(found)) for won, found in games for row in found]
    spread = [max(1e-6, _spread([row[i] for row, _, _ in rows])) for i in range(len(FACTS))]
    prior = [0.0, *(PRIOR.get(name, 0.0) for name in FACTS)]
    sure = [SURE if name in PRIOR else 1.0 for name in FACTS]
    hold = [1e-3, *(RIDGE * firm * each * each + 1e-3 for firm, each in zip(sure, spread, strict=True))]
    theta = list(prior)
    for _ in range(20):
        slope = [-held * (part - given) for held, part, given in zip(hold, theta, prior, strict=True)]
        bend = [[hold[i] * (i == j) for j in range(len(theta))] for i in range(len(theta))]
        for row, won, weight in rows:
            x = [1.0, *row]
            p = sigmoid(sum(part * v for part, v in zip(theta, x, strict=True)))
            for i, v in enumerate(x):
                slope[i] += weight * (won - p) * v
                scale = weight * p * (1 - p) * v
                if scale:
                    for j, other in enumerate(x):
                        bend[i][j] += scale * other
        theta = [part + step for part, step in zip(theta, solve(bend, slope), strict=True)]
    return theta


def _spread(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return float((sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5)


def loss(theta: Row | None, games: Iterable[tuple[float, list[Row]]], share: float) -> float:
    """The mean log loss; of somebody who always tells the share of wins, without a curve."""
    total, many = 0.0, 0
    for won, rows in games:
        many += 1
        for row in rows:
            p = share if theta is None else sigmoid(sum(a * b for a, b in zip(theta, [1.0, *row], strict=True)))
            p = min(1 - 1e-6, max(1e-6, p))
            total -= (won * log(p) + (1 - won) * log(1 - p)) / len(rows)
    return total / many


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", default="1914")
    parser.add_argument("--seen", type=Path, help="games of before, to which those of now are added")
    asked = parser.parse_args()
    games: Games = []
    if asked.seen is not None and asked.seen.exists():
        games = [(won, rows) for won, rows in map(json.loads, asked.seen.read_text("utf-8").splitlines())]
    for number in range(asked.games):
        games.append(play(f"{asked.seed}:{number}"))
        if asked.seen is not None:
            with asked.seen.open("a", encoding="utf-8") as file:
                file.write(json.dumps(games[-1]) + "\n")
    share = sum(won for won, _ in games) / len(games)
    told = [
        loss(fit([g for n, g in enumerate(games) if n % FOLDS != fold]), games[fold::FOLDS], share)
        for fold in range(FOLDS)
    ]
    print(f"{len(games)} games, German {share:.0%}; log loss {sum(told) / FOLDS:.3f} of games not seen,", end=" ")
    print(f"{loss(None, games, share):.3f} by the share alone")
    even, *weights = fit(games)
    lines = [f"even = {even:.4f}", *(f"{name} = {w:.4f}" for name, w in zip(FACTS, weights, strict=True))]
    FILE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""`python -m tests.referee TITLE --random 200 --staff 2`: many games, each held against the title's referee.

Without a title, every title that has a referee. A disagreement ends its game, which is kept as a save in `--folder`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import front1914
from tests.referee import RANDOM, play_and_compare

TITLES = Path(__file__).resolve().parents[1] / "titles"


def refereed() -> list[str]:
    """The titles that have a referee."""
    return sorted(folder.parent.name for folder in TITLES.glob("*/referee"))


def run(title: str, level: str, games: int, given: argparse.Namespace) -> int:
    """Plays the games; the number of disagreements."""
    scenarios = [given.scenario] if given.scenario else [s.id for s in front1914.title(title).info.scenarios]
    calls: Counter[str] = Counter()
    wrong = decisions = 0
    began = time.monotonic()
    for number in range(games):
        seed = f"{given.seed}-{level}-{number}"
        scenario = scenarios[number % len(scenarios)]
        found = play_and_compare(title, scenario, seed, level, given.decisions, rarer=given.rarer, most=given.most)
        calls.update(found.calls)
        decisions += found.decisions
        wrong += len(found.disagreements)
        for text in found.disagreements:
            print(f"{title} {scenario} {seed}: {text}", flush=True)
        if found.disagreements and given.folder:
            given.folder.mkdir(parents=True, exist_ok=True)
            found.game.save(given.folder / f"{title}-{scenario}-{seed}.save")
        if number + 1 == games or (number + 1) % 25 == 0:
            print(
                f"{title}: {number + 1} {level} games, {decisions:,} decisions, {sum(calls.values()):,} comparisons, "
                f"{wrong} disagreements, {time.monotonic() - began:.0f} s",
                flush=True,
            )
    print(f"  {dict(sorted(calls.items()))}", flush=True)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", metavar="TITLE")
    parser.add_argument("--random", type=int, default=20, help="games of random play")
    parser.add_argument("--staff", type=int, default=0, help="games of the staff against itself")
    parser.add_argument("--scenario", help="this one only; otherwise all in turn")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--decisions", type=int, help="at most, in one game")
    parser.add_argument("--rarer", type=int, default=1, help="makes every comparison that many times rarer")
    parser.add_argument("--most", type=int, default=1, help="disagreements after which a game ends")
    parser.add_argument("--folder", type=Path, help="where games with a disagreement are kept")
    given = parser.parse_args()
    wrong = 0
    for title in given.titles or refereed():
        for level, games in ((RANDOM, given.random), ("staff", given.staff)):
            if games:
                wrong += run(title, level, games, given)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

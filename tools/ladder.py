"""How commanders do against each other, and how games end, as tables that a page of the documentation can hold.

    python tools/ladder.py ladder schlieffens_war --games 100
    python tools/ladder.py outcomes schlieffens_war --games 50 --write docs/titles/schlieffens_war.md

Both play with the same seeds every time, so a table can be had again. `--write` puts the text between the marks
`<!-- outcomes -->` and `<!-- /outcomes -->` (or those of `ladder`) of a page, and adds them at its end if need be; with
`--scenario introduction` the marks are `<!-- outcomes introduction -->` and so on.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import front1914
from front1914.analysis.simulate import Share, Study, simulate, wilson

RUNGS = (("staff", "random"), ("staff", "recruit"), ("recruit", "random"))


def ladder(title: str, games: int, jobs: int, seed: str, scenario: str | None = None) -> str:
    """One level against another, in pairs with the same dice and the sides swapped."""
    sides = front1914.title(title).info.sides
    lines = ["| better | worse | games | won | " + " | ".join(f"won as {side}" for side in sides) + " |"]
    lines.append("|---|---|---|---|" + "---|" * len(sides))
    for first, second in RUNGS:
        levels = dict(zip(sides, (first, second), strict=True))
        study = simulate(title, games, levels, scenario=scenario, seed=seed, jobs=jobs, pairs=True)
        by_side = [_won(study, first, number) for number in range(len(sides))]
        cells = [first, second, str(len(study.games)), _share(study.commanders[first]), *by_side]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _won(study: Study, level: str, number: int) -> str:
    """How often the first commander won with one side: it has the first side in the games that are not swapped."""
    games = [game for game in study.games if game.swapped == bool(number)]
    side = list(study.levels)[number]
    return _share(wilson(sum(game.winner == side for game in games), len(games)))


def _share(share: Share) -> str:
    return f"{share.times} ({share.share:.0%}, {share.low:.0%} to {share.high:.0%})"


def outcomes(title: str, games: int, jobs: int, seed: str, scenario: str | None = None) -> str:
    """Winner, kind of victory and turn, for good play and for play at random."""
    sides = front1914.title(title).info.sides
    found = []
    for level in ("staff", "random"):
        study = simulate(title, games, dict.fromkeys(sides, level), scenario=scenario, seed=seed, jobs=jobs)
        found += [f"**{level.capitalize()} against {level}, {games} games**", "", *_endings(study), ""]
        found += [_spread(study), ""]
    return "\n".join(found).rstrip()


def _endings(study: Study) -> list[str]:
    lines = ["| winner | by | games | share (95 %) | turns |", "|---|---|---|---|---|"]
    for (winner, level), share in study.endings.items():
        turns = Counter(game.turn for game in study.games if (game.winner or "nobody", game.level) == (winner, level))
        told = ", ".join(f"{turn}: {count}" for turn, count in sorted(turns.items(), key=str))
        lines.append(f"| {winner} | {level} | {share.times} | {share.low:.0%} to {share.high:.0%} | {told} |")
    return lines


def _spread(study: Study) -> str:
    mean, least, most = study.spread("score") or (0.0, 0, 0)
    decisions = study.decisions / len(study.games)
    return f"Final score: mean {mean:.1f}, from {least} to {most}. {decisions:.0f} decisions a game."


def write(page: Path, mark: str, text: str) -> None:
    """Puts a text between the marks of a page."""
    begin, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    told = page.read_text(encoding="utf-8")
    if begin not in told:
        told = f"{told.rstrip()}\n\n{begin}\n{end}\n"
    before, _, rest = told.partition(begin)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("ladder", "outcomes"))
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="1914")
    parser.add_argument("--scenario", help="the title's first, unless said otherwise")
    parser.add_argument("--write", type=Path, metavar="PAGE")
    asked = parser.parse_args()
    make = ladder if asked.what == "ladder" else outcomes
    text = make(asked.title, asked.games, asked.jobs, asked.seed, asked.scenario)
    print(text)
    if asked.write is not None:
        write(asked.write, f"{asked.what} {asked.scenario}" if asked.scenario else asked.what, text)


if __name__ == "__main__":
    main()

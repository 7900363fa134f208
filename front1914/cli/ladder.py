"""How commanders do against each other, what they do wrong, and ours for others: ladder, follies, commander."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import front1914
from front1914.cli.common import console, emit, json_option

if TYPE_CHECKING:
    from front1914.analysis.ladder import Points, Rung


@click.command()
@click.argument("title")
@click.argument("better", default="staff")
@click.argument("worse", default="recruit")
@click.option("--games", type=click.IntRange(min=2), default=100, show_default=True, help="Both of a pair counted.")
@click.option("--scenario", "scenarios", multiple=True, metavar="ID", help="Repeatable; all if not given.")
@click.option("--seed", default="1914", show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("--among", metavar="LEVELS", help="Rate these, separated by commas: everybody plays everybody.")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Where their ratings are drawn (SVG).")
@json_option
def ladder(
    title: str,
    better: str,
    worse: str,
    games: int,
    scenarios: tuple[str, ...],
    seed: str,
    jobs: int,
    among: str | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Measure one commander of TITLE against another, in pairs of games with equal dice and the sides swapped.

    A draw counts as half a win. Commanders of your own are named by FRONT1914_COMMANDERS, a package with a dictionary
    COMMANDERS of makers; FRONT1914_COMMANDERS=tests.opponents has those that the project measures against.

    \b
    front1914 ladder schlieffens_war staff recruit --games 40 --scenario introduction
    front1914 ladder schlieffens_war --among recruit,staff,bold --games 20 --scenario introduction
    """
    from front1914.analysis.ladder import rung

    info = front1914.title(title).info
    if among is not None:
        scenario = scenarios[0] if scenarios else info.scenarios[0].id
        _rate(title, among.split(","), games, scenario, seed, jobs, picture, as_json)
        return
    names = scenarios or tuple(scenario.id for scenario in info.scenarios)
    found = [rung(title, better, worse, games, scenario=name, seed=seed, jobs=jobs) for name in names]
    if as_json:
        emit([one.plain() for one in found])
    else:
        _report(found)


def _rate(
    title: str, names: list[str], games: int, scenario: str, seed: str, jobs: int, file: Path | None, as_json: bool
) -> None:
    """Everybody against everybody: ratings, and what each has won."""
    from rich.table import Table

    from front1914.analysis.ladder import everybody, picture, points_of, ratings

    if len(set(names)) < 2:
        raise front1914.BadInput("among", "two commanders at least, separated by commas")
    rungs = everybody(title, names, games, scenario=scenario, seed=seed, jobs=jobs)
    found = ratings(rungs)
    if file is not None:
        file.write_text(picture(found, f"{front1914.title(title).info.name}, {scenario}"), encoding="utf-8")
    if as_json:
        emit({"ratings": found, "rungs": [one.plain() for one in rungs]})
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for head in ("commander", "rating", "games", "won"):
        table.add_column(head, justify="left" if head == "commander" else "right")
    for name, rating in found.items():
        won = [one.both.points for one in rungs if one.better == name]
        won += [one.both.games - one.both.points for one in rungs if one.worse == name]
        total = sum(one.both.games for one in rungs if name in (one.better, one.worse))
        share = points_of([1.0] * int(sum(won)) + [0.0] * (total - int(sum(won))))
        table.add_row(name, f"{rating:+.0f}", str(total), _share(share))
    out = console()
    out.print(f"{title}, {scenario}: everybody against everybody, {games} games a pair", style="bold")
    out.print(table)


def _report(rungs: list[Rung]) -> None:
    from rich.table import Table

    first = rungs[0]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    heads = ("scenario", "games", "won", *(f"as {side}" for side in first.sides), "s a game")
    for name in heads:
        table.add_column(name, justify="left" if name == "scenario" else "right")
    for one in rungs:
        by_side = [_share(points) for points in one.sides.values()]
        table.add_row(one.scenario, str(one.both.games), _share(one.both), *by_side, f"{one.seconds:.1f}")
    out = console()
    out.print(f"{first.title}: {first.better} against {first.worse}, a draw is half a win", style="bold")
    out.print(table)


def _share(points: Points) -> str:
    return f"{points.share:.0%} ({points.low:.0%} to {points.high:.0%})"


@click.command()
@click.argument("title")
@click.argument("first", default="staff")
@click.argument("second", required=False)
@click.option("--games", type=click.IntRange(min=1), default=10, show_default=True)
@click.option("--scenario", metavar="ID", help="The title's first if not given.")
@click.option("--seed", default="1914", show_default=True, help="The same seed gives the same games.")
@json_option
def follies(
    title: str, first: str, second: str | None, games: int, scenario: str | None, seed: str, as_json: bool
) -> None:
    """Count what a good commander of TITLE does not do, in games between two levels (or one against itself).

    \b
    front1914 follies schlieffens_war staff recruit --games 10 --scenario introduction
    """
    from front1914.analysis.follies import FIGURES
    from front1914.analysis.follies import follies as count

    info = front1914.title(title).info
    levels = dict(zip(info.sides, (first, second or first), strict=True))
    found = {side: tally.figures() for side, tally in count(title, levels, games, scenario=scenario, seed=seed).items()}
    if as_json:
        emit({"levels": levels, "figures": found})
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("each player turn", *(f"{side} ({level})" for side, level in levels.items())):
        table.add_column(name, justify="left" if name == "each player turn" else "right")
    for figure, text in FIGURES.items():
        unit = " %" if figure == "last" else ""
        table.add_row(text, *(f"{found[side][figure]:.2f}{unit}" for side in levels))
    console().print(table)


@click.command()
@click.argument("level", default="staff")
@click.option("--stdio", is_flag=True, required=True, help="JSON lines over standard input and output.")
def commander(level: str, stdio: bool) -> None:
    """Lend the commander LEVEL to another program, as docs/commander_protocol.md says.

    \b
    front1914 commander staff --stdio
    front1914 ladder schlieffens_war staff "stdio:front1914 commander recruit --stdio"
    """
    import sys

    from front1914.commanders.base import levels
    from front1914.commanders.stdio import serve

    if level not in levels():
        raise front1914.BadInput("level", f"no commander {level!r}; there is {', '.join(levels())}")
    serve(level, sys.stdin, sys.stdout)

"""Many games: simulate and fuzz; and how fast it all is: bench."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import front1914
from front1914.cli.common import console, emit, json_option, seed_of
from front1914.cli.play import read_options

if TYPE_CHECKING:
    from front1914.analysis.bench import Line
    from front1914.analysis.fuzz import Report
    from front1914.analysis.simulate import Share, Study


@contextmanager
def progress(what: str, total: int | None, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar on the standard error while a person watches; it is told how much is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    out = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=quiet or not out.is_terminal) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done: shown.update(task, completed=done)


# -- simulate ----------------------------------------------------------------------------------------------------


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("title")
@click.argument("levels", nargs=-1, type=click.UNPROCESSED, metavar="[--SIDE LEVEL] ...")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--scenario", metavar="ID", help="Which scenario; the title's first if not given.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the title; repeatable.")
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; as many as there are cores if not given.")
@click.option("--pairs", is_flag=True, help="Two by two with the same dice, the commanders' sides swapped.")
@click.option("--budget", type=click.IntRange(min=1), help="What a commander may try for one decision.")
@click.option(
    "--save",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep each game as a file in this folder.",
)
@json_option
def simulate(
    title: str,
    levels: tuple[str, ...],
    games: int,
    scenario: str | None,
    options: tuple[str, ...],
    seed: str,
    jobs: int | None,
    pairs: bool,
    budget: int | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Let commanders play many games of TITLE and count who wins, how, and how fast.

    Name each side's commander by an option of the side's name; a side without one is played at random.

    \b
    front1914 simulate schlieffens_war --games 200 --german staff --entente chooser
    """
    from front1914.analysis.simulate import cores
    from front1914.analysis.simulate import simulate as run

    settings = read_options(title, options)
    chosen = _levels(title, settings, levels)
    total = games + games % 2 if pairs else games
    with progress(f"{title}: games", total, as_json) as tell:
        study = run(
            title,
            total,
            chosen,
            scenario=scenario,
            options=settings,
            seed=seed_of(seed) or 0,
            jobs=jobs or cores(),
            pairs=pairs,
            budget=budget,
            folder=folder,
            progress=tell,
        )
    if as_json:
        emit(study.plain())
    else:
        _report(study)


def _levels(title: str, options: Mapping[str, Any], words: tuple[str, ...]) -> dict[str, str]:
    """`--blue chooser --red=random`."""
    sides = front1914.title(title).sides(options)
    found: dict[str, str] = {}
    rest = list(words)
    while rest:
        name, equals, level = rest.pop(0).partition("=")
        side = name.removeprefix("--")
        if not name.startswith("--") or side not in sides:
            known = ", ".join(f"--{side}" for side in sides)
            raise click.NoSuchOption(name, f"{name}: no such option or side; the sides of {title} are {known}")
        if not equals:
            if not rest or rest[0].startswith("--"):
                raise click.UsageError(f"{name} needs the name of a commander")
            level = rest.pop(0)
        found[side] = level
    return found


def _report(study: Study) -> None:
    out = console()
    info = front1914.title(study.title).info
    scenario = next(s.name for s in info.scenarios if s.id == study.scenario)
    against = " against ".join(f"{level} ({side})" for side, level in study.levels.items())
    out.print(f"{info.name} · {scenario}: {len(study.games)} games, {against}", style="bold")
    out.print()
    out.print(_shares("winner", study.winners))
    out.print()
    out.print(_shares("how it ended", {f"{winner}: {level}": s for (winner, level), s in study.endings.items()}))
    out.print()
    if study.pairs:
        out.print(_shares("commander, on both sides", study.commanders))
        twice = ", ".join(f"{times} {name}" for name, times in study.pair_results.items())
        out.print(f"Pairs with equal dice: {twice}.\n")
    for what, words in (("turn", "Last turn"), ("score", "Score"), ("decisions", "Decisions a game")):
        if (found := study.spread(what)) is not None:
            mean, least, most = found
            out.print(f"{words}: {mean:.1f} on average, {least} to {most}.")
    rate, per_game = study.decisions / study.seconds, len(study.games) / study.seconds
    out.print(
        f"{rate:,.0f} decisions and {per_game:,.1f} games a second, "
        f"{study.jobs} process{'es' * (study.jobs != 1)}, {study.seconds:.1f} s, seed {study.seed}.",
        style="dim",
    )


def _shares(heading: str, shares: dict[str, Share]) -> Any:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in (heading, "games", "share", "95% interval"):
        table.add_column(name, justify="left" if name == heading else "right")
    for name, share in shares.items():
        table.add_row(name, str(share.times), f"{share.share:.1%}", f"{share.low:.1%} - {share.high:.1%}")
    return table


# -- fuzz --------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("title", required=False)
@click.option("--all", "everything", is_flag=True, help="Every title.")
@click.option("--decisions", type=click.IntRange(min=1), default=10_000, show_default=True, help="For each title.")
@click.option("--seed", default="0", show_default=True, help="The same seed plays the same games.")
@click.option("--scenario", metavar="ID", help="Only this scenario.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("fuzz-failures"),
    show_default=True,
    help="Where the game that shows a fault is kept.",
)
@click.option("--distrust", is_flag=True, help="Work out every kept value again when it is used, and compare.")
@click.option("--thorough", is_flag=True, help="Play the same games, and try nearly every promise at every decision.")
@json_option
@click.pass_context
def fuzz(
    ctx: click.Context,
    title: str | None,
    everything: bool,
    decisions: int,
    seed: str,
    scenario: str | None,
    folder: Path,
    distrust: bool,
    thorough: bool,
    as_json: bool,
) -> None:
    """Play TITLE at random and hold it against what it promises: at each decision against some of it, chosen at random.

    The first fault ends it, with exit code 1 and a saved game that shows it.
    """
    if (title is None) != everything:
        raise click.UsageError("name one title, or --all")
    names = [title] if title is not None else [info.id for info in front1914.titles()]
    how = {"distrust": distrust, "thorough": thorough}
    reports = [_fuzz_one(name, decisions, seed, scenario, folder, how, as_json) for name in names]
    if as_json:
        plain = [report.plain() for report in reports]
        emit(plain if everything else plain[0])
    ctx.exit(1 if any(report.fault for report in reports) else 0)


def _fuzz_one(
    title: str, decisions: int, seed: str, scenario: str | None, folder: Path, how: dict[str, bool], as_json: bool
) -> Report:
    from front1914.analysis.fuzz import fuzz as run

    def tell(done: int, games: int) -> None:
        bar(done)

    with progress(f"{title}: decisions", decisions, as_json) as bar:
        report = run(title, decisions, seed_of(seed) or 0, scenario, folder, tell, **how)
    if report.fault:
        where = f"; {report.save} shows it" if report.save else ""
        click.echo(f"front1914: {title}: {report.fault} (decision {report.decisions}, seed {seed}{where})", err=True)
    elif not as_json:
        ends = ", ".join(f"{times} {name}" for name, times in sorted(report.results.items())) or "none yet"
        click.echo(f"{title}: {report.decisions:,} decisions in {report.games} whole games without a fault.")
        click.echo(f"  How they ended: {ends}.")
        click.echo(f"  Steps seen: {', '.join(f'{name} {n}' for name, n in sorted(report.steps.items()))}.")
    return report


# -- bench -------------------------------------------------------------------------------------------------------


@click.command()
@click.option("--quick", is_flag=True, help="A tenth of the time, more noise.")
@click.option(
    "--only",
    "groups",
    multiple=True,
    type=click.Choice(["play", "state", "kit", "start"]),
    help="Only this: titles in play, states, the kit, the start of the command line; repeatable.",
)
@json_option
def bench(quick: bool, groups: tuple[str, ...], as_json: bool) -> None:
    """Measure the speed on this machine against the targets, one line each.

    In a source checkout the demo game is measured beside the titles.
    """
    from front1914.analysis.bench import GROUPS, measure

    lines: list[Line] = []
    with progress("measuring", None, as_json) as tell:
        for line in measure(0.1 if quick else 1.0, groups or GROUPS):
            lines.append(line)
            tell(len(lines))
    if as_json:
        emit([line.plain() for line in lines])
        return
    _bench_table(lines)


def _bench_table(lines: list[Line]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("what", "measured", "target", "", "note"):
        right = name in ("measured", "target")
        table.add_column(name, justify="right" if right else "left", no_wrap=name != "note")
    for line in lines:
        met = {None: Text(""), True: Text("met", style="green"), False: Text("missed", style="bold red")}[line.met]
        table.add_row(line.name, line.shown(line.value), line.aim, met, line.note)
    out = console()
    out.print(table)
    missed = sum(line.met is False for line in lines)
    aims = sum(line.met is not None for line in lines)
    out.print(f"\n{aims - missed} of {aims} targets met.", style="dim")

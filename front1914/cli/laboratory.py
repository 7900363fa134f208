"""The laboratory: studies over many games, and two of them side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from front1914.cli.common import console, emit, json_option, seed_of
from front1914.cli.play import read_options

if TYPE_CHECKING:
    from front1914.lab.compare import Comparison
    from front1914.lab.study import Progress, Study

FOLDER = click.Path(file_okay=False, path_type=Path)


# -- study -------------------------------------------------------------------------------------------------------


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("name")
@click.argument("sides", nargs=-1, type=click.UNPROCESSED, metavar="[--SIDE LEVEL,...] ...")
@click.option("--plan", type=click.Path(dir_okay=False, path_type=Path), help="A study file (TOML).")
@click.option("--title", metavar="TITLE,...", help="Which title, or several.")
@click.option("--scenario", metavar="ID,...", help="Which scenarios; each title's first if none is named.")
@click.option("--commander", metavar="LEVEL,...", help="Who plays the sides that are not named; staff if not given.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE,...", help="Options of the title; repeatable.")
@click.option("--temperament", multiple=True, metavar="NAME:KEY=NUMBER,...", help="Named here, used as LEVEL/NAME.")
@click.option("--own", multiple=True, metavar="NAME=FOLDER", help="Own data to try; NAME= alone is what is printed.")
@click.option("--games", type=click.IntRange(min=1), help="Of each cell of the grid; 100 if not given.")
@click.option("--seed", help="The same seed gives the same games; 0 if not given.")
@click.option("--budget", type=click.IntRange(min=1), help="What a commander may try for one decision.")
@click.option("--on", "where", default="local", show_default=True, help="local, ray, or ray://HOST:PORT.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; as many as there are cores if not given.")
@click.option("--batch", type=click.IntRange(min=1), help="Games that are played together.")
@click.option("--folder", type=FOLDER, help="Where studies are kept; beside the games of the library if not given.")
@click.option("--gather", is_flag=True, help="Play nothing: put together what there is of an unfinished study.")
@json_option
def study(
    name: str,
    sides: tuple[str, ...],
    plan: Path | None,
    where: str,
    jobs: int | None,
    batch: int | None,
    folder: Path | None,
    gather: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Let commanders play many games, keep what happened as tables, and write the report NAME.

    Wherever several values are named, each is tried with each of all others. What was begun and interrupted is gone
    on with by the same command. The tables (Parquet), the manifest and report.html stand in the study's folder.

    \b
    front1914 study plan --title schlieffens_war --scenario campaign --games 1000 --seed 1
    front1914 study guns --title schlieffens_war --own printed= --own few=my/few_guns --games 200
    front1914 study bold --plan bold.toml --on ray
    """
    from front1914.lab import study as lab
    from front1914.lab.store import studies_folder

    if gather:
        found = lab.gather((folder or studies_folder()) / name)
    else:
        made = _plan(name, sides, plan, given)
        try:
            with _telling(as_json) as tell:
                found = lab.study(made, folder=folder, on=where, jobs=jobs, batch=batch, progress=tell)
        except KeyboardInterrupt:
            click.echo("front1914: stopped; what was played is kept, and the same command goes on with it", err=True)
            raise SystemExit(130) from None
    if as_json:
        emit({"folder": str(found.folder), "manifest": dict(found.manifest)})
    else:
        _summary(found)


def _plan(name: str, sides: tuple[str, ...], file: Path | None, given: dict[str, Any]) -> Any:
    from front1914.lab.plan import plan_of, read_plan

    made: dict[str, Any] = {"name": name}
    for key in ("title", "scenario"):
        if given[key]:
            made[key] = given[key].split(",")
    for key in ("games", "budget"):
        if given[key]:
            made[key] = given[key]
    if given["seed"] is not None:
        made["seed"] = seed_of(given["seed"])
    commanders = {side: levels.split(",") for side, levels in _pairs(sides)}
    if given["commander"]:
        commanders[""] = given["commander"].split(",")
    if commanders:
        made["commanders"] = commanders
    if given["options"]:
        title = made.get("title", [""])[0]
        made["options"] = dict(_values(title, text) for text in given["options"])
    if given["temperament"]:
        made["temperaments"] = dict(_temperament(text) for text in given["temperament"])
    if given["own"]:
        made["data"] = dict(_named(text) for text in given["own"])
    elif own := os.environ.get("FRONT1914_OWN"):  # front1914 --data DIR study ...
        made["data"] = {"own": str(Path(own).absolute())}
    return plan_of(made) if file is None else read_plan(file, **made)


def _pairs(words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """`--german staff,general --entente=staff`."""
    rest = list(words)
    while rest:
        side, equals, levels = rest.pop(0).partition("=")
        if not side.startswith("--"):
            raise click.UsageError(f"{side}: name a side's commanders as --SIDE LEVEL")
        if not equals:
            if not rest or rest[0].startswith("--"):
                raise click.UsageError(f"{side} needs the name of a commander")
            levels = rest.pop(0)
        yield side.removeprefix("--"), levels


def _values(title: str, text: str) -> tuple[str, list[Any]]:
    name, _, values = text.partition("=")
    return name, [read_options(title, (f"{name}={value}",))[name] for value in values.split(",")]


def _temperament(text: str) -> tuple[str, dict[str, Any]]:
    name, colon, numbers = text.partition(":")
    found: dict[str, Any] = {}
    for part in numbers.split(",") if colon else ():
        key, _, value = part.partition("=")
        try:
            found[key] = {"true": True, "false": False}[value] if value in ("true", "false") else float(value)
        except ValueError:
            raise click.BadParameter(f"{part}: KEY=NUMBER", param_hint="--temperament") from None
    return name, found


def _named(text: str) -> tuple[str, str]:
    name, equals, folder = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text}: NAME=FOLDER", param_hint="--own")
    return name, folder


@contextmanager
def _telling(quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """A bar with the time left and the winners so far, or a line for each tenth where nobody watches."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    out = console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games, {task.fields[left]} left   {task.fields[told]}"))
    tenth = -1
    with Bar(*columns, console=out, transient=True, disable=quiet or not out.is_terminal) as bar:
        task = bar.add_task("", total=None, left="?", told="")

        def tell(now: Progress) -> None:
            nonlocal tenth
            told = ", ".join(f"{side} {s.share:.0%} ({s.low:.0%} to {s.high:.0%})" for side, s in now.winners.items())
            left = "?" if now.left is None else _spell(now.left)
            bar.update(task, total=now.games, completed=now.done, left=left, told=told)
            if not quiet and not out.is_terminal and now.done * 10 // now.games > tenth:
                tenth = now.done * 10 // now.games
                out.print(f"{now.done} of {now.games} games, {left} left; {told}")

        yield tell


def _spell(seconds: float) -> str:
    """How long something takes.

    >>> _spell(42), _spell(600), _spell(9000)
    ('42 s', '10 min', '2 h 30 min')
    """
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def _summary(found: Study) -> None:
    from rich.table import Table

    from front1914.lab.figures import CellFigures, winners
    from front1914.lab.findings import findings

    out = console()
    out.print(f"{found.name}: {found.done} of {found.games} games", style="bold")
    for cell in found.cells:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", title=None)
        for head in (cell.words(found.cells), "games", "share", "95% interval"):
            table.add_column(head, justify="left" if head == cell.words(found.cells) else "right")
        for row in winners(found, cell.number):
            interval = f"{row.share.low:.1%} - {row.share.high:.1%}"
            table.add_row(row.words, str(int(row.share.times)), f"{row.share.share:.1%}", interval)
        out.print()
        out.print(table)
    out.print()
    for finding in findings(CellFigures(found, found.cells[0])):
        out.print(f"{finding.value} {finding.text}", style="", soft_wrap=True)
    out.print(f"\nReport: {found.folder / 'report.html'}", style="dim", soft_wrap=True)


# -- compare -----------------------------------------------------------------------------------------------------


@click.command()
@click.argument("one", metavar="A")
@click.argument("two", metavar="B")
@click.option("--folder", type=FOLDER, help="Where studies are kept.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page as well.")
@json_option
def compare(one: str, two: str, folder: Path | None, html: Path | None, as_json: bool) -> None:
    """Two studies side by side: what differs, by how much, and whether it could be chance.

    Games of the same dice are compared pair by pair. What could be chance (Holm's correction, 5 %) says so.
    A cell of a study's grid is named by a colon: guns:0 guns:1.
    """
    from front1914.lab.compare import compare as hold
    from front1914.lab.compare import open_arm, page

    found = hold(open_arm(one, folder), open_arm(two, folder))
    if html is not None:
        html.write_text(page(found), encoding="utf-8")
    if as_json:
        emit(found.plain())
    else:
        _differences(found)
        if html is not None:
            console().print(f"\nPage: {html}", style="dim", soft_wrap=True)


def _differences(found: Comparison) -> None:
    from rich.table import Table

    out = console()
    out.print(f"A  {found.a.words}, {found.a.games} games", style="bold", soft_wrap=True)
    out.print(f"B  {found.b.words}, {found.b.games} games", style="bold", soft_wrap=True)
    out.print(found.basis, style="dim", soft_wrap=True)
    out.print()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for head in ("", "A", "B", "B less A", "95% interval", "p", ""):
        table.add_column(head, justify="left" if not head else "right")
    for row in found.rows:
        interval = "" if row.low is None else f"{row.low:+.2f} to {row.high:+.2f}"
        told = "" if row.sure else "could be chance"
        p = "" if row.p is None else "<0.001" if row.p < 0.001 else f"{row.p:.3f}"
        table.add_row(row.name, f"{row.a:.2f}", f"{row.b:.2f}", f"{row.difference:+.2f}", interval, p, told)
    out.print(table)

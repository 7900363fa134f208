"""The commands titles and ledger: what can be played, and how much of the rules is proved."""

from __future__ import annotations

import errno
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import front1914
from front1914 import BadData, TitleInfo
from front1914.cli.common import console, emit, json_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from front1914 import Citation, Ledger, Mention, Trace


@click.command()
@click.argument("title", required=False)
@json_option
def titles(title: str | None, as_json: bool) -> None:
    """What can be played; with TITLE, its scenarios and options."""
    infos = front1914.titles() if title is None else [front1914.title(title).info]
    if as_json:
        plain = [asdict(info) for info in infos]
        emit(plain if title is None else plain[0])
    elif title is not None:
        _one(infos[0])
    elif not infos:
        click.echo("There is no title on the shelf.")
    else:
        _shelf(infos)


def _table(*columns: str) -> Any:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for number, column in enumerate(columns):
        justify: Any = "right" if column.startswith(">") else "left"
        table.add_column(column.removeprefix(">"), justify=justify, no_wrap=number == 0)
    return table


def _shelf(infos: list[TitleInfo]) -> None:
    table = _table("title", "name", "players", "scenarios", "stage")
    for info in infos:
        low, high = info.players
        players = str(low) if low == high else f"{low}-{high}"
        table.add_row(info.id, info.name, players, ", ".join(s.id for s in info.scenarios), info.stage)
    console().print(table)


def _one(info: TitleInfo) -> None:
    out = console()
    out.print(f"{info.name} ({info.year})", style="bold")
    if info.about:
        out.print(info.about)
    out.print(f"Sides: {', '.join(info.sides)}. Stage: {info.stage}.")
    out.print("\nScenarios", style="bold")
    table = _table("id", "name", ">turns", ">minutes", "about")
    for scenario in info.scenarios:
        table.add_row(
            scenario.id, scenario.name, str(scenario.turns or "-"), str(scenario.minutes or "-"), scenario.about
        )
    out.print(table)
    if info.options:
        out.print("\nOptions", style="bold")
        table = _table("name", "values", "default", "about")
        for option in info.options:
            help_ = option.help or option.name
            rule = f" (rule {option.rule})" if option.rule else ""
            values = "/".join(str(c).lower() for c in option.choices)
            table.add_row(option.id, values, str(option.default).lower(), help_ + rule)
        out.print(table)


@click.command()
@click.argument("title", required=False)
@click.argument("rule", required=False)
@click.option(
    "--tests",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Search this folder for tests instead of the usual ones; repeatable.",
)
@click.option("--all", "everything", is_flag=True, help="With TITLE, list every row, not only the open ones.")
@json_option
@click.pass_context
def ledger(
    ctx: click.Context,
    title: str | None,
    rule: str | None,
    folders: tuple[Path, ...],
    everything: bool,
    as_json: bool,
) -> None:
    """How many rules of each title a test proves, how many are nothing for software, and how many are open.

    With TITLE, the open rules. With TITLE and RULE, the row of that rule and its clauses, the places in the code and
    the data that name it, and the tests that cite it. The exit code is 1 if a test cites a rule that does not exist, or
    a title that calls itself complete has an open rule.
    """
    if title is not None and rule is not None:
        trace = front1914.ledger(title, folders or None).trace(rule)
        if as_json:
            emit(trace.plain())
        else:
            _trace(trace)
        return
    names = [title] if title is not None else [info.id for info in front1914.titles()]
    found: list[Ledger] = []
    missing: list[str] = []
    for name in names:
        try:
            found.append(front1914.ledger(name, folders or None))
        except BadData as bad:
            if title is not None or bad.reason != os.strerror(errno.ENOENT):
                raise
            missing.append(name)
    if as_json:
        plain = [book.plain() for book in found]
        emit(plain if title is None else plain[0])
    else:
        _counts(found, missing)
        if title is not None:
            _rows(found[0], everything)
    for fault in (fault for book in found for fault in book.faults):
        click.echo(f"front1914: {fault}", err=True)
    for book in found:
        if book.stage == "complete" and book.open:
            click.echo(f"front1914: {book.title} calls itself complete and has {len(book.open)} open rules", err=True)
    ctx.exit(0 if all(book.sound for book in found) else 1)


def _trace(trace: Trace) -> None:
    out = console()
    for row in trace.rows:
        out.print(f"{row.rule} {row.title} ({row.kind})", style="bold")
        out.print(f"    {row.summary}" + (f" [{row.reason}]" if row.reason else ""))
    under = "" if trace.named == trace.rule else f", as {trace.named}"
    _places(f"Code{under}", "Nothing in the code names it.", [(c, f"{c.where}  {c.text}") for c in trace.code])
    _places("Rulings", "", [(ruling, ruling.text) for ruling in trace.rulings])
    _places("Tests", "No test cites it.", [(c, f"{c.test}  ({c.rule})") for c in trace.tests])


def _places(head: str, nothing: str, places: Sequence[tuple[Mention | Citation, str]]) -> None:
    """A list of places, each as an editor understands it: file, colon, line."""
    out, here = console(), Path.cwd()
    if head and (places or nothing):
        out.print(f"\n{head if places else nothing}", style="bold")
    for place, text in places:
        path = Path(place.file)
        shown = path.relative_to(here) if path.is_relative_to(here) else path
        click.echo(f"  {shown}:{place.line}  {text[:120]}")


def _counts(books: list[Ledger], missing: list[str]) -> None:
    out = console()
    table = _table("title", "stage", ">rules", ">proved", ">reference", ">physical", ">advice", ">open")
    for book in books:
        others = [str(len(book.of(kind))) for kind in ("reference", "physical", "advice")]
        table.add_row(book.title, book.stage, str(len(book.rows)), str(len(book.proved)), *others, str(len(book.open)))
    for info in front1914.titles():
        if info.id in missing:
            table.add_row(info.id, info.stage, *"-----", "none yet")
    if books or missing:
        out.print(table)
    else:
        out.print("There is no title on the shelf.")
    if any(not book.tests for book in books):
        blind = ", ".join(book.title for book in books if not book.tests)
        out.print(f"No tests were found for {blind}: what they prove shows only in a source checkout.", style="yellow")


def _rows(book: Ledger, everything: bool) -> None:
    from rich.text import Text

    out = console()
    rows = book.rows if everything else book.open
    if rows:
        out.print("\nAll rules" if everything else "\nOpen", style="bold")
    table = _table("rule", "state", "title", "in short")
    for row in rows:
        state = row.kind if row.kind != "rule" else "proved" if row.rule in book.proofs else "open"
        table.add_row(row.rule, Text(state, style="yellow" if state == "open" else ""), row.title, row.summary)
    if rows:
        out.print(table)
    else:
        out.print("\nEvery rule that software can keep is proved.", style="green")

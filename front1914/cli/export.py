"""A game for others: export."""

from __future__ import annotations

from pathlib import Path

import click

from front1914 import BadInput
from front1914.cli.common import FILE, at_option, emit, json_option, load


@click.command()
@click.argument("file", type=FILE)
@click.option("--html", "kind", flag_value="html", default=True, help="One page that replays it, without network.")
@click.option("--jsonl", "kind", flag_value="jsonl", help="A line of JSON for each decision, with what it caused.")
@click.option("--svg", "kind", flag_value="svg", help="The map at one moment (--at; now if it is not given).")
@click.option("--to", "target", type=FILE, help="The file; FILE with another ending if not given, - for the screen.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@at_option
@json_option
def export(file: Path, kind: str, target: Path | None, force: bool, at: int | None, as_json: bool) -> None:
    """The game in FILE for others: a page, data, or a picture.

    Of a game that goes on it holds what everybody may know; of one that is over, everything.
    """
    from front1914.lab import display
    from front1914.lab.export import lines, page

    if at is not None and kind != "svg":
        raise click.UsageError("--at is for a picture: --svg")
    game = load(file, at)
    if kind == "svg":
        text = display.board(game).text
    else:
        text = page(game) if kind == "html" else "".join(line + "\n" for line in lines(game))
    if target is not None and str(target) == "-":
        click.echo(text, nl=False)
        return
    target = target or file.with_suffix(f".{kind}")
    if target.exists() and not force:
        raise BadInput(str(target), "there is a file of that name already; --force replaces it")
    target.write_text(text, encoding="utf-8")
    size = len(text.encode())
    emit({"file": str(target), "bytes": size}) if as_json else click.echo(f"{target}: {size:,} bytes")

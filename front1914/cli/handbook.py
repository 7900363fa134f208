"""The command handbook: the rules of a title as prose for players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import front1914
from front1914.cli.common import console, emit, json_option

if TYPE_CHECKING:
    from front1914 import Handbook

MOST_FOUND = 20


@click.command()
@click.argument("title")
@click.argument("where", required=False)
@click.option("--search", metavar="WORDS", help="Paragraphs, terms and rulings that hold these words.")
@json_option
def handbook(title: str, where: str | None, search: str | None, as_json: bool) -> None:
    """The handbook of TITLE: its contents, or the chapter, paragraph or rule WHERE (`all` for everything)."""
    book = front1914.handbook(title)
    if search is not None:
        found = book.search(search)
        if as_json:
            emit([entry._asdict() for entry in found])
        elif not found:
            click.echo("Nothing was found.")
        for entry in () if as_json else found[:MOST_FOUND]:
            _line(entry.head, f"{entry.kind} {entry.id}")
    elif as_json:
        plain: dict[str, Any] = dict(book.plain())
        emit(plain if where in (None, "all") else [p._asdict() for p in book.look_up(str(where))])
    elif where is None:
        _contents(book)
    else:
        _read(book, where)


def _line(head: str, more: str) -> None:
    from rich.text import Text

    console().print(Text.assemble((head, "bold"), "  ", (more, "dim")))


def _contents(book: Handbook) -> None:
    out = console()
    for number, chapter in enumerate(book.chapters, 1):
        _line(f"{number}. {chapter.title}", chapter.id)
        for paragraph in chapter.paragraphs:
            out.print(f"   {paragraph.head}  {paragraph.id}")


def _read(book: Handbook, where: str) -> None:
    out = console()
    shown = tuple(book.paragraphs.values()) if where == "all" else book.look_up(where)
    for paragraph in shown:
        out.print()
        _line(paragraph.head, ", ".join(paragraph.rules))
        out.print(paragraph.text)

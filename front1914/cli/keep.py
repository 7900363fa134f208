"""Copies of the games that the library keeps: backup and restore."""

from __future__ import annotations

from pathlib import Path

import click

from front1914 import FrontError
from front1914.cli.common import FILE, emit, json_option

DATABASE = click.option(
    "--database", metavar="URL", envvar="FRONT1914_DATABASE", help="The PostgreSQL, if a club keeps its games there."
)
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE)
@click.option("--data-dir", "folder", type=FOLDER, help="Where the games are kept, if not in the usual place.")
@DATABASE
@json_option
def backup(file: Path, folder: Path | None, database: str | None, as_json: bool) -> None:
    """Copy all games of the library into FILE, also while they are played."""
    from front1914.server import keeping
    from front1914.server.paths import data_folder
    from front1914.server.storage import StorageFailed

    try:
        if database is not None:
            from front1914.server import copies

            count = copies.backup(database, file)
        else:
            count = keeping.backup(data_folder(folder), file)
    except StorageFailed as bad:
        raise FrontError(str(bad)) from bad
    if as_json:
        emit({"file": str(file), "games": count})
    else:
        click.echo(f"{count} games are copied to {file}.")


@click.command()
@click.argument("file", type=FILE)
@click.option("--data-dir", "folder", type=FOLDER, help="Where the games are kept, if not in the usual place.")
@DATABASE
@json_option
def restore(file: Path, folder: Path | None, database: str | None, as_json: bool) -> None:
    """Put the games of a copy in the place of those in the library, which are set aside, not deleted."""
    from front1914.server import keeping
    from front1914.server.paths import data_folder
    from front1914.server.storage import StorageFailed

    try:
        aside: Path | str | None
        if database is not None:
            from front1914.server import copies

            count, aside = copies.restore(database, file)
        else:
            count, aside = keeping.restore(data_folder(folder), file)
    except StorageFailed as bad:
        raise FrontError(str(bad)) from bad
    if as_json:
        emit({"file": str(file), "games": count, "aside": None if aside is None else str(aside)})
    else:
        click.echo(f"{count} games are back." + (f" Those of before are in {aside}." if aside is not None else ""))

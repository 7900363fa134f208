"""The keeper of a club: list, close, export, delete."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from front1914 import FrontError
from front1914.cli.common import FILE, emit, json_option

if TYPE_CHECKING:
    from front1914.server.sql import SqlStorage

T = TypeVar("T")
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
@click.option("--data-dir", "folder", type=FOLDER, help="Where the games are kept.")
@click.option("--database", metavar="URL", envvar="FRONT1914_DATABASE", help="The PostgreSQL, if they are kept there.")
@click.pass_context
def admin(ctx: click.Context, folder: Path | None, database: str | None) -> None:
    """Look after a club: its people and games, what is kept of somebody, and the end of it.

    It may be served meanwhile. Begin with: front1914 admin --data-dir club list
    """
    ctx.obj = folder, database


def on_store(ctx: click.Context, work: Callable[[SqlStorage], Awaitable[T]]) -> T:
    """Does something with the store of the club."""
    from front1914.server.administer import open_store
    from front1914.server.paths import data_folder
    from front1914.server.refusals import Refused
    from front1914.server.storage import StorageFailed

    async def run() -> T:
        folder, database = ctx.obj
        storage = open_store(data_folder(folder), database)
        try:
            return await work(storage)
        finally:
            await storage.close()

    try:
        return asyncio.run(run())
    except StorageFailed as bad:
        raise FrontError(str(bad)) from bad
    except Refused as no:
        raise FrontError(no.error["reason"]) from no


@admin.command("list")
@click.argument("what", type=click.Choice(["games", "people"]), default="games")
@json_option
@click.pass_context
def list_(ctx: click.Context, what: str, as_json: bool) -> None:
    """List all games, or all people."""
    from front1914.server import administer

    rows = on_store(ctx, administer.games if what == "games" else administer.people)
    if as_json:
        emit({what: rows})
        return
    for row in rows:
        click.echo(_game(row) if what == "games" else _person(row))
    click.echo(f"{len(rows)} {what}.")


def _day(stamp: float | None) -> str:
    return "never" if stamp is None else time.strftime("%Y-%m-%d", time.gmtime(stamp))


def _game(row: dict[str, Any]) -> str:
    players = ", ".join(f"{side} {name}" for side, name in row["players"].items()) or "nobody"
    state = "over" if row["over"] else f"{row['length']} actions"
    return f"{row['id']}  {_day(row['updated'])}  {row['name']} ({row['title']}, {state}): {players}"


def _person(row: dict[str, Any]) -> str:
    seen = f"since {_day(row['created'])}, seen {_day(row['seen'])}"
    return f"{row['id']}  {row['name']}: {row['games']} games, {row['devices']} devices, {seen}"


@admin.command()
@click.argument("game")
@click.option("--to", "file", type=FILE, help="Writes the game to this file first.")
@click.option("--yes", is_flag=True, help="Does not ask.")
@json_option
@click.pass_context
def close(ctx: click.Context, game: str, file: Path | None, yes: bool, as_json: bool) -> None:
    """Delete GAME for everybody who plays it."""
    from front1914.server import administer

    if not yes:
        click.confirm(f"Delete {game} for everybody?", abort=True)
    if file is not None:
        _write(file, on_store(ctx, lambda storage: administer.save(storage, game)))
    if not on_store(ctx, lambda storage: administer.close(storage, game)):
        raise FrontError(f"no game {game[:64]!r}")
    _done(as_json, f"{game} is deleted.", deleted=game)


@admin.command()
@click.argument("what")
@click.argument("file", type=FILE)
@json_option
@click.pass_context
def export(ctx: click.Context, what: str, file: Path, as_json: bool) -> None:
    """Write WHAT to FILE: a game by its id as a saved game, or all that is kept of a person by his as JSON."""
    import json

    from front1914.server import administer

    async def work(storage: SqlStorage) -> str:
        if await storage.game(what) is not None:
            return await administer.save(storage, what)
        return json.dumps(await administer.export(storage, what), indent=1, ensure_ascii=False) + "\n"

    _write(file, on_store(ctx, work))
    _done(as_json, f"{what} is written to {file}.", written=str(file))


def _done(as_json: bool, words: str, **plain: str) -> None:
    if as_json:
        emit(plain)
    else:
        click.echo(words)


def _write(file: Path, content: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(content)
    except OSError as bad:
        raise FrontError(f"{file}: {bad.strerror}") from bad


@admin.command("delete-person")
@click.argument("person")
@click.option("--yes", is_flag=True, help="Does not ask.")
@json_option
@click.pass_context
def delete_person(ctx: click.Context, person: str, yes: bool, as_json: bool) -> None:
    """Delete all that is kept of PERSON: his games stay for those who play them, his seats are free."""
    from front1914.server import administer

    if not yes:
        click.confirm(f"Delete {person} and all that is kept of him?", abort=True)
    if not on_store(ctx, lambda storage: administer.delete_person(storage, person)):
        raise FrontError(f"there is no person {person[:64]!r}")
    _done(as_json, f"{person} is deleted.", deleted=person)

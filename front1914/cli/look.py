"""Looking at a game that lives in a file: legal, why, view, position."""

from __future__ import annotations

from pathlib import Path

import click

import front1914
from front1914.cli.common import (
    FILE,
    about,
    at_option,
    check_side,
    emit,
    json_option,
    load,
    parse_actions,
    pretty,
)


@click.command()
@click.argument("file", type=FILE)
@at_option
@json_option
def legal(file: Path, at: int | None, as_json: bool) -> None:
    """Every legal answer to the decision that is due in FILE, one a line, as `act` takes it."""
    decision = load(file, at).decision
    actions = decision.actions if decision is not None else ()
    if as_json:
        emit([list(a) if a.arg is not None else [a.verb] for a in actions])
        return
    for action in actions:
        click.echo(str(action))


@click.command()
@click.argument("file", type=FILE)
@click.argument("words", nargs=-1, required=True, metavar="VERB [ARG]")
@at_option
@json_option
def why(file: Path, words: tuple[str, ...], at: int | None, as_json: bool) -> None:
    """Say whether an action is legal now in the game in FILE and, if not, which rule forbids it and why."""
    game = load(file, at)
    with about(file):
        actions = parse_actions(game, words)
        if len(actions) != 1:
            raise click.UsageError("one action at a time")
        reason = game.why_not(actions[0])
    if as_json:
        emit({"action": [x for x in actions[0] if x is not None], "legal": reason is None, **_plain(reason)})
    elif reason is None:
        click.echo(f"{actions[0]} is legal.")
    else:
        rule = f" (rule {reason.rule})" if reason.rule else ""
        click.echo(f"{actions[0]} is not legal: {reason.text}{rule}")


def _plain(reason: tuple[str, str] | None) -> dict[str, str | None]:
    rule, text = reason if reason is not None else (None, None)
    return {"rule": rule, "reason": text}


@click.command()
@click.argument("file", type=FILE)
@click.argument("side")
@at_option
@json_option
def view(file: Path, side: str, at: int | None, as_json: bool) -> None:
    """All that SIDE may know of the game in FILE, as JSON. The side `observer` knows what everybody knows."""
    game = load(file, at)
    found = game.view(check_side(game, side))
    emit(found) if as_json else click.echo(pretty(found))


@click.command()
@click.argument("file", type=FILE)
@click.option("--text", is_flag=True, help="As a short text, units by hex, instead of JSON.")
@at_option
@json_option
def position(file: Path, text: bool, at: int | None, as_json: bool) -> None:
    """The whole situation of the game in FILE, for people to edit: `front1914 new --position` begins from it.

    It holds both sides' secrets.
    """
    found = load(file, at).position()
    if text:
        click.echo(front1914.write_position(found), nl=False)
    else:
        emit(found) if as_json else click.echo(pretty(found))

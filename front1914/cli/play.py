"""Playing a game that lives in a file: new, show, act, undo."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import front1914
from front1914 import Action, BadInput, BadPosition, Game
from front1914.cli import report
from front1914.cli.common import (
    FILE,
    about,
    at_option,
    check_side,
    emit,
    json_option,
    load,
    load_to_play,
    parse_actions,
    read_position,
    seed_of,
)

RECENT = 8  #: events that `show` tells


@click.command()
@click.argument("title")
@click.argument("file", type=FILE)
@click.option("--scenario", metavar="ID", help="Which scenario; the title's first if not given.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the title; repeatable.")
@click.option("--seed", help="Fixes the dice. Without it nobody can foresee them.")
@click.option(
    "--dice",
    type=click.Choice(["seeded", "manual"]),
    default="seeded",
    show_default=True,
    help="Manual: you throw real dice and type in what fell.",
)
@click.option(
    "--position",
    type=FILE,
    metavar="FILE",
    help="Begin from a position (text or JSON) instead of a scenario; - reads it.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@json_option
def new(
    title: str,
    file: Path,
    scenario: str | None,
    options: tuple[str, ...],
    seed: str | None,
    dice: str,
    position: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Begin a game of TITLE and keep it in FILE."""
    if position is not None and (scenario or options):
        raise click.UsageError("a position names its own scenario and options")
    if seed is not None and dice == "manual":
        raise click.UsageError("real dice have no seed")
    if position is not None:
        with about(position):
            game = front1914.from_position(_position(title, position), seed=seed_of(seed), dice=dice)
            game.probe()
    else:
        chosen = read_options(title, options)
        game = front1914.new(title, scenario=scenario, options=chosen, seed=seed_of(seed), dice=dice)
    if file.exists() and not force:
        raise BadInput(str(file), "there is a file of that name already; --force replaces it")
    game.save(file)
    _tell(game, report.eyes(game), game.events, as_json, "What happened before the first decision")
    if not as_json:
        click.echo(f"\nThe game is kept in {file}: go on with `front1914 act {file} ...`.")
        if game.commitment:
            click.echo(f"The dice are committed to: {game.commitment}")


def _position(title: str, file: Path) -> dict[str, Any]:
    found = read_position(file)
    if not isinstance(found, dict):
        raise BadPosition("", "a position is a table")
    if found.setdefault("title", title) != title:
        raise BadPosition("title", f"this is a position of {found['title']}, not of {title}")
    return found


def read_options(title: str, given: tuple[str, ...]) -> dict[str, Any]:
    """`name=value` pairs, each value as the option's own kind; `name` alone switches it on."""
    known = {option.id: option for option in front1914.title(title).info.options}
    found: dict[str, Any] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if name in found:
            raise click.UsageError(f"the option {name} is given twice")
        choices = known[name].choices if name in known else ()
        words = {str(choice).lower(): choice for choice in choices}
        if True in choices and False in choices:
            words |= {"yes": True, "on": True, "no": False, "off": False}
        if not equals and True not in choices:
            raise click.UsageError(f"--option {pair}: give NAME=VALUE")
        found[name] = words.get(text.lower(), text) if equals else True
    return found


@click.command()
@click.argument("file", type=FILE)
@click.option("--side", help="Through whose eyes; the deciding side's if not given.")
@click.option("--events", default=RECENT, show_default=True, help="How many of the last events to tell.")
@at_option
@json_option
def show(file: Path, side: str | None, events: int, at: int | None, as_json: bool) -> None:
    """What happened last in the game in FILE, who decides what, and what is legal."""
    game = load(file, at)
    viewer = check_side(game, report.eyes(game, side))
    last = report.told(game, game.events, viewer)
    _tell(game, viewer, last[-events:] if events > 0 else [], as_json)


@click.command()
@click.argument("file", type=FILE)
@click.argument("words", nargs=-1, required=True, metavar="VERB [ARG] ...")
@json_option
def act(file: Path, words: tuple[str, ...], as_json: bool) -> None:
    """Take a decision in the game in FILE, or several: all of them or none.

    \b
    front1914 act game.f14 unit g-1-II
    front1914 act game.f14 unit g-1-II to 0812 done
    front1914 act game.f14 -          reads actions from the standard input
    """
    game = load_to_play(file)
    viewer, told = report.eyes(game), len(game.events)
    with about(file):
        actions = _read_actions(game) if words == ("-",) else parse_actions(game, words)
        for number, action in enumerate(actions, 1):
            try:
                game.act(action)
            except front1914.IllegalAction as refused:
                if len(actions) == 1:
                    raise
                raise BadInput(f"action {number} of {len(actions)}", str(refused)) from refused
    game.save(file)
    _tell(game, viewer, game.events[told:], as_json)


def _read_actions(game: Game) -> list[Action]:
    found: list[Action] = []
    for number, line in enumerate(sys.stdin, 1):
        try:
            found += parse_actions(game, line.split())
        except BadInput as bad:
            raise BadInput(f"standard input:{number}", bad.reason) from None
    return found


@click.command()
@click.argument("file", type=FILE)
@click.argument("count", type=click.IntRange(min=1), default=1, metavar="[N]")
@json_option
def undo(file: Path, count: int, as_json: bool) -> None:
    """Take back the last decision in the game in FILE, or the last N.

    What a die or a secret followed stays.
    """
    game = load_to_play(file)
    with about(file):
        game.undo(count)
    game.save(file)
    _tell(game, report.eyes(game), [], as_json)


@click.command()
@click.argument("file", type=FILE)
@click.argument("side")
@json_option
def resign(file: Path, side: str, as_json: bool) -> None:
    """SIDE gives up the game in FILE."""
    game = load_to_play(file)
    told = len(game.events)
    with about(file):
        game.resign(side)
    game.save(file)
    _tell(game, side, game.events[told:], as_json)


def _tell(game: Game, side: str, events: list[front1914.Event], as_json: bool, heading: str = "What happened") -> None:
    if as_json:
        emit(report.plain(game, side, events))
        return
    report.show(game, side, events, heading)

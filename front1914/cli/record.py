"""What a saved game proves of itself: replay and verify."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import front1914
from front1914 import CHANCE, BadInput, BadSave, Entry, Event, FrontError
from front1914.cli.common import FILE, about, console, emit, json_option, load, seed_of

PROOF = b"front1914 proof "


@click.command()
@click.argument("file", type=FILE)
@click.option("--side", help="Tell only what this side may know; everything if not given.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="Begin with action N.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="N", help="End with action N.")
@click.option("--step", is_flag=True, help="Wait for a key after each decision.")
@click.option("--quiet", is_flag=True, help="Only check.")
@click.option("--recover", type=FILE, metavar="NEW", help="If FILE is damaged, write its sound part to NEW.")
@json_option
def replay(
    file: Path,
    side: str | None,
    first: int,
    last: int | None,
    step: bool,
    quiet: bool,
    recover: Path | None,
    as_json: bool,
) -> None:
    """Play the game in FILE again, check every recorded digest, and tell what happened.

    A file that was altered or cut short is found at the line where it happened, and so is the place where a game of
    older rules goes another way under the present ones. --recover writes what is before it to another file.
    """
    if recover is not None and recover.exists():
        raise BadInput(str(recover), "there is a file of that name already")
    if side is not None:
        _check_side(file, side)
    tell = _silent if quiet else _json_line if as_json else _teller(step)
    number = 0
    try:
        for entry, events in front1914.replay(file):
            number += 1
            if number >= first and (last is None or number <= last):
                tell(number, _known(entry, side), [e for e in events if e.seen(side)])
    except BadSave as bad:
        _damaged(bad, recover, as_json)
        return
    except BadInput as bad:
        raise BadInput(str(file), str(bad)) from None
    if as_json:
        emit({"file": str(file), "sound": True, "actions": number})
    else:
        click.echo(f"{file} is sound: {number} actions, every digest as recorded.")


def _check_side(file: Path, side: str) -> None:
    header = front1914.header(file)
    sides = (*front1914.title(header.get("title", "")).sides(header.get("options", {})), front1914.OBSERVER)
    if side not in sides:
        raise click.BadParameter(f"no side {side!r}; there is {', '.join(sides)}", param_hint="--side")


def _known(entry: Entry, side: str | None) -> Entry | None:
    """The entry if the side may know it: decisions of another side are hidden, their effects are in the events."""
    return entry if side in (None, entry.side) else None


def _silent(number: int, entry: Entry | None, events: list[Event]) -> None:
    """Tells nothing."""


def _json_line(number: int, entry: Entry | None, events: list[Event]) -> None:
    action = None if entry is None else [x for x in entry.action if x is not None]
    side = None if entry is None else entry.side
    emit({"at": number, "side": side, "action": action, "events": [event.plain() for event in events]})


def _teller(step: bool) -> Any:
    from rich.text import Text

    out = console()

    def tell(number: int, entry: Entry | None, events: list[Event]) -> None:
        if entry is None and not events:
            return
        out.print(Text(f"{number:5}  {entry if entry is not None else '...'}", style="dim"))
        for event in events:
            out.print(f"       {event.text}")
        if step and entry is not None and entry.side != CHANCE and click.getchar() in "qQ\x1b":
            raise click.Abort

    return tell


def _damaged(bad: BadSave, recover: Path | None, as_json: bool) -> None:
    if bad.good is None:
        raise bad
    number = len(bad.good.log)
    if recover is None:
        hint = f"the {number} actions before it are sound, and `--recover NEW` keeps them"
        raise FrontError(f"{bad} ({hint})") from None
    bad.good.save(recover)
    if as_json:
        emit({"sound": False, "place": bad.place, "reason": bad.reason, "recovered": number, "file": str(recover)})
    else:
        click.echo(f"{bad}\nThe {number} actions before it are sound: kept in {recover}.")


def is_proof(file: Path) -> bool:
    """Whether a file holds the letters of a game by letter."""
    with file.open("rb") as start:
        return start.read(len(PROOF)) == PROOF


@click.command()
@click.argument("file", type=FILE)
@click.option("--seed", help="The seed, if FILE does not hold it (a shared file of a game that went on).")
@json_option
def verify(file: Path, seed: str | None, as_json: bool) -> None:
    """Check that the seed of the game in FILE is the one committed to, and that every die fell as it says.

    Of the proof of a game by letter (`front1914 mail proof`): that both players signed every letter, that each action
    was legal, and that every die fell as the shares of both say.
    """
    from front1914.analysis.verify import check_dice

    if is_proof(file):
        from front1914.cli.mail import verify_proof

        verify_proof(file, as_json)
        return
    header = front1914.header(file)
    committed = header.get("commitment")
    if committed is None:
        raise FrontError(f"{file}: the dice were thrown by hand, so there is nothing to verify")
    known = seed_of(seed) if seed is not None else header.get("seed")
    if known is None:
        raise FrontError(f"{file}: the seed is not in the file yet; the commitment is {committed}. --seed gives it")
    if front1914.commitment(known) != committed:
        raise FrontError(f"{file}: this seed is not the one committed to ({committed})")
    game = load(file)
    with about(file):
        found = check_dice(game, known)
    if found is not None:
        expected = "no throw" if found.expected is None else found.expected.action
        where = f"throw {found.throw} (action {found.action})"
        raise FrontError(f"{file}: {where} is recorded as {found.recorded.action}, the seed gives {expected}")
    throws = sum(entry.side == CHANCE for entry in game.log)
    if as_json:
        emit({"file": str(file), "verified": True, "commitment": committed, "seed": known, "throws": throws})
    else:
        click.echo(f"{file}: the seed is the one committed to, and all {throws} throws fell as it says.")
        click.echo(f"seed        {known}\ncommitment  {committed}")

"""Play by letter: two people, no server (docs/mail.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from front1914 import CHANCE, BadInput, Event
from front1914.cli import report
from front1914.cli.common import FILE, about, emit, json_option, parse_actions
from front1914.cli.play import read_options

if TYPE_CHECKING:
    from front1914.mail.match import Match
    from front1914.mail.seat import Seat

DICE = {
    "each": "a letter ends where dice fall after a choice, and the answer brings the throw: nobody can look ahead",
    "turn": "a letter is a whole turn; neither can choose what falls, but who plays could look ahead",
}
HONOUR = "Letters carry what is hidden. The program does not show it, but whoever takes it apart can read it."


@click.group()
def mail() -> None:
    """Play by letter: each turn is a file that goes from one to the other; no server is needed.

    \b
    front1914 mail new schlieffens_war anna.seat german --name Anna --on-honour
    front1914 mail join letter-0.f14mail bert.seat --name Bert
    front1914 mail read anna.seat letter-1.f14mail
    front1914 mail act anna.seat unit g-1-II to 0812 done
    front1914 mail send anna.seat
    """


def letter_option(command: Any) -> Any:
    text = "Where the letter is written; letter-N.f14mail beside SEAT if not given."
    return click.option("--letter", type=FILE, metavar="FILE", help=text)(command)


@mail.command()
@click.argument("title")
@click.argument("seat", type=FILE)
@click.argument("sides", nargs=-1, required=True, metavar="SIDE...")
@click.option("--name", required=True, help="Your name, as the other reads it.")
@click.option("--scenario", metavar="ID", help="Which scenario; the title's first if not given.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the title; repeatable.")
@click.option("--dice", type=click.Choice(list(DICE)), default="each", show_default=True, help=f"each: {DICE['each']}.")
@click.option("--on-honour", "honour", is_flag=True, help="Needed where something is hidden: letters carry it.")
@letter_option
@json_option
def new(
    title: str,
    seat: Path,
    sides: tuple[str, ...],
    name: str,
    scenario: str | None,
    options: tuple[str, ...],
    dice: str,
    honour: bool,
    letter: Path | None,
    as_json: bool,
) -> None:
    """Begin a game of TITLE in which you play SIDE, and write the invitation. SEAT is the file that you keep."""
    from front1914.mail.seat import agree, invite

    _fresh(seat)
    made = invite(agree(title, scenario, read_options(title, options), list(sides), dice, honour), _name(name))
    made.save(seat)
    _sent(seat, made, letter, as_json, "Send it to the one whom you want to play with.")


@mail.command()
@click.argument("invitation", type=FILE)
@click.argument("seat", type=FILE)
@click.option("--name", required=True, help="Your name, as the other reads it.")
@click.option("--yes", is_flag=True, help="Agree without being asked.")
@letter_option
@json_option
def join(invitation: Path, seat: Path, name: str, yes: bool, letter: Path | None, as_json: bool) -> None:
    """Accept the INVITATION, and write the answer to it. SEAT is the file that you keep."""
    from front1914.mail import seat as kept

    _fresh(seat)
    with about(invitation):
        text = kept.read(invitation)
        match = kept.invitation(text)
    if not yes:
        for line in _agreement(match):
            click.echo(line)
        click.confirm("Do you agree?", abort=True)
    made = kept.join(text, _name(name))
    made.save(seat)
    _sent(seat, made, letter, as_json, "Send it back.")


@mail.command()
@click.argument("seat", type=FILE)
@click.argument("incoming", type=FILE, metavar="LETTER")
@letter_option
@json_option
def read(seat: Path, incoming: Path, letter: Path | None, as_json: bool) -> None:
    """Read a LETTER that came: what happened, and what you decide. If it only asks for dice, the answer is written."""
    from front1914.mail import seat as kept

    mine = _load(seat)
    if mine.draft and mine.match.number > 1:
        raise BadInput(str(seat), "you have decided something that was not sent yet; nothing can have come meanwhile")
    told = len(mine.match.game.events)
    with about(incoming):
        fresh = mine.take(kept.read(incoming))
    mine.save(seat)
    events = mine.match.game.events[told:]
    if not fresh and not as_json:
        click.echo("This letter was read before.")
    if fresh and mine.mine and mine.match.may_send(mine.person):
        _show(mine, events, as_json=False) if not as_json else None
        _send(seat, mine, letter, as_json, "The other has to go on: send it.")
        return
    _show(mine, events, as_json)


@mail.command()
@click.argument("seat", type=FILE)
@json_option
def show(seat: Path, as_json: bool) -> None:
    """What was agreed, what happened last, and what you decide."""
    mine = _load(seat)
    if not as_json:
        for line in _agreement(mine.match):
            click.echo(line)
        click.echo()
    _show(mine, mine.match.game.events[-12:], as_json)


@mail.command()
@click.argument("seat", type=FILE)
@click.argument("words", nargs=-1, required=True, metavar="VERB [ARG] ...")
@json_option
def act(seat: Path, words: tuple[str, ...], as_json: bool) -> None:
    """Take a decision, or several: all of them or none. They go with your next letter."""
    mine = _load(seat)
    told = len(mine.match.game.events)
    with about(seat):
        mine.act(parse_actions(mine.match.game, words))
    mine.save(seat)
    _show(mine, mine.match.game.events[told:], as_json)


@mail.command()
@click.argument("seat", type=FILE)
@click.argument("count", type=click.IntRange(min=1), default=1, metavar="[N]")
@json_option
def undo(seat: Path, count: int, as_json: bool) -> None:
    """Take back the last decision, or the last N: nothing that was sent, and nothing before a throw."""
    mine = _load(seat)
    with about(seat):
        mine.undo(count)
    mine.save(seat)
    _show(mine, [], as_json)


@mail.command()
@click.argument("seat", type=FILE)
@click.argument("side")
@json_option
def resign(seat: Path, side: str, as_json: bool) -> None:
    """Give up, with your next letter."""
    mine = _load(seat)
    with about(seat):
        mine.resign(side)
    mine.save(seat)
    _show(mine, mine.match.game.events[-1:], as_json)


@mail.command()
@click.argument("seat", type=FILE)
@letter_option
@json_option
def send(seat: Path, letter: Path | None, as_json: bool) -> None:
    """Close your letter and write it; if there is nothing new, write the last one again."""
    mine = _load(seat)
    with about(seat):
        if mine.mine:
            _send(seat, mine, letter, as_json, "Send it.")
        else:
            _sent(seat, mine, letter, as_json, "It is the last one, once more.")


@mail.command()
@click.argument("seat", type=FILE)
@click.argument("file", type=FILE)
@click.option("--unfinished", is_flag=True, help="Also of a game that goes on: it shows everything that is hidden.")
@json_option
def proof(seat: Path, file: Path, unfinished: bool, as_json: bool) -> None:
    """Write all letters of the game in the open to FILE: `front1914 verify FILE` proves it to anybody."""
    from front1914.mail.seat import keep

    mine = _load(seat)
    if not mine.match.over and not unfinished:
        raise BadInput(str(seat), "the game goes on: a proof would show what is hidden (--unfinished writes it)")
    keep(file, mine.proof())
    emit({"file": str(file)}) if as_json else click.echo(f"{file} proves the game: `front1914 verify {file}`.")


def verify_proof(file: Path, as_json: bool) -> None:
    """Checks a proof, letter by letter."""
    from front1914.mail.keys import fingerprint
    from front1914.mail.seat import read as read_file
    from front1914.mail.seat import verified

    with about(file):
        match = verified(read_file(file))
    game, letters = match.game, len(match.letters)
    throws = sum(entry.side == CHANCE for entry in game.log)
    result = None if game.result is None else game.result._asdict()
    people = [
        {"name": hand.name, "sides": match.sides(person), "fingerprint": fingerprint(hand.key)}
        for person, hand in enumerate(match.hands)
    ]
    if as_json:
        found = {"file": str(file), "verified": True, "letters": letters, "actions": len(game.log), "throws": throws}
        emit(found | {"people": people, "dice": match.agreement.dice, "result": result})
        return
    click.echo(f"{file}: {letters} letters, each signed by who wrote it and following the one before.")
    click.echo(f"All {len(game.log)} actions are legal, and all {throws} throws fell as both sides' shares say.")
    for line in _agreement(match):
        click.echo(line)
    if game.result is None:
        click.echo("The game goes on.")
    else:
        click.echo(f"{game.result.winner or 'Nobody'} wins ({game.result.level}): {game.result.reason}")


# -- telling ---------------------------------------------------------------------------------------------------


def _name(name: str) -> str:
    if not name.isprintable() or not 0 < len(name.strip()) <= 60:
        raise BadInput("--name", "must be 1 to 60 printable characters")
    return name.strip()


def _fresh(seat: Path) -> None:
    if seat.exists():
        raise BadInput(str(seat), "there is a file of that name already")


def _load(file: Path) -> Seat:
    from front1914.mail.seat import Seat

    with about(file):
        return Seat.load(file)


def _agreement(match: Match) -> list[str]:
    from front1914.mail.keys import fingerprint

    agreed, info = match.agreement, match.game.title.info
    scenario = next(s.name for s in info.scenarios if s.id == agreed.scenario)
    people = [
        f"{hand.name} plays {', '.join(match.sides(person))}; key {fingerprint(hand.key)}"
        for person, hand in enumerate(match.hands)
    ]
    if len(people) == 1:
        people.append(f"Who accepts plays {', '.join(match.sides(1))}.")
    honour = [HONOUR] if agreed.honour else []
    return [f"{info.name}, {scenario}", *people, f"Dice: {agreed.dice}: {DICE[agreed.dice]}.", *honour]


def _eyes(mine: Seat) -> str:
    """Through whose eyes the game is shown: those of my side that decides, else of my first."""
    decision, sides = mine.match.game.decision, mine.match.sides(mine.person)
    return decision.side if decision is not None and decision.side in sides else sides[0]


def _show(mine: Seat, events: list[Event], as_json: bool) -> None:
    match = mine.match
    due = mine.mine and (match.may_send(mine.person))
    if as_json:
        more = {"letter": match.number, "mine": mine.mine, "to_send": due, "decided": len(mine.draft)}
        emit(report.plain(match.game, _eyes(mine), events) | more)
        return
    report.show(match.game, _eyes(mine), events)
    if due:
        click.echo("\nYour letter can go: `front1914 mail send`.")
    elif not mine.mine and not match.over:
        click.echo("\nThe other has to write now.")


def _send(seat: Path, mine: Seat, letter: Path | None, as_json: bool, word: str) -> None:
    mine.send()
    mine.save(seat)  # first: a letter that went and is not kept here could be written another time
    _sent(seat, mine, letter, as_json, word)


def _sent(seat: Path, mine: Seat, letter: Path | None, as_json: bool, word: str) -> None:
    from front1914.mail.seat import keep

    number = max(n for n in range(mine.match.number) if n % 2 == mine.person)
    file = letter or seat.parent / f"letter-{number}.f14mail"
    keep(file, mine.last())
    if as_json:
        emit({"letter": str(file), "number": number, "over": mine.match.over})
    else:
        click.echo(f"{file} is written. {word}")

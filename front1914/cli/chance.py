"""Exact odds, and counts of what can happen: odds, perft."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

import front1914
from front1914 import BadInput, BadPosition, Game, Odds
from front1914.cli.common import (
    FILE,
    about,
    at_option,
    console,
    emit,
    json_option,
    load,
    parse_actions,
    read_position,
)

MAGIC = b"front1914 "
BAR = 40  #: characters of the longest bar
EIGHTHS = " ▏▎▍▌▋▊▉"


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[TITLE] FILE [TARGET [UNIT] ... | VERB [ARG] ...]")
@click.option("--throws", is_flag=True, help="List the single situations with the throws that lead there.")
@at_option
@json_option
def odds(words: tuple[str, ...], throws: bool, at: int | None, as_json: bool) -> None:
    """Exactly where an attack, or any actions and then chance, lead.

    FILE is a saved game or a position (JSON; a position may also be given as TITLE FILE). Everything in it counts,
    secrets included. With a TARGET it is the result of an attack there, by the units named or by all who may take
    part together; with actions, whatever they lead to up to the next decision of a side.

    \b
    front1914 odds schlieffens_war position.json 0812
    front1914 odds schlieffens_war position.json 0812 g-1-II g-1-III
    front1914 odds game.f14 to 0812 unit g-1-II commit
    """
    game, rest = _game(words, at)
    file = next(word for word in words if Path(word).is_file())
    with about(file):
        if rest and rest[0].partition(":")[0] not in game.title.verbs:
            found, actions, note = game.attack_odds(*rest)
        else:
            actions, note = tuple(parse_actions(game, rest)), ""
            found = game.odds(*actions)
        by = found.by()
    if as_json:
        emit({"actions": [list(action) for action in actions], "note": note} | _plain(found, by))
    else:
        if note:
            console().print(f"{' '.join(map(str, actions))}\n{note}\n", style="dim")
        _chart(found, by, throws)


def _game(words: tuple[str, ...], at: int | None) -> tuple[Game, tuple[str, ...]]:
    """The game that the first word or two name, and the other words."""
    if Path(words[0]).is_file():
        title, name, rest = None, words[0], words[1:]
    elif len(words) > 1 and Path(words[1]).is_file():
        title, name, rest = words[0], words[1], words[2:]
    else:
        raise BadInput(words[0], "No such file or directory")
    file = Path(name)
    with file.open("rb") as start:
        is_save = start.read(len(MAGIC)) == MAGIC
    if is_save:
        return load(file, at), rest
    if at is not None:
        raise click.UsageError("a position has no log: --at is for saved games")
    with about(file):
        position = read_position(file)
        if isinstance(position, dict) and title is not None and position.setdefault("title", title) != title:
            raise BadPosition("title", f"this is a position of {position['title']}, not of {title}")
        return front1914.from_position(position, dice="manual"), rest


def _plain(found: Odds, by: dict[str, Fraction]) -> dict[str, Any]:
    return {
        "outcomes": [{"outcome": k, "probability": str(p), "value": float(p)} for k, p in by.items()],
        "situations": [
            {
                "probability": str(branch.probability),
                "value": float(branch.probability),
                "throws": [list(action) for action in branch.throws],
                "deciding": None if branch.game.decision is None else branch.game.decision.side,
            }
            for branch in found
        ],
    }


def bar(share: float, longest: float) -> str:
    """A bar of eighths of a character."""
    eighths = round(share / longest * BAR * 8) if longest else 0
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _chart(found: Odds, by: dict[str, Fraction], throws: bool) -> None:
    from rich.table import Table

    out = console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name, justify in (("outcome", "left"), ("chance", "right"), ("exactly", "right"), ("", "left")):
        table.add_column(name, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    longest = float(max(by.values()))
    for name, chance in by.items():
        table.add_row(name, f"{float(chance):.1%}", str(chance), bar(float(chance), longest))
    out.print(table)
    number = len(found)
    out.print(f"\n{number} situation{'s' * (number != 1)} can come about; the chances are exact.", style="dim")
    if throws:
        for branch in sorted(found, key=lambda b: -b.probability):
            way = " ".join(str(action.arg) for action in branch.throws) or "no throw"
            name = branch.game.title.outcome(branch.game.state)
            out.print(f"  {float(branch.probability):6.1%}  {name}  ({way})")


@click.command()
@click.argument("file", type=FILE)
@click.argument("depth", type=click.IntRange(min=1))
@click.option("--divide", is_flag=True, help="The deepest count by first decision, to find a difference.")
@json_option
def perft(file: Path, depth: int, divide: bool, as_json: bool) -> None:
    """Count the sequences of 1 to DEPTH decisions from the position in FILE (JSON or text), dice among them.

    Each way in which chance may fall counts as a decision.
    """
    from front1914.analysis.perft import divide as by_first
    from front1914.analysis.perft import perft as count

    with about(file):
        game = front1914.from_position(read_position(file), dice="manual")
    if divide:
        found = dict(by_first(game, depth))
        emit(found) if as_json else click.echo("\n".join(f"{name}: {n:,}" for name, n in found.items()))
        return
    counts = count(game, depth)
    emit(counts) if as_json else click.echo("\n".join(f"{n}: {all_:,}" for n, all_ in enumerate(counts, 1)))

"""The review of a finished game on the terminal."""

from __future__ import annotations

from pathlib import Path

import click

import front1914
from front1914 import Review
from front1914.cli.common import FILE, about, console, emit, json_option, load


@click.command()
@click.argument("file", type=FILE)
@json_option
def review(file: Path, as_json: bool) -> None:
    """What decided the finished game in FILE: the course of the score, turning points, battles, luck and losses.

    Chances are told for the first side, where games of the scenario were played to calibrate them; else what the
    judgement of the title says, in steps of average infantry.
    """
    game = load(file)
    with about(file):
        found = front1914.review(game)
    if as_json:
        emit(found)
        return
    _verdict(found)
    _course(found)
    _battles(found)


def _verdict(found: Review) -> None:
    out = console()
    out.print(f"{found['winner'] or 'Nobody'} wins ({found['level']}): {found['reason']}", style="bold")
    for meter in found["meters"]:
        needed = f", needed {meter['needed']}" if meter["needed"] else ""
        out.print(f"  {meter['name']}: {meter['value']}{needed}")
    unit = "%" if found["unit"] == "chance" else " steps"
    for point in found["points"]:
        out.print(f"  {point['number']}. turn {point['turn']} ({point['change']:+g}{unit}): {point['text']}")


def _course(found: Review) -> None:
    """A row for each moment between two turns."""
    from rich.table import Table

    first = found["sides"][0]
    table = Table(box=None, pad_edge=False)
    for head in ("after turn", found["score"], f"{first} ({found['unit']})", "lost"):
        table.add_column(head, justify="left" if head == "lost" else "right")
    for turn in found["turns"]:
        lost = ", ".join(f"{nation} {steps}" for nation, steps in turn["lost"].items())
        figures = ["" if figure is None else f"{figure:g}" for figure in (turn["score"], turn["chance"])]
        table.add_row(str(turn["turn"]), *figures, lost)
    out = console()
    out.print()
    out.print(table)


def _battles(found: Review) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for head in ("turn", "battle", "attacker", "odds", "losses", "change", "of it luck"):
        table.add_column(head, justify="right" if head in ("turn", "change", "of it luck") else "left")
    for battle in found["battles"]:
        losses = ", ".join(f"{side} {steps}" for side, steps in battle["losses"].items())
        words = [battle["name"], battle["attacker"], battle["odds"], losses]
        table.add_row(str(battle["turn"]), *words, f"{battle['change']:+g}", f"{battle['luck']:+g}")
    out = console()
    out.print(f"\nBattles that mattered, of {found['fought']}")
    out.print(table)
    luck = found["luck"]
    which = "all throws" if luck["whole"] else "the throws of these battles"
    out.print(f"\nLuck of {found['sides'][0]} in {which}: {luck['luck']:+g}")

"""Events as sentences of the log. What is in braces is looked up by the title's nouns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from front1914.titles.der_weltkrieg.sequence import PHASE_NAMES

SIDES = {"central": "The Central Powers", "entente": "The Entente"}
ADJECTIVES = {"central": "Central", "entente": "Entente"}
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November")
MONTH_NAMES = (*MONTHS, "December")


def listed(names: list[str]) -> str:
    """Names as a sentence has them."""
    if not names:
        return "Nobody"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def does(names: list[str], verb: str) -> str:
    """Who does something, in the right number."""
    first, _, rest = verb.partition(" ")
    return f"{listed(names)} {verb if len(names) > 1 else f'{first}s {rest}'.strip()}"


def where(e: dict[str, Any]) -> str:
    """The place of an event, if it has one."""
    return f" in {e['hex']}" if e["hex"] != -1 else ""


def turn_name(year: int, month: int, turn: int) -> str:
    """A turn as a player reads it."""
    return f"{MONTH_NAMES[month - 1]} {year}, " + (f"turn {turn}" if turn else "Monthly Special Turn")


Story = str | Callable[[dict[str, Any]], str]
STORIES: dict[str, Story] = {
    "turn": lambda e: f"{turn_name(e['year'], e['month'], e['turn'])}.",
    "phase": lambda e: f"{ADJECTIVES[e['side']]} {PHASE_NAMES[e['phase']]} Phase.",
    "eliminated": lambda e: f"{e['unit']} is eliminated{where(e)}.",
    "lost": lambda e: f"{e['unit']} is lost for good{where(e)}.",
    "overrun": "{unit} is overrun in {hex}.",
    "march": lambda e: f"{does(e['units'], 'move')} from {e['path'][0]} to {e['to']}.",
    "train": lambda e: f"{e['unit']} goes by rail from {e['path'][0]} to {e['to']}.",
    "repaired": "{unit} repairs the railway in {hex}.",
    "capacity_lost": lambda e: f"All cities of the {e['nation']} nation are lost, and with them its Rail Capacity.",
    "arrived": "{unit} arrives in {hex}.",
    "marker": "{number} Supply Points arrive in {hex}.",
    "supplied": "{unit} receives {number} Supply Points.",
    "withdrawn": "{unit} is withdrawn.",
    "returned": "{unit} returns to the army in {hex}.",
    "recombined": "{unit} receives {number} Strength Points from {other}.",
    "rail_cut": "The railway in {hex} is cut.",
}

"""What is told of combats, sieges and trenches, as sentences of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Story = str | Callable[[dict[str, Any]], str]


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}" if number else "nothing"


def _names(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) if names else "Nobody"


def _verb(names: list[str], verb: str) -> str:
    return verb if len(names) > 1 else f"{verb}s"


def _reckoned(e: dict[str, Any], who: str) -> str:
    reasons = "; ".join(text for _, _, text in e["notes"])
    adjust = f", {e['adjust']:+d} to the die" if e["adjust"] else ""
    return f"{who}: {e['points']} point{'' if e['points'] == 1 else 's'}{adjust}{f' ({reasons})' if reasons else ''}."


STORIES: dict[str, Story] = {
    "attack": lambda e: f"{_names(e['units'])} {_verb(e['units'], 'attack')} {e['hex']}.",
    "evades": lambda e: f"{_names(e['units'])} {_verb(e['units'], 'leave')} {e['hex']} before the attack.",
    "terrain": lambda e: f"The defender of {e['hex']} relies on {str(e['terrain']).replace('_', ' ')} terrain.",
    "strength": lambda e: _reckoned(e, "The attack"),
    "counter_strength": lambda e: _reckoned(e, "The counterattack"),
    "attack_result": lambda e: f"The attack throws {e['die']}: the defender must lose {_points(e['points'])}.",
    "counter_result": lambda e: f"The counterattack throws {e['die']}: the attacker must lose {_points(e['points'])}.",
    "driven": lambda e: f"The units in {e['hex']} must retreat ({e['rule']}).",
    "stands": "The defender of {hex} stands.",
    "declares_retreat": "The defender of {hex} will retreat.",
    "loss": lambda e: f"{e['unit']} loses {_points(e['points'])}.",
    "retreat": lambda e: f"{_names(e['units'])} must leave {e['hex']}.",
    "retreats": "{unit} retreats to {to}.",
    "surrenders": "{unit} surrenders in {hex}.",
    "interned": "{unit} is interned across the border from {hex}.",
    "last_stand": lambda e: f"{_names(e['units'])} {_verb(e['units'], 'attack')} out of {e['hex']} on all sides.",
    "advance": "{unit} advances into {hex}.",
    "abandoned": "{unit} in {hex} is abandoned.",
    "drafted": lambda e: f"The garrison of {e['hex']} gives up {_points(e['points'])} of replacements.",
    "siege": lambda e: f"{e['unit']}: {e['dice']} is thrown; it {'surrenders' if e['fallen'] else 'holds out'}.",
    "open_city": "{hex} declares itself an open city.",
    "construction": "Construction of a trench begins in {hex}.",
    "trench": "The trench in {hex} is complete.",
    "horses_died": "{unit} in {hex} has lost its horses.",
}

"""Situations for the tests, each set up in a few lines.

    game = situation({"g-2-X": "1109", "f-5-I": ("1111", "fatigued", "out")}, side="german", step="move", turn=3)

A unit is given by its hex, or by its hex and any of: a number of steps, a morale (fatigued, normal, elan), a supply
state (in, fortress, out), a flag (marched, probed, attacked, defended). Everything else is as in `position`. Fog of war
is off unless asked for. Nobody else is in the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import front1914
from front1914 import Game
from front1914.titles.schlieffens_war.world import UNITS

MORALE = ("fatigued", "normal", "elan")
SUPPLY = ("in", "fortress", "out")
Placed = str | tuple[str | int, ...]


def row(placed: Placed) -> dict[str, Any]:
    """A unit's row of a position."""
    place, *marks = (placed,) if isinstance(placed, str) else placed
    found: dict[str, Any] = {"at": place}
    for mark in marks:
        if isinstance(mark, int):
            found["steps"] = mark
        elif mark in MORALE:
            found["morale"] = mark
        elif mark in SUPPLY:
            found["supply"] = mark
        else:
            found[mark] = 1
    return found


def position(
    units: Mapping[str, Placed],
    *,
    side: str = "german",
    step: str = "move",
    turn: int = 2,
    fog: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """A position; `more` holds further entries: control, plan17, paris, flow, options ..."""
    options = {"fog": fog} | more.pop("options", {})
    found = {"title": "schlieffens_war", "scenario": "campaign", "options": options, "turn": turn, "active": side}
    moment = {} if "flow" in more or "result" in more else {"step": step, "side": side}
    return found | moment | {"units": {unit: row(placed) for unit, placed in units.items()}} | more


def situation(
    units: Mapping[str, Placed], *, dice: Sequence[str | int] | None = None, seed: int = 1914, **more: Any
) -> Game:
    """A game at that position; `dice` are the next throws, else they come from the seed."""
    game = front1914.from_position(position(units, **more), seed=seed, dice="manual" if dice is not None else "seeded")
    if dice is not None:
        game.script_dice(dice)
    return game


def where(game: Game, unit: str) -> str:
    """The hex or box of a unit."""
    return str(game.position()["units"].get(unit, {}).get("at", "absent"))


def args(game: Game, verb: str) -> list[Any]:
    """What the decision offers for a verb."""
    assert game.decision is not None
    return [action.arg for action in game.decision.actions if action.verb == verb]


def refused(game: Game, verb: str, arg: str | int | None = None) -> str:
    """The rule that forbids an action; fails if it is allowed."""
    reason = game.why_not(verb, arg)
    assert reason is not None, f"{verb} {arg} is allowed"
    return reason.rule


def mark(game: Game, unit: str, column: str) -> int:
    """A number of a unit: steps, morale, supply, spent ..."""
    return int(getattr(game.state, column)[UNITS.number(unit)])

"""Situations for the tests, each set up in a few lines.

    game = situation({"g-3": "2816", "f-88T": ("2817", 3), "g-HQ-1": ("2917", "supply 40")}, step="move")

A unit is given by its hex, or by its hex and any of: a strength (a number), "supply n", a flag (entrained, moved,
arrived, retreated ...). Units stand at the strength of their front unless a number says otherwise. Everything else is
as in `position`. Nobody else is in the game; Luxembourg, the Netherlands and Switzerland are neutral, everybody else
is at war.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import front1914
from front1914 import Game
from front1914.titles import register
from front1914.titles.der_weltkrieg import load
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import FRONT, UNITS
from tests.titles.asking import args as args
from tests.titles.asking import asked as asked
from tests.titles.asking import happened as happened
from tests.titles.asking import refused as refused
from tests.titles.asking import verbs as verbs

register(load())
Placed = str | tuple[str | int, ...]
NEUTRAL = ("luxembourg", "dutch", "swiss")


def row(unit: str, placed: Placed) -> dict[str, Any]:
    """A unit's row of a position."""
    place, *marks = (placed,) if isinstance(placed, str) else placed
    found: dict[str, Any] = {"at": place, "strength": FRONT[UNITS.number(unit)]}
    for mark in marks:
        if isinstance(mark, int):
            found["strength"] = mark
        elif " " in mark:
            key, _, value = mark.partition(" ")
            found[key] = int(value)
        else:
            found[mark] = 1
    return found


def position(
    units: Mapping[str, Placed],
    *,
    side: str = "central",
    step: str = "move",
    neutral: Sequence[str] = NEUTRAL,
    nations: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A position; `more` holds further entries: year, month, turn, hexes, hexsides, flow, options, scenario ..."""
    found: dict[str, Any] = {"title": "der_weltkrieg", "scenario": "schlieffen_plan", "active": side}
    rows: dict[str, dict[str, Any]] = {nation: {"war": 0} for nation in neutral}
    for nation, cells in (nations or {}).items():
        rows[nation] = {**rows.get(nation, {}), **cells}
    moment = {} if "flow" in more or "result" in more else {"step": step, "side": side}
    placed = {unit: row(unit, where) for unit, where in units.items()}
    return found | moment | {"units": placed, "nations": rows} | more


def situation(
    units: Mapping[str, Placed], *, dice: Sequence[str | int] | None = None, seed: int = 1914, **more: Any
) -> Game:
    """A game at that position; `dice` are the next throws, else they come from the seed."""
    game = front1914.from_position(position(units, **more), seed=seed, dice="manual" if dice is not None else "seeded")
    if dice is not None:
        game.script_dice(dice)
    return game


def bare(units: Mapping[str, Placed], **more: Any) -> DWState:
    """The state of such a position, for functions that ask a state."""
    state: DWState = situation(units, **more).state
    return state


def unit(word: str) -> int:
    """The number of a unit."""
    return UNITS.number(word)


def hexes(*words: str) -> list[int]:
    """The numbers of hexes."""
    return [HEXES.number(word) for word in words]


def where(game: Game, unit: str) -> str:
    """The hex or box of a unit."""
    return str(game.position()["units"].get(unit, {}).get("at", "absent"))


def strength(game: Game, unit: str) -> int:
    """The Strength Points of a unit."""
    return int(game.state.strength[UNITS.number(unit)])


def mark(game: Game, unit: str, column: str) -> int:
    """A number of a unit: spent, supply, deeds ..."""
    return int(getattr(game.state, column)[UNITS.number(unit)])

"""Situations for the tests, each set up in a few lines.

    game = situation({"g-II": "K19", "f-I": ("K20", "3-7-3"), "g-420-1": ("Q19", "left")}, side="german", step="combat")

A unit is given by its hex, or by its hex and any of: the printed factors of its step, a bank (left, right, middle), a
flag (hidden, out, attacked, defended, replaced, near, moved). Of several units in a hex the first named lies on top.
Everything else is as in `position`. Nobody else is in the game; Belgium and Holland are at war from turn 1 on, unless
`invaded` says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import front1914
from front1914 import Game
from front1914.titles.fixed_1914.world import CHAIN, UNITS
from tests.titles.asking import args as args
from tests.titles.asking import asked as asked
from tests.titles.asking import happened as happened
from tests.titles.asking import refused as refused
from tests.titles.asking import verbs as verbs

BANKS = ("left", "right", "middle")
Placed = str | tuple[str, ...]
AT_WAR = {"belgium": 1, "holland": 1, "luxembourg": 1}


def row(unit: str, placed: Placed) -> dict[str, Any]:
    """A unit's row of a position."""
    place, *marks = (placed,) if isinstance(placed, str) else placed
    found: dict[str, Any] = {"at": place}
    for mark in marks:
        if mark in BANKS:
            found["bank"] = mark
        elif mark == "out":
            found["supply"] = 1
        elif "-" in mark:
            found["step"] = CHAIN[UNITS.number(unit)].step(mark)
        else:
            found[mark] = 1
    return found


def rows(units: Mapping[str, Placed]) -> dict[str, dict[str, Any]]:
    """All rows; in each hex the first named lies on top."""
    found, heights = {}, dict[str, int]()
    for unit, placed in units.items():
        line = found[unit] = row(unit, placed)
        order = heights.get(line["at"], 0)
        heights[line["at"]] = order + 1
        if order and line["at"][0].isupper():
            line["order"] = order
    return found


def position(
    units: Mapping[str, Placed],
    *,
    side: str = "german",
    step: str = "move",
    turn: int = 2,
    invaded: Mapping[str, int] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A position; `more` holds further entries: control, taken, released, flow, options ..."""
    found = {"title": "fixed_1914", "scenario": "campaign", "turn": turn, "active": side}
    found |= {"invaded": AT_WAR if invaded is None else invaded}
    moment = {} if "flow" in more or "result" in more else {"step": step, "side": side}
    return found | moment | {"units": rows(units)} | more


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


def factors(game: Game, unit: str) -> str:
    """The printed factors of its present step."""
    u = UNITS.number(unit)
    return CHAIN[u].labels[game.state.step[u]]


def mark(game: Game, unit: str, column: str) -> int:
    """A number of a unit: step, supply, spent ..."""
    return int(getattr(game.state, column)[UNITS.number(unit)])

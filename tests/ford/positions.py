"""Situations of the Ford in one line."""

from __future__ import annotations

from typing import Any

import front1914
from front1914 import Game


def ford(step: str = "move", side: str = "blue", dice: str = "manual", **units: Any) -> Game:
    """A campaign game in which only the named units stand on the map: b1="0301" or b1={"at": ..., "steps": 1}."""
    rows = {u: {"at": row} if isinstance(row, str) else row for u, row in units.items()}
    return front1914.from_position({"title": "ford", "step": step, "side": side, "units": rows}, seed=1, dice=dice)


def after(game: Game, *actions: str) -> Game:
    """The game after actions written as "unit b1", "to 0302", "die 4"."""
    for text in actions:
        verb, _, word = text.partition(" ")
        game.act(verb, int(word) if verb == "die" else word or None)
    return game

"""A piece of open ground for combats, and how to fight through one in a few words.

Around CENTRE everything is clear and dry, two hexes deep. The Entente's edge of the map lies to the north, that of the
Central Powers to the south; nothing in CENTRE keeps anybody from being driven out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from front1914 import Game
from front1914.titles.der_weltkrieg.combat.battle import Battle, battle
from tests.titles.der_weltkrieg.positions import Placed, situation

CENTRE, N, NE, SE, S, SW, NW = "5004", "5003", "5104", "5105", "5005", "4905", "4904"
FAR_N, FAR_S = "5002", "5006"
#: what is answered until somebody has to decide something else
USUAL = {"terrain": None, "defend": "commit", "stand": "stand", "counter": "commit", "evade": "done"}


def arena(units: Mapping[str, Placed], *dice: int, step: str = "combat", **more: Any) -> Game:
    """Units around the centre; the dice of attack and counterattack."""
    return situation(units, step=step, dice=dice or None, **more)


def supplied(units: Mapping[str, Placed]) -> dict[str, Placed]:
    """The same with a Headquarters behind each side, with enough Supply Points."""
    return {"g-1A": (FAR_S, "supply 90"), "f-1A": (FAR_N, "supply 90"), **units}


def attack(game: Game, target: str, *units: str) -> Game:
    """Declares an attack."""
    game.act("to", target)
    for unit in units:
        game.act("unit", unit)
    game.act("commit")
    return game


def until(game: Game, *steps: str, **answers: str) -> Game:
    """Goes on with the usual answers until one of the steps is asked; `answers` replace them."""
    for _ in range(60):
        decision = game.decision
        assert decision is not None
        if decision.step in steps:
            return game
        answer = answers.get(decision.step, USUAL.get(decision.step))
        if (answer is None and decision.step == "terrain") or answer is None:
            game.act(*_first(game))
        else:
            verb, _, arg = answer.partition(" ")
            if arg:
                game.act(verb, arg)
            else:
                game.act(verb)
    raise AssertionError("the combat does not come to that")


def _first(game: Game) -> tuple[str, Any]:
    decision = game.decision
    assert decision is not None
    action = decision.actions[0]
    return action.verb, action.arg


def record(game: Game) -> Battle:
    """The Combat that is being fought."""
    return battle(game.state)


def dm(game: Game, nation: str) -> int:
    """Demoralization Points of a nation."""
    return int(game.position()["nations"].get(nation, {}).get("demoralization", 0))


def steps_of(game: Game, most: int = 40) -> list[tuple[str, str]]:
    """Who is asked what, with the usual answers, until the next attack can be declared."""
    found: list[tuple[str, str]] = []
    for _ in range(most):
        decision = game.decision
        if decision is None or decision.step in ("attack", "move") or decision.side == "chance":
            break
        found.append((decision.side, decision.step))
        until_next = USUAL.get(decision.step)
        game.act(until_next) if until_next else game.act(*_first(game))
    return found


def shares(game: Game, units: Sequence[str]) -> list[int]:
    """The strengths of some units."""
    rows = game.position()["units"]
    return [int(rows[unit].get("strength", 0)) for unit in units]

"""A place to fight: a clear hex without rivers, its six neighbours, and a quarrel far away that keeps the phase open.

CENTRE is attacked; RING are its neighbours clockwise from the north-east. The pair of corps at 2610 and 2611 is there
so that the Combat Phase does not end with the one attack under test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from front1914 import Game
from tests.titles.schlieffens_war.positions import Placed, situation

CENTRE = "2316"
NE, E, SE, SW, W, NW = RING = ("2215", "2315", "2415", "2416", "2317", "2216")
QUARREL: dict[str, Placed] = {"g-7-ERS": "2610", "f-1-1GRD": "2611"}


def arena(
    units: Mapping[str, Placed], *, side: str = "german", dice: Sequence[int] = (), step: str = "attack", **more: Any
) -> Game:
    """A situation in which the side may declare an attack."""
    return situation({**QUARREL, **units}, side=side, step=step, dice=list(dice), **more)


def declare(game: Game, target: str, *units: str) -> None:
    """Names a target and the attackers."""
    game.act("to", target)
    for unit in units:
        game.act("unit", unit)


def attack(game: Game, target: str, *units: str) -> None:
    """Declares an attack and commits it."""
    declare(game, target, *units)
    game.act("commit")


def step(game: Game) -> tuple[str, str]:
    """Who is asked what."""
    assert game.decision is not None
    return game.decision.side, game.decision.step


def shifts(game: Game) -> list[tuple[int, str]]:
    """The shifts of the attack that was resolved last, as (columns, rule); those of nothing left out."""
    found = next(e for e in reversed(game.events) if e.kind == "odds")
    return [(amount, rule) for amount, rule, _ in found.data["shifts"] if amount]


def final_odds(game: Game) -> str:
    """The odds of the attack that was resolved last."""
    return str(next(e for e in reversed(game.events) if e.kind == "odds").data["odds"])


def happened(game: Game, kind: str) -> list[dict[str, Any]]:
    """What was told of some kind of event."""
    return [event.data for event in game.events if event.kind == kind]

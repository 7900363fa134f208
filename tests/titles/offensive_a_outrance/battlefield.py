"""Attacks for the tests: open ground, Depots that bring Ammo, and ways to get from one question to the next."""

from __future__ import annotations

from typing import Any

from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import HEXES, ON_RAIL
from front1914.titles.offensive_a_outrance.combat.battle import CALM, Battle
from front1914.titles.offensive_a_outrance.world import MOST_SR, UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    situation,
)

#: trains run everywhere, a Depot of either side is near: everybody has Ammo
RAILS = {str(HEXES[h]): {"operational": 3} for h in members(ON_RAIL)}
DEPOTS: dict[str, Placed] = {"f-dSECOND": "52.54", "g-dSIXTH": "58.51"}
T = "55.53"  #: open ground, all around it open and on one level
RING = ("54.53", "55.54", "54.52", "55.52", "56.52", "56.53")


def h(word: str) -> int:
    return HEXES.number(word)


def units(*words: str) -> tuple[int, ...]:
    return tuple(UNITS.number(word) for word in words)


def field(placed: dict[str, Placed], *, step: str = "attack", supply: bool = True, **more: Any) -> Game:
    """An attack phase with Depots that serve the French Second and the German Sixth Army."""
    more.setdefault("phase", "attack")
    more.setdefault("side", "allied")
    more.setdefault("turn", 6)  # 21.1 is over
    ground_ = {**RAILS, **more.pop("hexes", {})}
    if "dice" in more:
        more["dice"] = [int(die) if str(die).isdecimal() else die for die in more["dice"]]
    return situation({**(DEPOTS if supply else {}), **placed}, step=step, hexes=ground_, **more)


def in_retreat(placed: dict[str, Placed], *frames: list[Any], **more: Any) -> Game:
    """The flow of an attack phase of the German, with some frames on top."""
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["attack"], *frames]
    more.setdefault("turn", 6)
    return situation(placed, flow=flow, phase="attack", phasing="german", active="german", hexes=RAILS, **more)


def indicate(game: Game, target: str, *attackers: str) -> None:
    game.act("to", target)
    for unit in attackers:
        game.act("unit", unit)
    game.act("done")


def carry_on(game: Game, bold: tuple[bool, bool] = (False, False)) -> None:
    """Goes on through what is asked before and after the dice, until something else is asked."""
    while game.decision is not None:
        step = game.decision.step
        if step == "intensity":
            game.act("intense" if bold[game.state.flow[-1][1]] else "calm")
        elif step in ("hold", "lend"):
            game.act("done")
        elif step == "ammo":
            game.act("provide")
        else:
            break


def settle(game: Game) -> None:
    """Takes the first answer to every question about losses and retreats."""
    carry_on(game)
    while game.decision is not None and game.decision.step in ("loss", "retreat", "rally"):
        actions = game.decision.actions
        game.act(next((action for action in actions if action.verb in ("done", "stay")), actions[0]))
        carry_on(game)


def fight(
    placed: dict[str, Placed],
    *attackers: str,
    target: str = T,
    dice: list[str | int],
    bold: tuple[bool, bool] = (False, False),
    **more: Any,
) -> Game:
    """One attack, up to the first question about something else than intensity."""
    game = field(placed, dice=dice, **more)
    indicate(game, target, *attackers)
    game.act("done")
    carry_on(game, bold)
    return game


def record(column: str, white: int, black: int, bold: tuple[int, int] = (CALM, CALM)) -> Battle:
    """A battle at some odds with some dice."""
    attack, defence = (int(part) for part in column.split(":"))
    return Battle("battle", 0, (), attack=attack * 4, defence=defence * 4, dice=(white, black), bold=bold)


def belgian_divisions() -> list[int]:
    from front1914.titles.offensive_a_outrance.world import IS_DIVISION, IS_FORMATION, NATION

    return [
        u for u in UNITS.numbers if NATION[u] == "belgian" and IS_DIVISION[u] and IS_FORMATION[u] and MOST_SR[u] >= 3
    ]

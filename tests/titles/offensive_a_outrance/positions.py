"""Situations for the tests, each set up in a few lines.

    game = situation({"f-14/7": "54.70", "g-Bodungen": ("55.70", "55.71"), "f-66r": ("54.71", "sr 1", "ce CI")})

A unit is given by its hex, or by its hex and any of: a second hex (Two-Hex Status), "sr N" reductions, "ce S" a
status (-1, -2, -3, CI, D1, D2), "pa H" a Prepared Attack marker, "spent N", "owed N", "done N", "assigned U", "army A",
"corps C", "task T" (recover, dig), "inactive N", or a flag (face, rolled). Its army and corps are those of the order of
battle unless said otherwise. Nobody else is on the map. `held` says what a side controls: "all", or hexes; without it
every side controls its own country.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import front1914
from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import HEXES, IN, OPEN
from front1914.titles.offensive_a_outrance.state import SIZE
from front1914.titles.offensive_a_outrance.world import ARMIES, CORPS, START_ARMY, START_CORPS, UNITS
from tests.titles.asking import args as args
from tests.titles.asking import asked as asked
from tests.titles.asking import happened as happened
from tests.titles.asking import refused as refused
from tests.titles.asking import verbs as verbs

Placed = str | tuple[str, ...]
NUMBERS = ("sr", "spent", "owed", "done", "inactive", "did", "ammo", "due", "routine")
WORDS = ("trip", "ce", "pa", "assigned", "army", "corps", "task", "origin", "target", "rail", "goal", "site")


def row(unit: str, placed: Placed) -> dict[str, Any]:
    """A unit's row of a position."""
    place, *marks = (placed,) if isinstance(placed, str) else placed
    u = UNITS.number(unit)
    found: dict[str, Any] = {"at": place}
    if HEXES.find(place) is not None:
        found["origin"] = place
    if START_ARMY[u] >= 0:
        found["army"] = ARMIES[START_ARMY[u]]
    if START_CORPS[u] >= 0:
        found["corps"] = CORPS[START_CORPS[u]]
    for mark in marks:
        key, _, value = mark.partition(" ")
        if key in NUMBERS:
            found[key] = int(value)
        elif key in WORDS:
            found[key] = value or None
        elif HEXES.find(mark) is not None:
            found["second"] = mark
        else:
            found[mark] = 1
    return found


def control(held: Mapping[str, str | Iterable[str]] | None) -> dict[str, dict[str, Any]]:
    """Who controls which hexes; hexes named for one side are taken from the other."""
    found: dict[str, dict[str, Any]] = {}
    own = {"allied": IN["france"] | IN["belgium"], "german": IN["germany"] | IN["luxemburg"]}
    for side, bits in own.items():
        for h in members(bits):
            found[str(HEXES[h])] = {"control": side}
    for side, hexes in (held or {}).items():
        for word in (str(HEXES[h]) for h in members(OPEN)) if hexes == "all" else hexes:
            found[word] = {"control": side}
    return found


def position(
    units: Mapping[str, Placed],
    *,
    side: str = "allied",
    step: str = "move",
    phase: str = "movement",
    turn: int = 2,
    scenario: str = "lorraine",
    held: Mapping[str, str | Iterable[str]] | None = None,
    hexes: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A position; `more` holds further entries: bridges, armies, pools, flow, options ..."""
    found: dict[str, Any] = {"title": "offensive_a_outrance", "scenario": scenario, "turn": turn, "phase": phase}
    ground = control(held)
    for word, cells in (hexes or {}).items():
        ground[word] = {**ground.get(word, {}), **cells}
    moment = {} if "flow" in more or "result" in more else {"step": step, "side": side}
    return found | moment | {"units": {u: row(u, at) for u, at in units.items()}, "hexes": ground} | more


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


def both(game: Game, unit: str) -> set[str]:
    """The hexes that a unit occupies."""
    s, u = game.state, UNITS.number(unit)
    return {str(HEXES[h]) for h in s.hexes(u)}


def mark(game: Game, unit: str, column: str) -> int:
    """A number of a unit: sr, ce, spent ..."""
    return int(getattr(game.state, column)[UNITS.number(unit)])


def on_map(game: Game) -> set[str]:
    """Every unit on the map."""
    return {str(UNITS[u]) for u, place in enumerate(game.state.at) if place < SIZE}

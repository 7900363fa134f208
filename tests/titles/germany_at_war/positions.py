"""Situations for the tests, each set up in a few lines.

    game = situation({"G1-L1": "9", "G1-I1": ("9", 2), "BA-I1": ("8", "isolated")}, side="german")

A block is given by its Area (or box), or by its Area and any of: a face (0 is full strength), a flag (isolated, acted,
impetus), a way of being shown (activated, attacker). Nobody else is in the game, and no Garrison is on the map unless
`forts` says so. A situation begins with an Impulse of the side: the Isolation Check is made, and the Action is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import front1914
from front1914 import Game
from front1914.titles.germany_at_war.world import AREAS, BLOCKS

FLAGS = ("isolated", "acted", "impetus")
Placed = str | tuple[str | int, ...]


def row(placed: Placed) -> dict[str, Any]:
    """A block's row of a position."""
    place, *marks = (placed,) if isinstance(placed, str) else placed
    found: dict[str, Any] = {"at": place}
    for mark in marks:
        if isinstance(mark, int):
            found["face"] = mark
        elif mark in FLAGS:
            found[mark] = 1
        else:
            found["shown"] = mark
    return found


def position(
    blocks: Mapping[str, Placed],
    *,
    side: str = "german",
    step: str = "impulse",
    turn: int = 2,
    impulse: int = 3,
    forts: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A position; `forts` gives the Garrisons of a Fortress by Power, `more` the rest."""
    garrisons = dict(forts or {})
    found = {"title": "germany_at_war", "scenario": "campaign", "turn": turn, "impulse": impulse}
    found |= {} if "flow" in more or "result" in more else {"step": step, "side": side}
    return found | {"blocks": {u: row(placed) for u, placed in blocks.items()}, "fortresses": garrisons} | more


def situation(
    blocks: Mapping[str, Placed], *, dice: Sequence[str | int] | None = None, seed: int = 1914, **more: Any
) -> Game:
    """A game at that position; `dice` are the next draws, else they come from the seed."""
    game = front1914.from_position(position(blocks, **more), seed=seed, dice="manual" if dice is not None else "seeded")
    if dice is not None:
        game.script_dice(dice)
    return game


def play(game: Game, *actions: str) -> Game:
    """The game after actions written as "unit G1-L1", "to 9", "call 3", "done"."""
    for text in actions:
        verb, _, word = text.partition(" ")
        game.act(verb, int(word) if verb == "call" else word or None)
    return game


def tactical(game: Game, *leaders: str) -> Game:
    """A Tactical Action with these Leaders revealed where they are; a Leader with an Area rides there first."""
    play(game, "tactical")
    activate(game, *leaders)
    return play(game, "done")


def activate(game: Game, *leaders: str) -> Game:
    """Activates Leaders: "G1-L1", or "G1-L1 10" to ride there."""
    for text in leaders:
        leader, _, area = text.partition(" ")
        play(game, f"unit {leader}")
        if area:
            play(game, f"to {area}")
        if step(game)[1] == "ride":
            play(game, "reveal")
    return game


def halt(game: Game) -> Game:
    """Stops a unit that could still go on."""
    return play(game, "stop") if step(game)[1] == "march" else game


def march(game: Game, unit: str, area: str) -> Game:
    """Moves a unit and stops it."""
    return halt(play(game, f"unit {unit}", f"to {area}"))


def step(game: Game) -> tuple[str, str]:
    """Who is asked what."""
    assert game.decision is not None
    return game.decision.side, game.decision.step


def args(game: Game, verb: str) -> list[Any]:
    """What the decision offers for a verb."""
    assert game.decision is not None
    return [action.arg for action in game.decision.actions if action.verb == verb]


def verbs(game: Game) -> set[str]:
    """The verbs that the decision offers."""
    assert game.decision is not None
    return {action.verb for action in game.decision.actions}


def refused(game: Game, verb: str, arg: str | int | None = None) -> str:
    """The rule that forbids an action; fails if it is allowed."""
    reason = game.why_not(verb, arg)
    assert reason is not None, f"{verb} {arg} is allowed"
    return reason.rule


def at(game: Game, unit: str) -> str:
    """The Area or box of a block."""
    return str(game.position()["blocks"].get(unit, {}).get("at", "absent"))


def mark(game: Game, unit: str, column: str) -> int:
    """A number of a block: face, isolated, shown ..."""
    return int(getattr(game.state, column)[BLOCKS.number(unit)])


def holder_of(game: Game, area: str) -> str:
    """The Side that controls an Area."""
    return "entente" if game.state.control[AREAS.number(area)] else "german"


def valour(game: Game) -> dict[str, int]:
    """The Valour Points of each Power that has any."""
    return dict(game.position().get("valour", {}))


def discs(game: Game, fort: str) -> dict[str, int]:
    """The Garrisons of a Fortress by Power."""
    found = dict(game.position().get("fortresses", {}).get(fort, {}))
    found.pop("cut", None)
    return found


def happened(game: Game, kind: str) -> list[dict[str, Any]]:
    """What was told of some kind of event."""
    return [event.data for event in game.events if event.kind == kind]


def result(game: Game) -> tuple[int, int]:
    """The firepower of attack and defence in the last Battle."""
    found = happened(game, "result")[-1]
    return found["attack"], found["defence"]


def parts(game: Game, which: str) -> dict[str, int]:
    """What made up a firepower of the last Battle, by rule: "attack_parts" or "defence_parts"."""
    found: dict[str, int] = {}
    for amount, rule, _ in happened(game, "result")[-1][which]:
        found[rule] = found.get(rule, 0) + amount
    return found


def hits(game: Game) -> tuple[int, int]:
    """The hits of attacker and defender in the last Battle."""
    found = happened(game, "result")[-1]
    return found["attacker_hits"], found["defender_hits"]


def full(game: Game, area: str) -> bool:
    """Whether the unit on the march cannot end its move in an Area for want of room; it may pass through."""
    reason = game.why_not("to", area)
    if reason is not None:
        return reason.rule == "2.4"
    there = play(game.copy(), f"to {area}")
    return step(there)[1] == "march" and refused(there, "stop") == "2.4"


def in_supply(game: Game) -> Game:
    """Takes away every mark of Isolation, where a test needs units far from home."""
    for u in BLOCKS.numbers:
        game.state.isolated[u] = 0
    return game


def resolve(game: Game, *answers: str) -> Game:
    """Goes through a Battle to its end: no Disc, no retreat, hits spread as usual, after the given answers."""
    play(game, *answers)
    while game.result is None and step(game)[1] in ("edge", "retreat", "hit"):
        play(game, "spread" if step(game)[1] == "hit" else "done")
    return game


def attack(game: Game, target: str, *units: str, leaders: Sequence[str] = ("G1-L1",)) -> Game:
    """A Tactical Action in which units engage an Area and the Battle is chosen."""
    tactical(game, *leaders)
    for unit in units:
        march(game, unit, target)
    return play(game, "done", f"to {target}")

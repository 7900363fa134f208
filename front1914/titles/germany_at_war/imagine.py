"""Samples of what a side may not know: the blocks that it cannot read are dealt anew, as far as they can be."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from front1914.titles.germany_at_war.scenarios import SCENARIOS
from front1914.titles.germany_at_war.world import (
    ARMY,
    BLOCKS,
    DOTS,
    FACES,
    GREEN_NUMBER,
    IS_CAVALRY,
    KIND,
    POWER,
    POWERS,
    SIDE_OF,
    STRENGTH,
)

TRIES = 60  #: deals until one agrees with what the Attacker declared


def imagine(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A full position that agrees with a view."""
    told = dict(view["position"])
    position: dict[str, Any] = {"title": view["title"], "scenario": view["scenario"], "options": view["options"]}
    position |= {key: value for key, value in told.items() if key not in ("flow", "blocks", "pool", "hand")}
    position["control"] = view["control"]
    known = {word: dict(row) for word, row in told["blocks"].items()}
    slots = [piece for piece in view["pieces"] if piece.get("hidden")]
    for _ in range(TRIES):
        blocks = {**known, **_deal(view, slots, known, rng)}
        if _agrees(view, blocks):
            break
    position["blocks"] = blocks
    if view["result"] is not None:
        return position | {"result": list(view["result"].values())}
    return position | {"flow": told["flow"]}


def _deal(
    view: Mapping[str, Any], slots: Sequence[Mapping[str, Any]], known: Mapping[str, Any], rng: random.Random
) -> dict[str, dict[str, Any]]:
    """One block for each that cannot be read, those of which most is known first; then as many to the boxes."""
    told, turn = view["position"], view["turn"]
    every = SCENARIOS[view["scenario"]].blocks
    left = [u for u in sorted(every) if str(BLOCKS[u]) not in known and GREEN_NUMBER[u] <= turn]
    rng.shuffle(left)
    found: dict[str, dict[str, Any]] = {}
    for level in ("sight", "icon", "unknown"):
        for slot in sorted((s for s in slots if s["known"] == level), key=lambda s: -s["lost"]):
            fit = [u for u in left if _fits(u, slot)]
            u = next((u for u in fit if FACES[u] > slot["lost"]), fit[0])
            left.remove(u)
            found[str(BLOCKS[u])] = _row(u, slot)
    for power in POWERS:
        own = [u for u in left if POWER[u] == power]
        for box in ("hand", "pool"):
            for _ in range(told[box].get(power, 0)):
                found[str(BLOCKS[own.pop()])] = {"at": box}
    return found


def _fits(u: int, slot: Mapping[str, Any]) -> bool:
    if POWER[u] != slot["nation"]:
        return False
    if slot["known"] == "unknown":
        return True
    if ARMY[u] != slot["army"] or KIND[u] != slot["kind"]:
        return False
    return bool(slot["known"] == "icon" or (list(STRENGTH[u]) == slot["steps"] and DOTS[u] == slot["dots"]))


def _row(u: int, slot: Mapping[str, Any]) -> dict[str, Any]:
    """A block as a position writes it; steps that nobody saw it lose are taken to be there."""
    row: dict[str, Any] = {"at": slot["at"], "token": int(slot["id"][1:])}
    lost = min(slot["lost"], FACES[u] - 1)
    if lost:
        row["face"] = lost
    if slot["lost"]:
        row["last"] = slot["lost"]
    if slot["known"] != "unknown":
        row["known"] = slot["known"]
    for mark in ("isolated", "impetus"):
        if mark in slot["marks"]:
            row[mark] = 1
    if "river" in slot:
        row["river"] = slot["river"]
    return row


def _agrees(view: Mapping[str, Any], blocks: Mapping[str, Mapping[str, Any]]) -> bool:
    """7.5.1.1: what the Attacker said of his Cavalry in the Battle that goes on is true."""
    told = view["position"]
    if told["battle"] is None or told["cavalry"] < 0 or told["flow"] == []:
        return True
    riders = [
        word
        for word, row in blocks.items()
        if row["at"] == told["battle"]
        and not row.get("isolated")
        and IS_CAVALRY[BLOCKS.number(word)]
        and SIDE_OF[POWER[BLOCKS.number(word)]] == told["active"]
    ]
    shown = any(frame[0] in ("losses", "hit") for frame in told["flow"])  # by then some may be dead
    return shown or bool(riders) == bool(told["cavalry"])

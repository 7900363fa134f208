"""Samples of what is hidden: from a view alone, a full position that agrees with it.

The units that a side may not identify are dealt anew over their slots: to each slot one of its nation, kind and size
that would not lie on top of its stack. They are at full strength and sound, as nobody has seen otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.show.view import FLAT, HOME, PLACE_WORDS, kind_of
from front1914.titles.offensive_a_outrance.world import NATION, PROFICIENCY, UNITS

Row = dict[str, Any]
COPIED = ("turn", "phasing", "active", "phase", "vp", *FLAT)
LAST = 99  #: where equals lie that nobody has seen
OWNERS = ("nobody", "allied", "german")


def imagine(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A full position that agrees with the view."""
    told = view["position"]
    position: dict[str, Any] = {"title": view["title"], "scenario": view["scenario"], "options": view["options"]}
    position |= {key: told[key] for key in COPIED}
    units: dict[str, Row] = {word: dict(row) for word, row in told["units"].items()}
    dealt = _deal(told, rng)
    for slot, word in dealt.items():
        units[word] = {**told["slots"][slot]["row"], **told["unseen"][word], "order": LAST}
    position["units"] = units
    position["hexes"] = _hexes(view)
    if view["result"] is not None:
        return position | {"result": list(view["result"].values())}
    return position | {"flow": [_named(frame, dealt) for frame in told["flow"]]}


def _deal(told: Mapping[str, Any], rng: random.Random) -> dict[str, str]:
    """To each slot a unit; first where few may lie, because the one on top is of little proficiency."""
    pools: dict[tuple[str, str], list[str]] = {}
    for word in told["unseen"]:
        u = UNITS.number(word)
        pools.setdefault((NATION[u], kind_of(u)), []).append(word)
    for pool in pools.values():
        rng.shuffle(pool)
    found: dict[str, str] = {}
    slots = told["slots"]
    for slot in sorted(slots, key=lambda slot: (slots[slot]["most"], int(slot[1:]))):
        pool, most = pools[slots[slot]["nation"], slots[slot]["kind"]], slots[slot]["most"]
        word = next((w for w in pool if PROFICIENCY[UNITS.number(w)] <= most), pool[0])
        pool.remove(word)
        found[slot] = word
    return found


def _hexes(view: Mapping[str, Any]) -> dict[str, Row]:
    """The table of hexes, with what the view tells of control."""
    found = {word: dict(row) for word, row in view["position"]["hexes"].items()}
    for h in HEXES.numbers:
        word = PLACE_WORDS[h]
        owner = view["control"].get(word, OWNERS[HOME[h]])
        if owner != "nobody":
            found.setdefault(word, {})["control"] = owner
    return found


def _named(frame: Any, dealt: Mapping[str, str]) -> Any:
    """A frame with units instead of slots."""
    if isinstance(frame, list):
        return [_named(part, dealt) for part in frame]
    return dealt.get(frame, frame) if isinstance(frame, str) else frame

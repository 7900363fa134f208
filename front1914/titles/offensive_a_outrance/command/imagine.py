"""Samples of what is hidden: from a view alone, a full position that agrees with it.

The units that a side may not identify are dealt anew over their slots: to each slot one of its nation, kind and size
that would not lie on top of its stack. They are at full strength and sound, as nobody has seen otherwise.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from typing import Any

from front1914.engine.title import Title
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.position import FORM
from front1914.titles.offensive_a_outrance.show.view import FLAT, HOME, PLACE_WORDS, kind_of
from front1914.titles.offensive_a_outrance.state import OAOState, blank
from front1914.titles.offensive_a_outrance.world import NATION, PROFICIENCY, UNITS

Row = dict[str, Any]
COPIED = ("turn", "phasing", "active", "phase", "vp", *FLAT)
LAST = 99  #: where equals lie that nobody has seen
OWNERS = ("nobody", "allied", "german")
HOME_CONTROL = array("b", HOME)  #: by hex: whose country it is


def imagine(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A full position that agrees with the view."""
    return _dealt(view, rng) | {"hexes": _hexes(view)}


def imagined(title: Title, view: Mapping[str, Any], rng: random.Random) -> OAOState:
    """The state that `imagine` describes, as quickly as it can be had: most of a position are words for hexes."""
    if "state" in view:  # of an imagined game: there is nothing behind it (`inside`)
        found: OAOState = view["state"].copy()
        return found
    position, control = _dealt(view, rng) | {"hexes": view["position"]["hexes"]}, view["control"]
    was, before, old = _latest[0]
    s: OAOState = old.copy()
    s.scenario, s.options = position["scenario"], position["options"]
    FORM.reread(title, s, was, position)
    s.control[:] = old.control if control == before else _controlled(control)
    _latest[0] = position, control, s.copy()
    return s


def _controlled(told: Mapping[str, str]) -> array[int]:
    """The column of control."""
    found = HOME_CONTROL[:]
    for word, owner in told.items():
        found[HEXES.number(word)] = OWNERS.index(owner)
    return found


def _untouched() -> OAOState:
    """Nobody is on the map, and every hex belongs to its country."""
    s = blank()
    s.control[:] = _controlled({})
    return s


#: what was imagined last: the position without control, control as the view tells it, and the state
_latest: list[tuple[Mapping[str, Any], Mapping[str, str], OAOState]] = [({}, {}, _untouched())]


def _dealt(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The position without its hexes, whoever is hidden dealt anew."""
    told = view["position"]
    position: dict[str, Any] = {"title": view["title"], "scenario": view["scenario"], "options": view["options"]}
    position |= {key: told[key] for key in COPIED}
    units: dict[str, Row] = {word: dict(row) for word, row in told["units"].items()}
    dealt = _deal(told, rng)
    for slot, word in dealt.items():
        units[word] = {**told["slots"][slot]["row"], **told["unseen"][word], "order": LAST}
    position["units"] = units
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

"""6.6: samples of what fog of war hides: the hidden units are dealt anew over the hidden counters."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from front1914.titles.schlieffens_war.scenarios import SCENARIOS
from front1914.titles.schlieffens_war.stacking import MOST_CORPS, MOST_HQS
from front1914.titles.schlieffens_war.world import (
    FULL,
    HEXES,
    IS_COMBAT,
    IS_CORPS,
    IS_FORT,
    IS_HQ,
    NATION,
    ON_RAIL,
    UNITS,
)


def imagine(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A full position that agrees with a view: the hidden units are dealt anew over the hidden counters."""
    told = dict(view["position"])
    position: dict[str, Any] = {"title": view["title"], "scenario": view["scenario"], "options": view["options"]}
    position |= {key: value for key, value in told.items() if key not in ("flow", "units")}
    position["control"] = view["control"]
    units = {word: dict(row) for word, row in told["units"].items()}
    slots = [piece for piece in view["pieces"] if piece.get("hidden")]
    for nation in sorted({slot["nation"] for slot in slots}):
        own = [slot for slot in slots if slot["nation"] == nation]
        pool = [u for u in UNITS.numbers if NATION[u] == nation and not IS_FORT[u] and str(UNITS[u]) not in units]
        crowded = _crowded(told["flow"], own, units)
        for u, slot in zip(deal(own, _in_play(view, pool), units, rng, crowded), own, strict=True):
            units[str(UNITS[u])] = _guess(u, slot, units, rng)
    position["units"] = units
    if view["result"] is not None:
        return position | {"result": list(view["result"].values())}
    return position | {"flow": told["flow"]}


def _in_play(view: Mapping[str, Any], pool: list[int]) -> list[int]:
    """In a small scenario most units are not in the game."""
    rules = SCENARIOS[view["scenario"]]
    present = {*rules.forts, *rules.track, *(u for where in rules.where.values() for u in where)}
    return [u for u in pool if u in present]


def _crowded(flow: Sequence[Sequence[Any]], slots: Sequence[Mapping[str, Any]], units: Mapping[str, Any]) -> set[str]:
    """6.5: the hexes that are told to hold too many units. While their owner chooses between several, those that can
    hold too many corps."""
    if flow and flow[-1][0] == "crowds":
        places = Counter(slot["at"] for slot in slots) + Counter(row["at"] for row in units.values())
        return {at for at, count in places.items() if count > MOST_CORPS}
    return {str(frame[1]) for frame in flow if frame[0] == "overstack"}


def deal(
    slots: Sequence[Mapping[str, Any]],
    pool: Sequence[int],
    units: Mapping[str, Any],
    rng: random.Random,
    crowded: Collection[str] = (),
) -> list[int]:
    """One unit for each slot: no hex gets more than it may hold, no corps lies below an HQ, depots stand on rails.

    HQs and depots are dealt first, to where a corps would be too much, then anywhere; corps take the rest. In the
    middle of a phase a stack may hold two HQs: then the limit gives way, but no corps comes to lie below an HQ. A
    crowded hex does hold too many: corps, if it has counters enough for that, else HQs.
    """
    corps = [u for u in pool if IS_CORPS[u]]
    support = [u for u in pool if not IS_CORPS[u]]
    rng.shuffle(corps)
    rng.shuffle(support)
    places = [slot["at"] for slot in slots]
    room, hqs = _room(set(places), units)
    found: dict[int, int] = {}
    for at in sorted({*crowded} & {*places}):
        here = [i for i, place in enumerate(places) if place == at]
        seen = [UNITS.number(word) for word, row in units.items() if row["at"] == at]
        fighting = sum(IS_COMBAT[u] for u in seen)
        kinds = corps if fighting and fighting + len(here) > MOST_CORPS else [u for u in support if IS_HQ[u]]
        wanted = len(here) if kinds is corps else MOST_HQS + 1 - hqs[at]
        for i in rng.sample(here, min(wanted, len(here), len(kinds))):
            found[i] = kinds.pop(0)
            hqs[at] += IS_HQ[found[i]]

    def takers(u: int, least: int, limit: bool) -> list[int]:
        """Free slots for an HQ or a depot, in hexes with at least so many counters more than corps have room."""
        free = [i for i in range(len(slots)) if i not in found]
        count = Counter(places[i] for i in free)
        return [
            i
            for i in free
            if count[places[i]] - room[places[i]] >= least
            and (not limit or (hqs[places[i]] < MOST_HQS if IS_HQ[u] else ON_RAIL >> HEXES.number(places[i]) & 1))
        ]

    for least, limit in ((UNDER_HQ, True), (UNDER_HQ, False), (1, True), (-MOST_CORPS, True)):
        for u in [u for u in support if u not in found.values()]:
            if ways := takers(u, least, limit):
                index = rng.choice(ways)
                found[index] = u
                hqs[places[index]] += IS_HQ[u]
    rest = [*corps, *(u for u in support if u not in found.values())]
    return [found[i] if i in found else rest.pop(0) for i in range(len(slots))]


UNDER_HQ = 100  #: more than any hex has too many: no corps may be dealt there at all


def _room(places: set[str], units: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
    """By hex: corps that may lie hidden there, and HQs that are seen there."""
    room, hqs = {}, {}
    for at in places:
        seen = [UNITS.number(word) for word, row in units.items() if row["at"] == at]
        fighting = sum(IS_COMBAT[u] for u in seen)
        room[at] = MOST_CORPS - fighting if fighting else -UNDER_HQ
        hqs[at] = sum(IS_HQ[u] for u in seen)
    return room, hqs


def _guess(u: int, slot: Mapping[str, Any], units: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The row of a hidden unit: mostly at full strength, of normal morale, in supply as what it lies under."""
    row: dict[str, Any] = {"at": slot["at"], "order": 1}
    top: Mapping[str, Any] = next((r for r in units.values() if r["at"] == slot["at"] and not r.get("order")), {})
    if top.get("supply"):
        row["supply"] = top["supply"]
    if IS_CORPS[u] and rng.random() < REDUCED:
        row["steps"] = FULL[u] - 1
    if "was_attacked" in slot["marks"]:
        row["defended"] = 1
    return row


REDUCED = 0.2  #: the share of hidden corps that are taken to have lost a step

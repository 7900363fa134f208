"""17-5: from what a side knows, one full position that agrees with it: what the other's Headquarters may hold.

Starting stocks and income are known to all, and so is what a Headquarters has spent; how the income was divided is not.
A sample gives every Headquarters a random part of what may have come, and takes away what it has spent.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.nations import NATIONS, SIDES
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS, Rules
from front1914.titles.der_weltkrieg.transfer import ceiling
from front1914.titles.der_weltkrieg.world import HEADQUARTERS, NATION, SIDE, UNITS

PLEDGED = 60  #: what a Headquarters holds at least that is about to pay for somebody


def imagine(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The position of a view with stocks for the Headquarters that the side does not know about."""
    told = dict(view["position"])
    if view["result"] is not None:
        return told
    units = {word: dict(row) for word, row in told.get("units", {}).items()}
    rules = SCENARIOS[view["scenario"]]
    pledged = set(_words(told["flow"]))
    for side in SIDES:
        if side != view["side"]:
            for hq in HEADQUARTERS[side]:
                row = units.get(str(UNITS[hq]))
                if row is not None and (points := _stock(rules, view, hq, row, str(UNITS[hq]) in pledged, rng)):
                    row["supply"] = points
    return told | {"units": units, "flow": [_income(frame, rules, rng) for frame in told["flow"]]}


def _income(frame: list[Any], rules: Rules, rng: random.Random) -> list[Any]:
    """25-7: of Supply Points that another distributes some are left, or he would not be asked."""
    if frame[0] != "distribute" or frame[2]:
        return frame
    return [*frame[:2], rng.randint(1, max(1, rules.income.get(NATIONS.number(frame[1]), 1)))]


def _words(data: Any) -> Iterable[str]:
    """Every word in the flow of play."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | tuple):
        for item in data:
            yield from _words(item)


def _stock(
    rules: Rules, view: Mapping[str, Any], hq: int, row: Mapping[str, Any], pledged: bool, rng: random.Random
) -> int:
    """What a Headquarters may hold."""
    start = next((placed.supply for placed in rules.placed if placed.unit == hq), 0)
    if HEXES.find(row.get("at", "")) is None:
        return start if row.get("at") == "schedule" else 0
    others = sum(NATION[other] == NATION[hq] for other in HEADQUARTERS[SIDE[hq]])
    come = rules.income.get(NATION[hq], 0) * view["turn"] // max(1, others)
    guess = start + rng.randint(0, 2 * come) - int(row.get("paid", 0))
    least = min(PLEDGED if pledged else 0, ceiling(hq))
    return max(least, min(guess, ceiling(hq)))

"""16.6: who may receive a Replacement now, held against who is offered."""

from __future__ import annotations

from collections import Counter as Count
from typing import Any

from front1914 import Game

from .board import CHARTS, HEXES, toml
from .counters import COUNTERS, Counter
from .situation import read

NATIONS = {"allied": ("french", "british"), "german": ("german",)}  #: 16.6, 24.2: Belgians receive none


def room(line: dict[str, Any], counter: Counter, army: str | None, given: int) -> bool:
    """16.6.3: whether the chart lets the army of a unit have one more (B200: the Territorial Group is no army)."""
    if counter.nation == "british" or army == "f-GDT":
        return True
    if counter.nation == "german" and line["german_armies"] and army not in line["german_armies"]:
        return False
    most = line["french_most" if counter.nation == "french" else "german_most"]
    return not most or given < most


def check_replacements(game: Game) -> list[str]:
    """16.6, 16.6.2, 16.6.3, 8.1, B201: infantry of the side's nations that lacks strength, once each."""
    now = read(game)
    position = now.position
    _, side = position["flow"][-1]
    number = toml(f"scenarios/{now.scenario}.toml")["interphases"][str(now.turn)]
    line, pools = CHARTS["interphase"][str(number)], position.get("pools", {})
    given = Count((note.get("army"), COUNTERS[u].nation) for u, note in position["units"].items() if note.get("spent"))
    meant = set()
    for name, note in position["units"].items():
        counter, army = COUNTERS[name], note.get("army")
        fit = counter.foot and counter.nation in NATIONS[side] and note.get("sr") and not note.get("spent")
        there = note.get("at") in HEXES or note.get("at") == "holding"
        stored = pools.get(f"{counter.nation}_repl", 0) > 0
        if fit and there and stored and room(line, counter, army, given[army, counter.nation]):
            meant.add(name)
    assert game.decision is not None
    offered = {str(a.arg) for a in game.decision.actions if a.verb == "unit"}
    return [f"{name} is offered" for name in sorted(offered - meant)] + [
        f"{name} is not offered" for name in sorted(meant - offered)
    ]

"""18: what a map shows of the railways: whose trains run where, Railheads, structures, bottlenecks, Army Bases."""

from __future__ import annotations

from typing import Any

from front1914.engine.shapes import Marker
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import HEXES, RAILS
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_WORDS
from front1914.titles.offensive_a_outrance.logistics.bases import limit
from front1914.titles.offensive_a_outrance.railways.bottlenecks import PLACES, room
from front1914.titles.offensive_a_outrance.railways.engineering import operational, railheads
from front1914.titles.offensive_a_outrance.railways.structures import ENDS, cut
from front1914.titles.offensive_a_outrance.railways.triggers import CROSSED, DESTROYED
from front1914.titles.offensive_a_outrance.state import DOOMED, DOWN, REBUILT, STRUCTURE_WORDS, OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, SIDES

STATES = {DOOMED: "to be demolished", DOWN: "demolished", REBUILT: "rebuilt"}
BRIDGES = {CROSSED: "pontoon bridge to {}: a Force has crossed", DESTROYED: "pontoon bridge to {} destroyed"}


def points(halves: int) -> str:
    """Halves of a Rail Point as they are printed.

    >>> points(7), points(1), points(4), points(0)
    ('3½', '½', '2', '0')
    """
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)


def markers(s: OAOState) -> list[Marker]:
    """18.1.2, 18.4, 18.6.1, 23.1, 24.3: the markers on the map; everybody sees them."""
    found: list[Marker] = []
    for side in SIDES:
        heads = members(railheads(s, side) & s.rules.area)
        found += [{"at": str(HEXES[h]), "kind": "railhead", "side": side, "text": "Railhead (18.1.2)"} for h in heads]
        for h, text in narrow(s, side).items():
            found.append({"at": str(HEXES[h]), "kind": "bottleneck", "side": side, "text": text})
    for number, state in enumerate(s.structures):
        if state in STATES:
            text = f"{STRUCTURE_WORDS.name(number)}: {STATES[state]} (18.4)"
            found.append({"at": str(HEXES[ENDS[number][0]]), "kind": "structure", "text": text})
    for army, h in enumerate(s.base):
        if h >= 0:
            most = limit(s, army) if limit(s, army) != s.shortage[army] else 0
            text = f"Base of {ARMIES.name(army)}" + (f", moving: {most} Ammo a turn" if most else "")
            found.append({"at": str(HEXES[h]), "kind": "base", "side": "allied", "text": text})
    return found


def bridge(number: int, state: int) -> Marker:
    """7.1.4a, 24.6: the marker of a bridge that does not serve."""
    a, _, b = str(BRIDGE_WORDS[number]).partition("/")
    return {"at": a, "kind": "blown", "text": BRIDGES.get(state, "bridge to {} blown").format(b)}


def narrow(s: OAOState, side: str) -> dict[int, str]:
    """18.6.2: the bottlenecks of a side, and what they still carry."""
    found = {h: room(s, side, h) for h in PLACES}
    return {h: f"Bottleneck: {points(left)} RPs left (18.6)" for h, left in found.items() if left is not None}


def railways(s: OAOState, side: str) -> dict[str, Any]:
    """18.1: where the trains of a side run now, with its Railheads and bottlenecks."""
    lines, closed = operational(s, side) & s.rules.area, cut(s, side)
    places: dict[str, dict[str, Any]] = {str(HEXES[h]): {} for h in members(lines)}
    for h in members(railheads(s, side) & lines):
        places[str(HEXES[h])] = {"mark": "railhead"}
    for h, text in narrow(s, side).items():
        if lines >> h & 1:
            places[str(HEXES[h])] = {"mark": text}
    stretches = [
        [str(HEXES[link.a]), str(HEXES[link.b])]
        for number, link in enumerate(RAILS.links)
        if lines >> link.a & 1 and lines >> link.b & 1 and not closed >> number & 1
    ]
    text = f"Friendly operational lines: {lines.bit_count()} hexes (18.1)"
    return {"places": places, "lines": stretches, "text": text}

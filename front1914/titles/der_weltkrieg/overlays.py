"""Overlays: reach, rail, zones of control, supply, railways, who can attack. Only from what the side may know."""

from __future__ import annotations

import itertools
from array import array
from typing import Any

from front1914.engine.errors import BadInput
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg import supply
from front1914.titles.der_weltkrieg.board import HEXES, OPEN_RING, SIZE
from front1914.titles.der_weltkrieg.marching import left, march
from front1914.titles.der_weltkrieg.nations import FOE, SIDES
from front1914.titles.der_weltkrieg.rail import budget, each, ride
from front1914.titles.der_weltkrieg.railways import railheads
from front1914.titles.der_weltkrieg.state import IDLE, POINT, DWState
from front1914.titles.der_weltkrieg.world import (
    HEADQUARTERS,
    IS_CORPS,
    IS_FLOTILLA,
    IS_FORTRESS,
    IS_GROUND,
    IS_HQ,
    RAIL_BOUND,
    SIDE,
    UNITS,
)

OVERLAYS = (
    {"id": "reach", "name": "Reach of a unit", "of": "unit", "key": "R", "look": "reach"},
    {"id": "rail", "name": "Reach by rail", "of": "unit", "key": "T", "look": "supply"},
    {"id": "zones", "name": "Zones of control", "of": "side", "key": "Z", "look": "zone"},
    {"id": "railways", "name": "Operative railways", "of": "side", "key": "O", "look": "supply"},
    {"id": "supply", "name": "Supply Lines", "of": "unit", "key": "S", "look": "supply"},
    {"id": "attackers", "name": "Who can attack here", "of": "place", "key": "A", "look": "attack"},
)


def overlay(s: DWState, side: str, name: str, subject: str | None) -> dict[str, Any]:
    """Something to lay over the map."""
    shown = {
        "reach": _reach,
        "rail": _rail,
        "zones": _zones,
        "railways": _railways,
        "supply": _supply,
        "attackers": _attackers,
    }
    if name not in shown:
        raise BadInput("overlay", f"no overlay {name!r}; there is {', '.join(shown)}")
    return shown[name](s, side, subject or "")


def _unit(s: DWState, subject: str) -> int:
    u = UNITS.find(subject)
    if u is None or s.at[u] >= SIZE or IS_FORTRESS[u] or IS_FLOTILLA[u] or IS_CORPS[u]:
        raise BadInput("subject", f"no unit {subject!r} on the map that can move")
    return u


def _reach(s: DWState, side: str, subject: str) -> dict[str, Any]:
    """Where a unit can go on foot now, or could in its own Movement Phase as things stand."""
    u = _unit(s, subject)
    if RAIL_BOUND[u]:
        return {"places": {}, "lines": [], "text": f"{UNITS.name(u)} is bound to the rails (6-12)"}
    mode = s.mode[u] if SIDE[u] == s.active else IDLE
    found = march(s, (u,), mode)
    places: dict[str, Any] = {str(HEXES[h]): {} for h in members(found.hexes)}
    return {"places": places, "lines": [], "text": f"{UNITS.name(u)}: {left(s, u, mode)} Movement Points"}


def _rail(s: DWState, side: str, subject: str) -> dict[str, Any]:
    """Where a unit could go if it were on a train; a Headquarters' load is its own side's business.

    So is what the trains of the other have carried in this turn, since it tells what a Headquarters weighed (17-5): of
    an enemy it is shown where it could go if none had run yet.
    """
    u = _unit(s, subject)
    if IS_HQ[u] and SIDE[u] != side:
        raise BadInput("subject", "what a Headquarters carries is not known (17-5)")
    if SIDE[u] != side and s.result is None:
        s = s.copy()
        s.hauled[:] = array(s.hauled.typecode, bytes(len(s.hauled) * s.hauled.itemsize))
        s.trains[:] = array(s.trains.typecode, bytes(len(s.trains) * s.trains.itemsize))
    found = ride(s, u)
    places: dict[str, Any] = {
        str(HEXES[h]): {"left": (budget(s, u) - steps * each(s, u)) // POINT} for h, steps in found.steps.items()
    }
    return {"places": places, "lines": [], "text": f"{UNITS.name(u)} by rail, once it is on a train"}


def _side(side: str, subject: str) -> str:
    who = subject or FOE.get(side, SIDES[0])
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    return who


def _zones(s: DWState, side: str, subject: str) -> dict[str, Any]:
    who = _side(side, subject)
    places: dict[str, Any] = {str(HEXES[h]): {} for h in members(s.zone(who))}
    return {"places": places, "lines": [], "text": "Zones of control: one point more to enter, one to leave (10-7)"}


def _railways(s: DWState, side: str, subject: str) -> dict[str, Any]:
    who = subject or (side if side in SIDES else SIDES[0])
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    heads = set(railheads(s, who))
    places: dict[str, Any] = {str(HEXES[h]): {"mark": "railhead"} if h in heads else {} for h in members(s.rails(who))}
    return {"places": places, "lines": [], "text": "Operative railways, and their railheads (9-10)"}


def _supply(s: DWState, side: str, subject: str) -> dict[str, Any]:
    """19-5, 19-8: the Supply Lines of a unit: to each Headquarters that may serve it, with the length."""
    u = _unit(s, subject)
    lines, told, places = [], [], dict[str, Any]()
    for hq in HEADQUARTERS[SIDE[u]]:
        if s.at[hq] < SIZE and supply.feeds(s, hq, u):
            length = supply.length(s, hq, s.at[u])
            if length is not None:
                way = [str(HEXES[h]) for h in supply.path(s, hq, s.at[u])]
                lines += [[a, b] for a, b in itertools.pairwise(way)]
                places[str(HEXES[s.at[hq]])] = {"left": length}
                told.append(f"{UNITS.name(hq)} {length}")
    text = f"{UNITS.name(u)}: " + (", ".join(told) or "no Supply Line")
    return {"places": places, "lines": lines, "text": text}


def _attackers(s: DWState, side: str, subject: str) -> dict[str, Any]:
    """12-4: units beside a hex that are enemies of who stands there, across hexsides that can be crossed."""
    h = HEXES.find(subject)
    if h is None:
        raise BadInput("subject", f"no hex {subject!r}")
    held = s.stack(h)
    who = FOE[SIDE[held[0]]] if held else side if side in SIDES else SIDES[0]
    lines, units = [], []
    for n in members(OPEN_RING[h]):
        near = [u for u in s.own(who, n) if IS_GROUND[u] and s.strength[u]]
        if near:
            lines.append([str(HEXES[n]), str(HEXES[h])])
            units += near
    points = sum(s.strength[u] for u in units)
    names = ", ".join(UNITS.name(u) for u in units) or "nobody"
    places: dict[str, Any] = {a: {"mark": "attacker"} for a, _ in lines}
    return {"places": places, "lines": lines, "text": f"Beside {HEXES.name(h)}: {names}; Strength Points {points}"}

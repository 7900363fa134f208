"""Overlays: reach, railways, supply, who can attack. Only from what the side may know."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import BadInput
from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import HEXES, RING, SIZE
from front1914.titles.fixed_1914.marching import BY_FOOT, allowance, bonus, march, refuse_start
from front1914.titles.fixed_1914.rail import limit, line, refuse_rail
from front1914.titles.fixed_1914.state import BEGAN, FXState, beside_enemy
from front1914.titles.fixed_1914.supply import clear, feeders, supplied_units
from front1914.titles.fixed_1914.ways import POINT
from front1914.titles.fixed_1914.world import FOE, IS_GUN, RAIL_BOUND, SIDE, SIDES, UNITS

OVERLAYS = (
    {"id": "reach", "name": "Reach of a unit", "of": "unit", "key": "R", "look": "reach"},
    {"id": "rail", "name": "Reach by rail", "of": "unit", "key": "T", "look": "supply"},
    {"id": "supply", "name": "In supply", "of": "side", "key": "S", "look": "supply"},
    {"id": "beside", "name": "Beside the enemy", "of": "side", "key": "Z"},
    {"id": "attackers", "name": "Who can attack here", "of": "place", "key": "A", "look": "attack"},
)


def overlay(s: FXState, side: str, name: str, subject: str | None) -> dict[str, Any]:
    """Something to lay over the map."""
    shown = {"reach": _reach, "rail": _rail, "supply": _supply, "beside": _beside, "attackers": _attackers}
    if name not in shown:
        raise BadInput("overlay", f"no overlay {name!r}; there is {', '.join(shown)}")
    return shown[name](s, side, subject or "")


def _unit(s: FXState, side: str, subject: str) -> int:
    u = UNITS.find(subject)
    if u is None or s.at[u] >= SIZE or IS_GUN[u] or (SIDE[u] != side and s.hidden[u]):
        raise BadInput("subject", f"no unit {subject!r} that you see and that can move")
    return u


def _as_known(s: FXState, side: str, u: int) -> FXState:
    """The state as far as it matters to where a unit can go: as if its Movement Phase began now, unless it is going on.

    What an enemy did in its phase is its owner's business (`view.OWN_FLAGS`): who stands in sight may come from
    anywhere, and from beside anybody.
    """
    if (SIDE[u] == side == s.active and s.phase == "movement") or s.result is not None:
        return s
    known: FXState = s.copy()
    known.spent[u] = known.moved[u] = 0
    known.near[u] = BEGAN if beside_enemy(s, u) else 0
    return known


def _reach(s: FXState, side: str, subject: str) -> dict[str, Any]:
    """Where a unit can go now, or could go in its own Movement Phase as things stand."""
    u = _unit(s, side, subject)
    s = _as_known(s, side, u)
    found, most = march(s, u, BY_FOOT), allowance(u, BY_FOOT) + bonus(s, u, BY_FOOT)
    places: dict[str, dict[str, Any]] = {}
    for h in found.hexes:
        way = found.best(h)
        places[str(HEXES[h])] = {"left": way.left / POINT}
        if h not in found.peace:
            places[str(HEXES[h])]["mark"] = "war"
        elif way.cost > allowance(u, BY_FOOT):
            places[str(HEXES[h])]["mark"] = "strategic"
    why = refuse_start(s, u)
    text = f"{UNITS.name(u)}: {most / POINT:g} movement factors"
    return {"places": places, "lines": [], "text": f"{text}; {why.text}" if why else text}


def _rail(s: FXState, side: str, subject: str) -> dict[str, Any]:
    u = _unit(s, side, subject)
    s = _as_known(s, side, u)
    why = refuse_rail(s, u)
    if why is not None:
        return {"places": {}, "lines": [], "text": f"{UNITS.name(u)}: {why.text} ({why.rule})"}
    most = limit(s, u)
    found = line(s, u, s.at[u], most)
    places = {str(HEXES[h]): {"left": most - found.steps[node]} for h, node in found.hexes.items()}
    return {"places": places, "lines": [], "text": f"{UNITS.name(u)}: {most} hexes by rail"}


def _supply(s: FXState, side: str, subject: str) -> dict[str, Any]:
    who = subject or side
    if who not in SIDES or who != side:
        raise BadInput("subject", "only of your own side: the lines of the other rest on inverted counters (PP-17)")
    fed = supplied_units(s, who)
    places: dict[str, dict[str, Any]] = {}
    for h, stack in s.stacks().items():
        mine = [u for u in stack if SIDE[u] == who]
        if mine:
            places[str(HEXES[h])] = {} if all(u in fed for u in mine) else {"mark": "out of supply"}
    for group in ("german",) if who == "german" else ("french",):
        for h in members(feeders(s, group, clear(s, who, group))):
            places.setdefault(str(HEXES[h]), {"mark": "source"})
    return {"places": places, "lines": [], "text": "Units in supply, and where supply comes from (SU)"}


def _beside(s: FXState, side: str, subject: str) -> dict[str, Any]:
    who = subject or FOE.get(side, SIDES[0])
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    places: dict[str, dict[str, Any]] = {str(HEXES[h]): {} for h in members(s.ground(who).beside)}
    return {"places": places, "lines": [], "text": "Beside counters in sight: no bonus, no rail, no replacements"}


def _attackers(s: FXState, side: str, subject: str) -> dict[str, Any]:
    """CB-1: units beside a hex that are enemies of who stands there, as far as the side sees them."""
    h = HEXES.find(subject)
    if h is None:
        raise BadInput("subject", f"no hex {subject!r}")
    held = s.stack(h)
    who = FOE[SIDE[held[0]]] if held else side
    lines, factors, units = [], 0, []
    for n in members(RING[h]):
        near = [u for u in s.stack(n) if SIDE[u] == who and not RAIL_BOUND[u] and (SIDE[u] == side or not s.hidden[u])]
        if near:
            lines.append([str(HEXES[n]), str(HEXES[h])])
            units += near
            factors += sum(s.attack(u) for u in near)
    names = ", ".join(UNITS.name(u) for u in units) or "nobody"
    places = {a: {"mark": "attacker"} for a, _ in lines}
    return {"places": places, "lines": lines, "text": f"Beside {HEXES.name(h)}: {names}; printed factors {factors}"}

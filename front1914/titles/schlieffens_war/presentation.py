"""What a client draws: the sheet of the map and the counters, and overlays (docs/presentation.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from front1914.engine.errors import BadInput
from front1914.kit import sheet as sheets
from front1914.kit.bits import members
from front1914.kit.spelling import spelled
from front1914.titles.schlieffens_war.charts import TEC
from front1914.titles.schlieffens_war.command import commanded
from front1914.titles.schlieffens_war.movement import FORCED, allowance, bars_forced_march, budget, goals, reach_of
from front1914.titles.schlieffens_war.rails import entente_rail, german_rail, port_rail
from front1914.titles.schlieffens_war.sequence import PHASE_NAMES
from front1914.titles.schlieffens_war.stacking import foreign
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.supply import FAR, sources, supplied
from front1914.titles.schlieffens_war.world import (
    BOARD,
    FOE,
    FULL,
    GERMAN_CITY,
    HEX_ROWS,
    HEXES,
    IS_COMBAT,
    IS_CORPS,
    IS_FORT,
    IS_HQ,
    NATION,
    NATIONS,
    NEXT,
    PARENTHESES,
    RAIL,
    RAIL_ROWS,
    SIDE,
    SIDE_OF_NATION,
    SIDE_ROWS,
    SIDES,
    SIZE,
    UNIT_ROWS,
    UNITS,
    HexRow,
    UnitRow,
)

SIDE_NAMES = {"german": "German Empire", "entente": "Entente"}
NATION_OF = {"germany": "german", "france": "french", "belgium": "belgian"}
SYMBOLS = {"infantry": "infantry", "cavalry": "cavalry", "hq": "headquarters", "fort": "fort", "depot": "depot"}
SIZES = {"infantry": "xxx", "cavalry": "xxx", "hq": "xxxx"}
TERRAIN_NAMES = {"clear": "Clear", "forest": "Forest", "rough": "Rough", "marsh": "Marsh", "city": "City"}
TAGS = {
    "city": "City",
    "victory": "City that scores a victory point",
    "fortress": "Heavy fortress",
    "port": "Port of the BEF",
    "paris": "Paris",
    "perimeter": "Here a German unit endangers Paris",
    "rail": "Rail line",
    "german source": "German supply, by rail",
    "entente source": "Entente supply, by rail",
}
LABELS = {
    "done": "Finish",
    "order": "Order stacks",
    "stay": "Stay and rest",
    "stop": "Stop here",
    "eliminate": "Eliminate it",
    "historical": "As they stood",
    "all": "All of them",
    "bef": "Land the BEF",
    "sixth": "Bring in the 6th Army",
    "withdraw": "Send corps east",
    "refuse": "Refuse, and lose",
    "cancel": "Call it off",
    "commit": "Attack",
    "bombard: done": "Throw the die",
    "coup": "Coup de main",
    "artillery": "Heavy artillery",
    "retreat": "Retreat",
}
MARKS = {
    "elan": "Elan",
    "fatigued": "Fatigued",
    "out_of_supply": "Out of supply",
    "fortress_supply": "Fortress supply",
    "moved": "Has moved",
    "probed": "Has probed",
    "attacked": "Has attacked",
    "was_attacked": "Was attacked",
}
OVERLAYS = (
    {"id": "reach", "name": "Reach of a unit", "of": "unit", "key": "R", "look": "reach"},
    {"id": "zones", "name": "Zones of control", "of": "side", "key": "Z", "look": "zone"},
    {"id": "supply", "name": "In supply", "of": "side", "key": "S", "look": "supply"},
    {"id": "command", "name": "In command", "of": "side", "key": "C", "look": "supply"},
    {"id": "attackers", "name": "Who can attack here", "of": "place", "key": "A", "look": "attack"},
)


# ---- the sheet


def sheet() -> dict[str, Any]:
    """The map, the counters and the words: the same for everybody."""
    at = sheets.corner(BOARD, HEXES.numbers)
    return {
        "kind": "hex",
        "name": "Schlieffen's War",
        "unit_km": 26,
        "orientation": "pointy",
        "places": {row.id: _place(row, at) for row in HEX_ROWS},
        "links": [{"a": row.a, "b": row.b, "kind": row.kind, "name": row.name} for row in SIDE_ROWS],
        "lines": [{"kind": "rail", "places": [row.a, row.b], "name": row.lines} for row in RAIL_ROWS],
        "pieces": {row.id: _piece(u, row) for u, row in enumerate(UNIT_ROWS)},
        "sides": sheets.sides(SIDE_NAMES, SIDE_OF_NATION),
        "nations": sheets.nations(NATIONS),
        **sheets.words(PHASE_NAMES, MARKS, TAGS, OVERLAYS, LABELS, ["commit", "eliminate", "refuse"]),
        **sheets.signs(__package__, [{"tag": tag, "text": text} for tag, text in TAGS.items()]),
        "stops": ["stop"],
        "throws": {"attackers: commit": "die", "bombard: done": "die", "coup": "die", "artillery": "die"},
        "leaves": {"move: unit": "move", "attack: to": "attack"},
        "gathers": ["attackers: unit"],
    }


def _place(row: HexRow, at: sheets.Corner) -> dict[str, Any]:
    nation = NATION_OF.get(row.country, "")
    ground = (BOARD, HEXES.number(row.id), at, row.terrain)
    return sheets.place(*ground, name=row.name, nation=nation, tags=_tags(row), facts=_facts(row))


def _tags(row: HexRow) -> dict[str, object]:
    rail = bool(RAIL[HEXES.number(row.id)])
    east = "east" in row.edges
    return {
        "city": row.city,
        "victory": row.vp,
        "fortress": row.fortress,
        "port": row.port,
        "paris": row.paris,
        "perimeter": row.perimeter,
        "rail": rail,
        "german source": rail and east,
        "entente source": rail and bool(row.edges) and not east,
    }


def _facts(row: HexRow) -> list[str]:
    """What a player asks of a hex, with the rules."""
    ground = TEC[row.terrain]
    points = "one movement point" if ground.move == 1 else f"{ground.move} movement points"
    told = [f"{TERRAIN_NAMES[row.terrain]}: {points} (10.4)"]
    if ground.defence:
        told.append(f"{TERRAIN_NAMES[row.terrain]}: one column left for the defender ({ground.rule})")
    if row.fortress:
        told.append("Heavy fortress: one column more, no retreat, no zone of control (11.14, 11.21, 7.0)")
    if row.city:
        told.append("City: rivers cost nothing to cross here, no concentric attack (10.5, 11.13)")
    if row.vp:
        told.append("One victory point while the German holds it (4.6)")
    if row.paris:
        told.append("In German hands at the end of a turn before the last it wins the game (4.2)")
    elif row.perimeter:
        told.append("A German unit that enters endangers Paris (4.1)")
    if row.city and row.country == "germany":
        told.append("In Entente hands at the end of a turn before the last it wins the game (4.3)")
    if row.port:
        told.append("The BEF lands and is supplied here (8.4, 9.2)")
    return told


def _piece(u: int, row: UnitRow) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": spelled(row.name),
        "short": spelled(row.short),
        "side": SIDE[u],
        "nation": row.nation,
        "symbol": SYMBOLS[row.kind],
        "faces": [{"text": _face(u, row, i)} for i in range(FULL[u] if IS_COMBAT[u] else 2)],
    }
    if row.army:
        found["army"] = row.army
    if row.kind in SIZES:
        found["size"] = SIZES[row.kind]
    if "Reserve" in row.name or "GRD" in row.short:
        found["reserve"] = True
    if row.short == "LW":
        found["symbol"] = "landwehr"
    return found


def _face(u: int, row: UnitRow, face: int) -> str:
    """Factor and allowance; the allowance of a corps is the same on both sides."""
    factor = row.factors[face]
    shown = f"({factor})" if PARENTHESES[u] else str(factor)
    return shown if IS_FORT[u] else f"{shown}-{row.ma[min(face, len(row.ma) - 1)]}"


# ---- overlays


def overlay(s: SWState, side: str, name: str, subject: str | None) -> dict[str, Any]:
    """Something to lay over the map, from what the side may know."""
    shown = {"reach": _reach, "zones": _zones, "supply": _supply, "command": _command, "attackers": _attackers}
    if name not in shown:
        raise BadInput("overlay", f"no overlay {name!r}; there is {', '.join(shown)}")
    return shown[name](s, side, subject or "")


def _reach(s: SWState, side: str, subject: str) -> dict[str, Any]:
    """Where a unit could go in its Movement Phase, as things stand.

    Whether an enemy is in command rests on HQs that may be hidden (6.6): it is shown as if it were.
    """
    u = UNITS.find(subject)
    if u is None or not (SIDE[u] == side or s.seen(u)) or s.at[u] >= SIZE or IS_FORT[u]:
        raise BadInput("subject", f"no unit {subject!r} that you see and that can move")
    guessed = SIDE[u] != side and s.options["fog"] and bars_forced_march(s, u) is None
    points = allowance(s, u) + FORCED if guessed else budget(s, u)
    found = reach_of(s, u, points)
    places: dict[str, dict[str, Any]] = {}
    for h in members(goals(s, u, found, points, foreign(s, NATION[u]))):
        left = points - found.spent(h)
        places[str(HEXES[h])] = {"left": left}
        if found.spent(h) > allowance(s, u):
            places[str(HEXES[h])]["mark"] = "forced march"
    text = f"{UNITS.name(u)}: {points} movement points" + (", if it is in command" if guessed else "")
    return {"places": places, "lines": [], "text": text}


def _zones(s: SWState, side: str, subject: str) -> dict[str, Any]:
    """7.0: everybody can derive them, since a corps lies above HQs and depots (R24)."""
    who = subject or FOE.get(side, SIDES[0])
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    return {"places": _hexes(s.zone(who)), "lines": [], "text": f"Zones of control: {SIDE_NAMES[who]}"}


def _own(s: SWState, side: str, subject: str) -> str:
    """The side itself; the other one only where nothing is hidden, since its HQs and depots may lie in stacks."""
    who = subject or side
    if who not in SIDES or (who != side and s.options["fog"]):
        raise BadInput("subject", "only of your own side: what lies in the stacks of the other is hidden (6.6)")
    return who


def _supply(s: SWState, side: str, subject: str) -> dict[str, Any]:
    who = _own(s, side, subject)
    places: dict[str, dict[str, Any]] = {}
    for nation in NATIONS:
        if SIDE_OF_NATION[nation] == who:
            for h in members(supplied(s, nation)):
                places.setdefault(str(HEXES[h]), {"nations": []})["nations"].append(nation)
    lines = [[str(HEXES[h]) for h in way] for way in _flow(s, who)]
    return {"places": places, "lines": lines, "text": f"Where units would be found in supply: {SIDE_NAMES[who]}"}


def _flow(s: SWState, who: str) -> list[list[int]]:
    """8.3 to 8.6: for each hex with units in supply, the way of its supply: by rail from the edge to an HQ or a city,
    and from there to the units."""
    rail = german_rail(s) if who == "german" else entente_rail(s) | port_rail(s)
    edge = 0
    for nation in NATIONS:
        if SIDE_OF_NATION[nation] == who:
            edge |= sources(s, nation)
    by_rail = _spread(edge & rail, lambda h: RAIL[h] & rail)
    ends = [
        h
        for h in by_rail
        if any(IS_HQ[u] and SIDE[u] == who for u in s.stack(h)) or (who == "german" and GERMAN_CITY >> h & 1)
    ]
    from_end = _spread(sum(1 << h for h in ends), lambda h: NEXT[h])
    found = []
    for h in members(s.occupied(who)):
        nations = {NATION[u] for u in s.stack(h) if not IS_FORT[u]}
        fed = any(supplied(s, nation) >> h & 1 for nation in nations)
        last = _way(from_end, h)
        if fed and last and len(last) <= FAR + 2:
            found.append([*_way(by_rail, last[0]), *last[1:]])
    return found


def _spread(start: int, on: Callable[[int], int]) -> dict[int, int]:
    """Hexes that are reached from a set, step by step, each with the one before it; the first have themselves."""
    found = {h: h for h in members(start)}
    queue = list(found)
    for h in queue:
        for n in members(on(h)):
            if n not in found:
                found[n] = h
                queue.append(n)
    return found


def _way(found: dict[int, int], h: int) -> list[int]:
    """The way to a hex from where it was reached first; empty if it was not."""
    way = [h] if h in found else []
    while way and found[way[0]] != way[0]:
        way.insert(0, found[way[0]])
    return way


def _command(s: SWState, side: str, subject: str) -> dict[str, Any]:
    who = _own(s, side, subject)
    places: dict[str, dict[str, Any]] = {}
    for nation in NATIONS:
        if SIDE_OF_NATION[nation] == who:
            for h in members(commanded(s, nation)):
                places.setdefault(str(HEXES[h]), {"nations": []})["nations"].append(nation)
    return {"places": places, "lines": [], "text": f"Where units are in command: {SIDE_NAMES[who]}"}


def _attackers(s: SWState, side: str, subject: str) -> dict[str, Any]:
    """11.0: units beside a hex that are enemies of who stands there, as far as the side sees them."""
    h = HEXES.find(subject)
    if h is None:
        raise BadInput("subject", f"no hex {subject!r}")
    held = s.stack(h)
    who = FOE[SIDE[held[0]]] if held else side
    lines, strength, units = [], 0, []
    for n in members(NEXT[h] & s.occupied(who) if who in SIDES else 0):
        near = [u for u in s.stack(n) if (IS_CORPS[u] or IS_HQ[u]) and (SIDE[u] == side or s.seen(u))]
        if near:
            lines.append([str(HEXES[n]), str(HEXES[h])])
            units += near
            strength += sum(s.factor(u) for u in near)
    places = {a: {"mark": "attacker"} for a, _ in lines}
    names = ", ".join(UNITS.name(u) for u in units) or "nobody"
    return {"places": places, "lines": lines, "text": f"Beside {HEXES.name(h)}: {names}; printed factors {strength}"}


def _hexes(bits: int) -> dict[str, dict[str, Any]]:
    return {str(HEXES[h]): {} for h in members(bits)}

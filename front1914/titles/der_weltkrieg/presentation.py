"""What a client draws: the sheet of the map and the counters (docs/presentation.md)."""

from __future__ import annotations

from typing import Any

from front1914.kit import sheet as sheets
from front1914.kit.spelling import spelled
from front1914.titles.der_weltkrieg.board import (
    BOARD,
    HEX_ROWS,
    HEXES,
    LAND_SIDES,
    ON_RAIL,
    SHEET,
    SIDE_ROWS,
    HexRow,
    SideRow,
)
from front1914.titles.der_weltkrieg.charts import TEC
from front1914.titles.der_weltkrieg.costs import crossing
from front1914.titles.der_weltkrieg.nations import NATION as NATION_RULES
from front1914.titles.der_weltkrieg.nations import NATIONS, SIDE_OF
from front1914.titles.der_weltkrieg.overlays import OVERLAYS
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS
from front1914.titles.der_weltkrieg.sequence import PHASE_NAMES
from front1914.titles.der_weltkrieg.sheets import WEST
from front1914.titles.der_weltkrieg.world import (
    FRONT,
    KIND,
    MOVE,
    NATION,
    RAIL_BOUND,
    SIDE,
    STRONG,
    UNIT_ROWS,
    UnitRow,
)

BETWEEN_SHEETS = 2.5  #: hexes
WAYS = ("North", "North-east", "South-east", "South", "South-west", "North-west")
SIDE_OF_LINK = {BOARD.link[HEXES.number(row.a), HEXES.number(row.b)]: row for row in SIDE_ROWS}
SIDE_NAMES = {"central": "Central Powers", "entente": "Entente"}
NATION_LETTERS = {"german": "G", "french": "F", "british": "B", "belgian": "Be", "austro_hungarian": "AH"}
SYMBOLS = {
    "infantry": "infantry",
    "mountain": "mountain",
    "marine": "infantry",
    "assault": "infantry",
    "mountain_assault": "mountain",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "siege": "artillery",
    "engineer": "engineer",
    "replacement": "replacement",
    "headquarters": "hq",
    "corps_headquarters": "hq",
    "fortress": "fort",
    "flotilla": "naval",
    "supply": "depot",
    "corps": "hq",
}
SIZES = {
    "army": "xxxx",
    "corps": "xxx",
    "division": "xx",
    "brigade": "x",
    "regiment": "III",
    "battalion": "II",
    "company": "I",
}
TAGS = {
    "city": "City",
    "capital": "Capital",
    "personnel": "Personnel centre",
    "food": "Food resource centre",
    "industry": "Industrial centre",
    "port": "Port",
    "rail": "Railway",
    "central_edge": "Friendly edge of the Central Powers",
    "entente_edge": "Friendly edge of the Entente",
}
LABELS = {
    "done": "Finish",
    "stay": "Stay here",
    "stop": "Stop here",
    "all": "The whole stack",
    "column": "March in column",
    "rail": "By rail",
    "detrain": "Leave the train",
    "cancel": "Call it off",
    "commit": "Attack",
    "retreat": "Retreat",
    "stand": "Stand",
    "unsupplied": "Without supply",
    "aim": "Change the aim",
    "abandon": "Abandon the fortress",
    "forts": "Fortresses",
    "regroup": "Regroup units",
    "corps": "Corps markers",
    "part": "A part of",
    "leave": "Without",
    "berth: all": "In the order of the schedule",
    "arrival: pass": "Let it wait",
    "parts: all": "As many as are needed",
    "parts: commit": "These, and give up the rest",
    "muster: commit": "Make up this division",
    "interdict: pass": "Let it cross",
}
MARKS = {
    "moved": "Has moved",
    "column": "In column",
    "entrained": "On a train",
    "attacked": "Has attacked",
    "retreated": "Has retreated",
    "arrived": "Has just arrived",
    "reduced": "Reverse side up",
    "strengthened": "Strengthened cavalry",
    "mobilizing": "Still mobilizing",
}

RISKY = ("commit", "abandon")  #: verbs after which a die falls or a unit is lost
ONWARD = ("done", "stay", "stop", "pass")  #: verbs with which play goes on


def sheet() -> dict[str, Any]:
    """The map, the counters and the words: the same for everybody."""
    places = _places()
    sides = [row for row in SIDE_ROWS if row.a in places and row.b in places]
    return {
        "kind": "hex",
        "name": "Der Weltkrieg",
        "unit_km": 20,  # 3.1
        "orientation": "flat",
        "places": places,
        "links": [link for row in sides for link in _links(row)],
        "lines": [
            {"kind": f"rail {row.track}", "places": [row.a, row.b], "name": row.lines} for row in sides if row.track
        ],
        "pieces": {row.id: _piece(u, row) for u, row in enumerate(UNIT_ROWS)},
        "sides": sheets.sides(SIDE_NAMES, {str(n): SIDE_OF[i] for i, n in enumerate(NATIONS)}),
        "nations": {
            str(n): {"name": NATION_RULES[i].name, "letter": NATION_LETTERS.get(str(n), NATION_RULES[i].name[:2])}
            for i, n in enumerate(NATIONS)
        },
        **sheets.words(PHASE_NAMES, MARKS, TAGS, OVERLAYS, LABELS, RISKY, ONWARD, ("done", "pass")),
        **sheets.signs(__package__, [{"tag": tag, "text": text} for tag, text in TAGS.items()]),
        "stops": ["stop"],
        "throws": {
            "attackers: commit": "die",
            "defend: commit": "die",
            "counter: commit": "die",
            "interdict: interdict": "die",
        },
        "leaves": {"move: unit": "move", "attack: to": "attack"},
        "gathers": ["attackers: unit"],
    }


def _places() -> dict[str, dict[str, Any]]:
    """The hexes of the West, and east of them those of every other sheet on which a scenario is played."""
    played = {SHEET[placed.at] for rules in SCENARIOS.values() for placed in rules.placed}
    found: dict[str, dict[str, Any]] = {}
    east = 0.0
    for one in (WEST, *sorted(played - {WEST})):
        rows = [row for row in HEX_ROWS if SHEET[HEXES.number(row.id)] == one]
        left, top = sheets.corner(BOARD, (HEXES.number(row.id) for row in rows))
        apart = {} if one == WEST else {"inset": True}
        found |= {row.id: _place(row, (left - east, top)) | apart for row in rows}
        east = max(place["x"] for place in found.values()) + BETWEEN_SHEETS
    return found


def _links(row: SideRow) -> list[dict[str, Any]]:
    """What is drawn along a hexside: its terrain if it is not clear, its river by name."""
    found = []
    if row.terrain != "clear":
        found.append({"a": row.a, "b": row.b, "kind": row.terrain, "name": TEC[row.terrain].name})
    if row.water:
        kind = "river" if row.water == "river" else "major_river"
        found.append({"a": row.a, "b": row.b, "kind": kind, "name": row.name})
    return found


def _place(row: HexRow, at: sheets.Corner) -> dict[str, Any]:
    nation = next(str(n) for i, n in enumerate(NATIONS) if NATION_RULES[i].country.lower() == _country(row))
    ground = (BOARD, HEXES.number(row.id), at, "clear")
    return sheets.place(*ground, name=row.name, nation=nation, tags=_tags(row), facts=_facts(row))


def _country(row: HexRow) -> str:
    return row.country.replace("_", "-" if row.country == "austria_hungary" else " ")


def _tags(row: HexRow) -> dict[str, object]:
    return {
        "city": row.city,
        "capital": row.capital,
        "personnel": row.city == "personnel",
        "food": row.food,
        "industry": row.industry,
        "port": row.port,
        "rail": ON_RAIL >> HEXES.number(row.id) & 1,
        "central_edge": row.edge == "central",
        "entente_edge": row.edge == "entente",
    }


def _facts(row: HexRow) -> list[str]:
    """What a player asks of a hex, with the rules."""
    told = []
    if row.city:
        told.append("City: nobody in it is forced to retreat (14-4); its loss costs Demoralization Points (26-3)")
    if row.port:
        told.append("Port: nobody in it is forced to retreat (14-4)")
    if row.edge:
        told.append(f"Friendly map edge of the {SIDE_NAMES[row.edge]} (20-1, 25-7)")
    if LAND_SIDES[HEXES.number(row.id)] < 3:
        told.append("Fewer than three land hexsides: less may stand here (11-9)")
    return told + _around(HEXES.number(row.id))


def _around(h: int) -> list[str]:
    """What lies in the six hexsides, with the points that crossing costs an ordinary unit (TEC)."""
    told = []
    for d, way in enumerate(WAYS):
        other = BOARD.steps[6 * h + d]
        if other >= 0:
            link = BOARD.link[h, other]
            row = SIDE_OF_LINK[link]
            track = f"{row.track} track" if row.track else ""
            parts = [TEC[row.terrain].name.lower(), row.name, track]
            cost = crossing(link)
            told.append(f"{way}: {', '.join(filter(None, parts))}; {cost if cost else 'nobody crosses'}")
    return told


def strongest(u: int) -> int:
    """The highest strength that a counter can show."""
    return max(FRONT[u], STRONG[u])


def _faces(u: int) -> list[dict[str, str]]:
    """One face for each strength, the strongest first; a counter without strength has one."""
    kind = KIND[u]
    if kind in ("headquarters", "corps_headquarters"):
        return [{"text": f"HQ {MOVE[u][0]}"}]
    if kind in ("engineer", "supply"):
        return [{"text": str(MOVE[u][0])}]
    if kind == "corps":
        return [{"text": ""}]
    if kind in ("fortress", "flotilla"):
        return [{"text": str(n)} for n in range(strongest(u), 0, -1)]
    back = UNIT_ROWS[u].back
    return [{"text": f"{n}-{'RR' if RAIL_BOUND[u] else MOVE[u][0 < n <= back]}"} for n in range(strongest(u), 0, -1)]


def _piece(u: int, row: UnitRow) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": spelled(row.name),
        "short": spelled(row.short),
        "side": SIDE[u],
        "nation": str(NATIONS[NATION[u]]),
        "symbol": SYMBOLS[KIND[u]],
        "faces": _faces(u),
    }
    if row.size in SIZES:
        found["size"] = SIZES[row.size]
    if row.army:
        found["army"] = row.army
    return found

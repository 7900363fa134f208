"""What the Ford shows: its sheet, the pieces on it, a battle before and after the die, and overlays."""

from __future__ import annotations

from collections import Counter
from typing import Any

from front1914.engine.errors import BadInput
from front1914.engine.shapes import Display, Panel, PanelChance, Scene, Shown
from front1914.kit.bits import members
from tests.ford.combat import RECORDS
from tests.ford.movement import reach
from tests.ford.sequence import TABLE
from tests.ford.state import FordState
from tests.ford.world import (
    BOARD,
    CRT,
    FOE,
    FORDS,
    HEX_ROWS,
    HEXES,
    MOVES,
    OFF,
    OWN,
    RIVER,
    SIDE_OF,
    SIDES,
    STEPS,
    TOWN,
    UNIT_ROWS,
    UNITS,
)

RESULTS = (
    ("A", "the attacker loses a step", "worst"),
    ("-", "nothing happens", "bad"),
    ("D", "the defender is struck", "good"),
)


def sheet() -> dict[str, Any]:
    """The map, the pieces and the words."""
    left, top = BOARD.layout.point("0101")
    places = {}
    for h in members(BOARD.exists):
        x, y = BOARD.layout.point(str(HEXES[h]))
        places[str(HEXES[h])] = {"x": round(x - left, 4), "y": round(y - top, 4), "terrain": "clear"}
    for h in members(RIVER):
        places[str(HEXES[h])] |= {"terrain": "river", "facts": ["River: two movement points (3.1)"]}
    for h in FORDS:
        places[str(HEXES[h])] |= {"tags": ["ford"]}
    places[str(HEXES[TOWN])] |= {"tags": ["city"], "facts": ["Red must hold it at the end (1.2)"]}
    for row in HEX_ROWS:
        if row.name:
            places[row.id]["name"] = row.name
    return {
        "kind": "hex",
        "name": "The Ford",
        "unit_km": 1,
        "orientation": "flat",
        "places": places,
        "links": [],
        "lines": [{"kind": "major_river", "name": "Lente", "places": [f"{column:02d}04" for column in range(1, 11)]}],
        "pieces": {str(UNITS[u]): _piece(u) for u in UNITS.numbers},
        "sides": {side: {"name": side.capitalize(), "nations": [side]} for side in SIDES},
        "nations": {side: {"name": side.capitalize(), "letter": side[0].upper()} for side in SIDES},
        "phases": list(TABLE.names.values()),
        "marks": {"veteran": "Veteran", "moved": "Has marched", "fought": "Has fought"},
        "legend": [{"tag": "city", "text": "Town"}, {"tag": "ford", "text": "Ford, may be mined"}],
        "overlays": [
            {"id": "reach", "name": "Reach of a unit", "of": "unit", "key": "R", "look": "reach"},
            {"id": "zones", "name": "Zones of control", "of": "side", "key": "Z", "look": "zone"},
            {"id": "attackers", "name": "Who can attack here", "of": "place", "key": "A", "look": "attack"},
        ],
        "labels": {
            "done": "Finish",
            "pass": "No mine",
            "stay": "Stay here",
            "commit": "Commit the attack",
            "cancel": "Call it off",
            "stand": "Stand and lose a step",
        },
        "risky": ["commit"],
        "onward": ["done", "stay", "pass"],
        "ends": ["done", "pass"],
    }


def _piece(u: int) -> dict[str, Any]:
    row = UNIT_ROWS[u]
    return {
        "name": row.name,
        "short": row.name.split()[-1],
        "side": row.side,
        "nation": row.side,
        "symbol": row.symbol,
        "size": "ii",
        "faces": [{"text": f"{2 * steps}-{MOVES[u]}"} for steps in range(STEPS[u], 0, -1)],
    }


def scene(s: FordState) -> Scene:
    """When and where the game is; who is being chosen for an attack is the attacker's own business."""
    place = str(HEXES[RECORDS.read(s).target]) if RECORDS.lies(s) else None
    return Scene(s.turn, TABLE.names[s.phase], s.active, place=place)


def show(s: FordState, side: str) -> Display:
    """What a client draws."""
    return {
        "turns": s.rules.last_turn,
        "pieces": _pieces(s, side),
        "control": {},
        "tracks": [
            {
                "id": other,
                "name": f"{other.capitalize()} steps",
                "value": sum(s.steps[u] for u in OWN[other]),
                "low": 0,
                "high": sum(STEPS[u] for u in OWN[other]),
            }
            for other in SIDES
        ],
        "boxes": [
            {
                "id": "lost",
                "name": "Lost",
                "pieces": [str(UNITS[u]) for u in UNITS.numbers if s.at[u] == OFF],
            }
        ],
        "markers": [{"at": str(HEXES[s.mined]), "kind": "mine", "text": "Your mine lies here"}]
        if s.mined != OFF and side == "red"
        else [],
        "battle": battle(s, side),
    }


def _pieces(s: FordState, side: str) -> list[Shown]:
    depth: Counter[int] = Counter()
    found: list[Shown] = []
    for u in UNITS.numbers:
        if s.at[u] == OFF:
            continue
        marks = [m for m in ("moved", "fought") if getattr(s, m)[u] == 1]
        if s.veteran[u] and (s.known[u] or side == SIDE_OF[u]):
            marks.append("veteran")
        found.append(
            {
                "id": str(UNITS[u]),
                "at": str(HEXES[s.at[u]]),
                "face": STEPS[u] - s.steps[u],
                "marks": marks,
                "order": depth[s.at[u]],
            }
        )
        depth[s.at[u]] += 1
    return found


def battle(s: FordState, side: str) -> Panel | None:
    """4.2, 4.3: the attack that is being prepared or resolved, from what the side may know."""
    if RECORDS.lies(s):
        _, h, chosen, *_ = RECORDS.read(s)
    elif s.flow and s.flow[-1][0] == "assault" and side == s.active:
        _, h, chosen = s.flow[-1]
    else:
        return None
    defenders = s.units_in(h, FOE[s.active])
    attack, defence = (sum(_known(s, u, side) for u in units) for units in (chosen, defenders))
    unsure = [u for u in defenders if not s.known[u] and side != SIDE_OF[u]]
    found: Panel = {
        "target": str(HEXES[h]),
        "attackers": [str(UNITS[u]) for u in chosen],
        "defenders": [str(UNITS[u]) for u in defenders],
        "attack": attack,
        "defence": defence,
        "assumed": "Defenders that nobody has met count as green (2.1)." if unsure else None,
        "columns": list(CRT.head.labels),
        "base": None,
        "final": None,
        "shifts": [],
        "chart": [],
        "die": None,
        "result": None,
    }
    if not chosen or not defence:
        return found
    column = max(0, min(CRT.at_odds(attack, defence), len(CRT.head.labels) - 1))
    label = CRT.head.labels[column]
    return found | {"base": label, "final": label, "chart": _chart(column)}


def _known(s: FordState, u: int, side: str) -> int:
    return 2 * s.steps[u] + (s.veteran[u] if s.known[u] or side == SIDE_OF[u] else 0)


def _chart(column: int) -> list[PanelChance]:
    odds = CRT.odds(column)
    return [
        {"result": result, "text": text, "probability": str(odds[result]), "tone": tone}
        for result, text, tone in RESULTS
        if result in odds
    ]


def overlay(s: FordState, side: str, name: str, subject: str | None) -> dict[str, Any]:
    """Something to lay over the map, from what everybody may know."""
    if name == "reach":
        u = UNITS.find(subject)
        if u is None or s.at[u] == OFF:
            raise BadInput("subject", f"no unit {subject!r} on the map")
        found = reach(s, u)
        places = {str(HEXES[h]): {"left": left} for h, left in ((h, found.left(h)) for h in found) if h != s.at[u]}
        return {"places": places, "lines": [], "text": f"{subject} can reach {len(places)} hexes."}
    if name == "zones":
        other = subject if subject in SIDES else FOE.get(side, "red")
        return {"places": {str(HEXES[h]): {} for h in members(s.zone(other))}, "lines": [], "text": ""}
    if name == "attackers":
        h = HEXES.find(subject)
        if h is None:
            raise BadInput("subject", f"no hex {subject!r}")
        near = [u for u in UNITS.numbers if s.at[u] != OFF and BOARD.ring[h] >> s.at[u] & 1]
        spots = dict.fromkeys(str(HEXES[s.at[u]]) for u in near)
        return {"places": {spot: {} for spot in spots}, "lines": [[spot, subject] for spot in spots], "text": ""}
    raise BadInput("overlay", f"the Ford has no overlay {name!r}")

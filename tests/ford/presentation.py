"""What the Ford shows: its sheet, the pieces on it, a battle before and after the die, and overlays."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from front1914.engine.errors import BadInput
from front1914.engine.shapes import Display, Panel, PanelChance, Scene, Shown
from front1914.kit.bits import members
from tests.ford.movement import LAST_TURN, reach
from tests.ford.state import (
    BOARD,
    FOE,
    FORDS,
    HEXES,
    OFF,
    OWN,
    RIVER,
    SIDE_OF,
    SIDES,
    STEPS_FULL,
    TOWN,
    UNITS,
    FordState,
)

PHASES = {"quality": "Setup", "mine": "Setup", "move": "March", "march": "March"}
COLUMNS = ("weaker", "1:1", "2:1", "3:1")  #: 4.2: what the ratio adds to the die, from minus one
RESULTS = (
    ("A1", "the attacker loses a step", "worst"),
    ("-", "nothing happens", "bad"),
    ("D1", "the defender is struck", "good"),
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
    for h, name in zip(FORDS, ("Upper ford", "Old ford", "Mill ford"), strict=True):
        places[str(HEXES[h])] |= {"name": name, "tags": ["ford"]}
    places[str(HEXES[TOWN])] |= {"name": "Aubigny", "tags": ["city"], "facts": ["Red must hold it at the end (1.2)"]}
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
        "phases": ["Setup", "March", "Fight"],
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
    side = SIDE_OF[u]
    return {
        "name": f"{side.capitalize()} {1 + u % 6}",
        "short": str(1 + u % 6),
        "side": side,
        "nation": side,
        "symbol": "cavalry" if u % 6 == 5 else "infantry",
        "size": "ii",
        "faces": [{"text": "4-3"}, {"text": "2-3"}],
    }


def scene(s: FordState) -> Scene:
    """When and where the game is; who is being chosen for an attack is the attacker's own business."""
    phase = PHASES.get(s.flow[-1][0], "Fight") if s.flow else ""
    place = str(HEXES[s.flow[-1][1]]) if s.flow and s.flow[-1][0] in ("clash", "stand") else None
    return Scene(s.turn, phase, s.active, place=place)


def show(s: FordState, side: str) -> Display:
    """What a client draws."""
    return {
        "turns": LAST_TURN[s.scenario],
        "pieces": _pieces(s, side),
        "control": {},
        "tracks": [
            {"id": other, "name": f"{other.capitalize()} steps", "value": sum(s.steps[u] for u in OWN[other])}
            | {"low": 0, "high": STEPS_FULL * len(OWN[other])}
            for other in SIDES
        ],
        "boxes": [
            {
                "id": "lost",
                "name": "Lost",
                "pieces": [str(UNITS[u]) for u in UNITS.numbers if s.at[u] == OFF],
            }
        ],
        "markers": [{"at": HEXES[s.mined], "kind": "mine", "text": "Your mine lies here"}]
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
                "face": STEPS_FULL - s.steps[u],
                "marks": marks,
                "order": depth[s.at[u]],
            }
        )
        depth[s.at[u]] += 1
    return found


def battle(s: FordState, side: str) -> Panel | None:
    """4.2, 4.3: the attack that is being prepared or resolved, from what the side may know."""
    if not s.flow or s.flow[-1][0] not in ("assault", "clash", "stand"):
        return None
    name, h, *rest = s.flow[-1]
    if name == "assault" and side != s.active:
        return None
    chosen = rest[0] if rest else ()
    defenders = s.units_in(h, FOE[s.active])
    attack, defence = (sum(_known(s, u, side) for u in units) for units in (chosen, defenders))
    unsure = [u for u in defenders if not s.known[u] and side != SIDE_OF[u]]
    level = 0 if attack < defence else min(attack // defence - 1, 2) + 1
    found: Panel = {
        "target": str(HEXES[h]),
        "attackers": [str(UNITS[u]) for u in chosen],
        "defenders": [str(UNITS[u]) for u in defenders],
        "attack": attack,
        "defence": defence,
        "assumed": "Defenders that nobody has met count as green (2.1)." if unsure else None,
        "columns": list(COLUMNS),
        "base": None,
        "final": None,
        "shifts": [],
        "chart": [],
        "die": None,
        "result": None,
    }
    if name == "stand" or not chosen:
        return found
    text = "One taken off the die" if level == 0 else f"{level - 1} added to the die"
    shifts = [{"amount": level - 1, "rule": "4.2", "text": text}]
    return found | {"base": COLUMNS[level], "final": COLUMNS[level], "shifts": shifts, "chart": _chart(level - 1)}


def _known(s: FordState, u: int, side: str) -> int:
    return 2 * s.steps[u] + (s.veteran[u] if s.known[u] or side == SIDE_OF[u] else 0)


def _chart(modifier: int) -> list[PanelChance]:
    scores = [face + modifier for face in range(1, 7)]
    counts = (sum(n <= 2 for n in scores), sum(2 < n < 5 for n in scores), sum(n >= 5 for n in scores))
    return [
        {"result": result, "text": text, "probability": str(Fraction(count, 6)), "tone": tone}
        for (result, text, tone), count in zip(RESULTS, counts, strict=True)
        if count
    ]


def overlay(s: FordState, side: str, name: str, subject: str | None) -> dict[str, Any]:
    """Something to lay over the map, from what everybody may know."""
    if name == "reach":
        u = UNITS.find(subject)
        if u is None or s.at[u] == OFF:
            raise BadInput("subject", f"no unit {subject!r} on the map")
        places = {str(HEXES[h]): {"left": left} for h, left in reach(s, u).items() if h != s.at[u]}
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


def ways(s: FordState, unit: int) -> dict[str, dict[str, Any]]:
    """The hints of a march: points left, the cheapest way, and where a zone of control stops it (3.1, 3.2)."""
    left, zone = reach(s, unit), s.zone(FOE[SIDE_OF[unit]])
    found = {}
    for h, rest in left.items():
        hint: dict[str, Any] = {"left": rest, "path": [str(HEXES[n]) for n in _way(s, unit, h, left)]}
        if zone >> h & 1:
            hint["stop"] = True
        found[f"to {HEXES[h]}"] = hint
    return found


def _way(s: FordState, unit: int, h: int, left: dict[int, int]) -> list[int]:
    start, zone = s.at[unit], s.zone(FOE[SIDE_OF[unit]])
    path = [h]
    while path[0] != start:
        here = path[0]
        cost = 2 if RIVER >> here & 1 else 1
        before = [n for n in BOARD.neighbours[here] if left.get(n, -1) == left[here] + cost]
        path.insert(0, next(n for n in before if n == start or not zone >> n & 1))
    return path

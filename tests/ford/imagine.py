"""What a side knows beyond what a client shows it, and one full position that agrees with that: a sample of the hidden.

The two belong together. The fuzzer holds them against each other: an imagined position must look the same to the side.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from front1914.engine.position import Knowledge
from tests.ford.state import FordState
from tests.ford.world import FOE, FORDS, HEXES, OFF, OWN, SCENARIOS, SIDE_OF, SIDES, UNITS, VETERANS

if TYPE_CHECKING:
    from front1914.engine.title import Title


def know(title: Title, s: FordState, side: str) -> Knowledge:
    """All that the side may know, by listing it."""
    return {
        "position": {
            "phase": s.phase,
            "mined": HEXES[s.mined] if s.mined != OFF and side == "red" else None,
            "units": {str(UNITS[u]): _unit(s, u, side) for u in UNITS.numbers if s.at[u] != OFF},
            "lost": [[str(UNITS[u]), s.veteran[u]] for u in UNITS.numbers if s.at[u] == OFF and s.known[u]],
            "flow": _flow(title, s, side),
        }
    }


def _flow(title: Title, s: FordState, side: str) -> list[Any]:
    """The moment of play; who is being chosen for an attack is the attacker's own business."""
    flow = s.flow if not s.flow or s.flow[-1][0] != "assault" or side == s.active else s.flow[:-1]
    written: list[Any] = title.form.write_flow(title, flow)
    return written


def _unit(s: FordState, u: int, side: str) -> dict[str, Any]:
    row = {"side": SIDE_OF[u], "at": HEXES[s.at[u]], "steps": s.steps[u]}
    if s.known[u] or side == SIDE_OF[u]:
        row["veteran"] = s.veteran[u]
    for key in ("known", "moved", "fought"):
        if getattr(s, key)[u] == 1:
            row[key] = 1
    return row


def imagine(view: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """Who of the enemy is a veteran, and where the mine lies, are drawn."""
    units, known = _units(view, rng), view["position"]
    position: dict[str, Any] = {
        "title": "ford",
        "scenario": view["scenario"],
        "options": view["options"],
        "turn": view["turn"],
        "active": view["active"],
        "phase": known["phase"],
        "units": units,
    }
    mined = known["mined"] if view["side"] == "red" else rng.choice([None, *(HEXES[h] for h in FORDS)])
    if mined and not any(frame[0] == "mine" for frame in known["flow"]):
        position["mined"] = mined
    if view["result"]:
        return position | {"result": list(view["result"].values())}
    return position | {"flow": known["flow"]}


def _units(view: Mapping[str, Any], rng: random.Random) -> dict[str, dict[str, Any]]:
    known = view["position"]
    units = {u: {key: value for key, value in row.items() if key != "side"} for u, row in known["units"].items()}
    for u in UNITS:
        units.setdefault(str(u), {"steps": 0})
    for u, veteran in known["lost"]:
        units[u] |= {"veteran": veteran, "known": 1}
    if any(frame[0] == "quality" for frame in known["flow"]):
        return units
    present = SCENARIOS[view["scenario"]].where
    for side in SIDES:
        own = [str(UNITS[u]) for u in OWN[side] if u in present]
        if side == FOE.get(view["side"]) or view["side"] not in SIDES:
            missing = VETERANS - sum(units[u].get("veteran", 0) for u in own)
            pool = [u for u in own if "veteran" not in units[u]]
            for u in rng.sample(pool, min(missing, len(pool))):
                units[u]["veteran"] = 1
    return units

"""3.1.5 to 3.1.7: all that a side may know, built by listing what may be shown.

Of an enemy stack a side sees the top unit, never its strength or status, and of what lies under it how many units there
are, of which nation and of what kind: the zones and the other rules tell that much (ruling B-L1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from front1914.engine.state import Frame
from front1914.titles.offensive_a_outrance.board import HEXES, SIZE
from front1914.titles.offensive_a_outrance.charts import TURNS, dates
from front1914.titles.offensive_a_outrance.combat.report import report
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_WORDS
from front1914.titles.offensive_a_outrance.sequence import PHASE_NAMES
from front1914.titles.offensive_a_outrance.stacking import ordered, tops
from front1914.titles.offensive_a_outrance.state import MOVED, NO_TASK, SOUND, STATUSES, TASKS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    BOXES,
    IS_FORT,
    IS_FORTRESS,
    IS_SUPPLY,
    KINDS,
    NATION,
    PLACES,
    SIDE,
    SIDES,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.offensive_a_outrance.title import OffensiveAOutrance

UNIT_WORDS = tuple(str(UNITS[u]) for u in UNITS.numbers)
PLACE_WORDS = tuple(str(word) for word in PLACES.ids)
CONTROLLERS = ("", "allied", "german")


def open_to(s: OAOState, side: str) -> bool:
    """Whether nothing is hidden from a side: no fog, or the game is over."""
    return not s.options.get("intelligence", True) or s.result is not None


def known(s: OAOState, side: str) -> frozenset[int]:
    """3.1.6: the units that a side may identify: its own, the top of every other stack, Forts and Fortresses."""
    key = ("known", side)
    found: frozenset[int] | None = s.memo.get(key)
    if found is None:
        if open_to(s, side):
            found = frozenset(UNITS.numbers)
        else:
            seen = {u for u in UNITS.numbers if SIDE[u] == side or IS_FORT[u] or IS_FORTRESS[u] or s.at[u] >= SIZE}
            for other in SIDES:
                if other != side:
                    seen.update(tops(s, other))
            found = frozenset(seen)
        s.memo[key] = found
    return found


def kind_of(u: int) -> str:
    """What of a hidden unit can be told (B-L1): its kind."""
    kind = KINDS[u]
    if kind.role == "formation":
        return "cavalry" if kind.type == "cavalry" else "formation"
    if kind.role == "supply":
        return kind.type
    return {"jaeger": "cavalry", "loc_cavalry": "cavalry"}.get(
        kind.type, "asset" if kind.type in ("infantry", "chasseurs", "garrison", "loc_infantry") else "artillery"
    )


def describe(title: OffensiveAOutrance, s: OAOState, side: str) -> dict[str, Any]:
    """JSON-ready, listing what may be shown."""
    return {
        "turn": s.turn,
        "turns": s.rules.last_turn,
        "date": dates(min(s.turn, len(TURNS.rows) if hasattr(TURNS, "rows") else s.turn)),
        "phase": PHASE_NAMES[s.phase],
        "active": s.active,
        "pieces": _pieces(s, side),
        "control": {PLACE_WORDS[h]: CONTROLLERS[value] for h, value in enumerate(s.control) if value},
        "tracks": _tracks(s),
        "boxes": _boxes(s),
        "markers": _markers(s),
        "battle": report(s, side, known(s, side)),
        "position": title.form.write(title, s),
    }


def _pieces(s: OAOState, side: str) -> list[dict[str, Any]]:
    found = []
    seen = known(s, side)
    for h in sorted(s.stacks()):
        at = PLACE_WORDS[h]
        for owner in SIDES:
            for order, u in enumerate(ordered(s, h, owner)):
                if u in seen:
                    own = SIDE[u] == side or open_to(s, side)
                    row = {"id": UNIT_WORDS[u], "at": at, "face": _face(s, u) if own else 0, "order": order}
                    found.append(row | {"marks": marks(s, u, own)})
                else:
                    row = {"id": f"?{len(found)}", "hidden": True, "nation": NATION[u], "at": at, "order": order}
                    found.append(row | {"face": 0, "marks": [], "kind": kind_of(u)})
    return found


def _face(s: OAOState, u: int) -> int:
    """Which face of a counter is up: by its reductions, or its back."""
    if IS_FORT[u] or IS_FORTRESS[u] or IS_SUPPLY[u]:
        return int(s.face[u])
    return int(s.sr[u])


def marks(s: OAOState, u: int, own: bool) -> list[str]:
    """What lies on a counter; markers of attacks and works are open, the rest is its owner's (3.1.6a)."""
    told = []
    if s.pa[u] >= 0:
        told.append(f"prepares {HEXES[s.pa[u]]}")
    if s.second[u] >= 0:
        told.append("two hexes")
    if s.task[u] != NO_TASK and (own or TASKS[s.task[u]] == "dig"):
        told.append(f"{TASKS[s.task[u]]} {s.done[u]}")
    if own:
        if s.ce[u] != SOUND:
            told.append(str(STATUSES[s.ce[u]]))
        if s.did[u] & MOVED:
            told.append("moved")
        if s.owed[u]:
            told.append(f"owes {s.owed[u]}")
        if not s.is_active(u):
            told.append("inactive")
    return told


def _markers(s: OAOState) -> list[dict[str, Any]]:
    found = [{"at": PLACE_WORDS[h], "kind": "position", "text": "IP"} for h, value in enumerate(s.ip) if value]
    for number, damaged in enumerate(s.blown):
        if damaged:
            a, _, b = str(BRIDGE_WORDS[number]).partition("/")
            found.append({"at": a, "kind": "blown", "text": f"bridge to {b} blown"})
    return found


BOX_TITLES = {
    "track": "Game Turn Record Track",
    "sea": "At sea",
    "holding": "Naval Holding Box",
    "eliminated": "Eliminated",
    "withdrawn": "Withdrawn",
}


def _boxes(s: OAOState) -> list[dict[str, Any]]:
    held: dict[str, list[str]] = {name: [] for name in BOXES[1:]}
    for u, place in enumerate(s.at):
        if place > ABSENT:
            held[BOXES[place - SIZE]].append(UNIT_WORDS[u])
    return [{"id": name, "name": BOX_TITLES[name], "pieces": pieces} for name, pieces in held.items() if pieces]


def _tracks(s: OAOState) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"id": "turn", "name": "Turn", "value": s.turn, "low": s.rules.first_turn, "high": s.rules.last_turn}
    ]
    if s.rules.victory.kind == "points":
        found.append({"id": "vp", "name": "Net Victory Points", "value": s.vp, "low": -50, "high": 50})
    return found


def flow_for(title: OffensiveAOutrance, s: OAOState, side: str) -> list[Frame]:
    """The flow of play as the side may know it."""
    return s.flow

"""Overlays: reach, zones of control, front lines, areas, supply. Only from what the side may know."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import BadInput
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, SIZE
from front1914.titles.offensive_a_outrance.charts import OBJECTIVES, POINTS, SPECIAL_CITIES
from front1914.titles.offensive_a_outrance.logistics.provisions import state_of
from front1914.titles.offensive_a_outrance.manoeuvre.front import fronts
from front1914.titles.offensive_a_outrance.manoeuvre.movement import refuse_start
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, march, most_forced
from front1914.titles.offensive_a_outrance.nations.paris import AREA, PARIS
from front1914.titles.offensive_a_outrance.organisation.forces import forces, marchers
from front1914.titles.offensive_a_outrance.plans import goals, in_force, status
from front1914.titles.offensive_a_outrance.scenarios import OBJECTIVES_OF
from front1914.titles.offensive_a_outrance.show.railmap import railways
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.victory import counts, final_points, furthest, gap_hexes
from front1914.titles.offensive_a_outrance.world import ARMIES, IS_FORT, MOBILE, NO_CORPS, SIDE, SIDES, TRAIN_OF, UNITS

OVERLAYS = (
    {"id": "reach", "name": "Reach of a Force", "of": "unit", "key": "R", "look": "reach"},
    {"id": "zones", "name": "Zones of control", "of": "side", "key": "Z", "look": "zone"},
    {"id": "front", "name": "Front line", "of": "own", "key": "F"},
    {"id": "areas", "name": "Areas of Attachment", "of": "side", "key": "A"},
    {"id": "supply", "name": "Supply", "of": "own", "key": "S", "look": "supply"},
    {"id": "railways", "name": "Operational railways", "of": "side", "key": "O", "look": "supply"},
    {"id": "plans", "name": "Strategic Plans", "of": "side", "key": "P"},
    {"id": "points", "name": "Victory Points", "of": "own", "key": "V"},
)
FULL = "full"  #: what provisions.state_of says of who lacks nothing
SHORT = {"out": "out of supply", "isolated": "isolated"}


def overlay(s: OAOState, side: str, name: str, subject: str | None) -> dict[str, Any]:
    """Something to lay over the map."""
    shown = {
        "reach": _reach,
        "zones": _zones,
        "front": _front,
        "areas": _areas,
        "supply": _supply,
        "railways": _railways,
        "plans": _plans,
        "points": _points,
    }
    if name not in shown:
        raise BadInput("overlay", f"no overlay {name!r}; there is {', '.join(shown)}")
    return shown[name](s, side, subject or "")


def _own(side: str, subject: str) -> str:
    who = subject or side
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    if who != side:
        raise BadInput("subject", "only of your own side: that of the other rests on units that you do not see (3.1.6)")
    return who


def _reach(s: OAOState, side: str, subject: str) -> dict[str, Any]:
    """7.1: where a Force can go now, or could go if it were its turn."""
    u = UNITS.find(subject)
    if u is None or s.at[u] >= SIZE or SIDE[u] != side:
        raise BadInput("subject", f"no unit {subject!r} of yours on the map")
    if not MOBILE[u] and not (IS_FORT[u] and s.face[u]):
        return {"places": {}, "lines": [], "text": f"{UNITS.name(u)} cannot move (7.0)"}
    force = marchers(s, u)
    found, most, spent = march(s, force), allowance(s), s.spent[u]
    places: dict[str, dict[str, Any]] = {}
    for h, cost in found.costs.items():
        beyond = max(0, spent + cost - most)
        places[str(HEXES[h])] = {"left": max(0, most - spent - cost)}
        if beyond:
            places[str(HEXES[h])]["mark"] = f"forced march {beyond}"
    why = refuse_start(s, u)
    text = f"{UNITS.name(u)}: {most} MPs, {most_forced(s, force)} more by Forced March"
    return {"places": places, "lines": [], "text": f"{text}; {why.text}" if why else text}


def _zones(s: OAOState, side: str, subject: str) -> dict[str, Any]:
    who = subject or side
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    zone = members(s.ground(who).zone & s.rules.area)
    return {"places": {str(HEXES[h]): {} for h in zone}, "lines": [], "text": "Zones of control (3.3)"}


def _front(s: OAOState, side: str, subject: str) -> dict[str, Any]:
    """3.4: the front line of a side by its armies, and the hexes that join their Formations."""
    found = fronts(s)[_own(side, subject)]
    places: dict[str, dict[str, Any]] = {str(HEXES[h]): {"mark": "link"} for h in members(found.links)}
    places |= {str(HEXES[h]): {"mark": "open flank"} for h in members(found.flank)}
    for army, bits in found.armies.items():
        places |= {str(HEXES[h]): {"mark": ARMIES.name(army)} for h in members(bits)}
    return {"places": places, "lines": [], "text": "Front lines of the armies (3.4)"}


def _areas(s: OAOState, side: str, subject: str) -> dict[str, Any]:
    """5.1: the Areas of Attachment of a side; boundaries lie open."""
    who = subject or side
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    column = s.area(who)
    places = {str(HEXES[h]): {"mark": ARMIES.name(army)} for h, army in enumerate(column) if army >= 0}
    if who == "allied" and PARIS in s.rules.armies:  # 22.2: it overlaps others
        places |= {
            str(HEXES[h]): {"mark": f"{ARMIES.name(column[h])}, {ARMIES.name(PARIS)}"}
            for h in members(AREA)
            if column[h] >= 0
        }
    return {
        "places": places,
        "lines": [],
        "text": "A corps belongs to the army in whose area its Train stands (5.1.2)"
        if places
        else "One army: no areas",
    }


def _plans(s: OAOState, side: str, subject: str) -> dict[str, Any]:
    """26: the objectives of a side's plans, and how far they are; Army markers and attacks lie open."""
    who = subject or side
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    marks: dict[str, list[str]] = {}
    armies = in_force(s, who)
    for army in armies:
        for h in goals(army):
            primary = " (primary)" if OBJECTIVES_OF[army].primary >> h & 1 else ""
            marks.setdefault(str(HEXES[h]), []).append(f"{ARMIES.name(army)}{primary}")
    places = {word: {"mark": ", ".join(texts)} for word, texts in marks.items()}
    text = "; ".join(status(s, army) for army in armies) or "No army has a Strategic Plan (26.0)"
    return {"places": places, "lines": [], "text": text}


def _railways(s: OAOState, side: str, subject: str) -> dict[str, Any]:
    """18.1: where trains run; Railheads lie open, so that of both sides can be asked for."""
    who = subject or side
    if who not in SIDES:
        raise BadInput("subject", f"no side {who!r}")
    return railways(s, who)


def _points(s: OAOState, side: str, subject: str) -> dict[str, Any]:
    """27: the places that count at the end, the gaps in the side's own line, and what it would come to now."""
    who = _own(side, subject)
    places: dict[str, dict[str, Any]] = {}
    for name in s.rules.victory.objectives:
        worth = POINTS.objective if name in OBJECTIVES else POINTS.special
        places |= {word: {"mark": f"{worth}"} for word in OBJECTIVES.get(name) or SPECIAL_CITIES[name]}
    places |= {word: {"mark": "decides"} for word in s.rules.victory.hexes}
    told = [f"Net Victory Points (German less Allied): {s.vp}"]
    if s.rules.victory.objectives:
        told.append(f"objectives would add {sum(points for _, points in final_points(s))}")
    if counts(s, "27.4"):
        told.append(f"furthest advance {furthest(s)}")
    if counts(s, "27.5"):
        holes = gap_hexes(s, who)
        told.append(f"{len(holes)} gaps in your line")
        places |= {str(HEXES[h]): {"mark": "gap"} for h in holes}
    return {"places": places, "lines": [], "text": "; ".join(told)}


def _supply(s: OAOState, side: str, subject: str) -> dict[str, Any]:
    """15.4: who would be out of supply, and how far that goes, if his Supply Phase were now."""
    who = _own(side, subject)
    places: dict[str, dict[str, Any]] = {}
    out: list[str] = []
    for h, stack in s.stacks().items():
        if not any(SIDE[u] == who for u in stack):
            continue
        states = {force[0]: state_of(s, force[0]) for force in forces(s, h, who)}
        short = {u: SHORT[state] for u, state in states.items() if state != FULL}
        places[str(HEXES[h])] = {"mark": "; ".join(sorted(set(short.values())))} if short else {}
        out += [f"{UNITS.name(u)}: {state}, {_sources(s, u)}" for u, state in short.items()]
    return {"places": places, "lines": [], "text": "; ".join(sorted(out)) or "Everybody is in Full Supply (15.4)"}


def _sources(s: OAOState, u: int) -> str:
    """15.3: how far it is from what should supply a unit."""
    train = TRAIN_OF[s.corps[u]] if s.corps[u] != NO_CORPS else -1
    found = [v for v in (train, *s.depots(s.army[u])) if v >= 0 and v != u and s.at[v] < SIZE]
    told = [f"{UNITS.name(v)} {BOARD.distance(s.at[u], s.at[v])} hexes away" for v in found]
    return ", ".join(told) or "no Depot or Train of its own on the map"

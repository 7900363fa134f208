"""How a position is written, and what must hold in every position."""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.position import Cell, Form, Table
from front1914.engine.words import Numbers, Words
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, OPEN, SIZE, STRUCTURES
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_WORDS
from front1914.titles.offensive_a_outrance.sequence import PHASE_NAMES
from front1914.titles.offensive_a_outrance.state import (
    CONTROLLERS,
    DETRAIN,
    DETRAINING,
    DIG,
    ENTRAIN,
    ENTRAINING,
    EVENTS,
    NARROWS,
    PLANS,
    POOLS,
    RAIL_MODES,
    REBUILT,
    STATUSES,
    STRUCTURE_STATES,
    STRUCTURE_WORDS,
    TASKS,
    TRIPS,
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ARMIES,
    CORPS,
    HOLDING,
    IS_ASSET,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    MOST_SR,
    PLACES,
    RND,
    SEA_BOX,
    SET_UP,
    SIDE,
    SIDES,
    UNITS,
)

FLAGS = ("face", "marker", "variable", "rolled")
COMBATS = ("battle", "at_ease")  #: steps that lie in the flow while a combat or a Repulse lasts
FORM = Form(
    scalars={
        "turn": Cell("turn", 1, low=1, high=30),
        "phasing": Cell("phasing", "allied"),
        "active": Cell("active", "allied"),
        "phase": Cell("phase", "setup"),
        "vp": Cell("vp", 0, low=-1000, high=1000),
    },
    tables={
        "units": Table(
            UNITS,
            {
                "at": Cell("at", ABSENT, PLACES),
                "second": Cell("second", -1, HEXES),
                "sr": Cell("sr", 0, high=9),
                "ce": Cell("ce", 0, STATUSES),
                "army": Cell("army", -1, ARMIES),
                "corps": Cell("corps", -1, CORPS),
                "assigned": Cell("assigned", -1, UNITS),
                "order": Cell("order", 0, high=127),
                "inactive": Cell("inactive", 0, low=-1, high=31),
                "task": Cell("task", 0, TASKS),
                "done": Cell("done", 0, high=31),
                "site": Cell("site", -1, HEXES),
                "rail": Cell("rail", 0, RAIL_MODES),
                "goal": Cell("goal", -1, HEXES),
                "trip": Cell("trip", 0, TRIPS),
                "due": Cell("due", 0, high=40),
                "owed": Cell("owed", 0, high=127),
                "pa": Cell("pa", -1, HEXES),
                "target": Cell("target", -1, HEXES),
                "origin": Cell("origin", -1, HEXES),
                "spent": Cell("spent", 0, high=127),
                "did": Cell("did", 0, high=32_767),
                "ammo": Cell("ammo", 0, high=127),
                "routine": Cell("routine", 0, high=31),
                **{flag: Cell(flag, 0, high=1) for flag in FLAGS},
            },
        ),
        "hexes": Table(
            HEXES,
            {
                "control": Cell("control", 0, CONTROLLERS),
                "allied_area": Cell("allied_area", -1, ARMIES),
                "german_area": Cell("german_area", -1, ARMIES),
                "second_area": Cell("second_area", -1, ARMIES),
                "ip": Cell("ip", 0, high=2),
                "dug_by": Cell("dug_by", 0, CONTROLLERS),
                "ruined": Cell("ruined", 0, high=1),
                "operational": Cell("operational", 0, high=3),
                "station": Cell("station", 0, high=2),
            },
        ),
        "bridges": Table(BRIDGE_WORDS, {"": Cell("blown", 0, high=3)}),
        "structures": Table(
            STRUCTURE_WORDS,
            {"state": Cell("structures", 0, STRUCTURE_STATES), "taken": Cell("taken", 0, high=3)},
        ),
        "armies": Table(
            ARMIES,
            {
                "active": Cell("army_active", 0, high=31),
                "seed": Cell("seed", -1, HEXES),
                "line_next": Cell("line_next", -1, ARMIES),
                "line_way": Cell("line_way", 0, high=11),
                "line_at": Cell("line_at", 0, low=-999999, high=999999),
                "bend_at": Cell("bend_at", -1, HEXES),
                "bend_turn": Cell("bend_turn", 0, low=-5, high=5),
                "second_bend_at": Cell("second_bend_at", -1, HEXES),
                "second_bend_turn": Cell("second_bend_turn", 0, low=-5, high=5),
                "plan": Cell("plan", 0, PLANS),
                "mandated": Cell("mandated", 0, high=31),
                "rank": Cell("rank", 0, high=31),
                "shortage": Cell("shortage", 0, high=31),
                "used": Cell("used", 0, high=127),
                "trucks": Cell("trucks", 0, high=9),
                "base": Cell("base", -1, HEXES),
            },
        ),
        "bottlenecks": Table(NARROWS, {"": Cell("traffic", 0, high=31)}),
        "pools": Table(POOLS, {"": Cell("pools", 0, low=-9999, high=9999)}),
        "events": Table(EVENTS, {"": Cell("events", 0, high=31)}),
    },
)
NUMBERS: dict[str, Words] = {"die": Numbers("die", 1, 6)}


def faults(s: OAOState) -> Iterator[str]:
    """What never holds, at whatever moment."""
    for h, stack in s.stacks().items():
        sides = {SIDE[u] for u in stack}
        if len(sides) > 1 and not _shares(s, stack):
            yield f"both sides stand in {HEXES[h]} (3.1)"
        if not OPEN >> h & 1:
            yield f"{UNITS[stack[0]]} stands in the closed hex {HEXES[h]} (7.1.2)"
    for u in UNITS.numbers:
        yield from _unit_faults(s, u)
    for number, row in enumerate(STRUCTURES):
        if s.structures[number] == REBUILT and not row.rebuilt:
            yield f"{row.name} is never rebuilt (18.4.3)"
    if s.active not in SIDES or s.phasing not in SIDES or s.phase not in PHASE_NAMES:
        yield f"no such moment: {s.phasing}, {s.active}, {s.phase}"


def _shares(s: OAOState, stack: list[int]) -> bool:
    """3.1, 12.1.3: with a Fortress without garrison enemies may stand."""
    for side in SIDES:
        mine = [u for u in stack if SIDE[u] == side]
        if all(IS_FORTRESS[u] and s.face[u] for u in mine):
            return True
    return False


def _unit_faults(s: OAOState, u: int) -> Iterator[str]:
    place, second = s.at[u], s.second[u]
    if s.sr[u] > MOST_SR[u] or s.sr[u] < 0:
        yield f"{UNITS[u]} cannot have suffered {s.sr[u]} reductions (9.10.2)"
    if s.ce[u] and not IS_FORMATION[u]:
        yield f"{UNITS[u]} has no Attachment marker that could show a status (5.5.2)"
    if place >= SIZE and (second >= 0 or s.pa[u] >= 0 or s.task[u] or s.rail[u]):
        yield f"{UNITS[u]} is off the map and has markers on it"
    if second >= 0 and (place >= SIZE or not BOARD.ring[place] >> second & 1):
        yield f"{UNITS[u]} does not stand in two neighbouring hexes (19.0)"
    if place < SIZE and (IS_FORTRESS[u] or (IS_FORT[u] and not s.face[u])) and place != SET_UP[u]:
        yield f"{UNITS[u]} has moved (8.5.1)"
    if (s.rail[u] == ENTRAINING) != (s.task[u] == ENTRAIN) or (s.rail[u] == DETRAINING) != (s.task[u] == DETRAIN):
        yield f"{UNITS[u]} neither entrains nor detrains as its markers say (7.7.3)"
    if (place == HOLDING and u not in RND) or (place == SEA_BOX and SIDE[u] != "allied"):
        yield f"{UNITS[u]} cannot be at sea or in England (7.9, 23.3.1)"
    if s.task[u] == DIG and s.digs_in(u) not in s.hexes(u):
        yield f"{UNITS[u]} digs where it does not stand (14.3)"
    if s.site[u] >= 0 and s.task[u] != DIG:
        yield f"{UNITS[u]} has a place to dig and does not (14.3)"
    if s.assigned[u] >= 0 and IS_ASSET[s.assigned[u]] and not any(frame[0] in COMBATS for frame in s.flow):
        yield f"{UNITS[u]} keeps to itself though no combat lasts (11.1.2)"
    if s.did[u] < 0 or s.owed[u] < 0 or s.spent[u] < 0:
        yield f"{UNITS[u]} has expended less than nothing (7.1.2)"

"""6.6: all that a side may know, and samples of what it may not.

Of an enemy stack a side knows the top unit, the fort (it cannot leave and its losses are seen), the units that a battle
has brought to light while it lasts, and how many counters of which nation lie below (R24, R107). Everything beside the
map is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from front1914.engine.position import Knowledge
from front1914.engine.shapes import Box, Display, Scene, Shown, Track
from front1914.engine.state import Frame
from front1914.titles.schlieffens_war.charts import dates
from front1914.titles.schlieffens_war.combat.battle import battle, in_battle
from front1914.titles.schlieffens_war.combat.report import report
from front1914.titles.schlieffens_war.control import first_holder
from front1914.titles.schlieffens_war.sequence import PHASE_NAMES
from front1914.titles.schlieffens_war.state import NORMAL, OUT_OF_SUPPLY, SWState
from front1914.titles.schlieffens_war.world import (
    ABSENT,
    BOXES,
    FOE,
    FULL,
    IS_COMBAT,
    IS_FORT,
    NATION,
    PLACES,
    SIDE,
    SIZE,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.schlieffens_war.title import SchlieffensWar

#: steps whose frame is the business of the side that decides alone; without it the flow is that of a moment before
PRIVATE = frozenset({"march", "displace", "probe_to", "attackers", "return_to"})
SECRET_DICE = frozenset({"forced_march", "attrition"})  #: dice for units that may be hidden
OPEN_FLAGS = ("probed", "attacked", "defended")  #: what everybody has seen a unit do in this phase
MORALE_MARKS = ("fatigued", "", "elan")
SUPPLY_MARKS = ("", "fortress_supply", "out_of_supply")


def flow_for(title: SchlieffensWar, s: SWState, side: str) -> list[Frame]:
    """The flow of play as the side may know it."""
    if not s.flow or not s.options["fog"] or title.step[s.flow[-1][0]].side(s) == side:
        return s.flow
    if s.flow[-1][0] in SECRET_DICE and SIDE[s.flow[-1][1][0]] == side:
        return s.flow
    flow = [shown for frame in s.flow if (shown := _veiled(s, frame)) is not None]
    if s.flow[-1][0] in BEFORE:
        flow.append(BEFORE[s.flow[-1][0]])
    return flow


def _veiled(s: SWState, frame: Frame) -> Frame | None:
    """A frame as somebody may know it whose decision it is not."""
    if frame[0] in PRIVATE:
        return None
    if frame[0] == "defend":  # who is named for the defence is shown when all are (R71)
        return (*frame[:3], ())
    if frame[0] in SECRET_DICE:
        seen = tuple(u for u in frame[1] if s.seen(u))
        return (frame[0], seen) if seen else None
    return frame


#: what was asked before a private step that took the place of its question
BEFORE: dict[str, Frame] = {"probe_to": ("probe",), "attackers": ("attack",), "return_to": ("return",)}


def known_to(title: SchlieffensWar, s: SWState, side: str, flow: Sequence[Frame]) -> set[int]:
    """The units on the map that the side may identify."""
    on_map = {u for u in UNITS.numbers if s.at[u] < SIZE}
    if not s.options["fog"]:
        return on_map
    found = {u for u in on_map if SIDE[u] == side or IS_FORT[u]}
    found |= {stack[0] for stack in s.stacks().values()}
    found |= shown_in(title, flow) & on_map
    return found


def shown_in(title: SchlieffensWar, flow: Sequence[Frame]) -> set[int]:
    """The units that the flow of play names: who takes part in a battle is shown."""
    found: set[int] = set()
    named = _naming(title)
    for frame in flow:
        for i in named[frame[0]]:
            if i < len(frame):
                datum = frame[i]
                found.update(datum if isinstance(datum, tuple) else (datum,))
    return found


@cache
def _naming(title: SchlieffensWar) -> dict[str, list[int]]:
    """By step: which data of its frame are units."""
    return {name: [i for i, noun in enumerate(step.frame, 1) if noun == "unit"] for name, step in title.step.items()}


def scene(s: SWState) -> Scene:
    """When and where the game is; an attack is seen by everybody as soon as the defenders are asked for."""
    place = None
    if in_battle(s):
        place = PLACE_WORDS[battle(s).target]
    elif s.flow and s.flow[-1][0] == "defend":
        place = PLACE_WORDS[s.flow[-1][1]]
    return Scene(s.turn, PHASE_NAMES[s.phase], s.active, dates(s.turn), place)


def show(title: SchlieffensWar, s: SWState, side: str) -> Display:
    """What a client draws, listing what may be shown."""
    known = known_to(title, s, side, flow_for(title, s, side))
    return {
        "turns": s.rules.last_turn,
        "pieces": [*_pieces(s, side, known), *_hidden(s, known)],
        "control": {PLACE_WORDS[h]: FOE[first_holder(h)] for h, taken in enumerate(s.captured) if taken},
        "tracks": _tracks(s),
        "boxes": _boxes(s),
        "markers": [],
        "battle": report(s, side),
    }


def know(title: SchlieffensWar, s: SWState, side: str) -> Knowledge:
    """The position as far as the side knows it."""
    flow = flow_for(title, s, side)
    return {
        "position": {
            "turn": s.turn,
            "active": s.active,
            "phase": s.phase,
            "plan17": s.plan17,
            "paris": s.paris,
            "coup": s.coup,
            "withdrawn": s.withdrawn,
            "last_battle": s.last_battle,
            "artillery": {str(i + 1): turn for i, turn in enumerate(s.artillery)},
            "flow": title.form.write_flow(title, flow),
            "units": _rows(s, side, known_to(title, s, side, flow)),
        },
    }


def _rows(s: SWState, side: str, known: set[int]) -> dict[str, dict[str, Any]]:
    """Units as a position writes them: the side's own and those in the boxes whole, others as far as they are open.

    What is as usual is left out; most units are as usual in most respects, so each respect is only compared.
    """
    found = {}
    clear = not s.options["fog"]
    tops = {stack[0] for stack in s.stacks().values()}
    columns = (s.at, s.steps, s.morale, s.morale_was, s.supply, s.order, *(getattr(s, flag) for flag in ALL_FLAGS))
    for u, (place, steps, morale, was, supply, order, *flags) in enumerate(zip(*columns, strict=True)):
        if place == ABSENT or (place < SIZE and u not in known):
            continue
        row: dict[str, Any] = {"at": PLACE_WORDS[place]}
        whole = clear or SIDE[u] == side
        if steps != FULL[u]:
            row["steps"] = steps
        if morale != NORMAL:
            row["morale"] = MORALE_WORDS[morale]
        if was != morale:
            row["morale_was"] = MORALE_WORDS[was]
        if supply:
            row["supply"] = SUPPLY_WORDS[supply]
        if not whole:
            order = place < SIZE and u not in tops
        if order:
            row["order"] = int(order)
        if any(flags):
            row |= {
                flag: value for flag, value in zip(ALL_FLAGS if whole else OPEN_FLAGS, flags, strict=False) if value
            }
        found[UNIT_WORDS[u]] = row
    return found


OWN_FLAGS = ("spent", "marched", "turned")
ALL_FLAGS = (*OPEN_FLAGS, *OWN_FLAGS)
MORALE_WORDS = ("fatigued", "normal", "elan")
SUPPLY_WORDS = ("in", "fortress", "out")
UNIT_WORDS = tuple(str(UNITS[u]) for u in UNITS.numbers)
PLACE_WORDS = tuple(str(word) for word in PLACES.ids)


def _pieces(s: SWState, side: str, known: set[int]) -> list[Shown]:
    found: list[Shown] = []
    clear = not s.options["fog"]
    for at, stack in sorted((PLACE_WORDS[h], stack) for h, stack in s.stacks().items()):
        own = clear or SIDE[stack[0]] == side
        shown = stack if own else [u for u in stack if u in known]
        for order, u in enumerate(shown if own else [shown[0], *sorted(shown[1:])]):
            found.append({"id": UNIT_WORDS[u], "at": at, "face": face(s, u), "marks": marks(s, u, own), "order": order})
    return found


def face(s: SWState, u: int) -> int:
    """Which face of the counter is up: 0 the strongest; the back of an HQ or a depot is that out of supply (2.7)."""
    return FULL[u] - s.steps[u] if IS_COMBAT[u] else int(s.supply[u] == OUT_OF_SUPPLY)


def marks(s: SWState, u: int, own: bool) -> list[str]:
    """What lies on a counter; what a unit did in its own move is shown to its owner alone."""
    told = []
    if s.morale[u] != NORMAL:
        told.append(MORALE_MARKS[s.morale[u]])
    if s.supply[u]:
        told.append(SUPPLY_MARKS[s.supply[u]])
    if own and s.marched[u]:
        told.append("moved")
    if s.probed[u]:
        told.append("probed")
    if s.attacked[u]:
        told.append("attacked")
    if s.defended[u]:
        told.append("was attacked")
    return told


def _hidden(s: SWState, known: set[int]) -> list[Shown]:
    """Counters that lie below others: their nation and place, and whether they were attacked with their stack."""
    found: list[Shown] = []
    for h, stack in sorted(s.stacks().items()):
        below = [u for u in stack if u not in known]
        if not below:
            continue
        top = len(stack) - len(below)
        kinds = sorted((NATION[u], s.defended[u]) for u in below)
        for order, (nation, defended) in enumerate(kinds, top):
            marks = ["was_attacked"] if defended else []
            row: Shown = {"id": f"?{len(found)}", "at": PLACE_WORDS[h], "face": 0, "marks": marks, "order": order}
            found.append({**row, "hidden": True, "nation": nation})
    return found


def _tracks(s: SWState) -> list[Track]:
    found: list[Track] = [
        {"id": "turn", "name": "Turn", "value": s.turn, "low": 1, "high": s.rules.last_turn},
        {"id": "vp", "name": "German victory points", "value": s.vp, "low": 0, "high": 25},
    ]
    if s.rules.plan_xvii is not None:
        found.append({"id": "plan17", "name": "Plan XVII attacks", "value": s.plan17, "low": 0, "high": 7})
    if s.rules.victory.paris_endangered:
        found.append({"id": "paris", "name": "Paris endangered", "value": int(s.paris), "low": 0, "high": 1})
    ready = sum(0 < turn <= s.turn for turn in s.artillery)
    found.append({"id": "coup", "name": "Coup de main", "value": s.coup, "low": 0, "high": 1})
    found.append({"id": "artillery", "name": "Heavy artillery", "value": ready, "low": 0, "high": 3})
    return found


BOX_NAMES = {
    "pool": "To be set up",
    "track": "Turn Track",
    "display": "Eliminated units",
    "removed": "Permanently removed",
}


def _boxes(s: SWState) -> list[Box]:
    """The boxes beside the map in which somebody is."""
    held: dict[str, list[str]] = {name: [] for name in BOXES[1:]}
    for u, place in enumerate(s.at):
        if place > ABSENT:
            held[BOXES[place - SIZE]].append(UNIT_WORDS[u])
    return [{"id": name, "name": BOX_NAMES[name], "pieces": pieces} for name, pieces in held.items() if pieces]

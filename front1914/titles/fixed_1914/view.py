"""PP-16 to PP-18, GT-2: all that a side may know, built by listing what may be shown.

Of an inverted enemy counter a side knows its nation and its hex. The German's allocation, his Russian box and the
length of the game are his own, until the text says otherwise. Everything else is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from front1914.engine.position import Knowledge
from front1914.engine.shapes import Box, Display, Scene, Shown, Track
from front1914.engine.state import Frame
from front1914.titles.fixed_1914.board import BANKS, BANKS_OF, HEXES, NEUTRALS, RAIL_NODES, SIZE
from front1914.titles.fixed_1914.charts import CLOCKS, LENGTH, dates
from front1914.titles.fixed_1914.combat.battle import battle, in_battle
from front1914.titles.fixed_1914.combat.report import report
from front1914.titles.fixed_1914.expedition import COUNTS, crowd
from front1914.titles.fixed_1914.neutrality import NEVER, activation, entry_turn, landing
from front1914.titles.fixed_1914.replacements import german_rate
from front1914.titles.fixed_1914.sequence import PHASE_NAMES
from front1914.titles.fixed_1914.state import BOX_NAMES, NOT_FOUGHT, FXState
from front1914.titles.fixed_1914.victory import allied_points, german_points, total
from front1914.titles.fixed_1914.world import (
    ABSENT,
    BOXES,
    GROUP,
    IS_GUN,
    NATION,
    PLACES,
    POOL,
    RUSSIA,
    SIDE,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.fixed_1914.title import Fixed1914

#: steps whose frame is the business of the side that moves or places; without it the flow is that of a moment before
PRIVATE = frozenset({"march", "ford", "train", "attackers", "war", "regroup"})
#: the same once the war has begun: what is left to order tells what lies in the stacks (CB-15)
ORDERING = "order"
#: what was asked before a private step that took the place of its question
BEFORE: dict[str, Frame] = {"attackers": ("attack",)}
OPEN_FLAGS = ("attacked", "defended")  #: what everybody has seen a unit do in this phase
OWN_FLAGS = ("spent", "moved", "near", "turned", "supply", "replaced")
UNIT_WORDS = tuple(str(UNITS[u]) for u in UNITS.numbers)
PLACE_WORDS = tuple(str(word) for word in PLACES.ids)
HOLDERS = ("home", "german", "allied")
MOST_TURNS = LENGTH[-1]
RATE_KNOWN = 3  #: RP-2: from this turn on the German replacement rate is announced


def flow_for(title: Fixed1914, s: FXState, side: str) -> list[Frame]:
    """The flow of play as the side may know it."""
    if not s.flow:
        return s.flow
    decider = title.step[s.flow[-1][0]].side(s)
    if side in (decider, decider if s.phase == "setup" else s.active):
        return s.flow
    private = PRIVATE if s.phase == "setup" else PRIVATE | {ORDERING}
    flow = [frame for frame in s.flow if frame[0] not in private]
    flow += [BEFORE[frame[0]] for frame in s.flow if frame[0] in BEFORE]
    return flow


def _flow(title: Fixed1914, s: FXState, side: str, flow: list[Frame]) -> list[list[Any]]:
    """The flow with printed ids; of an inverted counter that is being placed others know the hex alone."""
    written = title.form.write_flow(title, flow)
    for i, frame in enumerate(flow):
        if frame[0] == "bank" and not known(s, frame[1], side):
            written[i] = ["bank", AT, PLACE_WORDS[s.at[frame[1]]]]
    return written


AT = "at"  #: in place of a unit that is not known


def known(s: FXState, u: int, side: str) -> bool:
    """Whether the side may know where the unit is and what it is."""
    if s.result is not None or SIDE[u] == side:
        return True
    place = s.at[u]
    if place < SIZE:
        return not s.hidden[u]
    return place not in (ABSENT, POOL, RUSSIA)  # PP-18.5


def length_known(s: FXState, side: str) -> bool:
    """GT-2: the German knows it, others from the start of the last turn."""
    return side == "german" or s.result is not None or bool(s.rules.last_turn) or s.turn >= s.last_turn  # PP-18.1


def scene(s: FXState) -> Scene:
    """When and where the game is."""
    place = PLACE_WORDS[battle(s).target] if in_battle(s) else None
    return Scene(s.turn, PHASE_NAMES[s.phase], s.active, dates(s.turn), place)


def show(title: Fixed1914, s: FXState, side: str) -> Display:
    """What a client draws, listing what may be shown."""
    return {
        "turns": s.last_turn if length_known(s, side) and s.phase != "setup" else MOST_TURNS,
        "pieces": [*_pieces(s, side), *_hidden(s, side)],
        "control": _control(s),
        "tracks": _tracks(s, side),
        "boxes": _boxes(s, side),
        "markers": [],
        "battle": report(s, side),
    }


def know(title: Fixed1914, s: FXState, side: str) -> Knowledge:
    """The position as far as the side knows it, and what a sample of the rest must agree with."""
    return {
        "position": {
            "turn": s.turn,
            "active": s.active,
            "phase": s.phase,
            "last_battle": s.last_battle,
            "released": s.released,
            "upgrades": s.upgrades,
            "extra": s.extra,
            "invaded": dict(zip(NEUTRALS, s.invaded, strict=True)),
            "taken": {"capital": s.taken[0], "fortress": s.taken[1]},
            "lost": {"german": s.lost[0], "allied": s.lost[1]},
            "factors": dict(zip(("german", "french", "british"), s.factors, strict=True)),
            "trains": dict(zip(QUOTA_WORDS, s.trains, strict=True)),
            "rails": {str(RAIL_NODES[i]): 1 for i, used in enumerate(s.used) if used},
            "flow": _flow(title, s, side, flow_for(title, s, side)),
            "units": _rows(s, side),
        },
        "secrets": _secrets(s, side),
    }


QUOTA_WORDS = ("german", "franco_british", "belgian", "bef")


def _secrets(s: FXState, side: str) -> dict[str, Any]:
    """What is known of the Russian box and of the length: what a sample must agree with."""
    found: dict[str, Any] = {"optional": [UNIT_WORDS[u] for u in UNITS.numbers if _granted(s, u)]}
    if side == "german" or s.result is not None:
        return found
    if s.phase != "setup":
        found["rate"] = german_rate(s) if s.turn >= RATE_KNOWN else None
        found["length"] = s.last_turn if length_known(s, side) else None
    elif s.flow and not any(frame[0] == "unveil" for frame in s.flow):
        found["russia"] = sum(place == RUSSIA for place in s.at)
    return found


def _granted(s: FXState, u: int) -> bool:
    """OU: an optional unit that is in the game."""
    return GROUP[u] == "optional" and s.at[u] != ABSENT


# ---- units


def _rows(s: FXState, side: str) -> dict[str, dict[str, Any]]:
    """Units as a position writes them: the side's own whole, others as far as they are open."""
    found = {}
    over = s.result is not None
    flags = [(name, getattr(s, name)) for name in (*OPEN_FLAGS, *OWN_FLAGS)]
    for u, place in enumerate(s.at):
        if place == ABSENT or not known(s, u, side):
            continue
        row: dict[str, Any] = {"at": PLACE_WORDS[place]}
        own = over or SIDE[u] == side
        if s.step[u]:
            row["step"] = s.step[u]
        if place < SIZE and not IS_GUN[u]:
            if own:
                order = s.order[u]
            else:
                order = [v for v in s.stack(place) if not s.hidden[v]].index(u)
            if order:
                row["order"] = order
            if s.bank[u]:
                row["bank"] = BANKS[s.bank[u]]
        if s.against[u] != NOT_FOUGHT:
            row["against"] = HEXES[s.against[u]]
        if own:
            if s.hidden[u]:
                row["hidden"] = 1
            if s.box[u]:
                row["box"] = BOX_NAMES[s.box[u]]
        for name, column in flags if own else flags[: len(OPEN_FLAGS)]:
            if column[u]:
                row[name] = column[u]
        found[UNIT_WORDS[u]] = row
    return found


def _pieces(s: FXState, side: str) -> list[Shown]:
    found: list[Shown] = []
    for at, stack in sorted((PLACE_WORDS[h], stack) for h, stack in s.stacks().items()):
        shown = [u for u in stack if known(s, u, side)]
        for order, u in enumerate(shown):
            own = SIDE[u] == side or s.result is not None
            found.append({"id": UNIT_WORDS[u], "at": at, "face": s.step[u], "marks": marks(s, u, own), "order": order})
    for u, place in enumerate(s.at):
        if place < SIZE and IS_GUN[u]:
            order = len(s.stack(place))
            found.append({"id": UNIT_WORDS[u], "at": PLACE_WORDS[place], "face": 0, "marks": [], "order": order})
    return found


def marks(s: FXState, u: int, own: bool) -> list[str]:
    """What lies on a counter; what a unit did in its own move is shown to its owner alone."""
    told = []
    if len(BANKS_OF[s.at[u]]) > 1:
        told.append(f"{BANKS[s.bank[u]]} bank")
    if s.attacked[u]:
        told.append("attacked")
    if s.defended[u]:
        told.append("was attacked")
    if own:
        if s.hidden[u]:
            told.append("inverted")
        if s.supply[u]:
            told.append("out of supply")
        if s.moved[u]:
            told.append("moved")
        if s.replaced[u]:
            told.append("replaced")
    return told


def _hidden(s: FXState, side: str) -> list[Shown]:
    """Inverted counters: their nation and place."""
    found: list[Shown] = []
    for h, stack in sorted(s.stacks().items()):
        below = sorted(NATION[u] for u in stack if not known(s, u, side))
        top = len(stack) - len(below)
        for order, nation in enumerate(below, top):
            row: Shown = {"id": f"?{len(found)}", "at": PLACE_WORDS[h], "face": 0, "marks": [], "order": order}
            found.append({**row, "hidden": True, "nation": nation})
    return found


def _control(s: FXState) -> dict[str, str]:
    return {PLACE_WORDS[h]: HOLDERS[holder] for h, holder in enumerate(s.holder) if holder}


# ---- beside the map

BOX_TITLES = {
    "pool": "To be set up",
    "track": "Turn Record",
    "russia": "Sent to Russia",
    "staging": "BEF staging area",
    "eliminated": "Eliminated",
    "removed": "Sent home",
}


def _boxes(s: FXState, side: str) -> list[Box]:
    """The boxes beside the map in which the side sees somebody."""
    held: dict[str, list[str]] = {name: [] for name in BOXES[1:]}
    for u, place in enumerate(s.at):
        if place > ABSENT and known(s, u, side):
            held[BOXES[place - SIZE]].append(UNIT_WORDS[u])
    return [{"id": name, "name": BOX_TITLES[name], "pieces": pieces} for name, pieces in held.items() if pieces]


def _tracks(s: FXState, side: str) -> list[Track]:
    found: list[Track] = [{"id": "turn", "name": "Turn", "value": s.turn, "low": 1, "high": MOST_TURNS}]
    if s.phase != "setup" and s.rules.points is None:
        for who, items in (("german", german_points(s)), ("allied", allied_points(s))):
            if side != who and s.result is None:  # what rests on secrets or on his supply is the other's own
                items = [item for item in items if item.rule not in ("VC-3b", "VC-3e", "VC-3f")]
            name = f"{who.capitalize()} points in sight"
            found.append({"id": who, "name": name, "value": total(items), "low": 0, "high": 99})
    if entry_turn(s) != NEVER:
        found.append({"id": "entry", "name": "Belgium opens", "value": entry_turn(s), "low": 1, "high": MOST_TURNS})
    if activation(s) != NEVER:
        found.append({"id": "bef", "name": "BEF lands", "value": landing(s), "low": 1, "high": MOST_TURNS})
        if side == "allied" and s.turn < landing(s):  # the corps counted may lie inverted
            name = f"French near Belgium ({CLOCKS.bef_french_allowed} allowed, BA-2)"
            found.append({"id": "near_belgium", "name": name, "value": crowd(s), "low": 0, "high": len(COUNTS)})
    return found

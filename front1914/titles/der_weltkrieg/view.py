"""17-5: all that a side may know, built by listing what may be shown.

Only the Supply Tracks are secret: how many Supply Points each enemy Headquarters has, hence also what its trains weigh
and how the points from home are divided. Everything else is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from front1914.engine.kept import kept
from front1914.engine.position import Knowledge
from front1914.engine.shapes import Box, Display, Marker, Scene, Shown, Track
from front1914.engine.state import Frame
from front1914.titles.der_weltkrieg import corps
from front1914.titles.der_weltkrieg.board import COUNTRY, HEXES, SIZE
from front1914.titles.der_weltkrieg.charts import dates
from front1914.titles.der_weltkrieg.combat.battle import UNSUPPLIED, battle, in_battle
from front1914.titles.der_weltkrieg.combat.report import report
from front1914.titles.der_weltkrieg.marching import asleep
from front1914.titles.der_weltkrieg.nations import FOE, NATIONS, SIDE_OF, SIDES
from front1914.titles.der_weltkrieg.nations import NATION as NATION_RULES
from front1914.titles.der_weltkrieg.presentation import strongest
from front1914.titles.der_weltkrieg.railways import railheads
from front1914.titles.der_weltkrieg.sequence import PHASE_NAMES
from front1914.titles.der_weltkrieg.state import (
    COLUMN,
    CONSTRUCTION,
    HOLDER,
    NOBODY,
    OPEN,
    WORKS,
    DWState,
)
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    BOXES,
    IS_HQ,
    IS_SUPPLY,
    KIND,
    NATION,
    SIDE,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.der_weltkrieg.title import DerWeltkrieg

UNIT_WORDS = tuple(str(UNITS[u]) for u in UNITS.numbers)
HOLDERS = ("", "central", "entente")
#: frames that are the business of the side that decides, and what the other sees of them
PRIVATE: dict[str, Callable[[Frame], Frame | None]] = {
    "portion": lambda frame: None,
    "payer": lambda frame: None,
    "intake": lambda frame: None,
    "distribute": lambda frame: (*frame[:2], 0),
    "defend": lambda frame: ("defend", (UNSUPPLIED,) * len(frame[1])),
    "attackers": lambda frame: (*frame[:4], (UNSUPPLIED,) * len(frame[4]), *frame[5:]),
}
BOX_TITLES = {
    "schedule": "To arrive",
    "eliminated": "Destroyed",
    "lost": "Surrendered and interned",
    "withdrawn": "Withdrawn",
    "broken": "Broken down",
}
_WEIGHT = {"fortress": 3, "headquarters": 2, "corps_headquarters": 2, "engineer": 1, "supply": 1, "artillery": 1}


def scene(s: DWState) -> Scene:
    """When and where the game is; an attack that is still prepared, also inside a Combat, is its owner's business."""
    turn, date = _count(s.rules.first, (s.year, s.month, s.turn)), dates(s.year, s.month, s.turn)
    top = next((frame[0] for frame in reversed(s.flow) if frame[0] in ("attackers", "battle")), None)
    place = str(HEXES[battle(s).targets[0]]) if top == "battle" else None
    return Scene(turn, PHASE_NAMES[s.phase], s.active, date, place)


def show(title: DerWeltkrieg, s: DWState, side: str) -> Display:
    """What a client draws, listing what may be shown."""
    return {
        "turns": _count(s.rules.first, s.rules.last),
        "pieces": _pieces(s, side),
        "control": _control(s),
        "tracks": _tracks(s, side),
        "boxes": _boxes(s),
        "markers": _markers(s, side),
        "battle": report(s, side),
    }


def know(title: DerWeltkrieg, s: DWState, side: str) -> Knowledge:
    """The position without what is secret from the side."""
    return {"position": _position(title, s, side)}


def _count(first: tuple[int, int, int], now: tuple[int, int, int]) -> int:
    """The number of a turn in its scenario, special turns apart."""
    months = (now[0] - first[0]) * 12 + now[1] - first[1]
    return max(1, months * 7 + now[2] - first[2] + 1)


def flow_for(s: DWState, side: str) -> list[Frame]:
    """The flow of play as the side may know it: not how the other divides or spends its Supply Points (17-5)."""
    if s.result is not None:
        return s.flow
    found: list[Frame] = []
    for frame in s.flow:
        name = frame[0]
        owner = battle(s).defender if name == "defend" else s.active
        if name in ("intake", "payer"):  # 14-9, 18-10: the side that does not move may be asked too
            owner = SIDE[frame[1]]
        if name == "attackers" and in_battle(s):
            owner = side  # 14-9: what a last stand spends is settled by what was open before
        if side == owner or name not in PRIVATE:
            found.append(frame)
        elif (shown := PRIVATE[name](frame)) is not None:
            found.append(shown)
    return found


def _position(title: DerWeltkrieg, s: DWState, side: str) -> dict[str, Any]:
    found = title.form.write(title, s)
    if s.result is not None:
        return found
    found.pop("step", None)
    found.pop("side", None)
    found["flow"] = title.form.write_flow(title, flow_for(s, side))
    for u, word in enumerate(UNIT_WORDS):
        if IS_HQ[u] and SIDE[u] != side and word in found.get("units", {}):
            for key in ("supply", "passed"):
                found["units"][word].pop(key, None)
    for nation in NATIONS.numbers:
        row = found.get("nations", {}).get(str(NATIONS[nation]))
        if row and SIDE_OF[nation] != side:
            row.pop("hauled", None)
    if side != s.active:
        for row in found.get("hexsides", {}).values():
            row.pop("trains", None)
    for table in ("nations", "hexsides"):  # what is left of a row may be nothing
        if table in found:
            found[table] = {word: row for word, row in found[table].items() if row}
            if not found[table]:
                del found[table]
    return found


# ---- units


def _pieces(s: DWState, side: str) -> list[Shown]:
    found: list[Shown] = []
    for h, stack in sorted(s.stacks().items()):
        ranked = sorted(stack, key=lambda u: (_WEIGHT.get(KIND[u], 0), -s.strength[u], u))
        for order, u in enumerate(ranked):
            piece: Shown = {
                "id": UNIT_WORDS[u],
                "at": str(HEXES[h]),
                "face": max(0, strongest(u) - s.strength[u]) if s.strength[u] and not IS_HQ[u] else 0,
                "marks": marks(s, u),
                "order": order,
            }
            if s.corps[u] >= 0:
                piece["corps"] = UNIT_WORDS[s.corps[u]]
            if IS_SUPPLY[u] or (IS_HQ[u] and (SIDE[u] == side or s.result is not None)):
                piece["badge"] = str(s.supply[u])
            found.append(piece)
    return found


def marks(s: DWState, u: int) -> list[str]:
    """What lies on a counter; all of it is open."""
    told = {
        "moved": s.moved[u],
        "column": s.mode[u] == COLUMN,
        "entrained": s.entrained[u],
        "attacked": s.attacked[u],
        "retreated": s.retreated[u],
        "arrived": s.arrived[u],
        "reduced": s.reduced(u),
        "strengthened": s.strengthened[u],
        "mobilizing": asleep(s, u),
    }
    return [name for name, true in told.items() if true]


# ---- the map


def _control(s: DWState) -> dict[str, str]:
    """Hexes that are not in the hands of their own country's side."""
    return dict(_foreign(s))


@kept("holder")
def _foreign(s: DWState) -> tuple[tuple[str, str], ...]:
    holder = s.holder
    return tuple(
        (str(HEXES[h]), HOLDERS[holder[h]])
        for h in HEXES.numbers
        if holder[h] != NOBODY and holder[h] != HOLDER[SIDE_OF[COUNTRY[h]]]
    )


def _markers(s: DWState, side: str) -> list[Marker]:
    """3.11: trenches, construction, devastation, railheads."""
    found: list[Marker] = []
    for h, work in enumerate(s.work):
        if work != OPEN:
            kind = "construction" if work == CONSTRUCTION else WORKS[work]
            found.append({"at": str(HEXES[h]), "kind": kind, "text": kind.capitalize()})
    for who in SIDES:
        found += [
            {"at": str(HEXES[h]), "kind": "railhead", "side": who, "text": "Railhead (9-10)"}
            for h in railheads(s, who)
            if s.rules.area >> h & 1
        ]
    return found


# ---- beside the map


def _boxes(s: DWState) -> list[Box]:
    held: dict[str, list[str]] = {name: [] for name in BOXES[1:]}
    for u, place in enumerate(s.at):
        if place > ABSENT:
            held[BOXES[place - SIZE]].append(UNIT_WORDS[u])
    found: list[Box] = [
        {"id": name, "name": BOX_TITLES[name], "pieces": pieces} for name, pieces in held.items() if pieces
    ]
    shown = s.corps.count(-1) != len(s.corps)
    for c in (*corps.MARKERS["central"], *corps.MARKERS["entente"]) if shown else ():
        if units := corps.under(s, c):
            name = f"{UNITS.name(c)} {corps.face(s, units)}".strip()
            found.append({"id": UNIT_WORDS[c], "name": name, "pieces": [UNIT_WORDS[u] for u in units]})
    return found


def _tracks(s: DWState, side: str) -> list[Track]:
    """Demoralization, Rail Capacity, and the side's own Supply Track (3.3)."""
    found: list[Track] = []
    for name in s.rules.tracked:
        nation = NATIONS.number(name)
        value = s.demoralization[nation]
        found.append(_track(f"dm-{name}", f"{NATION_RULES[nation].name} demoralization", value, 9999))
    for nation in NATIONS.numbers:
        if s.war[nation] and s.capacity[nation] and nation in s.rules.war and SIDE_OF[nation] in (side, FOE.get(side)):
            name = f"{NATION_RULES[nation].name} Rail Capacity"
            used = s.hauled[nation] if SIDE_OF[nation] == side or s.result is not None else 0
            value = s.capacity[nation] - used
            found.append(_track(f"rail-{NATIONS[nation]}", name, value, s.capacity[nation]))
    for u in UNITS.numbers:
        if IS_HQ[u] and s.at[u] < SIZE and (SIDE[u] == side or s.result is not None):
            nation_name = NATION_RULES[NATION[u]].name
            found.append(_track(f"supply-{UNITS[u]}", f"Supply, {nation_name} {UNITS.name(u)}", s.supply[u], 100))
    return found


def _track(id: str, name: str, value: int, high: int) -> Track:
    return {"id": id, "name": name, "value": value, "low": 0, "high": high}

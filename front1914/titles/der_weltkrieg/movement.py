"""6: the Movement Phase: units are picked, perhaps with others of their hex, and go hex by hex or to a far hex at once.

A far hex is reached by a cheapest way; whoever wants another goes step by step. The frame of a march holds the units;
how they move stands in `mode`: on foot, in column (6-10), or on foot after a train (7-7).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.kit.sentences import left as still
from front1914.titles.der_weltkrieg import breakdown
from front1914.titles.der_weltkrieg.austria import refuse_column, towards_enemy
from front1914.titles.der_weltkrieg.board import HEXES, SIZE
from front1914.titles.der_weltkrieg.combat import column
from front1914.titles.der_weltkrieg.combat.forts import FortressOrders
from front1914.titles.der_weltkrieg.danube import watched_steps
from front1914.titles.der_weltkrieg.entering import enter
from front1914.titles.der_weltkrieg.flotillas import refuse_sailing
from front1914.titles.der_weltkrieg.marching import (
    FREE,
    allowance,
    left,
    march,
    may_use_column,
    names,
    refuse_hex,
    refuse_start,
    sleepers,
)
from front1914.titles.der_weltkrieg.nations import FOE
from front1914.titles.der_weltkrieg.rail import board_train, refuse_train
from front1914.titles.der_weltkrieg.railways import along_line, follow_line, on_line
from front1914.titles.der_weltkrieg.stacking import room_for
from front1914.titles.der_weltkrieg.state import COLUMN, ENTERED, FOOT, IDLE, MOVED, POINT, DWState
from front1914.titles.der_weltkrieg.transfer import Transfers, open_to, refuse_unescorted
from front1914.titles.der_weltkrieg.world import IS_ENGINEER, IS_FLOTILLA, RAIL_BOUND, SIDE, SPAN


class Move(Transfers, FortressOrders, breakdown.Regroupings, Step):
    """6-3, 6-4: choose a unit to move."""

    name, rule, ends = "move", "6-3", ("done",)

    def prompt(self, s: DWState) -> str:
        return "Choose a unit to move, or finish moving."

    def legal_unit(self, s: DWState) -> list[int]:
        span = SPAN[s.active]
        places = zip(range(span.start, span.stop), s.at[span], s.moved[span], strict=True)
        fresh = [u for u, place, moved in places if place < SIZE and not moved]
        asleep = sleepers(s)
        return [u for u in fresh if (FREE[u] and u not in asleep) or self.refuse_unit(s, u) is None]

    def refuse_unit(self, s: DWState, u: int) -> Reason | None:
        return refuse_sailing(s, u) if IS_FLOTILLA[u] else refuse_start(s, u)

    def do_unit(self, s: DWState, u: int) -> None:
        if IS_FLOTILLA[u]:
            s.flow.append(("voyage", u))
        else:
            s.flow.append(("train", u) if s.entrained[u] or RAIL_BOUND[u] else ("march", (u,)))


class March(Step):
    """6-5: where the unit or stack goes."""

    name, rule, frame = "march", "6-6", ("unit",)

    def prompt(self, s: DWState) -> str:
        units: Sequence[int] = s.flow[-1][1]
        mode = s.mode[units[0]]
        points = min(left(s, u, mode) for u in units)
        return f"Move {names(units)} where? {still(points, 'Movement Point')}."

    def legal_to(self, s: DWState) -> list[int]:
        units = s.flow[-1][1]
        mode = s.mode[units[0]]
        closed = towards_enemy(s, units) if mode == COLUMN else 0
        return members(march(s, units, mode).hexes & open_to(s, units) & ~closed)

    def refuse_to(self, s: DWState, h: int) -> Reason | None:
        units = s.flow[-1][1]
        mode = s.mode[units[0]]
        if march(s, units, mode).hexes >> h & 1:
            towards = refuse_column(s, units, h) if mode == COLUMN else None
            return refuse_unescorted(s, units, h) or towards
        return refuse_hex(s, units, mode, h)

    def do_to(self, s: DWState, h: int) -> None:
        units = s.flow[-1][1]
        go(s, units, march(s, units, s.mode[units[0]]).path(h))

    def legal_repair(self, s: DWState) -> list[int]:
        units = s.flow[-1][1]
        return list(along_line(s, units[0])) if len(units) == 1 else []

    def why_repair(self, s: DWState, h: int) -> Reason:
        units = s.flow[-1][1]
        if not IS_ENGINEER[units[0]]:
            return Reason("9-4", "only engineers repair railways")
        if len(units) > 1 or s.mode[units[0]] not in (IDLE, FOOT) or not on_line(s, units[0]):
            return Reason("9-5", "an engineer follows the line from an Operative hex of its own network, on foot")
        return Reason("9-5", f"no line leads to {HEXES.name(h)} in its reach")

    def do_repair(self, s: DWState, h: int) -> None:
        units = s.flow[-1][1]
        go(s, units, along_line(s, units[0])[h])

    def legal_join(self, s: DWState) -> list[int]:
        units = s.flow[-1][1]
        if any(s.spent[u] or s.mode[u] != IDLE for u in units):
            return []
        here = s.own(s.active, s.at[units[0]])
        return [u for u in here if u not in units and self._refuse_joining(s, u) is None]

    def _refuse_joining(self, s: DWState, u: int) -> Reason | None:
        if s.spent[u] or s.entrained[u] or RAIL_BOUND[u]:
            return Reason("6-5", "it does not begin its move here with the others")
        return refuse_start(s, u)

    def refuse_join(self, s: DWState, u: int) -> Reason | None:
        units = s.flow[-1][1]
        if u in units:
            return Reason("6-4", "it is in the stack")
        if s.at[u] != s.at[units[0]] or any(s.spent[v] or s.mode[v] != IDLE for v in units):
            return Reason("6-5", "a stack begins its move together in one hex")
        return self._refuse_joining(s, u)

    def do_join(self, s: DWState, u: int) -> None:
        _, units = s.flow.pop()
        s.flow.append(("march", (*units, u)))

    def refuse_all(self, s: DWState, _: None) -> Reason | None:
        return None if self.legal_join(s) else Reason("6-4", "nobody else here can come")

    def do_all(self, s: DWState, _: None) -> None:
        others = self.legal_join(s)
        _, units = s.flow.pop()
        s.flow.append(("march", (*units, *others)))

    def refuse_column(self, s: DWState, _: None) -> Reason | None:
        units = s.flow[-1][1]
        if any(s.spent[u] or s.mode[u] != IDLE for u in units):
            return Reason("6-10", "it has begun to move")
        if any(not may_use_column(s, u) for u in units):
            return Reason("6-10", "only Ground Combat Units except Artillery march in column")
        return None

    def do_column(self, s: DWState, _: None) -> None:
        for u in s.flow[-1][1]:
            s.mode[u] = COLUMN

    def refuse_rail(self, s: DWState, _: None) -> Reason | None:
        units = s.flow[-1][1]
        if len(units) > 1:
            return Reason("7-2", "units go by rail one by one")
        return refuse_train(s, units[0])

    def do_rail(self, s: DWState, _: None) -> None:
        _, (u,) = s.flow.pop()
        board_train(s, u)
        s.flow.append(("train", u))

    def legal_charge(self, s: DWState) -> list[int]:
        units = s.flow[-1][1]
        return [] if s.mode[units[0]] == COLUMN else column.targets(s, units)

    def refuse_charge(self, s: DWState, h: int) -> Reason | None:
        units = s.flow[-1][1]
        if s.mode[units[0]] == COLUMN:
            return Reason("6-10.2", "after Column Movement it makes no Column Attack")
        return column.refuse(s, units, h)

    def do_charge(self, s: DWState, h: int) -> None:
        """16-2 to 16-4, 16-6, 16-7: the stack stops and attacks, at any moment, whoever was attacked before."""
        _, units = s.flow.pop()
        s.flow.append(("charged", units, 0))
        column.begin(s, units, h)

    def refuse_stay(self, s: DWState, _: None) -> Reason | None:
        units = s.flow[-1][1]
        return Reason("6-5", "it has moved") if any(s.spent[u] for u in units) else None

    def do_stay(self, s: DWState, _: None) -> None:
        _, units = s.flow.pop()
        for u in units:
            s.moved[u] = 1
            s.mode[u] = IDLE

    def refuse_stop(self, s: DWState, _: None) -> Reason | None:
        units = s.flow[-1][1]
        return None if any(s.spent[u] for u in units) else Reason("6-5", "it has not moved yet")

    def do_stop(self, s: DWState, _: None) -> None:
        end(s)

    def hints(self, s: DWState) -> dict[str, dict[str, Any]]:
        units = s.flow[-1][1]
        mode = s.mode[units[0]]
        found = march(s, units, mode)
        zone = s.zone(FOE[SIDE[units[0]]])
        watched = watched_steps(s, SIDE[units[0]])
        hints: dict[str, dict[str, Any]] = {}
        for h in members(found.hexes):
            path = found.path(h)
            spent = toll(s, units, mode, path)
            rest = min(allowance(s, u, mode) * POINT - spent[u] for u in units) / POINT
            hint: dict[str, Any] = {"left": max(0, rest), "path": [HEXES[node] for node in path]}
            if zone >> h & 1:
                hint["stop"] = True
            if not room_for(s, units, h):
                hint["mark"] = "overfull"
            elif any(step in watched for step in itertools.pairwise(path)):
                hint["mark"] = "under the guns of a flotilla"
            hints[f"to {HEXES[h]}"] = hint
        return hints


class Charged(Step):
    """16-4, 16-5: after a Column Attack the move of the stack is over; if it was called off, it goes on.

    Who took no part (12-8), or stayed where he was when the hex was left to them (30-3), may attack another hex.
    """

    name, rule, frame = "charged", "16-4", ("unit", "")

    def run(self, s: DWState) -> None:
        _, units, declared = s.flow.pop()
        alive = tuple(u for u in units if s.at[u] < SIZE)
        if alive and not declared:
            s.flow.append(("march", alive))
            return
        for u in alive:
            s.moved[u] = 1
        others = tuple(u for u in alive if not s.charged[u])
        if others and column.targets(s, others):
            for u in others:
                s.moved[u] = 0
                s.mode[u] = s.mode[u] or FOOT
                s.spent[u] = max(s.spent[u], allowance(s, u, s.mode[u]) * POINT)
            s.flow.append(("march", others))


def toll(s: DWState, units: Sequence[int], mode: int, path: Sequence[int]) -> dict[int, int]:
    """What each unit has spent, in sixtieths, when it has gone along a path."""
    found = march(s, units, mode)
    spent = {u: s.spent[u] for u in units}
    for i, (a, b) in enumerate(itertools.pairwise(path)):
        for u in units:
            price = found.price(u, a, b, first=not i)
            assert price is not None
            spent[u] += price * POINT
    return spent


def go(s: DWState, units: Sequence[int], path: Sequence[int]) -> None:
    """The stack goes along a path, hex by hex, until something stops it."""
    mode = s.mode[units[0]]
    start, walked, found = path[0], [path[0]], march(s, units, mode)
    for u in units:
        if s.began[u] < 0:
            s.began[u] = start
    zone = s.zone(FOE[SIDE[units[0]]])
    for a, b in itertools.pairwise(path):
        step = {u: found.price(u, a, b, first=a == start) or 0 for u in units}
        for u in units:
            s.spent[u] += step[u] * POINT
            s.deeds[u] |= MOVED | (ENTERED if zone >> b & 1 else 0)
            if mode == IDLE:
                s.mode[u] = FOOT
        mode = s.mode[units[0]]
        depth = len(s.flow)
        enter(s, units, b)
        walked.append(b)
        for u in units:
            if IS_ENGINEER[u] and mode == FOOT:
                follow_line(s, u, a, b)
        if len(s.flow) != depth or any(s.at[u] != b for u in units) or s.result is not None:
            break
    s.tell("march", units=tuple(units), path=tuple(walked), to=walked[-1])
    _go_on(s, units)


def _go_on(s: DWState, units: Sequence[int]) -> None:
    """Units that are gone leave the march; who is left goes on when nothing else is to be done first."""
    if s.result is not None:
        return
    at = next(i for i in range(len(s.flow) - 1, -1, -1) if s.flow[i][:2] == ("march", tuple(units)))
    alive = tuple(u for u in units if s.at[u] < SIZE)
    if alive != tuple(units):
        s.flow[at : at + 1] = [("march", alive)] if alive else []


def end(s: DWState) -> None:
    """The move of the stack is over."""
    _, units = s.flow.pop()
    for u in units:
        s.moved[u] = 1


STEPS = (Move(), March(), Charged())

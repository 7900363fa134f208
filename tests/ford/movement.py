"""3: marching: who, then where. The kit finds the reach; the rules say what it costs and where it ends."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.kit.costs import CostTable
from front1914.kit.reach import Reach
from front1914.kit.reach import reach as find_reach
from front1914.kit.zones import FREE, ZoneRule
from tests.ford.state import FordState
from tests.ford.world import BOARD, COST, FOE, HEXES, MOVES, OFF, OWN, SIDE_OF, STACK, UNITS

COSTS = CostTable.build(BOARD, lambda a, b, link: COST[b])  #: 3.1
STOP = ZoneRule(stop=True)  #: 3.2


def reach(s: FordState, unit: int, zones: bool = True) -> Reach:
    """3.1 to 3.3: the hexes that the unit can enter, with the points left there."""
    foe = FOE[SIDE_OF[unit]]
    rule, zone = (STOP, s.zone(foe)) if zones else (FREE, 0)
    return find_reach(COSTS, s.at[unit], MOVES[unit], rule, zone=zone, blocked=s.occupied(foe))


class Move(Step):
    """3.0: choose a unit to march."""

    name, rule, ends = "move", "3.0", ("done",)

    def prompt(self, s: FordState) -> str:
        return "Choose a unit to march, or finish marching."

    def legal_unit(self, s: FordState) -> list[int]:
        return [u for u in OWN[s.active] if s.at[u] != OFF and not s.moved[u]]

    def refuse_unit(self, s: FordState, unit: int) -> Reason | None:
        if unit not in OWN[s.active]:
            return Reason("3.0", "not your unit")
        if s.at[unit] == OFF:
            return Reason("1.3", "it is not on the map")
        return Reason("3.0", "it has marched") if s.moved[unit] else None

    def do_unit(self, s: FordState, unit: int) -> None:
        s.flow.append(("march", unit))


class March(Step):
    """3.1 to 3.3: choose where it goes. The frame holds the unit."""

    name, rule, frame = "march", "3.1", ("unit",)

    def prompt(self, s: FordState) -> str:
        return f"March {UNITS[s.flow[-1][1]]} where?"

    def hints(self, s: FordState) -> dict[str, dict[str, Any]]:
        """Points left, the cheapest way, and where a zone of control stops it."""
        unit = s.flow[-1][1]
        found, zone, hints = reach(s, unit), s.zone(FOE[s.active]), {}
        for h in found:
            path = found.path_to(h)
            assert path is not None
            hint: dict[str, Any] = {"left": found.left(h), "path": [str(HEXES[n]) for n in path.nodes]}
            if zone >> h & 1:
                hint["stop"] = True
            hints[f"to {HEXES[h]}"] = hint
        return hints

    def legal_to(self, s: FordState) -> list[int]:
        unit = s.flow[-1][1]
        there = members(reach(s, unit).bits)
        return [h for h in there if h != s.at[unit] and len(s.units_in(h, s.active)) < STACK]

    def refuse_to(self, s: FordState, h: int) -> Reason | None:
        unit, foe = s.flow[-1][1], FOE[s.active]
        if s.occupied(foe) >> h & 1:
            return Reason("3.3", "an enemy stands there")
        if h == s.at[unit]:
            return Reason("3.1", "it stands there")
        if len(s.units_in(h, s.active)) >= STACK:
            return Reason("3.3", "two units stand there already")
        if h in reach(s, unit):
            return None
        if h in reach(s, unit, zones=False):
            return Reason("3.2", "an enemy zone of control stops it on the way")
        return Reason("3.1", "too far")

    def do_to(self, s: FordState, h: int) -> None:
        unit = s.flow.pop()[1]
        s.tell("march", unit=unit, path=(s.at[unit], h), to=h)
        s.at[unit], s.moved[unit] = h, 1
        if h == s.mined and SIDE_OF[unit] == "blue":
            s.tell("mine", hex=h, unit=unit, reveals=True)
            s.mined = OFF
            s.hit(unit)

    def do_stay(self, s: FordState, _: None) -> None:
        s.moved[s.flow.pop()[1]] = 1


STEPS = (Move(), March())

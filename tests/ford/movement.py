"""1 and 3: turns, and marching."""

from __future__ import annotations

from array import array
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from tests.ford.state import BOARD, FOE, MOVEMENT, OFF, OWN, RIVER, SIDE_OF, STACK, TOWN, UNITS, FordState

LAST_TURN = {"campaign": 6, "skirmish": 3}


class Turn(Step):
    """1.1, 1.2: blue moves and fights, then red; at the end the town decides."""

    name, rule = "turn", "1.1"

    def run(self, s: FordState) -> None:
        begun = s.moved[0] != -1  # the very first turn has no turn before it
        if begun and s.active == "red":
            if s.turn == LAST_TURN[s.scenario]:
                return self.end(s)
            s.turn += 1
        if begun:
            s.active = FOE[s.active]
        s.moved = array("b", bytes(len(UNITS)))
        s.fought = array("b", bytes(len(UNITS)))
        s.tell("turn", turn=s.turn, side=s.active)
        s.flow += [("fight",), ("move",)]
        return None

    def end(self, s: FordState) -> None:
        if s.occupied("red") >> TOWN & 1:
            s.finish("red", "town held", "Red holds the town.", "1.2", sum(s.steps[u] for u in OWN["red"]))
        else:
            s.finish("blue", "town open", "Red does not hold the town.", "1.2", sum(s.steps[u] for u in OWN["blue"]))


def reach(s: FordState, unit: int, zones: bool = True) -> dict[int, int]:
    """Hexes that the unit can enter, with the movement points left there (3.1 to 3.3)."""
    foe, start = FOE[SIDE_OF[unit]], s.at[unit]
    enemy, zone = s.occupied(foe), s.zone(foe) if zones else 0
    left, frontier = {start: MOVEMENT}, [start]
    while frontier:
        following = []
        for h in frontier:
            if zone >> h & 1 and h != start:
                continue
            for n in BOARD.neighbours[h]:
                rest = left[h] - (2 if RIVER >> n & 1 else 1)
                if rest > left.get(n, -1) and not enemy >> n & 1:
                    left[n] = rest
                    following.append(n)
        frontier = following
    return left


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
    """3.1 to 3.3: choose where it goes."""

    name, rule, frame = "march", "3.1", ("unit",)

    def prompt(self, s: FordState) -> str:
        return f"March {UNITS[s.flow[-1][1]]} where?"

    def hints(self, s: FordState) -> dict[str, dict[str, Any]]:
        from tests.ford.presentation import ways

        return ways(s, s.flow[-1][1])

    def legal_to(self, s: FordState) -> list[int]:
        unit = s.flow[-1][1]
        return [h for h in reach(s, unit) if h != s.at[unit] and len(s.units_in(h, s.active)) < STACK]

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

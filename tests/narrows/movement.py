"""3: each unit may march into a bordering place; where enemies stand it attacks."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from tests.narrows.combat import Battle
from tests.narrows.state import NarrowsState
from tests.narrows.world import AREAS, BOARD, FOE, OWN, ROOM, SIZE, UNITS


class Move(Step):
    """3.1: choose a unit, or finish."""

    name, rule, ends = "move", "3.1", ("done",)

    def prompt(self, s: NarrowsState) -> str:
        return "Choose a unit to march, or finish."

    def refuse_unit(self, s: NarrowsState, u: int) -> Reason | None:
        if u not in OWN[s.active]:
            return Reason("3.1", "not your unit")
        if s.at[u] >= SIZE:
            return Reason("1.3", "it is lost")
        return Reason("3.1", "it has marched") if s.marched[u] else None

    def do_unit(self, s: NarrowsState, u: int) -> None:
        s.flow.append(("march", u))


class March(Step):
    """3.1: choose the place. The frame holds the unit."""

    name, rule, frame, ends = "march", "3.1", ("unit",), ("cancel",)

    def prompt(self, s: NarrowsState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1])} march?"

    def refuse_to(self, s: NarrowsState, place: int) -> Reason | None:
        if place not in BOARD.neighbours[s.at[s.flow[-1][1]]]:
            return Reason("3.1", f"{AREAS.name(place)} does not border on its place")
        return Reason("3.2", "two units stand there") if len(s.units_in(place, s.active)) >= ROOM else None

    def do_to(self, s: NarrowsState, place: int) -> None:
        _, u = s.flow.pop()
        s.marched[u] = 1
        if s.units_in(place, FOE[s.active]):
            s.tell("attack", unit=u, area=place)
            s.flow.append(Battle("battle", place, u))
        else:
            s.at[u] = place
            s.tell("march", unit=u, area=place)


STEPS = (Move(), March())

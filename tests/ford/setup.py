"""2: what each side knows alone before the first turn."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Chance, Step
from front1914.engine.state import Frame
from tests.ford.state import FordState
from tests.ford.world import FORDS, OFF, OWN, SIDES, VETERANS


def begin(s: FordState) -> None:
    """The units of the scenario stand where it says; draws for both sides, the mine, then the turns.

    The flow is a stack: what comes first lies last.
    """
    for u in range(len(s.at)):
        s.at[u] = s.rules.where.get(u, OFF)
        if s.at[u] == OFF:
            s.steps[u] = 0
    draws: list[Frame] = [("quality", side) for side in reversed(SIDES)]
    s.flow = [("turn",), ("mine",), *draws]


class Quality(Chance):
    """2.1: chance makes two units of each side veterans; only their owner knows which. The frame holds the side."""

    name, rule, frame = "quality", "2.1", ("",)
    else_draw = Reason("2.1", "it cannot be drawn")

    def legal_draw(self, s: FordState) -> list[int]:
        return [u for u in OWN[s.flow[-1][1]] if s.at[u] != OFF and not s.veteran[u]]

    def do_draw(self, s: FordState, unit: int) -> None:
        side = s.flow[-1][1]
        s.veteran[unit] = 1
        if s.options["open"]:
            s.known[unit] = 1
            s.tell("veteran", unit=unit)
        else:
            s.tell("veteran", unit=unit, only=side)
        if sum(s.veteran[u] for u in OWN[side]) == VETERANS:
            s.flow.pop()


class Mine(Step):
    """2.2: red mines one of the fords, in secret, or none."""

    name, rule, ends = "mine", "2.2", ("pass",)
    else_to = Reason("2.2", "only a ford can be mined")

    def side(self, s: FordState) -> str:
        return "red"

    def prompt(self, s: FordState) -> str:
        return "Mine which ford?"

    def legal_to(self, s: FordState) -> list[int]:
        return FORDS

    def do_to(self, s: FordState, h: int) -> None:
        s.flow.pop()
        s.mined = h
        s.tell("mined", hex=h, only="red")


STEPS = (Quality(), Mine())

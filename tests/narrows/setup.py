"""2: units are placed one by one, North first."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.play.placing import Placing
from tests.narrows.state import NarrowsState
from tests.narrows.world import HOME, OWN, ROOM, SIDE, UNITS, WAITING


class Place(Placing):
    """2.1: where the next unit of a side stands. The frame holds the side."""

    name, rule, frame, units = "place", "2.1", ("",), UNITS

    def side(self, s: NarrowsState) -> str:
        side: str = s.flow[-1][1]
        return side

    def waiting(self, s: NarrowsState) -> int | None:
        return next((u for u in OWN[self.side(s)] if s.at[u] == WAITING), None)

    def field(self, s: NarrowsState, u: int) -> int:
        return HOME[SIDE[u]]

    def reason(self, s: NarrowsState, u: int, node: int) -> Reason:
        return Reason("2.1", f"it starts in the {SIDE[u]}")

    def crowded(self, s: NarrowsState, u: int, node: int) -> Reason | None:
        return None if len(s.units_in(node, SIDE[u])) < ROOM else Reason("3.2", "two units stand there")

    def put(self, s: NarrowsState, u: int, node: int) -> None:
        s.at[u] = node
        s.tell("placed", unit=u, area=node)


STEPS = (Place(),)

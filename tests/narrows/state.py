"""What changes."""

from __future__ import annotations

from array import array

from front1914.engine.state import Column, State
from tests.narrows.world import FOE, LOST, OWN, SIDE, SIDES, SIZE, UNITS, WAITING


class NarrowsState(State):
    turn: int
    active: str
    phase: str
    at: Column  #: by unit: its place, WAITING or LOST
    marched: Column

    def stacks(self) -> dict[int, list[int]]:
        """Units by place."""
        found: dict[int, list[int]] = {}
        for u, place in enumerate(self.at):
            if place < SIZE:
                found.setdefault(place, []).append(u)
        return found

    def units_in(self, place: int, side: str) -> list[int]:
        return [u for u in OWN[side] if self.at[u] == place]

    def lose(self, u: int) -> None:
        """1.3: the unit is lost, and with the last one the game."""
        self.at[u] = LOST
        self.tell("lost", unit=u)
        side = SIDE[u]
        if all(self.at[v] == LOST for v in OWN[side]):
            self.finish(FOE[side], "annihilation", f"{side} has no unit left.", "1.3")


def blank() -> NarrowsState:
    """Nobody on the map."""
    return NarrowsState(
        turn=1,
        active=SIDES[0],
        phase="setup",
        at=array("b", [WAITING] * len(UNITS)),
        marched=array("b", bytes(len(UNITS))),
    )

"""What the game remembers: one column for each thing that changes, and what follows from them at once."""

from __future__ import annotations

from array import array

from front1914.engine.state import Column, State
from tests.ford.world import BOARD, FOE, OFF, OWN, SCENARIOS, SIDES, STEPS, UNITS, Rules


class FordState(State):
    turn: int
    active: str  #: whose player turn it is
    phase: str  #: a line of sequence.TABLE
    at: Column  #: by unit: its hex, or OFF
    steps: Column
    veteran: Column
    known: Column  #: 1 when the enemy has seen what it is
    moved: Column
    fought: Column
    mined: int  #: the mined ford, or OFF

    @property
    def rules(self) -> Rules:
        """What is particular to the scenario."""
        return SCENARIOS[self.scenario]

    def occupied(self, side: str) -> int:
        """Bitset of the side's hexes."""
        bits = 0
        for u in OWN[side]:
            if self.at[u] != OFF:
                bits |= 1 << self.at[u]
        return bits

    def zone(self, side: str) -> int:
        """3.2: bitset of the side's zone of control."""
        return BOARD.spread(self.occupied(side))

    def units_in(self, h: int, side: str) -> list[int]:
        return [u for u in OWN[side] if self.at[u] == h]

    def strength(self, unit: int) -> int:
        """2.1, 4.2: two for each step, a veteran one more."""
        return 2 * self.steps[unit] + self.veteran[unit]

    def hit(self, unit: int) -> None:
        """1.3: the unit loses a step."""
        self.steps[unit] -= 1
        self.tell("loss", unit=unit, left=self.steps[unit])
        if not self.steps[unit]:
            self.at[unit] = OFF
            for side in SIDES:
                if all(self.at[u] == OFF for u in OWN[side]):
                    self.finish(FOE[side], "annihilation", f"{side} has no unit left.", "1.3")

    def show(self, units: list[int]) -> None:
        """4.2: who fights shows what it is. What is shown cannot be taken back: `reveals`."""
        for u in units:
            if not self.known[u]:
                self.known[u] = 1
                self.tell("shown", unit=u, veteran=self.veteran[u], reveals=True)


def blank() -> FordState:
    """Nobody on the map, the first turn not begun."""
    zeros = array("b", bytes(len(UNITS)))
    return FordState(
        turn=1,
        active="blue",
        phase="setup",
        at=array("h", [OFF] * len(UNITS)),
        steps=array("b", STEPS),
        veteran=zeros[:],
        known=zeros[:],
        moved=zeros[:],
        fought=zeros[:],
        mined=OFF,
    )

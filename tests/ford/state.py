"""What the game remembers, and what follows from it at once."""

from __future__ import annotations

from array import array

from front1914.engine.kept import kept
from front1914.engine.state import Column, State
from front1914.engine.words import Words
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS

WIDE, HIGH, OFF = 10, 8, -1
BOARD = HexBoard.rectangle(COLUMNS, WIDE, HIGH)
HEXES = BOARD.words
FORDS = [HEXES.number(word) for word in ("0204", "0504", "0804")]
RIVER = BOARD.bits(COLUMNS.word(column, 4) for column in range(1, WIDE + 1))
TOWN = HEXES.number("0506")
SIDES = ("blue", "red")
FOE = {"blue": "red", "red": "blue"}
OWN = {"blue": range(6), "red": range(6, 12)}
UNITS = Words("unit", [f"{side[0]}{n}" for side in SIDES for n in range(1, 7)])
SIDE_OF = [SIDES[u // 6] for u in range(12)]
STEPS_FULL, VETERANS, MOVEMENT, STACK = 2, 2, 3, 2


class FordState(State):
    turn: int
    active: str
    at: Column
    steps: Column
    veteran: Column
    known: Column
    moved: Column
    fought: Column
    mined: int

    @kept("at")
    def occupied(self, side: str) -> int:
        """Bitset of the side's hexes."""
        bits = 0
        for u in OWN[side]:
            if self.at[u] != OFF:
                bits |= 1 << self.at[u]
        return bits

    @kept("at")
    def zone(self, side: str) -> int:
        """Bitset of the side's zone of control."""
        bits, ring = 0, BOARD.ring
        for u in OWN[side]:
            if self.at[u] != OFF:
                bits |= ring[self.at[u]]
        return bits

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
        """4.2: who fights shows what it is."""
        for u in units:
            if not self.known[u]:
                self.known[u] = 1
                self.tell("shown", unit=u, veteran=self.veteran[u], reveals=True)


def blank() -> FordState:
    """Nobody on the map, the first turn not begun."""
    zeros = array("b", [0] * len(UNITS))
    return FordState(
        turn=1,
        active="blue",
        at=array("h", [OFF] * len(UNITS)),
        steps=array("b", [STEPS_FULL] * len(UNITS)),
        veteran=zeros[:],
        known=zeros[:],
        moved=zeros[:],
        fought=zeros[:],
        mined=OFF,
    )

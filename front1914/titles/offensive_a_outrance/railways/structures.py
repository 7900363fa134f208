"""18.4, 18.5: railway bridges and tunnels that are demolished, and rebuilt on schedule.

A demolition is triggered by units that come near (triggers) and takes effect in the next Allied Player Turn. Each
structure is demolished once at most; where an orange and a red one share a hexside, both must stand (B116). Yellow
sites fall like orange ones; what the Germans build there in their stead serves their supply and their Depots only.
"""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import BOARD, RAIL_OF_SIDE, STRUCTURE_SIDE, STRUCTURES
from front1914.titles.offensive_a_outrance.state import CONTROL, DOOMED, DOWN, REBUILT, OAOState

LINK = tuple(RAIL_OF_SIDE[side] for side in STRUCTURE_SIDE)  #: by structure: its stretch of rail
ENDS = tuple(BOARD.links[side] for side in STRUCTURE_SIDE)  #: its two hexes
RED = tuple(n for n, row in enumerate(STRUCTURES) if row.colour == "red")
BOTH = 3  #: `taken`: both its hexes were German controlled at some time


def cut(s: OAOState, side: str, troops: bool = False) -> int:
    """18.4.2, 18.5: bitset of the stretches of rail that a side cannot use; `troops`: for other units than Depots."""
    return _cut(s.structures.tobytes(), side, troops)


@lru_cache(maxsize=256)
def _cut(states: bytes, side: str, troops: bool) -> int:
    found = 0
    for number, state in enumerate(states):
        yellow = STRUCTURES[number].colour == "yellow"
        if state == DOWN or (state == REBUILT and yellow and (troops or side == "allied")):  # 18.5.a
            found |= 1 << LINK[number]
    return found


def begin(s: OAOState) -> None:
    """Later in the year: what had fallen by then in history, and what had been rebuilt."""
    for number, row in enumerate(STRUCTURES):
        if row.fell and row.fell < s.turn:
            s.structures[number] = REBUILT if row.rebuilt and row.rebuilt < s.turn else DOWN
    note_control(s)


def note_control(s: OAOState) -> None:
    """18.4.1, 18.4.1.b: which hexes beside the red bridges the Germans have controlled at any time."""
    for number in RED:
        for bit, h in enumerate(ENDS[number]):
            if s.control[h] == CONTROL["german"]:
                s.taken[number] |= 1 << bit


def demolish(s: OAOState) -> None:
    """18.4: what was triggered falls in the next Allied Player Turn."""
    for number, state in enumerate(s.structures):
        if state == DOOMED:
            s.structures[number] = DOWN
            s.tell("demolished", structure=number)


class Rebuild(Step):
    """4.2.4, 18.4.3, 18.5, 4.2.4.a: structures with the number of this turn are rebuilt; yellow ones by the German."""

    name, rule = "rebuild", "18.4.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for number, row in enumerate(STRUCTURES):
            mine = row.colour != "yellow" or s.phasing == "german"
            if s.structures[number] == DOWN and row.rebuilt == s.turn and mine:  # 18.4.1.c, 18.4.3
                s.structures[number] = REBUILT
                s.tell("rebuilt", structure=number)


STEPS = (Rebuild(),)

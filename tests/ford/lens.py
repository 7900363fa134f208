"""What a program that learns sees of the Ford: counters, strengths of those that were seen, no secrets."""

from __future__ import annotations

from front1914.play.lens import Lens
from tests.ford.world import BOARD, OWN, STEPS, UNITS

LENS = Lens(
    nodes=BOARD.size,
    side=["blue" if u in OWN["blue"] else "red" for u in UNITS.numbers],
    face="steps",
    strength=[[2 * steps for steps in range(most + 1)] for most in STEPS],
    open_face=True,
    done="moved",
    ground="at",  # nobody holds ground
    holder=[(0,)] * BOARD.size,
    closed=("known", 0),
)

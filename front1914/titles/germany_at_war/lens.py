"""What a program that learns sees: blocks, strengths and Areas, as 1.3 and 1.4 leave them open."""

from __future__ import annotations

from front1914.play.lens import Lens
from front1914.titles.germany_at_war.state import CONCEALED
from front1914.titles.germany_at_war.world import SEAT_SIDE, SIDE, SIZE, STRENGTH

LENS = Lens(
    nodes=SIZE,
    side=SIDE,
    face="face",
    strength=STRENGTH,
    open_face=True,
    done="acted",
    ground="control",
    holder=[(1, 2)] * SIZE,
    closed=("shown", CONCEALED),
    sides=lambda seat: SEAT_SIDE[seat],
)

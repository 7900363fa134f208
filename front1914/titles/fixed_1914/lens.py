"""What a program that learns sees: counters, attack factors and ground, as far as PP-15d and PP-16 leave them open."""

from __future__ import annotations

from front1914.play.lens import Lens
from front1914.titles.fixed_1914.board import HOME_SIDE, SIZE
from front1914.titles.fixed_1914.world import ATTACK, SIDE

LENS = Lens(
    nodes=SIZE,
    side=SIDE,
    face="step",
    strength=ATTACK,
    open_face=True,
    done="moved",
    ground="holder",
    holder=[(("", "german", "allied").index(side), 1, 2) for side in HOME_SIDE],
    closed=("hidden", 1),
)

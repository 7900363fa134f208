"""What a program that learns sees: counters, attack factors and ground, as 3.1.6 leaves them open.

Of an enemy counter that is identified the Strength Reductions stay hidden: it counts as printed.
"""

from __future__ import annotations

from typing import Any

from front1914.play.lens import Lens
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.combat.battle import in_battle
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import covered
from front1914.titles.offensive_a_outrance.show import view
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import FACES, FOE, SIDE


def hidden(title: Any, s: OAOState, side: str) -> frozenset[int]:
    """3.1.6: who cannot be identified. A battle brings some to light."""
    if view.open_to(s, side):
        return frozenset()
    found = covered(s, FOE[side])
    return found - view.known(s, side) if in_battle(s) else found


LENS = Lens(
    nodes=SIZE,
    side=SIDE,
    face="sr",
    strength=[[attack for attack, _ in faces] for faces in FACES],
    open_face=False,
    done="spent",
    ground="control",
    holder=[(0, 1, 2)] * SIZE,
    hidden=hidden,
)

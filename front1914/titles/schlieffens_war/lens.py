"""What a program that learns sees: counters, factors and ground, as 6.6 leaves them open."""

from __future__ import annotations

from typing import Any

from front1914.play.lens import Lens
from front1914.titles.schlieffens_war.control import first_holder
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.view import flow_for, shown_in
from front1914.titles.schlieffens_war.world import FACTOR, FOE, SIDE, SIZE


def hidden(title: Any, s: SWState, side: str) -> frozenset[int]:
    """6.6: who cannot be identified. A march shows nobody but the marching side's own."""
    if not s.options["fog"]:
        return frozenset()
    found = s.covered(FOE[side])
    if found and s.flow and s.flow[-1][0] not in ("move", "march"):
        found = found.difference(shown_in(title, flow_for(title, s, side)))
    return found


LENS = Lens(
    nodes=SIZE,
    side=SIDE,
    face="steps",
    strength=FACTOR,
    open_face=True,
    done="marched",
    ground="captured",
    holder=[(1, 2) if first_holder(h) == "german" else (2, 1) for h in range(SIZE)],
    hidden=hidden,
)

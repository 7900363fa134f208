"""Where the counters of a side are, as bitsets, and which Landwehr counters are spare: read off the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from front1914.titles.fixed_1914.board import BOARD
from front1914.titles.fixed_1914.world import (
    ABSENT,
    BIT,
    DEFENCE,
    GUNS_OF,
    IS_BLANK,
    IS_LANDWEHR,
    NATION,
    SPAN,
    STRENGTH,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.fixed_1914.state import FXState


class Ground(NamedTuple):
    """Bitsets of the hexes where a side has something."""

    every: int  #: any counter, blanks and neutrals too
    live: int  #: any counter in sight of a nation at war, blanks and fortification artillery too (H3)
    units: int  #: as `live`, without blanks: what turns counters up (H10)
    wall: int  #: hexes that may not be entered: a defence factor above zero, or counters not yet turned up (MV-4)
    hidden: int  #: hexes with inverted counters of a nation at war
    beside: int  #: hexes next to `live`


def survey(s: FXState, side: str) -> Ground:
    """Where the side is now."""
    at, step, hidden = s.at, s.step, s.hidden
    every = live = units = wall = unseen = 0
    neutral = {nation for nation in ("belgian", "dutch") if not s.at_war(nation)}
    for u in range(SPAN[side].start, SPAN[side].stop):
        bit = BIT[at[u]]
        if not bit:
            continue
        war = NATION[u] not in neutral
        every |= bit
        if hidden[u] or DEFENCE[u][step[u]] or not war:
            wall |= bit
        if war:
            live |= bit
            if not IS_BLANK[u]:
                units |= bit
            if hidden[u]:
                unseen |= bit
    for u in GUNS_OF[side]:
        if NATION[u] not in neutral:
            live |= BIT[at[u]]
            units |= BIT[at[u]]
    return Ground(every, live, units, wall, unseen, BOARD.spread(live))


def landwehr_for(s: FXState, strength: int) -> tuple[int, ...]:
    """Spare Landwehr counters that add up to a strength, the largest first."""
    found: list[int] = []
    for u in LANDWEHR_SPARE:
        if strength >= STRENGTH[u] and s.at[u] == ABSENT:
            found.append(u)
            strength -= STRENGTH[u]
            if not strength:
                return tuple(found)
    raise AssertionError("there are Landwehr counters for every strength")


LANDWEHR_SPARE = tuple(sorted((u for u in UNITS.numbers if IS_LANDWEHR[u]), key=lambda u: (-STRENGTH[u], u)))

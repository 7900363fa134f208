"""How a position writes control, and what must hold in every position."""

from __future__ import annotations

from collections.abc import Iterator

from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import BANKS_OF, HEXES, NEUTRALS, OPEN, RING, SIZE
from front1914.titles.fixed_1914.sequence import PHASE_NAMES
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import (
    CHAIN,
    ELIMINATED,
    FOE,
    IS_BLANK,
    IS_GUN,
    LANDWEHR,
    POOL,
    RUSSIA,
    SET_UP,
    SIDE,
    SIDES,
    STRENGTH,
    UNITS,
)

MOST_LANDWEHR = 22  #: strength of all Landwehr, the North Army's included (PP-3c to PP-3e, PP-4b)


def faults(s: FXState) -> Iterator[str]:
    """What never holds, at whatever moment."""
    for h, stack in s.stacks().items():
        sides = {SIDE[u] for u in stack}
        if len(sides) > 1 and not any(frame[0] == "enter" for frame in s.flow):
            yield f"both sides stand in {HEXES[h]} (MV-4)"
        if not OPEN >> h & 1:
            yield f"{UNITS[stack[0]]} stands in the closed hex {HEXES[h]} (MV-7)"
        if len(stack) > 1 and not s.defence(stack[0]) and any(s.defence(u) for u in stack):
            yield f"{UNITS[stack[0]]} lies on top in {HEXES[h]} without a defence factor (CB-15)"
        if len({s.order[u] for u in stack}) != len(stack):
            yield f"the stack in {HEXES[h]} has no order (CB-12)"
    for u in UNITS.numbers:
        yield from _unit_faults(s, u)
    if s.phase != "setup" and not any(frame[0] == "ready" for frame in s.flow):
        yield from _inverted_faults(s)
    if sum(STRENGTH[u] for u in LANDWEHR if s.at[u] < SIZE) > MOST_LANDWEHR:
        yield "there is more Landwehr than there was (CE-2)"
    if s.active not in SIDES or s.phase not in PHASE_NAMES:
        yield f"no such moment: {s.active}, {s.phase}"
    if any(turn > s.turn for turn in (*s.invaded, *s.taken)):
        yield f"something happened after turn {s.turn} to {', '.join(NEUTRALS)} (BN)"
    if not s.rules.first_turn <= s.turn <= (s.last_turn if s.phase != "setup" else s.turn):
        yield f"the game has no turn {s.turn} (GT-1)"


def _inverted_faults(s: FXState) -> Iterator[str]:
    """H10: who stands beside an enemy unit does not lie inverted any more."""
    for side in SIDES:
        foe = s.ground(FOE[side]).units
        for h in members(s.ground(side).hidden):
            if RING[h] & foe:
                for u in (u for u in s.stack(h) if s.hidden[u]):
                    yield f"{UNITS[u]} lies inverted beside an enemy (PP-17)"


def _unit_faults(s: FXState, u: int) -> Iterator[str]:
    place = s.at[u]
    if not 0 <= s.step[u] < len(CHAIN[u].labels):
        yield f"{UNITS[u]} has no step {s.step[u]} (UL-5)"
    if place < SIZE:
        if IS_GUN[u] and place != SET_UP[u]:
            yield f"{UNITS[u]} has moved (FA-1)"
        if IS_GUN[u] and any(SIDE[v] == FOE[SIDE[u]] for v in s.stack(place)):
            yield f"{UNITS[u]} stands with enemies (FA-1)"
        if not IS_GUN[u] and s.bank[u] not in BANKS_OF[place]:
            yield f"{UNITS[u]} stands on a bank that {HEXES[place]} does not have (MB-4)"
    elif s.hidden[u] or s.order[u] or s.bank[u]:
        yield f"{UNITS[u]} is off the map and has a place in a stack"
    if place == POOL and s.phase != "setup":
        yield f"{UNITS[u]} was never set up (PP-15)"
    if IS_BLANK[u] and (place in (ELIMINATED,) or (place < SIZE and not s.hidden[u])):
        yield f"{UNITS[u]} is a blank that was turned up (PP-17)"
    if place == RUSSIA and SIDE[u] != "german":
        yield f"{UNITS[u]} is in Russia (PP-13)"

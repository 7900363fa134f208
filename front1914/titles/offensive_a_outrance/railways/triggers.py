"""18.3.1, 18.4.1, 18.6.1, 23.1.1, 24.3, 24.6: what is set off the instant a unit comes near a place.

For each hex the watchers that a unit of a side wakes there are bits of a small number, so that a step costs next to
nothing where there are none. "Within eight hexes" counts from either hex of a hexside (H5.6); a unit is adjacent to a
hexside when it stands in one of its two hexes, as with Roadway Bridges (B21).
"""

from __future__ import annotations

from front1914.kit.bits import from_members, members
from front1914.titles.offensive_a_outrance.board import (
    BEYOND_DENDER,
    BOARD,
    CAMP,
    HEXES,
    IN,
    PONTOON,
    RING,
    SIZE,
    STRUCTURES,
)
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_NUMBER
from front1914.titles.offensive_a_outrance.railways.engineering import CLEARED, CREIL, EAST, SORTIE, TRIGGERED, WEST
from front1914.titles.offensive_a_outrance.railways.structures import BOTH, ENDS
from front1914.titles.offensive_a_outrance.state import DOOMED, EVENTS, STANDING, OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, NATION

NEAR = 8  #: 18.3.1, 18.4.1, 18.6.1, 23.1.1
FIRST_SORTIE = 10  #: 18.6.4
#: 18.6.4: where Belgians sally: inside Belgium, out of the Antwerpen camp, not northwest of the Dender
SALLY_GROUND = IN["belgium"] & ~CAMP["Antwerpen"] & ~BEYOND_DENDER
AMIENS, CREIL_TOWN = HEXES.number("22.23"), HEXES.number("20.32")
LE_HAVRE, OOSTENDE = HEXES.number("01.21"), HEXES.number("37.10")
ANTWERPEN = (HEXES.number("51.17"), HEXES.number("52.16"))  #: 24.3.1: Germans adjacent to both
LAST_CLEARING, LAST_BEF_TRIGGER = 9, 8  #: 18.3.1 (B78), 23.1.1
BEF, BELGIAN = ARMIES.number("b-BEF"), ARMIES.number("be-BELGIAN")
BEF_THREAT, BELGIAN_THREAT = EVENTS.number("bef_threat"), EVENTS.number("belgian_threat")
OOSTENDE_THREAT = EVENTS.number("oostende_threat")
PONTOON_BRIDGE = BRIDGE_NUMBER[PONTOON]
PONTOON_WAYS = frozenset({BOARD.links[PONTOON], BOARD.links[PONTOON][::-1]})
DESTROYED, CROSSED = 2, 3  #: of the pontoon, in `blown` (24.6): for good; one Force has crossed in this phase

_count = len(STRUCTURES)
_AMIENS, _CREIL, _ANTWERPEN, _OOSTENDE, _PONTOON = (1 << _count + i for i in range(5))


def _beside(h: int) -> int:
    """A hex and those around it."""
    return RING[h] | 1 << h


def _zones(side: str) -> list[tuple[int, int]]:
    """18.4.1.a, 18.4.1a: bits and the hexes in which a unit of the side wakes them."""
    found = []
    for number, row in enumerate(STRUCTURES):
        ends = from_members(ENDS[number])
        near = BOARD.within(ENDS[number][0], NEAR) | BOARD.within(ENDS[number][1], NEAR)
        if row.colour in ("orange", "yellow") and side == "german":
            found.append((1 << number, near))
        elif (row.colour == "pontoise" and side == "german") or (row.colour == "red" and side == "allied"):
            found.append((1 << number, ends))
    if side == "german":
        found += [
            (_AMIENS, BOARD.within(AMIENS, NEAR)),  # 18.3.1.a
            (_CREIL, BOARD.within(CREIL_TOWN, NEAR)),  # 18.3.1.b
            (_ANTWERPEN, _beside(ANTWERPEN[0]) | _beside(ANTWERPEN[1])),
            (_OOSTENDE, _beside(OOSTENDE)),
            (_PONTOON, from_members(BOARD.links[PONTOON])),
        ]
    return found


def _alarms(side: str) -> tuple[int, ...]:
    found = [0] * SIZE
    for bit, hexes in _zones(side):
        for h in members(hexes):
            found[h] |= bit
    return tuple(found)


ALARMS = {side: _alarms(side) for side in ("allied", "german")}  #: by side and hex: what a unit of the side wakes there


def cross(s: OAOState) -> None:
    """24.6: a Force crosses the pontoon bridge: nobody else in this movement phase."""
    if not s.blown[PONTOON_BRIDGE]:
        s.blown[PONTOON_BRIDGE] = CROSSED


def sally(s: OAOState, force: tuple[int, ...]) -> None:
    """18.6.4: the first Prepared Attack of Belgians out of Antwerpen, from GT 10 on, brings the Germans Rail Points."""
    if s.turn < FIRST_SORTIE or s.events[SORTIE]:
        return
    here = s.at[force[0]]
    if SALLY_GROUND >> here & 1 and any(NATION[u] == "belgian" for u in force):
        s.events[SORTIE] = TRIGGERED
        s.tell("sortie")


def wake(s: OAOState, side: str, h: int) -> None:
    """A unit of a side has come into a hex."""
    bits = ALARMS[side][h]
    if not bits:
        return
    for number in members(bits & (1 << _count) - 1):
        if s.structures[number] == STANDING and (STRUCTURES[number].colour != "red" or s.taken[number] == BOTH):
            s.structures[number] = DOOMED
            s.tell("doomed", structure=number)
    if bits >> _count:
        _places(s, bits)


def _places(s: OAOState, bits: int) -> None:
    if bits & _AMIENS:
        if s.turn <= LAST_CLEARING and not s.events[EAST]:
            s.events[EAST] = TRIGGERED
            s.tell("clearing", area="east")
        if s.turn <= LAST_BEF_TRIGGER and s.base[BEF] == LE_HAVRE and not s.events[BEF_THREAT]:
            s.events[BEF_THREAT] = 1
            s.tell("base_threatened", army=BEF)
    if bits & _CREIL:
        if s.turn <= LAST_CLEARING and s.events[EAST] == CLEARED and not s.events[WEST]:  # B117
            s.events[WEST] = TRIGGERED
            s.tell("clearing", area="west")
        if not s.events[CREIL]:  # 18.6.1.a, 18.6.1
            s.events[CREIL] = 1
            s.tell("bottlenecks")
    if bits & _ANTWERPEN and s.base[BELGIAN] == ANTWERPEN[1] and not s.events[BELGIAN_THREAT]:
        units = s.ground("german").units
        if all(units & _beside(h) for h in ANTWERPEN):
            s.events[BELGIAN_THREAT] = 1
            s.tell("base_threatened", army=BELGIAN)
    if bits & _OOSTENDE and s.base[BELGIAN] == OOSTENDE and not s.events[OOSTENDE_THREAT]:
        s.events[OOSTENDE_THREAT] = 1
        s.tell("base_threatened", army=BELGIAN)
    if bits & _PONTOON and s.blown[PONTOON_BRIDGE] != DESTROYED:  # 24.6.a, 24.6
        s.blown[PONTOON_BRIDGE] = DESTROYED
        s.tell("pontoon_gone", bridge=PONTOON_BRIDGE)

"""6-11, 9-3, 9-9: what happens when units enter a hex, however they got there: march, rail, advance or retreat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from front1914.titles.der_weltkrieg.board import BOARD, ON_RAIL
from front1914.titles.der_weltkrieg.combat import open_city, pockets, trenches
from front1914.titles.der_weltkrieg.east import relieve
from front1914.titles.der_weltkrieg.flotillas import crossed
from front1914.titles.der_weltkrieg.morale import occupied, removed
from front1914.titles.der_weltkrieg.nations import FOE, SIDE_OF
from front1914.titles.der_weltkrieg.stacking import HALVES
from front1914.titles.der_weltkrieg.state import HOLDER, DWState
from front1914.titles.der_weltkrieg.troops import is_foot
from front1914.titles.der_weltkrieg.world import IS_FLOTILLA, IS_FORTRESS, IS_GROUND, SIDE

Entry = Callable[[DWState, Sequence[int], int], None]

#: f(s, units, h): the units have just entered the hex. A hook may push frames: a march then waits for them.
AFTER_ENTRY: tuple[Entry, ...] = (occupied, relieve, trenches.on_entry, open_city.on_entry, pockets.on_entry)


def enter(s: DWState, units: Sequence[int], h: int) -> None:
    """Some units of one side enter a neighbouring hex together."""
    side, before = SIDE[units[0]], s.at[units[0]]
    for u in units:
        s.at[u] = h
    _overrun(s, units, h)
    settle(s, side, h)
    for hook in AFTER_ENTRY:
        hook(s, units, h)
    if (before, h) in BOARD.link:
        crossed(s, units, before, h)


def settle(s: DWState, side: str, h: int) -> None:
    """The side stands in a hex: it holds it, and the enemy's railway there may be cut."""
    units = s.own(side, h)
    if any(IS_GROUND[u] or IS_FORTRESS[u] for u in units) and s.holder[h] != HOLDER[side]:
        s.holder[h] = HOLDER[side]
    if ON_RAIL >> h & 1 and s.operative[h] and cuts(s, side, h, units):
        s.operative[h] = 0
        s.tell("rail_cut", hex=h)


def cuts(s: DWState, side: str, h: int, units: Sequence[int]) -> bool:
    """9-3, 31-4.4, DW-R10: an infantry-type division, or two brigades or regiments, on the enemy's line."""
    if SIDE_OF[s.network[h]] == side:
        return False
    return sum(HALVES[u] for u in units if is_foot(s, u)) > 1


def _overrun(s: DWState, units: Sequence[int], h: int) -> None:
    """6-11.1, 9-9, 18-11.1, 24-1, DW-R06: enemies without a strength of their own are destroyed by whoever enters."""
    for u in list(s.own(FOE[SIDE[units[0]]], h)):
        if not IS_FLOTILLA[u]:
            s.tell("overrun", unit=u, hex=h)
            removed(s, u)
            s.eliminate(u)

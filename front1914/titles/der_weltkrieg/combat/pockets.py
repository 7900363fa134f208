"""20: lines of communication, surrounded units, pockets and their end (H-8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.kit.flood import Gates, components, flood
from front1914.kit.units import nonzero
from front1914.titles.der_weltkrieg.board import BOARD, CLOSED, EDGE, FOOD, IN, OPEN_RING, PERSONNEL, PORT, SIZE
from front1914.titles.der_weltkrieg.nations import BRITISH, FOE, GERMAN, NATIONS
from front1914.titles.der_weltkrieg.state import WHERE, DWState
from front1914.titles.der_weltkrieg.world import IS_FLOTILLA, IS_FORTRESS, NATION, OWN, SIDE

LAND_WAYS = Gates.without(BOARD, CLOSED)  #: DW-R57: hexsides not closed to movement
SAVED_BY_TRIANGLE = (GERMAN, BRITISH)  #: 37-7, 38-2


def passable(s: DWState, side: str) -> int:
    """20-1: hexes that a line of communication may pass: no enemy, and no enemy zone without a friend."""
    foe, own = s.ground(FOE[side]), s.ground(side)
    return BOARD.exists & ~s.neutral & ~foe.held & (~foe.zone | own.held)  # 20-1.1


def _leads_home(s: DWState, side: str, region: int) -> bool:
    """20-1, 20-1.2: a friendly map edge, or personnel and food of one friendly country."""
    return _is_home(region, EDGE[side], _homes(s, side))


@kept("war")
def _homes(s: DWState, side: str) -> tuple[int, ...]:
    """The friendly countries."""
    return tuple(IN[n] for n in NATIONS.numbers if IN[n] and s.friendly(side, n))


def _is_home(region: int, edge: int, homes: tuple[int, ...]) -> bool:
    return region & edge != 0 or any(region & home & PERSONNEL and region & home & FOOD for home in homes)


@kept(*WHERE)
def connected(s: DWState, side: str) -> int:
    """All passable hexes from which a line of communication leads home."""
    return _connected(passable(s, side), EDGE[side], _homes(s, side))


@lru_cache(maxsize=256)
def _connected(free: int, edge: int, homes: tuple[int, ...]) -> int:
    """The same of plain sets: most moves change none of them."""
    return sum(part for part in components(LAND_WAYS, free) if _is_home(part, edge, homes))


def region(s: DWState, side: str, h: int) -> int:
    """H-8: all that can be reached from a hex."""
    return flood(LAND_WAYS, 1 << h, passable(s, side))


def cut_off(s: DWState, side: str, h: int) -> bool:
    """20-1, DW-R61: whether no line of communication leads home from a hex, a fortress there or not."""
    if connected(s, side) >> h & 1:
        return False
    return not _leads_home(s, side, region(s, side, h))


def surrounded(s: DWState, side: str, h: int) -> bool:
    """20-1, 20-9: whether units in a hex are surrounded; beside a friendly fortress they never are."""
    return not s.ground(side).forts >> h & 1 and cut_off(s, side, h)


# ---- pockets (20-13, 20-14)


def triangle(held: int) -> bool:
    """37-7, 38-2: whether three hexes of a set border one another."""
    for h in members(held):
        near = OPEN_RING[h] & held
        if any(OPEN_RING[n] & near for n in members(near)):
            return True
    return False


def lost_ground(s: DWState, side: str, pocket: int) -> bool:
    """20-14: a pocket without interior hexes, port and fortress."""
    if pocket & (PORT | s.ground(side).forts):
        return False
    return not pocket & ~s.zone(FOE[side])


def condemned(s: DWState, side: str, units: Sequence[int] | None = None) -> list[int]:
    """20-13, DW-R114: who of the side, or of some units, stands in a pocket that cannot live; ships are in none."""
    found: list[int] = []
    known: dict[int, tuple[bool, bool]] = {}
    safe = connected(s, side)
    for u in OWN[side] if units is None else units:
        h = s.at[u]
        if h >= SIZE or safe >> h & 1 or IS_FORTRESS[u] or IS_FLOTILLA[u]:
            continue
        if h not in known:
            pocket = region(s, side, h)
            lost = not _leads_home(s, side, pocket) and lost_ground(s, side, pocket)
            known[h] = lost, lost and triangle(pocket & s.ground(side).units)
        lost, saved = known[h]
        if lost and not (saved and NATION[u] in SAVED_BY_TRIANGLE):
            found.append(u)
    return found


def mark_doomed(s: DWState) -> None:
    """20-13, DW-R59: at the start of its half turn the units of the side in such pockets are noted."""
    for u in condemned(s, s.active):
        s.doomed[u] = 1


def pardon(s: DWState) -> None:
    """DW-R59: whoever is found out of such a pocket at any moment of the half turn is no longer doomed."""
    doomed = [u for u in nonzero(s.doomed) if SIDE[u] == s.active and not IS_FORTRESS[u]]
    still = condemned(s, s.active, doomed) if doomed else []
    for u in doomed:
        if u not in still:
            s.doomed[u] = 0


def on_entry(s: DWState, units: Sequence[int], h: int) -> None:
    """DW-R59: the same, when units have entered a hex."""
    pardon(s)


def remove_doomed(s: DWState) -> list[int]:
    """20-13: at the end of the half turn the doomed are gone; who."""
    pardon(s)
    return [u for u in OWN[s.active] if s.doomed[u] and s.at[u] < SIZE and not IS_FORTRESS[u]]

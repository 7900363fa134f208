"""21-12: when a city with a small fortress declares itself open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from front1914.engine.errors import Reason
from front1914.kit.bits import members
from front1914.kit.flood import flood
from front1914.titles.der_weltkrieg.board import CAPITAL, CITY, IN, RING, SIZE
from front1914.titles.der_weltkrieg.combat.forces import mobile
from front1914.titles.der_weltkrieg.combat.pockets import LAND_WAYS, passable
from front1914.titles.der_weltkrieg.nations import FOE, SIDES
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import FORTRESSES, FRONT, IS_ARTILLERY, IS_SIEGE, NATION, SIDE

MONTHS = ((1914, 8), (1914, 9))
MOST = 8  #: fortresses of a higher printed strength are not affected, however much they have lost (DW-R113)
OUTNUMBERED = 3  #: 21-12.2


def _small(side: str) -> dict[int, list[int]]:
    """The fortresses that may give in, by the capital of their nation."""
    found: dict[int, list[int]] = {}
    for fort in FORTRESSES[side]:
        if FRONT[fort] <= MOST:
            found.setdefault(CAPITAL & IN[NATION[fort]], []).append(fort)
    return found


SMALL = {side: _small(side) for side in SIDES}


def gives_in(s: DWState, fort: int) -> Reason | None:
    """21-12: why the city with this fortress declares itself open; None if it does not."""
    h, side = s.at[fort], SIDE[fort]
    if h >= SIZE or not CITY >> h & 1 or FRONT[fort] > MOST or (s.year, s.month) not in MONTHS:  # 21-12.5
        return None
    around = [u for n in members(RING[h] & s.ground(FOE[side]).every) for u in s.own(FOE[side], n)]
    if any(IS_SIEGE[u] for u in around):
        return Reason("21-12.3", "siege guns stand before the city")
    if around and points(s, around) > OUTNUMBERED * points(s, s.own(side, h)):
        return Reason("21-12.2", "the enemy is overwhelming")
    capital = CAPITAL & IN[NATION[fort]]
    if capital and not _linked(capital, passable(s, side)) >> h & 1:
        return Reason("21-12.1", "the city is cut off from the capital")
    return None


@lru_cache(maxsize=256)
def _linked(capital: int, free: int) -> int:
    """What can be reached from a capital; most moves change nothing of it."""
    return flood(LAND_WAYS, capital & free, free)


def points(s: DWState, units: Sequence[int]) -> int:
    """21-12.2: strength points of units that are no fortress."""
    return sum(s.strength[u] for u in units if mobile(u) or IS_ARTILLERY[u])


def open_cities(s: DWState) -> None:
    """DW-R64: tested whenever somebody has entered a hex or fought."""
    if (s.year, s.month) in MONTHS:
        for side in SIDES:
            enemies, free = s.ground(FOE[side]).every, passable(s, side)
            for capital, forts in SMALL[side].items():
                linked = _linked(capital, free) if capital else -1
                for fort in forts:
                    h = s.at[fort]
                    if h < SIZE and (RING[h] & enemies or not linked >> h & 1) and gives_in(s, fort) is not None:
                        s.flow.append(("open_city", fort))


def on_entry(s: DWState, units: Sequence[int], h: int) -> None:
    """The same, when units have entered a hex."""
    open_cities(s)

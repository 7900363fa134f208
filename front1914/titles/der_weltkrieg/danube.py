"""35, 36-7: the Danube, and where enemy flotillas command its crossings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from front1914.engine.errors import Reason
from front1914.kit.bits import from_members, members
from front1914.kit.costs import CostTable
from front1914.titles.der_weltkrieg.board import BOARD, DANUBE, OPEN_RING, WATER
from front1914.titles.der_weltkrieg.costs import without
from front1914.titles.der_weltkrieg.nations import FOE, SIDES
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_ARTILLERY, IS_ENGINEER, IS_FLOTILLA, OWN, SIDE, UNITS

#: 35: the hexsides of the Danube, and the hexes that it borders
RIVER = tuple(link for link, water in enumerate(WATER) if water == DANUBE)
BANKS = from_members(h for link in RIVER for h in BOARD.links[link])
RANGE = 2  #: 36-7: hexes from a flotilla to a crossing that it interdicts
FLOTILLAS = {side: tuple(u for u in OWN[side] if IS_FLOTILLA[u]) for side in SIDES}


def over_danube(a: int, b: int) -> bool:
    """Whether the Danube runs between two neighbours."""
    return WATER[BOARD.link[a, b]] == DANUBE


# ---- 35-1, 35-2: crossing


def barred(s: DWState, side: str) -> int:
    """35-1, 35-2: hexes that the side may not enter over the Danube: enemies on its banks command them, and no friend
    is there."""
    if not RIVER:
        return 0
    found = 0
    for h in members(s.ground(FOE[side]).exerting & BANKS):
        found |= OPEN_RING[h]
    return found & BANKS & ~s.neutral & ~s.ground(side).units


def refuse_crossing(s: DWState, side: str, a: int, b: int) -> Reason | None:
    """35-1: why units may not go from a hex to its neighbour; an advance after combat does not ask (35-2)."""
    if over_danube(a, b) and barred(s, side) >> b & 1:
        return Reason("35-1", "nobody crosses the Danube towards an enemy who stands on its banks")
    return None


def marching_costs(s: DWState, side: str, costs: CostTable) -> CostTable:
    """35-1: a cost table without the crossings that the enemy commands."""
    commanded = barred(s, side)
    if not commanded:
        return costs
    ways = (BOARD.links[link] for link in RIVER)
    steps = frozenset((a, b) for x, y in ways for a, b in ((x, y), (y, x)) if commanded >> b & 1)
    return without(costs, steps) if steps else costs


# ---- 35-3, 35-4: attacks


def refuse_attack(s: DWState, u: int, target: int) -> Reason | None:
    """35-3, 35-4: an attack over the Danube needs an engineer in the hex, and from each hex there is one."""
    origin = s.at[u]
    if IS_ARTILLERY[u] or IS_FLOTILLA[u] or not over_danube(origin, target):
        return None
    if not any(IS_ENGINEER[v] for v in s.own(SIDE[u], origin)):
        return Reason("35-3", f"{UNITS.name(u)} has no engineer to attack over the Danube")
    if s.bridged[origin] not in (0, target + 1):  # 35-3.1
        return Reason("35-3", "another attack over the Danube was made from this hex")
    return None


def note_attack(s: DWState, attackers: Iterable[int], target: int) -> None:
    """35-3: remembers from which hexes the Danube was attacked across in this phase."""
    for u in attackers:
        if not IS_ARTILLERY[u] and not IS_FLOTILLA[u] and over_danube(s.at[u], target):
            s.bridged[s.at[u]] = target + 1


def doomed_engineers(s: DWState, before: Mapping[int, int], target: int) -> list[int]:
    """35-3.2: engineers in hexes from which everybody who attacked over the Danube has been eliminated.

    `before` holds the attackers and the hexes from which they attacked.
    """
    origins = {h for u, h in before.items() if not IS_ARTILLERY[u] and not IS_FLOTILLA[u] and over_danube(h, target)}
    if any(s.on_map(u) for u in before):
        return []
    return [u for h in sorted(origins) for u in s.stack(h) if IS_ENGINEER[u]]


# ---- 36-7: crossings under the guns of a flotilla


def _commanders(s: DWState, side: str) -> list[int]:
    """The flotillas of a side that can strike."""
    return [u for u in FLOTILLAS[side] if s.on_map(u) and s.strength[u]]


def interdictors(s: DWState, side: str, a: int, b: int) -> list[int]:
    """36-7: the enemy flotillas within two hexes of either end of a crossing of the Danube."""
    if not over_danube(a, b):
        return []
    return [u for u in _commanders(s, FOE[side]) if min(BOARD.distance(s.at[u], h) for h in (a, b)) <= RANGE]


def watched(s: DWState, side: str) -> tuple[int, ...]:
    """36-7: the hexsides whose crossing by the side an enemy flotilla could interdict."""
    if not RIVER or not _commanders(s, FOE[side]):
        return ()
    return tuple(link for link in RIVER if interdictors(s, side, *BOARD.links[link]))


def watched_steps(s: DWState, side: str) -> frozenset[tuple[int, int]]:
    """The same as steps, in both directions."""
    ends = (BOARD.links[link] for link in watched(s, side))
    return frozenset(step for a, b in ends for step in ((a, b), (b, a)))


def refuse_retreat(s: DWState, side: str, a: int, b: int) -> Reason | None:
    """36-7.2: nobody retreats where a flotilla would interdict."""
    if interdictors(s, side, a, b):
        return Reason("36-7", "an enemy flotilla commands this crossing of the Danube")
    return None


def supply_costs_on(s: DWState, side: str, costs: CostTable) -> CostTable:
    """36-7.3: a cost table without the crossings under interdiction, unless friends hold both ends."""
    links = watched(s, side)
    if not links:
        return costs
    held = s.ground(side).units
    ends = (BOARD.links[link] for link in links)
    steps = frozenset((a, b) for x, y in ends if not (held >> x & 1 and held >> y & 1) for a, b in ((x, y), (y, x)))
    return without(costs, steps) if steps else costs

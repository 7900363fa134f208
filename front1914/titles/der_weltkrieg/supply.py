"""17 to 19: Supply Points, the Headquarters that hold them, and the Supply Lines along which they are spent.

Lengths are whole Movement Points. A line is measured from the unit to the Headquarters, so the field of a Headquarters
is a search backwards from it. What a line may pass does not depend on stocks, which are secret (17-5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from front1914.engine.errors import Reason
from front1914.engine.kept import kept
from front1914.kit.costs import CostTable
from front1914.kit.flood import Gates, flood
from front1914.kit.reach import Reach
from front1914.kit.reach import field as reach_field
from front1914.titles.der_weltkrieg.board import BOARD, CLOSED, MOUNTAIN, RING, SHEET, TERRAIN
from front1914.titles.der_weltkrieg.costs import supply_costs
from front1914.titles.der_weltkrieg.danube import supply_costs_on
from front1914.titles.der_weltkrieg.nations import FEEDS, FOE, GUESTS, OTTOMAN, serves, stands_alone
from front1914.titles.der_weltkrieg.sheets import PALESTINE
from front1914.titles.der_weltkrieg.state import LINES, DWState
from front1914.titles.der_weltkrieg.terms import terms
from front1914.titles.der_weltkrieg.weather import winter_at
from front1914.titles.der_weltkrieg.world import (
    EXERTS,
    HEADQUARTERS,
    IS_ARTILLERY,
    IS_CORPS_HQ,
    IS_DIVISION,
    IS_FORTRESS,
    IS_HQ,
    IS_LIGHT,
    NATION,
    OF_NATION,
    SIDE,
    UNITS,
)

MOST = 100  #: 17-4
MOST_CORPS = 10  #: 18-18
PER_ATTACK, PER_COUNTERATTACK, PER_GUNS = 4, 2, 2  #: 19-2, 29-6: Strength Points that one Supply Point supplies
CORPS_SPENDS = {True: 2, False: 4}  #: 18-18.1: what all corps Headquarters may spend on an attack, on a counterattack
#: 19-9, 19-10, 34-2, 34-3, 19-15: the length from which strength is lost: attack and counterattack
NORMAL, WINTER, CUT_OFF = (4, 8), (3, 6), (2, 3)
GUN_LINE = 4  #: 29-4: artillery fights no farther from its Headquarters
SMALL = 2  #: 18-13: divisions of a contingent that others may supply


# ---- 19-2, 29-6: what a fight costs


def price(points: int, guns: int, attack: bool) -> int:
    """19-2, 29-6, DW-R28: Supply Points for so many Strength Points of others and of artillery, for one Headquarters.

    >>> [price(n, 0, True) for n in (1, 4, 5, 8, 19, 20, 21)], [price(n, 0, False) for n in (1, 2, 3, 4, 8)]
    ([1, 1, 2, 2, 5, 5, 6], [1, 1, 2, 2, 4])
    >>> price(0, 23, True), price(0, 0, True)
    (12, 0)
    """
    each = PER_ATTACK if attack else PER_COUNTERATTACK
    return -(-points // each) + -(-guns // PER_GUNS)


def refuse_bill(s: DWState, bills: Mapping[int, int], attack: bool) -> Reason | None:
    """17-4, 18-18: nobody spends more than there is, corps Headquarters together only a little."""
    for hq, due in bills.items():
        if due > s.supply[hq]:
            return Reason("19-2", f"{UNITS.name(hq)} would have to spend {due} Supply Points and has {s.supply[hq]}")
    corps = sum(due for hq, due in bills.items() if IS_CORPS_HQ[hq])
    if corps > CORPS_SPENDS[attack]:
        return Reason("18-18", f"corps Headquarters spend at most {CORPS_SPENDS[attack]} Supply Points on it")
    return None


def spend(s: DWState, hq: int, points: int) -> None:
    """19-3: the points are gone before the dice fall. That they were spent is seen, what is left is not."""
    if points:
        s.supply[hq] -= points
        s.paid[hq] += points
        s.tell("supply_spent", unit=hq, points=points)


# ---- 18-13, 19-6: who supplies whom


def feeds(s: DWState, hq: int, u: int) -> bool:
    """18-13, 18-14, 19-6, 43-4, 46-4, 37 to 46: whether a Headquarters may spend Supply Points for a
    unit, as nations go."""
    giver, taker = NATION[hq], NATION[u]
    if serves(s, giver, taker) or taker in FEEDS[giver]:
        return True
    if giver == OTTOMAN and taker in GUESTS and SHEET[s.at[u]] == PALESTINE:
        return True
    return terms(s).primary.get(SIDE[u]) == giver and small(s, taker)


def small(s: DWState, nation: int) -> bool:
    """18-13.1: under two divisions of the nation are on the map, and no Headquarters."""
    here = [u for u in OF_NATION[nation] if s.on_map(u)]
    if any(IS_HQ[u] for u in here):
        return False
    halves = sum(2 if IS_DIVISION[u] else 1 for u in here if EXERTS[u] or IS_ARTILLERY[u])
    return halves < 2 * SMALL


# ---- 19-5 to 19-8: Supply Lines


@kept(*LINES)
def passable(s: DWState, side: str) -> int:
    """19-7, 21-2: the hexes that lines of a side may pass: no enemy, and no enemy zone unless somebody holds it."""
    foe, own = s.ground(FOE[side]), s.ground(side)
    return BOARD.exists & ~s.neutral & ~foe.every & (~foe.zone | own.held)  # 19-15.1, 21-2.1


@kept(*LINES)
def field(s: DWState, hq: int, without: int = 0) -> Reach | None:
    """19-8, H-3: the length, in points, from every hex to a Headquarters; None if no line ends there (DW-R31).

    `without` are hexes that count as left to the enemy: the one from which units retreat (H-7). A line may begin
    anywhere where no enemy stands, but goes through `passable` hexes only.
    """
    side, at = SIDE[hq], s.at[hq]
    through = passable(s, side) & ~without
    if not s.on_map(hq) or not through >> at & 1:
        return None
    costs = supply_costs_on(s, side, supply_costs(s, side))
    return _field(costs, at, s.ground(FOE[side]).every | s.neutral, through)


@lru_cache(maxsize=2048)  # most moves change nothing for most Headquarters
def _field(costs: CostTable, at: int, blocked: int, through: int) -> Reach:
    return reach_field(costs.backward, 1 << at, blocked=blocked, stop_in=BOARD.exists & ~through)


def length(s: DWState, hq: int, h: int, without: int = 0) -> int | None:
    """19-8: Movement Points from a hex to a Headquarters, None if there is no line."""
    found = field(s, hq, without)
    return found.spent(h) if found is not None else None


def path(s: DWState, hq: int, h: int) -> tuple[int, ...]:
    """The hexes of a shortest line from a hex to a Headquarters; () if there is none."""
    found = field(s, hq)
    way = found.path_to(h) if found is not None else None
    return tuple(reversed(way.nodes)) if way is not None else ()


# ---- 19-15: the line of communication of a Headquarters

_MOUNTAINS = [link for link, terrain in enumerate(TERRAIN) if terrain == MOUNTAIN]
_LEVEL = Gates.without(BOARD, [*CLOSED, *_MOUNTAINS])
_OVER = Gates.only(BOARD, [link for link in _MOUNTAINS if link not in CLOSED])


@kept(*LINES)
def communicates(s: DWState, hq: int) -> bool:
    """19-15, 19-15.3: whether a Headquarters can trace to a friendly active railway or depot, over one mountain."""
    side, here = SIDE[hq], 1 << s.at[hq]
    through = passable(s, side)
    ends = (s.rails(side) | terms(s).depots[side]) & (through | here)
    near = flood(_LEVEL, here, through)
    return bool(near & ends) or bool(flood(_LEVEL, _OVER.spread(near) & through, through) & ends)  # 19-15.2


def refuse_spending(s: DWState, hq: int) -> Reason | None:
    """19-15.6: a Headquarters without communication spends nothing while it is in an enemy zone of control."""
    if s.zone(FOE[SIDE[hq]]) >> s.at[hq] & 1 and not communicates(s, hq):
        return Reason("19-15", f"{UNITS.name(hq)} has no line of communication and is in an enemy zone of control")
    return None


# ---- who is supplied, and what it is worth


def free(s: DWState, u: int, attack: bool) -> bool:
    """21-3, 30-1, 43-1, 46-1: whether a unit fights at full strength without any Headquarters."""
    if IS_FORTRESS[u] or (IS_LIGHT[u] and not s.strengthened[u]):  # 21-3.2
        return True
    return not attack and stands_alone(s, NATION[u])


def refuse_payer(s: DWState, hq: int, u: int, attack: bool) -> Reason | None:
    """19-4, 19-6, 29-4: why a Headquarters may not supply a unit; what it holds does not matter here."""
    if SIDE[hq] != SIDE[u] or not s.on_map(hq) or not IS_HQ[hq]:
        return Reason("19-2", "only a Headquarters on the map supplies units")
    if not feeds(s, hq, u):
        return Reason("19-6", f"{UNITS.name(hq)} does not supply units of that nationality")
    if (barred := refuse_spending(s, hq)) is not None:
        return barred
    far = length(s, hq, s.at[u])
    if far is None:
        return Reason("19-4", f"no Supply Line leads from {UNITS.name(u)} to {UNITS.name(hq)}")
    if IS_ARTILLERY[u] and far > GUN_LINE and not (attack and beside(s, hq, u)):
        return Reason("29-4", f"the Supply Line is {far} Movement Points long, for artillery at most {GUN_LINE}")
    return None


def beside(s: DWState, hq: int, u: int) -> bool:
    """19-13, 19-14: whether a Headquarters is in the same hex or an adjacent one."""
    return s.at[hq] == s.at[u] or RING[s.at[u]] >> s.at[hq] & 1 == 1


@kept(*LINES)
def payers(s: DWState, u: int, attack: bool) -> list[int]:
    """19-6: the Headquarters that could supply a unit, if they hold enough; the nearest first."""
    ready = [hq for hq in HEADQUARTERS[SIDE[u]] if s.on_map(hq) and refuse_payer(s, hq, u, attack) is None]
    return sorted(ready, key=lambda hq: (length(s, hq, s.at[u]) or 0, hq))


def limit(s: DWState, hq: int, h: int, attack: bool) -> int:
    """19-9, 19-10, 19-15, 34-2, 34-3: the length that costs no strength yet; the smallest that applies (H-3)."""
    which = 0 if attack else 1
    limits = [NORMAL[which]]
    if winter_at(s, h):
        limits.append(WINTER[which])
    if not communicates(s, hq):  # 19-15.4
        limits.append(CUT_OFF[which])
    return min(limits)


def shortfall(s: DWState, hq: int, u: int, attack: bool) -> int:
    """19-9, 19-10, 19-13: the Strength Points that a supplied unit loses to the length of its Supply Line."""
    if attack and beside(s, hq, u) and communicates(s, hq):  # 19-15.5
        return 0
    far = length(s, hq, s.at[u])
    return 0 if far is None else max(0, far - limit(s, hq, s.at[u], attack))


def supplied_strength(s: DWState, hq: int, u: int, attack: bool) -> int:
    """19-9, 19-10: what a supplied unit brings, never less than nothing (DW-R29). Groups of components: 27-3."""
    return max(0, s.strength[u] - shortfall(s, hq, u, attack))


def governing(s: DWState, u: int) -> list[int]:
    """14-7, DW-R46: the nearest Headquarters that could have supplied a unit; several if they are equally near."""
    near = payers(s, u, False)
    best = length(s, near[0], s.at[u]) if near else None
    return [hq for hq in near if length(s, hq, s.at[u]) == best]


# ---- 18-12: sums


def on_front(s: DWState, side: str, sheets: Iterable[int]) -> int:
    """18-12: the Supply Points of a side on some sheets, markers on the way among them."""
    wanted = set(sheets)
    return sum(s.supply[u] for u in _holders(s, side) if SHEET[s.at[u]] in wanted)


def _holders(s: DWState, side: str) -> Iterator[int]:
    return (u for u in UNITS.numbers if SIDE[u] == side and s.on_map(u) and s.supply[u])

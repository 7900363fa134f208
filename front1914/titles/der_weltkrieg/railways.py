"""8-9, 9: whose railways work: cutting (entering.py), repair by engineers, gauge, capacity that is lost, railheads."""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg import costs
from front1914.titles.der_weltkrieg.board import BOARD, CITY, HEXES, IN, ON_RAIL, RAIL, SIZE, TRACK
from front1914.titles.der_weltkrieg.marching import march
from front1914.titles.der_weltkrieg.nations import FOE, NATIONS, RUSSIAN, SIDE_OF
from front1914.titles.der_weltkrieg.nations import NATION as NATION_RULES
from front1914.titles.der_weltkrieg.state import (
    FOOT,
    HINDENBURG,
    HOLDER,
    IDLE,
    MARCHING,
    MOVED,
    POINT,
    SURRENDERED,
    TRENCH,
    WITHDREW,
    DWState,
)
from front1914.titles.der_weltkrieg.world import IS_ENGINEER, NATION, RAIL_BOUND, SIDE, UNITS

ENGINEERS = tuple(u for u in UNITS.numbers if IS_ENGINEER[u])
TRAINS = tuple(u for u in UNITS.numbers if RAIL_BOUND[u])
SEASON = range(4, 11)  #: 9-11: April to October
_RAIL_HEXES = members(ON_RAIL)


def is_own(s: DWState, u: int, h: int) -> bool:
    """9-6: whether an Operative railway of the unit's own nation runs through a hex."""
    return bool(ON_RAIL >> h & 1 and s.operative[h] and s.network[h] == NATION[u])


def on_line(s: DWState, u: int) -> bool:
    """9-5, 9-6: it began the phase on Operative rail of its own network, and has followed the railway since."""
    start = began(s, u)
    return not s.strayed[u] and start < SIZE and is_own(s, u, start)


def take_positions(s: DWState) -> None:
    """9-5, 9-6: engineers who do not begin the Movement Phase on Operative rail of their own network repair nothing."""
    for u in ENGINEERS:
        if SIDE[u] == s.active and s.at[u] < SIZE and not is_own(s, u, s.at[u]):
            s.strayed[u] = 1


def began(s: DWState, u: int) -> int:
    """Where a unit began the phase."""
    return s.began[u] if s.began[u] >= 0 else s.at[u]


# ---- 9-5 to 9-7, 9-11 to 9-13: repair


def other_gauge(s: DWState, u: int, h: int) -> bool:
    """9-11.1: whether the line last belonged to a network of another gauge than the engineer's."""
    return (s.network[h] == RUSSIAN) != (NATION[u] == RUSSIAN)


def out_of_season(s: DWState, u: int, h: int) -> bool:
    """9-11: whether the gauge would have to be changed, and is not changed now: April to October, on odd turns."""
    return other_gauge(s, u, h) and (s.month not in SEASON or s.turn % 2 == 0)


def refuse_repair(s: DWState, u: int, h: int) -> Reason | None:
    """Why an engineer that comes along the line does not repair it in a hex."""
    if costs.works(s) >> h & 1:
        return Reason("9-7", "under trenches or devastation it takes a whole turn")
    if exposed(s, u, h):
        return Reason("9-8.1", "engineers do not repair in enemy zones of control")
    if other_gauge(s, u, h):
        if out_of_season(s, u, h):
            return Reason("9-11", "the gauge is changed from April to October, on odd turns")
        start = began(s, u)
        if h not in RAIL[start] or s.at[u] not in (start, h):
            return Reason("9-13", "the gauge is changed one hex at a time")
    return None


def exposed(s: DWState, u: int, h: int) -> bool:
    """9-8.1, DW-R127: whether an engineer would work in an enemy zone of control without a trench."""
    return s.zone(FOE[SIDE[u]]) >> h & 1 == 1 and s.work[h] not in (TRENCH, HINDENBURG)


def follow_line(s: DWState, u: int, a: int, b: int) -> None:
    """9-5: an engineer has gone on foot from a hex to its neighbour; along a line it repairs what it enters."""
    if not on_line(s, u) or not TRACK[BOARD.link[a, b]]:
        s.strayed[u] = 1
        return
    if s.operative[b]:
        return
    if refuse_repair(s, u, b) is not None:
        s.strayed[u] = 1
        return
    if other_gauge(s, u, b):  # 9-12, DW-R12: all that is left is used up here
        s.spent[u] = max(s.spent[u], s.allowance(u) * POINT)
    repair(s, u, b)


def repair(s: DWState, u: int, h: int) -> None:
    """9-5.2: the line works again, as part of the engineer's own network."""
    s.operative[h] = 1
    s.network[h] = NATION[u]
    s.tell("repaired", unit=u, hex=h)


def along_line(s: DWState, u: int) -> dict[int, tuple[int, ...]]:
    """9-5: hexes that an engineer reaches on foot along the railway, each with its way; the line ends where it cannot
    be repaired."""
    if not IS_ENGINEER[u] or not on_line(s, u) or s.mode[u] not in (IDLE, FOOT):
        return {}
    return _follow(s, u)


@kept(*MARCHING)
def _follow(s: DWState, u: int) -> dict[int, tuple[int, ...]]:
    walk, start = march(s, (u,), s.mode[u]), s.at[u]
    points = (s.allowance(u) * POINT - s.spent[u]) // POINT
    ways: dict[int, tuple[int, ...]] = {start: (start,)}
    spent, queue = {start: 0}, [start]
    while queue:
        a = min(queue, key=spent.__getitem__)
        queue.remove(a)
        for b in RAIL[a]:
            if not s.operative[b] and refuse_repair(s, u, b) is not None:
                continue
            price = walk.price(u, a, b, first=a == start)
            if price is None or spent[a] + price > points or spent[a] + price >= spent.get(b, 1 << 30):
                continue
            spent[b], ways[b] = spent[a] + price, (*ways[a], b)
            if not (not s.operative[b] and other_gauge(s, u, b)):
                queue.append(b)
    del ways[start]
    return ways


def dig_out(s: DWState) -> None:
    """9-7, 9-8.1, 9-11, DW-R11: an engineer that has not stirred for a whole turn has repaired the line under trenches;
    under devastation not among enemies, and where the gauge is another one only in its season."""
    for u in ENGINEERS:
        h = s.at[u]
        if h >= SIZE or s.deeds[u] & (MOVED | WITHDREW) or s.arrived[u] or s.operative[h] or not ON_RAIL >> h & 1:
            continue
        if not costs.works(s) >> h & 1 or exposed(s, u, h) or out_of_season(s, u, h):
            continue
        if any(is_own(s, u, b) for b in RAIL[h]):
            repair(s, u, h)


# ---- 8-9: capacity that is lost


def has_lost_cities(s: DWState, nation: int) -> bool:
    """8-9, DW-R88: whether enemies hold all cities of a country now."""
    cities = members(IN[nation] & CITY)
    enemy = HOLDER[FOE[SIDE_OF[nation]]]
    return bool(cities) and all(s.holder[h] == enemy for h in cities)


def heirs(s: DWState, nation: int) -> list[int]:
    """8-9.1: adjacent friendly networks that are linked with the remaining lines of a nation."""
    found = set()
    for h in _RAIL_HEXES:
        if s.operative[h] and s.network[h] == nation:
            for b in RAIL[h]:
                other = s.network[b]
                if other != nation and s.operative[b] and SIDE_OF[other] == SIDE_OF[nation] and s.war[other]:
                    found.add(other)
    return sorted(found)


def lose_capacity(s: DWState) -> None:
    """8-9: at the end of each phase, countries that hold no city of their own any more lose their capacity."""
    for nation in NATIONS.numbers:
        gone = s.capacity[nation] and s.war[nation]
        if gone and (s.morale[nation] == SURRENDERED or has_lost_cities(s, nation)):
            s.capacity[nation] = 0
            s.tell("capacity_lost", nation=nation)
            takers = heirs(s, nation)
            if len(takers) > 1:
                s.flow.append(("heir", nation))
            elif takers:
                inherit(s, nation, takers[0])


def inherit(s: DWState, nation: int, heir: int) -> None:
    """8-9.1: the Operative lines of a nation join another network."""
    for h in _RAIL_HEXES:
        if s.operative[h] and s.network[h] == nation:
            s.network[h] = heir


class Heir(Step):
    """8-9.1, D37: which neighbour takes over the lines."""

    name, rule, frame = "heir", "8-9.1", ("nation",)
    else_heir = Reason("8-9.1", "no line links it with them")

    def side(self, s: DWState) -> str:
        return SIDE_OF[s.flow[-1][1]]

    def prompt(self, s: DWState) -> str:
        return f"Who takes over the railways of {NATION_RULES[s.flow[-1][1]].country}?"

    def legal_heir(self, s: DWState) -> list[int]:
        return heirs(s, s.flow[-1][1])

    def do_heir(self, s: DWState, heir: int) -> None:
        inherit(s, s.flow.pop()[1], heir)


def strand(s: DWState) -> None:
    """6-12: rail-bound units exist only where an active friendly line is."""
    for u in TRAINS:
        h = s.at[u]
        if h < SIZE and not s.rails(SIDE[u]) >> h & 1:
            s.eliminate(u)


def railheads(s: DWState, side: str) -> list[int]:
    """9-10: hexes of the side's networks from which a line goes on that it cannot use."""
    return list(_ends(s.rails(side)))


@lru_cache(maxsize=256)
def _ends(own: int) -> tuple[int, ...]:
    return tuple(h for h in members(own) if any(not own >> b & 1 for b in RAIL[h]))


def name(h: int) -> str:
    """A hex in a sentence."""
    return HEXES.name(h)


STEPS = (Heir(),)

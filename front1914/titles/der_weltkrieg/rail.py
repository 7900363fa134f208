"""7, 7-1, 8: rail movement: entraining, riding, detraining; tracks and capacities. Everything in sixtieths of a point.

Units go by rail one by one (DW-R104).
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg.board import BOARD, HEXES, SINGLE, TRACK
from front1914.titles.der_weltkrieg.board import RAIL as LINES
from front1914.titles.der_weltkrieg.entering import enter
from front1914.titles.der_weltkrieg.flotillas import crossed
from front1914.titles.der_weltkrieg.nations import AMERICAN, BRITISH, FOE, GERMAN, RUSSIAN
from front1914.titles.der_weltkrieg.nations import NATION as NATION_RULES
from front1914.titles.der_weltkrieg.state import COLUMN, ENTERED, MARCHING, MOVED, POINT, RAIL, DWState, zone_of
from front1914.titles.der_weltkrieg.troops import is_foot
from front1914.titles.der_weltkrieg.world import (
    IS_DIVISION,
    IS_HQ,
    IS_RPL,
    IS_SUPPLY,
    KIND,
    NATION,
    RAIL_BOUND,
    SIDE,
    UNITS,
)

TENTH, SIXTH = POINT // 10, POINT // 6  #: 7-5
RAIL_BOUND_HEXES = 20  #: 6-12.1
TEN = 10  #: 8-7, 8-8: Supply Points that count as a division


def load(s: DWState, u: int) -> int:
    """8-6 to 8-8, 18-4, 24-2, 29-8, 49-1: the divisions that a unit counts against Rail Capacity."""
    if KIND[u] == "artillery":  # 8-8.1
        return 2
    if IS_HQ[u]:
        return 1 + max(0, -(-(s.supply[u] - TEN) // TEN))  # 8-8.2
    if IS_SUPPLY[u]:
        return max(1, -(-s.supply[u] // TEN))
    if NATION[u] == AMERICAN and KIND[u] in ("infantry", "marine", "assault") and IS_DIVISION[u]:
        return 2
    return 1


def track_load(s: DWState, u: int) -> int:
    """7-9, DW-R07: what it uses of a single track: an artillery unit is one unit."""
    return 1 if KIND[u] == "artillery" else load(s, u)


def each(s: DWState, u: int) -> int:
    """7-5, 6-12, 31-4.3: sixtieths for a hexside by rail."""
    if RAIL_BOUND[u]:
        return POINT
    return TENTH if is_foot(s, u) or IS_RPL[u] or IS_SUPPLY[u] else SIXTH  # 7-5.1


def budget(s: DWState, u: int) -> int:
    """Sixtieths that are left for a ride."""
    points = RAIL_BOUND_HEXES if RAIL_BOUND[u] else s.allowance(u)
    return points * POINT - s.spent[u]


def open_network(s: DWState, u: int, nation: int) -> bool:
    """8-1, 8-2, 8-3 to 8-5: whether the capacity of a network has room for the unit, or has carried it already."""
    return bool(s.hauls[u] >> nation & 1) or s.hauled[nation] + load(s, u) <= s.capacity[nation]


def open_track(s: DWState, u: int, a: int, b: int) -> bool:
    """7-9, 37-5: whether a single track has room for one more; two on the German network."""
    link = BOARD.link[a, b]
    if TRACK[link] != SINGLE:
        return True
    most = 2 if s.network[a] == s.network[b] == GERMAN else 1
    return s.trains[link] + track_load(s, u) <= most  # 7-9.1


def refuse_train(s: DWState, u: int) -> Reason | None:
    """7-1, 7-2 to 7-4, 37-2: why the unit cannot entrain where it stands."""
    h, side = s.at[u], SIDE[u]
    if s.mode[u] == COLUMN:
        return Reason("7-10", "after Column Movement it does not go by rail")
    if not s.rails(side) >> h & 1:
        return Reason("7-2", "there is no Operative railway of its side")
    if s.zone(FOE[side]) >> h & 1 and NATION[u] != GERMAN:
        return Reason("7-4", "only Germans entrain in an enemy zone of control")
    if s.deeds[u] & ENTERED and NATION[u] not in (GERMAN, BRITISH):
        return Reason("7-8", "it has entered an enemy controlled hex in this turn")
    if budget(s, u) < POINT:
        return Reason("7-3", "it has no Movement Point left to entrain")
    if not open_network(s, u, s.network[h]):
        return Reason("8-1", f"the {NATION_RULES[s.network[h]].name} railways have no capacity left")
    return None


def board_train(s: DWState, u: int) -> None:
    """7-3: entraining costs a point."""
    s.spent[u] += POINT
    s.mode[u] = RAIL
    s.entrained[u] = 1
    s.deeds[u] |= MOVED


class Ride(NamedTuple):
    """Where a train can go: hexsides to each hex, and the hex before it."""

    steps: dict[int, int]
    before: dict[int, int]

    def path(self, h: int) -> tuple[int, ...]:
        way = [h]
        while way[-1] in self.before:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


@kept(*MARCHING)
def ride(s: DWState, u: int) -> Ride:
    """7-5, 7-6, 7-9, 8-4: where the train of a unit can go, by the fewest hexsides."""
    side, start = SIDE[u], s.at[u]
    foe = s.ground(FOE[side])
    lines = s.rails(side) & ~foe.every & s.rules.area & ~s.neutral
    through = lines & ~foe.zone
    last = lines & foe.zone & _detraining(s, u)
    entered = set(members(through | last))
    steps, before = {start: 0}, dict[int, int]()
    points, price = budget(s, u), each(s, u)
    most = points // price
    usable: dict[int, bool] = {}
    if not lines >> start & 1 or not _open(s, u, start, usable):
        return Ride({}, {})
    front = [start]
    while front and steps[front[0]] < most:
        following = []
        for a in front:
            for b in LINES[a]:
                if b in steps or b not in entered or not _open(s, u, b, usable) or not open_track(s, u, a, b):
                    continue
                ends = last >> b & 1
                if ends and (steps[a] + 1) * price + POINT > points:
                    continue
                steps[b], before[b] = steps[a] + 1, a
                if not ends:
                    following.append(b)
        front = following
    del steps[start]
    return Ride(steps, before)


def _open(s: DWState, u: int, h: int, usable: dict[int, bool]) -> bool:
    nation = s.network[h]
    if nation not in usable:
        usable[nation] = open_network(s, u, nation)
    return usable[nation]


def _detraining(s: DWState, u: int) -> int:
    """37-3: hexes in zones of control of Russian units alone, where Germans may detrain."""
    if NATION[u] != GERMAN:
        return 0
    russian, other = zone_of(s, FOE[SIDE[u]], RUSSIAN)
    return russian & ~other


class Train(Step):
    """7-2, 7-7, 7-11: a unit on a train: it rides, leaves the train, or stays on it."""

    name, rule, frame = "train", "7-5", ("unit",)

    def prompt(self, s: DWState) -> str:
        u = s.flow[-1][1]
        return f"Where does {UNITS.name(u)} go by rail?"

    def legal_to(self, s: DWState) -> list[int]:
        return sorted(ride(s, s.flow[-1][1]).steps)

    def why_to(self, s: DWState, h: int) -> Reason:
        u = s.flow[-1][1]
        side = SIDE[u]
        if h == s.at[u]:
            return Reason("7-5", "it is there")
        if not s.rails(side) >> h & 1:
            return Reason("9-1", f"no Operative railway of its side runs through {HEXES.name(h)}")
        if s.zone(FOE[side]) >> h & 1:
            return Reason("7-6", f"{HEXES.name(h)} is in an enemy zone of control")
        if not open_network(s, u, s.network[h]):
            return Reason("8-1", f"the {NATION_RULES[s.network[h]].name} railways have no capacity left")
        return Reason("7-9", f"{HEXES.name(h)} is too far away, or the tracks to it are used up")

    def do_to(self, s: DWState, h: int) -> None:
        u = s.flow[-1][1]
        travel(s, u, ride(s, u).path(h))

    def refuse_detrain(self, s: DWState, _: None) -> Reason | None:
        u = s.flow[-1][1]
        return Reason("6-12", "it is bound to the rails") if RAIL_BOUND[u] else None

    def do_detrain(self, s: DWState, _: None) -> None:
        detrain(s, s.flow.pop()[1])

    def do_stay(self, s: DWState, _: None) -> None:
        u = s.flow.pop()[1]
        s.moved[u] = 1


def travel(s: DWState, u: int, path: tuple[int, ...]) -> None:
    """A train runs along a path; tracks and capacities are used, in the hexes left and in those entered (8-4)."""
    weight, tracks = load(s, u), track_load(s, u)
    for a, b in itertools.pairwise(path):
        link = BOARD.link[a, b]
        if TRACK[link] == SINGLE:
            s.trains[link] += tracks
        for h in (a, b):
            nation = s.network[h]
            if not s.hauls[u] >> nation & 1:
                s.hauls[u] |= 1 << nation
                s.hauled[nation] += weight
        s.spent[u] += each(s, u)
    s.mode[u] = RAIL
    s.deeds[u] |= MOVED
    into_zone = s.zone(FOE[SIDE[u]]) >> path[-1] & 1
    for a, b in itertools.pairwise(path[:-1]):
        crossed(s, (u,), a, b)
    s.at[u] = path[-2]
    enter(s, (u,), path[-1])
    s.tell("train", unit=u, path=path, to=path[-1])
    if into_zone and ("train", u) in s.flow:  # 37-3: it leaves the train there, and pays for the zone
        s.flow.remove(("train", u))
        s.spent[u] += POINT
        detrain(s, u)


def detrain(s: DWState, u: int) -> None:
    """7-7: the unit leaves the train; a fraction of a point is lost. It may go on on foot."""
    s.spent[u] = -(-s.spent[u] // POINT) * POINT
    s.entrained[u] = 0
    s.flow.append(("march", (u,)))


STEPS = (Train(),)

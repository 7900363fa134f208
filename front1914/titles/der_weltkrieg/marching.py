"""6, 10-7: where units can go on foot, and why not. Points are whole on foot; a train's fractions are rounded (7-7).

A stack moves together (6-5): every unit in it pays its own cost, and must be able to. Far hexes are found over the
dearer of the tables that its units use; a single step is judged for each unit exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.kit.costs import CLOSED as NO_STEP
from front1914.kit.costs import CostTable
from front1914.kit.reach import Reach, reach
from front1914.kit.zones import BARRED, ZoneRule
from front1914.titles.der_weltkrieg import costs, danube
from front1914.titles.der_weltkrieg.board import (
    BOARD,
    CLOSED,
    DANUBE,
    HEXES,
    MAJOR,
    MOUNTAIN,
    SIZE,
    TERRAIN,
    TRACK,
    WATER,
)
from front1914.titles.der_weltkrieg.combat.cavalry import hungry_allowance
from front1914.titles.der_weltkrieg.combat.forces import assault_points
from front1914.titles.der_weltkrieg.nations import (
    BRITISH,
    FOE,
    GERMAN,
)
from front1914.titles.der_weltkrieg.state import COLUMN, IDLE, MARCHING, POINT, RAIL, DWState
from front1914.titles.der_weltkrieg.troops import is_mountain
from front1914.titles.der_weltkrieg.world import (
    IS_ARTILLERY,
    IS_ASSAULT,
    IS_ENGINEER,
    IS_FLOTILLA,
    IS_FORTRESS,
    IS_GROUND,
    IS_HQ,
    MOVE,
    NATION,
    RAIL_BOUND,
    SIDE,
    UNITS,
)

HARD, HARD_MOUNTAIN = 4, 7  #: 6-9, 32-3: from zone to zone no minimum move over ground of so many points
#: 10-7: a point to enter an enemy zone of control, and one to leave it
_FOOT = {
    (leave, between, negated, minimum): ZoneRule(
        enter=1, leave=leave, negated=negated, minimum=minimum, minimum_between=between
    )
    for leave in (0, 1)
    for between in (HARD, HARD_MOUNTAIN)
    for negated in (False, True)
    for minimum in (False, True)
}
#: 6-10, 7-8: may not enter a zone
_SHY = {
    (leave, minimum): ZoneRule(enter=BARRED, leave=leave, minimum=minimum)
    for leave in (0, 1)
    for minimum in (False, True)
}


def allowance(s: DWState, u: int, mode: int) -> int:
    """6-1, 6-10, 24-2.1, 30-4: whole Movement Points of the phase."""
    own = hungry_allowance(s, u, s.allowance(u))
    return own * 3 // 2 if mode == COLUMN else own


def left(s: DWState, u: int, mode: int) -> int:
    """Whole points that a unit has left."""
    return (allowance(s, u, mode) * POINT - s.spent[u]) // POINT


def may_use_column(s: DWState, u: int) -> bool:
    """6-10, 25-5, DW-R05: Ground Combat Units except Artillery, and every reinforcement on its turn of arrival."""
    return s.arrived[u] == 1 or (IS_GROUND[u] and not IS_ARTILLERY[u])


def blocked(s: DWState, u: int) -> int:
    """6-11, DW-R06, DW-R87, 18-3: the hexes that the unit may not enter, wherever it comes from."""
    return _blocked(s, SIDE[u], IS_HQ[u])


@kept(*MARCHING)
def _blocked(s: DWState, side: str, staff: bool) -> int:
    found = s.ground(FOE[side]).wall | s.neutral | (BOARD.exists & ~s.rules.area)
    return found | closed_to_staffs(s, side) if staff else found


def closed_to_staffs(s: DWState, side: str) -> int:
    """18-3: marked hexes without an Operative railway, unless an own engineer is there outside enemy zones."""
    marked = costs.works(s)
    if not marked:
        return 0
    engineers = 0
    for h in members(marked):
        if any(IS_ENGINEER[u] for u in s.own(side, h)):
            engineers |= 1 << h
    open_ = s.rails(side) | (engineers & ~s.zone(FOE[side]))
    return marked & ~open_


def _rule(s: DWState, u: int, mode: int) -> ZoneRule:
    """10-7, 29-9, 33-2: what enemy zones of control cost a unit; guns enter for nothing where infantry waits."""
    leave = 0 if assault_points(s, u) else 1  # 33-2
    minimum = mode in (IDLE, COLUMN) and not s.spent[u]  # 6-9.1
    if mode == COLUMN or (mode == RAIL and NATION[u] not in (GERMAN, BRITISH)):  # 6-10.1, 7-8, 37-4, 38-1
        return _SHY[leave, minimum]
    return _FOOT[leave, HARD_MOUNTAIN if is_mountain(s, u) else HARD, IS_ARTILLERY[u], minimum]


def _closed_to_guns(s: DWState, side: str) -> frozenset[tuple[int, int]]:
    """29-16, TEC: steps from zone to zone that guns may not take though infantry waits for them."""
    zone, held, marked = s.zone(FOE[side]), s.ground(side).infantry, costs.works(s)
    found = set()
    for b in members(zone & (held | marked)):
        for a in BOARD.neighbours[b]:
            if zone >> a & 1:
                over = WATER[BOARD.link[a, b]] in (MAJOR, DANUBE)
                if over or (marked >> a & 1 and marked >> b & 1):
                    found.add((a, b))
    return frozenset(found)


class Gait(NamedTuple):
    """How one kind of unit walks now."""

    table: CostTable
    rule: ZoneRule
    zone: int
    held: int  #: own infantry, for guns
    blocked: int


def gait(s: DWState, u: int, mode: int) -> Gait:
    """Everything that decides where a unit may go, but its points."""
    side = SIDE[u]
    table = danube.marching_costs(s, side, costs.table(s, is_mountain(s, u)))
    held = 0
    if IS_ARTILLERY[u]:
        held = s.ground(side).infantry
        closed = _closed_to_guns(s, side)
        if closed:
            table = costs.without(table, closed)
    return Gait(table, _rule(s, u, mode), s.zone(FOE[side]), held, blocked(s, u))


def _alike(u: int, s: DWState, mode: int) -> tuple[object, ...]:
    """Units that share this walk alike."""
    return is_mountain(s, u), IS_ARTILLERY[u], IS_ASSAULT[u], IS_HQ[u], _rule(s, u, mode)


class March:
    """Where a stack can go from where it stands, and what each unit would have spent there."""

    def __init__(self, s: DWState, units: Sequence[int], mode: int) -> None:
        self.units, self.mode, self.start = tuple(units), mode, s.at[units[0]]
        kinds: dict[tuple[object, ...], int] = {}
        for u in units:
            kinds.setdefault(_alike(u, s, mode), u)
        self._gait = {u: gait(s, kinds[_alike(u, s, mode)], mode) for u in units}
        self._left = {u: left(s, u, mode) for u in units}
        walks = list({id(g): g for g in self._gait.values()}.values())
        walk = walks[0] if len(kinds) == 1 else _common(walks)
        self._reach = self._search(walk)
        watched = danube.watched_steps(s, SIDE[units[0]])
        self._calm = self._search(walk._replace(table=costs.without(walk.table, watched))) if watched else None
        self.hexes = self._reach.bits & ~(1 << self.start)
        if len(units) > 1 or any(IS_ARTILLERY[u] for u in units):
            self.hexes = self._exactly()

    def _search(self, walk: Gait) -> Reach:
        points = min(self._left.values())
        return reach(
            walk.table,
            self.start,
            max(points, 0),
            walk.rule,
            zone=walk.zone,
            held=walk.held,
            blocked=walk.blocked,
        )

    def _exactly(self) -> int:
        """Near hexes are judged for each unit by itself, so is a minimum move."""
        found = self.hexes & ~self._reach.forced
        for b in BOARD.neighbours[self.start]:
            if self._steps_to(b):
                found |= 1 << b
            else:
                found &= ~(1 << b) if self._reach.forced >> b & 1 else -1
        return found

    def _steps_to(self, b: int) -> bool:
        """Whether every unit can pay for the step to a hex beside the stack."""
        return all(self.price(u, self.start, b, first=True) is not None for u in self.units)

    def price(self, u: int, a: int, b: int, first: bool) -> int | None:
        """H-1: the points for one unit to go from a hex to its neighbour; all that it has for a minimum move."""
        walk = self._gait[u]
        cost = self.ground(u, a, b)
        if cost is None or walk.blocked >> b & 1:
            return None
        inside, into = walk.zone >> a & 1, walk.zone >> b & 1
        free = walk.rule.negated and walk.held >> b & 1
        toll = walk.rule.tolls[inside][1 if into and not free else 0]
        between = WATER[BOARD.link[a, b]] in (MAJOR, DANUBE) and inside and into  # TEC.16.1
        if toll == BARRED or between:
            return None
        if cost + toll <= self._left[u]:
            return cost + toll
        hard = inside and into and cost >= (walk.rule.minimum_between or 0)  # 6-9.4
        if not first or not walk.rule.minimum or hard:
            return None
        if IS_ARTILLERY[u] and TERRAIN[BOARD.link[a, b]] == MOUNTAIN and not TRACK[BOARD.link[a, b]]:
            return None  # 29-12
        return self._left[u]

    def ground(self, u: int, a: int, b: int) -> int | None:
        """The cost of a step without zones of control."""
        found = self._gait[u].table.costs[self._gait[u].table.index(a, b)]
        return None if found == NO_STEP else found

    def spent(self, h: int) -> int:
        """The points to a hex of the reach, as a cheapest way costs them."""
        found = self._reach.spent(h)
        return min(self._left.values()) if found is None else found

    def path(self, h: int) -> tuple[int, ...]:
        """The way to a hex of the reach, the start among it; one that no flotilla commands if there is one (36-7)."""
        if BOARD.ring[self.start] >> h & 1:
            way = self._reach.path_to(h)
            if way is None or len(way.nodes) == 2 or (len(self.units) > 1 and self._steps_to(h)):
                return (self.start, h)
            return way.nodes
        calm = self._calm.path_to(h) if self._calm is not None and self._calm.bits >> h & 1 else None
        found = calm or self._reach.path_to(h)
        assert found is not None
        return found.nodes


def _common(walks: Sequence[Gait]) -> Gait:
    """One gait for a mixed stack: the dearest step of all, the strictest zones."""
    table = _dearest(tuple({id(walk.table): walk.table for walk in walks}.values()))
    rules = [walk.rule for walk in walks]
    shy = any(rule.enter == BARRED for rule in rules)
    leave = max(rule.leave for rule in rules)
    rule = _SHY[leave, False] if shy else ZoneRule(enter=1, leave=leave)
    barred = 0
    for walk in walks:
        barred |= walk.blocked
    return Gait(table, rule, walks[0].zone, 0, barred)


@lru_cache(maxsize=64)
def _dearest(tables: tuple[CostTable, ...]) -> CostTable:
    """For each step the largest cost of several tables."""
    if len(tables) == 1:
        return tables[0]
    steps = zip(*(table.costs for table in tables), strict=True)
    flags = next((table.flags for table in tables if table.flags), b"")
    return CostTable(BOARD, [NO_STEP if NO_STEP in step else max(step) for step in steps], flags)


def march(s: DWState, units: Sequence[int], mode: int) -> March:
    """Where a stack can go now."""
    return _march(s, tuple(units), mode)


@kept(*MARCHING)
def _march(s: DWState, units: tuple[int, ...], mode: int) -> March:
    return March(s, units, mode)


def refuse_start(s: DWState, u: int) -> Reason | None:
    """6-3: why the unit may not begin to move."""
    if SIDE[u] != s.active:
        return Reason("6-3", "not your unit")
    if s.at[u] >= SIZE:
        return Reason("6-3", "it is not on the map")
    if IS_FORTRESS[u]:
        return Reason("21-1", "fortresses do not move")
    if IS_FLOTILLA[u]:
        return Reason("36-1", "flotillas move along the Danube")
    if s.moved[u]:
        return Reason("6-8", "it has moved in this phase")
    if IS_HQ[u] and s.passed[u]:  # 18-6.2
        return Reason("18-6", "it has transferred Supply Points in this phase")
    if asleep(s, u):
        return Reason("25-4", "it is still mobilizing")
    if not s.allowance(u) and not RAIL_BOUND[u]:
        return Reason("6-1", "it has no Movement Allowance")
    return None


#: units that nothing but mobilization, or the move that they have made, keeps from beginning to move
FREE = tuple(
    all(MOVE[u]) and not (IS_FORTRESS[u] or IS_FLOTILLA[u] or IS_HQ[u] or RAIL_BOUND[u]) for u in range(len(SIDE))
)


def asleep(s: DWState, u: int) -> bool:
    """Mobilization: whether the scenario keeps the unit where it is for some turns."""
    wakes = s.rules.wakes.get(u)
    return wakes is not None and (s.year, s.month, s.turn) < wakes


def sleepers(s: DWState) -> set[int]:
    """All units that are asleep."""
    now = s.year, s.month, s.turn
    return {u for u, wakes in s.rules.wakes.items() if now < wakes}


def refuse_hex(s: DWState, units: Sequence[int], mode: int, h: int) -> Reason:
    """Why a stack cannot go to a hex."""
    u, side = units[0], SIDE[units[0]]
    foe, name = s.ground(FOE[side]), HEXES.name(h)
    if h == s.at[u]:
        return Reason("6-5", "it stands there")
    if not s.rules.area >> h & 1:
        return Reason("4.1", f"{name} is outside the scenario")
    if s.neutral >> h & 1:
        return Reason("10-6", f"{name} is neutral ground")
    if foe.wall >> h & 1:
        return Reason("6-11", f"enemies stand in {name}")
    if any(blocked(s, v) >> h & 1 for v in units):
        return Reason("18-3", "a Headquarters needs a railway or engineers among the trenches")
    if not BOARD.ring[s.at[u]] >> h & 1:
        return Reason("6-9", f"{name} is too far away")
    return _refuse_step(s, units, mode, s.at[u], h)


def _refuse_step(s: DWState, units: Sequence[int], mode: int, a: int, b: int) -> Reason:
    link, side = BOARD.link[a, b], SIDE[units[0]]
    inside, into = s.zone(FOE[side]) >> a & 1, s.zone(FOE[side]) >> b & 1
    if link in CLOSED:
        return Reason("6-9.2", "nobody passes this hexside")
    if into and mode == COLUMN:
        return Reason("6-10.1", "Column Movement does not enter enemy controlled hexes")
    if into and mode == RAIL:
        return Reason("7-8", "only Germans and British enter an enemy controlled hex after a train")
    crossing = danube.refuse_crossing(s, side, a, b)
    if crossing:
        return crossing
    if inside and into and WATER[link] in (MAJOR, DANUBE):
        return Reason("TEC.16", "a major river is not crossed from one enemy controlled hex to another")
    if inside and into and costs.works(s) >> a & costs.works(s) >> b & 1 and any(IS_ARTILLERY[u] for u in units):
        return Reason("29-16", "guns do not go from one fought-over trench to another")
    if inside and into and mode == IDLE:
        return Reason("6-9.3", "from one enemy controlled hex to another the ground is too hard")
    return Reason("6-9", "it has not enough Movement Points")


def names(units: Sequence[int]) -> str:
    """A stack in a prompt."""
    first = UNITS.name(units[0])
    return first if len(units) == 1 else f"{first} and {len(units) - 1} more"

"""MV, SM, MB-4, MB-5: how far a unit can go on foot, and why not further."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import (
    BANKS,
    BANKS_OF,
    BOARD,
    COUNTRY_BIT,
    IN,
    NEUTRALS,
    RING,
    ROW,
    SIZE,
    VIOLATES,
)
from front1914.titles.fixed_1914.charts import MOVEMENT
from front1914.titles.fixed_1914.neutrality import barred, frozen, strangers
from front1914.titles.fixed_1914.state import HAS_BEEN, MARCHING, FXState, beside_enemy
from front1914.titles.fixed_1914.ways import (
    BORDERS_MOUNTED,
    BORDERS_ON_FOOT,
    BROKEN,
    MOUNTED,
    ON_FOOT,
    POINT,
    Graph,
    Limits,
    Reach,
    search,
)
from front1914.titles.fixed_1914.world import (
    COUNTRY_OF_NATION,
    FOE,
    IS_BLANK,
    IS_CAVALRY,
    IS_FIGHTING,
    IS_GUN,
    IS_TERRITORIAL,
    MOVE,
    NATION,
    RAIL_BOUND,
    SIDE,
)

BY_FOOT, AFTER_RAIL = 0, 1  #: how a unit marches: its own allowance, or the one factor after a rail move
NEAREST = 5  #: hexes within which anything can matter to a marching unit


class Way(NamedTuple):
    """How a marching unit gets to a node: by which of the searches, and what is left of its movement there."""

    reach: Reach
    cost: int  #: half points spent on arrival
    left: int  #: half points that it could still spend: the bonus is gone once it has been beside the enemy
    before: int = -1  #: the node before the last step, where that is not one of the search

    def path(self, node: int) -> list[int]:
        """The nodes on the way, both ends among them."""
        return [*self.reach.path(self.before), node] if self.before >= 0 else self.reach.path(node)


RawWay = tuple[Reach, int, int, int]  #: the same, as it is made by hundreds: what is not asked for is not named
Ways = dict[int, RawWay]
HEX_OF = tuple(node % SIZE for node in range(len(BANKS) * SIZE))  #: by node
NODES_OF = tuple(tuple(bank * SIZE + h for bank in BANKS_OF[h]) for h in range(SIZE))


class March(NamedTuple):
    """Where a marching unit can go now, in peace and by beginning a war. Of several ways it takes the one that leaves
    it most movement; of equals one that keeps it away from the enemy and, while it lies inverted, at home."""

    searches: tuple[tuple[Reach, int], ...]  #: without violating a neutral, each with what may be spent: the best first
    steps: Ways  #: by node: first steps that no search allows (MV-8)
    peace: dict[int, None]  #: the hexes of both
    war_ways: Ways  #: by node: with a last step that invades a neutral (B-108)
    war: dict[int, tuple[int, ...]]  #: by hex: its nodes where most movement is left
    hexes: tuple[int, ...]  #: everywhere it can go by one decision

    def offered(self, h: int, war: bool = False) -> tuple[int, ...]:
        """The nodes of a hex that the unit may go to, where most movement is left: in peace where it can, unless war
        is asked for."""
        if war or h not in self.peace:
            return self.war[h]
        if len(NODES_OF[h]) == 1:
            return NODES_OF[h]
        left = {node: way.left for node in NODES_OF[h] if (way := self._way(node)) is not None}
        most = max(left.values())
        found = [node for node in left if left[node] == most]
        if len(found) > 1:
            found.sort(key=list(self._nodes()).index)
        return tuple(found)

    def way(self, node: int, war: bool = False) -> Way:
        """The way to a node that is offered."""
        found = Way(*self.war_ways[node]) if war else self._way(node)
        assert found is not None
        return found

    def _way(self, node: int) -> Way | None:
        """The way to a node in peace that leaves most movement, if there is one."""
        found = Way(*self.steps[node]) if node in self.steps else None
        for reach, most in self.searches:
            cost = reach.cost.get(node)
            if cost is not None and (found is None or most - cost > found.left):
                found = Way(reach, cost, most - cost)
        return found

    def _nodes(self) -> dict[int, None]:
        """Those that it can get to in peace, in the order in which they were found."""
        return dict.fromkeys(chain(*[reach.cost for reach, _ in self.searches], self.steps))

    def best(self, h: int) -> Way:
        """How it gets to a hex, where nothing else is asked for."""
        return self.way(self.offered(h)[0], h not in self.peace)

    def least(self, h: int) -> int:
        """What the cheapest way to a hex costs, in peace or over the border of a neutral."""
        nodes = NODES_OF[h]
        costs = [reach.cost[node] for reach, _ in self.searches for node in nodes if node in reach.cost]
        costs += [Way(*ways[node]).cost for ways in (self.steps, self.war_ways) for node in nodes if node in ways]
        return min(costs)


NOWHERE = March((), {}, {}, {}, {}, ())


def allowance(u: int, mode: int) -> int:
    """UC-4, PP-18: half points without the strategic bonus; none after a rail move (RM-1)."""
    if mode == AFTER_RAIL:  # RM-1.4
        return 0
    return (MOVEMENT.blank if IS_BLANK[u] else MOVE[u]) * POINT  # UC-4.1, PP-18.3


def bonus(s: FXState, u: int, mode: int) -> int:
    """SM-1, B-43: the strategic bonus, for infantry and cavalry that have not been beside the enemy, or after rail.

    Who stands beside him has not been picked yet, or it would be noted: it would begin its move there.
    """
    entitled = IS_FIGHTING[u] or mode == AFTER_RAIL  # SM-1.2, SM-1.3
    # SM-1.1, SM-1.4, SM-1.5
    return MOVEMENT.strategic if entitled and not s.near[u] & HAS_BEEN and not beside_enemy(s, u) else 0


def closed(s: FXState, u: int) -> int:
    """MV-4: hexes that hold an enemy with a defence factor, or counters that have not been turned up.

    Where zero-defence cavalry is, the mover needs an attack factor (CV-5, B-37). A blank goes nowhere near (B-9).
    """
    foe = s.ground(FOE[SIDE[u]])  # MV-5: friends close nothing
    if IS_BLANK[u]:
        return foe.every | foe.live | s.rules.beyond
    found = foe.wall | s.rules.beyond  # MV-4.1, MV-4.2
    if not s.attack(u) and foe.every & ~foe.wall:
        for h, stack in s.stacks().items():
            if foe.every >> h & 1 and any(IS_CAVALRY[v] for v in stack if SIDE[v] != SIDE[u]):
                found |= 1 << h
    return found


@kept(*MARCHING)
def march(s: FXState, u: int, mode: int) -> March:
    """H3: everywhere the unit can go by one decision. It pauses beside inverted enemies, where zero-defence enemies are
    met, and where it would begin an invasion, since what happens there may change the plan."""
    return NOWHERE if RAIL_BOUND[u] else _march(s, u, mode)  # MV-8.2, RM-5.1, RM-6.1, RM-6.3


@cache
def _near(h: int) -> int:
    return BOARD.within(h, NEAREST)


class Marcher(NamedTuple):
    """All that a march rests on."""

    cavalry: bool
    infantry: bool
    first: bool  #: on its first step a river is no obstacle (MB-4), and one hex can always be entered (MV-8)
    start: int  #: its hex before the first step, then its node
    spent: int
    beside: int  #: hexes next to the enemy
    home: int  #: hexes in which it may stay inverted; 0 if it lies open
    neutrals: tuple[tuple[int, int], ...]  #: countries that it would invade, and the hexes next to their units
    limits: Limits


def _march(s: FXState, u: int, mode: int) -> March:
    h, spent, base = s.at[u], s.spent[u], allowance(u, mode)
    most, first = base + bonus(s, u, mode), not spent and mode == BY_FOOT
    if spent >= most and not first:
        return NOWHERE  # nothing is left, and no step costs nothing
    foe, near = s.ground(FOE[SIDE[u]]), _near(h)
    halt = avoid = 0
    if near & (foe.every | foe.beside):
        halt = (BOARD.spread(foe.hidden & BOARD.within(h, NEAREST + 1)) | foe.every | foe.live) & near
        avoid = foe.beside & near
    home = IN[COUNTRY_OF_NATION[NATION[u]]] & near
    key = Marcher(
        IS_CAVALRY[u],
        IS_FIGHTING[u] and not IS_CAVALRY[u],
        first,
        h if first else s.bank[u] * SIZE + h,
        spent,
        avoid,
        home if s.hidden[u] and home != near else 0,
        tuple([(bit, beside & near) for bit, beside in strangers(s, u) if TOUCHED[bit] & near]),
        Limits(base, most, closed(s, u) & near, halt, barred(s, u)),
    )
    return _survey(key)


TOUCHED = {COUNTRY_BIT[country]: IN[country] for country in NEUTRALS}  #: by country: the hexes with a share of it


@lru_cache(maxsize=4_096)  # most units stand where others stood, and few enemies are near; some 3 kB each
def _survey(m: Marcher) -> March:
    """The searches of a march: first ways that keep the bonus (SM-1), then those beside the enemy; each of them first
    at home, while the unit lies inverted (PP-17)."""
    graph, limits = MOUNTED if m.cavalry else ON_FOOT, m.limits
    # MB-4.2
    starts = NODES_OF[m.start] if m.first else (m.start,)
    wary = sum([bit for bit, _ in m.neutrals])
    base, most, closed, halt, barred, _ = limits
    plans: list[Limits] = []
    if most > base:
        plans.append(Limits(base, most, closed | m.beside, halt, barred | wary, BROKEN if m.infantry else 0))  # MB-5.2
    if m.beside or most == base:  # CB-1.1
        plans.append(Limits(base, base, closed, halt, barred | wary))
    searches: list[tuple[Reach, int]] = []
    war_ways: Ways = {}
    for plan in plans:
        reach = search(graph, starts, m.spent, plan)
        if m.home and not {HEX_OF[node] for node in reach.cost}.issubset(members(m.home)):
            at_home = Limits(plan.base, plan.most, plan.closed | ~m.home, halt, plan.barred, plan.avoid)
            searches.append((search(graph, starts, m.spent, at_home), plan.most))
        searches.append((reach, plan.most))
        if wary:
            _invasions(reach, plan, m, wary, war_ways)
    steps: Ways = {}
    if m.first:
        known = set().union(*[reach.cost for reach, _ in searches])
        _first_step(graph, starts, m, wary, known, steps, war_ways)
    peace = dict.fromkeys([HEX_OF[node] for reach, _ in searches for node in reach.cost])
    peace |= dict.fromkeys([HEX_OF[node] for node in steps])
    peace.pop(m.start % SIZE, None)
    war = _by_hex(war_ways, m.start % SIZE)
    hexes = (*peace, *[h for h in war if h not in peace])
    return March(tuple(searches), steps, peace, war_ways, war, hexes)


def _by_hex(ways: Ways, here: int) -> dict[int, tuple[int, ...]]:
    """The nodes of each hex but one where most movement is left."""
    nodes: dict[int, tuple[int, ...]] = {}
    most: dict[int, int] = {}
    for node, (_, _, left, _) in ways.items():
        n = HEX_OF[node]
        known = most.get(n, -1)
        if left > known:
            if n != here:
                nodes[n], most[n] = (node,), left
        elif left == known:
            nodes[n] = (*nodes[n], node)
    return nodes


def _invasions(reach: Reach, plan: Limits, m: Marcher, wary: int, war: Ways) -> None:
    """Steps over the border of a neutral, from everywhere that the unit can reach in peace. Who comes beside the units
    of that country comes beside the enemy: the bonus does not pay for it, and is lost (SM-1, B-24)."""
    borders, barred = BORDERS_MOUNTED if m.cavalry else BORDERS_ON_FOOT, m.limits.barred
    for node, spent in reach.cost.items():
        if node not in borders or (plan.halt >> node % SIZE & 1 and node in reach.came):
            continue
        for target, h, step, violates in borders[node]:
            if not violates & wary or violates & barred or plan.closed >> h & 1:
                continue
            total, most = spent + step, plan.most
            if any(beside >> h & 1 for bit, beside in m.neutrals if violates & bit):
                most = plan.base
            if total > most or (total > plan.base and plan.avoid >> h & 1):
                continue
            if target not in war or most - total > war[target][2]:
                war[target] = reach, total, most - total, node


def _first_step(
    graph: Graph, starts: tuple[int, ...], m: Marcher, wary: int, known: set[int], steps: Ways, war: Ways
) -> None:
    """MV-8.1: one hex can always be entered, whatever the terrain costs; it uses up the whole allowance."""
    cost = max(m.limits.base, 1)
    for start in starts:
        for target, n, _, violates in graph[start]:
            if violates & wary:
                new, ways = target not in war, war
            else:
                new, ways = target not in known and target not in steps, steps
            if new and not m.limits.closed >> n & 1 and not violates & m.limits.barred:
                ways[target] = NO_REACH, cost, 0, start


NO_REACH = Reach({}, {})


# ---- why not


def refuse_start(s: FXState, u: int) -> Reason | None:
    """Why a unit cannot be picked to move."""
    if SIDE[u] != s.active:  # SP-2.1, SP-2.2, SP-5.1, SP-5.2
        return Reason("SP-2", "not your unit")
    if s.at[u] >= SIZE:
        return Reason("MV-1", "it is not on the map")
    if IS_GUN[u]:  # FA-1.1
        return Reason("FA-1", "fortification artillery never moves")
    if s.moved[u]:
        return Reason("MV-6", "its move is over")
    if frozen(s, u):  # BN-1.1, BN-1.2
        return Reason("BN-1", "its country is neutral")
    if IS_TERRITORIAL[u] and not s.released:  # PP-9.1
        return Reason("PP-9", "Territorials wait until an enemy is within five hexes of one of them")
    return None


def refuse_hex(s: FXState, u: int, h: int, mode: int) -> Reason:
    """Why a marching unit cannot get to a hex."""
    row, foe = ROW[h], s.ground(FOE[SIDE[u]])
    assert row is not None
    if row.closed:
        return CLOSED[row.closed]
    if s.rules.beyond >> h & 1:
        return Reason("MV-7", "the hex is not part of this scenario")
    if RAIL_BOUND[u]:
        return Reason("MV-8", "it moves by rail only")
    if closed(s, u) >> h & 1:
        if foe.wall >> h & 1:
            return Reason("MV-4", "an enemy stands there")
        return Reason("CV-5", "it needs an attack factor to drive cavalry away")
    if RING[s.at[u]] >> h & 1:
        d = BOARD.direction(s.at[u], h)
        assert d is not None
        if VIOLATES[6 * s.at[u] + d] & barred(s, u):
            return Reason("BN-2", "the country is neutral, or not open yet")
    if mode == AFTER_RAIL:
        return Reason("SM-1", "after a rail move it has one movement factor, not beside the enemy")
    left = allowance(u, mode) + bonus(s, u, mode) - s.spent[u]
    return Reason("UC-4", f"too far: {left / POINT:g} movement factors are left")


CLOSED = {
    "edge": Reason("MV-7", "the edge of the map is closed"),
    "sea": Reason("MB-9", "there is no land"),
    "island": Reason("MB-9", "nobody goes to the islands"),
    "switzerland": Reason("MB-8", "Switzerland is closed"),
}

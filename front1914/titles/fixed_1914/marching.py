"""MV, SM, MB-4, MB-5: how far a unit can go on foot, and why not further."""

from __future__ import annotations

from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.titles.fixed_1914.board import BANKS_OF, BOARD, RING, ROW, SIZE, VIOLATES
from front1914.titles.fixed_1914.charts import MOVEMENT
from front1914.titles.fixed_1914.neutrality import barred, frozen, wary
from front1914.titles.fixed_1914.state import HAS_BEEN, FXState
from front1914.titles.fixed_1914.ways import BROKEN, MOUNTED, ON_FOOT, POINT, Graph, Limits, Reach, search
from front1914.titles.fixed_1914.world import (
    FOE,
    IS_BLANK,
    IS_CAVALRY,
    IS_FIGHTING,
    IS_GUN,
    IS_TERRITORIAL,
    MOVE,
    RAIL_BOUND,
    SIDE,
)

BY_FOOT, AFTER_RAIL = 0, 1  #: how a unit marches: its own allowance, or the one factor after a rail move
NEAREST = 5  #: hexes within which anything can matter to a marching unit


class March(NamedTuple):
    """Where a marching unit can go now: within its basic allowance, and further by ways that keep the bonus."""

    base: Reach
    far: Reach
    nodes: dict[int, tuple[int, ...]]  #: by hex: its nodes that can be reached at the least cost

    def cost(self, node: int) -> int:
        """Half points spent on arrival."""
        return min(self.base.cost.get(node, MUCH), self.far.cost.get(node, MUCH))

    def path(self, node: int) -> list[int]:
        """The nodes on the way, both ends among them."""
        return (self.base if self.cost(node) == self.base.cost.get(node) else self.far).path(node)


MUCH = 127
NOWHERE = Reach({}, {})


def allowance(u: int, mode: int) -> int:
    """UC-4, PP-18: half points without the strategic bonus; none after a rail move (RM-1)."""
    if mode == AFTER_RAIL:
        return 0
    return (MOVEMENT.blank if IS_BLANK[u] else MOVE[u]) * POINT


def bonus(s: FXState, u: int, mode: int) -> int:
    """SM-1, B-43: the strategic bonus, for infantry and cavalry that have not been beside the enemy, or after rail."""
    return MOVEMENT.strategic if (IS_FIGHTING[u] or mode == AFTER_RAIL) and not s.near[u] & HAS_BEEN else 0


def closed(s: FXState, u: int) -> int:
    """MV-4: hexes that hold an enemy with a defence factor, or counters that have not been turned up.

    Where zero-defence cavalry is, the mover needs an attack factor (CV-5, B-37). A blank goes nowhere near (B-9).
    """
    foe = s.ground(FOE[SIDE[u]])
    if IS_BLANK[u]:
        return foe.every | foe.live | s.rules.beyond
    found = foe.wall | s.rules.beyond
    if not s.attack(u) and foe.every & ~foe.wall:
        for h, stack in s.stacks().items():
            if foe.every >> h & 1 and any(IS_CAVALRY[v] for v in stack if SIDE[v] != SIDE[u]):
                found |= 1 << h
    return found


def march(s: FXState, u: int, mode: int) -> March:
    """H3: everywhere the unit can go by one decision. It pauses beside inverted enemies, where zero-defence enemies are
    met, and where it would begin an invasion, since what happens there may change the plan."""
    key = ("march", u, mode)
    found: March | None = s.memo.get(key)
    if found is None:
        found = s.memo[key] = March(NOWHERE, NOWHERE, {}) if RAIL_BOUND[u] else _march(s, u, mode)
    return found


def _march(s: FXState, u: int, mode: int) -> March:
    h, spent, base = s.at[u], s.spent[u], allowance(u, mode)
    foe, near = s.ground(FOE[SIDE[u]]), BOARD.within(s.at[u], NEAREST)
    halt = avoid = 0
    if near & (foe.every | foe.beside):
        halt = (BOARD.spread(foe.hidden & BOARD.within(h, NEAREST + 1)) | foe.every | foe.live) & near
        avoid = foe.beside & near
    first = not spent and mode == BY_FOOT
    key = (
        IS_CAVALRY[u],
        IS_FIGHTING[u] and not IS_CAVALRY[u],
        first,
        h if first else s.bank[u] * SIZE + h,
        spent,
        avoid,
        Limits(base, base + bonus(s, u, mode), closed(s, u) & near, halt, barred(s, u), wary(s, u), 0),
    )
    found = _MARCHES.get(key)
    if found is None:
        if len(_MARCHES) >= _MOST_MARCHES:
            _MARCHES.clear()
        found = _MARCHES[key] = _survey(*key)
    return found


#: kept from game to game: most units stand where others stood, and few enemies are near
_MARCHES: dict[tuple[bool, bool, bool, int, int, int, Limits], March] = {}
_MOST_MARCHES = 30_000


def _survey(cavalry: bool, infantry: bool, first: bool, start: int, spent: int, beside: int, limits: Limits) -> March:
    """The searches of a march. `beside`: hexes next to the enemy; `first`: on its first step a river is no obstacle."""
    graph = MOUNTED if cavalry else ON_FOOT
    starts = tuple(bank * SIZE + start for bank in BANKS_OF[start]) if first else (start,)
    reach = far = NOWHERE
    if beside or limits.most == limits.base:
        reach = search(graph, starts, spent, limits._replace(most=limits.base))
    if limits.most > limits.base:
        # beyond the basic factor only ways count that never come beside the enemy
        far = search(
            graph, starts, spent, limits._replace(closed=limits.closed | beside, avoid=BROKEN if infantry else 0)
        )
    if first:
        reach = _first_step(graph, starts, limits, reach, far)
    found = March(reach, far, {})
    nodes, here = found.nodes, start % SIZE
    for cost in (far.cost, reach.cost):
        for node in cost:
            n = node % SIZE
            if n != here:
                if n not in nodes:
                    nodes[n] = (node,)
                elif node not in nodes[n]:
                    nodes[n] = _cheapest(found, (*nodes[n], node))
    return found


def _cheapest(found: March, nodes: tuple[int, ...]) -> tuple[int, ...]:
    """The banks of a hex that cost least; whoever wants another goes round by steps."""
    least = min(map(found.cost, nodes))
    return tuple(node for node in nodes if found.cost(node) == least)


def _first_step(graph: Graph, starts: tuple[int, ...], limits: Limits, reach: Reach, far: Reach) -> Reach:
    """MV-8: one hex can always be entered, whatever the terrain costs; it uses up the whole allowance."""
    more: dict[int, int] = {}
    for start in starts:
        for target, n, _, violates in graph[start]:
            new = target not in reach.cost and target not in far.cost
            if new and not limits.closed >> n & 1 and not violates & limits.barred:
                more[target] = start
    if not more:
        return reach
    return Reach(reach.cost | dict.fromkeys(more, max(limits.base, 1)), reach.came | more)


# ---- why not


def refuse_start(s: FXState, u: int) -> Reason | None:
    """Why a unit cannot be picked to move."""
    if SIDE[u] != s.active:
        return Reason("SP-2", "not your unit")
    if s.at[u] >= SIZE:
        return Reason("MV-1", "it is not on the map")
    if IS_GUN[u]:
        return Reason("FA-1", "fortification artillery never moves")
    if s.moved[u]:
        return Reason("MV-6", "its move is over")
    if frozen(s, u):
        return Reason("BN-1", "its country is neutral")
    if IS_TERRITORIAL[u] and not s.released:
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

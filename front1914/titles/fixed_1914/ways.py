"""MB-4, MB-5, H3, H5: what steps cost, bank by bank, and where a mover can go.

A place to stand is a node: a hex and a bank of it (node = bank * SIZE + hex). Movement is counted in half points. To go
from one bank of a hex to another costs two of them, except in a city and in the hex where the unit began its move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from front1914.kit.bits import members
from front1914.titles.fixed_1914.board import (
    ARMS,
    BANKS_OF,
    BOARD,
    CITY,
    FOREST,
    HEXES,
    OPEN,
    ROUGH,
    SIDE_BANK,
    SIZE,
    VIOLATES,
)
from front1914.titles.fixed_1914.charts import MOVEMENT

POINT = 2  #: half points of a movement factor
BROKEN = ROUGH | FOREST


#: a step from a node: the node to which it leads, its hex, the half points, and what it violates, a bitset of countries
#: (board.COUNTRY_BIT); a plain tuple is unpacked much quicker than one with names, and a search unpacks hundreds
Edge = tuple[int, int, int, int]


def over(h: int, d: int) -> tuple[tuple[int, int], ...]:
    """H5 (1): by which banks one passes a hexside: pairs of a bank here and the bank there that one comes to."""
    n, back = BOARD.steps[6 * h + d], (d + 3) % 6
    here, there = ARMS.get(6 * h + d), ARMS.get(6 * n + back)
    if here is not None and there is not None:  # along the river: seen from beyond, its two ends are exchanged
        return ((here[0], there[1]), (here[1], there[0]))
    mine = here if here is not None else (SIDE_BANK[6 * h + d],)
    bank = there[0] if there is not None else SIDE_BANK[6 * n + back]
    return tuple((k, bank) for k in mine)


def bank_after(h: int, n: int, bank: int) -> int:
    """H5 (1): the bank on which one arrives in a neighbouring hex, from a bank: the nearest if a river is crossed."""
    d = BOARD.direction(h, n)
    assert d is not None
    pairs = over(h, d)
    return next((there for here, there in pairs if here == bank), pairs[0][1])


def ground_cost(h: int, cavalry: bool) -> int:
    """MB-5: half points to enter a hex."""
    if ROUGH >> h & 1:  # MB-5.4
        return MOVEMENT.rough
    if FOREST >> h & 1:
        return MOVEMENT.forest_cavalry if cavalry else MOVEMENT.forest  # MB-5.1, MB-5.3
    return MOVEMENT.clear  # UC-4.2


def _edges(h: int, bank: int, cavalry: bool) -> tuple[Edge, ...]:
    found: dict[int, Edge] = {}
    for d in range(6):
        n = BOARD.steps[6 * h + d]
        if n < 0 or not OPEN >> n & 1:
            continue
        cost = ground_cost(n, cavalry)
        for here, there in over(h, d):
            crossing = 0 if here == bank or CITY >> h & 1 else MOVEMENT.river  # MB-4.1, MB-4.3, MB-4.4
            node = there * SIZE + n
            if node not in found or cost + crossing < found[node][2]:
                found[node] = node, n, cost + crossing, VIOLATES[6 * h + d]
    return tuple(found.values())


def _graph(cavalry: bool) -> dict[int, tuple[Edge, ...]]:
    return {bank * SIZE + h: _edges(h, bank, cavalry) for h in HEXES.numbers if OPEN >> h & 1 for bank in BANKS_OF[h]}


Graph = dict[int, tuple[Edge, ...]]


def _borders(graph: Graph) -> Graph:
    """The steps of a graph that violate a country, by the few nodes that have any."""
    found = {node: tuple(edge for edge in edges if edge[3]) for node, edges in graph.items()}
    return {node: edges for node, edges in found.items() if edges}


ON_FOOT, MOUNTED = _graph(False), _graph(True)
BORDERS_ON_FOOT, BORDERS_MOUNTED = _borders(ON_FOOT), _borders(MOUNTED)


class Reach(NamedTuple):
    """Where a mover can go: the half points to each node, and the node before it on a cheapest way."""

    cost: dict[int, int]
    came: dict[int, int]

    def path(self, node: int) -> list[int]:
        """The nodes of a cheapest way, both ends among them; of several the one found first, by direction."""
        found = [node]
        while node in self.came:
            node = self.came[node]
            found.append(node)
        return found[::-1]


class Limits(NamedTuple):
    """What holds for a mover during a search. Sets are bitsets of hexes, or of countries."""

    base: int  #: half points that may be spent at all
    most: int  #: half points with the strategic bonus (SM-1)
    closed: int = 0  #: hexes that may not be entered
    halt: int = 0  #: hexes from which the search goes no further: something happens there that may change the plan
    barred: int = 0  #: countries that may not be violated, or not without asking first (BN)
    avoid: int = 0  #: hexes not to be entered beyond the base (SM-1: beside the enemy; MB-5: rough and forest)


def search(graph: Graph, starts: Iterable[int], spent: int, limits: Limits) -> Reach:
    """Cheapest ways within the limits. Ways into hexes of `halt` end there."""
    base, most, closed, halt, barred, avoid = limits
    cost = dict.fromkeys(starts, spent)
    came: dict[int, int] = {}
    waves: list[list[int]] = [[] for _ in range(most + 1)]
    if spent > most:
        return Reach(cost, came)
    # few hexes are near, and in a set they are found quicker than in a long bitset; ~closed: all but a few are closed
    inside = closed < 0
    shut, ends = set(members(~closed if inside else closed)), set(members(halt)) if halt else ()
    waves[spent] = list(cost)
    for points in range(spent, most):
        for node in waves[points]:
            if cost[node] != points:
                continue
            for target, h, step, violates in graph[node]:
                total = points + step
                if total > most:
                    continue
                known = cost.get(target)
                if known is not None and known <= total:
                    continue
                if (h in shut) is not inside or violates & barred or (total > base and avoid >> h & 1):
                    continue
                cost[target], came[target] = total, node
                if h not in ends:
                    waves[total].append(target)
    return Reach(cost, came)

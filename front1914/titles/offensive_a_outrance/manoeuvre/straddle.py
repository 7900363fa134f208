"""19: Two-Hex Status: a Force of Combat units in two neighbouring hexes: it extends, wheels, moves and consolidates."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from front1914.engine.errors import Reason
from front1914.engine.kept import in_look
from front1914.titles.offensive_a_outrance.board import BOARD, RING
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import pins
from front1914.titles.offensive_a_outrance.manoeuvre.ways import FAR, closed, points, price, prices
from front1914.titles.offensive_a_outrance.organisation.forces import Force
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import BIT, IS_LOC_CAVALRY, SIDE

Stand: TypeAlias = tuple[int, int]  #: where a Force stands: a hex and -1, or two hexes, the smaller number first
Pair: TypeAlias = tuple[int, int]  #: a step from a hex to the next
Price: TypeAlias = Callable[[int, int], int | None]  #: the MPs of a step from a hex to the next; None: not allowed
ONE = -1
FREE: frozenset[int] = frozenset()


def refuse_two_hexes(s: OAOState, force: Force) -> Reason | None:
    """1.1.ab, 19.0, 19.1.1: why a Force cannot be in two hexes."""
    if not all(s.is_combat(u) for u in force):
        return Reason("19.1.1", "only Combat units stand in two hexes")  # 8.8.1.e, 19.1.1.d
    if any(IS_LOC_CAVALRY[u] for u in force):
        return Reason("19.1.1", "LOC Cavalry does not stand in two hexes")  # 19.1.1.d, 8.7.3.b
    return None


def stands(hexes: tuple[int, ...], step: Price) -> dict[Stand, int]:
    """19.1.1, 19.1.4: every other way to stand after one step, in one hex or two, with its cost: the higher of both."""
    costs = [step(a, b) for a, b in _changes(hexes)[0]]
    return _stands(hexes, [FAR if cost is None else cost for cost in costs], FAR - 1)


def _stands(hexes: tuple[int, ...], costs: list[int], most: int) -> dict[Stand, int]:
    """19.1.1.e: the same for at most so many MPs, with the costs of all steps from these hexes."""
    _, changes = _changes(hexes)
    found: dict[Stand, int] = {}
    for stand, one, other in changes:
        cost, more = costs[one], costs[other]
        if more > cost:  # 19.1.4.a
            cost = more
        if cost <= most and (stand not in found or cost < found[stand]):
            found[stand] = cost
    return found


@lru_cache(maxsize=4096)
def _changes(hexes: tuple[int, ...]) -> tuple[tuple[Pair, ...], tuple[tuple[Stand, int, int], ...]]:
    """The steps from some hexes; every other way to stand after one step, and the numbers of the one or two steps,
    19.1.4.d."""
    pairs = tuple((a, b) for a in hexes for b in BOARD.neighbours[a])
    number = {pair: i for i, pair in enumerate(pairs)}
    found: list[tuple[Stand, int, int]] = []

    def note(stand: Stand, one: Pair, other: Pair | None = None) -> None:
        if stand[1] >= 0 and stand[0] > stand[1]:
            stand = stand[1], stand[0]
        if stand != here:
            found.append((stand, number[one], number[other or one]))

    if len(hexes) == 1:
        a = hexes[0]
        here: Stand = (a, ONE)
        for b in BOARD.neighbours[a]:
            note((a, b), (a, b))
            for c in BOARD.neighbours[b]:
                if c > b and RING[a] >> c & 1:
                    note((b, c), (a, b), (a, c))
        return pairs, tuple(found)
    p, q = hexes
    here = (min(p, q), max(p, q))
    for stay, go in ((p, q), (q, p)):
        note((stay, ONE), (go, stay))
        for b in BOARD.neighbours[go]:
            if b != stay and RING[stay] >> b & 1:
                note((stay, b), (go, b))  # it wheels
                note((b, ONE), (go, b), (stay, b))
    for b in BOARD.neighbours[p]:
        for c in BOARD.neighbours[q]:
            if RING[b] >> c & 1:
                note((b, c), (p, b), (q, c))
    return pairs, tuple(found)


def locked(s: OAOState, force: Force) -> frozenset[int]:
    """19.1.4, 19.1.4.b: the hexes of a Two-Hex Force that Prepared Attacks hold."""
    if s.phase != "counter_movement":
        return FREE
    side = SIDE[force[0]]
    return frozenset(h for h in s.hexes(force[0]) if s.origin[force[0]] >= 0 and pins(s, h, side))


def cost_of(s: OAOState, force: Force, stand: Stand) -> int:
    """The MPs for one of the `moves` of a Force. Whatever leads there enters the hexes of the stand and no others."""
    pairs, changes = _changes(s.hexes(force[0]))
    found = []
    for other, i, j in changes:
        if other == stand:
            costs = price(s, force, *pairs[i]), price(s, force, *pairs[j])
            found += [max(costs[0], costs[1])] if costs[0] is not None and costs[1] is not None else []
    return min(found)


@in_look
def moves(s: OAOState, force: Force) -> dict[Stand, int]:
    """19.1.1, 19.1.4: what a Force may do in one step that begins or ends in two hexes, with the MPs."""
    hexes, held, left = s.hexes(force[0]), locked(s, force), points(s, force)
    if left <= 0 or (len(hexes) == 1 and (held or refuse_two_hexes(s, force))) or len(held) > 1:
        return {}
    here = around = 0
    for h in hexes:
        here |= BIT[h]
        around |= RING[h]
    shut, own = closed(s, force) & around & ~here, s.ground(SIDE[force[0]]).twice & (around | here)
    costs: list[int] = []
    for h in hexes:
        costs += prices(s, force, h, shut & RING[h] if shut else 0)
        if own and len(hexes) > 1 and not any(s.second[u] >= 0 for u in s.stack(h) if u not in force):
            own &= ~BIT[h]
    found = _stands(hexes, costs, left)
    if own:  # 19.1.2
        found = {p: cost for p, cost in found.items() if p[1] < 0 or not (own >> p[0] & 1 or own >> p[1] & 1)}
    return {p: cost for p, cost in found.items() if held <= set(p)} if held else found

"""19: Two-Hex Status: a Force of Combat units in two neighbouring hexes: it extends, wheels, moves and consolidates."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from front1914.engine.errors import Reason
from front1914.titles.offensive_a_outrance.board import BOARD, RING
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, closed, most_forced, pins, price, waters
from front1914.titles.offensive_a_outrance.organisation.forces import Force
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import FOE, IS_LOC_CAVALRY, SIDE

Stand: TypeAlias = tuple[int, int]  #: where a Force stands: a hex and -1, or two hexes, the smaller number first
Pair: TypeAlias = tuple[int, int]  #: a step from a hex to the next
Price: TypeAlias = Callable[[int, int], int | None]  #: the MPs of a step from a hex to the next; None: not allowed
ONE = -1


def refuse_two_hexes(s: OAOState, force: Force) -> Reason | None:
    """19.0, 19.1.1: why a Force cannot be in two hexes."""
    if not all(s.is_combat(u) for u in force):
        return Reason("19.1.1", "only Combat units stand in two hexes")
    if any(IS_LOC_CAVALRY[u] for u in force):
        return Reason("19.1.1", "LOC Cavalry does not stand in two hexes")
    return None


def stands(hexes: tuple[int, ...], step: Price) -> dict[Stand, int]:
    """19.1.1, 19.1.4: every other way to stand after one step, in one hex or two, with its cost: the higher of both."""
    costs = {(a, b): step(a, b) for a in hexes for b in BOARD.neighbours[a]}
    found: dict[Stand, int] = {}
    for stand, one, other in _changes(hexes):
        cost, more = costs[one], costs[other]
        if cost is None or more is None:
            continue
        cost = max(cost, more)
        if cost < found.get(stand, cost + 1):
            found[stand] = cost
    return found


@lru_cache(maxsize=8192)
def _changes(hexes: tuple[int, ...]) -> tuple[tuple[Stand, Pair, Pair], ...]:
    """Every other way to stand after one step, and the step or the two that lead to it."""
    found: list[tuple[Stand, Pair, Pair]] = []

    def note(stand: tuple[int, ...], one: Pair, other: Pair | None = None) -> None:
        key = (min(stand), max(stand)) if len(stand) > 1 else (stand[0], ONE)
        if key != here:
            found.append((key, one, other or one))

    if len(hexes) == 1:
        a = hexes[0]
        here: Stand = (a, ONE)
        for b in BOARD.neighbours[a]:
            note((a, b), (a, b))
            for c in BOARD.neighbours[b]:
                if c > b and RING[a] >> c & 1:
                    note((b, c), (a, b), (a, c))
        return tuple(found)
    p, q = hexes
    here = (min(p, q), max(p, q))
    for stay, go in ((p, q), (q, p)):
        note((stay,), (go, stay))
        for b in BOARD.neighbours[go]:
            if b != stay and RING[stay] >> b & 1:
                note((stay, b), (go, b))  # it wheels
                note((b,), (go, b), (stay, b))
    for b in BOARD.neighbours[p]:
        for c in BOARD.neighbours[q]:
            if RING[b] >> c & 1:
                note((b, c), (p, b), (q, c))
    return tuple(found)


def locked(s: OAOState, force: Force) -> frozenset[int]:
    """19.1.4: the hexes of a Two-Hex Force that Prepared Attacks hold."""
    if s.phase != "counter_movement":
        return frozenset()
    side = SIDE[force[0]]
    return frozenset(h for h in s.hexes(force[0]) if s.origin[force[0]] >= 0 and pins(s, h, side))


def moves(s: OAOState, force: Force) -> dict[Stand, int]:
    """19.1.1, 19.1.4: what a Force may do in one step that begins or ends in two hexes, with the MPs."""
    key = ("moves", force)
    found: dict[Stand, int] | None = s.memo.get(key)
    if found is None:
        found = s.memo[key] = _moves(s, force)
    return found


def _moves(s: OAOState, force: Force) -> dict[Stand, int]:
    hexes, held = s.hexes(force[0]), locked(s, force)
    if (len(hexes) == 1 and (refuse_two_hexes(s, force) or held)) or len(held) > 1:
        return {}
    shut = closed(s, force)
    left = allowance(s) + most_forced(s, force) - s.spent[force[0]]
    if left <= 0:
        return {}
    mine, foe = s.ground(SIDE[force[0]]), s.ground(FOE[SIDE[force[0]]])
    own = mine.twice
    for h in hexes:
        if len(hexes) > 1 and not any(s.second[u] >= 0 for u in s.stack(h) if u not in force):
            own &= ~(1 << h)
    near = _NEAR[hexes[0]] if len(hexes) == 1 else _NEAR[hexes[0]] | _NEAR[hexes[1]]
    began = s.origin[force[0]] in hexes and s.origin[force[0]]
    sets = (shut, own, foe.zone, foe.shells & ~foe.wall, mine.host)
    key = (hexes, left, began, held, *(bits & near for bits in sets), waters(s))
    found = _MOVES.get(key)
    if found is None:
        if len(_MOVES) >= _MOST_MOVES:
            _MOVES.clear()
        found = _MOVES[key] = _reckon(s, force, hexes, left, shut, own, held)
    return found


def _reckon(
    s: OAOState, force: Force, hexes: tuple[int, ...], left: int, shut: int, own: int, held: frozenset[int]
) -> dict[Stand, int]:
    def step(a: int, b: int) -> int | None:
        return None if shut >> b & 1 and b not in hexes else price(s, force, a, b)

    return {
        stand: cost
        for stand, cost in stands(hexes, step).items()
        if cost <= left
        and held <= set(stand)
        and not (stand[1] >= 0 and (own >> stand[0] & 1 or own >> stand[1] & 1))  # 19.1.2
    }


#: what a step into two hexes depends on lies this near; results by all that they depend on
_NEAR = tuple(RING[h] | 1 << h for h in range(BOARD.size))
_MOVES: dict[tuple[object, ...], dict[Stand, int]] = {}
_MOST_MOVES = 1024

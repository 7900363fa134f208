"""19: Two-Hex Status: a Force of Combat units in two neighbouring hexes: it extends, wheels, moves and consolidates."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import in_look
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, RING, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import pins
from front1914.titles.offensive_a_outrance.manoeuvre.ways import FAR, closed, points, price, prices
from front1914.titles.offensive_a_outrance.organisation.forces import Force, formation_of
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import BIT, IS_ASSET, IS_LOC_CAVALRY, SIDE

Stand: TypeAlias = tuple[int, int]  #: where a Force stands: a hex and -1, or two hexes, the smaller number first
Pair: TypeAlias = tuple[int, int]  #: a step from a hex to the next
Price: TypeAlias = Callable[[int, int], int | None]  #: the MPs of a step from a hex to the next; None: not allowed
Ways: TypeAlias = tuple[tuple[int, ...], ...]  #: three rows: hexes or links, and the numbers of the one or two steps
ONE = -1
NO_WAYS: Ways = ((), (), ())
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
    pairs, changes = _changes(hexes)
    costs = [step(a, b) for a, b in pairs]
    found: dict[Stand, int] = {}
    for stand, i, j in changes:
        one, other = costs[i], costs[j]
        if one is not None and other is not None:  # 19.1.4.a
            found[stand] = min(found.get(stand, FAR), max(one, other))
    return found


class Moves(NamedTuple):
    """Where a Force may come to stand by one step that begins or ends in two hexes, in ascending order."""

    hexes: list[int]  #: in one hex
    links: list[int]  #: in the two hexes of a link


@lru_cache(maxsize=4096)
def _ways(hexes: tuple[int, ...]) -> tuple[Ways, Ways]:
    """The `_changes` into one hex and those into two, in ascending order; both are many, so they are kept flat."""
    _, changes = _changes(hexes)
    one = sorted((h, i, j) for (h, other), i, j in changes if other == ONE)
    two = sorted((BOARD.link[stand], i, j) for stand, i, j in changes if stand[1] != ONE)
    return tuple(zip(*one, strict=True)) or NO_WAYS, tuple(zip(*two, strict=True)) or NO_WAYS


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
    lead = force[0]
    if s.origin[lead] < 0:
        return FREE
    return frozenset([h for h in s.hexes(lead) if pins(s, h, SIDE[lead])])


def cost_of(s: OAOState, force: Force, stand: Stand) -> int:
    """The MPs for one of the `moves` of a Force. Whatever leads there enters the hexes of the stand and no others."""
    hexes = s.hexes(force[0])
    into_one, into_two = _ways(hexes)
    goal, ways = (stand[0], into_one) if stand[1] == ONE else (BOARD.link[stand], into_two)
    pairs = [(a, b) for a in hexes for b in BOARD.neighbours[a]]
    found = []
    for other, i, j in zip(*ways, strict=True):
        if other == goal:
            costs = price(s, force, *pairs[i]), price(s, force, *pairs[j])
            found += [max(costs[0], costs[1])] if costs[0] is not None and costs[1] is not None else []
    return min(found)


@in_look
def moves(s: OAOState, force: Force) -> Moves:
    """19.1.1, 19.1.4, 19.1.1.e: where a Force may come to stand by one step that begins or ends in two hexes."""
    hexes, held, left = s.hexes(force[0]), locked(s, force), points(s, force)
    if left <= 0 or (len(hexes) == 1 and (held or refuse_two_hexes(s, force))) or len(held) > 1:
        return NONE
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
    into_one, into_two = _ways(hexes)
    one = [h for h, i, j in zip(*into_one, strict=True) if costs[i] <= left and costs[j] <= left]
    two = [link for link, i, j in zip(*into_two, strict=True) if costs[i] <= left and costs[j] <= left]
    if len(hexes) > 1:  # several ways may lead to the same
        one, two = list(dict.fromkeys(one)), list(dict.fromkeys(two))
    if own:  # 19.1.2
        taken = set(members(own))
        two = [link for link in two if taken.isdisjoint(BOARD.links[link])]
    if held:
        one, two = [h for h in one if h in held], [link for link in two if held.issubset(BOARD.links[link])]
    return Moves(one, two)


NONE = Moves([], [])


# ---- Assets that come to it (19.1.1)


def join_halves(s: OAOState, u: int) -> None:
    """19.1.1, 19.1.1.b: an Asset that has entered either hex of a Two-Hex Force becomes part of it, and stands in both.

    Where it may serve with a Formation that stands there in one hex, it does; guns never stand in two (8.8.1).
    """
    if not IS_ASSET[u] or s.at[u] >= SIZE or s.second[u] >= 0 or refuse_two_hexes(s, (u,)) is not None:
        return
    lead = formation_of(s, u)
    if lead is not None and s.second[lead] >= 0:
        s.assigned[u] = lead
        s.flow.append(("spread", u, lead))


class Spread(Step):
    """19.1.1: an Asset comes to stand in both hexes of the Force to which it belongs."""

    name, rule, frame = "spread", "19.1.1", ("unit", "unit")

    def run(self, s: OAOState) -> None:
        _, u, lead = s.flow.pop()
        if s.at[u] in s.hexes(lead) and s.second[lead] >= 0 and s.second[u] < 0:
            enter(s, (u,), s.at[lead], s.second[lead])


STEPS = (Spread(),)

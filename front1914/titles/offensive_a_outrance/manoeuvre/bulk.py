"""What a player may have done for all at once: Depots and Trains close up, tired Formations recover.

These are proposals of the staff, carried out with the ordinary steps of movement; whoever likes it otherwise moves the
units himself before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from front1914.engine.errors import Reason
from front1914.titles.offensive_a_outrance.board import BOARD
from front1914.titles.offensive_a_outrance.logistics.supply import network
from front1914.titles.offensive_a_outrance.manoeuvre.movers import movers
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import LIMIT, crowds, load
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import begin_task, refuse_task
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, march
from front1914.titles.offensive_a_outrance.state import SOUND, OAOState
from front1914.titles.offensive_a_outrance.world import (
    EIGHTHS,
    FOE,
    IS_DEPOT,
    IS_FORMATION,
    IS_TRAIN,
    OWN,
    SIDE,
    UNITS,
)

CLOSE = 2  #: hexes behind its Formations at which a Train is content: its range is five (15.3.2)
BEHIND, AWAY = 4, 3  #: the same of a Depot, whose range is six (2.6); hexes that it keeps between itself and the enemy


def idle_trains(s: OAOState) -> list[int]:
    """The Depots and Trains of the active side that have not moved, Depots first: Trains look to them."""
    return sorted((u for u in movers(s, s.active) if u in _COLUMNS), key=lambda u: IS_TRAIN[u])


_COLUMNS = frozenset(u for u in UNITS.numbers if IS_TRAIN[u] or IS_DEPOT[u])


def flock(s: OAOState, train: int) -> list[int]:
    """The hexes of the Formations of a Train's corps."""
    return [
        s.at[u] for u in OWN[SIDE[train]] if IS_FORMATION[u] and s.corps[u] == s.corps[train] and s.at[u] < BOARD.size
    ]


def follow_to(s: OAOState, train: int) -> int | None:
    """Where a Depot or Train closes up to: near its Formations, away from the enemy; None if it is well."""
    if IS_DEPOT[train]:
        return depot_to(s, train)
    hexes, side = flock(s, train), SIDE[train]
    if not hexes:
        return None
    foe = s.ground(FOE[side])
    danger = foe.zone | foe.beside

    def worth(h: int) -> int:
        return far(h, hexes, CLOSE) + 20 * (danger >> h & 1)

    found = _better(s, train, worth)
    depots = [s.at[u] for u in s.depots(s.army[train])]
    back = {h: min((BOARD.distance(h, d) for d in depots), default=0) for h in found}
    return min(found, key=lambda h: (back[h], found[h], h), default=None)


def far(h: int, hexes: Sequence[int], near: int) -> int:
    """By how much each of some hexes is further from one than it need be, all together."""
    total = 0
    for g in hexes:
        distance = BOARD.distance(h, g)
        if distance > near:
            total += distance - near
    return total


def _better(s: OAOState, u: int, worth: Callable[[int], int]) -> dict[int, int]:
    """Of the hexes with room that a unit can reach without a Forced March, the best, if they are worth less than where
    it is: with what it costs to go there."""
    here, side = s.at[u], SIDE[u]
    now = worth(here)
    if not now:
        return {}
    most = allowance(s)
    full = {h for h, units in crowds(s, side).items() if load(s, units) + EIGHTHS_OF_TRAIN > LIMIT}
    costs = {h: cost for h, cost in march(s, (u,)).costs.items() if cost <= most and h not in full}
    values = {h: worth(h) for h in costs}
    best = min(values.values(), default=now)
    return {h: costs[h] for h, value in values.items() if value == best} if best < now else {}


def depot_to(s: OAOState, depot: int) -> int | None:
    """15.6.3: where a Depot goes by rail to be near its army's Formations, with a line behind it and no enemy near."""
    side, army = SIDE[depot], s.army[depot]
    hexes = [s.at[u] for u in s.ground(side).here if s.army[u] == army and IS_FORMATION[u]]
    if not hexes:
        return None
    near = s.ground(FOE[side]).units
    for _ in range(AWAY):
        near |= BOARD.spread(near)
    line = network(s, side) & ~near

    def worth(h: int) -> int:
        return far(h, hexes, BEHIND) + 999 * (not line >> h & 1)

    found = _better(s, depot, worth)
    return min(found, key=lambda h: (found[h], h), default=None)


EIGHTHS_OF_TRAIN = next(EIGHTHS[u] for u in UNITS.numbers if IS_TRAIN[u])


def refuse_follow(s: OAOState) -> Reason | None:
    """Why no Depot or Train can close up."""
    gone = _COLUMNS.isdisjoint(movers(s, s.active))
    return Reason("7.1.2", "no Depot or Train is left that has not moved") if gone else None


def tired(s: OAOState) -> Iterator[int]:
    """The Formations that can begin to recover where they are."""
    for u in movers(s, s.active):
        if s.ce[u] != SOUND and refuse_task(s, u, "recover") is None:
            yield u


def refuse_recovery(s: OAOState) -> Reason | None:
    """Why nobody recovers."""
    return (
        None
        if any(True for _ in tired(s))
        else Reason("7.5", "no Formation that has not moved can recover where it is")
    )


def recover_all(s: OAOState) -> None:
    """7.5: every Formation that can begins to recover."""
    for u in tuple(tired(s)):
        if refuse_task(s, u, "recover") is None:
            begin_task(s, u, "recover")

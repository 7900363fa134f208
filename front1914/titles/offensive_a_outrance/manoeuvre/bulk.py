"""What a player may have done for all at once: Depots and Trains close up, tired Formations recover.

These are proposals of the staff, carried out with the ordinary steps of movement; whoever likes it otherwise moves the
units himself before.
"""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.errors import Reason
from front1914.titles.offensive_a_outrance.board import BOARD
from front1914.titles.offensive_a_outrance.logistics.supply import network
from front1914.titles.offensive_a_outrance.manoeuvre.movers import movers
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import LIMIT, load
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
    depots = [s.at[u] for u in s.depots(s.army[train])]

    def worth(h: int) -> tuple[int, int]:
        far = sum(max(0, BOARD.distance(h, g) - CLOSE) for g in hexes)
        back = min((BOARD.distance(h, d) for d in depots), default=0)
        return far + 20 * (danger >> h & 1), back

    here, found = s.at[train], march(s, (train,))
    room = [h for h, cost in found.costs.items() if cost <= allowance(s) and (h == here or _room(s, h, side))]
    best = min(room, key=lambda h: (worth(h), found.costs[h], h), default=here)
    return best if best != here and worth(best)[0] < worth(here)[0] else None


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
        return sum(max(0, BOARD.distance(h, g) - BEHIND) for g in hexes) + 999 * (not line >> h & 1)

    here, found = s.at[depot], march(s, (depot,))
    room = [h for h, cost in found.costs.items() if cost <= allowance(s) and (h == here or _room(s, h, side))]
    best = min(room, key=lambda h: (worth(h), found.costs[h], h), default=here)
    return best if worth(best) < worth(here) else None


def _room(s: OAOState, h: int, side: str) -> bool:
    return load(s, s.own(h, side)) + EIGHTHS_OF_TRAIN <= LIMIT


EIGHTHS_OF_TRAIN = next(EIGHTHS[u] for u in UNITS.numbers if IS_TRAIN[u])


def refuse_follow(s: OAOState) -> Reason | None:
    """Why no Depot or Train can close up."""
    return (
        None
        if not _COLUMNS.isdisjoint(movers(s, s.active))
        else Reason("7.1.2", "no Depot or Train is left that has not moved")
    )


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

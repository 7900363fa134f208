"""41-3, 41-4: Russian fortresses under siege, and the cities whose loss teaches the Russian army to stand."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.titles.der_weltkrieg import morale
from front1914.titles.der_weltkrieg.board import HEX_ROWS, HEXES
from front1914.titles.der_weltkrieg.combat.pockets import cut_off
from front1914.titles.der_weltkrieg.nations import BULWARKS, BULWARKS_NEEDED, RUSSIAN, WARSAW
from front1914.titles.der_weltkrieg.state import CENTRAL, DWState
from front1914.titles.der_weltkrieg.world import FORTRESSES, NATION, SIDE

DECAY = 6  #: 41-4.1: points that a surrounded Russian fortress loses at the end of a turn
LEAST = 4  #: 41-4.2: with fewer points it is removed
_TOWN = {row.name: HEXES.number(row.id) for row in HEX_ROWS if row.name}


def relieve(s: DWState, units: Sequence[int] = (), h: int = -1) -> None:
    """41-3: Warsaw and four of seven cities in the hands of the Central Powers, once and for all."""
    if s.relieved:
        return
    held = [s.holder[_TOWN[name]] == CENTRAL for name in BULWARKS if name in _TOWN]
    if WARSAW in _TOWN and s.holder[_TOWN[WARSAW]] == CENTRAL and sum(held) >= BULWARKS_NEEDED:
        s.relieved = True
        s.tell("relieved")


def crumble(s: DWState) -> None:
    """41-4: at the end of each turn surrounded Russian fortresses lose points; below four they are removed."""
    for u in FORTRESSES["entente"]:
        if NATION[u] == RUSSIAN and s.on_map(u):
            if cut_off(s, SIDE[u], s.at[u]):
                points = min(DECAY, s.strength[u])
                morale.lost(s, u, points)
                s.tell("crumbled", unit=u, points=points)
                s.lose(u, points)
            collapse(s, u)


def collapse(s: DWState, u: int) -> None:
    """41-4: a Russian fortress below four points is removed at once; what is left of it is lost to the siege."""
    if NATION[u] == RUSSIAN and s.on_map(u) and s.strength[u] < LEAST:
        morale.lost(s, u, s.strength[u])
        s.eliminate(u)

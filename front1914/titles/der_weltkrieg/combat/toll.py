"""13-21, 20-4, 26-3: what is lost, and what it costs the nation."""

from __future__ import annotations

from front1914.titles.der_weltkrieg import morale
from front1914.titles.der_weltkrieg.board import SIZE
from front1914.titles.der_weltkrieg.east import collapse
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import ELIMINATED, IS_HQ, LOST


def suffer(s: DWState, u: int, points: int, surrendered: bool = False) -> None:
    """A unit loses points; at nothing it is gone, for good if it was surrounded (20-4, 20-6). Small forts: 41-4."""
    if IS_HQ[u] or points >= s.strength[u]:
        remove(s, u, surrendered)
        return
    morale.lost(s, u, points, surrendered)
    if s.at[u] >= SIZE:  # 26-7: the loss made its nation surrender
        return
    s.lose(u, points)
    s.tell("loss", unit=u, points=points)
    collapse(s, u)


def remove(s: DWState, u: int, surrendered: bool = False, interned: bool = False) -> None:
    """A whole unit is lost: in combat, by surrender (20-6), or interned at the normal price (14-19.2)."""
    if s.at[u] >= SIZE:
        return
    morale.lost(s, u, s.strength[u], surrendered)
    morale.removed(s, u)
    if s.at[u] < SIZE:  # 26-7: else the loss made its nation surrender
        s.eliminate(u, LOST if surrendered or interned else ELIMINATED)  # 14-19.1

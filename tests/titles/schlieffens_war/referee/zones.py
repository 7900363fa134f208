"""Zones of control (7.0): the six hexes around every hex with a corps that is not in a fortress or with a fort."""

from __future__ import annotations

from functools import lru_cache

from tests.titles.schlieffens_war.referee.sheet import BESIDE, HEXES
from tests.titles.schlieffens_war.referee.table import OTHER, Table


def projects(table: Table, h: str) -> bool:
    """Whether the units in a hex project a zone (R27: a fortress, or a fort counter in the hex, shuts them in)."""
    here = table.at(h)
    shut = HEXES[h].fortress or any(piece.kind == "fort" for piece in here)
    return not shut and any(piece.corps for piece in here)


def zone_of(table: Table, side: str) -> frozenset[str]:
    """All hexes in a zone of the side; it crosses every hexside, open sea too (R29, R103)."""
    return frozenset(n for h in {p.at for p in table.of(side)} if projects(table, h) for n in BESIDE[h])


@lru_cache(maxsize=4)  # a table does not change, and many questions are asked of it
def enemy_zone(table: Table, side: str) -> frozenset[str]:
    """7.0: the zones of the side's enemy."""
    return zone_of(table, OTHER[side])

"""8.2, 8.6: what is linked by rail to a source of supply; command (6.7), supply (8.0) and returns (9.5) ask here."""

from __future__ import annotations

from functools import lru_cache

from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import EAST, FOE, GERMANY, ON_RAIL, PORT, RAIL, SOUTH, WEST


@kept("at")
def linked(s: SWState, side: str, sources: int, free: bool) -> int:
    """Bitset of the rail hexes from which a line runs to one of the sources.

    No hex of a line may hold an enemy unit. A hex in an enemy zone of control lets the line through only if a friendly
    unit stands in it (7.5, R30). With `free` the line must be free of such hexes from end to end (8.6); otherwise it
    may end in one, at either end (7.2, R37).
    """
    open_ = ON_RAIL & ~s.occupied(FOE[side])
    passable = open_ & (~s.zone(FOE[side]) | s.occupied(side))
    if free:  # 7.2: other lines may enter a zone
        open_ = passable
    return _follow(sources & open_, open_, passable)


@lru_cache(maxsize=4096)  # most decisions change nothing on the rails
def _follow(sources: int, open_: int, passable: int) -> int:
    """The rail hexes that can be got to from the sources: open ones may be entered, passable ones left again."""
    found = frontier = sources
    while frontier:
        beside = 0
        for h in members(frontier):
            beside |= RAIL[h]
        beside &= open_ & ~found
        found |= beside
        frontier = beside & passable
    return found


def german_rail(s: SWState) -> int:
    """8.6.c: rail hexes with a line to the eastern map edge, free of enemy units and zones of control."""
    return linked(s, "german", EAST & GERMANY, free=True)


def entente_rail(s: SWState) -> int:
    """8.3 to 8.5: rail hexes with a line to the southern or western map edge."""
    return linked(s, "entente", SOUTH | WEST, free=False)


def port_rail(s: SWState) -> int:
    """8.4: rail hexes with a line to a port under Entente control."""
    return linked(s, "entente", PORT & s.held("entente"), free=False)

"""17.1.1, 22.5, 24.7, 25.4: where certain Depots may be placed, and where they must stay."""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.schedule import BELGIEN
from front1914.titles.offensive_a_outrance.state import EVENTS, OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, ARMY_ROWS, DEPOT_OF, DEPOT_ROWS, UNITS

ANYWHERE = -1
ANTWERPEN = EVENTS.number("antwerpen")


def _around(words: tuple[str, ...], within: int) -> int:
    found = 0
    for word in words:
        found |= BOARD.within(HEXES.number(word), within)
    return found


#: Depot -> the hexes near which it is placed: Straßburg, Metz, the line Brussel-Liège, Alsace, Antwerpen
_PLACED = {DEPOT_OF[a]: _around(row.near, row.within) for a, row in enumerate(ARMY_ROWS) if row.near} | {
    UNITS.number(row.id): _around(row.near, row.within) for row in DEPOT_ROWS if row.near
}
#: 17.1.1: these two are free to go on once they have been placed
_FREE = frozenset(DEPOT_OF[ARMIES.number(word)] for word in ("g-STRASSB", "g-METZ"))
#: Depot -> the rule that ties it
LEASH = {
    DEPOT_OF[BELGIEN]: "25.4",
    DEPOT_OF[ARMIES.number("f-ALSACE")]: "22.5",
    UNITS.number("be-dANTWERPEN"): "24.7",
}


def placing(s: OAOState, depot: int) -> int:
    """17.1.1, 25.4, B72, 17.1.1.b, 17.1.1.c: the hexes in which a Depot may be placed, for whatever cause."""
    if depot == DEPOT_OF[BELGIEN] and s.events[ANTWERPEN]:
        return ANYWHERE
    return _PLACED.get(depot, ANYWHERE)


def staying(s: OAOState, depot: int) -> int:
    """22.5, 24.7, 25.4, 22.5.a, 24.7.a: the hexes into which a Depot may move."""
    return ANYWHERE if depot in _FREE else placing(s, depot)

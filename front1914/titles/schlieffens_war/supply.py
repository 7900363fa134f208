"""8.1 to 8.6, 8.9: who can trace a line of supply, nation by nation.

A line is followed backwards: from the sources along the rails to the HQs, from those HQs to the units. What a side
finds in its Administrative Phase is stored and holds until the next one (attrition.py); nothing here changes the state.
"""

from __future__ import annotations

from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.schlieffens_war.rails import entente_rail, german_rail, port_rail
from front1914.titles.schlieffens_war.state import FORTRESS_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY, SWState
from front1914.titles.schlieffens_war.world import (
    BEF_FORTRESS,
    BELGIUM,
    BIT,
    BOARD,
    DEPOT,
    EAST,
    FOE,
    FORTRESS,
    FRANCE,
    GERMAN_CITY,
    GERMANY,
    HQS,
    IS_DEPOT,
    IS_FORT,
    NATION,
    ON_RAIL,
    OWN,
    PORT,
    RAIL,
    SIDE_OF_NATION,
    SIZE,
    SOUTH,
    WEST,
    beside,
)

FAR = 2  #: hexes from a unit to its HQ, and from a German HQ to its depot


def passable(s: SWState, side: str) -> int:
    """8.2: hexes that a line of the side may pass: no enemy, and no enemy zone of control without a friend."""
    foe = FOE[side]
    return BOARD.exists & ~s.occupied(foe) & (~s.zone(foe) | s.occupied(side))  # 8.2.a, 7.2.a


def around(start: int, through: int) -> int:
    """8.4.b, 8.5.b, 8.6.a, 8.6.d, 8.6.e: hexes from which a line of at most two leads to one of the start."""
    return start | beside(start | beside(start) & through)


def along_rails(start: int, through: int, half: int) -> int:
    """R32, R33: as `around`, but a step along a rail line out of a hex of `half` counts one half.

    The line is followed from the HQ outwards, so the hex that a step leaves is the one that the line enters.
    """
    reached = [start]
    found = start
    for halves in range(1, 2 * FAR + 1):
        step = 0
        for h in members(reached[-1] & half):  # 8.3.d, 8.6.g
            step |= RAIL[h]
        if halves > 1:
            step |= beside(reached[halves - 2])
        step &= ~found
        found |= step
        reached.append(step & through)
    return found


def sources(s: SWState, nation: str) -> int:
    """8.2 to 8.6, R37: hexes that work as sources of supply for a nation: nobody of the enemy stands in them."""
    free = BOARD.exists & ~s.occupied(FOE[SIDE_OF_NATION[nation]])
    if nation == "german":
        return EAST & GERMANY & ON_RAIL & free
    found = (SOUTH | WEST) & ON_RAIL & free
    if nation == "british":
        found |= PORT & s.held("entente") & free
    elif nation == "belgian":
        found |= BELGIUM & free
    return found


@kept("at", "captured")
def supplied(s: SWState, nation: str) -> int:
    """8.3 to 8.6: bitset of the hexes in which a unit of the nation is in regular supply."""
    return _SUPPLIED[nation](s)


def _hexes(s: SWState, units: tuple[int, ...]) -> int:
    bits = 0
    for u in units:
        bits |= BIT[s.at[u]]
    return bits


def _french(s: SWState) -> int:
    """8.3, 8.3.a, 8.3.b: to a French HQ, rail in France counting one half; from it by rail to south or west."""
    return along_rails(_hexes(s, HQS["french"]) & entente_rail(s), passable(s, "entente"), FRANCE)


def _british(s: SWState) -> int:
    """8.4, 8.4.a, 8.4.c, 8.4.d: to a French HQ with a line to an edge, or the BEF HQ with one to a port, or in one."""
    port = PORT & s.held("entente")
    own = _hexes(s, HQS["british"]) & (entente_rail(s) | port_rail(s) | port)
    return around(own | _hexes(s, HQS["french"]) & entente_rail(s), passable(s, "entente"))


def _belgian(s: SWState) -> int:
    """8.5, 8.5.a, 8.5.c: anywhere in Belgium; outside it to the Belgian HQ, and from there by rail to an edge."""
    return BELGIUM | around(_hexes(s, HQS["belgian"]) & entente_rail(s), passable(s, "entente"))


def _german(s: SWState) -> int:
    """8.6, 8.6.e: to an HQ in supply, or to a German city with a free line to the east edge."""
    through = passable(s, "german")
    cities = GERMAN_CITY & german_rail(s) & s.held("german")
    return around(german_hqs(s) | cities, through)


def german_hqs(s: SWState) -> int:
    """8.6.b, 8.6.d: hexes of HQs with a line to their army's depot (R34), or straight to a rail in Germany (R35)."""
    rail, through = german_rail(s), passable(s, "german")
    found = _hexes(s, HQS["german"]) & around(rail & GERMANY, through)
    friendly = through & s.held("german")  # 8.6.f
    for hq, depot in DEPOT.items():
        here, there = BIT[s.at[hq]], BIT[s.at[depot]]
        if here & ~found and there & rail and there & along_rails(here, friendly, ON_RAIL):
            found |= here
    return found


_SUPPLIED = {"french": _french, "british": _british, "belgian": _belgian, "german": _german}


def fortress_hexes(nation: str) -> int:
    """8.3.c, 8.4.e, 8.9, 5.5.c, 8.8.e, R38: where units of a nation have heavy fortress supply, whoever built it."""
    return BEF_FORTRESS if nation == "british" else FORTRESS


def regular(s: SWState, u: int) -> int:
    """8.3 to 8.6: bitset of the hexes in which the unit would be in regular supply.

    A depot is supplied by its own line to the east, and like any German unit by an HQ or a city.
    """
    return supplied(s, NATION[u]) | (german_rail(s) if IS_DEPOT[u] else 0)


def supply_of(s: SWState, u: int) -> int:
    """8.0, 8.9.b: the state that a unit on the map would now be found in; regular supply comes first."""
    here = BIT[s.at[u]]
    if IS_FORT[u] or regular(s, u) & here:
        return IN_SUPPLY
    return FORTRESS_SUPPLY if fortress_hexes(NATION[u]) & here else OUT_OF_SUPPLY


def survey(s: SWState, side: str) -> list[tuple[int, int]]:
    """8.1: every unit of the side on the map with the state that it is found in."""
    return [(u, supply_of(s, u)) for u in OWN[side] if s.at[u] < SIZE]

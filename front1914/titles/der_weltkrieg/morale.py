"""26: Demoralization Points, and what becomes of nations that have too many.

Points are counted at the moment of the loss (H-18), for the nations that the scenario tracks (26-2). Whoever takes
Strength Points from a unit calls `lost`, whoever moves units into a hex calls `occupied`.
"""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg.board import BOARD, CAPITAL, CITY, COUNTRY, PERSONNEL, URBAN_SIDES
from front1914.titles.der_weltkrieg.charts import DEMORALIZATION as DM
from front1914.titles.der_weltkrieg.nations import FOE, GERMAN, SIDE_OF
from front1914.titles.der_weltkrieg.nations import NATION as NATION_ROWS
from front1914.titles.der_weltkrieg.state import COLLAPSED, SHAKEN, SURRENDERED, DWState
from front1914.titles.der_weltkrieg.terms import terms
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_CORPS_HQ,
    IS_ENGINEER,
    IS_FORTRESS,
    IS_GROUND,
    IS_HQ,
    IS_INFANTRY,
    NATION,
    OF_NATION,
    SIDE,
)

#: 26-3: for each Strength Point lost in combat, and surrendered or lost while surrounded
INFANTRY = DM.infantry, DM.infantry_surrendered
HORSE_AND_GUNS = DM.horse_or_gun, DM.horse_or_gun_surrendered
FORTRESS = DM.fortress, DM.fortress
LEVELS = (SHAKEN, COLLAPSED, SURRENDERED)  #: 26-5, 26-7: in the order of a scenario's thresholds


def per_point(s: DWState, u: int, surrendered: bool) -> int:
    """26-3, DW-R76: Demoralization Points for each Strength Point of a unit."""
    if IS_FORTRESS[u]:
        return FORTRESS[surrendered]
    if IS_INFANTRY[u] or s.strengthened[u]:
        return INFANTRY[surrendered]
    return HORSE_AND_GUNS[surrendered] if IS_CAVALRY[u] or IS_ARTILLERY[u] else 0


def lost(s: DWState, u: int, points: int, surrendered: bool = False) -> None:
    """26-3: a unit has lost Strength Points in combat or by siege, or by surrender; not what its owner gave up."""
    add(s, NATION[u], points * per_point(s, u, surrendered))


def removed(s: DWState, u: int) -> None:
    """26-3: an engineer or a Headquarters is gone; corps Headquarters do not count (DW-R76)."""
    if IS_ENGINEER[u]:
        add(s, NATION[u], DM.engineer)
    elif IS_HQ[u] and not IS_CORPS_HQ[u]:
        add(s, NATION[u], DM.headquarters)


def tracked(s: DWState, nation: int) -> bool:
    """26-2: whether the scenario counts Demoralization Points of a nation."""
    return nation in terms(s).tracked


def add(s: DWState, nation: int, points: int) -> None:
    """26-1: counts points, and lets the nation break when there are too many (26-5)."""
    if points and tracked(s, nation):
        s.demoralization[nation] += points
        s.tell("demoralization", nation=nation, points=points, total=s.demoralization[nation])
        _break(s, nation)


# ---- 26-4: cities

_TOWN = tuple(CITY >> h & 1 == 1 for h in range(BOARD.size))
_URBAN_OF: dict[int, list[int]] = {}
for _link in URBAN_SIDES:
    for _h in BOARD.links[_link]:
        _URBAN_OF.setdefault(_h, []).append(_link)


def _capital_sides() -> frozenset[int]:
    """26-3: the urban hexsides that a capital consists of: those that hang together with its center."""
    found: set[int] = set()
    for center in members(CAPITAL):
        todo = [center]
        while todo:
            new = [link for link in _URBAN_OF.get(todo.pop(), ()) if link not in found]
            found.update(new)
            todo += [h for link in new for h in BOARD.links[link]]
    return frozenset(found)


CAPITAL_SIDES = _capital_sides()


def occupied(s: DWState, units: Sequence[int], h: int) -> None:
    """26-3, 26-4, DW-R75: Ground Combat Units are in a hex: its city, and urban hexsides that they have whole."""
    if not _TOWN[h] and h not in _URBAN_OF:
        return
    side = next((SIDE[u] for u in units if IS_GROUND[u] and s.at[u] == h), None)
    if side is None:
        return
    owner = COUNTRY[h]
    if _TOWN[h] and not s.occupied[h] and _invaded(s, owner, side):
        s.occupied[h] = 1  # 26-4.1: once and for all
        s.tell("city_occupied", hex=h, nation=owner)
        if h not in _URBAN_OF:
            add(s, owner, _worth(owner, DM.city, (CAPITAL & PERSONNEL) >> h & 1 == 1))
    held = s.ground(side).units
    for link in _URBAN_OF.get(h, ()):
        a, b = BOARD.links[link]
        if not s.fallen[link] and held >> a & 1 and held >> b & 1 and _invaded(s, owner, side):
            s.fallen[link] = 1
            s.tell("urban_occupied", hexside=link, nation=owner)
            add(s, owner, _worth(owner, DM.urban_hexside, link in CAPITAL_SIDES))


def _invaded(s: DWState, owner: int, side: str) -> bool:
    return SIDE_OF[owner] == FOE[side] and s.war[owner] == 1


def _worth(owner: int, points: int, capital: bool) -> int:
    """26-3, 37-6: twice for a capital, and twice for Germany."""
    return points * (DM.capital_factor if capital else 1) * (2 if owner == GERMAN else 1)


# ---- 26-5 to 26-7: nations that break


def _break(s: DWState, nation: int) -> None:
    """26-5: the thresholds are those of the campaign; a scenario without them has none."""
    for level, threshold in zip(LEVELS, terms(s).thresholds.get(nation, ()), strict=False):
        if s.demoralization[nation] >= threshold and s.morale[nation] < level:
            s.morale[nation] = level
            s.tell("morale", nation=nation, level=level)
            if level == SURRENDERED:
                surrender(s, nation)


def surrender(s: DWState, nation: int) -> None:
    """26-7: a nation leaves the war: all its units are removed from play. Its railways: 8-9."""
    s.morale[nation] = SURRENDERED
    for u in OF_NATION[nation]:
        if s.at[u] != ABSENT:
            s.eliminate(u, ABSENT)
    s.tell("surrender", nation=nation)


def refuse_unsupplied(s: DWState, u: int) -> Reason | None:
    """26-6: a shaken nation makes no attack without supply."""
    if s.morale[NATION[u]] in (SHAKEN, COLLAPSED):
        return Reason(
            "26-6", f"the morale of the nation is broken: no unsupplied attack ({NATION_ROWS[NATION[u]].name})"
        )
    return None

"""13-3 to 13-6: the terrain that a defender may choose, and what crossing water does (H-5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from front1914.titles.der_weltkrieg.board import (
    ALPINE,
    BOARD,
    BROKEN,
    CITY,
    CLEAR,
    CLOSED,
    DANUBE,
    LAKE,
    MAJOR,
    MOUNTAIN,
    OCEAN,
    SHORE,
    SUBURBAN,
    SWAMP,
    TERRAIN,
    TERRAINS,
    URBAN,
    WATER,
    WOODED_ROUGH,
)
from front1914.titles.der_weltkrieg.charts import TEC, Terrain
from front1914.titles.der_weltkrieg.combat.directions import ALL, eligible
from front1914.titles.der_weltkrieg.state import DWState

_NO_EFFECT = TEC["clear"]
#: by terrain: what it does in combat
EFFECT: tuple[Terrain, ...] = tuple(TEC.get(word, _NO_EFFECT) for word in TERRAINS)
HIGH = (MOUNTAIN, ALPINE)  #: 14-18
NO_WORKS = (MOUNTAIN, SWAMP)  #: 22-2: hexsides in which no trench can be
NO_COLUMN = frozenset({OCEAN, LAKE, ALPINE, MOUNTAIN, URBAN, WOODED_ROUGH})  #: 16-10
MAJORS = (MAJOR, DANUBE)
OPEN, OVER_RIVER, OVER_MAJOR = range(3)  #: 13-5: what all attackers cross


def direction(target: int, origin: int) -> int:
    """Through which hexside of the target a neighbour attacks."""
    found = BOARD.direction(target, origin)
    assert found is not None, "attackers stand beside their target"
    return found


def ways(target: int, origins: Iterable[int]) -> frozenset[int]:
    """The hexsides attacked through."""
    return frozenset(direction(target, h) for h in origins)


def passes(a: int, b: int) -> bool:
    """12-5: whether an attack may cross the hexside between two neighbours."""
    return BOARD.link[a, b] not in CLOSED


def column_passes(a: int, b: int) -> bool:
    """16-10: whether a Column Attack may cross it."""
    link = BOARD.link[a, b]
    return link not in CLOSED and TERRAIN[link] not in NO_COLUMN and WATER[link] not in MAJORS


def _drawn(link: int) -> int:
    """13-3.2, DW-R27: the terrain of a hexside in combat: beside sea and lakes what is drawn there; -1 for none."""
    terrain = TERRAIN[link]
    if terrain in (OCEAN, LAKE):
        terrain = SHORE[link]
    return CLEAR if terrain == SUBURBAN else terrain


def urban_allowed(target: int, attacked: Iterable[int]) -> bool:
    """13-4: an urban hexside and a city center, or two urban hexsides, or the attack comes through one."""
    links = {d: BOARD.link[target, n] for d in ALL if (n := BOARD.steps[6 * target + d]) >= 0}
    urban = {d for d, link in links.items() if TERRAIN[link] == URBAN}
    return len(urban) >= 2 or bool(urban and CITY >> target & 1) or bool(urban & set(attacked))


def choices(s: DWState, target: int, origins: Iterable[int], fortress: bool) -> tuple[int, ...]:
    """13-3, 13-4, 21-4: the terrains among which the defender chooses, in the order of the chart."""
    attacked = ways(target, origins)
    urban = not fortress and urban_allowed(target, attacked)
    found = set()
    for d in eligible(attacked):
        other = BOARD.steps[6 * target + d]
        if other < 0 or s.neutral >> other & 1:  # 13-3.1
            continue
        terrain = _drawn(BOARD.link[target, other])
        if terrain >= 0 and (terrain != URBAN or urban):
            found.add(terrain)
    if not found:
        found.add(BROKEN if fortress else CLEAR)  # 21-4.1
    return tuple(sorted(found))


def crossing(pairs: Sequence[tuple[int, int]]) -> int:
    """13-5, 13-5.1, DW-R25: what all attackers have to cross; `pairs` are (origin, target) of each."""
    waters = [WATER[BOARD.link[pair]] for pair in pairs]
    if not waters or not all(waters):
        return OPEN
    return OVER_MAJOR if all(water in MAJORS for water in waters) else OVER_RIVER


def works_in_the_way(pairs: Sequence[tuple[int, int]]) -> bool:
    """22-2, DW-R33: trenches count unless all attackers come over mountain or swamp."""
    return not all(TERRAIN[BOARD.link[pair]] in NO_WORKS for pair in pairs)

"""9.5, 9.6.1, 9.7: column shifts, flanks, proficiency."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.kit.tables import Shift
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    FORESTED,
    GREAT,
    LEVEL,
    MOUNTAIN_HEXES,
    OPEN,
    RIVERS,
    SIZE,
    TRANSITIONS,
)
from front1914.titles.offensive_a_outrance.charts import CRT, RIVER_EFFECT
from front1914.titles.offensive_a_outrance.combat.parties import barred, fronts, parties
from front1914.titles.offensive_a_outrance.combat.strength import river, size_of
from front1914.titles.offensive_a_outrance.crossings import ZONE
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import level
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_CHASSEURS,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    NATION,
    PROFICIENCY,
    SIDE,
)

FLANK_HEXES = 5  #: 9.5.1.a: of the six around the defender
FORTRESS_PROFICIENCY = 5  #: 9.7.1, 12.2.1.b
MOST_PROFICIENCY = 2  #: 9.7: the largest modifier


def shifts(s: OAOState, target: int, attackers: Sequence[int], defenders: Sequence[int]) -> tuple[Shift, ...]:
    """9.6.1: every shift that applies, to the right above zero."""
    found = []
    if prepared(s, target, attackers):
        found.append(Shift(1, "9.6.1", "Prepared Attack by all Combat units"))
    if flanked(s, target, attackers, defenders):  # 9.6.1.b
        found.append(Shift(2, "9.5.2", "The defender is flanked"))
    if works := level(s, target):  # 9.6.1.c
        found.append(Shift(-works, "14.1", f"Level {works} Improved Position"))
    if wide := wide_river(s, target, attackers):
        found.append(Shift(-wide, "9.6.1", "All attack across a Great or Grand River"))
    if uphill(s, target, attackers):  # 9.6.1.e
        found.append(Shift(-1, "9.6.1", "All attack uphill"))
    return tuple(found)


def prepared(s: OAOState, target: int, attackers: Sequence[int]) -> bool:
    """9.6.1, 9.6.1.a: all attacking Combat units have a Prepared Attack marker that points there."""
    combat = [u for u in attackers if s.is_combat(u)]
    return bool(combat) and all(s.pa[u] == target for u in combat)


def sides(s: OAOState, target: int, attackers: Sequence[int]) -> list[int]:
    """The hexes out of which the target is attacked."""
    return list(dict.fromkeys(h for u in attackers for h in fronts(s, u, target)))


def wide_river(s: OAOState, target: int, attackers: Sequence[int]) -> int:
    """9.6.1, B45, 9.6.1.d: columns to the left when every attacker crosses a Great or Grand River: the smaller
    shift."""
    rivers = [river(h, target) for h in sides(s, target, attackers)]
    if not rivers or min(rivers) < GREAT:
        return 0
    return min(RIVER_EFFECT[RIVERS[size]].shift for size in rivers)


def uphill(s: OAOState, target: int, attackers: Sequence[int]) -> bool:
    """3.6.1, 3.6.2, B46: every hexside that is not Forested leads up, without an Elevation Transition."""
    links = [(h, BOARD.link[h, target]) for h in sides(s, target, attackers)]
    bare = [(h, link) for h, link in links if not FORESTED >> link & 1]  # 3.6.2.a, 3.6.2.b
    return bool(bare) and all(LEVEL[target] > LEVEL[h] and not TRANSITIONS >> link & 1 for h, link in bare)  # 3.6.2.a


def flanked(s: OAOState, target: int, attackers: Sequence[int], defenders: Sequence[int]) -> bool:
    """9.5, 12.2.1.a, H7: five hexes around him are enemy or in zones of attacking Formations, none friendly."""
    if not attackers:
        return False
    side = SIDE[attackers[0]]
    # 8.5.1.c
    if any(IS_FORTRESS[u] or (IS_FORT[u] and not s.face[u]) for u in s.own(target, FOE[side])):  # 8.5.a, 9.5.4, B105
        return False
    if size_of(s, attackers, target) < size_of(s, defenders):  # 9.5.1
        return False
    zone = 0
    for u in attackers:
        if IS_FORMATION[u]:  # 9.5.1.c
            for h in s.hexes(u):
                zone |= ZONE[h]
    held = s.ground(side).units | zone
    friends = s.ground(FOE[side]).units
    around = [n for n in BOARD.neighbours[target] if (OPEN >> n & 1) and _open_flank(s, n, target)]
    return sum(held >> n & 1 and not friends >> n & 1 for n in around) >= FLANK_HEXES  # 9.5.1.a, 9.5.1.b


def _open_flank(s: OAOState, n: int, target: int) -> bool:
    """9.5.3, 9.5.3.a, 9.5.3.b: no Great or Grand River, Inundation or impassable hexside lies between."""
    return not barred(s, n, target) and not s.flooded(n, target) and river(n, target) < GREAT


# ---- proficiency (9.7)


def proficiency(s: OAOState, units: Sequence[int], target: int) -> int:
    """9.7: the highest Proficiency Rating; Chasseurs Alpins add one to their Force in mountains (9.7.2)."""
    if any(IS_FORTRESS[u] for u in units):
        return FORTRESS_PROFICIENCY
    here = [u for u in units if s.at[u] < SIZE]
    if not here:
        return 0
    best = 0
    for force in parties(s, here, SIDE[here[0]]):
        rating = max(PROFICIENCY[u] for u in force)  # 2.3.3, 5.5.1.e
        alpine = MOUNTAIN_HEXES >> target & 1 and any(IS_CHASSEURS[u] and NATION[u] == "french" for u in force)
        best = max(best, rating + bool(alpine))
    return best


def die_modifier(s: OAOState, target: int, attackers: Sequence[int], defenders: Sequence[int]) -> int:
    """9.7, 9.7.a: the modifier of the white die: best defender less best attacker, at most two either way."""
    found = proficiency(s, defenders, target) - proficiency(s, attackers, target)
    return max(-MOST_PROFICIENCY, min(MOST_PROFICIENCY, found))


def odds_column(attack: int, defence: int) -> int:
    """9.1.1.e, 9.6, B35, 9.6.a: the column of the CRT, rounded from the middle between two, printed or not (9.6.2)."""
    return CRT.at_odds(attack, defence)

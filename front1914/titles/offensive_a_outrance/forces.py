"""1.1, 3.2, 5.5.1: Forces: a Formation with at most two Assets assigned to it, or one or two Assets alone.

Assignments are made just in time. The owner's wish stands in the column `assigned`; where he wished nothing, or what
cannot be, Assets join the Formation of their hex that has room, infantry rather infantry.
"""

from __future__ import annotations

from typing import TypeAlias

from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    IS_ARTILLERY,
    IS_ASSET,
    IS_CAVALRY,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_SUPPLY,
    SIDE,
)

Force: TypeAlias = tuple[int, ...]  #: its Formation first, if it has one
MOST_ASSETS = 2  #: of a Force (3.2)


def forces(s: OAOState, h: int, side: str) -> list[Force]:
    """The Forces of a side in a hex, those with a Formation first. Supply and Fortress units belong to none."""
    key = ("forces", h, side)
    found: list[Force] | None = s.memo.get(key)
    if found is None:
        found = s.memo[key] = divide(s, [u for u in s.stack(h) if SIDE[u] == side])
    return found


def divide(s: OAOState, units: list[int]) -> list[Force]:
    """Units of one side in one hex as Forces."""
    if len(units) == 1:
        u = units[0]
        return [] if IS_SUPPLY[u] or IS_FORTRESS[u] else [(u,)]
    groups: dict[int, list[int]] = {u: [] for u in units if IS_FORMATION[u]}
    forts = [u for u in units if IS_FORT[u] and not s.face[u]]
    planted = tuple(u for u in units if IS_ARTILLERY[u] and s.face[u])  # 13.2: no Assets; they keep to themselves
    loose = []
    for u in units:
        if IS_ASSET[u] and u not in forts and u not in planted:
            host = s.assigned[u]
            if host in groups and len(groups[host]) < MOST_ASSETS:
                groups[host].append(u)
            else:
                loose.append(u)
    alone: list[list[int]] = []
    for u in loose:
        room = [f for f in groups if len(groups[f]) < MOST_ASSETS]
        if room:
            groups[min(room, key=lambda f: (IS_CAVALRY[f] != IS_CAVALRY[u], len(groups[f]), f))].append(u)
        elif alone and len(alone[-1]) < MOST_ASSETS:
            alone[-1].append(u)
        else:
            alone.append([u])
    found = [(f, *assets) for f, assets in groups.items()] + [tuple(group) for group in alone]
    if forts:  # 3.2: a Fort goes with a Force beyond the limit of Assets, the first one
        found = [(*found[0], *forts), *found[1:]] if found else [tuple(forts)]
    return [*found, planted] if planted else found


def force_of(s: OAOState, u: int) -> Force:
    """The Force to which a unit on the map belongs; a supply or Fortress unit stands for itself."""
    for force in forces(s, s.at[u], SIDE[u]):
        if u in force:
            return force
    return (u,)


def formation(force: Force) -> int | None:
    """The Formation of a Force, if it has one."""
    return force[0] if IS_FORMATION[force[0]] else None


def formation_of(s: OAOState, u: int) -> int | None:
    """The Formation to which a unit belongs or is assigned."""
    return formation(force_of(s, u))


def marchers(s: OAOState, lead: int) -> Force:
    """7.1.2: who moves when a unit is picked: a Formation with those Assets assigned to it that can go with it."""
    if not IS_FORMATION[lead]:
        return (lead,)
    same = s.spent[lead], s.second[lead]
    return tuple(
        u
        for u in force_of(s, lead)
        if u == lead
        or (
            (not (IS_FORT[u] and not s.face[u]) and not s.did[u] and same == (s.spent[u], s.second[u]))
            and not s.task[u]
            and s.is_active(u)
            and not (s.second[lead] >= 0 and IS_ARTILLERY[u])
        )
    )

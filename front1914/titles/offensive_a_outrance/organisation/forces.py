"""1.1, 3.2, 5.5.1: Forces: a Formation with at most two Assets assigned to it, or one or two Assets alone.

Assignments are made just in time. The owner's wish stands in the column `assigned`; where he wished nothing, or what
cannot be, Assets join the Formation of their hex that has room, infantry rather infantry.
"""

from __future__ import annotations

from typing import TypeAlias

from front1914.engine.kept import in_look
from front1914.titles.offensive_a_outrance.state import BY_FOOT, OAOState
from front1914.titles.offensive_a_outrance.world import (
    GUESTS,
    IS_ARTILLERY,
    IS_ASSET,
    IS_CAVALRY,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_SUPPLY,
    NATION,
    RND,
    SIDE,
)

Force: TypeAlias = tuple[int, ...]  #: its Formation first, if it has one
MOST_ASSETS = 2  #: of a Force (3.2)


@in_look
def forces(s: OAOState, h: int, side: str) -> list[Force]:
    """The Forces of a side in a hex, those with a Formation first. Supply and Fortress units belong to none."""
    return divide(s, [u for u in s.stack(h) if SIDE[u] == side])


def divide(s: OAOState, units: list[int]) -> list[Force]:
    """1.1.c, 1.1.l: units of one side in one hex as Forces."""
    if len(units) == 1:
        u = units[0]
        return [] if IS_SUPPLY[u] or IS_FORTRESS[u] else [(u,)]
    riders = [(u,) for u in units if s.rides(u) and not IS_SUPPLY[u]]  # B196: who is on rails is with nobody
    if riders:
        units = [u for u in units if not s.rides(u)]
    groups: dict[int, list[int]] = {u: [] for u in units if IS_FORMATION[u]}
    forts = [u for u in units if IS_FORT[u] and not s.face[u]]
    planted = tuple(u for u in units if IS_ARTILLERY[u] and s.face[u])  # 13.2: no Assets; they keep to themselves
    loose = []
    bands: dict[int, list[int]] = {}  # 11.1.2: Assets alone that keep together until their retreats are over
    for u in units:
        if IS_ASSET[u] and u not in forts and u not in planted:
            host = s.assigned[u]
            if host in groups and (IS_FORT[u] or has_room(groups[host], u)) and may_serve(u, host):
                groups[host].append(u)
            elif host >= 0 and IS_ASSET[host]:
                bands.setdefault(host, []).append(u)
            else:
                loose.append(u)
    alone: list[list[int]] = []
    for u in loose:
        room = [f for f in groups if has_room(groups[f], u) and may_serve(u, f)]
        if room:  # 5.5.1.c
            groups[min(room, key=lambda f: (IS_CAVALRY[f] != IS_CAVALRY[u], len(groups[f]), f))].append(u)
        elif alone and has_room(alone[-1], u):
            alone[-1].append(u)
        else:
            alone.append([u])
    found = [(f, *assets) for f, assets in groups.items()]
    found += [tuple(group) for group in (*bands.values(), *alone)]
    if forts:  # 3.2: a Fort goes with a Force beyond the limit of Assets, the first one
        lead = s.assigned[forts[0]]
        n = next((i for i, force in enumerate(found) if force[0] == lead), 0)
        found = [*found[:n], (*found[n], *forts), *found[n + 1 :]] if found else [tuple(forts)]
    return [*found, planted, *riders] if planted else [*found, *riders]


def hold_together(s: OAOState, h: int, side: str) -> None:
    """5.5.1, 11.1.2: combat begins: the Assets of a hex are assigned, and stay so until all retreats are over.

    Who is with no Formation is assigned to the first of his Force, an Asset: he joins nobody on his way.
    """
    for force in forces(s, h, side):
        for u in force:
            if IS_ASSET[u] and not (IS_ARTILLERY[u] and s.face[u]):
                s.assigned[u] = force[0]


def set_free(s: OAOState) -> None:
    """11.1.2, 11.1.2.g: the retreats are over: Assets that kept to themselves, and Forts, may be assigned again."""
    for u, host in enumerate(s.assigned):
        if host >= 0 and (IS_ASSET[host] or IS_FORT[u]):
            s.assigned[u] = -1


def has_room(assets: list[int], u: int) -> bool:
    """3.2, 23.3.2: whether an Asset may join some others; units of the RND count as one."""
    if u not in RND:
        return count_assets(assets) < MOST_ASSETS
    return count_assets([*assets, u]) <= MOST_ASSETS


def count_assets(assets: list[int]) -> int:
    """23.3.2: how many Asset Units there are; units of the RND that are together count as one."""
    naval = sum(u in RND for u in assets) if len(assets) > 1 else 0
    return len(assets) - max(0, naval - 1)


def may_serve(u: int, host: int) -> bool:
    """5.2.5, 5.5.1.b, 23.3.2, 23.3.2.b: whether an Asset may be assigned to a Formation: of its nation; guests serve
    Belgians."""
    return NATION[u] == NATION[host] or SIDE[u] == "german" or (NATION[host] == "belgian" and u in GUESTS)


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
    """The Formation to which a unit belongs or is assigned; each has a Force of its own."""
    return u if IS_FORMATION[u] else formation(force_of(s, u))


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
            and s.rail[u] == BY_FOOT
            and s.is_active(u)
            and not (s.second[lead] >= 0 and IS_ARTILLERY[u])
        )
    )

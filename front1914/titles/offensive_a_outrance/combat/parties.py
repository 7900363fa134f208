"""3.1.2, 9.2: who may attack what, and with whom; who must, may or cannot defend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from front1914.engine.errors import Reason
from front1914.engine.kept import in_look, kept
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    CAMP,
    CAMP_OF,
    RIDGES,
    RING,
    SEA_SIDES,
    SIZE,
    STEEP,
)
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import (
    COMBAT_LIMIT,
    MOST_ASSETS,
    MOST_GUNS,
    STEEP_GUNS,
    STEEP_LIMIT,
    sizes,
)
from front1914.titles.offensive_a_outrance.organisation.effectiveness import may_attack
from front1914.titles.offensive_a_outrance.organisation.forces import (
    Force,
    count_assets,
    force_of,
    forces,
    formation_of,
    has_room,
)
from front1914.titles.offensive_a_outrance.state import ATTACKED, BY_FOOT, NO_TASK, RETREATED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_ARTILLERY,
    IS_ASSET,
    IS_DIVISION,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_FORTRESS2,
    IS_SUPPLY,
    NATION,
    NO_ARMY,
    NO_CORPS,
    SIDE,
)

MOST_CORPS = 2  #: 9.2.2
MOVEMENT = ("movement", "counter_movement")  #: in which Repulses are the only attacks


# ---- targets


def barred(s: OAOState, a: int, b: int) -> bool:
    """9.2.3, 7.4.7, 9.2.3.d: whether nobody attacks across the hexside: Sea, Mountain Ridge, Inundation.

    A Repulse while a Force moves may cross an Inundation (B178).
    """
    return BOARD.link[a, b] in _SHUT or (s.phase not in MOVEMENT and s.flooded(a, b))


_SHUT = frozenset(members(SEA_SIDES | RIDGES))


def immune(s: OAOState, h: int) -> bool:
    """9.2, 12.2.2, B43, 9.2.c: a Fortress2 whose camp holds an infantry unit of division-size cannot be attacked."""
    if h not in CAMP_OF or not any(IS_FORTRESS2[u] for u in s.stack(h)):
        return False
    side = next(SIDE[u] for u in s.stack(h) if IS_FORTRESS2[u])
    return any(  # 19.1.3: a half of a division is not of division-size
        IS_DIVISION[u] and s.second[u] < 0 for place in members(CAMP[CAMP_OF[h]]) for u in s.own(place, side)
    )


def refuse_target(s: OAOState, h: int) -> Reason | None:
    """Why the active side cannot attack a hex at all."""
    foe = s.ground(FOE[s.active])
    if not foe.units >> h & 1:
        return Reason("9.2", "no enemy stands there")
    if not foe.wall >> h & 1:
        return Reason("9.1", "a Fortress without exterior garrison is bombarded, not attacked")
    if not (foe.guard | foe.forts) >> h & 1:
        return Reason("9.2", "there is nobody there who could fight")
    if immune(s, h):
        return Reason("12.2.2", "its Fortified Camp holds an infantry unit of division-size")
    return None


@in_look
def targets(s: OAOState) -> list[int]:
    """9.2: the hexes that somebody of the active side may attack."""
    mine, foe = s.ground(s.active), s.ground(FOE[s.active])
    near = (foe.guard | foe.forts) & foe.wall & BOARD.spread(mine.combat)  # as refuse_target asks
    return [h for h in members(near) if not immune(s, h) and next(_leads(s, h), None) is not None]


# ---- attackers


@kept("target")
def aiming(s: OAOState) -> tuple[int, ...]:
    """The units of both sides that will attack, or have attacked, in this phase, in ascending order."""
    return tuple([u for u, target in enumerate(s.target) if target >= 0])


def unfit(s: OAOState, u: int) -> Reason | None:
    """Why a unit may not attack anywhere in this phase."""
    if SIDE[u] != s.active:
        return Reason("9.2", "it is not yours")
    if s.at[u] >= SIZE:
        return Reason("9.2", "it is not on the map")
    if IS_FORTRESS[u]:
        return Reason("12.1.1", "a Fortress never attacks")  # 12.1.1.d
    if IS_SUPPLY[u] or (IS_FORT[u] and not s.face[u]):
        return Reason("9.2", "it cannot attack")
    if s.did[u] & RETREATED:
        return Reason("9.2.5", "it has retreated in this phase")  # 9.2.5.A3
    if s.did[u] & ATTACKED:
        return Reason("9.2", "it has attacked in this phase")  # 9.2.b
    if not s.is_active(u):
        return Reason("1.1", "it is inactive")
    if s.task[u] != NO_TASK:
        return Reason("7.8", "it is at work on a task")  # 7.8.a
    if IS_ARTILLERY[u] and s.face[u]:
        return Reason("13.2", "in Deployed Mode it bombards; it does not attack")
    if s.rail[u] != BY_FOOT:
        return Reason("7.7.4", "it is in Rail Mode")
    lead = formation_of(s, u)
    if lead is not None and not may_attack(s, lead):
        return Reason("9.2.3", "its Formation is Combat Ineffective or Demoralized")  # 9.2.3.b, 6.3.b, 6.4.a
    if not IS_ARTILLERY[u] and s.attack(u) <= 0:
        return Reason("9.2.3", "its Attack Strength is zero")  # 9.2.3.c
    return None


def objection(s: OAOState, target: int, u: int) -> Reason | None:
    """Why a unit may not be added to those who will attack the target; what is chosen stands in `target`."""
    if (reason := unfit(s, u)) is not None:
        return reason
    if s.target[u] >= 0:
        return Reason("9.2", "it attacks already")  # 9.2.1.a
    if s.pa[u] >= 0 and s.pa[u] != target:
        return Reason("9.2.5", "its Prepared Attack marker points at another hex")  # 9.2.5.A4
    places = fronts(s, u, target)
    if not places:
        return Reason("9.2", "it does not stand beside the target, or nobody attacks across that hexside")  # 9.2.a
    if not _concerned(s, target, u):
        return Reason("8.8.1", COMPANY) if IS_ARTILLERY[u] else None
    force = force_of(s, u)
    if any(s.target[v] not in (-1, target) for v in force) and host(s, target, u) is None:
        return Reason("9.2.1", "another part of its Force attacks elsewhere")  # 9.2.1.c, 9.2.1.d
    if IS_ARTILLERY[u] and not any(s.target[v] == target and s.is_combat(v) for h in places for v in s.stack(h)):
        return Reason("8.8.1", COMPANY)
    return crowded(s, places, target, u) or mixed(s, target, u)


COMPANY = "Artillery takes part only with a Combat unit of its stack: choose that first"


def _concerned(s: OAOState, target: int, u: int) -> bool:
    """Whether an attacker already stands with a unit, or attacks its target: else nothing forbids the unit to join."""
    hexes = s.hexes(u)
    return any(s.target[v] == target or s.at[v] in hexes or s.second[v] in hexes for v in aiming(s))


def host(s: OAOState, target: int, u: int) -> int | None:
    """5.5.1: another Formation of its hex with room for an Asset that attacks the target: it may be assigned to it."""
    if not IS_ASSET[u] or (IS_FORT[u] and not s.face[u]):
        return None
    for force in forces(s, s.at[u], SIDE[u]):
        lead = force[0]
        beside = IS_FORMATION[lead] and u not in force and s.second[lead] == s.second[u]
        assets = [v for v in force if IS_ASSET[v] and not (IS_FORT[v] and not s.face[v])]  # 8.5.1
        if beside and s.target[lead] == target and has_room(assets, u):
            return lead
    return None


def fronts(s: OAOState, u: int, target: int) -> list[int]:
    """9.2, 19.1.6, 19.1.6.a: the hexes of a unit from which it can attack the target."""
    return [h for h in s.hexes(u) if RING[target] >> h & 1 and not barred(s, h, target)]


def crowded(s: OAOState, places: Iterable[int], target: int, u: int) -> Reason | None:
    """3.1.2, 3.1.2a: how much may attack out of one hex in a phase."""
    for h in places:
        attackers = [v for v in s.own(h, s.active) if s.target[v] >= 0]
        steep = bool(STEEP >> h & 1) or any(STEEP >> s.target[v] & 1 for v in attackers) or bool(STEEP >> target & 1)
        if (reason := overload(s, [*attackers, u], steep)) is not None:
            return reason
    return None


def overload(s: OAOState, units: list[int], steep: bool) -> Reason | None:
    """3.1.2, 3.1.2a, 8.8.1.f, 8.8.1.g: why so many units cannot fight out of, or in, one hex."""
    limit, guns = (STEEP_LIMIT, STEEP_GUNS) if steep else (COMBAT_LIMIT, MOST_GUNS)  # 3.1.2a.a
    rule = "3.1.2a" if steep else "3.1.2"
    units = [v for v in units if not (IS_FORTRESS[v] or (IS_FORT[v] and not s.face[v]))]  # 3.1.2.b, 8.5.1.a
    if sizes(s, units) > limit:
        return Reason(rule, "no more division-equivalents fight there")
    if sum(IS_ARTILLERY[v] for v in units) > guns:  # 3.1.2.a, 3.1.2a.a
        return Reason(
            rule, "no Artillery fights on Steep Mountains" if steep else "only one Artillery unit fights there"
        )
    if count_assets([v for v in units if not IS_FORMATION[v]]) > MOST_ASSETS:
        return Reason(rule, "only two Asset Units fight there")  # 3.1.2.a
    return None


def corps_key(s: OAOState, u: int) -> tuple[str, int]:
    """9.2.2, 1.1.t, 5.3.3.b, 24.1, 9.2.2.a: what is one corps: a corps, or the Independent units of a hex, as
    Belgians are."""
    lead = formation_of(s, u)
    corps = s.corps[u if lead is None else lead]
    return ("corps", corps) if corps != NO_CORPS and NATION[u] != "belgian" else ("hex", s.at[u])


def mixed(s: OAOState, target: int, u: int) -> Reason | None:
    """9.2.2, 5.3.2.b: units of one army and of at most two corps attack a hex together."""
    others = [v for v in aiming(s) if s.target[v] == target and SIDE[v] == s.active and s.at[v] < SIZE]
    return together([*others, u], s) if others else None


def together(units: Iterable[int], s: OAOState) -> Reason | None:
    """5.3.1.c, 9.2.2, B84: whether units may fight together; those attached to no army join any."""
    units = list(units)
    if len({s.army[v] for v in units if s.army[v] != NO_ARMY}) > 1:
        return Reason("9.2.2", "units of different armies do not fight together")  # 9.2.2.b
    if len({corps_key(s, v) for v in units}) > MOST_CORPS:
        return Reason("9.2.2", "units of more than two corps do not fight together")  # 9.2.2.a
    return None


def leads(s: OAOState, target: int) -> list[int]:
    """Who may be added to the attackers of a target: a Formation stands for its Force, an Asset for itself."""
    return list(dict.fromkeys(_leads(s, target)))


def _leads(s: OAOState, target: int) -> Iterator[int]:
    """The same, one after the other; a Two-Hex Unit may come twice, 9.2.1.b."""
    mine = s.ground(s.active).units & RING[target]
    for h in BOARD.neighbours[target] if mine else ():
        if mine >> h & 1:
            for u in s.own(h, s.active):
                if objection(s, target, u) is None:
                    yield u


# ---- defenders


def able(s: OAOState, target: int) -> list[int]:
    """9.2.5: who could defend a hex: Combat, Artillery, Fort and Fortress units that have not retreated.

    A Fortress that has lost its garrison still helps who stands with it; alone it is not attacked (9.1).
    """
    return with_guns(s, [u for u in s.own(target, FOE[s.active]) if not s.did[u] & RETREATED])


def with_guns(s: OAOState, units: Iterable[int]) -> list[int]:
    """8.8.1.d, 13.2: those of some units that could fight together: no supply units or siege guns in Deployed Mode, and
    Artillery only with a Combat unit; a Fortress is none."""
    found = [u for u in units if not IS_SUPPLY[u] and not (s.face[u] and IS_ARTILLERY[u])]
    escorted = any(s.is_combat(u) for u in found)
    return [u for u in found if escorted or not IS_ARTILLERY[u]]


def bystanders(s: OAOState, target: int) -> tuple[int, ...]:
    """9.2.5 A, 8.8.1.d, 13.2: who takes no part in a defence though he stands there, and goes if all the others must:
    units that have retreated in this phase, siege guns in Deployed Mode, guns without a Combat unit."""
    taking = able(s, target)
    return tuple(u for u in s.own(target, FOE[s.active]) if u not in taking and not IS_SUPPLY[u] and not IS_FORTRESS[u])


def fights(s: OAOState, units: Iterable[int]) -> bool:
    """Whether there is somebody among units who can be attacked at all."""
    return any(s.is_combat(u) or IS_FORT[u] or holds(s, u) for u in units)


def holds(s: OAOState, u: int) -> bool:
    """12.1: a Fortress with its exterior garrison."""
    return IS_FORTRESS[u] and not s.face[u]


def shaken(s: OAOState, u: int) -> bool:
    """9.2.5: a unit of a Force that is Combat Ineffective or Demoralized."""
    lead = formation_of(s, u)
    return lead is not None and not may_attack(s, lead)


def _fights_with(s: OAOState, u: int, force: Force, taking: list[int]) -> bool:
    """5.5.1: whether a unit in two hexes is with this Force, and not with that of its Formation in the other hex."""
    host = s.assigned[u]
    return u == force[0] or host < 0 or host in force or host not in taking or not set(s.hexes(host)) & set(s.hexes(u))


def parties(s: OAOState, units: Iterable[int], side: str) -> list[Force]:
    """The Forces among those who take part, with those of their units that do; Fortresses are none.

    5.5.1: an Asset in two hexes, with a Formation in each, fights with the one to which it is assigned.
    """
    taking = [u for u in units if s.at[u] < SIZE]
    found: list[Force] = []
    for h in dict.fromkeys(h for u in taking for h in s.hexes(u)):
        for force in forces(s, h, side):
            mine = tuple(u for u in force if u in taking and (s.second[u] < 0 or _fights_with(s, u, force, taking)))
            if mine and not any(set(mine) <= set(other) for other in found):
                found = [other for other in found if not set(other) <= set(mine)]
                found.append(mine)
    return found

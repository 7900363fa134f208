"""12, 11-10, 16-4, 26-6, 29-2, 33-7: who may attack at all, who may attack a hex, and which hexes can be attacked."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg import danube, supply
from front1914.titles.der_weltkrieg.board import BOARD, MOUNTAIN, OPEN_RING, RING, SIZE, TERRAIN, TRACK
from front1914.titles.der_weltkrieg.combat.battle import (
    ASSAULT,
    COLUMN,
    UNSUPPLIED,
)
from front1914.titles.der_weltkrieg.combat.forces import assault_points
from front1914.titles.der_weltkrieg.combat.payer import against
from front1914.titles.der_weltkrieg.combat.supplying import (
    best_payer,
    needs_none,
    refuse_unsupplied,
)
from front1914.titles.der_weltkrieg.combat.terrain import column_passes
from front1914.titles.der_weltkrieg.nations import FOE
from front1914.titles.der_weltkrieg.stacking import LIMIT, load
from front1914.titles.der_weltkrieg.state import COMBAT, HINDENBURG, STEADY, TRENCH, DWState
from front1914.titles.der_weltkrieg.world import (
    FLAGS,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_FLOTILLA,
    IS_FORTRESS,
    IS_INFANTRY,
    IS_SIEGE,
    NATION,
    OWN,
    SIDE,
)

NARROW_FACTOR = 2  #: 11-10: times what a narrow hex holds may attack it

# ---- who may attack at all


def unfit(s: DWState, u: int) -> Reason | None:
    """Why a unit may not attack anywhere in this phase."""
    if SIDE[u] != s.active:
        return Reason("12-1", "it is not yours")
    if s.at[u] >= SIZE:
        return Reason("12-4", "it is not on the map")
    if IS_FORTRESS[u]:
        return Reason("21-3", "fortresses never attack")
    if "defence_only" in FLAGS[u]:
        return Reason("12-14", "its strength counts in defence only")
    if not (IS_INFANTRY[u] or IS_CAVALRY[u] or IS_ARTILLERY[u] or IS_FLOTILLA[u]) or not s.strength[u]:
        return Reason("12-4", "it has no combat strength")
    if s.entrained[u]:
        return Reason("7-11", "it is on a train")
    return Reason("12-9", "it has attacked in this phase") if s.attacked[u] else None


@kept(*COMBAT)
def fit(s: DWState) -> dict[int, list[int]]:
    """12-4: by hex, the units of the active side that may attack something."""
    near = BOARD.spread(s.ground(FOE[s.active]).every)
    found: dict[int, list[int]] = {}
    at = s.at
    for u in OWN[s.active]:
        h = at[u]
        if h < SIZE and (near >> h & 1 or assault_points(s, u)) and unfit(s, u) is None:
            found.setdefault(h, []).append(u)
    return found


def beside(s: DWState, target: int) -> list[int]:
    """Those who may attack and stand beside a hex."""
    by = fit(s)
    return [u for h in members(RING[target]) for u in by.get(h, ())]


# ---- who may attack this hex


def unreachable(s: DWState, target: int, u: int) -> Reason | None:
    """12-4, 12-5, DW-R101: why a unit cannot attack a hex from where it stands."""
    h = s.at[u]
    if not RING[target] >> h & 1:
        return Reason("12-4", "it is not adjacent to the hex")
    if not OPEN_RING[target] >> h & 1:  # 12-5.1
        return Reason("12-5", "nobody attacks across sea, lakes or alpine hexsides")
    link = BOARD.link[h, target]
    if IS_ARTILLERY[u] and TERRAIN[link] == MOUNTAIN and not TRACK[link]:
        return Reason("12-5", "artillery could not cross these mountains")
    return None


def siege_objection(s: DWState, target: int, u: int) -> Reason | None:
    """29-2, 29-15: siege guns fire at fortresses; from 1915 on also at trenches."""
    if not IS_SIEGE[u] or any(IS_FORTRESS[v] and SIDE[v] != SIDE[u] for v in s.stack(target)):
        return None
    if s.year < 1915:
        return Reason("29-2", "in 1914 siege artillery attacks fortresses only")
    return None if s.work[target] in (TRENCH, HINDENBURG) else Reason("29-15", "siege artillery fires at trenches only")


def crowded(s: DWState, target: int, units: Sequence[int]) -> Reason | None:
    """11-10: a narrow hex is attacked by twice what it could hold at most."""
    most, guns = LIMIT[target]
    if (most, guns) == _OPEN_LIMIT:
        return None
    origins = {s.at[u] for u in units}
    loads = [load(s, [u for u in units if s.at[u] == h]) for h in origins]  # 27-3: components stand together in a hex
    halves, barrels = (sum(kind) for kind in zip(*loads, strict=True))
    if halves > NARROW_FACTOR * most or barrels > NARROW_FACTOR * guns:
        return Reason("11-10", "so many units cannot attack such a narrow hex")
    return None


_OPEN_LIMIT = max(LIMIT)


def objection(s: DWState, kind: int, target: int, chosen: Sequence[int], u: int) -> Reason | None:
    """33-7, 33-7.1: why a unit that may attack may not join those chosen."""
    if u in chosen:
        return Reason("12-9", "it takes part already")
    if (reason := unreachable(s, target, u) or siege_objection(s, target, u)) is not None:
        return reason
    if kind == COLUMN:
        return column_objection(s, target, u) or crowded(s, target, [*chosen, u])
    if vacant(s, target) and not assault_points(s, u):
        return Reason("33-7", "only Assault units attack a vacant hex")
    if IS_FLOTILLA[u]:
        return flotilla_objection(s, target, chosen, u)
    return danube.refuse_attack(s, u, target) or crowded(s, target, [*chosen, u]) or dry(s, target, u)


def dry(s: DWState, target: int, u: int) -> Reason | None:
    """19-11, 26-6, 29-4: why a unit whom no Supply Line reaches may not attack.

    Stocks do not matter here: whether a Combat Phase asks for anything must not tell them (17-5)."""
    if vacant(s, target) or not must_be_funded(s, u) or needs_none(s, u, True) or supply.payers(s, u, True):
        return None
    return refuse_unsupplied(s, u, against(s, target, SIDE[u]))


def flotilla_objection(s: DWState, target: int, chosen: Sequence[int], u: int) -> Reason | None:
    """36-6: flotillas support ground units of their own hex against a hex on the Danube."""
    if not danube.BANKS >> target & 1:
        return Reason("36-6", "the hex does not border the Danube")
    if not any(s.at[v] == s.at[u] and not IS_FLOTILLA[v] for v in chosen):
        return Reason("36-6", "choose ground units of its hex first")
    return None


def column_objection(s: DWState, target: int, u: int) -> Reason | None:
    """16-4, 16-5, 16-10."""
    if IS_ARTILLERY[u]:
        return Reason("16-4", "artillery makes no Column Attack")
    if s.charged[u]:
        return Reason("16-5", "it has made a Column Attack in this phase")
    if not column_passes(s.at[u], target):
        return Reason("16-10", "no Column Attack crosses such a hexside")
    return dry(s, target, u)


def vacant(s: DWState, target: int) -> bool:
    """33-7: nobody is in the hex."""
    return not s.ground(FOE[s.active]).every >> target & 1


# ---- what can be attacked


@kept(*COMBAT)
def targets(s: DWState) -> int:
    """12-2, 12-7: enemy hexes that somebody can attack, and vacant ones beside Assault units (33-7)."""
    foe = s.ground(FOE[s.active]).every
    found = 0
    for h, units in fit(s).items():
        near = OPEN_RING[h] & foe
        if any(assault_points(s, u) for u in units):
            near |= OPEN_RING[h] & s.rules.area & ~s.neutral & ~s.ground(s.active).every
        for target in members(near & ~found):
            if not s.struck[target] and any(objection(s, ASSAULT, target, (), u) is None for u in units):
                found |= 1 << target
    return found


def affordable(s: DWState, target: int, u: int) -> bool:
    """19-2: whether a unit that must be supplied to attack can be, from what Headquarters hold."""
    return not must_be_funded(s, u) or best_payer(s, {}, u, against(s, target, SIDE[u])) != UNSUPPLIED


@kept(*COMBAT)
def open_targets(s: DWState) -> list[int]:
    """Of the hexes that somebody can attack, those for which the Supply Points suffice."""
    return [
        h
        for h in members(targets(s))
        if any(objection(s, ASSAULT, h, (), u) is None and affordable(s, h, u) for u in beside(s, h))
    ]


def must_be_funded(s: DWState, u: int) -> bool:
    """19-11, 26-6: guns and units of shaken countries do not attack without supply."""
    return IS_ARTILLERY[u] or s.morale[NATION[u]] > STEADY

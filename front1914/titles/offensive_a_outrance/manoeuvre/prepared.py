"""7.3: Prepared Attacks: what a marker costs, and who may place one where."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.titles.offensive_a_outrance.board import BOARD, OPEN, RING
from front1914.titles.offensive_a_outrance.charts import ZONES
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import COMBAT_LIMIT
from front1914.titles.offensive_a_outrance.manoeuvre.ways import attack_penalty, points, side_cost
from front1914.titles.offensive_a_outrance.organisation.effectiveness import may_attack
from front1914.titles.offensive_a_outrance.organisation.forces import Force, force_of, formation_of
from front1914.titles.offensive_a_outrance.plans import refuse_marker
from front1914.titles.offensive_a_outrance.sieges.camps import besieged
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import FOE

LEAST = 4  #: 7.3: the fewest MPs for a marker


def prepare_cost(s: OAOState, a: int, b: int) -> int | None:
    """7.3, B12: MPs to place a marker that points from a hex at its neighbour; None if nobody attacks that way."""
    cost = None if s.flooded(a, b) else side_cost(s, a, b)
    if cost is None:
        return None
    shell = s.ground(FOE[s.active]).shells >> b & 1
    return max(LEAST, cost + (ZONES.fortress if shell else 0))


def refuse_preparing(s: OAOState, force: Force) -> Reason | None:
    """7.3, 8.1.c: why a Force cannot place Prepared Attack markers at all."""
    here, lead = s.at[force[0]], force[0]
    if s.phase != "movement":
        return Reason("7.3", "not in the Counter Movement Phase")  # 7.3.d
    if (reason := refuse_marker(s, lead)) is not None:
        return reason
    if not all(s.is_infantry(u) for u in force if s.is_combat(u)) or not s.is_combat(lead):
        return Reason("7.3", "only infantry prepares an attack")  # 7.3.b
    if s.second[lead] >= 0:
        return Reason("7.3.2", "not in Two-Hex Status")  # 19.1.4.c
    of = formation_of(s, lead)
    if of is not None and not may_attack(s, of):  # 5.5.1: an Asset beside its Formation is of its Force
        return Reason("7.3.2", "it is Combat Ineffective or Demoralized, or its Formation is")  # 6.3.a, 6.4.a
    if besieged(s, s.active) >> here & 1:
        return Reason("7.3.2", "its Fortified Camp is Invested")  # 7.3.2.a
    marked = [u for u in s.own(here, s.active) if s.pa[u] >= 0 and u not in force]
    if sum(s.size(u) for u in (*marked, *force) if s.is_combat(u)) > COMBAT_LIMIT:
        return Reason("7.3", "too many in the hex have prepared attacks")  # 7.3.c
    return None


def targets(s: OAOState, force: Force) -> list[int]:
    """7.3: the hexes at which a Force that may place markers can let them point: what `refuse_pointing` allows."""
    here, left, strength = s.at[force[0]], points(s, force), sum([s.attack(u) for u in force])
    free = RING[here] & OPEN & s.rules.area & ~s.ground(s.active).units  # 7.3.1.b
    found, bound = [], pointing(s, force)
    for h in BOARD.neighbours[here]:
        if bound not in (-1, h):
            continue
        if free >> h & 1 and strength + attack_penalty(here, h) >= 1:  # 7.3.2.b
            cost = prepare_cost(s, here, h)
            if cost is not None and cost <= left:
                found.append(h)
    return found


def pointing(s: OAOState, force: Force) -> int:
    """7.3.1, 7.3.1.a: the hex at which other units of the Force to which some belong let their markers point, -1 for
    none."""
    return next((s.pa[u] for u in force_of(s, force[0]) if u not in force and s.pa[u] >= 0), -1)


def refuse_pointing(s: OAOState, force: Force, h: int) -> Reason | None:
    """7.3: why a Force that may place markers cannot let them point at a hex."""
    here = s.at[force[0]]
    if not BOARD.ring[here] >> h & 1 or not (OPEN & s.rules.area) >> h & 1:
        return Reason("7.3", "a marker points at the next hex")
    if s.ground(s.active).units >> h & 1:
        return Reason("7.3.1", "friends stand there")
    if pointing(s, force) not in (-1, h):
        return Reason("7.3.1", "another unit of its Force has a marker that points at another hex")
    cost = prepare_cost(s, here, h)
    if cost is None:
        return Reason("9.2.3", "nobody attacks across that hexside")
    if cost > points(s, force):
        return Reason("7.3", f"it takes {cost} MPs")
    if sum(s.attack(u) for u in force) + attack_penalty(here, h) < 1:
        return Reason("7.3.2", "the ground would leave it no Attack Strength")  # 7.3.2.b
    return None


def refuse_prepare(s: OAOState, force: Force, h: int) -> Reason | None:
    """7.3: why a Force cannot place Prepared Attack markers that point at a hex."""
    return refuse_preparing(s, force) or refuse_pointing(s, force, h)

"""26: Strategic Plans: whom they bind, how they are achieved, abandoned, activated, and Mandated Attacks.

A plan binds the infantry Formations of its army: whoever moves must end the phase nearer to one of the objectives. The
hexes where a Formation may end are kept as a bitset by army and hex of departure; `onward` says where it may pass.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.engine.kept import in_look
from front1914.kit.bits import members
from front1914.kit.costs import CLOSED
from front1914.kit.reach import Reach
from front1914.titles.offensive_a_outrance.board import BEYOND_SCHELDE, BOARD, CAMP, SIZE
from front1914.titles.offensive_a_outrance.charts import MANDATED, PLAN_RULES, POINTS
from front1914.titles.offensive_a_outrance.manoeuvre.straddle import moves
from front1914.titles.offensive_a_outrance.manoeuvre.ways import march, points
from front1914.titles.offensive_a_outrance.organisation.forces import Force
from front1914.titles.offensive_a_outrance.organisation.membership import SIXTH
from front1914.titles.offensive_a_outrance.scenarios import OBJECTIVES_OF
from front1914.titles.offensive_a_outrance.state import CI, PLANS, STUCK, OAOState
from front1914.titles.offensive_a_outrance.victory import award
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMY_NATION,
    ARMY_SIDE,
    FOE,
    IS_FORMATION,
    IS_INFANTRY,
    NATION,
    NO_ARMY,
    OWN,
    RANK,
    UNITS,
)

NO_PLAN, IDLE, ACTIVE, ACHIEVED, ABANDONED, EXPIRED = map(
    PLANS.number, ("none", "idle", "active", "achieved", "abandoned", "expired")
)
BELGIAN, SECOND = ARMIES.number("be-BELGIAN"), ARMIES.number("f-SECOND")
FOURTH, FIFTH = ARMIES.number("g-FOURTH"), ARMIES.number("g-FIFTH")
FREE_DIVISION = UNITS.number("be-4")  #: 26.5.3
BRIGADE = 2  #: RANK of the least unit that captures an objective (26.1.1)
REDOUBT = CAMP["Antwerpen"] | BEYOND_SCHELDE  #: 26.5.2
MOST_COUNTED = 31  #: attacks that are counted: far more than any army needs
REQUIRED = {ARMIES.number(word): number for word, number in MANDATED.items()}  #: 26.4.2

FURTHER = "by its Strategic Plan it must end nearer to an objective of its army"

# ---- whom a plan binds (26.2)

#: by unit: whether plans concern it: infantry Formations, without the Belgian 4th Division (26.5.3)
CONCERNED = tuple(IS_FORMATION[u] and IS_INFANTRY[u] and u != FREE_DIVISION for u in UNITS.numbers)


def bound(s: OAOState, u: int) -> bool:
    """26.2, 26.2.a: whether a plan restricts the movement of a unit; French and Germans at CI or worse are free."""
    army = s.army[u]
    if army == NO_ARMY or s.plan[army] != ACTIVE or not CONCERNED[u]:
        return False
    return s.ce[u] < CI or NATION[u] == "belgian"


@cache
def goals(army: int) -> tuple[int, ...]:
    """26.1: the hexes of the objectives of an army, the primary ones among them."""
    return tuple(dict.fromkeys(h for bits in OBJECTIVES_OF[army].every for h in members(bits)))


@cache
def nearer(army: int, start: int) -> int:
    """26.2.1, B88: bitset of the hexes that are nearer than one to some objective of an army."""
    found = 0
    for goal in goals(army):
        found |= BOARD.within(goal, BOARD.distance(start, goal) - 1) if start != goal else 0
    return found


ANYWHERE = -1


def ends(s: OAOState, force: Force) -> int:
    """26.2.1: bitset of the hexes where a moving Force may end, or ANYWHERE. Where it began it may stay."""
    lead = force[0]
    if not bound(s, lead) or s.origin[lead] < 0:
        return ANYWHERE
    return nearer(s.army[lead], s.origin[lead]) | 1 << s.origin[lead]


def onward(s: OAOState, force: Force) -> int:
    """26.2.1, H11: bitset of the hexes to which a Force may go now: it may end there, or still get to where it may."""
    allowed = ends(s, force)
    found = march(s, force)
    if allowed == ANYWHERE or not found.bits & ~allowed:
        return found.bits
    return _onward(s, force)


@in_look
def _onward(s: OAOState, force: Force) -> int:
    found, lead = march(s, force), force[0]
    return found.bits & ends(s, force) | _halfway(found, nearer(s.army[lead], s.origin[lead]))


@lru_cache(maxsize=512)
def _halfway(found: Reach, goal: int) -> int:
    """Of the hexes that a Force can reach, those from which its points still bring it to some others.

    A search backwards from those others. Whoever cannot get there for what is left on arrival helps nobody behind him.
    """
    search = found.search
    table, tolls, costs, limit = search.costs, search.rule.tolls, found.costs, search.limit
    steps, back, price, zone, held = BOARD.steps, BOARD.back, table.costs, search.zone, search.held
    others, start = found.bits & ~goal, search.sources.bit_length() - 1
    need = dict.fromkeys(members(found.bits & goal & BOARD.spread(others)), 0)
    queue: list[list[int]] = [list(need), *([] for _ in range(limit))]
    passed = 0
    for spent, level in enumerate(queue):
        for b in level:  # may grow: a step may cost nothing
            if need[b] != spent:
                continue
            grip = 0 if not zone >> b & 1 else 2 if held >> b & 1 else 1
            for k in range(b * 6, b * 6 + 6):
                a = steps[k]
                if a < 0 or not others >> a & 1:
                    continue
                cost = price[back[k]] if a != start else search.cost(back[k], b, True)
                if cost == CLOSED:
                    continue
                then = spent + cost + tolls[zone >> a & 1][grip]
                if then <= limit - costs[a] and then < need.get(a, limit + 1):
                    need[a] = then
                    queue[then].append(a)
                    passed |= 1 << a
    return passed


def refuse_end(s: OAOState, force: Force) -> Reason | None:
    """26.2.1: why a Force cannot end its move where it stands; whoever can no longer get nearer may (P1)."""
    allowed = ends(s, force)
    if allowed == ANYWHERE or any(allowed >> h & 1 for h in s.hexes(force[0])):
        return None
    return Reason("26.2.1", FURTHER) if _can_mend(s, force, allowed) else None


def _can_mend(s: OAOState, force: Force, allowed: int) -> bool:
    """Whether a Force that may not end where it stands can still get to where it may."""
    if s.did[force[0]] & STUCK or points(s, force) <= 0:
        return False
    if s.second[force[0]] < 0:
        return bool(onward(s, force) & allowed)
    found = moves(s, force)
    return any(allowed >> h & 1 for h in found.hexes) or any(
        allowed >> h & 1 for link in found.links for h in BOARD.links[link]
    )


def refuse_goal(s: OAOState, force: Force, *hexes: int) -> Reason | None:
    """26.2.1: why a Force cannot end its move in some hexes (19: one of two is enough)."""
    allowed = ends(s, force)
    if allowed == ANYWHERE or any(allowed >> h & 1 for h in hexes):
        return None
    return Reason("26.2.1", FURTHER)


# ---- the German Sixth Army (26.6.2a)


def refuse_marker(s: OAOState, u: int) -> Reason | None:
    """26.6.2a: why a unit may not place a Prepared Attack marker."""
    if s.army[u] == SIXTH and s.plan[SIXTH] == IDLE:
        return Reason("26.6.2a", "the plan of the Sixth Army is still idle")  # 26.6.2a.a
    return None


# ---- achieved (26.1, 26.5.2, 26.6)


def captured(s: OAOState, army: int) -> bool:
    """26.1.1, 26.6.1, 26.1.1.a: whether the primary objective of an army is captured."""
    side = ARMY_SIDE[army]
    for h in members(OBJECTIVES_OF[army].primary):
        for u in s.own(h, side):
            if IS_INFANTRY[u] and RANK[u] - (s.second[u] >= 0) >= BRIGADE:  # 19.1.3: a half is smaller by one
                return True
    return False


def fulfilled(s: OAOState) -> bool:
    """26.5.2: whether all Belgian infantry Formations but the 4th Division are in Antwerpen or beyond the Schelde."""
    return all(
        REDOUBT >> h & 1
        for u in OWN["allied"]
        if CONCERNED[u] and NATION[u] == "belgian" and s.at[u] < SIZE
        for h in s.hexes(u)
    )


def note_achieved(s: OAOState) -> None:
    """26.1, B89, 26.1.a, 27.1.a, 4.2.1a.b: at the end of a Player Turn; from the next one on the army is free."""
    for army in OBJECTIVES_OF:
        if s.plan[army] == ACTIVE and (fulfilled(s) if army == BELGIAN else captured(s, army)):
            close(s, army, ACHIEVED)


def close(s: OAOState, army: int, state: int) -> None:
    """A plan ends; that of the German Fifth Army with that of the Fourth (26.6.3)."""
    s.plan[army] = state
    s.tell("plan", army=army, plan=state)
    if army == FOURTH and s.plan[FIFTH] == ACTIVE:
        close(s, FIFTH, state)


# ---- abandoned (26.3, 27.1)


def refuse_abandon(s: OAOState, side: str, army: int) -> Reason | None:
    """26.3: why a side cannot abandon the plan of an army."""
    if ARMY_SIDE[army] != side or s.plan[army] in (NO_PLAN, ACHIEVED, ABANDONED, EXPIRED):
        return Reason("26.3", "no army of yours with a Strategic Plan")
    if army == BELGIAN:
        return Reason("26.3", "the Belgian Army cannot abandon its plan")  # 26.3.a
    if army == FIFTH:
        return Reason("26.6.3", "its plan ends with that of the Fourth Army, never before")
    if s.plan[army] == IDLE:
        return Reason("26.6.2", "its plan is idle")
    if s.turn < PLAN_RULES.abandon_from:
        return Reason("26.3", f"not before turn {PLAN_RULES.abandon_from}")  # 26.3.b
    left = REQUIRED.get(army, 0) - s.mandated[army]
    if left > 0:
        # 26.3.c, 26.4.2.a
        return Reason("26.4.2", f"it must first make {left} more Mandated {'Attack' if left == 1 else 'Attacks'}")
    return None


def loss(s: OAOState, army: int) -> int:
    """27.1, B115: the points that abandoning costs, by the nearest infantry unit of the army: 0 or less."""
    primary = members(OBJECTIVES_OF[army].primary)
    hexes = [h for u in OWN[ARMY_SIDE[army]] if s.is_infantry(u) and s.army[u] == army for h in s.hexes(u)]
    far = min((BOARD.distance(h, goal) for h in hexes for goal in primary), default=len(POINTS.abandoned))
    return POINTS.abandoned[min(max(far, 1), len(POINTS.abandoned)) - 1]


class JointPlans(Step):
    """4.2.1a: plans that expire; both players may abandon plans, the Phasing Player first; then the Sixth Army."""

    name, rule = "plans", "4.2.1a"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.plan[BELGIAN] == ACTIVE and s.turn >= PLAN_RULES.belgian_until:  # 26.5.2.a
            close(s, BELGIAN, EXPIRED)
        if s.plan[SIXTH] == IDLE and s.turn >= PLAN_RULES.sixth_from:
            s.flow.append(("sixth_army",))
        s.flow += [("abandon_plan", side) for side in (FOE[s.phasing], s.phasing) if abandonable(s, side)]  # 4.2.1a.c


def abandonable(s: OAOState, side: str) -> list[int]:
    """The armies whose plans a side may abandon now."""
    if s.turn < PLAN_RULES.abandon_from:
        return []
    return [army for army in OBJECTIVES_OF if refuse_abandon(s, side, army) is None]


class AbandonPlan(Step):
    """26.3: a player may abandon plans of his armies. The frame: the side."""

    name, rule, frame, ends = "abandon_plan", "26.3", ("",), ("done",)

    def side(self, s: OAOState) -> str:
        return str(s.flow[-1][1])

    def prompt(self, s: OAOState) -> str:
        return "You may abandon the Strategic Plan of an army: it costs Victory Points (27.1) and frees its movement."

    def legal_army(self, s: OAOState) -> list[int]:
        return abandonable(s, self.side(s))

    def refuse_army(self, s: OAOState, army: int) -> Reason | None:
        return refuse_abandon(s, self.side(s), army)

    def do_army(self, s: OAOState, army: int) -> None:
        side = self.side(s)
        if "27.1" in s.rules.victory.rules:
            award(s, "27.1", side, loss(s, army))  # 26.3.d
        close(s, army, ABANDONED)
        if not abandonable(s, side):
            s.flow.pop()

    def hints(self, s: OAOState) -> dict[str, dict[str, Any]]:
        return {f"army {ARMIES[army]}": {"mark": f"{loss(s, army)} VP"} for army in self.legal_army(s)}


class SixthArmy(Step):
    """26.6.2, 26.6.2.a, 26.6.2.b: the plan of the German Sixth Army is activated, or a die is thrown for it."""

    name, rule = "sixth_army", "26.6.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.turn >= PLAN_RULES.sixth_sure or s.plan[SECOND] in (ACHIEVED, ABANDONED):
            close(s, SIXTH, ACTIVE)
        else:
            s.flow.append(("sixth_roll",))


class SixthRoll(Die):
    """26.6.2, 26.6.2.a: on 1, 2 or 3."""

    name, rule = "sixth_roll", "26.6.2"

    def prompt(self, s: OAOState) -> str:
        return "Does the German Sixth Army go over to the attack?"

    def do_die(self, s: OAOState, face: int) -> None:
        s.flow.pop()
        s.tell("sixth_roll", die=face)
        if face <= PLAN_RULES.sixth_die:
            close(s, SIXTH, ACTIVE)


# ---- Mandated Attacks (26.4.2)


def mandated_by(s: OAOState, attackers: tuple[int, ...]) -> list[int]:
    """B90: the French armies for which an Intense attack of some units would be a Mandated Attack."""
    armies = {s.army[u] for u in attackers if IS_FORMATION[u] and IS_INFANTRY[u] and s.at[u] < SIZE}
    return sorted(a for a in armies if a != NO_ARMY and ARMY_NATION[a] == "french" and s.plan[a] == ACTIVE)


def count_mandated(s: OAOState, attackers: tuple[int, ...]) -> None:
    """26.4.2, 9.8.d: an attack was declared Intense."""
    for army in mandated_by(s, attackers):
        s.mandated[army] = min(s.mandated[army] + 1, MOST_COUNTED)
        s.tell("mandated", army=army, number=s.mandated[army], needed=REQUIRED.get(army, 0))


def in_force(s: OAOState, side: str) -> list[int]:
    """The armies of a side that have, or had, a plan."""
    return [army for army in OBJECTIVES_OF if ARMY_SIDE[army] == side and s.plan[army] != NO_PLAN]


def status(s: OAOState, army: int) -> str:
    """The plan of an army in words."""
    text = f"{ARMIES.name(army)}: {PLANS[s.plan[army]]}"
    if army in REQUIRED and s.plan[army] == ACTIVE:
        text += f", {min(s.mandated[army], REQUIRED[army])} of {REQUIRED[army]} Mandated Attacks made"
    return text


STEPS = (JointPlans(), AbandonPlan(), SixthArmy(), SixthRoll())

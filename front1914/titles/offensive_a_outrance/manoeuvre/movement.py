"""7: the movement phases: Forces are picked one after the other; they march, prepare attacks, recover, dig.

A far hex is reached by a cheapest way; whoever wants another goes step by step. On every hex entered the other side may
react (entry.py); then the march goes on if nothing stands in its way. A move ends when its owner stops it, or picks
somebody else; whoever marched beyond his allowance is then checked (7.2.3).
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import HEXES, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.bulk import (
    follow_to,
    idle_trains,
    recover_all,
    refuse_follow,
    refuse_recovery,
)
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.manoeuvre.forts import abandonable, refuse_abandon
from front1914.titles.offensive_a_outrance.manoeuvre.movers import BOUND, movers
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import abandon
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import (
    contenders,
    excused,
    ordered,
    overfull,
)
from front1914.titles.offensive_a_outrance.manoeuvre.ways import (
    allowance,
    march,
)
from front1914.titles.offensive_a_outrance.nations.territorials import (
    MISSION_ENDS,
    closes,
    holds,
    on_duty,
)
from front1914.titles.offensive_a_outrance.nations.territorials import units as territorial_units
from front1914.titles.offensive_a_outrance.organisation.combinations import (
    REVERSIBLE,
    combinable,
    do_combine,
    do_integrate,
    do_split,
    refuse_combine,
    refuse_integrate,
    refuse_split,
)
from front1914.titles.offensive_a_outrance.organisation.forces import marchers
from front1914.titles.offensive_a_outrance.railways.naval import Embarking
from front1914.titles.offensive_a_outrance.railways.transport import Riding, waiting
from front1914.titles.offensive_a_outrance.sieges.siege import (
    deploy,
    deployable,
    refuse_deploy,
    refuse_leaving,
    refuse_undeploy,
    undeploy,
    undeployable,
)
from front1914.titles.offensive_a_outrance.state import BY_FOOT, DIVERTED, MOVED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    IS_FORT,
    MOBILE,
    PARENT_OF,
    SIDE,
    UNITS,
)

NOWHERE = -1

# ---- who may move


def refuse_start(s: OAOState, u: int) -> Reason | None:
    """Why a unit cannot be picked to move."""
    if SIDE[u] != s.active:
        return Reason("4.2", "not your unit")
    if s.at[u] >= SIZE:
        return Reason("7.0", "it is not on the map")
    if not MOBILE[u] and not (IS_FORT[u] and s.face[u]):
        return Reason("7.0", "Fort and Fortress units cannot move")
    if s.trip[u] == DIVERTED:
        return Reason("7.9.1.3", "its Port was changed: it does not move in the turn in which it debarks")  # 7.9.1.3.b
    if s.did[u] & BOUND:
        return Reason("7.1.2", "its move is over")  # 7.1.2.d
    if not s.is_active(u):
        return Reason("1.1", "it is Inactive")
    if s.rail[u] != BY_FOOT:
        return Reason("7.7.3", "it is in Rail Mode")  # 7.7.3.a
    return refuse_leaving(s, u)


class Move(Embarking, Riding, Step):
    """7.1.2: choose a Force to move, or finish the phase."""

    name, rule = "move", "7.1.2"

    def prompt(self, s: OAOState) -> str:
        crowd = [HEXES.name(h) for h in overfull(s, s.active) if not excused(s, h, s.active)]
        more = f" Too many units stand in {', '.join(crowd)}: the excess will be lost." if crowd else ""
        if riders := waiting(s, s.active):
            more += f" Without a destination (7.7.3): {', '.join(UNITS.name(u) for u in riders)}."
        return f"Choose a unit to move ({allowance(s)} MPs), or finish moving.{more}"

    def legal_unit(self, s: OAOState) -> tuple[int, ...]:
        return movers(s, s.active)

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        return refuse_start(s, u)

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow.append(("march", marchers(s, u)))

    def legal_abandon(self, s: OAOState) -> list[int]:
        return abandonable(s)

    def refuse_abandon(self, s: OAOState, u: int) -> Reason | None:
        return refuse_abandon(s, u)

    def do_abandon(self, s: OAOState, u: int) -> None:
        """8.5.4: a Fort is given up; its garrison may march."""
        settle(s)
        abandon(s, u)

    def legal_deploy(self, s: OAOState) -> list[int]:
        return deployable(s, s.active)

    def refuse_deploy(self, s: OAOState, u: int) -> Reason | None:
        return refuse_deploy(s, u)

    def do_deploy(self, s: OAOState, u: int) -> None:
        """13.2.1, 13.3.3: a siege gun, or a marker with its HQ, stays to be deployed."""
        deploy(s, u)

    def legal_undeploy(self, s: OAOState) -> list[int]:
        return undeployable(s, s.active)

    def refuse_undeploy(self, s: OAOState, u: int) -> Reason | None:
        return refuse_undeploy(s, u)

    def do_undeploy(self, s: OAOState, u: int) -> None:
        """13.2.1, 13.3.3: a siege gun becomes Mobile, a marker returns into reserve."""
        undeploy(s, u)

    def legal_top(self, s: OAOState) -> list[int]:
        return contenders(s, s.active)

    def why_top(self, s: OAOState, u: int) -> Reason:
        if SIDE[u] != s.active or s.at[u] >= SIZE:
            return Reason("3.1.5", "not a unit of yours on the map")
        return Reason("3.1.5", "only equals of the top unit may take its place")

    def do_top(self, s: OAOState, u: int) -> None:
        """3.1.5.b: of equals the owner puts one on top."""
        for h in s.hexes(u):
            for place, v in enumerate((u, *(v for v in ordered(s, h, s.active) if v != u))):
                s.order[v] = place

    def legal_combine(self, s: OAOState) -> list[int]:
        return combinable(s)

    def refuse_combine(self, s: OAOState, u: int) -> Reason | None:
        return refuse_combine(s, u)

    def do_combine(self, s: OAOState, u: int) -> None:
        """16.3: units become one; their move is over."""
        do_combine(s, u)

    def legal_split(self, s: OAOState) -> list[int]:
        return [REVERSIBLE] if refuse_split(s, REVERSIBLE) is None else []

    def refuse_split(self, s: OAOState, u: int) -> Reason | None:
        return refuse_split(s, u)

    def do_split(self, s: OAOState, u: int) -> None:
        """25.5: a combination is reversed; their move is over."""
        do_split(s, u)

    def scope_integrate(self, s: OAOState) -> list[int]:
        return [u for u in PARENT_OF if s.at[u] < SIZE]

    def refuse_integrate(self, s: OAOState, u: int) -> Reason | None:
        return refuse_integrate(s, u)

    def do_integrate(self, s: OAOState, u: int) -> None:
        """22.3.3: a detachment returns to its division, whose move is over."""
        do_integrate(s, u)

    def refuse_follow(self, s: OAOState, _: None) -> Reason | None:
        return refuse_follow(s)

    def do_follow(self, s: OAOState, _: None) -> None:
        """Depots and Trains close up."""
        s.flow.append(("follow", tuple(idle_trains(s))))

    def refuse_recover(self, s: OAOState, _: None) -> Reason | None:
        return refuse_recovery(s)

    def do_recover(self, s: OAOState, _: None) -> None:
        """7.5: all who can recover where they are."""
        recover_all(s)

    def do_done(self, s: OAOState, _: None) -> None:
        """The phase ends, unless Territorials have a gap to close first."""
        if s.turn > MISSION_ENDS or not close_gap(s):
            s.flow.pop()


def close_gap(s: OAOState) -> bool:
    """22.3.2, B83: a gap in the line of the Territorial Group must be closed if one of its Forces can do it without a
    Forced March: whoever has the shortest way goes."""
    if not on_duty(s) or holds(s):
        return False
    ways = []
    for u in territorial_units(s):
        if refuse_start(s, u) is None and s.is_combat(u) and s.second[u] < 0 and not s.task[u]:
            force, left = marchers(s, u), allowance(s) - s.spent[u]
            costs = march(s, force).costs if force[0] == u else {}
            ways += [(cost, u, h) for h, cost in costs.items() if 0 < cost <= left and closes(s, force, (h,))]
    if not ways:
        return False
    _, u, goal = min(ways)
    force = marchers(s, u)
    path = march(s, force).path_to(goal)
    assert path is not None
    for v in force:
        s.did[v] |= MOVED
    s.flow.append(("walk", force, path.nodes[1:], NOWHERE))
    return True


class Follow(Step):
    """Depots and Trains close up one after the other. The frame holds those that are left."""

    name, rule, frame = "follow", "7.1.2", ("unit",)

    def run(self, s: OAOState) -> None:
        _, trains = s.flow.pop()
        if not trains:
            return
        s.flow.append(("follow", trains[1:]))
        u = trains[0]
        goal = follow_to(s, u) if s.at[u] < SIZE else None
        s.did[u] |= MOVED
        path = None if goal is None else march(s, (u,)).path_to(goal)
        if path is not None:
            s.flow.append(("walk", (u,), path.nodes[1:], NOWHERE))


STEPS = (Move(), Follow())

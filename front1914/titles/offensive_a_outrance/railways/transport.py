"""7.7.3 to 7.7.5: entraining, the ride, detraining, interruptions; reinforcements that arrive in Rail Mode (16.1.1).

A unit pays Rail Points and MPs, and goes its way by itself until it has detrained: at the beginning of every movement
phase of its side `transports` lets each unit on the rails go on. The ride takes the shortest way, a little longer if
that keeps it clear of the enemy (7.7.3).
"""

from __future__ import annotations

from array import array
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    HEXES,
    SIZE,
)
from front1914.titles.offensive_a_outrance.charts import ALLOWANCE, RAIL_COST
from front1914.titles.offensive_a_outrance.manoeuvre.entry import (
    SETTLE,
    WATCH,
    Watch,
    enter,
    pass_by,
    settle,
    unnoticed,
    unsettled,
)
from front1914.titles.offensive_a_outrance.manoeuvre.straddle import join_halves
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance
from front1914.titles.offensive_a_outrance.railways.bottlenecks import room, use
from front1914.titles.offensive_a_outrance.railways.engineering import operational
from front1914.titles.offensive_a_outrance.railways.rail import (
    FREE,
    IN_USE,
    LIEGE,
    NET,
    ORDINARY,
    POINTS,
    RND_RP,
    SORTIE_RP,
    SPECIAL,
    bound_by,
    broken,
    busy,
    closed,
    destinations,
    home_ground,
    part,
    penned,
    refuse_destination,
    refuse_entrain,
    refuse_ride,
    special_pool,
    way,
)
from front1914.titles.offensive_a_outrance.railways.trains import BOARDING, RAIL_POINTS, interrupt
from front1914.titles.offensive_a_outrance.state import (
    BY_FOOT,
    DETRAIN,
    DETRAINING,
    ENTRAIN,
    ENTRAINED,
    ENTRAINING,
    INTERRUPTED,
    MOVED,
    NO_MARKS,
    NO_TASK,
    NO_TRIP,
    SORTIE,
    OAOState,
)
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    OWN,
    RND,
    SIDE,
    SIDES,
    SPAN,
    TRACK,
    UNITS,
)

BESIDE = 5  #: what a hex beside an enemy counts when a way is looked for (7.7.3 (4))
_NO_HEXES = array("b", bytes(SIZE))


# ---- paying and boarding (7.7.3 (1) to (3))


def pay(s: OAOState, u: int, how: str) -> None:
    """7.7.3 (1), 7.7.3.1: Rail Points are deducted."""
    if how == POINTS:  # 7.7.3.1.a: who arrives by rail pays nothing
        s.pools[ORDINARY[SIDE[u]]] -= RAIL_POINTS[u]
    elif how == SPECIAL:
        pool = special_pool(u)
        assert pool is not None
        if pool == RND_RP:  # 23.3.2.c
            s.pools[pool] = IN_USE
        else:
            s.pools[pool] -= 1
        s.trip[u] = SORTIE if pool == SORTIE_RP else NO_TRIP


def entrain(s: OAOState, u: int) -> None:
    """7.7.3 (3), 7.7.3.3.d: MPs are expended to entrain; with those that are left it rides at once."""
    s.station[s.at[u]] = 2 if u in RND else 1
    s.rail[u], s.task[u] = ENTRAINING, ENTRAIN
    _board(s, u)
    s.did[u] |= MOVED
    if s.done[u] >= BOARDING[u]:
        s.rail[u], s.task[u], s.done[u] = ENTRAINED, NO_TASK, 0
        s.flow.append(("ride", u))


def _board(s: OAOState, u: int) -> None:
    points = min(BOARDING[u] - s.done[u], max(0, allowance(s) - s.spent[u]))
    s.spent[u] += points
    s.done[u] += points


def detrain(s: OAOState, u: int) -> None:
    """7.7.3 (5), 7.7.3.5, 7.7.3.5.b, 7.7.3.5.c: what MPs are left are expended to detrain, if nobody else uses the
    station in this phase."""
    h = s.at[u]
    s.did[u] |= MOVED
    if s.spent[u] >= allowance(s) or busy(s, u, h):  # 7.7.3.5.a, 7.7.3.3.a
        return
    s.station[h] = 2 if u in RND else 1
    s.rail[u], s.task[u] = DETRAINING, DETRAIN
    _board(s, u)
    if s.done[u] < BOARDING[u]:
        return
    s.rail[u], s.task[u], s.done[u], s.goal[u], s.trip[u] = BY_FOOT, NO_TASK, 0, -1, NO_TRIP
    if s.spent[u] < allowance(s):
        s.did[u] &= ~MOVED
    s.tell("detrained", unit=u, hex=h)
    settle(s)
    join_halves(s, u)


class Board(Step):
    """7.7.3 (2): a unit's destination. The frame: the unit, and how its ride is paid for."""

    name, rule, frame, ends = "board", "7.7.3.2", ("unit", ""), ("back",)

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1]])

    def prompt(self, s: OAOState) -> str:
        _, u, how = s.flow[-1]
        cost = {POINTS: f"{RAIL_POINTS[u] / 2:g} RP", SPECIAL: "the special RP", FREE: "no RP"}[how]
        return f"Where does {UNITS.name(u)} ride to? It takes {cost}, and {BOARDING[u]} MPs to entrain or detrain."

    def legal_to(self, s: OAOState) -> list[int]:
        _, u, how = s.flow[-1]
        return members(destinations(s, u, how))

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        _, u, how = s.flow[-1]
        return refuse_destination(s, u, how, h)

    def do_to(self, s: OAOState, h: int) -> None:
        _, u, how = s.flow.pop()
        pay(s, u, how)
        s.goal[u] = h
        s.tell("bound", unit=u, hex=h)
        if s.flow[-1][0] == "march":
            for v in s.flow.pop()[1]:
                if v != u and s.spent[v]:
                    s.did[v] |= MOVED
        if how != FREE:
            entrain(s, u)
        elif s.phase in ("movement", "counter_movement"):
            s.flow.append(("ride", u))

    def hints(self, s: OAOState) -> dict[str, dict[str, Any]]:
        """How far it is."""
        _, u, _how = s.flow[-1]
        side = SIDE[u]
        steps = NET[side].ride(1 << s.at[u], SIZE, way(s, side), cut=broken(s, side)).steps
        return {f"to {HEXES[h]}": {"mark": f"{steps[h]} hexes"} for h in self.legal_to(s) if h in steps}


class Boarding:
    """7.7: what a unit that is about to march may do instead."""

    def refuse_entrain(self, s: OAOState, _: None) -> Reason | None:
        return refuse_entrain(s, s.flow[-1][1][0], POINTS)

    def do_entrain(self, s: OAOState, _: None) -> None:
        """7.7.3: the leading unit will entrain, when its destination is chosen."""
        s.flow.append(("board", s.flow[-1][1][0], POINTS))

    def refuse_special(self, s: OAOState, _: None) -> Reason | None:
        return refuse_entrain(s, s.flow[-1][1][0], SPECIAL)

    def do_special(self, s: OAOState, _: None) -> None:
        """18.6.4, 23.3.2, 24.5: with a special Rail Point."""
        s.flow.append(("board", s.flow[-1][1][0], SPECIAL))


# ---- the ride (7.7.3 (4))


def route(s: OAOState, u: int) -> tuple[int, ...]:
    """7.7.3.4.b: the hexes to come on a unit's way to its destination; () if there is no way.

    Bottlenecks without room are passed by if they can be; else the way leads to them, and the unit waits (B170).
    """
    side = SIDE[u]
    weights = [1] * SIZE
    for h in members(BOARD.spread(s.ground(FOE[side]).combat)):
        weights[h] = BESIDE  # the enemy's zones do not hold trains, a way beside him is only the dearer one
    every, cut = way(s, side), broken(s, side)
    for through in (every & ~closed(s, u, s.trip[u] == SORTIE), every):
        path = NET[side].path(1 << s.at[u], 1 << s.goal[u], through, cut=cut, weights=weights)
        if path:
            return path[1:]
    return ()


def leg(s: OAOState, u: int) -> tuple[int, ...]:
    """7.7.3.4.a: how far a unit rides now: as far as its MPs, bottlenecks and Invested camps allow (B170, B195)."""
    side = SIDE[u]
    found = route(s, u)[: max(0, allowance(s) - s.spent[u]) * ALLOWANCE.rail_hexes]  # 7.7.4.a
    barred = penned(s, u)
    for i, h in enumerate(found):
        left = None if exempt(s, u, h) else room(s, side, h)
        if barred >> h & 1 or (left is not None and left < RAIL_POINTS[u]):
            found = found[:i]
            break
    if found and found[-1] == s.goal[u]:
        return found
    danger = BOARD.spread(s.ground(FOE[side]).combat)
    while found and danger >> found[-1] & 1:
        found = found[:-1]
    return found


def exempt(s: OAOState, u: int, h: int) -> bool:
    """18.6.4, 18.6.4.c: units on a Sortie RP do not count against the capacity of Liège, though against every other."""
    return s.trip[u] == SORTIE and bool(LIEGE >> h & 1)


class Ride(Step):
    """7.7.3: a unit on the rails goes on with what it does: entrain, ride, detrain."""

    name, rule, frame = "ride", "7.7.3.4", ("unit",)

    def run(self, s: OAOState) -> None:
        _, u = s.flow.pop()
        if s.at[u] >= SIZE or s.rail[u] == BY_FOOT or s.goal[u] < 0:
            return
        if s.rail[u] == ENTRAINING:
            entrain(s, u)
        elif s.at[u] == s.goal[u]:
            detrain(s, u)
        else:
            self._go(s, u)

    def _go(self, s: OAOState, u: int) -> None:
        path = leg(s, u)
        s.did[u] |= MOVED
        if path:
            s.spent[u] += -(-len(path) // ALLOWANCE.rail_hexes)  # 7.7.2.b
            s.flow.append(("rolling", u, path, s.at[u]))


class Rolling(Step):
    """7.7.3.4: a unit rides hex by hex; who is beside its way may notice it. The frame: unit, way, where it set out."""

    name, rule, frame = "rolling", "7.7.3.4", ("unit", "hex", "hex")

    def run(self, s: OAOState) -> None:
        _, u, path, came = s.flow.pop()
        depth = len(s.flow)
        while path and s.rail[u] != BY_FOOT and not s.ground(FOE[SIDE[u]]).units >> path[0] & 1:
            path, passed = self._pass(s, u, path)
            self._use(s, u, path[0])
            s.flow.append(("rolling", u, path[1:], came))
            enter(s, (u,), path[0], passed=passed)
            if s.flow[-1] == SETTLE and unsettled(s) is None:
                s.flow.pop()
            if len(s.flow) > depth + 1:
                return  # something happens there first
            s.flow.pop()
            path = path[1:]
        if s.rail[u] == BY_FOOT:  # it was interrupted on its way
            return
        s.tell("rode", unit=u, to=s.at[u], hex=came)
        if s.at[u] == s.goal[u]:
            s.flow.append(("ride", u))

    def _pass(self, s: OAOState, u: int, path: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """Goes on as long as nobody takes notice, but for the last hex: what is left, and the hex passed last or -1."""
        side, here, passed = SIDE[u], s.at[u], -1
        quiet = unnoticed(s, side)
        while len(path) > 1 and quiet >> here & 1 and quiet >> path[0] & 1 and unsettled(s) is None:
            here = passed = path[0]
            self._use(s, u, here)
            pass_by(s, side, here)
            path = path[1:]
        return path, passed

    def _use(self, s: OAOState, u: int, h: int) -> None:
        if not exempt(s, u, h):
            use(s, SIDE[u], h, RAIL_POINTS[u])


def on_rails(s: OAOState, side: str) -> list[int]:
    """The units of a side that entrain, ride or detrain, in the order in which they use the stations."""
    if s.rail == NO_MARKS:
        return []
    return sorted(_railed(s, side), key=lambda u: (-(s.rail[u] != ENTRAINED), -s.done[u], u))


@kept("rail", "goal")
def _railed(s: OAOState, side: str) -> tuple[int, ...]:
    span = SPAN[side]
    return tuple(u for u, mode in enumerate(s.rail[span], span.start) if mode)


@kept("rail", "goal")
def _goals(s: OAOState, side: str) -> int:
    """Where the units of a side on the rails are bound for."""
    goals = 0
    for u in _railed(s, side):
        if s.goal[u] >= 0:
            goals |= 1 << s.goal[u]
    return goals


class Transports(Step):
    """7.7.3, 7.7.5: a movement phase begins: whoever has no way to his destination is interrupted, the others go on."""

    name, rule = "transports", "7.7.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        s.station = _NO_HEXES[:]
        if s.pools[RND_RP] == IN_USE:
            s.pools[RND_RP] = 0
        for u in on_rails(s, s.active):
            if s.goal[u] >= 0 and not part(s, s.active, s.at[u]) >> s.goal[u] & 1:  # 7.7.5.c
                interrupt(s, u)
        s.flow += [("ride", u) for u in reversed(on_rails(s, s.active))]


# ---- reinforcements in Rail Mode (16.1.1)


def waiting(s: OAOState, side: str) -> list[int]:
    """16.1.1, 7.7.3 (2): units that arrived in Rail Mode and have no destination yet."""
    return [u for u in on_rails(s, side) if s.rail[u] == ENTRAINED and s.goal[u] < 0]


class Riding:
    """7.7.3 (2): who arrived in Rail Mode is told where to ride."""

    def legal_ride(self, s: OAOState) -> list[int]:
        return [u for u in waiting(s, s.active) if destinations(s, u, FREE)]

    def refuse_ride(self, s: OAOState, u: int) -> Reason | None:
        if u not in waiting(s, s.active):
            return Reason("7.7.3.2", "it does not wait for a destination")
        return refuse_ride(s, u, FREE)

    def do_ride(self, s: OAOState, u: int) -> None:
        s.flow.append(("board", u, FREE))


def arrive(s: OAOState, u: int, h: int) -> None:
    """16.1.1: a unit enters in Rail Mode, without Rail Points, and is asked for its destination."""
    s.rail[u] = ENTRAINED
    s.flow.append(("asked", u))
    enter(s, (u,), h)


class Asked(Step):
    """7.7.3 (2), 7.7.3.2.b: whoever has arrived in Rail Mode is asked where he goes, if there is anywhere to go."""

    name, rule, frame = "asked", "16.1.1", ("unit",)

    def run(self, s: OAOState) -> None:
        _, u = s.flow.pop()
        if s.at[u] < SIZE and s.rail[u] == ENTRAINED and destinations(s, u, FREE):
            s.flow.append(("board", u, FREE))


# ---- interruptions (7.7.5)


def lost_goal(s: OAOState) -> int | None:
    """7.7.5, 7.7.5.b: a unit on the rails whose destination an enemy occupies, or has in his zone."""
    if s.rail == NO_MARKS:
        return None
    for side in SIDES:
        foe = s.ground(FOE[side])
        lost = (foe.units | foe.zone) & _goals(s, side)
        if lost:
            return next(u for u in on_rails(s, side) if s.goal[u] >= 0 and lost >> s.goal[u] & 1)
    return None


WATCH.append(Watch(lost_goal, interrupt))


def havens(s: OAOState, side: str) -> int:
    """7.7.5: where interrupted units return: friendly operational rails at least four hexes from every enemy."""
    near = s.ground(FOE[side]).units
    for _ in range(RAIL_COST.near_enemy - 1):
        near |= BOARD.spread(near)
    return operational(s, side) & s.rules.area & ~near


class Returns(Step):
    """7.7.5: interrupted units that are due return to the map; if there is nowhere to go they wait for another turn."""

    name, rule = "returns", "7.7.5"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if INTERRUPTED not in s.trip[SPAN[s.phasing]]:
            return
        due = [u for u in OWN[s.phasing] if s.trip[u] == INTERRUPTED and s.at[u] == TRACK and s.due[u] <= s.turn]
        if due and havens(s, s.phasing):
            s.flow += [("return", u) for u in reversed(due)]


class Return(Step):
    """7.7.5: where an interrupted unit returns: where it may be at all (8.6.1, 8.7.1, 22.3.1) if trains run there."""

    name, rule, frame = "return", "7.7.5", ("unit",)

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1]])

    def prompt(self, s: OAOState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1])} leave its train?"

    def legal_to(self, s: OAOState) -> list[int]:
        every = havens(s, self.side(s))
        return members(every & home_ground(s, s.flow[-1][1]) or every)

    def why_to(self, s: OAOState, h: int) -> Reason:
        if havens(s, self.side(s)) >> h & 1:
            return Reason(bound_by(s.flow[-1][1]), "the unit may not be there")
        return Reason("7.7.5", "no friendly operational railway at least four hexes from every enemy")

    def do_to(self, s: OAOState, h: int) -> None:
        _, u = s.flow.pop()
        s.due[u], s.trip[u] = 0, NO_TRIP
        s.tell("returned", unit=u, hex=h)
        enter(s, (u,), h)
        join_halves(s, u)


STEPS = (Board(), Ride(), Rolling(), Transports(), Asked(), Returns(), Return())

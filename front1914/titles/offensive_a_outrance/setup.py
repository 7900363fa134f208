"""A13, A14, 28.0: set-up: everybody stands as history had it, and what his owner may change; arrivals."""

from __future__ import annotations

from functools import cache

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.kit.units import as_bytes, units_at
from front1914.titles.offensive_a_outrance.board import BOARD, EDGE, HEXES, ON_RAIL, OPEN, SIZE
from front1914.titles.offensive_a_outrance.charts import dates
from front1914.titles.offensive_a_outrance.logistics.depots import gather
from front1914.titles.offensive_a_outrance.logistics.tether import LEASH, placing
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.manoeuvre.front import refresh_control
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import LIMIT, load
from front1914.titles.offensive_a_outrance.manoeuvre.straddle import join_halves
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import grant_rights
from front1914.titles.offensive_a_outrance.nations.territorials import keeps
from front1914.titles.offensive_a_outrance.organisation import reinforcements
from front1914.titles.offensive_a_outrance.organisation.areas import draw
from front1914.titles.offensive_a_outrance.railways import engineering, structures
from front1914.titles.offensive_a_outrance.railways.rail import bound_by, home_ground, receive, receive_special, way
from front1914.titles.offensive_a_outrance.railways.transport import arrive as arrive_by_rail
from front1914.titles.offensive_a_outrance.scenarios import SCENARIOS
from front1914.titles.offensive_a_outrance.sieges import siege
from front1914.titles.offensive_a_outrance.state import CONTROL, INTERRUPTED, PLANS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ARMY_ROWS,
    ARRIVAL,
    BIT,
    DIVISION,
    FOE,
    IS_DEPOT,
    IS_FORT,
    IS_FORTRESS,
    NATION,
    NO_ARMY,
    RND,
    SIDE,
    SIDES,
    START_ARMY,
    START_CORPS,
    TRACK,
    UNITS,
)

FEW = LIMIT // DIVISION  #: 3.1.1: among fewer units than these there is room for another
TURNS_BETWEEN = 3  #: 4.3: an Inter-Phase follows every third GT


def muster(s: OAOState) -> None:
    """A13: the units of the scenario stand where they begin, or wait on the track."""
    rules = s.rules
    for u, h in rules.placed.items():
        attach(s, u)
        s.put(u, h, rules.second.get(u, -1))
    for u, (turn, _) in rules.arrivals.items():
        attach(s, u)
        s.put(u, TRACK)
        s.due[u] = turn
    for u in RND:
        if START_ARMY[u] in rules.armies and rules.first_turn < ARRIVAL[u] <= rules.last_turn:
            attach(s, u)
            s.put(u, TRACK)
            s.due[u] = ARRIVAL[u]
    if rules.choice is not None:
        for u in rules.choice.units:
            attach(s, u)
            s.put(u, TRACK)
            s.due[u] = rules.choice.turn
    for u, count in rules.reduced.items():
        s.sr[u] = count
    for army, turn in rules.active.items():
        there = ARMY_ROWS[army].turn < turn  # an army that arrives later is not Inactive before (17.1)
        s.army_active[army] = turn if turn > rules.first_turn and there else 0
    for army, state in rules.plans.items():
        if s.options.get("plans", True):
            s.plan[army] = PLANS.number(state)
    for army in rules.armies:
        s.trucks[army] = ARMY_ROWS[army].trucks
        if ARMY_ROWS[army].base:
            s.base[army] = rules.bases.get(army, HEXES.number(ARMY_ROWS[army].base))
    reinforcements.muster(s)
    for side in SIDES:
        for h in members(rules.control(side)):
            s.control[h] = CONTROL[side]
    siege.muster(s)


def attach(s: OAOState, u: int) -> None:
    """5.1, 5.2: as the order of battle or the scenario has it; Forts and Fortresses belong to no army (B84)."""
    army = s.rules.attached.get(u, START_ARMY[u])
    s.army[u] = army if army in s.rules.armies else NO_ARMY  # 1.1.d
    s.corps[u] = START_CORPS[u]  # 1.1.d


def begin(s: OAOState) -> None:
    """The state before the first decision."""
    s.turn = s.rules.first_turn
    muster(s)
    refresh_control(s)
    open_rails(s)
    first_points(s)
    if s.rules.areas:
        for side in SIDES:
            draw(s, side)
    s.flow = [("turn",), *(("adjust", side) for side in reversed(SIDES))]


def open_rails(s: OAOState) -> None:
    """A13, 18.6.1: trains of a side run where it has control at the start, if they come from its edge or base."""
    structures.begin(s)
    for side in SIDES:
        for h in members(engineering.joined(s, side, ON_RAIL & s.held(side))):
            s.operational[h] |= CONTROL[side]


def first_points(s: OAOState) -> None:
    """4.3.2: a scenario that begins later has what the last Inter-Phase before it brought, and special Rail Points."""
    number = (s.turn - 1) // TURNS_BETWEEN
    if number:
        gather(s, number)
        grant_rights(s, number)
    if s.rules.rail and number:
        receive(s, number)
        for earlier in range(1, number):
            receive_special(s, earlier)


def refuse_shift(s: OAOState, u: int, h: int) -> Reason | None:
    """28.0: why a unit may not begin in a hex other than its own: within the side's ground, away from the enemy."""
    side, start = SIDE[u], s.rules.placed[u]
    if BOARD.distance(start, h) > s.rules.adjust or not (OPEN & s.rules.area) >> h & 1:
        return Reason("28.0", f"no further than {s.rules.adjust} hexes from its place in history")
    if not s.held(side) >> h & 1 and h != start:
        return Reason("28.0", "not on ground that you do not control")
    foe = s.ground(FOE[side])
    if (foe.units | foe.beside) >> h & 1 and h != start:
        return Reason("28.0", "not beside the enemy")
    if IS_DEPOT[u] and not ON_RAIL >> h & 1:
        return Reason("15.6.3", "a Depot stands on a railway")
    if h != start and not allowed(s, u) >> h & 1:
        return Reason(LEASH.get(u, "17.1.1") if IS_DEPOT[u] else bound_by(u), "it may not be there")
    if h != start and not keeps(s, (u,), (h,)):
        return Reason("22.3.2", "the line of the Territorial Group would be broken")
    return None if _fits(s, u, h) else Reason("3.1.1", "too many units would stand there")


def _fits(s: OAOState, u: int, h: int) -> bool:
    """3.1.1: whether a unit finds room in a hex."""
    there = units_at(s.at, h) + units_at(s.second, h)  # units are shifted one by one: stacks would be made for one look
    room = LIMIT - load(s, [v for v in there if SIDE[v] == SIDE[u] and v != u])
    return s.whole(u) <= room  # 19.1.3: who stood in two hexes will stand in one


def allowed(s: OAOState, u: int) -> int:
    """8.6.1, 8.7.1, 22.3.1, 17.1.1, 22.5, 24.7: the hexes where a unit may be at all."""
    return placing(s, u) if IS_DEPOT[u] else home_ground(s, u)


def shifts(s: OAOState, u: int) -> list[int]:
    """28.0: the hexes in which a unit may begin."""
    side, start = SIDE[u], s.rules.placed[u]
    foe = s.ground(FOE[side])
    near = BOARD.within(start, s.rules.adjust) & OPEN & s.rules.area
    if IS_DEPOT[u]:
        near &= ON_RAIL
    found = near & s.held(side) & ~(foe.units | foe.beside) & allowed(s, u) | near & BIT[start]
    places = s.at.tobytes() + s.second.tobytes()  # where a hex occurs seldom few units stand; odd places do no harm
    fits = [h for h in members(found) if places.count(as_bytes(h)) < FEW or _fits(s, u, h)]
    return [h for h in fits if h == start or keeps(s, (u,), (h,))]


@cache
def _movable(scenario: str, side: str) -> tuple[int, ...]:
    """28.0: the units of a side that are not built into the ground."""
    placed = SCENARIOS[scenario].placed
    return tuple(u for u in placed if SIDE[u] == side and not IS_FORT[u] and not IS_FORTRESS[u])


class Adjust(Step):
    """28.0: a side may shift its units a little before the first turn. The frame: the side, and the unit or -1."""

    name, rule, frame, ends = "adjust", "28.0", ("",), ("done",)
    else_unit = Reason("28.0", "it is not yours to shift")

    def side(self, s: OAOState) -> str:
        return str(s.flow[-1][1])

    def prompt(self, s: OAOState) -> str:
        far = "one hex" if s.rules.adjust == 1 else f"up to {s.rules.adjust} hexes"
        return f"Your armies stand as on {dates(s.turn)}. Shift units by {far}, or begin."

    def legal_unit(self, s: OAOState) -> list[int]:
        return [u for u in _movable(s.scenario, self.side(s)) if s.at[u] < SIZE] if s.rules.adjust else []

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow.append(("shift", u))


class Shift(Step):
    """28.0: where a unit begins."""

    name, rule, frame, ends = "shift", "28.0", ("unit",), ("stay",)

    def side(self, s: OAOState) -> str:
        return SIDE[s.flow[-1][1]]

    def prompt(self, s: OAOState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1])} begin?"

    def legal_to(self, s: OAOState) -> list[int]:
        return shifts(s, s.flow[-1][1])

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        return refuse_shift(s, s.flow[-1][1], h)

    def do_to(self, s: OAOState, h: int) -> None:
        _, u = s.flow.pop()
        s.put(u, h)


# ---- arrivals (16.1, A13 (8), A14)


def entry_hex(s: OAOState, u: int, h: int) -> int | None:
    """16.1.1, A13 (8): where a unit enters in Rail Mode whose place is on the map edge, or in the enemy's hands: on the
    friendly edge nearest to it, a British one at its Army Base; None where no train with units runs."""

    side, army = SIDE[u], s.army[u]
    if not s.rules.rail:
        return None
    edge = s.rules.edge(side, s.held(side))
    if NATION[u] == "british" and army != NO_ARMY and s.base[army] >= 0:
        edge = 1 << s.base[army]
    return BOARD.nearest(h, edge & way(s, side) & ~s.ground(FOE[side]).zone)


class Arrivals(Step):
    """4.2.1.a, 4.2.1.b, 16.1: units that are due enter in their hex, or, if an enemy is there or near, in the nearest
    free one."""

    name, rule = "arrivals", "4.2.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for u, (_, h) in s.rules.arrivals.items():
            waits = s.at[u] == TRACK and s.trip[u] != INTERRUPTED and s.goal[u] < 0
            if waits and s.due[u] <= s.turn and SIDE[u] == s.phasing:  # 16.1.a
                self.arrive(s, u, h)
        choice = s.rules.choice
        if choice is None or choice.side != s.phasing or choice.turn != s.turn:
            return
        if any(s.at[u] == TRACK for u in choice.units):  # in a position made by hand there may be nobody to choose
            s.flow.append(("choose_arrival",))

    def arrive(self, s: OAOState, u: int, h: int) -> None:

        side = SIDE[u]
        foe = s.ground(FOE[side])
        free = OPEN & s.rules.area & s.held(side) & ~(foe.units | foe.zone)
        edge = None if IS_DEPOT[u] or (free >> h & 1 and not EDGE[side] >> h & 1) else entry_hex(s, u, h)
        place = BOARD.nearest(h, free) if edge is None else edge
        if place is None:
            return
        s.due[u] = 0
        s.tell("arrived", unit=u, hex=place)
        if edge is None:
            enter(s, (u,), place)
            join_halves(s, u)
        else:
            arrive_by_rail(s, u, place)


class ChooseArrival(Step):
    """A14: one of several units enters at the edge. The frame of `place_arrival` holds the one chosen."""

    name, rule = "choose_arrival", "16.1"
    else_unit = Reason("16.1", "it does not come")

    def side(self, s: OAOState) -> str:
        assert s.rules.choice is not None
        return s.rules.choice.side

    def prompt(self, s: OAOState) -> str:
        return "Which division comes to help?"

    def legal_unit(self, s: OAOState) -> list[int]:
        assert s.rules.choice is not None
        return [u for u in s.rules.choice.units if s.at[u] == TRACK]

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow[-1] = ("place_arrival", u)


class PlaceArrival(Step):
    """A14: where it enters."""

    name, rule, frame = "place_arrival", "16.1", ("unit",)
    else_to = Reason("16.1", "it does not enter there")

    def side(self, s: OAOState) -> str:
        return SIDE[s.flow[-1][1]]

    def prompt(self, s: OAOState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1])} enter?"

    def hexes(self, s: OAOState) -> list[int]:
        assert s.rules.choice is not None
        foe = s.ground(FOE[s.rules.choice.side])
        return members(s.rules.choice.hexes & ~(foe.units | foe.zone)) or members(s.rules.choice.hexes & ~foe.units)

    def legal_to(self, s: OAOState) -> list[int]:
        return self.hexes(s)

    def refuse_stay(self, s: OAOState, _: None) -> Reason | None:
        return Reason("16.1", "there is room for it") if self.hexes(s) else None

    def do_stay(self, s: OAOState, _: None) -> None:
        s.flow.pop()

    def do_to(self, s: OAOState, h: int) -> None:

        _, u = s.flow.pop()
        assert s.rules.choice is not None
        for other in s.rules.choice.units:
            s.due[other] = 0
            if other != u:
                s.put(other, ABSENT)
        s.tell("arrived", unit=u, hex=h)
        enter(s, (u,), h)


STEPS = (Adjust(), Shift(), Arrivals(), ChooseArrival(), PlaceArrival())

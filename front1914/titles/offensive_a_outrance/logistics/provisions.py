"""15.4, 15.6, 15.7: the Supply Phase; what becomes of supply units in enemy zones."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, SIZE
from front1914.titles.offensive_a_outrance.logistics.supply import (
    EXTENDED,
    NORMAL,
    beside_rails,
    has_line,
    in_order,
    isolated,
    network,
    open_network,
    port_trains,
    reach_of,
    rivals,
    routes,
    supplied,
    train_source,
)
from front1914.titles.offensive_a_outrance.logistics.tether import placing
from front1914.titles.offensive_a_outrance.manoeuvre.entry import WATCH, Watch, exposed, settle
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import TRAIN, begin, ways
from front1914.titles.offensive_a_outrance.organisation.effectiveness import lower
from front1914.titles.offensive_a_outrance.organisation.forces import Force, forces
from front1914.titles.offensive_a_outrance.sieges.siege import HQS, initiate, refuse_initiate
from front1914.titles.offensive_a_outrance.state import RETREATED, SUPPLYING, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ARMIES,
    ARMIES_OF,
    ARMY_SIDE,
    BIT,
    DEPOT_OF,
    DEPOTS_OF,
    FOE,
    IS_ARTILLERY,
    IS_DEPOT,
    IS_FORMATION,
    IS_SUPPLY,
    IS_TRAIN,
    NATION,
    NO_ARMY,
    OWN,
    SECOND_DEPOT,
    SIDE,
    SIDES,
    TRACK,
    TRAIN_OF,
    UNITS,
)

HUNGRY, STARVED = 1, 3  #: 15.4 (4): levels lost out of supply, and isolated
TRAIN_RETREAT = 3  #: 15.6.2a
SECOND_RANGE = 9  #: 15.7: from a Formation of its army
_SUPPLY = {side: tuple(u for u in OWN[side] if IS_SUPPLY[u]) for side in SIDES}


# ---- the Supply Phase (15.4)


class BeginSupply(Step):
    """4.2.3.a, 15.6.1, 9.4.2: supply units return to Normal Mode; what they gave out is forgotten."""

    name, rule = "begin_supply", "15.6.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for u in _SUPPLY[s.phasing]:
            s.face[u], s.ammo[u] = NORMAL, 0
        for army in ARMIES_OF[s.phasing]:
            s.used[army] = 0
        if s.flow[-1] == (SECOND.name,) and not SECOND.anything(s):
            s.flow.pop()


class SecondDepot(Step):
    """15.7: the Secondary Depot is taken away, or placed for an army; its place must have a line."""

    name, rule, ends = "second_depot", "15.7", ("done",)

    def prompt(self, s: OAOState) -> str:
        return "Place or take away the Secondary Depot, or go on."

    def anything(self, s: OAOState) -> bool:
        """Whether there is something to decide."""
        armies = any(self.refuse_army(s, army) is None for army in ARMIES_OF[s.phasing])
        return armies or self.refuse_remove(s, None) is None or bool(self.legal_initiate(s))

    def refuse_army(self, s: OAOState, army: int) -> Reason | None:
        if s.at[SECOND_DEPOT[s.phasing]] < SIZE:
            return Reason("15.7", "it is on the map: take it away first")
        if army not in s.rules.armies or army not in ARMIES_OF[s.phasing] or not has_depot(s, army):
            return Reason("15.7", "no army of yours that has a Depot")
        return None if second_places(s, army) else Reason("15.7", "there is no place with a line near its Formations")

    def do_army(self, s: OAOState, army: int) -> None:
        s.flow.append(("second_place", army))

    def refuse_initiate(self, s: OAOState, u: int) -> Reason | None:
        return refuse_initiate(s, u)

    def legal_initiate(self, s: OAOState) -> list[int]:
        return [hq for hq in HQS if refuse_initiate(s, hq) is None]

    def do_initiate(self, s: OAOState, u: int) -> None:
        """20.1: offered here too, for an HQ that no enemy is beside."""
        initiate(s, u)

    def refuse_remove(self, s: OAOState, _: None) -> Reason | None:
        return None if s.at[SECOND_DEPOT[s.phasing]] < SIZE else Reason("15.7", "it is not on the map")  # 15.7.b

    def do_remove(self, s: OAOState, _: None) -> None:
        depot = SECOND_DEPOT[s.phasing]
        s.tell("depot_removed", unit=depot)
        army, place = s.army[depot], s.at[depot]
        s.remove(depot, ABSENT)
        s.flow.append(("primary_moves", army, place))


class PrimaryMoves(Step):
    """15.7, 15.7.b: the army's primary Depot may take the place of the Secondary one."""

    name, rule, frame, ends = "primary_moves", "15.7", ("army", "hex"), ("stay",)

    def prompt(self, s: OAOState) -> str:
        return f"Move the Depot of {ARMIES.name(s.flow[-1][1])} to {HEXES.name(s.flow[-1][2])}?"

    def refuse_take(self, s: OAOState, _: None) -> Reason | None:
        _, army, place = s.flow[-1]
        bound = any(not placing(s, depot) >> place & 1 for depot in s.depots(army)[:1])
        return Reason("15.7", "that is too far from the place to which its Depot is bound") if bound else None

    def do_take(self, s: OAOState, _: None) -> None:
        _, army, place = s.flow.pop()
        for depot in s.depots(army)[:1]:
            s.put(depot, place)
            s.tell("displaced", unit=depot, hex=place)


def second_places(s: OAOState, army: int) -> list[int]:
    """15.7: rail hexes with a line of the army's own within nine hexes of a Formation of the army."""
    side = ARMY_SIDE[army]
    own = [s.at[u] for u in OWN[side] if IS_FORMATION[u] and s.army[u] == army and s.at[u] < SIZE]
    near = 0
    for place in own:
        near |= BOARD.within(place, SECOND_RANGE)  # 15.7.d
    foe = s.ground(FOE[side])
    free = ~foe.units & (~foe.zone | s.ground(side).guard)  # 15.6.2
    return members(near & open_network(s, side, army) & free)  # 15.7.c, 15.7.d


def has_depot(s: OAOState, army: int) -> bool:
    """15.7, 15.6.4: whether an army has a primary Depot, on the map or on its way to another place."""
    return bool(s.depots(army)) or on_its_way(s, army)


def on_its_way(s: OAOState, army: int) -> bool:
    """15.6.4: whether the Depot of an army is being relocated."""
    depot = DEPOT_OF[army] if army != NO_ARMY else -1
    return depot >= 0 and s.at[depot] == TRACK and s.goal[depot] >= 0


class SecondPlace(Step):
    """15.7, 15.7.a: where the Secondary Depot stands."""

    name, rule, frame = "second_place", "15.7", ("army",)
    else_to = Reason("15.7", "not on a line near the army's Formations")

    def prompt(self, s: OAOState) -> str:
        return "Where does the Secondary Depot stand?"

    def legal_to(self, s: OAOState) -> list[int]:
        return second_places(s, s.flow[-1][1])

    def do_to(self, s: OAOState, h: int) -> None:
        army = s.flow.pop()[1]
        depot = SECOND_DEPOT[s.phasing]
        s.put(depot, h)
        s.army[depot] = army
        s.face[depot] = NORMAL
        s.tell("depot_placed", unit=depot, hex=h, army=army)


class Tracks(Step):
    """15.0.b, B68: armies want the same single track: their owner says whose lines come first."""

    name, rule, ends = "tracks", "15.0", ("done",)
    else_army = Reason("15.0", "no other army is in its way")

    def prompt(self, s: OAOState) -> str:
        names = ", ".join(ARMIES.name(army) for army in rivals(s, s.phasing))
        return f"{names}: no line, for other armies use the single track. Who has it first? Or leave it so."

    def legal_army(self, s: OAOState) -> list[int]:
        return rivals(s, s.phasing)

    def do_army(self, s: OAOState, army: int) -> None:
        """The lines of this army come before all others."""
        order = [army, *(a for a in in_order(s, s.phasing) if a != army)]
        for place, a in enumerate(order):
            s.rank[a] = place
        s.flow.pop()
        s.tell("first_line", army=army)


class Lines(Step):
    """15.0.b: asks about single tracks only if somebody is shut out."""

    name, rule = "lines", "15.0"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.phasing == "allied" and len(port_trains(s)) > 1:
            s.flow.append(("port_line",))
        if rivals(s, s.phasing):
            s.flow.append(("tracks",))


class PortLine(Step):
    """23.4: which of several British Corps Trains in Ports has a line there."""

    name, rule, ends = "port_line", "23.4", ("done",)
    else_unit = Reason("23.4", "no British Train in a Port that needs it")

    def side(self, s: OAOState) -> str:
        return "allied"

    def prompt(self, s: OAOState) -> str:
        return "One British Corps Train in a Port has a line of communications: which one?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return port_trains(s)

    def do_unit(self, s: OAOState, u: int) -> None:
        for v in port_trains(s):
            s.rolled[v] = int(v == u)
        s.flow.pop()


class CheckDepots(Step):
    """15.4 (1), 15.4.1: Depots without a line are displaced, one after the other."""

    name, rule = "check_depots", "15.4"

    def run(self, s: OAOState) -> None:
        lost = next((u for u in DEPOTS_OF[s.phasing] if self.astray(s, u)), None)
        if lost is None:
            s.flow.pop()
        else:
            displace(s, lost)

    def astray(self, s: OAOState, u: int) -> bool:
        """A Depot without a line, or one that found no place the last time and finds one now (B72)."""
        if s.at[u] < SIZE:  # one that was displaced in this phase has found the best place that there is
            return not s.did[u] & RETREATED and not has_line(s, u)
        return s.at[u] == ABSENT and s.army[u] in s.rules.armies and u in DEPOT_OF and bool(havens(s, u))


def displace(s: OAOState, depot: int) -> None:
    """15.4 (1), 15.6.2b, B72: a Depot flies to a rail hex with a line, or leaves play until the next Supply Phase."""
    for v in {depot, *s.depots(s.army[depot])}:  # 15.7.1: both Depots of an army
        s.face[v] = EXTENDED
    s.did[depot] |= RETREATED
    if havens(s, depot):
        s.flow.append(("displace", depot))
        return
    s.tell("depot_lost", unit=depot)
    s.remove(depot, ABSENT)


class Uproot(Step):
    """11.1.2, 11.1.2.c: a Depot stacked with units that must retreat is displaced, once. The frame: the Depot, and
    where."""

    name, rule, frame = "uproot", "11.1.2", ("unit", "hex")

    def run(self, s: OAOState) -> None:
        _, depot, h = s.flow.pop()
        if s.at[depot] == h:
            displace(s, depot)


@kept(*SUPPLYING)
def havens(s: OAOState, depot: int) -> list[int]:
    """Rail hexes with a line to which a Depot may be displaced, free of enemy zones."""
    side = SIDE[depot]
    foe = s.ground(FOE[side])
    free = ~foe.units & (~foe.zone | s.ground(side).guard) & ~BIT[s.at[depot]] & placing(s, depot)
    # 15.0.b: not where the only way out is a single track that another army needs, if there is a choice
    lines = open_network(s, side, s.army[depot])
    return members(lines & free) or members(network(s, side) & free)


class Displace(Step):
    """15.6.2b: its owner chooses where a displaced Depot is placed."""

    name, rule, frame = "displace", "15.6.2", ("unit",)
    else_to = Reason("15.6.2", "no friendly railway with a line runs there")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1]])

    def prompt(self, s: OAOState) -> str:
        return f"{UNITS.name(s.flow[-1][1])} is displaced: where to?"

    def legal_to(self, s: OAOState) -> list[int]:
        return havens(s, s.flow[-1][1])

    def do_to(self, s: OAOState, h: int) -> None:
        depot = s.flow.pop()[1]
        s.put(depot, h)
        s.tell("displaced", unit=depot, hex=h)
        bring(s, depot)
        settle(s)


# ---- provisions


def needy(s: OAOState, side: str, modes: dict[int, int] | None = None) -> list[Force]:
    """15.4 (3): the Forces of a side that are out of supply. Do not change the list."""
    return _needy(s, side) if modes is None else _hungry(s, side, modes)


@kept(*SUPPLYING)
def _needy(s: OAOState, side: str) -> list[Force]:
    return _hungry(s, side, None)


def _hungry(s: OAOState, side: str, modes: dict[int, int] | None) -> list[Force]:
    found = []
    for h in members(s.ground(side).units & ~beside_rails(s, side)):
        found += [
            force
            for force in forces(s, h, side)
            if s.at[force[0]] == h
            and not (IS_ARTILLERY[force[0]] and s.face[force[0]])  # 13.2: deployed guns are no Force
            and not supplied(s, force, modes)
        ]
    return found


def useful_flips(s: OAOState) -> list[int]:
    """15.6.1, H6.5: supply units in Normal Mode whose longer range would bring somebody into supply."""
    return _flips(s, s.phasing)


@kept(*SUPPLYING)
def _flips(s: OAOState, side: str) -> list[int]:
    out = needy(s, side)
    candidates = [u for u in OWN[side] if IS_SUPPLY[u] and s.at[u] < SIZE and s.face[u] == NORMAL]
    return [u for u in candidates if out and _helps(s, u, out)]


def _helps(s: OAOState, u: int, out: list[Force]) -> bool:
    """Whether Extended Mode of one supply unit, alone or with the Trains it feeds, supplies a hungry Force."""
    near = [f for f in out if any(ring >> s.at[u] & 1 for ring in reach_of(s, f[0]))]
    if any(supplied(s, f, {u: EXTENDED}) for f in near):
        return True
    if not IS_DEPOT[u]:
        return False
    trains = {v: EXTENDED for v in OWN[SIDE[u]] if IS_TRAIN[v] and s.at[v] < SIZE and s.army[v] == s.army[u]}
    return any(supplied(s, f, {**trains, u: EXTENDED}) and not supplied(s, f, trains) for f in out)


class Provide(Step):
    """15.6.1: supply units may be turned to Extended Mode to reach farther."""

    name, rule, ends = "provide", "15.6.1", ("done",)
    else_unit = Reason("15.6.1", "nobody would gain by it")

    def prompt(self, s: OAOState) -> str:
        count = len(needy(s, s.phasing))
        return f"{count} {'Force is' if count == 1 else 'Forces are'} out of supply: extend supply units, or go on."

    def legal_unit(self, s: OAOState) -> list[int]:
        return useful_flips(s)

    def do_unit(self, s: OAOState, u: int) -> None:
        extend(s, u)
        if not useful_flips(s):
            s.flow.pop()

    def do_all(self, s: OAOState, _: None) -> None:
        """Routine in bulk: everything that helps somebody."""
        while flips := useful_flips(s):
            extend(s, flips[0])
        s.flow.pop()


def extend(s: OAOState, u: int) -> None:
    """15.6.1, 15.7.1: Extended Mode; both Depots of an army go together."""
    group = s.depots(s.army[u]) if IS_DEPOT[u] else [u]
    for v in group:
        s.face[v] = EXTENDED
    s.tell("extended", unit=u)


class Provisions(Step):
    """15.0, 15.4 (2), (3): asks only if somebody is out of supply and a supply unit could reach him."""

    name, rule = "provisions", "15.4"

    def run(self, s: OAOState) -> None:
        if not needy(s, s.phasing):
            s.flow.pop()
            return
        s.flow[-1] = ("starve",)
        if useful_flips(s):
            s.flow.append(("provide",))


class Starve(Step):
    """15.0, 15.4 (4), 15.4.4, 15.4.5: Forces out of supply lose a level, isolated ones three (B71)."""

    name, rule = "starve", "15.4"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        settle(s)  # 6.4: when all have lost what they lose, those who are Demoralized beside an enemy flee
        for force in needy(s, s.phasing):
            alone = isolated(s, force[0])
            s.tell("hungry", unit=force[0], isolated=alone)
            s.flow.append(("hunger", force, STARVED if alone else HUNGRY))


class Hunger(Step):
    """15.4 (4): one Force after the other."""

    name, rule, frame = "hunger", "15.4", ("unit", "")

    def run(self, s: OAOState) -> None:
        _, force, levels = s.flow.pop()
        units = tuple(u for u in force if s.at[u] < SIZE)
        if units:
            lower(s, units, levels)


def state_of(s: OAOState, u: int) -> str:
    """Full, out, or isolated, for the help that a player gets."""
    if IS_SUPPLY[u]:
        fine = has_line(s, u) if IS_DEPOT[u] else train_source(s, u) is not None
        return "full" if fine else "out"
    force = next((f for f in forces(s, s.at[u], SIDE[u]) if u in f), (u,))
    if supplied(s, force):
        return "full"
    return "isolated" if isolated(s, u) else "out"


# ---- supply units in enemy zones (15.6.2)


def lone_train(s: OAOState) -> int | None:
    """15.6.2, 15.6.2a.b: a Corps Train in an enemy zone without a Combat unit or a garrisoned Fortress."""
    for side, bits in exposed(s):
        for h in members(bits & s.ground(side).trains):
            return next(u for u in s.own(h, side) if IS_TRAIN[u] and not s.rides(u))
    return None


def lone_depot(s: OAOState) -> int | None:
    """15.6.2: the same of a Depot."""
    for side, bits in exposed(s):
        for h in members(bits & s.ground(side).depots):
            return next(u for u in s.own(h, side) if IS_DEPOT[u])
    return None


def send_back(s: OAOState, train: int) -> None:
    """15.6.2a: a Corps Train retreats three hexes clear of enemy zones, or flies to its army's Depot."""
    s.face[train] = EXTENDED  # 15.6.2a.c, 15.6.1.b
    found = ways(s, (train,), s.at[train], TRAIN_RETREAT, TRAIN)
    if found and len(found[0].path) == TRAIN_RETREAT:  # 15.6.2a.a
        begin(s, (train,), TRAIN_RETREAT, s.at[train], TRAIN)
        return
    home = homes(s, train)
    if len(home) > 1:
        s.flow.append(("fly", train))
    elif home:
        fly(s, train, home[0])
    elif on_its_way(s, s.army[train]):
        travel(s, train, DEPOT_OF[s.army[train]])
    else:
        s.tell("eliminated", unit=train, hex=s.at[train], reveals=True)
        s.remove(train)


def homes(s: OAOState, train: int) -> list[int]:
    """15.6.2a, B180: the hexes of its army's Depots to which a Train may fly; without one on the map or on its way, of
    the nearest Depot of its nation."""
    army = s.army[train]
    own = [d for d in s.depots(army) if s.at[d] != s.at[train]]
    if not own and not on_its_way(s, army):
        nation = [d for d in DEPOTS_OF[SIDE[train]] if s.at[d] < SIZE and NATION[d] == NATION[train]]
        away = [d for d in nation if s.at[d] != s.at[train]]
        own = sorted(away, key=lambda d: (BOARD.distance(s.at[d], s.at[train]), d))[:1]
    served = [d for d in own if d in routes(s, SIDE[train]).depots] or own
    return sorted({s.at[d] for d in served})


def fly(s: OAOState, train: int, h: int) -> None:
    """15.6.2a: the Train is taken up and put down with a Depot."""
    s.put(train, h)
    s.tell("displaced", unit=train, hex=h)
    settle(s)


def travel(s: OAOState, train: int, depot: int) -> None:
    """15.6.4, B180: its Depot is on its way to another place: the Train goes with it."""
    goal, due, army, corps = s.goal[depot], s.due[depot], s.army[train], s.corps[train]
    s.tell("relocating", unit=train, hex=goal)
    s.remove(train, TRACK)
    s.goal[train], s.due[train], s.army[train], s.corps[train] = goal, due, army, corps
    settle(s)


def bring(s: OAOState, depot: int) -> None:
    """15.6.2a, B180: Trains that flew to a Depot on its way come with it."""
    for train in TRAIN_OF:
        if s.at[train] == TRACK and s.goal[train] >= 0 and s.army[train] == s.army[depot]:
            s.remove(train, TRACK)
            s.due[train] = 0
            s.put(train, s.at[depot])
            s.face[train] = EXTENDED
            s.tell("displaced", unit=train, hex=s.at[depot])


class Fly(Step):
    """15.6.2a: to which Depot of its army a Train flies."""

    name, rule, frame = "fly", "15.6.2a", ("unit",)
    else_to = Reason("15.6.2a", "no Depot of its army stands there")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1]])

    def prompt(self, s: OAOState) -> str:
        return f"{UNITS.name(s.flow[-1][1])} cannot retreat: to which Depot is it moved?"

    def legal_to(self, s: OAOState) -> list[int]:
        return homes(s, s.flow[-1][1])

    def do_to(self, s: OAOState, h: int) -> None:
        fly(s, s.flow.pop()[1], h)


WATCH.append(Watch(lone_train, send_back))
WATCH.append(Watch(lone_depot, displace))
SECOND = SecondDepot()
STEPS = (
    BeginSupply(),
    SECOND,
    PrimaryMoves(),
    SecondPlace(),
    Lines(),
    Tracks(),
    PortLine(),
    CheckDepots(),
    Displace(),
    Uproot(),
    Fly(),
    Provide(),
    Provisions(),
    Starve(),
    Hunger(),
)

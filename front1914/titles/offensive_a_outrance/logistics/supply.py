"""15: supply: lines of communication, ranges, provisions, isolation, and Ammo for combat (9.4).

A way of supply is looked for from the unit outwards: the zones of its own hex do not help it (15.3.1), except when it
asks whether it is isolated (15.5). Only the first step from the unit, which is the last one of the supply line, may
cross a Mountain Ridge or an unbridged Grand River (15.3.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import groupby, islice, permutations
from typing import NamedTuple

from front1914.engine.kept import kept
from front1914.kit.bits import flags, from_members, members
from front1914.kit.flood import Gates
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    CAMP_OF,
    DOUBLE,
    GRAND,
    IN,
    ON_RAIL,
    OPEN,
    PORT,
    RAILS,
    RIDGES,
    RING,
    RIVER,
    SEA_SIDES,
    SIZE,
)
from front1914.titles.offensive_a_outrance.charts import SUPPLY
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_NUMBER, ZONE
from front1914.titles.offensive_a_outrance.logistics.bases import base_hexes
from front1914.titles.offensive_a_outrance.nations.paris import AREA as GARRISON_AREA
from front1914.titles.offensive_a_outrance.nations.paris import DEPOT as PARIS_DEPOT
from front1914.titles.offensive_a_outrance.organisation.forces import Force, formation_of
from front1914.titles.offensive_a_outrance.railways.engineering import operational
from front1914.titles.offensive_a_outrance.railways.structures import cut
from front1914.titles.offensive_a_outrance.state import DEPOTS, SUPPLYING, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES_OF,
    ARMY_NATION,
    DEPOTS_OF,
    FOE,
    IS_CAVALRY,
    IS_DEPOT,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_FORTRESS2,
    IS_GARRISON,
    IS_TRAIN,
    KINDS,
    NATION,
    NO_ARMY,
    NO_CORPS,
    OWN,
    SIDE,
    TRAIN_OF,
    UNITS,
)

PORT_SUPPLY = 22  #: 23.4
SAMSON = UNITS.number("b-Samson")
NORMAL, EXTENDED = 0, 1  #: `face` of a supply unit (15.6.1)
DEPOT_RANGE = (SUPPLY.depot_range, SUPPLY.depot_extended)
TRAIN_RANGE = (SUPPLY.train_range, SUPPLY.train_extended)
SINGLE = 100  #: H6.2: what a hex of single track counts beside one of double track
_FAR = SINGLE * SIZE  #: more than any line counts
_TRACK = tuple(1 if DOUBLE >> h & 1 else SINGLE for h in range(SIZE))  #: by hex
_SEA = frozenset(members(SEA_SIDES))  #: 15.3.a
_GRAND = tuple(n for n in range(len(BOARD.links)) if RIVER[n] == GRAND)
_COAST = Gates.without(BOARD, _SEA)  #: 15.3.a
_LAND = _COAST.closing([*members(RIDGES), *(n for n in _GRAND if n not in BRIDGE_NUMBER)])
_BRIDGES = tuple((n, BRIDGE_NUMBER[n]) for n in _GRAND if n in BRIDGE_NUMBER)  #: over Grand Rivers


# ---- lines of communication (15.0, H6)


def safe(s: OAOState, side: str) -> int:
    """15.0.a, 1.1.u: hexes on which the side's trains run, free of enemy zones or held by a friendly unit."""
    return operational(s, side) & s.rules.area & (~s.ground(FOE[side]).zone | s.ground(side).units)


def ends(s: OAOState, side: str, army: int) -> int:
    """1.1, 15.0.a: where lines of an army end: friendly map edges; British and Belgian ones at their Army Base."""
    if army != NO_ARMY and ARMY_NATION[army] in ("british", "belgian") and s.base[army] >= 0:
        return base_hexes(army, s.base[army])
    return s.rules.edge(side, s.held(side)) & ON_RAIL


@kept(*SUPPLYING)
def network(s: OAOState, side: str) -> int:
    """15.0.a: rail hexes from which the side's trains reach a friendly edge, whatever else uses the line."""
    way, found = safe(s, side), 0
    for army in {NO_ARMY, *(a for a in ARMIES_OF[side] if s.base[a] >= 0)}:
        found |= reached(s, side, ends(s, side, army), way)
    return found


def reached(s: OAOState, side: str, goals: int, way: int) -> int:
    """18.4.2: rail hexes of a way that lead to some of its hexes, over no structure that is down."""
    return _connected(goals & way, way, cut(s, side))


@lru_cache(maxsize=512)
def _connected(goals: int, way: int, shut: int) -> int:
    return RAILS.connected(goals, way, cut=shut)


def open_network(s: OAOState, side: str, army: int) -> int:
    """15.0.b: rail hexes from which an army's trains reach an edge without a single track that another army uses."""
    way = safe(s, side) & ~sum_bits(bits for a, bits in routes(s, side).taken.items() if a != army)
    return reached(s, side, ends(s, side, army), way)


class Routes(NamedTuple):
    """15.0.a, 15.0.b: which Depots have a line, and the single-track hexes that each army needs for them."""

    depots: frozenset[int]
    taken: dict[int, int]


@kept(*SUPPLYING)
def routes(s: OAOState, side: str) -> Routes:
    """15.0.b, H6.2: the lines of all Depots of a side: only one army's lines pass through a hex of single track."""
    plights = _plights(s, side)
    found = _allot(plights)
    if len(found.depots) < len(plights) and not any(s.rank[army] for army in ARMIES_OF[side]):
        found = _best(plights, found)  # the owner has said nothing
    return found


class Plight(NamedTuple):
    """A Depot that needs a line: where it may end, over which hexes it may lead, which stretches of rail are cut."""

    depot: int
    army: int
    place: int
    goals: int
    way: int
    shut: int

    def path(self, closed: int) -> tuple[int, ...] | None:
        """Its line, when some hexes are closed to it."""
        return _line(self.place, self.goals, self.way & ~closed, self.shut)


def _plights(s: OAOState, side: str) -> list[Plight]:
    """The Depots of a side, army by army."""
    way, shut = safe(s, side), cut(s, side)
    depots: dict[int, list[int]] = {}
    for u in DEPOTS:
        if s.at[u] < SIZE:
            depots.setdefault(s.army[u], []).append(u)
    armies = [(army, ends(s, side, army) & way) for army in in_order(s, side) if army in depots]
    return [Plight(u, army, s.at[u], goals, way, shut) for army, goals in armies for u in depots[army]]


def in_order(s: OAOState, side: str) -> list[int]:
    """15.0.b, B68: the armies of a side in the order in which they may have single tracks: as the owner says."""
    return sorted(ARMIES_OF[side], key=lambda army: s.rank[army])


MOST_RIVALS = 6  #: armies whose order is tried


def _best(plights: list[Plight], found: Routes) -> Routes:
    """Lines for as many Depots as can be, by the order in which armies that want the same tracks choose."""
    ways = {plight: path for plight in plights if (path := plight.path(0)) is not None}
    lost = [plight for plight in ways if plight.depot not in found.depots]
    wanted = from_members(h for plight in lost for h in ways[plight]) & ~DOUBLE
    rivals = dict.fromkeys(plight.army for plight in lost)
    rivals |= dict.fromkeys(army for army, bits in found.taken.items() if bits & wanted)
    for order in permutations(list(rivals)[:MOST_RIVALS]):
        if len(found.depots) == len(ways):
            break
        rank = {army: n for n, army in enumerate(order)}
        other = _allot(sorted(plights, key=lambda plight: rank.get(plight.army, len(rank))))
        if len(other.depots) > len(found.depots):
            found = other
    return found


def _allot(plights: list[Plight]) -> Routes:
    """The lines, when one army after the other may choose."""
    served, closed = set(), 0
    taken = dict.fromkeys((plight.army for plight in plights), 0)
    for army, mine in groupby(plights, key=lambda plight: plight.army):
        for plight in mine:
            path = plight.path(closed)
            if path is not None:
                served.add(plight.depot)
                taken[army] |= from_members(path) & ~DOUBLE  # 15.0.b
        closed |= taken[army]
    return Routes(frozenset(served), taken)


@lru_cache(maxsize=1024)
def _line(start: int, goals: int, way: int, shut: int) -> tuple[int, ...] | None:
    """The way by rail to a friendly edge that uses the fewest hexes of single track; `shut` are stretches of rail."""
    if not way & RAILS.exists & 1 << start:
        return None
    free = flags(way, SIZE)
    came: dict[int, int] = {}
    best = [_FAR] * SIZE
    best[start] = 0
    queue = [(0, start)]
    while queue:
        cost, h = heappop(queue)
        if goals >> h & 1:
            path = [h]
            while h != start:
                h = came[h]
                path.append(h)
            return tuple(path)
        if cost > best[h]:
            continue
        for n, link in RAILS.ways[h]:
            if free[n] and (total := cost + _TRACK[n]) < best[n] and not (shut and shut >> link & 1):
                best[n], came[n] = total, h
                heappush(queue, (total, n))
    return None


def has_line(s: OAOState, u: int) -> bool:
    """15.0.a: whether a Depot or a Corps Train has a line of communications of its own; 23.4: one in a Port."""
    if IS_DEPOT[u]:
        return u in routes(s, SIDE[u]).depots
    return u in train_lines(s, SIDE[u]).trains or (NATION[u] == "british" and u == _in_port(s))


def _in_port(s: OAOState) -> int | None:
    """23.4: from GT 22 one British Corps Train in a Port has a line: that which its owner chose, else the first."""
    return min(port_trains(s), key=lambda v: (not s.rolled[v], v), default=None)


def port_trains(s: OAOState) -> list[int]:
    """23.4: the British Corps Trains in Ports that have no other line; `rolled` marks the one that its owner chose."""
    if s.turn < PORT_SUPPLY:
        return []
    trains = [v for v in TRAIN_OF if NATION[v] == "british" and s.at[v] < SIZE and PORT >> s.at[v] & 1]
    return [v for v in trains if v not in train_lines(s, "allied").trains]


class TrainLines(NamedTuple):
    """15.0.a, 15.0.b: which Corps Trains have a line, and which would if other armies left them the single track."""

    trains: frozenset[int]
    shut_out: tuple[int, ...]


@kept(*SUPPLYING)
def train_lines(s: OAOState, side: str) -> TrainLines:
    """15.0.b, H6.2: the lines of the Trains, after those of all Depots: one army's only in a hex of single track.

    Trains that no Depot reaches come first; then those that could do without.
    """
    way, shut = safe(s, side), cut(s, side)
    taken = dict(routes(s, side).taken)
    served: set[int] = set()
    waiting: list[tuple[bool, int, int]] = []
    for place, army in enumerate(in_order(s, side)):
        mine = [u for u in _TRAINS[side] if s.army[u] == army and s.at[u] < SIZE and way >> s.at[u] & 1]
        broad = reached(s, side, ends(s, side, army), way & DOUBLE) if mine else 0
        served.update(u for u in mine if broad >> s.at[u] & 1)
        waiting += [(from_depot(s, u) is not None, place, u) for u in mine if not broad >> s.at[u] & 1]
    lost = []
    for fed, _, u in sorted(waiting):
        others = sum_bits(bits for a, bits in taken.items() if a != s.army[u])  # 15.0.b
        goals = ends(s, side, s.army[u]) & way
        path = _line(s.at[u], goals, way & ~others, shut)
        if path is not None:
            served.add(u)
            taken[s.army[u]] = taken.get(s.army[u], 0) | from_members(path) & ~DOUBLE
        elif not fed and _line(s.at[u], goals, way, shut) is not None:
            lost.append(u)
    return TrainLines(frozenset(served), tuple(lost))


def rivals(s: OAOState, side: str) -> list[int]:
    """15.0.b, B68: armies of which a Depot or Train has no line only because others use the single track."""
    way, shut = safe(s, side), cut(s, side)
    depots = [
        u
        for u in DEPOTS_OF[side]
        if s.at[u] < SIZE
        and s.army[u] != NO_ARMY
        and u not in routes(s, side).depots
        and _line(s.at[u], ends(s, side, s.army[u]) & way, way, shut) is not None
    ]
    return sorted({s.army[u] for u in (*depots, *train_lines(s, side).shut_out)})


def sum_bits(sets: Iterator[int]) -> int:
    """The union of bitsets."""
    found = 0
    for bits in sets:
        found |= bits
    return found


# ---- supply lines over land (15.3, 15.5)


@lru_cache(maxsize=64)
def _gates(blown: bytes) -> Gates:
    """15.3.2: hexsides over which a supply line goes on."""
    return _LAND.closing(n for n, bridge in _BRIDGES if blown[bridge])


def rings(s: OAOState, hexes: tuple[int, ...], side: str, limit: int, own_zone: bool = False) -> Iterator[int]:
    """The hexes from which a supply line of 0, 1, 2 ... hexes leads to a unit in some hexes."""
    return _rings(from_members(hexes), passable(s, hexes, side, own_zone), _gates(s.blown.tobytes()), limit)


def passable(s: OAOState, hexes: tuple[int, ...], side: str, own_zone: bool) -> int:
    """1.1.z, 3.3.2, 3.3.2.a, 15.3.1, 15.3.1.a: the hexes through which a supply line leads to a unit in some hexes."""
    foe, mine = s.ground(FOE[side]), s.ground(side)
    help_ = mine.units | (mine.zone if own_zone else _zone_without(s, side, hexes))
    return OPEN & s.rules.area & ~foe.units & (~foe.zone | help_)


def _rings(here: int, passable: int, gates: Gates, limit: int) -> Iterator[int]:
    """15.3, 15.3.2, 1.2.j: hex by hex; the first step may come over a ridge or a Grand River, which ends a line."""
    seen = front = here
    yield here
    for step in range(limit):
        front = (_COAST if step == 0 else gates).spread(front) & passable & ~seen
        if not front:
            return
        seen |= front
        yield front


def _zone_without(s: OAOState, side: str, hexes: tuple[int, ...]) -> int:
    """15.3.1: the side's zones, except those that come from the unit's own hex."""
    zone = s.ground(side).zone
    doubtful = sum_bits(iter(ZONE[h] for h in hexes)) & zone & s.ground(FOE[side]).zone  # elsewhere none is needed
    for n in members(doubtful):
        others = [
            u
            for h in members(RING[n] & s.ground(side).guard)
            if h not in hexes and ZONE[h] >> n & 1
            for u in s.own(h, side)
            if s.watches(u)
        ]
        if not others:
            zone &= ~(1 << n)
    return zone


def depot_range(s: OAOState, u: int, mode: int | None = None) -> int:
    """2.6, 2.6.1, 15.6.1.a: the range of a supply unit in the mode in which it is, or in another."""
    ranges = DEPOT_RANGE if IS_DEPOT[u] else TRAIN_RANGE
    return ranges[s.face[u] if mode is None else mode]


class Source(NamedTuple):
    """Who supplies a unit: a chain of supply units, the nearest first, and whether all are in Normal Mode."""

    chain: tuple[int, ...]
    normal: bool


def trains_for(s: OAOState, u: int) -> list[int]:
    """5.3.2.a, 5.3.3.a, 5.5.1.d, 15.2.2: the Corps Trains that may supply a unit: its corps', or any of its army for
    Cavalry and lone Assets."""
    lead = formation_of(s, u)
    who = u if lead is None else lead
    free = IS_CAVALRY[who] or not IS_FORMATION[who]
    army, corps = s.army[who], s.corps[who]
    return [
        v
        for v in _TRAINS[SIDE[u]]
        if s.at[v] < SIZE and s.army[v] == army and (free or (corps != NO_CORPS and s.corps[v] == corps))
    ]


_TRAINS = {side: tuple(u for u in OWN[side] if IS_TRAIN[u]) for side in OWN}


class Rings:
    """Ring after ring of hexes, found when they are asked for."""

    def __init__(self, here: int, way: int, gates: Gates, limit: int) -> None:
        self._rests = here, way, gates, limit  #: what they follow from
        self._found: list[int] = []
        self._source = _rings(*self._rests)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rings) and self._rests == other._rests

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[int]:
        i = 0
        while True:
            if i == len(self._found):
                ring = next(self._source, 0)
                if not ring:
                    return
                self._found.append(ring)
            yield self._found[i]
            i += 1


def reach_of(s: OAOState, u: int, own_zone: bool = False) -> Rings:
    """Ring after ring of hexes from which a unit could be supplied."""
    return _reach_of(s, s.hexes(u), SIDE[u], own_zone)


@kept(*SUPPLYING)
def _reach_of(s: OAOState, hexes: tuple[int, ...], side: str, own_zone: bool) -> Rings:
    here, way = from_members(hexes), passable(s, hexes, side, own_zone)
    if own_zone:  # 15.5, B193: ridges and Grand Rivers end supply lines (15.3.2), not this way
        return Rings(here, way, _COAST, SUPPLY.isolation)
    return Rings(here, way, _gates(s.blown.tobytes()), max(*DEPOT_RANGE, *TRAIN_RANGE))


def within(found: Rings, h: int, limit: int) -> bool:
    """Whether a hex lies in one of the first rings, 1.2.k."""
    return any(ring >> h & 1 for ring in islice(found, limit + 1))


def train_source(s: OAOState, train: int, modes: dict[int, int] | None = None) -> Source | None:
    """15.1.2, 15.4.2: how a Corps Train is a source: by its own line, or within the range of a Depot of its army."""
    return Source((), True) if has_line(s, train) else from_depot(s, train, modes)


def from_depot(s: OAOState, train: int, modes: dict[int, int] | None = None) -> Source | None:
    """15.1.2, 9.4.1.b: the Depot of its army within whose range a Corps Train stands, one in Normal Mode rather than
    another."""
    reach = reach_of(s, train)
    best: Source | None = None
    for depot in s.depots(s.army[train]):
        if depot in routes(s, SIDE[train]).depots:
            mode = (modes or {}).get(depot, s.face[depot])
            if within(reach, s.at[depot], depot_range(s, depot, mode)):
                best = Source((depot,), mode == NORMAL) if best is None or mode == NORMAL else best
    return best


def sources(s: OAOState, u: int, modes: dict[int, int] | None = None) -> list[Source]:
    """5.3.1.a, 15.1.1, 15.2, 22.3.4.a, H6.4: the Depots and Trains that reach a unit, in other `modes` if given."""
    reach, found = reach_of(s, u), []
    lead = formation_of(s, u)
    for depot in s.depots(s.army[u if lead is None else lead]):  # 15.2.1
        mode = (modes or {}).get(depot, s.face[depot])
        if depot in routes(s, SIDE[u]).depots and within(reach, s.at[depot], depot_range(s, depot, mode)):
            found.append(Source((depot,), mode == NORMAL))
    for train in trains_for(s, u):
        mode = (modes or {}).get(train, s.face[train])
        if within(reach, s.at[train], depot_range(s, train, mode)):
            behind = train_source(s, train, modes)
            if behind is not None:
                found.append(Source((train, *behind.chain), mode == NORMAL and behind.normal))
    return found


def self_supplied(s: OAOState, u: int) -> bool:
    """15.1.4 to 15.1.6, 7.7.4.b, 8.5.1.d, H6.4: who needs no line: on rails, in camps, Ports, Paris, Forts."""
    # 8.5.e
    if s.rides(u) or IS_FORTRESS[u] or (IS_FORT[u] and not s.face[u]):  # 7.7.4, 8.5, 12.1.1.c
        return True
    side = SIDE[u]
    for h in s.hexes(u):
        if h in CAMP_OF and camp_supplies(s, CAMP_OF[h], side):
            return True
        if side == "allied" and PORT >> h & 1:
            return True
        if NATION[u] == "french" and GARRISON_AREA >> h & 1:  # 22.2.3, B120
            return True
    return False


def camp_supplies(s: OAOState, camp: str, side: str) -> bool:
    """12.1.1.g, 15.1.4, 15.1.4.b: a camp with a Fortress2 unit of the side."""
    return any(s.at[v] < SIZE for v in _FORTRESSES2.get((camp, side), ()))


def _fortresses2() -> dict[tuple[str, str], tuple[int, ...]]:
    found: dict[tuple[str, str], tuple[int, ...]] = {}
    for u in UNITS.numbers:
        if IS_FORTRESS2[u]:
            key = KINDS[u].home, SIDE[u]
            found[key] = (*found.get(key, ()), u)
    return found


_FORTRESSES2 = _fortresses2()  #: by camp and side


def railways(s: OAOState, side: str) -> int:
    """15.1.3, 18.1.1: rail hexes that are sources of supply: all that are operational, whatever zones lie on the way
    that connects them with an edge."""
    return operational(s, side) & s.rules.area


@kept(*SUPPLYING)
def _linked(s: OAOState) -> int:
    """15.1.3, 15.1.3.a: the Allied railways that serve French and British units: those in Belgium if they lead to
    France."""
    lines = railways(s, "allied")
    return lines & (reached(s, "allied", IN["france"], lines) | ~IN["belgium"])


def by_rail(s: OAOState, u: int) -> bool:
    """15.1.3: a friendly railway within five hexes; in Belgium only if it is linked to one in France."""
    foreign = NATION[u] in ("french", "british") and not (s.army[u] != NO_ARMY and ARMY_NATION[s.army[u]] == "belgian")
    lines = _linked(s) if foreign else railways(s, SIDE[u])
    return any(ring & lines for ring in islice(reach_of(s, u), SUPPLY.rail_range + 1))


@kept(*SUPPLYING)
def beside_rails(s: OAOState, side: str) -> int:
    """15.1.3: hexes in which every unit of the side is surely near enough to a railway: even if no friend's zone helps
    it (15.3.1), and if the railway must lead to France."""
    foe, mine = s.ground(FOE[side]), s.ground(side).units
    passable = OPEN & s.rules.area & ~foe.units & (~foe.zone | mine)
    gates = _gates(s.blown.tobytes())
    found = _linked(s) if side == "allied" else railways(s, side)
    front = found & passable
    for _ in range(SUPPLY.rail_range):
        if not mine & ~found:
            break
        front = gates.spread(front) & ~found
        found |= front
        front &= passable
    return found


def by_fortress(s: OAOState, u: int) -> bool:
    """15.1.4, 15.1.4.a: a Fortress2 of its own camp within five hexes of a Garrison unit."""
    if not IS_GARRISON[u]:
        return False
    return any(
        s.at[v] < SIZE and within(reach_of(s, u), s.at[v], SUPPLY.fortress_range)
        for v in _FORTRESSES2.get((KINDS[u].home, SIDE[u]), ())
    )


def supplied(s: OAOState, force: Force, modes: dict[int, int] | None = None) -> bool:
    """4.2.3.b, 15.4 (3), 15.4.3: whether a Force is in Full Supply; it is judged by its Formation."""
    u = force[0]
    return (
        self_supplied(s, u)
        or by_rail(s, u)
        or by_fortress(s, u)
        or (u == SAMSON and from_ports(s, u))
        or bool(sources(s, u, modes))
    )


def from_ports(s: OAOState, u: int) -> bool:
    """23.2, 23.2.a: a supply path of any length to a French Port."""
    return any(ring & PORT & IN["france"] for ring in rings(s, s.hexes(u), SIDE[u], SIZE))


def isolated(s: OAOState, u: int) -> bool:
    """15.5, B70, 15.5.a: no way of 15 hexes leads to any friendly source."""
    if self_supplied(s, u) or (u == SAMSON and from_ports(s, u)):
        return False
    side = SIDE[u]
    goals = railways(s, side)
    if side == "allied":
        goals |= PORT & ~s.held(FOE[side])  # 15.1, 15.1.5
    if NATION[u] == "french":
        goals |= 1 << PARIS_DEPOT  # 22.2.3
    for v in OWN[side]:
        if s.at[v] < SIZE and (
            (IS_DEPOT[v] and v in routes(s, side).depots)
            or (IS_TRAIN[v] and train_source(s, v) is not None)
            or IS_FORTRESS2[v]
        ):
            goals |= 1 << s.at[v]
    return not any(ring & goals for ring in reach_of(s, u, own_zone=True))

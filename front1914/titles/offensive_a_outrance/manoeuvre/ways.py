"""7.1, 7.2.1: what steps cost, who may go where, and how far.

The cost of a step is that of its hexside; rivers add to it, less where a bridge stands. A bridge that was not in
friendly hands when the phase began is blown as soon as the mover comes next to it: it serves only who began there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.kept import in_look, kept
from front1914.kit.bits import from_members, members, places
from front1914.kit.costs import CLOSED, CostTable
from front1914.kit.reach import Reach, reach
from front1914.kit.zones import ZoneRule
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    CAMP,
    DISTRICT,
    ESCARPMENT,
    GRAND,
    HEXES,
    IGES,
    IN,
    MAJOR,
    OPEN,
    PLACE,
    RAILS,
    RIDGES,
    RIVER,
    RIVERS,
    SEA_SIDES,
    SIDE_TERRAIN,
    SIZE,
)
from front1914.titles.offensive_a_outrance.charts import ALLOWANCE, ESCARPMENT_EFFECT, RIVER_EFFECT, SIDE_EFFECT, ZONES
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_LINKS, BRIDGE_NUMBER, BRIDGES_OF, FLOODS
from front1914.titles.offensive_a_outrance.ground import Ground
from front1914.titles.offensive_a_outrance.logistics.tether import LEASH, staying
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import pins
from front1914.titles.offensive_a_outrance.nations.paris import AREA as GARRISON_AREA
from front1914.titles.offensive_a_outrance.nations.paris import PARIS
from front1914.titles.offensive_a_outrance.nations.territorials import barred, of_group
from front1914.titles.offensive_a_outrance.organisation.forces import divide
from front1914.titles.offensive_a_outrance.organisation.overlap import GUESTS, second_area
from front1914.titles.offensive_a_outrance.railways.engineering import operational
from front1914.titles.offensive_a_outrance.railways.structures import cut
from front1914.titles.offensive_a_outrance.sieges.camps import besieged
from front1914.titles.offensive_a_outrance.state import CONTROL, EVENTS, SLOWED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    BIT,
    DEPOTS_OF,
    FOE,
    IS_ARTILLERY,
    IS_CAVALRY,
    IS_DEPOT,
    IS_FORMATION,
    IS_GARRISON,
    IS_LOC,
    IS_SUPPLY,
    KINDS,
    NATION,
    NO_ARMY,
    SIDE,
    UNITS,
)

if TYPE_CHECKING:
    from front1914.titles.offensive_a_outrance.organisation.forces import Force

RULE = ZoneRule(ZONES.enter, ZONES.leave, ZONES.between, ZONES.between_to_friends)  #: 7.1.6
FORCED = {"infantry": 3, "cavalry": 7}  #: 7.2.1
SAMSON, SAMSON_RANGE, DUNKERQUE = "b-Samson", 9, HEXES.number("31.11")  #: 23.2
LOC_RANGE = 6  #: 8.7.1
_FLOODED = EVENTS.number("inundation")
DOCTRINE = 9  #: 8.4: the last GT of Poor Cavalry Doctrine
_RIVER_COST = (0, *(RIVER_EFFECT[kind].cost for kind in RIVERS[1:]))
_FLOOD_COST = RIVER_EFFECT["inundation"].cost  #: 21.3
_BRIDGE_COST = (0, *(RIVER_EFFECT[kind].bridge for kind in RIVERS[1:]))

_AT_BRIDGES = from_members(h for h, rows in enumerate(BRIDGES_OF) if rows)
_BRIDGES_AT = tuple(from_members(number for number, _ in rows) for rows in BRIDGES_OF)  #: by hex

# ---- what a hexside costs


def _ground(link: int, b: int) -> int | None:
    """7.1, 1.1.v, 7.1.3, 3.6.a: the MPs for a hexside into a hex, at whatever elevation it lies."""
    if (SEA_SIDES | RIDGES) >> link & 1:
        return None
    cost = SIDE_EFFECT[SIDE_TERRAIN[link]].cost
    return cost + ESCARPMENT_EFFECT.cost if ESCARPMENT.get(link) == b else cost


_GROUND = {(a, b): _ground(link, b) for (a, b), link in BOARD.link.items()}
#: by pair of neighbours with a river between them: its size, and the number of its bridge or -1
_WET = {pair: (RIVER[link], BRIDGE_NUMBER.get(link, -1)) for pair, link in BOARD.link.items() if RIVER[link]}


def ground_cost(a: int, b: int) -> int | None:
    """7.1.3: the MPs for a hexside without its river; None where nobody crosses (B22)."""
    return _GROUND[a, b]


def side_cost(s: OAOState, a: int, b: int) -> int | None:
    """7.1.3, 7.1.4, 7.1.4a.a, 7.1.3.b: the MPs for a hexside as its bridge is now; an unbridged Grand River can be
    crossed."""
    cost, wet = _GROUND[a, b], _WET.get((a, b))
    if cost is None or wet is None:
        return cost
    if s.flooded(a, b):
        return cost + _FLOOD_COST
    bridged = wet[1] >= 0 and not s.blown[wet[1]]
    return cost + (_BRIDGE_COST if bridged else _RIVER_COST)[wet[0]]


@lru_cache(maxsize=4096)
def attack_penalty(a: int, b: int) -> int:
    """9.3.2, 3.5.5.f: what a hexside takes from the Attack Strength of a Force that attacks across it, 0 or less."""
    link = BOARD.link[a, b]
    lost = SIDE_EFFECT[SIDE_TERRAIN[link]].attack
    if RIVER[link] and (a, b) != IGES:
        lost += RIVER_EFFECT[RIVERS[RIVER[link]]].attack
    return lost + (ESCARPMENT_EFFECT.attack if ESCARPMENT.get(link) == b else 0)


def _unbridged(a: int, b: int, link: int) -> int | None:
    """The MPs for a hexside as if every bridge were blown; an unbridged Grand River is closed (7.1.5)."""
    cost = ground_cost(a, b)
    return None if cost is None or RIVER[link] == GRAND else cost + _RIVER_COST[RIVER[link]]


_BASE = CostTable.build(BOARD, _unbridged)


@kept("control", "blown")
def bridges(s: OAOState, side: str) -> int:
    """7.1.4a: bitset of the bridges that serve a side in this phase: both hexes were its own."""
    return _spans(s, side) & places(s.blown.tobytes(), 0)


def _respanned(s: OAOState, old: int, was: tuple[bytearray], side: str) -> int:
    """The same, from those of another moment."""
    held, before, found = s.held(side), places(bytes(was[0]), CONTROL[side]), old
    for h in members((held ^ before) & _AT_BRIDGES):
        for number, beyond in BRIDGES_OF[h]:
            if held >> h & 1 and held >> beyond & 1:
                found |= 1 << number
            else:
                found &= ~(1 << number)
    return found


@kept("control", renew=_respanned)
def _spans(s: OAOState, side: str) -> int:
    """The bridges, blown or not, between two hexes of a side."""
    held, found = s.held(side), 0
    for h in members(held & _AT_BRIDGES):
        for number, beyond in BRIDGES_OF[h]:
            found |= 1 << number if held >> beyond & 1 else 0
    return found


def table(s: OAOState, side: str) -> CostTable:
    """7.1.3 to 7.1.5, 12.1.3: the costs of steps for a side in this phase, as its bridges and enemy Fortresses are."""
    return _table(bridges(s, side), bool(s.events[_FLOODED]), _shells(s, side))


@lru_cache(maxsize=64)
def _table(standing: int, flooded: bool, shells: int) -> CostTable:
    _ = _BASE.exits, _BASE.usual  # once for all: a patched table changes a few of them
    changes: dict[tuple[int, int], int | None] = {}
    for number in members(standing):
        a, b = BOARD.links[BRIDGE_LINKS[number]]
        for pair in ((a, b), (b, a)):  # as side_cost says of a bridge that stands; over the Inundation see below
            cost, wet = _GROUND[pair], _WET.get(pair)
            changes[pair] = cost if cost is None or wet is None else cost + _BRIDGE_COST[wet[0]]
    if flooded:  # 7.1.5: only who began beside it crosses
        changes.update(dict.fromkeys(FLOODS))
    for h in members(shells):
        for a in BOARD.neighbours[h]:
            cost = changes[a, h] if (a, h) in changes else _BASE.step(a, h)
            changes[a, h] = None if cost is None else cost + ZONES.fortress
    return _BASE.patched(changes)


def _shells(s: OAOState, side: str) -> int:
    """12.1.3: the enemy Fortresses without garrison that a side may enter."""
    foe = s.ground(FOE[side])
    return foe.shells & ~foe.wall


#: by hex: the neighbours beyond a Major or a Grand River, with its size and the number of its bridge or -1
_BEYOND_RIVER = tuple(
    tuple((b, *_WET[a, b]) for b in BOARD.neighbours[a] if (a, b) in _WET and _WET[a, b][0] >= MAJOR)
    for a in range(BOARD.size)
)


def _first_steps(s: OAOState, side: str, a: int, origin: int) -> dict[int, int | None]:
    """The steps that are cheaper for who stands in a hex: bridges that he did not come to, rivers that he began at.

    7.1.5: he began at a river, on this side of it or beyond: who has crossed may go back.
    """
    found: dict[int, int | None] = {}
    for b, river, number in _BEYOND_RIVER[a]:
        if origin in (a, b) or river != GRAND or (number >= 0 and not s.blown[number]):
            found[b] = side_cost(s, a, b)
    if s.events[_FLOODED]:
        flooded = [b for b in BOARD.neighbours[a] if origin in (a, b) and s.flooded(a, b)]
        found |= {b: side_cost(s, a, b) for b in flooded}
    if found and (shells := _shells(s, side)):
        for b, cost in found.items():
            if cost is not None and shells >> b & 1:
                found[b] = cost + ZONES.fortress
    return found


@lru_cache(maxsize=64)
def _railway(shut: int) -> CostTable:
    """15.6.3, 18.1, 18.4.2, 15.6.3.a: Depots go from rail hex to rail hex, one MP each, on any track, not where rail
    is cut."""
    return _rails().patched(dict.fromkeys(_along(members(shut))))


@cache
def _rails() -> CostTable:
    """All railways, as if none were cut."""
    nowhere = CostTable(BOARD, [CLOSED] * len(BOARD.steps))
    table = nowhere.patched(dict.fromkeys(_along(range(len(RAILS.links))), 1))
    _ = table.classes  # once for all, as above
    return table


def _along(links: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The steps along some stretches of rail, both ways."""
    for n in links:
        a, b = RAILS.links[n].a, RAILS.links[n].b
        yield from ((a, b), (b, a))


# ---- how far


def allowance(s: OAOState) -> int:
    """7.0.a, 7.1.1, 2.2, 1.1.w: the MPs of a unit in this phase; no counter has them printed on it."""
    return ALLOWANCE.counter_movement if s.phase == "counter_movement" else ALLOWANCE.movement


def most_forced(s: OAOState, force: Force) -> int:
    """7.2, 7.2.1, 7.2.2a, 8.1.b, 8.8.1.a, 22.1, B33: the MPs that a Force may gain by a Forced March."""
    mounted = True
    for u in force:
        if not s.is_combat(u) or (NATION[u] == "french" and s.turn == 1 and s.phase == "movement"):
            return 0
        mounted = mounted and IS_CAVALRY[u] and not s.did[u] & SLOWED
    return FORCED["cavalry" if mounted else "infantry"]


def forced(s: OAOState, u: int) -> int:
    """7.2.a, 7.2.2: the MPs of a Forced March among those that a unit has expended: they are the last."""
    return max(0, s.spent[u] - allowance(s))


def points(s: OAOState, force: Force) -> int:
    """What a Force can still expend, Forced March included, 7.1.2.a."""
    return allowance(s) + most_forced(s, force) - s.spent[force[0]]


# ---- where to


@in_look
def closed(s: OAOState, force: Force) -> int:
    """Bitset of the hexes that a Force may not enter by moving."""
    lead = force[0]
    side = SIDE[lead]
    if pinned(s, force):
        return -1
    foe = s.ground(FOE[side])  # 3.1.a: friends are no wall
    shut = _shut(s, side, lead, foe)
    if (camps := besieged(s, side)) and camps >> s.at[lead] & 1:
        shut |= ~camps  # 12.3.2
    if s.phase == "counter_movement" and s.turn <= DOCTRINE and any(IS_CAVALRY[u] for u in force):
        shut |= foe.line  # 8.4
    for u in force:
        if IS_LOC[u]:
            shut |= foe.zone | loc_bounds(s, u)  # 8.7.1.d, 8.7.1.a
            shut |= ~IN["belgium"] if NATION[u] == "belgian" else 0  # 8.7.1.e, 8.7.1
        if IS_GARRISON[u]:
            shut |= ~garrison_range(s, u) & _further(s, u)
    if IS_DEPOT[lead]:
        shut |= ~operational(s, side) | ~staying(s, lead)  # 2.6.3, 15.6.3, 22.5, 25.4
    if not s.is_combat(lead) and not any(s.is_combat(u) for u in force):
        shut |= foe.zone & ~s.ground(side).guard  # 8.8.1.c, 15.6.2: nobody goes where he cannot be
    return shut


def _shut(s: OAOState, side: str, lead: int, foe: Ground) -> int:
    """What is closed to everybody of an army."""
    army, limits = s.army[lead], s.rules.area
    if of_group(s, lead):
        return _beyond(limits) | foe.wall | barred(s) & ~BIT[s.at[lead]]  # 22.3.1, B82
    mine = -1 if army == NO_ARMY else area(s, side, army)
    return _beyond(limits) | foe.wall | foe.beside & ~mine  # 5.3.1.b, 5.1.2.h, 5.3.1


@cache
def _beyond(area: int) -> int:
    """7.1.2: the hexes outside a scenario, and those where nobody goes."""
    return BOARD.exists & ~(OPEN & area)


def area(s: OAOState, side: str, army: int) -> int:
    """5.1, 5.1.4, 22.2, 22.2.1: the Area of Attachment of an army; who has none has what is nobody's (5.1.1)."""
    if army == PARIS:
        return GARRISON_AREA
    found = _own_area(s, side, army)
    return found | second_area(s, army) if army in GUESTS else found  # 5.1.4.a


@kept("allied_area", "german_area")
def _own_area(s: OAOState, side: str, army: int) -> int:
    column = s.area(side).tobytes()
    return places(column, army) or places(column, NO_ARMY)


def loc_bounds(s: OAOState, u: int) -> int:
    """8.7.1: hexes out of reach of every Depot; whoever is out of reach himself must come nearer (B30)."""
    if UNITS[u] == SAMSON:  # 8.7.1.c, 23.2
        return ~BOARD.within(DUNKERQUE, max(SAMSON_RANGE, BOARD.distance(DUNKERQUE, s.at[u]) - 1))
    depots = [v for v in DEPOTS_OF[SIDE[u]] if s.at[v] < SIZE]
    near = 0
    for v in depots:
        near |= BOARD.within(s.at[v], LOC_RANGE)  # 8.7.1.a
    if near >> s.at[u] & 1:
        return ~near
    closer = 0
    for v in depots:
        if NATION[v] == NATION[u]:
            closer |= BOARD.within(s.at[v], BOARD.distance(s.at[v], s.at[u]) - 1)  # 8.7.1.b
    return ~closer


# ---- garrisons (8.6)


@cache
def home(u: int) -> int:
    """8.6, 22.2.2: the hexes of the city, Fortified Camp or district of Paris to which a Garrison unit is assigned."""
    name = KINDS[u].home
    if name in CAMP:
        return CAMP[name]  # 8.6.1.a
    city, _, district = name.partition(" ")
    if city == "Paris":
        return DISTRICT[district]
    return sum(1 << h for h in PLACE.get(name, ()))


def garrison_range(s: OAOState, u: int) -> int:
    """2.3.5, 2.5.4, 8.6.1, 8.6.2, 8.6.4: the hexes in which a Garrison unit may be."""
    base = home(u)
    foe = FOE[SIDE[u]]
    if not base or (GARRISON_AREA if base & GARRISON_AREA else base) & ~s.held(foe) == 0:
        return -1  # 8.6.4
    limit = KINDS[u].range
    near = _around(base, limit)
    return near if near & s.ground(foe).units or not limit else _around(base, 2 * limit)  # 8.6.2.a


@lru_cache(maxsize=256)
def _around(bits: int, distance: int) -> int:
    for _ in range(distance):
        bits |= BOARD.spread(bits)
    return bits


def _further(s: OAOState, u: int) -> int:
    """8.6.2, 8.6.2.a: for a garrison outside its range: every hex that is no nearer to its home; for others
    everything."""
    if garrison_range(s, u) >> s.at[u] & 1:
        return -1
    bits, here = home(u), 1 << s.at[u]
    while True:
        wider = bits | BOARD.spread(bits)
        if wider & here:
            return ~bits
        bits = wider


# ---- pins (7.3.3)


def pinned(s: OAOState, force: Force) -> bool:
    """7.3.3, B14: whether a Force must stay: of those that began the phase in its hex as many must as are pinned."""
    if s.phase != "counter_movement" or not all(s.origin[u] == s.at[u] for u in force) or s.second[force[0]] >= 0:
        return False
    if IS_SUPPLY[force[0]]:  # it is of no Force
        return False
    h, side = s.at[force[0]], SIDE[force[0]]
    number = pins(s, h, side)
    if not number:
        return False
    rest = [u for u in s.own(h, side) if u not in force and s.origin[u] == h]
    lent = not IS_FORMATION[force[0]] and any(IS_FORMATION[u] for u in rest)  # Assets belong to one of those Forces
    return len(divide(s, rest)) - lent < number


@in_look
def march(s: OAOState, force: Force) -> Reach:
    """Where a Force can go with all its MPs, Forced March included."""
    if IS_DEPOT[force[0]]:
        lines = _railway(cut(s, SIDE[force[0]]))
        return reach(lines, s.at[force[0]], points(s, force), blocked=closed(s, force))
    return _march(s, force)


class _Known(NamedTuple):
    """A march that was worked out, and what it rests on. Whatever lies beyond the hexes beside it does not matter."""

    near: int  #: the hexes that it can reach and those beside them
    crossings: int  #: the bridges there
    rests: tuple[int, ...]
    reach: Reach


def _march(s: OAOState, force: Force) -> Reach:
    """A Force is picked and put down again, or others move far away: then its march is what it was."""
    side, here, left = SIDE[force[0]], s.at[force[0]], points(s, force)
    first = _first_steps(s, side, here, s.origin[force[0]])
    ground = closed(s, force), s.ground(FOE[side]).zone, s.ground(side).host, _shells(s, side), bridges(s, side)
    key = (here, left, s.events[_FLOODED], *first.items())
    marches = _MARCHES.get(key, ())
    for known in marches:
        if known.rests == _rests(known.near, known.crossings, *ground):
            return known.reach
    shut, zone, host, *_ = ground
    found = reach(table(s, side), here, left, RULE, zone=zone, held=host, blocked=shut, first=first)
    near = found.bits | BOARD.spread(found.bits)
    crossings = 0
    for h in members(near & _AT_BRIDGES):
        crossings |= _BRIDGES_AT[h]
    if len(_MARCHES) >= _MOST_MARCHES:
        del _MARCHES[next(iter(_MARCHES))]
    _MARCHES[key] = (_Known(near, crossings, _rests(near, crossings, *ground), found), *marches[: _MOST_ALIKE - 1])
    return found


def _rests(near: int, crossings: int, shut: int, zone: int, host: int, shells: int, serving: int) -> tuple[int, ...]:
    """What a march rests on; friends matter only where enemies have zones (7.1.6a)."""
    zone &= near
    return shut & near, zone, host & zone, shells & near, serving & crossings


#: by hex, MPs and first steps: the last marches from there
_MARCHES: dict[tuple[object, ...], tuple[_Known, ...]] = {}
_MOST_MARCHES, _MOST_ALIKE = 2048, 6


def price(s: OAOState, force: Force, a: int, b: int) -> int | None:
    """7.1, 7.1.6, 7.1.6a, 7.1.6.a: what one step from where a Force stands costs now; None if nobody crosses there."""
    lead = force[0]
    if IS_DEPOT[lead]:
        return _railway(cut(s, SIDE[lead])).step(a, b)
    cost = side_cost(s, a, b)
    if cost is None or (s.origin[lead] not in (a, b) and _bars(s, a, b)):
        return None
    side = SIDE[lead]
    foe = s.ground(FOE[side])
    if foe.shells >> b & 1 and not foe.wall >> b & 1:
        cost += ZONES.fortress
    if not foe.zone >> b & 1:
        return cost + RULE.tolls[foe.zone >> a & 1][0]
    return cost + RULE.tolls[foe.zone >> a & 1][2 if s.ground(side).host >> b & 1 else 1]


FAR = 1 << 20  #: MPs that nobody has


def prices(s: OAOState, force: Force, a: int, shut: int) -> list[int]:
    """The price of each step from a hex where a Force stands, in the order of its neighbours; FAR where they are shut
    or nobody crosses."""
    lead = force[0]
    if IS_DEPOT[lead] or s.events[_FLOODED]:
        every = (None if shut >> b & 1 else price(s, force, a, b) for b in BOARD.neighbours[a])
        return [FAR if cost is None else cost for cost in every]
    side = SIDE[lead]
    foe, ring, began = s.ground(FOE[side]), BOARD.ring[a], s.origin[lead] == a
    away, into, beside_friends = RULE.tolls[foe.zone >> a & 1]
    zone, shells = foe.zone & ring, foe.shells & ring
    held = s.ground(side).host & zone
    found = []
    for bit, cost, river, bridge in _STEPS[a]:
        if shut and shut & bit:
            cost = FAR
        elif river:
            if bridge >= 0 and not s.blown[bridge]:
                cost += _BRIDGE_COST[river]
            else:
                cost += _RIVER_COST[river] if began or river != GRAND else FAR
        cost += away if not zone or not zone & bit else beside_friends if held & bit else into
        if shells and shells & bit and not foe.wall & bit:
            cost += ZONES.fortress
        found.append(cost)
    return found


#: by hex, for each neighbour: its bit, the MPs without a river, the river's size, and the number of its bridge or -1
_STEPS = tuple(
    tuple(
        (BIT[b], FAR if (cost := _GROUND[a, b]) is None else cost, *_WET.get((a, b), (0, -1)))
        for b in BOARD.neighbours[a]
    )
    for a in range(BOARD.size)
)


def _bars(s: OAOState, a: int, b: int) -> bool:
    """7.1.5: a Grand River without a bridge, or the Inundation: only who began beside it crosses."""
    river, bridge = _WET.get((a, b), (0, -1))
    return (river == GRAND and (bridge < 0 or bool(s.blown[bridge]))) or s.flooded(a, b)


# ---- why not


def refuse_hex(s: OAOState, force: Force, h: int) -> Reason:
    """Why a Force cannot get to a hex."""
    side, army = SIDE[force[0]], s.army[force[0]]
    foe = s.ground(FOE[side])
    if not OPEN >> h & 1:
        return Reason("7.1.2", "nobody goes there")
    if not s.rules.area >> h & 1:
        return Reason("7.1.2", "the hex is not part of this scenario")
    if foe.wall >> h & 1:
        return Reason("7.1.2", "an enemy stands there")  # 7.1.2.e
    if (camps := besieged(s, side)) >> s.at[force[0]] & 1 and not camps >> h & 1:
        return Reason("12.3.2", "its Fortified Camp is Invested")
    if pinned(s, force):
        return Reason("7.3.3", "a Prepared Attack holds it")
    if of_group(s, force[0]):
        if barred(s) >> h & 1:
            return Reason("22.3.1", "no unit of the Territorial Group enters the Area of Attachment of an army")
    elif army != NO_ARMY and foe.beside >> h & 1 and not area(s, side, army) >> h & 1:
        return Reason("5.3.1", "next to an enemy, and outside the Area of Attachment of its army")
    if s.phase == "counter_movement" and s.turn <= DOCTRINE and any(IS_CAVALRY[u] for u in force) and foe.line >> h & 1:
        return Reason("8.4", "poor doctrine: no cavalry into the zone of an infantry Formation now")
    if IS_DEPOT[force[0]] and not operational(s, side) >> h & 1:
        return Reason("15.6.3", "a Depot moves along friendly operational railways only")
    if IS_DEPOT[force[0]] and not staying(s, force[0]) >> h & 1:
        return Reason(LEASH.get(force[0], "22.5"), "this Depot must stay nearer to its place")
    for u in force:
        if IS_LOC[u] and NATION[u] == "belgian" and not IN["belgium"] >> h & 1:
            return Reason("8.7.1", "a Belgian LOC unit cannot leave Belgium")
        if IS_LOC[u] and (foe.zone | loc_bounds(s, u)) >> h & 1:
            if UNITS[u] == SAMSON and not foe.zone >> h & 1:
                return Reason("23.2", f"no further than {SAMSON_RANGE} hexes from Dunkerque (31.11)")
            return Reason("8.7.1", "a LOC unit keeps out of enemy zones and near a Depot")
        if IS_GARRISON[u] and (~garrison_range(s, u) & _further(s, u)) >> h & 1:
            return Reason("8.6.2", "too far from the place that it garrisons")
    if closed(s, force) >> h & 1:
        return Reason("8.8.1" if IS_ARTILLERY[force[0]] else "15.6.2", "it may not be alone in an enemy zone")
    return Reason("7.1.2", f"too far: {max(0, points(s, force))} MPs are left")  # 7.1.2.a


def near_enemy(s: OAOState, h: int, side: str, distance: int) -> bool:
    """Whether an enemy unit is at most so many hexes away."""
    return bool(BOARD.within(h, distance) & s.ground(FOE[side]).units)

"""14-6 to 14-20, 20-7 to 20-10: where units go when they give way (H-7).

Every unit goes for itself, one hex, into the best class of hexes that has one for it. Where friends stood when the
retreat began is kept in the frame: who has just arrived does not count as a friend (14-9, 14-15).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg import breakdown, danube, supply
from front1914.titles.der_weltkrieg.board import BOARD, CLOSED, HEXES, MAJOR, RING, SIZE, TRACK, WATER
from front1914.titles.der_weltkrieg.combat.battle import battle, in_battle
from front1914.titles.der_weltkrieg.combat.forces import is_held, mobile
from front1914.titles.der_weltkrieg.combat.pockets import surrounded
from front1914.titles.der_weltkrieg.combat.toll import remove, suffer
from front1914.titles.der_weltkrieg.costs import table
from front1914.titles.der_weltkrieg.entering import enter
from front1914.titles.der_weltkrieg.marching import closed_to_staffs
from front1914.titles.der_weltkrieg.nations import FOE
from front1914.titles.der_weltkrieg.stacking import HALVES, room_for
from front1914.titles.der_weltkrieg.state import WITHDREW, DWState
from front1914.titles.der_weltkrieg.troops import is_mountain
from front1914.titles.der_weltkrieg.world import (
    IS_ARTILLERY,
    IS_FLOTILLA,
    IS_FORTRESS,
    IS_HQ,
    IS_SUPPLY,
    RAIL_BOUND,
    SIDE,
    UNITS,
)

#: why units retreat: after a result, by their own choice or not; before combat (30-2); out of an open city (21-12)
CHOSEN, FORCED, BEFORE, OPENED = range(4)
CASE_7 = 7
HARD = 10  #: added to the class of a hex that a unit could not enter by the minimum move (14-16)
HARD_COST, HARD_COST_MOUNTAIN = 4, 7  #: 6-9, 32-3: terrain cost that forbids it from zone to zone


class Around(NamedTuple):
    """The neighbouring hexes with friends before anybody went."""

    friends: tuple[int, ...]  #: with Ground Combat Units (14-8)
    held: tuple[int, ...]  #: with somebody who fights for the hex (14-15)


class Way(NamedTuple):
    """A hex to which a unit may retreat."""

    hex: int
    rank: int  #: class of 14-8, 1 to 7; HARD is added where only the last resort of 14-16 leads there


def goes(u: int) -> bool:
    """21-1, 29-13, 18-9, DW-R48: who retreats with a stack: not fortresses, guns, markers and flotillas."""
    return not (IS_FORTRESS[u] or IS_SUPPLY[u] or IS_FLOTILLA[u] or (IS_ARTILLERY[u] and not RAIL_BOUND[u]))


def retreaters(s: DWState, side: str, h: int) -> tuple[int, ...]:
    """Those in a hex who retreat: who fights first, the strongest before the others."""
    found = [u for u in s.stack(h) if SIDE[u] == side and goes(u)]
    return tuple(sorted(found, key=lambda u: (not mobile(u), -s.strength[u], u)))


# ---- one unit


def hard(s: DWState, u: int, a: int, b: int) -> bool:
    """14-16, 6-9, 18-3, 32-3, 35-1: whether a unit could not go there by the minimum move."""
    side = SIDE[u]
    if danube.refuse_crossing(s, side, a, b) is not None or (IS_HQ[u] and closed_to_staffs(s, side) >> b & 1):
        return True
    zone = s.zone(FOE[side])
    if not (zone >> a & 1 and zone >> b & 1):
        return False
    if WATER[BOARD.link[a, b]] >= MAJOR:
        return True
    mountain = is_mountain(s, u)
    cost = table(s, mountain).step(a, b)
    return cost is not None and cost >= (HARD_COST_MOUNTAIN if mountain else HARD_COST)


def closed(s: DWState, u: int, a: int, b: int) -> Reason | None:
    """14-10, 14-12, 14-20, 36-7: why a unit can never retreat from a hex to its neighbour."""
    link = BOARD.link[a, b]
    if link in CLOSED:
        return Reason("14-12", "nobody retreats across sea, lakes or alpine hexsides")
    if s.neutral >> b & 1:
        return Reason("14-12", "nobody retreats into a neutral country")
    if s.rules.area >> a & 1 and not s.rules.area >> b & 1:
        return Reason("14-12", "it is not part of the map of this scenario")
    if s.ground(FOE[SIDE[u]]).every >> b & 1:
        return Reason("14-8", "an enemy stands there")
    if RAIL_BOUND[u] and not (TRACK[link] and s.rails(SIDE[u]) >> b & 1):
        return Reason("14-20", "it retreats along an active railway only")
    if (reason := danube.refuse_retreat(s, SIDE[u], a, b)) is not None:
        return reason
    return None if room_for(s, [u], b) else Reason("14-10", "there is no room for it")


def lines(s: DWState, u: int, start: int) -> list[int]:
    """14-7, DW-R46: the Headquarters whose distance counts; none for a unit without a line, or itself one."""
    if IS_HQ[u]:
        return []
    if in_battle(s):
        b = battle(s)
        if u in b.defenders and b.backers and (hq := b.backers[b.defenders.index(u)]) >= 0 and s.at[hq] < SIZE:
            return [hq]
    return supply.governing(s, u)


def rank(zone: bool, friends: bool, before: int | None, after: int | None) -> int:
    """14-8, DW-R47: the class of a hex; without a distance from the start only zones and friends count (20-7)."""
    if zone and not friends:
        return CASE_7
    if before is None:
        return 3 if zone else 1
    if after is None or after > before:
        return 6 if zone else 5  # 14-8.5, 14-8.6
    return (3 if zone else 1) + (after == before)  # 14-8.1, 14-8.2, 14-8.3, 14-8.4


def ringed(s: DWState, side: str, start: int) -> bool:
    """20-7 to 20-10, DW-R125: whether those who retreat from a hex are surrounded; not who was with a fortress when the
    attack began, though the fortress has fallen since."""
    if in_battle(s) and start in (b := battle(s)).targets and side == b.defender and start not in b.beset:
        return False
    return surrounded(s, side, start)


def options(s: DWState, u: int, start: int, friends: Sequence[int]) -> list[Way]:
    """14-8, 14-11, 20-10: all hexes of the best class; equally near Headquarters each give theirs, and of a hex that
    several give the best class counts."""
    beset = ringed(s, SIDE[u], start)
    found: dict[int, Way] = {}
    for hq in ([] if beset else lines(s, u, start)) or [-1]:
        for way in _best(_ranked(s, u, start, friends, hq, beset)):
            found[way.hex] = min(way, found.get(way.hex, way))
    return sorted(found.values())


def _ranked(
    s: DWState, u: int, start: int, friends: Sequence[int], hq: int, beset: bool
) -> list[tuple[int, int | None, int]]:
    """Each open neighbour as (class, distance, hex)."""
    zone = s.zone(FOE[SIDE[u]])
    before = supply.length(s, hq, start) if hq >= 0 else None
    found: list[tuple[int, int | None, int]] = []
    for h in members(RING[start]):
        if closed(s, u, start, h) is not None:
            continue
        inside = bool(zone >> h & 1)
        fort = any(IS_FORTRESS[v] and SIDE[v] == SIDE[u] for v in s.stack(h))
        if beset and inside and zone >> start & 1 and not fort:
            continue
        after = supply.length(s, hq, h, 1 << start) if hq >= 0 else None
        found.append((rank(inside, h in friends, before, after) + HARD * hard(s, u, start, h), after, h))
    return found


def _best(ranked: list[tuple[int, int | None, int]]) -> list[Way]:
    """The best class; of the seventh only the hexes nearest to the Headquarters (14-8.7)."""
    if not ranked:
        return []
    best = min(item[0] for item in ranked)
    found = [item for item in ranked if item[0] == best]
    if best % HARD == CASE_7:
        near = min((item[1] for item in found if item[1] is not None), default=None)
        found = [item for item in found if item[1] == near]
    return [Way(h, best) for _, _, h in found]


def survives(u: int, way: Way) -> bool:
    """14-16.2: only infantry and cavalry live through a retreat that they could not march."""
    return way.rank < HARD or mobile(u)


def can_go(s: DWState, side: str, start: int) -> bool:
    """14-1, 14-10, DW-R97: whether a retreat by choice finds a hex for everybody who fights, all of them together."""
    friends = friends_around(s, side, start)
    fighters = [u for u in retreaters(s, side, start) if mobile(u) or IS_HQ[u]]
    ways = [{way.hex for way in options(s, u, start, friends) if survives(u, way)} for u in fighters]
    if not fighters or not all(ways):
        return False
    if any(room_for(s, fighters, h) for h in set.intersection(*ways)):
        return True
    orders = (fighters, sorted(fighters, key=lambda u: HALVES[u]))
    return any(_find_room(s.copy(), order, start, friends) for order in orders)


def _find_room(trial: DWState, units: Sequence[int], start: int, friends: Sequence[int]) -> bool:
    """Whether units that go in this order find a hex each; `trial` is moved about."""
    if not units:
        return True
    for way in options(trial, units[0], start, friends):
        if not survives(units[0], way):
            continue
        trial.put(units[0], way.hex)
        if _find_room(trial, units[1:], start, friends):
            return True
        trial.put(units[0], start)
    return False


def friends_around(s: DWState, side: str, start: int) -> tuple[int, ...]:
    """Neighbouring hexes with friendly Ground Combat Units."""
    return tuple(members(RING[start] & s.ground(side).units))


def around(s: DWState, side: str, start: int) -> Around:
    """Where friends of a side stand beside a hex."""
    near = members(RING[start] & s.ground(side).held)
    return Around(friends_around(s, side, start), tuple(h for h in near if is_held(s, side, h)))


# ---- the stack


def begin(
    s: DWState, side: str, start: int, cause: int, units: Sequence[int] | None = None, near: Around | None = None
) -> None:
    """Units give way; all who can if nobody is named. Who cannot is lost with the hex (18-11, 29-13)."""
    going = retreaters(s, side, start) if units is None else tuple(units)
    if units is None:
        for u in [u for u in s.own(side, start) if not goes(u) and not IS_FORTRESS[u] and not IS_FLOTILLA[u]]:
            remove(s, u, ringed(s, side, start))
    s.tell("retreat", hex=start, units=going)
    friends, held = near or around(s, side, start)
    s.flow.append(("withdrawal", start, going, cause, friends, (), held))


class Withdrawal(Step):
    """14-6: one unit after the other; where there is no choice nobody is asked.

    Where there is no room for everybody the owner is asked who goes first (14-10).
    """

    name, rule, frame = "withdrawal", "14-6", ("hex", "unit", "", "hex", "unit", "hex")

    def run(self, s: DWState) -> None:
        name, start, units, cause, friends, last, held = s.flow.pop()
        if not units:
            if last:
                s.flow.append(("last_stand", last))
            return
        u = units[0]
        found = options(s, u, start, friends) if s.at[u] == start else []
        if s.at[u] != start:
            s.flow.append((name, start, units[1:], cause, friends, last, held))
        elif not found:
            s.flow.append((name, start, units[1:], cause, friends, last, held))
            give_up(s, u, start)
        else:
            s.flow.append((name, start, units, cause, friends, last, held))
            s.flow.append(("retreat",))
            if len(found) == 1 and (len(units) == 1 or room_for(s, units, found[0].hex)):
                RETREAT.do_to(s, found[0].hex)


def give_up(s: DWState, u: int, start: int) -> None:
    """14-14, 14-19, 20-8: a unit that must retreat and cannot is eliminated, interned, or surrenders."""
    side = SIDE[u]
    if ringed(s, side, start):
        s.tell("surrenders", unit=u, hex=start)
        remove(s, u, surrendered=True)
        return
    ways = (h for h in members(RING[start] & s.neutral) if BOARD.link[start, h] not in CLOSED)
    interned = any(ways)
    if interned:
        s.tell("interned", unit=u, hex=start)
    remove(s, u, interned=interned)


def go(s: DWState, u: int, way: Way, cause: int, held: Sequence[int] = ()) -> None:
    """One unit goes; over a hex that it could not enter it loses half (14-16), a Headquarters that must its supply
    (18-16). Where friends fight for the hex it only rests behind them (14-15)."""
    start = s.at[u]
    if way.rank > HARD:
        if not survives(u, way):
            remove(s, u, ringed(s, SIDE[u], start))
            return
        suffer(s, u, -(-s.strength[u] // 2), ringed(s, SIDE[u], start))  # 14-16.1
        if s.at[u] >= SIZE:
            return
    if IS_HQ[u] and cause in (FORCED, OPENED) and s.supply[u]:
        s.supply[u] = 0
        s.tell("supply_lost", unit=u)
    s.entrained[u] = 0
    s.retreated[u] = int(way.hex in held)
    s.deeds[u] |= WITHDREW
    s.tell("retreats", unit=u, to=way.hex)
    enter(s, [u], way.hex)


class Retreat(Step):
    """14-8, D32: where the first of the units goes; another may go before it. Who goes before combat, or out of an open
    city, does not attack afterwards (DW-R96)."""

    name, rule = "retreat", "14-8"
    else_merge = Reason("24-3", "nobody near with whom it could merge")
    else_unit = Reason("14-6", "it is not one of those who retreat after this unit")

    def side(self, s: DWState) -> str:
        side: str = SIDE[s.flow[-2][2][0]]
        return side

    def prompt(self, s: DWState) -> str:
        _, start, units, *_ = s.flow[-2]
        return f"Where does {UNITS.name(units[0])} retreat from {HEXES.name(start)}?"

    def _found(self, s: DWState) -> list[Way]:
        _, start, units, _, friends, _, _ = s.flow[-2]
        return options(s, units[0], start, friends)

    def legal_to(self, s: DWState) -> list[int]:
        return [way.hex for way in self._found(s)]

    def why_to(self, s: DWState, h: int) -> Reason:
        _, start, units, *_ = s.flow[-2]
        if not RING[start] >> h & 1:
            return Reason("14-6", "it is not adjacent")
        return closed(s, units[0], start, h) or Reason("14-11", "there is a hex of a higher priority")

    def do_to(self, s: DWState, h: int) -> None:
        s.flow.pop()
        name, start, units, cause, friends, last, held = s.flow.pop()
        u = units[0]
        way = next(way for way in options(s, u, start, friends) if way.hex == h)
        if way.rank % HARD == CASE_7 and cause in (CHOSEN, FORCED) and mobile(u):
            last = (*last, u)
        s.flow.append((name, start, units[1:], cause, friends, last, held))
        go(s, u, way, cause, held)

    def legal_unit(self, s: DWState) -> list[int]:
        return list(s.flow[-2][2][1:])

    def do_unit(self, s: DWState, u: int) -> None:
        s.flow.pop()
        name, start, units, *rest = s.flow.pop()
        others = tuple(v for v in units if v != u)
        s.flow.append((name, start, (u, *others), *rest))

    def legal_merge(self, s: DWState) -> list[int]:
        """24-3, DW-R118: replacements beside the hex may merge, so that there is room."""
        start = s.flow[-2][1]
        return [u for u in breakdown.mergeable(s, self.side(s)) if (RING[start] | 1 << start) >> s.at[u] & 1]

    def do_merge(self, s: DWState, u: int) -> None:
        s.flow[-1] = ("merge", u)


RETREAT = Retreat()
STEPS = (Withdrawal(), RETREAT)

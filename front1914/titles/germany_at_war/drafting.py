"""Whole Impulses drafted for computer commanders: which Leaders are activated where, who engages, who marches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from front1914.kit.bits import members
from front1914.kit.sentences import listed
from front1914.titles.germany_at_war.activation import candidates, stations
from front1914.titles.germany_at_war.assaults import Assault, Entry, Field, best, field_of
from front1914.titles.germany_at_war.communication import COMMANDS, hinges, tactical_range
from front1914.titles.germany_at_war.garrisons import buildable
from front1914.titles.germany_at_war.movement import ports
from front1914.titles.germany_at_war.paths import Reach, reach
from front1914.titles.germany_at_war.state import ACTIVATED, GWState
from front1914.titles.germany_at_war.values import (
    LOST,
    OPEN,
    POINT,
    STAR,
    Menace,
    defence_of,
    goals,
    nearness,
    place,
    walkable,
)
from front1914.titles.germany_at_war.world import (
    ACTIVATION,
    AREAS,
    BIT,
    BLOCKS,
    BOARD,
    BOOST,
    BUILDERS,
    CONTACT,
    COSTS,
    FACES,
    FOE,
    FORTRESS_FIRE,
    FORTRESS_MOST,
    FORTS_IN,
    GB,
    IS_INFANTRY,
    IS_LEADER,
    MOUNTAIN,
    MOVE,
    OWN,
    POWER,
    PRIZES,
    RING,
    RIVER,
    SIZE,
    STACK,
    STARS,
    STATIC,
    STRENGTH,
    SV,
    beside,
)

STATIONS = 5  #: places that are considered for each Leader
WORTHWHILE = 0.4  #: what a march must gain
PULL = 0.5  #: an Area nearer to where it is wanted
HINGE = 0.3  #: a point of strength whose communication hangs on an Area that the enemy could walk into
RAID = 0.3  #: a point of the enemy's strength that is cut off by taking an Area
ESCORT = 3.0  #: a unit beside a Leader who would be alone before the enemy
SHIELD = 0.35  #: share of a place that is saved by Garrisons which make it too strong to be taken
SAFE, SURE = -3.0, 7.0  #: firepower beyond the defence with which an attack never, or surely, takes a place
FREE = 3  #: marches on a Pass that are compared


@dataclass
class Draft:
    """An Impulse: the Action, the Leaders and their stations, the ways of the units, what is built.

    Two are the same if they order the same.
    """

    action: str
    text: str = field(compare=False)
    rides: dict[int, int] = field(default_factory=dict)
    marches: dict[int, tuple[int, ...]] = field(default_factory=dict)
    builds: dict[int, int] = field(default_factory=dict)  #: who builds: its face when it is done
    count: int = 0


class Desk:
    """What is reckoned once for a position: where units can go, and by which side they would engage."""

    def __init__(
        self, s: GWState, side: str, boost: bool, surprise: int = 0, kept: frozenset[int] = frozenset()
    ) -> None:
        self.s, self.side, self.surprise, self.kept = s, side, surprise, kept
        self.enemy = s.present(FOE[side])
        self.boost = BOOST if boost else 0
        self._reach: dict[int, Reach] = {}
        self._entries: dict[tuple[int, int], tuple[int, int] | None] = {}
        self._best: dict[tuple[int, tuple[Entry, ...], int], Assault | None] = {}
        self._fields: dict[int, Field] = {}

    def best(self, units: Iterable[int], h: int, stars: int) -> Assault | None:
        """The best attack on an Area by some of the units, with so many stars in support."""
        able = tuple(self.able(units, h))
        key = h, able, stars
        if key not in self._best:
            if h not in self._fields:
                self._fields[h] = field_of(self.s, self.side, h)
            self._best[key] = best(self.s, self.side, h, able, stars, self.surprise, self._fields[h])
        return self._best[key]

    def points(self, u: int) -> int:
        return MOVE[u] + (0 if IS_LEADER[u] else self.boost)

    def reach(self, u: int) -> Reach:
        if u not in self._reach:
            self._reach[u] = reach(self.s, u, self.points(u), self.enemy, self.surprise)
        return self._reach[u]

    def entry(self, u: int, h: int) -> tuple[int, int] | None:
        """The easiest way into an Area with enemies: the Area from which it is entered, and the river between."""
        key = u, h
        if key not in self._entries:
            self._entries[key] = self._entry(u, h)
        return self._entries[key]

    def _entry(self, u: int, h: int) -> tuple[int, int] | None:
        found, ways = self.reach(u), []
        if not found.bits & BIT[h]:
            return None
        costs = COSTS[2 * self.surprise + (u == MOUNTAIN)]
        for n in BOARD.neighbours[h]:
            price = costs[n, h] + CONTACT
            if n == found.start and not self.enemy & BIT[n]:
                left = self.points(u)
            elif found.bits & BIT[n] & ~self.enemy:
                left = found.left(n)
            else:
                continue
            if left >= price:
                ways.append((RIVER[n, h], n != found.start, n))
        if not ways:
            return None
        river, _, n = min(ways)
        return n, river

    def way(self, u: int, h: int) -> tuple[int, ...]:
        """The march into a Battle, over the Area from which it is entered."""
        entry = self.entry(u, h)
        assert entry is not None
        return (h,) if entry[0] == self.s.at[u] else (entry[0], h)

    def able(self, units: Iterable[int], h: int) -> list[Entry]:
        found = []
        for u in sorted(units):
            if self.s.at[u] != h and (entry := self.entry(u, h)) is not None:
                found.append((u, entry[1]))
        return found


def ready(s: GWState, side: str) -> list[int]:
    """Units on the map that could move."""
    return [u for u in OWN[side] if s.at[u] < SIZE and not s.isolated[u] and not s.acted[u] and u != STATIC]


def keepers(s: GWState, side: str) -> frozenset[int]:
    """One unit for every place that would lie open to the enemy without it: it goes into no Battle."""
    near = beside(s.blocks(FOE[side]))
    hinge = hinges(s, side)
    found = set()
    for h in members((near | beside(near)) & s.friendly(side) & s.blocks(side)):
        units = [u for u in s.units_in(h, side) if not IS_LEADER[u]]
        if units and not s.discs_in(h, side) and (PRIZES[h] or s.rules.goals & BIT[h] or h in hinge):
            found.add(min(units, key=lambda u: (STRENGTH[u][s.face[u]], u)))
    return frozenset(found)


# ---- Tactical Actions


@dataclass(frozen=True)
class Station:
    """A Leader revealed in an Area: whom he commands there and how much he adds to a Battle beside it."""

    leader: int
    area: int
    stars: int
    units: frozenset[int]
    cost: float


def options(desk: Desk, seat: str) -> dict[int, list[Station]]:
    """The best stations of each Leader who can be activated."""
    s, side = desk.s, desk.side
    free = [u for u in ready(s, side) if not IS_LEADER[u]]
    found: dict[int, list[Station]] = {}
    for leader in candidates(s, seat):
        own = [u for u in free if u in COMMANDS[leader]]
        last = s.face[leader] + 1 >= FACES[leader]
        cost = LOST[side] + 1.0 if last else STAR
        rated = []
        for h in members(stations(s, leader, ACTIVATION)[1]):
            area = _range(s, side, leader, h)
            units = frozenset(u for u in own if area & BIT[s.at[u]])
            targets = (RING[h] & desk.enemy).bit_count()
            useful = sum(1.0 + 0.5 * bool(desk.reach(u).bits & desk.enemy) for u in units)
            score = useful + STARS[leader][s.face[leader]] * min(targets, 3) * 0.4
            if units or targets:
                rated.append((score, -h, Station(leader, h, STARS[leader][s.face[leader]], units, cost)))
        rated.sort(key=lambda item: item[:2], reverse=True)
        if rated:
            found[leader] = [station for _, _, station in rated[:STATIONS]]
    return found


def _range(s: GWState, side: str, leader: int, h: int) -> int:
    """7.3.1.5: what he would command from an Area."""
    open_, found = s.friendly(side) | BIT[h], BIT[h]
    for _ in range(tactical_range(s, leader)):
        found |= beside(found & open_)
    return found


def scheme(desk: Desk, chosen: list[Station]) -> tuple[float, list[Assault]]:
    """The Battles that some Leaders make possible, the best first, and what the whole is worth."""
    s, side = desk.s, desk.side
    free = set().union(*(station.units for station in chosen)) - desk.kept
    support: dict[int, int] = {}
    for station in chosen:
        for h in members(RING[station.area] & desk.enemy):
            support[h] = support.get(h, 0) + station.stars
    targets = s.contested() & s.blocks(side)
    for u in free:
        targets |= desk.reach(u).bits & desk.enemy
    battles: list[Assault] = []
    left = members(targets)
    while left and len(battles) < len(chosen):
        rated = []
        for h in left:
            assault = desk.best(free, h, support.get(h, 0))
            if assault is not None and assault.value > WORTHWHILE:
                rated.append(assault)
        if not rated:
            break
        pick = max(rated, key=lambda a: (a.value, -a.area))
        battles.append(pick)
        free -= pick.units
        left = [assault.area for assault in rated if assault.area != pick.area]
    total = sum(battle.value for battle in battles) - sum(station.cost for station in chosen)
    return total + _walks(desk, free), battles


def _walks(desk: Desk, free: set[int]) -> float:
    """Places of the enemy that nobody holds and that somebody who is free could take."""
    s, side = desk.s, desk.side
    empty = s.held(FOE[side]) & ~desk.enemy & s.rules.area
    prizes = [h for h in members(empty) if PRIZES[h] or s.rules.goals & BIT[h]]
    total, left = 0.0, set(free)
    for h in sorted(prizes, key=lambda h: -place(s, side, h)):
        taker = next((u for u in sorted(left) if desk.reach(u).bits & BIT[h]), None)
        if taker is not None:
            left.discard(taker)
            total += place(s, side, h)
    return total + 0.12 * len(left)


def tactical(desk: Desk, seat: str, most: int, action: str, wide: bool = False) -> Iterator[Draft]:
    """Leaders added one by one, each where he adds most; a draft for every number of them that is worth trying.

    If `wide`, the same once more with each of the others as the first.
    """
    every = options(desk, seat)
    left, seen = dict(every), set[frozenset[Station]]()
    while left:
        begun = None
        for chosen in _chain(desk, every, left, most):
            begun = chosen[0].leader
            if frozenset(chosen) not in seen:
                seen.add(frozenset(chosen))
                yield draft_of(desk, chosen, action)
        if begun is None or not wide:
            return
        del left[begun]


def _chain(
    desk: Desk, every: dict[int, list[Station]], first: dict[int, list[Station]], most: int
) -> Iterator[list[Station]]:
    """Growing sets of Leaders with their stations, begun with one of the first."""
    chosen: list[Station] = []
    value = 0.0
    while len(chosen) < most:
        taken = {station.leader for station in chosen}
        rated = []
        for leader, places in (every if chosen else first).items():
            for station in places:
                if leader in taken or _full(desk, chosen, station):
                    continue
                worth, battles = scheme(desk, [*chosen, station])
                if desk.s.face[leader] + 1 < FACES[leader] or len(battles) > len(chosen):  # nobody dies for a march
                    rated.append((worth, -leader, station))
        if not rated:
            return
        now, _, station = max(rated, key=lambda item: item[:2])
        if chosen and now < value - 1.0:
            return
        value = now
        chosen.append(station)
        yield list(chosen)


def _full(desk: Desk, chosen: list[Station], station: Station) -> bool:
    """2.4: whether there is no room for another Leader."""
    there = sum(c.area == station.area for c in chosen) + desk.s.stacked(station.area, desk.side)
    return there >= 4 + (desk.s.at[station.leader] == station.area)


def _ahead(result: int) -> str:
    """A Firepower less the other, as the staff says it."""
    return f"{result} stronger" if result > 0 else f"{-result} weaker" if result else "as strong"


def draft_of(desk: Desk, chosen: list[Station], action: str) -> Draft:
    """The orders of a Tactical Action with these Leaders."""
    _, battles = scheme(desk, chosen)
    marches = {u: desk.way(u, battle.area) for battle in battles for u in sorted(battle.units)}
    free = set().union(*(station.units for station in chosen)) - set(marches)
    names = listed([BLOCKS.name(station.leader).split(" (")[0] for station in chosen])
    lead = "leads" if len(chosen) == 1 else "lead"
    fights = listed([f"{AREAS.name(b.area)} ({_ahead(b.result)})" for b in battles])
    reason = f"{names} {lead} the attack on {fights}" if battles else f"{names} {lead} the march; no Battle yet"
    draft = Draft(action, reason, {c.leader: c.area for c in chosen}, marches)
    settle(desk, draft, free)
    return draft


# ---- marches


def settle(desk: Desk, draft: Draft, free: Iterable[int], most: int = SIZE) -> None:
    """Gives everybody who is free the march, or the building, that gains most, the greatest gain first."""
    s, side = desk.s, desk.side
    count = [s.stacked(h, side) for h in range(SIZE)]
    for u, h in (*draft.rides.items(), *((u, way[-1]) for u, way in draft.marches.items())):
        count[s.at[u]] -= 1
        count[h] += 1
    worth = Worth(s, side)
    worth.expect(draft)
    left = set(free)
    while left and len(draft.marches) + len(draft.builds) < most:
        rated = []
        for u in sorted(left):
            gain, h = worth.best(desk, u, count)
            if gain > WORTHWHILE:
                rated.append((gain, -u, h))
        if not rated:
            return
        _, minus, h = max(rated)
        u = -minus
        left.discard(u)
        if h == s.at[u]:
            draft.builds[u] = s.face[u] + worth.wall(u)[1]
            worth.held.add(h)
            continue
        draft.marches[u] = (h,)
        count[s.at[u]] -= 1
        count[h] += 1
        worth.take(h)
        worth.expect(draft)


class Worth:
    """What it is worth to stand in an Area: what is taken, what is held, how near it is to where one is wanted."""

    def __init__(self, s: GWState, side: str) -> None:
        self.s, self.side = s, side
        self.near = nearness(tuple(goals(s, side)))
        self.open = walkable(s, FOE[side]) & s.held(side)
        self.enemy = s.held(FOE[side])
        self.taken: set[int] = set()
        self.held: set[int] = set()
        self.foes = beside(s.blocks(FOE[side]))
        self.menace = Menace(s, side)
        self.hinges, self.raids = hinges(s, side), hinges(s, FOE[side])
        self.expect(Draft("", ""))
        self._worth: dict[tuple[int, int], float] = {}

    def take(self, h: int) -> None:
        """Somebody goes there: what it is worth to take it is spoken for."""
        self.taken.add(h)
        self._worth = {key: value for key, value in self._worth.items() if key[0] != h}

    def expect(self, draft: Draft) -> None:
        """Where Leaders will stand before the enemy, and how many units with them."""
        ends = {u: self.s.at[u] for u in OWN[self.side] if self.s.at[u] < SIZE} | draft.rides
        ends |= {u: way[-1] for u, way in draft.marches.items()}
        self.led = {h for u, h in ends.items() if IS_LEADER[u] and self.foes & BIT[h]}
        self.escorts = Counter(h for u, h in ends.items() if not IS_LEADER[u])

    def prize(self, h: int) -> bool:
        return bool(PRIZES[h] or self.s.rules.goals & BIT[h])

    def at(self, h: int, count: int) -> float:
        """The worth of a unit there, of which `count` others are."""
        found = self._worth.get((h, count))
        if found is None:
            found = self._worth[h, count] = self._at(h, count)
        return found

    def _at(self, h: int, count: int) -> float:
        total = -PULL * self.near[h]
        if self.enemy & BIT[h] and h not in self.taken:
            total += place(self.s, self.side, h) + RAID * self.raids.get(h, 0)
        if h in self.hinges and not count:
            total += HINGE * self.hinges[h]
        if self.prize(h) and (self.open | self.foes) & BIT[h]:
            held = count > 0 or self.s.discs_in(h, self.side) > 0
            total += (0.15 if held else OPEN) * place(self.s, FOE[self.side], h) / (1 + count)
        if self.foes & BIT[h] and not count:
            total -= 0.6
        return total

    def best(self, desk: Desk, u: int, count: list[int]) -> tuple[float, int]:
        """The best place that a unit can go to, and what it gains by it; its own Area if it should build there."""
        return max(self.march(desk, u, count), (self.wall(u)[0], self.s.at[u]))

    def march(self, desk: Desk, u: int, count: list[int]) -> tuple[float, int]:
        """The best place that a unit can go to, and what it gains by it."""
        s, here = self.s, self.s.at[u]
        base = self.at(here, count[here] - 1) + self.escort(u, here, 1)
        found = (0.0, here)
        if here == GB:
            return max(((2.5 - 0.1 * count[h], h) for h in ports(s, u)), default=found)
        for h in members(desk.reach(u).bits & ~desk.enemy & ~BIT[GB]):
            if count[h] < STACK[h]:
                found = max(found, (self.at(h, count[h]) + self.escort(u, h, 0) - base, h))
        return found

    def escort(self, u: int, h: int, others: int) -> float:
        """What a unit is worth beside a Leader, if there are no more than so many with him, itself counted."""
        return ESCORT if h in self.led and not IS_LEADER[u] and self.escorts[h] <= others else 0.0

    def wall(self, u: int) -> tuple[float, int]:
        """4.1: what it gains to build where a unit stands, and how many Garrisons."""
        s, here = self.s, self.s.at[u]
        if not IS_INFANTRY[u] or here in self.held or not self.foes & BIT[here] or not buildable(s, u):
            return 0.0, 0
        over = self.menace.against(here) - defence_of(s, self.side, here)
        saved = SHIELD * place(s, FOE[self.side], here)
        falls, step = _falls(over), 0.5 * POINT[self.side]
        gains = [
            saved * (falls - _falls(over - (FORTRESS_FIRE - 1) * n)) - step * n for n in range(_garrisons(s, u) + 1)
        ]
        most = max(range(len(gains)), key=lambda n: (gains[n], -n))
        return gains[most], most


def _falls(over: float) -> float:
    """How likely a place falls to an attack that is so much stronger."""
    return min(1.0, max(0.0, (over - SAFE) / (SURE - SAFE)))


def _garrisons(s: GWState, u: int) -> int:
    """4.1: how many steps a unit could turn into Garrisons where it stands."""
    room = sum(FORTRESS_MOST - sum(s.discs_of(power)[f] for power in BUILDERS) for f in FORTS_IN[s.at[u]])
    return min(FACES[u] - 1 - s.face[u], s.supply_of(POWER[u]), room)


# ---- the other Actions


def passing(s: GWState, side: str) -> Iterator[Draft]:
    """7.8: one unit moves, without engaging, or builds: the best marches, each to another place, and a building."""
    desk, worth = Desk(s, side, boost=False), Worth(s, side)
    count = [s.stacked(h, side) for h in range(SIZE)]
    rated: dict[int, tuple[float, int]] = {}
    for u in ready(s, side):
        gain, h = worth.march(desk, u, count)
        if gain > WORTHWHILE and (gain, -u) > rated.get(h, (0.0, 0)):
            rated[h] = gain, -u
    found = []
    for h in sorted(rated, key=lambda h: rated[h], reverse=True)[:FREE]:
        gain, u = rated[h][0], -rated[h][1]
        text = f"nothing is worth an Action; {BLOCKS.name(u)} goes to {AREAS.name(h)}"
        found.append((gain, Draft("pass", text, marches={u: (h,)})))
    gain, u = max(((worth.wall(u)[0], u) for u in ready(s, side)), default=(0.0, 0))
    if gain > 0:
        text = f"nothing is worth an Action; {BLOCKS.name(u)} builds in {AREAS.name(s.at[u])}"
        found.append((gain, Draft("pass", text, builds={u: s.face[u] + worth.wall(u)[1]})))
    yield from (draft for _, draft in sorted(found, key=lambda each: -each[0]))
    if len(found) < FREE:
        yield Draft("pass", "nothing is worth an Action")


def strategic(s: GWState, side: str) -> Iterator[Draft]:
    """7.1 A: up to the Strategic Value in units, one Battle at most."""
    desk = Desk(s, side, boost=False)
    units = ready(s, side)
    foot = [u for u in units if not IS_LEADER[u]]
    plain = Draft("strategic", "the armies are shifted")
    settle(desk, plain, units, most=SV[side])
    yield plain
    targets = 0
    for u in foot:
        targets |= desk.reach(u).bits & desk.enemy
    rated = [a for h in members(targets) if (a := best(s, side, h, desk.able(foot, h), 0)) is not None and a.value > 0]
    if rated:
        pick = max(rated, key=lambda a: (a.value, -a.area))
        draft = Draft("strategic", f"{AREAS.name(pick.area)} is struck ({_ahead(pick.result)})")
        draft.marches = {u: desk.way(u, pick.area) for u in sorted(pick.units)}
        settle(desk, draft, set(units) - pick.units, most=SV[side])
        yield draft


def orders(s: GWState, side: str) -> Draft:
    """What is left of an Impulse that has begun: marches of those who may move."""
    desk = Desk(s, side, boost=s.action == "tactical", surprise=s.surprise)
    chosen = [
        Station(u, s.at[u], STARS[u][s.face[u]], _commanded(s, side, u), 0.0)
        for u in OWN[side]
        if IS_LEADER[u] and s.shown[u] == ACTIVATED
    ]
    if s.action == "tactical":
        return draft_of(desk, chosen, "tactical")
    most = 1 if s.action == "pass" else SV[side]
    draft = Draft(s.action, "what is left to do")
    settle(desk, draft, ready(s, side), most=most - s.used)
    return draft


def _commanded(s: GWState, side: str, leader: int) -> frozenset[int]:
    area = _range(s, side, leader, s.at[leader])
    return frozenset(u for u in ready(s, side) if not IS_LEADER[u] and u in COMMANDS[leader] and area & BIT[s.at[u]])

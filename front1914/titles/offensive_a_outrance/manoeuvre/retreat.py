"""11.1, H4: retreats, of whatever cause: where to, and what they cost.

    begin(s, units, hexes, start, cause)            a Force, or a stack that keeps together
    send(s, [(units, hexes), ...], start, cause)    all who must go at one moment, in whatever order their owner likes

push what is needed; the owner is asked where there is more than one end. `start` is the hex from which distance
counts: the hex of the combat, even in a second retreat. Those who go at one moment are a *company*: nobody of it
negates an enemy zone for the others, whoever of them arrives first (11.1.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import in_look
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    CAMP_OF,
    EDGE,
    GRAND,
    HEXES,
    OPEN,
    RIDGES,
    RIVER,
    SEA_SIDES,
    SIZE,
)
from front1914.titles.offensive_a_outrance.logistics.supply import isolated
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter, settle
from front1914.titles.offensive_a_outrance.manoeuvre.ways import garrison_range
from front1914.titles.offensive_a_outrance.nations.paris import AREA as GARRISON_AREA
from front1914.titles.offensive_a_outrance.nations.paris import PARIS
from front1914.titles.offensive_a_outrance.organisation.effectiveness import lower
from front1914.titles.offensive_a_outrance.organisation.forces import divide, forces
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.sieges.siege import pack
from front1914.titles.offensive_a_outrance.state import ATTACKED, D1, RETREATED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    BACK,
    FOE,
    IS_DEPOT,
    IS_FORMATION,
    IS_FORT,
    IS_GARRISON,
    IS_SUPPLY,
    IS_TRAIN,
    NO_ARMY,
    SIDE,
    UNITS,
)

COMBAT, REPULSE, DEMORALISED, TRAIN, FORT = range(5)  #: causes
CAUTIOUS = (DEMORALISED, TRAIN)  #: 6.4, 15.6.2a: they may not pass through a zone


class Way(NamedTuple):
    """A way back: its hexes, how many of them lie outside the Area of Attachment, how many in zones."""

    path: tuple[int, ...]
    outside: int
    zones: int
    hard: int = 0  #: Mountain Ridges and Grand Rivers that it crosses (11.1.4)


# ---- where to (H4)


def possible(s: OAOState, side: str, a: int, b: int) -> bool:
    """11.1.a, H4.1: whether a retreating unit may step from a hex to its neighbour."""
    if not (OPEN & s.rules.area) >> b & 1 or s.ground(FOE[side]).wall >> b & 1:
        return False
    return not SEA_SIDES >> BOARD.link[a, b] & 1


def arduous(a: int, b: int) -> bool:
    """11.1.4: whether a retreat from a hex to its neighbour crosses a Mountain Ridge or a Grand River."""
    link = BOARD.link[a, b]
    return bool(RIDGES >> link & 1) or RIVER[link] == GRAND


def in_zone(s: OAOState, company: tuple[int, ...], h: int) -> bool:
    """11.1.3: whether a hex lies in an enemy zone that no friend outside the company negates by standing there."""
    side = SIDE[company[0]]
    if not s.ground(FOE[side]).zone >> h & 1:
        return False
    return all(u in company for u in s.own(h, side))  # 11.1.3.b


def company(s: OAOState, units: tuple[int, ...]) -> tuple[int, ...]:
    """11.1.3: those who retreat at the same moment as some units, themselves among them."""
    n = _waiting(s, units)
    return units if n < 0 else s.flow[n][1]


def _waiting(s: OAOState, units: tuple[int, ...]) -> int:
    """Where in the flow the frame `retreats` lies to which some units belong, -1 if they go alone."""
    for n in range(len(s.flow) - 1, -1, -1):
        if s.flow[n][0] == "retreats" and units[0] in s.flow[n][1]:
            return n
    return -1


def rear(s: OAOState, u: int) -> int:
    """H4: what a unit falls back upon: its army's Depot, else the nearest supply unit, else a friendly edge."""
    own = s.depots(s.army[u]) if s.army[u] != NO_ARMY else []
    side, here = SIDE[u], s.at[u]
    if not own:
        own = [v for v in UNITS.numbers if IS_SUPPLY[v] and SIDE[v] == side and s.at[v] < SIZE and v != u]
    hexes = [s.at[v] for v in own] or members(EDGE[side] & s.rules.area) or members(EDGE[side])
    return min(hexes, key=lambda h: (BOARD.distance(here, h), h))


def _walks(
    s: OAOState, units: tuple[int, ...], start: int, count: int, cautious: bool, level: bool
) -> Iterator[tuple[int, ...]]:
    """H4.2: ways of at most so many hexes on which the distance from the start grows, or at least never falls."""
    side, here, fellows = SIDE[units[0]], s.at[units[0]], company(s, units)
    stack: list[tuple[int, ...]] = [(here,)]
    while stack:
        path = stack.pop()
        if len(path) > 1:
            yield path[1:]
        if len(path) > count:
            continue
        a, far = path[-1], BOARD.distance(start, path[-1])
        for b in BOARD.neighbours[a]:
            further = BOARD.distance(start, b)
            if further < far + (not level) or b in path or not possible(s, side, a, b):
                continue
            if not cautious or not in_zone(s, fellows, b):  # 6.4.f
                stack.append((*path, b))


def ways(s: OAOState, units: tuple[int, ...], start: int, count: int, cause: int) -> list[Way]:
    """H4.2 to H4.4: the ways among which the owner may choose; none if there is no step that is possible."""
    cautious = cause in CAUTIOUS
    found = list(_walks(s, units, start, count, cautious, False))
    if not any(len(path) == count for path in found):
        found += _walks(s, units, start, count, cautious, True)
    if cause == DEMORALISED:  # 6.4.g, 6.4, B49: a shorter way will do if it ends inside a camp
        camps = [path for path in found if CAMP_OF.get(path[-1]) and s.held(SIDE[units[0]]) >> path[-1] & 1]
    else:
        camps = []
    longest = max((len(path) for path in found), default=0)
    found = [path for path in dict.fromkeys(found) if len(path) == longest]
    if not found:
        return []
    if cause == DEMORALISED:  # C5: it would have to flee again from a zone at the end of its way
        found = [path for path in found if not exposed(s, units[0], path[-1])] or found
    for u in units:
        if IS_GARRISON[u]:  # 8.6.3
            mine = garrison_range(s, u)
            found = [path for path in found if all(mine >> h & 1 for h in path)] or found
    best = max(BOARD.distance(start, path[-1]) for path in found)  # 11.1.1.b
    found = [path for path in found if BOARD.distance(start, path[-1]) == best]
    back = rear(s, units[0])
    limit = BOARD.distance(start, back)
    found = [path for path in found if BOARD.distance(path[-1], back) <= limit] or found  # 11.1.1.a
    found += [path for path in camps if path not in found]
    fellows = company(s, units)
    rated = [_rate(s, units, path, fellows) for path in found]
    if cause == DEMORALISED:
        return rated
    return _chosen(s, units, rated)


def exposed(s: OAOState, u: int, h: int) -> bool:
    """6.4: whether a hex lies in an enemy zone; friends do not negate it."""
    return bool(s.ground(FOE[SIDE[u]]).zone >> h & 1)


def _rate(s: OAOState, units: tuple[int, ...], path: tuple[int, ...], fellows: tuple[int, ...]) -> Way:
    side, army = SIDE[units[0]], s.army[units[0]]
    area = s.area(side)
    if army == PARIS:
        outside = sum(not GARRISON_AREA >> h & 1 for h in path)
    else:
        outside = sum(area[h] not in (army, -1) for h in path)
    hard = sum(arduous(a, b) for a, b in zip((s.at[units[0]], *path), path, strict=False))
    return Way(path, outside, sum(in_zone(s, fellows, h) for h in path), hard)


def _chosen(s: OAOState, units: tuple[int, ...], rated: list[Way]) -> list[Way]:
    """11.1.1, 11.1.1a: ways that keep to the priorities, and where all of those meet zones, ways that avoid them."""
    least = min(way.outside for way in rated)  # 11.1.1.c
    inside = [way for way in rated if way.outside == least]
    sources = suppliers(s, units[0])
    if sources:
        near = min(min(BOARD.distance(way.path[-1], h) for h in sources) for way in inside)
        inside = [way for way in inside if min(BOARD.distance(way.path[-1], h) for h in sources) == near]  # 11.1.1.d
    fewest = min(way.zones for way in rated)
    if fewest == min(way.zones for way in inside):
        return inside
    return [*inside, *(way for way in rated if way.zones == fewest)]


def suppliers(s: OAOState, u: int) -> list[int]:
    """11.1.1: the hexes of the supply units from which a unit may receive provisions by its attachment (15.2)."""
    if s.army[u] == NO_ARMY:
        return []
    trains = [v for v in UNITS.numbers if IS_TRAIN[v] and s.at[v] < SIZE and s.corps[v] == s.corps[u] != -1]
    return [s.at[v] for v in (*s.depots(s.army[u]), *trains)]


# ---- how it goes


def begin(s: OAOState, units: tuple[int, ...], count: int, start: int, cause: int) -> None:
    """A stack, or a Force, must retreat so many hexes. A Fort leaves its post first (8.5.2)."""
    for u in units:
        if IS_FORT[u] and not s.face[u]:
            abandon(s, u)
    units = tuple(u for u in units if s.at[u] < SIZE)
    if count:
        units = pack(s, units)
    if units and count:
        s.flow.append(("give_ground", units, count, start, cause))
        if cause == COMBAT:
            s.flow.append(("may_rally", units))
            s.flow += [("uproot", u, s.at[u]) for u in s.own(s.at[units[0]], SIDE[units[0]]) if IS_DEPOT[u]]


Group: TypeAlias = tuple[tuple[int, ...], int]  #: units that keep together, and the hexes that they must go


def send(s: OAOState, groups: Sequence[Group], start: int, cause: int) -> None:
    """11.1, 11.1.3, 11.1.2.b: all who must retreat at one moment; their owner says who goes first."""
    groups = [(units, count) for units, count in groups if units and count]
    if len(groups) == 1 and len(divide(s, list(groups[0][0]))) == 1:
        begin(s, consolidated(s, groups[0][0], start), groups[0][1], start, cause)
    elif groups:
        units = tuple(u for mine, _ in groups for u in mine)
        owed = tuple(count for mine, count in groups for _ in mine)
        bands = tuple(n for n, (mine, _) in enumerate(groups) for _ in mine)
        s.flow.append(("retreats", units, bands, owed, start, cause))


def stacks(s: OAOState, parties: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """11.1.1, 8.6.3: Forces of one hex that retreat as a stack: those of one army; a garrison keeps to its own area."""
    found: dict[tuple[int, int], list[int]] = {}
    for force in parties:
        bound = next((u for u in force if IS_GARRISON[u]), -1)
        found.setdefault((s.army[force[0]], bound), []).extend(force)
    return [tuple(units) for units in found.values()]


def consolidated(s: OAOState, units: tuple[int, ...], hit: int) -> tuple[int, ...]:
    """19.1.7, 19.1.7.a: the other half of a Two-Hex Force follows the one that was hit, wherever it ends."""
    for u in units:
        if s.at[u] < SIZE and s.second[u] >= 0:
            s.put(u, hit if hit in s.hexes(u) else s.at[u])
    return units


class Retreats(Step):
    """11.1, 11.1.3: the next of those who go at one moment. The frame: everybody of the company, and for each his band,
    the hexes that he still owes (0: he has gone, or goes); from where distance counts, the cause."""

    name, rule, frame = "retreats", "11.1.3", ("unit", "", "", "hex", "")

    def run(self, s: OAOState) -> None:
        left = bands(s, len(s.flow) - 1)
        if left:
            go(s, len(s.flow) - 1, *left[0])
        else:
            s.flow.pop()


def bands(s: OAOState, n: int) -> list[Group]:
    """Those of a company who are still to go, band by band."""
    _, units, marks, owed, *_ = s.flow[n]
    found: dict[int, tuple[list[int], int]] = {}
    for u, mark, count in zip(units, marks, owed, strict=True):
        if count and s.at[u] < SIZE:
            found.setdefault(mark, ([], count))[0].append(u)
    return [(tuple(mine), count) for mine, count in found.values()]


def go(s: OAOState, n: int, units: tuple[int, ...], count: int) -> None:
    """A band sets out."""
    *_, start, cause = s.flow[n]
    note_owed(s, n, units, 0)
    begin(s, consolidated(s, units, start), count, start, cause)


def note_owed(s: OAOState, n: int, units: tuple[int, ...], count: int) -> None:
    """What some of a company still owe, as a band of their own."""
    step, every, marks, owed, start, cause = s.flow[n]
    fresh = max(marks) + 1
    marks = tuple(fresh if u in units else mark for u, mark in zip(every, marks, strict=True))
    owed = tuple(count if u in units else old for u, old in zip(every, owed, strict=True))
    s.flow[n] = (step, every, marks, owed, start, cause)


def abandon(s: OAOState, u: int) -> None:
    """8.5.2, 8.5.3, 11.1.2.d: a Fort becomes an infantry Asset, or is eliminated if it has no such side."""
    if BACK[u][1]:
        s.flip(u, 1)
        army = s.area(SIDE[u])[s.at[u]]
        if s.army[u] == NO_ARMY and army not in (NO_ARMY, GROUP):  # 5.5: an Asset now
            s.army[u] = army
        s.tell("abandoned", unit=u, hex=s.at[u])
    else:
        s.tell("eliminated", unit=u, hex=s.at[u], reveals=True)
        s.remove(u, ABSENT)


def together(s: OAOState, units: tuple[int, ...], near: int = -1) -> tuple[int, ...]:
    """Those of some units that are still there and in one hex, beside another if that is asked; others have fled."""
    here = [u for u in units if s.at[u] < SIZE and (near < 0 or BOARD.ring[near] >> s.at[u] & 1)]
    return tuple(u for u in here if s.at[u] == s.at[here[0]])


class GiveGround(Step):
    """11.1: looks who is still there to retreat; the frame is that of `retreat`."""

    name, rule, frame = "give_ground", "11.1", ("unit", "", "hex", "")

    def run(self, s: OAOState) -> None:
        _, units, count, start, cause = s.flow.pop()
        units = together(s, units)
        if units:
            s.flow.append(("retreat", units, count, start, cause))


@in_look
def _ends(s: OAOState, units: tuple[int, ...], count: int, start: int, cause: int) -> dict[int, Way]:
    """The hexes in which a retreat may end, each with the best way there."""
    found: dict[int, Way] = {}
    for way in sorted(ways(s, units, start, count, cause), key=lambda w: (w.zones + w.hard, w.outside, w.path)):
        found.setdefault(way.path[-1], way)
    return found


class Retreat(Step):
    """11.1.1: where a stack retreats. The frame: the units, how many hexes, from where distance counts, the cause."""

    name, rule, frame = "retreat", "11.1.1", ("unit", "", "hex", "")
    else_unit = Reason("11.1.1", "no other Force of the stack is led by it")
    else_to = Reason("11.1.1", "the retreat may not end there")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        _, units, count, *_ = s.flow[-1]
        return f"{UNITS.name(units[0])} must retreat {count} hex{'es' if count > 1 else ''}: where to?"

    def places(self, s: OAOState) -> dict[int, Way]:
        """The hexes in which the retreat may end, each with the best way there."""
        return _ends(s, *s.flow[-1][1:])

    def legal_to(self, s: OAOState) -> list[int]:
        return sorted(self.places(s))

    def do_to(self, s: OAOState, h: int) -> None:
        way = self.places(s)[h]
        _, units, count, start, cause = s.flow.pop()
        s.flow.append(("retreating", units, way.path, count - len(way.path), cause, start))

    # -- who goes first, and who with whom

    def parts(self, s: OAOState) -> dict[int, tuple[int, ...]]:
        """By lead: the Forces of the stack that is asked, if there are several, and the others who wait."""
        units = s.flow[-1][1]
        n = _waiting(s, units)
        if n < 0:
            return {}
        own = divide(s, [u for u in units if s.at[u] < SIZE])
        found = {force[0]: force for force in own if len(own) > 1}
        return found | {mine[0]: mine for mine, _ in bands(s, n)}

    def legal_unit(self, s: OAOState) -> list[int]:
        return sorted(self.parts(s))

    def do_unit(self, s: OAOState, u: int) -> None:
        """A Force of the stack goes by itself, or another goes first."""
        mine = self.parts(s)[u]
        _, units, count, start, cause = s.flow.pop()
        n = _waiting(s, units)
        if u in units:
            note_owed(s, n, tuple(v for v in units if v not in mine), count)
            s.flow.append(("give_ground", mine, count, start, cause))
        else:
            number = next(count for band, count in bands(s, n) if u in band)
            note_owed(s, n, units, count)
            go(s, n, mine, number)

    def refuse_stand(self, s: OAOState, _: None) -> Reason | None:
        return Reason("11.1.5", "there is a way back") if self.places(s) else None

    def do_stand(self, s: OAOState, _: None) -> None:
        """11.1.5: it cannot go anywhere."""
        _, units, count, start, cause = s.flow.pop()
        s.flow.append(("retreating", units, (), count, cause, start))

    def hints(self, s: OAOState) -> dict[str, dict[str, Any]]:
        here = s.at[s.flow[-1][1][0]]
        return {
            f"to {HEXES[h]}": {"path": [HEXES[n] for n in (here, *way.path)], "mark": _warning(way)}
            for h, way in self.places(s).items()
        }


def _warning(way: Way) -> str:
    """What a way costs."""
    return ", ".join(word for word, count in (("zones", way.zones), ("a ridge or Grand River", way.hard)) if count)


def without_prisoners(s: OAOState, units: tuple[int, ...], levels: int) -> tuple[int, ...]:
    """11.1.6, 11.1.6.a, 6.4.c: an Isolated Force that is Demoralized, or becomes so by what it must lose, surrenders.

    Each Force of a stack is looked at by itself; those who are left go on.
    """
    lost: list[int] = []
    for force in divide(s, list(units)) if levels else ():
        lead = force[0]
        if IS_FORMATION[lead] and s.ce[lead] + levels >= D1 and isolated(s, lead):
            lost += force
    for u in lost:
        s.tell("surrenders", unit=u, hex=s.at[u], reveals=True)
        s.remove(u)
    if lost:
        settle(s)
    return tuple(u for u in units if u not in lost)


class Retreating(Step):
    """11.1.3 to 11.1.5: goes the way hex by hex. The frame: units, way, how many it cannot go, cause, start."""

    name, rule, frame = "retreating", "11.1.3", ("unit", "hex", "", "", "hex")

    def run(self, s: OAOState) -> None:
        _, units, path, missing, cause, start = s.flow.pop()
        units = together(s, units, path[0] if path else -1)
        if not units:
            return
        if not path:
            units = without_prisoners(s, units, missing)
            if units:
                self.finish(s, units, missing)
            return
        here, there = s.at[units[0]], path[0]
        if not possible(s, SIDE[units[0]], here, there):  # somebody came into the way
            s.flow.append(("retreating", units, (), missing + len(path), cause, start))
            return
        zone, hard = in_zone(s, company(s, units), there), arduous(here, there)
        units = without_prisoners(s, units, zone + hard if zone else 0)
        if not units:
            return
        s.flow.append(("retreating", units, path[1:], missing, cause, start))
        if cause == COMBAT:
            s.flow.append(("may_rally", units))
        settle(s)
        enter(s, units, there)
        self.pay(s, units, zone + hard, int(hard))

    def pay(self, s: OAOState, units: tuple[int, ...], levels: int, reductions: int) -> None:
        """11.1.3, 11.1.4, 11.1.3.a: every Force among them pays."""
        if not levels and not reductions:
            return
        for force in forces(s, s.at[units[0]], SIDE[units[0]]):
            mine = tuple(u for u in force if u in units)
            if mine:
                s.flow.append(("toll", mine, levels, reductions))

    def finish(self, s: OAOState, units: tuple[int, ...], missing: int) -> None:
        for u in units:
            s.did[u] |= RETREATED
            s.pa[u] = -1  # 7.3.3.b
            if not s.did[u] & ATTACKED:  # B19; what was attacked in this phase is remembered
                s.target[u] = -1
        s.tell("retreated", units=units, hex=s.at[units[0]])
        settle(s)
        self.pay(s, units, missing, missing)


class Toll(Step):
    """11.1.3 to 11.1.5: a Force loses CE levels and strength on its retreat."""

    name, rule, frame = "toll", "11.1.3", ("unit", "", "")

    def run(self, s: OAOState) -> None:
        _, units, levels, reductions = s.flow.pop()
        units = tuple(u for u in units if s.at[u] < SIZE)
        if units and reductions:
            s.flow.append(("toll", units, levels, 0))
            suffer(s, units, reductions)
        elif units:
            lower(s, units, levels)


STEPS = (Retreats(), GiveGround(), Retreat(), Retreating(), Toll())

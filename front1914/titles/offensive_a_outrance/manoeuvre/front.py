"""3.4, H1, H2: front lines, adjoining fronts, the open flank; who controls what.

Control is looked at anew when a phase begins (B75). A front line is a wall of hexes: the infantry Formations of an army
and the hexes directly between those at most three hexes apart. Ground that a wall shuts off from the enemy's sources
becomes its owner's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from front1914.engine.kept import in_look, kept
from front1914.kit.bits import from_members, members
from front1914.kit.flood import Gates, flood
from front1914.kit.layout import Spot
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    CAMP,
    CAMP_OF,
    COAST,
    DISTRICT,
    HEXES,
    IN,
    LINKS,
    NEAR,
    OPEN,
    RING,
    SEA_SIDES,
    SIZE,
)
from front1914.titles.offensive_a_outrance.schedule import GROUP, GROUP_ENDS
from front1914.titles.offensive_a_outrance.state import BY_FOOT, CONTROL, DEPOTS, ENTRAINING, STOOD, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMIES_OF,
    DEPOTS_OF,
    EIGHTHS,
    FOE,
    IS_FORTRESS,
    IS_LINE,
    OWN,
    SIDES,
)

APART = 3  #: 3.4.1, 3.4.2, B10: hexes between neighbours of a line
ANCHOR = {"german": HEXES.number("48.20"), "allied": HEXES.number("09.25")}  #: 3.4.2: Brussels, Rouen
ASIDE = frozenset(ARMIES.number(word) for word in ("be-BELGIAN", "g-BELGIEN"))  #: 3.4.2: only when they adjoin others
GDT, GDT_ENDS = GROUP, GROUP_ENDS  #: 3.4.2, 22.3
DRY = Gates.without(BOARD, members(SEA_SIDES)) if SEA_SIDES else Gates.only(BOARD, range(LINKS))  #: over land
_WALKING = (BY_FOOT, ENTRAINING)
_FORTRESSES = {side: tuple(u for u in OWN[side] if IS_FORTRESS[u]) for side in SIDES}


class Front(NamedTuple):
    """The front of a side. Sets are bitsets of hexes."""

    armies: dict[int, int]  #: by army: its main concentration (3.4.1)
    links: int  #: hexes directly between two of its Formations
    flank: int  #: the line of the Open Flank (3.4.2)
    tails: int  #: H1.4: what closes the ground that an end of the line has passed

    @property
    def wall(self) -> int:
        """All of it."""
        found = self.links | self.flank | self.tails
        for bits in self.armies.values():
            found |= bits
        return found


# ---- nodes and concentrations (H1.1, H1.2)


def nodes(s: OAOState, side: str) -> dict[int, dict[int, int]]:
    """3.4.2.e: by army: the hexes of its infantry Formations, each with its size in eighths."""
    at, second, found = s.at, s.second, dict[int, dict[int, int]]()
    for u in s.ground(side).here:
        if IS_LINE[u] and s.rail[u] in _WALKING:
            army = s.army[u]
            if army < 0 or (army == GDT and s.turn < GDT_ENDS):  # 18.2.a
                continue
            hexes = found.setdefault(army, {})
            for h in (at[u],) if second[u] < 0 else (at[u], second[u]):
                hexes[h] = hexes.get(h, 0) + EIGHTHS[u]
    return found


def clusters(bits: int, apart: int = APART) -> list[int]:
    """Sets of hexes of which each is at most so many hexes from another of its set, 3.4.1.d."""
    found = []
    while bits:
        cluster, todo = 0, bits & -bits
        while todo:
            h = (todo & -todo).bit_length() - 1
            todo ^= 1 << h
            cluster |= 1 << h
            todo |= BOARD.within(h, apart) & bits & ~cluster
        found.append(cluster)
        bits &= ~cluster
    return found


def concentration(hexes: dict[int, int], depots: Sequence[int]) -> int:
    """3.4.a, 3.4.1, H1.2, 3.4.1.d: the main concentration of an army: the largest cluster, of equals that nearest its
    Depot."""
    found = clusters(from_members(hexes))
    if len(found) == 1:
        return found[0]
    sizes = [sum(hexes[h] for h in members(cluster)) for cluster in found]
    largest = [cluster for cluster, size in zip(found, sizes, strict=True) if size == max(sizes)]
    return min(largest, key=lambda cluster: _far(members(cluster), depots)) if len(largest) > 1 else largest[0]


def _far(hexes: list[int], depots: Sequence[int]) -> tuple[int, int]:
    return min((BOARD.distance(h, d) for h in hexes for d in depots), default=0), hexes[0]


def apart(a: int, b: int) -> int:
    """The smallest distance between two sets of hexes."""
    return min(BOARD.distance(p, q) for p in members(a) for q in members(b))


# ---- links (H1.3)


class Way(NamedTuple):
    """A shortest way from one hex to another. Hexes are differences from the first one: on this board a step in a
    direction is the same difference of numbers everywhere."""

    steps: tuple[int, ...]  #: its hexes, without the ends
    low: int  #: the least of them
    bits: int  #: their bitset, from the least on
    stray: int  #: how far it is from the straight line, hex by hex, in units of its own


def _ways() -> dict[int, tuple[Way, ...]]:
    """By the difference of two hexes two or three hexes apart: the shortest ways between them, straight ones first."""
    found, everywhere = {}, 1 + 3 * APART * (APART + 1)
    p = next(h for h in members(BOARD.exists) if BOARD.within(h, APART).bit_count() == everywhere)
    for q in members(BOARD.within(p, APART) & ~RING[p] & ~(1 << p)):
        paths: list[tuple[int, ...]] = [(p,)]
        for left in range(BOARD.distance(p, q) - 1, 0, -1):
            paths = [(*path, n) for path in paths for n in members(RING[path[-1]] & BOARD.within(q, left))]
        found[q - p] = tuple(sorted((_way(p, q, path[1:]) for path in paths), key=lambda way: (way.stray, way.steps)))
    return found


def _way(p: int, q: int, hexes: tuple[int, ...]) -> Way:
    low = min(hexes)
    return Way(tuple(h - p for h in hexes), low - p, from_members(h - low for h in hexes), _stray(p, q, hexes))


def _stray(p: int, q: int, hexes: tuple[int, ...]) -> int:
    """Twice the triangles of the hexes with the straight line, on the grid of lines and half hexes: between the same
    ends these areas are as the distances from the line, and whole numbers."""
    (line, place), (to_line, to_place) = _spot(p), _spot(q)
    across, along, found = to_line - line, to_place - place, 0
    for h in hexes:
        at_line, at_place = _spot(h)
        found += abs(across * (at_place - place) - along * (at_line - line))
    return found


def _spot(h: int) -> Spot:
    spot = BOARD.spots[h]
    assert spot is not None
    return spot


_WAYS = _ways()
_ONWARD = {difference: ways for difference, ways in _WAYS.items() if difference > 0}


class Country(NamedTuple):
    """What decides through which hexes a line may run. Sets are bitsets of hexes."""

    land: int  #: open hexes without enemies, but not those that he controls and no friend is in or beside
    outside: int  #: those in no zone of the side
    strange: int  #: those that it does not control
    home: int  #: all others

    @classmethod
    def of(cls, s: OAOState, side: str) -> Country:
        """As a side sees it now."""
        mine, foe = s.ground(side), s.ground(FOE[side])
        taken = s.held(FOE[side]) & ~(mine.units | mine.zone)
        land = OPEN & s.rules.area & ~foe.units & ~taken
        home = land & mine.zone & s.held(side)
        return cls(land, land & ~mine.zone, land & ~s.held(side), home)


def link(country: Country, p: int, ways: tuple[Way, ...]) -> int:
    """3.4.1, 3.4.1.a, 3.4.1.b, H1.3: the hexes that join two Formations two or three hexes apart, none if they cannot.

    Each hex of a way is beside one of its ends, so one that is not on the map is no hex at all, and not in the country.
    """
    land, outside, strange, home = country
    free: list[tuple[int, int, int, tuple[int, ...], int]] = []
    for way in ways:
        bits = way.bits << p + way.low
        if bits & land == bits:
            if not free and bits & home == bits:
                return bits  # the straightest way that is open, and nothing speaks against it
            free.append(((bits & outside).bit_count(), way.stray, (bits & strange).bit_count(), way.steps, bits))
    return min(free)[-1] if free else 0


def _links(country: Country, a: int, b: int) -> int:
    """What joins the Formations of two armies, or of one with itself, 3.4.1.c."""
    found = 0
    for difference, ways in (_ONWARD if a == b else _WAYS).items():
        firsts = a & (b >> difference if difference > 0 else b << -difference)
        while firsts:
            p = firsts.bit_length() - 1
            firsts ^= 1 << p
            found |= link(country, p, ways)
    return found


# ---- adjoining front and open flank (3.4.2, H2)


def adjoining(armies: dict[int, int], every: dict[int, int]) -> list[frozenset[int]]:
    """3.4.2, 3.4.2.b: the armies that stand together; `every` holds all Formations of each. Belgians alone are no
    front."""
    groups: list[frozenset[int]] = []
    for army in armies:
        reach = _reach(every[army])
        near = [g for g in groups if any(reach & every[other] for other in g)]
        groups = [g for g in groups if g not in near] + [frozenset({army}).union(*near)]
    return [g for g in groups if not g <= ASIDE]


def _reach(bits: int) -> int:
    """The hexes at most three hexes away, those of the set among them."""
    for _ in range(APART):
        bits |= BOARD.spread(bits)
    return bits


def open_flank(s: OAOState, side: str, line: Lineup, wall: int) -> int:
    """3.4.2, H2, 3.4.2.c, 3.4.2.d: the line of the Open Flank: from the anchor to the northernmost Formation in
    France."""
    anchor, armies = ANCHOR[side], line.armies
    if not line.groups or not s.rules.area >> anchor & 1:
        return 0
    group = max(line.groups, key=lambda g: (sum(armies[a].bit_count() for a in g), -min(g)))
    shore = wall & (COAST | NEAR["netherlands"])  # 3.4.2.a
    if shore and _component(wall, armies, group) & shore:  # 3.4.2.a
        return 0
    north = min(((_row(h), h, a) for a in group for h in members(armies[a])), default=None)
    if north is None:
        return 0
    french = members(armies[north[2]] & IN["france"])  # B121
    if not french:
        return 0
    return from_members(BOARD.line(anchor, min(french, key=lambda h: (_row(h), h))))


def _row(h: int) -> int:
    return _spot(h)[1]


# ---- the wall and what it shuts off (H1.4, H1.5)


class Lineup(NamedTuple):
    """How the Formations of a side stand together, whatever the country and the enemy."""

    armies: dict[int, int]  #: by army: its main concentration (3.4.1)
    groups: list[frozenset[int]]  #: the armies that stand together (3.4.2)
    pairs: list[tuple[int, int]]  #: the armies whose Formations may be joined, each with itself among them


#: an army: its number, the hexes of its Formations with their sizes, those of its Depots
Post: TypeAlias = tuple[int, tuple[tuple[int, int], ...], tuple[int, ...]]


@lru_cache(maxsize=256)
def _lineup(posts: tuple[Post, ...]) -> Lineup:
    armies = {army: concentration(dict(hexes), depots) for army, hexes, depots in posts}
    groups = adjoining(armies, {army: from_members(h for h, _ in hexes) for army, hexes, _ in posts})
    pairs = [(a, a) for a in armies]
    for group in groups:
        for a in group:
            reach = _reach(armies[a])
            pairs += [(a, b) for b in group if a < b and reach & armies[b]]
    return Lineup(armies, groups, pairs)


def lineup(s: OAOState, side: str) -> Lineup:
    """How the Formations of a side stand now."""
    every, depots = nodes(s, side), dict[int, list[int]]()
    for u in DEPOTS:
        if s.at[u] < SIZE:
            depots.setdefault(s.army[u], []).append(s.at[u])
    armies = [a for a in ARMIES_OF[side] if a in every]
    return _lineup(tuple((a, tuple(every[a].items()), tuple(depots.get(a, ()))) for a in armies))


def front(s: OAOState, side: str) -> Front:
    """The front of a side as it stands now."""
    line, country = lineup(s, side), Country.of(s, side)
    armies, links, posts = line.armies, 0, 0
    for a, b in line.pairs:
        links |= _links(country, armies[a], armies[b])
    for bits in armies.values():
        posts |= bits
    wall = links | posts
    flank = open_flank(s, side, line, wall)
    return Front(armies, links, flank, _tails(s, side, wall | flank, wall & ~links | flank))


def _component(wall: int, armies: dict[int, int], group: frozenset[int]) -> int:
    seeds = 0
    for a in group:
        seeds |= armies[a]
    return flood(BOARD, seeds, wall)


def _tails(s: OAOState, side: str, wall: int, ends: int) -> int:
    """H1.4: each connected piece is closed at its two ends by the shortest way to friendly ground."""
    held, foe, found = s.held(side), s.ground(FOE[side]), 0
    shut = held | BOARD.spread(held) | COAST | NEAR["netherlands"] | NEAR["switzerland"]
    free = OPEN & s.rules.area & ~foe.units
    left = ends & ~shut  # pieces without such an end are closed already
    while left:
        piece = flood(DRY, left & -left, wall)
        left &= ~piece
        mine = members(piece & ends)
        if len(mine) < 2:
            continue
        pair = max((BOARD.distance(p, q), -p, -q) for i, p in enumerate(mine) for q in mine[i + 1 :])
        for h in (-pair[1], -pair[2]):
            if not shut >> h & 1:
                found |= _tail(h, held, free)
    return found


def _tail(start: int, held: int, free: int) -> int:
    """The hexes of a shortest way from an end to friendly ground, both ends left out; none if there is no way."""
    came: dict[int, int] = {start: -1}
    queue = [start]
    for h in queue:
        if held >> h & 1 and h != start:
            found, h = 0, came[h]
            while h != start:
                found |= 1 << h
                h = came[h]
            return found
        for n in members(DRY.ring[h] & free):
            if n not in came:
                came[n] = h
                queue.append(n)
    return 0


def shut_off(s: OAOState, side: str, mine: Front, theirs: Front) -> int:
    """3.4, H1.5: the hexes that become the side's by its front."""
    foe = FOE[side]
    ground, held, area = s.ground(foe), s.held(side), OPEN & s.rules.area
    wall = mine.wall & area
    gained = wall & ~(ground.units & (mine.flank | mine.tails))
    sources = s.rules.edge(foe, s.held(foe)) | DISTRICT["Central"] * (foe == "allied")
    for u in DEPOTS_OF[foe]:
        if s.at[u] < SIZE:
            sources |= 1 << s.at[u]
    for army in ARMIES_OF[foe]:
        if s.base[army] >= 0:
            sources |= 1 << s.base[army]
    for bits in theirs.armies.values():
        sources |= bits
    outside = area & ~held & ~wall
    enclosed = outside & ~_reached(sources & outside, outside)
    return (gained | (enclosed & ~_keeps(s, foe))) & ~held


@lru_cache(maxsize=64)
def _reached(sources: int, outside: int) -> int:
    return flood(DRY, sources, outside)


def _keeps(s: OAOState, foe: str) -> int:
    """H1.5: enemy camps with Fortress steps left, other garrisoned Fortresses and Combat units keep their hexes."""
    found = s.ground(foe).combat
    for u in _FORTRESSES[foe]:
        if s.at[u] < SIZE:
            camp = CAMP_OF.get(s.at[u])
            if camp is not None:
                found |= CAMP[camp]
            elif not s.face[u]:
                found |= 1 << s.at[u]
    return found


FRONTS = (*STOOD, "control", "army", "base", "turn", "scenario")  #: what the fronts rest on


@in_look
def fronts(s: OAOState) -> dict[str, Front]:
    """The fronts of both sides."""
    return {side: front(s, side) for side in SIDES}


@kept(*FRONTS)
def gains(s: OAOState) -> dict[str, list[int]]:
    """H1.5, H1.6: by side: the hexes that it gains by the fronts as they are; none that qualify for both."""
    both = fronts(s)
    bits = {side: shut_off(s, side, both[side], both[FOE[side]]) for side in SIDES}
    clash = bits[SIDES[0]] & bits[SIDES[1]]
    return {side: members(bits[side] & ~clash) for side in SIDES}


def refresh_control(s: OAOState) -> None:
    """H1.5, H1.6, B75: what each front shuts off changes hands; what qualifies for both keeps its controller."""
    for side, gained in gains(s).items():
        for h in gained:
            s.control[h] = CONTROL[side]
        if gained:
            s.tell("control", side=side, hexes=tuple(gained))

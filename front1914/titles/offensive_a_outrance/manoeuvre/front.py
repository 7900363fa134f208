"""3.4, H1, H2: front lines, adjoining fronts, the open flank; who controls what.

Control is looked at anew when a phase begins (B75). A front line is a wall of hexes: the infantry Formations of an army
and the hexes directly between those at most three hexes apart. Ground that a wall shuts off from the enemy's sources
becomes its owner's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from front1914.kit.bits import flags, from_members, members
from front1914.kit.flood import Gates, flood
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
from front1914.titles.offensive_a_outrance.state import BY_FOOT, CONTROL, ENTRAINING, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMIES_OF,
    EIGHTHS,
    FOE,
    IS_DEPOT,
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
    """By army: the hexes of its infantry Formations, each with its size in eighths."""
    found: dict[int, dict[int, int]] = {}
    for u in OWN[side]:
        if IS_LINE[u] and s.at[u] < SIZE and s.rail[u] in (BY_FOOT, ENTRAINING):
            army = s.army[u]
            if army < 0 or (army == GDT and s.turn < GDT_ENDS):
                continue
            hexes = found.setdefault(army, {})
            for h in s.hexes(u):
                hexes[h] = hexes.get(h, 0) + EIGHTHS[u]
    return found


def clusters(bits: int, apart: int = APART) -> list[int]:
    """Sets of hexes of which each is at most so many hexes from another of its set."""
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


def concentration(s: OAOState, army: int, hexes: dict[int, int]) -> int:
    """3.4.1, H1.2: the main concentration of an army: the largest cluster, of equals the nearest to its Depot."""
    depots = [s.at[u] for u in s.depots(army)]

    def weight(cluster: int) -> tuple[int, int, int]:
        mine = members(cluster)
        far = min((BOARD.distance(h, d) for h in mine for d in depots), default=0)
        return -sum(hexes[h] for h in mine), far, mine[0]

    return min(clusters(from_members(hexes)), key=weight)


def apart(a: int, b: int) -> int:
    """The smallest distance between two sets of hexes."""
    return min(BOARD.distance(p, q) for p in members(a) for q in members(b))


# ---- links (H1.3)


@lru_cache(maxsize=16384)
def between(p: int, q: int) -> tuple[tuple[float, tuple[int, ...]], ...]:
    """The shortest ways between two hexes, without their ends: how far from the straight line, hex by hex."""
    ways: list[tuple[int, ...]] = [(p,)]
    for left in range(BOARD.distance(p, q) - 1, 0, -1):
        ways = [(*way, n) for way in ways for n in BOARD.neighbours[way[-1]] if BOARD.distance(n, q) == left]
    return tuple((_stray(p, q, way[1:]), way[1:]) for way in ways)


def _stray(p: int, q: int, way: tuple[int, ...]) -> float:
    (px, py), (qx, qy) = BOARD.centre(p), BOARD.centre(q)
    length = ((qx - px) ** 2 + (qy - py) ** 2) ** 0.5
    far = 0.0
    for h in way:
        x, y = BOARD.centre(h)
        far += abs((qx - px) * (py - y) - (px - x) * (qy - py)) / length
    return round(far, 6)


class Country(NamedTuple):
    """What decides through which hexes a line may run, by hex."""

    land: bytes  #: open hexes without enemies, but not those that he controls and no friend is in or beside
    zone: bytes
    held: bytes

    @classmethod
    def of(cls, s: OAOState, side: str) -> Country:
        """As a side sees it now."""
        mine, foe = s.ground(side), s.ground(FOE[side])
        taken = s.held(FOE[side]) & ~(mine.units | mine.zone)
        land = OPEN & s.rules.area & ~foe.units & ~taken
        return cls(flags(land, SIZE), flags(mine.zone, SIZE), flags(s.held(side), SIZE))


def link(country: Country, p: int, q: int) -> int:
    """3.4.1, H1.3: the hexes that join two Formations two or three hexes apart, none if they cannot be joined."""
    land, zone, held = country
    best: tuple[int, float, int, tuple[int, ...]] | None = None
    for stray, way in between(p, q):
        outside = strange = 0
        for h in way:
            if not land[h]:
                break
            outside += not zone[h]
            strange += not held[h]
        else:
            rank = outside, stray, strange, way
            best = rank if best is None or rank < best else best
    return 0 if best is None else from_members(best[3])


def _links(country: Country, a: int, b: int, near: int) -> int:
    """What joins the Formations of two armies, or of one with itself; `b` is in reach of `near`."""
    found = 0
    for p in members(a & near):
        for q in members(BOARD.within(p, APART) & b & ~RING[p]):
            if q > p or a != b:
                found |= link(country, p, q) if p != q else 0
    return found


# ---- adjoining front and open flank (3.4.2, H2)


def adjoining(armies: dict[int, int], every: dict[int, int]) -> list[frozenset[int]]:
    """3.4.2: the armies that stand together; `every` holds all Formations of each. Belgians alone are no front."""
    groups: list[frozenset[int]] = []
    for army in armies:
        reach = every[army]
        for _ in range(APART):
            reach |= BOARD.spread(reach)
        near = [g for g in groups if any(reach & every[other] for other in g)]
        groups = [g for g in groups if g not in near] + [frozenset({army}).union(*near)]
    return [g for g in groups if not g <= ASIDE]


def open_flank(s: OAOState, side: str, group: frozenset[int], armies: dict[int, int], wall: int) -> int:
    """3.4.2, H2: the line of the Open Flank: from the anchor to the northernmost Formation in France."""
    anchor = ANCHOR[side]
    if not s.rules.area >> anchor & 1 or wall & (COAST | NEAR["netherlands"]):
        return 0
    north = min(((_row(h), h, a) for a in group for h in members(armies[a])), default=None)
    if north is None:
        return 0
    french = members(armies[north[2]] & IN["france"])  # B121
    if not french:
        return 0
    return from_members(BOARD.line(anchor, min(french, key=lambda h: (_row(h), h))))


def _row(h: int) -> float:
    return BOARD.centre(h)[1]


# ---- the wall and what it shuts off (H1.4, H1.5)


def front(s: OAOState, side: str) -> Front:
    """The front of a side as it stands now."""
    every = nodes(s, side)
    armies = {a: concentration(s, a, every[a]) for a in ARMIES_OF[side] if a in every}
    spread = {a: from_members(every[a]) for a in armies}
    links, country = 0, Country.of(s, side)
    near = dict.fromkeys(armies, 0)
    for a, bits in armies.items():
        for h in members(bits):
            near[a] |= BOARD.within(h, APART)
        links |= _links(country, bits, bits, near[a])
    groups = adjoining(armies, spread)
    for group in groups:
        for a in group:
            for b in group:
                if a < b:
                    links |= _links(country, armies[a], armies[b], near[b])
    wall = links
    for bits in armies.values():
        wall |= bits
    flank = 0
    if groups:
        main = max(groups, key=lambda g: (sum(armies[a].bit_count() for a in g), -min(g)))
        flank = open_flank(s, side, main, armies, _component(wall, armies, main))
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
    left = wall
    while left:
        piece = flood(DRY, left & -left, wall)
        left &= ~piece
        mine = members(piece & ends)
        if len(mine) < 2 or not piece & ends & ~shut:
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
    """H1.5: the hexes that become the side's by its front."""
    foe = FOE[side]
    ground, held, area = s.ground(foe), s.held(side), OPEN & s.rules.area
    wall = mine.wall & area
    gained = wall & ~(ground.units & (mine.flank | mine.tails))
    sources = s.rules.edge(foe, s.held(foe)) | DISTRICT["Central"] * (foe == "allied")
    for u in OWN[foe]:
        if IS_DEPOT[u] and s.at[u] < SIZE:
            sources |= 1 << s.at[u]
    for army, h in enumerate(s.base):
        if h >= 0 and army in ARMIES_OF[foe]:
            sources |= 1 << h
    for bits in theirs.armies.values():
        sources |= bits
    outside = area & ~held & ~wall
    reached = flood(DRY, sources & outside, outside)
    enclosed = outside & ~reached
    return (gained | (enclosed & ~_keeps(s, foe))) & ~held


def _keeps(s: OAOState, foe: str) -> int:
    """H1.5: enemy camps with Fortress steps left, other garrisoned Fortresses and Combat units keep their hexes."""
    found = s.ground(foe).combat
    for u in OWN[foe]:
        if IS_FORTRESS[u] and s.at[u] < SIZE:
            camp = CAMP_OF.get(s.at[u])
            if camp is not None:
                found |= CAMP[camp]
            elif not s.face[u]:
                found |= 1 << s.at[u]
    return found


def fronts(s: OAOState) -> dict[str, Front]:
    """The fronts of both sides; kept while nothing changes."""
    found: dict[str, Front] | None = s.memo.get("fronts")
    if found is None:
        key = _key(s)
        found = _FRONTS.get(key)
        if found is None:
            if len(_FRONTS) >= 64:
                _FRONTS.clear()
            found = _FRONTS[key] = {side: front(s, side) for side in SIDES}
        s.memo["fronts"] = found
    return found


def _key(s: OAOState) -> tuple[object, ...]:
    """What fronts depend on."""
    columns = (s.at, s.second, s.army, s.rail, s.control, s.face)
    return (s.rules.id, s.turn >= GDT_ENDS, *(column.tobytes() for column in columns))


_FRONTS: dict[tuple[object, ...], dict[str, Front]] = {}
_GAINS: dict[tuple[object, ...], dict[str, list[int]]] = {}


def gains(s: OAOState) -> dict[str, list[int]]:
    """H1.5, H1.6: by side: the hexes that it gains by the fronts as they are; none that qualify for both."""
    key = (_key(s), s.base.tobytes())
    found = _GAINS.get(key)
    if found is None:
        if len(_GAINS) >= 64:
            _GAINS.clear()
        both = fronts(s)
        bits = {side: shut_off(s, side, both[side], both[FOE[side]]) for side in SIDES}
        clash = bits[SIDES[0]] & bits[SIDES[1]]
        found = _GAINS[key] = {side: members(bits[side] & ~clash) for side in SIDES}
    return found


def refresh_control(s: OAOState) -> None:
    """H1.5, H1.6, B75: what each front shuts off changes hands; what qualifies for both keeps its controller."""
    for side, gained in gains(s).items():
        for h in gained:
            s.control[h] = CONTROL[side]
        if gained:
            s.tell("control", side=side, hexes=tuple(gained))
    s.changed()

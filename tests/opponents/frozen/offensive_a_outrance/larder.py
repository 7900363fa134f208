"""How far Forces may go and still be fed in their next Supply Phase (15), and where their Trains go for it.

Railheads have been advanced before anybody marches (4.2.4), so the lines of now are those that feed next. A Depot rides
along them, a Corps Train marches behind its corps and must stay within the range of its Depot.
"""

from __future__ import annotations

from dataclasses import dataclass

from front1914.engine.kept import kept
from front1914.kit.bits import from_members, members
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, CAMP_OF, IN, OPEN, PORT, SIZE
from front1914.titles.offensive_a_outrance.charts import SUPPLY
from front1914.titles.offensive_a_outrance.logistics.supply import camp_supplies, network, reached
from front1914.titles.offensive_a_outrance.manoeuvre.bulk import AWAY
from front1914.titles.offensive_a_outrance.manoeuvre.ways import allowance, march
from front1914.titles.offensive_a_outrance.nations.paris import AREA as GARRISON_AREA
from front1914.titles.offensive_a_outrance.state import BY_FOOT, DROPPED, MARCHING, MOVED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES_OF,
    FOE,
    IS_CAVALRY,
    IS_FORMATION,
    IS_TRAIN,
    NATION,
    NO_CORPS,
)

HUNGER = 1.2  #: what a Force loses that is not fed: a level now, and its attack; steps of an average division
STRAY, FARTHEST = 0.25, 6  #: how much more for each hex from where it is fed; hexes that are counted
RIDE = 12  #: hexes of railway that a Depot is reckoned to cover in a phase
THREAT = 20.0  #: what it counts against a place for a Train that enemies are beside it


#: what it rests on who is fed where
FED = (*MARCHING, "corps", "rank", "phasing")


@kept(*FED)
def pantry(s: OAOState, side: str) -> Pantry:
    """What feeds the Forces of a side."""
    return Pantry.of(s, side)


@dataclass
class Pantry:
    """Sets of hexes: what lies near railways, near the Depots of each army, near each Corps Train."""

    passable: int  #: where supply lines lead (15.3.1)
    anybody: int  #: hexes in which every Force is fed
    french: int  #: more of them for the French
    places: dict[int, int]  #: by army: where its Depots are or can ride to
    stands: dict[int, int]  #: by Train: the hexes to which it can go and still be fed itself
    army: dict[int, int]  #: by army: where its Depots reach
    corps: dict[int, int]  #: by Train: where it can feed

    @classmethod
    def of(cls, s: OAOState, side: str) -> Pantry:
        foe, mine = s.ground(FOE[side]), s.ground(side)
        passable = OPEN & s.rules.area & ~foe.units & (~foe.zone | mine.units | mine.zone)
        lines = _lines(s, side)
        found = cls(passable, 0, 0, {}, {}, {}, {})
        found.anybody = found.near(lines, SUPPLY.rail_range) | _havens(s, side)
        found.french = GARRISON_AREA if side == "allied" else 0
        clear = network(s, side) & ~_spread(foe.units, AWAY)
        for army in ARMIES_OF[side]:
            depots = from_members({s.at[u] for u in s.depots(army)})
            found.places[army] = depots | (_spread(depots, RIDE) & clear if depots else 0)
            found.army[army] = found.near(found.places[army], SUPPLY.depot_range)
        for u in mine.here:
            if IS_TRAIN[u]:
                source = lines | found.near(found.places.get(s.army[u], 0), SUPPLY.depot_extended)
                found.stands[u] = _within_march(s, u) & source
                found.corps[u] = found.near(found.stands[u], SUPPLY.train_range)
        return found

    def near(self, places: int, limit: int) -> int:
        """15.3: hexes to which a supply line of so many hexes leads from some places; the last may be the enemy's."""
        inside = places
        for _ in range(limit - 1):
            inside |= BOARD.spread(inside) & self.passable
        return inside | BOARD.spread(inside)

    def feeds(self, s: OAOState, u: int) -> int:
        """15.1, 15.2: the hexes in which a Formation, or a lone Asset, would be fed."""
        found = self.anybody | self.army.get(s.army[u], 0)
        if NATION[u] == "french":
            found |= self.french
        free = IS_CAVALRY[u] or not IS_FORMATION[u]
        for train, hexes in self.corps.items():
            same = s.corps[train] == s.corps[u] != NO_CORPS
            if s.army[train] == s.army[u] and (free or same):
                found |= hexes
        return found


def _spread(bits: int, times: int) -> int:
    for _ in range(times):
        bits |= BOARD.spread(bits)
    return bits


def _lines(s: OAOState, side: str) -> int:
    """15.1.3: railways that feed; the Allied ones in Belgium only if they are linked to France."""
    lines = network(s, side)
    if side == "allied" and lines & IN["belgium"]:
        lines &= reached(s, side, IN["france"], lines) | ~IN["belgium"]
    return lines


def _havens(s: OAOState, side: str) -> int:
    """15.1.4, 15.1.5: camps and Ports."""
    found = PORT if side == "allied" else 0
    for camp in set(CAMP_OF.values()):
        if camp_supplies(s, camp, side):
            found |= CAMP[camp]
    return found


def _within_march(s: OAOState, train: int) -> int:
    """Where a Train can be at the end of this phase."""
    here = 1 << s.at[train]
    if s.did[train] & (MOVED | DROPPED) or s.rail[train] != BY_FOOT or not s.is_active(train):
        return here
    most = allowance(s) - s.spent[train]
    return here | from_members(h for h, cost in march(s, (train,)).costs.items() if cost <= most)


def trains_to(s: OAOState, side: str, at: dict[int, int]) -> dict[int, int]:
    """15.2: where each Corps Train goes, its Formations standing `at` some hexes: so that most of them are fed."""
    larder, found = pantry(s, side), {}
    foe = s.ground(FOE[side])
    danger = foe.zone | foe.beside
    for train, stands in larder.stands.items():
        hexes = [
            h
            for u, h in at.items()
            if IS_FORMATION[u] and not IS_CAVALRY[u] and s.corps[u] == s.corps[train] != NO_CORPS
        ]
        if not hexes or not stands:
            continue
        depots = [h for h in (s.at[d] for d in s.depots(s.army[train])) if h < SIZE]

        def worth(h: int, hexes: list[int] = hexes, depots: list[int] = depots) -> tuple[float, int, int]:
            far = [BOARD.distance(h, g) for g in hexes]
            hungry = sum(max(0, d - SUPPLY.train_range) for d in far) + 4.0 * sum(
                d > SUPPLY.train_extended for d in far
            )
            back = min((BOARD.distance(h, d) for d in depots), default=0)
            spoilt = max(0, back - SUPPLY.depot_range) if depots else 0
            return -hungry - 0.5 * spoilt - THREAT * (danger >> h & 1) - 0.05 * sum(far), -back, -h

        best = max(members(stands), key=worth)
        if best != s.at[train] and worth(best)[0] > worth(s.at[train])[0] + 0.2:
            found[train] = best
    return found


def want(s: OAOState, side: str, u: int, h: int) -> float:
    """What it costs a Force to stand where it is not fed: the more, the farther it is from where it would be."""
    for far, ring in enumerate(_rings(s, side, u)):
        if ring >> h & 1:
            return HUNGER * (1 + STRAY * far) if far else 0.0
    return HUNGER * (1 + STRAY * FARTHEST)


@kept(*FED)
def _rings(s: OAOState, side: str, u: int) -> list[int]:
    """The hexes where a Force would be fed, then those that are one hex away at most, two, ..."""
    rings = [pantry(s, side).feeds(s, u)]
    for _ in range(FARTHEST):
        rings.append(rings[-1] | BOARD.spread(rings[-1]))
    return rings

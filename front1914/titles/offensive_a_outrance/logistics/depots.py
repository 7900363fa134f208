"""15.6.4, 15.8: Depots that are relocated, and Ammo Shortage markers."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.charts import INTER_PHASES, SUPPLY
from front1914.titles.offensive_a_outrance.logistics.provisions import bring, displace
from front1914.titles.offensive_a_outrance.logistics.supply import NORMAL, network
from front1914.titles.offensive_a_outrance.logistics.tether import placing
from front1914.titles.offensive_a_outrance.proposals import AsProposed
from front1914.titles.offensive_a_outrance.state import POOLS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMIES_OF,
    DEPOT_OF,
    FOE,
    OWN,
    SIDES,
    TRACK,
    UNITS,
)

JOURNEY = 2  #: 15.6.4: GTs that a relocation takes
SPARED = tuple(n for n in ARMIES.numbers if str(ARMIES[n]) in ("f-ALSACE", "be-BELGIAN", "g-BELGIEN"))  #: 15.8.2
_DEPOTS = {side: tuple(u for u in OWN[side] if u in DEPOT_OF) for side in SIDES}
MARKERS = {side: POOLS.number(f"{side}_shortage") for side in ("allied", "german")}


# ---- relocation (15.6.4)


def underway(s: OAOState, side: str) -> list[int]:
    """15.6.4.a: the Depots of a side that are being relocated."""
    return [u for u in _DEPOTS[side] if s.at[u] == TRACK and s.goal[u] >= 0]


def destinations(s: OAOState, side: str) -> int:
    """15.6.4: friendly operational rail hexes with a line, free of enemies and of zones in which it could not stay
    (15.6.2)."""
    foe = s.ground(FOE[side])
    return network(s, side) & ~foe.units & (~foe.zone | s.ground(side).guard)


class Relocate(AsProposed, Step):
    """4.2.2.a, 15.6.4: the Phasing Player may take up one Depot; it returns two GTs later where he says."""

    name, rule, ends = "relocate", "15.6.4", ("done",)

    def prompt(self, s: OAOState) -> str:
        return "Relocate a Depot (it is away for two turns), or go on."

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        if u not in _DEPOTS[s.phasing] or s.at[u] >= SIZE:
            return Reason("15.6.4", "no Depot of yours on the map")
        if underway(s, s.phasing):  # 15.6.4.a
            return Reason("15.6.4", "another Depot is being relocated")
        if not destinations(s, s.phasing) & placing(s, u):
            return Reason("15.6.4", "there is nowhere to go")
        return None

    def scope_unit(self, s: OAOState) -> list[int]:
        return [u for u in DEPOT_OF if u >= 0 and s.at[u] < SIZE]

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow[-1] = ("destination", u)


class Destination(Step):
    """15.6.4: where the Army Destination marker lies."""

    name, rule, frame = "destination", "15.6.4", ("unit",)

    def prompt(self, s: OAOState) -> str:
        return f"Where will {UNITS.name(s.flow[-1][1])} be in two turns?"

    def legal_to(self, s: OAOState) -> list[int]:
        return members(destinations(s, s.phasing) & placing(s, s.flow[-1][1]))

    def refuse_to(self, s: OAOState, h: int) -> Reason | None:
        if not destinations(s, s.phasing) >> h & 1:
            return Reason("15.6.4", "no friendly railway with a line runs there")
        if not placing(s, s.flow[-1][1]) >> h & 1:
            return Reason("17.1.1", "too far from where this Depot must be placed")
        return None

    def do_to(self, s: OAOState, h: int) -> None:
        depot = s.flow.pop()[1]
        s.put(depot, TRACK)
        s.goal[depot], s.due[depot], s.face[depot] = h, s.turn + JOURNEY, NORMAL
        s.tell("relocating", unit=depot, hex=h)


class ReturnDepots(Step):
    """15.6.4: relocated Depots are placed on their destination; one that was lost meanwhile is displaced (B72)."""

    name, rule = "return_depots", "15.6.4"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for u in underway(s, s.phasing):
            if s.due[u] <= s.turn:
                h = s.goal[u]
                s.goal[u], s.due[u] = -1, 0
                if (destinations(s, s.phasing) & placing(s, u)) >> h & 1:
                    s.put(u, h)
                    s.face[u] = max(s.face[v] for v in s.depots(s.army[u]))  # 15.7.1
                    s.tell("displaced", unit=u, hex=h)
                else:
                    displace(s, u)
                if s.at[u] < SIZE:
                    bring(s, u)


# ---- shortage (15.8)


def gather(s: OAOState, number: int) -> None:
    """15.8.1, IPC.d: the markers that each side has from an Inter-Phase on: one more each time from the fourth."""
    for pool in MARKERS.values():
        s.pools[pool] = INTER_PHASES[number - 1].shortages


def open_armies(s: OAOState, side: str) -> list[int]:
    """15.8.2, 15.8.2.a, 15.8.2.b, 15.8.2.c: armies on whose Depot a marker may be placed, one that is being relocated
    among them."""
    return [
        a
        for a in ARMIES_OF[side]
        if a not in SPARED
        and not s.shortage[a]
        and DEPOT_OF[a] >= 0
        and (s.depots(a) or DEPOT_OF[a] in underway(s, side))
    ]


class Shortage(Step):
    """15.8.2: all markers of the Phasing Player are placed, one to a Depot; the last turn's are removed first.

    The frame: how many have been placed; -1 before the old ones are removed.
    """

    name, rule, frame = "shortage", "15.8.2", ("",)
    else_army = Reason("15.8.2", "no marker can be placed on its Depot")

    def prompt(self, s: OAOState) -> str:
        left = s.pools[MARKERS[s.phasing]] - s.flow[-1][1]
        return f"Which army is short of Ammo? {left} {'marker' if left == 1 else 'markers'} to place."

    def legal_army(self, s: OAOState) -> list[int]:
        return open_armies(s, s.phasing)

    def do_army(self, s: OAOState, army: int) -> None:
        placed = s.flow.pop()[1]
        s.shortage[army] = SUPPLY.shortage_limits[min(placed, len(SUPPLY.shortage_limits) - 1)]
        s.tell("shortage", army=army)
        ask_shortage(s, placed + 1)


def ask_shortage(s: OAOState, placed: int) -> None:
    """B73: as many markers as there are, and as can be placed."""
    if placed < s.pools[MARKERS[s.phasing]] and open_armies(s, s.phasing):
        s.flow.append(("shortage", placed))


class Shortages(Step):
    """4.2.3.c, 15.8.2, B74: a marker lasts from one Supply Phase of its owner to the next."""

    name, rule = "shortages", "15.8.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for army in ARMIES_OF[s.phasing]:
            s.shortage[army] = s.used[army] = 0
        ask_shortage(s, 0)


STEPS = (Relocate(), Destination(), ReturnDepots(), Shortage(), Shortages())

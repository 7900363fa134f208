"""3.0, 3.1: the armies are set up, the Entente first, by choice within the rules or as they stood."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.engine.state import Frame
from front1914.play.placing import Placing
from front1914.titles.schlieffens_war.fog import ALL
from front1914.titles.schlieffens_war.stacking import fits
from front1914.titles.schlieffens_war.state import ELAN, SWState
from front1914.titles.schlieffens_war.supply import along_rails
from front1914.titles.schlieffens_war.world import (
    ABSENT,
    ARMY,
    ARRIVAL,
    BELGIUM,
    BIT,
    BOARD,
    FRANCE,
    GERMANY,
    HEXES,
    HOME,
    HQS,
    IS_CORPS,
    IS_DEPOT,
    IS_FORT,
    IS_HQ,
    NATION,
    ON_RAIL,
    OWN,
    POOL,
    RING,
    SET_UP,
    SIZE,
    TRACK,
    UNITS,
)

FREE_ARMY, FREE_ROW = "1", 22  #: 3.1.n: corps of the French 1st Army may stand in any French hex from that row south
FREE_ROWS = FRANCE & sum(BIT[h] for h in HEXES.numbers if int(str(HEXES[h])[:2]) >= FREE_ROW)
#: who is placed after whom: HQs first, since all others depend on them
QUEUE = {
    side: tuple(sorted((u for u in OWN[side] if not ARRIVAL[u] and not IS_FORT[u]), key=lambda u: (not IS_HQ[u], u)))
    for side in ("entente", "german")
}


def hq_of(u: int) -> int:
    """The HQ of the unit's own army."""
    return next(hq for hq in HQS[NATION[u]] if ARMY[hq] == ARMY[u])


def field(s: SWState, u: int) -> int:
    """3.1: bitset of the hexes in which a unit may be set up, stacking apart."""
    nation, home = NATION[u], HOME[NATION[u]]
    if IS_HQ[u]:
        if nation == "belgian":
            return BELGIUM  # 3.1.i
        return (BIT[SET_UP[u]] | RING[SET_UP[u]]) & home  # 3.1.b
    hq = hq_of(u)
    if IS_DEPOT[u]:  # R12: on any rail in Germany within the reach of 8.6 from its HQ, enemy zones or not
        return along_rails(BIT[s.at[hq]], s.held("german"), ON_RAIL) & ON_RAIL & GERMANY
    near = BOARD.within(s.at[hq], s.factor(hq))  # R109
    if nation == "french" and ARMY[u] == FREE_ARMY:  # 3.1.f, R13
        near |= FREE_ROWS
    return near & home  # 3.1.c, 3.1.d, 3.1.m


def room(s: SWState, u: int, h: int) -> bool:
    """3.1, 6.2: whether the unit may be added to the hex; Belgian corps stand one to a hex."""
    stack = s.stack(h)
    if NATION[u] == "belgian" and IS_CORPS[u] and any(IS_CORPS[other] for other in stack):  # 3.1.j
        return False
    return fits(h, [*stack, u])


def muster(s: SWState) -> None:
    """3.1: what is not a choice: forts on their hexes, reinforcements on the Turn Track, elan, the tracks."""
    rules = s.rules
    for u in rules.forts:  # 3.1.a
        s.put(u, SET_UP[u])
    for u in rules.track:  # 3.1.k
        s.put(u, TRACK)
    for where in rules.where.values():
        for u in where:
            s.put(u, POOL)
    for u in UNITS.numbers:
        if IS_CORPS[u] and NATION[u] in rules.markers.elan and s.at[u] != ABSENT:  # 3.1.g
            s.morale[u] = s.morale_was[u] = ELAN
    s.turn, s.plan17, s.coup = rules.first_turn, rules.markers.plan_xvii, rules.markers.coup
    for marker in range(rules.markers.heavy_artillery, len(s.artillery)):
        s.artillery[marker] = 0


def deploy(s: SWState, side: str) -> None:
    """The side as it stood."""
    for u, h in s.rules.where[side].items():
        s.put(u, h)
    s.tell("deployed", side=side)


def begin(s: SWState) -> None:
    """3.0: the state before the first decision: everybody stands ready, or the Entente begins to set up."""
    muster(s)
    if s.rules.free and s.options["setup"] == "free":
        s.active = "entente"
        ordered: dict[str, list[Frame]] = {side: [("array", side, ALL)] if s.options["fog"] else [] for side in QUEUE}
        s.flow = [("turn",), *ordered["german"], ("place",), ("deployed",), *ordered["entente"], ("place",)]
    else:
        for side in QUEUE:
            deploy(s, side)
        s.flow = [("turn",)]


@kept("at", "order")  # the order of stacks does not matter, but stacks are asked for as well
def _waiting(s: SWState, side: str) -> int | None:
    return next((u for u in QUEUE[side] if s.at[u] == POOL), None)


class Place(Placing):
    """3.1: one unit after the other; or, before the first, the whole side as it stood."""

    name, rule, units = "place", "3.1", UNITS

    def waiting(self, s: SWState) -> int | None:
        return _waiting(s, s.active)

    def field(self, s: SWState, u: int) -> int:
        return field(s, u)

    def reason(self, s: SWState, u: int, node: int) -> Reason:
        if not HOME[NATION[u]] >> node & 1:
            return Reason("3.1", "it is set up in its own country")
        if IS_HQ[u]:
            return Reason("3.1", f"an HQ is set up in its printed hex, {HEXES[SET_UP[u]]}, or beside it")
        if IS_DEPOT[u]:
            return Reason("8.6", "a depot is set up on a rail, within two hexes of its HQ")
        return Reason("3.1", "it is set up within the command radius of its HQ")

    def crowded(self, s: SWState, u: int, node: int) -> Reason | None:
        return None if room(s, u, node) else Reason("6.2", "there is no room in that hex")  # 3.1.e

    def put(self, s: SWState, u: int, node: int) -> None:
        s.put(u, node)
        s.mention("placed", u, hex=node)

    def refuse_historical(self, s: SWState, _: None) -> Reason | None:
        if any(s.at[u] < SIZE for u in QUEUE[s.active]):
            return Reason("3.1", "units have been placed already")
        return None

    def do_historical(self, s: SWState, _: None) -> None:
        deploy(s, s.active)
        self.go_on(s, len(s.flow) - 1)


class Deployed(Step):
    """3.0: the side has been set up; the other one follows, or the war begins."""

    name, rule = "deployed", "3.0"

    def run(self, s: SWState) -> None:
        s.flow.pop()
        s.active = "german"


STEPS = (Place(), Deployed())

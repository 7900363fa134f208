"""8.2 to 8.3: Cavalry reacts to enemies who come near, and retires from them; it pays for that in its next march."""

from __future__ import annotations

from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import in_look
from front1914.kit.bits import from_members
from front1914.titles.offensive_a_outrance.board import BOARD, GRAND, HEXES, OPEN, RING, RIVER, SIZE
from front1914.titles.offensive_a_outrance.crossings import BRIDGE_NUMBER, ZONE
from front1914.titles.offensive_a_outrance.logistics.provisions import lone_train, send_back
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.manoeuvre.straddle import ONE, Stand, refuse_two_hexes, stands
from front1914.titles.offensive_a_outrance.manoeuvre.ways import side_cost
from front1914.titles.offensive_a_outrance.sieges.camps import besieged
from front1914.titles.offensive_a_outrance.state import BY_FOOT, QUIET, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_CAVALRY,
    IS_LOC_CAVALRY,
    SIDE,
    SPAN,
    UNITS,
)

NOWHERE = -1


def zones_without(s: OAOState, side: str, units: tuple[int, ...]) -> int:
    """The zones of control of a side, those of some units left out."""
    found = 0
    span = SPAN[side]
    for u in range(span.start, span.stop):
        if s.at[u] < SIZE and u not in units and s.watches(u):
            for h in s.hexes(u):
                found |= ZONE[h]
    return found


def step_cost(s: OAOState, u: int, h: int, t: int) -> int | None:
    """8.2.4: the MPs of a step without those for zones; None if it cannot be taken (7.1.5)."""
    link = BOARD.link[h, t]
    number = BRIDGE_NUMBER.get(link)
    if s.flooded(h, t) and s.origin[u] != h:
        return None
    if RIVER[link] == GRAND and (number is None or s.blown[number]) and s.origin[u] != h:
        return None
    return side_cost(s, h, t)


def refuse_step(s: OAOState, u: int, h: int, t: int, zone: int, vacated: int) -> Reason | None:
    """8.2.2, 8.2.3, 8.3.1: why Cavalry cannot give way from a hex to another; `vacated`: bitset of hexes."""
    side = SIDE[u]
    if not RING[h] >> t & 1:
        return Reason("8.2.2", "one hex")
    if not (OPEN & s.rules.area) >> t & 1 or s.ground(FOE[side]).wall >> t & 1:
        return Reason("7.1.2", "it cannot go there")
    if vacated >> t & 1:
        return Reason("8.2.2", "the enemy has just left that hex")  # 8.2.2.a
    if step_cost(s, u, h, t) is None:
        return Reason("7.1.3", "it cannot cross that hexside")
    if (camps := besieged(s, side)) >> h & 1 and not camps >> t & 1:
        return Reason("12.3.2", "its Fortified Camp is Invested")
    if zone >> t & 1 and not s.own(t, side):
        return Reason("8.2.3", "an empty hex in an enemy zone")
    return None


def ways_out(s: OAOState, u: int, zone: int, vacated: int) -> dict[Stand, int]:
    """8.2.2, 8.2.3, 8.2.3.d, 8.3.1, 19.1.1: where Cavalry may give way to, in one hex or two, with the MPs."""
    hexes = s.hexes(u)

    def step(a: int, b: int) -> int | None:
        return step_cost(s, u, a, b) if refuse_step(s, u, a, b, zone, vacated) is None else None

    found = stands(hexes, step)
    if len(hexes) == 1:
        for t in BOARD.neighbours[hexes[0]]:
            cost = step(hexes[0], t)
            if cost is not None:
                found[t, ONE] = cost
    twice = s.ground(SIDE[u]).twice & ~sum(1 << h for h in hexes) if len(hexes) > 1 else s.ground(SIDE[u]).twice
    alone = refuse_two_hexes(s, (u,)) is not None
    return {  # 8.2.3.b, 8.3.1.a, 19.1.1.c
        stand: cost
        for stand, cost in found.items()
        if stand[1] < 0 or not (alone or twice >> stand[0] & 1 or twice >> stand[1] & 1)
    }


def give_way(s: OAOState, u: int, stand: Stand, cost: int) -> None:
    """8.2.4, 8.3.2: the step, and its debt."""
    s.owed[u] += cost
    came = s.at[u]
    enter(s, (u,), *stand)
    s.tell("gave_way", unit=u, hex=came, to=stand[0], reveals=True)


@in_look
def _barred(s: OAOState, u: int, movers: tuple[int, ...], came: int | tuple[int, ...]) -> tuple[int, int]:
    """8.2.2, 8.2.3, 8.2.3.a: the zones into which a unit may not go that reacts, and the hexes that it may not
    enter."""
    around = from_members(came if isinstance(came, tuple) else (came,) if came >= 0 else ())
    beside = around if any(RING[h] & around for h in s.hexes(u)) else 0  # 8.2.2.a, 8.2.1: Trigger 2
    return zones_without(s, SIDE[movers[0]], movers), beside


_ways_out = in_look(ways_out)


class React(Step):
    """8.2.2: Cavalry may react to the enemy who came near; it can only go (7.4.1.c).

    The frame: who may, whom they saw, from where, to where.
    """

    name, rule, frame = "react", "8.2.2", ("unit", "unit", "hex", "hex")
    else_straddle = Reason("19.1.1", "it cannot come to stand in those two hexes")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        _, mine, movers, _, to = s.flow[-1]
        return f"{UNITS.name(movers[0])} comes to {HEXES.name(to)}. Does {UNITS.name(mine[0])} react?"

    def zone(self, s: OAOState) -> tuple[int, int]:
        """The zones into which it may not go, and the hexes that it may not enter (8.2.2, 8.2.3)."""
        _, mine, movers, came, _ = s.flow[-1]
        return _barred(s, mine[0], movers, came)

    def must(self, s: OAOState) -> bool:
        """8.7.3: LOC Cavalry that is alone must react."""
        u = s.flow[-1][1][0]
        return IS_LOC_CAVALRY[u] and len(s.own(s.at[u], SIDE[u])) == 1

    def options(self, s: OAOState) -> dict[Stand, int]:
        """Where it may go."""
        return _ways_out(s, s.flow[-1][1][0], *self.zone(s))

    def legal_to(self, s: OAOState) -> list[int]:
        return sorted(h for h, other in self.options(s) if other < 0)

    def why_to(self, s: OAOState, t: int) -> Reason:
        u = s.flow[-1][1][0]
        return refuse_step(s, u, s.at[u], t, *self.zone(s)) or Reason("8.2.2", "it cannot come together there")

    def do_to(self, s: OAOState, t: int) -> None:
        self._go(s, (t, ONE))

    def legal_straddle(self, s: OAOState) -> list[int]:
        return sorted(BOARD.link[stand] for stand in self.options(s) if stand[1] >= 0)

    def do_straddle(self, s: OAOState, link: int) -> None:
        self._go(s, BOARD.links[link])

    def _go(self, s: OAOState, stand: Stand) -> None:
        cost = self.options(s)[stand]
        _, (u, *rest), *seen = s.flow.pop()
        self._next(s, tuple(rest), tuple(seen))
        give_way(s, u, stand, cost)

    def refuse_stay(self, s: OAOState, _: None) -> Reason | None:
        if self.must(s) and self.options(s):
            return Reason("8.7.3", "LOC Cavalry that is alone must react")
        return None

    def do_stay(self, s: OAOState, _: None) -> None:
        lost = self.must(s)
        _, (u, *rest), *seen = s.flow.pop()
        self._next(s, tuple(rest), tuple(seen))
        if lost:  # 8.7.3: it had to, and could not
            s.tell("eliminated", unit=u, hex=s.at[u], reveals=True)
            s.remove(u)

    def refuse_rest(self, s: OAOState, _: None) -> Reason | None:
        return Reason("8.7.3", "LOC Cavalry that is alone must react") if self.must(s) else None

    def do_rest(self, s: OAOState, _: None) -> None:
        """It stays, and asks no more in this phase."""
        _, (u, *rest), *seen = s.flow.pop()
        s.did[u] |= QUIET
        self._next(s, tuple(rest), tuple(seen))

    def _next(self, s: OAOState, rest: tuple[int, ...], seen: tuple[Any, ...]) -> None:
        """B27: one after the other."""
        rest = tuple(u for u in rest if s.at[u] < SIZE)
        if rest:
            s.flow.append(("react", rest, *seen))

    def refuse_first(self, s: OAOState, _: None) -> Reason | None:
        train = lone_train(s)
        mine = train is not None and SIDE[train] == self.side(s)
        return None if mine else Reason("15.6.2a", "no Train of yours is alone in an enemy zone")

    def do_first(self, s: OAOState, _: None) -> None:
        """15.6.2a, 15.6.2a.d: Trains retreat before the Cavalry reacts."""
        train = lone_train(s)
        assert train is not None
        send_back(s, train)

    def legal_unit(self, s: OAOState) -> list[int]:
        return list(s.flow[-1][1][1:])

    def why_unit(self, s: OAOState, u: int) -> Reason:
        mine = s.flow[-1][1]
        if u == mine[0]:
            return Reason("8.2.2", "it is asked")
        return Reason("8.2.1", "nothing made it react")

    def do_unit(self, s: OAOState, u: int) -> None:
        """B27: the owner takes them in any order."""
        _, mine, *seen = s.flow.pop()
        s.flow.append(("react", (u, *(v for v in mine if v != u)), *seen))


def beside(s: OAOState, u: int) -> bool:
    """8.3: whether an enemy unit is adjacent."""
    return any(RING[h] & s.ground(FOE[SIDE[u]]).units for h in s.hexes(u))


def may_retire(s: OAOState, side: str) -> list[int]:
    """4.2.9.a, 8.3: the Cavalry of a side that may retire."""
    mine = s.ground(side)
    if not mine.cavalry & s.ground(FOE[side]).beside:
        return []

    def may(u: int) -> bool:
        return IS_CAVALRY[u] and not s.did[u] & QUIET and s.rail[u] == BY_FOOT and s.is_active(u)  # 1.1.r

    return [u for u in mine.here if may(u) and beside(s, u)]


class Retire(Step):
    """8.3: Cavalry beside enemies may retire a hex. The frame: the side, and the unit that is asked about or -1."""

    name, rule, frame = "retire", "8.3", ("", "unit")

    def side(self, s: OAOState) -> str:
        return str(s.flow[-1][1])

    def prompt(self, s: OAOState) -> str:
        u = s.flow[-1][2]
        if u >= 0:
            return f"Where does {UNITS.name(u)} retire to?"
        return "Choose cavalry that retires, or let the rest stay."

    def ready(self, s: OAOState) -> list[int]:
        side = s.flow[-1][1]
        return [u for u in may_retire(s, side) if self.options(s, u)]

    def options(self, s: OAOState, u: int) -> dict[Stand, int]:
        """Where a unit may go."""
        return _ways_out(s, u, s.ground(FOE[SIDE[u]]).zone, 0)

    def must(self, s: OAOState) -> list[int]:
        """8.7.3: LOC Cavalry that is alone."""
        mine = may_retire(s, s.flow[-1][1])
        return [u for u in mine if IS_LOC_CAVALRY[u] and len(s.own(s.at[u], SIDE[u])) == 1]

    def legal_unit(self, s: OAOState) -> list[int]:
        chosen = s.flow[-1][2]
        return [u for u in self.ready(s) if u != chosen]

    def why_unit(self, s: OAOState, u: int) -> Reason:
        side, chosen = s.flow[-1][1:]
        if u == chosen:
            return Reason("8.3", "it is asked")
        if SIDE[u] != side or u not in may_retire(s, side):
            return Reason("8.3", "only cavalry beside enemies retires, once")
        return Reason("8.3.1", "there is nowhere to go")

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow[-1] = ("retire", s.flow[-1][1], u)

    def legal_to(self, s: OAOState) -> list[int]:
        chosen = s.flow[-1][2]
        return sorted(h for h, other in self.options(s, chosen) if other < 0) if chosen >= 0 else []

    def refuse_to(self, s: OAOState, t: int) -> Reason | None:
        chosen = s.flow[-1][2]
        if chosen < 0:
            return Reason("8.3", "choose cavalry first")
        if (t, ONE) in self.options(s, chosen):
            return None
        reason = refuse_step(s, chosen, s.at[chosen], t, s.ground(FOE[SIDE[chosen]]).zone, 0)
        if reason is None:
            return Reason("8.3", "it cannot come together there")
        return Reason("8.3.1", reason.text) if reason.rule == "8.2.3" else reason

    def do_to(self, s: OAOState, t: int) -> None:
        self._go(s, (t, ONE))

    def legal_straddle(self, s: OAOState) -> list[int]:
        chosen = s.flow[-1][2]
        if chosen < 0:
            return []
        return sorted(BOARD.link[stand] for stand in self.options(s, chosen) if stand[1] >= 0)

    def why_straddle(self, s: OAOState, link: int) -> Reason:
        chosen = s.flow[-1][2]
        if chosen < 0:
            return Reason("8.3", "choose cavalry first")
        return Reason("19.1.1", "it cannot come to stand in those two hexes")

    def do_straddle(self, s: OAOState, link: int) -> None:
        self._go(s, BOARD.links[link])

    def _go(self, s: OAOState, stand: Stand) -> None:
        _, side, u = s.flow[-1]
        cost = self.options(s, u)[stand]
        s.flow[-1] = ("retire", side, NOWHERE)
        s.did[u] |= QUIET
        give_way(s, u, stand, cost)

    def refuse_done(self, s: OAOState, _: None) -> Reason | None:
        if any(self.options(s, u) for u in self.must(s)):
            return Reason("8.7.3", "LOC Cavalry that is alone must retire")
        return None

    def do_done(self, s: OAOState, _: None) -> None:
        lost = self.must(s)
        s.flow.pop()
        for u in lost:
            s.tell("eliminated", unit=u, hex=s.at[u], reveals=True)
            s.remove(u)


class Retirement(Step):
    """8.3: the Cavalry Retirement Step: the Phasing Player first."""

    name, rule = "retirement", "8.3"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        for side in (FOE[s.phasing], s.phasing):
            if may_retire(s, side):
                s.flow.append(("retire", side, NOWHERE))


STEPS = (React(), Retire(), Retirement())

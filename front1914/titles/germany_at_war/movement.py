"""7.4, 7.8, 2.5, 8.3: units move, sail, go by rail or build, as the Action of the Impulse allows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.kit.sentences import left as still
from front1914.titles.germany_at_war.communication import COMMANDS, commanded, commander_of
from front1914.titles.germany_at_war.control import march, travel
from front1914.titles.germany_at_war.garrisons import build, buildable, refuse_build
from front1914.titles.germany_at_war.paths import Reach, engageable, hint, is_new, passable, reach
from front1914.titles.germany_at_war.seats import Shared
from front1914.titles.germany_at_war.state import ACTIVATED, CALLED, MARCHING, NEW, GWState
from front1914.titles.germany_at_war.world import (
    AREAS,
    BIT,
    BLOCKS,
    BOOST,
    CONTACT,
    FOE,
    FORTS,
    GB,
    IS_INFANTRY,
    IS_LEADER,
    LANDINGS,
    LEADERS,
    MOUNTAIN,
    MOVE,
    OF_SEAT,
    OWN,
    RIVER,
    SIDE,
    SIZE,
    STACK,
    STATIC,
    STEPS_OUT,
    SV,
    beside,
    within,
)

STILL, MOVING, BUILDING = range(3)  #: what a unit has done so far


def most_units(s: GWState) -> int:
    """7.1, 7.4, 7.8: units that may be used in the Impulse."""
    # 1.6.d, 7.1.b, 7.4.b, 7.4.c, 7.8.a, 8.3.c
    return SV[s.active] if s.action == "strategic" else 1 if s.action == "pass" else len(BLOCKS)


def most_engagements(s: GWState) -> int:
    """7.1, 7.3.1.d, 7.5, 7.8: new engagements and Battles of the Impulse."""
    return s.leaders if s.action == "tactical" else 1 if s.action == "strategic" else 0  # 7.1.d, 7.1.e, 7.5.e


def allowance(s: GWState, u: int) -> int:
    """7.4.1, 7.4.2: movement points, with the boost of a Tactical Action for Infantry and Cavalry."""
    return MOVE[u] + (BOOST if s.action == "tactical" and not IS_LEADER[u] else 0)  # 7.4.1.d, 7.4.2.c, 7.3.2.a


def ways(s: GWState, u: int, points: int) -> Reach:
    """Where a unit can march."""
    return reach(s, u, points, targets(s, SIDE[u]), s.surprise)


@kept(*MARCHING)
def targets(s: GWState, side: str) -> int:
    """7.5, 7.8: bitset of the enemy-occupied Areas that units of a Side may enter in this Action."""
    return engageable(s, side, most_engagements(s))


def ahead(s: GWState, u: int, points: int) -> tuple[Reach, int]:
    """Where a unit can march, and the bitset of those Areas where it can stop, or from which it can go on and stop."""
    return _ahead(s, u, points) if u != STATIC and s.at[u] != GB else (Reach(s.at[u], [0], 0, 0), 0)


@kept(*MARCHING)
def _ahead(s: GWState, u: int, points: int) -> tuple[Reach, int]:
    found = ways(s, u, points)
    return found, found.bits & ~s.full(SIDE[u]) | passable(s, u, found, targets(s, SIDE[u]), s.surprise)


def roomy(s: GWState, u: int, h: int) -> bool:
    """2.4, 7.4: whether the unit may end its move there."""
    if h == s.at[u]:
        return s.stacked(h, SIDE[u]) <= STACK[h]
    return not s.full(SIDE[u]) & BIT[h]


def ports(s: GWState, u: int) -> list[int]:
    """2.5: where a British unit in Great Britain can be landed."""
    if s.at[u] != GB or s.action == "tactical":  # 7.4.k, 2.5.f
        return []
    open_ = s.friendly("entente")
    return [h for h in LANDINGS if open_ & BIT[h] and roomy(s, u, h)]  # 7.3.2.c, 7.8.d


def railheads(s: GWState, u: int) -> int:
    """8.3, 7.3.2.b: bitset of the Areas that a unit can reach by rail."""
    if not s.options["rail"] or s.action == "tactical" or u == STATIC:  # 8.3.b
        return 0
    open_ = s.friendly(SIDE[u]) & ~BIT[GB]
    if not open_ & BIT[s.at[u]]:  # 8.3.a, 8.3.d
        return 0
    return _by_rail(BIT[s.at[u]], open_) & ~s.full(SIDE[u])


@lru_cache(maxsize=256)
def _by_rail(start: int, open_: int) -> int:
    return within(start, open_) & ~start


def can_march(s: GWState, u: int) -> bool:
    """Whether the unit can end a march anywhere else; the Paris Static Infantry cannot (7.4.1.c)."""
    if u == STATIC or s.at[u] == GB:
        return False
    points = allowance(s, u)
    return _can_leave(s, s.at[u], u if u == MOUNTAIN else _ORDINARY[SIDE[u]], points)


_ORDINARY = {side: next(u for u in units if u != MOUNTAIN) for side, units in OWN.items()}  #: some unit of a Side


@kept(*MARCHING)
def _can_leave(s: GWState, h: int, u: int, points: int) -> bool:
    """The same for every unit like this one in the Area."""
    if _one_step(s, h, u, points):
        return True
    return bool(reach(s, u, points, targets(s, SIDE[u]), s.surprise, h).bits & ~s.full(SIDE[u]))


def _one_step(s: GWState, h: int, u: int, points: int) -> bool:
    """Whether a neighbouring Area will do: true for nearly all, and cheap."""
    side = SIDE[u]
    free = s.friendly(side) & ~s.full(side)
    points -= CONTACT if s.present(FOE[side]) & BIT[h] else 0
    return any(ring & free and cost <= points for cost, ring in STEPS_OUT[2 * s.surprise + (u == MOUNTAIN)][h])


def outlets(s: GWState) -> int:
    """Bitset of the Areas without enemies from which every unit that can move at all has somewhere to go.

    No single step between friendly Areas costs more than any unit's allowance.
    """
    side = s.active
    return beside(s.friendly(side) & ~s.full(side)) & ~s.present(FOE[side])


def can_act(s: GWState, u: int) -> bool:
    """Whether there is anything that the unit could do; Infantry builds in every Action (4.1.l)."""
    return bool(can_march(s, u) or ports(s, u) or (IS_INFANTRY[u] and buildable(s, u)) or railheads(s, u))


def refuse_unit(s: GWState, u: int) -> Reason | None:
    """7.4, 7.3.2: why a unit of the Phasing Side cannot be used now."""
    if s.at[u] >= SIZE:
        return Reason("7.4", "it is not on the map")
    if s.used >= most_units(s):
        return Reason("7.8" if s.action == "pass" else "7.1", f"no more than {most_units(s)} may be used")
    if s.acted[u]:
        called = s.acted[u] == CALLED
        return Reason("7.4", "it stays, until another unit has acted" if called else "it has acted in this Impulse")
    if s.isolated[u]:  # 7.4.a, 7.1.c
        return Reason("7.0.1", "it is Isolated")
    if s.action == "tactical" and commander_of(s, u) is None:  # 7.4.d
        return Reason("7.3.1.5", "it is not in the Tactical Range of an activated Leader who commands it")
    return None if can_act(s, u) else Reason("4.2.2" if u == STATIC else "7.4", "there is nothing that it could do")


def usable(s: GWState, seat: str) -> list[int]:
    """7.3.2.d: the units of a seat that can be used now."""
    if s.used >= most_units(s):
        return []
    at, acted, isolated = s.at, s.acted, s.isolated
    easy = outlets(s)
    if s.action != "tactical":
        return [
            u
            for u in OF_SEAT[seat]
            if BIT[at[u]]
            and not acted[u]
            and not isolated[u]
            and ((easy & BIT[at[u]] and u != STATIC) or can_act(s, u))
        ]
    found = set()
    for leader in LEADERS[s.active]:
        if s.shown[leader] == ACTIVATED:
            area = commanded(s, leader)
            found |= {u for u in COMMANDS[leader] if area & BIT[at[u]] and not acted[u] and not isolated[u]}
    return [u for u in OF_SEAT[seat] if u in found and ((easy & BIT[at[u]] and u != STATIC) or can_act(s, u))]


class Orders(Shared):
    """7.4: choose a unit to move or to build with."""

    name, rule, frame = "orders", "7.4", ("",)

    def prompt(self, s: GWState) -> str:
        if s.action == "tactical":
            return "Choose a unit in the Tactical Range of its Leader, or finish moving."
        left = most_units(s) - s.used
        return f"Choose a unit to use ({left} left), or finish."

    def legal_unit(self, s: GWState) -> list[int]:
        return usable(s, s.flow[-1][1][0])

    def refuse_unit(self, s: GWState, u: int) -> Reason | None:
        return self.not_mine(s, u) or refuse_unit(s, u)

    def do_unit(self, s: GWState, u: int) -> None:
        s.flow.append(("march", u, allowance(s, u), STILL))

    def do_done(self, s: GWState, _: None) -> None:
        self.pass_on(s)


class March(Step):
    """7.4: what the unit does. The frame holds the unit, the points that it has left, and what it has done so far."""

    name, rule, frame = "march", "7.4", ("unit", "", "")

    def side(self, s: GWState) -> str:
        seat: str = s.flow[-2][1][0]
        return seat

    def prompt(self, s: GWState) -> str:
        _, u, left, done = s.flow[-1]
        if done == BUILDING:
            return f"{BLOCKS.name(u)} builds: another Garrison, or stop?"
        return f"Where does {BLOCKS.name(u)} go? {still(left, 'movement point')}."

    # -- marching

    def ways(self, s: GWState) -> tuple[Reach, int]:
        """The same while it moves; who builds does not march (4.1)."""
        _, u, left, done = s.flow[-1]
        return ahead(s, u, left) if done != BUILDING else (Reach(s.at[u], [0], 0, 0), 0)

    def legal_to(self, s: GWState) -> list[int]:
        _, u, _, done = s.flow[-1]
        return members(self.ways(s)[1]) if s.at[u] != GB else ports(s, u) if done == STILL else []

    def refuse_to(self, s: GWState, h: int) -> Reason | None:
        if h in self.legal_to(s):
            return None
        _, u, left, done = s.flow[-1]
        if done == BUILDING:
            return Reason("4.1", "it builds instead of moving")
        if h == s.at[u]:
            return Reason("7.4", "it is there")
        if s.at[u] == GB:
            return self._refuse_landing(s, h)
        return self._refuse_march(s, u, h, left)

    def _refuse_landing(self, s: GWState, h: int) -> Reason:
        if s.action == "tactical":
            return Reason("7.4", "there is no Sea Transport in a Tactical Action")
        if h not in LANDINGS:  # 2.5.c
            return Reason("2.5", "Sea Transport goes to Calais or Le Havre")
        if not s.friendly("entente") & BIT[h]:  # 2.5.d
            return Reason("2.5", "the Area is not Entente controlled and uncontested")
        return Reason("2.4", "there is no room for it")

    def _refuse_march(self, s: GWState, u: int, h: int, left: int) -> Reason:
        side = SIDE[u]
        if h == GB:  # 2.3.d
            return Reason("2.5", "nobody enters Great Britain")
        if not s.rules.area & BIT[h]:
            return Reason("2.0", "the Area is not part of this scenario")
        if u == STATIC:
            return Reason("4.2.2", "the Paris Static Infantry does not move")
        if self.ways(s)[0].bits & BIT[h]:
            return Reason("2.4", "there is no room for it")
        if s.present(FOE[side]) & BIT[h] and not engageable(s, side, most_engagements(s)) & BIT[h]:  # 7.8.b
            if s.action == "pass":
                return Reason("7.8", "a unit does not engage in a Pass")
            return Reason("7.5", f"no more than {most_engagements(s)} Areas may be newly engaged")
        if s.present(FOE[side]) & BIT[s.at[u]] and not s.friendly(side) & BIT[h]:
            return Reason("7.4.3", "a unit that disengages must first enter a friendly uncontested Area")
        return Reason("7.4", f"it cannot go there with {left} movement points")

    def do_to(self, s: GWState, h: int) -> None:
        _, u, _, _ = s.flow[-1]
        if s.at[u] == GB:
            self.begin(s, u)
            s.mention("sailed", u, area=h)
            travel(s, u, (GB, h))
            self.end(s)
            return
        found = self.ways(s)[0]
        path, left = found.path(h), found.left(h)
        self.begin(s, u)
        side = SIDE[u]
        engaged = bool(s.present(FOE[side]) & BIT[h])
        if engaged:
            self.engage(s, u, path[-2], h)
        march(s, u, path)
        if s.result is not None:
            return
        s.flow[-1] = ("march", u, left, MOVING)
        if engaged or not self.ways(s)[1]:  # 7.4.3.a
            self.end(s)

    def engage(self, s: GWState, u: int, before: int, h: int) -> None:
        """7.4.3, 7.5: it engages the enemy; whether the Area is newly contested, and what river it crossed."""
        if is_new(s, h, SIDE[u]):  # 7.5.b
            s.front[h] |= NEW
            s.tell("engaged", area=h, side=SIDE[u])
        s.river[u] = RIVER[before, h]  # 7.5.1.4.a

    def begin(self, s: GWState, u: int) -> None:
        """The unit does something for the first time: it is used up, and stands among others again (ruling B62)."""
        if not s.acted[u]:
            s.acted[u] = 1
            s.used += 1  # 2.5.e: by land, sea or rail (8.3.c)
            s.conceal(u)
            if CALLED in s.acted:  # what the others could do may have changed: they can be called on again
                for v in OWN[SIDE[u]]:
                    if s.acted[v] == CALLED:
                        s.acted[v] = 0

    # -- rail (8.3)

    def legal_rail(self, s: GWState) -> list[int]:
        _, u, _, done = s.flow[-1]
        return members(railheads(s, u)) if done == STILL and s.at[u] != GB else []

    def why_rail(self, s: GWState, h: int) -> Reason:
        _, u, _, done = s.flow[-1]
        if not s.options["rail"]:
            return Reason("8.3", "Rail Movement is not played")
        if s.action == "tactical":
            return Reason("8.3", "there is no Rail Movement in a Tactical Action")
        if done != STILL or s.at[u] == GB:
            return Reason("8.3", "it cannot go on by rail")
        if u == STATIC:
            return Reason("4.2.2", "the Paris Static Infantry does not move")
        if not s.friendly(SIDE[u]) & BIT[s.at[u]]:
            return Reason("8.3", "Rail Movement does not disengage")
        if not s.friendly(SIDE[u]) & BIT[h]:
            return Reason("8.3", "the Area is not friendly and uncontested")
        if h in (s.at[u], GB):
            return Reason("8.3", "there is no rail to that place")
        return Reason("2.4", "there is no room for it") if not roomy(s, u, h) else Reason("8.3", "no rail leads there")

    def do_rail(self, s: GWState, h: int) -> None:
        _, u, _, _ = s.flow[-1]
        self.begin(s, u)
        s.mention("railed", u, area=h)
        travel(s, u, (s.at[u], h))
        self.end(s)

    # -- building (4.1)

    def legal_build(self, s: GWState) -> list[int]:
        _, u, _, done = s.flow[-1]
        return buildable(s, u) if done != MOVING else []

    def refuse_build(self, s: GWState, f: int) -> Reason | None:
        _, u, _, done = s.flow[-1]
        return Reason("4.1", "it has moved") if done == MOVING else refuse_build(s, u, f)

    def do_build(self, s: GWState, f: int) -> None:
        _, u, left, _ = s.flow[-1]
        shown = s.shown[u]
        self.begin(s, u)
        s.shown[u] = shown  # it stays where it is, and as it is
        build(s, u, f)
        s.flow[-1] = ("march", u, left, BUILDING)
        if not buildable(s, u):
            self.end(s)

    # -- the end

    def refuse_stop(self, s: GWState, _: None) -> Reason | None:
        _, u, _, _ = s.flow[-1]
        return None if roomy(s, u, s.at[u]) else Reason("2.4", "there is no room for it here")  # 7.4.i

    def do_stop(self, s: GWState, _: None) -> None:
        _, u, _, done = s.flow[-1]
        if done == STILL:
            s.acted[u] = CALLED
        self.end(s)

    def end(self, s: GWState) -> None:
        if s.result is not None:
            return
        s.flow.pop()
        if s.used >= most_units(s):
            s.flow.pop()

    def hints(self, s: GWState) -> dict[str, dict[str, Any]]:
        _, u, _, _ = s.flow[-1]
        found, fit = self.ways(s)
        enemy = s.present(FOE[SIDE[u]])
        told = {}
        for h in members(fit):
            told[f"to {AREAS[h]}"] = hint(found, h) | ({"stop": True, "mark": "engages"} if enemy & BIT[h] else {})
        for f in self.legal_build(s):
            told[f"build {FORTS[f]}"] = {"mark": "a step for a Garrison"}
        return told


STEPS = (Orders(), March())

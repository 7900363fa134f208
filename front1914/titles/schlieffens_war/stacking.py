"""6.1 to 6.5: how many units a hex holds at the end of a phase, and what happens to more of them."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.engine.state import Frame
from front1914.kit.bits import members
from front1914.kit.stacking import Stacking as Rule
from front1914.kit.units import stacks
from front1914.play.asking import AsLongAs
from front1914.titles.schlieffens_war.fog import tell_move
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.supply import sources
from front1914.titles.schlieffens_war.world import (
    BEF_FORTRESS,
    BELGIAN_AREA,
    BIT,
    BOARD,
    FOE,
    HEXES,
    IS_COMBAT,
    IS_FORT,
    IS_HQ,
    NATION,
    NEXT,
    OWN,
    SIDE,
    SIDE_OF_NATION,
    SIZE,
    UNITS,
)

MOST_CORPS, MOST_HQS = 3, 1  #: 6.2: corps and forts, HQs; depots and markers do not count (6.4, R16)
RULE = Rule("corps", "hq")
LIMIT = RULE.limit(corps=MOST_CORPS, hq=MOST_HQS)
LOAD = tuple(RULE.load(corps=IS_COMBAT[u], hq=IS_HQ[u]) for u in UNITS.numbers)


def fits(h: int, units: Iterable[int]) -> bool:
    """6.2, 6.3, 6.4: whether these units may stand together in the hex at the end of a phase."""
    return not surplus(h, tuple(units))


def surplus(h: int, units: tuple[int, ...] | list[int]) -> list[int]:
    """6.2, 6.4: the units of which some must leave the hex or be given up; none if all may stay.

    Units of two Entente nations are treated as an overstack (R26). A fort cannot leave, but may be given up (R106).
    """
    if len(units) < 2:
        return []
    load = sum([LOAD[u] for u in units])
    mixed = _mixed(h, units)
    if RULE.fits(load, LIMIT) and not mixed:  # 6.2.a
        return []
    return [u for u in units if mixed or RULE.relieves(LOAD[u], load, LIMIT)]


def _mixed(h: int, units: tuple[int, ...] | list[int]) -> bool:
    """6.3: units of two nations; only British units may stand with a fort of another, in Liege or Maubeuge (8.4)."""
    nations = {NATION[u] for u in units}
    if len(nations) < 2:
        return False
    mobile = {NATION[u] for u in units if not IS_FORT[u]}
    return not (mobile == {"british"} and BEF_FORTRESS >> h & 1)  # 8.4.f


@kept("at")
def foreign(s: SWState, nation: str) -> int:
    """6.3: hexes in which a unit of the nation may not stay, since units of another Entente nation stand there."""
    found = 0
    for u in OWN[SIDE_OF_NATION[nation]] if nation != "german" else ():
        if NATION[u] != nation and not (nation == "british" and IS_FORT[u] and BIT[s.at[u]] & BEF_FORTRESS):
            found |= BIT[s.at[u]]
    return found


def overstacked(s: SWState) -> list[int]:
    """6.5.e: the hexes in which too many stand, those of the active side first."""
    return sorted(_crowds(s), key=lambda h: (SIDE[s.stack(h)[0]] != s.active, h))


@kept("at")
def _crowds(s: SWState) -> tuple[int, ...]:
    return tuple(h for h, stack in stacks(s.at, SIZE).items() if len(stack) > 1 and surplus(h, stack))


def exits(s: SWState, u: int, left: tuple[tuple[int, int], ...] = ()) -> list[int]:
    """6.5.c, 6.5.d: hexes into which a unit may be displaced; without one it is eliminated (6.5.g).

    One hex nearer to some working source of supply of its nation (R19), without an enemy, and without his zone of
    control unless a friend stands there. It does not come back to a hex that it left in the same check (R105).
    """
    h, side, nation = s.at[u], SIDE[u], NATION[u]
    if IS_FORT[u]:
        return []
    foe = FOE[side]
    free = NEXT[h] & s.rules.area & ~s.occupied(foe) & (~s.zone(foe) | s.occupied(side))
    if nation == "belgian":
        free &= BELGIAN_AREA
    goals = members(sources(s, nation)) if free else []
    return [n for n in members(free) if (u, n) not in left and _nearer(n, h, goals)]


def _nearer(n: int, h: int, goals: list[int]) -> bool:
    """6.5.c: whether a hex lies nearer than another to one of the goals."""
    return any(BOARD.distance(n, goal) < BOARD.distance(h, goal) for goal in goals)


class Stacking(AsLongAs):
    """6.1, 6.5.e: the check at the end of every phase, for both sides, until no hex holds too many."""

    name, rule, frame = "stacking", "6.5", ("",)

    def question(self, s: SWState) -> Frame | None:
        crowded = overstacked(s)
        if not crowded:
            return None
        return ("crowds",) if len(own(s, crowded)) > 1 else settle(s, crowded[0])


def own(s: SWState, crowded: list[int]) -> list[int]:
    """Of overstacked hexes, those of the side that settles its own first: the active one, if it has any."""
    side = SIDE[s.stack(crowded[0])[0]]
    return [h for h in crowded if SIDE[s.stack(h)[0]] == side]


def settle(s: SWState, h: int) -> Frame:
    """6.5.a: corps lose a level; forts have no morale (R17). Returns the question who leaves."""
    s.tell("overstacked", hex=h)
    for u in s.stack(h):  # 6.5.h, 6.5.i
        s.lower_morale(u)
    return ("overstack", h)


class Crowds(Step):
    """6.5: of several overstacked hexes the owner chooses which is settled first."""

    name, rule = "crowds", "6.5"
    else_to = Reason("6.5", "not too many of your units stand there")

    def side(self, s: SWState) -> str:
        return SIDE[s.stack(overstacked(s)[0])[0]]

    def prompt(self, s: SWState) -> str:
        return "Several hexes hold too many units: which is settled first?"

    def legal_to(self, s: SWState) -> list[int]:
        return own(s, overstacked(s))

    def do_to(self, s: SWState, h: int) -> None:
        s.flow[-1] = settle(s, h)


class Overstack(Step):
    """6.5.b: the owner chooses who leaves."""

    name, rule, frame = "overstack", "6.5", ("hex",)

    def side(self, s: SWState) -> str:
        return SIDE[s.stack(s.flow[-1][1])[0]]

    def prompt(self, s: SWState) -> str:
        return f"Too many units in {HEXES.name(s.flow[-1][1])}: which one leaves?"

    def legal_unit(self, s: SWState) -> list[int]:
        h = s.flow[-1][1]
        return surplus(h, s.stack(h))

    def why_unit(self, s: SWState, u: int) -> Reason:
        h = s.flow[-1][1]
        if s.at[u] != h:
            return Reason("6.5", "it is not in that hex")
        return Reason("6.5", "it may stay: others are too many")

    def do_unit(self, s: SWState, u: int) -> None:
        s.flow.append(("displace", u))


class Displace(Step):
    """6.5.f, 6.5.g: it goes one hex towards a source of supply, or is eliminated."""

    name, rule, frame = "displace", "6.5", ("unit",)

    def side(self, s: SWState) -> str:
        return SIDE[s.flow[-1][1]]

    def prompt(self, s: SWState) -> str:
        return f"{UNITS.name(s.flow[-1][1])} must leave: to which hex?"

    def legal_to(self, s: SWState) -> list[int]:
        return exits(s, s.flow[-1][1], s.flow[-3][1])

    def why_to(self, s: SWState, n: int) -> Reason:
        u = s.flow[-1][1]
        h, side = s.at[u], SIDE[u]
        if IS_FORT[u]:
            return Reason("2.5", "a fort does not move")
        if not NEXT[h] >> n & 1:
            return Reason("6.5", "it moves one hex")
        if s.occupied(FOE[side]) >> n & 1:
            return Reason("10.3", "an enemy stands there")
        if s.zone(FOE[side]) >> n & 1 and not s.occupied(side) >> n & 1:
            return Reason("6.5", "the hex is in an enemy zone of control and no friend stands there")
        if NATION[u] == "belgian" and not BELGIAN_AREA >> n & 1:
            return Reason("10.8", "the Belgian army does not go there")
        if (u, n) in s.flow[-3][1]:
            return Reason("6.5", "it came from there")
        return Reason("6.5", "the hex is not nearer to a source of supply")

    def do_to(self, s: SWState, n: int) -> None:
        u = s.flow.pop()[1]
        h = s.flow[-1][1]
        s.enter(u, n)
        tell_move(s, "displaced", (u,), (h, n))
        name, left = s.flow[-2]
        s.flow[-2] = (name, (*left, (u, h)))
        self.settle(s, h)

    def do_eliminate(self, s: SWState, _: None) -> None:
        u = s.flow.pop()[1]
        h = s.flow[-1][1]
        s.eliminate(u)
        self.settle(s, h)

    def settle(self, s: SWState, h: int) -> None:
        if not surplus(h, s.stack(h)):
            s.flow.pop()


STEPS = (Stacking(), Crowds(), Overstack(), Displace())

"""11.21, 7.3: the defender gives ground instead of steps: one hex for each loss, all mobile units as one stack.

The whole way is looked for before a retreat is offered, so that nobody is led into a hex where it cannot go on.
"""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.kit.retreat import Retreat as Ways
from front1914.titles.schlieffens_war.combat.battle import Battle, battle, suffer
from front1914.titles.schlieffens_war.stacking import fits
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.supply import sources
from front1914.titles.schlieffens_war.world import (
    BELGIAN_AREA,
    BOARD,
    EXITS,
    FOE,
    IS_CORPS,
    IS_DEPOT,
    IS_FORT,
    NATION,
    NEXT,
    RAIL,
    SIDE,
    SIZE,
)

_NEIGHBOURS = tuple(tuple(n for n, _ in exits) for exits in EXITS)  # without those across the sea


def mobile(s: SWState, h: int) -> tuple[int, ...]:
    """11.20.e: the units of a hex that retreat together."""
    return tuple(u for u in s.stack(h) if not IS_FORT[u])


def distance(h: int, goals: int) -> int:
    """R79: hexes to the nearest of the goals, over any ground."""
    far = 0
    while goals and not BOARD.within(h, far) & goals:
        far += 1
    return far


def open_hexes(s: SWState, units: Sequence[int], near: int) -> int:
    """11.21.a, 11.21.c, 10.8: near hexes that the whole stack may enter: no enemy, none of his zones, and room."""
    side, nation = SIDE[units[0]], NATION[units[0]]
    free = near & s.rules.area & ~(s.zone(FOE[side]) | s.occupied(FOE[side]))  # 7.3, 7.3.a
    if nation == "belgian":
        free &= BELGIAN_AREA
    for h in members(free & s.occupied(side)):
        if not fits(h, [*(u for u in s.stack(h) if u not in units), *units]):
            free ^= 1 << h
    return free


def routes(s: SWState, units: Sequence[int], start: int, hexes: int) -> Ways:
    """11.21.d, R79, R111: at each step the hex nearest to working supply, where the way can be finished."""
    goals = sources(s, NATION[units[0]])
    free = open_hexes(s, units, BOARD.within(start, hexes))
    return Ways(_NEIGHBOURS, free, steps=[lambda path, h: distance(h, goals)])


def steps(s: SWState, units: Sequence[int], path: tuple[int, ...], left: int) -> tuple[int, ...]:
    """11.21.e: the hexes that the stack may enter next."""
    return routes(s, units, path[-1], left).next(path, left)


def no_retreat(s: SWState, b: Battle, hexes: int) -> Reason | None:
    """11.20.f, 11.21.b: why the stack cannot retreat so many hexes."""
    if b.shut:
        return Reason("11.21", "nobody retreats from a fort or a heavy fortress")
    units = mobile(s, b.target)
    if not units:
        return Reason("11.21", "nobody is left to retreat")
    if routes(s, units, b.target, hexes).reaches((b.target,), hexes):
        return None
    long = "a hex" if hexes == 1 else f"{hexes} hexes"
    return Reason("11.21", f"no way of {long} is free of enemies, their zones of control and full stacks")


def begin(s: SWState, b: Battle, hexes: int) -> None:
    """The stack leaves the hex; all of it is seen to go."""
    units = mobile(s, b.target)
    s.tell("retreat", hex=b.target, units=units, reveals=not all(map(s.seen, units)))
    s.flow.append(("retreat", units, (b.target,), hexes))
    go_on(s)


def go_on(s: SWState) -> None:
    """Makes the steps that leave no choice; the last one ends the retreat."""
    while s.flow[-1][0] == "retreat":
        _, units, path, left = s.flow[-1]
        ways = steps(s, units, path, left)
        if len(ways) > 1:
            return
        go(s, ways[0])


def go(s: SWState, h: int) -> None:
    """11.21.f: one hex of retreat. A depot comes along a rail line or is lost (R61)."""
    name, units, path, left = s.flow.pop()
    rail = RAIL[path[-1]] >> h & 1
    for u in units:
        if IS_DEPOT[u] and not rail:
            s.eliminate(u)
        else:
            s.enter(u, h)
    units = tuple(u for u in units if s.at[u] < SIZE)
    s.tell("retreats", units=units, to=h)
    if left > 1 and units:
        s.flow.append((name, units, (*path, h), left - 1))
    else:
        end(s, units)


def end(s: SWState, units: tuple[int, ...]) -> None:
    """11.20.i, 11.20.j, R75: the retreat tires; where all who took part were fatigued it costs another step."""
    for u in units:
        s.lower_morale(u)
    if battle(s).weary and units:
        s.flow.append(("retreat_loss", units))
        if len(RETREAT_LOSS.legal_unit(s)) == 1:
            RETREAT_LOSS.do_unit(s, RETREAT_LOSS.legal_unit(s)[0])


class Retreat(Step):
    """11.21: where the stack goes next, when several hexes are equally near to supply."""

    name, rule, frame = "retreat", "11.21", ("unit", "hex", "")

    def side(self, s: SWState) -> str:
        return FOE[s.active]

    def prompt(self, s: SWState) -> str:
        return "Where does the stack retreat?"

    def legal_to(self, s: SWState) -> tuple[int, ...]:
        _, units, path, left = s.flow[-1]
        return steps(s, units, path, left)

    def why_to(self, s: SWState, h: int) -> Reason:
        _, units, path, _ = s.flow[-1]
        foe = FOE[SIDE[units[0]]]
        if not NEXT[path[-1]] >> h & 1:
            return Reason("11.21", "it is not adjacent")
        if s.occupied(foe) >> h & 1:
            return Reason("11.21", "an enemy stands there")
        if s.zone(foe) >> h & 1:
            return Reason("11.21", "it lies in an enemy zone of control")
        if not open_hexes(s, units, NEXT[path[-1]]) >> h & 1:
            return Reason("11.21", "the stack does not fit there, or may not go there")
        return Reason("11.21", "another hex is nearer to supply, or the retreat could not go on from there")

    def do_to(self, s: SWState, h: int) -> None:
        go(s, h)
        go_on(s)


class RetreatLoss(Step):
    """11.20, R75, R116: one step more from one of the retreating units."""

    name, rule, frame = "retreat_loss", "11.20", ("unit",)

    def side(self, s: SWState) -> str:
        return FOE[s.active]

    def prompt(self, s: SWState) -> str:
        return "All who defended were fatigued: which retreating unit loses another step?"

    def legal_unit(self, s: SWState) -> list[int]:
        units, b = s.flow[-1][1], battle(s)
        involved = [u for u in units if IS_CORPS[u] or u in b.defenders]
        fresh = [u for u in involved if u not in b.suffered]
        return (fresh or involved) + [u for u in units if u not in involved]

    def why_unit(self, s: SWState, u: int) -> Reason:
        if u in s.flow[-1][1]:
            return Reason("11.20", "others have not yet lost a step")
        return Reason("11.20", "it did not retreat")

    def do_unit(self, s: SWState, u: int) -> None:
        s.flow.pop()
        suffer(s, u)


RETREAT_LOSS = RetreatLoss()
STEPS = (Retreat(), RETREAT_LOSS)

"""10.0: movement, with its fatigue (10.2), forced marches (10.6), depots on rails (10.7) and the Belgians (10.8).

A unit, or several that start together, is picked once a phase. It goes hex by hex or to a far hex at once; a far hex
is reached by a cheapest path (`paths.Reach.path` says which). Whoever wants another, to take other hexes on the way
(3.3), goes step by step. The move ends when the unit stops, when it enters an enemy zone of control (7.1) or when
nothing more can be reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.engine.kept import still_looking
from front1914.kit.bits import members
from front1914.kit.sentences import left as still
from front1914.titles.schlieffens_war.charts import FORCED_MARCH
from front1914.titles.schlieffens_war.command import in_command
from front1914.titles.schlieffens_war.fog import ALL, tell_move
from front1914.titles.schlieffens_war.paths import BY_RAIL, ON_FOOT, Reach, reach
from front1914.titles.schlieffens_war.stacking import foreign
from front1914.titles.schlieffens_war.state import (
    ELAN,
    FATIGUED,
    FORTRESS_SUPPLY,
    IN_SUPPLY,
    NORMAL,
    OUT_OF_SUPPLY,
    SWState,
)
from front1914.titles.schlieffens_war.world import (
    BELGIAN_AREA,
    BIT,
    CORPS,
    EXITS,
    FOE,
    HEXES,
    IS_CORPS,
    IS_DEPOT,
    IS_FORT,
    IS_HQ,
    MA,
    MA_OUT,
    MOBILE,
    NATION,
    NEXT,
    RAIL,
    SIDE,
    SIZE,
    UNITS,
    beside,
)

FORCED = 2  #: 10.6, 10.0.b: movement points of a forced march
BEF_MOVES = 4  #: 9.2.b: the first turn on which British units move


ALLIES = tuple(u for u in MOBILE["entente"] if NATION[u] != "british")
DEAREST = max(cost for exits in EXITS for _, cost in exits)  #: the most that a step can cost

#: by points and hex: the neighbours that can be entered with so many
AFFORD = tuple(
    tuple(sum(1 << n for n, cost in exits if cost <= points) for exits in EXITS) for points in range(DEAREST + 1)
)
#: neither a depot nor Belgian, and able to pay for any step when fit and in supply
UNBOUND = tuple(MA[u] >= DEAREST and not IS_DEPOT[u] and NATION[u] != "belgian" for u in UNITS.numbers)


def half(points: int) -> int:
    """8.7, R43: halves are rounded up."""
    return (points + 1) // 2


def allowance(s: SWState, u: int) -> int:
    """2.9: the movement allowance in force: printed, halved by want of supply, in a fortress, by fatigue."""
    return ALLOWANCES[u][s.supply[u]][s.morale[u]]


def _allowance(u: int, supply: int, morale: int) -> int:
    """2.9: HQs and depots out of supply use the back of their counter (R41); two causes halve twice (R44)."""
    points = MA[u]
    if supply == OUT_OF_SUPPLY:
        points = half(points) if IS_CORPS[u] else MA_OUT[u]  # 8.7.a, 2.7.c
    elif supply == FORTRESS_SUPPLY:  # 8.9.a
        points = half(points)
    return half(points) if morale == FATIGUED else points  # 9.6.a, 9.6.j


#: by unit, supply and morale
ALLOWANCES = tuple(
    tuple(
        tuple(_allowance(u, supply, morale) for morale in (FATIGUED, NORMAL, ELAN))
        for supply in (IN_SUPPLY, FORTRESS_SUPPLY, OUT_OF_SUPPLY)
    )
    for u in UNITS.numbers
)


def taken(s: SWState, units: tuple[int, ...]) -> int:
    """6.3, R26: hexes in which a move of these units does not end by choice: those of another Entente nation."""
    if s.active == "german":
        return 0
    return foreign(s, NATION[units[0]]) | (foreign(s, NATION[units[-1]]) if len(units) > 1 else 0)


def bars_forced_march(s: SWState, u: int) -> Reason | None:
    """10.6: what keeps a unit from a forced march, apart from command: everybody sees it of a unit that he sees."""
    if not (IS_CORPS[u] or IS_HQ[u]):  # 10.6.a
        return Reason("10.6", "only corps and HQs force march")
    if s.supply[u] != IN_SUPPLY:  # 10.6.g, 8.7.b
        return Reason("10.6", "it is not in regular supply")
    if s.morale[u] == FATIGUED:  # 10.6.c, 9.6.d
        return Reason("9.6", "it is fatigued")
    if s.zone(FOE[SIDE[u]]) >> s.at[u] & 1:  # 10.6.d
        return Reason("10.6", "it begins in an enemy zone of control")
    return None


def refuse_forced_march(s: SWState, u: int) -> Reason | None:
    """10.6: why a unit that has not moved yet may not force march; None if it may."""
    if (bar := bars_forced_march(s, u)) is not None:
        return bar
    return None if in_command(s, u) else Reason("6.7", "it is not in command")  # 6.7.g, 10.6.b


def budget(s: SWState, u: int) -> int:
    """The most movement points that a unit may spend, forced march included (R58)."""
    return allowance(s, u) + (FORCED if refuse_forced_march(s, u) is None else 0)


def closed(s: SWState, u: int) -> int:
    """10.3, 10.8, 3.2, 8.0.c: hexes that the unit may not enter; whether it will be supplied there does not matter."""
    found = s.occupied(FOE[SIDE[u]]) | s.rules.beyond
    return found | ~BELGIAN_AREA if NATION[u] == "belgian" else found  # 3.2.a


def reach_of(s: SWState, u: int, points: int) -> Reach:
    """Where a unit can go with so many points (7.1, 10.1 to 10.8)."""
    # 7.1.c, 10.7.a
    return reach(BY_RAIL if IS_DEPOT[u] else ON_FOOT, s.at[u], points, s.zone(FOE[SIDE[u]]), closed(s, u))


def goals(s: SWState, u: int, found: Reach, points: int, shut: int) -> int:
    """6.3, R26: where a unit may be sent with so many points: where its move may end, and to allies from whom it can
    go on to such a hex."""
    if not found.bits & shut:
        return found.bits
    zone, barred = s.zone(FOE[SIDE[u]]), closed(s, u)
    passed = [
        BIT[h]
        for h in members(found.bits & shut & ~zone)
        if reach(ON_FOOT, h, points - found.spent(h), zone, barred).bits & ~shut & ~BIT[h]
    ]
    return found.bits & ~shut | sum(passed)


def refuse_start(s: SWState, u: int) -> Reason | None:
    """Why a unit cannot be picked to move."""
    if SIDE[u] != s.active:  # 5.0.a
        return Reason("5.0", "not your unit")
    if s.at[u] >= SIZE:
        return Reason("10.0", "it is not on the map")
    if IS_FORT[u]:  # 2.5.a
        return Reason("2.5", "a fort does not move")
    if s.marched[u]:
        return Reason("10.0", "its move is over")
    if NATION[u] == "british" and s.turn < BEF_MOVES:
        return Reason("9.2", "British units do not move before Turn 4")
    return None if way_out(s, u, allowance(s, u)) else Reason("10.7", "it cannot enter any hex beside it")


def way_out(s: SWState, u: int, points: int) -> bool:
    """Whether a unit can make a step with so many points: not into an enemy, not from zone to zone (7.1)."""
    foe = FOE[SIDE[u]]
    return _leads_out(u, s.at[u], points, s.occupied(foe) | s.rules.beyond, s.zone(foe))


def _leads_out(u: int, h: int, points: int, shut: int, zone: int) -> bool:
    """The same for a hex, with the hexes that nobody of its side may enter and the enemy's zone of control."""
    near = RAIL[h] if IS_DEPOT[u] else AFFORD[min(points, DEAREST)][h]
    if NATION[u] == "belgian":
        near &= BELGIAN_AREA
    return near & ~shut & (~zone if zone >> h & 1 else -1) != 0


def outlets(s: SWState) -> int:
    """Hexes out of which any active unit can step that can pay for it: `way_out` for all of them at once."""
    foe = FOE[s.active]
    open_, zone = s.rules.area & ~s.occupied(foe), s.zone(foe)
    return beside(open_) & ~zone | beside(open_ & ~zone) & zone


class Move(Step):
    """10.0: choose a unit to move."""

    name, rule, ends = "move", "10.0", ("done",)

    def prompt(self, s: SWState) -> str:
        return "Choose a unit to move, or finish moving."

    def legal_unit(self, s: SWState) -> list[int]:
        """5.3: any of those that can move."""
        out, at, marched, fit, supply = outlets(s), s.at, s.marched, s.morale, s.supply
        shut, zone = s.occupied(FOE[s.active]) | s.rules.beyond, s.zone(FOE[s.active])
        return [
            u
            for u in (ALLIES if s.active == "entente" and s.turn < BEF_MOVES else MOBILE[s.active])
            if not marched[u]
            and out >> at[u] & 1
            and (
                (UNBOUND[u] and fit[u] and not supply[u])
                or _leads_out(u, at[u], ALLOWANCES[u][supply[u]][fit[u]], shut, zone)
            )
        ]

    def refuse_unit(self, s: SWState, u: int) -> Reason | None:
        return refuse_start(s, u)

    def do_unit(self, s: SWState, u: int) -> None:
        with still_looking(s):
            points = budget(s, u)
        s.flow.append(("march", (u,), points))

    def refuse_order(self, s: SWState, _: None) -> Reason | None:
        return None if s.options["fog"] else Reason("6.6", "without fog of war the order of a stack does not matter")

    def do_order(self, s: SWState, _: None) -> None:
        s.flow.append(("array", s.active, ALL))


class March(Step):
    """10.1: where it goes, and who goes with it. The frame holds the units and the points that they may spend."""

    name, rule, frame = "march", "10.1", ("unit", "")

    def prompt(self, s: SWState) -> str:
        _, units, points = s.flow[-1]
        left = points - s.spent[units[0]]
        return f"Move {', '.join(UNITS.name(u) for u in units)} where? {still(left, 'movement point')}."

    def found(self, s: SWState) -> Reach:
        _, units, points = s.flow[-1]
        return reach_of(s, units[0], points - s.spent[units[0]])

    def open_(self, s: SWState) -> int:
        """The hexes that can be named."""
        _, units, points = s.flow[-1]
        return goals(s, units[0], self.found(s), points - s.spent[units[0]], taken(s, units))

    def legal_to(self, s: SWState) -> list[int]:
        return members(self.open_(s))

    def refuse_to(self, s: SWState, h: int) -> Reason | None:
        _, units, points = s.flow[-1]
        u = units[0]
        if h == s.at[u]:
            return Reason("10.1", "it stands there")
        if self.open_(s) >> h & 1:
            return None
        if self.found(s).bits >> h & 1:
            return Reason("6.3", "units of another nation stand there, and it could not go on from there")
        return refuse_hex(s, u, h, points - s.spent[u])

    def do_to(self, s: SWState, h: int) -> None:
        _, units, points = s.flow[-1]
        with still_looking(s):
            found, zone, shut = self.found(s), s.zone(FOE[s.active]), s.occupied(FOE[s.active]) | s.rules.beyond
        path, cost = found.path(h), found.spent(h)
        for passed in path[1:-1]:
            s.capture(s.active, passed)
        for u in [u for u in s.stack(path[0]) if u in units] if len(units) > 1 else units:
            s.spent[u] += cost
            s.enter(u, h)
        tell_move(s, "march", units, path, spent=cost)
        left = points - s.spent[units[0]]
        if zone >> h & 1 or not left or not _leads_out(units[0], h, left, shut, zone):
            self.end(s)

    def scope_join(self, s: SWState) -> Iterable[int]:
        u = s.flow[-1][1][0]
        if s.spent[u] or IS_DEPOT[u]:
            return []
        stack = s.stack(s.at[u])
        return stack if len(stack) > 1 else []

    def refuse_join(self, s: SWState, u: int) -> Reason | None:
        units = s.flow[-1][1]
        if u in units:
            return Reason("10.1", "it goes with them already")
        if s.at[u] != s.at[units[0]]:
            return Reason("10.1", "it does not stand with them")
        if s.spent[units[0]]:
            return Reason("10.1", "they are on the march already")
        if IS_DEPOT[u] or IS_DEPOT[units[0]]:
            return Reason("10.7", "a depot goes by rail, alone")
        return refuse_start(s, u)

    def do_join(self, s: SWState, u: int) -> None:
        name, units, points = s.flow.pop()
        s.flow.append((name, (*units, u), min(points, budget(s, u))))

    def refuse_stay(self, s: SWState, _: None) -> Reason | None:
        return Reason("10.2", "it has moved") if s.spent[s.flow[-1][1][0]] else None

    def do_stay(self, s: SWState, _: None) -> None:
        """10.2: left where it is, it rests."""
        for u in s.flow.pop()[1]:
            s.marched[u] = 1

    def refuse_stop(self, s: SWState, _: None) -> Reason | None:
        units = s.flow[-1][1]
        if not s.spent[units[0]]:
            return Reason("10.2", "it has not moved yet")
        if taken(s, units) >> s.at[units[0]] & 1:
            return Reason("6.3", "units of another nation stand here: it goes on")
        return None

    def do_stop(self, s: SWState, _: None) -> None:
        self.end(s)

    def end(self, s: SWState) -> None:
        """The move is over; who force marched is checked for attrition (R58), not German units on Turn 1."""
        units = s.flow.pop()[1]
        s.finish_operation()
        for u in units:
            s.marched[u] = 1
        forced = tuple(u for u in units if s.spent[u] > allowance(s, u))
        if forced and not exempt(s):
            s.flow.append(("forced_march", forced))

    def hints(self, s: SWState) -> dict[str, dict[str, Any]]:
        _, units, points = s.flow[-1]
        found, zone = self.found(s), s.zone(FOE[s.active])
        told = {f"to {HEXES[h]}": _hint(s, units, points, found, h, zone) for h in self.legal_to(s)}
        if not exempt(s) and any(s.spent[u] > allowance(s, u) for u in units):
            told["stop"] = {"mark": "forced march", "throws": "die"}
        return told


def _hint(s: SWState, units: tuple[int, ...], points: int, found: Reach, h: int, zone: int) -> dict[str, Any]:
    spent = s.spent[units[0]] + found.spent(h)
    hint: dict[str, Any] = {"left": points - spent, "path": [HEXES[n] for n in found.path(h)]}
    if zone >> h & 1:
        hint["stop"] = True
    if any(spent > allowance(s, u) for u in units):
        hint["mark"] = "forced march"
        if not exempt(s):
            hint["throws"] = "die"  # R58: it is checked for attrition where it stops
    elif not exempt(s) and any(IS_CORPS[u] and spent > half(allowance(s, u)) for u in units):
        hint["mark"] = "tires"
    return hint


def refuse_hex(s: SWState, u: int, h: int, points: int) -> Reason:
    """Why a unit cannot get to a hex."""
    zone = s.zone(FOE[SIDE[u]])
    if s.occupied(FOE[SIDE[u]]) >> h & 1:
        return Reason("10.3", "an enemy stands there")
    if s.rules.beyond >> h & 1:
        return Reason("2.1", "the hex is not part of this scenario")
    if NATION[u] == "belgian" and not BELGIAN_AREA >> h & 1:
        return Reason("10.8", "the Belgian army stays within two hexes of Belgium")
    if NEXT[s.at[u]] >> h & 1 and zone >> s.at[u] & 1 and zone >> h & 1:
        return Reason("7.1", "a unit does not go from one enemy zone of control into another")
    if IS_DEPOT[u]:
        return Reason("10.7", "a depot moves along rail lines only, one movement point a hex")
    if reach(ON_FOOT, s.at[u], points, 0, closed(s, u)).bits >> h & 1:
        return Reason("7.1", "an enemy zone of control stops it on the way")
    more = reach_of(s, u, points + FORCED)
    refusal = refuse_forced_march(s, u)
    if more.bits >> h & 1 and not s.spent[u] and refusal is not None:
        return Reason(refusal.rule, f"it cannot force march there: {refusal.text}")
    return Reason("10.7", f"it has only {points} movement points")


def exempt(s: SWState) -> bool:
    """10.2.a, 10.6.f, 3.1.h: German units do not tire by marching on Turn 1."""
    return s.active == "german" and s.turn == 1


class ForcedMarch(Die):
    """10.6.e: one die on the Attrition Table for each unit that force marched."""

    name, rule, frame = "forced_march", "10.6", ("unit",)

    def prompt(self, s: SWState) -> str:
        return "Attrition of a forced march."  # it may be asked before everybody, and the next unit may be hidden (6.6)

    def secret(self, s: SWState) -> tuple[str, ...]:
        u = s.flow[-1][1][0]
        return () if s.seen(u) else (SIDE[u],)

    def do_die(self, s: SWState, face: int) -> None:
        name, units = s.flow.pop()
        if units[1:]:
            s.flow.append((name, units[1:]))
        u = units[0]
        s.mention("forced_march", u, die=face)
        for _ in range(FORCED_MARCH.read(0, face)):
            s.lose_step(u, shown=False)


class Rest(Step):
    """5.3, 10.2, R54: at the end of the phase who did not move rests, who spent more than half its allowance tires."""

    name, rule = "rest", "10.2"

    def run(self, s: SWState) -> None:
        s.flow.pop()
        s.stacks()  # asked for once, instead of hex by hex when each unit is told of
        for u in CORPS[s.active]:
            if s.at[u] >= SIZE:
                continue
            if not s.spent[u]:  # 10.2.b, 5.3.a
                s.raise_morale(u)
            elif s.spent[u] > half(allowance(s, u)) and not exempt(s):  # 5.3.b, 5.3.c
                s.lower_morale(u)


STEPS = (Move(), March(), ForcedMarch(), Rest())

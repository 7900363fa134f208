"""25: reinforcements, Supply Points from home, withdrawals: the Reinforcement Arrival Phase."""

from __future__ import annotations

from collections.abc import Iterator

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg.austria import refuse_west
from front1914.titles.der_weltkrieg.board import BOARD, EDGE, HEXES, ON_RAIL, SHEET, SIZE
from front1914.titles.der_weltkrieg.entering import settle
from front1914.titles.der_weltkrieg.nations import FOE, SIDE_OF
from front1914.titles.der_weltkrieg.nations import NATION as NATION_RULES
from front1914.titles.der_weltkrieg.railways import has_lost_cities
from front1914.titles.der_weltkrieg.scenarios import Placed
from front1914.titles.der_weltkrieg.stacking import room_for
from front1914.titles.der_weltkrieg.state import SURRENDERED, DWState
from front1914.titles.der_weltkrieg.world import (
    ABSENT,
    ELIMINATED,
    IS_CORPS_HQ,
    IS_GROUND,
    IS_HQ,
    IS_RPL,
    IS_SUPPLY,
    NATION,
    OF_NATION,
    SCHEDULE,
    SIDE,
    UNITS,
    WITHDRAWN,
)

MOST, MOST_CORPS = 100, 10  #: 17-4, 18-18


# ---- 25-1 to 25-6: units


def due(s: DWState) -> Iterator[Placed]:
    """25-1, 25-2: the reinforcements of the phasing side that are due by now."""
    now = (s.year, s.month, s.turn)
    for placed in s.rules.placed:
        if placed.turn and placed.turn <= now and SIDE[placed.unit] == s.active and s.at[placed.unit] == SCHEDULE:
            yield placed


def is_open(s: DWState, u: int, h: int) -> bool:
    """25-3, DW-R95: neither enemies nor their zones, the railway works if there is one, and there is room."""
    side = SIDE[u]
    foe = s.ground(FOE[side])
    if refuse_west(s, u, h) is not None:
        return False
    if (foe.every | foe.zone | s.neutral) >> h & 1 or (ON_RAIL >> h & 1 and not s.rails(side) >> h & 1):
        return False
    return room_for(s, (u,), h)


def places(s: DWState, u: int, h: int) -> list[int]:
    """25-2, 25-3.1, H-17: where a reinforcement may be placed: the stated hex, else the nearest hexes of own rail."""
    if is_open(s, u, h):
        return [h]
    side = SIDE[u]
    foe = s.ground(FOE[side])
    lines = members(s.rails(side) & s.rules.area & ~foe.every & ~foe.zone & ~s.neutral)
    for _, near in sorted(_by_distance(h, lines).items()):
        found = [b for b in near if room_for(s, (u,), b) and refuse_west(s, u, b) is None]
        if found:
            return found
    return []


def _by_distance(h: int, others: list[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for b in others:
        found.setdefault(BOARD.distance(h, b), []).append(b)
    return found


def arrive(s: DWState, u: int, h: int) -> None:
    """25-2, 25-4: a reinforcement stands on the map, mobilized."""
    s.put(u, h)
    s.arrived[u] = 1
    settle(s, SIDE[u], h)
    s.tell("arrived", unit=u, hex=h)


class Arrivals(Step):
    """5.5: reinforcements arrive; nobody waits yet."""

    name, rule = "arrivals", "25-2"

    def run(self, s: DWState) -> None:
        s.flow[-1] = ("arriving", ())


class Arriving(Step):
    """5.5: everybody who is due, hex by hex; who has no place anywhere waits, as does whoever its owner lets wait.

    The frame holds those who wait. Where not all find room in their hex the owner is asked who comes first.
    """

    name, rule, frame = "arriving", "25-2", ("unit",)

    def run(self, s: DWState) -> None:
        name, waiting = s.flow.pop()
        left: dict[int, list[int]] = {}
        for placed in due(s):
            if placed.unit not in waiting:
                left.setdefault(placed.at, []).append(placed.unit)
        for h, units in left.items():
            if all(is_open(s, u, h) for u in units) and len(units) > 1 and not room_for(s, units, h):
                s.flow += [(name, waiting), ("berth", h, tuple(units))]
                return
            for u in units:
                if is_open(s, u, h):
                    arrive(s, u, h)
                elif places(s, u, h):
                    s.flow += [(name, waiting), ("arrival", u, h)]
                    return


class Berth(Step):
    """25-2, 11-1: not everybody who is due in a hex has room there: who arrives first."""

    name, rule, frame = "berth", "25-2", ("hex", "unit")
    else_unit = Reason("25-2", "it is not due there, or has no room")

    def prompt(self, s: DWState) -> str:
        return f"There is no room for all who arrive in {HEXES.name(s.flow[-1][1])}: who comes first?"

    def legal_unit(self, s: DWState) -> list[int]:
        _, h, units = s.flow[-1]
        return [u for u in units if is_open(s, u, h)]

    def do_unit(self, s: DWState, u: int) -> None:
        name, h, units = s.flow.pop()
        arrive(s, u, h)
        rest = tuple(v for v in units if v != u)
        if len([v for v in rest if is_open(s, v, h)]) > 1:
            s.flow.append((name, h, rest))

    def do_all(self, s: DWState, _: None) -> None:
        """In the order of the schedule."""
        _, h, units = s.flow.pop()
        for u in units:
            if is_open(s, u, h):
                arrive(s, u, h)


class Arrival(Step):
    """25-3.1, D03: the owner may place a unit in one of the nearest hexes of own railways, or let it wait."""

    name, rule, frame = "arrival", "25-3.1", ("unit", "hex")
    else_to = Reason("25-3.1", "not one of the nearest hexes of own railways")

    def prompt(self, s: DWState) -> str:
        _, u, h = s.flow[-1]
        return f"{UNITS.name(u)} cannot arrive in {HEXES.name(h)}: where instead? Or it waits."

    def legal_to(self, s: DWState) -> list[int]:
        _, u, h = s.flow[-1]
        return places(s, u, h)

    def do_to(self, s: DWState, h: int) -> None:
        _, u, _ = s.flow.pop()
        arrive(s, u, h)

    def do_pass(self, s: DWState, _: None) -> None:
        _, u, _ = s.flow.pop()
        name, waiting = s.flow.pop()
        s.flow.append((name, (*waiting, u)))


# ---- 25-7: Supply Points


def takers(s: DWState, nation: int) -> list[int]:
    """25-7: Headquarters of the nation on Operative rail that have room for more."""
    rails = s.rails(SIDE_OF[nation])
    return [u for u in OF_NATION[nation] if IS_HQ[u] and s.at[u] < SIZE and rails >> s.at[u] & 1 and room(s, u)]


def room(s: DWState, u: int) -> int:
    """17-4, 18-18: Supply Points that a Headquarters can still hold."""
    return (MOST_CORPS if IS_CORPS_HQ[u] else MOST) - s.supply[u]


def spare_markers(s: DWState, nation: int) -> list[int]:
    """18-7: Supply Point Markers of a nation that are not in use; destroyed ones may be used again."""
    return [u for u in OF_NATION[nation] if IS_SUPPLY[u] and s.at[u] in (ABSENT, ELIMINATED)]


def gates(s: DWState, nation: int) -> list[int]:
    """25-7.1: Operative rail hexes on a friendly map edge, outside enemy hands, if a marker is to be had."""
    side = SIDE_OF[nation]
    foe = s.ground(FOE[side])
    if not spare_markers(s, nation):
        return []
    sheets = {SHEET[placed.at] for placed in s.rules.placed}
    edge = EDGE[side] & s.rails(side) & s.rules.area & ~foe.every & ~foe.zone
    return [h for h in members(edge) if SHEET[h] in sheets]


class Income(Step):
    """25-7: each nation of the side receives its Supply Points; none once all its cities are lost."""

    name, rule = "income", "25-7"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        for nation, points in sorted(s.rules.income.items(), reverse=True):
            if s.friendly(s.active, nation) and not has_lost_cities(s, nation) and s.morale[nation] != SURRENDERED:
                s.flow.append(("distribute", nation, points))


class Distribute(Step):
    """25-7, D04, DW-R74: which Headquarters, or which gate of the map, receives some of the Supply Points."""

    name, rule, frame = "distribute", "25-7", ("nation", "")
    else_to = Reason("25-7.1", "markers arrive on Operative rail at a friendly map edge")

    def prompt(self, s: DWState) -> str:
        _, nation, points = s.flow[-1]
        return f"{points} {NATION_RULES[nation].name} Supply Points arrive: for which Headquarters?"

    def legal_unit(self, s: DWState) -> list[int]:
        return takers(s, s.flow[-1][1])

    def why_unit(self, s: DWState, u: int) -> Reason:
        if NATION[u] != s.flow[-1][1] or not IS_HQ[u]:
            return Reason("17-3", "only Headquarters of the same nationality hold them")
        return Reason("25-7", "it is not on an Operative railway, or can hold no more")

    def do_unit(self, s: DWState, u: int) -> None:
        s.flow.append(("portion", u, -1))

    def legal_to(self, s: DWState) -> list[int]:
        return gates(s, s.flow[-1][1])

    def do_to(self, s: DWState, h: int) -> None:
        s.flow.append(("portion", -1, h))

    def refuse_done(self, s: DWState, _: None) -> Reason | None:
        return Reason("25-7", "a Headquarters can still take some") if takers(s, s.flow[-1][1]) else None

    def do_done(self, s: DWState, _: None) -> None:
        """DW-R74: what nobody takes is lost."""
        s.flow.pop()


class Portion(Step):
    """25-7: how many of the Supply Points go there."""

    name, rule, frame = "portion", "25-7", ("unit", "hex")
    else_number = Reason("17-4", "not so many")

    def prompt(self, s: DWState) -> str:
        return "How many Supply Points?"

    def legal_number(self, s: DWState) -> list[int]:
        _, u, _ = s.flow[-1]
        points = s.flow[-2][2]
        return list(range(1, min(points, room(s, u) if u >= 0 else MOST) + 1))

    def do_number(self, s: DWState, n: int) -> None:
        _, u, h = s.flow.pop()
        _, nation, points = s.flow.pop()
        if u < 0:
            u = spare_markers(s, nation)[0]
            s.put(u, h)
            s.tell("marker", unit=u, hex=h, number=n)
        s.supply[u] += n
        s.tell("supplied", only=s.active, unit=u, number=n)
        if points > n:
            s.flow.append(("distribute", nation, points - n))


# ---- 25-8: withdrawals


def leaving(s: DWState) -> list[Placed]:
    """25-8: who must be withdrawn by now."""
    now = (s.year, s.month, s.turn)
    return [
        placed
        for placed in s.rules.placed
        if placed.leaves and placed.leaves <= now and SIDE[placed.unit] == s.active and s.at[placed.unit] != WITHDRAWN
    ]


class Withdrawals(Step):
    """25-8: units leave; what they lack is taken from others of their nation."""

    name, rule = "withdrawals", "25-8"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        for placed in leaving(s):
            u = placed.unit
            missing = 0 if s.at[u] == SCHEDULE else max(0, placed.strength - s.strength[u])
            s.tell("withdrawn", unit=u)
            s.eliminate(u, WITHDRAWN)
            if missing:
                s.flow.append(("shortfall", NATION[u], missing))


def donors(s: DWState, nation: int) -> list[int]:
    """25-8: replacement units of the nation on the map, and its other units with Strength Points; no fortresses."""
    return [u for u in OF_NATION[nation] if s.at[u] < SIZE and (IS_RPL[u] or IS_GROUND[u]) and s.strength[u]]


class Shortfall(Step):
    """25-8, D05: from whom the missing Strength Points come."""

    name, rule, frame, ends = "shortfall", "25-8", ("nation", ""), ("done",)
    else_unit = Reason("25-8", "it has no Strength Points of that nation to give")

    def prompt(self, s: DWState) -> str:
        return f"{s.flow[-1][2]} Strength Points are missing from the units withdrawn: who gives them?"

    def legal_unit(self, s: DWState) -> list[int]:
        return donors(s, s.flow[-1][1])

    def do_unit(self, s: DWState, u: int) -> None:
        _, nation, missing = s.flow.pop()
        given = min(missing, s.strength[u])
        s.lose(u, given)
        if missing > given:
            s.flow.append(("shortfall", nation, missing - given))

    def refuse_done(self, s: DWState, _: None) -> Reason | None:
        return Reason("25-8", "somebody must give them") if self.legal_unit(s) else None


STEPS = (Arrivals(), Arriving(), Berth(), Arrival(), Income(), Distribute(), Portion(), Withdrawals(), Shortfall())

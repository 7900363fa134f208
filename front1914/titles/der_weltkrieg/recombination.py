"""23, 24, 31-2: recombination: Strength Points pass from one unit to another, beside a Headquarters that rested.

A hex is chosen, then who is strengthened (a unit there, or an eliminated one that returns), then who gives, then how
many points. Nothing is created: what one gains another loses (23-4).
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.der_weltkrieg.board import HEXES, SIZE
from front1914.titles.der_weltkrieg.breakdown import Regroupings
from front1914.titles.der_weltkrieg.nations import FOE, GERMAN
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    COLOUR,
    ELIMINATED,
    FRONT,
    FULL,
    IS_CAVALRY,
    IS_COMPONENT,
    IS_HQ,
    IS_INFANTRY,
    IS_RPL,
    KIND,
    NATION,
    OF_NATION,
    OWN,
    SIDE,
    STRONG,
    UNITS,
)

STRENGTHENING = (1916, 1)  #: 31-1
_TYPE = {"replacement": "infantry", "assault": "infantry", "mountain_assault": "mountain"}


def kind(s: DWState, u: int) -> tuple[object, ...]:
    """3.8, 23-1, 37-9: units of the same kind recombine: nation, type, colour of the Full Strength Symbol."""
    if s.strengthened[u]:
        return NATION[u], "strengthened", COLOUR[u]  # 31-4.1
    own = _TYPE.get(KIND[u], KIND[u])
    colour = "" if NATION[u] == GERMAN and own == "infantry" else COLOUR[u]
    return NATION[u], own, colour


def ceiling(s: DWState, u: int) -> int:
    """3.7, 23-4.1, 33-6: the lower of front strength and Full Strength Symbol; strengthened cavalry has its own."""
    if s.strengthened[u]:
        return STRONG[u]
    return min(FRONT[u], FULL[u]) if FULL[u] else FRONT[u]


def may_strengthen(s: DWState, u: int) -> bool:
    """31-1 to 31-3: cavalry divisions with a strengthened counter, from January 1916 on."""
    return IS_CAVALRY[u] and STRONG[u] > 0 and not s.strengthened[u] and (s.year, s.month) >= STRENGTHENING


def idle(s: DWState, u: int) -> bool:
    """23-2.1, DW-R72: it has neither moved nor fought in this game turn."""
    return not s.deeds[u]


def staffed(s: DWState, h: int) -> list[int]:
    """23-2, 23-6: the nations that may recombine in a hex."""
    if s.zone(FOE[s.active]) >> h & 1:
        return []
    return sorted({NATION[u] for u in s.own(s.active, h) if IS_HQ[u] and idle(s, u)})


def members_of(s: DWState, h: int) -> list[int]:
    """Units in a hex that may take part."""
    nations = staffed(s, h)
    return [
        u
        for u in s.own(s.active, h)
        if NATION[u] in nations and s.strength[u] and idle(s, u) and (IS_INFANTRY[u] or IS_RPL[u] or IS_CAVALRY[u])
    ]


def givers(s: DWState, h: int, u: int) -> list[int]:
    """Who may give points to a unit in a hex; infantry replacements strengthen existing cavalry only (31-2)."""
    own = kind(s, u)
    found = [v for v in members_of(s, h) if v != u and kind(s, v) == own]
    if (may_strengthen(s, u) and s.at[u] == h) or s.strengthened[u]:  # 31-2.1, 31-4.1: infantry replacements too
        found += [v for v in members_of(s, h) if v not in found and IS_RPL[v] and NATION[v] == NATION[u]]
    return found


def _most(s: DWState, u: int) -> int:
    return STRONG[u] if may_strengthen(s, u) else ceiling(s, u)


def receivers(s: DWState, h: int) -> list[int]:
    """Who may be strengthened in a hex: units there below their ceiling, and eliminated ones (23-5)."""
    here = [u for u in members_of(s, h) if not IS_RPL[u] and s.strength[u] < _most(s, u)]
    nations = staffed(s, h)
    gone = [
        u
        for nation in nations
        for u in OF_NATION[nation]
        if s.at[u] == ELIMINATED and IS_INFANTRY[u] | IS_CAVALRY[u] and idle(s, u) and not IS_COMPONENT[u]
    ]
    return [u for u in here + gone if givers(s, h, u)]


def hexes(s: DWState) -> list[int]:
    """23-2: hexes where something can be done."""
    staffs = {s.at[u] for u in OWN[s.active] if IS_HQ[u] and s.at[u] < SIZE and idle(s, u)}
    return [h for h in sorted(staffs) if receivers(s, h)]


class Recombine(Step):
    """23-3: choose a hex for recombination."""

    name, rule = "recombine", "23-3"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        if hexes(s):
            s.flow.append(("staff",))


class Staff(Regroupings, Step):
    """23-2, D35: where units recombine."""

    name, rule, ends = "staff", "23-2", ("done",)

    def prompt(self, s: DWState) -> str:
        return "Choose a Headquarters where units recombine, or finish."

    def legal_to(self, s: DWState) -> list[int]:
        return hexes(s)

    def why_to(self, s: DWState, h: int) -> Reason:
        if s.zone(FOE[s.active]) >> h & 1:
            return Reason("23-6", "not in an enemy zone of control")
        if not any(IS_HQ[u] for u in s.own(s.active, h)):
            return Reason("23-2", "there is no Headquarters")
        if not staffed(s, h):
            return Reason("23-2.1", "the Headquarters has moved or fought in this turn")
        return Reason("23-1", "nobody there can recombine")

    def do_to(self, s: DWState, h: int) -> None:
        s.flow.append(("regroup", h))


class Regroup(Step):
    """23-4, 23-5: who is strengthened."""

    name, rule, frame, ends = "regroup", "23-4", ("hex",), ("done",)

    def prompt(self, s: DWState) -> str:
        return f"Who is strengthened in {HEXES.name(s.flow[-1][1])}?"

    def legal_unit(self, s: DWState) -> list[int]:
        return receivers(s, s.flow[-1][1])

    def why_unit(self, s: DWState, u: int) -> Reason:
        h = s.flow[-1][1]
        if IS_RPL[u]:
            return Reason("24-4", "replacement units give Strength Points, they do not receive them")
        if SIDE[u] == s.active and s.at[u] in (h, ELIMINATED):
            if s.at[u] == h and not idle(s, u):
                return Reason("23-2.1", "it has moved or fought in this turn")
            if s.strength[u] >= _most(s, u):
                return Reason("23-4.1", "it is at the full strength that recombination gives")
        return Reason("23-1", "nobody of its kind can give it Strength Points here")

    def do_unit(self, s: DWState, u: int) -> None:
        s.flow.append(("giver", u))


class Giver(Step):
    """23-4: who gives."""

    name, rule, frame, ends = "giver", "23-4", ("unit",), ("cancel",)

    def prompt(self, s: DWState) -> str:
        return f"Who gives Strength Points to {UNITS.name(s.flow[-1][1])}?"

    def legal_from(self, s: DWState) -> list[int]:
        return givers(s, s.flow[-2][1], s.flow[-1][1])

    def why_from(self, s: DWState, v: int) -> Reason:
        u = s.flow[-1][1]
        if s.at[v] == s.flow[-2][1] and kind(s, v) != kind(s, u):
            return Reason("23-1", "not the same type, nationality and colour")
        return Reason("23-2", "it is not there at rest")

    def do_from(self, s: DWState, v: int) -> None:
        s.flow.append(("points", v))


class Points(Step):
    """23-4, 23-4.1: how many points pass."""

    name, rule, frame = "points", "23-4", ("unit",)
    else_number = Reason("23-4.1", "not so many")

    def prompt(self, s: DWState) -> str:
        return "How many Strength Points?"

    def legal_number(self, s: DWState) -> list[int]:
        u, v = s.flow[-2][1], s.flow[-1][1]
        return list(range(1, min(s.strength[v], _most(s, u) - s.strength[u]) + 1))

    def do_number(self, s: DWState, n: int) -> None:
        _, v = s.flow.pop()
        _, u = s.flow.pop()
        h = s.flow[-1][1]
        give(s, h, v, u, n)
        if not receivers(s, h):
            s.flow.pop()


def give(s: DWState, h: int, giver: int, u: int, points: int) -> None:
    """23-4, 23-5: points pass from one unit to another; an eliminated one returns."""
    if may_strengthen(s, u) and IS_RPL[giver]:
        s.strengthened[u] = 1
    s.strength[u] += points
    if s.at[u] != h:
        s.put(u, h)
        s.tell("returned", unit=u, hex=h)
    s.tell("recombined", unit=u, other=giver, number=points)
    s.strength[giver] -= points
    if not s.strength[giver]:
        s.eliminate(giver)


STEPS = (Recombine(), Staff(), Regroup(), Giver(), Points())

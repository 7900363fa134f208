"""28, 28-1: corps markers. They change nothing: units under a marker are shown together, beside the map (28-5)."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.units import units_at
from front1914.titles.der_weltkrieg.board import SIZE
from front1914.titles.der_weltkrieg.nations import SIDES
from front1914.titles.der_weltkrieg.stacking import HALVES, LIMIT, fits
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    BACK,
    FRONT,
    IS_CORPS,
    IS_DIVISION,
    IS_FORTRESS,
    IS_GROUND,
    IS_INFANTRY,
    KIND,
    MOVE,
    NATION,
    OWN,
    SIDE,
    UNITS,
)

MARKERS = {side: tuple(u for u in OWN[side] if IS_CORPS[u]) for side in SIDES}
HELD = {side: tuple(u for u in OWN[side] if IS_GROUND[u] and not IS_FORTRESS[u]) for side in SIDES}  #: 28-2: by a corps
ROOMY = tuple(halves >= max(HALVES) and guns > 0 for halves, guns in LIMIT)  #: by hex: any unit may stand there alone
THREE = 3  #: 28-3, 28-4


def under(s: DWState, c: int) -> list[int]:
    """The units under a corps marker."""
    return [u for u in units_at(s.corps, c) if s.at[u] < SIZE]


def face(s: DWState, units: Sequence[int]) -> str:
    """28-1 to 28-4: what a Three Division Corps, or an Artillery Division, shows; other corps show nothing."""
    if len(units) != THREE or len({(KIND[u], NATION[u], FRONT[u], BACK[u]) for u in units}) != 1:
        return ""
    first = units[0]
    if not ((IS_INFANTRY[first] and IS_DIVISION[first]) or KIND[first] == "artillery"):
        return ""
    for side, printed in enumerate((FRONT[first], BACK[first])):
        if all(s.strength[u] == printed for u in units):
            return f"{THREE * printed}-{MOVE[first][side]}"
    return ""


def refuse_under(s: DWState, c: int, u: int, others: Sequence[int]) -> Reason | None:
    """28-2: why a unit cannot be put under a marker with others."""
    if SIDE[u] != SIDE[c] or s.at[u] >= SIZE or not IS_GROUND[u] or IS_FORTRESS[u]:
        return Reason("28-2", "it is no unit of yours on the map that a corps can hold")
    if others and any(s.at[v] != s.at[u] for v in others):
        return Reason("28-2", "the corps stands in another hex")
    if s.corps[u] == c:
        return Reason("28-2", "it is in that corps")
    return None if fits(s, [*others, u], s.at[u]) else Reason("28-2", "a corps holds what may stack together")


class Corps(Step):
    """28-5: which corps marker is used."""

    name, rule, ends = "corps", "28-5", ("done",)
    else_unit = Reason("28-2", "that is no corps marker of yours")

    def prompt(self, s: DWState) -> str:
        return "Which corps marker? What is under it does not matter to the rules."

    def legal_unit(self, s: DWState) -> Sequence[int]:
        return MARKERS[s.active]

    def do_unit(self, s: DWState, c: int) -> None:
        s.flow.append(("display", c))


class Display(Step):
    """28-2, 28-5: who comes under the marker, who leaves it."""

    name, rule, frame, ends = "display", "28-2", ("unit",), ("done",)
    else_leave = Reason("28-2", "it is not in that corps")

    def prompt(self, s: DWState) -> str:
        c = s.flow[-1][1]
        return f"Who is under the marker of {UNITS.name(c)}?"

    def legal_join(self, s: DWState) -> list[int]:
        c = s.flow[-1][1]
        others, at = under(s, c), s.at
        if not others:  # whoever may stand alone
            return [u for u in HELD[s.active] if at[u] < SIZE and (ROOMY[at[u]] or fits(s, (u,), at[u]))]
        return [u for u in s.own(s.active, at[others[0]]) if refuse_under(s, c, u, others) is None]

    def refuse_join(self, s: DWState, u: int) -> Reason | None:
        c = s.flow[-1][1]
        return refuse_under(s, c, u, under(s, c))

    def do_join(self, s: DWState, u: int) -> None:
        s.corps[u] = s.flow[-1][1]

    def legal_leave(self, s: DWState) -> list[int]:
        return under(s, s.flow[-1][1])

    def do_leave(self, s: DWState, u: int) -> None:
        s.corps[u] = -1


def dissolve(s: DWState) -> None:
    """28-5: at the end of a phase, who is no longer with the others leaves the marker."""
    first: dict[int, int] = {}
    for u, c in enumerate(s.corps):
        if c >= 0 and s.at[u] != first.setdefault(c, s.at[u]):
            s.corps[u] = -1


STEPS = (Corps(), Display())

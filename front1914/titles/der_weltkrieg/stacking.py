"""11: how much may stand in a hex, and what is too much at the end of a phase.

Divisions are counted in halves. Components that would make up a full division count as one (27-3); brigades and
regiments that are none are half a division each, whatever their strength (11-6).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.der_weltkrieg import breakdown
from front1914.titles.der_weltkrieg.board import HEXES, LAND_SIDES, SIZE
from front1914.titles.der_weltkrieg.nations import AMERICAN, FOE
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    EXERTS,
    FULL,
    IS_ARTILLERY,
    IS_COMPONENT,
    IS_DIVISION,
    IS_RPL,
    KIND,
    NATION,
    SIDE,
    SPAN,
)

DIVISIONS, GUNS = 6, 3  #: 11-1, 11-4
LAND = 3  #: 11-9: with fewer land hexsides a hex holds less


def _halves(u: int) -> int:
    if IS_RPL[u]:
        return 2  # 24-2
    if not EXERTS[u]:
        return 0  # 9-8.2, 11-5, 36-5
    own = 2 if IS_DIVISION[u] else 1  # 11-6, DW-R17
    if NATION[u] == AMERICAN and KIND[u] in ("infantry", "marine", "assault"):
        return 2 * own  # 49-1, DW-R19
    return own


HALVES = tuple(_halves(u) for u in range(len(KIND)))  #: half divisions of a unit by itself


def limit_of(sides: int) -> tuple[int, int]:
    """11-1, 11-4, 11-9, DW-R18: half divisions and guns that a hex with so many land hexsides holds."""
    share = min(sides, LAND)
    return 2 * max(DIVISIONS * share // LAND, 1), max(GUNS * share // LAND, 1)


LIMIT = tuple(map(limit_of, LAND_SIDES))  #: by hex


def groups(strengths: Iterable[int], full: int) -> int:
    """27-3, DW-R78: the divisions that components of these strengths stand for; what is left over is one more."""
    return _groups(tuple(sorted(strengths, reverse=True)), full)


@lru_cache(maxsize=4096)
def _groups(strengths: tuple[int, ...], full: int) -> int:
    left, found = list(strengths), 0
    while left:
        found += 1
        room = full
        rest = []
        for strength in left:
            if strength <= room or room == full:
                room -= strength
            else:
                rest.append(strength)
        left = rest
    return found


def load(s: DWState, units: Iterable[int]) -> tuple[int, int]:
    """11-1 to 11-7, 18-5, 21-6, 29-3: the half divisions and the guns of some units in one hex, of any nation."""
    halves = guns = 0
    parts: dict[tuple[int, str, int], list[int]] | None = None
    for u in units:
        if IS_ARTILLERY[u]:
            guns += 1
        elif IS_COMPONENT[u]:
            parts = {} if parts is None else parts
            parts.setdefault((NATION[u], KIND[u], FULL[u]), []).append(s.strength[u])
        else:
            halves += HALVES[u]
    if parts:
        for (_, _, full), strengths in parts.items():
            halves += min(len(strengths), 2 * groups(strengths, full or 1))
    return halves, guns


def fits(s: DWState, units: Iterable[int], h: int) -> bool:
    """Whether so many units may stand together in a hex."""
    halves, guns = load(s, units)
    most, most_guns = LIMIT[h]
    return halves <= most and guns <= most_guns


def room_for(s: DWState, units: Iterable[int], h: int) -> bool:
    """14-10, 15-2: whether units may join their own side in a hex."""
    joining = list(units)
    side = SIDE[joining[0]]
    return fits(s, [*(u for u in s.own(side, h) if u not in joining), *joining], h)


def overfull(s: DWState, side: str) -> list[int]:
    """11-1: the hexes in which the side has too much."""
    crowds: dict[int, list[int]] = {}
    span = SPAN[side]
    for u, place in enumerate(s.at[span], span.start):
        if place < SIZE and (HALVES[u] or IS_ARTILLERY[u]):
            crowds.setdefault(place, []).append(u)
    return [h for h, units in crowds.items() if (len(units) > 2 or LAND_SIDES[h] < LAND) and not fits(s, units, h)]


def excess(s: DWState, side: str, h: int) -> list[int]:
    """11-3: the units among which the owner must choose: those of the kind of which there is too much."""
    units = s.own(side, h)
    halves, guns = load(s, units)
    most, most_guns = LIMIT[h]
    return [u for u in units if (IS_ARTILLERY[u] and guns > most_guns) or (HALVES[u] and halves > most)]


class Overstack(Step):
    """11-1, 11-3: at the end of a phase the owner of an overfull hex chooses who is eliminated."""

    name, rule = "overstack", "11-3"

    def run(self, s: DWState) -> None:
        s.flow.pop()
        for side in (FOE[s.active], s.active):
            s.flow += [("excess", side, h) for h in overfull(s, side)]


class Recheck(Step):
    """11-3, 24-3: replacements have merged: whether the hex is still overfull."""

    name, rule, frame = "recheck", "11-3", ("", "hex")

    def run(self, s: DWState) -> None:
        _, side, h = s.flow.pop()
        if excess(s, side, h):
            s.flow.append(("excess", side, h))


class Excess(Step):
    """11-3: one unit of an overfull hex goes, unless replacements there merge (24-3)."""

    name, rule, frame = "excess", "11-3", ("", "hex")
    else_merge = Reason("24-3", "nobody there with whom it could merge")
    else_unit = Reason("11-3", "that one does not make room here")

    def side(self, s: DWState) -> str:
        side: str = s.flow[-1][1]
        return side

    def prompt(self, s: DWState) -> str:
        return f"Too many units in {HEXES.name(s.flow[-1][2])}: choose one to eliminate."

    def legal_unit(self, s: DWState) -> list[int]:
        _, side, h = s.flow[-1]
        return excess(s, side, h)

    def do_unit(self, s: DWState, u: int) -> None:
        _, side, h = s.flow[-1]
        s.eliminate(u)
        if not excess(s, side, h):
            s.flow.pop()

    def legal_merge(self, s: DWState) -> list[int]:
        _, side, h = s.flow[-1]
        return [u for u in s.own(side, h) if IS_RPL[u] and breakdown.partners(s, u)]

    def do_merge(self, s: DWState, u: int) -> None:
        _, side, h = s.flow.pop()
        s.flow += [("recheck", side, h), ("merge", u)]


STEPS = (Overstack(), Recheck(), Excess())

"""5.1.4: from GT 22 on the areas of the BEF and of the Belgian Army may overlap those of French armies.

A second layer holds, by hex, whose area lies over the French one there. Each may overlap two French armies, whole areas
that hang together with its own, never one that the other overlaps.
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members, places
from front1914.titles.offensive_a_outrance.board import BOARD, SIZE
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, ARMY_NATION, NO_ARMY

FIRST_TURN = 22  #: 5.1.4
MOST = 2  #: French armies that each may overlap
GUESTS = (ARMIES.number("b-BEF"), ARMIES.number("be-BELGIAN"))


@kept("second_area")
def second_area(s: OAOState, guest: int) -> int:
    """The hexes of French areas that lie in a guest's area too."""
    return places(s.second_area.tobytes(), guest)


def hosts_of(s: OAOState, guest: int) -> list[int]:
    """The French armies whose areas a guest overlaps."""
    return sorted({s.allied_area[h] for h in members(second_area(s, guest))} - {NO_ARMY})


def lay(s: OAOState, guest: int, hosts: list[int]) -> None:
    """Lays a guest's area over those of French armies, as far as they hang together with its own."""
    for h in members(second_area(s, guest)):
        s.second_area[h] = NO_ARMY
    left = list(hosts)
    while (found := next((army for army in left if _adjoins(s, guest, army)), None)) is not None:
        left.remove(found)
        for h in members(_bits(s, found)):
            s.second_area[h] = guest


def _bits(s: OAOState, army: int) -> int:
    return places(s.allied_area.tobytes(), army)


def _adjoins(s: OAOState, guest: int, army: int) -> bool:
    """5.1.1: an area is of contiguous hexes."""
    mine = _bits(s, guest) | second_area(s, guest)
    return bool(BOARD.spread(mine) & _bits(s, army))


def is_guest(s: OAOState, u: int) -> bool:
    """Whether a unit stands where its own army's area overlaps another one."""
    return s.army[u] in GUESTS and s.at[u] < SIZE and s.second_area[s.at[u]] == s.army[u]


def refuse_guest(s: OAOState, army: int) -> Reason | None:
    """5.1.4: why the area of an army may not overlap others."""
    if army not in GUESTS or s.phasing != "allied" or army not in s.rules.armies:
        return Reason("5.1.4", "only the areas of the BEF and of the Belgian Army overlap others")
    if s.turn < FIRST_TURN:
        return Reason("5.1.4", f"not before GT {FIRST_TURN}")
    return None if army in s.allied_area else Reason("5.1.4", "it has no area")


class Overlap(Step):
    """5.1.4: which French areas the BEF or the Belgian Army shares. The frame: the guest."""

    name, rule, frame, ends = "overlap", "5.1.4", ("army",), ("back",)

    def prompt(self, s: OAOState) -> str:
        guest = s.flow[-1][1]
        shared = ", ".join(ARMIES.name(army) for army in hosts_of(s, guest)) or "none"
        return f"{ARMIES.name(guest)} shares the areas of: {shared}. Choose one to share or to leave, or go back."

    def scope_army(self, s: OAOState) -> list[int]:
        return [a for a in sorted(set(s.allied_area)) if a >= 0]

    def refuse_army(self, s: OAOState, army: int) -> Reason | None:
        guest = s.flow[-1][1]
        if army not in s.allied_area or ARMY_NATION[army] != "french" or army == GROUP:
            return Reason("5.1.4", "no area of a French army")
        mine = hosts_of(s, guest)
        if army in mine:
            return None
        if any(army in hosts_of(s, other) for other in GUESTS if other != guest):
            return Reason("5.1.4", "the areas of the BEF and of the Belgian Army do not overlap each other")
        if len(mine) >= MOST:
            return Reason("5.1.4", f"it overlaps {MOST} French armies already")
        return None if _adjoins(s, guest, army) else Reason("5.1.1", "its area would not hang together")

    def do_army(self, s: OAOState, army: int) -> None:
        guest = s.flow[-1][1]
        mine = hosts_of(s, guest)
        lay(s, guest, [a for a in mine if a != army] if army in mine else [*mine, army])
        s.tell("overlap", army=guest, hosts=tuple(hosts_of(s, guest)))


STEPS = (Overlap(),)

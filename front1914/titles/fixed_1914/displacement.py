"""MV-4, CV-5, AR-6, FA-1, H11: a unit enters a hex in which all enemies have a defence factor of zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.fixed_1914.board import BOARD, HEXES, RING
from front1914.titles.fixed_1914.combat.retreat import crossable, free_hexes
from front1914.titles.fixed_1914.entry import step_into, tell_march
from front1914.titles.fixed_1914.neutrality import invasions
from front1914.titles.fixed_1914.stacking import fits
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.war import CONFIRMED, ask, war_hints
from front1914.titles.fixed_1914.ways import bank_after
from front1914.titles.fixed_1914.world import IS_CAVALRY, SIDE, UNITS


def begin_entry(s: FXState, u: int, h: int, bank: int) -> None:
    """The unit is about to enter: first the enemies there make room."""
    s.flow.append(("enter", u, h, bank))


def refuge(s: FXState, u: int) -> list[int]:
    """CV-5, H11: hexes to which displaced cavalry can retreat: no enemy, no closed border, room in the stack."""
    h, free = s.at[u], free_hexes(s, u)
    return [n for n in BOARD.neighbours[h] if free >> n & 1 and crossable(s, u, h, n) and fits(s, n, u)]  # CV-5.3


class Enter(Step):
    """H11: cavalry gives way unit by unit; then everything else there is eliminated, and the mover comes in."""

    name, rule, frame = "enter", "MV-4", ("unit", "hex", "")

    def run(self, s: FXState) -> None:
        _, u, h, bank = s.flow[-1]
        foes = [other for other in s.stack(h) if SIDE[other] != SIDE[u]]
        cavalry = [other for other in foes if IS_CAVALRY[other]]
        if cavalry:  # MV-4.3, CV-5.2
            s.flow.append(("displace", cavalry[0]))
            return
        for other in foes:  # MV-4.4, AR-6.1
            s.eliminate(other)
        gun = s.gun(h)
        if gun is not None and SIDE[gun] != SIDE[u]:  # FA-1.4
            s.eliminate(gun)
        s.flow.pop()
        before, hidden = s.at[u], s.hidden[u]
        step_into(s, u, h, bank)
        tell_march(s, u, (before, h), hidden)
        GO_ON.get(s.flow[-1][0], _nothing)(s)


def _nothing(s: FXState) -> None:
    """The next frame goes on by itself."""


#: by the step under it: how a move goes on after the entry; the modules of the steps enter themselves
GO_ON: dict[str, Callable[[FXState], None]] = {}


class Displace(Step):
    """MV-4, B-38: zero-defence cavalry retreats one hex, or is eliminated; its owner chooses, and of several who goes
    first, since there may be room for one alone."""

    name, rule, frame = "displace", "MV-4", ("unit",)
    else_unit = Reason("CV-5", "it is no other cavalry that is driven away there")

    def side(self, s: FXState) -> str:
        return SIDE[s.flow[-1][1]]

    def prompt(self, s: FXState) -> str:
        return f"{UNITS.name(s.flow[-1][1])} is driven away: where to?"

    def legal_to(self, s: FXState) -> list[int]:
        return refuge(s, s.flow[-1][1])

    def why_to(self, s: FXState, n: int) -> Reason:
        u = s.flow[-1][1]
        if not RING[s.at[u]] >> n & 1:
            return Reason("CV-5", "it retreats one hex")
        return Reason("CV-5", f"it cannot retreat to {HEXES[n]}: closed, an enemy there, or no room")

    def do_to(self, s: FXState, n: int) -> None:
        u = s.flow[-1][1]
        war = invasions(s, u, s.at[u], n)
        if war:
            ask(s, "to", n, war)
        else:
            self.give_way(s, n)

    def give_way(self, s: FXState, n: int) -> None:
        u = s.flow.pop()[1]
        before = s.at[u]
        s.tell("displaced", unit=u, path=(before, n), to=n)
        step_into(s, u, n, bank_after(before, n, s.bank[u]))

    def legal_unit(self, s: FXState) -> list[int]:
        """Those under it in the stack: the question goes down it, so that it ends."""
        u = s.flow[-1][1]
        return [v for v in s.stack(s.at[u]) if s.order[v] > s.order[u] and IS_CAVALRY[v] and SIDE[v] == SIDE[u]]

    def do_unit(self, s: FXState, u: int) -> None:
        """Another one goes first."""
        s.flow[-1] = (self.name, u)

    def do_eliminate(self, s: FXState, _: None) -> None:
        s.eliminate(s.flow.pop()[1])

    def hints(self, s: FXState) -> dict[str, dict[str, Any]]:
        u = s.flow[-1][1]
        return war_hints(s, u, s.at[u], refuge(s, u))


DISPLACE = Displace()
CONFIRMED["displace", "to"] = DISPLACE.give_way
STEPS = (Enter(), DISPLACE)

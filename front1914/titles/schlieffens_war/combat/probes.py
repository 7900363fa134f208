"""11.1: probing attacks: before any attack, units feel their way into a hex beside the enemy."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.titles.schlieffens_war.combat.declaration import alone
from front1914.titles.schlieffens_war.fog import tell_move
from front1914.titles.schlieffens_war.reinforcements import frozen
from front1914.titles.schlieffens_war.stacking import foreign
from front1914.titles.schlieffens_war.state import FATIGUED, SWState
from front1914.titles.schlieffens_war.world import (
    BELGIAN_AREA,
    BOARD,
    CORPS,
    FOE,
    HEXES,
    IS_CORPS,
    IS_HQ,
    NATION,
    NEXT,
    SIDE,
    SIZE,
    UNITS,
    beside,
)


@kept("at", "active")
def fields(s: SWState) -> int:
    """11.1.a: hexes that the active side may probe: free of enemies and beside one."""
    enemy = s.occupied(FOE[s.active])
    return BOARD.spread(enemy) & ~enemy


def ways(s: SWState, u: int) -> int:
    """11.1, 6.3, 10.8, R114: the hexes into which a unit may probe; zones of control do not matter."""
    nation = NATION[u]
    found = NEXT[s.at[u]] & s.rules.area & fields(s)  # 11.1.c
    if nation == "belgian":
        found &= BELGIAN_AREA
    return found & ~foreign(s, nation) if found else 0


def unfit(s: SWState, u: int) -> Reason | None:
    """Why a unit may not probe anywhere (R64)."""
    if SIDE[u] != s.active:
        return Reason("11.1", "it is not yours")
    if s.at[u] >= SIZE:
        return Reason("11.1", "it is not on the map")
    if not IS_CORPS[u] and not IS_HQ[u]:
        return Reason("11.1", "only corps, and HQs beside them, make probing attacks")
    if s.probed[u]:
        return Reason("11.1", "it has made its probing attack")
    if IS_CORPS[u] and s.morale[u] == FATIGUED:  # 11.1.e
        return Reason("11.1", "it is fatigued")
    return alone(s, u) or frozen(s, u)


@kept("at", "probed", "morale", "active", "turn", "scenario", "order")
def probers(s: SWState) -> list[int]:
    """The corps that can still make a probing attack."""
    at, near = s.at, beside(fields(s))
    able = [u for u in CORPS[s.active] if at[u] < SIZE and near >> at[u] & 1]
    return [u for u in able if unfit(s, u) is None and ways(s, u)]


class Probe(Step):
    """11.1: choose a corps that probes; when nobody can, or all have, attacks begin."""

    name, rule = "probe", "11.1"

    def prompt(self, s: SWState) -> str:
        return "Choose a corps to make a probing attack, or go on to attacks."

    def legal_unit(self, s: SWState) -> list[int]:
        return probers(s)

    def refuse_unit(self, s: SWState, u: int) -> Reason | None:
        reason = unfit(s, u)
        if reason is None and not IS_CORPS[u]:
            reason = Reason("11.1", "an HQ probes only together with a corps")
        if reason is None and not ways(s, u):
            reason = Reason("11.1", "no hex beside it is free of enemies and next to one")
        return reason

    def do_unit(self, s: SWState, u: int) -> None:
        s.flow[-1] = ("probe_to", (u,))

    def do_done(self, s: SWState, _: None) -> None:
        s.flow[-2:] = [("combat", 1)]


class ProbeTo(Step):
    """11.1: who goes along from the same hex, and where to."""

    name, rule, frame, ends = "probe_to", "11.1", ("unit",), ("cancel",)

    def prompt(self, s: SWState) -> str:
        names = ", ".join(UNITS.name(u) for u in s.flow[-1][1])
        return f"Where does {names} probe? Others of the stack may join."

    def scope_join(self, s: SWState) -> Iterable[int]:
        return s.stack(s.at[s.flow[-1][1][0]])

    def refuse_join(self, s: SWState, u: int) -> Reason | None:
        chosen = s.flow[-1][1]
        if u in chosen:
            return Reason("11.1", "it goes already")
        if s.at[u] != s.at[chosen[0]]:
            return Reason("11.1", "it stands in another hex")
        return unfit(s, u)

    def do_join(self, s: SWState, u: int) -> None:
        name, chosen = s.flow.pop()
        s.flow.append((name, (*chosen, u)))

    def legal_to(self, s: SWState) -> list[int]:
        lead = s.flow[-1][1][0]
        reach = ways(s, lead)
        return [h for h in BOARD.neighbours[s.at[lead]] if reach >> h & 1]

    def why_to(self, s: SWState, h: int) -> Reason:
        lead = s.flow[-1][1][0]
        if not NEXT[s.at[lead]] >> h & 1:
            return Reason("11.1", "it is not adjacent")
        if s.occupied(FOE[s.active]) >> h & 1:
            return Reason("11.1", "an enemy stands there; attack it")
        if not fields(s) >> h & 1:
            return Reason("11.1", "no enemy stands beside it")
        if NATION[lead] == "belgian" and not BELGIAN_AREA >> h & 1:
            return Reason("10.8", "the Belgian Army does not go so far")
        return Reason("6.3", "units of another nation stand there")

    def do_to(self, s: SWState, h: int) -> None:
        chosen = s.flow.pop()[1]
        start = s.at[chosen[0]]
        for u in [u for u in s.stack(start) if u in chosen]:  # 11.1.b
            s.probed[u] = 1
            s.enter(u, h)
        tell_move(s, "probe", chosen, (start, h))
        s.finish_operation()

    def hints(self, s: SWState) -> dict[str, dict[str, bool]]:
        zone = s.zone(FOE[s.active])
        return {f"to {HEXES[h]}": {"stop": True} for h in self.legal_to(s) if zone >> h & 1}


STEPS = (Probe(), ProbeTo())

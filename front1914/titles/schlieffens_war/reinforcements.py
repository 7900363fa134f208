"""9.1 to 9.4: the BEF and the French 6th Army enter play; on Turn 7 two German corps leave it."""

from __future__ import annotations

from typing import ClassVar

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.schlieffens_war.scenarios import WITHDRAWAL, WITHDRAWAL_TURN
from front1914.titles.schlieffens_war.stacking import MOST_CORPS, fits, foreign
from front1914.titles.schlieffens_war.state import IN_SUPPLY, NORMAL, OUT_OF_SUPPLY, SWState
from front1914.titles.schlieffens_war.victory import withdrawal_refused
from front1914.titles.schlieffens_war.world import (
    ARRIVAL,
    BEF_PORTS,
    CORPS,
    FACTOR,
    FULL,
    IS_COMBAT,
    IS_CORPS,
    IS_HQ,
    NATION,
    OF_NATION,
    REMOVED,
    SIDE,
    SIZE,
    TRACK,
    UNITS,
    WEST,
)

BEF_ACTS = 4  #: 9.2: the turn from which British units move and attack
WITHDRAWN_FACTOR = 4  #: 9.4: of the corps that are sent


def frozen(s: SWState, u: int) -> Reason | None:
    """9.2.b, 11.7.c: British units neither move nor attack before Turn 4."""
    if NATION[u] == "british" and s.turn < BEF_ACTS:
        return Reason("9.2", f"British units do not act before Turn {BEF_ACTS}")
    return None


# ---- who is due, and where


def due(s: SWState, nation: str) -> tuple[int, ...]:
    """9.1: the units of a nation that wait on the Turn Track and may enter, the HQ first."""
    if s.active != "entente":
        return ()
    found = [u for u in OF_NATION[nation] if s.at[u] == TRACK and ARRIVAL[u] <= s.turn]
    return tuple(sorted(found, key=lambda u: not IS_HQ[u]))


def gates(s: SWState, nation: str) -> int:
    """9.2, 9.3: where they may enter: ports, even in an enemy zone (R46); west edge hexes out of enemy zones (R47)."""
    free = s.held("entente") & ~s.occupied("german") & ~foreign(s, nation)
    return BEF_PORTS & free if nation == "british" else WEST & free & ~s.zone("german")


def room(s: SWState, u: int) -> list[int]:
    """9.2.a, 6.2: the gates that have room for a unit."""
    return [h for h in members(gates(s, NATION[u])) if fits(h, [*s.stack(h), u])]


def entering(s: SWState, nation: str) -> tuple[int, ...]:
    """The units that may enter now: all of the nation that are due, if there is room for all (R45, R47, R115)."""
    units = due(s, nation)
    if not units:
        return ()
    places = sum(MOST_CORPS - sum(IS_COMBAT[v] for v in s.stack(h)) for h in members(gates(s, nation)))
    enough = places >= sum(IS_CORPS[u] for u in units)
    return units if enough and all(room(s, u) for u in units) else ()


class Enter(Step):
    """One unit after the other is placed."""

    frame = ("unit",)
    gate: ClassVar[int]  #: hexes of the map where they enter
    where: ClassVar[str]

    def prompt(self, s: SWState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1][0])} enter?"

    def legal_to(self, s: SWState) -> list[int]:
        return room(s, s.flow[-1][1][0])

    def why_to(self, s: SWState, h: int) -> Reason:
        u = s.flow[-1][1][0]
        if not self.gate >> h & 1:
            return Reason(self.rule, f"they enter only at {self.where}")
        if not s.held("entente") >> h & 1:
            return Reason(self.rule, "the enemy controls it")
        if not gates(s, NATION[u]) >> h & 1 and s.zone("german") >> h & 1:
            return Reason(self.rule, "it lies in an enemy zone of control")
        return Reason("6.2", "there is no room for it")

    def do_to(self, s: SWState, h: int) -> None:
        name, (u, *rest) = s.flow.pop()
        s.put(u, h)
        s.mention("entered", u, shown=True, hex=h)
        if rest:
            s.flow.append((name, tuple(rest)))


class Land(Enter):
    """9.2: the BEF in French ports."""

    name, rule, gate, where = "land", "9.2", BEF_PORTS, "Dunkirk, Calais and Boulogne"


class Arrive(Enter):
    """9.3: the French 6th Army at the edge of the map."""

    name, rule, gate, where = "arrive", "9.3", WEST, "the west edge of the map"


class Landing(Step):
    """9.2, R45: the last moment to land the BEF in this phase; it may also wait."""

    name, rule = "landing", "9.2"

    def prompt(self, s: SWState) -> str:
        return "Does the BEF land now?"

    def do_bef(self, s: SWState, _: None) -> None:
        s.flow[-1] = ("land", entering(s, "british"))

    def do_done(self, s: SWState, _: None) -> None:
        s.flow[-2:] = []


# ---- the East Front (9.4)


def withdrawing(s: SWState) -> bool:
    """Whether the German still has corps to send east in this phase."""
    return s.active == "german" and s.turn == WITHDRAWAL_TURN and s.withdrawn < WITHDRAWAL


def not_for_east(s: SWState, u: int) -> Reason | None:
    """Why a corps does not count for the withdrawal (R08, R99)."""
    if SIDE[u] != "german" or not IS_CORPS[u]:
        return Reason("9.4", "only German corps are sent east")
    if s.at[u] >= SIZE:
        return Reason("9.4", "it is not on the map")
    if FACTOR[u][FULL[u]] != WITHDRAWN_FACTOR:  # 9.4.a
        return Reason("9.4", f"its factor is not {WITHDRAWN_FACTOR}")
    if s.steps[u] < FULL[u]:  # 9.4.a
        return Reason("9.4", "it is not at full strength")
    # 9.4.a
    return Reason("9.4", "it is out of supply") if s.supply[u] == OUT_OF_SUPPLY else None


def for_east(s: SWState) -> list[int]:
    """9.4: the corps that may be withdrawn."""
    return [u for u in CORPS["german"] if not_for_east(s, u) is None]


class Withdraw(Step):
    """9.4: choose a corps for the East Front; at the end of the phase (1) refusing it loses the game."""

    name, rule, frame, ends = "withdraw", "9.4", ("",), ("cancel",)

    def prompt(self, s: SWState) -> str:
        left = WITHDRAWAL - s.withdrawn
        return f"Choose a corps for the East Front: {'two' if left == WITHDRAWAL else 'one'} must go."

    def legal_unit(self, s: SWState) -> list[int]:
        return for_east(s)

    def refuse_unit(self, s: SWState, u: int) -> Reason | None:
        return not_for_east(s, u)

    def do_unit(self, s: SWState, u: int) -> None:
        s.flow.pop()
        s.withdrawn += 1
        s.tell("withdrawn", unit=u, hex=s.at[u])
        s.put(u, REMOVED)
        s.morale[u], s.supply[u] = NORMAL, IN_SUPPLY

    def refuse_refuse(self, s: SWState, _: None) -> Reason | None:
        return None if s.flow[-1][1] else Reason("9.4", "they may still be chosen later in this phase")

    def do_refuse(self, s: SWState, _: None) -> None:
        withdrawal_refused(s)

    def refuse_cancel(self, s: SWState, _: None) -> Reason | None:
        return Reason("9.4", "the phase ends: choose, or refuse and lose the game") if s.flow[-1][1] else None


class AnyTime:
    """R95: what may be done at any moment of the Regroup & Reinforcement Phase, mixed into its steps."""

    def refuse_bef(self, s: SWState, _: None) -> Reason | None:
        return _not_entering(s, "british", "9.2")

    def do_bef(self, s: SWState, _: None) -> None:
        s.flow[-1] = ("land", entering(s, "british"))

    def refuse_sixth(self, s: SWState, _: None) -> Reason | None:
        return _not_entering(s, "french", "9.3")

    def do_sixth(self, s: SWState, _: None) -> None:
        s.flow[-1] = ("arrive", entering(s, "french"))

    def refuse_withdraw(self, s: SWState, _: None) -> Reason | None:
        if not withdrawing(s):
            return Reason("9.4", f"corps are sent east by the German on Turn {WITHDRAWAL_TURN}")
        return None if for_east(s) else Reason("9.4", "no corps is in supply, at full strength and of factor 4")

    def do_withdraw(self, s: SWState, _: None) -> None:
        s.flow[-1] = ("withdraw", 0)


def _not_entering(s: SWState, nation: str, rule: str) -> Reason | None:
    if not due(s, nation):
        return Reason(rule, "no such units are due")
    return None if entering(s, nation) else Reason(rule, "there is no room for all of them where they enter")


STEPS = (Land(), Arrive(), Landing(), Withdraw())

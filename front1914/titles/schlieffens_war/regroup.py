"""9.5: regrouping, in three actions that follow each other: fatigue is removed, steps are recovered, units return.

`regroup` leads through the phase: actions 1 to 3, then what may not be left undone (4). An action for which nobody is
eligible, nor can become so, is passed over.
"""

from __future__ import annotations

from typing import ClassVar

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.schlieffens_war.command import in_command
from front1914.titles.schlieffens_war.rails import german_rail, linked
from front1914.titles.schlieffens_war.reinforcements import AnyTime, entering, for_east, withdrawing
from front1914.titles.schlieffens_war.stacking import fits, foreign
from front1914.titles.schlieffens_war.state import FATIGUED, IN_SUPPLY, NORMAL, OUT_OF_SUPPLY, SWState
from front1914.titles.schlieffens_war.victory import withdrawal_refused
from front1914.titles.schlieffens_war.world import (
    BEF_PORTS,
    BIT,
    CITY,
    CORPS,
    DISPLAY,
    FOE,
    FRANCE,
    FULL,
    GERMAN_CITY,
    HQS,
    IS_CORPS,
    IS_HQ,
    KIND,
    NATION,
    OWN,
    PORT,
    SIDE,
    SIZE,
    SOUTH,
    UNITS,
    WEST,
)

RALLY, RECOVER, RETURN, CLOSE = 1, 2, 3, 4
ASK = {RALLY: "rally", RECOVER: "recover", RETURN: "return"}


class Regroup(Step):
    """5.2, 9.5, 9.5.c: the course of the phase."""

    name, rule, frame = "regroup", "9.5", ("",)

    def run(self, s: SWState) -> None:
        action = s.flow[-1][1]
        if action == CLOSE:
            close(s)
        elif COMERS[action](s) or may_come(s, action):
            s.flow.append((ASK[action],))
        else:
            s.flow[-1] = ("regroup", action + 1)


def may_come(s: SWState, action: int) -> bool:
    """R95: whether somebody may still become eligible for an action through what is done before it.

    An army that enters brings an HQ, which commands (6.7), and may open a line for those who return; a corps that is
    sent east makes room.
    """
    nations = {nation for nation in ("french", "british") if entering(s, nation)}
    if action == RETURN:
        return bool(nations or withdrawing(s)) and bool(displayed(s))
    corps = [u for u in CORPS[s.active] if NATION[u] in nations and s.at[u] < SIZE]
    return any(s.morale[u] == FATIGUED if action == RALLY else s.steps[u] < FULL[u] for u in corps)


def close(s: SWState) -> None:
    """9.2 to 9.4: the withdrawal and the 6th Army are no matter of choice; the BEF may wait."""
    if withdrawing(s):
        if for_east(s):
            s.flow.append(("withdraw", 1))
        else:
            withdrawal_refused(s)
    elif sixth := entering(s, "french"):
        s.flow.append(("arrive", sixth))
    elif entering(s, "british"):
        s.flow.append(("landing",))
    else:
        s.flow.pop()


def unready(s: SWState, u: int) -> Reason | None:
    """9.5.a, 8.7.d, R99: regrouping units must be in supply, in command and out of enemy zones of control."""
    if SIDE[u] != s.active:
        return Reason("9.5", "it is not yours")
    if s.at[u] >= SIZE:
        return Reason("9.5", "it is not on the map")
    if not IS_CORPS[u]:
        return Reason("9.6", "only corps have morale, and steps to recover")
    if s.supply[u] == OUT_OF_SUPPLY:
        return Reason("8.7", "it is out of supply")
    if s.zone(FOE[s.active]) >> s.at[u] & 1:
        return Reason("9.5", "it is in an enemy zone of control")
    return None if in_command(s, u) else Reason("6.7", "it is not in command")  # 6.7.f


def no_rally(s: SWState, u: int) -> Reason | None:
    """9.5.d: why a corps cannot shed its fatigue (action 1)."""
    reason = unready(s, u)
    if reason is None and s.morale[u] != FATIGUED:
        reason = Reason("9.5", "it is not fatigued")
    return reason


def no_recovery(s: SWState, u: int) -> Reason | None:
    """9.5.e: why a corps cannot recover its step (action 2, R49)."""
    reason = unready(s, u)
    if reason is None and s.steps[u] == FULL[u]:
        reason = Reason("9.5", "it is at full strength")
    if reason is None and s.morale[u] == FATIGUED:
        reason = Reason("9.6", "it is fatigued")
    return reason


def rallying(s: SWState) -> list[int]:
    """9.5.d: action 1: who may take part."""
    return [u for u in CORPS[s.active] if s.at[u] < SIZE and s.morale[u] == FATIGUED and no_rally(s, u) is None]


def recovering(s: SWState) -> list[int]:
    """Action 2: who may take part."""
    return [u for u in CORPS[s.active] if s.at[u] < SIZE and s.steps[u] < FULL[u] and no_recovery(s, u) is None]


class RegroupAction(AnyTime, Step):
    """What the three actions have in common: they can be finished, and then they are not resumed."""

    action: ClassVar[int]

    def do_done(self, s: SWState, _: None) -> None:
        s.flow[-2:] = [("regroup", self.action + 1)]


class Rally(RegroupAction):
    """Action 1: remove fatigue markers."""

    name, rule, action = "rally", "9.5", RALLY

    def prompt(self, s: SWState) -> str:
        return "Regrouping, first action: which corps shed their fatigue?"

    def legal_unit(self, s: SWState) -> list[int]:
        return rallying(s)

    def refuse_unit(self, s: SWState, u: int) -> Reason | None:
        return no_rally(s, u)

    def do_unit(self, s: SWState, u: int) -> None:
        s.flow.pop()
        rally(s, u)

    def refuse_all(self, s: SWState, _: None) -> Reason | None:
        return None if rallying(s) else Reason("9.5", "no corps can shed its fatigue now")

    def do_all(self, s: SWState, _: None) -> None:
        s.flow.pop()
        for u in rallying(s):
            rally(s, u)


def rally(s: SWState, u: int) -> None:
    """9.5.d: the marker is removed."""
    s.morale[u] = NORMAL
    s.mention("rallied", u)
    s.finish_operation()


class Recover(RegroupAction):
    """9.5.e, 9.5.l: action 2: turn reduced corps to their full-strength side; they become fatigued."""

    name, rule, action = "recover", "9.5", RECOVER

    def prompt(self, s: SWState) -> str:
        return "Regrouping, second action: which corps return to full strength, and are fatigued?"

    def legal_unit(self, s: SWState) -> list[int]:
        return recovering(s)

    def refuse_unit(self, s: SWState, u: int) -> Reason | None:
        return no_recovery(s, u)

    def do_unit(self, s: SWState, u: int) -> None:
        s.flow.pop()
        s.steps[u], s.morale[u] = FULL[u], FATIGUED
        s.mention("recovered", u)
        s.finish_operation()


# ---- action 3


def displayed(s: SWState) -> list[int]:
    """The active side's units in the Eliminated Units Display; they count as in supply and in command (9.5.b)."""
    return [u for u in OWN[s.active] if s.at[u] == DISPLAY]  # 2.8.c


def havens(s: SWState, u: int) -> int:
    """9.5.k: where a unit may return, by its nation; rails and zones are those of now."""
    side, nation = SIDE[u], NATION[u]
    safe = s.held(side) & s.rules.area & ~s.zone(FOE[side])
    if nation == "german":  # 9.5.g
        return GERMAN_CITY & safe & german_rail(s)
    ports = PORT & safe
    if nation == "french":  # 9.5.h
        lines = linked(s, side, SOUTH | WEST, free=True) | linked(s, side, ports, free=True) | ports
        return CITY & FRANCE & safe & lines
    if nation == "british":  # 9.5.i
        ports &= BEF_PORTS
        return ports if IS_HQ[u] else ports & BIT[s.at[HQS["british"][0]]]
    return 0


def places(s: SWState, u: int) -> list[int]:
    """9.5, R52: the havens that have room; they are the same for all units of a nation and kind."""
    return _places(s, _LIKE[u])


@kept("at", "captured", "order", "scenario")
def _places(s: SWState, u: int) -> list[int]:
    return [h for h in members(havens(s, u) & ~foreign(s, NATION[u])) if fits(h, [*s.stack(h), u])]


#: by unit: the first of its nation and kind
_LIKE = tuple(next(v for v in UNITS.numbers if (NATION[v], KIND[v]) == (NATION[u], KIND[u])) for u in UNITS.numbers)


def returning(s: SWState) -> list[int]:
    """Action 3: who may return to some hex."""
    return [u for u in displayed(s) if places(s, u)]


COMERS = {RALLY: rallying, RECOVER: recovering, RETURN: returning}


class Return(RegroupAction):
    """Action 3: choose a unit in the Eliminated Units Display to return to play."""

    name, rule, action = "return", "9.5", RETURN

    def prompt(self, s: SWState) -> str:
        return "Regrouping, third action: which eliminated units return?"

    def legal_unit(self, s: SWState) -> list[int]:
        return returning(s)

    def why_unit(self, s: SWState, u: int) -> Reason:
        if SIDE[u] != s.active:
            return Reason("9.5", "it is not yours")
        if s.at[u] != DISPLAY:
            gone = "it is not in the Eliminated Units Display"
            return Reason("9.5", "eliminated Belgian units are gone for good" if NATION[u] == "belgian" else gone)
        return Reason("9.5", "no city or port is open to it")

    def do_unit(self, s: SWState, u: int) -> None:
        s.flow[-1] = ("return_to", u)


class ReturnTo(Step):
    """9.5.f, 9.5.m: choose the hex in which it returns, at full strength; a corps is fatigued."""

    name, rule, frame, ends = "return_to", "9.5", ("unit",), ("cancel",)

    def prompt(self, s: SWState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1])} return?"

    def legal_to(self, s: SWState) -> list[int]:
        return places(s, s.flow[-1][1])

    def why_to(self, s: SWState, h: int) -> Reason:
        u = s.flow[-1][1]
        if havens(s, u) >> h & 1:
            return Reason("6.2", "there is no room for it")
        if s.zone(FOE[s.active]) >> h & 1:
            return Reason("9.5", "it lies in an enemy zone of control")
        return Reason("9.5", _CONDITIONS[NATION[u]])

    def do_to(self, s: SWState, h: int) -> None:
        u = s.flow.pop()[1]
        s.steps[u] = FULL[u]
        s.supply[u] = IN_SUPPLY
        s.morale[u] = FATIGUED if IS_CORPS[u] else NORMAL
        s.put(u, h)
        s.tell("returned", unit=u, hex=h)
        s.finish_operation()


_CONDITIONS = {
    "german": "German units return to a German city that they hold, with a free rail line to the east edge",
    "french": "French units return to a French city that they hold, with a free rail line to an edge or a port",
    "british": "British units return to Dunkirk, Calais or Boulogne, where their HQ is",
    "belgian": "Belgian units do not return",
}

STEPS = (Regroup(), Rally(), Recover(), Return(), ReturnTo())

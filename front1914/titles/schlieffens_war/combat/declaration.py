"""11.3 to 11.7: an attack is declared: first its target, then its attackers one by one, then it is committed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.engine.kept import kept
from front1914.kit.bits import members
from front1914.titles.schlieffens_war.combat.defence import call_defenders
from front1914.titles.schlieffens_war.combat.report import panel, prospect
from front1914.titles.schlieffens_war.command import in_command
from front1914.titles.schlieffens_war.reinforcements import frozen
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import (
    BELGIAN_AREA,
    FOE,
    GERMANY,
    HEXES,
    IS_CORPS,
    IS_DEPOT,
    IS_FORT,
    IS_HQ,
    NATION,
    NEXT,
    OWN,
    PARENTHESES,
    SIDE,
    SIZE,
    UNITS,
    beside,
)

MOST_CORPS, MOST_HQS = 3, 1  #: 11.3: out of one hex in a Combat Phase


def unfit(s: SWState, u: int) -> Reason | None:
    """Why a unit may not attack anywhere in this phase, such as that it has attacked (5.4.f, R113)."""
    if SIDE[u] != s.active:
        return Reason("11.0", "it is not yours")
    if s.at[u] >= SIZE:
        return Reason("11.0", "it is not on the map")
    if IS_FORT[u]:  # 11.7.a
        return Reason("11.7", "a fort cannot attack")
    if IS_DEPOT[u]:
        return Reason("11.8", "a depot takes no part in an attack")
    if s.attacked[u]:  # 11.5.b
        return Reason("11.5", "it has attacked in this phase")
    if s.probed[u]:  # 11.1.d
        return Reason("11.1", "it has made a probing attack in this phase")
    return alone(s, u) or frozen(s, u)


def alone(s: SWState, u: int) -> Reason | None:
    """2.3.b: why a unit with its factor in parentheses does not attack, nor probe (R64): it lacks company."""
    if PARENTHESES[u] and not any(IS_CORPS[v] and not PARENTHESES[v] for v in s.stack(s.at[u])):
        return Reason("2.3", "its factor is in parentheses, and no unit without them stands with it")
    return None


@kept("at", "attacked", "probed", "active", "turn", "order")
def fit(s: SWState) -> list[int]:
    """The active side's units that may attack something."""
    at, near = s.at, beside(s.occupied(FOE[s.active]))
    return [u for u in OWN[s.active] if at[u] < SIZE and near >> at[u] & 1 and unfit(s, u) is None]


def assailed(s: SWState) -> int:
    """11.5.c, 5.4.g, R81: hexes in which somebody has been attacked in this phase."""
    bits = 0
    for u in OWN[FOE[s.active]]:
        if s.defended[u] and s.at[u] < SIZE:
            bits |= 1 << s.at[u]
    return bits


@kept(fit, "defended")
def targets(s: SWState) -> int:
    """11.0, 5.4, 5.4.g, 11.5: enemy hexes that can be attacked by somebody; an HQ alone attacks nothing (11.7)."""
    free = s.occupied(FOE[s.active]) & ~assailed(s)
    found = 0
    for u in fit(s):
        if IS_CORPS[u]:
            found |= NEXT[s.at[u]] & (BELGIAN_AREA if NATION[u] == "belgian" else -1)  # 11.0.c, 11.7.d
    return found & free


class Attack(Step):
    """11.0, 11.6: choose a hex to attack, or finish: combat is voluntary."""

    name, rule = "attack", "11.0"

    def prompt(self, s: SWState) -> str:
        return "Choose a hex to attack, or finish the Combat Phase."

    def legal_to(self, s: SWState) -> list[int]:
        return members(targets(s))

    def refuse_to(self, s: SWState, h: int) -> Reason | None:
        if targets(s) >> h & 1:
            return None
        if not s.occupied(FOE[s.active]) >> h & 1:
            return Reason("11.0", "no enemy stands there")
        if assailed(s) >> h & 1:
            return Reason("11.5", "units there have been attacked in this phase")
        return Reason("11.0", "no corps that may attack stands beside it")

    def do_to(self, s: SWState, h: int) -> None:
        s.flow[-1] = ("attackers", h, ())

    def do_done(self, s: SWState, _: None) -> None:
        """11.0, 5.4.a: nobody has to attack."""
        del s.flow[-2:]


def objection(s: SWState, target: int, chosen: Sequence[int], u: int) -> Reason | None:
    """Why a unit that may attack may not join those chosen for an attack on the target."""
    if u in chosen:
        return Reason("11.5", "it takes part already")
    if not NEXT[target] >> s.at[u] & 1:  # 11.0.b
        return Reason("11.0", "it is not adjacent to the target")
    if NATION[u] == "belgian" and not BELGIAN_AREA >> target & 1:  # 11.7.d
        return Reason("10.8", "the Belgian Army does not attack so far from Belgium")
    if IS_HQ[u] and not any(IS_CORPS[v] for v in chosen):  # 11.7.b
        return Reason("11.7", "an HQ attacks only together with a corps: choose one first")
    return _too_many(s, chosen, u) or _out_of_command(s, chosen, u)


def _too_many(s: SWState, chosen: Sequence[int], u: int) -> Reason | None:
    """11.3.a, 6.2.b: those who have attacked out of the hex count too."""
    kind, most = (IS_HQ, MOST_HQS) if IS_HQ[u] else (IS_CORPS, MOST_CORPS)
    count = sum(1 for v in s.stack(s.at[u]) if kind[v] and (s.attacked[v] or v in chosen))
    return Reason("11.3", "no more than three corps and one HQ attack out of a hex") if count >= most else None


def _out_of_command(s: SWState, chosen: Sequence[int], u: int) -> Reason | None:
    """11.4, 5.4.b, 5.4.c, 6.7.h, R22: units of several hexes attack together only if all are in command."""
    if all(s.at[v] == s.at[u] for v in chosen):
        return None
    if not in_command(s, u):
        return Reason("11.4", "it is not in command, so it cannot join units in other hexes")
    if not all(in_command(s, v) for v in chosen):
        return Reason("11.4", "a unit chosen before is not in command, so nobody from another hex can join it")
    return None


class Attackers(Step):
    """11.3 to 11.7: choose who attacks, then commit; until then it can be called off."""

    name, rule, frame, ends = "attackers", "11.3", ("hex", "unit"), ("cancel",)

    def prompt(self, s: SWState) -> str:
        return f"Who attacks {HEXES.name(s.flow[-1][1])}?"

    def legal_unit(self, s: SWState) -> list[int]:
        _, target, chosen = s.flow[-1]
        return [u for u in fit(s) if objection(s, target, chosen, u) is None]

    def refuse_unit(self, s: SWState, u: int) -> Reason | None:
        _, target, chosen = s.flow[-1]
        return unfit(s, u) or objection(s, target, chosen, u)

    def do_unit(self, s: SWState, u: int) -> None:
        name, target, chosen = s.flow[-1]
        s.flow[-1] = (name, target, (*chosen, u))

    def refuse_commit(self, s: SWState, _: None) -> Reason | None:
        return None if s.flow[-1][2] else Reason("11.0", "nobody attacks yet")

    def do_commit(self, s: SWState, _: None) -> None:
        _, target, chosen = s.flow.pop()
        declare(s, target, chosen)

    def hints(self, s: SWState) -> dict[str, dict[str, Any]]:
        """The odds that each unit would bring about, as far as the attacker can tell."""
        _, target, chosen = s.flow[-1]
        found = {u: panel(prospect(s, s.active, target, (*chosen, u))) for u in self.legal_unit(s)}
        return {
            f"unit {UNITS[u]}": {"mark": told["final"], "aim": float(Fraction(told["aim"]["probability"]))}
            for u, told in found.items()
            if told["aim"] is not None
        }


def declare(s: SWState, target: int, attackers: tuple[int, ...]) -> None:
    """R71: the attack can no longer be withdrawn; everybody sees who attacks, then the defender names his units."""
    s.tell("attack", hex=target, units=attackers, reveals=not all(map(s.seen, attackers)))
    s.seal()  # 11.6: it is resolved before anything else, even where neither a die nor a secret is in it
    for u in attackers:
        s.attacked[u] = 1
    for u in s.stack(target):  # 11.2
        s.defended[u] = 1
    count_plan_xvii(s, target, attackers)
    call_defenders(s, target, attackers)


def count_plan_xvii(s: SWState, target: int, attackers: tuple[int, ...]) -> None:
    """4.4, R10: an attack of French units alone on a hex in Germany."""
    if GERMANY >> target & 1 and all(NATION[u] == "french" for u in attackers):  # 4.4.a, 4.4.b, 4.4.d
        s.plan17 += 1
        s.tell("plan17", count=s.plan17)


STEPS = (Attack(), Attackers())

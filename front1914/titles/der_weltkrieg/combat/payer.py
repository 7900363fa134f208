"""13-7, 19-6, 19-11: which Headquarters pays for a unit of an attack or a counterattack that is being prepared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.der_weltkrieg import supply
from front1914.titles.der_weltkrieg.combat.battle import NEEDS_NONE, UNSUPPLIED, battle
from front1914.titles.der_weltkrieg.combat.supplying import (
    DEFENCE,
    Use,
    payers,
    refuse_payer,
    refuse_unsupplied,
)
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import IS_FORTRESS, SIDE, UNITS

UNITS_AT, PAYERS_AT = 3, 4  #: places in the frame ("attackers", kind, targets, units, payers, aim, pool)


class Plan(NamedTuple):
    """Units of one side and who pays for each."""

    side: str
    paid: dict[int, int]
    use: Use


def against(s: DWState, target: int, side: str) -> Use:
    """29-15: for what guns serve in an attack on a hex: siege guns are siege guns against fortresses only."""
    return Use(True, field=not any(IS_FORTRESS[u] and SIDE[u] != side for u in s.stack(target)))


def plan_at(s: DWState, i: int) -> Plan:
    """The plan in a frame `attackers` or `defend`."""
    frame = s.flow[i]
    if frame[0] == "defend":
        b = battle(s)
        return Plan(b.defender, dict(zip(b.defenders, frame[1], strict=True)), DEFENCE)
    units = frame[UNITS_AT]
    side = SIDE[units[0]] if units else s.active
    return Plan(side, dict(zip(units, frame[PAYERS_AT], strict=True)), against(s, frame[2][0], side))


def write(s: DWState, i: int, u: int, payer: int) -> None:
    """Notes a payer in such a frame."""
    frame = s.flow[i]
    plan = plan_at(s, i)
    values = tuple((plan.paid | {u: payer}).values())
    at = 1 if frame[0] == "defend" else PAYERS_AT
    s.flow[i] = (*frame[:at], values, *frame[at + 1 :])


class Payer(Step):
    """13-7.1: one Headquarters pays for a unit, or none does."""

    name, rule, frame = "payer", "19-6", ("unit",)

    def side(self, s: DWState) -> str:
        return plan_at(s, -2).side

    def prompt(self, s: DWState) -> str:
        return f"Which Headquarters pays for {UNITS.name(s.flow[-1][1])}?"

    def scope_hq(self, s: DWState) -> Iterable[int]:
        plan, u = plan_at(s, -2), s.flow[-1][1]
        return payers(s, u, plan.use.attack)

    def refuse_hq(self, s: DWState, hq: int) -> Reason | None:
        plan, u = plan_at(s, -2), s.flow[-1][1]
        return refuse_payer(s, plan.paid, u, hq, plan.use)

    def do_hq(self, s: DWState, hq: int) -> None:
        _, u = s.flow.pop()
        write(s, len(s.flow) - 1, u, hq)

    def refuse_unsupplied(self, s: DWState, _: None) -> Reason | None:
        plan, u = plan_at(s, -2), s.flow[-1][1]
        return refuse_unsupplied(s, u, plan.use)

    def do_unsupplied(self, s: DWState, _: None) -> None:
        _, u = s.flow.pop()
        write(s, len(s.flow) - 1, u, UNSUPPLIED)


def spend(s: DWState, bills: dict[int, int]) -> None:
    """19-3: what has been decided is paid."""
    for hq, points in bills.items():
        supply.spend(s, hq, points)


def is_supplied(payer: int) -> bool:
    """14-9.2: by a Headquarters, or because it needs none."""
    return payer >= 0 or payer == NEEDS_NONE


STEPS = (Payer(),)

"""12, 11-10, 16, 29-2, 29-7, 33-7: an attack is declared: the hex, the attackers one by one, who pays for each.

Nothing is binding before it is committed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.sentences import counted
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.breakdown import Regroupings
from front1914.titles.der_weltkrieg.combat.ability import (
    beside,
    must_be_funded,
    objection,
    open_targets,
    targets,
    unfit,
    vacant,
)
from front1914.titles.der_weltkrieg.combat.battle import (
    ALL_UNITS,
    ASSAULT,
    COLUMN,
    GUNS_ONLY,
    LAST,
    UNSUPPLIED,
    Battle,
)
from front1914.titles.der_weltkrieg.combat.forces import fights, full_assault
from front1914.titles.der_weltkrieg.combat.payer import against, plan_at
from front1914.titles.der_weltkrieg.combat.pockets import surrounded
from front1914.titles.der_weltkrieg.combat.supplying import (
    best_payer,
    bills,
    open_choice,
    refuse_payer,
    refuse_unsupplied,
)
from front1914.titles.der_weltkrieg.nations import SIDES
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import (
    IS_ARTILLERY,
    IS_FLOTILLA,
    IS_FORTRESS,
    NATION,
    SIDE,
    UNITS,
)


class Attack(Regroupings, Step):
    """12-1, 12-2: choose a hex to attack, or end the phase: nobody is compelled (12-8)."""

    name, rule = "attack", "12-2"

    def prompt(self, s: DWState) -> str:
        return "Choose a hex to attack, or finish the Combat Phase."

    def legal_to(self, s: DWState) -> list[int]:
        return open_targets(s)

    def refuse_to(self, s: DWState, h: int) -> Reason | None:
        if targets(s) >> h & 1:
            return (
                None if h in open_targets(s) else Reason("19-2", "there are too few Supply Points for any attack on it")
            )
        if s.struck[h]:
            return Reason("12-7", "it has been attacked in this phase")
        near = beside(s, h)
        if not near:
            text = "nobody who may attack stands beside it"
            return Reason("12-2", "no enemy stands there" if vacant(s, h) else text)
        reasons = (objection(s, ASSAULT, h, (), u) for u in near)
        return next((reason for reason in reasons if reason), Reason("12-2", "no enemy stands there"))

    def do_to(self, s: DWState, h: int) -> None:
        s.flow.append(("attackers", ASSAULT, (h,), (), (), ALL_UNITS, ()))

    def do_done(self, s: DWState, _: None) -> None:
        del s.flow[-2:]


class Attackers(Step):
    """12-6, 12-10, 12-12, 13-7: who attacks, supplied by whom. The frame: kind, targets, units, payers, aim, pool.

    The pool holds those among whom a Column Attack is made up; it is empty in the Combat Phase.
    """

    name, rule, frame, ends = "attackers", "12-6", ("", "hex", "unit", "unit", "", "unit"), ("cancel",)

    def side(self, s: DWState) -> str:
        units = s.flow[-1][3] or s.flow[-1][6]
        return SIDE[units[0]] if units else s.active

    def prompt(self, s: DWState) -> str:
        _, kind, targets_, units, *_ = s.flow[-1]
        if kind == LAST:
            return "The units that retreated among enemies attack all around them: choose their supply."
        points = sum(bills(s, plan_at(s, -1).paid, plan_at(s, -1).use).values()) if units else 0
        return f"Who attacks {HEXES.name(targets_[0])}? {counted(points, 'Supply Point')} to be spent."

    def _pool(self, s: DWState) -> Sequence[int]:
        _, kind, targets_, _, _, _, pool = s.flow[-1]
        return beside(s, targets_[0]) if kind == ASSAULT else pool

    def legal_unit(self, s: DWState) -> list[int]:
        if s.flow[-1][1] == LAST:
            return []
        return [u for u in self._pool(s) if self._refuse(s, u) is None]

    def _refuse(self, s: DWState, u: int) -> Reason | None:
        _, kind, targets_, chosen, payers, *_ = s.flow[-1]
        if kind == COLUMN and (reason := unfit(s, u)) is not None:
            return reason  # 16-4: whoever moved in the stack is in the pool, staffs and engineers too
        if (reason := objection(s, kind, targets_[0], chosen, u)) is not None or not must_be_funded(s, u):
            return reason
        paid = funded(s, targets_[0], (*chosen, u), dict(zip(chosen, payers, strict=True)))
        if any(payer == UNSUPPLIED and must_be_funded(s, v) for v, payer in paid.items()):
            return Reason("19-2", "the Supply Points do not suffice for it too")
        return None

    def refuse_unit(self, s: DWState, u: int) -> Reason | None:
        _, kind, _, _, _, _, pool = s.flow[-1]
        if kind == LAST:
            return Reason("14-9", "all units that retreated together attack, and nobody else")
        if kind == COLUMN:
            return self._refuse(s, u) if u in pool else Reason("16-4", "it did not move in this stack")
        return unfit(s, u) or self._refuse(s, u)

    def do_unit(self, s: DWState, u: int) -> None:
        name, kind, targets_, units, payers, aim, pool = s.flow[-1]
        paid = funded(s, targets_[0], (*units, u), dict(zip(units, payers, strict=True)))
        if not IS_ARTILLERY[u]:
            aim = ALL_UNITS
        s.flow[-1] = (name, kind, targets_, tuple(paid), tuple(paid.values()), aim, pool)

    def legal_leave(self, s: DWState) -> list[int]:
        return [] if s.flow[-1][1] == LAST else list(s.flow[-1][3])

    def why_leave(self, s: DWState, u: int) -> Reason:
        """12-8: nobody is compelled to attack."""
        if s.flow[-1][1] == LAST:
            return Reason("14-9", "all units that retreated together attack")
        return Reason("12-6", "it does not take part")

    def do_leave(self, s: DWState, u: int) -> None:
        name, kind, targets_, units, payers, aim, pool = s.flow[-1]
        kept = {v: payer for v, payer in zip(units, payers, strict=True) if v != u}
        paid = {v: p for v, p in kept.items() if not IS_FLOTILLA[v] or any(_aboard(s, v, w) for w in kept)}
        s.flow[-1] = (name, kind, targets_, tuple(paid), tuple(paid.values()), aim, pool)

    def legal_supply(self, s: DWState) -> list[int]:
        plan = plan_at(s, -1)
        return [u for u in plan.paid if open_choice(s, plan.paid, u, plan.use)]

    def why_supply(self, s: DWState, u: int) -> Reason:
        if u not in s.flow[-1][3]:
            return Reason("13-7", "it does not take part")
        return Reason("19-6", "there is nothing to choose for it")

    def do_supply(self, s: DWState, u: int) -> None:
        s.flow.append(("payer", u))

    def refuse_aim(self, s: DWState, _: None) -> Reason | None:
        targets_, units = s.flow[-1][2:4]
        if not units or not all(IS_ARTILLERY[u] for u in units):
            return Reason("29-7", "only an attack by artillery alone can be aimed")
        if not any(SIDE[v] != s.active and (IS_FORTRESS[v] or IS_ARTILLERY[v]) for v in s.stack(targets_[0])):
            return Reason("29-7", "neither a fortress nor artillery is there")
        return None

    def do_aim(self, s: DWState, _: None) -> None:
        frame = s.flow[-1]
        s.flow[-1] = (*frame[:5], GUNS_ONLY - frame[5], frame[6])

    def refuse_commit(self, s: DWState, _: None) -> Reason | None:
        units, payers = s.flow[-1][3:5]
        if not units:
            return Reason("12-6", "nobody attacks yet")
        plan = plan_at(s, -1)
        dry_ = (u for u, payer in zip(units, payers, strict=True) if payer == UNSUPPLIED)
        return next((reason for u in dry_ if (reason := refuse_unsupplied(s, u, plan.use))), None)

    def do_commit(self, s: DWState, _: None) -> None:
        _, kind, targets_, units, payers, aim, _ = s.flow.pop()
        declare(s, kind, targets_, units, payers, aim)

    def refuse_cancel(self, s: DWState, _: None) -> Reason | None:
        return Reason("14-9", "this attack must be made") if s.flow[-1][1] == LAST else None

    def hints(self, s: DWState) -> dict[str, dict[str, Any]]:
        """The points that each unit would add."""
        return {f"unit {UNITS[u]}": {"mark": f"{s.strength[u]} points"} for u in self.legal_unit(s)}


def _aboard(s: DWState, ship: int, u: int) -> bool:
    """36-6: whether a ground unit is in the hex of a flotilla, which supports nobody else."""
    return s.at[u] == s.at[ship] and not IS_FLOTILLA[u]


def funded(s: DWState, target: int, units: Sequence[int], paid: Mapping[int, int]) -> dict[int, int]:
    """13-7: everybody's payer when units join: guns first, for they cannot attack without; then as it was before."""
    use = against(s, target, SIDE[units[0]])
    found: dict[int, int] = {}
    for v in sorted(units, key=lambda v: not IS_ARTILLERY[v]):
        payer = paid.get(v)
        kept = payer is not None and (payer < 0 or refuse_payer(s, found, v, payer, use) is None)
        found[v] = payer if kept and payer is not None else best_payer(s, found, v, use)
    return {v: found[v] for v in units}


# ---- the attack is made


def declare(
    s: DWState, kind: int, targets_: tuple[int, ...], units: tuple[int, ...], payers: tuple[int, ...], aim: int
) -> None:
    """12-7: the attack can no longer be withdrawn; who has fought is noted when cavalry had time to go (30-3)."""
    side = SIDE[units[0]]
    s.tell("attack", hex=targets_[0], units=units)
    if kind == ASSAULT:
        s.struck[targets_[0]] = 1
    elif s.flow[-1][0] == "charged":
        name, stack, _ = s.flow[-1]  # what becomes of the stack afterwards: movement.Charged
        s.flow[-1] = (name, stack, 1)
    _note_shock(s, side, targets_, units)
    ringed = tuple(u for u in units if surrounded(s, side, s.at[u]))
    before = tuple(s.strength[u] for u in units)
    origins = tuple(s.at[u] for u in units)
    s.flow.append(
        Battle("battle", kind, SIDES.index(side), targets_, units, payers, before, ringed, aim, origins=origins)
    )


def _note_shock(s: DWState, side: str, targets_: Sequence[int], units: Sequence[int]) -> None:
    """33-3, DW-R80: the first turn in which full strength Assault units attack a country."""
    if any(full_assault(s, u) for u in units):
        for v in [v for h in targets_ for v in s.stack(h) if SIDE[v] != side and fights(s, v)]:
            if not s.assaulted[NATION[v]]:
                s.assaulted[NATION[v]] = s.now


STEPS = (Attack(), Attackers())

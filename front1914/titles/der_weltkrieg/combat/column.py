"""16, 14-9: Column Attacks in the Movement Phase, and the desperate one of a stack that retreated among enemies."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.der_weltkrieg import supply
from front1914.titles.der_weltkrieg.board import OPEN_RING, SIZE
from front1914.titles.der_weltkrieg.combat.ability import affordable, objection, unfit
from front1914.titles.der_weltkrieg.combat.battle import ALL_UNITS, COLUMN, LAST, NEEDS_NONE, UNSUPPLIED, backer, battle
from front1914.titles.der_weltkrieg.combat.declaration import declare, funded
from front1914.titles.der_weltkrieg.combat.payer import is_supplied
from front1914.titles.der_weltkrieg.combat.supplying import needs_none
from front1914.titles.der_weltkrieg.combat.terrain import column_passes
from front1914.titles.der_weltkrieg.nations import FOE
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.world import SIDE

# ---- 16: out of the Movement Phase


def able(s: DWState, units: Sequence[int], target: int) -> list[int]:
    """16-4, 16-5, 16-10: those of a stack that may attack a hex."""
    fit = (u for u in units if unfit(s, u) is None and objection(s, COLUMN, target, (), u) is None)
    return [u for u in fit if affordable(s, target, u)]


def targets(s: DWState, units: Sequence[int]) -> list[int]:
    """16-4: the hexes that a stack which has ceased to move may attack."""
    at = {s.at[u] for u in units if s.at[u] < SIZE}
    if len(at) != 1:
        return []
    (here,) = at
    return [h for h in members(OPEN_RING[here] & s.ground(FOE[s.active]).every) if able(s, units, h)]


def refuse(s: DWState, units: Sequence[int], target: int) -> Reason | None:
    """Why a stack may not make a Column Attack on a hex."""
    if not s.ground(FOE[s.active]).every >> target & 1:
        return Reason("16-1", "no enemy stands there")
    if able(s, units, target):
        return None
    reasons = [unfit(s, u) or objection(s, COLUMN, target, (), u) for u in units]
    return next((reason for reason in reasons if reason is not None), Reason("26-6", "it cannot be supplied"))


def begin(s: DWState, units: Sequence[int], target: int) -> None:
    """16-4: the stack prepares its attack; everybody who may takes part unless the owner chooses anew."""
    chosen: tuple[int, ...] = ()
    for u in able(s, units, target):
        if objection(s, COLUMN, target, chosen, u) is None:  # 11-10: not more than a narrow hex lets through
            chosen = (*chosen, u)
    paid = funded(s, target, chosen, {})
    s.flow.append(
        ("attackers", COLUMN, (target,), tuple(paid), tuple(paid.values()), ALL_UNITS, tuple(units)),
    )


# ---- 14-9: a stack that retreated into an enemy Zone of Control


class LastStand(Step):
    """14-9, DW-R49: the units that went together attack all adjacent enemies at once, hex by hex of arrival.

    Whether their owner is asked about supply depends on Supply Lines alone, for stocks are secret (17-5).
    """

    name, rule, frame = "last_stand", "14-9", ("unit",)

    def run(self, s: DWState) -> None:
        _, units = s.flow.pop()
        left = [u for u in units if s.at[u] < SIZE]
        if not left:
            return
        here = s.at[left[0]]
        together = tuple(u for u in left if s.at[u] == here)
        others = tuple(u for u in left if s.at[u] != here)
        if others:
            s.flow.append(("last_stand", others))
        self._attack(s, here, together)

    def _attack(self, s: DWState, here: int, units: tuple[int, ...]) -> None:
        foes = OPEN_RING[here] & s.ground(FOE[SIDE[units[0]]]).every
        around = tuple(h for h in members(foes) if column_passes(here, h))
        if not around:
            return
        s.tell("last_stand", hex=here, units=units)
        b = battle(s)
        if all(is_supplied(backer(b, u)) for u in units):
            paid = funded(s, around[0], units, {})
            if any(not needs_none(s, u, True) and supply.payers(s, u, True) for u in units):
                s.flow.append(("attackers", LAST, around, tuple(paid), tuple(paid.values()), ALL_UNITS, units))
                return
            declare(s, LAST, around, tuple(paid), tuple(paid.values()), ALL_UNITS)
            return
        payers = tuple(NEEDS_NONE if needs_none(s, u, True) else UNSUPPLIED for u in units)
        declare(s, LAST, around, units, payers, ALL_UNITS)


STEPS = (LastStand(),)

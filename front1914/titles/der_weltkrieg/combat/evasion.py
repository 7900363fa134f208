"""30-2, 30-3, 40-3: cavalry may, and sometimes must, go back before the dice are thrown."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.der_weltkrieg.board import HEXES
from front1914.titles.der_weltkrieg.combat.battle import ASSAULT, Battle, battle
from front1914.titles.der_weltkrieg.combat.retreat import BEFORE, Around, around, begin, options
from front1914.titles.der_weltkrieg.nations import AUSTRIAN
from front1914.titles.der_weltkrieg.state import DWState
from front1914.titles.der_weltkrieg.troops import is_foot
from front1914.titles.der_weltkrieg.world import FLAGS, IS_CAVALRY, NATION, SIDE, UNITS

OVERWHELMED, OVERWHELMED_BY_COLUMN = 3, 6  #: 40-3: times their size


def may_evade(b: Battle) -> bool:
    """30-2: the attack is made entirely by other troops."""
    return not any(IS_CAVALRY[u] for u in b.attackers)


def cavalry(s: DWState, b: Battle, h: int) -> list[int]:
    """The defender's cavalry in a hex; whoever retreated into it before may go on."""
    return [u for u in s.stack(h) if SIDE[u] == b.defender and IS_CAVALRY[u]]


def driven(s: DWState, b: Battle, h: int) -> list[int]:
    """40-3: Austro-Hungarian cavalry that must go before stronger cavalry; only without infantry beside it."""
    horse = [u for u in cavalry(s, b, h) if NATION[u] == AUSTRIAN and not s.strengthened[u]]
    if not horse or any(is_foot(s, u) and SIDE[u] == b.defender for u in s.stack(h)):
        return []
    attackers = [u for u in b.attackers if IS_CAVALRY[u] and not s.strengthened[u]]
    force = sum(s.strength[u] for u in attackers)
    cossacks = sum(s.strength[u] for u in attackers if "cossack" in FLAGS[u])
    wary = horse if 2 * cossacks > force else [u for u in horse if "yellow" in FLAGS[u]]  # 40-3.1
    times = OVERWHELMED if b.kind == ASSAULT else OVERWHELMED_BY_COLUMN  # 40-3.2
    return wary if wary and force >= times * sum(s.strength[u] for u in wary) else []


def begin_evasion(s: DWState, b: Battle) -> None:
    """Who must go goes; who may is asked."""
    for h in b.targets:
        forced, near = driven(s, b, h), around(s, b.defender, h)
        if may_evade(b) and cavalry(s, b, h):
            s.flow.append(("evade", h, tuple(cavalry(s, b, h)), *near))
        if forced:
            s.tell("evades", hex=h, units=tuple(forced))
            begin(s, b.defender, h, BEFORE, forced, near)


class Evade(Step):
    """30-2: which cavalry retreats before the combat. The frame holds the hex, those not asked yet, and where friends
    were before anybody went."""

    name, rule, frame, ends = "evade", "30-2", ("hex", "unit", "hex", "hex"), ("done",)

    def side(self, s: DWState) -> str:
        return battle(s).defender

    def prompt(self, s: DWState) -> str:
        return f"Which cavalry leaves {HEXES.name(s.flow[-1][1])} before the attack?"

    def legal_unit(self, s: DWState) -> list[int]:
        _, h, units, *_ = s.flow[-1]
        return [u for u in units if self._refuse(s, h, u) is None]

    def _refuse(self, s: DWState, h: int, u: int) -> Reason | None:
        if s.at[u] != h:
            return Reason("30-2", f"{UNITS.name(u)} has left the hex")
        if not options(s, u, h, s.flow[-1][3]):
            return Reason("14-8", "there is no hex to which it could retreat")
        return None

    def refuse_unit(self, s: DWState, u: int) -> Reason | None:
        _, h, units, *_ = s.flow[-1]
        return self._refuse(s, h, u) if u in units else Reason("30-2", "only cavalry in the hex may go before combat")

    def do_unit(self, s: DWState, u: int) -> None:
        name, h, units, *near = s.flow.pop()
        s.tell("evades", hex=h, units=(u,))
        left = tuple(v for v in units if v != u)
        if left:
            s.flow.append((name, h, left, *near))
        begin(s, SIDE[u], h, BEFORE, [u], Around(*near))


STEPS = (Evade(),)

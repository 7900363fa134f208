"""9.2.5: who takes part on both sides, once the units of both are known."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import STEEP
from front1914.titles.offensive_a_outrance.combat.battle import battle, note
from front1914.titles.offensive_a_outrance.combat.parties import (
    able,
    bystanders,
    fights,
    overload,
    shaken,
    together,
)
from front1914.titles.offensive_a_outrance.state import WITHHELD, OAOState
from front1914.titles.offensive_a_outrance.world import FOE, IS_ARTILLERY, IS_FORT, IS_FORTRESS, UNITS


class Hold(Step):
    """9.2.5, 9.2.5.B1: the attacker may withhold units without a Prepared Attack marker now that he knows the
    defenders."""

    name, rule, ends = "hold", "9.2.5", ("done",)

    def prompt(self, s: OAOState) -> str:
        return "Withhold units from the attack, or attack."

    def legal_withhold(self, s: OAOState) -> list[int]:
        b = battle(s)
        return [u for u in b.attackers if s.pa[u] != b.target]

    def refuse_withhold(self, s: OAOState, u: int) -> Reason | None:
        b = battle(s)
        if u not in b.attackers:
            return Reason("9.2.5", "it does not take part")
        if s.pa[u] == b.target:
            return Reason("9.2.5", "it bears a Prepared Attack marker that points there")
        return None

    def do_withhold(self, s: OAOState, u: int) -> None:
        b = battle(s)
        s.did[u] |= WITHHELD
        left = tuple(v for v in b.attackers if v != u)  # 9.2.5.D1
        lonely = not any(s.is_combat(v) for v in left)
        note(s, attackers=() if lonely else left)  # 8.8.1.d: guns alone do not attack
        if lonely or not self.legal_withhold(s):
            s.flow.pop()


# ---- the defender


def fits(s: OAOState, target: int, chosen: tuple[int, ...], u: int) -> Reason | None:
    """3.1.2, 9.2.2: why a unit cannot join those who defend."""
    if (reason := overload(s, [*chosen, u], bool(STEEP >> target & 1))) is not None:
        return reason
    return together([v for v in (*chosen, u) if not fixed(s, v)], s)


def fixed(s: OAOState, u: int) -> bool:
    """9.2.5 C, 9.2.5.C3: Forts and Fortresses always take part."""
    return IS_FORTRESS[u] or (IS_FORT[u] and not s.face[u])


def call_defenders(s: OAOState) -> None:
    """9.2.5: all take part if they can and must; else their owner chooses."""
    b = battle(s)
    units = able(s, b.target)
    chosen = tuple(u for u in units if fixed(s, u))
    others = [u for u in units if u not in chosen]
    optional = [u for u in others if shaken(s, u)]  # 9.2.5.B2
    if len(optional) == len(others):
        optional = []
    everybody = (*chosen, *others)
    # 3.1.2.c, 9.2.5.A1, 9.2.5.A2
    crowd = together(others, s) or overload(s, list(everybody), bool(STEEP >> b.target & 1))
    if optional or crowd:
        note(s, defenders=chosen)
        s.flow.append(("defend",))
    else:
        note(s, defenders=everybody, withheld=bystanders(s, b.target))


class Defend(Step):
    """9.2.5, B113: the defender chooses who takes part: all who are fit and find room, the shaken as he likes."""

    name, rule = "defend", "9.2.5"

    def side(self, s: OAOState) -> str:
        return FOE[s.active]

    def prompt(self, s: OAOState) -> str:
        return "Who defends? Not all of them can or must."

    def waiting(self, s: OAOState) -> list[int]:
        """Those who could still be added."""
        b = battle(s)
        return [
            u
            for u in able(s, b.target)
            if u not in b.defenders and fits(s, b.target, b.defenders, u) is None and self.escorted(s, u)
        ]

    def escorted(self, s: OAOState, u: int) -> bool:
        """8.8.1.d: Artillery takes part only beside a Combat unit that does; a Fortress is none."""
        return not IS_ARTILLERY[u] or any(s.is_combat(v) for v in battle(s).defenders)

    def legal_unit(self, s: OAOState) -> list[int]:
        return self.waiting(s)

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        b = battle(s)
        if u not in able(s, b.target) or u in b.defenders:
            return Reason("9.2.5", f"{UNITS.name(u)} cannot be added")
        if not self.escorted(s, u):
            return Reason("8.8.1", "Artillery takes part only with a Combat unit: choose that first")
        return fits(s, b.target, b.defenders, u)

    def do_unit(self, s: OAOState, u: int) -> None:
        note(s, defenders=(*battle(s).defenders, u))
        if not self.waiting(s):
            self.do_done(s, None)

    def refuse_done(self, s: OAOState, _: None) -> Reason | None:
        fit = [u for u in self.waiting(s) if not shaken(s, u)]
        if fit:
            return Reason("9.2.5", f"{UNITS.name(fit[0])} cannot be withheld: there is room for it")  # 9.2.5.C2
        b = battle(s)
        if not fights(s, b.defenders):
            return Reason("9.2.5", "somebody must defend")
        return None

    def do_done(self, s: OAOState, _: None) -> None:
        s.flow.pop()
        b = battle(s)
        withheld = tuple(u for u in able(s, b.target) if u not in b.defenders)
        for u in withheld:
            s.did[u] |= WITHHELD
        note(s, withheld=(*withheld, *bystanders(s, b.target)))


STEPS = (Hold(), Defend())

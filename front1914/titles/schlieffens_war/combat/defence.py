"""11.2, 6.2: who takes part in the defence of a hex: at most two corps equivalents and one HQ, as its owner likes."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.schlieffens_war.combat.battle import open_battle
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import FOE, HEXES, IS_COMBAT, IS_HQ, SIDE

MOST = 2  #: 11.2.a, 6.2.c: corps and forts that defend


def call_defenders(s: SWState, target: int, attackers: tuple[int, ...]) -> None:
    """Asks the defender where he has a choice; else all who can take part do."""
    stack = s.stack(target)
    corps = tuple(u for u in stack if IS_COMBAT[u])
    hqs = tuple(u for u in stack if IS_HQ[u])
    if len(corps) > MOST:
        s.flow.append(("defend", target, attackers, ()))
    elif corps and hqs:
        s.flow.append(("defend", target, attackers, corps))
    else:
        # Without a corps or a fort the HQ must defend; a depot defends only where nobody else does (R98).
        join(s, target, attackers, corps or hqs[:1] or tuple(stack))


def join(s: SWState, target: int, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> None:
    """R71: now both sides are shown, and the battle begins."""
    s.tell("defence", hex=target, units=defenders, reveals=not all(map(s.seen, defenders)))
    s.flow.append(open_battle(s, target, attackers, defenders))


class Defend(Step):
    """11.2, R70: the defender names two of three corps equivalents, and says whether the HQ takes part."""

    name, rule, frame = "defend", "11.2", ("hex", "unit", "unit")

    def side(self, s: SWState) -> str:
        return FOE[s.active]

    def prompt(self, s: SWState) -> str:
        target = s.flow[-1][1]
        if self._wanted(s) > 0:
            return f"Which two corps or forts defend {HEXES.name(target)}?"
        return f"Does an HQ take part in the defence of {HEXES.name(target)}?"

    def _wanted(self, s: SWState) -> int:
        target, chosen = s.flow[-1][1], s.flow[-1][3]
        corps: int = sum(IS_COMBAT[u] for u in s.stack(target))
        named: int = sum(IS_COMBAT[u] for u in chosen)
        return min(MOST, corps) - named

    def legal_unit(self, s: SWState) -> list[int]:
        return [u for u in s.stack(s.flow[-1][1]) if self.refuse_unit(s, u) is None]

    def refuse_unit(self, s: SWState, u: int) -> Reason | None:
        _, target, _, chosen = s.flow[-1]
        if SIDE[u] == s.active or s.at[u] != target:
            return Reason("11.2", "it does not stand in the hex that is attacked")
        if u in chosen:
            return Reason("11.2", "it takes part already")
        if IS_COMBAT[u]:
            return None if self._wanted(s) > 0 else Reason("11.2", "no more than two corps or forts take part")
        if not IS_HQ[u]:
            return Reason("11.8", "a depot takes no part while others defend")
        return Reason("6.2", "no more than one HQ takes part") if any(IS_HQ[v] for v in chosen) else None

    def do_unit(self, s: SWState, u: int) -> None:
        name, target, attackers, chosen = s.flow[-1]
        s.flow[-1] = (name, target, attackers, (*chosen, u))
        if not self.legal_unit(s):
            self.do_commit(s, None)

    def refuse_commit(self, s: SWState, _: None) -> Reason | None:
        return Reason("11.2", "two corps or forts must take part") if self._wanted(s) > 0 else None

    def do_commit(self, s: SWState, _: None) -> None:
        _, target, attackers, chosen = s.flow.pop()
        join(s, target, attackers, chosen)


STEPS = (Defend(),)

"""11.18, 11.20: each owner apportions the steps that his side loses.

The frame of a loss step holds the losses still due. Where only one unit can take a loss and there is no way out, it is
taken without a question.
"""

from __future__ import annotations

from collections.abc import Sequence

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.schlieffens_war.combat.battle import Battle, battle, suffer
from front1914.titles.schlieffens_war.combat.retreat import begin, no_retreat
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import FOE, IS_CORPS, IS_FORT, IS_HQ, SIDE, SIZE


def spread(units: Sequence[int], suffered: Sequence[int]) -> list[int]:
    """11.20.k, 11.20.n, R73, R74: nobody loses a second step in a battle before everybody has lost one."""
    return [u for u in units if u not in suffered] or list(units)


def defender_choices(s: SWState, b: Battle) -> list[int]:
    """11.20.a, 11.20.c, 11.20.h, 11.2.b: the units of the attacked hex that may take the next step loss."""
    stack = s.stack(b.target)
    corps = [u for u in stack if IS_CORPS[u]]  # 11.20.g
    forts = [] if corps else [u for u in stack if IS_FORT[u]]
    involved = [*corps, *(u for u in stack if u in b.defenders and not IS_CORPS[u] and not IS_FORT[u])]
    if not any(u in b.suffered for u in (*stack, *b.defenders)):
        return [u for u in (*involved, *forts) if u in b.defenders]
    depots = [u for u in stack if u not in involved and not IS_FORT[u] and not IS_HQ[u]]
    found = [*spread(involved, b.suffered), *forts, *depots]
    # R110: an HQ that took no part is not drawn in until nobody else is left.
    return found if involved or forts else stack


def attacker_choices(s: SWState, b: Battle) -> list[int]:
    """11.20.m, 11.20.s, 11.20.o, R88: the attackers, and after the first step the corps that stand with them."""
    own = [u for u in b.attackers if s.at[u] < SIZE]  # 11.20.l
    if not any(u in b.suffered for u in b.attackers):
        return own
    beside = [u for h in b.origins for u in s.stack(h) if IS_CORPS[u] and u not in b.attackers]
    return spread([*own, *beside], b.suffered)


def settle(s: SWState) -> None:
    """Takes the losses that leave nobody a choice, and ends the step when none is due or nobody is left (11.18.d)."""
    while True:
        name, due = s.flow[-1]
        defending = name == "defender_losses"
        found = DEFENDER.legal_unit(s) if defending else ATTACKER.legal_unit(s)
        if not due or not found:
            s.flow.pop()
            return
        if len(found) > 1 or (defending and DEFENDER.refuse_retreat(s, None) is None):
            return
        _take(s, found[0])


def _take(s: SWState, u: int) -> None:
    name, due = s.flow[-1]
    suffer(s, u)
    s.flow[-1] = (name, due - 1)


class DefenderLosses(Step):
    """11.20.d, R112: the defender takes each loss as a step or, after the first, all the rest as a retreat."""

    name, rule, frame = "defender_losses", "11.20", ("",)

    def side(self, s: SWState) -> str:
        return FOE[s.active]

    def prompt(self, s: SWState) -> str:
        due = s.flow[-1][1]
        steps = "one step" if due == 1 else f"{due} steps"
        if self.refuse_retreat(s, None) is None:
            return f"You must lose {steps}: which unit loses the next, or does the stack retreat?"
        return f"You must lose {steps}: which unit loses the next?"

    def legal_unit(self, s: SWState) -> list[int]:
        return defender_choices(s, battle(s))

    def why_unit(self, s: SWState, u: int) -> Reason:
        b = battle(s)
        if SIDE[u] == s.active or s.at[u] != b.target:
            return Reason("11.20", "it is not in the hex that was attacked")
        if IS_FORT[u]:
            return Reason("11.20", "a fort loses steps only when no corps is left")
        if not b.suffered:
            return Reason("11.20", "the first step must come from a unit that took part in the defence")
        if u in b.suffered:
            return Reason("11.20", "others have not yet lost a step")
        return Reason("11.20", "it took no part in the defence")

    def do_unit(self, s: SWState, u: int) -> None:
        _take(s, u)
        settle(s)

    def refuse_retreat(self, s: SWState, _: None) -> Reason | None:
        b = battle(s)
        if not b.suffered:
            return Reason("11.20", "the first loss must be taken as a step")
        return no_retreat(s, b, s.flow[-1][1])

    def do_retreat(self, s: SWState, _: None) -> None:
        due = s.flow.pop()[1]
        begin(s, battle(s), due)


class AttackerLosses(Step):
    """11.20.l: the attacker takes all his losses as steps."""

    name, rule, frame = "attacker_losses", "11.20", ("",)

    def prompt(self, s: SWState) -> str:
        due = s.flow[-1][1]
        return f"You must lose {'one step' if due == 1 else f'{due} steps'}: which unit loses the next?"

    def legal_unit(self, s: SWState) -> list[int]:
        return attacker_choices(s, battle(s))

    def why_unit(self, s: SWState, u: int) -> Reason:
        b = battle(s)
        if u in b.suffered:
            return Reason("11.20", "others have not yet lost a step")
        if s.at[u] in b.origins and IS_CORPS[u]:
            return Reason("11.20", "the first step must come from a unit that attacked")
        return Reason("11.20", "it neither attacked nor stands with those who did")

    def do_unit(self, s: SWState, u: int) -> None:
        _take(s, u)
        settle(s)


DEFENDER, ATTACKER = DefenderLosses(), AttackerLosses()
STEPS = (DEFENDER, ATTACKER)

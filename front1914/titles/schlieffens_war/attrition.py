"""5.5, 8.1, 8.7, 8.8: the Administrative Phase: supply is checked and stored, units out of supply waste away."""

from __future__ import annotations

from front1914.engine.flow import Die, Step
from front1914.titles.schlieffens_war.charts import OUT_OF_SUPPLY as ATTRITION
from front1914.titles.schlieffens_war.fog import others
from front1914.titles.schlieffens_war.state import OUT_OF_SUPPLY, SWState
from front1914.titles.schlieffens_war.supply import survey
from front1914.titles.schlieffens_war.world import IS_CORPS, IS_HQ, SIDE


class Administer(Step):
    """8.1, R90: the states of all units are found first, then attrition is rolled.

    An HQ or a depot has no side to be turned over: its factor and its allowance follow from the stored state (2.7).
    """

    name, rule = "administer", "5.5"

    def run(self, s: SWState) -> None:
        """5.5.b, 8.7.e, 8.8.b, 8.8.h: all units of the active side; corps and HQs out of supply roll."""
        s.flow.pop()
        wasting = []
        for u, state in survey(s, s.active):
            if s.supply[u] != state:  # 5.5, 5.5.a
                s.supply[u] = state
                s.mention("supply", u, supply=state)
            if state == OUT_OF_SUPPLY and (IS_CORPS[u] or IS_HQ[u]):  # 8.8.g
                wasting.append(u)
        if wasting:
            s.flow.append(("attrition", tuple(wasting)))


class Attrition(Die):
    """8.8: one die for each corps and HQ out of supply."""

    name, rule, frame = "attrition", "8.8", ("unit",)

    def prompt(self, s: SWState) -> str:
        return "Attrition of a unit out of supply: on 1 or 2 it loses a step."

    def do_die(self, s: SWState, face: int) -> None:
        u, *rest = s.flow.pop()[1]
        if rest:
            s.flow.append(("attrition", tuple(rest)))
        s.mention("attrition", u, die=face)
        if not s.seen(u):  # 6.6: the die is open, the unit is not
            s.tell("attrition_unseen", only=others(SIDE[u]), side=SIDE[u], die=face)
        if ATTRITION.read(0, face):  # 8.8.a, 8.8.f
            s.lose_step(u, shown=False)


STEPS = (Administer(), Attrition())

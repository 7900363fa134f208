"""9.1: the attack phases."""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import OWN


class Attack(Step):
    """9.1: attacks are indicated and resolved. Prepared Attack markers go with the end of the phase (B108)."""

    name, rule = "attack", "9.1"

    def prompt(self, s: OAOState) -> str:
        return "Finish the attack phase."

    def do_done(self, s: OAOState, _: None) -> None:
        s.flow.pop()
        for u in OWN[s.active]:
            s.pa[u] = -1


STEPS = (Attack(),)

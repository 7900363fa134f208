"""5.4, 11.1, 11.6: the Combat Phase: first probing attacks, then attacks one after the other."""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.titles.schlieffens_war.combat import (
    advance,
    course,
    declaration,
    defence,
    losses,
    markers,
    probes,
    retreat,
)
from front1914.titles.schlieffens_war.combat.declaration import targets
from front1914.titles.schlieffens_war.combat.probes import probers
from front1914.titles.schlieffens_war.state import SWState


class Combat(Step):
    """11.1, 11.6: probing attacks while there are any to make (0), then attacks one after the other (1)."""

    name, rule, frame = "combat", "11.0", ("",)

    def run(self, s: SWState) -> None:
        if s.flow[-1][1] == 0 and probers(s):
            s.flow.append(("probe",))
        elif targets(s):
            s.flow[-1] = ("combat", 1)
            s.flow.append(("attack",))
        else:
            s.flow.pop()


STEPS = (
    Combat(),
    *probes.STEPS,
    *declaration.STEPS,
    *defence.STEPS,
    *course.STEPS,
    *markers.STEPS,
    *losses.STEPS,
    *retreat.STEPS,
    *advance.STEPS,
)

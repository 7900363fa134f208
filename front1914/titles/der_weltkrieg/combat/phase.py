"""12-1, 12-2: the Combat Phase: sieges, then Combats one after the other; and all steps of combat."""

from __future__ import annotations

from front1914.engine.state import Frame
from front1914.play.asking import AsLongAs
from front1914.titles.der_weltkrieg.combat import (
    advance,
    column,
    course,
    declaration,
    defence,
    evasion,
    forts,
    losses,
    payer,
    retreat,
    trenches,
)
from front1914.titles.der_weltkrieg.combat.ability import targets
from front1914.titles.der_weltkrieg.combat.pockets import mark_doomed, remove_doomed
from front1914.titles.der_weltkrieg.combat.toll import remove
from front1914.titles.der_weltkrieg.state import DWState


class Combat(AsLongAs):
    """12-2, 12-3: each Combat is declared and resolved before the next, as long as there is one to fight."""

    name, rule = "combat", "12-2"

    def question(self, s: DWState) -> Frame | None:
        return ("attack",) if targets(s) else None


def begin_half(s: DWState) -> None:
    """20-13: units in pockets that cannot live are noted; 22-22: works begun in any turn."""
    mark_doomed(s)
    trenches.seven_turns_later(s)


def end_half(s: DWState) -> None:
    """20-13, DW-R59: whoever was in such a pocket all the time has surrendered."""
    for u in remove_doomed(s):
        s.tell("surrenders", unit=u, hex=s.at[u])
        remove(s, u, surrendered=True)
    trenches.tidy(s)


def end_phase(s: DWState) -> None:
    """21-10, 22-4: sieges are counted, works without their builders are gone."""
    forts.watch(s)
    forts.end_of_combat(s)
    trenches.tidy(s)


STEPS = (
    Combat(),
    *declaration.STEPS,
    *payer.STEPS,
    *evasion.STEPS,
    *course.STEPS,
    *defence.STEPS,
    *losses.STEPS,
    *retreat.STEPS,
    *advance.STEPS,
    *column.STEPS,
    *forts.STEPS,
    *trenches.STEPS,
)

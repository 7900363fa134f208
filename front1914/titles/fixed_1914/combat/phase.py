"""SP-3, SP-6, CB-2: the Combat Phase: battles one after the other, in any order."""

from __future__ import annotations

from front1914.engine.state import Frame
from front1914.play.asking import AsLongAs
from front1914.titles.fixed_1914.combat import advance, course, declaration, evasion, losses, retreat
from front1914.titles.fixed_1914.combat.declaration import targets
from front1914.titles.fixed_1914.state import FXState


class Combat(AsLongAs):
    """CB-2, B-70: each battle is declared and resolved before the next, as long as there is one to fight."""

    name, rule = "combat", "CB-2"

    def question(self, s: FXState) -> Frame | None:
        return ("attack",) if targets(s) else None


STEPS = (
    Combat(),
    *declaration.STEPS,
    *evasion.STEPS,
    *course.STEPS,
    *losses.STEPS,
    *retreat.STEPS,
    *advance.STEPS,
)

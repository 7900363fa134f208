"""SP-3, SP-6, CB-2: the Combat Phase: battles one after the other, in any order."""

from __future__ import annotations

from front1914.engine.state import Frame
from front1914.play.asking import AsLongAs
from front1914.titles.fixed_1914.board import SIZE
from front1914.titles.fixed_1914.combat import advance, course, declaration, evasion, losses, retreat
from front1914.titles.fixed_1914.combat.declaration import targets
from front1914.titles.fixed_1914.landwehr import can_merge
from front1914.titles.fixed_1914.order import can_order
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import OWN


class Combat(AsLongAs):
    """CB-2, B-70: each battle is declared and resolved before the next, as long as there is one to fight."""

    name, rule = "combat", "CB-2"

    def question(self, s: FXState) -> Frame | None:
        return ("attack",) if targets(s) or unsettled(s) else None  # MV-3.1, MV-3.2


def unsettled(s: FXState) -> bool:
    """B-18, B-92: whether battles of this phase have left Landwehr that could recombine, or a stack that could be put
    in order: their owner is asked once more before the enemy's turn."""
    fought = {s.at[u] for u in OWN[s.active] if s.attacked[u] and s.at[u] < SIZE}
    return any(can_order(s, s.stack(h)) or can_merge(s, s.stack(h)) for h in fought)


STEPS = (
    Combat(),
    *declaration.STEPS,
    *evasion.STEPS,
    *course.STEPS,
    *losses.STEPS,
    *retreat.STEPS,
    *advance.STEPS,
)

"""12-9, 16-5, 23-2, 30-3: who has fought: whoever attacked somebody, or advanced where everybody had gone before."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.titles.der_weltkrieg import danube
from front1914.titles.der_weltkrieg.combat.battle import ASSAULT, COLUMN, Battle
from front1914.titles.der_weltkrieg.state import FOUGHT, DWState


def engage(s: DWState, b: Battle, units: Sequence[int]) -> None:
    """Units fight in a Combat: they do not attack again in this phase, nor recombine in this turn."""
    for u in units:
        s.deeds[u] |= FOUGHT
        if b.kind == ASSAULT:
            s.attacked[u] = 1
        elif b.kind == COLUMN:
            s.charged[u] = 1
    if b.kind == ASSAULT:
        danube.note_attack(s, units, b.target)

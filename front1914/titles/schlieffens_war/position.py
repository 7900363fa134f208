"""How a position writes the units: what is as printed is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from front1914.engine.position import Table
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import FULL, UNITS


@dataclass(frozen=True)
class UnitTable(Table):
    """Rows of units. Steps are left out at full strength, which is another number for each unit."""

    def write(self, state: SWState) -> dict[str, Any]:
        rows = super().write(state)
        for word in list(rows):
            if rows[word]["steps"] == FULL[UNITS.number(word)]:
                del rows[word]["steps"]
                if not rows[word]:
                    del rows[word]
        return rows

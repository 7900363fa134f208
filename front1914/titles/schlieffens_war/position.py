"""How a position writes the units: what is as printed is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from front1914.engine.position import Table
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import FULL, UNITS


@dataclass(frozen=True)
class UnitTable(Table):
    """Rows of units. Two defaults depend on the row: steps are the full ones, and the morale at the start of the phase
    is that of now."""

    def write(self, state: SWState) -> dict[str, Any]:
        rows = super().write(state)
        for word in list(rows):
            row, u = rows[word], UNITS.number(word)
            if row["steps"] == FULL[u]:
                del row["steps"]
            if state.morale_was[u] == state.morale[u]:
                row.pop("morale_was", None)
            elif "morale_was" not in row:
                row["morale_was"] = self.cells["morale_was"].write(state.morale_was[u])
            if not row:
                del rows[word]
        return rows

    def read(self, place: str, state: SWState, rows: Any) -> None:
        super().read(place, state, rows)
        for word, row in rows.items():
            if isinstance(row, Mapping) and "morale_was" not in row:
                u = UNITS.number(word)
                state.morale_was[u] = state.morale[u]

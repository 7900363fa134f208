"""3.3: who controls a hex. The change itself is SWState.enter; here is how a position writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from front1914.engine.errors import BadPosition
from front1914.engine.position import Table
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import FOE, GERMANY, HEXES, SIDES


def first_holder(h: int) -> str:
    """3.3: who controls the hex at the start: the German in Germany, the Entente elsewhere."""
    return "german" if GERMANY >> h & 1 else "entente"


@dataclass(frozen=True)
class ControlTable(Table):
    """The hexes that changed hands, each with the side that holds it now."""

    def write(self, state: SWState) -> dict[str, Any]:
        return {str(HEXES[h]): FOE[first_holder(h)] for h in HEXES.numbers if state.captured[h]}

    def read(self, place: str, state: SWState, rows: Any) -> None:
        if not isinstance(rows, Mapping):
            raise BadPosition(place, "must be a table")
        for word, side in rows.items():
            h = HEXES.find(word)
            if h is None:
                raise BadPosition(f"{place}.{word}", f"no hex {word!r}")
            if side not in SIDES:
                raise BadPosition(f"{place}.{word}", f"must be {' or '.join(SIDES)}, not {side!r}")
            state.captured[h] = side != first_holder(h)

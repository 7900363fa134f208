"""What a computer commander values: units, and the village."""

from __future__ import annotations

from typing import Any

from front1914.play.judgement import Judgement
from tests.narrows.world import SIDE, UNITS


def evaluate(view: dict[str, Any], side: str) -> float:
    """Own units less the enemy's; one in the village counts half a unit more."""
    if view["result"]:
        winner = view["result"]["winner"]
        return 0.0 if winner is None else 10.0 if winner == side else -10.0
    total = 0.0
    for word, row in view["position"].get("units", {}).items():
        if row["at"] != "lost":
            worth = 1.5 if row["at"] == "village" else 1.0
            total += worth if SIDE[UNITS.number(word)] == side else -worth
    return total


JUDGEMENT = Judgement(evaluate=evaluate)

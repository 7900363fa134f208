"""What a commander of the Ford values, in steps of a unit."""

from __future__ import annotations

from typing import Any

from tests.ford.state import BOARD, HEXES, TOWN


def evaluate(view: dict[str, Any], side: str) -> float:
    """Own steps less the enemy's, nearness to the town, and the town itself, which counts more near the end."""
    if view["result"]:
        return 100.0 if view["result"]["winner"] == side else -100.0
    total = 0.0
    for row in view["units"].values():
        sign = 1 if row["side"] == side else -1
        near = BOARD.distance(HEXES.number(row["at"]), TOWN)
        total += sign * (row["steps"] + 0.2 * row.get("veteran", 0) - 0.05 * near)
        if near == 0 and row["side"] == "red":
            total += sign * 0.5 * view["turn"]
    return total

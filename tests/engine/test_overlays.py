"""Overlays: what a side is shown of reach, zones and supply."""

from __future__ import annotations

from typing import Any

import front1914
from tests.ford.title import Ford


class Unsorted(Ford):
    """Comes upon places in the order of hidden units."""

    def overlay(self, s: Any, side: str, name: str, subject: str | None = None) -> dict[str, Any]:
        return {"places": {"b2": {}, "a1": {}, "c1": {}}, "lines": [], "text": ""}


def test_the_order_of_places_tells_nothing() -> None:
    game = front1914.new("ford", seed=1)
    game.title = Unsorted()
    assert list(game.overlay(game.sides[0], "reach")["places"]) == ["a1", "b2", "c1"]

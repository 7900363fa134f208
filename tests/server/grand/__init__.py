"""A game as large as any: 5,040 hexes, 600 units, marches of twelve points. Its rules are to march in turn."""

from __future__ import annotations

from front1914.engine.title import Scenario, Title, TitleInfo

INFO = TitleInfo("grand", "The grand army", 2026, (2, 2), ("north", "south"), (Scenario("campaign", "Campaign"),))


def load() -> Title:
    from tests.server.grand.title import Grand

    return Grand()

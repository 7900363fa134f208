"""What a scenario says to the chapters on supply, morale and victory: data/scenarios/<id>.toml.

[supply]      primary.<side> = nation whose Headquarters feed small contingents (18-13); depots.<side> = hexes (19-15)
[morale]      tracked = nations that count Demoralization Points (26-2); thresholds.<nation> = [shaken, collapsed,
              surrender] (26-5)
[victory]     see victory.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

from front1914.titles.der_weltkrieg.board import BOARD
from front1914.titles.der_weltkrieg.nations import BELGIAN, NATIONS, SIDES
from front1914.titles.der_weltkrieg.scenarios import SCENARIOS, Rules
from front1914.titles.der_weltkrieg.state import DWState


class Terms(NamedTuple):
    """The same with numbers."""

    primary: dict[str, int]
    depots: dict[str, int]  #: bitsets
    tracked: frozenset[int]
    thresholds: dict[int, tuple[int, ...]]
    victory: dict[str, Any]


def _table(rules: Rules, *path: str) -> dict[str, Any]:
    data: Any = rules.data.data
    for key in path:
        data = data.get(key, {})
    return {key: value for key, value in data.items() if key != "source"}


def _read(rules: Rules) -> Terms:
    morale = _table(rules, "morale")
    everybody = frozenset(rules.war) - {BELGIAN}  # 26-2
    tracked = frozenset(map(NATIONS.number, morale["tracked"])) if "tracked" in morale else everybody
    depots = _table(rules, "supply", "depots")
    return Terms(
        {side: NATIONS.number(word) for side, word in _table(rules, "supply", "primary").items()},
        {side: BOARD.bits(depots.get(side, ())) for side in SIDES},
        tracked,
        {NATIONS.number(word): tuple(levels) for word, levels in _table(rules, "morale", "thresholds").items()},
        _table(rules, "victory"),
    )


TERMS = {name: _read(rules) for name, rules in SCENARIOS.items()}


def terms(s: DWState) -> Terms:
    """What the scenario of a game says."""
    return TERMS[s.scenario]

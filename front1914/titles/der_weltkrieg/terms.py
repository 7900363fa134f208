"""What a scenario says to the chapters on supply, morale and victory: data/scenarios/<id>.toml.

tracked       nations that count Demoralization Points (26-2); without it all at war but Belgium
[thresholds]  nation = points at which it is shaken, collapses, surrenders (26-5)
[primary]     side = nation that feeds small contingents (18-13)
[depots]      side = hexes in which Headquarters find communication (19-15)
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


def _read(rules: Rules) -> Terms:
    everybody = frozenset(rules.war) - {BELGIAN}  # 26-2
    victory: dict[str, Any] = dict(rules.data.data.get("victory", {}))
    return Terms(
        {side: NATIONS.number(word) for side, word in rules.primary.items()},
        {side: BOARD.bits(rules.depots.get(side, ())) for side in SIDES},
        frozenset(map(NATIONS.number, rules.tracked)) or everybody,
        {NATIONS.number(word): tuple(levels) for word, levels in rules.thresholds.items()},
        victory,
    )


TERMS = {name: _read(rules) for name, rules in SCENARIOS.items()}


def terms(s: DWState) -> Terms:
    """What the scenario of a game says."""
    return TERMS[s.scenario]

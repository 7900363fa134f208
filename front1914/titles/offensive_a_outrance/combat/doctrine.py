"""21.1: inferior Allied combat doctrine: in the first turns some throws are made again."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.titles.offensive_a_outrance.sieges.camps import camp_of
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import SIDE

LAST = 5  #: the last GT of the rule
BLACK = {"allied": 1, "german": 6}  #: 21.1.a, 21.1.b: by the attacking side: the black die that is thrown again


def unlucky(s: OAOState, side: str, defenders: Iterable[int]) -> int:
    """21.1, 21.1.c: the black die with which an attack by a side is thrown again, 0 for none: not where the combat
    includes an Allied Fortress of a Fortified Camp."""
    if s.turn > LAST or any(SIDE[u] == "allied" and camp_of(u) is not None for u in defenders):
        return 0
    return BLACK[side]

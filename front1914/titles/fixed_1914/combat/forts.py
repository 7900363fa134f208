"""FT, FA: whom a fort helps, what its symbols are worth, and when its artillery is silenced or lost.

Forts are part of the map: nothing destroys one (FT-5).
"""

from __future__ import annotations

from collections.abc import Iterable

from front1914.titles.fixed_1914.board import EXTERNAL, INTERNAL, ROW
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import (
    CALIBRES,
    COUNTRY_OF_NATION,
    GUN_FACTOR,
    IS_ARTILLERY,
    IS_INFANTRY,
    IS_ITALIAN,
    NATION,
)

#: FT-2: by nation, the countries whose forts it may use
FORTS_OF = {
    "german": ("germany",),
    "french": ("france",),
    "british": ("france", "belgium"),
    "belgian": ("belgium",),
    "dutch": ("holland",),
}


def entitled(u: int, country: str) -> bool:
    """FT-2, FT-3: infantry of the country of the fort, and British infantry in France and Belgium; no Italians."""
    # FT-2.1, FT-2.2, FT-2.3, FT-2.4, FT-2.5, FT-3.2
    return IS_INFANTRY[u] and not IS_ITALIAN[u] and country in FORTS_OF[NATION[u]]


def internal(h: int) -> tuple[int, str]:
    """FT-1.1, FT-5: the fort symbols inside a hex and their country."""
    row = ROW[h]
    return (INTERNAL[h], row.country) if row is not None and INTERNAL[h] else (0, "")


def external(origin: int, target: int) -> tuple[int, str]:
    """The fort symbols on a hexside and their country."""
    return EXTERNAL.get((origin, target), (0, ""))


def silenced(s: FXState, target: int, attackers: Iterable[int]) -> bool:
    """FA-5, FA-7, FA-8, B-56: whether artillery of a strictly higher calibre supports this attack; French guns never
    silence German ones."""
    gun = s.gun(target)
    if gun is None:
        return False
    barred = ("french",) if NATION[gun] == "german" else ()
    return any(IS_ARTILLERY[u] and CALIBRES[u] > CALIBRES[gun] and NATION[u] not in barred for u in attackers)


def worth(s: FXState, target: int, country: str, silent: bool) -> int:
    """FT-6, FT-7, FA-2.1, FA-2.2: what a symbol counts: 1, and the factor of its country's artillery in the hex."""
    gun = s.gun(target)
    if gun is None or silent or COUNTRY_OF_NATION[NATION[gun]] != country:
        return 1
    return 1 + GUN_FACTOR[gun]

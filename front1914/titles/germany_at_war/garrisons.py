"""4.1: Infantry turns its steps into the Garrison of a Fortress."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.titles.germany_at_war.state import GWState
from front1914.titles.germany_at_war.world import (
    BIT,
    BUILDERS,
    FACES,
    FORT_AREA,
    FORTRESS_MOST,
    FORTS_IN,
    IS_INFANTRY,
    POWER,
    SIDE,
)


def refuse_build(s: GWState, u: int, f: int) -> Reason | None:
    """4.1, 7.4: why an Infantry that has not moved cannot build a Garrison in a Fortress; rulings B08 to B11."""
    power = POWER[u]
    if not IS_INFANTRY[u]:  # 4.1.n
        return Reason("4.1", "only Infantry builds Garrisons")
    if power not in BUILDERS:  # 4.1.b, 7.4.j
        return Reason("7.4", "the British build no Garrisons")
    if s.at[u] != FORT_AREA[f]:  # 4.1.o
        return Reason("4.1", "it does not stand in that Fortress")
    if not s.held(SIDE[u]) & BIT[FORT_AREA[f]]:
        return Reason("7.4", "the Fortress is in enemy hands")
    if s.face[u] + 1 >= FACES[u]:  # 4.1.q
        return Reason("4.1", "it is at its minimum strength")
    if sum(s.discs_of(p)[f] for p in BUILDERS) >= FORTRESS_MOST:  # 4.1.k, 2.4.e
        return Reason("2.4", f"the Fortress holds {FORTRESS_MOST} Garrisons")
    return None if s.supply_of(power) > 0 else Reason("4.1", "no more Garrison Discs of that Power are left")


def buildable(s: GWState, u: int) -> list[int]:
    """The Fortresses in which the block may build."""
    return [f for f in FORTS_IN.get(s.at[u], ()) if refuse_build(s, u, f) is None]


def build(s: GWState, u: int, f: int) -> None:
    """4.1.p, 7.3.2.e: a step becomes a Garrison of the builder's colour (ruling B09)."""
    s.face[u] += 1
    s.last[u] = min(s.last[u] + 1, FACES[u] - 1)
    s.discs_of(POWER[u])[f] += 1
    s.mention("built", u, fort=f)

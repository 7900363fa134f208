"""9.4: Ammo: every Force needs it, or fights at half strength."""

from __future__ import annotations

from front1914.titles.offensive_a_outrance.board import CAMP_OF, PORT
from front1914.titles.offensive_a_outrance.forces import Force
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import SIDE


def magazine(s: OAOState, force: Force) -> bool:
    """9.4.3: Allied units in a Port, and units within a Fortified Camp of their side, need nobody to bring it."""
    side = SIDE[force[0]]
    return all(
        (side == "allied" and PORT >> h & 1) or (h in CAMP_OF and bool(s.held(side) >> h & 1))
        for h in s.hexes(force[0])
    )

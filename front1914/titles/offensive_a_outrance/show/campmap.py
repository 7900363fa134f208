"""12.1, 12.3, 13.1.3: what everybody sees of Fortresses and Fortified Camps."""

from __future__ import annotations

from front1914.engine.shapes import Marker
from front1914.kit.bits import members
from front1914.kit.spelling import spelled
from front1914.titles.offensive_a_outrance.board import CAMP, HEXES
from front1914.titles.offensive_a_outrance.sieges.camps import CAMPS_OF, besieged, garrisoned
from front1914.titles.offensive_a_outrance.sieges.fortress import steps_left
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import SIDES, STEPS_OF


def marks(s: OAOState, u: int) -> list[str]:
    """What lies on a Fortress: whether its garrison is gone, and which steps it has lost."""
    worn = [f"{steps_left(s, u)} of {STEPS_OF[u]} steps"] if s.sr[u] else []
    return ["no garrison", *worn] if s.face[u] else worn


def markers(s: OAOState) -> list[Marker]:
    """12.3: the Invested camps, each marked in its first hex."""
    return [
        {"at": str(HEXES[members(CAMP[camp])[0]]), "kind": "invested", "text": f"{spelled(camp)} is Invested (12.3)"}
        for side in SIDES
        for camp in CAMPS_OF[side]
        if besieged(s, side) & CAMP[camp] and garrisoned(s, camp)
    ]

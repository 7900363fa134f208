"""22.2: the Garrison of Paris: an army whose Area of Attachment, the Garrison Area, overlaps those of others.

Its display also takes Formations that are far behind the front lines or inside an Invested camp (22.2.4).
"""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, HEXES, SIZE
from front1914.titles.offensive_a_outrance.schedule import GROUP, GROUP_ENDS
from front1914.titles.offensive_a_outrance.sieges.camps import PARIS as CAMP_NAME
from front1914.titles.offensive_a_outrance.sieges.camps import besieged
from front1914.titles.offensive_a_outrance.state import BY_FOOT, OAOState
from front1914.titles.offensive_a_outrance.world import ARMIES, IS_FORMATION, NATION

PARIS = ARMIES.number("f-PARIS")
AREA = CAMP[CAMP_NAME]  #: 22.2.1: bounded by the printed Improved Positions, which belong to it
DEPOT = HEXES.number("16.36")  #: 22.2.3: the printed Depot
FAR = 10  #: B142: hexes to the nearest enemy from which a Formation is far behind the front


def placeable(s: OAOState, u: int) -> bool:
    """22.2.4, B142: whether a Formation's marker may lie on the Paris display where it stands."""
    h = s.at[u]
    if AREA >> h & 1 or besieged(s, "allied") >> h & 1:
        return True
    return not BOARD.within(h, FAR) & s.ground("german").units


def remains(s: OAOState, u: int) -> bool:
    """5.1.2, 22.2: whether a unit of the Garrison stays with it when areas are looked at."""
    if s.army[u] != PARIS:
        return False
    return placeable(s, u) if IS_FORMATION[u] else bool(AREA >> s.at[u] & 1)


def refuse_paris(s: OAOState, u: int) -> Reason | None:
    """22.2.4: why a Formation's marker cannot be placed on the Paris display."""
    if NATION[u] != "french" or not IS_FORMATION[u] or s.at[u] >= SIZE or s.rail[u] != BY_FOOT:
        return Reason("22.2.4", "only French Formations on the map")
    if PARIS not in s.rules.armies:
        return Reason("22.2", "Paris takes no part")
    if s.army[u] == PARIS:
        return Reason("22.2.4", "it is there already")
    if s.army[u] == GROUP and s.turn < GROUP_ENDS:
        return Reason("22.3.1", "the Territorial Group belongs to no army")
    if not placeable(s, u):
        return Reason("22.2.4", "neither in the Garrison Area, nor far behind the front, nor in an Invested camp")
    return None


def refuse_release(s: OAOState, u: int) -> Reason | None:
    """5.1.2: why a Formation cannot leave the Paris display for the army in whose area it stands."""
    if s.army[u] != PARIS or not IS_FORMATION[u] or s.at[u] >= SIZE:
        return Reason("22.2.4", "it is not on the Paris display")
    if s.allied_area[s.at[u]] in (-1, GROUP):
        return Reason("5.1.2", "it stands in no other army's area")
    return None

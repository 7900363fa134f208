"""24.2.1, 24.4: the two counters of Belgian Formations, and the surrender of Antwerpen."""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.logistics.tether import ANTWERPEN
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.railways.triggers import ANTWERPEN as CITY
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import IS_DIVISION, IS_FORMATION, KINDS, OWN, WITHDRAWN

MARKER = 3  #: 24.4: GTs until the marker on the track is reached (25.4.1)
#: 24.4: Fortress and Combat units with the ID Antwerpen, and its Depot
NAMED = tuple(u for u in OWN["allied"] if KINDS[u].nation == "belgian" and "Antwerpen" in KINDS[u].name)
#: 24.2.1: what shows the Strength Reductions of a Belgian division
COUNTERS = (
    "primary full",
    "primary reduced",
    "secondary full",
    "secondary reduced",
    "secondary reduced -2",
    "secondary reduced -4",
)


def counter(s: OAOState, u: int) -> str:
    """24.2.1: which counter of a Belgian infantry division is on the map, and what lies under it."""
    if not (KINDS[u].nation == "belgian" and IS_DIVISION[u] and IS_FORMATION[u]):
        return ""
    return COUNTERS[s.sr[u]] if s.at[u] < SIZE else "eliminated"


def note_surrender(s: OAOState) -> None:
    """24.4: at the end of a GT Germans stand in both hexes of the city."""
    if not s.events[ANTWERPEN] and all(s.ground("german").units >> h & 1 for h in CITY):
        s.events[ANTWERPEN] = s.turn
        s.tell("antwerpen", turn=s.turn + MARKER)


class LeaveAntwerpen(Step):
    """24.4, 24.4.a: in the first Allied Preliminary Phase after the surrender the garrison and its forts are
    removed."""

    name, rule = "leave_antwerpen", "24.4"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if not s.events[ANTWERPEN] or s.phasing != "allied":
            return
        for u in NAMED:
            if s.at[u] != WITHDRAWN:
                if s.at[u] < SIZE:
                    s.tell("removed", unit=u, hex=s.at[u], reveals=True)
                s.remove(u, WITHDRAWN)
        settle(s)


STEPS = (LeaveAntwerpen(),)

"""16.0, 16.1, 16.5: the Preliminary Phase works off the schedule: armies, substitutions, withdrawals.

Units that are due enter by setup.Arrivals.
"""

from __future__ import annotations

from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.nations import belgien, territorials
from front1914.titles.offensive_a_outrance.organisation import armies
from front1914.titles.offensive_a_outrance.organisation.replacements import RESERVE, RESERVES
from front1914.titles.offensive_a_outrance.schedule import (
    ARMY_TURN,
    DETACHMENT,
    EXCHANGES,
    GROUP,
    GROUP_ENDS,
    NINTH,
    NINTH_TURN,
)
from front1914.titles.offensive_a_outrance.state import EVENTS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ARMY_ROWS,
    DEPOT_OF,
    NO_ARMY,
    PARENT_OF,
    TRACK,
    UNITS,
)

WHOLE, SHORT, GRUPPE = (UNITS.number(word) for word in ("g-26/13", "g-26-/13", "g-Kaempffer"))  #: 25.8


def muster(s: OAOState) -> None:
    """16.0, 17.1: what is still to come waits on the track; what lies before the first turn has happened."""
    rules = s.rules
    for army, turn in ARMY_TURN.items():
        if army in rules.armies and turn > rules.first_turn:
            _wait(s, army, turn)
    if DETACHMENT in rules.armies and rules.first_turn < NINTH_TURN:
        _wait(s, DETACHMENT, ARMY_ROWS[DETACHMENT].turn)
    for detachment, parent in PARENT_OF.items():  # 22.3.3
        s.face[parent] = int(detachment in rules.placed and parent in rules.placed)
    for event, turn in rules.events.items():
        s.events[EVENTS.number(event)] = turn
    if s.events[RESERVE]:
        for u in RESERVES:
            s.marker[u] = 1
    for exchange in EXCHANGES:  # 22.3.4: their markers show the second side
        s.marker[exchange.new] = int(exchange.new in rules.placed)
    if s.options.get("kaempffer", False) and WHOLE in rules.placed:
        for u in (SHORT, GRUPPE):
            s.put(u, s.at[WHOLE])
            s.army[u] = s.army[WHOLE]
        s.corps[SHORT] = s.corps[WHOLE]
        s.put(WHOLE, ABSENT)


def _wait(s: OAOState, army: int, turn: int) -> None:
    depot = DEPOT_OF[army]
    if s.at[depot] >= SIZE:
        s.put(depot, TRACK)
        s.due[depot], s.army[depot] = turn, NO_ARMY


class Scheduled(Step):
    """16.0: what the schedule brings to the Phasing Player in this turn."""

    name, rule = "scheduled", "16.0"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if s.phasing == "german":
            self.german(s)
        else:
            self.allied(s)
        s.flow += [("army_arrival", army) for army in reversed(armies.awaited(s, s.phasing))]

    def allied(self, s: OAOState) -> None:
        """17.2.3, 22.3.4."""
        if s.turn == NINTH_TURN and {DETACHMENT, NINTH} <= set(s.rules.armies):
            armies.make_ninth(s)
        if s.turn == GROUP_ENDS and GROUP in s.rules.armies:
            territorials.end_group(s)
            armies.disband(s, GROUP)

    def german(self, s: OAOState) -> None:
        """25.2, 25.4.1, 25.4.2; the display of A-G Belgien ends after all that concerns its units."""
        s.flow += [("belgien_ends",), ("after_surrender",), ("departure",)]


class BelgienEnds(Step):
    """25.4.2."""

    name, rule = "belgien_ends", "25.4.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        belgien.end(s)


STEPS = (Scheduled(), BelgienEnds())

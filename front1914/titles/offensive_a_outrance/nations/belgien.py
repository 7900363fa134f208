"""25.4: Army Group Belgien: what leaves it after the fall of Antwerpen, and its end on GT 25."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import HEXES, SIZE
from front1914.titles.offensive_a_outrance.logistics.tether import ANTWERPEN
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.organisation.armies import disband
from front1914.titles.offensive_a_outrance.organisation.exchanges import in_place_of_lost, substitute
from front1914.titles.offensive_a_outrance.schedule import BELGIEN, BELGIEN_ENDS
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    ELIMINATED,
    IS_DEPOT,
    IS_FORMATION,
    KINDS,
    OWN,
    TRACK,
    UNITS,
)

AFTER = 3  #: 25.4.1: GTs from the surrender to the change
MARINE = UNITS.number("g-BELGIEN-Marine"), UNITS.number("g-Marine")
BRUSSEL = UNITS.number("g-Brussel-2"), UNITS.number("g-2-r-Ez")
OHL = UNITS.number("g-OHL")
CITY = HEXES.number("48.20")
#: 25.4.1: Formations and Assets with the ID of the army group
NAMED = tuple(u for u in OWN["german"] if KINDS[u].short.startswith("BELGIEN ") and u not in MARINE)
LANDWEHR = tuple(u for u in OWN["german"] if KINDS[u].short.endswith("Lw") and IS_FORMATION[u] and u not in NAMED)


class AfterSurrender(Step):
    """25.4.1, 25.4.1.c: three GTs after the surrender of Antwerpen, once."""

    name, rule = "after_surrender", "25.4.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        fallen = s.events[ANTWERPEN]
        if not fallen or s.turn < max(fallen + AFTER, s.rules.first_turn) or BELGIEN not in s.rules.armies:
            return
        for old, new in (MARINE, BRUSSEL):
            if s.at[old] not in (ABSENT, TRACK, ELIMINATED) and s.at[new] == ABSENT:
                substitute(s, old, new)  # as soon as its counterpart is there
        if s.turn != max(fallen + AFTER, s.rules.first_turn):
            return
        if s.at[BRUSSEL[0]] == ELIMINATED:
            in_place_of_lost(s, *BRUSSEL, CITY)
        for u in NAMED:
            if s.at[u] not in (ABSENT, ELIMINATED):
                s.tell("withdrawn", unit=u, reveals=True)
                s.remove(u, ABSENT)
        settle(s)
        if s.at[OHL] == ABSENT and depots(s):
            s.flow.append(("place_ohl",))
        if brigades(s):
            s.flow.append(("landwehr",))


def brigades(s: OAOState) -> list[int]:
    """25.4.1: Landwehr brigades attached to the army group."""
    return [u for u in LANDWEHR if s.army[u] == BELGIEN and s.at[u] < SIZE]


def depots(s: OAOState) -> list[int]:
    """Hexes of German Depots."""
    return sorted({s.at[u] for u in OWN["german"] if IS_DEPOT[u] and s.at[u] < SIZE})


class Landwehr(Step):
    """25.4.1, 25.4.1.a: the German chooses a Landwehr brigade of the army group that leaves."""

    name, rule = "landwehr", "25.4.1"
    else_unit = Reason("25.4.1", "no Landwehr brigade of the army group")

    def side(self, s: OAOState) -> str:
        return "german"

    def prompt(self, s: OAOState) -> str:
        return "Which Landwehr brigade of Army Group Belgien leaves?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return brigades(s)

    def do_unit(self, s: OAOState, u: int) -> None:
        s.flow.pop()
        s.tell("withdrawn", unit=u, reveals=True)
        s.remove(u, ABSENT)
        settle(s)


class PlaceOHL(Step):
    """25.4.1, B131, 25.4.1.b: the OHL Artillery is placed with a German Depot."""

    name, rule = "place_ohl", "25.4.1"
    else_to = Reason("25.4.1", "no German Depot stands there")

    def side(self, s: OAOState) -> str:
        return "german"

    def prompt(self, s: OAOState) -> str:
        return "With which Depot is the OHL Artillery placed?"

    def legal_to(self, s: OAOState) -> list[int]:
        return depots(s)

    def do_to(self, s: OAOState, h: int) -> None:
        s.flow.pop()
        s.put(OHL, h)
        s.army[OHL] = next(s.army[u] for u in OWN["german"] if IS_DEPOT[u] and s.at[u] == h)
        s.tell("arrived", unit=OHL, hex=h)


def end(s: OAOState) -> None:
    """25.4.2: on GT 25 the display of the army group is used no more; its Depot leaves."""
    if s.turn == max(BELGIEN_ENDS, s.rules.first_turn) and BELGIEN in s.rules.armies:
        s.tell("army_ends", army=BELGIEN)
        disband(s, BELGIEN)


STEPS = (AfterSurrender(), Landwehr(), PlaceOHL())

"""BA: the British Expeditionary Force: activated, thinned out in its staging area, landed in French ports."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.titles.fixed_1914.arrivals import enter, open_gate, refuse_gate
from front1914.titles.fixed_1914.board import BOARD, HEXES, IN, PLACE, PORT, SIZE
from front1914.titles.fixed_1914.charts import CLOCKS
from front1914.titles.fixed_1914.neutrality import activation, landing
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import (
    COUNTED,
    GROUP,
    IS_CAVALRY,
    OF_NATION,
    REMOVED,
    SIDE,
    STAGING,
    TRACK,
    UNITS,
)

BEF = tuple(u for u in OF_NATION["british"] if GROUP[u] == "bef")
PORTS = PORT & IN["france"]  #: BA-3.2, B-27


def _zone() -> int:
    """BA-2, B-25: near a border hex of France and Belgium, or near one of two towns."""
    found = 0
    for h in members(IN["france"] & IN["belgium"]):
        found |= BOARD.within(h, CLOCKS.bef_border_zone)
    for town in CLOCKS.bef_towns:
        found |= BOARD.within(PLACE[town], CLOCKS.bef_town_zone)
    return found


ZONE = _zone()
COUNTS = tuple(u for u in OF_NATION["french"] if COUNTED[u] or IS_CAVALRY[u])  #: B-25: corps and cavalry divisions


def staged(s: FXState) -> list[int]:
    """The units that wait in the staging area."""
    return [u for u in BEF if s.at[u] == STAGING]


def crowd(s: FXState) -> int:
    """BA-2: French corps and cavalry divisions in the zone."""
    return sum(s.at[u] < SIZE and bool(ZONE >> s.at[u] & 1) for u in COUNTS)


class Expedition(Step):
    """BA-2, BA-3: what the turn brings for the BEF: activation, then three checks, from the third on the landing."""

    name, rule = "expedition", "BA-2"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        if s.active != "allied":
            return
        since = s.turn - activation(s)
        if since == 0:
            activate(s)
        if s.turn >= landing(s):
            s.flow.append(("disembark",))
        if 1 <= since <= CLOCKS.bef_checks and staged(s):
            check(s)


def activate(s: FXState) -> None:
    """BA-1, BA-2: the BEF assembles in its staging area."""
    for u in BEF:
        if s.at[u] == TRACK:  # BA-2.1
            s.put(u, STAGING)
    s.tell("activated", turn=landing(s))


def check(s: FXState) -> None:
    """BA-2: too many French near Belgium, and two units are withdrawn, as the Allied player likes."""
    failed = crowd(s) > CLOCKS.bef_french_allowed
    s.tell("bef_check", failed=int(failed), reveals=True)
    if not failed:
        return
    if len(staged(s)) <= CLOCKS.bef_removed:
        for u in staged(s):
            send_home(s, u)
    else:
        s.flow.append(("send_home", CLOCKS.bef_removed))


def send_home(s: FXState, u: int) -> None:
    """BA-2: it never comes into play."""
    s.remove(u, REMOVED)  # BA-2.6
    s.tell("sent_home", unit=u)


class SendHome(Step):
    """BA-2, D10: which units are withdrawn. The frame holds how many still are."""

    name, rule, frame = "send_home", "BA-2", ("",)
    else_unit = Reason("BA-2", "it does not wait in the staging area")

    def prompt(self, s: FXState) -> str:
        return "Too many French units near Belgium: which British unit is withdrawn from the staging area?"

    def legal_unit(self, s: FXState) -> list[int]:
        return staged(s)

    def do_unit(self, s: FXState, u: int) -> None:
        left = s.flow.pop()[1]
        send_home(s, u)
        if left > 1:
            s.flow.append(("send_home", left - 1))


class Disembark(Step):
    """BA-3: after the last units have been withdrawn, those that are left may land, if there is a port for them."""

    name, rule = "disembark", "BA-3"

    def run(self, s: FXState) -> None:
        s.flow.pop()
        if staged(s) and _ports(s):
            s.flow.append(("landing",))


class Landing(Step):
    """BA-3, B-26, D11: choose a unit that lands now, or let the rest wait."""

    name, rule, ends = "landing", "BA-3", ("done",)

    def prompt(self, s: FXState) -> str:
        return "Which British unit lands?"

    def legal_unit(self, s: FXState) -> list[int]:
        return staged(s) if _ports(s) else []

    def why_unit(self, s: FXState, u: int) -> Reason:
        if SIDE[u] != "allied" or u not in staged(s):
            return Reason("BA-3", "it does not wait in the staging area")
        return Reason("BA-3", "no French port is in Allied hands")

    def do_unit(self, s: FXState, u: int) -> None:
        s.flow.append(("land", u))


def _ports(s: FXState) -> list[int]:
    return [h for h in members(PORTS) if open_gate(s, "allied", h)]


class Land(Step):
    """BA-3, BA-4: the port in which it lands, to move on; stacking is checked at the end of movement (B-47)."""

    name, rule, frame, ends = "land", "BA-3", ("unit",), ("cancel",)

    def prompt(self, s: FXState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1])} land?"

    def legal_to(self, s: FXState) -> list[int]:
        return _ports(s)

    def refuse_to(self, s: FXState, h: int) -> Reason | None:
        if not PORTS >> h & 1:
            return Reason("BA-3", f"{HEXES.name(h)} is no coastal city of France")
        return refuse_gate(s, "allied", h)

    def do_to(self, s: FXState, h: int) -> None:
        u = s.flow.pop()[1]
        if not staged(s)[1:]:
            s.flow.pop()  # nobody waits any more
        enter(s, u, h)


STEPS = (Expedition(), SendHome(), Disembark(), Landing(), Land())

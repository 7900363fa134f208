"""RI, PP-2, PP-4, PP-10: reinforcements: those of the Turn Record, and those that are made of eliminated units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.bits import members
from front1914.kit.data import DataFolder
from front1914.titles.fixed_1914.banks import place
from front1914.titles.fixed_1914.board import CITY, IN, MAJOR, PLACE, PORT
from front1914.titles.fixed_1914.entry import settle
from front1914.titles.fixed_1914.neutrality import NEVER, activation, north_army
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import ELIMINATED, FOE, GROUP, OWN, TRACK, TYPE, UNITS


@dataclass(frozen=True)
class Arrival:
    """A line of the Game Turn Record: data/reinforcements.csv."""

    id: str
    turn: int
    side: Literal["german", "allied"]
    type: str
    number: int
    at: str
    pool: Literal["north_african", "north_army", "eliminated"]
    when: Literal["", "bef", "britain"] = ""
    note: str = ""


#: PP-10.1: reinforcements.csv [north_african turn at]
RECORD = DataFolder.of(__package__).csv("reinforcements.csv", Arrival)
REBUILT = "eliminated"  #: the pool of the lines that are made of eliminated units
POOLS = {arrival.pool for arrival in RECORD}
ANY_PORT = "port"
PORTS = PORT & IN["france"]


# ---- where (RI-2, B-94)


def refuse_gate(s: FXState, side: str, h: int) -> Reason | None:
    """B-27, B-94: why units cannot enter in a hex: an enemy is there, or controls it."""
    foe = s.ground(FOE[side])
    if (foe.every | foe.live) >> h & 1:
        return Reason("RI-2", "an enemy is there")
    if CITY >> h & 1 and not s.holds(side, h):
        return Reason("RI-2", "the enemy controls it")
    return None


def open_gate(s: FXState, side: str, h: int) -> bool:
    """Whether units can enter there."""
    return refuse_gate(s, side, h) is None


def gates(s: FXState, arrival: Arrival) -> list[int]:
    """Where units of a line may enter now. The North Army has other German major cities if Coln is lost (A5)."""
    if arrival.at == ANY_PORT:
        return [h for h in members(PORTS) if open_gate(s, arrival.side, h)]
    named = PLACE[arrival.at]
    if open_gate(s, arrival.side, named):
        return [named]
    if arrival.pool == "north_army":
        return [h for h in members(MAJOR["germany"]) if open_gate(s, arrival.side, h)]
    return []


# ---- who


def due_turn(s: FXState, arrival: Arrival) -> int:
    """BA-2.7, RI-1, RI-3: the turn of a line, NEVER if what it waits for has not happened."""
    if arrival.when == "bef":
        return north_army(s)
    if arrival.when == "britain" and s.turn < activation(s):
        return NEVER  # B-30
    return arrival.turn


def comers(s: FXState, arrival: Arrival) -> list[int]:
    """PP-4, PP-10: the units of a line that could enter now: those that wait on the track, or on their very turn
    eliminated ones."""
    if SIDE_OF[arrival.id] != s.active or s.turn < due_turn(s, arrival):  # SP-1.1, SP-4.1
        return []
    kind = [u for u in OWN[arrival.side] if TYPE[u].id == arrival.type]
    if arrival.pool != REBUILT:
        return [u for u in kind if GROUP[u] == arrival.pool and s.at[u] == TRACK]
    if s.turn == arrival.turn:
        return [u for u in kind if s.at[u] == ELIMINATED]  # PP-2.2
    return [u for u in kind if GROUP[u] not in POOLS and s.at[u] == TRACK]  # B-94


SIDE_OF = {arrival.id: arrival.side for arrival in RECORD}


class Arrivals(Step):
    """RI-2: the lines of the record one after the other. The frame holds the next line and how many of it have come."""

    name, rule, frame = "arrivals", "RI-1", ("", "")

    def run(self, s: FXState) -> None:
        name, line, come = s.flow.pop()
        if line == len(RECORD):
            return
        arrival = RECORD[line]
        units = comers(s, arrival)
        places = gates(s, arrival) if units else []
        if not places or come == arrival.number:
            if not places and arrival.pool == REBUILT:
                wait(s, units[: arrival.number - come])
            s.flow.append((name, line + 1, 0))
            return
        s.flow.append((name, line, come + 1))
        if len(places) == 1:
            enter(s, units[0], places[0])
        else:
            s.flow.append(("arrive", units[0], line))


class Arrive(Step):
    """D7: where a unit enters that has a choice."""

    name, rule, frame = "arrive", "RI-2", ("unit", "")

    def prompt(self, s: FXState) -> str:
        return f"Where does {UNITS.name(s.flow[-1][1])} enter?"

    def legal_to(self, s: FXState) -> list[int]:
        return gates(s, RECORD[s.flow[-1][2]])

    def why_to(self, s: FXState, h: int) -> Reason:
        return refuse_gate(s, s.active, h) or Reason("RI-2", "it does not enter there")

    def do_to(self, s: FXState, h: int) -> None:
        u = s.flow.pop()[1]
        enter(s, u, h)


def wait(s: FXState, units: list[int]) -> None:
    """RI-2, B-94: eliminated units whose hex is in enemy hands on their turn wait on the track until it is free."""
    for u in units:
        s.remove(u, TRACK)


def enter(s: FXState, u: int, h: int) -> None:
    """RI-2, B-8, B-47: a unit comes into play face up and at full strength, whatever stands there already; in a river
    hex its owner names the bank (D7)."""
    place(s, u, h)
    s.tell("arrived", unit=u, hex=h)
    settle(s, u)


STEPS = (Arrivals(), Arrive())

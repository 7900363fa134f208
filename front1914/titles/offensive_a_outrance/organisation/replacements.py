"""16.6, 22.4: the Replacement Segment of the Inter-Phase; French Reserve divisions grow better.

Both sides choose at the same time: what a side has chosen is not shown to the other (strengths never are). Where all
Replacements can be used, or none, there is nothing to choose.
"""

from __future__ import annotations

import re
from array import array

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.titles.offensive_a_outrance.board import SIZE
from front1914.titles.offensive_a_outrance.charts import INTER_PHASES, RESERVE_ROLL, InterPhase
from front1914.titles.offensive_a_outrance.organisation.losses import REPL
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.state import EVENTS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    FACES,
    HOLDING,
    IS_FORMATION,
    IS_INFANTRY,
    KINDS,
    NATION,
    OWN,
    SIDE,
    SIDES,
)

NATIONS = {"allied": ("french", "british"), "german": ("german",)}  #: 16.6, 24.2: Belgians receive none
RESERVE = EVENTS.number("reserve")
#: 22.4: French Reserve divisions and brigades
RESERVES = tuple(
    u
    for u in OWN["allied"]
    if NATION[u] == "french" and IS_FORMATION[u] and re.fullmatch(r"\d+r(/\w+)?", KINDS[u].short)
)


def row(s: OAOState) -> InterPhase | None:
    """IPC: the line of the Inter-Phase chart; none for the Final Inter-Phase (B95)."""
    number = s.rules.interphases[s.turn]
    return INTER_PHASES[number - 1] if number <= len(INTER_PHASES) else None


def receive(s: OAOState, line: InterPhase) -> None:
    """16.6, 16.6.1, IPC.b: the allotment is added to what is stored; what is missing there is taken from it."""
    s.pools[REPL["french"]] += line.french_repl
    s.pools[REPL["british"]] += line.british_repl
    s.pools[REPL["german"]] += line.german_repl


# ---- who may receive one (16.6.2, 16.6.3)


def limit(line: InterPhase, side: str, army: int) -> int:
    """16.6.3: how many an army may incorporate; 0 where the chart leaves it out, a large number where it is silent."""
    if army == GROUP:  # 22.3: it is no army
        return UNLIMITED
    if side == "german":
        if line.german_armies and (army < 0 or str(ARMIES[army]) not in line.german_armies):
            return 0
        return line.german_most or UNLIMITED
    return line.french_most or UNLIMITED


UNLIMITED = 99


def refuse_replacement(s: OAOState, u: int) -> Reason | None:
    """16.6.2, 16.6.3, 8.1.g: why a unit cannot receive a Replacement."""
    line = row(s)
    if line is None or not IS_INFANTRY[u] or NATION[u] not in NATIONS[SIDE[u]]:
        return Reason("16.6.2", "Replacements go to infantry of a nation that has them")
    if s.at[u] >= SIZE and s.at[u] != HOLDING:
        return Reason("16.6.2", "it is neither on the map nor in England")  # 16.6.2.b
    if s.pools[REPL[NATION[u]]] <= 0:
        return Reason("16.6", "its nation has no Replacements left")
    if s.spent[u]:
        return Reason("16.6.2", "a unit receives one in an Inter-Phase")  # 16.6.2.a
    if not s.sr[u]:
        return Reason("16.6.2", "it is at full strength")
    if NATION[u] != "british" and _given(s, u) >= limit(line, SIDE[u], s.army[u]):
        return Reason("16.6.3", "its army receives no more in this Inter-Phase")
    return None


def _given(s: OAOState, u: int) -> int:
    """How many Replacements of a nation an army has incorporated in this Inter-Phase."""
    army, nation = s.army[u], NATION[u]
    return sum(bool(s.spent[v]) for v in OWN[SIDE[u]] if s.army[v] == army and NATION[v] == nation)


def candidates(s: OAOState, side: str) -> list[int]:
    """The units of a side that may receive one now."""
    return [u for u in OWN[side] if s.sr[u] and IS_INFANTRY[u] and refuse_replacement(s, u) is None]


def incorporate(s: OAOState, u: int) -> None:
    """16.6.2: one Strength Reduction less."""
    s.sr[u] -= 1
    s.spent[u] = 1
    s.pools[REPL[NATION[u]]] -= 1
    s.tell("replaced", only=SIDE[u], unit=u)


def proposal(s: OAOState, side: str) -> int | None:
    """Whom the staff would choose next: the unit that gains most, of equals the stronger one."""

    def gain(u: int) -> tuple[int, int, int]:
        before, after = FACES[u][s.sr[u]], FACES[u][s.sr[u] - 1]
        return sum(after) - sum(before), s.attack(u), -u

    return max(candidates(s, side), key=gain, default=None)


def is_plain(s: OAOState, side: str) -> bool:
    """Whether every unit that may receive one will: nobody has to choose."""
    found = candidates(s, side)
    line = row(s)
    assert line is not None
    for nation in NATIONS[side]:
        mine = [u for u in found if NATION[u] == nation]
        if mine and len(mine) > s.pools[REPL[nation]]:
            return False
        for army in {s.army[u] for u in mine} if nation != "british" else ():
            count = sum(s.army[u] == army for u in mine)
            if count > limit(line, side, army) - _given(s, next(u for u in mine if s.army[u] == army)):
                return False
    return True


class Replacements(Step):
    """4.3.1: the allotments are received; each side incorporates all that it can."""

    name, rule = "replacements", "4.3.1"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        line = row(s)
        s.spent = array("b", bytes(len(s.spent)))
        if line is None:  # 16.6.a, B95: the Final Inter-Phase has no such Segment
            return
        receive(s, line)
        s.flow += [("replacing", side) for side in reversed(SIDES)]


class Replacing(Step):
    """16.6: a side's turn to incorporate Replacements."""

    name, rule, frame = "replacing", "16.6", ("",)

    def run(self, s: OAOState) -> None:
        ask(s, s.flow.pop()[1])


class Replace(Step):
    """16.6, 16.6.b: which unit receives a Replacement; all must be used if they can be. The frame: the side."""

    name, rule, frame = "replace", "16.6", ("",)

    def side(self, s: OAOState) -> str:
        return str(s.flow[-1][1])

    def prompt(self, s: OAOState) -> str:
        side = self.side(s)
        left = ", ".join(f"{s.pools[REPL[n]]} {n.capitalize()}" for n in NATIONS[side] if s.pools[REPL[n]] > 0)
        return f"Which unit receives a Replacement? Left: {left}. The staff can place the rest."

    def legal_unit(self, s: OAOState) -> list[int]:
        return candidates(s, self.side(s))

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        return Reason("16.6", "not your unit") if SIDE[u] != self.side(s) else refuse_replacement(s, u)

    def do_unit(self, s: OAOState, u: int) -> None:
        side = s.flow.pop()[1]
        incorporate(s, u)
        ask(s, side)

    def do_accept(self, s: OAOState, _: None) -> None:
        """All the rest as the staff proposes."""
        side = s.flow.pop()[1]
        while (u := proposal(s, side)) is not None:
            incorporate(s, u)


def ask(s: OAOState, side: str) -> None:
    """Asks again, or does what is left to do if there is nothing to choose."""
    if not is_plain(s, side):
        s.flow.append(("replace", side))
        return
    for u in candidates(s, side):
        incorporate(s, u)


# ---- French Reserve divisions (22.4)


class Reserves(Step):
    """22.4.1: from the third Inter-Phase on the French player rolls, until he succeeds."""

    name, rule = "reserves", "22.4"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        number = s.rules.interphases[s.turn]
        if s.events[RESERVE] or number not in RESERVE_ROLL:
            return
        if RESERVE_ROLL[number] >= 6:
            improve(s)
        else:
            s.flow.append(("reserve_roll", RESERVE_ROLL[number]))


class ReserveRoll(Die):
    """22.4.1: the frame holds the highest die that succeeds."""

    name, rule, frame = "reserve_roll", "22.4.1", ("",)

    def prompt(self, s: OAOState) -> str:
        return f"French Reserve divisions: up to {s.flow[-1][1]} they grow better."

    def do_die(self, s: OAOState, face: int) -> None:
        _, most = s.flow.pop()
        s.tell("reserve_roll", die=face, success=int(face <= most))
        if face <= most:
            improve(s)


def improve(s: OAOState) -> None:
    """22.4: the Attachment markers of all French Reserve divisions and brigades are flipped."""
    s.events[RESERVE] = s.turn
    for u in RESERVES:
        s.marker[u] = 1
    s.tell("reserves")


STEPS = (Replacements(), Replacing(), Replace(), Reserves(), ReserveRoll())

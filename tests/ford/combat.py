"""4: one enemy hex at a time, by as many as stand beside it.

An attack is chosen (`fight`, `assault`), then its record is laid on the flow and its course follows, stage by stage.
"""

from __future__ import annotations

from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.kit.bits import members
from front1914.play.battle import Course, Records
from tests.ford.state import FordState
from tests.ford.world import BOARD, CRT, FOE, HEXES, OFF, OWN, STACK


def ready(s: FordState, h: int, chosen: tuple[int, ...] = ()) -> list[int]:
    """4.1: the active side's units that may still strike at the hex."""
    ring = BOARD.ring[h]
    return [u for u in OWN[s.active] if s.at[u] != OFF and ring >> s.at[u] & 1 and not s.fought[u] and u not in chosen]


class Fight(Step):
    """4.1: choose a hex to attack."""

    name, rule, ends = "fight", "4.1", ("done",)

    def prompt(self, s: FordState) -> str:
        return "Choose a hex to attack, or finish the turn."

    def legal_to(self, s: FordState) -> list[int]:
        return [h for h in members(s.occupied(FOE[s.active])) if ready(s, h)]

    def refuse_to(self, s: FordState, h: int) -> Reason | None:
        if not s.occupied(FOE[s.active]) >> h & 1:
            return Reason("4.1", "no enemy stands there")
        return None if ready(s, h) else Reason("4.1", "no unit of yours that has not fought stands beside it")

    def do_to(self, s: FordState, h: int) -> None:
        s.flow.append(("assault", h, ()))


class Assault(Step):
    """4.1: choose who attacks, then commit. The frame holds the hex and those who take part."""

    name, rule, frame, ends = "assault", "4.1", ("hex", "unit"), ("cancel",)

    def prompt(self, s: FordState) -> str:
        return f"Who attacks {HEXES[s.flow[-1][1]]}?"

    def legal_unit(self, s: FordState) -> list[int]:
        _, h, chosen = s.flow[-1]
        return ready(s, h, chosen)

    def refuse_unit(self, s: FordState, unit: int) -> Reason | None:
        _, h, chosen = s.flow[-1]
        if unit in ready(s, h, chosen):
            return None
        return Reason("4.1", "it takes part already" if unit in chosen else "it cannot attack there")

    def do_unit(self, s: FordState, unit: int) -> None:
        name, h, chosen = s.flow.pop()
        s.flow.append((name, h, (*chosen, unit)))

    def refuse_commit(self, s: FordState, _: None) -> Reason | None:
        return None if s.flow[-1][2] else Reason("4.1", "nobody attacks yet")

    def do_commit(self, s: FordState, _: None) -> None:
        _, h, chosen = s.flow.pop()
        for unit in chosen:
            s.fought[unit] = 1
        s.tell("attack", units=chosen, hex=h)
        s.show([*chosen, *s.units_in(h, FOE[s.active])])
        s.flow.append(Battle("battle", h, chosen))


# ---- the course of an attack


class Battle(NamedTuple):
    """The record of an attack: a frame of the flow, under the questions of its own course."""

    step: str
    target: int
    attackers: tuple[int, ...]
    stage: int = 0
    result: str = ""  #: of the table; not the die, so that throws with the same result lead to the same situation


RECORDS = Records(Battle)
NOUNS = ("hex", "unit", "", "")  #: what each field after the first is, for positions that people write


def column(s: FordState, b: Battle) -> int:
    """4.2: the column of the table."""
    defence = sum(s.strength(u) for u in s.units_in(b.target, FOE[s.active]))
    return CRT.at_odds(sum(s.strength(u) for u in b.attackers), defence)


def throw(s: FordState, b: Battle) -> None:
    """4.3: the die. Rules never draw a number: they ask a Chance step."""
    s.flow.append(("clash",))


def suffer(s: FordState, b: Battle) -> None:
    """4.3, 4.4: what the table says."""
    if b.result == "A":
        s.flow.append(("cost", s.active, b.attackers))
    elif b.result == "D":
        s.flow.append(("stand", b.target))


class Attack(Course):
    """4.2 to 4.5: one attack."""

    rule, frame, records, stages = "4.3", NOUNS, RECORDS, (throw, suffer)


class Clash(Die):
    """4.3: the die."""

    name, rule = "clash", "4.3"

    def do_die(self, s: FordState, face: int) -> None:
        s.flow.pop()
        b = RECORDS.read(s)
        found = column(s, b)
        RECORDS.note(s, result=CRT.read(found, face))
        s.tell("clash", hex=b.target, die=face, odds=CRT.head.label(found))


class Cost(Step):
    """4.3, 4.4: a unit of the side that lost takes the loss; its owner says which."""

    name, rule, frame = "cost", "4.4", ("", "unit")
    else_unit = Reason("4.4", "it did not fight")

    def side(self, s: FordState) -> str:
        side: str = s.flow[-1][1]
        return side

    def prompt(self, s: FordState) -> str:
        return "Which unit loses a step?"

    def legal_unit(self, s: FordState) -> tuple[int, ...]:
        units: tuple[int, ...] = s.flow[-1][2]
        return units

    def do_unit(self, s: FordState, unit: int) -> None:
        s.flow.pop()
        s.hit(unit)


def retreats(s: FordState, h: int) -> list[int]:
    """4.5: neighbours without an enemy zone of control that have room for the whole stack."""
    foe, count = FOE[s.active], len(s.units_in(h, FOE[s.active]))
    closed = s.zone(s.active) | s.occupied(s.active)
    free = BOARD.ring[h] & ~closed
    return [n for n in members(free) if len(s.units_in(n, foe)) + count <= STACK]


class Stand(Step):
    """4.4, 4.5: the defender loses a step, or gives way: a decision of the other side in the attacker's turn."""

    name, rule, frame = "stand", "4.4", ("hex",)

    def side(self, s: FordState) -> str:
        return FOE[s.active]

    def prompt(self, s: FordState) -> str:
        return "Stand and lose a step, or retreat where?"

    def do_stand(self, s: FordState, _: None) -> None:
        h = s.flow.pop()[1]
        side = FOE[s.active]
        s.flow.append(("cost", side, tuple(s.units_in(h, side))))

    def legal_to(self, s: FordState) -> list[int]:
        return retreats(s, s.flow[-1][1])

    def refuse_to(self, s: FordState, n: int) -> Reason | None:
        h = s.flow[-1][1]
        if n in retreats(s, h):
            return None
        if not BOARD.ring[h] >> n & 1:
            return Reason("4.5", "a retreat is one hex long")
        return Reason("4.5", "an enemy, his zone of control or too many units are there")

    def do_to(self, s: FordState, n: int) -> None:
        h = s.flow.pop()[1]
        units = s.units_in(h, FOE[s.active])
        s.tell("retreat", units=tuple(units), to=n)
        for unit in units:
            s.at[unit] = n


STEPS = (Fight(), Assault(), Attack(), Clash(), Cost(), Stand())

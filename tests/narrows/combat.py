"""4: an attack: the die, the loss, the advance."""

from __future__ import annotations

from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.play import advance
from front1914.play.battle import Course, Records
from tests.narrows.state import NarrowsState
from tests.narrows.world import AREAS, FOE, SIZE, TABLE


class Battle(NamedTuple):
    """The record of an attack."""

    step: str
    target: int
    attacker: int
    stage: int = 0
    die: int = 0


RECORDS = Records(Battle)
NOUNS = ("area", "unit", "", "")


def throw(s: NarrowsState, b: Battle) -> None:
    """4.2: one die."""
    s.flow.append(("attack_die",))


def suffer(s: NarrowsState, b: Battle) -> None:
    """4.2: what the table says."""
    defenders = s.units_in(b.target, FOE[s.active])
    result = TABLE.read(TABLE.at(len(defenders)), b.die)
    if result == "A":
        s.lose(b.attacker)
    elif result == "D" and len(defenders) > 1:
        s.flow.append(("defender_loss",))
    elif result == "D":
        s.lose(defenders[0])


def occupy(s: NarrowsState, b: Battle) -> None:
    """4.3: the place may be taken."""
    if ADVANCE.possible(s):
        s.flow.append(("advance",))


class Attack(Course):
    """4.1 to 4.3: one attack."""

    rule, frame, records, stages = "4.1", NOUNS, RECORDS, (throw, suffer, occupy)


class AttackDie(Die):
    """4.2."""

    name, rule = "attack_die", "4.2"

    def do_die(self, s: NarrowsState, face: int) -> None:
        s.flow.pop()
        RECORDS.note(s, die=face)
        s.tell("thrown", die=face, area=RECORDS.read(s).target)


class DefenderLoss(Step):
    """4.2: the defender says which of his units is lost."""

    name, rule = "defender_loss", "4.2"
    else_unit = Reason("4.2", "it does not defend that place")

    def side(self, s: NarrowsState) -> str:
        return FOE[s.active]

    def prompt(self, s: NarrowsState) -> str:
        return "Which unit is lost?"

    def legal_unit(self, s: NarrowsState) -> list[int]:
        return s.units_in(RECORDS.read(s).target, FOE[s.active])

    def do_unit(self, s: NarrowsState, u: int) -> None:
        s.flow.pop()
        s.lose(u)


class Advance(advance.Advance):
    """4.3: the attacker enters, or stays where he is."""

    rule = "4.3"

    def place(self, s: NarrowsState) -> str:
        return AREAS.name(RECORDS.read(s).target)

    def candidates(self, s: NarrowsState) -> tuple[int, ...]:
        return (RECORDS.read(s).attacker,)

    def objection(self, s: NarrowsState, u: int) -> Reason | None:
        b = RECORDS.read(s)
        if u != b.attacker or s.at[u] >= SIZE:
            return Reason("4.3", "it did not attack, or is lost")
        if s.units_in(b.target, FOE[s.active]):
            return Reason("4.3", "the place is still defended")
        return Reason("4.3", "it has advanced") if s.at[u] == b.target else None

    def go(self, s: NarrowsState, u: int) -> None:
        s.at[u] = RECORDS.read(s).target
        s.tell("advance", unit=u, area=s.at[u])


ADVANCE = Advance()
STEPS = (Attack(), AttackDie(), DefenderLoss(), ADVANCE)

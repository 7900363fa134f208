"""UL-1, H9: the course of an attack, stage by stage."""

from __future__ import annotations

from front1914.engine.flow import Die
from front1914.play.battle import Course
from front1914.titles.fixed_1914.combat import evasion
from front1914.titles.fixed_1914.combat.advance import ADVANCE, vacated
from front1914.titles.fixed_1914.combat.battle import DRIVEN, NO_RESULT, NOUNS, RECORDS, Battle, battle, note
from front1914.titles.fixed_1914.combat.losses import (
    attacker_choices,
    attacker_loses,
    defender_loses,
    give_way,
    leaders,
)
from front1914.titles.fixed_1914.combat.parties import Party, parties
from front1914.titles.fixed_1914.combat.strength import reckon
from front1914.titles.fixed_1914.combat.table import COLUMNS, CRT, SECTIONS
from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import NATION, SIDE


def left_of(s: FXState, b: Battle) -> tuple[tuple[Party, ...], list[int]]:
    """H9a, CB-15: the attacked parties after cavalry has gone, and the units that now are attacked alone.

    Who lost its host falls to the next unit above it; if that one is not attacked, neither is it.
    """
    attacked = set(b.attacked)
    found: list[Party] = []
    alone: list[int] = []
    for party in parties(s, b.target):
        here = tuple(u for u in party if u in attacked)
        if not here:
            continue
        if s.defence(party[0]):
            if here[0] == party[0]:
                found.append(here)
        else:
            alone += here  # CV-5.1, AR-5
    return tuple(found), alone


def evade(s: FXState, b: Battle) -> None:
    """CV-4: attacked cavalry may go before the die is thrown."""
    evasion.begin(s, b)


def resolve(s: FXState, b: Battle) -> None:
    """AR-5, CV-5: who is attacked without a host is eliminated; for the others the odds are reckoned (CB-3)."""
    found, alone = left_of(s, b)
    for u in alone:
        s.eliminate(u)
    note(s, parties=found)
    if not found:
        return
    b = battle(s)
    r = reckon(s, b.target, b.attacked, b.attackers)
    note(
        s,
        attack=r.attack,
        defence=r.defence,
        column=r.column,
        section=r.section,
        silent=int(r.silent),
        free=int(r.free),
        notes=r.notes,
        cause=DRIVEN,
    )
    odds, section = COLUMNS[r.column], SECTIONS[r.section]
    s.tell("odds", hex=b.target, attack=r.attack, defence=r.defence, odds=odds, section=section, notes=r.notes)
    s.flow.append(("combat_die",))


class CombatDie(Die):
    """CB-5: the die that decides the attack."""

    name, rule = "combat_die", "CB-5"

    def prompt(self, s: FXState) -> str:
        b = battle(s)
        return f"The attack is resolved at {COLUMNS[b.column]}, section {SECTIONS[b.section]}."

    def do_die(self, s: FXState, face: int) -> None:
        s.flow.pop()
        b = battle(s)
        code = CRT[SECTIONS[b.section]].read(b.column, face)
        note(s, die=face, code=code)
        s.last_battle = 1 + code
        s.tell("result", hex=b.target, die=face, result=battle(s).result.code)


def attacker_loss(s: FXState, b: Battle) -> None:
    """UL-1: the attacker loses first."""
    if b.code == NO_RESULT or not b.result.attacker:
        return
    found = attacker_choices(s, b)
    if len(found) > 1:  # CB-9.1
        s.flow.append(("attacker_loss",))
    elif found:
        attacker_loses(s, found[0])


def defender_loss(s: FXState, b: Battle) -> None:
    """CB-10d, CB-10f: then the defender his step."""
    if b.code != NO_RESULT and b.result.defender and leaders(s, b):
        defender_loses(s, 0)


def destroy_guns(s: FXState, b: Battle) -> None:
    """FA-6: a step lost to an attack with heavier guns costs the defender his fortification artillery; that of a
    neutral is no enemy (B-24)."""
    gun = s.gun(b.target)
    if gun is None or not s.at_war(NATION[gun]):
        return
    if b.silent and b.code != NO_RESULT and b.result.defender:  # FA-6.1, FA-6.2
        s.eliminate(gun)


def stand_or_retreat(s: FXState, b: Battle) -> None:
    """UL-2: only now the defender decides about his ground."""
    if b.code != NO_RESULT and b.result.retreat:
        give_way(s, b)


def abandon_guns(s: FXState, b: Battle) -> None:
    """FA-4, B-55: fortification artillery is lost when nobody with a defence factor is left with it."""
    gun = s.gun(b.target)
    if (
        gun is not None
        and s.at_war(NATION[gun])
        and not any(SIDE[u] == SIDE[gun] and s.defence(u) for u in s.stack(b.target))  # FA-4.1, FA-4.3
    ):
        s.eliminate(gun)


def occupy(s: FXState, b: Battle) -> None:
    """CB-16, CB-17, CV-4: the attackers may advance at once."""
    if vacated(s, b) and ADVANCE.possible(s):
        s.flow.append(("advance",))


STAGES = (evade, resolve, attacker_loss, defender_loss, destroy_guns, stand_or_retreat, abandon_guns, occupy)


class Resolution(Course):
    """One attack: the stages follow each other in the order of STAGES."""

    rule, frame, records, stages = "CB-2", NOUNS, RECORDS, STAGES


STEPS = (Resolution(), CombatDie())

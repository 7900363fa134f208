"""11.6, 11.8 to 11.22: the course of an attack, stage by stage."""

from __future__ import annotations

from front1914.engine.flow import Die
from front1914.play.battle import Course
from front1914.titles.schlieffens_war.charts import CONCENTRIC, CRT, Losses
from front1914.titles.schlieffens_war.combat.advance import ADVANCE
from front1914.titles.schlieffens_war.combat.battle import NOUNS, RECORDS, Battle, battle, note, shift, suffer
from front1914.titles.schlieffens_war.combat.losses import settle
from front1914.titles.schlieffens_war.combat.markers import may_commit
from front1914.titles.schlieffens_war.combat.shifts import concentric, open_ground
from front1914.titles.schlieffens_war.state import SWState
from front1914.titles.schlieffens_war.world import FOE, IS_CORPS, NATION, SIZE


def surround(s: SWState, b: Battle) -> None:
    """11.13.a, 11.15.b: a concentric attack on open ground throws a die for its shift (11.15)."""
    if concentric(b.target, b.origins) and open_ground(b.target):
        s.flow.append(("concentric",))


def bombard(s: SWState, b: Battle) -> None:
    """11.23: the German may commit markers, when all other shifts are known."""
    if may_commit(s):
        s.flow.append(("bombard",))


def resolve(s: SWState, b: Battle) -> None:
    """11.9.a, 11.9.b, 11.17: the combat die, except where the final odds need none."""
    odds = CRT.head.label(b.column)
    s.tell("odds", hex=b.target, attack=b.attack, defence=b.defence, odds=odds, shifts=b.shifts)
    result = CRT.automatic(b.column)
    if result is None:
        s.flow.append(("combat_die",))
    else:
        record(s, result)


def record(s: SWState, result: Losses, die: int = 0) -> None:
    """11.18.a, 11.19, R86: the losses of both sides; Germans lose one step more against British units."""
    b = battle(s)
    attacker, defender = result
    if s.active == "german" and any(NATION[u] == "british" for u in s.stack(b.target)):
        attacker += 1
        s.tell("proficiency", hex=b.target)
    note(s, die=die, attacker_loss=attacker, defender_loss=defender)
    s.last_battle = 1 + 10 * attacker + defender
    s.tell("result", hex=b.target, die=die, attacker=attacker, defender=defender)


def defender_losses(s: SWState, b: Battle) -> None:
    """11.18.b: the defender absorbs his losses first."""
    s.flow.append(("defender_losses", b.defender_loss))
    settle(s)


def attacker_losses(s: SWState, b: Battle) -> None:
    """11.18.b, 11.18.c: then the attacker his."""
    s.flow.append(("attacker_losses", b.attacker_loss))
    settle(s)


def aftermath(s: SWState, b: Battle) -> None:
    """11.20.r, 5.4.d, 5.4.e: attackers who drove the enemy out gain a level of morale; others lose one, or a step."""
    won = vacated(s, b)
    s.tell("won" if won else "held", hex=b.target)
    for u in b.attackers:
        if s.at[u] >= SIZE or not IS_CORPS[u]:
            continue
        if won:
            s.raise_morale(u)
        elif u in b.tired:
            suffer(s, u)
        else:
            s.lower_morale(u)


def vacated(s: SWState, b: Battle) -> bool:
    """11.20, 11.22: no defender is left in the hex."""
    return not s.occupied(FOE[s.active]) >> b.target & 1


def occupy(s: SWState, b: Battle) -> None:
    """11.22: the attackers may advance at once."""
    if ADVANCE.possible(s):
        s.flow.append(("advance",))


STAGES = (surround, bombard, resolve, defender_losses, attacker_losses, aftermath, occupy)
RESOLVE = STAGES.index(resolve)  #: from the stage after it the result is known


class Resolution(Course):
    """One attack: the stages follow each other in the order of STAGES."""

    rule, frame, records, stages = "11.8", NOUNS, RECORDS, STAGES


class Concentric(Die):
    """11.15: half the die, rounded down, in columns to the right."""

    name, rule = "concentric", "11.15"

    def prompt(self, s: SWState) -> str:
        return "Concentric attack: half the die, rounded down, is the shift."

    def do_die(self, s: SWState, face: int) -> None:
        s.flow.pop()
        columns = CONCENTRIC.read(0, face)
        shift(s, columns, "11.15", f"Concentric attack: {face} on the die")
        s.tell("concentric", die=face, columns=columns)


class CombatDie(Die):
    """11.17, 11.17.a: the die that decides the attack."""

    name, rule = "combat_die", "11.17"

    def prompt(self, s: SWState) -> str:
        return f"The attack is resolved at {CRT.head.label(battle(s).column)}."

    def do_die(self, s: SWState, face: int) -> None:
        s.flow.pop()
        record(s, CRT.read(battle(s).column, face), face)


STEPS = (Resolution(), Concentric(), CombatDie())

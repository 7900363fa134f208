"""12-3, DW-R21: the course of a Combat, stage by stage."""

from __future__ import annotations

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.play.battle import Course
from front1914.titles.der_weltkrieg import danube
from front1914.titles.der_weltkrieg.board import SIZE
from front1914.titles.der_weltkrieg.charts import losses
from front1914.titles.der_weltkrieg.combat import advance, evasion, retreat, trenches
from front1914.titles.der_weltkrieg.combat.arithmetic import row
from front1914.titles.der_weltkrieg.combat.battle import (
    ASSAULT,
    DRIVEN,
    NOUNS,
    RECORDS,
    RETREATS,
    UNSUPPLIED,
    Battle,
    battle,
    fate,
    note,
)
from front1914.titles.der_weltkrieg.combat.declaration import funded
from front1914.titles.der_weltkrieg.combat.defence import ask_counter, ask_retreat, ask_supply, ask_terrain
from front1914.titles.der_weltkrieg.combat.engaging import engage
from front1914.titles.der_weltkrieg.combat.forces import garrison, helpless
from front1914.titles.der_weltkrieg.combat.losses import ATTACKER, DEFENDER, due
from front1914.titles.der_weltkrieg.combat.open_city import open_cities
from front1914.titles.der_weltkrieg.combat.payer import against, spend
from front1914.titles.der_weltkrieg.combat.pockets import pardon, surrounded
from front1914.titles.der_weltkrieg.combat.strength import attack, counter, counterattackers
from front1914.titles.der_weltkrieg.combat.supplying import bills
from front1914.titles.der_weltkrieg.combat.toll import remove, suffer
from front1914.titles.der_weltkrieg.state import FOUGHT, DWState
from front1914.titles.der_weltkrieg.world import IS_ARTILLERY, IS_DIVISION, IS_FLOTILLA, IS_GROUND


def meet(s: DWState, b: Battle) -> None:
    """12-11, 7-11, 20-1: who fights for the hexes; trains are left at once; who is surrounded."""
    found = tuple(u for h in b.targets for u in garrison(s, b.defender, h))
    railed = tuple(u for u in found if s.entrained[u])
    beset = tuple(h for h in b.targets if surrounded(s, b.defender, h))
    for u in found:
        s.entrained[u] = 0
        s.deeds[u] |= FOUGHT
    note(s, defenders=found, railed=railed, beset=beset)


def evade(s: DWState, b: Battle) -> None:
    """30-2, 40-3: cavalry may go before the attack."""
    evasion.begin_evasion(s, b)


def overrun(s: DWState, b: Battle) -> None:
    """6-11, 18-11, 24-1, 30-3, 33-7, DW-R100: where nobody is left to fight nothing is spent, and the attackers may
    enter. Guns alone destroy replacements and markers so (24-1, 18-11), but throw dice at guns."""
    note(s, defenders=tuple(u for u in b.defenders if s.at[u] in b.targets))
    there = [u for h in b.targets for u in s.own(b.defender, h) if not IS_FLOTILLA[u]]
    left = bool(b.defenders) and not there
    if not left:
        engage(s, b, b.attackers)
    if not all(helpless(s, b.defender, h) for h in b.targets):
        return
    if all(IS_ARTILLERY[u] for u in b.attackers) and any(IS_GROUND[u] for u in there):
        return
    for u in there:
        remove(s, u, s.at[u] in b.beset)  # 18-11.2, 24-1.1
    note(s, entered=1, left=int(left), stage=STAGES.index(clear))


def pay(s: DWState, b: Battle) -> None:
    """13-7, 19-3, 19-4: the attacker pays. Whose line was cut when the enemy left a train (7-11) or his cavalry went to
    another hex (30-2) turns to the next Headquarters, or fights without supply (DW-R129)."""
    paid = funded(s, b.target, b.attackers, dict(zip(b.attackers, b.payers, strict=True)))
    note(s, payers=tuple(paid.values()))
    spend(s, bills(s, paid, against(s, b.target, b.attacker)))


def weaken(s: DWState, b: Battle) -> None:
    """20-3, DW-R94: an unsupplied break-out costs each division a point, and one of every two smaller units."""
    starving = [u for u, payer in zip(b.attackers, b.payers, strict=True) if payer == UNSUPPLIED and u in b.ringed]
    smaller = tuple(u for u in starving if not IS_DIVISION[u])
    for u in starving:
        if IS_DIVISION[u]:
            suffer(s, u, 1, surrendered=True)
    if len(smaller) > 1:
        s.flow.append(("attrition", smaller, len(smaller) // 2))


class Attrition(Step):
    """20-3: of every two brigades or regiments one loses a point; its owner names it."""

    name, rule, frame = "attrition", "20-3", ("unit", "")
    else_unit = Reason("20-3", "it is not one of those of which one must lose")

    def side(self, s: DWState) -> str:
        return battle(s).attacker

    def prompt(self, s: DWState) -> str:
        return "Which brigade or regiment loses a point before the break-out?"

    def legal_unit(self, s: DWState) -> list[int]:
        return [u for u in s.flow[-1][1] if s.at[u] < SIZE]

    def do_unit(self, s: DWState, u: int) -> None:
        name, units, left = s.flow.pop()
        if left > 1:
            s.flow.append((name, tuple(v for v in units if v != u), left - 1))
        suffer(s, u, 1, surrendered=True)


def choose_terrain(s: DWState, b: Battle) -> None:
    """13-3, 21-4. Where nobody is left to attack (20-3, 26-7) the Combat is over."""
    if any(s.at[u] < SIZE for u in b.attackers):
        ask_terrain(s, b)
    else:
        note(s, stage=STAGES.index(clear))


def supply_defence(s: DWState, b: Battle) -> None:
    """19-3, 19-12."""
    ask_supply(s, b)


def strike(s: DWState, b: Battle) -> None:
    """13-8, 13-9: the attack is reckoned, then thrown."""
    r = attack(s, b)
    note(s, column=r.column, adjust=r.adjust, notes=r.notes)
    s.tell("strength", hex=b.target, points=r.column, adjust=r.adjust, notes=r.notes)
    s.flow.append(("attack_die",))


class AttackDie(Die):
    """13-9, 13-13: the die of the attack."""

    name, rule = "attack_die", "13-9"

    def prompt(self, s: DWState) -> str:
        b = battle(s)
        return f"The attack is thrown on column {b.column} with {b.adjust:+d}."

    def do_die(self, s: DWState, face: int) -> None:
        s.flow.pop()
        b = battle(s)
        found = losses(b.column, row(face, b.adjust), s.year)
        note(s, die=face, losses=found)
        s.last_losses, s.last_reply = found, 0
        s.tell("attack_result", hex=b.target, die=face, points=found)


def hold(s: DWState, b: Battle) -> None:
    """14-2, 14-4: retreat or stand, between the two throws."""
    ask_retreat(s, b)


def prepare_reply(s: DWState, b: Battle) -> None:
    """12-8, 12-11."""
    ask_counter(s, b)


def reply(s: DWState, b: Battle) -> None:
    """13-14, 13-15: the counterattack; without anybody in it there is none (29-7)."""
    if not counterattackers(s, b):
        return
    r = counter(s, b)
    note(s, reply_column=r.column, reply_adjust=r.adjust, reply_notes=r.notes)
    s.tell("counter_strength", hex=b.target, points=r.column, adjust=r.adjust, notes=r.notes)
    s.flow.append(("counter_die",))


class CounterDie(Die):
    """13-15, 13-17: the die of the counterattack."""

    name, rule = "counter_die", "13-15"

    def prompt(self, s: DWState) -> str:
        b = battle(s)
        return f"The counterattack is thrown on column {b.reply_column} with {b.reply_adjust:+d}."

    def do_die(self, s: DWState, face: int) -> None:
        s.flow.pop()
        b = battle(s)
        found = losses(b.reply_column, row(face, b.reply_adjust), s.year)
        note(s, reply_die=face, reply_losses=found)
        s.last_reply = found
        s.tell("counter_result", hex=b.target, die=face, points=found)


def attacker_losses(s: DWState, b: Battle) -> None:
    """13-17, 13-20.1: after both results are known the attacker loses first."""
    if b.reply_losses:
        s.flow.append(("losing", ATTACKER, b.reply_losses))


def engineers(s: DWState, b: Battle) -> None:
    """35-3: engineers who carried an attack over the Danube of which nobody is left."""
    if b.kind == ASSAULT and danube.RIVER:
        before = dict(zip(b.attackers, b.origins, strict=True))
        for u in danube.doomed_engineers(s, before, b.target):
            remove(s, u)


def defender_losses(s: DWState, b: Battle) -> None:
    """13-20, 14-5: then the defender, before anybody retreats."""
    if b.losses:
        s.flow.append(("losing", DEFENDER, due(s, b)))


def withdraw(s: DWState, b: Battle) -> None:
    """14-5, 14-6: those who give way go."""
    for h in reversed(b.targets):
        if fate(b, h) >= RETREATS:
            retreat.begin(s, b.defender, h, retreat.FORCED if fate(b, h) == DRIVEN else retreat.CHOSEN)


def clear(s: DWState, b: Battle) -> None:
    """22-4.1: works that nobody holds are gone before anybody advances."""
    trenches.tidy(s)


def take(s: DWState, b: Battle) -> None:
    """15-1: the attackers may advance."""
    advance.offer(s, battle(s))


STAGES = (
    meet,
    evade,
    overrun,
    pay,
    weaken,
    choose_terrain,
    supply_defence,
    strike,
    hold,
    prepare_reply,
    reply,
    attacker_losses,
    engineers,
    defender_losses,
    withdraw,
    clear,
    take,
)
DEFENDED = STAGES.index(strike)  #: before this stage no odds are known


class Resolution(Course):
    """One Combat: the stages follow each other in the order of STAGES."""

    rule, frame, records, stages = "12-3", NOUNS, RECORDS, STAGES

    def close(self, s: DWState) -> None:
        pardon(s)
        open_cities(s)


STEPS = (Resolution(), Attrition(), AttackDie(), CounterDie())

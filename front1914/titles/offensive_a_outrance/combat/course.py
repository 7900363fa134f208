"""9.1.1: the course of an attack, stage by stage, up to the losses and retreats of the CRT."""

from __future__ import annotations

from collections.abc import Callable

from front1914.engine.errors import Reason
from front1914.engine.flow import Die, Step
from front1914.play.battle import Course
from front1914.titles.offensive_a_outrance.board import HEXES, SIZE
from front1914.titles.offensive_a_outrance.charts import CRT, SMALL_MAGNITUDE, Outcome
from front1914.titles.offensive_a_outrance.combat import advance, ammo, checks, guns, halves, naval
from front1914.titles.offensive_a_outrance.combat.battle import (
    CALM,
    INTENSE,
    NOUNS,
    RECORDS,
    Battle,
    battle,
    in_battle,
    note,
    retreat_of,
)
from front1914.titles.offensive_a_outrance.combat.defence import call_defenders
from front1914.titles.offensive_a_outrance.combat.doctrine import unlucky
from front1914.titles.offensive_a_outrance.combat.parties import able, fights, holds, parties
from front1914.titles.offensive_a_outrance.combat.shifts import die_modifier, flanked, shifts
from front1914.titles.offensive_a_outrance.combat.strength import attack_total, defence_total, size_of
from front1914.titles.offensive_a_outrance.dice import Pair, faces
from front1914.titles.offensive_a_outrance.manoeuvre.entry import settle
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import level
from front1914.titles.offensive_a_outrance.organisation.effectiveness import lower
from front1914.titles.offensive_a_outrance.organisation.forces import has_room, may_serve, set_free
from front1914.titles.offensive_a_outrance.organisation.losses import suffer
from front1914.titles.offensive_a_outrance.plans import count_mandated, mandated_by
from front1914.titles.offensive_a_outrance.sieges import preparation
from front1914.titles.offensive_a_outrance.state import RALLIED, OAOState
from front1914.titles.offensive_a_outrance.world import (
    DIVISION,
    FOE,
    IS_FORMATION,
    IS_FORT,
    IS_FORTRESS,
    IS_INFANTRY,
    MOST_SR,
    NATION,
    UNITS,
)

ATTACKER, DEFENDER = 0, 1
WAVERS = 4  #: 11.1.2: the least die on which Belgians lose strength
HALF = 4  #: 9.10.1: eighths from which the first line of the Small Magnitude table is read


def disband(s: OAOState, b: Battle) -> None:
    """11.1.2, 7.4.1: the retreats of a combat are over: Assets may be assigned anew; in another combat who retreats may
    repulse again."""
    for u in (*b.attackers, *b.defenders, *b.withheld):
        s.did[u] &= ~RALLIED
    if not in_battle(s):  # else the attack on the other half of a Two-Hex Force goes on
        set_free(s)


def cleared(s: OAOState, b: Battle) -> None:
    """20.5: a Prep Bombardment that leaves nobody to fight opens the hex."""
    if b.shock and not fights(s, able(s, b.target)):
        note(s, stage=ADVANCE)
        settle(s)


def muster(s: OAOState, b: Battle) -> None:
    """9.1.1.b: the attacker may withhold units."""
    if any(s.pa[u] != b.target for u in b.attackers):
        s.flow.append(("hold",))


def defend(s: OAOState, b: Battle) -> None:
    """9.1.1.b: the defender names those who defend."""
    call_defenders(s)


def reckon(s: OAOState, b: Battle) -> None:
    """9.1.1.d: strengths, odds and shifts."""
    note(
        s,
        attack=attack_total(s, b.attackers, b.target, b.dry),
        defence=defence_total(s, b.defenders, b.target, b.dry),
        shifts=(*shifts(s, b.target, b.attackers, b.defenders), *b.added),
        modifier=die_modifier(s, b.target, b.attackers, b.defenders),
        attacker_size=size_of(s, b.attackers, b.target),
        defender_size=size_of(s, b.defenders),
        flank=int(flanked(s, b.target, b.attackers, b.defenders)),
    )
    b = battle(s)
    told = CRT.head.label(_shown(b.column))  # 9.1.1: the totals of both sides come out
    s.tell("odds", hex=b.target, odds=told, shifts=b.shifts, modifier=b.modifier, reveals=True)


def _shown(column: int) -> int:
    """Odds that say something, however hopeless they are."""
    return max(column, -8)


# ---- intensity (9.8)


def may_be_intense(s: OAOState, b: Battle, party: int) -> bool:
    """9.8, 8.1.d, B38, B39: one infantry Formation that can suffer a reduction is enough; in a position any will do."""
    units = b.defenders if party else b.attackers
    for u in units:
        if s.at[u] < SIZE and IS_FORMATION[u] and IS_INFANTRY[u]:  # 9.8.b, 12.1.1.e
            worn = s.sr[u] >= MOST_SR[u] or (NATION[u] == "belgian" and s.sr[u] >= 3)  # 9.8.a, 9.8.c
            if not worn or (party == DEFENDER and level(s, b.target)):  # 9.8.a
                return True
    return False


def attacker_intensity(s: OAOState, b: Battle) -> None:
    _ask(s, b, ATTACKER)


def defender_intensity(s: OAOState, b: Battle) -> None:
    _ask(s, b, DEFENDER)


def _ask(s: OAOState, b: Battle, party: int) -> None:
    if may_be_intense(s, b, party):
        s.flow.append(("intensity", party))
    else:
        _say(s, party, CALM)


def _say(s: OAOState, party: int, bold: int) -> None:
    first, second = battle(s).bold
    note(s, bold=(bold, second) if party == ATTACKER else (first, bold))


def others_for(s: OAOState) -> dict[int, int]:
    """5.5.1, 8.5.2: by Asset or Fort that defends: another Formation that does, with room for it: the next one."""
    b = battle(s)
    groups = [f for f in parties(s, b.defenders, FOE[s.active]) if IS_FORMATION[f[0]] and s.second[f[0]] < 0]
    found: dict[int, int] = {}
    for n, force in enumerate(groups):
        for u in force[1:]:
            held = IS_FORT[u] and not s.face[u]
            for other in (*groups[n + 1 :], *groups[:n]):
                mates = [v for v in other[1:] if not (IS_FORT[v] and not s.face[v])]
                if held or (has_room(mates, u) and may_serve(u, other[0])):
                    found[u] = other[0]
                    break
    return found


class Intensity(Step):
    """9.8, 9.1.1.f: the attacker first, then the defender declares with what intensity he fights."""

    name, rule, frame = "intensity", "9.8", ("",)
    else_assign = Reason("5.5.1", "there is no other Formation for it")

    def side(self, s: OAOState) -> str:
        return s.active if s.flow[-1][1] == ATTACKER else FOE[s.active]

    def prompt(self, s: OAOState) -> str:
        b = battle(s)
        enemy = " The attack is Intense." if s.flow[-1][1] == DEFENDER and b.bold[0] == INTENSE else ""
        if s.flow[-1][1] == ATTACKER and mandated_by(s, b.attackers):
            enemy = " If so, it is a Mandated Attack (26.4.2)."
        odds = CRT.head.label(_shown(b.column))
        return f"The attack on {HEXES.name(b.target)} at {odds}: do you fight with full intensity?{enemy}"

    def do_intense(self, s: OAOState, _: None) -> None:
        self._declare(s, INTENSE)

    def do_calm(self, s: OAOState, _: None) -> None:
        self._declare(s, CALM)

    def legal_assign(self, s: OAOState) -> list[int]:
        return sorted(others_for(s)) if s.flow[-1][1] == DEFENDER else []

    def do_assign(self, s: OAOState, u: int) -> None:
        """5.5.1, 8.5.2, 5.5.1.a: the defender assigns an Asset, or a Fort, to another of his Formations in the hex."""
        s.assigned[u] = others_for(s)[u]

    def _declare(self, s: OAOState, bold: int) -> None:
        party = s.flow.pop()[1]
        _say(s, party, bold)
        s.tell("intensity", side=s.active if party == ATTACKER else FOE[s.active], intense=bool(bold), reveals=True)
        if party == ATTACKER and bold == INTENSE:
            count_mandated(s, battle(s).attackers)


# ---- the dice


def roll(s: OAOState, b: Battle) -> None:
    """9.1.1.g: the white and the black die."""
    s.flow.append(("combat_dice",))


class CombatDice(Pair):
    """9.9.1: two dice read apart; the white one is modified."""

    name, rule = "combat_dice", "9.9.1"

    def prompt(self, s: OAOState) -> str:
        return f"The attack is resolved at {CRT.head.label(_shown(battle(s).column))}."

    def do_pair(self, s: OAOState, number: int) -> None:
        white, black = faces(number)
        if black == unlucky(s, s.active, battle(s).defenders):
            s.flow[-1] = ("second_dice",)
            s.tell("thrown_again", white=white, black=black)
        else:
            self.stand(s, number)

    def stand(self, s: OAOState, number: int) -> None:
        """The throw counts."""
        s.flow.pop()
        note(s, dice=faces(number))
        b = battle(s)
        s.tell("result", hex=b.target, white=b.dice[0], black=b.dice[1], result=printed(b.outcome.text))


class SecondDice(CombatDice):
    """21.1: both dice are thrown again, and whatever they show counts."""

    name, rule = "second_dice", "21.1"

    def prompt(self, s: OAOState) -> str:
        return "Inferior Allied doctrine: both dice are thrown again."

    def do_pair(self, s: OAOState, number: int) -> None:
        self.stand(s, number)


def printed(cell: str) -> str:
    """A cell of the CRT as the table shows it.

    >>> printed("-1/+5sB1"), printed("+2/+3W1")
    ('-1/+5s❶', '+2/+3①')
    """
    for code, sign in (("B1", "❶"), ("B2", "❷"), ("W1", "①")):
        cell = cell.replace(code, sign)
    return cell


# ---- results (9.8.2, 9.9.2, 9.10)


def reductions(b: Battle) -> tuple[int, int]:
    """9.8.2, 9.9.2: Strength Reductions of attacker and defender by CRT and intensity, before small magnitude."""
    return reductions_by(b.outcome, b.bold)


def reductions_by(outcome: Outcome, bold: tuple[int, int]) -> tuple[int, int]:
    """9.8.1, 9.8.2.b to 9.8.2.e, 9.9.2.c, 9.9.2.e: the same for any cell of the table and any intensities."""
    (attacker, defender), (a, d) = bold, outcome[:2]
    black = d.retreat if not d.white else 0
    first = int(a.reduced) + int(attacker == INTENSE and not black)
    second = int(d.reduced) + int(black == 2)
    if defender == INTENSE:
        second += int(d.white or (black >= 1 if attacker == INTENSE else black == 1))
    return first, second


def attacker_losses(s: OAOState, b: Battle) -> None:
    _bear(s, b, ATTACKER)


def defender_losses(s: OAOState, b: Battle) -> None:
    _bear(s, b, DEFENDER)


def _bear(s: OAOState, b: Battle, party: int) -> None:
    count = reductions(b)[party]
    enemy = b.attacker_size if party == DEFENDER else b.defender_size
    if not count:
        return
    if enemy >= DIVISION:
        _reduce(s, party, count)
    elif enemy >= HALF and count > 1:
        _reduce(s, party, 1)
    else:
        s.flow.append(("magnitude", party, count, int(enemy >= HALF)))


def _reduce(s: OAOState, party: int, count: int) -> None:
    """12.2, 12.2.1.c: a side suffers reductions; an exterior garrison is never allocated one."""
    b = battle(s)
    units = tuple(u for u in (b.defenders if party else b.attackers) if s.at[u] < SIZE and not IS_FORTRESS[u])
    if units:
        suffer(s, units, count)


class Magnitude(Die):
    """9.10.1, B40, B41: against an enemy of less than a division a reduction is not certain."""

    name, rule, frame = "magnitude", "9.10.1", ("", "", "")

    def prompt(self, s: OAOState) -> str:
        return "Small magnitude: is a Strength Reduction suffered?"

    def do_die(self, s: OAOState, face: int) -> None:
        _, party, count, half = s.flow.pop()
        rows = SMALL_MAGNITUDE
        row = (rows.half_one, rows.half_two) if half else (rows.quarter_one, rows.quarter_two)  # 9.10.1.a, 9.10.1.b
        hit = face in row[min(count, 2) - 1]
        s.tell("magnitude", side=s.active if party == ATTACKER else FOE[s.active], die=face, hit=hit)
        if hit:
            _reduce(s, party, 1)


def exhaust(s: OAOState, b: Battle) -> None:
    """9.9.2.a, 9.9.1.a: E: every Force of the side loses a level of effectiveness."""
    for result, units, side in (
        (b.outcome.defender, b.defenders, FOE[s.active]),
        (b.outcome.attacker, b.attackers, s.active),
    ):
        if result.exhausted:
            for force in parties(s, units, side):
                lower(s, force, 1)


def fall_back(s: OAOState, b: Battle) -> None:
    """9.1.1.h, 9.2.5: the retreat of the CRT; withheld units go with the others. A Fortress loses its garrison."""
    twin = halves.other_attack(s, b)
    if twin is not None:
        note(s, stage=b.stage)  # this stage comes again when the other half has been attacked
        halves.nest(s, twin)
        return
    hexes = retreat_of(b)
    if not hexes:
        return
    for u in b.defenders:
        if s.at[u] < SIZE and holds(s, u):
            checks.drive_in(s, u)  # 11.1.2.e, 11.1.2, 12.1.1.f
    waiting = halves.shared(s, b)
    everybody = parties(s, (*b.defenders, *b.withheld), FOE[s.active])
    halves.push_back(s, [f for f in everybody if f not in waiting], hexes, b.target)
    for force in everybody if b.outcome.black else ():  # 11.1.2.a: those whose retreat waits for the other half too
        if NATION[force[0]] == "belgian" and IS_FORMATION[force[0]] and IS_INFANTRY[force[0]]:
            s.flow.append(("waver", force))


class Waver(Die):
    """11.1.2, 11.1.2.a: a Belgian infantry Formation that retreats by a black result loses strength on 4, 5 or 6."""

    name, rule, frame = "waver", "11.1.2", ("unit",)

    def prompt(self, s: OAOState) -> str:
        return f"Does {UNITS.name(s.flow[-1][1][0])} lose strength on its retreat?"

    def do_die(self, s: OAOState, face: int) -> None:
        force = s.flow.pop()[1]
        hit = face >= WAVERS
        s.tell("wavers", unit=force[0], die=face, hit=hit)
        if hit:
            suffer(s, tuple(u for u in force if s.at[u] < SIZE), 1)


def late_retreat(s: OAOState, b: Battle) -> None:
    """B48, 19.1.7: a Force of which both halves were attacked retreats after its check."""
    if b.burden:
        for force in halves.shared(s, b):
            s.flow.append(("push_back", force, b.burden[1], b.burden[0]))
            s.flow.append(("push_back", force, retreat_of(b), b.target))


def late_advance(s: OAOState, b: Battle) -> None:
    """19.1.6, 19.1.6.b: then those who attacked the other half may advance too."""
    if b.burden and b.burden[3] and advance.vacated(s, b.burden[0]):
        s.flow.append(Battle("battle", b.burden[0], b.burden[3], stage=ADVANCE))


STAGES: tuple[Callable[[OAOState, Battle], None], ...] = (
    preparation.offer,
    cleared,
    muster,
    defend,
    ammo.load,
    naval.offer,
    reckon,
    attacker_intensity,
    defender_intensity,
    roll,
    attacker_losses,
    defender_losses,
    exhaust,
    fall_back,
    guns.lend,
    guns.compare,
    checks.attackers,
    checks.defenders,
    late_retreat,
    checks.left_alone,
    advance.offer,
    late_advance,
)
ADVANCE = STAGES.index(advance.offer)
ROLLED = STAGES.index(roll) + 1  #: from this stage on, and the dice thrown, the result is known


class Resolution(Course):
    """One attack: the stages follow each other in the order of STAGES."""

    rule, frame, records, stages = "9.1.1", NOUNS, RECORDS, STAGES

    def broken_off(self, s: OAOState, record: Battle) -> bool:
        return not record.attackers

    def run(self, s: OAOState) -> None:
        b = battle(s)
        super().run(s)
        if b.stage == len(STAGES) or self.broken_off(s, b):
            disband(s, b)


STEPS = (Resolution(), Intensity(), CombatDice(), SecondDice(), Magnitude(), Waver())

"""7.4: Repulse: a Force drives enemies out of its way, while it moves or while it retreats."""

from __future__ import annotations

from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.tables import Shift, net
from front1914.titles.offensive_a_outrance.board import BOARD, GRAND, HEXES, RING, RIVER, SIZE
from front1914.titles.offensive_a_outrance.charts import CRT
from front1914.titles.offensive_a_outrance.combat.defence import fits, fixed
from front1914.titles.offensive_a_outrance.combat.doctrine import unlucky
from front1914.titles.offensive_a_outrance.combat.parties import barred, fronts, immune, shaken
from front1914.titles.offensive_a_outrance.combat.shifts import die_modifier, odds_column, shifts
from front1914.titles.offensive_a_outrance.combat.strength import attack_total, defence_total
from front1914.titles.offensive_a_outrance.dice import Pair, Sum, faces
from front1914.titles.offensive_a_outrance.manoeuvre.entry import drop_task, settle
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import REPULSE, begin
from front1914.titles.offensive_a_outrance.manoeuvre.ways import points, price
from front1914.titles.offensive_a_outrance.organisation.effectiveness import lower, margin, may_attack
from front1914.titles.offensive_a_outrance.organisation.forces import Force, divide, formation
from front1914.titles.offensive_a_outrance.state import DIG, RALLIED, STUCK, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_ARTILLERY,
    IS_FORTRESS,
    IS_SUPPLY,
    SIDE,
    UNITS,
)

COST = 1  #: 7.4: MPs of an attempt
MOST_UNITS = 2  #: 7.4.1: whose strength counts
AWAY = 2  #: 7.4.4: hexes that the repulsed retreat
PRESSED = 1  #: 7.4.4: the modifier of their check
_LABELS = list(CRT.head.labels)
LONGWY, SPARED = UNITS.number("f-fx-Longwy"), (2, "counter_movement")  #: 25.6
LEAST, SURE = _LABELS.index("3:1"), _LABELS.index("8:1")  #: 7.4.3: below it fails, from there on it succeeds


class Attempt(NamedTuple):
    """What an attempt comes to before the dice."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack: int  #: in quarters of a point
    defence: int
    shifts: tuple[Shift, ...]
    column: int  #: of the CRT, after all shifts
    modifier: int


def strongest(s: OAOState, force: Force, target: int) -> tuple[int, ...]:
    """7.4.1: the two units of a Force whose strength counts."""
    fit = [u for u in force if s.is_combat(u) and s.attack(u) > 0 and fronts(s, u, target)]
    return tuple(sorted(fit, key=lambda u: (-s.attack(u), u))[:MOST_UNITS])


def defenders(s: OAOState, target: int, side: str) -> tuple[int, ...]:
    """B18, 9.2.5: who stands against it: Forts and Fortresses, then as many as may defend, the strongest first."""
    here = [u for u in s.own(target, side) if not IS_SUPPLY[u] and not (s.face[u] and IS_ARTILLERY[u])]  # 13.2
    chosen = tuple(u for u in here if fixed(s, u))
    others = sorted(
        (u for u in here if u not in chosen), key=lambda u: (shaken(s, u), IS_ARTILLERY[u], -s.defence(u), u)
    )
    sound = [u for u in others if not shaken(s, u)]
    for u in sound or others:
        if fits(s, target, chosen, u) is None:
            chosen = (*chosen, u)
    return chosen


def reckon(s: OAOState, force: Force, target: int) -> Attempt:
    """7.4.3: strengths, shifts and proficiency as in combat; no Ammo (B16)."""
    mine, theirs = strongest(s, force, target), defenders(s, target, FOE[SIDE[force[0]]])
    attack, defence = attack_total(s, mine, target), defence_total(s, theirs, target)
    found = shifts(s, target, mine, theirs)
    column = odds_column(attack, defence) + net(found)
    return Attempt(mine, theirs, attack, defence, found, column, die_modifier(s, target, mine, theirs))


# ---- who may


def refuse_attempt(s: OAOState, force: Force, target: int) -> Reason | None:
    """7.4: why a Force cannot try to repulse the enemies in a hex, in whatever phase."""
    side, here = SIDE[force[0]], [h for u in force for h in s.hexes(u)]
    foe = s.ground(FOE[side])
    near = [h for h in here if RING[target] >> h & 1]
    if not near or not foe.wall >> target & 1:
        return Reason("7.4", "no enemy stands there beside it")
    if all(barred(s, h, target) for h in near):
        return Reason("9.2.3", "nobody attacks across that hexside")
    lead = formation(force)
    if lead is not None and not may_attack(s, lead):
        return Reason("7.4.2", "it is Combat Ineffective or Demoralized")
    if not strongest(s, force, target):
        return Reason("9.2.3", "it has no strength to attack")
    if side == "german" and s.at[LONGWY] == target and (s.turn, s.phase) == SPARED:
        return Reason("25.6", "Longwy is spared in the Counter Movement Phase of GT 2")
    if immune(s, target):
        return Reason("12.2.2", "its Fortified Camp holds an infantry unit of division-size")
    return None


def wet(s: OAOState, a: int, b: int) -> bool:
    """7.4.7: a Grand River or an Inundation lies between."""
    link = BOARD.link[a, b]
    return RIVER[link] == GRAND or s.flooded(a, b)


def refuse_repulse(s: OAOState, force: Force, target: int) -> Reason | None:
    """7.4, 7.4.7: why a moving Force cannot."""
    if s.did[force[0]] & STUCK:
        return Reason("7.4.5", "it has failed already")
    if points(s, force) < COST:
        return Reason("7.4", "it takes one MP")
    reason = refuse_attempt(s, force, target)
    if reason is not None:
        return reason
    here = s.at[force[0]]
    if RING[target] >> here & 1 and wet(s, here, target):
        if s.origin[force[0]] != here:
            return Reason("7.4.7", "across a Grand River it must have begun its move there")
        cost = price(s, force, here, target)
        if cost is None or points(s, force) < COST + cost:
            return Reason("7.4.7", "it could not follow across the river")
    return None


# ---- what comes of it


def attempt(s: OAOState, force: Force, target: int) -> None:
    """7.4.3: the attempt is announced. It is an attack upon the hex (B17)."""
    found = reckon(s, force, target)
    s.tell("repulse", units=found.attackers, hex=target, defenders=found.defenders, reveals=True)
    for u in s.own(target, FOE[SIDE[force[0]]]):
        s.inactive[u] = 0  # 1.1
        if s.task[u] == DIG:  # 7.8.3
            drop_task(s, u)
    if found.column < LEAST:
        fail(s, force)
    elif found.column >= SURE:
        succeed(s, force, target, found.defenders)
    else:
        s.flow.append(("repulse_roll", force, target, found.defenders, found.column, found.modifier))


class RepulseRoll(Pair):
    """7.4.3: only whether the CRT shows a black retreat counts."""

    name, rule, frame = "repulse_roll", "7.4.3", ("unit", "hex", "unit", "", "")

    def prompt(self, s: OAOState) -> str:
        _, force, target, *_ = s.flow[-1]
        return f"{UNITS.name(force[0])} tries to repulse the enemy in {HEXES.name(target)}."

    def do_pair(self, s: OAOState, number: int) -> None:
        _, force, _, theirs, *_ = s.flow[-1]
        white, black = faces(number)
        if black == unlucky(s, SIDE[force[0]], theirs):  # B17
            s.flow[-1] = ("repulse_again", *s.flow[-1][1:])
            s.tell("thrown_again", white=white, black=black)
        else:
            self.stand(s, white, black)

    def stand(self, s: OAOState, white: int, black: int) -> None:
        """The throw counts."""
        _, force, target, theirs, column, modifier = s.flow.pop()
        won = CRT.read(column, white, modifier, black).black
        s.tell("repulse_roll", white=white, black=black, won=int(won), hex=target)
        if won:
            succeed(s, force, target, theirs)
        else:
            fail(s, force)


class RepulseAgain(RepulseRoll):
    """21.1: both dice are thrown again, and whatever they show counts."""

    name, rule = "repulse_again", "21.1"

    def do_pair(self, s: OAOState, number: int) -> None:
        self.stand(s, *faces(number))


def succeed(s: OAOState, force: Force, target: int, theirs: tuple[int, ...]) -> None:
    """7.4.4: the stack retreats two hexes, a Fortress loses its garrison, who defended is checked."""
    here, foe = s.at[force[0]], FOE[SIDE[force[0]]]
    s.tell("repulsed", hex=target, side=foe)
    if s.phase not in ATTACK and RING[target] >> here & 1 and wet(s, here, target):
        s.flow.append(("walk", force, (target,), -1))  # 7.4.7
    settle(s)
    for group in divide(s, [u for u in theirs if not IS_FORTRESS[u]]):
        if not all(IS_ARTILLERY[u] for u in group):
            s.flow.append(("repulse_check", group, PRESSED))
    for u in s.own(target, foe):
        if IS_FORTRESS[u] and not s.face[u]:
            s.flip(u, 1)
            s.tell("driven_in", unit=u)
    stack = tuple(u for u in s.own(target, foe) if not IS_SUPPLY[u] and not IS_FORTRESS[u])
    if stack:
        begin(s, stack, AWAY, target, REPULSE)


def fail(s: OAOState, force: Force) -> None:
    """7.4.5: the Force is checked; in movement it goes no further."""
    for u in force:
        s.did[u] |= STUCK
    s.tell("not_repulsed", units=force)
    s.flow.append(("repulse_check", force, 0))


class RepulseCheck(Sum):
    """7.4.4, 7.4.5: who fails loses one level."""

    name, rule, frame = "repulse_check", "7.4.4", ("unit", "")

    def prompt(self, s: OAOState) -> str:
        _, force, modifier = s.flow[-1]
        return f"Effectiveness Check of {UNITS.name(force[0])}" + (f", +{modifier}." if modifier else ".")

    def do_dice(self, s: OAOState, total: int) -> None:
        _, force, modifier = s.flow.pop()
        force = tuple(u for u in force if s.at[u] < SIZE)
        if not force:
            return
        failed = margin(s, force, total, modifier) > 0
        s.tell("repulse_check", unit=force[0], dice=total, passed=int(not failed))
        if failed:
            settle(s)
            lower(s, force, 1)


# ---- during a retreat (7.4.1, H4.6)

ATTACK = ("attack", "counter_attack")


def chances(s: OAOState, units: tuple[int, ...]) -> dict[int, Force]:
    """By hex: the Force of a retreating stack that could repulse the enemy there; hopeless ones are left out."""
    found: dict[int, tuple[int, Force]] = {}
    side = SIDE[units[0]]
    for force in divide(s, [u for u in units if s.at[u] < SIZE]):
        for target in BOARD.neighbours[s.at[force[0]]]:
            if s.ground(FOE[side]).wall >> target & 1 and refuse_attempt(s, force, target) is None:
                column = reckon(s, force, target).column
                if column >= LEAST and column > found.get(target, (-1, ()))[0]:
                    found[target] = column, force
    return {target: force for target, (_, force) in found.items()}


class MayRally(Step):
    """7.4.1: looks whether a retreating stack could repulse somebody: once in an attack phase."""

    name, rule, frame = "may_rally", "7.4.1", ("unit",)

    def run(self, s: OAOState) -> None:
        _, units = s.flow.pop()
        units = tuple(u for u in units if s.at[u] < SIZE)
        if not units or s.phase not in ATTACK or any(s.did[u] & RALLIED for u in units):
            return
        if chances(s, units):
            s.flow.append(("rally", units))


class Rally(Step):
    """7.4.1: a retreating stack may repulse enemies in its way. The frame of its retreat lies below."""

    name, rule, frame, ends = "rally", "7.4.1", ("unit",), ("go",)
    else_repulse = Reason("7.4.3", "nobody there, or no hope of driving him away")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        return f"{UNITS.name(s.flow[-1][1][0])} retreats: repulse an enemy first?"

    def legal_repulse(self, s: OAOState) -> list[int]:
        return sorted(chances(s, s.flow[-1][1]))

    def do_repulse(self, s: OAOState, h: int) -> None:
        _, units = s.flow.pop()
        force = chances(s, units)[h]
        for u in units:
            s.did[u] |= RALLIED
        if s.flow[-1][0] == "retreating":  # the way may be another now
            _, mine, path, missing, cause, start = s.flow.pop()
            if len(path) + missing:
                s.flow.append(("give_ground", mine, len(path) + missing, start, cause))
            else:
                s.flow.append(("retreating", mine, (), 0, cause, start))
        attempt(s, force, h)


STEPS = (RepulseRoll(), RepulseAgain(), RepulseCheck(), MayRally(), Rally())

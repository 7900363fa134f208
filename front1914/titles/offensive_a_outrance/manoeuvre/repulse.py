"""7.4: Repulse: a Force drives enemies out of its way, while it moves or while it retreats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.kit.tables import Shift, net
from front1914.titles.offensive_a_outrance.board import BOARD, GRAND, HEXES, RING, RIVER, SIZE
from front1914.titles.offensive_a_outrance.charts import CRT
from front1914.titles.offensive_a_outrance.combat.battle import battle, in_battle
from front1914.titles.offensive_a_outrance.combat.defence import fits, fixed
from front1914.titles.offensive_a_outrance.combat.doctrine import unlucky
from front1914.titles.offensive_a_outrance.combat.parties import barred, fronts, immune, shaken, with_guns
from front1914.titles.offensive_a_outrance.combat.shifts import die_modifier, odds_column, shifts
from front1914.titles.offensive_a_outrance.combat.strength import attack_total, defence_total
from front1914.titles.offensive_a_outrance.dice import Pair, Sum, faces
from front1914.titles.offensive_a_outrance.manoeuvre.entry import drop_task, settle
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import REPULSE, company, send, stacks
from front1914.titles.offensive_a_outrance.manoeuvre.ways import points, price
from front1914.titles.offensive_a_outrance.organisation.effectiveness import lower, margin, may_attack
from front1914.titles.offensive_a_outrance.organisation.forces import (
    Force,
    divide,
    forces,
    formation_of,
    hold_together,
    set_free,
)
from front1914.titles.offensive_a_outrance.state import RALLIED, STUCK, OAOState
from front1914.titles.offensive_a_outrance.world import (
    FOE,
    IS_ARTILLERY,
    IS_FORTRESS,
    IS_SUPPLY,
    SIDE,
    UNITS,
)

COST = 1  #: 7.4.a: MPs of an attempt
MOST_UNITS = 2  #: 7.4.1, 7.4.1.a: whose strength counts
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


def able_units(s: OAOState, force: Force, target: int) -> list[int]:
    """7.4.1: the units of a Force that could add their strength, the strongest first."""
    fit = [u for u in force if s.is_combat(u) and s.attack(u) > 0 and fronts(s, u, target)]
    return sorted(fit, key=lambda u: (-s.attack(u), u))


def strongest(s: OAOState, force: Force, target: int) -> tuple[int, ...]:
    """7.4.1: the two units of a Force whose strength counts, if their owner says nothing else."""
    return tuple(able_units(s, force, target)[:MOST_UNITS])


def present(s: OAOState, target: int, side: str) -> list[int]:
    """9.2.5: who could stand against a Repulse."""
    return with_guns(s, s.own(target, side))


def defenders(s: OAOState, target: int, side: str) -> tuple[int, ...]:
    """B18, 9.2.5: who stands against it if their owner says nothing else: Forts and Fortresses, then as many as may
    defend, the sound before the shaken, the strongest first."""
    here = present(s, target, side)
    chosen = tuple(u for u in here if fixed(s, u))
    others = sorted(
        (u for u in here if u not in chosen), key=lambda u: (shaken(s, u), IS_ARTILLERY[u], -s.defence(u), u)
    )
    for u in others:
        if fits(s, target, chosen, u) is None:
            chosen = (*chosen, u)
    return chosen


def reckon(s: OAOState, force: Force, target: int, mine: tuple[int, ...] = (), theirs: tuple[int, ...] = ()) -> Attempt:
    """7.4.3: strengths, shifts and proficiency as in combat; no Ammo (B16)."""
    mine, theirs = mine or strongest(s, force, target), theirs or defenders(s, target, FOE[SIDE[force[0]]])
    attack, defence = attack_total(s, mine, target), defence_total(s, theirs, target)
    found = shifts(s, target, mine, theirs)
    column = odds_column(attack, defence) + net(found)
    return Attempt(mine, theirs, attack, defence, found, column, die_modifier(s, target, mine, theirs))


# ---- who may


def refuse_attempt(s: OAOState, force: Force, target: int) -> Reason | None:
    """7.4, 7.4.1.d: why a Force cannot try to repulse the enemies in a hex, in whatever phase."""
    side, here = SIDE[force[0]], [h for u in force for h in s.hexes(u)]
    foe = s.ground(FOE[side])
    near = [h for h in here if RING[target] >> h & 1]
    if not near or not foe.wall >> target & 1:
        return Reason("7.4", "no enemy stands there beside it")
    if all(barred(s, h, target) for h in near):
        return Reason("9.2.3", "nobody attacks across that hexside")
    lead = formation_of(s, force[0])  # 5.5.1: an Asset beside its Formation is of its Force
    if lead is not None and not may_attack(s, lead):
        return Reason("7.4.2", "it is Combat Ineffective or Demoralized, or its Formation is")  # 6.3.b, 6.4.a
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
    hold_together(s, target, FOE[SIDE[force[0]]])
    s.flow.append(("at_ease",))
    for u in s.own(target, FOE[SIDE[force[0]]]):
        s.rouse(u)  # 1.1
        if s.digs_in(u) == target:  # 7.8.3.b, 7.8.3
            drop_task(s, u)
    mine = strongest(s, force, target)
    if len(able_units(s, force, target)) > MOST_UNITS:
        s.flow.append(("contribute", force, target))
    else:
        oppose(s, force, target, mine)


class Contribute(Step):
    """7.4.1: two units of a Force add their strength: of three the owner may leave out another than the weakest."""

    name, rule, frame = "contribute", "7.4.1", ("unit", "hex")
    else_withhold = Reason("7.4.1", "it does not take part anyway")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        names = " and ".join(UNITS.name(u) for u in strongest(s, *s.flow[-1][1:]))
        return f"Two units repulse: {names}, unless you leave out another."

    def legal_withhold(self, s: OAOState) -> list[int]:
        return list(strongest(s, *s.flow[-1][1:]))

    def do_withhold(self, s: OAOState, u: int) -> None:
        """Another takes its place."""
        _, force, target = s.flow.pop()
        oppose(s, force, target, tuple(v for v in able_units(s, force, target) if v != u)[:MOST_UNITS])

    def do_done(self, s: OAOState, _: None) -> None:
        _, force, target = s.flow.pop()
        oppose(s, force, target, strongest(s, force, target))


def oppose(s: OAOState, force: Force, target: int, mine: tuple[int, ...]) -> None:
    """9.2.5: the defender says who stands against it, if he has a choice: of shaken Forces, or where not all can."""
    side = FOE[SIDE[force[0]]]
    theirs = defenders(s, target, side)
    free = [u for u in present(s, target, side) if not fixed(s, u)]
    optional = any(shaken(s, u) for u in free) and not all(shaken(s, u) for u in free)
    if optional or any(u not in theirs for u in free):
        s.flow.append(("oppose", force, target, mine, theirs))
    else:
        resolve(s, force, target, mine, theirs)


class Oppose(Step):
    """9.2.5: who stands against a Repulse. The frame: the Force, the hex, its two units, the defenders so far."""

    name, rule, frame = "oppose", "9.2.5", ("unit", "hex", "unit", "unit")

    def side(self, s: OAOState) -> str:
        return FOE[str(SIDE[s.flow[-1][1][0]])]

    def prompt(self, s: OAOState) -> str:
        _, _, target, _, theirs = s.flow[-1]
        names = ", ".join(UNITS.name(u) for u in theirs)
        return (
            f"The enemy tries to repulse you from {HEXES.name(target)}. Against him: {names}."  # 3.1.6: not who it is
        )

    def waiting(self, s: OAOState) -> list[int]:
        """Those who could be added."""
        _, _, target, _, theirs = s.flow[-1]
        here = present(s, target, self.side(s))
        return [u for u in here if u not in theirs and fits(s, target, theirs, u) is None]

    def legal_unit(self, s: OAOState) -> list[int]:
        return self.waiting(s)

    def refuse_unit(self, s: OAOState, u: int) -> Reason | None:
        _, _, target, _, theirs = s.flow[-1]
        if u not in present(s, target, self.side(s)) or u in theirs:
            return Reason("9.2.5", "it cannot be added")
        return fits(s, target, theirs, u)

    def do_unit(self, s: OAOState, u: int) -> None:
        step, force, target, mine, theirs = s.flow[-1]
        s.flow[-1] = (step, force, target, mine, (*theirs, u))

    def scope_withhold(self, s: OAOState) -> Iterable[int]:
        units: Iterable[int] = s.flow[-1][4]
        return units

    def refuse_withhold(self, s: OAOState, u: int) -> Reason | None:
        _, _, target, _, theirs = s.flow[-1]
        if u not in theirs or fixed(s, u):
            return Reason("9.2.5", "it does not take part, or must")
        left = [v for v in theirs if v != u]
        if not any(s.is_combat(v) or fixed(s, v) for v in left):
            return Reason("9.2.5", "somebody must defend")
        crowd = any(v not in theirs for v in present(s, target, self.side(s)))
        if not shaken(s, u) and not crowd:
            return Reason("9.2.5", "it is sound, and there is room for it")
        if shaken(s, u) and all(shaken(s, v) for v in theirs if not fixed(s, v)):
            return Reason("9.2.5", "no Force there is sound")
        return None

    def do_withhold(self, s: OAOState, u: int) -> None:
        step, force, target, mine, theirs = s.flow[-1]
        s.flow[-1] = (step, force, target, mine, tuple(v for v in theirs if v != u))

    def refuse_done(self, s: OAOState, _: None) -> Reason | None:
        left = [u for u in self.waiting(s) if not shaken(s, u)]
        return Reason("9.2.5", f"{UNITS.name(left[0])} cannot be withheld: there is room for it") if left else None

    def do_done(self, s: OAOState, _: None) -> None:
        resolve(s, *s.flow.pop()[1:])


def resolve(s: OAOState, force: Force, target: int, mine: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    """7.4.3: by the odds a Repulse fails, succeeds, or the dice decide."""
    found = reckon(s, force, target, mine, theirs)
    s.tell("repulse", units=found.attackers, hex=target, defenders=found.defenders, reveals=True)
    if found.column < LEAST:
        fail(s, force)
    elif found.column >= SURE:  # 7.4.3.b
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
        if won:  # 7.4.3.a
            succeed(s, force, target, theirs)
        else:
            fail(s, force)


class RepulseAgain(RepulseRoll):
    """21.1: both dice are thrown again, and whatever they show counts."""

    name, rule = "repulse_again", "21.1"

    def do_pair(self, s: OAOState, number: int) -> None:
        self.stand(s, *faces(number))


class AtEase(Step):
    """11.1.2: the retreats of a Repulse are over: Assets may be assigned anew."""

    name, rule = "at_ease", "11.1.2"

    def run(self, s: OAOState) -> None:
        s.flow.pop()
        if not in_battle(s):
            set_free(s)


def succeed(s: OAOState, force: Force, target: int, theirs: tuple[int, ...]) -> None:
    """7.4.4: the stack retreats two hexes, a Fortress loses its garrison, who defended is checked."""
    here, foe = s.at[force[0]], FOE[SIDE[force[0]]]
    s.tell("repulsed", hex=target, side=foe)
    if s.phase not in ATTACK and RING[target] >> here & 1 and wet(s, here, target):
        s.flow.append(("walk", force, (target,), -1))  # 7.4.7
    settle(s)
    for group in divide(s, [u for u in theirs if not IS_FORTRESS[u]]):  # 7.4.6.a, 7.4.4.a
        if not all(IS_ARTILLERY[u] for u in group):
            s.flow.append(("repulse_check", group, PRESSED))
    for u in s.own(target, foe):
        if IS_FORTRESS[u] and not s.face[u]:  # 7.4.4.c
            s.flip(u, 1)
            s.tell("driven_in", unit=u)
    stack = tuple(u for u in s.own(target, foe) if not IS_SUPPLY[u] and not IS_FORTRESS[u])
    if stack:
        send(s, [(units, AWAY) for units in stacks(s, forces(s, target, foe))], target, REPULSE)


def fail(s: OAOState, force: Force) -> None:
    """7.4.5, 7.4.5.a, 7.4.6: the Force is checked; in movement it goes no further."""
    for u in force:
        s.did[u] |= STUCK
    s.tell("not_repulsed", units=force)
    s.flow.append(("repulse_check", force, 0))


class RepulseCheck(Sum):
    """7.4.4, 7.4.5, 7.4.4.a: who fails loses one level."""

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


def stack_of(s: OAOState, units: tuple[int, ...]) -> tuple[int, ...]:
    """7.4.1: the stack of which some retreating units are part: all of its retreats in one combat allow one attempt."""
    found = company(s, units)
    if in_battle(s):
        b = battle(s)
        if units[0] in (*b.defenders, *b.withheld):
            return (*found, *b.defenders, *b.withheld)
        found = (*found, *(u for u in b.attackers if s.origin[u] == s.origin[units[0]]))
    return found


class MayRally(Step):
    """7.4.1, 7.4.b, 11.1.5.a: looks whether a retreating stack could repulse somebody: once in an attack phase."""

    name, rule, frame = "may_rally", "7.4.1", ("unit",)

    def run(self, s: OAOState) -> None:
        _, units = s.flow.pop()
        units = tuple(u for u in units if s.at[u] < SIZE)
        if not units or s.phase not in ATTACK or any(s.did[u] & RALLIED for u in company(s, units)):  # 7.4.1.b
            return
        if chances(s, units):
            s.flow.append(("rally", units))


class Rally(Step):
    """7.4.1: a retreating stack may repulse enemies in its way. The frame of its retreat lies below.

    Its owner may designate the Force that does it: then the frame holds only that one; else the best is taken.
    """

    name, rule, frame, ends = "rally", "7.4.1", ("unit",), ("go",)
    else_unit = Reason("7.4.1", "there is no such choice")
    else_repulse = Reason("7.4.3", "nobody there, or no hope of driving him away")

    def side(self, s: OAOState) -> str:
        return str(SIDE[s.flow[-1][1][0]])

    def prompt(self, s: OAOState) -> str:
        return f"{UNITS.name(s.flow[-1][1][0])} retreats: repulse an enemy first?"

    def legal_repulse(self, s: OAOState) -> list[int]:
        return sorted(chances(s, s.flow[-1][1]))

    def parts(self, s: OAOState) -> list[Force]:
        """The Forces that could try, if there are several."""
        found = [force for force in divide(s, list(s.flow[-1][1])) if chances(s, force)]
        return found if len(found) > 1 else []

    def legal_unit(self, s: OAOState) -> list[int]:
        return sorted(force[0] for force in self.parts(s))

    def do_unit(self, s: OAOState, u: int) -> None:
        """7.4.1, 7.4.1.f: this Force is to do it."""
        s.flow[-1] = ("rally", next(force for force in self.parts(s) if force[0] == u))

    def do_repulse(self, s: OAOState, h: int) -> None:
        _, units = s.flow.pop()
        force = chances(s, units)[h]
        for u in stack_of(s, units):
            s.did[u] |= RALLIED
        if s.flow[-1][0] == "retreating":  # 7.4.5.b, the way may be another now
            _, mine, path, missing, cause, start = s.flow.pop()
            if len(path) + missing:
                s.flow.append(("give_ground", mine, len(path) + missing, start, cause))
            else:
                s.flow.append(("retreating", mine, (), 0, cause, start))
        attempt(s, force, h)


STEPS = (AtEase(), Contribute(), Oppose(), RepulseRoll(), RepulseAgain(), RepulseCheck(), MayRally(), Rally())

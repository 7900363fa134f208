"""10.1: the Artillery Table: guns of both sides, and of neighbours who lend theirs to the defender."""

from __future__ import annotations

from fractions import Fraction

from front1914.engine.errors import Reason
from front1914.engine.flow import Step
from front1914.titles.offensive_a_outrance.board import BOARD, LEVEL, SIZE
from front1914.titles.offensive_a_outrance.charts import artillery_modifier
from front1914.titles.offensive_a_outrance.combat.ammo import load_force
from front1914.titles.offensive_a_outrance.combat.battle import Battle, battle, note
from front1914.titles.offensive_a_outrance.combat.parties import aiming, parties
from front1914.titles.offensive_a_outrance.combat.shifts import sides
from front1914.titles.offensive_a_outrance.combat.strength import beside, guns_of, guns_total
from front1914.titles.offensive_a_outrance.nations.paris import AREA as GARRISON_AREA
from front1914.titles.offensive_a_outrance.nations.paris import PARIS
from front1914.titles.offensive_a_outrance.organisation.forces import Force, forces
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.state import GUNS_USED, OAOState
from front1914.titles.offensive_a_outrance.world import FOE, IS_ARTILLERY, IS_FORTRESS, NO_ARMY, SIDE, UNITS


def attacked(s: OAOState) -> set[int]:
    """The hexes that are attacked in this phase, before or after this moment."""
    return {s.target[u] for u in aiming(s) if SIDE[u] == s.active}


def lenders(s: OAOState) -> list[int]:
    """10.1.1, 12.2.a, B47: leads of neighbouring Forces, and Fortresses, that may add their guns to the defence."""
    b = battle(s)
    fronts = sides(s, b.target, b.attackers)
    side, hot = FOE[s.active], attacked(s)
    armies = _armies(s, b)
    found = []
    for n in BOARD.neighbours[b.target]:
        near = [h for h in fronts if beside(h, n)]
        if n in hot or not near:  # 10.1.1.c
            continue
        groups: list[Force] = [  # 10.1.1.c; 8.8.1.d: no guns by themselves
            f for f in forces(s, n, side) if _with(s, f[0], n, armies) and not all(IS_ARTILLERY[u] for u in f)
        ]
        lent = sum(any(u in b.support for u in f) for f in groups)
        most = 2 if all(LEVEL[n] > LEVEL[h] for h in near) else 1  # 10.1.1.d
        if lent < most:  # 10.1.1.d
            found += [f[0] for f in groups if _loaded(s, f) and f[0] not in b.support]
        if not s.ground(s.active).units >> n & 1:  # B105: with enemies in its hex a Fortress helps nobody
            shells = [u for u in s.own(n, side) if IS_FORTRESS[u] and u not in b.support and _with(s, u, n, armies)]
            found += [u for u in shells if _loaded(s, (u,))]  # B199: with or without its garrison
    return found


def _armies(s: OAOState, b: Battle) -> set[int]:
    """10.1.1: the armies whose neighbours may help: those of the defenders; none: anybody's."""
    here = [u for u in b.defenders if s.at[u] < SIZE]
    return {s.army[u] for u in here} - {NO_ARMY} or armies_around(s, FOE[s.active], b.target)


def _with(s: OAOState, u: int, h: int, armies: set[int]) -> bool:
    """5.3.1, B84: whether a unit is attached to one of some armies; Forts, Fortresses and who is attached to none to
    that in whose area they stand, else to any."""
    mine = {s.army[u]} - {NO_ARMY} or armies_around(s, SIDE[u], h)
    return not armies or not mine or not mine.isdisjoint(armies)


def armies_around(s: OAOState, side: str, h: int) -> set[int]:
    """5.1, 5.1.4, 22.2: the armies in whose Areas of Attachment a hex lies."""
    found = {s.area(side)[h]}
    if side == "allied":
        found |= {s.second_area[h], PARIS if GARRISON_AREA >> h & 1 else NO_ARMY}
    return found - {NO_ARMY, GROUP}


def _loaded(s: OAOState, force: Force) -> bool:
    """Guns that have not fired yet in this phase, of units that take no part in the combat."""
    b = battle(s)
    # 10.1.1.e
    return any(s.guns(u) and not s.did[u] & GUNS_USED for u in force) and not set(force) & {*b.defenders, *b.withheld}


def lend(s: OAOState, b: Battle) -> None:
    """10.1.1: the defender says which neighbours lend their guns."""
    if lenders(s):
        s.flow.append(("lend",))


class Lend(Step):
    """10.1.1, B47: neighbours of the defender add their guns; a unit can do so in one combat of a phase."""

    name, rule, ends = "lend", "10.1.1", ("done",)

    def side(self, s: OAOState) -> str:
        return FOE[s.active]

    def prompt(self, s: OAOState) -> str:
        return "Which neighbours support the defence with their guns?"

    def legal_unit(self, s: OAOState) -> list[int]:
        return lenders(s)

    def why_unit(self, s: OAOState, u: int) -> Reason:
        return Reason("10.1.1", f"{UNITS.name(u)} cannot add its guns")

    def do_unit(self, s: OAOState, u: int) -> None:
        b = battle(s)
        force = next((f for f in forces(s, s.at[u], SIDE[u]) if u in f), (u,))
        note(s, support=(*b.support, *(v for v in force if s.guns(v) and not s.did[v] & GUNS_USED)))
        if not lenders(s):
            s.flow.pop()
        load_force(s, tuple(v for v in force if s.guns(v)))  # 9.4, B47: without Ammo half of it


def compare(s: OAOState, b: Battle) -> None:
    """9.1.1.i, 9.2.5.a, 10.1.1.a, 10.1.2: each side's guns against the size of the other give the modifier of the
    other's checks; whoever is withheld keeps silent."""
    side = FOE[s.active]
    first = [guns_of(s, f, b.target, b.dry, attacking=True) for f in parties(s, b.attackers, s.active)]
    second = [guns_of(s, f, b.target, b.dry) for f in parties(s, b.defenders, side)]
    second += [guns_of(s, (u,), b.target) for u in b.defenders if IS_FORTRESS[u] and s.at[u] < SIZE]
    second += _lent(s, b)  # 10.1.1.b
    totals = guns_total(first), guns_total(second)
    for u in (*b.attackers, *b.defenders, *b.support):
        s.did[u] |= GUNS_USED
    modifiers = artillery_modifier(totals[1], b.attacker_size), artillery_modifier(totals[0], b.defender_size)
    note(s, guns=modifiers)
    s.tell("guns", attacker=totals[0], defender=totals[1], first=modifiers[0], second=modifiers[1])


def _lent(s: OAOState, b: Battle) -> list[Fraction]:
    """The guns of neighbours, by Force."""
    side = FOE[s.active]
    found = [guns_of(s, f, b.target, b.dry) for f in parties(s, b.support, side)]
    return found + [guns_of(s, (u,), b.target) for u in b.support if IS_FORTRESS[u]]


STEPS = (Lend(),)

"""What an attack may bring, reckoned before the dice: odds, results of the table, checks afterwards (9, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from front1914.kit.tables import Shift
from front1914.titles.offensive_a_outrance.board import (
    BOARD,
    FORESTED,
    GREAT,
    LEVEL,
    OPEN,
    RIVERS,
    STEEP,
    TRANSITIONS,
)
from front1914.titles.offensive_a_outrance.charts import CHECK, RIVER_EFFECT, artillery_modifier
from front1914.titles.offensive_a_outrance.combat.battle import INTENSE, Battle, retreat_of
from front1914.titles.offensive_a_outrance.combat.checks import FORTRESS_CEL
from front1914.titles.offensive_a_outrance.combat.course import reductions
from front1914.titles.offensive_a_outrance.combat.parties import barred, overload, together
from front1914.titles.offensive_a_outrance.combat.shifts import (
    FLANK_HEXES,
    FORTRESS_PROFICIENCY,
    MOST_PROFICIENCY,
    odds_column,
    proficiency,
)
from front1914.titles.offensive_a_outrance.combat.strength import ground, hexside, river, size_of
from front1914.titles.offensive_a_outrance.crossings import ZONE
from front1914.titles.offensive_a_outrance.manoeuvre.tasks import level
from front1914.titles.offensive_a_outrance.organisation.effectiveness import cel
from front1914.titles.offensive_a_outrance.organisation.forces import Force, forces
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import (
    DIVISION,
    FOE,
    IS_ARTILLERY,
    IS_FORT,
    IS_FORTRESS,
    IS_SUPPLY,
    PROFICIENCY,
    SIDE,
)

LEVEL_WORTH = 0.3  #: a level of effectiveness, in Strength Reductions
SMALL = 0.5  #: about how often a reduction is suffered from an enemy of less than a division (9.10.1)
_EVEN = odds_column(1, 1)


class Prospect(NamedTuple):
    """What an attack brings on average, in Strength Reductions; levels of effectiveness are counted as parts of one."""

    taken: float  #: the chance that the defender must leave
    own: float
    enemy: float


class Odds(NamedTuple):
    """What the table is read with, and what the checks rest on."""

    column: int
    modifier: int  #: of the white die
    added: tuple[int, int]  #: to the checks of attacker and defender
    levels: tuple[int, int]  #: their CEL
    sizes: tuple[int, int]  #: in eighths


Party = Sequence[tuple[int, Force]]  #: the Forces that attack, each with the hex from which it does


# ---- results (9.8 to 10.3)

_SUMS = tuple((total, (6 - abs(7 - total)) / 36) for total in range(2, 13))


@cache
def check(modifier: int, strength: int) -> tuple[float, float]:
    """10.3: the chance of a rout, and what is lost on average."""
    rout = lost = 0.0
    for total, chance in _SUMS:
        failed = total + modifier - strength
        if failed >= CHECK.rout:
            rout += chance
            lost += chance * (1 + 3 * LEVEL_WORTH)
        elif failed > 0:
            lost += chance * LEVEL_WORTH * (1 if failed <= CHECK.one[1] else 2)
    return rout, lost


@cache
def prospect(odds: Odds, bold: tuple[int, int]) -> Prospect:
    """The mean over all throws, at given intensities of attacker and defender."""
    taken = own = enemy = 0.0
    first, second = (1.0 if size >= DIVISION else SMALL for size in reversed(odds.sizes))
    shift = (Shift(odds.column - _EVEN, "9.6.1", "all shifts"),)
    b = Battle("battle", 0, (), attack=1, defence=1, shifts=shift, modifier=odds.modifier, bold=bold)
    for white in range(1, 7):
        for black in range(1, 7):
            thrown = b._replace(dice=(white, black))
            result, fallen = thrown.outcome, reductions(thrown)
            _, worn = check(result.attacker.modifier + odds.added[0], odds.levels[0])
            rout, shaken = (0.0, 0.0)
            if odds.column >= 0:
                rout, shaken = check(result.defender.modifier + odds.added[1], odds.levels[1])
            taken += 1.0 if retreat_of(thrown) else rout
            own += fallen[0] * first + worn + LEVEL_WORTH * result.attacker.exhausted
            enemy += fallen[1] * second + shaken + LEVEL_WORTH * result.defender.exhausted
    return Prospect(taken / 36, own / 36, enemy / 36)


# ---- who takes part (3.1.2, 9.2.2)


def admitted(s: OAOState, target: int, party: Party) -> list[tuple[int, Force]]:
    """Those of some Forces, the first ones first, that may attack together; as if they stood where they are to."""
    found: list[tuple[int, Force]] = []
    steep = bool(STEEP >> target & 1)
    for h, force in party:
        beside = [u for g, other in found if g == h for u in other]
        units = [u for _, other in found for u in other]
        if barred(s, h, target) or overload(s, [*beside, *force], steep or bool(STEEP >> h & 1)) is not None:
            continue
        if together([*units, *force], s) is None:
            found.append((h, force))
    return found


def garrison(s: OAOState, target: int, side: str) -> list[int]:
    """Who of a side would defend a hex."""
    if not s.ground(side).wall >> target & 1:
        return []
    return [u for u in s.own(target, side) if not IS_SUPPLY[u] and not (s.face[u] and IS_ARTILLERY[u])]


# ---- the odds (9.3 to 9.7, 10.1)


def odds(s: OAOState, target: int, party: Party) -> Odds | None:
    """The odds of an attack by Forces that may make it; None if there is nobody to fight."""
    units = [u for _, force in party for u in force]
    if not units:
        return None
    foe = FOE[SIDE[units[0]]]
    defenders = garrison(s, target, foe)
    if not defenders:
        return None
    attack = sum(max(0, sum(s.attack(u) for u in force) + hexside(h, target)) for h, force in party)
    defence = sum(s.defence(u) for u in defenders) + ground(target)
    hexes = list(dict.fromkeys(h for h, _ in party))
    sizes = size_of(s, units), size_of(s, defenders)
    column = odds_column(attack, max(1, defence)) - level(s, target) - _wide(target, hexes) - _uphill(target, hexes)
    flank = _flanked(s, target, hexes, foe, sizes)
    skill = proficiency(s, defenders, target) - proficiency(s, units, target)
    guns = sum(s.guns(u) for u in units), sum(s.guns(u) for u in defenders)
    added = artillery_modifier(guns[1], sizes[0]), artillery_modifier(guns[0], max(1, sizes[1])) + flank
    levels = round(sum(cel(s, force) for _, force in party) / len(party)), _steadfast(s, target, foe)
    return Odds(column + 2 * flank, max(-MOST_PROFICIENCY, min(MOST_PROFICIENCY, skill)), added, levels, sizes)


def stormed(s: OAOState, target: int, defenders: Sequence[Force], strikers: Sequence[Force]) -> float:
    """The chance that a hex is lost to one attack of some Forces, if these stood in it; both fight in earnest."""
    units, holders = [u for force in strikers for u in force], [u for force in defenders for u in force]
    if not holders or not units:
        return float(bool(units))
    attack, defence = sum(s.attack(u) for u in units), sum(s.defence(u) for u in holders) + ground(target)
    sizes = max(1, size_of(s, units)), max(1, size_of(s, holders))
    skill = _skill(holders) - _skill(units)
    guns = sum(s.guns(u) for u in units), sum(s.guns(u) for u in holders)
    added = artillery_modifier(guns[1], sizes[0]), artillery_modifier(guns[0], sizes[1])
    levels = (
        round(sum(cel(s, force) for force in strikers) / len(strikers)),
        max(FORTRESS_CEL if IS_FORTRESS[force[0]] else cel(s, force) for force in defenders),
    )
    column = odds_column(attack, max(1, defence)) - level(s, target)
    found = Odds(column, max(-MOST_PROFICIENCY, min(MOST_PROFICIENCY, skill)), added, levels, sizes)
    return prospect(found, (INTENSE, INTENSE)).taken


def _skill(units: Sequence[int]) -> int:
    """9.7: the highest Proficiency Rating."""
    return FORTRESS_PROFICIENCY if any(IS_FORTRESS[u] for u in units) else max(PROFICIENCY[u] for u in units)


def _steadfast(s: OAOState, target: int, side: str) -> int:
    return max((cel(s, force) for force in forces(s, target, side)), default=FORTRESS_CEL)


def _wide(target: int, hexes: Sequence[int]) -> int:
    """9.6.1: columns for a Great or Grand River that all must cross."""
    rivers = [river(h, target) for h in hexes]
    return min(RIVER_EFFECT[RIVERS[size]].shift for size in rivers) if min(rivers) >= GREAT else 0


def _uphill(target: int, hexes: Sequence[int]) -> bool:
    """3.6.1: all go uphill."""
    bare = [(h, BOARD.link[h, target]) for h in hexes if not FORESTED >> BOARD.link[h, target] & 1]
    return bool(bare) and all(LEVEL[target] > LEVEL[h] and not TRANSITIONS >> link & 1 for h, link in bare)


def _flanked(s: OAOState, target: int, hexes: Sequence[int], foe: str, sizes: tuple[int, int]) -> bool:
    """9.5: five hexes around the defender are the attacker's or in his zones, none his friends'."""
    if sizes[0] < sizes[1] or any(IS_FORTRESS[u] or (IS_FORT[u] and not s.face[u]) for u in s.own(target, foe)):
        return False
    held = s.ground(FOE[foe]).units
    for h in hexes:
        held |= ZONE[h] | 1 << h
    held &= OPEN & ~s.ground(foe).units
    around = [n for n in BOARD.neighbours[target] if held >> n & 1 and not barred(s, n, target)]
    return sum(river(n, target) < GREAT for n in around) >= FLANK_HEXES

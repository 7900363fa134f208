"""13, 16-8, 22, 29, 33, 34-4: column and die of an attack and of its counterattack, with their reasons (H-4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from front1914.kit.bits import members
from front1914.kit.sentences import counted
from front1914.kit.tables import Shift
from front1914.titles.der_weltkrieg.board import BROKEN, CLEAR, RING, SHEET, SIZE, TERRAINS
from front1914.titles.der_weltkrieg.charts import MARKERS, RIVERS, sufficient
from front1914.titles.der_weltkrieg.combat import arithmetic as sums
from front1914.titles.der_weltkrieg.combat.battle import ASSAULT, RETREATS, UNSUPPLIED, Battle, backer, fate
from front1914.titles.der_weltkrieg.combat.directions import works_count
from front1914.titles.der_weltkrieg.combat.forces import (
    as_infantry,
    assault_points,
    divisions,
    fights,
    hold_points,
    holds,
    infantry_points,
    leading_nation,
)
from front1914.titles.der_weltkrieg.combat.supplying import DEFENCE, Use, groups, worth
from front1914.titles.der_weltkrieg.combat.terrain import (
    EFFECT,
    HIGH,
    OPEN,
    OVER_MAJOR,
    OVER_RIVER,
    crossing,
    direction,
    ways,
    works_in_the_way,
)
from front1914.titles.der_weltkrieg.nations import RUSSIAN
from front1914.titles.der_weltkrieg.sheets import FRONT
from front1914.titles.der_weltkrieg.state import HINDENBURG, HOLDER, TRENCH, WORKS, DWState
from front1914.titles.der_weltkrieg.weather import snowed_in, winter_at
from front1914.titles.der_weltkrieg.world import (
    FULL,
    IS_ARTILLERY,
    IS_FLOTILLA,
    IS_FORTRESS,
    IS_HQ,
    IS_SIEGE,
    NATION,
    SIDE,
)

HALF = Fraction(1, 2)
FLOTILLAS = 3  #: 36-6.1: so many flotilla points are worth one
GARRISON = 4  #: 29-11: infantry points for each hexside that spare a fortress the doubled guns
SOLID = 5  #: 22-19
WINTER_DRM = 1  #: 34-4
THIN_ATTACK, THIN_REPLY = -1, 2  #: 22-21


class Reckoning(NamedTuple):
    """One of the two throws of a Combat."""

    points: int  #: before factors
    column: int
    adjust: int
    notes: tuple[Shift, ...]


# ---- what the place and the directions say


def pairs(s: DWState, b: Battle) -> list[tuple[int, int]]:
    """(origin, target) of each attacker; after 14-9 each attacks all hexes around it."""
    return [(s.at[u], h) for u in b.attackers if s.at[u] < SIZE for h in b.targets]


def guns_alone(b: Battle) -> bool:
    """29-7: an attack by artillery only."""
    return all(IS_ARTILLERY[u] for u in b.attackers)


def fortress_at(s: DWState, b: Battle, h: int) -> int | None:
    """The fortress in a hex under attack."""
    return next((u for u in s.stack(h) if IS_FORTRESS[u] and SIDE[u] == b.defender and s.strength[u]), None)


def has_work(s: DWState, side: str, h: int) -> bool:
    """A trench or Hindenburg marker of the side."""
    return s.work[h] in (TRENCH, HINDENBURG) and s.builder[h] == HOLDER[side]


def origins(s: DWState, b: Battle) -> set[int]:
    """The hexes from which the attack comes."""
    return {a for a, _ in pairs(s, b)}


def both_sides_hold(s: DWState, b: Battle, h: int) -> bool:
    """22-18: whether the directions of the attack leave works their value."""
    friends = members(RING[h] & s.ground(b.defender).units)
    return works_count(ways(h, origins(s, b)), frozenset(direction(h, n) for n in friends))


def outgunned(s: DWState, b: Battle, h: int) -> bool:
    """22-17: in 1915, not in the West: as many siege guns and as many field guns as there are divisions."""
    if s.year != 1915 or FRONT[SHEET[h]] == "west":
        return False
    siege = sum(IS_SIEGE[u] for u in b.attackers)
    field = sum(IS_ARTILLERY[u] and not IS_SIEGE[u] for u in b.attackers)
    return min(siege, field) >= max(1, divisions(_in(s, b, h)))


def _in(s: DWState, b: Battle, h: int) -> list[int]:
    return [u for u in b.defenders if s.at[u] == h]


def trench(s: DWState, b: Battle, h: int) -> bool:
    """22-7, 22-8: a trench that helps its defenders (20-12, 22-2, 22-17, 22-18)."""
    if not has_work(s, b.defender, h) or h in b.beset:
        return False
    return works_in_the_way(pairs(s, b)) and both_sides_hold(s, b, h) and not outgunned(s, b, h)


def hasty_works(s: DWState, b: Battle, h: int) -> bool:
    """22-16, 22-17, 22-18, 33-9: works that 1915 and later give in difficult terrain."""
    if s.year < 1915 or b.terrain < 0:
        return False
    needed = -3 if s.year == 1915 else -2  # 22-16.1
    strong = EFFECT[b.terrain].attack <= needed or b.terrain in HIGH  # 22-16.2
    if not strong or not both_sides_hold(s, b, h) or outgunned(s, b, h):
        return False
    return sum(assault_points(s, u) for u in b.attackers) <= hold_points(s, _in(s, b, h))


def solid(s: DWState, b: Battle, h: int) -> bool:
    """22-19, DW-R67: a trench, and enough infantry for each hexside that is attacked through."""
    if not trench(s, b, h):
        return False
    here = _in(s, b, h)
    nation = leading_nation(s, here, NATION)
    full = max((FULL[u] for u in here if NATION[u] == nation and as_infantry(s, u)), default=SOLID)
    return infantry_points(s, here) >= len(ways(h, origins(s, b))) * min(SOLID, full or SOLID)


def artillery_needed(s: DWState, h: int) -> int:
    """22-20: points of artillery that suffice against a solid defence."""
    return sufficient(s.year, FRONT[SHEET[h]])


def thinly_prepared(s: DWState, b: Battle, h: int) -> bool:
    """22-21: a Combat Phase attack on a solid defence with too little artillery (DW-R68)."""
    if b.kind != ASSAULT:
        return False
    guns = sum(s.strength[u] // (2 if IS_SIEGE[u] else 1) for u in b.attackers if IS_ARTILLERY[u])
    return guns < artillery_needed(s, h) and solid(s, b, h)


# ---- the attack


def attack(s: DWState, b: Battle) -> Reckoning:
    """34-5: points, factors and modifiers of the attack, less what snow takes."""
    notes: list[Shift] = []
    points = _attack_points(s, b, notes)
    factors = _attack_factors(s, b, notes)
    column = sums.total(points, factors)
    snow = snowed_in(SHEET[b.target], s.month, TERRAINS[b.terrain], column)
    if snow:
        notes.append(Shift(0, "34-5", f"Snow takes {snow} points"))
    modifiers = _attack_modifiers(s, b)
    return Reckoning(points, column - snow, sums.adjustment(modifiers), (*notes, *modifiers))


def _attack_points(s: DWState, b: Battle, notes: list[Shift]) -> int:
    """13-2, 29-11, 36-6: what all who attack bring, after losses and the length of Supply Lines."""
    fort = fortress_at(s, b, b.target) is not None
    use = Use(True, field=not fort)
    double = _guns_doubled(s, b) if fort else 1
    if double > 1:
        notes.append(Shift(0, "29-11", "Artillery is doubled: too little infantry in the fortress"))
    found = 0
    payer = dict(zip(b.attackers, b.payers, strict=True))
    for group in _groups(s, [u for u in b.attackers if not IS_FLOTILLA[u] and s.at[u] < SIZE], payer):
        points = worth(s, group, payer[group[0]], use, group[0] in b.ringed)
        found += points * (double if IS_ARTILLERY[group[0]] else 1)
    ships = sum(s.strength[u] for u in b.attackers if IS_FLOTILLA[u])
    return found + ships // FLOTILLAS  # 36-6.1


def _groups(s: DWState, units: Sequence[int], payer: dict[int, int]) -> Iterable[list[int]]:
    """27-3: components count together where the same Headquarters pays for them."""
    by: dict[int, list[int]] = {}
    for u in units:
        by.setdefault(payer[u], []).append(u)
    for together in by.values():
        yield from groups(s, together)


def _guns_doubled(s: DWState, b: Battle) -> int:
    """29-11."""
    guns = {s.at[u] for u in b.attackers if IS_ARTILLERY[u]}
    here = [u for u in s.stack(b.target) if SIDE[u] == b.defender]
    return 2 if guns and infantry_points(s, here) < GARRISON * len(guns) else 1


def _attack_factors(s: DWState, b: Battle, notes: list[Shift]) -> list[Fraction]:
    factors = []
    if b.terrain >= 0 and EFFECT[b.terrain].halved:
        factors.append(HALF)
        notes.append(Shift(0, "13-6", f"Attackers are halved: {_name(b.terrain)}"))
    if crossing(pairs(s, b)) == OVER_MAJOR and not guns_alone(b):
        factors.append(HALF)
        notes.append(Shift(0, "13-5", "Attackers are halved: all come across a major river"))
    if b.kind != ASSAULT:
        factors.append(HALF)
        notes.append(Shift(0, "16-8", "Attackers are halved: Column Attack"))
    return factors


def _attack_modifiers(s: DWState, b: Battle) -> list[Shift]:
    """13-9, 13-10, 13-11: terrain and trenches lower the die of the attack."""
    found = []
    if b.terrain >= 0 and EFFECT[b.terrain].attack:
        found.append(Shift(EFFECT[b.terrain].attack, "13-9", f"Terrain chosen: {_name(b.terrain)}"))
    if crossing(pairs(s, b)) == OVER_RIVER and not guns_alone(b):  # 29-7.2
        found.append(Shift(RIVERS["river"].attack, "13-5", "All come across a river"))
    if all(trench(s, b, h) for h in b.targets):
        found.append(Shift(max(MARKERS[WORKS[s.work[h]]].attack for h in b.targets), "22-7", "Trench"))
    if guns_alone(b) and fortress_at(s, b, b.target) is not None:
        ways_ = len(ways(b.target, origins(s, b)))
        found.append(Shift(ways_, "29-10", f"Guns alone bombard the fortress through {counted(ways_, 'hexside')}"))
    if b.terrain == CLEAR and thinly_prepared(s, b, b.target):
        found.append(Shift(THIN_ATTACK, "22-21", "Too little artillery against a solid defence"))
    return found


def _name(terrain: int) -> str:
    return TERRAINS[terrain].replace("_", " ")


# ---- the counterattack


def able(s: DWState, b: Battle, u: int) -> bool:
    """12-11, 14-15, 18-15, 29-2.1, 29-7.1, 29-13, 19-11, DW-R116: whether a defender can counterattack at all."""
    if s.at[u] not in b.targets or not fights(s, u) or IS_SIEGE[u]:
        return False
    held = any(holds(v) for v in _in(s, b, s.at[u]))
    if IS_ARTILLERY[u]:
        return backer(b, u) != UNSUPPLIED and held
    if IS_HQ[u] and held:
        return False
    return not guns_alone(b)


def multiplier(s: DWState, b: Battle, u: int) -> int:
    """7-11, 13-15, 14-13, 16-8, 21-3, 29-5, 41-4."""
    if u in b.railed:  # 7-11.3
        found = sums.ENTRAINED
    elif IS_ARTILLERY[u]:
        found = sums.GUNS
    elif IS_FORTRESS[u]:
        found = 1 if NATION[u] == RUSSIAN else sums.FORT  # 21-3.1
    else:
        found = sums.RETREATING if fate(b, s.at[u]) >= RETREATS else sums.STAND
    return found * (1 if b.kind == ASSAULT else sums.COLUMN_DEFENCE)


def counterattackers(s: DWState, b: Battle) -> list[int]:
    """Those who can counterattack and are not held back (12-8)."""
    return [u for u in b.defenders if u not in b.silent and able(s, b, u)]


def counter(s: DWState, b: Battle) -> Reckoning:
    """13-15: points, multipliers and modifiers of the counterattack."""
    units = counterattackers(s, b)
    payer = {u: backer(b, u) for u in units}
    points = 0
    for group in _groups(s, units, payer):
        points += worth(s, group, payer[group[0]], DEFENCE, False) * multiplier(s, b, group[0])
    modifiers = _counter_modifiers(s, b)
    return Reckoning(points, points, sums.adjustment(modifiers), tuple(modifiers))


def _counter_modifiers(s: DWState, b: Battle) -> list[Shift]:
    found = []
    if b.terrain >= 0 and EFFECT[b.terrain].counterattack:  # 13-15.1
        found.append(Shift(EFFECT[b.terrain].counterattack, "13-15", f"Terrain chosen: {_name(b.terrain)}"))
    water = crossing(pairs(s, b))
    if water != OPEN and not guns_alone(b):
        kind, text = ("river", "a river") if water == OVER_RIVER else ("major", "a major river")
        found.append(Shift(RIVERS[kind].counterattack, "13-5", f"All came across {text}"))
    if winter_at(s, b.target) and not all(has_work(s, b.attacker, h) for h in origins(s, b)):
        found.append(Shift(WINTER_DRM, "34-4", "Winter"))
    if b.terrain in (CLEAR, BROKEN) and thinly_prepared(s, b, b.target):  # 22-21.1
        found.append(Shift(THIN_REPLY, "22-21", "Too little artillery against a solid defence"))
    return found

"""H8: what an attack is worth: attack and defence factors, odds, the section of the table.

CB-3, CB-6, CB-13; TC-1 (terrain halves, rounded up, each unit once: B-71); CV-1, CV-3 (cavalry); AR-2 (artillery);
FT-6, FT-7, FA-2 (forts).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from front1914.engine.kept import kept
from front1914.kit.tables import Shift
from front1914.titles.fixed_1914.board import ARM, BOARD, FOREST, HEXES, RIVER, ROUGH, SIDE_BANK, UPHILL
from front1914.titles.fixed_1914.combat.forts import entitled, external, internal, silenced, worth
from front1914.titles.fixed_1914.combat.parties import only_cavalry
from front1914.titles.fixed_1914.combat.table import SECTION, column
from front1914.titles.fixed_1914.state import COMBAT, FXState
from front1914.titles.fixed_1914.world import IS_CAVALRY, IS_INFANTRY, UNITS

FROM_AFAR = 1  #: CV-1: the most that cavalry adds to infantry in another hex


class Reckoning(NamedTuple):
    """An attack in figures."""

    attack: int
    defence: int
    column: int  #: of the table; below 0 the attack is not allowed (CB-7)
    section: int  #: place in table.SECTIONS
    silent: bool  #: the fortification artillery does not count (FA-5)
    free: bool  #: the defender may stand without a further loss (TC-1, FT-9)
    notes: tuple[Shift, ...]  #: what made the figures, in factors


def half(factor: int) -> int:
    """B-71: halved, rounded up."""
    return (factor + 1) // 2


def base_factor(s: FXState, u: int, attackers: Sequence[int], attacked: Sequence[int]) -> int:
    """CV-1, CV-3, B-72, B-73: the factor before terrain: printed, except for cavalry that supports infantry."""
    printed = s.attack(u)
    if not IS_CAVALRY[u] or only_cavalry(s, attacked):  # CV-3
        return printed
    beside = [s.attack(v) for v in attackers if IS_INFANTRY[v] and s.at[v] == s.at[u]]
    return min(printed, half(max(beside)) if beside else FROM_AFAR)  # CV-1.2, CV-1.3, CV-1.4


def across_river(s: FXState, u: int, target: int) -> bool:
    """MB-4.5, TC-1a, H5: out of a river hex, neither along the river nor to the bank by which it came in."""
    h = s.at[u]
    if not RIVER >> h & 1:
        return False
    d = BOARD.direction(h, target)
    assert d is not None
    return SIDE_BANK[6 * h + d] not in (ARM, s.bank[u])  # TC-1a.2


def halving(s: FXState, u: int, target: int) -> tuple[str, str] | None:
    """TC-1: the rule by which terrain halves the attack of a unit, and the reason; None if nothing does."""
    h = s.at[u]
    if across_river(s, u, target):  # TC-1a.1
        return "TC-1a", "attacks across the river"
    if ROUGH >> h & 1 and (ROUGH | FOREST) >> target & 1:  # TC-1b.2
        return "TC-1b", "attacks out of rough ground into rough or forest"
    if (h, target) in UPHILL:
        return "TC-1d", "attacks up a ridge"
    return None


def reckon(s: FXState, target: int, attacked: Sequence[int], attackers: Sequence[int]) -> Reckoning:
    """H8: the whole reckoning of an attack on some units of the target hex."""
    return _reckon(s, target, tuple(attacked), tuple(attackers))


@kept(*COMBAT)
def _reckon(s: FXState, target: int, attacked: tuple[int, ...], attackers: tuple[int, ...]) -> Reckoning:
    notes: list[Shift] = []
    sums: dict[int, int] = {}
    for u in attackers:
        factor = base_factor(s, u, attackers, attacked)
        if factor < s.attack(u):
            notes.append(Shift(factor - s.attack(u), "CV-1", f"{UNITS.name(u)} supports infantry"))
        cut = halving(s, u, target)
        if cut is not None and half(factor) < factor:  # FT-6.2: before the forts
            notes.append(Shift(half(factor) - factor, cut[0], f"{UNITS.name(u)} {cut[1]}"))
            factor = half(factor)
        sums[s.at[u]] = sums.get(s.at[u], 0) + factor
    silent = silenced(s, target, attackers)
    attack = across_forts(s, target, attacked, sums, silent, notes)
    defence = behind_forts(s, target, attacked, silent, notes)
    return Reckoning(
        attack,
        defence,
        column(attack, defence),
        predominant(s, target, attacked, silent),
        silent,
        stands_free(s, target, attacked, sums),
        tuple(notes),
    )


def across_forts(
    s: FXState, target: int, attacked: Sequence[int], sums: dict[int, int], silent: bool, notes: list[Shift]
) -> int:
    """FT-6: the sum over each hexside, less its external forts, but never below 1 (B-53)."""
    total = 0
    for h, factors in sums.items():
        symbols, country = external(h, target)
        if symbols and factors and any(entitled(u, country) for u in attacked):  # FT-3.1
            left = max(1, factors - symbols * worth(s, target, country, silent))  # FT-6.1, FT-6.3
            if left < factors:
                notes.append(Shift(left - factors, "FT-6", f"Forts between {HEXES[h]} and {HEXES[target]}"))
            factors = left
        total += factors
    return total


def fort_bonus(s: FXState, target: int, u: int, silent: bool) -> int:
    """FT-7, FT-10, FA-3, FA-3.1: what internal forts add to the defence of one unit, whatever external ones do."""
    symbols, country = internal(target)
    return symbols * worth(s, target, country, silent) if symbols and entitled(u, country) else 0


def behind_forts(s: FXState, target: int, attacked: Sequence[int], silent: bool, notes: list[Shift]) -> int:
    """CB-13, FT-7: the sum of all attacked units, each infantry unit with what the forts give it."""
    total = 0
    for u in attacked:
        printed = s.defence(u)
        if not printed:
            continue
        more = fort_bonus(s, target, u, silent)
        if more:
            notes.append(Shift(more, "FT-7", f"{UNITS.name(u)} defends in forts"))
        total += printed + more  # CB-3.1, FA-3.2, CB-13
    if silent:
        notes.append(Shift(0, "FA-5", "The fortification artillery is silenced by heavier guns"))
    return total


def predominant(s: FXState, target: int, attacked: Sequence[int], silent: bool) -> int:
    """CB-6: the section of the attacked unit with the highest defence strength, on a tie the higher one."""
    best = (0, 0)
    for u in attacked:
        if s.defence(u):
            strength = s.defence(u) + fort_bonus(s, target, u, silent)
            best = max(best, (strength, -SECTION[u][s.step[u]]))  # CB-6.1, CB-6.2
    return -best[1]


def stands_free(s: FXState, target: int, attacked: Sequence[int], sums: dict[int, int]) -> bool:
    """TC-1b, TC-1c, FT-9, B-51: whether the defender need not retreat to avoid a further loss."""
    if (ROUGH | FOREST) >> target & 1:  # TC-1b.1
        return True
    hosts = [u for u in attacked if s.defence(u)]  # FT-3.3
    symbols, country = internal(target)
    if symbols and all(entitled(u, country) for u in hosts):  # FT-9.1
        return True
    sides = [external(h, target) for h, factors in sums.items() if factors]
    # FT-9.2, FT-9.3
    return bool(sides) and all(number and all(entitled(u, land) for u in hosts) for number, land in sides)

"""11.8, 11.14, 8.7, 8.9: what units are worth in attack and in defence."""

from __future__ import annotations

from collections.abc import Iterable

from front1914.titles.schlieffens_war.state import FORTRESS_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY, SWState
from front1914.titles.schlieffens_war.world import IS_CORPS


def half(factor: int) -> int:
    """8.7, R42, R43: each unit is halved for itself, rounded up."""
    return (factor + 1) // 2


def attack_factor(s: SWState, u: int) -> int:
    """8.7, 8.9: halved out of supply and in heavy fortress supply; the back of an HQ shows its half (R41)."""
    factor, state = s.factor(u), s.supply[u]
    if state == FORTRESS_SUPPLY or (state == OUT_OF_SUPPLY and IS_CORPS[u]):  # 8.7.c, 8.9.c, 11.8.a
        return half(factor)
    return factor


def defence_factor(s: SWState, u: int) -> int:
    """8.7, 8.9: halved out of supply, whole in heavy fortress supply; a fort has its printed factor (11.14)."""
    factor = s.factor(u)
    # 8.7.c, 8.9.d, 11.8.b, 11.8.c, 11.14.b
    return half(factor) if s.supply[u] == OUT_OF_SUPPLY and IS_CORPS[u] else factor


def attack_total(s: SWState, units: Iterable[int]) -> int:
    """Of all attackers."""
    return sum(attack_factor(s, u) for u in units)


def defence_total(s: SWState, units: Iterable[int]) -> int:
    """Of those who take part in the defence."""
    return sum(defence_factor(s, u) for u in units)


def all_supplied(s: SWState, units: Iterable[int]) -> bool:
    """11.23, R83: every one of them in regular supply."""
    return all(s.supply[u] == IN_SUPPLY for u in units)

"""CB-12, CB-15, H15: the units of a stack as they are attacked: each with the zero-defence units attached to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from front1914.titles.fixed_1914.state import FXState
from front1914.titles.fixed_1914.world import IS_CAVALRY

Party: TypeAlias = tuple[int, ...]  #: a unit and those attached to it, or units without defence and without a host


def parties(s: FXState, h: int) -> list[Party]:
    """CB-15: a zero-defence unit belongs to the nearest unit above it that has a defence factor."""
    found: list[list[int]] = []
    for u in s.stack(h):
        if found and not s.defence(u):  # CB-15.1, CB-15.2
            found[-1].append(u)
        else:
            found.append([u])
    return [tuple(party) for party in found]


def open_parties(s: FXState, h: int) -> list[Party]:
    """CB-2, CB-12: the parties that can still be attacked in this phase, the top one first.

    Who is attached cannot be attacked without its host; who was attacked before takes no part again.
    """
    found = []
    for party in parties(s, h):
        if s.defended[party[0]] and s.defence(party[0]):  # CB-2.3, CB-12.2
            continue
        left = tuple(u for u in party if not s.defended[u])  # CB-2.3
        if left:
            found.append(left)
    return found


def together(found: Iterable[Party]) -> Party:
    """All units of some parties."""
    return tuple(u for party in found for u in party)


def hosts(s: FXState, units: Iterable[int]) -> list[int]:
    """Those that have a defence factor."""
    return [u for u in units if s.defence(u)]


def only_cavalry(s: FXState, units: Iterable[int]) -> bool:
    """CV-1, CV-3: whether every attacked unit with a defence factor is cavalry."""
    return all(IS_CAVALRY[u] for u in units if s.defence(u))

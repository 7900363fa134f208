"""16.2: unit substitutions, and what a unit takes over from those whose place it takes."""

from __future__ import annotations

from collections.abc import Sequence

from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, OPEN, SIZE
from front1914.titles.offensive_a_outrance.manoeuvre.entry import enter
from front1914.titles.offensive_a_outrance.organisation.losses import REPL
from front1914.titles.offensive_a_outrance.state import RIGHTS, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ABSENT,
    FOE,
    IS_FORMATION,
    MOST_SR,
    NATION,
    NO_CORPS,
    SIDE,
    START_CORPS,
    TRAIN_OF,
)

#: 16.2.1: what lies on the departing unit and goes on lying there
KEPT = (
    *("sr", "face", "order", "inactive", "rail", "goal", "trip", "due", "owed", "did", "spent", "origin", "army"),
    *("task", "done", "site", "pa", "target", "rolled"),
)


def average(statuses: Sequence[int]) -> int:
    """16.3.1, 16.4.1, B98: the mean of places on the ladder of CE Status, rounded to the worse.

    >>> average([1, 1, 2]), average([0, 1]), average([3])
    (2, 1, 3)
    """
    return -(-sum(statuses) // len(statuses))


def corps_of(s: OAOState, u: int) -> int:
    """5.2.2: the corps of its ID, while its Train is in play."""
    corps = START_CORPS[u]
    return corps if corps != NO_CORPS and s.at[TRAIN_OF[corps]] < SIZE else NO_CORPS


def substitute(s: OAOState, old: int, new: int) -> None:
    """16.2, 16.2.1: a unit takes the place of another, with its Strength Reductions and, of Formations, its status."""
    place, second, status = s.at[old], s.second[old], s.ce[old]
    kept = {name: getattr(s, name)[old] for name in KEPT}
    right = s.pools[RIGHTS[SIDE[old]]]
    s.remove(old, ABSENT)
    s.pools[RIGHTS[SIDE[old]]] = right  # 14.3.4: its work goes on
    s.put(new, place, second)
    for name, value in kept.items():
        getattr(s, name)[new] = value
    s.sr[new] = min(kept["sr"], MOST_SR[new])
    s.ce[new] = status if IS_FORMATION[new] and IS_FORMATION[old] else 0
    s.corps[new] = corps_of(s, new)
    s.tell("substituted", unit=new, old=old, reveals=True)


def in_place_of_lost(s: OAOState, asset: int, new: int, near: int) -> bool:
    """16.2.2, B100: a Formation takes the place of an Asset that was destroyed: it lacks what the Asset had.

    It enters in the nearest friendly hex free of the enemy. What it cannot suffer costs Replacements (9.10.4).
    """
    free = open_hexes(s, SIDE[new])
    if not free:
        return False
    steps = MOST_SR[asset] + 1
    place = min(free, key=lambda h: (BOARD.distance(near, h), h))
    s.sr[new] = min(steps, MOST_SR[new])
    s.pools[REPL[NATION[new]]] -= steps - s.sr[new]
    s.corps[new] = corps_of(s, new)
    s.tell("arrived", unit=new, hex=place)
    enter(s, (new,), place)
    return True


def open_hexes(s: OAOState, side: str) -> list[int]:
    """Friendly ground free of enemies and their zones."""

    foe = s.ground(FOE[side])
    return members(OPEN & s.rules.area & s.held(side) & ~(foe.units | foe.zone))

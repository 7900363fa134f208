"""11.1: where a retreat may go (H4): never into enemies or over the sea, strictly away, and as far as it can."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from front1914 import Game

from .board import Hex, camp, distance, neighbours, side, window
from .situation import Situation, Unit, other, read

FLIGHT = 2  #: the mark in a position of a Demoralized Retreat (6.4)


def open_to(now: Situation, units: list[Unit], a: Hex, b: Hex, shy: bool) -> bool:
    """11.1, 7.1.2, B23: whether a retreat may step there at all; who is shy does not pass through zones."""
    mine = units[0].side
    if b not in window(now.scenario) or side(a, b).get("sea") or now.blocked(b, mine):
        return False
    return not shy or b not in now.zone_of[other(mine)] or bool(now.here(b, mine))


def farthest(now: Situation, units: list[Unit], start: Hex, origin: Hex, count: int, shy: bool) -> int:
    """How many hexes a way can lead strictly away from the hex of the combat."""

    @cache
    def far(at: Hex, left: int) -> int:
        if left == 0:
            return 0
        ways = [
            b for b in neighbours(at) if distance(origin, b) > distance(origin, at) and open_to(now, units, at, b, shy)
        ]
        return max((1 + far(b, left - 1) for b in ways), default=0)

    return far(start, count)


def check_retreat(game: Game) -> list[str]:
    """11.1.1: every way that is offered, and how far it goes."""
    now = read(game)
    frame = now.position["flow"][-1]
    units = [now.by_id[name] for name in frame[1] if name in now.by_id]
    count, origin = int(frame[2]), frame[3]
    if not units or any(u.second for u in units):
        return []
    start, wrong, hints = units[0].at, [], game.hints()
    flees = frame[4] == FLIGHT
    shy = flees or units[0].counter.kind == "train"  # 6.4, 15.6.2a
    most = farthest(now, units, start, origin, count, shy)
    assert game.decision is not None
    for action in game.decision.actions:
        if action.verb != "to":
            continue
        path = hints.get(str(action), {}).get("path", [])
        if not path:
            continue
        for a, b in pairwise(path):
            if b not in neighbours(a) or not open_to(now, units, a, b, shy):
                wrong.append(f"{action}: {a} to {b} is not open")
        if len(path) - 1 > count:
            wrong.append(f"{action}: {len(path) - 1} hexes instead of {count}")
        sheltered = flees and bool(camp(path[-1]))  # 6.4: it may end sooner inside a Fortified Camp
        if len(path) - 1 < most and not sheltered:
            wrong.append(f"{action}: {len(path) - 1} hexes, though {most} are possible")
    return [f"{[u.id for u in units]} from {start} ({origin}), {count} hexes: {text}" for text in wrong]

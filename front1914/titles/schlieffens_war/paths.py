"""7.1, 10.1: where a mover can go, and by which way.

All hexes of equal cost are taken at once as one bitset: the question is asked at every decision of a move, and the
general search of the kit takes three times as long (the tests hold the two against each other).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from front1914.titles.schlieffens_war.world import BOARD, EXITS, RAIL, SIZE

#: the three directions in which hex numbers rise, and by how much; the other three are their opposites
_UP = tuple(d for d in range(6) if BOARD.offsets[d] > 0)
_P, _Q, _R = (BOARD.offsets[d] for d in _UP)


@dataclass(frozen=True, eq=False)
class Ways:
    """The steps of one kind of mover: by points and direction (_UP, then their opposites), and into each hex."""

    classes: tuple[tuple[int, tuple[int, ...]], ...]
    into: tuple[tuple[tuple[int, int], ...], ...]  #: by hex: (neighbour, points), in the order of the directions


def _ways(cost: Callable[[int, int], int | None]) -> Ways:
    classes: dict[int, list[int]] = {}
    steps: list[dict[int, int]] = [{} for _ in range(SIZE)]  # into a hex, by neighbour
    for h in range(SIZE):
        for d in range(6):
            n = BOARD.steps[6 * h + d]
            points = cost(h, n) if n >= 0 else None
            if points is not None:
                classes.setdefault(points, [0] * 6)[d] |= 1 << n
                steps[n][h] = points
    order = (*_UP, *(BOARD.opposite(d) for d in _UP))
    sorted_ = ((points, tuple(masks[d] for d in order)) for points, masks in sorted(classes.items()))
    into = (tuple((n, steps[h][n]) for n in BOARD.neighbours[h] if n in steps[h]) for h in range(SIZE))
    return Ways(tuple(sorted_), tuple(into))


ON_FOOT = _ways(lambda a, b: dict(EXITS[a]).get(b))  #: 10.4, 10.5
BY_RAIL = _ways(lambda a, b: 1 if RAIL[a] >> b & 1 else None)  #: 10.7.b: depots


class Reach(NamedTuple):
    """The hexes that a mover can get to. `levels[n]` holds those that cost just n points, the start at 0."""

    ways: Ways
    start: int
    zone: int
    levels: tuple[int, ...]
    bits: int  #: all of them without the start

    def spent(self, h: int) -> int:
        """What it costs to get to a hex of the reach."""
        return next(points for points, level in enumerate(self.levels) if level >> h & 1)

    def path(self, h: int) -> tuple[int, ...]:
        """The hexes of a cheapest way to a hex of the reach, both ends among them.

        Of several it is the one that comes first by direction (clockwise from north), looking back from the goal.
        """
        points, way = self.spent(h), [h]
        while points:
            points, h = self._before(h, points)
            way.append(h)
        return tuple(reversed(way))

    def _before(self, h: int, points: int) -> tuple[int, int]:
        """The hex before it on a cheapest way; out of a zone only the start leads, and not into another (7.1)."""
        levels, zone = self.levels, self.zone
        for n, cost in self.ways.into[h]:
            leads = not zone >> n & 1 or (n == self.start and not zone >> h & 1)
            if leads and cost <= points and levels[points - cost] >> n & 1:
                return points - cost, n
        raise ValueError("not in reach")


@lru_cache(maxsize=256)  # the same question comes back when the answer to a decision is carried out
def reach(ways: Ways, start: int, points: int, zone: int, closed: int) -> Reach:
    """Where a mover with so many points can go.

    It enters no closed hex, ends its move in the first hex of the enemy zone of control that it enters, and does not
    go from one such hex into another (7.1, 7.1.b).
    """
    todo = BOARD.exists & ~closed & ~(1 << start)
    levels = [0] * (points + 1)
    levels[0] = 1 << start
    bits = 0
    for spent in range(points):
        front = levels[spent]
        if spent:
            front &= todo
            levels[spent] = front
            todo ^= front
            bits |= front
        go = front & ~zone if spent else front
        if not go:
            continue
        into = todo & ~zone if not spent and zone >> start & 1 else todo  # 7.1.a
        a, b, c, d, e, f = go << _P, go << _Q, go << _R, go >> _P, go >> _Q, go >> _R
        for cost, (m, n, o, p, q, r) in ways.classes:
            if spent + cost > points:
                break
            levels[spent + cost] |= (a & m | b & n | c & o | d & p | e & q | f & r) & into
    if points:
        levels[points] &= todo
        bits |= levels[points]
    return Reach(ways, start, zone, tuple(levels), bits)

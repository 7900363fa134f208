"""5.1, H3: Areas of Attachment: lines that part the armies of a side, and what lies between them.

The armies of a side stand in a row along the front. Between each and the next runs a straight line in one of the twelve
directions of the grid, through and beyond the enemy's front, so that no two areas touch behind it. A line is held as a
direction and an offset: a hex belongs to the first army if its centre lies before the line. An area is what hangs
together with the army's seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from front1914.kit.bits import members
from front1914.kit.flood import flood
from front1914.titles.offensive_a_outrance.board import BOARD, OPEN, SIZE
from front1914.titles.offensive_a_outrance.overlap import GUESTS, hosts_of, is_guest, lay
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.territorials import carve
from front1914.titles.offensive_a_outrance.world import (
    ARMIES_OF,
    BOXES_OF,
    EIGHTHS,
    IS_FORMATION,
    IS_LINE,
    IS_TRAIN,
    OWN,
)

WAYS = 12  #: directions of a line, 30 degrees apart
GRAIN = 1000  #: offsets are kept in thousandths of the distance between hexes
_NORMAL = tuple((cos(k * pi / 6), sin(k * pi / 6)) for k in range(WAYS))
_CENTRE = tuple(BOARD.centre(h) if BOARD.exists >> h & 1 else (0.0, 0.0) for h in range(SIZE))
#: by direction and hex: how far its centre lies along the normal
ALONG = tuple(tuple(round((x * a + y * b) * GRAIN) for x, y in _CENTRE) for a, b in _NORMAL)


class Line(NamedTuple):
    """A boundary: the direction of its normal, which points to the second army, and its offset along it."""

    way: int
    offset: int

    def before(self, h: int) -> bool:
        """Whether a hex lies on the first army's side."""
        return ALONG[self.way][h] < self.offset


def armies_in_line(s: OAOState, side: str) -> list[int]:
    """The armies of a side that have Formations on the map, in their order along the front."""
    found = {a: places(s, a) for a in ARMIES_OF[side]}
    present = [a for a, hexes in found.items() if hexes]
    if len(present) < 2:
        return present
    spots = {a: centroid(found[a]) for a in present}
    ends = max(
        ((a, b) for a in present for b in present if a < b),
        key=lambda pair: (spots[pair[0]][0] - spots[pair[1]][0]) ** 2 + (spots[pair[0]][1] - spots[pair[1]][1]) ** 2,
    )
    (x0, y0), (x1, y1) = spots[ends[0]], spots[ends[1]]
    return sorted(present, key=lambda a: ((spots[a][0] - x0) * (x1 - x0) + (spots[a][1] - y0) * (y1 - y0), a))


def places(s: OAOState, army: int) -> list[int]:
    """The hexes of the Formations of an army; one with none but cavalry has those."""
    side = next(side for side, armies in ARMIES_OF.items() if army in armies)
    mine = [u for u in OWN[side] if s.army[u] == army and s.at[u] < SIZE and IS_FORMATION[u]]
    return [s.at[u] for u in mine if IS_LINE[u]] or [s.at[u] for u in mine]


def centroid(hexes: Sequence[int]) -> tuple[float, float]:
    """The middle of some hexes."""
    points = [_CENTRE[h] for h in hexes]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def seed_of(s: OAOState, army: int) -> int:
    """H3.1: the hex of the Army marker: the Formation nearest to the middle of the army."""
    hexes = places(s, army)
    x, y = centroid(hexes)
    return min(hexes, key=lambda h: ((_CENTRE[h][0] - x) ** 2 + (_CENTRE[h][1] - y) ** 2, h))


# ---- the lines that are proposed (H3.5)


def propose(s: OAOState, first: int, second: int) -> Line:
    """H3.5: the straight line that misplaces the fewest division-equivalents, midway between the armies if it can."""
    weights = _weights(s, first, second)
    here, there = seed_of(s, first), seed_of(s, second)
    best: tuple[int, int, int, int] | None = None
    across = max(range(WAYS), key=lambda way: ALONG[way][there] - ALONG[way][here])
    found = Line(across, (ALONG[across][here] + ALONG[across][there]) // 2 + 1)  # both may stand in one hex
    for way in range(WAYS):
        if ALONG[way][here] >= ALONG[way][there]:
            continue
        middle = (ALONG[way][here] + ALONG[way][there]) // 2
        for offset in _offsets(way, weights):
            if not ALONG[way][here] < offset <= ALONG[way][there]:
                continue
            wrong = sum(w for h, w, own in weights if (ALONG[way][h] < offset) != own)
            rank = (wrong, -abs(ALONG[way][there] - ALONG[way][here]), abs(offset - middle), way)
            if best is None or rank < best:
                best, found = rank, Line(way, offset)
    return found


def _weights(s: OAOState, first: int, second: int) -> list[tuple[int, int, bool]]:
    """Where the units of two armies stand, how much they weigh, and whether they are of the first one."""
    side = next(side for side, armies in ARMIES_OF.items() if first in armies)
    return [
        (s.at[u], max(1, EIGHTHS[u]), s.army[u] == first)
        for u in OWN[side]
        if s.army[u] in (first, second) and s.at[u] < SIZE and (IS_FORMATION[u] or IS_TRAIN[u])
    ]


def _offsets(way: int, weights: Iterable[tuple[int, int, bool]]) -> list[int]:
    """Offsets midway between neighbours along the normal: all that make a difference."""
    steps = sorted({ALONG[way][h] for h, _, _ in weights})
    return [(a + b) // 2 + 1 for a, b in pairwise(steps)]


# ---- the areas (H3.1)


def divide(s: OAOState, side: str, armies: Sequence[int], lines: Sequence[Line]) -> dict[int, int]:
    """The area of each army: between its lines, and linked to its seed."""
    ground = OPEN & s.rules.area
    found: dict[int, int] = {}
    taken = 0
    for i, army in enumerate(armies):
        bits = 0
        for h in members(ground & ~taken):
            if (i == 0 or not lines[i - 1].before(h)) and (i == len(lines) or lines[i].before(h)):
                bits |= 1 << h
        seed = seed_of(s, army)
        found[army] = flood(BOARD, 1 << seed, bits) if bits >> seed & 1 else 0
        taken |= found[army]
    if side == "allied":
        carve(s, found)
    return found


def write(s: OAOState, side: str, found: dict[int, int]) -> None:
    """Writes the areas into the state."""
    column = s.area(side)
    guests = {guest: hosts_of(s, guest) for guest in GUESTS} if side == "allied" else {}
    for h in range(SIZE):
        column[h] = -1
    for army, bits in found.items():
        s.seed[army] = seed_of(s, army)
        for h in members(bits):
            column[h] = army
    for guest, hosts in guests.items():
        lay(s, guest, hosts)
    s.changed()


def lines_of(s: OAOState, side: str) -> tuple[list[int], list[Line]]:
    """The armies in their order and the lines between them as they stand; new ones where none was drawn."""
    armies = armies_in_line(s, side)
    lines = []
    for first, second in pairwise(armies):
        if s.line_next[first] == second:
            lines.append(Line(s.line_way[first], s.line_at[first]))
        else:
            lines.append(propose(s, first, second))
    return armies, lines


def keep(s: OAOState, armies: Sequence[int], lines: Sequence[Line]) -> None:
    """Remembers the lines."""
    for first, second, line in zip(armies, armies[1:], lines, strict=False):
        s.line_next[first], s.line_way[first], s.line_at[first] = second, line.way, line.offset


def drawn(s: OAOState, side: str) -> tuple[list[int], list[Line]]:
    """The armies of a side and the lines that the rules of thumb propose."""
    armies = armies_in_line(s, side)
    return armies, [propose(s, first, second) for first, second in pairwise(armies)]


def draw(s: OAOState, side: str) -> None:
    """5.1: the areas of a side, by the lines that the rules of thumb propose."""
    armies, lines = drawn(s, side)
    keep(s, armies, lines)
    write(s, side, divide(s, side, armies, lines))


def overcrowded(s: OAOState, side: str, found: dict[int, int]) -> int | None:
    """5.1.3: an army whose area holds more Corps Trains than it has corps boxes."""
    for army, bits in found.items():
        trains = [u for u in OWN[side] if IS_TRAIN[u] and s.at[u] < SIZE and bits >> s.at[u] & 1]
        if army != GROUP and sum(not is_guest(s, u) for u in trains) > BOXES_OF[army]:
            return army
    return None

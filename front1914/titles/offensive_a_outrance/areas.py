"""5.1, H3: Areas of Attachment: lines that part the armies of a side, and what lies between them.

The armies of a side stand in a row along the front. Between each and the next runs a line in one of the twelve
directions of the grid, through and beyond the enemy's front, so that no two areas touch behind it; towards the rear it
may bend once or twice (5.1.1). A line is held as a direction and an offset, and its bends: a hex belongs to the first
army if its centre lies before the line. An area is what hangs together with the army's seed.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby, pairwise
from math import cos, pi, sin
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.kit.bits import members
from front1914.kit.flood import flood
from front1914.titles.offensive_a_outrance.board import BOARD, OPEN, SIZE
from front1914.titles.offensive_a_outrance.overlap import GUESTS, hosts_of, is_guest, lay
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.territorials import carve
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMIES_OF,
    BOXES_OF,
    EIGHTHS,
    FOE,
    IS_FORMATION,
    IS_LINE,
    IS_TRAIN,
    OWN,
    SIDE,
    TRAIN_OF,
)

WAYS = 12  #: directions of a line, 30 degrees apart
GRAIN = 1000  #: offsets are kept in thousandths of the distance between hexes
_NORMAL = tuple((cos(k * pi / 6), sin(k * pi / 6)) for k in range(WAYS))
_CENTRE = tuple(BOARD.centre(h) if BOARD.exists >> h & 1 else (0.0, 0.0) for h in range(SIZE))
#: by direction and hex: how far its centre lies along the normal
ALONG = tuple(tuple(round((x * a + y * b) * GRAIN) for x, y in _CENTRE) for a, b in _NORMAL)


MOST_BENDS = 2  #: 5.1.1: of a boundary
TURNS = (1, 2, -1, -2)  #: by how many directions it may bend, in the order in which they are offered


class Bend(NamedTuple):
    """Where a boundary bends, by how much, and which way its rear is: a quarter turn (1 or -1) from its normal."""

    at: int
    turn: int
    rear: int

    @property
    def code(self) -> int:
        """Turn and rear as one number that is never 0."""
        return self.rear * (self.turn + 3)

    @classmethod
    def decoded(cls, at: int, code: int) -> Bend:
        """From what `code` gave."""
        return cls(at, abs(code) - 3, 1 if code > 0 else -1)


class Line(NamedTuple):
    """A boundary: the direction of its normal, which points to the second army, its offset along it, its bends."""

    way: int
    offset: int
    bends: tuple[Bend, ...] = ()

    def before(self, h: int) -> bool:
        """Whether a hex lies on the first army's side."""
        return bool(before(self) >> h & 1)

    @property
    def last_way(self) -> int:
        """The direction of the normal of its last piece."""
        return (self.way + sum(bend.turn for bend in self.bends)) % WAYS

    @property
    def last_offset(self) -> int:
        """The offset of its last piece."""
        return ALONG[self.last_way][self.bends[-1].at] + 1 if self.bends else self.offset


@cache
def _steps(way: int) -> tuple[list[int], list[int]]:
    """By direction: the distances along it that occur, and the hexes nearer than each of them."""
    hexes = sorted(members(BOARD.exists), key=lambda h: ALONG[way][h])
    groups = [(far, list(group)) for far, group in groupby(hexes, key=lambda h: ALONG[way][h])]
    bits = accumulate((sum(1 << h for h in group) for _, group in groups), initial=0)
    return [far for far, _ in groups], list(bits)


def half(way: int, offset: int) -> int:
    """The hexes that lie nearer along a direction than an offset."""
    distances, bits = _steps(way)
    return bits[bisect_left(distances, offset)]


@lru_cache(maxsize=1024)
def before(line: Line) -> int:
    """The hexes on the first army's side of a line; behind each bend its next piece counts."""
    found, way, behind = half(line.way, line.offset), line.way, BOARD.exists
    for bend in line.bends:
        back = (way + 3 * bend.rear) % WAYS
        behind &= ~half(back, ALONG[back][bend.at] + 1)
        way = (way + bend.turn) % WAYS
        found = found & ~behind | half(way, ALONG[way][bend.at] + 1) & behind
    return found


def armies_in_line(s: OAOState, side: str) -> list[int]:
    """The armies of a side that have Formations on the map, in their order along the front. Do not change the list."""
    key = ("in line", side)
    known: list[int] | None = s.memo.get(key)
    if known is None:
        known = s.memo[key] = _in_line(s, side)
    return known


def _in_line(s: OAOState, side: str) -> list[int]:
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
    key = ("seed", army)
    found: int | None = s.memo.get(key)
    if found is None:
        hexes = places(s, army)
        x, y = centroid(hexes)
        found = min(hexes, key=lambda h: ((_CENTRE[h][0] - x) ** 2 + (_CENTRE[h][1] - y) ** 2, h))
        s.memo[key] = found
    return found


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
    left = OPEN & s.rules.area
    found: dict[int, int] = {}
    for i, army in enumerate(armies):
        bits = left
        if i:
            bits &= ~before(lines[i - 1])
        if i < len(lines):
            bits &= before(lines[i])
        found[army] = _cell(_seed_in(s, army, bits), bits)
        left &= ~found[army]
    if side == "allied":
        carve(s, found)
    return found


def _seed_in(s: OAOState, army: int, bits: int) -> int:
    """H3.1: the seed of an army; if it stands beyond its boundary, the nearest Formation that does not."""
    seed = seed_of(s, army)
    if bits >> seed & 1:
        return seed
    return min((h for h in places(s, army) if bits >> h & 1), key=lambda h: (BOARD.distance(h, seed), h), default=seed)


@lru_cache(maxsize=1024)
def _cell(seed: int, bits: int) -> int:
    return flood(BOARD, 1 << seed, bits) if bits >> seed & 1 else 0


def write(s: OAOState, side: str, found: dict[int, int]) -> None:
    """Writes the areas into the state."""
    column = s.area(side)
    guests = {guest: hosts_of(s, guest) for guest in GUESTS} if side == "allied" else {}
    column[:] = array("b", [-1]) * SIZE
    for army, bits in found.items():
        s.seed[army] = seed_of(s, army)
        for h in members(bits):
            column[h] = army
    for guest, hosts in guests.items():
        lay(s, guest, hosts)
    s.changed()


def lines_of(s: OAOState, side: str) -> tuple[list[int], list[Line]]:
    """The armies in their order and the lines between them as they stand; new ones where none was drawn."""
    key = ("lines", side)
    found: tuple[list[int], list[Line]] | None = s.memo.get(key)
    if found is None:
        found = s.memo[key] = armies_in_line(s, side), _lines(s, armies_in_line(s, side))
    return list(found[0]), list(found[1])


def _lines(s: OAOState, armies: Sequence[int]) -> list[Line]:
    lines = []
    for first, second in pairwise(armies):
        if s.line_next[first] == second:
            lines.append(kept(s, first))
        else:
            lines.append(propose(s, first, second))
    return lines


def kept(s: OAOState, first: int) -> Line:
    """The line that begins with an army, as it was remembered."""
    bends = ((s.bend_at[first], s.bend_turn[first]), (s.second_bend_at[first], s.second_bend_turn[first]))
    return Line(
        s.line_way[first], s.line_at[first], tuple(Bend.decoded(at, code) for at, code in bends if code and at >= 0)
    )


def keep(s: OAOState, armies: Sequence[int], lines: Sequence[Line]) -> None:
    """Remembers the lines."""
    for first, second, line in zip(armies, armies[1:], lines, strict=False):
        s.line_next[first], s.line_way[first], s.line_at[first] = second, line.way, line.offset
        bends = [(bend.at, bend.code) for bend in line.bends] + [(-1, 0)] * MOST_BENDS
        s.bend_at[first], s.bend_turn[first] = bends[0]
        s.second_bend_at[first], s.second_bend_turn[first] = bends[1]
    s.changed()


def drawn(s: OAOState, side: str) -> tuple[list[int], list[Line]]:
    """The armies of a side and the lines that the rules of thumb propose."""
    key = ("drawn", side)
    found: tuple[list[int], list[Line]] | None = s.memo.get(key)
    if found is None:
        armies = armies_in_line(s, side)
        found = s.memo[key] = armies, [propose(s, first, second) for first, second in pairwise(armies)]
    return found


def draw(s: OAOState, side: str) -> None:
    """5.1: the areas of a side, by the lines that the rules of thumb propose."""
    armies, lines = drawn(s, side)
    keep(s, armies, lines)
    write(s, side, divide(s, side, armies, lines))


def trains_within(s: OAOState, side: str, bits: int) -> int:
    """How many Corps Trains of a side stand in some hexes."""
    return sum(1 for h in trains_at(s, side) if bits >> h & 1)


def trains_at(s: OAOState, side: str) -> list[int]:
    """Where the Corps Trains of a side stand that count against the limits."""
    key = ("trains", side)
    found: list[int] | None = s.memo.get(key)
    if found is None:
        found = s.memo[key] = [s.at[u] for u in TRAIN_OF if SIDE[u] == side and s.at[u] < SIZE and not is_guest(s, u)]
    return found


def overcrowded(s: OAOState, side: str, found: dict[int, int]) -> int | None:
    """5.1.3: an army whose area holds more Corps Trains than it has corps boxes."""
    for army, bits in found.items():
        if army != GROUP and trains_within(s, side, bits) > BOXES_OF[army]:
            return army
    return None


def refuse_lines(s: OAOState, side: str, armies: Sequence[int], lines: Sequence[Line]) -> Reason | None:
    """5.1.1, 5.1.3: why the lines cannot run so."""
    if _plainly_sound(s, side, armies, lines):
        return None
    found = divide(s, side, armies, lines)
    army = overcrowded(s, side, found)
    if army is not None:
        return Reason("5.1.3", f"{ARMIES.name(army)} would have more Corps Trains than boxes")
    return None if all(found.values()) else Reason("5.1.1", "an army would have no area")


def _plainly_sound(s: OAOState, side: str, armies: Sequence[int], lines: Sequence[Line]) -> bool:
    """Whether all is well before the strips between the lines are held against each other, as it mostly is."""
    taken, ground = 0, OPEN & s.rules.area
    for i, army in enumerate(armies):
        strip = ground & (~before(lines[i - 1]) if i else -1) & (before(lines[i]) if i < len(lines) else -1)
        seed = 1 << seed_of(s, army)
        if not strip & seed or taken & seed or trains_within(s, side, strip) > BOXES_OF[army]:
            return False
        taken |= strip
    return True


# ---- bends (5.1.1)


def rear_of(s: OAOState, side: str, line: Line) -> int:
    """Which way the rear of a line lies, seen from its normal: away from the enemy."""
    if line.bends:
        return line.bends[0].rear
    across = ALONG[(line.way + 3) % WAYS]
    foes, mine = members(s.ground(FOE[side]).units), members(s.ground(side).units)
    if not foes or not mine:
        return 1
    ahead = sum(across[h] for h in foes) * len(mine) > sum(across[h] for h in mine) * len(foes)
    return -1 if ahead else 1


def bend_hexes(s: OAOState, side: str, line: Line, army: int) -> list[int]:
    """The hexes of an army just before the last piece of its line, behind the last bend: where it may bend."""
    if len(line.bends) >= MOST_BENDS:
        return []
    way, offset = line.last_way, line.last_offset
    bits = half(way, offset) & ~half(way, offset - GRAIN // 2) & OPEN & s.rules.area
    if line.bends:
        back = (way + 3 * line.bends[-1].rear) % WAYS
        bits &= ~half(back, ALONG[back][line.bends[-1].at] + GRAIN)
    area = s.area(side)
    return [h for h in members(bits) if area[h] == army]

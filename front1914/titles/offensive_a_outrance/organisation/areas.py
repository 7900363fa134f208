"""5.1, H3: Areas of Attachment: lines that part the armies of a side, and what lies between them.

The armies of a side stand in a row along the front. Between each and the next runs a line in one of the twelve
directions of the grid, through and beyond the enemy's front, so that no two areas touch behind it; towards the rear it
may bend once or twice (5.1.1). A line is held as a direction and an offset, and its bends: a hex belongs to the first
army if its centre lies before the line. An area is what hangs together with the army's seed.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import accumulate, groupby, pairwise
from math import cos, pi, sin
from operator import add
from typing import NamedTuple

from front1914.engine.errors import Reason
from front1914.engine.kept import kept
from front1914.kit.bits import from_members, members
from front1914.kit.flood import flood
from front1914.titles.offensive_a_outrance.board import BOARD, OPEN, SIZE
from front1914.titles.offensive_a_outrance.nations.paris import PARIS
from front1914.titles.offensive_a_outrance.nations.territorials import carve, posts
from front1914.titles.offensive_a_outrance.organisation.overlap import GUESTS, hosts_of, is_guest, lay
from front1914.titles.offensive_a_outrance.schedule import GROUP
from front1914.titles.offensive_a_outrance.state import BY_FOOT, OAOState
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMIES_OF,
    ARMY_SIDE,
    BOXES_OF,
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


MOST_BENDS = 2  #: 5.1.1.b: of a boundary
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
    """5.1.1.a: the hexes on the first army's side of a line; behind each bend its next piece counts."""
    found, way, behind = half(line.way, line.offset), line.way, BOARD.exists
    for bend in line.bends:
        back = (way + 3 * bend.rear) % WAYS
        behind &= ~half(back, ALONG[back][bend.at] + 1)
        way = (way + bend.turn) % WAYS
        found = found & ~behind | half(way, ALONG[way][bend.at] + 1) & behind
    return found


#: what it rests on where the armies stand, and the lines between them
ARMIES_STOOD = ("at", "army")
LINES = (
    *(*ARMIES_STOOD, "line_next", "line_way", "line_at"),
    *("bend_at", "bend_turn", "second_bend_at", "second_bend_turn"),
)


@kept(*ARMIES_STOOD, "line_next")
def armies_in_line(s: OAOState, side: str) -> list[int]:
    """The armies of a side that have Formations on the map, in their order along the front. Do not change the list."""
    present = _present(s, side)
    if len(present) < 2:
        return present
    return _chain(s, present) or drawn(s, side)[0]


def _present(s: OAOState, side: str) -> list[int]:
    """The same, in the order of their numbers."""
    return [a for a in ARMIES_OF[side] if a != PARIS and places(s, a)]  # 22.2


def _chain(s: OAOState, present: Sequence[int]) -> list[int]:
    """The order in which the armies were parted last time; none if others are there now."""
    after = {a: s.line_next[a] for a in present if s.line_next[a] in present}
    first = [a for a in present if a not in after.values()]
    found = first[:1]
    while found and found[-1] in after and len(found) <= len(present):
        found.append(after[found[-1]])
    return found if len(found) == len(present) else []


class Roster(NamedTuple):
    """Where the units of an army are, one entry for each, in the order of their numbers."""

    line: list[int]  #: infantry Formations
    formations: list[int]  #: all Formations
    all: list[int]  #: Formations and Trains


@kept(*ARMIES_STOOD)
def _rosters(s: OAOState, side: str) -> dict[int, Roster]:
    """By army: where its units are; those without any on the map are left out."""
    at, army = s.at, s.army
    found: dict[int, Roster] = {}
    for u in [u for u in _COUNTED[side] if at[u] < SIZE]:
        roster = found.get(army[u])
        if roster is None:
            roster = found[army[u]] = Roster([], [], [])
        roster.all.append(at[u])
        if IS_FORMATION[u]:
            roster.formations.append(at[u])
            if IS_LINE[u]:
                roster.line.append(at[u])
    return found


_COUNTED = {side: tuple(u for u in OWN[side] if IS_FORMATION[u] or IS_TRAIN[u]) for side in OWN}
_NOBODY = Roster([], [], [])


def places(s: OAOState, army: int) -> list[int]:
    """The hexes of the Formations of an army; one with none but cavalry has those. Do not change the list."""
    roster = _rosters(s, ARMY_SIDE[army]).get(army, _NOBODY)
    return roster.line or roster.formations


def centroid(hexes: Sequence[int]) -> tuple[float, float]:
    """The middle of some hexes, added up one by one: `sum` rounds otherwise from Python 3.12 on, and a tie tells."""
    xs, ys = zip(*(_CENTRE[h] for h in hexes), strict=True)
    return reduce(add, xs) / len(xs), reduce(add, ys) / len(ys)


@kept(*ARMIES_STOOD)
def seed_of(s: OAOState, army: int) -> int:
    """H3.1: the hex of the Army marker: the Formation nearest to the middle of the army."""
    hexes = places(s, army)
    x, y = centroid(hexes)
    return min(hexes, key=lambda h: ((_CENTRE[h][0] - x) ** 2 + (_CENTRE[h][1] - y) ** 2, h))


# ---- the lines that are proposed (H3.5)


def stands(s: OAOState, army: int) -> list[int]:
    """Where the Formations and Trains of an army are, one entry for each. Do not change the list."""
    return _rosters(s, ARMY_SIDE[army]).get(army, _NOBODY).all


def arrange(s: OAOState, armies: Sequence[int]) -> tuple[list[int], list[Line]]:
    """H3.5: armies in an order in which straight lines part them, and those lines.

    The line that misplaces the fewest units parts them all in two; then each part is parted in its turn.
    """
    if len(armies) < 2:
        return list(armies), []
    first, line = _cut(s, armies)
    before_, lines = arrange(s, [a for a in armies if a in first])
    after, more = arrange(s, [a for a in armies if a not in first])
    return [*before_, *after], [*lines, line, *more]


def _cut(s: OAOState, armies: Sequence[int]) -> tuple[set[int], Line]:
    """The straight line that parts some armies best, through the widest gap, and those before it."""
    best: tuple[int, int] | None = None
    found = {armies[0]}, between(s, armies[0], armies[1])
    total = {a: len(stands(s, a)) for a in armies}
    for way in range(WAYS // 2):
        along = ALONG[way]
        spots = sorted((along[h], a) for a in armies for h in stands(s, a))
        passed, wrong = dict.fromkeys(armies, 0), 0
        for (here, a), (there, _) in pairwise(spots):
            passed[a] += 1
            wrong += 1 if 2 * passed[a] <= total[a] else -1 if 2 * passed[a] > total[a] + 1 else 0
            rank = wrong, here - there
            if here < there and (best is None or rank < best):
                first = {b for b in armies if 2 * passed[b] > total[b]}
                if first and len(first) < len(armies):
                    best, found = rank, (first, Line(way, (here + there) // 2 + 1))
    return found


def between(s: OAOState, first: int, second: int) -> Line:
    """The line midway between two armies; both may stand in one hex."""
    here, there = seed_of(s, first), seed_of(s, second)
    way = max(range(WAYS), key=lambda way: ALONG[way][there] - ALONG[way][here])
    return Line(way, (ALONG[way][here] + ALONG[way][there]) // 2 + 1)


def misplaced(s: OAOState, found: dict[int, int]) -> int:
    """How many Formations and Trains stand outside the area of their army."""
    return sum(not bits >> h & 1 for army, bits in found.items() for h in stands(s, army))


# ---- the areas (H3.1)


def divide(s: OAOState, side: str, armies: Sequence[int], lines: Sequence[Line]) -> dict[int, int]:
    """The area of each army: what the lines around it cut out of the map, linked to its seed."""
    return {army: _area(s, side, army, region) for army, region in regions(s, armies, lines).items()}


def _area(s: OAOState, side: str, army: int, region: int) -> int:
    """What of its region becomes the area of an army."""
    found = _cell(_seed_in(s, army, region), region)
    return carve(s, army, found) if side == "allied" else found


def regions(s: OAOState, armies: Sequence[int], lines: Sequence[Line]) -> dict[int, int]:
    """What the lines around each army cut out of the map.

    H3.1: a line ends where it meets one that was drawn before; those come first that part the armies best.
    """
    found: dict[int, int] = {}
    row = tuple(armies)
    cuts = [_cut_by(s, line, row) for line in lines]

    def wrong(i: int, j: int, k: int) -> tuple[int, int]:
        _, near, far = cuts[k]
        return far[k + 1] - far[i] + near[j] - near[k + 1], abs(2 * k + 2 - i - j)

    def part(i: int, j: int, region: int) -> None:
        if j - i == 1:
            found[armies[i]] = region
            return
        k = i if j - i == 2 else min(range(i, j - 1), key=partial(wrong, i, j))
        bits = region & cuts[k].before
        part(i, k + 1, bits)
        part(k + 1, j, region ^ bits)

    if armies:
        part(0, len(armies), OPEN & s.rules.area)  # 5.1.1a: beyond the enemy's front too
    return found


class Cut(NamedTuple):
    """A line and some armies: how many of the hexes where the first of them (none, one, two, ...) stand lie where."""

    before: int  #: the hexes on its first side
    near: list[int]
    far: list[int]


@kept(*ARMIES_STOOD)
def _cut_by(s: OAOState, line: Line, armies: tuple[int, ...]) -> Cut:
    bits = before(line)
    here = [_ground(s, army) for army in armies]
    near = [(all_ & bits).bit_count() for all_ in here]
    far = [all_.bit_count() - count for all_, count in zip(here, near, strict=True)]
    return Cut(bits, list(accumulate(near, initial=0)), list(accumulate(far, initial=0)))


@kept(*ARMIES_STOOD)
def _ground(s: OAOState, army: int) -> int:
    """The hexes where an army stands."""
    return from_members(stands(s, army))


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


def lines_of(s: OAOState, side: str) -> tuple[list[int], list[Line]]:
    """The armies in their order and the lines between them as they stand; new ones where none was drawn."""
    armies, lines = _lines_of(s, side)
    return list(armies), list(lines)


@kept(*LINES)
def _lines_of(s: OAOState, side: str) -> tuple[list[int], list[Line]]:
    armies = armies_in_line(s, side)
    return (armies, _lines(s, armies)) if _chain(s, armies) else drawn(s, side)


def _lines(s: OAOState, armies: Sequence[int]) -> list[Line]:
    lines = []
    for first, second in pairwise(armies):
        as_before = s.line_next[first] == second  # 5.1.2.g: whoever stands where
        lines.append(remembered(s, first) if as_before else between(s, first, second))
    return lines


def remembered(s: OAOState, first: int) -> Line:
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
    for last in armies[-1:]:
        s.line_next[last] = -1


@kept(*ARMIES_STOOD)
def drawn(s: OAOState, side: str) -> tuple[list[int], list[Line]]:
    """The armies of a side and the lines that the rules of thumb propose."""
    return arrange(s, _present(s, side))


def draw(s: OAOState, side: str) -> None:
    """5.1: the areas of a side, by the lines that the rules of thumb propose."""
    armies, lines = drawn(s, side)
    keep(s, armies, lines)
    write(s, side, divide(s, side, armies, lines))


def trains_within(s: OAOState, side: str, bits: int) -> int:
    """How many Corps Trains of a side stand in some hexes."""
    return sum((bits & layer).bit_count() for layer in _trains(s, side))


@kept("at", "rail", "army", "second_area")
def _trains(s: OAOState, side: str) -> list[int]:
    """Where the Corps Trains of a side stand that count against the limits, none on rails (5.1.2.c): hexes with one or
    more, two or more, ..."""
    mine = [u for u in TRAIN_OF if SIDE[u] == side and s.at[u] < SIZE and s.rail[u] == BY_FOOT]
    count = Counter(s.at[u] for u in mine if not is_guest(s, u))
    most = max(count.values(), default=0)
    return [from_members(h for h, n in count.items() if n > i) for i in range(most)]


def overcrowded(s: OAOState, side: str, cut: dict[int, int]) -> int | None:
    """5.1.3: an army whose area holds more Corps Trains than it has corps boxes, from the regions of all.

    Where a region holds few Trains, the area within need not be traced.
    """
    for army, region in cut.items():
        if army != GROUP and trains_within(s, side, region) > BOXES_OF[army]:
            area = _area(s, side, army, region)
            if trains_within(s, side, area) > BOXES_OF[army]:
                return army
    return None


def refuse_lines(s: OAOState, side: str, armies: Sequence[int], lines: Sequence[Line]) -> Reason | None:
    """5.1.1, 5.1.3: why the lines cannot run so."""
    cut = regions(s, armies, lines)
    army = overcrowded(s, side, cut)
    if army is not None:
        return Reason("5.1.3", f"{ARMIES.name(army)} would have more Corps Trains than boxes")
    lost = posts(s) if side == "allied" else 0
    for army, region in cut.items():  # who keeps his seed has an area
        if not (region & ~lost) >> _seed_in(s, army, region) & 1 and not _area(s, side, army, region):
            return Reason("5.1.1", "an army would have no area")
    return None


# ---- bends (5.1.1)


def rear_of(s: OAOState, side: str, line: Line) -> int:
    """5.1.1.a: which way the rear of a line lies, seen from its normal: away from the enemy."""
    return line.bends[0].rear if line.bends else _rear(s.ground(side).units, s.ground(FOE[side]).units, line.way)


@lru_cache(maxsize=64)
def _rear(mine: int, foes: int, way: int) -> int:
    if not foes or not mine:
        return 1
    across = ALONG[(way + 3) % WAYS]
    here, there = [across[h] for h in members(mine)], [across[h] for h in members(foes)]
    return -1 if sum(there) * len(here) > sum(here) * len(there) else 1


def bend_hexes(s: OAOState, side: str, line: Line, army: int) -> list[int]:
    """5.1.1.b: the hexes of an army just before the last piece of its line, behind the last bend: where it may bend."""
    if len(line.bends) >= MOST_BENDS:
        return []
    way, offset = line.last_way, line.last_offset
    bits = half(way, offset) & ~half(way, offset - GRAIN // 2) & OPEN & s.rules.area
    if line.bends:
        back = (way + 3 * line.bends[-1].rear) % WAYS
        bits &= ~half(back, ALONG[back][line.bends[-1].at] + GRAIN)
    area = s.area(side)
    return [h for h in members(bits) if area[h] == army]

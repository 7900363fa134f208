"""Hex maps: bitsets with neighbour shifts, directions, distances, lines, hexsides and their corners.

Node numbers are *slots*: a linear function of (line, place), chosen so that each of the six directions is
one and the same difference of numbers everywhere, and that a step off the map always ends in an empty slot.
So the neighbours of a whole set are a few shifts, without masks for parity or for the edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import atan2, pi

from front1914.engine.errors import BadInput
from front1914.kit.bits import lowest, members
from front1914.kit.board import Board, SlotWords
from front1914.kit.layout import Layout, Point, Spot

NEAR = 3  #: hexes from a named place within which another is called after it
COUNTED = ("", "the hex", "the second hex", "the third hex")
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class HexWords(SlotWords):
    """Hexes as people call them: by name, or after a place that has one and lies near."""

    __slots__ = ("_board", "_called")

    def __init__(self, board: HexBoard, kind: str, ids: Iterable[str], names: Mapping[str, str] | None) -> None:
        super().__init__(kind, ids, names)
        self._board = board
        self._called: dict[int, str] = {}

    def name(self, number: int) -> str:
        found = self._called.get(number)
        if found is None:
            own = super().name(number)
            bare = own and own == str(self.ids[number])  # an empty slot has no name
            near = self.near(number) if bare else ""
            found = self._called[number] = f"{near} ({own})" if near else f"{self.kind} {own}" if bare else own
        return found

    def near(self, number: int) -> str:
        """Where an unnamed hex lies, seen from the nearest place with a name; empty if none is near.

        >>> from front1914.kit.layout import COLUMNS
        >>> board = HexBoard(COLUMNS, [f"{a:02}{b:02}" for a in range(1, 6) for b in range(1, 6)], {"0202": "Liege"})
        >>> [board.words.name(board.words.number(h)) for h in ("0202", "0203", "0403", "0505")]
        ['Liege', 'the hex south of Liege (0203)', 'the second hex south-east of Liege (0403)', 'hex 0505']
        >>> HexBoard(COLUMNS, ["0101", "0203"]).words.name(1)
        ''
        """
        board = self._board
        for distance in range(1, NEAR + 1):
            ring = board.within(number, distance) & ~board.within(number, distance - 1)
            for other in members(ring):
                if self._names[other] != self.ids[other]:
                    return f"{COUNTED[distance]} {board.compass(other, number)} of {self._names[other]}"
        return ""


class HexBoard(Board):
    """The hexes of a map. `steps[hex * 6 + d]` is the neighbour in direction d (clockwise from north), or -1.

    >>> from front1914.kit.layout import COLUMNS
    >>> board = HexBoard.rectangle(COLUMNS, 4, 3)
    >>> h = board.words.number("0202")
    >>> [board.words[n] for n in board.neighbours[h]]
    ['0201', '0302', '0303', '0203', '0103', '0102']
    >>> board.distance(h, board.words.number("0401")), board.direction(h, board.words.number("0203"))
    (2, 3)
    >>> board.ids(board.within(board.words.number("0101"), 1))
    ['0101', '0102', '0201']
    """

    words: HexWords

    def __init__(
        self, layout: Layout, ids: Iterable[str], names: Mapping[str, str] | None = None, kind: str = "hex"
    ) -> None:
        self.layout = layout
        spots: dict[str, Spot] = {}
        for word in ids:
            if word in spots:
                raise BadInput(f"hex {word}", "listed twice")
            spots[word] = layout.spot(word)
        if not spots:
            raise BadInput("hexes", "a map without hexes")
        self._fit(spots.values())
        words = [""] * (max(map(self._slot, spots.values())) + 1)
        for word, spot in spots.items():
            words[self._slot(spot)] = word
        steps = [-1] * (6 * len(words))
        #: (line, place in half hexes) of each slot, None where there is no hex
        self.spots: tuple[Spot | None, ...] = tuple(spots.get(word) for word in words)
        for slot, word in enumerate(words):
            if word:
                for d, offset in enumerate(self.offsets):
                    other = slot + offset
                    steps[6 * slot + d] = other if 0 <= other < len(words) and words[other] else -1
        super().__init__(HexWords(self, kind, words, names), 6, steps)
        self._within: dict[tuple[int, int], int] = {}

    def _fit(self, spots: Iterable[Spot]) -> None:
        """Choose the slots: lines one after the other, with one or two empty slots between them."""
        found = tuple(spots)
        self._first = min(line for line, _ in found)
        self._parity = (found[0][1] - found[0][0]) % 2  # (place - line) % 2 is the same for every hex
        top = min(place for _, place in found)
        self._top = top - (top - self._first - self._parity) % 2
        self._rows = (max(place for _, place in found) - self._top) // 2 + 1
        self.stride = self._rows + 2
        #: the difference of slots of the six directions
        self.offsets: tuple[int, ...] = tuple(a * self.stride + (b - a) // 2 for a, b in self.layout.turns)

    def _slot(self, spot: Spot) -> int:
        line = spot[0] - self._first
        return line * self.stride + (spot[1] - self._top - line) // 2

    @classmethod
    def rectangle(cls, layout: Layout, lines: int, places: int) -> HexBoard:
        """A full sheet, numbered from 1."""
        return cls(layout, [layout.word(a, b) for a in range(1, lines + 1) for b in range(1, places + 1)])

    @cached_property
    def back(self) -> tuple[int, ...]:
        """Where in `steps` the step back stands, by the number of a step; -1 where there is none."""
        opposite = [self.opposite(d) for d in range(6)]
        return tuple([-1 if b < 0 else 6 * b + opposite[i % 6] for i, b in enumerate(self.steps)])

    def compass(self, start: int, end: int) -> str:
        """The direction from one hex to another, as people say it."""
        (ax, ay), (bx, by) = self.centre(start), self.centre(end)
        return COMPASS[round(atan2(bx - ax, ay - by) / (pi / 4)) % 8]

    # ---- sets

    def spread(self, bits: int) -> int:
        """Every hex that is next to a member.

        >>> from front1914.kit.layout import COLUMNS
        >>> board = HexBoard.rectangle(COLUMNS, 9, 9)
        >>> all(board.spread(1 << h) == board.ring[h] for h in board.words.numbers)
        True
        """
        up = bits << 1
        pair = bits | up  # shifted once more, these are the two neighbours in the line beside
        return (up | bits >> 1 | pair << self.stride - 1 | pair >> self.stride) & self.exists

    def within(self, h: int, distance: int) -> int:
        """The bitset of the hexes at most so far away, counted in hexes over any ground, `h` among them."""
        found = self._within.get((h, distance))
        if found is None:
            found = self._within[h, distance] = self._disc(h, distance)
        return found

    def _disc(self, h: int, distance: int) -> int:
        line, place = self._spot(h)
        last = self._top + 2 * self._rows - 1
        found = 0
        for a in range(line - distance, line + distance + 1):
            reach = 2 * distance - abs(a - line)
            low, high = place - reach, place + reach
            low += max(0, (self._top - low + 1) // 2) * 2
            high -= max(0, (high - last + 1) // 2) * 2
            if low <= high and a >= self._first:
                found |= ((1 << (high - low) // 2 + 1) - 1) << self._slot((a, low))
        return found & self.exists

    def nearest(self, h: int, bits: int) -> int | None:
        """The member nearest to a hex, of several the first; None of an empty set."""
        bits &= self.exists
        found, distance = 0, 0
        while bits and not found:
            found = self._disc(h, distance) & bits
            distance += 1
        return lowest(found)

    # ---- single hexes

    def _spot(self, h: int) -> Spot:
        spot = self.spots[h]
        if spot is None:
            raise ValueError(f"slot {h} holds no hex")
        return spot

    def at(self, spot: Spot) -> int | None:
        """The hex at a line and a place, or None."""
        if not self._first <= spot[0] or not 0 <= spot[1] - self._top < 2 * self._rows:
            return None
        slot = self._slot(spot)
        return slot if slot < self.size and self.spots[slot] == spot else None

    def step(self, h: int, d: int) -> int | None:
        """The neighbour in a direction, or None at the edge of the map."""
        other = self.steps[6 * h + d]
        return other if other >= 0 else None

    @staticmethod
    def opposite(d: int) -> int:
        """The direction back."""
        return (d + 3) % 6

    def direction(self, a: int, b: int) -> int | None:
        """The direction from a hex to its neighbour; None if they are not neighbours."""
        ways = self.steps[6 * a : 6 * a + 6]
        return ways.index(b) if b in ways and b >= 0 else None

    def distance(self, a: int, b: int) -> int:
        """The number of hexes from a to b over any ground, on or off the map."""
        one, two = self.spots[a] or self._spot(a), self.spots[b] or self._spot(b)
        across = abs(two[0] - one[0])
        along = abs(two[1] - one[1])
        return across + (along - across) // 2 if along > across else across

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The hexes met at equal steps of the straight line between two centres, both ends among them.

        A point midway between hexes counts for the one further along (south on a sheet of columns), then for
        the one in the later line. Spots that hold no hex are left out.
        """
        (line, place), (other, there) = self._spot(a), self._spot(b)
        n = self.distance(a, b)
        met = (
            self._nearest(line * n + i * (other - line), place * n + i * (there - place), n)
            for i in range(n + 1 if n else 0)
        )
        return tuple(h for h in map(self.at, met) if h is not None) if n else (a,)

    def _nearest(self, across: int, place: int, n: int) -> Spot:
        """The spot nearest to (across / n, place / n), in whole numbers throughout."""
        spots = []
        for x in (across // n, across // n + 1):
            y = place // n
            y -= (y - x - self._parity) % 2
            spots += [(x, y), (x, y + 2)]
        return min(spots, key=lambda s: (3 * (across - s[0] * n) ** 2 + (place - s[1] * n) ** 2, -s[1], -s[0]))

    # ---- hexsides (the links of the board) and corners

    def side(self, a: int, b: int) -> int:
        """The number of the hexside between two neighbours; KeyError if they are none."""
        return self.link[a, b]

    def sides(self, h: int) -> tuple[int | None, ...]:
        """The hexsides of a hex by direction, None where the map ends."""
        return tuple(None if b < 0 else self.link[h, b] for b in self.steps[6 * h : 6 * h + 6])

    def centre(self, h: int) -> Point:
        """The centre of a hex on the sheet."""
        return self.layout.plane(*self._spot(h))

    @cached_property
    def _corners(self) -> tuple[tuple[tuple[int, ...], ...], tuple[Point, ...]]:
        """A corner is where three spots meet: the sum of the three names it."""
        turns = self.layout.turns
        pairs = [(a + c, b + d) for (a, b), (c, d) in zip(turns, (*turns[1:], turns[0]), strict=True)]
        numbers: dict[Spot, int] = {}
        every = []
        for spot in self.spots:
            sums = [] if spot is None else [(3 * spot[0] + a, 3 * spot[1] + b) for a, b in pairs]
            every.append(tuple(numbers.setdefault(key, len(numbers)) for key in sums))
        return tuple(every), tuple(self.layout.plane(a / 3, b / 3) for a, b in numbers)

    @property
    def vertices(self) -> tuple[Point, ...]:
        """The points at which hexsides meet."""
        return self._corners[1]

    def corners(self, h: int) -> tuple[int, ...]:
        """The six vertices of a hex, clockwise; vertex k lies between directions k and k + 1."""
        return self._corners[0][h]

    def ends(self, side: int) -> tuple[int, int]:
        """The two vertices of a hexside."""
        a, b = self.links[side]
        d = self.steps.index(b, 6 * a, 6 * a + 6) - 6 * a
        corners = self.corners(a)
        return corners[d - 1], corners[d]

    def chains(self, sides: Iterable[int]) -> list[list[int]]:
        """Hexsides put end to end: each chain is a list of vertices, to be drawn as one line.

        A chain ends where the hexsides end or fork; a closed one begins and ends at the same vertex.

        >>> from front1914.kit.layout import COLUMNS
        >>> board = HexBoard.rectangle(COLUMNS, 3, 3)
        >>> river = [board.find_link(s) for s in ("0102/0202", "0202/0103", "0203/0202")]
        >>> [len(chain) for chain in board.chains(river)]
        [4]
        """
        beside: dict[int, list[int]] = {}
        for side in sorted(set(sides)):
            a, b = self.ends(side)
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        knots = sorted(v for v, others in beside.items() if len(others) != 2)
        found = []
        for start in (*knots, *sorted(beside)):
            while beside[start]:
                found.append(_walk(beside, start))
        return found


def _walk(beside: dict[int, list[int]], start: int) -> list[int]:
    """Take one chain out of the graph of vertices, from `start` to the next end, fork or back again."""
    forks = {v for v, others in beside.items() if len(others) > 2}
    chain, at = [start], start
    while beside[at]:
        there = beside[at].pop(0)
        beside[there].remove(at)
        chain.append(at := there)
        if at in forks or at == start:
            break
    return chain

"""Rail networks: tracks and lines, what is open to whom, who has already used them, and ways along them.

The network itself never changes. What changes (which hexes are operative, whose they are, what is cut, what has been
used this turn) is kept by the title as columns and comes in as bitsets: `through` are the nodes that may be passed,
`into` further nodes that may be entered but not passed, `cut` the links that are closed.

Where several named lines run through one hex without being one (1914 - Fixed RM-3), each line has its own node there:
node = layer * size + hex. A network without lines has one layer, and its nodes are the hexes.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Annotated, Literal, NamedTuple, TypeAlias

from front1914.kit.bits import flags, from_members, members
from front1914.kit.board import Board
from front1914.kit.provenance import Rows
from front1914.kit.rows import Ref, Split

Track: TypeAlias = Literal["double", "single", "narrow"]
TRACKS: tuple[Track, ...] = ("double", "single", "narrow")


@dataclass(frozen=True)
class RailRow:
    """A line of a rail file: two neighbouring hexes, the track between them, the lines that run there."""

    a: Annotated[int, Ref("hex")]
    b: Annotated[int, Ref("hex")]
    track: Track = "double"
    lines: Annotated[tuple[str, ...], Split(";")] = ()


class Link(NamedTuple):
    """A stretch of rail between two nodes."""

    a: int
    b: int
    track: Track
    line: str


class Rails:
    """A rail network on the hexes of a board.

    >>> row = [RailRow(0, 1), RailRow(1, 2, "single"), RailRow(2, 3)]
    >>> rails = Rails(4, row)
    >>> everywhere = rails.nodes(0b1111)
    >>> rails.ride(1, 20, everywhere, each=10).steps, bin(rails.connected(1, everywhere & ~0b100))
    ({0: 0, 1: 1, 2: 2}, '0b11')
    >>> rails.path(1, 0b1000, everywhere), [rails.links[n].track for n in members(rails.tracks["single"])]
    ((0, 1, 2, 3), ['single'])
    """

    def __init__(self, size: int, rows: Iterable[RailRow], *, by_line: bool = False, apart: int = 0) -> None:
        """`by_line` gives each line its own nodes; they meet in every hex but those of the bitset `apart`."""
        self.size = size  #: hexes of the board
        links: dict[tuple[int, int, str], Link] = {}
        self._layers: dict[int, list[str]] = {}
        for row in rows:
            for line in row.lines if by_line and row.lines else ("",):
                a, b = self._node(row.a, line), self._node(row.b, line)
                links[a, b, line] = Link(a, b, row.track, line)
        self.links = tuple(links.values())
        self.depth = max((len(lines) for lines in self._layers.values()), default=1)
        self.exists = from_members(node for link in self.links for node in (link.a, link.b))
        self.hexes = self.to_hexes(self.exists)
        self.tracks = {t: from_members(i for i, link in enumerate(self.links) if link.track == t) for t in TRACKS}
        ways: list[list[tuple[int, int]]] = [[] for _ in range(self.depth * size)]
        for number, link in enumerate(self.links):
            ways[link.a].append((link.b, number))
            ways[link.b].append((link.a, number))
        self.ways = tuple(map(tuple, ways))  #: for each node, its neighbours and the links to them
        self._link = {(a, b): n for n, link in enumerate(self.links) for a, b in (link[:2], link[1::-1])}
        beside = {node: self._beside(node) for node in members(self.exists)}
        self._siblings = {node: others for node, others in beside.items() if others}
        self._meets = {node: others for node, others in self._siblings.items() if not apart >> node % size & 1}

        self._next = tuple(
            (*(other for other, _ in near), *self._meets.get(node, ())) for node, near in enumerate(self.ways)
        )

    @classmethod
    def read(cls, rows: Rows[RailRow], board: Board, *, by_line: bool = False, apart: int = 0) -> Rails:
        """A network from data; every stretch must join neighbours, and stand there once."""
        seen: set[frozenset[int]] = set()
        for i, row in enumerate(rows):
            if (row.a, row.b) not in board.link:
                raise rows.error(i, f"{board.words[row.a]} and {board.words[row.b]} are not neighbours", "b")
            if frozenset((row.a, row.b)) in seen:
                raise rows.error(i, "the stretch stands there twice", "b")
            seen.add(frozenset((row.a, row.b)))
        return cls(board.size, rows, by_line=by_line, apart=apart)

    def _node(self, hex: int, line: str) -> int:
        lines = self._layers.setdefault(hex, [])
        if line not in lines:
            lines.append(line)
        return lines.index(line) * self.size + hex

    def _beside(self, node: int) -> tuple[int, ...]:
        """The nodes of other lines in the same hex."""
        here = node % self.size
        every = (layer * self.size + here for layer in range(len(self._layers[here])))
        return tuple(other for other in every if other != node)

    def nodes(self, hexes: int) -> int:
        """The nodes in a set of hexes."""
        found = 0
        for layer in range(self.depth):
            found |= hexes << layer * self.size
        return found & self.exists

    def to_hexes(self, nodes: int) -> int:
        """The hexes of a set of nodes."""
        board, found = (1 << self.size) - 1, 0
        for layer in range(self.depth):
            found |= nodes >> layer * self.size & board
        return found

    def line_of(self, node: int) -> str:
        """The line that a node belongs to."""
        return self._layers[node % self.size][node // self.size]

    def lines_in(self, hex_: int) -> Sequence[str]:
        """The lines that run through a hex, in the order of its nodes."""
        return self._layers[hex_]

    def meets(self, node: int, switch: bool = False) -> tuple[int, ...]:
        """The nodes of other lines in its hex to which one can change; with `switch` of those too that do not meet."""
        return (self._siblings if switch else self._meets).get(node, ())

    def links_on(self, path: Sequence[int]) -> int:
        """The links that a path uses; changing lines inside a hex uses none."""
        pairs = itertools.pairwise(path)
        return from_members(self._link[pair] for pair in pairs if pair in self._link)

    def heads(self, network: int) -> int:
        """The nodes of a network from which rail leads out of it: where railhead markers stand."""
        return from_members(
            node for node in members(network) if any(not network >> other & 1 for other, _ in self.ways[node])
        )

    def connected(self, sources: int, through: int, into: int = 0, cut: int = 0) -> int:
        """Every node that rail joins to a source, at any length. A source counts only if it has rail and is open."""
        open_ = bytearray(flags((through | into) & self.exists, self.depth * self.size))
        closed = flags(into & ~through & self.exists, len(open_)) if into & ~through else b""
        shut = self._cut_nodes(cut)
        stack = members(sources & (through | into) & self.exists)
        for node in stack:
            open_[node] = 2
        while stack:
            node = stack.pop()
            for other in shut.get(node) or self._next[node]:
                if open_[other] == 1:
                    open_[other] = 2
                    if not closed or not closed[other]:
                        stack.append(other)
        return int(open_.translate(_REACHED)[::-1] or b"0", 2)

    def _cut_nodes(self, cut: int) -> dict[int, tuple[int, ...]]:
        """What is still next to the nodes at the ends of cut links; a node cut off from all is next to itself."""
        ends = {node for number in members(cut) for node in self.links[number][:2]}
        left = {
            node: (*(b for b, link in self.ways[node] if not cut >> link & 1), *self._meets.get(node, ()))
            for node in ends
        }
        return {node: others or (node,) for node, others in left.items()}

    def ride(
        self, starts: int, limit: int, through: int, into: int = 0, cut: int = 0, *, each: int = 1, switch: bool = False
    ) -> Ride:
        """Where a train can go from any of some nodes with so many points, at `each` a link.

        `switch` lets it change between lines that do not meet (engineers, 1914 - Fixed RM-6). A start may be left
        whatever stands there.
        """
        return self._search(starts, limit // each, through, into, cut, switch)

    def _search(self, starts: int, most: int, through: int, into: int, cut: int, switch: bool, goals: int = 0) -> Ride:
        slots = self.depth * self.size
        may_enter, may_pass = flags((through | into) & self.exists, slots), flags(through & self.exists, slots)
        meets = self._siblings if switch else self._meets
        steps = dict.fromkeys(members(starts), 0)
        came: dict[int, int] = {}
        front, depth = list(steps), 0
        while front:
            for node in front:  # grows: to change lines costs nothing
                for other in meets.get(node, ()) if node not in came or may_pass[node] else ():
                    if other not in steps and may_enter[other]:
                        steps[other], came[other] = depth, node
                        front.append(other)
            if depth == most or (goals and any(goals >> node & 1 for node in front)):
                break
            depth += 1
            after = []
            for node in front:
                if node in came and not may_pass[node]:
                    continue
                for other, link in self.ways[node]:
                    if other not in steps and may_enter[other] and not cut >> link & 1:
                        steps[other], came[other] = depth, node
                        after.append(other)
            front = after
        return Ride(steps, came)

    def path(
        self,
        starts: int,
        goals: int,
        through: int,
        into: int = 0,
        cut: int = 0,
        weights: Sequence[int] | None = None,
    ) -> tuple[int, ...]:
        """The shortest way from one of some nodes to the nearest goal, both ends included; () if there is none.

        `weights[node]` is what entering a node counts (else 1), so that some tracks are taken only if need be.
        """
        if weights is not None:
            return self._cheapest(starts, goals, through, into, cut, weights)
        ride = self._search(starts, self.exists.bit_length(), through, into, cut, False, goals)
        return next((ride.path(node) for node in ride.steps if goals >> node & 1), ())

    def _cheapest(
        self, starts: int, goals: int, through: int, into: int, cut: int, weights: Sequence[int]
    ) -> tuple[int, ...]:
        slots = self.depth * self.size
        may_enter, may_pass = flags((through | into) & self.exists, slots), flags(through & self.exists, slots)
        best = dict.fromkeys(members(starts), 0)
        came: dict[int, int] = {}
        queue = [(0, node) for node in best]
        while queue:
            spent, node = heappop(queue)
            if goals >> node & 1:
                return _walk(came, node)
            if spent > best[node] or (node in came and not may_pass[node]):
                continue
            for other, link in (*self.ways[node], *((other, -1) for other in self._meets.get(node, ()))):
                if not may_enter[other] or (link >= 0 and cut >> link & 1):
                    continue
                then = spent + (weights[other] if link >= 0 else 0)
                if then < best.get(other, then + 1):
                    best[other], came[other] = then, node
                    heappush(queue, (then, other))
        return ()


_REACHED = bytes([48, 48, 49] + [48] * 253)  # nodes that `connected` has marked 2


class Ride(NamedTuple):
    """Where rail leads: the number of links to each node."""

    steps: dict[int, int]
    came: dict[int, int]

    @property
    def nodes(self) -> int:
        return from_members(self.steps)

    def path(self, node: int) -> tuple[int, ...]:
        """A shortest way to a node, both ends included."""
        return _walk(self.came, node)


def _walk(came: dict[int, int], node: int) -> tuple[int, ...]:
    path = [node]
    while (node := came.get(node, -1)) >= 0:
        path.append(node)
    return tuple(reversed(path))


def whole(spent: int, point: int) -> int:
    """Fractions of a point are lost: what was spent, raised to whole points.

    >>> whole(60 + 18, 60), whole(28, 10), whole(120, 60)
    (120, 30, 120)
    """
    return -(-spent // point) * point


class Capacity:
    """How much each nation's railways carry in a turn; a unit is charged once in each nation that it touches.

    The title keeps a column of what is used, and for each unit the set of nations it has touched (bits).

    >>> capacity = Capacity([20, 1, None])
    >>> used = array("h", [0, 1, 0])
    >>> bin(capacity.open(used, touched=0, load=1)), bin(capacity.open(used, touched=0b10, load=1))
    ('0b101', '0b111')
    >>> capacity.charge(used, touched=0b010, nations=0b011, load=2), list(used)
    (3, [2, 1, 0])
    """

    def __init__(self, limits: Iterable[int | None]) -> None:
        self.limits = tuple(limits)

    def open(self, used: Sequence[int], touched: int, load: int) -> int:
        """The nations whose railways a unit may use: touched already, or with room for its load."""
        room = (n for n, most in enumerate(self.limits) if most is None or used[n] + load <= most)
        return touched | from_members(room)

    def charge(self, used: MutableSequence[int], touched: int, nations: int, load: int) -> int:
        """Charge the nations touched for the first time; the set of all that the unit has touched."""
        for nation in members(nations & ~touched):
            used[nation] += load
        return touched | nations


def use(used: MutableSequence[int], things: int, load: int = 1) -> None:
    """Note that some links, nodes or hexes have been used."""
    for number in members(things):
        used[number] += load


def crowded(used: array[int], most: int, load: int = 1) -> int:
    """What has no room left for a load: a bitset from a column of bytes.

    >>> bin(crowded(array("b", [0, 1, 2, 0, 1]), most=2, load=2))
    '0b10110'
    """
    if used.itemsize != 1:
        raise TypeError("a column of traffic holds bytes")
    room = max(0, min(256, most - load + 1))
    full = used.tobytes().translate(bytes([48] * room + [49] * (256 - room)))
    return int(full[::-1] or b"0", 2)

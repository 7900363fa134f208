"""Where a mover can go, and the cheapest way: reach, paths and distance fields, with zones of control."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from front1914.kit import kernels
from front1914.kit.bits import from_members, members
from front1914.kit.costs import CLOSED, CostTable
from front1914.kit.hexes import HexBoard
from front1914.kit.searches import EVERYWHERE, NO_OTHERS, Levels, Search, by_levels, by_nodes, by_steps
from front1914.kit.zones import BARRED, FREE, ZoneRule

FEW = 256  #: nodes whose costs are quickly put into a dict


class Path(NamedTuple):
    """A way from node to node, both ends among them, and what it costs."""

    nodes: tuple[int, ...]
    cost: int


class Reach:
    """The nodes that can be reached, the start among them, and what they cost.

    Where units may pass but not stay (stacking), take those nodes out of `bits` afterwards.
    """

    __slots__ = ("_arrays", "_bits", "_levels", "_spent", "forced", "search")

    def __init__(
        self,
        search: Search,
        levels: Levels,
        arrays: tuple[Any, Any] | None = None,
        spent: dict[int, int] | None = None,
    ) -> None:
        self.search = search
        self._levels, self._arrays = dict(levels), arrays
        self._spent = spent
        self._bits = 0 if arrays else _union(self._levels) if spent is None else from_members(spent)
        #: nodes that only the minimum move reaches: they cost all points, whatever is printed there
        self.forced = search.forced(self.bits) if search.rule.minimum else 0
        self._bits |= self.forced

    @property
    def bits(self) -> int:
        """All nodes, as a bitset."""
        if not self._bits and self._arrays:
            self._bits = int.from_bytes(self._arrays[1].tobytes(), "little")
        return self._bits

    @property
    def costs(self) -> dict[int, int]:
        """What has been spent on arrival, by node."""
        if self._spent is None:
            if self._arrays:
                self._spent = dict(zip(*self._arrays[0].tolist(), strict=True))
            else:
                self._spent = {node: spent for spent, nodes in self._levels.items() for node in members(nodes)}
            self._spent.update(dict.fromkeys(members(self.forced), self.search.limit))
        return self._spent

    def spent(self, node: int) -> int | None:
        """What it costs to get there, None if it cannot be reached."""
        if self._spent is None and not self._arrays:
            if self.forced >> node & 1:
                return self.search.limit
            return next((spent for spent, nodes in self._levels.items() if nodes >> node & 1), None)
        return self.costs.get(node)

    def left(self, node: int) -> int | None:
        """The points that are left on arrival, None if it cannot be reached."""
        spent = self.spent(node)
        return None if spent is None else self.search.limit - spent

    def within(self, points: int) -> int:
        """What can be reached for so many points, as a bitset (half an allowance, a march without force)."""
        if points >= self.search.limit:
            return self.bits
        if self._arrays:
            nodes, spent = self._arrays[0]
            return from_members(nodes[: bisect_right(spent, points)].tolist())
        if not self._levels:
            return from_members(node for node, spent in self.costs.items() if spent <= points)
        return _union(self._levels, points)

    def __eq__(self, other: object) -> bool:
        """The same question with the same answer; what has been looked up in it so far does not matter."""
        if not isinstance(other, Reach):
            return NotImplemented
        return self.search == other.search and self.costs == other.costs

    def __hash__(self) -> int:
        """Of a few numbers of the question: what rests on a reach may be kept by it."""
        asked = self.search
        return hash((asked.sources, asked.limit, asked.zone, asked.blocked))

    def __contains__(self, node: int) -> bool:
        return self.bits >> node & 1 == 1

    def __iter__(self) -> Iterator[int]:
        return iter(members(self.bits) if self._spent is None else sorted(self._spent))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def path_to(self, node: int) -> Path | None:
        """The cheapest way there; among equals the one of fewest steps, then the first by its nodes."""
        asked, cost = self.search, self.spent(node)
        if cost is None:
            return None
        if len(self) <= FEW:
            _ = self.costs  # looked up in a dict, they are found quicker than in sets
        if self.forced >> node & 1:
            return Path((asked.sources.bit_length() - 1, node), cost)
        towards: dict[int, int] = {node: -1}
        front = {node: cost}
        while not (sources := [b for b in front if asked.sources >> b & 1]):
            earlier: dict[int, int] = {}  # one step back over steps that lie on a cheapest way
            for b in sorted(front):
                for a, spent in self._before(b, front[b]):
                    if a not in towards:
                        towards[a], earlier[a] = b, spent
            front = earlier
        way = [min(sources)]
        while way[-1] != node:
            way.append(towards[way[-1]])
        return Path(tuple(way), cost)

    def _before(self, b: int, spent: int) -> Iterator[tuple[int, int]]:
        """The nodes from which a step into b makes up its cost, with their own."""
        asked, table, rule, known = self.search, self.search.costs, self.search.rule, self._spent
        board, grip = table.board, asked.grip(b)
        for k in range(b * board.degree, (b + 1) * board.degree):
            a, i = board.steps[k], board.back[k]
            if a < 0 or (known is not None and known.get(a, EVERYWHERE) > spent):
                continue
            first = asked.sources >> a & 1 == 1
            cost = asked.cost(i, b, True) if first else table.costs[i]
            most = spent - cost
            earlier = None if cost == CLOSED else self._spent_up_to(a, most) if known is None else known[a]
            if earlier is None or earlier > most or self.forced >> a & 1:
                continue
            special = first or table.flags
            toll = asked.toll(i, b, first) if special else rule.tolls[asked.zone >> a & 1][grip]
            if earlier + toll == most and toll != BARRED and (first or not asked.ends_in(a)):
                yield a, earlier

    def _spent_up_to(self, node: int, most: int) -> int | None:
        """What a node costs, if that and some toll make up `most`."""
        if self._spent is not None or self._arrays:
            return self.costs.get(node)
        for toll in self.search.rule.charges:
            if self._levels.get(most - toll, 0) >> node & 1:
                return most - toll
        return None


def _union(levels: dict[int, int], points: int = EVERYWHERE) -> int:
    found = 0
    for spent, nodes in levels.items():
        if spent <= points:
            found |= nodes
    return found


def _answer(search: Search) -> Reach:
    """The fastest search that there is."""
    if kernels.ready():
        return Reach(search, [], kernels.search(search, members(search.sources)))
    if search.short and search.plain:
        return Reach(search, [], spent=by_steps(search))
    return Reach(search, by_levels(search) if isinstance(search.costs.board, HexBoard) else by_nodes(search))


def reach(
    costs: CostTable,
    start: int,
    points: int,
    rule: ZoneRule = FREE,
    *,
    zone: int = 0,
    held: int = 0,
    blocked: int = 0,
    stop_in: int = 0,
    first_in: int = -1,
    bonus: int = 0,
    no_bonus: int = 0,
    first: Mapping[int, int | None] = NO_OTHERS,
) -> Reach:
    """Where a mover with so many points can go. All sets are bitsets.

    `zone`: nodes in enemy zones of control, `held`: nodes with own units that matter to the rule, `blocked`: nodes
    that may not be entered, `stop_in`: nodes that end the move, `first_in`: nodes that the first step may enter; the
    last `bonus` of the points may not be spent on entering `no_bonus`. `first`: by node, what the first step there
    costs where that is not what the table says (None: it may not be taken).

    >>> from front1914.kit.hexes import HexBoard
    >>> from front1914.kit.layout import COLUMNS
    >>> from front1914.kit.zones import STOP_AND_NEVER_BETWEEN
    >>> board = HexBoard.rectangle(COLUMNS, 5, 4)
    >>> start, enemy = board.words.number("0102"), board.words.number("0401")
    >>> costs, zone = CostTable.uniform(board), board.ring[enemy]
    >>> found = reach(costs, start, 3, STOP_AND_NEVER_BETWEEN, zone=zone, blocked=1 << enemy)
    >>> found.left(board.words.number("0301")), found.left(board.words.number("0402")), enemy in found
    (1, 0, False)
    >>> [board.words[h] for h in found.path_to(board.words.number("0402")).nodes]
    ['0102', '0202', '0303', '0402']
    """
    if blocked < 0:  # all but some nodes
        blocked &= costs.board.exists
    asked = Search(costs, 1 << start, points, rule, zone, held, blocked, stop_in, first_in, bonus, no_bonus, 0, first)
    return _answer(asked)


def field(
    costs: CostTable,
    sources: int,
    limit: int | None = None,
    rule: ZoneRule = FREE,
    *,
    zone: int = 0,
    held: int = 0,
    blocked: int = 0,
    stop_in: int = 0,
) -> Reach:
    """The cost of every node from the nearest of several sources: `spent(node)`, None where none can reach it.

    Take `costs.backward` for the cost of going *to* the sources: lengths of supply lines, the way to the rear.
    """
    if rule.minimum:
        raise ValueError("a field has no mover that could make a minimum move")
    limit = EVERYWHERE if limit is None else limit
    return _answer(Search(costs, sources, limit, rule, zone, held, blocked, stop_in))


def cheapest(
    costs: CostTable,
    start: int,
    goals: int,
    limit: int | None = None,
    rule: ZoneRule = FREE,
    *,
    zone: int = 0,
    held: int = 0,
    blocked: int = 0,
    stop_in: int = 0,
) -> Path | None:
    """The cheapest way from a node to the nearest of some others, None if it costs more than the limit.

    >>> from front1914.kit.areas import AreaBoard
    >>> board = AreaBoard("abcd", ["ab", "bc", "cd", "ad"])
    >>> cheapest(CostTable.uniform(board), 0, 1 << 2, blocked=1 << 1)
    Path(nodes=(0, 3, 2), cost=2)
    """
    limit = EVERYWHERE if limit is None else limit
    found = _answer(Search(costs, 1 << start, limit, rule, zone, held, blocked, stop_in, goals=goals))
    arrived = found.bits & goals
    if not arrived:
        return None
    return found.path_to(min(members(arrived), key=lambda node: (found.costs[node], node)))

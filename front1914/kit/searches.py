"""The searches behind `reach`: one definition of what a step costs, and two ways to find the cheapest costs.

`by_nodes` is the plain bucket queue, node by node, and serves every board. `by_levels` takes all hexes of equal
cost at once as one bitset and serves hex boards. `kernels` holds a third, compiled. All agree to the point.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from front1914.kit.bits import members
from front1914.kit.costs import CLOSED, FIRST_ONLY, NOT_BETWEEN_ZONES, NOT_INTO_ZONE, CostTable
from front1914.kit.hexes import HexBoard
from front1914.kit.zones import BARRED, ZoneRule

EVERYWHERE = 1 << 30  #: the limit of a search without limit


class Search(NamedTuple):
    """A question: from where, with how many points, over which costs, past what. All sets are bitsets."""

    costs: CostTable
    sources: int
    limit: int
    rule: ZoneRule
    zone: int = 0
    held: int = 0
    blocked: int = 0  #: may not be entered
    stop_in: int = 0  #: the move ends on entering
    first_in: int = -1  #: what the first step may enter (-1: anything)
    bonus: int = 0  #: the last so many points ...
    no_bonus: int = 0  #: ... may not be spent on entering these
    goals: int = 0  #: the search may end when one of these is reached

    def grip(self, node: int) -> int:
        """How a zone meets who enters: 0 none, 1 in force, 2 in force beside own units."""
        if not self.zone >> node & 1:
            return 0
        if self.held >> node & 1:
            return 0 if self.rule.negated else 2
        return 1

    def toll(self, i: int, b: int, first: bool) -> int:
        """Extra points for step number i into node b, or BARRED."""
        flag = self.costs.flags[i] if self.costs.flags else 0
        if (first and not self.first_in >> b & 1) or (flag & FIRST_ONLY and not first):
            return BARRED
        if first and self.rule.first_exempt:
            return 0
        out, into = self.zone >> i // self.costs.board.degree & 1, self.grip(b)
        if into and (flag & NOT_INTO_ZONE or (flag & NOT_BETWEEN_ZONES and out)):
            return BARRED
        return self.rule.tolls[out][into]

    def price(self, i: int, b: int, first: bool) -> int | None:
        """What step number i into node b costs in all; None if it may not be taken."""
        cost, toll = self.costs.costs[i], self.toll(i, b, first)
        return None if cost == CLOSED or self.blocked >> b & 1 or toll == BARRED else cost + toll

    def room(self, b: int) -> int:
        """The most that may have been spent on arrival."""
        return self.limit - self.bonus if self.no_bonus >> b & 1 else self.limit

    def ends_in(self, b: int) -> bool:
        """Whether a move ends on entering a node."""
        return bool(self.stop_in >> b & 1 or (self.rule.stop and self.grip(b)))

    def forced(self) -> int:
        """What a single mover can enter only by the minimum move: one step beyond its points."""
        found = 0
        a = self.sources.bit_length() - 1
        steps, degree, ban = self.costs.board.steps, self.costs.board.degree, self.rule.minimum_between
        for i in range(a * degree, (a + 1) * degree):
            b, price = steps[i], self.price(i, steps[i], True) if steps[i] >= 0 else None
            if price is None or price <= self.room(b):
                continue
            if ban is None or self.costs.costs[i] < ban or not (self.zone >> a & 1 and self.grip(b)):
                found |= 1 << b
        return found


Levels = list[tuple[int, int]]  #: (points spent, bitset of the nodes that cost just that), ascending


def by_nodes(search: Search) -> Levels:
    """The reference: a queue with one bucket for each number of points."""
    steps, degree = search.costs.board.steps, search.costs.board.degree
    best = dict.fromkeys(members(search.sources), 0)
    buckets = {0: list(best)}
    queue, limit, found = [0], search.limit, Levels()
    while queue:
        spent = heappop(queue)
        if spent > limit:
            break
        level = 0
        for a in buckets[spent]:  # may grow: a step may cost nothing
            if best[a] != spent or level >> a & 1:
                continue
            level |= 1 << a
            first = bool(search.sources >> a & 1)
            if not first and search.ends_in(a):
                continue
            for i in range(a * degree, (a + 1) * degree):
                b = steps[i]
                price = search.price(i, b, first) if b >= 0 else None
                if price is None or spent + price > search.room(b) or spent + price >= best.get(b, EVERYWHERE):
                    continue
                best[b] = then = spent + price
                if then not in buckets:
                    buckets[then] = []
                    heappush(queue, then)
                buckets[then].append(b)
        if level & search.goals:
            limit = spent
        if level:
            found.append((spent, level))
    return found


class _Pending:
    """What is still to be settled: sets of nodes by the points that they cost."""

    __slots__ = ("queue", "sets")

    def __init__(self, sources: int) -> None:
        self.sets = {0: sources}
        self.queue = [0]

    def add(self, spent: int, nodes: int) -> None:
        if spent in self.sets:
            self.sets[spent] |= nodes
        else:
            self.sets[spent] = nodes
            heappush(self.queue, spent)


def by_levels(search: Search) -> Levels:
    """Hex boards: all hexes of equal cost step at once, by six shifts and one mask for each class of steps."""
    board, limit = search.costs.board, search.limit
    assert isinstance(board, HexBoard)
    todo = board.exists & ~search.blocked | search.sources
    ends = search.stop_in | (_gripped(search) if search.rule.stop else 0)
    pending, found = _Pending(search.sources), Levels()
    queue, streams = pending.queue, _streams(search, True)
    while queue and queue[0] <= limit:
        spent = heappop(queue)
        front = pending.sets.pop(spent) & todo
        if not front:
            continue
        todo ^= front
        first = not found
        if not first and found[-1][0] == spent:  # a step may cost nothing
            found[-1] = spent, found[-1][1] | front
        else:
            found.append((spent, front))
        if front & search.goals:
            limit = spent
        go = front if first else front & ~ends
        if go and spent <= limit:
            _advance(search.costs, board.offsets, streams, go, todo, spent, limit, pending, first)
        if first:
            streams = _streams(search, False)
    return found


class Stream(NamedTuple):
    """Movers that set out inside a zone, or outside: what they may enter, for which toll, keeping how much back."""

    sources: int
    into: list[tuple[int, int, int]]
    timid: list[tuple[int, int, int]]  #: over steps that may not lead into a zone
    inside: bool


def _gripped(search: Search) -> int:
    return search.zone & ~search.held if search.rule.negated else search.zone


def _streams(search: Search, first: bool) -> list[Stream]:
    """The cases of `Search.toll` and `Search.room`, as sets."""
    rule, zone = search.rule, search.zone
    allowed = search.first_in if first else -1
    rooms = [(~search.no_bonus, 0), (search.no_bonus, search.bonus)] if search.no_bonus and search.bonus else [(-1, 0)]
    if not zone or (first and rule.first_exempt):
        into = [(allowed & part, 0, kept) for part, kept in rooms]
        return [Stream(-1, into, into, False)]
    grip = _gripped(search)
    kinds = [~grip, grip & ~search.held, grip & search.held]
    found = []
    for inside, sources in ((False, ~zone), (True, zone)):
        into = [
            (allowed & kind & part, toll, kept)
            for kind, toll in zip(kinds, rule.tolls[inside], strict=True)
            for part, kept in rooms
            if kind and toll != BARRED
        ]
        found.append(Stream(sources, into, into[: len(rooms)], inside))
    return found


def _advance(
    costs: CostTable,
    offsets: Iterable[int],
    streams: list[Stream],
    go: int,
    todo: int,
    spent: int,
    limit: int,
    pending: _Pending,
    first: bool,
) -> None:
    """One step from `go` in all directions, each entered hex put where its cost belongs."""
    left = limit - spent
    for sources, into, timid, inside in streams:
        part = go & sources
        if not part:
            continue
        r, s, t, u, v, w = [part << n if n > 0 else part >> -n for n in offsets]
        for cost, flag, (a, b, c, d, e, f) in costs.classes:
            if cost > left:
                break
            new = (r & a | s & b | t & c | u & d | v & e | w & f) & todo
            if not new or (flag & FIRST_ONLY and not first):
                continue
            wary = flag & NOT_INTO_ZONE or (flag & NOT_BETWEEN_ZONES and inside)
            for nodes, toll, kept in timid if wary else into:
                entered = new & nodes
                if entered and cost + toll + kept <= left:
                    pending.add(spent + cost + toll, entered)

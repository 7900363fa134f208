"""The searches behind `reach`: one definition of what a step costs, and three ways to find the cheapest costs.

`by_nodes` is the plain bucket queue, node by node, and serves every board. `by_levels` takes all hexes of equal
cost at once as one bitset and serves hex boards. `by_steps` is the quickest for one mover who goes a few steps and
asks for nothing special. `kernels` holds a fourth, compiled. All agree to the point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from front1914.kit.bits import flags, members
from front1914.kit.costs import CLOSED, FIRST_ONLY, NOT_BETWEEN_ZONES, NOT_INTO_ZONE, CostTable
from front1914.kit.hexes import HexBoard
from front1914.kit.zones import BARRED, ZoneRule

EVERYWHERE = 1 << 30  #: the limit of a search without limit
NO_OTHERS: Mapping[int, int | None] = {}


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
    first: Mapping[int, int | None] = NO_OTHERS  #: by node: what the first step there costs, where not as in the table

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

    def cost(self, i: int, b: int, first: bool) -> int:
        """What step number i into node b costs without tolls, or CLOSED."""
        if first and b in self.first:
            other = self.first[b]
            return CLOSED if other is None else other
        return self.costs.costs[i]

    def price(self, i: int, b: int, first: bool) -> int | None:
        """What step number i into node b costs in all; None if it may not be taken."""
        if self.blocked >> b & 1 or (cost := self.cost(i, b, first)) == CLOSED:
            return None
        toll = self.toll(i, b, first)
        return None if toll == BARRED else cost + toll

    def table(self) -> CostTable:
        """The costs with those of the first step among them: returning to the start is never cheaper."""
        if not self.first:
            return self.costs
        a = self.sources.bit_length() - 1
        return self.costs.patched({(a, b): cost for b, cost in self.first.items()})

    def room(self, b: int) -> int:
        """The most that may have been spent on arrival."""
        return self.limit - self.bonus if self.no_bonus >> b & 1 else self.limit

    def ends_in(self, b: int) -> bool:
        """Whether a move ends on entering a node."""
        return bool(self.stop_in >> b & 1 or (self.rule.stop and self.grip(b)))

    def forced(self, reached: int) -> int:
        """What a single mover can enter only by the minimum move: one step beyond its points."""
        found, board, ban = 0, self.costs.board, self.rule.minimum_between
        a = self.sources.bit_length() - 1
        beyond = board.ring[a] & ~(reached | self.blocked)
        for b in members(beyond):
            i = self.costs.index(a, b)
            hard = ban is not None and self.cost(i, b, True) >= ban and self.zone >> a & 1 and self.grip(b)
            if not hard and self.price(i, b, True) is not None:
                found |= 1 << b
        return found

    @property
    def plain(self) -> bool:
        """Whether a single mover starts, and no special condition applies to it."""
        odd_rule = self.rule.stop or self.rule.first_exempt or self.rule.minimum
        odd_sets = self.stop_in or self.goals or (self.bonus and self.no_bonus) or self.first_in != -1
        return not (odd_rule or odd_sets or self.costs.flags) and self.sources.bit_count() == 1

    @property
    def short(self) -> bool:
        """Whether only a few steps can be made."""
        return self.limit <= min(A_FEW * self.costs.usual, MOST_POINTS)


Levels = list[tuple[int, int]]  #: (points spent, bitset of the nodes that cost just that), ascending
A_FEW = 10  #: usual steps; up to there a search hex by hex is the quickest
MOST_POINTS = 254  #: of such a search: what a node costs is kept in a byte


def by_steps(search: Search) -> dict[int, int]:
    """A `plain` and `short` search, node by node without much preparation: what each node costs."""
    table, limit, zone, tolls = search.costs, search.limit, search.zone, search.rule.tolls
    exits, start, size = table.exits, search.sources.bit_length() - 1, table.board.size
    left, friends = _flags(zone, size), zone & search.held
    inside = left
    if search.rule.negated:
        inside, friends = _flags(_without(zone, friends), size), 0
    best = bytearray(_costs_at_first(search.blocked, size))
    best[start], found = 0, {start: 0}
    levels: list[list[int]] = [[start], *([] for _ in range(limit))]
    for spent, level in enumerate(levels):
        for a in level:  # may grow: a step may cost nothing
            if best[a] != spent:
                continue
            freely, into, to_friends = tolls[left[a]]
            for b, cost in exits[a] if a != start or not search.first else _first_exits(search, start):
                then = spent + cost
                if then > limit:
                    break
                if then >= best[b]:
                    continue
                toll = freely if not inside[b] else to_friends if friends and friends >> b & 1 else into
                if toll:
                    then += toll
                    if then >= best[b] or then > limit or toll == BARRED:
                        continue
                best[b] = found[b] = then
                levels[then].append(b)
    return found


def _first_exits(search: Search, start: int) -> list[tuple[int, int]]:
    """The exits of the start, with the costs that only the first step has."""
    known: dict[int, int | None] = dict(search.costs.exits[start])
    known.update(search.first)
    return sorted(((b, cost) for b, cost in known.items() if cost is not None), key=lambda step: step[1])


@lru_cache(maxsize=256)
def _flags(bits: int, size: int) -> bytes:
    """Sets that are asked for again and again, as long as nobody moves."""
    return flags(bits, size)


@lru_cache(maxsize=256)
def _costs_at_first(blocked: int, size: int) -> bytes:
    """By node: more than any `short` search spends; nothing where nobody may go, so that no way there is cheaper."""
    return flags(blocked, size).translate(_UNKNOWN)


_UNKNOWN = bytes((MOST_POINTS + 1, 0)) + bytes(254)


def by_nodes(search: Search) -> Levels:
    """Any board: a queue with one bucket for each number of points."""
    board, rule = search.costs.board, search.rule
    costs, steps, degree = search.costs.costs, board.steps, board.degree
    zone, held, shut = (flags(bits, board.size) for bits in (search.zone, search.held, search.blocked))
    grip = (0, 1, 0 if rule.negated else 2)
    best = dict.fromkeys(members(search.sources), 0)
    buckets, queue, limit, found = {0: list(best)}, [0], search.limit, Levels()
    while queue and queue[0] <= limit:
        spent = heappop(queue)
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
                cost = search.cost(i, b, first) if first else costs[i]
                then = spent + cost
                if cost == CLOSED or then > limit or shut[b] or then >= best.get(b, EVERYWHERE):
                    continue
                if first or search.costs.flags:
                    toll = search.toll(i, b, first)
                else:
                    toll = rule.tolls[zone[a]][grip[zone[b] * (1 + held[b])]]
                then += toll
                if toll == BARRED or then >= best.get(b, EVERYWHERE) or then > search.room(b):
                    continue
                best[b] = then
                if then not in buckets:
                    buckets[then] = []
                    heappush(queue, then)
                buckets[then].append(b)
        if level & search.goals:
            limit = spent
        if level:
            found.append((spent, level))
    return found


def by_levels(search: Search) -> Levels:
    """Hex boards: all hexes of equal cost step at once, by six shifts and one mask for each class of steps.

    Where leaving a zone costs the same whatever is entered, who leaves one waits for so many points and then
    steps with the others.
    """
    costs, limit, zone = search.costs, search.limit, search.zone
    board = costs.board
    assert isinstance(board, HexBoard)
    todo = _without(board.exists, search.blocked) | search.sources
    ends = search.stop_in | (_gripped(search) if search.rule.stop else 0)
    through = _without(board.exists, ends)
    delay = search.rule.leave if zone and search.rule.additive and not costs.flags else 0
    pending, waiting, queue, found = {0: search.sources}, dict[int, int](), [0], Levels()
    first = search.sources.bit_count() != 1
    if first:
        streams = _streams(search, True, False)
        changes = delay or costs.flags or search.rule.first_exempt  # after the first step
    else:  # a mover that starts from one hex has at most six first steps: they are tried one by one
        pending, streams, changes = _open(search), _streams(search, False, delay > 0), False
        queue, todo, found = sorted(pending), todo ^ search.sources, [(0, search.sources)]
        limit = 0 if search.sources & search.goals else limit
    while queue and queue[0] <= limit:
        spent = heappop(queue)
        front, go = pending.pop(spent, 0) & todo, waiting.pop(spent, 0)
        if front:
            todo ^= front
            if front & search.goals:
                limit = spent
            if found and found[-1][0] == spent:  # a step may cost nothing
                found[-1] = spent, found[-1][1] | front
            else:
                found.append((spent, front))
            on = front if first else front & through
            if delay and not first and (slow := on & zone):
                waiting[spent + delay] = waiting.get(spent + delay, 0) | slow
                heappush(queue, spent + delay)
                on ^= slow
            go |= on
        if go:
            _step(streams, board.offsets, go, todo, spent, limit, pending, queue)
        if first and changes:
            streams = _streams(search, False, delay > 0)
        first = False
    return found


def _open(search: Search) -> dict[int, int]:
    """The first steps of a single mover: by cost, the nodes that he can enter."""
    found: dict[int, int] = {}
    board = search.costs.board
    a = search.sources.bit_length() - 1
    for i in range(a * board.degree, (a + 1) * board.degree):
        b = board.steps[i]
        price = search.price(i, b, True) if b >= 0 else None
        if price is not None and price <= search.room(b):
            found[price] = found.get(price, 0) | 1 << b
    return found


class Stream(NamedTuple):
    """For movers that start inside a zone, or outside: for each class of steps its cost, its masks by direction, and
    the nodes that it may enter with the toll and the points that must be left for both."""

    sources: int
    classes: list[tuple[int, tuple[int, ...], list[tuple[int, int, int]]]]


def _step(
    streams: list[Stream],
    offsets: Iterable[int],
    go: int,
    todo: int,
    spent: int,
    limit: int,
    pending: dict[int, int],
    queue: list[int],
) -> None:
    """One step from `go` in all directions; what is entered is put where its cost belongs."""
    left = limit - spent
    for sources, classes in streams:
        part = go & sources
        if not part or classes[0][0] > left:
            continue
        r, s, t, u, v, w = [part << n if n > 0 else part >> -n for n in offsets]
        for cost, (a, b, c, d, e, f), ways in classes:
            if cost > left:
                break
            new = (r & a | s & b | t & c | u & d | v & e | w & f) & todo
            if not new:
                continue
            for nodes, toll, needed in ways:
                if cost + needed <= left and (entered := new & nodes):
                    then = spent + cost + toll
                    if then in pending:
                        pending[then] |= entered
                    else:
                        pending[then] = entered
                        heappush(queue, then)


def _without(some: int, others: int) -> int:
    """some & ~others, without making a negative number, which is slow."""
    return some ^ (some & others)


def _gripped(search: Search) -> int:
    return _without(search.zone, search.held) if search.rule.negated else search.zone


def _streams(search: Search, first: bool, delayed: bool) -> list[Stream]:
    """The cases of `Search.toll` and `Search.room`, as sets; `delayed`: the toll for leaving is paid already."""
    rule, zone, every = search.rule, search.zone, search.costs.board.exists
    allowed = every & search.first_in if first and search.first_in != -1 else every
    rooms = [(allowed, 0)]
    if search.bonus and search.no_bonus:
        rooms = [(_without(allowed, search.no_bonus), 0), (allowed & search.no_bonus, search.bonus)]
    classes = [c for c in search.costs.classes if first or not c.flag & FIRST_ONLY]
    if not zone or (rule.idle and not search.costs.flags) or (first and rule.first_exempt):
        ways = [(part, 0, kept) for part, kept in rooms]
        return [Stream(every, [(cost, masks, ways) for cost, _, masks in classes])] if classes else []
    grip = _gripped(search)
    held = grip & search.held
    kinds = (_without(every, grip), grip ^ held, held)
    found = []
    for inside, sources in ((0, every if delayed else _without(every, zone)), (1, zone))[: 1 if delayed else 2]:
        tolls = [(kind, toll) for kind, toll in zip(kinds, rule.tolls[inside], strict=True) if toll != BARRED]
        ways = [(kind & part, toll, toll + kept) for kind, toll in _merged(tolls) for part, kept in rooms]
        timid = [(kind & part, toll, toll + kept) for kind, toll in tolls[:1] for part, kept in rooms]
        wary = NOT_INTO_ZONE | (NOT_BETWEEN_ZONES if inside else 0)
        plan = [(cost, masks, timid if flag & wary else ways) for cost, flag, masks in classes]
        if plan:
            found.append(Stream(sources, plan))
    return found


def _merged(tolls: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The kinds of nodes with the same toll as one, the empty ones left out."""
    found: dict[int, int] = {}
    for kind, toll in tolls:
        if kind:
            found[toll] = found.get(toll, 0) | kind
    return [(kind, toll) for toll, kind in found.items()]

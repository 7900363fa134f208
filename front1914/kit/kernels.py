"""The compiled twin of the searches (numba): used once it has been loaded, and never needed.

    kernels.load()  # True if there is numba; about half a second, and a few more the first time on a machine

Until then, and without numba, the plain searches answer: the same answers, a few times slower. Programs that
search (commanders, simulation, benchmarks) load the kernels at their start; the command line does not.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from front1914.kit.board import Board
    from front1914.kit.costs import CostTable
    from front1914.kit.searches import Search
    from front1914.kit.zones import ZoneRule

_FAR = 1 << 30
_NOT_BETWEEN_ZONES, _NOT_INTO_ZONE, _FIRST_ONLY = 1, 2, 4  # as in costs
_STOP, _NEGATED, _EXEMPT = 6, 7, 8  # places in the vector of a rule, after six tolls

_np: Any = None
_dial: Callable[..., Any] | None = None
_in_use = False


def load() -> bool:
    """Use the kernels, compiled now or fetched from the cache; False if numba is not installed."""
    global _np, _dial, _in_use
    if _dial is None:
        try:
            numba, _np = import_module("numba"), import_module("numpy")
        except ImportError:
            return False
        try:
            _dial = numba.njit(cache=True)(dial)
        except RuntimeError:  # there is no folder that can hold the cache
            _dial = numba.njit(dial)
    _in_use = True
    return True


def unload() -> None:
    """Back to the plain searches."""
    global _in_use
    _in_use = False


def ready() -> bool:
    """Whether the kernels are in use."""
    return _in_use


class _Room:
    """The room to work in on a board. The kernel leaves it as it found it, and holds the interpreter lock while it
    runs, so that threads may share it."""

    def __init__(self, board: Board) -> None:
        self.steps = _np.array(board.steps, _np.int32)
        self.best = _np.full(board.size, _FAR, _np.int32)
        self.queue = _np.empty((2, len(board.steps) + board.size), _np.int32)
        self.width = (board.size + 7) // 8
        self.none, self.all = bytes(self.width), b"\xff" * self.width
        self.unflagged = _np.zeros(len(board.steps), _np.uint8)


_rooms: WeakKeyDictionary[Board, _Room] = WeakKeyDictionary()


class _Arrays:
    """A cost table as arrays."""

    def __init__(self, costs: CostTable) -> None:
        self.room = _rooms.get(costs.board) or _rooms.setdefault(costs.board, _Room(costs.board))
        self.costs = _np.frombuffer(costs.costs, _np.int32)
        self.flags = _np.frombuffer(costs.flags, _np.uint8) if costs.flags else self.room.unflagged
        self.largest = max(costs.largest, 0)
        self.rules: dict[int, tuple[ZoneRule, Any, Any]] = {}

    def rule(self, rule: ZoneRule) -> tuple[ZoneRule, Any, Any]:
        """A rule (kept, for its id to stay its own), the same as a vector, and a queue long enough for its tolls."""
        found = self.rules.get(id(rule))
        if found is None:
            row = (*rule.tolls[0], *rule.tolls[1], rule.stop, rule.negated, rule.first_exempt)
            heads = _np.full(self.largest + rule.largest + 1, -1, _np.int32)
            found = self.rules[id(rule)] = rule, _np.array(row, _np.int32), heads
        return found

    def packed(self, bits: int) -> bytes:
        return bits.to_bytes(self.room.width, "little") if bits else self.room.none


def search(asked: Search, sources: list[int]) -> tuple[Any, Any]:
    """The nodes in the order of their costs with those costs, and the set of the nodes as packed bytes."""
    assert _dial is not None
    costs = asked.table()
    kept = costs.kept
    arrays = kept.get("arrays") or kept.setdefault("arrays", _Arrays(costs))
    packed, room = arrays.packed, arrays.room
    _, rule, heads = arrays.rule(asked.rule)
    masks = (
        packed(asked.zone),
        packed(asked.held),
        packed(asked.blocked),
        packed(asked.stop_in),
        packed(asked.no_bonus),
        packed(asked.goals),
        arrays.room.all if asked.first_in == -1 else packed(asked.first_in),
    )
    found: tuple[Any, Any] = _dial(
        room.steps,
        arrays.costs,
        arrays.flags,
        costs.board.degree,
        _np.array(sources, _np.int32),
        asked.limit,
        asked.bonus,
        rule,
        _np.frombuffer(b"".join(masks), _np.uint8),
        room.best,
        heads,
        room.queue,
    )
    return found


def dial(
    steps: Any,
    costs: Any,
    flags: Any,
    degree: int,
    sources: Any,
    limit: int,
    bonus: int,
    rule: Any,
    masks: Any,
    best: Any,
    heads: Any,
    queue: Any,
) -> Any:
    """Dial's queue: one list of nodes for each number of points, used in a circle. See `Search` for the rules."""
    width, buckets = masks.shape[0] // 7, heads.shape[0]
    held, blocked, stop_in, no_bonus, goals, first_in = width, 2 * width, 3 * width, 4 * width, 5 * width, 6 * width
    node, following = queue[0], queue[1]
    used = pending = sources.shape[0]
    for k in range(used):
        best[sources[k]] = 0
        node[k], following[k], heads[0] = sources[k], heads[0], k
    spent = slot = settled = 0
    last = -1
    while pending > 0 and spent <= limit:
        while heads[slot] >= 0:
            entry = heads[slot]
            heads[slot] = following[entry]
            pending -= 1
            a = node[entry]
            if best[a] != spent:
                continue
            following[entry] = last  # the settled ones, the last first
            last = entry
            settled += 1
            byte, bit = a >> 3, a & 7
            first = entry < sources.shape[0]
            inside = masks[byte] >> bit & 1
            if masks[goals + byte] >> bit & 1:
                limit = spent
            if not first:
                if masks[stop_in + byte] >> bit & 1:
                    continue
                if rule[_STOP] and inside and not (rule[_NEGATED] and masks[held + byte] >> bit & 1):
                    continue
            for i in range(a * degree, (a + 1) * degree):
                cost = costs[i]
                if cost < 0:
                    continue
                b = steps[i]
                then = spent + cost
                if then > limit or then >= best[b]:
                    continue
                byte, bit = b >> 3, b & 7
                if masks[blocked + byte] >> bit & 1:
                    continue
                if first and not masks[first_in + byte] >> bit & 1:
                    continue
                if flags[i] & _FIRST_ONLY and not first:
                    continue
                if not (first and rule[_EXEMPT]):
                    grip = 0
                    if masks[byte] >> bit & 1:
                        grip = 1
                        if masks[held + byte] >> bit & 1:
                            grip = 0 if rule[_NEGATED] else 2
                    if grip > 0 and (flags[i] & _NOT_INTO_ZONE or (inside and flags[i] & _NOT_BETWEEN_ZONES)):
                        continue
                    toll = rule[3 * inside + grip]
                    if toll < 0:
                        continue
                    then += toll
                    if then > limit or then >= best[b]:
                        continue
                if then > limit - bonus and masks[no_bonus + byte] >> bit & 1:
                    continue
                best[b] = then
                to = slot + then - spent
                if to >= buckets:
                    to -= buckets
                node[used], following[used] = b, heads[to]
                heads[to] = used
                used += 1
                pending += 1
        spent += 1
        slot = slot + 1 if slot + 1 < buckets else 0
    found, members = _np.empty((2, settled), _np.int32), _np.zeros(width, _np.uint8)
    for k in range(settled - 1, -1, -1):
        a = node[last]
        found[0, k], found[1, k] = a, best[a]
        members[a >> 3] |= 1 << (a & 7)
        last = following[last]
    for k in range(used):
        best[node[k]] = _FAR
    heads[:] = -1
    return found, members

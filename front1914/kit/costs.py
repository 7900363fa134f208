"""What a step costs: one number for each directed step of a board, worked out once and shared by every game.

Points are whole numbers. A game that counts halves, tenths or sixtieths scales them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from front1914.kit.board import Board

CLOSED = -1  #: in a table: there is no such step, or it may not be taken
StepCost = Callable[[int, int, int], "int | None"]
"""(from, to, link) to points, or None where the step may not be taken."""

# What may be said of a step besides its cost (bits of one flag)
NOT_BETWEEN_ZONES = 1  #: may not be taken from zone to zone (Der Weltkrieg, major rivers)
NOT_INTO_ZONE = 2  #: may not be taken into a zone (Der Weltkrieg 35-1, the Danube)
FIRST_ONLY = 4  #: only as the first step of a move (Offensive a outrance 7.1.5, grand rivers, inundations)


class CostClass(NamedTuple):
    """All steps of one cost and flag on a hex board: for each direction, the hexes that such a step enters."""

    cost: int
    flag: int
    masks: tuple[int, ...]


class CostTable:
    """The cost of every directed step of a board. Frozen; make one for each kind of mover and keep it.

    >>> from front1914.kit.areas import AreaBoard
    >>> board = AreaBoard(["a", "b", "c"], [("a", "b"), ("b", "c")])
    >>> costs = CostTable.build(board, lambda start, end, link: 2 if end > start else 1)
    >>> costs.step(0, 1), costs.step(1, 0), costs.step(0, 2)
    (2, 1, None)
    >>> costs.patched({(0, 1): None}).step(0, 1) is None
    True
    """

    def __init__(self, board: Board, costs: Iterable[int], flags: bytes = b"") -> None:
        self.board = board
        self.costs = array("i", costs)  #: by node * degree + k, as in `board.steps`; not to be changed
        self.flags = flags if any(flags) else b""  #: the same for the flags; empty when there are none
        self.largest = max(self.costs, default=0)  #: no step costs more
        self.kept: dict[str, Any] = {}  # what the kernels have made of this table
        if len(self.costs) != len(board.steps) or min(self.costs, default=0) < CLOSED:
            raise ValueError("a cost table needs one number, not below zero, for each step")

    @classmethod
    def build(cls, board: Board, cost: StepCost, flag: StepCost | None = None) -> CostTable:
        """Ask for the cost, and perhaps the flag, of every step (from, to, link) once."""
        costs, flags = [CLOSED] * len(board.steps), bytearray(len(board.steps))
        for a in range(board.size):
            for i in range(a * board.degree, (a + 1) * board.degree):
                b = board.steps[i]
                if b >= 0:
                    link = board.link[a, b]
                    found = cost(a, b, link)
                    costs[i] = CLOSED if found is None else found
                    flags[i] = (flag(a, b, link) or 0) if flag else 0
        return cls(board, costs, bytes(flags))

    @classmethod
    def uniform(cls, board: Board, cost: int = 1) -> CostTable:
        """The same cost everywhere: counts hexes or areas."""
        return cls(board, [cost if b >= 0 else CLOSED for b in board.steps])

    def index(self, a: int, b: int) -> int:
        """Where the step from a to b stands in the table; ValueError if they are not neighbours."""
        return self.board.steps.index(b, a * self.board.degree, (a + 1) * self.board.degree)

    def step(self, a: int, b: int) -> int | None:
        """The cost from a node to its neighbour, None if the step may not be taken."""
        found = self.costs[self.index(a, b)] if b in self.board.neighbours[a] else CLOSED
        return None if found == CLOSED else found

    def patched(self, changes: Mapping[tuple[int, int], int | None]) -> CostTable:
        """The same table with some directed steps changed: a blown bridge, a new railhead. Takes microseconds."""
        table = copy(self)
        table.costs, table.kept = self.costs[:], {}
        table.__dict__.pop("backward", None)
        for (a, b), cost in changes.items():
            if cost is not None and cost < 0:
                raise ValueError("a step cannot cost less than nothing")
            table.costs[self.index(a, b)] = CLOSED if cost is None else cost
        table.largest = max([self.largest, *(cost for cost in changes.values() if cost is not None)])
        if "exits" in table.__dict__:
            table.__dict__["exits"] = self.exits.patched(table, (a for a, _ in changes))
        if "classes" in table.__dict__:
            changed = [i for i in (self.index(a, b) for a, b in changes) if table.costs[i] != self.costs[i]]
            table.__dict__["classes"] = self._reclassed(changed, table.costs)
        return table

    def _reclassed(self, changed: list[int], costs: array[int]) -> tuple[CostClass, ...]:
        """The classes with some steps moved from one to another."""
        found = {(cost, flag): list(masks) for cost, flag, masks in self.classes}
        for i in changed:
            flag, bit = self.flags[i] if self.flags else 0, 1 << self.board.steps[i]
            if self.costs[i] != CLOSED:
                found[self.costs[i], flag][i % 6] ^= bit
            if costs[i] != CLOSED:
                found.setdefault((costs[i], flag), [0] * 6)[i % 6] |= bit
        return tuple(CostClass(*key, tuple(masks)) for key, masks in sorted(found.items()))

    @cached_property
    def backward(self) -> CostTable:
        """The table of going the other way: the cost from b to a here is that from a to b there.

        A search from a goal over this table gives the cost of every node *to* the goal.
        """
        back = self.board.back
        costs = [CLOSED if i < 0 else self.costs[i] for i in back]
        flags = bytes(0 if i < 0 else self.flags[i] for i in back) if self.flags else b""
        return CostTable(self.board, costs, flags)

    @cached_property
    def exits(self) -> Exits:
        """By node: where a step leads and what it costs, the cheapest first."""
        return Exits(self)

    @cached_property
    def usual(self) -> int:
        """What most steps cost, or rather: the cost in the middle; at least one point."""
        known = sorted(cost for cost in self.costs if cost != CLOSED)
        return max(1, known[len(known) // 2]) if known else 1

    @cached_property
    def classes(self) -> tuple[CostClass, ...]:
        """Hex boards only: the steps sorted into classes, the cheapest first."""
        found: dict[tuple[int, int], list[bytearray]] = {}
        length = (self.board.size + 7) // 8
        for i, cost in enumerate(self.costs):
            if cost != CLOSED:
                key = cost, self.flags[i] if self.flags else 0
                masks = found.setdefault(key, [])
                if not masks:
                    masks += [bytearray(length) for _ in range(6)]
                b = self.board.steps[i]
                masks[i % 6][b >> 3] |= 1 << (b & 7)
        return tuple(
            CostClass(*key, tuple(int.from_bytes(mask, "little") for mask in masks))
            for key, masks in sorted(found.items())
        )


class Exits(dict[int, tuple[tuple[int, int], ...]]):
    """By node: where a step leads and what it costs, the cheapest first. Worked out when first asked for."""

    def __init__(self, table: CostTable, other: Exits | None = None, changed: frozenset[int] = frozenset()) -> None:
        super().__init__()
        self._table, self._other, self._changed = table, other, changed

    def __missing__(self, a: int) -> tuple[tuple[int, int], ...]:
        if self._other is not None and a not in self._changed:
            found = self._other[a]
        else:
            board, costs = self._table.board, self._table.costs
            steps = range(a * board.degree, (a + 1) * board.degree)
            every = [(board.steps[i], costs[i]) for i in steps if costs[i] != CLOSED]
            found = tuple(sorted(every, key=itemgetter(1)))
        self[a] = found
        return found

    def patched(self, table: CostTable, changed: Iterable[int]) -> Exits:
        """The same for a table in which the steps from some nodes have changed."""
        return Exits(table, self, frozenset(changed))

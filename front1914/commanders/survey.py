"""From a sight to maps of numbers: how far the goals are, who can strike where, who stands beside whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from front1914.kit.bits import from_members, members
from front1914.kit.sight import Piece, Sight

if TYPE_CHECKING:
    from front1914 import Judgement

FAR = 10_000
SOON = 2.0  #: turns within which an enemy who could arrive counts as a threat
BESIDE = 2  #: points more to go where an enemy stands beside
_FIELDS: dict[int, tuple[list[int], dict[int, list[int]]]] = {}  #: by list of costs: the list, and fields by node
_COSTS: dict[int, tuple[list[int], list[tuple[int, int]]]] = {}  #: by list of costs: nodes by what they cost
_STRUCK: dict[int, tuple[list[int], dict[tuple[int, int], tuple[list[int], list[int]]]]] = {}  #: the same by reach


class Survey:
    """Everything that is worked out once for a phase and looked up many times; own pieces can be lifted and put.

    `judgement` may say exactly where a piece can go (`reach`) and what it is like when it gets there (`arrive`).
    """

    def __init__(self, sight: Sight, judgement: Judgement | None = None) -> None:
        self.sight = sight
        self._reach = judgement.reach if judgement is not None else None
        self._arrive = judgement.arrive if judgement is not None else None
        self._walked = judgement.walked if judgement is not None else None
        self._reached: dict[str, Mapping[int, int]] = {}
        self._around: dict[int, list[int]] = {}
        self._movers: dict[float, dict[int, dict[int, int]]] = {}
        self._ground: list[int] = []  #: points to enter each node for who walks round the enemy
        size = sight.board.size
        self.own_at: list[float] = [0.0] * size
        self.enemy_at: list[float] = [0.0] * size
        self.count_at: list[int] = [0] * size
        self.steps_at: list[int] = [0] * size
        self.pieces = {piece.id: piece for piece in sight.own}
        self.start = {piece.id: piece.at for piece in sight.own}  #: where each piece was when the survey was made
        for piece in sight.own:
            self.own_at[piece.at] += piece.strength
            self.count_at[piece.at] += piece.size
            if piece.kind != "staff":
                self.steps_at[piece.at] += piece.steps
        for piece in sight.enemy:
            self.enemy_at[piece.at] += piece.strength
        self.own_near = self._beside(self.own_at)
        self.enemy_near = self._beside(self.enemy_at)
        self.threat = self._threat()

    def _beside(self, at: list[float]) -> list[float]:
        board = self.sight.board
        found = [0.0] * board.size
        for node, strength in enumerate(at):
            if strength:
                for other in board.neighbours[node]:
                    found[other] += strength
        return found

    def _threat(self) -> list[float]:
        """The strength that could strike at each node next turn; what is farther off counts less."""
        found = [0.0] * self.sight.board.size
        groups: dict[tuple[int, int], float] = defaultdict(float)
        for piece in self.sight.enemy:
            if not piece.holds and piece.kind != "staff":
                groups[piece.at, piece.moves] += piece.strength
        for (at, moves), strength in groups.items():
            near, far = self._within(at, moves)
            for node in near:
                found[node] += strength
            for node in far:
                found[node] += 0.6 * strength
        return found

    def _within(self, at: int, moves: int) -> tuple[list[int], list[int]]:
        """Nodes that can be struck from there by those who march up to half of their points, and by those who march on.

        Ground does not change, so this is kept.
        """
        cost, neighbours = self.sight.cost, self.sight.board.neighbours
        _, kept = _STRUCK.setdefault(id(cost), (cost, {}))
        found = kept.get((at, moves))
        if found is None:
            near: set[int] = set()
            far: set[int] = set()
            for node, spent in self.spread(at, moves).items():
                (near if spent <= moves / 2 else far).update(neighbours[node])
            found = kept[at, moves] = sorted(near), sorted(far - near)
        return found

    def spread(
        self, start: int, points: int, stops: list[float] | None = None, shut: list[float] | None = None
    ) -> dict[int, int]:
        """Nodes within so many points, roughly: what `shut` marks is not entered, what `stops` marks not left again."""
        neighbours, cost = self.sight.board.neighbours, self.sight.cost
        reach, ring = {start: 0}, [start]
        while ring:
            following = []
            for node in ring:
                for other in neighbours[node]:
                    spent = reach[node] + cost[other]
                    if cost[other] and spent <= points and spent < reach.get(other, FAR):
                        if shut is not None and shut[other]:
                            continue
                        reach[other] = spent
                        if stops is None or not stops[other]:
                            following.append(other)
            ring = following
        return reach

    def reach(self, piece: Piece) -> Mapping[int, int]:
        """Where one of our pieces can go from where it began the phase, and for how many points."""
        found = self._reached.get(piece.id)
        if found is None:
            if not piece.moves:
                found = {piece.at: 0}
            elif self._reach is not None:
                found = self._reach(self.sight, piece)
            else:
                found = self.spread(piece.at, piece.moves, self.enemy_near, self.enemy_at)
            self._reached[piece.id] = found
        return found

    def arrived(self, piece: Piece, node: int) -> Piece:
        """The piece as it would be after its march there."""
        if self._arrive is not None:
            found: Piece = self._arrive(self.sight, piece, node, self.reach(piece).get(node, 0))
            return found
        return piece.there(node)

    def room(self, piece: Piece, node: int) -> bool:
        """Whether it may stand there beside those who do."""
        return not piece.size or self.count_at[node] + piece.size <= self.sight.room

    def field(self, node: int) -> list[int]:
        """Points from each node to this one, over open ground. Ground does not change, so fields are kept."""
        cost = self.sight.cost
        _, kept = _FIELDS.setdefault(id(cost), (cost, {}))
        far = kept.get(node)
        if far is None:
            far = kept[node] = self.distances([node])
        return far

    def around(self, node: int) -> list[int]:
        """Points from each node to this one for somebody who walks round the enemy, and slowly past him."""
        far = self._around.get(node)
        if far is None:
            if not self._ground:
                beside = [BESIDE if strength else 0 for strength in self.enemy_near]
                ways = zip(self.sight.cost, beside, self.enemy_at, strict=True)
                self._ground = [0 if strength else cost and cost + near for cost, near, strength in ways]
            far = self._around[node] = self.distances([node], self._ground)
        return far

    def distances(self, sources: Iterable[int], cost: Sequence[int] = ()) -> list[int]:
        """Points from each node to the nearest of the sources."""
        board, cost = self.sight.board, cost or self.sight.cost
        far = [FAR] * board.size
        heap = []
        for node in sources:
            far[node] = 0
            heap.append((0, node))
        while heap:
            spent, here = heappop(heap)
            if spent > far[here]:
                continue
            step = spent + max(cost[here], 1)
            for other in board.neighbours[here]:
                if cost[other] and step < far[other]:
                    far[other] = step
                    heappush(heap, (step, other))
        return far

    def front(self, depth: int) -> list[int]:
        """Nodes that we are nearer to than the enemy, beside those to which he is nearer, not far from him."""
        ours = self.distances({p.at for p in self.sight.own if p.kind != "staff" and not p.holds})
        his = self.distances({p.at for p in self.sight.enemy if p.kind != "staff" and not p.holds})
        inside = [o <= h and o < FAR for o, h in zip(ours, his, strict=True)]
        neighbours = self.sight.board.neighbours
        return [
            node
            for node, mine in enumerate(inside)
            if mine and his[node] <= depth and any(not inside[n] and his[n] < FAR for n in neighbours[node])
        ]

    def coming(self, node: int, turns: float) -> list[Piece]:
        """Enemies who could be beside the node, or in it, within so many turns, if nobody stops them."""
        field, near = self.field(node), self.sight.board.ring[node] | 1 << node
        return [
            p
            for p in self.sight.enemy
            if not p.holds and p.moves and field[p.at] <= turns * p.moves + 1 and p.area & near and p.kind != "staff"
        ]

    def struck(self, turns: float = 1.0) -> int:
        """Bitset of the nodes that some enemy could enter or attack within so many turns, our pieces as they stand."""
        found = 0
        for node in members(self.entered(turns)):
            found |= 1 << node | self.sight.board.ring[node]
        return found

    def entered(self, turns: float = 1.0, without: Container[str] = ()) -> int:
        """Bitset of the nodes that some enemy could enter within so many turns, our pieces as they stand.

        An enemy stops beside our pieces, where lines stop anybody, and does not pass through them; those in `without`
        are taken to have left.
        """
        ring, lines = self.sight.board.ring, self.sight.lines
        beside = there = 0
        for piece in self.sight.own:
            if piece.id in without or not (lines or piece.kind in ("foot", "horse")):
                continue
            there |= 1 << piece.at
            if lines and not self.sight.zoneless >> piece.at & 1 and piece.kind != "staff" and not piece.holds:
                beside |= ring[piece.at]
        found = 0
        for area, starts in self._starts(turns).items():
            found |= self._flood(starts, beside, there) & area
        return found

    def walked(self, without: Container[str] = ()) -> int:
        """As `entered` for the enemy's next move, exactly by the rules where the title can tell."""
        return self.entered(without=without) if self._walked is None else self._walked(self.sight, without)

    def _starts(self, turns: float) -> dict[int, dict[int, int]]:
        """By area: by points, the enemies who start with so many."""
        found = self._movers.get(turns)
        if found is None:
            found = self._movers[turns] = {}
            for piece in self.sight.enemy:
                if not piece.holds and piece.kind != "staff":
                    starts, points = found.setdefault(piece.area, {}), round(turns * piece.moves)
                    starts[points] = starts.get(points, 0) | 1 << piece.at
        return found

    def _flood(self, starts: Mapping[int, int], stops: int, shut: int) -> int:
        """As `spread`, for many at once: the nodes that some of them get to, `starts` by the points that they have."""
        board, left, found, gone = self.sight.board, dict(starts), 0, 0
        for points in range(max(left, default=-1), -1, -1):
            here = left.pop(points, 0) & ~gone
            gone |= here
            found |= here
            around = board.spread(here) & ~shut if here else 0
            for cost, ground in self._costs() if around else ():
                if cost <= points:
                    found |= around & ground
                    left[points - cost] = left.get(points - cost, 0) | around & ground & ~stops
        return found

    def _costs(self) -> list[tuple[int, int]]:
        """By points: the nodes that cost so many to enter. Ground does not change, so this is kept."""
        cost = self.sight.cost
        _, kept = _COSTS.setdefault(id(cost), (cost, []))
        if not kept:
            kept += [(each, from_members(n for n, c in enumerate(cost) if c == each)) for each in sorted({*cost} - {0})]
        return kept

    def lift(self, piece: Piece) -> None:
        """Takes one of our pieces off the maps."""
        self._shift(piece, piece.at, -1)

    def put(self, piece: Piece, node: int) -> None:
        """Puts it down, there or elsewhere."""
        self._shift(piece, node, 1)
        piece.at = node

    def _shift(self, piece: Piece, node: int, sign: int) -> None:
        self.own_at[node] += sign * piece.strength
        self.count_at[node] += sign * piece.size
        if piece.kind != "staff":
            self.steps_at[node] += sign * piece.steps
        for other in self.sight.board.neighbours[node]:
            self.own_near[other] += sign * piece.strength

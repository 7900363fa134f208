"""From a sight to maps of numbers: how near the goals are, who can strike where, who stands beside whom."""

from __future__ import annotations

from heapq import heappop, heappush

from front1914.commanders.levels import Temper
from front1914.kit.sight import Piece, Sight

FAR = 10_000
DECAY = 6.0  #: points over which the pull of a goal halves


class Survey:
    """Everything that is worked out once for a phase and looked up many times; own pieces can be lifted and put."""

    def __init__(self, sight: Sight, temper: Temper) -> None:
        self.sight = sight
        size = sight.board.size
        self.own_at: list[float] = [0.0] * size
        self.enemy_at: list[float] = [0.0] * size
        self.count_at: list[int] = [0] * size
        self.pieces = {piece.id: piece for piece in sight.own}
        for piece in sight.own:
            self.own_at[piece.at] += piece.strength
            self.count_at[piece.at] += 1
        for piece in sight.enemy:
            self.enemy_at[piece.at] += piece.strength
        self.own_near = self._beside(self.own_at)
        self.enemy_near = self._beside(self.enemy_at)
        self.threat = self._threat(sight.enemy)
        self.attraction = self._attraction(temper)

    def _beside(self, at: list[float]) -> list[float]:
        board = self.sight.board
        found = [0.0] * board.size
        for node, strength in enumerate(at):
            if strength:
                for other in board.neighbours[node]:
                    found[other] += strength
        return found

    def _threat(self, pieces: list[Piece]) -> list[float]:
        """The strength that could strike at each node next turn; what is farther off counts less."""
        neighbours = self.sight.board.neighbours
        found = [0.0] * self.sight.board.size
        for piece in pieces:
            if piece.holds:
                continue
            struck: dict[int, float] = {}
            for node, spent in self.reach(piece.at, piece.moves).items():
                share = piece.strength * (1.0 if spent <= piece.moves / 2 else 0.6)
                for other in neighbours[node]:
                    if struck.get(other, 0.0) < share:
                        struck[other] = share
            for node, share in struck.items():
                found[node] += share
        return found

    def reach(self, start: int, points: int, stops: list[float] | None = None) -> dict[int, int]:
        """Nodes within so many points, roughly; with `stops`, none is left again that has something beside it."""
        neighbours, cost = self.sight.board.neighbours, self.sight.cost
        reach, ring = {start: 0}, [start]
        while ring:
            following = []
            for node in ring:
                for other in neighbours[node]:
                    spent = reach[node] + cost[other]
                    if cost[other] and spent <= points and spent < reach.get(other, FAR):
                        reach[other] = spent
                        if stops is None or not stops[other]:
                            following.append(other)
            ring = following
        return reach

    def _attraction(self, temper: Temper) -> list[float]:
        """What each node gains from the goals near it: those to be taken, and those to be guarded."""
        found = [0.0] * self.sight.board.size
        for goal in self.sight.goals:
            if goal.mine:
                near = temper.guard * min(1.0, self.threat[goal.node] / (1 + self.own_at[goal.node]))
            else:
                near = temper.pull
            if near:
                for node, far in enumerate(self.field([goal.node])):
                    if far < FAR:
                        found[node] += 0.1 * goal.worth * near * 2 ** (-far / DECAY)
        return found

    def field(self, sources: list[int]) -> list[int]:
        """Points from each node to the nearest source, over open ground."""
        board, cost = self.sight.board, self.sight.cost
        far = [FAR] * board.size
        heap: list[tuple[int, int]] = []
        for node in sources:
            far[node] = 0
            heappush(heap, (0, node))
        while heap:
            spent, node = heappop(heap)
            if spent > far[node]:
                continue
            step = spent + max(cost[node], 1)
            for other in board.neighbours[node]:
                if cost[other] and step < far[other]:
                    far[other] = step
                    heappush(heap, (step, other))
        return far

    def lift(self, piece: Piece) -> None:
        """Takes one of our pieces off the maps."""
        self._shift(piece, piece.at, -1)

    def put(self, piece: Piece, node: int) -> None:
        """Puts it down, there or elsewhere."""
        self._shift(piece, node, 1)
        piece.at = node

    def _shift(self, piece: Piece, node: int, sign: int) -> None:
        self.own_at[node] += sign * piece.strength
        self.count_at[node] += sign
        for other in self.sight.board.neighbours[node]:
            self.own_near[other] += sign * piece.strength

"""From a sight to maps of numbers: how near the goals are, who can strike where, who stands beside whom."""

from __future__ import annotations

from heapq import heappop, heappush

from front1914.kit.sight import Piece, Sight

FAR = 10_000


class Survey:
    """Everything that is worked out once for a sight and looked up many times."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        board = sight.board
        size = board.size
        self.own_at: list[float] = [0.0] * size
        self.enemy_at: list[float] = [0.0] * size
        self.count_at: list[int] = [0] * size
        for piece in sight.own:
            self.own_at[piece.at] += piece.strength
            self.count_at[piece.at] += 1
        for piece in sight.enemy:
            self.enemy_at[piece.at] += piece.strength
        self.own_near = self._beside(self.own_at)
        self.enemy_near = self._beside(self.enemy_at)
        self.threat = self._threat(sight.enemy)
        self.fields = [self.field([goal.node]) for goal in sight.goals]
        self.front = self.field([p.at for p in sight.enemy])

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
        board, cost = self.sight.board, self.sight.cost
        found = [0.0] * board.size
        for piece in pieces:
            if piece.holds:
                continue
            reach = {piece.at: 0}
            ring = [piece.at]
            while ring:
                following = []
                for node in ring:
                    for other in board.neighbours[node]:
                        spent = reach[node] + cost[other]
                        if cost[other] and spent <= piece.moves and spent < reach.get(other, FAR):
                            reach[other] = spent
                            following.append(other)
                ring = following
            struck: dict[int, float] = {}
            for node, spent in reach.items():
                share = piece.strength * (1.0 if spent <= piece.moves / 2 else 0.6)
                for other in board.neighbours[node]:
                    struck[other] = max(struck.get(other, 0.0), share)
            for node, share in struck.items():
                found[node] += share
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

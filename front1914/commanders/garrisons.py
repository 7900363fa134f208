"""Who holds what loses the game when it is lost: decided before all else, and asked again of the end position.

More steps than one attack can cost where a strong enemy could strike; a single one where somebody could come later.
Where a title asks for it (`Sight.temper`, "reserve") somebody also bars the way of whoever could simply walk in, and
enough stay near for the turn after the next.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING

from front1914.commanders.survey import FAR, SOON
from front1914.kit.sight import Goal, Piece

if TYPE_CHECKING:
    from front1914.commanders.march import Planner

HOLDING = ("garrison", "watch")  #: kinds of orders that are not taken back
NEXT = 1.5  #: turns within which garrisons are brought up
STRONG = 5.0  #: strength that could take a vital place from a single corps
GREATER = 8.0  #: strength two turns away for which a reserve is kept near a vital place
FIT = 0.5  #: how well a piece must suit a goal that it could simply walk into


class Garrisons:
    """The garrisons of a planner's vital goals."""

    def __init__(self, planner: Planner) -> None:
        self.planner, self.survey, self.sight, self.temper = planner, planner.survey, planner.sight, planner.temper

    def post(self) -> None:
        """Garrisons of vital goals: more steps than one attack can cost, where losing the place loses the game."""
        vital = [goal for goal in self.sight.goals if goal.vital and goal.mine]
        if vital:
            near, soon = self.survey.struck(), self.survey.struck(SOON)
            now = [goal for goal in vital if near >> goal.node & 1 and self._coming(goal) >= STRONG]
            if self._careful:
                self._bar({goal.node: goal for goal in vital})
            posts = {goal.node for goal in now} if self._careful else set()
            for need in (1, self.sight.worst + 1):  # nobody gets a second corps before each has one
                for goal in now:
                    self._garrison(goal, need, posts - {goal.node})
            later = [goal for goal in vital if goal not in now and soon >> goal.node & 1]
            for goal in later:
                if not (self._careful and self._near(goal)):
                    self._garrison(goal, 1)
            for goal in later if self._careful else ():
                self._reserve(goal)

    @property
    def _careful(self) -> bool:
        """Whether the title wants reserves kept, and somebody in the way of whoever could walk into a vital place."""
        return self.temper.masses and bool(self.sight.temper.get("reserve"))

    def _coming(self, goal: Goal) -> float:
        """The strength that could be at a place next turn."""
        return sum(p.strength for p in self.survey.coming(goal.node, 1))

    def _bar(self, vital: Mapping[int, Goal]) -> None:
        """Somebody goes between the enemy and what he could simply walk into as things stand, however weak he is.

        One may bar the way to several places; of those who bar most the weakest goes, or stays where it is.
        """
        survey, last = self.survey, FAR
        while (open_ := self._open(vital)) and len(open_) < last:
            last, ways = len(open_), []
            near = {*open_, *(n for node in open_ for n in self.sight.board.neighbours[node])}
            for piece in self.sight.own:
                kind = self.planner.orders[piece.id].kind if piece.id in self.planner.orders else ""
                if piece.kind == "staff" or piece.holds:
                    continue
                reach = survey.reach(piece)
                for node in sorted({*near, self.planner.start[piece.id]} & reach.keys()):
                    if node != piece.at and survey.room(piece, node):
                        left = len(self._open(vital, piece, node))
                        bound = 2 * (kind in HOLDING) + (kind == "mass")  # the enemy must fight there, here he walks in
                        ways.append((left, bound, piece.strength / piece.steps, reach[node], node, piece.id))
            left, *_, node, unit = min(ways, default=(last, 0, ""))
            if left < last:
                text = f"between the enemy and {', '.join(map(self.planner.word, open_))} ({vital[open_[0]].rule})"
                self.planner.give(
                    survey.pieces[unit], node, "garrison", text, {"open": float(last), "left": float(left)}
                )
                self.planner.guards[unit] = inf

    def _open(self, vital: Iterable[int], piece: Piece | None = None, node: int = 0) -> list[int]:
        """Vital places that an enemy could walk into, our pieces as they stand; or one of them standing at a node."""
        staffs = {p.id for p in self.sight.own if p.kind == "staff"}  # they go where the army goes
        at = piece.at if piece is not None else 0
        if piece is not None:
            piece.at = node
        walks = self.survey.walked(staffs)
        if piece is not None:
            piece.at = at
        return [place for place in vital if walks >> place & 1]

    def _near(self, goal: Goal) -> bool:
        """Whether somebody is within a march of a place: it is time enough to go there when somebody could come."""
        field = self.survey.field(goal.node)
        return any(p.moves and p.kind != "staff" and field[p.at] <= p.moves for p in self.sight.own)

    def _garrison(self, goal: Goal, need: int, others: Container[int] = ()) -> None:
        """Brings up so many steps; those last who stand in one of the others, where they are needed as much."""
        survey, node = self.survey, goal.node
        held = sum(p.steps for p in self.sight.own if p.at == node and (p.holds or p.id in self.planner.orders))
        field = survey.field(node)
        near = [p for p in self.planner.free.values() if field[p.at] <= NEXT * p.moves]
        pool = [p for p in near if self.planner.suits(self.sight, p, goal) >= FIT] or near
        key = {
            p.id: (p.at in others, node not in survey.reach(p), p.at != node, p.strength / p.steps, field[p.at], p.id)
            for p in pool
        }
        for piece in sorted(pool, key=lambda p: key[p.id]):
            if held >= need:
                break
            goes = node if node in survey.reach(piece) else self._nearest(piece, field)
            if goes == node and piece.at != node and not survey.room(piece, node):
                continue
            text = f"{self.planner.word(node)} must not be lost ({goal.rule}), {need} steps hold it for a turn"
            self._hold(piece, goes, text, {"steps": float(need), "held": float(held)})
            if goes == node and self.sight.temper.get("sallies"):
                self.planner.keepers[piece.id] = piece
            held += piece.steps

    def _reserve(self, goal: Goal) -> None:
        """Enough stay within a march of a vital goal to hold it when its turn comes; they may strike from there."""
        survey, node = self.survey, goal.node
        field, need = survey.field(node), self.sight.worst + 1
        if sum(p.strength for p in survey.coming(node, SOON)) < GREATER:
            need = 1  # even the weakest could walk in
        soon = f"{self.planner.word(node)} may be threatened soon ({goal.rule})"
        mine = [p for p in self.sight.own if p.kind != "staff"]
        near = [p for p in mine if (p.at == node if p.holds else field[p.at] <= p.moves)]
        held = sum(p.steps for p in near if p.holds or p.id in self.planner.orders)
        pool = [p for p in near if p.id in self.planner.free]
        for piece in sorted(pool, key=lambda p: (p.strength / p.steps, field[p.at], p.id)):
            if held >= need:
                return
            text = f"{soon}, {need} steps stay within a march of it"
            self.planner.give(piece, piece.at, "reserve", text, {"steps": float(need), "held": float(held)})
            self.planner.keepers[piece.id] = piece
            held += piece.steps
        pool = [p for p in self.planner.free.values() if held < need and field[p.at] <= SOON * p.moves]
        if pool:
            piece = min(pool, key=lambda p: (field[p.at], p.strength, p.id))
            text = f"{self.planner.word(node)} may be threatened soon ({goal.rule}), too few are near"
            self.planner.give(
                piece, self._nearest(piece, field), "reserve", text, {"steps": float(need), "held": float(held)}
            )

    def secure(self) -> None:
        """The same question asked of the end position: those who were to go elsewhere come back if they must."""
        now = self.survey.struck()
        vital = {goal.node: goal for goal in self.sight.goals if goal.vital and goal.mine}
        for node, goal in vital.items():
            strong = not self._careful or self._coming(goal) >= STRONG
            if strong and self.survey.steps_at[node] <= self.sight.worst and now >> node & 1:
                self._recall(goal, self.sight.worst + 1)
        if self._careful:
            self._bar(vital)

    def _recall(self, goal: Goal, need: int) -> None:
        survey, node = self.survey, goal.node
        ways = [
            (survey.reach(p)[node], p.strength, p.id, p)
            for p in self.sight.own
            if p.id in self.planner.orders
            and p.at != node
            and self.planner.orders[p.id].kind not in HOLDING
            and node in survey.reach(p)
        ]
        for _, _, _, piece in sorted(ways, key=lambda way: way[:3]):
            if survey.steps_at[node] >= need or not survey.room(piece, node):
                return
            text = f"{self.planner.word(node)} would be open otherwise ({goal.rule})"
            self._hold(piece, node, text, {"held": float(survey.steps_at[node])})

    def _hold(self, piece: Piece, node: int, text: str, numbers: Mapping[str, float]) -> None:
        """Whoever is sent so attacks nothing from there that would cost the place."""
        self.planner.give(piece, node, "garrison", text, numbers)
        self.planner.guards[piece.id] = inf

    def _nearest(self, piece: Piece, field: list[int]) -> int:
        reach = self.survey.reach(piece)
        return min(
            (n for n in reach if self.survey.room(piece, n) or n == piece.at), key=lambda n: (field[n], reach[n])
        )

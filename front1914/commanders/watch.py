"""Who holds what counts, before anybody marches: each place gets what keeps it against those who can come, if it pays.

A place is worth its price times the chance that it is not lost; the title says what that chance is with certain pieces
in it (`Judgement.lost`). Pieces are given out where they save most, and nowhere where they save less than they cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from front1914.commanders.survey import SOON, Survey
from front1914.kit.sight import Goal, Piece, Sight

COST = 0.12  #: what a piece is worth elsewhere, by its strength: it may still attack from where it stands
MARCH, LEAST = 0.05, 0.1  #: by the points that it marches; at least
TURNS = 1.0  #: turns within which those who can come count
MOST = 6  #: pieces that are tried for one place
DEAR, MATCHED = 6.0, 0.6  #: the price of losing it from which a place is covered; by how much of the enemy's strength

Lost = Callable[[Sight, int, list[Piece], list[Piece]], float]


class Watch:
    """A place: who is to hold it, against whom, and the chance that it is lost in spite of them."""

    def __init__(self, survey: Survey, goal: Goal, lost: Lost, free: Mapping[str, Piece], reached: int) -> None:
        self.survey, self.goal, self._lost = survey, goal, lost
        self.enemies = survey.coming(goal.node, TURNS) if reached >> goal.node & 1 else []
        here = [p for p in survey.sight.own if p.at == goal.node and p.kind != "staff"]
        self.here = [p for p in here if p.holds or p.id not in free]  #: who stays there anyway
        self.pieces: list[Piece] = []
        self.risk = 1.0 if not goal.mine else self._risk(self.here)

    def _risk(self, pieces: list[Piece]) -> float:
        return self._lost(self.survey.sight, self.goal.node, pieces, self.enemies) if self.enemies else 0.0

    def best(self, pool: Sequence[Piece]) -> tuple[float, float, list[Piece]]:
        """Those who would save most for what they cost, the risk that is left, and who they are; nobody if none pay."""
        sight, node, reach = self.survey.sight, self.goal.node, self.survey.reach
        found = [*self.here, *(self.survey.arrived(p, node) for p in self.pieces)]
        room = sight.room - sum(p.size for p in found)
        cost, best = 0.0, (0.0, self.risk, list[Piece]())
        order = sorted(pool, key=lambda p: (p.at != node, -p.strength, p.id))[:MOST]
        for number, piece in enumerate(order, 1):
            room -= piece.size
            if room < 0:
                break
            found.append(self.survey.arrived(piece, node))
            cost += LEAST + COST * piece.strength + MARCH * reach(piece)[node]
            risk = self._risk(found)
            saved = self.goal.worth * (self.risk - risk)
            if saved > cost and saved / cost > best[0]:
                best = saved / cost, risk, list(order[:number])
        return best


def watches(
    survey: Survey, free: Mapping[str, Piece], lost: Lost, suits: Callable[[Sight, Piece, Goal], float], fit: float
) -> list[Watch]:
    """The places that get somebody: those who save most for what they cost are given out first, nobody twice."""
    left = dict(free)
    reached = survey.struck(TURNS) if survey.sight.lines else -1  # where lines stop anybody ours is in the way
    places = [Watch(survey, goal, lost, free, reached) for goal in survey.sight.goals if _matters(survey, goal)]
    places = [place for place in places if place.enemies or not place.goal.mine]
    best: dict[int, tuple[float, float, list[Piece]]] = {}
    while True:
        for number, place in enumerate(places):
            if number not in best:
                goal = place.goal
                pool = [
                    p for p in left.values() if goal.node in survey.reach(p) and suits(survey.sight, p, goal) >= fit
                ]
                best[number] = place.best(pool)
        number = max(best, key=lambda n: (best[n][0], -n), default=-1)
        if number < 0 or not best[number][2]:
            return [place for place in places if place.pieces]
        _, risk, pieces = best.pop(number)
        places[number].pieces += pieces
        places[number].risk = risk
        used = {p.id for p in pieces}
        left = {unit: p for unit, p in left.items() if unit not in used}
        best = {n: found for n, found in best.items() if not used & {p.id for p in found[2]}}


def menaced(survey: Survey, lost: Lost) -> list[tuple[Goal, float]]:
    """Dear places of ours that those who stand in them would lose to who can come soon; the strength that matches them.

    Those that lose most first.
    """
    found = []
    for goal in survey.sight.goals:
        if goal.mine and not goal.post:
            enemies = survey.coming(goal.node, SOON)
            here = [p for p in survey.sight.own if p.at == goal.node and p.kind != "staff"]
            price = goal.worth * lost(survey.sight, goal.node, here, enemies) if enemies else 0.0
            if price > DEAR:
                found.append((price, goal.node, goal, MATCHED * sum(p.strength for p in enemies)))
    return [(goal, need) for _, _, goal, need in sorted(found, key=lambda each: (-each[0], each[1]))]


def _matters(survey: Survey, goal: Goal) -> bool:
    """What is ours, or would be if somebody walked in."""
    return not goal.post and (goal.mine or not survey.enemy_at[goal.node])

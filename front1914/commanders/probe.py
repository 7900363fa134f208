"""Who goes into what lies open before anybody attacks, where the rules know such a thing (`Judgement.probes`).

He goes where nobody could march, from one zone of control into another. He does so for what decides the game, and for
what counts on the last turn; before that who does so is beaten more often than the place is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

from front1914.commanders.survey import Survey
from front1914.kit.sight import Goal, Piece, Sight

Probes = Callable[[Sight, Piece, int], int]


def wanted(sight: Sight, goal: Goal) -> bool:
    """Whether somebody shall probe into a place that nobody holds."""
    return goal.vital or sight.turns == 1


def post(survey: Survey, free: Iterable[Piece], probes: Probes, goal: Goal) -> tuple[str, int] | None:
    """The weakest of those who can go beside a place and into it from there, and from where."""
    ways = [
        (piece.strength + 0.2 * reach[node], piece.id, node)
        for piece in free
        for reach in (survey.reach(piece),)
        for node in survey.sight.board.neighbours[goal.node]
        if node in reach
        and (node == piece.at or survey.room(piece, node))
        and probes(survey.sight, survey.arrived(piece, node), node) >> goal.node & 1
    ]
    return min(ways)[1:] if ways else None


def ways(survey: Survey, units: Container[str], probes: Probes) -> Iterator[tuple[Piece, Goal]]:
    """Who of the units could go where: into what nobody holds, and into what the enemy could walk into; nobody leaves a
    place so whose loss loses the game."""
    sight = survey.sight
    kept = {goal.node for goal in sight.goals if goal.vital and goal.mine}
    open_ = survey.walked({p.id for p in sight.own if p.kind == "staff"})
    able = [p for p in sight.own if p.id in units and not (p.at in kept and survey.steps_at[p.at] == p.steps)]
    for goal in sight.goals:
        empty = not survey.enemy_at[goal.node] and not survey.steps_at[goal.node]
        needed = not goal.mine or (goal.vital and open_ >> goal.node & 1)
        for piece in able if empty and needed and wanted(sight, goal) else ():
            if survey.room(piece, goal.node) and probes(sight, piece, piece.at) >> goal.node & 1:
                yield piece, goal

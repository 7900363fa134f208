"""What a good commander does not do, counted over played games: the same figures for every level and title.

Each figure is a mean over the player turns of a commander, looked at when its turn is over, from its own view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import front1914
from front1914 import Game
from front1914.commanders.base import Commander, seat_of
from front1914.commanders.levels import STAFF
from front1914.commanders.plan import outlook
from front1914.commanders.survey import Survey

if TYPE_CHECKING:
    from front1914 import Judgement

DEAR = 0.8  #: share of the dearest place from which a place of ours counts as one that must not stand empty
ALONE = 2.0  #: enemy strength within two nodes, by our own, from which somebody stands alone among enemies
RAIL = ("rail", "entrain", "train")  #: verbs that put somebody on a train
FIGURES = {
    "empty": "dear places that stand empty though the enemy could walk in",
    "alone": "units alone among enemies, Leaders without an escort beside them",
    "hungry": "units out of supply, or isolated",
    "poor": "attacks that cost more steps than they bring, on nothing that counts",
    "attacks": "attacks",
    "trains": "units put on trains",
    "last": "chance lost after the own last move",
}


@dataclass
class Tally:
    """The follies of one commander."""

    turns: int = 0
    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def figures(self) -> dict[str, float]:
        """By player turn; what happens once is by game."""
        found = {name: self.counts[name] / max(1, self.turns) for name in FIGURES}
        found["last"] = self.counts["last"] / max(1, self.games)
        return found


def follies(
    title: str, levels: Mapping[str, str], games: int, *, scenario: str | None = None, seed: str = "1914"
) -> dict[str, Tally]:
    """Plays games and counts, by side."""
    found = {side: Tally() for side in levels}
    for number in range(games):
        game = front1914.new(title, scenario, seed=f"{seed}:{number}").copy(history=False)
        commanders = {side: front1914.commander(level, title, f"{seed}:{number}") for side, level in levels.items()}
        _watch(game, commanders, found)
    return found


def _watch(game: Game, commanders: Mapping[str, Commander], found: Mapping[str, Tally]) -> None:
    """Plays one game to its end."""
    judgement = front1914.judgement(game.title.info.id)
    moving, chances = "", dict.fromkeys(commanders, 0.5)
    while (decision := game.decision) is not None:
        side, commander = decision.side, commanders[decision.side]
        active = _active(game, side)
        if active != moving and moving in found:
            _after_turn(game, moving, found[moving], judgement)
            chances[moving] = outlook(game, moving)
        moving = active
        action = commander.decide(seat_of(game, commander, decision))
        if judgement.roles.get(decision.step) == "attacker" and action.verb == judgement.strikes:
            _attack(game, side, found[side], judgement)
        found[side].counts["trains"] += action.verb in RAIL
        game.act(action)
    for side, tally in found.items():
        tally.games += 1
        winner = None if game.result is None else game.result.winner
        tally.counts["last"] += round(
            100 * max(0.0, chances[side] - (0.5 if winner is None else float(winner == side)))
        )


def _active(game: Game, side: str) -> str:
    """Whose player turn it is: a title with counter phases says whose, others whose phase it is."""
    found: str = getattr(game.state, "phasing", getattr(game.state, "active", side))
    return found


def _after_turn(game: Game, side: str, tally: Tally, judgement: Judgement) -> None:
    """What stands when the side has moved."""
    tally.turns += 1
    if judgement.drafting is not None:
        if judgement.drafting.follies is not None:
            tally.counts.update(judgement.drafting.follies(game, side))
        return
    view = game.view(side)
    sight = judgement.sight(view)
    survey = Survey(sight, judgement)
    mine = [goal for goal in sight.goals if goal.mine]
    dearest = max((goal.worth for goal in mine), default=0.0)
    open_ = survey.entered()
    held = {piece.at for piece in sight.own if piece.kind != "staff"}
    for goal in mine:
        dear = goal.vital or goal.worth >= DEAR * dearest
        tally.counts["empty"] += dear and goal.node not in held and bool(open_ >> goal.node & 1)
    tally.counts["alone"] += sum(_alone(survey, piece) for piece in sight.own if piece.moves and piece.strength)
    hungry = judgement.hungry(view)
    tally.counts["hungry"] += sum(piece.id in hungry for piece in sight.own)


def _alone(survey: Survey, piece: Any) -> bool:
    neighbours = survey.sight.board.neighbours
    near = {piece.at, *neighbours[piece.at]}
    near |= {other for node in neighbours[piece.at] for other in neighbours[node]}
    own = sum(survey.own_at[node] for node in near)
    return bool(sum(survey.enemy_at[node] for node in near) > ALONE * own)


def _attack(game: Game, side: str, tally: Tally, judgement: Judgement) -> None:
    """An attack that is about to be made."""
    tally.counts["attacks"] += 1
    view = game.view(side)
    sight = judgement.sight(view)
    node, chosen = judgement.attack(view)
    pieces = [piece for piece in sight.own if piece.id in chosen]
    if not pieces or any(goal.node == node and not goal.mine for goal in sight.goals):
        return
    duty = judgement.duty(sight, node, pieces) if judgement.duty is not None else 0.0
    fights = list(judgement.battle(sight, node, pieces))
    gain = sum(fight.probability * (fight.enemy - STAFF.loss * fight.own) for fight in fights)
    tally.counts["poor"] += gain < 0 and duty <= 0

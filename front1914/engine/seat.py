"""What a player, or a program that plays, may touch: its own view and its own decision, and nothing behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from front1914.engine.decision import Action, Decision
from front1914.engine.errors import BadInput, IllegalAction, Reason
from front1914.engine.game import Game


@dataclass
class Seat:
    """One side's place at the table. It holds data only: no game, no state, no seed.

    `act` writes down an answer; whoever keeps the game collects it with `hand_over`.
    """

    title: str
    side: str
    view: dict[str, Any]
    decision: Decision | None  #: None when the side has nothing to decide
    answer: Action | None = field(default=None, init=False)

    def act(self, verb: str | Action, arg: str | int | None = None) -> None:
        """Answers the decision; IllegalAction if the answer is not among the offered ones."""
        action = verb if isinstance(verb, Action) else Action(verb, arg)
        if self.decision is None:
            raise IllegalAction(action, Reason("", "it is not your decision"))
        if action not in self.decision.actions:
            raise IllegalAction(action, Reason(self.decision.rule, "not among the offered answers"))
        self.answer = action


def seat(game: Game, side: str, look: bool = True, drawn: bool = True) -> Seat:
    """The side's seat at this moment; without `look` its view is empty, which is much cheaper.

    With a view that is not `drawn` it lacks what is there for the eye alone.
    """
    if side not in game.sides:
        raise BadInput("side", f"no side {side!r}; there is {', '.join(game.sides)}")
    decision = game.decision
    mine = decision if decision is not None and decision.side == side else None
    return Seat(game.title.info.id, side, game.view(side, drawn) if look else {}, mine)


def hand_over(game: Game, at: Seat) -> None:
    """Takes the answer from a seat to the game."""
    if at.answer is None:
        raise BadInput("seat", f"{at.side} has not answered")
    game.act(at.answer)

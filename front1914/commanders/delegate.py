"""A part of a side that its player hands over to the staff for a phase: an army on its plan, a quiet sector held.

The staff sees what the player sees and answers one decision after the other with ordinary actions, which the log keeps
like those of anybody: a replay needs no commander. It moves and attacks with the units of that part alone, and gives
the command back when it has nothing more to do with them. A title says in `judgement.groups(view)` what may be handed
over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import front1914
from front1914 import Action, BadInput, Game, Seat
from front1914.commanders.base import Commander, Why, play
from front1914.commanders.levels import STAFF
from front1914.commanders.staff import ENDING, Staff
from front1914.kit.sight import Group, Sight

ORDERS = ("plan", "hold")  #: to go for its goals, or to keep what it has and attack nobody
BEGINS = ("mover", "target")  #: roles of the steps at which a part can be handed over, and is given back
NEVER = 1e9


class Delegate(Staff):
    """The staff of one part, for one phase."""

    def __init__(self, title: str, group: str, order: str = "plan", seed: int | str = 0) -> None:
        if order not in ORDERS:
            raise BadInput("order", f"no order {order!r}; there is {', '.join(ORDERS)}")
        temper = STAFF if order == "plan" else replace(STAFF, mark=NEVER)
        super().__init__(title, f"{seed}:{group}", None, temper)
        self.group, self.order = group, order
        self._moment: object = None

    def answer(self, seat: Seat) -> Action | None:
        """The next action; None when the command goes back to the player."""
        assert seat.decision is not None
        begins = self.roles.get(seat.decision.step) in BEGINS
        if self._moment is None:
            refuse_delegation(seat, self.group)
            self._moment = _moment(seat)
        if begins and (self._moment != _moment(seat) or self._idle(seat)):
            return None
        action = self.decide(seat)
        if begins and (action.verb in ENDING or action.arg is None):
            self.reasons = [Why("delegate", f"{self.group}: nothing more to do")]
            return None
        return action

    def _idle(self, seat: Seat) -> bool:
        return self.group not in groups(seat)

    def _prelude(self, seat: Seat, actions: Sequence[Action]) -> Action | None:
        group = groups(seat).get(self.group)
        own = [a for a in actions if group is not None and str(a.arg) in group.units]
        return super()._prelude(seat, own)

    def _look(self, seat: Seat) -> Sight:
        """The sight of the part: other units do not move, and a part that holds has only the goals it holds."""
        sight = super()._look(seat)
        group = groups(seat).get(self.group)
        units = group.units if group is not None else frozenset()
        for piece in sight.own:
            if piece.id not in units:
                piece.moves, piece.fresh = 0, False
        if self.order == "hold":
            sight.goals = [goal for goal in sight.goals if goal.mine]
        return sight


def delegable(title: str, step: str) -> bool:
    """Whether a step is one at which something may be handed over."""
    judgement = front1914.judgement(title)
    return judgement.groups is not None and judgement.roles.get(step) in BEGINS


def groups(seat: Seat) -> dict[str, Group]:
    """What may be handed over at this moment, by id."""
    hook = front1914.judgement(seat.title).groups
    return dict(hook(seat.view)) if hook is not None else {}


def refuse_delegation(seat: Seat, group: str) -> None:
    """BadInput if nothing of that name can be handed over now."""
    if seat.decision is None or not delegable(seat.title, seat.decision.step):
        raise BadInput("group", "units are handed over where they are picked to move or to attack")
    found = groups(seat)
    if group not in found:
        raise BadInput("group", f"nothing to hand over called {group!r}; there is {', '.join(found) or 'nothing'}")


def delegate(
    game: Game,
    side: str,
    group: str,
    order: str = "plan",
    seed: int | str = 0,
    others: Mapping[str, Commander] | None = None,
) -> int:
    """Has the staff move, or attack with, one part of a side now; the number of decisions that it took.

    It stops when the part has done what it wanted, or when somebody must decide for whom nobody among `others` does.
    """
    staff = Delegate(game.title.info.id, group, order, seed)
    taken = 0
    while (decision := game.decision) is not None:
        if decision.side != side:
            if not play(game, others or {}, most=1):
                break
            continue
        action = staff.answer(game.seat(side))
        if action is None:
            break
        game.act(action, reasons=staff.reasons)
        taken += 1
    return taken


def _moment(seat: Seat) -> object:
    """A part is handed over for one phase."""
    return seat.view.get("turn"), seat.view.get("active"), seat.view.get("phase")

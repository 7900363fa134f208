"""A commander for any title: tries each action on an imagined copy and takes what its judgement likes best.

It looks one decision ahead, so it plays a new title at once and reacts sensibly to the small choices (losses,
retreats, stand or go) of every title; it makes no plan.
"""

from __future__ import annotations

import random

import front1914
from front1914 import Action, Game, Seat
from front1914.commanders.base import Why

SAMPLES = 2  #: imagined positions that each action is tried on, when something is hidden
THROWS = 6  #: continuations by chance that each action is valued over


class Chooser:
    """One step ahead, by the title's judgement of what comes of it, in steps of average infantry."""

    def __init__(self, title: str, seed: int | str = 0, budget: int | None = None) -> None:
        self.judgement = front1914.judgement(title)
        self.hidden = front1914.title(title).hidden
        self.most = budget or 400  #: actions tried for one decision, all samples and throws counted
        self.reasons: list[Why] = []
        self._name = f"chooser:{title}:{seed}"
        self._asked = 0

    def decide(self, seat: Seat) -> Action:
        assert seat.decision is not None
        actions = seat.decision.actions
        self._asked += 1
        rng = random.Random(f"{self._name}:{self._asked}")
        if len(actions) == 1:
            self.reasons = [Why("forced", f"{actions[0]}: the only legal action")]
            return actions[0]
        values = self._values(seat, actions, rng)
        best = max(range(len(actions)), key=lambda i: (values[i], rng.random()))
        self.reasons = [_why(actions, values, best)]
        return actions[best]

    def _values(self, seat: Seat, actions: tuple[Action, ...], rng: random.Random) -> list[float]:
        samples = SAMPLES if self.hidden else 1
        throws = max(1, min(THROWS, self.most // (samples * len(actions))))
        totals = [0.0] * len(actions)
        for sample in range(samples):
            key = rng.getrandbits(32)
            imagined = front1914.imagined(seat.view, key)
            for index, action in enumerate(actions):
                totals[index] += self._worth(imagined, action, seat.side, throws, f"{key}:{sample}")
        return [total / samples for total in totals]

    def _worth(self, game: Game, action: Action, side: str, throws: int, key: str) -> float:
        """The mean over a few throws, the same for every action, so that luck does not decide between them."""
        total = 0.0
        for throw in range(throws):
            twin = game.copy(history=False)
            twin.dice = front1914.SeededDice(f"{key}:{throw}")
            twin.act(action)
            total += self.judgement.worth(twin, side)
            if twin.thrown == game.thrown:
                return total / (throw + 1)  # no die fell: every further throw would be the same
        return total / throws


def _why(actions: tuple[Action, ...], values: list[float], best: int) -> Why:
    second = max((i for i in range(len(actions)) if i != best), key=lambda i: values[i])
    margin = values[best] - values[second]
    return Why(
        "value",
        f"{actions[best]}: worth {values[best]:.2f}, {margin:.2f} more than {actions[second]}",
        subject=str(actions[best].arg or actions[best].verb),
        numbers={"value": values[best], "margin": margin},
        beaten=str(actions[second]),
    )

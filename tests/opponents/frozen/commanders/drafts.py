"""A commander for games of impulses: drafts a few whole impulses, plays each on imagined positions, follows the best.

Such a game asks first what kind of impulse it shall be and then for its details, so no single answer has a value of its
own. A title whose judgement has a `drafting` (front1914.Judgement) is played this way.
"""

from __future__ import annotations

import random
from typing import Any

import front1914
from front1914 import Action, Decision, Game, Seat
from front1914.commanders.base import Why
from tests.opponents.frozen.commanders.levels import STAFF, Temper
from tests.opponents.frozen.judgements import judgement_of

SAMPLES = 3  #: imagined positions that each draft is played on
WHIM = 15  #: steps by which a commander who acts on a whim misjudges a draft, for each unit of noise
MOST = 400  #: decisions in one trial, against a draft that never ends


class Drafter:
    """Plans an impulse as a whole; small choices that are worth it are played out one by one."""

    def __init__(self, title: str, seed: int | str = 0, budget: int | None = None, temper: Temper = STAFF) -> None:
        self.temper = temper
        drafting = judgement_of(title).drafting
        assert drafting is not None, f"{title} drafts no impulses"
        self.drafting = drafting
        self.samples = 1 if temper.noise else min(SAMPLES, budget or SAMPLES)
        self.reasons: list[Why] = []
        self._name = f"drafter:{title}:{seed}"
        self._asked = 0
        self._moment: Any = None
        self._draft: Any = None

    def decide(self, seat: Seat) -> Action:
        assert seat.decision is not None
        actions = seat.decision.actions
        self._asked += 1
        if len(actions) == 1:
            self.reasons = [Why("forced", f"{actions[0]}: the only legal action")]
            return actions[0]
        rng = random.Random(f"{self._name}:{self._asked}")
        games = [_imagined(seat, rng)]
        moment = self.drafting.moment(seat.view)
        if moment != self._moment:
            self._moment, self._draft = moment, None
        if self._draft is None:
            self._draft = self._best(games, seat, rng)
        answer = self.drafting.follow(self._draft, games[0], seat.decision, False)
        if answer is None:
            return self._weigh(games, seat, rng)
        text = self._draft.text if self._draft is not None else "as usual at this step"
        self.reasons = [Why("draft", f"{answer}: {text}", str(answer.arg or answer.verb), rule=seat.decision.rule)]
        return answer

    def _more(self, games: list[Game], seat: Seat, rng: random.Random) -> None:
        """As many imagined positions as a comparison wants."""
        games += [_imagined(seat, rng) for _ in range(self.samples - len(games))]

    def _best(self, games: list[Game], seat: Seat, rng: random.Random) -> Any:
        """The draft that stands best, on average, when it has been played; None where none is asked for."""
        drafts = list(self.drafting.drafts(games[0], seat.side, self.temper, rng))
        if len(drafts) < 2:
            return drafts[0] if drafts else None
        self._more(games, seat, rng)
        values = []
        for draft in drafts:
            total = sum(self._try(game, seat.side, draft, None) for game in games) / len(games)
            values.append(total + rng.gauss(0, WHIM * self.temper.noise) if self.temper.noise else total)
        best = max(range(len(drafts)), key=lambda i: values[i])
        return drafts[best]

    def _weigh(self, games: list[Game], seat: Seat, rng: random.Random) -> Action:
        """Each answer played out, the usual way, until things have settled."""
        assert seat.decision is not None
        actions = seat.decision.actions
        self._more(games, seat, rng)
        values = []
        for action in actions:
            total = sum(self._try(game, seat.side, self._draft, action) for game in games) / len(games)
            values.append(total + rng.gauss(0, WHIM * self.temper.noise) if self.temper.noise else total)
        best = max(range(len(actions)), key=lambda i: values[i])
        second = max((i for i in range(len(actions)) if i != best), key=lambda i: values[i])
        margin = values[best] - values[second]
        text = f"{actions[best]}: worth {values[best]:.1f}, {margin:.1f} more than {actions[second]}"
        numbers = {"value": values[best], "margin": margin}
        self.reasons = [
            Why("value", text, str(actions[best].arg or actions[best].verb), numbers, "", str(actions[second]))
        ]
        return actions[best]

    def _try(self, game: Game, side: str, draft: Any, first: Action | None) -> float:
        """How an imagined game stands when a draft has been played on it, or an answer and what usually follows."""
        twin = game.copy(history=False)
        moment = self._moment
        if first is not None:
            twin.act(first)
        for _ in range(MOST):
            decision = twin.decision
            if decision is None or self.drafting.settled(twin, moment):
                break
            twin.act(self._usual(twin, draft if decision.side == side else None, decision))
        return self.drafting.value(twin, side, self.temper)

    def _usual(self, game: Game, draft: Any, decision: Decision) -> Action:
        answer = self.drafting.follow(draft, game, decision, True)
        return decision.actions[0] if answer is None else answer


def _imagined(seat: Seat, rng: random.Random) -> Game:
    key = rng.getrandbits(32)
    return front1914.from_position(front1914.imagine(seat.view, key), seed=key)

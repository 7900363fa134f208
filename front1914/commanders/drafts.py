"""A commander for games of impulses: drafts a few whole impulses, plays each on imagined positions, follows the best.

Such a game asks first what kind of impulse it shall be and then for its details, so no single answer has a value of its
own. A title whose judgement has a `drafting` (front1914.Judgement) is played this way.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice
from math import inf
from time import monotonic
from typing import Any

import front1914
from front1914 import Action, Decision, Game, Seat
from front1914.commanders.base import Why
from front1914.commanders.levels import STAFF, Temper

SAMPLES = 3  #: imagined positions that each draft is played on
WHIM = 15  #: steps by which a commander who acts on a whim misjudges a draft, for each unit of noise
MOST = 400  #: decisions in one trial, against a draft that never ends
SOURCES = 2  #: imagined positions for which impulses are drafted: what is enough in one is not in another
REPLIED = 5  #: drafts that are judged once more, after the enemy's likely reply
WORLDS = 2  #: imagined positions on which he replies
REPLIES = 6  #: impulses of the enemy that are compared to find his likely one


class Drafter:
    """Plans an impulse as a whole; small choices that are worth it are played out one by one."""

    def __init__(
        self,
        title: str,
        seed: int | str = 0,
        budget: int | None = None,
        temper: Temper = STAFF,
        worlds: int = WORLDS,
        replied: int = REPLIED,
        sources: int = SOURCES,
        seconds: float | None = None,
    ) -> None:
        self.temper, self.worlds, self.replied, self.sources, self.seconds = temper, worlds, replied, sources, seconds
        drafting = front1914.judgement(title).drafting
        assert drafting is not None, f"{title} drafts no impulses"
        self.drafting = drafting
        most = max(SAMPLES, worlds)
        self.samples = 1 if temper.noise else min(most, budget or most)
        self.reasons: list[Why] = []
        self._name = f"drafter:{title}:{seed}"
        self._asked = 0
        self._moment: Any = None
        self._draft: Any = None
        self._told: Why | None = None  #: what has just been drafted, until it has been told

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
        action = self._answer(games, seat, rng)
        if self._told is not None:
            self.reasons, self._told = [*self.reasons, self._told], None
        return action

    def resume(self, memory: Mapping[str, Any]) -> None:
        """Goes on where another commander stood: what it draws by lot is drawn as that one would have."""
        self._asked = memory["asked"]

    def _answer(self, games: list[Game], seat: Seat, rng: random.Random) -> Action:
        assert seat.decision is not None
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
        for game in games[1 : self.sources]:
            drafts += [d for d in self.drafting.drafts(game, seat.side, self.temper, rng) if d not in drafts]
        values = []
        for draft in drafts:
            total = sum(self._try(game, seat.side, draft, None) for game in games) / len(games)
            values.append(total + rng.gauss(0, WHIM * self.temper.noise) if self.temper.noise else total)
        order = sorted(range(len(drafts)), key=lambda i: -values[i])
        if not self.temper.masses or self.drafting.begun is None:
            return self._tell(drafts[order[0]], len(drafts), 0)
        until = inf if self.seconds is None else monotonic() + self.seconds
        after: dict[int, float] = {}
        for i in order[: self.replied]:
            if not after or monotonic() < until:
                after[i] = self._foreseen(games[: self.worlds], seat.side, drafts[i], rng)
        return self._tell(drafts[max(after, key=lambda i: (after[i], values[i], -i))], len(drafts), len(after))

    def _tell(self, draft: Any, drafts: int, foreseen: int) -> Any:
        """The draft that is followed from now on is told with its first order."""
        short = foreseen and foreseen < min(self.replied, drafts) and self.seconds is not None
        time = f", as far as {self.seconds:g} s went" if short else ""
        text = f"{draft.text}. Chosen from {drafts} impulses, {foreseen} of them with the enemy's reply{time}"
        self._told = Why("plan", text, kept={"asked": self._asked})
        return draft

    def _foreseen(self, games: list[Game], side: str, draft: Any, rng: random.Random) -> float:
        """How it stands after a draft and what the enemy is likely to do then."""
        total = 0.0
        for game in games:
            twin = self._replied(self._played(game, side, draft, None), side, rng)
            total += self.drafting.value(twin, side, self.temper)
        return total / len(games)

    def _replied(self, game: Game, side: str, rng: random.Random) -> Game:
        """The game after that impulse of the enemy which leaves him best, of those that he could draft."""
        for _ in range(MOST):  # what belongs to no impulse comes first
            decision = game.decision
            if decision is None:
                return game
            if decision.side != side:
                drafts = list(islice(self.drafting.drafts(game, decision.side, self.temper, rng), REPLIES))
                if drafts:
                    break
            game.act(self._usual(game, None, decision))
        else:
            return game
        foe, moment = decision.side, self.drafting.begun(game) if self.drafting.begun is not None else None
        tried = [self._played(game, foe, draft, None, moment) for draft in drafts]
        return max(tried, key=lambda twin: self.drafting.value(twin, foe, self.temper))

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
        return self.drafting.value(self._played(game, side, draft, first), side, self.temper)

    def _played(self, game: Game, side: str, draft: Any, first: Action | None, moment: Any = None) -> Game:
        """An imagined game after a draft, or after an answer and what usually follows."""
        twin = game.copy(history=False)
        moment = self._moment if moment is None else moment
        if first is not None:
            twin.act(first)
        for _ in range(MOST):
            decision = twin.decision
            if decision is None or self.drafting.settled(twin, moment):
                break
            twin.act(self._usual(twin, draft if decision.side == side else None, decision))
        return twin

    def _usual(self, game: Game, draft: Any, decision: Decision) -> Action:
        answer = self.drafting.follow(draft, game, decision, True)
        return decision.actions[0] if answer is None else answer


def _imagined(seat: Seat, rng: random.Random) -> Game:
    key = rng.getrandbits(32)
    return front1914.imagined(seat.view, key)

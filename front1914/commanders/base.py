"""What every commander has in common: it is given a seat, decides, and says why."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import front1914
from front1914 import Action, Decision, Event, FrontError, Game, Seat


class Why(NamedTuple):
    """One reason for a decision: a task or a sum, the numbers behind it, and the best thing it was preferred to."""

    kind: str
    text: str
    subject: str = ""
    numbers: Mapping[str, float] = {}
    rule: str = ""
    beaten: str = ""

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return {key: dict(value) if key == "numbers" else value for key, value in self._asdict().items() if value}


class Commander(Protocol):
    """Decides from a seat alone. The same seed and the same seats give the same decisions."""

    reasons: list[Why]  #: why the last decision was taken

    def decide(self, seat: Seat) -> Action: ...


class RandomCommander:
    """Takes any legal action, each equally likely: for tests, and as the floor of every ladder."""

    looks = False  #: it needs no view, which would cost more than all else that it does

    def __init__(self, title: str, seed: int | str = 0, budget: int | None = None) -> None:
        self.reasons: list[Why] = []
        self._rng = random.Random(f"random:{title}:{seed}")

    def decide(self, seat: Seat) -> Action:
        assert seat.decision is not None
        actions = seat.decision.actions
        action = actions[int(self._rng.random() * len(actions))]
        self.reasons = [Why("random", f"{action}: drawn from {len(actions)} legal actions")]
        return action


Maker = Callable[[str, int | str, int | None], Commander]


def _makers() -> dict[str, Maker]:
    from front1914.commanders.chooser import Chooser
    from front1914.commanders.drafts import Drafter
    from front1914.commanders.levels import RECRUIT, STAFF, Temper
    from front1914.commanders.staff import Staff

    def executor(temper: Temper) -> Maker:
        """Games whose judgement drafts impulses are played by drafts, all others by marches and attacks.

        A judgement may say in `mild` what makes the recruit of its game milder still.
        """

        def make(title: str, seed: int | str, budget: int | None) -> Commander:
            judgement = front1914.judgement(title)
            mild: dict[str, Any] = dict(judgement.mild) if temper is RECRUIT else {}
            kind = Staff if judgement.drafting is None else Drafter
            return kind(title, seed, budget, replace(temper, **mild))

        return make

    return {
        "random": RandomCommander,
        "chooser": Chooser,
        "recruit": executor(RECRUIT),
        "staff": executor(STAFF),
    }


def levels() -> list[str]:
    """The names that `make` knows."""
    return list(_makers())


def make(level: str, title: str, seed: int | str = 0, budget: int | None = None) -> Commander:
    """A commander of a level for a title."""
    makers = _makers()
    if level not in makers:
        raise FrontError(f"no commander {level!r}; there is {', '.join(makers)}")
    return makers[level](title, seed, budget)


def looks(commander: Commander, decision: Decision) -> bool:
    """Whether a commander needs the view for a decision: making a view costs more than most decisions."""
    wants: bool | Callable[[Decision], bool] = getattr(commander, "looks", True)
    return wants(decision) if callable(wants) else wants


def play(
    game: Game,
    commanders: Mapping[str, Commander],
    most: int | None = None,
    watch: Callable[[Game, list[Event]], None] | None = None,
) -> int:
    """Lets commanders play until the game is over or a side without a commander must decide.

    Returns the number of decisions taken. `most` ends it earlier; `watch` is told of each.
    """
    taken = 0
    while (most is None or taken < most) and (decision := game.decision) is not None:
        commander = commanders.get(decision.side)
        if commander is None:
            break
        action = commander.decide(game.seat(decision.side, looks(commander, decision)))
        events = game.act(action, reasons=commander.reasons)
        taken += 1
        if watch is not None:
            watch(game, events)
    return taken

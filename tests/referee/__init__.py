"""Referees: a second, naive implementation of each title's core, held against the title while games are played.

A referee knows the rulebook and the public surface (`game.position()`, `game.decision`, events), reads the title's data
files, and shares no code with the title. It lives in `tests/titles/<title>/referee` and offers `REFEREE`:

    REFEREE = Referee("schlieffens_war", checks=(Check(check_zones, 4), ...), watches=(Watch(watch_losses), ...))

A check looks at a game at a decision and returns sentences, one for each disagreement; a watch looks at what one action
did. Each is called at one moment in so many (`every`), chosen at random by the seed, so that a dear one may be called
seldom. Dice are typed: every throw is a decision of the side `chance`, which checks and watches see like any other.

`play_and_compare` plays one game; `python -m tests.referee TITLE --random 200 --staff 2` plays many.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import front1914
from front1914 import CHANCE, Action, Decision, Event, Game

RANDOM = "random"  #: the player who answers anything; every other name is a level of commander


@dataclass(frozen=True)
class Deed:
    """One action and what it did."""

    before: Game  #: a twin of the game before the action, to look at
    decision: Decision  #: the question that was answered
    action: Action
    events: Sequence[Event]
    game: Game  #: after it

    @property
    def was(self) -> dict[str, Any]:
        """The position before the action."""
        return position(self.before)

    @property
    def now(self) -> dict[str, Any]:
        """The position after it."""
        return position(self.game)


_written: list[tuple[Game, int, dict[str, Any]]] = []  #: the last positions, each with its game and moment


def position(game: Game) -> dict[str, Any]:
    """The position of a game; that of one moment is written once for all who ask."""
    for known, moment, found in _written:
        if known is game and moment == len(game.log):
            return found
    return _note(game, game.position())


def _note(game: Game, found: dict[str, Any]) -> dict[str, Any]:
    _written.append((game, len(game.log), found))
    del _written[:-3]
    return found


Checking = Callable[[Game], list[str]]
Watching = Callable[[Deed], list[str]]


@dataclass(frozen=True)
class Check:
    """Holds the referee against the game at a decision."""

    of: Checking
    every: int = 1  #: at one decision in so many
    steps: tuple[str, ...] = ()  #: only where one of these steps asks; everywhere if none is named


@dataclass(frozen=True)
class Watch:
    """Holds the referee against what an action did."""

    of: Watching
    every: int = 1
    steps: tuple[str, ...] = ()  #: only after answers to these steps; after all if none is named


@dataclass(frozen=True)
class Referee:
    """All that one title's referee looks at."""

    title: str
    checks: tuple[Check, ...] = ()
    watches: tuple[Watch, ...] = ()


@dataclass
class Comparison:
    """What one game has shown."""

    game: Game
    decisions: int = 0
    calls: dict[str, int] = field(default_factory=dict)  #: by check or watch, how often it was asked
    disagreements: list[str] = field(default_factory=list)


def find(title: str) -> Referee:
    """The referee of a title."""
    referee: Referee = import_module(f"tests.titles.{title}.referee").REFEREE
    return referee


def play_and_compare(
    title: str,
    scenario: str,
    seed: int | str,
    players: Mapping[str, str] | str = RANDOM,
    decisions: int | None = None,
    *,
    options: Mapping[str, object] | None = None,
    rarer: int = 1,
    most: int = 1,
) -> Comparison:
    """Plays a game, at most so many decisions, and holds the referee against it.

    `players` are the levels of the sides, or one level for all. Options are drawn by the seed unless given. `rarer`
    makes every check that many times rarer. Play ends with the first moment that brings `most` disagreements or more.
    """
    rng, doubts = random.Random(f"referee:{title}:{seed}"), random.Random(f"doubt:{title}:{seed}")
    info = front1914.title(title).info
    chosen = {o.id: rng.choice(o.choices) for o in info.options} if options is None else dict(options)
    game = front1914.new(title, scenario, chosen, seed=str(seed), dice="manual")
    levels = dict.fromkeys(game.sides, players) if isinstance(players, str) else dict(players)
    choose = _Players(title, levels, rng)
    referee, found = find(title), Comparison(game)
    while (decision := game.decision) is not None and (decisions is None or found.decisions < decisions):
        found.decisions += 1
        for check in referee.checks:
            if _due(check, decision, doubts, rarer):
                _ask(found, check.of.__name__, decision, check.of(game))
        action = choose(game, decision)
        watches = [watch for watch in referee.watches if _due(watch, decision, doubts, rarer)]
        before = _twin(game) if watches else game
        events = game.act(action)
        deed = Deed(before, decision, action, events, game)
        for watch in watches:
            _ask(found, watch.of.__name__, decision, watch.of(deed), action)
        if len(found.disagreements) >= most:
            break
    return found


def _twin(game: Game) -> Game:
    """A copy to look at afterwards, with the position if it was already written."""
    twin = game.copy(history=False)
    for known, moment, found in _written:
        if known is game and moment == len(game.log):
            _note(twin, found)
            break
    return twin


def _due(what: Check | Watch, decision: Decision, doubts: random.Random, rarer: int) -> bool:
    return (not what.steps or decision.step in what.steps) and doubts.randrange(what.every * rarer) == 0


def _ask(found: Comparison, name: str, decision: Decision, said: Sequence[str], action: Action | None = None) -> None:
    found.calls[name] = found.calls.get(name, 0) + 1
    moment = f"decision {found.decisions} ({decision.side}: {decision.step}{f', {action}' if action else ''})"
    found.disagreements.extend(f"{name} at {moment}: {text}" for text in said)


class _Players:
    """Who answers: commanders, chance, or any answer; then half of the time of the verb that was given least.

    Some random games are eager: they seldom give an answer without an argument, which mostly ends something.
    """

    def __init__(self, title: str, levels: Mapping[str, str], rng: random.Random) -> None:
        self.rng = rng
        self.eager = rng.choice((0.0, 0.5, 0.9))
        self.heard: dict[tuple[str, str], int] = {}
        self.commanders = {
            side: front1914.commander(level, title, seed=rng.getrandbits(32))
            for side, level in levels.items()
            if level != RANDOM
        }

    def __call__(self, game: Game, decision: Decision) -> Action:
        if decision.side == CHANCE:
            weights = [float(outcome.probability) for outcome in decision.outcomes]
            return self.rng.choices([outcome.action for outcome in decision.outcomes], weights)[0]
        if decision.side in self.commanders:
            return self.commanders[decision.side].decide(game.seat(decision.side))
        return self._any(decision)

    def _any(self, decision: Decision) -> Action:
        actions: Sequence[Action] = decision.actions
        if self.rng.random() < self.eager:
            actions = [each for each in actions if each.arg is not None] or actions
        action = self.rng.choice(actions)
        if self.rng.random() < 0.5:
            verbs = sorted({each.verb for each in actions})
            rare = min(verbs, key=lambda verb: (self.heard.get((decision.step, verb), 0), verb))
            action = self.rng.choice([each for each in actions if each.verb == rare])
        key = (decision.step, action.verb)
        self.heard[key] = self.heard.get(key, 0) + 1
        return action

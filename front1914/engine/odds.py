"""Exact odds: a walk over what chance may do, with fractions instead of samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from front1914.engine.decision import Action
from front1914.engine.errors import FrontError
from front1914.engine.flow import Chance
from front1914.engine.game import Game


class TooManyBranches(FrontError):
    """The walk over chance would not end soon."""


class Branch(NamedTuple):
    """One situation that may come about, its probability, and the throws of one way that leads there."""

    probability: Fraction
    throws: tuple[Action, ...]
    game: Game


class Odds(tuple[Branch, ...]):
    """Every situation that may come about; the probabilities add up to one."""

    def by(self, key: Callable[[Game], str] | None = None) -> dict[str, Fraction]:
        """The probability of each answer of `key`, most likely first; without a key, the title's own words."""
        found: dict[str, Fraction] = {}
        for branch in self:
            word = branch.game.title.outcome(branch.game.state) if key is None else key(branch.game)
            found[word] = found.get(word, Fraction(0)) + branch.probability
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


Policy = Callable[[Game], Action | None]


def odds(game: Game, actions: Sequence[Action] = (), policy: Policy | None = None, most: int = 100_000) -> Odds:
    """Where the actions lead when chance decides next, exactly.

    The walk ends at the next decision of a side; with a `policy` it goes on as long as the policy names an action.
    Situations that several throws lead to are merged.
    """
    start = game.copy(history=False)
    start.dice = None
    for action in actions:
        start.act(action)
    ended: dict[str, Branch] = {}
    open_: dict[str, Branch] = {start.digest(): Branch(Fraction(1), (), start)}
    walked = 0
    while open_:
        following: dict[str, Branch] = {}
        for branch in open_.values():
            walked += 1
            if walked > most:
                raise TooManyBranches(f"more than {most} situations")
            for after in _follow(branch, policy):
                _merge(following, after)
            if branch.probability and not _goes_on(branch, policy):
                _merge(ended, branch)
        open_ = following
    return Odds(ended.values())


class AttackOdds(NamedTuple):
    """The result of an attack, the actions that declare it, and what was assumed."""

    odds: Odds
    actions: tuple[Action, ...]
    note: str


def attack_odds(game: Game, target: str, units: Sequence[str] = ()) -> AttackOdds:
    """The exact result of an attack by the units named, or by all who may take part together."""
    twin = game.copy(history=False)
    assault = game.title.assault(twin.state, target, units)
    twin._raw = twin._decision = None
    found = odds(twin, assault.actions, lambda after: assault.reply(after.state))
    return AttackOdds(found, assault.actions, assault.note)


def _goes_on(branch: Branch, policy: Policy | None) -> bool:
    step = branch.game.step
    return step is not None and (isinstance(step, Chance) or (policy is not None and policy(branch.game) is not None))


def _follow(branch: Branch, policy: Policy | None) -> list[Branch]:
    step, decision = branch.game.step, branch.game.decision
    if step is None or decision is None:
        return []
    if isinstance(step, Chance):
        return [
            Branch(branch.probability * o.probability, (*branch.throws, o.action), _after(branch.game, o.action))
            for o in decision.outcomes
        ]
    action = policy(branch.game) if policy is not None else None
    return [] if action is None else [Branch(branch.probability, branch.throws, _after(branch.game, action))]


def _after(game: Game, action: Action) -> Game:
    twin = game.copy(history=False)
    twin.act(action)
    return twin


def _merge(into: dict[str, Branch], branch: Branch) -> None:
    digest = branch.game.digest()
    same = into.get(digest)
    into[digest] = branch if same is None else same._replace(probability=same.probability + branch.probability)

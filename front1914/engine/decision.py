"""What is asked of a side, and what it may answer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

CHANCE = "chance"  #: the side that throws the dice and draws the counters
OBSERVER = "observer"  #: somebody who looks on: sees only what everybody sees


class Action(NamedTuple):
    """What a side (or chance) decides: a verb and at most one argument, a printed id or a number.

    >>> Action("to", "0812"), str(Action("done"))
    (Action(verb='to', arg='0812'), 'done')
    """

    verb: str
    arg: str | int | None = None

    def __str__(self) -> str:
        return self.verb if self.arg is None else f"{self.verb} {self.arg}"


class Entry(NamedTuple):
    """One line of the log: who decided what."""

    side: str
    action: Action

    def __str__(self) -> str:
        return f"{self.side} {self.action}"


class Outcome(NamedTuple):
    """One way in which chance may decide."""

    action: Action
    probability: Fraction


class Decision(NamedTuple):
    """Whose turn it is to decide what, and every legal answer."""

    side: str
    step: str
    prompt: str
    rule: str
    actions: tuple[Action, ...]
    outcomes: tuple[Outcome, ...] = ()  #: with their probabilities, when the side is chance
    secret: tuple[str, ...] = ()  #: when the side is chance: who alone may know what falls; empty if everybody may

    @property
    def asked(self) -> str:
        """Who has to answer: the side itself, or the first of those who draw something secret."""
        return self.secret[0] if self.secret else self.side

    def put_to(self, side: str) -> bool:
        """Whether the side may be shown the question: its own, or a throw whose outcome it may know."""
        return side == self.side or (self.side == CHANCE and (not self.secret or side in self.secret))

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        found: dict[str, Any] = {
            "side": self.side,
            "step": self.step,
            "prompt": self.prompt,
            "rule": self.rule,
            "actions": [list(a) if a.arg is not None else [a.verb] for a in self.actions],
        }
        if self.outcomes:
            found["outcomes"] = [[*o.action, str(o.probability)] for o in self.outcomes]
        return found

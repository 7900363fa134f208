"""What the tests of every title ask a game."""

from __future__ import annotations

from typing import Any

from front1914 import Game


def args(game: Game, verb: str) -> list[Any]:
    """What the decision offers for a verb."""
    assert game.decision is not None
    return [action.arg for action in game.decision.actions if action.verb == verb]


def verbs(game: Game) -> set[str]:
    """The verbs that the decision offers."""
    assert game.decision is not None
    return {action.verb for action in game.decision.actions}


def refused(game: Game, verb: str, arg: str | int | None = None) -> str:
    """The rule that forbids an action; fails if it is allowed."""
    reason = game.why_not(verb, arg)
    assert reason is not None, f"{verb} {arg} is allowed"
    return reason.rule


def asked(game: Game) -> tuple[str, str]:
    """Who is asked what."""
    assert game.decision is not None
    return game.decision.side, game.decision.step


def happened(game: Game, kind: str) -> list[dict[str, Any]]:
    """What was told of some kind of event, to whoever may know everything."""
    return [event.data for event in game.events if event.kind == kind and event.seen(None)]

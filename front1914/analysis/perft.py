"""Perft: how many sequences of decisions there are from a position, dice among them.

A change of the rules, or a fault in the lists of legal answers, changes the counts: the quickest way to hold two
implementations against each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from front1914 import Game


def perft(game: Game, depth: int) -> list[int]:
    """The number of sequences of 1, 2, ... `depth` decisions. Chance counts as a decision: each way it may fall is one.

    The game must have typed dice (`dice="manual"`). A game that ends goes on in no way.
    """
    counts = [0] * depth
    _count(game, 0, counts)
    return counts


def divide(game: Game, depth: int) -> Iterator[tuple[str, int]]:
    """For each legal answer, the number of sequences of `depth` decisions that begin with it: to find a difference."""
    decision = game.decision
    for action in () if decision is None else decision.actions:
        twin = game.copy(history=False)
        twin.act(action)
        yield str(action), perft(twin, depth - 1)[-1] if depth > 1 else 1


def _count(game: Game, at: int, counts: list[int]) -> None:
    if (decision := game.decision) is None or at == len(counts):
        return
    counts[at] += len(decision.actions)
    if at + 1 == len(counts):
        return
    for action in decision.actions:
        twin = game.copy(history=False)
        twin.act(action)
        _count(twin, at + 1, counts)

"""Environments for research: the games as PettingZoo and Gymnasium know them. docs/environments.md says more.

    from front1914.environments import aec, against, several, vector
    env = aec("schlieffens_war", scenario="introduction")             # PettingZoo, all sides, with action masks
    env = against("schlieffens_war", "german", "recruit")             # Gymnasium, one side against a commander
    envs = vector("schlieffens_war", "german", "recruit", number=8)   # the same, as Gymnasium has several at once
    envs = several("schlieffens_war", number=8)                       # our own: all sides, stepped together, quickest

They need the extra `environments` (numpy, gymnasium, pettingzoo).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from front1914.environments.all_sides import AllSides
    from front1914.environments.one_side import OneSide
    from front1914.environments.together import Several


def aec(title: str, **settings: Any) -> AllSides:
    """A game as a PettingZoo AEC environment: `scenario`, `options`, `most` decisions, `render_mode`."""
    from front1914.environments.all_sides import AllSides

    return AllSides(title, **settings)


def against(title: str, side: str, commander: str = "recruit", **settings: Any) -> OneSide:
    """One side of a game against a commander, as a Gymnasium environment: settings as above."""
    from front1914.environments.one_side import OneSide

    return OneSide(title, side, commander, **settings)


def vector(title: str, side: str, commander: str = "recruit", number: int = 4, cores: bool = False, **more: Any) -> Any:
    """Several such games at once, in one process or, with `cores`, in one process each (`gymnasium.vector`)."""
    from functools import partial

    from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

    makers = [partial(against, title, side, commander, **more) for _ in range(number)]
    return AsyncVectorEnv(makers, context="spawn") if cores else SyncVectorEnv(makers)


def several(title: str, number: int = 4, **settings: Any) -> Several:
    """Several games stepped together, all sides or those that no `commanders` play; settings as above."""
    from front1914.environments.together import Several

    return Several(title, number, **settings)


__all__ = ["aec", "against", "several", "vector"]

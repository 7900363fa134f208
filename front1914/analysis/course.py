"""The course of some games at random, as short marks, one for each decision: does a change of the code show in play?"""

from __future__ import annotations

import random
from zlib import crc32

import front1914


def course(title: str, seed: str, decisions: int) -> list[int]:
    """What was offered and how things stood at each decision, in all scenarios alike; it ends where an error does."""
    found: list[int] = []
    try:
        scenarios = [scenario.id for scenario in front1914.title(title).info.scenarios]
    except Exception:  # a break of data may not even be read
        return found
    for scenario in scenarios:
        rng = random.Random(f"{seed} {scenario}")
        try:
            game = front1914.new(title, scenario, seed=f"{seed} {scenario}")
            for _ in range(decisions // len(scenarios)):
                decision = game.decision
                if decision is None:
                    break
                words = " ".join(map(str, decision.actions))
                found.append(crc32(f"{decision.side} {decision.prompt} {words} {game.digest()}".encode()))
                game.act(rng.choice(decision.actions))
        except Exception as bad:  # a break may do anything
            found.append(crc32(repr(bad).encode()))
    return found

"""One side of a game against a commander, as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import front1914
from front1914 import BadInput, Game
from front1914.commanders import play
from front1914.environments.encoding import MOST, Lookout, encoding
from front1914.environments.words import picture


class OneSide(gymnasium.Env[dict[str, Any], np.int64]):
    """An observation has `observation` and `action_mask`. A win gives 1, a defeat -1. Who takes an action that is not
    legal loses at once: the mask says which are. After `most` decisions of ours the game is broken off."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        title: str,
        side: str,
        commander: str = "recruit",
        scenario: str | None = None,
        options: dict[str, Any] | None = None,
        most: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.encoding = encoding(title)
        self.side, self.commander, self.most, self.render_mode = side, commander, most, render_mode
        self._setting: dict[str, Any] = {"scenario": scenario, "options": options}
        self.game: Game = front1914.new(title, seed=0, **self._setting)
        if side not in self.game.sides:
            raise BadInput("side", f"no side {side!r}; there is {', '.join(self.game.sides)}")
        count = len(self.encoding.actions)
        self.action_space = spaces.Discrete(count)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self._lookout = Lookout(self.encoding, side)
        self._taken = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game. The same seed gives the same dice and the same thoughts of the commander."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**31))
        title = self.encoding.title.info.id
        self.game = front1914.new(title, seed=chosen, **self._setting)
        others = [side for side in self.game.sides if side != self.side]
        self._enemies = {side: front1914.commander(self.commander, title, chosen) for side in others}
        self._taken = 0
        play(self.game, self._enemies)
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        decision = self.game.decision
        if decision is None:
            raise BadInput("step", "the game is over: reset begins another")
        chosen = self.encoding.actions[int(action)]
        if chosen not in decision.actions:
            self.game.resign(self.side)
            return self._seen(), -1.0, True, False, {"illegal": str(chosen)}
        self.game.act(chosen)
        self._taken += 1
        play(self.game, self._enemies)
        over = self.game.decision is None
        cut = not over and self.most is not None and self._taken >= self.most
        return self._seen(), self.encoding.reward(self.game, self.side) if over else 0.0, over, cut, {}

    def _seen(self) -> dict[str, Any]:
        return {
            "observation": self._lookout.observe(self.game),
            "action_mask": self.encoding.mask(self.game),
        }

    def render(self) -> str | None:
        return picture(self.game) if self.render_mode == "ansi" else None

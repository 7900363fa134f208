"""All sides of a game as a PettingZoo AEC environment: whoever decides is the agent, chance is thrown by the game."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import front1914
from front1914 import Game
from front1914.environments.encoding import MOST, Lookout, encoding
from front1914.environments.words import picture


class AllSides(AECEnv):  # type: ignore[misc]  # it comes without types
    """Agents are the sides. An observation has `observation` (a vector) and `action_mask`; the winner gets 1, the
    loser -1, a draw gives 0, all at the end. After `most` decisions the game is broken off without a result."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": "front1914_v1", "is_parallelizable": False}

    def __init__(
        self,
        title: str,
        scenario: str | None = None,
        options: dict[str, Any] | None = None,
        most: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encoding = encoding(title)
        self.render_mode, self.most = render_mode, most
        self._setting: dict[str, Any] = {"scenario": scenario, "options": options}
        self.game: Game = front1914.new(title, seed=0, **self._setting)
        self.possible_agents = list(self.game.sides)
        self.agents: list[str] = []
        self._lookouts = {side: Lookout(self.encoding, side) for side in self.possible_agents}
        actions = spaces.Discrete(len(self.encoding.actions))
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.encoding.actions),), np.int8),
            }
        )
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed gives the same dice; without one nobody can guess them."""
        self.game = front1914.new(self.encoding.title.info.id, seed=seed, **self._setting)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        assert self.game.decision is not None
        self.agent_selection = self.game.decision.side

    def observe(self, agent: str) -> dict[str, Any]:
        step = self.game.step  # not `decision`, which names every answer: nobody reads the names here
        mine = step is not None and step.side(self.game.state) == agent
        mask = self.encoding.mask(self.game) if mine else np.zeros(len(self.encoding.actions), np.int8)
        return {"observation": self._lookouts[agent].observe(self.game), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{agent} must decide"
        self._cumulative_rewards[agent] = 0.0
        self.game.act(self.encoding.actions[int(action)])
        step = self.game.step
        if step is not None:
            self.agent_selection = step.side(self.game.state)
        if step is None:
            for side in self.agents:
                self.rewards[side] = self.encoding.reward(self.game, side)
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self.most is not None and len(self.game.log) >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        return picture(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is kept open."""

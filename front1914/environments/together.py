"""Several games stepped together: one call for all, what is seen and what is legal stacked in two arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

import front1914
from front1914 import BadInput, Game, IllegalAction, Reason
from front1914.commanders import Commander, play
from front1914.environments.encoding import Lookout, Mask, Vector, encoding

Stepped = tuple[Vector, Mask, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]


class Several:
    """`number` games of a title. Row n of `observations` and `masks` is what `deciding[n]` sees and may do.

    A game that is over, or broken off after `most` decisions, is followed by the next one at once: the row then shows
    its beginning. `commanders` play the sides that are named there, inside the step. The arrays are the same ones at
    every step: whoever keeps what he was given copies it.
    """

    def __init__(
        self,
        title: str,
        number: int = 4,
        scenario: str | None = None,
        options: dict[str, Any] | None = None,
        most: int | None = None,
        commanders: Mapping[str, str] | None = None,
    ) -> None:
        self.encoding, self.number, self.most = encoding(title), number, most
        self._setting: dict[str, Any] = {"scenario": scenario, "options": options}
        self.sides = front1914.new(title, seed=0, **self._setting).sides
        self.commanders = dict(commanders or {})
        self._check_settings()
        width = len(self.encoding.actions)
        self._cells = bytearray(number * width)  # single ones are written quicker than numpy does it
        self.masks: Mask = np.frombuffer(self._cells, np.int8).reshape(number, width)
        self.observations: Vector = np.zeros((number, self.encoding.size), np.float32)
        self._rows = list(self.observations)  # the same memory, row by row
        self.rewards = np.zeros((number, len(self.sides)), np.float32)  #: of the last step, by side
        self.over, self.cut = np.zeros(number, np.bool_), np.zeros(number, np.bool_)
        self.games: list[Game] = []
        self.deciding = [""] * number
        self._commanders: list[dict[str, Commander]] = [{} for _ in range(number)]
        self._lookouts = [{side: Lookout(self.encoding, side) for side in self.sides} for _ in range(number)]
        self._legal: list[list[int]] = [[] for _ in range(number)]  #: cells of the mask that are set
        self._taken = [0] * number
        self._seeds: Any = None

    def _check_settings(self) -> None:
        if self.number < 1:
            raise BadInput("number", "at least one game")
        if strangers := [side for side in self.commanders if side not in self.sides]:
            raise BadInput("commanders", f"no side {strangers[0]!r}; there is {', '.join(self.sides)}")
        if len(self.commanders) == len(self.sides):
            raise BadInput("commanders", "one side at least is for whoever steps")

    def reset(self, seed: int | None = None) -> tuple[Vector, Mask]:
        """Begins all games: with the dice of `seed`, `seed + 1`, ... as they begin; without one nobody knows them."""
        self._seeds = None if seed is None else count(seed)
        self.games = [self._begun(n) for n in range(self.number)]
        for n in range(self.number):
            self._look(n)
        return self.observations, self.masks

    def step(self, actions: Sequence[int] | NDArray[Any]) -> Stepped:
        """One decision in every game: observations, masks, rewards by side, which games ended, which were broken off.

        If one of the actions is not legal, none is taken.
        """
        chosen = self._checked(actions)
        self.rewards[:] = 0
        self.over[:] = self.cut[:] = False
        for n, number in enumerate(chosen):
            game = self.games[n]
            game.act(self.encoding.actions[number])
            self._taken[n] += 1
            if self.commanders:
                play(game, self._commanders[n])
            if game.result is not None:
                self.over[n] = True
                self.rewards[n] = [self.encoding.reward(game, side) for side in self.sides]
                self.games[n] = self._begun(n)
            elif self.most is not None and self._taken[n] >= self.most:
                self.cut[n] = True
                self.games[n] = self._begun(n)
            self._look(n)
        return self.observations, self.masks, self.rewards, self.over, self.cut

    def _checked(self, actions: Sequence[int] | NDArray[Any]) -> list[int]:
        chosen = [int(action) for action in actions]
        if not self.games:
            raise BadInput("step", "reset begins the games")
        if len(chosen) != self.number:
            raise BadInput("actions", f"{len(chosen)} for {self.number} games")
        known, cells = self.encoding.actions, self._cells
        width = len(known)
        for n, number in enumerate(chosen):
            if not 0 <= number < width:
                raise BadInput("actions", f"no action {number}; there are {width}")
            if not cells[n * width + number]:
                reason = self.games[n].why_not(known[number]) or Reason("", "it is not legal now")
                raise IllegalAction(known[number], reason)
        return chosen

    def _begun(self, n: int) -> Game:
        title, seed = self.encoding.title.info.id, None if self._seeds is None else next(self._seeds)
        game = front1914.new(title, seed=seed, **self._setting)
        self._taken[n] = 0
        thoughts = 0 if seed is None else seed
        self._commanders[n] = {
            side: front1914.commander(level, title, thoughts) for side, level in self.commanders.items()
        }
        play(game, self._commanders[n])
        return game

    def _look(self, n: int) -> None:
        """Writes down what is seen and what is legal in one game."""
        game, cells = self.games[n], self._cells
        step = game.step
        assert step is not None
        self.deciding[n] = side = step.side(game.state)
        self._lookouts[n][side].observe(game, self._rows[n])
        for cell in self._legal[n]:
            cells[cell] = 0
        first = n * len(self.encoding.actions)
        self._legal[n] = legal = [first + number for number in self.encoding.numbers(game)]
        for cell in legal:
            cells[cell] = 1

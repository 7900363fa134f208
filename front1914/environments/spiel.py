"""The games as OpenSpiel knows them: `import front1914.environments.spiel`, then `pyspiel.load_game(...)`.

    pyspiel.load_game("front1914_schlieffens_war", {"scenario": "introduction"})

Every throw and draw is a chance node with its exact probabilities. What a player has seen and done so far is its
information state: all that its side was told, its view at each of its decisions and what it chose there, as a digest;
and its present view. The observation string is the view itself, the tensor that of the other environments.

Players may choose and cancel without end, so a game has no longest course: after MOST actions it is broken off as a
draw. Needs the extra `spiel` (open_spiel).
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np
import pyspiel

import front1914
from front1914 import CHANCE, Game
from front1914.environments.encoding import Encoding, Lookout, encoding

MOST = 20_000  #: actions of a game, chance included


class _Table:
    """A game and what its players remember; OpenSpiel copies states by `deepcopy` and writes them by `pickle`."""

    def __init__(self, game: Game, memory: dict[str, str] | None = None) -> None:
        self.game, self.memory = game, memory or dict.fromkeys(game.sides, "")

    def __deepcopy__(self, _: Any) -> _Table:
        return _Table(self.game.copy(), dict(self.memory))

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        return _again, (game.title.info.id, game.state.scenario, [tuple(entry.action) for entry in game.log])

    def act(self, action: front1914.Action) -> None:
        """Takes an action; who decides remembers what he saw and chose, and each side what it is told."""
        game = self.game
        decision = game.decision
        assert decision is not None
        if decision.side != CHANCE:
            self.remember(decision.side, _written(game.view(decision.side)), str(action))
        events = game.act(action)
        for side in game.sides:
            told = [event.text for event in events if event.seen(side)]
            if told:
                self.remember(side, *told)

    def remember(self, side: str, *what: str) -> None:
        self.memory[side] = blake2b("\n".join((self.memory[side], *what)).encode(), digest_size=16).hexdigest()


def _again(title: str, scenario: str, log: list[tuple[str, Any]]) -> _Table:
    """A table at which the same was done."""
    table = _Table(front1914.new(title, scenario, dice="manual"))
    for verb, arg in log:
        table.act(front1914.Action(verb, arg))
    return table


def _written(view: dict[str, Any]) -> str:
    return json.dumps(view, sort_keys=True, ensure_ascii=False)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it comes without types
    """A title; `scenario` is a parameter."""

    title: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, title = params or {}, self.title
        self.code: Encoding = encoding(title)
        first = self.code.title.info.scenarios[0].id
        self.scenario = str(params.get("scenario") or first)
        self.sides = self.start().sides
        super().__init__(_kind(title), _info(self.code, len(self.sides)), params)

    def start(self) -> Game:
        """The beginning of a game in which chance is somebody who decides."""
        return front1914.new(self.code.title.info.id, self.scenario, dice="manual")

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.code, self.sides, iig_obs_type)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = _Table(game.start())

    def current_player(self) -> int:
        decision = None if self.is_long() else self.table.game.decision
        if decision is None:
            return int(pyspiel.PlayerId.TERMINAL)
        if decision.side == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.table.game.sides.index(decision.side)

    def is_long(self) -> bool:
        """Whether it is broken off."""
        return len(self.table.game.log) >= MOST

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(encoding(self.table.game.title.info.id).numbers(self.table.game))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        decision = self.table.game.decision
        assert decision is not None
        return [(n, float(outcome.probability)) for n, outcome in enumerate(decision.outcomes)]

    def _action(self, player: int, action: int) -> front1914.Action:
        if player == pyspiel.PlayerId.CHANCE:
            decision = self.table.game.decision
            assert decision is not None
            return decision.outcomes[action].action
        return encoding(self.table.game.title.info.id).actions[action]

    def _apply_action(self, action: int) -> None:
        self.table.act(self._action(self.current_player(), action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._action(player, action))

    def is_terminal(self) -> bool:
        return self.is_long() or self.table.game.decision is None

    def returns(self) -> list[float]:
        game = self.table.game
        if game.result is None or game.result.winner is None:
            return [0.0] * len(game.sides)
        sides = encoding(game.title.info.id).lens.sides
        return [1.0 if sides(side) == sides(game.result.winner) else -1.0 for side in game.sides]

    def __str__(self) -> str:
        return f"{self.table.game.title.info.id} {len(self.table.game.log)} {self.table.game.digest()}"


class SpielObserver:
    """What a player sees now, and with perfect recall what it has seen and done so far."""

    def __init__(self, code: Encoding, sides: tuple[str, ...], kind: Any) -> None:
        self.recall = kind is not None and kind.perfect_recall
        self._lookouts = [Lookout(code, side) for side in sides]
        self.tensor = np.zeros(0 if self.recall else code.size, np.float32)
        self.dict = {} if self.recall else {name: self.tensor[part] for name, part in code.parts.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        if not self.recall:
            self._lookouts[player].observe(state.table.game, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        game = state.table.game
        side = game.sides[player]
        view = _written(game.view(side))
        return f"{state.table.memory[side]} {view}" if self.recall else view


def _kind(title: str) -> Any:
    info = front1914.title(title).info
    kind = pyspiel.GameType
    return kind(
        short_name=f"front1914_{title}",
        long_name=info.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=len(info.sides),
        min_num_players=len(info.sides),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": info.scenarios[0].id},
    )


def _info(code: Encoding, players: int) -> Any:
    words = [len(code.title.nouns[noun].ids) for noun in code.title.verbs.values() if noun is not None]
    return pyspiel.GameInfo(
        num_distinct_actions=len(code.actions),
        max_chance_outcomes=max(words),
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MOST,
    )


def register() -> None:
    """Makes every title known to OpenSpiel; it is done on import, and again for titles that come later."""
    for info in front1914.titles():
        if front1914.title(info.id).lens is not None and f"front1914_{info.id}" not in pyspiel.registered_names():
            pyspiel.register_game(_kind(info.id), type(f"SpielGame_{info.id}", (SpielGame,), {"title": info.id}))


register()

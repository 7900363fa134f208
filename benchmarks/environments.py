"""`python -m benchmarks.environments`: what the environment costs over the raw engine, in the same random games.

Games are played once and written down, all as far as the shortest goes; then they are played again, turn and turn
about, through the engine (the list of legal actions and `act`), through the environment (`last` with observation and
mask, and `step`) and stepped together (`several`). Times are processor time. Beside it stands PettingZoo's chess over
python-chess, which it is made of, if that is installed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import front1914
from benchmarks.peers import OURS
from front1914 import Action
from front1914.environments import aec, several

Played = Callable[[], float]


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How often each game is played, turn and turn about.")
@click.option("--decisions", default=1500, show_default=True, help="Of each game; a shorter one is played to its end.")
@click.option("--games", default=2, show_default=True, help="Games of each scenario, with the seeds 1, 2, ...")
@click.option("--only", multiple=True, help="Only what begins so; repeatable.")
def main(rounds: int, decisions: int, games: int, only: tuple[str, ...]) -> None:
    """Measure the environments against the engine, and PettingZoo's chess against python-chess."""
    words = ("ratio", "lowest", "highest")
    table = Table("game", "decisions", "engine µs", "environment µs", *words, "together µs", *words, box=None)
    names = [f"{title} {scenario}" for title, scenarios in OURS.items() for scenario in scenarios]
    for name in (*names, "PettingZoo chess"):
        if only and not name.startswith(only):
            continue
        with suppress(ImportError):
            count, ways = _chess(1, decisions) if name == "PettingZoo chess" else _ours(name, decisions, games)
            bare, *others = zip(*([way() for way in ways] for _ in range(rounds)), strict=True)
            row = [f"{median(bare) / count * 1e6:.0f}"]
            for times in others:
                ratios = sorted(b / a for a, b in zip(bare, times, strict=True))
                row += [f"{median(times) / count * 1e6:.0f}"]
                row += [f"{one:.2f}" for one in (median(ratios), ratios[0], ratios[-1])]
            table.add_row(name, str(count), *row)
    Console(width=160).print(table)


def _ours(name: str, decisions: int, games: int) -> tuple[int, list[Played]]:
    """How many decisions there are, and the ways to play them: engine, environment, stepped together."""
    title, scenario = name.split()
    seeds = range(1, games + 1)
    logs = [_random_game(title, scenario, seed, decisions) for seed in seeds]
    least = min(map(len, logs)) - 1  # nobody is over, so that no other game is begun in between
    logs = [log[:least] for log in logs]
    raw = [_raw(title, scenario, seed, log) for seed, log in zip(seeds, logs, strict=True)]
    wrapped = [_wrapped(title, scenario, seed, log) for seed, log in zip(seeds, logs, strict=True)]
    ways = [lambda: sum(play() for play in raw), lambda: sum(play() for play in wrapped)]
    return least * games, [*ways, _together(title, scenario, logs)]


def _random_game(title: str, scenario: str, seed: int, decisions: int) -> list[Action]:
    """The decisions of the sides; chance falls as the seed says."""
    game, rng, log = front1914.new(title, scenario=scenario, seed=seed), random.Random(seed), []
    while (decision := game.decision) is not None and len(log) < decisions:
        log.append(rng.choice(decision.actions))
        game.act(log[-1])
    return log


def _raw(title: str, scenario: str, seed: int, log: list[Action]) -> Played:
    def play() -> float:
        game = front1914.new(title, scenario=scenario, seed=seed)
        began = process_time()
        for action in log:
            decision = game.decision
            assert decision is not None
            assert decision.actions
            game.act(action)
        return process_time() - began

    return play


def _wrapped(title: str, scenario: str, seed: int, log: list[Action]) -> Played:
    env = aec(title, scenario=scenario)
    numbers = [env.encoding.index[action] for action in log]

    def play() -> float:
        env.reset(seed=seed)
        began = process_time()
        for number in numbers:
            seen, *_ = env.last()
            assert seen["action_mask"][number]
            env.step(number)
        return process_time() - began

    return play


def _together(title: str, scenario: str, logs: list[list[Action]]) -> Played:
    envs = several(title, len(logs), scenario=scenario)
    steps = [[envs.encoding.index[action] for action in together] for together in zip(*logs, strict=True)]

    def play() -> float:
        envs.reset(seed=1)
        began = process_time()
        for numbers in steps:
            envs.step(numbers)
        return process_time() - began

    return play


def _chess(seed: int, decisions: int) -> tuple[int, list[Played]]:
    chess, module = import_module("chess"), import_module("pettingzoo.classic.chess_v6")
    env, rng = module.raw_env(), random.Random(seed)
    env.reset()
    numbers: list[int] = []
    while len(numbers) < decisions:
        seen, _, over, cut, _ = env.last()
        if over or cut:
            break
        numbers.append(rng.choice(seen["action_mask"].nonzero()[0].tolist()))
        env.step(numbers[-1])
    moves = list(env.board.move_stack)

    def raw() -> float:
        board = chess.Board()
        began = process_time()
        for move in moves:
            assert list(board.legal_moves)
            board.push(move)
        return process_time() - began

    def wrapped() -> float:
        env.reset()
        began = process_time()
        for number in numbers:
            seen: Any = env.last()[0]
            assert seen["action_mask"][number]
            env.step(number)
        return process_time() - began

    return len(moves), [raw, wrapped]


if __name__ == "__main__":
    main()

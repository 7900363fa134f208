"""`python -m benchmarks.environments`: what the environment costs over the raw engine, in the same random games.

A game is played once and written down; then it is played again, turn and turn about, through the engine (the list of
legal actions and `act`) and through the environment (`last` with observation and mask, and `step`). Times are processor
time. Beside it stands PettingZoo's chess over python-chess, which it is made of, if that is installed.
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
from front1914.environments import aec

Played = Callable[[], float]


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How often each game is played, turn and turn about.")
@click.option("--decisions", default=1500, show_default=True, help="Of each game; a shorter one is played to its end.")
@click.option("--games", default=2, show_default=True, help="Games of each scenario, with the seeds 1, 2, ...")
@click.option("--only", multiple=True, help="Only what begins so; repeatable.")
def main(rounds: int, decisions: int, games: int, only: tuple[str, ...]) -> None:
    """Measure the environments against the engine, and PettingZoo's chess against python-chess."""
    table = Table("game", "decisions", "engine µs", "environment µs", "ratio", "lowest", "highest", box=None)
    for name, pairs in _pairs(decisions, games):
        if only and not name.startswith(only):
            continue
        count = sum(length for length, _, _ in pairs)
        bare, wrapped = [], []
        for _ in range(rounds):
            found = [(raw(), environment()) for _, raw, environment in pairs]
            bare.append(sum(first for first, _ in found))
            wrapped.append(sum(second for _, second in found))
        ratios = sorted(b / a for a, b in zip(bare, wrapped, strict=True))
        times = [f"{median(all_) / count * 1e6:.0f}" for all_ in (bare, wrapped)]
        table.add_row(name, str(count), *times, *(f"{one:.2f}" for one in (median(ratios), ratios[0], ratios[-1])))
    Console(width=140).print(table)


def _pairs(decisions: int, games: int) -> list[tuple[str, list[tuple[int, Played, Played]]]]:
    found = []
    for title, scenarios in OURS.items():
        for scenario in scenarios:
            logs = [(seed, _random_game(title, scenario, seed, decisions)) for seed in range(1, games + 1)]
            pairs = [
                (len(log), _raw(title, scenario, seed, log), _wrapped(title, scenario, seed, log)) for seed, log in logs
            ]
            found.append((f"{title} {scenario}", pairs))
    with suppress(ImportError):
        found.append(("PettingZoo chess", [_chess(seed, decisions) for seed in range(1, games + 1)]))
    return found


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


def _chess(seed: int, decisions: int) -> tuple[int, Played, Played]:
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

    return len(moves), raw, wrapped


if __name__ == "__main__":
    main()

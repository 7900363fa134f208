"""What is measured: random play of ours and of others, each as decisions a second of processor time.

A peer that is not installed is left out. Every measure looks at the whole list of legal answers and takes one of them
at random, as ours does.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import front1914
from front1914.analysis.yardstick import plies

Measure = Callable[[float], float]
#: the largest scenario of each title, and its introduction
OURS = {
    "schlieffens_war": ("campaign", "introduction"),
    "germany_at_war": ("campaign", "introduction"),
    "fixed_1914": ("campaign", "introduction"),
    "der_weltkrieg": ("schlieffen_plan", "liege"),
    "offensive_a_outrance": ("campaign", "introduction"),
}
CHESS = "python-chess"
EARLY = 300  #: decisions that do not count: tables are worked out when first asked for


def ours(title: str, scenario: str) -> Measure:
    """Random play through the public interface."""

    def measure(seconds: float) -> float:
        rng, made, began, number = random.Random(title), -EARLY, process_time(), 0
        while True:
            game = front1914.new(title, scenario=scenario, seed=f"peers:{number}")
            number += 1
            while (decision := game.decision) is not None:
                game.act(decision.actions[int(rng.random() * len(decision.actions))])
                made += 1
                if made == 0:
                    began = process_time()
                elif made > 0 and made % 64 == 0 and (spent := process_time() - began) > seconds:
                    return made / spent

    return measure


def chess(seconds: float) -> float:
    found = plies(seconds)
    assert found is not None
    return found


def open_spiel(name: str) -> Measure:
    pyspiel: Any = import_module("pyspiel")

    def measure(seconds: float) -> float:
        rng, made, began = random.Random(0), 0, process_time()
        game = pyspiel.load_game(name)
        while (spent := process_time() - began) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                made += 1
        return made / spent

    return measure


def pettingzoo(name: str) -> Measure:
    module: Any = import_module(f"pettingzoo.classic.{name}")

    def measure(seconds: float) -> float:
        import numpy

        env, rng, made, began = module.env(), random.Random(0), 0, process_time()
        env.reset(seed=0)
        while (spent := process_time() - began) < seconds:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            legal = numpy.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            made += 1
        return made / spent

    return measure


def diplomacy(seconds: float) -> float:
    """Orders a second: for each place that may be ordered one of all legal orders, then the phase is worked out."""
    engine: Any = import_module("diplomacy")
    rng, made, began = random.Random(0), 0, process_time()
    game = engine.Game()
    while (spent := process_time() - began) < seconds:
        if game.is_game_done:
            game = engine.Game()
        legal = game.get_all_possible_orders()
        for power in game.powers:
            orders = [legal[place] for place in game.get_orderable_locations(power) if legal[place]]
            game.set_orders(power, [each[int(rng.random() * len(each))] for each in orders])
            made += len(orders)
        game.process()
    return made / spent


def rally(folder: Path, *more: str) -> Measure:
    """A module of Rally the Troops, under Node."""

    def measure(seconds: float) -> float:
        script = Path(__file__).parent / "rally.mjs"
        command = ["node", str(script), str(folder), str(seconds), *more]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return float(json.loads(done.stdout)["rate"])

    return measure


def measures(modules: list[Path]) -> Iterator[tuple[str, Measure]]:
    """All that can be measured here, ours first."""
    for title, scenarios in OURS.items():
        for scenario in scenarios:
            yield f"{title} {scenario}", ours(title, scenario)
    wanted: list[tuple[str, Callable[[], Measure]]] = [
        (CHESS, lambda: import_module("chess") and chess),
        ("OpenSpiel chess", lambda: open_spiel("chess")),
        ("OpenSpiel backgammon", lambda: open_spiel("backgammon")),
        ("PettingZoo chess", lambda: pettingzoo("chess_v6")),
        ("PettingZoo connect four", lambda: pettingzoo("connect_four_v3")),
        ("diplomacy", lambda: import_module("diplomacy") and diplomacy),
    ]
    for name, make in wanted:
        try:
            yield name, make()
        except ImportError:
            continue
    for folder in modules if shutil.which("node") else []:
        yield f"{folder.name} (Node)", rally(folder)
        yield f"{folder.name} (Node, state kept as text)", rally(folder, "text")

"""Whole games of a title to their end: nothing raises, nobody is left without an answer, the save replays.

    python tools/soak.py offensive_a_outrance --random 200 --staff 20 --scenario introduction
    python tools/soak.py offensive_a_outrance --random 5 --staff 3 --scenario campaign

Without --scenario, all of the title. A table is printed; the first fault ends it, with the game saved beside it.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import front1914
from front1914 import Game
from front1914.commanders import make, play


class Played(NamedTuple):
    """A game that has been played to its end, in seconds of process time."""

    scenario: str
    level: str
    seed: str
    decisions: int
    seconds: float
    slowest: float  #: turn
    replayed: float  #: until the save was loaded and had the same digest
    size: int  #: bytes of the save
    memory: int  #: megabytes, the most so far
    ending: str


class Soaked(Exception):
    """What went wrong, and the game that shows it."""


def soak(title: str, scenario: str, level: str, seed: str, folder: Path) -> Played:
    """Plays a game, checks it, saves it and replays it."""
    game = front1914.new(title, scenario, seed=seed)
    began, turns = time.process_time(), [0.0]
    try:
        turns.extend(_turns(game, title, level, seed))
        if game.result is None:
            raise Soaked(f"nobody can answer {game.decision}")
        if faults := list(game.faults()):
            raise Soaked("; ".join(faults))
    except Exception as bad:
        path = folder / f"{title}-{scenario}-{level}-{seed}.front1914"
        game.save(path)
        raise Soaked(f"{scenario}, {level}, seed {seed}, after {len(game.log)} actions: {bad!r}; see {path}") from bad
    seconds, again = time.process_time() - began, time.process_time()
    path = folder / "soak.front1914"
    game.save(path)
    if front1914.load(path).digest() != game.digest():
        raise Soaked(f"{scenario}, {level}, seed {seed}: the replay differs")
    replayed, memory = time.process_time() - again, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    ending = f"{game.result.winner or 'nobody'}: {game.result.level}"
    size = path.stat().st_size
    return Played(scenario, level, seed, len(game.log), seconds, max(turns), replayed, size, memory, ending)


def _turns(game: Game, title: str, level: str, seed: str) -> Iterable[float]:
    """Plays turn by turn; the seconds that each took."""
    commanders = {side: make(level, title, seed) for side in game.sides}
    while game.decision is not None and game.decision.actions:
        began, turn = time.process_time(), getattr(game.state, "turn", 0)
        while game.decision is not None and game.decision.actions and getattr(game.state, "turn", 0) == turn:
            play(game, commanders, most=1)
        yield time.process_time() - began


def line(played: Played) -> str:
    """A row of the table."""
    return (
        f"| {played.scenario} | {played.level} | {played.seed} | {played.decisions} | {played.seconds:.1f} | "
        f"{played.slowest:.1f} | {played.replayed:.1f} | {played.size >> 10} | {played.memory} | {played.ending} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--scenario", action="append", help="again for another; all if not given")
    parser.add_argument("--random", type=int, default=5, help="games at random of each scenario")
    parser.add_argument("--staff", type=int, default=1, help="games of the staff against itself")
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    scenarios = asked.scenario or [scenario.id for scenario in front1914.title(asked.title).info.scenarios]
    print("| scenario | level | seed | actions | seconds | slowest turn | replay | kB | MB | end |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for scenario in scenarios:
        for level, games in (("random", asked.random), ("staff", asked.staff)):
            for number in range(games):
                print(line(soak(asked.title, scenario, level, f"{asked.seed}{number}", asked.folder)), flush=True)


if __name__ == "__main__":
    main()

"""Many whole games between commanders, in several processes, the same for the same seed.

The number of a game fixes its dice and its commanders' choices, so neither the number of processes nor the order in
which games end changes a result, and any single game can be played again.
"""

from __future__ import annotations

import os
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

import front1914
from front1914 import OBSERVER, BadInput, FrontError
from front1914.commanders import play

MOST = 1_000_000  #: decisions after which a game counts as unfinished
UNFINISHED = "unfinished"


class Job(NamedTuple):
    """One game to play: everything that fixes it."""

    number: int
    title: str
    scenario: str
    options: Mapping[str, Any]
    levels: Mapping[str, str]  #: by side
    seed: str  #: of the dice and of the commanders
    swapped: bool = False
    most: int = MOST
    budget: int | None = None
    folder: str | None = None  #: where the game is kept, if it is


class Played(NamedTuple):
    """One game that was played."""

    number: int
    winner: str | None
    level: str
    reason: str
    score: int | None
    turn: int | None
    decisions: int
    swapped: bool
    digest: str  #: of the last situation
    seconds: float


class _Failure(NamedTuple):
    number: int
    seed: str
    text: str
    trace: str


class Share(NamedTuple):
    """How often something happened, with the interval in which its chance lies 95 times of 100."""

    times: float
    share: float
    low: float
    high: float


def wilson(count: float, total: int, z: float = 1.959964) -> Share:
    """Wilson's interval of a share.

    >>> [round(x, 3) for x in wilson(97, 100)]
    [97, 0.97, 0.915, 0.99]
    >>> [round(x, 3) for x in wilson(0, 10)]
    [0, 0.0, 0.0, 0.278]
    """
    if not total:
        return Share(count, 0.0, 0.0, 1.0)
    share, square = count / total, z * z
    centre = share + square / (2 * total)
    spread = z * sqrt(share * (1 - share) / total + square / (4 * total * total))
    scale = 1 + square / total
    return Share(count, share, max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


@dataclass(frozen=True)
class Study:
    """The games that were played, and what they show."""

    title: str
    scenario: str
    levels: Mapping[str, str]
    seed: int | str
    pairs: bool
    jobs: int
    seconds: float
    games: tuple[Played, ...]

    @cached_property
    def winners(self) -> dict[str, Share]:
        """By side; `nobody` for draws and unfinished games, if there are any."""
        counts = Counter(game.winner or "nobody" for game in self.games)
        names = [*self.levels, *(["nobody"] if counts["nobody"] else [])]
        return {name: wilson(counts[name], len(self.games)) for name in names}

    @cached_property
    def endings(self) -> dict[tuple[str, str], Share]:
        """By winner and level of victory, most frequent first."""
        counts = Counter((game.winner or "nobody", game.level) for game in self.games)
        return {key: wilson(count, len(self.games)) for key, count in counts.most_common()}

    @cached_property
    def commanders(self) -> dict[str, Share]:
        """With swapped pairs: how often each commander won, whichever side it had."""
        if not self.pairs:
            return {}
        first, second = self._slots
        counts = Counter(self._winner(game) for game in self.games)
        return {name: wilson(counts[name], len(self.games)) for name in (first, second)}

    @cached_property
    def pair_results(self) -> dict[str, int]:
        """With swapped pairs: how many pairs one commander won twice, and how many were split or drawn."""
        if not self.pairs:
            return {}
        counts = dict.fromkeys((f"both {self._slots[0]}", f"both {self._slots[1]}", "split"), 0)
        for one, two in zip(self.games[::2], self.games[1::2], strict=False):
            winner = self._winner(one)
            counts[f"both {winner}" if winner and winner == self._winner(two) else "split"] += 1
        return counts

    @property
    def _slots(self) -> tuple[str, str]:
        (one, first), (two, second) = self.levels.items()
        return (first, second) if first != second else (f"{first} ({one} first)", f"{second} ({two} first)")

    def _winner(self, game: Played) -> str | None:
        if game.winner is None:
            return None
        return self._slots[list(self.levels).index(game.winner) ^ game.swapped]

    @property
    def decisions(self) -> int:
        return sum(game.decisions for game in self.games)

    def spread(self, what: str) -> tuple[float, int, int] | None:
        """Mean, least and most of `turn`, `decisions` or `score` over the games that have it."""
        values = [value for game in self.games if (value := getattr(game, what)) is not None]
        return (fmean(values), min(values), max(values)) if values else None

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "title": self.title,
            "scenario": self.scenario,
            "levels": dict(self.levels),
            "seed": self.seed,
            "pairs": self.pairs,
            "winners": {name: share._asdict() for name, share in self.winners.items()},
            "endings": [{"winner": w, "level": e, **s._asdict()} for (w, e), s in self.endings.items()],
            "commanders": {name: share._asdict() for name, share in self.commanders.items()},
            "pair_results": self.pair_results,
            **{what: self.spread(what) for what in ("turn", "score")},
            "decisions": self.decisions,
            "seconds": self.seconds,
            "jobs": self.jobs,
            "games": [game._asdict() for game in self.games],
        }


def simulate(
    title: str,
    games: int,
    levels: Mapping[str, str] | None = None,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str = 0,
    jobs: int = 1,
    pairs: bool = False,
    most: int = MOST,
    budget: int | None = None,
    folder: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Study:
    """Plays whole games between commanders; a side without a level is played at random.

    With `pairs`, games are played two by two with the same dice, the second with the commanders' sides swapped.
    `folder` keeps each game as a file; `progress` is told how many games are over.
    """
    found = front1914.title(title)
    scenario = found.info.scenarios[0].id if scenario is None else scenario
    full = found.check_choice(scenario, options or {})
    sides = found.sides(full)
    chosen = _levels(sides, levels or {}, title)
    if pairs and len(sides) != 2:
        raise BadInput("pairs", f"{title} has {len(sides)} sides, so they cannot be swapped")
    work = [
        Job(
            number,
            title,
            scenario,
            full,
            _swap(chosen) if pairs and number % 2 else chosen,
            f"{seed}:{number // 2 if pairs else number}",
            pairs and number % 2 == 1,
            most,
            budget,
            None if folder is None else str(folder),
        )
        for number in range(games)
    ]
    began = perf_counter()
    played: list[Played] = []
    for done in _run(work, jobs):
        if isinstance(done, _Failure):
            raise FrontError(f"game {done.number} (dice seed {done.seed}) failed: {done.text}\n{done.trace}")
        played.append(done)
        if progress is not None:
            progress(len(played))
    ordered = tuple(sorted(played, key=lambda game: game.number))
    return Study(title, scenario, chosen, seed, pairs, jobs, perf_counter() - began, ordered)


def _levels(sides: Sequence[str], given: Mapping[str, str], title: str) -> dict[str, str]:
    for side in given:
        if side not in sides:
            raise BadInput("side", f"no side {side!r} in {title}; there is {', '.join(sides)}")
    chosen = {side: given.get(side, "random") for side in sides}
    for level in set(chosen.values()):
        front1914.commander(level, title)  # refuses a level that does not exist before the first game
    return chosen


def _swap(levels: Mapping[str, str]) -> dict[str, str]:
    return dict(zip(levels, reversed(list(levels.values())), strict=True))


def _run(work: list[Job], jobs: int) -> Iterator[Played | _Failure]:
    if jobs <= 1:
        yield from map(_play, work)
        return
    # A fresh process each ("spawn"): safe whatever threads this one has, and the same on every system.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: set[Future[list[Played | _Failure]]] = set()
        size = max(1, min(50, len(work) // (jobs * 8)))
        batches = (work[at : at + size] for at in range(0, len(work), size))
        try:
            for batch in batches:
                waiting.add(pool.submit(_play_all, batch))
                if len(waiting) >= jobs * 2:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield from future.result()
            for future in waiting:
                yield from future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _play_all(batch: list[Job]) -> list[Played | _Failure]:
    return [_play(job) for job in batch]


def _play(job: Job) -> Played | _Failure:
    try:
        return _play_one(job)
    except Exception as bad:  # an exception of a title may not survive the way between processes; its text does
        return _Failure(job.number, job.seed, f"{type(bad).__name__}: {bad}", traceback.format_exc())


def _play_one(job: Job) -> Played:
    began = perf_counter()
    game = front1914.new(job.title, job.scenario, job.options, seed=job.seed)
    if job.folder is None:
        game = game.copy(history=False)
    # A commander keeps its luck when the sides are swapped.
    slots = list(job.levels)[:: -1 if job.swapped else 1]
    commanders = {
        side: front1914.commander(job.levels[side], job.title, f"{job.seed}:{slot}", job.budget)
        for slot, side in enumerate(slots)
    }
    decisions = play(game, commanders, most=job.most)
    if job.folder is not None:
        game.save(Path(job.folder) / f"{job.number:06d}.f14")
    winner, level, reason, _, score = game.result or (None, UNFINISHED, f"no end in {job.most} decisions", "", None)
    turn = game.view(OBSERVER).get("turn")
    seconds = perf_counter() - began
    return Played(job.number, winner, level, reason, score, turn, decisions, job.swapped, game.digest(), seconds)


def cores() -> int:
    """How many processes this machine runs at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

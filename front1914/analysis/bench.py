"""How fast it is on this machine, held against the targets: one line for each figure.

Times are those of the processor, not of the clock on the wall, so that other work on the machine counts little; only
the start of the command line is measured by the clock, as the least of several. The demo game is measured in a source
checkout, where it lies beside the tests; every title of the shelf is measured in the same way.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean, median, quantiles
from time import perf_counter, process_time
from typing import Any, NamedTuple

import front1914
from front1914 import FrontError, Game
from front1914.analysis.yardstick import PLIES, plies

GROUPS = ("play", "state", "kit", "start")
DEMO = "ford"

#: Decisions per second of random play, and whole random games per second, by title.
PLAY = {
    DEMO: 20_000,
    "schlieffens_war": 10_000,
    "germany_at_war": 10_000,
    "fixed_1914": 6_000,
    "der_weltkrieg": 6_000,
    "offensive_a_outrance": 4_000,
}
GAMES = {"schlieffens_war": 5, "germany_at_war": 10}
LEGAL_MEAN, LEGAL_P95 = 100, 500  # microseconds
ACT_UNDO = 30  # microseconds
REPLAY = 8_000  # actions per second
MOMENT = 50  # milliseconds
EARLY = 300  # actions that do not count
START = 150  # milliseconds


class Line(NamedTuple):
    """One figure."""

    name: str
    value: float
    unit: str
    target: float | None = None
    more: bool = False  #: is more better?
    note: str = ""

    @property
    def met(self) -> bool | None:
        """None if there is no target."""
        if self.target is None:
            return None
        return self.value >= self.target if self.more else self.value <= self.target

    def shown(self, value: float) -> str:
        digits = 0 if value >= 100 else 1 if value >= 10 else 2
        return f"{value:,.{digits}f} {self.unit}"

    @property
    def aim(self) -> str:
        """The target, in words."""
        return "" if self.target is None else f"{'≥' if self.more else '≤'} {self.target:,g} {self.unit}"

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return {**self._asdict(), "met": self.met}


def measure(seconds: float = 1.0, groups: tuple[str, ...] = GROUPS) -> Iterator[Line]:
    """The figures of the groups, one after the other; `seconds` is the time that most of them may take."""
    if "play" in groups:
        shelve_demo()
        for info in front1914.titles():
            yield from measure_title(info.id, seconds)
    if "state" in groups:
        from front1914.analysis.bench_state import measure_state

        yield from measure_state(seconds)
    if "kit" in groups:
        from front1914.analysis.bench_kit import measure_kit

        yield from measure_kit(seconds)
    if "start" in groups:
        yield from measure_start(seconds)


def micro(call: Callable[[], Any], seconds: float, batch: int = 100) -> float:
    """Microseconds for a call: the median over batches, so that a disturbance does not count."""
    call()
    found: list[float] = []
    end = perf_counter() + seconds
    while not found or perf_counter() < end:
        began = process_time()
        for _ in range(batch):
            call()
        found.append((process_time() - began) / batch * 1e6)
    return median(found)


def shelve_demo() -> bool:
    """Puts the demo game of a source checkout on the shelf of this process, if there is one."""
    root = Path(front1914.__file__).resolve().parents[1]
    if any(info.id == DEMO for info in front1914.titles()):
        return True
    if not (root / "tests" / DEMO / "__init__.py").is_file():
        return False
    if str(root) not in sys.path:
        sys.path.append(str(root))
    others = os.environ.get("FRONT1914_TITLES", "")
    os.environ["FRONT1914_TITLES"] = f"{others},tests.{DEMO}".lstrip(",")
    return True


# -- a title -----------------------------------------------------------------------------------------------------


def measure_title(title: str, seconds: float) -> Iterator[Line]:
    """Random play of a title, and what a client and a search ask of it on the way."""
    try:
        name = front1914.title(title).info.name
        before = plies(seconds / 2)
        rate, games, longest = random_play(title, seconds)
        after = plies(seconds / 2)
    except (FrontError, NotImplementedError) as bad:
        yield Line(f"{title}: random play", 0, "/s", PLAY.get(title), True, f"cannot be played yet: {bad}")
        return
    yield Line(f"{name}: random play, decisions", rate, "/s", PLAY.get(title), True)
    if before and after:
        here = (before + after) / 2
        note = f"scaled: python-chess makes {here:,.0f} plies/s just now, {PLIES:,} where the targets were set"
        yield Line(f"{name}: the same by the yardstick", rate * PLIES / here, "/s", PLAY.get(title), True, note)
    yield Line(f"{name}: whole random games", games, "/s", GAMES.get(title), True)
    yield from _decisions(title, name, seconds)
    yield from _record(name, longest)


def random_play(title: str, seconds: float, seed: int = 1914) -> tuple[float, float, Game]:
    """Decisions and whole games per second, looked at and taken through `decision` and `act`; and the longest game.

    Some decisions are made before: tables that are worked out when first asked for serve every later game.
    """
    rng = random.Random(seed)
    early = front1914.new(title, seed=f"bench:{seed}:early")
    while (first := early.decision) is not None and len(early.log) < EARLY:
        early.act(rng.choice(first.actions))
    decisions = whole = 0
    longest: Game | None = None
    number, spent, began = 0, 0.0, process_time()
    while spent < seconds:
        game = front1914.new(title, seed=f"bench:{seed}:{number}")
        number += 1
        while (decision := game.decision) is not None:
            actions = decision.actions
            game.act(actions[int(rng.random() * len(actions))])
            decisions += 1
            if decisions % 64 == 0 and process_time() - began > 10 * seconds:
                break  # a very long game: its first part is enough
        whole += game.result is not None
        longest = game if longest is None or len(game.log) > len(longest.log) else longest
        spent = process_time() - began
    assert longest is not None
    return decisions / spent, whole / spent, longest


def _decisions(title: str, name: str, seconds: float) -> Iterator[Line]:
    """The legal list, act and undo, and the view, each at many moments of random games."""
    rng = random.Random(title)
    legal: list[float] = []
    there_and_back: list[float] = []
    views: list[float] = []
    end, number = process_time() + seconds, 0
    while process_time() < end or not views:
        game = front1914.new(title, seed=f"bench:{number}")
        number += 1
        while game.result is None and (process_time() < end or not views):
            began = process_time()
            decision = game.decision
            legal.append(process_time() - began)
            assert decision is not None
            action = decision.actions[int(rng.random() * len(decision.actions))]
            began = process_time()
            game.act(action)
            if game.undoable:
                game.undo()
                there_and_back.append(process_time() - began)
                game.act(action)
            if rng.random() < 0.1 and game.result is None:
                side = rng.choice(game.title.info.sides)
                began = process_time()
                game.view(side)
                views.append(process_time() - began)
    yield Line(f"{name}: the legal list, mean", fmean(legal) * 1e6, "us", LEGAL_MEAN)
    yield Line(f"{name}: the legal list, 95 of 100", quantiles(legal, n=20)[-1] * 1e6, "us", LEGAL_P95)
    if there_and_back:
        yield Line(f"{name}: act and undo", median(there_and_back) * 1e6, "us", ACT_UNDO)
    yield Line(f"{name}: view of a side", median(views) * 1e6, "us")


def _record(name: str, game: Game) -> Iterator[Line]:
    """What the record of the longest game costs."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.f14"
        game.save(file)
        size = file.stat().st_size
        began = process_time()
        front1914.load(file)
        took = process_time() - began
    note = f"{len(game.log)} actions, {size / 1000:.1f} kB"
    yield Line(f"{name}: replay of a log, actions", len(game.log) / took, "/s", REPLAY, True, note)
    rng, slowest = random.Random(0), 0.0
    for _ in range(20):
        at = rng.randrange(len(game.log) + 1)
        began = process_time()
        game.at(at)
        slowest = max(slowest, process_time() - began)
    yield Line(f"{name}: any moment of the longest game", slowest * 1e3, "ms", MOMENT)


# -- the start ---------------------------------------------------------------------------------------------------


def measure_start(seconds: float) -> Iterator[Line]:
    """A whole process that prints the help, once Python has compiled the program."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", "from front1914.cli import main; main()", "--help"]
    found: list[tuple[float, float]] = []
    for _ in range(max(3, round(9 * min(1.0, seconds)))):
        began, worked = perf_counter(), _children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        found.append((perf_counter() - began, _children() - worked))
    took, work = min(found)
    yield Line("start of the command line (--help)", took * 1e3, "ms", START, note=f"{work * 1e3:.0f} ms of work")


def _children() -> float:
    """The processor time of the processes that were started and have ended."""
    times = os.times()
    return times.children_user + times.children_system

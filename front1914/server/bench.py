"""How fast the server is: `python -m front1914.server.bench [TITLE ...]` measures it against the targets.

Appends are durable (synced); the way to both screens is measured over real sockets on this machine.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.sync.client import connect

import front1914
from front1914.server.jobs import read_save
from front1914.server.library import Library
from front1914.server.sqlite import SqliteStorage
from front1914.server.storage import Change, GameRow, LogRow
from front1914.server.wire import encode
from front1914.server.workers import Workers


class Figure(NamedTuple):
    """One thing measured."""

    name: str
    value: float
    unit: str
    target: float | None = None
    less: bool = True  #: is less better?

    def __str__(self) -> str:
        if self.target is None:
            return f"{self.name:<58} {self.value:>12,.1f} {self.unit}"
        fine = self.value <= self.target if self.less else self.value >= self.target
        return (
            f"{self.name:<58} {self.value:>12,.1f} {self.unit:<6} target {self.target:,.0f}{'' if fine else '  MISSED'}"
        )


# -- durable appends -------------------------------------------------------------------------------------------


async def appends(folder: Path, games: int, seconds: float = 2.0) -> float:
    """Changes a second, each acknowledged when it is on the disk, with so many games being played at once."""
    storage = SqliteStorage(folder)
    events = encode([[None, {"at": 1, "kind": "march", "data": {"unit": "g-1-II"}, "text": "II Corps marches on."}]])
    done = 0

    async def play(game: str, end: float) -> None:
        nonlocal done
        seq = 0
        while time.perf_counter() < end:
            seq += 1
            row = LogRow(seq, 0, "act", seq, "german", "to", "0812", 0, events.decode())
            await storage.append(game, Change([row], {"length": seq, "seq": seq, "turn": 1}, 0.0))
            done += 1

    for n in range(games):
        row = GameRow(f"g{n}", "", "x", 1, "x", {}, None, "s", {}, None, 0, 0, {})
        await storage.create(row, Change([LogRow(0, 0, "new", 0)], {}, 0.0))
    began = time.perf_counter()
    await asyncio.gather(*(play(f"g{n}", began + seconds) for n in range(games)))
    spent = time.perf_counter() - began
    await storage.close()
    return done / spent


# -- to both screens -------------------------------------------------------------------------------------------


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server of its own."""
    code = "from front1914.server.app import run; raise SystemExit(run(port=0, open_browser=False))"
    environ = os.environ | {"FRONT1914_DATA": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", code], env=environ, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            yield urlsplit(next(word for word in said.split() if word.startswith("http"))).netloc
        finally:
            process.terminate()


class Screens(NamedTuple):
    """What was measured while a game was played over the network."""

    both: list[float]  #: seconds from the request to both screens
    acknowledged: list[float]
    sizes: list[int]  #: bytes of the changes sent to the deciding side
    first: int  #: bytes of the first message


def screens(folder: Path, title: str, actions: int) -> Screens:
    """Plays at random in a hot seat, with a window for each side."""
    rng, found = random.Random(1914), Screens([], [], [], 0)
    with serving(folder) as address, ExitStack() as stack:
        line = http.client.HTTPConnection(address, timeout=60)
        ask = {"title": title, "scenario": longest(title), "seats": {}, "seed": 1914}
        made = _call(line, "POST", "/api/games", ask)["game"]
        sides = list(made["seats"])
        base = f"ws://{address}/api/games/{made['id']}/live?side="
        windows = {side: stack.enter_context(connect(base + side, compression=None, max_size=None)) for side in sides}
        told = {side: window.recv() for side, window in windows.items()}
        found = found._replace(first=max(len(message) for message in told.values()))
        for _ in range(actions):
            messages = {side: json.loads(message) for side, message in told.items()}
            asked = next((m["decision"] for m in messages.values() if m["decision"]), None)
            if asked is None:
                break
            body = {"side": asked["side"], **_any(asked["actions"], rng)}
            began = time.perf_counter()
            _call(line, "POST", f"/api/games/{made['id']}/act", body)
            found.acknowledged.append(time.perf_counter() - began)
            told = {side: _change(window) for side, window in windows.items()}
            found.both.append(time.perf_counter() - began)
            found.sizes.append(max(len(message) for message in told.values()))
        line.close()
    return found


def longest(title: str) -> str:
    """The campaign of a title, or its scenario of the most turns."""
    scenarios = front1914.title(title).info.scenarios
    return next((s.id for s in scenarios if s.id == "campaign"), max(scenarios, key=lambda s: s.turns or 0).id)


def _call(line: http.client.HTTPConnection, method: str, path: str, body: Any) -> Any:
    line.request(method, path, json.dumps(body), {"content-type": "application/json"})
    answer = line.getresponse()
    data = json.loads(answer.read())
    if answer.status >= 400:
        raise RuntimeError(data)
    return data


def _change(window: Any) -> str:
    while '"type":"change"' not in (message := window.recv())[:20]:
        pass
    return str(message)


def _any(actions: dict[str, list[Any] | None], rng: random.Random) -> dict[str, Any]:
    every = [(verb, arg) for verb, args in actions.items() for arg in (args if args is not None else [None])]
    verb, arg = rng.choice(every)
    return {"verb": verb} if arg is None else {"verb": verb, "arg": arg}


# -- moments ---------------------------------------------------------------------------------------------------


class Moments(NamedTuple):
    """What was measured on a long game."""

    actions: int
    cold: float  #: seconds to open the game from the disk
    random: list[float]  #: seconds to open any moment
    following: list[float]  #: seconds to open the next one


async def moments(folder: Path, title: str, most: int = 20_000) -> Moments:
    """Opens moments of a whole game (or its first actions, if it is very long), played at random."""
    rng, game = random.Random(1914), front1914.new(title, seed=1914)
    while (decision := game.decision) is not None and len(game.log) < most:
        game.act(rng.choice(decision.actions))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "long.front1914"
    game.save(path)
    library = Library(SqliteStorage(folder), Workers())
    # The check of an upload happens in another process as a rule; here it is done before the measuring begins.
    checked = read_save(path.read_text(encoding="utf-8"), False)

    async def done(*_: Any, **__: Any) -> Any:
        return checked

    library.workers.ask = done  # type: ignore[method-assign]
    name = (await library.upload("", "bench", False)).row.id
    library.tables.clear()
    began = time.perf_counter()
    table = await library.table(name)
    cold = time.perf_counter() - began
    side = table.sides[0]

    async def spent(n: int) -> float:
        began = time.perf_counter()
        encode((await table.record.moment(n)).screen(side))
        return time.perf_counter() - began

    jumps = [await spent(rng.randrange(table.record.length + 1)) for _ in range(100)]
    start = table.record.length // 2
    steps = [await spent(start + k) for k in range(min(200, table.record.length - start))]
    await library.close()
    return Moments(table.record.length, cold, jumps, steps)


def screen(title: str) -> float:
    """Seconds to make what one side is shown, as JSON, in the middle of a campaign played at random."""
    rng, game, spent = random.Random(1914), front1914.new(title, longest(title), seed=1914), []
    while (decision := game.decision) is not None and len(game.log) < 600:
        game.act(rng.choice(decision.actions))
        if len(game.log) > 400:
            began = time.perf_counter()
            encode(game.screen(game.sides[0]))
            spent.append(time.perf_counter() - began)
    return statistics.median(spent)


# -- all together ----------------------------------------------------------------------------------------------


def p95(values: list[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return sorted(values)[int(0.95 * (len(values) - 1))]


def syncs(folder: Path) -> float:
    """Seconds of one sync of the disk, median: what every acknowledged action must wait for."""
    folder.mkdir(parents=True, exist_ok=True)
    spent = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(100):
            file.write(b"x" * 4096)
            began = time.perf_counter()
            os.fsync(file.fileno())
            spent.append(time.perf_counter() - began)
    return statistics.median(spent)


def measure(titles: list[str], tell: Callable[[Figure], None]) -> None:
    """Measures everything, a line at a time."""
    with tempfile.TemporaryDirectory() as home:
        tell(Figure("one sync of this disk, median", 1000 * syncs(Path(home)), "ms"))
        for games in (1, 64, 512):
            rate = asyncio.run(appends(Path(home) / f"appends{games}", games))
            target = None if games < 512 else 5_000.0
            tell(Figure(f"durable appends, {games} games at once", rate, "/s", target, less=False))
        for title in titles:
            found = screens(Path(home) / title, title, 400)
            tell(Figure(f"{title}: acknowledged, median", 1000 * statistics.median(found.acknowledged), "ms"))
            tell(Figure(f"{title}: action to both screens, mean", 1000 * statistics.mean(found.both), "ms"))
            tell(Figure(f"{title}: action to both screens, p95", 1000 * p95(found.both), "ms", 20))
            tell(Figure(f"{title}: first message", found.first / 1000, "kB", 40))
            tell(Figure(f"{title}: change with decision, mean", statistics.mean(found.sizes) / 1000, "kB"))
            tell(Figure(f"{title}: change with decision, largest", max(found.sizes) / 1000, "kB", 30))
            past = asyncio.run(moments(Path(home) / f"{title}-long", title))
            tell(Figure(f"{title}: game of {past.actions} actions opened from the disk", 1000 * past.cold, "ms"))
            tell(Figure(f"{title}: any moment of it, largest of 100", 1000 * max(past.random), "ms", 50))
            tell(Figure(f"{title}: the next moment, median", 1000 * statistics.median(past.following), "ms"))
            tell(Figure(f"{title}: one screen as JSON, median", 1000 * screen(title), "ms", 3))


def main() -> None:
    titles = sys.argv[1:] or [info.id for info in front1914.titles()]
    measure(titles, lambda figure: print(figure, flush=True))


if __name__ == "__main__":
    main()

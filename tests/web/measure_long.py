"""How quick the longest game is on the server and in the browser: its last turn beside the first of a new game.

    .venv/bin/python -m tests.web.measure_long               a random campaign of Offensive à outrance, made first
    .venv/bin/python -m tests.web.measure_long --keep FILE   the same, kept in FILE or taken from there

Milliseconds by the clock, so on free cores: from opening the page to its counters; from sending an action to its
answer, and until both sides' windows have been told of it. Beside them the server's processor time of an action.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import click
from playwright.sync_api import BrowserContext, sync_playwright

import front1914
from front1914 import Game
from tests.server.house import Client, Process
from tests.web.measure import CHROMIUM, WATCH

TITLE, SCENARIO = "offensive_a_outrance", "campaign"
MOST = 80_000  #: actions: those of a finished grand campaign
ACTIONS = 200
COUNTERS = 40  #: a campaign has more; by then the map is there


def long_game(most: int) -> Game:
    """Played at random, and left before it ends, so that it can be gone on with."""
    game, rng = front1914.new(TITLE, SCENARIO, seed="long"), random.Random(1914)
    while len(game.log) < most and game.decision is not None:
        game.act(rng.choice(game.decision.actions))
    return game if game.result is None else game.at(len(game.log) - 20 * ACTIONS)


@contextmanager
def windows(server: Process, game: str, sides: list[str]) -> Iterator[dict[str, tuple[Any, Client]]]:
    """A window for each side, its first message heard."""
    found = {side: (server.look(game, side), Client()) for side in sides}
    for line, client in found.values():
        while client.seq < 0:
            client.hear(json.loads(line.recv()))
    yield found
    for line, _ in found.values():
        line.close()


def clicks(server: Process, game: str, sides: list[str]) -> str:
    """Random actions, one after the other; each is over when both windows have heard of it."""
    answered, heard, rng = [], [], random.Random(7)
    before = _processor(server)
    with windows(server, game, sides) as found:
        for _ in range(ACTIONS):
            decision = next(((s, c.decision) for s, (_, c) in found.items() if c.decision is not None), None)
            if decision is None:
                break
            side, asked = decision
            answers = [
                {"verb": v} | ({} if a is None else {"arg": a})
                for v, args in asked["actions"].items()
                for a in args or [None]
            ]
            began = time.perf_counter()
            answer = server.post(f"/api/games/{game}/act", side=side, **rng.choice(answers))
            answered.append(time.perf_counter() - began)
            for line, client in found.values():
                while client.seq < answer["seq"]:
                    client.hear(json.loads(line.recv()))
            heard.append(time.perf_counter() - began)
    work = 1000 * (_processor(server) - before) / len(heard)
    return f"answered {_spread(answered)}, both windows {_spread(heard)}, {work:.1f} ms of the server's processor each"


#: two people at one screen: the board is covered between their turns, and nobody's finger counts
UNCOVER = """new MutationObserver(() => document.querySelector('#ready')?.click())
  .observe(document, { childList: true, subtree: true })"""


def opened(desk: BrowserContext, server: Process, game: str) -> float:
    """Milliseconds from the navigation to the first frame with counters; one desk keeps what it has read."""
    page = desk.new_page()
    page.add_init_script("localStorage.setItem('front1914.settings', JSON.stringify({pace: 0}))")
    page.add_init_script(f"({WATCH})({COUNTERS})")
    page.add_init_script(UNCOVER)
    page.goto(f"http://{server.address}/game/{game}", wait_until="commit")
    paint = None
    while paint is None:
        page.wait_for_timeout(50)
        paint = page.evaluate("window.firstPaint ?? null")
    page.close()
    return float(paint)


def _spread(seconds: list[float]) -> str:
    return f"{1000 * median(seconds):.1f} ms (95 of 100 within {1000 * quantiles(seconds, n=20)[-1]:.1f})"


def _processor(server: Process) -> float:
    """Seconds of processor time of the server's own process (Linux)."""
    words = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / 100


def upload(server: Process, file: Path) -> str:
    """A saved game on the server."""
    path = f"http://{server.address}/api/games/upload?name=long"
    request = urllib.request.Request(path, file.read_bytes(), {"Content-Type": "text/plain"})
    with urllib.request.urlopen(request, timeout=1800) as answer:
        game: str = json.load(answer)["game"]["id"]
    return game


@click.command()
@click.option("--most", default=MOST, help="Actions of the long game.")
@click.option("--keep", type=click.Path(path_type=Path), help="Where the long game is kept between two measurements.")
def main(most: int, keep: Path | None) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        file = keep or Path(folder) / "long.f14"
        if not file.exists():
            long_game(most).save(file)
        server = Process(Path(folder) / "desk")
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            began = time.perf_counter()
            server.call("GET", f"/api/titles/{TITLE}/art")
            print(f"first map drawn in {time.perf_counter() - began:.1f} s")
            new = server.post("/api/games", title=TITLE, scenario=SCENARIO, seats={}, seed="1914")["game"]
            began = time.perf_counter()
            long = upload(server, file)
            print(f"upload read in {time.perf_counter() - began:.1f} s")
            sides = list(new["seats"])
            desk = browser.new_context(viewport={"width": 1600, "height": 1000})
            for game in (
                new["id"],
                long,
            ):  # modules and map have been read, and the goal cards, which open by themselves
                opened(desk, server, game)
            for _ in range(3):
                first, last = opened(desk, server, new["id"]), opened(desk, server, long)
                print(f"opened: new {first:.0f} ms, long {last:.0f} ms")
            for name, game in [("new", new["id"]), ("long", long)] * 2:
                print(f"{name}: {clicks(server, game, sides)}", flush=True)
        finally:
            browser.close()
            server.end()


if __name__ == "__main__":
    main()

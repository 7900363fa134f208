"""Very many games at once, a very long one, and play for a long time: memory stays as it is."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import front1914
from tests.attack.line import serving
from tests.server.house import Process, open_house


async def attack_crowd(folder: Path, games: int) -> dict[str, float]:
    """So many games open at once, a window at each; every window hears what happens in its game."""
    async with open_house(folder) as house:
        ids = [await house.begin(seed=n) for n in range(games)]
        began = time.perf_counter()
        lines = [await house.look(game, "blue") for game in ids]
        for line in lines:
            assert (await line.next(60))["type"] == "table"
        opened = time.perf_counter() - began
        began = time.perf_counter()
        await asyncio.gather(*(house.play(game, "red pass") for game in ids))
        for line in lines:
            assert (await line.next(60))["type"] == "change"
        played = time.perf_counter() - began
        assert len(house.library.tables) == games, "none that somebody looks at was let go"
        await asyncio.gather(*(line.close() for line in lines))
        assert len(house.library.tables) <= 64, "and nobody looks any more"
    return {"games": games, "seconds to open": round(opened, 1), "seconds for a change in each": round(played, 1)}


Kind = tuple[str, str | None, dict[str, Any]]  #: title, scenario, and whom in it the computer plays

#: What the clients play by turns.
GAMES: tuple[Kind, ...] = (
    ("ford", None, {}),
    ("schlieffens_war", "introduction", {"entente": {"kind": "computer", "level": "staff"}}),
    ("germany_at_war", "introduction", {"entente": {"kind": "computer", "level": "recruit"}}),
    ("fixed_1914", "introduction", {}),
    ("der_weltkrieg", "liege", {"entente": {"kind": "computer", "level": "staff"}}),
    ("offensive_a_outrance", "introduction", {}),
)


def attack_memory(
    folder: Path, seconds: float, clients: int = 3, rest: float = 0.05, games: Sequence[Kind] = GAMES
) -> dict[str, float]:
    """Scripted clients begin, play, look at and delete games of every title, some against the computer.

    Each rests between two actions, so that an hour is an hour of play and not of one processor. The server's memory
    after a third of the time, when everything has been loaded, and at the end.
    """
    with serving(folder) as server:
        stop, done, wrong = time.monotonic() + seconds, [0] * clients, list[BaseException]()

        def play(n: int) -> None:
            rng = random.Random(n)
            try:
                while time.monotonic() < stop:
                    done[n] += _game(server, rng, rng.choice(games), rest)
            except BaseException as bad:
                wrong.append(bad)

        threads = [threading.Thread(target=play, args=(n,)) for n in range(clients)]
        for thread in threads:
            thread.start()
        time.sleep(seconds / 3)
        early = _memory(server)
        for thread in threads:
            thread.join()
        late = _memory(server)
    if wrong:
        raise wrong[0]
    assert late < early * 1.15 + 8, f"{early:.0f} MB became {late:.0f} MB"
    return {"seconds": seconds, "actions": sum(done), "MB after a third": round(early), "MB at the end": round(late)}


def _game(server: Process, rng: random.Random, kind: Kind, rest: float) -> int:
    title, scenario, seats = kind
    ask = {"title": title, "seats": seats, "seed": rng.randrange(10**9)} | ({"scenario": scenario} if scenario else {})
    game = server.post("/api/games", **ask)["game"]["id"]
    people = [side for side in front1914.title(title).info.sides if side not in seats]
    count = 0
    with server.look(game, "observer") as line:
        for _ in range(rng.randrange(5, 80)):
            time.sleep(rest)
            with suppress(TimeoutError):
                while True:
                    line.recv(timeout=0)
            side = server.call("GET", f"/api/games/{game}").json["game"]["deciding"]
            if side is None:
                break
            if side not in seats:
                _act(server, rng, game, side)
                count += 1
    asked = f"?side={people[0]}"
    for path in ("timeline", f"moments/1{asked}", f"events{asked}", f"save?consent={','.join(people)}"):
        answer = server.call("GET", f"/api/games/{game}/{path}")
        assert answer.status == 200, (title, path, answer.body)
    assert server.call("DELETE", f"/api/games/{game}").status == 204
    return count


def _act(server: Process, rng: random.Random, game: str, side: str) -> None:
    actions = server.call("GET", f"/api/games/{game}/decision?side={side}").json["decision"]["actions"]
    verb = rng.choice(sorted(actions))
    arg = {} if actions[verb] is None else {"arg": rng.choice(actions[verb])}
    server.post(f"/api/games/{game}/act", side=side, verb=verb, **arg)


def attack_upload(folder: Path, seed: int, actions: int) -> dict[str, float]:
    """A campaign of the largest title is uploaded: how long it takes, and whether its progress is shown."""
    game = front1914.new("offensive_a_outrance", "campaign", seed=seed)
    rng = random.Random(seed)
    while game.decision is not None and len(game.log) < actions:
        game.act(rng.choice(game.decision.actions))
    game.save(folder / "long")
    text = (folder / "long").read_bytes()
    with serving(folder) as server:
        seen, over = set[int](), threading.Event()

        def watch() -> None:
            while not over.wait(0.5):
                found = server.call("GET", "/api/uploads/long")
                if found.status == 200:
                    seen.add(found.json["done"])

        watcher = threading.Thread(target=watch)
        watcher.start()
        began = time.monotonic()
        line = http.client.HTTPConnection(server.address, timeout=1800)
        line.request("POST", "/api/games/upload?ticket=long", text, {"content-type": "text/plain"})
        answer = line.getresponse()
        body = json.loads(answer.read())
        line.close()
        seconds = time.monotonic() - began
        over.set()
        watcher.join()
        assert answer.status == 201, body
        assert body["game"]["length"] == len(game.log)
    return {
        "actions": len(game.log),
        "MB": round(len(text) / 1e6, 1),
        "seconds": round(seconds, 1),
        "progress": len(seen),
    }


def _memory(server: Process) -> float:
    """Megabytes that the server's own process holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

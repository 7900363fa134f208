"""Very many games at once, and play for a long time: everybody hears everything, and memory stays as it is."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from pathlib import Path

from tests.attack.line import serving
from tests.server.house import Process, open_house


async def attack_crowd(folder: Path, games: int) -> dict[str, float]:
    """So many games open at once, a board at each; every board hears what happens in its game."""
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


def attack_memory(folder: Path, seconds: float, clients: int = 3) -> dict[str, float]:
    """Scripted clients begin, play, look at and delete games; the server's memory after warming up and at the end."""
    with serving(folder) as server:
        stop, done, wrong = time.monotonic() + seconds, [0] * clients, list[BaseException]()

        def play(n: int) -> None:
            rng = random.Random(n)
            try:
                while time.monotonic() < stop:
                    done[n] += _game(server, rng)
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
    assert not wrong, wrong[0]
    assert late < early * 1.15 + 8, f"{early:.0f} MB became {late:.0f} MB"
    return {"seconds": seconds, "actions": sum(done), "MB after a third": round(early), "MB at the end": round(late)}


def _game(server: Process, rng: random.Random) -> int:
    game = server.post("/api/games", title="ford", seats={}, seed=rng.randrange(10**9))["game"]["id"]
    count = 0
    for _ in range(rng.randrange(5, 40)):
        side = server.call("GET", f"/api/games/{game}").json["game"]["deciding"]
        if side is None:
            break
        actions = server.call("GET", f"/api/games/{game}/decision?side={side}").json["decision"]["actions"]
        verb = rng.choice(sorted(actions))
        arg = {} if actions[verb] is None else {"arg": rng.choice(actions[verb])}
        server.post(f"/api/games/{game}/act", side=side, verb=verb, **arg)
        count += 1
    for path in ("timeline", "moments/2?side=blue", "events?side=red", "save?consent=blue,red"):
        assert server.call("GET", f"/api/games/{game}/{path}").status == 200
    assert server.call("DELETE", f"/api/games/{game}").status == 204
    return count


def _memory(server: Process) -> float:
    """Megabytes that the server's own process holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

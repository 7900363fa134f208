"""The process is killed, or the power fails, at any moment: what was acknowledged is there, and the rest is whole."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import struct
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from front1914.server.sqlite import FILE, SqliteStorage
from tests.server.house import Client, Process, open_house

#: What the computers play by turns while the process is killed: quick ones that never pause, and staffs that think.
WATCHED = (
    ("ford", "random", ("blue", "red")),
    ("schlieffens_war", "staff", ("german", "entente")),
    ("germany_at_war", "staff", ("german", "entente")),
)


def attack_kills(folder: Path, seed: int, count: int) -> dict[str, int]:
    """So many kills under load: two computers play or think while a client plays another game."""
    rng, acknowledged = random.Random(seed), 0
    known: dict[str, Client] = {}
    server = Process(folder)
    for _ in range(count):
        _verify(server, known)
        acknowledged += _load(server, rng, known)
        server.kill()
        server = Process(folder)
    _verify(server, known)
    server.end()
    return {"kills": count, "acknowledged": acknowledged, "games": len(known)}


def _load(server: Process, rng: random.Random, known: dict[str, Client]) -> int:
    """Plays for a moment and is cut off in the middle; returns how many actions were acknowledged."""
    title, level, sides = rng.choice(WATCHED)
    seats = {side: {"kind": "computer", "level": level} for side in sides}
    watched = server.post("/api/games", title=title, seats=seats, seed=rng.randrange(10**6))["game"]["id"]
    played = server.post("/api/games", title="ford", seats={}, seed=rng.randrange(10**6))["game"]["id"]
    line, client, own, done = server.look(watched, "observer"), Client(), Client(), 0
    known[watched], known[played] = client, own
    end = time.monotonic() + rng.uniform(0.1, 0.8)
    while time.monotonic() < end:
        with suppress(TimeoutError):
            client.hear(json.loads(line.recv(timeout=0.05)))
        view = server.call("GET", f"/api/games/{played}").json["game"]["deciding"]
        if view is not None:
            actions = server.call("GET", f"/api/games/{played}/decision?side={view}").json["decision"]["actions"]
            verb = rng.choice(sorted(actions))
            arg = {} if actions[verb] is None else {"arg": rng.choice(actions[verb])}
            found = server.post(f"/api/games/{played}/act", side=view, verb=verb, **arg)
            own.seq, own.length, done = found["seq"], found["length"], done + 1
    server.process.kill()
    with suppress(ConnectionClosed, TimeoutError, OSError):
        while True:
            client.hear(json.loads(line.recv(timeout=1)))
    return done + max(client.seq, 0)


def _verify(server: Process, known: dict[str, Client]) -> None:
    for game, client in list(known.items())[-4:]:
        shown = server.call("GET", f"/api/games/{game}").json["game"]
        assert shown["seq"] >= client.seq, (game, shown["seq"], client.seq)
        assert shown["length"] >= client.length
        if client.view:
            moment = server.call("GET", f"/api/games/{game}/moments/{client.length}?side=observer")
            assert moment.status == 200, moment.body
            assert moment.json["view"] == client.view, game


def attack_power(folder: Path, seed: int, actions: int, between: int = 2) -> dict[str, int]:
    """Cuts the write-ahead log at the end of every frame, and at places within frames: each is a state that once was.

    What a disk has not written yet is lost from the end of the log; a frame that is half there, or whose bytes are
    another's, is found by its checksum, and everything before it counts.
    """
    whole, live = folder / "whole", folder / "live"
    logs = asyncio.run(_played(live, whole, seed, actions))
    wal = (whole / f"{FILE}-wal").read_bytes()
    page = struct.unpack(">I", wal[8:12])[0]
    frame = page + 24
    frames = (len(wal) - 32) // frame
    rng, cuts = random.Random(seed), 0
    longest = 0
    for number in range(frames + 1):
        end = 32 + number * frame
        for cut in (end, *(end + rng.randrange(1, frame) for _ in range(between))):
            data = bytearray(wal[:cut])
            if cut != end and rng.random() < 0.5 and number:  # a frame in another's place
                other = 32 + rng.randrange(frames) * frame
                data[end - frame : end] = wal[other : other + frame]
            kept = asyncio.run(_after_cut(folder / "cut", whole, bytes(data), logs))
            longest, cuts = max(longest, kept), cuts + 1
    assert longest == sum(map(len, logs.values())), "with all of its log nothing is lost"
    return {"frames": frames, "cuts": cuts, "rows": longest}


async def _played(live: Path, whole: Path, seed: int, actions: int) -> dict[str, list[Any]]:
    """Plays some games and copies the files as they stand; returns the logs."""
    rng = random.Random(seed)
    async with open_house(live) as house:
        storage = house.library.storage
        games = [await house.begin(seed=n) for n in range(3)]
        for _ in range(actions):
            table = await house.library.table(rng.choice(games))
            decision = table.game.decision
            if decision is not None:
                await table.act(decision.side, rng.choice(decision.actions))
        shutil.copytree(live, whole, ignore=shutil.ignore_patterns("*-shm", "server*", "art"))
        return {game: list(await storage.log(game)) for game in games}


async def _after_cut(folder: Path, whole: Path, wal: bytes, logs: dict[str, list[Any]]) -> int:
    """Opens the games after the cut; returns how many rows are there, each game the beginning of what it was."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(whole / FILE, folder / FILE)
    (folder / f"{FILE}-wal").write_bytes(wal)
    storage = SqliteStorage(folder)
    try:
        rows = 0
        for row in await storage.games():
            log = await storage.log(row.id)  # every seal fits, and no row is missing at the end
            assert log == logs[row.id][: len(log)]
            assert row.summary["seq"] == log[-1].seq
            rows += len(log)
        return rows
    finally:
        await storage.close()

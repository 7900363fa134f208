"""The loads: each starts a PostgreSQL and a club of its own, and returns its figures."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg

from front1914.server.club.people import digest
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Device, Person
from front1914.server.postgres import PostgresStorage
from tests.load.players import TROUBLE, Account, Duel, Http
from tests.server.club_process import ClubProcess
from tests.server.postgres import Cluster

FREE = ("requests=1000000", "games=1000000", "sockets=1000000", "address=1000000")
TOGETHER = 10  #: games whose windows are opened at the same time
TITLES: dict[str, str | None] = {
    "ford": None,
    "schlieffens_war": "introduction",
    "germany_at_war": "introduction",
    "fixed_1914": "introduction",
    "der_weltkrieg": "liege",
    "offensive_a_outrance": "introduction",
}


class Club:
    """A PostgreSQL, its server processes, and people who have signed in."""

    def __init__(self, folder: Path, processes: int) -> None:
        self.cluster = Cluster()
        self.url = self.cluster.database()
        words = [word for each in FREE for word in ("--limit", each)]
        if processes > 1:
            words += ["--processes", str(processes)]
        self.errors = (folder / "errors").open("wb")
        self.server = ClubProcess(folder, "--database", self.url, *words, errors=self.errors)
        self.folder = folder

    @property
    def port(self) -> int:
        return self.server.port

    def children(self) -> list[int]:
        """The server processes, without the parent."""
        if "--processes" not in self.server.process.args:  # type: ignore[operator]
            return [self.server.process.pid]
        found = subprocess.run(["pgrep", "-P", str(self.server.process.pid)], capture_output=True, text=True)
        return [int(pid) for pid in found.stdout.split()]

    def megabytes(self) -> float:
        """What the server processes hold, without those that think for them."""
        kept = 0
        for pid in self.children():
            status = Path(f"/proc/{pid}/status").read_text()
            kept += next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        return kept / 1024

    def processor(self) -> float:
        """Seconds of the processor that the server processes and PostgreSQL have used: not a matter of other loads."""
        postmaster = (self.cluster.data / "postmaster.pid").read_text().split()[0]
        found = subprocess.run(["pgrep", "-P", postmaster], capture_output=True, text=True)
        used = 0
        for pid in [*self.children(), postmaster, *found.stdout.split()]:
            with contextlib.suppress(OSError):  # ended meanwhile
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                used += int(fields[11]) + int(fields[12])
        return used / os.sysconf("SC_CLK_TCK")

    async def people(self, count: int) -> list[tuple[str, str]]:
        """Persons and their cookies, put in as if they had signed in: no one address could do that so quickly."""
        storage = PostgresStorage(self.url)
        club = SqlClub(storage)
        found = []
        for n in range(count):
            person, cookie = f"person{n}", f"cookie-{n}-{random.random()}"
            await club.add_person(Person(person, f"Player {n}", time.time()))
            await club.add_device(Device(f"device{n}", person, "", time.time(), time.time()), digest(cookie))
            found.append((person, f"front1914={cookie}"))
        await storage.close()
        return found

    async def games(self, count: int, titles: list[str], **more: Any) -> list[tuple[str, dict[str, str]]]:
        """So many games of two people each, with the cookie of each side."""
        people = await self.people(2 * count)
        storage = PostgresStorage(self.url)
        club = SqlClub(storage)
        made = []
        for n in range(count):
            (_, first), (other, second) = people[2 * n], people[2 * n + 1]
            title = titles[n % len(titles)]
            line = Http(self.port, first)
            _, about = await line.ask("GET", f"/api/titles/{title}")
            mine, theirs = about["sides"][:2]
            scenario = {"scenario": TITLES[title]} if TITLES[title] else {}
            ask = {"title": title, "seats": {}, "mine": [mine], **scenario, **more}
            status, found = await line.ask("POST", "/api/games", ask)
            assert status == 201, found
            line.close()
            game = found["game"]["id"]
            await club.sit(game, theirs, other, time.time())
            made.append((game, {mine: first, theirs: second}))
        await storage.close()
        return made

    async def missing(self, account: Account) -> list[str]:
        """Acknowledged actions that are not in the log, which also proves every seal."""
        storage, found = PostgresStorage(self.url), []
        for game, done in account.acknowledged.items():
            rows = {row.seq: [row.side, row.verb, row.arg] for row in await storage.log(game) if row.part == 0}
            found += [f"{game} {seq}: {action}" for seq, action in done.items() if rows.get(seq) != action]
        await storage.close()
        return found

    def said(self) -> list[str]:
        """What the server processes complained of last."""
        return (self.folder / "errors").read_text(errors="replace").splitlines()[-5:]

    def close(self) -> None:
        try:
            self.server.end()
        finally:
            self.errors.close()
            self.cluster.close()


@asynccontextmanager
async def a_club(folder: Path, processes: int) -> AsyncIterator[Club]:
    club = await asyncio.to_thread(Club, folder, processes)
    try:
        yield club
    finally:
        await asyncio.to_thread(club.close)


def load_average() -> str:
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


async def live(
    folder: Path, games: int, seconds: float, rest: float, titles: list[str], processes: int
) -> dict[str, Any]:
    """Live games, two windows at each: how long an action takes until the other sees it, and whether all agree."""
    async with a_club(folder, processes) as club:
        account = Account()
        made = await club.games(games, titles)
        duels = [Duel(account, club.port, game, cookies, random.Random(n)) for n, (game, cookies) in enumerate(made)]
        for few in range(0, games, TOGETHER):  # people come one after the other
            await asyncio.gather(*(duel.sit() for duel in duels[few : few + TOGETHER]))
        used, stop = club.processor(), time.monotonic() + seconds
        await asyncio.gather(*(duel.play(stop, rest) for duel in duels))
        load, used = load_average(), club.processor() - used
        for duel in duels:
            await duel.check()
        found = await club.missing(account)
        memory, said = club.megabytes(), club.said()
    marks = statistics.quantiles(account.seconds, n=1000) if len(account.seconds) > 1 else [0.0] * 999
    return {
        "games": games,
        "seconds": seconds,
        "actions": sum(map(len, account.acknowledged.values())),
        "seen by the other": len(account.seconds),
        "p50 ms": round(marks[499] * 1000, 1),
        "p95 ms": round(marks[949] * 1000, 1),
        "p99 ms": round(marks[989] * 1000, 1),
        "most ms": round(max(account.seconds, default=0) * 1000, 1),
        "errors": account.errors[:5],
        "missing": found[:5],
        "said": said,
        "MB": round(memory),
        "ms of processor for an action": round(1000 * used / max(1, sum(map(len, account.acknowledged.values()))), 1),
        "load average": load,
    }


async def idle(folder: Path, games: int, titles: list[str]) -> dict[str, Any]:
    """Games by correspondence, each in memory because a window is open at it, and nobody moves."""
    async with a_club(folder, 1) as club:
        before = club.megabytes()
        made = await club.games(games, titles, pace={"kind": "days", "days": 3, "lapse": "staff"})
        account = Account()
        duels = [Duel(account, club.port, game, cookies, random.Random(0)) for game, cookies in made]
        windows = []
        for duel in duels:
            windows.append(asyncio.ensure_future(duel._window(next(iter(duel.clients)))))
            while next(iter(duel.clients.values())).seq < 0:
                await asyncio.sleep(0.002)
        await asyncio.sleep(2)
        memory = club.megabytes()
        status, _ = await Http(club.port, made[0][1][next(iter(made[0][1]))]).ask("GET", "/ready")
        for window in windows:
            window.cancel()
        await asyncio.gather(*windows, return_exceptions=True)
    return {"games": games, "MB before": round(before), "MB": round(memory), "ready": status == 200}


async def kills(folder: Path, games: int, processes_killed: int, postgres_killed: int) -> dict[str, Any]:
    """Play goes on while server processes, and PostgreSQL, are killed: nothing acknowledged is lost."""
    rng = random.Random(1914)
    async with a_club(folder, 2) as club:
        account = Account()
        made = await club.games(games, ["ford"])
        duels = [Duel(account, club.port, game, cookies, random.Random(n)) for n, (game, cookies) in enumerate(made)]
        what = ["process"] * processes_killed + ["postgres"] * postgres_killed
        rng.shuffle(what)
        playing = [asyncio.ensure_future(again(club, duel, account)) for duel in duels]
        for each in what:
            await more(account)
            if each == "process":
                if children := club.children():
                    os.kill(rng.choice(children), 9)
            else:
                await asyncio.to_thread(kill_postgres, club.cluster)
        going_on = await more(account)
        after = sum(map(len, account.acknowledged.values()))
        for each_play in playing:
            each_play.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        missing = await club.missing(account)
    return {
        "processes killed": processes_killed,
        "PostgreSQL killed": postgres_killed,
        "acknowledged": after,
        "lost": len(missing),
        "examples": missing[:3],
        "games still going on": going_on,
        "times that a client came again": account.troubles,
        "longest that a game stood still": round(max(account.gaps, default=0), 1),
        "load average": load_average(),
    }


async def more(account: Account, count: int = 10, seconds: float = 60) -> bool:
    """Waits until so many more actions are acknowledged: whatever is killed is killed in the midst of play."""
    end = time.monotonic() + seconds
    wanted = sum(map(len, account.acknowledged.values())) + count
    while sum(map(len, account.acknowledged.values())) < wanted:
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.05)
    return True


async def again(club: Club, duel: Duel, account: Account) -> None:
    """One game after the other between the same two."""
    while True:
        await duel.play(time.monotonic() + 3600, 0.15)
        mine, theirs = duel.cookies
        line = Http(club.port, duel.cookies[mine])
        try:
            _, found = await line.ask("POST", "/api/games", {"title": "ford", "seats": {}, "mine": [mine, theirs]})
            duel = Duel(
                account, club.port, found["game"]["id"], dict.fromkeys(duel.cookies, duel.cookies[mine]), duel.rng
            )
        except (*TROUBLE, TypeError, KeyError):
            await asyncio.sleep(0.3)
        finally:
            line.close()


def kill_postgres(cluster: Cluster) -> None:
    """kill -9, and a new start as soon as the last of it has ended."""
    cluster.kill()
    end = time.monotonic() + 60
    while True:
        time.sleep(0.3)
        try:
            cluster.start()
            return
        except AssertionError:
            assert time.monotonic() < end, "PostgreSQL does not come back"


async def takeover(folder: Path, games: int) -> dict[str, Any]:
    """Two processes with games in both; one is killed: how long until each of its games goes on."""
    async with a_club(folder, 2) as club:
        account = Account()
        made = await club.games(games, ["ford"])
        with psycopg.connect(club.url, autocommit=True) as db:
            duels = [
                Duel(account, club.port, game, cookies, random.Random(n)) for n, (game, cookies) in enumerate(made)
            ]
            playing = [asyncio.ensure_future(duel.play(time.monotonic() + 20, 0.2)) for duel in duels]
            await asyncio.sleep(5)
            query = "select process, count(*) from lease group by process order by 2 desc"
            owned = dict(db.execute(query).fetchall())
            killed = rng_child(club)
            os.kill(killed, 9)
            await asyncio.gather(*playing)
        missing = await club.missing(account)
    return {
        "games": games,
        "by process": sorted(owned.values()),
        "seconds until the last went on": round(max(account.gaps, default=0), 1),
        "lost": len(missing),
        "load average": load_average(),
    }


def rng_child(club: Club) -> int:
    return random.Random(1).choice(club.children())

"""Several processes over one PostgreSQL: a game is played in one, any answers, none writes behind another."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed

from front1914.server import fellows
from front1914.server.fellows import FALLEN, Fellows
from front1914.server.postgres import PostgresStorage
from front1914.server.storage import Fenced
from tests.server.club_process import ClubProcess, Member, duel, until
from tests.server.postgres import Cluster
from tests.server.test_storage import change, game

Serve = Callable[..., ClubProcess]


@pytest.fixture
def serve(tmp_path: Path, cluster: Cluster) -> Iterator[Serve]:
    """Starts processes over one database."""
    begun: list[ClubProcess] = []
    url = cluster.database()

    def start(*words: str) -> ClubProcess:
        begun.append(ClubProcess(tmp_path, "--database", url, *words))
        return begun[-1]

    start.url = url  # type: ignore[attr-defined]
    yield start
    for one in begun:
        if one.process.poll() is None:
            one.process.send_signal(signal.SIGCONT)
            one.kill()


def test_any_process_answers_and_windows_at_both_are_in_step(serve: Serve) -> None:
    first, second = serve(), serve()
    blue, red = Member(first, "Ann"), Member(second, "Ben")
    found = duel(first, red, blue)
    near, far = first.look(found, "red", red.cookie), second.look(found, "blue", blue.cookie)
    with near, far:
        assert json.loads(near.recv(10))["type"] == json.loads(far.recv(10))["type"] == "table"
        assert red.act(second, found, "red pass").status == 200
        assert blue.act(first, found, "blue unit b1").status == 200
        assert blue.act(second, found, "blue to 0302", seq=2).json["seq"] == 3
        assert blue.act(second, found, "blue done", seq=2).status == 409, "a repeated request does nothing"
        for line in (near, far):
            heard = (json.loads(line.recv(10)) for _ in range(9))  # that somebody sat down may be heard in between
            changes = (each["seq"] for each in heard if each["type"] == "change")
            assert list(islice(changes, 3)) == [1, 2, 3]
    for at in (first, second):
        assert red.ask(at, "GET", f"/api/games/{found}")["game"]["seq"] == 3
        assert at.call("GET", f"/api/games/{found}/view?side=blue", None, red.cookie).status == 403
        assert at.call("GET", f"/api/games/{found}/view?side=blue").status == 404
    assert second.end() == 0
    assert first.end() == 0


def test_the_clock_of_a_game_runs_where_it_is_played(serve: Serve) -> None:
    """Red sits down by way of the process that does not play the game."""
    first, second = serve(), serve()
    blue, red = Member(first, "Ann"), Member(second, "Ben")
    ask = {"title": "ford", "seats": {}, "mine": ["blue"], "pace": {"kind": "live", "base": 60, "increment": 0}}
    found = blue.ask(first, "POST", "/api/games", ask)["game"]["id"]
    with first.look(found, "blue", blue.cookie) as line:
        line.recv(10)
        token = blue.ask(first, "POST", f"/api/games/{found}/invitations", {"side": "red"})["token"]
        red.ask(second, "POST", "/api/invitations/accept", {"token": token})
        told = [json.loads(line.recv(10)) for _ in range(2)]
    assert {each["type"] for each in told} == {"clock", "players"}
    assert next(each["clock"]["running"] for each in told if "clock" in each) == "red"


def test_games_of_a_killed_process_go_on_in_the_other(serve: Serve) -> None:
    first, second = serve(), serve()
    blue, red = Member(first, "Ann"), Member(second, "Ben")
    found = duel(first, red, blue)
    assert red.act(first, found, "red pass").status == 200
    with second.look(found, "blue", blue.cookie) as line:
        line.recv(10)
        first.kill()
        with pytest.raises(ConnectionClosed) as end:
            line.recv(10)
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 1012, "the window is told to come again"
    assert until(lambda: blue.act(second, found, "blue unit b1", seq=1).status == 200, 30) < 5
    with second.look(found, "blue", blue.cookie, since=1) as again:
        assert json.loads(again.recv(10))["seq"] == 2


def test_a_process_that_ends_in_order_leaves_its_games_at_once(serve: Serve) -> None:
    first, second = serve(), serve()
    blue, red = Member(first, "Ann"), Member(second, "Ben")
    found = duel(first, red, blue)
    assert first.end() == 0
    began = time.monotonic()
    assert red.act(second, found, "red pass").status == 200
    assert time.monotonic() - began < 10
    with psycopg.connect(serve.url) as db:  # type: ignore[attr-defined]
        assert db.execute("select count(*) from process").fetchone() == (1,)


def test_a_process_that_was_taken_for_dead_cannot_write_and_begins_anew(serve: Serve) -> None:
    first, second = serve(), serve()
    blue, red = Member(first, "Ann"), Member(second, "Ben")
    found = duel(first, red, blue)
    assert red.act(first, found, "red pass").status == 200
    os.kill(first.process.pid, signal.SIGSTOP)  # as if its machine hung
    until(lambda: blue.act(second, found, "blue unit b1", seq=1).status == 200, 40)
    os.kill(first.process.pid, signal.SIGCONT)
    assert until(lambda: blue.act(first, found, "blue to 0302", seq=2).status == 200, 40) < 40
    assert [at.call("GET", f"/api/games/{found}", None, red.cookie).json["game"]["seq"] for at in (first, second)] == [
        3,
        3,
    ]


def test_processes_are_renewed_one_by_one_without_a_lost_action(serve: Serve) -> None:
    club = serve("--processes", "2")
    assert "2 processes" in club.said
    blue, red = Member(club, "Ann"), Member(club, "Ben")
    found = duel(club, red, blue)
    assert red.act(club, found, "red pass").status == 200
    with psycopg.connect(serve.url, autocommit=True) as db:  # type: ignore[attr-defined]
        before = {name for (name,) in db.execute("select id from process")}
        assert len(before) == 2
        club.process.send_signal(signal.SIGHUP)
        seq = 1
        end = time.monotonic() + 60
        while {name for (name,) in db.execute("select id from process")} & before:
            assert time.monotonic() < end
            text = ("blue unit b1", "blue back")[(seq + 1) % 2]
            try:
                answer = blue.act(club, found, text, seq=seq)
            except OSError:
                continue
            now = blue.ask(club, "GET", f"/api/games/{found}")["game"]["seq"]
            assert now == seq + (answer.status == 200) or answer.status == 503, answer.body
            seq = now
    assert club.end() == 0


class Neighbour:
    """A process that can be broken piece by piece: it listens, and it has a line to PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.storage = PostgresStorage(url)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.fellows = Fellows(self.storage, f"127.0.0.1:{self.door.getsockname()[1]}")

    async def join(self, games: Sequence[str] = ()) -> None:
        await self.fellows.join()
        for one in games:
            await self.storage.create(game(one), change(0, kind="new"))
        while not self.locked():  # the thread has said its name
            await asyncio.sleep(0.02)

    def locked(self) -> bool:
        with psycopg.connect(self.storage.url) as db:
            found = db.execute(f"select {FALLEN} from process where id = %s", (self.fellows.me,)).fetchone()
        return found == (False,)

    async def lose_line(self) -> None:
        """Without a word to anybody, as when it is killed."""
        self.fellows._end.set()
        await asyncio.to_thread(self.fellows._thread.join)

    async def close(self) -> None:
        self.door.close()
        await self.lose_line()
        await self.storage.close()


@pytest_asyncio.fixture
async def two(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Neighbour, Neighbour]]:
    """Two processes that are never taken for hanging, so that nothing is found out by waiting."""
    url = cluster.database()
    monkeypatch.setattr(fellows, "DEAD", 9_000.0)
    found = Neighbour(url), Neighbour(url)
    for each, games in zip(found, (("g",), ("h",)), strict=True):
        await each.join(games)
    yield found
    for each in found:
        await each.close()


@pytest.mark.asyncio
async def test_who_finds_a_process_dead_has_its_games_at_once(two: tuple[Neighbour, Neighbour]) -> None:
    """Dead is who neither listens nor has his line; nobody waits for a beat to stand still."""
    first, second = two
    address = first.fellows.address
    assert await second.fellows.owner("g") == address
    waiting = second.fellows.gone(address)
    assert not await second.fellows.bury(address), "it listens, and has its line"
    first.door.close()
    assert not await second.fellows.bury(address), "it ends in order: it has its line until all is written"
    assert await second.fellows.owner("g") == address
    await first.lose_line()
    async with asyncio.timeout(20):
        while not await second.fellows.bury(address):  # PostgreSQL needs a moment to see that the line is broken
            await asyncio.sleep(0.01)
    assert waiting.done()
    assert await second.fellows.owner("g") is None
    with pytest.raises(Fenced):
        await first.storage.append("g", change(1))


@pytest.mark.asyncio
async def test_who_has_lost_his_line_but_listens_is_alive(two: tuple[Neighbour, Neighbour]) -> None:
    """As all are when PostgreSQL is started anew."""
    first, second = two
    await first.lose_line()
    assert not first.locked()
    assert not await second.fellows.bury(first.fellows.address)
    await asyncio.sleep(2 * fellows.BEAT)
    assert await second.fellows.owner("g") == first.fellows.address


@pytest.mark.asyncio
async def test_a_dead_process_is_found_by_the_next_beat_if_nobody_asks(two: tuple[Neighbour, Neighbour]) -> None:
    first, second = two
    waiting = second.fellows.gone(first.fellows.address)
    first.door.close()
    await first.lose_line()
    await asyncio.wait_for(waiting, 20)
    assert await second.fellows.owner("g") is None


@pytest.mark.asyncio
async def test_who_has_lost_the_lease_is_refused_in_the_same_transaction(cluster: Cluster) -> None:
    url = cluster.database()
    old, new = PostgresStorage(url), PostgresStorage(url)
    mine, theirs = Fellows(old, "127.0.0.1:1"), Fellows(new, "127.0.0.1:2")
    await mine._enter()
    await theirs._enter()
    await old.create(game(), change(0, kind="new"))
    assert await mine.owner("g") is None
    assert await theirs.owner("g") == "127.0.0.1:1"
    with pytest.raises(Fenced):
        await new.append("g", change(1))
    await new.do("delete from process where id = ?", mine.me)  # taken for dead
    await old.append("g", change(1))  # nobody has taken the game yet: this is still there for whoever does
    theirs.doubt("g")
    assert await theirs.owner("g") is None
    await asyncio.gather(*(_refused(old, seq) for seq in (2, 3)))
    with pytest.raises(Fenced):
        await old.update("g", name="another")
    with pytest.raises(Fenced):
        await old.delete("g")
    await new.append("g", change(2))
    assert [row.seq for row in await new.log("g")] == [0, 1, 2]
    await old.close()
    await new.close()


async def _refused(storage: PostgresStorage, seq: int) -> None:
    with pytest.raises(Fenced):
        await storage.append("g", change(seq))

"""Commanders and jobs have limits, and none stands in the way of another."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from front1914.server import api, opponents, workers
from front1914.server.worker import frame
from front1914.server.workers import JobFailed, Workers
from tests.server.house import ROOT, House

pytestmark = pytest.mark.asyncio

CHOOSER = {"red": {"kind": "computer", "level": "chooser"}}
TEXT = {"content-type": "text/plain"}


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judgement of the moody Ford never comes to an end."""
    monkeypatch.setenv("FRONT1914_TITLES", "tests.ford,tests.server.moody")
    monkeypatch.setenv("FORD_MOOD", "slow")


async def test_a_commander_that_hangs_is_replaced_by_a_simpler_one(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(opponents, "MOST_THINKING", 1.0, raising=False)
    game = await house.begin(title="moody", seats=CHOOSER)
    line = await house.look(game, "blue")
    told = await line.until(lambda m: bool(m.get("computer", {}).get("reason")))
    assert told["computer"]["reason"] == "The chooser took too long: the random decides."
    await line.until(lambda m: m["type"] == "change" and m["by"] == "red")
    assert "took too long" in caplog.text
    reasons = house.library.tables[game].record.reasons("red")
    assert reasons[0]["reasons"][0] == {"kind": "late", "text": "The chooser took too long: the random decides."}


async def test_a_hanging_commander_delays_nobody_else(house: House) -> None:
    """However many hang: odds, uploads and pictures of other games are worked out by other processes."""
    for _ in range(house.library.workers.most):
        await house.begin(title="moody", seats=CHOOSER)
    await asyncio.sleep(0.5)
    game = await house.begin()
    await house.play(game, "red pass", "blue unit b1")
    began = time.monotonic()
    assert (await house.post(f"/api/games/{game}/odds", side="blue", actions=[]))["odds"]
    text = (await house.call("GET", f"/api/games/{game}/save?consent=blue,red")).body
    assert (await house.call("POST", "/api/games/upload", raw=text, headers=TEXT)).status == 201
    assert (await house.call("GET", "/api/titles/ford/art")).status == 200
    assert time.monotonic() - began < 30


async def test_another_game_does_not_wait_behind_a_hanging_commander() -> None:
    found = Workers(most=2)
    hang = ("throws", "moody", "campaign", {}, None, [["chance", ["draw", "b1"]]], True)
    await found.ask("forget", "x", key="a")
    await found.ask("forget", "x", key="b")
    hanging = asyncio.ensure_future(found.ask(*hang, key="a"))
    await asyncio.sleep(0.05)
    found._workers[0].keys.add("b")  # as if both had always been there
    found._workers[-1].keys.discard("b") if len(found._workers) > 1 else None
    assert await asyncio.wait_for(found.ask("forget", "x", key="b", limit=20), 20) is None
    hanging.cancel()
    await asyncio.gather(hanging, return_exceptions=True)
    await found.close()


async def test_the_limit_includes_the_queue() -> None:
    found = Workers(most=1)
    hang = ("throws", "moody", "campaign", {}, None, [["chance", ["draw", "b1"]]], True)
    hanging = asyncio.ensure_future(found.ask(*hang, limit=60.0))
    await asyncio.sleep(0.1)
    began = time.monotonic()
    with pytest.raises(JobFailed, match="waited longer than 1 seconds"):
        await found.ask("forget", "x", limit=1.0)
    assert time.monotonic() - began < 5
    assert not hanging.done(), "who only waited has not harmed who was at work"
    hanging.cancel()
    await asyncio.gather(hanging, return_exceptions=True)
    await found.close()


async def test_too_many_jobs_are_turned_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await house.begin()
    await house.play(game, "red pass")
    monkeypatch.setattr(workers, "MOST_JOBS", 0, raising=False)
    answer = await house.call("POST", f"/api/games/{game}/odds", {"side": "blue"})
    assert (answer.status, answer.error["place"]) == (503, "actions")


async def test_work_for_somebody_who_has_gone_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "STILL_THERE", 0.05, raising=False)
    game = await house.begin(title="moody")
    await house.play(game, "red pass")
    table = house.library.tables[game]
    hang = house.library.workers.ask("throws", "moody", "campaign", {}, None, table.record.entries[:1], True)

    class Gone:
        async def is_disconnected(self) -> bool:
            return True

    with pytest.raises(Exception, match="has gone"):
        await asyncio.wait_for(api.while_there(Gone(), hang), 20)  # type: ignore[arg-type]
    await asyncio.sleep(0.1)
    assert all(worker._process is None for worker in house.library.workers._clerks), "and its process with it"


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suggestions, uploads and reviews never come to an end; everything else is done at once."""

    async def work(worker: workers.Worker, job: str, arguments: tuple[Any, ...], told: workers.Told) -> Any:
        if job in ("advice", "read_save", "review"):
            await asyncio.Event().wait()
        return {"odds": []}

    monkeypatch.setattr(workers.Worker, "_work", work)


async def test_a_suggestion_for_somebody_who_has_gone_is_given_up(
    house: House, hanging: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "STILL_THERE", 0.05)
    game = await house.begin()
    await house.play(game, "red pass")
    asked = house.call("GET", f"/api/games/{game}/advice?side=blue", gone=True)
    assert (await asyncio.wait_for(asked, 20)).status == 409
    await asyncio.sleep(0.05)
    assert sum(worker.waiting for worker in house.library.workers._every()) == 0


async def test_suggestions_uploads_and_reviews_that_hang_delay_no_odds(house: House, hanging: None) -> None:
    """Each may take long: however many there are, what is asked in passing is answered."""
    games = [await house.begin() for _ in range(4)]
    for game in games:
        await house.play(game, "red pass")
    text = (await house.call("GET", f"/api/games/{games[0]}/save?consent=blue,red")).body
    for game in games[1:]:
        await house.post(f"/api/games/{game}/resign", side="red")
        assert (await house.call("GET", f"/api/games/{game}/review")).status == 202
    calls = [house.call("POST", "/api/games/upload", raw=text, headers=TEXT) for _ in range(3)]
    calls += [house.call("GET", f"/api/games/{games[0]}/advice?side=blue") for _ in range(3)]
    waiting = [asyncio.ensure_future(call) for call in calls]
    await asyncio.sleep(0.05)
    odds = house.post(f"/api/games/{games[0]}/odds", side="blue", actions=[])
    assert "odds" in await asyncio.wait_for(odds, 5)
    for task in waiting:
        assert not task.done()
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_process_has_only_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORD_MOOD", "greedy")
    found = Workers(most=1)
    with pytest.raises(JobFailed, match="more memory than it may have"):
        await found.ask("throws", "moody", "campaign", {}, None, [["chance", ["draw", "b1"]]], True, limit=60)
    assert await found.ask("forget", "x", limit=20) is None
    await found.close()


async def test_how_far_an_upload_is_read_can_be_asked(house: House) -> None:
    game = await house.begin()
    await house.play(game, "red pass", "blue unit b1")
    text = (await house.call("GET", f"/api/games/{game}/save?consent=blue,red")).body
    heard: list[tuple[int, int]] = []
    real = house.library.workers.ask

    async def listening(*job: Any, **more: Any) -> Any:
        told = more["told"]
        found = await real(*job, **more | {"told": lambda done, of: (heard.append((done, of)), told(done, of))})
        assert (await house.get("/api/uploads/abc123"))["of"] == heard[-1][1]
        return found

    house.library.workers.ask = listening  # type: ignore[method-assign]
    answer = await house.call("POST", "/api/games/upload?ticket=abc123", raw=text, headers=TEXT)
    assert answer.status == 201
    assert heard[-1][0] == heard[-1][1] > 0
    assert (await house.call("GET", "/api/uploads/abc123")).status == 404


async def test_a_long_campaign_fits_into_the_budget() -> None:
    from front1914.server.jobs import MOST_SECONDS, MOST_UPLOAD_SECONDS, UPLOAD_SECONDS

    assert 20 * 60 < MOST_SECONDS + 80_000 * UPLOAD_SECONDS < MOST_UPLOAD_SECONDS


async def test_a_process_whose_server_was_killed_ends_without_a_word() -> None:
    """Its answer finds nobody, while its listener still waits for the next job."""
    command = [sys.executable, "-m", "front1914.server.worker"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdout.close()
        worker.stdin.write(frame(["forget", ["x"]]))
        worker.stdin.flush()
        assert worker.wait(30) == 0
        assert worker.stderr.read() == b""


async def test_a_program_that_breaks_off_is_replaced_by_a_simpler_commander(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """docs/commander_protocol.md: at a table a commander of ours decides in its place, and the record says so."""
    program, names = tmp_path / "program.py", tmp_path / "programs.toml"
    hello = '{"type": "hello", "protocol": 1}'
    program.write_text(f"input()\nprint({hello!r}, flush=True)\ninput()\n")
    names.write_text(f'[mine]\ncommand = ["{sys.executable}", "{program}"]\n')
    monkeypatch.setenv("FRONT1914_PROGRAMS", str(names))
    monkeypatch.setenv("FORD_MOOD", "")
    assert {"id": "program:mine", "name": "Mine"} in (await house.get("/api/about"))["levels"]
    game = await house.begin(seats={"red": {"kind": "computer", "level": "program:mine"}})
    line = await house.look(game, "blue")
    told = await line.until(lambda m: bool(m.get("computer", {}).get("reason")))
    assert told["computer"]["reason"] == "The program:mine gave no answer: the general decides."
    await line.until(lambda m: m["type"] == "change" and m["by"] == "red")


async def test_nobody_names_a_program_from_outside(house: House) -> None:
    seats = {"red": {"kind": "computer", "level": "stdio:touch /tmp/here"}}
    assert (await house.call("POST", "/api/games", {"title": "ford", "seats": seats})).status == 422

"""The computer plays in a process of its own, from its seat; when it fails, the game goes on."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

import front1914
from front1914.server import jobs
from front1914.server.workers import JobFailed, Workers
from tests.server.house import House, open_house

pytestmark = pytest.mark.asyncio

COMPUTER = {"red": {"kind": "computer", "level": "chooser"}}


@pytest.fixture(autouse=True)
def moody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRONT1914_TITLES", "tests.ford,tests.server.moody")


async def test_the_computer_decides_one_by_one(house: House) -> None:
    game = await house.begin(seats=COMPUTER)
    line = await house.look(game, "blue")
    await line.until(lambda m: m["type"] == "change" and m["by"] == "red")
    await house.play(game, "blue done", "blue done")
    changes = []
    while line.window.decision is None or line.window.decision["side"] != "blue" or not changes:
        message = await line.next()
        changes += [message] if message["type"] == "change" and message["by"] == "red" else []
    assert len(changes) >= 2
    assert all(change["kind"] == "act" for change in changes)
    await line.until(lambda m: m["type"] == "computer" and m["computer"]["state"] == "idle")


async def test_two_computers_play_a_whole_game_while_somebody_looks_on(house: House) -> None:
    seats = {side: {"kind": "computer", "level": "random"} for side in ("blue", "red")}
    game = await house.begin(scenario="skirmish", seats=seats)
    await asyncio.sleep(0.2)
    assert (await house.get(f"/api/games/{game}"))["game"]["seq"] == 0, "nobody looks: nothing happens"
    line = await house.look(game, "observer")
    await line.until(lambda m: line.window.view["result"] is not None)
    assert (await house.get(f"/api/games/{game}"))["game"]["over"]


async def test_the_server_listens_while_the_computer_thinks(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORD_MOOD", "slow")
    game = await house.begin(title="moody", seats=COMPUTER)
    line = await house.look(game, "blue")
    assert (await line.next())["computer"]["state"] == "thinking"
    other = await house.begin()
    began = time.perf_counter()
    await house.play(other, "red pass", "blue unit b1")
    assert time.perf_counter() - began < 1


async def test_deleting_a_game_stops_the_computer(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORD_MOOD", "slow")
    game = await house.begin(title="moody", seats=COMPUTER)
    worker = await _worker(house)
    assert (await house.call("DELETE", f"/api/games/{game}")).status == 204
    assert not _alive(worker)


async def _worker(house: House) -> int:
    """The process that thinks."""
    for _ in range(200):
        await asyncio.sleep(0.02)
        for worker in house.library.workers._workers:
            if worker.doing is not None and worker._process is not None:
                return worker._process.pid
    raise AssertionError("nobody thinks")


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_computer_that_takes_too_long_can_be_stopped_and_replaced(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORD_MOOD", "slow")
    game = await house.begin(title="moody", seats=COMPUTER)
    worker = await _worker(house)
    found = await house.post(f"/api/games/{game}/computer", do="stop")
    assert found["computer"]["state"] == "stopped"
    assert not _alive(worker)
    line = await house.look(game, "blue")
    await line.next()
    seats = {"red": {"kind": "computer", "level": "random"}}
    assert (await house.call("PUT", f"/api/games/{game}/seats", {"seats": seats})).status == 200
    await line.until(lambda m: m["type"] == "change" and m["by"] == "red")


@pytest.mark.parametrize(
    ("mood", "words"), [("angry", "could not decide: ValueError."), ("dead", "its process ended unexpectedly")]
)
async def test_a_commander_that_fails_is_told_in_words_and_the_game_stays_playable(
    house: House, monkeypatch: pytest.MonkeyPatch, mood: str, words: str
) -> None:
    monkeypatch.setenv("FORD_MOOD", mood)
    game = await house.begin(title="moody", seats=COMPUTER)
    line = await house.look(game, "blue")
    await line.until(lambda m: m.get("computer", {}).get("state") == "trouble")
    trouble = line.window.computer
    assert trouble["side"] == "red"
    assert words in trouble["reason"]
    assert "play red yourself" in trouble["reason"]
    assert "fiche" not in "".join(line.heard), "what it said may be a secret"
    seen = (await house.get(f"/api/games/{game}"))["game"]["seq"]
    assert seen == 0
    # Trying again fails again; then a human takes over.
    await house.post(f"/api/games/{game}/computer", do="go")
    await line.until(lambda m: m.get("computer", {}).get("state") == "trouble")
    taken = await house.call("PUT", f"/api/games/{game}/seats", {"seats": {"red": {"kind": "human"}}})
    assert taken.json["game"]["seats"]["red"] == {"kind": "human"}
    await house.play(game, "red pass", "blue unit b1")


async def test_a_seat_given_to_the_computer_is_played_by_it(house: House) -> None:
    game = await house.begin()
    red = await house.look(game, "red")
    await red.next()
    blue = await house.look(game, "blue")
    await blue.next()
    await house.call("PUT", f"/api/games/{game}/seats", {"seats": {"red": {"kind": "computer", "level": "random"}}})
    await blue.until(lambda m: m["type"] == "change" and m["by"] == "red")
    assert red.task.done() or (await _ends(red))


async def _ends(line: object) -> bool:
    from tests.server.house import Closed, Line

    assert isinstance(line, Line)
    try:
        while True:
            message = await line.next()
            assert message["type"] != "change"
    except Closed:
        return True


async def test_after_a_restart_the_computer_goes_on_when_somebody_comes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        game = await house.begin(seats=COMPUTER)
    async with open_house(tmp_path) as house:
        line = await house.look(game, "blue")
        await line.until(lambda m: (m["type"] == "change" and m["by"] == "red") or line.window.seq > 0)


async def test_after_a_restart_the_computer_goes_on_with_its_plan(tmp_path: Path) -> None:
    """What a commander must know to go on is in the record of the game, with the order that begins its plan."""
    async with open_house(tmp_path) as house:
        game = await house.begin(seats={"red": {"kind": "computer", "level": "staff"}})
        line = await house.look(game, "blue")
        table = await house.library.table(game)
        await line.until(lambda m: m["type"] == "change" and m["by"] == "red")
        await house.play(game, "blue done", "blue done")
        await line.until(lambda m: table.record.plan("red") is not None)
        before = table.record.plan("red")
    async with open_house(tmp_path) as house:
        record = (await house.library.table(game)).record
        assert record.plan("red") == before
        assert record.plan("blue") is None
    assert before is not None
    jobs.forget(game)
    seat = front1914.new("ford", seed=1).seat("red")
    jobs.decide(game, "staff", "ford", "red", seat.view, None, before, seat.decision)
    assert jobs._commanders[f"{game}:red"][1].plan.name == before["kept"]["plan"]["name"]
    jobs.forget(game)


async def test_only_a_general_thinks_by_the_clock(house: House) -> None:
    timed = {"kind": "computer", "level": "general", "seconds": 3}
    game = await house.begin(seats={"red": timed})
    assert (await house.get(f"/api/games/{game}"))["game"]["seats"]["red"] == timed
    refused = await house.call("POST", "/api/games", {"title": "ford", "seats": {"red": {**timed, "level": "staff"}}})
    assert refused.status == 422
    assert "only the general" in refused.error["reason"]
    forever = await house.call("POST", "/api/games", {"title": "ford", "seats": {"red": {**timed, "seconds": 600}}})
    assert forever.status == 400


async def test_going_back_while_the_computer_thinks_throws_its_answer_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORD_MOOD", "slow")
    game = await house.begin(title="moody", seats={"blue": {"kind": "computer", "level": "chooser"}})
    await house.play(game, "red pass")
    await _worker(house)
    found = await house.post(f"/api/games/{game}/rewind", to=4, consent=["red"])
    assert found == {"seq": 2, "length": 4}
    await asyncio.sleep(0.1)
    shown = (await house.get(f"/api/games/{game}"))["game"]
    assert (shown["seq"], shown["deciding"]) == (2, "red")
    assert (await house.library.table(game)).computer["state"] == "idle"


# -- the processes ---------------------------------------------------------------------------------------------


async def test_a_job_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORD_MOOD", "slow")
    workers = Workers()
    with pytest.raises(JobFailed, match="longer than 1 seconds"):
        await workers.ask("throws", "moody", "campaign", {}, None, [["chance", ["draw", "b1"]]], True, limit=1.0)
    assert await workers.ask("forget", "nobody") is None
    await workers.close()


async def test_a_job_that_fails_harms_no_other() -> None:
    workers = Workers(most=1)
    with pytest.raises(JobFailed) as failed:
        await workers.ask("draw", "atlantis", None)
    assert failed.value.refused
    with pytest.raises(JobFailed) as failed:
        await workers.ask("odds", {}, {}, "nonsense")
    assert await workers.ask("forget", "nobody") is None
    await workers.close()

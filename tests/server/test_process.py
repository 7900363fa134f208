"""The server as a process: killed without warning, started again, with real sockets."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from front1914.server.app import listen
from front1914.server.claim import Claim
from front1914.server.paths import data_folder
from tests.server.house import Client, Process, eventually


@pytest.fixture
def servers() -> Iterator[list[Process]]:
    """Whatever a test leaves running is ended."""
    started: list[Process] = []
    yield started
    for server in started:
        if server.process.poll() is None:
            server.kill()


def begin(server: Process, **ask: Any) -> str:
    found: str = server.post("/api/games", **{"title": "ford", "seats": {}, "seed": 7, **ask})["game"]["id"]
    return found


def act(server: Process, game: str, *actions: str) -> None:
    for text in actions:
        side, verb, *arg = text.split()
        server.post(f"/api/games/{game}/act", side=side, verb=verb, **({"arg": arg[0]} if arg else {}))


def hear(line: ClientConnection, client: Client, seq: int) -> None:
    while client.seq < seq:
        client.hear(json.loads(line.recv(timeout=10)))


TO_BATTLE = (
    "red to 0204", "blue unit b3", "blue to 0503", "blue done", "blue done",
    "red unit r4", "red to 0504", "red done", "red to 0503", "red unit r4",
)  # fmt: skip


def test_every_acknowledged_action_survives_a_kill(tmp_path: Path, servers: list[Process]) -> None:
    server = Process(tmp_path)
    servers.append(server)
    game = begin(server)
    act(server, game, *TO_BATTLE)
    line, client = server.look(game, "red"), Client()
    hear(line, client, len(TO_BATTLE))
    before = server.call("GET", f"/api/games/{game}/view?side=red").json
    assert before["view"]["battle"]["attackers"] == ["r4"], "in the middle of a battle"
    server.kill()
    again = Process(tmp_path)
    servers.append(again)
    assert again.call("GET", f"/api/games/{game}/view?side=red").json == before
    # The window that was cut off has missed nothing, and the battle goes on.
    line = again.look(game, "red", since=client.seq)
    act(again, game, "red commit")
    hear(line, client, len(TO_BATTLE) + 1)
    assert "clash" in [event["kind"] for event in client.events]
    found = again.call("GET", f"/api/games/{game}/view?side=red").json
    assert client.view == found["view"]
    line.close()
    again.end()


def test_a_kill_in_the_middle_of_many_actions_loses_none_that_was_acknowledged(
    tmp_path: Path, servers: list[Process]
) -> None:
    server = Process(tmp_path)
    servers.append(server)
    game = begin(server, seats={side: {"kind": "computer", "level": "random"} for side in ("blue", "red")})
    line, client = server.look(game, "observer"), Client()
    hear(line, client, 40)  # computers play as fast as they can
    server.process.kill()
    with suppress(ConnectionClosed):
        while True:
            client.hear(json.loads(line.recv(timeout=10)))
    server.wait()
    again = Process(tmp_path)
    servers.append(again)
    shown = again.call("GET", f"/api/games/{game}").json["game"]
    assert shown["seq"] >= client.seq
    moment = again.call("GET", f"/api/games/{game}/moments/{client.length}?side=observer").json
    assert moment["view"] == client.view
    again.end()


def test_both_screens_follow_a_game_live(tmp_path: Path, servers: list[Process]) -> None:
    server = Process(tmp_path)
    servers.append(server)
    game = begin(server)
    lines = {side: server.look(game, side) for side in ("blue", "red")}
    clients = {side: Client() for side in lines}
    act(server, game, *TO_BATTLE, "red commit")
    for side, line in lines.items():
        hear(line, clients[side], len(TO_BATTLE) + 1)
        assert clients[side].view == server.call("GET", f"/api/games/{game}/view?side={side}").json["view"]
        line.close()
    assert server.end() == 0


def test_a_lost_board_resumes_over_a_real_socket(tmp_path: Path, servers: list[Process]) -> None:
    server = Process(tmp_path)
    servers.append(server)
    game = begin(server)
    line, client = server.look(game, "blue"), Client()
    hear(line, client, 0)
    line.socket.shutdown(socket.SHUT_RDWR)  # the cable is pulled
    act(server, game, *TO_BATTLE[:4])
    line = server.look(game, "blue", since=client.seq)
    first = json.loads(line.recv(timeout=10))
    assert (first["type"], first["prev"]) == ("change", 0)
    client.hear(first)
    hear(line, client, 4)
    assert client.view == server.call("GET", f"/api/games/{game}/view?side=blue").json["view"]
    line.close()
    server.end()


def test_a_socket_from_another_page_is_refused_over_the_wire(tmp_path: Path, servers: list[Process]) -> None:
    server = Process(tmp_path)
    servers.append(server)
    game = begin(server)
    origin: Any = "https://evil.example"
    board = f"ws://{server.address}/api/games/{game}/live?side=blue"
    with pytest.raises(InvalidStatus) as refused, connect(board, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    with (
        connect(f"ws://{server.address}/api/games/nobody/live?side=blue") as line,
        pytest.raises(ConnectionClosed) as end,
    ):
        line.recv(timeout=10)
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == 4404
    with server.look(game, "blue") as line:
        line.recv(timeout=10)
        line.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=10)
    assert server.call("GET", f"/api/games/{game}").status == 200
    server.end()


def test_the_thinking_processes_end_with_the_server(tmp_path: Path, servers: list[Process]) -> None:
    server = Process(tmp_path)
    servers.append(server)
    game = begin(server, seats={"red": {"kind": "computer", "level": "random"}})
    line, client = server.look(game, "blue"), Client()
    hear(line, client, 1)
    children = _children(server.process.pid)
    assert children
    server.kill()
    eventually(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def _children(parent: int) -> list[int]:
    if not Path("/proc").is_dir():
        pytest.skip("needs /proc")
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and f"PPid:\t{parent}\n" in (entry / "status").read_text():
                found.append(int(entry.name))
    return found


def test_a_second_start_points_to_the_first(tmp_path: Path, servers: list[Process]) -> None:
    first = Process(tmp_path)
    servers.append(first)
    second = Process(tmp_path)
    servers.append(second)
    assert second.wait() == 0
    assert f"http://{first.address}/" in second.said
    first.kill()
    third = Process(tmp_path)  # a killed server does not keep the folder
    servers.append(third)
    assert third.call("GET", "/api/about").status == 200
    assert third.end() == 0
    assert not (tmp_path / "server.address").exists()


def test_a_taken_port_is_no_obstacle(tmp_path: Path, servers: list[Process]) -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        server = Process(tmp_path, port)
        servers.append(server)
        assert not server.address.endswith(f":{port}")
        assert server.call("GET", "/api/about").status == 200
        server.end()


def test_small_answers_are_sent_at_once() -> None:
    """asyncio turns the delay of small packets off only where the protocol is named."""
    with listen("127.0.0.1", 0) as found:
        assert found.proto == socket.IPPROTO_TCP


def test_the_server_ends_quickly_with_boards_open(tmp_path: Path, servers: list[Process]) -> None:
    server = Process(tmp_path)
    servers.append(server)
    line = server.look(begin(server), "blue")
    line.recv(timeout=10)
    began = time.monotonic()
    assert server.end() == 0
    assert time.monotonic() - began < 5


def test_a_folder_that_cannot_be_is_told(tmp_path: Path, servers: list[Process]) -> None:
    (tmp_path / "file").write_text("")
    server = Process(tmp_path / "file" / "folder")
    servers.append(server)
    assert server.wait() == 1


def test_one_process_at_a_time_holds_the_folder(tmp_path: Path) -> None:
    first = Claim(tmp_path)
    first.announce("http://127.0.0.1:1/")
    second = Claim(tmp_path)
    assert (first.ours, second.ours, second.address) == (True, False, "http://127.0.0.1:1/")
    first.release()
    third = Claim(tmp_path)
    assert third.ours
    third.release()


def test_the_folder_of_games_is_the_usual_one_of_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if sys.platform == "linux":
        assert data_folder(None, {}) == tmp_path / ".local" / "share" / "front1914"
        monkeypatch.setenv("XDG_DATA_HOME", "/data")
        assert data_folder(None, {}) == Path("/data/front1914")
    assert data_folder(None, {}).name == "front1914"
    assert data_folder(None, {"FRONT1914_DATA": "/games"}) == Path("/games")
    assert data_folder("/mine", {"FRONT1914_DATA": "/games"}) == Path("/mine")

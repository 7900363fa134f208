"""A club served by processes of their own over one PostgreSQL, and people who talk to any of them."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.house import ROOT, Answer

PUBLIC = "http://club.test"


class ClubProcess:
    """`front1914 serve`, on a free port of the loopback."""

    def __init__(self, folder: Path, *words: str, port: int | None = None, errors: Any = None) -> None:
        self.port = port or free_port()
        command = [sys.executable, "-m", "front1914", "serve", "--public", PUBLIC, "--port", str(self.port)]
        environ = os.environ | {"FRONT1914_TITLES": "tests.ford", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [*command, "--data-dir", str(folder), "--no-hooks", *words],
            env=environ,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()

    def call(self, method: str, path: str, body: Any = None, cookie: str = "", **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        data = None if body is None else json.dumps(body)
        sent = {"host": "club.test", "cookie": cookie, **headers}
        sent |= {"content-type": "application/json"} if body is not None else {}
        connection.request(method, path, data, sent)
        response = connection.getresponse()
        answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        connection.close()
        return answer

    def look(self, game: str, side: str, cookie: str, since: int | None = None) -> ClientConnection:
        more = "" if since is None else f"&since={since}"
        return connect(
            f"ws://club.test/api/games/{game}/live?side={side}{more}",
            sock=socket.create_connection(("127.0.0.1", self.port), timeout=20),
            origin=PUBLIC,  # type: ignore[arg-type]
            additional_headers={"cookie": cookie},
            compression=None,
            proxy=None,
        )

    def kill(self) -> None:
        self.process.kill()
        self.wait()

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class Member:
    """Somebody who has signed in; he may ask any process."""

    def __init__(self, at: ClubProcess, name: str) -> None:
        answer = at.call("POST", "/api/me", {"name": name})
        assert answer.status == 201, answer.body
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    def ask(self, at: ClubProcess, method: str, path: str, body: Any = None) -> Any:
        answer = at.call(method, path, body, self.cookie)
        assert answer.status in (200, 201), (answer.status, answer.body)
        return answer.json

    def act(self, at: ClubProcess, game: str, text: str, **more: Any) -> Answer:
        """Such as "blue unit b1"."""
        side, verb, *arg = text.split(" ")
        body = {"side": side, "verb": verb, **({"arg": arg[0]} if arg else {}), **more}
        return at.call("POST", f"/api/games/{game}/act", body, self.cookie)


def duel(at: ClubProcess, red: Member, blue: Member, **more: Any) -> str:
    """A game of the Ford between two members; red sits down by invitation."""
    ask = {"title": "ford", "seats": {}, "mine": ["blue"], **more}
    game: str = blue.ask(at, "POST", "/api/games", ask)["game"]["id"]
    token = blue.ask(at, "POST", f"/api/games/{game}/invitations", {"side": "red"})["token"]
    red.ask(at, "POST", "/api/invitations/accept", {"token": token})
    return game


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def until(check: Any, seconds: float = 10.0) -> float:
    """Waits until something is so; the seconds that it took."""
    began = time.monotonic()
    while not check():
        assert time.monotonic() - began < seconds, "it never came about"
        time.sleep(0.05)
    return time.monotonic() - began

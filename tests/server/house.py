"""A server for tests: in this process without a network, or as a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from websockets.sync.client import ClientConnection, connect

from front1914.server.app import create_app
from front1914.server.delta import apply
from front1914.server.library import Library
from front1914.server.sql import SqlStorage

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1:1914"


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> dict[str, Any]:
        assert 400 <= self.status < 600, self.body[:500]
        assert self.headers["content-type"] == "application/json"
        found: dict[str, Any] = self.json["error"]
        assert {"place", "reason", "rule"} <= found.keys()
        assert found["reason"]
        return found


class Closed(Exception):
    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Line:
    """A socket to the application; `window` keeps what a client would."""

    def __init__(self, house: House, path: str, headers: dict[str, str]) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[str] = []
        split = urlsplit(path)
        scope = {
            "type": "websocket",
            "path": split.path,
            "raw_path": split.path.encode(),
            "query_string": split.query.encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in ({"host": HOST} | headers).items()],
            "subprotocols": [],
            "scheme": "ws",
            "server": ("127.0.0.1", 1914),
            "app": house.app,
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(house.app(scope, self._in.get, self._out.put))
        self.window = Client()

    async def opened(self) -> None:
        """Until it is accepted and has its first message, or is refused: from then on it hears everything."""
        end = time.monotonic() + 10
        while self._out.qsize() < 2 and not self.task.done() and time.monotonic() < end:
            await asyncio.sleep(0.001)

    async def next(self, seconds: float = 10) -> dict[str, Any]:
        """The next message; Closed if the server ended the connection."""
        while True:
            message = await asyncio.wait_for(self._out.get(), seconds)
            if message["type"] == "websocket.accept":
                continue
            if message["type"] == "websocket.close":
                raise Closed(message.get("code", 1000), message.get("reason") or "")
            self.heard.append(message["text"])
            found: dict[str, Any] = json.loads(message["text"])
            self.window.hear(found)
            return found

    async def until(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = 20) -> dict[str, Any]:
        while True:
            message = await self.next(seconds)
            if wanted(message):
                return message

    async def quiet(self) -> None:
        """Nothing more comes in."""
        await asyncio.sleep(0.02)
        assert self._out.empty(), self._out.get_nowait()

    def send(self, text: str) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.task, 10)


class Client:
    """What a client remembers, by the book: docs/protocol.md."""

    def __init__(self) -> None:
        self.seq = -1
        self.length = 0
        self.view: dict[str, Any] = {}
        self.decision: dict[str, Any] | None = None
        self.undoable = 0
        self.computer: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []

    def hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "table":
            self.view = message["view"]
        elif kind == "change":
            assert message["prev"] == self.seq, "a change was lost"
            self.view = apply(self.view, message["patch"])
        if kind in ("table", "change"):
            self.seq, self.length = message["seq"], message["length"]
            self.decision, self.undoable = message["decision"], message["undoable"]
            self.events = [e for e in self.events if e["at"] <= message["cut"]] + message["events"]
        if "computer" in message:
            self.computer = message["computer"]


@dataclass
class House:
    """The application in this process."""

    app: Starlette
    lines: list[Line] = field(default_factory=list)

    @property
    def library(self) -> Library:
        found: Library = self.app.state.library
        return found

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        raw: bytes | None = None,
        gone: bool = False,
    ) -> Answer:
        """Asks; with `gone`, whoever asks goes away as soon as he has asked."""
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        sent = {"host": HOST, "content-length": str(len(data))}
        if body is not None:
            sent["content-type"] = "application/json"
        split = urlsplit(path)
        scope = {
            "type": "http",
            "method": method,
            "path": split.path,
            "raw_path": split.path.encode(),
            "root_path": "",
            "scheme": "http",
            "query_string": split.query.encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in (sent | (headers or {})).items()],
            "server": ("127.0.0.1", 1914),
        }
        replies: list[dict[str, Any]] = []
        incoming = [{"type": "http.request", "body": data, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if incoming or gone:
                return incoming.pop() if incoming else {"type": "http.disconnect"}
            return await asyncio.Future()  # type: ignore[no-any-return]  # whoever asked stays there

        async def send(message: Any) -> None:
            replies.append(message)

        await self.app(scope, receive, send)
        found = {k.decode(): v.decode() for k, v in replies[0]["headers"]}
        return Answer(replies[0]["status"], found, b"".join(r.get("body", b"") for r in replies[1:]))

    async def get(self, path: str) -> Any:
        answer = await self.call("GET", path)
        assert answer.status == 200, answer.body
        return answer.json

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.call("POST", path, body)
        assert answer.status in (200, 201), answer.body
        return answer.json

    async def begin(self, **ask: Any) -> str:
        """A game of the Ford, hot seat unless said otherwise."""
        ask = {"title": "ford", "seats": {}, "seed": 7, **ask}
        found: str = (await self.post("/api/games", **ask))["game"]["id"]
        return found

    async def play(self, game: str, *actions: str) -> None:
        """Actions such as "red pass", "blue unit b1"."""
        for text in actions:
            side, verb, *arg = text.split(" ")
            word = {"arg": int(arg[0]) if arg[0].isdigit() and verb == "die" else arg[0]} if arg else {}
            await self.post(f"/api/games/{game}/act", side=side, verb=verb, **word)

    async def look(self, game: str, side: str, since: int | None = None, headers: dict[str, str] | None = None) -> Line:
        more = "" if since is None else f"&since={since}"
        line = Line(self, f"/api/games/{game}/live?side={side}{more}", headers or {})
        self.lines.append(line)
        await line.opened()
        return line


@asynccontextmanager
async def open_house(
    folder: Path, storage: SqlStorage | None = None, public: str | None = None, senders: Any = None
) -> AsyncIterator[House]:
    app = create_app(folder, storage=storage, public=public, senders=senders)
    async with app.router.lifespan_context(app):
        house = House(app)
        try:
            yield house
        finally:
            for line in house.lines:
                if not line.task.done():
                    await line.close()


class Process:
    """The server as a process of its own."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        titles: str = "tests.ford",
        errors: int | None = None,
        public: str | None = None,
    ) -> None:
        ask = f"port={port}, open_browser=False, public={public!r}"
        code = f"from front1914.server.app import run; raise SystemExit(run({ask}))"
        environ = os.environ | {"FRONT1914_DATA": str(folder), "FRONT1914_TITLES": titles, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], env=environ, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        self._lines = ExitStack()
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.address = urlsplit(next((word for word in self.said.split() if word.startswith("http")), "")).netloc

    def call(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        data = None if body is None else json.dumps(body)
        sent = ({"content-type": "application/json"} if body is not None else {}) | (headers or {})
        with closing(http.client.HTTPConnection(self.address, timeout=60)) as connection:
            connection.request(method, path, data, sent)
            with connection.getresponse() as response:
                found = {k.lower(): v for k, v in response.getheaders()}
                return Answer(response.status, found, response.read())

    def post(self, path: str, **body: Any) -> Any:
        answer = self.call("POST", path, body)
        assert answer.status in (200, 201), answer.body
        return answer.json

    def look(self, game: str, side: str, since: int | None = None) -> ClientConnection:
        more = "" if since is None else f"&since={since}"
        path = f"/api/games/{game}/live?side={side}{more}"
        return self._lines.enter_context(connect(f"ws://{self.address}{path}", compression=None))

    def kill(self) -> None:
        """As when the power fails: no chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        self.wait()

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(20)
        self._lines.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def eventually(check: Callable[[], bool], seconds: float = 10) -> None:
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.02)

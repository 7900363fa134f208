"""Scripted people: each has a window at his game, acts in his turn, and keeps account of what was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.server.club_process import PUBLIC
from tests.server.house import Client

TROUBLE = (OSError, EOFError, asyncio.TimeoutError, WebSocketException, InvalidHandshake, ValueError)

KEPT = 3.0  #: seconds after which a connection is opened anew: the server closes unused ones after five


class Http:
    """One connection that is kept, as a browser keeps it."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port = port
        self.cookie = cookie
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and what was answered."""
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: club.test\r\ncookie: {self.cookie}\r\ncontent-length: {len(data)}\r\n"
        )
        head += "content-type: application/json\r\n\r\n" if body is not None else "\r\n"
        try:
            async with asyncio.timeout(30):
                if time.monotonic() - self._used > KEPT:
                    self.close()
                self._used = time.monotonic()
                if self._line is None:
                    self._line = await asyncio.open_connection("127.0.0.1", self.port)
                reader, writer = self._line
                writer.write(head.encode() + data)
                status, length = int((await reader.readline()).split()[1]), 0
                while (line := await reader.readline()) not in (b"\r\n", b""):
                    name, _, value = line.decode().partition(":")
                    length = int(value) if name.lower() == "content-length" else length
                found = await reader.readexactly(length)
                return status, json.loads(found) if found else None
        except IndexError as bad:  # an empty answer
            self.close()
            raise EOFError("the server closed the connection") from bad
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._line is not None:
            self._line[1].close()
            self._line = None


@dataclass
class Account:
    """What all players found out together."""

    seconds: list[float] = field(default_factory=list)  #: from an action to the other's window
    errors: list[str] = field(default_factory=list)
    acknowledged: dict[str, dict[int, list[Any]]] = field(default_factory=dict)  #: by game and seq: the action
    troubles: int = 0  #: times that somebody had to come again
    gaps: list[float] = field(default_factory=list)  #: seconds in which a game stood still because of one


class Duel:
    """A game between two players."""

    def __init__(self, account: Account, port: int, game: str, cookies: dict[str, str], rng: random.Random) -> None:
        self.account = account
        self.port = port
        self.game = game
        self.rng = rng
        self.clients = {side: Client() for side in cookies}
        self.http = {side: Http(port, cookie) for side, cookie in cookies.items()}
        self.cookies = cookies
        self.sent: dict[int, tuple[str, float]] = {}  #: by seq: who acted, and when
        self.over = False
        self.windows: list[asyncio.Future[None]] = []
        self.news = asyncio.Event()
        account.acknowledged[game] = {}

    async def sit(self) -> None:
        """Both open their windows, and see the table."""
        self.windows = [asyncio.ensure_future(self._window(side)) for side in self.clients]
        while any(client.seq < 0 for client in self.clients.values()):
            await asyncio.sleep(0.02)

    async def play(self, stop: float, rest: float) -> None:
        """Until the time is up or the game is over."""
        windows = self.windows or [asyncio.ensure_future(self._window(side)) for side in self.clients]
        try:
            await asyncio.sleep(self.rng.random() * rest)
            while time.monotonic() < stop and not self.over:
                await self._turn()
                await asyncio.sleep(rest * self.rng.uniform(0.5, 1.5) if rest else 0)
            await asyncio.sleep(0.5)  # what is still under way
        finally:
            for window in windows:
                window.cancel()
            await asyncio.gather(*windows, return_exceptions=True)
            for line in self.http.values():
                line.close()

    # -- acting ------------------------------------------------------------------------------------------------

    async def _turn(self) -> None:
        side = next((side for side, client in self.clients.items() if client.decision is not None), None)
        if side is None:
            self.news.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.news.wait(), 2)
            return
        client = self.clients[side]
        decision, seq = client.decision, client.seq
        assert decision is not None
        verb = self.rng.choice(sorted(decision["actions"]))
        args = decision["actions"][verb]
        arg = {} if args is None else {"arg": self.rng.choice(args)}
        began = time.perf_counter()
        self.sent[seq + 1] = side, began
        stuck = time.monotonic()
        try:
            ask = {"side": side, "verb": verb, "seq": seq, **arg}
            status, found = await self.http[side].ask("POST", f"/api/games/{self.game}/act", ask)
        except TROUBLE as bad:
            await self._trouble(f"{type(bad).__name__}: {bad}", stuck, side)
            return
        if status == 200:
            self.account.acknowledged[self.game][found["seq"]] = [side, verb, arg.get("arg")]
            if client.seq == seq:
                client.decision = None  # until the window says what is next
        elif status in (409, 503, 502, 429):
            await self._trouble(f"{status}: {found}", stuck, side)
        else:
            self.account.errors.append(f"{status}: {found}")
            await asyncio.sleep(0.5)

    async def _trouble(self, words: str, stuck: float, side: str) -> None:
        """The server died, or says no: wait until it answers again, as a client does."""
        self.account.troubles += 1
        if not words.startswith("409"):
            self.account.errors.append(words)
        while True:
            await asyncio.sleep(0.1)
            try:
                status, _ = await self.http[side].ask("GET", f"/api/games/{self.game}/view?side={side}")
            except TROUBLE:
                continue
            if status == 200:
                self.account.gaps.append(time.monotonic() - stuck)
                return

    # -- looking -----------------------------------------------------------------------------------------------

    async def _window(self, side: str) -> None:
        client = self.clients[side]
        while True:
            since = f"&since={client.seq}" if client.seq >= 0 else ""
            try:
                async with connect(
                    f"ws://club.test/api/games/{self.game}/live?side={side}{since}",
                    host="127.0.0.1",
                    port=self.port,
                    origin=PUBLIC,  # type: ignore[arg-type]
                    additional_headers={"cookie": self.cookies[side]},
                    compression=None,
                    proxy=None,
                    open_timeout=30,
                    ping_interval=None,
                    max_size=None,
                ) as line:
                    async for message in line:
                        self._hear(side, json.loads(message))
            except TROUBLE:
                pass
            await asyncio.sleep(0.2)  # by itself, as every client does

    def _hear(self, side: str, message: dict[str, Any]) -> None:
        client = self.clients[side]
        client.hear(message)
        if message["type"] == "change":
            who, began = self.sent.get(message["seq"], ("", 0.0))
            if who not in ("", side):
                self.account.seconds.append(time.perf_counter() - began)
        if message["type"] in ("table", "change"):
            self.over = self.over or bool(message.get("view", client.view).get("result"))
            self.news.set()

    async def check(self) -> None:
        """Each client's log and view are those of the server."""
        for side, client in self.clients.items():
            line = Http(self.port, self.cookies[side])
            try:
                _, seen = await line.ask("GET", f"/api/games/{self.game}/view?side={side}")
                events: list[Any] = []
                since, more = -1, True
                while more:
                    _, part = await line.ask("GET", f"/api/games/{self.game}/events?side={side}&since={since}")
                    events, since, more = events + part["events"], part.get("next", -1), part["more"]
            finally:
                line.close()
            if (client.seq, client.view) != (seen["seq"], seen["view"]):
                self.account.errors.append(f"{self.game}: the view of {side} at {client.seq} is not the server's")
            if client.events != events[len(events) - len(client.events) :]:
                self.account.errors.append(f"{self.game}: the log of {side} is not the server's")

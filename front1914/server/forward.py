"""Requests and sockets about a game go to the process that plays it, whichever process they came in at.

Of several processes over one database any may be asked. The one that plays a game answers itself; another one hands
the request on over the loopback and the answer back. That way a game has one memory, one computer opponent and one
clock, exactly as with a single process. A request that has been handed on is never handed on again: if the game has
moved meanwhile, the first process is told so (421) and looks once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from typing import Any

import httpx
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from front1914.server import wire
from front1914.server.asks import MOST_BODY, read
from front1914.server.fellows import Fellows
from front1914.server.guard import SAFE
from front1914.server.limits import came_in_at
from front1914.server.refusals import Refused

ABOUT = re.compile(r"/api/(?:games|lobby)/([a-z0-9]{12})(?:/|$)")  #: the game that a path is about
PATIENCE = 8.0  #: seconds in which a game whose process has died is taken over
LONGEST = 120.0  #: seconds that an answer may take: odds, advice, a review
OF_ONE_LINE = {"connection", "keep-alive", "transfer-encoding", "te", "upgrade", "host", "content-length", "date"}


class Forward:
    """Hands on what is about a game of another process."""

    def __init__(self, app: ASGIApp, public: str) -> None:
        self.app = app
        self.public = public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        fellows: Fellows | None = getattr(scope["app"].state, "fellows", None) if "app" in scope else None
        about = ABOUT.match(scope.get("path", "")) if scope["type"] in ("http", "websocket") else None
        if fellows is None or about is None:
            return await self.app(scope, receive, send)
        game = about[1]
        if came_in_at(scope, fellows.address):
            if await fellows.owner(game) is None:
                return await self.app(scope, receive, send)
            return await _misdirected(scope, receive, send)
        if scope["type"] == "websocket":
            return await self._socket(fellows, game, scope, receive, send)
        return await self._request(fellows, game, scope, receive, send)

    # -- requests ----------------------------------------------------------------------------------------------

    async def _request(self, fellows: Fellows, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        end, body = time.monotonic() + PATIENCE, None
        while (address := await fellows.owner(game)) is not None and time.monotonic() < end:
            try:
                body = await read(Request(scope, receive), MOST_BODY) if body is None else body
            except Refused as no:
                return await _answer(no.status, no.error, scope, receive, send)
            found = await self._ask(fellows, scope, address, body)
            if found is not None:
                return await found(scope, receive, send)
            await _moved(fellows, game, address)
        if address is None and body is None:
            return await self.app(scope, receive, send)
        if address is None:
            return await self.app(scope, _again(body or b"", receive), send)
        error = {"place": "game", "reason": "its process does not answer; try again", "rule": ""}
        return await _answer(503, error, scope, receive, send)

    async def _ask(self, fellows: Fellows, scope: Scope, address: str, body: bytes) -> Response | None:
        """What the other process answers; None if it certainly did nothing, so that another may be asked."""
        client: httpx.AsyncClient = scope["app"].state.client
        query = scope["query_string"].decode("latin-1")
        target = f"http://{address}{scope['raw_path'].decode('latin-1').split('?')[0]}{'?' + query if query else ''}"
        headers = [(name, value) for name, value in self._headers(scope) if name.lower() not in OF_ONE_LINE]
        headers.append(("host", self.public.partition("://")[2]))
        asking: asyncio.Future[Any] = asyncio.ensure_future(
            client.request(scope["method"], target, content=body, headers=headers)
        )
        gone = fellows.gone(address)
        try:
            await asyncio.wait([asking, gone], return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                raise httpx.ReadError("the process is dead")
            got = asking.result()
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):  # it was not even sent
            await fellows.bury(address)
            return None
        except httpx.HTTPError:
            await fellows.bury(address)
            if scope["method"] in SAFE:
                return None
            error = {"place": "game", "reason": "its process ended meanwhile; look again what was done", "rule": ""}
            return Response(wire.encode({"error": error}), 503, media_type="application/json")
        finally:
            asking.cancel()
            gone.cancel()
        if got.status_code == 421:
            return None
        response = Response(got.content, got.status_code)
        response.raw_headers = [
            (name.lower(), value)
            for name, value in got.headers.raw
            if name.lower().decode() not in OF_ONE_LINE - {"content-length"} and name.lower() != b"content-encoding"
        ]
        response.headers["content-length"] = str(len(got.content))
        return response

    def _headers(self, scope: Scope) -> list[tuple[str, str]]:
        """The headers as they came, and from whom they came."""
        kept = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        kept = [(name, value) for name, value in kept if name.lower() not in ("x-forwarded-for", "origin")]
        if "origin" in Headers(scope=scope):  # this process has compared it already
            kept.append(("origin", self.public))
        client = scope.get("client")
        return [*kept, ("x-forwarded-for", client[0] if client else "")]

    # -- sockets -----------------------------------------------------------------------------------------------

    async def _socket(self, fellows: Fellows, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        end = time.monotonic() + PATIENCE
        while (address := await fellows.owner(game)) is not None and time.monotonic() < end:
            try:
                upstream = await self._open(scope, address)
            except (OSError, InvalidHandshake, TimeoutError) as no:
                if isinstance(no, ConnectionRefusedError):
                    await fellows.bury(address)
                await _moved(fellows, game, address)
                continue
            await _relay(WebSocket(scope, receive, send), upstream, fellows.gone(address))
            if upstream.close_code == 1006:  # broken off: its games are free before anybody asks for them
                await fellows.bury(address)
            return None
        if address is None:
            return await self.app(scope, receive, send)
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        return await socket.close(1013, "its process does not answer; try again")

    async def _open(self, scope: Scope, address: str) -> ClientConnection:
        query = scope["query_string"].decode("latin-1")
        leave = OF_ONE_LINE | {"origin"}
        headers = [
            (name, value)
            for name, value in self._headers(scope)
            if name.lower() not in leave and not name.lower().startswith("sec-websocket")
        ]
        return await connect(
            f"ws://{self.public.partition('://')[2]}{scope['path']}{'?' + query if query else ''}",
            host=address.rpartition(":")[0],
            port=int(address.rpartition(":")[2]),
            origin=self.public,  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            max_size=64 << 20,
            proxy=None,
            open_timeout=2,
            close_timeout=1,
            ping_interval=None,
            user_agent_header=None,
        )


async def _moved(fellows: Fellows, game: str, address: str) -> None:
    """Whoever was asked does not play the game: asks the database again, soon, or at once when that one has ended."""
    if fellows.doubt(game):
        gone = fellows.gone(address)
        await asyncio.wait([gone], timeout=0.2)
        gone.cancel()


async def _relay(socket: WebSocket, upstream: ClientConnection, gone: asyncio.Future[None]) -> None:
    """Both ways until one end closes; if the other process dies, the client is told to come again."""
    gone.add_done_callback(lambda ended: None if ended.cancelled() else upstream.transport.abort())
    await socket.accept()
    outward = asyncio.ensure_future(_outward(socket, upstream))
    code, reason = 1012, ""
    try:
        async for message in upstream:
            await socket.send_text(message if isinstance(message, str) else message.decode())
    except ConnectionClosed:
        pass
    except (WebSocketDisconnect, RuntimeError):
        code = 0  # the client has gone
    finally:
        if upstream.close_code not in (None, 1005, 1006):
            code, reason = ((code and upstream.close_code) or 0), upstream.close_reason or ""
        outward.cancel()
        gone.cancel()
        await upstream.close()
    if code:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code, reason)


async def _outward(socket: WebSocket, upstream: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed, RuntimeError):
        while True:
            message: Any = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return await upstream.close()
            await upstream.send(message.get("text") or message.get("bytes") or b"")


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that has been read already."""
    told = False

    async def receiving() -> Any:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


async def _misdirected(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":  # refused before it is open: the other process sees no handshake and looks again
        await receive()
        return await send({"type": "websocket.close", "code": 1013, "reason": "played elsewhere"})
    return await _answer(421, {"place": "game", "reason": "played elsewhere", "rule": ""}, scope, receive, send)


async def _answer(status: int, error: dict[str, Any], scope: Scope, receive: Receive, send: Send) -> None:
    await Response(wire.encode({"error": error}), status, media_type="application/json")(scope, receive, send)

"""The socket of a window: what happens in a game, as one side may know it (docs/protocol.md, "The socket")."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from front1914 import FrontError
from front1914.server import wire
from front1914.server.access import Gate
from front1914.server.asks import number
from front1914.server.library import Library
from front1914.server.record import CannotOpen
from front1914.server.refusals import Refused
from front1914.server.storage import StorageFailed
from front1914.server.windows import Window

CODES = {400: 4400, 403: 4403, 404: 4404, 409: 4409}
PONG = wire.encode({"type": "pong"})


async def live(socket: WebSocket) -> None:
    """Sends messages until the client or the server ends the connection."""
    library: Library = socket.app.state.library
    with library.using(socket.path_params["game"]):
        await _live(library, socket.app.state.gate, socket)


async def _live(library: Library, gate: Gate, socket: WebSocket) -> None:
    await socket.accept()
    try:
        access = await gate.access(socket, socket.path_params["game"])
        table = await library.table(socket.path_params["game"])
        since = number(socket.query_params, "since") if "since" in socket.query_params else None
        shown = await gate.about(socket, await library.show_one(table.row))
        window = await table.join(socket.query_params.get("side", ""), since, shown, access)
    except Refused as no:
        return await _close(socket, CODES.get(no.status, 4409), no.error["reason"])
    except (CannotOpen, FrontError) as bad:
        return await _close(socket, 4409, str(bad))
    except StorageFailed as bad:
        return await _close(socket, 1013, str(bad))
    listening = asyncio.ensure_future(_listen(socket, window))
    try:
        await _send(socket, window)
        await _close(socket, 4410 if table.closed else window.code, "")
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other end has gone
    finally:
        listening.cancel()
        table.leave(window)
    return None


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    """Ends the connection, if it has not ended yet. A reason has room for 123 bytes."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason.encode()[:120].decode(errors="ignore"))


async def _send(socket: WebSocket, window: Window) -> None:
    while (message := await window.waiting.get()) is not None:
        await socket.send_text(message.decode())


async def _listen(socket: WebSocket, window: Window) -> None:
    """Answers pings; anything else that comes in ends the connection."""
    while True:
        try:
            message = await socket.receive()
        except RuntimeError:
            message = {"type": "websocket.disconnect"}
        if message["type"] == "websocket.disconnect":
            window.send(None)
            return
        if not _ping(message.get("text")):
            window.code = 1008
            window.send(None)
            return
        window.send(PONG)


def _ping(text: Any) -> bool:
    try:
        return bool(msgspec.json.decode(text or "") == {"type": "ping"})
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False


ROUTES = [WebSocketRoute("/games/{game}/live", live)]

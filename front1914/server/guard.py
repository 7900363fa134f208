"""Who may talk to the server, and what a browser may do with what it sends.

The server listens on this machine only, but every web page that the player opens could send requests to it. So the
Host must be a name of this machine (a foreign name that was made to point here is refused), and whatever changes
something, or opens a socket, must not come from a page of another origin.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from front1914.server import wire

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Refuses strangers, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app = app
        self.names = {"localhost", *names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        wrong = self._wrong(scope, headers)
        if wrong is not None:
            place, reason = wrong
            if scope["type"] == "websocket":
                await receive()
                return await send({"type": "websocket.close", "code": 4403, "reason": reason})
            refused = wire.encode({"error": {"place": place, "reason": reason, "rule": ""}})
            return await Response(refused, 403, HEADERS, "application/json")(scope, receive, send)
        return await self.app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)

    def _wrong(self, scope: MutableMapping[str, Any], headers: Headers) -> tuple[str, str] | None:
        host = headers.get("host", "")
        if not self._ours(host):
            return "host", "this server answers to its own address only"
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "origin", "requests from other web pages are refused"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "origin", "requests from other web pages are refused"
        return None

    def _ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self.names or _is_address(name)


def _is_address(name: str) -> bool:
    """A bare address cannot be made to point elsewhere, as a name can."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sending

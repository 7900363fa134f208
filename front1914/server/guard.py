"""Who may talk to the server, and what a browser may do with what it sends.

The server listens on this machine only, but every web page that the player opens could send requests to it. So the
Host must be the server's own, name and port (a foreign name that was made to point here is refused; an address in
figures is good only if the connection came in on it), and whatever changes something, or opens a socket, must not
come from a page of another origin: scheme, name and port are compared.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections.abc import Iterable, MutableMapping
from typing import Any

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
TLS = {"strict-transport-security": "max-age=31536000"}  #: a club that is reached by https stays so
SAFE = ("GET", "HEAD", "OPTIONS")
HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9._-]{1,253}))(?::(?P<port>[0-9]{1,5}))?")


class Guard:
    """Refuses strangers, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = (), public: str | None = None) -> None:
        self.app = app
        self.names = set(names)
        self.headers = HEADERS | (TLS if public is not None and public.startswith("https:") else {})
        self.public = public  #: the origin by which people reach it through a proxy: scheme, name and port

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
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        return await self._answered(scope, receive, _with_headers(send, self.headers))

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request that is still worked on when the server ends is told so; the log need not hear of it."""
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except asyncio.CancelledError:
            if not begun:
                told = wire.encode({"error": {"place": "server", "reason": "the server is ending", "rule": ""}})
                await Response(told, 503, HEADERS, "application/json")(scope, receive, send)

    def _wrong(self, scope: MutableMapping[str, Any], headers: Headers) -> tuple[str, str] | None:
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ""
        at_public = self.public is not None and host.lower() == self.public.partition("://")[2]
        if not at_public and not self._ours(host, scope.get("server")):
            return "host", "this server answers to its own address only"
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        own = self.public if at_public else f"{_scheme(scope)}://{host}"
        if origin is not None and origin != own:
            return "origin", "requests from other web pages are refused"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "origin", "requests from other web pages are refused"
        return None

    def _ours(self, host: str, server: tuple[str, int | None] | None) -> bool:
        """Is this what the server is called, at the address and port where the connection came in?"""
        name, port = split_host(host)
        address, wanted = (server[0], server[1]) if server is not None else ("", None)
        if name is None or port != wanted:
            return False
        if name in self.names or (name == "localhost" and is_loopback(address)):
            return True
        return _address(name) is not None and _address(name) == _address(address)


def split_host(host: str) -> tuple[str | None, int]:
    """Name and port of a Host header; no name if it is malformed.

    >>> split_host("localhost:1914"), split_host("[::1]:80"), split_host("a@b"), split_host("localhost:x")
    (('localhost', 1914), ('::1', 80), (None, 0), (None, 0))
    """
    found = HOST.fullmatch(host)
    if found is None:
        return None, 0
    name = found["six"] or found["name"]
    return name.lower(), int(found["port"] or 80)


def is_loopback(name: str) -> bool:
    """Does only this machine reach it?"""
    found = _address(name)
    return name == "localhost" if found is None else found.is_loopback


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _scheme(scope: MutableMapping[str, Any]) -> str:
    return "https" if scope.get("scheme") in ("https", "wss") else "http"


def _with_headers(send: Send, more: dict[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in more.items():
                headers.setdefault(name, value)  # the report of a study has a policy of its own
        await send(message)

    return sending

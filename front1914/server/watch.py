"""What a running club tells its keeper: figures for Prometheus, a log in JSON lines, and whether it is well.

Nothing secret is in either: no cookie, no query, no body, no name; paths are told as the routes that they belong to.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import time
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from front1914.server import wire
from front1914.server.guard import is_loopback
from front1914.server.limits import Limits, TooMuch, came_in_at
from front1914.server.storage import StorageFailed

STEPS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10)
ASKED = Counter("front1914_requests_total", "Requests, by route and answer.", ["method", "route", "status"])
TOOK = Histogram("front1914_request_seconds", "How long answers took.", ["route"], buckets=STEPS)
REFUSED = Counter("front1914_refused_total", "What was refused, by why.", ["why"])
SOCKETS = Gauge("front1914_sockets", "Open windows.", multiprocess_mode="livesum")
TABLES = Gauge("front1914_tables", "Games in memory.", multiprocess_mode="livesum")
WRITES = Histogram("front1914_write_seconds", "Until a change was durable.", buckets=STEPS)
READY_SECONDS = 2.0  #: within which the database must answer

WHY = {400: "malformed", 401: "stranger", 403: "forbidden", 404: "unknown", 409: "conflict", 413: "too large"}
WHY |= {415: "content type", 421: "moved", 422: "unusable", 429: "too often", 503: "unavailable"}
LOGGED = {401, 403, 413, 429}  #: answers that may be an attack

log = logging.getLogger("front1914.access")


class Watch:
    """Counts, times and limits everything that comes in."""

    def __init__(self, app: ASGIApp, limits: Limits, inner: str | None = None) -> None:
        self.app = app
        self.limits = limits
        self.inner = inner  #: where other processes hand on what they have counted already
        self._routes: dict[str, list[tuple[re.Pattern[str], str]]] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or came_in_at(scope, self.inner):
            return await self.app(scope, receive, send)
        began, status = time.perf_counter(), 500
        route = self._route(scope)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.close":
                status = {4403: 403, 4404: 404, 1013: 503, 1008: 400}.get(message.get("code", 1000), 200)
            await send(message)

        try:
            with self.limits.within(scope, route):
                if scope["type"] == "websocket":
                    with SOCKETS.track_inprogress():
                        status = 200
                        await self.app(scope, receive, sending)
                else:
                    await self.app(scope, receive, sending)
        except TooMuch as much:
            await _too_much(much, scope, receive, sending)
            status = 429
        finally:
            self._note(scope, route, status, time.perf_counter() - began)
        return None

    def _note(self, scope: Scope, route: str, status: int, seconds: float) -> None:
        method = scope.get("method", "SOCKET")
        ASKED.labels(method if method in METHODS else "other", route, str(status)).inc()
        if method != "SOCKET":
            TOOK.labels(route).observe(seconds)
        if status >= 400:
            REFUSED.labels(WHY.get(status, "error")).inc()
        if status in LOGGED or status >= 500:
            more = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            client = scope.get("client")
            log.warning(WHY.get(status, "error"), extra={"told": more | {"client": client[0] if client else ""}})

    def _route(self, scope: Scope) -> str:
        """The pattern that a path belongs to: ids of games and secrets in paths stay out of the figures."""
        path = scope["path"]
        if not path.startswith("/api/"):
            return path if path in OWN else "file"
        if self._routes is None:
            self._routes = _flat(scope["app"].router)
        for pattern, name in self._routes[scope["type"]]:
            if pattern.match(path[4:]):
                return name
        return "nothing"


METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "SOCKET"}
OWN = ("/health", "/ready", "/metrics")


def _flat(router: Router) -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """The patterns under /api of requests and of sockets."""
    under = next((mount.routes for mount in router.routes if isinstance(mount, Mount) and mount.path == "/api"), [])
    requests = [(route.path_regex, route.path) for route in under if isinstance(route, Route)]
    sockets = [(route.path_regex, route.path) for route in under if isinstance(route, WebSocketRoute)]
    return {"http": requests, "websocket": sockets}


async def _too_much(much: TooMuch, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        return await send({"type": "websocket.close", "code": 1013, "reason": str(much)})
    told = wire.encode({"error": {"place": "request", "reason": str(much), "rule": ""}})
    answer = Response(told, 429, {"retry-after": str(much.seconds)}, "application/json")
    return await answer(scope, receive, send)


# -- health ----------------------------------------------------------------------------------------------------


async def health(request: Request) -> Response:
    """The process lives and answers."""
    return Response(b'{"status":"ok"}', media_type="application/json")


async def ready(request: Request) -> Response:
    """It can play: the database answers, and it is not about to end."""
    library = request.app.state.library
    try:
        async with asyncio.timeout(READY_SECONDS):
            await library.storage.game("")
        why = "ending" if library.workers.closing else ""
    except (TimeoutError, StorageFailed):
        why = "the database does not answer"
    told = {"status": "ok"} if not why else {"status": "unavailable", "reason": why}
    return Response(wire.encode(told), 503 if why else 200, media_type="application/json")


async def metrics(request: Request) -> Response:
    """For Prometheus on this machine; to everybody else there is no such page."""
    if request.client is None or not is_loopback(request.client.host):
        return Response(b"", 404)
    TABLES.set(len(request.app.state.library.tables))
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # any process answers for all of them
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


ROUTES = [Route("/health", health), Route("/ready", ready), Route("/metrics", metrics)]


# -- the log ---------------------------------------------------------------------------------------------------


class JsonLines(logging.Formatter):
    """One JSON object for each line of the log."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "process": record.process,
            "text": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


def log_in_json(level: int = logging.INFO) -> None:
    """From now on everything goes to the standard error as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("httpx", "httpcore", "psycopg.pool", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)

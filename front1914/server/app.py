"""The local server: the library and the boards in the browser, everything on this machine.

`create_app` makes the ASGI application; `run` starts it and opens the browser.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Router

from front1914 import FrontError
from front1914.server import api, live
from front1914.server.claim import Claim
from front1914.server.files import WEB, Files
from front1914.server.guard import Guard, is_loopback
from front1914.server.keeping import open_games
from front1914.server.library import Library
from front1914.server.paths import data_folder
from front1914.server.record import CannotOpen
from front1914.server.refusals import Refused, refusal
from front1914.server.sqlite import SqliteStorage
from front1914.server.storage import Storage, StorageFailed
from front1914.server.workers import Workers

PORT = 1914
OPEN_TO_ALL = (
    "Warning: Front 1914 listens on {host}, not on this machine alone. There are no passwords: everybody who can reach "
    "that address can look through any player's eyes, decide for him, and delete games."
)
MOST_MESSAGE = 64 << 10  #: bytes that a board may send at once

log = logging.getLogger(__name__)


def create_app(
    folder: str | os.PathLike[str] | None = None,
    *,
    storage: Storage | None = None,
    names: Iterable[str] = (),
    web: Path = WEB,
) -> Starlette:
    """The application. `folder` is where the games are kept; `names` are further host names it answers to."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        home = data_folder(folder)
        kept = storage if storage is not None else SqliteStorage(home)
        app.state.library = Library(kept, Workers(), home)
        checking = asyncio.ensure_future(app.state.library.present.check_all())
        try:
            yield
        finally:
            checking.cancel()
            await asyncio.gather(checking, return_exceptions=True)
            await app.state.library.close()

    return Starlette(
        routes=[
            Mount("/api", Router([*api.ROUTES, *live.ROUTES], redirect_slashes=False)),
            Mount("/", Files(directory=web, check_dir=False)),
        ],
        middleware=[
            Middleware(Guard, names=tuple(names)),
            Middleware(GZipMiddleware, minimum_size=8192, compresslevel=1),
        ],
        exception_handlers={
            Refused: _refused,
            FrontError: _refused,
            CannotOpen: _refused,
            StorageFailed: _refused,
            HTTPException: _refused,
            Exception: _failed,
        },
        lifespan=lifespan,
    )


async def _refused(request: Request, bad: Exception) -> Response:
    if isinstance(bad, FrontError):
        bad = refusal(bad)
    if isinstance(bad, Refused):
        return api.answer({"error": bad.error}, bad.status)
    if isinstance(bad, HTTPException):
        found = {404: ("path", f"there is nothing at {request.url.path[:100]}"), 405: ("method", "not possible here")}
        place, reason = found.get(bad.status_code, ("request", bad.detail))
        return api.answer({"error": {"place": place, "reason": reason, "rule": ""}}, bad.status_code)
    status = 503 if isinstance(bad, StorageFailed) else 409
    words = f"the game could not be read or written: {bad}" if status == 503 else f"it cannot be opened: {bad}"
    return api.answer({"error": {"place": "game", "reason": words, "rule": ""}}, status)


async def _failed(request: Request, bad: Exception) -> Response:
    log.error("%s %s", request.method, request.url.path, exc_info=bad)
    reason = "an error in the program; the game is as it was before"
    return api.answer({"error": {"place": "server", "reason": reason, "rule": ""}}, 500)


class Server(uvicorn.Server):
    """Says where it is, and opens the browser there, once it listens."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self.address = address
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Front 1914 is open at {self.address} (Ctrl-C ends it)", flush=True)
            if self.open_browser:
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, self.address)


def listen(host: str, port: int) -> socket.socket:
    """A socket on the port, or on a free one if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (port, 0):
        # With the protocol named, asyncio sends small answers at once; without it each waits 40 ms for more.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # there it would share the port with another program
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, wanted))
        except OSError:
            found.close()
            if wanted == 0:
                raise
            continue
        found.set_inheritable(True)
        return found
    raise AssertionError("unreachable")


def run(
    host: str = "127.0.0.1",
    port: int = PORT,
    open_browser: bool = True,
    data_dir: str | os.PathLike[str] | None = None,
) -> int:
    """Serves until it is told to end; returns the exit code.

    If these games are open in another process already, the browser is opened there instead.
    """
    folder = data_folder(data_dir)
    try:
        claim = Claim(folder)
    except OSError as bad:
        print(f"{folder}: {bad.strerror}", file=sys.stderr)
        return 1
    if not claim.ours:
        print(f"Front 1914 is open already: {claim.address or 'address unknown'}", flush=True)
        if claim.address and open_browser:
            webbrowser.open(claim.address)
        return 0 if claim.address else 1
    try:
        return _serve(host, port, open_browser, folder, claim)
    finally:
        claim.release()


def _serve(host: str, port: int, open_browser: bool, folder: Path, claim: Claim) -> int:
    try:
        storage, word = open_games(folder)
        if word is not None:
            print(f"Front 1914: {word}", file=sys.stderr, flush=True)
        listening = listen(host, port)
    except (StorageFailed, OSError) as bad:
        print(f"Front 1914 cannot start: {bad}", file=sys.stderr)
        return 1
    shown = f"[{host}]" if ":" in host else {"0.0.0.0": "127.0.0.1"}.get(host, host)
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    claim.announce(address)
    names: tuple[str, ...] = ()
    if not is_loopback(host):
        names = (host.lower(), socket.gethostname().lower())
        print(OPEN_TO_ALL.format(host=host), file=sys.stderr, flush=True)
    config = uvicorn.Config(
        create_app(folder, storage=storage, names=names),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    sys.setswitchinterval(0.001)  # the thread that writes to the disk must get its turn soon while another one is busy
    server = Server(config, address, open_browser)
    with listening, suppress(KeyboardInterrupt):  # uvicorn has shut down cleanly, and raises the signal once more
        server.run(sockets=[listening])
    return 0 if server.started else 1

"""The local server: the library and the windows in the browser, everything on this machine.

`create_app` makes the ASGI application; `run` starts it and opens the browser.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Router

from front1914 import FrontError
from front1914.server import api, live, rubbish, studies
from front1914.server.access import OpenGate
from front1914.server.claim import Claim
from front1914.server.club.accounts import Accounts
from front1914.server.club.lending import Lending
from front1914.server.club.notices import Herald
from front1914.server.club.pace import Timekeeper
from front1914.server.club.people import People
from front1914.server.club.ratings import Ratings
from front1914.server.club.routes import ROUTES as CLUB_ROUTES
from front1914.server.club.seats import Seats
from front1914.server.club.senders import Push, Sender
from front1914.server.club.sql import SqlClub
from front1914.server.crew import among_fellows, hear_news, inherited
from front1914.server.files import WEB, Files
from front1914.server.guard import Guard, is_loopback
from front1914.server.keeping import open_games
from front1914.server.library import Library
from front1914.server.limits import Limits
from front1914.server.paths import data_folder
from front1914.server.record import CannotOpen
from front1914.server.refusals import Refused, refusal
from front1914.server.sql import SqlStorage
from front1914.server.sqlite import SqliteStorage
from front1914.server.storage import StorageFailed
from front1914.server.workers import Workers

if TYPE_CHECKING:
    from front1914.server.postgres import PostgresStorage

PORT = 1914
OPEN_TO_ALL = (
    "Warning: Front 1914 listens on {host}, not on this machine alone. There are no passwords: everybody who can reach "
    "that address can look through any player's eyes, decide for him, and delete games."
)
MOST_MESSAGE = 64 << 10  #: bytes that a window may send at once

log = logging.getLogger(__name__)


def create_app(
    folder: str | os.PathLike[str] | None = None,
    *,
    storage: SqlStorage | None = None,
    names: Iterable[str] = (),
    web: Path = WEB,
    public: str | None = None,
    senders: Mapping[str, Sender] | None = None,
    address: str | None = None,
    limits: Limits | None = None,
) -> Starlette:
    """The application. `folder` is where the games are kept; `names` are further host names it answers to.

    `public` makes it a club for many people: the address by which they reach it, behind a proxy as a rule; `senders`
    carry its notices. `address` is where other processes over the same PostgreSQL reach this one; `limits` is how much
    one person may ask for.
    """

    allowed = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        home = data_folder(folder)
        kept = storage if storage is not None else SqliteStorage(home)
        app.state.library = library = Library(kept, Workers(), home)
        app.state.studies = home / "studies"
        app.state.gate = OpenGate()
        if public is not None:
            club = SqlClub(kept)
            app.state.people = People(club, public.startswith("https:"), allowed)
            app.state.accounts = Accounts(club)
            herald = app.state.herald = Herald(club, library, await _senders(club, public, senders or {}), public)
            keeper = app.state.keeper = Timekeeper(club, library)
            lending = app.state.lending = Lending(club, library)
            app.state.gate = Seats(club, app.state.people, library, keeper)
            ratings = app.state.ratings = Ratings(club, library)
            library.present.watchers += (herald.watch, keeper.watch, ratings.watch)
            kept.observe = _watch().WRITES.observe
            hear_news(library, app.state.gate, keeper)
            if address is None:
                await herald.resume()
                await keeper.resume()
                await lending.resume()
        fellows = nullcontext() if address is None else among_fellows(app, cast("PostgresStorage", kept), address)
        checking = asyncio.ensure_future(app.state.library.present.check_all())
        try:
            async with fellows:
                yield
        finally:
            checking.cancel()
            await asyncio.gather(checking, return_exceptions=True)
            if public is not None:
                await app.state.herald.close()
                await app.state.keeper.close()
                await app.state.lending.close()
                await app.state.ratings.close()
            await app.state.library.close()

    routes: list[BaseRoute] = [*live.ROUTES, *api.ROUTES, *(CLUB_ROUTES if public is not None else studies.ROUTES)]
    return Starlette(
        routes=[
            *([] if public is None else _watch().ROUTES),
            Mount("/api", Router(routes, redirect_slashes=False)),
            Mount("/", Files(directory=web, check_dir=False)),
        ],
        middleware=[
            *([] if public is None else [Middleware(_watch().Watch, limits=allowed, inner=address)]),
            Middleware(Guard, names=tuple(names), public=public),
            Middleware(GZipMiddleware, minimum_size=8192, compresslevel=1),
            *([] if address is None else [_forwarding(public or "")]),
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


def _watch() -> Any:
    from front1914.server import watch  # only a club needs what it needs

    return watch


def _forwarding(public: str) -> Middleware:
    from front1914.server.forward import Forward  # only a club with PostgreSQL needs what it needs

    return Middleware(Forward, public=public)


async def _senders(club: SqlClub, public: str, senders: Mapping[str, Sender]) -> dict[str, Sender]:
    """The ways of a club to its people; browsers are reached if what that needs is installed."""
    if find_spec("cryptography") is None or find_spec("http_ece") is None:
        return dict(senders)
    return {"push": Push(await club.setting("vapid", Push.new_secret()), public), **senders}


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

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool, as_json: bool = False) -> None:
        super().__init__(config)
        self.address = address
        self.open_browser = open_browser
        self.as_json = as_json

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        rubbish.settle()
        if self.started:
            told = f"Front 1914 is open at {self.address} (Ctrl-C ends it)"
            print(json.dumps({"address": self.address}) if self.as_json else told, flush=True)
            if self.open_browser:
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, self.address)


def listen(host: str, port: int, free: bool = True) -> socket.socket:
    """A socket on the port, or on a free one if it is taken and that will do."""
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
            if wanted == 0 or not free:
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
    public: str | None = None,
    as_json: bool = False,
    senders: Mapping[str, Sender] | None = None,
    database: str | None = None,
    listen_fd: int | None = None,
    limits: Limits | None = None,
) -> int:
    """Serves until it is told to end; returns the exit code. `public` is the address of a club for many people.

    If these games are open in another process already, the browser is opened there instead. With `database`, the
    address of a PostgreSQL, any number of processes may serve the same games.
    """
    folder = data_folder(data_dir)
    if database is not None:
        assert public is not None
        return _serve_one_of_several(host, port, folder, public, as_json, senders, database, listen_fd, limits)
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
        return _serve(host, port, open_browser, folder, claim, public, as_json, senders, limits)
    finally:
        claim.release()


def _serve_one_of_several(
    host: str,
    port: int,
    folder: Path,
    public: str,
    as_json: bool,
    senders: Mapping[str, Sender] | None,
    database: str,
    listen_fd: int | None,
    limits: Limits | None,
) -> int:
    """A process of a club in PostgreSQL. It listens for people, and on the loopback for its fellows."""
    try:
        from front1914.server.postgres import PostgresStorage

        folder.mkdir(parents=True, exist_ok=True)
        listening = listen(host, port, False) if listen_fd is None else inherited(listen_fd)
        inner = listen("127.0.0.1", 0)
        inner.set_inheritable(False)  # nobody listens there once this process is dead, whoever it started
        inner.listen(1024)
        storage = PostgresStorage(database)
    except ImportError as missing:
        print(f"PostgreSQL needs more packages ({missing.name}): pip install 'front1914[club]'", file=sys.stderr)
        return 1
    except (StorageFailed, OSError) as bad:
        print(f"Front 1914 cannot start: {bad}", file=sys.stderr)
        return 1
    names = () if is_loopback(host) else (host.lower(), socket.gethostname().lower())
    address = f"127.0.0.1:{inner.getsockname()[1]}"
    app = create_app(
        folder, storage=storage, names=names, public=public, senders=senders, address=address, limits=limits
    )
    server = Server(_config(app, 8), f"{public}/", False, as_json)
    with listening, inner, suppress(KeyboardInterrupt):
        server.run(sockets=[listening, inner])
    return 0 if server.started else 1


def _serve(
    host: str,
    port: int,
    open_browser: bool,
    folder: Path,
    claim: Claim,
    public: str | None,
    as_json: bool,
    senders: Mapping[str, Sender] | None,
    limits: Limits | None,
) -> int:
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
        if public is None:
            print(OPEN_TO_ALL.format(host=host), file=sys.stderr, flush=True)
    app = create_app(folder, storage=storage, names=names, public=public, senders=senders, limits=limits)
    config = _config(app, 2 if public is None else 8)
    server = Server(config, address if public is None else f"{public}/", open_browser, as_json)
    with listening, suppress(KeyboardInterrupt):  # uvicorn has shut down cleanly, and raises the signal once more
        server.run(sockets=[listening])
    return 0 if server.started else 1


def _config(app: Starlette, patience: int) -> uvicorn.Config:
    """`patience` seconds has whatever is being answered when the server is told to end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it once more when all is in order
    rubbish.seldom()
    sys.setswitchinterval(0.001)  # the thread that writes to the disk must get its turn soon while another one is busy
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=patience,
    )

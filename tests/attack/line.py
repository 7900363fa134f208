"""Requests and sockets that no client of ours would send: no answer is a 5xx but 503, and no game changes unasked."""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.sync.client import connect

from front1914.server.api import ROUTES
from tests.attack import mutate
from tests.server.house import Process

PATIENCE = 30.0  #: seconds after which an answer counts as never coming
PATHS = [(method, f"/api{route.path}") for route in ROUTES for method in route.methods - {"HEAD"}]
#: a sound body of each kind, to be spoilt
BODIES: dict[str, Any] = {
    "/api/games": {
        "title": "ford",
        "scenario": "skirmish",
        "options": {"open": True},
        "seats": {},
        "seed": 7,
        "name": "x",
    },
    "/seats": {"seats": {"red": {"kind": "human"}}, "consent": ["blue"]},
    "/branch": {"at": 4, "side": "blue", "seats": {}, "name": "what if"},
    "/act": {"side": "blue", "verb": "unit", "arg": "b1", "seq": 3},
    "/odds": {"side": "blue", "actions": [["unit", "b1"], ["done"]]},
    "/undo": {"side": "blue", "count": 1, "all": False},
    "/rewind": {"to": 4, "consent": ["blue", "red"]},
    "/resign": {"side": "green"},
    "/delegate": {"side": "blue", "group": "x", "order": "hold"},
    "/computer": {"do": "stop"},
    "": {"name": "a name"},
}
QUERIES = (
    "side",
    "verb",
    "arg",
    "name",
    "subject",
    "since",
    "to",
    "from",
    "v",
    "share",
    "salvage",
    "consent",
    "ticket",
)
HEADERS = (
    {},
    {},
    {},
    {},
    {"origin": "http://["},
    {"origin": "null"},
    {"host": "evil.example"},
    {"content-type": "text/plain"},
    {"content-length": "x"},
    {"accept-encoding": "gzip"},
    {"if-none-match": '"x"'},
    {"sec-fetch-site": "cross-site"},
)


@contextmanager
def serving(folder: Path) -> Iterator[Process]:
    """A server whose complaints are read at the end: there must be none."""
    said = folder / "complaints"
    with said.open("wb") as errors:
        server = Process(folder / "games", errors=errors.fileno())
        try:
            yield server
        finally:
            server.end()
    told = said.read_text(encoding="utf-8", errors="replace")
    assert "Traceback" not in told, told[:4000]


class Caller:
    """One connection that is opened again whenever the server has closed it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.line = http.client.HTTPConnection(address, timeout=PATIENCE)

    def call(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        try:
            self.line.request(method, path, body, headers)
            answer = self.line.getresponse()
            return answer.status, answer.read()
        except (http.client.HTTPException, ConnectionError, ValueError):
            self.line.close()
            self.line = http.client.HTTPConnection(self.address, timeout=PATIENCE)
            return 0, b""


def quoted(value: Any) -> str:
    """In an address."""
    text = mutate.spelled(value)[:300]
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))


def request(rng: random.Random, games: list[str]) -> tuple[str, str, bytes | None, dict[str, str]]:
    method, path = rng.choice(PATHS)
    if rng.random() < 0.1:
        method = rng.choice(("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"))
    game = rng.choice([*games, *games, quoted(rng.choice(mutate.NASTY))])
    title, n = rng.choice(("ford", "atlantis", quoted("../x"))), rng.choice(("0", "4", "x", "-3", "9" * 30))
    known = {"game": game, "title": title, "n": n}
    whole = re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], "nobody"), path)
    if rng.random() < 0.6:
        chosen = rng.sample(QUERIES, rng.randrange(1, 5))
        sound = {"side": rng.choice(("blue", "red", "observer")), "name": "reach", "verb": "unit", "arg": "b1"}
        values = [(key, sound.get(key) if rng.random() < 0.7 else None) for key in chosen]
        whole += "?" + "&".join(f"{key}={quoted(rng.choice(mutate.NASTY) if v is None else v)}" for key, v in values)
    headers = {"content-type": "application/json", **rng.choice(HEADERS)}
    return method, whole, _body(rng, method, path), headers


def _body(rng: random.Random, method: str, path: str) -> bytes | None:
    if method == "GET":
        return None
    if rng.random() < 0.1:
        return rng.choice((b"", b"{", b"[" * 5000, b"\xff\xfe", b"null", b"x" * 70_000))
    kind = next((end for end in sorted(BODIES, key=len, reverse=True) if path.endswith(end)), "")
    body = json.loads(json.dumps(BODIES[kind]))
    for _ in range(rng.choice((0, 1, 1, 2))):
        body = mutate.plain(rng, body)
    return json.dumps(body).encode("utf-8", "surrogatepass")


def attack_requests(folder: Path, seed: int, count: int) -> dict[str, int]:
    """So many requests; then a game that nobody meant is as it was."""
    with serving(folder) as server:
        witness = server.post("/api/games", title="ford", seats={}, seed=1)["game"]["id"]
        before = server.call("GET", f"/api/games/{witness}/view?side=red").json
        games = [server.post("/api/games", title="ford", seats={}, seed=n)["game"]["id"] for n in range(6)]
        caller, codes = Caller(server.address), Counter[int]()
        for number in range(count):
            rng = random.Random(f"{seed}:{number}")
            sent = request(rng, games)
            status, body = caller.call(*sent)
            codes[status] += 1
            assert status < 500 or status == 503, (number, sent, status, body[:500])
            assert b"Traceback" not in body, (number, sent)
            if number % 100 == 99:  # some are deleted on the way
                games[rng.randrange(6)] = server.post("/api/games", title="ford", seats={}, seed=1)["game"]["id"]
        caller.line.close()
        assert server.call("GET", f"/api/games/{witness}/view?side=red").json == before
    return {str(code): n for code, n in sorted(codes.items())}


def attack_sockets(folder: Path, seed: int, count: int) -> dict[str, int]:
    """So many conversations, some of them not even a conversation; a window that behaves hears everything meanwhile."""
    with serving(folder) as server:
        game = server.post("/api/games", title="ford", seats={}, seed=1)["game"]["id"]
        line, ends = server.look(game, "blue"), Counter[str]()
        assert json.loads(line.recv(timeout=PATIENCE))["type"] == "table"
        for number in range(count):
            rng = random.Random(f"{seed}:{number}")
            ends[_noise(rng, server) if number % 5 == 0 else _conversation(rng, server, game)] += 1
        server.post(f"/api/games/{game}/act", side="red", verb="pass")
        while json.loads(line.recv(timeout=PATIENCE))["type"] != "change":
            pass
        line.close()
    return dict(sorted(ends.items()))


def _conversation(rng: random.Random, server: Process, game: str) -> str:
    where = rng.choice((game, game, game, "nobody", quoted(rng.choice(mutate.NASTY))))
    side = rng.choice(("blue", "red", "observer", "green", quoted(rng.choice(mutate.NASTY))))
    since = rng.choice(("", "", "&since=0", "&since=-5", "&since=x", f"&since={quoted(rng.choice(mutate.NASTY))}"))
    address = f"ws://{server.address}/api/games/{where}/live?side={side}{since}"
    try:
        with connect(address, compression=None, open_timeout=PATIENCE, close_timeout=PATIENCE) as line:
            for _ in range(rng.randrange(4)):
                line.send(_message(rng))
            while True:
                line.recv(timeout=0.05)
    except TimeoutError:
        return "stays"
    except ConnectionClosed as closed:
        return str(closed.rcvd.code if closed.rcvd is not None else 1006)
    except (InvalidHandshake, InvalidMessage):
        return "refused"


def _message(rng: random.Random) -> str | bytes:
    nasty = rng.choice(mutate.NASTY)
    with suppress(UnicodeEncodeError):
        mutate.spelled(nasty).encode()
        return rng.choice(
            ('{"type": "ping"}', "{", b"\xff\x00", mutate.spelled(nasty), json.dumps({"type": "ping", "x": 1}))
        )
    return '{"type": "ping"}'


def _noise(rng: random.Random, server: Process) -> str:
    """Bytes that are no HTTP, or half of it."""
    name, _, port = server.address.rpartition(":")
    start = rng.choice(
        (
            b"",
            b"GET / HTTP/1.1\r\n",
            b"GET /api/about HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
            b"POST /api/games HTTP/1.1\r\n",
        )
    )
    with socket.create_connection((name, int(port)), timeout=PATIENCE) as line:
        line.sendall(start + rng.randbytes(rng.randrange(200)))
        line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            answer = line.recv(200)
            assert b" 500 " not in answer[:20], answer
    return "noise"

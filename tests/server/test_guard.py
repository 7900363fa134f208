"""Other web pages cannot drive the server, and a browser may do no more with its pages than they need."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from front1914.server.app import create_app
from front1914.server.guard import Guard
from tests.server.house import HOST, Closed, House, Line

pytestmark = pytest.mark.asyncio

NEW = {"title": "ford"}


@pytest.mark.parametrize("host", ["127.0.0.1:1914", "localhost:1914", "LOCALHOST:1914"])
async def test_addresses_of_this_machine_are_answered(house: House, host: str) -> None:
    assert (await house.call("GET", "/api/about", headers={"host": host})).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:1914",
        "127.0.0.1.evil.example",
        "",
        "localhost@evil",
        "[::",
        "http://[",
        "localhost",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost:1915",
        "[::1]:1914",
        "192.168.0.7:1914",
        "127.0.0.2:1914",
        "127.1:1914",
        "localhost:1914:1914",
        "localhost:0x77a",
        "localhost:",
        "localhost:1914/",
        "x@localhost:1914",
    ],
)
async def test_a_foreign_name_that_points_here_is_refused(house: House, host: str) -> None:
    answer = await house.call("GET", "/api/about", headers={"host": host})
    assert (answer.status, answer.error["place"]) == (403, "host")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://127.0.0.1:8000"},
        {"origin": "http://localhost:1914"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://["},
        {"origin": "http://[::1"},
        {"origin": f"https://{HOST}"},
        {"origin": f"ftp://{HOST}"},
        {"origin": f"http://{HOST}/"},
        {"origin": f"http://x@{HOST}"},
        {"origin": "http://127.0.0.1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_another_web_page_changes_nothing(house: House, headers: dict[str, str]) -> None:
    for method, path, body in (("POST", "/api/games", NEW), ("DELETE", "/api/games/x", None)):
        answer = await house.call(method, path, body, headers=headers)
        assert (answer.status, answer.error["place"]) == (403, "origin")
    assert (await house.get("/api/games"))["games"] == []


async def test_our_own_page_and_programs_may(house: House) -> None:
    for headers in ({"origin": f"http://{HOST}", "sec-fetch-site": "same-origin"}, {}):
        assert (await house.call("POST", "/api/games", NEW, headers=headers)).status == 201


async def test_a_form_of_another_page_cannot_pass_for_json(house: House) -> None:
    """A form can send text/plain without asking; it would need our origin all the same."""
    raw = b'{"title": "ford"}'
    answer = await house.call("POST", "/api/games", raw=raw, headers={"content-type": "text/plain"})
    assert answer.status == 415


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"host": "evil.example", "origin": "http://evil.example"},
    ],
)
async def test_another_web_page_opens_no_socket(house: House, headers: dict[str, str]) -> None:
    game = await house.begin()
    line = Line(house, f"/api/games/{game}/live?side=blue", headers)
    with pytest.raises(Closed):
        await line.next()
    assert line.heard == []
    table = await house.library.table(game)
    assert not table.windows


async def test_our_own_page_opens_a_socket(house: House) -> None:
    game = await house.begin()
    line = await house.look(game, "blue", headers={"origin": f"http://{HOST}"})
    assert (await line.next())["type"] == "table"


async def test_every_answer_carries_the_policy(house: House) -> None:
    for path in ("/api/about", "/api/nothing", "/nothing.js"):
        headers = (await house.call("GET", path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


@pytest.fixture
def web(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / "map").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Front 1914</title>")
    (folder / "map" / "draw.js").write_text("export {};")
    (folder / "style.css").write_text("b{}")
    (folder / "notes.py").write_text("secret")
    (folder / ".hidden.js").write_text("secret")
    (tmp_path / "outside.js").write_text("secret")
    return folder


async def test_the_clients_files_have_types_and_tags(tmp_path: Path, web: Path) -> None:
    app = create_app(tmp_path / "data", web=web)
    async with app.router.lifespan_context(app):
        house = House(app)
        for path, kind in (
            ("/", "text/html; charset=utf-8"),
            ("/game/abc", "text/html; charset=utf-8"),
            ("/map/draw.js", "text/javascript; charset=utf-8"),
            ("/style.css", "text/css; charset=utf-8"),
        ):
            answer = await house.call("GET", path)
            assert (answer.status, answer.headers["content-type"]) == (200, kind)
            assert answer.headers["cache-control"] == "no-cache"
            again = await house.call("GET", path, headers={"if-none-match": answer.headers["etag"]})
            assert (again.status, again.body) == (304, b"")


async def test_the_page_names_its_parts_by_the_version_of_all_files(tmp_path: Path, web: Path) -> None:
    (web / "js").mkdir()
    (web / "js" / "main.js").write_text('import "./more.js";')
    (web / "js" / "more.js").write_text("export {};")
    (web / "index.html").write_text('<script type="module" src="/js/main.js"></script>')
    app = create_app(tmp_path / "data", web=web)
    async with app.router.lifespan_context(app):
        house = House(app)

        async def named() -> tuple[str, str]:
            page = await house.call("GET", "/")
            assert page.headers["cache-control"] == "no-cache"
            return page.body.decode().split('"')[3], page.headers["etag"]

        first, tag = await named()
        assert re.fullmatch(r"/v/[0-9a-f]{16}/js/main\.js", first)
        for name in ("main.js", "more.js"):  # modules name one another beside themselves
            kept = await house.call("GET", first.replace("main.js", name))
            assert (kept.status, kept.body) == (200, (web / "js" / name).read_bytes())
            assert "immutable" in kept.headers["cache-control"]
            assert (await house.call("GET", f"/js/{name}")).headers["cache-control"] == "no-cache"
        (web / "js" / "more.js").write_text("export { };")
        again, new_tag = await named()
        assert (again, new_tag) != (first, tag)
        assert (await house.call("GET", "/", headers={"if-none-match": tag})).status == 200
        other = await house.call("GET", first)  # a part of a page that another process, or this one before, has sent
        assert (other.status, other.headers["cache-control"]) == (200, "no-cache")
        root = again.rpartition("/js/")[0]
        for path in ("/notes.py", "/.hidden.js", "/missing.js", "/../outside.js"):
            assert (await house.call("GET", root + path)).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/notes.py",
        "/.hidden.js",
        "/missing.js",
        "/../outside.js",
        "/map/../../outside.js",
        "/map%2f..%2f..%2foutside.js",
        "//etc/passwd.js",
        "/\x00.js",
    ],
)
async def test_nothing_else_is_served(tmp_path: Path, web: Path, path: str) -> None:
    app = create_app(tmp_path / "data", web=web)
    async with app.router.lifespan_context(app):
        answer = await House(app).call("GET", path)
        assert answer.status == 404
        assert b"secret" not in answer.body


async def test_a_host_for_others_may_be_named() -> None:
    guard = Guard(create_app(), names=("maison.local",))
    assert guard._ours("maison.local:1914", ("192.168.0.7", 1914))
    assert guard._ours("192.168.0.7:1914", ("192.168.0.7", 1914)), "where the connection came in"
    assert not guard._ours("192.168.0.8:1914", ("192.168.0.7", 1914))
    assert not guard._ours("localhost:1914", ("192.168.0.7", 1914))
    assert not guard._ours("chateau.local:1914", ("192.168.0.7", 1914))


async def test_a_request_that_is_worked_on_when_the_server_ends_is_told_so() -> None:
    """What Ctrl-C cuts off is no fault of the program, and none is logged."""
    worked_on = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        worked_on.set()
        await asyncio.sleep(60)

    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost:1914")]}
    work = asyncio.ensure_future(Guard(slow)(scope | {"server": ("127.0.0.1", 1914)}, receive, send))
    await worked_on.wait()
    work.cancel()
    await work
    assert told[0]["status"] == 503

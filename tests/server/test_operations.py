"""What the keeper of a club needs: health, figures, a log without secrets, limits, copies, and his own commands."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from front1914.cli import main
from front1914.server import administer
from front1914.server.app import create_app
from front1914.server.limits import Bucket, Limits, TooMuch, known
from front1914.server.sqlite import FILE, SqliteStorage
from front1914.server.watch import JsonLines
from tests.server.conftest import OpenStore
from tests.server.house import HOST, House, open_house
from tests.server.postgres import Cluster
from tests.server.test_storage import change, game

pytestmark = pytest.mark.asyncio
PUBLIC = f"http://{HOST}"


async def sign_up(house: House, name: str) -> dict[str, str]:
    answer = await house.call("POST", "/api/me", {"name": name})
    return {"cookie": answer.headers["set-cookie"].partition(";")[0]}


async def begin(house: House, who: dict[str, str], **more: Any) -> str:
    answer = await house.call("POST", "/api/games", {"title": "ford", "seats": {}, **more}, who)
    assert answer.status == 201, answer.body
    found: str = answer.json["game"]["id"]
    return found


async def test_health_and_readiness(tmp_path: Path, store: OpenStore) -> None:
    storage = store()
    async with open_house(tmp_path / "home", storage, PUBLIC) as house:
        assert (await house.call("GET", "/health")).json == {"status": "ok"}
        assert (await house.call("GET", "/ready")).status == 200
        await storage.close()
        storage.read = _out_of_reach  # type: ignore[method-assign]
        assert (await house.call("GET", "/health")).status == 200
        answer = await house.call("GET", "/ready")
        assert (answer.status, answer.json["reason"]) == (503, "the database does not answer")


async def _out_of_reach(*_: Any, **__: Any) -> Any:
    from front1914.server.storage import StorageFailed

    raise StorageFailed("gone")


async def test_figures_tell_routes_and_refusals_and_nothing_secret(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        ann, ben = await sign_up(house, "Ann Secretive"), await sign_up(house, "Ben")
        found = await begin(house, ann, mine=["blue"])
        assert (await house.call("GET", f"/api/games/{found}/view?side=red", None, ben)).status == 404
        assert (await house.call("GET", f"/api/games/{found}/view?side=red", None, ann)).status == 403
        assert (await house.call("GET", "/api/lobby")).status == 401
        assert (await house.call("GET", "/metrics")).status == 404, "not for strangers"
        told = await metrics(house)
        assert 'front1914_requests_total{method="GET",route="/games/{game}/view",status="403"}' in told
        for why in ("forbidden", "stranger", "unknown"):
            assert f'front1914_refused_total{{why="{why}"}}' in told
        assert "front1914_write_seconds_count" in told
        for secret in (found, "Secretive", ann["cookie"].partition("=")[2]):
            assert secret not in told


async def metrics(house: House) -> str:
    """As Prometheus on this machine gets them."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/metrics", "raw_path": b"/metrics", "query_string": b""}
    scope |= {"headers": [(b"host", HOST.encode())], "server": ("127.0.0.1", 1914), "client": ("127.0.0.1", 5)}
    await house.app(scope | {"scheme": "http", "root_path": ""}, receive, send)
    assert sent[0]["status"] == 200
    return b"".join(message.get("body", b"") for message in sent[1:]).decode()


async def test_the_log_is_json_and_holds_no_secret(tmp_path: Path) -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonLines())
    logging.getLogger("front1914").addHandler(handler)
    try:
        async with open_house(tmp_path, public=PUBLIC) as house:
            ann = await sign_up(house, "Ann")
            found = await begin(house, ann, mine=["blue"])
            await house.call("GET", f"/api/games/{found}/view?side=red&token=abc", None, ann)
            await house.call("POST", "/api/invitations", {"token": "guessed-token"}, {"origin": "http://evil.example"})
    finally:
        logging.getLogger("front1914").removeHandler(handler)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(line["route"], line["status"], line["text"]) for line in lines if "route" in line] == [
        ("/games/{game}/view", 403, "forbidden"),
        ("/invitations", 403, "forbidden"),
    ]
    for secret in (ann["cookie"].partition("=")[2], "guessed-token", "abc", found):
        assert secret not in out.getvalue()


async def test_an_error_is_one_line_with_its_trace() -> None:
    try:
        raise ValueError("no")
    except ValueError:
        record = logging.LogRecord("x", 40, "f", 1, "it failed", (), __import__("sys").exc_info())
    told = json.loads(JsonLines().format(record))
    assert (told["text"], told["level"]) == ("it failed", "error")
    assert "ValueError: no" in told["trace"]


# -- limits ----------------------------------------------------------------------------------------------------


async def limited(folder: Path, **most: int) -> Any:
    return create_app(folder, public=PUBLIC, limits=Limits(**most))


async def test_requests_without_end_are_answered_429(tmp_path: Path) -> None:
    app = await limited(tmp_path, requests=4)
    async with app.router.lifespan_context(app):
        house = House(app)
        found = [(await house.call("GET", "/api/about")).status for _ in range(30)]
        assert found[:20] == [200] * 20
        assert 429 in found[20:]
        answers = [await house.call("GET", "/api/about") for _ in range(9)]
        refused = next(answer for answer in answers if answer.status == 429)
        assert int(refused.headers["retry-after"]) >= 1


BODIES: dict[str, Any] = {
    "games": {"title": "ford", "seats": {}},
    "odds": {"side": "blue", "actions": []},
    "words": {"text": "Are you there?"},
}


@pytest.mark.parametrize(
    ("kind", "path"),
    [("games", "/api/games"), ("odds", "/api/games/{game}/odds"), ("words", "/api/games/{game}/talk")],
)
async def test_a_person_has_so_much_in_an_hour(tmp_path: Path, kind: str, path: str) -> None:
    app = await limited(tmp_path, **{kind: 3})
    async with app.router.lifespan_context(app):
        house = House(app)
        ann, ben = await sign_up(house, "Ann"), await sign_up(house, "Ben")
        found = "" if kind == "games" else await begin(house, ann)
        body = BODIES[kind]
        said = [(await house.call("POST", path.format(game=found), body, ann)).status for _ in range(5)]
        assert [status == 429 for status in said] == [False, False, False, True, True]
        assert (await house.call("POST", path.format(game=found), body, ben)).status != 429, "others are not concerned"


async def test_addresses_that_one_machine_has_are_counted_as_one() -> None:
    def who(address: str) -> tuple[str, str]:
        return known({"type": "http", "client": (address, 1), "headers": []})

    assert who("2001:db8:1:2::1") == who("2001:db8:1:2:ffff::9") != who("2001:db8:1:3::1")
    assert who("::ffff:203.0.113.7") == who("203.0.113.7") != who("203.0.113.8")


async def test_windows_of_a_person_are_counted(tmp_path: Path) -> None:
    app = await limited(tmp_path, sockets=2)
    async with app.router.lifespan_context(app):
        house = House(app)
        ann = await sign_up(house, "Ann")
        found = await begin(house, ann)
        lines = [await house.look(found, "blue", headers=ann) for _ in range(2)]
        for line in lines:
            assert (await line.next())["type"] == "table"
        third = await house.look(found, "blue", headers=ann)
        with pytest.raises(Exception, match="1013"):
            await third.next()
        await lines[0].close()
        fourth = await house.look(found, "blue", headers=ann)
        assert (await fourth.next())["type"] == "table"
        for line in (lines[1], fourth):
            await line.close()


async def test_work_that_was_done_is_owed() -> None:
    bucket = Bucket(1.0)
    assert bucket.draw(1, 0.5, 1) == 0
    bucket.left -= 10
    assert bucket.draw(1, 0.5, 1) > 20
    limits = Limits(address=1)
    scope = {"type": "websocket", "headers": [], "client": ("10.0.0.1", 1)}
    with limits.within(scope, "/games/{game}/live"), pytest.raises(TooMuch), limits.within(scope, "/x"):
        pass


async def test_a_limit_that_there_is_not_is_told(tmp_path: Path) -> None:
    words = ["serve", "--public", PUBLIC, "--data-dir", str(tmp_path), "--limit", "dreams=3"]
    found = CliRunner().invoke(main, words)
    assert found.exit_code != 0
    assert "dreams" in str(found.output) + str(found.exception)


# -- copies ----------------------------------------------------------------------------------------------------


async def filled(storage: Any) -> None:
    """A club with a person and a game."""
    await storage.create(game(), change(0, kind="new"))
    await storage.append("g", change(1))
    for statement in (
        "insert into person (id, name, created) values ('p', 'Ann', 1.0)",
        "insert into device (id, person, label, created, seen, cookie) values ('d', 'p', '', 1.0, 1.0, 'hush')",
        "insert into hosted (game, owner, open) values ('g', 'p', 0)",
        "insert into seat (game, side, person, since) values ('g', 'blue', 'p', 1.0)",
        "insert into talk (game, n, person, name, at, length, text) values ('g', 1, 'p', 'Ann', 1.0, 0, 'Hello')",
    ):
        await storage.do(statement)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


async def test_a_copy_of_postgresql_comes_back_into_either_store(tmp_path: Path, cluster: Cluster) -> None:
    from front1914.server.postgres import PostgresStorage

    url, copy = cluster.database(), tmp_path / "copy"
    storage = PostgresStorage(url)
    await filled(storage)
    log, rows = await storage.log("g"), await storage.games()
    assert "1 games are copied" in run("backup", str(copy), "--database", url).output
    await storage.append("g", change(2))
    await storage.close()
    assert "1 games are back" in run("restore", str(copy), "--data-dir", str(tmp_path / "light")).output
    light = SqliteStorage(tmp_path / "light")
    assert (await light.log("g"), await light.games()) == (log, rows)
    await light.close()
    told = run("restore", str(copy), "--database", url).output
    assert "before_restore_" in told
    again = PostgresStorage(url)
    assert (await again.log("g"), await again.games()) == (log, rows)
    await again.append("g", change(2))
    aside = told.split()[-1].rstrip(".")
    assert (await again.one(f"select count(*) from {aside}.log"))[0] == 3, "nothing of before is lost"
    await again.close()


async def test_sqlite_games_move_to_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    from front1914.server.postgres import PostgresStorage

    light = SqliteStorage(tmp_path)
    await filled(light)
    log = await light.log("g")
    await light.close()
    run("backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path))
    url = cluster.database()
    assert "1 games are back." in run("restore", str(tmp_path / "copy"), "--database", url).output
    grand = PostgresStorage(url)
    assert await grand.log("g") == log
    await grand.close()


# -- the keeper's commands -------------------------------------------------------------------------------------


async def test_all_of_a_person_is_exported_without_what_signs_in(store: OpenStore) -> None:
    storage = store()
    await filled(storage)
    found = await administer.export(storage, "p")
    assert found["person"][0]["name"] == "Ann"
    assert found["talk"][0]["text"] == "Hello"
    assert {"device", "seat", "hosted"} <= found.keys()
    assert "hush" not in json.dumps(found)
    assert [row["games"] for row in await administer.people(storage)] == [1]
    assert (await administer.games(storage))[0]["players"] == {"blue": "Ann"}
    await storage.close()


async def test_nothing_of_a_deleted_person_is_left(store: OpenStore) -> None:
    storage = store()
    await filled(storage)
    await storage.create(game("h"), change(0, kind="new"))  # of two people: it stays for the other
    for statement in (
        "insert into person (id, name, created) values ('q', 'Ben', 1.0)",
        "insert into hosted (game, owner, open) values ('h', 'p', 0)",
        "insert into seat (game, side, person, since) values ('h', 'blue', 'p', 1.0)",
        "insert into seat (game, side, person, since) values ('h', 'red', 'q', 1.0)",
        "insert into talk (game, n, person, name, at, length, text) values ('h', 1, 'p', 'Ann', 1.0, 0, 'Hm')",
    ):
        await storage.do(statement)
    assert await administer.delete_person(storage, "p")
    assert not await administer.delete_person(storage, "p")
    assert [row.id for row in await storage.games()] == ["h"]
    for name, columns in (await administer.columns(storage)).items():
        for row in await storage.all(f"select {', '.join(columns)} from {name}"):
            assert "p" not in row, name
            assert "Ann" not in row, name
    await storage.close()


async def test_the_keeper_s_commands(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        ann = await sign_up(house, "Ann")
        found = await begin(house, ann)
        line = await house.look(found, "blue", headers=ann)
        await line.next()
        folder = ("admin", "--data-dir", str(tmp_path))
        listed = await asyncio.to_thread(run, *folder, "list")
        assert found in listed.output
        assert "blue Ann, red Ann" in listed.output
        person = json.loads((await asyncio.to_thread(run, *folder, "list", "people", "--json")).output)["people"][0][
            "id"
        ]
        saved = tmp_path / "saved.front1914"
        assert (await asyncio.to_thread(run, *folder, "export", found, str(saved))).exit_code == 0
        assert saved.read_text().startswith("{") or "ford" in saved.read_text()[:200]
        assert (await asyncio.to_thread(run, *folder, "export", person, str(tmp_path / "ann.json"))).exit_code == 0
        assert json.loads((tmp_path / "ann.json").read_text())["person"][0]["name"] == "Ann"
        assert (await asyncio.to_thread(run, *folder, "close", found, "--yes")).exit_code == 0
        answer = await house.call("POST", f"/api/games/{found}/act", {"side": "red", "verb": "pass"}, ann)
        assert answer.status in (404, 409)
        assert (await asyncio.to_thread(run, *folder, "delete-person", person, "--yes")).exit_code == 0
        assert (await house.call("GET", "/api/me", None, ann)).json["person"] is None
    assert (tmp_path / FILE).exists()

"""Whatever comes in, the answer is clear and nothing has changed."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from front1914.server.api import ROUTES
from front1914.server.sqlite import SqliteStorage
from front1914.server.storage import Change, StorageFailed
from tests.server.house import Closed, House, open_house

TEXT = {"content-type": "text/plain"}


async def whole(house: House) -> list[Any]:
    """Everything that is kept."""
    games = await house.library.storage.games()
    return [[game, await house.library.storage.log(game.id)] for game in games]


GOD = {"kind": "computer", "level": "god"}
BAD: list[tuple[str, str, Any, int, str]] = [
    ("POST", "/api/games", {}, 400, "body"),
    ("POST", "/api/games", [], 400, "body"),
    ("POST", "/api/games", {"title": 5}, 400, "title"),
    ("POST", "/api/games", {"title": ""}, 400, "title"),
    ("POST", "/api/games", {"title": "atlantis"}, 404, "title"),
    ("POST", "/api/games", {"title": "ford", "scenario": "x"}, 422, "scenario"),
    ("POST", "/api/games", {"title": "ford", "options": {"x": 1}}, 422, "options.x"),
    ("POST", "/api/games", {"title": "ford", "options": {"open": 1}}, 422, "options.open"),
    ("POST", "/api/games", {"title": "ford", "options": {"open": []}}, 400, "options[...]"),
    ("POST", "/api/games", {"title": "ford", "seats": {"green": {"kind": "human"}}}, 422, "seats.green"),
    ("POST", "/api/games", {"title": "ford", "seats": {"red": {"kind": "ghost"}}}, 400, "seats[...].kind"),
    ("POST", "/api/games", {"title": "ford", "seats": {"red": GOD}}, 422, "seats.red.level"),
    ("POST", "/api/games", {"title": "ford", "seed": 1.5}, 400, "seed"),
    ("POST", "/api/games", {"title": "ford", "seed": 2**60}, 400, "seed"),
    ("POST", "/api/games", {"title": "ford", "name": " \t "}, 400, "name"),
    ("POST", "/api/games", {"title": "ford", "name": "x" * 121}, 400, "name"),
    ("POST", "/api/games", {"title": "ford", "cheat": True}, 400, "body"),
    ("POST", "/api/games", {"title": "ford", "dice": "loaded"}, 400, "dice"),
    ("POST", "/api/games/{game}/act", {"side": "blue", "verb": "unit", "arg": "b1"}, 409, "side"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "fly", "arg": "0101"}, 409, "action"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "to", "arg": "9999"}, 409, "action"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "to"}, 409, "action"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "pass", "arg": "x"}, 409, "action"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "resign"}, 409, "action"),
    ("POST", "/api/games/{game}/act", {"side": "green", "verb": "pass"}, 400, "side"),
    ("POST", "/api/games/{game}/act", {"side": "observer", "verb": "pass"}, 400, "side"),
    ("POST", "/api/games/{game}/act", {"side": "chance", "verb": "die", "arg": 6}, 400, "side"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "to", "arg": True}, 400, "arg"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "to", "arg": ["0204"]}, 400, "arg"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "to", "arg": 10**30}, 400, "arg"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "pass", "seq": 3}, 409, "seq"),
    ("POST", "/api/games/{game}/act", {"side": "red", "verb": "pass", "seq": "0"}, 400, "seq"),
    ("POST", "/api/games/nobody/act", {"side": "red", "verb": "pass"}, 404, "game"),
    ("POST", "/api/games/{game}/undo", {"side": "red"}, 409, "undo"),
    ("POST", "/api/games/{game}/undo", {"side": "red", "all": True}, 409, "undo"),
    ("POST", "/api/games/{game}/undo", {"side": "red", "count": 0}, 400, "count"),
    ("POST", "/api/games/{game}/undo", {"side": "red", "count": -1}, 400, "count"),
    ("POST", "/api/games/{game}/rewind", {"to": 4, "consent": []}, 409, "consent"),
    ("POST", "/api/games/{game}/rewind", {"to": 99, "consent": ["blue", "red"]}, 409, "to"),
    ("POST", "/api/games/{game}/rewind", {"to": -1, "consent": ["blue", "red"]}, 400, "to"),
    ("POST", "/api/games/{game}/resign", {"side": "green"}, 400, "side"),
    ("POST", "/api/games/{game}/computer", {"do": "dance"}, 400, "do"),
    ("POST", "/api/games/{game}/branch", {"at": 99, "side": "blue"}, 404, "at"),
    ("POST", "/api/games/{game}/branch", {"at": 4, "side": "green"}, 400, "side"),
    ("POST", "/api/games/{game}/odds", {"side": "red", "actions": [[]]}, 400, "actions[0]"),
    ("PUT", "/api/games/{game}/seats", {"seats": {"green": {"kind": "human"}}}, 422, "seats.green"),
    ("PATCH", "/api/games/{game}", {"name": "a\nb"}, 400, "name"),
    ("PATCH", "/api/games/{game}", {"name": "a\x9bb"}, 400, "name"),
    ("PATCH", "/api/games/{game}", {"name": "a\u202eb"}, 400, "name"),
    ("POST", "/api/games", {"title": "ford", "name": "a\u2028b"}, 400, "name"),
    ("POST", "/api/games", {"title": "ford", "seed": "\ud800"}, 400, "body"),
    ("PATCH", "/api/games/{game}", {}, 400, "body"),
    ("PATCH", "/api/games/nobody", {"name": "x"}, 404, "game"),
    ("DELETE", "/api/games/nobody", None, 404, "game"),
    ("DELETE", "/api/games/" + "x" * 5000, None, 404, "game"),
    ("GET", "/api/games/nobody", None, 404, "game"),
    ("GET", "/api/games/nobody/view?side=blue", None, 404, "game"),
    ("GET", "/api/games/{game}/view", None, 400, "side"),
    ("GET", "/api/games/{game}/view?side=green", None, 400, "side"),
    ("GET", "/api/games/{game}/view?side=chance", None, 400, "side"),
    ("GET", "/api/games/{game}/why_not?side=blue", None, 400, "verb"),
    ("GET", "/api/games/{game}/overlay?side=blue&name=reach", None, 422, "subject"),
    ("GET", "/api/games/{game}/moments/99?side=blue", None, 404, "n"),
    ("GET", "/api/games/{game}/moments/x?side=blue", None, 400, "n"),
    ("GET", "/api/games/{game}/moments/-1?side=blue", None, 404, "n"),
    ("GET", "/api/games/{game}/moments?side=blue&from=99", None, 404, "from"),
    ("GET", "/api/games/{game}/events?side=blue&since=²", None, 400, "since"),
    ("GET", "/api/titles/atlantis", None, 404, "title"),
    ("GET", "/api/titles/atlantis/sheet", None, 404, "title"),
    ("GET", "/api/titles/atlantis/rules", None, 404, "title"),
    ("GET", "/api/titles/atlantis/handbook", None, 404, "title"),
    ("GET", "/api/nothing", None, 404, "path"),
    ("GET", "/api", None, 404, "path"),
    ("POST", "/api/titles", {}, 405, "method"),
    ("PUT", "/api/games/{game}/act", {}, 405, "method"),
]  # fmt: skip


@pytest.mark.asyncio
@pytest.mark.parametrize(("method", "path", "body", "status", "place"), BAD)
async def test_a_bad_request_is_refused_with_the_place(
    house: House, method: str, path: str, body: Any, status: int, place: str
) -> None:
    game = await house.begin()
    before = await whole(house)
    answer = await house.call(method, path.format(game=game), body)
    assert (answer.status, answer.error["place"]) == (status, place)
    assert await whole(house) == before


@pytest.mark.asyncio
async def test_broken_bodies_are_refused(house: House) -> None:
    game = await house.begin()
    before = await whole(house)
    path, as_json = f"/api/games/{game}/act", {"content-type": "application/json"}
    for raw in (b"", b"{", b"\xff\xfe", b"nul", b"[" * 60_000, b'{"side": "\\ud800"}', b"{}" * 3):
        answer = await house.call("POST", path, raw=raw, headers=as_json)
        assert (answer.status, answer.error["place"]) == (400, "body"), raw[:20]
    good = json.dumps({"side": "red", "verb": "pass"}).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = await house.call("POST", path, raw=good, headers={"content-type": kind})
        assert (answer.status, answer.error["place"]) == (415, "content-type")
    answer = await house.call("POST", path, raw=good)
    assert answer.status == 415
    answer = await house.call("POST", path, raw=b" " * 70_000 + good, headers=as_json)
    assert (answer.status, answer.error["place"]) == (413, "body")
    # What is said of the length is not believed.
    answer = await house.call("POST", path, raw=b" " * 70_000 + good, headers=as_json | {"content-length": "10"})
    assert answer.status == 413
    answer = await house.call("POST", path, raw=good, headers=as_json | {"content-length": "many"})
    assert answer.status == 400
    assert await whole(house) == before


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("raw", "place", "reason"),
    [
        (b"", "line 1", "not a saved game"),
        (b"PK\x03\x04", "line 1", "not a saved game"),
        (b"\xff\xd8\xff", "file", "not a text file"),
        (b"front1914 99\n{}", "line 1", "format 99"),
        (b"front1914 1\n{}", "line 2", "header"),
        (b'front1914 1\n{"title": "atlantis"}\t00000000\n', "line 2", "header"),
    ],
)
async def test_a_foreign_save_is_refused(house: House, raw: bytes, place: str, reason: str) -> None:
    answer = await house.call("POST", "/api/games/upload", raw=raw, headers=TEXT)
    assert (answer.status, answer.error["place"]) == (422, place)
    assert reason in answer.error["reason"]
    assert await whole(house) == []


@pytest.mark.asyncio
async def test_an_oversized_upload_is_refused_before_it_is_read(house: House) -> None:
    answer = await house.call("POST", "/api/games/upload", raw=b"x" * ((8 << 20) + 1), headers=TEXT)
    assert (answer.status, answer.error["place"]) == (413, "body")
    answer = await house.call("POST", "/api/games/upload", raw=b"x", headers=TEXT | {"content-length": "99999999999"})
    assert answer.status == 413


@pytest.mark.asyncio
async def test_of_two_equal_requests_at_once_one_is_done(house: House) -> None:
    game = await house.begin()
    ask = {"side": "red", "verb": "pass", "seq": 0}
    answers = await asyncio.gather(*(house.call("POST", f"/api/games/{game}/act", ask) for _ in range(5)))
    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409, 409]
    assert (await house.get(f"/api/games/{game}"))["game"]["length"] == 5


class FullDisk(SqliteStorage):
    """A storage that can be made to fail."""

    full = False

    async def append(self, game: str, change: Change) -> None:
        if self.full:
            raise StorageFailed("database or disk is full")
        await super().append(game, change)


@pytest.mark.asyncio
async def test_what_could_not_be_written_has_not_happened(tmp_path: Path) -> None:
    storage = FullDisk(tmp_path)
    async with open_house(tmp_path, storage) as house:
        game = await house.begin()
        line = await house.look(game, "red")
        await line.next()
        before = await house.get(f"/api/games/{game}/view?side=red")
        storage.full = True
        answer = await house.call("POST", f"/api/games/{game}/act", {"side": "red", "verb": "pass"})
        assert (answer.status, "full" in answer.error["reason"]) == (503, True)
        assert await house.get(f"/api/games/{game}/view?side=red") == before
        storage.full = False
        await house.play(game, "red pass")
        again = await house.look(game, "red", since=0)
        again.window = line.window
        assert (await again.next())["seq"] == 1


@pytest.mark.asyncio
async def test_a_game_whose_title_is_gone_is_still_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await house.begin()
    house.library.tables.clear()
    monkeypatch.setenv("FRONT1914_TITLES", "")
    monkeypatch.setattr(sys.modules["front1914.titles"], "_loaded", {})
    for shown in ((await house.get("/api/games"))["games"][0], (await house.get(f"/api/games/{game}"))["game"]):
        assert (shown["playable"], shown["trouble"]) == (False, "there is no title 'ford'")
    assert (await house.call("GET", f"/api/games/{game}/view?side=blue")).status == 404
    line = await house.look(game, "blue")
    with pytest.raises(Closed) as closed:
        await line.next()
    assert closed.value.code == 4404
    assert (await house.call("PATCH", f"/api/games/{game}", {"name": "Later"})).status == 200
    assert (await house.call("DELETE", f"/api/games/{game}")).status == 204


@pytest.mark.asyncio
async def test_an_error_in_the_program_is_told_and_changes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await house.begin()
    table = await house.library.table(game)
    before = await whole(house)
    monkeypatch.setattr(type(table.game), "overlay", lambda *_: 1 / 0)
    replies = await _call_failing(house, f"/api/games/{game}/overlay?side=blue&name=reach")
    assert (replies.status, replies.error["place"]) == (500, "server")
    assert "ZeroDivision" not in replies.body.decode()
    assert await whole(house) == before


async def _call_failing(house: House, path: str) -> Any:
    """The answer goes out, and the error goes on to whoever keeps the log."""
    from tests.server.house import Answer

    replies: list[Any] = []

    async def keep(message: Any) -> None:
        replies.append(message)

    scope = {
        "type": "http", "method": "GET", "path": path.split("?")[0], "root_path": "", "scheme": "http",
        "query_string": path.split("?")[1].encode(), "headers": [(b"host", b"localhost")], "server": ("localhost", 80),
    }  # fmt: skip

    async def nothing() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    with pytest.raises(ZeroDivisionError):
        await house.app(scope, nothing, keep)
    headers = {k.decode(): v.decode() for k, v in replies[0]["headers"]}
    return Answer(replies[0]["status"], headers, replies[1]["body"])


# -- a little fuzzing ------------------------------------------------------------------------------------------

WORDS = ["ford", "blue", "red", "to", "unit", "b1", "0204", "campaign", "human", "computer", "random", "go", "seeded"]
NAMES = (
    "title scenario options seats seed name dice side verb arg seq count all to consent do at actions kind level open"
)
FIELDS = st.sampled_from(NAMES.split() + WORDS) | st.text(max_size=4)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
JUNK = st.recursive(
    PLAIN | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=4),
    max_leaves=8,
)
PATHS = [
    (method, f"/api{route.path}") for route in ROUTES for method in sorted(route.methods or ()) if method != "HEAD"
]
QUERY = st.dictionaries(
    st.sampled_from(["side", "verb", "arg", "name", "subject", "since", "to", "from", "v", "share", "salvage"]),
    st.sampled_from(["blue", "red", "observer", "", "-1", "0", "3", "99999", "x", "to", "reach", "0204", "%00", "é"]),
    max_size=4,
)


@settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_no_request_brings_the_server_down(fuzzed: Any, data: st.DataObject) -> None:
    loop, house, game = fuzzed
    method, path = data.draw(st.sampled_from(PATHS))
    path = path.format(
        game=data.draw(st.sampled_from([game, game, game, "nobody", "%2e%2e"])),
        title="ford",
        ticket="abc",
        lesson=data.draw(st.sampled_from(["march", "x"])),
        n=data.draw(st.sampled_from(["0", "4", "x", "-3"])),
    )
    if method == "DELETE" and game in path:
        return
    query = "&".join(f"{key}={value}" for key, value in data.draw(QUERY).items())
    body = data.draw(st.none() | st.dictionaries(FIELDS, JUNK, max_size=5) | JUNK) if method != "GET" else None
    raw = data.draw(st.none() | st.binary(max_size=20)) if method != "GET" else None
    headers = data.draw(st.sampled_from([{}, {"content-type": "application/json"}, TEXT]))
    answer = loop.run_until_complete(house.call(method, f"{path}?{query}", body, headers, raw))
    assert answer.status < 500, answer.body
    if answer.status >= 400:
        assert answer.error


@pytest.fixture
def fuzzed(tmp_path: Path) -> Any:
    """One house for all examples: what one leaves behind, the next finds."""
    loop = asyncio.new_event_loop()
    opened = open_house(tmp_path)
    house = loop.run_until_complete(opened.__aenter__())
    game = loop.run_until_complete(house.begin())
    yield loop, house, game
    loop.run_until_complete(opened.__aexit__(None, None, None))
    loop.close()

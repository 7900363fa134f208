"""A game of older rules in the browser: the page says where it goes another way, and opens what is before."""

from __future__ import annotations

import http.client
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from front1914.server.sqlite import FILE
from tests.engine.test_save import long_game
from tests.server.house import Process
from tests.web.conftest import TITLES
from tests.web.desk import Desk

pytestmark = pytest.mark.browser


def kept(folder: Path) -> str:
    """A long game on the disk, with several snapshots."""
    file = folder / "game"
    long_game(150).save(file)
    server = Process(folder, titles=TITLES)
    try:
        connection = http.client.HTTPConnection(server.address, timeout=60)
        connection.request("POST", "/api/games/upload", file.read_bytes(), {"content-type": "text/plain"})
        game: str = json.loads(connection.getresponse().read())["game"]["id"]
        connection.close()
    finally:
        server.end()
    return game


def age(folder: Path, game: str) -> int:
    """Makes it a game of older rules, which went another way after its first snapshot; how long that is."""
    with sqlite3.connect(folder / FILE) as db:
        db.execute("update game set rules = 0 where id = ?", (game,))
        db.execute("update snapshot set rules = 0 where game = ?", (game,))
        (first,) = db.execute("select min(length) from snapshot where game = ? and length > 0", (game,)).fetchone()
        db.execute("update snapshot set digest = '0' where game = ? and length > ?", (game, first))
    db.close()
    return int(first)


def test_what_is_sound_of_a_game_of_older_rules_is_opened(sit: Callable[..., Desk], tmp_path: Path) -> None:
    game = kept(tmp_path)
    good = age(tmp_path, game)
    server = Process(tmp_path, titles=TITLES)
    try:
        desk = sit(server.address)
        desk.open(f"/game/{game}")
        desk.page.wait_for_selector(".sorry")
        desk.until(lambda: "begun under version 0 of the rules; this program has 1" in desk.page.inner_text(".sorry"))
        desk.page.click(f"text=Open its first {good} actions as a new game")
        desk.until(lambda: "/game/" in desk.page.url and game not in desk.page.url)
        desk.page.click("#ready")  # a hot seat: whoever decides says that he is there
        desk.page.wait_for_selector("#live")
        made = desk.page.url.rsplit("/", 1)[1]
        assert server.call("GET", f"/api/games/{made}").json["game"]["rules"] == 1
        assert {shown["id"] for shown in server.call("GET", "/api/games").json["games"]} == {game, made}
    finally:
        server.end()

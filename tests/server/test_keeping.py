"""Damaged rows, damaged files, copies: what is sound stays, what is not is told, and nothing changes unnoticed."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from front1914.cli import main
from front1914.server import keeping
from front1914.server.claim import Claim
from front1914.server.sqlite import FILE, MIGRATIONS, SqliteStorage, connect, newest
from front1914.server.storage import StorageFailed
from tests.server.house import House, open_house

pytestmark = pytest.mark.asyncio

PLAYED = ("red pass", "blue unit b1", "blue to 0302", "blue done", "blue done")


async def played(house: House) -> str:
    game = await house.begin()
    await house.play(game, *PLAYED)
    return game


def damage(folder: Path, statement: str, *values: Any) -> None:
    db = connect(folder / FILE)
    db.execute(statement, values)
    db.close()


@pytest.mark.parametrize(
    "statement",
    [
        "update log set arg = 'b2' where game = ? and seq = 2",
        "update log set events = '[1]' where game = ? and seq = 2",
        "update log set side = null where game = ? and seq = 2",
        "update log set marks = 'nonsense' where game = ? and seq = 2",
        "update log set arg = cast(x'ff' as text) where game = ? and seq = 2",
        "delete from log where game = ? and seq = 2",
        "update log set undoable = 7 where game = ? and seq = 2",
    ],
)
async def test_a_damaged_row_is_told_and_what_came_before_it_can_be_opened(tmp_path: Path, statement: str) -> None:
    async with open_house(tmp_path) as house:
        game, other = await played(house), await played(house)
    damage(tmp_path, statement, game)
    async with open_house(tmp_path) as house:
        answer = await house.call("GET", f"/api/games/{game}/view?side=blue")
        assert (answer.status, answer.error["good"]) == (409, 5)
        assert "damaged" in answer.error["reason"]
        shown = {row["id"]: row for row in (await house.get("/api/games"))["games"]}
        assert "damaged" in shown[game]["trouble"]
        assert shown[game]["good"] == 5
        assert shown[other]["trouble"] is None
        part = (await house.post(f"/api/games/{game}/salvage"))["game"]
        assert part["length"] == 5
        await house.play(part["id"], "blue unit b1")
        await house.play(other, "red done")


async def test_damage_is_shown_before_anybody_opens_the_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        game = await played(house)
    damage(tmp_path, "update log set arg = 'b2' where game = ? and seq = 2", game)
    async with open_house(tmp_path) as house:
        await house.library.present.check_all()
        assert "damaged" in (await house.get(f"/api/games/{game}"))["game"]["trouble"]


@pytest.mark.parametrize("column", ["seed", "options", "scenario"])
async def test_what_a_game_began_from_does_not_change_unnoticed(tmp_path: Path, column: str) -> None:
    async with open_house(tmp_path) as house:
        game = await played(house)
    value = {"seed": "8", "options": '{"open":true}', "scenario": "skirmish"}[column]
    damage(tmp_path, f"update game set {column} = ? where id = ?", value, game)
    async with open_house(tmp_path) as house:
        answer = await house.call("GET", f"/api/games/{game}/view?side=blue")
        assert answer.status == 409
        assert "its beginning is not as it was written" in answer.error["reason"]


async def test_lost_rows_at_the_end_are_noticed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        game = await played(house)
    damage(tmp_path, "delete from log where game = ? and seq >= 4", game)
    async with open_house(tmp_path) as house:
        answer = await house.call("GET", f"/api/games/{game}/view?side=blue")
        assert "the changes 4 to 5 are missing" in answer.error["reason"]


@pytest.mark.parametrize("value", ["not json", "5", '{"a":', "cast(x'ff' as text)"])
async def test_a_game_whose_own_row_is_damaged_harms_no_other(tmp_path: Path, value: str) -> None:
    async with open_house(tmp_path) as house:
        game, other = await played(house), await played(house)
    if value.startswith("cast"):
        damage(tmp_path, f"update game set summary = {value} where id = ?", game)
    else:
        damage(tmp_path, "update game set summary = ? where id = ?", value, game)
    async with open_house(tmp_path) as house:
        shown = {row["id"]: row for row in (await house.get("/api/games"))["games"]}
        assert "damaged" in shown[game]["trouble"]
        assert shown[other]["trouble"] is None
        await house.play(other, "red done")
        assert (await house.call("GET", f"/api/games/{game}/view?side=blue")).status == 409
        assert (await house.call("DELETE", f"/api/games/{game}")).status == 204


BESIDE_THE_LOG = [
    ("created", "1e300", 9),
    ("updated", "9e999", 9),
    ("updated", "-5", 9),
    ("name", "x'ff00'", 9),
    ("branch", "'5'", 9),
    ("seats", "'{}'", 9),
    ("seats", """'{"blue":{},"red":{"kind":"human"}}'""", 9),
    ("seats", """'{"blue":{"kind":"computer"},"red":{"kind":"human"}}'""", 9),
    ("summary", "'[]'", 9),
    ("summary", "'null'", 9),
    ("summary", "5", 9),
    ("summary", """'{"looks":5,"seq":5}'""", 9),
    ("summary", """'{"seq":"x"}'""", 9),
]


@pytest.mark.parametrize(("column", "value", "good"), BESIDE_THE_LOG)
async def test_damage_beside_the_log_hides_no_game_and_loses_no_action(
    tmp_path: Path, column: str, value: str, good: int
) -> None:
    """Whatever stands in a game's own row: all others are listed and checked, and its whole log can be opened."""
    async with open_house(tmp_path) as house:
        game, other = await played(house), await played(house)
    damage(tmp_path, "update log set arg = 'b2' where game = ? and seq = 2", other)
    damage(tmp_path, f"update game set {column} = {value} where id = ?", game)
    async with open_house(tmp_path) as house:
        await house.library.present.check_all()
        shown = {row["id"]: row for row in (await house.get("/api/games"))["games"]}
        assert "damaged" in shown[other]["trouble"], "the damage of another is found all the same"
        for method, path, body in (
            ("GET", "view?side=blue", None),
            ("GET", "events?side=blue", None),
            ("PUT", "seats", {"seats": {"red": {"kind": "computer", "level": "random"}}}),
            ("GET", "save?consent=blue,red", None),
            ("POST", "resign", {"side": "blue"}),
        ):
            answer = await house.call(method, f"/api/games/{game}/{path}", body)
            assert (answer.status, answer.error["good"]) == (409, good), path
        assert (await house.get(f"/api/games/{game}"))["game"]["good"] == good
        part = (await house.post(f"/api/games/{game}/salvage"))["game"]
        assert part["length"] == good
        await house.play(part["id"], "red done")
        assert (await house.call("DELETE", f"/api/games/{game}")).status == 204


@pytest.mark.parametrize("kind", ["garbage", "truncated", "foreign", "empty tables"])
async def test_a_file_that_is_no_use_is_set_aside(tmp_path: Path, kind: str) -> None:
    async with open_house(tmp_path) as house:
        for _ in range(6):
            await played(house)
    file = tmp_path / FILE
    if kind == "garbage":
        file.write_bytes(b"this is not a database, but long enough to be looked at " * 20)
    elif kind == "truncated":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    else:
        file.unlink()
        db = sqlite3.connect(file)
        db.execute("create table other (x)")
        db.execute(f"pragma user_version = {0 if kind == 'foreign' else 1}")
        db.commit()
        db.close()
    before = file.read_bytes()
    storage, word = keeping.open_games(tmp_path)
    assert word is not None
    assert "set aside" in word
    (aside,) = [path for path in tmp_path.glob(f"{FILE}.damaged-*") if not path.name.endswith(("-wal", "-shm"))]
    assert aside.read_bytes() == before, "nothing of it is lost"
    await storage.close()
    async with open_house(tmp_path) as house:
        await played(house)


async def test_what_can_be_saved_of_a_damaged_file_is_taken_over(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        games = [await played(house) for _ in range(3)]
    damage(tmp_path, "update log set arg = 'b2' where game = ? and seq = 2", games[0])
    target = tmp_path / "new"
    storage = SqliteStorage(target)
    assert keeping.salvage(tmp_path / FILE, target / FILE) == keeping.Saved(2, 1, 0)
    assert [row.length for row in await storage.log(games[0])][-1] == 5
    assert len(await storage.log(games[1])) > 5
    await storage.close()


async def test_games_are_copied_while_they_are_played_and_brought_back(tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy", tmp_path / "games"
    run = CliRunner()
    async with open_house(folder) as house:
        game = await played(house)
        assert run.invoke(main, ["backup", str(copy), "--data-dir", str(folder)]).output.startswith(
            "1 games are copied"
        )
        await house.play(game, "red done")
        view = await house.get(f"/api/games/{game}/moments/9?side=blue")
    again = run.invoke(main, ["backup", str(copy), "--data-dir", str(folder)])
    assert (again.exit_code, "already" in again.stderr) == (1, True)
    claim = Claim(folder)
    claim.announce("http://127.0.0.1:1/")
    refused = run.invoke(main, ["restore", str(copy), "--data-dir", str(folder)])
    assert (refused.exit_code, "end it first" in refused.stderr) == (1, True)
    claim.release()
    done = run.invoke(main, ["restore", str(copy), "--data-dir", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    async with open_house(folder) as house:
        assert (await house.get(f"/api/games/{game}"))["game"]["seq"] == 5
        assert (await house.get(f"/api/games/{game}/moments/9?side=blue"))["view"] == view["view"]
    assert list(folder.glob(f"{FILE}.before-restore-*")), "those of before are set aside"


@pytest.mark.parametrize("what", ["missing", "garbage", "newer", "empty"])
async def test_a_copy_that_is_none_restores_nothing(tmp_path: Path, what: str) -> None:
    async with open_house(tmp_path / "games") as house:
        game = await played(house)
    copy = tmp_path / "copy"
    if what == "garbage":
        copy.write_bytes(b"nonsense " * 500)
    elif what != "missing":
        db = sqlite3.connect(copy)
        db.execute(f"pragma user_version = {99 if what == 'newer' else 0}")
        db.close()
    with pytest.raises(StorageFailed):
        keeping.restore(tmp_path / "games", copy)
    async with open_house(tmp_path / "games") as house:
        assert (await house.get(f"/api/games/{game}"))["game"]["seq"] == 5


async def test_before_tables_change_everything_is_copied(tmp_path: Path) -> None:
    """A file of the first tables: its rows are sealed, and a copy of it as it was stands beside it."""
    db = connect(tmp_path / FILE)
    db.executescript(f"{(MIGRATIONS / 'sqlite' / '0001_games.sql').read_text()}\npragma user_version = 1;")
    values = ("g", "A game", "ford", 1, "campaign", "{}", None, "7", "{}", None, 1.0, 1.0, '{"seq":0}')
    db.execute(f"insert into game values ({', '.join('?' * len(values))})", values)
    db.execute("insert into log values ('g', 0, 0, 'new', 0, null, null, null, 0, '[]', '[]', '[]')")
    db.close()
    storage = SqliteStorage(tmp_path)
    assert len(await storage.log("g")) == 1
    await storage.close()
    old = sqlite3.connect(tmp_path / f"{FILE}.before-{newest()}")
    assert old.execute("pragma user_version").fetchone() == (1,)
    assert old.execute("select count(*) from log").fetchone() == (1,)
    old.close()
    shutil.rmtree(tmp_path, ignore_errors=True)

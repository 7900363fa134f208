"""The socket: first everything, then what changes; and what was missed after a loss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.house import Closed, House, Line, open_house

pytestmark = pytest.mark.asyncio


async def same_as_asked(house: House, game: str, line: Line) -> None:
    """What the window put together from patches is what the server would send whole."""
    side = line.window.view["side"]
    found = await house.get(f"/api/games/{game}/view?side={side}")
    assert line.window.view == found["view"]
    assert line.window.decision == found["decision"]
    assert (line.window.seq, line.window.length) == (found["seq"], found["length"])
    assert line.window.undoable == found["undoable"]
    events = await house.get(f"/api/games/{game}/events?side={side}")
    assert line.window.events == events["events"]


async def test_first_comes_the_whole_table(house: House) -> None:
    game = await house.begin()
    line = await house.look(game, "blue")
    first = await line.next()
    assert (first["type"], first["side"], first["seq"], first["cut"]) == ("table", "blue", 0, -1)
    assert first["game"]["id"] == game
    assert first["game"]["sheet"].startswith("/api/titles/ford/sheet?v=")
    await same_as_asked(house, game, line)


async def test_every_change_comes_as_a_patch_to_both_sides(house: House) -> None:
    game = await house.begin()
    blue, red = await house.look(game, "blue"), await house.look(game, "red")
    await blue.next()
    await red.next()
    for action in ("red to 0504", "blue unit b1", "blue to 0302", "blue done", "blue done", "red unit r1"):
        await house.play(game, action)
        for line in (blue, red):
            change = await line.next()
            assert (change["type"], change["kind"], change["by"]) == ("change", "act", action.split()[0])
            await same_as_asked(house, game, line)
    await house.post(f"/api/games/{game}/undo", side="red")
    for line in (blue, red):
        assert (await line.next())["kind"] == "undo"
        await same_as_asked(house, game, line)
    await house.post(f"/api/games/{game}/rewind", to=5, consent=["blue", "red"])
    for line in (blue, red):
        change = await line.next()
        assert (change["kind"], change["cut"]) == ("rewind", 5)
        await same_as_asked(house, game, line)


async def test_a_lost_board_resumes_with_what_it_missed(house: House) -> None:
    game = await house.begin()
    line = await house.look(game, "blue")
    await line.next()
    await line.close()
    await house.play(game, "red to 0504", "blue unit b1", "blue to 0302")
    again = await house.look(game, "blue", since=0)
    again.window = line.window
    kinds = [(await again.next())["type"] for _ in range(4)]
    assert kinds == ["change", "change", "change", "computer"]
    await same_as_asked(house, game, again)
    await house.play(game, "blue unit b2")
    await again.next()
    await same_as_asked(house, game, again)


async def test_a_board_that_missed_nothing_gets_no_table(house: House) -> None:
    game = await house.begin()
    line = await house.look(game, "blue", since=0)
    assert (await line.next())["type"] == "computer"
    await line.quiet()


async def test_after_a_taking_back_the_table_comes_whole_with_the_events_to_drop(house: House) -> None:
    game = await house.begin()
    await house.play(game, "red pass", "blue unit b1", "blue to 0302")
    line = await house.look(game, "blue")
    await line.next()
    await line.close()
    await house.post(f"/api/games/{game}/undo", side="blue", all=True)
    await house.play(game, "blue unit b2", "blue to 0402")
    again = await house.look(game, "blue", since=3)
    again.window = line.window
    first = await again.next()
    assert (first["type"], first["cut"]) == ("table", 5)
    await same_as_asked(house, game, again)


@pytest.mark.parametrize("since", [-5, 99])
async def test_a_number_that_never_was_gets_the_whole_table(house: House, since: int) -> None:
    game = await house.begin()
    line = await house.look(game, "blue", since=since)
    assert (await line.next())["type"] == "table"
    await same_as_asked(house, game, line)


async def test_who_missed_too_much_gets_the_whole_table(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("front1914.server.table.MOST_MISSED", 1)
    game = await house.begin()
    await house.play(game, "red pass", "blue unit b1")
    line = await house.look(game, "blue", since=0)
    first = await line.next()
    assert (first["type"], first["cut"]) == ("table", 4)


async def test_a_board_resumes_after_a_restart_of_the_server(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        game = await house.begin()
        line = await house.look(game, "red")
        await line.next()
        await house.play(game, "red to 0504", "blue unit b1")
    async with open_house(tmp_path) as house:
        again = await house.look(game, "red", since=0)
        again.window = line.window
        await again.until(lambda m: m["type"] == "computer")
        await same_as_asked(house, game, again)


async def test_a_slow_board_is_cut_off_and_can_resume(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("front1914.server.windows.MOST_WAITING", 3)
    game = await house.begin()
    table = await house.library.table(game)
    window = await table.join("blue", None, {})
    await house.play(game, "red pass", "blue unit b1", "blue to 0302", "blue unit b2")
    assert window.closed
    table.leave(window)
    await house.play(game, "blue to 0402")


async def test_pings_are_answered_and_anything_else_ends_it(house: House) -> None:
    game = await house.begin()
    line = await house.look(game, "blue")
    await line.next()
    line.send(json.dumps({"type": "ping"}))
    assert await line.next() == {"type": "pong"}
    line.send('{"type": "act", "verb": "unit"}')
    with pytest.raises(Closed) as closed:
        await line.next()
    assert closed.value.code == 1008


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[" * 100_000, '"ping"', "\ud800".encode("utf-8", "replace").decode()]
)
async def test_nonsense_ends_the_connection_and_nothing_else(house: House, text: str) -> None:
    game = await house.begin()
    line = await house.look(game, "blue")
    await line.next()
    line.send(text)
    with pytest.raises(Closed) as closed:
        await line.next()
    assert closed.value.code == 1008
    assert (await house.get(f"/api/games/{game}/view?side=blue"))["seq"] == 0


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/games/nothing/live?side=blue", 4404),
        ("/api/games/{game}/live?side=green", 4400),
        ("/api/games/{game}/live", 4400),
        ("/api/games/{game}/live?side=blue&since=x", 4400),
        ("/api/games/{game}/live?side=red", 4403),
    ],
)
async def test_a_socket_that_may_not_be_is_closed_with_the_reason(house: House, path: str, code: int) -> None:
    game = await house.begin(seats={"red": {"kind": "computer", "level": "random"}})
    line = Line(house, path.format(game=game), {})
    with pytest.raises(Closed) as closed:
        await line.next()
    assert closed.value.code == code
    assert closed.value.reason


async def test_names_and_deletion_are_told(house: House) -> None:
    game = await house.begin()
    line = await house.look(game, "observer")
    await line.next()
    await house.call("PATCH", f"/api/games/{game}", {"name": "Marne"})
    message = await line.next()
    assert (message["type"], message["game"]["name"]) == ("game", "Marne")
    await house.call("DELETE", f"/api/games/{game}")
    assert (await line.next())["type"] == "deleted"
    with pytest.raises(Closed) as closed:
        await line.next()
    assert closed.value.code == 4410


async def test_the_observer_sees_less_than_either_side(house: House) -> None:
    game = await house.begin()
    line = await house.look(game, "observer")
    first = await line.next()
    assert first["decision"] is None
    assert not [event for event in first["events"] if event["kind"] == "veteran"]

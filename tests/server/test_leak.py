"""No message to a side holds what it may not know.

Two games differ only in what red did and drew in secret. Every byte that blue gets must be the same in both: whatever
differed would tell red's secret.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import front1914
from front1914 import ScriptedDice
from tests.server.house import Closed, House, open_house

pytestmark = pytest.mark.asyncio

#: The ways in which red can begin: which ford is mined, and which two units are veterans.
SECRETS = (("0204", ("r1", "r2")), ("0804", ("r5", "r6")))
BLUE = ("b3", "b4")

ASKED = (
    "view?side=blue",
    "view?side=blue&all=1",
    "view?side=observer",
    "decision?side=blue",
    "events?side=blue",
    "events?side=observer",
    "timeline",
    "moments?side=blue",
    "moments/3?side=blue",
    "moments/5?side=blue",
    "moments/5?side=observer",
    "course?side=blue",
    "orders?side=blue",
    "orders?side=observer",
    "prospects?side=blue",
    "review",
    "luck?side=blue",
    "dice",
    "why_not?side=blue&verb=to&arg=0204",
    "why_not?side=blue&verb=unit&arg=r1",
    "overlay?side=blue&name=attackers&subject=0505",
    "overlay?side=blue&name=reach&subject=r1",
    "",
)


async def begin(house: House, veterans: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, **ask: Any) -> str:
    """A game whose draws are known, with the dice of seed 7 afterwards."""
    draws = [*BLUE, *veterans]
    real = front1914.SeededDice

    class Known(real):  # type: ignore[misc, valid-type]
        def choose(self, n: int, faces: Any, weights: Any) -> int:
            return ScriptedDice([draws[n]]).choose(n, faces, weights) if n < 4 else super().choose(n, faces, weights)

    monkeypatch.setattr(front1914, "SeededDice", Known)
    monkeypatch.setattr("front1914.server.record.SeededDice", Known)
    return await house.begin(**ask)


async def told_to_blue(folder: Path, secret: tuple[str, tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every byte that is sent to blue and to an observer, through a setup, a turn of blue and the start of red's."""
    mine, veterans = secret
    heard: list[str] = []
    async with open_house(folder) as house:
        game = await begin(house, veterans, monkeypatch)
        lines = [await house.look(game, "blue"), await house.look(game, "observer")]
        red = await house.look(game, "red")
        for line in (*lines, red):
            await line.next()

        async def ask() -> None:
            for path in ASKED:
                answer = await house.call("GET", f"/api/games/{game}/{path}".rstrip("/"))
                heard.append(answer.body.decode())
            heard.append((await house.call("GET", "/api/games")).body.decode())
            for body in ({"side": "blue", "verb": "to", "arg": "0204"}, {"side": "red", "verb": "to", "arg": mine}):
                if body["side"] == "blue":
                    heard.append(
                        (await house.call("POST", f"/api/games/{game}/act", {**body, "seq": 999})).body.decode()
                    )

        await ask()
        await house.play(game, f"red to {mine}")
        await ask()
        await house.play(game, "blue unit b1", "blue to 0303", "blue unit b3", "blue to 0503")
        await ask()
        await house.post(f"/api/games/{game}/undo", side="blue", all=True)
        branch = (await house.post(f"/api/games/{game}/branch", at=5, side="blue"))["game"]
        heard.append(str(branch["branch"]))
        await house.play(game, "blue done", "blue done", "red unit r4", "red to 0404")
        await ask()
        for line in lines:
            await line.until(lambda m: m.get("seq") == 10)
            await line.quiet()
            # The hand-over: blue leaves the screen, and a window resumes for it later.
            await line.close()
            again = await house.look(game, line.window.view["side"], since=2)
            await again.next()
            await again.quiet()
            heard += line.heard + again.heard
        await red.until(lambda m: m.get("seq") == 10)
        assert mine in "".join(red.heard), "red itself knows"
    # Ids, times and the commitment of the branch's own dice differ in any two games.
    return [
        re.sub(r'"[a-z2-9]{12}"|"[0-9a-f]{64}"|\d{4}-\d\d-\d\dT[\d:]+Z', "_", text.replace(game, "_")) for text in heard
    ]


async def test_blue_gets_the_same_bytes_whatever_red_hides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await told_to_blue(tmp_path / "a", SECRETS[0], monkeypatch)
    second = await told_to_blue(tmp_path / "b", SECRETS[1], monkeypatch)
    assert len(first) > 60
    assert first == second


async def test_the_comparison_would_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends everybody red's events is caught."""
    monkeypatch.setattr("front1914.server.record._may", lambda seen, side: True)
    first = await told_to_blue(tmp_path / "a", SECRETS[0], monkeypatch)
    second = await told_to_blue(tmp_path / "b", SECRETS[1], monkeypatch)
    assert first != second


async def test_the_seed_is_in_no_message_before_the_end(house: House) -> None:
    game = await house.begin(seed="Attaquons comme la lune")
    line = await house.look(game, "blue")
    await line.next()
    await house.play(game, "red to 0204", "blue unit b1", "blue to 0302")
    await line.until(lambda m: m.get("seq") == 3)
    heard = line.heard + [(await house.call("GET", f"/api/games/{game}/{path}")).body.decode() for path in ASKED]
    assert "lune" not in "".join(heard)
    await house.post(f"/api/games/{game}/resign", side="red")
    assert "lune" in (await house.call("GET", f"/api/games/{game}/dice")).body.decode()


async def test_a_computers_side_stays_closed_however_it_is_asked(house: House) -> None:
    game = await house.begin(seats={"red": {"kind": "computer", "level": "random"}})
    line = await house.look(game, "blue")
    await line.until(lambda m: m["type"] == "change")
    for path in ASKED:
        if "side=" in path:
            path = re.sub("side=(blue|observer)", "side=red", path)
            answer = await house.call("GET", f"/api/games/{game}/{path}")
            assert answer.status == 403, path
    assert (await house.call("GET", f"/api/games/{game}/reasons?side=red")).status == 403
    bodies = {
        "odds": {"side": "red", "actions": []},
        "branch": {"at": 4, "side": "red"},
        "act": {"side": "red", "verb": "pass"},
        "undo": {"side": "red"},
        "resign": {"side": "red"},
    }
    for call, body in bodies.items():
        answer = await house.call("POST", f"/api/games/{game}/{call}", body)
        assert answer.status == 403, call
    refused = await house.call("PUT", f"/api/games/{game}/seats", {"seats": {"red": {"kind": "human"}}})
    assert (refused.status, refused.error["place"]) == (409, "seats.red")


async def test_eyes_that_opened_at_the_end_close_when_the_game_is_taken_back(house: House) -> None:
    game = await house.begin(seats={"blue": {"kind": "computer", "level": "random"}})
    await house.post(f"/api/games/{game}/resign", side="red")
    blue, red = await house.look(game, "blue"), await house.look(game, "red")
    assert (await blue.next())["side"] == "blue"
    await red.next()
    await house.post(f"/api/games/{game}/rewind", to=4, consent=["red"])
    with pytest.raises(Closed):
        await blue.next()
    assert (await red.next())["kind"] == "rewind"
    assert (await house.call("GET", f"/api/games/{game}/view?side=blue")).status == 403


async def test_a_what_if_does_not_tell_what_the_computer_means_to_do(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a title without secrets a what-if has the log of the game that goes on, but not the plans beside it."""
    monkeypatch.setenv("FRONT1914_TITLES", "tests.ford,tests.narrows")
    game = await house.begin(title="narrows")
    table = await house.library.table(game)
    plan = {"kind": "plan", "text": "over the pass", "kept": {"way": ["pass"]}}
    assert table.game.decision is not None
    side = table.game.decision.side
    await table.act(side, table.game.decision.actions[0], reasons=[plan])
    branch = (await house.post(f"/api/games/{game}/branch", at=table.record.length, side=side))["game"]["id"]
    await house.post(f"/api/games/{branch}/resign", side=side)
    assert (await house.get(f"/api/games/{branch}/reasons?side={side}"))["reasons"] == []
    await house.post(f"/api/games/{game}/resign", side=side)
    assert (await house.get(f"/api/games/{game}/reasons?side={side}"))["reasons"][0]["reasons"] == [plan]

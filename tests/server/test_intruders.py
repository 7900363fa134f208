"""Whoever tries what is not his is refused, counted in the figures and told in the log; nothing of the game changes."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from front1914.server.app import create_app
from front1914.server.limits import Limits
from tests.server.house import HOST, Closed, House, open_house
from tests.server.test_operations import begin, metrics, sign_up

pytestmark = pytest.mark.asyncio
PUBLIC = f"http://{HOST}"


async def refused(house: House) -> dict[str, float]:
    """What the figures say was refused, by why."""
    found = re.findall(r'front1914_refused_total\{why="([a-z ]+)"\} ([0-9.]+)', await metrics(house))
    return {why: float(count) for why, count in found}


async def duel(house: House) -> tuple[str, dict[str, str], dict[str, str]]:
    ann, ben = await sign_up(house, "Ann"), await sign_up(house, "Ben")
    game = await begin(house, ann, mine=["blue"])
    made = await house.call("POST", f"/api/games/{game}/invitations", {"side": "red"}, ann)
    assert (await house.call("POST", "/api/invitations/accept", {"token": made.json["token"]}, ben)).status == 200
    return game, ann, ben


async def test_acting_for_another_and_seeing_what_he_sees(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        game, ann, ben = await duel(house)
        eve, nobody = await sign_up(house, "Eve"), dict[str, str]()
        before = await refused(house)
        caplog.set_level(logging.WARNING, "front1914.access")
        caplog.clear()
        act = {"side": "red", "verb": "pass"}
        for who, wanted in ((ann, 403), (eve, 404), (nobody, 404)):
            assert (await house.call("POST", f"/api/games/{game}/act", act, who)).status == wanted
        for path in (
            "view?side=blue",
            "decision?side=blue",
            "events?side=blue",
            "orders?side=blue",
            "advice?side=blue",
        ):
            assert (await house.call("GET", f"/api/games/{game}/{path}", None, ben)).status == 403, path
            assert (await house.call("GET", f"/api/games/{game}/{path}", None, eve)).status == 404, path
        assert (await house.call("POST", f"/api/games/{game}/odds", {"side": "blue"}, ben)).status == 403
        for who, code in ((ben, 4403), (eve, 4404), (nobody, 4404)):
            line = await house.look(game, "blue", headers=who)
            with pytest.raises(Closed) as end:
                await line.next()
            assert end.value.code == code
        after = await refused(house)
        assert after["forbidden"] - before.get("forbidden", 0) == 8
        assert after["unknown"] - before.get("unknown", 0) == 9
        assert sum(record.__dict__["told"]["status"] == 403 for record in caplog.records) == 8
        assert (await house.call("GET", f"/api/games/{game}", None, ann)).json["game"]["seq"] == 0


async def test_guessing_invitations_ends_soon(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        eve = await sign_up(house, "Eve")
        before = await refused(house)
        found = [
            (await house.call("POST", "/api/invitations/accept", {"token": f"guess{n}"}, eve)).status for n in range(60)
        ]
        assert set(found) == {404, 429}
        assert found[-1] == 429
        after = await refused(house)
        assert after["too often"] - before.get("too often", 0) == found.count(429) >= 30


async def test_an_old_request_does_nothing_the_second_time(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        game, _, ben = await duel(house)
        act = {"side": "red", "verb": "pass", "seq": 0}
        assert (await house.call("POST", f"/api/games/{game}/act", act, ben)).status == 200
        assert (await house.call("POST", f"/api/games/{game}/act", act, ben)).status == 409
        assert (await house.call("GET", f"/api/games/{game}", None, ben)).json["game"]["seq"] == 1


async def test_a_session_cannot_be_fixed_from_outside(tmp_path: Path) -> None:
    """A cookie that somebody else has put into the browser is never the one that signs in."""
    async with open_house(tmp_path, public=PUBLIC) as house:
        planted = {"cookie": "front1914=planted-by-eve"}
        answer = await house.call("POST", "/api/me", {"name": "Ann"}, planted)
        assert answer.status == 201
        given = answer.headers["set-cookie"]
        assert "planted" not in given
        for flag in ("httponly", "samesite=lax"):
            assert flag in given.lower()
        assert (await house.call("GET", "/api/me", None, planted)).json["person"] is None
        ann = {"cookie": given.partition(";")[0]}
        key = (await house.call("POST", "/api/me/key", {}, ann)).json["key"]
        again = await house.call("POST", "/api/me/enter", {"key": key}, ann)
        assert again.headers["set-cookie"].partition(";")[0] != ann["cookie"], "a new one at each signing in"


async def test_requests_of_other_web_pages_are_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        _, ann, _ = await duel(house)
        before = await refused(house)
        for more in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "evil.example"}):
            assert (await house.call("POST", "/api/me/key", {}, ann | more)).status == 403
        assert (await refused(house))["forbidden"] - before.get("forbidden", 0) == 3


async def test_memory_cannot_be_used_up_by_bodies_or_floods(tmp_path: Path) -> None:
    app = create_app(tmp_path, public=PUBLIC, limits=Limits(requests=10))
    async with app.router.lifespan_context(app):
        house = House(app)
        ann = await sign_up(house, "Ann")
        large = {"content-type": "application/json", **ann}
        assert (await house.call("POST", "/api/games", None, large, raw=b"[" * 70_000)).status == 413
        said = large | {"content-length": str(1 << 40)}
        assert (await house.call("POST", "/api/games", None, said, raw=b"{}")).status == 413, "not even read"
        deep = b'{"title":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
        assert (await house.call("POST", "/api/games", None, large, raw=deep)).status == 400
        found: list[Any] = [(await house.call("GET", "/api/about")).status for _ in range(120)]
        assert found.count(429) > 30
        counts = await refused(house)
        assert counts["too large"] >= 2
        assert counts["too often"] > 30


async def accepted(house: House, game: str, side: str, by: dict[str, str], who: dict[str, str]) -> int:
    """The answer to who accepts an invitation to a side."""
    made = await house.call("POST", f"/api/games/{game}/invitations", {"side": side}, by)
    return (await house.call("POST", "/api/invitations/accept", {"token": made.json["token"]}, who)).status


async def test_of_many_who_take_one_seat_at_once_one_has_it(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        ann = await sign_up(house, "Ann")
        game = await begin(house, ann, mine=["blue"])
        token = (await house.call("POST", f"/api/games/{game}/invitations", {"side": "red"}, ann)).json["token"]
        crowd = [await sign_up(house, f"Visitor {n}") for n in range(6)]
        ask = {"token": token}
        found = await asyncio.gather(*(house.call("POST", "/api/invitations/accept", ask, who) for who in crowd))
        assert sorted(answer.status for answer in found)[0] == 200
        assert sum(answer.status == 200 for answer in found) == 1
        seen = [(await house.call("GET", f"/api/games/{game}/view?side=red", None, who)).status for who in crowd]
        assert sorted(seen) == [200] + [404] * 5


async def test_of_the_same_answer_sent_at_once_one_counts(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        game, _, ben = await duel(house)
        act = {"side": "red", "verb": "pass", "seq": 0}
        found = await asyncio.gather(*(house.call("POST", f"/api/games/{game}/act", act, ben) for _ in range(6)))
        assert sorted(answer.status for answer in found) == [200] + [409] * 5
        assert (await house.call("GET", f"/api/games/{game}", None, ben)).json["game"]["seq"] == 1


async def test_who_proposes_cannot_agree_for_the_other(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        game, ann, ben = await duel(house)
        assert (await house.call("POST", f"/api/games/{game}/act", {"side": "red", "verb": "pass"}, ben)).status == 200
        asked = await house.call("POST", f"/api/games/{game}/proposals", {"kind": "draw"}, ann)
        number = asked.json["proposal"]["id"]
        for _ in range(2):
            await house.call("POST", f"/api/games/{game}/proposals/{number}", {"yes": True}, ann)
        shown = (await house.call("GET", f"/api/games/{game}", None, ann)).json["game"]
        assert (shown["result"], shown["proposal"] is not None) == (None, True)


async def test_the_windows_of_a_device_that_was_signed_out_are_closed(tmp_path: Path) -> None:
    """A machine that was lost or lent must not go on looking because its window was open."""
    async with open_house(tmp_path, public=PUBLIC) as house:
        game, ann, ben = await duel(house)
        key = (await house.call("POST", "/api/me/key", {}, ann)).json["key"]
        entered = await house.call("POST", "/api/me/enter", {"key": key})
        lost = {"cookie": entered.headers["set-cookie"].partition(";")[0]}
        devices = (await house.call("GET", "/api/me", None, ann)).json["devices"]
        other = next(device["id"] for device in devices if not device["this"])
        near, far = await house.look(game, "blue", headers=ann), await house.look(game, "blue", headers=lost)
        assert (await near.next())["type"] == (await far.next())["type"] == "table"
        assert (await house.call("DELETE", f"/api/me/devices/{other}", None, ann)).status == 204
        with pytest.raises(Closed):
            await far.next()
        again = await house.look(game, "blue", headers=lost)
        with pytest.raises(Closed) as end:
            await again.next()
        assert end.value.code == 4404
        assert (await house.call("POST", f"/api/games/{game}/act", {"side": "red", "verb": "pass"}, ben)).status == 200
        assert (await near.next())["type"] == "change", "the own one goes on"
        assert (await house.call("POST", "/api/me/leave", {}, ann)).status == 204
        with pytest.raises(Closed):
            [await near.next() for _ in range(5)]


async def test_who_has_seen_late_views_sits_down_nowhere(tmp_path: Path) -> None:
    """Onlookers who see every side's view know what the other side hid: no seat, free or handed over, is for them."""
    async with open_house(tmp_path, public=PUBLIC) as house:
        ann, ben, eve = [await sign_up(house, name) for name in ("Ann", "Ben", "Eve")]
        watch = {"views": "late", "delay": 1, "talk": True, "open": False}
        game = await begin(house, ann, mine=["blue"], watch=watch)
        for who in (ben, eve):
            assert await accepted(house, game, "observer", ann, who) == 200
        assert await accepted(house, game, "red", ann, ben) == 200, "nothing was played: nothing was seen"
        assert (await house.call("POST", f"/api/games/{game}/act", {"side": "red", "verb": "pass"}, ben)).status == 200
        assert await accepted(house, game, "blue", ann, eve) == 409
        assert (await house.call("GET", f"/api/games/{game}/view?side=blue", None, eve)).status == 403
        plain = await begin(house, ann, mine=["blue", "red"])
        assert await accepted(house, plain, "observer", ann, eve) == 200
        assert await accepted(house, plain, "blue", ann, eve) == 200, "here she saw what everybody sees"


async def test_signing_in_again_gives_nobody_more(tmp_path: Path) -> None:
    app = create_app(tmp_path, public=PUBLIC, limits=Limits(games=3))
    async with app.router.lifespan_context(app):
        house = House(app)
        ann = await sign_up(house, "Ann")
        key = (await house.call("POST", "/api/me/key", {}, ann)).json["key"]
        found = []
        for _ in range(5):
            entered = await house.call("POST", "/api/me/enter", {"key": key})
            again = {"cookie": entered.headers["set-cookie"].partition(";")[0]}
            found.append((await house.call("POST", "/api/games", {"title": "ford", "seats": {}}, again)).status)
        assert found == [201] * 3 + [429] * 2


async def test_a_letter_box_is_not_felt_out_by_the_time_of_the_answer(tmp_path: Path) -> None:
    """Whatever is done for one that somebody has is done after the answer: with it blocked, the answer still comes."""
    async with open_house(tmp_path, public=PUBLIC, senders={"mail": lambda way, notice: None}) as house:
        never = asyncio.Event()

        async def letter(address: str) -> None:
            await never.wait()

        house.app.state.accounts.letter = letter
        async with asyncio.timeout(10):
            assert (await house.call("POST", "/api/me/link", {"address": "anna@front.example"})).status == 204


async def test_a_seat_that_waits_for_somebody_is_his_already(tmp_path: Path) -> None:
    """Before the second player has come, the first sees and takes back no more than he could afterwards."""
    async with open_house(tmp_path, public=PUBLIC) as house:
        ann = await sign_up(house, "Ann")
        game = await begin(house, ann, mine=["red"])
        path = f"/api/games/{game}"
        assert (await house.call("POST", f"{path}/act", {"side": "red", "verb": "pass"}, ann)).status == 200
        assert (await house.call("GET", f"{path}/save?consent=blue,red", None, ann)).status == 403
        back = {"to": 4, "consent": ["blue", "red"]}
        assert (await house.call("POST", f"{path}/rewind", back, ann)).status == 403
        assert (await house.call("POST", f"{path}/resign", {"side": "red"}, ann)).status == 200
        assert (await house.call("GET", f"{path}/dice", None, ann)).json["seed"] is not None, "all is open now"
        assert (await house.call("POST", f"{path}/rewind", back, ann)).status == 403, "and so it is over"
        alone = await begin(house, ann, seats={"red": {"kind": "computer", "level": "random"}})
        assert (await house.call("GET", f"/api/games/{alone}/save", None, ann)).status == 200


async def test_nobody_chooses_the_dice_of_a_game_with_others(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        ann, ben = await sign_up(house, "Ann"), await sign_up(house, "Ben")
        for more in ({"mine": ["blue"]}, {"rated": True}):
            answer = await house.call("POST", "/api/games", {"title": "ford", "seats": {}, "seed": 7, **more}, ann)
            assert (answer.status, answer.error["place"]) == (403, "seed")
        game = await begin(house, ann, seed=7)  # all hers: she may know what falls
        before = (await house.call("GET", f"/api/games/{game}/dice", None, ann)).json
        assert await accepted(house, game, "red", ann, ben) == 200
        after = (await house.call("GET", f"/api/games/{game}/dice", None, ben)).json
        assert after["commitment"] != before["commitment"]
        assert (before["since"], after["since"]) == (0, 4), "what fell is kept, what will fall nobody knows"
        for side, verb in (("red", "pass"), ("blue", "done"), ("blue", "done")):
            act = await house.call(
                "POST", f"/api/games/{game}/act", {"side": side, "verb": verb}, ann if side == "blue" else ben
            )
            assert act.status == 200
        seed = house.library.tables[game].row.seed
    async with open_house(tmp_path, public=PUBLIC) as house:  # and so it is kept, with its seals
        table = await house.library.table(game)
        assert (table.row.seed, table.record.seq) == (seed, 3)


async def test_who_began_a_game_and_looked_on_late_sits_down_nowhere(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        eve, ann, ben = [await sign_up(house, name) for name in ("Eve", "Ann", "Ben")]
        watch = {"views": "late", "delay": 1, "talk": True, "open": False}
        game = await begin(house, eve, mine=[], open=True, watch=watch)
        assert (await house.call("POST", f"/api/lobby/{game}", {"side": "red"}, ann)).status == 200
        assert (await house.call("POST", f"/api/games/{game}/act", {"side": "red", "verb": "pass"}, ann)).status == 200
        answer = await house.call("POST", f"/api/lobby/{game}", {"side": "blue"}, eve)
        assert answer.status == 409, "she sees every side's view, late"
        assert (await house.call("POST", f"/api/lobby/{game}", {"side": "blue"}, ben)).status == 200
        assert await accepted(house, game, "blue", ben, eve) == 409, "nor is a seat handed over to her"


async def test_only_its_player_stops_his_staff(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        game, ann, ben = await duel(house)
        assert (await house.call("POST", f"/api/games/{game}/act", {"side": "red", "verb": "pass"}, ben)).status == 200
        delegated = house.library.tables[game].delegated
        delegated["blue"] = ("all", "plan")
        for who, status in ((ben, 403), (ann, 200)):
            assert ("blue" in delegated) is True
            answer = await house.call("POST", f"/api/games/{game}/computer", {"do": "stop"}, who)
            assert answer.status == status
        assert not delegated


async def test_a_sound_game_of_a_club_needs_no_salvage(tmp_path: Path) -> None:
    async with open_house(tmp_path, public=PUBLIC) as house:
        ann = await sign_up(house, "Ann")
        game = await begin(house, ann)
        answer = await house.call("POST", f"/api/games/{game}/salvage", {}, ann)
        assert (answer.status, answer.json["game"]["id"]) == (201, game)

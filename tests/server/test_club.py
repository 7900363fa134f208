"""A club: everybody sees and does what his own seats allow, and nothing else (docs/online.md)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from starlette.routing import Route

from front1914.server import api
from front1914.server.app import CLUB_ROUTES
from front1914.server.club.people import COOKIE, MOST_DEVICES, MOST_TRIES
from tests.server.house import Answer, Closed, House, Line, open_house

pytestmark = pytest.mark.asyncio
PUBLIC = "http://127.0.0.1:1914"


class Visitor:
    """A browser in a club."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cookie = ""

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        headers = {"cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        found = await self.house.call(method, f"/api/{path}", body, headers=headers | more.pop("headers", {}), **more)
        if "set-cookie" in found.headers:
            jar = SimpleCookie(found.headers["set-cookie"])
            self.cookie = jar[COOKIE].value
        return found

    async def get(self, path: str) -> Any:
        found = await self.call("GET", path)
        assert found.status == 200, found.body
        return found.json

    async def post(self, path: str, **body: Any) -> Any:
        found = await self.call("POST", path, body)
        assert found.status in (200, 201), found.body
        return found.json

    async def look(self, game: str, side: str) -> Line:
        return await self.house.look(game, side, headers={"cookie": f"{COOKIE}={self.cookie}"})


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, public=PUBLIC) as house:
        yield house


def every_game_route() -> list[tuple[str, str]]:
    found = [route for route in (*api.ROUTES, *CLUB_ROUTES) if isinstance(route, Route) and "{game}" in route.path]
    return [(method, route.path) for route in found for method in sorted((route.methods or set()) - {"HEAD"})]


async def signed_in(club: House, name: str) -> Visitor:
    visitor = Visitor(club)
    await visitor.post("me", name=name)
    return visitor


async def two_players(club: House) -> tuple[Visitor, Visitor, str]:
    """Anna plays blue, Bert red."""
    anna, bert = await signed_in(club, "Anna"), await signed_in(club, "Bert")
    game = (await anna.post("games", title="ford", seats={}, mine=["blue"]))["game"]["id"]
    token = (await anna.post(f"games/{game}/invitations", side="red"))["token"]
    assert (await bert.post("invitations/accept", token=token))["game"]["mine"] == ["red"]
    return anna, bert, game


# -- who somebody is ---------------------------------------------------------------------------------------------


async def test_a_name_is_enough_to_sign_in(club: House) -> None:
    visitor = Visitor(club)
    assert (await visitor.get("me"))["person"] is None
    found = await visitor.call("POST", "me", {"name": "Anna"})
    assert found.status == 201
    assert re.search(r"httponly", found.headers["set-cookie"], re.I)
    assert re.search(r"samesite=lax", found.headers["set-cookie"], re.I)
    assert (await visitor.get("me"))["person"]["name"] == "Anna"


async def test_over_https_the_cookie_is_sent_over_https_alone(tmp_path: Path) -> None:
    async with open_house(tmp_path, public="https://club.example") as club:
        found = await club.call("POST", "/api/me", {"name": "Anna"})
        given = found.headers["set-cookie"]
        assert re.search(r"\bsecure\b", given, re.I)
        assert given.startswith("__Host-front1914="), "browsers take it from no neighbouring site"
        assert "domain" not in given.lower()
        cookie = given.partition(";")[0]
        assert (await club.call("GET", "/api/me", None, {"cookie": cookie})).json["person"]["name"] == "Anna"
        planted = {"cookie": cookie.removeprefix("__Host-")}
        assert (await club.call("GET", "/api/me", None, planted)).json["person"] is None


async def test_a_link_signs_in_on_another_device_until_there_is_a_newer_one(club: House) -> None:
    anna, phone = await signed_in(club, "Anna"), Visitor(club)
    key = (await anna.post("me/key"))["key"]
    assert (await phone.post("me/enter", key=key))["person"]["name"] == "Anna"
    assert len((await anna.get("me"))["devices"]) == 2
    await anna.post("me/key")
    assert (await Visitor(club).call("POST", "me/enter", {"key": key})).status == 404


async def test_signing_in_gives_a_new_cookie(club: House) -> None:
    """A cookie that somebody planted before is worth nothing after."""
    anna = await signed_in(club, "Anna")
    key = (await anna.post("me/key"))["key"]
    victim = Visitor(club)
    victim.cookie = planted = "planted-by-somebody"
    await victim.post("me/enter", key=key)
    assert victim.cookie != planted
    thief = Visitor(club)
    thief.cookie = planted
    assert (await thief.get("me"))["person"] is None


async def test_a_device_is_signed_out_from_another(club: House) -> None:
    anna, phone = await signed_in(club, "Anna"), Visitor(club)
    await phone.post("me/enter", key=(await anna.post("me/key"))["key"])
    lost = next(d["id"] for d in (await anna.get("me"))["devices"] if not d["this"])
    assert (await anna.call("DELETE", f"me/devices/{lost}")).status == 204
    assert (await phone.get("me"))["person"] is None
    other = await signed_in(club, "Bert")
    mine = (await anna.get("me"))["devices"][0]["id"]
    assert (await other.call("DELETE", f"me/devices/{mine}")).status == 404


async def test_the_least_used_of_too_many_devices_is_signed_out_and_its_windows_are_closed(club: House) -> None:
    anna = await signed_in(club, "Anna")
    key = (await anna.post("me/key"))["key"]
    game = (await anna.post("games", title="ford", seats={}, seed=7))["game"]["id"]
    line = await anna.look(game, "blue")
    assert (await line.next())["type"] == "table"
    latest = Visitor(club)
    for _ in range(MOST_DEVICES - 1):
        latest = Visitor(club)
        await latest.post("me/enter", key=key)
    assert (await anna.get("me"))["person"] is not None, "there was room for all so far"
    latest = Visitor(club)
    await latest.post("me/enter", key=key)
    with pytest.raises(Closed):
        await asyncio.wait_for(line.next(), 10)
    assert (await anna.get("me"))["person"] is None
    assert len((await latest.get("me"))["devices"]) == MOST_DEVICES


async def test_signing_out_ends_the_cookie(club: House) -> None:
    anna = await signed_in(club, "Anna")
    before = anna.cookie
    assert (await anna.call("POST", "me/leave")).status == 204
    anna.cookie = before
    assert (await anna.get("me"))["person"] is None


async def test_secrets_cannot_be_guessed_without_end(club: House) -> None:
    visitor = Visitor(club)
    codes = [(await visitor.call("POST", "me/enter", {"key": f"guess{n}"})).status for n in range(MOST_TRIES + 1)]
    assert codes == [404] * MOST_TRIES + [429]


async def test_neither_cookies_nor_links_are_kept_as_they_are(club: House, tmp_path: Path) -> None:
    anna, _, game = await two_players(club)
    secrets = [anna.cookie, (await anna.post("me/key"))["key"]]
    secrets.append((await anna.post(f"games/{game}/invitations", side="observer"))["token"])
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("games.sqlite3*"))
    assert not any(secret.encode() in kept for secret in secrets)


# -- a game belongs to those who play it ---------------------------------------------------------------------------


async def test_two_people_play_each_his_own_side(club: House) -> None:
    anna, bert, game = await two_players(club)
    line = await anna.look(game, "blue")
    assert (await line.next())["type"] == "table"
    assert (await bert.call("POST", f"games/{game}/act", {"side": "red", "verb": "pass"})).status == 200
    assert (await line.next())["type"] == "change"
    shown = (await anna.get(f"games/{game}"))["game"]
    assert (shown["players"], shown["mine"], shown["free"]) == ({"blue": "Anna", "red": "Bert"}, ["blue"], [])


async def test_nobody_looks_or_acts_for_another(club: House) -> None:
    anna, bert, game = await two_players(club)
    length = (await bert.get(f"games/{game}"))["game"]["length"]
    assert (await anna.call("GET", f"games/{game}/view?side=red")).status == 403
    assert (await anna.call("POST", f"games/{game}/act", {"side": "red", "verb": "pass"})).status == 403
    assert (await anna.call("POST", f"games/{game}/undo", {"side": "red"})).status == 403
    assert (await anna.call("POST", f"games/{game}/resign", {"side": "red"})).status == 403
    assert (await anna.call("POST", f"games/{game}/odds", {"side": "red"})).status == 403
    assert (await anna.call("POST", f"games/{game}/branch", {"side": "red", "at": 0})).status == 403
    for path in (
        "decision",
        "events",
        "moments",
        "moments/0",
        "course",
        "orders",
        "prospects",
        "luck",
        "reasons",
        "goal",
        "groups",
    ):
        assert (await anna.call("GET", f"games/{game}/{path}?side=red")).status == 403, path
    assert (await anna.call("GET", f"games/{game}/overlay?side=red&name=reach")).status == 403
    assert (await anna.call("GET", f"games/{game}/why_not?side=red&verb=pass")).status == 403
    line = await anna.look(game, "red")
    with pytest.raises(Closed) as refused:
        await line.next()
    assert refused.value.code == 4403
    assert (await bert.get(f"games/{game}"))["game"]["length"] == length


#: what says the same to everybody who may see the game, or is his own who asks, and asks for no side
SAME_FOR_ALL = {"", "/timeline", "/dice", "/talk", "/save", "/notices", "/notes", "/looked", "/watch"}


@pytest.mark.parametrize(
    "path", [path.removeprefix("/games/{game}") for method, path in every_game_route() if method == "GET"]
)
async def test_no_route_shows_what_another_side_sees(club: House, path: str) -> None:
    anna, _, game = await two_players(club)
    asked = f"games/{game}{path.replace('{n}', '0')}?side=red&name=reach&verb=pass"
    found = await anna.call("GET", asked)
    assert found.status == 403 or path in SAME_FOR_ALL, (found.status, found.body[:200])


async def test_nobody_takes_back_deletes_or_downloads_what_is_not_his_alone(club: House) -> None:
    anna, _, game = await two_players(club)
    assert (await anna.call("POST", f"games/{game}/rewind", {"to": 0, "consent": ["blue", "red"]})).status == 403
    assert (await anna.call("DELETE", f"games/{game}")).status == 403
    assert (await anna.call("GET", f"games/{game}/save?consent=blue,red")).status == 403
    seats = {"red": {"kind": "computer"}}
    assert (await anna.call("PUT", f"games/{game}/seats", {"seats": seats})).status == 403


async def test_one_may_hand_ones_own_seat_to_the_staff_and_take_it_back(club: House) -> None:
    anna, bert, game = await two_players(club)
    mine = {"seats": {"blue": {"kind": "computer", "level": "random"}}}
    assert (await anna.call("PUT", f"games/{game}/seats", mine)).status == 200
    assert (await bert.get(f"games/{game}"))["game"]["seats"]["blue"]["kind"] == "computer"
    await anna.post(f"games/{game}/computer", do="stop")
    back = {"seats": {"blue": {"kind": "human"}}, "consent": ["blue", "red"]}
    assert (await anna.call("PUT", f"games/{game}/seats", back)).status == 200


@pytest.mark.parametrize(("method", "path"), every_game_route())
async def test_to_a_stranger_a_game_does_not_exist(club: House, method: str, path: str) -> None:
    """Whoever asks: what he is told is what he is told of a game that there is not, for every route."""
    anna = await signed_in(club, "Anna")
    game = (await anna.post("games", title="ford", seats={}, seed=7))["game"]["id"]
    for stranger in (Visitor(club), await signed_in(club, "Eve")):
        answers = []
        for name in (game, "nosuchgame22"):
            asked = path.removeprefix("/").replace("{game}", name).replace("{n}", "0").replace("{proposal}", "x")
            asked = asked.replace("{note}", "x")
            found = await stranger.call(method, f"{asked}?side=blue&name=x&verb=pass", None if method == "GET" else {})
            answers.append((found.status, found.body.replace(name.encode(), b"")))
        assert answers[0] == answers[1]
        assert answers[0][0] == 404


async def test_a_strangers_socket_is_closed_as_if_there_were_no_game(club: House) -> None:
    anna = await signed_in(club, "Anna")
    game = (await anna.post("games", title="ford", seats={}, seed=7))["game"]["id"]
    for name in (game, "nosuchgame22"):
        line = await Visitor(club).look(name, "observer")
        with pytest.raises(Closed) as refused:
            await line.next()
        assert refused.value.code == 4404


async def test_who_has_not_signed_in_begins_nothing(club: House) -> None:
    visitor = Visitor(club)
    assert (await visitor.call("POST", "games", {"title": "ford"})).status == 401
    assert (await visitor.get("games"))["games"] == []
    assert (await visitor.call("GET", "lobby")).status == 401


async def test_everybody_lists_his_own_games(club: House) -> None:
    anna, bert, game = await two_players(club)
    own = (await bert.post("games", title="ford", seats={}, seed=1))["game"]["id"]
    assert [g["id"] for g in (await anna.get("games"))["games"]] == [game]
    assert {g["id"] for g in (await bert.get("games"))["games"]} == {game, own}


# -- invitations ---------------------------------------------------------------------------------------------------


async def test_an_invitation_says_what_it_is_for_and_is_good_once(club: House) -> None:
    anna, bert, eve = [await signed_in(club, name) for name in ("Anna", "Bert", "Eve")]
    game = (await anna.post("games", title="ford", seats={}, mine=["blue"]))["game"]["id"]
    token = (await anna.post(f"games/{game}/invitations", side="red"))["token"]
    told = await Visitor(club).post("invitations", token=token)
    assert (told["side"], told["game"]["players"]) == ("red", {"blue": "Anna"})
    await bert.post("invitations/accept", token=token)
    assert (await eve.call("POST", "invitations/accept", {"token": token})).status == 404
    assert (await anna.call("POST", f"games/{game}/invitations", {"side": "red"})).status == 409


async def test_a_new_invitation_makes_the_earlier_one_void(club: House) -> None:
    anna, bert = await signed_in(club, "Anna"), await signed_in(club, "Bert")
    game = (await anna.post("games", title="ford", seats={}, mine=["blue"]))["game"]["id"]
    first = (await anna.post(f"games/{game}/invitations", side="red"))["token"]
    second = (await anna.post(f"games/{game}/invitations", side="red"))["token"]
    assert (await bert.call("POST", "invitations/accept", {"token": first})).status == 404
    assert (await bert.post("invitations/accept", token=second))["game"]["id"] == game


async def test_who_looks_on_sees_what_everybody_sees(club: House) -> None:
    anna, _, game = await two_players(club)
    carl = await signed_in(club, "Carl")
    token = (await anna.post(f"games/{game}/invitations", side="observer"))["token"]
    await carl.post("invitations/accept", token=token)
    assert (await carl.get(f"games/{game}/view?side=observer"))["view"]["side"] == "observer"
    assert (await carl.call("GET", f"games/{game}/view?side=blue")).status == 403
    assert (await carl.call("POST", f"games/{game}/act", {"side": "red", "verb": "pass"})).status == 403
    assert (await carl.call("POST", f"games/{game}/talk", {"text": "attack!"})).status == 403
    assert (await carl.call("PATCH", f"games/{game}", {"name": "Mine"})).status == 403
    assert (await carl.call("POST", f"games/{game}/invitations", {"side": "observer"})).status == 403


async def test_free_seats_stand_in_the_lobby_if_the_owner_wants_it(club: House) -> None:
    anna, bert = await signed_in(club, "Anna"), await signed_in(club, "Bert")
    game = (await anna.post("games", title="ford", seats={}, mine=["blue"]))["game"]["id"]
    assert (await bert.get("lobby"))["games"] == []
    assert (await bert.call("POST", f"lobby/{game}", {"side": "red"})).status == 404
    assert (await anna.call("PUT", f"games/{game}/open", {"open": True})).status == 200
    assert [g["free"] for g in (await bert.get("lobby"))["games"]] == [["red"]]
    assert (await bert.post(f"lobby/{game}", side="red"))["game"]["mine"] == ["red"]
    assert (await bert.get("lobby"))["games"] == []


# -- consent and talk ------------------------------------------------------------------------------------------------


async def test_who_looks_on_cannot_refuse_for_the_players(club: House) -> None:
    anna, bert, game = await two_players(club)
    carl = await signed_in(club, "Carl")
    token = (await anna.post(f"games/{game}/invitations", side="observer"))["token"]
    await carl.post("invitations/accept", token=token)
    asked = (await anna.post(f"games/{game}/proposals", kind="draw"))["proposal"]["id"]
    assert (await carl.call("POST", f"games/{game}/proposals/{asked}", {"yes": False})).status == 403
    assert (await bert.post(f"games/{game}/proposals/{asked}", yes=True))["done"]


async def test_taking_back_needs_the_other_and_brings_new_dice(club: House) -> None:
    anna, bert, game = await two_players(club)
    began = (await bert.get(f"games/{game}"))["game"]["length"]
    await bert.post(f"games/{game}/act", side="red", verb="pass")
    before = (await anna.get(f"games/{game}/dice"))["commitment"]
    asked = await anna.post(f"games/{game}/proposals", kind="rewind", to=began)
    assert asked["done"] is False
    again = await anna.post(f"games/{game}/proposals/{asked['proposal']['id']}", yes=True)
    assert again["done"] is False, "one player cannot agree for the other"
    assert (await bert.get(f"games/{game}"))["game"]["proposal"]["by"] == "Anna"
    done = await bert.post(f"games/{game}/proposals/{asked['proposal']['id']}", yes=True)
    assert done["done"] is True
    shown = (await anna.get(f"games/{game}"))["game"]
    assert (shown["length"], shown["proposal"]) == (began, None)
    assert (await anna.get(f"games/{game}/dice"))["commitment"] != before


async def test_a_proposal_can_be_refused_and_is_void_when_the_game_goes_on(club: House) -> None:
    anna, bert, game = await two_players(club)
    began = (await bert.get(f"games/{game}"))["game"]["length"]
    await bert.post(f"games/{game}/act", side="red", verb="pass")
    first = (await anna.post(f"games/{game}/proposals", kind="rewind", to=began))["proposal"]["id"]
    assert (await bert.call("POST", f"games/{game}/proposals", {"kind": "delete"})).status == 409
    await bert.post(f"games/{game}/proposals/{first}", yes=False)
    second = (await anna.post(f"games/{game}/proposals", kind="rewind", to=began))["proposal"]["id"]
    decision = (await anna.get(f"games/{game}/decision?side=blue"))["decision"]
    verb = next(verb for verb, args in decision["actions"].items() if args is None)
    await anna.post(f"games/{game}/act", side="blue", verb=verb)
    assert (await bert.call("POST", f"games/{game}/proposals/{second}", {"yes": True})).status == 409


async def test_a_draw_is_offered_and_agreed_to(club: House) -> None:
    anna, bert, game = await two_players(club)
    offer = await anna.post(f"games/{game}/proposals", kind="draw")
    assert (await bert.post(f"games/{game}/proposals/{offer['proposal']['id']}", yes=True))["done"] is True
    shown = (await bert.get(f"games/{game}"))["game"]
    assert (shown["result"]["winner"], shown["result"]["level"]) == (None, "agreement")
    assert (await anna.get(f"games/{game}/view?side=red"))["view"]["side"] == "red", "a game that is over is open"


async def test_a_drawn_game_is_saved_and_read_again(club: House) -> None:
    anna, bert, game = await two_players(club)
    offer = await anna.post(f"games/{game}/proposals", kind="draw")
    await bert.post(f"games/{game}/proposals/{offer['proposal']['id']}", yes=True)
    text = (await anna.call("GET", f"games/{game}/save")).body
    again = await anna.call("POST", "games/upload", raw=text, headers={"content-type": "text/plain"})
    assert (again.status, again.json["game"]["result"]["level"]) == (201, "agreement")


async def test_players_talk_and_it_is_kept(club: House) -> None:
    anna, bert, game = await two_players(club)
    line = await bert.look(game, "red")
    await line.next()
    await anna.post(f"games/{game}/talk", text="Good luck\x07!")
    assert (await line.until(lambda m: m["type"] == "talk"))["said"]["text"] == "Good luck !"
    await bert.post(f"games/{game}/talk", text="And you")
    found = (await anna.get(f"games/{game}/talk"))["talk"]
    assert [(said["name"], said["text"]) for said in found] == [("Anna", "Good luck !"), ("Bert", "And you")]
    assert [said["text"] for said in (await anna.get(f"games/{game}/talk?since=1"))["talk"]] == ["And you"]
    assert (await anna.call("POST", f"games/{game}/talk", {"text": "  "})).status == 400


# -- the local application stays as it is ----------------------------------------------------------------------------


async def test_a_local_server_knows_no_people(house: House) -> None:
    assert (await house.call("GET", "/api/me")).status == 404
    assert (await house.get("/api/about"))["club"] is False


async def test_a_club_answers_to_its_public_address(tmp_path: Path) -> None:
    async with open_house(tmp_path, public="https://club.example") as club:
        host = {"host": "club.example"}
        assert (await club.call("GET", "/api/about", headers=host)).json["club"] is True
        good, bad = host | {"origin": "https://club.example"}, host | {"origin": "http://club.example"}
        assert (await club.call("POST", "/api/me", {"name": "Anna"}, headers=good)).status == 201
        assert (await club.call("POST", "/api/me", {"name": "Anna"}, headers=bad)).status == 403
        assert (await club.call("GET", "/api/about", headers={"host": "other.example"})).status == 403

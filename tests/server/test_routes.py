"""Every route checks who asks: a stranger, somebody else in the club, an onlooker, the other side, who plays.

A route that is new and stands in no table here fails.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from starlette.routing import Route

from front1914.server import api
from front1914.server.app import CLUB_ROUTES
from tests.server.house import HOST, House, open_house
from tests.server.test_club import PUBLIC, Visitor, signed_in

pytestmark = pytest.mark.asyncio

BLUE = {"side": "blue"}

#: well-formed bodies of what changes a game; what is asked for is blue's
ASKS: dict[tuple[str, str], Any] = {
    ("PATCH", ""): {"name": "Another"},
    ("DELETE", ""): None,
    ("PUT", "/seats"): {"seats": {"blue": {"kind": "computer", "level": "random"}}},
    ("POST", "/branch"): {"at": 0, **BLUE},
    ("POST", "/salvage"): {},
    ("POST", "/delegate"): {"group": "all", **BLUE},
    ("POST", "/act"): {"verb": "pass", **BLUE},
    ("POST", "/lesson"): {"step": 0},
    ("POST", "/odds"): BLUE,
    ("POST", "/undo"): BLUE,
    ("POST", "/rewind"): {"to": 0, "consent": ["blue", "red"]},
    ("POST", "/resign"): BLUE,
    ("POST", "/computer"): {"do": "stop"},
    ("POST", "/invitations"): {"side": "observer"},
    ("PUT", "/open"): {"open": True},
    ("PUT", "/lend"): {"days": 2, **BLUE},
    ("POST", "/proposals"): {"kind": "draw"},
    ("POST", "/proposals/{proposal}"): {"yes": True},
    ("POST", "/talk"): {"text": "hello"},
    ("PUT", "/notices"): {"way": "x", "told": True},
    ("POST", "/notes"): {"text": "to myself"},
    ("DELETE", "/notes/{note}"): None,
    ("PUT", "/looked"): {"length": 0},
}
#: what somebody who looks on may change: what is his own
ONLOOKERS = {("PUT", "/notices"), ("POST", "/notes"), ("DELETE", "/notes/{note}"), ("PUT", "/looked")}
#: what the other player may do that does not touch blue's side alone
OTHERS = ONLOOKERS | {
    ("PATCH", ""),
    ("POST", "/lesson"),
    ("POST", "/computer"),
    ("POST", "/invitations"),
    ("POST", "/proposals"),
    ("POST", "/proposals/{proposal}"),
    ("POST", "/talk"),
}
#: what an onlooker may read that asks for no side
READS = {"", "/timeline", "/dice", "/talk", "/notices", "/notes", "/looked", "/watch"}

#: routes about no game, with a body, and what a stranger is told
ELSEWHERE: dict[tuple[str, str], tuple[Any, int]] = {
    ("GET", "/about"): (None, 200),
    ("GET", "/titles"): (None, 200),
    ("GET", "/titles/{title}"): (None, 200),
    ("GET", "/titles/{title}/sheet"): (None, 200),
    ("GET", "/titles/{title}/art"): (None, 200),
    ("GET", "/titles/{title}/rules"): (None, 200),
    ("GET", "/titles/{title}/handbook"): (None, 404),  # the Ford has none
    ("GET", "/titles/{title}/lessons"): (None, 200),
    ("POST", "/titles/{title}/lessons/{lesson}"): ({}, 401),
    ("GET", "/titles/{title}/sandtable"): (None, 401),
    ("POST", "/titles/{title}/sandtable"): ({"position": {}}, 401),
    ("POST", "/titles/{title}/sandtable/odds"): ({"position": {}, "side": "blue", "target": "x"}, 401),
    ("POST", "/titles/{title}/sandtable/game"): ({"position": {}}, 401),
    ("GET", "/games"): (None, 200),  # none are listed
    ("POST", "/games"): ({"title": "ford"}, 401),
    ("POST", "/games/upload"): ({}, 401),
    ("GET", "/uploads/{ticket}"): (None, 404),
    ("GET", "/me"): (None, 200),  # nobody
    ("POST", "/me"): ({"name": "Eve"}, 201),
    ("POST", "/me/enter"): ({"key": "guess"}, 404),
    ("POST", "/me/key"): ({}, 401),
    ("POST", "/me/login"): ({"name": "Anna", "password": "a long guess"}, 403),
    ("PUT", "/me/account"): ({"name": "Eve", "password": "a long word"}, 401),
    ("DELETE", "/me/account"): (None, 401),
    ("POST", "/me/link"): ({"address": "anna@mail.example"}, 409),  # this club sends no letters
    ("POST", "/me/pass"): ({"token": "guess"}, 404),
    ("POST", "/me/leave"): ({}, 204),
    ("PUT", "/me/holiday"): ({"days": 3}, 401),
    ("PUT", "/me/profile"): ({"shown": True}, 401),
    ("DELETE", "/me/devices/{device}"): (None, 401),
    ("POST", "/me/ways"): ({"kind": "hook", "address": "https://chat.example/x"}, 401),
    ("PUT", "/me/ways/{way}"): ({"events": []}, 401),
    ("DELETE", "/me/ways/{way}"): (None, 401),
    ("POST", "/me/ways/{way}/test"): ({}, 401),
    ("GET", "/me/push"): (None, 401),
    ("POST", "/confirm"): ({"token": "guess"}, 404),
    ("GET", "/lobby"): (None, 401),
    ("POST", "/lobby/{open}"): ({"side": "red"}, 401),
    ("POST", "/invitations"): ({"token": "guess"}, 404),
    ("POST", "/invitations/accept"): ({"token": "guess"}, 401),
    ("GET", "/people/{person}"): (None, 404),
    ("GET", "/ratings/{title}"): (None, 200),
}


def routes(about_games: bool) -> list[tuple[str, str]]:
    found = [route for route in (*api.ROUTES, *CLUB_ROUTES) if isinstance(route, Route)]
    named = [(method, r.path) for r in found for method in sorted((r.methods or set()) - {"HEAD"})]
    return [
        (method, path.removeprefix("/games/{game}") if about_games else path)
        for method, path in named
        if path.startswith("/games/{game}") == about_games
    ]


CHANGES = [route for route in routes(True) if route[0] != "GET"]
LOOKS = [path for method, path in routes(True) if method == "GET"]


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, public=PUBLIC) as house:
        yield house


async def everybody(club: House) -> tuple[Visitor, Visitor, Visitor, Visitor, str]:
    """Anna plays blue, Bert red; Carl looks on, Eve is in the club."""
    anna, bert, carl, eve = [await signed_in(club, name) for name in ("Anna", "Bert", "Carl", "Eve")]
    game = (await anna.post("games", title="ford", seats={}, mine=["blue"], open=True))["game"]["id"]
    await bert.post(f"lobby/{game}", side="red")
    await carl.post(
        "invitations/accept", token=(await anna.post(f"games/{game}/invitations", side="observer"))["token"]
    )
    return anna, bert, carl, eve, game


def spelt(game: str, path: str) -> str:
    for word in ("proposal", "note", "n"):
        path = path.replace(f"{{{word}}}", "0")
    return f"games/{game}{path}"


async def ask(visitor: Visitor, game: str, route: tuple[str, str]) -> int:
    return (await visitor.call(route[0], spelt(game, route[1]), ASKS[route])).status


async def test_every_route_stands_in_a_table() -> None:
    assert set(CHANGES) == set(ASKS)
    assert set(routes(False)) == set(ELSEWHERE)


@pytest.mark.parametrize("route", ELSEWHERE, ids=" ".join)
async def test_what_a_stranger_is_told_elsewhere(club: House, route: tuple[str, str]) -> None:
    await everybody(club)
    method, path = route
    for word, given in {"title": "ford", "lesson": "x"}.items():
        path = path.replace(f"{{{word}}}", given)
    body, status = ELSEWHERE[route]
    assert (await Visitor(club).call(method, path.removeprefix("/"), body)).status == status


@pytest.mark.parametrize("route", CHANGES, ids=" ".join)
async def test_who_may_change_what(club: House, route: tuple[str, str]) -> None:
    anna, bert, carl, eve, game = await everybody(club)
    assert await ask(Visitor(club), game, route) == 404
    assert await ask(eve, game, route) == 404
    onlooker, other = await ask(carl, game, route), await ask(bert, game, route)
    assert (onlooker == 403) == (route not in ONLOOKERS), onlooker
    assert (other == 403) == (route not in OTHERS), other
    alone = route in (("DELETE", ""), ("POST", "/salvage"), ("POST", "/rewind"))
    assert (await ask(anna, game, route) == 403) == alone


@pytest.mark.parametrize("path", LOOKS)
async def test_who_may_see_what(club: House, path: str) -> None:
    anna, bert, carl, eve, game = await everybody(club)
    asked = f"{spelt(game, path)}?side=blue&name=reach&verb=pass"
    codes = [(await visitor.call("GET", asked)).status for visitor in (Visitor(club), eve, carl, bert, anna)]
    assert codes[:2] == [404, 404]
    if path in READS:
        assert codes[2:] == [200, 200, 200]
    elif path in ("/save", "/reasons"):  # when it is over
        assert codes[2:] == [403, 403, 403]
    elif path == "/review":
        assert codes[2] == codes[3] == codes[4]
    else:
        assert codes[2:4] == [403, 403]
        assert codes[4] not in (403, 404)


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}])
@pytest.mark.parametrize("route", [*CHANGES, *(r for r in ELSEWHERE if r[0] != "GET")], ids=" ".join)
async def test_no_other_web_page_changes_anything(club: House, route: tuple[str, str], headers: dict[str, str]) -> None:
    """Against forged requests: a browser says where they come from, and sends no cookie along anyway (SameSite)."""
    visitor = Visitor(club)
    found = await visitor.call(route[0], route[1].strip("/") or "games/x", {}, headers=headers)
    assert (found.status, found.error["place"]) == (403, "origin")
    own = await visitor.call("POST", "me/leave", {}, headers={"origin": f"http://{HOST}"})
    assert own.status == 204

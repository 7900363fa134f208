"""How somebody hears of his games: his ways, and which of them are on for a game."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from front1914.server.api import _get as get
from front1914.server.api import _post as post
from front1914.server.api import _route as route
from front1914.server.api import answer
from front1914.server.asks import Ask, Word, body
from front1914.server.club.notices import MOST_WAYS
from front1914.server.club.notices import plain as way_plain
from front1914.server.club.people import digest, new_token
from front1914.server.club.routes.asking import herald, label, people
from front1914.server.club.senders import Notice, Push, check_address, check_keys
from front1914.server.club.storage import Way
from front1914.server.refusals import Refused

Events = Annotated[list[Literal["move", "asked", "over", "talk"]], Meta(max_length=4)]


class WayAsk(Ask):
    kind: Literal["mail", "hook", "push"]
    address: Annotated[str, Meta(min_length=3, max_length=500)]
    keys: dict[Word, Word] | None = None  #: of a browser's push service
    events: Events = msgspec.field(default_factory=lambda: ["move"])


class WayEvents(Ask):
    events: Events


class WayInGame(Ask):
    way: Word
    told: bool | None = None  #: None: as for every other game


class Confirm(Ask):
    token: Word


async def add_way(request: Request) -> Response:
    """Another way to hear that it is one's move. A letter box must be confirmed: it may be somebody else's."""
    await people(request).count(request)
    ask, person = await body(request, WayAsk), await people(request).person(request)
    check_address(ask.kind, ask.address, herald(request).senders)
    if ask.kind == "mail":
        await people(request).count_letter(ask.address)
    more = {**check_keys(ask.keys), "label": label(request)[:200]} if ask.kind == "push" else {}
    storage = people(request).storage
    known = await storage.ways(person.id)
    for same in known:
        if (same.kind, same.address) == (ask.kind, ask.address):  # the same browser again, with new keys perhaps
            await storage.drop_way(person.id, same.id)
    if len(known) >= MOST_WAYS:
        raise Refused(409, "ways", f"you have {MOST_WAYS} already")
    token = new_token() if ask.kind == "mail" else None
    events = tuple(dict.fromkeys(ask.events))
    way = Way(secrets.token_hex(8), person.id, ask.kind, ask.address, token is None, time.time(), more, events)
    await storage.add_way(way, None if token is None else digest(token))
    words = f"{person.name} wants to hear here when it is his move. If that is you, open the link; if not, do nothing."
    if token is not None:
        link = f"{herald(request).public}/confirm#{token}"
        herald(request).send(way, Notice("Front 1914: your address", words, link))
    return answer({"way": way_plain(way)}, 201)


async def set_way(request: Request) -> Response:
    """What is told on a way."""
    person, ask = await people(request).person(request), await body(request, WayEvents)
    events: list[str] = list(dict.fromkeys(ask.events))
    if not await people(request).storage.set_way(person.id, request.path_params["way"], events):
        raise Refused(404, "way", "no such way of yours")
    return answer({"events": events})


async def try_way(request: Request) -> Response:
    """Sends a notice on trial."""
    await people(request).count(request)
    person = await people(request).person(request)
    ways = {way.id: way for way in await people(request).storage.ways(person.id) if way.confirmed}
    way = ways.get(request.path_params["way"])
    if way is None:
        raise Refused(404, "way", "no such way of yours")
    number = secrets.token_hex(4)
    herald(request).send(
        way, Notice("Front 1914", "This is how you hear of your games.", herald(request).public, number)
    )
    return Response(status_code=204)


async def push_key(request: Request) -> Response:
    """The key by which browsers know this club's notices; none if it sends none that way."""
    await people(request).person(request)
    sender = herald(request).senders.get("push")
    return answer({"key": sender.public if isinstance(sender, Push) else None})


async def game_ways(request: Request) -> Response:
    """The own ways, and which of them are on or off for this game."""
    person, game = await people(request).person(request), request.path_params["game"]
    storage = people(request).storage
    here = await storage.ways_in_game(game, person.id)
    return answer({"ways": [way_plain(way) | {"told": here.get(way.id)} for way in await storage.ways(person.id)]})


async def set_game_way(request: Request) -> Response:
    """A way is on or off for this game, whatever it is for others."""
    person, ask = await people(request).person(request), await body(request, WayInGame)
    game = request.path_params["game"]
    if not await people(request).storage.set_way_in_game(game, person.id, ask.way, ask.told):
        raise Refused(404, "way", "no such way of yours")
    return await game_ways(request)


async def confirm_way(request: Request) -> Response:
    await people(request).count(request)
    ask = await body(request, Confirm)
    if not await people(request).storage.confirm_way(digest(ask.token)):
        raise Refused(404, "token", "this link confirms nothing any more")
    return Response(status_code=204)


async def drop_way(request: Request) -> Response:
    person = await people(request).person(request)
    if not await people(request).storage.drop_way(person.id, request.path_params["way"]):
        raise Refused(404, "way", "no such way of yours")
    return Response(status_code=204)


ROUTES = [
    post("/me/ways", add_way),
    route("/me/ways/{way}", set_way, "PUT"),
    route("/me/ways/{way}", drop_way, "DELETE"),
    post("/me/ways/{way}/test", try_way),
    get("/me/push", push_key),
    get("/games/{game}/notices", game_ways),
    route("/games/{game}/notices", set_game_way, "PUT"),
    post("/confirm", confirm_way),
]

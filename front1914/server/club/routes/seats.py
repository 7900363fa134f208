"""Who plays: the lobby, invitations, seats handed to the staff, what those who look on may see."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from front1914.server import lookback
from front1914.server.api import _get as get
from front1914.server.api import _post as post
from front1914.server.api import _route as route
from front1914.server.api import answer, library
from front1914.server.asks import Ask, Word, body
from front1914.server.club.lending import Lending
from front1914.server.club.routes.asking import people, seats, shown
from front1914.server.refusals import Refused


class Accept(Ask):
    token: Word


class SitDown(Ask):
    side: Word


class Invite(Ask):
    side: Word


class Lend(Ask):
    side: Word
    days: Annotated[int, Meta(ge=0, le=60)]


class Open(Ask):
    open: bool


def lending(request: Request) -> Lending:
    found: Lending = request.app.state.lending
    return found


async def lobby(request: Request) -> Response:
    await people(request).person(request)
    return answer({"games": await seats(request).lobby(), "watch": await seats(request).to_watch()})


async def join_open(request: Request) -> Response:
    """Takes a free seat from the lobby."""
    person, ask = await people(request).person(request), await body(request, SitDown)
    await seats(request).join_open(request.path_params["open"], ask.side, person)
    return await shown(request, request.path_params["open"], person)


async def invitation(request: Request) -> Response:
    """What an invitation is for, before it is taken."""
    await people(request).count(request)
    ask = await body(request, Accept)
    game, side, before = await seats(request).invited(ask.token)
    row = await library(request).row(game)
    about = await seats(request).described(library(request).show_row(row), None)
    keys = ("name", "title", "title_name", "scenario_name", "turn", "players", "over", "pace", "watch", "rated")
    return answer({"side": side, "handed": before is not None, "game": {key: about[key] for key in keys}})


async def accept(request: Request) -> Response:
    await people(request).count(request)
    person, ask = await people(request).person(request), await body(request, Accept)
    game = await seats(request).accept(ask.token, person)
    return await shown(request, game, person)


async def invite(request: Request) -> Response:
    """A new invitation, made by somebody who plays; the one before it to that side is void."""
    request.state.access.check_player()
    ask, person = await body(request, Invite), await people(request).person(request)
    token = await seats(request).invite(request.path_params["game"], ask.side, person)
    return answer({"token": token, "side": ask.side}, 201)


async def lend(request: Request) -> Response:
    """Hands the own seat to the staff for some days, or takes it back."""
    ask, game = await body(request, Lend), request.path_params["game"]
    request.state.access.check_hand(ask.side)
    await lending(request).lend(game, ask.side, ask.days)
    return await shown(request, game, await people(request).person(request))


async def open_game(request: Request) -> Response:
    """Puts a game into the lobby, or takes it out."""
    ask, game = await body(request, Open), request.path_params["game"]
    if not request.state.access.owner:
        raise Refused(403, "game", "only who began it may do that")
    await seats(request).storage.update_hosted(game, open=ask.open)
    return await shown(request, game, await people(request).person(request))


async def watch(request: Request) -> Response:
    """What who looks on may see through the eyes of the sides: up to which moment."""
    found = await library(request).table(request.path_params["game"])
    late = request.state.access.late
    async with found.lock:
        until = (
            found.record.length
            if found.game.result is not None
            else -1
            if late is None
            else lookback.until(found, late)
        )
    return answer({"until": until, "delay": late, "sides": list(found.sides)})


ROUTES = [
    get("/games/{game}/watch", watch),
    get("/lobby", lobby),
    post("/lobby/{open}", join_open),
    post("/invitations", invitation),
    post("/invitations/accept", accept),
    post("/games/{game}/invitations", invite),
    route("/games/{game}/open", open_game, "PUT"),
    route("/games/{game}/lend", lend, "PUT"),
]

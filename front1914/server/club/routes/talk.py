"""What people say to each other at a game: proposals that need consent, and talk."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from front1914.server import wire
from front1914.server.api import _get as get
from front1914.server.api import _post as post
from front1914.server.api import answer, library
from front1914.server.asks import Ask, Count, body, number
from front1914.server.club.proposals import Proposals
from front1914.server.club.routes.asking import clean_text, herald, people, seats
from front1914.server.club.storage import Said

MOST_TEXT = 2_000  #: letters of a line of talk


MOST_SAID = 200  #: lines in one answer


class Propose(Ask):
    kind: Literal["rewind", "draw", "pause", "resume", "delete", "rematch"]
    to: Count | None = None


class Answer(Ask):
    yes: bool


class Say(Ask):
    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


def proposals(request: Request) -> Proposals:
    return Proposals(seats(request).storage, library(request), seats(request).keeper)


async def propose(request: Request) -> Response:
    request.state.access.check_player()
    ask, person = await body(request, Propose), await people(request).person(request)
    game = request.path_params["game"]
    found = await proposals(request).ask(game, person, ask.kind, ask.to)
    if found["proposal"] is not None:
        await herald(request).asked(game, found["proposal"], person.id)
    return answer(found)


async def answer_proposal(request: Request) -> Response:
    request.state.access.check_player()
    ask, person = await body(request, Answer), await people(request).person(request)
    game, proposal = request.path_params["game"], request.path_params["proposal"]
    return answer(await proposals(request).answer(game, person, proposal, ask.yes))


async def say(request: Request) -> Response:
    """A line to everybody at the game. Those who only look on are heard when it is over: they may know too much."""
    table = await library(request).table(request.path_params["game"])
    if table.game.result is None:
        request.state.access.check_player()
    ask, person = await body(request, Say), await people(request).person(request)
    text = clean_text(ask.text)
    said = await seats(request).storage.say(
        table.row.id, person.id, person.name, time.time(), table.record.length, text
    )
    over = table.game.result is not None
    table.tell({"type": "talk", "said": plain(said)}, lambda access: access.plays or access.talk or over)
    await herald(request).talk(table.row.id, person.name, person.id, said.n)
    return answer({"said": plain(said)}, 201)


async def talk(request: Request) -> Response:
    since = number(request.query_params, "since", 0)
    access, row = request.state.access, await library(request).row(request.path_params["game"])
    if not access.plays and not access.talk and row.summary.get("result") is None:
        return answer({"talk": [], "muted": True})
    found = await seats(request).storage.said(request.path_params["game"], since, MOST_SAID)
    return answer({"talk": [plain(said) for said in found]})


def plain(said: Said) -> dict[str, Any]:
    return said._asdict() | {"at": wire.moment(said.at)}


ROUTES = [
    post("/games/{game}/proposals", propose),
    post("/games/{game}/proposals/{proposal}", answer_proposal),
    get("/games/{game}/talk", talk),
    post("/games/{game}/talk", say),
]

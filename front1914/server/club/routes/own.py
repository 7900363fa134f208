"""What somebody keeps of a game for himself and shows of himself: notes, how far he has seen, profile, ratings."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

import front1914
from front1914.server import wire
from front1914.server.api import _get as get
from front1914.server.api import _post as post
from front1914.server.api import _route as route
from front1914.server.api import answer, library
from front1914.server.asks import Ask, Count, Word, body
from front1914.server.club.ratings import fixed_points, points
from front1914.server.club.routes.asking import clean_text, people
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Note, Person
from front1914.server.refusals import Refused

MOST_NOTES = 500  #: of one person in one game
MOST_RANKED = 100

NoteText = Annotated[str, Meta(min_length=1, max_length=1_000)]


class NoteAsk(Ask):
    text: NoteText
    place: Word | None = None


class Looked(Ask):
    length: Count


class Profile(Ask):
    shown: bool
    about: Annotated[str, Meta(max_length=1_000)] = ""


def storage(request: Request) -> SqlClub:
    return people(request).storage


# -- notes -----------------------------------------------------------------------------------------------------


async def notes(request: Request) -> Response:
    """The own notes at a game: nobody else reads them."""
    person = await people(request).person(request)
    found = await storage(request).notes(request.path_params["game"], person.id)
    return answer({"notes": [plain(note) for note in found]})


async def add_note(request: Request) -> Response:
    """A note to oneself, about a place or about the turn."""
    person, ask = await people(request).person(request), await body(request, NoteAsk)
    game = request.path_params["game"]
    if len(await storage(request).notes(game, person.id)) >= MOST_NOTES:
        raise Refused(409, "notes", f"you have {MOST_NOTES} already")
    row = await library(request).row(game)
    turn, length = row.summary.get("turn"), row.summary.get("length", 0)
    note = Note(secrets.token_hex(6), ask.place, turn, length, time.time(), clean_text(ask.text))
    await storage(request).add_note(game, person.id, note)
    return answer({"note": plain(note)}, 201)


async def drop_note(request: Request) -> Response:
    person, game = await people(request).person(request), request.path_params["game"]
    if not await storage(request).drop_note(game, person.id, request.path_params["note"]):
        raise Refused(404, "note", "no such note of yours")
    return Response(status_code=204)


def plain(note: Note) -> dict[str, Any]:
    return msgspec.structs.asdict(note) | {"at": wire.moment(note.at)}


# -- how far somebody has seen a game --------------------------------------------------------------------------


async def looked(request: Request) -> Response:
    """How far whoever asks has seen the game, and when."""
    person = await people(request).person(request)
    found = await storage(request).looked(request.path_params["game"], person.id)
    length, at = (None, None) if found is None else (found[0], wire.moment(found[1]))
    return answer({"length": length, "at": at})


async def set_looked(request: Request) -> Response:
    person, ask = await people(request).person(request), await body(request, Looked)
    await storage(request).set_looked(request.path_params["game"], person.id, ask.length, time.time())
    return Response(status_code=204)


# -- what somebody shows of himself ----------------------------------------------------------------------------


async def set_profile(request: Request) -> Response:
    """A public profile, for who wants one."""
    person, ask = await people(request).person(request), await body(request, Profile)
    about = clean_text(ask.about) if ask.about.strip() else ""
    await storage(request).set_profile(person.id, ask.shown, about)
    return answer({"profile": {"shown": ask.shown, "about": about}})


async def profile(request: Request) -> Response:
    """The profile of somebody who wants one; of everybody else as if there were no such person."""
    name = request.path_params["person"]
    person = await storage(request).person_by_id(name) if len(name) <= 64 else None
    if person is None or not person.shown:
        raise Refused(404, "person", "no such profile")
    return answer({"person": await shown(request, person)})


async def shown(request: Request, person: Person) -> dict[str, Any]:
    names = {info.id: info.name for info in front1914.titles()}
    rated = [points(rating) for rating in await storage(request).ratings(person.id)]
    return {
        "id": person.id,
        "name": person.name,
        "about": person.about,
        "since": wire.moment(person.created),
        "ratings": [rating | {"title_name": names.get(rating["title"], rating["title"])} for rating in rated],
    }


async def ranking(request: Request) -> Response:
    """The best at a title, of those with a public profile, among the levels of the computer."""
    title = request.path_params["title"]
    await library(request).shelf.title(title)
    ranked = await storage(request).ranking(title, MOST_RANKED)
    found = [{"person": person.id, "name": person.name, **points(rating)} for person, rating in ranked]
    both = sorted([*found, *fixed_points()], key=lambda one: -one["points"])
    return answer({"ranking": both})


ROUTES = [
    get("/games/{game}/notes", notes),
    post("/games/{game}/notes", add_note),
    route("/games/{game}/notes/{note}", drop_note, "DELETE"),
    get("/games/{game}/looked", looked),
    route("/games/{game}/looked", set_looked, "PUT"),
    route("/me/profile", set_profile, "PUT"),
    get("/people/{person}", profile),
    get("/ratings/{title}", ranking),
]

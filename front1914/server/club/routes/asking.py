"""What several routes of a club need of a request: who asks, and whom to ask for it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from front1914.server.api import answer, library
from front1914.server.club.notices import Herald
from front1914.server.club.people import People
from front1914.server.club.seats import Seats
from front1914.server.club.storage import Person
from front1914.server.refusals import Refused


def people(request: Request) -> People:
    found: People = request.app.state.people
    return found


def seats(request: Request) -> Seats:
    found: Seats = request.app.state.gate
    return found


def herald(request: Request) -> Herald:
    found: Herald = request.app.state.herald
    return found


def label(request: Request) -> str:
    """What the browser says it is, as far as it can be read."""
    said = request.headers.get("user-agent", "")
    return said if said.isprintable() else ""


async def shown(request: Request, game: str, person: Person) -> Response:
    """The game as the person sees it; windows at it hear who plays."""
    row = await library(request).row(game)
    found = await seats(request).described(await library(request).show_one(row), person)
    table = library(request).tables.get(game)
    if table is not None:
        table.tell({"type": "players", "players": found["players"], "free": found["free"]})
    return answer({"game": found})


def clean_text(text: str) -> str:
    """A line that people can read: control characters become blanks."""
    found = "".join(c if c.isprintable() else " " for c in text).strip()
    if not found:
        raise Refused(400, "text", "nothing to read in it")
    return found

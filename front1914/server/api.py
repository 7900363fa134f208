"""The JSON API (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import functools
import gzip
import tomllib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import front1914
from front1914 import BadData, BadInput, Title
from front1914.commanders.base import PROGRAM, levels
from front1914.server import asks, lookback, reviews, wire
from front1914.server.access import ALL_MINE, Access, Agreement, Gate
from front1914.server.asks import MOST_UPLOAD, body, number, word
from front1914.server.files import FOR_EVER
from front1914.server.library import Library
from front1914.server.refusals import Refused
from front1914.server.shelf import Paper, info_plain
from front1914.server.storage import GameRow
from front1914.server.table import Table
from front1914.server.workers import BUSY, JobFailed

JSON = "application/json"
SAND_SECONDS = 10.0  #: that a position, or an attack on it, may take
STILL_THERE = 0.25  #: seconds between two looks whether somebody waits for the answer

T = TypeVar("T")


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Something as JSON. What changes is not cached."""
    return Response(wire.encode(value), status, {"cache-control": "no-store", **(headers or {})}, JSON)


def library(request: Request) -> Library:
    found: Library = request.app.state.library
    return found


async def table(request: Request) -> Table:
    return await library(request).table(request.path_params["game"])


def gate(request: Request) -> Gate:
    found: Gate = request.app.state.gate
    return found


def access(request: Request) -> Access:
    """What whoever asks may do in the game that he asks about."""
    found: Access = request.state.access
    return found


async def eyes(request: Request) -> tuple[Table, str]:
    """The game, and the side that looks."""
    found, side = await table(request), word(request, "side")
    check_eyes(request, found, side)
    return found, side


def check_eyes(request: Request, found: Table, side: str) -> None:
    found.check_eyes(side)
    access(request).check_eyes(side, found.game.result is not None)


async def all_mine(request: Request, what: str) -> Table:
    """The game, if no other person plays it or is to play it: a seat that waits for somebody is his already."""
    access(request).check_alone(what)
    found, mine = await table(request), access(request).sides
    if mine is not None and any(side not in mine for side in found.humans):
        raise Refused(403, "game", f"{what}: a seat waits for somebody else")
    return found


async def late_eyes(request: Request, to: int) -> tuple[Table, str]:
    """The game, and the side that looks at its past, up to a moment: who looks on may see some of it late."""
    found, side = await table(request), word(request, "side")
    try:
        check_eyes(request, found, side)
    except Refused:
        late = access(request).late
        if late is None or side not in found.sides or access(request).plays or to > lookback.until(found, late):
            raise
    return found, side


async def begun(request: Request, row: GameRow, agreed: Agreement = ALL_MINE) -> Response:
    """A game that somebody has just begun is his."""
    await gate(request).take_in(request, row, agreed)
    return await shown(request, row, 201)


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Work that takes a while; it is given up when whoever asked for it has gone."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=STILL_THERE))[0]:
            if await request.is_disconnected():
                raise Refused(409, "request", "whoever asked has gone")
        return task.result()
    finally:
        task.cancel()


async def shown(request: Request, row: GameRow, status: int = 200) -> Response:
    found = await gate(request).about(request, await library(request).show_one(row))
    return answer({"game": found}, status)


# -- titles ----------------------------------------------------------------------------------------------------


async def about(request: Request) -> Response:
    known = [level for level in levels() if level != "random"]
    offered = [{"id": level, "name": level.removeprefix(PROGRAM).replace("_", " ").capitalize()} for level in known]
    found = {"name": "Front 1914", "version": front1914.__version__, "levels": offered, "upload_limit": MOST_UPLOAD}
    return answer(found | {"club": gate(request).club})


async def titles(request: Request) -> Response:
    return answer({"titles": [info_plain(info) for info in front1914.titles()]})


async def title(request: Request) -> Response:
    name = request.path_params["title"]
    found = await library(request).shelf.title(name)
    await library(request).shelf.sheet(name)
    more = {"rules_version": found.rules_version, "hidden": found.hidden, **library(request).shelf.papers(name)}
    return answer(info_plain(found.info) | more)


async def sheet(request: Request) -> Response:
    return paper(request, await library(request).shelf.sheet(request.path_params["title"]))


async def art(request: Request) -> Response:
    return paper(request, await library(request).shelf.art(request.path_params["title"]))


async def handbook(request: Request) -> Response:
    return paper(request, await library(request).shelf.handbook(request.path_params["title"]))


def paper(request: Request, found: Paper) -> Response:
    """A large answer: cached for ever under its version, else checked by its tag; compressed for clients that can."""
    tag = f'"{found.version}"'
    fresh = request.query_params.get("v") == found.version
    headers = {"etag": tag, "cache-control": FOR_EVER if fresh else "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.body, 200, headers | {"content-encoding": "gzip"}, JSON)
    return Response(gzip.decompress(found.body), 200, headers, JSON)


async def rules(request: Request) -> Response:
    made = await library(request).shelf.text("rules", request.path_params["title"], rules_of)
    return Response(made, 200, {"cache-control": "no-store"}, JSON)


def rules_of(found: Title) -> dict[str, Any]:
    """The ledger of a title, and its rulings."""
    try:
        ledger = front1914.ledger(found.info.id, tests=())
    except BadData:
        return {"rules": [], "rulings": []}
    listed = [{key: getattr(row, key) for key in ("rule", "title", "summary", "kind", "reason")} for row in ledger.rows]
    file = ledger.file.parent / "rulings.toml"
    rulings = rulings_of(tomllib.loads(file.read_text(encoding="utf-8"))) if file.is_file() else []
    return {"rules": listed, "rulings": rulings}


async def lessons(request: Request) -> Response:
    """The lessons of a title, whole: a coach needs all that he says."""
    made = await library(request).shelf.text("lessons", request.path_params["title"], lessons_of)
    return Response(made, 200, {"cache-control": "no-store"}, JSON)


def lessons_of(found: Title) -> dict[str, Any]:
    return {"lessons": [lesson.plain() for lesson in found.lessons()]}


async def begin_lesson(request: Request) -> Response:
    await gate(request).check_person(request)
    made = await library(request).begin_lesson(request.path_params["title"], request.path_params["lesson"])
    return await begun(request, made.row)


# -- the sand table --------------------------------------------------------------------------------------------


async def sand(request: Request, job: str, *arguments: Any) -> dict[str, Any]:
    """Something that is worked out about a position that somebody has laid out."""
    await gate(request).check_person(request)
    name = request.path_params["title"]
    await library(request).shelf.title(name)
    work = library(request).workers.ask(job, name, *arguments, limit=SAND_SECONDS)
    try:
        found: dict[str, Any] = await while_there(request, work)
    except JobFailed as bad:
        raise Refused(503 if bad.kind == BUSY else 422, "position", str(bad)) from bad
    if "error" in found:
        raise Refused(422, **found["error"])
    return found


async def sandtable(request: Request) -> Response:
    """The set-up of a scenario as a position, and what may be changed of it."""
    scenario = request.query_params.get("scenario")
    return answer(await sand(request, "opening", scenario))


async def lay_out(request: Request) -> Response:
    """A position held against the rules, and as it lies on the table."""
    ask = await body(request, asks.SandAsk)
    return answer(await sand(request, "lay", ask.position))


async def imagined_attack(request: Request) -> Response:
    """What an attack would bring."""
    ask = await body(request, asks.SandAttack)
    return answer(await sand(request, "attack", ask.position, ask.side, ask.target, ask.units))


async def begin_here(request: Request) -> Response:
    """A game that begins from a position."""
    ask = await body(request, asks.SandGame)
    await sand(request, "lay", ask.position)  # in another process first: it may take long, and may be anything
    seats = None if ask.seats is None else {side: seat.plain() for side, seat in ask.seats.items()}
    made = await library(request).begin_from(request.path_params["title"], ask.position, seats, ask.name)
    return await begun(request, made.row)


async def my_sandtable(request: Request) -> Response:
    """A position that agrees with what a side knows of its game; the rest is imagined."""
    found, side = await eyes(request)
    return answer({"position": await library(request).imagined(found, side)})


def rulings_of(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The rulings of a title, each with its id: tables under their ids, or a list of tables."""
    if isinstance(listed := found.get("ruling", found.get("rulings")), list):
        return [{"id": str(n), **ruling} for n, ruling in enumerate(listed, 1)]
    tables = listed if isinstance(listed, dict) else found
    return [{"id": key, **ruling} for key, ruling in tables.items() if isinstance(ruling, dict)]


# -- games -----------------------------------------------------------------------------------------------------


async def games(request: Request) -> Response:
    return answer({"games": await gate(request).games(request, library(request))})


async def new_game(request: Request) -> Response:
    await gate(request).check_person(request)
    ask = await body(request, asks.NewGame)
    if gate(request).club and ask.seed is not None and (ask.mine is not None or ask.rated):
        raise Refused(403, "seed", "who names the seed knows what will fall: that is for games of one's own")
    seats = None if ask.seats is None else {side: seat.plain() for side, seat in ask.seats.items()}
    made = await library(request).begin(ask.title, ask.scenario, ask.options, seats, ask.seed, ask.name, ask.dice)
    pace = None if ask.pace is None else ask.pace.plain()
    terms = msgspec.structs.asdict(ask.watch or asks.WatchAsk()) | {"rated": ask.rated}
    return await begun(request, made.row, Agreement(ask.mine, ask.open, pace, terms))


async def game(request: Request) -> Response:
    return await shown(request, await library(request).row(request.path_params["game"]))


async def rename(request: Request) -> Response:
    access(request).check_player()
    ask = await body(request, asks.Rename)
    return await shown(request, await library(request).rename(request.path_params["game"], ask.name.strip()))


async def delete(request: Request) -> Response:
    access(request).check_alone("it cannot simply be deleted")
    await library(request).delete(request.path_params["game"])
    return Response(status_code=204)


async def seats(request: Request) -> Response:
    ask = await body(request, asks.Reseat)
    for side in ask.seats:
        access(request).check_hand(side)
    wanted = {side: seat.plain() for side, seat in ask.seats.items()}
    own = access(request).sides is not None
    return await shown(request, await library(request).reseat(request.path_params["game"], wanted, ask.consent, own))


async def save(request: Request) -> Response:
    found = await table(request)
    if found.game.result is None:
        await all_mine(request, "its file holds everybody's secrets")
    consent = word(request, "consent", "").split(",")
    content = await lookback.save(found, request.query_params.get("share") == "1", consent)
    name = quote(f"{found.row.name}.front1914", safe="")
    plain = "".join(c if c.isascii() and (c.isalnum() or c in " ._-") else "_" for c in found.row.name)
    disposition = f"attachment; filename=\"{plain}.front1914\"; filename*=UTF-8''{name}"
    headers = {"content-disposition": disposition, "cache-control": "no-store"}
    return Response(content, 200, headers, "text/plain")


async def upload(request: Request) -> Response:
    await gate(request).check_person(request)
    asks.content_type(request, "text/plain")
    name = request.query_params.get("name") or None
    name = None if name is None else asks.clean_name(name)
    data = await asks.read(request, MOST_UPLOAD)
    try:
        content = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(422, "file", "not a text file") from None
    ticket, salvage = request.query_params.get("ticket"), request.query_params.get("salvage") == "1"
    if ticket is not None and not (ticket.isascii() and ticket.isalnum() and len(ticket) <= 40):
        raise Refused(400, "ticket", "must be at most 40 letters and figures")
    found = await while_there(request, library(request).upload(content, name, salvage, ticket))
    return await begun(request, found.row)


async def uploading(request: Request) -> Response:
    """How far an upload has come."""
    found = library(request).uploads.get(request.path_params["ticket"])
    if found is None:
        raise Refused(404, "ticket", "nothing is being read under this ticket")
    return answer({"done": found[0], "of": found[1]})


async def branch(request: Request) -> Response:
    ask = await body(request, asks.BranchAsk)
    seats = None if ask.seats is None else {side: seat.plain() for side, seat in ask.seats.items()}
    check_eyes(request, await table(request), ask.side)
    made = await library(request).branch(request.path_params["game"], ask.at, ask.side, seats, ask.name)
    return await begun(request, made.row)


async def salvage(request: Request) -> Response:
    access(request).check_alone("it cannot be divided")
    game = request.path_params["game"]
    made = await library(request).salvage(game)
    return await shown(request, made.row, 201) if made.row.id == game else await begun(request, made.row)


# -- playing ---------------------------------------------------------------------------------------------------


async def view(request: Request) -> Response:
    found, side = await eyes(request)
    async with found.lock:
        view = found.knowledge(side) if request.query_params.get("all") == "1" else found.view(side)
        return answer(found.situation(side, view))


async def decision(request: Request) -> Response:
    found, side = await eyes(request)
    async with found.lock:
        return answer({"seq": found.record.seq, "decision": found.decision(side)})


async def act(request: Request) -> Response:
    ask = await body(request, asks.Act)
    access(request).check_hand(ask.side)
    found = await table(request)
    return answer(await found.act(ask.side, front1914.Action(ask.verb, ask.arg), ask.seq))


async def go_on(request: Request) -> Response:
    """What the coach decides before a step of a lesson."""
    access(request).check_player()
    found, ask = await table(request), await body(request, asks.LessonAsk)
    return answer(await found.go_on(ask.step))


async def why_not(request: Request) -> Response:
    found, side = await eyes(request)
    verb, arg = word(request, "verb"), request.query_params.get("arg")
    async with found.lock:
        reason = found.game.why_not(verb, _arg(found, verb, arg), side=side)
    return answer({"reason": None if reason is None else reason._asdict()})


def _arg(found: Table, verb: str, arg: str | None) -> str | int | None:
    """Reads an argument from a query, which is text: a number, unless the verb's vocabulary has an id of that text."""
    if arg is None:
        return None
    words = found.game.title.nouns.get(found.game.title.verbs.get(verb) or "")
    number = arg.removeprefix("-").isdecimal() and arg.isascii() and len(arg) < 16
    return int(arg) if words is not None and arg not in words and number else arg


async def overlay(request: Request) -> Response:
    found, side = await eyes(request)
    name, subject = word(request, "name"), request.query_params.get("subject")
    async with found.lock:
        try:
            return answer(found.game.overlay(side, name, subject))
        except BadInput as bad:
            raise Refused(422, bad.place, bad.reason) from bad


async def odds(request: Request) -> Response:
    ask = await body(request, asks.OddsAsk)
    found = await table(request)
    check_eyes(request, found, ask.side)
    actions: list[list[Any]] = [list(action) for action in ask.actions]
    work = lookback.odds(found, ask.side, actions, library(request).workers)
    return answer(await while_there(request, work))


async def undo(request: Request) -> Response:
    ask = await body(request, asks.Undo)
    access(request).check_hand(ask.side)
    found = await table(request)
    return answer(await found.undo(ask.side, None if ask.all else ask.count, ask.seq))


async def rewind(request: Request) -> Response:
    await all_mine(request, "the others must be asked")
    ask = await body(request, asks.Rewind)
    return answer(await library(request).rewind(request.path_params["game"], ask.to, ask.consent, ask.seq))


async def resign(request: Request) -> Response:
    ask = await body(request, asks.Resign)
    access(request).check_hand(ask.side)
    found = await table(request)
    return answer(await found.resign(ask.side))


async def groups(request: Request) -> Response:
    found, side = await eyes(request)
    async with found.lock:
        return answer({"groups": found.groups(side)})


async def advice(request: Request) -> Response:
    """What the staff would do for the side that asks, from what it sees."""
    found, side = await eyes(request)
    return answer(await while_there(request, library(request).advice(found, side)))


async def delegate(request: Request) -> Response:
    ask = await body(request, asks.DelegateAsk)
    access(request).check_hand(ask.side)
    game = request.path_params["game"]
    return answer({"computer": await library(request).delegate(game, ask.side, ask.group, ask.order)})


async def computer(request: Request) -> Response:
    access(request).check_player()
    ask, found = await body(request, asks.ComputerAsk), await table(request)
    decision = found.game.decision
    if decision is not None and decision.side in found.delegated:
        access(request).check_hand(decision.side)  # whose staff it is says when it stops
    return answer({"computer": await library(request).computer(request.path_params["game"], ask.do)})


# -- looking back ----------------------------------------------------------------------------------------------


async def events(request: Request) -> Response:
    since = number(request.query_params, "since", -1)
    to = number(request.query_params, "to", (await table(request)).record.length)
    found, side = await late_eyes(request, to)
    return answer(lookback.events(found, side, since, to))


async def timeline(request: Request) -> Response:
    found = await table(request)
    async with found.lock:
        return answer({"length": found.record.length, "marks": found.marks()})


async def moment(request: Request) -> Response:
    n = number(request.path_params, "n")
    found, side = await late_eyes(request, n)
    return answer(await lookback.moment(found, side, n))


async def moments(request: Request) -> Response:
    start = number(request.query_params, "from", 0)
    to = number(request.query_params, "to", (await table(request)).record.length)
    found, side = await late_eyes(request, max(start, to))
    return answer(await lookback.moments(found, side, start, to))


async def goal(request: Request) -> Response:
    """The goal card of the side, with the length of the scenario."""
    found, side = await eyes(request)
    scenario = next(s for s in found.game.title.info.scenarios if s.id == found.row.scenario)
    card = {"who": "", "win": "", "more": "", "also": (), "lose": (), "hints": ()} | dict(found.game.briefing(side))
    return answer(card | {"turns": scenario.turns, "minutes": scenario.minutes})


async def course(request: Request) -> Response:
    return answer(await lookback.course(*await eyes(request)))


async def orders(request: Request) -> Response:
    """The calendar and the order of battle, with the strength of the nations by turn."""
    return answer(await lookback.orders(*await eyes(request)))


async def prospects(request: Request) -> Response:
    found, side = await eyes(request)
    async with found.lock:
        known = front1914.prospects(found.game, side) if side in found.sides else None
    return answer({"prospects": known})


async def review(request: Request) -> Response:
    """The review of a finished game; 202 and how far it has come while it is being written."""
    body, done = library(request).reviews.ask(await table(request))
    if body is None:
        return answer(reviews.plain(done), 202)
    return Response(body, 200, {"cache-control": "no-store"}, JSON)


async def luck(request: Request) -> Response:
    found, side = await eyes(request)
    return answer(await while_there(request, lookback.luck(found, side, library(request).workers)))


async def dice(request: Request) -> Response:
    return answer(await while_there(request, lookback.dice(await table(request), library(request).workers)))


async def reasons(request: Request) -> Response:
    found, side = await eyes(request)
    return answer(lookback.reasons(found, side))


Handler = Callable[[Request], Awaitable[Response]]


def _route(path: str, handler: Handler, method: str) -> Route:
    """A call. The game that it is about stays in memory until it is answered; a stranger does not get that far."""

    @functools.wraps(handler)
    async def handle(request: Request) -> Response:
        game = request.path_params["game"]
        request.state.access = await gate(request).access(request, game)
        with library(request).using(game):
            return await handler(request)

    return Route(path, handle if "{game}" in path else handler, methods=[method])


def _get(path: str, handler: Handler) -> Route:
    return _route(path, handler, "GET")


def _post(path: str, handler: Handler) -> Route:
    return _route(path, handler, "POST")


ROUTES = [
    _post("/games/{game}/act", act),  # they are tried one after the other: first what is asked for most
    _get("/about", about),
    _get("/titles", titles),
    _get("/titles/{title}", title),
    _get("/titles/{title}/sheet", sheet),
    _get("/titles/{title}/art", art),
    _get("/titles/{title}/rules", rules),
    _get("/titles/{title}/handbook", handbook),
    _get("/titles/{title}/lessons", lessons),
    _post("/titles/{title}/lessons/{lesson}", begin_lesson),
    _get("/titles/{title}/sandtable", sandtable),
    _post("/titles/{title}/sandtable", lay_out),
    _post("/titles/{title}/sandtable/odds", imagined_attack),
    _post("/titles/{title}/sandtable/game", begin_here),
    _get("/games", games),
    _post("/games", new_game),
    _post("/games/upload", upload),
    _get("/uploads/{ticket}", uploading),
    _get("/games/{game}", game),
    _route("/games/{game}", rename, "PATCH"),
    _route("/games/{game}", delete, "DELETE"),
    _route("/games/{game}/seats", seats, "PUT"),
    _get("/games/{game}/save", save),
    _post("/games/{game}/branch", branch),
    _get("/games/{game}/sandtable", my_sandtable),
    _post("/games/{game}/salvage", salvage),
    _get("/games/{game}/view", view),
    _get("/games/{game}/decision", decision),
    _get("/games/{game}/groups", groups),
    _get("/games/{game}/advice", advice),
    _post("/games/{game}/delegate", delegate),
    _post("/games/{game}/lesson", go_on),
    _get("/games/{game}/why_not", why_not),
    _get("/games/{game}/overlay", overlay),
    _post("/games/{game}/odds", odds),
    _post("/games/{game}/undo", undo),
    _post("/games/{game}/rewind", rewind),
    _post("/games/{game}/resign", resign),
    _post("/games/{game}/computer", computer),
    _get("/games/{game}/events", events),
    _get("/games/{game}/timeline", timeline),
    _get("/games/{game}/moments", moments),
    _get("/games/{game}/moments/{n}", moment),
    _get("/games/{game}/goal", goal),
    _get("/games/{game}/course", course),
    _get("/games/{game}/orders", orders),
    _get("/games/{game}/prospects", prospects),
    _get("/games/{game}/review", review),
    _get("/games/{game}/luck", luck),
    _get("/games/{game}/dice", dice),
    _get("/games/{game}/reasons", reasons),
]

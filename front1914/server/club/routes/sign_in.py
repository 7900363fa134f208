"""Who somebody is: signing up and in, devices, holidays."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from front1914.server import wire
from front1914.server.api import _get as get
from front1914.server.api import _post as post
from front1914.server.api import _route as route
from front1914.server.api import answer, library
from front1914.server.asks import Ask, Name, Named, Word, body
from front1914.server.club.accounts import Accounts
from front1914.server.club.notices import Herald
from front1914.server.club.notices import plain as way_plain
from front1914.server.club.pace import DAY
from front1914.server.club.people import People
from front1914.server.club.ratings import points
from front1914.server.club.routes.asking import herald, label, people, seats
from front1914.server.club.senders import Notice, check_address
from front1914.server.club.storage import Person, Way
from front1914.server.library import SIGNED_OUT
from front1914.server.refusals import Refused


class SignUp(Named, kw_only=True):
    """A name, to begin with."""


class Enter(Ask):
    key: Word


class AccountAsk(Ask):
    """A name and a password to sign in by."""

    name: Name
    password: Annotated[str, Meta(max_length=200)]


class Login(AccountAsk):
    """The same, to sign in."""


class MailLink(Ask):
    address: Annotated[str, Meta(min_length=3, max_length=500)]


class Pass(Ask):
    token: Word


class HolidayAsk(Ask):
    """Days from now on; none ends a holiday."""

    days: Annotated[int, Meta(ge=0, le=60)]


def accounts(request: Request) -> Accounts:
    found: Accounts = request.app.state.accounts
    return found


async def me(request: Request) -> Response:
    """Who asks; a stranger is nobody."""
    found = await people(request).who(request)
    if found is None:
        return answer({"person": None, "devices": [], "ways": [], "kinds": []})
    device, person = found
    listed = [
        {"id": d.id, "label": d.label, "seen": wire.moment(d.seen), "this": d.id == device.id}
        for d in await people(request).storage.devices(person.id)
    ]
    ways = [way_plain(way) for way in await people(request).storage.ways(person.id)]
    found_me: dict[str, Any] = {"person": {"id": person.id, "name": person.name}, "devices": listed}
    now = seats(request).keeper.now()
    away = person.away_until if person.away_until is not None and person.away_until > now else None
    found_me["holiday"] = None if away is None else wire.moment(away)
    found_me["profile"] = {"shown": person.shown, "about": person.about}
    found_me["ratings"] = [points(rating) for rating in await people(request).storage.ratings(person.id)]
    found_me["login"] = await people(request).storage.login_of(person.id)
    return answer(found_me | {"ways": ways, "kinds": sorted(herald(request).senders)})


async def sign_up(request: Request) -> Response:
    """A new person under a name, or another name for the one who asks."""
    ask = await body(request, SignUp)
    if ask.name is None:
        raise Refused(400, "name", "missing")
    found = await people(request).who(request)
    if found is not None:
        await people(request).storage.rename_person(found[1].id, ask.name)
        return answer({"person": {"id": found[1].id, "name": ask.name}})
    await people(request).count(request)
    return await _signed_in(request, await people(request).sign_up(ask.name), 201)


async def enter(request: Request) -> Response:
    """Signs in by the link that one keeps."""
    await people(request).count(request)
    ask = await body(request, Enter)
    return await _signed_in(request, await people(request).by_key(ask.key))


async def login(request: Request) -> Response:
    """Signs in by a name and a password."""
    await people(request).count(request)
    ask = await body(request, Login)
    return await _signed_in(request, await accounts(request).enter(ask.name, ask.password))


async def set_account(request: Request) -> Response:
    """A name and a password to sign in by, for who wants one; or others instead."""
    await people(request).count(request)
    person, ask = await people(request).person(request), await body(request, AccountAsk)
    await accounts(request).set(person, ask.name, ask.password)
    return answer({"login": await people(request).storage.login_of(person.id)})


async def drop_account(request: Request) -> Response:
    person = await people(request).person(request)
    await people(request).storage.drop_account(person.id)
    return Response(status_code=204)


async def mail_link(request: Request) -> Response:
    """Sends a link that signs in to a confirmed letter box; the answer is the same if it is nobody's."""
    await people(request).count(request)
    ask = await body(request, MailLink)
    check_address("mail", ask.address, herald(request).senders)
    herald(request).soon(_letter(people(request), accounts(request), herald(request), ask.address))
    return Response(status_code=204)


async def _letter(known: People, kept: Accounts, sends: Herald, address: str) -> None:
    """In the background, so that how long the answer takes does not tell whether it is somebody's letter box."""
    with suppress(Refused):  # too many: nobody is told that either
        await known.count_letter(address)
        found = await kept.letter(address)
        if found is not None:
            _send_link(sends, *found, address)


def _send_link(sends: Herald, person: Person, token: str, address: str) -> None:
    way = Way("", person.id, "mail", address, True, time.time())
    words = f"This link signs {person.name} in. It is good once, within half an hour. If you did not ask, do nothing."
    sends.send(way, Notice("Front 1914: sign in", words, f"{sends.public}/pass#{token}"))


async def by_pass(request: Request) -> Response:
    """Signs in by a link that came by e-mail."""
    await people(request).count(request)
    ask = await body(request, Pass)
    return await _signed_in(request, await accounts(request).by_pass(ask.token))


async def _signed_in(request: Request, person: Person, status: int = 200) -> Response:
    found = answer({"person": {"id": person.id, "name": person.name}}, status)
    for device in await people(request).remember(found, person, label(request)):
        await library(request).news.everywhere(SIGNED_OUT, device)
    return found


async def new_key(request: Request) -> Response:
    """A new link to keep; the one before it is void."""
    return answer({"key": await people(request).new_key(await people(request).person(request))})


async def holiday(request: Request) -> Response:
    """Goes on holiday from now on: clocks of correspondence stand, as far as that was agreed."""
    person, ask = await people(request).person(request), await body(request, HolidayAsk)
    now = seats(request).keeper.now()
    start, end = (now, now + ask.days * DAY) if ask.days else (None, None)
    await people(request).storage.set_holiday(person.id, start, end)
    await seats(request).keeper.holidays(person)
    return answer({"holiday": None if end is None else wire.moment(end)})


async def sign_out(request: Request) -> Response:
    found = await people(request).who(request)
    response = Response(status_code=204)
    if found is not None:
        await people(request).storage.drop_device(found[1].id, found[0].id)
        await library(request).news.everywhere(SIGNED_OUT, found[0].id)
    people(request).forget(response)
    return response


async def drop_device(request: Request) -> Response:
    person = await people(request).person(request)
    device = request.path_params["device"]
    if not await people(request).storage.drop_device(person.id, device):
        raise Refused(404, "device", "no such device of yours")
    await library(request).news.everywhere(SIGNED_OUT, device)
    return Response(status_code=204)


ROUTES = [
    get("/me", me),
    post("/me", sign_up),
    post("/me/enter", enter),
    post("/me/key", new_key),
    post("/me/login", login),
    route("/me/account", set_account, "PUT"),
    route("/me/account", drop_account, "DELETE"),
    post("/me/link", mail_link),
    post("/me/pass", by_pass),
    post("/me/leave", sign_out),
    route("/me/holiday", holiday, "PUT"),
    route("/me/devices/{device}", drop_device, "DELETE"),
]

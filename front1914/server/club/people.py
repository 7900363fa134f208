"""Who somebody is. A name is enough to sign in; a link that one keeps signs in on other devices.

A browser holds a cookie that no script can read (HttpOnly) and that other sites do not send along (SameSite); of
cookies and links only digests are kept, so that whoever reads the database cannot sign in with what he finds.
"""

from __future__ import annotations

import secrets
import time
from hashlib import blake2b

from starlette.requests import HTTPConnection
from starlette.responses import Response

from front1914.server.asks import MOST_NAME
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import AtTheDoor, Device, Person
from front1914.server.limits import Limits, counted
from front1914.server.refusals import Refused

COOKIE = "front1914"
COOKIE_SECONDS = 400 * 86_400  #: the longest that browsers keep one
SEEN_EVERY = 600.0  #: seconds after which it is noted again that a device was used
MOST_DEVICES = 20
MOST_TRIES = 30  #: attempts to sign up, to sign in or to use an invitation, from one address in a minute
MOST_LETTERS, LETTER_SECONDS = 5, 1_800.0  #: to one letter box: links that confirm it, or sign in
MOST_ADDRESSES = 10_000  #: who are remembered to have tried too often


def digest(token: str) -> str:
    """What is kept of a secret."""
    return blake2b(token.encode("utf-8", "surrogatepass"), digest_size=24, person=b"front1914 club").hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Tries:
    """Counts attempts by address or by name, so that secrets cannot be guessed and names not be used up.

    They are counted in the store, for all processes of the club together; a process remembers who has used up his, so
    that whoever tries on and on costs no more than a look.
    """

    def __init__(self, storage: SqlClub, kind: str, most: int = MOST_TRIES, seconds: float = 60.0) -> None:
        self.storage = storage
        self.kind = kind
        self.most = most
        self.seconds = seconds
        self._shut: dict[str, float] = {}  #: until when nothing more is counted

    async def count(self, who: str) -> None:
        """One more; Refused if there were too many lately."""
        what, now = digest(f"{self.kind} {who}"), time.time()
        if not now < self._shut.get(what, 0) <= now + self.seconds:
            tried, since = await self.storage.attempt(what, now, self.seconds)
            if tried <= self.most:
                return
            if len(self._shut) >= MOST_ADDRESSES:
                self._shut.clear()
            self._shut[what] = since + self.seconds
        pause = "a minute" if self.seconds <= 60 else f"{round(self.seconds / 60)} minutes"
        raise Refused(429, "request", f"too many attempts; wait {pause}")


class People:
    """Signs people in and out, and tells who asks."""

    def __init__(self, storage: SqlClub, secure: bool = False, limits: Limits | None = None) -> None:
        self.storage = storage
        self.secure = secure  #: the club is reached by https alone
        self.cookie = f"__Host-{COOKIE}" if secure else COOKIE  #: which no neighbouring site can plant (RFC 6265bis)
        self.limits = limits or Limits()
        self.tries = Tries(storage, "address")
        self.letters = Tries(storage, "letter", MOST_LETTERS, LETTER_SECONDS)

    # -- who asks ----------------------------------------------------------------------------------------------

    async def who(self, connection: HTTPConnection) -> tuple[Device, Person] | None:
        """The device and the person behind a request or a socket; None for a stranger."""
        cookie = self._cookie(connection)
        found = None if cookie is None else await self.storage.device_by_cookie(digest(cookie))
        if cookie is not None and found is not None:
            await self._noted(cookie, *found)
        return found

    async def at_the_door(self, connection: HTTPConnection, game: str) -> AtTheDoor | None:
        """The same, with what is known of a game that he comes to."""
        cookie = self._cookie(connection)
        found = None if cookie is None else await self.storage.at_the_door(digest(cookie), game)
        if cookie is not None and found is not None:
            await self._noted(cookie, found.device, found.person)
        return found

    def _cookie(self, connection: HTTPConnection) -> str | None:
        cookie = connection.cookies.get(self.cookie)
        return cookie if cookie and len(cookie) <= 100 else None

    async def _noted(self, cookie: str, device: Device, person: Person) -> None:
        if time.time() - device.seen > SEEN_EVERY:
            await self.storage.touch_device(device.id, time.time())
        self.limits.belongs(cookie, person.id)

    async def person(self, connection: HTTPConnection) -> Person:
        """Who asks; Refused if he has not signed in."""
        found = await self.who(connection)
        if found is None:
            raise Refused(401, "person", "sign in first")
        return found[1]

    async def count(self, connection: HTTPConnection) -> None:
        """Counts an attempt at something that must not be tried without end."""
        await self.tries.count(counted(connection.client.host if connection.client is not None else ""))

    async def count_letter(self, address: str) -> None:
        """Counts a letter to somebody who may not have asked for it: nobody's box is filled through this club."""
        await self.letters.count(address.strip().casefold())

    # -- signing in --------------------------------------------------------------------------------------------

    async def sign_up(self, name: str) -> Person:
        """A new person."""
        person = Person(secrets.token_hex(8), name[:MOST_NAME], time.time())
        await self.storage.add_person(person)
        return person

    async def by_key(self, key: str) -> Person:
        """The person whom a link belongs to."""
        found = await self.storage.person_by_key(digest(key))
        if found is None:
            raise Refused(404, "key", "this link signs nobody in; a newer one may have replaced it")
        return found

    async def new_key(self, person: Person) -> str:
        """A link to keep; the one before it is void."""
        key = new_token()
        await self.storage.set_key(person.id, digest(key))
        return key

    async def remember(self, response: Response, person: Person, label: str) -> list[str]:
        """Signs a browser in, always under a new cookie; the least used of too many devices are signed out.

        Returns these: their windows must be closed.
        """
        cookie, now = new_token(), time.time()
        device = Device(secrets.token_hex(8), person.id, label[:200], now, now)
        await self.storage.add_device(device, digest(cookie))
        dropped = [old.id for old in (await self.storage.devices(person.id))[MOST_DEVICES:]]
        for old in dropped:
            await self.storage.drop_device(person.id, old)
        response.set_cookie(
            self.cookie, cookie, max_age=COOKIE_SECONDS, path="/", secure=self.secure, httponly=True, samesite="lax"
        )
        self.limits.belongs(cookie, person.id)
        return dropped

    def forget(self, response: Response) -> None:
        """Takes the cookie away from a browser."""
        response.delete_cookie(self.cookie, path="/", secure=self.secure, httponly=True, samesite="lax")

"""Signing in by a name and a password, or by a link that comes by e-mail: both for who wants it, none is needed.

Passwords are kept as argon2id does it. A name that nobody has costs as much time as a wrong password, and a letter box
that nobody has gets the same answer as one that somebody has, so neither can be felt out.
"""

from __future__ import annotations

import asyncio
import time
from functools import lru_cache
from typing import TYPE_CHECKING

from front1914.server.club.people import Tries, digest, new_token
from front1914.server.club.sql import SqlClub
from front1914.server.club.storage import Person
from front1914.server.refusals import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 10, 200  #: letters of a password
LINK_SECONDS = 1_800.0  #: that a link by e-mail is good
MOST_TRIES = 10  #: at one name in a minute
WRONG = "this name and this password do not belong together"


@lru_cache(1)
def hasher() -> PasswordHasher:
    """argon2id, with the library's own idea of what is hard enough; it is an extra of this program."""
    try:
        from argon2 import PasswordHasher
    except ModuleNotFoundError:
        raise Refused(409, "password", "this club knows no passwords: it lacks the package argon2-cffi") from None
    return PasswordHasher()


@lru_cache(1)
def nobody() -> str:
    """The password of nobody, against which a name that nobody has is tried."""
    return hasher().hash(new_token())


def same(name: str) -> str:
    """A name to sign in by, however it is typed.

    >>> same(" Anna  K. ")
    'anna k.'
    """
    return " ".join(name.split()).casefold()


class Accounts:
    """Names with passwords, and links by e-mail."""

    def __init__(self, storage: SqlClub) -> None:
        self.storage = storage
        self.tries = Tries(storage, "name", MOST_TRIES)

    async def set(self, person: Person, name: str, password: str) -> None:
        """A name and a password to sign in by."""
        if not same(name):
            raise Refused(400, "name", "must have letters")
        if not SHORTEST <= len(password) <= LONGEST:
            raise Refused(400, "password", f"must have {SHORTEST} to {LONGEST} letters")
        if same(password) == same(name):
            raise Refused(400, "password", "must not be the name")
        secret = await asyncio.to_thread(hasher().hash, password)
        if not await self.storage.set_account(person.id, same(name), secret):
            raise Refused(409, "name", "somebody signs in by this name already")

    async def enter(self, name: str, password: str) -> Person:
        """Who has this name and this password."""
        from argon2.exceptions import Argon2Error, InvalidHashError

        await self.tries.count(same(name))
        found = await self.storage.account(same(name))
        secret = nobody() if found is None else found[1]
        try:
            good: bool = await asyncio.to_thread(hasher().verify, secret, password[: LONGEST + 1])
        except (Argon2Error, InvalidHashError):
            good = False
        if found is None or not good:
            raise Refused(403, "password", WRONG)
        if hasher().check_needs_rehash(secret):
            await self.storage.set_account(found[0].id, same(name), await asyncio.to_thread(hasher().hash, password))
        return found[0]

    async def letter(self, address: str) -> tuple[Person, str] | None:
        """A new link for the person whose confirmed letter box this is; None if it is nobody's."""
        person = await self.storage.person_by_mail(address)
        if person is None:
            return None
        token = new_token()
        await self.storage.add_pass(digest(token), person.id, time.time() + LINK_SECONDS)
        return person, token

    async def by_pass(self, token: str) -> Person:
        """Who got this link by e-mail."""
        found = await self.storage.use_pass(digest(token), time.time())
        if found is None:
            raise Refused(404, "token", "this link signs nobody in any more: ask for a new one")
        return found

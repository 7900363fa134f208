"""How much one person, or one address, may ask for: everything is counted, nothing is without end.

A person is known by his cookie, a stranger by his address. Counters are kept by each process for itself,
because they protect it and must cost nothing; attempts to guess a secret are counted for all together (club/people.py).
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers
from starlette.types import Scope

COOKIES = ("__Host-front1914", "front1914")  #: over https, and else
MOST_KNOWN = 20_000  #: whose counters are kept

#: what may be set by `--limit name=number`
DEFAULTS = {
    "requests": 100,  #: a second, from one address; five times as many at once
    "games": 60,  #: begun in an hour
    "uploads": 20,  #: in an hour
    "branches": 60,  #: in an hour
    "odds": 1200,  #: odds, advice, luck and reviews in an hour
    "worker": 900,  #: seconds of such work in an hour
    "words": 600,  #: lines of talk and proposals in an hour
    "sockets": 40,  #: windows of a person at a time
    "address": 400,  #: windows from one address at a time
}
HOUR = 3600.0
KINDS = {
    ("POST", "/games"): "games",
    ("POST", "/titles/{title}/lessons/{lesson}"): "games",
    ("POST", "/titles/{title}/sandtable/game"): "games",
    ("GET", "/titles/{title}/sandtable"): "odds",
    ("POST", "/titles/{title}/sandtable"): "odds",
    ("POST", "/titles/{title}/sandtable/odds"): "odds",
    ("GET", "/games/{game}/sandtable"): "odds",
    ("POST", "/games/upload"): "uploads",
    ("POST", "/games/{game}/branch"): "branches",
    ("POST", "/games/{game}/talk"): "words",
    ("POST", "/games/{game}/proposals"): "words",
    ("POST", "/games/{game}/odds"): "odds",
    ("GET", "/games/{game}/advice"): "odds",
    ("GET", "/games/{game}/luck"): "odds",
    ("GET", "/games/{game}/dice"): "odds",
    ("GET", "/games/{game}/review"): "odds",
}
WORK = ("odds", "uploads")  #: what keeps another process busy


class TooMuch(Exception):
    """One more than is allowed; `seconds` after which it may be tried again."""

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__(f"too many {what}; try again in {max(1, round(seconds))} seconds")
        self.seconds = max(1, round(seconds))


class Bucket:
    """Fills up with time, and is drawn from."""

    __slots__ = ("at", "left")

    def __init__(self, left: float) -> None:
        self.left = left
        self.at = time.monotonic()

    def draw(self, amount: float, rate: float, most: float) -> float:
        """Takes an amount; else the seconds until there is enough, and nothing is taken."""
        now = time.monotonic()
        self.left, self.at = min(most, self.left + (now - self.at) * rate), now
        if self.left < amount:
            return (amount - self.left) / rate
        self.left -= amount
        return 0.0


class Limits:
    """Counts by person and by address."""

    def __init__(self, **given: int) -> None:
        self.most = DEFAULTS | given
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._open: Counter[str] = Counter()
        self._persons: OrderedDict[str, str] = OrderedDict()  #: by cookie: whose it is

    def belongs(self, cookie: str, person: str) -> None:
        """Whatever comes under the cookie counts for the person: nobody gets more by signing in again and again."""
        self._persons[_digest(cookie)] = person
        self._persons.move_to_end(_digest(cookie))
        if len(self._persons) > MOST_KNOWN:
            self._persons.popitem(last=False)

    @contextmanager
    def within(self, scope: Scope, route: str) -> Iterator[None]:
        """As long as something is being answered; TooMuch if it may not be."""
        address, person = known(scope)
        person = self._persons.get(person, person)
        rate = self.most["requests"]
        self._draw("requests", address, 1, rate, rate * 5)
        if scope["type"] == "websocket":
            with self._window(f"a {address}", "address"), self._window(f"p {person}", "sockets"):
                yield
            return
        kind = KINDS.get((scope["method"], route))
        if kind is None:
            yield
            return
        self._draw(kind, person, 1, self.most[kind] / HOUR, self.most[kind])
        if kind not in WORK:
            yield
            return
        self._draw("worker", person, 0.01, self.most["worker"] / HOUR, self.most["worker"])
        began = time.monotonic()
        try:
            yield
        finally:  # what it took is owed, whether there was so much or not
            self._bucket("worker", person, self.most["worker"]).left -= time.monotonic() - began

    def _draw(self, kind: str, who: str, amount: float, rate: float, most: float) -> None:
        wait = self._bucket(kind, who, most).draw(amount, rate, most)
        if wait:
            raise TooMuch(kind, wait)

    def _bucket(self, kind: str, who: str, most: float) -> Bucket:
        found = self._buckets.get((kind, who))
        if found is None:
            found = self._buckets[kind, who] = Bucket(most)
            if len(self._buckets) > MOST_KNOWN:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((kind, who))
        return found

    @contextmanager
    def _window(self, who: str, kind: str) -> Iterator[None]:
        if self._open[who] >= self.most[kind]:
            raise TooMuch("windows", 60)
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]


def came_in_at(scope: Scope, address: str | None) -> bool:
    """Did it come in where the other processes of this club hand things on?"""
    server = scope.get("server")
    return address is not None and server is not None and f"{server[0]}:{server[1]}" == address


def known(scope: Scope) -> tuple[str, str]:
    """The address that something came from, and the person behind it: his cookie's digest, else the address."""
    client: Any = scope.get("client")
    address = counted(client[0] if client else "")
    said = Headers(scope=scope).get("cookie", "")
    try:
        jar = SimpleCookie(said) if len(said) < 4096 else SimpleCookie()
    except CookieError:
        jar = SimpleCookie()
    cookie = next((jar[name] for name in COOKIES if name in jar), None)
    return address, address if cookie is None else _digest(cookie.value)


def counted(address: str) -> str:
    """What is counted as one address: of the new kind somebody has 2**64 of them, which begin alike.

    >>> counted("203.0.113.7"), counted("2001:db8:1:2:3:4:5:6"), counted("2001:db8:1:2::9"), counted("")
    ('203.0.113.7', '2001:db8:1:2::', '2001:db8:1:2::', '')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64))


def _digest(cookie: str) -> str:
    return blake2b(cookie.encode("utf-8", "replace"), digest_size=8).hexdigest()

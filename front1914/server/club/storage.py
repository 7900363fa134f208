"""What a club keeps of people and of their games, as rows (sql.py keeps them)."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec


class Person(msgspec.Struct):
    """Somebody who has signed in once."""

    id: str
    name: str
    created: float
    away_from: float | None = None  #: on holiday from here
    away_until: float | None = None  #: to here
    shown: bool = False  #: whether anybody may see his profile
    about: str = ""


class Device(msgspec.Struct):
    """A browser in which a person is signed in."""

    id: str
    person: str
    label: str
    created: float
    seen: float


class Way(msgspec.Struct):
    """Where somebody wants to hear that it is his move."""

    id: str
    person: str
    kind: str  #: mail, hook or push
    address: str
    confirmed: bool
    created: float
    more: dict[str, Any] = {}  #: the keys of a push service, the shape of a hook
    events: tuple[str, ...] = ("move",)  #: what is told there


class Hosted(msgspec.Struct):
    """What a club adds to a game."""

    game: str
    owner: str | None
    open: bool
    proposal: dict[str, Any] | None = None
    noticed: dict[str, Any] | None = None  #: whose move it is, and whether he was told
    pace: dict[str, Any] | None = None  #: the time that was agreed on
    clock: dict[str, Any] | None = None  #: whose time runs, since when, and what is left
    agreed: dict[str, Any] | None = None  #: what onlookers see, and whether it counts for ratings
    lent: dict[str, float] | None = None  #: sides that the staff plays for a while, until when


class Sitter(NamedTuple):
    """A person at a side of a game, or looking on."""

    side: str
    person: str
    name: str


class AtTheDoor(NamedTuple):
    """Who comes to a game, whether it is hosted here, and who sits at it."""

    device: Device
    person: Person
    hosted: Hosted | None
    sitters: list[Sitter]


class Said(NamedTuple):
    """A line of the talk at a game."""

    n: int
    name: str
    at: float
    length: int
    text: str


class Note(msgspec.Struct):
    """What somebody wrote to himself."""

    id: str
    place: str | None
    turn: int | None
    length: int
    at: float
    text: str


class Rating(NamedTuple):
    """How good somebody is at a title, and how sure that is."""

    title: str
    mu: float
    sigma: float
    games: int

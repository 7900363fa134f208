"""What requests may hold; everything else is refused with the place of what is wrong."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request

from front1914.server.refusals import Refused

MOST_NAME = 120  #: letters of a game's name
MOST_BODY = 64 << 10  #: bytes of a command
MOST_POSITION = 512 << 10  #: bytes of a position
MOST_UPLOAD = 8 << 20  #: bytes of a saved game

Word = Annotated[str, Meta(min_length=1, max_length=100)]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Count = Annotated[int, Meta(ge=0, le=2**53)]

T = TypeVar("T")


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request."""


class Named(Ask):
    """A request that may name a game."""

    name: Name | None = None

    def __post_init__(self) -> None:
        if self.name is not None:
            self.name = clean_name(self.name)


class SeatAsk(Ask):
    kind: Literal["human", "computer"]
    level: Word | None = None
    seconds: Annotated[float, Meta(ge=1, le=60)] | None = None  #: how long a general thinks about a phase

    def plain(self) -> dict[str, Any]:
        found = {"kind": self.kind, "level": self.level, "seconds": self.seconds}
        return {key: value for key, value in found.items() if value is not None}


class PaceAsk(Ask):
    """What the players agree on: seconds for a whole live game and for each move, or days for each move."""

    kind: Literal["live", "days"]
    base: Annotated[int, Meta(ge=60, le=86_400)] = 3_600
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 10
    days: Annotated[int, Meta(ge=1, le=60)] = 3
    holidays: Annotated[int, Meta(ge=0, le=60)] = 0  #: days that each may have off, by correspondence
    lapse: Literal["staff", "loss"] = "staff"

    def plain(self) -> dict[str, Any]:
        by_days = {"days": self.days} | ({"holidays": self.holidays} if self.holidays else {})
        time = {"base": self.base, "increment": self.increment} if self.kind == "live" else by_days
        return {"kind": self.kind, **time, "lapse": self.lapse}


class WatchAsk(Ask):
    """What the players agree on about those who look on."""

    views: Literal["common", "late"] = "common"  #: what everybody sees, or both views, late
    delay: Annotated[int, Meta(ge=1, le=20)] = 2  #: turns that both views are late
    talk: bool = True  #: whether they read what the players say to each other, before the end
    open: bool = False  #: whether anybody in the club may look on, without an invitation


class NewGame(Named, kw_only=True):
    title: Word
    scenario: Word | None = None
    options: dict[Word, bool | Number | Annotated[str, Meta(max_length=100)]] = {}
    seats: dict[Word, SeatAsk] | None = None
    seed: Word | Number | None = None
    dice: Literal["seeded", "manual"] = "seeded"
    mine: Annotated[list[Word], Meta(max_length=10)] | None = None  #: in a club: the sides that I play myself
    open: bool = False  #: in a club: its free seats stand in the lobby
    pace: PaceAsk | None = None  #: in a club: how much time everybody has
    watch: WatchAsk | None = None  #: in a club: who looks on, and what he sees
    rated: bool = False  #: in a club: whether it counts for ratings


class LessonAsk(Ask):
    """The step of a lesson that begins."""

    step: int


class Rename(Ask):
    name: Name

    def __post_init__(self) -> None:
        self.name = clean_name(self.name)


class Reseat(Ask):
    seats: dict[Word, SeatAsk]
    consent: Annotated[list[Word], Meta(max_length=10)] = []


class BranchAsk(Named, kw_only=True):
    at: Count
    side: Word
    seats: dict[Word, SeatAsk] | None = None


class Act(Ask):
    side: Word
    verb: Word
    arg: Word | Number | None = None
    seq: Count | None = None


class OddsAsk(Ask):
    side: Word
    actions: Annotated[list[Annotated[list[Word | Number], Meta(min_length=1, max_length=2)]], Meta(max_length=50)] = []


class SandAsk(Ask):
    """A position that somebody has laid out."""

    most: ClassVar[int] = MOST_POSITION
    position: dict[str, Any]


class SandAttack(SandAsk):
    """An attack that he imagines on it; without units, by all who may take part."""

    side: Word
    target: Word
    units: Annotated[list[Word], Meta(max_length=80)] | None = None


class SandGame(Named, kw_only=True):
    """A game that begins from it."""

    most: ClassVar[int] = MOST_POSITION
    position: dict[str, Any]
    seats: dict[Word, SeatAsk] | None = None


class Undo(Ask):
    side: Word
    count: Annotated[int, Meta(ge=1, le=2**53)] = 1
    all: bool = False
    seq: Count | None = None


class Rewind(Ask):
    to: Count
    consent: Annotated[list[Word], Meta(max_length=10)]
    seq: Count | None = None


class Resign(Ask):
    side: Word


class DelegateAsk(Ask):
    side: Word
    group: Word
    order: Literal["plan", "hold"] = "plan"


class ComputerAsk(Ask):
    do: Literal["stop", "go"]


def clean_name(name: str) -> str:
    """A name as people may read it: no control characters, nothing that turns the writing round or cannot be seen."""
    if not name.isprintable() or not name.strip() or len(name) > MOST_NAME:
        raise Refused(400, "name", f"must be 1 to {MOST_NAME} printable characters")
    return name


async def body(request: Request, kind: type[T]) -> T:
    """The body as what it should be."""
    content_type(request, "application/json")
    data = await read(request, getattr(kind, "most", MOST_BODY))
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as bad:
        reason, _, place = str(bad).partition(" - at `")
        raise Refused(400, place.strip("`").removeprefix("$").lstrip(".") or "body", _lower(reason)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as bad:
        raise Refused(400, "body", f"not JSON: {bad}") from None


def content_type(request: Request, wanted: str) -> None:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != wanted:
        raise Refused(415, "content-type", f"must be {wanted}, not {given or 'missing'}")


async def read(request: Request, most: int) -> bytes:
    """The bytes of the body, as long as they are not too many."""
    said = request.headers.get("content-length", "0")
    if not said.isdigit():
        raise Refused(400, "content-length", "not a number")
    if int(said) > most:
        raise Refused(413, "body", f"larger than {most} bytes")
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise Refused(413, "body", f"larger than {most} bytes")
    return bytes(found)


def word(request: Request, name: str, default: str | None = None) -> str:
    """A text in the query."""
    given = request.query_params.get(name, default)
    if given is None or len(given) > 200:
        raise Refused(400, name, "missing" if given is None else "too long")
    return given


def number(query: Any, name: str, default: int | None = None) -> int:
    """A whole number in a query."""
    given = query.get(name)
    if given is None and default is not None:
        return default
    if given is None:
        raise Refused(400, name, "missing")
    if len(given) > 16 or not given.removeprefix("-").isdecimal() or not given.isascii():
        raise Refused(400, name, "must be a whole number")
    return int(given)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]

"""What is kept of games, as rows: games, their logs, and snapshots. sql.py keeps them, in SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, TypedDict

import msgspec
from msgspec import Meta

FORWARD = ("new", "act", "resign", "agree")  #: kinds of rows that add an action
BACK = ("undo", "rewind")  #: kinds of rows that cut the log


Stamp = Annotated[float, Meta(ge=0, le=2e11)]  #: seconds since 1970, as long as years have four figures


class Told(TypedDict, total=False):
    """What a summary holds, as far as the server reckons with it."""

    length: int
    seq: int
    takebacks: int
    thrown: int
    looks: list[dict[str, Any]]
    result: dict[str, Any] | None


class GameRow(msgspec.Struct):
    """A game as it is kept; `summary` is what the library shows of it and is brought up to date with each change."""

    id: str
    name: str
    title: str
    rules: int
    scenario: str
    options: dict[str, Any]
    start: dict[str, Any] | None
    seed: int | str | None
    seats: dict[str, dict[str, Any]]
    branch: dict[str, Any] | None
    created: Stamp
    updated: Stamp
    summary: dict[str, Any]


class LogRow(NamedTuple):
    """One action of the log, or the taking back of some."""

    seq: int
    part: int
    kind: str
    length: int
    side: str | None = None
    verb: str | None = None
    arg: str | int | None = None
    undoable: int = 0
    events: str = "[]"
    marks: str = "[]"
    reasons: str = "[]"


class Snapshot(NamedTuple):
    """The packed state after `length` actions."""

    length: int
    rules: int
    digest: str
    state: bytes


class Change(NamedTuple):
    """All that is written together when something happens in a game."""

    rows: Sequence[LogRow]
    summary: dict[str, Any]
    updated: float
    snapshot: Snapshot | None = None
    seed: int | str | None = None  #: new dice from here on


class Conflict(Exception):
    """Somebody else has changed the game, or it is gone: what was to be written does not follow what is there."""


class Fenced(Conflict):
    """The game is played in another process now: this one must let go of it."""


class StorageFailed(Exception):
    """The storage could not do it: the disk is full, the file damaged or out of reach."""


class NotOurs(StorageFailed):
    """The file is not a database of this program, or it is damaged as a whole."""


class Damaged(Exception):
    """Rows of a game are not as they were written. `rows` are the sound ones before them."""

    def __init__(self, reason: str, rows: Sequence[LogRow] = ()) -> None:
        super().__init__(reason)
        self.rows = list(rows)

    @property
    def good(self) -> int:
        """The actions that are sound."""
        return self.rows[-1].length if self.rows else 0

"""Accounts of a game, as types: who is there and how strong, what the calendar brings, the review when it is over.

A title lists its `Troop`s and its `Due`s (`Title.muster`, `Title.calendar`), as far as a side may know them; everything
else is counted from these. What goes to a client is plain JSON: `web/js/types.d.ts` is made from these types too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, NotRequired, TypedDict

FIELD, COMING, LOST, LEFT = WHEREABOUTS = ("field", "coming", "lost", "left")
ARRIVE, LEAVE, EVENT, END = KINDS = ("arrive", "leave", "event", "end")


class Troop(NamedTuple):
    """A unit that somebody may identify."""

    unit: str
    side: str
    nation: str
    army: str  #: as people call it, empty if it belongs to none
    strength: int | None  #: now; None if it may not be known
    full: int  #: when nothing was lost
    where: str  #: one of WHEREABOUTS: on the map, still to come, destroyed, left the theatre
    at: str | None = None  #: its place on the map


class Due(NamedTuple):
    """Something that a turn brings."""

    turn: int
    kind: str  #: one of KINDS
    head: str
    text: str = ""
    side: str = ""  #: whose it is, empty if everybody's
    nation: str = ""
    units: tuple[str, ...] = ()
    rule: str = ""
    sure: bool = True  #: it comes by itself; else it depends on something that the text names


# -- what a client is handed --------------------------------------------------------------------------------------


class CalendarEntry(TypedDict):
    """Something that a turn brings."""

    turn: int
    kind: Literal["arrive", "leave", "event", "end"]
    head: str
    text: str
    side: str
    nation: str
    units: list[str]
    rule: str
    sure: bool


class ArmyRow(TypedDict):
    """An army, or what a nation has outside its armies, as far as the side knows it."""

    id: str
    side: str
    nation: str
    army: str
    units: list[str]  #: on the map
    strength: int  #: of those whose strength is known
    full: int  #: of all that are on the map
    unknown: int  #: units on the map whose strength is not known
    coming: list[str]
    lost: list[str]
    left: list[str]


class StrengthRow(TypedDict):
    """The strength of a nation at the beginning of a turn, and what it lost since the turn before."""

    turn: int
    side: str
    nation: str
    strength: int
    units: int
    lost: int  #: strength of units that were known before and after, or destroyed


class Orders(TypedDict):
    """The calendar and the order of battle, as far as a side knows them."""

    turn: int
    last: int | None
    dates: dict[str, str]  #: by turn
    entries: list[CalendarEntry]
    armies: list[ArmyRow]
    course: NotRequired[list[StrengthRow]]


class Prospects(TypedDict):
    """The chances of each side, in whole percent."""

    side: str
    win: int
    games: int  #: played games on which it rests
    dated: str
    basis: str  #: one sentence


class ReviewMeter(TypedDict):
    """What was counted, where it stood in the end, and what was needed."""

    id: str
    name: str
    value: int
    needed: str  #: in words, empty if nothing was


class ReviewTurn(TypedDict):
    """A moment between two turns: before the first one, and after each."""

    turn: int  #: that is over then; 0 before the first
    at: int  #: number of actions
    date: str
    score: int | None  #: the first meter
    chance: float | None  #: of the first side, in percent
    strength: dict[str, int]  #: by nation
    lost: dict[str, int]  #: by nation: strength lost in this turn
    held: dict[str, str]  #: place -> side, only where it changed
    stood: dict[str, list[str]]  #: side -> places in which its units stand


class ReviewBattle(TypedDict):
    """A battle, and what it changed."""

    at: int  #: number of actions when it began
    until: int
    turn: int
    place: str
    name: str
    attacker: str
    text: str  #: what was told of its result
    odds: str
    losses: dict[str, int]  #: by side: strength
    throws: int
    change: float  #: for the first side, in percent, or in steps of average infantry if nothing is calibrated
    luck: float  #: of that, what the dice gave beyond the average


class ReviewPoint(TypedDict):
    """A turning point."""

    number: int
    turn: int
    at: int
    change: float
    text: str
    battle: NotRequired[int]  #: its place in the list of battles


class ReviewLuck(TypedDict):
    """What the dice gave."""

    throws: int
    luck: float  #: for the first side
    whole: bool  #: all throws were weighed, not only those of the battles that mattered


class ReviewNext(TypedDict):
    """What to play now."""

    scenario: str
    name: str
    minutes: int | None
    why: str


class Review(TypedDict):
    """What decided a finished game."""

    title: str
    scenario: str
    sides: list[str]  #: figures are told for the first
    unit: Literal["chance", "steps"]
    winner: str | None
    level: str
    reason: str
    rule: str
    meters: list[ReviewMeter]
    score: str  #: name of the first meter
    marks: list[int]  #: on the first meter: where somebody wins
    turns: list[ReviewTurn]
    points: list[ReviewPoint]
    battles: list[ReviewBattle]
    fought: int  #: battles in all
    luck: ReviewLuck
    nations: dict[str, str]  #: nation -> side, of those that take part
    next: list[ReviewNext]


# -- counting -----------------------------------------------------------------------------------------------------


def written(due: Due) -> CalendarEntry:
    """A line of the calendar as a client shows it."""
    assert due.kind in KINDS
    return {
        "turn": due.turn,
        "kind": due.kind,  # type: ignore[typeddict-item]
        "head": due.head,
        "text": due.text,
        "side": due.side,
        "nation": due.nation,
        "units": list(due.units),
        "rule": due.rule,
        "sure": due.sure,
    }


def armies(troops: Iterable[Troop]) -> list[ArmyRow]:
    """The order of battle.

    >>> one, two = Troop("a", "blue", "blue", "1st", 3, 4, FIELD, "11"), Troop("b", "blue", "blue", "1st", 0, 4, LOST)
    >>> [row] = armies([one, two])
    >>> row["strength"], row["full"], row["units"], row["lost"]
    (3, 4, ['a'], ['b'])
    """
    found: dict[tuple[str, str, str], ArmyRow] = {}
    for troop in sorted(troops, key=lambda t: (t.side, t.nation, t.army == "", t.army, t.unit)):
        key = troop.side, troop.nation, troop.army
        row = found.get(key)
        if row is None:
            row = found[key] = _army(key)
        if troop.where == FIELD:
            row["units"].append(troop.unit)
            if troop.strength is None:
                row["unknown"] += 1
            else:
                row["strength"] += troop.strength
                row["full"] += troop.full
        elif troop.where == COMING:
            row["coming"].append(troop.unit)
        elif troop.where == LOST:
            row["lost"].append(troop.unit)
        else:
            row["left"].append(troop.unit)
    return list(found.values())


def _army(key: tuple[str, str, str]) -> ArmyRow:
    side, nation, army = key
    return {
        "id": "/".join(key),
        "side": side,
        "nation": nation,
        "army": army,
        "units": [],
        "strength": 0,
        "full": 0,
        "unknown": 0,
        "coming": [],
        "lost": [],
        "left": [],
    }


def strengths(troops: Iterable[Troop]) -> dict[str, int]:
    """By nation: what stands on the map."""
    found: dict[str, int] = {}
    for troop in troops:
        if troop.where == FIELD and troop.strength is not None:
            found[troop.nation] = found.get(troop.nation, 0) + troop.strength
    return found


def losses(before: Iterable[Troop], after: Iterable[Troop]) -> dict[tuple[str, str], int]:
    """By side and nation: strength that units on the map lost; who left the theatre or is out of sight lost nothing.

    >>> old = [Troop("a", "blue", "blue", "", 4, 4, FIELD, "11"), Troop("b", "blue", "blue", "", 2, 4, FIELD, "12")]
    >>> new = [Troop("a", "blue", "blue", "", 0, 4, LOST), Troop("b", "blue", "blue", "", 3, 4, FIELD, "12")]
    >>> losses(old, new)
    {('blue', 'blue'): 4}
    """
    now = {troop.unit: troop for troop in after}
    found: dict[tuple[str, str], int] = {}
    for old in before:
        new = now.get(old.unit)
        if old.where != FIELD or old.strength is None or new is None or new.where == LEFT:
            continue
        left = 0 if new.where != FIELD else new.strength
        if left is not None and left < old.strength:
            key = old.side, old.nation
            found[key] = found.get(key, 0) + old.strength - left
    return found

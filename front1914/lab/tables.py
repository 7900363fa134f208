"""The tables of a study: what a row of each is. A game is named by its number in the whole study.

Everything but `paces` follows from the plan and the seeds; `paces` says how long commanders thought, which is the
machine's own.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class GameRow(NamedTuple):
    """A game that was played."""

    game: int
    cell: int  #: of the grid
    number: int  #: within its cell: games of the same number have the same dice
    seed: str
    winner: str | None
    level: str
    reason: str
    rule: str
    score: int | None  #: the first meter of the victory terms, as the game ended
    turn: int | None
    decisions: int
    throws: int
    digest: str  #: of the last situation


class TurnRow(NamedTuple):
    """A meter of the victory terms when a turn was over; turn 0 is when the set-up was."""

    game: int
    turn: int
    day: str | None  #: the last day of the turn, as 1914-08-21
    meter: str
    value: int


class BattleRow(NamedTuple):
    """A battle that was fought, or an attack that was possible and left alone when its side said that it was done."""

    game: int
    turn: int
    place: str
    attacker: str
    made: bool
    attack: float | None
    defence: float | None
    column: str | None
    chance: float | None  #: of the attacker's aim, as the combat panel had it
    throws: int
    lost_attacker: int
    lost_defender: int
    taken: bool  #: the attacker stands there afterwards


class LossRow(NamedTuple):
    """The strength of a nation when a turn was over, and what it lost in it."""

    game: int
    turn: int
    day: str | None
    side: str
    nation: str
    strength: int
    units: int
    lost: int
    full: int  #: strength of all who have been on the map so far, unhurt


class FrontRow(NamedTuple):
    """A point of the front when a turn was over: between two neighbouring places, one held by each side."""

    game: int
    turn: int
    day: str | None
    place: str  #: held by the first side
    enemy: str  #: held by another
    x: float  #: in units of the map
    y: float


class GroundRow(NamedTuple):
    """A place that another side holds than at the end of the turn before, and at turn 0 than its country's."""

    game: int
    turn: int
    place: str
    side: str


class RuleRow(NamedTuple):
    """How often a rule had a part in a game: it asked a decision, threw a die, shifted an attack, or was told of."""

    game: int
    rule: str
    how: str
    times: int


class MarchRow(NamedTuple):
    """How often units of a side marched to a place."""

    game: int
    side: str
    place: str
    times: int


class PaceRow(NamedTuple):
    """How long a commander thought about a step."""

    game: int
    side: str
    step: str
    times: int
    seconds: float
    longest: float


TABLES: dict[str, type[Any]] = {
    "games": GameRow,
    "turns": TurnRow,
    "battles": BattleRow,
    "losses": LossRow,
    "fronts": FrontRow,
    "ground": GroundRow,
    "rules": RuleRow,
    "marches": MarchRow,
    "paces": PaceRow,
}
MEASURED = frozenset({"paces"})  #: tables that tell of the machine too
Rows = dict[str, list[tuple[Any, ...]]]  #: by table

"""16.0: the schedule: what enters, is exchanged, combines or leaves, and when (data/schedule.csv).

Turns of units stand with the units; here stand armies, substitutions, combinations and what ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from front1914.kit.data import DataFolder, Split
from front1914.titles.offensive_a_outrance.world import ARMIES, SIDE, UNITS

Kind = Literal["army", "combine", "end", "event", "remove", "substitute", "train", "withdraw"]


@dataclass(frozen=True)
class ScheduleRow:
    """A line of the schedule."""

    turn: int
    side: Literal["allied", "german"]
    kind: Kind
    units: Annotated[tuple[str, ...], Split(" ")] = ()
    into: str = ""
    rule: str = ""
    note: str = ""


class Combination(NamedTuple):
    """16.3, 16.4: units that become another one, from a turn on."""

    turn: int
    side: str
    units: tuple[int, ...]
    into: int
    rule: str


class Exchange(NamedTuple):
    """16.2: a unit that takes the place of another one on a turn."""

    turn: int
    side: str
    old: int
    new: int


ROWS = DataFolder.of(__package__).csv("schedule.csv", ScheduleRow, key=("turn", "side", "kind", "units"))
#: 25.7.1: schedule.csv [g-26/13]
COMBINATIONS = tuple(
    Combination(row.turn, row.side, tuple(map(UNITS.number, row.units)), UNITS.number(row.into), row.rule)
    for row in ROWS
    if row.kind == "combine"
)
EXCHANGES = tuple(
    Exchange(row.turn, row.side, UNITS.number(row.units[0]), UNITS.number(row.into))
    for row in ROWS
    if row.kind == "substitute" and UNITS.find(row.into) is not None
)
#: 17.1: army -> the turn in which its Depot is placed
ARMY_TURN = {ARMIES.number(row.units[0]): row.turn for row in ROWS if row.kind == "army"}
#: 17.2.3, 22.3.4, 25.4.2: army -> the turn in which its display is used no more
LAST_TURN = {ARMIES.number(row.units[0]): row.turn for row in ROWS if row.kind == "end"}
DETACHMENT, NINTH = ARMIES.number("f-DET"), ARMIES.number("f-NINTH")  #: 17.2
NINTH_TURN = next(row.turn for row in ROWS if row.kind == "substitute" and row.into == "f-NINTH")
GROUP, BELGIEN = ARMIES.number("f-GDT"), ARMIES.number("g-BELGIEN")  #: 22.3, 25.4
GROUP_ENDS, BELGIEN_ENDS = LAST_TURN[GROUP], LAST_TURN[BELGIEN]
EASTERN_TURN = next(row.turn for row in ROWS if row.kind == "withdraw")  #: 25.2
assert all(SIDE[part.into] == part.side for part in COMBINATIONS)

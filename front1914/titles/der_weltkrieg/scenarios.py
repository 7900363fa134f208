"""4, 25: the scenarios: dates, who is at war, who stands where, who arrives and leaves when, supply income.

Each has a data/scenarios/<id>.toml for what is said once, and a data/scenarios/<id>.csv with a row for each unit. Turns
are written as 1914-08-2: year, month, turn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from front1914.kit.bits import from_members
from front1914.kit.data import DataFolder, Rows, Section
from front1914.kit.layout import COLUMNS
from front1914.titles.der_weltkrieg.board import HEXES, NATION_OF_COUNTRY
from front1914.titles.der_weltkrieg.nations import NATIONS
from front1914.titles.der_weltkrieg.world import FRONT, UNITS

Date = tuple[int, int, int]  #: year, month, turn


@dataclass(frozen=True)
class PlacedRow:
    """A unit of a scenario: on the map at the start, or from `turn` on; strength 0: as printed on its front.

    `leaves` is the turn in which it is withdrawn (25-8). `wakes` is the first turn in which it may move (mobilization).
    """

    unit: str
    at: str
    turn: str = ""
    strength: int = 0
    supply: int = 0
    leaves: str = ""
    wakes: str = ""
    source: str = ""
    note: str = ""


class Placed(NamedTuple):
    """The same with numbers."""

    unit: int
    at: int
    strength: int
    supply: int
    turn: Date | None
    leaves: Date | None
    wakes: Date | None


class Rules(NamedTuple):
    """A scenario."""

    id: str
    name: str
    first: Date
    last: Date
    area: int  #: bitset of the hexes in play
    war: tuple[int, ...]  #: nations at war
    capacity: dict[int, int]  #: rail capacities that differ from the rules (8-2)
    inoperative: tuple[int, ...]  #: hexes whose railway does not work at the start (9-2)
    networks: dict[int, int]  #: hexes whose railway belongs to another nation at the start
    held: dict[int, str]  #: hexes that a side holds at the start though the country is an enemy's (22-9)
    works: dict[int, tuple[str, str]]  #: trenches and the like at the start: which, and whose (22)
    occupied: tuple[int, ...]  #: cities whose loss was counted before the game began (26-4)
    demoralization: dict[int, int]  #: Demoralization Points at the start (26-2)
    income: dict[int, int]  #: Supply Points of a nation in each turn (25-7)
    placed: tuple[Placed, ...]
    wakes: dict[int, Date]  #: the first turn in which a unit may move, if it is not the first of all (mobilization)
    tracked: tuple[str, ...]  #: 26-2: nations that keep Demoralization Points
    thresholds: dict[str, tuple[int, ...]]  #: 26-5: Points from which a nation is shaken, collapses, surrenders
    primary: dict[str, str]  #: 18-13: the primary nation of each side
    depots: dict[str, tuple[str, ...]]  #: 19-15: hexes, by side
    data: Section  #: what other chapters read: victory ...


def date(text: str) -> Date:
    """A turn as it is written.

    >>> date("1914-08-2")
    (1914, 8, 2)
    """
    year, month, turn = map(int, text.split("-"))
    return year, month, turn


def _area(section: Section) -> int:
    if "area" not in section:
        return from_members(HEXES.numbers)
    first, last = (COLUMNS.numbers(word) for word in section.take("area", tuple[str, ...]))
    inside = []
    for h in HEXES.numbers:
        column, row = COLUMNS.numbers(str(HEXES[h]))
        if first[0] <= column <= last[0] and first[1] <= row <= last[1]:
            inside.append(h)
    return from_members(inside)


_TURN = re.compile(r"19\d\d-(0[1-9]|1[0-2])-[1-7]")
_NO_TURN = "is not a turn such as 1914-08-2"


def _date(rows: Rows[PlacedRow], i: int, field: str, text: str) -> Date | None:
    if not text:
        return None
    if not _TURN.fullmatch(text):
        raise rows.error(i, f"{text!r} {_NO_TURN}", field)
    return date(text)


def _turn(section: Section, key: str) -> Date:
    text = section.take(key, str)
    if not _TURN.fullmatch(text):
        raise section.error(f"{text!r} {_NO_TURN}", key)
    return date(text)


def _placed(rows: Rows[PlacedRow]) -> tuple[Placed, ...]:
    found = []
    for i, row in enumerate(rows):
        unit, at = UNITS.find(row.unit), HEXES.find(row.at)
        if unit is None:
            raise rows.error(i, f"no unit {row.unit!r}", "unit")
        if at is None:
            raise rows.error(i, f"no hex {row.at!r}", "at")
        dates = [_date(rows, i, field, getattr(row, field)) for field in ("turn", "leaves", "wakes")]
        found.append(Placed(unit, at, row.strength or FRONT[unit], row.supply, *dates))
    return tuple(found)


def _nation(section: Section, word: str, *keys: str) -> int:
    found = NATION_OF_COUNTRY.get(word)
    if found is None:
        raise section.error(f"no nation {word!r}", *keys)
    return found


def _by_nation(section: Section, key: str) -> dict[int, int]:
    if key not in section:
        return {}
    inner = section.section(key)
    return {_nation(inner, name, name): inner.take(name, int) for name in inner.data if name != "source"}


def _hexes(section: Section, key: str) -> tuple[int, ...]:
    if key not in section:
        return ()
    found = [HEXES.find(word) for word in section.take(key, tuple[str, ...])]
    if None in found:
        raise section.error("not all of these are hexes of the map", key)
    return tuple(h for h in found if h is not None)


def _held(top: Section) -> dict[int, str]:
    if "held" not in top:
        return {}
    inner = top.section("held")
    return {h: side for side in inner.data for h in _hexes(inner, side)}


def _works(top: Section) -> dict[int, tuple[str, str]]:
    """[works.central] trench = [...] and so on; devastation is nobody's."""
    found: dict[int, tuple[str, str]] = {}
    for side in top.section("works").data if "works" in top else ():
        inner = top.section("works").section(side)
        found |= {h: (work, side) for work in inner.data for h in _hexes(inner, work)}
    return found


def _words(section: Section, key: str) -> dict[str, tuple[Any, ...]]:
    data: dict[str, Any] = section.section(key).data if key in section else {}
    return {name: tuple(values) for name, values in data.items()}


def _read(top: Section, rows: Rows[PlacedRow]) -> Rules:
    networks: dict[str, Any] = top.section("networks").data if "networks" in top else {}
    placed = _placed(rows)
    return Rules(
        top.take("id", str),
        top.take("name", str),
        _turn(top, "first"),
        _turn(top, "last"),
        _area(top),
        tuple(_nation(top, name, "war") for name in top.take("war", tuple[str, ...])),
        _by_nation(top, "capacity"),
        _hexes(top, "inoperative"),
        {HEXES.number(word): NATIONS.number(name) for word, name in networks.items()},
        _held(top),
        _works(top),
        _hexes(top, "occupied"),
        _by_nation(top, "demoralization"),
        _by_nation(top, "income"),
        placed,
        {row.unit: row.wakes for row in placed if row.wakes},
        top.take("tracked", tuple[str, ...], ()),
        _words(top, "thresholds"),
        top.section("primary").data if "primary" in top else {},
        _words(top, "depots"),
        top,
    )


_folder = DataFolder.of(__package__)
SCENARIOS = {
    name: _read(_folder.toml(f"scenarios/{name}.toml"), _folder.csv(f"scenarios/{name}.csv", PlacedRow, key="unit"))
    for name in ("liege", "frontiers", "schlieffen_plan", "danube", "michael", "nish")
}

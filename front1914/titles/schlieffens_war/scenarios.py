"""The scenarios: which turns, which part of the map, what decides, who stands where (data/scenarios)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from front1914.kit.bits import from_members
from front1914.kit.data import Section, Shelf
from front1914.titles.schlieffens_war.world import ARRIVAL, BOARD, HEXES, IS_FORT, SIDES, UNITS


@dataclass(frozen=True)
class Due:
    """4.4, 4.5: something that must be done by the end of a turn."""

    turn: int
    attacks: int = 0
    corps: int = 0


@dataclass(frozen=True)
class Victory:
    """4.0: what decides the scenario."""

    draw: int  #: victory points for a draw
    german: int  #: and for a German win
    paris_endangered: bool  #: whether a German win needs it (4.1)
    sudden_death: bool  #: 4.2, 4.3


@dataclass(frozen=True)
class Markers:
    """3.1, 11.23: what stands beside the map at the start."""

    plan_xvii: int
    coup: int
    heavy_artillery: int
    elan: tuple[str, ...] = field(default=())


class Rules(NamedTuple):
    """A scenario."""

    id: str
    name: str
    about: str
    first_turn: int
    last_turn: int
    minutes: int
    area: int  #: bitset of the hexes that are in play
    beyond: int  #: and of those that are not
    victory: Victory
    plan_xvii: Due | None  #: 4.4
    markers: Markers
    free: bool  #: whether the players may choose the set-up (3.1)
    forts: tuple[int, ...]
    track: tuple[int, ...]  #: units that wait on the Turn Track
    where: dict[str, dict[int, int]]  #: by side: the hex of each unit in the ready set-up


def _numbers(section: Section, key: str) -> tuple[int, ...]:
    return tuple(UNITS.number(word) for word in section.take(key, tuple[str, ...]))


def _deployment(section: Section, side: str) -> dict[int, int]:
    found = {}
    for word in section.section(side).data:
        unit, place = UNITS.find(word), HEXES.find(section.section(side).take(word, str))
        if unit is None or place is None:
            raise section.error("no such unit or no such hex", side, word)
        found[unit] = place
    return found


def _read(top: Section, late: tuple[int, ...]) -> Rules:
    area = BOARD.exists
    if "area" in top:
        low, high = top.section("area").take("rows", tuple[int, int])
        area = from_members(h for h in HEXES.numbers if low <= int(str(HEXES[h])[:2]) <= high)
    victory = top.section("victory")
    listed = top.section("units") if "units" in top else None
    return Rules(
        top.take("id", str),
        top.take("name", str),
        top.take("about", str),
        top.take("first_turn", int),
        top.take("last_turn", int),
        top.take("minutes", int),
        area,
        BOARD.exists & ~area,
        victory.record(Victory, beside=("plan_xvii", "withdrawal")),
        victory.section("plan_xvii").record(Due) if "plan_xvii" in victory else None,
        top.section("markers").record(Markers),
        "setup" in top,
        _numbers(listed, "forts") if listed else tuple(u for u in UNITS.numbers if IS_FORT[u]),
        _numbers(listed, "track") if listed else late,
        {side: _deployment(top.section("deployment"), side) for side in SIDES},
    )


def _load(names: tuple[str, ...]) -> dict[str, Rules]:
    shelf = Shelf.of(__package__)
    late = tuple(u for u in UNITS.numbers if ARRIVAL[u])
    found = [_read(shelf.toml(f"scenarios/{name}.toml"), late) for name in names]
    return {rules.id: rules for rules in found}


SCENARIOS = _load(("campaign", "introduction"))

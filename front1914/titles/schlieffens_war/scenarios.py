"""The scenarios: which turns, which part of the map, what decides, who stands where (data/scenarios)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from front1914.kit.bits import from_members
from front1914.kit.data import DataFolder, Section
from front1914.titles.schlieffens_war.world import ARRIVAL, BOARD, HEXES, IS_FORT, LAST_TURN, SET_UP, SIDE, SIDES, UNITS

WITHDRAWAL_TURN, WITHDRAWAL = 7, 2  #: 9.4: corps that leave for the East Front


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
    found = []
    for word in section.take(key, tuple[str, ...]):
        unit = UNITS.find(word)
        if unit is None:
            raise section.error(f"no unit {word!r}", key)
        found.append(unit)
    return tuple(found)


def _deployment(section: Section, side: str) -> dict[int, int]:
    found = {}
    for word in section.section(side).data:
        if word == "source":
            continue
        unit, place = UNITS.find(word), HEXES.find(section.section(side).take(word, str))
        if unit is None or place is None or SIDE[unit] != side or IS_FORT[unit]:
            raise section.error("no such unit of that side or no such hex", side, word)
        found[unit] = place
    return found


def _check(top: Section, name: str, rules: Rules) -> None:
    """What holds in every scenario, whoever wrote it."""
    if rules.id != name:
        raise top.error(f"must be {name!r}, as the file is called", "id")
    if not 1 <= rules.first_turn <= rules.last_turn <= LAST_TURN:
        raise top.error(f"turns run from 1 to {LAST_TURN}", "last_turn")
    if rules.victory.draw > rules.victory.german:
        raise top.error("a draw takes no more points than a win", "victory", "draw")
    if not 0 <= rules.markers.heavy_artillery <= 3 or not 0 <= rules.markers.coup <= 1:
        raise top.error("there are one coup de main and three heavy artillery markers", "markers")
    victory, due = top.section("victory"), Due(WITHDRAWAL_TURN, corps=WITHDRAWAL)
    if "withdrawal" in victory and victory.section("withdrawal").record(Due) != due:
        raise victory.error("the rulebook fixes this (9.4)", "withdrawal")
    if "setup" in top and top.section("setup").origin.file != top.origin.file:
        raise top.error("the rulebook fixes who may be set up where (3.1)", "setup")
    _check_deployment(top, rules)


def _check_deployment(top: Section, rules: Rules) -> None:
    placed = {u: h for where in rules.where.values() for u, h in where.items()}
    if rules.free:
        for u in UNITS.numbers:
            if u not in placed and u not in rules.track and not IS_FORT[u]:
                raise top.error(f"{UNITS[u]} stands nowhere", "deployment", SIDE[u])
    held = {SET_UP[u]: SIDE[u] for u in rules.forts}
    for u, h in placed.items():
        if held.setdefault(h, SIDE[u]) != SIDE[u]:
            raise top.error(f"both sides stand in {HEXES[h]} (3.3)", "deployment", SIDE[u], str(UNITS[u]))
        if rules.beyond >> h & 1:
            raise top.error("beyond the area of the scenario", "deployment", SIDE[u], str(UNITS[u]))


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
    folder = DataFolder.of(__package__)
    late = tuple(u for u in UNITS.numbers if ARRIVAL[u])
    found = {}
    for name in names:
        top = folder.toml(f"scenarios/{name}.toml")
        found[name] = _read(top, late)
        _check(top, name, found[name])
    return found


SCENARIOS = _load(("campaign", "introduction"))

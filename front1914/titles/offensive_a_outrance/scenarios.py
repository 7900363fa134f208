"""The scenarios: window, turns, who takes part and where, what decides (data/scenarios; A13, A14, 28.0)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from front1914.kit.bits import members
from front1914.kit.data import DataFolder, Section
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, EDGE, HEXES, IN, OPEN
from front1914.titles.offensive_a_outrance.charts import OBJECTIVES, SPECIAL_CITIES
from front1914.titles.offensive_a_outrance.world import (
    ARMIES,
    ARMY_ROWS,
    ARMY_SIDE,
    ARRIVAL,
    CORPS_ROWS,
    DEPOT_HEX,
    DEPOT_OF,
    DEPOT_ROWS,
    KINDS,
    NO_ARMY,
    SET_UP,
    SIDE,
    START_ARMY,
    TRAIN_HEX,
    TRAIN_OF,
    UNITS,
)

NAMES = ("introduction", "lorraine", "marne", "campaign", "race", "last_battles")


@dataclass(frozen=True)
class PlacedRow:
    """Where a unit begins in a scenario that does not begin in August: a CSV file beside it."""

    unit: str
    hex: str
    army: str = ""


@dataclass(frozen=True)
class Victory:
    """What decides: net Victory Points, those of the rules that count and those that only this scenario has."""

    kind: str  #: "hexes" (whoever holds them all), or "points" (27)
    hexes: tuple[str, ...] = ()
    holder: str = ""  #: the side that wins by holding all the hexes; else the other one does
    rules: tuple[str, ...] = ()  #: of 27, such as "27.3"
    objectives: tuple[str, ...] = ()  #: of 27.8 and 27.8.1, counted at the end
    draw: int = 0  #: net points up to which nobody has won
    minor: int = 0  #: and up to which a victory is minor; 0: victories have no levels
    par: int = 0  #: the net points that history comes to, from which the others are counted


@dataclass(frozen=True)
class PlanRow:
    """An objective of a Strategic Plan: data/plans.csv; any of its hexes will do."""

    army: str
    kind: Literal["operational", "primary"]
    hexes: tuple[str, ...]
    rule: str


class Objectives(NamedTuple):
    """26.1: the objectives of an army's plan, as sets of hexes of which one is enough."""

    every: tuple[int, ...]  #: Operational Objectives, the primary one among them
    primary: int  #: none for the German Fifth Army (26.6.3) and the Belgians (26.5)


class Choice(NamedTuple):
    """A side brings in one of these units on a turn, in one of these hexes."""

    side: str
    turn: int
    units: tuple[int, ...]
    hexes: int


class Rules(NamedTuple):
    """A scenario."""

    id: str
    name: str
    about: str
    first_turn: int
    last_turn: int
    minutes: int
    area: int  #: bitset of the open hexes in play
    beyond: int  #: and of those that are not
    rim: int  #: hexes of the area on the edge of the window: friendly map edge of whoever holds them (A14)
    armies: tuple[int, ...]  #: those that take part
    active: dict[int, int]  #: army -> the turn from which it is active (1.1)
    placed: dict[int, int]  #: unit -> the hex where it begins
    second: dict[int, int]  #: unit -> its second hex, if it begins in Two-Hex Status (19.0)
    arrivals: dict[int, tuple[int, int]]  #: unit -> turn and hex of entry (16.1)
    attached: dict[int, int]  #: unit -> its army at first, where it is not that of the order of battle (B84)
    line: int  #: hexes of the Allied line at the start; none in August
    choice: Choice | None
    plans: dict[int, str]  #: army -> idle or active: the Strategic Plans in force (26)
    interphases: dict[int, int]  #: turn -> number of the Inter-Phase that follows it, from 1 (4.3)
    areas: bool  #: whether Areas of Attachment are drawn; with one army a side there is nothing to draw (5.1)
    rail: bool  #: whether units ride by rail (7.7)
    adjust: int  #: hexes by which a player may shift his units at set-up
    reduced: dict[int, int]  #: unit -> Strength Reductions it begins with
    events: dict[str, int]  #: what has happened before the first turn (state.EVENTS), and when
    pools: dict[str, int]  #: what is left at the start of stores that are full in August (state.POOLS)
    bases: dict[int, int]  #: army -> the hex of its Army Base at the start, where it has been moved (23.1, 24.3)
    victory: Victory

    def edge(self, side: str, held: int) -> int:
        """1.1: the friendly map edge of a side: that of the map, and what it holds of the rim of the window."""
        return (EDGE[side] & self.area) | (self.rim & held)

    def control(self, side: str) -> int:
        """A13: what a side controls before the first front line is drawn; later in the year, what lies on its side of
        the line, and the camps that the Allies still hold behind it."""
        if not self.line:
            home = IN["france"] | IN["belgium"] if side == "allied" else IN["germany"] | IN["luxemburg"]
            return home & self.area
        camps = {camp for u in self.placed if SIDE[u] == "allied" and (camp := KINDS[u].home) in CAMP}
        shut = self.line
        for camp in camps:
            shut |= CAMP[camp]
        beyond = grown = IN["luxemburg"] & self.area & ~shut
        while grown := BOARD.spread(grown) & self.area & ~shut & ~beyond:
            beyond |= grown
        return beyond if side == "german" else self.area & ~beyond


_folder = DataFolder.of(__package__)


def _hex(section: Section, word: str) -> int:
    found = HEXES.find(word)
    if found is None or not OPEN >> found & 1:
        raise section.error(f"no open hex {word!r}")
    return found


def _unit(section: Section, word: str) -> int:
    found = UNITS.find(word)
    if found is None:
        raise section.error(f"no unit {word!r}")
    return found


def _army(section: Section, word: str) -> int:
    found = ARMIES.find(word)
    if found is None:
        raise section.error(f"no army {word!r}")
    return found


def _area(top: Section) -> tuple[int, int]:
    """The open hexes in play, and those of them beside open ground that is not."""
    if "area" not in top:
        return OPEN, 0
    window = top.section("area")
    columns, rows = window.take("columns", tuple[int, int]), window.take("rows", tuple[int, int])
    area = 0
    for h in members(OPEN):
        column, row = (int(part) for part in str(HEXES[h]).split("."))
        if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]:
            area |= 1 << h
    return area, area & BOARD.spread(OPEN & ~area)


class _Cast:
    """Who takes part in a scenario, and where everybody begins or enters."""

    def __init__(self, top: Section, area: int) -> None:
        listed = top.section("units")
        self.first, self.last = top.take("first_turn", int), top.take("last_turn", int)
        self.area = area
        self.later = "setup" in top  #: everybody's place stands in a file of its own
        self.armies = tuple(_army(listed, word) for word in listed.take("armies", tuple[str, ...]))
        self.extra = {_unit(listed, word) for word in listed.take("with", tuple[str, ...])}
        self.placed: dict[int, int] = {}
        self.arrivals: dict[int, tuple[int, int]] = {}
        self.attached: dict[int, int] = {}
        if "setup" in top:
            self._set_up(top)
        self._standing()
        self._supply()
        for word in listed.take("without", tuple[str, ...]):
            unit = _unit(listed, word)
            self.placed.pop(unit, None)
            self.arrivals.pop(unit, None)
        if "hexes" in listed:
            hexes = listed.section("hexes")
            self.placed |= {_unit(hexes, word): _hex(hexes, str(place)) for word, place in hexes.data.items()}
        self.attached = {u: self._host(u) for u in self.placed if self._stray(u)} | self.attached

    def _set_up(self, top: Section) -> None:
        """The places of a later day; who has none and comes no more is out of the game."""
        for row in _folder.csv(f"scenarios/{top.take('setup', str)}", PlacedRow, key="unit"):
            unit = _unit(top, row.unit)
            self.placed[unit] = _hex(top, row.hex)
            if row.army and START_ARMY[unit] != _army(top, row.army):
                self.attached[unit] = _army(top, row.army)

    def _standing(self) -> None:
        """Units of the armies, and Fortresses and garrisons of the area, by the order of battle."""
        for u in UNITS.numbers:
            kind, h = KINDS[u], SET_UP[u]
            mine = START_ARMY[u] in self.armies or kind.home or u in self.extra
            if mine and h >= 0 and self.area >> h & 1 and kind.group not in ("substitute", "option", "naval"):
                self._enter(u, ARRIVAL[u], h)

    def _supply(self) -> None:
        """Corps Trains and Depots of the armies."""
        for c, corps in enumerate(CORPS_ROWS):
            if ARMIES.number(corps.army) in self.armies and TRAIN_HEX[c] >= 0 and self.area >> TRAIN_HEX[c] & 1:
                self._enter(TRAIN_OF[c], corps.turn, TRAIN_HEX[c])
        for a in self.armies:
            if DEPOT_HEX[a] >= 0 and self.area >> DEPOT_HEX[a] & 1:
                self._enter(DEPOT_OF[a], ARMY_ROWS[a].turn, DEPOT_HEX[a])
        for row in DEPOT_ROWS:
            d = UNITS.number(row.id)
            if START_ARMY[d] in self.armies and self.area >> SET_UP[d] & 1:
                self._enter(d, 1, SET_UP[d])

    def _stray(self, u: int) -> bool:
        return START_ARMY[u] != NO_ARMY and START_ARMY[u] not in self.armies

    def _host(self, u: int) -> int:
        """The army of its side whose Depot is nearest."""
        own = [a for a in self.armies if ARMY_SIDE[a] == SIDE[u] and DEPOT_OF[a] in self.placed]
        return min(own, key=lambda a: BOARD.distance(self.placed[u], self.placed[DEPOT_OF[a]]))

    def _enter(self, unit: int, turn: int, h: int) -> None:
        if unit in self.placed:
            return
        if turn <= self.first and not self.later:
            self.placed[unit] = h
        elif self.first < turn <= self.last:
            self.arrivals[unit] = (turn, h)


def _choice(top: Section) -> Choice | None:
    if "choice" not in top:
        return None
    chosen = top.section("choice")
    hexes = sum(1 << _hex(chosen, word) for word in chosen.take("hexes", tuple[str, ...]))
    units = tuple(_unit(chosen, word) for word in chosen.take("units", tuple[str, ...]))
    return Choice(chosen.take("side", str), chosen.take("turn", int), units, hexes)


def _table(top: Section, key: str) -> Section | None:
    return top.section(key) if key in top else None


def _words(top: Section, key: str) -> dict[str, str]:
    return top.take(key, dict[str, str]) if key in top else {}


def _victory(found: Victory) -> Victory:
    """ "all" stands for every objective and special city of 27.8."""
    return replace(found, objectives=(*OBJECTIVES, *SPECIAL_CITIES)) if found.objectives == ("all",) else found


def _read(top: Section) -> Rules:
    area, rim = _area(top)
    cast = _Cast(top, area)
    plans, second, reduced = _table(top, "plans"), _table(top, "second"), _table(top, "reduced")
    phases = top.take("interphases", dict[str, int]) if "interphases" in top else {}
    return Rules(
        top.take("id", str),
        top.take("name", str),
        top.take("about", str),
        cast.first,
        cast.last,
        top.take("minutes", int),
        area,
        OPEN & ~area,
        rim,
        cast.armies,
        {a: ARMY_ROWS[a].active for a in cast.armies},
        cast.placed,
        {_unit(second, word): _hex(second, str(place)) for word, place in second.data.items()} if second else {},
        cast.arrivals,
        cast.attached,
        sum(1 << _hex(top, word) for word in top.take("line", tuple[str, ...])) if "line" in top else 0,
        _choice(top),
        {_army(plans, word): str(state) for word, state in plans.data.items()} if plans else {},
        {int(turn): number for turn, number in phases.items()},
        top.take("areas", bool),
        top.take("rail", bool),
        top.take("adjust", int),
        {_unit(reduced, word): int(n) for word, n in reduced.data.items()} if reduced else {},
        top.take("events", dict[str, int]) if "events" in top else {},
        top.take("pools", dict[str, int]) if "pools" in top else {},
        {_army(top, word): _hex(top, place) for word, place in _words(top, "bases").items()},
        _victory(top.section("victory").record(Victory)),
    )


def _objectives() -> dict[int, Objectives]:
    """What the armies aim at, and whoever is not in the file has no plan (26.4.1.e, 26.6.1.g).

    26.4.1.a: plans.csv [f-FIRST]
    26.4.1.b: plans.csv [f-SECOND]
    26.4.1.c: plans.csv [f-THIRD]
    26.4.1.d: plans.csv [f-FOURTH]
    26.5.1: plans.csv [be-BELGIAN]
    26.6.1.a: plans.csv [g-FIRST]
    26.6.1.b: plans.csv [g-SECOND]
    26.6.1.c: plans.csv [g-THIRD]
    26.6.1.d: plans.csv [g-FOURTH]
    26.6.1.e: plans.csv [g-FIFTH]
    26.6.1.f: plans.csv [g-SIXTH]
    """
    found: dict[int, Objectives] = {}
    for row in _folder.csv("plans.csv", PlanRow, key=("army", "hexes")):
        army, hexes = ARMIES.number(row.army), BOARD.bits(row.hexes)
        before = found.get(army, Objectives((), 0))
        primary = hexes if row.kind == "primary" else before.primary
        found[army] = Objectives((*before.every, hexes), primary)
    return found


OBJECTIVES_OF = _objectives()  #: army -> what its Strategic Plan aims at (26.4 to 26.6)
SCENARIOS = {name: _read(_folder.toml(f"scenarios/{name}.toml")) for name in NAMES}

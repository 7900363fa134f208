"""The charts of the game, from data/charts.toml: what they hold beyond the rulebook's own words is reconstructed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from front1914.kit.calendar import Track, TurnRow
from front1914.kit.data import DataFolder
from front1914.kit.tables import read_table
from front1914.titles.fixed_1914.board import COUNTRIES, IN


@dataclass(frozen=True)
class Movement:
    """MB-4, MB-5, SM-1, FM-1, PP-18: in half points, except where hexes are meant."""

    rule: str
    clear: int
    rough: int
    forest: int
    forest_cavalry: int
    river: int
    strategic: int
    forced_march: int
    blank: int


@dataclass(frozen=True)
class Stacking:
    """ST-1: what a hex holds."""

    rule: str
    units: int
    eighths: int
    artillery: int


@dataclass(frozen=True)
class Trains:
    """RM-2, BA-5: units in a turn, hexes, and in which countries."""

    units: int
    hexes: int
    countries: tuple[str, ...]

    @property
    def area(self) -> int:
        """The hexes of those countries."""
        found = 0
        for country in COUNTRIES:
            if country in self.countries:
                found |= IN[country]
        return found


@dataclass(frozen=True)
class RailTroops:
    """RM-5, RM-6: hexes in a turn."""

    rule: str
    railroad_artillery: int
    engineers: int
    engineers_together: int


@dataclass(frozen=True)
class Clocks:
    """BN-2, BN-3, BA, PP-4, PP-9: turns, hexes and numbers of units."""

    rule: str
    entry_after_brussels_or_antwerp: int
    entry_after_liege_or_namur: int
    entry_later_per_upgrade: int
    entry_after_holland: int
    entry_after_luxembourg: int
    bef_activation: int
    bef_later_per_extra_corps: int
    bef_checks: int
    bef_landing_after_activation: int
    bef_removed: int
    bef_french_allowed: int
    bef_border_zone: int
    bef_town_zone: int
    bef_towns: tuple[str, ...]
    north_army_first: int
    north_army_after_landing: int
    territorial_release: int


@dataclass(frozen=True)
class Points:
    """VC-1 to VC-3."""

    rule: str
    german_city: str
    prizes: tuple[str, ...]
    objectives: tuple[str, ...]
    german_objectives: int
    allied_objectives: int
    german_major_city: int
    french_major_city: int
    resource: int
    corps_in_russia: int
    german_fort: int
    all_belgian_cities: int
    belgian_major_city: int
    corps_eliminated: int


def word(cell: Any) -> str:
    """A cell that is a word."""
    return str(cell)


CHARTS = DataFolder.of(__package__).toml("charts.toml")
MOVEMENT = CHARTS.section("movement").record(Movement)
STACKING = CHARTS.section("stacking").record(Stacking)
TRAINS = {
    name: CHARTS.section("rail").section(name).record(Trains) for name in ("german", "franco_british", "belgian", "bef")
}  #: in the order of the column `trains`
RAIL_TROOPS = CHARTS.section("rail_troops").record(RailTroops)
CLOCKS = CHARTS.section("clocks").record(Clocks)
POINTS = CHARTS.section("victory").record(Points)
FORCED_MARCH = read_table(CHARTS.section("forced_march"), word)  #: FM-2: stay, go, loss or choice
LENGTH = CHARTS.section("game_length").take("turns", tuple[int, ...])  #: GT-1, by corps in Russia
MOST_IN_RUSSIA = CHARTS.section("russia").take("most", int)
SUPPLY_REACH = CHARTS.section("supply").take("reach", int)  #: SU-2
TURNS = Track.read(CHARTS.rows("turn", TurnRow))  #: SP-0


def escorts(corps: int) -> dict[str, int]:
    """PP-13: how many units of which type must go to Russia with so many corps.

    >>> escorts(0), escorts(4), escorts(5)
    ({}, {'g-305': 1, 'g-C': 1}, {'g-305': 2, 'g-C': 1})
    """
    found: dict[str, int] = {}
    for row in CHARTS.section("russia").data["escorts"]:
        if corps >= row["corps"]:
            found[row["type"]] = row["units"]
    return found


def dates(turn: int) -> str:
    """The days of a turn.

    >>> dates(1), dates(9)
    ('14 to 15 Aug 1914', '30 to 31 Aug 1914')
    """
    return TURNS[turn].dates

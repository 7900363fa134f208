"""The charts of the game, from data/charts.toml: what they hold beyond the rulebook's own words is reconstructed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from front1914.kit.calendar import Track, TurnRow
from front1914.kit.data import DataFolder
from front1914.kit.tables import read_table

Losses: TypeAlias = tuple[int, int]  #: 11.18: steps of the attacker, steps of the defender


@dataclass(frozen=True)
class Ground:
    """A line of the Terrain Effects Chart."""

    id: str
    move: int  #: points to enter it, or to cross it
    defence: int  #: columns to the left
    concentric: bool  #: whether an attack on it may be concentric (11.15)
    rule: str


def losses(cell: Any) -> Losses:
    """11.18: a cell of the Combat Results Table.

    >>> losses("1/2")
    (1, 2)
    """
    attacker, _, defender = str(cell).partition("/")
    return int(attacker), int(defender)


def whole(cell: Any) -> int:
    """A cell that is a number."""
    if type(cell) is not int:
        raise ValueError("not a whole number")
    return cell


_charts = DataFolder.of(__package__).toml("charts.toml")

CRT = read_table(_charts.section("crt"), losses)  #: 11.17
TEC = _charts.rows("tec", Ground).by_id  #: 10.4, 10.5, 11.10 to 11.15
FORCED_MARCH = read_table(_charts.section("attrition"), whole)  #: 10.6: steps lost
OUT_OF_SUPPLY = read_table(_charts.section("out_of_supply"), whole)  #: 8.8: steps lost
CONCENTRIC = read_table(_charts.section("concentric"), whole)  #: 11.15: columns to the right
HEAVY_ARTILLERY = read_table(_charts.section("heavy_artillery"), whole)  #: 11.23: columns to the right
ARTILLERY_SURVIVAL = read_table(_charts.section("artillery_survival"), whole)  #: 11.23: 1 if it may be used again
TURNS = Track.read(_charts.rows("turn", TurnRow))  #: the Turn Track (1.2, 4.4, 4.6)

_MONTHS = {8: "Aug", 9: "Sep"}


def dates(turn: int) -> str:
    """The days of a turn, as the Turn Track has them.

    >>> dates(7), dates(8)
    ('26-29 Aug', '30 Aug-2 Sep')
    """
    first, last = TURNS[turn].first, TURNS[turn].last
    end = f"{last.day} {_MONTHS[last.month]}"
    return f"{first.day}-{end}" if first.month == last.month else f"{first.day} {_MONTHS[first.month]}-{end}"

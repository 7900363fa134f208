"""The facts that never change: the map, the units, the charts and the scenarios, all from data/.

Hexes and units are small integers, sets of hexes are bitsets. `HEXES` and `UNITS` know the printed ids.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from front1914.engine.words import Words
from front1914.kit.data import DataFolder, Section, Within
from front1914.kit.hexes import HexBoard
from front1914.kit.layout import COLUMNS
from front1914.kit.tables import read_table
from front1914.kit.units import ranges

SIDES = ("blue", "red")
FOE = {"blue": "red", "red": "blue"}
OFF = -1  #: not on the map
VETERANS, STACK = 2, 2  #: 2.1, 3.3


@dataclass(frozen=True)
class HexRow:
    """A hex: data/hexes.csv."""

    id: str
    terrain: Literal["clear", "river", "ford", "town"]
    name: str = ""


@dataclass(frozen=True)
class UnitRow:
    """A unit: data/units.csv."""

    id: str
    name: str
    side: Literal["blue", "red"]
    steps: Annotated[int, Within(1, 9)]
    moves: Annotated[int, Within(0, 9)]
    symbol: Literal["infantry", "cavalry"]


@dataclass(frozen=True)
class Ground:
    """A line of the terrain chart: data/charts.toml."""

    id: str
    move: int


class Rules(NamedTuple):
    """A scenario: data/scenarios."""

    last_turn: int
    where: dict[int, int]  #: by unit, its hex


_folder = DataFolder.of(__package__)
_charts = _folder.toml("charts.toml")
HEX_ROWS, UNIT_ROWS = _folder.csv("hexes.csv", HexRow), _folder.csv("units.csv", UnitRow)
TERRAIN = _charts.rows("terrain", Ground).by_id  #: 3.1
CRT = read_table(_charts.section("crt"), str)  #: 4.2, 4.3

BOARD = HexBoard(COLUMNS, [row.id for row in HEX_ROWS])  # a third argument would name hexes in sentences
HEXES = BOARD.words
RIVER = BOARD.bits(row.id for row in HEX_ROWS if row.terrain in ("river", "ford"))
FORDS = [HEXES.number(row.id) for row in HEX_ROWS if row.terrain == "ford"]
TOWN = next(HEXES.number(row.id) for row in HEX_ROWS if row.terrain == "town")
COST = [0] * BOARD.size  #: 3.1: points to enter a hex
for _row in HEX_ROWS:
    COST[HEXES.number(_row.id)] = TERRAIN[_row.terrain].move

UNITS = Words("unit", [row.id for row in UNIT_ROWS])  # a third argument would name units in sentences
SIDE_OF: list[str] = [row.side for row in UNIT_ROWS]
OWN = ranges(SIDE_OF, str)  #: the units of each side, which stand together in the file
STEPS = [row.steps for row in UNIT_ROWS]
MOVES = [row.moves for row in UNIT_ROWS]


def _scenario(top: Section) -> Rules:
    """A scenario; a mistake in it is refused with the file and the line."""
    where = {}
    for side in SIDES:
        deployment = top.section("deployment").section(side)
        for word in deployment.data:
            unit, place = UNITS.find(word), HEXES.find(deployment.take(word, str))
            if unit is None or place is None or SIDE_OF[unit] != side:
                raise deployment.error("no such unit of that side, or no such hex", word)
            where[unit] = place
    return Rules(top.take("last_turn", int), where)


SCENARIOS = {name: _scenario(_folder.toml(f"scenarios/{name}.toml")) for name in ("campaign", "skirmish")}

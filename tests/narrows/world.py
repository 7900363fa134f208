"""The valley, the units, the table and the scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from front1914.engine.words import Words
from front1914.kit.areas import AreaBoard
from front1914.kit.data import DataFolder
from front1914.kit.tables import read_table

SIDES = ("north", "south")
FOE = {"north": "south", "south": "north"}
ROOM = 2  #: 3.2


@dataclass(frozen=True)
class AreaRow:
    """A place: data/areas.csv."""

    id: str
    name: str
    home: str = ""


@dataclass(frozen=True)
class BorderRow:
    """Two places that border on each other: data/borders.csv."""

    a: str
    b: str


@dataclass(frozen=True)
class UnitRow:
    """A unit: data/units.csv."""

    id: str
    name: str
    side: Literal["north", "south"]


_folder = DataFolder.of(__package__)
AREA_ROWS = _folder.csv("areas.csv", AreaRow)
BORDER_ROWS = _folder.csv("borders.csv", BorderRow, key=("a", "b"))
UNIT_ROWS = _folder.csv("units.csv", UnitRow)

BOARD = AreaBoard(
    [row.id for row in AREA_ROWS],
    [(row.a, row.b) for row in BORDER_ROWS],
    {row.id: row.name for row in AREA_ROWS},
)
AREAS = BOARD.words
SIZE = BOARD.size
BOXES = ("waiting", "lost")  #: beside the map: numbers after the last place
WAITING, LOST = range(SIZE, SIZE + len(BOXES))
PLACES = Words("place", [*map(str, AREAS.ids), *BOXES])
VILLAGE = AREAS.number("village")
HOME = {side: BOARD.bits(row.id for row in AREA_ROWS if row.home == side) for side in SIDES}
UNITS = Words("unit", [row.id for row in UNIT_ROWS], {row.id: row.name for row in UNIT_ROWS})
SIDE = [str(row.side) for row in UNIT_ROWS]
OWN = {side: [u for u in UNITS.numbers if SIDE[u] == side] for side in SIDES}
TABLE = read_table(_folder.toml("charts.toml").section("table"), str)  #: 4.2
LAST_TURN = {"valley": _folder.toml("scenarios/valley.toml").take("last_turn", int)}

"""Data of a player's own that do not fit are refused with their place; what fits replaces the title's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from front1914.engine.errors import BadData
from front1914.kit.data import DataFolder
from front1914.kit.tables import read_table
from front1914.titles.der_weltkrieg import board, scenarios, world
from front1914.titles.der_weltkrieg.charts import number
from tests.titles.der_weltkrieg.sheet import DATA


def units(folder: DataFolder) -> Any:
    return world._checked(folder.csv("units.csv", world.UnitRow, fixed=("nation", "kind")))


def hexes(folder: DataFolder) -> Any:
    return board._checked_hexes(folder.csv("map/hexes.csv", board.HexRow, fixed=("sheet",)))


def sides(folder: DataFolder) -> Any:
    return board._checked_sides(folder.csv("map/hexsides.csv", board.SideRow, key=("a", "b")))


def liege(folder: DataFolder) -> Any:
    placed = folder.csv("scenarios/liege.csv", scenarios.PlacedRow, key="unit")
    return scenarios._read(folder.toml("scenarios/liege.toml"), placed)


def crt(folder: DataFolder) -> Any:
    return read_table(folder.toml("charts.toml").section("crt").section("early"), number)


def own(home: Path, file: str, text: str) -> DataFolder:
    """The title's data with one file of a player laid on top."""
    path = home / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return DataFolder(DATA, home)


def test_printed_values_can_be_typed_in(tmp_path: Path) -> None:
    found = units(own(tmp_path, "units.csv", "id,front,back,move\ng-3,9,5,4\n"))
    row = found.by_id["g-3"]
    assert (row.front, row.back, row.move, row.full) == (9, 5, 4, 8)


@pytest.mark.parametrize(
    ("read", "file", "text", "place", "reason"),
    [
        (units, "units.csv", "id,front\ng-3,x\n", "units.csv:2 [front]", "whole number"),
        (units, "units.csv", "id,back\ng-3,8\n", "[back]", "weaker than the front"),
        (units, "units.csv", "id,hex\nbe-F-Liege,9999\n", "[hex]", "no hex '9999'"),
        (units, "units.csv", "id,flags\ng-3,fast\n", "[flags]", "no flag 'fast'"),
        (units, "units.csv", "id,nation\ng-3,french\n", "units.csv:2 [nation]", "cannot be changed"),
        (hexes, "map/hexes.csv", "id,country\n2107,burgundy\n", "[country]", "no country 'burgundy'"),
        (sides, "map/hexsides.csv", "a,b,terrain\n2107,2108,lava\n", "hexsides.csv:2 [terrain]", "not one of"),
        (sides, "map/hexsides.csv", "a,b,shore\n2107,2108,woods\n", "[shore]", "beside an ocean or a lake"),
        (liege, "scenarios/liege.csv", "unit,at\ng-18,9999\n", "[at]", "no hex '9999'"),
        (liege, "scenarios/liege.csv", "unit,turn\ng-18,1914-08-9\n", "[turn]", "not a turn"),
        (liege, "scenarios/liege.toml", "last = 'soon'\n", "liege.toml:1 [last]", "not a turn"),
        (liege, "scenarios/liege.toml", "war = ['german', 'martian']\n", "[war]", "no nation 'martian'"),
        (liege, "scenarios/liege.toml", "inoperative = ['9999']\n", "[inoperative]", "hexes of the map"),
        (crt, "charts.toml", "[crt.early]\nrule = '13-13'\npoints = [1]\ndie = 6\n", "crt.early", "rows"),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, read: Callable[[DataFolder], Any], file: str, text: str, place: str, reason: str
) -> None:
    with pytest.raises(BadData) as refused:
        read(own(tmp_path, file, text))
    told = str(refused.value)
    assert place in told
    assert reason in told

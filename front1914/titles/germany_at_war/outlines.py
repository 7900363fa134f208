"""The shapes of the Areas on the sheet, drawn from geography by tools/build_germany_at_war.py into data/map/."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from front1914.kit.data import DataFolder
from front1914.titles.germany_at_war.world import AREAS

_folder = DataFolder.of(__package__)
UNIT_KM = _folder.toml("map/recipe.toml").section("sheet").take("unit_km", float)  #: kilometres to a unit of the sheet


@dataclass(frozen=True)
class OutlineRow:
    """data/map/outlines.csv: where the pieces of an Area stand, where its name begins and its first Fortress is drawn,
    and its outline as SVG path data."""

    id: str
    x: float
    y: float
    name_x: float
    name_y: float
    fort_x: float | None
    fort_y: float | None
    outline: str


@dataclass(frozen=True)
class RiverRow:
    """data/map/rivers.csv: the name of the river between two Areas."""

    a: str
    b: str
    name: str


@cache
def outlines() -> Mapping[str, OutlineRow]:
    """The shape of each Area."""
    found = {row.id: row for row in _folder.csv("map/outlines.csv", OutlineRow)}
    return {str(AREAS[h]): found[str(AREAS[h])] for h in AREAS.numbers}


@cache
def river_names() -> Mapping[frozenset[str], str]:
    """The river on each border that has one."""
    return {frozenset((row.a, row.b)): row.name for row in _folder.csv("map/rivers.csv", RiverRow, key=("a", "b"))}

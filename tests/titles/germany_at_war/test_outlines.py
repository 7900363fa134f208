"""The drawn Areas: every link of the rules is a border on the map and no border is without one."""

from __future__ import annotations

import math
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import pytest

from front1914.kit.spelling import spelled
from front1914.server.art import draw
from front1914.server.art.lines import Line, length
from front1914.server.art.shapes import Shapes
from front1914.titles.germany_at_war.outlines import outlines
from front1914.titles.germany_at_war.presentation import sheet
from front1914.titles.germany_at_war.world import AREA_ROWS, LINK_ROWS

SHAPES = Shapes(sheet())
KINDS = ("aname", "shield", "fortress", "victory", "sealane", "barred")


def _borders() -> dict[frozenset[str], float]:
    found: dict[frozenset[str], float] = {}
    for (a, b), pieces in SHAPES.borders.items():
        if b:
            found[frozenset((a, b))] = sum(length(piece) for piece in pieces)
    return found


def _inside(x: float, y: float, rings: list[Line]) -> bool:
    found = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                found = not found
    return found


def _area(ring: Line) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2)


@pytest.mark.rule("2.0.a")
def test_every_area_has_an_outline() -> None:
    assert set(SHAPES.outline) == {row.id for row in AREA_ROWS}
    assert len(SHAPES.outline) == 94
    for area, rings in SHAPES.outline.items():
        assert _area(rings[0]) > 4000, area  # room for a row of blocks


def test_borders_are_the_links() -> None:
    """A reader of the map sees exactly the ways that the rules have: none too few, none too many."""
    borders = _borders()
    links = {frozenset((row.a, row.b)) for row in LINK_ROWS if row.river != "sea"}
    assert set(borders) == links
    assert min(borders.values()) > 14  # long enough to be seen: 14 units are 3.4 km


def test_the_sea_parts_great_britain() -> None:
    assert not any("GB" in pair for pair in _borders())


def test_centres_and_pieces_stand_inside() -> None:
    """The town that an Area is named after and the point where its pieces stand, both within its outline."""
    recipe = tomllib.loads(
        (resources.files("front1914.titles.germany_at_war") / "data" / "map" / "recipe.toml").read_text("utf-8")
    )["sheet"]
    km = math.pi / 180 * 6371.0
    for row in AREA_ROWS:
        x = (row.lon - recipe["west"]) * km * math.cos(math.radians(recipe["true_at"])) / recipe["unit_km"]
        y = (recipe["north"] - row.lat) * km / recipe["unit_km"]
        shape = outlines()[row.id]
        assert _inside(100 * x, 100 * y, SHAPES.outline[row.id]), row.id
        assert _inside(100 * shape.x, 100 * shape.y, SHAPES.outline[row.id]), row.id


def test_rivers_have_names() -> None:
    named = {frozenset((link["a"], link["b"])) for link in sheet()["links"] if "name" in link}
    assert named == {frozenset((row.a, row.b)) for row in LINK_ROWS if row.river in ("minor", "major")}
    great = {link["name"] for link in sheet()["links"] if link["kind"] == "major"}
    assert great == {"Rhine", "Meuse", "Moselle", "Seine", "Marne"}


def test_outlines_are_what_the_builder_makes() -> None:
    pytest.importorskip("scipy")
    builder = Path(__file__).parents[3] / "tools" / "build_germany_at_war.py"
    done = subprocess.run([sys.executable, str(builder), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_map_is_drawn() -> None:
    """Every Area has its sign with the bonus and its name; seven victory rims, two lanes over the Channel."""
    drawn = draw(sheet(), {})
    root = ElementTree.fromstring(f"<svg>{drawn['base']}{drawn['names']}</svg>")
    of = {kind: [e for e in root.iter() if kind in e.get("class", "").split()] for kind in KINDS}
    assert {e.text for e in of["aname"]} == {spelled(row.name) for row in AREA_ROWS}
    assert [len(of[kind]) for kind in KINDS] == [94, 93, 20, 7, 2, 0]
    left, top, right, bottom = drawn["frame"]
    assert all(left < 100 * p["x"] < right and top < 100 * p["y"] < bottom for p in sheet()["places"].values())

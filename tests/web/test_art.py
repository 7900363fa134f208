"""Drawn maps: well-formed, complete, the same every time, and light enough."""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import front1914
from front1914.server import art
from front1914.server.art import kept, lines
from front1914.server.art.courses import rivers
from front1914.server.art.names import Name, Placer
from front1914.server.art.shapes import Shapes

TITLES = [info.id for info in front1914.titles()]
GROUNDS = sorted((Path(front1914.__file__).parent / "titles").glob("*/data/art/ground.json.gz"))
XLINK = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'


@cache
def picture(title: str) -> dict[str, Any]:
    """A drawn map, which takes seconds; whoever reads it leaves it as it is."""
    found: dict[str, Any] = art.drawing(front1914.title(title))
    return found


@pytest.fixture(scope="module", params=TITLES)
def drawn(request: pytest.FixtureRequest) -> tuple[dict[str, Any], dict[str, Any]]:
    return front1914.title(request.param).sheet(), picture(request.param)


def test_markup_is_well_formed_and_has_no_style(drawn: tuple[dict[str, Any], dict[str, Any]]) -> None:
    _, found = drawn
    for layer in ("base", "names"):
        ElementTree.fromstring(XLINK.format(found[layer]))
        assert "style=" not in found[layer]  # the page would refuse it
        assert not re.search(r' (d|x|y|transform)="[^"]*(nan|inf)', found[layer])


def test_every_place_lies_in_the_frame(drawn: tuple[dict[str, Any], dict[str, Any]]) -> None:
    sheet, found = drawn
    x0, y0, x1, y1 = found["frame"]
    for name, place in sheet["places"].items():
        assert x0 < place["x"] * 100 < x1, name
        assert y0 < place["y"] * 100 < y1, name


def test_names_of_places_stand_on_the_map(drawn: tuple[dict[str, Any], dict[str, Any]]) -> None:
    sheet, found = drawn
    letters = {text.casefold() for text in re.findall(r">([^<>]+)<", found["names"])}
    named = {place["name"] for place in sheet["places"].values() if place.get("name")}
    missing = {name for name in named if _plain(name) not in {_plain(text) for text in letters}}
    assert len(missing) <= len(named) * 0.15, missing  # a title may letter a place otherwise than its rules call it


def test_a_town_of_several_hexes_is_named_once() -> None:
    title = front1914.title("offensive_a_outrance")
    names = picture(title.info.id)["names"]
    near, far = names.split('<g class="far-names">')
    for town in ("Mülhausen", "Verdun", "Reims"):
        assert len([place for place in title.sheet()["places"].values() if place.get("name") == town]) > 1
        assert [part.count(f">{town}<") for part in (near, far)] == [1, 1]


def _plain(text: str) -> str:
    """Without accents and signs, for comparing: Liège and Liege are one."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^a-z]", "", bare)


def test_drawing_twice_gives_the_same() -> None:
    title = front1914.title("ford")
    assert art.drawing(title) == art.drawing(title)


@pytest.mark.parametrize("file", GROUNDS, ids=lambda file: file.parts[-4])
def test_grounds_are_light_and_sound(file: Path) -> None:
    assert file.stat().st_size < 300_000
    found = json.loads(gzip.decompress(file.read_bytes()))
    assert len(found["frame"]) == 4
    assert found["relief"]["png"].startswith("iVBOR")


def test_a_river_is_one_line_along_its_hexsides() -> None:
    sheet = front1914.title("schlieffens_war").sheet()
    found = rivers(Shapes(sheet), {})
    meuse = [river for river in found if river.name == "Meuse"]
    sides = sum(link.get("name") == "Meuse" for link in sheet["links"])
    assert meuse
    assert sum(lines.length(river.line) for river in meuse) > 0.7 * sides * 57  # a hexside is 57.7 long
    assert max(lines.length(river.line) for river in meuse) > 0.5 * sides * 50  # not in crumbs


def test_kept_drawings_are_read_again_and_a_damaged_one_is_drawn_anew(tmp_path: Path) -> None:
    title = front1914.title("ford")
    first = kept.drawing(title, tmp_path)
    (file,) = tmp_path.iterdir()
    assert file.read_bytes() == first.body
    assert json.loads(gzip.decompress(first.body)) == json.loads(json.dumps(art.drawing(title)))
    file.write_bytes(b"rubbish")
    assert kept.found(title, tmp_path) is None
    assert kept.drawing(title, tmp_path) == first == kept.found(title, tmp_path)
    assert kept.drawing(title, tmp_path / "no" / "such") == first


@pytest.mark.parametrize("name", [file.parts[-4] for file in GROUNDS])
def test_the_shipped_map_is_what_would_be_drawn(name: str) -> None:
    title = front1914.title(name)
    shipped = kept.found(title)
    assert shipped is not None, "the map's data changed: run tools/draw_maps.py"
    now = json.loads(json.dumps(picture(name)))
    assert json.loads(gzip.decompress(shipped.body)) == now, "STYLE has to rise: run tools/draw_maps.py after that"
    assert len(list(art.art_of(title).glob("*-*.json.gz"))) == 1  # none of another version beside it
    assert len(shipped.body) < 500_000


def test_a_map_of_other_data_is_not_the_shipped_one(monkeypatch: pytest.MonkeyPatch) -> None:
    title = front1914.title("schlieffens_war")
    before, sheet = kept.version(title), title.sheet()
    place = next(iter(sheet["places"]))
    other = sheet | {"places": sheet["places"] | {place: sheet["places"][place] | {"name": "Elsewhere"}}}
    monkeypatch.setattr(title, "sheet", lambda: other)
    assert kept.version(title) != before
    assert kept.found(title) is None


def test_names_keep_clear_of_one_another() -> None:
    sheet = {
        "kind": "hex",
        "orientation": "pointy",
        "places": {f"{n}": {"x": n * 1.0, "y": 0.0} for n in range(4)},
    }
    shapes = Shapes(sheet)
    names = [Name.of("Châlons-sur-Marne", n * 100.0, 0.0, f"{n}", "city") for n in range(4)]
    Placer(shapes, []).place(names)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            wide = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
            high = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
            assert wide <= 0 or high <= 0, (one, other)

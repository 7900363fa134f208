"""The map: whole, up to date, and true to every fact that the rulebook states about it."""

import itertools
import math
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from front1914.titles.der_weltkrieg.board import BOARD, HEXES, LAND_SIDES, TRACK, TRACKS
from front1914.titles.der_weltkrieg.costs import crossing
from front1914.titles.der_weltkrieg.stacking import LIMIT
from tests.titles.der_weltkrieg.sheet import around, at, distance, flood, hexes, rows, side, sides, toml, west

SOURCES = {"rulebook", "history", "geography", "reconstructed"}
#: pairs of neighbours in the figures
ADJACENT = (
    *("2915-2815", "2815-2716", "2716-2717", "2015-1915", "1915-1815", "1815-1716", "1716-1616", "1716-1615"),
    *("2107-2007", "2007-1908", "1908-1907", "1110-1010", "1010-0911", "0910-1010", "0910-0911", "2817-2816"),
    *("2817-2917", "2817-2918", "2107-2106", "2107-2108", "2107-2206", "2107-2207", "1609-1610", "1609-1509"),
    *("1609-1510", "1710-1610", "1709-1609", "1710-1609", "1608-1609", "1611-1511", "1611-1512", "1713-1613"),
    *("1713-1612", "1712-1713", "1812-1713", "1712-1711", "1711-1710", "1710-1809", "1812-1811", "1811-1810"),
    *("1810-1809", "1613-1513", "1513-1412", "1412-1411"),
)
TOWNS = {
    "Liege": "2107", "Antwerp": "1604", "Brussels": "1606", "Namur": "1808", "Aachen": "2307", "Koeln": "2605",
    "Maubeuge": "1409", "Lille": "1007", "Verdun": "2015", "Paris": "0717", "Luxembourg": "2313", "Metz": "2316",
    "Nancy": "2318", "Toul": "2218", "Epinal": "2521", "Belfort": "2623", "Strassburg": "3018", "Reims": "1414",
}  # fmt: skip


def cost(*way: str) -> int:
    """Movement Points of an ordinary unit along a way, without zones of control."""
    steps = [crossing(BOARD.link[HEXES.number(a), HEXES.number(b)]) for a, b in itertools.pairwise(way)]
    assert all(step is not None for step in steps)
    return sum(step or 0 for step in steps)


def track(text: str) -> str:
    """The railway in a hexside."""
    a, b = (HEXES.number(word) for word in text.split("/"))
    return TRACKS[TRACK[BOARD.link[a, b]]]


def test_the_files_are_what_the_builder_writes() -> None:
    builder = Path(__file__).resolve().parents[3] / "tools" / "build_der_weltkrieg.py"
    done = subprocess.run([sys.executable, str(builder), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Facts of the rulebook


def test_neighbours_of_the_figures() -> None:
    for pair in ADJACENT:
        a, b = pair.split("-")
        assert HEXES.number(b) in BOARD.neighbours[HEXES.number(a)], pair
        assert b in around(a)
    assert "0910" not in around("1110")  # Figure 7: nothing is paid for leaving 1110


@pytest.mark.rule("3.1")
def test_a_hex_is_twenty_kilometres() -> None:
    towns = {row["hex"]: row for row in rows("map/drawing/towns.csv") if row["rank"] == "1"}
    for one, other in (("Paris", "Metz"), ("Lille", "Strassburg"), ("Antwerp", "Dijon"), ("Koeln", "Orleans")):
        a, b = towns[at(one)], towns[at(other)]
        lat = math.radians((float(a["lat"]) + float(b["lat"])) / 2)
        dx = (float(a["lon"]) - float(b["lon"])) * math.cos(lat) * 111.2
        dy = (float(a["lat"]) - float(b["lat"])) * 111.2
        flight = math.hypot(float(a["x"]) - float(b["x"]), float(a["y"]) - float(b["y"]))  # in hexes
        assert math.hypot(dx, dy) / flight == pytest.approx(20, rel=0.03)


@pytest.mark.rule("3.2")
def test_terrain_lies_in_hexsides() -> None:
    kinds = {other: side(f"2817/{other}")["terrain"] for other in ("2717", "2816", "2917", "2918", "2818")}
    assert set(kinds.values()) == {"clear", "woods", "rough"}  # Figure 9: one hex, three terrains around it
    assert (cost("2817", "2918"), cost("2817", "2816"), cost("2817", "2818")) == (1, 2, 3)


def test_figure_3() -> None:
    assert (cost("2915", "2815"), cost("2815", "2716"), cost("2716", "2717")) == (1, 2, 2)
    assert (side("2815/2716")["terrain"], side("2815/2716")["water"], track("2815/2716")) == (
        "woods",
        "river",
        "double",
    )
    assert (side("2716/2717")["terrain"], side("2716/2717")["water"]) == ("broken", "river")


def test_figure_4() -> None:
    assert all(track(text) for text in ("2015/1915", "1915/1815", "1815/1716"))
    assert (side("1716/1616")["terrain"], cost("1716", "1616")) == ("broken", 1)
    assert {name for name in ("1615", "1816", "2016") if any(track(f"{name}/{n}") for n in around(name))} == {
        "1615",
        "1816",
        "2016",
    }


def test_figures_5_and_7() -> None:
    for way in (("2107", "2007", "1908", "1907"), ("1110", "1010", "0911")):
        for a, b in itertools.pairwise(way):
            assert (side(f"{a}/{b}")["terrain"], side(f"{a}/{b}")["water"], cost(a, b)) == ("clear", "", 1)
    assert all(track(text) for text in ("2107/2007", "2007/1908", "1908/1907"))
    networks = {hexes()[name]["network"] for name in ("2106", "2107", "2206", "2207", "2007", "1908", "1907")}
    assert networks == {"belgium"}
    assert {hexes()[name]["network"] for name in ("2306", "2307")} == {"germany"}


def test_supply_lines_of_figure_11() -> None:
    assert cost("1712", "1711", "1710", "1809") == 5
    assert cost("1812", "1811", "1810", "1809") == 6
    assert cost("1713", "1613", "1513", "1412", "1411") == 6
    assert cost("1513", "1512", "1411") >= 3


def test_neighbours_of_an_odd_and_an_even_column() -> None:
    for name, expected in (
        ("2107", ["2006", "2007", "2106", "2108", "2206", "2207"]),
        ("2817", ["2717", "2718", "2816", "2818", "2917", "2918"]),
    ):
        assert sorted(str(HEXES[n]) for n in BOARD.neighbours[HEXES.number(name)]) == expected


@pytest.mark.rule("11-9")
def test_walcheren_has_two_land_hexsides() -> None:
    assert LAND_SIDES[HEXES.number("1202")] == 2
    assert LIMIT[HEXES.number("1202")] == (2 * 4, 2)  # four divisions and two guns
    assert LAND_SIDES[HEXES.number("1204")] >= 3


def test_towns_stand_where_the_placement_puts_them() -> None:
    assert {name: at(name) for name in TOWNS} == TOWNS


# The map as a whole


def test_the_frame() -> None:
    columns, lines = {int(name[:2]) for name in west()}, {int(name[2:]) for name in west()}
    assert (min(columns), max(columns), min(lines), max(lines)) == (1, 36, 1, 28)
    assert flood("2107", {pair for pair in sides() if pair <= west()}) == west()
    assert distance("2107", "0717") == 17


def test_every_hexside_is_listed_once() -> None:
    expected = {frozenset((a, b)) for a in hexes() for b in around(a) if b in hexes()}
    assert set(sides()) == expected
    assert len(rows("map/hexsides.csv")) == len(expected)
    for row in rows("map/hexsides.csv"):
        assert row["a"] < row["b"]
        assert bool(row["shore"]) == (row["terrain"] in ("ocean", "lake"))


def test_small_sheets_stand_apart() -> None:
    for name, row in hexes().items():
        assert all(hexes()[other]["sheet"] == row["sheet"] for other in around(name) if other in hexes())


def test_countries_and_edges() -> None:
    count = Counter(hexes()[name]["country"] for name in west())
    assert set(count) == {"belgium", "france", "germany", "luxembourg", "netherlands", "switzerland"}
    for name in west():
        row = hexes()[name]
        if row["edge"]:
            assert (row["edge"], row["country"]) in (("central", "germany"), ("entente", "france"))
            assert any(other not in hexes() for other in around(name))
    assert {hexes()[name]["country"] for name in ("2106", "2206", "2207", "2208", "2107")} == {"belgium"}
    assert hexes()["2205"]["country"] == "netherlands"


def test_railways() -> None:
    linked = {pair for pair, row in sides().items() if row["track"] and pair <= west()}
    served = {name for pair in linked for name in pair}
    assert flood("2307", linked) == served  # one net
    assert all(hexes()[name]["network"] in ("belgium", "france", "germany") for name in served)
    assert {name for name in west() if hexes()[name]["network"]} == served
    stops = {name for name in west() if hexes()[name]["name"] or hexes()[name]["edge"]}
    degree = Counter(name for pair in linked for name in pair)
    assert not {name for name, n in degree.items() if n == 1} - stops
    assert not {name for name in west() if hexes()[name]["city"]} - served


@pytest.mark.rule("9-14")
def test_streets_hold_a_double_track() -> None:
    urban = [pair for pair, row in sides().items() if row["terrain"] == "urban"]
    assert len(urban) == 9
    assert all(track("/".join(sorted(pair))) == "double" for pair in urban)
    others = {pair: row["track"] for pair, row in sides().items() if row["terrain"] != "urban"}
    assert all(track("/".join(sorted(pair))) == drawn for pair, drawn in others.items())  # as it is drawn, or none


def test_capitals_and_food() -> None:
    capitals = {hexes()[name]["name"] for name in west() if hexes()[name]["capital"]}
    assert capitals == {"Paris", "Brussels", "Luxembourg"}
    for country in ("belgium", "france", "germany"):  # 20-1 asks for both in the interior of a country
        own = [hexes()[name] for name in west() if hexes()[name]["country"] == country]
        assert any(row["food"] for row in own)
        assert any(row["city"] == "personnel" for row in own)


def test_every_datum_has_a_source() -> None:
    for row in rows("map/hexes.csv"):
        said = dict(pair.split("=") for pair in row["source"].split())
        assert set(said) == {key for key, value in row.items() if value and key not in ("id", "sheet", "source")}
        assert set(said.values()) <= SOURCES
    for row in rows("map/hexsides.csv"):
        said = dict(pair.split("=") for pair in row["source"].split())
        assert {key for key in ("terrain", "water", "track") if row[key]} <= set(said)
        assert set(said.values()) <= SOURCES


def test_overrides_say_why() -> None:
    for row in rows("map/overrides.csv"):
        assert row["note"]
        assert row["source"] in SOURCES
    assert toml("map/recipe.toml")["sheet"] == "5-3"

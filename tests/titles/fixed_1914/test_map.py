"""The map: whole, up to date, and true to every fact that the rulebook states about it."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.titles.fixed_1914.sheet import (
    WAYS,
    around,
    at,
    countries,
    distance,
    flood,
    hexes,
    inside,
    marked,
    rail,
    rivers,
    rows,
    side,
    spot,
)

SOURCES = {"rulebook", "history", "geography", "reconstructed"}
CITY_POINTS = ("Belfort", "Epinal", "Toul", "Nancy", "Verdun", "Langres")


def test_the_files_are_what_the_builder_writes() -> None:
    builder = Path(__file__).resolve().parents[3] / "tools" / "build_fixed_1914.py"
    done = subprocess.run([sys.executable, str(builder), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Facts of the rulebook


@pytest.mark.rule("MB-13")
def test_printed_coordinates() -> None:
    assert {name: at(name) for name in ("Paris", "Brussels", "Verdun", "Sedan")} == {
        "Paris": "N18",
        "Brussels": "Y10",
        "Verdun": "DD23",
        "Sedan": "BB20",
    }
    assert distance("N18", "BB20") == 14
    assert distance("N18", "DD23") == 16
    assert distance("N18", "Y10") == 19
    assert distance("Y10", "DD23") == 13


def test_the_frame() -> None:
    assert len(hexes()) == 1464
    assert {spot(name)[0] for name in hexes()} == set(range(1, 47))
    ring = {name for name in hexes() if any(n not in hexes() for n in around(name))}
    assert len(ring) == 146
    assert ring == marked("closed", "edge")  # MV-7


def test_ports_are_those_of_the_text() -> None:
    assert {hexes()[name]["name"] for name in marked("port")} == {"Le Havre", "Boulogne", "Calais", "Dunkirk"}
    for name in marked("port"):
        assert not hexes()[name]["closed"]
        assert any(hexes()[n]["terrain"] == "sea" for n in around(name))
        assert name in rail()


def test_supply_sources_stand_on_rail() -> None:
    found = {group: {hexes()[n]["name"] for n in marked("supply", group)} for group in ("german", "allied", "belgian")}
    assert found["allied"] == {"Paris", "Dijon", "Le Havre", "Boulogne", "Calais", "Dunkirk"}
    assert found["belgian"] == {"Antwerp", "Brussels"}
    major = {n for n in marked("city", "major") if hexes()[n]["country"] == "germany"}
    assert marked("supply", "german") == major
    assert marked("supply") <= set(rail())


def test_objectives() -> None:
    assert {hexes()[name]["name"] for name in marked("objective")} == set(CITY_POINTS)


def test_the_east_edge() -> None:
    edge = marked("edges")
    assert {spot(name)[0] for name in edge} == {45}
    assert all("germany" in countries(name) and not hexes()[name]["closed"] for name in edge)
    assert len(edge & set(rail())) >= 4


def test_cities_of_each_country() -> None:
    found = Counter((hexes()[n]["country"], hexes()[n]["city"]) for n in marked("city"))
    assert (found["germany", "major"], found["france", "major"], found["belgium", "major"]) == (3, 13, 4)
    assert found["france", "city"] + found["france", "major"] == 33
    assert Counter(hexes()[n]["country"] for n in marked("economic")) == {
        "france": 4,
        "germany": 4,
        "belgium": 3,
        "luxembourg": 1,
    }


# Countries and borders


def test_border_hexes_of_france_and_germany() -> None:
    assert inside("france") & inside("germany") == {
        "GG23", "GG24", "GG25", "GG26", "HH27", "II28", "II29", "JJ30", "KK31", "KK37", "LL32", "LL35", "LL36", "LL37",
        "LL38", "LL39", "MM33", "MM34", "MM35", "MM40",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["Toul", "Belfort", "Epinal", "Verdun", "Metz", "Strasburg"])
def test_bound_garrisons_stand_in_one_country(name: str) -> None:
    assert len(countries(at(name))) == 1  # PP-15a with PP-15c, PP-16d with PP-16a


def test_dutch_mainland() -> None:
    inner = {
        name
        for name in inside("holland")
        if countries(name) == {"holland"} and all(distance(name, e) >= 2 for e in marked("closed", "edge"))
    }
    assert inner == {"CC7", "DD8", "DD9", "EE8", "EE9", "FF9", "FF10", "GG9", "GG10", "GG11"}


@pytest.mark.rule("MB-9")
def test_islands_are_closed() -> None:
    islands = marked("closed", "island")
    assert {"W5", "V5", "X5"} <= islands
    assert all(countries(name) == {"holland"} and 20 <= spot(name)[0] <= 25 for name in islands)


def test_lines_between_border_hexes() -> None:
    found = {(row["a"], row["b"]): set(row["countries"].split()) for row in rows("map/hexsides.csv")}
    named = {pair for pair, through in found.items() if through}
    wanted = {
        tuple(sorted((one, other)))
        for one in hexes()
        for other in around(one)
        if other in hexes()
        and not hexes()[one]["closed"]
        and not hexes()[other]["closed"]
        and len(countries(one)) > 1
        and len(countries(other)) > 1
        and countries(one) & countries(other)
    }
    assert wanted - named == set()
    assert all(found[one, other] <= countries(one) | countries(other) for one, other in named)
    assert sum(found[pair] == {"holland"} for pair in named) >= 5  # BN-3 has something to speak of
    assert sum(found[pair] == {"belgium"} for pair in named) >= 5


# Terrain, forts, ridges


def test_vocabulary() -> None:
    for row in hexes().values():
        assert row["terrain"] in ("clear", "rough", "forest", "sea")
        assert row["closed"] in ("", "edge", "sea", "island", "switzerland")
        assert row["city"] in ("", "city", "major")
        assert (row["terrain"] == "sea") == (row["countries"] == "")
        if row["closed"]:
            assert not any(row[mark] for mark in ("city", "forts", "supply", "economic"))
    assert Counter(row["terrain"] for row in hexes().values() if not row["closed"]).keys() == {
        "clear",
        "rough",
        "forest",
    }


@pytest.mark.parametrize(
    ("lies", "terrain"),
    [("LL35", "rough"), ("CC18", "rough"), ("KK20", "rough"), ("BB22", "forest"), ("S14", "clear"), ("R17", "forest")],
)
def test_known_ground(lies: str, terrain: str) -> None:
    """The Vosges, the Ardennes, the Eifel, the Argonne, the plain of Picardy, Villers-Cotterets."""
    assert hexes()[lies]["terrain"] == terrain


@pytest.mark.rule("FT-1.1", "FT-1.2", "PP-12.10")
def test_forts_and_the_guns_they_are_owed() -> None:
    walls: Counter[str] = Counter()
    for row in rows("map/hexsides.csv"):
        if row["forts"]:
            assert row["owner"] in ("france", "germany", "belgium")
            walls[row["a"]] += 1
            walls[row["b"]] += 1
    owed = marked("forts") | {name for name, number in walls.items() if number >= 2}
    assert owed == marked("calibre")
    assert {"Toul", "Belfort", "Epinal", "Verdun"} <= {hexes()[name]["name"] for name in marked("forts")}
    interior = {name for name in marked("forts") if hexes()[name]["country"] == "germany"}
    assert len(interior) == 9  # VC-3e
    assert [hexes()[name]["name"] for name in marked("calibre", "305")] == ["Antwerp"]


def test_slopes_lead_up_to_ridges() -> None:
    slopes = [row for row in rows("map/hexsides.csv") if row["slope"]]
    assert {row["slope"] for row in slopes} <= marked("ridge")
    for row in slopes:
        assert row["slope"] in (row["a"], row["b"])
        below = row["a"] if row["slope"] == row["b"] else row["b"]
        assert not hexes()[below]["ridge"]
        assert around(row["slope"]).index(below) in (1, 2)  # the slope faces east
    assert {row["ridge"] for row in hexes().values() if row["ridge"]} == {
        "Heights of the Meuse",
        "Heights of the Moselle",
        "Scarp of the Ile-de-France",
        "Argonne",
    }


# Rivers


def arms(name: str) -> list[int]:
    return [i for i, way in enumerate(WAYS) if "|" in rivers()[name][way]]


def test_rivers_run_on_from_hex_to_hex() -> None:
    for name in rivers():
        for i in arms(name):
            other = around(name)[i]
            if other in rivers():
                assert "|" in side(other, name), f"{name} to {other}"
            else:
                assert hexes()[other]["terrain"] == "sea", name


def test_banks_continue_over_an_arm() -> None:
    """Both hexes see the same two banks, the other way round; between two plain river hexes left stays left."""
    for name in rivers():
        for i in arms(name):
            other = around(name)[i]
            if other not in rivers():
                continue
            here, there = side(name, other).split("|"), side(other, name).split("|")
            for mine, theirs in zip(here, reversed(there), strict=True):
                if len(arms(name)) == len(arms(other)) == 2 and "o" not in (mine, theirs):
                    assert mine == theirs, f"{name} to {other}"


def test_banks_lie_round_a_hex_in_order() -> None:
    """Going round a river hex the bank changes only at an arm, and there as the arm says."""
    for name, row in rivers().items():
        sides = [row[way] for way in WAYS]
        ends = [text.split("|") if "|" in text else [text, text] for text in sides]
        for i in range(6):
            assert ends[i][1] == ends[(i + 1) % 6][0], name
        if len(arms(name)) >= 2 and ";" not in row["rivers"]:
            assert {"l", "r"} == {letter for pair in ends for letter in pair}, name


@pytest.mark.parametrize(
    ("name", "river"),
    [
        ("Paris", "Seine"), ("Rouen", "Seine"), ("Verdun", "Meuse"), ("Sedan", "Meuse"), ("Namur", "Meuse; Sambre"),
        ("Liege", "Meuse; Ourthe"), ("Metz", "Moselle"), ("Toul", "Moselle"), ("Epinal", "Moselle"),
        ("Strasburg", "Rhine"), ("Coln", "Rhine"), ("Koblenz", "Rhine"), ("Mainz", "Rhine"), ("Amiens", "Somme"),
        ("Antwerp", "Scheldt"), ("Maubeuge", "Sambre"), ("Chalons", "Marne"), ("Saarbruecken", "Saar"),
    ],
)  # fmt: skip
def test_cities_on_rivers(name: str, river: str) -> None:
    assert rivers()[at(name)]["rivers"] == river


def test_the_banks_of_the_rhine() -> None:
    """South of Coln the left bank is the western one."""
    row = rivers()["LL17"]
    assert (row["n"], row["sw"], row["ne"]) == ("l|r", "l", "r")


def test_a_confluence_has_a_third_bank() -> None:
    here = next(row for row in rivers().values() if row["rivers"] == "Rhine; Moselle")
    assert {"l", "r", "m"} == set("".join(here[way] for way in WAYS)) - {"|"}


# Railways


def test_one_rail_net() -> None:
    assert flood(at("Paris"), rail()) == set(rail())
    lonely = {name for name in marked("city") if name not in rail()}
    assert lonely == set()
    for name in rail():
        assert not hexes()[name]["closed"]


@pytest.mark.rule("RM-3.3")
def test_two_lines_along_the_rhine() -> None:
    both = [row for row in rows("map/rail.csv") if ";" in row["lines"]]
    assert len(both) >= 15
    assert all(set(row["lines"].split("; ")) == {"Rhine, left bank", "Rhine, right bank"} for row in both)
    for name in marked("apart"):
        lines = {
            line for row in rows("map/rail.csv") if name in (row["a"], row["b"]) for line in row["lines"].split("; ")
        }
        assert lines == {"Rhine, left bank", "Rhine, right bank"}
    assert {at("Coln"), at("Koblenz"), at("Mainz")} & marked("apart") == set()


@pytest.mark.parametrize("home", ["germany", "france", "belgium"])
def test_home_rail_joins_a_country_to_its_sources(home: str) -> None:
    group = {"germany": "german", "france": "allied", "belgium": "belgian"}[home]
    mine = {
        name: {n for n in linked if home in countries(n)} for name, linked in rail().items() if home in countries(name)
    }
    reached = {found for source in marked("supply", group) for found in flood(source, mine)}
    cities = {name for name in marked("city") if hexes()[name]["country"] == home}
    assert cities - reached == set()


# Everything says where it comes from


def test_every_datum_has_a_source() -> None:
    for row in hexes().values():
        said = dict(pair.split("=") for pair in row["source"].split())
        assert set(said) == {key for key, value in row.items() if value and key not in ("id", "source")}, row["id"]
        assert set(said.values()) <= SOURCES
    for row in rows("map/hexsides.csv"):
        assert set(dict(pair.split("=") for pair in row["source"].split()).values()) <= SOURCES
    for name in ("map/rivers.csv", "map/rail.csv"):
        assert {row["source"] for row in rows(name)} <= SOURCES


@pytest.mark.parametrize("place", rows("map/places.csv"), ids=lambda row: row["name"])
def test_named_places_stand_at_their_hexes(place: dict[str, str]) -> None:
    row = hexes()[place["hex"]]
    assert row["name"] == place["name"]
    for mark in ("country", "city", "port", "economic", "objective", "supply"):
        assert row[mark] == place[mark]


def test_open_ground_is_connected() -> None:
    links = {
        name: {n for n in around(name) if n in hexes() and not hexes()[n]["closed"]}
        for name, row in hexes().items()
        if not row["closed"]
    }
    assert flood(at("Paris"), links) == set(links)

"""The map: whole, up to date, and true to every fact that the rulebook states about it."""

import itertools
import math
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.titles.schlieffens_war.sheet import (
    DATA,
    at,
    beside,
    distance,
    flood,
    hexes,
    marked,
    neighbours,
    pairs,
    rail,
    rows,
)

SOURCES = {"rulebook", "history", "geography", "reconstructed"}


def test_the_files_are_what_the_builder_writes() -> None:
    builder = Path(__file__).resolve().parents[3] / "tools" / "build_schlieffens_war.py"
    done = subprocess.run([sys.executable, str(builder), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Facts of the rulebook


@pytest.mark.rule("2.1")
def test_every_hex_has_its_own_four_digit_id() -> None:
    ids = [row["id"] for row in rows("map/hexes.csv")]
    assert len(set(ids)) == len(ids) == 408
    assert ids == sorted(ids)
    assert all(len(name) == 4 and name.isdigit() for name in ids)


@pytest.mark.rule("1.2")
def test_a_hex_is_26_km_wide() -> None:
    cities = [row for row in rows("map/places.csv") if row["name"] != "Boulogne"]
    for one, other in itertools.combinations(cities, 2):
        east = (float(one["lon"]) - float(other["lon"])) * 111.2 * math.cos(math.radians(49.6))
        north = (float(one["lat"]) - float(other["lat"])) * 111.2
        straight = math.hypot(east, north) / 26
        assert straight - 1.2 <= distance(one["hex"], other["hex"]) <= straight * 1.16 + 1.2


@pytest.mark.rule("2.1.h")
def test_antwerp() -> None:
    assert hexes()["0812"]["name"] == "Antwerp"
    assert hexes()["0812"]["city"]


@pytest.mark.rule("2.1.d")
def test_the_ruhr() -> None:
    assert hexes()["0804"]["name"] == "The Ruhr"


@pytest.mark.rule("2.1.b")
@pytest.mark.parametrize("side", [("1413", "1513"), ("1212", "1313"), ("1010", "1111"), ("1810", "1910")])
def test_stated_river_hexsides(side: tuple[str, str]) -> None:
    assert side in pairs("river")
    assert side[1] in neighbours(side[0])
    row = next(row for row in rows("map/hexsides.csv") if (row["a"], row["b"]) == side)
    assert row["source"] == "rulebook"


@pytest.mark.rule("3.2")
def test_neutral_countries_have_no_hexes() -> None:
    countries = Counter(row["country"] for row in hexes().values())
    assert set(countries) == {"belgium", "france", "germany", "luxembourg"}
    assert not {"0808", "0908", "1008", "2701", "2702"} & set(hexes())  # Limburg and Switzerland
    assert {n for n in neighbours(at("Aachen")) if n not in hexes()} == {"1008"}


@pytest.mark.rule("4.7.a")
def test_twenty_five_cities_score() -> None:
    scoring = marked("vp")
    assert len(scoring) == 25
    assert all(hexes()[name]["country"] in ("belgium", "france") for name in scoring)
    assert scoring | marked("paris") == {
        name for name in marked("city") if hexes()[name]["country"] in ("belgium", "france")
    }
    assert Counter(hexes()[name]["country"] for name in scoring) == {"belgium": 8, "france": 17}


def test_german_cities() -> None:
    german = {row["name"] for row in hexes().values() if row["city"] and row["country"] == "germany"}
    assert german == {
        "The Ruhr", "Cologne", "Aachen", "Coblenz", "Mainz", "Trier", "Mannheim", "Saarbrucken", "Karlsruhe", "Metz",
        "Strasbourg", "Freiburg",
    }  # fmt: skip


def test_paris_has_more_than_one_hex_and_a_perimeter() -> None:
    paris = marked("paris")
    assert len(paris) == 2
    near = {name for name in hexes() if min(distance(name, p) for p in paris) <= 3}
    assert marked("perimeter") == near
    assert len(near) == 43
    assert not marked("perimeter") & marked("vp")


@pytest.mark.rule("4.6.d")
def test_heavy_fortresses() -> None:
    fortresses = marked("fortress")
    assert fortresses <= marked("city")
    assert {at("Liege"), at("Maubeuge")} <= fortresses
    assert {hexes()[name]["name"] for name in fortresses & marked("vp")} == {
        "Antwerp", "Liege", "Namur", "Maubeuge", "Verdun", "Toul", "Epinal", "Belfort",
    }  # fmt: skip


def test_ports() -> None:
    assert {hexes()[name]["name"] for name in marked("port")} == {"Dunkirk", "Calais", "Boulogne"}
    for name in marked("port"):
        assert any(n not in hexes() for n in neighbours(name))


def test_supply_edges() -> None:
    edges: dict[str, set[str]] = {"east": set(), "south": set(), "west": set()}
    for name, row in hexes().items():
        for edge in row["edges"].split():
            edges[edge].add(name)
    assert {name[2:] for name in edges["east"]} == {"01"}
    assert {name[:2] for name in edges["south"]} == {"27"}
    assert {name[2:] for name in edges["west"]} == {"21"}
    assert {hexes()[name]["country"] for name in edges["east"]} == {"germany"}
    assert {hexes()[name]["country"] for name in edges["south"] | edges["west"]} == {"france"}
    for names in edges.values():
        assert len(names & set(rail())) >= 4


def test_row_22_leaves_the_vosges_to_the_first_army() -> None:
    assert all(at(name)[:2] >= "22" for name in ("Epinal", "Belfort"))
    assert at("Nancy")[:2] < "22"


@pytest.mark.parametrize("place", rows("map/places.csv"), ids=lambda row: row["name"])
def test_named_places_stand_at_their_hexes(place: dict[str, str]) -> None:
    row = hexes()[place["hex"]]
    assert row["name"] == place["name"]
    for mark in ("city", "vp", "fortress", "port", "paris"):
        assert row[mark] == place[mark]


# A whole map


def test_vocabulary() -> None:
    for row in hexes().values():
        assert row["terrain"] in ("clear", "forest", "rough", "marsh", "city")
        assert (row["terrain"] == "city") == bool(row["city"])
        assert bool(row["name"]) == bool(row["city"])
        assert all(row[mark] in ("", "yes") for mark in ("city", "vp", "fortress", "port", "paris", "perimeter"))


def test_every_datum_has_a_source() -> None:
    for row in hexes().values():
        said = dict(pair.split("=") for pair in row["source"].split())
        held = {field for field, value in row.items() if value and field not in ("id", "source")}
        assert set(said) == held, row["id"]
        assert set(said.values()) <= SOURCES
    for name in ("map/hexsides.csv", "map/rail.csv"):
        assert {row["source"] for row in rows(name)} <= SOURCES


def test_connected_ground() -> None:
    links = {name: set(beside(name)) for name in hexes()}
    assert flood("0812", links) == set(hexes())
    for name, found in links.items():
        assert all(name in links[other] for other in found)
        assert found, name


@pytest.mark.parametrize("name", ["map/hexsides.csv", "map/rail.csv"])
def test_pairs_are_neighbours_and_written_once(name: str) -> None:
    found = [(row["a"], row["b"]) for row in rows(name)]
    assert found == sorted(set(found))
    for a, b in found:
        assert a < b
        assert {a, b} <= set(hexes())
        assert b in neighbours(a)


def corners(side: tuple[str, str]) -> list[frozenset[str]]:
    """The two ends of a hexside, each as the three hexes that meet there."""
    return [frozenset((*side, n)) for n in neighbours(side[0]) if n in neighbours(side[1])]


def test_rivers_have_no_stubs() -> None:
    course: dict[str, list[tuple[str, str]]] = {}
    for row in rows("map/hexsides.csv"):
        if row["kind"] == "river":
            course.setdefault(row["name"], []).append((row["a"], row["b"]))
    assert len(course) == 15
    ends = {river: [corner for side in sides for corner in corners(side)] for river, sides in course.items()}
    for river, found in ends.items():
        degree = Counter(found)
        assert max(degree.values()) <= 2, f"{river} forks"
        others = {corner for other, those in ends.items() if other != river for corner in those}
        loose = [c for c, n in degree.items() if n == 1 and c not in others and c <= set(hexes())]
        assert len(loose) <= 1, f"{river} has more than one source"


def test_rivers_to_draw_are_the_rivers_of_the_rules_in_order() -> None:
    drawn = rows("map/drawing/rivers.csv")
    assert {(row["a"], row["b"]) for row in drawn} == pairs("river")
    runs: dict[str, list[tuple[str, str]]] = {}
    for row in drawn:
        runs.setdefault(row["river"], []).append((row["a"], row["b"]))
    for river, sides in runs.items():
        for one, following in itertools.pairwise(sides):
            assert set(corners(one)) & set(corners(following)), f"{river} breaks at {one}"


def test_railways_form_one_net_without_dead_ends() -> None:
    net = rail()
    assert flood(min(net), net) == set(net)
    for name, found in net.items():
        if len(found) == 1:
            assert hexes()[name]["city"] or hexes()[name]["edges"], f"the railway ends in {name}"
    assert not {(row["a"], row["b"]) for row in rows("map/rail.csv")} & pairs("sea")


def test_every_city_and_port_is_on_rail() -> None:
    assert marked("city") <= set(rail())
    assert marked("port") <= set(rail())


def test_rail_reaches_the_own_edge_through_the_own_country() -> None:
    """German cities reach the east edge without leaving Germany, French ones the south or west edge within France."""
    for country, wanted in (("germany", {"east"}), ("france", {"south", "west"})):
        inside = {a: {b for b in found if hexes()[b]["country"] == country} for a, found in rail().items()}
        for name in marked("city"):
            if hexes()[name]["country"] == country:
                reached = {edge for h in flood(name, inside) for edge in hexes()[h]["edges"].split()}
                assert reached & wanted, hexes()[name]["name"]


def test_only_the_mouth_of_the_somme_is_closed() -> None:
    assert pairs("sea") == {("1220", "1321")}


def test_drawing_tables_fit_the_map() -> None:
    assert [row["hex"] for row in rows("map/drawing/ground.csv")] == sorted(hexes())
    towns = rows("map/drawing/towns.csv")
    assert {row["hex"] for row in towns if row["rank"] == "1"} == marked("city")
    for row in towns:
        r, f = int(row["hex"][:2]), int(row["hex"][2:])
        dx, dy = float(row["x"]) - (22 - f + 0.5 * (r % 2)), float(row["y"]) - r * 0.8660254
        assert max(abs(dx), abs(0.5 * dx + 0.8660254 * dy), abs(0.5 * dx - 0.8660254 * dy)) <= 0.5, row["label"]
    assert (DATA / "map" / "README.md").exists()

"""The map: whole, up to date, and true to every fact that the rulebook states about it."""

import itertools
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance import board
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.railways import rail
from tests.titles.offensive_a_outrance.sheet import (
    around,
    distance,
    flood,
    hexes,
    marked,
    rails,
    rows,
    side,
    sides,
    toml,
)

TOOLS = Path(__file__).resolve().parents[3] / "tools"
AT_WAR = {"france", "belgium", "germany", "luxemburg"}
SOURCES = {"rulebook", "history", "geography", "reconstructed"}


def link(text: str) -> int:
    """The number of a hexside such as 52.49-52.50."""
    a, b = text.split("-")
    return BOARD.link[HEXES.number(a), HEXES.number(b)]


def number(name: str) -> int:
    return HEXES.number(name)


def open_hexes() -> set[str]:
    return {name for name, row in hexes().items() if row["country"] in AT_WAR}


def double() -> set[frozenset[str]]:
    return {pair for pair, row in rails().items() if row["track"] == "double"}


def ride(start: str, goal: str, net: set[frozenset[str]]) -> int:
    """Hexes entered on the shortest way by rail."""
    far, edge = {start: 0}, [start]
    for here in edge:
        for name in around(here):
            if name not in far and frozenset((here, name)) in net:
                far[name] = far[here] + 1
                edge.append(name)
    return far[goal]


def test_the_files_are_what_the_builder_writes() -> None:
    builder = TOOLS / "build_offensive_a_outrance.py"
    done = subprocess.run([sys.executable, str(builder), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Whole


@pytest.mark.rule("3.5")
def test_neighbours_as_the_text_names_them() -> None:
    """OAO-3.5-01, OAO-3.5-02."""
    pairs = """44.18-43.18 44.18-44.17 44.17-43.18 52.49-52.50 52.50-51.51 51.50-52.50 51.51-52.51 52.51-51.52
        53.50-52.50 51.51-50.51 51.51-51.52 50.50-50.51 49.51-50.51 49.51-49.52 58.56-57.56 58.54-59.54 58.54-59.55
        59.54-59.55
        43.40-42.39 43.40-43.41 43.40-42.40 55.70-55.71 54.70-55.70 54.71-55.71 55.70-56.70 56.70-55.71 52.18-53.18
        52.18-51.19 52.19-53.20 52.19-53.19 52.19-52.18 53.19-52.18 52.18-51.18 51.18-50.17 15.33-15.34 23.24-23.25
        29.31-30.31 30.30-31.31 46.36-46.37 51.16-52.16"""
    for pair in pairs.split():
        a, b = pair.split("-")
        assert b in around(a), pair
        assert BOARD.distance(number(a), number(b)) == 1, pair
    beside = {str(HEXES[n]) for n in BOARD.neighbours[number("52.50")]}
    assert beside == {"51.50", "51.51", "52.49", "52.51", "53.50", "53.51"}
    beside = {str(HEXES[n]) for n in BOARD.neighbours[number("51.51")]}
    assert beside == {"50.50", "50.51", "51.50", "51.52", "52.50", "52.51"}


def test_one_piece_of_ground() -> None:
    ground = open_hexes()
    links = {frozenset((a, b)) for a in ground for b in around(a) if b in ground}
    dry = links - {pair for pair, row in sides().items() if row["sea"]}
    assert flood("16.36", dry) == ground
    assert len(ground) == 3899


def test_hexsides_and_rails_join_neighbours() -> None:
    for pair in [*sides(), *rails()]:
        a, b = pair
        assert a in hexes()
        assert b in around(a), pair
    for pair in rails():
        assert all(hexes()[name]["country"] in AT_WAR for name in pair), pair
    assert flood("16.36", rails()) == {name for pair in rails() for name in pair}


def test_no_dead_ends_of_rail() -> None:
    degree = Counter(name for pair in rails() for name in pair)
    ends = {name for name, n in degree.items() if n == 1}
    neutral = {name for name in ends if any(hexes().get(n, {}).get("country") not in AT_WAR for n in around(name))}
    assert ends - neutral <= marked("city") | marked("edge") | marked("port")


def test_every_place_of_the_rules_stands_where_they_print_it() -> None:
    for row in rows("map/places.csv"):
        found = hexes()[row["hex"]]
        assert found["name"] == row["name"]
        assert found["country"] == row["country"]
    assert {hexes()[h]["name"] for h in ("48.20", "48.21", "49.21")} == {"Brussel"}  # B2
    assert {hexes()[h]["name"] for h in ("55.70", "56.69", "56.70")} == {"Mülhausen"}
    assert hexes()["65.62"]["name"] == "Straßburg"  # B1: the text prints 65.52
    assert hexes()["40.70"]["name"] == "Besançon"  # B1: the text prints 48.70


def test_every_datum_has_a_source() -> None:
    for name in ("hexes", "hexsides", "rail", "structures", "places"):
        for row in rows(f"map/{name}.csv"):
            words = {part.rpartition("=")[2] for part in row["source"].split()}
            assert words <= SOURCES, (name, row)
            assert words, (name, row)


# Terrain


@pytest.mark.rule("3.6")
def test_six_elevations() -> None:
    """OAO-3.6-01."""
    order = ["lowland", "upland", "highland", "foothills", "mountain", "steep_mountain"]
    assert [board.LEVEL_OF[kind] for kind in order] == [1, 2, 3, 4, 5, 6]
    assert {hexes()[h]["terrain"] for h in open_hexes()} == {*order, "moor"}
    assert board.LEVEL[number("42.40")] == 1
    assert board.LEVEL[number("43.40")] == board.LEVEL[number("43.41")] == 2  # 11.2.2
    assert board.LEVEL[number("55.65")] >= 5  # Col de la Schlucht


@pytest.mark.rule("3.5.3.a", "3.5.3.d")
def test_clear_and_mountainous() -> None:
    assert set(board.CLEAR_TERRAIN) == {"lowland", "upland", "highland"}
    assert set(board.MOUNTAINOUS) == {"foothills", "mountain", "steep_mountain"}
    high = {str(HEXES[h]) for h in range(board.SIZE) if board.MOUNTAIN_HEXES >> h & 1}
    assert high == {name for name, row in hexes().items() if row["terrain"] in board.MOUNTAINOUS}
    assert board.STEEP & board.MOUNTAIN_HEXES == board.STEEP != 0


@pytest.mark.rule("3.5.3.b", "3.5.3.c", "3.5.3.e")
def test_woods() -> None:
    """OAO-3.5.3-01: 58.56 is Wooded, 57.56 with the same Forest hexside is not."""
    assert board.WOODED >> number("58.56") & 1
    assert not board.WOODED >> number("57.56") & 1
    assert board.FORESTED >> link("57.56-58.56") & 1
    assert side("57.56-58.56", "terrain") == "forest"
    deep = {pair for pair, row in sides().items() if row["terrain"] == "deep_forest"}
    assert deep
    assert all(board.FORESTED >> BOARD.link[number(a), number(b)] & 1 for a, b in map(sorted, deep))
    assert all(hexes()[name]["terrain"] in board.CLEAR_TERRAIN for name in marked("wooded"))


def test_terrain_of_the_examples() -> None:
    for clear in ("52.50-53.50", "50.51-51.51", "43.18-44.18", "42.40-43.40"):
        assert side(clear, "terrain") == "", clear
    for clear in ("57.54-58.54", "57.55-58.54", "58.53-58.54", "58.54-58.55"):  # 8.2.2
        assert board.SIDE_TERRAIN[link(clear)] == "clear"
        assert board.RIVER[link(clear)] == board.NONE
    assert side("43.40-43.41", "terrain") == "forest"
    for level in ("42.40-43.40", "43.40-43.41"):  # 11.2.2: up elevation, and none
        assert not board.TRANSITIONS >> link(level) & 1


def test_transitions_and_escarpments_lie_between_clear_hexes() -> None:
    for pair, row in sides().items():
        if row["transition"] or row["escarpment"]:
            assert all(hexes()[name]["terrain"] in board.CLEAR_TERRAIN for name in pair), pair
            assert not (row["transition"] and row["escarpment"]), pair
        if row["escarpment"]:
            assert row["escarpment"] in pair
        if row["transition"]:
            assert len({hexes()[name]["terrain"] for name in pair}) == 2, pair


def test_the_crest_of_the_vosges() -> None:
    ridges = {pair for pair, row in sides().items() if row["ridge"]}
    assert len(ridges) == 8
    for pair in ridges:
        assert {hexes()[name]["country"] for name in pair} == {"france", "germany"}
        assert all(hexes()[name]["terrain"] in ("mountain", "steep_mountain") for name in pair)
    assert frozenset(("54.64", "55.65")) not in ridges  # the pass of the Schlucht


# Rivers


@pytest.mark.rule("3.5.4")
def test_roadway_bridges() -> None:
    for n, size in enumerate(board.RIVER):
        bridged = bool(board.BRIDGES >> n & 1)
        if size in (board.MAJOR, board.GREAT):
            assert bridged
        elif size != board.GRAND:
            assert not bridged
    grand = [n for n, size in enumerate(board.RIVER) if size == board.GRAND]
    crossed = [n for n in grand if board.BRIDGES >> n & 1]
    assert 0 < len(crossed) < len(grand)
    for n in crossed:
        a, b = (str(HEXES[h]) for h in BOARD.links[n])
        assert frozenset((a, b)) in rails() or side(f"{a}-{b}", "bridge")


@pytest.mark.rule("3.5.5.b")
def test_one_river_to_a_hexside() -> None:
    assert len(sides()) == len(rows("map/hexsides.csv"))
    sizes = ["", "minor", "major", "great", "grand"]
    assert {row["river"] for row in sides().values()} == set(sizes)
    drawn = {link("-".join(sorted(pair))): sizes.index(row["river"]) for pair, row in sides().items()}
    for n, (a, b) in enumerate(BOARD.links):
        in_paris = board.CAMP_OF.get(a) == board.CAMP_OF.get(b) == "Paris"  # 3.5.5.e
        assert board.RIVER[n] == (0 if in_paris else drawn.get(n, 0))


def test_rivers_of_the_examples() -> None:
    major = (
        "52.49-52.50 51.50-52.50 51.51-52.50 51.51-52.51 51.52-52.51 46.36-46.37 29.31-30.31 30.30-31.31 23.24-23.25"
    )
    for text in [*major.split(), "15.33-15.34"]:
        assert side(text, "river") == "major", text
    assert side("42.40-43.40", "river") == "minor"  # 11.2.2
    assert side("51.51-50.51", "river") == side("53.50-52.50", "river") == ""  # 7.1.4b


@pytest.mark.rule("3.5.5.a", "3.5.5.c", "3.5.5.d")
def test_special_hexsides() -> None:
    assert link("51.16-52.16") == board.PONTOON
    assert board.RIVER[board.PONTOON] == board.GRAND
    wet = {pair for pair, row in sides().items() if row["inundation"]}
    assert frozenset(("35.11", "36.10")) in wet
    assert all(sides()[pair]["name"] == "Yser" for pair in wet)
    assert all(board.RIVER[BOARD.link[number(a), number(b)]] == board.MINOR for a, b in map(sorted, wet))  # until 21.3
    pontoise = next(row for row in board.STRUCTURES if row.id == "pontoise")
    assert {pontoise.a, pontoise.b} == {"15.33", "15.34"}
    assert pontoise.rebuilt == 0


@pytest.mark.rule("3.5.5.e")
def test_the_seine_in_paris_is_ignored() -> None:
    paris = marked("camp", "Paris")
    through = [pair for pair, row in sides().items() if row["river"] and pair <= paris]
    assert through
    assert all(board.RIVER[BOARD.link[number(a), number(b)]] == board.NONE for a, b in map(sorted, through))
    outside = next(pair for pair, row in sides().items() if row["name"] == "Seine" and not pair & paris)
    assert board.RIVER[BOARD.link[tuple(map(number, sorted(outside)))]] != board.NONE  # type: ignore[index]


def test_rivers_run_without_gaps() -> None:
    """Each named river ends in another, at the rim or at its source; the Meuse reaches the Netherlands."""
    course: dict[str, list[frozenset[str]]] = {}
    for row in rows("map/drawing/rivers.csv"):
        course.setdefault(row["river"], []).append(frozenset((row["a"], row["b"])))
    assert {row["name"] for row in sides().values() if row["river"]} == {
        name for name, found in course.items() if found
    }
    meuse = {name for pair in course["Meuse"] for name in pair}
    assert any(hexes()[name]["country"] == "netherlands" for name in meuse)
    assert {"46.36", "46.37"} <= meuse


# Rails


@pytest.mark.rule("18.1")
def test_three_kinds_of_track() -> None:
    assert {row["track"] for row in rails().values()} == {"double", "single", "narrow"}
    assert board.RAILS.tracks["double"].bit_count() == len(double())


@pytest.mark.rule("18.1.a", "7.7.2", "7.7.2.a")
def test_units_ride_on_double_track_and_the_allies_on_the_purple_line() -> None:
    """Abancourt, Eu, Abbeville: single track, for the Allies alone."""
    wide = {word for pair in double() for word in pair}
    purple = {word for pair, row in rails().items() if rail.PURPLE in row["lines"] for word in pair}
    assert purple - wide
    assert {str(HEXES[n]) for n in members(rail.NET["german"].hexes)} == wide
    assert {str(HEXES[n]) for n in members(rail.NET["allied"].hexes)} == wide | purple


def test_twenty_eight_hexes_from_luxemburg_to_brussel() -> None:
    """7.7.5: by Arlon, Marche-en-Famenne and Namur, all double track."""
    net = double()
    assert ride("57.43", "49.21", net) == 28
    legs = ("57.43", "54.40", "53.32", "51.28", "49.21")
    assert sum(ride(a, b, net) for a, b in itertools.pairwise(legs)) == 28


def test_named_lines() -> None:
    purple = {pair for pair, row in rails().items() if "Abancourt - Eu - Abbeville" in row["lines"]}
    assert {"16.24", "16.18", "20.18"} <= flood("16.24", purple)
    ride("20.19", "28.13", double())  # 18.3.1: Abbeville to St.Omer
    ride("49.21", "58.28", double())  # 25.4: Brussel to Liège
    ride("16.18", "20.18", set(rails()))
    for name in ("53.20", "54.40", "59.29", "51.28", "08.25", "15.34", "70.29", "70.40"):
        assert any(name in pair for pair in rails()), name
    for name in ("02.36", "02.46"):  # 23.1
        assert hexes()[name]["edge"] == "france"
        assert sum(name in pair for pair in rails()) == 1
    assert frozenset(("52.19", "53.20")) <= open_hexes()


def test_structures_stand_on_rails() -> None:
    for row in rows("map/structures.csv"):
        assert frozenset((row["a"], row["b"])) in rails(), row["id"]
    rebuilt = {row["id"]: row["rebuilt"] for row in rows("map/structures.csv")}
    assert rebuilt["amiens"] == "21"  # 18.4.1 with the errata
    assert (rebuilt["chauny"], rebuilt["la-fere"]) == ("15", "16")
    assert (rebuilt["chauny-red"], rebuilt["la-fere-red"], rebuilt["pontoise"]) == ("", "", "")


# Camps, edges, regions


@pytest.mark.rule("1.1.n")
def test_fortified_camps() -> None:
    """Two or more Fortress units of one place in hexes with printed IPs, and what they enclose."""
    assert set(board.CAMPS) == {
        *("Antwerpen", "Paris", "Verdun", "Namur", "Maubeuge", "Toul", "Epinal", "Belfort"),
        *("Metz", "Diedenhofen", "Straßburg"),
    }
    for camp in board.CAMPS:
        ring = {name for name in marked("camp", camp) if hexes()[name]["part"] == "ring"}
        guarded = [row["hex"] for row in rows("fortresses.csv") if row["place"] == camp]
        assert sorted(guarded) == sorted(ring)
        assert len(ring) >= 2
        inside = marked("camp", camp) - ring
        assert all(n in ring | inside for name in inside for n in around(name)), camp
        assert board.CAMP[camp] & board.PRINTED_IP == board.CAMP_RING[camp]
    assert {"46.44", "46.45", "47.45", "47.46"} == marked("camp", "Verdun")  # 12.2.2
    assert {"52.18", "53.18", "51.19"} <= {n for n in marked("camp", "Antwerpen") if hexes()[n]["part"] == "ring"}
    assert not board.CAMP_OF.get(number("58.28"))  # Liège has fallen


def test_distances_through_the_camp_of_paris() -> None:
    """7.7.3: hexes inside count twice; 16.36 is six from 19.36, 17.38 is not, 16.38 is six from 19.38."""

    def counted(enemy: str, goal: str) -> int:
        paris, far, edge = marked("camp", "Paris"), {enemy: 0}, [enemy]
        while edge:
            here = min(edge, key=lambda name: far[name])
            edge.remove(here)
            for name in around(here):
                cost = far[here] + (2 if name in paris else 1)
                if name in hexes() and cost < far.get(name, 99):
                    far[name] = cost
                    edge.append(name)
        return far[goal]

    assert [counted("19.36", "16.36"), counted("19.36", "17.38"), counted("19.38", "16.38")] == [6, 5, 6]


@pytest.mark.rule("1.1.o")
def test_friendly_edges() -> None:
    allied = {str(HEXES[h]) for h in range(board.SIZE) if board.EDGE["allied"] >> h & 1}
    german = {str(HEXES[h]) for h in range(board.SIZE) if board.EDGE["german"] >> h & 1}
    assert {hexes()[name]["country"] for name in allied} == {"france"}
    assert {hexes()[name]["country"] for name in german} == {"germany"}
    assert {"70.29", "70.40"} <= german
    assert "01.47" in allied
    for neutral in ("netherlands", "switzerland"):
        assert not marked("country", neutral) & (allied | german)


def test_districts_of_paris() -> None:
    assert set(board.DISTRICT) == {"Central", "Nord", "NE", "Est", "Sud", "Ouest"}
    assert {name for name in hexes() if hexes()[name]["district"]} == marked("camp", "Paris")
    assert marked("district", "Central") == {"16.36"}


def test_regions() -> None:
    """H13, 18.3, 26.5.2, 18.6.4."""
    network = {area: marked("network", area) for area in ("east", "west")}
    assert {"19.19", "22.23", "31.29", "20.32"} & network["west"] == {"19.19", "22.23", "31.29"}
    assert {"20.19", "28.13", "40.30", "34.18"} <= network["east"]
    assert "16.36" not in network["east"] | network["west"]
    assert {"44.15", "37.10", "51.16"} & marked("schelde") == {"44.15", "37.10", "51.16"}
    assert not {"52.16", "48.20", "50.27"} & marked("schelde")
    assert {"48.17", "47.17", "46.17", "41.21", "40.21", "39.22"} <= marked("dender")  # B119
    assert not {"48.20", "46.21"} & marked("dender")
    for found in [*network.values(), marked("schelde"), marked("dender")]:
        start = min(found)
        joined = flood(start, {frozenset((a, b)) for a in found for b in around(a) if b in found})
        assert joined == found


def test_coast() -> None:
    coast = marked("coast")
    assert {"01.21", "42.10", "31.11", "22.11", "26.09", "37.10"} <= coast
    assert all(any(hexes().get(n, {}).get("terrain") == "sea" for n in around(name)) for name in coast - {"01.21"})
    assert max(name for name in coast if hexes()[name]["country"] == "belgium") == "42.10"
    ports = marked("port")
    assert {"01.21", "31.11", "37.10", "52.16"} <= ports
    assert ports - {"52.16"} <= coast


def test_objectives_are_on_the_map() -> None:
    victory = toml("charts.toml")["victory"]
    named = [h for found in (victory["objectives"], victory["special_cities"]) for hs in found.values() for h in hs]
    assert len(victory["objectives"]) == 30
    assert all(name in open_hexes() for name in named)
    for row in rows("plans.csv"):
        assert all(name in open_hexes() for name in row["hexes"].split()), row


def test_distances() -> None:
    for a, b in (("52.16", "16.36"), ("51.51", "60.69"), ("01.21", "55.71")):
        assert distance(a, b) == BOARD.distance(number(a), number(b))

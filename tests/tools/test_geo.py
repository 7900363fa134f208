"""The library that places hex grids on the ground and makes maps of the layers."""

import math

import geo.checks as checks
import geo.courses as courses
import pytest
from geo.cells import ground, share
from geo.grid import Grid, grid, grids, hexside
from geo.layers import Feature, country_at, feature, features, places, raster, towns


def line(name: str, *points: tuple[float, float], **properties: object) -> Feature:
    return Feature(name, dict(properties), (list(points),), ())


@pytest.mark.parametrize("key", ["OAO", "SW", "FX", "DW"])
def test_a_placement_agrees_with_its_rulebook(key: str) -> None:
    assert grid(key).complaints() == []


@pytest.mark.parametrize(
    ("key", "place", "name"),
    [("SW", "Antwerp", "0812"), ("OAO", "Verdun (camp)", None), ("FX", "Verdun", None), ("DW", "Liege", None)],
)
def test_named_places_fall_in_their_hexes(key: str, place: str, name: str | None) -> None:
    g = grid(key)
    points = [p for p in g.data["control_points"] if p["name"].lower().startswith(place.split(" ")[0].lower())]
    assert points
    for point in points:
        assert g.hex_at(point["lon"], point["lat"]) in (g.named(point["name"]) if name is None else [name])


def test_ids_of_every_form() -> None:
    assert [grid(k).layout.parse(n) for k, n in (("OAO", "46.45"), ("FX", "BB12"), ("SW", "0812"))] == [
        (46, 45),
        (28, 12),
        (8, 12),
    ]
    for g in grids().values():
        assert all(g.layout.format(*g.layout.parse(name)) == name for name in g.all_hexes()[::11])
    with pytest.raises(ValueError, match="repeat"):
        grid("FX").layout.parse("AB3")


def test_files_of_schlieffens_war_run_westward() -> None:
    g = grid("SW")
    assert g.centre("0804")[0] > g.centre("0812")[0]
    assert g.distance("0812", "0804") == 8
    assert set(g.neighbours("0812")) == {"0811", "0813", "0712", "0713", "0912", "0913"}


def test_geometry_of_hexsides() -> None:
    for g in grids().values():
        name = g.all_hexes()[len(g.all_hexes()) // 2 + 5]
        for other in g.neighbours(name):
            ends = g.side(name, other)
            assert math.dist(*ends) == pytest.approx(1 / math.sqrt(3))
            for end in ends:
                assert min(math.dist(end, corner) for corner in g.corners(name)) == pytest.approx(0, abs=1e-9)


def test_depth_inside_a_hex() -> None:
    km, beyond = grid("SW").depth(5.567, 50.633)
    assert (round(km, 1), beyond) == (0.4, "1209")


def test_countries_of_1914() -> None:
    found = places()
    at = {name: country_at(found[name].lon, found[name].lat) for name in ("Metz", "Malmedy", "Belfort", "Arlon")}
    assert at == {"Metz": "Germany", "Malmedy": "Germany", "Belfort": "France", "Arlon": "Belgium"}
    assert country_at(2.0, 51.5) == ""


def test_layers_hold_what_they_promise() -> None:
    assert len(features("railways_1914")) == 285
    assert {f.properties["rank"] for f in features("rivers")} == {1, 2, 3, 4}
    assert len(towns()) == 1817
    vosges, sea = raster().value("elevation", 7.0, 48.05), raster().value("land", 2.0, 51.5)
    assert vosges is not None
    assert vosges > 500
    assert sea == 0
    assert raster().value("land", 40.0, 51.5) is None
    with pytest.raises(KeyError, match="no 'Styx'"):
        feature("rivers", "Styx")


def test_a_river_takes_the_sides_whose_centres_it_parts() -> None:
    g = grid("SW")
    a, b = g.centre("1212"), g.centre("1313")
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    across = (b[1] - a[1], -(b[0] - a[0]))
    short = [(middle[0] + across[0] * k, middle[1] + across[1] * k) for k in (-0.3, 0.3)]
    assert courses.river_sides(g, line("brook", *short)) == [("1212", "1313")]
    assert courses.river_sides(g, line("meander", *short, *reversed(short))) == []


def test_a_railway_passes_by_a_corner_it_only_clips() -> None:
    g = grid("SW")

    def near(name: str, towards: str, k: float) -> tuple[float, float]:
        (u1, v1), (u2, v2) = g.plane(name), g.plane(towards)
        return g.to_ground(u1 + (u2 - u1) * k, v1 + (v2 - v1) * k)

    clip = near("1212", "1112", 0.55)  # just inside 1112, between 1212 and 1211
    rail = line("rail", g.centre("1212"), clip, g.centre("1211"))
    assert courses.rail_hexes(g, rail) == [["1212", "1112", "1211"]]  # a station is there
    assert courses.rail_hexes(g, rail, stations=()) == [["1212", "1211"]]
    assert courses.rail_hexes(g, rail, clip=0.01, stations=()) == [["1212", "1112", "1211"]]


def test_parts_of_courses() -> None:
    river = line("river", (4.0, 49.0), (4.5, 49.0), (5.0, 49.0))
    assert courses.downstream(river, (4.45, 49.1)).lines == ([(4.5, 49.0), (5.0, 49.0)],)
    rail = line("rail", (4.0, 49.0), (4.5, 49.0), (5.0, 49.0), stations=["A", "B", "C"])
    assert courses.between(rail, "C", "B").lines == ([(4.5, 49.0), (5.0, 49.0)],)


def test_dead_ends_of_a_rail_net_are_pruned() -> None:
    net = [*courses.links(["0812", "0912", "1012"]), *courses.links(["0912", "0911", "0910"])]
    assert courses.pruned(net, {"0812", "1012"}) == set(courses.links(["0812", "0912", "1012"]))
    assert courses.pruned(net, {"0812", "1012", "0910"}) == set(net)


@pytest.fixture
def g() -> Grid:
    return grid("SW")


def test_checks_find_what_is_broken(g: Grid) -> None:
    hexes = {"0812", "0912", "1012", "1011", "1111", "1212"}
    assert checks.connected(g, hexes) == ["1212 is cut off from the rest of the map"]
    assert checks.between_hexes(g, hexes, [("0812", "0912")], "rail") == []
    assert checks.between_hexes(g, hexes, [("0912", "0812")], "rail") == [
        "rail 0912/0812: written twice or the wrong way round"
    ]
    assert "not neighbours" in checks.between_hexes(g, hexes, [("0812", "1012")], "rail")[0]
    assert "not two hexes" in checks.between_hexes(g, hexes, [("0812", "0813")], "rail")[0]
    net = courses.links(["0812", "0912", "1012"])
    assert checks.railways(net, {"0812"}) == ["the railway ends in 1012"]
    assert checks.railways(net, {"0812", "1012", "1111"}) == ["no railway at 1111"]
    assert "0910 is not part" in checks.railways([*net, ("0910", "0911")], {"0812", "1012", "0910", "0911"})[0]


def test_river_checks(g: Grid) -> None:
    hexes = set(g.all_hexes())
    run = [("1212", "1313"), ("1212", "1312"), ("1211", "1312")]
    assert checks.in_order(g, run) == [run]
    assert checks.in_order(g, [run[2], run[0]]) == [[run[2]], [run[0]]]
    assert "loose ends" in checks.rivers(g, hexes, {"Sambre": run})[0]
    rim = hexes - {"1213", "1311"}  # both ends at the rim of the map, or only one: a source
    assert checks.rivers(g, rim, {"Sambre": run}) == []
    assert checks.rivers(g, hexes - {"1213"}, {"Sambre": run}) == []
    fork = {hexside(a, b) for a, b in (("1212", "1313"), ("1212", "1312"), ("1312", "1313"))}
    assert "forks" in checks.rivers(g, hexes - {"1213"}, {"Delta": sorted(fork)})[0]


def test_a_tributary_ends_where_it_meets_the_larger_river(g: Grid) -> None:
    large = [("1211", "1311"), ("1311", "1312")]
    small = [("1212", "1313"), ("1212", "1312"), ("1211", "1312"), ("1211", "1311")]
    assert checks.until_met(g, small, large) == small[:3]


def test_ground_of_cells() -> None:
    ras = raster()
    sea = [c for c in range(200_000) if not ras.layer["land"][c]][:10]
    assert ground(sea, ras).land == 0
    ardennes = feature("regions", "Ardennes")
    inside = [c for c in range(0, ras.rows * ras.columns, 7) if share([c], [ardennes], 1)]
    assert len(inside) > 100
    assert ground(inside, ras).forest > 35

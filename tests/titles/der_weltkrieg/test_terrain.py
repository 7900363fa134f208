"""The Terrain Effects Chart, line by line: what it costs to cross a hexside, and what it does to both dice."""

import pytest

from front1914.titles.der_weltkrieg.board import (
    BOARD,
    CITY,
    CLEAR,
    CLOSED,
    HEXES,
    INDUSTRY,
    LAND_SIDES,
    OPEN_RING,
    PORT,
    ROW,
    SIZE,
    TERRAIN,
    TERRAINS,
    TRACK,
    TRACKS,
    WATER,
    WATERS,
)
from front1914.titles.der_weltkrieg.combat.battle import ALL_UNITS, ASSAULT, UNSUPPLIED, Battle
from front1914.titles.der_weltkrieg.combat.strength import Reckoning, attack, counter
from front1914.titles.der_weltkrieg.combat.terrain import choices, passes
from front1914.titles.der_weltkrieg.costs import crossing, table
from tests.titles.der_weltkrieg.positions import args, bare, hexes, refused, situation, unit
from tests.titles.der_weltkrieg.sheet import side

MOVE = {
    "clear": 1, "broken": 1, "hilly": 1, "woods": 2, "swamp": 3, "rough": 3, "wooded_rough": 4, "mountain": 6,
    "suburban": 1, "urban": 1,
}  # fmt: skip
ATTACK = {"broken": -1, "hilly": -2, "woods": -2, "swamp": -2, "rough": -3, "wooded_rough": -4}
REPLY = {"hilly": 1, "woods": 1, "swamp": 1, "rough": 1, "wooded_rough": 2, "mountain": 3, "alpine": 3, "urban": 3}
HALVING = ("mountain", "alpine", "urban")
FLAT = ("2915", "2815")  # a clear hexside without a river (Figure 3)


def lines(terrain: str, water: str | None = "", track: str | None = "") -> list[int]:
    """The hexsides of the map that hold just this."""
    return [
        link
        for link, kind in enumerate(TERRAIN)
        if TERRAINS[kind] == terrain
        and (water is None or WATERS[WATER[link]] == water)
        and (track is None or TRACKS[TRACK[link]] == track)
    ]


def reckon(terrain: str, origin: str = FLAT[0], target: str = FLAT[1], **works: object) -> tuple[Reckoning, Reckoning]:
    """Both throws of an attack by two German divisions on a French one, when the defender uses this terrain."""
    s = bare({"g-3": origin, "g-4": origin, "f-1": target}, **works)  # type: ignore[arg-type]
    h, attackers, defenders = hexes(target), (unit("g-3"), unit("g-4")), (unit("f-1"),)
    battle = Battle(
        "battle", ASSAULT, 0, tuple(h), attackers, (UNSUPPLIED,) * 2, (8, 8), (), ALL_UNITS,
        defenders=defenders, backers=(UNSUPPLIED,), terrain=TERRAINS.index(terrain),
    )  # fmt: skip
    return attack(s, battle), counter(s, battle)


@pytest.mark.rule("TEC.2", "TEC.3", "TEC.4", "TEC.6", "TEC.8", "TEC.9", "TEC.10", "TEC.11", "TEC.13", "TEC.14")
@pytest.mark.parametrize("terrain", sorted(MOVE))
def test_terrain_of_hexsides(terrain: str) -> None:
    found = lines(terrain, track="double" if terrain == "urban" else "")
    assert found
    assert {crossing(link) for link in found} == {MOVE[terrain]}
    blow, reply = reckon(terrain)
    assert (blow.points, blow.column) == (8, 4 if terrain in HALVING else 8)
    assert (blow.adjust, reply.adjust) == (ATTACK.get(terrain, 0), REPLY.get(terrain, 0))


@pytest.mark.rule("TEC.1", "TEC.15")
@pytest.mark.parametrize("water", ["ocean", "lake"])
def test_open_water_bars_everything(water: str) -> None:
    for link in lines(water, water=None):
        a, b = BOARD.links[link]
        assert crossing(link) is None
        assert not passes(a, b)
        assert not OPEN_RING[a] >> b & 1  # no zone of control either (10-6, DW-R15)


@pytest.mark.rule("TEC.12")
def test_alpine_hexsides() -> None:
    link = lines("alpine")[0]
    a, b = BOARD.links[link]
    assert crossing(link) is None
    assert not passes(a, b)
    assert link in CLOSED
    blow, reply = reckon("alpine")
    assert (blow.column, blow.adjust, reply.adjust) == (4, 0, 3)
    # beside an attacked hexside it may be chosen (DW-R27)
    beside = next(n for n in BOARD.neighbours[b] if OPEN_RING[b] >> n & 1 and n in BOARD.neighbours[a])
    s = bare({"g-3": str(HEXES[beside]), "i-4": str(HEXES[b])})
    assert TERRAINS.index("alpine") in choices(s, b, [beside], fortress=False)


@pytest.mark.rule("TEC.17")
def test_rivers() -> None:
    for terrain in ("clear", "broken", "woods"):
        assert {crossing(link) for link in lines(terrain, "river")} == {MOVE[terrain] + 1}
    blow, reply = reckon("clear", "2206", "2106")  # over the Meuse
    assert (blow.column, blow.adjust, reply.adjust) == (8, -2, 1)
    blow, reply = reckon("broken", "2206", "2106")
    assert (blow.adjust, reply.adjust) == (-3, 1)  # combined with the terrain chosen (13-5)


@pytest.mark.rule("TEC.16")
def test_major_rivers() -> None:
    for terrain in ("clear", "broken", "woods"):
        assert {crossing(link) for link in lines(terrain, "major")} == {MOVE[terrain] + 3}
    a, b = (str(HEXES[h]) for h in BOARD.links[lines("clear", "major")[0]])
    blow, reply = reckon("clear", a, b)
    assert (blow.points, blow.column, blow.adjust, reply.adjust) == (8, 4, 0, 3)
    blow, reply = reckon("urban", a, b)
    assert (blow.column, reply.adjust) == (2, 4)  # halved twice (DW-R24); never more than four (13-25)


@pytest.mark.rule("TEC.16.1")
def test_major_rivers_between_zones() -> None:
    """From zone to zone nobody crosses, not even as the one hexside of a phase; into a zone is allowed."""
    assert side("3213/3313")["water"] == "major"
    free = situation({"g-2KD": "3213", "f-1": "3412"})
    free.act("unit", "g-2KD")
    assert "3313" in args(free, "to")
    held = situation({"g-2KD": "3213", "f-1": "3212"})
    held.act("unit", "g-2KD")
    assert "3313" not in args(held, "to")
    assert refused(held, "to", "3313") == "TEC.16"


@pytest.mark.rule("TEC.18", "TEC.19", "TEC.20")
def test_towns_cost_nothing() -> None:
    s = bare({})
    costs = table(s)
    for here, marked in (("city", CITY), ("industry", INDUSTRY), ("port", PORT)):
        assert marked, here
    resource = sum(1 << h for h in range(SIZE) if (row := ROW[h]) and row.resource)
    for b in HEXES.numbers:
        if (CITY | INDUSTRY | PORT | resource) >> b & 1:
            for a in BOARD.neighbours[b]:
                assert costs.step(a, b) == crossing(BOARD.link[a, b])
    plain, town = reckon("clear"), reckon("clear", "2306", "2307")  # Aachen
    assert (plain[0].adjust, plain[1].adjust) == (town[0].adjust, town[1].adjust) == (0, 0)


@pytest.mark.rule("TEC.21", "TEC.22")
def test_railways_help_over_dear_hexsides() -> None:
    assert {crossing(link) for link in lines("rough", "", "double")} == {2}
    assert {crossing(link) for link in lines("rough", "", "single")} == {3}
    assert {crossing(link) for link in lines("wooded_rough", "", "double")} == {3}
    assert {crossing(link) for link in lines("wooded_rough", "", "single")} == {3}
    assert {crossing(link) for link in lines("woods", "river", "double")} == {2}  # Figure 3
    assert {crossing(link) for link in lines("woods", "river", "single")} == {3}
    assert {crossing(link) for link in lines("woods", "", "double")} == {2}
    assert {crossing(link) for link in lines("clear", "", "double")} == {1}


@pytest.mark.rule("TEC.25", "TEC.26", "TEC.27")
@pytest.mark.parametrize(("work", "die"), [("trench", -2), ("devastation", 0), ("hindenburg", -3)])
def test_markers(work: str, die: int) -> None:
    origin, target = FLAT
    marked = {"hexes": {target: {"work": work, "builder": "entente"}}}
    costs = table(bare({"f-1": target}, **marked))
    a, b = hexes(origin, target)
    assert (costs.step(a, b), costs.step(b, a)) == (3, 1)
    blow, reply = reckon("clear", **marked)
    assert (blow.adjust, reply.adjust) == (die, 0)


def test_every_terrain_of_the_chart_is_on_some_map() -> None:
    on_maps = {TERRAINS[kind] for kind in TERRAIN}
    assert on_maps == set(TERRAINS) - {"desert", "flood_plain"}
    assert TERRAIN[BOARD.link[tuple(hexes(*FLAT))]] == CLEAR  # type: ignore[index]
    assert LAND_SIDES[hexes("2107")[0]] == 6

"""RM: rail movement, engineers, railroad artillery."""

from __future__ import annotations

from itertools import pairwise

import pytest

from front1914 import Game
from front1914.titles.fixed_1914.board import (
    BOARD,
    HEXES,
    IN,
    ON_RAIL,
    PLACE,
    RAIL_NODE,
    RAIL_NUMBER,
    RAILS,
    RIVER,
    ROUGH,
    SIZE,
)
from front1914.titles.fixed_1914.charts import RAIL_TROOPS, TRAINS
from front1914.titles.fixed_1914.rail import _nearby, behind_engineers, hexes_gone, line
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.positions import Placed, args, asked, mark, refused, situation, where

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "B20"}


def entrained(unit: str, units: dict[str, Placed], side: str = "german", **more: object) -> Game:
    """The unit sits in its train."""
    game = situation({**FAR, **units}, side=side, **more)  # type: ignore[arg-type]
    game.act("unit", unit)
    game.act("rail")
    return game


def distances(game: Game, unit: str) -> set[int]:
    """How many hexes away by rail the offered hexes are."""
    u = UNITS.number(unit)
    found = line(game.state, u, game.state.at[u], 99)
    return {found.steps[found.hexes[HEXES.number(place)]] for place in args(game, "to")}


@rule("RM-1.1")
def test_a_unit_starts_on_a_railway_of_its_country() -> None:
    game = situation({**FAR, "g-I": "LL16", "g-II": "N18", "g-III": "MM29"})
    game.act("unit", "g-I")
    assert game.why_not("rail") is None
    for unit in ("g-II",):
        game.act("stay")
        game.act("unit", unit)
        assert refused(game, "rail") == "RM-1"  # a railway of the enemy


@rule("RM-1.2", "RM-2b.2")
def test_rail_movement_stays_at_home() -> None:
    game = entrained("f-I", {"f-I": "N18"}, side="allied")
    assert all(IN["france"] >> HEXES.number(place) & 1 for place in args(game, "to"))
    assert refused(game, "to", "Y10") == "RM-1"
    assert refused(game, "to", "M20") == "RM-1"


@rule("RM-1.3")
def test_no_train_passes_an_enemy() -> None:
    game = entrained("f-I", {"f-I": "N18", "g-I": "O14"}, side="allied")
    near = BOARD.ring[HEXES.number("O14")]
    assert not any(near >> HEXES.number(place) & 1 for place in args(game, "to"))


@rule("RM-1.5")
def test_no_train_for_who_began_beside_an_enemy() -> None:
    game = situation({**FAR, "f-I": ("N18", "near")}, side="allied")
    game.act("unit", "f-I")
    assert refused(game, "rail") == "RM-1"


@rule("RM-1.5")
def test_who_stands_beside_an_enemy_when_his_movement_begins_stays_off_the_train() -> None:
    """The phase itself sees it: of two corps in French stations the one beside the German is not carried."""
    game = situation({**FAR, "f-I": "N18", "f-II": "N11", "g-I": "O18"}, side="german", step="combat")
    while asked(game) != ("allied", "move"):
        game.act("done")
    game.act("unit", "f-II")
    assert game.why_not("rail") is None
    game.act("stay")
    game.act("unit", "f-I")
    assert refused(game, "rail") == "RM-1"


@rule("RM-1.4", "SM-1.3")
def test_after_the_train_one_hex_on_foot() -> None:
    """FX-E122; guns too (B-43), and nobody may come beside the enemy."""
    for unit in ("f-I", "f-AL1"):
        game = entrained(unit, {unit: "N18"}, side="allied")
        game.act("to", "N11")
        game.act("stop")
        assert asked(game) == ("allied", "march")
        h = HEXES.number("N11")
        assert args(game, "to")
        assert all(BOARD.distance(h, HEXES.number(place)) == 1 for place in args(game, "to"))
        game.act("stop")
        assert refused(game, "unit", unit) == "MV-6"


@rule("RM-1.4")
def test_no_train_after_marching() -> None:
    game = situation({**FAR, "f-I": "N11"}, side="allied")
    game.act("unit", "f-I")
    game.act("to", "N12")
    assert refused(game, "rail") == "RM-1"


@rule("RM-2a.2", "RM-2b.2", "RM-2c.2")
@pytest.mark.parametrize(
    ("unit", "start", "side", "most"),
    [
        pytest.param("g-I", "KK13", "german", 25, id="FX-E117"),
        pytest.param("f-I", "C8", "allied", 15, id="FX-E119"),
        pytest.param("b-I", "C8", "allied", 15, id="British"),
        pytest.param("be-1", "R4", "allied", 15, id="Belgian"),
    ],
)
def test_distances(unit: str, start: str, side: str, most: int) -> None:
    game = entrained(unit, {unit: start}, side=side)
    assert max(distances(game, unit)) == most


def use(game: Game, unit: str, goal: str) -> None:
    """Moves a unit by rail and ends its move."""
    game.act("unit", unit)
    game.act("rail")
    game.act("to", goal)
    while asked(game)[1] in ("train", "march"):
        game.act("stop")


@rule("RM-2a.1")
def test_three_german_trains() -> None:
    """FX-E116."""
    starts = {"g-I": "LL16", "g-II": "HH26", "g-III": "PP34", "g-IV": "SS26"}
    game = situation({**FAR, **starts})
    for unit in ("g-I", "g-II", "g-III"):
        game.act("unit", unit)
        game.act("rail")
        game.act("to", args(game, "to")[0])
        while asked(game)[1] in ("train", "march"):
            game.act("stop")
    game.act("unit", "g-IV")
    assert refused(game, "rail") == "RM-2"


@rule("RM-2b.1")
@pytest.mark.parametrize("units", [("f-I", "f-II", "b-I"), ("f-I", "b-I", "b-II")])
def test_two_french_or_british_trains(units: tuple[str, ...]) -> None:
    """FX-E118."""
    starts: dict[str, Placed] = dict(zip(units, ("C8", "BB36", "N11"), strict=True))
    game = situation({**FAR, **starts}, side="allied", turn=9)
    for unit in units[:2]:
        game.act("unit", unit)
        game.act("rail")
        game.act("to", args(game, "to")[0])
        while asked(game)[1] in ("train", "march"):
            game.act("stop")
    game.act("unit", units[2])
    assert refused(game, "rail") == "RM-2"


@rule("RM-2c.1")
def test_one_belgian_train_beside_two_french_ones() -> None:
    """FX-E120; and none for the Dutch."""
    game = situation({**FAR, "be-1": "Y10", "be-2": "V7", "f-I": "N18", "nl-I": "EE9"}, side="allied")
    use(game, "be-1", "Y7")
    game.act("unit", "be-2")
    assert refused(game, "rail") == "RM-2"
    game.act("stay")
    game.act("unit", "nl-I")
    assert refused(game, "rail") == "RM-2"
    game.act("stay")
    game.act("unit", "f-I")
    assert game.why_not("rail") is None


@rule("RM-3.1")
def test_one_unit_for_each_line_and_hex() -> None:
    """FX-E121: Dijon has a line to Paris; the second unit does not follow the first over it."""
    game = situation({**FAR, "f-I": "C8", "f-II": "C8"}, side="allied")
    use(game, "f-I", "H11")
    game.act("unit", "f-II")
    assert refused(game, "rail") == "RM-1"  # the only line out of Le Havre is used


@rule("RM-3.2")
def test_two_lines_carry_two_units() -> None:
    """FX-E121: a stretch of the Rhine with a line on each bank."""
    double = [h for h in HEXES.numbers if ON_RAIL >> h & 1 and RAILS.nodes(1 << h).bit_count() > 1]
    links = {(a % SIZE, b % SIZE): 0 for link in RAILS.links for a, b in [link[:2]]}
    for link in RAILS.links:
        links[link.a % SIZE, link.b % SIZE] += 1
    pair = next(p for p, n in links.items() if n == 2 and p[0] in double and IN["germany"] >> p[0] & 1)
    a, b = (str(HEXES[h]) for h in pair)
    game = situation({**FAR, "g-I": a, "g-II": a, "g-III": a})
    use(game, "g-I", b)
    use(game, "g-II", b)
    assert (where(game, "g-I"), where(game, "g-II")) == (b, b)
    assert len([i for i, used in enumerate(game.state.used) if used]) == 4


@rule("RM-3.3")
def test_the_rhine_carries_two_units() -> None:
    """From Coln up the river two corps go by rail in one turn, one on either bank; there is no place for a third."""
    game = situation({**FAR, "g-I": "LL16", "g-II": "LL16", "g-III": "LL16"})
    use(game, "g-I", "MM18")
    use(game, "g-II", "MM18")
    assert (where(game, "g-I"), where(game, "g-II")) == ("MM18", "MM18")
    game.act("unit", "g-III")
    game.act("rail")
    assert args(game, "to")  # by another line
    assert not {"MM17", "MM18"} & set(args(game, "to"))


@rule("RM-4")
def test_terrain_does_not_matter() -> None:
    """From Coln through the Eifel to Trier, over rivers and rough ground: each hex counts as one, and costs nothing."""
    game = entrained("g-I", {"g-I": "LL16"})
    for place in args(game, "to"):
        hint = game.hints()[f"to {place}"]
        assert hint["left"] == 25 - (len(hint["path"]) - 1)
    path = [HEXES.number(place) for place in game.hints()["to JJ23"]["path"]]
    assert any(ROUGH >> h & 1 for h in path[1:])
    assert any(RIVER >> h & 1 for h in path[1:-1])
    game.act("to", "JJ23")
    assert mark(game, "g-I", "spent") == 0


# ---- railroad artillery (RM-5)


@rule("RM-5.2", "RM-5.3")
def test_the_railroad_gun_goes_ten_hexes_outside_the_limit() -> None:
    """FX-E123."""
    game = entrained("g-420RR", {"g-420RR": "LL16"}, trains={"german": 3})
    assert max(distances(game, "g-420RR")) == RAIL_TROOPS.railroad_artillery == 10
    game.act("to", "KK13")
    while asked(game)[1] == "train":
        game.act("stop")
    assert game.state.trains[0] == 3
    assert not any(game.state.used)


@rule("RM-5.4", "RM-5.9")
def test_on_enemy_rails_only_towards_an_engineer() -> None:
    """Without one Liege is out of reach, with one in Liege it is not, unless the city is the enemy's."""
    gun: dict[str, Placed] = {"g-420RR": "II15"}
    rails = {place for place in ("HH15", "II15") if ON_RAIL >> HEXES.number(place) & 1}
    assert rails
    start = sorted(rails)[-1]
    gun = {"g-420RR": start}
    held = {"EE14": "german"}
    assert "EE14" not in args(entrained("g-420RR", gun, control=held), "to")
    game = entrained("g-420RR", {**gun, "g-EB1": "EE14"}, control=held)
    assert "EE14" in args(game, "to")
    assert "DD13" not in args(game, "to")  # beyond the engineer
    assert "EE14" not in args(entrained("g-420RR", {**gun, "g-EB1": "EE14"}), "to")


@rule("RM-5.5", "RM-5.9", "RM-5.10")
def test_the_line_to_the_engineer_is_clear_however_long() -> None:
    """Nine hexes from Aachen to the engineers in Brussels; a French corps on it, or a city in Allied hands, cuts it."""
    units: dict[str, Placed] = {"g-420RR": "HH15", "g-EB1": "Y10"}
    held = {"EE14": "german", "Y10": "german"}
    assert {"EE14", "CC13", "Y10"} <= set(args(entrained("g-420RR", units, control=held), "to"))
    for barrier in ({"f-I": "AA11"}, {"f-I": "DD14"}):
        cut = args(entrained("g-420RR", {**units, **barrier}, control=held), "to")
        assert not {"EE14", "CC13", "Y10"} & set(cut), barrier
    lost = args(entrained("g-420RR", units, control={"Y10": "german"}), "to")
    assert not {"EE14", "CC13", "Y10"} & set(lost)


@rule("RM-5.6")
def test_no_hex_further_than_the_engineer() -> None:
    game = situation({**FAR, "g-EB1": "EE14"}, control={"EE14": "german"})
    free = game.state.rules.area & ~game.state.ground("allied").live & ~(1 << PLACE["Brussels"])
    found = RAILS.to_hexes(behind_engineers(game.state, free)) & ~TRAINS["german"].area
    home = RAILS.nodes(TRAINS["german"].area & free)
    out = RAILS.ride(home, SIZE, RAILS.nodes(free))
    far = min(out.steps[n] for n in out.steps if n % SIZE == PLACE["Liege"])
    assert found >> PLACE["Liege"] & 1
    for h in BOARD.ids(found):
        assert min(out.steps[n] for n in out.steps if n % SIZE == HEXES.number(h)) <= far


@rule("RM-5.7", "RM-5.8")
def test_the_railroad_gun_stops_beside_an_enemy() -> None:
    """It may come beside one, and no further."""
    game = entrained("g-420RR", {"g-420RR": "LL16", "f-I": "JJ21"})
    beside = [p for p in args(game, "to") if BOARD.ring[HEXES.number("JJ21")] >> HEXES.number(p) & 1]
    assert beside
    game.act("to", beside[0])
    assert asked(game) == ("german", "move")


# ---- engineers (RM-6)


@rule("RM-6.1", "RM-6.2", "RM-6.5")
def test_an_engineer_goes_two_hexes_on_any_railway() -> None:
    """FX-E124: here on a Belgian one."""
    game = entrained("g-EB1", {"g-EB1": "EE14"}, trains={"german": 3})
    assert max(distances(game, "g-EB1")) == RAIL_TROOPS.engineers == 2
    assert any(IN["belgium"] >> HEXES.number(place) & 1 for place in args(game, "to"))


@rule("RM-6.2")
def test_an_engineer_takes_nobody_s_place_on_the_trains() -> None:
    game = entrained("g-EB1", {"g-EB1": "EE14", "g-I": "LL16"}, trains={"german": 2})
    game.act("to", args(game, "to")[0])
    while asked(game)[1] == "train":
        game.act("stop")
    assert game.position()["trains"] == {"german": 2}
    game.act("unit", "g-I")
    assert game.why_not("rail") is None


@rule("RM-6.6")
def test_engineers_together_go_three() -> None:
    """FX-E125."""
    game = entrained("g-EB1", {"g-I": "EE14", "g-EB1": "EE14", "g-EB2": "EE14"})
    assert args(game, "join") == ["g-EB2"]
    assert refused(game, "join", "g-I") == "RM-6"
    game.act("join", "g-EB2")
    u = UNITS.number("g-EB1")
    found = line(game.state, u, game.state.at[u], 99)
    offered = {place: found.steps[found.hexes[HEXES.number(place)]] for place in args(game, "to")}
    assert max(offered.values()) == RAIL_TROOPS.engineers_together == 3
    goal = next(place for place, steps in offered.items() if steps == 3)
    game.act("to", goal)
    assert (where(game, "g-EB1"), where(game, "g-EB2")) == (goal, goal)
    assert refused(game, "unit", "g-EB2") == "MV-6"


@rule("RM-6.4")
def test_engineers_come_beside_the_enemy() -> None:
    game = entrained("g-EB1", {"g-EB1": "EE14", "f-I": "CC13"})
    near = BOARD.ring[HEXES.number("CC13")]
    assert any(near >> HEXES.number(place) & 1 for place in args(game, "to"))


@rule("RM-6.7")
def test_engineers_change_between_lines_that_do_not_meet() -> None:
    """Where two lines run apart through a hex an ordinary unit keeps its line, an engineer does not."""
    apart = [
        h for h in HEXES.numbers if RAILS.nodes(1 << h).bit_count() > 1 and not _meet(h) and IN["germany"] >> h & 1
    ]
    assert apart
    h = apart[0]
    one, other = (n for n in RAIL_NODE if n % SIZE == h)
    ordinary = RAILS.ride(1 << one, 0, RAILS.exists)
    engineer = RAILS.ride(1 << one, 0, RAILS.exists, switch=True)
    assert other not in ordinary.steps
    assert other in engineer.steps
    assert other not in {node for node, _, _ in _nearby(one, False, True)}
    assert (other, 0, -1) in _nearby(one, True, True)  # it is no hex further, and there is no line between them
    along = {node for node, hexes, _ in _nearby(one, True, True) if hexes == 1}
    assert along
    assert all(BOARD.distance(h, node % SIZE) == 1 for node in along)


def _meet(h: int) -> bool:
    nodes = [n for n in RAIL_NODE if n % SIZE == h]
    return any(b in RAILS.ride(1 << a, 0, RAILS.exists).steps for a, b in pairwise(nodes))


@rule("RM-6.3")
def test_engineers_neither_force_march_nor_march() -> None:
    game = situation({**FAR, "g-EB1": "EE14", "f-I": "CC13"})
    game.act("unit", "g-EB1")
    assert args(game, "to") == []
    assert args(game, "force") == []


def test_hexes_are_counted_not_changes_of_line() -> None:
    h = next(h for h in HEXES.numbers if RAILS.nodes(1 << h).bit_count() > 1)
    here = [RAIL_NUMBER[n] for n in RAIL_NODE if n % SIZE == h]
    beside = RAIL_NUMBER[RAILS.ways[RAIL_NODE[here[1]]][0][0]]
    assert hexes_gone((here[0], here[1])) == 0
    assert hexes_gone((here[0], here[1], beside)) == 1


@rule("RM-2b.1")
def test_the_bonus_of_the_bef_on_its_landing_turn() -> None:
    """FX-E073 (BA-5): two more British trains in the turn of arrival, and only then."""
    units: dict[str, Placed] = {"b-I": "N18", "b-4D": "N11"}
    full = {"trains": {"franco_british": 2}, "invaded": {"belgium": 1}}
    for turn, legal in ((5, True), (6, False)):
        game = situation({**FAR, **units}, side="allied", turn=turn, **full)
        game.act("unit", "b-I")
        assert (game.why_not("rail") is None) == legal
    game = situation({**FAR, "f-I": "N18"}, side="allied", turn=5, **full)
    game.act("unit", "f-I")
    assert refused(game, "rail") == "RM-2"


@rule("RM-2a.3")
def test_german_trains_stay_in_germany_and_luxembourg() -> None:
    """At war with everybody, from Aachen, Trier and Metz: never further, and Luxembourg is used."""
    found: set[str] = set()
    for start in ("HH15", "JJ23", "HH26"):
        found |= set(args(entrained("g-I", {"g-I": start}), "to"))
    assert {place for place in found if not (IN["germany"] | IN["luxembourg"]) >> HEXES.number(place) & 1} == set()
    assert "HH23" in found
    for abroad in ("EE14", "HH29", "FF13"):
        assert refused(entrained("g-I", {"g-I": "HH15"}), "to", abroad) == "RM-1"


@rule("BA-5.3")
def test_the_bonus_carries_the_bef_no_further() -> None:
    full = {"trains": {"franco_british": 2}, "invaded": {"belgium": 1}}
    game = entrained("b-I", {"b-I": "C8"}, side="allied", turn=5, **full)
    assert max(distances(game, "b-I")) == 15

"""6, 10, 32, 33-2, 29-9, 29-12, 29-16, 18-3: ground movement and zones of control."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg import state
from front1914.titles.der_weltkrieg.board import (
    BOARD,
    HEXES,
    TERRAIN,
    TERRAINS,
    TRACK,
    TRACKS,
    WATER,
    WATERS,
)
from front1914.titles.der_weltkrieg.costs import crossing, normal, table
from tests.titles.der_weltkrieg.positions import args, bare, hexes, mark, refused, situation, unit, verbs, where

rule = pytest.mark.rule
POINT = 60


def link(text: str) -> int:
    """A hexside by its two hexes."""
    found = BOARD.find_link(text)
    assert found is not None
    return found


def spent(game: Game, word: str) -> int:
    """Whole Movement Points that a unit has spent."""
    return mark(game, word, "spent") // POINT


def lie(text: str) -> tuple[str, str, str]:
    """What lies in a hexside."""
    n = link(text)
    return TERRAINS[TERRAIN[n]], WATERS[WATER[n]], TRACKS[TRACK[n]]


def some(terrain: str, water: str = "", track: str = "") -> int:
    """A hexside of that kind."""
    return next(
        n
        for n in range(len(BOARD.links))
        if (TERRAINS[TERRAIN[n]], WATERS[WATER[n]], TRACKS[TRACK[n]]) == (terrain, water, track)
    )


# ---- 6-6, 6-7: costs


@rule("6-6", "6-7")
def test_figure_3() -> None:
    game = situation({"g-8KD": "2915"})
    game.act("unit", "g-8KD")
    for hex_, total in (("2815", 1), ("2716", 3), ("2717", 5)):
        game.act("to", hex_)
        assert (where(game, "g-8KD"), spent(game, "g-8KD")) == (hex_, total)
    assert lie("2815/2716") == ("woods", "river", "double")
    assert (normal(link("2815/2716")), crossing(link("2815/2716"))) == (3, 2)


@rule("6-7", "TEC.21", "TEC.22")
def test_costs_add_up_and_a_railway_takes_one_off() -> None:
    assert crossing(some("wooded_rough", "", "single")) == 4 - 1  # 6-7 with a river would be 4 + 1 - 1
    assert crossing(some("wooded_rough", "river")) == 5
    assert crossing(some("rough", "", "double")) == 2
    assert crossing(some("rough", "", "single")) == 3
    assert crossing(some("woods", "river", "double")) == 2
    assert crossing(some("woods", "river", "single")) == 3
    assert crossing(some("woods", "", "double")) == 2


@rule("6-1", "6-9")
def test_nobody_goes_farther_than_his_allowance() -> None:
    game = situation({"g-3": "1110", "g-13Lw": "1110"})
    game.act("unit", "g-3")
    reach = set(args(game, "to"))
    game.act("stay")
    game.act("unit", "g-13Lw")
    assert set(args(game, "to")) < reach  # 4 points against 5
    assert refused(game, "to", "2306") == "6-9"


@rule("6-1")
def test_the_side_that_shows_gives_the_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    s, u = bare({"g-3": "2306"}), unit("g-3")
    moves = list(state.MOVE)
    moves[u] = (5, 4)
    monkeypatch.setattr(state, "MOVE", tuple(moves))
    assert s.allowance(u) == 5
    s.strength[u] = 6  # its reverse
    assert s.allowance(u) == 4


@rule("6-3", "18-2")
def test_headquarters_move_too_and_any_unit_may_stay() -> None:
    game = situation({"g-1A": "2306", "g-3": "2306"})
    assert set(args(game, "unit")) == {"g-1A", "g-3"}
    assert "done" in verbs(game)
    game.act("unit", "g-1A")
    assert "2307" in args(game, "to")
    game.act("stay")
    assert args(game, "unit") == ["g-3"]


@rule("6-4", "6-5")
def test_a_stack_begins_together_and_ends_together() -> None:
    game = situation({"g-3": "2306", "g-4": "2306", "g-13Lw": "2306", "g-5": "2307"})
    game.act("unit", "g-3")
    assert set(args(game, "join")) == {"g-4", "g-13Lw"}
    assert refused(game, "join", "g-5") == "6-5"
    game.act("join", "g-13Lw")
    fours = set(args(game, "to"))
    game.act("join", "g-4")
    game.act("to", "2308")
    assert {where(game, word) for word in ("g-3", "g-4", "g-13Lw")} == {"2308"}
    assert refused(game, "join", "g-5") == "6-5"
    game.act("stop")
    assert args(game, "unit") == ["g-5"]
    game.act("unit", "g-5")
    assert fours  # a mixed stack goes as far as its slowest unit
    assert set(args(game, "to")) - fours


@rule("6-4")
def test_the_whole_stack_can_be_taken_at_once() -> None:
    game = situation({"g-3": "2306", "g-4": "2306", "g-1A": "2306"})
    game.act("unit", "g-3")
    game.act("all")
    assert refused(game, "all") == "6-4"
    game.act("to", "2307")
    assert {where(game, word) for word in ("g-3", "g-4", "g-1A")} == {"2307"}


@rule("6-4", "6-9")
def test_a_stack_that_goes_round_pays_for_the_way_round() -> None:
    """The hex beside it is too dear straight on (3 points) and in reach by another one (1 and 1)."""
    game = situation({"g-4B": "2617", "g-r13": "2617"})
    game.act("unit", "g-4B")
    game.act("all")
    game.act("to", "2717")
    assert [spent(game, word) for word in ("g-4B", "g-r13")] == [3, 3]  # of 5
    assert game.hints()["to 2617"]["path"] == ["2717", "2718", "2617"]
    game.act("to", "2617")
    assert [spent(game, word) for word in ("g-4B", "g-r13")] == [5, 5]


# ---- 6-9: the minimum move

HARD = "1910/2010"  # wooded rough, no river, no railway


@rule("6-9.1")
def test_one_hexside_may_always_be_crossed() -> None:
    assert lie(HARD) == ("wooded_rough", "", "")
    game = situation({"g-42a": "1910"})  # allowance 3, the hexside costs 4
    game.act("unit", "g-42a")
    assert "2010" in args(game, "to")
    game.act("to", "2010")
    assert spent(game, "g-42a") == 3
    assert args(game, "to") == []


@rule("6-9.1")
def test_but_only_as_the_first() -> None:
    game = situation({"g-42a": "1909"})
    game.act("unit", "g-42a")
    game.act("to", "1910")
    assert "2010" not in args(game, "to")
    assert refused(game, "to", "2010") == "6-9"


@rule("6-9.3")
def test_not_from_zone_to_zone_over_hard_ground() -> None:
    game = situation({"g-13Lw": "1910", "f-1": "1911"})  # 4 points; f-1 controls both hexes
    assert {*hexes("1910", "2010")} <= {h for h in HEXES.numbers if game.state.zone("entente") >> h & 1}
    game.act("unit", "g-13Lw")
    assert refused(game, "to", "2010") == "6-9.3"


@rule("6-9", "6-9.1")
def test_hard_ground_out_of_a_zone_or_easier_ground_within_it() -> None:
    game = situation({"g-42a": "1910", "f-1": "1810"})  # 2010 is out of its zone
    game.act("unit", "g-42a")
    assert "2010" in args(game, "to")
    assert lie("2817/2818") == ("rough", "", "single")
    game = situation({"g-13Lw": "2817", "f-1": "2717"})
    assert game.state.zone("entente") >> hexes("2818")[0] & 1 == 0
    game = situation({"g-13Lw": "2817", "f-1": "2718"})  # rough 3, zone to zone 2: five points of four
    game.act("unit", "g-13Lw")
    assert "2818" in args(game, "to")


@rule("6-9.4", "22-6")
def test_trenches_count_as_ground() -> None:
    trench = {"work": "trench", "builder": "entente"}
    s = bare({"g-3": "1110"}, hexes={"1010": trench, "0524": trench})
    assert table(s).step(*hexes("1110", "1010")) == 3
    assert table(s).step(*hexes("0424", "0524")) == 2 + 2 == 4
    units = {"g-13Lw": "1110", "f-1": "1009", "f-2": "1109"}
    game = situation(units, hexes={"1010": trench})
    game.act("unit", "g-13Lw")
    assert "1010" in args(game, "to")  # 3 of ground, 2 of zones, by the minimum move
    game = situation({"g-13Lw": "0424", "f-1": "0423", "f-2": "0525"}, hexes={"0524": trench})
    game.act("unit", "g-13Lw")
    assert refused(game, "to", "0524") == "6-9.3"


@rule("6-9.2", "TEC.1")
def test_nobody_crosses_the_sea() -> None:
    assert lie("0705/0804")[0] == "ocean"
    game = situation({"f-1": ("0705", "spent 240")}, side="entente")  # one point is left
    game.act("unit", "f-1")
    assert refused(game, "to", "0804") == "6-9.2"
    assert table(game.state).step(*hexes("0705", "0804")) is None


# ---- 6-10: Column Movement


@rule("6-10")
def test_column_movement_is_half_as_far_again() -> None:
    game = situation({"g-3": "2306"})
    game.act("unit", "g-3")
    near = set(args(game, "to"))
    game.act("column")
    far = set(args(game, "to"))
    assert near < far
    game.act("to", "2307")
    assert "7 Movement Points" not in game.decision.prompt  # type: ignore[union-attr]
    assert f"{7 - spent(game, 'g-3')} Movement Points" in game.decision.prompt  # type: ignore[union-attr]


@rule("6-10")
@pytest.mark.parametrize(
    ("word", "may"),
    [("g-3", True), ("g-2KD", True), ("g-E20", True), ("g-21a", False), ("g-1A", False), ("g-RPL1", False)],
)
def test_who_marches_in_column(word: str, may: bool) -> None:
    game = situation({word: "2306"})
    game.act("unit", word)
    assert ("column" in verbs(game)) == may
    if not may:
        assert refused(game, "column") == "6-10"


@rule("6-10.1")
def test_a_column_leaves_zones_but_enters_none() -> None:
    game = situation({"g-3": "1110", "f-1": "0910"})
    game.act("unit", "g-3")
    game.act("column")
    assert refused(game, "to", "1010") == "6-10.1"
    game = situation({"g-3": "1010", "f-1": "0910"})
    game.act("unit", "g-3")
    game.act("column")
    assert "1110" in args(game, "to")
    assert refused(game, "to", "0911") == "6-10.1"


@rule("6-10.2", "7-10")
def test_a_column_neither_rides_nor_attacks() -> None:
    game = situation({"g-3": "2306", "be-1": "2206"})
    game.act("unit", "g-3")
    assert "2206" in args(game, "charge")
    game.act("column")
    assert refused(game, "rail") == "7-10"
    assert refused(game, "charge", "2206") == "6-10.2"


# ---- 6-11: enemies in the way


@rule("6-11")
def test_enemies_with_strength_stop_everybody() -> None:
    game = situation({"g-3": "2306", "be-1": "2206", "be-F-Liege": "2107", "be-GHQ": "2305"})
    game.act("unit", "g-3")
    assert refused(game, "to", "2206") == "6-11"
    assert refused(game, "to", "2305") == "6-11"


@rule("6-11", "6-11.1", "9-9", "29-13")
def test_guns_engineers_and_replacements_alone_are_overrun() -> None:
    units = {"g-3": "1110", "f-H1": "1010", "f-E1": "1010", "f-RPL1": "1010"}
    game = situation(units)
    game.act("unit", "g-3")
    game.act("to", "1010")
    assert spent(game, "g-3") == 1  # 6-11.1: no extra cost
    assert {where(game, word) for word in units if word != "g-3"} == {"eliminated"}


@rule("9-9")
def test_an_engineer_with_others_is_not_overrun() -> None:
    game = situation({"g-3": "1110", "f-1": "1010", "f-E1": "1010"})
    game.act("unit", "g-3")
    assert refused(game, "to", "1010") == "6-11"


@rule("6-11", "6-11.1")
@pytest.mark.parametrize("word", ["g-3", "g-2KD", "g-21a", "g-E20", "g-1A", "g-RPL1"])
def test_any_unit_enters_among_enemies_without_strength(word: str) -> None:
    """Guns, engineers, staffs and replacements as well as infantry; among others nobody."""
    game = situation({word: "1110", "f-E1": "1010"})
    game.act("unit", word)
    game.act("to", "1010")
    assert where(game, "f-E1") == "eliminated"
    game = situation({word: "1110", "f-88T": "1010"})
    game.act("unit", word)
    assert refused(game, "to", "1010") == "6-11"


# ---- 10: zones of control


@rule("10-1", "10-4")
def test_figure_6() -> None:
    s = bare({"f-1": "0910", "g-3": "0909"})
    zone = {str(HEXES[h]) for h in HEXES.numbers if s.zone("entente") >> h & 1}
    assert zone == {"0809", "0810", "0909", "0911", "1009", "1010"}


@rule("10-1")
def test_neighbours_as_the_figures_imply() -> None:
    for word, around in (
        ("2107", {"2006", "2007", "2106", "2108", "2206", "2207"}),
        ("2817", {"2717", "2718", "2816", "2818", "2917", "2918"}),
    ):
        assert {str(HEXES[h]) for h in BOARD.neighbours[HEXES.number(word)]} == around


@rule("10-2", "10-3", "24-1", "9-8", "18-2", "21-2")
@pytest.mark.parametrize(
    ("word", "exerts"),
    [
        ("g-3", True), ("g-34B", True), ("g-1Mar", True), ("g-2KD", True), ("f-44", True),
        ("g-21a", False), ("g-42a", False), ("g-E20", False), ("g-RPL1", False), ("g-1A", False), ("g-F-Metz", False),
    ],
)  # fmt: skip
def test_who_exerts_a_zone(word: str, exerts: bool) -> None:
    s = bare({word: "2316"})
    side = "entente" if word.startswith("f") else "central"
    assert bool(s.zone(side)) == exerts


@rule("10-5")
def test_zones_of_both_sides_lie_in_one_hex() -> None:
    s = bare({"f-1": "0910", "g-3": "1110"})
    (h,) = hexes("1010")
    assert s.zone("entente") >> h & 1
    assert s.zone("central") >> h & 1


@rule("10-6")
def test_zones_end_at_the_sea() -> None:
    s = bare({"f-1": "0705"})
    assert not s.zone("entente") >> hexes("0804")[0] & 1


@rule("10-6")
def test_zones_end_at_alpine_hexsides() -> None:
    alpine = next((n for n in range(len(BOARD.links)) if TERRAINS[TERRAIN[n]] == "alpine"), None)
    assert alpine is not None
    a, b = BOARD.links[alpine]
    s = bare({"i-4": str(HEXES[a])}, neutral=())
    assert s.zone("entente")
    assert not s.zone("entente") >> b & 1


@rule("10-6.1")
def test_zones_do_not_enter_neutral_ground() -> None:
    units = {"g-3": "2306"}
    dutch = next(h for h in BOARD.neighbours[hexes("2306")[0]] if bare(units).neutral >> h & 1)
    assert not bare(units).zone("central") >> dutch & 1
    assert bare(units, neutral=()).zone("central") >> dutch & 1
    game = situation(units)
    game.act("unit", "g-3")
    assert refused(game, "to", str(HEXES[dutch])) == "10-6"


@rule("10-7")
def test_figure_7() -> None:
    game = situation({"g-3": "1110", "f-1": "0910"})
    game.act("unit", "g-3")
    game.act("to", "1010")
    assert spent(game, "g-3") == 2
    game.act("to", "0911")
    assert spent(game, "g-3") == 5


@rule("33-2")
def test_assault_units_leave_zones_freely() -> None:
    game = situation({"g-AD1": "1010", "f-1": "0910"})
    game.act("unit", "g-AD1")
    game.act("to", "0911")
    assert spent(game, "g-AD1") == 2


# ---- particular units


@rule("6-9.1", "6-10")
def test_the_minimum_move_is_open_in_column_too() -> None:
    """Mountain 6 and 1 to leave a zone: seven points, where a column of a 4-4 has six."""
    assert lie("2523/2623") == ("mountain", "", "")
    game = situation({"g-13Lw": "2623", "f-1": "2624"})
    game.act("unit", "g-13Lw")
    game.act("column")
    assert "2523" in args(game, "to")
    game.act("to", "2523")
    assert where(game, "g-13Lw") == "2523"


@rule("6-10.1", "25-5", "29-9")
def test_guns_in_column_enter_no_zone_though_infantry_is_there() -> None:
    """29-9 spares them the point, not the enemy's control of the hex."""
    game = situation({"g-21a": ("1110", "arrived"), "g-3": "1010", "f-1": "0910"})
    game.act("unit", "g-21a")
    assert "1010" in args(game, "to")
    game.act("column")
    assert "1010" not in args(game, "to")
    assert refused(game, "to", "1010") == "6-10.1"


@rule("29-9")
def test_guns_enter_a_zone_freely_where_infantry_is() -> None:
    game = situation({"g-21a": "1110", "g-3": "1010", "f-1": "0910"})
    game.act("unit", "g-21a")
    game.act("to", "1010")
    assert spent(game, "g-21a") == 1
    game = situation({"g-21a": "1110", "f-1": "0910"})
    game.act("unit", "g-21a")
    game.act("to", "1010")
    assert spent(game, "g-21a") == 2


@rule("29-12")
def test_guns_make_no_minimum_move_over_mountains() -> None:
    assert lie("2523/2623") == ("mountain", "", "")
    assert lie("2622/2723") == ("mountain", "", "single")
    for start, end, may in (("2523", "2623", False), ("2622", "2723", True)):
        game = situation({"f-H1": start}, side="entente")
        game.act("unit", "f-H1")
        assert (end in args(game, "to")) == may
    game = situation({"f-1": "2523"}, side="entente")
    game.act("unit", "f-1")
    assert "2623" in args(game, "to")


@rule("29-16")
def test_guns_do_not_go_from_trench_to_trench_under_fire() -> None:
    trench = {"work": "trench", "builder": "central"}
    units = {"g-42a": "1110", "g-3": "1010", "g-4": "1110", "f-1": "1111"}
    game = situation(units, hexes={"1110": trench, "1010": trench})
    game.act("unit", "g-42a")
    assert refused(game, "to", "1010") == "29-16"
    game = situation(units, hexes={"1010": trench})
    game.act("unit", "g-42a")
    assert "1010" in args(game, "to")


@rule("18-3")
def test_headquarters_avoid_trenches_without_railway_or_engineers() -> None:
    trench = {"work": "devastation"}
    plain = next(
        b for b in BOARD.neighbours[hexes("1110")[0]] if not any(TRACK[BOARD.link[b, c]] for c in BOARD.neighbours[b])
    )
    word = str(HEXES[plain])
    game = situation({"g-1A": "1110"}, hexes={word: trench})
    game.act("unit", "g-1A")
    assert refused(game, "to", word) == "18-3"
    game = situation({"g-1A": "1110", "g-E20": word}, hexes={word: trench})
    game.act("unit", "g-1A")
    assert word in args(game, "to")
    game = situation({"g-1A": "2307"}, hexes={"2306": trench})  # an Operative railway is there
    game.act("unit", "g-1A")
    assert "2306" in args(game, "to")


@rule("32-1", "32-2")
def test_mountain_units_pay_less() -> None:
    assert crossing(some("wooded_rough"), True) == 3
    assert crossing(some("mountain"), True) == 5
    assert crossing(some("rough", "", "single"), True) == 2
    assert crossing(some("rough"), True) == 3
    game = situation({"f-44": "2207"}, side="entente")
    game.act("unit", "f-44")
    game.act("to", "2308")
    assert (crossing(link("2207/2308")), spent(game, "f-44")) == (4, 3)


@rule("32-3")
def test_mountain_units_are_stopped_by_seven_points_only() -> None:
    trench = {"work": "trench", "builder": "central"}
    units = {"f-44": ("1910", 1), "g-3": "1911"}
    game = situation(units, side="entente", hexes={"2010": trench})
    game.act("unit", "f-44")  # ground 3 + 2, zones 2: seven of five points, but not more than six of ground
    assert "2010" in args(game, "to")
    game = situation({"f-1": "1910", "g-3": "1911"}, side="entente", hexes={"2010": trench})
    game.act("unit", "f-1")
    assert refused(game, "to", "2010") == "6-9.3"


@rule("TEC.16")
def test_major_rivers_are_not_crossed_from_zone_to_zone() -> None:
    assert lie("2401/2501")[1] == "major"
    a, b = "2504", "2603"
    assert lie("2504/2603")[1] == "major"
    both = set(BOARD.neighbours[hexes(a)[0]]) & set(BOARD.neighbours[hexes(b)[0]])
    enemy = str(HEXES[next(iter(both))])
    game = situation({"g-3": a, "f-1": enemy})
    game.act("unit", "g-3")
    assert refused(game, "to", b) == "TEC.16"
    game = situation({"g-3": a})
    game.act("unit", "g-3")
    assert b in args(game, "to")


@rule("25-4")
def test_who_mobilizes_stays() -> None:
    game = situation({"be-1": "1806"}, side="entente", turn=1)
    assert refused(game, "unit", "be-1") == "25-4"
    game = situation({"be-1": "1806"}, side="entente", turn=2)
    assert args(game, "unit") == ["be-1"]

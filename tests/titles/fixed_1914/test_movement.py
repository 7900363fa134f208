"""MV, SM, MB-4, MB-5, UC-4: movement on foot, rivers and their banks, hexes with enemies of no defence."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.fixed_1914.board import BOARD, HEXES
from front1914.titles.fixed_1914.combat.retreat import free_hexes
from front1914.titles.fixed_1914.ways import ON_FOOT
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.arena import CENTRE, NE, N
from tests.titles.fixed_1914.positions import (
    Placed,
    args,
    asked,
    factors,
    happened,
    mark,
    refused,
    situation,
    verbs,
    where,
)
from tests.titles.fixed_1914.sheet import around, distance

rule = pytest.mark.rule
FAR: dict[str, Placed] = {"g-XXV": "MM15", "f-COL": "B20"}  # somebody on each side, out of everybody's way
ROUGH = ("II16", "II17", "II18", "II19", "II20")  # from north to south, all of them rough
FOREST = ("I25", "J25", "K25", "L25", "M25", "N25")  # from the clear hex I25 eastwards; N25 is clear


def picked(unit: str, units: dict[str, Placed], side: str = "allied", **more: object) -> Game:
    """The unit is about to march."""
    game = situation({**FAR, **units}, side=side, **more)  # type: ignore[arg-type]
    game.act("unit", unit)
    return game


def steps(game: Game, *hexes: str) -> None:
    """Goes hex by hex."""
    for place in hexes:
        game.act("to", place)


def furthest(game: Game) -> int:
    """How many hexes away the furthest hex is that is offered."""
    u = game.state.flow[-1][1]
    return max(BOARD.distance(game.state.at[u], HEXES.number(place)) for place in args(game, "to"))


# ---- the allowance (UC-4, SM-1)


@rule("UC-4.1", "UC-4.2", "MV-1", "MV-2", "MB-1")
def test_a_unit_beside_an_enemy_moves_its_factor() -> None:
    """FX-E086."""
    game = picked("f-I", {"f-I": CENTRE, "g-I": N})
    assert furthest(game) == 3
    assert refused(game, "to", "K24") == "UC-4"
    game.act("to", "K22")
    assert mark(game, "f-I", "spent") == 4
    game.act("stop")
    assert where(game, "f-I") == "K22"


@rule("SM-1.1")
@pytest.mark.parametrize(
    ("unit", "hexes"), [pytest.param("f-I", 4, id="FX-E087"), pytest.param("g-C2", 5, id="FX-E088")]
)
def test_the_strategic_bonus(unit: str, hexes: int) -> None:
    game = picked(unit, {unit: CENTRE}, side="german" if unit[0] == "g" else "allied")
    assert furthest(game) == hexes


@rule("SM-1.1")
def test_no_bonus_for_who_comes_beside_an_enemy_on_the_way() -> None:
    """K24 lies four hexes off: by K21 to K23 it comes beside the enemy in J21, by the east it does not."""
    game = picked("f-I", {"f-I": CENTRE, "g-I": "I22"})
    steps(game, "K21")
    assert "K24" in args(game, "to")
    game = picked("f-I", {"f-I": CENTRE, "g-I": "J21"})
    steps(game, "K21")
    assert "K24" not in args(game, "to")
    assert mark(game, "f-I", "near") == 2


@rule("SM-1.1")
def test_inverted_counters_and_blanks_take_the_bonus_too() -> None:
    """K16 lies four hexes away, and beside the blank."""
    assert "K16" in args(picked("f-I", {"f-I": CENTRE}), "to")
    assert "K16" not in args(picked("f-I", {"f-I": CENTRE, "g-blank1": ("K15", "hidden")}), "to")


@rule("SM-1.2", "RM-6.3")
def test_artillery_has_no_bonus() -> None:
    assert furthest(picked("f-AL1", {"f-AL1": CENTRE})) == 2
    assert furthest(picked("g-210-1", {"g-210-1": CENTRE}, side="german")) == 2


@rule("MV-6")
def test_movement_is_not_kept() -> None:
    game = picked("f-I", {"f-I": CENTRE, "f-II": CENTRE})
    game.act("stay")
    assert refused(game, "unit", "f-I") == "MV-6"
    game.act("unit", "f-II")
    assert furthest(game) == 4


# ---- terrain (MB-5, MV-8)


@rule("MB-5.1")
def test_rough_hexes_cost_half_a_point_more() -> None:
    """FX-E089: three rough hexes are too much for a factor of 3."""
    game = picked("g-I", {"g-I": ROUGH[0], "f-I": "HH15"}, side="german")
    steps(game, ROUGH[1], ROUGH[2])
    assert mark(game, "g-I", "spent") == 6
    assert asked(game)[1] == "move"


@rule("MB-5.1")
def test_forest_costs_infantry_half_a_point_more() -> None:
    game = picked("f-I", {"f-I": FOREST[0], "g-I": "I24"})
    steps(game, FOREST[1])
    assert mark(game, "f-I", "spent") == 3
    steps(game, FOREST[2])
    assert mark(game, "f-I", "spent") == 6


@rule("MB-5.2")
def test_the_bonus_does_not_take_infantry_into_rough_or_forest() -> None:
    """FX-E090, FX-E253: clear, clear, rough is too much, rough, clear, clear is not."""
    game = picked("f-I", {"f-I": "G24"})
    steps(game, "H25", "I25")
    assert mark(game, "f-I", "spent") == 4
    assert FOREST[1] not in args(game, "to")
    assert refused(game, "to", FOREST[1]) == "UC-4"
    game = picked("f-I", {"f-I": FOREST[0]})
    steps(game, FOREST[1])
    assert mark(game, "f-I", "spent") == 3
    steps(game, "J26", "I26")
    assert mark(game, "f-I", "spent") == 7


@rule("MB-5.3")
def test_cavalry_rides_through_forest() -> None:
    """FX-E091: beside an enemy, four forest hexes and no more."""
    game = picked("f-C1", {"f-C1": FOREST[0], "g-I": "I24"})
    steps(game, *FOREST[1:5])
    assert mark(game, "f-C1", "spent") == 8
    assert asked(game)[1] == "move"


@rule("MB-5.4")
def test_cavalry_pays_for_rough_ground() -> None:
    """FX-E092."""
    game = picked("g-C2", {"g-C2": ROUGH[0], "f-I": "HH15"}, side="german")
    steps(game, ROUGH[1], ROUGH[2])
    assert mark(game, "g-C2", "spent") == 6
    assert ROUGH[3] not in args(game, "to")


@rule("MV-8.1")
def test_one_hex_can_always_be_entered() -> None:
    """FX-E093: the 420 with a factor of 1 enters a rough hex, and stops."""
    game = picked("g-420-1", {"g-420-1": ROUGH[0]}, side="german")
    game.act("to", ROUGH[1])
    assert where(game, "g-420-1") == ROUGH[1]
    assert asked(game)[1] == "move"


@rule("MV-8.2", "RM-5.1", "RM-6.1")
def test_the_railroad_gun_and_engineers_do_not_march() -> None:
    """FX-E094."""
    for unit in ("g-420RR", "g-EB1"):
        game = picked(unit, {unit: CENTRE}, side="german")
        assert args(game, "to") == []
        assert refused(game, "to", N) == "MV-8"


@rule("MV-7", "MB-9")
def test_closed_hexes() -> None:
    game = picked("f-I", {"f-I": "B20"})
    assert refused(game, "to", "A20") == "MV-7"
    assert refused(picked("f-I", {"f-I": "K4"}), "to", "J3") in ("MB-9", "MV-7")


@rule("ST-2.1", "ST-2.2")
def test_a_hexside_is_crossed_by_as_many_as_like() -> None:
    """Two corps cross to the hex of a third, where there is no room for three, and the third goes on."""
    game = situation({**FAR, "f-I": CENTRE, "f-II": CENTRE, "f-III": "K21"}, side="allied")
    for unit in ("f-I", "f-II"):
        game.act("unit", unit)
        game.act("to", "K21")
        game.act("stop")
    assert refused(game, "done") == "ST-1"
    game.act("unit", "f-III")
    game.act("to", "K22")
    game.act("stop")
    assert game.why_not("done") is None


@rule("CB-1.1")
def test_nobody_is_stopped_by_an_enemy_that_he_passes() -> None:
    """Round a corps from hex to hex, each of them beside it."""
    game = picked("f-I", {"f-I": "J19", "g-I": "K20"})
    steps(game, "J20", "K21", "L21")
    assert where(game, "f-I") == "L21"


@rule("MV-5")
def test_friends_are_passed() -> None:
    """Three corps in the way do not matter; only at the end of the phase would they (ST-1)."""
    game = picked("f-I", {"f-I": CENTRE, "f-II": "K21", "f-III": "K21"})
    steps(game, "K21", "K22")
    assert where(game, "f-I") == "K22"


# ---- rivers (MB-4): the Marne comes into Q19 from R19 and leaves to P19; Q18 is north, Q20 south of it


def cost(path: tuple[str, ...]) -> int:
    """Half points of a path of hexes, from a start where no river matters."""
    nodes = {HEXES.number(path[0]): 0}
    for place in path[1:]:
        h, found = HEXES.number(place), dict[int, int]()
        for node, spent in nodes.items():
            for target, n, points, _ in ON_FOOT[node]:
                if n == h:
                    found[target] = min(spent + points, found.get(target, 99))
        nodes = found
    return min(nodes.values())


@rule("MB-4.1")
def test_a_river_entered_and_crossed_costs_a_point() -> None:
    """FX-E095."""
    game = picked("f-I", {"f-I": "Q18", "g-I": "P17"})
    steps(game, "Q19")
    assert mark(game, "f-I", "spent") == 2
    steps(game, "Q20")
    assert mark(game, "f-I", "spent") == 6
    assert where(game, "f-I") == "Q20"


@rule("MB-4.1")
def test_artillery_cannot_cross_at_once() -> None:
    """FX-E099: 1 + 1 + 1 is more than its factor of 2."""
    game = picked("f-AL1", {"f-AL1": "Q18"})
    steps(game, "Q19")
    assert "Q20" not in args(game, "to")
    assert "Q18" in args(game, "to")


@rule("MB-4.2")
def test_who_starts_on_the_river_crosses_free() -> None:
    """FX-E096, whichever bank it stands on."""
    for bank in ("left", "right"):
        for goal in ("Q18", "Q20"):
            game = picked("f-I", {"f-I": ("Q19", bank), "g-I": "R17"})
            steps(game, goal)
            assert mark(game, "f-I", "spent") == 2


@rule("MB-4.3")
def test_back_to_the_same_bank_costs_nothing() -> None:
    """FX-E097."""
    game = picked("f-I", {"f-I": "Q18", "g-I": "Q17"})
    steps(game, "Q19", "R19")
    assert mark(game, "f-I", "spent") == 4
    game = picked("f-I", {"f-I": "Q18", "g-I": "Q17"})
    steps(game, "Q19", "Q18")
    assert mark(game, "f-I", "spent") == 4


@rule("MB-4.4")
def test_a_city_bridges_its_river() -> None:
    """Chalons on the Marne, against a hex of the same river without a town."""
    with_town = ("Y22", "Y23", "Y24")
    assert cost(with_town) == 4
    assert cost(("Q18", "Q19", "Q20")) == 6


@rule("MB-4.5")
def test_the_bank_is_remembered() -> None:
    game = picked("f-I", {"f-I": "Q18"})
    steps(game, "Q19")
    assert game.position()["units"]["f-I"]["bank"] == "right"
    game = picked("f-I", {"f-I": "Q20"})
    steps(game, "Q19")
    assert "bank" not in game.position()["units"]["f-I"]  # the left one, which is written as nothing


@rule("MB-4.3")
def test_along_the_river_the_bank_is_kept_or_chosen_at_the_start() -> None:
    """H5: who starts in a river hex may choose the bank that it keeps; who came in on one bank stays on it."""
    game = picked("f-I", {"f-I": ("Q19", "right")})
    game.act("to", "P19")
    assert asked(game) == ("allied", "ford")
    assert sorted(args(game, "bank")) == ["left", "right"]
    assert refused(game, "bank", "middle") == "MB-4"
    game.act("bank", "left")
    assert "bank" not in game.position()["units"]["f-I"]
    game = picked("f-AL1", {"f-AL1": "Q18"})
    steps(game, "Q19", "P19")
    assert game.position()["units"]["f-AL1"]["bank"] == "right"


# ---- enemies (MV-4)


@rule("MV-4.1", "MV-4.2")
def test_no_entry_where_an_enemy_defends() -> None:
    """FX-E100: one defence factor above zero is enough."""
    for there in ({"g-C2": N}, {"g-C2": (N, "(2)-1-4"), "g-210-1": N}):
        assert refused(picked("f-I", {"f-I": CENTRE, **there}), "to", N) == "MV-4"
    for there in ({"g-210-1": N}, {"g-210-1": N, "g-C2": (N, "(1)-0-4")}):
        assert N in args(picked("f-I", {"f-I": CENTRE, **there}), "to")


@rule("MV-4.2", "MV-4.4", "AR-6.1")
def test_artillery_alone_is_overrun() -> None:
    game = picked("f-I", {"f-I": CENTRE, "g-210-1": N})
    game.act("to", N)
    assert where(game, "f-I") == N
    assert where(game, "g-210-1") == "eliminated"
    assert args(game, "to")  # it may go on


@rule("AR-6.2")
def test_who_overran_artillery_may_attack() -> None:
    game = picked("f-I", {"f-I": CENTRE, "g-210-1": N, "g-I": "K18"})
    steps(game, N)
    game.act("stop")
    game.act("done")
    assert asked(game) == ("allied", "attack")
    assert "K18" in args(game, "to")


@rule("MV-4.3", "CV-5.2", "SP-5.2")
def test_cavalry_of_no_defence_is_driven_away() -> None:
    game = picked("f-I", {"f-I": CENTRE, "g-C2": (N, "(1)-0-4"), "g-210-1": N})
    game.act("to", N)
    assert asked(game) == ("german", "displace")
    assert CENTRE not in args(game, "to")
    assert refused(game, "to", "K16") == "CV-5"
    game.act("to", "K18")
    assert where(game, "g-C2") == "K18"
    assert where(game, "g-210-1") == "eliminated"  # B-38
    assert where(game, "f-I") == N
    assert asked(game) == ("allied", "march")


@rule("MV-4.3")
def test_cavalry_may_perish_instead() -> None:
    game = picked("f-I", {"f-I": CENTRE, "g-C2": (N, "(1)-0-4")})
    game.act("to", N)
    game.act("eliminate")
    assert where(game, "g-C2") == "eliminated"


@rule("CV-5.3")
def test_cavalry_without_a_place_to_go_is_eliminated() -> None:
    """Friends fill every hex around."""
    around = ("K18", "L19", "L20", "J19", "J18")
    full: dict[str, Placed] = {}
    corps = iter(("g-G", "g-I", "g-II", "g-III", "g-IV", "g-V", "g-VI", "g-VII", "g-VIII", "g-IX"))
    for place in around:
        full |= {next(corps): place, next(corps): place}
    game = picked("f-I", {"f-I": CENTRE, "g-C2": (N, "(1)-0-4"), **full})
    game.act("to", N)
    assert verbs(game) == {"eliminate"}
    assert refused(game, "to", "K18") == "CV-5"


@rule("CV-5.2")
def test_without_an_attack_factor_cavalry_is_not_driven_away() -> None:
    """B-37: a 305 has none; a lone gun it may overrun."""
    game = picked("g-305-1", {"g-305-1": CENTRE, "f-C1": (N, "(1)-0-4"), "f-AL1": NE}, side="german")
    assert refused(game, "to", N) == "CV-5"
    assert NE in args(game, "to")


@rule("FA-1.1", "FA-1.3", "FA-1.4")
def test_fortification_artillery_alone_is_destroyed_and_never_moves() -> None:
    game = picked("f-I", {"f-I": "NN34", "fort-molsheim": "OO34"})
    assert refused(situation({**FAR, "fort-molsheim": "OO34"}), "unit", "fort-molsheim") == "FA-1"
    game.act("to", "OO34")
    assert where(game, "fort-molsheim") == "eliminated"
    assert happened(game, "control")


# ---- blanks (PP-18)


@rule("PP-18.3")
def test_a_blank_moves_two_hexes() -> None:
    """FX-E049: a corps goes three in its place, and a fourth with the bonus."""
    assert furthest(picked("g-blank1", {"g-blank1": ("QQ28", "hidden")}, side="german")) == 2
    assert furthest(picked("g-I", {"g-I": ("QQ28", "hidden")}, side="german")) == 4


@rule("PP-18.4", "PP-17.3", "PP-17.2")
def test_a_blank_that_leaves_germany_is_removed() -> None:
    """Into Luxembourg, which is at war; Luxembourg at peace it may not enter."""
    game = picked("g-blank1", {"g-blank1": ("II23", "hidden")}, side="german")
    game.act("to", "HH22")
    assert where(game, "g-blank1") == "absent"
    assert [e["unit"] for e in happened(game, "revealed")] == ["g-blank1"]
    game = picked("g-blank1", {"g-blank1": ("II23", "hidden")}, side="german", invaded={})
    assert refused(game, "to", "HH22") == "BN-2"


@rule("SP-2.1", "SP-2.2", "SP-5.1", "SP-5.2")
@pytest.mark.parametrize(("side", "own", "other"), [("german", "g-I", "f-I"), ("allied", "f-I", "g-I")])
def test_only_the_side_whose_phase_it_is_moves(side: str, own: str, other: str) -> None:
    game = situation({**FAR, "g-I": "K18", "f-I": "K22"}, side=side)
    assert own in args(game, "unit")
    assert other not in args(game, "unit")
    assert refused(game, "unit", other) == "SP-2"


@rule("SP-2.2", "CV-5.2")
def test_allied_cavalry_gives_way_in_the_german_phase() -> None:
    game = picked("g-I", {"g-I": CENTRE, "f-C1": (N, "(1)-0-4")}, side="german")
    game.act("to", N)
    assert asked(game) == ("allied", "displace")
    game.act("to", "K18")
    assert (where(game, "f-C1"), where(game, "g-I")) == ("K18", N)
    assert asked(game) == ("german", "march")


@rule("MV-3.1", "MV-3.2", "DP-3", "SP-2.1", "SP-5.1")
def test_movement_comes_before_combat() -> None:
    game = situation({**FAR, "g-I": N, "f-I": CENTRE})
    assert refused(game, "commit") == "MV-1"
    game.act("done")
    assert asked(game) == ("german", "attack")
    assert refused(game, "unit", "g-I") == "CB-2"  # nobody moves any more


@rule("UC-2", "UC-3")
def test_factors_are_those_of_the_step() -> None:
    game = situation({**FAR, "g-I": (N, "4-9-3"), "g-C2": NE})
    assert factors(game, "g-I") == "4-9-3"
    assert (game.state.attack(0), factors(game, "g-C2")) == (7, "(4)-3-4")


@rule("MB-9")
def test_nobody_lands_on_an_island() -> None:
    """Holland is at war, and X6 touches three of its islands: no march, no retreat, no cavalry's flight leads there."""
    for unit, side in (("g-I", "german"), ("g-C2", "german"), ("nl-I", "allied"), ("f-I", "allied")):
        game = picked(unit, {unit: "X6"}, side=side, turn=5)
        for island in ("X5", "W5"):
            assert refused(game, "to", island) == "MB-9"
        state, u = game.state, UNITS.number(unit)
        assert not any(free_hexes(state, u) >> HEXES.number(island) & 1 for island in ("X5", "W5", "V5"))


@rule("MB-1")
def test_the_six_hexes_around_a_hex() -> None:
    """By the printed letters and numbers, worked out here: a gun of one factor goes to these and no others."""
    for start in ("K20", "L21", "N18", "J19"):
        game = picked("g-420-1", {"g-420-1": start}, side="german")
        assert set(args(game, "to")) == set(around(start))
    for start in ("K20", "L21"):
        game = picked("f-I", {"f-I": start})
        for place, hint in ((p, game.hints()[f"to {p}"]) for p in args(game, "to")):
            if hint["left"] + distance(start, place) == 4:
                assert len(hint["path"]) == distance(start, place) + 1
        assert {p for p in args(game, "to") if distance(start, p) == 1} == set(around(start))

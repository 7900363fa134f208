"""CB-16, CB-17: who may take a hex that its defenders have left."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.fixed_1914.board import HEXES
from front1914.titles.fixed_1914.world import UNITS
from tests.titles.fixed_1914.arena import CENTRE, NE, NW, SE, SW, N, S, arena, attack, face, host, onslaught
from tests.titles.fixed_1914.positions import Placed, args, asked, happened, refused, where


def give_ground(game: Game, to: str = S) -> None:
    game.act("retreat")
    game.act("to", to)


@pytest.mark.rule("CB-16.1")
def test_after_a_retreat_all_who_attacked_may_advance() -> None:
    game = onslaught({"f-44D": CENTRE}, "-/0")
    give_ground(game)
    assert asked(game) == ("german", "advance")
    assert set(args(game, "unit")) == set(host(4))
    game.act("unit", "g-II")
    game.act("done")
    assert [where(game, unit) for unit in host(4)] == [N, N, CENTRE, NE]


@pytest.mark.rule("CB-16.1")
def test_after_a_loss_without_a_choice_too() -> None:
    """FX-E223."""
    game = onslaught({"f-44D": (CENTRE, "1-3-3")}, "-/1")
    assert asked(game) == ("german", "advance")
    assert set(args(game, "unit")) == set(host(4))


@pytest.mark.rule("CB-17")
def test_after_a_voluntary_stand_only_cavalry_of_the_last_attack() -> None:
    units: dict[str, Placed] = {"g-I": N, "g-C1": N, "g-II": NE, "g-III": NE, "f-44D": (CENTRE, "1-3-3")}
    game = arena(units, dice=[face("I", "6:1", "-/0")])
    attack(game, CENTRE, "g-I", "g-C1", "g-II", "g-III")
    game.act("stand")
    assert asked(game) == ("german", "advance")
    assert args(game, "unit") == ["g-C1"]
    assert refused(game, "unit", "g-I") == "CB-17"
    game.act("unit", "g-C1")
    assert where(game, "g-C1") == CENTRE


@pytest.mark.rule("CB-17")
def test_without_cavalry_nobody_advances_then() -> None:
    game = onslaught({"f-44D": (CENTRE, "1-3-3")}, "-/0")
    game.act("stand")
    assert asked(game) == ("german", "attack")


@pytest.mark.rule("CB-16.1", "CB-17")
def test_who_had_no_retreat_did_not_choose_to_stand() -> None:
    """CB-16 speaks of elimination without the option to retreat."""
    ring = {"g-I": N, "g-II": NE, "g-III": SE, "g-IV": S, "g-V": SW, "g-VI": NW}
    game = arena({**ring, "f-44D": (CENTRE, "1-3-3")}, dice=[face("I", "6:1", "-/0")])
    attack(game, CENTRE, *ring)
    assert where(game, "f-44D") == "eliminated"
    assert set(args(game, "unit")) == set(ring)


@pytest.mark.rule("CB-16.3")
def test_units_of_an_earlier_attack_on_the_hex_may_advance_too() -> None:
    units: dict[str, Placed] = {**host(4), "g-XI": SE, "f-44D": CENTRE, "f-61D": (CENTRE, "1-3-3")}
    game = arena(units, dice=[face("I", "1:1", "1/-"), face("I", "6:1", "-/1"), 1])
    attack(game, CENTRE, "g-XI")
    attack(game, CENTRE, *host(4))
    assert asked(game) == ("german", "attack"), "the unit above is still there"
    game = arena({**units, "f-44D": (CENTRE, "1-3-3")}, dice=[face("I", "2:1", "1/0"), face("I", "6:1", "-/1")])
    attack(game, CENTRE, "g-XI")
    give_ground(game)
    attack(game, CENTRE, *host(4))
    assert asked(game) == ("german", "advance")
    assert "g-XI" in args(game, "unit")


@pytest.mark.rule("CB-17", "CB-16.3")
def test_cavalry_of_an_earlier_attack_does_not_count_as_support() -> None:
    units: dict[str, Placed] = {
        "g-I": N, "g-C1": N, **dict.fromkeys(("g-II", "g-III"), NE), "f-61D": CENTRE, "f-44D": (CENTRE, "1-3-3"),
    }  # fmt: skip
    game = arena(units, dice=[face("I", "2:1", "1/0"), face("I", "4:1", "-/0")])
    attack(game, CENTRE, "g-I", "g-C1")
    give_ground(game)
    attack(game, CENTRE, "g-II", "g-III")
    game.act("stand")
    assert asked(game) == ("german", "attack")


@pytest.mark.rule("CB-16.2")
def test_an_advance_keeps_to_the_stacking_limits() -> None:
    """Two corps fill the hex; a division finds no room."""
    game = onslaught({"f-44D": CENTRE}, "-/0")
    give_ground(game)
    game.act("unit", "g-G")
    game.act("unit", "g-I")
    assert asked(game) == ("german", "insert")
    game.act("under", "g-G")
    assert asked(game) == ("german", "attack"), "nobody else fits, so nobody is asked"


@pytest.mark.rule("CB-16.2", "CE-3")
def test_a_reduced_corps_takes_the_room_of_a_corps() -> None:
    """FX-E133."""
    game = arena({"g-I": N, "g-II": N, "g-III": (NE, "2-7-3"), "f-CH1": CENTRE}, dice=[face("I", "6:1", "-/1")])
    attack(game, CENTRE, "g-I", "g-II", "g-III")
    game.act("unit", "g-I")
    game.act("unit", "g-II")
    game.act("above", "g-I")
    assert asked(game) == ("german", "attack")
    assert where(game, "g-III") == NE


@pytest.mark.rule("CB-16.1")
def test_who_did_not_attack_stays() -> None:
    game = onslaught({"f-44D": CENTRE, "g-XI": SE}, "-/0")
    give_ground(game)
    assert refused(game, "unit", "g-XI") == "CB-16"


@pytest.mark.rule("CB-16.1")
def test_no_advance_while_somebody_is_left() -> None:
    game = onslaught({"f-44D": CENTRE, "f-1GRD": CENTRE}, "-/0")
    give_ground(game)
    assert asked(game) == ("german", "attack")


@pytest.mark.rule("CB-16.1", "VC-5.2")
def test_an_advance_takes_control() -> None:
    """Reims W20 becomes German."""
    units: dict[str, Placed] = {"g-I": "W19", "g-II": "W19", "f-CH1": "W20"}
    game = arena(units, dice=[face("I", "6:1", "-/1")])
    attack(game, "W20", "g-I", "g-II")
    game.act("unit", "g-I")
    assert game.state.holds("german", HEXES.number("W20"))


@pytest.mark.rule("CB-16.1", "AR-2.1")
def test_artillery_advances_with_the_others() -> None:
    """B-81."""
    game = arena({"g-I": N, "g-210-1": N, "f-CH1": CENTRE}, dice=[face("I", "6:1", "-/1")])
    attack(game, CENTRE, "g-I", "g-210-1")
    assert args(game, "unit") == ["g-I", "g-210-1"]


@pytest.mark.rule("MV-8.2", "CB-16.1")
def test_railroad_artillery_advances_only_along_a_railway() -> None:
    """K11 lies on a line from J11 to L11; not so K12."""
    for target, may in (("L11", True), ("K12", False)):
        units: dict[str, Placed] = {"g-I": "K11", "g-420RR": "K11", "f-CH1": target}
        game = arena({"g-XXV": "J20", "f-COL": "J21", **units}, dice=[face("I", "6:1", "-/1")])
        attack(game, target, "g-I", "g-420RR")
        assert ("g-420RR" in args(game, "unit")) is may


@pytest.mark.rule("BN-2.1", "CB-16.1")
def test_the_french_do_not_advance_over_a_closed_border() -> None:
    """They may attack Germans in Belgium before it is open to them, but not follow."""
    units: dict[str, Placed] = {"f-I": "X14", "f-II": "X14", "g-LW1-1": "Y14"}
    game = arena(units, side="allied", invaded={"belgium": 1}, dice=[face("I", "6:1", "-/1")])
    attack(game, "Y14", "f-I", "f-II")
    assert asked(game)[1] != "advance"
    game = arena(units, side="allied", taken={"capital": 1}, dice=[face("I", "6:1", "-/1")])
    attack(game, "Y14", "f-I", "f-II")
    assert asked(game) == ("allied", "advance")


@pytest.mark.rule("TC-1a.2", "CB-16.1")
def test_an_advance_into_a_river_hex_is_from_the_bank_by_which_it_comes() -> None:
    """H5 (1): from Q20 into Q19 means the left bank."""
    game = arena({"g-I": "Q20", "f-CH1": ("Q19", "right")}, dice=[face("I", "6:1", "-/1")])
    attack(game, "Q19", "g-I")
    game.act("unit", "g-I")
    assert game.state.bank[UNITS.number("g-I")] == 0


@pytest.mark.rule("CB-12.4")
def test_who_advanced_does_not_fight_again() -> None:
    units: dict[str, Placed] = {"g-I": N, "f-CH1": CENTRE, "f-44D": S}
    game = arena(units, dice=[face("I", "6:1", "-/1")])
    attack(game, CENTRE, "g-I")
    game.act("unit", "g-I")
    assert refused(game, "to", S) == "CB-1"


@pytest.mark.rule("PP-17.1", "CB-16.1")
def test_an_advance_turns_up_whom_it_meets() -> None:
    units: dict[str, Placed] = {"g-I": N, "f-CH1": CENTRE, "f-44D": ("K22", "hidden"), "f-61D": (S, "hidden")}
    game = arena(units, dice=[face("I", "6:1", "-/1")])
    attack(game, CENTRE, "g-I")
    game.act("unit", "g-I")
    assert [told["unit"] for told in happened(game, "revealed")] == ["f-61D"]

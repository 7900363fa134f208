"""35, 36: the Danube and its flotillas, at Belgrade (sheet 6-5): 4304 and 4305 face each other across the river."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg import danube, flotillas, supply
from front1914.titles.der_weltkrieg.board import BOARD
from front1914.titles.der_weltkrieg.state import DWState
from tests.titles.der_weltkrieg import positions
from tests.titles.der_weltkrieg.arena import attack, record, until
from tests.titles.der_weltkrieg.positions import (
    Placed,
    args,
    asked,
    hexes,
    mark,
    refused,
    strength,
    unit,
    where,
)

NORTH, SOUTH = "4304", "4305"


def situation(units: dict[str, Placed], **more: Any) -> Game:
    """October 1915, everybody at war."""
    return positions.situation(units, **{"scenario": "danube", "year": 1915, "month": 10, **more})


def bare(units: dict[str, Placed]) -> DWState:
    state: DWState = situation(units).state
    return state


def ids(bits: int) -> set[str]:
    return {str(word) for word in BOARD.ids(bits)}


# ---- 35-1, 35-2: crossing


@pytest.mark.rule("35-1")
def test_nobody_crosses_towards_an_enemy_on_the_banks():
    game = situation({"ah-3": NORTH, "s-1M": "4405"})
    game.act("unit", "ah-3")
    assert refused(game, "to", SOUTH) == "35-1"
    free = situation({"ah-3": NORTH, "s-1M": "4308"})
    free.act("unit", "ah-3")
    assert SOUTH in args(free, "to")


@pytest.mark.rule("35-1")
def test_an_enemy_behind_the_banks_does_not_bar_the_river():
    """4306 does not border the Danube; its zone of control reaches 4305."""
    s = bare({"ah-3": NORTH, "s-1M": "4306"})
    assert s.zone("entente") >> hexes(SOUTH)[0] & 1
    assert not danube.BANKS >> hexes("4306")[0] & 1
    assert danube.refuse_crossing(s, "central", *hexes(NORTH, SOUTH)) is None


@pytest.mark.rule("35-2")
def test_a_hex_that_friends_hold_may_be_entered():
    game = situation({"ah-3": NORTH, "ah-36": SOUTH, "s-1M": "4405"})
    game.act("unit", "ah-3")
    assert SOUTH in args(game, "to")


@pytest.mark.rule("35-2.1", "35-3")
def test_an_advance_crosses_all_the_same():
    """The Serbs give way from Tsche 4205; another on the banks beside it does not stop the advance."""
    units = dict.fromkeys(("ah-3", "ah-36", "ah-21", "ah-40", "ah-E1"), "4204") | {"ah-5A": ("4203", "supply 60")}
    game = situation(units | {"s-1D": ("4205", 1), "s-1M": "4405"}, step="combat", dice=[6, 1])
    attack(game, "4205", "ah-3", "ah-36", "ah-21", "ah-40")
    until(game, "advance")
    game.act("unit", game.decision.actions[0].arg)
    assert any(where(game, word) == "4205" for word in ("ah-3", "ah-36", "ah-21", "ah-40"))


# ---- 35-3, 35-4: attacks


@pytest.mark.rule("35-3")
def test_an_attack_over_the_danube_needs_an_engineer_in_each_hex():
    units = {"ah-3": NORTH, "ah-36": "4204", "s-1M": SOUTH, "ah-E1": NORTH, "ah-5A": ("4303", "supply 60")}
    game = situation(units, step="combat")
    game.act("to", SOUTH)
    assert "ah-3" in args(game, "unit")
    assert refused(game, "unit", "ah-36") == "35-3"


@pytest.mark.rule("35-4")
def test_guns_fire_over_the_danube_without_engineers():
    units = {"ah-A1": NORTH, "ah-3": NORTH, "s-1M": SOUTH, "ah-5A": ("4303", "supply 60")}
    game = situation(units, step="combat")
    game.act("to", SOUTH)
    assert args(game, "unit") == ["ah-A1"]


@pytest.mark.rule("35-3.1")
def test_one_attack_over_the_danube_from_a_hex():
    units = {"ah-3": "4404", "ah-36": "4404", "ah-E1": "4404", "ah-5A": ("4403", "supply 60")}
    game = situation(units | {"s-1M": "4405", "s-1D": SOUTH, "s-1T": "4505"}, step="combat", dice=[1, 1, 1, 1])
    attack(game, "4405", "ah-3")
    until(game, "attack")
    assert game.state.bridged[hexes("4404")[0]] == hexes("4405")[0] + 1
    assert refused(game, "to", "4505") == "35-3"


@pytest.mark.rule("35-3.2")
def test_the_engineer_is_lost_with_all_who_attacked():
    """One point attacks and the counterattack takes it; the engineer goes too."""
    units = {"ah-PL": (NORTH, 1), "ah-E1": NORTH, "ah-5A": ("4303", "supply 9"), "s-1M": SOUTH, "s-1D": SOUTH}
    game = situation(units, step="combat", dice=[1, 6])
    attack(game, SOUTH, "ah-PL")
    until(game, "attack", "recombine", "move")
    assert where(game, "ah-PL") == "eliminated"
    assert where(game, "ah-E1") == "eliminated"


@pytest.mark.rule("35-3.2")
def test_the_engineer_lives_with_one_who_is_left():
    units = {"ah-3": NORTH, "ah-E1": NORTH, "ah-5A": ("4303", "supply 9"), "s-1M": SOUTH}
    game = situation(units, step="combat", dice=[1, 1])
    attack(game, SOUTH, "ah-3")
    until(game, "attack", "recombine", "move", "advance")
    assert where(game, "ah-E1") == NORTH


# ---- 36-1 to 36-5: sailing


@pytest.mark.rule("36-1", "36-2", "36-3")
def test_flotillas_sail_the_whole_river_and_nothing_else():
    game = situation({"ah-FL": NORTH, "s-1M": "4308"}, step="move")
    game.act("unit", "ah-FL")
    assert set(args(game, "to")) == ids(danube.BANKS) - {NORTH}
    assert refused(game, "to", "4303") == "36-3"
    game.act("to", "4604")
    assert where(game, "ah-FL") == "4604"
    assert refused(game, "unit", "ah-FL") == "36-2"


@pytest.mark.rule("36-4")
@pytest.mark.parametrize("enemy", ["s-1M", "s-F-Bel", "ro-FL"])
def test_flotillas_do_not_pass_enemies(enemy):
    """4404 and 4405 are the river's only banks in column 44."""
    block = {enemy: "4404", "s-1D": "4405"} if enemy != "s-1D" else {}
    game = situation({"ah-FL": "4104"} | block, step="move")
    game.act("unit", "ah-FL")
    assert "4404" not in args(game, "to")
    assert "4604" not in args(game, "to")
    assert refused(game, "to", "4604") == "36-4"


@pytest.mark.rule("36-5")
def test_flotillas_do_not_count_for_stacking():
    from front1914.titles.der_weltkrieg.stacking import load

    s = bare({"ah-FL": NORTH, "ah-3": NORTH})
    assert load(s, [unit("ah-FL"), unit("ah-3")]) == load(s, [unit("ah-3")])


# ---- 36-6: support


@pytest.mark.rule("36-6.1")
@pytest.mark.parametrize(("strength", "more"), [(2, 0), (3, 1)])
def test_a_third_of_their_strength_counts(strength, more):
    """Across the Danube the sum is halved."""
    units = {
        "ah-3": (NORTH, 5),
        "ah-E1": NORTH,
        "ah-FL": (NORTH, strength),
        "ah-5A": ("4303", "supply 60"),
        "s-1M": SOUTH,
    }
    alone, with_ships = (situation(units, step="combat", dice=[1, 1]) for _ in range(2))
    attack(alone, SOUTH, "ah-3")
    attack(with_ships, SOUTH, "ah-3", "ah-FL")
    stocks = [mark(game, "ah-5A", "supply") for game in (alone, with_ships)]
    assert stocks[0] == stocks[1]
    for game in (alone, with_ships):
        until(game, "stand", "counter")
    assert record(alone).column == 5 // 2
    assert record(with_ships).column == (5 + more) // 2
    assert record(with_ships).notes


@pytest.mark.rule("36-6")
def test_flotillas_support_only_their_own_hex_against_the_banks():
    units = {"ah-3": NORTH, "ah-E1": NORTH, "ah-FL": NORTH, "ah-36": "4306", "ah-5A": ("4303", "supply 60")}
    game = situation(units | {"s-1M": SOUTH, "s-1D": "4307"}, step="combat")
    game.act("to", SOUTH)
    assert refused(game, "unit", "ah-FL") == "36-6"  # nobody of its hex attacks yet
    game.act("unit", "ah-3")
    assert game.why_not("unit", "ah-FL") is None


# ---- 36-7, 36-8: interdiction


def crossing(units: dict[str, Placed], mover: str, *dice: int) -> Game:
    game = situation({"s-1D": "4308", **units}, side="entente", dice=list(dice) or None)
    game.act("unit", mover)
    game.act("to", NORTH)
    return game


@pytest.mark.rule("36-7", "36-7.1")
def test_a_flotilla_strikes_at_who_crosses():
    """Strength 4: column 12; a 6 takes three points."""
    game = crossing({"s-1M": SOUTH, "ah-FL": "4204"}, "s-1M", 6)
    assert asked(game) == ("central", "interdict")
    game.act("interdict")
    assert strength(game, "s-1M") == 2
    assert where(game, "s-1M") == NORTH
    assert strength(game, "ah-FL") == 4  # no counterattack
    assert asked(game) == ("entente", "march")


@pytest.mark.rule("36-7")
def test_it_need_not():
    game = crossing({"s-1M": SOUTH, "ah-FL": "4204"}, "s-1M")
    game.act("pass")
    assert strength(game, "s-1M") == 5


@pytest.mark.rule("36-7")
@pytest.mark.parametrize(("ship", "near"), [("4304", True), ("4104", True), ("4504", True), ("4604", False)])
def test_two_hexes_from_either_end(ship, near):
    s = bare({"ah-FL": ship, "s-1M": SOUTH})
    assert bool(danube.interdictors(s, "entente", *hexes(SOUTH, NORTH))) == near


@pytest.mark.rule("36-8")
def test_each_unit_is_struck_separately_and_by_each_flotilla():
    game = situation({"s-1M": SOUTH, "s-1T": SOUTH, "ah-FL": "4204", "s-1D": "4308"}, side="entente", dice=[6, 1])
    game.act("unit", "s-1M")
    game.act("join", "s-1T")
    game.act("to", NORTH)
    game.act("interdict")
    assert asked(game) == ("central", "interdict")
    game.act("interdict")
    assert (strength(game, "s-1M"), strength(game, "s-1T")) == (2, 4)
    both = situation({"ah-3": NORTH, "ro-FL": "4205", "r-FL": "4405"}, dice=[6, 6])
    both.act("unit", "ah-3")
    both.act("to", SOUTH)
    both.act("interdict")
    both.act("interdict")
    assert strength(both, "ah-3") == 6 - 2 - 1  # columns 9 and 6


@pytest.mark.rule("36-8.1")
@pytest.mark.parametrize("ships", ["4204", ("4204", 1)])
def test_interdicted_engineers_are_destroyed(ships):
    """By a flotilla as weak as one that a die of 1 makes harmless to others too: nothing is thrown."""
    game = crossing({"s-E1": SOUTH, "ah-FL": ships}, "s-E1", 1)
    game.act("interdict")
    assert where(game, "s-E1") == "eliminated"
    assert asked(game)[1] == "move"


@pytest.mark.rule("36-8.2")
@pytest.mark.parametrize(("die", "left"), [(6, 0), (1, 0)])
def test_an_interdicted_headquarters_loses_its_supply(die, left):
    game = crossing({"s-2A": (SOUTH, "supply 20"), "ah-FL": "4204"}, "s-2A", die)
    game.act("interdict")
    assert mark(game, "s-2A", "supply") == left
    assert where(game, "s-2A") == NORTH


@pytest.mark.rule("36-8.2")
def test_without_a_loss_it_keeps_it():
    game = crossing({"s-2A": (SOUTH, "supply 20"), "ah-FL": ("4204", 1)}, "s-2A", 1)
    game.act("interdict")
    assert mark(game, "s-2A", "supply") == 20


@pytest.mark.rule("36-7.2")
def test_nobody_retreats_under_the_guns():
    s = bare({"s-1M": NORTH, "ah-FL": "4204"})
    assert danube.refuse_retreat(s, "entente", *hexes(NORTH, SOUTH)).rule == "36-7"
    away = bare({"s-1M": NORTH, "ah-FL": "4604"})
    assert danube.refuse_retreat(away, "entente", *hexes(NORTH, SOUTH)) is None


@pytest.mark.rule("36-7.3")
def test_supply_crosses_under_the_guns_only_between_friends():
    units = {"s-2A": (SOUTH, "supply 20"), "s-1M": NORTH}
    fleet = {"ah-FL": "4504"}
    s = bare(units)
    assert supply.length(s, unit("s-2A"), *hexes(NORTH)) == 4
    watched = bare(units | fleet)
    assert supply.length(watched, unit("s-2A"), *hexes(NORTH)) != 4
    held = bare(units | fleet | {"s-1D": SOUTH})
    assert supply.length(held, unit("s-2A"), *hexes(NORTH)) == 4


# ---- 36-9: flotillas against one another


def duel(*dice: int, **strengths: int) -> Game:
    units = {"ah-FL": (NORTH, strengths.get("mine", 2)), "ro-FL": (SOUTH, strengths.get("his", 3)), "s-1D": "4308"}
    game = situation(units, step="river_battles", dice=list(dice))
    assert asked(game) == ("central", "river_battle")
    game.act("unit", "ah-FL")
    game.act("unit", "ro-FL")
    return game


@pytest.mark.rule("36-9")
def test_flotillas_fight_at_double_strength_and_lose_after_both_throws(monkeypatch):
    columns: list[int] = []
    real = flotillas.losses
    monkeypatch.setattr(
        flotillas, "losses", lambda points, row, year: columns.append(points) or real(points, row, year)
    )
    game = duel(6, 6)
    assert columns == [4, 6]
    assert (strength(game, "ah-FL"), strength(game, "ro-FL")) == (1, 2)


@pytest.mark.rule("36-9", "12-9")
def test_each_attacks_once_and_only_what_is_adjacent():
    game = duel(1, 1)
    assert game.decision.step != "river_battle" or refused(game, "unit", "ah-FL") == "12-9"
    far = situation({"ah-FL": "4104", "ro-FL": "4604", "s-1D": "4308"}, step="river_battles")
    assert far.decision.step != "river_battle"


@pytest.mark.rule("36-9.1")
def test_ground_units_do_not_attack_flotillas():
    units = {"ah-3": NORTH, "ah-E1": NORTH, "ro-FL": SOUTH, "ah-36": "4404", "s-1M": "4405", "ah-A1": "4404"}
    game = situation(units | {"ah-5A": ("4303", "supply 9")}, step="combat")
    assert SOUTH not in args(game, "to")


@pytest.mark.rule("36-9.1")
def test_flotillas_take_no_part_in_losses_on_land():
    from front1914.titles.der_weltkrieg.combat.forces import fights

    assert not fights(bare({"ro-FL": SOUTH}), unit("ro-FL"))

"""7-11.3, 19-11.1, 24-1: trains, unsupplied columns and replacements under attack."""

from __future__ import annotations

import pytest

from front1914.titles.der_weltkrieg.combat import strength
from front1914.titles.der_weltkrieg.world import FRONT
from tests.titles.der_weltkrieg.arena import CENTRE, FAR_N, FAR_S, NE, S, arena, attack, dm, record, until
from tests.titles.der_weltkrieg.positions import Placed, args, asked, happened, mark, refused, unit, where
from tests.titles.der_weltkrieg.positions import strength as points

rule = pytest.mark.rule


@rule("7-11.3")
def test_entrained_units_detrain_and_are_not_multiplied() -> None:
    units = {"g-3": S, "g-1A": (FAR_S, "supply 50"), "f-1A": (FAR_N, "supply 50")}
    game = attack(arena({**units, "f-1": (CENTRE, "entrained")}, 1, 1), CENTRE, "g-3")
    until(game, "counter", "stand")
    b = record(game)
    assert mark(game, "f-1", "entrained") == 0
    assert strength.multiplier(game.state, b, unit("f-1")) == 1
    game = attack(arena({**units, "f-1": CENTRE}, 1, 1), CENTRE, "g-3")
    until(game, "counter", "stand")
    assert strength.multiplier(game.state, record(game), unit("f-1")) == 3


@rule("7-11.3", "16-8")
@pytest.mark.parametrize(("placed", "counted"), [((CENTRE, "entrained"), 1), (CENTRE, 3)])
def test_a_column_attack_doubles_those_who_leave_a_train(placed: Placed, counted: int) -> None:
    """DW-R40: the tripling is lost, the doubling of the Column Attack is not."""
    game = arena({"g-3": S, "f-1A": (FAR_N, "supply 50"), "f-1": placed}, 1, 1, step="move")
    game.act("unit", "g-3")
    game.act("charge", CENTRE)
    game.act("commit")
    until(game, "move", "staff")
    assert happened(game, "counter_strength")[-1]["points"] == FRONT[unit("f-1")] * counted * 2


@rule("7-11.3", "20-2", "20-3", "20-4")
@pytest.mark.parametrize(("placed", "column", "each"), [((NE, "entrained"), 4, 1), (NE, 2, 2)])
def test_who_leaves_a_train_makes_no_break_out_of_the_attack(placed: Placed, column: int, each: int) -> None:
    """DW-R130: the zone of the defender closes the last way home; it must be there when the attack is declared."""
    game = attack(arena({"g-3": CENTRE, "f-1": placed, "f-2": "4804", "f-3": FAR_S}, 1, 4), NE, "g-3")
    until(game, "attack", "staff", "distribute")
    assert happened(game, "strength")[-1]["points"] == column
    lost = FRONT[unit("g-3")] - points(game, "g-3")
    assert lost
    assert dm(game, "german") == each * lost  # 26-3


@rule("19-11.1")
def test_an_unsupplied_column_attacks_at_a_quarter() -> None:
    game = arena({"g-3": S, "f-1": CENTRE}, 1, 1, step="move")
    game.act("unit", "g-3")
    game.act("charge", CENTRE)
    game.act("commit")
    until(game, "counter", "stand")
    assert strength.attack(game.state, record(game)).column == 2  # 8 / 2 / 2


@rule("24-1.1")
def test_replacements_alone_are_lost_when_attacked() -> None:
    game = arena({"g-3": S, "f-RPL1": CENTRE, "f-RPL2": CENTRE, "g-1A": (FAR_S, "supply 50")}, 1, 1)
    attack(game, CENTRE, "g-3")
    until(game, "advance", "attack", "overstack", "distribute", "move", "staff")
    assert {where(game, word) for word in ("f-RPL1", "f-RPL2")} == {"eliminated"}


@rule("24-1.2")
def test_replacements_neither_attack_nor_counterattack() -> None:
    game = arena({"g-3": S, "g-RPL1": S, "f-1": CENTRE, "f-RPL1": CENTRE, "f-1A": (FAR_N, "supply 50")}, 1, 1)
    game.act("to", CENTRE)
    assert "g-RPL1" not in args(game, "unit")
    assert refused(game, "unit", "g-RPL1") == "12-4"
    game.act("unit", "g-3")
    game.act("commit")
    until(game, "counter", "stand")
    assert unit("f-RPL1") not in strength.counterattackers(game.state, record(game))
    assert unit("f-1") in strength.counterattackers(game.state, record(game))


@rule("24-1.3")
def test_replacements_absorb_no_losses() -> None:
    units = {"g-3": S, "g-4": S, "g-5": S, "g-6": S, "f-1": (CENTRE, 7), "f-RPL1": CENTRE, "g-1A": (FAR_S, "supply 90")}
    game = arena(units, 3, 1)
    attack(game, CENTRE, "g-3", "g-4", "g-5", "g-6")
    until(game, "retreat", "advance", "attack", "distribute", "move", "staff", stand="retreat")
    assert points(game, "f-1") < 7
    assert points(game, "f-RPL1") == FRONT[unit("f-RPL1")]
    assert asked(game)

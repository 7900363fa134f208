"""7-11.3, 19-11.1, 24-1: trains, unsupplied columns and replacements under attack."""

from __future__ import annotations

import pytest

from front1914.titles.der_weltkrieg.combat import strength
from front1914.titles.der_weltkrieg.world import FRONT
from tests.titles.der_weltkrieg.arena import CENTRE, FAR_N, FAR_S, S, arena, attack, record, until
from tests.titles.der_weltkrieg.positions import args, asked, mark, refused, unit, where
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

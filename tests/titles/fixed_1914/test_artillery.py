"""AR: field artillery supports infantry, and falls with it."""

from __future__ import annotations

import pytest

from tests.titles.fixed_1914.arena import CENTRE, NE, SE, N, arena, attack, declare, face, figures
from tests.titles.fixed_1914.positions import args, asked, factors, happened, refused, where


@pytest.mark.rule("AR-2.1", "AR-2.2")
def test_artillery_adds_to_infantry_of_its_hex() -> None:
    """FX-E247: 7 and 8; alone it may not attack."""
    game = arena({"g-I": N, "g-210-1": N, "f-I": CENTRE}, dice=[1])
    game.act("to", CENTRE)
    assert refused(game, "unit", "g-210-1") == "AR-2"
    game.act("unit", "g-I")
    game.act("unit", "g-210-1")
    game.act("commit")
    assert figures(game)["attack"] == 15


@pytest.mark.rule("AR-2.1")
def test_a_hex_is_no_target_for_artillery_alone() -> None:
    game = arena({"g-210-1": N, "f-44D": CENTRE})
    assert CENTRE not in args(game, "to")


@pytest.mark.rule("AR-2.2")
def test_the_infantry_must_stand_in_its_hex_and_take_part() -> None:
    game = arena({"g-I": N, "g-II": NE, "g-210-1": NE, "f-I": CENTRE})
    declare(game, CENTRE, "g-I")
    assert refused(game, "unit", "g-210-1") == "AR-2"
    game.act("unit", "g-II")
    assert game.why_not("unit", "g-210-1") is None


@pytest.mark.rule("AR-2.1")
def test_cavalry_is_no_infantry() -> None:
    game = arena({"g-C1": N, "g-210-1": N, "f-C1": CENTRE})
    declare(game, CENTRE, "g-C1")
    assert refused(game, "unit", "g-210-1") == "AR-2"


@pytest.mark.rule("AR-3")
def test_one_gun_supports_an_attack() -> None:
    game = arena({"g-I": N, "g-210-1": N, "g-II": NE, "g-210-2": NE, "f-I": CENTRE})
    declare(game, CENTRE, "g-I", "g-210-1", "g-II")
    assert refused(game, "unit", "g-210-2") == "AR-3"


@pytest.mark.rule("AR-3")
def test_one_gun_supports_all_attacks_on_a_hex_in_a_turn() -> None:
    """FX-E248."""
    units = {"g-I": N, "g-210-1": N, "g-II": NE, "g-210-2": NE, "f-I": CENTRE, "f-II": CENTRE}
    game = arena(units, dice=[face("A", "1:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-210-1")
    declare(game, CENTRE, "g-II")
    assert refused(game, "unit", "g-210-2") == "AR-3"


@pytest.mark.rule("AR-4")
def test_no_other_gun_against_an_adjacent_hex() -> None:
    """B-86: SE lies beside the centre; S beyond N would not."""
    units = {"g-I": N, "g-210-1": N, "g-II": "M21", "g-210-2": "M21", "f-I": CENTRE, "f-II": SE}
    game = arena(units, dice=[face("A", "1:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-210-1")
    declare(game, SE, "g-II")
    assert refused(game, "unit", "g-210-2") == "AR-4"


@pytest.mark.rule("AR-4")
def test_a_gun_against_a_hex_that_is_not_adjacent_is_allowed() -> None:
    units = {"g-I": N, "g-210-1": N, "g-II": "K23", "g-210-2": "K23", "f-I": CENTRE, "f-II": "K22"}
    game = arena(units, dice=[face("A", "1:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-210-1")
    declare(game, "K22", "g-II")
    assert game.why_not("unit", "g-210-2") is None


@pytest.mark.rule("AR-5")
def test_artillery_alone_is_lost_without_a_die() -> None:
    """FX-E250; an allied gun, attacked by infantry, or by cavalry alone."""
    for attacker in ("g-I", "g-C1"):
        game = arena({attacker: N, "f-AL1": CENTRE})
        attack(game, CENTRE, attacker)
        assert where(game, "f-AL1") == "eliminated"
        assert not happened(game, "result")
        assert asked(game) == ("german", "advance")


@pytest.mark.rule("CB-10b", "AR-2.1")
def test_artillery_does_not_take_the_attackers_loss() -> None:
    """B-75."""
    game = arena({"g-I": N, "g-II": N, "g-210-1": N, "f-I": CENTRE}, dice=[face("A", "2:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-II", "g-210-1")
    assert args(game, "unit") == ["g-I", "g-II"]
    assert refused(game, "unit", "g-210-1") == "AR-2"


@pytest.mark.rule("AR-2.1", "CB-10b")
def test_an_attacker_that_dies_leaves_its_artillery_behind() -> None:
    game = arena({"g-I": (N, "2-7-3"), "g-210-1": N, "f-I": CENTRE}, dice=[face("A", "1:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-210-1")
    assert (where(game, "g-I"), where(game, "g-210-1")) == ("eliminated", N)


@pytest.mark.rule("AR-1")
def test_fortification_artillery_does_not_attack() -> None:
    game = arena({"fort-metz": "HH26", "g-30R": "HH26", "f-I": "GG26"})
    declare(game, "GG26", "g-30R")
    assert refused(game, "unit", "fort-metz") == "AR-1"


@pytest.mark.rule("AR-2.2")
def test_heavy_guns_without_an_attack_factor_support_too() -> None:
    game = arena({"g-I": N, "g-420-1": N, "f-I": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-I", "g-420-1")
    assert figures(game)["attack"] == 7
    assert factors(game, "g-420-1") == "0-0-1"


@pytest.mark.rule("CB-2.3", "CB-12.4")
def test_artillery_that_was_attacked_before_is_not_attacked_with_a_new_host() -> None:
    """It came by a retreat; its host here was not attacked yet."""
    game = arena({"g-I": N, "f-44D": CENTRE, "f-AL1": (CENTRE, "defended")})
    declare(game, CENTRE, "g-I")
    assert game.view("german")["battle"]["defenders"] == ["f-44D"]

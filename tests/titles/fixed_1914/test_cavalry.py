"""CV: cavalry in support, cavalry against cavalry, retreat before combat."""

from __future__ import annotations

import pytest

from front1914 import Game
from tests.titles.fixed_1914.arena import CENTRE, NE, NW, SE, SW, N, S, arena, attack, declare, face, figures, host
from tests.titles.fixed_1914.positions import Placed, args, asked, factors, happened, refused, verbs, where

# ---- strength in support (CV-1, CV-3)


def support(infantry: str, cavalry: str, place: str = N, defender: str = "f-I", side: str = "german") -> int:
    """What cavalry adds to an infantry unit in the north."""
    game = arena({infantry: N, cavalry: place, defender: CENTRE}, side=side)
    declare(game, CENTRE, infantry)
    before = game.view(side)["battle"]["attack"]
    game.act("unit", cavalry)
    return int(game.view(side)["battle"]["attack"] - before)


@pytest.mark.rule("CV-1.2")
@pytest.mark.parametrize(
    ("infantry", "cavalry", "adds"),
    [
        pytest.param("f-I", "f-C1", 2, id="FX-E234"),
        pytest.param("b-I", "b-CD", 4, id="FX-E235"),
        pytest.param("b-4D", "b-CD", 2, id="FX-E236"),
    ],
)
def test_from_the_same_hex_half_of_the_infantry_at_most(infantry: str, cavalry: str, adds: int) -> None:
    assert support(infantry, cavalry, defender="g-IR", side="allied") == adds


@pytest.mark.rule("CV-1.2")
def test_half_of_an_odd_factor_is_rounded_up() -> None:
    """FX-E237, B-72."""
    assert support("g-I", "g-C1") == 4


@pytest.mark.rule("CV-1.3")
def test_from_another_hex_cavalry_adds_one() -> None:
    """FX-E238."""
    assert support("g-I", "g-C1", NE) == 1


@pytest.mark.rule("CV-1.4", "CV-1.3")
def test_cavalry_without_attack_factor_adds_nothing() -> None:
    """FX-E239: a Belgian (0)-0-3."""
    game = arena({"be-1": N, "be-C": (NE, "(0)-0-3"), "g-IR": CENTRE}, side="allied")
    declare(game, CENTRE, "be-1", "be-C")
    assert game.view("allied")["battle"]["attack"] == 6


@pytest.mark.rule("CV-1.2")
def test_several_cavalry_units_support_one_infantry_unit() -> None:
    """B-72."""
    game = arena({"g-I": N, "g-C1": N, "g-C2": N, "f-I": CENTRE})
    declare(game, CENTRE, "g-I", "g-C1", "g-C2")
    assert game.view("german")["battle"]["attack"] == 15


@pytest.mark.rule("CV-1.1", "CV-1.5", "UC-2.2")
def test_cavalry_alone_may_not_attack_infantry() -> None:
    game = arena({"g-C1": N, "g-I": N, "f-44D": CENTRE})
    game.act("to", CENTRE)
    assert refused(game, "unit", "g-C1") == "CV-1"
    game.act("unit", "g-I")
    assert game.why_not("unit", "g-C1") is None


@pytest.mark.rule("CV-1.1", "UC-2.2")
def test_a_hex_with_infantry_is_no_target_for_cavalry_alone() -> None:
    game = arena({"g-C1": N, "f-44D": CENTRE})
    assert CENTRE not in args(game, "to")


@pytest.mark.rule("CV-1.1", "CB-12.3")
def test_cavalry_chosen_against_cavalry_cannot_go_on_to_infantry_below() -> None:
    game = arena({"g-C1": N, "f-C1": CENTRE, "f-44D": CENTRE})
    declare(game, CENTRE, "g-C1")
    assert game.why_not("commit") is None
    game.act("against", "f-44D")
    assert refused(game, "commit") == "CV-1"


@pytest.mark.rule("CV-3")
def test_cavalry_attacks_cavalry_with_its_printed_factor() -> None:
    """FX-E241."""
    game = arena({"g-C1": N, "f-C1": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-C1")
    told = figures(game)
    assert (told["attack"], told["defence"], told["odds"], told["section"]) == (4, 1, "4:1", "C")


@pytest.mark.rule("CV-3")
def test_beside_infantry_too_if_only_cavalry_is_attacked() -> None:
    """B-73."""
    assert support("g-LW1-1", "g-C1", NE, defender="f-C1") == 4


# ---- losses (CV-2)


@pytest.mark.rule("CV-2")
def test_supporting_cavalry_loses_with_the_infantry() -> None:
    """FX-E242."""
    game = arena({"g-I": N, "g-C1": N, "f-I": CENTRE}, dice=[face("A", "1:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-C1")
    assert (factors(game, "g-I"), factors(game, "g-C1")) == ("4-9-3", "(3)-2-4")


@pytest.mark.rule("CV-2", "CB-10b")
def test_one_infantry_unit_and_every_supporting_cavalry_unit() -> None:
    """B-74."""
    units: dict[str, Placed] = {"g-I": N, "g-C1": N, "g-II": NE, "g-C2": NE, "f-I": CENTRE}
    game = arena(units, dice=[face("A", "2:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-C1", "g-II", "g-C2")
    assert args(game, "unit") == ["g-I", "g-II"]
    assert refused(game, "unit", "g-C1") == "CV-2"
    game.act("unit", "g-II")
    assert [factors(game, u) for u in ("g-I", "g-II", "g-C1", "g-C2")] == ["7-12-3", "4-9-3", "(3)-2-4", "(3)-2-4"]


@pytest.mark.rule("CB-10b", "CV-3")
def test_in_an_attack_of_cavalry_alone_one_cavalry_unit_loses() -> None:
    game = arena({"g-C1": N, "g-C2": N, "b-CD": CENTRE}, dice=[face("C", "2:1", "1/0")])
    attack(game, CENTRE, "g-C1", "g-C2")
    assert args(game, "unit") == ["g-C1", "g-C2"]
    game.act("unit", "g-C2")
    assert [factors(game, u) for u in ("g-C1", "g-C2")] == ["(4)-3-4", "(3)-2-4"]


# ---- retreat before combat (CV-4 to CV-6)


def cavalry_attacked(more: dict[str, Placed] | None = None, **kwargs: object) -> Game:
    """French cavalry in the centre, attacked by infantry in the north."""
    game = arena({"g-I": N, "f-C1": CENTRE, **(more or {})}, **kwargs)  # type: ignore[arg-type]
    attack(game, CENTRE, "g-I")
    return game


@pytest.mark.rule("CV-4.1", "CV-4.2")
def test_cavalry_goes_two_hexes_before_the_die() -> None:
    """FX-E244: not one, not three."""
    game = cavalry_attacked()
    assert asked(game) == ("allied", "evade")
    game.act("to", S)
    assert where(game, "f-C1") == S
    assert refused(game, "stay") == "CV-4", "one hex is not enough"
    assert set(args(game, "to")) == {"J21", "K22", "L22"}, "two hexes away from where it began"
    assert refused(game, "to", SE) == "CV-6"
    game.act("to", "K22")
    assert where(game, "f-C1") == "K22"
    assert not happened(game, "result"), "no die is thrown"


@pytest.mark.rule("CV-4.1")
def test_it_may_also_stay_and_fight() -> None:
    game = cavalry_attacked(dice=[1])
    game.act("stay")
    assert happened(game, "result")


@pytest.mark.rule("CV-4.1")
@pytest.mark.parametrize(
    ("attackers", "may"),
    [
        (("g-I",), True),
        (("g-I", "g-210-1"), True),
        (("g-I", "g-C1"), False),
        (("g-C1",), False),
    ],
)
def test_only_infantry_and_artillery_let_it_go(attackers: tuple[str, ...], may: bool) -> None:
    """FX-E243."""
    game = arena({**dict.fromkeys(attackers, N), "f-C1": CENTRE}, dice=[1])
    attack(game, CENTRE, *attackers)
    assert (asked(game) == ("allied", "evade")) is may


@pytest.mark.rule("CV-6.1", "CV-6.2")
def test_it_passes_full_hexes_but_ends_in_none() -> None:
    full = {"f-I": S, "f-II": S, "f-III": "K22", "f-IV": "K22"}
    game = cavalry_attacked(full)
    assert S in args(game, "to")
    game.act("to", S)
    assert set(args(game, "to")) == {"J21", "L22"}
    assert refused(game, "to", "K22") == "CV-6"


@pytest.mark.rule("CV-6.3")
def test_without_room_at_the_end_it_may_not_retreat() -> None:
    wall: dict[str, Placed] = {"g-II": NE, "g-III": SE, "g-IV": SW, "g-V": NW}
    full = {
        f"f-{name}": h
        for name, h in zip(("I", "II", "III", "IV", "V", "VI"), ("J21", "J21", "K22", "K22", "L22", "L22"), strict=True)
    }
    game = cavalry_attacked({**wall, **full}, dice=[1])
    assert happened(game, "result"), "nobody is asked"
    open_ = cavalry_attacked({**wall, **dict(list(full.items())[:-1])})
    assert asked(open_) == ("allied", "evade")
    assert args(open_, "to") == [S]


@pytest.mark.rule("CV-4.3")
def test_infantry_of_the_attack_may_enter_the_empty_hex() -> None:
    """B-83: not the artillery."""
    game = arena({"g-I": N, "g-210-1": N, "f-C1": CENTRE})
    attack(game, CENTRE, "g-I", "g-210-1")
    game.act("to", S)
    game.act("to", "K22")
    assert asked(game) == ("german", "advance")
    assert args(game, "unit") == ["g-I"]
    assert refused(game, "unit", "g-210-1") == "CV-4"
    game.act("unit", "g-I")
    assert where(game, "g-I") == CENTRE


@pytest.mark.rule("CV-4.1", "CB-12.4")
def test_after_a_retreat_before_combat_the_attackers_have_attacked() -> None:
    """B-82."""
    game = cavalry_attacked({"f-44D": NE})
    game.act("to", S)
    game.act("to", "K22")
    game.act("done")
    assert refused(game, "to", NE) == "CB-1", "nobody else stands beside it"


@pytest.mark.rule("CV-4.1", "CB-6.1")
def test_the_battle_goes_on_against_those_who_stay() -> None:
    """B-82: cavalry above infantry; the odds are reckoned anew."""
    game = arena({**host(2, N), "f-C1": CENTRE, "f-44D": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-G", "g-I", against="f-44D")
    game.act("to", S)
    game.act("to", "K22")
    assert (figures(game)["defence"], figures(game)["section"]) == (4, "I")


@pytest.mark.rule("CV-4.1", "AR-5")
def test_artillery_that_cavalry_leaves_behind_is_lost() -> None:
    """H9a: it is attacked alone now."""
    game = cavalry_attacked({"f-AL1": CENTRE})
    game.act("to", S)
    game.act("to", "K22")
    assert where(game, "f-AL1") == "eliminated"
    assert asked(game) == ("german", "advance")


@pytest.mark.rule("CV-4.1", "CB-15.1")
def test_artillery_falls_to_the_next_unit_above() -> None:
    """H9a: the cavalry between infantry and artillery goes, the artillery stays with the infantry."""
    game = arena({**host(2, N), "f-44D": CENTRE, "f-C1": CENTRE, "f-AL1": CENTRE}, dice=[1])
    attack(game, CENTRE, "g-G", "g-I", against="f-C1")
    game.act("to", S)
    game.act("to", "K22")
    assert where(game, "f-AL1") == CENTRE
    assert figures(game)["defence"] == 4


# ---- cavalry without defence (CV-5)


@pytest.mark.rule("CV-5.1")
def test_zero_defence_cavalry_is_lost_when_it_is_attacked() -> None:
    """By cavalry it cannot escape, and no die is thrown."""
    game = arena({"g-C1": N, "f-C1": (CENTRE, "(1)-0-4")})
    attack(game, CENTRE, "g-C1")
    assert where(game, "f-C1") == "eliminated"
    assert not happened(game, "result")


@pytest.mark.rule("CV-5.1")
@pytest.mark.parametrize(("choice", "fate"), [("stay", "eliminated"), ("retreat", "K22")])
def test_zero_defence_cavalry_may_retreat_before_infantry(choice: str, fate: str) -> None:
    game = cavalry_attacked({"f-C1": (CENTRE, "(1)-0-4")})
    assert asked(game) == ("allied", "evade")
    if choice == "stay":
        game.act("stay")
    else:
        game.act("to", S)
        game.act("to", "K22")
    assert where(game, "f-C1") == fate


@pytest.mark.rule("CV-5.1", "CB-15.2")
def test_under_a_host_it_shares_the_result() -> None:
    """B-85: it is attached, and need not be lost."""
    game = arena({"g-I": N, "g-C1": N, "f-44D": CENTRE, "f-C1": (CENTRE, "(1)-0-4")}, dice=[face("I", "2:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-C1")
    assert where(game, "f-C1") == CENTRE


@pytest.mark.rule("CB-18.3")
def test_cavalry_reduced_to_nothing_still_chooses_between_ground_and_its_last_step() -> None:
    game = arena({"g-I": N, "g-C1": N, "f-C1": CENTRE}, dice=[face("C", "6:1", "-/1")])
    attack(game, CENTRE, "g-I", "g-C1")
    assert factors(game, "f-C1") == "(1)-0-4"
    assert asked(game) == ("allied", "decide")
    assert verbs(game) == {"retreat", "stand"}
    game.act("stand")
    assert where(game, "f-C1") == "eliminated"


@pytest.mark.rule("CB-18.3")
def test_zero_strength_cavalry_that_cannot_retreat_is_lost() -> None:
    ring = {"g-I": N, "g-C1": NE, "g-III": SE, "g-IV": S, "g-V": SW, "g-VI": NW}
    game = arena({**ring, "f-C1": CENTRE}, dice=[face("C", "6:1", "-/1")])
    attack(game, CENTRE, *ring)
    assert where(game, "f-C1") == "eliminated"


@pytest.mark.rule("CB-16.1", "CV-4.3")
def test_when_those_who_stayed_are_driven_out_everybody_may_advance() -> None:
    """The cavalry has gone before, but the hex was emptied by the battle."""
    units: dict[str, Placed] = {**host(2, N), "g-210-1": N, "f-C1": CENTRE, "f-CH1": CENTRE}
    game = arena(units, dice=[face("I", "6:1", "-/1")])
    attack(game, CENTRE, "g-G", "g-I", "g-210-1", against="f-CH1")
    game.act("to", S)
    game.act("to", "K22")
    assert args(game, "unit") == ["g-G", "g-I", "g-210-1"]


@pytest.mark.rule("CB-15.2", "CB-2.3")
def test_artillery_that_falls_to_a_unit_attacked_before_is_out_of_the_battle() -> None:
    """H9a: its new host was attacked in an earlier battle; neither is attacked again."""
    units: dict[str, Placed] = {"g-I": N, "f-44D": (CENTRE, "defended"), "f-C1": CENTRE, "f-AL1": CENTRE}
    game = arena(units)
    attack(game, CENTRE, "g-I")
    game.act("to", S)
    game.act("to", "K22")
    assert where(game, "f-AL1") == CENTRE
    assert not happened(game, "result")
    assert asked(game) == ("german", "attack")

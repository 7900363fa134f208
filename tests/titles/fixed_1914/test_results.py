"""CB-9, CB-10, UL: result codes, who loses steps, retreat or stand."""

from __future__ import annotations

import pytest

from front1914.kit.steps import GONE
from front1914.titles.fixed_1914.world import CHAIN, UNITS
from tests.titles.fixed_1914.arena import CENTRE, NE, NW, SE, N, S, arena, attack, face, host, onslaught
from tests.titles.fixed_1914.positions import args, asked, factors, happened, refused, verbs, where

DIVISION = {"f-44D": CENTRE}
PAIR = {"f-I": CENTRE, "f-1GRD": CENTRE}


# ---- the codes (CB-10)


@pytest.mark.rule("CB-10a")
def test_no_effect() -> None:
    game = arena({"g-I": N, "f-44D": CENTRE}, dice=[face("I", "1:1", "-/-")])
    attack(game, CENTRE, "g-I")
    assert asked(game) == ("german", "attack")
    assert (factors(game, "g-I"), factors(game, "f-44D")) == ("7-12-3", "2-4-3")


@pytest.mark.rule("CB-10b", "CB-9.1")
def test_the_attacker_loses_one_step_from_one_unit() -> None:
    """FX-E215."""
    game = arena({"g-I": N, "g-II": N, "f-I": CENTRE}, dice=[face("A", "1:1", "1/-")])
    attack(game, CENTRE, "g-I", "g-II")
    assert asked(game) == ("german", "attacker_loss")
    assert args(game, "unit") == ["g-I", "g-II"]
    assert refused(game, "unit", "g-XXV") == "CB-10b"
    game.act("unit", "g-II")
    assert (factors(game, "g-I"), factors(game, "g-II")) == ("7-12-3", "4-9-3")
    assert asked(game) == ("german", "attack")
    assert factors(game, "f-I") == "6-10-3"


@pytest.mark.rule("CB-10c", "UL-2.1")
def test_the_attacker_loses_and_the_defender_retreats_or_stands() -> None:
    game = onslaught(DIVISION, "1/0", odds="5:1", number=3)
    game.act("unit", "g-I")
    assert asked(game) == ("allied", "decide")
    assert verbs(game) == {"retreat", "stand"}
    game.act("stand")
    assert (factors(game, "f-44D"), where(game, "f-44D")) == ("1-3-3", CENTRE)


@pytest.mark.rule("CB-10d", "UL-1", "UL-2.1")
@pytest.mark.parametrize(("choice", "left"), [("retreat", "3-6-3"), ("stand", "1-4-3")])
def test_one_one_costs_the_defender_a_step_and_ground_or_another_step(choice: str, left: str) -> None:
    """FX-E217: one step and a retreat, or two steps."""
    game = onslaught({"f-1GRD": CENTRE}, "1/1", section="R", odds="4:1", number=6)
    assert asked(game) == ("german", "attacker_loss"), "the attacker loses first (UL-1)"
    assert factors(game, "f-1GRD") == "6-9-3"
    game.act("unit", "g-G")
    assert asked(game) == ("allied", "decide")
    game.act(choice)
    if choice == "retreat":
        assert asked(game) == ("allied", "retreat")
        game.act("to", S)
    assert factors(game, "f-1GRD") == left
    assert where(game, "f-1GRD") == (S if choice == "retreat" else CENTRE)


@pytest.mark.rule("CB-10e", "UL-2.1")
@pytest.mark.parametrize(("choice", "left"), [("retreat", "2-4-3"), ("stand", "1-3-3")])
def test_nought_costs_ground_or_a_step(choice: str, left: str) -> None:
    """FX-E218."""
    game = onslaught(DIVISION, "-/0")
    assert asked(game) == ("allied", "decide")
    game.act(choice)
    if choice == "retreat":
        game.act("to", S)
    assert factors(game, "f-44D") == left


@pytest.mark.rule("CB-10f")
def test_minus_one_costs_the_defender_a_step_first() -> None:
    game = onslaught({"f-1GRD": CENTRE}, "-/1", section="R", number=8)
    assert factors(game, "f-1GRD") == "3-6-3"
    assert asked(game) == ("allied", "decide")
    assert not [unit for unit in host(8) if factors(game, unit) != "7-12-3"]


# ---- whom it hits (CB-9, UL-3)


@pytest.mark.rule("CB-9.1", "UL-3.1")
def test_the_defender_names_one_of_the_attacked_units() -> None:
    game = onslaught(PAIR, "1/1", section="A", odds="2:1", number=6, against="f-1GRD")
    game.act("unit", "g-G")
    assert asked(game) == ("allied", "defender_loss")
    assert args(game, "unit") == ["f-I", "f-1GRD"]
    game.act("unit", "f-1GRD")
    assert (factors(game, "f-I"), factors(game, "f-1GRD")) == ("6-10-3", "3-6-3")


@pytest.mark.rule("CB-9.2")
@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("f-I", "f-I", ("1-5-3", "6-9-3")),
        ("f-I", "f-1GRD", ("3-7-3", "3-6-3")),
        ("f-1GRD", "f-1GRD", ("6-10-3", "1-4-3")),
    ],
)
def test_the_step_for_standing_may_fall_on_a_second_unit(first: str, second: str, left: tuple[str, str]) -> None:
    """FX-E222."""
    game = onslaught(PAIR, "1/1", section="A", odds="2:1", number=6, against="f-1GRD")
    game.act("unit", "g-G")
    game.act("unit", first)
    game.act("stand")
    assert asked(game) == ("allied", "defender_loss")
    game.act("unit", second)
    assert (factors(game, "f-I"), factors(game, "f-1GRD")) == left
    assert asked(game) == ("german", "attack")


@pytest.mark.rule("UL-3.1")
def test_who_was_not_attacked_is_not_affected() -> None:
    """Only the top unit is attacked; it retreats alone."""
    game = onslaught({"f-44D": CENTRE, "f-1GRD": CENTRE}, "-/0")
    assert refused(game, "stay") == "UL-2"
    game.act("retreat")
    game.act("to", S)
    assert (where(game, "f-44D"), where(game, "f-1GRD")) == (S, CENTRE)
    assert factors(game, "f-1GRD") == "6-9-3"


@pytest.mark.rule("UL-3.1")
def test_losses_cannot_be_laid_on_a_unit_that_was_not_attacked() -> None:
    defenders = {"f-44D": CENTRE, "f-61D": CENTRE, "f-1GRD": CENTRE}
    game = onslaught(defenders, "-/1", number=8, against="f-61D")
    assert args(game, "unit") == ["f-44D", "f-61D"]
    assert refused(game, "unit", "f-1GRD") == "UL-3"


# ---- attached units (UL-3, UL-4)


@pytest.mark.rule("UL-3.2", "UL-4.1")
def test_attached_artillery_retreats_with_its_host() -> None:
    """FX-E225."""
    game = onslaught({**DIVISION, "f-AL1": CENTRE}, "-/0")
    game.act("retreat")
    game.act("to", S)
    assert (where(game, "f-44D"), where(game, "f-AL1")) == (S, S)


@pytest.mark.rule("UL-4.2")
def test_attached_artillery_dies_with_a_host_on_its_last_step() -> None:
    """FX-E227."""
    game = onslaught({"f-44D": (CENTRE, "1-3-3"), "f-AL1": CENTRE}, "-/1")
    assert (where(game, "f-44D"), where(game, "f-AL1")) == ("eliminated", "eliminated")


@pytest.mark.rule("UL-4.1")
def test_attached_artillery_retreats_when_its_host_dies_standing() -> None:
    game = onslaught({"f-44D": (CENTRE, "1-3-3"), "f-AL1": CENTRE}, "-/0")
    game.act("stand")
    assert where(game, "f-44D") == "eliminated"
    assert asked(game) == ("allied", "retreat")
    game.act("to", S)
    assert where(game, "f-AL1") == S


@pytest.mark.rule("UL-3.2")
def test_an_attached_unit_cannot_take_the_loss() -> None:
    game = onslaught({**DIVISION, "f-AL1": CENTRE, "f-61D": CENTRE}, "-/1", number=8, against="f-61D")
    assert args(game, "unit") == ["f-44D", "f-61D"]
    assert refused(game, "unit", "f-AL1") == "UL-3"


# ---- terrain and forced standing (TC-1b, TC-1c, CB-18)


@pytest.mark.rule("TC-1b.1", "TC-1c")
@pytest.mark.parametrize(
    ("target", "hexes"),
    [
        pytest.param("V32", ("W33", "U31", "U32"), id="rough FX-E220"),
        pytest.param("N27", ("N26", "O27", "O28"), id="forest"),
    ],
)
def test_in_rough_and_forest_nobody_need_retreat(target: str, hexes: tuple[str, ...]) -> None:
    game = onslaught({"f-44D": target}, "-/0", target=target, hexes=hexes, number=6)
    assert asked(game) == ("allied", "decide")
    assert verbs(game) == {"retreat", "stay"}
    assert refused(game, "stand") == "UL-2"
    game.act("stay")
    assert (factors(game, "f-44D"), where(game, "f-44D")) == ("2-4-3", target)


@pytest.mark.rule("TC-1c")
def test_in_forest_the_step_of_the_table_is_lost_all_the_same() -> None:
    """FX-E221."""
    game = onslaught({"f-44D": "N27"}, "-/1", target="N27", hexes=("N26", "O27", "O28"), number=6)
    game.act("stay")
    assert factors(game, "f-44D") == "1-3-3"


@pytest.mark.rule("TC-1b.1")
def test_in_rough_a_retreat_is_still_allowed() -> None:
    """B-76."""
    game = onslaught({"f-44D": "V32"}, "-/0", target="V32", hexes=("W33", "U31", "U32"), number=6)
    game.act("retreat")
    assert asked(game) == ("allied", "retreat")


# ---- steps (UL-5 to UL-11, IN-1a)


@pytest.mark.rule("UL-5", "UL-6.1", "UL-6.2", "IN-1a", "DP-5.1", "UL-9", "UL-10.1", "UL-11")
@pytest.mark.parametrize(
    ("unit", "chain"),
    [
        pytest.param("g-II", ["7-12-3", "4-9-3", "2-7-3"], id="FX-E141 FX-E142"),
        pytest.param("f-I", ["6-10-3", "3-7-3", "1-5-3"], id="FX-E140"),
        ("g-IR", ["5-8-3", "3-6-3", "1-4-3"]),
        ("b-I", ["8-14-3", "4-10-3", "2-8-3"]),
        pytest.param("be-1", ["6-8-2", "4-6-2", "3-5-2", "1-3-2"], id="FX-E147 Belgian corps"),
        pytest.param("f-TParis", ["6-6-2", "4-4-2", "3-3-2", "1-1-2"], id="FX-E147 Territorials"),
        ("g-C1", ["(4)-3-4", "(3)-2-4", "(2)-1-4", "(1)-0-4"]),
        ("f-C1", ["(2)-1-4", "(1)-0-4"]),
    ],
)
def test_units_lose_step_by_step_until_they_are_gone(unit: str, chain: list[str]) -> None:
    """The second level of a corps is never reached by a loss."""
    game = arena({unit: CENTRE})
    found = []
    u = UNITS.number(unit)
    while game.state.at[u] == game.state.at[u] and where(game, unit) == CENTRE:
        found.append(factors(game, unit))
        game.state.lose_step(u)
    assert found == chain
    assert where(game, unit) == "eliminated"


@pytest.mark.rule("UL-7", "UL-6.3")
def test_a_corps_at_its_second_level_loses_to_its_half_strength() -> None:
    """B-89."""
    u = UNITS.number("g-II")
    chain = CHAIN[u]
    assert chain.labels[chain.loss[chain.step("5-10-3")]] == "4-9-3"
    assert chain.after(chain.step("5-10-3"), 3) == GONE


# ---- Landwehr (UL-8, B-87)


def landwehr(unit: str, *friends: str) -> list[str]:
    """What is left of attacking Landwehr that loses a step, and of the friends with it."""
    game = arena({unit: N, **dict.fromkeys(friends, N), "f-CH1": CENTRE}, dice=[1, 1])
    attack(game, CENTRE, unit)
    return sorted(factors(game, u) for u, row in game.position()["units"].items() if row.get("at") == N)


@pytest.mark.rule("UL-8")
def test_landwehr_loses_a_point_of_strength() -> None:
    """FX-E134: a 4-4-2 becomes a 2-2-2 and a 1-1-2, or three 1-1-2, as its owner likes (D30)."""
    game = arena({"g-LW4-1": N, "f-44D": CENTRE}, dice=[face("I", "1:1", "1/-")])
    attack(game, CENTRE, "g-LW4-1")
    assert asked(game) == ("german", "change")
    left = [u for u, row in game.position()["units"].items() if row.get("at") == N]
    assert sorted(factors(game, u) for u in left) == ["1-1-2", "2-2-2"]
    game.act("split", args(game, "split")[0])
    left = [u for u, row in game.position()["units"].items() if row.get("at") == N]
    assert [factors(game, u) for u in left] == ["1-1-2"] * 3
    assert asked(game) == ("german", "attack")
    assert refused(game, "to", CENTRE) == "CB-1", "the heirs have attacked (CB-12)"


@pytest.mark.rule("UL-8")
def test_a_full_hex_has_no_room_for_three_regiments() -> None:
    game = arena({"g-LW4-1": N, "g-I": N, "f-44D": CENTRE}, dice=[face("I", "1:1", "1/-")])
    attack(game, CENTRE, "g-LW4-1")
    assert asked(game) == ("german", "attack")


@pytest.mark.rule("UL-8")
@pytest.mark.parametrize(
    ("unit", "left"), [pytest.param("g-LW2-1", ["1-1-2"], id="FX-E135"), pytest.param("g-LW1-1", [], id="FX-E136")]
)
def test_smaller_landwehr_shrinks_and_dies(unit: str, left: list[str]) -> None:
    assert landwehr(unit) == left


@pytest.mark.rule("UL-8", "UL-4.1")
def test_landwehr_that_defends_goes_on_as_two_counters() -> None:
    """A step of the table, then the retreat of what is left, each counter to a hex of its choice (B-77)."""
    units = {"f-I": N, "f-II": N, "f-III": NE, "f-IV": NE, "g-LW4-1": CENTRE, "g-210-1": CENTRE}
    game = arena(units, side="allied", dice=[face("I", "6:1", "-/1")])
    attack(game, CENTRE, "f-I", "f-II", "f-III", "f-IV")
    assert asked(game) == ("german", "decide")
    game.act("retreat")
    game.act("to", S)
    assert where(game, "g-210-1") == S, "the artillery goes with the first of the two"
    game.act("to", SE)
    assert len(happened(game, "retreats")) == 2


@pytest.mark.rule("CB-18.3")
def test_without_a_retreat_the_defender_must_stand() -> None:
    """B-80: enemies all around."""
    ring = {"g-I": N, "g-II": NE, "g-III": SE, "g-IV": S, "g-V": "J20", "g-VI": NW}
    game = arena({**ring, "f-1GRD": CENTRE}, dice=[face("R", "4:1", "1/1")])
    attack(game, CENTRE, *ring)
    game.act("unit", "g-I")
    assert factors(game, "f-1GRD") == "1-4-3", "one step of the table and one for standing, without a question"
    assert asked(game) == ("german", "attack")


@pytest.mark.rule("TC-1b.1", "CB-18.3")
def test_in_rough_nobody_pays_for_having_no_retreat() -> None:
    """B-80."""
    ring = dict(
        zip(("g-I", "g-II", "g-III", "g-IV", "g-V", "g-VI"), ("V31", "W32", "W33", "V33", "U32", "U31"), strict=True)
    )
    game = arena({**ring, "f-1GRD": "V32"})
    attackers = ("g-I", "g-V", "g-VI")
    game.act("to", "V32")
    for unit in attackers:
        game.act("unit", unit)
    odds = game.view("german")["battle"]["final"]
    game.script_dice([face("R", odds, "1/0")])
    game.act("commit")
    game.act("unit", "g-I")
    assert (where(game, "f-1GRD"), factors(game, "f-1GRD")) == ("V32", "6-9-3")
    assert asked(game) == ("german", "attack")

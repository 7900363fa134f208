"""CB: who may be attacked by whom, strength, odds and the section of the table; TC: terrain."""

from __future__ import annotations

import pytest

from front1914.kit.tables import mean, unsteady
from front1914.titles.fixed_1914.combat.strength import half
from front1914.titles.fixed_1914.combat.table import CODES, COLUMNS, CRT, RESULTS, SECTION, SECTIONS, column
from front1914.titles.fixed_1914.world import CHAIN, UNITS
from tests.titles.fixed_1914.arena import CENTRE, NE, N, S, arena, attack, declare, face, figures, host
from tests.titles.fixed_1914.positions import args, asked, happened, mark, refused, situation, verbs, where

# ---- the table (CB-3, CB-4, CB-7, CB-10)


@pytest.mark.rule("CB-3.1", "CB-3.2")
@pytest.mark.parametrize(
    ("attack_", "defence", "odds"),
    [
        pytest.param(28, 10, "2:1", id="FX-E201"),
        pytest.param(30, 10, "3:1", id="FX-E202"),
        pytest.param(29, 10, "2:1", id="FX-E203"),
        pytest.param(10, 10, "1:1", id="FX-E204"),
        pytest.param(19, 10, "1:1", id="FX-E205"),
        pytest.param(9, 10, "1:2", id="FX-E206"),
        pytest.param(5, 10, "1:2", id="FX-E207"),
        pytest.param(4, 10, "1:3", id="FX-E208"),
        pytest.param(3, 12, "1:4", id="FX-E209"),
        pytest.param(90, 10, "6:1", id="above the last column"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack_: int, defence: int, odds: str) -> None:
    assert COLUMNS[column(attack_, defence)] == odds


@pytest.mark.rule("CB-7")
@pytest.mark.parametrize(("attack_", "defence"), [pytest.param(3, 13, id="FX-E210"), pytest.param(2, 10, id="FX-E211")])
def test_odds_below_one_to_four_are_no_column(attack_: int, defence: int) -> None:
    assert column(attack_, defence) < 0


@pytest.mark.rule("CB-4", "CB-5")
def test_four_sections_that_differ_with_the_six_codes_and_no_other() -> None:
    assert SECTIONS == ("A", "R", "I", "C")
    assert COLUMNS[0] == "1:4"
    tables = [CRT[section].cells for section in SECTIONS]
    assert len(set(tables)) == 4
    assert {code for table in tables for cells in table for code in cells} == set(range(len(CODES)))
    assert all(len(cells) == 6 for table in tables for cells in table)


@pytest.mark.rule("CB-4")
@pytest.mark.parametrize("section", SECTIONS)
def test_better_odds_and_higher_dice_never_hurt_the_attacker(section: str) -> None:
    ladder = [CODES.index(code) for code in ("1/-", "-/-", "1/0", "1/1", "-/0", "-/1")]
    assert not unsteady(CRT[section], ladder.index, columns=1, rows=1)


@pytest.mark.rule("CB-4")
def test_a_weaker_section_is_worse_for_the_defender() -> None:
    for odds in range(len(COLUMNS)):
        lost = [mean(CRT[section].odds(odds), lambda code: int(RESULTS[code].retreat)) for section in SECTIONS]
        assert lost == sorted(lost)


# ---- the section (CB-6, CB-8, UL-7)


def section_of(unit: str, factors: str) -> str:
    u = UNITS.number(unit)
    return SECTIONS[SECTION[u][CHAIN[u].step(factors)]]


@pytest.mark.rule("UL-7")
def test_an_italian_corps_that_lost_a_step_is_no_full_strength_r_corps() -> None:
    """UL-7 speaks of "A" and "R" units; replacements bring an Italian corps no further than its second step (B-5)."""
    for factors, section in (("3-5-3", "R"), ("2-4-3", "I")):
        game = arena({"f-I": N, "g-IT1": (CENTRE, factors)}, side="allied", dice=[1])
        attack(game, CENTRE, "f-I")
        assert figures(game)["section"] == section


@pytest.mark.rule("CB-4", "UL-7")
@pytest.mark.parametrize(
    ("unit", "factors", "section"),
    [
        ("g-II", "7-12-3", "A"),
        pytest.param("g-II", "5-10-3", "A", id="FX-E146"),
        ("g-II", "4-9-3", "R"),
        ("g-IR", "5-8-3", "R"),
        ("g-IR", "4-7-3", "R"),
        ("g-IR", "3-6-3", "I"),
        ("f-I", "4-8-3", "A"),
        ("b-I", "6-12-3", "A"),
        ("g-IT1", "3-5-3", "R"),
        ("g-IT1", "2-4-3", "I"),
        ("f-TParis", "6-6-2", "I"),
        ("g-LW4-1", "4-4-2", "I"),
        ("f-C1", "(2)-1-4", "C"),
    ],
)
def test_full_strength_and_reduced_units_are_looked_up_apart(unit: str, factors: str, section: str) -> None:
    assert section_of(unit, factors) == section


@pytest.mark.rule("CB-8")
@pytest.mark.parametrize("factors", ["6-8-2", "4-6-2", "3-5-2", "1-3-2"])
def test_belgian_corps_count_as_r(factors: str) -> None:
    """FX-E214."""
    assert section_of("be-1", factors) == "R"


@pytest.mark.rule("CB-6.1")
def test_the_strongest_attacked_unit_decides_the_section() -> None:
    """FX-E213."""
    game = arena({**host(4), "f-C1": CENTRE, "f-1GRD": CENTRE}, dice=[1])
    attack(game, CENTRE, *host(4), against="f-1GRD")
    game.act("stay")  # the cavalry does not retreat before combat
    assert figures(game)["section"] == "R"
    assert figures(game)["defence"] == 10


@pytest.mark.rule("CB-6.2")
def test_on_a_tie_the_higher_section_is_used() -> None:
    """A 4-8-3 (A at full strength) with a reduced British corps of the same defence (R)."""
    game = arena({**host(4), "b-I": (CENTRE, "2-8-3"), "f-I": (CENTRE, "4-8-3")}, dice=[1])
    attack(game, CENTRE, *host(4), against="f-I")
    assert figures(game)["section"] == "A"
    stronger = arena({**host(4), "b-I": (CENTRE, "4-10-3"), "f-I": (CENTRE, "4-8-3")}, dice=[1])
    attack(stronger, CENTRE, *host(4), against="f-I")
    assert figures(stronger)["section"] == "R"  # no tie: the stronger one decides


# ---- strength (CB-3, CB-13)


@pytest.mark.rule("CB-3.1", "CB-13", "CB-12.3")
def test_a_whole_stack_is_attacked_with_all_its_factors() -> None:
    """FX-E212."""
    game = arena({**host(6), "f-I": CENTRE, "f-1GRD": CENTRE}, dice=[1])
    attack(game, CENTRE, *host(6), against="f-1GRD")
    assert (figures(game)["attack"], figures(game)["defence"], figures(game)["odds"]) == (42, 19, "2:1")


@pytest.mark.rule("UC-2", "UC-3")
def test_the_first_factor_attacks_and_the_second_defends() -> None:
    """7-12-3 reduced to 4-9-3 attacks with 4 and defends with 9; so does everybody with his own figures."""
    corps = {"g-I": (N, "4-9-3"), "g-II": N}
    game = arena({**corps, "f-I": CENTRE}, dice=[1])
    attack(game, CENTRE, *corps)
    assert (figures(game)["attack"], figures(game)["defence"]) == (11, 10)
    french = {"f-I": N, "f-II": (NE, "3-7-3")}
    game = arena({**french, "g-I": (CENTRE, "4-9-3")}, side="allied", dice=[1])
    attack(game, CENTRE, *french)
    assert (figures(game)["attack"], figures(game)["defence"]) == (9, 9)
    riders = arena({"g-C1": N, "f-C1": CENTRE}, dice=[1])
    attack(riders, CENTRE, "g-C1")
    assert (figures(riders)["attack"], figures(riders)["defence"]) == (4, 1)  # (4)-3-4 against (2)-1-4


@pytest.mark.rule("CB-7")
def test_an_attack_below_one_to_four_is_refused() -> None:
    """A lone regiment against fourteen; together with a corps it may attack."""
    game = arena({"g-LW1-1": N, "g-IR": N, "b-I": CENTRE})
    declare(game, CENTRE, "g-LW1-1")
    assert refused(game, "commit") == "CB-7"
    game.act("unit", "g-IR")
    assert game.why_not("commit") is None


@pytest.mark.rule("CB-7")
def test_a_hex_that_nobody_can_attack_at_sufficient_odds_is_not_offered() -> None:
    game = arena({"g-LW1-1": N, "b-I": CENTRE})
    assert refused(game, "to", CENTRE) == "CB-7"


# ---- who attacks whom (CB-1, CB-2, CB-11, CB-12, CB-14)


@pytest.mark.rule("CB-1.2", "SP-3", "DP-3")
def test_combat_is_voluntary() -> None:
    game = arena({**host(1), "f-I": CENTRE})
    assert asked(game) == ("german", "attack")
    assert "done" in verbs(game)
    game.act("done")
    assert game.state.phase != "combat"


@pytest.mark.rule("SP-6")
def test_the_allied_player_attacks_in_his_combat_phase() -> None:
    game = arena({"f-I": N, "g-IR": CENTRE}, side="allied", dice=[1])
    attack(game, CENTRE, "f-I")
    assert (figures(game)["attack"], figures(game)["defence"]) == (6, 8)


@pytest.mark.rule("CB-2.2")
def test_any_adjacent_units_may_join_and_none_must() -> None:
    game = arena({"g-I": N, "g-II": N, "g-III": S, "g-IV": "K22", "f-I": CENTRE})
    game.act("to", CENTRE)
    assert args(game, "unit") == ["g-I", "g-II", "g-III"]
    assert refused(game, "unit", "g-IV") == "CB-2"
    assert refused(game, "commit") == "CB-2"
    game.act("unit", "g-III")
    assert game.why_not("commit") is None


@pytest.mark.rule("CB-2.1", "CB-12.4", "CB-11", "CB-14.1")
def test_nobody_attacks_twice() -> None:
    game = arena({"g-I": N, "g-II": N, "f-I": CENTRE, "f-II": NE}, dice=[1])
    attack(game, NE, "g-I")
    game.act("to", CENTRE)
    assert args(game, "unit") == ["g-II"]
    assert refused(game, "unit", "g-I") == "CB-12"


@pytest.mark.rule("CB-14.2", "CB-2.1")
def test_units_of_one_hex_attack_different_hexes_in_any_order() -> None:
    game = arena({"g-I": N, "g-II": N, "f-I": CENTRE, "f-II": NE}, dice=[1, 1])
    assert {CENTRE, NE} <= set(args(game, "to"))
    attack(game, NE, "g-II")
    attack(game, CENTRE, "g-I")
    assert [told["hex"] for told in happened(game, "result")] == [NE, CENTRE]


@pytest.mark.rule("CB-2.3", "CB-12.4")
def test_a_defender_is_attacked_once() -> None:
    game = arena({**host(4), "f-I": CENTRE}, dice=[face("A", "1:2", "1/-")])
    attack(game, CENTRE, "g-G")
    assert refused(game, "to", CENTRE) == "CB-2"


@pytest.mark.rule("CB-12.1", "CB-12.2")
def test_a_stack_is_attacked_from_the_top() -> None:
    """FX-E228: legal targets are X; X and Y; X, Y and Z."""
    game = arena({**host(6), "f-44D": CENTRE, "f-61D": CENTRE, "f-62D": CENTRE})
    declare(game, CENTRE)
    assert args(game, "against") == ["f-61D", "f-62D"]
    reached = [game.view("german")["battle"]["defenders"]]
    for unit in ("f-61D", "f-62D"):
        game.act("against", unit)
        reached.append(game.view("german")["battle"]["defenders"])
    assert reached == [["f-44D"], ["f-44D", "f-61D"], ["f-44D", "f-61D", "f-62D"]]
    game.act("against", "f-44D")
    assert game.view("german")["battle"]["defenders"] == ["f-44D"]
    assert refused(game, "against", "f-44D") == "CB-12"
    assert refused(game, "against", "f-COL") == "CB-14"


@pytest.mark.rule("CB-12.2", "CB-12.3")
def test_after_the_top_unit_the_next_may_be_attacked_for_itself() -> None:
    dice = [face("I", "3:1", "1/0"), 1]
    game = arena({**host(6), "f-44D": CENTRE, "f-61D": CENTRE, "f-62D": CENTRE}, dice=dice)
    attack(game, CENTRE, "g-G", "g-I")
    game.act("unit", "g-G")
    game.act("stand")
    game.act("to", CENTRE)
    assert game.view("german")["battle"]["defenders"] == ["f-61D"]
    assert args(game, "against") == ["f-62D"]
    assert refused(game, "against", "f-44D") == "CB-2"


@pytest.mark.rule("CB-15.1", "CB-15.2")
def test_zero_defence_units_are_attached_to_the_unit_above() -> None:
    """FX-E229: the artillery under a 6-10-3 is attacked with it, never alone, never with the 6-9-3 below."""
    game = arena({**host(6), "f-I": CENTRE, "f-AL1": CENTRE, "f-44D": CENTRE})
    declare(game, CENTRE)
    assert game.view("german")["battle"]["defenders"] == ["f-I", "f-AL1"]
    assert args(game, "against") == ["f-44D"]
    assert refused(game, "against", "f-AL1") == "CB-15"


@pytest.mark.rule("CB-3.1")
def test_engineers_and_blanks_attack_nobody() -> None:
    game = arena({"g-I": N, "g-EB1": N, "f-I": CENTRE})
    declare(game, CENTRE)
    assert refused(game, "unit", "g-EB1") == "CB-3"


@pytest.mark.rule("BN-1.1")
def test_frozen_belgians_do_not_attack() -> None:
    """B-23."""
    units = {"be-1": "Y10", "g-I": "Z10"}
    game = situation(units, side="allied", step="combat", invaded={}, turn=1)
    assert game.decision is not None
    assert game.decision.step != "attack"


# ---- an attack on neutrals is an invasion (B-19)


@pytest.mark.rule("BA-1.1", "BN-1.1")
def test_to_attack_neutrals_begins_the_war_with_them() -> None:
    """And the attack can then still be called off, but not the war."""
    game = arena({"g-I": "FF14", "g-II": "FF14", "be-3D": "EE14", "be-LB": "EE14"}, invaded={}, turn=1)
    game.act("to", "EE14")
    game.act("war")
    assert happened(game, "invasion") == [{"country": "belgium"}]
    assert game.undoable == 0
    game.act("cancel")
    assert game.state.invaded[0] == 1


@pytest.mark.rule("PP-17.1")
def test_inverted_dutch_units_are_turned_up_when_they_are_attacked() -> None:
    units = {"g-I": ("HH11", "hidden"), "nl-I": ("GG10", "hidden"), "nl-II": ("CC7", "hidden")}
    game = arena(units, invaded={}, turn=1)
    game.act("to", "GG10")
    game.act("war")
    assert [mark(game, unit, "hidden") for unit in ("g-I", "nl-I", "nl-II")] == [0, 0, 1]


@pytest.mark.rule("PP-17.1")
def test_an_invasion_turns_up_everybody_who_meets_the_new_enemy() -> None:
    """B-24, H10: far from the attack on Liege a concealed corps stands beside the guns and the garrison of Namur."""
    units = {"g-I": "FF14", "be-3D": "EE14", "g-II": ("BB15", "hidden"), "be-4D": "BB14", "g-III": ("MM15", "hidden")}
    game = arena(units, invaded={}, turn=1)
    game.act("to", "EE14")
    game.act("war")
    assert [mark(game, unit, "hidden") for unit in ("g-II", "g-III")] == [0, 1]


@pytest.mark.rule("BA-1.1")
def test_neutrals_in_the_open_that_nobody_can_attack_are_no_target() -> None:
    """B-98: cavalry alone may not attack the Belgian division; concealed Dutch units might be anything."""
    game = arena({"g-C1": "FF14", "be-3D": "EE14", "g-C2": "HH11", "nl-I": ("GG10", "hidden")}, invaded={}, turn=1)
    assert "EE14" not in args(game, "to")
    assert "GG10" in args(game, "to")


# ---- terrain (TC)


@pytest.mark.rule("TC-1a.1")
def test_halving_rounds_up() -> None:
    assert [half(n) for n in (7, 8, 1)] == [4, 4, 1]


def against(units: dict[str, str | tuple[str, ...]], target: str, *attackers: str, side: str = "german") -> int:
    """The attack strength that the panel shows."""
    game = arena(units, side=side)
    declare(game, target, *attackers)
    return int(game.view(side)["battle"]["attack"])


# Q19 lies on the Marne, which comes in from R19 and leaves to P19; Q18 is on its right bank, Q20 and R20 on the left.


@pytest.mark.rule("TC-1a.1", "TC-1a.2", "MB-4.5")
def test_out_of_a_river_hex_only_the_bank_of_entry_is_attacked_in_full() -> None:
    """FX-E255: the bank is remembered."""
    assert against({"g-I": ("Q19", "left"), "f-I": "Q20"}, "Q20", "g-I") == 7
    assert against({"g-I": ("Q19", "left"), "f-I": "Q18"}, "Q18", "g-I") == 4
    assert against({"g-I": ("Q19", "right"), "f-I": "Q18"}, "Q18", "g-I") == 7


@pytest.mark.rule("TC-1a.2")
def test_along_the_river_nothing_is_halved() -> None:
    """FX-E231."""
    assert against({"g-I": ("Q19", "left"), "f-I": ("R19", "right")}, "R19", "g-I") == 7


@pytest.mark.rule("TC-1a.1")
def test_into_a_river_hex_nothing_is_halved() -> None:
    assert against({"g-I": "Q20", "f-I": ("Q19", "right")}, "Q19", "g-I") == 7


@pytest.mark.rule("TC-1a.1", "TC-1a.2")
def test_each_unit_is_judged_by_its_own_bank() -> None:
    """B-71: halved one by one, rounded up: 7 and 4."""
    units: dict[str, str | tuple[str, ...]] = {"g-I": ("Q19", "left"), "g-II": ("Q19", "right"), "f-I": "Q20"}
    assert against(units, "Q20", "g-I", "g-II") == 11


@pytest.mark.rule("TC-1b.2")
@pytest.mark.parametrize(
    ("origin", "target", "strength"),
    [
        pytest.param("V32", "W32", 4, id="rough to rough"),
        pytest.param("V32", "U31", 4, id="rough to forest"),
        pytest.param("U31", "V32", 7, id="forest to rough"),
    ],
)
def test_out_of_rough_into_rough_or_forest_attacks_are_halved(origin: str, target: str, strength: int) -> None:
    assert against({"g-I": origin, "f-44D": target}, target, "g-I") == strength


@pytest.mark.rule("TC-1d")
def test_up_a_ridge_attacks_are_halved() -> None:
    """FX-E233: a 6-10-3 attacks up with 3; along the crest and down nothing is halved."""
    assert against({"f-I": "X22", "g-IR": "W21"}, "W21", "f-I", side="allied") == 3
    assert against({"f-I": "W22", "g-IR": "W21"}, "W21", "f-I", side="allied") == 6
    assert against({"f-I": "W21", "g-IR": "X22"}, "X22", "f-I", side="allied") == 6


@pytest.mark.rule("CB-12.4")
def test_who_took_part_is_marked_until_the_phase_is_over() -> None:
    game = arena({"g-I": N, "f-I": CENTRE}, dice=[face("A", "1:2", "1/-")])
    attack(game, CENTRE, "g-I")
    assert (mark(game, "g-I", "attacked"), mark(game, "f-I", "defended")) == (1, 1)
    game.act("done")
    assert (mark(game, "g-I", "attacked"), mark(game, "f-I", "defended")) == (0, 0)
    assert where(game, "f-I") == CENTRE

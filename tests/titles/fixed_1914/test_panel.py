"""What the combat panel shows, and the hints of the attackers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from front1914 import Action
from front1914.titles.fixed_1914.combat.report import ORDER, TONES, chart
from front1914.titles.fixed_1914.combat.table import CODES, COLUMNS, SECTIONS
from tests.titles.fixed_1914.arena import CENTRE, N, arena, attack, declare, face, host, onslaught, panel
from tests.titles.fixed_1914.positions import asked


def test_before_anybody_attacks_there_are_no_odds() -> None:
    game = arena({"g-I": N, "f-I": CENTRE})
    game.act("to", CENTRE)
    shown = panel(game)
    assert (shown["target"], shown["attackers"], shown["defenders"]) == (CENTRE, [], ["f-I"])
    assert (shown["defence"], shown["final"], shown["chart"], shown["die"]) == (10, None, [], None)


@pytest.mark.rule("CB-3.2", "CB-5")
def test_the_odds_and_the_chances_of_each_result() -> None:
    game = arena({**host(4), "f-I": CENTRE})
    declare(game, CENTRE, *host(4))
    shown = panel(game)
    assert (shown["attack"], shown["defence"], shown["final"], shown["section"]) == (28, 10, "2:1", "A")
    assert {row["result"]: row["probability"] for row in shown["chart"]} == {
        "1/-": "1/3",
        "-/-": "1/6",
        "1/0": "1/3",
        "1/1": "1/6",
    }
    assert shown["assumed"] is None


def test_an_attack_that_is_too_weak_has_no_column() -> None:
    game = arena({"g-LW1-1": N, "g-I": N, "b-I": CENTRE})
    declare(game, CENTRE, "g-LW1-1")
    assert panel(game)["final"] is None
    assert game.hints()["unit g-I"] == {"mark": "1:2"}


def test_what_made_the_figures_is_listed_with_its_rule() -> None:
    game = arena({"g-I": "EE24", "g-C1": "EE24", "f-44D": "DD24"})
    declare(game, "DD24", "g-I", "g-C1")
    shown = panel(game)
    assert [(s["amount"], s["rule"]) for s in shown["shifts"]] == [(-3, "TC-1d"), (-2, "TC-1d"), (-1, "FT-6")]
    assert shown["attack"] == 4 + 2 - 1
    assert shown["free"] is True


def test_while_an_attack_is_prepared_only_its_owner_sees_it() -> None:
    game = arena({"g-I": N, "f-I": CENTRE})
    declare(game, CENTRE, "g-I")
    assert game.view("allied")["battle"] is None
    assert game.view("observer")["battle"] is None


def test_before_cavalry_has_decided_there_are_no_odds() -> None:
    game = arena({"g-I": N, "f-C1": CENTRE})
    attack(game, CENTRE, "g-I")
    assert asked(game) == ("allied", "evade")
    for side in ("german", "allied"):
        shown = panel(game, side)
        assert (shown["defenders"], shown["final"], shown["chart"]) == (["f-C1"], None, [])


def test_after_the_die_both_sides_see_the_result() -> None:
    game = onslaught({"f-44D": CENTRE}, "-/0")
    for side in ("german", "allied", "observer"):
        shown = panel(game, side)
        assert (shown["die"], shown["result"], shown["final"]) == (face("I", "6:1", "-/0"), "-/0", "6:1")


@pytest.mark.parametrize("section", range(len(SECTIONS)))
def test_the_chances_add_up(section: int) -> None:
    for column in range(len(COLUMNS)):
        assert sum(Fraction(row["probability"]) for row in chart(section, column)) == 1
    assert sorted(ORDER) == list(range(len(CODES)))
    assert len(TONES) == len(CODES)


@pytest.mark.rule("CB-5")
def test_exact_odds_of_an_attack() -> None:
    """The engine's own walk over the die agrees with the table."""
    game = arena({"g-I": N, "g-II": N, "f-44D": CENTRE})
    declare(game, CENTRE, "g-I", "g-II")
    chances = {row["result"]: Fraction(row["probability"]) for row in panel(game)["chart"]}
    assert game.odds(Action("commit")).by() == chances


def test_the_panel_tells_what_an_attack_costs_and_whether_the_hex_is_taken() -> None:
    """At 2:1 in section A nothing takes the hex by itself: the defender may stand for a step."""
    game = arena({**host(4), "f-I": CENTRE})
    declare(game, CENTRE, *host(4))
    shown = panel(game)
    assert shown["losses"]["attacker"] == pytest.approx(5 / 6, abs=0.01)
    assert shown["aim"] == {"text": shown["aim"]["text"], "probability": "0", "most": "1/2"}
    assert shown["eyes"] == "attacker"
    assert [row["result"] for row in shown["chart"]] == ["1/1", "1/0", "-/-", "1/-"], "the best comes first"
    assert sorted(face for row in shown["chart"] for face in row["faces"]) == [1, 2, 3, 4, 5, 6]

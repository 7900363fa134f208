"""21.1, 24.1, 25.6: inferior Allied doctrine, Belgian Formations in combat, Longwy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from front1914.titles.offensive_a_outrance.combat.doctrine import unlucky
from front1914.titles.offensive_a_outrance.combat.parties import corps_key
from front1914.titles.offensive_a_outrance.combat.report import chances
from front1914.titles.offensive_a_outrance.world import CORPS
from tests.titles.offensive_a_outrance.battlefield import T, field, fight, units
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, happened, refused, situation

FIGHT: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": T}


@pytest.mark.rule("21.1.a")
def test_an_allied_attack_with_a_black_one_is_thrown_again_once() -> None:
    """OAO-21.1-01."""
    game = fight(FIGHT, "f-11/20", dice=["4-1", "2-1", 4, 4], turn=3)
    assert (happened(game, "thrown_again")[0]["white"], happened(game, "thrown_again")[0]["black"]) == (4, 1)
    assert [(event["white"], event["black"]) for event in happened(game, "result")] == [(2, 1)]


@pytest.mark.rule("21.1.b")
@pytest.mark.parametrize(("turn", "again"), [(5, True), (6, False)])
def test_against_allies_a_black_six_is_thrown_again_until_gt_5(turn: int, again: bool) -> None:
    """OAO-21.1-02."""
    dice: list[str | int] = ["4-6", "3-6", 4, 4] if again else ["4-6", 4, 4]
    game = fight({"f-11/20": "54.53", "g-31/21": T}, "g-31/21", target="54.53", dice=dice, turn=turn, side="german")
    assert [(event["white"], event["black"]) for event in happened(game, "result")] == [(3 if again else 4, 6)]


@pytest.mark.rule("21.1.a", "21.1.b")
def test_other_dice_stand() -> None:
    assert [e["black"] for e in happened(fight(FIGHT, "f-11/20", dice=["4-6", 4, 4], turn=3), "result")] == [6]
    game = fight(FIGHT, "g-31/21", target="54.53", dice=["4-1", 4, 4], turn=3, side="german")
    assert [e["black"] for e in happened(game, "result")] == [1]


@pytest.mark.rule("21.1.c")
def test_not_where_an_allied_fortress_of_a_camp_takes_part() -> None:
    camp: dict[str, Placed] = {"f-fx-Verdun-3": "47.45", "g-31/21": "48.44"}
    game = fight(camp, "g-31/21", target="47.45", dice=["4-6", 4, 4], turn=3, side="german", supply=False)
    assert [event["black"] for event in happened(game, "result")] == [6]
    s = situation({"f-fx-Longwy": "53.42", "g-fx-Metz-1": "53.48"}, turn=3).state
    assert unlucky(s, "german", units("f-fx-Longwy")) == 6  # no camp
    assert unlucky(s, "allied", units("g-fx-Metz-1")) == 1  # not Allied


@pytest.mark.rule("21.1.a")
def test_it_holds_for_a_repulse_too() -> None:
    """B17."""
    game = situation({"f-13/21": "54.53", "g-55-Lw": (T, "sr 1")}, turn=3, dice=["3-1", "1-1", 4, 4])
    game.act("unit", "f-13/21")
    game.act("repulse", T)
    assert len(happened(game, "thrown_again")) == 1
    assert [event["white"] for event in happened(game, "repulse_roll")] == [1]


@pytest.mark.rule("21.1.a")
def test_the_forecast_knows_it() -> None:
    column = 3
    plain, again = chances(column, 0), chances(column, 0, 1)
    assert sum(plain.values()) == sum(again.values()) == 1
    worst = next(result for result in plain if result.text == "-/+4B1")  # black 1 with white 1 and 2 only
    assert plain[worst] == Fraction(2, 36)
    assert again[worst] == Fraction(2, 36) * Fraction(1, 6)


# ---- Belgians (24.1)


@pytest.mark.rule("24.1")
def test_belgian_formations_are_independent_in_combat() -> None:
    """Every stack counts as a corps: no more than two of them attack together, whatever their display says."""
    stacks: dict[str, Placed] = {
        "be-1": ("54.53", f"corps {CORPS[0]}"),
        "be-2": ("55.54", f"corps {CORPS[0]}"),
        "be-3": ("54.52", f"corps {CORPS[0]}"),
        "be-4": ("54.52", f"corps {CORPS[0]}"),
    }
    game = field({**stacks, "g-31/21": T}, supply=False)
    keys = {word: corps_key(game.state, units(word)[0]) for word in stacks}
    assert len(set(keys.values())) == 3
    assert keys["be-3"] == keys["be-4"]
    game.act("to", T)
    game.act("unit", "be-1")
    game.act("unit", "be-2")
    assert refused(game, "unit", "be-3") == "9.2.2"


# ---- Longwy (25.6)


@pytest.mark.rule("25.6")
@pytest.mark.parametrize(
    ("turn", "phase", "spared"), [(2, "counter_movement", True), (3, "counter_movement", False), (2, "movement", False)]
)
def test_no_repulse_at_longwy_in_the_counter_movement_of_gt_2(turn: int, phase: str, spared: bool) -> None:
    placed: dict[str, Placed] = {"f-fx-Longwy": "53.42", "g-3/2": "53.43", "f-Ch-29": "54.43"}
    game = situation(placed, side="german", turn=turn, phase=phase)
    game.act("unit", "g-3/2")
    assert ("53.42" in args(game, "repulse")) is not spared
    assert "54.43" in args(game, "repulse")
    if spared:
        assert refused(game, "repulse", "53.42") == "25.6"
    assert asked(game)[1] == "march"

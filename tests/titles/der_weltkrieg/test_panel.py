"""What is told of an attack before and after the dice, and exact odds of an attack named by its target."""

from __future__ import annotations

from fractions import Fraction

import pytest

import front1914
from front1914.engine.errors import BadInput
from front1914.titles.der_weltkrieg.charts import losses
from front1914.titles.der_weltkrieg.combat.report import report
from tests.titles.der_weltkrieg.arena import CENTRE, NE, SE, N, S, arena, attack, supplied, until
from tests.titles.der_weltkrieg.positions import Placed, situation

UNITS: dict[str, Placed] = supplied({"g-3": S, "g-4": SE, "f-1": CENTRE})


def test_while_an_attack_is_prepared_only_its_owner_sees_it() -> None:
    """17-5: it shows how far his supply goes."""
    game = arena(UNITS)
    game.act("to", CENTRE)
    told = report(game.state, "central")
    assert told is not None
    assert (told["target"], told["attackers"], told["chart"]) == (CENTRE, [], [])
    game.act("unit", "g-3")
    game.act("unit", "g-4")
    told = report(game.state, "central")
    assert told is not None
    assert (told["attack"], told["defence"], told["final"]) == (16, 21, "16")
    assert told["assumed"]
    assert report(game.state, "entente") is None


def test_the_two_throws_are_drawn_apart_with_exact_losses() -> None:
    game = arena(UNITS)
    game.act("to", CENTRE)
    game.act("unit", "g-3")
    game.act("unit", "g-4")
    told = report(game.state, "central")
    assert told is not None
    curves = {curve["party"]: curve["losses"] for curve in told["curves"]}
    assert told["chart"] == []
    for party, column in (("defender", 16), ("attacker", 21)):
        found = {face: loss["value"] for loss in curves[party] for face in loss["faces"]}
        assert found == {face: losses(column, face, 1914) for face in range(1, 7)}
    means = {party: sum(loss["value"] * len(loss["faces"]) for loss in curve) / 6 for party, curve in curves.items()}
    assert told["losses"] is not None
    assert told["losses"]["defender"] == pytest.approx(means["defender"], abs=0.01)
    assert told["losses"]["attacker"] == pytest.approx(means["attacker"], abs=0.01)


def test_the_reasons_of_column_and_dice_are_listed() -> None:
    """Figure 9: the panel takes the terrain that serves the defender best."""
    units: dict[str, Placed] = {
        "g-3": "2918",
        "g-6A": ("2918", "supply 60"),
        "f-88T": "2817",
        "f-1A": ("2718", "supply 9"),
    }
    game = situation(units, step="combat", dice=[4, 4])
    game.act("to", "2817")
    game.act("unit", "g-3")
    told = report(game.state, "central")
    assert told is not None
    assert {"amount": -3, "rule": "13-9", "text": "Terrain chosen: rough"} in told["shifts"]
    assert {"amount": 1, "rule": "13-15", "text": "Counterattack: Terrain chosen: rough"} in told["shifts"]


def test_after_the_dice_the_results_are_shown_to_both() -> None:
    game = arena(UNITS, 4, 3)
    attack(game, CENTRE, "g-3", "g-4")
    until(game, "stand")
    for side in ("central", "entente"):
        told = report(game.state, side)
        assert told is not None
        assert (told["die"], told["result"]) == (4, f"{losses(16, 4, 1914)}/-")
        assert told["attack"] == 16
    assert report(arena(UNITS).state, "central") is None


def test_exact_odds_of_an_attack_by_all_who_may_take_part() -> None:
    """The defender is taken to stand unless he must retreat: then his counterattack is doubled only."""
    found = arena(UNITS).attack_odds(CENTRE)
    expected: dict[str, Fraction] = {}
    for first in range(1, 7):
        lost = losses(16, first, 1914)
        column = 14 if 2 * lost >= 7 else 21
        for second in range(1, 7):
            key = f"{lost}/{losses(column, second, 1914)}"
            expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 36)
    assert found.odds.by() == dict(sorted(expected.items(), key=lambda item: (-item[1], item[0])))
    assert {str(action.arg) for action in found.actions if action.verb == "unit"} == {"g-3", "g-4"}
    assert "stands" in found.note


def test_exact_odds_of_an_attack_by_named_units() -> None:
    found = arena(UNITS).attack_odds(CENTRE, "g-4")
    assert sum(found.odds.by().values()) == 1
    assert {branch.game.state.last_losses for branch in found.odds} == {losses(8, die, 1914) for die in range(1, 7)}


@pytest.mark.parametrize(("target", "step"), [(N, "combat"), ("9999", "combat"), (CENTRE, "move")])
def test_what_cannot_be_attacked_has_no_odds(target: str, step: str) -> None:
    with pytest.raises(BadInput):
        arena(UNITS, step=step).attack_odds(target)


def test_odds_of_a_bombardment_and_of_a_break_out() -> None:
    """Guns alone are not answered; surrounded brigades lose before they attack."""
    guns = arena(supplied({"g-21b": S, "f-1": CENTRE})).attack_odds(CENTRE)
    assert all(word.endswith("/0") for word in guns.odds.by())
    assert arena(supplied({"g-3": S, "f-1DC": CENTRE, "f-2": NE})).attack_odds(CENTRE).odds


def test_an_attack_on_liege_with_what_stands_before_it_is_called_worse_than_none() -> None:
    """Seven units with 17 points against a division in the fortress, which counts 120."""
    game = front1914.new("der_weltkrieg", "liege", seed=7)
    while game.decision is not None and game.decision.step != "attack":
        game.act("done")
    game.act("to", "2107")
    for _ in range(7):
        assert game.decision is not None
        game.act(next(action for action in game.decision.actions if action.verb == "unit"))
    told = game.screen("central")["battle"]
    assert told is not None
    assert (told["attack"], told["defence"]) == (24, 120)
    assert told["warning"] == {"level": "stop", "why": "fatal"}
    assert told["aim"] is not None
    assert told["aim"]["probability"] == "0"


def test_24_against_120_at_liege_is_worse_than_not_attacking() -> None:
    """The first day of the assault, everybody who stands beside the fortress thrown at it: the panel says so."""
    position = front1914.new("der_weltkrieg", "liege", seed=1).position()
    bare = {key: value for key, value in position.items() if key != "flow"}
    game = front1914.from_position(bare | {"step": "combat", "side": "central"}, dice="manual")
    game.act("to", "2107")
    while able := [action for action in game.decision.actions if action.verb == "unit"]:  # type: ignore[union-attr]
        game.act(able[0])
    told = report(game.state, "central")
    assert told is not None
    assert (told["attack"], told["defence"]) == (24, 120)
    assert told["warning"] == {"level": "stop", "why": "fatal"}
    assert told["losses"] is not None
    assert told["losses"]["attacker"] > 5 * told["losses"]["defender"]

"""What the combat panel says of an attack that is being prepared: what may still be added, and by whom."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.state import POOLS
from tests.titles.offensive_a_outrance.battlefield import T, carry_on, field
from tests.titles.offensive_a_outrance.positions import Placed, asked, happened
from tests.titles.offensive_a_outrance.test_preparation import LIER, NEXT, SMALL, barrage

rule = pytest.mark.rule


def panel(game: Game, side: str) -> dict[str, Any]:
    found: dict[str, Any] = game.view(side)["battle"]
    return found


def prepared(attacker: str, placed: dict[str, Placed]) -> dict[str, Any]:
    """The panel when an attacker out of 54.53 was chosen."""
    game = field({attacker: "54.53", **placed})
    game.act("to", T)
    game.act("unit", attacker)
    return panel(game, "allied")


@rule("9.8", "9.8.2.b", "9.8.2.d")
def test_what_intensity_may_change_is_told_before_the_attack_is_declared() -> None:
    """Full intensity of the attacker adds ①, that of the defender may undo ❶; nothing undoes ❷."""
    told = prepared("f-11/20", {"g-31/21": T})
    assert [entry["verb"] for entry in told["spend"]] == ["intense"]
    assert told["spend"][0]["aim"][1] > told["spend"][0]["aim"][0]
    sure = {row["result"]: row["aim"] for row in told["chart"]}
    assert sure["❶"] == "maybe"
    assert sure["①"] == "no"
    assert Fraction(told["aim"]["most"]) > Fraction(told["aim"]["probability"])
    horse = prepared("f-2-c", {"g-Metz-1": (T, "sr 1")})  # neither Cavalry nor an Asset fights with intensity
    assert "spend" not in horse
    assert {row["aim"] for row in horse["chart"] if row["result"] == "❶"} <= {"yes"}


@rule("9.8.1", "9.8.2.b")
def test_once_both_have_declared_the_panel_knows() -> None:
    """While the defender is asked he knows what he will do; then nothing is open."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T}
    game = field(placed, dice=["1-1", 2, 2])
    for action in (("to", T), ("unit", "f-11/20"), ("unit", "f-39/20"), ("done",), ("done",), ("done",)):
        game.act(*action)
    assert asked(game) == ("allied", "intensity")
    assert panel(game, "allied")["warning"] is None  # nobody can think again
    assert {row["aim"] for row in panel(game, "allied")["chart"] if row["result"] == "❶"} == {"maybe"}
    carry_on(game)
    assert {row["aim"] for row in panel(game, "allied")["chart"] if row["result"] == "❶"} == {"yes"}


@rule("3.1.6", "9.8.a")
def test_the_panel_does_not_tell_who_is_too_worn_for_intensity() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": (T, "sr 3")}
    game = field(placed, dice=["1-1", 2, 2])
    for action in (("to", T), ("unit", "f-11/20"), ("unit", "f-39/20"), ("done",), ("done",), ("done",)):
        game.act(*action)
    assert asked(game) == ("allied", "intensity")
    assert {row["aim"] for row in panel(game, "allied")["chart"] if row["result"] == "❶"} == {"maybe"}
    game.act("calm")
    assert asked(game)[1] != "intensity"  # the defender has no choice


@rule("20.4", "9.6.1.g")
def test_a_prep_bombardment_is_told_before_and_counted_after_it() -> None:
    placed: dict[str, Placed] = {**SMALL, "g-6r/3R": (NEXT, "army g-BELGIEN")}
    for answer in ("fire", "save"):
        game = barrage(placed, dice=[3, "3-3"])
        game.act("to", LIER)
        game.act("unit", "g-6r/3R")
        fire = {entry["verb"]: entry["aim"] for entry in panel(game, "german")["spend"]}["fire"]
        assert fire[1] > fire[0]
        game.act("done")
        game.act("done")
        assert asked(game) == ("german", "prep")
        game.act(answer)
        assert asked(game) == ("german", "hold")  # the odds are not told yet
        won = [event["shifts"] for event in happened(game, "prepped")]
        assert [shift["amount"] for shift in panel(game, "german")["shifts"] if shift["rule"] == "20.5"] == won
        assert bool(won) == (answer == "fire")
        assert [entry["verb"] for entry in panel(game, "german")["spend"]] == ["intense"]


@rule("21.2", "9.6.1.f")
def test_ships_that_may_still_fire_are_reckoned_with() -> None:
    """Before Dunkerque a success is sure only where two columns less bring it too; once they have fired no longer."""
    told = []
    for fired in (0, 1):
        placed: dict[str, Placed] = {"f-80t": "31.11", "g-3/2": "31.12", "g-4/2": "31.12"}
        game = field(placed, side="german", supply=False, turn=12)
        game.state.pools[POOLS.number("naval_support")] = fired
        game.act("to", "31.11")
        game.act("unit", "g-3/2")
        told.append(panel(game, "german"))
    ready, gone = told
    assert [shift["value"] for shift in ready["shifts"] if shift["rule"] == "21.2"] == ["2 left?"]
    assert not [shift for shift in gone["shifts"] if shift["rule"] == "21.2"]
    assert Fraction(ready["aim"]["probability"]) < Fraction(gone["aim"]["probability"])
    assert ready["aim"]["most"] == gone["aim"]["most"]

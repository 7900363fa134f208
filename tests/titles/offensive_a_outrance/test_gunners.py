"""What the computer commander does with siege guns, ships and Prep Bombardments."""

from __future__ import annotations

from typing import Any

from front1914 import Game
from front1914.titles.offensive_a_outrance.command import judgement
from tests.titles.offensive_a_outrance.positions import asked, situation
from tests.titles.offensive_a_outrance.test_bombardment import (
    HEAVY,
    HQ,
    LIER_FORT,
    LIGHT,
    NEAR,
    RAILS,
    SHELLS,
    SKM,
    TWIN,
    gun,
    march,
    siege,
)
from tests.titles.offensive_a_outrance.test_preparation import BASE, SMALL, barrage, finish, landing, to_prep


def answer(game: Game) -> str:
    """What the commander answers."""
    decision = game.decision
    assert decision is not None
    found = judgement.reply(game.view(decision.side), decision.step, decision.actions)
    assert found is not None
    assert found[0] in decision.actions
    return str(found[0])


def prelude(game: Game) -> Any:
    decision = game.decision
    assert decision is not None
    return judgement.prelude(game.view(decision.side), decision.actions)


def test_guns_are_deployed_before_a_fortress_and_packed_up_elsewhere() -> None:
    game = march({"g-5r/3R": NEAR, HQ: NEAR, LIGHT: NEAR, SKM: "reserve", TWIN: gun("56.25"), LIER_FORT: "52.18"})
    done = set()
    while (action := prelude(game)) is not None and action.verb in ("deploy", "undeploy"):
        done.add(str(action))
        game.act(action)
    assert done == {f"deploy {LIGHT}", f"deploy {SKM}", f"undeploy {TWIN}"}


def test_all_that_is_in_reach_is_bombarded_the_cheap_guns_first() -> None:
    game = siege({HQ: NEAR, LIGHT: gun(NEAR), HEAVY: gun(NEAR)})
    assert answer(game) == f"unit {LIER_FORT}"
    game.act("unit", LIER_FORT)
    assert answer(game) == f"assist {LIGHT}"


def test_prep_bombardments_are_begun_fired_and_ended() -> None:
    begin = situation(
        {**SMALL, HQ: NEAR}, side="german", phase="supply", step="open_routine", turn=20, pools=SHELLS,
        hexes=RAILS, armies=BASE,
    )  # fmt: skip
    assert answer(begin) == f"initiate {HQ}"
    assert answer(to_prep(barrage(SMALL))) == "fire"
    assert answer(finish(SMALL)) == "go"
    alone = {unit: at for unit, at in SMALL.items() if unit != "be-3"}
    assert answer(finish(alone)) == "stop"


def test_ships_fire_when_they_can() -> None:
    game = landing("37.10", "g-5r/3R")
    assert asked(game)[1] == "naval"
    assert answer(game) == "support"

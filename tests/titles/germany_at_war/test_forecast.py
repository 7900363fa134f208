"""What a Side is told of a Battle before the Showdown: there are no dice, only blocks that it cannot read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from front1914.titles.germany_at_war.forecast import suspects
from front1914.titles.germany_at_war.world import BLOCKS
from tests.titles.germany_at_war.positions import march, play, situation, tactical

rule = pytest.mark.rule


def siege(*belgians: str):
    """A German corps beside Liège engages whoever stands there, with the Disc at hand."""
    placed = {"G1-L1": "11", "G1-I1": "11", "G1-I2": "11", **dict.fromkeys(belgians, "9")}
    game = tactical(situation({**placed, "BA-I5": "18", "BA-C1": "18"}), "G1-L1")
    for unit in ("G1-I1", "G1-I2"):
        march(game, unit, "9")
    play(game, "done")
    while game.decision.step not in ("edge",):
        play(game, "done" if "done" in {a.verb for a in game.decision.actions} else str(game.decision.actions[0]))
    return game


@rule("1.3.a")
def test_an_unread_block_may_be_any_that_was_not_seen_elsewhere():
    game = siege("BA-I1")
    s = game.state
    u = BLOCKS.number("BA-I1")
    found = {str(BLOCKS[v]) for v in suspects(s, "german", u)}
    assert {"BA-I1", "BA-I5", "BA-C1"} <= found
    assert not any(name.startswith("G") for name in found)


@rule("1.3.a", "7.5.1.10.a")
def test_the_forecast_does_not_rest_on_what_the_block_is():
    told = []
    for defender in ("BA-I1", "BA-I2"):
        battle = siege(defender).screen("german")["battle"]
        told.append((battle["chart"], battle["aim"], battle["lanes"]))
    assert told[0] == told[1]


@rule("7.2.b")
def test_each_use_of_the_disc_has_its_lane_and_no_die_is_spoken_of():
    battle = siege("BA-I1").screen("german")["battle"]
    assert battle["dice_free"]
    assert [lane["verb"] for lane in battle["lanes"]][:2] == [None, "pontoon"]
    assert sum(Fraction(row["probability"]) for row in battle["chart"]) == 1
    for lane in battle["lanes"]:
        assert sum(spot["count"] for spot in lane["values"]) == lane["values"][0]["of"]

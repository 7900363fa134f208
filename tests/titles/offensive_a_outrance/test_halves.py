"""19.1.3, 19.1.6, 19.1.7: Two-Hex Units in combat: the worked example of the rulebook, and what it leaves open."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES, IN, OPEN
from front1914.titles.offensive_a_outrance.combat.strength import (
    attack_of,
    attack_total,
    defence_total,
    guns_of,
    guns_total,
    hexside,
    size_of,
)
from front1914.titles.offensive_a_outrance.manoeuvre.retreat import arduous, consolidated
from tests.titles.offensive_a_outrance.battlefield import RAILS, carry_on, field, indicate, units
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, both, happened, mark, situation

BODUNGEN: dict[str, Placed] = {
    "g-Bodungen": ("55.70", "55.71"),
    "f-14/7": ("54.70", "pa 55.70"),
    "f-66r": "54.71",
    "f-dALSACE": "50.68",
    "g-dSEVENTH": "57.70",
}


def example(dice: list[str | int], **more: Placed) -> Game:
    game = situation(
        {**BODUNGEN, **more},
        scenario="introduction",
        step="begin_attacks",
        phase="attack",
        hexes={**RAILS, "55.71": {"ip": 1}},
        dice=dice,
    )
    indicate(game, "55.71", "f-66r")
    game.act("done")
    return game


@pytest.mark.rule("19.1.3", "19.1.6")
def test_half_of_everything_in_each_hex() -> None:
    """OAO-19.1.6-01: six points are three in each hex."""
    s = situation(BODUNGEN, scenario="introduction", step="attack", phase="attack").state
    brigade = units("g-Bodungen")
    assert size_of(s, brigade) == 2
    assert defence_total(s, brigade, HEXES.number("55.70")) == 3 * 4
    assert guns_total([guns_of(s, brigade, HEXES.number("55.70"))]) == 1
    stretched = situation({"f-14/7": ("54.70", "54.71"), "g-Bodungen": "55.71"}, scenario="introduction").state
    force = units("f-14/7")
    fronts = sum(h in stretched.hexes(force[0]) for h in (HEXES.number("54.70"), HEXES.number("54.71")))
    assert attack_of(stretched, force, HEXES.number("55.71")) <= 12 * 4 * fronts // 2


@pytest.mark.rule("5.5.1", "19.1.6")
def test_an_asset_in_two_hexes_fights_with_one_formation() -> None:
    """With a Formation in each of its hexes it is assigned to one of them, and its strength counts once."""
    placed: dict[str, Placed] = {
        "f-14/7": "53.70",
        "f-8-c": "53.71",
        "f-Ch-14": ("53.70", "53.71", "assigned f-8-c"),
        "g-Bodungen": "54.70",
    }
    s = situation(placed, scenario="introduction", step="attack", phase="attack").state
    target, attackers = HEXES.number("54.70"), units("f-14/7", "f-8-c", "f-Ch-14")
    worst = min(hexside(HEXES.number(at), target) for at in ("53.70", "53.71"))
    assert attack_total(s, attackers, target) == 4 * (12 + hexside(HEXES.number("53.70"), target) + 3 + 4 + worst)


@pytest.mark.rule("19.1.6", "19.1.6.b", "19.1.6.c", "19.1.7", "19.1.1.a", "9.1.e", "9.2.1.a", "11.2.1.d", "9.10.1.b")
def test_the_example_of_bodungen() -> None:
    """OAO-19.1.6-02, OAO-19.1.7-01, OAO-11.2.1-02, OAO-9.10.1-03 and -04."""
    game = example(["2-4", "4-4", 6, 4, 4, 4])
    game.act("to", "55.70")
    carry_on(game)
    odds = [event["odds"] for event in happened(game, "odds")]
    assert odds == ["6:1", "2:1"]  # 12:3 with a Prepared Attack, 10:3 against a position
    assert [event["modifier"] for event in happened(game, "odds")] == [-2, -1]
    assert [event["result"] for event in happened(game, "result")] == ["-1/+4❶", "+2s/+2s"]
    assert mark(game, "f-66r", "sr") == 1  # a 6 on the die of small magnitude
    assert mark(game, "g-Bodungen", "sr") == 1  # a division is no small enemy
    checks = [event["modifier"] for event in happened(game, "check") if event["side"] == "german"]
    assert checks == [4]  # one check, with the worse of both modifiers
    assert asked(game) == ("german", "half_back")
    assert "55.71" in args(game, "to")  # it could consolidate
    game.act("to", "56.70")
    assert both(game, "g-Bodungen") == {"56.70", "55.71"}
    assert asked(game) == ("allied", "advance")
    game.act("extend", "f-14/7")
    assert both(game, "f-14/7") == {"54.70", "55.70"}


@pytest.mark.rule("19.1.6", "19.1.6.c")
def test_one_check_with_the_worse_modifier() -> None:
    game = example(["2-4", "4-4", 4, 4, 12])
    game.act("to", "55.71")  # the milder attack first: the other is resolved inside it
    carry_on(game)
    assert mark(game, "g-Bodungen", "ce") > 0
    roll = next(event for event in happened(game, "check") if event["side"] == "german")
    assert roll["dice"] == 12


@pytest.mark.rule("19.1.7", "19.1.7.a")
def test_a_longer_retreat_takes_the_whole_unit() -> None:
    placed: dict[str, Placed] = {**BODUNGEN, "f-41/7": "54.70"}
    game = situation(
        placed, scenario="introduction", step="begin_attacks", phase="attack", hexes=RAILS, dice=["1-1", "1-1", 4, 4]
    )
    indicate(game, "55.70", "f-41/7")
    game.act("done")
    carry_on(game)
    assert asked(game) == ("german", "retreat")
    game.act("to", args(game, "to")[0])
    assert len(both(game, "g-Bodungen")) == 1


@pytest.mark.rule("19.1.7.a")
@pytest.mark.parametrize(
    ("stood", "hit", "left"),
    [(("55.70", "55.71"), "55.70", "55.70"), (("55.70", "55.71"), "55.71", "55.71"), (("55.70",), "55.71", "55.70")],
)
def test_the_whole_unit_retreats_from_where_it_was_hit(stood: tuple[str, ...], hit: str, left: str) -> None:
    """Whoever stands in one hex goes from there."""
    game = situation({"g-Bodungen": stood}, scenario="introduction", step="attack", phase="attack")
    consolidated(game.state, units("g-Bodungen"), HEXES.number(hit))
    assert both(game, "g-Bodungen") == {left}


@pytest.mark.rule("11.1.2.a", "19.1.6.b")
def test_belgians_waver_in_two_hexes_too() -> None:
    """Both halves are attacked and must retreat: each of the two results asks for a die, though the retreat waits."""
    placed: dict[str, Placed] = {
        "be-1": ("55.53", "55.52"),
        "g-1B/1B": "56.53",
        "g-2B/1B": "56.53",
        "g-31/21": "56.51",
        "g-42/21": "56.51",
    }
    game = field(placed, side="german", dice=["1-1", "1-1", 5, 4, 3, 4, 4])
    indicate(game, "55.53", "g-1B/1B", "g-2B/1B")
    indicate(game, "55.52", "g-31/21", "g-42/21")
    game.act("done")
    game.act("to", "55.53")
    carry_on(game)
    assert [event["result"][-1] for event in happened(game, "result")] == ["❷", "❷"]
    assert [(event["unit"], event["hit"]) for event in happened(game, "wavers")] == [("be-1", True), ("be-1", False)]


@pytest.mark.rule("11.1.4", "19.1.7", "19.1.4.d")
@pytest.mark.parametrize("hard", [True, False])
def test_the_half_that_is_hit_pays_for_the_ridge_or_grand_river_that_it_straddles(hard: bool) -> None:
    """It joins its other half across the hexside: a retreat like any other over it."""
    a, b = next(
        pair
        for pair in BOARD.links
        if arduous(*pair) == hard and all(IN["germany"] >> n & 1 and OPEN >> n & 1 for n in pair)
    )
    here, there = str(HEXES[a]), str(HEXES[b])
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["attack"], ["half_back", ["g-31/21"], here]]
    game = situation({"g-31/21": (here, there)}, flow=flow, phase="attack", phasing="allied", active="allied")
    game.act("to", there)
    assert both(game, "g-31/21") == {there}
    assert (mark(game, "g-31/21", "sr"), mark(game, "g-31/21", "ce")) == (hard, hard)

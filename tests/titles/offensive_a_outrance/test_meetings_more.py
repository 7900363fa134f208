"""Where chapters meet, sixth reading (docs/titles, "Where chapters meet"): who cannot stay, goes along, may help.

Hunger and flight, protectors that are lost, Assets that did not fight, guns beside Fortresses, Forces in two hexes.
"""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.combat.parties import able, bystanders
from tests.titles.offensive_a_outrance.battlefield import T, carry_on, field, fight, h, in_retreat, indicate, units
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    both,
    happened,
    mark,
    refused,
    situation,
    verbs,
    where,
)
from tests.titles.offensive_a_outrance.test_fortress import MAUBEUGE, SIEGE, moment

rule = pytest.mark.rule


def go_on(game: Game, *defenders: str) -> None:
    """Goes on with what is asked, the first answer of each, until an advance or something else than this combat."""
    carry_on(game)
    while game.decision is not None and asked(game)[1] in ("loss", "retreat", "defend", "displace"):
        step = asked(game)[1]
        fit = [unit for unit in defenders if unit in args(game, "unit")] if step == "defend" else []
        if step == "loss" or fit:
            game.act("unit", (fit or args(game, "unit"))[0])
        elif step == "defend":
            game.act("done")
        else:
            game.act("to", args(game, "to")[0])
        carry_on(game)


# ---- who cannot stay


@rule("6.4.e", "6.4.h", "15.4.4")
def test_whoever_hunger_demoralises_beside_an_enemy_flees_at_once() -> None:
    """And loses strength; who is not beside an enemy stays."""
    placed: dict[str, Placed] = {"g-31/21": (T, "ce CI"), "g-42/21": ("57.53", "ce CI"), "f-11/20": "54.53"}
    game = situation(placed, side="german", phase="supply", step="provisions", turn=6)
    assert [event["unit"] for event in happened(game, "flees")] == ["g-31/21"]
    assert asked(game) == ("german", "retreat")
    game.act("to", args(game, "to")[0])
    assert where(game, "g-31/21") != T
    assert where(game, "g-42/21") == "57.53"
    assert asked(game) == ("german", "move")


@rule("15.6.2a", "15.6.2a.b", "9.10.2", "11.2")
def test_a_train_whose_protector_is_lost_in_combat_does_not_hold_the_hex() -> None:
    """An Asset that is worn out is lost by a reduction without a retreat: its Train goes, the attacker may advance."""
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "sr 2"), "g-Metz-1": (T, "sr 1"), "g-t21": T}
    game = fight(placed, "f-11/20", dice=["1-6", 2, 2])
    assert [event["unit"] for event in happened(game, "eliminated")] == ["g-Metz-1"]
    assert asked(game) == ("german", "retreat")
    game.act("to", args(game, "to")[0])
    assert (where(game, "g-t21") != T, mark(game, "g-t21", "face")) == (True, 1)
    assert asked(game) == ("allied", "advance")


@rule("3.1.3", "15.6.2a")
def test_trains_whose_protector_is_crushed_go_too() -> None:
    placed: dict[str, Placed] = {
        "g-31/21": T,
        "g-t21": T,
        "g-t2": T,
        "g-t3": T,
        "f-11/20": "54.53",
        "g-dSIXTH": "58.51",
    }
    game = situation(placed, side="german", step="check_stacks", turn=6)
    game.act("unit", "g-31/21")
    assert asked(game) == ("german", "retreat")
    go_on(game)
    assert T not in {where(game, train) for train in ("g-t21", "g-t2", "g-t3")}


@rule("7.5", "7.8")
def test_whoever_recovers_and_is_driven_off_begins_anew() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "task recover", "done 3", "ce -2"), "g-31/21": T}
    game = in_retreat(placed, ["retreat", ["f-11/20"], 1, "54.53", 0])
    game.act("to", args(game, "to")[0])
    assert where(game, "f-11/20") != "54.53"
    assert (mark(game, "f-11/20", "task"), mark(game, "f-11/20", "done")) == (0, 0)


# ---- who goes along


@rule("11.1.2.b", "9.2.5", "5.5.1")
def test_an_asset_that_was_withheld_retreats_with_its_formation() -> None:
    """Of two divisions one must go after the check: its Asset, for which there was no room, goes; the other stays."""
    placed: dict[str, Placed] = {
        "f-11/20": (T, "ce -1"),
        "f-39/20": (T, "ce -3"),
        "g-31/21": "56.52",
        "g-42/21": "56.52",
    }
    placed["f-Ch-13"] = (T, "assigned f-11/20", "army f-SECOND")
    placed["f-Ch-27"] = (T, "assigned f-39/20", "army f-SECOND")
    game = field(placed, side="german", dice=["4-4", 2, 8])
    indicate(game, T, "g-31/21", "g-42/21")
    game.act("done")
    go_on(game, "f-11/20", "f-39/20", "f-Ch-13")
    assert [event["unit"] for event in happened(game, "must_retreat")] == ["f-39/20"]
    assert (where(game, "f-11/20"), where(game, "f-Ch-13")) == (T, T)
    assert where(game, "f-Ch-27") == where(game, "f-39/20") != T


@rule("11.1.2.b", "9.2.5.D1", "5.5.1")
def test_so_does_one_that_took_no_part_in_an_attack_but_no_other_force() -> None:
    """9.2.5 D spares Forces that are withheld; an Asset beside its Formation is of the Formation's Force."""
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "ce -3"), "f-39/20": "54.53", "g-31/21": T, "g-42/21": T}
    placed["f-Ch-13"] = ("54.53", "assigned f-11/20", "army f-SECOND")
    game = field(placed, dice=["1-1", 12, 2])
    game.act("to", T)
    game.act("unit", "f-11/20")
    game.act("withhold", "f-Ch-13")
    game.act("done")
    game.act("done")
    go_on(game)
    assert where(game, "f-Ch-13") == where(game, "f-11/20") != "54.53"
    assert where(game, "f-39/20") == "54.53"


# ---- who may fight, who may help


@rule("8.8.1.d", "12.2.1.c", "9.2.5")
def test_guns_beside_a_fortress_alone_take_no_part() -> None:
    """They add nothing, and bear no reduction that the garrison cannot bear; beside a Combat unit they fight."""
    placed: dict[str, Placed] = {"be-fx-Antwerpen-1": "50.15", "b-Naval-Artillery": "50.15", "g-3/2": "49.16"}
    placed["g-4/2"] = "50.16"
    game = fight(placed, "g-3/2", "g-4/2", target="50.15", dice=["3-3", 2, 9, 2], side="german", supply=False)
    go_on(game)
    assert happened(game, "battle")[0]["defenders"] == ["be-fx-Antwerpen-1"]
    assert where(game, "b-Naval-Artillery") == "50.15"
    s = field(placed | {"be-3": "50.15"}, side="german", supply=False).state
    assert set(able(s, h("50.15"))) == set(units("be-fx-Antwerpen-1", "b-Naval-Artillery", "be-3"))
    s = field(placed, side="german", supply=False).state
    assert bystanders(s, h("50.15")) == units("b-Naval-Artillery")


@rule("8.8.1.c", "12.2.1b")
def test_and_are_lost_when_its_garrison_is_driven_in() -> None:
    placed: dict[str, Placed] = {"be-fx-Antwerpen-1": "50.15", "b-Naval-Artillery": "50.15", "g-3/2": "49.16"}
    placed["g-4/2"] = "50.16"
    game = fight(placed, "g-3/2", "g-4/2", target="50.15", dice=["3-3", 2, 2, 12], side="german", supply=False)
    go_on(game)
    assert mark(game, "be-fx-Antwerpen-1", "face") == 1
    assert where(game, "b-Naval-Artillery") == "eliminated"


@rule("10.1.1.c", "12.2.a")
@pytest.mark.parametrize(("area", "helps"), [("f-FOURTH", True), ("f-THIRD", False), (None, True)])
def test_the_guns_of_the_army_around_it_help_a_fortress_that_stands_alone(area: str | None, helps: bool) -> None:
    """B84: it is attached to the army in whose area it stands; in nobody's area it may be helped by anybody."""
    placed: dict[str, Placed] = {"f-fx-Longwy": "53.42", "f-7/4": ("52.42", "army f-FOURTH"), "g-3/2": "53.43"}
    placed["g-4/2"] = "53.43"
    around: dict[str, Any] = {"hexes": {"53.42": {"allied_area": area}}} if area else {}
    game = field(placed, side="german", supply=False, dice=["3-3", 2, 2, 2], **around)
    indicate(game, "53.42", "g-3/2", "g-4/2")
    game.act("done")
    while game.decision is not None and asked(game)[1] in ("hold", "intensity"):
        game.act("done" if asked(game)[1] == "hold" else "calm")
    if helps:
        assert asked(game) == ("allied", "lend")
        assert args(game, "unit") == ["f-7/4"]
    else:
        assert happened(game, "guns")


@rule("6.3.a", "5.5.1", "7.3.2")
def test_an_asset_beside_its_tired_formation_prepares_and_repulses_no_more_than_it_may_attack() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "ce CI"), "g-Bodungen": (T, "sr 1")}
    placed["f-Ch-13"] = ("54.53", "army f-SECOND", "assigned f-11/20")
    game = situation(placed, turn=12)
    game.act("unit", "f-Ch-13")
    assert not {"prepare", "repulse"} & set(verbs(game))
    assert refused(game, "prepare", T) == "7.3.2"
    assert refused(game, "repulse", T) == "7.4.2"
    game = situation(placed | {"f-11/20": ("53.53", "ce CI")}, turn=12)
    game.act("unit", "f-Ch-13")
    assert T in args(game, "prepare")


# ---- in two hexes


@rule("11.2.1.b", "19.1.4")
def test_no_half_advances_two_hexes() -> None:
    """B192: the half that stands beside the hex enters, the other follows it; both advance where both are beside it."""
    placed: dict[str, Placed] = {"f-39/20": "54.52", "g-Bodungen": (T, "sr 1")}
    game = fight(placed | {"f-11/20": ("54.53", "53.54")}, "f-11/20", "f-39/20", dice=["1-1", 2, 2, 2])
    go_on(game)
    game.act("unit", "f-11/20")
    assert both(game, "f-11/20") == {"54.53", T}
    game = fight(placed | {"f-11/20": ("54.53", "55.54")}, "f-11/20", "f-39/20", dice=["1-1", 2, 2, 2])
    go_on(game)
    game.act("unit", "f-11/20")
    assert both(game, "f-11/20") == {T}


@rule("12.3.4", "11.2.1.b")
def test_nor_does_one_that_advances_after_a_bombardment() -> None:
    rest: dict[str, Placed] = {unit: place for unit, place in (MAUBEUGE | SIEGE).items() if place != "41.26"}
    rest["g-14/7"] = ("42.25", "43.25")
    game = moment(rest | {"g-20/10": "40.25"}, ["storm", "41.26"])
    assert args(game, "unit") == ["g-20/10"]
    assert refused(game, "unit", "g-14/7") == "11.2.1"


@rule("19.1.3", "11.2.1.c", "11.2.1.d")
def test_half_a_division_finds_room_where_a_whole_one_does_not() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-Bodungen": (T, "sr 1")}
    placed |= {"f-43/21": ("55.54", "army f-SECOND"), "f-13/21": ("55.54", "army f-SECOND")}
    game = fight(placed, "f-11/20", "f-39/20", "f-43/21", "f-13/21", dice=["1-1", 2, 2, 2], supply=False)
    go_on(game)
    for unit in ("f-11/20", "f-39/20", "f-43/21"):
        game.act("unit", unit)
    assert refused(game, "unit", "f-13/21") == "3.1.1"
    game.act("extend", "f-13/21")
    assert both(game, "f-13/21") == {"55.54", T}


@rule("8.2.2.a", "19.1.4")
def test_cavalry_does_not_react_into_the_hex_that_one_half_has_left() -> None:
    placed: dict[str, Placed] = {"g-31/21": (T, "55.54"), "f-8-c": "54.53", "f-11/20": "57.53"}
    game = situation(placed, side="german", turn=12)
    game.act("unit", "g-31/21")
    game.act("straddle", "55.53/56.53")  # its other half wheels away from the cavalry, to another enemy of its own
    assert asked(game) == ("allied", "react")
    assert "55.54" not in args(game, "to")
    assert not any("55.54" in pair for pair in args(game, "straddle"))
    assert refused(game, "to", "55.54") == "8.2.2"

"""9, 10, 11.2: combat: who attacks and defends, odds and shifts, intensity, results, guns, checks, advance."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import HEXES, ON_RAIL
from front1914.titles.offensive_a_outrance.charts import CRT, artillery_modifier
from front1914.titles.offensive_a_outrance.combat.battle import CALM, INTENSE, Battle, battle, in_battle
from front1914.titles.offensive_a_outrance.combat.course import may_be_intense, reductions, retreat_of
from front1914.titles.offensive_a_outrance.combat.parties import immune, objection
from front1914.titles.offensive_a_outrance.combat.shifts import (
    die_modifier,
    flanked,
    odds_column,
    proficiency,
    shifts,
    uphill,
    wide_river,
)
from front1914.titles.offensive_a_outrance.combat.strength import (
    attack_of,
    attack_total,
    defence_total,
    ground,
    guns_of,
    guns_total,
    hexside,
    size_of,
)
from front1914.titles.offensive_a_outrance.world import BASE_CE, MOST_SR, UNITS
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    refused,
    situation,
    verbs,
    where,
)

#: trains run everywhere, a Depot of either side is near: everybody has Ammo
RAILS = {str(HEXES[h]): {"operational": 3} for h in members(ON_RAIL)}
DEPOTS: dict[str, Placed] = {"f-dSECOND": "52.54", "g-dSIXTH": "58.51"}
T = "55.53"  #: open ground, all around it open and on one level
RING = ("54.53", "55.54", "54.52", "55.52", "56.52", "56.53")


def h(word: str) -> int:
    return HEXES.number(word)


def units(*words: str) -> tuple[int, ...]:
    return tuple(UNITS.number(word) for word in words)


def field(placed: dict[str, Placed], *, step: str = "attack", supply: bool = True, **more: Any) -> Game:
    """An attack phase with Depots that serve the French Second and the German Sixth Army."""
    more.setdefault("phase", "attack")
    more.setdefault("side", "allied")
    more.setdefault("turn", 6)  # 21.1 is over
    ground_ = {**RAILS, **more.pop("hexes", {})}
    if "dice" in more:
        more["dice"] = [int(die) if str(die).isdecimal() else die for die in more["dice"]]
    return situation({**(DEPOTS if supply else {}), **placed}, step=step, hexes=ground_, **more)


def indicate(game: Game, target: str, *attackers: str) -> None:
    game.act("to", target)
    for unit in attackers:
        game.act("unit", unit)
    game.act("done")


def carry_on(game: Game, bold: tuple[bool, bool] = (False, False)) -> None:
    """Goes on through what is asked before and after the dice, until something else is asked."""
    while game.decision is not None:
        step = game.decision.step
        if step == "intensity":
            game.act("intense" if bold[game.state.flow[-1][1]] else "calm")
        elif step in ("hold", "lend"):
            game.act("done")
        elif step == "ammo":
            game.act("provide")
        else:
            break


def settle(game: Game) -> None:
    """Takes the first answer to every question about losses and retreats."""
    carry_on(game)
    while game.decision is not None and game.decision.step in ("loss", "retreat", "rally"):
        actions = game.decision.actions
        game.act(next((action for action in actions if action.verb in ("done", "stay")), actions[0]))
        carry_on(game)


def fight(
    placed: dict[str, Placed],
    *attackers: str,
    target: str = T,
    dice: list[str | int],
    bold: tuple[bool, bool] = (False, False),
    **more: Any,
) -> Game:
    """One attack, up to the first question about something else than intensity."""
    game = field(placed, dice=dice, **more)
    indicate(game, target, *attackers)
    game.act("done")
    carry_on(game, bold)
    return game


def record(column: str, white: int, black: int, bold: tuple[int, int] = (CALM, CALM)) -> Battle:
    """A battle at some odds with some dice."""
    attack, defence = (int(part) for part in column.split(":"))
    return Battle("battle", 0, (), attack=attack * 4, defence=defence * 4, dice=(white, black), bold=bold)


# ---- who attacks (9.1, 9.2)


@pytest.mark.rule("9.0", "9.2.a", "9.2.3.a")
def test_the_active_side_attacks_neighbours_if_it_likes() -> None:
    game = field({"f-11/20": "54.53", "f-39/20": "52.52", "g-31/21": T})
    assert asked(game) == ("allied", "attack")
    assert args(game, "to") == [T]
    game.act("to", T)
    assert args(game, "unit") == ["f-11/20"]
    assert refused(game, "unit", "f-39/20") == "9.2"
    game.act("done")
    game.act("done")  # nobody was named: nothing happens
    assert not happened(game, "battle")
    assert game.decision is not None
    assert game.state.phase == "counter_attack"
    assert asked(game)[0] == "german"  # 9.0: now the other side attacks
    assert args(game, "to") == ["54.53"]


@pytest.mark.rule("9.1.a", "9.2.3.a", "9.2.5.C1")
def test_markers_that_point_at_nobody_go_and_the_others_bind() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("54.53", f"pa {T}"), "f-39/20": ("55.54", "pa 56.53"), "g-31/21": T}
    game = field(placed, step="begin_attacks")
    assert mark(game, "f-39/20", "pa") == -1
    game.act("to", T)
    assert refused(game, "withhold", "f-11/20") == "9.2.5"
    game.act("done")
    game.act("done")
    assert happened(game, "battle")[0]["units"] == ["f-11/20"]
    assert asked(game)[1] == "intensity"  # and it cannot be withheld any more


@pytest.mark.rule("9.1.a")
def test_a_marker_at_a_fortress_without_garrison_goes() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("52.48", "pa 53.48"), "g-fx-Metz-1": ("53.48", "face")}
    game = field(placed, step="begin_attacks")
    assert mark(game, "f-11/20", "pa") == -1
    assert refused(game, "to", "53.48") == "9.1"


@pytest.mark.rule("9.1.a", "9.2.c", "12.2.2")
def test_a_fortress2_whose_camp_holds_a_division_is_not_attacked() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("52.48", "pa 53.48"), "g-fx-Metz-1": "53.48", "g-33r": "54.49"}
    game = field(placed, step="begin_attacks")
    assert mark(game, "f-11/20", "pa") == -1
    assert refused(game, "to", "53.48") == "12.2.2"
    assert immune(game.state, h("53.48"))
    cavalry = field({"f-11/20": "52.48", "g-fx-Metz-1": "53.48", "g-7-c": "54.49"})
    assert args(cavalry, "to") == ["53.48"]  # B43: infantry of division-size, not cavalry


@pytest.mark.rule("9.1.d", "9.1.e", "9.1.1.a", "9.2.1.a", "9.2.1.c")
def test_all_attacks_are_indicated_before_the_first_is_resolved_in_any_order() -> None:
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "f-39/20": "54.53",
        "g-31/21": T,
        "g-42/21": "54.52",
    }
    game = field(placed)
    indicate(game, T, "f-11/20")
    indicate(game, "54.52", "f-39/20")
    assert not happened(game, "battle")
    game.act("done")
    assert asked(game) == ("allied", "order")
    assert sorted(args(game, "to")) == sorted([T, "54.52"])
    game.act("to", "54.52")
    assert happened(game, "battle")[0]["hex"] == "54.52"
    assert happened(game, "battle")[0]["units"] == ["f-39/20"]


@pytest.mark.rule("9.2.b")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "55.54", "g-31/21": T, "g-42/21": "54.52"}
    game = field(placed)
    indicate(game, T, "f-11/20")
    assert refused(game, "to", "54.52") == "9.2"  # nobody else stands beside it
    done = fight({"f-11/20": "54.53", "g-31/21": T}, "f-11/20", dice=["3-4", "7", "7"])
    assert len(happened(done, "battle")) == 1
    assert done.state.phase == "counter_attack"


@pytest.mark.rule("9.2.1.b", "9.2.1.d")
def test_hexes_combine_but_a_force_is_not_split() -> None:
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "f-Ch-29": "54.53",
        "f-39/20": "55.54",
        "g-31/21": T,
        "g-42/21": "54.52",
    }
    game = field(placed)
    game.act("to", T)
    game.act("unit", "f-11/20")  # its Asset comes with it
    game.act("unit", "f-39/20")
    game.act("withhold", "f-Ch-29")
    game.act("done")
    reason = objection(game.state, h("54.52"), *units("f-Ch-29"))
    assert reason is not None
    assert reason.rule == "9.2.1"
    game.act("done")
    assert set(happened(game, "battle")[0]["units"]) == {"f-11/20", "f-39/20"}


@pytest.mark.rule("9.2.2.a", "5.3.2.b", "5.3.3.b")
def test_units_of_more_than_two_corps_do_not_attack_together() -> None:
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "f-17/9": "55.54",
        "f-29/15": "54.52",
        "f-59r": "54.52",
        "g-31/21": T,
    }
    game = field(placed)
    game.act("to", T)
    game.act("unit", "f-11/20")
    game.act("unit", "f-17/9")
    assert refused(game, "unit", "f-29/15") == "9.2.2"
    assert refused(game, "unit", "f-59r") == "9.2.2"  # Independent: a corps of its own


@pytest.mark.rule("9.2.2.b", "5.3.1.c")
def test_units_of_two_armies_do_not_attack_together() -> None:
    game = field({"f-11/20": "54.53", "f-15/8": "55.54", "g-31/21": T})
    game.act("to", T)
    game.act("unit", "f-11/20")
    assert refused(game, "unit", "f-15/8") == "9.2.2"


@pytest.mark.rule("9.2.3.b", "6.3.b", "6.4.a")
@pytest.mark.parametrize("status", ["CI", "D1"])
def test_worn_out_units_do_not_attack(status: str) -> None:
    game = field({"f-11/20": ("54.53", f"ce {status}"), "f-39/20": "55.54", "g-31/21": T}, supply=False)
    game.act("to", T)
    assert refused(game, "unit", "f-11/20") == "9.2.3"


@pytest.mark.rule("9.2.3.c", "8.8.1.d")
def test_strength_zero_does_not_attack_and_guns_only_beside_others() -> None:
    placed: dict[str, Placed] = {
        "g-31/21": "54.53",
        "g-Siege-Train-2": "54.53",
        "g-21cm-6th-Army": "54.53",
        "f-11/20": T,
    }
    game = field(placed, side="german")
    game.act("to", T)
    assert refused(game, "unit", "g-21cm-6th-Army") == "8.8.1"
    game.act("unit", "g-31/21")
    assert {"g-31/21", "g-21cm-6th-Army"} <= set(args(game, "withhold")) | {"g-21cm-6th-Army"}
    assert sum(word in ("g-21cm-6th-Army", "g-Siege-Train-2") for word in args(game, "withhold")) == 1  # 3.1.2


@pytest.mark.rule("9.2.3.d")
def test_no_attack_over_a_ridge() -> None:
    game = field({"f-11/20": "53.65", "g-31/21": "53.66"}, supply=False)
    assert args(game, "to") == []
    assert refused(game, "to", "53.66") == "9.2"


@pytest.mark.rule("3.1.2")
def test_two_and_a_quarter_divisions_attack_out_of_a_hex() -> None:
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "f-39/20": "54.53",
        "f-59r": "54.53",
        "f-Ch-29": "54.53",
        "g-31/21": T,
    }
    game = field(placed)
    game.act("to", T)
    game.act("unit", "f-11/20")
    game.act("unit", "f-39/20")
    assert refused(game, "unit", "f-59r") == "3.1.2"


@pytest.mark.rule("3.1.2a")
def test_steep_mountains_let_fewer_attack() -> None:
    game = field({"f-11/20": "52.63", "f-39/20": "52.63", "g-31/21": "52.64"}, supply=False)
    if "52.64" not in args(game, "to"):
        pytest.fail("the mountain cannot be attacked")
    game.act("to", "52.64")
    game.act("unit", "f-11/20")
    assert refused(game, "unit", "f-39/20") == "3.1.2a"


# ---- who takes part (9.1.1b, 9.2.5)


@pytest.mark.rule("9.1.1.b", "9.2.5", "9.2.5.B1", "9.2.5.D1", "11.2.2.a")
def test_the_attacker_may_withhold_those_without_a_marker() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "55.54", "g-7-c": T}
    game = field(placed, dice=["1-1", "7", "7", "7"])
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    assert asked(game) == ("allied", "hold")
    assert happened(game, "battle")[0]["defenders"] == ["g-7-c"]  # revealed before
    game.act("withhold", "f-39/20")
    game.act("done")
    assert battle(game.state).attackers == units("f-11/20")
    carry_on(game)
    while asked(game)[1] == "retreat":
        game.act("to", args(game, "to")[0])
    assert asked(game) == ("allied", "advance")
    assert args(game, "unit") == ["f-11/20"]
    assert refused(game, "unit", "f-39/20") == "11.2.2"


@pytest.mark.rule("9.2.5.A1", "9.2.5.C2", "3.1.2")
def test_what_finds_no_room_is_withheld_and_the_owner_says_who() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": T, "g-42/21": T, "g-3B/2B": T}
    game = field(placed)
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("german", "defend")
    game.act("unit", "g-42/21")
    assert refused(game, "done") == "9.2.5"  # there is room for another one
    game.act("unit", "g-3B/2B")
    b = battle(game.state)
    assert set(b.defenders) == set(units("g-42/21", "g-3B/2B"))
    assert b.withheld == units("g-31/21")


@pytest.mark.rule("9.2.5.A2", "9.2.2.b")
def test_only_one_army_defends() -> None:
    game = field({"f-11/20": "54.53", "g-31/21": T, "g-28/14": T})
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("german", "defend")
    game.act("unit", "g-28/14")
    assert battle(game.state).withheld == units("g-31/21")


@pytest.mark.rule("9.2.5.A4")
def test_a_marker_for_another_hex_keeps_a_unit_out() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "pa 54.52"), "f-39/20": "55.54", "g-31/21": T, "g-42/21": "54.52"}
    game = field(placed, step="begin_attacks")
    game.act("to", T)
    assert refused(game, "unit", "f-11/20") in ("9.2", "9.2.5")


@pytest.mark.rule("9.2.5.B2", "9.2.5.a")
def test_shaken_defenders_may_be_withheld_with_their_guns() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": T, "g-42/21": (T, "ce CI")}
    game = field(placed, dice=["3-4", "7", "7"])
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("german", "defend")
    game.act("unit", "g-31/21")
    game.act("done")
    assert battle(game.state).withheld == units("g-42/21")
    carry_on(game)
    assert happened(game, "guns")[0]["defender"] == 7


@pytest.mark.rule("9.2.5.C3", "9.5.4", "9.7.1", "10.1.2.a")
def test_forts_and_fortresses_always_defend() -> None:
    game = field({"f-11/20": "52.48", "g-fx-Metz-1": "53.48"}, dice=["3-4", "7", "7"])
    indicate(game, "53.48", "f-11/20")
    game.act("done")
    game.act("done")
    b = battle(game.state)
    assert b.defenders == units("g-fx-Metz-1")
    assert b.defender_size == 8
    assert proficiency(game.state, b.defenders, b.target) == 5
    assert not flanked(game.state, b.target, b.attackers, b.defenders)
    fort = field({"g-31/21": "47.48", "f-fort-Troyon": "46.47"}, side="german", supply=False)
    assert size_of(fort.state, units("f-fort-Troyon")) == 4


# ---- strengths (9.3, 9.4)


@pytest.mark.rule("9.2.4", "9.1.1.d", "9.6")
def test_all_defenders_are_one_strength() -> None:
    s = field({"g-31/21": T, "g-42/21": T}).state
    assert defence_total(s, units("g-31/21", "g-42/21"), h(T)) == (19 + 18) * 4


@pytest.mark.rule("9.3.1")
def test_a_mountain_gives_four_points_to_the_stack() -> None:
    mountain = next(word for word in ("53.63", "51.64", "51.65", "52.63") if ground(h(word)) == 4)
    s = field({"g-31/21": mountain, "g-42/21": mountain}).state
    assert defence_total(s, units("g-31/21", "g-42/21"), h(mountain)) == (19 + 18 + 4) * 4
    assert ground(h(T)) == 0


@pytest.mark.rule("9.3.2")
def test_a_minor_river_costs_each_force_a_point() -> None:
    assert hexside(h("46.60"), h("46.61")) == -1
    s = field({"f-11/20": "46.60", "f-39/20": "46.60", "g-31/21": "46.61"}, supply=False).state
    assert attack_total(s, units("f-11/20", "f-39/20"), h("46.61")) == (13 - 1 + 13 - 1) * 4


@pytest.mark.rule("9.4", "9.4.c", "9.4.1")
def test_without_ammo_a_force_fights_at_half_strength() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "55.54", "g-31/21": T, "g-dSIXTH": "58.51"}
    game = field(placed, supply=False, dice=["3-4", "7", "7", "7"])
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    game.act("done")
    b = battle(game.state)
    assert set(b.dry) == set(units("f-11/20", "f-39/20"))
    assert (b.attack, b.defence) == (13 * 4, 19 * 4)
    settle(game)
    assert happened(game, "guns")[0]["attacker"] == 4  # two divisions with four, halved


@pytest.mark.rule("9.4.1.a")
def test_railways_bring_no_ammo() -> None:
    game = field({"f-11/20": "54.53", "g-31/21": T}, supply=False)
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert set(battle(game.state).dry) == set(units("f-11/20", "g-31/21"))


@pytest.mark.rule("9.4.1.b")
def test_a_train_passes_on_what_a_depot_gives_it() -> None:
    train: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": T, "g-dSIXTH": "58.51", "f-t20": "53.55"}
    game = field(train, supply=False)
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert battle(game.state).dry == units("f-11/20")  # no line, no Depot
    game = field({**train, "f-dSECOND": "51.54"}, supply=False)
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert battle(game.state).dry == ()


@pytest.mark.rule("9.4.a", "9.4.b", "9.4.1.c", "9.4.2.a")
def test_ammo_of_extended_depots_is_counted_and_may_be_saved() -> None:
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "f-39/20": "54.53",
        "g-31/21": T,
        "f-dSECOND": ("52.54", "face"),
        "g-dSIXTH": "58.51",
    }
    game = field(placed, supply=False)
    indicate(game, T, "f-11/20", "f-39/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("allied", "ammo")
    game.act("provide")
    game.act("save")
    assert mark(game, "f-dSECOND", "ammo") == 1
    assert len(battle(game.state).dry) == 1


@pytest.mark.rule("9.4.2.b", "9.4.2.c", "15.8.3")
def test_an_army_with_a_shortage_marker_gives_out_no_more_than_its_limit() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": T}
    game = field(placed, armies={"f-SECOND": {"shortage": 2, "used": 1}})
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("allied", "ammo")
    game.act("provide")
    assert game.position()["armies"]["f-SECOND"]["used"] == 2
    spent = field(placed, armies={"f-SECOND": {"shortage": 2, "used": 2}})
    indicate(spent, T, "f-11/20")
    spent.act("done")
    spent.act("done")
    assert battle(spent.state).dry == units("f-11/20")


@pytest.mark.rule("9.4.3")
def test_a_camp_has_its_own_ammo() -> None:
    placed: dict[str, Placed] = {
        "g-31/21": "54.50",
        "g-fx-Metz-5": ("54.50", "face"),
        "f-11/20": "54.51",
        "f-dSECOND": "52.54",
    }
    game = field(placed, supply=False, side="german")
    indicate(game, "54.51", "g-31/21")
    game.act("done")
    game.act("done")
    assert units("g-31/21")[0] not in battle(game.state).dry


# ---- flanks, shifts, proficiency (9.5 to 9.7)

AROUND: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "56.52", "f-2-c": "55.54"}


@pytest.mark.rule("9.5", "9.5.1", "9.6.1.b")
def test_flanked_by_zones_of_attacking_formations() -> None:
    s = field({**AROUND, "g-31/21": T}).state
    attackers = units("f-11/20", "f-39/20")
    assert flanked(s, h(T), attackers, units("g-31/21"))
    assert (2, "9.5.2") in [shift[:2] for shift in shifts(s, h(T), attackers, units("g-31/21"))]
    assert not flanked(s, h(T), units("f-2-c"), units("g-31/21"))  # smaller than the defender
    s = field({**AROUND, "g-31/21": T, "g-42/21": "55.52", "g-8-c": "56.53"}).state
    assert not flanked(s, h(T), attackers, units("g-31/21"))  # two hexes hold his friends
    s = field({"f-11/20": "54.53", "f-2-c": "56.52", "f-39/20": "55.54", "g-31/21": T}).state
    assert not flanked(s, h(T), units("f-11/20"), units("g-31/21"))  # zones of those who do not attack count nothing


@pytest.mark.rule("9.5.2", "10.0.b")
def test_a_flanked_defender_checks_with_one_more() -> None:
    game = fight({**AROUND, "g-31/21": T}, "f-11/20", "f-39/20", dice=["6-6", "7", "7", "7"])
    settle(game)
    defender = next(event for event in happened(game, "check") if event["side"] == "german")
    b = next(event for event in happened(game, "guns"))
    column = CRT.head.labels.index(happened(game, "odds")[0]["odds"])
    cell = CRT.read(column, 6, 0, 6)
    assert defender["modifier"] == cell.defender.modifier + b["second"] + 1


@pytest.mark.rule("9.5.3")
def test_great_rivers_keep_a_flank_safe() -> None:
    s = field({"g-28/14": "61.65", "f-11/20": "61.66", "f-39/20": "60.64", "f-30/15": "62.64"}, supply=False).state
    attackers = units("f-11/20", "f-39/20", "f-30/15")
    assert not flanked(s, h("61.65"), attackers, units("g-28/14"))


@pytest.mark.rule("9.6.a", "9.1.1.e", "9.6")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (14, 8, "2:1"),
        (7, 4, "2:1"),
        (7, 2, "4:1"),
        (14, 2, "8:1"),
        (37, 15, "2:1"),
        (12, 3, "4:1"),
        (10, 3, "3:1"),
        (39, 14, "3:1"),
    ],
)
def test_odds_are_rounded_from_the_middle(attack: int, defence: int, column: str) -> None:
    assert CRT.head.label(odds_column(attack * 4, defence * 4)) == column


@pytest.mark.rule("9.6.2", "9.6.2.a", "9.9")
def test_shifts_count_beyond_the_table() -> None:
    start = odds_column(14, 1)
    assert CRT.head.label(start) == "14:1"
    assert CRT.head.label(start - 2) == "10:1"
    assert CRT.read(start - 2, 3, 0, 3) == CRT.read(odds_column(8, 1), 3, 0, 3)
    low = odds_column(1, 6)
    assert (CRT.head.label(low), CRT.head.label(low + 1)) == ("1:6", "1:5")
    assert CRT.read(low, 3, 0, 3) == CRT.read(odds_column(1, 4), 3, 0, 3)


@pytest.mark.rule("9.6.1.a")
def test_a_prepared_attack_shifts_only_if_all_combat_units_prepared() -> None:
    both: dict[str, Placed] = {"f-11/20": ("54.53", f"pa {T}"), "f-39/20": ("55.54", f"pa {T}"), "g-31/21": T}
    s = field(both).state
    assert [shift[:2] for shift in shifts(s, h(T), units("f-11/20", "f-39/20"), units("g-31/21"))] == [(1, "9.6.1")]
    s = field({**both, "f-39/20": "55.54"}).state
    assert shifts(s, h(T), units("f-11/20", "f-39/20"), units("g-31/21")) == ()


@pytest.mark.rule("9.6.1.c", "14.1")
def test_positions_shift_by_their_level() -> None:
    s = field({"f-11/20": "54.53", "g-31/21": T}, hexes={T: {"ip": 1}}).state
    assert [shift[0] for shift in shifts(s, h(T), units("f-11/20"), units("g-31/21"))] == [-1]
    s = field({"f-11/20": "52.48", "g-fx-Metz-1": "53.48"}).state
    assert -2 in [shift[0] for shift in shifts(s, h("53.48"), units("f-11/20"), units("g-fx-Metz-1"))]


@pytest.mark.rule("9.6.1.d")
def test_grand_rivers_shift_if_all_cross_them() -> None:
    s = field({"f-11/20": "60.65", "f-39/20": "61.66", "g-31/21": "61.65"}, supply=False).state
    assert wide_river(s, h("61.65"), units("f-39/20")) == 2
    assert wide_river(s, h("61.65"), units("f-11/20", "f-39/20")) == 0


@pytest.mark.rule("9.6.1.e", "3.6.1", "3.6.2")
def test_uphill_counts_if_all_bare_hexsides_lead_up() -> None:
    s = field({"f-11/20": "46.62", "g-31/21": "47.63"}, supply=False).state
    assert uphill(s, h("47.63"), units("f-11/20"))
    s = field({"f-11/20": "47.63", "g-31/21": "46.62"}, supply=False).state
    assert not uphill(s, h("46.62"), units("f-11/20"))


@pytest.mark.rule("9.7", "9.7.a")
def test_the_white_die_is_modified_by_proficiency() -> None:
    s = field({"f-59r": "54.53", "f-11/20": "54.53", "g-30r": T, "g-5-B.Lw": "55.52"}).state
    assert die_modifier(s, h(T), units("f-59r", "f-11/20"), units("g-30r")) == -1  # 4 less 5
    assert die_modifier(s, h(T), units("f-59r"), units("g-30r")) == 0
    assert die_modifier(s, h("55.52"), units("f-11/20"), units("g-5-B.Lw")) == -2


@pytest.mark.rule("9.7.2")
def test_chasseurs_alpins_are_better_in_mountains() -> None:
    s = field({"f-59r": "54.53", "f-Ch-27": "54.53", "g-31/21": T}, supply=False).state
    assert proficiency(s, units("f-59r", "f-Ch-27"), h(T)) == 4
    assert proficiency(s, units("f-59r", "f-Ch-27"), h("51.64")) == 5


# ---- intensity (9.8)


@pytest.mark.rule("9.8", "9.1.1.f")
def test_the_attacker_declares_first_and_the_defender_knows_it() -> None:
    game = field({"f-11/20": "54.53", "g-31/21": T})
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("allied", "intensity")
    assert verbs(game) == {"intense", "calm"}
    game.act("intense")
    assert asked(game) == ("german", "intensity")
    assert battle(game.state).bold[0] == INTENSE


@pytest.mark.rule("9.8.a")
def test_worn_infantry_is_not_intense_except_in_a_position() -> None:
    def who(hexes: dict[str, dict[str, int]]) -> Game:
        game = field({"f-11/20": ("54.53", "sr 3"), "g-31/21": (T, "sr 3")}, hexes=hexes)
        indicate(game, T, "f-11/20")
        game.act("done")
        game.act("done")
        return game

    assert battle(who({T: {"ip": 1}}).state).bold == (CALM, -1)  # the defender is asked
    assert who({T: {"ip": 1}}).decision.side == "german"  # type: ignore[union-attr]
    assert not happened(who({}), "intensity")  # and here nobody is


@pytest.mark.rule("9.8.b")
def test_cavalry_assets_and_fortresses_alone_are_not_intense() -> None:
    s = field({"f-2-c": "54.53", "f-Ch-29": "55.54", "g-31/21": T}).state
    for attackers in (units("f-2-c"), units("f-Ch-29"), units("f-2-c", "f-Ch-29")):
        assert not may_be_intense(s, Battle("battle", h(T), attackers, units("g-31/21")), 0)
    assert may_be_intense(s, Battle("battle", h(T), units("f-2-c"), units("g-31/21")), 1)


@pytest.mark.rule("9.8.c")
def test_belgians_on_their_second_counter_are_not_intense() -> None:
    division = UNITS[_belgian_divisions()[0]]
    for worn, allowed in ((2, True), (3, False)):
        s = field({str(division): (T, f"sr {worn}"), "g-31/21": "54.53"}, supply=False).state
        assert may_be_intense(s, Battle("battle", h(T), units("g-31/21"), units(str(division))), 1) is allowed


def _belgian_divisions() -> list[int]:
    from front1914.titles.offensive_a_outrance.world import IS_DIVISION, IS_FORMATION, MOST_SR, NATION

    return [
        u for u in UNITS.numbers if NATION[u] == "belgian" and IS_DIVISION[u] and IS_FORMATION[u] and MOST_SR[u] >= 3
    ]


#: dice for each retreat result at 2:1 with the table of the data: none, white, black one, black two
RESULTS = {"none": (3, 4), "white1": (3, 3), "black1": (2, 2), "black2": (1, 1)}
INTENSITY = {
    "9.8.2.a": ((CALM, CALM), {"none": (0, 0, 0), "white1": (0, 0, 0), "black1": (1, 0, 0), "black2": (2, 0, 0)}),
    "9.8.2.b": ((INTENSE, CALM), {"none": (0, 1, 0), "white1": (1, 1, 0), "black1": (1, 0, 0), "black2": (2, 0, 0)}),
    "9.8.2.c": ((CALM, INTENSE), {"none": (0, 0, 0), "white1": (0, 0, 1), "black1": (0, 0, 1), "black2": (2, 0, 0)}),
    "9.8.2.d": ((INTENSE, INTENSE), {"none": (0, 1, 0), "white1": (0, 1, 1), "black1": (1, 0, 1), "black2": (2, 0, 1)}),
}


@pytest.mark.rule(
    "9.8.1", "9.8.2.a", "9.8.2.b", "9.8.2.c", "9.8.2.d", "9.8.2.e", "9.9.2.d", "9.9.2.e", "9.9.2.f", "9.9.2.c"
)
@pytest.mark.parametrize("rule", INTENSITY)
@pytest.mark.parametrize("result", RESULTS)
def test_intensity_decides_who_retreats_and_bleeds(rule: str, result: str) -> None:
    bold, expected = INTENSITY[rule]
    white, black = RESULTS[result]
    b = record("2:1", white, black, bold)
    kind = b.outcome.defender
    assert (kind.retreat, kind.white) == {
        "none": (0, False),
        "white1": (1, True),
        "black1": (1, False),
        "black2": (2, False),
    }[result]
    retreat, first, second = expected[result]
    own = int(b.outcome.attacker.reduced), int(kind.reduced) + int(kind.retreat == 2)
    assert retreat_of(b) == retreat
    assert reductions(b) == (own[0] + first, own[1] + second)


# ---- results (9.9, 9.10)


@pytest.mark.rule("9.9.1", "9.1.1.g")
@pytest.mark.parametrize(
    ("column", "white", "black", "cell"),
    [
        ("2:1", 3, 3, "-/+3W1"),
        ("2:1", 3, 4, "+2s/+2s"),
        ("3:2", 5, 3, "+3/+3W1"),
        ("6:1", 0, 4, "-1/+4B1"),
        ("6:1", 3, 3, "-1/+5B1"),
    ],
)
def test_the_stated_cells_of_the_table(column: str, white: int, black: int, cell: str) -> None:
    attack, defence = (int(part) for part in column.split(":"))
    assert CRT.read(odds_column(attack, defence), white, 0, black).text == cell


@pytest.mark.rule("9.9.1.a", "9.9.2.a", "9.10.a", "9.1.1.h")
def test_e_strikes_every_force_and_s_only_one_unit() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T, "g-42/21": T}
    game = fight(placed, "f-11/20", "f-39/20", dice=["6-6", "2", "2"])
    cell = CRT.read(odds_column(26, 37), 6, 0, 6)
    assert cell.attacker.exhausted
    assert cell.attacker.reduced
    assert asked(game) == ("allied", "loss")
    game.act("unit", "f-39/20")
    assert [mark(game, u, "ce") for u in ("f-11/20", "f-39/20")] == [1, 1]
    assert [mark(game, u, "sr") for u in ("f-11/20", "f-39/20")] == [0, 1]


@pytest.mark.rule("9.9.2.b", "10.0.b", "10.2")
def test_the_table_modifies_the_checks() -> None:
    game = fight({"f-11/20": "54.53", "g-31/21": T}, "f-11/20", dice=["3-4", "7", "7"])
    b = happened(game, "guns")[0]
    cell = CRT.read(odds_column(13, 19), 3, 0, 4)
    found = {event["side"]: event["modifier"] for event in happened(game, "check")}
    assert found == {
        "allied": cell.attacker.modifier + b["first"],
        "german": cell.defender.modifier + b["second"],
    }


@pytest.mark.rule("9.10.1", "9.10.1.a", "9.10.1.b")
@pytest.mark.parametrize(
    ("defender", "die", "hit"),
    [("g-5-B.Lw", 2, False), ("g-5-B.Lw", 3, True), ("f-Ch-27", 4, False), ("f-Ch-27", 5, True)],
)
def test_small_enemies_do_not_always_hurt(defender: str, die: int, hit: bool) -> None:
    if defender.startswith("f-"):
        placed: dict[str, Placed] = {"g-31/21": "54.53", defender: T}
        game = field(placed, side="german", dice=["6-6", die, "2", "2"])
        attacker = "g-31/21"
    else:
        placed = {"f-11/20": "54.53", defender: T}
        game = field(placed, dice=["3-4", die, "2", "2"])
        attacker = "f-11/20"
    indicate(game, T, attacker)
    game.act("done")
    carry_on(game, (attacker == "f-11/20", False))  # the regiment brings an s in any case
    assert happened(game, "magnitude")[0]["hit"] is hit
    assert mark(game, attacker, "sr") == int(hit)


@pytest.mark.rule("9.10.2", "9.10.4")
def test_formations_bleed_first_then_their_assets_then_replacements() -> None:
    """Formations that can; then whole Assets of theirs with a second side; nobody else of a Formation's Force."""
    from front1914.titles.offensive_a_outrance.losses import candidates, suffer

    both, asset = ("f-11/20", "f-39/20"), "f-Ch-29"
    everybody = units(*both, asset)

    def first(*reductions: int) -> list[str]:
        marks = (f"sr {n}" for n in reductions)
        s = field({unit: (T, next(marks)) for unit in (*both, asset)}).state
        return [str(UNITS[u]) for u in candidates(s, everybody)]

    most = MOST_SR[everybody[0]]
    assert first(0, most, 0) == [both[0]]
    assert first(1, most - 1, 0) == list(both)
    assert first(most, most, 0) == [asset]
    assert first(most, most, 1) == []  # reduced already: it is not eliminated while its Formation stands
    alone = field({asset: (T, "sr 1")}).state
    assert candidates(alone, units(asset)) == list(units(asset))
    game = field({unit: (T, f"sr {n}") for unit, n in zip((*both, asset), (most, most, 0), strict=True)})
    before = game.position().get("pools", {}).get("french_repl", 0)
    suffer(game.state, everybody, 2)
    assert mark(game, asset, "sr") == 1
    assert game.position()["pools"]["french_repl"] == before - 1


@pytest.mark.rule("3.2.1.c", "10.2")
def test_each_force_makes_its_own_check() -> None:
    """One throw for a hex, held against the level of every Force in it, an Asset's Force by that of its Formation."""
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "ce -3"), "f-39/20": "54.53", "g-31/21": T}
    base = BASE_CE[UNITS.number("f-39/20")][0]
    assert base == BASE_CE[UNITS.number("f-11/20")][0]
    game = fight(placed, "f-11/20", "f-39/20", dice=["3-4", str(base - 4), "2"])
    settle(game)
    assert [event["modifier"] for event in happened(game, "check") if event["side"] == "allied"] == [3]
    passed = {event["unit"]: event["passed"] for event in happened(game, "checked")}
    assert passed["f-39/20"]
    assert not passed["f-11/20"]
    assert mark(game, "f-39/20", "ce") == 0
    assert mark(game, "f-11/20", "ce") > 3


@pytest.mark.rule("8.1.d", "9.8.a")
def test_cavalry_does_not_fight_with_intensity() -> None:
    for attacker, asked_ in (("f-2-c", False), ("f-11/20", True)):
        game = field({attacker: "54.53", "g-31/21": T})
        indicate(game, T, attacker)
        game.act("done")
        while asked(game)[1] in ("hold", "ammo"):
            game.act("done" if asked(game)[1] == "hold" else "provide")
        assert (asked(game) == ("allied", "intensity")) == asked_
        assert may_be_intense(game.state, battle(game.state), 0) == asked_


# ---- guns (10.1)


@pytest.mark.rule("10.1.2", "9.1.1.i")
@pytest.mark.parametrize(
    ("value", "eighths", "result"), [(12, 8, 1), (12, 24, 0), (10, 28, 0), (4, 2, 0), (2, 2, 0), (1, 8, -1)]
)
def test_the_artillery_table(value: int, eighths: int, result: int) -> None:
    assert artillery_modifier(value, eighths) == result


@pytest.mark.rule("10.1.1.a", "10.1.1.b", "10.1.1.c", "10.1.1.e")
def test_neighbours_lend_their_guns_once() -> None:
    placed: dict[str, Placed] = {
        "f-11/20": "54.53",
        "g-31/21": T,
        "g-42/21": "54.52",  # beside the defender and the attacker
        "g-3B/2B": "56.52",  # beside the defender only
        "g-28/14": "55.54",  # another army
    }
    game = field(placed, dice=["3-4", "7", "7"])
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    game.act("calm")
    game.act("calm")
    assert asked(game) == ("german", "lend")
    assert args(game, "unit") == ["g-42/21"]
    game.act("unit", "g-42/21")
    told = happened(game, "guns")[0]
    assert (told["attacker"], told["defender"]) == (4, 14)


@pytest.mark.rule("10.1.1.c")
def test_a_hex_that_is_attacked_itself_lends_nothing() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "g-31/21": T, "g-42/21": "54.52"}
    game = field(placed, dice=["3-4", "7", "7", "3-4", "7", "7"])
    indicate(game, T, "f-11/20")
    indicate(game, "54.52", "f-39/20")
    game.act("done")
    game.act("to", T)
    carry_on(game)
    assert happened(game, "guns")[0]["defender"] == 7


@pytest.mark.rule("10.1.1a.a", "10.1.1a.b", "10.1.1a.c")
def test_escarpments_and_mountains_weaken_guns() -> None:
    up = ("48.49", "47.49")
    s = field({"f-11/20": up[0], "g-31/21": up[1]}, supply=False).state
    assert guns_of(s, units("f-11/20"), h(up[1]), attacking=True) == 2
    assert guns_of(s, units("f-11/20"), h("51.64")) == 2
    s = field({"g-5-B.Lw": (T, "55.52")}).state
    assert guns_total([guns_of(s, units("g-5-B.Lw"), h(T))]) == 1  # half a point, rounded up


# ---- checks (10.2, 10.3)


def checked(status: str, roll: int) -> Game:
    """An attack by two divisions that brings nothing but the check of the defender."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": (T, f"ce {status}") if status else T, "f-2-c": "53.53"}
    return fight(placed, "f-11/20", dice=["3-4", "2", str(roll)])


@pytest.mark.rule("10.0", "10.0.c", "9.1.1.j")
def test_each_hex_throws_once_the_attacker_first() -> None:
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "54.53", "f-30/15": "55.54", "g-31/21": T, "g-42/21": T}
    game = fight(placed, "f-11/20", "f-39/20", "f-30/15", dice=["3-4", "2", "3", "4"])
    if in_battle(game.state):
        game.act("unit", args(game, "unit")[0])
    assert [(e["side"], e["dice"]) for e in happened(game, "check")] == [("allied", 2), ("allied", 3), ("german", 4)]


@pytest.mark.rule("10.0.a")
def test_no_check_of_the_defender_below_one_to_four() -> None:
    placed: dict[str, Placed] = {"f-2-c": "54.53", "g-31/21": T, "g-42/21": T}
    game = fight(placed, "f-2-c", dice=["3-4", "2"])
    assert [event["side"] for event in happened(game, "check")] == ["allied"]


@pytest.mark.rule("10.3.a", "10.3.b", "10.3.c")
@pytest.mark.parametrize(
    ("margin", "levels", "reduced", "hexes"),
    [(0, 0, 0, 0), (1, 1, 0, 0), (3, 1, 0, 0), (4, 2, 0, 0), (6, 2, 0, 0), (7, 3, 1, 1)],
)
def test_the_margin_of_failure_decides(margin: int, levels: int, reduced: int, hexes: int) -> None:
    from front1914.titles.offensive_a_outrance.combat.checks import suffer_check

    s = field({"g-31/21": T}).state
    assert suffer_check(s, units("g-31/21"), margin, h(T)) == hexes
    assert (s.ce[units("g-31/21")[0]], s.sr[units("g-31/21")[0]]) == (levels, reduced)


@pytest.mark.rule("10.3.d", "10.3.e", "10.3.f")
@pytest.mark.parametrize(
    ("status", "margin", "after", "hexes", "reduced"),
    [("-3", 8, "D2", 3, 1), ("CI", 0, "CI", 1, 0), ("-3", 6, "D1", 2, 0), ("D2", 1, "D2", 0, 1), ("-3", 1, "CI", 1, 0)],
)
def test_ineffective_and_demoralised_formations_go_back(
    status: str, margin: int, after: str, hexes: int, reduced: int
) -> None:
    from front1914.titles.offensive_a_outrance.combat.checks import suffer_check
    from front1914.titles.offensive_a_outrance.state import STATUSES

    s = field({"g-31/21": (T, f"ce {status}")}).state
    u = units("g-31/21")[0]
    assert suffer_check(s, (u,), margin, h(T)) == hexes
    assert (STATUSES[s.ce[u]], s.sr[u]) == (after, reduced)


@pytest.mark.rule("9.2.5.D2")
def test_withheld_defenders_follow_only_if_all_must_go() -> None:
    from front1914.titles.offensive_a_outrance.combat.checks import follow

    s = field({"g-31/21": T, "g-42/21": T, "g-3B/2B": T}).state
    b = Battle("battle", h(T), (), units("g-31/21", "g-42/21"), units("g-3B/2B"))
    before = list(s.flow)
    follow(s, b, [0, 2])
    assert s.flow == before
    follow(s, b, [1, 2])
    assert s.flow[-1] == ("fall_back", units("g-3B/2B"), 1, h(T))


# ---- advance (11.2)


def driven_out() -> Game:
    """A cavalry division is driven out of the target by two divisions."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "f-39/20": "55.54", "g-7-c": T}
    game = fight(placed, "f-11/20", "f-39/20", dice=["1-1", "2", "2", "2"])
    settle(game)
    return game


@pytest.mark.rule("11.2", "11.2.a", "11.2.b", "11.2.1.a", "11.2.1.b", "11.2.1.c", "9.1.1.k")
def test_the_attacker_may_advance_into_the_hex_that_was_left() -> None:
    game = driven_out()
    assert asked(game) == ("allied", "advance")
    assert set(args(game, "unit")) == {"f-11/20", "f-39/20"}
    game.act("unit", "f-11/20")
    assert where(game, "f-11/20") == T
    assert refused(game, "unit", "f-11/20") == "11.2.1"
    game.act("done")
    assert where(game, "f-39/20") == "55.54"


@pytest.mark.rule("11.2.1.d", "19.1.1", "19.1.1.a")
def test_an_advance_may_stretch_over_two_hexes() -> None:
    game = driven_out()
    game.act("extend", "f-11/20")
    assert {HEXES[n] for n in game.state.hexes(units("f-11/20")[0])} == {T, "54.53"}


@pytest.mark.rule("11.2.2.b")
def test_who_has_retreated_does_not_advance() -> None:
    placed: dict[str, Placed] = {"f-11/20": ("54.53", "ce -3"), "f-39/20": "55.54", "g-7-c": T}
    game = fight(placed, "f-11/20", "f-39/20", dice=["1-1", "12", "2", "2"], hexes={})
    settle(game)
    assert mark(game, "f-11/20", "ce") > 3
    assert args(game, "unit") == ["f-39/20"]


@pytest.mark.rule("11.2.1.e", "11.1.2.e", "12.1.1.f")
def test_a_garrison_is_driven_in_and_the_attacker_may_enter() -> None:
    placed: dict[str, Placed] = {"f-11/20": "52.48", "f-39/20": "52.48", "g-fx-Metz-1": "53.48"}
    game = fight(placed, "f-11/20", "f-39/20", target="53.48", dice=["1-1", "2", "2"])
    assert mark(game, "g-fx-Metz-1", "face") == 1
    assert asked(game) == ("allied", "advance")
    game.act("unit", "f-11/20")
    assert where(game, "f-11/20") == "53.48"


@pytest.mark.rule("9.1.1.c")
def test_attack_of_a_force_keeps_its_order() -> None:
    s = field({"f-11/20": "54.53", "g-31/21": T}).state
    full = attack_of(s, units("f-11/20"), h(T))
    assert attack_of(s, units("f-11/20"), h(T), dry=units("f-11/20")) * 2 == full

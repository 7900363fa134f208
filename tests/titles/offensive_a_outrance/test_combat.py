"""9.1 to 9.4: combat: who attacks, who defends, strengths and Ammo."""

from __future__ import annotations

import pytest

from front1914.titles.offensive_a_outrance.combat.ammo import ways
from front1914.titles.offensive_a_outrance.combat.battle import battle
from front1914.titles.offensive_a_outrance.combat.parties import immune, objection
from front1914.titles.offensive_a_outrance.combat.shifts import (
    flanked,
    proficiency,
)
from front1914.titles.offensive_a_outrance.combat.strength import (
    attack_total,
    defence_total,
    ground,
    hexside,
    size_of,
)
from tests.titles.offensive_a_outrance.battlefield import (
    T,
    carry_on,
    field,
    fight,
    h,
    indicate,
    settle,
    units,
)
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    refused,
)

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
@pytest.mark.parametrize(("here", "there"), [("53.65", "53.66"), ("17.17", "18.16")])
def test_no_attack_over_a_ridge_or_the_sea(here: str, there: str) -> None:
    game = field({"f-11/20": here, "g-31/21": there}, supply=False)
    assert args(game, "to") == []
    assert refused(game, "to", there) == "9.2"


@pytest.mark.rule("1.1.p", "1.1.r")
@pytest.mark.parametrize(
    ("marks", "armies"), [(("inactive 9",), {}), ((), {"f-SECOND": {"active": 9}})], ids=["a unit", "its army"]
)
def test_who_is_inactive_does_not_attack(marks: tuple[str, ...], armies: dict[str, dict[str, int]]) -> None:
    game = field({"f-11/20": ("54.53", *marks), "f-13/21": "54.53", "g-31/21": T}, supply=False, armies=armies)
    game.act("to", T)
    assert args(game, "unit") == ["f-13/21"]
    assert refused(game, "unit", "f-11/20") == "1.1"


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


@pytest.mark.rule("9.2.5.A1", "9.2.5.C2", "3.1.2", "3.1.2.c")
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


@pytest.mark.rule("9.2.5.C3")
@pytest.mark.parametrize(
    ("work", "at", "beside", "given_up"),
    [
        ("f-fort-Troyon", "46.47", "47.48", False),
        ("f-fort-Troyon", "46.47", "47.48", True),
        ("f-fx-Manonviller", "55.57", "56.57", False),
    ],
)
def test_where_not_all_find_room_forts_and_fortresses_do(work: str, at: str, beside: str, given_up: bool) -> None:
    """Three divisions are too many: their owner chooses among them; a Fort that is held, or a Fortress, takes part."""
    french = ("f-11/20", "f-39/20", "f-29/15")
    placed: dict[str, Placed] = {work: (at, "face") if given_up else at, "g-31/21": beside, **dict.fromkeys(french, at)}
    game = field(placed, side="german")
    indicate(game, at, "g-31/21")
    game.act("done")
    game.act("done")
    assert asked(game) == ("allied", "defend")
    assert (units(work)[0] in battle(game.state).defenders) is not given_up
    assert (work in args(game, "unit")) is given_up


# ---- strengths (9.3, 9.4)


@pytest.mark.rule("9.2.4", "9.1.1.d", "9.6", "2.3.2")
def test_all_defenders_are_one_strength() -> None:
    s = field({"g-31/21": T, "g-42/21": T}).state
    assert defence_total(s, units("g-31/21", "g-42/21"), h(T)) == (19 + 18) * 4
    s = field({"g-31/21": (T, "55.52"), "g-42/21": T}).state
    assert defence_total(s, units("g-31/21", "g-42/21"), h(T)) == (19 * 4) // 2 + 18 * 4, "of a Force in two hexes half"


@pytest.mark.rule("9.3.1", "9.2.4")
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


@pytest.mark.rule("9.4", "9.4.c", "9.4.1", "15.0")
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
    game = field({**train, "f-dSECOND": "49.59"}, supply=False)  # eight hexes from the division, six from the Train
    (way,) = ways(game.state, units("f-11/20")[0])
    assert (way.chain, way.flips) == (units("f-t20", "f-dSECOND"), ())
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert battle(game.state).dry == ()


@pytest.mark.rule("9.4.a", "9.4.b", "9.4.2.a")
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


@pytest.mark.rule("9.1.1.c", "3.1.6")
@pytest.mark.parametrize("near", [True, False])
def test_who_has_learnt_of_the_enemys_ammo_cannot_take_the_attack_back(near: bool) -> None:
    """Whether hidden Depots reach the defender shows when Ammo is given out, also by nothing being told."""
    placed: dict[str, Placed] = {"f-11/20": "54.53", "g-31/21": T, "f-dSECOND": ("52.54", "face")}
    game = field(placed | ({"g-dSIXTH": "58.51"} if near else {}), supply=False)
    indicate(game, T, "f-11/20")
    game.act("done")
    game.act("done")
    assert asked(game) == ("allied", "ammo")
    assert bool(happened(game, "no_ammo")) is not near
    assert game.undoable == 0


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

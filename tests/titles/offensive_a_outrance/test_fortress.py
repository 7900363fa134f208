"""12: Fortress units: garrisons, camps that are Invested, bombarded, stormed, repaired, surrendered."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

import pytest

from front1914 import Game
from front1914.kit.bits import members
from front1914.titles.offensive_a_outrance.board import BOARD, CAMP, HEXES
from front1914.titles.offensive_a_outrance.charts import artillery_modifier
from front1914.titles.offensive_a_outrance.combat.battle import battle
from front1914.titles.offensive_a_outrance.combat.parties import immune
from front1914.titles.offensive_a_outrance.combat.shifts import flanked, proficiency, shifts
from front1914.titles.offensive_a_outrance.combat.strength import defence_total, ground
from front1914.titles.offensive_a_outrance.command.replies import answer
from front1914.titles.offensive_a_outrance.logistics.supply import camp_supplies, supplied
from front1914.titles.offensive_a_outrance.manoeuvre.stacking import load
from front1914.titles.offensive_a_outrance.manoeuvre.ways import march, side_cost
from front1914.titles.offensive_a_outrance.sequence import TABLE
from front1914.titles.offensive_a_outrance.sieges import fortress
from front1914.titles.offensive_a_outrance.sieges.camps import AROUND, CAMPS_OF, FORTRESSES, besieged, camp_of, invested
from front1914.titles.offensive_a_outrance.state import OAOState
from front1914.titles.offensive_a_outrance.world import BACK, GUNS, STEPS_OF, TYPE, UNITS
from tests.titles.offensive_a_outrance.battlefield import field, fight, indicate, settle, units
from tests.titles.offensive_a_outrance.positions import (
    Placed,
    args,
    asked,
    happened,
    mark,
    on_map,
    refused,
    situation,
    where,
)

MAUBEUGE: dict[str, Placed] = {
    "f-fx-Maubeuge-1": "40.26",
    "f-fx-Maubeuge-2": "41.26",
    "f-fx-Maubeuge-3": "41.27",
    "f-fx-Maubeuge-4": "42.26",
}
#: four divisions whose zones reach every hex beside the camp
SIEGE: dict[str, Placed] = {"g-3/2": "39.26", "g-13/7": "41.28", "g-14/7": "42.25", "g-19/10": "42.27"}
GERMANS = ("g-3/2", "g-13/7", "g-14/7", "g-19/10", "g-20/10")
VERDUN = ("46.44", "46.45", "47.45", "47.46")
FLOW = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["attack"]]


def u(word: str) -> int:
    return UNITS.number(word)


def h(word: str) -> int:
    return HEXES.number(word)


def state(placed: dict[str, Placed], **more: Any) -> OAOState:
    more.setdefault("side", "german")
    found: OAOState = situation(placed, step="attack", phase="attack", **more).state
    return found


def moment(placed: dict[str, Placed], *frames: list[Any], side: str = "german", **more: Any) -> Game:
    """A moment of an attack phase with some frames to come, the last one first."""
    more.setdefault("phase", "attack")
    return situation(placed, flow=[*FLOW, *frames], phasing=side, active=side, **more)


# ---- Invested (12.3)


@pytest.mark.rule("12.3")
def test_a_camp_is_invested_when_enemies_or_their_zones_are_all_around_it() -> None:
    """INVESTED FORTIFIED CAMP EXAMPLE: Maubeuge."""
    assert invested(state(MAUBEUGE | SIEGE), "Maubeuge")
    assert besieged(state(MAUBEUGE | SIEGE), "allied") == CAMP["Maubeuge"]
    for gone in SIEGE:
        fewer = {unit: place for unit, place in SIEGE.items() if unit != gone}
        assert not invested(state(MAUBEUGE | fewer), "Maubeuge"), gone


@pytest.mark.rule("12.3")
def test_a_friend_beside_the_camp_keeps_it_open_where_only_zones_are() -> None:
    s = state(MAUBEUGE | SIEGE | {"f-1/1": "43.26"})
    assert s.ground("german").zone >> h("43.26") & 1
    assert not invested(s, "Maubeuge")


@pytest.mark.rule("12.3")
def test_only_zones_of_enemies_beside_the_camp_count() -> None:
    far: dict[str, Placed] = {"g-3/2": "39.26", "g-13/7": "41.28", "g-14/7": "42.25", "g-19/10": "44.26"}
    far |= {"g-20/10": "43.28", "g-17/9": "42.28", "g-18/9": "44.25"}
    s = state(MAUBEUGE | far)
    assert not AROUND["Maubeuge"] & ~(s.ground("german").zone | s.ground("german").units)
    assert not invested(s, "Maubeuge")  # 43.26 and 42.27 lie in zones of units that are two hexes away


@pytest.mark.rule("12.3")
def test_the_sea_and_the_netherlands_need_not_be_watched() -> None:
    """B63: north of Antwerpen lies the Scheldt and the Dutch border."""
    assert "50.14" not in {HEXES[n] for n in members(AROUND["Antwerpen"])}
    siege = dict(
        zip(
            ("g-3/2", "g-13/7", "g-14/7", "g-19/10", "g-20/10"),
            ("49.16", "49.19", "52.19", "54.15", "54.17"),
            strict=True,
        )
    )
    assert invested(state({"be-fx-Antwerpen-1": "50.15"} | siege), "Antwerpen")


@pytest.mark.rule("12.0", "12.0.a", "12.0.b")
def test_the_fortified_camps_of_both_sides() -> None:
    """OAO-12.0-01."""
    assert CAMPS_OF["allied"] == ("Antwerpen", "Belfort", "Epinal", "Maubeuge", "Namur", "Paris", "Toul", "Verdun")
    assert CAMPS_OF["german"] == ("Diedenhofen", "Metz", "Straßburg")
    ones = {camp for camp, units in FORTRESSES.items() if {TYPE[f] for f in units} == {"fortress1"}}
    assert ones == {"Paris", "Antwerpen"}
    assert all({TYPE[f] for f in units} == {"fortress2"} for camp, units in FORTRESSES.items() if camp not in ones)


# ---- steps, and the fall of a camp (12.2, 12.3.3, 13.1.3)


@pytest.mark.rule("12.1.1.h", "13.0")
def test_bombardment_takes_steps_and_the_last_one_takes_the_fortress() -> None:
    s = state(MAUBEUGE | SIEGE)
    one = u("f-fx-Maubeuge-1")
    assert not fortress.lose_steps(s, one, 1)
    assert (s.sr[one], fortress.steps_left(s, one), s.defence(one)) == (1, 1, 9)  # losses do not weaken it
    assert fortress.lose_steps(s, one, 3)  # excess is ignored
    assert fortress.steps_left(s, one) == 0
    assert s.own(h("40.26"), "allied") == []
    assert fortress.steps_left(s, u("f-fx-Maubeuge-2")) == 2


@pytest.mark.rule("12.3.3")
def test_a_camp_surrenders_with_its_last_step() -> None:
    inside: dict[str, Placed] = {"f-1/1": "41.26", "f-dFIRST": "41.27"}
    s = state({"f-fx-Maubeuge-1": ("40.26", "sr 1"), "f-fx-Maubeuge-2": "41.26"} | SIEGE | inside)
    fortress.lose_steps(s, u("f-fx-Maubeuge-1"), 1)
    assert s.at[u("f-1/1")] == h("41.26")  # a Fortress is left
    fortress.lose_steps(s, u("f-fx-Maubeuge-2"), 2)
    assert s.own(h("41.26"), "allied") == []
    assert s.own(h("41.27"), "allied") == []


@pytest.mark.rule("12.3.3")
def test_who_is_not_invested_does_not_surrender_nor_does_paris() -> None:
    open_siege = {unit: place for unit, place in SIEGE.items() if unit != "g-3/2"}
    s = state({"f-fx-Maubeuge-1": "40.26", "f-1/1": "41.26"} | open_siege)
    fortress.lose_steps(s, u("f-fx-Maubeuge-1"), 2)
    assert s.at[u("f-1/1")] == h("41.26")
    ring = ("13.35", "13.38", "16.33", "16.39", "19.35", "19.38", "17.40")
    divisions = ("g-3/2", "g-13/7", "g-14/7", "g-19/10", "g-20/10", "g-17/9", "g-18/9")
    s = state({"f-fx-Paris-1": "17.35", "f-61r": "16.36"} | dict(zip(divisions, ring, strict=True)))
    assert invested(s, "Paris")
    fortress.lose_steps(s, u("f-fx-Paris-1"), 2)
    assert s.at[u("f-61r")] == h("16.36")


# ---- advance after bombardment (12.3.4)


def bombarded(placed: dict[str, Placed], target: str) -> Game:
    """The Fortress in the target hex has just been destroyed: the moment when an advance is offered."""
    return moment(placed, ["storm", target])


@pytest.mark.rule("12.3.4", "12.3.4.a")
def test_one_unit_takes_the_hex_and_drives_the_garrison_into_the_camp() -> None:
    rest = {unit: place for unit, place in MAUBEUGE.items() if place != "41.26"}
    guard: dict[str, Placed] = {"f-1/1": "41.26", "g-20/10": "40.25"}
    game = bombarded(rest | SIEGE | guard, "41.26")
    assert asked(game) == ("german", "storm")
    assert set(args(game, "unit")) == {"g-14/7", "g-20/10"}
    assert refused(game, "unit", "g-3/2") == "12.3.4"
    game.act("unit", "g-20/10")
    assert asked(game) == ("allied", "make_room")
    assert set(args(game, "to")) == {"40.26", "41.27", "42.26"}
    assert refused(game, "to", "41.25") == "12.3.4"
    game.act("to", "41.27")
    assert (where(game, "g-20/10"), where(game, "f-1/1"), where(game, "g-14/7")) == ("41.26", "41.27", "42.25")
    assert asked(game)[1] != "storm"  # one unit


@pytest.mark.rule("12.3.4")
def test_an_advance_is_voluntary_and_offered_only_into_an_invested_camp() -> None:
    rest = {unit: place for unit, place in MAUBEUGE.items() if place != "41.26"}
    game = bombarded(rest | SIEGE, "41.26")
    game.act("done")
    assert "g-14/7" in on_map(game)
    assert where(game, "g-14/7") == "42.25"
    s = state(rest | SIEGE)
    fortress.offer_advance(s, h("41.26"))
    assert ("storm", h("41.26")) in s.flow
    s = state(rest | {unit: place for unit, place in SIEGE.items() if unit != "g-3/2"})
    fortress.offer_advance(s, h("41.26"))
    assert ("storm", h("41.26")) not in s.flow


@pytest.mark.rule("12.3.4")
def test_units_that_find_no_other_hex_of_the_camp_are_lost() -> None:
    """B140."""
    inside: dict[str, Placed] = {"g-20/10": "41.26", "g-17/9": "41.27", "f-1/1": "42.26", "f-fx-Maubeuge-1": "40.26"}
    game = bombarded(SIEGE | inside, "42.26")
    game.act("unit", "g-14/7")
    assert where(game, "f-1/1") == "eliminated"
    assert where(game, "g-14/7") == "42.26"
    assert mark(game, "f-fx-Maubeuge-1", "face") == 0


# ---- what a Fortress is (12.1)


@pytest.mark.rule("12.1", "12.1.1.a", "12.1.1.b")
def test_a_fortress_does_not_move_and_takes_no_room() -> None:
    placed: dict[str, Placed] = {"f-fx-Longwy": "53.42", "f-7/4": "53.42", "f-8/4": "53.42", "f-14/7": "53.42"}
    game = situation(placed, turn=6)
    assert refused(game, "unit", "f-fx-Longwy") == "7.0"
    assert load(game.state, game.state.stack(h("53.42"))) == 3 * 8
    assert (game.state.defence(u("f-fx-Longwy")), BACK[u("f-fx-Longwy")][1]) == (6, 4)


@pytest.mark.rule("12.1.1.c", "12.1.1.g")
def test_a_fortress_is_always_supplied_and_fortress2_supplies_its_camp() -> None:
    placed: dict[str, Placed] = {"f-fx-Longwy": "53.42", "f-1/1": "41.26", "g-3/2": "53.43"}
    s = state(placed | {"f-fx-Maubeuge-2": "41.26"})
    assert supplied(s, (u("f-fx-Longwy"),))
    assert supplied(s, (u("f-1/1"),))
    assert not supplied(state(placed), (u("f-1/1"),))
    s = state({"be-fx-Antwerpen-1": "50.15", "f-1/1": "50.15"})
    assert not camp_supplies(s, "Antwerpen", "allied")  # Fortress1 is no source of supply


@pytest.mark.rule("12.1.1.d", "12.1.1.e")
def test_a_fortress_never_attacks_and_is_never_intense() -> None:
    placed: dict[str, Placed] = {"f-fx-Longwy": "53.42", "f-7/4": "53.42", "g-3/2": "53.43"}
    game = field(placed, supply=False)
    game.act("to", "53.43")
    assert refused(game, "unit", "f-fx-Longwy") == "12.1.1"
    assert args(game, "unit") == ["f-7/4"]
    siege = field({"f-fx-Longwy": "53.42", "g-3/2": "53.43"}, side="german", supply=False, dice=["4-4", 7, 7])
    indicate(siege, "53.42", "g-3/2")
    siege.act("done")
    assert asked(siege) == ("german", "hold")
    siege.act("done")
    assert asked(siege) == ("german", "intensity")
    siege.act("intense")
    assert siege.decision is None or siege.decision.step != "intensity"  # nobody asks the Fortress


@pytest.mark.rule("12.1.3")
def test_units_enter_the_hex_of_an_enemy_fortress_without_garrison() -> None:
    placed: dict[str, Placed] = {"f-fx-Longwy": ("53.42", "face"), "g-3/2": "53.43"}
    game = situation(placed, side="german", turn=6)
    game.act("unit", "g-3/2")
    cost = march(game.state, units("g-3/2")).costs
    plain = side_cost(game.state, h("53.43"), h("53.42"))
    assert plain is not None
    assert cost[h("53.42")] == plain + 2
    game.act("to", "53.42")
    assert where(game, "g-3/2") == "53.42"
    garrisoned = situation({"f-fx-Longwy": "53.42", "g-3/2": "53.43"}, side="german", turn=6)
    garrisoned.act("unit", "g-3/2")
    assert refused(garrisoned, "to", "53.42") == "7.1.2"


# ---- Fortresses in combat (12.2)

LONGWY: dict[str, Placed] = {"f-fx-Longwy": "53.42", "g-3/2": "53.43", "g-4/2": "54.42"}


def assault(placed: dict[str, Placed], dice: list[str | int], *attackers: str, target: str = "53.42") -> Game:
    """Germans attack, nobody with full intensity."""
    return fight(placed, *attackers, target=target, dice=dice, side="german", supply=False)


@pytest.mark.rule("12.2", "12.2.1.b", "12.2.1.c", "12.2.1.d", "12.2.1b.b")
def test_a_lone_fortress_that_must_retreat_loses_its_garrison_and_nothing_else() -> None:
    game = assault(LONGWY, ["1-1", 4, 4], "g-3/2", "g-4/2")
    assert happened(game, "result")[0]["result"].endswith("❷")  # two hexes and a reduction
    assert mark(game, "f-fx-Longwy", "face") == 1
    assert mark(game, "f-fx-Longwy", "sr") == 0
    assert where(game, "f-fx-Longwy") == "53.42"
    assert happened(game, "guns")[0]["second"] == artillery_modifier(happened(game, "guns")[0]["attacker"], 8)
    assert asked(game) == ("german", "advance")


@pytest.mark.rule("12.2.1b", "12.2.1b.b")
@pytest.mark.parametrize(("total", "face"), [(11, 0), (12, 1)])
def test_a_lone_fortress_checks_at_eleven(total: int, face: int) -> None:
    """OAO-12.2.1b-01."""
    game = assault({"f-fx-Longwy": "53.42", "g-3/2": "53.43"}, ["6-4", 4, total - 1], "g-3/2")
    check = next(event for event in happened(game, "check") if event["side"] == "allied")
    assert check["dice"] + check["modifier"] == total
    assert mark(game, "f-fx-Longwy", "face") == face


@pytest.mark.rule("12.2.1b.a")
def test_a_lone_fortress_has_its_ground_and_the_printed_works() -> None:
    placed: dict[str, Placed] = {"f-fx-Verdun-3": "47.45", "g-3/2": "48.44"}
    s = state(placed)
    garrison = units("f-fx-Verdun-3")
    assert defence_total(s, garrison, h("47.45")) == (9 + ground(h("47.45"))) * 4
    assert [shift.amount for shift in shifts(s, h("47.45"), units("g-3/2"), garrison) if shift.rule == "14.1"] == [-2]


@pytest.mark.rule("12.2.1.a", "12.2.1.b")
def test_a_hex_with_a_fortress_is_not_flanked_and_fights_at_five() -> None:
    """B105: only a Fortress of the defender counts."""
    around = {unit: str(HEXES[n]) for unit, n in zip(GERMANS, BOARD.neighbours[h("53.42")], strict=False)}
    placed: dict[str, Placed] = {**around, "f-Ch-29": "53.42"}
    attackers = units(*around)
    open_field = state(placed)
    assert flanked(open_field, h("53.42"), attackers, units("f-Ch-29"))
    s = state({**placed, "f-fx-Longwy": "53.42"})
    assert not flanked(s, h("53.42"), attackers, units("f-Ch-29", "f-fx-Longwy"))
    assert proficiency(s, units("f-Ch-29", "f-fx-Longwy"), h("53.42")) == 5
    allied = dict(zip(("f-7/4", "f-8/4", "f-12/6", "f-40/6", "f-42/6"), around.values(), strict=False))
    s = state({**allied, "g-55-Lw": "53.42", "f-fx-Longwy": ("53.42", "face")}, side="allied")
    assert flanked(s, h("53.42"), units(*allied), units("g-55-Lw"))


@pytest.mark.rule("12.2.1a", "12.2.1.c")
def test_with_a_combat_unit_a_fortress_makes_no_check() -> None:
    placed: dict[str, Placed] = {"f-fx-Longwy": "53.42", "f-7/4": ("53.42", "ce -1"), "g-3/2": "53.43"}
    game = assault(placed, ["6-4", 4, 12], "g-3/2")
    assert mark(game, "f-7/4", "ce") > 1  # the division failed its check
    assert mark(game, "f-fx-Longwy", "face") == 0


@pytest.mark.rule("12.2.1a.a", "12.2.1a", "11.1.2.h")
def test_a_fortress_that_all_combat_units_leave_loses_its_garrison() -> None:
    placed: dict[str, Placed] = {"f-fx-Longwy": "53.42", "f-7/4": ("53.42", "ce -3"), "g-3/2": "53.43"}
    game = assault(placed, ["6-4", 4, 12], "g-3/2")
    settle(game)
    assert where(game, "f-7/4") != "53.42"
    assert mark(game, "f-fx-Longwy", "face") == 1


@pytest.mark.rule("12.2.1a.a")
def test_so_does_one_whose_companions_are_all_lost() -> None:
    """The Asset is eliminated by the CRT; there is no check of the Fortress."""
    asset: dict[str, Placed] = {"f-fx-Longwy": "53.42", "f-Ch-29": ("53.42", "sr 1")}
    game = assault({**asset, "g-3/2": "53.43", "g-4/2": "54.42", "g-5/3": "52.42"}, ["4-4", 4, 4, 4], "g-3/2", "g-4/2")
    settle(game)
    assert "s" in happened(game, "result")[0]["result"].split("/")[1]
    assert where(game, "f-Ch-29") == "eliminated"
    assert mark(game, "f-fx-Longwy", "face") == 1
    assert [event["side"] for event in happened(game, "check")] == ["german", "german"]


@pytest.mark.rule("12.2.1a")
def test_without_garrison_it_still_helps_who_stands_with_it() -> None:
    """9.2.5 C: every Fortress in a defending hex takes part."""
    placed: dict[str, Placed] = {"f-fx-Longwy": ("53.42", "face"), "f-7/4": "53.42", "g-3/2": "53.43"}
    game = field(placed, side="german", supply=False)
    indicate(game, "53.42", "g-3/2")
    game.act("done")
    game.act("done")
    b = battle(game.state)
    assert set(b.defenders) == set(units("f-fx-Longwy", "f-7/4"))
    assert b.defence == 4 * 4 + 15 * 4 // 2  # the division has no Ammo, a Fortress always has


@pytest.mark.rule("12.2.a")
def test_a_fortress_lends_its_guns_to_a_neighbour() -> None:
    placed: dict[str, Placed] = {"f-fx-Verdun-3": "47.45", "f-7/4": "48.44", "g-3/2": "48.45"}
    assert h("48.45") in BOARD.neighbours[h("47.45")]
    game = field(placed, dice=["6-4", 4, 4], side="german", supply=False)
    indicate(game, "48.44", "g-3/2")
    for word in ("done", "done", "calm", "calm"):
        game.act(word)
    assert asked(game) == ("allied", "lend")
    assert args(game, "unit") == ["f-fx-Verdun-3"]
    game.act("unit", "f-fx-Verdun-3")
    guns = happened(game, "guns")[0]["defender"]
    assert guns == ceil(Fraction(GUNS[u("f-7/4")], 2) + GUNS[u("f-fx-Verdun-3")])  # the division has no Ammo


@pytest.mark.rule("12.2.2")
def test_a_division_in_verdun_shields_the_whole_camp() -> None:
    """OAO-12.2.2-01."""
    verdun: dict[str, Placed] = {f"f-fx-Verdun-{n}": at for n, at in enumerate(VERDUN, 1)}
    s = state({**verdun, "f-72r": "46.45"})
    assert [immune(s, h(at)) for at in VERDUN] == [True] * 4
    assert not any(immune(state(verdun), h(at)) for at in VERDUN)


# ---- who is shut in (12.3.2, 7.3.2)


@pytest.mark.rule("12.3.2", "7.3.2.a")
def test_units_in_an_invested_camp_stay_there_and_prepare_nothing() -> None:
    inside: dict[str, Placed] = {"f-1/1": "41.26"}
    game = situation(MAUBEUGE | SIEGE | inside, turn=6)
    game.act("unit", "f-1/1")
    assert set(args(game, "to")) == {"40.26", "41.27", "42.26"}
    assert refused(game, "to", "41.25") == "12.3.2"
    assert refused(game, "prepare", "42.25") == "7.3.2"
    free = situation(MAUBEUGE | inside | {"g-14/7": "42.25"}, turn=6)
    free.act("unit", "f-1/1")
    assert "40.25" in args(free, "to")
    assert "42.25" in args(free, "prepare")


@pytest.mark.rule("12.3.2")
def test_they_attack_and_advance_as_others_do() -> None:
    placed = MAUBEUGE | SIEGE | {"f-1/1": "41.26", "f-2/1": "41.26", "g-14/7": ("42.25", "sr 3", "ce -3")}
    game = fight(placed, "f-1/1", "f-2/1", target="42.25", dice=["1-2", 2, 12, *[4] * 9], turn=6, supply=False)
    settle(game)
    assert asked(game) == ("allied", "advance")
    game.act("unit", "f-1/1")
    assert where(game, "f-1/1") == "42.25"


# ---- repairs (12.4)


def joint(placed: dict[str, Placed], *, side: str = "allied", **more: Any) -> Game:
    """The Joint Preliminary Phase begins."""
    more.setdefault("phase", "preliminary")
    return moment({"f-13/21": "20.50", **placed}, ["fortress_repairs"], ["garrisons_return"], side=side, **more)


@pytest.mark.rule("12.4.1", "4.2.1a.a")
@pytest.mark.parametrize("phasing", ["allied", "german"])
def test_garrisons_return_where_no_enemy_is_near_or_friends_are(phasing: str) -> None:
    """B64: in the Preliminary Phases of both sides; B102: any friendly unit will do."""
    placed: dict[str, Placed] = {
        "f-fx-Longwy": ("53.42", "face"),  # an enemy beside it
        "g-3/2": "53.43",
        "f-fx-Charlemont": ("48.31", "face"),  # nobody near
        "f-fx-Manonviller": ("55.57", "face"),  # an enemy beside it, and a friend in it
        "g-4/2": "56.57",
        "f-Ch-29": "55.57",
        "g-fx-Mutzig": ("62.60", "face"),
    }
    game = joint(placed, side=phasing)
    faces = {name: mark(game, name, "face") for name in placed if "-fx-" in name}
    assert faces == {"f-fx-Longwy": 1, "f-fx-Charlemont": 0, "f-fx-Manonviller": 0, "g-fx-Mutzig": 0}
    assert ("fortress_repairs",) in TABLE.of["preliminary"].work
    assert TABLE.of["preliminary"].work.index(("garrisons_return",)) < TABLE.of["preliminary"].work.index(
        ("fortress_repairs",)
    )


@pytest.mark.rule("12.4.1", "12.1.2", "8.8.1.c", "15.6.2a")
def test_the_zone_of_a_garrison_that_returns_is_there_at_once() -> None:
    """A French Train is in Longwy, so that its garrison comes out: German guns beside it are lost and a Train gives way
    in the German Preliminary Phase, before anybody of theirs can move."""
    german: dict[str, Placed] = {"g-21cm-6th-Army": "53.43", "g-t16": "54.41"}
    game = joint({"f-fx-Longwy": ("53.42", "face"), "f-t21": "53.42", **german}, side="german")
    assert mark(game, "f-fx-Longwy", "face") == 0
    assert where(game, "g-21cm-6th-Army") == "eliminated"
    assert asked(game) == ("german", "retreat"), "its Train must give way"


@pytest.mark.rule("12.4.1")
def test_a_garrison_does_not_return_under_enemy_boots() -> None:
    game = joint({"f-fx-Longwy": ("53.42", "face"), "g-3/2": "53.42"})
    assert mark(game, "f-fx-Longwy", "face") == 1


@pytest.mark.rule("12.4.2", "4.2.1a.a")
def test_each_camp_repairs_one_step_of_its_owners_choice() -> None:
    damaged: dict[str, Placed] = {
        "f-fx-Verdun-1": ("46.44", "sr 2"),
        "f-fx-Verdun-2": ("46.45", "sr 1"),
        "f-fx-Toul-1": ("47.53", "sr 1"),
        "g-fx-Metz-1": ("eliminated", "sr 3", "face"),
        "g-fx-Metz-2": ("53.49", "sr 1"),
    }
    game = joint(damaged)
    assert mark(game, "f-fx-Toul-1", "sr") == 0  # no choice
    assert asked(game) == ("allied", "mend")  # the Phasing Player first
    assert set(args(game, "unit")) == {"f-fx-Verdun-1", "f-fx-Verdun-2"}
    assert refused(game, "unit", "g-fx-Metz-2") == "12.4"
    game.act("unit", "f-fx-Verdun-1")
    assert asked(game) == ("german", "mend")
    game.act("unit", "g-fx-Metz-1")
    assert (mark(game, "f-fx-Verdun-1", "sr"), mark(game, "f-fx-Verdun-2", "sr")) == (1, 1)
    assert (where(game, "g-fx-Metz-1"), mark(game, "g-fx-Metz-1", "sr"), mark(game, "g-fx-Metz-1", "face")) == (
        "53.48",
        3,
        1,
    )  # B109: one step, and no garrison yet
    assert mark(game, "g-fx-Metz-2", "sr") == 1


@pytest.mark.rule("12.3.1", "12.4.2")
def test_an_invested_camp_is_not_repaired_nor_where_the_enemy_stands_or_rules() -> None:
    damaged = MAUBEUGE | {"f-fx-Maubeuge-1": ("40.26", "sr 1")}
    assert mark(joint(damaged), "f-fx-Maubeuge-1", "sr") == 0
    assert mark(joint(damaged | SIEGE), "f-fx-Maubeuge-1", "sr") == 1
    fallen: dict[str, Placed] = {"f-fx-Maubeuge-1": ("eliminated", "sr 1", "face")}
    assert where(joint(fallen), "f-fx-Maubeuge-1") == "40.26"
    assert where(joint({**fallen, "g-3/2": "40.26"}), "f-fx-Maubeuge-1") == "eliminated"
    assert where(joint(fallen, held={"german": ["40.26"]}), "f-fx-Maubeuge-1") == "eliminated"  # B141


@pytest.mark.rule("12.4.3")
def test_charlemont_is_built_up_again() -> None:
    """OAO-12.4-01."""
    fallen: dict[str, Placed] = {"f-fx-Charlemont": ("eliminated", "face")}
    assert STEPS_OF[u("f-fx-Charlemont")] == 1
    assert TYPE[u("f-fx-Charlemont")] == "fortress1"
    assert camp_of(u("f-fx-Charlemont")) is None
    assert where(joint(fallen), "f-fx-Charlemont") == "48.31"
    assert where(joint({**fallen, "g-3/2": "48.31"}), "f-fx-Charlemont") == "eliminated"
    assert where(joint({**fallen, "g-3/2": "48.30"}), "f-fx-Charlemont") == "eliminated"  # in an enemy zone
    assert where(joint({**fallen, "g-3/2": "48.30", "f-Ch-29": "48.31"}), "f-fx-Charlemont") == "48.31"
    assert where(joint(fallen, held={"german": ["48.31"]}), "f-fx-Charlemont") == "eliminated"


@pytest.mark.rule("12.4.3")
def test_larger_fortresses_outside_the_camps_are_not_repaired() -> None:
    game = joint({"f-fx-Longwy": ("53.42", "sr 1"), "f-fx-Manonviller": ("eliminated", "sr 1", "face")})
    assert mark(game, "f-fx-Longwy", "sr") == 1
    assert where(game, "f-fx-Manonviller") == "eliminated"


# ---- surrender (12.5)


def finishing(placed: dict[str, Placed], dice: list[str | int]) -> Game:
    return moment(placed, ["surrenders"], phase="finishing", dice=dice, turn=6)


TAKEN: dict[str, Placed] = {"f-fx-Longwy": ("53.42", "face"), "g-3/2": "53.42", "f-7/4": "40.40"}


@pytest.mark.rule("12.5", "4.2.9.b")
def test_a_fortress_surrenders_on_a_six_and_a_three_or_less() -> None:
    """OAO-12.5-01."""
    gone = 0
    for first in range(1, 7):
        for second in range(1, 7):
            game = finishing(TAKEN, [first, second] if first == 6 else [first])
            fell = where(game, "f-fx-Longwy") == "withdrawn"
            assert fell == (first == 6 and second <= 3)
            gone += fell
    assert Fraction(gone, 36) == Fraction(1, 12)
    assert TABLE.of["finishing"].work.index(("surrenders",)) == 1


@pytest.mark.rule("12.5")
@pytest.mark.parametrize(
    "changed",
    [
        {"f-fx-Longwy": "53.42", "g-3/2": "53.43"},  # it has its garrison
        {"g-3/2": "53.43"},  # nobody in the hex
        {"g-3/2": "40.30", "g-3-c": "53.42"},  # no infantry
        {"f-7/4": "52.42"},  # a friend beside it
    ],
)
def test_who_does_not_think_of_surrender(changed: dict[str, Placed]) -> None:
    game = finishing(TAKEN | changed, [])
    assert where(game, "f-fx-Longwy") == "53.42"


@pytest.mark.rule("12.5", "12.3.3")
def test_the_camp_falls_with_its_last_fortress_that_surrenders() -> None:
    """B114."""
    last: dict[str, Placed] = {"f-fx-Maubeuge-1": ("40.26", "face"), "g-20/10": "40.26", "f-dFIFTH": "42.26"}
    game = finishing(SIEGE | last, [6, 1])
    assert where(game, "f-fx-Maubeuge-1") == "withdrawn"
    assert where(game, "f-dFIFTH") == "eliminated"


# ---- what a player sees, and what a staff officer answers


@pytest.mark.rule("12.1", "12.3")
def test_both_sides_see_garrisons_steps_and_invested_camps() -> None:
    worn = MAUBEUGE | SIEGE | {"f-fx-Maubeuge-1": ("40.26", "sr 1", "face")}
    game = situation(worn, turn=6)
    for side in ("allied", "german"):
        view = game.view(side)
        pieces = {piece["id"]: piece for piece in view["pieces"]}
        assert pieces["f-fx-Maubeuge-1"]["marks"] == ["no garrison", "1 of 2 steps"]
        assert pieces["f-fx-Maubeuge-2"]["marks"] == []
        assert [m["text"] for m in view["markers"] if m["kind"] == "invested"] == ["Maubeuge is Invested (12.3)"]
        assert view["position"]["units"]["f-fx-Maubeuge-1"]["sr"] == 1
    relieved = situation({unit: place for unit, place in worn.items() if unit != "g-3/2"}, turn=6)
    assert not [m for m in relieved.view("allied")["markers"] if m["kind"] == "invested"]


def test_the_staff_storms_with_the_weakest_and_mends_what_suffered_most() -> None:
    rest = {unit: place for unit, place in MAUBEUGE.items() if place != "41.26"}
    game = bombarded(rest | SIEGE | {"g-20/10": "40.25", "g-14/7": ("42.25", "sr 3")}, "41.26")
    assert _answered(game) == "unit g-14/7"
    damaged: dict[str, Placed] = {"f-fx-Verdun-1": ("46.44", "sr 1"), "f-fx-Verdun-2": ("46.45", "sr 3")}
    assert _answered(joint(damaged)) == "unit f-fx-Verdun-2"


def _answered(game: Game) -> str:
    assert game.decision is not None
    found = answer(game.state, game.decision.side, game.decision.step, game.decision.actions, {})
    assert found is not None
    return str(found[0])

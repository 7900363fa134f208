"""8.1 to 8.4: Cavalry: reaction, its debt, retirement, doctrine."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.sequence import Activate
from front1914.titles.offensive_a_outrance.state import QUIET
from front1914.titles.offensive_a_outrance.world import UNITS
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

rule = pytest.mark.rule
C, N, S, NE, SE, SW, NW = "07.59", "07.58", "07.60", "08.58", "08.59", "06.59", "06.58"
FLOW = [
    ["turn"],
    ["end_of_turn"],
    ["player_turn", "german"],
    ["phase", "attack"],
    ["end_movement"],
    ["move"],
    ["begin_movement"],
]


def picked(units: dict[str, Placed], unit: str, side: str = "german", **more: Any) -> Game:
    """The unit is about to march."""
    game = situation(units, side=side, **more)
    game.act("unit", unit)
    return game


# ---- reaction (8.2)


@rule("8.2", "8.2.1.a", "8.2.2")
def test_an_enemy_who_comes_near_makes_it_react() -> None:
    """Trigger 1; then the mover goes on."""
    game = picked({"f-6-c": C, "g-3/2": "07.56"}, "g-3/2")
    game.act("to", "07.57")
    assert asked(game) == ("german", "march")
    game.act("to", N)
    assert asked(game) == ("allied", "react")
    assert {S, SE, SW} <= set(args(game, "to"))
    game.act("to", S)
    assert where(game, "f-6-c") == S
    assert asked(game) == ("german", "march")


@rule("8.2.2")
def test_it_may_stay() -> None:
    game = picked({"f-6-c": C, "g-3/2": "07.57"}, "g-3/2")
    game.act("to", N)
    game.act("stay")
    assert where(game, "f-6-c") == C
    assert mark(game, "f-6-c", "owed") == 0


@rule("8.2.2")
def test_a_far_march_is_interrupted_and_goes_on() -> None:
    game = picked({"f-6-c": C, "g-3/2": "07.56"}, "g-3/2")
    game.act("to", N)
    assert asked(game) == ("allied", "react")
    game.act("to", S)
    assert (where(game, "g-3/2"), where(game, "f-6-c")) == (N, S)
    game = picked({"f-6-c": "09.60", "g-3/2": "07.57"}, "g-3/2")
    game.act("to", S)  # by way of hexes beside the cavalry or not: it arrives
    while asked(game)[1] == "react":
        game.act("stay")
    assert where(game, "g-3/2") == S


@rule("8.2.1.b", "8.2.2.a", "8.2.4")
def test_from_beside_it_to_beside_it() -> None:
    """OAO-8.2.2-01: Trigger 2; not into the hex that the enemy has just left."""
    game = picked({"f-6-c": "58.54", "g-3/2": "59.54", "f-13/21": "20.60"}, "g-3/2", held={"german": "all"})
    game.act("to", "59.55")
    while asked(game)[0] == "allied" and where(game, "g-3/2") != "59.55":
        game.act("stay")
    assert asked(game) == ("allied", "react")
    assert set(args(game, "to")) == {"57.54", "57.55", "58.53", "58.55"}
    assert refused(game, "to", "59.54") == "8.2.2"
    assert refused(game, "to", "59.55") == "7.1.2"
    game.act("to", "57.54")
    assert mark(game, "f-6-c", "owed") == 2


@rule("8.2.1.a", "8.2.1.b")
def test_who_has_an_enemy_beside_it_needs_the_second_trigger() -> None:
    units: dict[str, Placed] = {"f-6-c": C, "g-4/2": SW, "g-3/2": "07.57"}
    game = picked(units, "g-3/2")
    game.act("to", N)
    assert asked(game) == ("german", "march")  # an enemy was there already
    game = picked({"f-6-c": C, "g-3/2": N}, "g-3/2")
    game.act("to", "07.57")
    assert asked(game) == ("german", "march")  # it goes away
    game = picked({"f-6-c": C, "f-13/21": "07.55", "g-3/2": N}, "g-3/2", turn=12)
    game.act("to", "07.56")
    assert asked(game) == ("german", "march")
    game = picked({"f-6-c": C, "f-13/21": "07.56", "g-3/2": N, "g-4/2": "07.57"}, "g-3/2", turn=12)
    game.act("to", "07.57")
    assert asked(game) == ("allied", "react")  # on to another unit of its side


@rule("8.2.1.b")
def test_a_prepared_attack_does_not_prevent_it() -> None:
    units: dict[str, Placed] = {"f-6-c": C, "g-4/2": (NE, f"pa {C}"), "g-3/2": N, "g-5/3": NW}
    game = picked(units, "g-3/2")
    game.act("to", NW)
    assert asked(game) == ("allied", "react")


@rule("8.2.3.a")
def test_not_into_other_zones() -> None:
    """S lies in the zone of the other German; with a friend there it may be entered."""
    units: dict[str, Placed] = {"f-6-c": C, "g-3/2": "07.57", "g-4/2": "07.61"}
    game = picked(units, "g-3/2")
    game.act("to", N)
    assert refused(game, "to", S) == "8.2.3"
    assert SE in args(game, "to") or SW in args(game, "to")
    game = picked({**units, "f-13/21": S}, "g-3/2")
    game.act("to", N)
    assert game.why_not("to", S) is None
    assert game.why_not("to", NE) is None  # the zone of the one who came


@rule("8.2.3.c", "7.4.1.c")
def test_as_often_as_it_likes() -> None:
    game = picked({"f-6-c": C, "g-3/2": "07.57", "g-4/2": "09.62"}, "g-3/2")
    game.act("to", N)
    assert "repulse" not in verbs(game)
    game.act("to", S)
    game.act("to", C)
    assert asked(game) == ("allied", "react")
    game.act("to", "07.61")
    assert mark(game, "f-6-c", "owed") == 4


@rule("8.2.2")
def test_it_may_be_told_to_ask_no_more() -> None:
    game = picked({"f-6-c": C, "g-3/2": "07.57", "g-4/2": "08.56"}, "g-3/2")
    game.act("to", N)
    game.act("rest")
    assert mark(game, "f-6-c", "did") & QUIET
    game.act("to", NW)
    assert asked(game) == ("german", "march")


@rule("8.2.3.d")
def test_it_may_leave_the_area_of_its_army() -> None:
    area = {C: {"allied_area": "f-FIRST"}, N: {"allied_area": "f-FIRST"}}
    units: dict[str, Placed] = {"f-6-c": C, "g-3/2": "07.57", "g-4/2": "09.60"}
    game = picked(units, "g-3/2", hexes=area)
    game.act("to", N)
    assert {SW, S} <= set(args(game, "to"))


@rule("8.2.3.b", "19.1.1.c", "8.3.1.a")
def test_it_may_spread_over_two_hexes() -> None:
    game = picked({"f-6-c": C, "g-3/2": "07.57"}, "g-3/2")
    game.act("to", N)
    game.act("straddle", "07.59/07.60")
    assert both(game, "f-6-c") == {C, S}
    game = picked({"f-6-c": (C, S), "g-3/2": "07.57"}, "g-3/2")
    game.act("to", N)
    game.act("to", S)
    assert both(game, "f-6-c") == {S}


@rule("8.2.2.a", "8.2.1.b", "19.1.1.c")
def test_in_two_hexes_it_does_not_enter_what_the_enemy_left_beside_either() -> None:
    """The enemy went on from beside the second hex to beside the first: his old hex is shut to both halves."""
    flow = [*FLOW[:-1], ["react", ["f-6-c"], ["g-3/2"], "06.60", SW]]
    game = situation({"f-6-c": (C, S), "g-3/2": SW}, flow=flow, phase="movement", phasing="german", active="german")
    assert asked(game) == ("allied", "react")
    assert f"{S}/07.61" in args(game, "straddle")
    assert not [word for word in args(game, "straddle") if "06.60" in word]


@rule("12.3.2", "8.2.2", "8.3")
def test_out_of_an_invested_camp_it_neither_reacts_nor_retires() -> None:
    """Four divisions invest Maubeuge; one of them goes on along the camp."""
    camp: dict[str, Placed] = {f"f-fx-Maubeuge-{n}": h for n, h in enumerate(("40.26", "41.26", "41.27", "42.26"), 1)}
    siege: dict[str, Placed] = {"g-3/2": "39.26", "g-13/7": "41.28", "g-14/7": "42.25", "g-19/10": "42.27"}
    placed = {**camp, **siege, "f-6-c": "41.26", "g-20/10": "41.25", "f-1/1": "10.40"}
    game = picked(placed, "g-20/10", scenario="campaign")
    game.act("to", "42.25")
    assert asked(game) == ("allied", "react")
    assert set(args(game, "to")) <= set(camp.values())
    assert refused(game, "to", "40.25") == "12.3.2"
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["retirement"]]
    s = situation(placed, scenario="campaign", flow=flow, phase="finishing", phasing="german", active="german")
    s.act("unit", "f-6-c")
    assert args(s, "to")
    assert set(args(s, "to")) <= set(camp.values())


@rule("1.1.r", "8.3")
@pytest.mark.parametrize("sleeps", [False, True])
def test_inactive_cavalry_does_not_retire(sleeps: bool) -> None:
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["retirement"]]
    marks = ("inactive 9",) if sleeps else ()
    placed: dict[str, Placed] = {"f-6-c": (C, *marks), "g-3/2": N}
    game = situation(placed, flow=flow, phase="finishing", phasing="allied", active="allied")
    assert (asked(game) == ("allied", "retire")) != sleeps


@rule("1.1.s")
def test_sleeping_cavalry_is_woken() -> None:
    game = picked({"f-6-c": (C, "inactive 5"), "g-3/2": "07.57"}, "g-3/2")
    game.act("to", N)
    assert game.state.is_active(UNITS.number("f-6-c"))
    assert asked(game) == ("allied", "react")


@rule("1.1.s", "1.1.q")
@pytest.mark.parametrize("turn", [1, 2])
def test_even_if_its_army_sleeps(turn: int) -> None:
    """The French Third Army is Inactive until GT 3; who is woken stays awake when others are activated."""
    units: dict[str, Placed] = {"f-7-c": (C, "army f-THIRD"), "f-13/21": ("07.61", "army f-THIRD"), "g-3/2": "07.57"}
    game = picked(units, "g-3/2", armies={"f-THIRD": {"active": 3}}, turn=turn)
    game.act("to", N)
    assert asked(game) == ("allied", "react")
    s = game.state
    s.flow.append(("activate",))
    Activate().run(s)
    assert s.is_active(UNITS.number("f-7-c"))
    assert not s.is_active(UNITS.number("f-13/21"))


@rule("8.2.2")
def test_several_are_asked_in_the_order_that_they_like() -> None:
    """B27."""
    game = picked({"f-6-c": C, "f-2-c": C, "g-3/2": "07.57"}, "g-3/2")
    game.act("to", N)
    first = UNITS[game.state.flow[-1][1][0]]
    game.act("unit", "f-2-c" if first == "f-6-c" else "f-6-c")
    game.act("to", S)
    game.act("stay")
    assert {where(game, "f-6-c"), where(game, "f-2-c")} == {C, S}


# ---- the debt (8.2.4a)


def phase(units: dict[str, Placed], name: str, **more: Any) -> Game:
    """A movement phase of the Allies has just begun."""
    phasing = "allied" if name == "movement" else "german"
    return situation({"g-3/2": "64.28", **units}, flow=FLOW, phase=name, phasing=phasing, active="allied", **more)


@rule("8.2.4a", "7.1.1.b")
def test_the_debt_is_paid_first() -> None:
    game = phase({"f-6-c": (C, "owed 4")}, "movement")
    assert (mark(game, "f-6-c", "spent"), mark(game, "f-6-c", "owed")) == (4, 0)


@rule("8.2.4a")
def test_who_stays_is_checked_for_a_forced_debt() -> None:
    """Nine owed, five MPs: +4. CEL 9: a 6 fails by one, which costs cavalry nothing."""
    game = phase({"f-6-c": (C, "owed 9")}, "counter_movement", dice=[8])
    game.act("done")
    told = happened(game, "march_check")[0]
    assert (told["dice"], told["passed"]) == (8, 0)
    assert mark(game, "f-6-c", "ce") == 1  # failed by three
    assert mark(game, "f-6-c", "owed") == 0


@rule("8.2.4a.a")
def test_who_owes_too_much_must_stay() -> None:
    """Fourteen owed, twelve at most: two remain; the check has +7."""
    game = phase({"f-6-c": (C, "owed 14")}, "counter_movement", dice=[2])
    assert mark(game, "f-6-c", "owed") == 2
    assert happened(game, "march_check")[0]["passed"] == 1
    assert refused(game, "unit", "f-6-c") == "7.1.2"


# ---- retirement (8.3)


def finishing(units: dict[str, Placed], phasing: str = "allied", **more: Any) -> Game:
    flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["retirement"]]
    return situation(units, flow=flow, phase="finishing", phasing=phasing, active=phasing, **more)


@rule("8.3", "4.2.9.a", "8.3.2")
def test_cavalry_beside_enemies_may_retire() -> None:
    game = finishing({"f-6-c": C, "g-3/2": N, "g-4-c": NE})
    assert asked(game) == ("allied", "retire")
    assert args(game, "unit") == ["f-6-c"]
    game.act("unit", "f-6-c")
    assert {S, SE, SW} >= set(args(game, "to"))
    game.act("to", S)
    assert (where(game, "f-6-c"), mark(game, "f-6-c", "owed")) == (S, 2)
    assert refused(game, "unit", "f-6-c") == "8.3"
    game.act("done")
    assert where(game, "g-4-c") == NE  # nobody is beside it any more: it is not asked


@rule("8.3")
def test_the_phasing_player_goes_first() -> None:
    game = finishing({"f-6-c": C, "g-4-c": N}, phasing="german")
    assert asked(game) == ("german", "retire")
    game.act("done")
    assert asked(game) == ("allied", "retire")


@rule("8.3.1")
def test_not_into_an_empty_hex_in_a_zone() -> None:
    game = finishing({"f-6-c": C, "g-3/2": N, "g-4/2": "07.61", "f-13/21": SW})
    game.act("unit", "f-6-c")
    assert refused(game, "to", S) == "8.3.1"
    assert refused(game, "to", NE) == "8.3.1"
    assert SW in args(game, "to")


# ---- doctrine and types (8.1, 8.4)


@rule("8.4")
@pytest.mark.parametrize(
    ("turn", "name", "allowed"), [(9, "counter_movement", False), (10, "counter_movement", True), (9, "movement", True)]
)
def test_poor_doctrine(turn: int, name: str, allowed: bool) -> None:
    """OAO-8.4-01."""
    game = picked({"f-6-c": "07.60", "g-3/2": N}, "f-6-c", side="allied", turn=turn, phase=name)
    assert (game.why_not("to", C) is None) == allowed
    if not allowed:
        assert refused(game, "to", C) == "8.4"


@rule("8.4")
def test_only_zones_of_infantry_formations_count() -> None:
    game = picked({"f-6-c": "07.60", "g-4-c": N}, "f-6-c", side="allied", phase="counter_movement")
    assert game.why_not("to", C) is None


@rule("8.1.e")
def test_cavalry_does_not_dig() -> None:
    game = picked({"f-6-c": C, "g-3/2": "07.56"}, "f-6-c", side="allied", pools={"allied_ip": 3})
    assert refused(game, "dig") == "14.3"


@rule("8.1.f", "1.2.e")
def test_jaeger_are_cavalry() -> None:
    game = picked({"g-Jaeger-1": C, "f-13/21": "07.57"}, "f-13/21", side="allied")
    game.act("to", N)
    assert asked(game) == ("german", "react")

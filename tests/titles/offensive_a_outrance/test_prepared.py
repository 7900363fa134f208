"""7.3: Prepared Attacks: what they cost, who prepares them, whom they pin."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import HEXES
from front1914.titles.offensive_a_outrance.manoeuvre.prepared import prepare_cost
from front1914.titles.offensive_a_outrance.manoeuvre.ways import attack_penalty
from front1914.titles.offensive_a_outrance.world import UNITS
from tests.titles.offensive_a_outrance.positions import Placed, args, asked, mark, refused, situation, verbs, where

rule = pytest.mark.rule
C, N, S, NE, SE, SW, NW = "07.59", "07.58", "07.60", "08.58", "08.59", "06.59", "06.58"


def picked(units: dict[str, Placed], unit: str, side: str = "allied", **more: Any) -> Game:
    """The unit is about to march."""
    game = situation(units, side=side, **more)
    game.act("unit", unit)
    return game


def price(game: Game, a: str, b: str) -> int | None:
    return prepare_cost(game.state, HEXES.number(a), HEXES.number(b))


@rule("7.3")
def test_the_cost_is_that_of_the_hex_but_four_at_least() -> None:
    """OAO-7.3-01, OAO-7.3-02; the zone of the enemy there does not count (B12)."""
    game = picked({"f-13/21": C, "g-3/2": N}, "f-13/21", bridges={"44.15/44.16": 1})
    assert price(game, C, N) == 4
    assert price(game, "44.15", "44.16") == 5
    assert price(game, "54.60", "54.61") == 4
    game.act("prepare", N)
    assert (mark(game, "f-13/21", "spent"), mark(game, "f-13/21", "pa")) == (4, HEXES.number(N))


@rule("7.3.a")
def test_nothing_more_after_it() -> None:
    game = picked({"f-13/21": C, "g-3/2": N}, "f-13/21")
    game.act("prepare", N)
    assert asked(game) == ("allied", "move")
    assert refused(game, "unit", "f-13/21") == "7.1.2"


@rule("7.3.b", "8.1.c")
@pytest.mark.parametrize("unit", ["f-6-c", "f-t21"])
def test_only_infantry_prepares(unit: str) -> None:
    game = picked({unit: C, "g-3/2": "07.57"}, unit)
    assert refused(game, "prepare", N) == "7.3"


@rule("7.3.b", "7.3.1.a")
def test_all_of_a_force_point_at_the_same_hex() -> None:
    game = picked({"f-13/21": C, "f-Ch-13": C, "f-43/21": C, "g-3/2": N, "g-4/2": NE}, "f-13/21")
    game.act("prepare", N)
    assert mark(game, "f-Ch-13", "pa") == mark(game, "f-13/21", "pa") == HEXES.number(N)
    game.act("unit", "f-43/21")
    game.act("prepare", NE)
    assert mark(game, "f-43/21", "pa") == HEXES.number(NE)


@rule("7.3.c", "3.1.2")
def test_no_more_than_can_attack_from_a_hex() -> None:
    game = picked({"f-13/21": C, "f-43/21": (C, f"pa {N}"), "f-25/13": (C, f"pa {N}"), "g-3/2": N}, "f-13/21")
    assert refused(game, "prepare", NE) == "7.3"
    game = picked({"f-Ch-13": C, "f-43/21": (C, f"pa {N}"), "f-25/13": (C, f"pa {N}"), "g-3/2": N}, "f-Ch-13")
    assert game.why_not("prepare", N) is None  # two and a quarter


@rule("7.3.d", "4.2.6")
def test_not_in_the_counter_movement_phase() -> None:
    game = picked({"f-13/21": C, "g-3/2": N}, "f-13/21", phase="counter_movement")
    assert refused(game, "prepare", N) == "7.3"
    assert "prepare" not in verbs(game)


@rule("7.3.1.b")
def test_it_may_point_at_an_empty_hex() -> None:
    game = picked({"f-13/21": C, "f-43/21": S, "g-3/2": N}, "f-13/21")
    assert game.why_not("prepare", NE) is None
    assert refused(game, "prepare", S) == "7.3.1"  # friends
    game = picked({"g-3/2": "53.41", "f-fx-Longwy": ("53.42", "face"), "f-13/21": C}, "g-3/2", side="german")
    assert game.why_not("prepare", "53.42") is None


@rule("7.3.2", "6.3.a")
@pytest.mark.parametrize("status", ["CI", "D1"])
def test_not_when_ineffective(status: str) -> None:
    game = picked({"f-13/21": (C, f"ce {status}"), "g-3/2": "07.55"}, "f-13/21")
    assert refused(game, "prepare", N) == "7.3.2"


@rule("7.3.2", "19.1.4.c")
def test_not_in_two_hexes() -> None:
    game = picked({"f-13/21": (C, S), "g-3/2": N}, "f-13/21")
    assert refused(game, "prepare", N) == "7.3.2"


@rule("7.3.2.b", "9.3.2")
def test_not_when_the_ground_leaves_no_strength() -> None:
    """A detachment of strength 1 cannot attack across a Minor River."""
    assert attack_penalty(HEXES.number("44.46"), HEXES.number("44.47")) == -1
    game = picked({"f-det-81t": ("44.46", "sr 1"), "g-3/2": "44.47"}, "f-det-81t")
    assert game.state.attack(UNITS.number("f-det-81t")) == 1
    assert refused(game, "prepare", "44.47") == "7.3.2"
    game = picked({"f-det-81t": "44.46", "g-3/2": "44.47"}, "f-det-81t")
    assert game.why_not("prepare", "44.47") is None


@rule("7.3")
def test_not_across_a_ridge() -> None:
    game = picked({"f-13/21": "52.67", "g-3/2": "52.66"}, "f-13/21")
    assert refused(game, "prepare", "52.66") == "9.2.3"


@rule("7.3")
def test_forced_points_may_pay() -> None:
    """B13."""
    game = picked({"f-13/21": (C, "spent 7"), "g-3/2": N}, "f-13/21", dice=[2])
    game.act("prepare", N)
    assert mark(game, "f-13/21", "spent") == 11
    game = picked({"f-13/21": (C, "spent 9"), "g-3/2": N}, "f-13/21", dice=[2])
    assert refused(game, "prepare", N) == "7.3"


# ---- pins (7.3.3)

TARGET = C


def pinned(units: dict[str, Placed], unit: str, **more: Any) -> Game:
    """The Counter Movement Phase of the side whose hex is pointed at."""
    return picked(units, unit, phase="counter_movement", **more)


@rule("7.3.3")
def test_one_of_two_forces_must_stay() -> None:
    """OAO-7.3.3-01: the owner chooses who."""
    units: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, "g-3/2": (N, f"pa {C}")}
    game = pinned(units, "f-13/21")
    game.act("to", S)
    game.act("stop")
    game.act("unit", "f-43/21")
    assert refused(game, "to", SE) == "7.3.3"
    assert args(game, "to") == []


@rule("7.3.3")
def test_a_force_of_three_units_is_pinned_as_one() -> None:
    """OAO-7.3.3-02."""
    units: dict[str, Placed] = {"f-13/21": C, "f-Ch-13": C, "f-Ch-27": C, "g-3/2": (N, f"pa {C}")}
    for unit in ("f-13/21", "f-Ch-13", "f-Ch-27"):
        assert refused(pinned(units, unit), "to", S) == "7.3.3"


@rule("7.3.3")
def test_assets_may_go_with_the_free_division() -> None:
    """OAO-7.3.3-03."""
    units: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, "f-Ch-13": C, "f-Ch-27": C, "g-3/2": (N, f"pa {C}")}
    game = pinned(units, "f-13/21")
    for asset in ("f-Ch-13", "f-Ch-27"):
        if asset in args(game, "join"):
            game.act("join", asset)
    game.act("to", S)
    assert [where(game, u) for u in ("f-13/21", "f-Ch-13", "f-Ch-27", "f-43/21")] == [S, S, S, C]


@rule("7.3.3")
def test_two_markers_pin_two_forces() -> None:
    units: dict[str, Placed] = {"f-13/21": C, "f-43/21": C, "g-3/2": (N, f"pa {C}"), "g-4/2": (NE, f"pa {C}")}
    assert refused(pinned(units, "f-13/21"), "to", S) == "7.3.3"
    units = {"f-13/21": C, "f-43/21": C, "g-3/2": (N, f"pa {C}"), "g-Jaeger-2": (N, f"pa {C}")}
    assert pinned(units, "f-13/21").why_not("to", S) is None  # one Force of two units


@rule("7.3.3")
def test_only_those_who_began_there_are_pinned() -> None:
    units: dict[str, Placed] = {"f-13/21": (C, f"origin {S}"), "f-43/21": C, "g-3/2": (N, f"pa {C}")}
    assert pinned(units, "f-13/21").why_not("to", S) is None
    assert refused(pinned(units, "f-43/21"), "to", S) == "7.3.3"


@rule("7.3.3.a")
def test_the_pinned_begin_no_task() -> None:
    ring: dict[str, Placed] = {"f-13/21": (C, "ce -1"), "g-3/2": (N, f"pa {C}")}
    game = pinned(ring, "f-13/21", pools={"allied_ip": 2}, hexes={C: {"ip": 1}}, turn=20)
    assert refused(game, "recover") == "7.3.3"
    game = pinned(ring, "f-13/21", pools={"allied_ip": 2})
    assert refused(game, "dig") == "7.3.3"


@rule("7.3.3.a", "7.8.2")
def test_the_pinned_go_on_digging() -> None:
    """B15."""
    flow = [["turn"], ["end_of_turn"], ["player_turn", "german"], ["phase", "attack"], ["move"], ["begin_movement"]]
    units: dict[str, Placed] = {"f-13/21": (C, "task dig", "done 8"), "g-3/2": (N, f"pa {C}")}
    more: dict[str, Any] = {"flow": flow, "phase": "counter_movement", "phasing": "german", "active": "allied"}
    game = situation(units, **more)
    assert game.state.ip[HEXES.number(C)] == 2

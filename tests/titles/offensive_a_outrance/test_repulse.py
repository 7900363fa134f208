"""7.4: Repulse, in movement and in retreat."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.offensive_a_outrance.board import BOARD, HEXES
from front1914.titles.offensive_a_outrance.charts import CRT
from front1914.titles.offensive_a_outrance.manoeuvre.repulse import LEAST, SURE, reckon, refuse_attempt, strongest
from front1914.titles.offensive_a_outrance.world import UNITS
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

rule = pytest.mark.rule
C, N, S, NE, SE, SW, NW = "07.59", "07.58", "07.60", "08.58", "08.59", "06.59", "06.58"
WEAK = "f-det-81t"  # defence 2, reduced 1


def picked(units: dict[str, Placed], unit: str = "g-3/2", side: str = "german", **more: Any) -> Game:
    """The unit is about to march; the rule of inferior doctrine is over (21.1)."""
    more.setdefault("turn", 6)
    game = situation(units, side=side, **more)
    game.act("unit", unit)
    return game


def column(game: Game, unit: str, target: str) -> int:
    return reckon(game.state, (UNITS.number(unit),), HEXES.number(target)).column


def apart(game: Game, unit: str, place: str) -> int:
    return BOARD.distance(HEXES.number(where(game, unit)), HEXES.number(place))


@rule("7.4", "7.4.a", "7.4.4", "7.4.4.b")
def test_a_division_drives_a_weak_unit_away() -> None:
    """OAO-7.4.3-02, OAO-7.4.4-01: white 2, black 2: a black retreat; CEL 9 passes on 8 with +1; the mover goes on."""
    game = _small(["2-2", 8])
    game.act("repulse", N)
    assert mark(game, "g-5r/3R", "spent") == 1
    game.act("to", args(game, "to")[0])
    assert (mark(game, "f-8-c", "ce"), happened(game, "repulse_check")[0]["passed"]) == (0, 1)
    assert apart(game, "f-8-c", N) == 2
    assert asked(game) == ("german", "march")
    assert "to" in verbs(game)


def _small(dice: list[Any]) -> Game:
    """A division reduced to attack 9 beside a cavalry division reduced to defence 2: 4:1, no proficiency."""
    game = picked({"f-8-c": (N, "sr 1"), "g-5r/3R": (C, "sr 1")}, "g-5r/3R", dice=dice)
    found = reckon(game.state, (UNITS.number("g-5r/3R"),), HEXES.number(N))
    assert (found.attack, found.defence, found.column) == (36, 8, LEAST + 1)
    return game


@rule("7.4.4.a")
def test_who_is_repulsed_loses_one_level_however_badly_he_fails() -> None:
    """Twelve and one against a level of nine: after a combat two levels would be lost (10.3)."""
    game = _small(["2-2", 12])
    game.act("repulse", N)
    game.act("to", args(game, "to")[0])
    assert (mark(game, "f-8-c", "ce"), mark(game, "f-8-c", "sr")) == (1, 1)


@rule("7.4.3", "7.4.5")
def test_what_the_columns_mean() -> None:
    """OAO-7.4.3-01."""
    labels = CRT.head.labels
    assert (labels[LEAST], labels[SURE]) == ("3:1", "8:1")
    assert list(labels[LEAST:SURE]) == ["3:1", "4:1", "6:1"]


@rule("7.4.3.b", "7.4.4.a")
@pytest.mark.parametrize(("dice", "lost"), [(8, False), (9, True)])
def test_at_eight_to_one_it_succeeds_without_dice(dice: int, lost: bool) -> None:
    """OAO-7.4.3-03, OAO-7.4.4-03: an Asset of CEL 9 passes on 8 with +1, and is lost on 9."""
    game = picked({"f-Ch-13": (N, "sr 1"), "g-3/2": C}, dice=[dice])
    assert column(game, "g-3/2", N) >= SURE
    game.act("repulse", N)
    game.act("to", args(game, "to")[0])
    told = happened(game, "repulse_check")[0]
    assert (told["dice"], told["passed"]) == (dice, int(not lost))
    assert (where(game, "f-Ch-13") == "eliminated") == lost


@rule("7.4.5", "7.4.5.a")
def test_below_three_to_one_it_fails() -> None:
    """The repulser is checked without a modifier, moves no further, but may prepare an attack."""
    game = picked({"f-13/21": N, "g-3/2": C}, dice=[12])
    game.act("repulse", N)
    assert happened(game, "repulse_roll") == []
    assert mark(game, "g-3/2", "ce") == 1
    assert asked(game) == ("german", "march")
    assert refused(game, "to", S) == "7.4.5"
    assert refused(game, "repulse", N) == "7.4.5"
    assert game.why_not("prepare", N) is None
    game = picked({"f-13/21": N, "g-3/2": C}, dice=[11])
    game.act("repulse", N)
    assert mark(game, "g-3/2", "ce") == 0


@rule("7.4.3.a")
def test_a_roll_without_a_black_retreat_fails() -> None:
    game = _small(["6-6", 2])
    game.act("repulse", N)
    assert happened(game, "repulse_roll")[0]["won"] == 0
    assert not happened(game, "repulsed")
    assert asked(game) == ("german", "march")
    assert where(game, "f-8-c") == N
    assert (mark(game, "f-8-c", "sr"), mark(game, "f-8-c", "ce")) == (1, 0)


@rule("7.4.2", "6.3.b", "6.4.a")
@pytest.mark.parametrize("status", ["CI", "D1"])
def test_not_when_ineffective(status: str) -> None:
    game = situation({"f-8-c": N, "g-3/2": (C, f"ce {status}")}, side="german")
    force, target = (UNITS.number("g-3/2"),), HEXES.number(N)
    reason = refuse_attempt(game.state, force, target)
    assert reason is not None
    assert reason.rule == "7.4.2"


@rule("7.4.1.a")
def test_two_units_count() -> None:
    units: dict[str, Placed] = {"g-3/2": C, "g-Jaeger-1": (C, "sr 1"), "g-Jaeger-2": C, "f-8-c": N}
    game = picked(units)
    force = game.state.flow[-1][1]
    assert len(force) == 3
    assert [UNITS[u] for u in strongest(game.state, force, HEXES.number(N))] == ["g-3/2", "g-Jaeger-2"]
    assert reckon(game.state, force, HEXES.number(N)).attack == 4 * (17 + 4)


@rule("7.4.6", "7.4.5.a")
@pytest.mark.parametrize(("worn", "dice", "left"), [("", 11, 0), ("ce -1", 11, 2), ("ce -3", 12, 4)])
def test_others_in_the_hex_are_not_concerned(worn: str, dice: int, left: int) -> None:
    """The Force that failed is checked, without a modifier, and stays; the other is free. One level, by whatever it
    fails."""
    game = picked({"f-13/21": N, "g-3/2": (C, worn) if worn else C, "g-4/2": C}, dice=[dice])
    game.act("repulse", N)
    assert refused(game, "to", S) == "7.4.5"
    game.act("stop")
    assert (mark(game, "g-3/2", "ce"), mark(game, "g-4/2", "ce")) == (left, 0)
    game.act("unit", "g-4/2")
    assert S in args(game, "to")


@rule("7.4.6.a")
def test_the_withheld_only_retreat() -> None:
    """Three divisions in one hex: one more than may defend."""
    units: dict[str, Placed] = {
        WEAK: (N, "sr 1"),
        "f-det-82t": (N, "sr 1"),
        "f-det-84t": (N, "sr 1"),
        "g-3/2": C,
    }
    game = picked(units, dice=[2, 2])
    found = reckon(game.state, (UNITS.number("g-3/2"),), HEXES.number(N))
    assert len(found.defenders) == 2  # no more than two Assets defend (3.1.2)
    game.act("repulse", N)
    assert asked(game) == ("allied", "oppose")  # who of the three is left out
    game.act("done")
    game.act("to", args(game, "to")[0])
    assert {apart(game, unit, N) for unit in (WEAK, "f-det-82t", "f-det-84t")} == {2}
    assert len(happened(game, "repulse_check")) == 1  # both defenders are one Force


@rule("7.4.1.d")
def test_again_and_again() -> None:
    game = picked({"f-Ch-13": (N, "sr 1"), "g-3/2": C, "g-4/2": "08.56"}, dice=[2, 2])
    game.act("repulse", N)
    game.act("to", args(game, "to")[0])
    place = where(game, "f-Ch-13")
    near = [h for h in args(game, "to") if BOARD.distance(HEXES.number(h), HEXES.number(place)) == 1]
    game.act("to", near[0])
    game.act("repulse", place)
    assert asked(game) == ("allied", "retreat")


@rule("7.3.3.b", "7.3.3.a")
def test_it_frees_the_pinned() -> None:
    """B19: the marker goes with the repulsed Force."""
    units: dict[str, Placed] = {"f-13/21": C, "g-55-Lw": (NW, "sr 1", f"pa {C}")}
    game = picked(units, "f-13/21", side="allied", phase="counter_movement", dice=["1-1", 2])
    assert refused(game, "to", S) == "7.3.3"
    game.act("repulse", NW)
    game.act("to", args(game, "to")[0])
    assert mark(game, "g-55-Lw", "pa") == -1
    assert game.why_not("to", S) is None


@rule("7.8.3.b", "1.1.q")
def test_it_is_an_attack_upon_the_hex() -> None:
    """B17: work on a position is lost, sleepers are woken."""
    game = picked({"f-13/21": (N, "task dig", "done 5", "inactive 5"), "g-3/2": C}, dice=[2])
    game.act("repulse", N)
    assert mark(game, "f-13/21", "task") == 0
    assert game.state.is_active(UNITS.number("f-13/21"))


@rule("7.4.7")
def test_across_a_grand_river_it_must_follow() -> None:
    units: dict[str, Placed] = {WEAK: ("05.22", "sr 1"), "g-3/2": "05.21"}
    game = picked(units, dice=[2], held={"german": "all"})
    game.act("repulse", "05.22")
    game.act("to", args(game, "to")[0])
    assert where(game, "g-3/2") == "05.22"
    game = picked({WEAK: ("05.22", "sr 1"), "g-3/2": ("05.21", "origin 05.20")}, held={"german": "all"})
    assert refused(game, "repulse", "05.22") == "7.4.7"


@rule("7.4.4.c")
def test_a_fortress_loses_its_garrison() -> None:
    """It is turned over, and nobody of it is checked."""
    game = picked({"f-fx-Longwy": "53.42", "g-3/2": "53.41"}, dice=["1-1"])
    assert mark(game, "f-fx-Longwy", "face") == 0
    game.act("repulse", "53.42")
    assert (where(game, "f-fx-Longwy"), mark(game, "f-fx-Longwy", "face")) == ("53.42", 1)
    assert asked(game) == ("german", "march")


# ---- in retreat


def retreating(units: dict[str, Placed], mover: str, count: int, dice: list[Any]) -> Game:
    """A Force must retreat after combat."""
    at = units[mover][0] if isinstance(units[mover], tuple) else units[mover]
    flow = [["turn"], ["end_of_turn"], ["phase", "finishing"], ["attack"]]
    flow += [["retreat", [mover], count, at, 0], ["may_rally", [mover]]]
    return situation(units, flow=flow, phase="attack", phasing="german", active="german", dice=dice, turn=6)


@rule("7.4.b", "7.4.1.b")
def test_a_retreating_force_may_repulse_first() -> None:
    units: dict[str, Placed] = {"f-13/21": C, "g-Jaeger-1": (S, "sr 1"), "g-3/2": N, "f-dFIRST": "08.62"}
    game = retreating(units, "f-13/21", 2, ["1-1", 2])
    assert asked(game) == ("allied", "rally")
    assert args(game, "repulse") == [S]
    game.act("repulse", S)
    assert asked(game) == ("german", "retreat")
    game.act("to", args(game, "to")[0])
    assert asked(game) == ("allied", "retreat")
    game.act("to", args(game, "to")[0])
    assert apart(game, "f-13/21", C) == 2
    assert asked(game)[1] != "rally"  # once


@rule("7.4.b", "7.4.1.b", "11.1.3")
def test_or_on_its_way() -> None:
    """OAO-7.4.1-01: it retreats into a zone, which costs a level; it repulses; one hex is left, once only."""
    units: dict[str, Placed] = {"f-13/21": C, "g-Jaeger-1": ("08.60", "sr 1"), "g-3/2": N, "f-dFIRST": "08.62"}
    game = retreating(units, "f-13/21", 2, ["1-1", 2])
    assert asked(game) == ("allied", "retreat")
    game.act("to", "07.61")
    assert asked(game) == ("allied", "rally")
    assert (where(game, "f-13/21"), mark(game, "f-13/21", "ce")) == (S, 1)
    game.act("repulse", "08.60")
    assert asked(game) == ("german", "retreat")
    game.act("to", args(game, "to")[0])
    assert asked(game) == ("allied", "retreat")
    assert game.state.flow[-1][2] == 1
    game.act("to", args(game, "to")[0])
    assert apart(game, "f-13/21", C) == 2
    assert asked(game)[1] == "attack"


@rule("7.4.5.b")
def test_who_fails_in_retreat_goes_on() -> None:
    units: dict[str, Placed] = {"f-13/21": C, "g-Jaeger-1": (S, "sr 1"), "g-3/2": N, "f-dFIRST": "08.62"}
    game = retreating(units, "f-13/21", 2, ["6-6", 12])
    game.act("repulse", S)
    assert mark(game, "f-13/21", "ce") == 1
    assert asked(game) == ("allied", "retreat")
    assert where(game, "g-Jaeger-1") == S


@rule("7.4.b")
def test_it_need_not() -> None:
    units: dict[str, Placed] = {"f-13/21": C, "g-Jaeger-1": (S, "sr 1"), "g-3/2": N, "f-dFIRST": "08.62"}
    game = retreating(units, "f-13/21", 1, [])
    game.act("go")
    assert asked(game) == ("allied", "retreat")


@rule("7.4.5.a", "5.5.2")
def test_an_asset_may_perish_of_its_failure() -> None:
    game = picked({"f-13/21": N, "g-Jaeger-1": (C, "sr 1"), "g-3/2": S}, "g-Jaeger-1", dice=[12])
    game.act("repulse", N)
    assert where(game, "g-Jaeger-1") == "eliminated"
    assert asked(game) == ("german", "move")

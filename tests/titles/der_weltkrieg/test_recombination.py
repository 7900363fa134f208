"""23, 24, 31-2: recombination and replacement units."""

from __future__ import annotations

from typing import Any

import pytest

from front1914 import Game
from front1914.titles.der_weltkrieg import costs, world
from front1914.titles.der_weltkrieg.board import BOARD
from front1914.titles.der_weltkrieg.recombination import ceiling, kind
from front1914.titles.der_weltkrieg.world import FRONT, IS_GROUND
from tests.titles.der_weltkrieg.positions import (
    Placed,
    args,
    asked,
    bare,
    hexes,
    mark,
    refused,
    situation,
    strength,
    unit,
    where,
)

rule = pytest.mark.rule
#: Figure 13: 6-5 under a -1 marker, a 2-4 brigade, an RPL 5-4, and an eliminated 8-5
FIGURE_13: dict[str, Placed] = {
    "g-11R": ("2306", 5),
    "g-34B": "2306",
    "g-RPL1": "2306",
    "g-1A": "2306",
    "g-3": ("eliminated", 0),
}


def recombining(units: dict[str, Placed], side: str = "central", **more: Any) -> Game:
    """A game in the Recombination Phase."""
    return situation(units, side=side, step="recombine", **more)


def give(game: Game, taker: str, giver: str, points: int) -> None:
    """Points pass from one unit to another."""
    game.act("unit", taker)
    game.act("from", giver)
    game.act("number", points)


@rule("23-3", "23-4", "23-5", "24-4")
def test_figure_13() -> None:
    game = recombining(FIGURE_13)
    assert sum(strength(game, word) for word in FIGURE_13 if word != "g-1A") == 12
    game.act("to", "2306")
    give(game, "g-3", "g-RPL1", 5)
    assert where(game, "g-3") == "2306"
    give(game, "g-3", "g-34B", 2)
    give(game, "g-3", "g-11R", 1)
    assert (strength(game, "g-3"), strength(game, "g-11R")) == (8, 4)
    assert {where(game, word) for word in ("g-34B", "g-RPL1")} == {"eliminated"}
    assert strength(game, "g-3") + strength(game, "g-11R") == 12


@rule("23-4")
def test_nothing_is_created() -> None:
    game = recombining(FIGURE_13)
    game.act("to", "2306")
    game.act("unit", "g-3")
    game.act("from", "g-34B")
    assert args(game, "number") == [1, 2]
    assert refused(game, "number", 3) == "23-4.1"


@rule("23-4.1")
@pytest.mark.parametrize(("front", "full", "most"), [(6, 8, 6), (8, 8, 8), (4, 3, 3)])
def test_the_ceiling(front: int, full: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from front1914.titles.der_weltkrieg import recombination

    u = unit("g-3")
    s = bare({"g-3": "2306"})
    monkeypatch.setattr(recombination, "FRONT", (*FRONT[:u], front, *FRONT[u + 1 :]))
    monkeypatch.setattr(recombination, "FULL", (*world.FULL[:u], full, *world.FULL[u + 1 :]))
    assert ceiling(s, u) == most


@rule("23-4.1")
def test_a_weak_division_is_filled_to_its_front() -> None:
    game = recombining({"g-11R": ("2306", 5), "g-RPL1": "2306", "g-1A": "2306"})
    game.act("to", "2306")
    game.act("unit", "g-11R")
    game.act("from", "g-RPL1")
    assert args(game, "number") == [1]  # 6, though its Full Strength Symbol is 8
    game.act("number", 1)
    assert asked(game)[1] == "staff" or asked(game)[0] == "entente"


@rule("3.7", "3.8", "23-1", "37-9")
def test_only_the_same_type_nation_and_colour() -> None:
    s = bare({"g-3": "2306"})
    assert kind(s, unit("g-3")) == kind(s, unit("g-RPL1"))
    assert kind(s, unit("g-3")) != kind(s, unit("g-2KD"))
    assert kind(s, unit("g-3")) != kind(s, unit("f-1"))
    assert kind(s, unit("f-1")) != kind(s, unit("f-2C"))  # colonial colour
    bavarian = next(u for u in world.UNITS.numbers if world.CONTINGENT[u] == "bavarian" or "BR" in str(world.UNITS[u]))
    assert kind(s, bavarian) == kind(s, unit("g-3"))
    game = recombining({"f-1": ("1409", 3), "f-2C": "1409", "f-2": "1409", "f-1A": "1409"}, side="entente")
    game.act("to", "1409")
    game.act("unit", "f-1")
    assert args(game, "from") == ["f-2"]
    assert refused(game, "from", "f-2C") == "23-1"


@rule("23-2")
def test_it_takes_a_headquarters_of_the_nation() -> None:
    game = recombining({"g-3": ("2306", 3), "g-4": "2306", "f-1": "1409", "f-1A": "1409", "f-2": ("1409", 2)})
    assert asked(game)[0] == "entente"  # nothing to be asked without a Headquarters
    game = recombining({"be-1": ("1706", 2), "be-2": "1706", "f-1A": "1706", "g-3": "2306"}, side="entente")
    assert asked(game)[1] != "staff"


@rule("23-2.1")
@pytest.mark.parametrize(("word", "deed"), [("g-1A", 1), ("g-4", 1), ("g-3", 2), ("g-1A", 2)])
def test_nobody_may_have_moved_or_fought(word: str, deed: int) -> None:
    units: dict[str, Placed] = {"g-3": ("2306", 3), "g-4": "2306", "g-1A": "2306", "f-1": "1409"}
    units[word] = ("2306", *((3,) if word == "g-3" else ()), f"deeds {deed}")
    assert asked(recombining(units))[1] != "staff"
    units[word] = ("2306", *((3,) if word == "g-3" else ()))
    assert asked(recombining(units))[1] == "staff"


@rule("23-2.1")
def test_the_reason_names_who_has_not_rested() -> None:
    units: dict[str, Placed] = {"g-3": ("2306", 3), "g-4": "2306", "g-5": ("2306", 3, "deeds 1"), "g-1A": "2306"}
    game = recombining({**units, "g-2A": ("2405", "deeds 2"), "g-6": ("2405", 3), "g-7": "2405", "f-1": "1409"})
    assert refused(game, "to", "2405") == "23-2.1", "the Headquarters has fought"
    game.act("to", "2306")
    assert refused(game, "unit", "g-5") == "23-2.1", "it has moved"
    game.act("unit", "g-3")
    assert "g-5" not in args(game, "from")


@rule("23-6")
def test_not_in_an_enemy_zone() -> None:
    units: dict[str, Placed] = {"g-3": ("2306", 3), "g-4": "2306", "g-1A": "2306", "be-1": "2206"}
    game = recombining(units)
    assert asked(game)[1] != "staff"


@rule("23-5", "20-6", "14-19")
def test_eliminated_units_return_surrendered_ones_do_not() -> None:
    game = recombining({"g-3": ("eliminated", 0), "g-4": ("lost", 0), "g-RPL1": "2306", "g-1A": "2306"})
    game.act("to", "2306")
    assert "g-3" in args(game, "unit")
    assert "g-4" not in args(game, "unit")


@rule("23-5", "23-2.1")
def test_who_was_destroyed_in_this_turn_waits() -> None:
    game = recombining(
        {"g-3": ("eliminated", 0, "deeds 2"), "g-4": ("eliminated", 0), "g-RPL1": "2306", "g-1A": "2306"}
    )
    game.act("to", "2306")
    assert "g-3" not in args(game, "unit")
    assert "g-4" in args(game, "unit")


@rule("24-1", "24-4")
def test_replacements_are_no_combat_units_and_only_give() -> None:
    assert not IS_GROUND[unit("g-RPL1")]
    game = recombining({"g-3": ("2306", 3), "g-RPL1": ("2306", 2), "g-RPL2": "2306", "g-1A": "2306"})
    game.act("to", "2306")
    assert refused(game, "unit", "g-RPL1") == "24-4"


@rule("24-3")
def test_replacements_split_and_merge() -> None:
    game = situation({"g-RPL1": "2306"})
    game.act("split", "g-RPL1")
    assert args(game, "number") == [1, 2, 3, 4]
    game.act("number", 2)
    assert (strength(game, "g-RPL1"), strength(game, "g-RPL2"), where(game, "g-RPL2")) == (3, 2, "2306")
    game.act("merge", "g-RPL2")
    game.act("unit", "g-RPL1")
    assert (strength(game, "g-RPL1"), where(game, "g-RPL2")) == (5, "absent")
    assert refused(game, "merge", "g-RPL1") == "24-3"


@rule("24-2.1")
def test_replacements_move_as_others_do() -> None:
    """Four points: to 2307 it takes two of them; by rail it pays one to entrain and a tenth for each hexside."""
    game = situation({"g-RPL1": "2306"})
    game.act("unit", "g-RPL1")
    a, b = hexes("2306", "2307")
    left = {hint.removeprefix("to "): row["left"] for hint, row in game.hints().items() if "left" in row}
    assert left["2307"] + (costs.crossing(BOARD.link[a, b]) or 0) == 4
    assert refused(game, "column") == "6-10", "it is no Ground Combat Unit"
    game.act("rail")
    game.act("to", "2406")
    assert where(game, "g-RPL1") == "2406"
    assert mark(game, "g-RPL1", "spent") == 60 + 6


@rule("31-1", "31-2", "31-3", "31-4")
def test_cavalry_is_strengthened_from_1916_on() -> None:
    strong = [u for u in world.UNITS.numbers if world.STRONG[u] and world.NATION[u] == world.NATION[unit("g-3")]]
    word = str(world.UNITS[strong[0]])
    units: dict[str, Placed] = {word: "2306", "g-RPL1": "2306", "g-RPL2": "2306", "g-1A": "2306", "g-2KD": "2306"}
    if word == "g-2KD":
        units["g-4KD"] = "2306"
    game = recombining(units, year=1915, month=12)
    assert asked(game)[1] != "staff"
    game = recombining(units, year=1916, month=1)
    game.act("to", "2306")
    assert word in args(game, "unit")
    give(game, word, "g-RPL1", 1)
    s = game.state
    assert s.strengthened[strong[0]] == 1
    assert strength(game, word) == FRONT[strong[0]] + 1
    weak = next(u for u in world.UNITS.numbers if world.IS_CAVALRY[u] and not s.strengthened[u])
    assert kind(s, weak)[1] != kind(s, strong[0])[1]


@rule("31-4.1")
def test_strengthened_cavalry_recombines_with_its_like_and_replacements_only() -> None:
    s = bare({"g-2KD": ("2306", "strengthened"), "g-4KD": "2306"})
    first, second = unit("g-2KD"), unit("g-4KD")
    assert kind(s, first) != kind(s, second)
    s.strengthened[second] = 1
    assert kind(s, first) == kind(s, second)
    assert kind(s, first) != kind(s, unit("f-1"))


@rule("31-4.1")
@pytest.mark.parametrize("other", [True, False])
def test_weak_cavalry_gives_nothing_to_strengthened_cavalry(other: bool) -> None:
    """Another strengthened division and replacements do; infantry never."""
    horse: dict[str, Placed] = {"b-c2": ("1409", 3, "strengthened"), "b-c3": ("1409", *(("strengthened",) * other))}
    units: dict[str, Placed] = {**horse, "b-1": "1409", "b-RPL1": "1409", "b-GHQ": "1409", "g-3": "2306"}
    game = recombining(units, side="entente", year=1916)
    game.act("to", "1409")
    game.act("unit", "b-c2")
    assert set(args(game, "from")) == {"b-RPL1", *(("b-c3",) * other)}
    assert refused(game, "from", "b-1") == "23-1"


@rule("33-6")
def test_assault_strength_is_never_rebuilt() -> None:
    units: dict[str, Placed] = {"g-AD1": ("2306", 7), "g-RPL1": "2306", "g-1A": "2306"}
    game = recombining(units, year=1918, month=3)
    game.act("to", "2306")
    give(game, "g-AD1", "g-RPL1", 1)
    assert strength(game, "g-AD1") == 8  # the regular strength, not its 12
    s = game.state
    assert (FRONT[unit("g-AD1")], ceiling(s, unit("g-AD1"))) == (12, 8)

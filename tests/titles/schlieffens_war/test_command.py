"""6.7: who is in command. What command is good for is tested with regrouping, forced marches and joint attacks."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914.engine.kept import forget
from front1914.titles.schlieffens_war.command import commanded as commanded_hexes
from front1914.titles.schlieffens_war.command import in_command
from front1914.titles.schlieffens_war.world import NATION, SIZE, UNITS
from tests.titles.schlieffens_war.arena import CENTRE
from tests.titles.schlieffens_war.positions import Placed, situation

rule = pytest.mark.rule


def commanded(units: dict[str, Placed], unit: str) -> bool:
    return in_command(situation(units).state, UNITS.number(unit))


@rule("6.7", "6.7.d")
@pytest.mark.parametrize(
    ("hq", "corps", "far"), [("g-1-HQ", "g-1-II", 3), ("f-5-HQ", "f-5-I", 2), ("b-HQ", "b-I", 2), ("be-HQ", "be-1", 2)]
)
def test_the_radius_is_the_factor_of_the_hq(hq: str, corps: str, far: int) -> None:
    line = [CENTRE, "2317", "2318", "2319", "2320"]
    assert commanded({hq: CENTRE, corps: line[far]}, corps)
    assert not commanded({hq: CENTRE, corps: line[far + 1]}, corps)


@rule("6.7.d", "2.7.c")
def test_out_of_supply_the_radius_is_that_of_the_back() -> None:
    """R23: 3 becomes 2."""
    assert commanded({"g-1-HQ": (CENTRE, "out"), "g-1-II": "2318"}, "g-1-II")
    assert not commanded({"g-1-HQ": (CENTRE, "out"), "g-1-II": "2319"}, "g-1-II")


@rule("6.7")
def test_without_an_hq_nobody_is_in_command() -> None:
    assert not commanded({"g-1-II": CENTRE}, "g-1-II")
    assert not commanded({"g-1-II": CENTRE, "g-1-HQ": "display"}, "g-1-II")


@rule("6.7.a")
@pytest.mark.parametrize("hq", ["b-HQ", "be-HQ"])
def test_an_entente_unit_needs_an_hq_of_its_own_nation(hq: str) -> None:
    assert not commanded({hq: "2317", "f-5-I": CENTRE}, "f-5-I")
    assert commanded({hq: "2317", "f-4-HQ": "2315", "f-5-I": CENTRE}, "f-5-I")


@rule("6.7.c")
def test_army_designations_do_not_matter() -> None:
    assert commanded({"g-7-HQ": "2317", "g-1-II": CENTRE}, "g-1-II")
    assert commanded({"f-1-HQ": "2317", "f-5-I": CENTRE}, "f-5-I")


@rule("6.7.e")
def test_terrain_does_not_matter() -> None:
    """Three hexes of rough ground and a river."""
    assert commanded({"g-1-HQ": "1408", "g-1-II": "1411"}, "g-1-II")


@rule("6.7")
def test_an_hq_commands_itself_and_its_own_hex() -> None:
    """R91."""
    units: dict[str, Placed] = {"f-5-HQ": CENTRE, "f-5-I": CENTRE}
    assert commanded(units, "f-5-HQ")
    assert commanded(units, "f-5-I")


@rule("6.7.b")
def test_a_german_city_with_a_rail_line_to_the_east_commands() -> None:
    assert commanded({"g-1-II": "1906"}, "g-1-II")
    assert not commanded({"g-1-II": "1907"}, "g-1-II")  # beside it is not in it


@rule("6.7.b")
def test_a_german_city_cut_off_does_not() -> None:
    """Freiburg: its railway runs along the Rhine and through the Black Forest."""
    assert commanded({"g-7-XIV": "2504"}, "g-7-XIV")
    around: dict[str, Placed] = {"f-1-VII": "2404", "f-1-VIII": "2505", "f-1-XIII": "2604"}
    assert not commanded({"g-7-XIV": "2504", **around}, "g-7-XIV")


@rule("6.7.b")
def test_a_french_or_belgian_city_does_not() -> None:
    assert not commanded({"g-1-II": "1109"}, "g-1-II")
    assert not commanded({"f-5-I": "1614"}, "f-5-I")


@rule("7.5")
def test_an_enemy_zone_breaks_the_line_of_command() -> None:
    """R20: not into a hex with an enemy, and through his zone only where a friend stands."""
    line: dict[str, Placed] = {"g-1-HQ": CENTRE, "g-1-II": "2318"}
    wall: dict[str, Placed] = {"f-5-I": "2417"}  # its zone covers 2317, which alone lies between them
    assert commanded(line, "g-1-II")
    assert not commanded({**line, "g-1-HQ": (CENTRE, "out"), **wall}, "g-1-II")
    assert commanded({**line, "g-1-HQ": (CENTRE, "out"), **wall, "g-1-D": "2317"}, "g-1-II")


@rule("7.5")
def test_a_unit_in_an_enemy_zone_can_be_in_command() -> None:
    """The line ends there, it does not pass."""
    assert commanded({"g-1-HQ": CENTRE, "g-1-II": "2318", "f-5-I": "2319"}, "g-1-II")


@rule("6.7")
def test_the_short_answer_agrees_with_the_whole_one() -> None:
    """For every unit at many moments of a game."""
    game, rng = front1914.new("schlieffens_war", options={"setup": "historical"}, seed=2), random.Random(2)
    asked = 0
    while game.decision is not None and asked < 4000:
        state = game.state
        for u in UNITS.numbers:
            if state.at[u] < SIZE:
                forget()  # so that the short way is taken
                assert in_command(state, u) == bool(commanded_hexes(state, NATION[u]) >> state.at[u] & 1)
                asked += 1
        for _ in range(15):
            if game.decision is not None:
                game.act(rng.choice(game.decision.actions))

"""11.23: coup de main and heavy artillery."""

from __future__ import annotations

import pytest

from front1914 import Game
from front1914.titles.schlieffens_war.charts import HEAVY_ARTILLERY
from front1914.titles.schlieffens_war.world import HEXES, UNITS
from tests.titles.schlieffens_war.arena import arena, attack, final_odds, happened, shifts, step
from tests.titles.schlieffens_war.positions import Placed, refused

GERMANS = ("g-1-II", "g-1-III", "g-1-IV")


def siege(
    dice: list[int],
    target: str = "1109",
    origin: str = "1110",
    garrison: dict[str, Placed] | None = None,
    **more: object,
) -> Game:
    """Three corps against the fort of Liege: 12:3, less two columns."""
    inside = {"fort-liege": target} if garrison is None else garrison
    game = arena({**dict.fromkeys(GERMANS, origin), **inside}, dice=dice, **more)  # type: ignore[arg-type]
    attack(game, target, *GERMANS)
    return game


def verbs(game: Game) -> set[str]:
    assert game.decision is not None
    return {action.verb for action in game.decision.actions}


@pytest.mark.rule("11.23")
def test_one_coup_and_three_heavy_artillery_markers_at_the_start() -> None:
    game = siege([])
    assert (game.state.coup, list(game.state.artillery)) == (1, [1, 1, 1])
    assert step(game) == ("german", "bombard")


@pytest.mark.rule("11.23.i")
def test_nobody_must_use_a_marker() -> None:
    game = siege([1])
    game.act("done")
    assert final_odds(game) == "2:1"
    assert (game.state.coup, list(game.state.artillery)) == (1, [1, 1, 1])


@pytest.mark.rule("11.23.d", "11.23.h")
@pytest.mark.parametrize("marker", ["coup", "artillery"])
@pytest.mark.parametrize(("face", "columns"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_every_marker_throws_on_the_same_table(marker: str, face: int, columns: int) -> None:
    assert HEAVY_ARTILLERY.read(0, face) == columns
    game = siege([face, 1], turn=1)
    game.act(marker)
    game.act("done")
    assert sum(amount for amount, rule in shifts(game) if rule == "11.23") == columns


@pytest.mark.rule("11.23.d")
def test_the_table_knows_three_results() -> None:
    assert set(HEAVY_ARTILLERY.odds(0)) == {0, 1, 2}


@pytest.mark.rule("11.23.a", "11.23.j")
def test_one_heavy_artillery_marker_and_the_coup_in_one_attack() -> None:
    """Both throw their best: four columns."""
    game = siege([6, 6, 1], turn=1)
    game.act("artillery")
    assert refused(game, "artillery") == "11.23"
    game.act("coup")
    assert sum(amount for amount, rule in shifts(game) if rule == "11.23") == 4
    assert final_odds(game) == "6:1"


@pytest.mark.rule("11.23.c")
def test_markers_come_after_the_other_shifts_and_before_the_combat_die() -> None:
    game = siege([])
    kinds = [event.kind for event in game.events]
    assert "defence" in kinds
    assert "odds" not in kinds
    assert "result" not in kinds


@pytest.mark.rule("11.23.e")
def test_the_coup_is_used_once() -> None:
    game = siege([1, 1], turn=1)
    game.act("coup")
    assert game.state.coup == 0
    assert "coup" not in verbs(game)


@pytest.mark.rule("11.23.f")
@pytest.mark.parametrize(("face", "kept"), [(1, True), (2, False), (3, False), (4, False), (5, False), (6, False)])
def test_a_heavy_artillery_marker_survives_on_a_one(face: int, kept: bool) -> None:
    game = siege([1, face], turn=2)
    game.act("artillery")
    assert list(game.state.artillery) == [3 if kept else 0, 1, 1]


@pytest.mark.rule("11.23.g", "11.23.k")
def test_on_turn_1_no_marker_is_lost() -> None:
    """R85: it is back on Turn 2 and cannot be used again on Turn 1."""
    game = siege([1], turn=1)
    game.act("artillery")
    assert list(game.state.artillery) == [2, 1, 1]
    assert happened(game, "artillery_left") == []


@pytest.mark.rule("11.23.f", "11.23.k")
def test_a_marker_that_is_not_back_cannot_be_used() -> None:
    game = siege([1], turn=2, artillery={"1": 3, "2": 0, "3": 0}, coup=0)
    assert step(game)[1] != "bombard"


@pytest.mark.rule("11.23.b")
def test_only_a_city_with_a_fort_counter_is_bombarded() -> None:
    """Namur without its fort; Arras; Namur with its fort."""
    assert step(siege([1], target="1211", origin="1112", garrison={"be-1": "1211"}))[1] != "bombard"
    assert step(siege([1], target="1317", origin="1316", garrison={"f-5-I": "1317"}))[1] != "bombard"
    assert step(siege([], target="1211", origin="1112", garrison={"fort-namur": "1211"}))[1] == "bombard"


@pytest.mark.rule("11.23.b")
def test_a_fort_outside_a_city_is_not_bombarded() -> None:
    """No such fort is on this map; the rule asks for the city all the same."""
    game = arena({**dict.fromkeys(GERMANS, "1112")}, dice=[1])
    game.state.put(UNITS.number("fort-namur"), HEXES.number("1113"))
    game = Game(game.title, game.state, game.dice)  # asked anew: what was offered before the fort stood there is gone
    attack(game, "1113", *GERMANS)
    assert step(game)[1] != "bombard"


@pytest.mark.rule("11.23.b")
@pytest.mark.parametrize("state", ["out", "fortress"])
def test_only_a_supplied_attack_is_supported(state: str) -> None:
    """R83: every attacker in regular supply."""
    units: dict[str, Placed] = {"g-1-II": "1110", "g-1-III": ("1110", state), "fort-liege": "1109"}
    game = arena(units, dice=[1])
    attack(game, "1109", "g-1-II", "g-1-III")
    assert step(game)[1] != "bombard"
    fed = arena(units, dice=[])
    attack(fed, "1109", "g-1-II")
    assert step(fed)[1] == "bombard"


@pytest.mark.rule("11.23")
def test_the_entente_has_no_markers() -> None:
    game = arena({"f-3-IV": "1909", "fort-metz": "1908"}, side="entente", dice=[])
    attack(game, "1908", "f-3-IV")
    assert step(game)[1] != "bombard"
